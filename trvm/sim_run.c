/* Plays the games of a simulation on several threads.
 *
 * Threads take blocks of consecutive games; finished blocks wait in a ring and are added up strictly in order, so that
 * sums, the trace and the CSV are the same for any number of threads, and memory does not grow with the number of
 * games. A block may start only when there is room for it in the ring. */
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "trvm/sim.h"
#include "trvm/tool.h"

enum { BLOCK_GAMES = 64, BLOCKS_PER_JOB = 8 /* wanted, so that few slow games keep all threads busy */ };

struct played_game {
  enum sim_outcome outcome;
  uint32_t decisions;
  uint64_t trace;
  uint32_t places[SIM_SEATS];
  int32_t keys[SIM_SEATS];
  char *failure; /* owned; NULL when nothing went wrong */
};

struct block {
  bool done;
  uint32_t count; /* games in it that were played */
  struct played_game games[BLOCK_GAMES];
};

struct simulation {
  const struct sim_wish *wish;
  struct sim_result *result;
  pthread_mutex_t lock;
  pthread_cond_t moved; /* a block was added up, or the run stops */
  struct block *ring;
  uint32_t ring_size;
  uint32_t block_games; /* in a block, but for the last: at most BLOCK_GAMES */
  uint32_t block_count, next_block, added_blocks;
  uint32_t running; /* threads that have not ended */
  uint32_t lost;    /* choices that bots lost */
  bool stopped;     /* no block after the present ones counts */
};

/* ---- one game ---- */

static char *describe_failure(trv_game *game, const char *broken) {
  struct text text = { 0 };
  trv_rule_error error;
  if (broken) text_append_format(&text, "broken invariant: %s", broken);
  else if (trv_game_error(game, &error) == TRV_OK) {
    text_append_format(&text, "%s", error.message);
    if (error.file && *error.file) text_append_format(&text, "\n    at %s:%u:%u", error.file, error.line, error.column);
    if (error.cites && *error.cites) text_append_format(&text, " (%s)", error.cites);
    if (error.chain && *error.chain) text_append_format(&text, "\n    %s", error.chain);
  } else text_append_format(&text, "rule error");
  return text.bytes;
}

static bool all_random(const struct sim_wish *wish) {
  for (uint32_t seat = 0; seat < trv_setup_players(wish->setup); seat++)
    if (wish->bots[seat].bot != &bot_random) return false;
  return true;
}

/* What a thread plays with. */
struct desk {
  struct simulation *simulation;
  pthread_t thread;
  trv_game *game;
  struct bot_table table;
};

/* Decision by decision: other bots than `random`, or invariants tested on the way. */
static int play_by_steps(const struct sim_wish *wish, struct desk *desk, uint32_t number, const char **broken) {
  trv_game *game = desk->game;
  trv_choice_info info;
  int status = trv_game_status(game);
  for (uint32_t decisions = 0; decisions < wish->limit && status == TRV_CHOICE; decisions++) {
    if (wish->check && (*broken = trv_game_broken_invariant(game)) != NULL) return status;
    if (trv_game_choice(game, &info) != TRV_OK) break;
    struct bot_turn turn = { wish->seed, number, info.seat, info.decision, info.options, NULL, 0 };
    status = trv_choose(game, bots_choose(&desk->table, game, &turn));
  }
  return status;
}

/* `fast`: all bots are random and nothing is tested on the way, so the library plays the whole game by itself. */
static void play_game(const struct sim_wish *wish, struct desk *desk, bool fast, uint32_t number,
                      struct played_game *played) {
  trv_game *game = desk->game;
  const char *broken = NULL;
  int status = trv_game_start(game, wish->seed, number);
  *played = (struct played_game){ .outcome = SIM_FINISHED };
  if (status == TRV_CHOICE && fast) status = trv_playout(game, wish->seed, number, wish->limit);
  else if (status != TRV_RULE_ERROR) status = play_by_steps(wish, desk, number, &broken);
  played->trace = trv_game_trace(game);
  played->decisions = trv_game_decisions(game);
  if (status == TRV_RULE_ERROR || broken) {
    trv_rule_error error = { 0 };
    bool stuck = !broken && trv_game_error(game, &error) == TRV_OK && error.stuck;
    played->outcome = stuck ? SIM_STUCK : SIM_ERROR;
    played->failure = describe_failure(game, broken);
  } else if (status == TRV_CHOICE) played->outcome = SIM_OVER_LIMIT;
  else trv_game_result(game, played->places, played->keys);
}

/* ---- adding up, in order of number ---- */

