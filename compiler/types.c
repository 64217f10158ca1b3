/* Static types of expressions. Each check_… function handles one kind of node, notes its type and reports at most one
 * error for one cause: what already has the error type is passed over in silence. */
#include "compiler/types.h"

#include <string.h>

#include "compiler/constant.h"
#include "compiler/graphs.h"
#include "compiler/refuse.h"

/* ---- notes and scopes ---- */

struct type *types_note(struct compilation *c, struct tree *node, enum note_kind kind, struct type *type,
                        struct symbol *symbol, int32_t value) {
  struct note *note = node->note;
  if (!note || note == c->unchecked) node->note = note = arena_alloc(c->arena, sizeof *note);
  *note = (struct note){ .kind = (uint16_t)kind, .type = type, .symbol = symbol, .value = value };
  return type;
}

static struct type *plain(struct compilation *c, struct tree *node, struct type *type) {
  return types_note(c, node, NOTE_PLAIN, type, NULL, 0);
}

struct symbol *types_scope_mark(const struct compilation *c) {
  return c->checker->scope;
}

void types_scope_warn_hidden(struct compilation *c, const struct symbol *local) {
  const struct symbol *outer = local->outer;
  if (!outer || outer->kind == SYMBOL_LOCAL || outer->from_library) return;
  struct diag *diag = diag_report(c->diags, DIAG_W0502, local->span, "`%s` hides %s of the same name", local->name,
                                  symbol_kind_phrase(c, outer->kind));
  diag_note_at(c->diags, diag, outer->span, "the %s `%s`", symbol_kind_word(outer->kind), outer->name);
}

struct symbol *types_scope_declare(struct compilation *c, struct tree *tree, struct type *type) {
  struct symbol *symbol = symbol_new(c, SYMBOL_LOCAL, tree);
  symbol->type = type;
  symbol->outer = table_get(c->globals, tree->word);
  types_scope_warn_hidden(c, symbol);
  table_put(c->globals, tree->word, symbol);
  symbol->next_param = c->checker->scope;
  c->checker->scope = symbol;
  tree->symbol = symbol;
  return symbol;
}

static void warn_unused(struct compilation *c, const struct symbol *symbol) {
  bool counts = symbol->tree->kind == TREE_LET || symbol->tree->kind == TREE_LOCAL;
  if (!counts || symbol->used || symbol->name[0] == '_' || c->diags->errors) return; /* what failed may have used it */
  diag_report(c->diags, DIAG_W0501, symbol->span, "`%s` is never used", symbol->name);
}

void types_scope_close(struct compilation *c, struct symbol *mark) {
  while (c->checker->scope != mark) {
    struct symbol *symbol = c->checker->scope;
    table_put(c->globals, symbol->name, symbol->outer);
    warn_unused(c, symbol);
    c->checker->scope = symbol->next_param;
  }
}

/* ---- values by name ---- */

static struct value_name *value_of_type(const struct compilation *c, const char *name, const struct type *want) {
  if (!want || (want->kind != TYPE_KIND_ENUM && want->kind != TYPE_KIND_CARD)) return NULL;
  for (struct value_name *value = table_get(c->values, name); value; value = value->same)
    if (value->owner == want->symbol) return value;
  return NULL;
}

static struct type *note_value(struct compilation *c, struct tree *node, struct value_name *value) {
  enum type_kind kind = value->owner->kind == SYMBOL_ENUM ? TYPE_KIND_ENUM : TYPE_KIND_CARD;
  value->owner->used = true;
  context_mention(c, node->word_span, MENTION_VALUE, value);
  return types_note(c, node, NOTE_VALUE, type_of_symbol(c, kind, value->owner), NULL, value->index);
}

static struct type *check_seat(struct compilation *c, struct tree *node, int seat) {
  if (seat >= c->high_players) {
    diag_report(c->diags, DIAG_E0217, node->span, "there are at most %d players", c->high_players);
    return plain(c, node, c->error_type);
  }
  if (c->checker->players && seat >= c->checker->players) {
    struct diag *diag = diag_report(c->diags, DIAG_E0217, node->span, "only %d player%s in this scenario",
                                    c->checker->players, c->checker->players == 1 ? " plays" : "s play");
    diag_hint(c->diags, diag, "write `players %d` behind its title", seat + 1);
    return plain(c, node, c->error_type);
  }
  bool in_position =
      c->checker->proc && c->checker->proc->kind == SYMBOL_POSITION; /* for scenarios of so many players */
  if (!c->checker->players && !in_position && seat >= c->low_players) c->names_empty_seat = true;
  return types_note(c, node, NOTE_VALUE, c->player_type, NULL, seat);
}

