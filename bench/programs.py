"""The programs that bench/run measures: where they are, how they are built, and what they must print."""
import collections
import glob
import os
import re
import shlex
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)
BASE = "c-natural"
SEED = "1"
CHECK_GAMES = 1000
C_FLAGS = ["-std=c11", "-D_POSIX_C_SOURCE=199309L", "-Wall", "-Wextra"]
C_VARIANTS = {"c-natural": ("natural", ["-O2"]),
              "c-tuned": ("tuned", ["-O3", "-march=native"])}
SCRIPTS = {"node": (["node"], "js"),
           "luajit": (["luajit"], "lua"),
           "luajit-joff": (["luajit", "-joff"], "lua"),
           "lua5.4": (["lua5.4"], "lua"),
           "node-jitless": (["node", "--jitless", "--no-expose-wasm"], "js")}

Run = collections.namedtuple("Run", "decisions checksum seconds")


def check_values():
    """Of each game: decisions and checksum of the first CHECK_GAMES games, from the table in RULES.md."""
    with open(os.path.join(HERE, "RULES.md"), encoding="utf-8") as file:
        rows = re.findall(r"^\| (\w+) \| \w{8} \| \d+ \| (\w{8}) \| (\d+) \|$", file.read(), re.M)
    return {game: (int(decisions), checksum) for game, checksum, decisions in rows}


def ways(game):
    """The game as rules: its file, and those of other ways of writing it, by the names that they have in the tables."""
    found = {"trvm": os.path.join(HERE, f"{game}.trv")}
    for file in sorted(glob.glob(os.path.join(HERE, f"{game}_*.trv"))):
        found["trvm-" + os.path.basename(file)[len(game) + 1:-len(".trv")]] = file
    return found


def is_trvm(name):
    """Whether a program is trvm, whatever the way of writing the game."""
    return name == "trvm" or name.startswith("trvm-")


def missing_tools():
    """Programs that are not installed, and what is left out for want of them."""
    tools = sorted({interpreter[0] for interpreter, _ in SCRIPTS.values()})
    return [tool for tool in tools if not shutil.which(tool)]


def compile_c(source, output, *flags):
    subprocess.run([os.environ.get("CC", "cc"), *C_FLAGS, "-o", output, source, *flags], check=True)
    return output


def build_with_library(name, build, folder):
    """A program of this folder, linked with the library of the build tree; None if there is none."""
    library = os.path.join(build, ".libs", "libtrv.a")
    if not os.path.exists(library):
        return None
    ffi = subprocess.run(["pkg-config", "--libs", "libffi"], text=True, stdout=subprocess.PIPE, check=False)
    return compile_c(os.path.join(HERE, name + ".c"), os.path.join(folder, name), "-O2", "-I", TOP, library,
                     *ffi.stdout.split())


def build_c(game, variant, folder):
    """A reference program in C; None where a game has none of this kind."""
    kind, flags = C_VARIANTS[variant]
    source = os.path.join(HERE, "c", f"{game}_{kind}.c")
    return compile_c(source, os.path.join(folder, f"{game}_{kind}"), *flags) if os.path.exists(source) else None


def commands(game, folder, trvm, only, extras):
    """The command of each implementation of a game that can be run here."""
    found = {}
    for variant in C_VARIANTS:
        program = build_c(game, variant, folder)
        if program:
            found[variant] = [program]
    if trvm:
        found.update({name: [trvm, file] for name, file in ways(game).items()})
    for name, (interpreter, extension) in SCRIPTS.items():
        script = os.path.join(HERE, extension, f"{game}.{extension}")
        if os.path.exists(script) and shutil.which(interpreter[0]):
            found[name] = interpreter + [script]
    for extra in extras:
        name, command = extra.split("=", 1)
        found[name] = shlex.split(command.replace("{game}", game))
    return {name: command for name, command in found.items()
            if not only or name in only or name == BASE or (is_trvm(name) and "trvm" in only)}


def run(command, games):
    """Runs a program that prints the line of RULES.md."""
    line = subprocess.run([*command, SEED, str(games)], check=True, text=True, stdout=subprocess.PIPE).stdout.split()
    return Run(int(line[1]), line[2], float(line[3]))
