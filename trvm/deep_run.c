/* All games of a deep check, on several threads.
 *
 * Games are played in rounds. During a round nothing that guides the games changes; after it, what its games reached is
 * added up, and the next round is guided by that. Sums do not depend on who played which game, and lists are brought into
 * the order of the games' numbers, so the result is the same for any number of threads. */
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "trvm/deep.h"

enum {
  ROUND_GAMES = 256,
  RARE = 4,          /* what fewer games than this reached is rare */
  MOST_MODELS = 256, /* games that others begin like */
};

/* A game that reached something rare. */
struct rarity {
  uint32_t number;
  struct deep_game game;
  uint32_t *spots; /* instructions */
  uint32_t count;
};

struct deep_worker {
  struct check *check;
  struct deep_player player;
  uint64_t *visits;  /* of all its games of the round */
  uint32_t *reached; /* games of the round that reached each instruction */
  uint32_t games;
  uint64_t decisions;
  struct rarity *rarities;
  size_t rarity_count;
  bool failed;
};

struct check {
  const struct deep_wish *wish;
  struct deep_result *result;
  struct deep_guide guide;
  struct deep_corpus corpus;
  float *weights;
  uint64_t *taken, *looks; /* per option, in all rounds so far */
  uint32_t *reached;       /* per instruction: games that reached it */
  struct deep_worker *workers;
  uint32_t jobs;
  atomic_uint next; /* number of the next game */
  uint32_t end;     /* of the round */
};

/* ---- a round ---- */

static void keep_rarity(struct deep_worker *worker, uint32_t number, const uint32_t *spots, uint32_t count) {
  worker->rarities = need_memory(worker->rarities, (worker->rarity_count + 1) * sizeof *worker->rarities);
  struct rarity *rarity = &worker->rarities[worker->rarity_count++];
  *rarity = (struct rarity){ .number = number, .count = count };
  deep_game_copy(&rarity->game, &worker->player.played);
  rarity->spots = need_memory(NULL, count * sizeof *spots);
  memcpy(rarity->spots, spots, count * sizeof *spots);
}

/* Adds up what a game reached. Of a run of rare instructions the first stands for all. */
static void count_game(struct deep_worker *worker, uint32_t number) {
  const uint64_t *visits = worker->player.visits;
  uint32_t instructions = worker->check->guide.info.instructions, rare[64], count = 0;
  bool before = false;
  for (uint32_t i = 0; i < instructions; i++) {
    bool is_rare = visits[i] && worker->check->reached[i] < RARE;
    worker->visits[i] += visits[i];
    worker->reached[i] += visits[i] != 0;
    if (is_rare && !before && count < 64) rare[count++] = i;
    before = is_rare;
  }
  worker->games++;
  worker->decisions += worker->player.played.count;
  if (count && worker->player.played.count) keep_rarity(worker, number, rare, count);
}

static void *work(void *context) {
  struct deep_worker *worker = context;
  struct check *check = worker->check;
  for (;;) {
    uint32_t number = atomic_fetch_add(&check->next, 1);
    if (number >= check->end || interrupted) return NULL;
    if (!deep_play(&worker->player, check->wish->seed + number, number)) worker->failed = true;
    if (worker->failed || interrupted) return NULL;
    count_game(worker, number);
  }
}

/* ---- between rounds ---- */

static int by_number(const void *left, const void *right) {
  const struct rarity *a = left, *b = right;
  return (a->number > b->number) - (a->number < b->number);
}

/* The newest models stay: what they reached is rarest now. */
static void add_model(struct check *check, struct deep_game *game) {
  struct deep_corpus *corpus = &check->corpus;
  if (corpus->count == MOST_MODELS) {
    free(corpus->items[0].choices);
    memmove(corpus->items, corpus->items + 1, (MOST_MODELS - 1) * sizeof *corpus->items);
    corpus->count--;
  }
  corpus->items[corpus->count++] = *game;
}

/* Games are met in the order of their numbers; one is kept if something it reached is rare even after those before. */
static void choose_models(struct check *check, struct rarity *rarities, size_t count) {
  qsort(rarities, count, sizeof *rarities, by_number);
  uint32_t *met = need_memory(NULL, check->guide.info.instructions * sizeof *met);
  memcpy(met, check->reached, check->guide.info.instructions * sizeof *met);
  for (size_t i = 0; i < count; i++) {
    bool rare = false;
    for (uint32_t k = 0; k < rarities[i].count; k++) rare |= met[rarities[i].spots[k]]++ < RARE;
    if (rare) add_model(check, &rarities[i].game);
    else free(rarities[i].game.choices);
    free(rarities[i].spots);
  }
  free(met);
}

static void gather_rarities(struct check *check) {
  size_t count = 0, at = 0;
  for (uint32_t w = 0; w < check->jobs; w++) count += check->workers[w].rarity_count;
  struct rarity *all = need_memory(NULL, count * sizeof *all);
  for (uint32_t w = 0; w < check->jobs; w++) {
    struct deep_worker *worker = &check->workers[w];
    if (worker->rarity_count) memcpy(all + at, worker->rarities, worker->rarity_count * sizeof *all);
    at += worker->rarity_count;
    worker->rarity_count = 0;
  }
  choose_models(check, all, count);
  free(all);
}

static void gather_findings(struct check *check, struct deep_player *player) {
  for (size_t i = 0; i < player->findings.count; i++)
    deep_findings_add(&check->result->findings, &player->findings.items[i]);
  player->findings.count = 0;
  check->result->leak_tests += player->leak_tests;
  player->leak_tests = 0;
}

/* Half as much for each factor of eight: what is rare is sought, what is common still happens. */
static float weight_of(uint64_t taken) {
  float weight = 1;
  for (; taken; taken >>= 3) weight /= 2;
  return weight;
}

