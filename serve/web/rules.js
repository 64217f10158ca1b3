// What the rules declare, as far as it is drawn: names, colours, pictures, kinds of places. Knows no position and no game.
import { BACKS, colourWord, HUES, SEATS } from "./colours.js";
import { picture } from "./pictures.js";
import { capital, hash, words } from "./dom.js";

const SEVERAL = /^(set|bag|list|path) of /;
const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const spaced = name => name.replace(/([A-Z])/g, " $1").trim();

/** The type itself: without "or none", and of several the type of each. */
export const baseType = type => (type ?? "").replace(/ or none$/, "").replace(SEVERAL, "");
export const isSeveral = type => SEVERAL.test(type ?? "");

export class Rules {
  constructor(data) {
    Object.assign(this, data);
    this.byId = new Map();
    for (const [name, type] of Object.entries(this.types)) {
      type.name = name;
      this.byId.set(name, new Map(type.values.map(value => [value.id, value])));
    }
    this.byName = new Map([...this.zones, ...this.variables, ...this.functions].map(one => [one.name, one]));
    const lines = kind => this.show.filter(line => line.line === kind);
    this.tracks = [...lines("track"), ...lines("ring")];
    // Places that are the spaces of a track are drawn as the track.
    this.maps = lines("map").filter(line => !this.tracks.some(track => track.type === line.type)).map(line => ({ type: line.type, earth: line.earth }));
    this.routes = [];
    for (const line of lines("lines")) {
      const known = this.routes.find(route => route.type === line.type);
      if (known) known.fields.push(line.name); else this.routes.push({ type: line.type, fields: [line.name] });
    }
    this.captions = new Map(lines("label").map(line => [line.text, { type: line.type, field: line.name }]));
    this.faces = new Map();
    for (const line of lines("card")) this.faces.set(line.type, { ...this.faces.get(line.type), [line.text]: line.name });
    this.lessons = new Map(lines("learn").map(line => [line.name, line.text]));
    this.plans = new Map();
    this.colours = new Map();
  }

  // ---- types and values

  type(name) { return this.types[baseType(name)]; }
  value(type, id) { return this.byId.get(baseType(type))?.get(String(id)); }
  isDeck(type) { return this.type(type)?.kind === "deck"; }
  isPlace(type) { return this.placeType !== undefined && (baseType(type) === this.placeType || this.maps.some(map => map.type === baseType(type))); }
  label(type, id) {
    if (baseType(type) === "player") return this.seatTitle(id);
    return this.value(type, id)?.label ?? words(id);
  }

  // ---- seats

  seatNumber(name) { return this.seats.findIndex(seat => seat.name === name); }
  seatTitle(name) { return this.names?.get(name) ?? this.seats[this.seatNumber(name)]?.title ?? name; }
  /** From now on texts and labels say who sits where. A seat whose name means something else in the rules too is left alone. */
  sit(seats) {
    this.names = new Map(seats.map(seat => [seat.seat, seat.name]));
    const keys = seats.map(seat => seat.seat).filter(key => ![...this.byId.values()].some(values => values.has(key)));
    this.seatWords = keys.length ? new RegExp(`(?<!\\w)(${keys.map(escaped).join("|")})(?!\\w)`, "g") : /(?!)/g;
  }
  withNames(text) { return this.seatWords && text ? text.replace(this.seatWords, key => this.names.get(key)) : text; }
  seatColour(seat) { return colourWord(this.seats[seat]?.colour) ?? SEATS[seat % SEATS.length]; }

  // ---- where the game is played

  /** The type whose values carry pawns and lines: that of the first map, else of a graph. */
  get placeType() { return this.maps[0]?.type ?? this.graphs.find(graph => graph.edges.length)?.of; }
  /** Lines between places: {ids, key, sea, name, way}. */
  get ways() { return this.knownWays ??= this.findWays(); }
  findWays() {
    const place = this.placeType, ways = [];
    for (const graph of this.graphs.filter(one => one.of === place))
      for (const [a, b] of graph.edges) ways.push({ ids: [a, b], key: `line:${graph.name}:${a}-${b}` });
    for (const route of this.routes)
      for (const value of this.type(route.type).values)
        ways.push({ ids: route.fields.map(field => value.f[field]).filter(Boolean), key: `line:${route.type}:${value.id}`,
          sea: true, name: value.label });
    if (ways.length) return ways;
    for (const type of Object.values(this.types)) { // an enum with two places in each row is a list of lines
      const ends = type.kind === "enum" ? type.fields.filter(field => field.type === place) : [];
      if (ends.length === 2)
        for (const value of type.values)
          ways.push({ ids: ends.map(field => value.f[field.name]).filter(Boolean), key: `line:${type.name}:${value.id}`, sea: true, name: value.label });
    }
    return ways;
  }

  // ---- looks

