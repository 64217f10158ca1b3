"""A whole conversation with the server about tests/lsp/walk.trv, written down for people to read.

    tests/lsp/conversation.py TRVM      prints it; the suite `lsp` compares it with tests/lsp/conversation.expected

`> ` is what the editor says, `< ` what it is answered. A place in the text is shown as its line with the word in «».
"""
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import client  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))


class Talk:
    def __init__(self, trvm, folder):
        self.folder = folder
        self.client = client.Client(trvm)
        self.texts = {}
        self.version = 0

    def uri(self, name):
        return "file://" + os.path.join(self.folder, name)

    def name(self, uri):
        return uri.replace("file://" + self.folder + "/", "")

    def text(self, name):
        if name not in self.texts:
            with open(os.path.join(self.folder, name), encoding="utf-8") as file:
                self.texts[name] = file.read()
        return self.texts[name]

    def place(self, name, text, skip=0):
        """The position of the first line that holds a text; `|` in it marks the cursor."""
        wanted = text.replace("|", "")
        at = self.text(name).index(wanted) + (text.index("|") if "|" in text else skip)
        before = self.text(name)[:at]
        return {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}

    def marked(self, uri, where):
        lines = self.text(self.name(uri)).split("\n")
        start, end = where["start"], where["end"]
        line = lines[start["line"]] if start["line"] < len(lines) else ""
        if start["line"] != end["line"]:
            return f"lines {start['line'] + 1} to {end['line'] + 1}"
        marked = line[:start["character"]] + "«" + line[start["character"]:end["character"]] + "»" + line[end["character"]:]
        return f"{start['line'] + 1}: " + " ".join(marked.split())

    def say(self, *words):
        print(*words)

    def lists(self, found, indent="<   "):
        for item in found or []:
            uri = item.get("uri") or item.get("location", {}).get("uri")
            if uri:
                where = item.get("range") or item["location"]["range"]
                title = item.get("name", "") + " " if item.get("name") else ""
                print(f"{indent}{title}{self.name(uri)} {self.marked(uri, where)}")

    def ask(self, title, method, name, text=None, **more):
        params = {"textDocument": {"uri": self.uri(name)}, **more}
        if text is not None:
            params["position"] = self.place(name, text)
        print(f"\n> {title}{': ' + text if text else ''} ({method})")
        answer = self.client.ask(method, params)
        if "error" in answer:
            print("< refused:", answer["error"]["message"])
            return None
        return answer["result"]

    def tell_text(self, name, text):
        self.texts[name] = text
        self.version += 1
        self.client.tell("textDocument/didChange", {"textDocument": {"uri": self.uri(name), "version": self.version},
                                                    "contentChanges": [{"text": text}]})

    def open(self, name):
        print(f"\n> opens {name}")
        self.client.tell("textDocument/didOpen", {"textDocument": {"uri": self.uri(name), "languageId": "trv", "version": 0,
                                                                   "text": self.text(name)}})

    def settle(self):
        """Passes over what is told of texts that were there for a moment only."""
        self.client.notices.clear()
        while self.client.read(1):
            pass

    def told(self, messages=1):
        for _ in range(messages):
            self.told_one(self.client.read())

    def told_one(self, message):
        for found in message["params"]["diagnostics"]:
            kind = "error" if found["severity"] == 1 else "warning"
            print(f"< {kind} {found['code']} {self.name(message['params']['uri'])} "
                  f"{self.marked(message['params']['uri'], found['range'])}")
            for line in found["message"].split("\n"):
                print(f"<   {line}")
        if not message["params"]["diagnostics"]:
            print(f"< nothing is wrong with {self.name(message['params']['uri'])}")

    def edits(self, changes):
        for uri in sorted(changes):
            for edit in changes[uri]:
                print(f"<   {self.name(uri)} {self.marked(uri, edit['range'])} becomes {edit['newText']!r}")


def outline(symbols, depth=1):
    for symbol in symbols:
        print("<" + "  " * depth + f" {symbol['name']} {symbol.get('detail', '')}".rstrip())
        outline(symbol.get("children", []), depth + 1)


