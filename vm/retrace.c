/* Samples by going back: for positions that would tell too much by where the rules stand and what they keep.
 *
 * If something hidden has led to the choice at hand, or what others chose in secret, that a sample is at this choice tells of
 * it; and so do registers in ways that guesses (locals.c) do not follow. Such a position has a past: from the last position
 * before it that was open to the seat, a sample is made in the plain way, and played on to the present. The seat chooses what
 * it chose, the others anything, chance is new; a step after which the seat would have been shown anything else than it was
 * is taken back and tried again, and where there was no chance in it, all begins anew. So nothing of the truth is used but
 * what the seat was shown.
 *
 * That may fail, since steps can show much. Then a sample is led to the present instead: cards are exchanged before a step so
 * that it shows the right ones (mend.c), and a step is taken in the end that shows the same table, if not the same words. Such
 * a sample may be one that the seat could exclude by remembering what it was told, but no more of the truth is used for it.
 * Only if that fails, too, the caller makes a plain sample. Whether it does depends on what the seat was shown, too. */
#include <string.h>

#include "base/hash.h"
#include "vm/api.h"
#include "vm/zone.h"

enum {
  STEP_TRIES = 24,  /* of a step before all begins anew, */
  RESTARTS = 24,    /* so often */
  PROBE_TRIES = 64, /* steps in all, of the first attempt in a position: if it fails, there is no other */
  MOST_TRIES = 256, /* and of every other one */
  LED_TRIES = 16,   /* of a step of a sample that is led, */
  LED_USUAL = 128,  /* until there were so many in all: then few */
  LED_FEW = 3,
  LED_MOST = 512
};
static const uint64_t most_fuel = 2 * 1000 * 1000;

/* What the seat is shown: compared at once, and in words only if that agrees. */
struct appearance {
  uint64_t table, words;
  uint64_t options; /* its own */
  uint64_t view;    /* all but what it heard */
};

/* How samples of a position are made. */
enum way { WAY_EXACT, WAY_LED, WAY_NONE };

/* What was found out about a position, for further samples of it. */
struct retraced {
  uint64_t position;           /* a hash of it and of how it came about */
  uint32_t seat, first;        /* first: the step that leads away from the base */
  bool from_start;             /* there is no base but the start of the game */
  enum way way;                /* the first that has succeeded */
  struct state *base, *before; /* the last open position; room for the one before a step: in the same block, */
  struct state *truth, *near;  /* for the true one and for one that shows the same table after it */
  struct appearance shown[TRAIL_LENGTH + 1]; /* after each step, and at the base */
};

struct retrace {
  trv_game *game; /* becomes the sample */
  struct game *g; /* that of it */
  const struct trail *trail;
  struct retraced *known;
  uint32_t seat;
  uint32_t *random;
  uint32_t tries, most;
  uint64_t fuel; /* of the game, at which it ends */
};

/* ---- which positions are open ---- */

/* Whether the seat can follow how the rules came to the choice before step `step`, as far as choices tell. */
static bool is_open_course(const struct trail *trail, int32_t flags, uint32_t step, uint32_t seat) {
  while (flags & CHOICE_INSIDE && !(flags & CHOICE_COVERT)) {
    if (step == 0 || trail->steps[--step].chooser != (int32_t)seat) return false;
    flags = trail->steps[step].flags;
  }
  return !(flags & CHOICE_COVERT);
}

static bool is_open(struct game *game, const struct trail *trail, uint32_t step, uint32_t seat) {
  const struct choice *choice = game_pending(game);
  return choice && is_open_course(trail, choice->flags, step, seat) && !locals_are_covert(game, (int)seat);
}

bool retrace_is_needed(const trv_game *from, uint32_t seat) {
  const struct trail *trail = from->game.trail;
  if (!trail || trail->status != TRAIL_KEPT || !game_pending(&from->game)) return false;
  return !is_open((struct game *)(uintptr_t)&from->game, trail, trail->count, seat);
}

/* ---- playing ---- */

static void reseed(struct retrace *retrace) {
  uint32_t seed = chance_draw(retrace->random), number = chance_draw(retrace->random);
  chance_seed(retrace->g->state->random, seed, number);
}

