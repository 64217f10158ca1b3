"""The designer's mode: rules that change while one plays, the lines that ran, scenarios step by step."""
import os
import time

from server import Failure, Refused, Running, expect, my_options, refused, sit

RULES = """game "Steps" { players 2 }

var at[player]: int = 0

play {
  repeat 5 times {
    for p in players {
      choose step by p "How far?" {
        option short "1" { at[p] += 1 }
        option long "2" { at[p] += 2 }
      }
    }
  }
}

rank p by at[p] desc

scenario "two steps" players 2 {
  run play
  p1: long
  expect at[p1] == 2
  p2: short
  expect at[p2] == 1
}
"""


def write(folder, text):
    with open(os.path.join(folder, "steps.trv"), "w", encoding="utf-8") as file:
        file.write(text)


def until(seat, condition, what):
    """The first message of which that is true."""
    for _ in range(50):
        now = seat.next(20)
        expect(now is not None, "the stream has ended")
        if condition(now):
            return now
    raise AssertionError(what)


def live_rules(folder):
    """New rules are taken over with the choices made; errors come with carets; what no longer fits is told."""
    write(folder, RULES)
    with Running(folder, "steps.trv", options=["--edit"]) as running:
        made = running.server.make_table("steps", ["person", "person"])
        one, two = sit(running.server, made, 1), sit(running.server, made, 2)
        one.listen()
        now = until(one, my_options, "a first question")
        one.post("choose", {"stamp": now["stamp"], "choice": "long"})
        now = until(one, lambda now: now["moves"] == 1, "the first choice")
        write(folder, RULES.replace("at[p] += 2", "at[p] += 3"))
        now = until(one, lambda now: now["view"]["variables"]["at"]["p1"] == 3, "the new rules")
        expect(now["moves"] == 1 and now["edit"] is True, "the choice is kept, and the page knows for whom it is")
        write(folder, RULES.replace("at[p] += 2", "at[p] += tow"))
        now = until(one, lambda now: "problem" in now, "an error")
        expect("^" in now["problem"] and "steps.trv:10" in now["problem"], f"a caret: {now['problem']}")
        write(folder, RULES.replace("long", "far"))
        now = until(one, lambda now: now.get("stopped"), "a choice that does not fit")
        expect("choice 1, of p1, is no longer possible" in now["note"] and "problem" not in now, f"{now.get('note')}")
        expect(not my_options(now) and now["choice"]["seat"] == 0, f"what is refused is not offered: {now['choice']}")
        refused(lambda: two.post("choose", {"stamp": now["stamp"], "choice": "short"}), 500)
        write(folder, RULES)
        now = until(one, lambda now: not now.get("stopped"), "the old rules again")
        expect(now["moves"] == 1, "nothing was lost")
        write(folder, RULES.replace("long", "far"))
        until(one, lambda now: now.get("stopped"), "a choice that does not fit")
        one.post("anew", {})
        now = until(one, lambda now: not now.get("stopped"), "another beginning")
        expect(now["moves"] == 0, f"begun again: {now['moves']}")
        running.end()


def insides(folder):
    """Lines that ran, scenarios, positions set up by hand: for designers, and nobody else."""
    write(folder, RULES)
    with Running(folder, "steps.trv", options=["--edit"]) as running:
        made = running.server.make_table("steps", ["person", "person"])
        one = sit(running.server, made)
        one.listen()
        now = until(one, my_options, "a first question")
        one.post("choose", {"stamp": now["stamp"], "choice": "long"})
        ran = one.get("ran")
        lines = {place["line"] for place in ran["places"]}
        expect(10 in lines and 9 not in lines, f"lines that ran: {sorted(lines)}")
        expect(ran["files"][0]["text"] == RULES, "the text of the rules")
        listed = one.get("scenarios")
        expect([each["title"] for each in listed] == ["two steps"], f"{listed}")
        whole = one.get("scenario?q=0")
        expect(whole["passed"] and len(whole["lines"]) == 5, f"{whole}")
        step = one.get("scenario?q=0&at=1")
        expect(step["position"]["view"]["variables"]["at"] == {"p1": 2, "p2": 0}, f"{step}")
        refused(lambda: one.get("scenario?q=7"), 404)
        tried = one.post("try", {"items": "given { at[p1] = 7 } expect at[p1] == 8"})
        expect(not tried["passed"] and tried["position"]["view"]["variables"]["at"]["p1"] == 7, f"{tried}")
        refused(lambda: one.post("try", {"items": "given { nothing = 7 }"}), 422)
        for items in ('} use "/etc/passwd" scenario "y" { expect true', 'expect true }', 'given {', 'expect "'):
            try:
                one.post("try", {"items": items})
                raise Failure(f"{items} is taken")
            except Refused as answer:
                expect("with all their brackets" in str(answer), f"{items}: {answer}")
        running.end()
    with Running(folder, "steps.trv", data="other.db") as running:
        made = running.server.make_table("steps", ["person", "person"])
        one = sit(running.server, made)
        for what in ("ran", "scenarios", "scenario?q=0"):
            refused(lambda w=what: one.get(w), 404)
        refused(lambda: one.post("anew", {}), 404)
        write(folder, RULES.replace("at[p] += 2", "at[p] += tow"))
        one.listen()
        time.sleep(1)
        now = one.next()
        expect("problem" not in now and "edit" not in now, "rules change only for designers")
        running.end()


TESTS = [live_rules, insides]
