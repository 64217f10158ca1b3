/* Types: see type.h. */
#include "compiler/type.h"

#include <string.h>

#include "compiler/constant.h"
#include "compiler/graphs.h"

/* ---- making ---- */

struct type *type_new(struct compilation *c, enum type_kind kind) {
  struct type *type = arena_alloc(c->arena, sizeof *type);
  type->kind = kind;
  type->low = INT32_MIN + 1;
  type->high = INT32_MAX;
  type->desc = -1;
  return type;
}

struct type *type_of_symbol(struct compilation *c, enum type_kind kind, struct symbol *symbol) {
  struct type *type = type_new(c, kind);
  type->symbol = symbol;
  return type;
}

static struct type *copy(struct compilation *c, const struct type *type) {
  struct type *result = arena_alloc(c->arena, sizeof *result);
  *result = *type;
  result->desc = -1;
  return result;
}

struct type *type_optional(struct compilation *c, struct type *type) {
  if (type->optional || type->kind == TYPE_KIND_ERROR) return type;
  struct type *result = copy(c, type);
  result->optional = true;
  return result;
}

struct type *type_required(struct compilation *c, struct type *type) {
  if (!type->optional) return type;
  struct type *result = copy(c, type);
  result->optional = false;
  return result;
}

struct type *type_container(struct compilation *c, enum type_kind kind, struct type *element, int32_t bound) {
  struct type *type = type_new(c, kind);
  type->element = element;
  type->bound = bound;
  return type;
}

/* ---- sets and bags ---- */

/* An instruction clears at most 254 slots at once: 127 words of 8 counts. */
static int32_t collect_limit(enum type_kind kind) { return kind == TYPE_KIND_SET ? 4096 : 127 * 8; }

bool type_can_collect(const struct compilation *c, enum type_kind kind, const struct type *element) {
  if (element->kind == TYPE_KIND_ERROR) return true;
  if (!type_is_scalar(element) || element->optional || (element->kind == TYPE_KIND_INT && element->low < 0))
    return false;
  int32_t count = type_count(c, element);
  return count >= 0 && count <= collect_limit(kind);
}

/* ---- from the tree ---- */

static struct type *unknown_type(struct compilation *c, struct tree *tree) {
  static const char *const plain[] = { "int", "bool", "player", "text" };
  if (c->module_missing) return c->error_type;
  struct diag *diag = diag_report(c->diags, DIAG_E0202, tree->word_span, "no type named `%s`", tree->word);
  struct suggestion near = { .word = tree->word };
  context_consider(c, &near, 1u << SYMBOL_ENUM | 1u << SYMBOL_DECK);
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) suggest_consider(&near, plain[i]);
  diag_suggest(c->diags, diag, &near);
  return c->error_type;
}

static struct type *resolve_named(struct compilation *c, struct tree *tree, struct symbol *deck_param) {
  if (deck_param && deck_param->name == tree->word) {
    context_mention(c, tree->word_span, MENTION_SYMBOL, deck_param);
    return type_of_symbol(c, TYPE_KIND_ANY_CARD, deck_param);
  }
  struct symbol *symbol = symbol_named(c, tree);
  if (symbol && symbol->kind == SYMBOL_ENUM) {
    symbol->used = true;
    return type_of_symbol(c, TYPE_KIND_ENUM, symbol);
  }
  if (symbol && symbol->kind == SYMBOL_DECK) {
    symbol->used = true;
    return type_of_symbol(c, TYPE_KIND_CARD, symbol);
  }
  return unknown_type(c, tree);
}

static struct type *resolve_range(struct compilation *c, struct tree *low, struct tree *high) {
  struct type *type = type_new(c, TYPE_KIND_INT);
  int32_t from, to;
  if (!constant_number(c, low, &from) || !constant_number(c, high, &to)) return c->error_type;
  if (from > to) {
    diag_report(c->diags, DIAG_E0315, span_join(low->span, high->span), "the range %d..%d is empty", from, to);
    return c->error_type;
  }
  type->low = from;
  type->high = to;
  return type;
}

