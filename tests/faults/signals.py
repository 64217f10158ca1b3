"""Signals and output that cannot be written: the command ends as one expects of it, and a game is never lost."""
import fcntl
import json
import os
import pty
import random
import select
import signal
import subprocess
import tempfile
import termios
import time

from faults import SECONDS, choices_in, game

MANY = str(10 ** 8)  # games: more than anybody waits for


def file_to_play(is_long):
    return game("games/globetrotters.trv") if is_long else game("tests/games/pig.trv")


# ---- interruptions ----

def catches(process, number):
    """Whether a process has a handler for a signal."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        caught = next(line for line in status if line.startswith("SigCgt:"))
    return bool(int(caught.split()[1], 16) >> (number - 1) & 1)


def wait_for(condition):
    until = time.monotonic() + SECONDS
    while not condition() and time.monotonic() < until:
        time.sleep(0.01)
    return condition()


def interrupt(bench, folder, number, *words):
    """Exit code, output and errors of a command that gets a signal while it is at work."""
    process = bench.start(*words, folder=folder)
    wait_for(lambda: catches(process, number))
    time.sleep(0.2)
    process.send_signal(number)
    try:
        out, err = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None, "", "it did not end"
    return process.returncode, out.decode(), err.decode()


def partial_figures(bench, folder, file):
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        code, out, err = interrupt(bench, folder, number, "sim", file, "-n", MANY, "--jobs", "2")
        if code != 0 or f" of {MANY} (interrupted)" not in out or "finished" not in out or err:
            return f"sim, {number.name}: {code} {err or out[:200]}"
    code, out, err = interrupt(bench, folder, signal.SIGINT, "sim", file, "-n", MANY, "--json")
    if code != 0 or not 0 <= json.loads(out)["n"] < int(MANY) or "interrupted after" not in err:
        return f"sim --json: {code} {err}"
    code, out, err = interrupt(bench, folder, signal.SIGINT, "compare", file, file, "-n", "10000000", "--jobs", "2")
    if code != 0 or "(interrupted)" not in out or err:
        return f"compare: {code} {err or out[:200]}"
    return None


SLOW = "fn slow(n: int) -> int { var s: int = 0 for i in 1..19_000_000 { s = s + i % 3 } return s + n }\n"
CARDS = " ".join(f"127 of k{i}" for i in range(516))
LETS = " ".join(f"let l{i + 1} = l{i} + l{i}" for i in range(40))
LARGE = "".join(f"effect e{i}() {{\n" + "total = total + 1\n" * 100 + "}\n" for i in range(6000))
BOMBS = {
    "compiling": f"var total: int = 0\n{LARGE}play {{ e0() totl = 1 }}",
    "lets": 'play { choose g by p1 "x" { option a(x in 1..9) let l0 = x ' + LETS + ' "{l40}" { } } }',
    "labels": SLOW + 'play { choose g by p1 "x" { option a(x in 1..1000) "L {slow(x)}" { } } }',
    "estimates": SLOW + 'value of p = slow(1)\nrank p by slow(2), slow(3)\n'
                        'play { for p in players { choose g by p "x" { option a { } option b { } } } }',
    "shuffles": f"deck K in stock {{ {CARDS} }}\npile stock: K hidden\n"
                'play { repeat 1_000_000 times { shuffle stock } choose g by p1 "x" { option a { } option b { } } }',
    "steps": 'play { repeat { for p in players { choose g by p "x" { option a { for i in 1..3000 { for j in 1..3000 {'
             ' total = (total + i * j) % 7 } } } option b { total = 1 } } } } }\nvar total: int = 0',
    "options": 'play { choose g by p1 "x" { option a(x in 1..1000, y in 1..1000) "L {x} {y}" { } } }',
}
WAYS = [
    (("play",), "h\n1\n"),
    (("play", "--bots"), ""),
    (("sim", "-n", "1000", "--bot", "search:100000"), ""),
    (("sim", "-n", "1000"), ""),
    (("sim", "-n", "1000", "--check"), ""),
    (("sim", "-n", "1000", "--bot", "greedy"), ""),
    (("check", "--deep", "1000"), ""),
    (("check", "--deep", "1000", "--fix"), ""),
    (("perft", "--depth", "3"), ""),
    (("compare", "bomb.trv", "-n", "1000"), ""),
    (("test",), ""),
]
MOST_SECONDS = 0.5  # of the processor, after the signal


def processor_time(process):
    with open(f"/proc/{process.pid}/stat", encoding="utf-8") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stop_bomb(bench, folder, words, text, moment):
    """The processor's time that a command still takes after Ctrl-C; nothing when it has ended before."""
    with open(os.path.join(folder, "input"), "w+", encoding="ascii") as lines:
        lines.write(text)
        lines.seek(0)
        process = bench.start(*words, folder=folder, stdin=lines, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(moment)
    before = processor_time(process)
    os.kill(process.pid, signal.SIGINT)  # nobody has waited for it yet
    until = time.monotonic() + SECONDS
    while (ended := os.wait4(process.pid, os.WNOHANG))[0] == 0:
        if processor_time(process) - before > 4 * MOST_SECONDS or time.monotonic() > until:
            os.kill(process.pid, signal.SIGKILL)
        time.sleep(0.01)
    usage = ended[2]
    process.returncode = 0
    return usage.ru_utime + usage.ru_stime - before


def bombs_stop(bench, folder, _):
    """However much work small rules make, Ctrl-C ends it."""
    chance = random.Random(1)
    for name, rules in BOMBS.items():
        with open(os.path.join(folder, "bomb.trv"), "w", encoding="ascii") as file:
            file.write('game "B" { players 2 limit 50 decisions }\n' + rules)
        for words, text in WAYS:
            for old in ("bomb.trvsave", "input"):
                if os.path.exists(os.path.join(folder, old)):
                    os.remove(os.path.join(folder, old))
            after = stop_bomb(bench, folder, (words[0], "bomb.trv", *words[1:]), text, chance.uniform(0.05, 0.6))
            if after > MOST_SECONDS:
                return f"{name}, {' '.join(words)}: {after:.2f} s after Ctrl-C"
    return None


DREAMER = """
#include <unistd.h>
int trv_bot_start(unsigned interface, const void *setup, unsigned seat, void **self) { return 0; }
unsigned trv_bot_choose(void *self, void *position, const void *turn) { for (;;) pause(); }
void trv_bot_end(void *self) { }
"""


def second_interruption(bench, folder, file):
    """A bot in C never answers, and nobody can stop it: the first Ctrl-C waits for it, the second does not."""
    bot = os.path.join(folder, "dreamer.so")
    subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-x", "c", "-", "-o", bot], input=DREAMER,
                   encoding="ascii", check=True)
    process = bench.start("sim", file, "-n", "1", "--bot", bot, folder=folder)
    try:
        if not wait_for(lambda: catches(process, signal.SIGINT)):
            return "it never watched for Ctrl-C"
        for _ in range(3):  # all at one moment, as `timeout` does: that is once
            process.send_signal(signal.SIGINT)
        time.sleep(0.6)
        if process.poll() is not None:
            return "the first Ctrl-C ended it"
        process.send_signal(signal.SIGINT)
        code = process.wait(timeout=SECONDS)
        return None if code == -signal.SIGINT else f"exit code {code}"
    except subprocess.TimeoutExpired:
        return "it did not end"
    finally:
        process.kill()
        process.communicate()


