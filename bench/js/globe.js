// Globe: a state machine with a list of options at each decision.
'use strict';
const { below, shuffle, choose, addResults, run } = require('./core.js');

const PLAYERS = 3, CONTINENTS = 7, COLOURS = 4, DESTINATIONS = 28, SYMBOLS = 8;
const TICKETS = 58, CARDS = 6, OPEN = 8, HAND_LIMIT = 6, LAST_ROUND = 100;
const EUROPE = 1, MAX_BETWEEN = 3, MAX_ROUTES = 5;
const NONE = 255, STAY = -1, PILE = COLOURS;
const INITIATIVE = 0, TAKE = 1, TRAVEL = 2, DISCARD = 3, OVER = 4;

const costOf = [1, 2, 3, 4, 1, 2, 2, 3, 1, 2, 3, 4, 1, 2, 3, 3, 1, 2, 3, 4, 2, 2, 3, 4, 2, 3, 4, 5];
const pointsOf = [1, 2, 4, 6, 1, 2, 3, 4, 1, 3, 4, 5, 1, 2, 4, 5, 1, 2, 4, 5, 2, 3, 5, 6, 3, 5, 6, 8];
const symbolOf = [0, 4, 6, 7, 1, 0, 3, 2, 2, 5, 0, 1, 4, 1, 2, 0, 3, 0, 1, 2, 5, 1, 3, 0, 6, 0, 4, 1];
const colourOf = [0, 1, 2, 0, 1, 3, 3];
const ticketsOfColour = [16, 16, 12, 14];
const links = [[1, 2, 3], [0, 2, 4], [0, 1, 4, 5], [0, 6], [1, 2], [2, 6], [3, 5]];
const differentBonus = [0, 0, 0, 1, 3, 5, 10, 15];
const equalBonus = [0, 0, 0, 2, 6, 10, 15, 20];

const continentOf = (d) => d >> 2;

// ---- routes: routes[from][to] is a list of [red, blue, green, yellow] costs ----

function findRoutes(at, to, between, seen, cost, length, found) {
  for (const next of links[at]) {
    if (next === to && between === length) {
      found.push(Array.from(cost));
    } else if (next !== to && between < length && !seen.has(next)) {
      seen.add(next);
      cost[colourOf[next]]++;
      findRoutes(next, to, between + 1, seen, cost, length, found);
      cost[colourOf[next]]--;
      seen.delete(next);
    }
  }
}

function makeRoutes(from, to) {
  if (from === to) return [[0, 0, 0, 0]];
  const found = [];
  for (let length = 0; length <= MAX_BETWEEN; length++)
    findRoutes(from, to, 0, new Set([from]), [0, 0, 0, 0], length, found);
  return found;
}

const routes = links.map((_, from) => links.map((_, to) => makeRoutes(from, to)));

// ---- tickets, destinations, turn order ----

function drawTicket(s) {
  if (s.pileSize === 0) {
    for (let c = 0; c < COLOURS; c++)
      for (; s.discards[c] > 0; s.discards[c]--) s.pile[s.pileSize++] = c;
    s.discardCount = 0;
    shuffle(s.pile, s.pileSize);
  }
  return s.pile[--s.pileSize];
}

const canDrawTicket = (s) => s.pileSize > 0 || s.discardCount > 0;

function openTickets(s) {
  for (; s.openTicketCount < OPEN && canDrawTicket(s); s.openTicketCount++)
    s.openTickets[drawTicket(s)]++;
}

function discardTickets(s, p, colour, count) {
  p.tickets[colour] -= count;
  p.ticketCount -= count;
  s.discards[colour] += count;
  s.discardCount += count;
}

function allHave(s, continent) {
  for (let p = 0; p < PLAYERS; p++)
    if (s.player[p].own[continent] === NONE) return false;
  return true;
}

function openDestinations(s) {
  for (let d = 0; d < DESTINATIONS; d++)
    if (s.isOpen[d] && allHave(s, continentOf(d))) {
      s.isOpen[d] = 0;
      s.openCount--;
    }
  while (s.openCount < OPEN && s.destinationPileSize > 0) {
    const d = s.destinationPile[--s.destinationPileSize];
    if (!allHave(s, continentOf(d))) {
      s.isOpen[d] = 1;
      s.openCount++;
    }
  }
}

