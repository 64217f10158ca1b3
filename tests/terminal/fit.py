#!/usr/bin/env python3
"""Whether what a person is shown at each choice fits the screen: plays games between a scripted person and bots in
pseudo-terminals of 80 by 24 and 60 by 20, with every number of players, and looks at each prompt. Prints TAP, and with
--table the figures.

    tests/terminal/fit.py TRVM [--games N] [--prompts N] [--table] [GAME…]

A prompt fits if all that was written since the last line was typed, the line that waits for an answer included, has no more
lines than the terminal. No line may be wider than the terminal, and none may show a name of the rules: one with an
underscore, or a notation such as go(ulm).
"""
import argparse
import collections
import fcntl
import os
import pty
import random
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECONDS = 60  # to wait for anything
SIZES = ((80, 24), (60, 20))
SHARE = 95  # of 100 prompts that must fit
SEED = 28

COMMANDS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
ASKS = re.compile(rb"\r([^\r\n]*> )\x1b\[K\r\x1b\[\d+C$")
CODE_NAME = re.compile(r"\b[A-Za-z][A-Za-z0-9]*_[A-Za-z0-9_]+|\b[a-z][a-z0-9]*\([a-z0-9_, {}+*]+\)")
NUMBERED = re.compile(r"^\s{0,4}(\d+)\) ", re.M)

Figures = collections.namedtuple("Figures", "prompts whole wide code lines")


def columns_of(line):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


class Person:
    """Somebody who plays a game at a terminal and looks at every prompt."""

    def __init__(self, trvm, game, players, size, seed, folder):
        self.columns, self.rows = size
        self.chance = random.Random(f"{SEED} {game} {players} {seed}")
        self.prompts = self.whole = self.lines = 0
        self.wide, self.code = [], []
        self.master, slave = pty.openpty()
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", self.rows, self.columns, 0, 0))
        state = termios.tcgetattr(slave)
        state[3] &= ~termios.ECHO
        termios.tcsetattr(slave, termios.TCSANOW, state)
        words = [trvm, "play", game, "--players", str(players), "--seed", str(seed), "--level", "easy", "--save",
                 os.path.join(folder, f"{os.path.basename(game)}-{players}-{seed}-{self.columns}.trvsave")]
        environment = dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8", NO_COLOR="1", XDG_DATA_HOME=os.path.join(folder, ".data"))
        self.process = subprocess.Popen(words, cwd=folder, env=environment, stdin=slave, stdout=slave, stderr=slave,
                                        start_new_session=True)
        os.close(slave)

    def read(self):
        """What is written until the next line is asked for, and whether one is."""
        shown = b""
        while b"\n" not in shown or not ASKS.search(shown):
            if not select.select([self.master], [], [], SECONDS)[0]:
                raise RuntimeError(f"nothing is asked: {shown[-200:]!r}")
            try:
                found = os.read(self.master, 65536)
            except OSError:
                return shown, False
            if not found:
                return shown, False
            shown += found
        return shown, True

    def look(self, shown):
        """Counts and keeps what is wrong with a prompt; returns what it offers."""
        text = COMMANDS.sub("", shown.decode("utf-8", "replace")).replace("\r\n", "\n")
        if self.prompts:
            text = text.split("\n", 1)[1]  # without the line that was typed
        lines = [line.rsplit("\r", 1)[-1] for line in text.split("\n")]
        self.prompts += 1
        self.whole += len(lines) <= self.rows
        self.lines += len(lines)
        self.wide += [line for line in lines if columns_of(line) > self.columns]
        self.code += [line for line in lines if CODE_NAME.search(line)]
        return [int(number) for number in NUMBERED.findall(text)]

    def play(self, prompts):
        shown, asked = self.read()
        shown = shown[shown.index("── ".encode()):]  # what introduces the game may scroll away
        while asked and self.prompts < prompts:
            offered = self.look(shown)
            os.write(self.master, b"%d\r" % (self.chance.choice(offered) if offered else 1))
            shown, asked = self.read()
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        return self


def players_of(game):
    with open(game, encoding="utf-8") as file:
        found = re.search(r"^\s*players (\d+)(?:\.\.(\d+))?", file.read(), re.M)
    return range(int(found[1]), int(found[2] or found[1]) + 1)


def measure(trvm, game, players, size, games, prompts):
    people = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(1, games + 1):
            people.append(Person(trvm, game, players, size, seed, folder).play(prompts))
    every = sum(person.prompts for person in people)
    return Figures(every, sum(person.whole for person in people), [line for person in people for line in person.wide],
                   [line for person in people for line in person.code], sum(person.lines for person in people) / every)


def tell(ok, name, lines):
    print(f"{'ok' if ok else 'not ok'} - {name}")
    for line in lines:
        print(f"# {line}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("trvm")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--games", type=int, default=1, help="of each game, with all numbers of players; at least one each")
    parser.add_argument("--prompts", type=int, default=60, help="of each game that is played")
    parser.add_argument("--table", action="store_true", help="print the figures, too")
    options = parser.parse_args()
    games = options.files or sorted(os.path.join(TOP, "games", name) for name in os.listdir(os.path.join(TOP, "games"))
                                    if name.endswith(".trv"))
    sound = True
    for game in map(os.path.abspath, games):
        for size in SIZES:
            name = f"{os.path.splitext(os.path.basename(game))[0]} at {size[0]} by {size[1]}"
            each = max(1, -(-options.games // len(players_of(game))))
            found = [measure(os.path.abspath(options.trvm), game, players, size, each, options.prompts)
                     for players in players_of(game)]
            if options.table:
                for players, one in zip(players_of(game), found):
                    print(f"# {name}, {players} players: {one.prompts} prompts, {100 * one.whole / one.prompts:.1f} % whole, "
                          f"{one.lines:.1f} lines on average, {len(one.wide)} too wide, {len(one.code)} with code names")
            prompts, whole = sum(one.prompts for one in found), sum(one.whole for one in found)
            wide = [line for one in found for line in one.wide]
            code = [line for one in found for line in one.code]
            checks = ((100 * whole >= SHARE * prompts, f"{name}: prompts fit",
                       [f"{whole} of {prompts}, {100 * whole / prompts:.1f} %"]),
                      (not wide, f"{name}: no line is too wide", [f"{len(wide)} lines, such as: {wide[0]}"] if wide else []),
                      (not code, f"{name}: no names of the rules", [f"{len(code)} lines, such as: {code[0]}"] if code else []))
            for ok, title, lines in checks:
                sound = sound and ok
                tell(ok, title, lines if not ok or options.table else [])
            sys.stdout.flush()
    print(f"1..{3 * len(SIZES) * len(games)}")
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
