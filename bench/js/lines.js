// Five in a row: the empty cells are listed, and the last stone is looked along.
'use strict';
const { lineFinder, emptyCells, run } = require('./board.js');

const PLAYERS = 2, SIDE = 15, LINE = 5, NOBODY = -1;

const makesLine = lineFinder(SIDE, SIDE, LINE);

function start() {
  return { cell: emptyCells(SIDE, SIDE, NOBODY), stones: 0, winner: NOBODY };
}

const playerToAct = (s) => s.stones % PLAYERS;

function listOptions(s, option) {
  let count = 0;
  if (s.winner !== NOBODY) return 0;
  for (let column = 0; column < SIDE; column++)
    for (let row = 0; row < SIDE; row++)
      if (s.cell[column][row] === NOBODY) option[count++] = SIDE * column + row;
  return count;
}

function apply(s, choice) {
  const player = playerToAct(s), column = (choice / SIDE) | 0, row = choice % SIDE;
  s.cell[column][row] = player;
  s.stones++;
  if (makesLine(s.cell, player, column, row)) s.winner = player;
}

run(new Uint8Array(SIDE * SIDE), start, listOptions, apply, (s) => s.winner);
