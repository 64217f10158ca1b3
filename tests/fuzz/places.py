#!/usr/bin/env python3
"""Everything in every place: places.py TRVM [COUNT] puts each kind of expression and type wherever one can stand.

Each of the scripts must be refused with a diagnostic, or play. The checker sees them all in one process; what it lets pass
is played. A fuzzer reaches such pairs late, since both the thing and the place need their declarations. With COUNT
only so many are tried, always the same."""
import json
import os
import random
import subprocess
import sys
import tempfile

AT_ONCE = 200  # scripts that one process checks

RULES = """game "Places" { players 2..3 }
enum Town(cost: int, near: Town or none) { paris(1, rome)  rome(2, none) }
enum Mood { glad sad }
deck Card(points: int, what: effect(player), town: Town or none, moods: set of Mood) in stock {
  2 of rose(1, gain(2), paris, [glad])  2 of leaf(2, none, none, [])
}
pile stock: Card hidden
pile heap: Card open
pool hand[player]: Card for owner
row market[3]: Card open
table fare[Town, Town](price: int, what: effect(player), town: Town) from "fares.csv"
graph roads: Town { paris - rome }
const few = 2
setting long: bool = false "long"
var n: int = 0
var one: player or none = none
var coins[player]: int = 0
var towns: set of Town = []
var cards: bag of Card = []
var dice: list of int up to 3 = [1]
var perhaps: Town or none = none
var number: int or none = none
fn double(k: int) -> int = 2 * k
fn word(k: int) -> text = "{k}"
fn maybe(k: int) -> Town or none = if k > 3 then paris else none
fn those() -> set of Town = set(t in Town)
effect gain(p: player, k: int) { coins[p] += k }
effect took(p: player) -> int { coins[p] += 1  return coins[p] }
effect put_down(x: zone of Card) { move all from x to heap }
phase turn(p: player) "turn" { coins[p] += 1 }
options group(p: player) { option wait "wait" { } }
position start() { put rose in hand[p1] }
rank p by coins[p] desc
"""
FARES = "town1,town2,price,what,town\nparis,rome,3,gain(2),rome\nrome,paris,2,,paris\n"

VALUES = [
    "1", "-n", "few", "long", "true", "none", '"text"', '"{n} of {p}"', "word(1)", "p", "p1", "players", "others(p)",
    "paris", "Town", "Town.rome", "t", "t.cost", "t.near", "perhaps", "number", "maybe(1)", "those()", "towns", "[paris]", "[]",
    "[perhaps]", "[none]", "[[1]]", "rose", "Card", "c", "c.points", "c.what", "c.town", "c.moods", "cards", "[2 of rose]",
    "hand[p]", "hand", "stock", "heap", "market", "market[1]", "top(heap)", "size(stock)", "empty(heap)", "coins",
    "coins[p]", "dice", "dice[1]", "roll 6", "roll 2 of 6", "roll Mood", "fare", "fare[t, rome]", "fare[t, rome].price",
    "fare[t, rome].what", "row", "row.price", "roads", "neighbours(roads, t)", "distance(roads, t, rome)",
    "paths(roads, t, rome)", "path", "path.between", "double(n)", "double", "gain(p, 1)", "took(p)", "turn(p)", "start()",
    "put_down(heap)", "group", "count(x in players)", "first(x in Town)", "most(x in Town by x.cost)", "min(x.cost for x in Town)",
    "set(x in Mood)", "bag(x.town for x in heap)", "list(x.cost for x in Town)", "list(x in Town by x.cost)", "random(x in Town)",
    "hands(2, x in hand[p])", "1..3", "if long then 1 else 2", "if long then t else none", "if long then row else row",
    "if long then c.what else c.what", "n == 1", "t == rome", "c == none", "row == row", "one is none", "perhaps ?? rome",
    "row ?? row", "match t { paris => 1  rome => 2 }", "match t { paris => row  rome => row }", "unknown", "unknown(1)",
    "1 in dice", "rose in hand[p]", "hand[p] has rose", "not long", "towns + [rome]", "cards <= hand[p]", "dice == [1]",
    "coins == coins", "seat(p)", "index(t)", "nth(Town, 1)", "at_seat(1)", "box(1, 2)",
]

