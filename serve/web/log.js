// What happened, by turns, the newest first; numbers of rules in a line can be clicked.
import { capital, make } from "./dom.js";
import { citeButtons } from "./pop.js";
import { seatsInText } from "./players.js";

const MOST = 60; // turns that are shown

/** Lines that belong together: those of one player in one phase. `seatOf` tells whom a line speaks of, -1 for nobody. */
export function byTurns(lines, seatOf) {
  const turns = [];
  for (const line of lines) {
    const last = turns.at(-1), seat = seatOf(line);
    const isSame = last && last.phase === line.phase && (last.seat === seat || (seat < 0 && last.moves === line.moves));
    const turn = isSame ? last : { phase: line.phase, seat, lines: [] };
    if (!isSame) turns.push(turn);
    turn.moves = line.moves;
    const before = turn.lines.at(-1);
    if (before?.text === line.text) before.count++; else turn.lines.push({ text: line.text, count: 1 });
  }
  return turns;
}

function withRules(table, text) {
  return text.split(/((?:\b[A-Z]\d{1,3}\b ?)+)/).map((piece, i) => i % 2 ? citeButtons(table, piece.trim()) : seatsInText(table, piece));
}

/** Whose choice a line is, or whose name it begins with. */
function seatOf(position, line) {
  if (line.seat !== undefined) return line.seat;
  return position.seats.findIndex(seat => line.text.startsWith(`${seat.seat} `) || line.text.startsWith(`${seat.seat}'`));
}

/** New lines are read out by those who read the page aloud: the log itself is drawn anew each time. */
export function announce(table, known) {
  const news = table.lines.filter(line => line.number >= known);
  if (news.length) document.getElementById("heard").textContent = news.map(line => table.rules.withNames(line.text)).join(" ");
}

export function logPane(table) {
  const turns = byTurns(table.lines, line => seatOf(table.position, line)).reverse().slice(0, MOST);
  return make("section", { id: "log", "aria-label": "What happened" }, make("h2", {}, "What happened"),
    make("ol", { tabindex: "0" }, turns.map((turn, i) => make("li", { class: i ? "turn-group" : "turn-group newest", style: { "--c": turn.seat >= 0 ? table.rules.seatColour(turn.seat) : "var(--line)" } },
      turn.phase && turn.phase !== turns[i + 1]?.phase && make("h3", {}, capital(turn.phase)),
      make("ul", {}, turn.lines.map(line => make("li", {}, withRules(table, line.text), line.count > 1 && make("em", {}, ` ×${line.count}`))))))));
}
