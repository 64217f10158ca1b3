"""Every step of writing a save fails once in turn, or is the last before the process is killed.

tests/faults/disk.c stands before the calls: opening, writing, changing the mode, syncing, closing, renaming. A game with a
save is resumed for one decision, so that the save is to be replaced; afterwards the save must be the one before or
the one after, whole, and trvm must go on with it. A computer that loses its power cannot be had here; that a new save is on
the disk before it takes the place of the old one is seen from the order of the calls.
"""
import os
import shutil
import tempfile

from faults import choices_in, game

FAULTS = ("ENOSPC", "EIO", "EACCES", "short", "full", "kill", "after")
BEFORE, AFTER = 3, 4  # decisions in the save


def first_save(bench, folder, file):
    """A save with BEFORE decisions."""
    code, _, err = bench.run("play", file, "--hotseat", "--seed", "5", "--save", "game.trvsave", folder=folder,
                             text="1\n" * BEFORE + "q\n")
    if code != 0 or choices_in(os.path.join(folder, "game.trvsave")) != BEFORE:
        raise RuntimeError(f"the game to be saved cannot be made: {err}")


def go_on(bench, folder, file, **variables):
    return bench.run("play", file, "--hotseat", "--resume", "game.trvsave", folder=folder, text="1\nq\n",
                     variables=dict(variables, LD_PRELOAD=bench.program("disk.so")))


def list_steps(bench, source, file):
    """The names of the calls, in their order."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(os.path.join(source, "game.trvsave"), folder)
        steps = os.path.join(folder, "steps")
        code, _, err = go_on(bench, folder, file, FAULT_STEPS=steps)
        if code != 0 or choices_in(os.path.join(folder, "game.trvsave")) != AFTER:
            raise RuntimeError(f"the game cannot be resumed: {err}")
        with open(steps, encoding="ascii") as names:
            return names.read().split()


def order_fault(steps):
    """Why a save in these steps would not outlive a computer without power, or None."""
    if steps.count("rename") != 1:
        return f"no new file takes the place of the old one: {' '.join(steps)}"
    before, after = steps[:steps.index("rename")], steps[steps.index("rename"):]
    if "fsync" not in before or "write" in before[before.index("fsync"):]:
        return f"what is written is not on the disk when it takes the place of the old save: {' '.join(steps)}"
    return None if "fsync" in after else f"the folder is not synced: {' '.join(steps)}"


def whole_saves(folder):
    """The decisions of each save in a folder, by name; files half written have other names."""
    return {name: choices_in(os.path.join(folder, name)) for name in os.listdir(folder) if name.endswith(".trvsave")}


def try_fault(bench, source, file, step, fault, must_tell):
    """Why this fault costs a game, or None."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(os.path.join(source, "game.trvsave"), folder)
        code, out, err = go_on(bench, folder, file, FAULT_AT=str(step), FAULT=fault)
        saves = whole_saves(folder)
        if saves.get("game.trvsave") not in (BEFORE, AFTER):
            return f"the save has {saves.get('game.trvsave')} decisions"
        killed = fault in ("kill", "after")
        if killed and code != 77:
            return f"it was not killed: {code} {err}"
        if not killed:
            if code != (0 if AFTER in saves.values() else 2):
                return f"exit code {code}: {err}"
            # Either a save has the last decision, or the person was told.
            if AFTER not in saves.values() and "cannot save" not in err:
                return f"the decision is lost without a word: {err}"
            if must_tell and "not kept" not in err:
                return f"nobody is told that the save failed: {err}"
            left = [name for name in os.listdir(folder) if not name.endswith(".trvsave")]
            if left:
                return f"left behind: {left}"
        for name in saves:
            code, out, err = bench.run("play", file, "--hotseat", "--resume", name, folder=folder, text="q\n")
            if code != 0 or "to choose" not in out:
                return f"{name} is not resumed: {code} {err}"
    return None


def try_end(bench, fault):
    """Why a game is lost that is killed when it is over and its save is removed, or None."""
    file = game("tests/games/tricks.trv")
    with tempfile.TemporaryDirectory() as folder:
        def play(**variables):
            return bench.run("play", file, "--hotseat", "--seed", "5", folder=folder, text="1\n" * 5000,
                             variables=dict(variables, LD_PRELOAD=bench.program("disk.so")))
        code, out, err = play(FAULT_STEPS=os.path.join(folder, "steps"))
        with open(os.path.join(folder, "steps"), encoding="ascii") as names:
            steps = names.read().split()
        if code != 0 or "the game is over" not in out or "unlink" not in steps[-2:]:
            return f"the game does not come to its end: {code} {err} {steps[-1]}"
        last = len(steps) - steps[::-1].index("unlink")
        code, out, err = play(FAULT_AT=str(last), FAULT=fault)
        if code != 77:
            return f"it was not killed: {code} {err}"
        return None if "the game is over" in out else "nobody is told how the game ended"


def run(bench, is_long):
    """Results of the faults, and how many there were."""
    files = ["games/globetrotters.trv", "tests/games/tricks.trv"] if is_long else ["tests/games/pig.trv"]
    results, count = [], 0
    for name in files:
        file = game(name)
        with tempfile.TemporaryDirectory() as source:
            first_save(bench, source, file)
            steps = list_steps(bench, source, file)
            results.append((f"save of {name}, the order of its steps", order_fault(steps)))
            for fault in FAULTS:
                failures = []
                for step in range(1, len(steps) + 1):
                    # Until the new save is in the place of the old one, an error means that it is none.
                    must_tell = fault.startswith("E") and "rename" in steps[step - 1:]
                    why = try_fault(bench, source, file, step, fault, must_tell)
                    count += 1
                    if why:
                        failures.append(f"step {step}: {why}")
                results.append((f"save of {name}, {fault} at each of {len(steps)} steps", "; ".join(failures) or None))
    for fault in ("kill", "after"):
        results.append((f"the end of a game, {fault} when its save is removed", try_end(bench, fault)))
        count += 1
    return results, f"{count} faults"