/* Who is asked, how many cards lie where, and which of them where the seat sees them. */
static uint64_t hash_table(const struct retrace *retrace) {
  const struct setup *setup = retrace->g->setup;
  const struct state *state = retrace->g->state;
  const struct choice *choice = game_pending(retrace->g);
  uint64_t hash = hash_fnv(HASH_START, state->status);
  hash = hash_fnv(hash_fnv(hash, (uint32_t)state->chooser), choice ? (uint32_t)choice->name : 0);
  for (int32_t zone = 0; zone < (int32_t)setup->program->zones_count; zone++) {
    if (place_is_box(setup->program, zone)) continue;
    hash = hash_fnv(hash, zone_size(setup->program, state, zone));
    if (!(zone_viewers(setup, zone) >> retrace->seat & 1)) continue;
    for (int32_t kind = -1; (kind = zone_next(setup->program, state, zone, kind)) >= 0;)
      hash = hash_fnv(hash, (uint64_t)kind << 32 | zone_count(setup->program, state, zone, kind));
  }
  return hash;
}

static uint64_t hash_words(struct retrace *retrace) {
  size_t heard = 0;
  return trv_game_appearance(retrace->game, retrace->seat, &heard);
}

static uint64_t hash_view(struct retrace *retrace) {
  size_t all_heard = SIZE_MAX;
  return trv_game_appearance(retrace->game, retrace->seat, &all_heard);
}

static bool hash_option(void *context, uint32_t index, const char *notation) {
  uint64_t *hash = context;
  *hash = hash_fnv(hash_fnv_text(*hash, notation), index);
  return true;
}

static uint64_t hash_options(struct retrace *retrace) {
  uint64_t hash = HASH_START;
  if (retrace->g->state->chooser == (int32_t)retrace->seat) trv_options_each(retrace->game, hash_option, &hash);
  return hash;
}

static void note_shown(struct retrace *retrace, uint32_t step) {
  retrace->known->shown[step] =
      (struct appearance){ hash_table(retrace), hash_words(retrace), hash_options(retrace), hash_view(retrace) };
  log_clear(retrace->g);
}

static bool is_shown(struct retrace *retrace, uint32_t step) {
  const struct appearance *shown = &retrace->known->shown[step];
  bool same = hash_table(retrace) == shown->table && hash_words(retrace) == shown->words;
  log_clear(retrace->g);
  return same;
}

static void start(struct retrace *retrace) {
  interp_start(retrace->g, retrace->g->setup->program->meta->main_proc, NULL, 0);
}

/* Goes the way of the truth and keeps the last open position; false if it does not come to where the game is. */
static bool find_base(struct retrace *retrace, const trv_game *from) {
  const struct trail *trail = retrace->trail;
  struct retraced *known = retrace->known;
  struct game *game = retrace->g;
  game_put(game, trail->anchor);
  known->from_start = trail->is_start;
  known->first = 0;
  memcpy(known->base, trail->anchor, trail->anchor->used);
  if (trail->is_start) start(retrace);
  for (uint32_t step = 0; step < trail->count; step++) {
    if (is_open(game, trail, step, retrace->seat)) {
      memcpy(known->base, game->state, game->state->used);
      known->first = step;
      known->from_start = false;
    }
    if (!interp_choose(game, trail->steps[step].index)) return false;
  }
  return trv_game_table_hash(retrace->game) == trv_game_table_hash(from);
}

/* The same from there on, and what the seat is shown on the way. */
static bool follow_truth(struct retrace *retrace) {
  struct game *game = retrace->g;
  game_put(game, retrace->known->base);
  log_clear(game);
  if (retrace->known->from_start) start(retrace);
  note_shown(retrace, retrace->known->first);
  for (uint32_t step = retrace->known->first; step < retrace->trail->count; step++) {
    if (!interp_choose(game, retrace->trail->steps[step].index)) return false;
    note_shown(retrace, step + 1);
  }
  return true;
}

/* ---- another way to the present ---- */

static bool may_try(struct retrace *retrace) {
  return retrace->tries++ < retrace->most && retrace->g->spent < retrace->fuel && !game_is_cancelled(retrace->g);
}

/* A position in the place of the base. */
static int begin(struct retrace *retrace) {
  const struct retraced *known = retrace->known;
  struct game *game = retrace->g;
  if (!known->from_start) {
    game_put(game, known->base);
    return sample_plainly(retrace->game, known->base, retrace->seat, retrace->random);
  }
  game_reset(game);
  reseed(retrace);
  start(retrace);
  return is_shown(retrace, 0) ? TRV_OK : TRV_E_STATE;
}

/* What chance and the others do in a step. */
struct fortune {
  uint32_t seed, number, choice;
};

static struct fortune draw_fortune(struct retrace *retrace, bool own) {
  uint32_t seed = chance_draw(retrace->random), number = chance_draw(retrace->random);
  return (struct fortune){ seed, number, own ? 0 : chance_draw(retrace->random) };
}

static bool is_own(const struct retrace *retrace, uint32_t step) {
  return retrace->trail->steps[step].chooser == (int32_t)retrace->seat;
}