static struct type *check_symbol_name(struct compilation *c, struct tree *node, struct symbol *symbol) {
  symbol->used = true;
  context_mention(c, node->word_span, MENTION_SYMBOL, symbol);
  if (refuse_before_play(c, node, symbol)) return plain(c, node, c->error_type);
  switch (symbol->kind) {
  case SYMBOL_CONST: constant_declare(c, symbol); break;
  case SYMBOL_LOCAL:
  case SYMBOL_SETTING: break;
  case SYMBOL_VAR:
    if (symbol->dim_count) {
      struct type *type = type_container(c, TYPE_KIND_ARRAY, symbol->type, 0);
      memcpy(type->dims, symbol->dims, sizeof type->dims);
      type->dim_count = symbol->dim_count;
      return types_note(c, node, NOTE_SYMBOL, symbol->type->kind == TYPE_KIND_ERROR ? c->error_type : type, symbol, 0);
    }
    break;
  case SYMBOL_ZONE:
    if (symbol->dim_count && !symbol->row) {
      struct diag *diag = diag_report(c->diags, DIAG_E0316, node->span, "which `%s`? There is one for each %s",
                                      symbol->name, type_name(c, symbol->dims[0]));
      diag_hint(c->diags, diag, "write `%s[…]`", symbol->name);
      return plain(c, node, c->error_type);
    }
    return types_note(c, node, NOTE_SYMBOL, symbol->type, symbol, 0);
  case SYMBOL_FN:
  case SYMBOL_EFFECT:
  case SYMBOL_PHASE: {
    struct diag *diag = diag_report(c->diags, DIAG_E0303, node->span, "`%s` is %s and needs its arguments",
                                    symbol->name, symbol_kind_phrase(c, symbol->kind));
    diag_hint(c->diags, diag, symbol->param_count ? "write `%s(…)`" : "write `%s()`", symbol->name);
    return plain(c, node, c->error_type);
  }
  default:
    diag_report(c->diags, DIAG_E0201, node->span, "`%s` is %s, not a value", symbol->name,
                symbol_kind_phrase(c, symbol->kind));
    return plain(c, node, c->error_type);
  }
  return types_note(c, node, NOTE_SYMBOL, symbol->type, symbol, 0);
}

static struct type *check_name(struct compilation *c, struct tree *node, struct type *want) {
  struct symbol *symbol = symbol_find(c, node->word);
  if (symbol && symbol->kind == SYMBOL_LOCAL) return check_symbol_name(c, node, symbol);
  struct value_name *value = value_of_type(c, node->word, want);
  if (value) return note_value(c, node, value);
  int seat = context_seat_named(c, node->word);
  if (seat >= 0 && want && want->kind == TYPE_KIND_PLAYER) return check_seat(c, node, seat);
  if (symbol) return check_symbol_name(c, node, symbol);
  value = table_get(c->values, node->word);
  if (value && !value->same) return note_value(c, node, value);
  if (value) {
    struct diag *diag = diag_report(c->diags, DIAG_E0210, node->span, "`%s` may mean several things", node->word);
    diag_note(c->diags, diag, "write `%s.%s` or `%s.%s`", value->owner->name, node->word, value->same->owner->name,
              node->word);
    return plain(c, node, c->error_type);
  }
  if (seat >= 0) return check_seat(c, node, seat);
  if (want && (want->kind == TYPE_KIND_ENUM || want->kind == TYPE_KIND_CARD)) {
    refuse_value(c, node, want->symbol);
    return plain(c, node, c->error_type);
  }
  types_unknown(c, node, "name", 1u << SYMBOL_CONST | 1u << SYMBOL_SETTING | 1u << SYMBOL_VAR | 1u << SYMBOL_ZONE,
                DIAG_E0201);
  return plain(c, node, c->error_type);
}

/* ---- indices and fields ---- */

/* `symbol` is what the indices are of, or NULL. */
static bool check_indices(struct compilation *c, struct tree *node, const struct symbol *symbol,
                          struct type *const *dims, int count) {
  int given = 0;
  bool fine = true;
  for (struct tree *arg = node->kid[INDEX_ARGS]; arg; arg = arg->next, given++)
    if (given < count) fine &= types_expression_as(c, arg, dims[given])->kind != TYPE_KIND_ERROR;
    else types_expression(c, arg);
  if (given == count) return fine;
  struct diag *diag = diag_report(c->diags, DIAG_E0316, node->span, "%d index%s where %d %s needed", given,
                                  given == 1 ? "" : "es", count, count == 1 ? "is" : "are");
  if (symbol && given == count - 1) refuse_advise_index(c, diag, node, symbol);
  return false;
}

static struct type *check_list_index(struct compilation *c, struct tree *node) {
  struct type *type = types_expression(c, node->kid[INDEX_BASE]), *index[] = { c->int_type };
  check_indices(c, node, NULL, index, 1);
  return plain(c, node, type->element);
}

static struct type *check_field(struct compilation *c, struct tree *node);

/* `size[3]` of a table without named fields means the one field of that row. */
static struct type *check_plain_entry(struct compilation *c, struct tree *node, const struct symbol *table) {
  struct tree *row = tree_new(c->arena, TREE_INDEX, node->span);
  row->kid[INDEX_BASE] = node->kid[INDEX_BASE];
  row->kid[INDEX_ARGS] = node->kid[INDEX_ARGS];
  row->flags |= FLAG_PLAIN;
  node->kind = TREE_FIELD;
  node->word = table->fields->name;
  node->kid[FIELD_BASE] = row;
  return check_field(c, node);
}

