#!/usr/bin/env python3
"""What `make install` leaves behind: the pages, the standard library, and a command that finds its modules. Prints TAP.

    tests/docs/installed.py TOP BUILD-TREE
"""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

TOP, BUILD = (os.path.abspath(path) for path in sys.argv[1:3])
SECONDS = 120


def run(*command, cwd):
    return subprocess.run(command, cwd=cwd, timeout=SECONDS, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False)


def missing_of(root, pattern):
    """Files of the source tree that were not installed, or not as they stand there."""
    installed = {}
    for folder, _, names in os.walk(root):
        for name in names:
            installed.setdefault(name, []).append(os.path.join(folder, name))

    def same(source, path):
        with open(source, "rb") as one, open(path, "rb") as other:
            return one.read() == other.read()

    return [os.path.relpath(source, TOP) for source in sorted(glob.glob(os.path.join(TOP, pattern)))
            if not any(same(source, path) for path in installed.get(os.path.basename(source), []))]


def library_works(root):
    """The game that uses every module, in a folder with nothing else, played by the installed command."""
    commands = [os.path.join(folder, "trvm") for folder, _, names in os.walk(root)
                if "trvm" in names and os.path.basename(folder) == "bin"]
    if len(commands) != 1:
        return f"there are {len(commands)} commands"
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(os.path.join(TOP, "tests", "games", "library.trv"), folder)
        done = run(commands[0], "test", "library.trv", cwd=folder)
    return done.stdout.strip() if done.returncode else None


def main():
    with tempfile.TemporaryDirectory() as root:
        done = run("make", "-C", BUILD, "install", f"DESTDIR={root}", cwd=TOP)
        tests = [("make install", done.stdout[-300:] if done.returncode else None)]
        for name, pattern in (("pages", "docs/*.md"), ("modules", "stdlib/*.trv"), ("games", "games/*.trv")):
            missing = missing_of(root, pattern)
            tests.append((f"{name} are installed", f"not installed: {', '.join(missing)}" if missing else None))
        tests.append(("the installed command finds its modules", library_works(root)))
    for number, (name, complaint) in enumerate(tests, 1):
        print(f"{'not ok' if complaint else 'ok'} {number} - {name}")
        if complaint:
            print("# " + complaint.replace("\n", "\n# "))
    print(f"1..{len(tests)}")
    return 1 if any(complaint for _, complaint in tests) else 0


if __name__ == "__main__":
    sys.exit(main())
