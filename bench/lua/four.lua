-- Connect Four: columns are listed, and the last disc is looked along.
package.path = (arg[0]:match("^.*/") or "") .. "?.lua;" .. package.path
local board = require "board"

local PLAYERS, COLUMNS, ROWS, LINE, NOBODY = 2, 7, 6, 4, 0

local makes_line = board.line_finder(COLUMNS, ROWS, LINE)

local function start()
  return { cell = board.empty_cells(COLUMNS, ROWS, NOBODY), height = { 0, 0, 0, 0, 0, 0, 0 }, discs = 0,
           winner = NOBODY }
end

local function player_to_act(s) return s.discs % PLAYERS + 1 end

local function list_options(s, option)
  local height, count = s.height, 0
  if s.winner ~= NOBODY then return 0 end
  for column = 1, COLUMNS do
    if height[column] < ROWS then
      count = count + 1
      option[count] = column
    end
  end
  return count
end

local function apply(s, column)
  local player, row = player_to_act(s), s.height[column] + 1
  s.height[column] = row
  s.cell[column][row] = player
  s.discs = s.discs + 1
  if makes_line(s.cell, player, column, row) then s.winner = player end
end

board.run(start, list_options, apply, function(s) return s.winner end)
