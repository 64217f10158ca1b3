#!/usr/bin/env python3
"""Finding a game, and seeing one again, at a terminal: the menu, games by name, the folder of finished games, stepping through
a replay, watching the bots. Prints TAP.

    tests/terminal/front.py TRVM
"""
import os
import subprocess
import sys

import run
from run import TRVM, expect

GAME = """game "Steps" { players 2..3  rulebook "steps.md"  summary "Walk." }
setting goal: 2..9 = 3 "how far"
var at[player]: int = 0
play { while all(p in players: at[p] < goal) { for p in players { turn(p) } } }
phase turn(p: player) "turn" {
  choose step by p "How far?" {
    option one "walk one" { at[p] += 1  say "{p} walks one" }
    option two "walk two" { at[p] += 2 }
  }
}
rank p by at[p] desc
show { score at "steps" }
"""
VARIANT = """variant "Far away" of "../steps.trv" {
  summary "Five steps more."
  setting goal = 8
}
"""
RULES = "# Steps\n\n- **R1** Walk **one** or two.\n" + "".join(f"- **R{i}** Item {i}.\n" for i in range(2, 60))


class Terminal(run.Terminal):
    """Without colours, so that what is shown can be compared."""

    def __init__(self, *words, folder, **more):
        super().__init__(*words, folder=folder, **{"NO_COLOR": "1", **more})


def write(folder, name, text):
    os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def steps(folder):
    write(folder, "steps.trv", GAME)
    write(folder, "steps.md", RULES)
    write(folder, "variants/steps_far.trv", VARIANT)


def menu(folder, **more):
    return Terminal(folder=folder, **more).until(b"> ")


def menu_plays(folder):
    steps(folder)
    with menu(folder) as terminal:
        expect(b"1) Steps: 2 to 3 players, up to some" in terminal.shown, f"the game is offered: {terminal.shown!r}")
        terminal.type(b"1\r", b"How many players, 2 to 3?").type(b"7\r", b"How many players").type(b"3\r", b"How well")
        terminal.type(b"superb\r", b"How well").type(b"EA\r", b"Far away").until(b"With which house rule?")
        terminal.type(b"9\r", b"With which house rule?").type(b"1\r", b"Is it new to you").type(b"\r", b"you> ")
        expect(b"trvm play steps --players 3 --level easy --variant" in terminal.shown, "the command is told")
        expect(b"Five steps more" in terminal.shown, "the house rule is played")
        terminal.type(b"q\r", b"Nothing was decided yet")
        expect(terminal.end() == 0, "it ends well")


def menu_nonsense(folder):
    steps(folder)
    for size in ((24, 80), (20, 60)):
        with menu(folder, size=size) as terminal:
            for line in (b"flurb", b"99", b"-1", b"r", b"r 7", b"i nothing", b"1 2", b"%s%n", b"?" * 900):
                terminal.type(line + b"\r", b"There is no")
            terminal.type(b"step5\r", b"did you mean `steps`?")
            terminal.type(b"\r", b"Steps")
            terminal.type(b"q\r", b"")
            expect(terminal.end() == 0, "it ends well")
    for end in (b"\x04", b"\x03"):
        with menu(folder) as terminal:
            terminal.send(end)
            expect(terminal.end() == 0, f"{end!r} leaves")
    with menu(folder) as terminal:
        terminal.type(b"1\r", b"How many").settle().type(b"\x04", b"1) Steps").settle().send(b"\x04")
        expect(terminal.end() == 0, "the end of input leads from a question back to the menu")


def menu_rules(folder):
    steps(folder)
    with menu(folder) as terminal:
        terminal.type(b"r 1\r", b"R1 Walk one or two.").until(b"Enter goes on, q ends> ").type(b"\r", b"R40").type(b"q\r", b"> ")
        terminal.type(b"i steps\r", b"how far").until(b"Far away").type(b"EXIT\r", b"")
        expect(terminal.end() == 0, "it ends well")


def menu_empty(folder):
    write(folder, "module.trv", "const one = 1\n")
    for variables in ({}, {"TERM": "dumb", "LC_ALL": "C"}):
        with menu(folder, **variables) as terminal:
            expect(b"There are no games here" in terminal.shown, "it says so")
            terminal.type(b"1\n" if variables else b"1\r", b"There is no `1` here").type(b"q\n" if variables else b"q\r", b"")
            expect(terminal.end() == 0, "it ends well")


def menu_saves(folder):
    steps(folder)
    with Terminal("steps", "--seed", "1", "--level", "easy", "--name", "Ada", folder=folder) as terminal:
        terminal.until(b"Ada> ").type(b"1\r", b"2) walk two").settle().type(b"q\r", b"Go on with:  trvm steps.trvsave")
        expect(terminal.end() == 0, "it is left")
    write(folder, "broken.trvsave", "trvm-save 3\n")
    os.mkdir(os.path.join(folder, "folder.trvsave"))
    with menu(folder) as terminal:
        expect(b"Go on with" in terminal.shown and b"2) Steps: just now, 2 players" in terminal.shown, "the save is offered")
        expect(b"broken" not in terminal.shown and b"3)" not in terminal.shown, "what is no save is not")
        terminal.type(b"2\r", b"2) walk two").settle().type(b"2\r", b"the game is over").until(b"Replay it:")
        expect(terminal.end() == 0, "it is played to its end")


def to_the_end(folder, *words, **more):
    with Terminal("steps", "--seed", "1", "--hotseat", *words, folder=folder, **more) as terminal:
        terminal.until(b"p1> ").type(b"1\r", b"p2> ").type(b"2\r", b"p1> ").type(b"Walk T\r", b"p2> ")
        terminal.type(b"1\r", b"the game is over")
        return terminal.end(), terminal.shown