function sortPlayers(s, descending) {
  const { order, player } = s;
  for (let i = 1; i < PLAYERS; i++)
    for (let j = i; j > 0; j--) {
      const a = order[j - 1], b = order[j];
      if (player[a].card > player[b].card === descending) break;
      order[j - 1] = b;
      order[j] = a;
    }
}

// ---- the flow of the game ----

const acting = (s) => s.player[s.order[s.turn]];

function listCards(s, p, option) {
  const [x, y, z] = [s.player[0].card, s.player[1].card, s.player[2].card];
  let count = 0;
  for (let card = 1; card <= CARDS; card++)
    if (p.inHand[card] && card !== x && card !== y && card !== z) option[count++] = card;
  return count;
}

function playCard(p, card) {
  p.card = card;
  p.inHand[card] = 0;
}

function beginTaking(s) {
  sortPlayers(s, true);
  s.phase = TAKE;
  s.turn = 0;
  s.toTake = acting(s).card;
}

const scratch = new Int32Array(CARDS);

// A player who can play none of the cards left takes all cards back.
function beginInitiativeTurn(s) {
  if (listCards(s, acting(s), scratch) === 0) acting(s).inHand.fill(1);
}

function beginRound(s) {
  s.round++;
  sortPlayers(s, false);
  s.phase = INITIATIVE;
  s.turn = 0;
  for (let p = 0; p < PLAYERS; p++) s.player[p].card = 0;
  beginInitiativeTurn(s);
}

// Goes to the next player who must discard, or to the next round.
function continueDiscarding(s) {
  while (s.turn < PLAYERS && acting(s).ticketCount <= HAND_LIMIT) s.turn++;
  if (s.turn === PLAYERS) beginRound(s);
}

function finishTravel(s) {
  let over = s.round === LAST_ROUND;
  for (let p = 0; p < PLAYERS; p++) over = over || s.player[p].ownCount === CONTINENTS;
  if (over) {
    s.phase = OVER;
    return;
  }
  openTickets(s);
  openDestinations(s);
  s.phase = DISCARD;
  s.turn = 0;
  continueDiscarding(s);
}

const newPlayer = () => ({
  tickets: [0, 0, 0, 0], ticketCount: 0, continent: EUROPE, card: 0,
  own: [NONE, NONE, NONE, NONE, NONE, NONE, NONE], ownCount: 0, inHand: [1, 1, 1, 1, 1, 1, 1],
});

function start() {
  const s = {
    phase: OVER, round: 1, order: [0, 1, 2], turn: 0, toTake: 0,
    openTickets: [0, 0, 0, 0], openTicketCount: 0, discards: [0, 0, 0, 0], discardCount: 0,
    pile: new Uint8Array(TICKETS), pileSize: 0,
    isOpen: new Uint8Array(DESTINATIONS), openCount: 0,
    destinationPile: new Uint8Array(DESTINATIONS), destinationPileSize: DESTINATIONS,
    player: [newPlayer(), newPlayer(), newPlayer()],
  };
  for (let d = 0; d < DESTINATIONS; d++) s.destinationPile[d] = d;
  shuffle(s.destinationPile, DESTINATIONS);
  openDestinations(s);
  for (let c = 0; c < COLOURS; c++)
    for (let i = 0; i < ticketsOfColour[c]; i++) s.pile[s.pileSize++] = c;
  shuffle(s.pile, s.pileSize);
  openTickets(s);
  for (let p = 0; p < PLAYERS; p++) {
    const count = listCards(s, s.player[p], scratch);
    playCard(s.player[p], scratch[below(count)]);
  }
  beginTaking(s);
  return s;
}

function canPay(tickets, cost, colour, price) {
  for (let c = 0; c < COLOURS; c++)
    if (tickets[c] < cost[c] + (c === colour ? price : 0)) return false;
  return true;
}

function listWays(p, d, price, option, count) {
  const to = continentOf(d), choice = routes[p.continent][to];
  for (let r = 0; r < choice.length; r++)
    if (canPay(p.tickets, choice[r], colourOf[to], price)) option[count++] = d * MAX_ROUTES + r;
  return count;
}

