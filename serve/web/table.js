// A table: what its seat sees, what it can choose, and what was told.
import { ask, listen, post } from "./net.js";
import { make, notice, words } from "./dom.js";

/** Sits down with the secret behind the #, which then leaves the address bar; without one, by the cookie or as a spectator. */
export async function table(page, id) {
  const [, seat, secret] = location.hash.match(/^#(\d+)\.([0-9a-f]{32})$/) ?? [];
  const kept = sessionStorage.getItem(`seat ${id}`);
  const who = seat ?? kept ?? "watch";
  const base = `/api/t/${id}/${who}`;
  if (secret) {
    await post(`${base}/join`, { secret });
    sessionStorage.setItem(`seat ${id}`, seat);
    history.replaceState(null, "", location.pathname);
  }
  const state = { base, now: null, linked: true, lines: [] };
  const draw = () => state.now && page.replaceChildren(...drawTable(state));
  listen(`${base}/events`, now => {
    state.lines = merge(state.lines, now);
    state.now = now;
    draw();
  }, linked => {
    if (state.linked !== linked) notice(linked ? "" : "Connection lost, trying again.");
    state.linked = linked;
  });
}

/** The lines heard so far: those of the message take the place of ours from their first number on. */
function merge(lines, now) {
  const first = now.lines[0]?.number ?? now.heard;
  return [...lines.filter(line => line.number < first), ...now.lines];
}

function drawTable(state) {
  const { now } = state;
  document.title = `${now.choice?.seat === now.viewer ? "● " : ""}${now.title}`;
  return [
    make("header", {}, make("h1", {}, now.title), make("p", { class: "quiet" }, turn(now)),
      make("a", { href: `${state.base}/rules`, target: "_blank" }, "Rules")),
    now.note && make("p", { class: "note" }, now.note),
    make("main", { class: "table" },
      make("section", { class: "choice", "aria-label": "What you can do" }, drawChoice(state)),
      make("section", { class: "things", "aria-label": "The table" }, drawItems(now, item => item.owner === undefined)),
      ...now.seats.map((seat, i) => make("section", { class: i === now.viewer ? "seat mine" : "seat" },
        make("h2", {}, seat.name, make("span", { class: "quiet" }, status(seat))), drawItems(now, item => item.owner === i))),
      make("section", { class: "log", role: "log", "aria-live": "polite" }, make("h2", {}, "What happened"),
        make("ol", {}, state.lines.slice(-60).map(line => make("li", { value: line.number + 1 }, line.text)))))].filter(Boolean);
}

const status = seat => seat.who === "bot" ? ` · bot, ${seat.level}` : seat.who === "open" ? " · not here yet"
  : seat.away ? " · a bot plays on" : seat.here ? "" : " · away";

function turn(now) {
  if (now.result) return "The game is over.";
  if (now.error) return "The rules have failed.";
  if (now.choice.seat === now.viewer) return "It is your turn.";
  return `It is ${now.seats[now.choice.seat].name}'s turn.`;
}

function drawChoice(state) {
  const { now } = state;
  if (now.result) return drawResult(now);
  if (now.error) return make("p", { class: "note" }, `${now.error.message} (${now.error.file}:${now.error.line})`);
  if (now.proposal && now.proposal.waiting >> now.viewer & 1 && now.viewer >= 0) return drawProposal(state);
  if (!now.choice.options) return make("p", {}, turn(now));
  return [make("h2", {}, now.choice.prompt || "Your choice", drawCites(state, now.choice.cites)),
    make("div", { class: "options" }, now.choice.options.map(option => make("button", {
      class: "option", "data-notation": option.notation, onclick: () => choose(state, option),
    }, option.label))),
    make("p", {}, make("button", { class: "plain", onclick: event => explain(state, event.target) }, "What is not possible?"), " ",
      make("button", { class: "plain", onclick: () => undo(state, false) }, "Take back"))];
}

async function choose(state, option) {
  try {
    await post(`${state.base}/choose`, { stamp: state.now.stamp, choice: option.notation });
  } catch (problem) {
    notice(problem.message);
  }
}

async function undo(state, revealed) {
  try {
    const { consent } = await post(`${state.base}/undo`, { revealed });
    if (consent === "waiting") notice("The others are asked.");
  } catch (problem) {
    if (problem.status === 428) return undo(state, true);
    notice(problem.message);
  }
  return undefined;
}

function drawProposal(state) {
  const { proposal, seats } = state.now;
  const answer = agrees => post(`${state.base}/answer`, { number: proposal.number, agrees }).catch(problem => notice(problem.message));
  return [make("h2", {}, `${seats[proposal.seat].name} asks to take back a choice.`),
    make("div", { class: "options" }, make("button", { class: "option", onclick: () => answer(true) }, "Agree"),
      make("button", { class: "option", onclick: () => answer(false) }, "Refuse"))];
}

async function explain(state, button) {
  const denied = await ask(`${state.base}/why`);
  button.replaceWith(make("ul", { class: "denied" },
    denied.length ? denied.map(one => make("li", {}, one.reason, drawCites(state, one.cites), ": ", make("code", {}, one.notation)))
      : make("li", {}, "Everything that could be is possible.")));
}

/** Numbers of rules; a click shows the item's own words. */
function drawCites(state, cites) {
  return (cites ?? "").split(" ").filter(Boolean).map(cite => make("button", {
    class: "cite", onclick: async event => {
      const { text } = await ask(`${state.base}/item?q=${encodeURIComponent(cite)}`);
      event.target.replaceWith(make("q", { class: "item" }, `${cite}: ${text}`));
    },
  }, cite));
}

function drawResult(now) {
  const order = now.result.map((one, i) => ({ ...one, name: now.seats[i].name })).sort((a, b) => a.place - b.place);
  return [make("h2", {}, "The game is over"), make("table", {},
    make("tr", {}, make("th", {}, "place"), make("th", {}, "player"), now.key && make("th", {}, words(now.key))),
    order.map(one => make("tr", {}, make("td", {}, `${one.place}`), make("td", {}, one.name), now.key && make("td", {}, `${one.key}`))))];
}

function drawItems(now, belongs) {
  const items = now.items.filter(item => belongs(item) && !item.passing);
  return make("dl", {}, items.map(item => [make("dt", {}, words(item.name), item.index && item.owner === undefined ? ` ${item.index}` : ""),
    make("dd", {}, contents(item))]));
}

function contents(item) {
  if (!item.zone) return item.contents ?? "–";
  if (item.hidden) return `${item.size} face down${item.known ? ` (you know: ${item.known})` : ""}`;
  return item.contents ?? "–";
}
