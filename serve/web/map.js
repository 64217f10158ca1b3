// A map: places with coordinates before the coastline or on a plain board, or a graph that lays itself out; lines, pins, pawns, marks, names.
import { clamp, draw, make, textWidth } from "./dom.js";
import { outline } from "./pictures.js";
import { ink, edgeOf } from "./colours.js";
import { earthIn, placeNames, plainIn, spreadOut } from "./layout.js";
import { crowds, pawn, sign } from "./pieces.js";
import { valuesOf } from "./options.js";
import { hasCoast, landPath } from "./coast.js";
import { legend, view, watchZoom, zoomBar, zoomCorner } from "./zoom.js";

const FEW = 14, FONT = '"Noto Sans", "Liberation Sans", sans-serif';

/** Positions of all places (and of cards with places of their own, under "id|card") before any zoom. */
function lay(table, W, H, isNarrow) {
  const { rules } = table, type = rules.placeType, values = rules.type(type).values, at = new Map();
  const cards = rules.maps.slice(1).flatMap(map => rules.type(map.type).values.filter(value => value.at).map(value => [`${value.id}|card`, value.at]));
  const all = [...values.filter(value => value.at).map(value => [value.id, value.at]), ...cards];
  const ends = rules.ways.flatMap(way => way.ids.slice(1).map((id, i) => [rules.value(type, way.ids[i])?.at, rules.value(type, id)?.at])).filter(([a, b]) => a && b);
  if (all.length && rules.maps[0]?.earth) {
    const earth = earthIn(W, H, all.map(([, point]) => point), ends, isNarrow);
    for (const [id, point] of all) at.set(id, earth.place(point));
    return { at, earth };
  }
  if (all.length) {
    const fit = plainIn(W, H, all.map(([, point]) => point));
    for (const [id, point] of all) at.set(id, fit(point));
    return { at };
  }
  const number = new Map(values.map((value, i) => [value.id, i]));
  rules.spreadOut ??= spreadOut(values.length, rules.ways.flatMap(way => way.ids.slice(1).map((id, i) => [number.get(way.ids[i]), number.get(id)])));
  const fit = plainIn(W, H, rules.spreadOut);
  values.forEach((value, i) => at.set(value.id, fit(rules.spreadOut[i])));
  return { at };
}

/** Places that the options speak of. */
function hotPlaces(table) {
  const { rules, position } = table, hot = new Set();
  for (const option of position.choice?.options ?? [])
    for (const argument of option.args)
      for (const id of valuesOf(argument)) {
        if (rules.isPlace(argument.type)) hot.add(id);
        const end = position.farEnd(argument.type, id);
        if (end) hot.add(end);
      }
  return hot;
}

/** A choice of places moves the map there; a phone starts where something can be done. */
function aim(table, at, hot, W, H, isNarrow) {
  const stamp = `${table.position.now.stamp} ${W} ${H}`;
  if (view.stamp === stamp) return;
  Object.assign(view, { stamp, k: 1, x: 0, y: 0 });
  const spots = [...hot].map(id => at.get(id) ?? at.get(`${id}|card`)).filter(Boolean), mine = at.get(table.position.myPlace);
  if (mine) spots.push(mine);
  if (!spots.length) return;
  const xs = spots.map(([x]) => x), ys = spots.map(([, y]) => y), midX = (Math.min(...xs) + Math.max(...xs)) / 2, midY = (Math.min(...ys) + Math.max(...ys)) / 2;
  const isChoiceOfPlaces = (table.position.choice?.options ?? []).filter(option => option.args.length).every(option => option.args.some(argument => table.rules.isPlace(argument.type) || table.position.farEnd(argument.type, argument.id)));
  const fits = clamp(Math.min(W / (Math.max(...xs) - Math.min(...xs) + 170), H / (Math.max(...ys) - Math.min(...ys) + 100)), 1, 3);
  if (hot.size > 1 && isChoiceOfPlaces && fits > 1.15 && at.size > 30) Object.assign(view, { k: fits, x: W / 2 - midX * fits, y: H / 2 - midY * fits });
  else if (isNarrow) view.x = W / 2 - midX;
}

