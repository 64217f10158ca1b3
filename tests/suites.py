"""The suites of tests/run. A suite is a function from the context to a list of jobs; a job gives a list of results.

Programs that hold several tests print TAP (`ok - name`, `not ok - name`, then `# why`); see tap().
"""
import collections
import difflib
import glob
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bench"))
from programs import CHECK_GAMES, SEED, check_values  # noqa: E402

Result = collections.namedtuple("Result", "name ok message detail")
Job = collections.namedtuple("Job", "name run")

SECONDS = 300  # that any one program may take
FAIRNESS_GAMES = 12000  # that fairness deals anew for each seat
GAMES_EACH = 20  # games that conformance plays for each number of players
SECRECY = ("1", "12")  # a game of each game and variant, one decision of twelve; docs/checker.md has the long run
PASSES = ("--games", "1", "--decisions", "30")  # of each game with each list of passes
PASSES_MADE, PASSES_JOBS = 240, 4  # programs of the grammar; ./dev trust makes them for an hour
FIT_PROMPTS = "30"  # of a game with each number of players; ./dev trust plays 200 games of each
MUTANTS = "200"  # over all games; none of them plays
FUZZ_ROUNDS = {  # mutations of each seed
    "chain": 60, "compile": 240, "csv": 240, "grammar": 24, "notation": 1200, "pair": 200, "play": 400, "reply": 3000, "rulebook": 800,
    "save": 1000, "sitting": 150, "trvc": 24}
FORMAT_ROUNDS = 6  # other layouts of each source
COMPARE_PAIRS = "60"  # pairs of games for each of 100 seeds
DEEP_GAMES = 100  # games of each game that a deep check plays
PLAY_SEED = "7"
TRACE_GAMES, TRACE_SEED = "10", "3"  # of tests/traces.txt
BARE_KINDS = ("wasm32-wasi", "32-bit", "native")  # of tests/bare/run.py
BARE_SECONDS = 900  # the first time, each compiles the whole library
SPEED_GAMES = 20  # games over which instructions are counted
SPEED_TOLERANCE = 0.02


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


# ---- units ----

def unit_jobs(context, tree=None, prefix=""):
    def job(source):
        name = os.path.splitext(os.path.basename(source))[0]

        def run():
            program = context.program(os.path.splitext(source)[0], tree)
            if not os.path.exists(program):
                return [failed(name, f"{program} was not built: is it listed in tests/local.mk?")]
            return tap(name, context.run(program, CMOCKA_MESSAGE_OUTPUT="TAP", TRV_TOP=context.top))
        return Job(prefix + name, run)
    return [job(source) for source in context.files("tests/unit/test_*.c")]


def unit(context):
    """the cmocka programs of tests/unit"""
    return unit_jobs(context)


def layers(context):
    """who includes whom, and whether everything on a list has its test and its page"""
    return [Job("layers", lambda: tap("layers", context.run("bash", context.path("tests/layers.sh"))))]


# ---- style ----

STYLED = ("base", "lang", "compiler", "compiler/analysis", "compiler/optimise", "vm", "sitting", "bots", "trvm",
          "tests/unit", "tests/attacks", "tests/play", "tests/passes", "tests/fuzz", "tests/faults", "tests/bare", "bench")
TIDIED = ("base", "lang", "compiler", "compiler/analysis", "compiler/optimise", "vm", "sitting", "bots", "trvm")


def style(context):
    """every C source as clang-format writes it (headers are laid out by hand); what the quick checks of clang-tidy find"""
    def formatted(folder, files):
        done = context.run("clang-format", "--dry-run", "-Werror", *files, merge=True)
        if done.returncode == 0:
            return [passed(folder)]
        wrong = sorted(set(re.findall(r"^([^:\n]+):\d+:\d+: error", done.stdout, re.MULTILINE)))
        return [failed(folder, "not in the one style: " + " ".join(wrong), done.stdout)]

    def tidied(file):
        done = context.run("clang-tidy", "--quiet", "--checks=-clang-analyzer-*", file, "--", "-std=gnu11", "-D_GNU_SOURCE",
                           "-I", context.top, "-I", context.build)
        return [passed(file) if done.returncode == 0 else failed(file, last_words(done.stdout), done.stdout)]

    jobs = [Job("format " + folder, lambda folder=folder: formatted(folder, context.files(folder + "/*.c")))
            for folder in STYLED if context.files(folder + "/*.c")]
    return jobs + [Job("tidy " + file, lambda file=file: tidied(file))
                   for folder in TIDIED for file in context.files(folder + "/*.c")]


