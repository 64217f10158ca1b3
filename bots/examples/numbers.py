#!/usr/bin/env python3
"""A bot in Python for any game, over a pipe: takes the option whose label names the largest number.

    trvm sim GAME.trv --bot 1="cmd:python3 numbers.py"

Each line on standard input is a JSON object; each question is answered by one line on standard output."""
import json
import re
import sys


def largest_number(option):
    return max((int(number) for number in re.findall(r"\d+", option["label"])), default=0)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "choose":
        continue  # "start": who plays what; a bot that remembers things would note it
    options = message["options"]
    best = max(range(len(options)), key=lambda index: largest_number(options[index]))
    print(json.dumps({"choice": best}), flush=True)
