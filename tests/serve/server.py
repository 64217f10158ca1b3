"""What the tests of the server share: people who play at random, requests that are refused, very bytes."""
import functools
import os
import socket
import sys

import running
from client import Refused, Seat
from running import Failure, SECONDS, expect

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
TRVM = os.path.abspath(sys.argv[1])
Running = functools.partial(running.Running, TRVM)


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


def refused(call, status):
    try:
        call()
    except Refused as answer:
        expect(answer.status == status, f"status {answer.status}, not {status}: {answer}")
        return
    raise Failure(f"it was taken, and not refused with {status}")


def raw(port, text, seconds=5):
    """What is answered to these very bytes, until the connection ends."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        parts = []
        try:
            connection.sendall(text)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # it had heard enough
        try:
            while part := connection.recv(65536):
                parts.append(part)
        except (TimeoutError, ConnectionError):
            pass
        return b"".join(parts)


def status_of(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0