// ---- layers

function background(earth, W, H) {
  const group = draw("g", { transform: `translate(${view.x} ${view.y}) scale(${view.k})` });
  let grid = "";
  for (let lon = -180; lon <= 180; lon += 30) grid += `M${earth.x(lon).toFixed(1)} 0V${H * 2}`;
  for (let lat = -60; lat <= 75; lat += 15) grid += `M${(-earth.wide).toFixed(1)} ${earth.y(lat).toFixed(1)}H${(W + earth.wide).toFixed(1)}`;
  group.append(draw("path", { d: grid, class: "grid" }));
  const land = landPath(earth.project);
  for (const shape of ["shallow", "land"])
    for (const dx of [-earth.wide, 0, earth.wide])
      group.append(draw("path", { d: land, class: dx && shape === "land" ? "land ghost" : shape, transform: `translate(${dx} 0)` }));
  return group;
}

function lines(table, spot, wide, isFew) {
  const group = draw("g", { class: "lines" }), twins = new Map();
  for (const way of table.rules.ways) {
    for (let i = 1; i < way.ids.length; i++) {
      const a = spot(way.ids[i - 1]), end = spot(way.ids[i]);
      if (!a || !end) continue;
      const b = [...end];
      if (wide && Math.abs(b[0] - a[0]) > wide / 2) b[0] += b[0] > a[0] ? -wide : wide;
      const pair = [way.ids[i - 1], way.ids[i]].sort().join(), twin = twins.get(pair) ?? 0;
      twins.set(pair, twin + 1);
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]), bend = (way.sea || isFew ? Math.min(0.16, 22 / Math.max(length, 1) + 0.07) : 0) + twin * 0.18;
      const path = (p, q) => {
        const side = q[0] >= p[0] ? 1 : -1;
        const control = [(p[0] + q[0]) / 2 + (q[1] - p[1]) * bend * side, (p[1] + q[1]) / 2 - Math.abs(q[0] - p[0]) * bend - (twin ? 8 : 0)];
        return draw("path", { d: bend ? `M${p}Q${control} ${q}` : `M${p}L${q}`, class: `way${way.sea ? " sea" : ""}${isFew ? " few" : ""}`, "data-key": way.key },
          way.name && draw("title", {}, way.name));
      };
      group.append(path(a, b));
      if (b[0] !== end[0]) group.append(path([end[0] - (b[0] - a[0]), a[1] + (b[1] - end[1])], end));
    }
  }
  return group;
}

/** Things below and right of a place, four in a row. */
class Spread {
  constructor(boxes, radius) { Object.assign(this, { boxes, radius, used: new Map(), group: draw("g") }); }
  put(id, [x, y], size, element) {
    const n = this.used.get(id) ?? 0;
    this.used.set(id, n + 1);
    const left = x - this.radius - 4 + (n % 4) * (size + 1.5), top = y + this.radius + 3 + Math.floor(n / 4) * (size + 1.5);
    this.boxes.push([left, top, size, size]);
    element.setAttribute("transform", `translate(${left + size / 2} ${top + size / 2})`);
    this.group.append(element);
  }
}

