// Connect Four: columns are listed, and the last disc is looked along.
'use strict';
const { lineFinder, emptyCells, run } = require('./board.js');

const PLAYERS = 2, COLUMNS = 7, ROWS = 6, LINE = 4, NOBODY = -1;

const makesLine = lineFinder(COLUMNS, ROWS, LINE);

function start() {
  return { cell: emptyCells(COLUMNS, ROWS, NOBODY), height: new Array(COLUMNS).fill(0), discs: 0, winner: NOBODY };
}

const playerToAct = (s) => s.discs % PLAYERS;

function listOptions(s, option) {
  let count = 0;
  if (s.winner !== NOBODY) return 0;
  for (let column = 0; column < COLUMNS; column++) if (s.height[column] < ROWS) option[count++] = column;
  return count;
}

function apply(s, column) {
  const player = playerToAct(s), row = s.height[column]++;
  s.cell[column][row] = player;
  s.discs++;
  if (makesLine(s.cell, player, column, row)) s.winner = player;
}

run(new Uint8Array(COLUMNS), start, listOptions, apply, (s) => s.winner);