  /** What the rules or the name say, found through fields whose values have colours; undefined without. */
  ownColour(type, id, depth = 0) {
    const value = this.value(type, id), declared = this.type(type);
    if (!value) return undefined;
    const given = colourWord(value.colour) ?? colourWord(value.id);
    if (given) return given;
    const field = this.faces.get(declared.name)?.colour;
    if (field && value.f[field] !== undefined) {
      const kind = declared.fields.find(one => one.name === field)?.type;
      const own = colourWord(value.f[field]) ?? (this.type(kind) ? this.colour(kind, value.f[field]) : undefined);
      if (own) return own;
    }
    for (const one of declared.fields) {
      const x = value.f[one.name];
      if (one.type === "text" && colourWord(x)) return colourWord(x);
      if (one.type === "bool" && x === true && colourWord(one.name)) return colourWord(one.name);
    }
    for (const one of declared.fields) {
      const x = value.f[one.name], kind = this.type(one.type);
      if (!kind || isSeveral(one.type) || x === undefined || x === null || kind.values.length > 16 || depth > 2) continue;
      const own = this.ownColour(one.type, x, depth + 1);
      if (own) return own;
    }
    return undefined;
  }
  /** Always a colour: its own, one for each value of a small enum, or one for the whole type. */
  colour(type, id) {
    const key = `${baseType(type)}.${id}`;
    if (!this.colours.has(key)) this.colours.set(key, this.findColour(type, id));
    return this.colours.get(key);
  }
  findColour(type, id) {
    const own = this.ownColour(type, id), declared = this.type(type), value = this.value(type, id);
    if (own) return own;
    if (!value) return HUES[hash(String(type)) % HUES.length];
    const hasKinds = declared.fields.some(field => this.type(field.type));
    if (declared.kind === "enum" && declared.values.length <= 16 && !hasKinds) return HUES[declared.values.indexOf(value) % HUES.length];
    for (const field of declared.fields) {
      const kind = this.type(field.type), x = value.f[field.name];
      if (kind && !isSeveral(field.type) && kind.values.length <= 12 && x) return HUES[kind.values.findIndex(one => one.id === x) % HUES.length];
    }
    return HUES[(hash(declared.name) >>> 3) % HUES.length];
  }
  /** A picture by the rules, by a word of the name, or by that of a field; undefined without. */
  picture(type, id, depth = 0) {
    const value = this.value(type, id), declared = this.type(type);
    if (!value) return undefined;
    const field = this.faces.get(declared.name)?.icon, kind = field && declared.fields.find(one => one.name === field);
    const byField = kind && value.f[field] && (this.type(kind.type) ? this.picture(kind.type, value.f[field], 1) : picture(value.f[field]));
    const own = picture(value.icon) ?? byField ?? picture(value.id) ?? picture(value.label);
    if (own) return own;
    for (const one of declared.fields) {
      const of = this.type(one.type), x = value.f[one.name];
      if (!of || isSeveral(one.type) || !x || of.values.length > 16 || depth > 2) continue;
      const found = this.picture(one.type, x, depth + 1);
      if (found) return found;
    }
    return undefined;
  }
  deckPicture(type) { return picture(spaced(baseType(type))) ?? "card"; }
  deckColour(type) {
    const word = spaced(baseType(type)).toLowerCase().split(" ").find(colourWord);
    return word ? colourWord(word) : BACKS[hash(baseType(type)) % BACKS.length];
  }

  // ---- cards

  /** Which field stands where on a card of this type: worked out once. */
  plan(type) {
    const name = baseType(type);
    if (!this.plans.has(name)) this.plans.set(name, this.makePlan(this.types[name]));
    return this.plans.get(name);
  }
  makePlan(type) {
    const plan = { numbers: [], texts: [], kinds: [], sets: [], places: [], given: this.faces.get(type.name) ?? {} };
    const varies = field => new Set(type.values.map(value => value.f[field.name])).size > 1;
    const longest = field => Math.max(...type.values.map(value => String(value.f[field.name] ?? "").length));
    for (const field of type.fields) {
      const stem = /^(.*)_min$/.exec(field.name)?.[1];
      if (/_max$/.test(field.name) && type.fields.some(one => one.name === field.name.replace(/_max$/, "_min"))) continue;
      if (isSeveral(field.type)) { if (this.type(field.type)) plan.sets.push(field); }
      else if (baseType(field.type) === "int") {
        if (varies(field)) plan.numbers.push({ name: field.name, to: stem && `${stem}_max`, word: stem ?? field.name });
      }
      else if (baseType(field.type) === "text") plan.texts.push(field);
      else if (this.isPlace(field.type)) plan.places.push(field);
      else if (this.type(field.type)) plan.kinds.push(field);
    }
    plan.title = plan.given.title ?? plan.texts.find(field => /^(name|title)$/.test(field.name))?.name;
    plan.body = plan.given.text ?? plan.texts.find(field => field.name !== plan.title && longest(field) > 24)?.name;
    return plan;
  }
  cardTitle(type, id) {
    if (!this.type(type)) return this.label(type, id);
    const field = this.plan(type).title, x = field && this.value(type, id)?.f[field];
    return typeof x === "string" && x ? x : this.label(type, id);
  }
  /** The value of a field in words. */
  fieldText(field, x) {
    if (Array.isArray(x)) return x.map(one => this.label(field.type, one)).join(", ");
    return this.type(field.type) || baseType(field.type) === "player" ? this.label(field.type, x) : String(x);
  }
  /** [name, value] of all that a card says. */
  facts(type, id) {
    const value = this.value(type, id);
    return !value ? [] : this.type(type).fields
      .filter(field => ![undefined, null, false, ""].includes(value.f[field.name]) && field.name !== this.plan(type).title)
      .map(field => [words(field.name), value.f[field.name] === true ? "yes" : this.fieldText(field, value.f[field.name])]);
  }
  sentence(type, id) {
    return [this.label(type, id), ...this.facts(type, id).map(([name, x]) => x === "yes" ? name : `${name} ${x}`)].join("; ");
  }

  // ---- zones, variables

  /** Whether a seat sees what others do not. */
  get hasSecrets() { return [...this.zones, ...this.variables].some(one => this.isOfPlayer(one) && one.seen !== "open"); }

  isOfPlayer(declared) { return declared.index?.[0] === "player"; }
  named(title) { return capital(words(title)); }
}
