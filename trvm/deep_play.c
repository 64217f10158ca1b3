/* One game of a deep check: who decides, and what is looked at on the way.
 *
 * Some games are played at random. Most are guided: first an option is chosen, rarely taken ones more often, then one of
 * its candidates. Some of these begin like a game that reached something rare and then go their own way. In the second
 * half of the decisions that the game allows all play at random, so that a game that goes over the limit does not only do
 * so because it was guided.
 *
 * Games stop here and there to have a look: invariants, whether texts and estimates can be worked out
 * (trv_game_answers), and whether what is hidden shows (trv_game_leak). These cost more than playing, so most games stop once, a few at many decisions. All of this follows from the seed of the game and
 * the guide of the round. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "trvm/deep.h"

enum {
  MANNERS = 16,        /* of playing: each game has one, by its seed */
  RANDOM_MANNERS = 4,  /* that many of them play at random … */
  MODEL_MANNERS = 4,   /* … and that many begin like another game */
  CAREFUL = 5,         /* the manner that looks at invariants and texts often … */
  CAREFUL_STRIDE = 8,  /* … so many decisions apart, on average */
  CURIOUS = 9,         /* the manner that looks for leaks … */
  CURIOUS_STRIDE = 64, /* … so many decisions apart … */
  ENOUGH_LOOKS = 24,   /* … and at options that were not looked at so often; at most … */
  GAME_LOOKS = 8,      /* … so many times in a game … */
  LISTENING = 16,      /* … and each so many of its games listens to what the rules say */
  MOST_GROUPS = 24,
};

/* ---- deciding ---- */

/* Candidates of one option follow each other, so its last one is found by doubling and halving steps. */
static uint32_t end_of_option(const trv_game *game, int option, uint32_t first, uint32_t options) {
  uint32_t step = 1, inside = first;
  while (inside + step < options && trv_offered_option(game, inside + step) == option) {
    inside += step;
    step *= 2;
  }
  for (; step > 0; step /= 2)
    if (inside + step < options && trv_offered_option(game, inside + step) == option) inside += step;
  return inside + 1;
}

static uint32_t decide_guided(struct deep_player *player, uint32_t options) {
  uint32_t firsts[MOST_GROUPS + 1], groups = 0;
  float sums[MOST_GROUPS], sum = 0;
  for (uint32_t at = 0; at < options && groups < MOST_GROUPS; groups++) {
    int option = trv_offered_option(player->game, at);
    firsts[groups] = at;
    at = end_of_option(player->game, option, at, options);
    sums[groups] = sum += option < 0 ? 1 : player->guide->weights[option];
    firsts[groups + 1] = groups + 1 == MOST_GROUPS ? options : at;
  }
  if (groups < 2) return random_below(&player->random, options);
  float aim = sum * (float)(random_split(&player->random) >> 40) / (float)(1 << 24);
  uint32_t group = 0;
  while (group + 1 < groups && sums[group] <= aim) group++;
  return firsts[group] + random_below(&player->random, firsts[group + 1] - firsts[group]);
}

/* Whether an option is offered that was looked at too seldom in earlier rounds; any of them will do. */
static bool wants_look(struct deep_player *player, uint32_t options) {
  if (!player->curious || player->looked_here || player->looks_left == 0) return false;
  int option = trv_offered_option(player->game, random_below(&player->random, options));
  if (option < 0 || player->guide->looks[option] >= ENOUGH_LOOKS) return false;
  player->looks[option]++;
  player->looks_left--;
  return player->looked_here = true;
}

/* A number that no option has leaves the choice pending, so that one can have a look at it. */
static uint32_t decide(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  struct deep_player *player = context;
  uint32_t made = player->played.count, index;
  (void)seat, (void)decision;
  if (wants_look(player, options)) return UINT32_MAX;
  player->looked_here = false;
  if (player->model && made < player->model_length && player->model->choices[made] < options)
    index = player->model->choices[made];
  else if (player->guided && made < player->guide->limit / 2) index = decide_guided(player, options);
  else index = random_below(&player->random, options);
  int option = trv_offered_option(player->game, index);
  if (option >= 0) player->taken[option]++;
  deep_game_add(&player->played, index);
  return index;
}

/* ---- having a look ---- */

