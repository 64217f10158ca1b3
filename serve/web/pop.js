// Small windows beside what they speak of: why not, which of several, items of the rulebook, a card in large. Sheets on a phone.
import { capital, clamp, find, findAll, isNarrow, make, words } from "./dom.js";
import { icon } from "./pictures.js";
import { card } from "./cards.js";
import { headAndTail, nameOfThing, reasonsTogether } from "./options.js";

const pop = () => document.getElementById("pop");

export function hidePop() {
  pop().hidden = true;
  pop().replaceChildren();
  pop().opener = undefined;
}
export const isPopOpen = () => !pop().hidden;
/** Whether it was asked for, and does not only follow the pointer. */
export const isPopHeld = () => isPopOpen() && pop().opener !== undefined;

/** Above, beside or below the thing, wherever it hides least of what can be clicked. */
function settle(element) {
  const window = pop();
  window.hidden = false;
  window.classList.toggle("sheet", isNarrow());
  window.style.left = window.style.top = isNarrow() ? "" : "0px";
  if (isNarrow()) return;
  const thing = element.getBoundingClientRect(), own = window.getBoundingClientRect();
  const centreX = thing.left + thing.width / 2 - own.width / 2, centreY = thing.top + thing.height / 2 - own.height / 2;
  const avoid = [thing, ...findAll("[data-key].can, [data-key].picked").map(one => one.getBoundingClientRect())];
  const spots = [[centreX, thing.top - own.height - 10], [thing.right + 12, centreY], [thing.left - own.width - 12, centreY], [centreX, thing.bottom + 10]];
  let best, least = Infinity;
  spots.forEach(([left, top], i) => {
    const x = clamp(left, 8, innerWidth - own.width - 8), y = clamp(top, 8, innerHeight - own.height - 8);
    let hidden = i * 40;
    for (const box of avoid) {
      const across = Math.min(x + own.width, box.right) - Math.max(x, box.left), down = Math.min(y + own.height, box.bottom) - Math.max(y, box.top);
      hidden += Math.max(0, across) * Math.max(0, down);
    }
    if (hidden < least) { least = hidden; best = [x, y]; }
  });
  window.style.left = `${best[0]}px`;
  window.style.top = `${best[1]}px`;
}

function open(element, kind, ...children) {
  pop().className = `pop ${kind}`;
  pop().replaceChildren(...children.flat(Infinity).filter(Boolean));
  pop().opener = kind === "look" ? undefined : element;
  settle(element);
}

const close = () => make("button", { class: "x", "aria-label": "Close", onclick: hidePop }, icon("close"));
const head = (text, picture, kind = "") => make("div", { class: `pop-head ${kind}` }, picture && icon(picture), make("b", {}, text), close());

/** Items of the rulebook in their own words, which come when they are asked for. */
function itemList(table, cites) {
  return make("ul", { class: "items" }, cites.map(cite => {
    const text = make("span", {}, "…"), lesson = table.rules.lessons.get(cite);
    table.item(cite).then(found => { text.textContent = found || "See the rulebook."; }, () => { text.textContent = "See the rulebook."; });
    return make("li", { class: "item" }, make("b", {}, cite), make("span", {}, text, lesson && make("em", { class: "lesson" }, lesson)));
  }));
}
const listOf = cites => (cites ?? "").split(" ").filter(Boolean);

/** Buttons for rules: R41 R42 R43 is one, "R41–R43". */
export function citeButtons(table, cites) {
  const runs = [];
  for (const cite of listOf(cites)) {
    const last = runs.at(-1), value = Number(cite.slice(1));
    if (last && last.letter === cite[0] && last.to === value - 1) last.to = value;
    else runs.push({ letter: cite[0], from: value, to: value });
  }
  return runs.length === 0 ? null : make("span", { class: "cites" }, runs.map(run => {
    const all = Array.from({ length: run.to - run.from + 1 }, (_, i) => `${run.letter}${run.from + i}`);
    const text = all.length > 1 ? `${all[0]}–${all.at(-1)}` : all[0];
    return make("button", { class: "cite", "aria-label": `Rule ${text}`,
      onclick: event => { event.stopPropagation(); open(event.currentTarget, "", head("Rulebook", "book"), itemList(table, all)); } },
      text);
  }));
}

/** Why nothing can be done with a thing. */
export function whyNot(table, element, thing, denied, isHeld = true) {
  const reasons = reasonsTogether(table.rules, denied);
  open(element, isHeld ? "" : "look", head(capital(nameOfThing(table.position, thing)), "lock", "no"), reasons.map(one => make("div", { class: "why" },
    make("p", { class: "reason" }, reasons.length > 1 && make("i", {}, `${words(one.name)}: `), `${capital(one.reason)}.`),
    listOf(one.cites).length > 0 && itemList(table, listOf(one.cites)))));
}

/** All that is not possible now. */
export function whyList(table, element) {
  const most = 6;
  open(element, "", head("Not possible now", "lock", "no"), make("ul", { class: "denied" },
    reasonsTogether(table.rules, table.denied).map(one => make("li", {},
      make("p", {}, make("b", {}, capital(words(one.name))), one.things.length > 0 &&
        `: ${one.things.slice(0, most).join(", ")}${one.things.length > most ? ` and ${one.things.length - most} more` : ""}`),
      make("p", { class: "reason" }, `${capital(one.reason)}. `, citeButtons(table, one.cites))))));
}

/** Which of several options that all speak of this thing. */
export function optionMenu(table, element, thing, options) {
  open(element, "", head(capital(nameOfThing(table.position, thing))), make("div", { class: "menu" }, options.map(option => {
    const [first, rest] = headAndTail(table.rules, option, "");
    return make("button", { class: "opt", "data-option": option.notation, onclick: () => table.choose(option) },
      make("span", { class: "words" }, make("b", {}, capital(first)), make("small", {}, rest)));
  })));
  find(".menu .opt", pop())?.focus({ preventScroll: true });
}

/** A card in large, with all that it says. */
export function lookAt(table, element) {
  const { type, id } = element.dataset;
  if (!table.rules.value(type, id)) return;
  open(element, "look", make("div", { class: "big" }, card(table.rules, type, id, { size: "xl" }),
    make("dl", {}, table.rules.facts(type, id).map(([name, x]) => [make("dt", {}, name), make("dd", {}, x)]))));
}
