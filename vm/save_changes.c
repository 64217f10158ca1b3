/* Which rules have changed since a game was saved, the closest to the choice that is no longer possible first.
 *
 * Rules form a network by mentioning each other. A choice stands in a rule; the fewer steps from there to a changed
 * rule, along mentions in either direction, the likelier that change is the reason. */
#include <string.h>

#include "vm/save.h"

enum { NOWHERE = -1 };

/* ---- how far it is from a choice ---- */

struct changes_search {
  const struct program *p;
  uint32_t *steps; /* of each rule, TRV_FAR before it is reached */
  int32_t *queue;  /* rules that are reached, in their order */
  size_t reached;
};

static int32_t rule_named(const struct program *p, const char *name) {
  for (uint32_t i = 0; i < p->rules_count; i++)
    if (strcmp(program_text(p, p->rules[i].name), name) == 0) return (int32_t)i;
  return NOWHERE;
}

static void reach(struct changes_search *search, int32_t rule, uint32_t steps) {
  if (rule == NOWHERE || search->steps[rule] != TRV_FAR) return;
  search->steps[rule] = steps;
  search->queue[search->reached++] = rule;
}

static bool mentions(const struct program *p, const struct rule *rule, int32_t other) {
  for (int32_t i = 0; i < rule->use_count; i++)
    if (p->ints[rule->uses + i] == other) return true;
  return false;
}

static void spread(struct changes_search *search) {
  const struct program *p = search->p;
  for (size_t i = 0; i < search->reached; i++) {
    int32_t at = search->queue[i];
    const struct rule *rule = &p->rules[at];
    uint32_t steps = search->steps[at] + 1;
    for (int32_t k = 0; k < rule->use_count; k++) reach(search, p->ints[rule->uses + k], steps);
    for (uint32_t k = 0; k < p->rules_count; k++)
      if (search->steps[k] == TRV_FAR && mentions(p, &p->rules[k], at)) reach(search, (int32_t)k, steps);
  }
}

/* Both the choice that was made and the one now pending may show where the game went another way. */
static void search_from(struct changes_search *search, const trv_save *save, const trv_game *game) {
  const struct program *p = search->p;
  size_t made = trv_game_decisions(game);
  trv_choice_info now;
  const char *was = made < save->info.choices ? save->choices[made].choice : "";
  if (trv_game_choice(game, &now) != TRV_OK) now.name = "";
  for (uint32_t i = 0; i < p->choices_count; i++) {
    const char *name = program_text(p, p->choices[i].name);
    if (strcmp(name, was) == 0 || strcmp(name, now.name) == 0)
      reach(search, rule_named(p, program_text(p, program_name_at(p, (uint32_t)p->choices[i].enumerate))), 0);
  }
  spread(search);
}

/* ---- reporting ---- */

struct changes_telling {
  const trv_save *save;
  const struct program *p;
  const uint32_t *steps; /* NULL: not known */
  bool (*each)(void *context, const trv_rule_change *change);
  void *context;
};

static struct saved_rule *saved_rule(const trv_save *save, const char *name) {
  for (size_t i = 0; i < save->rule_count; i++)
    if (strcmp(save->rules[i].name, name) == 0) return &save->rules[i];
  return NULL;
}

static bool is_changed(const struct changes_telling *telling, uint32_t index, enum trv_difference_kind *kind) {
  const struct rule *rule = &telling->p->rules[index];
  struct saved_rule *was = saved_rule(telling->save, program_text(telling->p, rule->name));
  if (was) was->found = true;
  *kind = was ? TRV_CHANGED : TRV_ADDED;
  return !was || was->digest != rule_digest(rule);
}

static bool tell_rule(const struct changes_telling *telling, uint32_t index, enum trv_difference_kind kind) {
  const struct program *p = telling->p;
  const struct rule *rule = &p->rules[index];
  char cites[300];
  struct text_sink out = sink_on(cites, sizeof cites);
  text_cites(p, rule->cites, rule->cite_count, &out);
  sink_end(&out);
  trv_rule_change change = { kind,
                             program_text(p, rule->name),
                             program_text(p, rule->file),
                             (uint32_t)rule->line,
                             cites,
                             telling->steps ? telling->steps[index] : TRV_FAR };
  return telling->each(telling->context, &change);
}

/* Rules that are so many steps away, and how far it is to the next ones. */
static bool tell_steps(const struct changes_telling *telling, uint32_t steps, uint32_t *next) {
  enum trv_difference_kind kind;
  *next = TRV_FAR;
  for (uint32_t i = 0; i < telling->p->rules_count; i++) {
    uint32_t away = telling->steps ? telling->steps[i] : TRV_FAR;
    if (away > steps && away < *next) *next = away;
    if (away == steps && is_changed(telling, i, &kind) && !tell_rule(telling, i, kind)) return false;
  }
  return true;
}

static void tell_all(const struct changes_telling *telling) {
  const trv_save *save = telling->save;
  uint32_t steps = telling->steps ? 0 : TRV_FAR, next;
  for (size_t i = 0; i < save->rule_count; i++) save->rules[i].found = false;
  for (;; steps = next) {
    if (!tell_steps(telling, steps, &next)) return;
    if (steps == TRV_FAR) break;
  }
  for (size_t i = 0; i < save->rule_count; i++) {
    trv_rule_change change = { TRV_REMOVED, save->rules[i].name, "", 0, "", TRV_FAR };
    if (!save->rules[i].found && !telling->each(telling->context, &change)) return;
  }
}

int trv_save_changes(const trv_save *save, const trv_program *program, const trv_game *game,
                     bool (*each)(void *context, const trv_rule_change *change), void *context) {
  const trv_allocator *allocator = memory_default();
  struct changes_search search = { .p = &program->program };
  uint32_t count = search.p->rules_count;
  if (!trv_save_is_of(save, program) || (game && game->setup->program != program)) return TRV_E_ARGUMENT;
  if (save->rule_count == 0 || count == 0) return TRV_E_STATE;
  search.steps = memory_new(allocator, count, sizeof *search.steps);
  search.queue = memory_new(allocator, count, sizeof *search.queue);
  int status = search.steps && search.queue ? TRV_OK : TRV_E_MEMORY;
  if (status == TRV_OK) {
    for (uint32_t i = 0; i < count; i++) search.steps[i] = TRV_FAR;
    if (game) search_from(&search, save, game);
    tell_all(&(struct changes_telling){ save, search.p, game ? search.steps : NULL, each, context });
  }
  memory_free(allocator, search.steps);
  memory_free(allocator, search.queue);
  return status;
}
