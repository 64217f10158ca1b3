/* What a scenario expects, and the sentences for what is not so.
 *
 * Looks at the game through the same functions as all others; never changes it. An option may be named by its whole
 * notation or, where any of its candidates will do, by its name alone. */
#include <stdlib.h>
#include <string.h>

#include "vm/scenario.h"

/* Whether what a scenario wrote means this option. */
static bool means(const char *written, const char *notation) {
  size_t name = strcspn(notation, "(");
  bool bare = strchr(written, '(') == NULL && strlen(written) == name && strncmp(written, notation, name) == 0;
  return bare || text_notation_equal(written, notation);
}

/* ---- options ---- */

struct option_search {
  const char *written;
  bool found;
};

static bool search_option(void *context, uint32_t index, const char *notation) {
  struct option_search *search = context;
  (void)index;
  search->found = means(search->written, notation);
  return !search->found;
}

static bool is_offered(struct scenario_run *run, const char *written) {
  struct option_search search = { written, false };
  trv_options_each(run->game, search_option, &search);
  return search.found;
}

static int expect_offered(struct scenario_run *run) {
  const char *written = program_text(run->p, run->item->text);
  if (is_offered(run, written)) return TRV_OK;
  scenario_fail(run, "`%s` should be offered, but is not", written);
  struct text reason = memory_text(&run->program->allocator);
  if (options_denial(run->game, written, &reason) && reason.length > 0)
    text_format(&run->message, ": %s", reason.bytes);
  text_add(&run->message, ".");
  text_free(&reason);
  scenario_describe(run);
  scenario_list_options(run);
  return TRV_E_RULE;
}

static int expect_count(struct scenario_run *run) {
  uint32_t options = run->game->game.state->options;
  bool pending = trv_game_status(run->game) == TRV_CHOICE;
  if (pending && options == (uint32_t)run->item->number) return TRV_OK;
  const char *plural = run->item->number == 1 ? "" : "s";
  scenario_fail(run, "There should be %d option%s", run->item->number, plural);
  if (pending) text_format(&run->message, ", but there %s %u", options == 1 ? "is" : "are", options);
  text_add(&run->message, ".");
  scenario_describe(run);
  scenario_list_options(run);
  return TRV_E_RULE;
}

/* What `expect only` lists, in the order of notations, so that thousands of options find themselves there. */
struct listed {
  const char *written;
  bool found;
};
struct only_search {
  struct listed *items;
  size_t count;
  struct text name;    /* of the option that is looked for */
  struct text surplus; /* the first that is not listed */
  bool has_surplus;
};

static int compare_listed(const void *left, const void *right) {
  const struct listed *a = left, *b = right;
  return text_notation_compare(a->written, b->written);
}

/* The first of those that are written so, or NULL. */
static struct listed *find_listed(const struct only_search *only, const char *written) {
  size_t low = 0, high = only->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (text_notation_compare(only->items[middle].written, written) < 0) low = middle + 1;
    else high = middle;
  }
  return low < only->count && text_notation_equal(only->items[low].written, written) ? &only->items[low] : NULL;
}

/* Both ways of writing an option count: see means(). */
static bool search_listed(void *context, uint32_t index, const char *notation) {
  struct only_search *only = context;
  (void)index;
  text_clear(&only->name);
  text_add_bytes(&only->name, notation, strcspn(notation, "("));
  struct listed *whole = find_listed(only, notation), *bare = find_listed(only, text_get(&only->name));
  if (whole) whole->found = true;
  if (bare) bare->found = true;
  if (!whole && !bare && !only->has_surplus) {
    only->has_surplus = true;
    text_add(&only->surplus, notation);
  }
  return true;
}

/* The first in the list that is not offered, or NULL. */
static const char *find_missing(const struct scenario_run *run, const struct only_search *only) {
  for (int32_t i = 0; i < run->item->count; i++) {
    const char *written = program_text(run->p, run->p->ints[run->item->ints + i]);
    if (!find_listed(only, written)->found) return written;
  }
  return NULL;
}

