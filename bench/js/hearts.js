// Hearts: one deal, no passing.
'use strict';
const { shuffle, choose, addResults, run } = require('./core.js');

const PLAYERS = 4, RANKS = 13, CARDS = 52, HAND = 13;
const HEARTS = 3, TWO_OF_CLUBS = 0, QUEEN_OF_SPADES = 36;

const suitOf = (card) => (card / RANKS) | 0;

function start() {
  const deck = new Uint8Array(CARDS), holder = new Uint8Array(CARDS);
  for (let i = 0; i < CARDS; i++) deck[i] = i;
  shuffle(deck, CARDS);
  // The top is the last item.
  for (let i = 0; i < CARDS; i++) holder[deck[CARDS - 1 - i]] = i / HAND;
  const s = {
    hand: [[], [], [], []],
    trick: [0, 0, 0, 0],
    trickSize: 0,
    leader: holder[TWO_OF_CLUBS],
    tricksPlayed: 0,
    heartsBroken: false,
    points: [0, 0, 0, 0],
  };
  for (let card = 0; card < CARDS; card++) s.hand[holder[card]].push(card);
  return s;
}

const playerToAct = (s) => (s.leader + s.trickSize) % PLAYERS;

// Cards of the player to act which pass the filter, ascending.
function listCards(s, option, filter) {
  const hand = s.hand[playerToAct(s)];
  let count = 0;
  for (let i = 0; i < hand.length; i++)
    if (filter(s, hand[i])) option[count++] = hand[i];
  return count;
}

const anyCard = () => true;
const followsSuit = (s, card) => suitOf(card) === suitOf(s.trick[0]);
const notHeart = (s, card) => suitOf(card) !== HEARTS;
const notPoint = (s, card) => suitOf(card) !== HEARTS && card !== QUEEN_OF_SPADES;
const firstLead = (s, card) => card === TWO_OF_CLUBS;

function listOptions(s, option) {
  let count = 0;
  if (s.tricksPlayed === HAND) return 0;
  if (s.trickSize > 0) {
    count = listCards(s, option, followsSuit);
    if (count === 0 && s.tricksPlayed === 0) count = listCards(s, option, notPoint);
  } else if (s.tricksPlayed === 0) {
    count = listCards(s, option, firstLead);
  } else if (!s.heartsBroken) {
    count = listCards(s, option, notHeart);
  }
  if (count === 0) count = listCards(s, option, anyCard);
  return count;
}

function finishTrick(s) {
  const trick = s.trick;
  let best = 0, points = 0;
  for (let i = 0; i < PLAYERS; i++) {
    const card = trick[i];
    if (suitOf(card) === suitOf(trick[best]) && card > trick[best]) best = i;
    if (card === QUEEN_OF_SPADES) points += 13;
    else if (suitOf(card) === HEARTS) points += 1;
  }
  s.leader = (s.leader + best) % PLAYERS;
  s.points[s.leader] += points;
  s.trickSize = 0;
  s.tricksPlayed++;
}

function removeCard(hand, card) {
  let i = hand.indexOf(card);
  for (; i < hand.length - 1; i++) hand[i] = hand[i + 1];
  hand.pop();
}

function apply(s, card) {
  removeCard(s.hand[playerToAct(s)], card);
  s.trick[s.trickSize++] = card;
  if (suitOf(card) === HEARTS) s.heartsBroken = true;
  if (s.trickSize === PLAYERS) finishTrick(s);
}

const option = new Uint8Array(HAND);

function playGame() {
  const s = start();
  let decisions = 0, count;
  while ((count = listOptions(s, option)) > 0) {
    apply(s, option[choose(count)]);
    decisions++;
  }
  const moon = s.points.includes(26);
  const score = s.points.map((points) => (moon ? 26 - points : points));
  addResults(score, score.map((points) => -points));
  return decisions;
}

run(playGame);
