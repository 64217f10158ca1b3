"""The frame of all suites: what a job and a result are, where things lie, how programs are run and their output is read.

Programs that hold several tests print TAP (`ok - name`, `not ok - name`, then `# why`); see tap().
"""
import collections
import difflib
import glob
import os
import re
import subprocess

Result = collections.namedtuple("Result", "name ok message detail")
Job = collections.namedtuple("Job", "name run")

SECONDS = 300  # that any one program may take


def passed(name):
    return Result(name, True, "", "")


def failed(name, message, detail=""):
    return Result(name, False, message or "failed", detail)


class Context:
    """Where things are, and how to run them."""

    def __init__(self, options):
        self.top = options.top
        self.build = os.path.abspath(options.build)
        self.sanitize = os.path.abspath(options.sanitize) if options.sanitize else None
        self.record = options.record

    def path(self, *parts):
        return os.path.join(self.top, *parts)

    def program(self, name, tree=None):
        return os.path.join(tree or self.build, name)

    def trvm(self, tree=None):
        return self.program("trvm/trvm", tree)

    def files(self, *patterns):
        """Files of the source tree, by name relative to it, in order."""
        return sorted({os.path.relpath(found, self.top)
                       for pattern in patterns for found in glob.glob(self.path(pattern), recursive=True)})

    def games(self):
        """Every game with a flow of its own, of the collection and of the tests."""
        return self.files("games/*.trv", "tests/games/*.trv")

    def run(self, *command, cwd=None, stdin="", merge=False, seconds=SECONDS, **more):
        """Runs a program to its end, without a terminal or colours. Output is text, errors replaced."""
        environment = dict(os.environ, NO_COLOR="1", LC_ALL="C.UTF-8", TERM="dumb", COLUMNS="80", **more)
        return subprocess.run(command, cwd=cwd or self.top, input=stdin, env=environment, timeout=seconds,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT if merge else subprocess.PIPE,
                              encoding="utf-8", errors="replace", check=False)


def tap(name, done):
    """The results in a program's TAP output. A skipped test, a missing one or a bad end is a failure."""
    results = []
    plan = None
    for line in done.stdout.splitlines():
        match = re.match(r"(not )?ok\b\s*\d*\s*(?:- )?(.*)", line)
        if match:
            title = f"{name}: {match[2]}" if name.startswith("test_") else match[2] or name
            if "# SKIP" in line.upper():
                results.append(failed(title, "skipped"))
            elif match[1]:
                results.append(failed(title, ""))
            else:
                results.append(passed(title))
        elif re.match(r"1\.\.\d+$", line):
            plan = (plan or 0) + int(line[3:])
        elif line.startswith("#") and results and not results[-1].ok:
            text = line[1:].strip()
            last = results[-1]
            message = text if last.message == "failed" and text else last.message
            results[-1] = failed(last.name, message, last.detail + text + "\n")
    complaint = last_words(done.stderr)
    if done.returncode != 0 and all(result.ok for result in results):
        results.append(failed(name, f"ended with status {done.returncode}: {complaint}", done.stderr))
    elif plan is not None and plan != len(results):
        results.append(failed(name, f"{plan} tests were planned, {len(results)} ran: {complaint}", done.stderr))
    return results


def last_words(text):
    """The line of a program's error output that says most."""
    lines = [line for line in text.splitlines() if line.strip()]
    for line in lines:
        if "ERROR:" in line or "runtime error" in line or "Assertion" in line:
            return line.strip()
    return lines[-1].strip() if lines else "it said nothing"


def compare(context, name, expected_file, actual):
    """Compares an output with the file that holds the expected one, or writes that file when recording."""
    path = context.path(expected_file)
    if context.record:
        with open(path, "w", encoding="utf-8") as file:
            file.write(actual)
        return passed(name)
    if not os.path.exists(path):
        return failed(name, f"{expected_file} is missing (./dev test --record makes it)", actual)
    with open(path, encoding="utf-8", errors="replace") as file:
        expected = file.read()
    if expected == actual:
        return passed(name)
    wanted, got = expected.splitlines(), actual.splitlines()
    at = next((i for i, pair in enumerate(zip(wanted, got)) if pair[0] != pair[1]), min(len(wanted), len(got)))
    say = [f"`{lines[at].strip()}`" if at < len(lines) else "the end" for lines in (wanted, got)]
    diff = "\n".join(difflib.unified_diff(wanted, got, "expected", "now", lineterm=""))
    return failed(name, f"{expected_file}:{at + 1}: expected {say[0]}, got {say[1]}", diff)