static int judge_only(struct scenario_run *run, struct only_search *only) {
  for (size_t i = 0; i < only->count; i++)
    only->items[i].written = program_text(run->p, run->p->ints[run->item->ints + (int32_t)i]);
  qsort(only->items, only->count, sizeof *only->items, compare_listed);
  trv_options_each(run->game, search_listed, only);
  const char *missing = find_missing(run, only);
  if (only->name.failed || only->surplus.failed) return TRV_E_MEMORY;
  if (!missing && !only->has_surplus) return TRV_OK;
  if (missing) scenario_fail(run, "`%s` should be offered, but is not.", missing);
  else scenario_fail(run, "`%s` should not be offered, but is.", text_get(&only->surplus));
  scenario_describe(run);
  scenario_list_options(run);
  return TRV_E_RULE;
}

static int expect_only(struct scenario_run *run) {
  const trv_allocator *allocator = &run->program->allocator;
  struct only_search only = { .items = memory_new(allocator, (size_t)run->item->count + 1, sizeof *only.items),
                              .count = (size_t)run->item->count,
                              .name = memory_text(allocator),
                              .surplus = memory_text(allocator) };
  int status = only.items ? judge_only(run, &only) : TRV_E_MEMORY;
  memory_free(allocator, only.items);
  text_free(&only.name);
  text_free(&only.surplus);
  return status;
}

/* ---- denials ---- */

struct expect_denial {
  const char *written, *reason;
  bool denied, fits;
  struct text other; /* the reason that was found instead */
};

static bool search_denial(void *context, const trv_denied *denied) {
  struct expect_denial *search = context;
  size_t name = strcspn(search->written, "(");
  bool whole = strlen(denied->notation) == name && strncmp(denied->notation, search->written, name) == 0;
  if (!whole && !means(search->written, denied->notation)) return true;
  if (!search->denied) text_add(&search->other, denied->reason);
  search->denied = true;
  search->fits = strcmp(denied->reason, search->reason) == 0;
  return !search->fits;
}

/* Without a reason it is enough that the option is not there; with one, a `needs` must deny it for that reason. */
static int expect_denied(struct scenario_run *run) {
  const char *written = program_text(run->p, run->item->text);
  const char *reason = program_text(run->p, run->item->text2);
  if (is_offered(run, written)) {
    scenario_fail(run, "`%s` should be denied, but is offered.", written);
    scenario_describe(run);
    return TRV_E_RULE;
  }
  if (run->item->text2 == 0) return TRV_OK;
  struct expect_denial search = { written, reason, false, false, memory_text(&run->program->allocator) };
  trv_denied_each(run->game, search_denial, &search);
  if (!search.denied) {
    scenario_fail(run, "`%s` should be denied because \"%s\", but it is no candidate at all.", written, reason);
    scenario_describe(run);
  } else if (!search.fits) {
    scenario_fail(run, "`%s` should be denied because \"%s\", but the reason is \"%s\".", written, reason,
                  text_get(&search.other));
  }
  text_free(&search.other);
  return search.fits ? TRV_OK : TRV_E_RULE;
}

/* ---- the rest ---- */

enum { LISTED_CARDS = 64 };

/* The cards of a zone as a scenario would list them: piles from the top, equal ones in a row as `2 of red`. */
static void zone_contents(const struct scenario_run *run, int32_t zone, struct text_sink *out) {
  const struct state *state = run->game->game.state;
  int32_t cards[LISTED_CARDS], type = run->p->decks[run->p->zones[zone].deck].type;
  uint32_t count = zone_list(run->p, state, zone, false, cards, LISTED_CARDS);
  uint32_t listed = count < LISTED_CARDS ? count : LISTED_CARDS;
  for (uint32_t i = 0, equal; i < listed; i += equal) {
    for (equal = 1; i + equal < listed && cards[i + equal] == cards[i];) equal++;
    if (i > 0) sink_text(out, ", ");
    if (equal > 1) sink_int(out, equal), sink_text(out, " of ");
    text_value_notation(run->p, type, &cards[i], out);
  }
  if (count == 0) sink_text(out, "nothing");
}

