/* Patterns of a match: every pattern fits the subject, none stands twice, and without `else` nothing is missing. */
#include "compiler/types.h"

#include <stdlib.h>

#include "compiler/constant.h"

enum {
  COVER_LIMIT = 65536, /* values that are counted one by one */
  GAP_LIMIT = 200      /* of those that are missing, so many are kept */
};

struct cover {
  uint8_t *seen;          /* per value; NULL when the subject has too many */
  int32_t low, count;     /* values low .. low + count - 1 */
  struct vector patterns; /* struct interval, in their order */
  bool none, otherwise;
};

/* The values of a pattern. */
struct interval {
  int32_t low, high;
  struct span span;
};

static void cover_interval(struct compilation *c, struct cover *cover, struct tree *pattern, int32_t low,
                           int32_t high) {
  struct interval interval = { low, high, pattern->span };
  vector_push(c->arena, &cover->patterns, &interval, sizeof interval);
  for (int64_t value = low; cover->seen && value <= high && value < (int64_t)low + COVER_LIMIT; value++)
    if (value >= cover->low && value < (int64_t)cover->low + cover->count) cover->seen[value - cover->low] = 1;
}

static int by_number(const void *left, const void *right) {
  int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
  return (a > b) - (a < b);
}

/* How many of the numbers, which are sorted, are not above `value`. */
static size_t rank_of(const int32_t *numbers, size_t count, int32_t value) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (numbers[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Reports patterns of which an earlier one has all values. Of the patterns so far, `highs` tells the highest end of those
 * that begin not above a certain number: it is a tree in which each entry stands for those of the numbers below its own
 * that its lowest bit counts. */
static void report_repeated(struct compilation *c, const struct cover *cover) {
  const struct interval *patterns = cover->patterns.items;
  size_t count = cover->patterns.count;
  int32_t *lows = arena_try(c->arena, (count + 1) * sizeof *lows),
          *highs = arena_try(c->arena, (count + 1) * sizeof *highs);
  if (!lows || !highs || !count) return;
  for (size_t i = 0; i < count; i++) lows[i] = patterns[i].low, highs[i + 1] = INT32_MIN;
  qsort(lows, count, sizeof *lows, by_number);
  for (size_t i = 0; i < count; i++) {
    size_t rank = rank_of(lows, count, patterns[i].low);
    int32_t highest = INT32_MIN;
    for (size_t at = rank; at > 0; at &= at - 1)
      if (highs[at] > highest) highest = highs[at];
    if (highest >= patterns[i].high) diag_report(c->diags, DIAG_E0310, patterns[i].span, "this case stood before");
    for (size_t at = rank; at <= count; at += at & (~at + 1))
      if (highs[at] < patterns[i].high) highs[at] = patterns[i].high;
  }
}

static void cover_pattern(struct compilation *c, struct cover *cover, struct tree *pattern, struct type *subject) {
  int32_t low, high, players = c->checker->players;
  if (pattern->kind == TREE_NONE) {
    types_note(c, pattern, NOTE_PLAIN, c->none_type, NULL, 0);
    if (!subject->optional)
      diag_report(c->diags, DIAG_E0301, pattern->span, "%s is never none", type_phrase(c, subject));
    else if (cover->none) diag_report(c->diags, DIAG_E0310, pattern->span, "this case stood before");
    cover->none = true;
  } else if (pattern->kind == TREE_RANGE) {
    if (!constant_number(c, pattern->kid[RANGE_LOW], &low) || !constant_number(c, pattern->kid[RANGE_HIGH], &high))
      return;
    types_note(c, pattern, NOTE_PLAIN, c->int_type, NULL, 0);
    if (subject->kind != TYPE_KIND_INT) types_mismatch(c, pattern, subject, c->int_type);
    cover_interval(c, cover, pattern, low, high);
  } else {
    c->checker->players = 0; /* a match must name all seats, also in a scenario in which fewer play */
    if (constant_value(c, pattern, type_required(c, subject), &low)) cover_interval(c, cover, pattern, low, low);
    c->checker->players = players;
  }
}

static const char *value_word(struct compilation *c, const struct type *subject, int32_t value) {
  switch (subject->kind) {
  case TYPE_KIND_ENUM:
  case TYPE_KIND_CARD: return subject->symbol->values[value].name;
  case TYPE_KIND_BOOL: return value ? "true" : "false";
  case TYPE_KIND_PLAYER: return arena_format(c->arena, "p%d", value + 1);
  default: return arena_format(c->arena, "%d", value);
  }
}

/* Keeps what is missing, for who would like to add it. */
static void keep_gap(struct compilation *c, const struct tree *match, const struct cover *cover,
                     const struct type *subject) {
  struct text missing = arena_text(c->arena);
  int count = 0;
  if (subject->optional && !cover->none) text_add(&missing, "none");
  for (int32_t i = 0; i < cover->count && count < GAP_LIMIT; i++)
    if (!cover->seen[i] && ++count)
      text_format(&missing, "%s%s", missing.length ? " " : "", value_word(c, subject, cover->low + i));
  PUSH(c, gaps, (struct kept_gap){ match, text_get(&missing) });
}

static void report_missing(struct compilation *c, struct tree *match, const struct cover *cover,
                           const struct type *subject) {
  const char *missing = NULL;
  int count = 0;
  if (subject->optional && !cover->none) missing = "none", count++;
  for (int32_t i = 0; cover->seen && i < cover->count; i++)
    if (!cover->seen[i] && ++count <= 5)
      missing = arena_format(c->arena, "%s%s%s", missing ? missing : "", missing ? ", " : "",
                             value_word(c, subject, cover->low + i));
  struct span head = { match->span.file, match->span.start, match->kid[MATCH_SUBJECT]->span.end };
  if (!cover->seen)
    diag_report(c->diags, DIAG_E0309, head, "there are too many numbers to name them all: this match needs `else`");
  else if (count)
    diag_report(c->diags, DIAG_E0309, head, "this match says nothing about %s%s", missing,
                count > 5 ? " and more" : "");
  if (cover->seen && count && c->sources->keeps_meaning) keep_gap(c, match, cover, subject);
}

void types_patterns(struct compilation *c, struct tree *match, struct tree *arms, struct type *subject) {
  struct cover cover = { 0 };
  size_t errors = c->diags->errors;
  if (subject->kind == TYPE_KIND_ERROR) return;
  if (!type_is_scalar(subject) || subject->kind == TYPE_KIND_PATH) {
    diag_report(c->diags, DIAG_E0301, match->span, "%s cannot be matched", type_phrase(c, subject));
    return;
  }
  cover.low = subject->kind == TYPE_KIND_INT ? subject->low : 0;
  bool unbounded = subject->kind == TYPE_KIND_INT && (int64_t)subject->high - subject->low >= COVER_LIMIT;
  if (!unbounded)
    cover.count = subject->kind == TYPE_KIND_INT ? subject->high - subject->low + 1 : type_count(c, subject);
  if (!unbounded && cover.count > 0 && cover.count <= COVER_LIMIT)
    cover.seen = arena_try(c->arena, (size_t)cover.count);
  for (struct tree *arm = arms; arm; arm = arm->next) {
    if (cover.otherwise) diag_report(c->diags, DIAG_E0310, arm->span, "`else` comes last");
    if (!arm->kid[ARM_PATTERNS]) cover.otherwise = true;
    for (struct tree *pattern = arm->kid[ARM_PATTERNS]; pattern; pattern = pattern->next)
      cover_pattern(c, &cover, pattern, subject);
  }
  report_repeated(c, &cover);
  /* A case that could not be read may be the one that is missing. */
  if (!cover.otherwise && c->diags->errors == errors) report_missing(c, match, &cover, subject);
}
