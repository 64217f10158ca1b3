#!/usr/bin/env python3
"""Reads what people read: the rules sheets, leaflets and differences of games, variants and of every construct of the
language (constructs.trv, house.trv), and of programs of the grammar, sentence by sentence. Prints TAP.

    run.py TRVM PASSES [--faults]       PASSES: the program tests/passes/passes, which makes programs of the grammar;
                                        --faults prints every fault
"""
import collections
import glob
import json
import os
import subprocess
import sys
import tempfile

import pictures
from sentences import check

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MADE = range(1, 41)  # programs of the grammar, and the tables that they read (tests/fuzz/grammar.c)
TABLES = {"tolls.csv": "colour,fee\nred,3\nblue,0\n",
          "fares.csv": "colour,number,days\nred,0,1\nred,1,4\nblue,2,0\n"}
UNJUDGED = ("a before a vowel", "the the", "the lowest of two", "one of many")  # of programs with a variable named a
SHOWN = 8  # faults of a document


def run(*command):
    return subprocess.run(command, cwd=TOP, capture_output=True, encoding="utf-8", check=False)


def output(*command):
    done = run(*command)
    if done.returncode:
        raise RuntimeError(" ".join(command) + ": " + done.stderr)
    return done.stdout


def difference_texts(trvm, variant):
    """The differences as paragraphs and lists."""
    told = json.loads(output(trvm, "diff", "--json", variant))["differences"]
    return "\n\n".join(difference["text"] for difference in told)


def documents(trvm, passes, folder):
    """Names of documents and what makes them."""
    for game in sorted(glob.glob("games/*.trv", root_dir=TOP)) + ["tests/sentences/constructs.trv"]:
        yield "sheet", game, lambda game=game: output(trvm, "rules", game)
    for variant in sorted(glob.glob("games/variants/*.trv", root_dir=TOP)) + ["tests/sentences/house.trv"]:
        yield "sheet", variant, lambda variant=variant: output(trvm, "rules", variant)
        yield "leaflet", variant, lambda variant=variant: output(trvm, "diff", "--leaflet", variant)
        yield "diff", variant, lambda variant=variant: difference_texts(trvm, variant)
    for name, table in TABLES.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(table)
    for number in MADE:
        made = os.path.join(folder, f"{number}.trv")
        with open(made, "w", encoding="utf-8") as file:
            file.write(output(passes, "--show", str(number)))
        sheet = run(trvm, "rules", made)
        if sheet.returncode == 0:  # some of them are meant to be refused
            yield "sheet", f"program {number} of the grammar", lambda sheet=sheet: sheet.stdout


def look_at_pictures(trvm, folder):
    """The flow of every game, of every construct and of programs of the grammar, as lines of TAP."""
    games = sorted(glob.glob("games/*.trv", root_dir=TOP)) + ["tests/sentences/constructs.trv"]
    for game in games + sorted(glob.glob(os.path.join(folder, "*.trv"))):
        page = run(trvm, "rules", "--html", game)
        if page.returncode:
            continue
        faults, arrows = pictures.faults(page.stdout)
        print(f"{'not ok' if faults else 'ok'} - pictures of {os.path.relpath(game, folder) if folder in game else game}: "
              f"{len(pictures.pictures(page.stdout))}, {arrows} arrows")
        for fault in faults[:SHOWN]:
            print(f"# {fault}")
        yield game


def main():
    trvm, passes = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    kinds, sentences, count = collections.Counter(), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for kind, name, make in documents(trvm, passes, folder):
            faults, told = check(make(), UNJUDGED if "grammar" in name else ())
            count += 1
            sentences[kind] += told
            kinds.update(fault.kind for fault in faults)
            print(f"{'not ok' if faults else 'ok'} - {kind} of {name}: {told} sentences")
            for fault in faults if "--faults" in sys.argv else faults[:SHOWN]:
                print(f"# {fault.kind}: {fault.line.strip()}")
        count += sum(1 for _ in look_at_pictures(trvm, folder))
    print(f"1..{count}")
    print(f"# {sum(sentences.values())} sentences: " + ", ".join(f"{n} in {kind}s" for kind, n in sentences.items()))
    print(f"# {sum(kinds.values())} faults" + "".join(f"; {kind}: {n}" for kind, n in kinds.most_common()))


if __name__ == "__main__":
    main()
