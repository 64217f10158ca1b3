// Shared by the JavaScript programs: random numbers, decisions, checksum, main program.
// See RULES.md, section 1.
'use strict';

// Of the current game: sfc32 a, b, c, n of chance, the same of the bots, the FNV-1a hash.
const CHANCE = 0, BOT = 4, HASH = 8;
const word = new Int32Array(9);

function drawBelow(stream, limit) {
  const b = word[stream + 1], c = word[stream + 2];
  const t = (word[stream] + b + word[stream + 3]) | 0;
  word[stream + 3] += 1;
  word[stream] = b ^ (b >>> 9);
  word[stream + 1] = c + (c << 3);
  word[stream + 2] = ((c << 21) | (c >>> 11)) + t;
  return ((t >>> 16) * limit + (((t & 0xffff) * limit) >>> 16)) >>> 16;
}

// The game's own chance.
const below = (limit) => drawBelow(CHANCE, limit);

function shuffle(item, size) {
  for (let j = size - 1; j > 0; j--) {
    const r = below(j + 1);
    const t = item[j];
    item[j] = item[r];
    item[r] = t;
  }
}

function addWord(w) {
  word[HASH] = Math.imul(word[HASH] ^ w, 16777619);
}

// The final words: score and place of each player. `rank` orders the players, highest
// first; equal ranks share a place.
function addResults(score, rank) {
  for (let i = 0; i < rank.length; i++) {
    let place = 1;
    for (let j = 0; j < rank.length; j++) if (rank[j] > rank[i]) place++;
    addWord(score[i]);
    addWord(place);
  }
}

// The random bot: picks one of `count` options and records the decision.
function choose(count) {
  const index = drawBelow(BOT, count);
  addWord(count);
  addWord(index);
  return index;
}

function seedGame(seed, game) {
  let x = seed | 0;
  const splitmix = () => {
    x = (x + 0x9e3779b9) | 0;
    let z = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return z ^ (z >>> 15);
  };
  const seedStream = (stream, start) => {
    x = start;
    for (let i = 0; i < 3; i++) word[stream + i] = splitmix();
    word[stream + 3] = 1;
  };
  const start = splitmix() ^ game;
  seedStream(CHANCE, start);
  seedStream(BOT, (start + 0x5bd1e995) | 0);
  word[HASH] = 2166136261 | 0;
}

// playGame() plays one game and returns its number of decisions.
function run(playGame) {
  const seed = Number(process.argv[2] || 1), games = Number(process.argv[3] || 1000);
  let checksum = 0, decisions = 0;
  const start = process.cpuUsage();
  for (let i = 0; i < games; i++) {
    seedGame(seed, i);
    decisions += playGame();
    checksum = (checksum + word[HASH]) | 0;
  }
  const spent = process.cpuUsage(start);
  const seconds = (spent.user + spent.system) / 1e6;
  const hex = (checksum >>> 0).toString(16).padStart(8, '0');
  console.log(`${games} ${decisions} ${hex} ${seconds.toFixed(6)}`);
}

module.exports = { below, shuffle, addResults, choose, run };
