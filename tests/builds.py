#!/usr/bin/env python3
"""Builds trvm with other compilers and flags and plays the pinned games with each: every build must play alike.

    tests/builds.py TOP [NAME…]          (./dev builds calls it; without names: all)

A line per build: how many of the pinned games (tests/play) and hashes (tests/traces.txt) are the same. Trees are kept in
build/builds/NAME. The 32-bit build needs gcc-multilib and libffi-dev:i386 and has no `trvm`, only the pinned games; a
build that the machine has no tools for is said to be missing, and counts as a failure only if it was asked for by name.
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from suites import PLAY_SEED, TRACE_GAMES, TRACE_SEED  # noqa: E402

TOP = os.path.abspath(sys.argv[1])
BUILDS = {  # compiler, flags, further switches of configure
    "gcc-O0": ("gcc", "-O0", ()),
    "gcc-O2-lto": ("gcc", "-O2 -flto=auto", ()),
    "gcc-O3": ("gcc", "-O3", ()),
    "gcc-debug-vm": ("gcc", "-O1", ("--enable-debug-vm",)),
    "clang-O0": ("clang", "-O0", ()),
    "clang-O2": ("clang", "-O2", ()),
    "gcc-32-bit": ("gcc -m32", "-O2", ()),
}


def run(*command, cwd=TOP):
    return subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                          errors="replace")


def build(name):
    """The tree, or None and why there is none."""
    compiler, flags, switches = BUILDS[name]
    tree = os.path.join(TOP, "build", "builds", name)
    os.makedirs(tree, exist_ok=True)
    targets = ["tests/play/playthrough"] + ([] if "-m32" in compiler else ["trvm/trvm"])
    generated = ["lang/parser.h", "lang/tree_kids.h", "lang/tree_facts.h", "lang/tree_make.h"]  # BUILT_SOURCES: make knows of them in `all` only
    steps = [] if os.path.exists(os.path.join(tree, "config.status")) else [
        (os.path.join(TOP, "configure"), "--disable-shared", f"CC={compiler}", f"CFLAGS={flags}", *switches)]
    for step in [*steps, ("make", *generated), ("make", "-j2", *targets)]:
        done = run(*step, cwd=tree)
        if done.returncode != 0:
            wrong = re.search(r".*error: .*", done.stdout)
            return None, wrong[0] if wrong else done.stdout.strip().splitlines()[-1]
    return tree, None


def plays(tree):
    """How many of the pinned games went as pinned, and the names of the others."""
    same, other = 0, []
    for name in sorted(os.listdir(os.path.join(TOP, "tests", "play"))):
        pinned = re.match(r"(\w+)-(\d+)players\.txt$", name)
        if not pinned:
            continue
        file = next(path for path in (f"games/{pinned[1]}.trv", f"tests/games/{pinned[1]}.trv")
                    if os.path.exists(os.path.join(TOP, path)))
        done = run(os.path.join(tree, "tests/play/playthrough"), file, pinned[2], PLAY_SEED)
        with open(os.path.join(TOP, "tests", "play", name), encoding="utf-8") as expected:
            if done.stdout == expected.read():
                same += 1
            else:
                other.append(name)
    return same, other


def traces(tree):
    trvm, same, other = os.path.join(tree, "trvm/trvm"), 0, []
    if not os.path.exists(trvm):
        return 0, []
    with open(os.path.join(TOP, "tests", "traces.txt"), encoding="utf-8") as lines:
        pinned = [match for match in (re.match(r"(\S+\.trv) (\d+) : (\w+)$", line) for line in lines) if match]
    for match in pinned:
        done = run(trvm, "sim", match[1], "-n", TRACE_GAMES, "--seed", TRACE_SEED, "--players", match[2], "--json")
        if f'"{match[3]}"' in done.stdout:
            same += 1
        else:
            other.append(f"{match[1]} {match[2]}")
    return same, other


def main():
    asked, failed = sys.argv[2:], 0
    for name in asked or BUILDS:
        tree, why = build(name)
        if not tree:
            print(f"{name:14} missing: {why}", flush=True)
            failed += name in asked
            continue
        games, wrong_games = plays(tree)
        hashes, wrong_hashes = traces(tree)
        print(f"{name:14} {games} pinned games and {hashes} hashes the same, {len(wrong_games + wrong_hashes)} other",
              *wrong_games, *wrong_hashes, flush=True)
        failed += bool(wrong_games or wrong_hashes)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
