"""The page of a designer (`--edit`): errors in place of the table, lines that ran, scenarios, a game that no longer fits."""
import os

from browser import Chromium
from edit import RULES, write
from people import Presser
from place import TRVM, link
from running import Running, expect


def live_rules(folder):
    write(folder, RULES)
    with Running(TRVM, folder, os.path.join(folder, "steps.trv"), options=["--edit"]) as running, Chromium() as chromium:
        made = running.server.make_table("steps", ["person", "easy"])
        person = Presser(chromium.window(), link(running, made, 1), 1)
        window = person.window
        person.play()
        person.wait_for_turn()
        write(folder, RULES.replace("at[p] += 2", "at[p] += tow"))
        window.wait("return document.querySelector('.problem pre')?.textContent.includes('^')", "the error with its caret")
        write(folder, RULES.replace("short", "near").replace("long", "far"))
        window.wait("return document.querySelector('.note .anew')", "the word that a choice no longer fits")
        expect(window.find("[data-option]") == [], "a stopped game shows buttons that are refused")
        window.find(".anew")[0].click()
        window.wait("return document.querySelectorAll('#choice [data-option]').length === 2", "another beginning")
        running.end()


def insides(folder):
    write(folder, RULES)
    with Running(TRVM, folder, os.path.join(folder, "steps.trv"), options=["--edit"]) as running, Chromium() as chromium:
        made = running.server.make_table("steps", ["person", "easy"])
        person = Presser(chromium.window(), link(running, made, 1), 1)
        window = person.window
        person.play()
        person.wait_for_turn()
        window.find("[aria-label=Design]")[0].click()
        window.wait("return document.querySelector('.ran li code')", "the lines that ran")
        window.find(".scenarios li button")[0].click()
        window.wait("return document.querySelector('.verdict')?.textContent.includes('as it should')", "the scenario")
        first = window.run("return document.querySelector('.scenario .where').textContent")
        window.find(".scenario [aria-label=On]")[0].click()
        window.wait("return document.querySelector('.scenario .where').textContent !== arguments[0]", "the next step", first)
        window.find("[aria-label=Design]")[0].click()
        window.wait("return document.querySelector('#choice [data-option]')", "the game again")
        expect(chromium.complaints() == [], "complaints")
        running.end()


TESTS = [live_rules, insides]