function listTravels(s, p, option) {
  let count = 0;
  option[count++] = STAY;
  for (let d = 0; d < DESTINATIONS; d++)
    if (s.isOpen[d] && p.own[continentOf(d)] === NONE)
      count = listWays(p, d, costOf[d], option, count);
  for (let c = 0; c < CONTINENTS; c++)
    if (p.own[c] !== NONE && c !== p.continent) count = listWays(p, p.own[c], 1, option, count);
  return count;
}

function listColours(tickets, option) {
  let count = 0;
  for (let c = 0; c < COLOURS; c++)
    if (tickets[c] > 0) option[count++] = c;
  return count;
}

function listOptions(s, option) {
  let count;
  switch (s.phase) {
    case INITIATIVE:
      return listCards(s, acting(s), option);
    case TAKE:
      count = listColours(s.openTickets, option);
      if (canDrawTicket(s)) option[count++] = PILE;
      return count;
    case TRAVEL:
      return listTravels(s, acting(s), option);
    case DISCARD:
      return listColours(acting(s).tickets, option);
    default:
      return 0;
  }
}

function takeTicket(s, choice) {
  const p = acting(s);
  let colour = choice;
  if (choice === PILE) {
    colour = drawTicket(s);
  } else {
    s.openTickets[choice]--;
    s.openTicketCount--;
  }
  p.tickets[colour]++;
  p.ticketCount++;
  if (--s.toTake > 0) return;
  if (++s.turn < PLAYERS) {
    s.toTake = acting(s).card;
  } else {
    s.phase = TRAVEL;
    s.turn = 0;
  }
}

function travel(s, choice) {
  const p = acting(s), d = (choice / MAX_ROUTES) | 0, to = continentOf(d);
  const cost = routes[p.continent][to][choice % MAX_ROUTES];
  discardTickets(s, p, colourOf[to], p.own[to] === NONE ? costOf[d] : 1);
  for (let c = 0; c < COLOURS; c++) discardTickets(s, p, c, cost[c]);
  if (p.own[to] === NONE) {
    p.own[to] = d;
    p.ownCount++;
    s.isOpen[d] = 0;
    s.openCount--;
  }
  p.continent = to;
}

function apply(s, choice) {
  switch (s.phase) {
    case INITIATIVE:
      playCard(acting(s), choice);
      if (++s.turn === PLAYERS) beginTaking(s);
      else beginInitiativeTurn(s);
      break;
    case TAKE:
      takeTicket(s, choice);
      break;
    case TRAVEL:
      if (choice !== STAY) travel(s, choice);
      if (++s.turn === PLAYERS) finishTravel(s);
      break;
    case DISCARD:
      discardTickets(s, acting(s), choice, 1);
      continueDiscarding(s);
      break;
  }
}

// ---- scores ----

// Best total for sets of symbols, given how many there are of each: tries every equal
// set, and repeatedly taking the largest different set.
function bestBonus(symbols, from) {
  let best = 0, size, taken = 0;
  do {
    size = 0;
    for (let i = 0; i < SYMBOLS; i++) if (symbols[i] > taken) size++;
    best += differentBonus[size];
    taken++;
  } while (size >= 3);
  for (let i = from; i < SYMBOLS; i++)
    for (let k = 3; k <= symbols[i]; k++) {
      symbols[i] -= k;
      best = Math.max(best, equalBonus[k] + bestBonus(symbols, i + 1));
      symbols[i] += k;
    }
  return best;
}

function scoreOf(p) {
  const symbols = [0, 0, 0, 0, 0, 0, 0, 0];
  let points = 0;
  for (const d of p.own)
    if (d !== NONE) {
      points += pointsOf[d];
      symbols[symbolOf[d]]++;
    }
  return points + bestBonus(symbols, 0);
}

const option = new Int32Array(1 + DESTINATIONS * MAX_ROUTES);

function playGame() {
  const s = start();
  let decisions = 0, count;
  while ((count = listOptions(s, option)) > 0) {
    apply(s, option[choose(count)]);
    decisions++;
  }
  const score = s.player.map(scoreOf);
  addResults(score, score.map((points, p) => points * (CONTINENTS + 1) + s.player[p].ownCount));
  return decisions;
}

run(playGame);