static struct type *check_index(struct compilation *c, struct tree *node) {
  struct tree *base = node->kid[INDEX_BASE];
  struct symbol *symbol = base->kind == TREE_NAME ? symbol_find(c, base->word) : NULL;
  if (symbol && (symbol->kind == SYMBOL_ZONE || symbol->kind == SYMBOL_VAR || symbol->kind == SYMBOL_TABLE)) {
    symbol->used = true;
    context_mention(c, base->word_span, MENTION_SYMBOL, symbol);
    if (refuse_before_play(c, node, symbol)) return plain(c, node, c->error_type);
    if (symbol->kind == SYMBOL_VAR && !symbol->dim_count && symbol->type->kind == TYPE_KIND_LIST)
      return check_list_index(c, node);
    if (!symbol->dim_count) {
      refuse_index(c, node, symbol);
      return plain(c, node, c->error_type);
    }
    if (!check_indices(c, node, symbol, symbol->dims, symbol->dim_count)) return plain(c, node, c->error_type);
    struct type *type = symbol->type;
    if (type->kind == TYPE_KIND_ERROR && symbol->kind != SYMBOL_TABLE) return plain(c, node, type);
    if (symbol->row) type = type_optional(c, type->element); /* a slot reads as the card that lies there */
    if (symbol->kind == SYMBOL_TABLE && symbol->fields && symbol->tree->kid[TABLE_FIELDS]->flags & FLAG_PLAIN &&
        !(node->flags & FLAG_PLAIN))
      return check_plain_entry(c, node, symbol);
    if (symbol->kind == SYMBOL_TABLE) {
      type = type_of_symbol(c, TYPE_KIND_ENUM, symbol);
      if (c->checker->asked == node) type = type_optional(c, type);
    }
    return types_note(c, node, NOTE_SYMBOL, type, symbol, 0);
  }
  if (base->kind == TREE_NAME && !symbol) {
    types_unknown(c, base, "zone, variable or table", 1u << SYMBOL_ZONE | 1u << SYMBOL_VAR | 1u << SYMBOL_TABLE,
                  DIAG_E0203);
    return plain(c, node, c->error_type);
  }
  struct type *type = types_expression(c, base);
  if (type->kind == TYPE_KIND_ERROR) return plain(c, node, type);
  if (type->kind == TYPE_KIND_LIST) return check_list_index(c, node);
  if (type->kind != TYPE_KIND_ARRAY) {
    diag_report(c->diags, DIAG_E0316, node->span, "%s has no index", type_phrase(c, type));
    return plain(c, node, c->error_type);
  }
  if (!check_indices(c, node, NULL, type->dims, type->dim_count)) return plain(c, node, c->error_type);
  return plain(c, node, type->element);
}

static struct type *check_type_value(struct compilation *c, struct tree *node) {
  struct tree *base = node->kid[FIELD_BASE];
  struct symbol *symbol = symbol_named(c, base);
  if (!symbol || (symbol->kind != SYMBOL_ENUM && symbol->kind != SYMBOL_DECK)) {
    types_unknown(c, base, "enum or deck", 1u << SYMBOL_ENUM | 1u << SYMBOL_DECK, DIAG_E0202);
    return plain(c, node, c->error_type);
  }
  for (int32_t i = 0; i < symbol->count; i++)
    if (symbol->values[i].name == node->word) return note_value(c, node, &symbol->values[i]);
  refuse_value(c, node, symbol);
  return plain(c, node, c->error_type);
}

/* A type stands for all its values; where one value is meant, it may be a slip or a habit from another language. */
static struct type *check_type_name(struct compilation *c, struct tree *node) {
  if (!symbol_named(c, node)) types_unknown(c, node, "enum or deck", 1u << SYMBOL_ENUM | 1u << SYMBOL_DECK, DIAG_E0202);
  else diag_report(c->diags, DIAG_E0304, node->span, "this stands for many values; use it after `in`");
  return plain(c, node, c->error_type);
}

static struct type *check_path_field(struct compilation *c, struct tree *node, struct type *base) {
  if (!strcmp(node->word, "length")) return plain(c, node, c->int_type);
  if (!strcmp(node->word, "between")) {
    if (!base->symbol->graph) return plain(c, node, c->error_type);
    graphs_paths(c, base->symbol);
    int32_t most = base->symbol->graph->most_between;
    struct type *place = type_of_symbol(c, TYPE_KIND_ENUM, base->symbol->graph->nodes);
    return plain(c, node, type_container(c, TYPE_KIND_LIST, place, most ? most : 1));
  }
  diag_report(c->diags, DIAG_E0205, node->word_span, "a path has `length` and `between`, not `%s`", node->word);
  return plain(c, node, c->error_type);
}

/* What has the fields of a value of this type, or NULL. */
static const struct symbol *owner_of_fields(const struct compilation *c, const struct type *base) {
  if (base->kind == TYPE_KIND_PLAYER) return c->seats;
  return base->kind == TYPE_KIND_ENUM || base->kind == TYPE_KIND_CARD ? base->symbol : NULL;
}

/* A part that decides whether the whole is none is asked in its place, if that was asked. */
static struct type *check_outcome(struct compilation *c, const struct tree *whole, struct tree *part,
                                  struct type *want) {
  const struct tree *before = c->checker->asked;
  if (before == whole) c->checker->asked = part;
  struct type *type = types_check_part(c, part, want);
  c->checker->asked = before;
  return type;
}

/* The same where a value must stand. */
static struct type *check_value_outcome(struct compilation *c, const struct tree *whole, struct tree *part,
                                        struct type *want) {
  struct type *type = check_outcome(c, whole, part, want);
  return refuse_part(c, part, type) ? plain(c, part, c->error_type) : type;
}

static struct type *check_field(struct compilation *c, struct tree *node) {
  if (node->kid[FIELD_BASE]->kind == TREE_TYPE_NAME) return check_type_value(c, node);
  struct type *base = check_outcome(c, node, node->kid[FIELD_BASE], NULL);
  if (base->kind == TYPE_KIND_ERROR) return plain(c, node, base);
  if (base->kind == TYPE_KIND_PATH && !base->optional) return check_path_field(c, node, base);
  const struct symbol *owner = owner_of_fields(c, base);
  for (struct field *field = owner ? owner->fields : NULL; field; field = field->next)
    if (field->name == node->word) {
      field->used = true;
      context_mention(c, node->word_span, MENTION_FIELD, field);
      struct type *type = base->optional && type_is_scalar(field->type) ? type_optional(c, field->type) : field->type;
      if (base->optional && !type_is_scalar(field->type))
        types_mismatch(c, node->kid[FIELD_BASE], type_required(c, base), base);
      types_note(c, node, NOTE_PLAIN, type, NULL, 0);
      note_of(node)->field = field;
      return type;
    }
  refuse_field(c, node, base);
  return plain(c, node, c->error_type);
}

/* ---- operators ---- */

