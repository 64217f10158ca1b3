#!/usr/bin/env python3
"""The server as browsers and others meet it: whole games, who may see and do what, hostile requests, ends of every kind.
Starts the command on a free port, talks to it through client.py, and prints TAP.

    tests/serve/run.py TRVM [TEST…] [--long]
"""
from concurrent.futures import ThreadPoolExecutor
import glob
import gzip
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import edit  # noqa: E402
import hold  # noqa: E402
import kills  # noqa: E402
import past  # noqa: E402
from server import (SECONDS, TRVM, Running, expect, game, is_over, my_options, next_change, play_on, raw, refused, sit,  # noqa: E402
                    status_of)

WORDS = [word for word in sys.argv if word != "--long"]


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
        expect(b"\ngame pig.trv\n" in content, f"a save that names a folder of the server: {content[:80]}")
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


def look_at(now, rules):
    """What the page draws from one message: options speak of values that the rules have, cards of what the seat sees."""
    zones = {zone["name"]: zone for zone in rules["zones"]}
    for argument in (one for option in my_options(now) or [] for one in option["args"]):
        known = argument["type"] in ("player", "int", "bool", "") or argument["type"] in rules["types"]
        expect(known, f"an argument of a type that the rules do not have: {argument}")
        if "zone" in argument:
            cards = now["view"]["zones"][argument["zone"]]
            seen = cards[now["seats"][argument["owner"]]["seat"]] if "owner" in argument else cards
            expect(argument["id"] in json.dumps(seen), f"a card that is not seen in its zone: {argument}")
    for name, zone in zones.items():
        if zone["seen"] != "for owner" or zone["index"] != ["player"]:
            continue
        for number, seat in enumerate(now["seats"]):
            held = now["view"]["zones"][name][seat["seat"]]
            expect(isinstance(held, list) == (number == now["viewer"]), f"{name} of {seat['seat']} as seat {now['viewer']} sees it: {held}")


def drawn(folder):
    """What the page draws from: the rules as data, kept by their hash; options with what they speak of; nothing of others' hands."""
    with Running(folder, game("games/steam_race.trv")) as running:
        server = running.server
        made = server.make_table("steam_race", ["person", "person", "person"])
        seats = [sit(server, made, number) for number in (1, 2, 3)]
        for seat in seats:
            seat.listen()
        latest, chance, made_choices = {seat: seat.next() for seat in seats}, random.Random(5), 0
        path = f"/api/t/{made['id']}/watch/program"
        _, headers, content = server.ask("GET", f"{path}?q={latest[seats[0]]['program']}", raw=True)
        expect("immutable" in headers["Cache-Control"], f"the rules under their hash: {headers['Cache-Control']}")
        expect(server.ask("GET", path)[1]["Cache-Control"] == "no-store", "the rules without their hash are kept")
        rules = json.loads(content)
        while made_choices < 60:
            stamp = max(now["stamp"] for now in latest.values())
            for seat in seats:
                while latest[seat]["stamp"] < stamp:
                    latest[seat] = seat.next()
                look_at(latest[seat], rules)
            chooser = next(seat for seat in seats if my_options(latest[seat]))
            option = chance.choice(my_options(latest[chooser]))
            chooser.post("choose", {"stamp": stamp, "choice": option["notation"]})
            made_choices += 1
            latest[chooser] = next_change(chooser, stamp)
        status, _, _ = server.ask("GET", f"/api/t/{made['id']}/watch/course", raw=True)
        expect(status == 409, f"the course of a game that is not over: {status}")
        running.end()


def course(folder):
    """How everybody stood after each choice is told when the game is over."""
    with Running(folder, game("tests/games/pig.trv")) as running:
        made = running.server.make_table("pig", ["person", "person"])
        seats = [sit(running.server, made, 1), sit(running.server, made, 2)]
        for seat in seats:
            seat.listen()
        last = play_on(seats, random.Random(4))
        told, _ = running.server.ask("GET", f"/api/t/{made['id']}/watch/course")
        first, key = told["series"][0], last["result"]["keys"][0]
        expect(first["title"] == key["title"] and [one[-1] for one in first["values"]] == key["values"], f"{first} {key}")
        running.end()


