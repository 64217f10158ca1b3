#!/usr/bin/env python3
"""The server as browsers and others meet it: whole games, who may see and do what, hostile requests, ends of every kind.
Starts the command on a free port, talks to it through client.py, and prints TAP.

    tests/serve/run.py TRVM [KILLS]
"""
import glob
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Refused, Seat, Server  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
TRVM = os.path.abspath(sys.argv[1])
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 6
SECONDS = 60


class Failure(Exception):
    """What is wrong, in a line."""


def expect(condition, why):
    if not condition:
        raise Failure(why)


class Running:
    """A server in a folder of its own."""

    def __init__(self, folder, *files, data="tables.db"):
        self.folder, self.files, self.data = folder, files, data
        self.process = self.server = None
        self.start()

    def command(self, port="0"):
        return [TRVM, "serve", *self.files, "--port", port, "--data", self.data]

    def start(self):
        self.process = subprocess.Popen(self.command(), cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        text=True)
        line = said = ""
        while not line.startswith("http://"):
            line = self.process.stdout.readline()
            expect(line, f"the server did not start: {said}")
            said += line
        self.server = Server(int(line.rsplit(":", 1)[1].rstrip("/\n")))

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        code = self.process.wait(timeout=SECONDS)
        expect(code == 0, f"the server ended with code {code}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()
        self.process.stdout.close()


def game(name):
    return os.path.join(TOP, name)


def sit(server, made, number=1, name=None):
    return Seat(server, made["id"], number, made["seats"][number - 1]["secret"], name)


def is_over(now):
    return "result" in now or "error" in now


def my_options(now):
    return now.get("choice", {}).get("options")


def play_on(seats, chance, most=100000):
    """Lets people choose at random until the game is over or so many choices were made; the last event of the first. All
    are told of every choice, so each waits for the position after it."""
    latest = {seat: seat.next() for seat in seats}
    made = 0
    while True:
        stamp = max(now["stamp"] for now in latest.values())
        for seat in seats:
            while latest[seat]["stamp"] < stamp:
                latest[seat] = seat.next()
                expect(latest[seat], "the stream has ended")
        if all(is_over(now) for now in latest.values()) or made >= most:
            return latest[seats[0]]
        ready = [seat for seat in seats if my_options(latest[seat])]
        if ready:
            option = chance.choice(my_options(latest[ready[0]]))
            ready[0].post("choose", {"stamp": latest[ready[0]]["stamp"], "choice": option["notation"]})
            made += 1
        latest[seats[0]] = next_change(seats[0], latest[seats[0]]["stamp"])


def next_change(seat, stamp):
    """The next event of another position."""
    while True:
        now = seat.next()
        expect(now, "the stream has ended")
        if now["stamp"] != stamp:
            return now


# ---- whole games ----

def whole_games(folder):
    """Each game, a person among bots, to its end."""
    with Running(folder, game("games")) as running:
        for file in sorted(glob.glob(game("games/*.trv"))):
            name = os.path.basename(file)[:-4]
            made = running.server.make_table(name, ["person", "fair", "easy"])
            seat = sit(running.server, made, name="Ann")
            seat.listen()
            last = play_on([seat], random.Random(7))
            expect("result" in last, f"{name}: {last.get('error')}")
            expect(last["seats"][0]["name"] == "Ann", f"{name}: who sits there: {last['seats']}")
        running.end()


def two_people(folder):
    """Two people and a spectator: each is asked in turn, and nobody is shown another's options."""
    with Running(folder, game("tests/games/pig.trv")) as running:
        server = running.server
        made = server.make_table("pig", ["person", "person"])
        seats = [sit(server, made, 1, "Ann"), sit(server, made, 2, "Ben")]
        for seat in seats:
            seat.listen()
        last = play_on(seats, random.Random(3))
        expect("result" in last, f"no result: {last}")
        status, _, content = server.ask("GET", f"/api/t/{made['id']}/1/save", headers=seats[0].cookie, raw=True)
        expect(status == 200 and content.startswith(b"trvm-save"), f"the save of a finished game: {status} {content[:40]}")
        running.end()


def hidden(folder):
    """What a seat is sent does not hold the options, hand or secret of another."""
    with Running(folder, game("games/globetrotters.trv")) as running:
        made = running.server.make_table("globetrotters", ["person", "person", "fair"])
        seats = [sit(running.server, made, 1), sit(running.server, made, 2)]
        for seat in seats:
            seat.listen()
        first, second = (seat.next() for seat in seats)
        chooser = first["choice"]["seat"]
        for now in (first, second):
            expect(bool(my_options(now)) == (now["viewer"] == chooser), f"options for seat {now['viewer']}, {chooser} chooses")
            expect(made["seats"][0]["secret"] not in json.dumps(now), "a secret is sent")
        running.end()


# ---- who may do what ----

def refused(call, status):
    try:
        call()
    except Refused as answer:
        expect(answer.status == status, f"status {answer.status}, not {status}: {answer}")
        return
    raise Failure(f"it was taken, and not refused with {status}")


def rights(folder):
    """Seats belong to those who have their links; late, doubled and foreign choices change nothing."""
    with Running(folder, game("tests/games/pig.trv")) as running:
        server = running.server
        made = server.make_table("pig", ["person", "person"])
        one, two = sit(server, made, 1), sit(server, made, 2)
        one.listen()
        now = one.next()
        while not my_options(now):
            now = one.next()
        choice = {"stamp": now["stamp"], "choice": my_options(now)[0]["notation"]}
        base = f"/api/t/{made['id']}"
        refused(lambda: server.ask("POST", f"{base}/1/join", {"secret": made["seats"][1]["secret"]}), 403)
        refused(lambda: server.ask("POST", f"{base}/1/choose", choice), 403)
        refused(lambda: server.ask("POST", f"{base}/1/choose", choice, two.cookie), 403)
        refused(lambda: server.ask("GET", f"{base}/1/why"), 403)
        refused(lambda: two.post("choose", choice), 409)
        refused(lambda: one.post("choose", {**choice, "stamp": choice["stamp"] + 1}), 409)
        refused(lambda: one.post("choose", {**choice, "choice": "no_such_thing"}), 409)
        refused(lambda: one.get("save"), 409)
        one.post("choose", choice)
        refused(lambda: one.post("choose", choice), 409)  # the same again is no second choice
        refused(lambda: server.ask("POST", f"{base}/3/join", {"secret": "0" * 32}), 404)
        for _ in range(3):
            sit(server, made, 1).listen()
        refused(lambda: sit(server, made, 1).listen(), 429)
        running.end()


def markup(folder):
    """Names are texts, whatever they look like; too long ones are cut between characters."""
    with Running(folder, game("tests/games/pig.trv")) as running:
        made = running.server.make_table("pig", ["person", "fair"])
        for name, shown in (("<img src=x onerror=alert(1)>", None), ("ä" * 100, "ä" * 60), ("a\nb\u0007c", "a b c")):
            seat = sit(running.server, made, 1, name)
            seat.listen()
            now = seat.next()
            expect(now["seats"][0]["name"] == (shown or name), f"{name!r} is shown as {now['seats'][0]['name']!r}")
            seat.connection.sock and seat.connection.close()
            time.sleep(0.1)
        running.end()


def taking_back(folder):
    """Alone one takes back at once; where others sit, they are asked."""
    with Running(folder, game("tests/games/pig.trv")) as running:
        server = running.server
        made = server.make_table("pig", ["person", "person"])
        one, two = sit(server, made, 1), sit(server, made, 2)
        one.listen()
        now = one.next()
        refused(lambda: one.post("undo", {"revealed": True}), 409)
        stop = [option for option in my_options(now) if option["notation"] != "roll"] or my_options(now)
        one.post("choose", {"stamp": now["stamp"], "choice": stop[0]["notation"]})
        answer = one.post("undo", {"revealed": True})
        if answer["consent"] == "waiting":
            two.listen()
            proposal = two.next()["proposal"]
            expect(proposal["seat"] == 0, f"whose proposal: {proposal}")
            answer = two.post("answer", {"number": proposal["number"], "agrees": True})
        expect(answer["consent"] == "done", f"taken back: {answer}")
        running.end()


# ---- hostile requests ----

def raw(port, text, seconds=5):
    """What is answered to these very bytes, until the connection ends."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        connection.sendall(text)
        connection.shutdown(socket.SHUT_WR)
        parts = []
        try:
            while part := connection.recv(65536):
                parts.append(part)
        except (TimeoutError, ConnectionError):
            pass
        return b"".join(parts)


def status_of(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def hostile(folder):
    """Wrong methods, hosts, origins, sizes, paths and bytes: each is refused, and the server lives."""
    with Running(folder, game("tests/games/pig.trv")) as running:
        port = running.server.port
        host = f"Host: 127.0.0.1:{port}\r\n"
        origin = f"Origin: http://127.0.0.1:{port}\r\n"
        body = '{"game": "pig", "seats": [{"who": "easy"}, {"who": "easy"}]}'
        post = f"POST /api/tables HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        cases = {
            "another method": (f"DELETE / HTTP/1.1\r\n{host}\r\n", 405),
            "another host": ("GET / HTTP/1.1\r\nHost: games.example.org\r\n\r\n", 400),
            "no host": ("GET / HTTP/1.0\r\n\r\n", 400),
            "another origin": (f"{post}Origin: http://example.org\r\n\r\n{body}", 403),
            "no origin": (f"{post}\r\n{body}", 403),
            "a form": (post.replace("application/json", "text/plain") + f"{origin}\r\n{body}", 415),
            "no JSON": (f"{post}{origin}\r\n{body.replace('{', '[', 1)}", 400),
            "a large body": (f"{post.replace(str(len(body)), '1000000')}{origin}\r\n", 413),
            "another path": (f"GET /../../etc/passwd HTTP/1.1\r\n{host}\r\n", 404),
            "an escaped path": (f"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n{host}\r\n", 404),
            "a NUL": (f"GET /api/t/%00/1/events HTTP/1.1\r\n{host}\r\n", 404),
            "a long path": (f"GET /{'a' * 3000} HTTP/1.1\r\n{host}\r\n", 414),
            "no such table": (f"GET /api/t/zzzzzzzzzzzz/1/events HTTP/1.1\r\n{host}\r\n", 404),
            "no such seat": (f"GET /api/t/zzzzzzzzzzzz/99/events HTTP/1.1\r\n{host}\r\n", 404),
            "deep JSON": (f"{post.replace(str(len(body)), '10000')}{origin}\r\n{'[' * 10000}", 400),
        }
        for name, (text, status) in cases.items():
            answer = raw(port, text.encode())
            expect(status_of(answer) == status, f"{name}: {answer[:80]!r}, not {status}")
        chance = random.Random(29)
        for _ in range(60):
            raw(port, bytes(chance.randrange(256) for _ in range(chance.randrange(1, 400))), 1)
        page = raw(port, f"GET / HTTP/1.1\r\n{host}Connection: close\r\n\r\n".encode())
        expect(status_of(page) == 200 and b"Content-Security-Policy: default-src 'none'" in page, "the page and its policy")
        running.end()


def wrong_wishes(folder):
    """Tables that cannot be are refused with a reason."""
    with Running(folder, game("tests/games/pig.trv")) as running:
        server = running.server
        for seats, more, status in ((["easy"] * 17, {}, 400), ([], {}, 400), (["genius", "easy"], {}, 400),
                                    (["easy"] * 16, {}, 422), (["easy", "easy"], {"settings": {"no_such": "1"}}, 422),
                                    (["easy", "easy"], {"variants": ["no_such"]}, 422), (["easy", "easy"], {"game": "chess"}, 422)):
            refused(lambda s=seats, m=more: server.make_table(m.pop("game", "pig"), s, **m), status)
        running.end()


# ---- ends ----

def kills(folder):
    """Killed at any moment, again and again: no choice that was answered is lost."""
    chance = random.Random(11)
    with Running(folder, game("games/tour_du_monde.trv")) as running:
        made = running.server.make_table("tour_du_monde", ["person", "fair"])
        answered = 0
        for _ in range(KILLS):
            seat = sit(running.server, made)
            seat.listen()
            limit = chance.randrange(1, 9)
            now = play_on([seat], chance, limit)
            moves = now["moves"]
            expect(moves >= answered, f"{moves} choices are left of {answered}")
            answered = moves
            running.kill()
            running.start()
            if is_over(now):
                made = running.server.make_table("tour_du_monde", ["person", "fair"])
                answered = 0
        running.end()


def ends(folder):
    """Ports in use, data of something else, of another version, damaged or not to be written, no game: a clear message."""
    def fails(words, expected):
        done = subprocess.run([TRVM, "serve", *words], cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
        expect(done.returncode == 2 and expected in done.stderr, f"{words}: {done.returncode} {done.stderr!r}, not `{expected}`")
    pig = game("tests/games/pig.trv")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        fails([pig, "--port", str(taken.getsockname()[1])], "cannot listen on 127.0.0.1")
    other = sqlite3.connect(os.path.join(folder, "other.db"))
    other.execute("CREATE TABLE x(y)")
    other.commit()
    other.close()
    fails([pig, "--port", "0", "--data", "other.db"], "holds something else")
    with open(os.path.join(folder, "noise.db"), "wb") as noise:
        noise.write(random.Random(1).randbytes(5000))
    fails([pig, "--port", "0", "--data", "noise.db"], "noise.db")
    fails([pig, "--port", "0", "--data", "no/such/folder/x.db"], "no/such/folder/x.db")
    fails(["missing.trv", "--port", "0"], "there is no game to play")
    fails([pig, "--listen", "nowhere"], "is no address")
    fails([pig, "--port", "70000"], "--port")
    with Running(folder, pig, data="version.db") as running:
        running.end(signal.SIGTERM)
    newer = sqlite3.connect(os.path.join(folder, "version.db"))
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    fails([pig, "--port", "0", "--data", "version.db"], "another version")


def changed_rules(folder):
    """Rules that change under a game: the first choice that no longer fits is told, and none is forgotten."""
    file = os.path.join(folder, "dice.trv")
    rules = """game "Steps" { players 2 }
var at[player]: int = 0
play { repeat 5 times { for p in players { choose step by p "How far?" { option short "1" { at[p] += 1 } option long "2" { at[p] += 2 } } } } }
rank p by at[p] desc
"""
    with open(file, "w", encoding="utf-8") as copy:
        copy.write(rules)
    with Running(folder, "dice.trv") as running:
        made = running.server.make_table("dice", ["person", "easy"])
        seat = sit(running.server, made)
        seat.listen()
        now = seat.next()
        seat.post("choose", {"stamp": now["stamp"], "choice": "long"})
        running.end()
        with open(file, "w", encoding="utf-8") as copy:
            copy.write(rules.replace("option long", "option far"))
        running.start()
        seat = sit(running.server, made)
        seat.listen()
        now = seat.next()
        expect("choice 1 is no longer possible" in now.get("note", ""), f"no note: {now.get('note')}")
        running.end()
        with open(file, "w", encoding="utf-8") as copy:
            copy.write(rules)
        running.start()
        seat = sit(running.server, made)
        seat.listen()
        now = seat.next()
        expect("note" not in now and now["moves"] >= 1, f"the choices are gone: {now['moves']}")
        running.end()


def main():
    tests = [whole_games, two_people, hidden, rights, markup, taking_back, hostile, wrong_wishes, kills, ends, changed_rules]
    print(f"1..{len(tests)}")
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder)
                print(f"ok - {test.__name__}", flush=True)
            except Exception as problem:  # noqa: BLE001 # whatever goes wrong, the other tests are run
                print(f"not ok - {test.__name__}\n# {type(problem).__name__}: {problem}", flush=True)


main()
