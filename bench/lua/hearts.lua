-- Hearts: one deal, no passing.
package.path = (arg[0]:match("^.*/") or "") .. "?.lua;" .. package.path
local core = require "core"
local shuffle, choose, add_results = core.shuffle, core.choose, core.add_results

local PLAYERS, CARDS, HAND = 4, 52, 13
local HEARTS, QUEEN_OF_SPADES = 3, 36

local suit_of = {}
for card = 0, CARDS - 1 do suit_of[card] = math.floor(card / 13) end

local function start()
  local deck, holder = {}, {}
  local s = { hand = {}, size = {}, trick = {}, trick_size = 0, tricks_played = 0,
              hearts_broken = false, points = { 0, 0, 0, 0 } }
  for i = 1, CARDS do deck[i] = i - 1 end
  shuffle(deck, CARDS)
  for p = 1, PLAYERS do
    s.hand[p], s.size[p] = {}, 0
    -- The top is the last item.
    for i = HAND * (p - 1), HAND * p - 1 do holder[deck[CARDS - i] + 1] = p end
  end
  for card = 0, CARDS - 1 do
    local p = holder[card + 1]
    s.size[p] = s.size[p] + 1
    s.hand[p][s.size[p]] = card
  end
  s.leader = holder[1]
  return s
end

local function player_to_act(s)
  return (s.leader + s.trick_size - 1) % PLAYERS + 1
end

-- Cards of the player to act which pass the filter, ascending.
local function list_cards(s, option, filter)
  local p, count = player_to_act(s), 0
  local hand = s.hand[p]
  for i = 1, s.size[p] do
    local card = hand[i]
    if filter(s, card) then
      count = count + 1
      option[count] = card
    end
  end
  return count
end

local function any_card() return true end
local function follows_suit(s, card) return suit_of[card] == suit_of[s.trick[1]] end
local function not_heart(_, card) return suit_of[card] ~= HEARTS end
local function not_point(_, card) return suit_of[card] ~= HEARTS and card ~= QUEEN_OF_SPADES end
local function first_lead(_, card) return card == 0 end

local function list_options(s, option)
  local count = 0
  if s.tricks_played == HAND then return 0 end
  if s.trick_size > 0 then
    count = list_cards(s, option, follows_suit)
    if count == 0 and s.tricks_played == 0 then
      count = list_cards(s, option, not_point)
    end
  elseif s.tricks_played == 0 then
    count = list_cards(s, option, first_lead)
  elseif not s.hearts_broken then
    count = list_cards(s, option, not_heart)
  end
  if count == 0 then count = list_cards(s, option, any_card) end
  return count
end

local function finish_trick(s)
  local trick, best, points = s.trick, 1, 0
  for i = 1, PLAYERS do
    local card = trick[i]
    if suit_of[card] == suit_of[trick[best]] and card > trick[best] then best = i end
    if card == QUEEN_OF_SPADES then
      points = points + 13
    elseif suit_of[card] == HEARTS then
      points = points + 1
    end
  end
  s.leader = (s.leader + best - 2) % PLAYERS + 1
  s.points[s.leader] = s.points[s.leader] + points
  s.trick_size = 0
  s.tricks_played = s.tricks_played + 1
end

local function remove_card(s, p, card)
  local hand, i = s.hand[p], 1
  while hand[i] ~= card do i = i + 1 end
  s.size[p] = s.size[p] - 1
  for j = i, s.size[p] do hand[j] = hand[j + 1] end
end

local function apply(s, card)
  remove_card(s, player_to_act(s), card)
  s.trick_size = s.trick_size + 1
  s.trick[s.trick_size] = card
  if suit_of[card] == HEARTS then s.hearts_broken = true end
  if s.trick_size == PLAYERS then finish_trick(s) end
end

local option = {}

local function play_game()
  local s, decisions, moon = start(), 0, false
  local score, rank = {}, {}
  local count = list_options(s, option)
  while count > 0 do
    apply(s, option[choose(count) + 1])
    decisions = decisions + 1
    count = list_options(s, option)
  end
  for p = 1, PLAYERS do moon = moon or s.points[p] == 26 end
  for p = 1, PLAYERS do
    score[p] = moon and 26 - s.points[p] or s.points[p]
    rank[p] = -score[p]
  end
  add_results(score, rank)
  return decisions
end

core.run(play_game)
