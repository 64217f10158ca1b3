/* A comparison as text for a terminal: for each number of players a table of figures and a verdict. */
#include <stdlib.h>
#include <string.h>

#include "trvm/compare.h"

enum { NAME_COLUMNS = 28, SHOWN_USAGE = 15 };

static void print_row(const struct screen *screen, const struct figure *figure, const char *name) {
  const struct estimate *estimate = &figure->estimate;
  FILE *out = screen->out;
  int decimals = figure_decimals(figure);
  const char *unit = figure->kind == FIGURE_WINS ? "%" : " ";
  char interval[64];
  snprintf(interval, sizeof interval, "%+.*f to %+.*f", decimals, figure_shown(figure, estimate->low), decimals,
           figure_shown(figure, estimate->high));
  output_format(out, "  ");
  screen_pad(screen, STYLE_PLAIN, name, NAME_COLUMNS);
  output_format(out, " %9.*f%s %9.*f%s %+10.*f  %-20s ", decimals, figure_shown(figure, estimate->base), unit, decimals,
                figure_shown(figure, estimate->changed), unit, decimals, figure_shown(figure, estimate->difference),
                interval);
  screen_put(screen, figure_differs(figure) ? STYLE_STRONG : STYLE_FAINT, figure_word(figure));
  output_format(out, "\n");
}

static void print_head(const struct screen *screen, const char *what) {
  output_format(screen->out, "\n  %-*s %10s %10s %10s  95 %% interval\n", NAME_COLUMNS, what, "base ", "changed ",
                "difference");
}

static void print_usage(const struct screen *screen, const struct comparison *comparison,
                        const struct compare_table *table) {
  uint32_t *indices = need_memory(NULL, table->count * sizeof *indices);
  uint32_t count = table_usage(table, comparison->wish.all, indices);
  uint32_t shown = comparison->wish.all || count <= SHOWN_USAGE ? count : SHOWN_USAGE;
  if (count) print_head(screen, "used in a game");
  for (uint32_t i = 0; i < shown; i++) {
    const struct figure *figure = &table->figures[indices[i]];
    char name[100];
    figure_title(figure, name, sizeof name);
    print_row(screen, figure, name);
  }
  if (shown < count) output_format(screen->out, "  and %u more; --all lists them\n", count - shown);
  free(indices);
}

static void print_outcomes(FILE *out, const struct compare_table *table) {
  static const char *const names[] = { "base", "changed" };
  for (enum compare_side side = SIDE_BASE; side < SIDES; side++) {
    const uint32_t *outcomes = table->outcomes[side];
    if (outcomes[SIM_FINISHED] == table->played) continue;
    output_format(out, "  %s: %u stuck, %u rule error%s, %u over the limit\n", names[side], outcomes[SIM_STUCK],
                  outcomes[SIM_ERROR], plural(outcomes[SIM_ERROR]), outcomes[SIM_OVER_LIMIT]);
  }
}

static void print_table(const struct screen *screen, const struct comparison *comparison,
                        const struct compare_table *table) {
  FILE *out = screen->out;
  struct text text = { 0 };
  uint64_t pairs = table->figures[0].pairs.count;
  text_append_format(&text, "%u player%s", table->players, plural(table->players));
  output_format(out, "\n");
  screen_put(screen, STYLE_TITLE, text_get(&text));
  output_format(out, ": %u pair%s", table->played, plural(table->played));
  if (table->played < comparison->wish.games) output_format(out, " of %u (interrupted)", comparison->wish.games);
  if (pairs < table->played)
    output_format(out, ", %u of them left out because a game did not end", (uint32_t)(table->played - pairs));
  if (table->alike && table->alike < table->played) output_format(out, ", %u with the very same choices", table->alike);
  output_format(out, "\n");
  print_outcomes(out, table);
  if (pairs >= 2) {
    print_head(screen, "");
    for (uint32_t i = 0; i < table->usage; i++) {
      const struct figure *figure = &table->figures[i];
      char name[100];
      figure_title(figure, name, sizeof name);
      print_row(screen, figure, name);
    }
    print_usage(screen, comparison, table);
  }
  output_format(out, "\n");
  text_clear(&text);
  table_verdict(table, &text);
  output_format(out, "  ");
  screen_wrap(screen, STYLE_PLAIN, text_get(&text), 2, 2);
  text_free(&text);
}

/* What the score of these tables is: the first thing that the ranking goes by. */
static void print_key(FILE *out, const struct comparison *comparison) {
  trv_key_info keys[SIDES];
  for (enum compare_side side = SIDE_BASE; side < SIDES; side++)
    if (trv_program_key(comparison->programs[side], 0, &keys[side]) != TRV_OK) return;
  for (enum compare_side side = SIDE_BASE; side < SIDES; side++) {
    bool same = strcmp(keys[SIDE_BASE].title, keys[SIDE_CHANGED].title) == 0 &&
                keys[SIDE_BASE].descending == keys[SIDE_CHANGED].descending;
    const char *title = *keys[side].title ? keys[side].title : "what the ranking goes by first";
    output_format(out, "score%s: %s; %s is better\n",
                  same                ? ""
                  : side == SIDE_BASE ? " of the base"
                                      : " if changed",
                  title, keys[side].descending ? "more" : "less");
    if (same) return;
  }
}

void compare_print_text(const struct screen *screen, const struct comparison *comparison) {
  FILE *out = screen->out;
  struct text text = { 0 };
  output_format(out, "base:    %s\nchanged: %s\n", comparison->titles[SIDE_BASE], comparison->titles[SIDE_CHANGED]);
  output_format(out, "seed %u, %u pair%s of games for each number of players\n", comparison->wish.seed,
                comparison->wish.games, plural(comparison->wish.games));
  print_key(out, comparison);
  for (uint32_t t = 0; t < comparison->table_count; t++) print_table(screen, comparison, &comparison->tables[t]);
  output_format(out, "\n");
  comparison_verdict(comparison, &text);
  text_append_format(
      &text, " Intervals are 95 %% for all of them together (corrected by Bonferroni); up to 2 points of wins, or 5 %% "
             "of anything else, is held not to matter.");
  screen_wrap(screen, STYLE_PLAIN, text_get(&text), 0, 0);
  text_free(&text);
}
