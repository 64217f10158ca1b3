// What a person at the table sees, for those who play by chance: whose turn it is, what can be chosen, and where a finger or
// a pointer meets it. Put into the page by people.py; knows the page as people do, by what glows and by its buttons.
(() => {
  const isShown = element => element.getClientRects().length > 0;
  const all = selector => [...document.querySelectorAll(selector)].filter(isShown);
  const one = (list, chance) => list[Math.floor(chance * list.length)];
  const isLive = thing => thing.matches(".can, .picked");

  /** Whether a click at a point means this element: it lies on top, or only things that cannot be chosen lie above it. */
  function meets(element, x, y) {
    for (const above of document.elementsFromPoint(x, y)) {
      if (above === element || element.contains(above)) return true;
      const thing = above.closest("[data-key]");
      if (!thing || isLive(thing) || !element.matches("[data-key]")) return thing === element;
    }
    return false;
  }

  /** The part of the window in which an element could be seen: what scrolls or cuts leaves the rest out. */
  function frameOf(element) {
    const frame = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      if (!parent.matches("svg") && getComputedStyle(parent).overflow === "visible") continue;
      const box = parent.getBoundingClientRect();
      for (const side of ["left", "top"]) frame[side] = Math.max(frame[side], box[side]);
      for (const side of ["right", "bottom"]) frame[side] = Math.min(frame[side], box[side]);
    }
    return frame;
  }

  const PARTS = [.5, .4, .6, .3, .7, .2, .8, .1, .9];
  function pointsOf(element) {
    const line = element.matches("path") && element.getTotalLength ? element : null;
    if (line) {
      const to = line.getScreenCTM(), length = line.getTotalLength();
      return PARTS.map(part => line.getPointAtLength(length * part).matrixTransform(to)).map(({ x, y }) => [x, y]);
    }
    const box = element.getBoundingClientRect();
    return PARTS.flatMap(down => PARTS.map(across => [box.left + box.width * across, box.top + box.height * down]));
  }

  /** {isScrolled} if it has just come into sight, and can be met once that is drawn; {point}; {isAway} for what is beyond the edge of a map, or a line of which no part is free: its places stand for it;
   * {isHidden} for what lies behind something else: a fault. */
  function aim(element, isStill) {
    const before = element.getBoundingClientRect();
    if (!isStill) element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const after = element.getBoundingClientRect();
    if (before.left !== after.left || before.top !== after.top) return { isScrolled: true };
    const frame = frameOf(element), points = pointsOf(element);
    const inside = points.map(([x, y]) => [Math.round(x), Math.round(y)]).filter(([x, y]) => x > frame.left && x < frame.right && y > frame.top && y < frame.bottom);
    const point = inside.find(([x, y]) => meets(element, x, y));
    if (point) return { point };
    const [x, y] = points[0], isMiddleInside = x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    return isMiddleInside && !element.matches("path") ? { isHidden: true } : { isAway: true };
  }

  function pointAt(list, [chance, , isStill]) {
    const rest = [...list];
    while (rest.length) {
      const element = one(rest, chance), { point, isHidden, isScrolled } = aim(element, isStill);
      if (isScrolled) return { isScrolled };
      const what = `${element.localName} ${element.dataset.key ?? element.dataset.option} ${element.getAttribute("aria-label") ?? ""}`;
      if (point) return { point, what };
      if (isHidden) return { fault: `${what} is hidden by ${document.elementFromPoint(...pointsOf(element)[0])?.outerHTML.slice(0, 160)}` };
      rest.splice(rest.indexOf(element), 1);
    }
    return {};
  }

  /** How often Tab is pressed from where the focus is until it is on an element. */
  function tabsTo(element) {
    const stops = all("a[href], button, input, select, summary, [tabindex='0']").filter(stop => !stop.disabled && getComputedStyle(stop).visibility !== "hidden"
      && (!stop.closest("details:not([open])") || stop.matches("summary")));
    const from = stops.indexOf(document.activeElement), to = stops.indexOf(element);
    return to < 0 ? 1 : (to - from + stops.length) % stops.length;
  }

  const state = () => ({ stamp: Number(document.body.dataset.stamp ?? -1), turn: document.body.dataset.turn ?? "", width: innerWidth });
  const menu = () => all("#pop [data-option]"), things = () => all("[data-key].can"), picked = () => all("[data-key].picked");
  const buttons = () => all("#choice [data-option]:not(.off)");

  window.sight = {
    /** Something of the table to click on; a button of the choice where no thing speaks of the options. */
    toClick(chances) {
      const now = state(), inMenu = menu(), live = things(), chosen = picked();
      if (inMenu.length) return { ...now, kind: "things", ...pointAt(inMenu, chances) };
      const [first, second] = chosen.length && (!live.length || chances[1] < 0.5) ? [chosen, live] : [live, chosen];
      const found = [first, second].map(list => pointAt(list, chances)).find(aimed => aimed.point || aimed.fault || aimed.isScrolled);
      return found ? { ...now, kind: "things", ...found } : { ...now, kind: "buttons", ...this.toPress(chances) };
    },
    /** A button of the choice. */
    toPress(chances) {
      for (const list of all("#choice details:not([open])")) list.open = true;
      const list = buttons();
      return { ...state(), kind: "buttons", count: list.length, ...pointAt(list, chances) };
    },
    /** Something to go to by Tab, and how far that is. */
    toReach(chances) {
      const now = state(), inMenu = menu(), folded = all("#choice details:not([open]) summary"), live = things();
      if (inMenu.length) return { ...now, kind: "menu", tabs: tabsTo(one(inMenu, chances[0])) };
      const [kind, list] = live.length && chances[1] < 0.5 ? ["things", live] : folded.length ? ["list", folded] : ["buttons", buttons()];
      return list.length ? { ...now, kind, tabs: tabsTo(one(list, chances[0])), options: new Set(all("#choice [data-option]").map(e => e.dataset.option)).size } : now;
    },
    /** What has the focus. */
    focus() {
      const at = document.activeElement;
      return at?.dataset?.option !== undefined ? "option" : at?.closest?.("[data-key].can, [data-key].picked") ? "thing"
        : at?.closest?.("[data-key].no") ? "refused" : at?.localName ?? "";
    },
    state,
  };
})();
