#!/usr/bin/env python3
"""Whether time and memory grow in proportion to the input: every row is run with an input of one size and with one that
is ten times as large.

    tests/growth/run.py --build TREE [--long] [--table] [--only TEXT]

A row (rows_*.py, see rows.py) makes files and names a command of trvm. What a command costs is counted in instructions
of the processor; where the machine does not count them, in seconds, and what then seems to grow too fast is counted by
valgrind. What an empty game costs is taken off. The exponent is log10(cost of the larger / cost of the smaller): 1 is in
proportion, 2 is quadratic, and more than MOST is a fault, of time and of memory. What seems to take too much is measured
again, memory of `check` by the bytes asked of the allocator (compile.c), and the least or the middle one counts. --long
makes everything ten times as large again where the limits of the language let it, and sees that compiling ends soon when
it is to stop; --table prints the figures.
"""
import argparse
import glob
import importlib
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

MOST = 1.25  # the exponent; a logarithm in the costs makes about 1.1
MOST_RESIDENT = 1.5  # of memory as the system counts it: what grows by doubling is three times too large while it is moved
AGAIN = 4  # times that something is measured which seems to grow too fast
LAST_MICROSECONDS = 500000  # of the processor, after the work is to stop
SUSPECT = 1.2  # by seconds: worth counting
SECONDS = 20  # for one command
COUNTED_SECONDS = 200  # under valgrind
LEAST_SECONDS = 0.004  # below this, over an empty game, the larger one is as good as free
LEAST_KB = 4096


class Cost:
    """What a command took."""

    def __init__(self, words):
        instructions, microseconds, self.kb, self.status = (int(word) for word in words)
        self.instructions = instructions if instructions >= 0 else None
        self.seconds = microseconds / 1e6


def run(measure, words, folder, seconds):
    """The cost of a command, and what it printed."""
    done = subprocess.run([measure, str(seconds), *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding="utf-8", errors="replace", check=True,
                          env=dict(os.environ, NO_COLOR="1", LC_ALL="C.UTF-8", TERM="dumb"))
    text, _, figures = done.stderr.rstrip("\n").rpartition("\n")
    return Cost(figures.split()), done.stdout + text


def count(measure, words, folder):
    """Instructions by valgrind; None where there is none."""
    try:
        _, text = run(measure, ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
                                *words], folder, COUNTED_SECONDS)
    except FileNotFoundError:
        return None
    found = re.search(r"I\s+refs:\s+([\d,]+)", text)
    return int(found[1].replace(",", "")) if found else None


def exponent(small, large, base):
    """Of costs, without what an empty game costs."""
    return math.log10(max(large - base, 1e-9) / max(small - base, base * 0.02, 1e-9))


