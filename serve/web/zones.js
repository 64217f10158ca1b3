// What lies on the table, and what lies before me: zones of cards, the piles of a deck together.
import { capital, isNarrow, make, words } from "./dom.js";
import { card, fan, pile } from "./cards.js";
import { commonFacts, titleOfZone } from "./players.js";

const BIG_HAND = 5, HUGE = 10; // more open cards before me than this are drawn small; more in the hand, of middle size

/** Whether the cards of a zone are drawn on the board. */
export const isOnBoard = (table, zone) => zone.index.some(type => table.rules.isPlace(type) || table.position.isCell(type))
  || table.rules.tracks.some(track => !track.type && track.name === zone.name);

/** What of a zone does not stand on the map. */
function withoutPlaced(table, part) {
  const { rules } = table, { field } = part.zone;
  if (!field || !part.cards) return part;
  const cards = part.cards.filter(id => !rules.value(rules.placeType, rules.value(part.zone.of, id)?.f[field]));
  return { ...part, cards, size: cards.length };
}

function row(table, zone, parts) {
  const { rules } = table, caption = rules.captions.get(zone.name);
  return make("div", { class: "zone wide" }, make("span", { class: "zone-name" }, capital(words(zone.title))), make("div", { class: "row" }, parts.map(part => {
    const label = caption && rules.type(caption.type).values.find(value => String(value.f[caption.field]) === part.index[0]), id = part.cards?.[0];
    if (!label && !part.size) return null;
    const key = caption ? `slot:${part.key}` : undefined;
    const own = caption ? {} : { key: id && `card:${part.key}:${id}` };
    return make("div", { class: part.size ? "place-slot" : "place-slot vacant", "data-key": key, "aria-label": label?.label },
      part.size ? card(rules, zone.of, id ?? null, { ...own, at: `${part.key}|${id ?? ""}|0` }) : make("div", { class: "card slot z-m", "data-at": `${part.key}|` }),
      label && make("span", { class: "slot-name" }, make("b", {}, part.index[0]), capital(label.label)));
  })));
}

const isPile = (zone, isRefill) => zone.kind === "pile" || isRefill || /discard/.test(zone.name);

/** Piles first, then what they are refilled from, then the rest. */
const rank = (zone, refills) => zone.seen === "hidden" ? 0 : refills.has(zone.name) ? 1 : 2;

function pileZones(table, zone, parts, refills) {
  const isKept = part => part.size || (zone.seen === "hidden" && !zone.index.length && zone.refill) || refills.has(zone.name);
  if (parts.length > 1 && !parts.some(part => part.size)) return [];
  return parts.filter(isKept).map(part => make("div", { class: "zone" },
    make("span", { class: "zone-name" }, zone.index.length ? part.index.map((x, i) => table.rules.label(zone.index[i], x)).join(", ") : capital(words(zone.title))),
    pile(table.rules, part.cards && zone.kind !== "pile" ? { ...part, cards: part.cards.slice(-1) } : part, "s")));
}

function isSpokenOf(table, part) {
  const { choice } = table.position;
  return [...choice?.options ?? [], ...table.denied].some(option => option.args.some(argument => argument.zone === part.zone.name));
}

function openZones(table, zone, parts, size) {
  const isRoomy = !table.hasBoard;
  return parts.map(part => withoutPlaced(table, part)).filter(part => part.size || (zone.holds > 1 && !zone.field)).map(part => make("div", { class: "zone wide" },
    make("span", { class: "zone-name" }, titleOfZone(table.rules, zone, part)),
    part.size ? fan(table.rules, part, zone.holds > 1 || isRoomy || isSpokenOf(table, part) ? size : "s")
      : make("div", { class: "card slot z-s", "data-at": `${part.key}|` }, make("span", {}, "empty"))));
}

/** The zones of nobody, those of one deck together. */
export function shelf(table) {
  const { rules, position } = table, decks = new Map(), groups = [];
  for (const zone of rules.zones) {
    if (zone.index.includes("player") || !zone.shown || isOnBoard(table, zone)) continue;
    if (!decks.has(zone.of)) decks.set(zone.of, []);
    decks.get(zone.of).push(zone);
  }
  for (const [deck, zones] of decks) {
    const refills = new Set(zones.map(zone => zone.refill).filter(Boolean)), size = rules.type(deck).fields.length ? "m" : "s";
    const items = [...zones].sort((a, b) => rank(a, refills) - rank(b, refills)).flatMap(zone => {
      const parts = position.zoneParts(zone);
      if (zone.kind === "row") return row(table, zone, parts);
      return isPile(zone, refills.has(zone.name)) ? pileZones(table, zone, parts, refills) : openZones(table, zone, parts, size);
    });
    if (items.length) groups.push(make("div", { class: "deck-group" }, items));
  }
  const facts = isNarrow() ? commonFacts(table) : [];
  if (facts.length) groups.push(make("div", { class: "facts" }, facts));
  return make("section", { id: "shelf", "aria-label": "On the table", tabindex: isNarrow() ? "0" : undefined }, groups);
}

function mySize(rules, zone, part) {
  if (!rules.type(zone.of).fields.length) return "s";
  if (zone.seen === "open") return part.size > BIG_HAND ? "s" : "m";
  return part.size > HUGE ? "m" : "l";
}

/** My own zones: the hand first and large, then what lies open before me. */
export function mine(table) {
  const { rules, position } = table, list = [];
  for (const zone of rules.zones.filter(one => one.shown && one.index.includes("player") && !isOnBoard(table, one))) {
    for (const part of position.zoneParts(zone).filter(one => one.owner === position.me)) {
      const isOpen = zone.seen === "open", name = titleOfZone(rules, zone, part);
      if (!part.size) {
        if (zone.holds === 1 && isOpen) list.push([2, make("div", { class: "zone" }, make("span", { class: "zone-name" }, name), make("div", { class: "card slot z-s", "data-at": `${part.key}|` }))]);
      } else if (zone.kind === "pile" && isOpen && /play|used|discard/.test(zone.name)) {
        list.push([1.5, make("div", { class: "zone" }, make("span", { class: "zone-name" }, name), pile(rules, part, "s"))]);
      } else {
        list.push([isOpen ? 1 : 0, make("div", { class: "zone" }, make("span", { class: "zone-name" }, name, make("i", {}, part.size)), fan(rules, part, mySize(rules, zone, part)))]);
      }
    }
  }
  return make("section", { id: "mine", "aria-label": "Before you", tabindex: isNarrow() ? "0" : undefined, style: { "--seat": rules.seatColour(Math.max(0, position.me)) } },
    list.sort((a, b) => a[0] - b[0]).map(([, element]) => element));
}