static void add_score(struct sim_score *score, int32_t key, bool first) {
  score->sum += key;
  if (first || key < score->least) score->least = key;
  if (first || key > score->most) score->most = key;
}

static void write_csv(const struct sim_wish *wish, uint32_t number, const struct played_game *played) {
  static const char *const names[] = { "finished", "stuck", "error", "over_limit" };
  fprintf(wish->csv, "%u,%s,%u,%016" PRIx64, number, names[played->outcome], played->decisions, played->trace);
  for (uint32_t seat = 0; seat < trv_setup_players(wish->setup); seat++) {
    if (played->outcome == SIM_FINISHED) fprintf(wish->csv, ",%u,%d", played->places[seat], played->keys[seat]);
    else fputs(",,", wish->csv);
  }
  fputc('\n', wish->csv);
}

static void add_game(struct simulation *simulation, const struct played_game *played) {
  struct sim_result *result = simulation->result;
  uint32_t number = result->played++;
  result->decisions += played->decisions;
  result->trace = (result->trace ^ played->trace) * UINT64_C(1099511628211);
  switch (played->outcome) {
  case SIM_STUCK: result->stuck++; break;
  case SIM_ERROR: result->errors++; break;
  case SIM_OVER_LIMIT: result->over_limit++; break;
  case SIM_FINISHED:
    for (uint32_t seat = 0; seat < trv_setup_players(simulation->wish->setup); seat++) {
      result->wins[seat] += played->places[seat] == 1;
      add_score(&result->scores[seat], played->keys[seat], result->finished == 0);
    }
    result->finished++;
    break;
  }
  if (played->failure && result->failure_count < SIM_SHOWN_ERRORS) {
    struct sim_failure *failure = &result->failures[result->failure_count++];
    failure->number = number;
    failure->decisions = played->decisions;
    snprintf(failure->text, sizeof failure->text, "%s", played->failure);
  }
  if (simulation->wish->csv) write_csv(simulation->wish, number, played);
}

/* Adds the blocks that are next in order; called with the lock held. A block that was cut short ends the result. */
static void add_blocks(struct simulation *simulation) {
  for (;;) {
    struct block *block = &simulation->ring[simulation->added_blocks % simulation->ring_size];
    if (!block->done) return;
    for (uint32_t i = 0; i < block->count; i++) {
      if (!simulation->stopped) add_game(simulation, &block->games[i]);
      free(block->games[i].failure);
    }
    uint32_t size = simulation->block_games, left = simulation->wish->games - simulation->added_blocks * size;
    if (block->count < (left < size ? left : size)) simulation->stopped = true;
    block->done = false;
    block->count = 0;
    simulation->added_blocks++;
    pthread_cond_broadcast(&simulation->moved);
  }
}

/* ---- threads ---- */

/* The next block to play, or false when there is none. */
static bool take_block(struct simulation *simulation, uint32_t *block) {
  while (!interrupted && simulation->next_block < simulation->block_count &&
         simulation->next_block >= simulation->added_blocks + simulation->ring_size)
    pthread_cond_wait(&simulation->moved, &simulation->lock);
  if (interrupted || simulation->next_block >= simulation->block_count) return false;
  *block = simulation->next_block++;
  return true;
}

static void play_block(const struct simulation *simulation, struct desk *desk, uint32_t number, struct block *block) {
  const struct sim_wish *wish = simulation->wish;
  bool fast = all_random(wish) && !wish->check;
  uint32_t first = number * simulation->block_games;
  block->count = 0;
  while (block->count < simulation->block_games && first + block->count < wish->games && !interrupted) {
    play_game(wish, desk, fast, first + block->count, &block->games[block->count]);
    block->count++;
  }
}

static void *work(void *context) {
  struct desk *desk = context;
  struct simulation *simulation = desk->simulation;
  uint32_t number;
  pthread_mutex_lock(&simulation->lock);
  while (take_block(simulation, &number)) {
    struct block *block = &simulation->ring[number % simulation->ring_size];
    pthread_mutex_unlock(&simulation->lock);
    play_block(simulation, desk, number, block);
    pthread_mutex_lock(&simulation->lock);
    block->done = true;
    add_blocks(simulation);
  }
  simulation->running--;
  pthread_cond_broadcast(&simulation->moved);
  pthread_mutex_unlock(&simulation->lock);
  return NULL;
}

/* Tells the first few choices that bots lose. */
static void note_lost(void *context, const char *text) {
  struct simulation *simulation = context;
  pthread_mutex_lock(&simulation->lock);
  if (simulation->lost++ < SIM_SHOWN_ERRORS && text) complain("%s", text);
  pthread_mutex_unlock(&simulation->lock);
}