# ---- who may do what ----

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
            seat.leave()
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


def other_sites(folder):
    """Pages of other sites can neither post here nor read anything: origins, cookies, no leave for others."""
    with Running(folder, game("tests/games/pig.trv")) as running:
        server, port = running.server, running.server.port
        made = server.make_table("pig", ["person", "person"])
        body = {"secret": made["seats"][0]["secret"]}
        join = f"/api/t/{made['id']}/1/join"
        for origin in ("null", "", "http://example.org", f"http://127.0.0.1:{port}.example.org", f"http://example.org:{port}",
                       f"http://127.0.0.1:{port}@example.org", f"http://127.0.0.1:{port + 1}"):
            refused(lambda o=origin: server.ask("POST", join, body, {"Origin": o}), 403)
        _, headers = server.ask("POST", join, body)
        flags = {flag.strip() for flag in headers["Set-Cookie"].split(";")}
        expect({"HttpOnly", "SameSite=Strict", f"Path=/api/t/{made['id']}/1/"} <= flags, f"the cookie of a seat: {flags}")
        for method, path in (("GET", "/"), ("GET", "/api/games"), ("OPTIONS", join), ("GET", "/main.js")):
            status, headers, _ = server.ask(method, path, headers={"Origin": "http://example.org"}, raw=True)
            allowed = [name for name in headers if name.lower().startswith("access-control")]
            expect(not allowed and status == (405 if method == "OPTIONS" else 200), f"{method} {path}: {status} {allowed}")
            expect("'unsafe" not in headers["Content-Security-Policy"] and headers["X-Frame-Options"] == "DENY",
                   f"{path}: {headers['Content-Security-Policy']}")
        running.end()


def again_and_late(folder):
    """Choices that are posted twice, at once, or in another order: each counts once, at its turn."""
    with Running(folder, game("tests/games/pig.trv")) as running:
        made = running.server.make_table("pig", ["person", "person"])
        seat = sit(running.server, made)
        seat.listen()
        now = seat.next()
        first = {"stamp": now["stamp"], "decision": 0, "choice": my_options(now)[0]["notation"]}
        refused(lambda: seat.post("choose", {**first, "stamp": now["stamp"] + 1, "decision": 1}), 409)
        with ThreadPoolExecutor(8) as pool:
            done = list(pool.map(lambda _: running.server.ask("POST", f"{seat.base}/choose", first, seat.cookie, raw=True)[0], range(8)))
        expect(done == [204] * 8, f"the same choice eight times at once: {done}")
        later = next_change(seat, now["stamp"])
        expect(later["moves"] == 1, f"it counts {later['moves']} times")
        refused(lambda: seat.post("choose", {**first, "choice": "no_such_thing"}), 409)
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
    fails([pig, "--port", "0", "--edit", "--listen", "0.0.0.0"], "this machine alone")
    with Running(folder, pig, data="version.db") as running:
        running.end(signal.SIGTERM)
    for version in (1, 99):
        another = sqlite3.connect(os.path.join(folder, "version.db"))
        another.execute(f"PRAGMA user_version = {version}")
        another.close()
        fails([pig, "--port", "0", "--data", "version.db"], f"another version of trvm (its form is {version}")


