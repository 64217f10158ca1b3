// The rules beside the game: the rules sheet and the leaflet of house rules, in a panel. What comes is taken over element by
// element, and only what a text needs.
import { draw, make, notice } from "./dom.js";
import { icon } from "./pictures.js";

const ALLOWED = new Set(["h1", "h2", "h3", "h4", "p", "ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td", "strong", "em", "b", "i", "code",
  "pre", "section", "article", "div", "span", "q", "blockquote", "small", "figure", "figcaption", "caption", "main", "br", "hr"]);

const SHAPES = new Set(["svg", "g", "rect", "path", "text", "tspan", "circle", "ellipse", "line", "polygon", "polyline", "title"]);
const SHAPED_BY = new Set(["viewBox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "d", "points", "transform", "fill", "fill-opacity",
  "stroke", "stroke-width", "stroke-dasharray", "text-anchor", "font-size", "font-weight", "font-family", "font-style", "role", "aria-label"]);

/** A picture of the sheet, shape by shape; links in it become what they stand around. */
function copyPicture(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const children = [...node.childNodes].flatMap(copyPicture).filter(child => child !== null);
  if (!SHAPES.has(node.localName)) return children;
  return draw(node.localName, Object.fromEntries([...node.attributes].filter(({ name }) => SHAPED_BY.has(name)).map(({ name, value }) => [name, value])), children);
}

function copy(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (node.localName === "svg") return copyPicture(node);
  if (node.nodeType !== Node.ELEMENT_NODE || ["script", "style", "head"].includes(node.localName)) return null;
  const children = [...node.childNodes].map(copy);
  const name = node.localName === "main" || node.localName === "a" ? "span" : node.localName;
  return ALLOWED.has(node.localName) ? make(name === "span" && node.localName === "main" ? "div" : name, { id: node.id ? `rules-${node.id}` : undefined }, children) : children;
}

async function page(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error("The rules cannot be shown.");
  const text = (await answer.text()).replace(/<style>.*?<\/style>/s, ""); // it has colours and sizes of its own
  return copy(new DOMParser().parseFromString(text, "text/html").body);
}

/** Opens the panel; closed by Escape, by its button, or by a second press. */
export async function sheet(table) {
  const open = document.getElementById("sheet");
  if (open) { open.remove(); return; }
  const body = make("div", { class: "sheet-body", tabindex: "0" }, "…");
  const panel = make("dialog", { id: "sheet", "aria-label": "Rules", onclose: () => panel.remove() },
    make("div", { class: "pop-head" }, icon("book"), make("b", {}, table.rules.title),
      make("div", { class: "tabs" }, make("button", { class: "quiet", onclick: () => show("rules") }, "Rules"), make("button", { class: "quiet", onclick: () => show("leaflet") }, "House rules")),
      make("button", { class: "x", "aria-label": "Close", onclick: () => panel.close() }, icon("close"))), body);
  const show = async what => {
    try {
      const text = await page(`${table.base}/${what}`), isEmpty = what === "leaflet" && !String(text?.textContent ?? "").trim() && (!Array.isArray(text) || !text.length);
      body.replaceChildren(...[isEmpty ? "This table plays by the rules as they are." : text].flat(Infinity).filter(Boolean));
    } catch (problem) {
      notice(problem.message);
    }
  };
  document.body.append(panel);
  panel.show();
  addEventListener("keydown", function leave(event) {
    if (event.key !== "Escape") return;
    removeEventListener("keydown", leave);
    if (panel.isConnected) panel.close();
  });
  await show("rules");
}