/* False when there is no such option. */
static bool make_step(struct retrace *retrace, uint32_t step, struct fortune fortune) {
  struct game *game = retrace->g;
  uint32_t any = chance_scale(fortune.choice, game->state->options);
  chance_seed(game->state->random, fortune.seed, fortune.number);
  return interp_choose(game, is_own(retrace, step) ? retrace->trail->steps[step].index : any);
}

static bool has_drawn(const struct game *game, struct fortune fortune) {
  uint32_t random[4];
  chance_seed(random, fortune.seed, fortune.number);
  return memcmp(random, game->state->random, sizeof random) != 0;
}

static bool take_step(struct retrace *retrace, uint32_t step) {
  struct game *game = retrace->g;
  bool own = is_own(retrace, step);
  uint32_t tries = STEP_TRIES, ways = own ? 1 : 2 * game->state->options;
  memcpy(retrace->known->before, game->state, game->state->used);
  for (uint32_t i = 0; i < tries && may_try(retrace); i++) {
    struct fortune fortune = draw_fortune(retrace, own);
    if (i > 0) game_put(game, retrace->known->before);
    if (!make_step(retrace, step, fortune)) return false;
    if (is_shown(retrace, step + 1)) return true;
    if (ways < tries && !has_drawn(game, fortune)) tries = ways;
  }
  return false;
}

static int play_on(struct retrace *retrace, uint32_t most, uint32_t random[4]) {
  retrace->tries = 0;
  retrace->most = most;
  retrace->random = random;
  retrace->fuel = retrace->g->spent + most_fuel;
  for (int restart = 0; restart < RESTARTS && may_try(retrace); restart++) {
    uint32_t step = retrace->known->first;
    int status = begin(retrace);
    if (status == TRV_E_MEMORY) return status;
    if (status != TRV_OK) continue;
    while (step < retrace->trail->count && take_step(retrace, step)) step++;
    if (step == retrace->trail->count) return TRV_OK;
  }
  return TRV_E_STATE;
}

/* ---- led to the present ---- */

/* The step that leads to what is shown first: the game begins. */
enum { BEGINNING = UINT32_MAX };

static bool lead_once(struct retrace *retrace, uint32_t step, struct fortune fortune, struct script *script) {
  bool made = true;
  retrace->g->script = script;
  chance_seed(retrace->g->state->random, fortune.seed, fortune.number);
  if (step == BEGINNING) start(retrace);
  else made = make_step(retrace, step, fortune);
  retrace->g->script = NULL;
  return made;
}

/* The same table is shown, though not in the same words: it may do in the end, as far as the seat has the same options. What it
 * is shown at present it can look at, so there the whole view is the same; and if open variables had to be set for that, what
 * everybody knows of the rules under way must go with them. */
static bool is_near(struct retrace *retrace, uint32_t step) {
  struct game *game = retrace->g;
  const struct appearance *shown = &retrace->known->shown[step];
  if (hash_table(retrace) != shown->table) return false;
  bool present = step == retrace->trail->count;
  if (present && hash_view(retrace) == shown->view) return true;
  mend_variables(game->setup, game->state, retrace->known->truth, retrace->seat);
  if (present)
    return hash_view(retrace) == shown->view && locals_agree(game, retrace->known->truth, (int)retrace->seat);
  return hash_options(retrace) == shown->options;
}

/* The position that the true game comes to by this step. */
static bool lead_truth(struct retrace *retrace, uint32_t step) {
  struct game *game = retrace->g;
  struct state *truth = retrace->known->truth;
  game_put(game, truth);
  if (step == BEGINNING) start(retrace);
  else if (!interp_choose(game, retrace->trail->steps[step].index)) return false;
  memcpy(truth, game->state, game->state->used);
  log_clear(game);
  return true;
}

/* From the position `before`. */
static bool lead_step(struct retrace *retrace, uint32_t step) {
  struct retraced *known = retrace->known;
  struct game *game = retrace->g;
  uint32_t shown = step == BEGINNING ? 0 : step + 1;
  bool own = step == BEGINNING || is_own(retrace, step);
  uint32_t tries = retrace->tries < LED_USUAL ? LED_TRIES : LED_FEW;
  struct fortune fortune = draw_fortune(retrace, own);
  struct script script = { 0 };
  bool has_near = false;
  if (!lead_truth(retrace, step)) return false;
  for (uint32_t i = 0; i < tries && may_try(retrace); i++) {
    game_put(game, known->before);
    if (!lead_once(retrace, step, fortune, &script)) return false;
    if (is_shown(retrace, shown)) return true;
    struct mend mend = { game->setup,
                         known->before,
                         game->state,
                         known->truth,
                         retrace->seat,
                         retrace->random,
                         has_drawn(game, fortune) ? &script : NULL };
    if (mend_cards(&mend)) continue;
    fortune = draw_fortune(retrace, own);
    script.exchange_count = 0;
    if (!is_near(retrace, shown)) continue;
    has_near = true;
    memcpy(known->near, game->state, game->state->used);
    mend_by_chance(&mend);
  }
  if (has_near) game_put(game, known->near);
  return has_near;
}

