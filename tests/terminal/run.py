#!/usr/bin/env python3
"""People at terminals: what is pasted, keys at random, texts that would command the terminal, screens of any size, and
secrets when the screen is handed over. Drives the command in pseudo-terminals and prints TAP.

    tests/terminal/run.py TRVM
"""
import fcntl
import os
import pty
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
TRVM = os.path.abspath(sys.argv[1])
SECONDS = 30  # to wait for anything
QUIET = 0.3  # seconds after which nothing more is expected
STALLED = 2  # seconds in which a signal ends the game although the terminal takes nothing: half of one, and some for a busy machine
LONGEST = 1000  # characters that a line may have
FUZZ_SEED, FUZZ_GAMES, FUZZ_INPUTS = 25, 12, 60

# All that the command may send besides text.
COMMANDS = re.compile(rb"\x1b\[(?:0|1|2|3[1-6]|94|38;5;\d{1,3}|38;2(?:;\d{1,3}){3}|1;36|1;31|1;32|1;35)m|\x1b\[[23]J|\x1b\[H|\x1b\[K|\x1b\[\d{1,3}C|\x1b\[\?2004[hl]")
CLEARED = b"\x1b[2J\x1b[3J\x1b[H"
DECEPTIVE = "[\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"


class Failure(Exception):
    """What is wrong, in a line."""


def expect(condition, why):
    if not condition:
        raise Failure(why)


