/* What there is to say about a thing of an inspection: how its declaration begins, its type, its value, what is written
 * above it and which rules it cites. Made when first asked for, once for each thing. */
#include "compiler/inspect.h"

#include <string.h>

#include "compiler/context.h"
#include "compiler/type.h"
#include "lang/csv.h"

enum { HEAD_LIMIT = 240, FIELDS_SHOWN = 20 };

/* How much of a declaration comes before its body, its citations or the end of its line. */
static size_t head_length(const char *text, size_t length) {
  bool quoted = false;
  size_t end = 0;
  for (; end < length && end < HEAD_LIMIT; end++) {
    char byte = text[end];
    if (byte == '"') quoted = !quoted;
    if (byte == '\n' || byte == '\r') break;
    if (!quoted && (byte == '{' || byte == '@' || (byte == '/' && text[end + 1] == '/'))) break;
  }
  if (end == HEAD_LIMIT)
    while (end && ((unsigned char)text[end] & 0xC0) == 0x80) end--; /* not inside a character */
  while (end && (text[end - 1] == ' ' || text[end - 1] == '\t')) end--;
  return end;
}

static const char *head_of(const trv_inspection *in, const struct tree *tree) {
  const struct source *source = in->c->sources->items[tree->span.file];
  const char *start = source->text + tree->span.start;
  return arena_copy_text(in->c->arena, start, head_length(start, tree->span.end - tree->span.start));
}

static const char *cites_of(const trv_inspection *in, const struct tree *tree) {
  struct text out = arena_text(in->c->arena);
  context_add_cites(&out, tree->cites, " ", "-");
  return out.length ? out.bytes : "";
}

/* ---- values ---- */

static void add_scalar(const trv_inspection *in, struct text *out, const struct type *type, int32_t value) {
  if (type->optional && value == type_none(type)) {
    text_format(out, "none");
    return;
  }
  switch (type->kind) {
  case TYPE_KIND_INT: text_format(out, "%d", value); break;
  case TYPE_KIND_BOOL: text_format(out, value ? "true" : "false"); break;
  case TYPE_KIND_PLAYER: text_format(out, "p%d", value + 1); break;
  case TYPE_KIND_TEXT: text_format(out, "\"%s\"", (const char *)in->c->chars.items + value); break;
  case TYPE_KIND_ENUM:
  case TYPE_KIND_CARD:
    if (value >= 0 && value < type->symbol->count) text_format(out, "%s", type->symbol->values[value].name);
    break;
  default: break;
  }
}

/* What a field is for a value: as it is written in the table, or worked out. */
static bool add_field(const trv_inspection *in, struct text *out, const struct value_name *value,
                      const struct field *field) {
  const struct symbol *owner = value->owner;
  int column = owner->csv ? csv_column(owner->csv, field->name) : -1;
  bool is_scalar = field->type && type_is_scalar(field->type);
  size_t before = out->length;
  if (column >= 0 && (uint32_t)value->index < owner->csv->rows && value->span.file == owner->csv->file)
    text_format(out, "%s", owner->csv->cells[(uint32_t)value->index * owner->csv->columns + (uint32_t)column].text);
  else if (is_scalar && field->values) add_scalar(in, out, field->type, field->values[value->index]);
  return out->length > before;
}

static const char *fields_of_value(const trv_inspection *in, const struct value_name *value) {
  struct text out = arena_text(in->c->arena);
  int shown = 0;
  if (value->copies > 1) text_format(&out, "%d copies", value->copies);
  for (const struct field *field = value->owner->fields; field && shown < FIELDS_SHOWN; field = field->next) {
    struct text line = arena_text(in->c->arena);
    if (!add_field(in, &line, value, field)) continue;
    text_format(&out, "%s%s: %s", out.length ? "\n" : "", field->name, line.bytes);
    shown++;
  }
  return out.length ? out.bytes : "";
}

static const char *value_of_constant(const trv_inspection *in, const struct symbol *symbol) {
  struct text out = arena_text(in->c->arena);
  if (symbol->string) return "";
  if (symbol->evaluated) add_scalar(in, &out, symbol->type, symbol->value);
  return out.length ? out.bytes : "";
}

/* ---- kinds ---- */

static uint32_t thing_of_type(const trv_inspection *in, const struct type *type) {
  while (type && type->element) type = type->element;
  return type ? inspect_number(in, type->symbol) : TRV_NO_THING;
}

