/* The small parts of the rules sheet: names, texts of the author, citations, types and values. */
#include <string.h>

#include "compiler/sheet.h"
#include "compiler/type.h"

/* ---- names and texts ---- */

void sheet_text(struct sheet *sheet, const char *text) {
  for (; *text; text++) {
    if (strchr("\\`*_[]<>|#", *text)) say(sheet, "\\");
    text_add_bytes(sheet->out, *text == '\n' ? " " : text, 1);
  }
}

void sheet_name(struct sheet *sheet, const char *name) {
  for (; *name; name++) text_add_bytes(sheet->out, *name == '_' ? " " : name, 1);
}

void sheet_variable(struct sheet *sheet, const char *name) {
  say(sheet, "*");
  sheet_name(sheet, name);
  say(sheet, "*");
}

void sheet_link(struct sheet *sheet, const char *name) {
  if (sheet->unlinked) return sheet_variable(sheet, name);
  say(sheet, "[");
  sheet_name(sheet, name);
  say(sheet, "](#");
  for (; *name; name++) text_add_bytes(sheet->out, *name == '_' ? "-" : name, 1);
  say(sheet, ")");
}

void sheet_string(struct sheet *sheet, const struct tree *string) {
  say(sheet, "“");
  for (const struct tree *part = string->kid[STRING_PARTS]; part; part = part->next) {
    if (part->kind == TREE_TEXT_PART) sheet_text(sheet, part->word);
    else sheet_expression(sheet, part);
  }
  say(sheet, "”");
}

void sheet_cites(struct sheet *sheet, const struct tree *cites) {
  if (!cites) return;
  say(sheet, " (");
  context_add_cites(sheet->out, cites, ", ", "–");
  say(sheet, ")");
}

void sheet_players(struct text *out, int32_t low, int32_t high) {
  if (low != high) text_format(out, "%d to ", low);
  text_format(out, "%d player%s", high, high == 1 ? "" : "s");
}

void sheet_source(struct sheet *sheet, const struct tree *fn) {
  if (!fn->kid[FN_SOURCE]) return;
  say(sheet, "worked out by a program, the library ");
  sheet_text(sheet, fn->kid[FN_SOURCE]->word);
}

/* ---- types and values ---- */

void sheet_type(struct sheet *sheet, const struct type *type) {
  if (type->kind == TYPE_KIND_INT) say(sheet, "number");
  else if (type->kind == TYPE_KIND_BOOL) say(sheet, "yes or no");
  else say(sheet, type_name(sheet->c, type));
}

/* By its name, if the game gives it one. */
static void seat(struct sheet *sheet, int32_t number) {
  const struct tree *item = sheet->c->game->kid[GAME_ITEMS];
  while (item && item->kind != TREE_GAME_SEATS) item = item->next;
  const struct tree *row = item ? item->kid[GAME_SEATS_ROWS] : NULL;
  for (int32_t i = 0; row && i < number; i++) row = row->next;
  if (row) sheet_text(sheet, row->word);
  else text_format(sheet->out, "p%d", number + 1);
}

static void scalar(struct sheet *sheet, const struct type *type, int32_t value) {
  if (type->optional && value == type_none(type)) return say(sheet, "–");
  switch (type->kind) {
  case TYPE_KIND_ENUM:
  case TYPE_KIND_CARD: return sheet_text(sheet, type->symbol->values[value].label);
  case TYPE_KIND_TEXT: return sheet_text(sheet, (const char *)sheet->c->chars.items + value);
  case TYPE_KIND_BOOL: return say(sheet, value ? "yes" : "no");
  case TYPE_KIND_PLAYER: return seat(sheet, value);
  default: return text_format(sheet->out, "%d", value);
  }
}

/* How often a set or bag of this type, kept in `slots`, holds a value. */
static int holds(const struct type *type, const int32_t *slots, int32_t value) {
  if (type->kind == TYPE_KIND_BAG) return ((const uint8_t *)slots)[value];
  uint64_t word;
  memcpy(&word, slots + 2 * (value / 64), sizeof word);
  return (int)(word >> value % 64 & 1);
}

void sheet_value(struct sheet *sheet, const struct type *type, const int32_t *slots) {
  const char *before = "";
  if (!type_is_multi(type)) return scalar(sheet, type, slots[0]);
  if (type->kind == TYPE_KIND_LIST) {
    for (int32_t i = 1; i <= slots[0]; i++, before = ", ") {
      say(sheet, before);
      scalar(sheet, type->element, slots[i]);
    }
  } else if (type->kind == TYPE_KIND_SET || type->kind == TYPE_KIND_BAG) {
    for (int32_t i = 0; i < type_count(sheet->c, type->element); i++) {
      int count = holds(type, slots, i);
      if (!count) continue;
      say(sheet, before);
      if (count > 1) text_format(sheet->out, "%d ", count);
      scalar(sheet, type->element, i);
      before = ", ";
    }
  }
  if (!*before) say(sheet, "–");
}
