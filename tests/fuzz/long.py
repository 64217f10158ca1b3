#!/usr/bin/env python3
"""A long run of the harnesses with libFuzzer: ./dev fuzz HARNESS|all SECONDS.

Each harness has that many seconds of its own. What it finds worth keeping stays in BUILD/corpus for the next run; inputs
that show something wrong are in BUILD/findings. Prints a line for each harness (executions, edges reached, seconds of
processor time) and one for each finding. Ends with 1 when there are any.
"""
import glob
import os
import re
import resource
import subprocess
import sys
import time

HARNESSES = ("compile", "csv", "grammar", "notation", "play", "reply", "rulebook", "save", "trvc")
MOST_FINDINGS = 5
LONGEST_RUN = 200  # seconds for one input; others may be at work on the same machine
LONGEST_INPUT = {"trvc": 65536, "grammar": 512}


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


def run(top, build, trvm, name, seconds):
    """Runs until the time is up, again after each finding."""
    corpus, findings = os.path.join(build, "corpus", name), os.path.join(build, "findings")
    os.makedirs(corpus, exist_ok=True)
    os.makedirs(findings, exist_ok=True)
    command = [os.path.join(build, "tests/fuzz/fuzz_" + name), corpus, *seeds(top, build, trvm, name),
               f"-timeout={LONGEST_RUN}", f"-report_slow_units={LONGEST_RUN}", "-rss_limit_mb=3000",
               f"-max_len={LONGEST_INPUT.get(name, 4096)}", "-print_final_stats=1",
               f"-artifact_prefix={findings}/{name}-"]
    if name == "compile":
        command.append("-dict=" + dictionary(top, build))
    executions, edges, features, found = 0, 0, 0, []
    before, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() + seconds
    while time.monotonic() < end - 0.5 and len(found) < MOST_FINDINGS:
        left = max(1, int(end - time.monotonic()))
        done = subprocess.run([*command, f"-max_total_time={left}"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, encoding="utf-8", errors="replace", cwd=build, check=False)
        executions += sum(map(int, re.findall(r"number_of_executed_units: (\d+)", done.stderr)[-1:]))
        edges = max([edges, *map(int, re.findall(r" cov: (\d+)", done.stderr))])
        features = max([features, *map(int, re.findall(r" ft: (\d+)", done.stderr))])
        if done.returncode == 0:
            break
        file = re.findall(r"Test unit written to (\S+)", done.stderr)
        why = reason(done.stderr)
        if why in (known for known, _ in found):
            break  # it would be found again and again
        found.append((why, os.path.relpath(file[-1], top) if file else "no input was kept"))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{name:9} {executions:11,} executions {edges:7,} edges {features:8,} features {spent:7.0f} s of CPU "
          f"{len(found):3} finding{'' if len(found) == 1 else 's'}", flush=True)
    for why, file in found:
        print(f"  {why}: {file}", flush=True)
    return len(found)


def main():
    if len(sys.argv) != 6 or sys.argv[4] not in (*HARNESSES, "all") or not sys.argv[5].isdigit():
        print(f"usage: ./dev fuzz HARNESS SECONDS\nharnesses: {', '.join(HARNESSES)}; all", file=sys.stderr)
        return 2
    top, build, trvm, wanted, seconds = sys.argv[1:]
    names = HARNESSES if wanted == "all" else (wanted,)
    return 1 if sum([run(top, build, trvm, name, int(seconds)) for name in names]) else 0


if __name__ == "__main__":
    sys.exit(main())