/* False after a message. */
static bool set_up_desk(struct desk *desk, struct simulation *simulation) {
  const struct sim_wish *wish = simulation->wish;
  char why[400] = "out of memory";
  *desk = (struct desk){ .simulation = simulation };
  desk->table.milliseconds = wish->milliseconds;
  desk->table.lost = note_lost;
  desk->table.context = simulation;
  memcpy(desk->table.wishes, wish->bots, sizeof wish->bots);
  if (trv_game_new(wish->setup, &desk->game) == TRV_OK && bots_sit(&desk->table, wish->setup, why, sizeof why))
    return true;
  complain("sim: %s", why);
  return false;
}

static void clear_desk(struct desk *desk) {
  bots_leave(&desk->table);
  trv_game_free(desk->game);
}

/* Waits for the threads, awake often enough to notice an interruption and to show how far they are. */
static void wait_for_end(struct simulation *simulation) {
  pthread_mutex_lock(&simulation->lock);
  while (simulation->running) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 200000000;
    if (until.tv_nsec >= 1000000000) {
      until.tv_nsec -= 1000000000;
      until.tv_sec++;
    }
    while (simulation->running && !interrupted &&
           pthread_cond_timedwait(&simulation->moved, &simulation->lock, &until) == 0) {}
    if (interrupted) {
      pthread_cond_broadcast(&simulation->moved);
      if (simulation->running) pthread_cond_timedwait(&simulation->moved, &simulation->lock, &until);
    }
    if (simulation->wish->progress)
      fprintf(stderr, "\r%u of %u games", simulation->result->played, simulation->wish->games);
  }
  pthread_mutex_unlock(&simulation->lock);
  if (simulation->wish->progress) fputs("\r\033[K", stderr);
}

/* Games of blocks that follow one cut short are dropped. */
static void drop_ring(struct simulation *simulation) {
  for (uint32_t b = 0; b < simulation->ring_size; b++)
    if (simulation->ring[b].done)
      for (uint32_t i = 0; i < simulation->ring[b].count; i++) free(simulation->ring[b].games[i].failure);
  free(simulation->ring);
}

/* How many games a block has: few, where games are few and slow. */
static uint32_t block_size(const struct sim_wish *wish) {
  uint32_t share = wish->games / (wish->jobs * BLOCKS_PER_JOB);
  return share < 1 ? 1 : share > BLOCK_GAMES ? BLOCK_GAMES : share;
}

/* Bots sit down before any thread starts, so that the first one that cannot is told of once. */
static bool play_all(struct simulation *simulation, struct desk *desks, uint32_t jobs) {
  uint32_t seated = 0, started = 0;
  bool ready = true;
  for (; ready && seated < jobs; seated++) ready = set_up_desk(&desks[seated], simulation);
  pthread_mutex_lock(&simulation->lock);
  while (ready && started < jobs && pthread_create(&desks[started].thread, NULL, work, &desks[started]) == 0) started++;
  simulation->running = started;
  pthread_mutex_unlock(&simulation->lock);
  if (ready && !started) complain("sim: no thread can be started");
  wait_for_end(simulation);
  for (uint32_t i = 0; i < started; i++) pthread_join(desks[i].thread, NULL);
  for (uint32_t i = 0; i < seated; i++) clear_desk(&desks[i]);
  return started > 0;
}

bool sim_run(const struct sim_wish *wish, struct sim_result *result) {
  uint32_t size = block_size(wish), blocks = wish->games / size + (wish->games % size != 0);
  uint32_t jobs = wish->jobs < blocks ? wish->jobs : blocks;
  struct simulation simulation = {
    .wish = wish, .result = result, .ring_size = 4 * wish->jobs, .block_games = size, .block_count = blocks
  };
  struct desk *desks = need_memory(NULL, jobs * sizeof *desks);
  simulation.ring = need_memory(NULL, simulation.ring_size * sizeof *simulation.ring);
  for (uint32_t b = 0; b < simulation.ring_size; b++) simulation.ring[b].done = false;
  *result = (struct sim_result){ .trace = UINT64_C(14695981039346656037) };
  pthread_mutex_init(&simulation.lock, NULL);
  pthread_cond_init(&simulation.moved, NULL);
  bool played = play_all(&simulation, desks, jobs);
  if (simulation.lost > SIM_SHOWN_ERRORS) complain("sim: bots lost %u choices in all", simulation.lost);
  drop_ring(&simulation);
  free(desks);
  pthread_mutex_destroy(&simulation.lock);
  pthread_cond_destroy(&simulation.moved);
  return played;
}
