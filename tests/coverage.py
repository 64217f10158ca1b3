#!/usr/bin/env python3
"""How much of the code the tests reach: lines and branches per file and per folder, from the counts that gcov left in a
tree. What bison and flex add of their own is not counted, nor is a line with a hundred ways or more: the jump to the next
instruction of the machine (gcc takes every instruction for a way of its own), and the test of an instruction's operands,
which is inlined for every instruction with all that other instructions would need. With --missing, the lines that were
never reached.

    tests/coverage.py TOP BUILD-TREE [--missing]          (./dev coverage calls it)
"""
import collections
import json
import os
import subprocess
import sys

TOP, BUILD = (os.path.abspath(path) for path in sys.argv[1:3])
DISPATCH_WAYS = 100  # as many ways are no branch that anybody wrote
FOLDERS = ("base", "lang", "compiler", "vm", "bots", "trvm")


def counts():
    """{file: ({line: how often it ran}, {(function, line, way): how often it was taken})} over all objects."""
    files = collections.defaultdict(lambda: (collections.Counter(), collections.Counter()))
    for folder, _, names in os.walk(BUILD):
        data = [os.path.join(folder, name) for name in names if name.endswith(".gcda")]
        if not data:
            continue
        done = subprocess.run(["gcov", "--json-format", "--branch-probabilities", "--stdout", *data], cwd=BUILD,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8", check=True)
        for document in done.stdout.splitlines():
            for file in json.loads(document)["files"]:
                path = os.path.relpath(os.path.join(BUILD, file["file"]), TOP)
                if path.split(os.sep)[0] in FOLDERS:
                    add_lines(files[path], file["lines"])
    return files


def add_lines(counted, lines):
    """A line may be there several times, in code that is included more than once; its ways are others in each function."""
    for line in lines:
        counted[0][line["line_number"]] += line["count"]
        ways = line["branches"]
        for way, branch in enumerate(ways if len(ways) < DISPATCH_WAYS else ()):
            counted[1][line.get("function_name"), line["line_number"], way] += branch["count"]


def reached(counter):
    return sum(1 for count in counter.values() if count), len(counter)


def percent(ran, total):
    return f"{100 * ran / total:5.1f} %  {ran:6} of {total:<6}" if total else f"{'–':>7}{'':18}"


def row(name, lines, branches):
    print(f"{name:32} {percent(*lines)}  {percent(*branches)}".rstrip())


def main():
    folders = collections.defaultdict(lambda: [0, 0, 0, 0])
    print(f"{'':32} {'lines':25}  branches")
    for path, (lines, branches) in sorted(counts().items()):
        row(path, reached(lines), reached(branches))
        if "--missing" in sys.argv:
            print("   ", *sorted(line for line, count in lines.items() if not count))
        for name in (os.path.dirname(path) + "/", "all"):
            folders[name] = [a + b for a, b in zip(folders[name], reached(lines) + reached(branches))]
    for name in [*sorted(folders.keys() - {"all"}), "all"]:
        row(name, folders[name][:2], folders[name][2:])


if __name__ == "__main__":
    main()
