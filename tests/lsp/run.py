#!/usr/bin/env python3
"""The language server as hostile and hasty clients meet it. Prints TAP.

    tests/lsp/run.py TOP TRVM
"""
import json
import os
import random
import re
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import client  # noqa: E402

TOP, TRVM = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
count = 0


def check(name, good, detail=""):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - lsp: {name}")
    if not good:
        print(f"# {str(detail)[:800]}")


def error(message):
    return (message or {}).get("error", {}).get("code")


def wrong_bytes():
    talk = client.Client(TRVM)
    talk.write(b"Hello\r\n")
    check("what is no head is refused", error(talk.read()) == -32700)
    talk.write(b"Content-Length: 5\r\n\r\n{\"a\":")
    check("what is no JSON is refused", error(talk.read()) == -32700)
    talk.write(b"Content-Length: 6\r\n\r\n\"\xff\xfe\x00\"\n")
    check("what is no UTF-8 is refused", error(talk.read()) == -32700)
    check("nothing is answered before the beginning", error(talk.ask("textDocument/hover", {})) == -32002)
    talk.begin()
    check("an unknown method is refused", error(talk.ask("textDocument/soup", {})) == -32601)
    size = 100 << 20
    talk.write(b"Content-Length: %d\r\n\r\n" % size)
    for _ in range(100):
        talk.write(b"x" * (1 << 20))
    check("100 MB are refused", error(talk.read()) == -32600)
    deep = b'{"id":1,"method":' + b"[" * 100000 + b"]" * 100000 + b"}"
    talk.write(b"Content-Length: %d\r\n\r\n" % len(deep) + deep)
    check("what is nested too deeply is refused", error(talk.read()) == -32700)
    answer, code = talk.end()
    check("and it lives, and goes when asked", answer is not None and code == 0, code)


def left_alone():
    talk = client.Client(TRVM)
    talk.begin()
    talk.process.stdin.close()
    check("an editor that is gone ends it", talk.process.wait(20) == 2)


def cancelling():
    talk = client.Client(TRVM)
    talk.begin()
    both = b""
    for message in ('{"jsonrpc":"2.0","id":"a","method":"workspace/symbol","params":{"query":""}}',
                    '{"jsonrpc":"2.0","id":"b","method":"workspace/symbol","params":{"query":""}}',
                    '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"b"}}'):
        both += b"Content-Length: %d\r\n\r\n" % len(message) + message.encode()
    talk.write(both)
    answers = {}
    for _ in range(2):
        message = talk.read()
        answers[message["id"]] = message
    check("what is cancelled while it waits is not worked out", error(answers["b"]) == -32800 and "result" in answers["a"],
          answers)
    talk.end()


def watching():
    """Editors that tell of changes outside when they are asked to are asked."""
    talk = client.Client(TRVM)
    talk.begin({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}})
    message = talk.read() or {}
    check("changes outside are asked for", message.get("method") == "client/registerCapability"
          and message["params"]["registrations"][0]["method"] == "workspace/didChangeWatchedFiles", message)
    talk.send({"id": message.get("id"), "result": None})
    check("and the answer is taken", talk.end()[1] == 0)


def positions():
    """A name behind letters of two, three and four bytes, in the three ways to count, with lines that end in CR LF."""
    game = 'game "P" { players 2..2 }\r\nconst aa = 1\r\nplay { say "ü€😀 {aa}" end game }\r\n'
    for encoding, column in (("utf-8", 2 + 3 + 4), ("utf-16", 1 + 1 + 2), ("utf-32", 3)):
        talk = client.Client(TRVM)
        chosen = talk.begin({"general": {"positionEncodings": [encoding]}})["result"]["capabilities"]["positionEncoding"]
        with tempfile.TemporaryDirectory() as folder:
            uri = "file://" + os.path.join(folder, "unsaved.trv")
            talk.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "version": 1, "text": game}})
            answer = talk.ask("textDocument/definition", {"textDocument": {"uri": uri},
                                                          "position": {"line": 2, "character": len('play { say "') + column + 2}})
            places = [place["range"]["start"] for place in answer["result"]]
            check(f"a place is found in {encoding}, with CR LF, in a file that is nowhere yet",
                  chosen == encoding and places == [{"line": 1, "character": 6}], (chosen, answer))
        talk.end()


