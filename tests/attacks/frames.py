"""Guessing games for all that a rule under way keeps: for every kind of loop, and whatever else stands around a question, the
number that it came by is hidden, and inside of it p1 is to guess that number. Nobody is told of it, so it is fair to be right
in one of four games.

A kind is a text with N in the place of the number and ASK in that of the question; a source says where the number comes from.
"""

ASK = 'if guess == 0 { choose guess always by p1 "How many?" { option say_(k in 1..4) "{k}" { guess = k } } }'

# How often the rules come round, counted by `rounds`; the last ones set it to the number itself.
KINDS = {
    "a range": "for i in 1..N { rounds += 1  ASK }",
    "a range by a sum": "for i in 1..N + 0 { rounds += 1  ASK }",
    "a range from the number": "for i in 5 - N..4 { rounds += 1  ASK }",
    "so many times": "repeat N times { rounds += 1  ASK }",
    "so many times, twice": "repeat 1 times { repeat N times { rounds += 1  ASK } }",
    "while": "while rounds < N { rounds += 1  ASK }",
    "until": "repeat { rounds += 1  ASK } until rounds >= N",
    "where": "for i in 1..4 where i <= N { rounds += 1  ASK }",
    "a set": "for i in set(j in 1..4 where j <= N) { rounds += 1  ASK }",
    "a loop that is broken off": "for i in 1..9 { rounds += 1  ASK  if i == N { break } }",
    "a call in the loop": "for i in 1..N { one_round() }",
    "a parameter": "so_often(N)",
    "a call of itself": "descend(N)",
    "an element to be assigned to": "place[N] = asked()  rounds = first(i in 1..4 where place[i] == 1) ?? 0",
    "an element to be added to": "place[N] += asked()  rounds = first(i in 1..4 where place[i] == 1) ?? 0",
    "a sum to be added to": "var sum: int = N  sum += asked()  rounds = sum - 1",
}

# Declarations, what the setup does, what comes before the kind, and the number's name.
SOURCES = {
    "a roll in its place": ("", "", "", "roll 4"),
    "a roll with a name": ("", "", "let n = roll 4 ", "n"),
    "a roll in a game that hides something": ("var dark: bool = false hidden", "", "let n = roll 4 ", "n"),
    "a hidden variable": ("var n: 1..4 = 1 hidden", "n = roll 4", "", "n"),
    "a variable of another player": ("var own[player]: 1..4 = 1 for owner", "own[p2] = roll 4", "", "own[p2]"),
    "what another picked": ("var dark: bool = false hidden", "", 'let n = pick much always by p2 "How many?" (x in 1..4) ', "n"),
}
ASKED_OFTEN = ("while", "until", "where", "a set", "a loop that is broken off")  # there N would be rolled more than once

GAME = """game "Frames" {{ players 2  limit 60 decisions }}
var rounds: 0..9 = 0
var guess: 0..9 = 0
var place[1..4]: 0..9 = 0
var won: player or none = none
rank p by (if won == p then 1 else 0) desc
{declaration}
effect one_round() {{ rounds += 1  {ask} }}
effect so_often(times: 1..4) {{ repeat times times {{ one_round() }} }}
effect descend(levels: 0..4) depth 6 {{ if levels > 0 {{ one_round()  descend(levels - 1) }} }}
effect asked() -> int {{ {ask}  return 1 }}
setup {{ {setup} }}
play {{ {before}{loop}  if guess == rounds {{ won = p1 }} else {{ won = p2 }} }}
"""


def games(source):
    """What each game of a source is about, and its rules."""
    declaration, setup, before, number = SOURCES[source]
    for kind, loop in KINDS.items():
        if number.startswith("roll") and kind in ASKED_OFTEN:
            continue
        loop = loop.replace("N", number).replace("ASK", ASK)
        yield kind, GAME.format(declaration=declaration, setup=setup, before=before, loop=loop, ask=ASK)
