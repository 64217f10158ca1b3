// Zoom and pan of a map: by wheel, pinch, drag and buttons. And what its colours mean.
import { capital, clamp, make, words } from "./dom.js";
import { icon } from "./pictures.js";

const MOST = 8;
/** What part of the map is seen: scale, shift, the least scale, and for which position it was chosen. */
export const view = { k: 1, x: 0, y: 0, least: 1, stamp: "" };

function tame(host) {
  const W = host.clientWidth, H = host.clientHeight;
  if (view.k <= 1.01 && W >= 600) view.x = view.y = 0;
  view.x = clamp(view.x, W - W * view.k - W * 0.8, W * 0.8);
  view.y = clamp(view.y, Math.min(H - H * view.k - 60, 0), Math.max(60, H - H * view.k));
}

/** Scales by a factor, with the point (x, y) staying where it is. */
function scale(factor, x, y) {
  const k = clamp(view.k * factor, view.least, MOST), ratio = k / view.k;
  Object.assign(view, { k, x: x - (x - view.x) * ratio, y: y - (y - view.y) * ratio });
}

/** Where the buttons lie: in the corner in which they hide least, {left, top, width, height}. `spots`: [x, y, how much it matters]. */
export function zoomCorner(W, H, isNarrow, spots) {
  const width = isNarrow ? 60 : 46, height = isNarrow ? 156 : 116, margin = isNarrow ? 20 : 11; // a place reaches so far
  const corners = [[W - width, 0], [W - width, H - height], [0, 0], [0, H - height]].map(([left, top]) => ({ left, top, width, height }));
  const hidden = ({ left, top }) => spots.reduce((sum, [x, y, weight]) =>
    x > left - margin && x < left + width + margin && y > top - margin && y < top + height + margin ? sum + weight : sum, 0);
  return corners.reduce((best, corner) => hidden(corner) < hidden(best) ? corner : best);
}

export function zoomBar(table, host, redraw, corner) {
  const again = () => { tame(host); redraw(table, host); table.redrawBoard(); };
  const by = factor => () => { scale(factor, host.clientWidth / 2, host.clientHeight / 2); again(); };
  const whole = () => {
    const k = view.least;
    Object.assign(view, { k, x: (1 - k) * host.clientWidth / 2, y: (1 - k) * host.clientHeight / 2 });
    redraw(table, host);
    table.redrawBoard();
  };
  const button = (label, picture, onclick) => make("button", { "aria-label": label, title: label, onclick }, icon(picture));
  return make("div", { class: "zoom", style: { [corner.left ? "right" : "left"]: "8px", top: `${corner.top + 8}px` } }, button("Zoom in", "plus", by(1.6)), button("Zoom out", "minus", by(1 / 1.6)), button("Whole map", "fit", whole));
}

const touches = new Map();
let start, gap, isQueued;

export function watchZoom(table, host, redraw) {
  const again = () => {
    if (isQueued) return;
    isQueued = true;
    requestAnimationFrame(() => { isQueued = false; if (host.isConnected) { tame(host); redraw(table, host); table.redrawBoard(); } });
  };
  host.onwheel = event => {
    event.preventDefault();
    const box = host.getBoundingClientRect();
    scale(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
    again();
  };
  host.onpointerdown = event => {
    touches.set(event.pointerId, [event.clientX, event.clientY]);
    start = [event.clientX - view.x, event.clientY - view.y];
    gap = undefined;
  };
  host.onpointermove = event => {
    if (!touches.has(event.pointerId)) return;
    touches.set(event.pointerId, [event.clientX, event.clientY]);
    const [a, b] = [...touches.values()];
    if (b) {
      const apart = Math.hypot(a[0] - b[0], a[1] - b[1]), box = host.getBoundingClientRect();
      if (gap) { scale(apart / gap, (a[0] + b[0]) / 2 - box.left, (a[1] + b[1]) / 2 - box.top); again(); }
      gap = apart;
      return;
    }
    const x = event.clientX - start[0], y = event.clientY - start[1];
    if (Math.hypot(x - view.x, y - view.y) < 4) return;
    Object.assign(view, { x, y });
    again();
  };
  host.onpointerup = host.onpointercancel = host.onpointerleave = event => { touches.delete(event.pointerId); gap = undefined; };
}

/** What the colours of places mean. */
export function legend(rules, type) {
  const field = rules.type(type).fields.find(one => rules.type(one.type) && rules.type(one.type).values.length <= 12);
  if (!field) return "";
  const used = new Set(rules.type(type).values.map(value => value.f[field.name]));
  return make("details", { class: "legend", open: innerWidth > 700 }, make("summary", {}, capital(words(field.name))),
    make("ul", {}, rules.type(field.type).values.filter(value => used.has(value.id)).map(value =>
      make("li", {}, make("i", { style: { "--c": rules.colour(field.type, value.id) } }), value.label))));
}
