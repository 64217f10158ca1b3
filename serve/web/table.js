// A table: listens to what its seat is told, keeps what is picked, and draws everything from it.
import { ask, listen, post } from "./net.js";
import { find, isNarrow, isStill, make, notice } from "./dom.js";
import { Rules } from "./rules.js";
import { Position } from "./position.js";
import { choiceBar, paint, renewQuestion } from "./choice.js";
import { players } from "./players.js";
import { mine, shelf } from "./zones.js";
import { board } from "./board.js";
import { curtain, nextOf, sitDown } from "./seats.js";
import { announce, logPane } from "./log.js";
import { topBar } from "./top.js";
import { hidePop } from "./pop.js";
import { pointerIsUp, watchKeys, watchPointer } from "./input.js";
import { fly, remember } from "./motion.js";
import { ending } from "./end.js";
import { gridChanges } from "./grid.js";
import { sheet } from "./sheet.js";
import { designPage, noteLine, problemPage } from "./edit.js";

const BAR = [104, 150]; // the bar of the choice keeps its height between these, so that the board does not jump

class Table {
  /** `own`: the seats of this browser, with the address of each. */
  constructor(page, own) {
    Object.assign(this, { page, own, base: own[0].base, lifted: null, rules: null, position: null, lines: [], picked: [], denied: [], hint: null, isLinked: true,
      unfolded: new Set(), opened: new Set(), folded: false, isDesigning: false, step: null, items: new Map(), isQuick: localStorage.getItem("quick") === "1" });
  }

  /** Whether something else is on the page than the table. */
  get isCovered() { return this.isDesigning || Boolean(this.position?.now.problem); }

  /** What the seat is told now. */
  async take(now) {
    if (!this.rules || this.rules.hash !== now.program) this.rules = new Rules(await ask(`${this.base}/program?q=${now.program}`));
    if (this.own.length > 1 && !this.isFor(now)) return;
    await pointerIsUp(); // what is being clicked stays where it is until then
    const first = now.lines[0]?.number ?? now.heard, isNew = this.position?.now.stamp !== now.stamp;
    this.lines = [...this.lines.filter(line => line.number < first), ...now.lines];
    if (isNew) { this.picked = []; this.denied = []; this.hint = null; this.send(false); }
    const known = this.position?.now.heard ?? now.heard;
    const before = this.position && isNew && !isStill() && !this.isCovered ? remember(this) : null, wasMine = this.position?.isMyTurn;
    const last = this.position ?? this.previous;
    this.position = new Position(this.rules, withNames(this.rules, now));
    if (last && isNew) this.markLast(last);
    this.draw();
    // What has arrived, for those who look at the page from outside.
    const { result, error } = now;
    Object.assign(document.body.dataset, { stamp: now.stamp, turn: result ? "over" : error ? "failed" : this.position.isMyTurn ? "mine" : "others" });
    if (before && !this.isCovered) fly(this, before);
    announce(this, known);
    if (this.position.isMyTurn && isNew) this.askWhy(now.stamp);
    if (this.position.isMyTurn && !wasMine) find("#say").textContent = now.choice.prompt;
    document.title = `${this.position.isMyTurn ? "● " : ""}${this.rules.title}`;
  }

  // ---- several people with one browser

  /** Whether what a seat is told may be drawn. If another of our seats is to choose, the screen is passed on first. */
  isFor(now) {
    const next = nextOf(this.own, now);
    if (next === now.viewer && (this.lifted === next || !this.rules.hasSecrets)) return true;
    this.stop();
    Object.assign(this, { previous: this.rules.hasSecrets ? null : this.position, position: null });
    const lift = () => { this.lifted = next; this.follow(this.own.find(one => one.seat === next).base); };
    if (this.rules.hasSecrets) curtain(this, now.seats[next].name, lift); else lift();
    return false;
  }
  /** Listens to what a seat is told, and to no other any more. */
  follow(base) {
    let queue = Promise.resolve();
    if (base !== this.base) Object.assign(this, { base, position: null, lines: [], denied: [], picked: [] });
    this.stop = listen(`${base}/events`, now => { queue = queue.then(() => this.take(now)).catch(problem => { console.error(problem); notice(problem.message); }); }, isLinked => this.link(isLinked));
  }
  link(isLinked) {
    if (this.isLinked !== isLinked) notice(isLinked ? "Connected again." : "Connection lost, trying again.");
    this.isLinked = isLinked;
    document.body.classList.toggle("unlinked", !isLinked);
  }

  /** Cells that the last choice changed; one that changed none leaves the mark where it is. */
  markLast(before) {
    const { cells } = gridChanges(before, this.position);
    if (cells.size) this.lastCells = cells;
  }

  async askWhy(stamp) {
    const denied = await ask(`${this.base}/why`).catch(() => []);
    if (stamp !== this.position.now.stamp) return;
    this.denied = denied.map(one => ({ ...one, reason: this.rules.withNames(one.reason) }));
    if (denied.length) { renewQuestion(this); paint(this); }
  }

