#!/usr/bin/env python3
"""Real editors talk to the server about a copy of the games. Prints TAP.

    tests/editors/run.py TOP TRVM

Each script of tests/editors runs in an editor without a screen and with the settings of editors/; it prints TAP itself.
"""
import os
import shutil
import subprocess
import sys
import tempfile

TOP, TRVM = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
HERE = os.path.join(TOP, "tests", "editors")


def run(name, command, folder, environment):
    try:
        done = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=150, check=False, text=True, errors="replace")
        text, code = done.stdout, done.returncode
    except subprocess.TimeoutExpired as late:
        text, code = (late.stdout or b"").decode(errors="replace"), "none after 150 seconds"
    sys.stdout.write(text.replace("\r", ""))
    if "1.." not in text:
        print(f"not ok - {name} ends\n# exit code {code}")


def main():
    print(f"# {TRVM}")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(TOP, "games"), os.path.join(folder, "games"))
        home = os.path.join(folder, "home")
        os.mkdir(home)
        environment = dict(os.environ, HOME=home, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home, XDG_STATE_HOME=home,
                           XDG_CACHE_HOME=home, TRVM_TESTS=HERE, TRVM_TOP=TOP, TRVM=TRVM, LC_ALL="C.UTF-8", TERM="dumb")
        neovim = ["nvim", "--headless", "-u", "NONE", "--cmd", f"set rtp+={TOP}/editors/neovim",
                  "--cmd", f"let g:trvm_command = ['{TRVM}', 'lsp']", "--cmd", f"source {TOP}/editors/neovim/ftdetect/trv.vim",
                  "--cmd", f"luafile {TOP}/editors/neovim/plugin/trvm.lua",
                  "-c", f"luafile {HERE}/neovim_rules.lua"]
        run("neovim", neovim, folder, environment)
        run("emacs", ["emacs", "-Q", "--batch", "-l", os.path.join(HERE, "emacs.el")], folder, environment)


main()