function tokens(table, spot, spread) {
  const { rules, position } = table;
  for (const zone of rules.zones.filter(one => one.shown && one.index.some(type => rules.isPlace(type)))) {
    const which = zone.index.findIndex(type => rules.isPlace(type));
    for (const part of position.zoneParts(zone))
      for (const id of part.cards ?? []) {
        const at = spot(part.index[which]), colour = rules.colour(zone.of, id);
        if (at) spread.put(part.index[which], at, 15, draw("g", { class: "token", "data-key": `card:${part.key}:${id}`, "data-at": `${part.key}|${id}|0` },
          draw("title", {}, rules.label(zone.of, id)), draw("rect", { x: -7.5, y: -7.5, width: 15, height: 15, rx: 4, style: { fill: colour } }),
          draw("g", { transform: "translate(-5 -5) scale(.42)", ...ink(colour) }, outline(rules.picture(zone.of, id) ?? rules.deckPicture(zone.of)))));
      }
  }
  for (const mark of position.marks) {
    const at = spot(mark.at), colour = mark.seat >= 0 ? rules.seatColour(mark.seat) : mark.card ? "#c0932a" : "#777777";
    const name = mark.icon ?? (mark.card ? rules.picture(mark.of, mark.card) ?? rules.deckPicture(mark.of) : undefined);
    if (at) spread.put(mark.at, at, name ? 13 : 10, draw("g", { class: "mark", "data-key": mark.key, "data-at": mark.card && mark.key.replace(/^card:(.*):(.*)$/, "$1|$2|0") },
      draw("title", {}, mark.title), sign(colour, name, name ? 6.5 : 4.5)));
  }
}

/** Cards with a place of their own: pins while nobody has them, dots in the colour of who has. */
function pins(table, spot, boxes, names) {
  const { rules, position } = table, below = draw("g"), above = draw("g");
  for (const map of rules.maps.slice(1)) {
    for (const zone of rules.zones.filter(one => one.of === map.type && one.shown && !/discard/.test(one.name))) {
      for (const part of position.zoneParts(zone)) {
        for (const id of part.cards ?? []) {
          const at = spot(`${id}|card`), key = `card:${part.key}:${id}`, label = rules.label(zone.of, id);
          if (!at) continue;
          const [x, y] = at;
          if (part.owner >= 0) {
            const colour = rules.seatColour(part.owner);
            below.append(draw("g", { class: "been", transform: `translate(${x} ${y})`, "data-key": key }, draw("circle", { r: 9, class: "touch" }),
              draw("circle", { r: 4.6, class: "spot", style: { fill: colour, ...edgeOf(colour) && { stroke: edgeOf(colour) } } }), draw("title", {}, `${position.seatName(part.owner)}: ${label}`)));
            boxes.push([x - 5, y - 5, 10, 10]);
            continue;
          }
          const colour = rules.colour(zone.of, id);
          above.append(draw("g", { class: "pin", transform: `translate(${x} ${y})`, "data-key": key, "data-type": zone.of, "data-id": id }, draw("title", {}, label),
            draw("circle", { cy: -13, r: 17, class: "halo" }), draw("path", { d: "M0 0c-2-6-9-8-9-15a9 9 0 0 1 18 0C9-8 2-6 0 0z", class: "body", style: { fill: colour } }),
            draw("g", { transform: "translate(-5.8 -21) scale(.48)", ...ink(colour) }, outline(rules.picture(zone.of, id) ?? "star"))));
          boxes.push([x - 9, y - 24, 18, 24]);
          const isHot = position.choice?.options?.some(option => option.args.some(argument => argument.id === id));
          names.push({ id, at: [x, y - 13], text: rules.cardTitle(zone.of, id), weight: isHot ? 90 : 30, radius: 13, isCard: true });
        }
      }
    }
  }
  return { below, above };
}

/** How much the name of each place matters: what can be chosen, then pieces, marks, hubs. */
function weights(table, hot) {
  const weight = new Map(), use = (id, n) => weight.set(id, Math.max(weight.get(id) ?? 0, n));
  hot.forEach(id => use(id, 100));
  table.position.pieces.forEach(piece => use(piece.at, 60));
  table.position.marks.forEach(mark => use(mark.at, mark.card ? 25 : 15));
  const degree = new Map();
  for (const way of table.rules.ways) for (const id of way.ids) degree.set(id, (degree.get(id) ?? 0) + 1);
  return id => (weight.get(id) ?? 0) + (degree.get(id) ?? 0) * 0.3;
}

