#!/usr/bin/env python3
"""A long run of the harnesses with libFuzzer: ./dev fuzz HARNESS|all SECONDS [--in-all], or ./dev fuzz totals.

Each harness is given that many seconds of the processor, however long that takes on a busy machine. What it finds worth
keeping stays in BUILD/corpus for the next run, inputs that show something wrong in BUILD/findings, and what all runs did
together in BUILD/totals.json: many short runs count as a long one, and with --in-all only what they lack of the time is
made up for, but at least a minute, since the code may be another. Prints a line for each harness (executions, how many of
them got past the front door, edges reached, seconds of the processor) and one for each finding; ends with 1 when there are any. `totals` prints the sums.
"""
import fcntl
import glob
import json
import os
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time

HARNESSES = ("chain", "commands", "compile", "csv", "grammar", "lsp", "notation", "pair", "play", "reply", "request", "rulebook", "save", "sitting", "trvc")
MOST_FINDINGS = 5
SHORTEST_RUN = 60  # seconds that --in-all gives to a harness that has had its time
LONGEST_RUN = 200  # seconds for one input; others may be at work on the same machine
LONGEST_INPUT = {"trvc": 65536, "grammar": 512, "chain": 512, "sitting": 256, "pair": 8192, "save": 8192}
INTERRUPTED = 72  # libFuzzer's status when it is told to stop


def seeds(top, build, trvm, name):
    """Folders with inputs to begin with. Compiled files are made here: their format changes with the program."""
    if name != "trvc":
        return [os.path.join(top, "tests/fuzz/seeds", name)]
    folder = os.path.join(build, "compiled")
    os.makedirs(folder, exist_ok=True)
    for file in glob.glob(os.path.join(top, "tests/fuzz/seeds/compile/*.trv")) + glob.glob(os.path.join(top, "tests/games/*.trv")):
        target = os.path.join(folder, os.path.basename(file) + "c")
        subprocess.run([trvm, "build", file, "-o", target], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       check=False)
    return [folder]


def dictionary(top, build):
    """The words of the language, for libFuzzer."""
    with open(os.path.join(top, "lang/words.def"), encoding="utf-8") as file:
        words = sorted(set(re.findall(r'"([a-z ]+)"', file.read())))
    name = os.path.join(build, "words.dict")
    with open(name, "w", encoding="utf-8") as file:
        file.writelines(f'" {word} "\n' for word in words)
    return name


def reason(output):
    """What a run that ended early has to say, in one line."""
    for pattern in (r"^finding: (.*)$", r"^SUMMARY: (.*)$", r"^(.*runtime error.*)$", r"ERROR: (.*)$"):
        found = re.search(pattern, output, re.MULTILINE)
        if found:
            return found.group(1)
    return "it ended for no known reason"


