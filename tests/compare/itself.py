#!/usr/bin/env python3
"""Compares a game with itself for many seeds: a difference that is found is a false alarm.

    tests/compare/itself.py [--trvm build/trvm] [--seeds 100] [-n 60] [--game FILE] [--bot NAME]

Both sides play different games (`trvm compare --unpaired`), so that chance has its full say; 95 % intervals then allow a
false alarm in 5 of 100 seeds. Paired, the two sides are the very same games, and no seed may show anything. Ends with
exit code 1 when more than 5 of 100 unpaired seeds, or any paired one, show a difference. Prints TAP.
"""
import argparse
import json
import os
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def differences(options, seed, *words):
    """How many figures differ, and how many were compared."""
    command = [options.trvm, "compare", options.game, "--seed", str(seed), "-n", str(options.n), "--json", "--jobs", "1",
               *words]
    if options.bot:
        command += ["--bot", options.bot]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    found = json.loads(done.stdout)
    return found["differences"], found["comparisons"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trvm", default=os.path.join(TOP, "build", "trvm"))
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("-n", type=int, default=60)
    parser.add_argument("--game", default=os.path.join(TOP, "tests", "games", "pig.trv"))
    parser.add_argument("--bot")
    options = parser.parse_args()
    alarms = [seed for seed in range(1, options.seeds + 1) if differences(options, seed, "--unpaired")[0]]
    paired, figures = differences(options, 1)
    allowed = options.seeds * 5 // 100
    unpaired_fine, paired_fine = len(alarms) <= allowed, paired == 0 and figures > 0
    print("1..2")
    print(f"{'ok' if unpaired_fine else 'not ok'} - no difference in {options.seeds - len(alarms)} of {options.seeds} seeds")
    print(f"# false alarms with the seeds {alarms}; {allowed} are allowed")
    print(f"{'ok' if paired_fine else 'not ok'} - paired, the same games show no difference")
    print(f"# {paired} of {figures} figures differ")
    return 0 if unpaired_fine and paired_fine else 1


if __name__ == "__main__":
    sys.exit(main())