static struct type *element_of(struct compilation *c, struct tree *tree, struct symbol *deck_param, const char *what) {
  struct type *element = type_resolve(c, tree, deck_param);
  if (element->kind == TYPE_KIND_ERROR || (type_is_scalar(element) && !element->optional)) return element;
  diag_report(c->diags, DIAG_E0320, tree->span, "a %s can hold plain values only, not %s", what,
              type_phrase(c, element));
  return c->error_type;
}

static struct type *resolve_set_or_bag(struct compilation *c, struct tree *tree, enum type_kind kind,
                                       struct symbol *deck_param) {
  const char *what = kind == TYPE_KIND_SET ? "set" : "bag";
  struct type *element = element_of(c, tree->kid[TYPE_SET_TYPE], deck_param, what);
  if (element->kind == TYPE_KIND_ERROR) return element;
  if (!type_can_collect(c, kind, element)) {
    struct diag *diag =
        diag_report(c->diags, DIAG_E0320, tree->span, "a %s holds values that can be counted, and this is %s", what,
                    type_phrase(c, element));
    if (element->kind == TYPE_KIND_INT)
      diag_note(c->diags, diag, "say which numbers: `%s of 1..20`, from 0 to %d at most", what,
                collect_limit(kind) - 1);
    return c->error_type;
  }
  return type_container(c, kind, element, 0);
}

static struct type *resolve_list(struct compilation *c, struct tree *tree, struct symbol *deck_param) {
  struct type *element = element_of(c, tree->kid[TYPE_LIST_TYPE], deck_param, "list");
  int32_t bound;
  if (!constant_number(c, tree->kid[TYPE_LIST_BOUND], &bound) || element->kind == TYPE_KIND_ERROR) return c->error_type;
  if (bound < 1 || bound > 4096) {
    diag_report(c->diags, DIAG_E0315, tree->kid[TYPE_LIST_BOUND]->span, "a list holds up to 1 … 4,096 values");
    return c->error_type;
  }
  return type_container(c, TYPE_KIND_LIST, element, bound);
}

static struct type *resolve_array(struct compilation *c, struct tree *tree, struct symbol *deck_param) {
  struct type *type = type_container(c, TYPE_KIND_ARRAY, type_resolve(c, tree->kid[TYPE_ARRAY_TYPE], deck_param), 0);
  for (struct tree *dim = tree->kid[TYPE_ARRAY_DIMS]; dim; dim = dim->next) {
    if (type->dim_count == DIMS_LIMIT) {
      diag_report(c->diags, DIAG_E0316, dim->span, "at most %d dimensions", DIMS_LIMIT);
      return c->error_type;
    }
    type->dims[type->dim_count] = type_dimension(c, dim);
    if (type->dims[type->dim_count++]->kind == TYPE_KIND_ERROR) return c->error_type;
  }
  return type->element->kind == TYPE_KIND_ERROR ? c->error_type : type;
}

static struct type *resolve_path(struct compilation *c, struct tree *tree) {
  struct symbol *symbol = symbol_named(c, tree);
  if (symbol && symbol->kind == SYMBOL_GRAPH) return type_of_symbol(c, TYPE_KIND_PATH, symbol);
  struct diag *diag = diag_report(c->diags, DIAG_E0216, tree->word_span, "no graph named `%s`", tree->word);
  struct suggestion near = { .word = tree->word };
  context_consider(c, &near, 1u << SYMBOL_GRAPH);
  diag_suggest(c->diags, diag, &near);
  return c->error_type;
}

static struct type *resolve_cell(struct compilation *c, struct tree *tree) {
  struct type *type = type_new(c, TYPE_KIND_CELL);
  for (struct tree *param = tree->kid[TYPE_EFFECT_TYPES]; param; param = param->next) type->cell_param_count++;
  type->cell_params = arena_try(c->arena, (size_t)type->cell_param_count * sizeof *type->cell_params + 1);
  if (!type->cell_params) return c->error_type;
  int i = 0;
  for (struct tree *param = tree->kid[TYPE_EFFECT_TYPES]; param; param = param->next)
    type->cell_params[i++] = type_resolve(c, param, NULL);
  return type;
}

