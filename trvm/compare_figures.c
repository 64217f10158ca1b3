/* Which figures a comparison has: those every game has, and one for each option, phase and effect of either side.
 *
 * Options and rules are known by kind and name; those of one name are counted together. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trvm/compare.h"

/* What does not matter: shares of wins up to two of a hundred games, anything else up to a twentieth of itself. */
#define MARGIN_SHARE 0.02
#define MARGIN_PART  0.05

const char *const figure_kind_names[] = { "rounds", "turns", "decisions", "score", "spread",
                                          "lead",   "wins",  "option",    "phase", "effect" };

/* ---- options and rules ---- */

struct wiring {
  struct comparison *comparison;
  enum compare_side side;
};

static uint32_t find_thing(struct comparison *comparison, enum figure_kind kind, const char *name) {
  for (uint32_t i = 0; i < comparison->thing_count; i++)
    if (comparison->things[i].kind == kind && strcmp(comparison->things[i].name, name) == 0) return i;
  uint32_t index = comparison->thing_count++;
  comparison->things = need_memory(comparison->things, comparison->thing_count * sizeof *comparison->things);
  comparison->things[index] = (struct used_thing){ kind, need_copy(name), { true, true } };
  return index;
}

/* What a variant wraps is there under a second name, which is no rule of its own: "base of travel". */
static bool is_usual_form(const char *name) { return strncmp(name, "base of ", strlen("base of ")) == 0; }

static bool wire_place(void *context, const trv_place *place) {
  static const enum figure_kind kinds[] = {
    [TRV_PLACE_EFFECT] = FIGURE_EFFECT, [TRV_PLACE_PHASE] = FIGURE_PHASE, [TRV_PLACE_OPTION] = FIGURE_OPTION
  };
  const struct wiring *wiring = context;
  struct comparison *comparison = wiring->comparison;
  if (place->kind == TRV_PLACE_STATEMENT || place->kind == TRV_PLACE_FN || is_usual_form(place->name)) return true;
  uint32_t thing = find_thing(comparison, kinds[place->kind], place->name);
  comparison->things[thing].absent[wiring->side] = false;
  struct visit_wire **wires = &comparison->wires[wiring->side];
  uint32_t *count = &comparison->wire_counts[wiring->side];
  *wires = need_memory(*wires, (*count + place->instruction_count) * sizeof **wires);
  for (uint32_t i = 0; i < place->instruction_count; i++)
    (*wires)[(*count)++] = (struct visit_wire){ thing, place->instructions[i] };
  return true;
}

static bool find_things(struct comparison *comparison) {
  for (enum compare_side side = SIDE_BASE; side < SIDES; side++) {
    struct wiring wiring = { comparison, side };
    uint64_t *visits = calloc(comparison->infos[side].instructions + 1, sizeof *visits);
    int status = visits ? trv_places_each(comparison->programs[side], visits, wire_place, &wiring) : TRV_E_MEMORY;
    free(visits);
    if (status == TRV_OK) continue;
    complain("compare: %s", trv_status_text(status));
    return false;
  }
  return true;
}

/* ---- rounds ---- */

struct variable_search {
  const char *name;
  double value;
  bool found;
};

static bool meet_item(void *context, const trv_view_item *item) {
  struct variable_search *search = context;
  char *end;
  if (item->is_zone || item->passing || *item->index || !item->visible || strcmp(item->name, search->name) != 0)
    return true;
  search->value = strtod(item->contents, &end);
  search->found = end != item->contents && *end == '\0';
  return false;
}

bool compare_variable(trv_game *game, const char *name, double *value) {
  struct variable_search search = { .name = name };
  trv_view_each(game, -1, meet_item, &search);
  *value = search.value;
  return search.found;
}

static bool has_variable(const trv_program *program, const char *name) {
  char why[200];
  double value;
  trv_setup *setup = NULL;
  trv_game *game = NULL;
  bool found =
      trv_setup_new(program, trv_program_describe(program).low_players, NULL, 0, &setup, why, sizeof why) == TRV_OK &&
      trv_game_new(setup, &game) == TRV_OK;
  if (found) {
    trv_game_start(game, 1, 0);
    found = compare_variable(game, name, &value);
  }
  trv_game_free(game);
  trv_setup_free(setup);
  return found;
}

