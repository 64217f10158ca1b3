// The lobby: choose a game, house rules, settings and who sits where; then the links to send.
import { ask, post } from "./net.js";
import { make, notice } from "./dom.js";

const LEVELS = ["person", "easy", "fair", "hard"];
const TITLES = { person: "a person", easy: "bot, easy", fair: "bot, fair", hard: "bot, hard" };

export async function lobby(page) {
  const games = await ask("/api/games");
  page.replaceChildren(make("main", { class: "lobby" },
    make("h1", {}, "Play"),
    games.map(game => make("section", { class: "game" },
      make("h2", {}, game.title),
      make("p", {}, game.summary),
      make("p", { class: "quiet" }, game.low === game.high ? `${game.low} players` : `${game.low} to ${game.high} players`),
      make("button", { onclick: () => page.replaceChildren(setUp(page, game)) }, "Make a table")))));
}

function setUp(page, game) {
  const seats = make("fieldset", {}, make("legend", {}, "Seats"));
  const count = make("select", { id: "count", onchange: () => drawSeats(seats, Number(count.value)) },
    Array.from({ length: game.high - game.low + 1 }, (_, i) => make("option", { value: game.low + i }, `${game.low + i}`)));
  drawSeats(seats, game.low);
  const variants = game.variants.map(variant => make("label", { class: "choice" },
    make("input", { type: "checkbox", name: "variant", value: variant.name }), ` ${variant.title}`,
    variant.summary && make("span", { class: "quiet" }, ` ${variant.summary}`)));
  const settings = game.settings.map(setting => make("label", { class: "choice" }, setting.text, " ",
    make("select", { name: "setting", "data-name": setting.name },
      setting.values.map(value => make("option", { value, selected: value === setting.value }, value)))));
  return make("main", { class: "lobby" },
    make("h1", {}, game.title),
    make("form", { onsubmit: event => { event.preventDefault(); open(page, game, event.target); } },
      make("label", { for: "count" }, "Players "), count, seats,
      variants.length > 0 && make("fieldset", {}, make("legend", {}, "House rules"), variants),
      settings.length > 0 && make("fieldset", {}, make("legend", {}, "Settings"), settings),
      make("button", { class: "go" }, "Open the table"), " ", make("a", { href: "/" }, "Back")));
}

function drawSeats(seats, count) {
  seats.replaceChildren(seats.firstChild, ...Array.from({ length: count }, (_, i) => make("label", { class: "choice" },
    `Seat ${i + 1} `, make("select", { name: "seat" },
      LEVELS.map(level => make("option", { value: level, selected: level === (i === 0 ? "person" : "fair") }, TITLES[level]))))));
}

async function open(page, game, form) {
  const all = name => [...form.querySelectorAll(`[name="${name}"]`)];
  const chosen = all("setting").filter(select => select.value !== game.settings.find(s => s.name === select.dataset.name).value);
  try {
    const made = await post("/api/tables", {
      game: game.name,
      seats: all("seat").map(select => ({ who: select.value })),
      variants: all("variant").filter(box => box.checked).map(box => box.value),
      settings: Object.fromEntries(chosen.map(select => [select.dataset.name, select.value])),
    });
    invite(page, game, made);
  } catch (problem) {
    notice(problem.message);
  }
}

function invite(page, game, made) {
  const links = made.seats.map((seat, i) => ({ ...seat, href: `${location.origin}/t/${made.id}#${i + 1}.${seat.secret}` }))
    .filter(seat => seat.secret);
  if (links.length === 1) return location.assign(links[0].href);
  page.replaceChildren(make("main", { class: "lobby" },
    make("h1", {}, game.title),
    make("p", {}, "Send each of the others a link; whoever has it sits in that seat."),
    make("ul", { class: "links" }, links.map(seat => make("li", {}, make("strong", {}, seat.seat), " ",
      make("a", { href: seat.href }, seat.href), " ",
      make("button", { onclick: () => navigator.clipboard?.writeText(seat.href).then(() => notice("Copied.")) }, "Copy")))),
    make("p", {}, make("a", { class: "go", href: `${location.origin}/t/${made.id}` }, "Only watch"))));
  return undefined;
}
