/* Lines of `show` about the board: where places lie, the lines between them, tracks and rings, captions of a row. */
#include "compiler/show.h"

#include <string.h>

#include "compiler/passes.h"
#include "compiler/type.h"
#include "lang/csv.h"

/* ---- where places lie ---- */

enum { EARTH_NORTH = 90 * SPOT_UNIT, EARTH_EAST = 180 * SPOT_UNIT, SPOT_LARGEST = 100000 };

static bool is_named(const struct tree *name, const char *word) { return name && strcmp(name->word, word) == 0; }

static bool is_earth(const struct tree *map) {
  return is_named(map->kid[SHOW_MAP_X], "lat") && is_named(map->kid[SHOW_MAP_Y], "lon");
}

/* "63.1" in parts of a unit; false if it is no number. Digits behind the fourth make no difference. */
static bool read_decimal(const char *text, int32_t *value) {
  bool negative = *text == '-';
  const char *digits = text + negative, *point = strchr(digits, '.');
  size_t whole = strspn(digits, "0123456789");
  if (!whole || whole > 6 || (digits[whole] && digits + whole != point)) return false;
  int32_t sum = 0, unit = SPOT_UNIT;
  for (size_t i = 0; i < whole; i++) sum = sum * 10 + (digits[i] - '0');
  if (sum > SPOT_LARGEST) return false;
  sum *= SPOT_UNIT;
  for (const char *digit = point ? point + 1 : ""; *digit; digit++) {
    if (*digit < '0' || *digit > '9') return false;
    unit /= 10;
    sum += (*digit - '0') * unit;
  }
  *value = negative ? -sum : sum;
  return true;
}

/* Whether a number lies on the map; `second` is the east of the Earth, or any number. */
static bool check_inside(struct compilation *c, const struct tree *map, bool second, int32_t value, struct span span) {
  int32_t most = second ? EARTH_EAST : EARTH_NORTH;
  if (!is_earth(map) || (value >= -most && value <= most)) return true;
  diag_report(c->diags, DIAG_E0905, span, "this lies outside of the map: `%s` goes from -%d to %d",
              second ? "lon" : "lat", most / SPOT_UNIT, most / SPOT_UNIT);
  return false;
}

/* A whole number in parts of a unit; what is larger than any map is so afterwards. */
static int32_t in_parts(int32_t number) {
  if (number > SPOT_LARGEST) number = SPOT_LARGEST;
  if (number < -SPOT_LARGEST) number = -SPOT_LARGEST;
  return number * SPOT_UNIT;
}

static bool spots_from_field(struct compilation *c, const struct tree *map, const struct tree *name,
                             struct field *field, bool second, struct show_line_plan *plan) {
  if (field->type->kind != TYPE_KIND_INT || field->type->optional) {
    diag_report(c->diags, DIAG_E0905, name->word_span, "`%s` is %s, and where something lies is a number", field->name,
                type_phrase(c, field->type));
    return false;
  }
  field->used = true;
  for (int32_t i = 0; field->values && i < plan->type->count; i++) {
    int32_t value = in_parts(field->values[i]);
    if (!check_inside(c, map, second, value, name->word_span)) return false;
    plan->spots[2 * i + second] = value;
  }
  return true;
}

static bool spots_from_table(struct compilation *c, const struct tree *map, const struct csv *csv, int column,
                             bool second, struct show_line_plan *plan) {
  for (uint32_t row = 0; row < csv->rows && (int32_t)row < plan->type->count; row++) {
    const struct csv_cell *cell = &csv->cells[(size_t)row * csv->columns + (uint32_t)column];
    int32_t value = 0;
    if (csv->uneven[row]) continue;
    if (!read_decimal(cell->text, &value)) {
      diag_report(c->diags, DIAG_E0905, cell->span, "%s where a place lies is a number",
                  *cell->text ? "this is no number:" : "this cell is empty:");
      return false;
    }
    if (!check_inside(c, map, second, value, cell->span)) return false;
    plan->spots[2 * row + second] = value;
  }
  return true;
}

