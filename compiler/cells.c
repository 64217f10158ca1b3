/* Cells of tables: see cells.h. */
#include "compiler/cells.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/constant.h"
#include "compiler/row_changes.h"
#include "compiler/type.h"
#include "compiler/types.h"
#include "lang/parse.h"

const char *cell_key_column(struct arena *arena, const struct type *type) {
  if (type->kind == TYPE_KIND_PLAYER) return "player";
  if (type->kind == TYPE_KIND_INT || !type->symbol) return "number";
  char text[128];
  size_t length = 0;
  for (const char *letter = type->symbol->name; *letter && length < sizeof text - 2; letter++) {
    bool capital = *letter >= 'A' && *letter <= 'Z';
    if (capital && length) text[length++] = '_';
    text[length++] = capital ? (char)(*letter - 'A' + 'a') : *letter;
  }
  return arena_copy_text(arena, text, length);
}

/* ---- from CSV text ---- */

static bool cell_number(struct compilation *c, const struct type *type, const struct csv_cell *cell, int32_t *value) {
  char *end;
  long number = strtol(cell->text, &end, 10);
  if (!*cell->text || *end || number < INT32_MIN + 1 || number > INT32_MAX) {
    diag_report(c->diags, DIAG_E0526, cell->span, "`%s` is not a whole number", cell->text);
    return false;
  }
  if (number < type->low || number > type->high) {
    diag_report(c->diags, DIAG_E0526, cell->span, "%ld is outside %d..%d", number, type->low, type->high);
    return false;
  }
  *value = (int32_t)number;
  return true;
}

static bool cell_named(struct compilation *c, const struct type *type, const struct csv_cell *cell, int32_t *value) {
  for (struct value_name *name = table_get(c->values, cell->text); name; name = name->same)
    if (name->owner == type->symbol) {
      context_mention(c, cell->span, MENTION_VALUE, name);
      *value = name->index;
      return true;
    }
  const struct symbol *owner = type->symbol;
  if (owner->unread) return false;
  struct diag *diag = diag_report(c->diags, DIAG_E0526, cell->span, "there is no `%s` in %s", cell->text, owner->name);
  struct suggestion near = { .word = cell->text };
  for (int32_t i = 0; i < owner->count && context_suggests(c); i++) suggest_consider(&near, owner->values[i].name);
  diag_suggest(c->diags, diag, &near);
  if (owner->count && owner->values[0].span.file != owner->span.file)
    diag_note_at(c->diags, diag, owner->values[0].span, "the table of %s", owner->name);
  else diag_note_at(c->diags, diag, owner->span, "the %s %s", symbol_kind_word(owner->kind), owner->name);
  const struct tree *removed = row_changes_removed(owner, cell->text);
  if (removed) diag_note_at(c->diags, diag, removed->span, "the variant removes it");
  return false;
}

bool cell_scalar(struct compilation *c, struct type *type, const struct csv_cell *cell, int32_t *value) {
  bool empty = !*cell->text || !strcmp(cell->text, "none");
  if (type->optional && empty) {
    *value = type_none(type);
    return true;
  }
  if (!*cell->text && type->kind != TYPE_KIND_TEXT && type->kind != TYPE_KIND_ERROR) {
    struct diag *diag =
        diag_report(c->diags, DIAG_E0526, cell->span, "this cell is empty, but %s is needed", type_phrase(c, type));
    diag_note(c->diags, diag, "only fields declared `or none` may be left empty");
    return false;
  }
  switch (type->kind) {
  case TYPE_KIND_INT: return cell_number(c, type, cell, value);
  case TYPE_KIND_BOOL:
    if (!strcmp(cell->text, "true") || !strcmp(cell->text, "false")) {
      *value = cell->text[0] == 't';
      return true;
    }
    diag_report(c->diags, DIAG_E0526, cell->span, "`%s` is neither `true` nor `false`", cell->text);
    return false;
  case TYPE_KIND_TEXT: *value = context_text(c, cell->text); return true;
  case TYPE_KIND_ENUM:
  case TYPE_KIND_CARD: return cell_named(c, type, cell, value);
  case TYPE_KIND_PLAYER:
    *value = context_seat_named(c, cell->text);
    if (*value >= c->low_players) c->names_empty_seat = true;
    if (*value >= 0 && *value < c->high_players) return true;
    if (*value >= 0) diag_report(c->diags, DIAG_E0217, cell->span, "there are at most %d players", c->high_players);
    else diag_report(c->diags, DIAG_E0526, cell->span, "`%s` is not a seat: write p1, p2, …", cell->text);
    return false;
  case TYPE_KIND_ERROR: return false;
  default: diag_report(c->diags, DIAG_E0526, cell->span, "a table cannot hold %s", type_phrase(c, type)); return false;
  }
}

