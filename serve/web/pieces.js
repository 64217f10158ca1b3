// Pawns and other pieces, as parts of a drawing.
import { draw, words } from "./dom.js";
import { outline, picture } from "./pictures.js";
import { edgeOf, ink, inkOn } from "./colours.js";

const PAWN = "M0-21a5.6 5.6 0 0 1 3.7 9.8L8.5 0h-17l4.8-11.2A5.6 5.6 0 0 1 0-21z";

/** A pawn of a seat with its number, or a grey one of nobody with its picture. */
export function pawn(table, { seat, name, title, icon, id }, x, y, scale) {
  const { rules, position } = table, isMine = seat === position.me, colour = seat < 0 ? "var(--neutral)" : rules.seatColour(seat);
  const edge = seat >= 0 && !isMine ? edgeOf(colour) : undefined;
  return draw("g", { class: isMine ? "pawn mine" : "pawn", transform: `translate(${x} ${y}) scale(${scale})`, "data-piece": id,
    "data-key": seat >= 0 ? `player:${position.seatKey(seat)}` : undefined },
    draw("title", {}, seat < 0 ? title ?? words(name) : position.seatName(seat)),
    draw("ellipse", { cx: 0, cy: 1, rx: 8.5, ry: 2.6, class: "shade" }),
    draw("path", { d: PAWN, class: "body", style: { fill: colour, ...edge && { stroke: edge } } }),
    seat >= 0 ? draw("text", { y: -2.6, "text-anchor": "middle", class: "seat-mark", fill: inkOn(colour) }, seat + 1)
      : draw("g", { transform: "translate(-4.5 -10.5) scale(.38)", fill: "#ffffff", color: "#ffffff" }, outline(picture(icon) ?? picture(name) ?? "star")));
}

/** Several pieces at one place stand beside each other, mine last and so on top: calls `at(piece, number, count)`. */
export function crowds(table, pieces, at) {
  const places = new Map();
  for (const piece of pieces) places.set(String(piece.at), [...places.get(String(piece.at)) ?? [], piece]);
  for (const list of places.values()) {
    list.sort((a, b) => (a.seat === table.position.me) - (b.seat === table.position.me));
    list.forEach((piece, i) => at(piece, i, list.length));
  }
}

/** A small sign in a circle: a mark of a seat. */
export function sign(colour, name, radius) {
  const scale = radius / 17;
  return [draw("circle", { cx: 0, cy: 0, r: radius, style: { fill: colour, ...edgeOf(colour) && { stroke: edgeOf(colour) } } }),
    name && draw("g", { transform: `translate(${-12 * scale} ${-12 * scale}) scale(${scale})`, ...ink(colour) }, outline(picture(name) ?? name))];
}