# ---- golden files ----

def golden_words(context, source):
    """Further arguments that a golden source asks for in its first line: `// trvm: --rulebook`."""
    with open(context.path(source), encoding="utf-8", errors="replace") as file:
        match = re.match(r"// trvm: (.*)", file.readline())
    return shlex.split(match[1]) if match else []


def golden_compiled(context, source, command, tree=None):
    folder, file = os.path.split(source)
    done = context.run(context.trvm(tree), command, *golden_words(context, source), file,
                       cwd=context.path(folder), merge=True)
    if done.returncode not in (0, 1, 2):
        return [failed(source, f"ended with status {done.returncode}: {last_words(done.stdout)}", done.stdout)]
    return [compare(context, source, os.path.splitext(source)[0] + ".expected", done.stdout)]


def golden_transcript(context, source):
    """Runs a command line in an empty folder that has games and tests in it; only standard output counts."""
    base = os.path.splitext(source)[0]
    with open(context.path(source), encoding="utf-8") as file:
        words = shlex.split(file.read(), comments=True)
    text = ""
    if os.path.exists(context.path(base + ".input")):
        with open(context.path(base + ".input"), encoding="utf-8") as file:
            text = file.read()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("games", "tests", "stdlib"):
            os.symlink(context.path(name), os.path.join(folder, name))
        done = context.run(context.trvm(), *words, cwd=folder, stdin=text)
    if done.returncode < 0:
        return [failed(source, f"ended by signal {-done.returncode}: {last_words(done.stderr)}", done.stderr)]
    return [compare(context, source, base + ".expected", done.stdout)]


def golden(context):
    """output compared with the file beside the source: messages, listings, transcripts"""
    jobs = []
    for folder, command in (("diagnostics", "check"), ("check", "check"), ("deep", "check"), ("listing", "dis")):
        for source in context.files(f"tests/golden/{folder}/*.trv"):
            jobs.append(Job(source, lambda source=source, command=command: golden_compiled(context, source, command)))
    for source in context.files("tests/golden/transcript/*.args"):
        jobs.append(Job(source, lambda source=source: golden_transcript(context, source)))
    return jobs


def screens(context):
    """the first choices of the games as a player sees them, compared with tests/golden/screens"""
    return [Job(source, lambda source=source: golden_transcript(context, source))
            for source in context.files("tests/golden/screens/*.args")]


# ---- games ----

def scenario_job(context, file, tree=None, prefix=""):
    def run():
        done = context.run(context.trvm(tree), "test", "--json", file)
        try:
            outcome = json.loads(done.stdout)
        except ValueError:
            return [failed(file, f"status {done.returncode}: {last_words(done.stderr or done.stdout)}", done.stderr)]
        results = [passed(file)] * outcome["passed"]
        results += [failed(f"{one['file']}:{one['line']}", f"{one['title']}: {one['message']}")
                    for one in outcome["failures"]]
        if done.returncode not in (0, 1) or (done.returncode == 1) != bool(outcome["failed"]):
            results.append(failed(file, f"status {done.returncode}: {last_words(done.stderr)}", done.stderr))
        return results or [passed(file + ": compiles")]
    return Job(prefix + file, run)


def scenario_files(context):
    return context.games() + context.files("games/variants/*.trv", "tests/stdlib/*.trv", "tests/passes/found/*.trv")


def scenarios(context):
    """`trvm test` on every game, variant and library test"""
    return [scenario_job(context, file) for file in scenario_files(context)]


def perft(context):
    """numbers of decision sequences, from tests/perft.txt"""
    jobs = []
    with open(context.path("tests/perft.txt"), encoding="utf-8") as lines:
        for line in lines:
            words, _, numbers = line.split("//")[0].partition(":")
            if words.strip():
                jobs.append(perft_job(context, words.split(), [int(number) for number in numbers.split()]))
    return jobs