/* A name that means something only where a type is expected. */
static bool is_bare(const struct compilation *c, const struct tree *node) {
  if (node->kind == TREE_LIST_VALUE || node->kind == TREE_NONE) return true;
  return node->kind == TREE_NAME && !symbol_find(c, node->word);
}

static struct type *as_bag(struct compilation *c, struct type *type) {
  return type->kind == TYPE_KIND_ZONE ? type_container(c, TYPE_KIND_BAG, type->element, 0) : type;
}

/* Both sides of a comparison, whichever gives the other its type. */
static void check_sides(struct compilation *c, struct tree *left, struct tree *right, struct type **a,
                        struct type **b) {
  if (is_bare(c, left) && !is_bare(c, right)) {
    *b = types_expression(c, right);
    *a = types_check_expression(c, left, as_bag(c, *b));
  } else {
    *a = types_expression(c, left);
    *b = types_check_expression(c, right, as_bag(c, *a));
  }
}

static void refuse_texts(struct compilation *c, const struct tree *node, const struct type *a, const struct type *b) {
  struct diag *diag = diag_report(c->diags, DIAG_E0313, node->span, "texts are for reading and cannot be compared");
  enum type_kind other = a->kind == TYPE_KIND_TEXT ? b->kind : a->kind;
  if (other == TYPE_KIND_ENUM || other == TYPE_KIND_CARD)
    diag_hint(c->diags, diag, "cards and values are compared by their names, without quotes");
}

static struct type *check_equality(struct compilation *c, struct tree *node) {
  struct type *a, *b;
  check_sides(c, node->kid[BINARY_LEFT], node->kid[BINARY_RIGHT], &a, &b);
  if (a->kind == TYPE_KIND_TEXT || b->kind == TYPE_KIND_TEXT) refuse_texts(c, node, a, b);
  else if (!type_fits(type_is_scalar(a) ? type_optional(c, a) : as_bag(c, a), as_bag(c, b)) &&
           !type_fits(type_is_scalar(b) ? type_optional(c, b) : as_bag(c, b), as_bag(c, a)))
    refuse_operands(c, node, a, b);
  return plain(c, node, c->bool_type);
}

static struct type *check_order(struct compilation *c, struct tree *node) {
  struct type *a, *b;
  check_sides(c, node->kid[BINARY_LEFT], node->kid[BINARY_RIGHT], &a, &b);
  struct type *left = as_bag(c, a), *right = as_bag(c, b);
  bool inclusive = node->number == OP_LE || node->number == OP_GE;
  bool numbers = a->kind == TYPE_KIND_INT && b->kind == TYPE_KIND_INT && !a->optional && !b->optional;
  bool many = inclusive && (left->kind == TYPE_KIND_BAG || left->kind == TYPE_KIND_SET) && type_fits(left, right);
  if (!numbers && !many) refuse_order(c, node, a, b);
  return plain(c, node, c->bool_type);
}

static struct type *check_arithmetic(struct compilation *c, struct tree *node, struct type *want) {
  struct type *a, *b;
  struct tree *left = node->kid[BINARY_LEFT], *right = node->kid[BINARY_RIGHT];
  if (is_bare(c, left) && is_bare(c, right)) {
    a = types_check_expression(c, left, want);
    b = types_check_expression(c, right, want);
  } else check_sides(c, left, right, &a, &b);
  if (a->kind == TYPE_KIND_ERROR || b->kind == TYPE_KIND_ERROR) return plain(c, node, c->error_type);
  if (a->kind == TYPE_KIND_INT && b->kind == TYPE_KIND_INT && !a->optional && !b->optional)
    return plain(c, node, c->int_type);
  a = as_bag(c, a), b = as_bag(c, b);
  bool many = a->kind == TYPE_KIND_BAG || a->kind == TYPE_KIND_SET;
  if (many && (node->number == OP_ADD || node->number == OP_SUB) && type_fits(a, b)) return plain(c, node, a);
  refuse_operands(c, node, a, b);
  return plain(c, node, c->error_type);
}

static struct type *check_membership(struct compilation *c, struct tree *node) {
  bool has = node->number == OP_HAS;
  struct tree *value = node->kid[has ? BINARY_RIGHT : BINARY_LEFT], *many = node->kid[has ? BINARY_LEFT : BINARY_RIGHT];
  if (many->kind == TREE_LIST_VALUE) {
    struct type *type = types_expression(c, value);
    for (struct tree *item = many->kid[LIST_VALUE_ITEMS]; item; item = item->next)
      types_expression_as(c, item, type_required(c, type));
    plain(c, many, type_container(c, TYPE_KIND_LIST, type_required(c, type), 1));
    return plain(c, node, c->bool_type);
  }
  struct type *element = types_domain(c, many);
  if (element->kind == TYPE_KIND_ERROR) types_expression(c, value);
  else {
    struct type *type = types_check_expression(c, value, element);
    if (!type_fits(type_optional(c, element), type)) types_mismatch(c, value, element, type);
  }
  return plain(c, node, c->bool_type);
}

/* `hand[p] has n of guard`. */
static struct type *check_has_some(struct compilation *c, struct tree *node) {
  struct tree *many = node->kid[BINARY_LEFT], *cards = node->kid[BINARY_RIGHT];
  struct type *element = types_domain(c, many);
  types_expression_as(c, cards->kid[CARD_COUNT], c->int_type);
  types_expression_as(c, cards->kid[CARD_VALUE], element);
  plain(c, cards, element);
  if (element->kind == TYPE_KIND_ERROR) return plain(c, node, element);
  enum domain_kind domain = (enum domain_kind)note_of(many)->domain;
  if (domain != DOMAIN_ZONE && domain != DOMAIN_ROW && domain != DOMAIN_BAG) {
    struct diag *diag = diag_report(c->diags, DIAG_E0301, node->span, "a number of copies is asked of a zone or a bag");
    diag_hint(c->diags, diag, "count them: `count(x in … where x == …) >= …`");
    return plain(c, node, c->error_type);
  }
  return plain(c, node, c->bool_type);
}

