"""Servers that are killed: at any moment, while people choose at several tables at once, and while they start."""
import http.client
import random
import subprocess
import sys
import threading
import time

from client import Refused
from server import Failure, Running, expect, game, is_over, my_options, next_change, sit

KILLS = 1000 if "--long" in sys.argv else 6
TABLES = 4


class People(threading.Thread):
    """Two people of one table, who choose as fast as they are answered until the server is gone."""

    def __init__(self, server, made, chance):
        super().__init__(daemon=True)
        self.made, self.chance, self.answered, self.problem = made, chance, [], None
        self.seats = [sit(server, made, 1), sit(server, made, 2)]
        for seat in self.seats:
            seat.listen()
        self.now = self.seats[0].next()

    def run(self):
        try:
            while not is_over(self.now):
                seat = self.seats[self.now["choice"]["seat"]]
                options = my_options(self.now) or my_options(self.own_view(seat))
                choice = {"stamp": self.now["stamp"], "decision": self.now["moves"],
                          "choice": self.chance.choice(options)["notation"]}
                seat.post("choose", choice)
                self.answered.append(choice)
                self.now = next_change(self.seats[0], self.now["stamp"])
        except Refused as problem:
            self.problem = problem
        except (OSError, http.client.HTTPException, Failure, AttributeError, ValueError):
            pass  # killed in the middle of something

    def own_view(self, seat):
        """What the other seat is told of this position."""
        while True:
            now = seat.next()
            expect(now, "the stream has ended")
            if now["stamp"] == self.now["stamp"]:
                return now


def kill_while_starting(running, chance):
    with subprocess.Popen(running.command(), cwd=running.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        time.sleep(chance.random() * 0.05)
        process.kill()


def check(server, people):
    """All that was answered is there: its number, and the last of it word for word."""
    seats = [sit(server, people.made, 1), sit(server, people.made, 2)]
    seats[0].listen()
    moves = seats[0].next()["moves"]
    last = people.answered[-1]
    expect(moves > last["decision"], f"{moves} choices are left, and number {last['decision']} was answered")
    taken = 0
    for seat in seats:
        try:
            seat.post("choose", {**last, "stamp": 0})  # the same again is no other choice, and is known
            taken += 1
        except Refused:
            pass  # it was the other seat's
    expect(taken == 1, f"the choice {last} is not there as it was answered")
    seats[0].leave()


def kills(folder):
    """Killed at any moment, again and again: no choice that was answered is lost."""
    chance, answered, killed_early = random.Random(11), 0, 0
    with Running(folder, game("tests/games/pig.trv")) as running:
        made = [running.server.make_table("pig", ["person", "person"]) for _ in range(TABLES)]
        for _ in range(KILLS):
            all_people = [People(running.server, one, chance) for one in made]
            for people in all_people:
                people.start()
            time.sleep(chance.random() * 0.1)
            running.kill()
            for people in all_people:
                people.join(60)
                expect(not people.problem and not people.is_alive(), f"somebody was refused: {people.problem}")
            if chance.random() < 0.2:
                kill_while_starting(running, chance)
                killed_early += 1
            running.start()
            for people in all_people:
                if people.answered:
                    check(running.server, people)
                    answered += len(people.answered)
            made = [running.server.make_table("pig", ["person", "person"]) if is_over(people.now) or len(people.answered) > 60
                    else people.made for people in all_people]
        running.end()
    expect(answered > KILLS, f"only {answered} choices were answered in all")
    print(f"# {KILLS} kills and {killed_early} while starting, {answered} choices answered")


TESTS = [kills]
