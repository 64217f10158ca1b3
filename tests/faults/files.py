"""Files that others name, or write at the same time: what a save may open, two processes at one save, what a killed process
leaves, and output that does not fit on the disk.

Each game is played in a folder of its own, with a small set of rules made here.
"""
import os
import shutil
import signal
import subprocess
import tempfile
import time

from faults import choices_in

GAME = """game "Counting" { players 2..2 }
var total: int = 0
play { repeat { for p in players { turn(p) } } }
phase turn(p: player) "turn" {
  choose step by p "How far?" {
    option one "one" { total += 1 }
    option two "two" { total += 2 }
  }
  if total >= 40 { end game }
}
rank p by total desc
"""
SECRET = "key kept in another folder"
SECONDS = 10  # that opening any save may take at most


class Folder:
    """A place with a game, a save of it, and a secret outside of the folder that is shared."""

    def __init__(self, bench):
        self.bench = bench
        self.top = tempfile.mkdtemp()
        self.shared = os.path.join(self.top, "shared")
        os.makedirs(self.shared)
        self.write("shared/counting.trv", GAME)
        self.write("secret.txt", SECRET + "\n")
        self.write("outside.trv", GAME.replace("How far?", SECRET))
        code, _, err = bench.run("play", "counting.trv", "--hotseat", "--seed", "5", "--save", "game.trvsave",
                                 folder=self.shared, text="1\n1\nq\n")
        if code != 0:
            raise RuntimeError(f"the game to be saved cannot be made: {err}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.top)

    def path(self, name):
        return os.path.join(self.top, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def name_game(self, game, variant=None):
        """Makes hostile.trvsave: the save with another file as its game, or with a variant."""
        text = self.read("shared/game.trvsave").replace("game counting.trv\n", f"game {game}\n")
        if variant:
            text = text.replace("\nprogram ", f"\nvariant V\nfrom {variant}\nprogram ")
        self.write("shared/hostile.trvsave", text)

    def open(self, *words, folder="shared"):
        """Opens a save; (exit code, all that was printed)."""
        process = self.bench.start(*words, folder=self.path(folder))
        try:
            out, err = process.communicate(b"q\n", timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return None, "it waits"
        return process.returncode, (out + err).decode(errors="replace")


def refused(place, what):
    """Why opening the hostile save is no clear refusal, or None."""
    for words in (("hostile.trvsave",), ("replay", "hostile.trvsave"), ("replay", "hostile.trvsave", "--branch", "1")):
        code, said = place.open(*words)
        if code not in (1, 2):
            return f"{what}, {' '.join(words)}: {code} {said}"
        if SECRET in said:
            return f"{what}: the secret is shown: {said}"
    return None


def refused_as_any(place, name):
    """The same for a save whose game is that file, and for one with a variant of that file."""
    place.name_game(name)
    why = refused(place, f"game {name}")
    if not why:
        place.name_game("counting.trv", variant=name)
        why = refused(place, f"variant {name}")
    return why


# ---- what a save names ----

def outside_game(bench):
    """Names that lead out of the folder, by any way."""
    with Folder(bench) as place:
        os.symlink(place.path("outside.trv"), place.path("shared/link.trv"))
        os.symlink(place.top, place.path("shared/up"))
        os.symlink(place.path("secret.txt"), place.path("shared/secret.trv"))
        for name in ("../outside.trv", place.path("outside.trv"), "link.trv", "up/outside.trv", "secret.trv", "../secret.txt",
                     "/etc/passwd", "/proc/self/environ", "/proc/self/cwd/../outside.trv", "/dev/stdin", "./../outside.trv"):
            why = refused_as_any(place, name)
            if why:
                return why
    return None


def outside_parts(bench):
    """A game that lies beside the save, and itself names files elsewhere."""
    with Folder(bench) as place:
        parts = {"use": 'use "../outside.trv"\n', "table": 'enum Row(a: int) from "../secret.txt"\n',
                 "absolute": f'enum Row(a: int) from "{place.path("secret.txt")}"\n', "graph": 'enum Place { a b }\ngraph roads: Place from "../secret.txt"\n',
                 "variant": None}
        for name, line in parts.items():
            text = line + GAME if line else 'variant "V" of "../outside.trv" { }\n'
            place.write("shared/hostile.trv", text)
            place.name_game("hostile.trv")
            why = refused(place, name)
            if why:
                return why
    return None


def private_parts(bench):
    """A game beside the save that takes other files there for rules and tables: messages say where, not what."""
    with Folder(bench) as place:
        place.write("shared/notes.csv", SECRET + "\n")
        place.write("shared/notes.trv", SECRET + "\n")
        for line in ('enum Row(a: int) from "notes.csv"\n', 'use "notes.trv"\n', 'enum Row { a "' + SECRET + '" a }\n'):
            place.write("shared/hostile.trv", line + GAME)
            place.name_game("hostile.trv")
            why = refused(place, line)
            if why:
                return why
        place.name_game("notes.trv")
        why = refused(place, "notes.trv as the game")
        if why:
            return why
        code, said = place.open("hostile.trvsave")
        return None if code == 1 and "notes.trv:1:1: error[E0" in said else f"no place is told: {code} {said}"


def special_files(bench):
    """Pipes, devices, folders, and links to them, are refused at once."""
    with Folder(bench) as place:
        os.mkfifo(place.path("shared/pipe.trv"))
        os.mkdir(place.path("shared/folder.trv"))
        os.symlink("/dev/zero", place.path("shared/zero.trv"))
        os.symlink("/dev/tty", place.path("shared/terminal.trv"))
        os.symlink("circle.trv", place.path("shared/circle.trv"))
        for name in ("pipe.trv", "folder.trv", "zero.trv", "terminal.trv", "circle.trv"):
            why = refused_as_any(place, name)
            if why:
                return why
            place.write("shared/uses.trv", f'use "{name}"\nenum Row(a: int) from "{name}"\n' + GAME)
            place.name_game("uses.trv")
            why = refused(place, f"use {name}")
            if why:
                return why
    return None


def found_inside(bench):
    """What ordinary saves name is found as before: beside the save, from the present folder, through links within it."""
    with Folder(bench) as place:
        os.mkdir(place.path("shared/games"))
        os.mkdir(place.path("shared/saves"))
        shutil.copy(place.path("shared/counting.trv"), place.path("shared/games"))
        os.symlink("games/counting.trv", place.path("shared/linked.trv"))
        place.write("shared/games/part.trv", 'use "../counting.trv"\n')
        cases = [("games/counting.trv", "shared", "hostile.trvsave"), ("linked.trv", "shared", "hostile.trvsave"),
                 (place.path("shared/games/counting.trv"), "shared", "hostile.trvsave"),
                 ("games/part.trv", "shared", "hostile.trvsave"), ("counting.trv", ".", "shared/hostile.trvsave")]
        for name, folder, save in cases:
            place.name_game(name)
            code, said = place.open(save, "--hotseat", folder=folder)
            if code != 0 or "Saved to" not in said:
                return f"game {name}: {code} {said}"
        place.name_game("games/counting.trv")
        os.rename(place.path("shared/hostile.trvsave"), place.path("shared/saves/x.trvsave"))
        code, said = place.open("saves/x.trvsave", "--hotseat")
        if code != 0:
            return f"a save in a folder of its own: {code} {said}"
        place.name_game("../outside.trv")
        code, said = place.open("play", "../outside.trv", "--hotseat", "--resume", "hostile.trvsave")
        return None if code == 0 else f"a game that a person names: {code} {said}"


# ---- two processes at one save ----

def race_once(bench, place, players):
    """Lets several processes go on with one save at once; why a game was lost, or None."""
    for name in os.listdir(place.shared):
        if name.startswith("counting"):
            if name != "counting.trv":
                os.remove(os.path.join(place.shared, name))
    shutil.copy(place.path("shared/game.trvsave"), place.path("shared/raced.trvsave"))
    processes = [bench.start("play", "counting.trv", "--hotseat", "--resume", "raced.trvsave", folder=place.shared)
                 for _ in range(players)]
    for process in processes:  # all have read the save before any of them writes
        while b"to choose" not in process.stdout.readline():
            pass
    for index, process in enumerate(processes):
        process.stdin.write(b"1\n" * index + b"2\nq\n")
    for process in processes:
        process.stdin.close()
    results = [(process.stdout.read(), process.stderr.read(), process.wait()) for process in processes]
    wanted = sorted(2 + index + 1 for index in range(players))
    found = sorted(choices_in(os.path.join(place.shared, name)) or 0 for name in os.listdir(place.shared)
                   if name.endswith(".trvsave") and name != "game.trvsave")
    if found != wanted:
        return f"saves with {found} decisions, not {wanted}: {results}"
    return None


def races(bench, rounds):
    with Folder(bench) as place:
        for number in range(rounds):
            why = race_once(bench, place, 2 + number % 3)
            if why:
                return why
    return None


def new_names(bench, rounds):
    """Games begun at the same moment in one folder get names of their own."""
    with Folder(bench) as place:
        os.remove(place.path("shared/game.trvsave"))
        for _ in range(rounds):
            processes = [bench.start("play", "counting.trv", "--hotseat", "--seed", str(seed), folder=place.shared)
                         for seed in range(4)]
            for process in processes:
                process.stdin.write(b"1\n2\nq\n")
            for process in processes:
                process.stdin.close()
            for process in processes:
                process.stdout.read()
                process.stderr.read()
                process.wait()
            saves = [name for name in os.listdir(place.shared) if name.endswith(".trvsave")]
            seeds = sorted(line for name in saves for line in place.read(f"shared/{name}").splitlines()
                           if line.startswith("seed "))
            if seeds != [f"seed {seed}" for seed in range(4)]:
                return f"of four games there are {seeds}"
            for name in saves:
                os.remove(os.path.join(place.shared, name))
    return None


# ---- what killed processes leave ----

def leftovers(bench):
    """The next save removes the temporary file of a process that was killed, and nothing else."""
    with Folder(bench) as place:
        left = []
        for step in range(1, 12):
            before = os.listdir(place.shared)
            bench.run("play", "counting.trv", "--hotseat", "--resume", "game.trvsave", folder=place.shared, text="1\nq\n",
                      variables={"LD_PRELOAD": bench.program("disk.so"), "FAULT": "kill", "FAULT_AT": str(step)})
            left = [name for name in os.listdir(place.shared) if name not in before]
            if left:
                break
        if not left:
            return "no kill left a temporary file"
        kept = ("game.trvsave.backup", "game.trvsave.trvm-notes", "other.trvsave.trvm-abcdef", "game.trvsave.trvm-abcdefg")
        for name in kept:
            place.write(f"shared/{name}", "mine")
        os.mkfifo(place.path("shared/game.trvsave.trvm-pipe00"))
        code, _, err = bench.run("play", "counting.trv", "--hotseat", "--resume", "game.trvsave", folder=place.shared,
                                 text="1\nq\n")
        names = os.listdir(place.shared)
        if code != 0 or any(name in names for name in left):
            return f"still there: {code} {err} {names}"
        gone = [name for name in (*kept, "game.trvsave.trvm-pipe00") if name not in names]
        return f"somebody else's files are gone: {gone}" if gone else None


def stopped_writer(bench):
    """A process that stands still while it writes keeps its temporary file, and does not hold up others for ever."""
    with Folder(bench) as place:
        writer = bench.start("play", "counting.trv", "--hotseat", "--resume", "game.trvsave", folder=place.shared,
                             variables={"LD_PRELOAD": bench.program("disk.so"), "FAULT": "stop", "FAULT_AT": "3"})
        writer.stdin.write(b"1\nq\n")
        writer.stdin.close()
        until = time.monotonic() + SECONDS
        while time.monotonic() < until and not [name for name in os.listdir(place.shared) if ".trvm-" in name]:
            time.sleep(0.01)
        before = [name for name in os.listdir(place.shared) if ".trvm-" in name]
        code, said, err = bench.run("play", "counting.trv", "--hotseat", "--resume", "game.trvsave", folder=place.shared,
                                    text="2\nq\n")
        after = [name for name in os.listdir(place.shared) if ".trvm-" in name]
        writer.send_signal(signal.SIGCONT)
        writer.stdout.read()
        writer.stderr.read()
        writer.wait()
        if not before or before[0] not in after:
            return f"the file of a process that stands still: {before}, then {after}"
        decisions = sorted(choices_in(os.path.join(place.shared, name)) for name in os.listdir(place.shared)
                           if name.endswith(".trvsave"))
        return None if code == 0 and decisions == [3, 3] else f"{code} {said} {err} {decisions}"


# ---- something else in the place of a save ----

def put_device(name):
    os.symlink("/dev/null", name)


def put_nothing(_name):
    pass


def put_loose_link(name):
    os.symlink("/nowhere/at/all", name)


def exchanged_save(bench):
    """Whatever has taken a save's name meanwhile: the game is saved to a regular file, and nobody is waited for."""
    for put in (put_device, os.mkfifo, os.mkdir, put_loose_link, put_nothing):
        for lines, wanted in ((b"2\nq\n", 2), (b"q\n", 1)):
            with Folder(bench) as place:
                save = place.path("shared/k.trvsave")
                process = bench.start("play", "counting.trv", "--hotseat", "--save", "k.trvsave", folder=place.shared)
                process.stdin.write(b"1\n")
                process.stdin.flush()
                until = time.monotonic() + SECONDS
                while not (os.path.exists(save) and choices_in(save) == 1) and time.monotonic() < until:
                    time.sleep(0.01)
                os.remove(save)
                put(save)
                try:
                    out, err = process.communicate(lines, timeout=SECONDS)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.communicate()
                    return f"{put.__name__}: it waits"
                name = out.decode().split("Saved to ")[-1].split(".\n")[0]
                saved = os.path.join(place.shared, name)
                if process.returncode != 0 or not os.path.isfile(saved) or choices_in(saved) != wanted:
                    return f"{put.__name__}: {process.returncode} {name} {err.decode()}"
                if put != put_nothing and "goes on in" not in err.decode():
                    return f"{put.__name__}: it is not told: {err.decode()}"
    return None


def special_names(bench):
    """Nothing is saved to a pipe or a device that somebody names, and a game that is resumed from one goes on in a file."""
    with Folder(bench) as place:
        put_device(place.path("shared/device"))
        os.mkfifo(place.path("shared/pipe"))
        code, out, err = bench.run("play", "counting.trv", "--hotseat", folder=place.shared,
                                   text="1\ns device\ns! device\ns pipe\ns! pipe\nq\n")
        if code != 0 or err.count("it is no regular file") != 4 or "Saved to counting.trvsave." not in out:
            return f"{code} {out[-300:]} {err}"
        code, out, err = bench.run("play", "counting.trv", "--hotseat", "--resume", "/dev/stdin", folder=place.shared,
                                   text=place.read("shared/game.trvsave"))
        return None if code == 0 and "Saved to counting-2.trvsave." in out else f"from a pipe: {code} {out[-300:]} {err}"


# ---- disks that are full ----

def full_outputs(bench):
    """Every command that writes tells by its exit code that it could not."""
    with Folder(bench) as place:
        variant = 'variant "More" of "counting.trv" {\n  set total: 1\n}\n'
        place.write("shared/more.trv", variant)
        to_file = [("build", "counting.trv", "-o", "/dev/full"), ("rules", "counting.trv", "-o", "/dev/full"),
                   ("compare", "counting.trv", "counting.trv", "-n", "4", "--html", "/dev/full"),
                   ("play", "counting.trv", "--bots", "--seed", "1", "--save", "nowhere/x.trvsave")]
        for words in to_file:
            code, _, err = bench.run(*words, folder=place.shared)
            if code != 2 or not err:
                return f"{' '.join(words)}: {code} {err}"
        to_output = [("sim", "counting.trv", "-n", "3", "--json"), ("sim", "counting.trv", "-n", "3", "--csv"), ("check", "counting.trv", "--format", "json"),
                     ("check", "counting.trv", "--format", "sarif"), ("test", "counting.trv"), ("dis", "counting.trv"),
                     ("rules", "counting.trv"), ("graph", "counting.trv"), ("diff", "counting.trv", "counting.trv"),
                     ("perft", "counting.trv", "2"), ("replay", "game.trvsave"), ("explain", "E0001"),
                     ("compare", "counting.trv", "counting.trv", "-n", "4"), ("fmt", "--check", "counting.trv"),
                     ("play", "counting.trv", "--bots"), ("play", "counting.trv", "--help-game"), ("--version",)]
        for words in to_output:
            with open("/dev/full", "wb") as full:
                code, _, err = bench.run(*words, folder=place.shared, stdout=full)
            _, shown, _ = bench.run(*words, folder=place.shared)
            if shown and (code != 2 or "cannot write the output" not in err):
                return f"{' '.join(words)}: {code} {err}"
    return None


def full_at_end(bench):
    """A game whose save does not fit at the end: the exit code says so, it is told once, and its decisions are told."""
    with Folder(bench) as place:
        disk = {"LD_PRELOAD": bench.program("disk.so"), "FAULT": "full", "FAULT_AT": "1"}
        for words, text in ((("play", "counting.trv", "--hotseat"), "1\n2\nq\n"),
                            (("play", "counting.trv", "--hotseat", "--resume", "game.trvsave"), "1\n2\nq\n"),
                            (("play", "counting.trv", "--hotseat", "--save", "new.trvsave"), "1\n2\nq\n"),
                            (("play", "counting.trv", "--hotseat", "--save", "new.trvsave"), "2\n" * 40),
                            (("play", "counting.trv", "--hotseat", "--resume", "game.trvsave"), "2\n" * 40),
                            (("play", "counting.trv", "--bots", "--save", "new.trvsave"), "")):
            code, _, err = bench.run(*words, folder=place.shared, text=text, variables=disk)
            if code != 2:
                return f"{' '.join(words)}: {code} {err}"
            if err.count("cannot save") + err.count("not kept") > 2 or err.count("cannot save") > 1:
                return f"{' '.join(words)}, told more than once: {err}"
            if ("The decisions so far (seed " if text.endswith("q\n") else "The decisions (seed ") not in err:
                return f"{' '.join(words)}: the decisions are lost: {err}"
    return None


def run(bench, is_long):
    rounds = 100 if is_long else 10
    tests = [("saves that name a game or variant elsewhere", outside_game(bench)),
             ("a save's game that names files elsewhere", outside_parts(bench)),
             ("a save's game that names other files beside it", private_parts(bench)),
             ("saves that name pipes, devices and folders", special_files(bench)),
             ("saves that name what lies in their folder", found_inside(bench)),
             (f"several processes at one save, {rounds} times", races(bench, rounds)),
             (f"four games begun at once, {rounds} times", new_names(bench, rounds)),
             ("what killed processes leave", leftovers(bench)),
             ("a process that stands still while it saves", stopped_writer(bench)),
             ("something else in the place of a save", exchanged_save(bench)),
             ("saves to and from pipes and devices", special_names(bench)),
             ("output that does not fit, by every command", full_outputs(bench)),
             ("a save that does not fit at the end", full_at_end(bench))]
    return tests, f"{len(tests)} kinds of files"
