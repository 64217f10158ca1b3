"""Whether `trvm check` speaks of a leak exactly where there is one: the table of what is hidden, whose it is, how the
value travels and who reads it. Each cell is a small game with one statement that tells. Whether that is a leak is
worked out here seat by seat, for every number of players, which the checker never does. Prints TAP.

  readers.py TRVM [--all] [--list] [WORD …]

One cell of SHARE is tried, always the same ones, or all of them; with words only those whose name has all of the words,
and --list prints their games.
"""
import collections
import itertools
import subprocess
import sys
import tempfile
import zlib

PLAYERS = range(2, 5)
SHARE = 20
TOLD = ("E0409", "E0418", "W0503", "W0523", "W0524")

HEAD = """game "Readers" { players 2..4 }
setting open_hands: bool = false "all see"
deck Card(points: int) in stock { 3 of ace(1) 3 of king(2) 3 of queen(3) }
deck Medal(worth: int) { gold(3) silver(2) bronze(1) }
pile stock: Card hidden
pool hand[player]: Card for owner
pool held[player]: Card for owner or open if open_hands
pool brow[player]: Card for others
pool table[player]: Card open
pool cabinet: Medal hidden
row slot[2]: Card hidden
var mood[player]: int = 0 for owner
var mark[player]: int = 0 for others
var secret: int = 0 hidden
var shown: int = 0
var note[player]: int = 0 for owner
var marks[0..99]: int = 0
setup { shuffle stock  move random from box(Medal) to cabinet  for p in players { draw 2 from stock to hand[p]  draw 1 from stock to brow[p] } }
play { for p in players { turn(p) } }
"""

# What is hidden: the number that is told of it, the cards of it, and whether a player sees that of an owner.
Source = collections.namedtuple("Source", "number cards sees")


def zone(name, sees):
    return Source("sum(c.points for c in %s[{0}])" % name, "%s[{0}]" % name, sees)


SOURCES = {
    "hand": zone("hand", lambda reader, owner: reader == owner),
    "held": zone("held", lambda reader, owner: reader == owner),
    "brow": zone("brow", lambda reader, owner: reader != owner),
    "table": zone("table", lambda reader, owner: True),
    "stock": Source("sum(c.points for c in stock)", "stock", lambda reader, owner: False),
    "mood": Source("mood[{0}]", None, lambda reader, owner: reader == owner),
    "mark": Source("mark[{0}]", None, lambda reader, owner: reader != owner),
    "secret": Source("secret", None, lambda reader, owner: False),
    "box": Source("sum(m.worth for m in box(Medal))", None, lambda reader, owner: False),
    "size": Source("size(hand[{0}])", None, lambda reader, owner: True),
    "count": Source("count(c in hand[{0}])", None, lambda reader, owner: True),
    "sum of ones": Source("sum(1 for c in hand[{0}])", None, lambda reader, owner: True),
    "any": Source("(if any(c in brow[{0}]) then 2 else 1)", None, lambda reader, owner: True),
    "none on top": Source("(if top(stock) is none then 2 else 1)", None, lambda reader, owner: True),
    "none in a row": Source("(if slot[2] is not none then 2 else 1)", None, lambda reader, owner: True),
    "none in the box": Source("(if first(m in box(Medal)) is none then 2 else 1)", None, lambda reader, owner: True),
}

# What q is: the text before and behind, and the seats it can be for a p.
NAMES = {
    "q=p": ("let q = p", "", lambda p, n: [p]),
    "q=next": ("let q = next(p)", "", lambda p, n: [(p + 1) % n]),
    "q=other": ("for q in others(p) {", "}", lambda p, n: [q for q in range(n) if q != p]),
    "q=any": ("for q in players {", "}", lambda p, n: list(range(n))),
    "q=not": ("for q in players where q != p {", "}", lambda p, n: [q for q in range(n) if q != p]),
    "q==p": ("for q in players { if q == p {", "} }", lambda p, n: [p]),
    "q!=p": ("for q in players { if q == p { continue }", "}", lambda p, n: [q for q in range(n) if q != p]),
}

PERSONS = {
    "p": lambda p, q, n: p,
    "q": lambda p, q, n: q,
    "next(p)": lambda p, q, n: (p + 1) % n,
    "right_of(next(p))": lambda p, q, n: p,
    "p1": lambda p, q, n: 0,
}

# Who reads: `to` of a `say`, or a single player, and the seats.
GROUPS = {
    "": lambda p, q, n: range(n),
    "players": lambda p, q, n: range(n),
    "others(p)": lambda p, q, n: [seat for seat in range(n) if seat != p],
    "set(r in players where r != p)": lambda p, q, n: [seat for seat in range(n) if seat != p],
    "set(r in players)": lambda p, q, n: range(n),
}

