// The choice: the question, its options as buttons, and what glows on the table. Clicks and keys come together in `pick`.
import { capital, find, findAll, isNarrow, make, notice, number, words } from "./dom.js";
import { icon } from "./pictures.js";
import { citeButtons, hidePop, optionMenu, whyList, whyNot } from "./pop.js";
import { click, commonStart, groups, headAndTail, isSame, keysByArgument, keysOf, remaining, speaksOf } from "./options.js";
import { seatDot, seatsInText } from "./players.js";

const BRIEF = 9, TINY = 15, FOLDED = 13; // from so many options on, buttons say less, are small, or are folded away

// ---- the bar

function button(table, option, start, form) {
  const { position, picked, hint } = table, number = position.choice.options.indexOf(option) + 1;
  const rest = remaining(position, picked), [head, tail] = headAndTail(table.rules, option, start);
  const isArmed = picked.length > 0 && rest.length === 1 && rest[0] === option, isOff = picked.length > 0 && !rest.includes(option);
  const share = hint?.shares?.[option.notation];
  const classes = ["opt", form, isArmed && "armed", isOff && "off", share !== undefined && "hinted"];
  return make("button", { class: classes.filter(Boolean).join(" "), "data-option": option.notation, title: capital(option.label),
    "aria-keyshortcuts": number <= 10 ? String(number % 10) : undefined,
    style: share === undefined ? {} : { "--hint": `${share}%` }, onclick: () => table.choose(option) },
    number <= 10 && form !== "compact" && make("kbd", { "aria-hidden": "true" }, number % 10),
    make("span", { class: "words" }, make("b", {}, capital(head)), tail && !form && make("small", {}, tail)),
    share !== undefined && make("em", {}, `${share} %`));
}

function group(table, { name, options }, count) {
  const { rules, position } = table, start = name ? commonStart(rules, options) : "";
  const isShort = options.every(option => { const [head, tail] = headAndTail(rules, option, start); return !tail && head.length <= 20; });
  const verb = capital(start || words(name));
  const classes = ["group", !name && "loose", options.length >= BRIEF && "big", isShort && "short"].filter(Boolean).join(" ");
  if (options.length >= FOLDED && options.every(option => keysOf(position, option).length)) {
    return make("div", { class: classes, role: "group", "aria-label": verb }, make("details", { class: "all", open: table.unfolded.has(name),
      ontoggle: event => { if (event.target.open) table.unfolded.add(name); else table.unfolded.delete(name); } },
      make("summary", {}, make("b", {}, verb), ` ${options.length} to choose from: click one on the table, or open the list`, icon("down")),
      make("div", { class: "chips" }, options.map(option => button(table, option, start, "compact")))));
  }
  const form = count >= TINY && options.length >= BRIEF ? "compact" : count >= BRIEF && !isNarrow() ? "brief" : "";
  const buttons = options.map(option => button(table, option, start, form));
  if (!name || options.length < 2) return make("div", { class: classes, role: "group", "aria-label": name ? verb : "Other" }, buttons);
  return make("div", { class: classes, role: "group", "aria-label": verb },
    make("span", { class: "lead-in" }, make("span", { class: "verb" }, verb), buttons[0]), buttons.slice(1));
}

function question(table) {
  const { position, picked } = table, { choice } = position, rest = remaining(position, picked);
  const armed = picked.length > 0 && rest.length === 1 ? rest[0] : null;
  const cancel = make("button", { class: "quiet", onclick: () => table.unpick() }, "Cancel");
  const end = armed ? [make("button", { class: "primary confirm", onclick: () => table.choose(armed) }, icon("check"), "Confirm"), cancel]
    : picked.length > 0 ? cancel
      : table.denied.length > 0 && make("button", { class: "quiet", "aria-haspopup": "dialog", onclick: event => whyList(table, event.currentTarget) },
        `Not possible: ${table.denied.length}`);
  return make("div", { class: "ask" }, seatDot(table, position.me), make("h1", { class: "prompt", tabindex: "-1" }, choice.prompt || capital(words(choice.name))),
    citeButtons(table, choice.cites), table.hint && make("span", { class: "hint-note" }, icon("bulb"), table.hint.note),
    make("div", { class: "ask-end" }, end));
}

/** Reasons came after the options: the question tells how many there are. */
export function renewQuestion(table) {
  find("#choice > .ask")?.replaceWith(question(table));
}

/** What is said while others choose. */
export function waitingFor(position) {
  const { choice } = position, open = choice.waiting ?? [choice.seat];
  if (open.length === 1 || !open.includes(position.me)) {
    const others = open.filter(seat => seat !== position.me);
    if (others.length > 1) return position.me >= 0 ? `You have chosen; waiting for ${others.length} others` : `${others.length} players are choosing`;
  }
  return null;
}

function waiting(table) {
  const { position } = table, { choice } = position, several = waitingFor(position);
  const seat = position.seats[choice.seat];
  const status = seat.who === "open" ? `${seat.name} has not come yet` : seat.who === "person" && !seat.here && !seat.away ? `${seat.name} is away` : null;
  return make("section", { id: "choice", class: "waiting", "aria-label": "Waiting" },
    make("div", { class: "ask" }, seatDot(table, choice.seat),
      make("p", { class: "prompt" }, several ?? status ?? [make("b", {}, seat.name), ` is choosing: ${choice.phase || words(choice.name)}`], make("span", { class: "dots3" })),
      status && position.me >= 0 && make("div", { class: "ask-end" }, make("button", { class: "quiet", onclick: () => table.standIn(choice.seat) }, "Let a bot play on"))),
    make("ul", { class: "last" }, table.lines.slice(-2).map(line => make("li", {}, seatsInText(table, line.text)))));
}

