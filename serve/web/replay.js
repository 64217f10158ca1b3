// Looking back at a finished game: every position again, by a slider, as this seat saw it.
import { ask } from "./net.js";
import { clamp, make, notice } from "./dom.js";
import { icon } from "./pictures.js";
import { Position } from "./position.js";
import { board } from "./board.js";
import { players } from "./players.js";
import { mine, shelf } from "./zones.js";

/** A section with the board, the cards and the players at one moment, and the slider that chooses it. */
export function replay(table) {
  const last = table.position.now.moves, stage = make("div", { class: "seen" });
  const where = make("span", {}, `choice ${last} of ${last}`), slider = make("input", { type: "range", min: 0, max: last, value: last, "aria-label": "Choice", oninput: () => go(Number(slider.value)) });
  let asked = 0;
  const go = async to => {
    const at = clamp(to, 0, last), own = ++asked;
    slider.value = at;
    where.textContent = `choice ${at} of ${last}`;
    try {
      const now = await ask(`${table.base}/replay?at=${at}`);
      if (own === asked) drawSeen(table, stage, new Position(table.rules, now));
    } catch (problem) {
      notice(problem.message);
    }
  };
  const step = (label, picture, by) => make("button", { "aria-label": label, title: label, onclick: () => go(Number(slider.value) + by) }, icon(picture));
  const section = make("section", { class: "replay-box", "aria-label": "Look back" },
    make("div", { class: "replay", role: "group", "aria-label": "Look back" }, step("Back", "prev", -1), slider, step("On", "next", 1), where), stage);
  section.begin = () => drawSeen(table, stage, table.position);
  return section;
}

/** Draws what a table would, without anything to choose. */
export function drawSeen(table, stage, position) {
  const seen = Object.assign(Object.create(Object.getPrototypeOf(table)), table, { position, denied: [], picked: [], redrawBoard() {} });
  seen.position.choice = position.choice && { ...position.choice, options: undefined };
  const drawing = board(seen);
  seen.hasBoard = drawing.isBoard;
  stage.replaceChildren(drawing.element, ...drawing.hasShelf ? [] : [shelf(seen)], mine(seen), players(seen));
  drawing.draw();
}
