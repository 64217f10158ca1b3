// Cards, piles and hands, drawn from the fields that the rules give them.
import { capital, draw, hash, make, words } from "./dom.js";
import { icon, picture } from "./pictures.js";
import { tone } from "./colours.js";
import { baseType } from "./rules.js";

const pattern = type => `art pat${hash(baseType(type)) % 4}`;

function numberText(value, which) {
  const low = value.f[which.name], high = which.to ? value.f[which.to] : undefined;
  if (low === undefined || low === null || (!low && !high)) return undefined;
  return high !== undefined && high !== low ? `${low}–${high}` : String(low);
}

function corner(value, which, where) {
  const text = which && (numberText(value, which) ?? listText(value.f[which.name]));
  return text !== undefined && make("b", { class: `corner ${where}`, title: words(which.word) },
    /ticket|coin|day/.test(which.word) ? icon(picture(which.word)) : null, text);
}
const listText = x => Array.isArray(x) && x.length ? String(x.length) : undefined;

/** A word that would be broken in the middle: its card writes smaller. */
const hasLongWord = text => text.split(/[\s-]/).some(word => word.length > 8);

/** The two numbers of a card: those that the rules name, else the first two that vary and are not its title. */
function corners(plan, value, title) {
  const named = name => name && { name, word: name };
  if (plan.given.corner || plan.given.badge) return [named(plan.given.corner), named(plan.given.badge)];
  const told = plan.numbers.find(one => numberText(value, one) === title);
  return plan.numbers.filter(one => one !== told && numberText(value, one) !== undefined);
}

function back(rules, type, size, key, at) {
  return make("div", { class: `card back z-${size}`, style: { "--c": rules.deckColour(type), "--on": "#ffffff" }, "data-key": key, "data-at": at,
    role: "img", "aria-label": `${words(baseType(type))}, face down` },
    make("div", { class: pattern(type) }, icon(rules.deckPicture(type))));
}

/** A card; `id` null: its back. `key`: what a click on it speaks of; `at`: from where and to where it moves. */
export function card(rules, type, id, { size = "m", key, at } = {}) {
  if (id === null || id === undefined) return back(rules, type, size, key, at);
  const declared = rules.type(type), value = rules.value(type, id) ?? { id, f: {} }, plan = rules.plan(type);
  const title = capital(rules.cardTitle(type, id)), isNumeral = /^\d+$/.test(title);
  const [left, right] = corners(plan, value, title);
  const kind = plan.kinds.map(field => [field, value.f[field.name]])
    .find(([field, x]) => x && !title.toLowerCase().includes(rules.label(field.type, x).toLowerCase()));
  const body = plan.body && value.f[plan.body], places = plan.places.map(field => value.f[field.name]).filter(Boolean);
  const own = rules.picture(type, id), hasMap = !own && places.some(place => rules.value(rules.placeType, place)?.at);
  const art = isNumeral ? make("span", { class: "numeral" }, title)
    : hasMap ? smallMap(rules, places) : icon(own ?? rules.deckPicture(type));
  const dots = plan.sets.flatMap(field => (value.f[field.name] ?? []).map(x =>
    make("i", { class: "dot", style: { "--c": rules.colour(field.type, x) }, title: rules.label(field.type, x) })));
  const classes = ["card", `z-${size}`, !declared.fields.length && "plain", body && "wordy", hasMap && "mapped"];
  return make("div", { class: classes.filter(Boolean).join(" "), style: tone(rules.colour(type, id)), "data-key": key, "data-at": at,
    "data-type": baseType(type), "data-id": id, role: "img", "aria-label": rules.sentence(type, id) },
    make("div", { class: pattern(type) }, art, dots.length > 0 && make("span", { class: "dots" }, dots)),
    corner(value, left, "tl"), corner(value, right, "tr"),
    make("div", { class: hasLongWord(title) ? "title long" : "title" }, isNumeral ? capital(words(baseType(type))) : title),
    body ? make("div", { class: "body" }, body) : kind && make("div", { class: "sub" }, rules.label(kind[0].type, kind[1])));
}