/* The left side of a comparison, or the zone that was examined: its slots, valid until the next call; NULL when
 * unknown. */
static const int32_t *left_side(const struct scenario_run *run) {
  const struct scenario_item *item = run->item;
  int32_t first, proc = item->number - 1;
  if (proc < 0 || (item->count >= 0 && run->p->types[item->count].slots > run->p->procs[proc].frame)) return NULL;
  if (interp_call_pure(&run->game->game, proc, NULL, 0, &first, 1) != RULE_NONE) return NULL;
  return item->count == -1 && (uint32_t)first >= run->p->zones_count ? NULL : run->game->game.scratch;
}

static int expect_condition(struct scenario_run *run) {
  int32_t holds = 0;
  const char *written = program_text(run->p, run->item->text);
  enum rule_error error = interp_call_pure(&run->game->game, run->item->proc, NULL, 0, &holds, 1);
  if (error != RULE_NONE)
    return scenario_fail(run, "`%s` cannot be worked out: %s.", written, game_error_words(&run->game->game, error));
  if (holds) return TRV_OK;
  char found[400] = "";
  struct text_sink out = { .text = found, .capacity = sizeof found - 1 };
  const int32_t *left = left_side(run);
  bool is_zone = run->item->count == -1;
  if (!left) return scenario_fail(run, "Expected `%s`, but it is not so.", written);
  if (is_zone) zone_contents(run, *left, &out);
  else text_value_notation(run->p, run->item->count, left, &out);
  found[out.length < out.capacity ? out.length : out.capacity] = '\0';
  return scenario_fail(run, "Expected `%s`, but %s %s.", written, is_zone ? "there is" : "on the left stands", found);
}

static int expect_asked(struct scenario_run *run) {
  const char *name = program_text(run->p, run->item->text);
  trv_choice_info choice;
  if (trv_game_choice(run->game, &choice) == TRV_OK && (int32_t)choice.seat == run->item->seat &&
      strcmp(name, choice.name) == 0)
    return TRV_OK;
  scenario_fail(run, "%s should be asked `%s`.", scenario_seat(run, run->item->seat), name);
  scenario_describe(run);
  return TRV_E_RULE;
}

static int expect_finished(struct scenario_run *run) {
  if (run->started && trv_game_status(run->game) == TRV_FINISHED) return TRV_OK;
  scenario_fail(run, run->started ? "What was run should have ended." : "Nothing was run that could have ended.");
  if (run->started) scenario_describe(run);
  return TRV_E_RULE;
}

static int expect_over(struct scenario_run *run) {
  if (scenario_is_over(run)) return TRV_OK;
  scenario_fail(run, "The game should be over.");
  scenario_describe(run);
  return TRV_E_RULE;
}

/* The item has a place for every seat the game can have. */
static int expect_ranking(struct scenario_run *run) {
  uint32_t places[TRV_MOST_PLAYERS], players = trv_setup_players(run->setup);
  bool same = (uint32_t)run->item->count >= players;
  if (trv_game_result(run->game, places, NULL) != TRV_OK) return scenario_fail_by_rule_error(run);
  for (uint32_t seat = 0; same && seat < players; seat++)
    same = places[seat] == (uint32_t)run->p->ints[run->item->ints + (int32_t)seat];
  if (same) return TRV_OK;
  scenario_fail(run, "The ranking is another:");
  for (uint32_t seat = 0; seat < players; seat++)
    text_format(&run->message, "%s %s is number %u", seat ? "," : "", scenario_seat(run, (int32_t)seat), places[seat]);
  text_add(&run->message, ".");
  return TRV_E_RULE;
}

