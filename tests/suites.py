"""The suites of tests/run. A suite is a function from the context to a list of jobs; a job gives a list of results.

The frame (jobs, results, how programs are run) is in frame.py.
"""
import json
import os
import platform
import re
import shlex
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bench"))
from frame import Job, compare, failed, last_words, passed, tap  # noqa: E402
from programs import CHECK_GAMES, SEED, check_values  # noqa: E402

# Of each small game: the budget of search, how many forced wins are looked for (0: all games are played), in how many plies.
SOLVED = (("tic_tac_toe.trv", ("1000", "0", "9")), ("connect_four.trv", ("300", "100", "4")))
SAMPLES = "1000"  # of each seat at each moment of a game
HINTS = ("1", "60")  # games, and decisions of each
FAIRNESS_GAMES = 12000  # that fairness deals anew for each seat
GAMES_EACH = 20  # games that conformance plays for each number of players
SECRECY = ("1", "12")  # a game of each game and variant, one decision of twelve; docs/checker.md has the long run
PASSES = ("--games", "1", "--decisions", "30")  # of each game with each list of passes
PASSES_MADE, PASSES_JOBS = 240, 4  # programs of the grammar; ./dev trust makes them for an hour
FIT_PROMPTS = "30"  # of a game with each number of players; ./dev trust plays 200 games of each
MUTANTS = "200"  # over all games; none of them plays
FUZZ_ROUNDS = {  # mutations of each seed
    "chain": 60, "compile": 240, "csv": 240, "grammar": 24, "lsp": 60, "notation": 1200, "pair": 200, "play": 400, "reply": 3000, "request": 60, "rulebook": 800,
    "save": 1000, "sitting": 150, "trvc": 24}
FORMAT_ROUNDS = 6  # other layouts of each source
COMPARE_PAIRS = "60"  # pairs of games for each of 100 seeds
DEEP_GAMES = 100  # games of each game that a deep check plays
PLAY_SEED = "7"
LENGTH_GAMES = "3"  # of games/lengths.csv
TRACE_GAMES, TRACE_SEED = "10", "3"  # of tests/traces.txt
BARE_KINDS = ("wasm32-wasi", "32-bit", "native")  # of tests/bare/run.py
BARE_SECONDS = 900  # the first time, each compiles the whole library
SPEED_GAMES = 20  # games over which instructions are counted
SPEED_TOLERANCE = 0.02


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

STYLED = ("base", "lang", "compiler", "compiler/analysis", "compiler/optimise", "vm", "sitting", "bots", "serve",
          "lsp", "trvm", "tests/unit", "tests/attacks", "tests/play", "tests/passes", "tests/fuzz", "tests/serve", "tests/faults", "tests/bare", "bench")
TIDIED = ("base", "lang", "compiler", "compiler/analysis", "compiler/optimise", "vm", "sitting", "bots", "serve", "lsp", "trvm")


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
    """Runs a command line in an empty folder that has games and tests in it; only standard output counts, and of it the last
    lines alone where the file says so: `# last 30`."""
    base = os.path.splitext(source)[0]
    with open(context.path(source), encoding="utf-8") as file:
        line = file.read()
    words, last = shlex.split(line, comments=True), re.search(r"# last (\d+)", line)
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
    lines = done.stdout.splitlines(keepends=True)
    return [compare(context, source, base + ".expected", "".join(lines[-int(last[1]):] if last else lines))]


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
    return [Job(file, lambda file=file: run(file)) for file in context.games()] + [Job("lengths", lambda: lengths(context))]


def lengths(context):
    """How many choices each player has in games of the bots that people meet, for the menu: games/lengths.csv."""
    lines = ["game,players,choices"]
    for file in context.files("games/*.trv"):
        done = context.run(context.trvm(), "sim", file, "-n", LENGTH_GAMES, "--bot", "greedy", "--json")
        if done.returncode != 0:
            return [failed("lengths", last_words(done.stderr))]
        found = json.loads(done.stdout)
        choices = found["decisions"] / found["n"] / found["players"]
        lines.append(f"{os.path.splitext(os.path.basename(file))[0]},{found['players']},{round(choices)}")
    return [compare(context, "lengths", "games/lengths.csv", "\n".join(lines) + "\n")]


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


def diversity(context):
    """samples contradict nothing that a seat was shown, and are as various as what it does not know"""
    program = context.program("tests/play/diversity")
    return [Job(file, lambda file=file: tap("diversity", context.run(program, SAMPLES, file)))
            for file in [*context.games(), *context.files("games/variants/*.trv")]]


def bots(context):
    """what `search` must find in small games, and hints that are followed never undo what was done"""
    solved, hints = context.program("tests/play/solved"), context.program("tests/play/hints")
    jobs = [Job(name, lambda name=name, rest=rest: tap("bots", context.run(solved, context.path("tests/games", name), *rest)))
            for name, rest in SOLVED]
    return jobs + [Job(file, lambda file=file: tap("bots", context.run(hints, *HINTS, file)))
                   for file in context.files("games/*.trv")]


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
    """people at terminals: pastes, keys, sizes, texts that would command a terminal, screens handed over, finding a game"""
    def job(name):
        return Job(name, lambda: tap(name, context.run(
            sys.executable, context.path(f"tests/terminal/{name}.py"), context.trvm())))
    return [job("run"), job("front")]


