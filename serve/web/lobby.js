// The lobby: choose a game, who sits where, settings and house rules; then the table is opened.
import { ask, post } from "./net.js";
import { capital, find, hash, make, notice, words } from "./dom.js";
import { HUES, SEATS, tone } from "./colours.js";
import { icon, picture } from "./pictures.js";
import { invite } from "./invite.js";
import { switchTheme } from "./top.js";

const WHO = [["person", "You"], ["beside", "Beside you"], ["link", "Invite by link"], ["easy", "Bot: easy"], ["fair", "Bot: fair"], ["hard", "Bot: hard"]];
const isBot = who => !["person", "beside", "link"].includes(who);
const FEW = 5; // values that stand beside each other instead of on a slider

export function pageTop(title, step) {
  const steps = ["Choose", "Invite", "Play"];
  return make("header", { id: "top" }, make("a", { class: "brand", href: "/" }, make("span", { class: "logo", "aria-hidden": "true" }, icon("globe")), make("span", { class: "game-title" }, title)),
    make("nav", { class: "crumbs", "aria-label": "Steps" }, make("ol", {}, steps.map((name, i) => make("li", { class: i === step ? "now" : "", "aria-current": i === step ? "step" : undefined }, name)))),
    make("button", { class: "tool", "aria-label": "Light or dark", onclick: switchTheme }, icon("moon")));
}

/** A picture for a game: by a word of its title or summary, in a colour of its own. */
export function cover(game) {
  return make("span", { class: `cover art pat${hash(game.name) % 4}`, style: tone(HUES[(hash(game.title) >>> 2) % HUES.length]), "aria-hidden": "true" },
    icon(picture(game.title) ?? picture(game.summary) ?? "die"));
}

const seatDot = seat => make("span", { class: "seat-dot", style: tone(SEATS[seat % SEATS.length]), "aria-hidden": "true" }, seat + 1);

// ---- settings

/** "6 to 20 or none" as {low, high, optional}; null if it is no range of numbers. */
export function rangeOf(type) {
  const found = /^(-?\d+) to (-?\d+)( or none)?$/.exec(type);
  return found && { low: Number(found[1]), high: Number(found[2]), optional: Boolean(found[3]) };
}

function segments(id, label, values, value) {
  return make("span", { class: "steps", role: "radiogroup", "aria-label": label }, values.map(one => make("label", {},
    make("input", { type: "radio", name: id, value: one, checked: String(one) === value }), make("span", {}, words(one)))));
}

function slider(id, { low, high, optional }, value) {
  const output = make("output", {}, value), range = make("input", { type: "range", id, min: low, max: high, value: value === "none" ? low : value, disabled: value === "none",
    oninput: () => { output.textContent = range.value; } });
  const none = optional && make("label", { class: "inline" }, make("input", { type: "checkbox", checked: value === "none", "data-none": id,
    onchange: event => { range.disabled = event.target.checked; output.textContent = event.target.checked ? "none" : range.value; } }), "none");
  return make("span", { class: "slide" }, range, output, none);
}

function control(setting) {
  const id = `set-${setting.name}`, range = rangeOf(setting.type);
  if (setting.type === "yes or no") return make("input", { type: "checkbox", id, class: "switch", role: "switch", checked: setting.value === "true" });
  if (range && !range.optional && range.high - range.low < FEW) return segments(id, setting.text, Array.from({ length: range.high - range.low + 1 }, (_, i) => range.low + i), setting.value);
  if (range) return slider(id, range, setting.value);
  if (setting.values.length <= 3) return segments(id, setting.text, setting.values, setting.value);
  return make("select", { id }, setting.values.map(value => make("option", { value, selected: value === setting.value }, words(value))));
}

function settingLine(setting) {
  const note = [setting.excludes && `not together with ${words(setting.excludes)}`, setting.needs && `needs ${words(setting.needs)}`].filter(Boolean).join("; ");
  return make("div", { class: "setting", "data-setting": setting.name }, make("label", { for: `set-${setting.name}` }, capital(setting.text), note && make("small", {}, note)), control(setting));
}

/** What a setting stands at, as the server takes it. */
function valueOf(form, setting) {
  const id = `set-${setting.name}`, box = find(`#${id}`, form), radio = find(`[name="${id}"]:checked`, form);
  if (radio) return radio.value;
  if (box.type === "checkbox") return String(box.checked);
  return find(`[data-none="${id}"]`, form)?.checked ? "none" : box.value;
}