# ---- readers who go away, disks that are full ----

def gone_reader(bench, folder, file):
    """`trvm sim --csv … | head -1`: it ends at once, without a word, even where SIGPIPE is ignored."""
    for restore in (True, False):
        process = bench.start("sim", file, "-n", MANY, "--csv", folder=folder, restore_signals=restore)
        process.stdout.readline()
        process.stdout.close()
        try:
            code = process.wait(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            return "it goes on although nobody reads"
        err = process.stderr.read().decode()
        if err or code != (-signal.SIGPIPE if restore else 0):
            return f"SIGPIPE {'as usual' if restore else 'ignored'}: {code} {err}"
    return None


def output_fails(bench, folder, file, reason, **more):
    for words in (("sim", file, "-n", "20"), ("sim", file, "-n", MANY, "--csv"), ("play", file, "--bots"),
                  ("rules", file), ("--help",)):
        code, _, err = bench.run(*words, folder=folder, **more)
        if code != 2 or err != f"trvm: cannot write the output: {reason}\n":
            return f"{' '.join(words)}: {code} {err}"
    return None


def full_output(bench, folder, file):
    with open("/dev/full", "wb") as full:
        return output_fails(bench, folder, file, "No space left on device", stdout=full)


def closed_output(bench, folder, file):
    return output_fails(bench, folder, file, "Bad file descriptor", stdout=None, preexec_fn=lambda: os.close(1))


def full_output_and_save(bench, folder, file):
    """A game that is resumed although nothing can be shown stays as it was."""
    code, _, err = bench.run("play", file, "--hotseat", "--save", "kept.trvsave", folder=folder, text="1\n1\nq\n")
    if code != 0:
        return err
    save = os.path.join(folder, "kept.trvsave")
    with open("/dev/full", "wb") as full:
        code, _, err = bench.run("play", file, "--hotseat", "--resume", "kept.trvsave", folder=folder, text="1\n1\n",
                                 stdout=full)
    if code != 2 or "cannot write the output" not in err:
        return f"{code} {err}"
    return None if choices_in(save) in (2, 3) else f"{choices_in(save)} decisions are saved"


def unseen_end(bench, folder, _):
    """A reader who goes before a game's last decision: how it ended nobody could see, so the game is kept."""
    file, prompt = game("tests/games/tricks.trv"), b" to choose"
    words = ("play", file, "--hotseat", "--seed", "5")
    _, out, _ = bench.run(*words, folder=folder, text="1\n" * 1000)
    decisions, shown = out.encode().count(prompt), b""
    process = bench.start(*words, folder=folder)
    process.stdin.write(b"1\n" * (decisions - 1))
    process.stdin.flush()
    while shown.count(prompt) < decisions:
        shown += process.stdout.readline()
    process.stdout.close()
    _, err = process.communicate(b"1\n", timeout=SECONDS)
    if process.returncode != 0 or err != b"trvm: the game is kept in `tricks.trvsave`\n":
        return f"{process.returncode} {err.decode()}"
    code, out, err = bench.run("play", file, "--resume", "tricks.trvsave", folder=folder)
    return None if code == 0 and "the game is over" in out else f"it is not resumed: {code} {err}"


# ---- a person at a terminal ----

class Terminal:
    """A game in a pseudo-terminal."""

    def __init__(self, bench, folder, *words):
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        self.text = ""
        self.process = bench.start(*words, folder=folder, stdin=self.slave, stdout=self.slave, stderr=self.slave,
                                   variables={"TERM": "xterm"}, preexec_fn=self.control, start_new_session=True)

    def control(self):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def read_until(self, text, count):
        until = time.monotonic() + SECONDS
        while self.text.count(text) < count and time.monotonic() < until:
            if select.select([self.master], [], [], 0.2)[0]:
                self.text += os.read(self.master, 65536).decode(errors="replace")
            elif self.process.poll() is not None:
                return False
        return self.text.count(text) >= count

    def end(self):
        """Waits for the end, reading on so that the game is not held up; the exit code."""
        until = time.monotonic() + SECONDS
        while self.process.poll() is None and time.monotonic() < until:
            if select.select([self.master], [], [], 0.1)[0]:
                self.text += os.read(self.master, 65536).decode(errors="replace")
        if self.process.poll() is None:
            self.process.kill()
        return self.process.wait()

    def edits(self):
        """Waits until a line can be typed, which is when the terminal is in another state."""
        return wait_for(lambda: not self.is_as_before())

    def stop_and_go_on(self):
        """As Ctrl-Z and fg do: the shell sets the terminal back meanwhile."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitpid(self.process.pid, os.WUNTRACED)
        termios.tcsetattr(self.slave, termios.TCSANOW, self.before)
        self.process.send_signal(signal.SIGCONT)

    def is_as_before(self):
        return termios.tcgetattr(self.slave) == self.before

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.slave)
        os.close(self.master)


def leave_terminal(bench, folder, name, leave):
    file = game("tests/games/pig.trv")  # nothing is hidden, so that the screen need not be handed over
    save = os.path.join(folder, name + ".trvsave")
    terminal = Terminal(bench, folder, "play", file, "--hotseat", "--seed", "5", "--save", save)
    try:
        if not terminal.read_until(" to choose", 1) or not terminal.edits():
            return f"{name}: no prompt"
        os.write(terminal.master, b"1\r")
        if not terminal.read_until(" to choose", 2) or not terminal.edits():
            return f"{name}: no second prompt: {terminal.text[-300:]}"
        leave(terminal)
        code = terminal.end()
        if code != (-signal.SIGKILL if name == "kill" else 0):
            return f"{name}: exit code {code}: {terminal.text[-300:]}"
        if name != "kill" and not terminal.is_as_before():
            return f"{name}: the terminal is left in another state"
    finally:
        terminal.close()
    return None if choices_in(save) == 1 else f"{name}: {choices_in(save)} decisions are saved"


def terminals(bench, folder, _file):
    ways = {
        "quit": lambda terminal: os.write(terminal.master, b"q\r"),
        "ctrl-c": lambda terminal: os.write(terminal.master, b"\x03"),
        "ctrl-d": lambda terminal: os.write(terminal.master, b"\x04"),
        "term": lambda terminal: terminal.process.send_signal(signal.SIGTERM),
        "hangup": lambda terminal: terminal.process.send_signal(signal.SIGHUP),
        "kill": lambda terminal: terminal.process.kill(),
    }
    for name, leave in ways.items():
        why = leave_terminal(bench, folder, name, leave)
        if why:
            return why
    return None


def stopped_terminal(bench, folder, _file):
    """The shell has written to the terminal meanwhile."""
    terminal = Terminal(bench, folder, "play", game("tests/games/pig.trv"), "--hotseat", "--seed", "5")
    try:
        if not terminal.read_until("p1> ", 1) or not terminal.edits():
            return "no prompt"
        os.write(terminal.master, b"hel")
        if not terminal.read_until("p1> hel", 1):
            return f"nothing can be typed: {terminal.text[-300:]}"
        terminal.stop_and_go_on()
        if not terminal.read_until("p1> hel", 2) or not terminal.edits():
            return f"the prompt is not drawn again: {terminal.text[-300:]}"
        os.write(terminal.master, b"p\r")
        return None if terminal.read_until("these keys", 1) else f"what was typed is lost: {terminal.text[-300:]}"
    finally:
        terminal.close()


def often_stopped_terminal(bench, folder, _file):
    """Stopped while a key is taken in, not only while one is awaited."""
    terminal = Terminal(bench, folder, "play", game("tests/games/pig.trv"), "--hotseat", "--seed", "5")
    try:
        if not terminal.read_until("p1> ", 1) or not terminal.edits():
            return "no prompt"
        for turn in range(1000):
            os.write(terminal.master, b"h")
            time.sleep(turn % 200 * 2e-6)
            terminal.stop_and_go_on()
            if not terminal.edits():
                return f"after {turn + 1} times no line can be edited"
            terminal.read_until("h", terminal.text.count("h") + 1)
            os.write(terminal.master, b"\x7f")
    finally:
        terminal.close()
    return None


def run(bench, is_long):
    """Results, and what was tried."""
    file = file_to_play(is_long)
    tests = {
        "SIGINT, SIGTERM and SIGHUP end sim and compare with partial figures": partial_figures,
        "a second Ctrl-C ends at once": second_interruption,
        "Ctrl-C ends what takes long within half a second": bombs_stop,
        "a reader who has gone ends sim --csv without a word": gone_reader,
        "output to a full disk is an error that is told": full_output,
        "output that is closed is an error that is told": closed_output,
        "a save is kept although nothing can be shown": full_output_and_save,
        "the end of a game that nobody could see is kept": unseen_end,
        "a terminal is restored and the game saved, however it is left": terminals,
        "the prompt is drawn again after Ctrl-Z": stopped_terminal,
        "Ctrl-Z at any moment leaves a line to edit": often_stopped_terminal,
    }
    results = []
    for name, test in tests.items():
        with tempfile.TemporaryDirectory() as folder:
            results.append((name, test(bench, folder, file)))
    return results, f"{len(tests)} kinds of ends"
