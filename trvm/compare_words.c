/* A comparison in plain words: what changed, by how much, what did not, and what cannot be told yet. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trvm/compare.h"

/* ---- one figure ---- */

bool figure_differs(const struct figure *figure) {
  return figure->estimate.verdict == VERDICT_DIFFERS || figure->estimate.verdict == VERDICT_LITTLE;
}

static bool is_usage(const struct figure *figure) { return figure->kind >= FIGURE_OPTION; }

bool figure_never_used(const struct figure *figure) {
  const struct pairs *pairs = &figure->pairs;
  return is_usage(figure) && pairs->base.mean == 0 && pairs->changed.mean == 0;
}

void figure_title(const struct figure *figure, char *title, size_t size) {
  const char *kind = is_usage(figure) ? figure_kind_names[figure->kind] : figure->kind == FIGURE_WINS ? "wins of" : "";
  snprintf(title, size, "%s%s%s", kind, *kind ? " " : "", figure->name);
  for (char *mark = title; is_usage(figure) && (mark = strchr(mark, '_')); mark++) *mark = ' ';
}

const char *figure_word(const struct figure *figure) {
  bool more = figure->estimate.difference > 0;
  if (is_usage(figure) && figure->absent[SIDE_BASE]) return "new";
  if (is_usage(figure) && figure->absent[SIDE_CHANGED]) return "gone";
  if (figure_never_used(figure)) return "never used";
  switch (figure->estimate.verdict) {
  case VERDICT_DIFFERS: return more ? "more" : "less";
  case VERDICT_LITTLE: return more ? "slightly more" : "slightly less";
  case VERDICT_SAME: return "same";
  case VERDICT_UNCLEAR: break;
  }
  return "too few games";
}

int figure_decimals(const struct figure *figure) { return figure->kind == FIGURE_WINS ? 1 : 2; }

/* Rounded with so many decimals; never minus zero. */
static double rounded(const struct figure *figure, double value, int decimals) {
  double unit = pow(10, decimals), scale = figure->kind == FIGURE_WINS ? 100 : 1;
  return round(value * scale * unit) / unit + 0.0;
}

double figure_shown(const struct figure *figure, double value) {
  return rounded(figure, value, figure_decimals(figure));
}

/* ---- clauses ---- */

/* In sentences, no more decimals than the interval is worth, but so many that no end of it looks like none. */
static int spoken_decimals(const struct figure *figure) {
  const struct estimate *estimate = &figure->estimate;
  bool wins = figure->kind == FIGURE_WINS;
  double nearest = fmin(fabs(estimate->low), fabs(estimate->high)) * (wins ? 100 : 1);
  if (nearest > 0 && nearest < 0.05) return 2;
  return wins || estimate->high - estimate->low >= 0.2 ? 1 : 2;
}

/* The size of the difference: "1.8". */
static void append_size(struct text *text, const struct figure *figure) {
  int decimals = spoken_decimals(figure);
  text_append_format(text, "%.*f", decimals, rounded(figure, fabs(figure->estimate.difference), decimals));
}

/* " (1.6 to 2.0)" of a difference whose direction was said; " (-0.1 to +0.1)" of one that has none. */
static void append_interval(struct text *text, const struct figure *figure) {
  const struct estimate *estimate = &figure->estimate;
  int decimals = spoken_decimals(figure);
  double low = rounded(figure, estimate->low, decimals), high = rounded(figure, estimate->high, decimals);
  if (estimate->low == 0 && estimate->high == 0) return;
  if (figure_differs(figure) && estimate->difference > 0)
    text_append_format(text, " (%.*f to %.*f)", decimals, low, decimals, high);
  else if (figure_differs(figure)) text_append_format(text, " (%.*f to %.*f)", decimals, -high, decimals, -low);
  else text_append_format(text, " (%+.*f to %+.*f)", decimals, low, decimals, high);
}

static const char *slightly(const struct figure *figure) {
  return figure->estimate.verdict == VERDICT_LITTLE ? "slightly " : "";
}

/* Where a clause begins. */
static void next_clause(struct text *text) {
  if (text->length) text_append_format(text, "; ");
}

static void append_length(struct text *text, const struct figure *figure) {
  bool more = figure->estimate.difference > 0;
  next_clause(text);
  if (figure_differs(figure)) {
    text_append_format(text, "the game is ");
    append_size(text, figure);
    text_append_format(text, " %s %s%s", figure->name, slightly(figure), more ? "longer" : "shorter");
  } else if (figure->estimate.verdict == VERDICT_SAME) {
    text_append_format(text, "the game is as long as before");
  } else text_append_format(text, "it cannot be told yet whether the game is longer or shorter");
  if (!figure_differs(figure)) text_append_format(text, " in %s", figure->name);
  append_interval(text, figure);
}

static void append_first_seat(struct text *text, const struct figure *figure) {
  next_clause(text);
  if (figure_differs(figure)) {
    text_append_format(text, "the first seat wins %s%s often, by ", slightly(figure),
                       figure->estimate.difference > 0 ? "more" : "less");
    append_size(text, figure);
    text_append_format(text, " points");
  } else if (figure->estimate.verdict == VERDICT_SAME) {
    text_append_format(text, "the first seat's advantage did not change");
  } else text_append_format(text, "it cannot be told yet whether the first seat's advantage changed");
  append_interval(text, figure);
}

