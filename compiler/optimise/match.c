/* match: a match whose arms are constants is a table: one instruction looks its value up.
 *
 * What must hold: every pattern is a small number, a value or a range of them, every arm gives a constant, and no arm is
 * cited, since its visits must be counted. Why nothing changes: the table has for each value the result of the first
 * arm that fits; its last entry, for all others, is the result of `else`. */
#include "compiler/constant.h"
#include "compiler/optimise/optimise.h"

enum { ENTRIES_LIMIT = 1024 };

/* The values low .. high that a pattern names; false when a table cannot have them. */
static bool pattern_range(struct compilation *c, const struct tree *pattern, int32_t *low, int32_t *high) {
  if (pattern->kind == TREE_NONE) return false;
  if (pattern->kind != TREE_RANGE) {
    if (!constant_fold(c, pattern, low)) return false;
    *high = *low;
  } else if (!constant_fold(c, pattern->kid[RANGE_LOW], low) || !constant_fold(c, pattern->kid[RANGE_HIGH], high))
    return false;
  return *low >= 0 && *high < ENTRIES_LIMIT;
}

/* Entries that the patterns of all arms need; -1 when some arm is not for a table: it is no constant, or it is cited,
 * and its visits must be counted. */
static int32_t count_entries(struct compilation *c, const struct tree *arms) {
  int32_t entries = 0, low, high, value;
  for (const struct tree *arm = arms; arm; arm = arm->next) {
    if (arm->cites || !constant_fold(c, arm->kid[ARM_BODY], &value)) return -1;
    for (const struct tree *pattern = arm->kid[ARM_PATTERNS]; pattern; pattern = pattern->next) {
      if (!pattern_range(c, pattern, &low, &high)) return -1;
      if (high >= entries) entries = high + 1;
    }
  }
  return entries;
}

/* From the last arm to the first, because the first that fits counts; `else` stands last. */
static void fill_entries(struct compilation *c, const struct tree *arm, int32_t *table, int32_t entries) {
  int32_t low = 0, high = -1, value = 0;
  if (!arm) return;
  fill_entries(c, arm->next, table, entries);
  constant_fold(c, arm->kid[ARM_BODY], &value);
  if (!arm->kid[ARM_PATTERNS])
    for (int32_t i = 0; i <= entries; i++) table[i] = value;
  for (const struct tree *pattern = arm->kid[ARM_PATTERNS]; pattern; pattern = pattern->next) {
    pattern_range(c, pattern, &low, &high);
    for (int32_t i = low; i <= high; i++) table[i] = value;
  }
}

int32_t match_column(struct lower *l, const struct tree *match) {
  struct compilation *c = l->c;
  const struct tree *arms = match->kid[MATCH_VALUE_ARMS];
  const struct type *type = type_of(match);
  if (!lower_runs(l, PASS_match) || type_is_multi(type) || type->kind == TYPE_KIND_TEXT) return -1;
  int32_t entries = count_entries(c, arms);
  if (entries < 0) return -1;
  int32_t *table = arena_alloc(c->arena, ((size_t)entries + 1) * sizeof *table);
  fill_entries(c, arms, table, entries);
  return context_column(c, table, 1, entries + 1);
}
