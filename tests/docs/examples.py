#!/usr/bin/env python3
"""The code blocks of a page and the rules in them. As a program it writes the rules of all pages to files, for tests that
want many games.

    tests/docs/examples.py TOP FOLDER          prints the name of every file with rules

What the words behind a fence mean is told in run.py.
"""
import glob
import os
import re
import sys


class Wrong(Exception):
    """What is wrong with an example."""


def blocks(page):
    """(line, words after the fence, text, context) of every code block."""
    context = ""
    with open(page, encoding="utf-8") as file:
        lines = file.read().split("\n")
    at = 0
    while at < len(lines):
        fence = re.match(r"(\s*)(```+)\s*([a-z].*)?$", lines[at])
        if lines[at].strip().startswith("<!-- trv"):
            end = next(i for i in range(at, len(lines)) if "-->" in lines[i])
            context = "\n".join(lines[at + 1:end]) + "\n"
            at = end
        elif fence:
            end = next((i for i in range(at + 1, len(lines)) if lines[i].strip() == fence[2]), None)
            if end is None:
                raise SystemExit(f"{page}:{at + 1}: the code block is not closed")
            text = "\n".join(line[len(fence[1]):] for line in lines[at + 1:end]) + "\n"
            yield at + 1, (fence[3] or "").split(), text, context
            at = end
        at += 1


def whole(text, context):
    """A game around declarations."""
    text = context + text
    if not re.search(r"^\s*(game|variant)\b", text, re.M):
        text = 'game "Example" { players 2..4 }\n' + text
    if not re.search(r"^\s*(play\s*\{|variant\b)", text, re.M):
        text += "\nplay { end game }\n"
    return text


def rules(words, text, context):
    """The name and text of the file that a block of rules stands for; None when it is no file of its own."""
    kind = words[1] if len(words) > 1 else ""
    if kind in ("no", "from"):
        return None
    if kind.endswith(".trv"):
        return kind, text
    if kind == "statements":
        text = f"effect example(p: player) {{\n{text}\n}}\n"
    elif kind not in ("", "fragment", "error"):
        raise Wrong(f"unknown kind of block: {' '.join(words)}")
    return "example.trv", whole(text, context) if kind else text


def pages(top):
    names = [os.path.join(top, "README.md")] + sorted(glob.glob(os.path.join(top, "docs", "*.md")))
    return [name for name in names if os.path.exists(name)]


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    top, folder = sys.argv[1:3]
    for page in pages(top):
        here = os.path.join(folder, os.path.basename(page)[:-3])
        os.makedirs(here, exist_ok=True)
        for shared in ("games", "stdlib"):
            os.symlink(os.path.join(os.path.abspath(top), shared), os.path.join(here, shared))
        for line, words, text, context in blocks(page):
            if words[:1] == ["csv"] and len(words) > 1:
                write(os.path.join(here, words[1]), text)
            if words[:1] != ["trv"] or "error" in words:
                continue
            found = rules(words, text, context)
            if found:
                name = os.path.join(here, found[0].replace("example.trv", f"line_{line}.trv"))
                write(name, found[1])
                print(name)


if __name__ == "__main__":
    main()
