#!/usr/bin/env python3
"""A statement and an instruction are added to a copy of the tree as docs/internals.md says, built and played. Prints TAP.

    tests/extend/run.py TOP BUILD PART      (the suite `extend` calls it)

Part `built`: statement.patch and instruction.patch apply, build and play. Part `missed`: with the line of tree.def alone,
the compiler names each of the places that docs/internals.md sends you to.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

TOP, BUILD, PART = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
LEFT_OUT = {"build", ".git", "autom4te.cache"}
GENERATED = ("lang/parser.h", "lang/tree_kids.h", "lang/tree_facts.h", "lang/tree_make.h")  # for `all` alone
PLAYED = (("scenario", ("test",), "1 passed"), ("games", ("sim", "-n", "20"), "rule errors              0"),
          ("code", ("dis",), "PASS"), ("rules", ("rules",), "Do nothing"), ("format", ("fmt", "--check"), ""))
PLACES = ("compiler/statements.c", "compiler/lower_statements.c", "compiler/sheet_steps.c")


def run(*command, cwd=TOP, stdin=""):
    return subprocess.run(command, cwd=cwd, input=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding="utf-8", errors="replace", check=False)


def report(name, good, why=""):
    print(f"ok - {name}" if good else f"not ok - {name}")
    for line in [] if good else why.splitlines():
        print(f"# {line}")


def extended_tree(top):
    """A copy of the sources with the patches, built; why not, or nothing."""
    shutil.copytree(TOP, top, symlinks=True, ignore=lambda folder, names: LEFT_OUT & set(names) if folder == TOP else ())
    for patch in ("statement.patch", "instruction.patch"):
        with open(os.path.join(TOP, "tests/extend", patch), encoding="utf-8") as file:
            done = run("patch", "-p1", "--forward", "--no-backup-if-mismatch", cwd=top, stdin=file.read())
        if done.returncode:
            return f"{patch} does not apply: {done.stdout}"
    tree = os.path.join(top, "build", "extended")
    os.makedirs(tree)
    for step in ((os.path.join(top, "configure"), "-q", "--disable-shared", "--enable-werror",
                  "--disable-dependency-tracking", "CFLAGS=-O0"),
                 ("make", "-s", *GENERATED), ("make", "-s", "-j2", "trvm/trvm")):
        done = run(*step, cwd=tree)
        if done.returncode:
            wrong = re.search(r".*error: .*", done.stdout)
            return wrong[0] if wrong else done.stdout[-2000:]
    return None


def built():
    """The statement and the instruction that the patches add, in a game."""
    with tempfile.TemporaryDirectory() as folder:
        top = os.path.join(folder, "trvm")
        wrong = extended_tree(top)
        report("extend build", not wrong, wrong or "")
        if wrong:
            return
        trvm = os.path.join(top, "build/extended/trvm/trvm")
        for name, words, wanted in PLAYED:
            done = run(trvm, *words, "tests/games/skip.trv", cwd=top)
            report(f"extend {name}", done.returncode == 0 and wanted in done.stdout, done.stdout)


def missed():
    """A new line of tree.def, and nothing else."""
    with tempfile.TemporaryDirectory() as top:
        os.mkdir(os.path.join(top, "lang"))
        shutil.copy(os.path.join(TOP, "lang/tree.def"), os.path.join(top, "lang/tree.def"))
        with open(os.path.join(top, "lang/tree.def"), "a", encoding="utf-8") as file:
            file.write("NODE(SKIP, STATEMENT)\n")
        made = run("awk", "-v", "part=kids", "-f", os.path.join(TOP, "lang/tree.awk"), os.path.join(top, "lang/tree.def"))
        with open(os.path.join(top, "lang/tree_kids.h"), "w", encoding="utf-8") as file:
            file.write(made.stdout)
        for place in PLACES:
            done = run("cc", "-std=gnu11", "-Wall", "-fsyntax-only", "-I", top, "-I", TOP, "-I", os.path.join(TOP, "include"),
                       "-I", BUILD, os.path.join(TOP, place))
            report(f"extend {place}", re.search("STATEMENT_SKIP.* not handled in switch", done.stdout), done.stdout)


{"built": built, "missed": missed}[PART]()
