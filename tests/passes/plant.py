#!/usr/bin/env python3
"""Plants faults in the optimisations, one after the other, and tells which test sees each.

    tests/passes/plant.py TOP [FAULT…]          (./dev trust plants; without names: all of tests/passes/faults)

A fault is a file NAME.fault: the pass, the file and what is wrong with it, a line each, then the text to be replaced and
what takes its place:

    pass: hoist
    file: compiler/optimise/hoist.c
    what: moves what may fail
    ----
    old
    ----
    new

The tree is copied to build/plant, where it is built with every fault; the tree itself stays as it is. The tests are those
of the suite `passes`, the quickest first. The status is 1 when a fault is not seen, cannot be planted any more, or a pass
has none.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

PROGRAM = "build/release/tests/passes/passes"
MADE = 2000  # programs of the grammar that may be needed to see a fault
PIECE = 100
SECONDS, BUILD_SECONDS = 300, 3600  # that a test, a build may take


class Fault:
    def __init__(self, path):
        self.name = os.path.basename(path)[:-len(".fault")]
        with open(path, encoding="utf-8") as file:
            head, old, new = re.split(r"^----\n", file.read(), flags=re.M)
        self.old, self.new = old.removesuffix("\n"), new.removesuffix("\n")
        words = dict(line.split(": ", 1) for line in head.splitlines())
        self.optimisation, self.file, self.what = words["pass"], words["file"], words["what"]


def run(folder, *command, seconds=SECONDS):
    """Status and output; a program that hangs or is killed has seen something, too."""
    try:
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return -1, f"no end after {seconds} s"
    return done.returncode, done.stdout


def copy_tree(top, tree):
    """What git knows of the tree, as it is now; files that did not change keep their time, so that little is built."""
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=top, stdout=subprocess.PIPE,
                           encoding="utf-8", check=True).stdout.splitlines()
    for name in names:
        source, target = os.path.join(top, name), os.path.join(tree, name)
        if not os.path.isfile(source):
            continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(source, "rb") as file:
            new = file.read()
        if os.path.exists(target):
            with open(target, "rb") as file:
                if file.read() == new:
                    continue
        shutil.copy(source, target)


def build(tree):
    status, text = run(tree, "./dev", "build", seconds=BUILD_SECONDS)
    if status == 0:
        status, text = run(tree, "make", "-j2", "-C", "build/release", "tests/passes/passes", seconds=BUILD_SECONDS)
    return status == 0, text


def tests(tree):
    """(name, command) of every test, the quickest first."""
    found = sorted(glob.glob(os.path.join(tree, "tests/passes/found/*.trv")))
    for file in found:
        yield os.path.relpath(file, tree), [PROGRAM, os.path.relpath(file, tree)]
    for start in range(0, MADE, PIECE):
        name = f"programs {start} to {start + PIECE - 1} of the grammar"
        yield name, [PROGRAM, "--games", "1", "--decisions", "30", "--made", str(start), str(PIECE)]
        if start == 0:
            games = sorted(glob.glob(os.path.join(tree, "games/*.trv")) + glob.glob(os.path.join(tree, "tests/games/*.trv")))
            yield "games", [PROGRAM, "--games", "1", "--decisions", "30", *(os.path.relpath(one, tree) for one in games)]


def seen_by(tree):
    """The first test that fails and what it says, or None."""
    for name, command in tests(tree):
        status, text = run(tree, *command)
        if status != 0:
            words = [line for line in text.splitlines() if line.startswith("# ")] or text.splitlines()[-1:] or ["no words"]
            return name, words[0].removeprefix("# ")
    return None


def plant(tree, fault):
    """Builds with a fault and tests it; gives whether it was seen, and a sentence."""
    path = os.path.join(tree, fault.file)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if text.count(fault.old) != 1:
        return False, f"CANNOT BE PLANTED: {fault.file} has these lines {text.count(fault.old)} times"
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(fault.old, fault.new))
        fine, words = build(tree)
        if not fine:
            return False, "DOES NOT COMPILE: " + next((line for line in words.splitlines() if "error" in line), words[-200:])
        seen = seen_by(tree)
    finally:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return (True, f"seen by {seen[0]}: {seen[1]}") if seen else (False, "NOT SEEN")


def passes_of(top):
    with open(os.path.join(top, "compiler/optimise/passes.def"), encoding="utf-8") as file:
        return re.findall(r"^PASS\((\w+)", file.read(), re.M)


def main():
    top = os.path.abspath(sys.argv[1])
    tree = os.path.join(top, "build", "plant")
    faults = [Fault(path) for path in sorted(glob.glob(os.path.join(top, "tests/passes/faults/*.fault")))]
    wished = sys.argv[2:]
    good = True
    if not wished:
        for missing in sorted(set(passes_of(top)) - {fault.optimisation for fault in faults}):
            print(f"{missing}: NO FAULT is written for this pass")
            good = False
    copy_tree(top, tree)
    fine, words = build(tree)
    seen = seen_by(tree) if fine else None
    if not fine or seen:
        print(f"without a fault: {seen[1] if seen else words[-500:]}")
        return 1
    count = 0
    for fault in faults:
        if wished and fault.name not in wished:
            continue
        well, sentence = plant(tree, fault)
        good, count = good and well, count + well
        print(f"{fault.optimisation:10} {fault.name} ({fault.what}): {sentence}", flush=True)
    print(f"{count} of {len(wished or faults)} planted faults seen")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
