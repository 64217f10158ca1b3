// English draughts: a board of cells, moves are listed square by square and applied.
'use strict';
const { emptyCells, run } = require('./board.js');

const PLAYERS = 2, SIDE = 8, ROWS_OF_MEN = 3, LAST_TURN = 150, NOBODY = -1;

// Of each direction: rows, columns, and the player whose men go there.
const DIRECTIONS = 4;
const up = [1, 1, -1, -1];
const across = [-1, 1, -1, 1];
const ofMen = [0, 0, 1, 1];
const lastRow = [SIDE - 1, 0];

function start() {
  const s = {
    owner: emptyCells(SIDE, SIDE, NOBODY), king: emptyCells(SIDE, SIDE, false), turn: 0, jumping: false, row: 0,
    column: 0,
  };
  for (let row = 0; row < SIDE; row++)
    for (let column = row % 2; column < SIDE; column += 2) {
      if (row < ROWS_OF_MEN) s.owner[row][column] = 0;
      if (row >= SIDE - ROWS_OF_MEN) s.owner[row][column] = 1;
    }
  return s;
}

const playerToAct = (s) => s.turn % PLAYERS;

const isEmpty = (s, row, column) =>
  row >= 0 && row < SIDE && column >= 0 && column < SIDE && s.owner[row][column] === NOBODY;

const mayGo = (s, player, row, column, d) => s.king[row][column] || ofMen[d] === player;

const canJump = (s, player, row, column, d) =>
  mayGo(s, player, row, column, d) && isEmpty(s, row + 2 * up[d], column + 2 * across[d])
  && s.owner[row + up[d]][column + across[d]] === 1 - player;

const canStep = (s, player, row, column, d) =>
  mayGo(s, player, row, column, d) && isEmpty(s, row + up[d], column + across[d]);

// Lists the moves of a piece after the first `count`; returns how many there are now.
function listFrom(s, row, column, canMove, option, count) {
  const player = playerToAct(s);
  for (let direction = 0; direction < DIRECTIONS; direction++)
    if (canMove(s, player, row, column, direction)) option[count++] = { row, column, direction };
  return count;
}

function listAll(s, canMove, option) {
  const player = playerToAct(s);
  let count = 0;
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++)
      if (s.owner[row][column] === player) count = listFrom(s, row, column, canMove, option, count);
  return count;
}

function listOptions(s, option) {
  if (s.turn === LAST_TURN) return 0;
  if (s.jumping) return listFrom(s, s.row, s.column, canJump, option, 0);
  return listAll(s, canJump, option) || listAll(s, canStep, option);
}

function canJumpOn(s, player, row, column) {
  for (let d = 0; d < DIRECTIONS; d++) if (canJump(s, player, row, column, d)) return true;
  return false;
}

function removePiece(s, row, column) {
  s.owner[row][column] = NOBODY;
  s.king[row][column] = false;
}

// Moves a piece; returns whether that has crowned it.
function movePiece(s, player, move, row, column) {
  const king = s.king[move.row][move.column], crowned = !king && row === lastRow[player];
  removePiece(s, move.row, move.column);
  s.owner[row][column] = player;
  s.king[row][column] = king || crowned;
  return crowned;
}

function apply(s, move) {
  const player = playerToAct(s), rows = up[move.direction], columns = across[move.direction];
  const row = move.row + rows, column = move.column + columns;
  if (s.owner[row][column] === NOBODY) {
    movePiece(s, player, move, row, column);
    s.turn++;
    return;
  }
  removePiece(s, row, column);
  s.row = row + rows;
  s.column = column + columns;
  const crowned = movePiece(s, player, move, s.row, s.column);
  s.jumping = !crowned && canJumpOn(s, player, s.row, s.column);
  if (!s.jumping) s.turn++;
}

// Whoever cannot move before the last turn has lost.
const winnerOf = (s) => (s.turn < LAST_TURN ? 1 - playerToAct(s) : NOBODY);

run([], start, listOptions, apply, winnerOf);
