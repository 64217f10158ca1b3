"""Several people at one table: lost connections, two windows of a seat, spectators, several people with one screen."""
from browser import Chromium
from people import Clicker, Presser, Typist
from place import link, lobby, server, watch
from running import expect

PIG, TRICKS, DRAUGHTS = "tests/games/pig.trv", "tests/games/tricks.trv", "tests/games/draughts.trv"


def coming_back(folder):
    """The server is killed under two browsers and comes back: both go on, nothing is lost."""
    with server(folder, PIG) as running, Chromium() as one, Chromium() as another:
        made = running.server.make_table("pig", ["person", "person"])
        port = str(running.server.port)
        people = [Clicker(one.window(), link(running, made, 1), 1), Typist(another.window(), link(running, made, 2), 2)]
        for _ in range(3):
            before = people[0].see()["stamp"]
            running.kill()
            for person in people:
                person.window.wait("return document.body.classList.contains('unlinked')", "the word that the connection is lost")
            running.start(port)
            for person in people:
                person.window.wait("return !document.body.classList.contains('unlinked')", "the connection")
            expect(people[0].see()["stamp"] >= before, "a choice is lost")
            for person in people:
                person.play()
        expect(people[0].see()["stamp"] > 0, "nobody has chosen")
        running.end()


def two_windows(folder):
    """Two windows of one seat show the same, and a choice in one is seen in the other and by those who watch."""
    with server(folder, PIG) as running, Chromium() as chromium, Chromium() as another:
        made = running.server.make_table("pig", ["person", "easy"])
        people = [Clicker(chromium.window(), link(running, made, 1), 1), Clicker(chromium.window(), link(running, made, 1), 1)]
        third = another.window()
        third.open(watch(running, made))
        third.wait("return document.body.dataset.turn", "the table")
        for _ in range(6):
            for person in people:
                person.play()
        stamp = people[0].see()["stamp"]
        for window in (people[0].window, people[1].window, third):
            window.wait("return Number(document.body.dataset.stamp) >= arguments[0]", "the same position", stamp)
        expect(third.run("return document.body.dataset.turn") != "mine", "a spectator is asked")
        expect(third.find("[data-option]") == [], "a spectator is shown options")
        running.end()


def make_in_lobby(window, running, names):
    """Makes a table in the lobby for people who share this browser, and sits down."""
    window.open(lobby(running))
    window.wait("return document.querySelector('form.setup')", "the lobby")
    window.run("""
        const [first, ...others] = arguments[0], form = document.querySelector('form.setup');
        form.querySelector('#name').value = first;
        form.querySelector(`[name="players"][value="${others.length + 1}"]`).click();
        others.forEach((name, i) => {
          const seat = form.querySelectorAll('.seat')[i + 1];
          seat.querySelector('select').value = 'beside';
          seat.querySelector('input').value = name;
        });""", names)
    window.find("form.setup button.primary")[0].click()
    window.wait("return document.body.dataset.turn", "the table")


def one_screen(folder):
    """Three people with one browser: a curtain between their turns, behind which nothing of the last hand can be read."""
    with server(folder, TRICKS) as running, Chromium() as chromium:
        window = chromium.window()
        make_in_lobby(window, running, ["Ada", "Bob", "Cleo"])
        shown = []
        # A trick's winner begins the next one: after one card of everybody the screen may stay where it is.
        for _ in range(3):
            window.wait("return document.body.dataset.turn === 'curtain'", "the curtain")
            shown.append(window.run("return document.querySelector('h1').textContent"))
            expect(window.find("[data-key], [data-option], #log") == [], "the table can be seen behind the curtain")
            window.find("main button")[0].click()
            window.wait("return document.body.dataset.turn === 'mine'", "the turn")
            expect(shown[-1].endswith(window.run("return document.querySelector('.panel.me h2').textContent")), "somebody else's hand")
            window.find("#choice [data-option]")[0].click()
        expect(set(shown) == {f"Pass the screen to {name}" for name in ("Ada", "Bob", "Cleo")}, f"{shown}")
        expect(chromium.complaints() == [], "complaints")
        running.end()


def one_screen_open(folder):
    """Where nothing is hidden the screen is simply the next one's. What moved is marked, and said."""
    with server(folder, DRAUGHTS) as running, Chromium() as chromium:
        window = chromium.window()
        make_in_lobby(window, running, ["Ada", "Bob"])
        person, turns = Clicker(window, None, 1), []
        for _ in range(4):
            turns.append(window.wait("return document.querySelector('.panel.me.turn h2')?.textContent", "the turn"))
            person.play()
        expect(turns == ["Ada", "Bob"] * 2, f"{turns}")
        window.wait("return document.querySelectorAll('.last-move').length >= 2", "the mark of the last move")
        expect(window.run("return document.querySelector('[aria-label$=\"last move\"]') !== null"), "the mark is not said")
        running.end()


def names(folder):
    """Questions, options and the log say who sits where."""
    with server(folder, TRICKS) as running, Chromium() as chromium:
        window = chromium.window()
        window.open(lobby(running))
        window.run("localStorage.setItem('name', 'Grace')")
        made = running.server.make_table("tricks", ["person", "easy", "easy"])
        person = Presser(window, link(running, made, 1), 1)
        for _ in range(3):
            person.wait_for_turn()
            person.play()
        person.wait_for_turn()
        text = window.run("return document.querySelector('#main').innerText + document.querySelector('#log').innerText")
        expect("Grace" in text and "p1" not in text.split(), f"{text[:200]}")
        window.wait("return document.querySelector('#heard').textContent", "the words for those who hear the page")
        running.end()


TESTS = [coming_back, two_windows, one_screen, one_screen_open, names]
