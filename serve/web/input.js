// Pointer and keyboard: what is clicked, hovered or pressed becomes a pick, a look, a reason.
import { findAll, find, isNarrow } from "./dom.js";
import { pick } from "./choice.js";
import { hidePop, isPopHeld, isPopOpen, lookAt, whyList, whyNot } from "./pop.js";
import { isSame, keysOf, remaining, speaksOf } from "./options.js";

const LOOK = 450, REASON = 250; // milliseconds until a card is shown in large, or a reason
const FINGER = 14, POINTER = 4; // pixels that a click may miss a thing by
const HELD = 1500; // milliseconds that a pressed button may keep the next position from being drawn
const isLive = element => element.classList.contains("can") || element.classList.contains("picked");
const isThing = element => isLive(element) || element.classList.contains("no");

/** What a click means: the thing that it met; on a dense board one below it that can be chosen where the upper cannot, or one
 * just beside it. */
function thingAt({ target, clientX, clientY, pointerType }) {
  const top = target.closest?.("[data-key]") ?? target.closest?.(".stack")?.querySelector("[data-key]");
  if (top && isLive(top)) return top;
  for (const element of top ? document.elementsFromPoint(clientX, clientY) : []) {
    const thing = element.closest("[data-key]");
    if (!thing) break; // something else lies between
    if (isLive(thing)) return thing;
  }
  return top && isThing(top) || !target.closest?.("#board svg") ? top : besides(clientX, clientY, pointerType === "touch" ? FINGER : POINTER) ?? top;
}

/** The nearest thing of the board that can be chosen, within so many pixels. */
function besides(x, y, reach) {
  const away = ({ left, right, top, bottom }) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  const [nearest] = findAll("#board svg [data-key]").filter(isLive).map(thing => [thing, away(thing.getBoundingClientRect())])
    .filter(([thing, far]) => far <= reach && !thing.matches("path")).sort(([, a], [, b]) => a - b);
  return nearest?.[0];
}

function onClick(table, event) {
  const thing = thingAt(event);
  if (thing && isThing(thing)) { pick(table, thing.dataset.key, thing); return; }
  const panel = event.target.closest?.(".panel");
  if (panel && isNarrow()) {
    const seat = Number(panel.dataset.seat);
    if (table.opened.has(seat)) table.opened.delete(seat); else table.opened.add(seat);
    panel.classList.toggle("open");
  }
  if (event.target.closest?.("#pop, button, summary, a")) return;
  if (isPopOpen()) hidePop();
  if (table.picked.length && !event.target.closest?.("#choice")) table.unpick();
}

/** Hovering a button lights what it speaks of. */
function light(table, button) {
  for (const lit of findAll(".lit")) lit.classList.remove("lit");
  const option = button && table.position?.choice?.options?.find(one => one.notation === button.dataset.option);
  if (!option) return;
  const keys = keysOf(table.position, option);
  for (const thing of findAll("[data-key]")) if (keys.some(key => isSame(thing.dataset.key, key))) thing.classList.add("lit");
}

let release = Promise.resolve();
/** Resolves once no button is held down and no finger lies on the page; at once if none does. */
export const pointerIsUp = () => release;

function watchPress() {
  let up = () => {};
  document.addEventListener("pointerdown", () => { up(); release = new Promise(done => { up = done; setTimeout(done, HELD); }); });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(up, 0)); // after the click
}

export function watchPointer(table) {
  let wait;
  watchPress();
  document.addEventListener("click", event => { if (table.position) onClick(table, event); });
  const over = event => {
    if (!table.position || event.pointerType === "touch") return;
    clearTimeout(wait);
    light(table, event.target.closest?.("[data-option]"));
    const thing = event.target.closest?.("[data-key].no, [data-id]");
    if (isPopHeld()) return;
    if (!thing || table.picked.length) { if (isPopOpen() && !event.target.closest?.("#pop")) hidePop(); return; }
    if (thing.classList.contains("no")) {
      wait = setTimeout(() => {
        const key = thing.dataset.key, denied = table.denied.filter(one => speaksOf(table.position, one, key));
        if (denied.length && thing.isConnected) whyNot(table, thing, key, denied, false);
      }, REASON);
    } else wait = setTimeout(() => { if (thing.isConnected) lookAt(table, thing); }, LOOK);
  };
  document.addEventListener("pointerover", over);
  let pressed;
  document.addEventListener("pointerdown", event => { // a long press is what hovering is for a finger
    const thing = event.pointerType === "touch" && event.target.closest?.("[data-id]");
    clearTimeout(pressed);
    if (thing) pressed = setTimeout(() => lookAt(table, thing), 500);
  });
  for (const end of ["pointerup", "pointercancel", "pointermove"]) document.addEventListener(end, event => { if (event.pointerType === "touch") clearTimeout(pressed); });
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest thing in a direction that can be picked or has a reason why not. */
function nearest(from, [across, down]) {
  const start = from.getBoundingClientRect(), middle = box => [box.left + box.width / 2, box.top + box.height / 2], [x, y] = middle(start);
  let best, least = Infinity;
  for (const thing of findAll("[data-key].can, [data-key].no, [data-key].picked")) {
    if (thing === from) continue;
    const [a, b] = middle(thing.getBoundingClientRect()), along = (a - x) * across + (b - y) * down, aside = Math.abs((a - x) * down) + Math.abs((b - y) * across);
    if (along > 4 && along + 2 * aside < least) { least = along + 2 * aside; best = thing; }
  }
  return best;
}

function onKey(table, event) {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches?.("input, select, textarea") || document.querySelector("dialog[open]")) return;
  const options = table.position?.choice?.options ?? [], rest = remaining(table.position, table.picked);
  if (key === "Escape") {
    if (isPopOpen()) hidePop(); else if (table.picked.length) table.unpick();
  } else if ((key === "Enter" || key === " ") && target.dataset?.key) {
    event.preventDefault();
    pick(table, target.dataset.key, target);
  } else if (key === "Enter" && target.localName !== "button" && table.picked.length && rest.length === 1) table.choose(rest[0]);
  else if (/^[0-9]$/.test(key) && options.length) {
    const option = options[(Number(key) + 9) % 10];
    if (option) table.choose(option);
  } else if (key === "?" && table.denied.length) whyList(table, find("#choice .ask"));
  else if (key === "u" && table.position.me >= 0) table.undo(false);
  else if (key in WAYS && target.dataset?.key) {
    const next = nearest(target, WAYS[key]);
    if (next) { event.preventDefault(); next.focus(); }
  }
}

export function watchKeys(table) {
  document.addEventListener("keydown", event => { if (table.position && !table.isCovered) onKey(table, event); });
}
