// A grid: squares, hexes, or crossings of lines, from the columns and rows of its cells; stones, pieces and cards that lie on them.
import { draw } from "./dom.js";
import { outline } from "./pictures.js";
import { edgeOf, ink, inkOn } from "./colours.js";
import { baseType, isSeveral } from "./rules.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Where the middle of each cell lies: {at(id) -> [x, y], size}. Rows are counted from below. */
export function gridIn(grid, W, H, pad) {
  const cells = Object.entries(grid.cells), raw = ([column, row]) => grid.hex ? [column - row / 2, row * Math.sqrt(3) / 2] : [column, row];
  const points = cells.map(([, cell]) => raw(cell)), xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const size = Math.min((W - 2 * pad) / (x1 - x0 + 1), (H - 2 * pad) / (y1 - y0 + (grid.hex ? 1.16 : 1)));
  const spots = new Map(cells.map(([id], i) => [id, [W / 2 + (points[i][0] - (x0 + x1) / 2) * size, H / 2 - (points[i][1] - (y0 + y1) / 2) * size]]));
  return { size, at: id => spots.get(id) };
}

/** Lines between the cells of a graph over the grid; it is then a board of crossings. */
function graphOf(rules, grid) { return rules.graphs.find(graph => graph.of === grid.name && graph.edges.length); }

/** Things on cells: {cell, seat, type, id, title, key, name}. */
export function piecesOn(position, grid) {
  const { rules } = position, pieces = [];
  const isHere = type => baseType(type) === grid.name;
  for (const declared of [...rules.functions, ...rules.variables]) {
    if (!declared.shown) continue;
    const index = declared.index ?? (declared.of_player ? ["player"] : []), value = position.common(declared.name);
    if (isHere(declared.type)) {
      const ofPlayer = index[0] === "player";
      for (const [owner, x] of ofPlayer ? Object.entries(value ?? {}) : [[null, value]])
        for (const cell of Array.isArray(x) ? x : x ? [x] : [])
          pieces.push({ cell, seat: owner === null ? -1 : position.seatNumber(owner), name: declared.name, title: declared.title, icon: declared.icon,
            isMark: owner === null || (declared.role === "mark" && isSeveral(declared.type)) });
    } else if (index.length === 1 && isHere(index[0])) {
      for (const [cell, x] of Object.entries(value ?? {})) {
        if (x === null || x === false || x === 0 || x === "") continue;
        const isSeat = baseType(declared.type) === "player";
        pieces.push({ cell, seat: isSeat ? position.seatNumber(x) : -1, type: rules.type(declared.type) ? declared.type : undefined, id: x,
          name: declared.name, title: isSeat ? declared.title : rules.type(declared.type) ? rules.label(declared.type, x) : `${declared.title} ${x}`, text: typeof x === "number" ? String(x) : undefined });
      }
    }
  }
  for (const zone of rules.zones.filter(one => one.shown && one.index.some(isHere))) {
    const which = zone.index.findIndex(isHere);
    for (const part of position.zoneParts(zone))
      if (part.size) pieces.push({ cell: part.index[which], seat: part.owner, type: zone.of, id: part.cards?.[0], count: part.size, name: zone.name,
        title: part.cards ? part.cards.map(id => rules.label(zone.of, id)).join(", ") : "face down", key: part.cards?.[0] && `card:${part.key}:${part.cards[0]}` });
  }
  return pieces;
}

/**
 * What changed on the grids between two positions: {cells: Set of "grid:cell", slides: [{from, to}] of things that are the
 * same before and after, keys of cells}. Marks are no moves.
 */
export function gridChanges(before, after) {
  const cells = new Set(), gone = [], come = [];
  for (const grid of after.grids) {
    const things = position => piecesOn(position, grid).filter(one => !one.isMark)
      .map(one => ({ key: `${grid.name}:${one.cell}`, what: [one.name, one.seat, one.id ?? "", one.count ?? ""].join("|") }));
    const old = things(before), now = things(after), has = (list, { key, what }) => list.some(one => one.key === key && one.what === what);
    gone.push(...old.filter(one => !has(now, one)));
    come.push(...now.filter(one => !has(old, one)));
  }
  for (const { key } of [...gone, ...come]) cells.add(key);
  const slides = come.map(to => [gone.filter(from => from.what === to.what), to]).filter(([from]) => from.length === 1)
    .map(([[from], to]) => ({ from: from.key, to: to.key }));
  return { cells, slides };
}

