"""Rows of the suite `growth`: everything that rules can have many of, read, checked, compiled, formatted and shown."""
from rows import HEAD, game, lines, row

TWO = "option a { } option b { }"
CHOICE = '\nplay { choose act by p1 "x" { ' + TWO + " } }\n"


def enum(n, name="E", prefix="e", separator=" "):
    return f"enum {name} {{ " + lines(n, prefix + "{i}", separator) + " }\n"


def shuffled(n):
    """0 to n - 1 in an order of no use."""
    step = next(step for step in (7919, 104729, 1299709) if n % step or n == 1)
    return [i * step % n for i in range(n)]


def deep_if(n):
    return "if a == 0 { a = 1 }" + lines(n, " else if a == {i} {{ a = {i} }}", "")


def variables(n):
    return lines(n, "var v{i}: int = {i}") + "\n"


def constants(n):
    """Each needs the one before, in rows of a hundred."""
    return lines(n, "const k{i} = {i}") + "\n" + "\n".join(
        f"const l{i} = " + (f"l{i - 1} + 1" if i % 100 else "1") for i in range(n)) + "\n"


def fns(n):
    return "var a: int = 0\n" + lines(n, "fn f{i}(x: int) -> int = x + a + {i}") + "\n"


def tabled(n):
    return (enum(9) + "var a: E = e0\nvar r: int = 0\n"
            + lines(n, "fn f{i}(x: E) -> int = {i} + sum(index(x) + index(y) for y in E where index(y) != {i})") + "\n"
            + "play { " + lines(n, "r = f{i}(a)") + " }\n")


def tables_in_a_row(n):
    first = "fn f0(x: E) -> int = sum(index(y) for y in E where y != x) % 10\n"
    rest = "\n".join(f"fn f{i}(x: E) -> int = match x {{ e0 => 0 else => "
                     + (f"f{i - 1}(x)" if i % 100 else "f0(x)") + " }" for i in range(1, n))
    return (HEAD + enum(9) + "var a: E = e0\nvar r: int = 0\n" + first + rest + "\nplay { "
            + lines(n, "r = f{i}(a)") + " }\n")


def deck_csv(n):
    return {"game.trv": HEAD + 'deck Card(worth: int, note_of: text) in stock from "cards.csv"\npool stock: Card open\n' + CHOICE,
            "cards.csv": "id,label,count,worth,note_of\n" + lines(n, "c{i},Card {i},1,{i},about {i}") + "\n"}


def list_cell(n):
    return {"game.trv": HEAD + 'deck Card(f: list of 0..9 up to 4096) in z from "list.csv"\npool z: Card open\n' + CHOICE,
            "list.csv": "id,count,f\na,1," + " ".join(str(i % 10) for i in range(n)) + "\n"}


def wide_csv(n):
    fields = ", ".join(f"f{i}: int" for i in range(n))
    return {"game.trv": HEAD + f'deck Card({fields}) in z from "wide.csv"\npool z: Card open\n' + CHOICE,
            "wide.csv": "id,count," + lines(n, "f{i}", ",") + "\n"
                        + "\n".join(f"c{r},1," + ",".join(["1"] * n) for r in range(10)) + "\n"}


def table_rows(n):
    return {"game.trv": HEAD + enum(n) + 'table costs[E](days: int) from "costs.csv"\nvar at: E = e0\nvar d: int = 0\n'
                        "play { d = costs[at].days ?? 0 }\n",
            "costs.csv": "e,days\n" + "\n".join(f"e{i},{i}" for i in shuffled(n)) + "\n"}