def fit(context):
    """what a person sees before each choice fits 80 by 24 and 60 by 20, and shows no names of the rules"""
    def job(game):
        return Job(game, lambda: tap(game, context.run(
            sys.executable, context.path("tests/terminal/fit.py"), context.trvm(), context.path(game), "--prompts", FIT_PROMPTS)))
    return [job(game) for game in context.files("games/*.trv")]


def serve(context):
    """the server as browsers and others meet it: games, rights, hostile requests, kills: tests/serve"""
    def bytes_of_seats():
        return tap("bytes", context.run(context.program("tests/serve/bytes"), "1", *context.files("games/*.trv")))
    return [Job("serve", lambda: tap("serve", context.run(
        sys.executable, context.path("tests/serve/run.py"), context.trvm()))), Job("bytes", bytes_of_seats)]


def page(context):
    """the pure modules of the page, by node: layout, keys of options, colours, QR codes, movement: tests/page"""
    return [Job("page", lambda: tap("page", context.run("node", context.path("tests/page/run.mjs"))))]


def lsp(context):
    """the language server: a conversation as it is written down, hostile and hasty clients: tests/lsp"""
    def conversation():
        done = context.run(sys.executable, context.path("tests/lsp/conversation.py"), context.trvm())
        return [compare(context, "conversation", "tests/lsp/conversation.expected", done.stdout + done.stderr)]
    if context.record:
        return [Job("conversation", conversation)]
    return [Job("conversation", conversation), Job("lsp", lambda: tap("lsp", context.run(
        sys.executable, context.path("tests/lsp/run.py"), context.top, context.trvm())))]


def editors(context):
    """real editors talk to the language server about a copy of the games: tests/editors"""
    def colours():
        """The tokenizer of Visual Studio Code, with the grammar of editors/vscode."""
        file = npm_file(context, os.path.join("vscode-oniguruma", "release", "onig.wasm"), "vscode-textmate@9", "vscode-oniguruma@2")
        modules = os.path.dirname(os.path.dirname(os.path.dirname(file)))
        return tap("colours", context.run("node", context.path("tests/editors/colours.js"), context.top, context.trvm(), modules))
    return [Job("editors", lambda: tap("editors", context.run(
                sys.executable, context.path("tests/editors/run.py"), context.top, context.trvm()))),
            Job("colours", colours), Job("vscode", lambda: tap("vscode", context.run(
                "node", context.path("tests/editors/vscode.js"), context.top, context.trvm())))]


BROWSER_PYTHON = "/usr/bin/python3"  # Debian's own, whose selenium it is


BROWSER_PARTS = ("eighty_days", "globetrotters", "grand_tour", "steam_race", "tour_du_monde", "tables", "everybody")
AXE = "axe-core@4"  # finds what keeps people from using a page


def npm_file(context, path, *packages):
    """A file of a package of npm, fetched once into a folder of the build tree that packages of other tests do not share."""
    modules = os.path.join(context.build, "npm", re.sub(r"[^a-z]+", "_", packages[0]), "node_modules")
    file = os.path.join(modules, path)
    if not os.path.exists(file):
        done = context.run("npm", "install", "--no-save", "--no-audit", "--prefix", os.path.dirname(modules), *packages)
        if not os.path.exists(file):
            raise RuntimeError(f"{' and '.join(packages)} cannot be installed: {last_words(done.stderr)}")
    return file


def axe_file(context):
    return npm_file(context, os.path.join("axe-core", "axe.min.js"), AXE)


def browser(context):
    """the page in a real browser: games by clicks and by keys, two at a table, phones, axe-core: tests/browser"""
    def run(part):
        more = [axe_file(context)] if part == "everybody" else []
        return tap("browser", context.run(BROWSER_PYTHON, context.path("tests/browser/run.py"), context.trvm(), part, *more))
    return [Job(part, lambda part=part: run(part)) for part in BROWSER_PARTS]


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


def extend(context):
    """a statement and an instruction added as docs/internals.md says: as patches that must apply, build and play"""
    def job(part):
        return Job(part, lambda: tap("extend", context.run(sys.executable, context.path("tests/extend/run.py"),
                                                           context.top, context.build, part)))
    return [job("built"), job("missed")]


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
    layers, style, unit, golden, screens, scenarios, perft, play, traces, bare, conformance, passes, secrecy, fairness, diversity, bots, readers, deep,
    speed, docs, cli, terminal, fit, serve, browser, page, lsp, editors, attacks, compare_itself, sarif, sentences, mutants, format, fuzz, faults, growth, extend, sanitize)}
WAITING = {"terminal", "serve", "browser", "editors"}  # mostly wait for others: they have a place of their own beside the rest
SUMMARIES = {"passes": passes_summary}  # what a suite says besides how many tests passed, from all its results
