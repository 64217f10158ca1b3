-- Courier: three couriers on a graph of 140 places, numbered from 0.
package.path = (arg[0]:match("^.*/") or "") .. "?.lua;" .. package.path
local core = require "core"
local below, choose, add_results = core.below, core.choose, core.add_results

local PLAYERS, PLACES, COLUMNS, ROUNDS, RANGE, NEAR, FAR, REST = 3, 140, 14, 40, 4, 2, 255, -1

-- The town, the same for all games: distances, and from each place where one can walk and ride to.
local distance, walks, rides = {}, {}, {}

local function join(a, b) distance[a][b], distance[b][a] = 1, 1 end

local function lay_streets()
  for a = 0, PLACES - 1 do
    distance[a] = {}
    for b = 0, PLACES - 1 do distance[a][b] = FAR end
  end
  for i = 0, PLACES - 1 do
    local row = math.floor(i / COLUMNS)
    if i % COLUMNS < COLUMNS - 1 and (3 * i + row) % 4 ~= 0 then join(i, i + 1) end
    if i + COLUMNS < PLACES and (5 * i + 2) % 3 ~= 0 then join(i, i + COLUMNS) end
    if i % 10 == 0 then join(i, (37 * i + 71) % PLACES) end
  end
  for i = 0, PLACES - 1 do distance[i][i] = 0 end
end

local function measure_town()
  lay_streets()
  for via = 0, PLACES - 1 do
    for a = 0, PLACES - 1 do
      for b = 0, PLACES - 1 do
        distance[a][b] = math.min(distance[a][b], distance[a][via] + distance[via][b])
      end
    end
  end
  for a = 0, PLACES - 1 do
    walks[a], rides[a] = {}, {}
    for b = 0, PLACES - 1 do
      local steps = distance[a][b]
      if steps == 1 then table.insert(walks[a], b) end
      if steps >= 2 and steps <= RANGE then table.insert(rides[a], b) end
    end
  end
end

local function take_parcel(s, player)
  s.address[player] = below(PLACES)
  s.fee[player] = distance[s.at[player]][s.address[player]]
end

local function start()
  local s = { at = { 0, 0, 0 }, address = {}, fee = {}, coins = { 5, 5, 5 }, points = { 0, 0, 0 }, turn = 0 }
  for p = 1, PLAYERS do take_parcel(s, p) end
  return s
end

local function player_to_act(s) return s.turn % PLAYERS + 1 end

local function is_free(s, place)
  local at = s.at
  for p = 1, PLAYERS do
    if at[p] == place then return false end
  end
  return true
end

local function list_options(s, option)
  local player, count = player_to_act(s), 1
  local at, coins = s.at[player], s.coins[player]
  if s.turn == ROUNDS * PLAYERS then return 0 end
  option[1] = REST
  local near, far, steps = walks[at], rides[at], distance[at]
  for i = 1, #near do
    if is_free(s, near[i]) then
      count = count + 1
      option[count] = near[i]
    end
  end
  for i = 1, #far do
    if steps[far[i]] <= coins and is_free(s, far[i]) then
      count = count + 1
      option[count] = far[i]
    end
  end
  return count
end

local function move_to(s, player, place)
  local steps = distance[s.at[player]][place]
  if steps > 1 then s.coins[player] = s.coins[player] - steps end
  s.at[player] = place
  if distance[place][s.address[player]] <= NEAR then
    s.points[player] = s.points[player] + s.fee[player]
    s.coins[player] = s.coins[player] + 1
    take_parcel(s, player)
  end
end

local function apply(s, option)
  local player = player_to_act(s)
  if option == REST then
    s.coins[player] = s.coins[player] + 2
  else
    move_to(s, player, option)
  end
  s.turn = s.turn + 1
end

local option = {}

local function play_game()
  local s, decisions, rank = start(), 0, {}
  local count = list_options(s, option)
  while count > 0 do
    apply(s, option[choose(count) + 1])
    decisions = decisions + 1
    count = list_options(s, option)
  end
  for p = 1, PLAYERS do rank[p] = 1000 * s.points[p] + s.coins[p] end
  add_results(s.points, rank)
  return decisions
end

measure_town()
core.run(play_game)
