#!/usr/bin/env python3
"""What an attacker once found, one case each, as README.md tells: compiled files that were forged, cards that a bot should
not know, rules that tell secrets, and small inputs that make much work. Prints TAP.

    tests/attacks/run.py TRVM FORGE [TEXT…]

FORGE is the program made of forge.c; with TEXT only cases whose names contain it are tried.
"""
import collections
import glob
import json
import math
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile

import bombs
import frames

HERE = os.path.dirname(os.path.abspath(__file__))
TRVM, FORGE = map(os.path.abspath, sys.argv[1:3])
SECONDS = 120  # of the clock, for any command
PROCESSOR = 5  # seconds of it that a bomb may take
MEMORY = 1100  # megabytes that it may take at once
ADDRESSES = 3 << 30  # bytes that it gets at all, so that a bomb that works does not take the machine with it
GAMES, LUCK = 300, 4.5  # of guessing; standard deviations from what is fair that luck may make

Done = collections.namedtuple("Done", "code out processor megabytes")


class Failure(Exception):
    """What is wrong, in a line."""


def expect(condition, why):
    if not condition:
        raise Failure(why)


def run(folder, *words, text=""):
    """Runs the command within bounds; its output and errors together, and what it took."""
    def bound():
        resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR + 1, PROCESSOR + 2))
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    environment = dict(os.environ, NO_COLOR="1", LC_ALL="C.UTF-8", TERM="dumb", COLUMNS="80")
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as lines:
        lines.write(text.encode())
        lines.seek(0)
        process = subprocess.Popen([TRVM, *words], cwd=folder, env=environment, stdin=lines, stdout=out, stderr=out, preexec_fn=bound)
        signal.alarm(SECONDS)
        _, status, usage = os.wait4(process.pid, 0)
        signal.alarm(0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return Done(process.returncode, out.read(1 << 20), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


# ---- compiled files ----

def forged(folder, way, *words, text=""):
    """A game, compiled and then changed, as a command meets it; the file's name is put behind the words."""
    made = run(folder, "build", os.path.join(HERE, "compiled", way + ".trv"), "-o", "plain.trvc")
    expect(made.code == 0, f"the game is not compiled: {made.out[-300:]}")
    subprocess.run([FORGE, way, "plain.trvc", "forged.trvc"], cwd=folder, check=True)
    return run(folder, *words, "forged.trvc", text=text)


def refused(way, *words, text=""):
    """Whatever the command is, it says what is wrong with the file, and does nothing."""
    def test(folder):
        for command in (words, ("dis",), ("perft", "--depth", "1", "--divide"), ("sim", "-n", "2")):
            done = forged(folder, way, *command, text=text)
            expect(done.code == 2 and done.out.startswith(b"trvm: ") and done.out.count(b"\n") == 1,
                   f"{command[0]} ends with {done.code}: {done.out[-200:]}")
            expect(b"\xc2\x9b" not in done.out, f"{command[0]} writes U+009B")
        with open(os.path.join(folder, "a.trvsave"), "w", encoding="ascii") as save:
            save.write("trvm-save 1\ngame Over\nfile forged.trvc\nplayers 2\nseed 1\n")
        done = run(folder, "replay", "a.trvsave")
        expect(done.code == 2, f"a save that names it: {done.code} {done.out[-200:]}")
    return test


def plain_claims(folder):
    done = forged(folder, "choice_plain", "perft", "--depth", "1")
    expect(done.code == 0 and re.search(rb"\b1 +3001\b", done.out), f"{done.code} {done.out[-200:]}")


# ---- guessing ----

def count_right(folder, rules, seat, playouts):
    """In how many games the seat, which looks ahead, scores, while the others play at random."""
    bots = ["--bot", "random", "--bot", f"{seat}=search:{playouts}"]
    done = run(folder, "sim", rules, "-n", str(GAMES), "--seed", "3", "--jobs", "1", *bots, "--json")
    expect(done.code == 0, f"{done.code} {done.out[-300:]}")
    return round(json.loads(done.out)["scores"]["seats"][seat - 1]["mean"] * GAMES)


def is_luck(right, count, chance):
    return abs(right - count * chance) < LUCK * math.sqrt(count * chance * (1 - chance))


def guesses(name, seat, each=1, chance=1 / 6, playouts=500):
    """`each` guesses a game, each right by this chance."""
    def test(folder):
        right, count = count_right(folder, os.path.join(HERE, "hidden", name + ".trv"), seat, playouts), GAMES * each
        print(f"# {name}: {right} of {count}")
        expect(is_luck(right, count, chance), f"{right} of {count} guesses are right, where {chance:.0%} is fair")
    return test


def guesses_in_frames(source):
    """The number comes from this source, and every kind of rule under way keeps it in its own way."""
    def test(folder):
        wrong = {}
        for kind, rules in frames.games(source):
            file = os.path.join(folder, "frames.trv")
            with open(file, "w", encoding="utf-8") as out:
                out.write(rules)
            right = count_right(folder, file, 1, 60)
            if not is_luck(right, GAMES, 1 / 4):
                wrong[kind] = right
        expect(not wrong, f"right of {GAMES} guesses, where a quarter is fair: {wrong}")
    return test


# ---- asking by taking back ----

def asked_by_taking_back(game, choice):
    """Whether a choice can be taken back freely is the same whatever is hidden: else to try it would be to ask."""
    def test(folder):
        answers = set()
        for seed in range(1, 13):
            done = run(folder, "play", os.path.join(HERE, "hidden", game + ".trv"), "--seed", str(seed), text=f"{choice}\nu\nq\n")
            answers.add(b"something came to light" in done.out)
        expect(answers == {True}, f"in 12 games something came to light: {answers}")
    return test


# ---- what `check` says ----

def told(file, codes):
    def test(folder):
        done = run(folder, "check", file)
        found = set(re.findall(r"\[([EW]\d+)\]", done.out.decode()))
        expect(found & set(codes), f"says nothing of a secret that is told: {sorted(found)}")
    return test


# ---- bombs ----

def bomb(make, *words, operand="game.trv", text="", says="", codes=(0,)):
    """Ends by itself, within bounds. `says`: what it must say, where there is a limit that it meets."""
    def test(folder):
        for name, content in make().items():
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(content)
        done = run(folder, words[0], operand, *words[1:], text=text)
        took = f"{done.processor:.1f} s of the processor, {done.megabytes:.0f} MB"
        expect(done.processor < PROCESSOR and done.megabytes < MEMORY, f"it takes {took}")
        expect(done.code in codes and says in done.out.decode(errors="replace"), f"{done.code} {done.out[-300:]}")
        print(f"# {make.__name__}: {took}")
    return test


TESTS = {
    "a list as a setting": refused("setting_list", "dis"),
    "a list as an index": refused("dim_list", "play", text="1\n"),
    "an enumerator that writes": refused("impure_enumerator", "play", text="1\n"),
    "a zone without room": refused("zone_capacity", "play", text="1\n"),
    "control characters of the second set": refused("c1_controls", "sim", "-n", "5"),
    "a procedure of no kind": refused("proc_kind", "compare", "forged.trvc", "-n", "2"),
    "a rule whose name has two lines": refused("rule_name", "play", text="1\n"),
    "a choice that claims to be plain": plain_claims,
    "a card left out in the box": guesses("box", 1),
    "stacks whose backs differ": guesses("backs", 1),
    "a card of one's own laid face down": guesses("face_down", 1),
    "the same again and again": guesses("face_down_often", 1, each=5),
    "a card passed to a third": guesses("pass", 1),
    "a roll kept in a local": guesses("local", 1),
    "answers at once": guesses("each2", 2),
    "hidden places of a row": guesses("slots", 2),
    "hidden variables of every type": guesses("hvar", 2, each=4, chance=(1 / 6 + 1 / 6 + 1 / 3 + 1 / 6) / 4),
    "told of on some ways alone": guesses("said_sometimes", 1, chance=1 / 4),
    "told of by an effect that does not": guesses("said_never", 1, chance=1 / 4),
    "laid open on some ways alone": guesses("shown_sometimes", 1, chance=1 / 4),
    "told of before it changed": guesses("said_before", 1, chance=1 / 4),
    "told of in an earlier round": guesses("said_earlier", 1, chance=1 / 4),
    "told to the others": guesses("others_told", 1, chance=1 / 4),
    "told to the others in a loop": guesses("others_in_loop", 1, chance=1 / 4),
    "the `let` of an option": guesses("option_let", 1, chance=1 / 4),
    "a field that is read twice": guesses("kept_field", 1, chance=1 / 4),
    "an effect for any deck": guesses("any_deck", 1, chance=1 / 2),
    "whether there is a card": guesses("none", 1, chance=1 / 2),
    "how many cards a list has": guesses("list_length", 1, chance=22 / 35),
    "how often a loop came round": guesses("broken_loop", 1, chance=1 / 4),
    "where a chosen card lies": guesses("highest", 1, chance=1 / 4),
    "whose hand a card was found in": guesses("whose_hand", 1, chance=1 / 3),
    "the round of a loop": guesses("where_hidden", 1, chance=1 / 4),
    "a card with a twin": guesses("twin", 1, chance=0.77),
    "cards of one's own set": guesses("dials", 1, chance=1 / 4),
    "a copy of what many own": guesses("copied_array", 1, chance=1 / 4),
    "a sum over the others": guesses("sum_of_others", 1, chance=1 / 4),
    "a card drawn to a zone that was given": guesses("zone_param", 1),
    "which zone was given": guesses("zone_given", 1, chance=1 / 4),
    "what a loop of dice is still to go through": guesses("loop_to_come", 1),
    "what a loop of a hidden list is still to go through": guesses("hidden_list", 1, chance=1 / 4),
    "a reason that is not told": guesses("unshown_reason", 1),
    "a label of what is not offered": guesses("unshown_label", 1),
    "a label for somebody else": guesses("other_label", 1),
    "what an earlier prompt told": guesses("prompted", 1, chance=0.999),
    "told to somebody unknown": guesses("told_unknown", 1, chance=0.625),
    "an older copy of what is told": guesses("older_copy", 1, chance=1 / 4),
    "what stood in the open for a moment": guesses("overwritten", 1, chance=1 / 4),
    "what stands in the open": guesses("still_open", 1, chance=0.999),
    "a card that came into one's hand": guesses("swapped", 1, chance=0.999),
    "the prompt of what is not asked": guesses("never_asked", 1, chance=1 / 4),
    "a card that was shown is there to be taken": guesses("shown_and_taken", 1, chance=0.999),
    "a card that was shown on top of a pile": guesses("shown_on_top", 1, chance=0.999),
    "what a hidden test inside an effect let pass": guesses("visited", 1, chance=1 / 4),
    "what a hidden test let pass, by the name of a test": guesses("visited_let", 1, chance=1 / 4),
    "what a hidden test let pass, by `match`": guesses("visited_match", 1, chance=1 / 4),
    "what a hidden test let pass, counted by `while`": guesses("visited_while", 1, chance=1 / 4),
    "what a hidden test let pass, two calls further down": guesses("visited_deep", 1, chance=1 / 4),
    "what a hidden test let pass, by a fn": guesses("visited_fn", 1, chance=1 / 4),
    "what a hidden test let pass, by a hidden set": guesses("visited_set", 1, chance=1 / 4),
    "what a hidden test let pass, by calls without a loop": guesses("visited_calls", 1, chance=1 / 4),
    "what a hidden test let pass, by tests inside each other": guesses("visited_nested", 1, chance=1 / 4),
    "what a hidden test let pass, by leaving the effect": guesses("visited_leave", 1, chance=1 / 4),
    "what a hidden test let pass, by a loop inside the loop": guesses("visited_cards", 1, chance=1 / 4),
    "what a hidden test let pass, by `let … else`": guesses("visited_else", 1, chance=1 / 4),
    "what a hidden test let pass, by a number made of it": guesses("visited_number", 1, chance=1 / 4),
    "what a hidden test let pass, by calls for each player": guesses("visited_players", 1, chance=1 / 4),
    "what a hidden test let pass, by what another player knows": guesses("visited_other", 1, chance=1 / 4),
    "the room that passed, by what oneself knows": guesses("visited_own", 1, chance=0.999),
    "the room that passed, told": guesses("visited_told", 1, chance=0.999),
    "the room of a loop that all can count": guesses("visited_open", 1, chance=0.999),
    "which of two choices that look alike": guesses("course_choices", 1, chance=1 / 2, playouts=150),
    "which constant was given in a branch": guesses("course_constants", 1, chance=1 / 4, playouts=150),
    "what is tested in a hidden variable": guesses("course_variable", 1, chance=1 / 4, playouts=150),
    "two questions inside of a branch": guesses("course_rounds", 1, chance=1 / 4, playouts=150),
    "who else is asked at once": guesses("course_each", 1, chance=1 / 3, playouts=150),
    "the order of a loop by something hidden": guesses("course_order", 1, chance=1 / 4, playouts=150),
    "what another picked from what all see": guesses("course_pick", 1, chance=1 / 4, playouts=150),
    "what another's option was given": guesses("course_option", 1, chance=1 / 4, playouts=150),
    "which option another took": guesses("course_taken", 1, chance=1 / 2, playouts=150),
    "what another answered at once": guesses("course_answers", 1, chance=1 / 4, playouts=150),
    "whether two cards are alike": guesses("course_twins", 1, chance=2 / 3, playouts=150),
    "what was picked, and cards drawn since": guesses("after_draw", 1, chance=1 / 4, playouts=60),
    "what was picked, and cards drawn one by one since": guesses("after_draws", 1, chance=1 / 4, playouts=60),
    "what was picked, and cards turned up since": guesses("after_table", 1, chance=1 / 4, playouts=60),
    "what was picked, and cards told of since": guesses("after_said", 1, chance=1 / 4, playouts=60),
    "what was picked, and a card shown since": guesses("after_reveal", 1, chance=1 / 4, playouts=60),
    "what was picked, and a roll since": guesses("after_roll", 1, chance=1 / 4, playouts=60),
    "what was picked, and cards shuffled since": guesses("after_shuffle", 1, chance=1 / 4, playouts=60),
    "what was picked, and hands exchanged since": guesses("after_swap", 1, chance=1 / 4, playouts=60),
    "what was picked, and a card given since": guesses("after_gift", 1, chance=1 / 4, playouts=60),
    "what was picked, and tricks since": guesses("after_tricks", 1, chance=1 / 4, playouts=60),
    "what was picked, and what was scored since": guesses("after_score", 1, chance=1 / 4, playouts=60),
    "what was picked, and bids since": guesses("after_bids", 1, chance=1 / 4, playouts=60),
    "which option another took, and cards drawn since": guesses("after_option", 1, chance=1 / 2, playouts=60),
    "which branch was taken, and cards dealt and drawn": guesses("after_branch", 1, chance=1 / 2, playouts=60),
    "who else is asked at once, and cards dealt": guesses("after_each", 1, chance=1 / 3, playouts=60),
    **{f"a number that ends what is under way, by {source}": guesses_in_frames(source) for source in frames.SOURCES},
    **{f"a secret told: {os.path.basename(file)}": told(file, ("E0418", "W0503", "W0524"))
       for file in sorted(glob.glob(os.path.join(HERE, "static", "*.trv")))},
    "a choice that tells by being taken unasked": told(os.path.join(HERE, "hidden", "follow.trv"), ("W0527",)),
    "asking by taking back": asked_by_taking_back("undo", "probe"),
    "asking for a roll by taking back": asked_by_taking_back("undo_local", "1"),
    "asking for a number by taking back": asked_by_taking_back("undo_number", "13"),
    "asking for one of many numbers by taking back": asked_by_taking_back("undo_numbers", "3"),
    "asking for a number that was added up by taking back": asked_by_taking_back("undo_sum", "13"),
    "asking for a number of few that it can be by taking back": asked_by_taking_back("undo_thousands", "3"),
    "asking for the same in a rule under way by taking back": asked_by_taking_back("undo_thousands_local", "3"),
    "asking for a zone by taking back": asked_by_taking_back("undo_zone", "3"),
    "asking for what another picked by taking back": asked_by_taking_back("undo_pick", "3"),
    "asking for a branch by taking back": asked_by_taking_back("undo_branch", "yes\nleft"),
    "versions for many decks": bomb(bombs.versions, "check", "--deep", "1", "--jobs", "1"),
    "tables at compile time": bomb(bombs.tables, "check"),
    "tables of sets at compile time": bomb(bombs.tables_of_sets, "check"),
    "twenty million options": bomb(bombs.options, "play", text="1\n", says="more than 1,000,000 options", codes=(1,)),
    "a label of texts that double": bomb(bombs.doubling_texts('choose c by p1 "x" { option a "{t60()}" { } option b "{t59()}" { } }'), "play", text="1\nq\n"),
    "a prompt of texts that double": bomb(bombs.doubling_texts('choose c by p1 "{t60()}" { option a { } option b { } }'), "play", text="1\nq\n"),
    "a reason of texts that double": bomb(bombs.doubling_texts('choose c by p1 "x" { option a { } option b { } option d needs 1 > seats() else "{t60()}" { } }'), "play", text="?\n1\nq\n"),
    "a line of texts that double": bomb(bombs.doubling_texts('repeat 100 times { say "{t60()}" say to p2 "{t59()}" }'), "play", text="a\nq\n"),
    "lets of an option that double": bomb(bombs.lets_of_an_option, "check", says="E0410", codes=(1,)),
    "options beside a large frame": bomb(bombs.options_beside_a_large_frame, "play", text="1\n", says="more than 1,000,000 options", codes=(1,)),
    "labels of twenty million steps": bomb(bombs.labels, "play", text="1\n"),
    "a hint with slow estimates": bomb(bombs.estimates, "play", text="h\nq\n", says="takes too long to find out"),
    "a million shuffles": bomb(bombs.shuffles, "sim", "-n", "1", "--jobs", "1", says="did not come to a decision", codes=(1,)),
    "all places of a large row": bomb(bombs.places_of_a_row, "sim", "-n", "1", "--jobs", "1", says="did not come to a decision", codes=(1,)),
    "a thousand lines in a loop": bomb(bombs.long_loop, "sim", "-n", "1", "--jobs", "1", says="did not come to a decision", codes=(1,)),
    "much that is said": bomb(bombs.much_said, "play", "--seed", "3", text="a\n" * 30, says="is left out"),
    "wide ranges of citations": bomb(bombs.wide_citations, "check", says="E0612", codes=(1,)),
    "initial values that take too long": bomb(bombs.slow_start, "sim", "-n", "1", says="game.trv:3: the initial values", codes=(1,)),
    "all that is within reach": bomb(bombs.places, "check", says="E0410", codes=(1,)),
    "one long line": bomb(bombs.one_long_line, "check"),
    "a list of four million in a cell": bomb(bombs.list_in_a_cell, "check", says="E0526", codes=(1,)),
    "a file by 65,536 names": bomb(bombs.one_file_by_many_names, "check"),
    "a long game that says much": bomb(bombs.long_game_that_says_much, "replay", operand="game.trvsave", says="160000 choices"),
    "a save of line ends": bomb(bombs.save_of_line_ends, "play", "--resume", "game.trvsave", codes=(2,)),
}


def main():
    wanted, status = sys.argv[3:], 0
    chosen = {name: test for name, test in TESTS.items() if not wanted or any(word in name for word in wanted)}
    print(f"1..{len(chosen)}")
    for name, test in chosen.items():
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder)
                print(f"ok - {name}", flush=True)
            except Failure as why:
                print(f"not ok - {name}\n# {why}", flush=True)
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
