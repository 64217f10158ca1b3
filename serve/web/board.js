// The board: which kind it is, and the strips of numbers below it.
import { capital, clamp, isNarrow, make, words } from "./dom.js";
import { tone } from "./colours.js";
import { mapBoard } from "./map.js";
import { trackBoard } from "./track.js";
import { ringBoard } from "./ring.js";
import { gridBoard } from "./grid.js";
import { shelf } from "./zones.js";

/** "map", "track", "ring", "grid" or "none", and the line of `show` or the grids it is made from. */
function kindOf(table) {
  const { rules, position } = table, along = rules.tracks.find(track => track.low === undefined);
  const hasMap = rules.maps.some(map => rules.type(map.type)?.values.some(value => value.at));
  if (hasMap) return { kind: "map" };
  if (along) return { kind: along.line, along };
  if (position.grids.length) return { kind: "grid" };
  return { kind: rules.placeType && rules.type(rules.placeType) ? "map" : "none" };
}

/** The table's cards lie inside the ring, which is made higher on a phone if they need more room. */
function ringAround(table, box, along) {
  const cards = shelf(table), hole = ringBoard(table, box, along);
  hole.append(cards);
  const missing = cards.scrollHeight - hole.clientHeight;
  if (missing > 0 && isNarrow()) ringBoard(table, box, along, missing).append(cards);
}

/** {element, isBoard, hasShelf: whether the table's cards lie inside it, draw: to be called once it is on the page}. */
export function board(table) {
  const { kind, along } = kindOf(table), box = make("div", { class: "board-box" });
  const strips = table.rules.tracks.filter(track => track.low !== undefined);
  const element = make("section", { id: "board", "aria-label": "Board", class: `has-${kind}` }, box, strips.map(track => strip(table, track)));
  const draw = () => {
    if (kind === "map") mapBoard(table, box);
    else if (kind === "grid") gridBoard(table, box);
    else if (kind === "track") trackBoard(table, box, along);
    else if (kind === "ring") ringAround(table, box, along);
  };
  return { element, hasShelf: kind === "ring", isBoard: kind !== "none", draw };
}

/** Beads that cover none of the others, each as near to its place as can be; widths in hundredths. */
function spread(beads) {
  const gap = isNarrow() ? 9 : 3.1;
  for (let round = 0; round < 30; round++)
    for (let i = 1; i < beads.length; i++) {
      const missing = gap - (beads[i].x - beads[i - 1].x);
      if (missing > 0) { beads[i].x += missing / 2; beads[i - 1].x -= missing / 2; }
    }
  return beads;
}

/** A plain track of numbers, with a bead for each player. */
function strip(table, track) {
  const { rules, position } = table, { low, high } = track, title = rules.byName.get(track.thing)?.title ?? words(track.thing);
  const at = x => 2 + (clamp(x, low, high) - low) / (high - low) * 96, step = Math.max(1, Math.round((high - low) / 80) * 10 || 1);
  const beads = position.seats.map((_, seat) => ({ seat, value: position.fact(track.thing, seat) })).filter(bead => typeof bead.value === "number")
    .sort((a, b) => a.value - b.value).map(bead => ({ ...bead, x: at(bead.value) }));
  return make("div", { class: "strip", role: "img", "aria-label": `${title}: ${beads.map(bead => `${position.seatName(bead.seat)} ${bead.value}`).join(", ")}` },
    make("b", {}, capital(title)), make("div", { class: "rail" },
      Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => make("span", { class: "tick", style: { left: `${at(low + i * step)}%` } }, low + i * step)),
      spread(beads).map(({ seat, value, x }) => make("span", { class: "bead", "data-piece": `bead:${track.thing}:${seat}`,
        style: { left: `${x}%`, ...tone(rules.seatColour(seat)) }, title: `${position.seatName(seat)}: ${value}` }, value))));
}
