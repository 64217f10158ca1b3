#!/usr/bin/env python3
"""The long versions of what keeps docs/promises.md, and one table at the end.

    tests/trust.py TOP [--seconds N] [--again] [PART…]          (./dev trust calls it; without names: all parts)

All parts together take less than three hours on two cores. A run can be stopped and resumed: what a part did is kept in
build/trust (PART.json, and its whole output in PART.txt), and a part that went well with the present code is not run
again unless it is named or --again is given. Parts that keep one core busy run two at a time, the longest first.
--seconds: how long each harness is fuzzed, and how long programs of the grammar are played with and without optimisations
(default 480), with other inputs every day; what fuzzing finds worth keeping is kept for the next run. `table` as the only
part runs nothing and prints the table, with the minutes that each part is expected to take. The status is 1 when a part
failed.
"""
import argparse
from concurrent.futures import ThreadPoolExecutor
import glob
import hashlib
import json
import os
import subprocess
import sys
import time

from fuzz.long import HARNESSES

JOBS = 2  # parts at once, of those that keep one core busy
USE_ALL_CORES = ("tests", "faults", "builds", "coverage")
SECONDS = 480  # of the processor, for each harness
SERVED_GAMES = 200  # of each game, the bytes that seats are sent
SECRECY_GAMES = 250  # of each game and variant, every decision of them

# Minutes that parts take; those that are not named take one or two.
EXPECTED = {"tests": 8, "faults": 20, "builds": 7, "coverage": 5, "clang-tidy": 8, "valgrind": 3, "plant": 25, "hot-seat": 4, "serve": 8, "serve-bytes": 7, "fit": 30,
            "fairness": 5, "hints": 15, "strength": 30, "soak-eighty_days": 1, "soak-globetrotters": 4, "soak-grand_tour": 17, "soak-steam_race": 10,
            "soak-tour_du_monde": 3, "secrecy-grand_tour": 7, "secrecy-grand_tour_long_weekend": 4,
            "secrecy-grand_tour_scholarship": 7, "secrecy-steam_race": 3, "secrecy-steam_race_slipstream": 3}


def expected(name, seconds):
    """Minutes that a part takes, about."""
    return seconds / 60 if name == "passes" or name.startswith("fuzz-") else EXPECTED.get(name, 1)


def expected_in_all(names, seconds):
    """Minutes that parts take on two cores."""
    return sum(expected(name, seconds) / (1 if name in USE_ALL_CORES else JOBS) for name in names)


def sources(top, *folders):
    return sorted(file for folder in folders for file in glob.glob(os.path.join(top, folder, "*.c")))


def parts(top, seconds):
    """{part: commands}, in the order in which they are run."""
    dev, release = os.path.join(top, "dev"), os.path.join(top, "build", "release")
    code = sources(top, "base", "lang", "compiler", "compiler/analysis", "compiler/optimise", "vm", "bots", "trvm")
    games = sorted(glob.glob(os.path.join(top, "games", "*.trv")))
    trvm, python = os.path.join(top, "build/trvm"), sys.executable
    soak = [python, os.path.join(top, "tests/soak.py"), trvm]
    every = {
        "tests": [[dev, "test"]],
        "faults": [[dev, "faults"]],
        "builds": [[dev, "builds"]],
        "coverage": [[dev, "coverage"]],
        "cppcheck": [["cppcheck", "--quiet", "--std=c11", "--enable=warning,performance,portability", "--error-exitcode=1",
                      "-I", top, "-I", release, *code]],
        "clang-tidy": [["clang-tidy", "--quiet", file, "--", "-std=gnu11",
                        "-D_GNU_SOURCE", "-I", top, "-I", release] for file in code],
        "valgrind": [["valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full", program]
                     for program in sorted(glob.glob(os.path.join(release, "tests/unit/test_*")))
                     if os.access(program, os.X_OK) and "." not in os.path.basename(program)],
        "places": [[python, os.path.join(top, "tests/fuzz/places.py"), trvm]],
        "passes": [[os.path.join(release, "tests/passes/passes"), "--alone", "--seconds", str(seconds), "--keep",
                    os.path.join(top, "build/trust"), "--made", time.strftime("%Y%m%d000000"), str(10**9)]],
        "plant": [[python, os.path.join(top, "tests/passes/plant.py"), top]],
        "growth": [[python, os.path.join(top, "tests/growth/run.py"), "--build", release, "--long", "--table"]],
        "hot-seat": [[*soak, "--games", "0"]],
        "fit": [[python, os.path.join(top, "tests/terminal/fit.py"), trvm, "--games", "200", "--prompts", "100000", "--table"]],
    }
    for game in games:
        name = os.path.splitext(os.path.basename(game))[0]
        every["soak-" + name] = [[*soak, "--hands", "0", game]]
    for game in [*games, *sorted(glob.glob(os.path.join(top, "games/variants/*.trv")))]:
        name = os.path.splitext(os.path.basename(game))[0]
        every["secrecy-" + name] = [[os.path.join(release, "tests/play/secrecy"), str(SECRECY_GAMES), "1", game]]
    every["fairness"] = [[os.path.join(release, "tests/play/fairness"), "400000",
                          *sorted(glob.glob(os.path.join(top, "tests/secrets/*.trv")))]]
    every["serve"] = [[python, os.path.join(top, "tests/serve/run.py"), trvm, "--long"]]
    every["serve-bytes"] = [[os.path.join(release, "tests/serve/bytes"), str(SERVED_GAMES), *games]]
    every["hints"] = [[os.path.join(release, "tests/play/hints"), "5", "10000", *games]]
    every["strength"] = [[python, os.path.join(top, "tests/strength.py"), trvm, *games]]
    every["readers"] = [[sys.executable, os.path.join(top, "tests/readers.py"), os.path.join(release, "trvm/trvm"),
                         "--all"]]
    for name in HARNESSES:
        every["fuzz-" + name] = [[dev, "fuzz", name, str(seconds)]]
    return every