# How a number gets to where it is told: declarations, what is done before, and what is told. {0} is the number of an
# owner, {1} the owner, {2} the number of the parameter o.
WAYS = {
    "itself": ("", "", "{0}"),
    "let": ("", "let v = {0}", "v"),
    "let twice": ("", "let u = {0}  let v = u + 1", "v"),
    "fn": ("fn f(o: player) -> int = {2}", "", "f({1})"),
    "fn of fn": ("fn f(o: player) -> int = {2}\nfn g(o: player) -> int = f(o) + 1", "let v = g({1})", "v"),
    "fn of a number": ("fn f(n: int) -> int = n + 1", "", "f({0})"),
    "condition": ("", "var v: int = 0  if {0} > 1 {{ v = 1 }}", "v"),
    "if else": ("", "let v = if {0} > 1 then 1 else 0", "v"),
    "effect": ("effect f(o: player) -> int {{ if {2} > 1 {{ return 1 }}  return 0 }}", "let v = f({1})", "v"),
    "index": ("", "var u: int[0..99] = 0  u[min({0}, 99)] = 1", "u[1]"),
    "fn with statements": ("fn f(o: player) -> int {{ if {2} > 1 {{ return 1 }}  return 0 }}", "", "f({1})"),
}
# The same for cards; {0} are the cards.
CARD_WAYS = {
    "itself": ("", "", "{0}"),
    "set": ("", "let v = set(c in {0})", "v"),
    "fn": ("fn f(o: player) -> set of Card = set(c in {2})", "", "f({1})"),
    "fn, set": ("fn f(o: player) -> set of Card = set(c in {2})", "let v = f({1})", "v"),
}

# How a number is told to a player: {0} the player, {1} the number.
TELLINGS = {
    "say": 'say to {0} "{{{1}}}"',
    "prompt": 'choose x by {0} "{{{1}}}" {{ option a {{ }} option b {{ }} }}',
    "label": 'choose x by {0} {{ option a "{{{1}}}" {{ }} option b {{ }} }}',
    "needs": 'choose x by {0} {{ option a needs {1} > 1 else "no" {{ }} option b {{ }} }}',
    "reason": 'choose x by {0} {{ option a needs shown > 1 else "{{{1}}}" {{ }} option b {{ }} }}',
    "where": 'choose x by {0} {{ option a(n in 1..3 where n > {1}) {{ }} option b {{ }} }}',
    "range": 'choose x by {0} {{ option a(n in 1..{1}) {{ }} option b {{ }} }}',
    "pick": 'let got = pick x by {0} "x" (n in 1..{1}) otherwise 0',
    "kept": 'note[{0}] = {1}',
}
# The same to everybody: {0} the number.
TELLINGS_TO_ALL = {
    "kept": "shown = {0}",
    "kept at": "marks[max(0, min({0}, 99))] = 1",
    "fail": 'if shown > 1 {{ fail "{{{0}}}" }}',
}
CARD_TELLINGS = {
    "domain": 'choose x by {0} {{ option a(c in {1}) {{ }} option b {{ }} }}',
    "pick": 'let got = pick x by {0} "x" (c in {1}) "{{c}}" otherwise none',
}

Cell = collections.namedtuple("Cell", "name text leak")


def leaks(source, name, owner, readers):
    """Whether somebody reads it who does not see it, in some game, with the setting as it is by default."""
    for n in PLAYERS:
        for p in range(n):
            for q in NAMES[name][2](p, n):
                mine = PERSONS[owner](p, q, n)
                if any(not source.sees(reader, mine) for reader in readers(p, q, n)):
                    return True
    return False


def game(name, way, number, inside, owner, told):
    """`told` is what is done with the number, once it has come by its way."""
    before, behind, _ = NAMES[name]
    declares, prepares, value = (part.format(number, owner, inside) for part in way)
    return "%s%s\nphase turn(p: player) {\n  %s\n  %s\n  %s\n  %s\n}\n" % (
        HEAD, declares, before, prepares, told(value), behind)


def by_parameter(name, number, told):
    """The number is handed to an effect that tells it."""
    before, behind, _ = NAMES[name]
    return "%sphase turn(p: player) {\n  %s\n  tell(p, q, %s)\n  %s\n}\neffect tell(p: player, q: player, v: int) {\n" \
           "  %s\n}\n" % (HEAD, before, number, behind, told("v"))


def by_card(name, cards, told):
    """A card of them has an effect, with a number of its own that is told."""
    before, behind, _ = NAMES[name]
    head = HEAD.replace("Card(points: int)", "Card(points: int, does: effect(player, player))")
    for points in "123":
        head = head.replace("(%s) " % points, "(%s, tell(%s)) " % (points, points), 1)
    return "%sphase turn(p: player) {\n  %s\n  if let c = first(c in %s) { apply c.does(p, q) }\n  %s\n}\n" \
           "effect tell(p: player, q: player, v: int) {\n  %s\n}\n" % (head, before, cards, behind, told("v"))


def by_group(name, number, told):
    """The options stand in a group; only its label and its conditions can tell."""
    before, behind, _ = NAMES[name]
    return "%sphase turn(p: player) {\n  %s\n  choose x by p { include more(p, q)  option b { } }\n  %s\n}\n" \
           "options more(p: player, q: player) { %s }\n" % (HEAD, before, behind, told(number))


def single_readers():
    for person, seat in PERSONS.items():
        yield person, lambda p, q, n, seat=seat: [seat(p, q, n)]


