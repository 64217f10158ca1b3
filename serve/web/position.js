// A position as one seat sees it: zones piece by piece, numbers of players, what stands where. Made anew from each message.
import { baseType, isSeveral } from "./rules.js";

export class Position {
  constructor(rules, now) {
    this.rules = rules;
    this.now = now;
    this.view = now.view;
    this.me = now.viewer;
    this.seats = now.seats;
    this.choice = now.choice;
    this.parts = new Map();
  }

  seatName(seat) { return this.seats[seat]?.name ?? ""; }
  /** The name by which rules know a seat. */
  seatKey(seat) { return this.seats[seat].seat; }
  seatNumber(key) { return this.seats.findIndex(seat => seat.seat === key); }
  get order() { return this.seats.map((_, i) => (Math.max(this.me, 0) + i) % this.seats.length); }
  get isMyTurn() { return Boolean(this.choice?.options) && !this.now.stopped; }

  /** {zone, key: "hand[p1]", index: ["p1"], owner, cards: [ids] or null when they are not seen, size, known} for each zone of a declaration. */
  zoneParts(zone) {
    if (this.parts.has(zone.name)) return this.parts.get(zone.name);
    const parts = [];
    const walk = (x, index) => {
      if (index.length < zone.index.length) {
        if (Array.isArray(x)) x.forEach((one, i) => walk(one, [...index, String(i + 1)]));
        else for (const [key, one] of Object.entries(x ?? {})) walk(one, [...index, key]);
        return;
      }
      const cards = Array.isArray(x) ? x : null;
      const at = zone.index.indexOf("player");
      parts.push({ zone, index, cards, size: cards ? cards.length : x?.size ?? 0, known: x?.known,
        key: zone.name + (index.length ? `[${index.join(", ")}]` : ""), owner: at >= 0 ? this.seatNumber(index[at]) : -1 });
    };
    walk(this.view.zones?.[zone.name], []);
    this.parts.set(zone.name, parts);
    return parts;
  }

  /** What a seat has: the value of a fn or a variable, or how many cards are in a zone. */
  fact(name, seat) {
    const key = this.seatKey(seat), facts = this.view.facts?.[name], variable = this.view.variables?.[name];
    if (facts && typeof facts === "object") return facts[key];
    if (variable && typeof variable === "object" && !Array.isArray(variable)) return variable[key];
    const zone = this.view.zones?.[name]?.[key];
    return zone && (Array.isArray(zone) ? zone.length : zone.size);
  }
  /** The value of something that belongs to nobody. */
  common(name) { return this.view.facts?.[name] ?? this.view.variables?.[name]; }

  /** Pawns of players and pieces of nobody, at values of the type of places: {seat, name, at, id}. */
  get pieces() { return this.knownPieces ??= this.findPieces(); }
  findPieces() {
    const { rules } = this, pieces = [];
    for (const declared of [...rules.functions, ...rules.variables]) {
      if (!declared.shown || isSeveral(declared.type) || !rules.isPlace(declared.type)) continue;
      if (declared.role !== "place" && !(declared.role === "mark" && !this.isOfPlayer(declared))) continue;
      if (this.isOfPlayer(declared)) {
        this.seats.forEach((_, seat) => {
          const at = this.fact(declared.name, seat);
          if (at && !pieces.some(one => one.seat === seat)) pieces.push({ seat, name: declared.name, at, id: `pawn:${seat}` });
        });
      } else if (this.common(declared.name)) {
        pieces.push({ seat: -1, name: declared.name, title: declared.title, icon: declared.icon, at: this.common(declared.name), id: `piece:${declared.name}` });
      }
    }
    return pieces;
  }
  isOfPlayer(declared) { return declared.of_player === true || declared.index?.[0] === "player"; }

  /** What else stands at places: {at, seat, icon, title, card, of, key}. */
  get marks() { return this.knownMarks ??= this.findMarks(); }
  findMarks() {
    const { rules } = this, marks = [];
    for (const declared of [...rules.functions, ...rules.variables]) {
      if (!declared.shown || declared.role !== "mark" || !rules.isPlace(declared.type) || !this.isOfPlayer(declared)) continue;
      this.seats.forEach((one, seat) => {
        const x = this.fact(declared.name, seat);
        for (const at of Array.isArray(x) ? x : x ? [x] : [])
          marks.push({ at, seat, icon: declared.icon, title: `${one.name}: ${declared.title}` });
      });
    }
    for (const zone of rules.zones.filter(one => one.field && one.shown))
      for (const part of this.zoneParts(zone))
        for (const card of part.cards ?? []) {
          const at = rules.value(zone.of, card)?.f[zone.field];
          if (at && rules.value(rules.placeType, at))
            marks.push({ at, seat: part.owner, card, of: zone.of, key: `card:${part.key}:${card}`, icon: zone.icon, title: rules.label(zone.of, card) });
        }
    return marks;
  }
  get myPlace() { return this.pieces.find(piece => piece.seat === this.me)?.at; }

  /** The end of a line that is not where I stand. */
  farEnd(type, id) {
    const way = this.rules.ways.find(one => one.key === `line:${baseType(type)}:${id}`);
    if (!way) return undefined;
    return way.ids.at(-1) === this.myPlace ? way.ids[0] : way.ids.at(-1);
  }

  /** Grids of the rules: {name, hex, width, height, cells: {a1: [1, 1]}}. */
  get grids() { return Object.entries(this.view.boards ?? {}).map(([name, board]) => ({ name, ...board })); }
  isCell(type) { return baseType(type) in (this.view.boards ?? {}); }

  /** The score of a seat: {name, title, value, parts: [{title, value}]}; undefined when the rules name none. */
  score(seat) {
    const declared = [...this.rules.functions, ...this.rules.variables, ...this.rules.zones].find(one => one.role === "score" && one.shown);
    const value = declared && this.fact(declared.name, seat);
    if (value === undefined || value === null) return undefined;
    const parts = (declared.parts ?? []).map(name => ({ title: this.rules.byName.get(name)?.title ?? name, value: this.fact(name, seat) }));
    return { name: declared.name, title: declared.title, value, parts };
  }
}
