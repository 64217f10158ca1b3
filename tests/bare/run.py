#!/usr/bin/env python3
"""Builds the library alone, with nothing but the C library, and plays the pinned games with it.

    tests/bare/run.py FOLDER KIND…          (the suite `bare` calls it; KIND: native, 32-bit, wasm32-wasi)

Each kind has a tree FOLDER/KIND that is kept, so that only what has changed is compiled again. The sources are reached by
links in its folder `source`: configure refuses sources in which it has already been run. trace.c, linked with libtrv.a and no
other library, must give the hashes of tests/traces.txt, and the library must say what it misses when rules want C code.
bots.c, linked with the bots as well, must give those of tests/bots.txt: on 32 bits the floating point of x86 is another.
Prints TAP.
"""
import collections
import glob
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TOP, "tests"))
from suites import TRACE_GAMES, TRACE_SEED  # noqa: E402

# The compiler, further words for configure, for linking, for running and for compiling bots (None: they need more of a
# system), and the Debian packages that all this is in.
Kind = collections.namedtuple("Kind", "compiler configure link run bots packages")
WASI = ["node", "--experimental-wasi-unstable-preview1", os.path.join(TOP, "tests/bare/wasi.mjs")]
KINDS = {
    "native": Kind(["gcc"], ["--enable-werror"], [], [], [], "gcc"),
    "32-bit": Kind(["gcc", "-m32"], ["--enable-werror"], [], [], ["-mfpmath=387"], "gcc-multilib"),
    # A stack as others have it, below the data, so that running out of it cannot go unnoticed.
    "wasm32-wasi": Kind(["clang", "--target=wasm32-wasi"], ["--host=wasm32-wasi", "AR=llvm-ar", "RANLIB=llvm-ranlib"],
                        ["-Wl,-z,stack-size=1048576", "-Wl,--stack-first"], WASI, None,
                        "clang lld llvm wasi-libc libclang-rt-14-dev-wasm32 nodejs"),
}
SWITCHES = ["--disable-ffi", "--disable-command", "--disable-shared", "CFLAGS=-O1"]
# What a build inside the sources leaves there.
LEFT_FOLDERS = {".deps", ".libs", "__pycache__"}
LEFT_FILES = re.compile(r".*\.(o|lo|la|so|log|pc)$|Makefile$|libtool$|config\.status$|\.dirstamp$")
BOT_GAMES = "2"
FOREIGN = "docs/examples/market_in_c.trv"  # rules that call a function in C


class Broken(Exception):
    """A step that failed; its text says how."""


def run(*command, cwd=TOP):
    return subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding="utf-8", errors="replace", check=False)


def step(what, *command, cwd=TOP):
    done = run(*command, cwd=cwd)
    if done.returncode != 0:
        wrong = re.search(r".*error: .*", done.stdout)
        raise Broken(f"{what}: {wrong[0] if wrong else done.stdout.strip().splitlines()[-1]}\n{done.stdout}")


def source_files():
    """Every source, by name relative to the top: what lies there, and in the folders that are part of the tree."""
    for folder, folders, files in os.walk(TOP):
        if folder == TOP:
            folders[:] = [name for name in folders if name in ("build-aux", "include") or
                          os.path.exists(os.path.join(TOP, name, "local.mk"))]
        folders[:] = [name for name in folders if name not in LEFT_FOLDERS]
        yield from (os.path.relpath(os.path.join(folder, name), TOP) for name in files if not LEFT_FILES.match(name))


def link_sources(source):
    """A folder with a link to every source. Links that are there stay: make looks at the time of a folder, too."""
    wanted = {os.path.join(source, name): os.path.join(TOP, name) for name in source_files()}
    for link, file in wanted.items():
        os.makedirs(os.path.dirname(link), exist_ok=True)
        if not os.path.islink(link):
            os.symlink(file, link)
    for folder, _, files in os.walk(source):
        for link in (os.path.join(folder, name) for name in files):
            if link not in wanted:
                os.unlink(link)


def tools_are_there(kind):
    """Whether this machine can compile and run programs of this kind."""
    programs = [kind.compiler[0], *kind.run[:1], *(word[3:] for word in kind.configure if word.startswith("AR="))]
    test = subprocess.run([*kind.compiler, *kind.link, "-x", "c", "-", "-o", os.devnull], input="int main(void) {}",
                          capture_output=True, text=True, check=False) if all(map(shutil.which, programs)) else None
    return test is not None and test.returncode == 0


def link(kind, tree, name, *words):
    """A program of this folder with the library of this kind."""
    program = os.path.join(tree, f"{name}_program")
    step("linking with libtrv.a alone", *kind.compiler, "-O1", "-I.", *words, f"tests/bare/{name}.c", "tests/play/table.c",
         os.path.join(tree, ".libs/libtrv.a"), *kind.link, "-o", program)
    return program


def build(kind, tree):
    """The library of this kind."""
    link_sources(os.path.join(tree, "source"))
    configured, configure = os.path.join(tree, "config.status"), os.path.join(tree, "source", "configure")
    if not os.path.exists(configured) or os.path.getmtime(configured) < os.path.getmtime(configure):
        step("configure", configure, *SWITCHES, *kind.configure, f"CC={' '.join(kind.compiler)}", cwd=tree)
    step("make", "make", "-j2", cwd=tree)


def pinned(name):
    with open(os.path.join(TOP, "tests", name), encoding="utf-8") as lines:
        return [line.strip() for line in lines if not line.startswith("//")]


def report(name, why=""):
    print(f"not ok - {name}" if why else f"ok - {name}")
    for line in why.splitlines():
        print(f"# {line}")


def compare(name, kind, program, lines, games):
    """Plays the games of pinned lines."""
    words = [word for line in lines for word in line.split()[:2]]
    done = run(*kind.run, program, games, TRACE_SEED, *words)
    found = dict(line.split(" : ") for line in done.stdout.splitlines() if " : " in line and ".trv" in line)
    for line in lines:
        game, expected = line.split(" : ")
        wrong = f"hash {found[game]}, pinned is {expected}" if game in found else f"not played\n{done.stdout}"
        report(f"{name} {game} players", wrong if found.get(game) != expected else "")


def play(name, kind, tree):
    program = link(kind, tree, "trace")
    compare(name, kind, program, pinned("traces.txt"), TRACE_GAMES)
    done = run(*kind.run, program, "1", "1", FOREIGN, "2")
    is_told = done.returncode == 2 and "error[E0806]" in done.stdout
    report(f"{name} tells rules that want C code", "" if is_told else f"no E0806\n{done.stdout}")
    if kind.bots is not None:
        bots = sorted(glob.glob("bots/*.c", root_dir=TOP))
        program = link(kind, tree, "bots", "-D_GNU_SOURCE", *kind.bots, *bots)
        compare(f"{name} bots", kind, program, pinned("bots.txt"), BOT_GAMES)


def main():
    folder, names = os.path.abspath(sys.argv[1]), sys.argv[2:]
    for name in names:
        kind = KINDS[name]
        try:
            if not tools_are_there(kind):
                raise Broken(f"it needs {' '.join(kind.compiler)} and more (Debian: apt-get install {kind.packages})")
            tree = os.path.join(folder, name)
            build(kind, tree)
            play(name, kind, tree)
        except Broken as broken:
            report(f"{name} is built", str(broken))


if __name__ == "__main__":
    main()
