-- Random numbers and checksum (RULES.md, section 1) with LuaJIT's bit library.
-- Words are kept as signed 32-bit numbers; tobit() wraps exact sums and products.
local bit = require "bit"
local tobit, band, bxor, bor = bit.tobit, bit.band, bit.bxor, bit.bor
local lshift, rshift, rol = bit.lshift, bit.rshift, bit.rol
-- a, b, c, n: the game's chance; u, v, w, m: the bots' choices.
local a, b, c, n, u, v, w, m, hash

-- floor(t * limit / 2^32)
local function scale(t, limit)
  return rshift(tobit(rshift(t, 16) * limit + rshift(band(t, 0xffff) * limit, 16)), 16)
end

local function below(limit)
  local t = tobit(a + b + n)
  n = n + 1
  a = bxor(b, rshift(b, 9))
  b = tobit(c + lshift(c, 3))
  c = tobit(rol(c, 21) + t)
  return scale(t, limit)
end

-- 16777619 = 2^24 + 403
local function add_word(word)
  local h = bxor(hash, word)
  hash = tobit(lshift(h, 24) + h * 403)
end

-- The random bot: an index from 0 to count-1; records the decision.
local function choose(count)
  local t = tobit(u + v + m)
  m = m + 1
  u = bxor(v, rshift(v, 9))
  v = tobit(w + lshift(w, 3))
  w = tobit(rol(w, 21) + t)
  local index = scale(t, count)
  add_word(count)
  add_word(index)
  return index
end

local function multiply(x, y)
  return tobit(lshift(tobit(rshift(x, 16) * y), 16) + band(x, 0xffff) * y)
end

local function splitmix(x)
  x = tobit(x + 0x9e3779b9)
  local z = multiply(bxor(x, rshift(x, 16)), 0x21f0aaad)
  z = multiply(bxor(z, rshift(z, 15)), 0x735a2d97)
  return bxor(z, rshift(z, 15)), x
end

local function seed_stream(x)
  local first, second, third
  first, x = splitmix(x)
  second, x = splitmix(x)
  third = splitmix(x)
  return first, second, third, 1
end

local function seed_game(seed, game)
  local x = bxor(splitmix(seed), game)
  a, b, c, n = seed_stream(x)
  u, v, w, m = seed_stream(x + 0x5bd1e995)
  hash = tobit(2166136261)
end

local function game_hash() return hash % 2 ^ 32 end

return { below = below, add_word = add_word, choose = choose, seed_game = seed_game,
         game_hash = game_hash }
