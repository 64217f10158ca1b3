"""Large rules, so large that their tables are far beyond what the compiler keeps in reserve for the time when memory has
ended: a deck of thousands of kinds, a table of thousands of entries, a graph, hundreds of zones, of procedures that call
each other in a row, of options, scenarios and items of the rulebook.
"""
import os

CARDS = 8000
TOWNS = 90
PROCEDURES = 500
OPTIONS = 300
ITEMS = 1200


def _write(folder, name, lines):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def _rules():
    yield 'game "Large" { players 2..4  rulebook "large.md" }'
    yield "enum Letter { alpha beta gamma }"
    yield 'enum Town(coast: bool) from "towns.csv"'
    yield 'deck Card(power: int, town: Town, letters: set of Letter, deed: effect(player)) in stock from "cards.csv"'
    yield 'table fare[Town, Letter, 1..30](price: int) from "fares.csv"'
    yield 'graph roads: Town from "roads.csv"'
    yield "pile stock: Card hidden"
    yield "pool hand[player]: Card for owner"
    yield "deck Coin in mint { 9 of gold  9 of silver }"
    yield "pool mint: Coin open"
    yield "pool heap[1..900]: Coin open"
    yield "var at[player]: Town = t0"
    yield "var points[player]: int = 0"
    yield f"effect gain(p: player) {{ points[p] += 1 }}  @R{PROCEDURES + 1}-R{ITEMS}"
    for i in range(PROCEDURES):
        after = f"step_{i + 1}(p)" if (i + 1) % 100 else "gain(p)"
        yield f"effect step_{i}(p: player) {{ if points[p] > {i} {{ {after} }} }}  @R{i + 1}"
    yield "fn way(a: Town, b: Town) -> int = count(w in paths(roads, a, b, up to 3))"
    yield "setup { shuffle stock }"
    yield "play {"
    yield "  for p in players { draw 3 from stock to hand[p] }"
    yield "  choose go by p1 {"
    yield "    option visit(t in neighbours(roads, at[p1]) where distance(roads, at[p1], t) <= 1) { at[p1] = t }"
    yield "    option rest needs way(at[p1], t1) >= 0 { step_0(p1)  move gold from mint to heap[900] }"
    for i in range(OPTIONS):
        yield f'    option take_{i} "take number {i}" needs points[p1] >= 0 else "not number {i}" {{ gain(p1) }}'
    yield "  }"
    yield "  end game"
    yield "}"
    for i in range(OPTIONS):
        yield f'scenario "number {i}" players 2 {{ given {{ points[p1] = {i} }} expect points[p1] == {i} }}'


def _cards():
    yield "id,count,power,town,letters,deed"
    for i in range(CARDS):
        yield f"card_{i},{1 + i % 3},{i},t{i % TOWNS},{'alpha gamma' if i % 2 else ''},{'gain' if i % 1000 == 0 else ''}"


def _fares():
    yield "town,letter,number,price"
    for i in range(TOWNS):
        for j in range(30):
            yield f"t{i},{('alpha', 'beta', 'gamma')[j % 3]},{1 + j},{i + j}"


def write(folder):
    """Writes the files; the name of the rules. The towns are one long road, so that one path leads from each to each."""
    _write(folder, "cards.csv", _cards())
    _write(folder, "fares.csv", _fares())
    _write(folder, "towns.csv", ["id,coast"] + [f"t{i},{'true' if i % 7 == 0 else 'false'}" for i in range(TOWNS)])
    _write(folder, "roads.csv", ["from,to"] + [f"t{i},t{i + 1}" for i in range(TOWNS - 1)])
    _write(folder, "large.md", ["# Large", ""] + [f"- **R{i + 1}** Rule number {i + 1}." for i in range(ITEMS)])
    _write(folder, "large.trv", _rules())
    return os.path.join(folder, "large.trv")
