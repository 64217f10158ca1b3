// Pictures: outlines on a square of 24, and the words that stand for them. A leading ~ means strokes instead of a filled shape.
import { draw } from "./dom.js";

export const ICON = {
  pin: "M12 2a7 7 0 0 0-7 7c0 5 7 13 7 13s7-8 7-13a7 7 0 0 0-7-7zm0 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  star: "M12 2l3 6.6 7.200.8-5.4 4.9 1.5 7.1L12 17.8l-6.3 3.6 1.5-7.1L1.8 9.4 9 8.6z",
  peak: "M1 20.5 9 6l3.6 6.2L15 9l8 11.5zM9 9.5l-2.3 4.1 1.500.7 1.2-1.1 1.4 1.200.9-.6z",
  paw: "M12 11.5c3 0 6 3.3 6 6.2 0 2-1.5 3.3-3 3.3-1.2 0-2-.6-3-.6s-1.800.6-3 .6c-1.5 0-3-1.3-3-3.3 0-2.9 3-6.2 6-6.2zM4.2 8.5a2 2.6 0 1 1 0 5.2 2 2.6 0 0 1 0-5.2zm15.6 0a2 2.6 0 1 1 0 5.2 2 2.6 0 0 1 0-5.2zM8.8 3a2.1 3 0 1 1 0 6 2.1 3 0 0 1 0-6zm6.4 0a2.1 3 0 1 1 0 6 2.1 3 0 0 1 0-6z",
  temple: "M12 2 2 7v2h20V7zM4 10h3v8H4zm6.5 0h3v8h-3zM17 10h3v8h-3zM2 19h20v3H2z",
  anchor: "M12 1.5a3 3 0 0 1 1.4 5.6V9H17v2.5h-3.6v7.3c2.5-.5 4.6-2.2 5.2-4.5l-2 .6L19 10.5l3 4.5-1.7-.3C19.5 19 16 22 12 22s-7.5-3-8.3-7.3L2 15l3-4.5 2.4 4.4-2-.6c.6 2.3 2.7 4 5.2 4.5v-7.3H7V9h3.6V7.1A3 3 0 0 1 12 1.5zm0 1.8a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z",
  waterfall: "M3 2.5h18V7h-2v8c-1 0-1 1-2 1s-1-1-2-1V7h-2v10c-1 0-1 1-2 1V7H9v7.5c-1 0-1 1-2 1s-1-1-2-1V7H3zM2 19.5c1.7 0 1.7-1 3.3-1s1.7 1 3.4 1 1.6-1 3.3-1 1.7 1 3.4 1 1.6-1 3.3-1 1.6 1 3.3 1V22c-1.7 0-1.7-1-3.3-1s-1.7 1-3.4 1-1.6-1-3.3-1-1.7 1-3.4 1-1.6-1-3.3-1-1.6 1-3.3 1z",
  shell: "M12 3c5 0 9 4 9 9 0 2-1 4-2.5 5.5L15 19v2H9v-2l-3.5-1.5C4 16 3 14 3 12c0-5 4-9 9-9zm-.6 3.5v9h1.2v-9zM7.5 8l2 8 1.1-.3-2-8zm7.9-.3-2 8 1.100.3 2-8zM5 12l3 4.600.9-.6-3-4.6zm13.1-.6-3 4.600.9.6 3-4.6z",
  compass: "M12 1l2.6 8.4L23 12l-8.4 2.6L12 23l-2.6-8.4L1 12l8.4-2.6zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  train: "M4.5 3.5h5V5L8.5 7v2H14V4h8v2h-1v10h1.5v2h-2a3 3 0 1 1-5.8 0h-3.4a3 3 0 1 1-5.8 0H3l-2-2h2V9h2.5V7l-1-2zM16 6.5v4h3v-4z",
  ship: "M3.5 13h17l-2.7 6.5H6.2zM8 12V8h2.5V3.5H14V8h2.5v4zM2 20.5h20v1.8H2z",
  elephant: "M3 12c0-4 3-6.5 7-6.5 2 0 3.500.5 4.5 1.2C15.5 5.6 16.7 5 18 5c2.5 0 4 2 4 4.5V17c0 1.7-1 2.8-2.3 2.8-.9 0-1.7-.6-1.7-1.5h1.3c.5 0 .8-.4.8-1v-3.8c-.6.4-1.300.7-2.100.8V20h-3v-4H9v4H6v-5c-.6-.3-1-.8-1.3-1.3L4 16H2.5zM18.2 8.2a.9.9 0 1 0 0 1.800.9.9 0 0 0 0-1.8z",
  coach: "M4 4h15v9H4zm2 2v4h4.5V6zm6.5 0v4H17V6zM1.5 13.5H21l1.5 2.5h-2.1a3.5 3.5 0 1 1-6.6 0h-3.1a3.5 3.5 0 1 1-6.6 0H1.5z",
  balloon: "M12 1.5c4.5 0 8 3.3 8 7.5 0 3.8-3.5 6.5-5.7 8.5H9.7C7.5 15.5 4 12.8 4 9c0-4.2 3.5-7.5 8-7.5zM11.3 3.5v12h1.4v-12zM9.5 18.8h5v3.7h-5z",
  plane: "M22.5 12c0-.9-.8-1.5-2-1.5h-5L10 2.5H8l2.5 8H6L4.2 8H2.5l1 4-1 4h1.7L6 13.5h4.5l-2.5 8h2l5.5-8h5c1.2 0 2-.6 2-1.5z",
  ticket: "M2 6h20v4a2 2 0 0 0 0 4v4H2v-4a2 2 0 0 0 0-4zm12 1.5v1.8h1.5V7.5zm0 3.7V13h1.5v-1.8zm0 3.6v1.8h1.5v-1.8z",
  key: "M7.5 7a5 5 0 0 1 4.8 3.6H22v3.2h-2V17h-3v-3.2h-4.7A5 5 0 1 1 7.5 7zm0 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  coin: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 2.2a7.8 7.8 0 1 0 0 15.6 7.8 7.8 0 0 0 0-15.6zm0 3.2 1.4 3.1 3.300.3-2.5 2.200.8 3.3-3-1.7-3 1.700.8-3.3-2.5-2.2 3.3-.3z",
  purse: "M8.5 2.5h7L14 7c3.7 1.5 6.5 5 6.5 9 0 3.7-3 5.5-8.5 5.5S3.5 19.7 3.5 16c0-4 2.8-7.5 6.5-9zM12 10.5l1.2 2.5 2.800.3-2.1 1.900.6 2.8-2.5-1.5L9.5 18l.6-2.8L8 13.3l2.8-.3z",
  handcuffs: "M7 9a5.5 5.5 0 1 1 0 11A5.5 5.5 0 0 1 7 9zm0 2.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM17 9a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zm0 2.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM6 5.5h4.5V4h3v1.5H18V8h-4.5V6.8h-3V8H6z",
  spyglass: "M1.5 15 14.6 6.2l3.6 5.2L5 20zM15.8 5 20 2.2l3.5 5.1-4.2 2.9zM9.5 18.5l2-1.3L14 22h-2.3z",
  flag: "M5 2h2v20H5zM8 3h12l-3 4.5L20 12H8z",
  house: "M12 2.5 22 11h-3v10h-5.5v-6h-3v6H5V11H2z",
  coal: "M2 20.5l2.5-6 4-1.5 2.5-5.5 4.5-1.5 3 4 .5 4.5 3 6zM9.5 14l2.5 2 3.5-1-1.5-3.5z",
  flame: "M12 2c1 4 6.5 6 6.5 12.5a6.5 6.5 0 0 1-13 0c0-2.5 1-4.5 2-5.500.2 2 1 3 2 3.5C9.5 9 10 5 12 2z",
  gear: "M10.5 2h3l.5 2.6 1.900.8 2.2-1.5 2.1 2.1-1.5 2.200.8 1.9 2.500.4v3l-2.600.5-.8 1.9 1.5 2.2-2.1 2.1-2.2-1.5-1.900.8-.4 2.5h-3l-.5-2.6-1.9-.8-2.2 1.5-2.1-2.1 1.5-2.2-.8-1.9L2 13.5v-3l2.6-.5.8-1.9-1.5-2.2L6 3.8l2.2 1.5 1.9-.8zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  person: "M12 2a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM3.5 22c0-5 3.5-8.5 8.5-8.5s8.5 3.5 8.5 8.5z",
  shield: "M12 2l8 3v6c0 5-3.5 9-8 11-4.5-2-8-6-8-11V5z",
  rocket: "M12 1.5c3.5 2.5 5 6 5 9.5v3l3 3v4l-4.5-2.5h-7L4 21v-4l3-3v-3c0-3.5 1.5-7 5-9.5zM12 7a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM10.5 19.5h3L12 23z",
  bomb: "M10 8a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM13.5 6.5l2-2 2.5 2.5-2 2zM17 3.5c1.5-1.5 3-1.5 4.5-.5l-.8 1.3c-1-.7-1.8-.7-2.700.2z",
  storm: "M7 13.5a5 5 0 1 1 .9-9.7A6.5 6.5 0 0 1 20 7a3.3 3.3 0 0 1-1 6.5zM12 12.5 8.5 18H11l-1.5 4.5L15 16h-2.7l2.2-3.5z",
  map: "M2 5l6.5-2.5 7 2.5L22 2.5V19l-6.5 2.5-7-2.5L2 21.5zM8 5v12l1 .4V5.3zM15 7v12l1-.3V6.7z",
  day: "M6 2h2v2h8V2h2v2h3v18H3V4h3zM5 9v11h14V9zM7 11h3v3H7zm5 0h3v3h-3z",
  suitcase: "M8.5 3h7l1 3H21v14H3V6h4.5zm1.4 1.8L9.5 6h5l-.4-1.2zM6.5 7.5v11h1.5v-11zm9.5 0v11h1.5v-11z",
  die: "M4 3h16a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM7.5 6a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zm9 8.6a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM12 10.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z",
  tree: "M12 1.5l6 7.5h-3l4 5h-3.5l4 5h-6V22.5h-3V19h-6l4-5H5l4-5H6z",
  wave: "M1 8c2 0 2.5-2 5.5-2S10 8 12 8s2.5-2 5.5-2S21 8 23 8v2.6c-3 0-3.5-2-5.5-2s-2.5 2-5.5 2-3.5-2-5.5-2-2.5 2-5.5 2zM1 15c2 0 2.5-2 5.5-2s3.5 2 5.5 2 2.5-2 5.5-2 3.5 2 5.5 2v2.6c-3 0-3.5-2-5.5-2s-2.5 2-5.5 2-3.5-2-5.5-2-2.5 2-5.5 2z",
  sun: "M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM11 1h2v4h-2zm0 18h2v4h-2zM1 11h4v2H1zm18 0h4v2h-4zM3.5 5 5 3.5l2.8 2.8-1.5 1.5zm12.7 12.7 1.5-1.5 2.8 2.8-1.5 1.5zM5 20.5 3.5 19l2.8-2.8 1.5 1.5zM17.7 7.8l-1.5-1.5L19 3.5 20.5 5z",
  snow: "~M12 2v20M3.3 7l17.4 10M3.3 17 20.7 7M9 3.5l3 3 3-3M9 20.5l3-3 3 3M3 11l4-1-1.3-4M21 13l-4 1 1.3 4M3 13l4 1-1.3 4M21 11l-4-1 1.3-4",
  grass: "~M2 20h20M6 20c0-5-1-8-3-10M8.5 20c0-7 1-11 3.5-14M12.5 20c0-5 1-8 4-10M17 20c0-4 1-6 4-8",
  tent: "M12 3 23 21H1zM12 11.5 8 21h8z",
  bolt: "M13.5 1 4 14h6l-1.5 9L20 9h-7.5z",
  card: "M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zm5 5-3.5 5 3.5 5 3.5-5z",
  medal: "M6.5 1h4l1.5 4 1.5-4h4l-3 7.5a6.5 6.5 0 1 1-5 0zM12 11l1 2.3 2.500.2-1.9 1.700.6 2.4-2.2-1.3-2.2 1.300.6-2.4-1.9-1.7 2.5-.2z",
  trophy: "M6 3h12v2h4c0 4-1.5 6.5-4.5 7-1 1.8-2.3 2.9-4 3.3V18H17v3H7v-3h3.5v-2.7c-1.7-.4-3-1.5-4-3.3C3.5 11.5 2 9 2 5h4zM4.2 7c.2 1.300.7 2.2 1.5 2.7L6 7zm13.8 0 .3 2.7c.8-.5 1.3-1.4 1.5-2.7z",
  clock: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 2.3a7.7 7.7 0 1 0 0 15.4 7.7 7.7 0 0 0 0-15.4zM11 7h2v4.5l3.5 2-1 1.7L11 12.6z",
  search: "M10 2a8 8 0 0 1 6.3 12.9L22 20.5 20.5 22l-5.6-5.7A8 8 0 1 1 10 2zm0 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z",
  gauge: "M12 4a10 10 0 0 1 8.5 15.2h-17A10 10 0 0 1 12 4zm4 4.5-4.8 4.3a2 2 0 1 0 2.2 2.2z",
  chip: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12z",
  crown: "M2 7l5 4 5-8 5 8 5-4-2 12H4z",
  globe: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 2c-1.5 0-3 3-3.2 7h6.4C15 7 13.5 4 12 4zM7 5.7A8 8 0 0 0 4.1 11h2.7c.1-2 .1-3.700.2-5.3zm10 0c.1 1.600.1 3.300.2 5.3h2.7A8 8 0 0 0 17 5.7zM4.1 13A8 8 0 0 0 7 18.3c-.1-1.6-.1-3.3-.2-5.3zm4.7 0c.2 4 1.7 7 3.2 7s3-3 3.2-7zm8.4 0c-.1 2-.1 3.7-.2 5.3a8 8 0 0 0 2.9-5.3z",
  // for the page itself
  undo: "~M9 4 4 9l5 5M4.5 9H14a6 6 0 0 1 0 12h-3",
  bulb: "M12 2a7 7 0 0 1 4.5 12.3c-.9.8-1.5 1.5-1.5 2.7H9c0-1.2-.6-1.9-1.5-2.7A7 7 0 0 1 12 2zM9 18.5h6V20H9zm1 2.5h4v1.5h-4z",
  book: "M3 4c3-1 6-1 8.500.8v16C9 19 6 19 3 20zM21 4c-3-1-6-1-8.500.8v16C15 19 18 19 21 20z",
  list: "~M4 6h16M4 12h16M4 18h10",
  copy: "~M9 9h11v11H9zM5 15H4V4h11v1",
  lock: "M7 10V7a5 5 0 0 1 10 0v3h2v12H5V10zm2 0h6V7a3 3 0 0 0-6 0z",
  check: "~M4 12.5 9.5 18 20 6.5",
  plus: "~M12 4v16M4 12h16",
  minus: "~M4 12h16",
  fit: "~M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  play: "M6 3.5 20 12 6 20.5z",
  prev: "M18 3.5 6.5 12 18 20.5zM4 4h2.5v16H4z",
  next: "M6 3.5 17.5 12 6 20.5zM17.5 4H20v16h-2.5z",
  close: "~M5 5l14 14M19 5 5 19",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  link: "~M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17",
  down: "~M6 9l6 6 6-6",
};