def outside():
    """Files that change, come and go while the editor looks elsewhere."""
    with tempfile.TemporaryDirectory() as folder:
        game, module = os.path.join(folder, "g.trv"), os.path.join(folder, "m.trv")
        with open(game, "w", encoding="utf-8") as file:
            file.write('game "G" { players 2..2 }\nuse "m.trv"\nplay { say "{one()}" end game }\n')
        talk = client.Client(TRVM)
        talk.begin()
        with open(game, encoding="utf-8") as file:
            talk.tell("textDocument/didOpen", {"textDocument": {"uri": "file://" + game, "version": 1, "text": file.read()}})
        codes = [found["code"] for found in talk.read()["params"]["diagnostics"]]
        check("a module that is missing is told", codes == ["E0219"], codes)
        with open(module, "w", encoding="utf-8") as file:
            file.write("fn one() -> int = 1\n")
        changed = {"changes": [{"uri": "file://" + module, "type": 1}]}
        talk.tell("textDocument/didSave", {"textDocument": {"uri": "file://" + game}})
        check("and read once it is there and the game is saved", talk.read()["params"]["diagnostics"] == [])
        with open(module, encoding="utf-8") as file:
            talk.tell("textDocument/didOpen", {"textDocument": {"uri": "file://" + module, "version": 1, "text": file.read()}})
        answer = talk.ask("textDocument/references", {"textDocument": {"uri": "file://" + module}, "context": {},
                                                      "position": {"line": 0, "character": 4}})
        check("a module is looked at through the game that uses it", len(answer["result"]) == 1, answer)
        os.remove(module)
        talk.tell("textDocument/didClose", {"textDocument": {"uri": "file://" + module}})
        talk.tell("workspace/didChangeWatchedFiles", changed)
        codes = [found["code"] for found in talk.read()["params"]["diagnostics"]]
        check("and missed when it is gone", codes == ["E0219"], codes)
        talk.end()


def typing():
    """Keys at random in the largest game: the server lives, and answers in time."""
    path = os.path.join(TOP, "games", "grand_tour.trv")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    chance, uri, times = random.Random(7), "file://" + path, []
    talk = client.Client(TRVM)
    talk.begin({"general": {"positionEncodings": ["utf-32"]}})
    talk.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "version": 0, "text": text}})
    lines = text.split("\n")
    for number in range(EDITS):
        line = chance.randrange(len(lines))
        column = chance.randrange(len(lines[line]) + 1)
        key = chance.choice(["x", " ", "{", "}", '"', "(", "\n", "@R12 ", "ü", "😀"])
        where = {"line": line, "character": column}
        for edit in ({"range": {"start": where, "end": where}, "text": key},
                     {"range": {"start": where, "end": {"line": line + (key == "\n"), "character": 0 if key == "\n" else
                                                        column + len(key)}}, "text": ""}):
            talk.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": number + 1}, "contentChanges": [edit]})
            method = chance.choice(METHODS)
            began = time.monotonic()
            params = {"textDocument": {"uri": uri}, "position": where, "context": {"diagnostics": []},
                      "range": {"start": where, "end": where}}
            answer = talk.ask(method, params)
            times.append(time.monotonic() - began)
            if answer is None or error(answer) not in (None, -32803):
                check(f"{method} after `{key}` at {line}:{column}", False, answer)
                return
    times.sort()
    median, late = times[len(times) // 2], times[len(times) * 99 // 100]
    print(f"# {len(times)} answers after edits of {len(lines)} lines: median {1e3 * median:.1f} ms, "
          f"99th percentile {1e3 * late:.1f} ms")
    answer = talk.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    check("keys at random are taken, and the text is what it was", len(answer["result"]) > 100, answer)
    check("answers come at once", median < 0.5, f"median {median} s")
    talk.end()


def colours():
    """Every word of the language is coloured by the grammar of editors/vscode, and the files of editors are up to date."""
    with open(os.path.join(TOP, "lang", "words.def"), encoding="utf-8") as file:
        words = sorted(set(re.findall(r'^WORD\("([^"]+)"', file.read(), re.M)))
    with open(os.path.join(TOP, "editors", "vscode", "syntaxes", "trv.tmLanguage.json"), encoding="utf-8") as file:
        patterns = [re.compile(rule["match"]) for rule in json.load(file)["repository"]["words"]["patterns"]]
    plain = [word for word in words if not any(pattern.fullmatch(word) for pattern in patterns)]
    check("every word of the language is coloured", len(words) > 150 and not plain, plain)
    with open(os.path.join(TOP, "editors", "neovim", "syntax", "trv.vim"), encoding="utf-8") as file:
        named = set(" ".join(re.findall(r"^syntax keyword \w+ (.*)$", file.read(), re.M)).split())
    check("in neovim, too", named == set(words), named ^ set(words))


METHODS = ["textDocument/hover", "textDocument/completion", "textDocument/definition", "textDocument/documentHighlight",
           "textDocument/documentSymbol", "textDocument/codeAction", "textDocument/foldingRange"]
EDITS = int(os.environ.get("TRVM_EDITS", "60"))
for part in (colours, wrong_bytes, left_alone, cancelling, watching, positions, outside, typing):
    part()
print(f"1..{count}")