class Frame:
    """Where the programs are, and what nothing costs."""

    def __init__(self, build):
        self.trvm = os.path.join(build, "trvm/trvm")
        self.measure = os.path.join(build, "tests/growth/measure")
        self.compile = os.path.join(build, "tests/growth/compile")
        self.empty = {}

    def command(self, row, size, folder):
        for name, text in row.make(size).items():
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            with open(os.path.join(folder, name), "w", encoding="utf-8", newline="") as file:
                file.write(text)
        return [self.trvm, *row.words]

    def once(self, row, size):
        with tempfile.TemporaryDirectory() as folder:
            words = self.command(row, size, folder)
            return min((run(self.measure, words, folder, SECONDS) for _ in range(1 if size > row.size else 2)),
                       key=lambda done: done[0].seconds)

    def counted(self, row, size):
        with tempfile.TemporaryDirectory() as folder:
            return count(self.measure, self.command(row, size, folder), folder)

    def compiled(self, row, size, microseconds=0):
        """Bytes that compiling took at the most, its microseconds, and those of them after it was to stop."""
        with tempfile.TemporaryDirectory() as folder:
            self.command(row, size, folder)
            done = subprocess.run([self.compile, "game.trv", str(microseconds)], cwd=folder, stdout=subprocess.PIPE,
                                  timeout=COUNTED_SECONDS, check=False)
            return [int(word) for word in done.stdout.split()]

    def stops(self, row, size):
        """What is wrong with the time that compiling takes to stop, at a few moments, or nothing."""
        _, whole, _ = self.compiled(row, size)
        for part in (1, 3, 5, 7, 9):
            last = self.compiled(row, size, max(whole * part // 10, 1))[2]
            if last > LAST_MICROSECONDS:
                return f"goes on for {last / 1e6:.2f} s after it is to stop"
        return ""

    def seconds(self, row, size):
        """The least of several times."""
        return min(self.once(row, size)[0].seconds for _ in range(AGAIN))

    def kb(self, row, size):
        """The middle one of several: a few hundred kB come and go with what the system maps."""
        return statistics.median(self.once(row, size)[0].kb for _ in range(AGAIN + 1))

    def base(self, row):
        """What the command costs with the least input."""
        key = tuple(row.words[:2])
        if key not in self.empty:
            self.empty[key] = self.once(row._replace(size=1), 1)[0]
        return self.empty[key]

    def check(self, row, size):
        """(what is wrong or "", line of the table) for a row with an input of this size and ten times it."""
        sizes = (size, 10 * size)
        (small, _), (large, said) = (self.once(row, each) for each in sizes)
        base = self.base(row)
        unit, costs = "s", [small.seconds, large.seconds]
        rate = 0.0 if large.seconds - base.seconds < LEAST_SECONDS else exponent(*costs, base.seconds)
        if large.instructions is not None:
            unit, costs = "", [small.instructions, large.instructions]
            rate = exponent(*costs, base.instructions)
        if unit and rate > SUSPECT:
            costs = [min(cost, self.seconds(row, each)) for cost, each in zip(costs, sizes)]
            rate = exponent(*costs, base.seconds)
        if unit and rate > SUSPECT:
            exact = [self.counted(row, each) for each in (1, *sizes)]
            if all(exact):
                unit, costs = "", exact[1:]
                rate = exponent(*costs, exact[0])
        room = exponent(small.kb, large.kb, base.kb) if large.kb - base.kb > LEAST_KB else 0.0
        if room > MOST:
            room = exponent(*(self.kb(row, each) for each in (*sizes, 1)))
        most_room = MOST_RESIDENT
        if room > MOST and row.words[:-1] == ["check"]:
            most_room = MOST
            room = exponent(*(self.compiled(row, each)[0] for each in sizes), self.compiled(row, 1)[0])
        line = (f"| {row.name} | {sizes[1]:,} | {amount(costs[1], unit)} | {large.kb / 1024:.1f} MB | "
                f"{rate:.2f} | {room:.2f} |")
        return fault(row, small, large, said, rate) or ("" if row.seconds else too_much_room(room, most_room)), line


def amount(cost, unit):
    return f"{cost:.2f} s" if unit else f"{cost / 1e6:,.0f} M"


def too_much_room(room, most):
    return f"memory grows with the power {room:.2f}" if room > most else ""


def fault(row, small, large, said, rate):
    """What is wrong with the larger run, or nothing."""
    for cost in (small, large):
        if cost.status not in row.statuses:
            return f"ended with {cost.status}: {said.strip()[:300]}"
    if row.says not in said:
        return f"does not say `{row.says}`: {said.strip()[:300]}"
    if row.seconds:
        return f"takes {large.seconds:.2f} s" if large.seconds > row.seconds else ""
    return f"time grows with the power {rate:.2f}" if rate > MOST else ""


def all_rows():
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path.insert(0, folder)
    names = sorted(os.path.splitext(os.path.basename(file))[0] for file in glob.glob(os.path.join(folder, "rows_*.py")))
    return [row for name in names for row in importlib.import_module(name).ROWS]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    frame = Frame(os.path.abspath(options.build))
    bad = 0
    if options.table:
        print("| construct | n | instructions or time | memory | exponent of time | of memory |\n|---|---|---|---|---|---|")
    for row in all_rows():
        if options.only not in row.name:
            continue
        size = row.size if not options.long else min(10 * row.size, max(row.most // 10, row.size))
        wrong, line = frame.check(row, size)
        if options.long and not wrong and row.words[:-1] == ["check"]:
            wrong = frame.stops(row, 10 * size)
        bad += bool(wrong)
        if options.table:
            print(line)
        if wrong or not options.table:
            print(f"{'not ok' if wrong else 'ok'} - {row.name}" + (f"\n# {wrong}" if wrong else ""))
        sys.stdout.flush()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