PLACES = [
    "let _a = @", "let _a = @ else { leave }", "if let _a = @ { n += 1 }", "if let _a = @ { say \"{_a}\" }", "if @ { n += 1 }",
    "if @ is none { n += 1 }", "while @ { break }", "say \"{@}\"", "say @", "say to @ \"a\"", "fail \"{@}\"", "n = @", "n += @",
    "coins[p] = @", "coins[@] += 1", "towns = @", "towns += @", "cards += @", "dice = @", "dice[1] = @", "dice[@] += 1",
    "perhaps = @", "one = @", "number = @", "@ = 1", "@ += 1", "@", "apply @(p)", "apply @.what(p)", "for x in @ { n += 1 }",
    "for x in @ { say \"{x}\" }", "for x in @ where x == @ by @ { n += 1 }", "repeat @ times { n += 1 }", "repeat { } until @",
    "match @ { paris { } else { } }", "match @ { none { } else { } }", "match @ { 1 { } else { } }",
    "match @ { unknown { } else { } }", "match t { @ { } else { } }", "move @ from stock to heap", "move 1 of @ from stock to heap",
    "move @ of rose from stock to heap", "move rose from @ to heap", "move rose from stock to @", "move all from @ to heap",
    "move all x from heap to stock where @", "move random from @ to heap", "draw @ from stock to heap", "draw 1 from @ to heap",
    "let _a = draw from @ to heap", "shuffle @", "swap @, heap", "pass @ left", "reveal @ from stock to p", "reveal rose from @ to p",
    "reveal rose from hand[p] to @", "return @", "let _a = [@]", "let _a = [@, @]", "let _a = [paris, @]", "let _a = @ ?? @",
    "let _a = @ == @", "let _a = @ < @", "let _a = @ + @", "let _a = @ * 2", "let _a = -@", "let _a = not @", "let _a = @ and long",
    "let _a = @ in @", "let _a = @ has @", "let _a = @ in [@]", "let _a = if @ then @ else @", "let _a = match @ { else => @ }",
    "let _a = @.cost", "let _a = @.points", "let _a = @.town", "let _a = @.between", "let _a = @[1]", "let _a = @[t]", "let _a = @[p]",
    "let _a = @[1].points", "let _a = double(@)", "let _a = maybe(@)", "let _a = took(@)", "gain(@, 1)", "gain(p, @)",
    "put_down(@)", "turn(@)", "start()", "let _a = size(@)", "let _a = top(@)", "let _a = empty(@)", "let _a = index(@)",
    "let _a = seat(@)", "let _a = next(@)", "let _a = others(@)", "let _a = nth(@, 1)", "let _a = nth(Town, @)", "let _a = abs(@)",
    "let _a = min(@, 2)", "let _a = distance(@, t, t)", "let _a = distance(roads, @, t)", "let _a = neighbours(roads, @)",
    "let _a = within(roads, t, @)", "let _a = paths(roads, t, @)", "let _a = count(x in @)", "let _a = count(x in @ where x == @)",
    "let _a = any(x in @)", "let _a = all(@ for x in Town)", "let _a = sum(@ for x in Town)", "let _a = sum(x for x in @)",
    "let _a = min(@ for x in Town)", "let _a = most(x in Town by @)", "let _a = most(x in @ by 1)", "let _a = first(x in @)",
    "let _a = random(x in @)", "let _a = set(x in @)", "let _a = bag(@ for x in Town)", "let _a = bag(x for x in @)",
    "let _a = list(@ for x in Town)", "let _a = list(x in @)", "let _a = roll @", "let _a = roll 2 of @", "let _a = roll @ of 6",
    "var _a: int = @", "var _a: Town or none = @", "var _a: set of Town = @", "var _a: list of int up to 2 = @",
    "var _a: int[player] = @", "var _a: bag of Card = @",
    "choose a by p { option o \"o\" needs @ { }  idle option q \"q\" { } }", "choose a by @ { option o \"o\" { } }",
    "choose a by p \"{@}\" { option o \"{@}\" { } }", "choose a by p { option o(x in @) \"{x}\" { }  idle option q \"q\" { } }",
    "choose a by p { option o(x in [@]) \"{x}\" { }  idle option q \"q\" { } }",
    "choose a by p { option o(x in @ where x == @) { }  idle option q \"q\" { } }",
    "choose a by p { option o let x = @ \"{x}\" needs x == @ else \"{@}\" { }  idle option q \"q\" { } }",
    "choose a by p { option o(x in hands(@, y in hand[p])) { }  idle option q \"q\" { } }",
    "choose a by p { option o(x in hands(1, y in @)) { }  idle option q \"q\" { } }",
    "let _a = pick x by p \"?\" (x in @) \"{x}\"", "let _a = pick x by @ \"?\" (x in Town) \"x\"", "let _a = pick x by p \"{@}\" (x in @) \"x\" otherwise @",
    "let _a = pick x by p \"?\" (x in @) \"{@}\" needs x == @ else \"{@}\"", "choose a by p { include @(p) }",
    "choose a by each q in players { option o(x in @) \"{x}\" { n += 1 } }", "choose a by each q in @ { option o \"o\" { n += 1 } }",
]

