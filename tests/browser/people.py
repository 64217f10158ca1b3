"""People at a table in a browser: one who only clicks on things, one who only uses the keyboard. What they do is chosen
by chance; they know the page as people do, by what glows and by its buttons (sight.js).
"""
import os
import random

from selenium.webdriver.common.keys import Keys

from running import Failure, expect

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "sight.js"), encoding="utf-8") as file:
    SIGHT = file.read()

MOST_STEPS = 60  # clicks or keys for one choice
LOOKS = 4  # before something counts as hidden
# What was sent has been answered: there is another position, or something else to click.
ANSWERED = "return window.sight && !document.body.classList.contains('sending') && window.sight.state()"


class Person:
    """Somebody who sits at a table, or sits down at this address. `done` counts what was chosen with what."""

    def __init__(self, window, address, seed):
        self.window, self.chance = window, random.Random(seed)
        self.done = {"things": 0, "buttons": 0, "keys": 0}
        self.last = []  # what was aimed at
        if address:
            window.open(address)
        window.wait("return document.body.dataset.turn", "the table")
        window.run(SIGHT)

    def see(self, what="state"):
        """What sight.js gives, with chances for what it has to choose. What is hidden at a moment at which the table is
        drawn anew is looked at again: a fault is what stays hidden."""
        chances = [self.chance.random(), self.chance.random()]
        for _ in range(LOOKS):
            seen = self.look(what, chances)
            if not isinstance(seen, dict) or "fault" not in seen:
                break
            self.window.next_frame()
        return seen

    def look(self, what, chances):
        """One look, after scrolling to what was aimed at."""
        seen = self.window.run(f"return window.sight.{what}(arguments[0])", chances)
        if isinstance(seen, dict) and "isScrolled" in seen:
            self.window.next_frame()  # before, a finger would meet what was there
            seen = self.window.run(f"return window.sight.{what}(arguments[0])", [*chances, "no more scrolling"])
        return seen

    def is_over(self):
        return self.see()["turn"] == "over"

    def play(self):
        """Makes one choice if it is this person's turn; says whether it was."""
        now = self.see()
        if now["turn"] != "mine":
            return False
        stamp, steps = now["stamp"], 0
        while now["turn"] == "mine" and now["stamp"] == stamp:
            steps += 1
            expect(steps < MOST_STEPS, f"this leads nowhere: {self.last[-4:]}; the page says: {self.window.text()[:300]}")
            self.step()
            now = self.window.wait(ANSWERED, "an answer")
            expect(now["width"] == self.window.size[0], f"the page needs {now['width']} pixels: {self.window.text()[:100]}")
        return True

    def wait_for_turn(self):
        self.window.wait("return ['mine', 'over'].includes(document.body.dataset.turn)", "the turn")

    def step(self):
        """One click, or some keys, towards a choice."""
        raise NotImplementedError


class Clicker(Person):
    """Clicks on cards, places and players; on a button only where no thing speaks of the options."""

    AIM = "toClick"

    def step(self):
        aimed = self.see(self.AIM)
        self.last.append(aimed)
        if "fault" in aimed:
            raise Failure(f"cannot be clicked: {aimed['fault']}")
        if "point" in aimed:  # else the page has just changed
            self.done[aimed["kind"]] += 1
            self.window.click_at(*aimed["point"])


class Presser(Clicker):
    """Presses buttons alone."""

    AIM = "toPress"


ARROWS = (Keys.ARROW_LEFT, Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.ARROW_DOWN)


class Typist(Person):
    """Never touches the mouse: digits for the first ten options, else Tab to a button or a thing, arrows, and Enter."""

    def step(self):
        aimed = self.see("toReach")
        self.last.append(aimed)
        if "kind" not in aimed:
            return
        self.done["keys"] += 1
        if aimed["kind"] not in ("menu", "things") and self.chance.random() < 0.5:
            self.window.keys(str((self.chance.randrange(min(10, aimed["options"])) + 1) % 10))
            return
        self.window.keys(*[Keys.TAB] * aimed["tabs"])
        focus = self.see("focus")
        if focus == "thing" and self.chance.random() < 0.3:
            self.window.keys(self.chance.choice(ARROWS))
            focus = self.see("focus")
        if focus in ("thing", "option", "summary"):
            self.done["things"] += focus == "thing"
            self.done["buttons"] += focus == "option"
            self.window.keys(Keys.ENTER)
        elif focus == "refused":  # why not, and away with it
            self.window.keys(Keys.ENTER)
            self.window.keys(Keys.ESCAPE)
