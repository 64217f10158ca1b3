"""The page for everybody: axe-core, widths, sizes of what is touched, light and dark, on a desktop and a phone."""
import sys

from browser import DESKTOP, PHONE, Chromium
from people import Presser
from place import games, link, lobby, server
from running import expect

AXE = next((word for word in sys.argv[3:] if not word.startswith("--")), None)

# A phone makes its window as wide as what does not fit, so the wanted width is told.
WIDE = """
const [width] = arguments, wide = [...document.querySelectorAll('body *')].filter(e => e.getClientRects().length && getComputedStyle(e).visibility !== 'hidden'
  && e.getBoundingClientRect().right > width + 1 && !e.closest('svg, .scrolls, [aria-hidden]'));
return document.documentElement.scrollWidth > width + 1 ? wide.slice(0, 3).map(e => e.outerHTML.slice(0, 80)).join(' ') || 'the page' : '';
"""
SMALL = """
return [...document.querySelectorAll('#choice button, header button, #pop button')].filter(e => e.getClientRects().length)
  .map(e => [e.getBoundingClientRect(), e]).filter(([box]) => box.height < 43.5 || box.width < 24)
  .map(([box, e]) => `${e.className || e.textContent.slice(0, 20)} ${Math.round(box.width)}x${Math.round(box.height)}`);
"""
# Things on the table are drawings: what they are called says more than the numbers and words on them, in another order.
SERIOUS = """
const done = arguments[arguments.length - 1];
const isDrawing = node => node.html.includes('data-key=');
const isSerious = one => ['serious', 'critical'].includes(one.impact)
  && !(one.id === 'label-content-name-mismatch' && one.nodes.every(isDrawing));
axe.run(document, { resultTypes: ['violations'] }).then(found => done(found.violations.filter(isSerious)
  .map(one => `${one.id}: ${one.nodes[0].html.slice(0, 100)}`)), problem => done([String(problem)]));
"""
LARGE = (DESKTOP[0] // 2, DESKTOP[1] // 2)  # what a page at 200 % has
LOOKS = [(DESKTOP, "light"), (DESKTOP, "dark"), (PHONE, "light"), (PHONE, "dark"), (LARGE, "light")]


def examine(window, where):
    """No serious finding of axe-core, nothing wider than the page, no complaint; on a phone nothing too small to touch."""
    with open(AXE, encoding="utf-8") as axe:
        window.run("if (!window.axe) { " + axe.read() + "\nwindow.axe = axe; }")
    found = window.driver.execute_async_script(SERIOUS)
    expect(found == [], f"{where}: {found[:3]}")
    wide = window.run(WIDE, window.size[0])
    expect(not wide, f"{where}: wider than the page: {wide}")
    small = window.run(SMALL) if window.is_phone else []
    expect(small == [], f"{where}: too small to touch: {small[:4]}")
    complaints = window.chromium.complaints()
    expect(complaints == [], f"{where}: {complaints[:3]}")


def in_all_looks(window, where, before=lambda: None):
    for size, scheme in LOOKS:
        window.resize(size)
        window.look_with(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        before()
        examine(window, f"{where}, {size[0]} by {size[1]}, {scheme}")


def lobby_page(folder):
    with server(folder, "games") as running, Chromium() as chromium:
        window = chromium.window()
        window.open(lobby(running))
        window.wait("return document.querySelector('main button, main a')", "the lobby")
        in_all_looks(window, "lobby")
        running.end()


def table_pages(folder):
    """Tables of all games: some choices are made in each look."""
    with server(folder, "games") as running, Chromium() as chromium:
        for name, game in sorted(games(running).items()):
            window = chromium.window()
            made = running.server.make_table(name, ["person"] + ["easy"] * (max(game["low"], 3) - 1))
            person = Presser(window, link(running, made, 1), 5)

            def choose(person=person):
                person.wait_for_turn()
                person.play()
                person.wait_for_turn()
            choose()
            choose()
            in_all_looks(window, name, choose)
        running.end()


LOADED = """
return performance.getEntriesByType('resource').filter(one => /[.](js|css)$/.test(one.name)).reduce((sum, one) => sum + one.decodedBodySize, 0);
"""


def weight(folder):
    """What a browser loads to show a table, without the map, stays small: no framework, no copy of one."""
    with server(folder, "games") as running, Chromium() as chromium:
        made = running.server.make_table(next(iter(games(running))), ["person", "easy", "easy"])
        person = Presser(chromium.window(), link(running, made, 1), 1)
        loaded = person.window.run(LOADED)
        expect(100_000 < loaded < 250_000, f"{loaded} bytes")
        print(f"# a table loads {loaded} bytes without the map")
        running.end()


TESTS = [weight, lobby_page, table_pages]