/** Several things in one cell: stones of players below, marks above. */
const layered = pieces => [...pieces].sort((a, b) => Boolean(a.isMark) - Boolean(b.isMark));

function hexagon(size) {
  const r = size / Math.sqrt(3);
  return Array.from({ length: 6 }, (_, i) => [r * Math.sin(i * Math.PI / 3), r * Math.cos(i * Math.PI / 3)].map(x => x.toFixed(1)).join(",")).join(" ");
}

function piece(table, one, size) {
  const { rules, position } = table, r = size * 0.4;
  const colour = one.type ? rules.colour(one.type, one.id) : one.seat >= 0 ? rules.seatColour(one.seat) : "#6b727d";
  const title = one.seat >= 0 ? `${position.seatName(one.seat)}: ${one.title}` : one.title;
  if (one.isMark) {
    return draw("g", { class: "cell-mark" }, draw("title", {}, title), draw("circle", { r: r * 0.5, style: { fill: "none", stroke: "var(--glow)", "stroke-width": Math.max(2, size * 0.05) } }));
  }
  const name = one.type ? rules.picture(one.type, one.id) : undefined, letter = one.text ?? (one.seat >= 0 && !one.type ? String(one.seat + 1) : one.type && !name ? rules.label(one.type, one.id).slice(0, 2) : "");
  return draw("g", { class: "stone", "data-key": one.key }, draw("title", {}, title),
    draw("circle", { r, cy: r * 0.08, class: "shade" }), draw("circle", { r, class: "body", style: { fill: colour, stroke: edgeOf(colour) ?? "rgb(0 0 0 / .35)" } }),
    name ? draw("g", { transform: `translate(${-r * 0.6} ${-r * 0.6}) scale(${r * 1.2 / 24})`, ...ink(colour) }, outline(name))
      : draw("text", { y: r * 0.34, "text-anchor": "middle", "font-size": r * 0.95, class: "stone-no", style: { fill: inkOn(colour) } }, letter));
}

export function gridBoard(table, host) {
  const { rules, position } = table, isNarrow = host.clientWidth < 600, W = host.clientWidth;
  const H = isNarrow ? Math.min(W, 430) : host.clientHeight, grids = position.grids, each = W / grids.length;
  if (isNarrow) host.style.setProperty("height", `${H}px`);
  const root = draw("svg", { class: "grid-board", viewBox: `0 0 ${W} ${H}`, width: W, height: H, role: "group", "aria-label": `Board of ${grids.map(grid => Object.keys(grid.cells).length).join(" and ")} cells` });
  grids.forEach((grid, g) => root.append(draw("g", { transform: `translate(${g * each} 0)` }, oneGrid(table, grid, each, H, isNarrow))));
  host.replaceChildren(root);
}

/** The outline of a cell: a circle around a crossing, a hexagon, a square. */
function shapeOf(grid, isCrossings, size) {
  if (isCrossings) return draw("circle", { r: size * 0.46, class: "cell-shape" });
  if (grid.hex) return draw("polygon", { points: hexagon(size * 0.98), class: "cell-shape" });
  return draw("rect", { x: -size / 2, y: -size / 2, width: size, height: size, class: "cell-shape" });
}

const lastMove = size => draw("rect", { x: -size * 0.46, y: -size * 0.46, width: size * 0.92, height: size * 0.92, rx: size * 0.12, class: "last-move" });

