#!/usr/bin/env python3
"""Commands one after the other, as people use them: check, build, play, save, resume, replay, branch, sim, in any order.

    tests/fuzz/commands.py TRVM [--count N] [--seconds S] [--first NUMBER]

A run happens in a folder of its own, with a small game of several kinds of choices. What is typed is made by chance: numbers,
keys, notations, nonsense, ends of input. Whatever is done, a command ends within its time with exit code 0, 1 or 2, no save
is lost or damaged, a save that is resumed and left is the same byte by byte, `replay` knows as many choices as the save, a
branch begins as the save does, and the compiled file plays as the source does. Prints what was wrong, with the number of the
run, which `--first` repeats; the last line counts runs, commands, and the commands that did what they were asked.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GAMES = ("tests/fuzz/table.trv", "tests/games/pig.trv", "tests/games/tic_tac_toe.trv", "tests/games/tricks.trv")
SECONDS = 60  # that one command may take
STEPS = 12  # commands of a run
KEYS = ("?", "? 1", "u", "u!", "l", "t", "help", "s", "s other.trvsave", "s! other.trvsave", "s game.trv", "s! game.trv", "r R1", "", "0",
        "99", "-1", "play(", "draw", "bid(1)", "\x1b[A", "é", "\t", "x" * 300)


class Wrong(Exception):
    """Something that must not happen."""


class Run:
    def __init__(self, trvm, number, folder):
        self.trvm, self.folder, self.chance = trvm, folder, random.Random(number)
        self.commands = self.done = 0
        source = self.chance.choice(GAMES)
        with open(os.path.join(TOP, source), encoding="utf-8") as file:
            text = file.read()
        if source.endswith("tricks.trv"):
            with open(os.path.join(TOP, "tests/games/tricks.csv"), encoding="utf-8") as file:
                self.write("tricks.csv", file.read())
        self.rules = text
        self.write("game.trv", text)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def call(self, *words, text=""):
        """Runs a command; its exit code and output."""
        self.commands += 1
        environment = {**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "TERM": "dumb"}
        try:
            done = subprocess.run([self.trvm, *words], cwd=self.folder, input=text.encode(), stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=SECONDS, check=False, env=environment)
        except subprocess.TimeoutExpired as error:
            raise Wrong(f"{' '.join(words)} takes more than {SECONDS} seconds") from error
        said = (done.stdout + done.stderr).decode("utf-8", "replace")
        if done.returncode not in (0, 1, 2) or "Sanitizer" in said or "runtime error:" in said:
            raise Wrong(f"{' '.join(words)} after {text!r}: status {done.returncode}, {said[-400:]}")
        self.done += done.returncode == 0
        return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")

    def saves(self):
        return sorted(name for name in os.listdir(self.folder) if name.endswith(".trvsave"))

    def typed(self):
        """Lines that a person might type: mostly choices."""
        lines = []
        for _ in range(self.chance.randrange(1, 40)):
            lines.append(str(self.chance.randrange(1, 6)) if self.chance.random() < 0.8 else self.chance.choice(KEYS))
        end = self.chance.choice(("q\n", "", "quit\n"))
        return "\n".join(lines) + "\n" + end

    def choices(self, name):
        """How many choices a save has; it must be whole."""
        lines = self.read(name).decode("utf-8").split("\n")
        end = lines[-2].split() if len(lines) > 2 else []
        made = [line for line in lines if re.match(r"p\d+ ", line)]
        if lines[0] != "trvm-save 1" and not lines[0].startswith("trvm-save ") or end[:1] != ["end"] or int(end[1]) != len(made):
            raise Wrong(f"the save {name} is not whole")
        return made

    # ---- commands ----

    def play(self):
        words = ["play", self.chance.choice(("game.trv", "game.trvc")), "--seed", str(self.chance.randrange(50))]
        words.append(self.chance.choice(("--hotseat", "--level=easy", "--bots")))
        if not os.path.exists(self.path(words[1])):
            words[1] = "game.trv"
        if self.chance.random() < 0.4:
            words += ["--save", f"own-{self.chance.randrange(3)}.trvsave"]
        self.call(*words, text=self.typed())

    def resume(self):
        if self.saves():
            name = self.chance.choice(self.saves())
            self.call(name, self.chance.choice(("--hotseat", "--bots", "--level=easy")), text=self.typed())

    def leave(self):
        """A game that is resumed and left at once is saved as it was."""
        if not self.saves():
            return
        name = self.chance.choice(self.saves())
        before = self.read(name)
        code, out, err = self.call("play", "game.trv", "--hotseat", "--resume", name, text="q\n")
        if code != 0:
            raise Wrong(f"{name} cannot be resumed: {err}")
        if os.path.exists(self.path(name)) and self.read(name) != before:
            raise Wrong(f"{name} is another after going on and leaving: {out[-200:]}")

    def replay(self):
        if not self.saves():
            return
        name = self.chance.choice(self.saves())
        made = self.choices(name)
        code, out, err = self.call("replay", name)
        if code != 0:
            raise Wrong(f"{name} cannot be replayed: {err}")
        shown = len(re.findall(r"^ {0,4}\d+  \S", out, re.M))
        if shown != len(made):
            raise Wrong(f"{name} has {len(made)} choices, and {shown} are shown")
        if made:
            step = self.chance.randrange(1, len(made) + 1)
            if self.call("replay", name, "--step", str(step))[0] != 0:
                raise Wrong(f"step {step} of {name} cannot be shown")

    def branch(self):
        if not self.saves():
            return
        name = self.chance.choice(self.saves())
        made, before = self.choices(name), self.read(name)
        at = self.chance.randrange(1, len(made) + 2)
        target = f"branch-{self.commands}.trvsave"
        code, _, err = self.call("replay", name, "--branch", str(at), "--hotseat", "--save", target, text="1\n1\nq\n")
        if code != 0:
            raise Wrong(f"no branch at {at} of {name}: {err}")
        if self.read(name) != before:
            raise Wrong(f"a branch changes {name}")
        if os.path.exists(self.path(target)) and self.choices(target)[:at - 1] != made[:at - 1]:
            raise Wrong(f"{target} does not begin as {name} does")

    def build(self):
        code, _, err = self.call("build", "game.trv", "-o", "game.trvc")
        if code != 0:
            raise Wrong(f"the game cannot be built: {err}")
        seed = str(self.chance.randrange(1000))
        source = self.call("sim", "game.trv", "-n", "3", "--seed", seed, "--csv")
        compiled = self.call("sim", "game.trvc", "-n", "3", "--seed", seed, "--csv")
        if source[1] != compiled[1]:
            raise Wrong(f"the compiled file plays otherwise with seed {seed}")

    def look(self):
        command = self.chance.choice((("check",), ("test",), ("rules",), ("graph",), ("dis",), ("fmt", "--check"), ("perft", "--depth", "1")))
        self.call(*command, "game.trv")

    def misuse(self):
        """Files where they do not belong."""
        names = os.listdir(self.folder) + ["nothing.trv", ".", "-"]
        words = [self.chance.choice(("play", "check", "replay", "build", "sim", "dis", "fmt", "diff", "compare"))]
        words += [self.chance.choice(names) for _ in range(self.chance.randrange(1, 3))]
        if words[0] == "fmt":
            words.append("--check")
        if words[0] == "build":
            words += ["-o", "made.trvc"]
        if words[0] in ("sim", "compare"):
            words += ["-n", "2"]
        self.call(*words, text="1\nq\n")

    def go(self):
        ways = (self.play, self.play, self.resume, self.leave, self.replay, self.branch, self.build, self.look, self.misuse)
        for _ in range(STEPS):
            self.chance.choice(ways)()
            for name in self.saves():
                self.choices(name)
            left = [name for name in os.listdir(self.folder) if ".trvm-" in name]
            if left:
                raise Wrong(f"left behind: {left}")
            if self.read("game.trv").decode() != self.rules:
                raise Wrong("the rules were written over")


def main():
    parser = argparse.ArgumentParser(prog="tests/fuzz/commands.py")
    parser.add_argument("trvm")
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--first", type=int, default=1)
    wish = parser.parse_args()
    trvm, until = os.path.abspath(wish.trvm), time.monotonic() + wish.seconds
    number, runs, commands, done, wrong = wish.first, 0, 0, 0, 0
    while runs < wish.count or time.monotonic() < until:
        with tempfile.TemporaryDirectory() as folder:
            run = Run(trvm, number, folder)
            try:
                run.go()
            except Wrong as why:
                wrong += 1
                print(f"finding: run {number}: {why}", flush=True)
            commands, done = commands + run.commands, done + run.done
        number, runs = number + 1, runs + 1
    print(f"{runs} runs, {commands} commands, {done} of them did what they were asked, {wrong} findings")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