def perft_job(context, words, numbers):
    name = " ".join(words)

    def run():
        done = context.run(context.trvm(), "perft", *words, "--depth", str(len(numbers)), "--json")
        if done.returncode != 0:
            return [failed(name, last_words(done.stderr), done.stderr)]
        counts = json.loads(done.stdout)["counts"]
        return [passed(f"{name}, length {i + 1}") if i < len(counts) and counts[i] == number else
                failed(f"{name}, length {i + 1}", f"expected {number}, got {counts[i] if i < len(counts) else 'none'}")
                for i, number in enumerate(numbers)]
    return Job(name, run)


def play(context):
    """one pinned random game for each game and number of players: tests/play/GAME-Nplayers.txt"""
    program = context.program("tests/play/playthrough")

    def run(file):
        done = context.run(program, "--counts", file)
        if done.returncode != 0:
            return [failed(file, last_words(done.stderr), done.stderr)]
        low, high = map(int, done.stdout.split())
        results = []
        for players in range(low, high + 1):
            name = f"{os.path.splitext(os.path.basename(file))[0]}-{players}players"
            done = context.run(program, file, str(players), PLAY_SEED)
            if done.returncode != 0:
                results.append(failed(name, f"status {done.returncode}: {last_words(done.stderr or done.stdout)}"))
            else:
                results.append(compare(context, name, f"tests/play/{name}.txt", done.stdout))
        return results
    return [Job(file, lambda file=file: run(file)) for file in context.games()]


def trace(context, file, players, tree=None, jobs="1"):
    """The trace_hash of some random games: every decision of every game is in it."""
    done = context.run(context.trvm(tree), "sim", file, "-n", TRACE_GAMES, "--seed", TRACE_SEED, "--players", players,
                       "--jobs", jobs, "--json")
    if done.returncode != 0:
        raise RuntimeError(last_words(done.stderr) or f"status {done.returncode}")
    return json.loads(done.stdout)["trace_hash"]


def trace_lines(context):
    """The lines of tests/traces.txt, each with its match: file, players, pinned hash; None for a comment."""
    with open(context.path("tests/traces.txt"), encoding="utf-8") as file:
        return [(line, re.match(r"(\S+\.trv) (\d+) : (\w+)$", line)) for line in file]


def trace_jobs(context, tree=None, label="", jobs="1"):
    def run(match):
        name = f"{label}{match[1]} {match[2]} players"
        found = trace(context, match[1], match[2], tree, jobs)
        return [passed(name) if found == match[3] else failed(name, f"trace_hash {found}, pinned is {match[3]}")]
    return [Job(f"{match[1]} {match[2]}", lambda match=match: run(match))
            for _, match in trace_lines(context) if match]


def record_traces(context):
    lines = [f"{match[1]} {match[2]} : {trace(context, match[1], match[2])}\n" if match else line
             for line, match in trace_lines(context)]
    with open(context.path("tests/traces.txt"), "w", encoding="utf-8") as file:
        file.writelines(lines)
    return [passed(line.split(" :")[0]) for line in lines if not line.startswith("//")]


def traces(context):
    """how random games go, decision by decision, as pinned in tests/traces.txt: the same in every build"""
    return [Job("traces", lambda: record_traces(context))] if context.record else trace_jobs(context)


def bare(context):
    """the library alone, with nothing but the C library, also for 32 bits and for WebAssembly: the pinned traces again"""
    program = context.path("tests/bare/run.py")
    folder = os.path.join(context.build, "bare")
    return [Job(kind, lambda kind=kind: tap("bare", context.run(sys.executable, program, folder, kind,
                                                                seconds=BARE_SECONDS)))
            for kind in BARE_KINDS if kind != "32-bit" or platform.machine() == "x86_64"]


def conformance(context):
    """what every game must keep to: copies, saves, samples, notations, invariants"""
    program = context.program("tests/play/conformance")
    return [Job(file, lambda file=file: tap("conformance", context.run(program, file, str(GAMES_EACH))))
            for file in context.games()]


PASSES_TOTAL = r"^# (\d+) programs, \d+ lists of passes, (\d+) comparisons, (\d+) differences$"