static struct type *resolve_zone(struct compilation *c, struct tree *tree, struct symbol *deck_param) {
  struct type *card = resolve_named(c, tree, deck_param);
  if (card->kind == TYPE_KIND_CARD || card->kind == TYPE_KIND_ANY_CARD)
    return type_container(c, TYPE_KIND_ZONE, card, 0);
  if (card->kind != TYPE_KIND_ERROR)
    diag_report(c->diags, DIAG_E0202, tree->word_span, "`%s` is not a deck", tree->word);
  return c->error_type;
}

struct type *type_resolve(struct compilation *c, struct tree *tree, struct symbol *deck_param) {
  switch (tree->kind) {
  case TREE_TYPE_INT: return c->int_type;
  case TREE_TYPE_BOOL: return c->bool_type;
  case TREE_TYPE_TEXT: return c->text_type;
  case TREE_TYPE_PLAYER: return c->player_type;
  case TREE_TYPE_NAMED: return resolve_named(c, tree, deck_param);
  case TREE_TYPE_RANGE: return resolve_range(c, tree->kid[TYPE_RANGE_LOW], tree->kid[TYPE_RANGE_HIGH]);
  case TREE_TYPE_PATH: return resolve_path(c, tree);
  case TREE_TYPE_OPTIONAL: {
    struct type *type = type_resolve(c, tree->kid[TYPE_OPTIONAL_TYPE], deck_param);
    if (type_is_scalar(type) || type->kind == TYPE_KIND_ERROR) return type_optional(c, type);
    diag_report(c->diags, DIAG_E0320, tree->span, "only plain values can be `or none`, not %s", type_phrase(c, type));
    return c->error_type;
  }
  case TREE_TYPE_SET: return resolve_set_or_bag(c, tree, TYPE_KIND_SET, deck_param);
  case TREE_TYPE_BAG: return resolve_set_or_bag(c, tree, TYPE_KIND_BAG, deck_param);
  case TREE_TYPE_LIST: return resolve_list(c, tree, deck_param);
  case TREE_TYPE_ARRAY: return resolve_array(c, tree, deck_param);
  case TREE_TYPE_EFFECT: return resolve_cell(c, tree);
  case TREE_TYPE_ZONE: return resolve_zone(c, tree, deck_param);
  default: return c->error_type;
  }
}

struct type *type_dimension(struct compilation *c, struct tree *dim) {
  struct type *type;
  if (dim->kind == TREE_PLAYERS) diag_report(c->diags, DIAG_E0316, dim->span, "one for each player is `[player]`");
  if (dim->kind == TREE_TYPE_PLAYER || dim->kind == TREE_PLAYERS) return c->player_type;
  if (dim->kind == TREE_RANGE) type = resolve_range(c, dim->kid[RANGE_LOW], dim->kid[RANGE_HIGH]);
  else if (dim->kind == TREE_TYPE_NAME || dim->kind == TREE_TYPE_NAMED) type = resolve_named(c, dim, NULL);
  else { /* `row display[5]`: slots 1 to 5 */ int32_t count;
    if (!constant_number(c, dim, &count)) return c->error_type;
    if (count < 1) {
      diag_report(c->diags, DIAG_E0315, dim->span, "a dimension needs at least one place");
      return c->error_type;
    }
    type = type_new(c, TYPE_KIND_INT);
    type->low = 1;
    type->high = count;
  }
  if (type->kind == TYPE_KIND_INT && (int64_t)type->high - type->low >= 65536) {
    diag_report(c->diags, DIAG_E0315, dim->span, "a dimension has at most 65,536 places");
    return c->error_type;
  }
  return type;
}

/* ---- measuring ---- */

