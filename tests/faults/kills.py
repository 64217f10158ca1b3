"""Games that are killed while they are played: each can be resumed from its last decision.

People's choices come through a pipe, all of them at once, and after a random time the process gets SIGKILL. What was
printed until then tells how many decisions were made: all prompts but the last were answered, and perhaps that one.
A game that is over needs no save.
"""
import os
import random
import re
import signal
import subprocess
import tempfile
import time

from faults import choices_in, game, games

LONGEST = 0.5  # seconds from the first output to the kill
PROMPT = re.compile(r"^── \S+ to choose", re.M)


def play_and_kill(bench, file, folder, seed, seconds):
    """Gives what was printed until the kill, and whether the game was over before it."""
    process = bench.start("play", file, "--hotseat", "--seed", str(seed), folder=folder, stderr=subprocess.DEVNULL)
    with open(os.path.join(folder, "printed"), "wb") as printed:
        process.stdin.write(b"1\n" * 2000)
        process.stdin.flush()
        printed.write(process.stdout.read(1))
        os.set_blocking(process.stdout.fileno(), False)
        until = time.monotonic() + seconds
        while time.monotonic() < until and process.poll() is None:
            printed.write(process.stdout.read() or b"")
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.wait()
        os.set_blocking(process.stdout.fileno(), True)
        printed.write(process.stdout.read())
    process.stdin.close()
    process.stdout.close()
    with open(os.path.join(folder, "printed"), encoding="utf-8", errors="replace") as printed:
        return printed.read(), process.returncode != -signal.SIGKILL


def try_kill(bench, file, seed, seconds):
    """(why it is not resumed or None, decisions that were made)."""
    with tempfile.TemporaryDirectory() as folder:
        printed, over = play_and_kill(bench, file, folder, seed, seconds)
        if over:
            return None, None
        asked = len(PROMPT.findall(printed))
        saves = [name for name in os.listdir(folder) if name.endswith(".trvsave")]
        if not saves:
            if "the game is over" in printed:
                return None, None
            return (None if asked <= 1 else f"{asked - 1} decisions, and no save"), 0
        made = choices_in(os.path.join(folder, saves[0]))
        if made is None or not max(asked - 1, 0) <= made <= asked:
            return f"asked {asked} times, and {made} decisions are saved", 0
        code, out, err = bench.run("play", file, "--hotseat", "--resume", saves[0], folder=folder, text="t\nq\n")
        if code != 0 or not (" to choose" in out or "the game is over" in out) or err:
            return f"not resumed: {code} {err}", made
        if choices_in(os.path.join(folder, saves[0])) != made:
            return "the save is another after going on", made
        return None, made


def run(bench, is_long):
    """Results by game, and how many were killed."""
    wanted = 200 if is_long else 10
    files = games() if is_long else ["games/grand_tour.trv", "tests/games/pig.trv"]
    results, killed = [], 0
    chance = random.Random(15)
    for index, name in enumerate(files):
        share = wanted // len(files) + (index < wanted % len(files))
        failures, done, decisions = [], 0, []
        for seed in range(1, 10 * share):
            if done == share:
                break
            why, made = try_kill(bench, game(name), seed, chance.uniform(0, LONGEST))
            if why:
                failures.append(f"seed {seed}: {why}")
            if made is not None:
                done += 1
                decisions.append(made)
        if done < share:
            failures.append(f"only {done} games were still going on when they were killed")
        if not any(decisions):
            failures.append("no game came to a decision before it was killed")
        killed += done
        what = f"{name}: {done} games killed after 0 to {max(decisions, default=0)} decisions"
        results.append((what, "; ".join(failures) or None))
    return results, f"{killed} games killed"