def reading(talk):
    for text in ("dea|lt from", "po|ints[p] += n", "value_o|f(c)) }", "c|.worth", "c.wo|rth", "r|ed, blue", "@S|1 players",
                 "sh|uffle"):
        found = talk.ask("what is this", "textDocument/hover", "walk.trv", text)
        for line in (found or {"contents": {"value": "nothing"}})["contents"]["value"].rstrip().split("\n"):
            print(f"<   {line}".rstrip())
    found = talk.ask("what is this card", "textDocument/hover", "cards.csv", "blu|e")
    print("<  ", found["contents"]["value"].replace("\n", " "))
    found = talk.ask("who cites this item", "textDocument/hover", "walk.md", "**R|2**")
    print("<  ", found["contents"]["value"].rstrip().replace("\n", "\n<   "))


def going(talk):
    talk.lists(talk.ask("where is this declared", "textDocument/definition", "walk.trv", "value_o|f(c)) }"))
    talk.lists(talk.ask("where is this declared", "textDocument/declaration", "walk.trv", "r|ed, blue"))
    talk.lists(talk.ask("what does the rulebook say", "textDocument/definition", "walk.trv", "@S|1 players"))
    talk.lists(talk.ask("which rules are these", "textDocument/definition", "walk.md", "**R|3**"))
    talk.lists(talk.ask("of which type", "textDocument/typeDefinition", "walk.trv", "c|.worth"))
    talk.lists(talk.ask("where is this used", "textDocument/references", "walk.trv", "pa|ck: Colour",
                        context={"includeDeclaration": True}))
    talk.lists(talk.ask("where is this card used", "textDocument/references", "cards.csv", "re|d",
                        context={"includeDeclaration": False}))
    found = talk.ask("the same in this file", "textDocument/documentHighlight", "walk.trv", "poin|ts[player]")
    for item in found:
        print("<  ", talk.marked(talk.uri("walk.trv"), item["range"]))
    for link in talk.ask("files that are named", "textDocument/documentLink", "walk.trv"):
        print("<  ", talk.marked(talk.uri("walk.trv"), link["range"]), "is", talk.name(link["target"]))
    print("\n> all symbols like `gn` (workspace/symbol)")
    talk.lists(talk.client.ask("workspace/symbol", {"query": "gn"})["result"])


def seeing(talk):
    outline(talk.ask("the outline", "textDocument/documentSymbol", "walk.trv"))
    folds = talk.ask("what folds away", "textDocument/foldingRange", "walk.trv")
    print("<  ", ", ".join(f"{fold['startLine'] + 1}-{fold['endLine'] + 1}" for fold in folds))
    data = talk.ask("colours", "textDocument/semanticTokens/full", "walk.trv")["data"]
    types = ["keyword", "number", "string", "comment", "decorator", "variable", "parameter", "property", "enum", "enumMember",
             "class", "function", "method", "event"]
    line = column = 0
    for i in range(0, len(data), 5):
        column = data[i + 1] + (column if data[i] == 0 else 0)
        line += data[i]
        if 24 <= line <= 28:
            word = talk.text("walk.trv").split("\n")[line][column:column + data[i + 2]]
            print(f"<   {line + 1}: {word} {types[data[i + 3]]}")


def calling(talk):
    found = talk.ask("what does this call take", "textDocument/signatureHelp", "walk.trv", "gain(p, |value")
    print("<  ", found["signatures"][0]["label"], "argument", found["activeParameter"] + 1)
    item = talk.ask("who is this", "textDocument/prepareCallHierarchy", "walk.trv", "tu|rn(p) }")[0]
    print("<  ", item["detail"])
    for method, role, title in (("incomingCalls", "from", "who calls it"), ("outgoingCalls", "to", "whom it calls")):
        print(f"\n> {title} (callHierarchy/{method})")
        for call in talk.client.ask(f"callHierarchy/{method}", {"item": item})["result"]:
            places = ", ".join(talk.marked(item["uri"], where) for where in call["fromRanges"])
            print("<  ", call[role]["name"], "at", places)
    found = talk.ask("ever larger parts", "textDocument/selectionRange", "walk.trv",
                     positions=[talk.place("walk.trv", "value_o|f(c)) }")])[0]
    while found:
        print("<  ", talk.marked(talk.uri("walk.trv"), found["range"]))
        found = found.get("parent")


