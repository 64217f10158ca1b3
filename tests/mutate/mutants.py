"""The typos: each function takes the tokens of a game and a random generator and yields one mutant for every place
where its kind of slip can happen. What is drawn depends on the seed alone."""
import collections
import re

# cut: the part of the source that is replaced; meant: what stood there; wrote: what stands there now
Mutant = collections.namedtuple("Mutant", "kind game start end meant wrote line place")

KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")  # neighbours on a keyboard
NAMING = {"const", "setting", "enum", "deck", "table", "pile", "pool", "row", "track", "var", "graph", "fn", "effect",
          "phase", "options", "position", "let", "option", "choose", "pick", "for"}
PLAIN_TYPES = ["int", "bool", "player"]
SLIPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "/",
         "+=": "-=", "-=": "+=", "and": "or", "or": "and"}


def words_of_the_language(definitions):
    return set(re.findall(r'^WORD\("([a-z_]+)"', definitions, re.M))


class Game:
    """A game's text, its tokens, and which of its words are names."""

    def __init__(self, name, source, tokens, language):
        self.name, self.source, self.tokens = name, source, tokens
        pairs = list(zip(tokens, tokens[1:]))
        declared = {b.text for a, b in pairs if a.kind == b.kind == "word" and a.text in NAMING}
        declared |= {a.text for a, b in pairs if a.kind == "word" and b.text in (":", "in")}
        self.words = {token.text for token in tokens if token.kind == "word"}
        self.names = {word for word in self.words if word not in language}
        # A word of the language that this game also has as a name could be either: it is left alone.
        self.keywords = (self.words & language) - declared
        self.types = sorted(word for word in self.names if word[0].isupper())
        self.language = language

    def mutant(self, kind, token, wrote):
        return Mutant(kind, self.name, token.start, token.start + len(token.text), token.text, wrote, token.line,
                      token.place)


# ---- misspelling ----

def neighbour(letter, random):
    for row in KEYS:
        at = row.find(letter.lower())
        if at >= 0:
            near = random.choice([row[i] for i in (at - 1, at + 1) if 0 <= i < len(row)])
            return near.upper() if letter.isupper() else near
    return "x"


def slip(word, random):
    """One slip of the fingers: two letters swapped, one left out, one doubled, or a neighbouring key."""
    at = random.randrange(len(word))
    way = random.randrange(4)
    if way == 0 and at + 1 < len(word):
        return word[:at] + word[at + 1] + word[at] + word[at + 2:]
    if way == 1:
        return word[:at] + word[at + 1:]
    if way == 2:
        return word[:at] + word[at] + word[at:]
    return word[:at] + neighbour(word[at], random) + word[at + 1:]


def misspell(game, word, random):
    """A misspelling that is no other word of this game or of the language, and keeps its first letter's case."""
    while True:
        wrong = slip(word, random)
        if wrong and wrong not in game.words | game.language and wrong[0].isupper() == word[0].isupper() and \
                re.fullmatch("[A-Za-z][A-Za-z0-9_]*", wrong):
            return wrong


def misspelt_names(game, random):
    for token in game.tokens:
        if token.kind == "word" and token.text in game.names and len(token.text) >= 3:
            yield game.mutant("misspelt name", token, misspell(game, token.text, random))


def short_names(game, random):
    """A name of one or two letters is not misspelt but another one: `o` for `p`."""
    for token in game.tokens:
        if token.kind == "word" and token.text in game.names and len(token.text) < 3:
            at = random.randrange(len(token.text))
            wrong = token.text[:at] + neighbour(token.text[at], random) + token.text[at + 1:]
            if wrong not in game.language:
                yield game.mutant("short name", token, wrong)


def misspelt_keywords(game, random):
    for token in game.tokens:
        if token.kind == "word" and token.text in game.keywords and len(token.text) >= 2:
            yield game.mutant("misspelt keyword", token, misspell(game, token.text, random))


# ---- leaving out, exchanging ----

def missing_brackets(game, _random):
    for token in game.tokens:
        if token.kind == "bracket":
            yield game.mutant("missing bracket", token, "")


def wrong_types(game, random):
    """A type by another, a number by a truth value, a truth value by a number."""
    before = None
    for token in game.tokens:
        is_type = before and before.text in (":", "->") and (token.text in PLAIN_TYPES or token.text in game.types)
        if is_type:
            others = [word for word in PLAIN_TYPES + game.types if word != token.text]
            yield game.mutant("wrong type", token, random.choice(others))
        elif token.kind == "number":
            yield game.mutant("wrong type", token, "true")
        elif token.text in ("true", "false") and token.kind == "word":
            yield game.mutant("wrong type", token, "1")
        before = token


def wrong_numbers(game, random):
    for token in game.tokens:
        if token.kind == "number":
            value = int(token.text.replace("_", ""))
            others = [value + 1, 10 * value if value else 2] + ([value - 1] if value else [])
            yield game.mutant("wrong number", token, str(random.choice(others)))


def wrong_operators(game, _random):
    for token in game.tokens:
        if token.text in SLIPS and token.kind in ("mark", "word"):
            yield game.mutant("wrong operator", token, SLIPS[token.text])


def swapped_arguments(game, _random):
    """f(a, b) as f(b, a): any two neighbours in a pair of round brackets behind a word."""
    for i, token in enumerate(game.tokens):
        if token.text == "(" and token.kind == "bracket" and i and game.tokens[i - 1].kind == "word":
            yield from swaps(game, i)


def swaps(game, opening):
    starts, depth = [game.tokens[opening].start + 1], 0
    for token in game.tokens[opening:]:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(token.text, 0) if token.kind == "bracket" else 0
        if depth == 0 or (depth == 1 and token.text == "," and token.kind == "mark"):
            starts.append(token.start + 1)
        if depth == 0:
            break
    for a, b, end in zip(starts, starts[1:], starts[2:]):
        left, right = game.source[a:b - 1].strip(), game.source[b:end - 1].strip()
        if left != right and "\n" not in game.source[a:end] and "//" not in game.source[a:end]:
            token = game.tokens[opening]
            yield Mutant("swapped arguments", game.name, a, end - 1, game.source[a:end - 1], f"{right}, {left}",
                         token.line, token.place)


KINDS = {"misspelt name": misspelt_names, "short name": short_names, "misspelt keyword": misspelt_keywords,
         "missing bracket": missing_brackets, "wrong type": wrong_types, "wrong number": wrong_numbers,
         "wrong operator": wrong_operators, "swapped arguments": swapped_arguments}
WEIGHTS = {"misspelt name": 6, "misspelt keyword": 4, "missing bracket": 3, "wrong type": 3, "wrong number": 3,
           "swapped arguments": 2, "wrong operator": 2, "short name": 1}


def draw(game, count, random):
    """`count` mutants of a game, of each kind its share, every place at most once in a kind. Rules come before
    scenarios: a scenario gives a place to one mutant of five at most."""
    drawn = []
    for kind, make in KINDS.items():
        share = round(count * WEIGHTS[kind] / sum(WEIGHTS.values()))
        everything = list(make(game, random))
        rules = [mutant for mutant in everything if mutant.place == "rules"]
        rest = [mutant for mutant in everything if mutant.place != "rules"]
        in_scenarios = min(share // 5, len(rest))
        drawn += random.sample(rules, min(share - in_scenarios, len(rules))) + random.sample(rest, in_scenarios)
    return drawn


def apply(source, mutant):
    return source[:mutant.start] + mutant.wrote + source[mutant.end:]
