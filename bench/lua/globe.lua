-- Globe: a state machine with a list of options at each decision.
-- Colours, continents, destinations and players are numbered from 1 here.
package.path = (arg[0]:match("^.*/") or "") .. "?.lua;" .. package.path
local core = require "core"
local below, shuffle, choose, add_results = core.below, core.shuffle, core.choose, core.add_results
local floor = math.floor

local PLAYERS, CONTINENTS, COLOURS, DESTINATIONS, SYMBOLS = 3, 7, 4, 28, 8
local CARDS, OPEN, HAND_LIMIT, LAST_ROUND = 6, 8, 6, 100
local EUROPE, MAX_BETWEEN, MAX_ROUTES = 2, 3, 5
local STAY, PILE, NONE = 0, COLOURS + 1, 0
local INITIATIVE, TAKE, TRAVEL, DISCARD, OVER = 1, 2, 3, 4, 5

local cost_of = { 1, 2, 3, 4, 1, 2, 2, 3, 1, 2, 3, 4, 1, 2, 3, 3, 1, 2, 3, 4, 2, 2, 3, 4, 2, 3, 4, 5 }
local points_of = { 1, 2, 4, 6, 1, 2, 3, 4, 1, 3, 4, 5, 1, 2, 4, 5, 1, 2, 4, 5, 2, 3, 5, 6, 3, 5, 6, 8 }
local symbol_of = { 0, 4, 6, 7, 1, 0, 3, 2, 2, 5, 0, 1, 4, 1, 2, 0, 3, 0, 1, 2, 5, 1, 3, 0, 6, 0, 4, 1 }
local colour_of = { 1, 2, 3, 1, 2, 4, 4 }
local tickets_of_colour = { 16, 16, 12, 14 }
local links = { { 2, 3, 4 }, { 1, 3, 5 }, { 1, 2, 5, 6 }, { 1, 7 }, { 2, 3 }, { 3, 7 }, { 4, 6 } }
local different_bonus = { 0, 0, 1, 3, 5, 10, 15 }
local equal_bonus = { 0, 0, 2, 6, 10, 15, 20 }
local continent_of = {}
for d = 1, DESTINATIONS do continent_of[d] = floor((d + 3) / 4) end

---- routes: routes[from][to] is a list of {red, blue, green, yellow} costs ----

