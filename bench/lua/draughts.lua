-- English draughts: a board of cells, moves are listed square by square and applied.
package.path = (arg[0]:match("^.*/") or "") .. "?.lua;" .. package.path
local board = require "board"

local PLAYERS, SIDE, ROWS_OF_MEN, LAST_TURN, NOBODY = 2, 8, 3, 150, 0

-- Of each direction: rows, columns, and the player whose men go there.
local DIRECTIONS = 4
local up = { 1, 1, -1, -1 }
local across = { -1, 1, -1, 1 }
local of_men = { 1, 1, 2, 2 }
local last_row = { SIDE, 1 }

local function start()
  local s = { owner = board.empty_cells(SIDE, SIDE, NOBODY), king = board.empty_cells(SIDE, SIDE, false), turn = 0,
              jumping = false, row = 0, column = 0 }
  for row = 1, SIDE do
    for column = 2 - row % 2, SIDE, 2 do
      if row <= ROWS_OF_MEN then s.owner[row][column] = 1 end
      if row > SIDE - ROWS_OF_MEN then s.owner[row][column] = 2 end
    end
  end
  return s
end

local function player_to_act(s) return s.turn % PLAYERS + 1 end

local function is_empty(s, row, column)
  return row >= 1 and row <= SIDE and column >= 1 and column <= SIDE and s.owner[row][column] == NOBODY
end

local function may_go(s, player, row, column, d) return s.king[row][column] or of_men[d] == player end

local function can_jump(s, player, row, column, d)
  return may_go(s, player, row, column, d) and is_empty(s, row + 2 * up[d], column + 2 * across[d])
    and s.owner[row + up[d]][column + across[d]] == 3 - player
end

local function can_step(s, player, row, column, d)
  return may_go(s, player, row, column, d) and is_empty(s, row + up[d], column + across[d])
end

-- Lists the moves of a piece after the first `count`; returns how many there are now.
local function list_from(s, row, column, can_move, option, count)
  local player = player_to_act(s)
  for d = 1, DIRECTIONS do
    if can_move(s, player, row, column, d) then
      count = count + 1
      option[count] = { row = row, column = column, direction = d }
    end
  end
  return count
end

local function list_all(s, can_move, option)
  local player, count = player_to_act(s), 0
  for row = 1, SIDE do
    local owner = s.owner[row]
    for column = 1, SIDE do
      if owner[column] == player then count = list_from(s, row, column, can_move, option, count) end
    end
  end
  return count
end

local function list_options(s, option)
  if s.turn == LAST_TURN then return 0 end
  if s.jumping then return list_from(s, s.row, s.column, can_jump, option, 0) end
  local jumps = list_all(s, can_jump, option)
  return jumps > 0 and jumps or list_all(s, can_step, option)
end

local function can_jump_on(s, player, row, column)
  for d = 1, DIRECTIONS do
    if can_jump(s, player, row, column, d) then return true end
  end
  return false
end

local function remove_piece(s, row, column)
  s.owner[row][column], s.king[row][column] = NOBODY, false
end

-- Moves a piece; returns whether that has crowned it.
local function move_piece(s, player, move, row, column)
  local king = s.king[move.row][move.column]
  local crowned = not king and row == last_row[player]
  remove_piece(s, move.row, move.column)
  s.owner[row][column], s.king[row][column] = player, king or crowned
  return crowned
end

local function apply(s, move)
  local player, rows, columns = player_to_act(s), up[move.direction], across[move.direction]
  local row, column = move.row + rows, move.column + columns
  if s.owner[row][column] == NOBODY then
    move_piece(s, player, move, row, column)
    s.turn = s.turn + 1
    return
  end
  remove_piece(s, row, column)
  row, column = row + rows, column + columns
  local crowned = move_piece(s, player, move, row, column)
  s.jumping = not crowned and can_jump_on(s, player, row, column)
  s.row, s.column = row, column
  if not s.jumping then s.turn = s.turn + 1 end
end

-- Whoever cannot move before the last turn has lost.
local function winner_of(s) return s.turn < LAST_TURN and 3 - player_to_act(s) or NOBODY end

board.run(start, list_options, apply, winner_of)
