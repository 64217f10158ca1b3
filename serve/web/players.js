// The players: a panel for each, with score, numbers, gauges and small cards.
import { capital, isNarrow, make, number, words } from "./dom.js";
import { icon, picture } from "./pictures.js";
import { tone } from "./colours.js";
import { baseType, isSeveral } from "./rules.js";
import { miniCards } from "./cards.js";

const GAUGE = 12; // steps that are still drawn one by one

export const seatDot = (table, seat) =>
  make("span", { class: "seat-dot", style: tone(table.rules.seatColour(seat)), "aria-hidden": "true" }, seat + 1);

const status = seat => seat.who === "bot" ? `bot, ${seat.level}` : seat.who === "open" ? "not here yet"
  : seat.away ? "a bot plays on" : seat.here ? "" : "away";

function gauge(declared, x) {
  const steps = declared.high - declared.low + (declared.low ? 1 : 0);
  return make("span", { class: "gauge", role: "img", "aria-label": `${declared.title} ${x} of ${declared.high}` },
    Array.from({ length: steps }, (_, i) => make("i", { class: i + (declared.low || 1) <= x ? "on" : "" })), make("b", {}, x));
}

const counter = (declared, x) => make("span", { class: "num", title: declared.title },
  icon(picture(declared.icon) ?? picture(declared.title) ?? "chip"), make("b", {}, typeof x === "number" ? number(x) : x), make("small", {}, declared.title));

/** Where a seat is on a track, in words. */
function trackPlace(rules, track, x) {
  const space = track.type && rules.type(track.type)?.values.find(value => value.f[track.name] === x);
  return space && make("span", { class: "where" }, icon("pin"), space.label);
}

/** One variable or fn of a seat goes to its row of the panel. */
function addFact(table, seat, declared, rows) {
  const { rules, position } = table, x = position.fact(declared.name, seat);
  if (x === undefined || x === null || x === false || (Array.isArray(x) && !x.length)) return;
  const track = rules.tracks.find(one => one.thing === declared.name);
  if (track?.type) { rows.bits.push(trackPlace(rules, track, x)); return; }
  if (track) return;
  if (position.isCell(declared.type)) { if (Array.isArray(x)) rows.bits.push(counter(declared, x.length)); return; }
  if (rules.isPlace(declared.type)) {
    const sign = icon(picture(declared.icon) ?? (Array.isArray(x) ? "flag" : "pin"));
    rows.bits.push(Array.isArray(x)
      ? make("span", { class: "num", title: x.map(one => rules.label(declared.type, one)).join(", ") }, sign, make("b", {}, x.length), make("small", {}, declared.title))
      : make("span", { class: "where", title: declared.title }, sign, rules.label(declared.type, x)));
    return;
  }
  if (x === true) { rows.tags.push(make("span", { class: "tag warn" }, declared.title)); return; }
  if (rules.type(declared.type) || baseType(declared.type) === "player") {
    const text = isSeveral(declared.type) ? [].concat(x).map(one => rules.label(declared.type, one)).join(", ") : rules.label(declared.type, x);
    rows.bits.push(make("span", { class: "num" }, make("small", {}, declared.title), make("b", {}, text)));
    return;
  }
  if (typeof x === "number" && declared.high !== undefined && declared.high - declared.low <= GAUGE) {
    rows.gauges.push(make("div", { class: "gauge-line" }, make("small", {}, declared.title), gauge(declared, x)));
    return;
  }
  if (x === 0 && declared.role === "other") return;
  rows.bits.push(counter(declared, Array.isArray(x) ? x.join(", ") : x));
}

/** Variables of nobody whose value is this player: "starter". */
function addTags(table, seat, rows) {
  const { rules, position } = table, key = position.seatKey(seat);
  for (const declared of rules.variables) {
    if (declared.index.length || !declared.shown || declared.passing || baseType(declared.type) !== "player") continue;
    if (/^(active|whose_turn|current|turn)/.test(declared.name) || position.common(declared.name) !== key) continue;
    rows.tags.push(make("span", { class: "tag" }, declared.title));
  }
}