static void put_element(const struct type *type, int32_t *slots, int32_t value) {
  if (type->kind == TYPE_KIND_SET) {
    uint64_t word;
    memcpy(&word, slots + 2 * (value / 64), sizeof word);
    word |= (uint64_t)1 << value % 64;
    memcpy(slots + 2 * (value / 64), &word, sizeof word);
  } else if (type->kind == TYPE_KIND_BAG) {
    ((uint8_t *)slots)[value]++;
  } else if (slots[0] < type->bound) {
    slots[++slots[0]] = value;
  }
}

/* The place of one value among those of a cell; of a cell that stands there otherwise, with doubled quotes, the whole. */
static struct span part_span(const struct csv_cell *cell, bool as_it_stands, const char *part, size_t length) {
  uint32_t start = cell->span.start + (uint32_t)(part - cell->text);
  if (!as_it_stands) return cell->span;
  return (struct span){ cell->span.file, start, start + (uint32_t)length };
}

/* Values separated by spaces. */
static void cell_elements(struct compilation *c, struct type *type, const struct csv_cell *cell, int32_t *slots) {
  int32_t count = 0;
  const char *text = cell->text;
  bool as_it_stands = strlen(text) == cell->span.end - cell->span.start;
  while (*text && !arena_failed(c->arena)) {
    size_t length = strcspn(text, " ");
    if (length) {
      struct csv_cell part = { arena_intern(c->arena, text, length), part_span(cell, as_it_stands, text, length) };
      int32_t value;
      if (cell_scalar(c, type->element, &part, &value)) put_element(type, slots, value);
      if (type->kind == TYPE_KIND_LIST && ++count == type->bound + 1)
        diag_report(c->diags, DIAG_E0526, cell->span, "more than %d values", type->bound);
    }
    text += length + (text[length] == ' ');
  }
}

/* Whatever the grammar says about a cell, it also says what may stand there. */
static struct tree *cell_call(struct compilation *c, const struct field *field, const struct csv_cell *cell) {
  size_t known = c->diags->count;
  struct tree *call = parse_cell(c->sources, cell->span, c->diags);
  for (size_t i = known; i < c->diags->count; i++)
    diag_note_at(c->diags, c->diags->items[i], field->span, "a cell of `%s` calls an effect, `name(…)`, or is empty",
                 field->name);
  return call;
}

void cell_from_text(struct compilation *c, struct field *field, int32_t row, const struct csv_cell *cell) {
  if (field->type->kind == TYPE_KIND_CELL) {
    if (*cell->text) field->cells[row] = cell_call(c, field, cell);
  } else if (type_is_multi(field->type)) {
    cell_elements(c, field->type, cell, field->values + (size_t)row * (size_t)type_slots(c, field->type));
  } else {
    cell_scalar(c, field->type, cell, &field->values[row]);
  }
}

/* ---- from the source ---- */

static const char *string_text(const struct tree *string) {
  const struct tree *part = string->kid[STRING_PARTS];
  return !part ? "" : part->kind == TREE_TEXT_PART && !part->next ? part->word : NULL;
}

static void elements_from_tree(struct compilation *c, struct type *type, struct tree *value, int32_t *slots) {
  if (value->kind != TREE_LIST_VALUE) {
    diag_report(c->diags, DIAG_E0301, value->span, "expected values in square brackets, as in [a, b]");
    return;
  }
  int32_t count = 0;
  for (struct tree *item = value->kid[LIST_VALUE_ITEMS]; item; item = item->next) {
    int32_t element;
    if (constant_value(c, item, type->element, &element)) put_element(type, slots, element);
    if (type->kind == TYPE_KIND_LIST && ++count == type->bound + 1)
      diag_report(c->diags, DIAG_E0315, item->span, "more than %d values", type->bound);
  }
}

void cell_from_tree(struct compilation *c, struct field *field, int32_t row, struct tree *value) {
  struct type *type = field->type;
  if (type->kind == TYPE_KIND_ERROR) return;
  if (type->kind == TYPE_KIND_CELL) {
    if (value->kind == TREE_CALL || value->kind == TREE_NAME) field->cells[row] = value;
    else if (value->kind != TREE_NONE)
      diag_report(c->diags, DIAG_E0301, value->span, "expected the call of an effect, or `none`");
  } else if (type_is_multi(type)) {
    elements_from_tree(c, type, value, field->values + (size_t)row * (size_t)type_slots(c, type));
  } else if (type->kind == TYPE_KIND_TEXT) {
    const char *text = value->kind == TREE_STRING ? string_text(value) : NULL;
    if (text) field->values[row] = context_text(c, text);
    else diag_report(c->diags, DIAG_E0301, value->span, "expected a text without holes");
  } else {
    int32_t number;
    if (constant_value(c, value, type, &number)) field->values[row] = number;
    if (type->kind == TYPE_KIND_INT && !type->optional &&
        (field->values[row] < type->low || field->values[row] > type->high))
      diag_report(c->diags, DIAG_E0315, value->span, "%d is outside %d..%d", field->values[row], type->low, type->high);
  }
}