function proposal(table) {
  const { position } = table, { proposal: asked } = position.now;
  const answer = agrees => () => table.answer(asked.number, agrees);
  return make("section", { id: "choice", "aria-label": "A request" },
    make("div", { class: "ask" }, seatDot(table, asked.seat), make("h1", { class: "prompt" }, `${position.seatName(asked.seat)} asks to take back a choice. What came to light stays known.`)),
    make("div", { class: "groups" }, make("button", { class: "opt", onclick: answer(true) }, make("span", { class: "words" }, make("b", {}, "Agree"))),
      make("button", { class: "opt", onclick: answer(false) }, make("span", { class: "words" }, make("b", {}, "Refuse")))));
}

export function choiceBar(table) {
  const { position } = table, { now, choice } = position;
  if (now.error) {
    return make("section", { id: "choice", class: "waiting" }, make("p", { class: "prompt" }, `The rules have failed: ${now.error.message} `,
      make("small", {}, `${now.error.file}:${now.error.line}`)));
  }
  if (now.stopped) return make("section", { id: "choice", class: "waiting" }, make("p", { class: "prompt" }, "No choice is taken until the rules fit again."));
  if (now.proposal && position.me >= 0 && now.proposal.waiting >> position.me & 1) return proposal(table);
  if (!choice) return make("section", { id: "choice", class: "waiting" }, make("p", { class: "prompt" }, "The game is over."));
  if (!position.isMyTurn) return waiting(table);
  const count = choice.options.length;
  return make("section", { id: "choice", "aria-label": "Your choice", class: table.folded ? "folded" : "", style: { "--seat": table.rules.seatColour(position.me) } },
    make("button", { class: "handle", "aria-label": "Show or hide the options", "aria-expanded": String(!table.folded),
      onclick: () => { table.folded = !table.folded; table.draw(); } }),
    question(table),
    make("div", { class: count >= TINY ? "groups many" : count < 5 ? "groups few" : "groups" }, groups(choice.options).map(one => group(table, one, count))),
    choice.more > 0 && make("p", { class: "more" }, `… and ${number(choice.more)} more`));
}

// ---- what glows

const roleOf = element => element.dataset.role ??= element.getAttribute("role") ?? "";
const labelOf = element => element.dataset.label ??= element.getAttribute("aria-label") ?? find("title", element)?.textContent ?? "";

function describe(table, element, rest, isPicked, refused) {
  const key = element.dataset.key, options = rest.filter(option => speaksOf(table.position, option, key)), name = labelOf(element);
  roleOf(element);
  element.setAttribute("tabindex", "0");
  element.setAttribute("role", "button");
  element.setAttribute("aria-label", isPicked ? `${name}, chosen` : options.length === 1 ? `${name}. ${options[0].label}`
    : options.length ? `${name}. ${options.length} options` : `${name}. Not possible: ${refused.reason}`);
}
function leave(element) {
  if (element.dataset.role === undefined) return;
  element.removeAttribute("tabindex");
  if (element.dataset.role) element.setAttribute("role", element.dataset.role); else element.removeAttribute("role");
  if (element.dataset.label) element.setAttribute("aria-label", element.dataset.label);
}

/** Marks what can be clicked, what has been, and what has a reason why not. */
export function paint(table) {
  const { position, picked } = table, rest = remaining(position, picked), offered = [...new Set(rest.flatMap(option => keysOf(position, option)))];
  const wild = offered.filter(key => key.includes("*:")), exact = new Set(offered);
  const denied = position.isMyTurn ? table.denied : [];
  const refusedBy = new Map();
  for (const one of denied) for (const key of keysOf(position, one)) if (!refusedBy.has(key)) refusedBy.set(key, one);
  for (const element of findAll("[data-key]")) {
    const key = element.dataset.key, isPicked = picked.includes(key);
    const can = exact.has(key) || wild.some(one => isSame(key, one));
    const refused = can || isPicked ? undefined : refusedBy.get(key) ?? denied.find(one => speaksOf(position, one, key) && keysOf(position, one).some(k => k.includes("*:")));
    element.classList.toggle("can", can && !isPicked);
    element.classList.toggle("picked", isPicked);
    element.classList.toggle("no", Boolean(refused));
    if (can || isPicked || refused) describe(table, element, rest, isPicked, refused); else leave(element);
  }
  for (const element of findAll(".place.can, .place.picked")) element.parentNode.append(element); // above the others
}

/** A click on a thing, or Enter on it. */
export function pick(table, thing, element) {
  const { position } = table;
  if (!position.isMyTurn) return;
  const meant = click(position, table.picked, thing, table.denied);
  if (!meant) return;
  if (meant.denied) { whyNot(table, element, thing, meant.denied); return; }
  if (meant.sent) { table.choose(meant.sent); return; }
  table.picked = meant.picked;
  const rest = remaining(position, table.picked);
  if (table.isQuick && rest.length === 1 && table.picked.length) { table.choose(rest[0]); return; }
  table.draw();
  const again = find(`[data-key="${CSS.escape(thing)}"]`) ?? element;
  again.focus?.({ preventScroll: true });
  if (table.picked.includes(thing) && rest.length > 1 && needsMenu(position, rest, table.picked)) optionMenu(table, again, thing, rest);
  else hidePop();
  if (rest.length === 1) notice(`${capital(rest[0].label)}: press Enter or Confirm`);
}

/** No further thing would tell the options apart, or there are few of them. */
function needsMenu(position, rest, picked) {
  const isOpen = option => keysByArgument(position, option).some(keys => !keys.some(key => picked.some(thing => isSame(thing, key))));
  return rest.length <= 8 || !rest.every(isOpen);
}
