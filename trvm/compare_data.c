/* A comparison for other programs: JSON and CSV. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "trvm/compare.h"

static const char *verdict_name(enum verdict verdict) {
  static const char *const names[] = { "unclear", "same", "little", "differs" };
  return names[verdict];
}

static void json_side(struct json *json, const struct comparison *comparison, enum compare_side side, const char *key) {
  json_open_object(json, key);
  json_text(json, "title", comparison->titles[side]);
  json_text(json, "file", comparison->infos[side].file);
  json_hash(json, "program_hash", comparison->infos[side].hash);
  json_open_array(json, "variants");
  trv_variant_info variant;
  for (uint32_t i = 0; trv_program_variant(comparison->programs[side], i, &variant) == TRV_OK; i++)
    json_text(json, NULL, variant.title);
  json_close(json);
  trv_key_info score;
  if (trv_program_key(comparison->programs[side], 0, &score) == TRV_OK) {
    json_text(json, "score", score.title);
    json_bool(json, "more_is_better", score.descending);
  }
  json_close(json);
}

static void json_outcomes(struct json *json, const struct compare_table *table, enum compare_side side,
                          const char *key) {
  json_open_object(json, key);
  json_count(json, "finished", table->outcomes[side][SIM_FINISHED]);
  json_count(json, "stuck", table->outcomes[side][SIM_STUCK]);
  json_count(json, "errors", table->outcomes[side][SIM_ERROR]);
  json_count(json, "over_limit", table->outcomes[side][SIM_OVER_LIMIT]);
  json_close(json);
}

static void json_figure(struct json *json, const struct figure *figure) {
  const struct estimate *estimate = &figure->estimate;
  json_open_object(json, NULL);
  json_text(json, "kind", figure_kind_names[figure->kind]);
  json_text(json, "name", figure->name);
  json_decimal(json, "base", estimate->base);
  json_decimal(json, "changed", estimate->changed);
  json_decimal(json, "difference", estimate->difference);
  json_decimal(json, "low", estimate->low);
  json_decimal(json, "high", estimate->high);
  json_decimal(json, "chance", estimate->chance);
  json_text(json, "verdict", verdict_name(estimate->verdict));
  json_count(json, "needed", estimate->needed);
  json_close(json);
}

static void json_table(struct json *json, const struct compare_table *table) {
  struct text verdict = { 0 };
  table_verdict(table, &verdict);
  json_open_object(json, NULL);
  json_count(json, "players", table->players);
  json_count(json, "played", table->played);
  json_count(json, "pairs", table->figures[0].pairs.count);
  json_count(json, "alike", table->alike);
  json_outcomes(json, table, SIDE_BASE, "base");
  json_outcomes(json, table, SIDE_CHANGED, "changed");
  json_text(json, "verdict", text_get(&verdict));
  json_count(json, "needed", table_needed(table));
  json_open_array(json, "figures");
  for (uint32_t i = 0; table->figures[0].pairs.count >= 2 && i < table->count; i++)
    if (!figure_never_used(&table->figures[i])) json_figure(json, &table->figures[i]);
  json_close(json);
  json_close(json);
  text_free(&verdict);
}

void compare_print_json(const struct comparison *comparison) {
  struct json json;
  tool_json(&json, stdout);
  json_open_object(&json, NULL);
  json_side(&json, comparison, SIDE_BASE, "base");
  json_side(&json, comparison, SIDE_CHANGED, "changed");
  json_count(&json, "n", comparison->wish.games);
  json_count(&json, "seed", comparison->wish.seed);
  json_bool(&json, "paired", !comparison->wish.apart);
  json_decimal(&json, "confidence", 1 - STATISTICS_LEVEL);
  json_text(&json, "correction", "bonferroni");
  json_count(&json, "comparisons", comparison->comparisons);
  json_count(&json, "differences", comparison->differences);
  json_open_array(&json, "tables");
  for (uint32_t t = 0; t < comparison->table_count; t++) json_table(&json, &comparison->tables[t]);
  json_close(&json);
  json_close(&json);
}

/* Text always stands in quotes, numbers never do, so that no reader takes one for the other. */
static void csv_text(const char *text) {
  for (const char *quote; (quote = strchr(text, '"')) != NULL; text = quote + 1)
    output_format(stdout, "\"%.*s\"", (int)(quote - text), text);
  output_format(stdout, "\"%s\"", text);
}

static void csv_figure(const struct compare_table *table, const struct figure *figure) {
  const struct estimate *estimate = &figure->estimate;
  output_format(stdout, "%u,%" PRIu64 ",", table->players, table->figures[0].pairs.count);
  csv_text(figure_kind_names[figure->kind]);
  output_format(stdout, ",");
  csv_text(figure->name);
  output_format(stdout, ",%.6g,%.6g,%.6g,%.6g,%.6g,%.4g,", estimate->base, estimate->changed, estimate->difference,
                estimate->low, estimate->high, estimate->chance);
  csv_text(verdict_name(estimate->verdict));
  output_format(stdout, ",%" PRIu64 "\n", estimate->needed);
}

void compare_print_csv(const struct comparison *comparison) {
  output_format(stdout, "players,pairs,kind,name,base,changed,difference,low,high,chance,verdict,needed\n");
  for (uint32_t t = 0; t < comparison->table_count; t++) {
    const struct compare_table *table = &comparison->tables[t];
    for (uint32_t i = 0; table->figures[0].pairs.count >= 2 && i < table->count; i++)
      if (!figure_never_used(&table->figures[i])) csv_figure(table, &table->figures[i]);
  }
}
