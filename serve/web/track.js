// A track: a road in rows, to and fro, with a space for each value of a type.
import { capital, clamp, draw, make, textWidth } from "./dom.js";
import { icon, outline } from "./pictures.js";
import { ink, inkOn, tone } from "./colours.js";
import { twoRows } from "./layout.js";
import { crowds, pawn } from "./pieces.js";

const FONT = '500 10.2px "Noto Sans", "Liberation Sans", sans-serif', ROW = 54;

/** How many spaces stand in a row, so that each is about as wide as high. */
function columnsFor(count, width, height, isNarrow) {
  let best = 5, least = Infinity;
  for (let columns = 5; columns <= Math.max(5, count); columns++) {
    const across = width / columns, down = isNarrow ? ROW : height / Math.ceil(count / columns);
    const cost = isNarrow ? Math.abs(across - 47) : Math.max(0, 74 - down) * 2 + Math.max(0, 62 - across) * 2 + Math.abs(across - down) * 0.1;
    if (cost < least) { least = cost; best = columns; }
  }
  return best;
}

/** The field that says what kind a space is, the kind that most are, and the field that comes in long runs. */
function kinds(rules, type, spaces) {
  const fields = type.fields.filter(field => rules.type(field.type));
  const kind = fields.find(field => new Set(spaces.map(space => space.f[field.name])).size <= 12), counts = new Map();
  if (kind) for (const space of spaces) counts.set(space.f[kind.name], (counts.get(space.f[kind.name]) ?? 0) + 1);
  const common = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
  const changes = field => spaces.filter((space, i) => i && space.f[field.name] !== spaces[i - 1].f[field.name]).length;
  return { kind, counts, common, run: fields.find(field => field !== kind && changes(field) < rules.type(field.type).values.length) };
}

/** Stretches of the road: [numbers of spaces, value of the run]. */
function stretches(spaces, run) {
  const list = [];
  spaces.forEach((space, i) => {
    const value = run && space.f[run.name], last = list.at(-1);
    if (last && last.value === value) last.numbers.push(i); else list.push({ value, numbers: i ? [i - 1, i] : [i], first: i });
  });
  return list;
}

export function trackBoard(table, host, track) {
  const { rules, position } = table, type = rules.type(track.type), W = host.clientWidth, isNarrow = W < 600;
  const spaces = [...type.values].sort((a, b) => a.f[track.name] - b.f[track.name]), count = spaces.length;
  const columns = columnsFor(count, W, Math.max(host.clientHeight, 200), isNarrow), rows = Math.ceil(count / columns), across = W / columns;
  const H = isNarrow ? rows * ROW + 8 : Math.max(host.clientHeight, 200), down = isNarrow ? ROW : (H - 6) / rows;
  const radius = isNarrow ? across * 0.3 : clamp(Math.min(across * 0.3, down * 0.22), 11, 20);
  const at = i => {
    const row = Math.floor(i / columns), column = i % columns;
    return [(row % 2 ? columns - 1 - column : column) * across + across / 2, row * down + (isNarrow ? down * 0.5 : Math.max(radius + 17, down * 0.42))];
  };
  const step = i => {
    const [x, y] = at(i), [px, py] = at(i - 1), bend = (px > W / 2 ? 1 : -1) * across * 0.62;
    return py === y ? `L${x} ${y}` : `C${px + bend} ${py} ${x + bend} ${y} ${x} ${y}`;
  };
  const path = numbers => numbers.map((i, n) => n ? step(i) : `M${at(i).join(" ")}`).join("");
  const root = draw("svg", { class: "track", viewBox: `0 0 ${W} ${H}`, width: W, height: H, role: "group", "aria-label": `Track of ${count} spaces` });
  const { kind, counts, common, run } = kinds(rules, type, spaces), parts = stretches(spaces, run);
  parts.forEach((part, k) => root.append(draw("path", { d: path(part.numbers), class: k % 2 ? "road odd" : "road", "stroke-width": radius * 1.7 })));
  root.append(draw("path", { d: path(spaces.map((_, i) => i)), class: "road-line" }));
  for (const part of isNarrow || !run ? [] : parts) {
    const [x, y] = at(part.first), isBack = Math.floor(part.first / columns) % 2, isEdge = isBack ? x < 110 : x > W - 110;
    root.append(draw("text", { x: isEdge ? (isBack ? 4 : W - 4) : isBack ? x + across * 0.46 : x - across * 0.46, y: y - radius - 5,
      "text-anchor": isEdge === Boolean(isBack) ? "start" : isEdge ? "end" : isBack ? "end" : "start", class: "run" }, capital(rules.label(run.type, part.value))));
  }
  spaces.forEach((space, i) => root.append(stop(rules, track, space, at(i), { kind, common, radius, across, isNarrow })));
  const standing = position.seats.map((_, seat) => ({ seat, id: `pawn:${seat}`, at: spaces.findIndex(space => space.f[track.name] === position.fact(track.thing, seat)) }));
  crowds(table, standing.filter(piece => piece.at >= 0), (piece, i, number) => {
    const [x, y] = at(piece.at);
    root.append(pawn(table, piece, x + (i - (number - 1) / 2) * 14, y + radius * 0.5, isNarrow ? 1.05 : 1.35));
  });
  host.replaceChildren(root);
  if (isNarrow) host.style.setProperty("height", `${H + 30}px`);
  if (kind) host.append(key(rules, kind, counts, common, isNarrow ? 0 : (columns - (count % columns || columns)) * across, rows % 2));
}

function stop(rules, track, space, [x, y], { kind, common, radius, across, isNarrow }) {
  const what = kind && space.f[kind.name], isSpecial = what && what !== common, colour = isSpecial ? rules.colour(kind.type, what) : null;
  const sign = isSpecial ? rules.picture(kind.type, what) : null;
  const rows = isNarrow ? [] : twoRows(space.label, across - 1, text => textWidth(text, FONT));
  return draw("g", { class: colour ? "stop" : "stop plain", "data-key": `space:${track.type}:${space.id}`, transform: `translate(${x} ${y})` },
    draw("title", {}, what ? `${space.label}, ${rules.label(kind.type, what)}` : space.label),
    draw("circle", { r: radius + 4, class: "halo" }), draw("circle", { r: radius, class: "disc", style: colour ? { fill: colour } : {} }),
    sign ? draw("g", { transform: `translate(${-radius * 0.66} ${-radius * 0.66}) scale(${radius * 1.32 / 24})`, ...ink(colour) }, outline(sign))
      : draw("text", { y: radius * 0.3, "text-anchor": "middle", class: "num", "font-size": Math.max(9.5, radius * 0.78), style: colour ? { fill: inkOn(colour) } : {} }, space.f[track.name]),
    rows.map((text, j) => draw("text", { y: radius + 11.7 + j * 11, "text-anchor": "middle", class: "stop-name", "font-size": 10.2 }, text)));
}

/** What the signs mean, in the room that the last row leaves. */
function key(rules, kind, counts, common, room, isRight) {
  const style = room ? { "max-width": `${Math.max(room - 16, 150)}px`, [isRight ? "right" : "left"]: "10px" } : {};
  return make("ul", { class: "key-line", style }, rules.type(kind.type).values
    .filter(value => counts.get(value.id) && value.id !== common && rules.picture(kind.type, value.id))
    .map(value => make("li", {}, make("i", { style: tone(rules.colour(kind.type, value.id)) }, icon(rules.picture(kind.type, value.id))), value.label)));
}
