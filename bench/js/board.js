// Shared by the board games of two players: empty boards, lines of pieces, and playing until a player has won.
'use strict';
const core = require('./core.js');

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

// The function that tells whether a player's new piece makes a line of this length. cell[column][row] is the
// player whose piece is there.
function lineFinder(columns, rows, length) {
  // How many pieces of the player's follow each other from beside a cell on.
  function piecesAlong(cell, player, column, row, across, up) {
    for (let count = 0; ; count++) {
      column += across;
      row += up;
      if (column < 0 || column >= columns || row < 0 || row >= rows || cell[column][row] !== player) return count;
    }
  }

  return (cell, player, column, row) => {
    for (const [across, up] of DIRECTIONS) {
      const before = piecesAlong(cell, player, column, row, -across, -up);
      if (before + 1 + piecesAlong(cell, player, column, row, across, up) >= length) return true;
    }
    return false;
  };
}

// An empty board: `nobody` in all cells.
const emptyCells = (columns, rows, nobody) => Array.from({ length: columns }, () => new Array(rows).fill(nobody));

// Plays games whose states are made by start(); winnerOf(state) is asked for the winner, if any, at the end. `option` is
// the array for listOptions() to fill.
function run(option, start, listOptions, apply, winnerOf) {
  core.run(() => {
    const s = start();
    let decisions = 0, count;
    while ((count = listOptions(s, option)) > 0) {
      apply(s, option[core.choose(count)]);
      decisions++;
    }
    const winner = winnerOf(s), score = [0, 1].map((p) => (p === winner ? 1 : 0));
    core.addResults(score, score);
    return decisions;
  });
}

module.exports = { lineFinder, emptyCells, run };
