"""What a row of the suite `growth` is. A file rows_*.py beside this one has a list ROWS of them:

    row("choices", lambda n: game(lines(n, "choose c{i} by p1 \\"x\\" {{ option a {{ }} option b {{ }} }}")), "check")

The function gives the text of game.trv for a size, or {file name: text} with game.trv among them. The size is that of
the smaller input; the larger has ten times as much.
"""
import collections

Row = collections.namedtuple("Row", "name make words size most statuses says seconds")

HEAD = 'game "Growth" { players 2..4 limit 50 decisions }\n'


def row(name, make, *words, size=1000, most=10**9, statuses=(0,), says="", seconds=0):
    """The words are a command of trvm without its file, `check` when there are none. most: the largest input that the
    limits of the language allow; statuses: with which it may end; says: a part of what it must print; seconds: where the limits of
    the language bound what grows faster, the processor's time that the largest input may take."""
    def files(n):
        made = make(n)
        return made if isinstance(made, dict) else {"game.trv": made}
    words = words or ("check",)
    return Row(f"{' '.join(words)}: {name}", files, [*words, "game.trv"], size, most, statuses, says, seconds)


def lines(n, text, between="\n"):
    """The text n times; {i} is the number, from 0."""
    return between.join(text.format(i=i) for i in range(n))


def game(play="", rules=""):
    """A game of statements, and declarations before them."""
    return f"{HEAD}{rules}\nplay {{ {play} }}\n"
