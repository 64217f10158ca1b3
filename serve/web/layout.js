// Where things lie on a board: the Earth, a plain board, places without coordinates, and names that cover nothing. Pure.
import { clamp } from "./dom.js";

const DEGREE = Math.PI / 180;
export const TOP = 78, BOTTOM = -73; // what lies beyond stands at the edge
export const turn = degrees => ((degrees + 540) % 360 + 360) % 360 - 180;

/** Patterson's cylindrical projection: flat enough for a table, and the poles do not take all the room. */
export function north(latitude) {
  const p = clamp(latitude, -89, 89) * DEGREE, q = p * p;
  return p * (1.0148 + q * q * (0.23185 + q * (-0.14499 + q * 0.02406)));
}

/** The meridian in the middle for which the edge of the map cuts fewest lines, best near Greenwich. `lines`: pairs of [lon, lat]. */
export function middleOf(points, lines) {
  let middle = 10, least = Infinity;
  for (let centre = -180; centre < 180; centre += 10) {
    let cost = Math.abs(turn(centre - 10)) / 25;
    for (const [a, b] of lines) if (Math.abs(turn(a[0] - centre) + turn(b[0] - a[0])) > 180) cost += 2;
    for (const [lon] of points) if (Math.abs(turn(lon - centre)) > 172) cost += 1;
    if (cost < least) { least = cost; middle = centre; }
  }
  return middle;
}

/** How the Earth lies in a window: {place: [lon, lat] -> [x, y], project, wide: pixels around the Earth, least: zoom that shows all}. */
export function earthIn(width, height, points, lines, isNarrow) {
  const centre = middleOf(points, lines);
  const lats = points.map(([, lat]) => clamp(lat, BOTTOM, TOP)), lons = points.map(([lon]) => turn(lon - centre));
  const top = Math.min(TOP, Math.max(...lats) + 7), bottom = Math.max(BOTTOM, Math.min(...lats) - 7);
  let left = Math.min(...lons) - 10, right = Math.max(...lons) + 10;
  if (right - left > 250) [left, right] = [-180, 180];
  const across = width / ((right - left) * DEGREE), down = height / (north(top) - north(bottom));
  const scale = isNarrow ? Math.max(Math.min(across, down), Math.min(down, across * 2.2)) : Math.min(across, down);
  const spare = height / scale - (north(top) - north(bottom)); // more room: show more of the Earth, as far as there is any
  const below = Math.max(0, north(bottom) - north(BOTTOM)), above = Math.max(0, north(TOP) - north(top));
  const upper = north(top) + Math.max(0, Math.min(Math.max(spare / 2, spare - below), above));
  const x = degrees => width / 2 + (degrees - (left + right) / 2) * DEGREE * scale;
  const y = lat => lat < -84 ? height * 4 : (upper - north(lat)) * scale;
  return { x, y, wide: 360 * DEGREE * scale, least: isNarrow ? Math.min(1, across / scale) : 1,
    project: (lon, lat) => [x(lon - centre), y(lat)],
    place: ([lon, lat]) => [x(turn(lon - centre)), y(clamp(lat, BOTTOM + 3, TOP - 1))] };
}