int32_t type_count(const struct compilation *c, const struct type *type) {
  switch (type->kind) {
  case TYPE_KIND_BOOL: return 2;
  case TYPE_KIND_PLAYER: return c->high_players;
  case TYPE_KIND_ENUM:
  case TYPE_KIND_CARD: return type->symbol->count;
  case TYPE_KIND_ANY_CARD: return type->symbol->bound ? type->symbol->bound->count : 1;
  case TYPE_KIND_PATH: return type->symbol->graph && type->symbol->graph->paths ? type->symbol->graph->paths->count : 1;
  case TYPE_KIND_INT:
    if ((int64_t)type->high - type->low >= 1 << 20) return -1;
    return type->low < 0 ? type->high - type->low + 1 : type->high + 1;
  default: return -1;
  }
}

int32_t type_places(const struct compilation *c, const struct type *dim) {
  return dim->kind == TYPE_KIND_INT ? dim->high - dim->low + 1 : type_count(c, dim);
}

int32_t type_words(const struct compilation *c, const struct type *type) {
  int32_t count = type_count(c, type->element), per_word = type->kind == TYPE_KIND_SET ? 64 : 8;
  return count < 1 ? 1 : (count + per_word - 1) / per_word;
}

int32_t type_slots(const struct compilation *c, const struct type *type) {
  switch (type->kind) {
  case TYPE_KIND_SET:
  case TYPE_KIND_BAG: return 2 * type_words(c, type);
  case TYPE_KIND_LIST: return (type->bound + 2) & ~1;
  case TYPE_KIND_ARRAY: {
    int64_t slots = type_slots(c, type->element);
    for (int i = 0; i < type->dim_count; i++) {
      slots *= type_places(c, type->dims[i]);
      if (slots > 1 << 20) return 1 << 20;
    }
    return (int32_t)((slots + 1) & ~(int64_t)1);
  }
  default: return 1;
  }
}

bool type_is_multi(const struct type *type) {
  return type->kind == TYPE_KIND_SET || type->kind == TYPE_KIND_BAG || type->kind == TYPE_KIND_LIST ||
         type->kind == TYPE_KIND_ARRAY;
}

bool type_is_scalar(const struct type *type) {
  if (type->kind == TYPE_KIND_ANY_CARD) return true;
  return type->kind >= TYPE_KIND_INT && type->kind <= TYPE_KIND_PATH && type->kind != TYPE_KIND_TEXT;
}

bool type_is_row(const struct type *type) { return type->kind == TYPE_KIND_ENUM && type->symbol->kind == SYMBOL_TABLE; }

int32_t type_none(const struct type *type) { return type->kind == TYPE_KIND_INT ? NONE_INT : NONE_VALUE; }

/* ---- comparing ---- */

bool type_equal(const struct type *a, const struct type *b) {
  if (a->kind != b->kind || a->optional != b->optional || a->symbol != b->symbol) return false;
  if (a->element && b->element && !type_equal(a->element, b->element)) return false;
  if (a->kind == TYPE_KIND_ARRAY) {
    if (a->dim_count != b->dim_count) return false;
    for (int i = 0; i < a->dim_count; i++)
      if (!type_equal(a->dims[i], b->dims[i]) || a->dims[i]->low != b->dims[i]->low ||
          a->dims[i]->high != b->dims[i]->high)
        return false;
  }
  return true;
}

bool type_fits(const struct type *want, const struct type *have) {
  if (want->kind == TYPE_KIND_ERROR || have->kind == TYPE_KIND_ERROR) return true;
  if (have->kind == TYPE_KIND_NONE) return want->optional;
  if (have->optional && !want->optional) return false;
  if (want->kind == TYPE_KIND_BAG && have->kind == TYPE_KIND_ZONE) return type_fits(want->element, have->element);
  if (want->kind != have->kind || want->symbol != have->symbol) return false;
  if (want->kind == TYPE_KIND_ARRAY) return type_equal(want, have);
  bool counted = want->kind == TYPE_KIND_SET || want->kind == TYPE_KIND_BAG;
  if (counted && want->element->kind == TYPE_KIND_INT && have->element->kind == TYPE_KIND_INT &&
      want->element->high != have->element->high)
    return false; /* they take different room */
  return !want->element || !have->element || type_fits(want->element, have->element);
}

