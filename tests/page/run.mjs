// Tests of the page's pure modules, without a browser: layout, keys of options, colours, QR codes, movement. Output is TAP.
//   node tests/page/run.mjs
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { colourWord, contrast, HUES, inkOn, SEATS } from "../../serve/web/colours.js";
import { asMessage, linesThatRan } from "../../serve/web/edit.js";
import { gridChanges, gridIn, piecesOn } from "../../serve/web/grid.js";
import { zoomCorner } from "../../serve/web/zoom.js";
import { nextOf } from "../../serve/web/seats.js";
import { earthIn, middleOf, north, placeNames, spreadOut, turn, twoRows } from "../../serve/web/layout.js";
import { rangeOf } from "../../serve/web/lobby.js";
import { byTurns } from "../../serve/web/log.js";
import { flights } from "../../serve/web/motion.js";
import { click, commonStart, groups, headAndTail, isSame, keysOf, nameOfThing, reasonsTogether, remaining, valuesOf } from "../../serve/web/options.js";
import { Position } from "../../serve/web/position.js";
import { picture } from "../../serve/web/pictures.js";
import { qr } from "../../serve/web/qr.js";
import { ringIn } from "../../serve/web/ring.js";
import { Rules } from "../../serve/web/rules.js";
import { steps } from "../../serve/web/top.js";

// ---- a small game of its own: towns, roads, cards, a row with captions, two seats

const value = (id, f = {}, more = {}) => ({ id, label: id[0].toUpperCase() + id.slice(1), f, ...more });
const zone = (name, of, index, seen, more = {}) => ({ name, title: name, kind: "pool", of, index, seen, shown: true, role: "other", order: 0, ...more });
const DATA = {
  title: "Small", hash: "1", seats: [{ name: "p1" }, { name: "p2", title: "South", colour: "green" }],
  types: {
    Town: { kind: "enum", fields: [], values: [value("ulm", {}, { at: [10, 48.4] }), value("bern", {}, { at: [7.4, 46.9] }), value("rome", {}, { at: [12.5, 41.9] })] },
    Road: { kind: "enum", fields: [{ name: "a", type: "Town" }, { name: "b", type: "Town" }], values: [value("north", { a: "ulm", b: "bern" })] },
    Suit: { kind: "enum", fields: [], values: [value("red"), value("moon")] },
    Card: { kind: "deck", fields: [{ name: "suit", type: "Suit" }, { name: "rank", type: "int" }], values: [value("ace", { suit: "red", rank: 1 }), value("two", { suit: "moon", rank: 2 })] },
    Step: { kind: "enum", fields: [{ name: "number", type: "int" }], values: [value("first", { number: 1 }), value("second", { number: 2 })] },
  },
  zones: [zone("hand", "Card", ["player"], "for owner"), zone("stock", "Card", [], "hidden", { kind: "pile" }), zone("shown", "Card", [], "open"), zone("display", "Card", ["int"], "open", { kind: "row" })],
  variables: [{ name: "at", title: "at", index: ["player"], type: "Town or none", shown: true, role: "place", order: 0 }],
  functions: [], graphs: [], flow: [], settings: [], keys: [],
  show: [{ line: "map", type: "Town", earth: true }, { line: "label", type: "Step", name: "number", text: "display" }],
};
const message = (options, more = {}) => ({ viewer: 0, seats: [{ seat: "p1", name: "Ada" }, { seat: "p2", name: "Bob" }], choice: { seat: 0, options },
  view: { zones: { hand: { p1: ["ace", "two"], p2: { size: 3 } }, stock: { size: 9 }, shown: ["two"], display: [["ace"], []] }, variables: { at: { p1: "ulm", p2: null } } }, ...more });
const argument = (type, id, more = {}) => ({ type, id, label: id, ...more });
const option = (name, ...args) => ({ name, notation: `${name}(${args.map(one => one.id).join(", ")})`, label: `${name} ${args.map(one => one.id).join(" ")}`, args });
const positionWith = (...options) => new Position(new Rules(structuredClone(DATA)), message(options));