static bool spots_from(struct compilation *c, const struct tree *map, const struct tree *name, bool second,
                       struct show_line_plan *plan) {
  const struct csv *csv = plan->type->csv;
  for (struct field *field = plan->type->fields; field; field = field->next)
    if (field->name == name->word) return spots_from_field(c, map, name, field, second, plan);
  int column = csv ? csv_column(csv, name->word) : -1;
  if (column >= 0) return spots_from_table(c, map, csv, column, second, plan);
  struct suggestion near = { .word = name->word };
  for (const struct field *field = plan->type->fields; field; field = field->next) suggest_consider(&near, field->name);
  for (uint32_t i = 0; csv && i < csv->columns; i++) suggest_consider(&near, csv->head[i].text);
  struct diag *diag = diag_report(c->diags, DIAG_E0901, name->word_span, "%s has no %s `%s`", plan->type->name,
                                  csv ? "column" : "field", name->word);
  diag_suggest(c->diags, diag, &near);
  return false;
}

/* `map Town(lat, lon) { dale(41, 12) … }`: the places stand in the line itself. */
static bool spots_written(struct compilation *c, const struct tree *map, struct show_line_plan *plan) {
  for (const struct tree *spot = map->kid[SHOW_MAP_SPOTS]; spot; spot = spot->next) {
    int32_t value = show_value_named(c, plan->type, spot);
    const struct tree *first = spot->kid[ROW_DATA_VALUES], *second = first->next;
    if (value < 0) return false;
    int32_t y = in_parts(first->number), x = in_parts(second->number);
    if (!check_inside(c, map, false, y, first->span) || !check_inside(c, map, true, x, second->span)) return false;
    plan->spots[2 * value] = y;
    plan->spots[2 * value + 1] = x;
  }
  return true;
}

static bool is_grid(const struct symbol *type) {
  return type->tree->kind == TREE_ENUM && type->tree->kid[ENUM_BOARD] && type->tree->kid[ENUM_BOARD]->kind == TREE_GRID;
}

static void take_map(struct compilation *c, const struct tree *map) {
  struct symbol *type = show_type_named(c, map, 1u << SYMBOL_ENUM | 1u << SYMBOL_DECK);
  if (!type || type->unread) return;
  struct show_line_plan plan = { .kind = SHOWS_MAP, .type = type, .high = is_earth(map) };
  if (!map->kid[SHOW_MAP_X]) {
    if (is_grid(type)) show_line_add(c, &plan);
    else
      diag_report(c->diags, DIAG_E0903, map->span,
                  "%s is no grid: write which columns say where its places lie, `map %s(lat, lon)`", type->name,
                  type->name);
    return;
  }
  plan.spots = arena_try(c->arena, 2 * ((size_t)type->count + 1) * sizeof *plan.spots);
  if (!plan.spots) return;
  for (int32_t i = 0; i < 2 * type->count; i++) plan.spots[i] = SPOT_NONE;
  plan.spot_count = 2 * type->count;
  bool fits = map->kid[SHOW_MAP_SPOTS] ? spots_written(c, map, &plan)
                                       : spots_from(c, map, map->kid[SHOW_MAP_X], false, &plan) &&
                                             spots_from(c, map, map->kid[SHOW_MAP_Y], true, &plan);
  if (fits) show_line_add(c, &plan);
}

bool show_reads_column(const struct compilation *c, const char *type, const char *column) {
  for (const struct tree *line = c->show ? c->show->kid[SHOW_LINES] : NULL; line; line = line->next) {
    if (line->kind != TREE_SHOW_MAP || line->word != type || line->kid[SHOW_MAP_SPOTS]) continue;
    if (is_named(line->kid[SHOW_MAP_X], column) || is_named(line->kid[SHOW_MAP_Y], column)) return true;
  }
  return false;
}

/* ---- lines, tracks, captions ---- */