def passes(context):
    """the same games with and without each optimisation of the compiler, programs made by the grammar included"""
    program = context.program("tests/passes/passes")

    def run(name, *words):
        """The first result also keeps how much was compared, for passes_summary."""
        done = context.run(program, *words)
        results, total = tap(name, done), re.search(PASSES_TOTAL, done.stdout, re.M)
        return [results[0]._replace(detail=results[0].detail + total[0]), *results[1:]] if results and total else results

    def examples():
        with tempfile.TemporaryDirectory() as folder:
            done = context.run(sys.executable, context.path("tests/docs/examples.py"), context.top, folder)
            return run("examples of docs", *PASSES, *done.stdout.split())
    jobs = [Job(name, lambda name=name: run(name, *PASSES, name))
            for name in context.files("games/*.trv", "games/variants/*.trv", "bench/*.trv", "tests/games/*.trv")]
    for name in context.files("tests/passes/found/*.trv"):
        jobs.append(Job(name, lambda name=name: run(name, "--alone", name)))
    each = PASSES_MADE // PASSES_JOBS
    for job in range(PASSES_JOBS):
        words = (*PASSES, "--made", str(job * each), str(each))
        jobs.append(Job(" ".join(words), lambda words=words: run("made", *words)))
    return [*jobs, Job("examples of docs", examples)]


def passes_summary(results):
    totals = [re.search(PASSES_TOTAL, result.detail, re.M) for result in results]
    sums = [sum(int(total[part]) for total in totals if total) for part in (1, 2, 3)]
    return "{} programs, {} comparisons, {} differences".format(*sums)


def secrecy(context):
    """nothing that a seat is shown depends on what it may not know: views, choices, logs, hints, the lines of bots"""
    program = context.program("tests/play/secrecy")
    return [Job(file, lambda file=file: tap("secrecy", context.run(program, *SECRECY, file)))
            for file in context.games() + context.files("games/variants/*.trv")]


def fairness(context):
    """samples are what a seat cannot tell apart, each as often as it comes: small games dealt anew, and guessing games"""
    program = context.program("tests/play/fairness")
    return [Job(file, lambda file=file: tap("fairness", context.run(program, str(FAIRNESS_GAMES), file)))
            for file in context.files("tests/secrets/*.trv")]


def readers(context):
    """what `trvm check` says of leaks, for what is hidden, whose it is, how it travels and who reads it: tests/readers.py"""
    return [Job("readers", lambda: tap("readers", context.run(sys.executable, context.path("tests/readers.py"),
                                                              context.trvm())))]


def deep(context):
    """`trvm check --deep`: planted faults are found and their scenarios fail when pasted; games have none"""
    def check(file, *words):
        done = context.run(context.trvm(), "check", file, "--json", *words)
        return json.loads(done.stdout)["deep"], done.returncode

    def planted(source, kind):
        words = golden_words(context, source)
        found, status = check(context.path(source), *words, "--jobs", "1")
        if (found, status) != check(context.path(source), *words, "--jobs", "3"):
            return [failed(source, "three jobs give another result than one")]
        if [one["kind"] for one in found["findings"]] != ([kind] if kind else []) or status != (1 if kind else 0):
            return [failed(source, f"status {status}, found {[one['kind'] for one in found['findings']]}")]
        results = [passed(source)]
        for one in found["findings"]:
            results.append(paste(source, one))
        return results

    def paste(source, finding):
        """The scenario must fail in the rules as they are."""
        with tempfile.TemporaryDirectory() as folder:
            pasted = os.path.join(folder, os.path.basename(source))
            with open(context.path(source), encoding="utf-8") as rules, open(pasted, "w", encoding="utf-8") as file:
                file.write(rules.read() + "\n" + finding["scenario"])
            done = context.run(context.trvm(), "test", "--json", pasted)
        outcome = json.loads(done.stdout)
        if not finding["proven"] or outcome["scenarios"] != 1 or outcome["failed"] != 1:
            return failed(source, f"the scenario does not fail: {outcome}", finding["scenario"])
        return passed(source + ": " + finding["scenario"].splitlines()[0])

    def sound(file):
        found, status = check(file, "--deep", str(DEEP_GAMES))
        if found["findings"] or status != 0 or found["games"] != DEEP_GAMES:
            return [failed(file, "; ".join(one["message"] for one in found["findings"]) or f"status {status}")]
        return [passed(file)]
    faults = {"stuck": "stuck", "error": "rule error", "invariant": "broken invariant", "leak": "leak",
              "secret": "leak", "ranking": "rule error", "estimate": "rule error", "text": "rule error",
              "simulated_setting": "rule error", "endless": "over the limit", "unreached": None, "variant": None}
    jobs = [Job(source, lambda source=source: planted(source, faults[os.path.basename(source)[:-4]]))
            for source in context.files("tests/golden/deep/*.trv")]
    return jobs + [Job(file, lambda file=file: sound(file)) for file in context.files("games/*.trv", "games/variants/*.trv")]


