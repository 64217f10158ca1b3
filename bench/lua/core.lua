-- Shared by the Lua programs: shuffling, the results and the main program.
local core = require(jit and "arith_luajit" or "arith_lua54")
local below, add_word = core.below, core.add_word
local seed_game, game_hash = core.seed_game, core.game_hash

function core.shuffle(item, size)
  for j = size, 2, -1 do
    local r = below(j) + 1
    item[j], item[r] = item[r], item[j]
  end
end

-- The final words: score and place of each player. `rank` orders the players, highest
-- first; equal ranks share a place.
function core.add_results(score, rank)
  for i = 1, #rank do
    local place = 1
    for j = 1, #rank do
      if rank[j] > rank[i] then place = place + 1 end
    end
    add_word(score[i])
    add_word(place)
  end
end

-- play_game() plays one game and returns its number of decisions.
function core.run(play_game)
  local seed, games = tonumber(arg[1] or 1), tonumber(arg[2] or 1000)
  local checksum, decisions = 0, 0
  local start = os.clock()
  for i = 0, games - 1 do
    seed_game(seed, i)
    decisions = decisions + play_game()
    checksum = (checksum + game_hash()) % 4294967296
  end
  print(string.format("%d %d %08x %.6f", games, decisions, checksum, os.clock() - start))
end

return core
