"""Where the tests of the page are run: a server for the length of a test, and links to the seats of its tables."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "serve")]
from running import Running  # noqa: E402

TOP = os.path.dirname(os.path.dirname(HERE))
TRVM = os.path.abspath(sys.argv[1])


def server(folder, *files, options=()):
    """A server with games of the project, by their paths from its top."""
    return Running(TRVM, folder, *(os.path.join(TOP, file) for file in files), options=options)


def lobby(running):
    return f"http://127.0.0.1:{running.server.port}/"


def watch(running, made):
    return f"{lobby(running)}t/{made['id']}"


def link(running, made, number):
    return f"{watch(running, made)}#{number}.{made['seats'][number - 1]['secret']}"


def games(running):
    return {game["name"]: game for game in running.server.ask("GET", "/api/games")[0]}
