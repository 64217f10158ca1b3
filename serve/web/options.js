// From options to the things on the table that they speak of, and back. Pure: knows no element.
import { baseType } from "./rules.js";

/** The values of an argument: "[red, 2 of blue]" has three. */
export function valuesOf(argument) {
  if (!argument.several) return argument.id === "none" ? [] : [argument.id];
  return argument.id.slice(1, -1).split(",").map(text => text.trim()).filter(Boolean)
    .flatMap(text => { const many = /^(\d+) of (.*)$/.exec(text); return many ? Array(Number(many[1])).fill(many[2]) : [text]; });
}

function cardKey(position, argument, id) {
  if (!argument.zone) return `card:*:${id}`;
  const zone = position.rules.byName.get(argument.zone);
  if (zone.index.length === 0) return `card:${zone.name}:${id}`;
  if (zone.index.length === 1 && argument.owner !== undefined) return `card:${zone.name}[${position.seatKey(argument.owner)}]:${id}`;
  return `card:${zone.name}[*:${id}`;
}

function keysOfValue(position, argument, id) {
  const { rules } = position, type = argument.type;
  if (type === "player") return [`player:${id}`];
  if (type === "int" || type === "bool" || type === "") return [];
  if (rules.isDeck(type)) return [cardKey(position, argument, id)];
  if (position.isCell(type)) return [`cell:${type}:${id}`];
  if (rules.isPlace(type)) return [`place:${id}`];
  const row = [...rules.captions].find(([, caption]) => caption.type === type);
  if (row) return [`slot:${row[0]}[${rules.value(type, id)?.f[row[1].field]}]`];
  if (rules.tracks.some(track => track.type === type)) return [`space:${type}:${id}`];
  if (rules.ways.some(way => way.key === `line:${type}:${id}`)) {
    const end = position.farEnd(type, id);
    return end ? [`line:${type}:${id}`, `place:${end}`] : [`line:${type}:${id}`];
  }
  return [`value:${type}:${id}`];
}

/** The keys of the things that an option speaks of; a list for each argument, without those that speak of nothing to click. */
export function keysByArgument(position, option) {
  option.keys ??= option.args.map(argument =>
    [...new Set(valuesOf(argument).flatMap(id => keysOfValue(position, argument, id)))]).filter(keys => keys.length);
  return option.keys;
}
export const keysOf = (position, option) => keysByArgument(position, option).flat();

/** Whether a thing on the table is the one that a key of an option means. */
export function isSame(thing, key) {
  if (thing === key) return true;
  const any = key.indexOf("*:");
  return any > 0 && thing.startsWith(key.slice(0, any)) && thing.endsWith(key.slice(any + 1));
}
export const speaksOf = (position, option, thing) => keysOf(position, option).some(key => isSame(thing, key));

/** Options that speak of all the things that were picked. */
export const remaining = (position, picked) =>
  (position.isMyTurn ? position.choice.options : []).filter(option => picked.every(thing => speaksOf(position, option, thing)));

/**
 * What a click on a thing means: {picked, sent} with the new picks, and the option to send if the click confirms it;
 * {denied} with what is not possible there; null when nothing speaks of it.
 */
export function click(position, picked, thing, denied) {
  if (picked.includes(thing)) {
    const rest = remaining(position, picked);
    return rest.length === 1 ? { picked, sent: rest[0] } : { picked: picked.filter(one => one !== thing) };
  }
  const speaks = option => speaksOf(position, option, thing);
  if (remaining(position, picked).some(speaks)) return { picked: [...picked, thing] };
  if ((position.choice?.options ?? []).some(speaks)) return { picked: [thing] };
  const refused = (denied ?? []).filter(speaks);
  return refused.length ? { denied: refused } : null;
}

/** The text of a value as labels write it. */
const named = (rules, argument, id) => ["int", "bool", ""].includes(argument.type) ? String(id) : rules.label(argument.type, id);

/** The words that all labels of a group begin with, as far as the first thing they name. */
export function commonStart(rules, options) {
  if (options.length < 2) return "";
  const starts = options.map(option => {
    const ends = option.args.flatMap(argument => valuesOf(argument).map(id => option.label.indexOf(named(rules, argument, id)))).filter(i => i >= 0);
    return option.label.slice(0, Math.min(option.label.length, ...ends)).trim().split(" ");
  });
  let count = 0;
  while (count < 5 && starts.every(one => one[count] && one[count] === starts[0][count])) count++;
  return starts[0].slice(0, count).join(" ");
}

/** [head, tail] of the text of a button: up to the things it names, and the rest. */
export function headAndTail(rules, option, start) {
  let text = start && option.label.startsWith(start) ? option.label.slice(start.length).trim() : option.label;
  const cards = option.args.filter(argument => rules.isDeck(argument.type) && !argument.several);
  for (const argument of cards) text = text.replace(rules.label(argument.type, argument.id), rules.cardTitle(argument.type, argument.id));
  if (text.length <= 22) return [text, ""];
  let cut = 0;
  for (const argument of option.args)
    for (const id of valuesOf(argument)) {
      const name = rules.isDeck(argument.type) ? rules.cardTitle(argument.type, id) : named(rules, argument, id), i = text.indexOf(name);
      if (i >= 0 && i + name.length <= 44) cut = Math.max(cut, i + name.length);
    }
  const colon = text.indexOf(": ");
  if (cut > colon && colon > 2 && colon <= 30) cut = colon;
  if (!cut) cut = /^(.{3,40}?)(?:: | for | \()/.exec(text)?.[1].length ?? (text.length > 44 ? 0 : text.length);
  return cut ? [text.slice(0, cut), text.slice(cut).replace(/^[:,]?\s*/, "")] : [text, ""];
}

/** Options by name, those without arguments together and last: [{name, options}]. */
export function groups(options) {
  const found = new Map();
  for (const option of options) {
    const name = option.args.length ? option.name : "";
    if (!found.has(name)) found.set(name, []);
    found.get(name).push(option);
  }
  return [...found].map(([name, list]) => ({ name, options: list })).sort((a, b) => (a.name === "") - (b.name === ""));
}

/** Reasons alike stand together: [{name, reason, cites, things}]. */
export function reasonsTogether(rules, denied) {
  const found = new Map();
  for (const one of denied) {
    const name = one.notation.split("(")[0], key = `${name}|${one.reason}|${one.cites}`;
    if (!found.has(key)) found.set(key, { name, reason: one.reason, cites: one.cites, things: [] });
    const things = one.args.map(argument => rules.isDeck(argument.type) && !argument.several ? rules.cardTitle(argument.type, argument.id) : argument.label);
    if (things.length) found.get(key).things.push(things.join(", "));
  }
  return [...found.values()];
}

/** What a thing on the table is called. */
export function nameOfThing(position, thing) {
  const { rules } = position, [kind, first, ...rest] = thing.split(":"), id = rest.join(":");
  if (kind === "card") return rules.cardTitle(rules.byName.get(first.split("[")[0])?.of ?? "", id);
  if (kind === "place") return rules.label(rules.placeType, first);
  if (kind === "player") return position.seatName(position.seatNumber(first)) || first;
  if (kind === "slot") {
    const [, row, number] = /^(\w+)\[(\w+)\]$/.exec(first), caption = rules.captions.get(row);
    const value = caption && rules.type(caption.type).values.find(one => String(one.f[caption.field]) === number);
    return value ? value.label : `${row} ${number}`;
  }
  return rules.label(baseType(first), id);
}
