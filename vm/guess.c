/* Guesses: what a sample has for variables and answers that its seat may not know.
 *
 * A hidden variable of few values gets each of them with equal chance. Numbers without bounds or with many values, sets,
 * bags and lists get their initial value, because nothing is known here of what rules put into them; so do variables
 * that are reset with a phase, since most still have that value. In a choice of everybody the others answer again, each
 * of their options with equal chance. Nothing is taken from the hidden values themselves. The result can be a position
 * that the rules never lead to; where that shows (an invariant is broken, a choice has no option), the sample is made
 * again. */
#include <string.h>

#include "vm/api.h"

enum { FEW_NUMBERS = 100 };

/* ---- variables ---- */

/* How many values a variable is drawn from, or 0: it has its initial value. */
static uint32_t values_to_draw(const struct setup *setup, const struct variable *variable) {
  const struct type_desc *type = &setup->program->types[variable->type];
  if (variable->passing || type->kind == VALUE_TEXT || type->kind >= VALUE_SET) return 0;
  if (type->kind == VALUE_PLAYER) return setup->players;
  int32_t values = type_values(type);
  return type->kind == VALUE_INT && values > FEW_NUMBERS ? 0 : (uint32_t)values;
}

static int32_t draw_value(const struct type_desc *type, uint32_t values, uint32_t random[4]) {
  uint32_t drawn = chance_below(random, values + (type->optional ? 1 : 0));
  if (drawn == values) return type->kind == VALUE_INT ? NONE_INT : NONE_VALUE;
  return type_first(type) + (int32_t)drawn;
}

static void guess_variable(struct guess *guess, const struct variable *variable, int32_t element, uint32_t values) {
  const struct setup *setup = guess->game->setup;
  const struct storage *storage = &setup->program->storages[variable->storage];
  size_t offset = (size_t)storage->offset + (size_t)element * (size_t)storage->width;
  char *place = (char *)guess->game->state + offset;
  if (values == 0) memcpy(place, (const char *)setup->image + offset, (size_t)storage->width);
  else place_put(place, storage->width, draw_value(&setup->program->types[variable->type], values, guess->random));
}

/* Whether any was left to chance. */
static bool guess_variables(struct guess *guess, bool initial) {
  const struct setup *setup = guess->game->setup;
  const struct program *p = setup->program;
  bool drawn = false;
  for (uint32_t v = 0; v < p->variables_count; v++) {
    const struct variable *variable = &p->variables[v];
    if (setup->variable_seen[v] == SEEN_BY_ALL || variable->setting >= 0) continue;
    uint32_t values = initial ? 0 : values_to_draw(setup, variable);
    for (int32_t i = 0; i < p->storages[variable->storage].count; i++) {
      struct place place;
      if (!place_of(setup, variable->dim_type, variable->dims, i, &place)) continue;
      if (place_seen_by(setup->variable_seen[v], place.owner, guess->seat)) continue;
      guess_variable(guess, variable, i, values);
      drawn |= values > 0;
    }
  }
  return drawn;
}

/* ---- the pending choice ---- */

/* Counts the options of the pending choice, and stops at number `wanted`. */
struct tally {
  const struct program *p;
  uint32_t wanted, seen, busy; /* busy: those that are not idle */
  int32_t *answer;             /* where that option goes, as a kept answer */
};

static bool tally_option(void *context, int32_t option, const int32_t *frame) {
  struct tally *tally = context;
  const struct choice *choice = &tally->p->choices[tally->p->options[option].choice];
  tally->busy += !(tally->p->options[option].flags & OPTION_IDLE);
  if (tally->seen++ != tally->wanted) return true;
  memcpy(tally->answer, frame + choice->top, (size_t)choice->arguments * sizeof *frame);
  tally->answer[0] = option - choice->first_option;
  return false;
}

static bool find_options(struct game *game, struct tally *tally) {
  tally->p = game->setup->program;
  return interp_enumerate(game, false, &(struct option_sink){ tally_option, NULL, tally }) == RULE_NONE;
}

static bool is_forced(const struct choice *choice, const struct tally *all) {
  return !(choice->flags & CHOICE_ALWAYS) && (all->seen == 1 || !all->busy);
}

/* The player in the frame's slot of the chooser answers. False when there is no possible answer. */
static bool draw_answer(struct guess *guess, const struct choice *choice, int32_t *answer) {
  struct tally all = { .wanted = UINT32_MAX }, one = { .answer = answer };
  memset(answer, 0, (size_t)choice->width * sizeof *answer);
  if (!find_options(guess->game, &all)) return false;
  if (all.seen == 0) {
    if (choice->otherwise >= 0) answer[0] = choice->options;
    return choice->otherwise >= 0;
  }
  one.wanted = is_forced(choice, &all) ? 0 : chance_below(guess->random, all.seen);
  return find_options(guess->game, &one);
}

/* Those of the others who were asked before the present chooser have answered. */
static bool guess_answers(struct guess *guess, const struct choice *choice) {
  struct state *state = guess->game->state;
  int32_t *frame = state_stack(guess->game->setup->program, state) + state->frame;
  int32_t chooser = frame[choice->chooser], given = frame[choice->cursor];
  int32_t room = (choice->top - choice->answers) / choice->width;
  bool possible = true;
  for (int32_t i = 0; i < given && i < room; i++) {
    frame[choice->chooser] = frame[choice->asked + 1 + i];
    if (frame[choice->chooser] == guess->seat) continue;
    possible &= draw_answer(guess, choice, frame + choice->answers + i * choice->width);
  }
  frame[choice->chooser] = chooser;
  return possible;
}

/* Another player is to choose, and has other options with other cards. */
static bool count_options(struct guess *guess, const struct choice *choice) {
  struct tally all = { .wanted = UINT32_MAX };
  bool counted = find_options(guess->game, &all);
  guess->game->state->options = all.seen;
  return counted && all.seen > 0 && !is_forced(choice, &all);
}

static bool guess_choice(struct guess *guess) {
  const struct choice *choice = game_pending(guess->game);
  if (!choice) return true;
  bool possible = !(choice->flags & CHOICE_SECRET) || guess_answers(guess, choice);
  return (guess->game->state->chooser == guess->seat || count_options(guess, choice)) && possible;
}

bool guess_hidden(struct guess *guess, bool initial) {
  bool drawn = guess_variables(guess, initial), possible = guess_choice(guess);
  return possible && (!drawn || !game_broken_invariant(guess->game));
}
