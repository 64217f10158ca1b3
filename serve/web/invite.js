// Invitations: a link and a QR code for each seat that waits for a person.
import { draw, make, notice } from "./dom.js";
import { SEATS, tone } from "./colours.js";
import { icon } from "./pictures.js";
import { qr } from "./qr.js";
import { cover, pageTop } from "./lobby.js";

/** A code as a drawing, with the light edge that readers need. */
function code(text) {
  const rows = qr(text);
  if (!rows) return null;
  const size = rows.length + 8, path = rows.flatMap((row, r) => row.map((dark, c) => dark ? `M${c + 4} ${r + 4}h1v1h-1z` : "")).join("");
  return draw("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "QR code of the link", "shape-rendering": "crispEdges" },
    draw("rect", { width: size, height: size, fill: "#ffffff" }), draw("path", { d: path, fill: "#000000" }));
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notice("Copied.");
  } catch {
    notice("Copying is not allowed here: mark the link and copy it.");
  }
}

function row(seat, i, isMine) {
  const dot = make("span", { class: "seat-dot", style: tone(SEATS[i % SEATS.length]), "aria-hidden": "true" }, i + 1);
  const note = seat.who === "bot" ? "bot" : isMine ? "you, in this browser" : "waits for whoever opens the link";
  return make("div", { class: `seat-row ${seat.who === "bot" ? "bot" : isMine ? "here" : "open"}`, style: tone(SEATS[i % SEATS.length]) }, dot,
    make("div", { class: "who" }, make("b", {}, seat.seat), make("small", {}, make("i", { class: "lamp" }), note)),
    seat.href && !isMine && make("div", { class: "link" }, make("code", { "aria-label": `Link of seat ${i + 1}` }, seat.href),
      make("button", { class: "quiet", onclick: () => copy(seat.href) }, icon("copy"), "Copy")),
    seat.href && !isMine && make("details", { class: "qr-box" }, make("summary", {}, "QR code"), code(seat.href)));
}

/** The link with which this browser sits down: at all seats of those who share it. */
const ownLink = (made, own) => `${location.origin}/t/${made.id}${own.length ? `#${own.map(i => `${i + 1}.${made.seats[i].secret}`).join()}` : ""}`;

/** With nobody to invite, straight to the table. */
export function invite(page, game, made, wished) {
  const seats = made.seats.map((seat, i) => ({ ...seat, href: seat.secret && `${location.origin}/t/${made.id}#${i + 1}.${seat.secret}` }));
  const own = seats.map((_, i) => i).filter(i => ["person", "beside"].includes(wished[i])), others = seats.filter((seat, i) => seat.href && !own.includes(i));
  const watch = ownLink(made, []), goal = ownLink(made, own);
  if (!others.length) { location.assign(goal); return; }
  page.className = "lobby room";
  page.replaceChildren(pageTop(game.title, 1), make("main", { id: "room" },
    make("section", { class: "hero" }, cover(game), make("div", {}, make("h1", {}, "Invite the others"),
      make("p", { class: "lead" }, "Send each of them the link of a seat, or let them read its code. Whoever has a link sits there: keep it between you."))),
    make("section", { class: "seat-list", "aria-label": "Seats" }, seats.map((seat, i) => row(seat, i, own.includes(i)))),
    make("section", { class: "agreed" }, make("p", {}, "Others may watch what everybody sees: ", make("a", { href: watch }, watch))),
    make("footer", { class: "start" }, make("a", { class: "primary large", href: goal }, own.length ? "Sit down" : "Watch"))));
}