def finished_games(folder):
    steps(folder)
    status, shown = to_the_end(folder)
    expect(status == 0 and b"Replay it:  trvm replay steps-1\r\n" in shown, f"it is kept: {shown[-300:]!r}")
    expect(not os.path.exists(os.path.join(folder, "steps.trvsave")), "and leaves nothing here")
    status, shown = to_the_end(folder, "--save", "mine.trvsave")
    expect(b"Replay it:  trvm replay mine.trvsave\r\n" in shown, "one that was saved is replayed from there")
    with menu(folder) as terminal:
        expect(b"See again" in terminal.shown, "the menu has it")
        terminal.type(b"3\r", b"Enter: next").type(b"q\r", b"")
        expect(terminal.end() == 0, "it is replayed from there")
    data = os.path.join(folder, ".data/trvm/games")
    for number in range(2, 140):
        write(data, f"old-{number}.trvsave", "x")
        os.utime(os.path.join(data, f"old-{number}.trvsave"), (number, number))
    write(data, "notes.txt", "mine")
    write(data, "mine.trvsave", "mine")
    to_the_end(folder)
    left = os.listdir(data)
    expect(len([name for name in left if name.startswith(("old-", "steps-"))]) == 100, f"the oldest go: {len(left)} are left")
    expect({"notes.txt", "mine.trvsave", "steps-1.trvsave", "steps-140.trvsave"} <= set(left), "what is no finished game stays")


def nowhere_to_keep(folder):
    steps(folder)
    write(folder, "file", "no folder")
    status, shown = to_the_end(folder, XDG_DATA_HOME=os.path.join(folder, "file"))
    expect(status == 0 and b"the game is not kept in" in shown and b"Not a directory" in shown, f"it is told: {shown[-400:]!r}")
    expect(b"Replay it:  trvm replay steps.trvsave\r\n" in shown, "the save here stays")
    done = subprocess.run([TRVM, "replay", "steps.trvsave"], cwd=folder, capture_output=True, check=False)
    expect(done.returncode == 0 and b"the game is over" in done.stdout, f"with the end in it: {done}")


def stepping(folder):
    steps(folder)
    to_the_end(folder)
    with Terminal("replay", "steps-1", folder=folder) as terminal:
        terminal.until(b"    1  p1 walks one\r\n").until(b"q: stop> ")
        expect(b"walk one" not in terminal.shown.replace(b"walks one", b""), "a choice that the rules tell is told once")
        terminal.type(b"b\r", b"This is the first choice").type(b"\r", b"    2  p2: walk two\r\n")
        terminal.type(b"B\r", b"    1  p1 walks one").type(b"4\r", b"    4  p2 walks one").type(b"t\r", b"steps").until(b"stop> ")
        terminal.type(b"99\r", b"choice 12 of 4").type(b"e\r", b"the game is over").until(b"b: back, q: stop> ")
        terminal.type(b"back\r", b"    4  p2 walks one").until(b"q: stop> ").type(b"Q\r", b"")
        expect(terminal.end() == 0, "it ends well")


def watching(folder):
    steps(folder)
    with Terminal("steps", "--seed", "1", "--level", "easy", "--watch", folder=folder) as terminal:
        terminal.until(b"you> ")
        start = len(terminal.shown)
        terminal.type(b"1\r", b"2) walk two").settle()
        shown = terminal.shown[start:]
        expect(shown.count(b"p2") >= 1 and shown.find(b"p2") < shown.find(b"your choice"),
               f"what the bot does is shown before the table: {shown!r}")
        expect(sum(shown.count(b"\xe2\x80\xa2 p2" + text) for text in (b" walks one\r\n", b": walk two\r\n")) == 1, "and once")
        terminal.type(b"q\r", b"Saved")


def first_start(folder):
    steps(folder)
    with Terminal("steps", folder=folder) as terminal:
        terminal.until(b"Is it new to you, and").type(b"Yes\r", b"You learn the game").until(b"you> ").type(b"q\r", b"Nothing was decided")
    with Terminal("steps", folder=folder) as terminal:
        terminal.until(b"you> ")
        expect(b"Is it new to you, and" not in terminal.shown, "it is asked once")
        expect(b"`learn` has it explained" in terminal.shown, "and offered")
        terminal.type(b"q\r", b"Nothing was decided")
    with Terminal("steps", folder=folder, XDG_DATA_HOME=os.path.join(folder, "steps.trv")) as terminal:
        terminal.until(b"you> ")
        expect(b"Is it new to you, and" not in terminal.shown, "nor where nothing can be noted")
        terminal.type(b"q\r", b"Nothing was decided")


def capital_letters(folder):
    steps(folder)
    with Terminal("steps", "--seed", "1", folder=folder) as terminal:
        terminal.until(b"you> ").type(b"H\r", b"A strong bot would choose").type(b"T\r", b"steps").type(b"L\r", b"Nothing was told")
        terminal.type(b"R item 7\r", b"R7 Item 7.").type(b"HELP\r", b"what a strong bot").type(b"Exit\r", b"Nothing was decided")
        expect(terminal.end() == 0, "it ends well")


TESTS = {
    "the menu plays a game": menu_plays,
    "nonsense in the menu": menu_nonsense,
    "the menu shows rules and settings": menu_rules,
    "a menu without games": menu_empty,
    "the menu goes on with a save": menu_saves,
    "finished games are kept": finished_games,
    "a folder of games that cannot be written": nowhere_to_keep,
    "a replay steps forwards and back": stepping,
    "bots are watched while people play": watching,
    "the first start": first_start,
    "capital letters": capital_letters,
}


if __name__ == "__main__":
    sys.exit(run.main(TESTS))