OUTSIDE = [
    "const a = @", "setting a: int = @ \"a\"", "setting a: bool = @ \"a\"", "var a: int = @", "var a: @ = 1", "var a[@]: int = 0",
    "var a: set of Town = @", "fn f(p: player, t: Town, c: Card) -> int = @", "fn f(p: player, t: Town, c: Card) -> Town or none = @",
    "fn f(p: player, t: Town, c: Card) -> set of Town = @", "fn f(p: player, t: Town, c: Card) -> text = @",
    "invariant \"a\" { @ }", "track a: 0..@ = 0", "row a[@]: Card open", "fn f(k: 0..@) -> int = k",
    "fn f(n: int) -> int depth @ = f(n - 1)", "scenario \"a\" players 2 { run turn(p1)  expect @ }",
    "scenario \"a\" players 2 { run turn(p1)  expect @ == @ }", "scenario \"a\" players 2 { given { n = @ }  run turn(p1) }",
    "scenario \"a\" players 2 { given { dice[1] = @ }  run turn(p1) }", "scenario \"a\" players 2 { given { hand[p1]: @ }  run turn(p1) }",
    "scenario \"a\" players 2 { given { put @ in hand[p1] }  run turn(p1) }", "scenario \"a\" players 2 { run @ }",
    "scenario \"a\" players 2 { next roll @  run turn(p1) }", "scenario \"a\" players 2 { next shuffle stock: @  run turn(p1) }",
    "scenario \"a\" players 2 { next shuffle @: rose  run turn(p1) }", "scenario \"a\" players 2 { run turn(p1)  p1: pay(@) }",
    "scenario \"a\" players 2 { run turn(p1)  expect hand[p1]: @ }", "scenario \"a\" players 2 { run turn(p1)  expect ranking @ }",
    "scenario \"a\" players @ { run turn(p1) }", "var a: int = 0 hidden or open if @", "var a[player]: int = 0 for owner or open if @",
    "pile a: Card hidden or open if @", "pool a[player]: Card for owner or open if @", "row a[2]: Card hidden or open if @",
    "pool a: Card open holds @", "value of q = @", "setting a: bool = false needs @ \"a\"", "enum New(x: int) { a(@) }",
    "enum New(x: Town or none) { a(@) }", "deck New(x: int) in a { 2 of b(@) }\npile a: New open", "variant \"a\" of \"b\" { const few = @ }",
    "options g(q: player) { option o(x in @) \"{x}\" needs @ { } }", "phase f(q: player) \"{@}\" { n += 1 }", "table new[Town](x: int) { paris: @ }",
]

TYPES = [
    "int", "0..3", "-3..3", "5..3", "0..70000", "bool", "text", "player", "Town", "Card", "path of roads", "set of Town",
    "set of player", "set of 0..9", "set of int", "set of bool", "set of Card", "bag of Card", "bag of Town", "bag of int",
    "list of int up to 3", "list of Town up to 2", "list of bool up to 4096", "list of Card up to 0", "int[player]",
    "set of Town[player]", "bool[Town, Mood]", "Town or none", "player or none", "int or none", "bool or none", "Card or none",
    "set of Town or none", "list of int up to 3 or none", "path of roads or none", "effect(player)", "effect()", "zone of Card",
    "Unknown", "town", "fare", "Card[Card]", "players",
]

