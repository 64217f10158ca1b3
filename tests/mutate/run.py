#!/usr/bin/env python3
"""Plants typos in the games, one at a time, and tells how many of them `trvm` finds, and how well it says so.

    tests/mutate/run.py [--trvm PROGRAM] [--count N] [--seed N] [--games N] [--json FILE] [--show WHAT] [GAME.trv…]

A mutant is compiled and checked; when there is no error, its scenarios are run; when they pass, it plays N games (1000;
0: none) over all numbers of players, and its trace is compared with that of the game as it is. A mutant counts when it
does not compile or warns, when a scenario fails, or when the trace differs; the others mean the same and are left out.
--show lists mutants on standard error: `uncaught` (only the trace differs), `many` (more than one error), `elsewhere`
(no error on the line of the typo), `unsuggested`. The exit code is 1 when a figure misses its target.
"""
import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import mutants  # noqa: E402
import tokens  # noqa: E402

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECONDS = 60  # that one mutant may take for scenarios or games; one that takes longer differs
TARGETS = {"caught": 95, "suggested": 90, "single": 90}

# found: error, warning, scenario, trace or nothing; errors: how many; here: one is on the line of the typo;
# suggested: whether the first error suggests what was meant
Outcome = collections.namedtuple("Outcome", "mutant found errors here suggested")