/* The rule error that the game tells of, if it does; `where` keeps apart what is found at the same place in other ways. */
static bool find_error(trv_game *game, const char *where, struct deep_finding *finding) {
  trv_rule_error error;
  struct text key = { 0 }, message = { 0 };
  if (trv_game_error(game, &error) != TRV_OK) return false;
  text_append_format(&key, "%s%s:%u:%u %s", where, error.file, error.line, error.column,
                     error.stuck ? "" : error.message);
  text_append_format(&message, "%s", error.message);
  if (*error.file) text_append_format(&message, "\nat %s:%u:%u", error.file, error.line, error.column);
  if (*error.cites) text_append_format(&message, " (%s)", error.cites);
  if (*error.chain) text_append_format(&message, "\n%s", error.chain);
  *finding = (struct deep_finding){ .kind = error.stuck ? DEEP_STUCK : DEEP_ERROR,
                                    .key = key.bytes,
                                    .message = message.bytes };
  return true;
}

bool deep_fault(trv_game *game, struct deep_finding *finding) {
  uint32_t places[TRV_MOST_PLAYERS];
  if (trv_game_status(game) == TRV_OVER) trv_game_result(game, places, NULL); /* an error in there is one of the game */
  if (find_error(game, "", finding)) return true;
  const char *broken = trv_game_status(game) == TRV_CHOICE ? trv_game_broken_invariant(game) : NULL;
  if (!broken) return false;
  struct text message = { 0 };
  text_append_format(&message, "the invariant \"%s\" is broken", broken);
  *finding = (struct deep_finding){ .kind = DEEP_INVARIANT, .key = need_copy(broken), .message = message.bytes };
  return true;
}

bool deep_unanswered(trv_game *game, struct deep_finding *finding) {
  if (trv_game_status(game) != TRV_CHOICE || trv_game_answers(game) != TRV_E_RULE) return false;
  if (!find_error(game, "when asked ", finding)) return false;
  finding->unanswered = true;
  return true;
}

bool deep_leak(trv_game *game, trv_game *other, uint32_t redeal, struct deep_finding *finding) {
  char why[500];
  trv_choice_info choice;
  if (trv_game_choice(game, &choice) != TRV_OK || trv_game_leak(game, other, redeal, why, sizeof why) != TRV_E_RULE)
    return false;
  *finding = (struct deep_finding){
    .kind = DEEP_LEAK, .key = need_copy(choice.name), .message = need_copy(why), .redeal = redeal
  };
  return true;
}

/* True when there is something to report, which ends the game. */
static bool look(struct deep_player *player, bool for_leaks, struct deep_finding *finding) {
  if (deep_fault(player->game, finding) || deep_unanswered(player->game, finding)) return true;
  if (!for_leaks) return false;
  player->leak_tests++;
  uint32_t redeal = 1 + random_below(&player->random, TRV_LEAK_SEEDS);
  trv_game *other = player->others[player->played.table];
  return deep_leak(player->game, other, redeal, finding);
}

/* ---- one game ---- */

static uint32_t next_stop(struct deep_player *player, uint32_t manner, bool first) {
  if (manner == CAREFUL) return 1 + random_below(&player->random, 2 * CAREFUL_STRIDE);
  if (manner == CURIOUS) return 1 + random_below(&player->random, 2 * CURIOUS_STRIDE);
  return first ? 1 + random_below(&player->random, 256) : UINT32_MAX;
}

static bool play_on(struct deep_player *player, uint32_t manner, struct deep_finding *finding) {
  uint32_t limit = player->guide->limit;
  bool first = true;
  while (trv_game_status(player->game) == TRV_CHOICE && player->played.count < limit) {
    uint32_t stop = next_stop(player, manner, first), left = limit - player->played.count;
    trv_play(player->game, decide, player, stop < left ? stop : left);
    if (look(player, player->curious, finding)) return true;
    first = false;
  }
  if (trv_game_status(player->game) != TRV_CHOICE) return false;
  struct text message = { 0 };
  text_append_format(&message, "the game is not over after %u decisions", limit);
  *finding = (struct deep_finding){ .kind = DEEP_OVER_LIMIT, .key = need_copy("limit"), .message = message.bytes };
  return true;
}

static bool ready_games(struct deep_player *player, uint32_t table) {
  const trv_setup *setup = player->guide->tables->items[table].setup;
  if (player->games[table]) return true;
  if (trv_game_new(setup, &player->games[table]) != TRV_OK || trv_game_new(setup, &player->others[table]) != TRV_OK)
    return false;
  trv_game_count_visits(player->games[table], player->visits);
  return true;
}

/* A game to begin like, and how far. It is played at the same table, from the same seed. */
static void choose_model(struct deep_player *player) {
  const struct deep_corpus *corpus = player->guide->corpus;
  player->model = &corpus->items[random_below(&player->random, (uint32_t)corpus->count)];
  player->model_length = 1 + random_below(&player->random, player->model->count);
  player->played.table = player->model->table;
  player->played.seed = player->model->seed;
}

