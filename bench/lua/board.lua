-- Shared by the board games of two players: empty boards, lines of pieces, and playing until a player has won.
local core = require "core"
local choose, add_results = core.choose, core.add_results

local PLAYERS = 2
local DIRECTIONS = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } }

-- The function that tells whether a player's new piece makes a line of this length. cell[column][row], both
-- numbered from 1, is the player whose piece is there.
local function line_finder(columns, rows, length)
  -- How many pieces of the player's follow each other from beside a cell on.
  local function pieces_along(cell, player, column, row, across, up)
    local count = 0
    while true do
      column, row = column + across, row + up
      if column < 1 or column > columns or row < 1 or row > rows or cell[column][row] ~= player then
        return count
      end
      count = count + 1
    end
  end

  return function(cell, player, column, row)
    for i = 1, #DIRECTIONS do
      local across, up = DIRECTIONS[i][1], DIRECTIONS[i][2]
      local before = pieces_along(cell, player, column, row, -across, -up)
      if before + 1 + pieces_along(cell, player, column, row, across, up) >= length then return true end
    end
    return false
  end
end

-- An empty board: `nobody` in all cells.
local function empty_cells(columns, rows, nobody)
  local cell = {}
  for column = 1, columns do
    cell[column] = {}
    for row = 1, rows do cell[column][row] = nobody end
  end
  return cell
end

-- Plays games whose states are made by start(); winner_of(state) is asked for the winner, if any, at the end.
local function run(start, list_options, apply, winner_of)
  local option = {}
  core.run(function()
    local s, decisions, score = start(), 0, {}
    local count = list_options(s, option)
    while count > 0 do
      apply(s, option[choose(count) + 1])
      decisions = decisions + 1
      count = list_options(s, option)
    end
    local winner = winner_of(s)
    for p = 1, PLAYERS do score[p] = winner == p and 1 or 0 end
    add_results(score, score)
    return decisions
  end)
end

return { line_finder = line_finder, empty_cells = empty_cells, run = run }
