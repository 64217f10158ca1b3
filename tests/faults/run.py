#!/usr/bin/env python3
"""Faults on purpose: memory that runs out, disks that fill up, kills, signals, threads.

    tests/faults/run.py [--build TREE] [--tsan TREE] [--long] [PART…]

Parts: allocations, limits, saves, files, kills, threads, signals; all when none is named. The short version is the suite `faults` of
./dev test and prints TAP. --long plays through all games and prints a line for each part, `name: what, how many,
outcome`, after those that failed; `./dev faults` builds what it needs and runs it.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import files  # noqa: E402
import kills  # noqa: E402
import large  # noqa: E402
import limits  # noqa: E402
import saves  # noqa: E402
import signals  # noqa: E402
from faults import TOP, Bench, games  # noqa: E402


def tap_results(done, name):
    """The results of a program that prints TAP."""
    results = []
    for line in done.stdout.splitlines():
        if line.startswith(("ok - ", "not ok - ")):
            results.append((line.split(" - ", 1)[1], None if line.startswith("ok") else "failed"))
        elif line.startswith("# ") and results and results[-1][1]:
            results[-1] = (results[-1][0], line[2:])
    words = done.stderr.strip().splitlines()
    if not results or (done.returncode != 0 and not any(why for _, why in results)):
        results.append((name, f"status {done.returncode}: {words[-1] if words else 'it said nothing'}"))
    return results


def run_tap(program, *words):
    done = subprocess.run([program, *words], cwd=TOP, capture_output=True, text=True, check=False)
    return tap_results(done, os.path.basename(program))


def allocations(bench, is_long):
    """Every allocation fails once: compile, start, play, save, load; and again where the arena has small blocks. Of those
    of large rules, some."""
    small = ["tests/games/tables.trv", "tests/games/pig.trv+tests/faults/house_rules.trv"]
    more = games() + ["games/globetrotters.trv+games/variants/globetrotters_partners.trv"] if is_long else []
    results = run_tap(bench.program("allocations"), "1000000", *more, *small)
    results += run_tap(bench.program("anywhere"), "100" if is_long else "500", *more, *small)
    with tempfile.TemporaryDirectory() as folder:
        rules = large.write(folder)
        found = run_tap(bench.program("allocations"), "200" if is_long else "10", rules)
        found += run_tap(bench.program("anywhere"), "200" if is_long else "6", rules)
        results += [(name.replace(folder + os.sep, ""), why) for name, why in found]
    counts = [re.search(r", (\d+) of \d+ allocations", name) for name, _ in results]
    return results, f"{sum(int(count[1]) for count in counts if count)} allocations refused"


MEGABYTES = (6, 18)


def ends_by_itself(bench, file):
    """What is wrong with the command when it has little memory, or nothing."""
    for megabytes in MEGABYTES:
        code, _, err = bench.run("check", file, "--memory", f"{megabytes}M", folder=TOP)
        if code not in (0, 1, 2):
            return f"ends with {code} with {megabytes} MB: {err[-200:]}"
    return None


def memory_limits(bench, is_long):
    """Compiling, formatting and showing large rules with too little memory, and stopped on the way."""
    with tempfile.TemporaryDirectory() as folder:
        names = {file: name for name, file in limits.write(folder, is_long)}
        found = run_tap(bench.program("limits"), "20" if is_long else "4", *names)
        ends = [(f"{name}: check --memory", ends_by_itself(bench, file)) for file, name in names.items()]
    results = [(names.get(text.split(": ", 1)[0], text), why) for text, why in found]
    return results + ends, f"{len(results)} inputs"


def sim_trace(bench, file, jobs, count):
    code, out, err = bench.run("sim", file, "-n", str(count), "--seed", "9", "--jobs", str(jobs), "--csv", folder=TOP)
    return out if code == 0 else f"{code} {err}"


def same_with_jobs(bench, count):
    results = []
    for file in games():
        alone = sim_trace(bench, file, 1, count)
        why = None if alone.count("\n") == count + 1 else alone
        for jobs in (2, 5):
            found = why or sim_trace(bench, file, jobs, count)
            if found != alone:
                why = f"the games differ with {jobs} jobs: {found[-200:]}"
        results.append((f"sim {file}: {count} games with 1, 2 and 5 jobs", why))
    return results


def threads(bench, is_long):
    """Two programs in eight threads; sim with several jobs."""
    programs = ("games/globetrotters.trv", "games/steam_race.trv") if is_long else (
        "tests/games/tables.trv", "tests/games/tricks.trv")
    results = run_tap(bench.program("threads"), "20" if is_long else "5", *programs)
    results += same_with_jobs(bench, 40 if is_long else 20)
    return results, f"{len(results)} comparisons"


PARTS = {
    "allocations": ("every allocation fails once", allocations),
    "limits": ("memory that reaches its limit, work that is stopped", memory_limits),
    "saves": ("every step of writing a save fails once", saves.run),
    "files": ("files that others name or write, full disks", files.run),
    "kills": ("games killed at random moments", kills.run),
    "threads": ("two programs in eight threads, sim with several jobs", threads),
    "signals": ("signals, gone readers, full disks, terminals", signals.run),
}


def arguments():
    parser = argparse.ArgumentParser(prog="tests/faults/run.py", description="Faults on purpose.")
    parser.add_argument("--build", default=os.path.join(TOP, "build", "release"), help="the tree that was built")
    parser.add_argument("--tsan", help="a tree built with the thread sanitizer, for the part `threads`")
    parser.add_argument("--long", action="store_true", help="all games, and a line for each part")
    parser.add_argument("part", nargs="*", help=", ".join(PARTS))
    chosen = parser.parse_args()
    for name in chosen.part:
        if name not in PARTS:
            parser.error(f"there is no part `{name}`; there are {', '.join(PARTS)}")
    return chosen


def main():
    chosen = arguments()
    good = True
    for name in chosen.part or PARTS:
        what, run = PARTS[name]
        tree = chosen.tsan if name == "threads" and chosen.tsan else chosen.build
        results, count = run(Bench(tree), chosen.long)
        failures = [(test, why) for test, why in results if why]
        good = good and not failures
        if chosen.long:
            for test, why in failures:
                print(f"FAIL {test}: {why}")
            where = ", under the thread sanitizer" if tree == chosen.tsan else ""
            print(f"{name}: {what}{where}, {count}, {f'{len(failures)} failed' if failures else 'all well'}", flush=True)
            continue
        for test, why in results:
            print(f"{'not ok' if why else 'ok'} - {test}" + (f"\n# {why}" if why else ""), flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