# ---- speed, as far as it is the same everywhere ----

def speed_lines(context):
    """The lines of tests/speed.txt, each with its match: file, players, pinned number; None for a comment."""
    with open(context.path("tests/speed.txt"), encoding="utf-8") as file:
        return [(line, re.match(r"(\S+\.trv) (\d+) : ([\d.]+)$", line)) for line in file]


def instructions_per_decision(context, file, players):
    done = context.run(context.program("bench/figures"), "count", file, players, str(SPEED_GAMES))
    found = dict(re.findall(r"^(\w+) (\d+)$", done.stdout, re.M))
    if done.returncode != 0 or found.get("allocations") != "0":
        raise RuntimeError(last_words(done.stderr) if done.returncode else "playing asked for memory")
    return int(found["instructions"]) / int(found["decisions"])


def pinned_speed(context, file, players, pinned):
    now = instructions_per_decision(context, file, players)
    if abs(now - pinned) <= SPEED_TOLERANCE * pinned:
        return [passed(file)]
    change = f"{abs(now / pinned - 1):.1%} {'more' if now > pinned else 'fewer'}" if pinned else "not recorded yet"
    return [failed(file, f"{now:.2f} instructions a decision, expected {pinned:.2f}: {change} "
                         "(./dev test --record speed writes it down)")]


def record_speed(context):
    lines = [f"{match[1]} {match[2]} : {instructions_per_decision(context, match[1], match[2]):.2f}\n" if match else line
             for line, match in speed_lines(context)]
    with open(context.path("tests/speed.txt"), "w", encoding="utf-8") as file:
        file.writelines(lines)
    return [passed(line.split(" :")[0]) for line in lines if " : " in line and not line.startswith("//")]


def checksum(context, file, expected):
    """The first games of a benchmark game go and end as bench/RULES.md says: `expected` is decisions, checksum."""
    name = f"{file}: checksum"
    done = context.run(context.program("bench/trvm_bench"), file, SEED, str(CHECK_GAMES))
    if done.returncode != 0:
        return [failed(name, last_words(done.stderr), done.stderr)]
    _, decisions, found, _ = done.stdout.split()
    if (int(decisions), found) != expected:
        return [failed(name, f"{found} after {decisions} decisions, expected {expected[1]} after {expected[0]}")]
    return [passed(name)]


def speed(context):
    """instructions for each decision, as pinned in tests/speed.txt; checksums of bench/RULES.md"""
    if context.record:
        return [Job("speed", lambda: record_speed(context))]
    jobs = [Job(match[1], lambda match=match: pinned_speed(context, match[1], match[2], float(match[3])))
            for _, match in speed_lines(context) if match]
    for game, expected in check_values().items():
        for file in context.files(f"bench/{game}.trv", f"bench/{game}_*.trv"):
            jobs.append(Job(file, lambda file=file, expected=expected: checksum(context, file, expected)))
    return jobs


# ---- documents, command, nonsense ----

def docs(context):
    """every example in README.md and docs/ compiled or run; what is installed"""
    def job(name, program):
        return Job(name, lambda: tap(name, context.run(sys.executable, context.path(program), context.top, context.build)))
    return [job("docs", "tests/docs/run.py"), job("installed", "tests/docs/installed.py")]