def looking(talk):
    for name in ("walk.trv", "walk.md"):
        for lens in talk.ask("what stands above the lines", "textDocument/codeLens", name):
            print("<  ", lens["command"]["title"], "at", talk.marked(talk.uri(name), lens["range"]))
    print("\n> runs it (workspace/executeCommand)")
    answer = talk.client.ask("workspace/executeCommand", {"command": "trvm.test", "arguments": [talk.uri("walk.trv"), "red"]})
    print("<  ", answer["result"], talk.client.notices.pop()["params"]["message"])
    print("\n> asks what E0203 means (workspace/executeCommand)")
    answer = talk.client.ask("workspace/executeCommand", {"command": "trvm.explain", "arguments": ["E0203"]})
    print("<  ", answer["result"].split("\n")[0])
    talk.client.notices.clear()
    good = talk.text("walk.trv")
    talk.tell_text("walk.trv", good.replace("        gain(p, value_of(c)) }", "        let n = value_of(c)\n        gain(p, n) }"))
    hints = talk.ask("what the text leaves out", "textDocument/inlayHint", "walk.trv",
                     range={"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}})
    for hint in hints:
        print("<   line", hint["position"]["line"] + 1, hint["label"])
    talk.tell_text("walk.trv", good)


def renaming(talk):
    found = talk.ask("can this be renamed", "textDocument/prepareRename", "walk.trv", "ha|nd[player]")
    print("<  ", found["placeholder"], "at", talk.marked(talk.uri("walk.trv"), found["range"]))
    talk.ask("can this be renamed", "textDocument/prepareRename", "walk.trv", "sh|uffle")
    for title, name, text, new in (("a card", "cards.csv", "re|d,", "crimson"), ("a field", "walk.trv", "wo|rth: int", "steps"),
                                   ("an item", "walk.md", "**R|2**", "R20"), ("a clash", "walk.trv", "ga|in(p: player", "turn"),
                                   ("no name", "walk.trv", "ga|in(p: player", "2x"), ("a word", "walk.trv", "ga|in(p: player", "if")):
        found = talk.ask(f"renames {title} to {new}", "textDocument/rename", name, text, newName=new)
        if found:
            talk.edits(found["changes"])


def writing(talk):
    good = talk.text("walk.trv")
    for text in ("gain(p, value_of(c|", "c.|", "draw dealt from |", "@|", "pool table: |", "if c == |"):
        line = text.replace("|", "")
        talk.tell_text("walk.trv", good.replace("        gain(p, value_of(c)) }", "        " + line))
        at = talk.place("walk.trv", "        " + line)
        found = talk.ask(f"what could stand in `{text}`", "textDocument/completion", "walk.trv",
                         position={"line": at["line"], "character": at["character"] + 8 + len(line)})
        items = sorted(found["items"], key=lambda item: item["sortText"])
        print("<  ", ", ".join(item["label"] for item in items[:9]), "…" if len(items) > 9 else "")
    talk.tell_text("walk.trv", good)


def mending(talk):
    good = talk.text("walk.trv")
    talk.settle()
    talk.tell_text("walk.trv", good.replace("points[p] += n", "pionts[p] += n"))
    print("\n> writes `pionts` for `points`")
    talk.told()
    at = talk.place("walk.trv", "pi|onts")
    found = talk.ask("what can be done", "textDocument/codeAction", "walk.trv", range={"start": at, "end": at},
                     context={"diagnostics": []})
    for action in found:
        print("<  ", action["title"])
        talk.edits(action.get("edit", {"changes": {}})["changes"])
    found = talk.ask("with the mistake, what is this", "textDocument/hover", "walk.trv", "value_o|f(c)) }")
    print("<  ", found["contents"]["value"].split("\n")[1])
    print("\n> writes `points` again")
    talk.tell_text("walk.trv", good)
    talk.told()
    talk.open("cards.csv")
    print("\n> writes `many` for a number of the table")
    talk.tell_text("cards.csv", talk.text("cards.csv").replace("blue,3", "blue,many"))
    talk.told(2)
    print("\n> takes it back")
    talk.tell_text("cards.csv", talk.text("cards.csv").replace("blue,many", "blue,3"))
    talk.told(2)


def errors_after(talk, name, edit):
    """How many errors the rules have with an edit applied, and the lines that are new."""
    before = {file: talk.text(file) for file in ("walk.trv", "walk.md", name)}
    for uri, edits in edit["changes"].items():
        file = talk.name(uri)
        lines = talk.text(file).split("\n")
        for change in sorted(edits, key=lambda change: (change["range"]["start"]["line"], change["range"]["start"]["character"]),
                             reverse=True):
            start, end = change["range"]["start"], change["range"]["end"]
            text = lines[start["line"]][:start["character"]] + change["newText"] + lines[end["line"]][end["character"]:]
            lines[start["line"]:end["line"] + 1] = text.split("\n")
        talk.tell_text(file, "\n".join(lines))
        for line in lines:
            if line.strip() and line not in before[file].split("\n"):
                print("<    ", " ".join(line.split()))
    found = talk.client.ask("textDocument/codeAction", {
        "textDocument": {"uri": talk.uri("walk.trv")}, "context": {"diagnostics": [], "only": ["quickfix"]},
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}}})["result"]
    wrong = sorted({action["title"] for action in found if action["title"].startswith("what E")})
    if wrong:
        print("<     then wrong:", ", ".join(wrong))
    for file, text in before.items():
        talk.tell_text(file, text)


