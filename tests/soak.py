#!/usr/bin/env python3
"""Plays for a long time and watches the memory of the process: it must stay flat.

    tests/soak.py TRVM [--games N] [--hands N] [GAME.trv…]          (./dev trust calls it; without names: the five)

--games: random games of each in one process (default 1,000,000). --hands: games of people at one screen,
played to their end through a pseudo-terminal by somebody who answers at random, now and then asks for help or reasons or
types nonsense, and leaves every third on the way to go on with it from its save (default 200). A line each; the status is
1 if something went wrong.
"""
import argparse
import glob
import json
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MOST_ANSWERS = 20_000  # in one sitting; no game needs as many
LONGEST_WAIT = 120  # seconds for the next word of the program
GROWTH_ALLOWED = 256  # kB, between the first quarter of the run and its end


def resident(pid):
    """kB of memory in use, 0 when the process is gone."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as status:
            found = re.search(r"VmRSS:\s+(\d+)", status.read())
            return int(found[1]) if found else 0
    except OSError:
        return 0


def growth(samples):
    """How much more was in use at most after the first quarter than in it."""
    quarter = len(samples) // 4
    return max(0, max(samples[quarter:]) - max(samples[:quarter])) if quarter > 5 else 0


def soak(trvm, game, games):
    samples = []
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen([trvm, "sim", game, "-n", str(games), "--seed", "1", "--jobs", "1", "--json"],
                                   cwd=TOP, stdout=out, stderr=subprocess.DEVNULL)
        while process.poll() is None:
            samples.append(resident(process.pid))
            time.sleep(0.2)
        out.seek(0)
        text = out.read()
    figures = json.loads(text) if process.returncode == 0 else {}
    samples = [kilobytes for kilobytes in samples if kilobytes]
    bad = sum(figures.get(name, 1) for name in ("stuck", "errors", "over_limit"))
    ok = figures.get("finished") == games and not bad and growth(samples) <= GROWTH_ALLOWED
    print(f"soak {os.path.basename(game)}: {figures.get('finished', 0):,} games, {bad} bad, at most {max(samples)} kB, "
          f"{growth(samples)} kB more after the first quarter: {'ok' if ok else 'FAILED'}", flush=True)
    return ok


def answer(chance, prompt):
    """What somebody types; mostly one of the numbers that the screen shows."""
    if chance.random() < 0.03:
        return chance.choice(["?", "help", "xyzzy", "", "999", "\x7f\x7f1", "1 2 3", "é", "status"])
    numbers = re.findall(r"^\s{1,4}(\d+)  ", prompt, re.M)
    return chance.choice(numbers) if numbers else "1"


def sit_down(trvm, arguments, chance, patience):
    """One sitting of people at one screen, left after so many answers: the status, whether the game came to its end, the
    answers and the most memory."""
    most, answers, screen, over = 0, 0, "", False
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(TOP)
        os.environ["TERM"] = "dumb"
        os.execv(trvm, [trvm, "play", *arguments])
    while True:
        ready, _, _ = select.select([terminal], [], [], LONGEST_WAIT)
        try:
            read = os.read(terminal, 65536).decode("utf-8", "replace") if ready else ""
        except OSError:
            read = ""
        if not read:
            if not ready:  # it waits for something that nobody here understands
                os.kill(pid, signal.SIGKILL)
            break
        screen += read
        over |= "the game is over" in screen
        if re.search(r"> ?$", screen) or re.search(r"(Enter|more)\S*[^\n]*$", screen):
            answers += 1
            most = max(most, resident(pid))
            line = "quit" if answers > patience else answer(chance, screen[-6000:])
            os.write(terminal, (line + "\n").encode())
            screen = ""
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    return status, over, answers, most


def play_game(trvm, game, seed, save):
    """One game to its end; every third is left on the way, and resumed."""
    chance = random.Random(seed)
    status, over, answers, most = sit_down(trvm, [game, "--hotseat", "--seed", str(seed), "--save", save], chance,
                                           chance.randrange(100) if seed % 3 == 0 else MOST_ANSWERS)
    if not status and not over and seed % 3 == 0:
        again = ["--resume", save] if os.path.exists(save) else [game, "--seed", str(seed)]  # or nothing was decided yet
        status, over, more, memory = sit_down(trvm, ["--hotseat", *again], chance, MOST_ANSWERS)
        answers, most = answers + more, max(most, memory)
    return status, over, answers, most


def hot_seat(trvm, games, hands):
    bad, answers, memory = [], 0, []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(hands):
            game = games[seed % len(games)]
            status, over, given, most = play_game(trvm, game, seed, os.path.join(folder, f"{seed}.trvsave"))
            answers += given
            memory.append(most)
            if status or not over:
                bad.append(f"{os.path.basename(game)} seed {seed}: status {status}{'' if over else ', no end'}")
    print(f"hot seat: {hands} games through a terminal, {answers:,} answers, at most {max(memory, default=0)} kB, "
          f"{len(bad)} ended badly: {'ok' if not bad else 'FAILED'}", *bad, flush=True)
    return not bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("trvm")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("game", nargs="*", default=sorted(glob.glob(os.path.join(TOP, "games", "*.trv"))))
    wish = parser.parse_intermixed_args()
    trvm = os.path.abspath(wish.trvm)
    games = [os.path.abspath(game) for game in wish.game]
    fine = [soak(trvm, game, wish.games) for game in games if wish.games]
    if wish.hands:
        fine.append(hot_seat(trvm, games, wish.hands))
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
