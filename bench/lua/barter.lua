-- Barter: wide choices, hands of two and three cards. Kinds are numbered from 1, so kind k is worth k.
package.path = (arg[0]:match("^.*/") or "") .. "?.lua;" .. package.path
local core = require "core"
local shuffle, choose, add_results = core.shuffle, core.choose, core.add_results

local PLAYERS, KINDS, COPIES, DEALT, MARKET, HAND_LIMIT, ROUNDS = 3, 8, 7, 6, 6, 10, 20
local DRAW, SWAP, SELL = 0, 1, 2

local function draw_good(s)
  local stock, heap = s.stock, s.heap
  if s.stock_size == 0 then
    for kind = 1, KINDS do
      for _ = 1, heap[kind] do
        s.stock_size = s.stock_size + 1
        stock[s.stock_size] = kind
      end
      heap[kind] = 0
    end
    shuffle(stock, s.stock_size)
  end
  s.stock_size = s.stock_size - 1
  return stock[s.stock_size + 1]
end

local function draw_to_hand(s, player, count)
  for _ = 1, count do
    local kind = draw_good(s)
    s.hand[player][kind] = s.hand[player][kind] + 1
  end
  s.hand_size[player] = s.hand_size[player] + count
end

local function draw_to_market(s)
  local kind = draw_good(s)
  s.market[kind] = s.market[kind] + 1
end

local function counts(number)
  local all = {}
  for kind = 1, KINDS do all[kind] = number end
  return all
end

local function start()
  local s = { hand = {}, hand_size = { 0, 0, 0 }, market = counts(0), heap = counts(COPIES), stock = {},
              stock_size = 0, points = { 0, 0, 0 }, turn = 0 }
  for p = 1, PLAYERS do
    s.hand[p] = counts(0)
    draw_to_hand(s, p, DEALT)
  end
  for _ = 1, MARKET do draw_to_market(s) end
  return s
end

local function player_to_act(s) return s.turn % PLAYERS + 1 end

local function price(goods)
  local worth = goods[1] + goods[2] + goods[3]
  return goods[1] == goods[3] and 2 * worth or worth
end

local function list_swaps(s, hand, option, count)
  local market = s.market
  for a = 1, KINDS do
    for b = a, KINDS do
      if hand[a] > 0 and hand[b] >= (a == b and 2 or 1) then
        for taken = 1, KINDS do
          if market[taken] > 0 and taken ~= a and taken ~= b and a + b >= taken then
            count = count + 1
            option[count] = { kind = SWAP, goods = { a, b }, taken = taken }
          end
        end
      end
    end
  end
  return count
end

local function list_sales(hand, option, count)
  for a = 1, KINDS do
    if hand[a] >= 3 then
      count = count + 1
      option[count] = { kind = SELL, goods = { a, a, a } }
    end
    for b = hand[a] > 0 and a + 1 or KINDS + 1, KINDS do
      for c = hand[b] > 0 and b + 1 or KINDS + 1, KINDS do
        if hand[c] > 0 then
          count = count + 1
          option[count] = { kind = SELL, goods = { a, b, c } }
        end
      end
    end
  end
  return count
end

local function list_options(s, option)
  local player, count = player_to_act(s), 0
  if s.turn == ROUNDS * PLAYERS then return 0 end
  if s.hand_size[player] + 2 <= HAND_LIMIT then
    count = 1
    option[1] = { kind = DRAW }
  end
  count = list_swaps(s, s.hand[player], option, count)
  return list_sales(s.hand[player], option, count)
end

local function discard(s, player, goods)
  local hand, heap = s.hand[player], s.heap
  for i = 1, #goods do
    hand[goods[i]] = hand[goods[i]] - 1
    heap[goods[i]] = heap[goods[i]] + 1
  end
  s.hand_size[player] = s.hand_size[player] - #goods
end

local function apply(s, option)
  local player = player_to_act(s)
  if option.kind == DRAW then
    draw_to_hand(s, player, 2)
  elseif option.kind == SWAP then
    local taken, hand = option.taken, s.hand[player]
    discard(s, player, option.goods)
    s.market[taken] = s.market[taken] - 1
    hand[taken] = hand[taken] + 1
    s.hand_size[player] = s.hand_size[player] + 1
    draw_to_market(s)
  else
    s.points[player] = s.points[player] + price(option.goods)
    discard(s, player, option.goods)
  end
  s.turn = s.turn + 1
end

local option = {}

local function play_game()
  local s, decisions = start(), 0
  local score, rank = {}, {}
  local count = list_options(s, option)
  while count > 0 do
    apply(s, option[choose(count) + 1])
    decisions = decisions + 1
    count = list_options(s, option)
  end
  for p = 1, PLAYERS do
    score[p] = s.points[p] - s.hand_size[p]
    rank[p] = 1000 * score[p] + s.points[p]
  end
  add_results(score, rank)
  return decisions
end

core.run(play_game)