def cells_of(source_name, source, name, owner):
    number, inside = source.number.format(owner), source.number.format("o")
    where = "%s[%s], %s, " % (source_name, owner, name)
    for way_name, way in WAYS.items():
        for to, readers in GROUPS.items():
            told = lambda value, to=to: 'say %s "{%s}"' % ("to " + to if to else "", value)
            yield Cell(where + way_name + ", say to " + (to or "all"), game(name, way, number, inside, owner, told),
                       leaks(source, name, owner, readers))
        for telling, form in TELLINGS_TO_ALL.items():
            told = lambda value, form=form: form.format(value)
            yield Cell("%s%s, %s for all" % (where, way_name, telling), game(name, way, number, inside, owner, told),
                       leaks(source, name, owner, GROUPS[""]))
        for person, readers in single_readers():
            for telling, form in TELLINGS.items():
                told = lambda value, form=form, person=person: form.format(person, value)
                yield Cell("%s%s, %s to %s" % (where, way_name, telling, person),
                           game(name, way, number, inside, owner, told), leaks(source, name, owner, readers))
    if name != "q==p" and name != "q!=p":  # what was tested before a call is not known in what is called
        for person, readers in single_readers():
            for telling in ("say", "prompt", "needs"):
                told = lambda value, telling=telling, person=person: TELLINGS[telling].format(person, value)
                yield Cell("%sparameter, %s to %s" % (where, telling, person), by_parameter(name, number, told),
                           leaks(source, name, owner, readers))
        for person, readers in single_readers() if source.cards else ():
            told = lambda value, person=person: TELLINGS["say"].format(person, value)
            yield Cell("%seffect of a card, say to %s" % (where, person),
                       by_card(name, source.cards.format(owner), told), leaks(source, name, owner, readers))
        for part, form in (("label", 'option a "{%s}" { }'), ("needs", 'option a needs %s > 1 else "no" { }')):
            told = lambda value, form=form: form % value
            yield Cell("%sgroup, %s" % (where, part), by_group(name, number, told),
                       leaks(source, name, owner, lambda p, q, n: [p]))
    for way_name, way in CARD_WAYS.items() if source.cards else ():
        for person, readers in single_readers():
            for telling, form in CARD_TELLINGS.items():
                told = lambda value, form=form, person=person: form.format(person, value)
                yield Cell("%scards, %s, %s to %s" % (where, way_name, telling, person),
                           game(name, way, source.cards.format(owner), source.cards.format("o"), owner, told),
                           leaks(source, name, owner, readers))


def all_cells():
    for (source_name, source), name, owner in itertools.product(SOURCES.items(), NAMES, PERSONS):
        if "{0}" not in source.number and owner != "p":
            continue  # it has no owner
        if owner == "q" or name in ("q=next", "q=any"):  # with others q is only a reader, which two of them show
            yield from cells_of(source_name, source, name, owner)


def findings(trvm, cells, folder):
    """{number of a cell: codes}, by one run of the checker over many files."""
    files = []
    for number, cell in enumerate(cells):
        files.append("%s/%d.trv" % (folder, number))
        with open(files[-1], "w", encoding="utf-8") as file:
            file.write(cell.text)
    done = subprocess.run([trvm, "check", *files], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    found = collections.defaultdict(set)
    for line in done.stdout.splitlines():
        place, bracket, rest = line.partition("[")
        if bracket and place.startswith(folder) and (place.endswith("warning") or place.endswith("error")):
            found[int(place[len(folder) + 1:].split(".")[0])].add(rest[:5])
    return found


def judge(cell, codes):
    """What is wrong with what was said of a cell, or None."""
    others = [code for code in codes if code[0] == "E" and code not in TOLD]
    if others:
        return "an error that is none of these: " + " ".join(others)
    said = sorted(code for code in codes if code in TOLD)
    if cell.leak and not said:
        return "tells what is hidden, and nothing is said about it"
    if said and not cell.leak:
        return "tells nothing that is hidden, and is reported: " + " ".join(said)
    return None


def main():
    trvm, *words = sys.argv[1:]
    listed, whole = "--list" in words, "--all" in words
    words = [word for word in words if not word.startswith("--")]
    cells = [cell for cell in all_cells() if all(word in cell.name for word in words)
             and (whole or words or zlib.crc32(cell.name.encode()) % SHARE == 0)]
    bad, count = 0, 500
    for start in range(0, len(cells), count):
        some = cells[start:start + count]
        with tempfile.TemporaryDirectory() as folder:
            found = findings(trvm, some, folder)
        for number, cell in enumerate(some):
            why = judge(cell, found[number])
            if listed:
                print("// %s: %s\n%s" % (cell.name, "a leak" if cell.leak else "no leak", cell.text))
            if why:
                bad += 1
                if bad <= 20:
                    print("not ok - %s\n# %s" % (cell.name, why))
    leaking = sum(cell.leak for cell in cells)
    print("%s - %d games, %d of them tell something hidden" % ("not ok" if bad else "ok", len(cells), leaking))
    if bad:
        print("# %d are judged wrongly" % bad)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