/** Points with numbers of their own, fitted into a window with room for names; y grows downwards as on paper unless the rules say otherwise. */
export function plainIn(width, height, points) {
  const xs = points.map(([x]) => x), ys = points.map(([, y]) => y), [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const padX = Math.min(90, width * 0.12), padY = Math.min(50, height * 0.14);
  return ([x, y]) => [padX + (x - x0) / (x1 - x0 || 1) * (width - 2 * padX), padY + (y1 - y) / (y1 - y0 || 1) * (height - 2 * padY)];
}

/** Places that push each other away while lines pull; the same picture for the same graph. Gives points from 0 to 1. */
export function spreadOut(count, edges) {
  const x = [], y = [], steps = count > 150 ? 120 : 420, ideal = Math.sqrt(3 / count);
  for (let i = 0; i < count; i++) {
    const angle = i * 2.399963, radius = Math.sqrt((i + 0.5) / count);
    x.push(radius * Math.cos(angle));
    y.push(radius * Math.sin(angle));
  }
  for (let step = 0; step < steps; step++) {
    const fx = new Float64Array(count), fy = new Float64Array(count), heat = 0.12 * (1 - step / steps) + 0.002;
    for (let i = 0; i < count; i++)
      for (let j = i + 1; j < count; j++) {
        const dx = x[i] - x[j], dy = y[i] - y[j], force = ideal * ideal / (dx * dx + dy * dy + 1e-6);
        fx[i] += dx * force; fy[i] += dy * force; fx[j] -= dx * force; fy[j] -= dy * force;
      }
    for (const [a, b] of edges) {
      const dx = x[a] - x[b], dy = y[a] - y[b], force = (Math.hypot(dx, dy) + 1e-6) / ideal;
      fx[a] -= dx * force; fy[a] -= dy * force; fx[b] += dx * force; fy[b] += dy * force;
    }
    for (let i = 0; i < count; i++) {
      fx[i] -= x[i] * 0.35; fy[i] -= y[i] * 0.35;
      const length = Math.hypot(fx[i], fy[i]) + 1e-9, move = Math.min(length, heat);
      x[i] += fx[i] / length * move; y[i] += fy[i] / length * move;
    }
  }
  return x.map((one, i) => [one, y[i]]);
}

const overlap = (boxes, x, y, width, height) => {
  let area = 0;
  for (const [bx, by, bw, bh] of boxes) {
    const across = Math.min(x + width, bx + bw) - Math.max(x, bx), down = Math.min(y + height, by + bh) - Math.max(y, by);
    if (across > 0 && down > 0) area += across * down;
  }
  return area;
};

/**
 * Puts names beside their points, the important ones first, each in the first of ten spots where it covers nothing, else
 * not at all. `names`: {at, radius, width, height, weight}; `boxes` [x, y, w, h] are taken and grow; `inside(x, y, w, h)` says
 * whether a spot may be used. Gives [name, x, y] of those that found one.
 */
export function placeNames(names, boxes, inside) {
  const placed = [];
  for (const name of [...names].sort((a, b) => b.weight - a.weight)) {
    const { at: [x, y], width: w, height: h, radius: r } = name;
    const spots = [[x + r, y - h / 2], [x - r - w, y - h / 2], [x - w / 2, y + r], [x - w / 2, y - r - h], [x + r - 2, y - h - 2],
      [x + r - 2, y + 3], [x - r - w + 2, y - h - 2], [x - r - w + 2, y + 3], [x - w / 2, y + r + 16], [x + r + 16, y - h / 2]];
    let best, least = Infinity;
    spots.forEach(([a, b], i) => {
      if (!inside(a, b, w, h)) return;
      const covered = overlap(boxes, a, b, w, h) + i * 0.4;
      if (covered < least) { least = covered; best = [a, b]; }
    });
    if (!best || least > (name.weight >= 55 ? 46 : 5)) continue;
    boxes.push([...best, w, h]);
    placed.push([name, ...best]);
  }
  return placed;
}

/** A text in two rows at most, the second cut if need be. `measure` gives the width of a text. */
export function twoRows(text, most, measure) {
  const rows = [""];
  for (const word of text.split(/(?<=[\s-])/))
    if (rows.length < 2 && rows[0] && measure(rows[0] + word.trimEnd()) > most) rows.push(word); else rows[rows.length - 1] += word;
  return rows.map(row => {
    let cut = row.trim();
    if (measure(cut) <= most + 2) return cut;
    while (cut.length > 3 && measure(`${cut}…`) > most) cut = cut.slice(0, -1);
    return `${cut.trim()}…`;
  });
}
