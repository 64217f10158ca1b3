// Making elements, and small words about texts. Texts go in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "style") for (const [property, x] of Object.entries(value)) element.style.setProperty(property, x);
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/** An element: `make("button", { class: "go", onclick }, "Go")`. Children are elements, texts, or nothing; a style is an object. */
export const make = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** The same for parts of a drawing. */
export const draw = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

export const find = (selector, root = document) => root.querySelector(selector);
export const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];

/** A name of the rules as people write it. */
export const words = name => String(name).replaceAll("_", " ");
export const capital = text => text ? text[0].toUpperCase() + text.slice(1) : text;
export const clamp = (x, low, high) => Math.max(low, Math.min(high, x));
export const number = x => Number(x).toLocaleString("en-GB");

/** A number for a text, always the same. */
export function hash(text) {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return sum;
}

export const isNarrow = () => innerWidth < 760;
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Says something in the line that screen readers announce; goes away by itself. */
export function notice(text) {
  const line = document.getElementById("notice");
  line.textContent = text;
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => { line.textContent = ""; }, 5000);
}

let ruler;
/** How wide a text is in a font, in pixels. */
export function textWidth(text, font) {
  ruler ??= document.createElement("canvas").getContext("2d");
  ruler.font = font;
  return ruler.measureText(text).width;
}
