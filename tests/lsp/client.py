"""A small client of the language server, for tests: sends messages, reads answers."""
import json
import os
import select
import subprocess


class Client:
    def __init__(self, trvm, *arguments):
        self.process = subprocess.Popen([trvm, "lsp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, bufsize=0)
        self.bytes = b""
        self.number = 0
        self.notices = []

    def write(self, data):
        self.process.stdin.write(data)

    def send(self, message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)

    def read(self, seconds=20):
        """The next message; None when there is none in time, or no more."""
        while True:
            head, found, rest = self.bytes.partition(b"\r\n\r\n")
            length = int(head.split(b":")[1]) if found else 0
            if found and len(rest) >= length:
                self.bytes = rest[length:]
                return json.loads(rest[:length])
            if not select.select([self.process.stdout], [], [], seconds)[0]:
                return None
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                return None
            self.bytes += more

    def ask(self, method, params=None, seconds=20):
        """The answer to a request; notifications that come before it are kept."""
        self.number += 1
        self.send({"id": self.number, "method": method, **({"params": params} if params is not None else {})})
        while True:
            message = self.read(seconds)
            if message is None or message.get("id") == self.number:
                return message
            self.notices.append(message)

    def tell(self, method, params=None):
        self.send({"method": method, **({"params": params} if params is not None else {})})

    def begin(self, capabilities=None):
        answer = self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities or {}})
        self.tell("initialized", {})
        return answer

    def end(self):
        answer = self.ask("shutdown")
        self.tell("exit")
        self.process.stdin.close()
        return answer, self.process.wait(20)
