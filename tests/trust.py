#!/usr/bin/env python3
"""The long versions of what keeps docs/promises.md, and one table at the end.

    tests/trust.py TOP [--seconds N] [PART…]          (./dev trust calls it; without names: all parts)

--seconds: how long each harness is fuzzed (default 3600). All parts take most of a day on two cores; each can be run by
itself, and its output is kept in build/trust/PART.txt.
"""
import argparse
from concurrent.futures import ThreadPoolExecutor
import glob
import os
import subprocess
import sys
import time

JOBS = 2  # of the parts that are made of many commands
CHECKS = "-*,bugprone-*,clang-analyzer-*,-bugprone-easily-swappable-parameters,-bugprone-reserved-identifier," \
         "-bugprone-assignment-in-if-condition,-bugprone-narrowing-conversions,-bugprone-implicit-widening-of-multiplication-result," \
         "-bugprone-branch-clone,-bugprone-macro-parentheses,-bugprone-sizeof-expression,-bugprone-suspicious-string-compare,-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling"


def sources(top, *folders):
    return sorted(file for folder in folders for file in glob.glob(os.path.join(top, folder, "*.c")))


def parts(top, seconds):
    """{part: commands}, in the order in which they are run."""
    dev, release = os.path.join(top, "dev"), os.path.join(top, "build", "release")
    code = sources(top, "lang", "compiler", "compiler/analysis", "vm", "bots", "trvm")
    games = sorted(glob.glob(os.path.join(top, "games", "*.trv")) + glob.glob(os.path.join(top, "games/variants/*.trv")))
    python = sys.executable
    return {
        "tests": [[dev, "test"]],
        "faults": [[dev, "faults"]],
        "secrecy": [[os.path.join(release, "tests/play/secrecy"), "1000", "20", *games]],
        "builds": [[dev, "builds"]],
        "coverage": [[dev, "coverage"]],
        "cppcheck": [["cppcheck", "--quiet", "--std=c11", "--enable=warning,performance,portability", "--error-exitcode=1",
                      "-I", top, "-I", release, *code]],
        "clang-tidy": [["clang-tidy", "--quiet", f"--checks={CHECKS}", "--warnings-as-errors=*", file, "--", "-std=gnu11",
                        "-D_GNU_SOURCE", "-I", top, "-I", release] for file in code],
        "valgrind": [["valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full", program]
                     for program in sorted(glob.glob(os.path.join(release, "tests/unit/test_*")))
                     if os.access(program, os.X_OK) and "." not in os.path.basename(program)],
        "soak": [[python, os.path.join(top, "tests/soak.py"), os.path.join(top, "build/trvm")]],
        "places": [[python, os.path.join(top, "tests/fuzz/places.py"), os.path.join(top, "build/trvm")]],
        "fuzz": [[dev, "fuzz", "all", str(seconds)]],
    }


def run_command(top, command):
    """Whether it went well, and what it printed."""
    try:
        done = subprocess.run(command, cwd=top, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    except FileNotFoundError:
        return False, f"{command[0]} is not installed\n"
    return done.returncode == 0, done.stdout.decode("utf-8", "replace")


def run_part(top, name, commands):
    """Whether all went well, and the last line that was printed, or how many of many commands went well."""
    os.makedirs(os.path.join(top, "build", "trust"), exist_ok=True)
    fine, last = 0, "nothing to say"
    with open(os.path.join(top, "build", "trust", name + ".txt"), "w", encoding="utf-8") as out, \
            ThreadPoolExecutor(JOBS) as pool:
        for well, text in pool.map(lambda command: run_command(top, command), commands):
            out.write(text)
            out.flush()
            fine += well
            last = next((line.strip() for line in reversed(text.splitlines()) if line.strip()), last)
    return fine == len(commands), last if len(commands) == 1 else f"{fine} of {len(commands)} well"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("top")
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("parts", nargs="*")
    wish = parser.parse_args()
    top = os.path.abspath(wish.top)
    every, rows = parts(top, wish.seconds), []
    unknown = [name for name in wish.parts if name not in every]
    if unknown:
        parser.error(f"no part is called {unknown[0]}; there are {', '.join(every)}")
    for name in wish.parts or every:
        start = time.time()
        print(f"{name} …", file=sys.stderr, flush=True)
        fine, last = run_part(top, name, every[name])
        rows.append((name, "ok" if fine else "FAILED", f"{(time.time() - start) / 60:.1f}", last[:90]))
    print(f"{'part':12}{'':8}{'minutes':>8}  last words")
    for name, outcome, minutes, last in rows:
        print(f"{name:12}{outcome:8}{minutes:>8}  {last}")
    return 0 if all(row[1] == "ok" for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
