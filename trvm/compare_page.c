/* A comparison as a page for a browser: verdicts, plots as inline SVG, tables. Complete in one file, and fit to print. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "trvm/compare.h"

static const char style[] =
    "body{font:16px/1.5 system-ui,sans-serif;color:#1b1b1b;background:#fff;max-width:60rem;margin:2rem auto;padding:0 "
    "1rem}"
    "h1{font-size:1.5rem;margin-bottom:.3rem}h2{margin-top:2.2rem;border-top:1px solid #ccc;padding-top:1rem}"
    "h3{font-size:1rem;margin:1.4rem 0 .3rem}.verdict{background:#f2f5f9;border-left:4px solid #2f6da8;padding:.6rem "
    "1rem}"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%}"
    "th,td{padding:.15rem .6rem;text-align:right;border-bottom:1px solid #e4e4e4}"
    "th:first-child,td:first-child,td:last-child,th:last-child{text-align:left}tr.differs td{font-weight:600}"
    ".note{color:#555;font-size:.9rem}svg{max-width:100%;height:auto}svg text{font:12px system-ui,sans-serif;fill:#333}"
    ".base{fill:#8a97a6}.changed{fill:#d9772b}.line{stroke:#999;fill:none}.mark{stroke:#2f6da8;stroke-width:2}"
    ".dot{fill:#2f6da8}.quiet .mark{stroke:#aab}.quiet .dot{fill:#aab}"
    "@media print{body{margin:0;max-width:none}h2{break-before:auto}svg,table{break-inside:avoid}}";

enum { WIDTH = 720, LEFT = 190, RIGHT = 20, MOST_BARS = 60 };

static void append_safe(struct text *page, const char *words) {
  for (; *words; words++) switch (*words) {
    case '<': text_append_format(page, "&lt;"); break;
    case '>': text_append_format(page, "&gt;"); break;
    case '&': text_append_format(page, "&amp;"); break;
    case '"': text_append_format(page, "&quot;"); break;
    default: text_append(page, words, 1);
    }
}

static void append_label(struct text *page, double x, double y, const char *anchor, const char *words) {
  text_append_format(page, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
  append_safe(page, words);
  text_append_format(page, "</text>");
}

static void begin_plot(struct text *page, double height, const char *title) {
  text_append_format(page, "<h3>%s</h3>\n<svg viewBox=\"0 0 %d %.0f\" width=\"%d\" role=\"img\" aria-label=\"%s\">",
                     title, WIDTH, height, WIDTH, title);
}

static void append_bar(struct text *page, const char *class, double x, double y, double width, double height) {
  text_append_format(page, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", class, x, y,
                     width, height);
}

static void append_key(struct text *page, double y) {
  append_bar(page, "base", LEFT, y - 10, 12, 12);
  append_label(page, LEFT + 18, y, "start", "base");
  append_bar(page, "changed", LEFT + 80, y - 10, 12, 12);
  append_label(page, LEFT + 98, y, "start", "changed");
}

/* ---- how long games are ---- */

static uint32_t counted(const struct histogram *histogram, uint32_t from, uint32_t until) {
  uint32_t sum = 0;
  for (uint32_t i = from; i < until && i < histogram->room; i++) sum += histogram->counts[i];
  return sum;
}

/* The lengths that came up on either side: from least to most, in steps that make at most MOST_BARS bars. */
struct compare_span {
  uint32_t least, most, step, greatest; /* greatest: count in a bar */
};

static struct compare_span span_of(const struct compare_table *table) {
  struct compare_span span = { .least = UINT32_MAX, .greatest = 1 };
  for (enum compare_side side = SIDE_BASE; side < SIDES; side++)
    for (uint32_t i = 0; i < table->lengths[side].room; i++) {
      if (!table->lengths[side].counts[i]) continue;
      if (i < span.least) span.least = i;
      if (i > span.most) span.most = i;
    }
  span.step = (span.most - span.least) / MOST_BARS + 1;
  for (enum compare_side side = SIDE_BASE; side < SIDES; side++)
    for (uint32_t at = span.least; at <= span.most; at += span.step) {
      uint32_t count = counted(&table->lengths[side], at, at + span.step);
      if (count > span.greatest) span.greatest = count;
    }
  return span;
}