def terminal(context):
    """people at terminals: pastes, keys, sizes, texts that would command a terminal, screens handed over"""
    return [Job("terminal", lambda: tap("terminal", context.run(
        sys.executable, context.path("tests/terminal/run.py"), context.trvm())))]


def fit(context):
    """what a person sees before each choice fits 80 by 24 and 60 by 20, and shows no names of the rules"""
    def job(game):
        return Job(game, lambda: tap(game, context.run(
            sys.executable, context.path("tests/terminal/fit.py"), context.trvm(), context.path(game), "--prompts", FIT_PROMPTS)))
    return [job(game) for game in context.files("games/*.trv")]


def serve(context):
    """the server as browsers and others meet it: games, rights, hostile requests, kills: tests/serve"""
    return [Job("serve", lambda: tap("serve", context.run(
        sys.executable, context.path("tests/serve/run.py"), context.trvm())))]


def attacks(context):
    """what an attacker once found: forged compiled files, bots that know too much, rules that tell, bombs: tests/attacks"""
    return [Job("attacks", lambda: tap("attacks", context.run(
        sys.executable, context.path("tests/attacks/run.py"), context.trvm(), context.program("tests/attacks/forge"))))]


def cli(context):
    """the command as people call it: tests/cli/run.sh"""
    def run():
        done = context.run("bash", context.path("tests/cli/run.sh"), context.trvm(), merge=True)
        results = [passed(line[3:]) for line in done.stdout.splitlines() if line.startswith("ok ")]
        # What follows a FAIL line, indented, belongs to it.
        for name, why in re.findall(r"^FAIL (.*)\n((?:    .*\n)*)", done.stdout, re.M):
            results.append(failed(name, why.strip(), why))
        count = f"{sum(one.ok for one in results)} passed, {sum(not one.ok for one in results)} failed"
        if not done.stdout.endswith(count + "\n"):
            results.append(failed("cli", f"ended with status {done.returncode}, not with `{count}`", done.stdout))
        return results
    return [Job("cli", run)]


def format_job(context, tree=None, prefix=""):
    files = context.files("games/**/*.trv", "stdlib/**/*.trv", "bench/**/*.trv", "tests/**/*.trv")
    program = context.program("tests/fuzz/fuzz_format", tree)
    return Job(prefix + "fuzz_format", lambda: tap("format", context.run(program, str(FORMAT_ROUNDS), *files)))


def format(context):  # pylint: disable=redefined-builtin
    """every .trv file is in the style of `trvm fmt`, and any other layout of it comes out the same program"""
    def styled():
        folders = [name for name in ("games", "stdlib", "docs", "bench", "tests") if os.path.isdir(context.path(name))]
        done = context.run(context.trvm(), "fmt", "--check", *folders)
        results = [failed(file, "is not in the style: trvm fmt puts it right") for file in done.stdout.splitlines()]
        if done.returncode != (1 if results else 0):
            results.append(failed("fmt --check", f"status {done.returncode}: {last_words(done.stderr)}", done.stderr))
        return results or [passed("fmt --check")]
    return [Job("fmt --check", styled), format_job(context)]


def compare_itself(context):
    """`trvm compare`: a game against itself shows no difference in at least 95 of 100 seeds"""
    return [Job("itself", lambda: tap("compare", context.run(sys.executable, context.path("tests/compare/itself.py"),
                                                             "--trvm", context.trvm(), "-n", COMPARE_PAIRS)))]


def sarif(context):
    """`trvm check --format sarif` against the format's schema, for every golden message and every game"""
    return [Job("sarif", lambda: tap("sarif", context.run(sys.executable, context.path("tests/sarif/run.py"),
                                                          context.top, context.trvm())))]


def sentences(context):
    """sheets, leaflets and differences of games, variants and every construct, sentence by sentence: tests/sentences"""
    return [Job("sentences", lambda: tap("sentences", context.run(
        sys.executable, context.path("tests/sentences/run.py"), context.trvm(), context.program("tests/passes/passes"))))]


