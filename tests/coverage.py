#!/usr/bin/env python3
"""How much of the code the tests reach: a line per file and per folder, from the counts that gcov left in a tree.

    tests/coverage.py TOP BUILD-TREE          (./dev coverage calls it)
"""
import collections
import json
import os
import subprocess
import sys

TOP, BUILD = (os.path.abspath(path) for path in sys.argv[1:3])
FOLDERS = ("lang", "compiler", "vm", "bots", "trvm")


def counts():
    """{file: {line: how often it ran}} over all objects."""
    lines = collections.defaultdict(lambda: collections.defaultdict(int))
    for folder, _, names in os.walk(BUILD):
        data = [os.path.join(folder, name) for name in names if name.endswith(".gcda")]
        if not data:
            continue
        done = subprocess.run(["gcov", "--json-format", "--stdout", *data], cwd=BUILD, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, encoding="utf-8", check=True)
        for document in done.stdout.splitlines():
            for file in json.loads(document)["files"]:
                path = os.path.relpath(os.path.join(BUILD, file["file"]), TOP)
                if path.split(os.sep)[0] in FOLDERS:
                    for line in file["lines"]:
                        lines[path][line["line_number"]] += line["count"]
    return lines


def percent(ran, total):
    return f"{100 * ran / total:5.1f} %  {ran:6} of {total}" if total else "    –"


def main():
    folders = collections.defaultdict(lambda: [0, 0])
    for path, lines in sorted(counts().items()):
        ran, total = sum(1 for count in lines.values() if count), len(lines)
        print(f"{path:32} {percent(ran, total)}")
        for name in (os.path.dirname(path) + "/", "all"):
            folders[name][0] += ran
            folders[name][1] += total
    for name, (ran, total) in folders.items():
        if name != "all":
            print(f"{name:32} {percent(ran, total)}")
    print(f"{'all':32} {percent(*folders['all'])}")


if __name__ == "__main__":
    main()