/** A cell with all that lies in it; `here`: the things, from below to above. */
function cellOf(table, grid, id, here, { at, size, isCrossings }) {
  const { rules, position } = table, [column, row] = grid.cells[id], [x, y] = at(id), isLast = table.lastCells?.has(`${grid.name}:${id}`);
  const names = here.map(one => one.seat >= 0 ? `${position.seatName(one.seat)}: ${one.title}` : one.title).join(", ");
  const said = `${rules.label(grid.name, id)}${names && `: ${names}`}${isLast ? "; last move" : ""}`;
  const shade = isCrossings ? "crossing" : grid.hex ? `hex tone${((column + row) % 3 + 3) % 3}` : `square tone${(column + row) % 2}`;
  return draw("g", { class: `grid-cell ${shade}`, transform: `translate(${x} ${y})`, "data-key": `cell:${grid.name}:${id}`, "aria-label": said, role: "img" },
    draw("title", {}, said), shapeOf(grid, isCrossings, size), isLast && lastMove(size), isCrossings && draw("circle", { r: Math.max(2.5, size * 0.06), class: "knot" }),
    here.map(one => piece(table, one, size)), draw("circle", { r: here.length ? size * 0.45 : size * 0.16, class: here.length ? "hot around" : "hot" }));
}

function oneGrid(table, grid, W, H, isNarrow) {
  const { rules, position } = table, { at, size } = gridIn(grid, W, H, isNarrow ? 18 : 26), graph = graphOf(rules, grid);
  const isCrossings = Boolean(graph) || (!grid.hex && isAllCells(grid) && isLinesBoard(rules, grid)), parts = [];
  const lines = graph ? graph.edges : isCrossings ? neighbours(grid) : [];
  if (!isCrossings && !grid.hex) parts.push(empties(grid, at, size));
  parts.push(draw("g", { class: "grid-lines" }, lines.map(([a, b]) => { const p = at(a), q = at(b); return p && q && draw("path", { d: `M${p}L${q}` }); })));
  const on = new Map();
  for (const one of piecesOn(position, grid)) on.set(one.cell, [...on.get(one.cell) ?? [], one]);
  const cells = Object.keys(grid.cells).map(id => cellOf(table, grid, id, layered(on.get(id) ?? []), { at, size, isCrossings }));
  return [...parts, draw("g", {}, cells), rulers(grid, at, size)];
}

const isAllCells = grid => Object.keys(grid.cells).length === grid.width * grid.height;
/** Stones are put on crossings where the rules themselves call a cell a point. */
const isLinesBoard = (rules, grid) => /point|crossing|intersection|node/i.test(grid.name);

function neighbours(grid) {
  const ids = new Map(Object.entries(grid.cells).map(([id, cell]) => [cell.join(), id])), lines = [];
  for (const [id, [column, row]] of Object.entries(grid.cells))
    for (const next of [`${column + 1},${row}`, `${column},${row + 1}`]) if (ids.has(next)) lines.push([id, ids.get(next)]);
  return lines;
}

/** Where a board of squares has no cell, the square is there all the same. */
function empties(grid, at, size) {
  const taken = new Set(Object.values(grid.cells).map(String)), [first, cell] = Object.entries(grid.cells)[0], [x, y] = at(first);
  const squares = [];
  for (let column = 1; column <= grid.width; column++)
    for (let row = 1; row <= grid.height; row++)
      if (!taken.has(`${column},${row}`))
        squares.push(draw("rect", { x: x + (column - cell[0]) * size - size / 2, y: y - (row - cell[1]) * size - size / 2, width: size, height: size, class: "no-cell" }));
  return draw("g", { "aria-hidden": "true" }, squares);
}

/** Letters and numbers at the edges. */
function rulers(grid, at, size) {
  const group = draw("g", { class: "rulers", "aria-hidden": "true" }), cells = Object.entries(grid.cells).map(([id, [column, row]]) => ({ column, row, at: at(id) }));
  const low = Math.max(...cells.map(cell => cell.at[1])), left = Math.min(...cells.map(cell => cell.at[0]));
  const text = (x, y, label) => group.append(draw("text", { x, y: y + 4, "text-anchor": "middle" }, label));
  for (let column = 1; column <= grid.width && grid.width <= LETTERS.length; column++) {
    const cell = cells.filter(one => one.column === column).sort((a, b) => a.row - b.row)[0];
    if (cell) text(cell.at[0] + (grid.hex ? size * 0.3 : 0), (grid.hex ? cell.at[1] : low) + size / 2 + 11, LETTERS[column - 1]);
  }
  for (let row = 1; row <= grid.height; row++) {
    const cell = cells.filter(one => one.row === row).sort((a, b) => a.column - b.column)[0];
    if (cell) text((grid.hex ? cell.at[0] : left) - size / 2 - 10, cell.at[1], row);
  }
  return group;
}