static void add_up(struct check *check) {
  uint32_t instructions = check->guide.info.instructions, options = check->guide.info.options;
  gather_rarities(check);
  for (uint32_t w = 0; w < check->jobs; w++) {
    struct deep_worker *worker = &check->workers[w];
    for (uint32_t i = 0; i < instructions; i++) {
      check->result->visits[i] += worker->visits[i];
      check->reached[i] += worker->reached[i];
    }
    for (uint32_t o = 0; o < options; o++) {
      check->taken[o] += worker->player.taken[o];
      check->looks[o] += worker->player.looks[o];
    }
    gather_findings(check, &worker->player);
    check->result->games += worker->games;
    check->result->decisions += worker->decisions;
    worker->games = 0;
    worker->decisions = 0;
    memset(worker->visits, 0, instructions * sizeof *worker->visits);
    memset(worker->reached, 0, instructions * sizeof *worker->reached);
    memset(worker->player.taken, 0, options * sizeof *worker->player.taken);
    memset(worker->player.looks, 0, options * sizeof *worker->player.looks);
  }
  for (uint32_t o = 0; o < options; o++) check->weights[o] = weight_of(check->taken[o]);
}

static bool play_round(struct check *check) {
  pthread_t *threads = need_memory(NULL, check->jobs * sizeof *threads);
  uint32_t started = 0;
  while (started < check->jobs && pthread_create(&threads[started], NULL, work, &check->workers[started]) == 0)
    started++;
  bool fine = started > 0;
  for (uint32_t i = 0; i < started; i++) {
    pthread_join(threads[i], NULL);
    fine &= !check->workers[i].failed;
  }
  free(threads);
  add_up(check);
  return fine;
}

/* ---- the run ---- */

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void show_progress(const struct check *check, double begun) {
  uint32_t done = check->result->games, all = check->wish->games;
  if (!check->wish->progress || done == 0) return;
  double left = (now() - begun) / done * (all - done);
  output_clear_line(stderr);
  output_format(stderr, "%s: %u of %u games, %zu finding%s, ", check->wish->file, done, all,
                check->result->findings.count, plural(check->result->findings.count));
  if (left >= 90) output_format(stderr, "%.0f minutes left", left / 60);
  else output_format(stderr, "%.0f second%s left", left, left >= 0.5 && left < 1.5 ? "" : "s");
}

static bool begin(struct check *check) {
  size_t instructions = (size_t)check->guide.info.instructions + 1, options = (size_t)check->guide.info.options + 1;
  check->weights = need_memory(NULL, options * sizeof *check->weights);
  for (size_t o = 0; o < options; o++) check->weights[o] = 1;
  check->taken = calloc(options, sizeof *check->taken);
  check->looks = calloc(options, sizeof *check->looks);
  check->reached = calloc(instructions, sizeof *check->reached);
  check->corpus.items = need_memory(NULL, MOST_MODELS * sizeof *check->corpus.items);
  check->workers = calloc(check->jobs, sizeof *check->workers);
  check->result->visits = calloc(instructions, sizeof *check->result->visits);
  bool fine = check->taken && check->looks && check->reached && check->workers && check->result->visits;
  check->guide.weights = check->weights;
  check->guide.looks = check->looks;
  check->guide.corpus = &check->corpus;
  for (uint32_t w = 0; fine && w < check->jobs; w++) {
    struct deep_worker *worker = &check->workers[w];
    worker->check = check;
    worker->visits = calloc(instructions, sizeof *worker->visits);
    worker->reached = calloc(instructions, sizeof *worker->reached);
    fine = deep_player_begin(&worker->player, &check->guide) && worker->visits && worker->reached;
  }
  return fine;
}

static int by_first_game(const void *left, const void *right) {
  const struct deep_finding *a = left, *b = right;
  return (a->number > b->number) - (a->number < b->number);
}

static void end(struct check *check) {
  for (uint32_t w = 0; check->workers && w < check->jobs; w++) {
    if (check->workers[w].check) deep_player_end(&check->workers[w].player);
    free(check->workers[w].player.findings.items);
    free(check->workers[w].visits);
    free(check->workers[w].reached);
    free(check->workers[w].rarities);
  }
  for (size_t i = 0; i < check->corpus.count; i++) free(check->corpus.items[i].choices);
  free(check->corpus.items);
  free(check->workers);
  free(check->weights);
  free(check->taken);
  free(check->looks);
  free(check->reached);
}

bool deep_run(const trv_program *program, const struct deep_wish *wish, struct deep_result *result) {
  *result = (struct deep_result){ .wanted = wish->games };
  if (!deep_tables_make(program, &result->tables)) return false;
  struct check check = { .wish = wish, .result = result, .jobs = wish->jobs };
  check.guide =
      (struct deep_guide){ .program = program, .tables = &result->tables, .info = trv_program_describe(program) };
  check.guide.limit = check.guide.info.decision_limit ? check.guide.info.decision_limit : DEEP_DEFAULT_LIMIT;
  double begun = now();
  bool fine = begin(&check);
  while (fine && check.end < wish->games && !interrupted) {
    atomic_store(&check.next, check.end);
    check.end += wish->games - check.end < ROUND_GAMES ? wish->games - check.end : ROUND_GAMES;
    fine = play_round(&check);
    show_progress(&check, begun);
  }
  if (wish->progress) output_clear_line(stderr);
  if (result->findings.count)
    qsort(result->findings.items, result->findings.count, sizeof *result->findings.items, by_first_game);
  end(&check);
  return fine;
}

void deep_result_free(struct deep_result *result) {
  deep_tables_free(&result->tables);
  deep_findings_free(&result->findings);
  free(result->visits);
}