export function mapBoard(table, host) {
  const { rules, position } = table, W = host.clientWidth, H = host.clientHeight, isNarrow = W < 600;
  const type = rules.placeType, values = rules.type(type).values, isFew = values.length <= FEW;
  const isColoured = rules.type(type).fields.some(field => rules.type(field.type)), foot = isColoured && !isNarrow ? 32 : 0;
  const { at, earth } = lay(table, W, H - foot, isNarrow), hot = hotPlaces(table);
  view.least = earth?.least ?? 1;
  aim(table, at, hot, W, H - foot, isNarrow);
  const spot = id => { const p = at.get(id); return p && [p[0] * view.k + view.x, p[1] * view.k + view.y]; };
  const root = draw("svg", { class: earth ? "map" : "map bare", viewBox: `0 0 ${W} ${H}`, width: W, height: H, role: "group", "aria-label": `Map of ${values.length} places` });
  if (earth && hasCoast()) root.append(background(earth, W, H));
  root.append(lines(table, spot, earth && earth.wide * view.k, isFew));
  const boxes = [], names = [], places = draw("g"), radius = isFew ? 7 : view.k > 1.8 ? 5 : isNarrow ? 3.6 : 4.2, weigh = weights(table, hot);
  values.forEach((value, i) => {
    const p = spot(value.id);
    if (!p || p[0] < -20 || p[0] > W + 20 || p[1] < -20 || p[1] > H + 20) return;
    const style = isColoured ? { fill: rules.colour(type, value.id) } : {};
    places.append(draw("g", { class: "place", "data-key": `place:${value.id}`, transform: `translate(${p})` },
      draw("circle", { r: Math.max(radius + 8, isNarrow ? 20 : 11), class: "touch" }), draw("circle", { r: radius + 5.5, class: "halo" }),
      draw("circle", { r: radius, class: "dot", style }), draw("title", {}, value.label)));
    boxes.push([p[0] - radius - 1, p[1] - radius - 1, 2 * radius + 2, 2 * radius + 2]);
    names.push({ id: value.id, at: p, text: value.label, weight: weigh(value.id) + (values.length - i) / values.length * 8, radius: radius + 3 });
  });
  const spread = new Spread(boxes, radius);
  tokens(table, spot, spread);
  const { below, above } = pins(table, spot, boxes, names);
  crowds(table, position.pieces, (piece, i, count) => {
    const p = spot(piece.at);
    if (!p) return;
    const x = p[0] + (i - (count - 1) / 2) * 15, y = p[1] - (isFew ? 3 : 1);
    above.append(pawn(table, piece, x, y, isNarrow ? 0.95 : 1.15));
    boxes.push([x - 10, y - 25, 20, 26]);
  });
  const corner = zoomCorner(W, H - foot, isNarrow, names.map(({ at: [x, y], weight }) => [x, y, weight >= 90 ? 100 : 1]));
  boxes.push([corner.left, corner.top, corner.width, corner.height]);
  root.append(places, spread.group, below, nameLayer(names, boxes, hot, isFew, W, H - foot), above);
  host.replaceChildren(root, zoomBar(table, host, mapBoard, corner), isColoured ? legend(rules, type) : "");
  watchZoom(table, host, mapBoard);
}

function nameLayer(names, boxes, hot, isFew, W, H) {
  const seen = names.filter(({ at: [x, y] }) => x >= 0 && x <= W && y >= 0 && y <= H);
  for (const name of seen) {
    name.isStrong = name.weight >= 55 || (isFew && !name.isCard);
    name.size = isFew && !name.isCard ? 12.5 : name.isStrong ? 12 : 10.8;
    name.width = textWidth(name.text, `${name.isStrong ? 600 : 500} ${name.size}px ${FONT}`) + 3;
    name.height = name.size + 2;
  }
  const inside = (x, y, w, h) => x >= 3 && x + w <= W - 3 && y >= 2 && y + h <= H - 2;
  return draw("g", { class: "names" }, placeNames(seen, boxes, inside).map(([name, x, y]) => draw("text", { x: x + 1.5, y: y + name.size * 0.86,
    "font-size": name.size, "font-weight": name.isStrong ? 600 : 500, class: `name${name.isStrong ? " strong" : ""}${hot.has(name.id) ? " hot" : ""}` }, name.text)));
}
