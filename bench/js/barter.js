// Barter: wide choices, hands of two and three cards.
'use strict';
const { shuffle, choose, addResults, run } = require('./core.js');

const PLAYERS = 3, KINDS = 8, COPIES = 7, DEALT = 6, MARKET = 6, HAND_LIMIT = 10, ROUNDS = 20;
const DRAW = 0, SWAP = 1, SELL = 2;

const worthOf = (kind) => kind + 1;

function drawGood(s) {
  if (s.stock.length === 0) {
    for (let kind = 0; kind < KINDS; kind++)
      for (; s.heap[kind] > 0; s.heap[kind]--) s.stock.push(kind);
    shuffle(s.stock, s.stock.length);
  }
  return s.stock.pop();
}

function drawToHand(s, player, count) {
  for (let i = 0; i < count; i++) s.hand[player][drawGood(s)]++;
  s.handSize[player] += count;
}

function start() {
  const none = () => new Array(KINDS).fill(0);
  const s = {
    hand: [none(), none(), none()], handSize: [0, 0, 0], market: none(), heap: none().fill(COPIES), stock: [],
    points: [0, 0, 0], turn: 0,
  };
  for (let p = 0; p < PLAYERS; p++) drawToHand(s, p, DEALT);
  for (let i = 0; i < MARKET; i++) s.market[drawGood(s)]++;
  return s;
}

const playerToAct = (s) => s.turn % PLAYERS;

function price([a, b, c]) {
  const worth = worthOf(a) + worthOf(b) + worthOf(c);
  return a === c ? 2 * worth : worth;
}

function listSwaps(s, hand, option) {
  for (let a = 0; a < KINDS; a++)
    for (let b = a; b < KINDS; b++) {
      if (hand[a] === 0 || hand[b] < (a === b ? 2 : 1)) continue;
      const worth = worthOf(a) + worthOf(b);
      for (let taken = 0; taken < KINDS; taken++)
        if (s.market[taken] > 0 && taken !== a && taken !== b && worth >= worthOf(taken))
          option.push({ kind: SWAP, goods: [a, b], taken });
    }
}

function listSales(hand, option) {
  for (let a = 0; a < KINDS; a++) {
    if (hand[a] === 0) continue;
    if (hand[a] >= 3) option.push({ kind: SELL, goods: [a, a, a], taken: 0 });
    for (let b = a + 1; b < KINDS; b++)
      for (let c = b + 1; hand[b] > 0 && c < KINDS; c++)
        if (hand[c] > 0) option.push({ kind: SELL, goods: [a, b, c], taken: 0 });
  }
}

function listOptions(s) {
  const player = playerToAct(s), option = [];
  if (s.turn === ROUNDS * PLAYERS) return option;
  if (s.handSize[player] + 2 <= HAND_LIMIT) option.push({ kind: DRAW, goods: [], taken: 0 });
  listSwaps(s, s.hand[player], option);
  listSales(s.hand[player], option);
  return option;
}

function discard(s, player, goods) {
  for (const good of goods) {
    s.hand[player][good]--;
    s.heap[good]++;
  }
  s.handSize[player] -= goods.length;
}

function apply(s, { kind, goods, taken }) {
  const player = playerToAct(s);
  if (kind === DRAW) {
    drawToHand(s, player, 2);
  } else if (kind === SWAP) {
    discard(s, player, goods);
    s.market[taken]--;
    s.hand[player][taken]++;
    s.handSize[player]++;
    s.market[drawGood(s)]++;
  } else {
    s.points[player] += price(goods);
    discard(s, player, goods);
  }
  s.turn++;
}

function playGame() {
  const s = start();
  let decisions = 0;
  for (let option = listOptions(s); option.length > 0; option = listOptions(s)) {
    apply(s, option[choose(option.length)]);
    decisions++;
  }
  const score = s.points.map((points, p) => points - s.handSize[p]);
  addResults(score, score.map((value, p) => 1000 * value + s.points[p]));
  return decisions;
}

run(playGame);
