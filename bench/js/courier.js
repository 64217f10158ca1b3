// Courier: three couriers on a graph of 140 places.
'use strict';
const { below, choose, addResults, run } = require('./core.js');

const PLAYERS = 3, PLACES = 140, COLUMNS = 14, ROUNDS = 40, RANGE = 4, NEAR = 2, FAR = 255, REST = -1;

// The town, the same for all games: distances, and from each place where one can walk and ride to.
const distance = Array.from({ length: PLACES }, () => new Uint8Array(PLACES).fill(FAR));
const walks = [], rides = [];

function measureTown() {
  const join = (a, b) => { distance[a][b] = distance[b][a] = 1; };
  for (let i = 0; i < PLACES; i++) {
    const row = Math.floor(i / COLUMNS);
    if (i % COLUMNS < COLUMNS - 1 && (3 * i + row) % 4 !== 0) join(i, i + 1);
    if (i + COLUMNS < PLACES && (5 * i + 2) % 3 !== 0) join(i, i + COLUMNS);
    if (i % 10 === 0) join(i, (37 * i + 71) % PLACES);
  }
  for (let i = 0; i < PLACES; i++) distance[i][i] = 0;
  for (let via = 0; via < PLACES; via++)
    for (let a = 0; a < PLACES; a++)
      for (let b = 0; b < PLACES; b++)
        distance[a][b] = Math.min(distance[a][b], distance[a][via] + distance[via][b]);
  for (let a = 0; a < PLACES; a++) {
    const places = Array.from({ length: PLACES }, (_, b) => b);
    walks.push(places.filter((b) => distance[a][b] === 1));
    rides.push(places.filter((b) => distance[a][b] >= 2 && distance[a][b] <= RANGE));
  }
}

function takeParcel(s, player) {
  s.address[player] = below(PLACES);
  s.fee[player] = distance[s.at[player]][s.address[player]];
}

function start() {
  const s = { at: [0, 0, 0], address: [0, 0, 0], fee: [0, 0, 0], coins: [5, 5, 5], points: [0, 0, 0], turn: 0 };
  for (let p = 0; p < PLAYERS; p++) takeParcel(s, p);
  return s;
}

const playerToAct = (s) => s.turn % PLAYERS;

function isFree(s, place) {
  for (let p = 0; p < PLAYERS; p++) if (s.at[p] === place) return false;
  return true;
}

function listOptions(s, option) {
  const player = playerToAct(s), at = s.at[player];
  let count = 0;
  if (s.turn === ROUNDS * PLAYERS) return 0;
  option[count++] = REST;
  for (const place of walks[at]) if (isFree(s, place)) option[count++] = place;
  for (const place of rides[at])
    if (distance[at][place] <= s.coins[player] && isFree(s, place)) option[count++] = place;
  return count;
}

function moveTo(s, player, place) {
  const steps = distance[s.at[player]][place];
  if (steps > 1) s.coins[player] -= steps;
  s.at[player] = place;
  if (distance[place][s.address[player]] <= NEAR) {
    s.points[player] += s.fee[player];
    s.coins[player]++;
    takeParcel(s, player);
  }
}

function apply(s, option) {
  const player = playerToAct(s);
  if (option === REST) s.coins[player] += 2;
  else moveTo(s, player, option);
  s.turn++;
}

const option = new Int16Array(1 + PLACES);

function playGame() {
  const s = start();
  let decisions = 0, count;
  while ((count = listOptions(s, option)) > 0) {
    apply(s, option[choose(count)]);
    decisions++;
  }
  addResults(s.points, s.points.map((points, p) => 1000 * points + s.coins[p]));
  return decisions;
}

measureTown();
run(playGame);
