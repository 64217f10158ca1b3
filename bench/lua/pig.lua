-- Pig: a state, a list of options, apply one.
package.path = (arg[0]:match("^.*/") or "") .. "?.lua;" .. package.path
local core = require "core"
local below, choose, add_results = core.below, core.choose, core.add_results

local ROLL, HOLD, GOAL = 1, 2, 100

local function start()
  return { score = { 0, 0 }, turn_total = 0, player = 1, over = false }
end

local function list_options(s, option)
  if s.over then return 0 end
  option[1] = ROLL
  option[2] = HOLD
  return 2
end

local function end_turn(s)
  s.turn_total = 0
  s.player = 3 - s.player
end

local function apply(s, choice)
  if choice == ROLL then
    local die = below(6) + 1
    if die == 1 then
      end_turn(s)
    else
      s.turn_total = s.turn_total + die
    end
  else
    local score = s.score[s.player] + s.turn_total
    s.score[s.player] = score
    if score >= GOAL then
      s.over = true
    else
      end_turn(s)
    end
  end
end

local option = {}

local function play_game()
  local s, decisions = start(), 0
  local count = list_options(s, option)
  while count > 0 do
    apply(s, option[choose(count) + 1])
    decisions = decisions + 1
    count = list_options(s, option)
  end
  add_results(s.score, s.score)
  return decisions
end

core.run(play_game)
