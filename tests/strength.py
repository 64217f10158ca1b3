#!/usr/bin/env python3
"""How strong the program's bots are, as a table for docs/bots.md.

    tests/strength.py TRVM [--deals N] [--players N] GAME…          (./dev trust strength calls it)

In each game each bot sits among bots of the kind below it, in every seat of the same deals (`trvm duel`). A share of wins is
told as Elo: a player of 400 more wins ten times as often against each of the others. `random` has 0, and the others as much
more as the duels say; the interval is that of the last duel alone. A duel ends when it is decided, so the number of deals
differs. The status is 1 when a bot is not stronger than the one below it.
"""
import argparse
import json
import math
import os
import resource
import subprocess
import sys
import time

# Who plays against whom: the bot, and those in the other seats.
DUELS = (("greedy", "random"), ("search:1000", "greedy"), ("search:2000", "greedy"))


def elo(share, players):
    """What a share of wins among players says, by the model of Bradley and Terry for several."""
    return 400 * math.log10(share * (players - 1) / (1 - share))


def within(share, games):
    """A share that is neither none nor all: half a game is added to either side."""
    return min(max(share, 0.5 / (games + 1)), 1 - 0.5 / (games + 1))


def processor():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Duel:
    """One duel, and how long it took."""

    def __init__(self, trvm, game, bots, players, deals):
        clock, used = time.monotonic(), processor()
        command = [trvm, "duel", game, "--bot", bots[0], "--against", bots[1], "--players", str(players), "-n", str(deals), "--json"]
        result = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        self.seconds, self.used = time.monotonic() - clock, processor() - used
        self.games = result["deals"] * players
        self.times, self.low, self.high = result["times_fair"], result["low"], result["high"]
        if self.times == players:  # shares that are all alike have no spread: of n games won, 3 could have been lost
            self.low = players * (1 - 3 / self.games)
        self.elo, self.elo_low, self.elo_high = (elo(within(times / players, self.games), players)
                                                 for times in (self.times, self.low, self.high))
        self.stronger = result["verdict"] == "stronger"


def print_game(name, duels, players):
    ratings = {"random": 0.0}
    for (bot, against), duel in duels:
        ratings[bot] = ratings[against] + duel.elo
        low, high = ratings[against] + duel.elo_low, ratings[against] + duel.elo_high
        print(f"| `{name}` | {players} | `{bot}` | `{against}` | {duel.games} | {duel.times:.2f} ({duel.low:.2f} to {duel.high:.2f}) "
              f"| {ratings[bot]:.0f} ({low:.0f} to {high:.0f}) | {duel.used:.0f} s |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("trvm")
    parser.add_argument("--deals", type=int, default=64, help="at most, for each duel")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("games", nargs="+")
    wanted = parser.parse_args()
    print("| game | players | bot | the others | games | times fair (95 %) | Elo (95 %) | processor |\n|---|---|---|---|---|---|---|---|")
    weaker = []
    for game in wanted.games:
        name = os.path.splitext(os.path.basename(game))[0]
        duels = [(bots, Duel(wanted.trvm, game, bots, wanted.players, wanted.deals)) for bots in DUELS]
        print_game(name, duels, wanted.players)
        weaker += [f"{name}: {bots[0]} is not stronger than {bots[1]}" for bots, duel in duels if not duel.stronger]
    for line in weaker:
        print(line, file=sys.stderr)
    return 1 if weaker else 0


if __name__ == "__main__":
    sys.exit(main())