static struct type *check_if_none(struct compilation *c, struct tree *node, struct type *want) {
  const struct tree *before = c->checker->asked;
  c->checker->asked = node->kid[BINARY_LEFT];
  struct type *a = types_check_expression(c, node->kid[BINARY_LEFT], want);
  c->checker->asked = before;
  if (a->kind != TYPE_KIND_ERROR && !a->optional) {
    diag_report(c->diags, DIAG_W0507, node->kid[BINARY_LEFT]->span, "this is never none, so `??` has no use");
  }
  struct type *b = check_value_outcome(c, node, node->kid[BINARY_RIGHT], type_required(c, a));
  if (a->kind == TYPE_KIND_ERROR || b->kind == TYPE_KIND_ERROR) return plain(c, node, c->error_type);
  if (!type_fits(type_optional(c, a), b)) types_mismatch(c, node->kid[BINARY_RIGHT], type_required(c, a), b);
  return plain(c, node, b->optional || b->kind == TYPE_KIND_NONE ? a : type_required(c, a));
}

static struct type *check_binary(struct compilation *c, struct tree *node, struct type *want) {
  switch ((enum tree_operator)node->number) {
  case OP_OR:
  case OP_AND: return plain(c, node, types_both_conditions(c, node) ? c->bool_type : c->error_type);
  case OP_EQ:
  case OP_NE: return check_equality(c, node);
  case OP_LT:
  case OP_LE:
  case OP_GT:
  case OP_GE: return check_order(c, node);
  case OP_IN:
  case OP_NOT_IN:
  case OP_HAS: return check_membership(c, node);
  case OP_HAS_SOME: return check_has_some(c, node);
  case OP_IF_NONE: return check_if_none(c, node, want);
  default: return check_arithmetic(c, node, want);
  }
}

static struct type *check_is_none(struct compilation *c, struct tree *node) {
  const struct tree *before = c->checker->asked;
  c->checker->asked = node->kid[IS_NONE_VALUE];
  struct type *type = types_check_part(c, node->kid[IS_NONE_VALUE], NULL);
  c->checker->asked = before;
  if (type->kind == TYPE_KIND_CELL) refuse_part(c, node->kid[IS_NONE_VALUE], type);
  else if (type->kind != TYPE_KIND_ERROR && !type->optional)
    diag_report(c->diags, DIAG_W0507, node->kid[IS_NONE_VALUE]->span, "this is never none");
  return plain(c, node, c->bool_type);
}

/* ---- branches ---- */

static struct type *join(struct compilation *c, struct tree *node, struct type *a, struct type *b) {
  if (a->kind == TYPE_KIND_ERROR || b->kind == TYPE_KIND_ERROR) return c->error_type;
  if (a->kind == TYPE_KIND_NONE) return b->kind == TYPE_KIND_NONE ? b : type_optional(c, b);
  if (b->kind == TYPE_KIND_NONE) return type_optional(c, a);
  a = as_bag(c, a), b = as_bag(c, b);
  bool lists = a->kind == TYPE_KIND_LIST && b->kind == TYPE_KIND_LIST;
  if (type_fits(a, b)) return lists && b->bound > a->bound ? b : a;
  if (type_fits(b, a)) return b;
  if (type_fits(type_optional(c, a), b)) return type_optional(c, a);
  diag_report(c->diags, DIAG_E0301, node->span, "one way gives %s, the other %s", type_phrase(c, a), type_phrase(c, b));
  return c->error_type;
}

static struct type *check_if_else(struct compilation *c, struct tree *node, struct type *want) {
  types_condition(c, node->kid[IF_ELSE_CONDITION]);
  struct tree *then = node->kid[IF_ELSE_THEN], *other = node->kid[IF_ELSE_ELSE];
  struct type *a, *b;
  if (!want && is_bare(c, then) && !is_bare(c, other)) {
    b = check_value_outcome(c, node, other, NULL);
    a = check_value_outcome(c, node, then, b);
  } else {
    a = check_value_outcome(c, node, then, want);
    b = check_value_outcome(c, node, other, want ? want : a);
  }
  return plain(c, node, join(c, node, a, b));
}

static struct type *check_match_value(struct compilation *c, struct tree *node, struct type *want) {
  struct type *subject = types_expression(c, node->kid[MATCH_VALUE_SUBJECT]), *result = NULL;
  for (struct tree *arm = node->kid[MATCH_VALUE_ARMS]; arm; arm = arm->next) {
    struct type *type = check_value_outcome(c, node, arm->kid[ARM_BODY], want ? want : result);
    result = result ? join(c, arm, result, type) : type;
  }
  types_patterns(c, node, node->kid[MATCH_VALUE_ARMS], subject);
  return plain(c, node, result ? result : c->error_type);
}

/* ---- comprehensions ---- */

struct symbol *types_binder(struct compilation *c, struct tree *binder) {
  struct type *element = types_domain(c, binder->kid[BINDER_DOMAIN]);
  struct symbol *local = types_scope_declare(c, binder, element);
  refuse_hiding_value(c, binder, element);
  if (binder->kid[BINDER_WHERE]) types_condition(c, binder->kid[BINDER_WHERE]);
  if (binder->kid[BINDER_BY]) types_expression_as(c, binder->kid[BINDER_BY], c->int_type);
  return local;
}

