"""Rows of the suite `growth`: everything that rules can have many of, read, checked, compiled, formatted and shown."""
from rows import game, lines, row

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
    "choices of all": 'choose c{i} by each p in players "x" {{ option a {{ }} option b {{ }} }}',
    "needs": 'choose c{i} by p1 "x" {{ option a needs a > {i} else "not {i}" {{ }} option b {{ }} }}',
    "draws": "draw 1 from stock to hand[p1]",
    "moves": "if let c = top(heap) {{ move c from heap to hand[p1] }}",
    "moves of all": "move all c from hand[p1] to heap where c.worth == {i}",
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