static void plot_lengths(struct text *page, const struct compare_table *table) {
  enum { HEIGHT = 150, FOOT = 40 };
  struct compare_span span = span_of(table);
  uint32_t steps = (span.most - span.least) / span.step;
  double bars = steps + 1.0, wide = (WIDTH - LEFT - RIGHT) / bars;
  uint32_t every = (uint32_t)ceil(bars / 12);
  struct text title = { 0 };
  text_append_format(&title, "Length of games in %s", table->figures[0].name);
  begin_plot(page, HEIGHT + FOOT + 10, text_get(&title));
  for (enum compare_side side = SIDE_BASE; side < SIDES; side++)
    for (uint32_t at = span.least, bar = 0; at <= span.most; at += span.step, bar++) {
      double high = (double)HEIGHT * counted(&table->lengths[side], at, at + span.step) / span.greatest;
      append_bar(page, side == SIDE_BASE ? "base" : "changed", LEFT + wide * bar + wide * (side ? 0.5 : 0.1),
                 HEIGHT - high + 5, wide * 0.4, high);
      if (side == SIDE_BASE && bar % every == 0) {
        char number[16];
        snprintf(number, sizeof number, "%u", at);
        append_label(page, LEFT + wide * (bar + 0.5), HEIGHT + 20, "middle", number);
      }
    }
  text_append_format(page, "<path class=\"line\" d=\"M%d %d H%d\"/>", LEFT, HEIGHT + 5, WIDTH - RIGHT);
  append_label(page, LEFT - 10, 15, "end", "games");
  append_key(page, HEIGHT + FOOT);
  text_append_format(page, "</svg>\n");
  text_free(&title);
}

/* ---- who wins ---- */

static void plot_wins(struct text *page, const struct compare_table *table) {
  double highest = 0, y = 10;
  for (uint32_t i = 0; i < table->usage; i++)
    if (table->figures[i].kind == FIGURE_WINS)
      highest = fmax(highest, fmax(table->figures[i].estimate.base, table->figures[i].estimate.changed));
  begin_plot(page, 40 + 36.0 * table->players, "Share of games won");
  for (uint32_t i = 0; i < table->usage; i++) {
    const struct figure *figure = &table->figures[i];
    if (figure->kind != FIGURE_WINS) continue;
    append_label(page, LEFT - 10, y + 17, "end", figure->name);
    for (enum compare_side side = SIDE_BASE; side < SIDES; side++) {
      double share = side == SIDE_BASE ? figure->estimate.base : figure->estimate.changed;
      double wide = highest > 0 ? (WIDTH - LEFT - RIGHT - 60) * share / highest : 0;
      char number[16];
      append_bar(page, side == SIDE_BASE ? "base" : "changed", LEFT, y + 13 * side, wide, 12);
      snprintf(number, sizeof number, "%.1f %%", 100 * share);
      append_label(page, LEFT + wide + 6, y + 10 + 13 * side, "start", number);
    }
    y += 36;
  }
  append_key(page, y + 15);
  text_append_format(page, "</svg>\n");
}

/* ---- differences with their intervals ---- */

/* A number as it is drawn: points of a share, per cent of the base of anything else. */
static double drawn(const struct figure *figure, double number) {
  if (figure->kind == FIGURE_WINS) return 100 * number;
  return 100 * number / fmax(fabs(figure->estimate.base), 1e-9);
}

static bool can_be_drawn(const struct figure *figure) {
  return figure->kind == FIGURE_WINS || fabs(figure->estimate.base) > 1e-9;
}

static void plot_interval(struct text *page, const struct figure *figure, double y, double reach) {
  double middle = (LEFT + WIDTH - RIGHT) / 2.0, scale = (WIDTH - LEFT - RIGHT) / 2.0 / reach;
  char name[100];
  figure_title(figure, name, sizeof name);
  append_label(page, LEFT - 10, y + 4, "end", name);
  text_append_format(
      page,
      "<g%s><path class=\"mark\" d=\"M%.1f %.1f H%.1f\"/><circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/></g>",
      figure_differs(figure) ? "" : " class=\"quiet\"", middle + scale * drawn(figure, figure->estimate.low), y,
      middle + scale * drawn(figure, figure->estimate.high),
      middle + scale * drawn(figure, figure->estimate.difference), y);
}

