// Movement from one position to the next, worked out from two views of the same seat, so that nothing hidden can show: a card
// that the seat sees at one end flies with its face, one seen at neither flies face down.
import { find, findAll } from "./dom.js";
import { card } from "./cards.js";
import { gridChanges } from "./grid.js";

const TIME = 600, GAP = 90, MOST = 8, EASE = "cubic-bezier(.3,.1,.2,1)";

/** What is where before a change. */
export function remember(table) {
  const cards = new Map(), pieces = new Map(), cells = new Map();
  for (const element of findAll("[data-at]")) {
    const [zone, id] = element.dataset.at.split("|"), box = element.getBoundingClientRect();
    if (!box.width) continue;
    cards.set(`${zone}|${id ?? ""}`, box);
    if (!cards.has(zone)) cards.set(zone, box);
  }
  for (const element of findAll(".grid-cell")) cells.set(element.dataset.key, element.getBoundingClientRect());
  for (const element of findAll("[data-piece]")) pieces.set(element.dataset.piece, element.getBoundingClientRect());
  return { position: table.position, cards, pieces, cells };
}

/** [gone, come] of the cards of one deck between two positions: {key, id}, id null where it is not seen. */
export function changes(before, after, deck) {
  const gone = [], come = [];
  for (const zone of after.rules.zones.filter(one => one.of === deck)) {
    const old = new Map(before.zoneParts(zone).map(part => [part.key, part]));
    for (const part of after.zoneParts(zone)) {
      const was = old.get(part.key);
      if (!was) continue;
      if (part.cards && was.cards) {
        const rest = [...was.cards];
        for (const id of part.cards) { const i = rest.indexOf(id); if (i >= 0) rest.splice(i, 1); else come.push({ key: part.key, id }); }
        for (const id of rest) gone.push({ key: part.key, id });
      } else {
        const more = part.size - was.size, list = more > 0 ? come : gone;
        for (let i = 0; i < Math.abs(more); i++) list.push({ key: part.key, id: null });
      }
    }
  }
  return [gone, come];
}

/** Which card went where: equal faces first, then what is not seen at one end. Gives [{from, to, id}]. */
export function flights(before, after, deck) {
  const [gone, come] = changes(before, after, deck), found = [];
  for (const to of [...come].sort((a, b) => (b.id !== null) - (a.id !== null))) {
    let i = gone.findIndex(from => from.id !== null && from.id === to.id);
    if (i < 0) i = gone.findIndex(from => from.id === null || to.id === null);
    if (i < 0) continue;
    const [from] = gone.splice(i, 1);
    found.push({ from, to, id: to.id ?? from.id });
  }
  return found;
}

function flyCard(table, deck, { from, to, id }, before, delay) {
  const start = before.cards.get(`${from.key}|${from.id ?? ""}`) ?? before.cards.get(from.key);
  const target = find(`[data-at^="${CSS.escape(`${to.key}|${to.id ?? ""}`)}"]`) ?? find(`[data-at^="${CSS.escape(`${to.key}|`)}"]`);
  if (!start || !target) return;
  const end = target.getBoundingClientRect(), flying = card(table.rules, deck, id);
  flying.classList.add("flying");
  flying.style.setProperty("left", `${end.left}px`);
  flying.style.setProperty("top", `${end.top}px`);
  find("#fly").append(flying);
  const width = flying.getBoundingClientRect().width || 1, size = box => Math.min(1.3, box.width / width);
  flying.animate([{ transform: `translate(${start.left - end.left}px, ${start.top - end.top}px) scale(${size(start)})` }, { transform: `translate(0, 0) scale(${size(end)})` }],
    { duration: TIME, delay, easing: EASE, fill: "backwards" }).onfinish = () => flying.remove();
}

function slide(element, from) {
  const to = element.getBoundingClientRect(), dx = from.left - to.left, dy = from.top - to.top;
  if (Math.hypot(dx, dy) < 2) return;
  const own = element.getAttribute("transform");
  const at = (x, y) => own ? own.replace(/translate\(([-\d.]+)[ ,]([-\d.]+)\)/, (_, a, b) => `translate(${+a + x}px, ${+b + y}px)`) : `translate(${x}px, ${y}px)`;
  if (own) element.animate([{ transform: at(dx, dy) }, { transform: at(0, 0) }], { duration: TIME, easing: EASE });
  else element.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], { duration: TIME, easing: EASE });
}

/** A thing that went from cell to cell comes from where it was. */
function slideOnGrid({ from, to }, before) {
  const cell = find(`[data-key="${CSS.escape(`cell:${to}`)}"]`), start = before.cells.get(`cell:${from}`);
  if (!cell || !start) return;
  const end = cell.getBoundingClientRect();
  cell.parentNode.append(cell); // above the others
  for (const stone of findAll(".stone", cell)) stone.animate([{ transform: `translate(${start.left - end.left}px, ${start.top - end.top}px)` }, { transform: "none" }], { duration: TIME, easing: EASE });
}

export function fly(table, before) {
  find("#fly").replaceChildren();
  gridChanges(before.position, table.position).slides.forEach(one => slideOnGrid(one, before));
  for (const element of findAll("[data-piece]")) {
    const from = before.pieces.get(element.dataset.piece);
    if (from) slide(element, from);
  }
  let count = 0;
  for (const deck of new Set(table.rules.zones.map(zone => zone.of)))
    for (const flight of flights(before.position, table.position, deck)) if (count < MOST) flyCard(table, deck, flight, before, GAP * count++);
}
