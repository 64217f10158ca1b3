-- Random numbers and checksum (RULES.md, section 1) with Lua 5.4's 64-bit integers.
-- a, b, c, n: the game's chance; u, v, w, m: the bots' choices.
local a, b, c, n, u, v, w, m, hash
local MASK <const> = 0xffffffff
local PRIME <const> = 16777619

local function below(limit)
  local t = (a + b + n) & MASK
  n = n + 1
  a = b ~ (b >> 9)
  b = (c + (c << 3)) & MASK
  c = (((c << 21) | (c >> 11)) + t) & MASK
  return t * limit >> 32
end

local function add_word(word)
  hash = ((hash ~ word) * PRIME) & MASK
end

-- The random bot: an index from 0 to count-1; records the decision.
local function choose(count)
  local t = (u + v + m) & MASK
  m = m + 1
  u = v ~ (v >> 9)
  v = (w + (w << 3)) & MASK
  w = (((w << 21) | (w >> 11)) + t) & MASK
  local index = t * count >> 32
  hash = ((((hash ~ count) * PRIME & MASK) ~ index) * PRIME) & MASK
  return index
end

local function splitmix(x)
  x = (x + 0x9e3779b9) & MASK
  local z = ((x ~ (x >> 16)) * 0x21f0aaad) & MASK
  z = ((z ~ (z >> 15)) * 0x735a2d97) & MASK
  return z ~ (z >> 15), x
end

local function seed_stream(x)
  local first, second, third
  first, x = splitmix(x)
  second, x = splitmix(x)
  third = splitmix(x)
  return first, second, third, 1
end

local function seed_game(seed, game)
  local x = splitmix(seed) ~ game
  a, b, c, n = seed_stream(x)
  u, v, w, m = seed_stream(x + 0x5bd1e995)
  hash = 2166136261
end

local function game_hash() return hash end

return { below = below, add_word = add_word, choose = choose, seed_game = seed_game,
         game_hash = game_hash }