static bool never_empty(struct compilation *c, const struct tree *binder) {
  const struct tree *domain = binder->kid[BINDER_DOMAIN];
  if (binder->kid[BINDER_WHERE] || !note_of(domain) || note_of(domain)->type->kind == TYPE_KIND_ERROR) return false;
  int32_t low, high;
  switch ((enum domain_kind)note_of(domain)->domain) {
  case DOMAIN_TYPE:
  case DOMAIN_PLAYERS:
  case DOMAIN_STARTING: return true;
  case DOMAIN_RANGE:
    return constant_fold(c, domain->kid[RANGE_LOW], &low) && constant_fold(c, domain->kid[RANGE_HIGH], &high) &&
           low <= high;
  default: return false;
  }
}

static bool is_joined(const struct tree *value) { return value->flags & FLAG_JOINED; }

/* min, max: a joined one may find nothing, and then counts for nothing. */
static struct type *check_best(struct compilation *c, const struct tree *binder, struct tree *value) {
  if (is_joined(value)) {
    struct type *inner = types_expression(c, value);
    if (inner->optional || inner->kind == TYPE_KIND_ERROR) return inner;
  } else types_expression_as(c, value, c->int_type);
  return never_empty(c, binder) ? c->int_type : type_optional(c, c->int_type);
}

static struct type *check_list_of(struct compilation *c, struct tree *node, struct type *value) {
  int32_t bound = types_domain_bound(c, node->kid[LIST_OF_BINDER]->kid[BINDER_DOMAIN]);
  if (is_joined(node->kid[LIST_OF_VALUE]) && value->kind == TYPE_KIND_LIST) {
    bound = bound > 4096 ? bound : bound * value->bound; /* both small */
    value = value->element;
  }
  if (!type_is_scalar(value) || value->optional) {
    if (value->kind != TYPE_KIND_ERROR) types_mismatch(c, node->kid[LIST_OF_VALUE], type_required(c, value), value);
    return c->error_type;
  }
  if (bound < 0 || bound > 4096) {
    diag_report(c->diags, DIAG_E0320, node->span, "how long this list can become is not known");
    return c->error_type;
  }
  return type_container(c, TYPE_KIND_LIST, value, bound ? bound : 1);
}

/* A set or bag of these values: of the type that is wanted, if that has room for them all. */
static struct type *collected(struct compilation *c, struct tree *node, enum type_kind kind, struct type *element,
                              struct type *want) {
  if (element->kind == TYPE_KIND_ERROR || (want && want->kind == TYPE_KIND_ERROR)) return c->error_type;
  const struct type *room = want && want->kind == kind && want->element->kind == TYPE_KIND_INT ? want->element : NULL;
  if (room && element->kind == TYPE_KIND_INT && !element->optional && element->low >= 0 && element->high <= room->high)
    return want;
  if (type_can_collect(c, kind, element)) return type_container(c, kind, element, 0);
  diag_report(c->diags, DIAG_E0320, node->span, "a %s holds values that can be counted, and this is %s",
              kind == TYPE_KIND_SET ? "set" : "bag", type_phrase(c, element));
  return c->error_type;
}

static struct type *refuse_domain(struct compilation *c, struct tree *node) {
  const char *word = node->kind == TREE_HANDS ? "hands" : "chains";
  diag_report(c->diags, DIAG_E0304, node->span, "`%s` is a domain: write `x in %s(…)`", word, word);
  return plain(c, node, c->error_type);
}

static struct type *check_comprehension(struct compilation *c, struct tree *node, struct type *want) {
  static const uint8_t value_kid[TREE_KINDS] = {
    [TREE_ALL] = ALL_VALUE,          [TREE_SUM] = SUM_VALUE,       [TREE_MIN] = MIN_VALUE,
    [TREE_MAX] = MAX_VALUE,          [TREE_BAG_OF] = BAG_OF_VALUE, [TREE_LIST_OF] = LIST_OF_VALUE,
    [TREE_SET_FROM] = SET_FROM_VALUE
  };
  struct symbol *mark = types_scope_mark(c);
  struct tree *binder = node->kid[0]; /* the first kid of every comprehension */
  struct symbol *local = types_binder(c, binder);
  struct tree *value = value_kid[node->kind] ? node->kid[value_kid[node->kind]] : NULL;
  struct type *element = local->type, *type = c->error_type;
  if ((node->kind == TREE_MOST || node->kind == TREE_LEAST) && !binder->kid[BINDER_BY])
    diag_report(c->diags, DIAG_E0304, node->span, "say by what: `most(x in … by …)`");
  switch (node->kind) {
  case TREE_COUNT: type = c->int_type; break;
  case TREE_ANY: type = c->bool_type; break;
  case TREE_ALL:
    types_condition(c, value);
    type = c->bool_type;
    break;
  case TREE_SUM:
    types_expression_as(c, value, c->int_type);
    type = c->int_type;
    break;
  case TREE_MIN:
  case TREE_MAX: type = check_best(c, binder, value); break;
  case TREE_MOST:
  case TREE_LEAST:
  case TREE_RANDOM:
    if (node->kind == TREE_RANDOM) types_must_be_effect(c, node, "chance");
    type = never_empty(c, binder) ? element : type_optional(c, element);
    break;
  case TREE_FIRST: type = type_optional(c, element); break;
  case TREE_SET_OF: type = collected(c, node, TYPE_KIND_SET, element, want); break;
  case TREE_SET_FROM: {
    if (is_joined(value)) {
      type = types_check_expression(c, value, want);
      break;
    }
    struct type *of = types_check_expression(c, value, want && want->kind == TYPE_KIND_SET ? want->element : NULL);
    type = collected(c, node, TYPE_KIND_SET, type_required(c, of), want); /* what is none is left out */
    break;
  }
  case TREE_BAG_OF: {
    if (is_joined(value)) {
      type = types_check_expression(c, value, want);
      break;
    }
    struct type *of = types_check_expression(c, value, want && want->kind == TYPE_KIND_BAG ? want->element : NULL);
    type = collected(c, node, TYPE_KIND_BAG, of, want);
    break;
  }
  case TREE_LIST_OF: type = check_list_of(c, node, types_expression(c, value)); break;
  default: break;
  }
  if (type->kind != TYPE_KIND_ERROR && type_is_multi(element) && node->kind != TREE_COUNT && node->kind != TREE_ANY &&
      node->kind != TREE_ALL && node->kind != TREE_SUM && node->kind != TREE_MIN && node->kind != TREE_MAX)
    diag_report(c->diags, DIAG_E0320, node->span, "%s cannot be collected; go through them in a loop",
                type_phrase(c, element));
  types_scope_close(c, mark);
  if (element->kind == TYPE_KIND_ERROR) type = c->error_type;
  return plain(c, node, type);
}