local function find_routes(at, to, between, seen, cost, length, found)
  for _, next in ipairs(links[at]) do
    if next == to and between == length then
      found[#found + 1] = { cost[1], cost[2], cost[3], cost[4] }
    elseif next ~= to and between < length and not seen[next] then
      local colour = colour_of[next]
      seen[next] = true
      cost[colour] = cost[colour] + 1
      find_routes(next, to, between + 1, seen, cost, length, found)
      cost[colour] = cost[colour] - 1
      seen[next] = false
    end
  end
end

local routes = {}
for from = 1, CONTINENTS do
  routes[from] = {}
  for to = 1, CONTINENTS do
    local found = {}
    if from == to then found[1] = { 0, 0, 0, 0 } end
    for length = 0, from == to and -1 or MAX_BETWEEN do
      find_routes(from, to, 0, { [from] = true }, { 0, 0, 0, 0 }, length, found)
    end
    routes[from][to] = found
  end
end

---- tickets, destinations, turn order ----

local function draw_ticket(s)
  local pile = s.pile
  if s.pile_size == 0 then
    local size = 0
    for c = 1, COLOURS do
      for _ = 1, s.discards[c] do
        size = size + 1
        pile[size] = c
      end
      s.discards[c] = 0
    end
    s.discard_count = 0
    s.pile_size = size
    shuffle(pile, size)
  end
  s.pile_size = s.pile_size - 1
  return pile[s.pile_size + 1]
end

local function can_draw_ticket(s) return s.pile_size > 0 or s.discard_count > 0 end

local function open_tickets(s)
  while s.open_ticket_count < OPEN and can_draw_ticket(s) do
    local c = draw_ticket(s)
    s.open_tickets[c] = s.open_tickets[c] + 1
    s.open_ticket_count = s.open_ticket_count + 1
  end
end

local function discard_tickets(s, p, colour, count)
  p.tickets[colour] = p.tickets[colour] - count
  p.ticket_count = p.ticket_count - count
  s.discards[colour] = s.discards[colour] + count
  s.discard_count = s.discard_count + count
end

local function all_have(s, continent)
  for p = 1, PLAYERS do
    if s.player[p].own[continent] == NONE then return false end
  end
  return true
end

local function open_destinations(s)
  for d = 1, DESTINATIONS do
    if s.is_open[d] and all_have(s, continent_of[d]) then
      s.is_open[d] = false
      s.open_count = s.open_count - 1
    end
  end
  while s.open_count < OPEN and s.destination_pile_size > 0 do
    local d = s.destination_pile[s.destination_pile_size]
    s.destination_pile_size = s.destination_pile_size - 1
    if not all_have(s, continent_of[d]) then
      s.is_open[d] = true
      s.open_count = s.open_count + 1
    end
  end
end

local function sort_players(s, descending)
  local order, player = s.order, s.player
  for i = 2, PLAYERS do
    for j = i, 2, -1 do
      local a, b = order[j - 1], order[j]
      if (player[a].card > player[b].card) == descending then break end
      order[j - 1], order[j] = b, a
    end
  end
end

---- the flow of the game ----

local function acting(s) return s.player[s.order[s.turn]] end

local function list_cards(s, p, option)
  local player, count = s.player, 0
  for card = 1, CARDS do
    if p.in_hand[card] and player[1].card ~= card and player[2].card ~= card
        and player[3].card ~= card then
      count = count + 1
      option[count] = card
    end
  end
  return count
end

local function play_card(p, card)
  p.card = card
  p.in_hand[card] = false
end

local function begin_taking(s)
  sort_players(s, true)
  s.phase, s.turn = TAKE, 1
  s.to_take = acting(s).card
end

local scratch = {}

-- A player who can play none of the cards left takes all cards back.
local function begin_initiative_turn(s)
  local p = acting(s)
  if list_cards(s, p, scratch) == 0 then
    for card = 1, CARDS do p.in_hand[card] = true end
  end
end

local function begin_round(s)
  s.round = s.round + 1
  sort_players(s, false)
  s.phase, s.turn = INITIATIVE, 1
  for p = 1, PLAYERS do s.player[p].card = 0 end
  begin_initiative_turn(s)
end

-- Goes to the next player who must discard, or to the next round.
local function continue_discarding(s)
  while s.turn <= PLAYERS and acting(s).ticket_count <= HAND_LIMIT do s.turn = s.turn + 1 end
  if s.turn > PLAYERS then begin_round(s) end
end

local function finish_travel(s)
  local over = s.round == LAST_ROUND
  for p = 1, PLAYERS do over = over or s.player[p].own_count == CONTINENTS end
  if over then
    s.phase = OVER
    return
  end
  open_tickets(s)
  open_destinations(s)
  s.phase, s.turn = DISCARD, 1
  continue_discarding(s)
end

local function start()
  local s = { round = 1, order = { 1, 2, 3 }, turn = 1, player = {}, is_open = {}, open_count = 0,
              pile = {}, pile_size = 0, destination_pile = {}, destination_pile_size = DESTINATIONS,
              open_tickets = { 0, 0, 0, 0 }, open_ticket_count = 0,
              discards = { 0, 0, 0, 0 }, discard_count = 0 }
  for d = 1, DESTINATIONS do
    s.destination_pile[d] = d
    s.is_open[d] = false
  end
  shuffle(s.destination_pile, DESTINATIONS)
  for p = 1, PLAYERS do
    s.player[p] = { tickets = { 0, 0, 0, 0 }, ticket_count = 0, continent = EUROPE, card = 0,
                    own = { 0, 0, 0, 0, 0, 0, 0 }, own_count = 0,
                    in_hand = { true, true, true, true, true, true } }
  end
  open_destinations(s)
  for c = 1, COLOURS do
    for _ = 1, tickets_of_colour[c] do
      s.pile_size = s.pile_size + 1
      s.pile[s.pile_size] = c
    end
  end
  shuffle(s.pile, s.pile_size)
  open_tickets(s)
  for p = 1, PLAYERS do
    local count = list_cards(s, s.player[p], scratch)
    play_card(s.player[p], scratch[below(count) + 1])
  end
  begin_taking(s)
  return s
end

local function can_pay(tickets, cost, colour, price)
  for c = 1, COLOURS do
    if tickets[c] < cost[c] + (c == colour and price or 0) then return false end
  end
  return true
end

local function list_ways(p, d, price, option, count)
  local to, tickets = continent_of[d], p.tickets
  local choice = routes[p.continent][to]
  for r = 1, #choice do
    if can_pay(tickets, choice[r], colour_of[to], price) then
      count = count + 1
      option[count] = d * MAX_ROUTES + r - 1
    end
  end
  return count
end

local function list_travels(s, p, option)
  local count, own = 1, p.own
  option[1] = STAY
  for d = 1, DESTINATIONS do
    if s.is_open[d] and own[continent_of[d]] == NONE then
      count = list_ways(p, d, cost_of[d], option, count)
    end
  end
  for c = 1, CONTINENTS do
    if own[c] ~= NONE and c ~= p.continent then
      count = list_ways(p, own[c], 1, option, count)
    end
  end
  return count
end

local function list_colours(tickets, option)
  local count = 0
  for c = 1, COLOURS do
    if tickets[c] > 0 then
      count = count + 1
      option[count] = c
    end
  end
  return count
end

local function list_options(s, option)
  local phase = s.phase
  if phase == INITIATIVE then
    return list_cards(s, acting(s), option)
  elseif phase == TAKE then
    local count = list_colours(s.open_tickets, option)
    if can_draw_ticket(s) then
      count = count + 1
      option[count] = PILE
    end
    return count
  elseif phase == TRAVEL then
    return list_travels(s, acting(s), option)
  elseif phase == DISCARD then
    return list_colours(acting(s).tickets, option)
  end
  return 0
end

local function take_ticket(s, choice)
  local p = acting(s)
  if choice == PILE then
    choice = draw_ticket(s)
  else
    s.open_tickets[choice] = s.open_tickets[choice] - 1
    s.open_ticket_count = s.open_ticket_count - 1
  end
  p.tickets[choice] = p.tickets[choice] + 1
  p.ticket_count = p.ticket_count + 1
  s.to_take = s.to_take - 1
  if s.to_take > 0 then return end
  s.turn = s.turn + 1
  if s.turn <= PLAYERS then
    s.to_take = acting(s).card
  else
    s.phase, s.turn = TRAVEL, 1
  end
end

local function travel(s, choice)
  local p = acting(s)
  local d = floor(choice / MAX_ROUTES)
  local to = continent_of[d]
  local cost = routes[p.continent][to][choice - d * MAX_ROUTES + 1]
  discard_tickets(s, p, colour_of[to], p.own[to] == NONE and cost_of[d] or 1)
  for c = 1, COLOURS do discard_tickets(s, p, c, cost[c]) end
  if p.own[to] == NONE then
    p.own[to] = d
    p.own_count = p.own_count + 1
    s.is_open[d] = false
    s.open_count = s.open_count - 1
  end
  p.continent = to
end

local function apply(s, choice)
  local phase = s.phase
  if phase == INITIATIVE then
    play_card(acting(s), choice)
    s.turn = s.turn + 1
    if s.turn > PLAYERS then begin_taking(s) else begin_initiative_turn(s) end
  elseif phase == TAKE then
    take_ticket(s, choice)
  elseif phase == TRAVEL then
    if choice ~= STAY then travel(s, choice) end
    s.turn = s.turn + 1
    if s.turn > PLAYERS then finish_travel(s) end
  else
    discard_tickets(s, acting(s), choice, 1)
    continue_discarding(s)
  end
end

---- scores ----

-- Best total for sets of symbols, given how many there are of each: tries every equal
-- set, and repeatedly taking the largest different set.
local function best_bonus(symbols, from)
  local best, size, taken = 0, nil, 0
  repeat
    size = 0
    for i = 1, SYMBOLS do
      if symbols[i] > taken then size = size + 1 end
    end
    taken = taken + 1
    best = best + (different_bonus[size] or 0)
  until size < 3
  for i = from, SYMBOLS do
    for k = 3, symbols[i] do
      symbols[i] = symbols[i] - k
      local total = equal_bonus[k] + best_bonus(symbols, i + 1)
      symbols[i] = symbols[i] + k
      if total > best then best = total end
    end
  end
  return best
end

local function score_of(p)
  local symbols, points = { 0, 0, 0, 0, 0, 0, 0, 0 }, 0
  for c = 1, CONTINENTS do
    local d = p.own[c]
    if d ~= NONE then
      points = points + points_of[d]
      symbols[symbol_of[d] + 1] = symbols[symbol_of[d] + 1] + 1
    end
  end
  return points + best_bonus(symbols, 1)
end

local option = {}

local function play_game()
  local s, decisions, score, rank = start(), 0, {}, {}
  local count = list_options(s, option)
  while count > 0 do
    apply(s, option[choose(count) + 1])
    decisions = decisions + 1
    count = list_options(s, option)
  end
  for i = 1, PLAYERS do
    score[i] = score_of(s.player[i])
    rank[i] = score[i] * (CONTINENTS + 1) + s.player[i].own_count
  end
  add_results(score, rank)
  return decisions
end

core.run(play_game)