def code_now(top):
    """A hash of all that is not prose: parts of a run belong together only if they looked at the same code."""
    what = hashlib.sha256()
    for question in (["ls-files", "--stage"], ["diff", "HEAD"]):
        what.update(subprocess.run(["git", *question, "--", ".", ":!*.md"], cwd=top, stdout=subprocess.PIPE, check=True).stdout)
    return what.hexdigest()


def run_command(top, command):
    """Whether it went well, and what it printed."""
    try:
        done = subprocess.run(command, cwd=top, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False)
    except FileNotFoundError:
        return False, f"{command[0]} is not installed\n"
    return done.returncode == 0, done.stdout.decode("utf-8", "replace")


class Record:
    """What the parts did when they were last run, one file each."""

    def __init__(self, top):
        self.top, self.folder, self.code = top, os.path.join(top, "build", "trust"), code_now(top)
        os.makedirs(self.folder, exist_ok=True)

    def file(self, name, ending):
        return os.path.join(self.folder, name + ending)

    def last(self, name):
        """The last run of a part, or None."""
        try:
            with open(self.file(name, ".json"), encoding="utf-8") as file:
                return json.load(file)
        except (OSError, ValueError):
            return None

    def is_done(self, name):
        last = self.last(name)
        return last is not None and last["well"] and last["code"] == self.code

    def run(self, name, commands):
        """Runs a part, and keeps its last line, or how many of its commands went well."""
        start, fine, words = time.time(), 0, "nothing to say"
        print(f"{name} …", file=sys.stderr, flush=True)
        with open(self.file(name, ".txt"), "w", encoding="utf-8") as out:
            for command in commands:
                well, text = run_command(self.top, command)
                out.write(text)
                out.flush()
                fine += well
                words = next((line.strip() for line in reversed(text.splitlines()) if line.strip()), words)
        if len(commands) > 1:
            words = f"{fine} of {len(commands)} well"
        with open(self.file(name, ".json"), "w", encoding="utf-8") as file:
            json.dump({"well": fine == len(commands), "minutes": (time.time() - start) / 60, "words": words,
                       "code": self.code, "at": time.strftime("%Y-%m-%d %H:%M")}, file)

    def show(self, names, seconds):
        """Prints the table; whether nothing failed."""
        good, width = True, max(map(len, names)) + 2
        print(f"{'part':{width}}{'expected':>8}  {'':9}{'minutes':>7}  {'when':18}last words")
        for name in names:
            last = self.last(name)
            print(f"{name:{width}}{expected(name, seconds):8.0f}  ", end="")
            if last is None:
                print("not run")
                continue
            good = good and last["well"]
            when = last["at"] + ("" if last["code"] == self.code else "*")
            print(f"{'ok' if last['well'] else 'FAILED':9}{last['minutes']:7.1f}  {when:18}{last['words'][:100]}")
        if any(last and last["code"] != self.code for last in map(self.last, names)):
            print("* with other code than the present")
        due = [name for name in names if not self.is_done(name)]
        print(f"{expected_in_all(names, seconds):.0f} minutes in all on two cores, {expected_in_all(due, seconds):.0f} of them to come")
        return good


def main():
    parser = argparse.ArgumentParser(prog="./dev trust")
    parser.add_argument("top")
    parser.add_argument("--seconds", type=int, default=SECONDS,
                        help=f"how long each harness is fuzzed, and passes are compared (default {SECONDS})")
    parser.add_argument("--again", action="store_true", help="run all parts, also those that went well with this code")
    parser.add_argument("parts", nargs="*", help="`table` alone runs none")
    wish = parser.parse_intermixed_args()
    top = os.path.abspath(wish.top)
    every, record = parts(top, wish.seconds), Record(top)
    if wish.parts != ["table"]:
        unknown = [name for name in wish.parts if name not in every]
        if unknown:
            parser.error(f"no part is called {unknown[0]}; there are {', '.join(every)}")
        due = wish.parts or [name for name in every if wish.again or not record.is_done(name)]
        for name in due:
            if name in USE_ALL_CORES:
                record.run(name, every[name])
        alone = sorted((name for name in due if name not in USE_ALL_CORES), key=lambda name: -expected(name, wish.seconds))
        with ThreadPoolExecutor(JOBS) as pool:
            list(pool.map(lambda name: record.run(name, every[name]), alone))
    return 0 if record.show(list(every), wish.seconds) else 1


if __name__ == "__main__":
    sys.exit(main())
