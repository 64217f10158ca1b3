// The end of a game: ranking, points taken apart, the course of the game, and what can be done next.
import { ask } from "./net.js";
import { capital, draw, make, number } from "./dom.js";
import { icon } from "./pictures.js";
import { inkOn, tone } from "./colours.js";
import { seatDot } from "./players.js";
import { miniCards } from "./cards.js";
import { logPane } from "./log.js";
import { switchTheme } from "./top.js";
import { replay } from "./replay.js";

/** The numbers by which seats are ranked, and of what they consist. */
function points(table, seat) {
  const { position } = table, score = position.score(seat), key = position.now.result.keys[0];
  if (score && typeof score.value === "number") return score;
  return { title: key?.title ?? "place", value: key ? key.values[seat] : 0, parts: [] };
}

function treasure(table, seat) {
  const { rules, position } = table;
  return rules.zones.filter(zone => zone.shown && zone.index.includes("player")).flatMap(zone => position.zoneParts(zone))
    .filter(part => part.owner === seat && part.size && part.cards)
    .map(part => make("div", { class: "mini-zone" }, make("small", {}, part.zone.title), miniCards(rules, part)));
}

function line(table, seat, most) {
  const { rules, position } = table, place = position.now.result.places[seat], score = points(table, seat), colour = rules.seatColour(seat);
  const parts = score.parts.length ? score.parts : [{ title: score.title, value: score.value }];
  return make("li", { class: place === 1 ? "first" : "", style: { ...tone(colour), "--stripe": `color-mix(in srgb, ${colour} 78%, ${inkOn(colour) === "#ffffff" ? "#000" : "#fff"})` } },
    make("span", { class: "rank" }, place === 1 ? icon("crown") : place), seatDot(table, seat),
    make("div", { class: "line" }, make("div", { class: "line-head" }, make("b", { class: "nm" }, position.seatName(seat)),
      make("span", { class: "total" }, make("b", {}, number(score.value)), make("small", {}, score.title))),
      make("div", { class: "bar", role: "img", "aria-label": parts.map(part => `${part.title} ${part.value}`).join(", ") }, parts.map((part, k) =>
        make("i", { class: `p${k % 2}`, style: { width: `${Math.max(0, part.value) / most * 100}%` } }, part.value / most > 0.09 && score.parts.length ? part.value : ""))),
      make("p", { class: "keys" }, position.now.result.keys.slice(score.parts.length ? 0 : 1).map(key => `${key.title}: ${number(key.values[seat])}`).join(" · ")),
      make("div", { class: "treasure" }, treasure(table, seat))));
}

/** Lines over the choices of a game: one for each seat. */
function plot(table, series, title) {
  const W = 640, H = 230, left = 40, below = 24, top = 10, right = 96, count = series[0].length, all = series.flat(), low = Math.min(0, ...all);
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find(size => (Math.max(...all, 1) - low) / size <= 5) ?? 10000, high = Math.ceil(Math.max(...all, 1) / step) * step;
  const x = i => left + i / Math.max(1, count - 1) * (W - left - right), y = value => top + (high - value) / (high - low) * (H - top - below);
  const root = draw("svg", { class: "plot", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": `${title} after every choice` });
  for (let value = Math.ceil(low / step) * step; value <= high; value += step)
    root.append(draw("path", { class: "rule", d: `M${left} ${y(value)}H${W - right}` }), draw("text", { class: "axis", x: left - 6, y: y(value) + 3.5, "text-anchor": "end" }, number(value || 0)));
  const ends = series.map((values, seat) => ({ seat, y: y(values.at(-1)) })).sort((a, b) => a.y - b.y);
  ends.forEach((end, i) => { if (i && end.y - ends[i - 1].y < 15) end.y = ends[i - 1].y + 15; });
  series.forEach((values, seat) => root.append(draw("path", { class: "curve", style: { stroke: table.rules.seatColour(seat) }, "stroke-dasharray": ["", "7 3", "2 3", "9 3 2 3"][seat % 4],
    d: values.map((value, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join("") })));
  for (const { seat, y: at } of ends)
    root.append(draw("circle", { cx: x(count - 1), cy: y(series[seat].at(-1)), r: 3.5, style: { fill: table.rules.seatColour(seat) } }),
      draw("text", { class: "end-name", x: W - right + 9, y: at + 4 }, `${table.position.seatName(seat)} ${number(series[seat].at(-1))}`));
  return make("figure", {}, make("figcaption", {}, capital(title), make("small", {}, "after every choice")), root);
}

/** The course of the game comes once it is asked for. */
async function addCourse(table, host) {
  const course = await ask(`${table.base}/course`).catch(() => null);
  if (!course) return;
  for (const one of course.series) if (one.values.length && one.values[0].length > 1) host.append(plot(table, one.values, one.title));
}

export function ending(table) {
  const { rules, position } = table, { result } = position.now, rank = position.seats.map((_, i) => i).sort((a, b) => result.places[a] - result.places[b]);
  const most = Math.max(1, ...rank.map(seat => points(table, seat).value)), winners = rank.filter(seat => result.places[seat] === 1).map(seat => position.seatName(seat));
  const parts = points(table, rank[0]).parts, look = replay(table), plots = make("div", { class: "plots" });
  table.page.className = "end";
  table.page.replaceChildren(
    make("header", { id: "top" }, make("a", { class: "brand", href: "/" }, make("span", { class: "logo", "aria-hidden": "true" }, icon("globe")), make("span", { class: "game-title" }, rules.title)),
      make("nav", { class: "phases" }, make("span", { class: "round" }, "The end")),
      make("div", { class: "tools" }, make("button", { class: "tool", onclick: () => table.showRules() }, icon("book"), make("span", {}, "Rules")),
        make("button", { class: "tool", "aria-label": "Light or dark", onclick: switchTheme }, icon("moon")))),
    make("main", { id: "ending" },
      make("section", { class: "podium", "aria-label": "Ranking" },
        make("h1", {}, winners.length > 1 ? `${winners.join(" and ")} share the win` : `${winners[0]} wins`),
        make("p", { class: "lead" }, `After ${position.now.moves} choices.`),
        make("ol", { class: "ranks" }, rank.map(seat => line(table, seat, most))),
        parts.length > 0 && make("p", { class: "bar-key" }, parts.map((part, k) => make("span", {}, make("i", { class: `p${k % 2}` }), part.title))),
        make("div", { class: "end-acts" }, make("a", { class: "primary", href: "/" }, "New game"),
          make("a", { class: "quiet", href: `${table.base}/save`, download: "game.trvsave" }, icon("copy"), "Save"))),
      make("section", { class: "stats", "aria-label": "The course of the game" }, plots, look, logPane(table))));
  look.begin();
  addCourse(table, plots);
}