static void plot_differences(struct text *page, const struct compare_table *table) {
  double reach = 1, y = 14;
  uint32_t rows = 0;
  char number[40];
  for (uint32_t i = 0; i < table->usage; i++) {
    const struct figure *figure = &table->figures[i];
    if (!can_be_drawn(figure)) continue;
    reach = fmax(reach, fmax(fabs(drawn(figure, figure->estimate.low)), fabs(drawn(figure, figure->estimate.high))));
    rows++;
  }
  begin_plot(page, 24.0 * rows + 34, "Differences with 95 % intervals");
  double middle = (LEFT + WIDTH - RIGHT) / 2.0, bottom = 24.0 * rows + 4;
  text_append_format(page, "<path class=\"line\" d=\"M%.1f 0 V%.1f M%d %.1f H%d\"/>", middle, bottom, LEFT, bottom,
                     WIDTH - RIGHT);
  for (uint32_t i = 0; i < table->usage; i++) {
    if (!can_be_drawn(&table->figures[i])) continue;
    plot_interval(page, &table->figures[i], y, reach);
    y += 24;
  }
  snprintf(number, sizeof number, "-%.1f %%", reach);
  append_label(page, LEFT, bottom + 18, "start", number);
  append_label(page, middle, bottom + 18, "middle", "0");
  snprintf(number, sizeof number, "+%.1f %%", reach);
  append_label(page, WIDTH - RIGHT, bottom + 18, "end", number);
  text_append_format(page, "</svg>\n<p class=\"note\">In per cent of the base; wins in percentage points.</p>\n");
}

/* ---- tables ---- */

static void append_row(struct text *page, const struct figure *figure) {
  const struct estimate *estimate = &figure->estimate;
  int decimals = figure_decimals(figure);
  const char *unit = figure->kind == FIGURE_WINS ? " %" : "";
  char name[100];
  figure_title(figure, name, sizeof name);
  text_append_format(page, "<tr%s><td>", figure_differs(figure) ? " class=\"differs\"" : "");
  append_safe(page, name);
  text_append_format(page, "</td><td>%.*f%s</td><td>%.*f%s</td><td>%+.*f</td><td>%+.*f to %+.*f</td><td>%s</td></tr>\n",
                     decimals, figure_shown(figure, estimate->base), unit, decimals,
                     figure_shown(figure, estimate->changed), unit, decimals,
                     figure_shown(figure, estimate->difference), decimals, figure_shown(figure, estimate->low),
                     decimals, figure_shown(figure, estimate->high), figure_word(figure));
}

static void begin_rows(struct text *page, const char *what) {
  text_append_format(page,
                     "<table><tr><th>%s</th><th>base</th><th>changed</th><th>difference</th><th>95 %% interval</th>"
                     "<th></th></tr>\n",
                     what);
}

static void append_tables(struct text *page, const struct compare_table *table) {
  uint32_t *indices = need_memory(NULL, table->count * sizeof *indices);
  uint32_t count = table_usage(table, true, indices);
  text_append_format(page, "<h3>All figures</h3>\n");
  begin_rows(page, "");
  for (uint32_t i = 0; i < table->usage; i++) append_row(page, &table->figures[i]);
  text_append_format(page, "</table>\n<h3>How often options and rules are used in a game</h3>\n");
  begin_rows(page, "");
  for (uint32_t i = 0; i < count; i++) append_row(page, &table->figures[indices[i]]);
  text_append_format(page, "</table>\n");
  free(indices);
}

static void append_section(struct text *page, const struct compare_table *table) {
  struct text verdict = { 0 };
  table_verdict(table, &verdict);
  text_append_format(page, "<h2>%u player%s</h2>\n<p class=\"verdict\">", table->players, plural(table->players));
  append_safe(page, text_get(&verdict));
  text_append_format(page,
                     "</p>\n<p class=\"note\">%u pairs of games were played, %" PRIu64 " of them to the end on both "
                     "sides.</p>\n",
                     table->played, table->figures[0].pairs.count);
  text_free(&verdict);
  if (table->figures[0].pairs.count < 2) return;
  plot_differences(page, table);
  plot_lengths(page, table);
  if (table->players > 1) plot_wins(page, table);
  append_tables(page, table);
}

void compare_page(const struct comparison *comparison, struct text *page) {
  struct text verdict = { 0 };
  text_append_format(page, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                           "<meta name=\"viewport\" content=\"width=device-width\"><title>");
  append_safe(page, comparison->titles[SIDE_CHANGED]);
  text_append_format(page, "</title><style>%s</style></head><body>\n<h1>What changes: ", style);
  append_safe(page, comparison->titles[SIDE_CHANGED]);
  text_append_format(page, "</h1>\n<p>Compared with ");
  append_safe(page, comparison->titles[SIDE_BASE]);
  comparison_verdict(comparison, &verdict);
  text_append_format(page, ", seed %u. %s</p>\n", comparison->wish.seed, text_get(&verdict));
  text_free(&verdict);
  for (uint32_t t = 0; t < comparison->table_count; t++) append_section(page, &comparison->tables[t]);
  text_append_format(
      page,
      "<p class=\"note\">Intervals are 95 %% for all %u figures together, corrected by Bonferroni. Up to 2 "
      "points of wins, or 5 %% of anything else, is held not to matter.</p>\n</body></html>\n",
      comparison->comparisons);
}