def used_files(n):
    """A file for each hundred, and as many lines that use one."""
    files = {f"f{i}.trv": f"const c{i} = {i}\n" for i in range(max(n // 100, 1))}
    files["game.trv"] = HEAD + "\n".join(
        f'use "d{i % 7}/../f{i % len(files)}.trv"' for i in range(n)) + "\nplay { }\n"
    return files


def use_names(n):
    """Files that use the next by two names."""
    files = {f"f{i}.trv": f'use "./d/./../f{i + 1}.trv" use "e/../f{i + 1}.trv"\n' for i in range(n)}
    files[f"f{n}.trv"] = "const last = 1\n"
    files["game.trv"] = HEAD + 'use "f0.trv"\nplay { }\n'
    return files


def scenarios(n):
    return (HEAD + "var a: int = 0\nphase turn() \"turn\" { a = 1 }" + CHOICE
            + lines(n, 'scenario "number {i}" players 2 {{ run turn() expect a == 1 }}') + "\n")


def told(n):
    """Effects that each tell a secret, all of them called in one place."""
    return (HEAD + "var secret: 0..9 = 0 hidden\n"
            + lines(n, "fn f{i}(q: player) -> int = secret + {i}\n"
                       'effect e{i}(p: player) {{ let x = f{i}(p)  say to p "x {{x}}" }}')
            + '\nplay { for p in players { choose act by p "x" { option a { ' + lines(n, "e{i}(p)", " ") + " } option b { } } } }\n")


def varied(n, declared, changed):
    """A variant that changes declarations of its game, each by a line of its own."""
    return {"base.trv": HEAD + lines(n, declared) + CHOICE,
            "game.trv": 'variant "Other" of "base.trv" {\n' + lines(n, changed) + "\n}\n"}


def changed(change, n):
    """A variant that changes one effect of its game again and again."""
    return {"base.trv": HEAD + "var y: int = 0\neffect e(p: player) { y = seat(p) }\nplay { e(p1) }\n",
            "game.trv": 'variant "Other" of "base.trv" {\n' + lines(n, change) + "\n}\n"}


def chosen(n, change, declarations="var y: int = 0\n"):
    """A variant that changes one choice of its game again and again."""
    return {"base.trv": game('choose c by p1 "x" { option o { } option b { } }', declarations),
            "game.trv": 'variant "Other" of "base.trv" { change choose c {\n' + lines(n, change) + "\n} }\n"}


def rulebook(n, cited="@R{i}"):
    """Effects that each cite an item; those have numbers from 1 on."""
    effects = [("effect f{i}() {{ a = {i} }} " + cited).format(i=i) for i in range(1, n + 1)]
    return {"game.trv": HEAD.replace(" }", ' rulebook "rules.md" }') + "var a: int = 0\n" + "\n".join(effects)
                        + "\nplay { " + " ".join(f"f{i}()" for i in range(1, n + 1)) + " }\n",
            "rules.md": "# Rules\n\n" + "\n".join(f"- **R{i}** Number {i}." for i in range(1, n + 1)) + "\n"}


def cited_constants(n):
    """Constants that cite an item which is as long as they are many."""
    return {"game.trv": HEAD.replace(" }", ' rulebook "rules.md" }') + lines(n, "const c{i} = {i} + 70_000 @R1") + "\nplay { }\n",
            "rules.md": "# Rules\n\n- **R1** " + "two hundred and one thousand " * n + "\n"}


def options(n):
    return game('choose act by p1 "x" { ' + lines(n, 'option o{i} "number {i}" {{ a = {i} }}') + " }", "var a: int = 0\n")


def option_lets(n, value, use):
    """An option of n `let`s; {i} is the number of one, {before} that of the one before."""
    lets = "\n".join("let l{i} = " .format(i=i) + value.format(i=i, before=max(i - 1, 0)) for i in range(1, n))
    return game('choose act by p1 "x" { option b { } option o(x in 1..9) let l0 = x\n' + lets + " " + use + " }", "var a: int = 0\n")


def holes(n):
    return game('say "' + lines(n, "{{a}} and {i} ", "") + '"', "var a: int = 0\n")


def spread(n, each):
    """n statements in procedures of a hundred, since one has an end."""
    procedures = max(n // 100, 1)
    return "\n".join(f"effect part{k}() {{ " + "\n".join(each.format(i=k * 100 + i) for i in range(min(n, 100))) + " }"
                     for k in range(procedures)) + "\n", lines(procedures, "part{i}()")


def statements(n, each, rules="var a: int = 0\n"):
    procedures, play = spread(n, each)
    return game(play, rules + procedures)


DECK = ("deck Card(worth: int) in stock { 9 of c0(1) 9 of c1(2) 9 of c2(3) }\npile stock: Card hidden refill from heap\n"
        "pile heap: Card open\npool hand[player]: Card for owner\nvar a: int = 0\n")

# Statements and expressions, each on a line of its own: {i} is its number.
STATEMENTS = {
    "assignments": "a = a + {i}",
    "ifs": "if a == {i} {{ a = 1 }} else {{ a = 2 }}",
    "lets": "if a == 0 {{ let x{i} = a + {i} a = x{i} }}",
    "loops": "for p in players {{ a = a + {i} }}",
    "while loops": "while a > {i} {{ a = a - 1 }}",
    "repeats": "repeat {i} times {{ a = 1 }}",
    "matches": "match a {{ {i} {{ a = 1 }} else {{ a = 2 }} }}",
    "say": 'say "number {i} of {{a}}"',
    "choices": 'choose c{i} by p1 "x" {{ option a {{ }} option b {{ }} }}',
    "picks": 'let x{i} = pick q{i} by p1 "x" (c in 1..3) a = x{i}',
    "choices of all": 'choose c{i} by each p in players "x" {{ option a {{ }} option b {{ }} }}',
    "needs": 'choose c{i} by p1 "x" {{ option a needs a > {i} else "not {i}" {{ }} option b {{ }} }}',
    "draws": "draw 1 from stock to hand[p1]",
    "moves": "if let c = top(heap) {{ move c from heap to hand[p1] }}",
    "moves of all": "move all c from hand[p1] to heap where c.worth == {i}",
    "shuffles": "shuffle stock",
    "swaps": "swap hand[p1], hand[p2]",
    "sums": "a = sum(c.worth for c in hand[p1] where c.worth > {i})",
    "counts": "a = count(c in Card where c.worth == {i})",
    "extremes": "a = max(c.worth for c in Card)",
    "any and all": "if any(c in hand[p1] where c.worth == {i}) and all(p in players: seat(p) > {i}) {{ a = {i} }}",
    "sets": "let s{i} = set(p in players where seat(p) > {i}) a = size(s{i})",
    "bags": "let b{i} = bag(c for c in hand[p1]) a = size(b{i})",
    "lists": "let l{i} = list(c.worth for c in Card) a = l{i}[1]",
    "rolls": "a = roll 6 + {i}",
    "conditions": "a = if a > {i} then {i} else 0",
}

ROWS = [row(name, lambda n, each=each: statements(n, each, DECK), size=1000, most=100000)
        for name, each in STATEMENTS.items()]
ROWS += [
    # declarations
    row("variables", lambda n: HEAD + variables(n) + "play { }\n", size=2000, most=200000),
    row("arrays", lambda n: HEAD + lines(n, "var v{i}[player, 1..9]: 0..9 = 0") + "\nplay { }\n", size=1000, most=20000),
    row("constants", lambda n: HEAD + constants(n) + "play { }\n", size=2000, most=200000),
    row("settings", lambda n: HEAD + lines(n, 'setting s{i}: 1..9 = 3 "number {i}"') + "\nplay { }\n", size=300, most=10000),
    row("values of an enum", lambda n: HEAD + enum(n) + "play { }\n", size=3000, most=30000),
    row("enums", lambda n: HEAD + lines(n, "enum E{i} {{ a{i} b{i} }}") + "\nplay { }\n", size=1000, most=30000),
    row("values of one name", lambda n: HEAD + lines(n, "enum E{i} {{ a b }}") + "\nplay { }\n", size=1000, most=30000),
    row("cards", lambda n: HEAD + "deck Card(worth: int) in stock { " + lines(n, 'c{i}({i}) "Card {i}"')
        + " }\npool stock: Card open" + CHOICE, size=3000, most=30000),
    row("decks", lambda n: HEAD + lines(n, "deck D{i} in z{i} {{ 3 of a{i} 2 of b{i} }} pool z{i}: D{i} open") + CHOICE,
        size=500, most=20000),
    row("fields", lambda n: HEAD + "deck Card(" + lines(n, "f{i}: int", ", ") + ") in z { a(" + lines(n, "{i}", ", ")
        + ") }\npool z: Card open" + CHOICE, size=100, most=1000),
    row("fns", lambda n: HEAD + fns(n) + "play { " + lines(n, "a = f{i}(a)") + " }\n", size=1000, most=10000),
    row("fns that tables are made of", lambda n: HEAD + tabled(n), size=300, most=3000),
    row("fns whose tables need each other", tables_in_a_row, size=300, most=3000),
    row("effects", lambda n: HEAD + "var a: int = 0\n" + lines(n, "effect f{i}(p: player) {{ a = {i} }}") + "\nplay { "
        + lines(n, "f{i}(p1)") + " }\n", size=1000, most=10000),
    row("phases", lambda n: HEAD + "var a: int = 0\n" + lines(n, 'phase f{i}(p: player) "number {i}" {{ a = {i} }}')
        + "\nplay { " + lines(n, "f{i}(p1)") + " }\n", size=1000, most=10000),
    row("parameters", lambda n: HEAD + "var a: int = 0\neffect f(" + lines(n, "x{i}: int", ", ") + ") { a = x0 }\nplay { f("
        + lines(n, "{i}", ", ") + ") }\n", size=100, most=1000),
    row("parameters that nothing uses", lambda n: HEAD + "fn f(" + lines(n, "x{i}: int", ", ") + ") -> int = 1\noptions o("
        + lines(n, "x{i}: int", ", ") + ") { option a { } }\nplay { }\n", size=3000, most=60000),
    row("arguments of an option", lambda n: game('choose c by p1 "x" { option o(' + lines(n, "x{i} in 1..2", ", ")
                                                 + ") { } option b { } }"), size=30, statuses=(1,), says="E0410"),
    row("invariants", lambda n: HEAD + "var a: int = 0\n" + lines(n, 'invariant "number {i}" a < {i} + 9') + CHOICE, size=1000),
    row("scenarios", scenarios, size=500),
    row("options of a choice", options, size=1000, most=60000),
    row("lets of an option", lambda n: option_lets(n, "x + {i}", '"{l0}" { ' + lines(n, "a = l{i}") + " }"), size=1000, most=6000),
    row("lets of an option in a row", lambda n: option_lets(n, "l{before} + 1", f'"{{l{n - 1}}}" {{ }}'), size=2000, most=60000,
        statuses=(0, 1)),
    row("keys of the ranking", lambda n: HEAD + "var a: int = 0" + CHOICE + "rank p by " + lines(n, "a + {i}", ", ") + "\n",
        size=300, most=3000),
    row("graphs", lambda n: HEAD + enum(9) + lines(n, "graph g{i}: E {{ e0 - e1 e1 - e2 e2 - e3 e3 - e4 e4 - e5 e5 - e6 e6 - e7 "
                                                   "e7 - e8 }}") + CHOICE, size=500),
    row("boards", lambda n: HEAD + lines(n, "grid G{i} 3 by 3") + "\nplay { end game }\n", size=200),
    row("questions inside of each other", lambda n: HEAD + "var a: int = 0\nplay { a = " + "".join(
        f"count(i{i} in 1..1 where " for i in range(n)) + "a == 0" + ") > 0" * (n - 1) + ") }\n", size=10, most=100),
    row("cells of a board", lambda n: HEAD + f"grid G {n} by 1 wraps east\nfn f(s: G) -> int = size(ray(s, east))\n"
        "play { say \"{f(a1)}\" }\n", size=10, most=1000),
    row("conditions of a board", lambda n: HEAD + "grid G 8 by 8 where column in [" + ", ".join("1" for i in range(n)) + "] or true\n"
        + "play { end game }\n", size=100),
    row("lines of a board", lambda n: HEAD + f"grid G {n} by 1\nlines L of 2 on G\n" + "play { end game }\n", size=10, most=1000),
    row("places of a graph", lambda n: HEAD + enum(n) + "graph g: E { " + " ".join(f"e{i} - e{i + 1}" for i in range(n - 1))
        + " }\nvar a: int = 0\nvar at: E = e0\nplay { a = distance(g, at, e1) }\n", size=100, most=1000, seconds=2),
    row("comments on declarations", lambda n: HEAD + "var a: int = 0\n" + lines(n, "/// Line {i}.") + "\nfn f() -> int = a"
        + CHOICE, size=5000),
    row("comments", lambda n: HEAD + lines(n, "// Line {i}.") + CHOICE, size=20000, most=1000000),
    # shapes
    row("arms of a match", lambda n: game("match a { " + lines(n, "{i} {{ a = 1 }}") + " else { a = 2 } }", "var a: int = 0\n"),
        size=300, most=6000),
    row("arms of a match of values", lambda n: HEAD + enum(n) + "var at: E = e0\nvar a: int = 0\nfn f(x: E) -> int = match x { "
        + lines(n, "e{i} => {i}") + " }\nplay { a = f(at) }\n", size=1000, most=30000),
    row("arms that come twice", lambda n: game("match a { " + lines(n, "7 {{ a = 1 }}") + " else { a = 2 } }", "var a: int = 0\n"),
        size=300, most=6000, statuses=(0, 1)),
    row("values in an arm", lambda n: game("match a { " + lines(n, "{i}", ", ") + " { a = 1 } else { a = 2 } }",
                                           "var a: int = 0\n"), size=300, most=6000),
    row("else if", lambda n: game(deep_if(n), "var a: int = 0\n"), size=18, most=180),
    row("terms of a sum", lambda n: statements(n, "a = a" + " + {i}" * 100), size=100, most=1000),
    row("items of a list", lambda n: game("let l = [" + lines(n, "{i}", ", ") + "]  a = l[1]", "var a: int = 0\n"),
        size=300, most=4000),
    row("items of a set", lambda n: HEAD + enum(n) + "var s: set of E = []\nplay { s = [" + lines(n, "e{i}", ", ") + "] }\n",
        size=300, most=4000),
    row("holes of a text", holes, size=500, most=20000),
    row("a long text", lambda n: game('say "' + "word " * n + '"'), size=20000),
    row("one long line", lambda n: (HEAD + variables(n) + "play { }\n").replace("\n", " "), size=2000, most=200000),
    row("one long line with letters of several bytes", lambda n: (HEAD.replace("Growth", "Größe") + variables(n)
                                                                  + "play { }\n").replace("\n", " "), size=2000, most=200000),
    row("blank lines", lambda n: HEAD + "\n" * n + CHOICE, size=100000, most=1000000),
    row("citations of a line", lambda n: game("a = 1 " + lines(n, "@R{i}", " "), "var a: int = 0\n"), size=2000, most=100000),
    # files
    row("rows of a deck's table", deck_csv, size=3000, most=30000),
    row("items of a list in a cell", list_cell, size=20000, statuses=(1,), says="4096"),
    row("columns of a table", wide_csv, size=90, most=900),
    row("rows of a table", table_rows, size=3000, most=30000),
    row("lines that use a file", used_files, size=900, most=9000),
    row("names of one file", use_names, size=3, most=30),
    # variants
    row("constants that a variant changes", lambda n: varied(n, "const k{i} = {i}", "const k{i} = {i} + 1"), size=1000),
    row("fns that a variant replaces", lambda n: varied(n, "fn f{i}(x: int) -> int = x + {i}",
                                                        "instead of f{i}(x) = x + 1"), size=1000),
    row("changes of one effect", lambda n: changed("before e(p) {{ y = {i} }}", n), size=200, statuses=(1,), says="E0410"),
    row("what comes after one effect", lambda n: changed("after e(p) {{ y = {i} }}", n), size=200, statuses=(1,), says="E0410"),
    row("options that a variant adds", lambda n: chosen(n, "add option n{i} {{ }}"), size=1000, most=60000),
    row("changes of one option", lambda n: chosen(n, "before option o {{ y = {i} }}"), size=1000, most=6000),
    row("cards carried before one option", lambda n: chosen(
        n, "before option o {{ move all from here to there }}", "deck D in here { a b }\npile here: D open\npile there: D open\n"),
        size=1000, most=6000),
    row("what a variant changes that is not there", lambda n: varied(
        n, 'const c{i} = 1\ninvariant "number {i}" true', 'change deck D{i} {{ add 1 of a }}\ndrop invariant "numbr {i} x"'),
        size=1000, statuses=(1,), says="E0704"),
    row("invariants that a variant drops", lambda n: varied(n, 'invariant "number {i}" 1 < {i} + 9',
                                                            'drop invariant "number {i}"'), size=1000),
    row("constants that a variant changes", lambda n: varied(n, "const k{i} = {i}", "const k{i} = {i} + 1"), "diff", size=1000),
    row("values that a variant renames", lambda n: {
        "base.trv": HEAD + enum(n) + CHOICE,
        "game.trv": 'variant "Other" of "base.trv" {\nchange enum E {\n' + lines(n, 'change e{i} "other {i}"') + "\n}\n}\n"},
        "diff", size=1000, most=30000),
    # the rulebook
    row("items", rulebook, "check", "--rulebook", size=900, most=9000),
    row("constants that cite one long item", cited_constants, "check", "--rulebook", size=300, most=9000),
    row("procedures that cite nothing", lambda n: rulebook(n, cited=""), "check", "--rulebook", size=900, most=9000),
    row("items that are not there", lambda n: rulebook(n, cited="@A{i}"), "check", "--rulebook", size=900, most=9000,
        statuses=(1,)),
    # mistakes
    row("unknown names", lambda n: statements(n, "a = nam{i}"), size=300, most=30000, statuses=(1,), says="E0201"),
    row("misspelt names", lambda n: statements(n, "a = variable_number_{i}x", variables(n).replace("var v", "var variable_number_")
                                               + "var a: int = 0\n"), size=300, most=30000, statuses=(1,)),
    row("misspelt constants", lambda n: HEAD + lines(n, "const constant_number_{i} = constant_numbr_{i}x + 1") + "\nplay { }\n",
        size=3000, most=60000, statuses=(1,)),
    row("misspelt values", lambda n: HEAD + enum(n, prefix="value_number_", separator="\n") + "var at: E = value_number_0\n"
        + spread(n, "at = value_numbr_{i}")[0] + "play { }\n", size=300, most=30000, statuses=(1,)),
    row("seats", lambda n: 'game "Growth" { players 2 seats ' + lines(n, "s{i}", ", ") + " }\nplay { }\n", size=3000, statuses=(1,),
        says="E0413"),
    row("declared twice", lambda n: HEAD + lines(n, "var again: int = {i}") + "\nplay { }\n", size=1000, most=60000, statuses=(1,)),
    row("values declared twice", lambda n: HEAD + enum(n).replace("{ ", "{ " + lines(n, "e{i}", " ") + " ") + "play { }\n",
        size=1000, most=30000, statuses=(1,)),
    row("wrong types", lambda n: statements(n, "a = true"), size=1000, most=30000, statuses=(1,)),
    row("what cannot be read", lambda n: game(lines(n, "a = = {i}"), "var a: int = 0\n"), size=300, most=30000, statuses=(1,)),
    row("open brackets", lambda n: game("a = " + "(" * n, "var a: int = 0\n"), size=1000, most=30000, statuses=(1,)),
    row("closing brackets", lambda n: game("a = 1" + ")" * n, "var a: int = 0\n"), size=1000, most=30000, statuses=(1,)),
    row("wrong cells", lambda n: {**deck_csv(n), "cards.csv": "id,label,count,worth,note_of\n" + lines(n, "c{i},,1,x,y")},
        size=1000, most=30000, statuses=(1,)),
    row("warnings", lambda n: statements(n, "let unused{i} = {i}"), size=1000, most=30000),
    row("secrets that are told", told, size=300, most=10000, says="W0524"),
    row("mistakes", lambda n: statements(n, "a = nam{i}"), "check", "--format", "sarif", size=300, most=30000, statuses=(1,)),
    # other commands
    row("statements", lambda n: statements(n, "a = a + {i}"), "fmt", "--check", size=2000, statuses=(0, 1)),
    row("statements on one line", lambda n: statements(n, "a = a + {i}").replace("\n", " "), "fmt", "--check", size=2000,
        statuses=(0, 1)),
    row("comments", lambda n: HEAD + lines(n, "// Line {i}.") + CHOICE, "fmt", "--check", size=20000, most=1000000,
        statuses=(0, 1)),
    row("comments behind statements", lambda n: statements(n, "a = {i} // why {i}\n"), "fmt", "--check", size=2000,
        statuses=(0, 1)),
    row("comments inside", lambda n: game("a = [" + lines(n, "{i}, // number {i}") + "\n1]", "var a: list of int up to 99 = []\n"),
        "fmt", "--check", size=2000, statuses=(0, 1)),
    row("blank lines", lambda n: HEAD + "\n" * n + CHOICE, "fmt", "--check", size=100000, most=1000000, statuses=(0, 1)),
    row("items of a list", lambda n: game("a = [" + lines(n, "{i}", ", ") + "]", "var a: list of int up to 99 = []\n"),
        "fmt", "--check", size=2000, statuses=(0, 1)),
    row("values of an enum", lambda n: HEAD + enum(n) + "play { }\n", "fmt", "--check", size=3000, statuses=(0, 1)),
    row("values below each other", lambda n: HEAD + enum(n) + "fn f(x: E) -> int = match x { " + lines(n, "e{i} => {i}", " ")
        + " }\n", "fmt", "--check", size=2000, statuses=(0, 1)),
    row("options of a choice", options, "fmt", "--check", size=1000, statuses=(0, 1)),
    row("a long text", lambda n: game('say "' + "word " * n + '"'), "fmt", "--check", size=20000, statuses=(0, 1)),
    row("scenarios", scenarios, "test", size=500),
    row("statements", lambda n: statements(n, "a = a + {i}"), "rules", size=1000),
    row("options", options, "rules", size=1000, most=60000),
    row("fns", lambda n: HEAD + fns(n) + "play { " + lines(n, "a = f{i}(a)") + " }\n", "rules", size=1000),
    row("cards", lambda n: HEAD + "deck Card(worth: int) in stock { " + lines(n, 'c{i}({i}) "Card {i}"')
        + " }\npool stock: Card open" + CHOICE, "rules", size=3000, most=30000),
    row("choices", lambda n: statements(n, STATEMENTS["choices"]), "graph", size=500),
    row("phases", lambda n: HEAD + "var a: int = 0\n" + lines(n, 'phase f{i}(p: player) "number {i}" {{ a = {i} }}')
        + "\nplay { " + lines(n, "f{i}(p1)") + " }\n", "graph", size=1000, most=10000),
    row("statements", lambda n: statements(n, "a = a + {i}"), "dis", size=1000),
]
