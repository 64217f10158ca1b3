"""Figures of trvm that need no other program to compare with: instructions, bytes, copies, start-up, compiling.

What counts instructions is the same at every run and on every machine with the same compiler; what takes times is the
best of a few.
"""
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

from programs import BASE, HERE, SEED, TOP, build_c, compile_c

BENCH_PLAYERS = {"pig": 2, "hearts": 4}  # the others have 3
GAMES = {"bench": 100, "games": 10}      # played under callgrind, once these and once twice as many
COUNTED_GAMES = 100
COPIES = 1000
SCRIPT_LINES = (1_000, 10_000, 100_000)


class Measurer:
    """Runs the program `figures` and the like, by themselves and under callgrind."""

    def __init__(self, figures, trvm_bench, extern_cost, trvm, folder):
        self.figures, self.trvm_bench, self.extern_cost = figures, trvm_bench, extern_cost
        self.trvm, self.folder = trvm, folder
        self.has_callgrind = shutil.which("valgrind") is not None

    def values(self, *words):
        """What `figures` prints, as numbers by name."""
        done = subprocess.run([self.figures, *map(str, words)], check=True, text=True, stdout=subprocess.PIPE)
        return {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}

    def machine(self, *command):
        """Machine instructions of a whole run, and its output; None without valgrind."""
        if not self.has_callgrind:
            return None, ""
        done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, command)],
                              check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return int(re.search(r"Collected : (\d+)", done.stderr)[1]), done.stdout

    def machine_each(self, command, number, counted=None):
        """Machine instructions for each of a number of things, start-up aside: the difference between a run of twice
        the number and one of the number. `counted` finds in the output how many there were."""
        (less, less_out), (more, more_out) = (self.machine(*command, n) for n in (number, 2 * number))
        if less is None:
            return None
        return (more - less) / (counted(more_out) - counted(less_out) if counted else number)


def decisions_of_figures(out):
    return int(re.search(r"decisions (\d+)", out)[1])


def decisions_of_line(out):
    return int(out.split()[1])


def game_figures(measurer, file, players):
    """The figures of one game."""
    row = {"players": players}
    counted = measurer.values("count", file, players, COUNTED_GAMES)
    row["vm_instructions"] = counted["instructions"] / counted["decisions"]
    kind = os.path.basename(os.path.dirname(file))
    row["machine_instructions"] = measurer.machine_each([measurer.figures, "play", file, players], GAMES[kind],
                                                        decisions_of_figures)
    row["state_bytes"] = int(counted["state_bytes"])
    row["allocations"] = int(counted["allocations"])
    row["playing_kilobytes"] = int(counted["playing_kilobytes"])
    copies = [measurer.values("copy", file, players, 1000 * COPIES) for _ in range(5)]
    row["copy_bytes"] = int(copies[0]["bytes"])
    row["copy_ns"] = min(one["seconds"] for one in copies) * 1e9 / (1000 * COPIES)
    row["copy_machine_instructions"] = measurer.machine_each([measurer.figures, "copy", file, players], COPIES)
    return row


def per_decision_beside_c(measurer, game):
    """Machine instructions a decision of the same games, by trvm and by natural C."""
    programs = {"trvm": [measurer.trvm_bench, os.path.join(HERE, game + ".trv"), SEED],
                BASE: [build_c(game, BASE, measurer.folder), SEED]}
    return {name: measurer.machine_each(command, GAMES["bench"], decisions_of_line)
            for name, command in programs.items()}


def best_milliseconds(command, rounds=15):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(1000 * (time.perf_counter() - start))
    return {"min": min(times), "median": statistics.median(times), "max": max(times)}


def start_up(measurer):
    """From the start of the process to the end of the first game."""
    command = [measurer.trvm, "sim", os.path.join(HERE, "globe.trv"), "-n", "1", "--jobs", "1"]
    row = {"milliseconds": best_milliseconds(command)}
    row["machine_instructions"] = measurer.machine(*command)[0]
    return row


def steps(measurer, rounds=5, number=500_000):
    """Steps a second on globe: a copy, then one option taken (`choose`), or all found and one taken (`search`)."""
    file = os.path.join(HERE, "globe.trv")
    return {name: max(number / measurer.values(word, file, 3, number)["seconds"] for _ in range(rounds))
            for name, word in (("choose", "step"), ("search", "search"))}


def compiling(measurer):
    """Compiling long scripts: milliseconds and machine instructions, without start-up."""
    rows = {}
    for lines in SCRIPT_LINES:
        file = os.path.join(measurer.folder, f"{lines}.trv")
        with open(file, "w", encoding="utf-8") as out:
            subprocess.run([sys.executable, os.path.join(HERE, "make_script.py"), str(lines)], check=True, stdout=out)
        # The first time in a process, as people meet it; the best of several processes.
        times = [measurer.values("compile", file, 1)["seconds"] for _ in range(7)]
        once, never = (measurer.machine(measurer.figures, "compile", file, n)[0] for n in (1, 0))
        rows[lines] = {"milliseconds": 1000 * min(times), "machine_instructions": once and once - never}
    return rows


def jobs(measurer, rounds=5, games=5000):
    """How many times the playouts of one job two jobs make."""
    ratios = []
    for _ in range(rounds):
        times = []
        for number in ("1", "2"):
            start = time.perf_counter()
            subprocess.run([measurer.trvm, "sim", os.path.join(HERE, "globe.trv"), "-n", str(games), "--jobs", number],
                           check=True, stdout=subprocess.DEVNULL)
            times.append(time.perf_counter() - start)
        ratios.append(times[0] / times[1])
    return {"median": statistics.median(ratios), "min": min(ratios), "max": max(ratios)}


