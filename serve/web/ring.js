// A ring: cards of a row, or values of a type, around the board; the table's piles lie in its middle.
import { clamp, draw, make } from "./dom.js";
import { outline, picture } from "./pictures.js";
import { inkOn } from "./colours.js";
import { crowds, pawn, sign } from "./pieces.js";

/** A rounded ring in a window: {point(u, outwards) -> [x, y, nx, ny], length, thick}; u runs clockwise from the upper left. */
export function ringIn(W, H, isNarrow) {
  const thick = isNarrow ? 40 : clamp(H * 0.15, 44, 66), margin = isNarrow ? 6 : 10, inset = margin + thick / 2;
  const [x0, x1, y0, y1] = [inset, W - inset, inset, H - inset];
  const wished = isNarrow ? W * 0.3 : Math.min(H / 2 - margin, H * 0.46);
  const radius = Math.min(wished - thick / 2, (x1 - x0) / 2, (y1 - y0) / 2), side = x1 - x0 - 2 * radius, flank = y1 - y0 - 2 * radius, arc = Math.PI * radius / 2;
  const corner = (cx, cy, from) => u => { const a = u / radius + from; return [cx + radius * Math.cos(a), cy + radius * Math.sin(a), Math.cos(a), Math.sin(a)]; };
  const legs = [[side, u => [x0 + radius + u, y0, 0, -1]], [arc, corner(x1 - radius, y0 + radius, -Math.PI / 2)], [flank, u => [x1, y0 + radius + u, 1, 0]],
    [arc, corner(x1 - radius, y1 - radius, 0)], [side, u => [x1 - radius - u, y1, 0, 1]], [arc, corner(x0 + radius, y1 - radius, Math.PI / 2)],
    [flank, u => [x0, y1 - radius - u, -1, 0]], [arc, corner(x0 + radius, y0 + radius, Math.PI)]];
  const length = 2 * side + 2 * flank + 4 * arc;
  const point = (along, outwards) => {
    let u = ((along % length) + length) % length;
    for (const [size, leg] of legs) {
      if (u <= size) { const [x, y, nx, ny] = leg(u); return [x + nx * outwards, y + ny * outwards, nx, ny]; }
      u -= size;
    }
    return [x0 + radius, y0 - outwards, 0, -1];
  };
  return { point, length, thick, margin };
}

/** The spaces: {key, id, type, at, by} for each card of the row, or each value of the type. */
function stretches(table, track) {
  const { rules, position } = table, by = Math.max(1, track.by ?? 1);
  if (track.type) return [...rules.type(track.type).values].sort((a, b) => a.f[track.name] - b.f[track.name])
    .map(value => ({ type: track.type, id: value.id, key: `space:${track.type}:${value.id}`, by }));
  const zone = rules.byName.get(track.name);
  return position.zoneParts(zone).map(part => ({ type: zone.of, id: part.cards?.[0], by, key: part.cards?.[0] && `card:${part.key}:${part.cards[0]}`,
    at: part.cards?.[0] && `${part.key}|${part.cards[0]}|0` }));
}