TYPE_PLACES = [
    "var a: @ = none", "var a: @ = 1", "var a: @ = paris", "var a: @ = []", "var a: @ = p1", "var a[player]: @ = 1", "var a[@]: int = 0",
    "var a[@]: bool = false\neffect f(p: player) { a[p] = true }", "track a: @ = 1", "setting a: @ = 1 \"a\"", "setting a: @ = paris \"a\"",
    "fn f(x: @) -> int = 1", "fn f(x: @) -> @ = x", "fn f(x: @) -> text = \"{x}\"", "fn f(x: @, y: @) -> bool = x == y",
    "fn f(x: @) -> int = count(y in x)", "fn f(x: @) -> int = size(x)", "fn f(x: @) -> int = match x { none => 1  else => 2 }",
    "fn f(x: @) -> @ { var y: @ = x  return y }", "fn f(x: @) -> @ = if long then x else x", "fn f(x: @) -> int = x[1]",
    "fn f(x: @) -> int { let y = [x]  return size(y) }", "fn f(x: @) -> int { for y in x { return 1 }  return 2 }",
    "effect f(x: @) { say \"{x}\" }", "effect f(x: @) -> @ { return x }", "effect f(x: @) { apply x(p1) }",
    "effect f(x: @) { move x from stock to heap }", "effect f(x: @) { move all from x to heap }", "effect f(x: @) { x = x }",
    "effect f(x: @) { choose a by p1 { option o(y in x) \"{y}\" { }  idle option q \"q\" { } } }",
    "effect f(x: @) { choose a by p1 { option o let y = x \"{y}\" { n += 1 } } }",
    "options g(x: @) { option o \"{x}\" { } }\neffect f(x: @) { choose a by p1 { include g(x) } }",
    "phase f(x: @) \"f {x}\" { n += 1 }", "position f(x: @) { n = 1 }", "enum New(x: @) { a(1) b(none) }", "enum New(x: @) { a(paris) b(rome) }",
    "deck New(x: @) in heap2 { 2 of a(1) }\npile heap2: New open", "deck New(x: @) in heap2 { 2 of a([]) }\npile heap2: New open",
    "table new[Town](x: @) from \"fares.csv\"", "table new[Town, Town](price: @) from \"fares.csv\"", "table new[@](price: int) from \"fares.csv\"",
    "graph new: @ { paris - rome }", "pile new: @ open", "row new[@]: Card open", "pool new[@]: Card open", "extern fn f(x: @) -> int from \"x\"",
    "extern fn f(x: int) -> @ from \"x\"", "effect f() { var x: @ = none  say \"{x}\" }", "effect f() { var x: @ = 1  n = x }",
    "effect f() { var x: @ = []  n = size(x) }", "effect f() { var x: @[player] = 1  say \"{x[p1]}\" }",
]


def scripts():
    """Every script, by a name for its file."""
    names = "let row = fare[paris, rome] else { leave }  let path = first(x in paths(roads, t, rome)) else { leave }"
    for i, value in enumerate(VALUES):
        for j, place in enumerate(PLACES):
            body = place.replace("@", value)
            yield f"v{i}_p{j}.trv", (f"{RULES}effect try_it(p: player, t: Town, c: Card) {{ {names}  {body}\n}}\n"
                                     "play { for p in players { for t in Town { try_it(p, t, rose) } } }\n")
        for j, place in enumerate(OUTSIDE):
            yield f"v{i}_o{j}.trv", RULES + place.replace("@", value) + "\nplay { end game }\n"
    for i, kind in enumerate(TYPES):
        for j, place in enumerate(TYPE_PLACES):
            yield f"t{i}_{j}.trv", RULES + place.replace("@", kind) + "\nplay { end game }\n"


def passes(trvm, files):
    """The files that the checker lets pass; all when it does not end well."""
    done = subprocess.run([trvm, "check", "--json", *files], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    if done.returncode not in (0, 1):
        return files
    wrong = {finding["file"] for finding in json.loads(done.stdout)["diagnostics"] if finding["severity"] == "error"}
    return [file for file in files if file not in wrong]


def fault(trvm, file):
    """What is wrong with one script, or an empty text."""
    for command in (["check"], ["sim", "-n", "4"], ["test"], ["rules"], ["fmt", "--check"]):
        done = subprocess.run([trvm, *command, file], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        if done.returncode not in (0, 1):
            return f"{command[0]} ends with {done.returncode}: {done.stderr.decode(errors='replace')[:400]}"
    return ""


def try_all(trvm, texts):
    """Writes the scripts down here and tries them: how many were played, and how many are at fault."""
    played = faults = 0
    for name, text in texts.items():
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    files = list(texts)
    for start in range(0, len(files), AT_ONCE):
        good = passes(trvm, files[start:start + AT_ONCE])
        played += len(good)
        for name in good:
            why = fault(trvm, name)
            if why:
                faults += 1
                print(f"{name}: {why}\n{texts[name][len(RULES):]}", flush=True)
    return played, faults


def main():
    trvm, texts = os.path.abspath(sys.argv[1]), list(scripts())
    if len(sys.argv) > 2:
        texts = random.Random(1).sample(texts, int(sys.argv[2]))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("fares.csv", "w", encoding="utf-8") as file:
            file.write(FARES)
        played, faults = try_all(trvm, dict(texts))
        os.chdir("/")
    print(f"{len(texts):,} scripts, {played:,} of them played, {faults} at fault")
    return 1 if faults or not played else 0


if __name__ == "__main__":
    sys.exit(main())
