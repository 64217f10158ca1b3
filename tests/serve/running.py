"""A server in a folder of its own, for the tests that talk to it: started, killed, ended."""
import signal
import subprocess

from client import Server

SECONDS = 60  # that anything may take


class Failure(Exception):
    """What is wrong, in a line."""


def expect(condition, why):
    if not condition:
        raise Failure(why)


class Running:
    """A server in a folder of its own."""

    def __init__(self, trvm, folder, *files, data="tables.db", options=()):
        self.trvm, self.folder, self.files, self.data, self.options = trvm, folder, files, data, options
        self.process = self.server = None
        self.start()

    def command(self, port="0"):
        return [self.trvm, "serve", *self.files, "--port", port, "--data", self.data, *self.options]

    def start(self, port="0"):
        self.process = subprocess.Popen(self.command(port), cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
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
