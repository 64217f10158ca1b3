#!/usr/bin/env python3
"""Writes a valid script of about N lines to standard output, to measure how fast scripts are compiled.

    bench/make_script.py 10000 > /tmp/long.trv && time build/trvm check /tmp/long.trv

The script is a game of many small fairs, one after the other: each has its own enum, deck, zones, variables,
functions, an effect, a phase with a choice, and an invariant, so that every pass of the compiler has work in
proportion to the length. It can also be played: every player makes one or two decisions at each fair.
"""
import sys

HEAD = """// A long journey through {count} fairs, written by make_script.py.

game "A long journey" {{
  players 2..4
  summary "Every fair offers goods for coins; the most valuable baggage wins."
  limit {limit} decisions
}}

var coins[player]: int = {coins}
"""

# The lines of fair number {i}.
FAIR = """
// ---- Fair {i} ----
enum Colour{i} {{ red_{i} blue_{i} green_{i} }}
deck Ware{i}(colour: Colour{i}, price: int, worth: int) in stock_{i} {{
  3 of cloth_{i}(red_{i}, 2, 3) "Cloth"  2 of spice_{i}(blue_{i}, 3, 5) "Spice"
  2 of jade_{i}(green_{i}, 4, 6) "Jade"  1 of pearl_{i}(blue_{i}, 5, 9) "Pearl"
}}
pile stock_{i}: Ware{i} hidden
pool stall_{i}: Ware{i} open
pool baggage_{i}[player]: Ware{i} open
var bought_{i}[player, Colour{i}]: bool = false

fn worth_{i}(p: player) -> int = sum(w.worth for w in baggage_{i}[p]) + bonus_{i}(p)
fn bonus_{i}(p: player) -> int = if all(c in Colour{i}: bought_{i}[p, c]) then {bonus} else 0

effect buy_{i}(p: player, w: Ware{i}) {{
  coins[p] -= w.price
  bought_{i}[p, w.colour] = true
  move w from stall_{i} to baggage_{i}[p]
  say "{{p}} buys {{w}}"
}}

phase fair_{i}(p: player) "fair {i}" {{
  draw 4 - size(stall_{i}) from stock_{i} to stall_{i}
  choose purchase_{i} by p "What do you buy? You have {{coins[p]}} coins." {{
    option buy(w in stall_{i}) "buy {{w}} for {{w.price}}"
      needs w.price <= coins[p] else "you lack {{w.price - coins[p]}} coins"
      {{ buy_{i}(p, w) }}
    option pass "go on" {{ }}
  }}
}}

invariant "fair {i}" size(stall_{i}) <= 4
"""


def worth_functions(numbers):
    """The value of all baggage, in groups, since an expression may not be endless."""
    groups = [numbers[i:i + 100] for i in range(0, len(numbers), 100)]
    for k, group in enumerate(groups):
        terms = "\n  + ".join(f"worth_{i}(p)" for i in group)
        yield f"fn worth_of_group_{k}(p: player) -> int =\n  {terms}"
    terms = " + ".join(f"worth_of_group_{k}(p)" for k in range(len(groups)))
    yield f"fn worth(p: player) -> int = coins[p] + {terms}"


def main():
    if len(sys.argv) != 2 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    fair_lines = FAIR.count("\n")
    count = max(1, (int(sys.argv[1]) - 25) // (fair_lines + 3))
    numbers = range(1, count + 1)
    out = [HEAD.format(count=count, limit=8 * count, coins=3 * count)]
    out += [FAIR.format(i=i, bonus=i % 7) for i in numbers]
    out += ["\nsetup {"] + [f"  shuffle stock_{i}" for i in numbers] + ["}"]
    out += ["\nplay {"] + [f"  for p in players {{ fair_{i}(p) }}" for i in numbers] + ["  end game", "}"]
    out += [""] + list(worth_functions(numbers)) + ["", "rank p by worth(p) desc"]
    print("\n".join(out))


if __name__ == "__main__":
    main()