/** Draws the ring, `more` pixels higher than it would be; gives its hole. */
export function ringBoard(table, host, track, more = 0) {
  const { rules, position } = table, W = host.clientWidth, isNarrow = W < 600, H = isNarrow ? W * 1.06 + more : host.clientHeight;
  if (isNarrow) host.style.setProperty("height", `${H}px`);
  const parts = stretches(table, track), by = parts[0]?.by ?? 1, count = parts.length * by || 1;
  const { point, length, thick, margin } = ringIn(W, H, isNarrow), step = length / count;
  const shape = (from, to, outer, inner) => {
    const edge = off => Array.from({ length: 7 }, (_, i) => point(from + (to - from) * i / 6, off));
    return `${[...edge(outer), ...edge(inner).reverse()].map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("")}z`;
  };
  const root = draw("svg", { class: "ring", viewBox: `0 0 ${W} ${H}`, width: W, height: H, role: "group", "aria-label": `Ring of ${count} spaces` });
  const marked = track.type ? null : rules.byName.get(track.name);
  parts.forEach((part, k) => {
    const colour = part.id ? rules.colour(part.type, part.id) : null, inkColour = colour ? inkOn(colour) : "currentColor", from = k * by * step;
    const group = draw("g", { class: part.id ? "ring-card" : "ring-card none", "data-key": part.key, "data-at": part.at, "data-type": part.id && part.type, "data-id": part.id },
      draw("title", {}, part.id ? rules.label(part.type, part.id) : "no card"));
    const sign = part.id && kindPicture(rules, part), markAt = part.id && marked?.field ? rules.value(part.type, part.id)?.f[marked.field] : undefined;
    for (let i = 0; i < by; i++) {
      const u = from + i * step, [x, y] = point(u + step / 2, thick / 2 - 9);
      group.append(draw("path", { d: shape(u + 1, u + step - 1, thick / 2, -thick / 2), class: "cell", style: colour ? { fill: colour } : {} }),
        draw("text", { x, y: y + 3.3, "text-anchor": "middle", class: "cell-no", style: colour ? { fill: inkColour } : {} }, k * by + i));
      const isMark = markAt === i + 1, isPicture = !isMark && sign && i === by >> 1;
      if (isMark || isPicture) group.append(ringSign(point(u + step / 2, -thick * 0.25), isMark ? picture(marked.icon) ?? "chip" : sign, isMark, inkColour, colour, isNarrow));
    }
    group.append(draw("path", { d: shape(from, from + by * step, thick / 2 + 1, -thick / 2 - 1), class: "card-edge" }));
    root.append(group);
    if (part.id && !isNarrow) {
      const [x, y, nx, ny] = point(from + by * step / 2, -thick / 2 - 12);
      root.append(draw("text", { x, y: y + 4 - Math.min(0, ny) * 2, "text-anchor": Math.abs(nx) < 0.35 ? "middle" : nx > 0 ? "end" : "start", class: "ring-name" }, rules.cardTitle(part.type, part.id)));
    }
  });
  standing(table, track, root, (space, out) => point((Number(space) + 0.5) * step, out), thick, isNarrow);
  const room = thick + margin, hole = make("div", { class: "hole", style: { inset: isNarrow ? `${room + 6}px` : `${room + 26}px ${room + 118}px` } });
  host.replaceChildren(root, hole);
  return hole;
}

function kindPicture(rules, { type, id }) {
  const kind = rules.plan(type).kinds[0], value = kind && rules.value(type, id)?.f[kind.name];
  return (value && rules.picture(kind.type, value)) ?? rules.picture(type, id);
}

function ringSign([x, y], name, isMark, inkColour, colour, isNarrow) {
  const half = isNarrow ? 5.5 : 8, scale = isNarrow ? 0.46 : 0.67;
  return draw("g", { transform: `translate(${x - half} ${y - half}) scale(${scale})`, fill: inkColour, color: inkColour, class: isMark ? "ring-mark" : "ring-pic" },
    isMark && draw("circle", { cx: 12, cy: 12, r: 16 }),
    draw("g", isMark ? { fill: colour, color: colour, transform: "translate(2.4 2) scale(.8)" } : {}, outline(name)));
}

/** Marks and pawns on the spaces: all that is shown as a number of a space. */
function standing(table, track, root, at, thick, isNarrow) {
  const { rules, position } = table, pieces = [];
  for (const declared of [...rules.functions, ...rules.variables]) {
    if (!declared.shown || declared.role !== "mark" || rules.isPlace(declared.type) || declared.index?.length > 1) continue;
    if (position.isOfPlayer(declared)) {
      position.seats.forEach((seat, i) => {
        const space = position.fact(declared.name, i);
        if (typeof space !== "number") return;
        const [x, y] = at(space, -thick * 0.25);
        root.append(draw("g", { class: "mark", transform: `translate(${x} ${y}) scale(${isNarrow ? 0.7 : 1})` }, draw("title", {}, `${seat.name}: ${declared.title}`),
          sign(rules.seatColour(i), declared.icon ?? "flag", 9)));
      });
    } else {
      const values = position.common(declared.name), list = values && typeof values === "object" ? Object.entries(values) : [[declared.name, values]];
      for (const [name, space] of list) if (typeof space === "number") pieces.push({ seat: -1, name, icon: declared.icon, at: space, id: `piece:${declared.name}:${name}` });
    }
  }
  position.seats.forEach((_, seat) => {
    const space = position.fact(track.thing, seat);
    if (typeof space === "number") pieces.push({ seat, at: space, id: `pawn:${seat}` });
  });
  crowds(table, pieces, (piece, i, count) => {
    const [x, y] = at(piece.at, thick * 0.1 + (i - (count - 1) / 2) * 12);
    root.append(pawn(table, piece, x, y + 10, isNarrow ? 1.05 : 1.4));
  });
}
