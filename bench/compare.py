"""Times all implementations of a game, one after the other in every round, and compares them with natural C."""
import statistics
import sys

from programs import BASE, CHECK_GAMES, is_trvm, run


def games_for(command, seconds, first):
    """How many games take about so long, judged by a second, longer run: compilers at run time need to warm up."""
    warm_games = max(CHECK_GAMES, int(CHECK_GAMES * seconds / 4 / max(first.seconds, 1e-6)))
    warm = run(command, warm_games)
    return max(CHECK_GAMES, int(warm_games * seconds / max(warm.seconds, 1e-6)))


def measure(game, commands, expected, rounds, seconds):
    """Nanoseconds a decision of each program in each round; exits if checksums differ."""
    games, checksums = {}, {}
    for name, command in commands.items():
        first = run(command, CHECK_GAMES)
        if (first.decisions, first.checksum) != expected:
            sys.exit(f"{game}: {name} gives {first.checksum} after {first.decisions} decisions, "
                     f"expected {expected[1]} after {expected[0]}")
        games[name] = games_for(command, seconds, first)
    times = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            one = run(command, games[name])
            if checksums.setdefault(name, one.checksum) != one.checksum:
                sys.exit(f"{game}: {name} is not deterministic")
            times[name].append(1e9 * one.seconds / one.decisions)
    return times


def summary(times):
    """For each program: the median, lowest and highest ratio to BASE, and the median of its times."""
    rows = {}
    for name, values in times.items():
        ratios = [value / base for value, base in zip(values, times[BASE])]
        rows[name] = {"median": round(statistics.median(ratios), 3), "min": round(min(ratios), 3),
                      "max": round(max(ratios), 3), "ns_per_decision": round(statistics.median(values), 2)}
    return rows


def report(game, rows, expected):
    print(f"\n{game} (checksum {expected[1]}, {expected[0]:,} decisions in {CHECK_GAMES:,} games)")
    print(f"{'program':14}{'ratio':>8}{'lowest':>8}{'highest':>9}{'ns/decision':>13}{'decisions/s':>14}")
    for name, row in rows.items():
        print(f"{name:14}{row['median']:8.2f}{row['min']:8.2f}{row['max']:9.2f}"
              f"{row['ns_per_decision']:13.1f}{1e9 / row['ns_per_decision']:14,.0f}", flush=True)
    ways = [row["ns_per_decision"] for name, row in rows.items() if is_trvm(name)]
    if len(ways) > 1:
        print(f"{len(ways)} ways of writing it: the slowest takes {max(ways) / min(ways):.2f} times the fastest", flush=True)