def not_to_be_written(folder):
    """A data file that cannot be written is told at once. Root may write everything, so nobody in particular tries."""
    for file in (TRVM, game("tests/games/pig.trv")):
        shutil.copy(file, folder)
    with Running(folder, "pig.trv", data="kept.db") as running:
        running.end()
    os.chmod(os.path.join(folder, "kept.db"), 0o444)
    os.chmod(folder, 0o555)
    nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    done = subprocess.run(["./trvm", "serve", "pig.trv", "--port", "0", "--data", "kept.db"], cwd=folder, capture_output=True,
                          text=True, timeout=SECONDS, check=False, **nobody)
    os.chmod(folder, 0o755)
    expect(done.returncode == 2 and "kept.db`: attempt to write a readonly database" in done.stderr, f"{done.returncode} {done.stderr!r}")


def damaged(folder):
    """A data file whose inside is noise is told at once, and stays as it is."""
    with Running(folder, game("tests/games/pig.trv"), data="damaged.db") as running:
        for _ in range(20):
            running.server.make_table("pig", ["person", "person"])
        running.end()
    path = os.path.join(folder, "damaged.db")
    with open(path, "r+b") as file:
        file.seek(4096)
        file.write(random.Random(3).randbytes(os.path.getsize(path) - 4096))
    with open(path, "rb") as file:
        before = file.read()
    done = subprocess.run([TRVM, "serve", game("tests/games/pig.trv"), "--port", "0", "--data", "damaged.db"], cwd=folder,
                          capture_output=True, text=True, timeout=SECONDS, check=False)
    expect(done.returncode == 2 and "`damaged.db` is damaged" in done.stderr, f"{done.returncode} {done.stderr!r}")
    with open(path, "rb") as file:
        expect(file.read() == before, "the file has been changed")


def packed(folder):
    """Whoever reads gzip is sent gzip, the same text; whoever does not, or says so, is not."""
    with Running(folder, game("games/globetrotters.trv")) as running:
        made = running.server.make_table("globetrotters", ["person", "person"])
        for path in ("/", "/table.js", f"/api/t/{made['id']}/watch/program", f"/api/t/{made['id']}/watch/rules", "/api/games"):
            plain = running.server.ask("GET", path, raw=True)
            expect("Content-Encoding" not in plain[1], f"{path}: not asked for")
            for accepted in ("gzip", "br, gzip;q=0.5", "deflate,GZIP", "*"):
                status, headers, content = running.server.ask("GET", path, headers={"Accept-Encoding": accepted}, raw=True)
                expect(status == 200 and headers["Content-Encoding"] == "gzip" and headers["Vary"] == "Accept-Encoding", f"{path}: {accepted}")
                expect(gzip.decompress(content) == plain[2] and len(content) < len(plain[2]), f"{path}: another text")
            for accepted in ("", "br", "gzip;q=0", "xgzip", "gzipped"):
                answer = running.server.ask("GET", path, headers={"Accept-Encoding": accepted}, raw=True)
                expect("Content-Encoding" not in answer[1] and answer[2] == plain[2], f"{path}: {accepted}")
        _, headers, _ = running.server.ask("POST", "/api/tables", {"game": "globetrotters", "seats": [{"who": "person"}] * 5},
                                           {"Accept-Encoding": "gzip"}, raw=True)
        expect("Content-Encoding" not in headers, "an answer with secrets in it")
        running.end()


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
        expect("choice 1, of p1, is no longer possible" in now.get("note", "") and not my_options(now), f"no note: {now.get('note')}")
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
    tests = [whole_games, two_people, hidden, drawn, course, rights, markup, taking_back, hostile, other_sites, wrong_wishes, again_and_late, ends, not_to_be_written, damaged, changed_rules, packed,
             *kills.TESTS, *past.TESTS, *edit.TESTS, *hold.TESTS]
    tests = [test for test in tests if len(WORDS) < 3 or test.__name__ in WORDS[2:]]
    print(f"1..{len(tests)}")
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder)
                print(f"ok - {test.__name__}", flush=True)
            except Exception as problem:  # noqa: BLE001 # whatever goes wrong, the other tests are run
                print(f"not ok - {test.__name__}\n# {type(problem).__name__}: {problem}", flush=True)


main()
