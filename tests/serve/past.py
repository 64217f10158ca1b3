"""Hints, and what one can do with a game that is over: look at its positions, plot it, play another one from there."""
import random
import time

from client import Seat
from server import Running, expect, game, is_over, my_options, next_change, play_on, refused, sit


def finished(running, name, seats, **more):
    """A table whose game has been played to its end, and the first seat there."""
    made = running.server.make_table(name, seats, **more)
    seat = sit(running.server, made)
    seat.listen()
    return made, seat, play_on([seat], random.Random(5))


def hints(folder):
    """A hint is an option that one has; only who is asked gets one."""
    with Running(folder, game("games/globetrotters.trv")) as running:
        made = running.server.make_table("globetrotters", ["person", "person"])
        seats = [sit(running.server, made, 1), sit(running.server, made, 2)]
        seats[0].listen()
        now = seats[0].next()
        chooser = now["choice"]["seat"]
        refused(lambda: seats[1 - chooser].get("hint"), 409)
        hint = seats[chooser].get("hint")
        if chooser == 0:
            offered = [option["notation"] for option in my_options(now)]
            expect(all(advice["notation"] in offered for advice in hint["advice"]), f"{hint} of {offered}")
        expect(hint["advice"] and hint["advice"][0]["label"], f"a hint: {hint}")
        running.end()


def replays(folder):
    """Every position of a finished game as any seat saw it; before its end, only one's own."""
    with Running(folder, game("games/tour_du_monde.trv")) as running:
        made = running.server.make_table("tour_du_monde", ["person", "fair"])
        seat = sit(running.server, made)
        seat.listen()
        first = seat.next()
        expect(seat.get("replay?at=0")["moves"] == 0, "the position at the beginning")
        refused(lambda: seat.get("replay?at=0&as=2"), 409)
        refused(lambda: seat.get("course"), 409)
        refused(lambda: seat.post("branch", {"at": 0}), 409)
        last = play_on_from(seat, first)
        moves = last["moves"]
        seen = [seat.get(f"replay?at={at}") for at in (0, 1, moves // 2, moves)]
        expect([now["moves"] for now in seen] == [0, 1, moves // 2, moves], "the positions that were asked for")
        expect(seen[0]["view"] == seat.get("replay?at=0&as=1")["view"], "one's own seat by name")
        expect(seen[3]["view"] == last["view"] and "result" in seen[3], "the last position is the end")
        for wrong in ("at=x", f"at={moves + 1}", "at=-1", "at=1&as=3", "at=1&as=0"):
            refused(lambda w=wrong: seat.get(f"replay?{w}"), 404)
        course = seat.get("course")
        ending = [values[-1] for values in course["series"][0]["values"]]
        expect(ending == last["result"]["keys"][0]["values"], f"{ending}, not {last['result']}")
        branches(running, seat, moves)
        running.end()


def play_on_from(seat, now):
    """To the end, from a position that has been told already."""
    seat.told.put(now)
    return play_on([seat], random.Random(5))


def branches(running, seat, moves):
    """A new table begins with the same choices, and is another one."""
    before = seat.get(f"replay?at={moves // 2}")
    made = seat.post("branch", {"at": moves // 2})
    other = sit(running.server, made)
    other.listen()
    now = other.next()
    expect(now["moves"] >= moves // 2, f"{now['moves']} choices, not {moves // 2}")
    expect(other.get(f"replay?at={moves // 2}")["view"] == before["view"], "the position it began with")
    refused(lambda: seat.post("branch", {"at": moves + 1}), 400)


def lags(folder):
    """Spectators of a table with a lag are behind until the end, whatever they ask."""
    with Running(folder, game("tests/games/pig.trv")) as running:
        made = running.server.make_table("pig", ["person", "fair"], lag=3)
        seat = sit(running.server, made)
        seat.listen()
        watch = Seat.__new__(Seat)
        watch.server, watch.base, watch.cookie, watch.told = running.server, f"/api/t/{made['id']}/watch", {}, seat.told.__class__()
        watch.listen()
        now = seat.next()
        for _ in range(4):
            while not my_options(now):
                now = seat.next()
            seat.post("choose", {"stamp": now["stamp"], "choice": my_options(now)[0]["notation"]})
            now = next_change(seat, now["stamp"])
        time.sleep(0.3)
        seen = [watch.told.get() for _ in range(watch.told.qsize())][-1]
        ahead = seat.get("replay?at=0")["moves"]
        expect(ahead == 0 and seen["moves"] <= now["moves"] - 3 + 1, f"a spectator sees {seen['moves']} of {now['moves']}")
        refused(lambda: watch.get(f"replay?at={now['moves']}"), 404)
        expect(all(line["moves"] <= seen["moves"] for line in watch.get("lines?q=0")), "lines that come too early")
        running.end()


def hosts(folder):
    """Whoever made a table gives a seat a new link, or to a bot; nobody else does."""
    with Running(folder, game("tests/games/pig.trv")) as running:
        server = running.server
        made = server.make_table("pig", ["person", "person"])
        one, two = sit(server, made, 1), sit(server, made, 2)
        two.listen()
        two.next()
        address = f"/api/t/{made['id']}/host/seat"
        refused(lambda: server.ask("POST", address, {"host": made["seats"][0]["secret"], "seat": 1, "who": "person"}), 403)
        refused(lambda: one.post("seat", {"host": made["host"], "seat": 1, "who": "person"}), 403)
        refused(lambda: server.ask("POST", address, {"host": made["host"], "seat": 2, "who": "person"}), 400)
        given, _ = server.ask("POST", address, {"host": made["host"], "seat": 1, "who": "person"})
        while two.next() is not None:
            pass
        refused(lambda: two.get("why"), 403)
        Seat(server, made["id"], 2, given["secret"], "Cleo").get("why")
        server.ask("POST", address, {"host": made["host"], "seat": 1, "who": "easy"})
        one.listen()
        now = play_on([one], random.Random(2))
        expect(now["seats"][1]["who"] == "bot" and is_over(now), f"a bot sits there: {now['seats']}")
        running.end()


def comings_and_goings(folder):
    """A bot goes on for somebody who left; coming back, by the stream alone, gives the seat back. Twice is once."""
    with Running(folder, game("tests/games/pig.trv")) as running:
        server = running.server
        made = server.make_table("pig", ["person", "person"])
        one, two = sit(server, made, 1, "Ann"), sit(server, made, 2, "Ben")
        one.listen()
        now = one.next()
        while my_options(now):
            choice = {"stamp": now["stamp"], "decision": now["moves"], "choice": my_options(now)[-1]["notation"]}
            one.post("choose", choice)
            one.post("choose", choice)  # the same, once more
            refused(lambda c=choice: one.post("choose", {**c, "choice": "other"}), 409)
            now = one.next()
        one.post("stand-in", {"seat": 1})
        while not now["seats"][1].get("away"):
            now = one.next()
        two.listen()
        while now["seats"][1].get("away"):
            now = one.next()
        refused(lambda: one.post("stand-in", {"seat": 1}), 409)
        two.post("name", {"name": "Benedict"})
        while now["seats"][1]["name"] != "Benedict":
            now = one.next()
        running.end()


TESTS = [hints, replays, lags, hosts, comings_and_goings]