const char *type_name(struct compilation *c, const struct type *type) {
  const char *name = "?";
  switch (type->kind) {
  case TYPE_KIND_ERROR: name = "?"; break;
  case TYPE_KIND_VOID: name = "nothing"; break;
  case TYPE_KIND_INT:
    name = type->low == INT32_MIN + 1 && type->high == INT32_MAX
               ? "int"
               : arena_format(c->arena, "%d..%d", type->low, type->high);
    break;
  case TYPE_KIND_BOOL: name = "bool"; break;
  case TYPE_KIND_TEXT: name = "text"; break;
  case TYPE_KIND_PLAYER: name = "player"; break;
  case TYPE_KIND_ENUM:
  case TYPE_KIND_CARD:
  case TYPE_KIND_ANY_CARD:
    name = type_is_row(type) ? arena_format(c->arena, "row of %s", type->symbol->name) : type->symbol->name;
    break;
  case TYPE_KIND_PATH: name = arena_format(c->arena, "path of %s", type->symbol->name); break;
  case TYPE_KIND_SET: name = arena_format(c->arena, "set of %s", type_name(c, type->element)); break;
  case TYPE_KIND_BAG: name = arena_format(c->arena, "bag of %s", type_name(c, type->element)); break;
  case TYPE_KIND_LIST: name = arena_format(c->arena, "list of %s", type_name(c, type->element)); break;
  case TYPE_KIND_ZONE: name = arena_format(c->arena, "zone of %s", type_name(c, type->element)); break;
  case TYPE_KIND_ARRAY: {
    name = arena_format(c->arena, "%s[", type_name(c, type->element));
    for (int i = 0; i < type->dim_count; i++)
      name = arena_format(c->arena, "%s%s%s", name, i ? ", " : "", type_name(c, type->dims[i]));
    name = arena_format(c->arena, "%s]", name);
    break;
  }
  case TYPE_KIND_NONE: name = "none"; break;
  case TYPE_KIND_CELL: name = "effect"; break;
  }
  return type->optional ? arena_format(c->arena, "%s or none", name) : name;
}

const char *type_plain_name(struct compilation *c, const struct type *type) {
  switch (type->kind) {
  case TYPE_KIND_ERROR:
  case TYPE_KIND_NONE: return NULL;
  case TYPE_KIND_INT: return type_name(c, c->int_type);
  case TYPE_KIND_ZONE: return type_name(c, type->element);
  default: {
    struct type plain = *type;
    plain.optional = false;
    return type_name(c, &plain);
  }
  }
}

const char *type_phrase(struct compilation *c, const struct type *type) {
  const struct type plain = { .kind = type->kind, .element = type->element, .symbol = type->symbol };
  const char *name = plain.kind == TYPE_KIND_ARRAY ? type_name(c, type) : type_name(c, &plain), *phrase;
  switch (type->kind) {
  case TYPE_KIND_ERROR:
  case TYPE_KIND_VOID:
  case TYPE_KIND_NONE: phrase = name; break;
  case TYPE_KIND_INT: phrase = "a number"; break;
  case TYPE_KIND_BOOL: phrase = "true or false"; break;
  case TYPE_KIND_ARRAY:
    phrase = arena_format(c->arena, "%s for each %s", type_phrase(c, type->element), type_name(c, type->dims[0]));
    break;
  default: phrase = arena_format(c->arena, "%s %s", context_article(name), name); break;
  }
  return type->optional ? arena_format(c->arena, "%s or none", phrase) : phrase;
}

/* ---- for the program ---- */

