"""Cuts a .trv file into tokens, well enough to plant a typo in it: where each token stands, what it is, and whether it
belongs to the rules or to a scenario. It knows nothing of the grammar; lang/scanner.l is the real scanner."""
import collections
import re

Token = collections.namedtuple("Token", "kind text start line place")
# kind: word, number, bracket, mark (comma, operator), cite, text (a piece of a text); place: rules or scenario

PATTERN = re.compile(r"""
    (?P<blank>[ \t\r\n]+|//[^\n]*)
  | (?P<cite>@[A-Z][0-9]+(?:-[A-Z]?[0-9]+)?)
  | (?P<word>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<number>[0-9][0-9_]*)
  | (?P<bracket>[()\[\]{}])
  | (?P<mark>->|=>|==|!=|<=|>=|\+=|-=|\?\?|\.\.|[-+*/%<>=:,.])
  | (?P<quote>")
""", re.X)
TEXT = re.compile(r'(?:\\.|\{\{|\}\}|[^"{\\])+', re.S)


class Scanner:
    """Reads a whole file; texts contain holes, and holes contain texts."""

    def __init__(self, source):
        self.source = source
        self.at = 0
        self.line = 1
        self.depth = 0
        self.place = "rules"
        self.tokens = []
        self.read(in_hole=False)

    def add(self, kind, text):
        if kind == "word" and self.depth == 0 and self.first_on_line():
            self.place = "scenario" if text in ("scenario", "position") else "rules"
        if kind not in ("blank", "quote"):
            self.tokens.append(Token(kind, text, self.at, self.line, self.place))
        self.line += text.count("\n")
        self.at += len(text)

    def first_on_line(self):
        return self.at == 0 or self.source[self.at - 1] == "\n"

    def read(self, in_hole):
        depth = 0
        while self.at < len(self.source):
            found = PATTERN.match(self.source, self.at)
            if not found:
                raise ValueError(f"line {self.line}: cannot read `{self.source[self.at]}`")
            kind, text = found.lastgroup, found[0]
            if in_hole and text == "}" and depth == 0:
                return
            depth += {"{": 1, "}": -1}.get(text, 0)
            if not in_hole:
                self.depth = depth
            self.add(kind, text)
            if kind == "quote":
                self.read_text()

    def read_text(self):
        while self.at < len(self.source):
            found = TEXT.match(self.source, self.at)
            if found:
                self.add("text", found[0])
            elif self.source[self.at] == "{":
                self.add("quote", "{")
                self.read(in_hole=True)
                self.add("quote", "}")
            else:
                self.add("quote", '"')
                return


def scan(source):
    return Scanner(source).tokens