/** A picture by each word that means it. */
const BY_WORD = new Map();
for (const line of `pin place city destination location stop space
star film favourite
peak mountain mount alpine summit
paw animal wild beast dog cat
temple ruin ancient pyramid museum bank
anchor harbour port
waterfall falls
shell reef coral
compass polar rose direction
train railway locomotive rail express
ship steamboat boat steamer submarine sail cruise ferry
elephant
coach stagecoach wagon carriage cart
balloon
plane flight fly airport
ticket
key
coin money gold dollar pound price fee
purse bag wallet
handcuffs
spyglass telescope
flag start goal nation
house home
coal
flame fire
gear wheel machine mechanic
person crew pilot guide princess servant player
shield reaction armour
rocket torpedo
bomb weapon
storm thunder gale rain
map atlas
day date calendar week
suitcase travel luggage trip
die dice roll
tree forest jungle wood
wave sea ocean water
sun desert
snow ice arctic
grass plain meadow field
tent camp
bolt event interference action adventure accident
medal initiative
trophy score point points vp
clock time round turn late delay
search magnifier detective inspector
gauge steam pressure boiler
chip bonus
crown king queen
globe world continent`.split("\n")) {
  const [picture, ...words] = line.split(" ");
  for (const word of [picture, ...words]) BY_WORD.set(word, picture);
}

/** The picture that a word of a text stands for, or undefined. */
export function picture(text) {
  for (const word of String(text ?? "").toLowerCase().split(/[^a-z]+/)) {
    const found = BY_WORD.get(word) ?? (word.endsWith("s") ? BY_WORD.get(word.slice(0, -1)) : undefined);
    if (found) return found;
  }
  return undefined;
}

/** The outline alone, to be placed inside a drawing. */
export function outline(name) {
  const path = ICON[name] ?? ICON.chip;
  return path[0] === "~"
    ? draw("path", { d: path.slice(1), fill: "none", stroke: "currentColor", "stroke-width": 2.4 })
    : draw("path", { d: path, "fill-rule": "evenodd" });
}

/** A picture as an element of its own; null when there is none of this name. */
export function icon(name) {
  const path = ICON[name];
  if (!path) return null;
  const strokes = path[0] === "~";
  return draw("svg", { class: strokes ? "icon line" : "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    draw("path", { d: strokes ? path.slice(1) : path, "fill-rule": "evenodd" }));
}
