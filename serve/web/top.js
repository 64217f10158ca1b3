// The bar at the top: the game, where it is (round, phases as steps), what belongs to nobody, and tools.
import { capital, isNarrow, make } from "./dom.js";
import { icon } from "./pictures.js";
import { commonFacts, roundOf } from "./players.js";

const MOST_STEPS = 6;

/** The phases around the present one: {outer: titles, steps: [{title, isNow}]}. */
export function steps(flow, title) {
  const now = flow.find(phase => phase.title === title);
  if (!now) return { outer: [], steps: title ? [{ title, isNow: true }] : [] };
  const outer = [];
  for (let name = now.inside; name;) {
    const phase = flow.find(one => one.name === name);
    if (!phase || outer.length > 8) break;
    outer.unshift(phase.title);
    name = phase.inside;
  }
  const beside = flow.filter(phase => (phase.inside ?? null) === (now.inside ?? null)).map(phase => ({ title: phase.title, isNow: phase.title === title }));
  const around = beside.filter((step, i) => beside.findIndex(one => one.title === step.title) === i);
  const first = Math.max(0, Math.min(around.findIndex(step => step.isNow) - 2, around.length - MOST_STEPS));
  return { outer, steps: around.slice(first, first + MOST_STEPS) };
}

const tool = (name, picture, onclick, more = {}) => make("button", { class: "tool", "aria-label": name, title: name, onclick, ...more }, icon(picture), make("span", {}, name));

/** Light or dark, against what the system wants. */
export function switchTheme() {
  const root = document.documentElement, isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
}

export function topBar(table) {
  const { rules, position } = table, round = roundOf(table), where = steps(rules.flow, position.choice?.phase ?? "");
  return make("header", { id: "top" },
    make("a", { class: "brand", href: "/", title: "To the lobby" }, make("span", { class: "logo", "aria-hidden": "true" }, icon("globe")), make("span", { class: "game-title" }, rules.title)),
    make("nav", { class: "phases", "aria-label": "Where the game is" },
      round !== undefined && round !== null && make("span", { class: "round" }, "Round ", make("b", {}, round)),
      where.outer.length > 0 && make("span", { class: "outer" }, where.outer.map(capital).join(" › ")),
      make("ol", {}, where.steps.map(step => make("li", { class: step.isNow ? "now" : "", "aria-current": step.isNow ? "step" : undefined }, capital(step.title))))),
    !isNarrow() && make("div", { class: "facts" }, commonFacts(table)),
    make("div", { class: "tools" },
      position.me >= 0 && tool("Undo", "undo", () => table.undo(false)),
      position.isMyTurn && tool("Hint", "bulb", () => table.askHint()),
      position.me >= 0 && tool(table.isQuick ? "Quick is on: one click chooses" : "Quick", "bolt", () => table.setQuick(!table.isQuick), { "aria-pressed": String(table.isQuick), class: table.isQuick ? "tool on" : "tool" }),
      position.now.edit && position.me >= 0 && tool("Design", "gear", () => table.setDesigning(!table.isDesigning), { "aria-pressed": String(table.isDesigning), class: table.isDesigning ? "tool on" : "tool" }),
      tool("Rules", "book", () => table.showRules()),
      tool("Light or dark", "moon", switchTheme, { class: "tool theme" })));
}