class Workshop:
    """A folder in which mutants of one game are compiled and run, beside the tables and the rulebook."""

    def __init__(self, trvm, path, folder):
        self.trvm, self.folder = trvm, folder
        self.file = os.path.basename(path)
        beside = os.path.dirname(os.path.abspath(path))
        for name in os.listdir(beside):
            if name != self.file:
                os.symlink(os.path.join(beside, name), os.path.join(folder, name))
        with open(path, encoding="utf-8") as file:
            self.source = file.read()
        self.write(self.source)
        self.program = self.build()
        self.original = {}

    def write(self, source):
        with open(os.path.join(self.folder, self.file), "w", encoding="utf-8") as file:
            file.write(source)

    def run(self, *words):
        """A finished process, or None when it takes too long."""
        try:
            return subprocess.run([self.trvm, *words], cwd=self.folder, timeout=SECONDS, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        except subprocess.TimeoutExpired:
            return None

    def check(self):
        done = self.run("check", "--rulebook", "--json", self.file)
        return json.loads(done.stdout)

    def build(self):
        return self.run("build", self.file, "-o", "-").stdout

    def passes(self):
        done = self.run("test", self.file)
        return done is not None and done.returncode == 0

    def traces(self, games):
        """What happens in that many games, by number of players; None where they take too long."""
        text = re.search(r"players\s+(\d+)\.\.(\d+)", self.source)
        counts = range(int(text[1]), int(text[2]) + 1)
        result = []
        for players in counts:
            done = self.run("sim", self.file, "-n", str(-(-games // len(counts))), "-j", "1", "--players", str(players),
                            "--json")
            result.append(done and json.loads(done.stdout or b"{}").get("trace_hash"))
        return result

    def original_traces(self, games):
        if games not in self.original:
            self.write(self.source)
            self.original[games] = self.traces(games)
        return self.original[games]


def suggests(diagnostic, mutant):
    """Whether the message names what was meant: the right spelling, or, where the typo is in the declaration, the
    misspelt one."""
    named = re.findall(r"did you mean `([^`]+)`", diagnostic["hint"] or "")
    return bool(named) and named[0] in (mutant.meant, mutant.wrote)


def judge(workshop, mutant, games):
    source = mutants.apply(workshop.source, mutant)
    workshop.write(source)
    found = workshop.check()["diagnostics"]
    errors = [one for one in found if one["severity"] == "error"]
    reported = errors or found
    here = any(one["line"] <= mutant.line <= one["end_line"] for one in reported)
    if reported:
        return Outcome(mutant, "error" if errors else "warning", len(errors), here, suggests(reported[0], mutant))
    if not workshop.passes():
        return Outcome(mutant, "scenario", 0, False, False)
    if games and workshop.build() != workshop.program:
        now = workshop.traces(games)
        if now != workshop.original_traces(games):
            return Outcome(mutant, "trace", 0, False, False)
    return Outcome(mutant, "nothing", 0, False, False)


# ---- figures ----

def percent(part, whole):
    return 100 * part / whole if whole else 100.0


def figures(outcomes):
    count = collections.Counter(one.found for one in outcomes)
    counting = sum(count.values()) - count["nothing"]
    failed = [one for one in outcomes if one.found == "error"]
    names = [one for one in failed if one.mutant.kind == "misspelt name"]
    return {"mutants": len(outcomes), "counting": counting, **count,
            "caught": percent(counting - count["trace"], counting),
            "single": percent(sum(one.errors == 1 for one in failed), len(failed)),
            "here": percent(sum(one.errors == 1 and one.here for one in failed), len(failed)),
            "names": len(names), "suggested": percent(sum(one.suggested for one in names), len(names))}


def print_figures(outcomes, with_trace):
    print(f"{'':18} {'mutants':>7} {'same':>5} {'error':>6} {'warning':>7} {'scenario':>8} {'trace':>6} {'caught':>7} "
          f"{'one error':>9} {'its line':>8}")
    groups = [(kind, [one for one in outcomes if one.mutant.kind == kind]) for kind in mutants.KINDS]
    groups += [(f"in {place}", [one for one in outcomes if one.mutant.place == place])
               for place in ("rules", "scenario")]
    for name, group in groups + [("all", outcomes)]:
        row = figures(group)
        print(f"{name:18} {row['mutants']:7} {row.get('nothing', 0):5} {row.get('error', 0):6} "
              f"{row.get('warning', 0):7} {row.get('scenario', 0):8} {row.get('trace', 0):6} {row['caught']:6.1f}% "
              f"{row['single']:8.1f}% {row['here']:7.1f}%")
    row = figures(outcomes)
    print(f"misspelt names with the right suggestion first: {row['suggested']:.1f}% of {row['names']}")
    if not with_trace:
        print("no games were played: `same` also holds what only a trace would show")


def show(outcome, why):
    mutant = outcome.mutant
    print(f"{why} {mutant.game}:{mutant.line}: {mutant.kind}: `{mutant.meant}` → `{mutant.wrote}`"
          f" ({outcome.errors} errors)", file=sys.stderr)


def show_asked(outcome, asked):
    failed = outcome.found == "error"
    tests = {"uncaught": outcome.found == "trace", "many": failed and outcome.errors > 1,
             "elsewhere": failed and not outcome.here,
             "unsuggested": failed and outcome.mutant.kind == "misspelt name" and not outcome.suggested}
    for why, holds in tests.items():
        if holds and why in asked:
            show(outcome, why)


def arguments():
    parser = argparse.ArgumentParser(prog="tests/mutate/run.py", description=__doc__.splitlines()[0])
    parser.add_argument("--trvm", default=os.path.join(TOP, "build", "trvm"), help="the command to test")
    parser.add_argument("--count", type=int, default=2500, help="mutants over all games (2500)")
    parser.add_argument("--seed", type=int, default=1, help="of the drawing of mutants (1)")
    parser.add_argument("--games", type=int, default=1000, help="games that a survivor plays (1000)")
    parser.add_argument("--json", help="a file for every outcome")
    parser.add_argument("--show", action="append", default=[], help="uncaught, many, elsewhere or unsuggested")
    parser.add_argument("game", nargs="*", help="the games (games/*.trv)")
    return parser.parse_args()


def main():
    options = arguments()
    with open(os.path.join(TOP, "lang", "words.def"), encoding="utf-8") as file:
        language = mutants.words_of_the_language(file.read())
    games = options.game or sorted(os.path.join(TOP, "games", name) for name in os.listdir(os.path.join(TOP, "games"))
                                   if name.endswith(".trv"))
    outcomes = []
    for path in games:
        with tempfile.TemporaryDirectory() as folder:
            workshop = Workshop(os.path.abspath(options.trvm), path, folder)
            game = mutants.Game(workshop.file, workshop.source, tokens.scan(workshop.source), language)
            drawing = random.Random(f"{options.seed} {workshop.file}")
            for mutant in mutants.draw(game, -(-options.count // len(games)), drawing):
                outcomes.append(judge(workshop, mutant, options.games))
                show_asked(outcomes[-1], options.show)
    print_figures(outcomes, options.games > 0)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump([{**one.mutant._asdict(), **one._asdict(), "mutant": None} for one in outcomes], file)
    row = figures(outcomes)
    missed = [f"{name} {row[name]:.1f}% < {target}%" for name, target in TARGETS.items() if row[name] < target]
    if missed:
        print("below target: " + ", ".join(missed))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
