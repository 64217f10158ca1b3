// The designer's mode: errors of the rules in place of the table, another beginning, which lines ran for the last choice, and
// scenarios step by step.
import { ask } from "./net.js";
import { clamp, make, notice } from "./dom.js";
import { icon } from "./pictures.js";
import { Position } from "./position.js";
import { drawSeen } from "./replay.js";

/** What everybody at the table should know; where no choice is taken any more, a designer may begin anew. */
export function noteLine(table) {
  const { note, stopped, edit } = table.position.now;
  return note && make("p", { class: "note", role: "alert" }, note, " ",
    stopped && edit && table.position.me >= 0 && make("button", { class: "quiet anew", onclick: () => table.anew() }, "Begin anew"));
}

/** Why the rules cannot be compiled, as the compiler writes it. */
export const problemPage = table => make("main", { id: "design" }, make("section", { class: "problem", role: "alert" },
  make("h1", {}, "The rules have mistakes"), make("pre", {}, table.position.now.problem), make("p", {}, "The game goes on when they are mended.")));

// ---- lines that ran

/** The lines of a file that ran, in order: [{line, visits, cites, text}]. A line with several places is as often as the most frequent. */
export function linesThatRan(file, places) {
  const found = new Map(), texts = file.text.split("\n");
  for (const { line, visits, cites } of places.filter(place => place.file === file.name)) {
    const one = found.get(line) ?? { line, visits: 0, cites: "", text: (texts[line - 1] ?? "").trim() };
    found.set(line, { ...one, visits: Math.max(one.visits, visits), cites: one.cites || cites || "" });
  }
  return [...found.values()].sort((a, b) => a.line - b.line);
}

const ranList = ({ moves, places, files }) => make("section", { class: "ran" },
  make("h2", {}, moves ? `What ran for choice ${moves}` : "What ran at the beginning"),
  files.map(file => [make("h3", {}, file.name), make("ol", {}, linesThatRan(file, places).map(one =>
    make("li", { value: one.line }, make("code", {}, one.text), make("small", {}, [one.visits > 1 && `×${one.visits}`, one.cites].filter(Boolean).join(" ")))))]));

// ---- scenarios

/** A message for a position of a scenario: it has seats as the rules name them, and nobody sits there. */
export function asMessage(rules, { view, viewer, choice }) {
  const seats = Array.from({ length: view.players ?? 0 }, (_, i) => rules.seats[i]?.name ?? `p${i + 1}`);
  return { view, viewer, choice, lines: [], seats: seats.map(seat => ({ seat, name: rules.seatTitle(seat), who: "person", here: true })) };
}

/** One scenario at a step; which it is, the table remembers while rules and game go on. */
function steps(table, scenario, files, at) {
  const texts = files.find(file => file.name === scenario.file)?.text.split("\n") ?? [];
  const stage = make("div", { class: "seen" }), where = make("p", { class: "where" }), verdict = make("p", { class: "verdict" });
  let count = 1;
  const go = async to => {
    try {
      const told = await ask(`${table.base}/scenario?q=${scenario.number}&at=${to}&as=1`), line = told.lines[to];
      table.step = { number: scenario.number, at: to };
      count = Math.max(1, told.lines.length);
      if (line === undefined) where.textContent = "It does not come so far.";
      else where.replaceChildren(`Step ${to + 1} of ${count}, line ${line}: `, make("code", {}, (texts[line - 1] ?? "").trim()));
      verdict.textContent = told.passed ? "It comes out as it should." : `Line ${told.line}: ${told.message}`;
      if (told.position) drawSeen(table, stage, new Position(table.rules, asMessage(table.rules, told.position)));
    } catch (problem) {
      notice(problem.message);
    }
  };
  const step = (label, picture, by) => make("button", { "aria-label": label, title: label, onclick: () => go(clamp(table.step.at + by, 0, count - 1)) }, icon(picture));
  go(at);
  return make("div", { class: "scenario" }, make("h3", {}, scenario.title), make("div", { class: "replay", role: "group", "aria-label": "Steps" },
    step("Back", "prev", -1), step("On", "next", 1), where), verdict, stage);
}

function scenarioList(table, scenarios, files) {
  const shown = make("div", {}), last = scenarios.find(one => one.number === table.step?.number);
  if (last) shown.append(steps(table, last, files, table.step.at));
  return make("section", { class: "scenarios" }, make("h2", {}, scenarios.length ? "Scenarios" : "The rules have no scenario"),
    make("ul", {}, scenarios.map(one => make("li", {}, make("button", { class: "quiet", onclick: () => shown.replaceChildren(steps(table, one, files, 0)) }, one.title),
      make("small", {}, ` ${one.file}:${one.line} ${one.cites}`)))), shown);
}

/** The page of a designer, in place of the table. */
export function designPage(table) {
  const main = make("main", { id: "design" }, "…");
  Promise.all([ask(`${table.base}/ran`), ask(`${table.base}/scenarios`)])
    .then(([ran, scenarios]) => main.replaceChildren(ranList(ran), scenarioList(table, scenarios, ran.files)))
    .catch(problem => main.replaceChildren(problem.message));
  return main;
}
