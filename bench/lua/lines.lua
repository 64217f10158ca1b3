-- Five in a row: the empty cells are listed, and the last stone is looked along.
package.path = (arg[0]:match("^.*/") or "") .. "?.lua;" .. package.path
local board = require "board"
local floor = math.floor

local PLAYERS, SIDE, LINE, NOBODY = 2, 15, 5, 0

local makes_line = board.line_finder(SIDE, SIDE, LINE)

local function start()
  return { cell = board.empty_cells(SIDE, SIDE, NOBODY), stones = 0, winner = NOBODY }
end

local function player_to_act(s) return s.stones % PLAYERS + 1 end

-- Cells are numbered from 0, column by column.
local function list_options(s, option)
  local count = 0
  if s.winner ~= NOBODY then return 0 end
  for column = 1, SIDE do
    local cell = s.cell[column]
    for row = 1, SIDE do
      if cell[row] == NOBODY then
        count = count + 1
        option[count] = SIDE * (column - 1) + row - 1
      end
    end
  end
  return count
end

local function apply(s, option)
  local player, column, row = player_to_act(s), floor(option / SIDE) + 1, option % SIDE + 1
  s.cell[column][row] = player
  s.stones = s.stones + 1
  if makes_line(s.cell, player, column, row) then s.winner = player end
end

board.run(start, list_options, apply, function(s) return s.winner end)