def check_bytes(shown):
    """Nothing but text and the commands that are meant."""
    rest = COMMANDS.sub(b"", shown)
    bad = re.search(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", rest)
    expect(not bad, f"a control character: {rest[max(0, bad.start() - 30):bad.start() + 30]!r}" if bad else "")
    try:
        text = rest.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise Failure(f"what is no UTF-8: {rest[max(0, wrong.start - 30):wrong.start + 30]!r}") from wrong
    bad = re.search("[\x80-\x9f]|" + DECEPTIVE, text)
    expect(not bad, f"a character that is not to be shown: {text[max(0, bad.start() - 30):bad.start() + 30]!r}" if bad else "")


class Terminal:
    """The command in a pseudo-terminal; all that it has shown is checked when it is closed."""

    def __init__(self, *words, folder, size=(24, 80), before=(), **variables):
        self.master, slave = pty.openpty()
        self.resize(*size)
        state = termios.tcgetattr(slave)
        state[3] &= ~termios.ECHO  # what the system shows of keys typed ahead is none of the command's
        termios.tcsetattr(slave, termios.TCSANOW, state)
        self.state = termios.tcgetattr(slave)
        self.name = os.ttyname(slave)
        self.shown = b""
        environment = {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "",
                       "XDG_DATA_HOME": os.path.join(folder, ".data"), "TRVM_GAMES": os.path.join(folder, ".games"), **variables}
        self.process = subprocess.Popen([*before, TRVM, *words], cwd=folder, env=environment, stdin=slave, stdout=slave,
                                        stderr=slave, start_new_session=True,
                                        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(slave)
        self.closed = False

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        if kind is None:
            check_bytes(self.shown)

    def resize(self, rows, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds):
        """Reads what there is; False when nothing came for so long, or when it was the last."""
        if self.closed or not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            found = os.read(self.master, 65536)
        except OSError:
            found = b""
        self.closed = not found
        self.shown += found
        return bool(found)

    def until(self, text, start=0):
        """Reads until the text has been shown behind `start`."""
        limit = time.monotonic() + SECONDS
        while text not in self.shown[start:]:
            expect(not self.closed and time.monotonic() < limit,
                   f"{text!r} is not shown: {self.shown[start:][-300:]!r}")
            self.read(1)
        return self

    def settle(self):
        while self.read(QUIET):
            pass
        return self

    def send(self, data):
        """Types, reading meanwhile, so that neither side waits for the other."""
        os.set_blocking(self.master, False)
        limit = time.monotonic() + SECONDS
        while data and not self.closed:
            expect(time.monotonic() < limit, "what is typed is not taken")
            readable, writable, _ = select.select([self.master], [self.master], [], 1)
            if readable:
                self.read(0)
            if writable and not self.closed:
                try:
                    data = data[os.write(self.master, data[:4096]):]
                except OSError:
                    pass
        return self

    def type(self, data, answer):
        """Types, and reads until an answer has been shown after it."""
        start = len(self.shown)
        return self.send(data).until(answer, start)

    def processor_time(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        while self.read(SECONDS):
            pass
        return self.process.wait(SECONDS)


def pasted(data):
    return b"\x1b[200~" + data + b"\x1b[201~"


def peek(folder, *words, **more):
    return Terminal("play", os.path.join(HERE, "peek.trv"), "--hotseat", "--seed", "4", *words, folder=folder, **more)


def pig(folder, *words, **more):
    """Nothing is hidden: p1 is asked at once."""
    return Terminal("play", os.path.join(TOP, "tests/games/pig.trv"), "--hotseat", "--seed", "5", *words, folder=folder,
                    **more).until(b"p1> ")


# ---- lines ----

def large_pastes(folder):
    """20 kB, 100 kB and 1 MB, marked as pasted or not: refused in time that grows with their size, and play goes on."""
    for wrap in (lambda text: text + b"\r", pasted):
        used = []
        for size in (20000, 100000, 1000000):
            with pig(folder) as terminal:
                before = terminal.processor_time()
                terminal.type(wrap(b"x" * size), b"it was not taken")
                used.append(terminal.processor_time() - before)
                expect(b"%d characters" % size in terminal.shown, f"{size} are not told")
                terminal.type(b"help\r", b"these keys")
                expect(used[-1] < 1, f"{size} bytes take {used[-1]:.2f} s")
        expect(used[2] < 30 * max(used[1], 0.02), f"not in proportion: {used}")


def longest_line(folder):
    with pig(folder) as terminal:
        terminal.type(b"x" * LONGEST + b"\r", b"There is no option")
        terminal.type(b"x" * (LONGEST + 1) + b"\r", b"it was not taken")
        terminal.type(b"x" * (LONGEST + 1) + b"\x7f\r", b"There is no option")
        terminal.type(pasted(b"y" * LONGEST) + b"\r", b"There is no option")
        terminal.type(b"he" + pasted(b"y" * LONGEST), b"it was not taken")
        terminal.type(b"lp\r", b"these keys")


def paste_is_text(folder):
    """Neither keys, nor signals, nor the end of input; and Enter is left to the person."""
    with pig(folder) as terminal:
        terminal.send(pasted(b"q\r1\r\x03\x04\x1a\x1b[A\x1b\x1b[31m\r\n\r\n\t1\r")).settle()
        expect(terminal.process.poll() is None, "a pasted key ended the game")
        expect(terminal.shown.count(b" to choose") == 1, "a pasted line end chose")
        terminal.type(b"\r", b"There is no option `q 1")
        terminal.type(pasted(b"help\n\n"), b"help")
        terminal.type(b"\r", b"these keys")
        start = len(terminal.shown)
        terminal.type(pasted(b"1") + b"\r", b" to choose")
        terminal.settle()
        expect(terminal.shown[start:].count(b" to choose") == 1, "one pasted answer made more than one choice")
        terminal.send(b"\x1b[200~he").settle()
        time.sleep(2.2)  # the mark of its end never comes
        terminal.type(b"lp\r", b"these keys")


def editing(folder):
    """Each of these is `help` in the end."""
    typed = (b"help", b"xhelp\x01\x04", b"hlp\x1b[D\x1b[De", b"hlp\x1bOD\x02e", b"one two\x17\x17help", b"helpxx\x7f\x08",
             b"lp\x1b[Hhe", b"help xx\x1bb\x0b", b"elp\x01h\x05", b"xx\x15help", b"help\x15\x19", b"xhelp\x1b[1~\x1b[3~",
             b"xx help\x1b[1;5D\x15", b"\xc3\xa9\x7fhelp", b"\xe2\x82\x7fhelp"[3:], b"hel\x1b[15~\x1b[99;99;99;99;99;99xp",
             b"nothing\x1b[Ahelp"[10:])
    with pig(folder) as terminal:
        for keys in typed:
            terminal.type(keys + b"\r", b"these keys").until(b"p1> ", len(terminal.shown) - 20)
        terminal.type(b"\x1b[A\r", b"these keys")
        terminal.type(b"\x10\x10\x0e\r", b"these keys")
        terminal.type(b"hel\x1b[A\x1b[Bp\r", b"these keys")


def leaving(folder):
    for keys, code in ((b"q\r", 0), (b"\x04", 0), (b"\x03", 0), (b"abc\x15\x04", 0), (b"\x1c", -signal.SIGQUIT)):
        with pig(folder) as terminal:
            terminal.send(keys)
            expect(terminal.end() == code, f"{keys!r}: exit code {terminal.process.returncode}")


def stop_and_resize(folder):
    """A shell with jobs stops it, and has it go on."""
    shell = ("bash", "-c", 'set -m; "$@"; echo at the shell; fg', "bash")
    with pig(folder, before=shell) as terminal:
        terminal.type(b"he", b"p1> he").settle()
        start = len(terminal.shown)
        terminal.type(b"\x1a", b"at the shell").until(b"p1> he", start)
        expect(b"\x1b[?2004l" in terminal.shown[start:].split(b"at the shell")[0], "the terminal still marks pastes")
        for columns in (20, 300, 1, 0, 65535, 80):
            start = len(terminal.shown)
            terminal.resize(24, columns)
            terminal.until(b"\x1b[K", start)
        terminal.type(b"lp\r", b"these keys")


JOB = ("bash", "-c", 'set -m; "$@"; while fg; do :; done', "bash")  # a shell with jobs, which has each that stops go on


def stopped_in_private(folder):
    """Several people and a hidden hand: whoever has the game go on may be another, so the hand goes, and the screen is
    handed over again; whatever stops the game, and whatever it does then."""
    ways = (b"\x1a", b"? la\x1a", b"h\r\x1a", b"?\rt\r\x1a", signal.SIGTSTP, signal.SIGSTOP)
    for kind, cleared in (("xterm", CLEARED), ("dumb", b"\r\n" * 24)):
        for way in ways:
            with peek(folder, before=JOB, TERM=kind) as terminal:
                terminal.until(b"p1 is next").type(b"\r", b"p1> ").settle()
                start = len(terminal.shown)
                if isinstance(way, bytes):
                    terminal.send(way if kind == "xterm" else way.replace(b"\r", b"\n"))
                else:
                    shell = terminal.process.pid
                    with open(f"/proc/{shell}/task/{shell}/children", encoding="ascii") as children:
                        os.kill(int(children.read()), way)
                terminal.until(b"p1 is next", start).settle()
                before, after = terminal.shown[start:].split(b"Stopped", 1)  # bash says so, in its own words
                expect(cleared in before or way == signal.SIGSTOP, f"{kind}, {way}: the hand stays when the game stops")
                expect(b"lay " not in after and b"p1> " not in after, f"{kind}, {way}: the hand is shown: {after!r}")
                terminal.type(b"\r", b"p1> ").type(b"help\r", b"these keys").send(b"q\r").end()


def stopped_alone(folder):
    """Nobody else looks at the screen: it stays as it was, and the prompt is drawn again."""
    with Terminal("play", os.path.join(HERE, "peek.trv"), "--seed", "4", folder=folder, before=JOB) as terminal:
        terminal.until(b"you> ").type(b"hel", b"you> hel").settle()
        start = len(terminal.shown)
        terminal.send(b"\x1a").until(b"you> hel", start).type(b"p\r", b"these keys")
        expect(CLEARED not in terminal.shown, "the screen is cleared")


def sizes(folder):
    """Whatever a terminal claims to be, in no time."""
    for size in ((0, 0), (1, 1), (24, 19), (65535, 65535), (1, 65535), (65535, 1)):
        with peek(folder, size=size, COLUMNS="65535", LINES="-1") as terminal:
            terminal.until(b"\x1b[K")
            terminal.type(b"\r", b"lay ").type(b"? a\r", b"lay ").type(b"x" * 300 + b"\r", b"There is no option")
            terminal.send(b"q\r")
            used = terminal.processor_time()
            expect(terminal.end() == 0, f"{size}: exit code {terminal.process.returncode}")
            expect(used < 1, f"{size}: {used} s")


def dumb(folder):
    """Terminals without commands get none."""
    for kind in ("dumb", ""):
        with peek(folder, TERM=kind) as terminal:
            terminal.until(b"looking. ").type(b"\n", b"p1> ").type(b"help\n", b"these keys")
            terminal.type(b"x" * 3000 + b"\n", b"it was not taken").type(b"1\n", b"p2 is next")
            terminal.send(b"\x04")
            expect(terminal.end() == 0, f"exit code {terminal.process.returncode}")
            expect(b"\x1b" not in terminal.shown, "a command is sent")


def unseen_keys(folder):
    """Where nothing that a key does would be seen, no key does anything: all that is typed is text."""
    for kind in ("dumb", ""):
        for keys in (b"\x1b[A", b"\x10", b"1x\x1b[D\x1b[3~", b"1x\x08", b"\x19", b"2\x011\x0b", b"1\x00"):
            with pig(folder, TERM=kind) as terminal:
                terminal.type(b"1\n", b" to choose").settle()
                terminal.type(keys + b"\n", b"There is no option")
                expect(terminal.process.poll() is None, f"{keys!r} ended the game")


def keys_at_random(folder):
    """Keys, halves of keys, pastes and bytes, with a fixed seed: nothing breaks, and all that is shown is text."""
    chance = random.Random(FUZZ_SEED)
    words = [b"1\r", b"\r", b"h", b"?\r", b"u\r", b"u!\r", b"l\r", b"t\r", b"help\r", b"\x1b", b"\x1b[", b"\x1bO", b"\x1b[A", b"\x1b[B",
             b"\x1b[C", b"\x1b[D", b"\x1b[3~", b"\x1b[200~", b"\x1b[201~", b"\x1b[20", b"\x01", b"\x02", b"\x05", b"\x06", b"\x0b",
             b"\x0c", b"\x0e", b"\x10", b"\x15", b"\x17", b"\x19", b"\x7f", b"\x08", b"\t", b"\x00", b"\xff", b"\xc2\x9b", b"\xc3", b"\xa9",
             "\u202e".encode(), "名前".encode(), b"\x1bb", b"\x1bf", b"\x1bd", b"\x1b\x7f", b"\x1b]0;x\x07", b"x" * 999, b"y" * 2000]
    for _ in range(FUZZ_GAMES):
        game = chance.choice((peek, pig))
        with game(folder, size=(chance.choice((0, 5, 24)), chance.choice((0, 1, 10, 40, 80, 1000)))) as terminal:
            for _ in range(FUZZ_INPUTS):
                data = b"".join(chance.choice(words) for _ in range(chance.randint(1, 8)))
                terminal.send(data)
                if chance.random() < 0.2:
                    terminal.resize(chance.choice((0, 24)), chance.choice((0, 1, 3, 80, 65535)))
                if terminal.closed:
                    break
                terminal.read(0.01)
            terminal.settle()
            expect(terminal.process.poll() in (None, 0), f"exit code {terminal.process.returncode}: {terminal.shown[-300:]!r}")
            terminal.send(b"\x1b[201~")  # a paste may be open
            while not terminal.closed:
                terminal.send(b"\x15\x03").settle()  # an open key may take the first
            expect(terminal.end() == 0, f"exit code {terminal.process.returncode}: {terminal.shown[-300:]!r}")


PAIRS = """game "Pairs" { players 2 limit 5 decisions }
var gone: bool = false
play {
  choose step always by p1 "Where to?" {
    option go(a in 0..7, b in 0..7) "go" needs a + b > 20 else "the way over the hills is closed today" { gone = true }
    option wait "wait" { gone = true }
  }
}
"""


def whole_notations(folder):
    """No line ends between the parentheses of a notation."""
    with open(os.path.join(folder, "pairs.trv"), "w", encoding="ascii") as file:
        file.write(PAIRS)
    for columns in (40, 50, 61, 80):
        with Terminal("play", "pairs.trv", folder=folder, size=(24, columns)) as terminal:
            terminal.until(b"you> ").type(b"?\r", b" more")
            lines = terminal.shown[terminal.shown.rindex(b"Not offered"):].split(b"\r\n")
            broken = [line for line in lines if line.count(b"(") != line.count(b")")]
            expect(not broken and len(lines) > 2, f"{columns} columns: {broken}")


def many_reasons(folder):
    """As many options, many reasons are cut short, and can be searched."""
    with open(os.path.join(folder, "many.trv"), "w", encoding="ascii") as file:
        file.write(PAIRS.replace("hills is closed", "hills {a} {b} is closed"))
    with Terminal("play", "many.trv", folder=folder) as terminal:
        terminal.until(b"you> ").type(b"?\r", b"44 more reasons: `? TEXT` finds them").until(b"you> ", len(terminal.shown) - 20)
        expect(terminal.shown.count("✗".encode()) == 20, "not twenty reasons are told")
        start = len(terminal.shown)
        terminal.type(b"? hills 7\r", b"hills 7 7").until(b"you> ", start)
        expect(terminal.shown[start:].count("✗".encode()) == 8, "not all that is found is told")


# ---- texts that would command the terminal ----

HOSTILE = b"x\x1b]0;owned\x07\x1b[2J\xc2\x9b31m\x7f\xff\xe2\x80\xae\xe2\x80\x8b\ny"
HOSTILE_BOT = "import sys\nsys.stderr.buffer.write(%r)\nfor line in sys.stdin:\n  sys.stdout.buffer.write(%r + b'\\n')\n  sys.stdout.flush()\n"


def hostile_names(folder):
    """Names of files, arguments, settings and variables of the environment, in all commands that tell them."""
    place = os.path.join(folder.encode(), HOSTILE)
    os.mkdir(place)
    for name in ("bids.trv", "peek.trv"):
        shutil.copy(os.path.join(HERE, name).encode(), place)
    with open(os.path.join(place, b"bad.trv"), "w", encoding="utf-8") as file:
        file.write('game "Bad" { players 2 }\nplay { nothing }\nuse "nowhere.trv"\n')
    with open(os.path.join(place, b"loose.trv"), "w", encoding="utf-8") as file:
        file.write(PAIRS.replace(" {", "   {"))
    good, bad, other, loose = (os.path.join(HOSTILE, name) for name in (b"bids.trv", b"bad.trv", b"peek.trv", b"loose.trv"))
    commands = [
        ("check", good), ("check", bad), ("check", "--json", bad), ("check", "--format", "sarif", bad), ("check", HOSTILE),
        ("check", "--deep", good), ("check", "--fix", bad), ("build", good, "-o", good + b"c"), ("build", bad), ("dis", good),
        ("rules", good), ("graph", good), ("fmt", bad), ("fmt", "--check", loose), ("test", good), ("diff", good, other),
        ("compare", good, good, "-n", "4"), ("compare", good, good, "-n", "4", "--csv"), ("perft", good), ("explain", HOSTILE),
        ("sim", "-n", "3", good), ("sim", "-n", "3", good, "--set", HOSTILE + b"=1"), ("sim", good, "--bot", HOSTILE),
        ("play", good, "--bots", "--save", HOSTILE + b".trvsave"), ("replay", HOSTILE + b".trvsave", "--step", "1"),
        ("play", good, "--resume", good), ("play", good, "--help-game"), ("play", good, "--seat", b"1=" + HOSTILE),
        ("play", good, "--variant", HOSTILE), ("new", HOSTILE), (HOSTILE,),
        ("--" + "x\x1b[2J",), ("play", "--" + "x\x1b[2J"), ("help", HOSTILE), ("play", good, "--level", HOSTILE),
        ("play", good, "--seed", HOSTILE), ("play", good, "--color", HOSTILE), ("check", good, "--passes", HOSTILE)]
    for words in commands:
        with Terminal(*words, folder=folder, TERM=HOSTILE, LANG=HOSTILE) as terminal:
            terminal.end()
            try:
                check_bytes(terminal.shown)
            except Failure as why:
                raise Failure(f"{words}: {why}") from why
            expect(terminal.shown, f"{words}: nothing is told")
            expect(terminal.process.returncode >= 0, f"{words}: {terminal.process.returncode}")


def hostile_answers(folder):
    """What bots answer, what is typed, what a save says, and labels that turn the text around."""
    bot = os.path.join(folder, "bot.py")
    with open(bot, "w", encoding="ascii") as file:
        file.write(HOSTILE_BOT % (HOSTILE * 9, HOSTILE.replace(b"\n", b"")))
    with open(os.path.join(HERE, "bids.trv"), encoding="utf-8") as file:
        rules = file.read()
    turned = os.path.join(folder, "turned.trv")
    with open(turned, "w", encoding="utf-8") as file:
        file.write(rules.replace("How much?", "How \u202e\u2066much\u200b?").replace("bid {n}", "\u202ebid {n}"))
    with Terminal("play", turned, "--bots", "--seat", f"1=cmd:{sys.executable} {bot}", folder=folder) as terminal:
        terminal.end()
        expect(b"seat 1 says: y" in terminal.shown, "what the bot says is not told")
    with Terminal("play", turned, folder=folder) as terminal:
        terminal.until(b"you> ").send(HOSTILE + b"\r").settle().send(b"? " + HOSTILE + b"\r").settle()
        terminal.send(b"s " + HOSTILE.replace(b"\n", b"") + b"\r").settle().send(b"q\r").end()
    with open(os.path.join(folder, "hostile.trvsave"), "wb") as file:
        file.write(b"trvm-save 1\ngame " + HOSTILE + b"\n" + HOSTILE)
    with open(os.path.join(folder, "escaped.trvsave"), "wb") as file:
        escaped = b"".join(b"\\%02x" % byte for byte in HOSTILE)
        file.write(b"trvm-save 2\ngame %s.trv\ntitle %s\nprogram %s\nplayers 2\nseed 1\nnumber 0\nend 0 %s\n"
                   % (escaped, escaped, b"0" * 16, b"0" * 16))
    for save in ("hostile.trvsave", "escaped.trvsave"):
        with Terminal("replay", save, folder=folder) as terminal:
            terminal.end()


CHATTING_BOT = """import json, sys
sys.stderr.write("a word and another\\n" * 200000)
open("said", "w").close()
for line in sys.stdin:
  if json.loads(line)["type"] == "choose":
    print(json.dumps({"choice": 0}), flush=True)
"""


def chatting_bot(folder):
    """A bot that says 4 MB while a person thinks is not held up, and tells the person at most a hundred lines, later."""
    with open(os.path.join(folder, "bot.py"), "w", encoding="ascii") as file:
        file.write(CHATTING_BOT)
    with Terminal("play", os.path.join(TOP, "tests/games/pig.trv"), "--seed", "5", "--seat", f"2=cmd:{sys.executable} bot.py",
                  folder=folder) as terminal:
        terminal.until(b"you> ")
        limit = time.monotonic() + SECONDS
        while not os.path.exists(os.path.join(folder, "said")):
            expect(time.monotonic() < limit, "the bot waits for somebody to read what it says")
            time.sleep(0.05)
        expect(b"seat 2 says" not in terminal.settle().shown, "it talks while another thinks")
        while b"seat 2 are left out" not in terminal.shown:
            terminal.type(b"2\r", b"you> ")
        expect(terminal.shown.count(b"seat 2 says: a word and another\r\n") == 100, "not a hundred lines are told")
        terminal.send(b"q\r").end()


# ---- the screen belongs to a person ----

def secrets_behind(terminal, start, secrets):
    for secret in secrets:
        expect(secret not in terminal.shown[start:], f"the next person sees {secret!r}: {terminal.shown[start:][:600]!r}")


def hand_over(game, folder, first, ways):
    """p1 answers; whatever p2 then does, nothing that p1 typed is shown any more."""
    with game(folder) as terminal:
        terminal.until(b"p1 is next").type(b"\r", b"p1> ").settle()
        terminal.type(b"? zebra\r", b"Nothing here").type(b"r walrus\r", b"rulebook").settle()
        terminal.type(first + b"\r", b"p2 is next")
        expect(CLEARED in terminal.shown, "the screen is not cleared")
        start = terminal.shown.rindex(CLEARED)
        terminal.settle()
        secrets_behind(terminal, start, (b"zebra", b"walrus", first))
        terminal.type(b"\x1b[A\x10\x19\r", b"p2 to choose").settle()
        for keys in ways:
            terminal.send(keys).settle()
            secrets_behind(terminal, start, (b"zebra", b"walrus"))
        cleared = terminal.shown.count(CLEARED)
        terminal.send(b"\x15q\r").end()
        expect(terminal.shown.count(CLEARED) > cleared, "what p2 saw stays when the game is left")


WAYS = (b"\x1b[A", b"\x1b[A", b"\x10", b"\x1b[B", b"\x19", b"\x15l\r", b"t\r", b"?\r", b"\x0c", b"\x1b[A\x1b[A\x1b[A\x15")


def bids(folder, *words):
    return Terminal("play", os.path.join(HERE, "bids.trv"), "--hotseat", *words, folder=folder)


def hidden_hands(folder):
    hand_over(peek, folder, b"lay(q", WAYS)


def answers_at_once(folder):
    """No zone is hidden, but the answers are, until all are in."""
    hand_over(bids, folder, b"bid( 3 )", WAYS)
    with bids(folder) as terminal:
        terminal.until(b"p1 is next").type(b"\r", b"p1> ").type(b"bid(4)\r", b"p2 is next").type(b"\r", b"p2> ")
        start = len(terminal.shown)
        terminal.send(b"bid( 2 )\r").until(b"Go on?", start)
        secrets_behind(terminal, terminal.shown.rindex(CLEARED), (b"bid( 2 )",))
        terminal.type(b"on\r", b"p1 is next")  # a secret again, after what all may see


def taken_back(folder):
    """Who takes back another's answer does not see it, and that person's screen is handed over."""
    with bids(folder) as terminal:
        terminal.until(b"p1 is next").type(b"\r", b"p1> ").type(b"bid( 4 )\r", b"p2 is next").type(b"\r", b"p2> ").settle()
        start = terminal.shown.rindex(CLEARED)
        terminal.send(b"u\r").settle().send(b"u!\r").settle()
        secrets_behind(terminal, start, (b"bid( 4 )", b"bid(4)  "[:6] + b" something"))
        expect(b"p1 is next" in terminal.shown[start:], "p1's screen is not handed over")
        terminal.type(b"\r", b"p1> ").type(b"\x1b[A", b"bid( 4 )")  # one's own history stays one's own


def typed_ahead(folder):
    """An Enter too many does not open the next person's screen."""
    with peek(folder) as terminal:
        terminal.until(b"p1 is next").type(b"\r", b"p1> ").settle()
        terminal.type(b"1\r\r\r\r1\r", b"p2 is next").settle()
        expect(b"p2 to choose" not in terminal.shown, "p2's hand is shown to p1")


def end_of_game(folder):
    with bids(folder) as terminal:
        terminal.until(b"p1 is next")
        for follows in (b"p1 is next", b"p1 is next", b"the game is over"):
            terminal.type(b"\r", b"p1> ").type(b"5\r", b"p2 is next").type(b"\r", b"p2> ").type(b"5\r", b"Go on?")
            terminal.until(b"p1> ", terminal.shown.rindex(b"Go on?")).type(b"1\r", follows)
        expect(terminal.end() == 0, f"exit code {terminal.process.returncode}")


DEADLY = (signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGABRT, signal.SIGVTALRM, signal.SIGPROF,
          signal.SIGXCPU, signal.SIGSEGV)


def killed(folder):
    """A signal that ends the game leaves nobody's hand on the screen, and the terminal as it was; one that is ignored does
    nothing."""
    for number in (None, *DEADLY):
        with peek(folder) as terminal:
            terminal.until(b"p1 is next").type(b"\r", b"p1> ").settle()
            if number is None:
                terminal.send(b"\x1c")
            else:
                os.kill(terminal.process.pid, number)
            expect(terminal.process.wait(SECONDS) == -(number or signal.SIGQUIT), f"{number}: {terminal.process.returncode}")
            after = termios.tcgetattr(terminal.master)
            terminal.settle()
            shown = terminal.shown[terminal.shown.rindex(b"p1> "):]
            expect(CLEARED in shown, f"{number}: the hand stays on the screen")
            expect(b"\x1b[?2004l" in shown, f"{number}: the terminal still marks pastes")
            expect(after == terminal.state, f"{number}: the terminal is left in another state")
    with peek(folder, before=("sh", "-c", "trap '' USR1 QUIT; exec \"$@\"", "sh")) as terminal:
        terminal.until(b"p1 is next").type(b"\r", b"p1> ").settle()
        os.kill(terminal.process.pid, signal.SIGUSR1)
        terminal.type(b"\x1chelp\r", b"these keys")


def killed_replay(folder):
    """The same for who looks at a game that was saved."""
    with pig(folder, "--save", "seen.trvsave") as terminal:
        terminal.type(b"1\r", b" to choose").settle().type(b"1\r", b" to choose").send(b"q\r").end()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, *DEADLY):
        with Terminal("replay", "seen.trvsave", os.path.join(TOP, "tests/games/pig.trv"), folder=folder) as terminal:
            terminal.until(b"q: stop> ").settle()
            os.kill(terminal.process.pid, number)
            expect(terminal.process.wait(SECONDS) == -number, f"{number}: {terminal.process.returncode}")
            expect(termios.tcgetattr(terminal.master) == terminal.state, f"{number}: the terminal is left in another state")


def whole_board(folder):
    """Eleven rows of hexes and their letters come before a list of all cells."""
    with Terminal("play", os.path.join(TOP, "tests/games/hex.trv"), "--seat", "2=random", "--seed", "2", folder=folder) as terminal:
        terminal.until(b"red> ").type(b"1\r", "last move".encode()).settle()
        shown = COMMANDS.sub(b"", terminal.shown).decode(errors="replace").split("your choice")[-1]
        expect(re.search(r"a   b   c .* k", shown) and " 11 " in shown, f"the board is cut: {shown[-1500:]!r}")


def freeze(terminal):
    """As Ctrl-S does: no output passes; gives what thaws it."""
    slave = os.open(terminal.name, os.O_RDWR | os.O_NOCTTY)
    termios.tcflow(slave, termios.TCOOFF)

    def thaw():
        termios.tcflow(slave, termios.TCOON)
        os.close(slave)
    return thaw


def freeze_and_type(terminal):
    """The same, and the command waits to draw what is typed."""
    thaw = freeze(terminal)
    os.write(terminal.master, b"t")
    time.sleep(QUIET)
    return thaw


def read_nothing(terminal):
    """Nobody reads what is shown, until there is no room for more, as when a connection has stalled."""
    for _ in range(200):
        os.write(terminal.master, b"t\r")
        time.sleep(0.002)
    time.sleep(QUIET)
    return lambda: None


def stalled(folder):
    """A terminal that takes nothing keeps no signal from ending the game, and is left as it was."""
    ways = ((signal.SIGTERM,), (signal.SIGHUP,), (signal.SIGUSR1,), (signal.SIGINT, signal.SIGINT))
    for stall in (freeze, freeze_and_type, read_nothing):
        for numbers in ways:
            what = f"{stall.__name__}, {', '.join(number.name for number in numbers)}"
            with peek(folder) as terminal:
                terminal.until(b"p1 is next").type(b"\r", b"p1> ").settle()
                thaw = stall(terminal)
                for number in numbers:
                    os.kill(terminal.process.pid, number)
                    begun = time.monotonic()
                    try:
                        terminal.process.wait(0.5)  # two Ctrl-C at one moment would be one
                    except subprocess.TimeoutExpired:
                        pass
                try:
                    terminal.process.wait(STALLED)
                except subprocess.TimeoutExpired as why:
                    raise Failure(f"{what}: it goes on") from why
                expect(time.monotonic() - begun < STALLED, f"{what}: after {time.monotonic() - begun:.1f} s")
                expect(termios.tcgetattr(terminal.master) == terminal.state, f"{what}: the terminal is left in another state")
                thaw()
                start = len(terminal.shown)
                terminal.settle()
                if stall is read_nothing:
                    expect(CLEARED in terminal.shown[start:], f"{what}: the hand stays on the screen")
                    terminal.shown = terminal.shown[terminal.shown.rindex(CLEARED):]  # before it a command may be cut short


def stalled_and_hurried(folder):
    """A second signal ends the game although it comes at once after the first, on a terminal without commands that is stopped."""
    for second in (signal.SIGINT, signal.SIGTERM):
        with pig(folder, TERM="dumb") as terminal:
            terminal.settle()
            thaw = freeze(terminal)
            os.kill(terminal.process.pid, signal.SIGINT)
            time.sleep(0.1)
            os.kill(terminal.process.pid, second)
            try:
                terminal.process.wait(STALLED)
            except subprocess.TimeoutExpired as why:
                raise Failure(f"{second.name} at once after SIGINT: it goes on") from why
            thaw()


def unsaved(folder):
    """A game that cannot be saved is not lost before that was told, and its secrets are not told to the next person."""
    file, elsewhere = os.path.join(HERE, "bids.trv"), os.path.join(folder, "elsewhere.trvsave").encode()
    for words, keys, code, answer in ((("--hotseat",), (b"q\r", b"q\r"), 2, b"the game is lost"),
                                      (("--hotseat",), (b"\x03",), 2, b"the game is lost"),
                                      (("--hotseat",), (b"q\r", b"s " + elsewhere + b"\r", b"q\r"), 0, b"Saved to"),
                                      ((), (b"q\r", b"q\r"), 2, b"The decisions so far (seed ")):
        gone = os.path.join(folder, "gone")
        os.mkdir(gone)
        with Terminal("play", file, *words, folder=gone) as terminal:
            terminal.until(b"p1 is next" if words else b"you> ")
            os.rmdir(gone)  # nothing can be written there
            if words:
                terminal.type(b"\r", b"p1> ").type(b"bid( 3 )\r", b"p2 is next")
                terminal.type(b"\r", b"p2> ")
            else:
                terminal.type(b"bid( 3 )\r", b"Go on?")
            for key in keys[:-1]:
                terminal.type(key, b"Saved to" if key.startswith(b"s") else b"The game cannot be saved here").settle()
            terminal.send(keys[-1])
            expect(terminal.end() == code, f"{keys}: exit code {terminal.process.returncode}")
            expect(answer in terminal.shown, f"{keys}: {answer!r} is not told: {terminal.shown[-300:]!r}")
            if words:
                secrets_behind(terminal, terminal.shown.rindex(CLEARED), (b"bid(3)", b"seed"))


def without_utf8(folder):
    """In the locale C a terminal gets ASCII alone, and lines as long as they would be."""
    shown = {}
    for locale in ("C", "C.UTF-8"):
        with Terminal("play", TOP + "/games/globetrotters.trv", "--bots", "--seed", "3", folder=folder, LC_ALL=locale) as terminal:
            terminal.end()
            shown[locale] = terminal.shown.decode()
    expect(shown["C"].isascii(), "more than ASCII")
    expect(not shown["C.UTF-8"].isascii(), "nothing to be replaced")
    lengths = {locale: [len(line) for line in text.splitlines()] for locale, text in shown.items()}
    expect(lengths["C"] == lengths["C.UTF-8"], "lines of another length")


TESTS = {
    "large pastes are refused in time": large_pastes,
    "a line has a longest length, and is never cut": longest_line,
    "what is pasted is text": paste_is_text,
    "the keys of editing": editing,
    "ways to leave": leaving,
    "Ctrl-Z, and screens that change their size": stop_and_resize,
    "Ctrl-Z with a hand on a shared screen": stopped_in_private,
    "Ctrl-Z at one's own screen": stopped_alone,
    "terminals of any claimed size": sizes,
    "terminals without commands": dumb,
    "terminals that show no editing have none": unseen_keys,
    "no notation is broken": whole_notations,
    "many reasons are cut short": many_reasons,
    "keys and pastes at random": keys_at_random,
    "names, arguments and variables command no terminal": hostile_names,
    "answers, saves and labels command no terminal": hostile_answers,
    "a bot that says much is not held up": chatting_bot,
    "hidden hands: screen and history belong to a person": hidden_hands,
    "answers at once: screen and history belong to a person": answers_at_once,
    "taking back shows no answer": taken_back,
    "what is typed ahead opens no screen": typed_ahead,
    "a signal that ends the game leaves no hand behind": killed,
    "a signal that ends a replay leaves the terminal as it was": killed_replay,
    "a board is shown whole": whole_board,
    "a terminal without UTF-8": without_utf8,
    "a terminal that takes nothing holds nobody": stalled,
    "a second signal that comes at once": stalled_and_hurried,
    "a game that cannot be saved tells no secrets": unsaved,
    "a game with secret answers to its end": end_of_game,
}


def main(tests):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever started this in the background may have had it ignored
    wanted = sys.argv[2:]
    status = 0
    chosen = {name: test for name, test in tests.items() if not wanted or any(word in name for word in wanted)}
    print(f"1..{len(chosen)}")
    for name, test in chosen.items():
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder)
                print(f"ok - {name}", flush=True)
            except (Failure, subprocess.TimeoutExpired) as why:
                print(f"not ok - {name}\n# {why}", flush=True)
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(TESTS))
