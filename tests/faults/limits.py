"""Inputs for limits.c: rows of the suite `growth`, so large that what is made of them is far beyond the arena's reserve."""
import os
import sys

from faults import TOP

sys.path.insert(0, os.path.join(TOP, "tests", "growth"))
from run import all_rows  # noqa: E402

TIMES_AS_LARGE = 6
# One for each pass that has a long loop of its own: reading, variants, names, types, analyses, the rulebook, lowering,
# reports that follow from each other, charts and formatting.
CHOSEN = ["variables", "decks", "parameters", "fns whose tables need each other", "lets of an option", "comments",
          "holes of a text", "arms of a match of values", "rows of a deck's table", "changes of one effect",
          "fns that a variant replaces", "invariants that a variant drops", "items", "procedures that cite nothing",
          "constants that cite one long item", "misspelt names", "misspelt values", "what cannot be read", "wrong cells",
          "warnings", "secrets that are told", "choices", "lists", "scenarios"]


def write(folder, is_long):
    """Writes the files; the names of the games. All rows that are checked in the long run."""
    games = []
    for row in all_rows():
        name = row.name.removeprefix("check --rulebook: ").removeprefix("check: ")
        if row.words[0] != "check" or (name not in CHOSEN and not is_long):
            continue
        top = os.path.join(folder, str(len(games)))
        for file, text in row.make(min(TIMES_AS_LARGE * row.size, row.most)).items():
            os.makedirs(os.path.dirname(os.path.join(top, file)), exist_ok=True)
            with open(os.path.join(top, file), "w", encoding="utf-8", newline="") as out:
                out.write(text)
        games.append((name, os.path.join(top, "game.trv")))
    return games
