/* Guesses: what a sample has for variables and answers that its seat may not know.
 *
 * A value gets each of those of its type with equal chance: one of a few or of many, a set of any of its members, a list
 * of any length; of a bag each count is above another half as often. Numbers of many values are what they are in another game
 * (another.c); the compiler gives a hidden number the bounds of all that rules set it to, if these have any. In a choice of everybody the others answer
 * again, each of their options with equal chance. Nothing is taken from the hidden values themselves. The result can be
 * a position that the rules never lead to; where that shows (an invariant is broken, a choice has no option, the seat
 * would be asked something else than it is), the sample is made again. */
#include <string.h>

#include "vm/api.h"
#include "vm/zone.h"

/* ---- values ---- */

/* How many single values a type has; 0 when there are too many to draw from. */
static uint32_t values_to_draw(const struct setup *setup, const struct type_desc *type) {
  if (type->kind == VALUE_TEXT || type->kind >= VALUE_SET) return 0;
  return type->kind == VALUE_PLAYER ? setup->players : (uint32_t)type_values(type);
}

static int32_t draw_single(const struct type_desc *type, uint32_t values, uint32_t random[4]) {
  uint32_t drawn = chance_below(random, values + (type->optional ? 1 : 0));
  if (drawn == values) return type->kind == VALUE_INT ? NONE_INT : NONE_VALUE;
  return type_first(type) + (int32_t)drawn;
}

static uint32_t draw_count(uint32_t random[4]) {
  uint32_t count = 0;
  while (count < COPIES_LIMIT && chance_below(random, 2)) count++;
  return count;
}

/* Sets, bags and lists of so many values; the slots are zero. */
static void draw_members(const struct type_desc *type, uint32_t first, uint32_t values, uint32_t random[4],
                         int32_t *slots) {
  char *bytes = (char *)slots;
  uint32_t end = first + values;
  if (type->kind == VALUE_BAG) {
    for (uint32_t value = first; value < end; value++) bytes[value] = (char)draw_count(random);
  } else if (type->kind == VALUE_SET) {
    for (uint32_t value = first; value < end; value++) {
      char *word = bytes + value / 64 * 8;
      store_word(word, load_word(word) | (uint64_t)chance_below(random, 2) << value % 64);
    }
  } else {
    slots[0] = (int32_t)chance_below(random, (uint32_t)type->count + 1);
    for (int32_t i = 1; i <= slots[0]; i++) slots[i] = (int32_t)(first + chance_below(random, values));
  }
}

bool guess_value(const struct setup *setup, const struct type_desc *type, uint32_t random[4], int32_t *slots) {
  const struct type_desc *single = type->kind >= VALUE_SET ? &setup->program->types[type->element] : type;
  uint32_t values = values_to_draw(setup, single);
  int64_t room = (int64_t)type->slots * (type->kind == VALUE_SET ? 32 : 4); /* what a damaged file says may not fit */
  bool by_value = type->kind == VALUE_SET || type->kind == VALUE_BAG;
  if (values == 0 || (by_value && (type_first(single) < 0 || type_first(single) + (int64_t)values > room)))
    return false;
  memset(slots, 0, (size_t)type->slots * sizeof *slots);
  if (type->kind < VALUE_SET) slots[0] = draw_single(type, values, random);
  else draw_members(type, (uint32_t)type_first(single), values, random, slots);
  return true;
}

/* ---- variables ---- */

/* Whether it was left to chance. */
static bool guess_variable(struct guess *guess, const struct variable *variable, int32_t element, bool initial) {
  const struct setup *setup = guess->game->setup;
  const struct storage *storage = &setup->program->storages[variable->storage];
  const struct type_desc *type = &setup->program->types[variable->type];
  size_t offset = (size_t)storage->offset + (size_t)element * (size_t)storage->width;
  char *place = (char *)guess->game->state + offset;
  int32_t single;
  bool whole = storage->width >= 8; /* as it lies in a frame */
  bool taken = guess->another && another_gives(setup, type);
  const struct state *given = taken && !initial ? guess->another : setup->image;
  bool drawn =
      !initial && !taken && guess_value(setup, type, guess->random, whole ? (int32_t *)(void *)place : &single);
  if (!drawn) memcpy(place, (const char *)given + offset, (size_t)storage->width);
  else if (!whole) place_put(place, storage->width, single);
  return drawn || (taken && !initial);
}

/* Whether any was left to chance. */
static bool guess_variables(struct guess *guess, bool initial) {
  const struct setup *setup = guess->game->setup;
  const struct program *p = setup->program;
  bool drawn = false;
  for (uint32_t v = 0; v < p->variables_count; v++) {
    const struct variable *variable = &p->variables[v];
    if (setup->variable_seen[v] == SEEN_BY_ALL || variable->setting >= 0) continue;
    for (int32_t i = 0; i < p->storages[variable->storage].count; i++) {
      struct place place;
      if (!place_of(setup, variable->dim_type, variable->dims, i, &place)) continue;
      if (place_seen_by(setup->variable_seen[v], place.owner, guess->seat)) continue;
      drawn |= guess_variable(guess, variable, i, initial);
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

bool guess_hidden(struct guess *guess, bool last) {
  bool drawn = guess_variables(guess, last);
  guess->keeps_shown = last;
  locals_guess(guess);
  bool possible = guess_choice(guess) && (!guess->asked || last || leak_portrait(guess->sample) == guess->asked);
  return possible && (!drawn || !game_broken_invariant(guess->game));
}
