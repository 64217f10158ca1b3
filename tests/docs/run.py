#!/usr/bin/env python3
"""The examples in README.md and docs/*.md, compiled or run. Prints TAP.

    tests/docs/run.py TOP BUILD-TREE

What follows the language of a code block says what is done with it:

    ```trv                a whole game: compiles without errors, and its scenarios pass
    ```trv NAME.trv       the same, kept under that name for the commands that follow on this page
    ```trv fragment       declarations: compiled after the page's context, with a game and a flow added if it has none
    ```trv statements     statements: the same, inside an effect with a player `p`
    ```trv error E0203    as a fragment, and every error must have this code
    ```trv from FILE      lines of that file, word for word
    ```trv no test        left alone
    ```csv NAME.csv       a table for the blocks that follow on this page; so is ```markdown NAME.md, a rulebook
    ```sh run             commands for bash; all must succeed. With lines that begin with `$ `, those are the commands
                          and the lines between are what they print; a line `…` stands for any lines
    ```c                  a program: compiled against the library and run
    ```c fragment         functions: compiled only

The context of a page is the comment `<!-- trv … -->` before the block: declarations the reader need not see.
Commands see the folders bots, docs, games, include, tests and stdlib, `trvm`, and `./dev`, which here only passes on to trvm.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from examples import Wrong, blocks, pages, rules

TOP, BUILD = (os.path.abspath(path) for path in sys.argv[1:3])
TRVM = os.path.join(BUILD, "trvm", "trvm")
SECONDS = 120


def run(command, folder, **more):
    path = f"{os.path.dirname(TRVM)}:{os.environ['PATH']}"
    environment = dict(os.environ, PATH=path, NO_COLOR="1", TERM="dumb", COLUMNS="80")
    return subprocess.run(command, cwd=folder, env=environment, timeout=SECONDS, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
                          check=False, **more)


def check_trv(words, text, context, folder):
    kind = words[1] if len(words) > 1 else ""
    if kind == "from":
        with open(os.path.join(TOP, words[2]), encoding="utf-8") as file:
            if text not in file.read():
                raise Wrong(f"{words[2]} has no such lines")
    found = rules(words, text, context)
    if not found:
        return
    name, text = found
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)
    done = run([TRVM, "check", "--json", name], folder)
    try:
        found = [one for one in json.loads(done.stdout)["diagnostics"] if one["severity"] == "error"]
    except ValueError as error:
        raise Wrong(f"trvm check ends with status {done.returncode}: {done.stdout[:200]}") from error
    if kind == "error":
        codes = sorted({one["code"] for one in found})
        if codes != [words[2]]:
            raise Wrong(f"expected {words[2]}, got {', '.join(codes) or 'no error'}")
    elif found:
        raise Wrong(f"{found[0]['code']}: {found[0]['message']} (line {found[0]['line']} of what was compiled)")
    elif re.search(r"^\s*scenario\b", text, re.M):
        done = run([TRVM, "test", name], folder)
        if done.returncode != 0:
            raise Wrong(done.stdout.strip()[:300])


def check_sh(words, text, folder):
    if "run" not in words:
        return False
    commands = re.split(r"^\$ ", text, flags=re.M)
    if len(commands) == 1:
        done = run(["bash", "-euc", text], folder)
        if done.returncode != 0:
            raise Wrong(f"status {done.returncode}: {done.stdout.strip()[-200:]}")
        return True
    for command in commands[1:]:
        command, _, expected = command.partition("\n")
        done = run(["bash", "-uc", command], folder)
        parts = [re.escape(part.strip("\n")) for part in re.split(r"^\s*…\s*$", expected.rstrip(), flags=re.M)]
        pattern = r"(?:.*\n)?".join(parts) + ("" if parts[-1] else ".*")
        if not re.fullmatch(pattern, done.stdout.rstrip(), re.S):
            raise Wrong(f"`{command}` prints something else: {done.stdout.strip()[:300]}")
    return True


def make_variable(name):
    with open(os.path.join(BUILD, "Makefile"), encoding="utf-8") as file:
        match = re.search(rf"^{name} = (.*)$", file.read(), re.M)
    return match[1].split() if match else []


def check_c(words, text, folder):
    source = os.path.join(folder, "example.c")
    compiler = make_variable("CC") + ["-Wall", "-Wextra", "-Werror", "-I", os.path.join(TOP, "include")]
    with open(source, "w", encoding="utf-8") as file:
        file.write('#include "trv.h"\n' + text if "fragment" in words else text)
    if "fragment" in words:
        done = run(compiler + ["-Wno-unused-function", "-fsyntax-only", source], folder)
        if done.returncode != 0:
            raise Wrong(done.stdout.strip()[:300])
        return
    done = run(compiler + [source, "-o", "example", os.path.join(BUILD, ".libs", "libtrv.a")] +
               make_variable("LIBFFI_LIBS") + make_variable("CHECK_LDFLAGS") + ["-lpthread"], folder)
    if done.returncode != 0:
        raise Wrong(f"it does not compile: {done.stdout.strip()[:300]}")
    done = run(["./example"], folder)
    if done.returncode != 0:
        raise Wrong(f"status {done.returncode}: {done.stdout.strip()[-200:]}")


def check(words, text, context, folder):
    """Tests one block; gives whether there was anything to test."""
    language = words[0] if words else ""
    if language == "trv":
        check_trv(words, text, context, folder)
    elif language == "sh":
        return check_sh(words, text, folder)
    elif language == "c":
        check_c(words, text, folder)
    elif language in ("csv", "markdown") and len(words) > 1:
        os.makedirs(os.path.dirname(os.path.join(folder, words[1])), exist_ok=True)
        with open(os.path.join(folder, words[1]), "w", encoding="utf-8") as file:
            file.write(text)
        return False
    else:
        return False
    return words[1:2] != ["no"]


def main():
    failures = tests = 0
    for page in pages(TOP):
        name = os.path.relpath(page, TOP)
        with tempfile.TemporaryDirectory() as folder:
            for shared in ("bots", "docs", "include", "tests", "stdlib"):
                os.symlink(os.path.join(TOP, shared), os.path.join(folder, shared))
            # The games lie there themselves: a save opens nothing to which a link leads out of the folder.
            shutil.copytree(os.path.join(TOP, "games"), os.path.join(folder, "games"))
            with open(os.path.join(folder, "dev"), "w", encoding="utf-8") as file:
                file.write(f'#!/bin/sh\nexec {TRVM} "$@"\n')
            os.chmod(os.path.join(folder, "dev"), 0o755)
            for line, words, text, context in blocks(page):
                complaint = None
                try:
                    if not check(words, text, context, folder):
                        continue
                except (Wrong, subprocess.TimeoutExpired) as wrong:
                    complaint = str(wrong)
                tests += 1
                print(f"{'not ok' if complaint else 'ok'} {tests} - {name}:{line} {' '.join(words)}")
                if complaint:
                    failures += 1
                    print("# " + complaint.replace("\n", "\n# "))
    if tests == 0:
        tests = failures = 1
        print("not ok 1 - examples\n# there is no example in README.md and docs/")
    print(f"1..{tests}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