def processor_time(pid):
    """Seconds of the processor that a process has had; 0 when it is gone."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stop(*_):
    raise KeyboardInterrupt


def past_the_door(file):
    """Inputs, and how many of them got past the front door, as tests/fuzz/fuzz.c has counted them."""
    numbers = file.read()
    return struct.unpack("QQ", numbers) if len(numbers) == 16 else (0, 0)


def run_once(command, build, seconds):
    """One process of libFuzzer: its status, what it said, the time it had, inputs and those past the front door, and
    whether somebody wants all to end."""
    spent, ended = 0.0, False
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output, tempfile.NamedTemporaryFile() as door:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=output, cwd=build,
                                   start_new_session=True, env={**os.environ, "FUZZ_DOOR": door.name})
        while process.poll() is None:
            try:
                spent = max(spent, processor_time(process.pid))
                if spent >= seconds:
                    process.send_signal(signal.SIGINT)
                process.wait(timeout=1)
            except subprocess.TimeoutExpired:
                pass
            except KeyboardInterrupt:
                ended, seconds = True, 0
        output.seek(0)
        return process.returncode, output.read(), spent, past_the_door(door), ended


class Figures:
    """What was done with one harness."""

    def __init__(self, known=None):
        known = known or {}
        self.executions = known.get("executions", 0)
        self.inputs = known.get("inputs", 0)  # of those runs that counted the ones past the front door
        self.entered = known.get("entered", 0)
        self.edges = known.get("edges", 0)
        self.seconds = known.get("seconds", 0)
        self.findings = known.get("findings", [])

    def add(self, other):
        self.executions += other.executions
        self.inputs += other.inputs
        self.entered += other.entered
        self.edges = max(self.edges, other.edges)
        self.seconds += other.seconds
        known = {why for why, _ in self.findings}
        self.findings += [[why, file] for why, file in other.findings if why not in known]

    def show(self, name):
        print(f"{name:9} {self.executions:13,} executions {100 * self.entered / max(1, self.inputs):5.1f} % past the front door {self.edges:7,} edges {self.seconds:7,.0f} s of the processor "
              f"{len(self.findings):3} finding{'' if len(self.findings) == 1 else 's'}", flush=True)
        for why, file in self.findings:
            print(f"  {why}: {file}", flush=True)


def add_to_totals(build, name, figures):
    """The sums of all runs, with these; two runs may end at once."""
    with open(os.path.join(build, "totals.json"), "a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        text = file.read()
        totals = json.loads(text) if text else {}
        if figures:
            sums = Figures(totals.get(name))
            sums.add(figures)
            totals[name] = vars(sums)
            file.truncate(0)
            json.dump(totals, file, indent=1)
    return totals


def run_commands(top, trvm, seconds):
    """The real command, which libFuzzer cannot look into: runs by number, others every day."""
    first = int(time.strftime("%Y%m%d")) * 1000000
    done = Figures()
    found = subprocess.run([sys.executable, os.path.join(top, "tests/fuzz/commands.py"), trvm, "--seconds", str(seconds), "--first",
                            str(first)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
    words = found.stdout.decode("utf-8", "replace").splitlines()
    numbers = [int(number) for number in re.findall(r"\d+", words[-1])] if words else []
    if len(numbers) == 4:
        done.executions = done.inputs = numbers[1]
        done.entered = numbers[2]
    done.seconds = seconds
    done.findings = [[word.partition("finding: ")[2], "tests/fuzz/commands.py --first"] for word in words if word.startswith("finding: ")]
    return done, False


def run(top, build, trvm, name, seconds):
    """Runs until the time is up, again after each finding; what was done, and whether somebody wants all to end."""
    if name == "commands":
        return run_commands(top, trvm, seconds)
    corpus, folder = os.path.join(build, "corpus", name), os.path.join(build, "findings")
    os.makedirs(corpus, exist_ok=True)
    os.makedirs(folder, exist_ok=True)
    command = [os.path.join(build, "tests/fuzz/fuzz_" + name), corpus, *seeds(top, build, trvm, name),
               f"-timeout={LONGEST_RUN}", f"-report_slow_units={LONGEST_RUN}", "-rss_limit_mb=3000",
               f"-max_len={LONGEST_INPUT.get(name, 4096)}", "-print_final_stats=1",
               f"-artifact_prefix={folder}/{name}-"]
    if name == "compile":
        command.append("-dict=" + dictionary(top, build))
    done, ended = Figures(), False
    while done.seconds < seconds - 0.5 and len(done.findings) < MOST_FINDINGS and not ended:
        status, output, spent, (inputs, entered), ended = run_once(command, build, seconds - done.seconds)
        done.seconds += round(spent)
        done.inputs += inputs
        done.entered += entered
        done.executions += sum(map(int, re.findall(r"number_of_executed_units: (\d+)", output)[-1:]))
        done.edges = max([done.edges, *map(int, re.findall(r" cov: (\d+)", output))])
        if status in (0, INTERRUPTED):
            break
        file = re.findall(r"Test unit written to (\S+)", output)
        why = reason(output)
        if why in (known for known, _ in done.findings):
            break  # it would be found again and again
        done.findings.append((why, os.path.relpath(file[-1], top) if file else "no input was kept"))
    return done, ended


def main():
    in_all = sys.argv[6:] == ["--in-all"]
    wish = sys.argv[4:6] if in_all else sys.argv[4:]
    if wish != ["totals"] and (len(wish) != 2 or wish[0] not in (*HARNESSES, "all") or not wish[1].isdigit()):
        print(f"usage: ./dev fuzz HARNESS SECONDS [--in-all]\n       ./dev fuzz totals\nharnesses: {', '.join(HARNESSES)}; all",
              file=sys.stderr)
        return 2
    top, build, trvm = sys.argv[1:4]
    if wish == ["totals"]:
        for name, sums in add_to_totals(build, None, None).items():
            Figures(sums).show(name)
        return 0
    signal.signal(signal.SIGTERM, stop)
    found = 0
    for name in HARNESSES if wish[0] == "all" else wish[:1]:
        before = Figures(add_to_totals(build, None, None).get(name)) if in_all else Figures()
        done, ended = run(top, build, trvm, name, max(SHORTEST_RUN if in_all else 0, int(wish[1]) - before.seconds))
        totals = add_to_totals(build, name, done)
        Figures(totals[name] if in_all else vars(done)).show(name)
        found += len(done.findings)
        if ended:
            break
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