export function panel(table, seat) {
  const { rules, position } = table, who = position.seats[seat], rows = { bits: [], gauges: [], tags: [], zones: [] };
  addTags(table, seat, rows);
  const score = position.score(seat);
  for (const declared of [...rules.functions, ...rules.variables].sort((a, b) => a.order - b.order)) {
    if (!declared.shown || declared.passing || declared.role === "part" || declared.name === score?.name) continue;
    if (!position.isOfPlayer(declared) || declared.index?.length > 1) continue;
    if (declared.role === "mark" && !isSeveral(declared.type) && !rules.isPlace(declared.type)) continue;
    addFact(table, seat, declared, rows);
  }
  for (const zone of rules.zones.filter(one => one.shown && one.index.includes("player")))
    for (const part of position.zoneParts(zone))
      if (part.owner === seat && part.size && (seat !== position.me || isNarrow()))
        rows.zones.push(make("div", { class: "mini-zone" }, make("small", {}, zone.title), miniCards(rules, part)));
  const isTurn = position.choice && (position.choice.waiting ?? [position.choice.seat]).includes(seat);
  const state = status(who);
  return make("article", { class: `panel${isTurn ? " turn" : ""}${seat === position.me ? " me" : ""}${table.opened.has(seat) ? " open" : ""}`,
    style: tone(rules.seatColour(seat)), "data-key": `player:${who.seat}`, "data-seat": seat,
    "aria-label": `${who.name}${seat === position.me ? ", you" : ""}${isTurn ? ", to choose" : ""}` },
    make("header", {}, seatDot(table, seat), make("h2", {}, who.name), seat === position.me && make("span", { class: "you" }, "you"),
      state && make("span", { class: "you" }, state), rows.tags,
      score && make("span", { class: "score", title: score.title }, make("b", {}, number(score.value)), make("small", {}, score.title))),
    rows.bits.length > 0 && make("div", { class: "bits" }, rows.bits),
    rows.gauges.length > 0 && make("div", { class: "gauges" }, rows.gauges),
    rows.zones.length > 0 && make("div", { class: "mini-zones" }, rows.zones));
}

export const players = table => make("section", { id: "players", "aria-label": "Players", tabindex: isNarrow() ? "0" : undefined }, table.position.order.map(seat => panel(table, seat)));

/** What belongs to nobody: numbers, values of enums, what is the case. */
export function commonFacts(table) {
  const { rules, position } = table, list = [];
  for (const declared of [...rules.functions, ...rules.variables]) {
    if (!declared.shown || declared.passing || position.isOfPlayer(declared) || declared.index?.length || isRound(declared)) continue;
    if (baseType(declared.type) === "player" || rules.isPlace(declared.type) || position.isCell(declared.type) || isSeveral(declared.type)) continue;
    const x = position.common(declared.name);
    if (x === null || x === undefined || x === false || x === 0 || x === "") continue;
    if (rules.type(declared.type)) {
      list.push(make("span", { class: "fact" }, make("i", { style: tone(rules.colour(declared.type, x)) }, icon(rules.picture(declared.type, x) ?? "chip")),
        make("span", {}, declared.title), make("b", {}, rules.label(declared.type, x))));
    } else if (x === true) list.push(make("span", { class: "fact on" }, icon("check"), make("b", {}, declared.title)));
    else list.push(make("span", { class: "fact" }, make("i", {}, icon(picture(declared.icon) ?? picture(declared.name) ?? "chip")), make("span", {}, declared.title), make("b", {}, typeof x === "number" ? number(x) : x)));
  }
  return list;
}
const isRound = declared => /^rounds?(_number)?$/.test(declared.name) && !declared.index?.length;

/** The round of the game, if there is a variable of that name. */
export function roundOf(table) {
  const declared = table.rules.variables.find(isRound);
  return declared ? table.position.common(declared.name) : undefined;
}

/** A text with the seats in their colours; where the rules say "p1", the name of who sits there. */
export function seatsInText(table, text) {
  return text.split(table.rules.seatWords).map((piece, i) => i % 2 === 0 ? piece
    : make("b", { class: "who", style: { "--c": table.rules.seatColour(table.position.seatNumber(piece)) } }, table.rules.names.get(piece)));
}

export const titleOfZone = (rules, zone, part) => {
  const others = part.index.map((x, i) => zone.index[i] === "player" ? null : rules.label(zone.index[i], x)).filter(Boolean);
  return capital(words(zone.title)) + (others.length && zone.kind !== "row" ? `: ${others.join(", ")}` : "");
};