/* All that is said only if it differs: "more" and "less" in the words of the figure. */
static void append_other(struct text *text, const struct figure *figure) {
  bool more = figure->estimate.difference > 0;
  const char *little = slightly(figure);
  if (!figure_differs(figure)) return;
  next_clause(text);
  switch (figure->kind) {
  case FIGURE_DECISIONS:
    append_size(text, figure);
    text_append_format(text, " %s%s decisions are made", little, more ? "more" : "fewer");
    break;
  case FIGURE_SCORE:
    text_append_format(text, "scores are %s%s by ", little, more ? "higher" : "lower");
    append_size(text, figure);
    break;
  case FIGURE_SPREAD:
    text_append_format(text, "first and last are %s%s by ", little, more ? "further apart" : "closer together");
    append_size(text, figure);
    break;
  case FIGURE_LEAD:
    text_append_format(text, "the lead changes %s%s often, by ", little, more ? "more" : "less");
    append_size(text, figure);
    break;
  case FIGURE_WINS:
    text_append_format(text, "%s wins %s%s often, by ", figure->name, little, more ? "more" : "less");
    append_size(text, figure);
    text_append_format(text, " points");
    break;
  default: break;
  }
  append_interval(text, figure);
}

/* "score spread, p2's and p3's wins": names of figures that share a verdict and were not told of. */
static void append_rest(struct text *text, const struct compare_table *table, enum verdict verdict, const char *begin) {
  struct text names = { 0 };
  for (uint32_t i = 1; i < table->usage; i++) {
    const struct figure *figure = &table->figures[i];
    if (figure->estimate.verdict != verdict || (figure->kind == FIGURE_WINS && figure->seat == 0)) continue;
    if (names.length) text_append_format(&names, ", ");
    text_append_format(&names, figure->kind == FIGURE_WINS ? "wins of %s" : "%s", figure->name);
  }
  if (names.length) text_append_format(text, "; %s: %s", begin, text_get(&names));
  text_free(&names);
}

/* ---- options and rules ---- */

/* How much it changed, for sorting: in parts of the greater of both. */
static double change_of(const struct figure *figure) {
  const struct pairs *pairs = &figure->pairs;
  double greater = fmax(pairs->base.mean, pairs->changed.mean);
  return greater > 0 ? fabs(pairs->difference.mean) / greater : 0;
}

uint32_t table_usage(const struct compare_table *table, bool all, uint32_t *indices) {
  uint32_t count = 0;
  for (uint32_t i = table->usage; i < table->count; i++) {
    const struct figure *figure = &table->figures[i];
    if (figure_never_used(figure) || !(all || figure_differs(figure))) continue;
    uint32_t at = count++;
    /* Few: sorted as they come, equal ones in the order of the rules. */
    for (; at > 0 && change_of(&table->figures[indices[at - 1]]) < change_of(figure); at--)
      indices[at] = indices[at - 1];
    indices[at] = i;
  }
  return count;
}

static void append_usage(struct text *text, const struct compare_table *table) {
  uint32_t *indices = need_memory(NULL, table->count * sizeof *indices);
  uint32_t count = table_usage(table, false, indices);
  if (count == 1) text_append_format(text, "; one option or rule is used more or less often");
  else if (count) text_append_format(text, "; %u options and rules are used more or less often", count);
  free(indices);
}

/* ---- paragraphs ---- */

uint64_t table_needed(const struct compare_table *table) {
  uint64_t most = 0;
  for (uint32_t i = 0; i < table->usage; i++) {
    const struct estimate *estimate = &table->figures[i].estimate;
    if (estimate->verdict == VERDICT_UNCLEAR && estimate->needed > most) most = estimate->needed;
  }
  return most;
}

/* Upwards to two digits, and some more to be safe: the spread is only estimated. */
static uint64_t round_up(uint64_t number) {
  uint64_t unit = 1, more = number + number / 10;
  while (more / unit >= 100) unit *= 10;
  return (more + unit - 1) / unit * unit;
}

static void append_clauses(struct text *text, const struct compare_table *table) {
  struct text clauses = { 0 };
  append_length(&clauses, &table->figures[0]);
  for (uint32_t i = 1; i < table->usage; i++) {
    const struct figure *figure = &table->figures[i];
    if (figure->kind == FIGURE_WINS && figure->seat == 0) append_first_seat(&clauses, figure);
    else append_other(&clauses, figure);
  }
  append_rest(&clauses, table, VERDICT_SAME, "no difference that matters");
  append_rest(&clauses, table, VERDICT_UNCLEAR, "not to be told yet either");
  append_usage(&clauses, table);
  text_append_format(text, "%s.", text_get(&clauses));
  text_free(&clauses);
}

/* The very same choices can still lead to other scores. */
static bool all_alike(const struct compare_table *table) {
  for (uint32_t i = 0; i < table->count; i++) {
    const struct moments *difference = &table->figures[i].pairs.difference;
    if (difference->mean != 0 || difference->squares != 0) return false;
  }
  return table->alike == table->played;
}

void table_verdict(const struct compare_table *table, struct text *text) {
  uint64_t pairs = table->figures[0].pairs.count, needed = table_needed(table);
  text_append_format(text, "With %u player%s ", table->players, plural(table->players));
  if (table->played == 0) text_append_format(text, "no game was played.");
  else if (pairs < 2) text_append_format(text, "too few pairs of games came to an end to say anything.");
  else if (all_alike(table))
    text_append_format(text,
                       "nothing is different: in all %u pairs the very same choices were made, and everything "
                       "counted here came out the same.",
                       table->played);
  else append_clauses(text, table);
  if (pairs >= 2 && needed)
    text_append_format(text, " %" PRIu64 " pair%s too few to tell everything; about %" PRIu64 " would do.", pairs,
                       pairs == 1 ? " is" : "s are", round_up(needed));
}

void comparison_verdict(const struct comparison *comparison, struct text *text) {
  if (comparison->differences)
    text_append_format(text, "%u of %u figures differ.", comparison->differences, comparison->comparisons);
  else text_append_format(text, "No difference was found in %u figures.", comparison->comparisons);
}