/* ---- calls, chance, literals ---- */

static void note_call(struct compilation *c, struct symbol *callee, struct span span) {
  callee->used = true;
  if (!c->checker->proc) return;
  struct call_edge *edge = arena_alloc(c->arena, sizeof *edge);
  *edge = (struct call_edge){ callee, span, c->checker->proc->calls };
  c->checker->proc->calls = edge;
}

static struct type *check_call(struct compilation *c, struct tree *node) {
  struct symbol *callee = symbol_named(c, node);
  if (!callee) {
    enum builtin builtin = builtin_find(node->word);
    if (builtin != BUILTIN_COUNT) return builtin_check(c, node, builtin);
    unsigned kinds = 1u << SYMBOL_FN | 1u << SYMBOL_EFFECT | 1u << SYMBOL_PHASE;
    if (c->checker->event == node && !c->checker->proc) kinds |= 1u << SYMBOL_POSITION;
    types_unknown(c, node, "fn or effect", kinds, DIAG_E0204);
    for (struct tree *arg = node->kid[CALL_ARGS]; arg; arg = arg->next)
      if (arg->kind != TREE_NAME) types_expression(c, arg);
    return plain(c, node, c->error_type);
  }
  if (callee->kind != SYMBOL_FN && callee->kind != SYMBOL_EFFECT && callee->kind != SYMBOL_PHASE &&
      callee->kind != SYMBOL_POSITION) {
    struct diag *diag = diag_report(c->diags, DIAG_E0204, node->word_span, "`%s` is %s and cannot be called",
                                    node->word, symbol_kind_phrase(c, callee->kind));
    const struct tree *arg = node->kid[CALL_ARGS];
    if (arg && arg->kind == TREE_TYPE_NAME && arg->word[1] && !arg->word[1 + strspn(arg->word + 1, "0123456789")])
      diag_hint(c->diags, diag, "a citation is written `@%s`", arg->word);
    else if (callee->dim_count) diag_hint(c->diags, diag, "write `%s[…]`", node->word);
    else diag_hint(c->diags, diag, "write `%s` without brackets", node->word);
    return plain(c, node, c->error_type);
  }
  if (refuse_before_play(c, node, callee) || refuse_position(c, node, callee)) return plain(c, node, c->error_type);
  if (callee->kind != SYMBOL_FN && c->checker->where)
    types_must_be_effect(c, node, arena_format(c->arena, "the %s `%s`", symbol_kind_word(callee->kind), callee->name));
  bool nested = callee->kind != SYMBOL_FN && !c->checker->where && refuse_nested(c, node, callee);
  note_call(c, callee, node->span);
  types_arguments(c, callee, node, node->kid[CALL_ARGS], 0);
  callee->call_count++;
  return types_note(c, node, NOTE_CALL, nested ? c->error_type : callee->type, callee, 0);
}

static struct type *check_roll(struct compilation *c, struct tree *node) {
  struct tree *sides = node->kid[ROLL_SIDES], *count = node->kid[ROLL_COUNT];
  types_must_be_effect(c, node, "a roll");
  if (sides->kind == TREE_TYPE_NAME || sides->kind == TREE_PLAYERS) return plain(c, node, types_domain(c, sides));
  types_expression_as(c, sides, c->int_type);
  if (!count) return plain(c, node, c->int_type);
  int32_t number;
  types_expression_as(c, count, c->int_type);
  if (constant_fold(c, count, &number) && number >= 1 && number <= 100)
    return plain(c, node, type_container(c, TYPE_KIND_LIST, c->int_type, number));
  diag_report(c->diags, DIAG_E0314, count->span, "how many dice must be a constant from 1 to 100");
  return plain(c, node, c->error_type);
}

/* The element type of a list that nothing else gives a type. */
static struct type *check_first_item(struct compilation *c, struct tree *item) {
  struct type *type = types_expression(c, item);
  if (type->kind == TYPE_KIND_ERROR) return type;
  if (type_is_scalar(type) && !type->optional) return type;
  if (type_is_scalar(type)) types_mismatch(c, item, type_required(c, type), type);
  else
    diag_report(c->diags, DIAG_E0320, item->span, "a list written out holds plain values, and this is %s",
                type_phrase(c, type));
  return c->error_type;
}

static struct type *check_list_value(struct compilation *c, struct tree *node, struct type *want) {
  struct type *element = want && want->element ? want->element : NULL;
  int32_t count = 0;
  if (want && want->kind == TYPE_KIND_ERROR) element = want;
  for (struct tree *item = node->kid[LIST_VALUE_ITEMS]; item; item = item->next, count++) {
    if (item->kind == TREE_CARD) { /* `2 of red`: copies only make sense in a bag */
      if (!want || want->kind != TYPE_KIND_BAG)
        diag_report(c->diags, DIAG_E0301, item->span, "a number of copies can only stand where a bag is meant");
      if (element) types_expression_as(c, item->kid[CARD_VALUE], element);
      else element = type_required(c, types_expression(c, item->kid[CARD_VALUE]));
    } else if (element) types_expression_as(c, item, element);
    else element = check_first_item(c, item);
  }
  if (!element) {
    diag_report(c->diags, DIAG_E0319, node->span, "nothing says what this empty list would hold");
    return plain(c, node, c->error_type);
  }
  if (want && (want->kind == TYPE_KIND_SET || want->kind == TYPE_KIND_BAG)) return plain(c, node, want);
  return plain(c, node, type_container(c, TYPE_KIND_LIST, element, count ? count : 1));
}

