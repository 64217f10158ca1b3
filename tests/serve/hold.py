"""What a server has to bear: slow readers, connections that say nothing or little, too many requests, games that loop or
fail, files that vanish. Whatever one of them does, the others play on."""
import json
import os
import resource
import socket
import sys
import time

from server import Running, expect, game, my_options, next_change, raw, refused, sit, status_of

IDLE = 10000 if "--long" in sys.argv else 400


def answers(server, most=5.0):
    """How long the list of games takes; it is to be there in time."""
    began = time.monotonic()
    server.ask("GET", "/api/games")
    took = time.monotonic() - began
    expect(took < most, f"the list of games took {took:.1f} s")
    return took


def two_tabs(folder):
    """Two windows of one seat are told the same; a choice in one is a choice in both."""
    with Running(folder, game("tests/games/pig.trv")) as running:
        made = running.server.make_table("pig", ["person", "person"])
        tabs = [sit(running.server, made), sit(running.server, made)]
        for tab in tabs:
            tab.listen()
        first, second = tabs[0].next(), tabs[1].next()
        expect(first["view"] == second["view"], "both windows see the same")
        tabs[0].post("choose", {"stamp": first["stamp"], "choice": my_options(first)[0]["notation"]})
        expect(next_change(tabs[1], first["stamp"])["moves"] == 1, "the other window is told")
        refused(lambda: tabs[1].post("choose", {"stamp": first["stamp"], "choice": my_options(first)[0]["notation"]}), 409)
        running.end()


def resident(process):
    with open(f"/proc/{process.pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def slow_readers(folder):
    """A reader who does not read costs two messages, whatever happens at the table; others are told in time."""
    with Running(folder, game("games/tour_du_monde.trv")) as running:
        server = running.server
        made = server.make_table("tour_du_monde", ["person", "person"])
        seats = [sit(server, made, 1), sit(server, made, 2)]
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", server.port))
        cookie = seats[1].cookie["Cookie"]
        deaf.sendall(f"GET {seats[1].base}/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: {cookie}\r\n\r\n".encode())
        for seat in seats:
            seat.listen()
        before = resident(running.process)
        now = seats[0].next()
        for _ in range(300):
            chooser = seats[now["choice"]["seat"]]
            mine = now if chooser is seats[0] else chooser.told.get()
            while mine["stamp"] != now["stamp"]:
                mine = chooser.next()
            chooser.post("choose", {"stamp": mine["stamp"], "choice": my_options(mine)[0]["notation"]})
            now = next_change(seats[0], now["stamp"])
            if "choice" not in now:
                break
        grown = resident(running.process) - before
        expect(grown < 20e6, f"the server grew by {grown / 1e6:.1f} MB")
        deaf.close()
        running.end()


def idle_and_slow(folder):
    """Connections that say nothing, or a letter now and then, keep nobody else from being answered."""
    with Running(folder, game("tests/games/pig.trv")) as running:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, IDLE + 400), hard))
        idle = [socket.create_connection(("127.0.0.1", running.server.port), source_address=(f"127.0.0.{2 + i % 4}", 0))
                for i in range(IDLE)]  # of four addresses, since one has only so many
        slow = [socket.create_connection(("127.0.0.1", running.server.port)) for _ in range(50)]
        for letter in b"GET / HTTP":
            for each in slow:
                each.send(bytes([letter]))
            answers(running.server)
        for each in idle + slow:
            each.close()
        answers(running.server)
        running.end()


def large_heads(folder):
    """Headers and bodies beyond all measure are refused, however they come."""
    with Running(folder, game("tests/games/pig.trv")) as running:
        port = running.server.port
        own = f"Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        for size in (20000, 1000000):
            answer = raw(port, f"GET / HTTP/1.1\r\n{own}X-Long: {'x' * size}\r\n\r\n".encode())
            expect(status_of(answer) in (0, 400, 413, 431), f"a long header: {answer[:60]!r}")
        answer = raw(port, f"GET / HTTP/1.1\r\n{own}{''.join(f'X-{i}: y{chr(13)}{chr(10)}' for i in range(5000))}\r\n".encode())
        expect(status_of(answer) in (0, 400, 413, 431), f"many headers: {answer[:60]!r}")
        chunks = f"POST /api/tables HTTP/1.1\r\n{own}Transfer-Encoding: chunked\r\n\r\n" + "1000\r\n" + "x" * 4096 + "\r\n"
        answer = raw(port, (chunks + ("1000\r\n" + "x" * 4096 + "\r\n") * 20 + "0\r\n\r\n").encode())
        expect(status_of(answer) in (0, 400, 413), f"a body without a length: {answer[:60]!r}")
        answer = raw(port, f"GET /?q={'%41' * 2000} HTTP/1.1\r\n{own}\r\n".encode())
        expect(status_of(answer) in (0, 200, 400, 413, 414, 431), f"a long query: {answer[:60]!r}")
        answers(running.server)
        running.end()


def too_many(folder):
    """An address that asks for too much is told so; others are not, and neither is this machine."""
    with Running(folder, game("tests/games/pig.trv"), options=["--public", "http://127.0.0.1"]) as running:
        def status(address):
            return running.server.ask("GET", "/api/games", headers={"X-Forwarded-For": address} if address else {}, raw=True)[0]
        asked = [status("192.0.2.7") for _ in range(640)]
        expect(asked[:600] == [200] * 600 and 429 in asked, f"{asked.count(429)} of 640 were too many")
        expect(status("192.0.2.8") == 200 and status("192.0.2.7, 192.0.2.9") == 200, "another address")
        expect(status("192.0.2.9, 192.0.2.7") == 429 and status(None) == 200, "the last address counts")
        running.end()


