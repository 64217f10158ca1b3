#!/usr/bin/env python3
"""The page in a real browser: games by clicks and by keys, several people at a table, lost connections, phones, and what
people need who do not see or point as others do. Prints TAP.

    tests/browser/run.py TRVM PART [AXE] [--whole]

A part is a game of games/, with two and with the most players, `tables` or `everybody`; AXE is the file of axe-core. Of
games some choices are played; with --whole they are played to their end.
"""
import sys
import tempfile

import place  # noqa: F401 # says where the other modules are
import design
import everybody
import play
import tables

PARTS = {"tables": [*tables.TESTS, *design.TESTS], "everybody": everybody.TESTS}


def main():
    part = sys.argv[2]
    tests = PARTS.get(part) or play.tests(part, "--whole" in sys.argv)
    print(f"1..{len(tests)}")
    for test in tests:
        name = f"{part}: {test.__name__}"
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder)
                print(f"ok - {name}", flush=True)
            except Exception as problem:  # noqa: BLE001 # whatever goes wrong, the other tests are run
                print(f"not ok - {name}\n# {type(problem).__name__}: {str(problem).splitlines()[0] if str(problem) else ''}", flush=True)


main()
