"""What the tests of faults share: the command to test, folders to work in, and results.

A test gives (name, None) when it passed and (name, why) when it did not.
"""
import os
import subprocess

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECONDS = 120  # that any one process may take


class Bench:
    """A built tree and how to run what is in it."""

    def __init__(self, build):
        self.build = os.path.abspath(build)
        self.trvm = os.path.join(self.build, "trvm", "trvm")

    def program(self, name):
        return os.path.join(self.build, "tests", "faults", name)

    def start(self, *words, folder, **more):
        """Starts trvm in a folder, its three files being pipes unless told otherwise."""
        environment = {**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "TERM": "dumb", **more.pop("variables", {})}
        for name in ("stdin", "stdout", "stderr"):
            more.setdefault(name, subprocess.PIPE)
        return subprocess.Popen([self.trvm, *words], cwd=folder, env=environment, **more)

    def run(self, *words, folder, text="", **more):
        """Runs trvm to its end: exit code (negative: by that signal), output, errors."""
        process = self.start(*words, folder=folder, **more)
        try:
            out, err = process.communicate(text.encode(), timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return None, "", f"it did not end within {SECONDS} seconds"
        return process.returncode, (out or b"").decode(errors="replace"), (err or b"").decode(errors="replace")


def game(name):
    return os.path.join(TOP, name)


def games():
    folder = os.path.join(TOP, "games")
    return [os.path.join("games", name) for name in sorted(os.listdir(folder)) if name.endswith(".trv")]


def choices_in(save):
    """How many decisions a save has, or None when it is not whole."""
    with open(save, encoding="utf-8") as file:
        lines = file.read().split("\n")
    last = lines[-2].split() if len(lines) > 1 and lines[-1] == "" else []
    return int(last[1]) if len(last) == 3 and last[0] == "end" else None
