#!/usr/bin/env python3
"""A whole game against a command, without --seed: nobody is told the seed before the game is over.

    secret_seed.py TRVM GAME.trv pipe|terminal

The person takes the first option and the second by turns. The command notes whatever it is sent, and its environment. At the end the
screen tells the seed, which plays the same game again; before that neither it nor a part of it was anywhere."""
import os
import pty
import re
import select
import signal
import subprocess
import sys

BOT = """import json, os, sys
with open("heard", "w") as heard:
    heard.write(repr(sorted(os.environ.items())))
    for line in sys.stdin:
        heard.write(line)
        heard.flush()
        if json.loads(line)["type"] == "choose":
            print(json.dumps({"choice": 0}), flush=True)
"""
TIMEOUT = 30
ANSWERS = ["1\n", "2\n"] * 1000


def through_terminal(command):
    """Without a folder to note in what was played, so that the first game is begun as the second one."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(command[0], command, dict(os.environ, XDG_DATA_HOME=os.devnull))
    screen = ""
    answers = iter(ANSWERS)
    while select.select([terminal], [], [], TIMEOUT)[0]:
        try:
            read = os.read(terminal, 65536).decode("utf-8", "replace")
        except OSError:
            break
        if not read:
            break
        screen += read
        if re.search(r"> ?$", screen[-10:]):
            os.write(terminal, next(answers).encode())
    else:
        os.kill(pid, signal.SIGKILL)  # it waits for something else
    os.waitpid(pid, 0)
    return screen


def through_pipe(command):
    done = subprocess.run(command, input="".join(ANSWERS), text=True, capture_output=True, timeout=TIMEOUT)
    return done.stdout + done.stderr


def forms(seed):
    """The seed, its halves and quarters, as hexadecimal and decimal numbers."""
    for size in (32, 16, 8):
        for start in range(0, 32, size):
            part = seed[start:start + size]
            yield part
            yield str(int(part, 16))


def main():
    trvm, game, way = sys.argv[1:]
    with open("heard.py", "w") as file:
        file.write(BOT)
    command = [trvm, "play", game, "--players", "2", "--seat", "2=cmd:python3 heard.py"]
    play = through_terminal if way == "terminal" else through_pipe
    screen = play(command)
    found = re.search(r"The same game again: --seed ([0-9a-f]{32})\b", screen)
    assert found, f"the seed is not told at the end: {screen[-500:]}"
    end = screen.index("the game is over")
    assert found.start() > end, "the seed is told before the end"
    heard = open("heard").read()
    assert '"type":"choose"' in heard and '"random":' in heard, heard[-500:]
    for form in forms(found[1]):
        assert form not in screen[:end], f"the screen told {form} of {found[1]}"
        assert form not in heard, f"the command was told {form} of {found[1]}"
    again = play([*command, "--seed", found[1]])
    assert again[:again.index("the game is over")] == screen[:end], "another game from the same seed"


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(str(error))