def reloads(folder):
    """A page that is loaded again and again is one window, however fast; windows that are really open are counted."""
    with Running(folder, game("tests/games/pig.trv")) as running:
        made = running.server.make_table("pig", ["person", "person"])
        for _ in range(12):
            seat = sit(running.server, made)
            seat.listen()
            seat.next()
            seat.leave()
        for _ in range(4):
            sit(running.server, made).listen()
        refused(lambda: sit(running.server, made).listen(), 429)
        running.end()


BAD = {
    "loops": 'choose go by p { option go { repeat { at[p] = 1 - at[p] } } }',
    "asks": 'choose go by p { option go needs any(n in 1..2000000000 where n > 1999999999 - at[p]) else "no" { at[p] = 2 } option stay { at[p] = 1 } }',
    "fails": 'choose go by p { option go { at[p] = 1 / (at[p] - at[p]) } }',
}


def bad_games(folder):
    """Rules that loop or fail trouble their own table alone."""
    for name, rules in BAD.items():
        with open(os.path.join(folder, f"{name}.trv"), "w", encoding="utf-8") as file:
            file.write(f'game "{name}" {{ players 2 }}\nvar at[player]: int = 0\n'
                       f'play {{ repeat 9 times {{ for p in players {{ {rules} }} }} }}\nrank p by at[p] desc\n')
    with Running(folder, folder, game("tests/games/pig.trv")) as running:
        server = running.server
        good = server.make_table("pig", ["person", "person"])
        player = sit(server, good)
        player.listen()
        now = player.next()
        for name in BAD:
            made = server.make_table(name, ["person", "fair"])
            seat = sit(server, made)
            seat.listen()
            bad = seat.next()
            if my_options(bad):
                seat.post("choose", {"stamp": bad["stamp"], "choice": my_options(bad)[0]["notation"]})
            answers(server)
            if my_options(now):
                player.post("choose", {"stamp": now["stamp"], "choice": my_options(now)[0]["notation"]})
                now = next_change(player, now["stamp"])
            while "error" not in bad:
                bad = seat.next()
        running.end()


MANY, TOLD = 100000, 2000


def many_options(folder):
    """A choice with very many options: some are told and the others counted, all can be chosen, and other tables play on."""
    with open(os.path.join(folder, "many.trv"), "w", encoding="utf-8") as file:
        file.write(f'''game "Many" {{ players 2 }}
var at[player]: int = 0
play {{ repeat 3 times {{ for p in players {{ choose step by p {{
  option pick(n in 1..{MANY}) {{ at[p] = n }}
  option far(n in 1..{MANY}) needs n > {MANY} else "it is too near" {{ at[p] = n }}
}} }} }} }}
rank p by at[p] desc
''')
    with Running(folder, "many.trv", game("tests/games/pig.trv")) as running:
        server = running.server
        other = sit(server, server.make_table("pig", ["person", "person"]))
        other.listen()
        elsewhere = other.next()
        made = server.make_table("many", ["person", "person"])
        seat = sit(server, made)
        seat.listen()
        now = seat.next()
        size = len(json.dumps(now))
        expect(size < 600e3, f"a message of {size} bytes")
        expect(len(my_options(now)) == TOLD and now["choice"]["more"] == MANY - TOLD, f"{len(my_options(now))} options are told")
        expect(len(seat.get("why")) == TOLD, "so many reasons are told")
        seat.post("choose", {"stamp": now["stamp"], "choice": f"pick({MANY})"})
        answers(server)
        other.post("choose", {"stamp": elsewhere["stamp"], "choice": my_options(elsewhere)[0]["notation"]})
        expect(next_change(other, elsewhere["stamp"])["moves"] == 1, "the other table goes on")
        now = next_change(seat, now["stamp"])
        expect(now["moves"] == 1 and now["view"]["variables"]["at"]["p1"] == MANY, f"what was not told was chosen: {now['view']}")
        running.end()


def vanished(folder):
    """A game whose file is gone goes on at its tables; a new table that needs the file is refused, and others are made."""
    file = os.path.join(folder, "gone.trv")
    with open(game("tests/games/pig.trv"), encoding="utf-8") as source, open(file, "w", encoding="utf-8") as copy:
        copy.write(source.read())
    with Running(folder, "gone.trv", game("tests/games/pig.trv")) as running:
        server = running.server
        made = server.make_table("gone", ["person", "person"])
        seat = sit(server, made)
        seat.listen()
        now = seat.next()
        os.remove(file)
        refused(lambda: server.make_table("gone", ["person", "person", "person"]), 422)
        seat.post("choose", {"stamp": now["stamp"], "choice": my_options(now)[0]["notation"]})
        expect(next_change(seat, now["stamp"])["moves"] == 1, "the table goes on")
        server.make_table("gone", ["person", "easy"])  # the same rules are still there
        running.end()


TESTS = [two_tabs, reloads, slow_readers, idle_and_slow, large_heads, too_many, bad_games, many_options, vanished]