def could_do(talk, title, text, name="walk.trv", **context):
    """All actions for what stands between «», each tried out."""
    at = talk.text(name).index(text.replace("«", "").replace("»", ""))
    where = []
    for sign in (text.index("«"), text.index("»") - 1):
        before = talk.text(name)[:at + sign]
        where.append({"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1})
    found = talk.ask(f"what could be done with {title} `{text}`", "textDocument/codeAction", name,
                     range={"start": where[0], "end": where[1]}, context={"diagnostics": [], **context})
    for action in found:
        print("<   " + action["title"], f"({action['kind']})")
        if "edit" in action:
            errors_after(talk, name, action["edit"])


def acting(talk):
    good = talk.text("walk.trv")
    talk.tell_text("walk.trv", good.replace("points[p] += n }", "points[p] += 2 * n }"))
    could_do(talk, "a number", "+= «»2 * n")
    talk.tell_text("walk.trv", good)
    could_do(talk, "a constant", "const de«»alt")
    could_do(talk, "an expression", "gain(p, «value_of(c)»)", only=["refactor"])
    could_do(talk, "statements", "«move c from hand[p] to table\n        gain(p, value_of(c))»", only=["refactor"])
    talk.tell_text("walk.trv", good.replace("option walk(c in hand[p]) \"play {c}\"",
                                            "option walk(c in hand[p]) \"play {c}\"\n      needs c.worth > 0"))
    could_do(talk, "a condition", "needs c.worth «»> 0")
    talk.tell_text("walk.trv", good.replace("= c.worth ", "= match c { red => 2 } "))
    could_do(talk, "a match", "mat«»ch c", only=["quickfix"])
    talk.tell_text("walk.trv", good.replace("gain(p, value_of(c))", "gian(p, value_of(c))"))
    could_do(talk, "a call", "gi«»an(p")
    talk.tell_text("walk.trv", good)
    book = talk.text("walk.md")
    talk.open("walk.md")
    talk.tell_text("walk.md", book + "- **R4** Whoever has most points wins.\n- **S2** Ada plays blue: she has 3 points.\n")
    could_do(talk, "a rule without an item", "ran«»k p by")
    could_do(talk, "an item that no scenario shows", "**S«»2**", "walk.md")
    talk.tell_text("walk.md", book)
    talk.tell_text("walk.trv", good)
    talk.settle()


def typing(talk):
    good = talk.text("walk.trv")
    talk.tell_text("walk.trv", good.replace("  shuffle pack  ", "  if true {\nshuffle pack\n      }"))
    for line, key in ((15, "\n"), (16, "}")):
        edits = talk.ask(f"types {key!r} in line {line + 1}", "textDocument/onTypeFormatting", "walk.trv", ch=key,
                         position={"line": line, "character": 0}, options={"tabSize": 2, "insertSpaces": True})
        for edit in edits:
            print(f"<   line {edit['range']['start']['line'] + 1} begins with {len(edit['newText'])} spaces")
    talk.tell_text("walk.trv", good)
    found = talk.ask("what changes together", "textDocument/linkedEditingRange", "walk.trv", "value_of(c|: Colour")
    for where in found["ranges"]:
        print("<  ", talk.marked(talk.uri("walk.trv"), where))
    found = talk.ask("what changes together", "textDocument/linkedEditingRange", "walk.trv", "va|lue_of(c: Colour")
    print("<  ", found)
    talk.settle()


def varying(talk):
    talk.open("generous.trv")
    for text in ("instead of ga|in", "const de|alt = 1"):
        found = talk.ask("what is changed here", "textDocument/hover", "generous.trv", text)
        for line in found["contents"]["value"].rstrip().split("\n"):
            print(f"<   {line}".rstrip())
    print("\n> renames files (workspace/willRenameFiles)")
    for old, new in (("walk.trv", "stroll.trv"), ("cards.csv", "tables/colours.csv"), ("walk.md", "book.md")):
        answer = talk.client.ask("workspace/willRenameFiles", {"files": [{"oldUri": talk.uri(old), "newUri": talk.uri(new)}]})
        talk.edits(answer["result"]["changes"])
    with open(os.path.join(talk.folder, "walk.deep.json"), "w", encoding="utf-8") as file:
        file.write('{"deep": {"games": 200, "unexercised": [{"kind": "effect", "name": "gain", "file": "walk.trv", "line": 36}]}}')
    for lens in talk.ask("after a deep check that never came there", "textDocument/codeLens", "walk.trv"):
        print("<  ", lens["command"]["title"], "at", talk.marked(talk.uri("walk.trv"), lens["range"]))
    talk.settle()


def colouring(talk):
    good = talk.text("walk.trv")
    talk.tell_text("walk.trv", good + 'show {\n  colour Colour {\n    red "#cc3333"\n    blue "navy"\n  }\n}\n')
    for found in talk.ask("which colours are these", "textDocument/documentColor", "walk.trv"):
        red, green, blue = (round(255 * found["color"][name]) for name in ("red", "green", "blue"))
        print("<  ", red, green, blue, "at", talk.marked(talk.uri("walk.trv"), found["range"]))
    found = talk.ask("how is this one written", "textDocument/colorPresentation", "walk.trv",
                     color={"red": 1, "green": 0.5, "blue": 0, "alpha": 1}, range={})
    print("<  ", found[0]["label"])
    talk.tell_text("walk.trv", good)
    talk.settle()


def styling(talk):
    good = talk.text("walk.trv")
    talk.tell_text("walk.trv", good.replace("const dealt = 1", "const   dealt=1").replace("shuffle pack  ", "  shuffle pack "))
    edits = talk.ask("some lines in the one style", "textDocument/rangeFormatting", "walk.trv",
                     range={"start": {"line": 13, "character": 0}, "end": {"line": 16, "character": 0}},
                     options={"tabSize": 2, "insertSpaces": True})
    for edit in edits:
        print(f"<   line {edit['range']['start']['line'] + 1}: {' '.join(edit['newText'].split())}")
    edits = talk.ask("all of it", "textDocument/formatting", "walk.trv", options={"tabSize": 2, "insertSpaces": True})
    for edit in edits:
        print(f"<   line {edit['range']['start']['line'] + 1}: {' '.join(edit['newText'].split())}")
    talk.tell_text("walk.trv", good)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("walk.trv", "walk.md", "cards.csv", "generous.trv", "harsh.trv"):
            shutil.copy(os.path.join(HERE, name), folder)
        talk = Talk(os.path.abspath(sys.argv[1]), os.path.realpath(folder))
        print("> begins")
        capabilities = talk.client.begin()["result"]["capabilities"]
        print("<", ", ".join(sorted(capabilities)))
        talk.open("walk.trv")
        talk.told()
        for part in (reading, going, seeing, calling, looking, renaming, writing, mending, acting, typing, varying,
                     colouring, styling):
            print(f"\n---- {part.__name__} ----")
            part(talk)
        print("\n> closes everything and goes")
        for name in ("walk.trv", "walk.md", "cards.csv", "generous.trv"):
            talk.client.tell("textDocument/didClose", {"textDocument": {"uri": talk.uri(name)}})
        print("<", "goes in order" if talk.client.end()[1] == 0 else "complains")


main()