static void describe_values(struct compilation *c, const struct symbol *symbol, struct type_desc *desc) {
  desc->names = (int32_t)c->ints.count;
  for (int32_t i = 0; i < symbol->count && !arena_failed(c->arena); i++)
    PUSH(c, ints, (int32_t){ context_text(c, symbol->values[i].name) });
  desc->labels = (int32_t)c->ints.count;
  for (int32_t i = 0; i < symbol->count && !arena_failed(c->arena); i++)
    PUSH(c, ints, (int32_t){ context_text(c, symbol->values[i].label) });
}

static void describe_path(struct compilation *c, const struct type *type, struct type_desc *desc) {
  const struct path_table *paths = graphs_paths(c, type->symbol);
  desc->count = paths->count;
  desc->nodes = paths->start_column;
  desc->path_nodes = paths->node_column;
  desc->element = type_describe(c, type_of_symbol(c, TYPE_KIND_ENUM, type->symbol->graph->nodes));
}

static enum value_kind value_kind_of(enum type_kind kind) {
  static const enum value_kind kinds[] = {
    [TYPE_KIND_INT] = VALUE_INT,       [TYPE_KIND_BOOL] = VALUE_BOOL, [TYPE_KIND_TEXT] = VALUE_TEXT,
    [TYPE_KIND_PLAYER] = VALUE_PLAYER, [TYPE_KIND_ENUM] = VALUE_ENUM, [TYPE_KIND_CARD] = VALUE_CARD,
    [TYPE_KIND_PATH] = VALUE_PATH,     [TYPE_KIND_SET] = VALUE_SET,   [TYPE_KIND_BAG] = VALUE_BAG,
    [TYPE_KIND_LIST] = VALUE_LIST
  };
  return kind <= TYPE_KIND_LIST ? kinds[kind] : VALUE_INT;
}

/* What a type with the deck parameter in it stands for in the procedure being lowered. */
static struct type *type_bound(struct compilation *c, struct type *type) {
  if (type->kind == TYPE_KIND_ANY_CARD && type->symbol->bound) {
    struct type *card = type_of_symbol(c, TYPE_KIND_CARD, type->symbol->bound);
    return type->optional ? type_optional(c, card) : card;
  }
  if (!type->element || type_bound(c, type->element) == type->element) return type;
  struct type *result = copy(c, type);
  result->element = type_bound(c, type->element);
  return result;
}

int32_t type_describe(struct compilation *c, struct type *type) {
  type = type_bound(c, type);
  if (type->desc >= 0) return type->desc;
  struct type_desc desc = { .kind = (int32_t)value_kind_of(type->kind),
                            .optional = type->optional,
                            .element = -1,
                            .slots = type_slots(c, type),
                            .names = -1,
                            .labels = -1,
                            .nodes = -1,
                            .path_nodes = -1,
                            .low = INT32_MIN + 1,
                            .high = INT32_MAX };
  if (type->kind == TYPE_KIND_INT) desc.low = type->low, desc.high = type->high;
  if (type->kind == TYPE_KIND_PLAYER) desc.count = c->high_players;
  if (type->kind == TYPE_KIND_ENUM || type->kind == TYPE_KIND_CARD) {
    desc.count = type->symbol->count;
    desc.name = context_text(c, type->symbol->name);
  }
  if (type->kind == TYPE_KIND_LIST) desc.count = type->bound;
  if (type->kind == TYPE_KIND_PATH) desc.name = context_text(c, type->symbol->name), describe_path(c, type, &desc);
  if (type->element) desc.element = type_describe(c, type->element);
  const char *key = arena_intern(c->arena, (const char *)&desc, sizeof desc); /* equal descriptions are kept once */
  uintptr_t known = (uintptr_t)table_get(c->described, key);
  if (known) return type->desc = (int32_t)(known - 1);
  if (type->kind == TYPE_KIND_ENUM || type->kind == TYPE_KIND_CARD) describe_values(c, type->symbol, &desc);
  type->desc = (int32_t)PUSH(c, types, desc);
  table_put(c->described, key, (void *)(uintptr_t)(type->desc + 1));
  return type->desc;
}