def externs(measurer, rounds=5):
    """Nanoseconds of a call of C code by rules and by C: with two numbers, and with a list of seven."""
    library = compile_c(os.path.join(HERE, "extern_calls.c"), os.path.join(measurer.folder, "extern_calls.so"),
                        "-O2", "-shared", "-fPIC", "-I", os.path.join(TOP, "include"))
    runs = []
    for _ in range(rounds):
        done = subprocess.run([measurer.extern_cost, os.path.join(HERE, "extern.trv"), library], check=True, text=True,
                              stdout=subprocess.PIPE)
        runs.append({name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())})
    return {name: min(run[name] for run in runs) for name in runs[0]}


def measure(measurer, games):
    """All figures; says on standard error what it is doing, since that takes a while."""
    def tell(what):
        print(f"measuring {what} …", file=sys.stderr, flush=True)
    if not measurer.has_callgrind:
        print("bench/run: valgrind is not installed; machine instructions are left out", file=sys.stderr)
    figures = {"games": {}, "beside_c": {}}
    shipped = sorted(name for name in os.listdir(os.path.join(TOP, "games")) if name.endswith(".trv"))
    files = [(os.path.join(HERE, f"{game}.trv"), BENCH_PLAYERS.get(game, 3)) for game in games]
    for file, players in files + [(os.path.join(TOP, "games", name), 3) for name in shipped]:
        tell(os.path.relpath(file, TOP))
        figures["games"][os.path.splitext(os.path.basename(file))[0]] = game_figures(measurer, file, players)
    for game in games:
        tell(f"{game} beside C")
        figures["beside_c"][game] = per_decision_beside_c(measurer, game)
    for name, function in (("start_up", start_up), ("steps", steps), ("compiling", compiling), ("jobs", jobs),
                           ("externs", externs)):
        tell(name.replace("_", "-"))
        figures[name] = function(measurer)
    return figures


# ---- printing ----

def shown(value, form):
    return "–" if value is None else format(value, form)


def report_games(rows):
    print(f"\n{'':15}{'instructions a decision':^25}{'state':>8}{'alloca-':>9}{'playing':>9}{'a copy':^26}")
    print(f"{'game':15}{'VM':>11}{'machine':>14}{'bytes':>8}{'tions':>9}{'kB':>9}"
          f"{'bytes':>8}{'ns':>7}{'machine':>11}")
    for name, row in rows.items():
        print(f"{name:15}{row['vm_instructions']:11.1f}{shown(row['machine_instructions'], ',.0f'):>14}"
              f"{row['state_bytes']:8}{row['allocations']:9}{row['playing_kilobytes']:9,}{row['copy_bytes']:8}"
              f"{row['copy_ns']:7.1f}{shown(row['copy_machine_instructions'], '.0f'):>11}")


def report_beside_c(rows):
    print(f"\nmachine instructions a decision, same games\n{'game':15}{'trvm':>11}{'natural C':>14}{'ratio':>8}")
    for game, row in rows.items():
        ratio = row["trvm"] / row[BASE] if row["trvm"] else None
        print(f"{game:15}{shown(row['trvm'], ',.0f'):>11}{shown(row[BASE], ',.0f'):>14}{shown(ratio, '.2f'):>8}")


def report_externs(row):
    print(f"\n{'a call of C code, ns':24}{'by rules':>10}{'by C':>8}{'more':>8}")
    for name, title in (("numbers", "two numbers"), ("list", "a list of seven")):
        by_rules, by_c = row[name + "_by_rules"], row[name + "_by_c"]
        print(f"{title:24}{by_rules:10.1f}{by_c:8.1f}{by_rules - by_c:8.1f}")


def report(figures):
    report_games(figures["games"])
    report_beside_c(figures["beside_c"])
    first, last = figures["compiling"][SCRIPT_LINES[0]], figures["compiling"][SCRIPT_LINES[-1]]
    print(f"\n{'compiling':15}{'ms':>11}{'machine instructions':>25}")
    for lines, row in figures["compiling"].items():
        print(f"{f'{lines:,} lines':15}{row['milliseconds']:11.2f}{shown(row['machine_instructions'], ',d'):>25}")
    ratio = first["machine_instructions"] and last["machine_instructions"] / first["machine_instructions"]
    print(f"{'last : first':15}{last['milliseconds'] / first['milliseconds']:11.1f}{shown(ratio, '.1f'):>25}\n")
    times, steps_made, doubled = figures["start_up"]["milliseconds"], figures["steps"], figures["jobs"]
    instructions = shown(figures["start_up"]["machine_instructions"], ",d")
    print(f"start to the end of a first globe game  {times['median']:.2f} ms ({times['min']:.2f} to {times['max']:.2f}), "
          f"{instructions} machine instructions")
    print(f"copy and choose on globe                {steps_made['choose']:,.0f} a second")
    print(f"copy, find options, choose on globe     {steps_made['search']:,.0f} a second")
    print(f"--jobs 2 beside --jobs 1                {doubled['median']:.2f} times as many games "
          f"({doubled['min']:.2f} to {doubled['max']:.2f})")
    report_externs(figures["externs"])