def mutants(context):
    """typos planted in the games: how many are found, and how well; the full run is in docs/checker.md"""
    def run():
        done = context.run(sys.executable, context.path("tests/mutate/run.py"), "--trvm", context.trvm(),
                           "--count", MUTANTS, "--games", "0")
        if done.returncode != 0:
            return [failed("mutants", last_words(done.stdout or done.stderr), done.stdout + done.stderr)]
        return [passed("mutants")]
    return [Job("mutants", run)]


def fuzz_jobs(context, tree=None, prefix=""):
    def run(name, files):
        program = context.program(f"tests/fuzz/fuzz_{name}", tree)
        rounds = FUZZ_ROUNDS[name] // 4 if tree else FUZZ_ROUNDS[name]  # the sanitizers take their time
        return tap(f"fuzz {name}", context.run(program, str(rounds), *files))

    def compiled():
        """Files for the harness that reads them, made by the ordinary build."""
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for game in context.games():
                files.append(os.path.join(folder, os.path.basename(game) + "c"))
                done = context.run(context.trvm(), "build", game, "-o", files[-1])
                if done.returncode != 0:
                    return [failed(f"build {game}", last_words(done.stderr), done.stderr)]
            return run("trvc", files)
    def places():
        """Some of the scripts; ./dev trust takes them all."""
        done = context.run(sys.executable, context.path("tests/fuzz/places.py"), context.trvm(tree), "150" if tree else "3000")
        name = prefix + "places: " + last_words(done.stdout)
        return [passed(name)] if done.returncode == 0 else [failed(name, "scripts at fault", done.stdout)]
    def commands():
        """The command itself, in runs of their own; ./dev fuzz commands makes others."""
        done = context.run(sys.executable, context.path("tests/fuzz/commands.py"), context.trvm(tree), "--count", "4" if tree else "20")
        name = prefix + "commands: " + last_words(done.stdout)
        return [passed(name)] if done.returncode == 0 else [failed(name, "commands at fault", done.stdout)]
    jobs = [Job(f"{prefix}fuzz_{name}", lambda name=name: run(name, context.files(f"tests/fuzz/seeds/{name}/*")))
            for name in FUZZ_ROUNDS if name != "trvc"]
    return [*jobs, Job(prefix + "fuzz_trvc", compiled), Job(prefix + "places", places), Job(prefix + "commands", commands)]


def fuzz(context):
    """mutated inputs of every kind and scripts made from the grammar, the same ones at every run"""
    return fuzz_jobs(context)


FAULTS = ("allocations", "limits", "saves", "files", "kills", "threads", "signals")


def fault_job(context, part, tree=None, prefix=""):
    return Job(prefix + part, lambda: tap("faults", context.run(sys.executable, context.path("tests/faults/run.py"),
                                                                "--build", tree or context.build, part)))


def faults(context):
    """memory that runs out, saves on a failing disk, files that others name, killed games, threads, signals; the long run is `./dev faults`"""
    return [fault_job(context, part) for part in FAULTS]


def growth(context):
    """time and memory in proportion to the input, for every construct: tests/growth; `--long` in ./dev trust"""
    return [Job("growth", lambda: tap("growth", context.run(sys.executable, context.path("tests/growth/run.py"), "--build",
                                                            context.build, seconds=1200)))]


# ---- adding to the language ----

def extended_tree(context, top):
    """A copy of the sources with the patches of tests/extend, built; why not, or nothing."""
    left_out = {"build", ".git", "autom4te.cache"}
    shutil.copytree(context.top, top, symlinks=True,
                    ignore=lambda folder, names: left_out & set(names) if folder == context.top else ())
    for patch in ("statement.patch", "instruction.patch"):
        with open(context.path("tests/extend", patch), encoding="utf-8") as file:
            done = context.run("patch", "-p1", "--forward", "--no-backup-if-mismatch", cwd=top, stdin=file.read(),
                               merge=True)
        if done.returncode:
            return f"{patch} does not apply: {done.stdout}"
    tree = os.path.join(top, "build", "extended")
    os.makedirs(tree)
    generated = ("lang/parser.h", "lang/tree_kids.h", "lang/tree_facts.h", "lang/tree_make.h")  # for `all` alone
    for step in ((os.path.join(top, "configure"), "-q", "--disable-shared", "--enable-werror",
                  "--disable-dependency-tracking", "CFLAGS=-O0"),
                 ("make", "-s", *generated), ("make", "-s", "-j2", "trvm/trvm")):
        done = context.run(*step, cwd=tree, merge=True)
        if done.returncode:
            wrong = re.search(r".*error: .*", done.stdout)
            return wrong[0] if wrong else done.stdout[-2000:]
    return None