static bool lead_all(struct retrace *retrace) {
  struct retraced *known = retrace->known;
  struct game *game = retrace->g;
  memcpy(known->truth, known->base, known->base->used);
  memcpy(known->before, game->state, game->state->used);
  if (known->from_start && !lead_step(retrace, BEGINNING)) return false;
  for (uint32_t step = known->first; step < retrace->trail->count; step++) {
    memcpy(known->before, game->state, game->state->used);
    if (!lead_step(retrace, step)) return false;
  }
  return true;
}

static int lead(struct retrace *retrace, uint32_t random[4]) {
  retrace->tries = 0;
  retrace->most = LED_MOST;
  retrace->random = random;
  retrace->fuel = retrace->g->spent + most_fuel;
  for (int restart = 0; restart < RESTARTS && may_try(retrace); restart++) {
    int status = TRV_OK;
    if (retrace->known->from_start) game_reset(retrace->g);
    else status = begin(retrace);
    if (status != TRV_OK) return status;
    if (lead_all(retrace)) return TRV_OK;
  }
  return TRV_E_STATE;
}

/* ---- what is known of a position ---- */

void retrace_free(trv_game *game) {
  memory_free(game_allocator(game), game->retraced);
  game->retraced = NULL;
}

static bool make_room(trv_game *game) {
  size_t size = (size_t)game->game.setup->program->meta->state_bytes, head = (sizeof(struct retraced) + 15) / 16 * 16;
  size = (size + 15) / 16 * 16;
  if (game->retraced) return true;
  char *block = memory_new(game_allocator(game), 1, head + 4 * size);
  if (!block) return false;
  game->retraced = (struct retraced *)(void *)block;
  game->retraced->base = (struct state *)(void *)(block + head);
  game->retraced->before = (struct state *)(void *)(block + head + size);
  game->retraced->truth = (struct state *)(void *)(block + head + 2 * size);
  game->retraced->near = (struct state *)(void *)(block + head + 3 * size);
  return true;
}

/* Looks whether it can be done at all: that costs once what each sample would cost. */
static int look_at(struct retrace *retrace, const trv_game *from) {
  struct retraced *known = retrace->known;
  uint64_t position = trv_game_hash(from, true) ^ from->game.state->trace;
  uint32_t random[4];
  if (known->position == position && known->seat == retrace->seat) return TRV_OK;
  known->position = 0;
  known->seat = retrace->seat;
  known->way = WAY_NONE;
  if (find_base(retrace, from) && follow_truth(retrace)) {
    chance_seed_bot(random, PROBE_TRIES, MOST_TRIES, retrace->seat,
                    from->game.asks_unseen ? from->game.made[retrace->seat] : from->game.state->decisions);
    int status = play_on(retrace, PROBE_TRIES, random);
    if (status == TRV_OK) known->way = WAY_EXACT;
    if (status == TRV_E_STATE) status = lead(retrace, random);
    if (status == TRV_E_MEMORY) return status;
    if (status == TRV_OK && known->way == WAY_NONE) known->way = WAY_LED;
  }
  known->position = position;
  return TRV_OK;
}

int retrace_sample(trv_game *to, const trv_game *from, uint32_t seat, uint32_t random[4]) {
  struct game_log *log = to->game.log;
  struct script *script = to->game.script;
  if (!make_room(to)) return TRV_E_MEMORY;
  struct retrace retrace = {
    .game = to, .g = &to->game, .trail = from->game.trail, .known = to->retraced, .seat = seat
  };
  to->game.log = NULL; /* what is said here, nobody else hears */
  to->game.script = NULL;
  int status = trv_game_listen(to);
  trail_end(&to->game);
  if (status == TRV_OK) status = look_at(&retrace, from);
  if (status == TRV_OK) status = retrace.known->way == WAY_EXACT ? play_on(&retrace, MOST_TRIES, random) : TRV_E_STATE;
  if (status == TRV_E_STATE && retrace.known->way != WAY_NONE) status = lead(&retrace, random);
  trv_game_unlisten(to);
  to->game.log = log;
  to->game.script = script;
  if (to->placed) retrace_free(to); /* such a game is never freed */
  return status;
}
