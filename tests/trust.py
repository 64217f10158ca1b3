#!/usr/bin/env python3
"""The long versions of what keeps docs/promises.md, and one table at the end.

    tests/trust.py TOP [--seconds N] [--again] [PART…]          (./dev trust calls it; without names: all parts)

All parts take eight hours on two cores, so a run can be stopped and resumed: what a part did is kept in
build/trust (PART.json, and its whole output in PART.txt), and a part that went well with the present code is not run
again unless it is named or --again is given. --seconds: how long each harness is fuzzed in all (default 3600), what earlier
runs of `./dev fuzz` did counting, and how long programs of the grammar are played with and without optimisations, others
every day. `table` as the only part runs nothing and prints the table. The status is 1 when a part failed.
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
        "hot-seat": [[*soak, "--games", "0"]],
    }
    for game in games:
        name = os.path.splitext(os.path.basename(game))[0]
        every["soak-" + name] = [[*soak, "--hands", "0", game]]
    for game in [*games, *sorted(glob.glob(os.path.join(top, "games/variants/*.trv")))]:
        name = os.path.splitext(os.path.basename(game))[0]
        every["secrecy-" + name] = [[os.path.join(release, "tests/play/secrecy"), "1000", "1", game]]
    every["fairness"] = [[os.path.join(release, "tests/play/fairness"), "400000",
                          *sorted(glob.glob(os.path.join(top, "tests/secrets/*.trv")))]]
    for name in HARNESSES:
        every["fuzz-" + name] = [[dev, "fuzz", name, str(seconds), "--in-all"]]
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

    def show(self, names):
        """Prints the table; whether nothing failed."""
        good, width = True, max(map(len, names)) + 2
        print(f"{'part':{width}}{'':9}{'minutes':>7}  {'when':18}last words")
        for name in names:
            last = self.last(name)
            if last is None:
                print(f"{name:{width}}not run")
                continue
            good = good and last["well"]
            when = last["at"] + ("" if last["code"] == self.code else "*")
            print(f"{name:{width}}{'ok' if last['well'] else 'FAILED':9}{last['minutes']:7.1f}  {when:18}{last['words'][:100]}")
        if any(last and last["code"] != self.code for last in map(self.last, names)):
            print("* with other code than the present")
        return good


def main():
    parser = argparse.ArgumentParser(prog="./dev trust")
    parser.add_argument("top")
    parser.add_argument("--seconds", type=int, default=3600, help="how long each harness is fuzzed in all, and passes are compared (default 3600)")
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
        with ThreadPoolExecutor(JOBS) as pool:
            list(pool.map(lambda name: record.run(name, every[name]), [name for name in due if name not in USE_ALL_CORES]))
    return 0 if record.show(every) else 1


if __name__ == "__main__":
    sys.exit(main())