static struct type *check_string(struct compilation *c, struct tree *node) {
  for (struct tree *part = node->kid[STRING_PARTS]; part; part = part->next) {
    if (part->kind == TREE_TEXT_PART) continue;
    struct type *type = types_expression(c, part);
    if (type->kind == TYPE_KIND_ARRAY || type->kind == TYPE_KIND_VOID || type->kind == TYPE_KIND_CELL ||
        type->kind == TYPE_KIND_NONE)
      diag_report(c->diags, DIAG_E0301, part->span, "%s cannot be written out", type_phrase(c, type));
  }
  return plain(c, node, c->text_type);
}

/* For what is no longer looked at, since memory has run out: one note for all, so that they take no more. What is looked
 * at a second time is what it was. */
static struct type *leave_unchecked(const struct compilation *c, struct tree *node) {
  if (!node->note) node->note = c->unchecked;
  return node->note->type;
}

struct type *types_check_part(struct compilation *c, struct tree *node, struct type *want) {
  if (arena_failed(c->arena)) return leave_unchecked(c, node);
  switch (node->kind) {
  case TREE_NAME: return check_name(c, node, want ? type_required(c, want) : NULL);
  case TREE_INT: return types_note(c, node, NOTE_VALUE, c->int_type, NULL, node->number);
  case TREE_BOOL: return types_note(c, node, NOTE_VALUE, c->bool_type, NULL, node->number);
  case TREE_NONE: return plain(c, node, c->none_type);
  case TREE_STRING: return check_string(c, node);
  case TREE_LIST_VALUE: return check_list_value(c, node, want);
  case TREE_CALL: return check_call(c, node);
  case TREE_INDEX: return check_index(c, node);
  case TREE_FIELD: return check_field(c, node);
  case TREE_BINARY: return check_binary(c, node, want);
  case TREE_NOT: types_condition(c, node->kid[NOT_VALUE]); return plain(c, node, c->bool_type);
  case TREE_NEGATE: types_expression_as(c, node->kid[NEGATE_VALUE], c->int_type); return plain(c, node, c->int_type);
  case TREE_IS_NONE: return check_is_none(c, node);
  case TREE_IF_ELSE: return check_if_else(c, node, want);
  case TREE_MATCH_VALUE: return check_match_value(c, node, want);
  case TREE_ROLL: return check_roll(c, node);
  case TREE_HANDS:
  case TREE_CHAINS: return refuse_domain(c, node);
  case TREE_TYPE_NAME: return check_type_name(c, node);
  default:
    if (tree_is_comprehension(node)) return check_comprehension(c, node, want);
    struct diag *diag = diag_report(c->diags, DIAG_E0304, node->span, "this stands for many values; use it after `in`");
    if (node->kind == TREE_PLAYERS && want && want->kind == TYPE_KIND_PLAYER)
      diag_hint(c->diags, diag, "for one after the other: `for p in players { … }`");
    else if (node->kind == TREE_PLAYERS) diag_hint(c->diags, diag, "how many play is `seats()`");
    return plain(c, node, c->error_type);
  }
}

struct type *types_check_expression(struct compilation *c, struct tree *node, struct type *want) {
  struct type *type = types_check_part(c, node, want);
  return refuse_part(c, node, type) ? plain(c, node, c->error_type) : type;
}

struct type *types_expression_as(struct compilation *c, struct tree *node, struct type *want) {
  struct type *have = types_check_expression(c, node, want);
  if (refuse_long_list(c, node, want)) return c->error_type;
  if (type_fits(want, have)) return have;
  types_mismatch(c, node, want, have);
  return c->error_type;
}

void types_text(struct compilation *c, struct tree *node) { types_expression_as(c, node, c->text_type); }

const struct symbol *types_whole_row(const struct tree *zone) {
  const struct note *note = zone->kind == TREE_NAME ? note_of(zone) : NULL;
  bool row = note && note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_ZONE && note->symbol->row;
  return row ? note->symbol : NULL;
}

struct type *types_zone(struct compilation *c, struct tree *node) {
  struct type *type = types_zone_or_row(c, node);
  const struct symbol *row = type->kind == TYPE_KIND_ERROR ? NULL : types_whole_row(node);
  if (!row) return type;
  diag_report(c->diags, DIAG_E0316, node->span, "which place of the row `%s`? Write `%s[…]`", row->name, row->name);
  return c->error_type;
}

struct type *types_zone_or_row(struct compilation *c, struct tree *node) {
  if (node->kind == TREE_NAME && !symbol_find(c, node->word)) {
    types_unknown(c, node, "zone", 1u << SYMBOL_ZONE, DIAG_E0203);
    return plain(c, node, c->error_type);
  }
  struct type *type = types_expression(c, node);
  if (type->kind == TYPE_KIND_ZONE || type->kind == TYPE_KIND_ERROR) return type;
  if (node->kind == TREE_INDEX && note_of(node)->symbol && note_of(node)->symbol->row)
    return note_of(node)->symbol->type;
  diag_report(c->diags, DIAG_E0305, node->span, "this is %s, not a zone", type_phrase(c, type));
  return c->error_type;
}