/* The item says of every seat whether it is first. */
static int expect_winner(struct scenario_run *run) {
  uint32_t places[TRV_MOST_PLAYERS], players = trv_setup_players(run->setup);
  bool same = (uint32_t)run->item->count >= players;
  if (trv_game_result(run->game, places, NULL) != TRV_OK) return scenario_fail_by_rule_error(run);
  for (uint32_t seat = 0; same && seat < players; seat++)
    same = (places[seat] == 1) == (run->p->ints[run->item->ints + (int32_t)seat] != 0);
  if (same) return TRV_OK;
  const char *before = "";
  scenario_fail(run, "Somebody else has won: ");
  for (uint32_t seat = 0; seat < players; seat++) {
    if (places[seat] != 1) continue;
    text_format(&run->message, "%s%s", before, scenario_seat(run, (int32_t)seat));
    before = ", ";
  }
  text_add(&run->message, ".");
  return TRV_E_RULE;
}

struct told_search {
  const char *words, *last;
  bool told;
};

static bool search_told(void *context, const char *text) {
  struct told_search *search = context;
  search->last = text;
  search->told = strcmp(text, search->words) == 0;
  return !search->told;
}

/* What was told since the position was made. */
static int expect_told(struct scenario_run *run) {
  struct told_search search = { .words = program_text(run->p, run->item->text) };
  size_t cursor = run->heard;
  const char *seat = scenario_seat(run, run->item->seat);
  int status = trv_log_since(run->game, run->item->seat, &cursor, search_told, &search);
  if (status == TRV_E_ARGUMENT) return scenario_fail(run, "%s does not play.", seat);
  if (status != TRV_OK || search.told == (run->item->number != 0)) return status;
  if (search.told) return scenario_fail(run, "%s should not have been told \"%s\".", seat, search.words);
  scenario_fail(run, "%s should have been told \"%s\".", seat, search.words);
  if (search.last) text_format(&run->message, " The last that %s was told is \"%s\".", seat, search.last);
  else text_format(&run->message, " Nothing was told to %s.", seat);
  return TRV_E_RULE;
}

static int expect_secrecy(struct scenario_run *run) {
  trv_game *other;
  char why[400];
  if (trv_game_status(run->game) != TRV_CHOICE) {
    scenario_fail(run, "Somebody should be asked to choose, so that secrecy can be tested.");
    scenario_describe(run);
    return TRV_E_RULE;
  }
  int status = trv_game_new(run->setup, &other);
  for (uint32_t seed = 1; status == TRV_OK && seed <= TRV_LEAK_SEEDS; seed++)
    status = trv_game_leak(run->game, other, seed, why, sizeof why);
  if (status == TRV_E_RULE) scenario_fail(run, "What is hidden shows: %s.", why);
  trv_game_free(other);
  return status;
}

static int look(struct scenario_run *run) {
  switch ((enum scenario_item_kind)run->item->kind) {
  case ITEM_EXPECT: return expect_condition(run);
  case ITEM_EXPECT_COUNT: return expect_count(run);
  case ITEM_EXPECT_OFFERED: return expect_offered(run);
  case ITEM_EXPECT_DENIED: return expect_denied(run);
  case ITEM_EXPECT_ASKED: return expect_asked(run);
  case ITEM_EXPECT_ONLY: return expect_only(run);
  case ITEM_EXPECT_FINISHED: return expect_finished(run);
  case ITEM_EXPECT_OVER: return expect_over(run);
  case ITEM_EXPECT_RANKING: return expect_ranking(run);
  case ITEM_EXPECT_SECRECY: return expect_secrecy(run);
  case ITEM_EXPECT_WINNER: return expect_winner(run);
  case ITEM_EXPECT_TOLD: return expect_told(run);
  default: return TRV_OK;
  }
}

int expect_item(struct scenario_run *run) {
  int status = look(run);
  if (run->item->kind != ITEM_EXPECT) /* whoever looks at the pending choice knows what came before it */
    forced_clear(&run->forced);
  return status;
}