def extended(context):
    """The statement and the instruction that the patches add, in a game."""
    with tempfile.TemporaryDirectory() as folder:
        top = os.path.join(folder, "trvm")
        wrong = extended_tree(context, top)
        if wrong:
            return [failed("extend build", "the patches do not build", wrong)]
        results = [passed("extend build")]
        trvm = os.path.join(top, "build/extended/trvm/trvm")
        for name, words, wanted in (("scenario", ("test",), "1 passed"), ("games", ("sim", "-n", "20"), "rule errors              0"),
                                    ("code", ("dis",), "PASS"), ("rules", ("rules",), "Do nothing"),
                                    ("format", ("fmt", "--check"), "")):
            done = context.run(trvm, *words, "tests/games/skip.trv", cwd=top, merge=True)
            good = done.returncode == 0 and wanted in done.stdout
            results.append(passed(f"extend {name}") if good else failed(f"extend {name}", "", done.stdout))
        return results


def missed(context):
    """With the line of tree.def alone, the compiler names each of the places that docs/internals.md sends you to."""
    places = ("compiler/statements.c", "compiler/lower_statements.c", "compiler/sheet_steps.c")
    with tempfile.TemporaryDirectory() as top:
        os.mkdir(os.path.join(top, "lang"))
        shutil.copy(context.path("lang/tree.def"), os.path.join(top, "lang/tree.def"))
        with open(os.path.join(top, "lang/tree.def"), "a", encoding="utf-8") as file:
            file.write("NODE(SKIP, STATEMENT)\n")
        made = context.run("awk", "-v", "part=kids", "-f", context.path("lang/tree.awk"),
                           os.path.join(top, "lang/tree.def"))
        with open(os.path.join(top, "lang/tree_kids.h"), "w", encoding="utf-8") as file:
            file.write(made.stdout)
        results = []
        for place in places:
            done = context.run("cc", "-std=gnu11", "-Wall", "-fsyntax-only", "-I", top, "-I", context.top, "-I",
                               context.path("include"), "-I", context.build, context.path(place), merge=True)
            good = re.search("STATEMENT_SKIP.* not handled in switch", done.stdout)
            results.append(passed(f"extend {place}") if good
                           else failed(f"extend {place}", "a new statement is not missed", done.stdout))
        return results


def extend(context):
    """a statement and an instruction added as docs/internals.md says: as patches that must apply, build and play"""
    return [Job("extended", lambda: extended(context)), Job("missed", lambda: missed(context))]


def sanitize(context):
    """units, golden messages, scenarios, random games and fuzzing again, under the sanitizers"""
    tree = context.sanitize
    if not tree:
        return [Job("sanitize", lambda: [failed("sanitize", "no tree was given: ./dev test sanitize")])]

    jobs = fuzz_jobs(context, tree, "sanitize ") + [format_job(context, tree, "sanitize ")]
    jobs += unit_jobs(context, tree, "sanitize ") + [fault_job(context, "allocations", tree, "sanitize ")]
    jobs += [scenario_job(context, file, tree, "sanitize ") for file in scenario_files(context)]
    jobs += trace_jobs(context, tree, "sanitize ", "2")
    for source in context.files("tests/golden/diagnostics/*.trv", "tests/golden/check/*.trv",
                                "tests/golden/deep/*.trv"):
        jobs.append(Job(source, lambda source=source: golden_compiled(context, source, "check", tree)))
    return jobs


SUITES = {suite.__name__: suite for suite in (
    layers, style, unit, golden, screens, scenarios, perft, play, traces, bare, conformance, passes, secrecy, fairness, readers, deep,
    speed, docs, cli, terminal, fit, serve, attacks, compare_itself, sarif, sentences, mutants, format, fuzz, faults, growth, extend, sanitize)}
SUMMARIES = {"passes": passes_summary}  # what a suite says besides how many tests passed, from all its results