static void take_lines(struct compilation *c, const struct tree *line) {
  struct symbol *type = show_type_named(c, line, 1u << SYMBOL_ENUM | 1u << SYMBOL_DECK);
  for (const struct tree *name = line->kid[SHOW_PATHS_FIELDS]; type && name; name = name->next) {
    struct field *field = field_named(c, type, name, DIAG_E0901);
    if (!field || field->type->kind == TYPE_KIND_ERROR) return;
    if (field->type->kind != TYPE_KIND_ENUM) {
      diag_report(c->diags, DIAG_E0903, name->word_span, "`%s` is %s: lines go from place to place", field->name,
                  type_phrase(c, field->type));
      return;
    }
    field->used = true;
    show_line_add(c, &(struct show_line_plan){ .kind = SHOWS_LINES, .type = type, .name = field->name });
  }
}

/* A number of each value: `Space.number`. */
static bool take_numbered(struct compilation *c, const struct tree *path, struct show_line_plan *plan) {
  plan->type = show_type_named(c, path->kid[FIELD_BASE], 1u << SYMBOL_ENUM | 1u << SYMBOL_DECK);
  struct field *field = plan->type ? field_named(c, plan->type, path, DIAG_E0901) : NULL;
  if (!field) return false;
  if (field->type->kind != TYPE_KIND_INT && field->type->kind != TYPE_KIND_ERROR) {
    diag_report(c->diags, DIAG_E0903, path->word_span, "`%s` is %s: the spaces of a track are numbered", field->name,
                type_phrase(c, field->type));
    return false;
  }
  field->used = true;
  plan->name = field->name;
  return true;
}

static bool take_row(struct compilation *c, const struct tree *name, struct show_line_plan *plan) {
  struct symbol *row = symbol_named(c, name);
  if (row && row->kind == SYMBOL_ZONE && row->row) {
    row->used = true;
    plan->name = row->name;
    return true;
  }
  struct diag *diag =
      diag_report(c->diags, row ? DIAG_E0903 : DIAG_E0901, name->word_span, "no row is named `%s`", name->word);
  struct suggestion near = { .word = name->word };
  if (!row && context_suggests(c)) context_consider(c, &near, 1u << SYMBOL_ZONE);
  diag_suggest(c->diags, diag, &near);
  return false;
}

static void take_track(struct compilation *c, const struct tree *line) {
  struct show_line_plan plan = { .kind = line->number ? SHOWS_RING : SHOWS_TRACK, .by = 1 };
  const struct tree *along = line->kid[SHOW_ALONG_ALONG], *by = line->kid[SHOW_ALONG_BY];
  plan.thing = show_place_named(c, line->kid[SHOW_ALONG_THING]);
  if (!plan.thing) return;
  if (along->kind == TREE_RANGE) {
    plan.low = along->kid[RANGE_LOW]->number;
    plan.high = along->kid[RANGE_HIGH]->number;
    if (plan.low >= plan.high) {
      diag_report(c->diags, DIAG_E0315, along->span, "a track goes from a smaller number to a larger one");
      return;
    }
  } else if (along->kind == TREE_FIELD ? !take_numbered(c, along, &plan) : !take_row(c, along, &plan)) return;
  if (by && by->number < 1) diag_report(c->diags, DIAG_E0315, by->span, "each card is one space or more");
  else if (by) plan.by = by->number;
  show_line_add(c, &plan);
}

static void take_caption(struct compilation *c, const struct tree *line) {
  struct show_line_plan plan = { .kind = SHOWS_LABEL };
  if (!take_row(c, line, &plan)) return;
  plan.text = plan.name;
  if (take_numbered(c, line->kid[SHOW_CAPTION_BY], &plan)) show_line_add(c, &plan);
}

void show_take_board(struct compilation *c, const struct tree *line) {
  switch (line->kind) {
  case TREE_SHOW_MAP: take_map(c, line); break;
  case TREE_SHOW_PATHS: take_lines(c, line); break;
  case TREE_SHOW_ALONG: take_track(c, line); break;
  default: take_caption(c, line); break;
  }
}
