"""A game of games/, with two and with the most players: one seat by clicks alone, one by keys alone, bots in the rest. With
the most players, whoever clicks sits there with a phone.
"""
from browser import DESKTOP, PHONE, Chromium
from people import Clicker, Typist
from place import games, link, server
from running import expect

CHOICES = 24  # of both people together, unless a game is played to its end
MOST = 6000  # choices after which a whole game should have ended


def short(game):
    """Settings with which a game of people who play by chance ends soon: the least of what can end it."""
    least = {}
    for setting in game["settings"]:
        numbers = [int(value) for value in setting["values"] if value.isdigit()]
        if "none" in setting["values"] and numbers and setting["value"] == "none":
            least[setting["name"]] = str(min(numbers))
    return least


def play(folder, name, wanted, size, is_whole):
    """No word of complaint from the browser, nothing that glows and cannot be clicked, always a way on."""
    with server(folder, "games") as running, Chromium() as chromium:
        game = games(running)[name]
        count = max(2, min(wanted, game["high"]), game["low"])
        made = running.server.make_table(name, ["person", "person"] + ["easy"] * (count - 2), settings=short(game))
        people = [Clicker(chromium.window(size), link(running, made, 1), 1),
                  Typist(chromium.window(prefers_reduced_motion="reduce"), link(running, made, 2), 2)]
        choices, most = 0, MOST if is_whole else CHOICES
        while choices < most and not people[0].is_over():
            played = [person.play() for person in people]
            choices += sum(played)
            if not any(played):
                people[0].window.until("return document.body.dataset.turn !== 'others'", seconds=0.3)
        if people[0].is_over():
            for person in people:
                person.window.wait("return document.querySelector('.plot, .rank')", "the end of the game")
        expect(people[0].is_over() or not is_whole, f"not over after {choices} choices")
        complaints = chromium.complaints()
        expect(complaints == [], f"complaints: {complaints[:3]}")
        clicks, keys = (person.done for person in people)
        print(f"# {name} with {count}: {choices} choices; clicks on things {clicks['things']}, on buttons {clicks['buttons']}; "
              f"by keys {keys['keys']}, of them things {keys['things']}, buttons {keys['buttons']}")
        running.end()


def tests(name, is_whole):
    def two_players(folder):
        play(folder, name, 2, DESKTOP, is_whole)

    def most_players(folder):
        play(folder, name, 16, PHONE, is_whole)
    return [two_players, most_players]