// ---- the page

export async function lobby(page) {
  const games = await ask("/api/games"), wanted = new URLSearchParams(location.search).get("game");
  document.title = "New game";
  draw(page, games, games.find(game => game.name === wanted) ?? games[0]);
}

function draw(page, games, game) {
  page.className = "lobby";
  const seats = make("div", { class: "seats" }), start = Math.min(Math.max(game.low, 3), game.high);
  const settings = make("div", {}), redraw = count => {
    seats.replaceChildren(...Array.from({ length: count }, (_, i) => seat(i)));
    settings.replaceChildren(...game.settings.filter(one => count >= one.low && count <= one.high).map(settingLine));
  };
  redraw(start);
  const form = make("form", { class: "setup", onsubmit: event => { event.preventDefault(); open(page, game, form); } },
    make("h1", {}, game.title), make("p", { class: "lead" }, game.summary),
    make("label", { class: "my-name" }, "Your name ", make("input", { id: "name", maxlength: 40, autocomplete: "nickname", value: localStorage.getItem("name") ?? "" })),
    make("fieldset", {}, make("legend", {}, "Players"), make("div", { class: "steps big", role: "radiogroup", "aria-label": "Number of players" },
      Array.from({ length: game.high - game.low + 1 }, (_, i) => game.low + i).map(count => make("label", {},
        make("input", { type: "radio", name: "players", value: count, checked: count === start, onchange: () => redraw(count) }), make("span", {}, count)))), seats),
    make("div", { class: "two" },
      game.settings.length > 0 && make("fieldset", {}, make("legend", {}, "Settings"), settings),
      game.variants.length > 0 && make("fieldset", {}, make("legend", {}, "House rules"), game.variants.map(variantLine))),
    make("footer", { class: "start" }, make("button", { class: "primary large" }, "Create the table")));
  page.replaceChildren(pageTop("New game", 0), make("main", { id: "lobby" },
    make("section", { class: "games", "aria-label": "Games" }, games.map(one => make("button", { class: one === game ? "game on" : "game", "aria-pressed": String(one === game),
      onclick: () => draw(page, games, one) }, cover(one), make("span", { class: "words" }, make("b", {}, one.title), make("small", {}, one.summary),
      make("span", { class: "meta" }, icon("person"), one.low === one.high ? one.low : `${one.low}–${one.high}`))))), form));
}

function seat(i) {
  return make("div", { class: "seat", style: tone(SEATS[i % SEATS.length]) }, seatDot(i), make("b", {}, i + 1), make("select", { name: "seat", "aria-label": `Who sits in seat ${i + 1}` },
    WHO.filter(([who]) => who !== (i === 0 ? "beside" : "person")).map(([who, title]) => make("option", { value: who, selected: who === (i === 0 ? "person" : "fair") }, title))),
    i > 0 && make("input", { name: "beside", class: "beside", maxlength: 40, placeholder: "Name", "aria-label": `Name of who sits beside you in seat ${i + 1}` }));
}

function variantLine(variant) {
  return make("label", { class: "variant" }, make("input", { type: "checkbox", name: "variant", value: variant.name }),
    make("span", {}, make("b", {}, variant.title), variant.summary && make("small", {}, variant.summary)));
}

const sitBeside = (made, i, name) => post(`/api/t/${made.id}/${i + 1}/join`, { secret: made.seats[i].secret, ...name && { name } });

async function open(page, game, form) {
  const all = name => [...form.querySelectorAll(`[name="${name}"]`)], name = find("#name", form).value.trim();
  if (name) localStorage.setItem("name", name); else localStorage.removeItem("name");
  const shown = game.settings.filter(setting => find(`[data-setting="${setting.name}"]`, form));
  const seats = all("seat").map(select => select.value);
  try {
    const made = await post("/api/tables", {
      game: game.name,
      seats: seats.map(who => ({ who: isBot(who) ? who : "person" })),
      variants: all("variant").filter(box => box.checked).map(box => box.value),
      settings: Object.fromEntries(shown.map(setting => [setting.name, valueOf(form, setting)]).filter(([key, value]) => value !== game.settings.find(one => one.name === key).value)),
    });
    const beside = all("beside");
    for (const [i, who] of seats.entries()) if (who === "beside") await sitBeside(made, i, beside[i - 1].value.trim());
    invite(page, game, made, seats);
  } catch (problem) {
    notice(problem.message);
  }
}