/** Where the places lie that a card names. */
function smallMap(rules, places) {
  const dots = places.map(place => rules.value(rules.placeType, place)?.at).filter(Boolean);
  return draw("svg", { class: "small-map", viewBox: "0 0 100 84", "aria-hidden": "true" },
    draw("use", { href: "#world", width: 100, height: 84, class: "sm-land" }),
    dots.map(([lon, lat]) => draw("circle", { cx: (lon + 180) / 3.6, cy: (78 - lat) / 1.85, r: 6, class: "sm-dot" })));
}

/** Equal ones over each other, in order of their first. */
export function grouped(cards) {
  const groups = [];
  for (const id of cards) {
    const known = groups.find(group => group.id === id);
    if (known) known.count++; else groups.push({ id, count: 1 });
  }
  return groups;
}

const DEEP = 4; // how many of equal cards are drawn over each other

function stack(rules, part, { id, count }, size) {
  const shown = Math.min(count, DEEP);
  return make("div", { class: count > 1 ? "stack many" : "stack" },
    Array.from({ length: shown }, (_, i) => make("div", { class: "in-stack" }, card(rules, part.zone.of, id,
      { size, key: i === shown - 1 ? `card:${part.key}:${id}` : undefined, at: `${part.key}|${id}|${i}` }))),
    count > 1 && make("b", { class: "times" }, `×${count}`));
}

/** The cards of a zone beside each other. */
export function fan(rules, part, size) {
  if (!part.cards) return make("div", { class: "fan" }, part.size > 0 && pile(rules, part, size), knownCards(rules, part));
  const groups = part.zone.kind === "pile" ? part.cards.map(id => ({ id, count: 1 })) : grouped(part.cards);
  return make("div", { class: groups.length > (size === "s" ? 4 : 9) ? "fan close" : "fan" }, groups.map(group => stack(rules, part, group, size)));
}

/** Cards of a hidden zone that this seat was shown and could follow since. */
function knownCards(rules, part) {
  const known = (part.known ?? []).map(one => one.card ?? one);
  return known.length > 0 && make("span", { class: "known", title: "You have seen these" },
    known.map(id => make("i", { class: "mini", style: tone(rules.colour(part.zone.of, id)), title: rules.label(part.zone.of, id) },
      icon(rules.picture(part.zone.of, id) ?? rules.deckPicture(part.zone.of)))));
}

/** A pile: its top card or its back, and how many there are. */
export function pile(rules, part, size) {
  const top = part.cards?.[0] ?? null, count = part.size;
  if (!count) return make("div", { class: `card slot z-${size}`, "data-at": `${part.key}|` }, make("span", {}, "empty"));
  return make("div", { class: `pile${count > 1 ? " deep" : ""}${count > 6 ? " deeper" : ""}` },
    card(rules, part.zone.of, top, { size, key: top ? `card:${part.key}:${top}` : `pile:${part.key}`, at: `${part.key}|${top ?? ""}|0` }),
    make("b", { class: "count", title: `${count} cards` }, count));
}

/** The cards of another player, small. */
export function miniCards(rules, part) {
  const type = part.zone.of, isPlain = !rules.type(type).fields.length;
  if (!part.cards) {
    return make("span", { class: "minis", role: "img", "aria-label": `${part.size} cards, face down`, "data-at": `${part.key}|` },
      Array.from({ length: Math.min(part.size, 6) }, () => make("i", { class: "mini back", style: { "--c": rules.deckColour(type) } })),
      make("b", {}, part.size), knownCards(rules, part));
  }
  return make("span", { class: "minis", "data-at": `${part.key}|` }, grouped(part.cards).map(({ id, count }) => {
    const title = rules.cardTitle(type, id), label = rules.label(type, id);
    const text = /^\d+$/.test(title) ? title : isPlain ? (count > 1 ? String(count) : "") : null;
    return make("i", { class: "mini", style: tone(rules.colour(type, id)), title: count > 1 ? `${count} × ${label}` : label,
      role: "img", "aria-label": `${count} ${label}`, "data-key": `card:${part.key}:${id}`, "data-type": type, "data-id": id },
      text ?? icon(rules.picture(type, id) ?? rules.deckPicture(type)), !isPlain && count > 1 && make("b", {}, count));
  }));
}