const tests = {
  "a card in a hand, on the table, or anywhere has a key of its zone"() {
    const at = positionWith();
    assert.deepEqual(keysOf(at, option("play", argument("Card", "ace", { zone: "hand", owner: 0 }))), ["card:hand[p1]:ace"]);
    assert.deepEqual(keysOf(at, option("take", argument("Card", "two", { zone: "shown" }))), ["card:shown:two"]);
    assert.deepEqual(keysOf(at, option("name", argument("Card", "two"))), ["card:*:two"]);
    assert.ok(isSame("card:shown:two", "card:*:two") && !isSame("card:shown:ace", "card:*:two") && !isSame("card:shown:two", "card:shown:ace"));
  },
  "places, players, slots and lines have keys; a line also that of its far end"() {
    const at = positionWith();
    assert.deepEqual(keysOf(at, option("go", argument("Town", "rome"), argument("player", "p2"))), ["place:rome", "player:p2"]);
    assert.deepEqual(keysOf(at, option("put", argument("Step", "second"))), ["slot:display[2]"]);
    assert.deepEqual(keysOf(at, option("ride", argument("Road", "north"))), ["line:Road:north", "place:bern"]);
    assert.deepEqual(keysOf(at, option("pay", argument("int", "3"))), []);
  },
  "of several values each has a key, equal ones once"() {
    const bag = argument("Card", "[ace, 2 of two]", { several: true, zone: "hand", owner: 0 });
    assert.deepEqual(valuesOf(bag), ["ace", "two", "two"]);
    assert.deepEqual(valuesOf(argument("Card", "[]", { several: true })), []);
    assert.deepEqual(keysOf(positionWith(), option("pay", bag)), ["card:hand[p1]:ace", "card:hand[p1]:two"]);
  },
  "two things are two clicks, and the same thing again sends"() {
    const ace = argument("Card", "ace", { zone: "hand", owner: 0 }), here = option("fly", ace, argument("Town", "rome")), there = option("fly", ace, argument("Town", "bern"));
    const at = positionWith(here, there), first = click(at, [], "card:hand[p1]:ace", []);
    assert.equal(remaining(at, first.picked).length, 2);
    const second = click(at, first.picked, "place:rome", []);
    assert.deepEqual(remaining(at, second.picked), [here]);
    assert.equal(click(at, second.picked, "place:rome", []).sent, here);
  },
  "a thing that does not fit the picks begins anew, one without options says why, another does nothing"() {
    const go = option("go", argument("Town", "rome")), take = option("take", argument("Card", "two", { zone: "shown" })), at = positionWith(go, take);
    assert.deepEqual(click(at, ["place:rome"], "card:shown:two", []).picked, ["card:shown:two"]);
    const denied = { notation: "go(bern)", reason: "too far", cites: "R1", args: [argument("Town", "bern")] };
    assert.deepEqual(click(at, [], "place:bern", [denied]).denied, [denied]);
    assert.equal(click(at, [], "place:ulm", [denied]), null);
  },
  "what labels begin with stands once, and never cuts into a name"() {
    const { rules } = positionWith(), list = ["ulm", "rome"].map(id => ({ ...option("go", argument("Town", id)), label: `fly far to ${id === "ulm" ? "Ulm" : "Rome"} for 2 coins and a night` }));
    assert.equal(commonStart(rules, list), "fly far to");
    assert.deepEqual(headAndTail(rules, list[1], "fly far to"), ["Rome", "for 2 coins and a night"]);
    assert.deepEqual(groups([option("end"), ...list]).map(one => [one.name, one.options.length]), [["go", 2], ["", 1]]);
  },
  "reasons alike stand together; things have names"() {
    const at = positionWith(), denied = ["ulm", "bern"].map(id => ({ notation: `go(${id})`, reason: "too far", cites: "R1", args: [argument("Town", id)] }));
    assert.deepEqual(reasonsTogether(at.rules, denied), [{ name: "go", reason: "too far", cites: "R1", things: ["ulm", "bern"] }]);
    assert.deepEqual(["place:rome", "player:p2", "slot:display[1]", "card:hand[p1]:ace"].map(thing => nameOfThing(at, thing)), ["Rome", "Bob", "First", "Ace"]);
  },
  "colours come from names, from fields whose values have one, or are hues"() {
    const { rules } = positionWith();
    assert.equal(rules.colour("Card", "ace"), colourWord("red"));
    assert.ok(HUES.includes(rules.colour("Card", "two")));
    assert.equal(rules.seatColour(1), colourWord("green"));
    assert.equal(colourWord("#12ab34"), "#12ab34");
    assert.equal(colourWord("ulm"), undefined);
    assert.equal(picture("Two old trains"), "train");
  },
  "ink can be read on every colour"() {
    for (const colour of [...HUES, ...SEATS]) assert.ok(contrast(colour, inkOn(colour)) >= 4.5, `${colour}: ${contrast(colour, inkOn(colour))}`);
  },
  "the Earth is flat enough, and turned so that lines are whole"() {
    for (let lat = -88; lat < 88; lat++) assert.ok(north(lat) < north(lat + 1));
    assert.equal(turn(190), -170);
    const crossing = [[140, 35], [-120, 37]], pacific = middleOf(crossing, new Array(8).fill(crossing)); // eight lines outweigh the way from Greenwich
    assert.ok(Math.abs(turn(140 - pacific) + turn(-120 - 140)) <= 180);
    const earth = earthIn(900, 400, [[10, 48], [-70, -30]], [], false);
    for (const point of [[10, 48], [-70, -30]]) { const [x, y] = earth.place(point); assert.ok(x > 0 && x < 900 && y > 0 && y < 400); }
  },
  "a graph lays itself out always alike, no two places on each other"() {
    const edges = [[0, 1], [1, 2], [2, 3], [3, 0]], once = spreadOut(4, edges);
    assert.deepEqual(once, spreadOut(4, edges));
    for (let i = 0; i < 4; i++) for (let j = 0; j < i; j++) assert.ok(Math.hypot(once[i][0] - once[j][0], once[i][1] - once[j][1]) > 0.1);
  },
  "names cover nothing; the important ones come first"() {
    const boxes = [], names = Array.from({ length: 40 }, (_, i) => ({ at: [60 + i * 4, 50], radius: 5, width: 50, height: 12, weight: i }));
    const placed = placeNames(names, boxes, (x, y, w, h) => x >= 0 && y >= 0 && x + w <= 300 && y + h <= 100);
    assert.equal(placed[0][0].weight, 39);
    const shared = ([, x, y], [, a, b]) => Math.max(0, 50 - Math.abs(x - a)) * Math.max(0, 12 - Math.abs(y - b));
    placed.forEach((one, i) => placed.slice(0, i).forEach(other => assert.ok(shared(one, other) <= 5, `${shared(one, other)} shared`)));
    assert.ok(placed.length > 2 && placed.length < 40);
    assert.deepEqual(twoRows("Gulf of Siam and more", 8, text => text.length).length, 2);
  },
  "a ring is closed, and its points lie outwards"() {
    const { point, length, thick } = ringIn(900, 400, false), [x, y] = point(0, 0), [a, b] = point(length, 0);
    assert.ok(Math.hypot(x - a, y - b) < 1e-6);
    for (let i = 0; i < 48; i++) { const [u, v] = point(length * i / 48, thick / 2); assert.ok(u >= 0 && u <= 900 && v >= 0 && v <= 400); }
  },
  "cells of squares and hexes lie beside each other; rows from below"() {
    const square = gridIn({ cells: { a1: [1, 1], b1: [2, 1], a2: [1, 2] } }, 400, 400, 20);
    assert.ok(Math.abs(square.at("b1")[0] - square.at("a1")[0] - square.size) < 1e-6 && square.at("a2")[1] < square.at("a1")[1]);
    const hex = gridIn({ hex: true, cells: { a1: [1, 1], b1: [2, 1], a2: [1, 2], b2: [2, 2] } }, 400, 400, 20), gap = (p, q) => Math.hypot(hex.at(p)[0] - hex.at(q)[0], hex.at(p)[1] - hex.at(q)[1]);
    for (const [p, q] of [["a1", "b1"], ["a1", "a2"], ["a1", "b2"]]) assert.ok(Math.abs(gap(p, q) - hex.size) < 1e-6, `${p} ${q}`);
  },
  "stones of sets, pieces of variables by cell, and cards lie on their cells"() {
    const data = structuredClone(DATA);
    data.show = [];
    data.variables = [{ name: "stones", title: "stones", index: ["player"], type: "set of Cell", shown: true, role: "other" }, { name: "on", title: "on", index: ["Cell"], type: "Suit or none", shown: true, role: "board" }];
    data.zones = [zone("lying", "Card", ["Cell"], "open")];
    const grid = { name: "Cell", cells: { a1: [1, 1], a2: [1, 2] } };
    const at = new Position(new Rules(data), message([], { view: { zones: { lying: { a1: ["ace"], a2: [] } }, variables: { stones: { p1: ["a1"], p2: [] }, on: { a1: null, a2: "red" } }, boards: { Cell: grid } } }));
    assert.deepEqual(piecesOn(at, grid).map(one => [one.cell, one.seat, one.name]), [["a1", 0, "stones"], ["a2", -1, "on"], ["a1", -1, "lying"]]);
  },
  "cards fly from where they were seen last; what is hidden stays hidden"() {
    const before = positionWith(), view = structuredClone(before.view);
    view.zones.hand.p2.size = 4;
    view.zones.stock.size = 8;
    const drawn = new Position(before.rules, message([], { view }));
    assert.deepEqual(flights(before, drawn, "Card"), [{ from: { key: "stock", id: null }, to: { key: "hand[p2]", id: null }, id: null }]);
    const played = structuredClone(before.view);
    played.zones.hand.p1 = ["two"];
    played.zones.shown = ["two", "ace"];
    assert.deepEqual(flights(before, new Position(before.rules, message([], { view: played })), "Card"), [{ from: { key: "hand[p1]", id: "ace" }, to: { key: "shown", id: "ace" }, id: "ace" }]);
  },
  "lines of one player in one phase are a turn; the same line twice is counted"() {
    const lines = [["p1 digs", 1], ["p1 digs", 2], ["p2 rests", 3], ["It rains", 3]].map(([text, moves]) => ({ text, moves, phase: "turn" }));
    const turns = byTurns(lines, line => line.text.startsWith("p1") ? 0 : line.text.startsWith("p2") ? 1 : -1);
    assert.deepEqual(turns.map(turn => turn.lines.map(line => `${line.text} ${line.count}`)), [["p1 digs 2"], ["p2 rests 1", "It rains 1"]]);
  },
  "phases are steps: those beside the present one, once each, and what is around them"() {
    const flow = [{ name: "round", title: "round" }, { name: "a", title: "draw", inside: "round" }, { name: "b", title: "draw", inside: "round" }, { name: "c", title: "play", inside: "round" }];
    assert.deepEqual(steps(flow, "play"), { outer: ["round"], steps: [{ title: "draw", isNow: false }, { title: "play", isNow: true }] });
    assert.deepEqual(steps(flow, "elsewhere").steps, [{ title: "elsewhere", isNow: true }]);
  },
  "a range of numbers in words is a slider"() {
    assert.deepEqual(rangeOf("6 to 20 or none"), { low: 6, high: 20, optional: true });
    assert.equal(rangeOf("one of red, blue"), null);
  },
  "QR codes of all lengths are read by another program"() {
    const folder = mkdtempSync(join(tmpdir(), "qr-"));
    try {
      for (const length of [1, 14, 15, 26, 42, 62, 75, 84, 106, 122, 152, 180, 181, 213]) {
        const text = "http://192.168.1.20:8080/t/abcdefghjkmn#1.0123456789abcdef0123456789abcdef?".repeat(3).slice(0, length), rows = qr(text), scale = 4, size = (rows.length + 8) * scale;
        const dark = (x, y) => rows[Math.floor(y / scale) - 4]?.[Math.floor(x / scale) - 4], pixels = Buffer.alloc(size * size, 255);
        for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) if (dark(x, y)) pixels[y * size + x] = 0;
        writeFileSync(join(folder, "code.pgm"), Buffer.concat([Buffer.from(`P5 ${size} ${size} 255\n`), pixels]));
        assert.equal(execFileSync("zbarimg", ["-q", "--raw", join(folder, "code.pgm")], { stdio: ["ignore", "pipe", "ignore"] }).toString().trimEnd(), text);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    assert.equal(qr("x".repeat(214)), null);
  },
  "texts say who sits where, but not where a seat is called like something else"() {
    const rules = new Rules(structuredClone(DATA)), seats = [{ seat: "p1", name: "Ada" }, { seat: "ace", name: "Bob" }];
    rules.sit(seats);
    assert.equal(rules.withNames("p1 gives p10 and xp1 an ace; p1's turn"), "Ada gives p10 and xp1 an ace; Ada's turn");
    assert.equal(rules.label("player", "p1"), "Ada");
    rules.sit([seats[1]]);
    assert.equal(rules.withNames("p1 has the ace"), "p1 has the ace");
  },
  "what changed on a grid is marked, and what is the same elsewhere slides"() {
    const rules = new Rules({ ...structuredClone(DATA), show: [], variables: [{ name: "stone", title: "stone", index: ["Cell"], type: "player or none", shown: true, role: "other", order: 0 }] });
    const at = stone => new Position(rules, message([], { view: { zones: {}, variables: { stone }, boards: { Cell: { width: 3, height: 1, cells: { a1: [1, 1], b1: [2, 1], c1: [3, 1] } } } } }));
    const moved = gridChanges(at({ a1: "p1", b1: null, c1: "p2" }), at({ a1: null, b1: "p1", c1: "p2" }));
    assert.deepEqual([[...moved.cells], moved.slides], [["Cell:a1", "Cell:b1"], [{ from: "Cell:a1", to: "Cell:b1" }]]);
    assert.deepEqual(gridChanges(at({ a1: "p1" }), at({ a1: "p1" })), { cells: new Set(), slides: [] });
    assert.deepEqual(gridChanges(at({ a1: "p1", c1: "p1" }), at({ b1: "p1" })).slides, []); // nobody can tell which one it was
  },
  "of several seats of one browser the one that is asked has the screen"() {
    const own = [{ seat: 0 }, { seat: 2 }];
    assert.equal(nextOf(own, { viewer: 0, choice: { seat: 2 } }), 2);
    assert.equal(nextOf(own, { viewer: 0, choice: { seat: 1 } }), 0);
    assert.equal(nextOf(own, { viewer: 2, choice: { seat: 0, waiting: [0, 2] } }), 2);
    assert.equal(nextOf(own, { viewer: 2, choice: { seat: 0 }, result: {} }), 2);
  },
  "buttons of a map lie in the corner where they hide least"() {
    assert.deepEqual([zoomCorner(800, 400, false, []).left, zoomCorner(800, 400, false, []).top], [754, 0]);
    assert.equal(zoomCorner(800, 400, false, [[790, 20, 1]]).top, 284);
    assert.equal(zoomCorner(800, 400, false, [[790, 20, 100], [790, 390, 1], [10, 10, 1], [10, 390, 1]]).top, 284);
  },
  "lines that ran stand once, in order, with their text"() {
    const file = { name: "a.trv", text: "one\n  two\nthree" }, at = (line, visits, cites) => ({ file: "a.trv", line, column: 1, visits, cites });
    assert.deepEqual(linesThatRan(file, [at(3, 1), at(2, 1), at(2, 4, "R7"), { ...at(1, 9), file: "b.trv" }]),
      [{ line: 2, visits: 4, cites: "R7", text: "two" }, { line: 3, visits: 1, cites: "", text: "three" }]);
  },
  "a scenario has the seats of its own players, by their names in the rules"() {
    const message = asMessage(new Rules(DATA), { viewer: 0, view: { players: 2 }, choice: undefined });
    assert.deepEqual(message.seats.map(seat => [seat.seat, seat.name]), [["p1", "p1"], ["p2", "South"]]);
    assert.deepEqual(asMessage(new Rules(DATA), { viewer: 0, view: {} }).seats, []);
  },
};

console.log(`1..${Object.keys(tests).length}`);
let count = 0, failed = 0;
for (const [name, test] of Object.entries(tests)) {
  count++;
  try {
    test();
    console.log(`ok ${count} - ${name}`);
  } catch (problem) {
    failed++;
    console.log(`not ok ${count} - ${name}\n# ${problem.message.split("\n").join("\n# ")}`);
  }
}
process.exit(failed ? 1 : 0);
