"""A player without a browser: the calls of the page, and its stream of events, for tests of the server.

Only Python's own library, so that nothing here shares code or habits with the server.
"""
import http.client
import json
import queue
import socket
import threading

SECONDS = 60


class Refused(Exception):
    """An answer that is none: its status, and why."""

    def __init__(self, status, why):
        super().__init__(f"{status}: {why}")
        self.status = status


class Server:
    """Where a server listens."""

    def __init__(self, port, host="127.0.0.1"):
        self.port, self.host = port, host

    def ask(self, method, path, body=None, headers=None, raw=False):
        """Status, headers and content of an answer; JSON unless `raw`."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=SECONDS)
        own = {"Origin": f"http://{self.host}:{self.port}", "Content-Type": "application/json"} if method == "POST" else {}
        data = json.dumps(body) if body is not None else None
        connection.request(method, path, data, {**own, **(headers or {})})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if raw:
            return answer.status, answer.headers, content
        if answer.status >= 400:
            raise Refused(answer.status, json.loads(content)["why"])
        return json.loads(content) if content else None, answer.headers

    def make_table(self, game, seats, **more):
        made, _ = self.ask("POST", "/api/tables", {"game": game, "seats": [{"who": who} for who in seats], **more})
        return made


class Seat:
    """A person at a table, who has the link of a seat."""

    def __init__(self, server, table, number, secret, name=None):
        self.server, self.base = server, f"/api/t/{table}/{number}"
        body = {"secret": secret, **({"name": name} if name else {})}
        _, headers = server.ask("POST", f"{self.base}/join", body)
        self.cookie = {"Cookie": headers["Set-Cookie"].split(";")[0]}
        self.told = queue.Queue()
        self.connection = None

    def post(self, what, body):
        return self.server.ask("POST", f"{self.base}/{what}", body, self.cookie)[0]

    def get(self, what):
        return self.server.ask("GET", f"{self.base}/{what}", headers=self.cookie)[0]

    def listen(self):
        """Puts every event into `told`; None at the end of the stream."""
        self.connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=SECONDS)
        self.connection.request("GET", f"{self.base}/events", headers=self.cookie)
        stream = self.connection.getresponse()
        if stream.status != 200:
            raise Refused(stream.status, stream.read().decode())
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def leave(self):
        """Hangs up; whoever reads the stream then finds its end."""
        self.connection.sock.shutdown(socket.SHUT_RDWR)

    def _read(self, stream):
        try:
            for line in stream:
                if line.startswith(b"data: "):
                    self.told.put(json.loads(line[6:]))
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            pass  # closed, by the server or from another thread here
        self.told.put(None)

    def next(self, seconds=SECONDS):
        return self.told.get(timeout=seconds)