  draw() {
    if (!this.position) return;
    if (this.isCovered) { this.drawDesign(); return; }
    if (this.position.now.result) { hidePop(); ending(this); return; }
    const scroll = find("#log ol")?.scrollTop, down = scrollY, focus = document.activeElement?.dataset;
    const focused = focus?.key ? `[data-key="${CSS.escape(focus.key)}"]` : focus?.option ? `[data-option="${CSS.escape(focus.option)}"]` : null;
    hidePop();
    const drawing = board(this);
    this.hasBoard = drawing.isBoard;
    this.page.className = drawing.isBoard ? "table" : "table roomy";
    this.page.replaceChildren(...[topBar(this),
      make("main", { id: "main" }, noteLine(this), choiceBar(this), drawing.element,
        make("div", { id: "low" }, drawing.hasShelf ? null : shelf(this), mine(this))),
      make("aside", { id: "side" }, players(this), logPane(this))]);
    this.steady();
    fitShelves();
    drawing.draw();
    paint(this);
    if (scroll) find("#log ol").scrollTop = scroll;
    if (scrollY !== down) scrollTo({ top: down, behavior: "instant" });
    if (focused) find(focused)?.focus({ preventScroll: true });
  }
  redrawBoard() { paint(this); }
  drawDesign() {
    hidePop();
    this.page.className = "end";
    this.page.replaceChildren(topBar(this), this.position.now.problem ? problemPage(this) : designPage(this));
  }
  steady() {
    const bar = find("#choice");
    if (isNarrow()) return;
    this.barHeight = Math.min(BAR[1], Math.max(this.barHeight ?? BAR[0], bar.offsetHeight));
    bar.style.setProperty("min-height", `${this.barHeight}px`);
  }

  unpick() { this.picked = []; this.draw(); }

  // ---- what is asked of the server

  async wish(what, body) {
    try {
      return await post(`${this.base}/${what}`, body);
    } catch (problem) {
      notice(problem.message);
      throw problem;
    }
  }
  /** Sends a choice; nothing else can be sent until the next position is there. */
  async choose(option) {
    if (this.sending) return;
    hidePop();
    this.send(true);
    await this.wish("choose", { stamp: this.position.now.stamp, choice: option.notation }).catch(() => { this.send(false); this.unpick(); });
  }
  send(isSending) {
    this.sending = isSending;
    document.body.classList.toggle("sending", isSending);
  }
  async undo(revealed) {
    try {
      const { consent } = await post(`${this.base}/undo`, { revealed });
      if (consent === "waiting") notice("The others are asked.");
    } catch (problem) {
      if (problem.status === 428 && !revealed) return this.undo(true);
      notice(problem.message);
    }
    return undefined;
  }
  answer(number, agrees) { return this.wish("answer", { number, agrees }).catch(() => {}); }
  standIn(seat) { return this.wish("stand-in", { seat }).catch(() => {}); }
  setQuick(isQuick) {
    this.isQuick = isQuick;
    localStorage.setItem("quick", isQuick ? "1" : "0");
    notice(isQuick ? "One click chooses." : "A click arms, a second one chooses.");
    this.draw();
  }
  async askHint() {
    notice("Thinking …");
    try {
      const told = await ask(`${this.base}/hint`);
      this.hint = readHint(told);
      notice("");
      this.draw();
    } catch (problem) {
      notice(problem.message);
    }
  }
  item(cite) {
    if (!this.items.has(cite)) this.items.set(cite, ask(`${this.base}/item?q=${encodeURIComponent(cite)}`).then(found => found.text));
    return this.items.get(cite);
  }
  anew() { return this.wish("anew", {}).catch(() => {}); }
  setDesigning(isDesigning) { this.isDesigning = isDesigning; this.draw(); }
  showRules() { return sheet(this); }
}

/** A message whose question and options say who sits where, as its log does. */
function withNames(rules, now) {
  rules.sit(now.seats);
  const { choice } = now;
  if (!choice) return now;
  const options = choice.options?.map(option => ({ ...option, label: rules.withNames(option.label) }));
  return { ...now, choice: { ...choice, prompt: rules.withNames(choice.prompt), options } };
}

/** Thoughts of a bot: the share of each option in a hundred. */
function readHint({ advice, chance }) {
  const note = chance === undefined || chance === null ? "thoughts of a strong bot" : `thoughts of a strong bot; its first choice wins ${Math.round(chance)} %`;
  return { note, shares: Object.fromEntries(advice.map(one => [one.notation, Math.round(one.share)])) };
}

/** Before a second row is made, cards become smaller; the table's cards and mine stand side by side if there is room. */
function fitShelves() {
  if (isNarrow()) return;
  const low = find("#low"), both = find("#low > #shelf")?.children.length && find("#mine")?.children.length;
  if (both) {
    for (const size of ["one", "tight", "tighter"]) {
      low.classList.add(size);
      if (low.scrollWidth <= low.clientWidth + 1) return;
    }
    low.classList.remove("one", "tight", "tighter");
  }
  for (const row of [find("#low > #shelf"), find("#mine")].filter(Boolean))
    for (const size of ["tight", "tighter"]) if (!isOneRow(row)) row.classList.add(size);
}
function isOneRow(row) {
  const boxes = [...row.children].filter(child => child.offsetHeight);
  if (!boxes.length) return true;
  const top = Math.min(...boxes.map(box => box.offsetTop)), bottom = Math.max(...boxes.map(box => box.offsetTop + box.offsetHeight));
  return bottom - top <= Math.max(...boxes.map(box => box.offsetHeight)) + 4 && row.scrollWidth <= row.clientWidth + 1;
}

export async function table(page, id) {
  const shown = new Table(page, await sitDown(id));
  watchPointer(shown);
  watchKeys(shown);
  let wait;
  addEventListener("resize", () => { clearTimeout(wait); wait = setTimeout(() => shown.draw(), 120); });
  shown.follow(shown.base);
}