static bool use_rounds(struct comparison *comparison, const char *name) {
  if (has_variable(comparison->programs[SIDE_BASE], name) && has_variable(comparison->programs[SIDE_CHANGED], name)) {
    comparison->rounds = need_copy(name);
    return true;
  }
  for (uint32_t i = 0; i < comparison->thing_count; i++) {
    const struct used_thing *thing = &comparison->things[i];
    if (thing->kind == FIGURE_OPTION || thing->absent[SIDE_BASE] || thing->absent[SIDE_CHANGED]) continue;
    if (strcmp(thing->name, name) != 0) continue;
    comparison->rounds_thing = (int32_t)i;
    return true;
  }
  return false;
}

static bool find_rounds(struct comparison *comparison) {
  static const char *const usual[] = { "round", "rounds", "round_number", "play_round", "one_round" };
  const char *wanted = comparison->wish.rounds;
  comparison->rounds_thing = -1;
  if (wanted && !use_rounds(comparison, wanted)) {
    complain("--rounds: both games need a number that all see, a phase or an effect `%s`", wanted);
    return false;
  }
  for (size_t i = 0; !wanted && i < sizeof usual / sizeof *usual; i++)
    if (use_rounds(comparison, usual[i])) break;
  return true;
}

bool compare_survey(struct comparison *comparison) {
  for (enum compare_side side = SIDE_BASE; side < SIDES; side++)
    comparison->infos[side] = trv_program_describe(comparison->programs[side]);
  return find_things(comparison) && find_rounds(comparison);
}

/* ---- the figures of a table ---- */

static void add_figure(struct compare_table *table, enum figure_kind kind, const char *name) {
  table->figures[table->count++] = (struct figure){ .kind = kind, .name = name };
}

void compare_lay_table(const struct comparison *comparison, struct compare_table *table) {
  uint32_t most = FIGURE_WINS + table->players + comparison->thing_count;
  bool rounds = comparison->rounds || comparison->rounds_thing >= 0;
  table->figures = need_memory(NULL, most * sizeof *table->figures);
  if (rounds) add_figure(table, FIGURE_ROUNDS, "rounds");
  else add_figure(table, FIGURE_TURNS, "turns");
  add_figure(table, FIGURE_DECISIONS, "decisions");
  add_figure(table, FIGURE_SCORE, "mean score");
  if (table->players > 1) {
    add_figure(table, FIGURE_SPREAD, "score spread");
    add_figure(table, FIGURE_LEAD, "lead changes");
    for (uint32_t seat = 0; seat < table->players; seat++) {
      add_figure(table, FIGURE_WINS, trv_setup_seat_name(table->setups[SIDE_BASE], seat));
      table->figures[table->count - 1].seat = seat;
    }
  }
  table->usage = table->count;
  for (uint32_t i = 0; i < comparison->thing_count; i++) {
    const struct used_thing *thing = &comparison->things[i];
    add_figure(table, thing->kind, thing->name);
    memcpy(table->figures[table->count - 1].absent, thing->absent, sizeof thing->absent);
  }
}

/* A difference up to this size does not matter. */
static double margin_of(const struct figure *figure) {
  if (figure->kind == FIGURE_WINS) return MARGIN_SHARE;
  return fmax(MARGIN_PART, MARGIN_PART * fabs(figure->pairs.base.mean));
}

/* What is used by nobody can show no difference, so it is no comparison. */
void compare_estimate(struct comparison *comparison) {
  comparison->comparisons = 0;
  comparison->differences = 0;
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t t = 0; t < comparison->table_count; t++) {
      struct compare_table *table = &comparison->tables[t];
      for (uint32_t i = 0; i < table->count; i++) {
        struct figure *figure = &table->figures[i];
        if (figure_never_used(figure)) continue;
        comparison->comparisons += pass == 0;
        if (pass == 0) continue;
        figure->estimate = pairs_estimate(&figure->pairs, comparison->comparisons, margin_of(figure));
        comparison->differences += figure_differs(figure);
      }
    }
}

void compare_free(struct comparison *comparison) {
  for (uint32_t t = 0; t < comparison->table_count; t++) {
    struct compare_table *table = &comparison->tables[t];
    free(table->figures);
    for (enum compare_side side = SIDE_BASE; side < SIDES; side++) {
      trv_setup_free(table->setups[side]);
      free(table->lengths[side].counts);
    }
  }
  for (uint32_t i = 0; i < comparison->thing_count; i++) free(comparison->things[i].name);
  for (enum compare_side side = SIDE_BASE; side < SIDES; side++) {
    free(comparison->wires[side]);
    free(comparison->titles[side]);
    trv_program_free(comparison->programs[side]);
  }
  free(comparison->tables);
  free(comparison->things);
  free(comparison->rounds);
}