static void tell_symbol(const trv_inspection *in, struct thing *thing) {
  const struct symbol *symbol = thing->what;
  trv_thing *told = &thing->told;
  bool is_local = symbol->kind == SYMBOL_LOCAL || symbol->kind == SYMBOL_DECK_PARAM;
  bool has_type = symbol->type && symbol->type->kind != TYPE_KIND_ERROR && symbol->type->kind != TYPE_KIND_VOID;
  told->name = symbol->name;
  if (has_type && symbol->kind != SYMBOL_ENUM && symbol->kind != SYMBOL_DECK && symbol->kind != SYMBOL_TABLE)
    told->type = type_name(in->c, symbol->type), told->type_thing = thing_of_type(in, symbol->type);
  if (symbol->kind == SYMBOL_CONST) told->value = value_of_constant(in, symbol);
  told->head = is_local ? arena_format(in->c->arena, *told->type ? "%s: %s" : "%s%s", symbol->name, told->type)
                        : head_of(in, symbol->tree);
  told->place = inspect_span(in, symbol->span);
}

static void tell_value(const trv_inspection *in, struct thing *thing) {
  const struct value_name *value = thing->what;
  thing->told.name = value->name;
  thing->told.head = arena_format(in->c->arena, "%s.%s", value->owner->name, value->name);
  thing->told.type = value->owner->name;
  thing->told.type_thing = thing->owner;
  thing->told.value = fields_of_value(in, value);
  if (value->labelled) thing->told.doc = value->label;
  thing->told.place = thing->told.whole = inspect_span(in, value->span);
}

static void tell_field(const trv_inspection *in, struct thing *thing) {
  const struct field *field = thing->what;
  thing->told.name = field->name;
  thing->told.type = field->type ? type_name(in->c, field->type) : "";
  thing->told.type_thing = thing_of_type(in, field->type);
  thing->told.head =
      arena_format(in->c->arena, "%s.%s: %s", field->owner ? field->owner->name : "", field->name, thing->told.type);
  thing->told.place = thing->told.whole = inspect_span(in, field->span);
}

static void tell_item(const trv_inspection *in, struct thing *thing) {
  const struct rulebook_item *item = thing->what;
  thing->told.name = thing->told.head = arena_format(in->c->arena, "%c%u", item->kind, item->number);
  thing->told.value = item->text;
  thing->told.place = inspect_span(in, item->span);
  thing->told.whole = inspect_span(in, (struct span){ item->span.file, item->span.start, item->end });
}

static void tell_tree(const trv_inspection *in, struct thing *thing) {
  const struct tree *tree = thing->what;
  thing->told.name = tree->word ? tree->word : "";
  thing->told.head = head_of(in, tree);
  thing->told.place = inspect_span(in, tree->word_span);
}

static void tell_block(const trv_inspection *in, struct thing *thing) {
  const struct tree *tree = thing->what;
  thing->told.name = tree->kind == TREE_SETUP ? "setup" : "play";
  thing->told.head = thing->told.name;
  struct span word = { tree->span.file, tree->span.start, tree->span.start + (uint32_t)strlen(thing->told.name) };
  thing->told.place = inspect_span(in, word);
}

void inspect_tell(const trv_inspection *in, struct thing *thing) {
  thing->told = (trv_thing){ .kind = thing->kind,
                             .name = "",
                             .head = "",
                             .type = "",
                             .value = "",
                             .doc = "",
                             .cites = "",
                             .owner = thing->owner,
                             .type_thing = TRV_NO_THING };
  if (thing->tree) {
    const char *doc = tree_doc(thing->tree);
    thing->told.doc = doc ? doc : "";
    thing->told.cites = cites_of(in, thing->tree);
    thing->told.whole = inspect_span(in, thing->tree->span);
  }
  switch (thing->kind) {
  case TRV_THING_VALUE: tell_value(in, thing); break;
  case TRV_THING_FIELD: tell_field(in, thing); break;
  case TRV_THING_ITEM: tell_item(in, thing); break;
  case TRV_THING_OPTION:
  case TRV_THING_CHOICE:
  case TRV_THING_SCENARIO: tell_tree(in, thing); break;
  case TRV_THING_BLOCK: tell_block(in, thing); break;
  default: tell_symbol(in, thing); break;
  }
}
