// Pig: a state, a list of options, apply one.
'use strict';
const { below, choose, addResults, run } = require('./core.js');

const ROLL = 0, HOLD = 1, GOAL = 100;

function start() {
  return { score: [0, 0], turnTotal: 0, player: 0, over: false };
}

function listOptions(s, option) {
  if (s.over) return 0;
  option[0] = ROLL;
  option[1] = HOLD;
  return 2;
}

function endTurn(s) {
  s.turnTotal = 0;
  s.player = 1 - s.player;
}

function apply(s, choice) {
  if (choice === ROLL) {
    const die = below(6) + 1;
    if (die === 1) endTurn(s);
    else s.turnTotal += die;
  } else {
    s.score[s.player] += s.turnTotal;
    if (s.score[s.player] >= GOAL) s.over = true;
    else endTurn(s);
  }
}

const option = [0, 0];

function playGame() {
  const s = start();
  let decisions = 0, count;
  while ((count = listOptions(s, option)) > 0) {
    apply(s, option[choose(count)]);
    decisions++;
  }
  addResults(s.score, s.score);
  return decisions;
}

run(playGame);
