"""Rows of the suite `growth`: games being played. Options, labels, reasons, shuffles, lines that are said."""
from rows import HEAD, game, row


def options(n, needs=""):
    return game(f'choose c always by p1 "x" {{ option a(x in 1..{n}) "L {{x}}" {needs} {{ }} }}')


def cards(n):
    """A pile of n cards, shuffled."""
    kinds = " ".join(f"100 of k{i}" for i in range(n // 100))
    return game("repeat 100 times { shuffle stock }",
                f"deck Card in stock {{ {kinds} }}\npile stock: Card hidden\npile heap: Card open\n")


ROWS = [
    row("options that a scenario lists", lambda n: HEAD + f'play {{ choose c by p1 "x" {{ option o(x in 1..{n}) {{ }} }} }}\n'
        + 'scenario "all" players 2 { expect only ' + ", ".join(f"o({i + 1})" for i in range(n)) + " }\n", "test", size=1000,
        most=20000),
    row("options", options, "perft", "--depth", "1", "--divide", size=10000, most=100000),
    row("options tried", options, "perft", "--depth", "2", size=10000, most=100000),
    row("options that bots look at", options, "sim", "-n", "1", "--bot", "greedy", size=1000, most=10000),
    row("labels", options, "play", "--bots", "--seed", "1", size=1000, most=10000),
    row("shuffles", lambda n: game(f"repeat {n} times {{ shuffle stock }}",
                                   "deck Card in stock { 50 of red 50 of blue }\npile stock: Card hidden\n"),
        "sim", "-n", "1", size=10000, most=100000),
    row("cards shuffled", cards, "sim", "-n", "1", size=2000, most=20000),
    row("lines said", lambda n: game(f'for i in 1..{n} {{ say "line {{i}}" }}'), "play", "--bots", "--seed", "1",
        size=5000, most=50000),
]