bool deep_play(struct deep_player *player, uint32_t seed, uint32_t number) {
  struct deep_finding finding;
  player->random = (uint64_t)seed << 32 | number;
  uint32_t manner = random_below(&player->random, MANNERS);
  player->played.table = (uint32_t)(number % player->guide->tables->count);
  player->played.seed = seed;
  player->played.count = 0;
  player->model = NULL;
  player->curious = manner == CURIOUS;
  player->looked_here = false;
  player->looks_left = GAME_LOOKS;
  player->guided = manner >= RANDOM_MANNERS;
  if (player->guided && manner < RANDOM_MANNERS + MODEL_MANNERS && player->guide->corpus->count) choose_model(player);
  if (!ready_games(player, player->played.table)) return false;
  player->game = player->games[player->played.table];
  memset(player->visits, 0, player->guide->info.instructions * sizeof *player->visits);
  bool listens = player->curious && random_below(&player->random, LISTENING) == 0;
  if (listens && trv_game_listen(player->game) != TRV_OK) return false;
  trv_game_start(player->game, player->played.seed, 0);
  if (look(player, player->curious && trv_game_status(player->game) == TRV_CHOICE, &finding) ||
      play_on(player, manner, &finding)) {
    finding.games = 1;
    finding.number = number;
    deep_game_copy(&finding.game, &player->played);
    struct deep_findings unwanted = { 0 }; /* a game that was stopped looks like one that fails */
    deep_findings_add(interrupted ? &unwanted : &player->findings, &finding);
    deep_findings_free(&unwanted);
  }
  trv_game_unlisten(player->game);
  return true;
}

/* ---- a thread's table ---- */

bool deep_player_begin(struct deep_player *player, const struct deep_guide *guide) {
  size_t tables = guide->tables->count;
  *player = (struct deep_player){ .guide = guide,
                                  .games = calloc(tables, sizeof(trv_game *)),
                                  .others = calloc(tables, sizeof(trv_game *)),
                                  .visits = calloc(guide->info.instructions + 1, sizeof *player->visits),
                                  .taken = calloc(guide->info.options + 1, sizeof *player->taken),
                                  .looks = calloc(guide->info.options + 1, sizeof *player->looks) };
  return player->games && player->others && player->visits && player->taken && player->looks;
}

void deep_player_end(struct deep_player *player) {
  for (size_t i = 0; player->games && i < player->guide->tables->count; i++) trv_game_free(player->games[i]);
  for (size_t i = 0; player->others && i < player->guide->tables->count; i++) trv_game_free(player->others[i]);
  free(player->games);
  free(player->others);
  free(player->visits);
  free(player->taken);
  free(player->looks);
  free(player->played.choices);
}

/* ---- games and findings as values ---- */

void deep_game_add(struct deep_game *game, uint32_t choice) {
  if (game->count == game->capacity) {
    game->capacity = game->capacity ? 2 * game->capacity : 256;
    game->choices = need_memory(game->choices, game->capacity * sizeof *game->choices);
  }
  game->choices[game->count++] = choice;
}

void deep_game_copy(struct deep_game *to, const struct deep_game *from) {
  *to = *from;
  to->capacity = from->count;
  to->choices = need_memory(NULL, from->count * sizeof *to->choices);
  if (from->count) memcpy(to->choices, from->choices, from->count * sizeof *to->choices);
}

static void free_finding(struct deep_finding *finding) {
  free(finding->key);
  free(finding->message);
  free(finding->game.choices);
  free(finding->scenario);
}

void deep_findings_add(struct deep_findings *findings, struct deep_finding *finding) {
  for (size_t i = 0; i < findings->count; i++) {
    struct deep_finding *known = &findings->items[i];
    if (known->kind != finding->kind || strcmp(known->key, finding->key) != 0) continue;
    uint64_t games = known->games + finding->games;
    if (finding->number < known->number) {
      struct deep_finding later = *known;
      *known = *finding;
      *finding = later;
    }
    known->games = games;
    free_finding(finding);
    return;
  }
  findings->items = need_memory(findings->items, (findings->count + 1) * sizeof *findings->items);
  findings->items[findings->count++] = *finding;
}

void deep_findings_free(struct deep_findings *findings) {
  for (size_t i = 0; i < findings->count; i++) free_finding(&findings->items[i]);
  free(findings->items);
  *findings = (struct deep_findings){ 0 };
}
