/* Constants: see constant.h. A const is evaluated when it is first needed, so their order in the file is free. */
#include "compiler/constant.h"

#include "compiler/type.h"
#include "compiler/types.h"

/* The least number there would be stands for `none`. */
bool constant_operate(int32_t left, enum tree_operator operator, int32_t right, int32_t *value) {
  switch (operator) {
  case OP_ADD: return !__builtin_add_overflow(left, right, value) && *value != NONE_INT;
  case OP_SUB: return !__builtin_sub_overflow(left, right, value) && *value != NONE_INT;
  case OP_MUL: return !__builtin_mul_overflow(left, right, value) && *value != NONE_INT;
  case OP_DIV:
    if (!right || (left == INT32_MIN && right == -1)) return false;
    *value = left / right;
    return true;
  case OP_MOD:
    if (!right || (left == INT32_MIN && right == -1)) return false;
    *value = left % right;
    return true;
  case OP_EQ: *value = left == right; return true;
  case OP_NE: *value = left != right; return true;
  case OP_LT: *value = left < right; return true;
  case OP_LE: *value = left <= right; return true;
  case OP_GT: *value = left > right; return true;
  case OP_GE: *value = left >= right; return true;
  case OP_AND: *value = left && right; return true;
  case OP_OR: *value = left || right; return true;
  default: return false;
  }
}

static bool fold_field(struct compilation *c, const struct tree *node, int32_t *value) {
  const struct note *note = note_of(node);
  int32_t index;
  if (!note->field || !note->field->values || type_is_multi(note->type)) return false;
  if (!constant_fold(c, node->kid[FIELD_BASE], &index) || index < 0) return false;
  *value = note->field->values[index];
  return true;
}

/* `x in [a, b]`, where all of them are known. */
static bool fold_membership(struct compilation *c, const struct tree *node, int32_t *value) {
  const struct tree *list = node->kid[BINARY_RIGHT];
  int32_t wanted, item;
  if (list->kind != TREE_LIST_VALUE || !constant_fold(c, node->kid[BINARY_LEFT], &wanted)) return false;
  bool found = false;
  for (const struct tree *one = list->kid[LIST_VALUE_ITEMS]; one; one = one->next) {
    if (!constant_fold(c, one, &item)) return false;
    found |= item == wanted;
  }
  *value = found == (node->number == OP_IN);
  return true;
}

bool constant_fold(struct compilation *c, const struct tree *node, int32_t *value) {
  const struct note *note = note_of(node);
  if (!note || note->type->kind == TYPE_KIND_ERROR) return false;
  if (note->kind == NOTE_VALUE) {
    *value = note->value;
    return true;
  }
  int32_t left, right;
  switch (node->kind) {
  case TREE_INT:
  case TREE_BOOL: *value = node->number; return true;
  case TREE_NAME:
    if (note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_LOCAL && note->symbol->is_constant) {
      *value = note->symbol->constant;
      return true;
    }
    if (note->kind != NOTE_SYMBOL || note->symbol->kind != SYMBOL_CONST || note->symbol->string) return false;
    *value = note->symbol->value;
    return note->symbol->type->kind != TYPE_KIND_ERROR && !type_is_multi(note->symbol->type);
  case TREE_FIELD: return fold_field(c, node, value);
  case TREE_NEGATE: return constant_fold(c, node->kid[NEGATE_VALUE], &left) && !__builtin_sub_overflow(0, left, value);
  case TREE_NOT:
    if (!constant_fold(c, node->kid[NOT_VALUE], &left)) return false;
    *value = !left;
    return true;
  case TREE_BINARY: {
    const struct note *sides = note_of(node->kid[BINARY_LEFT]);
    if (type_is_multi(sides->type) || sides->type->optional || sides->type->kind == TYPE_KIND_TEXT) return false;
    if (node->number == OP_IN || node->number == OP_NOT_IN) return fold_membership(c, node, value);
    if (!note_of(node->kid[BINARY_RIGHT])) return false;
    return constant_fold(c, node->kid[BINARY_LEFT], &left) && constant_fold(c, node->kid[BINARY_RIGHT], &right) &&
           constant_operate(left, (enum tree_operator)node->number, right, value);
  }
  case TREE_IF_ELSE:
    if (!constant_fold(c, node->kid[IF_ELSE_CONDITION], &left)) return false;
    return constant_fold(c, node->kid[left ? IF_ELSE_THEN : IF_ELSE_ELSE], value);
  default: return false;
  }
}

bool constant_value(struct compilation *c, struct tree *expression, struct type *want, int32_t *value) {
  size_t errors = c->diags->errors;
  struct type *type = types_expression_as(c, expression, want);
  *value = 0;
  if (type->kind == TYPE_KIND_ERROR) return false;
  if (type->kind == TYPE_KIND_NONE) {
    *value = type_none(want);
    return true;
  }
  if (constant_fold(c, expression, value)) return true;
  if (c->diags->errors == errors)
    diag_report(c->diags, DIAG_E0314, expression->span,
                "this must be known before play: a number, a value or a `const`");
  return false;
}

bool constant_number(struct compilation *c, struct tree *expression, int32_t *value) {
  return constant_value(c, expression, c->int_type, value);
}

/* How many constants may wait for each other: they are evaluated by recursion. */
enum { CONSTANTS_LIMIT = 200 };

static void refuse_depth(struct compilation *c, struct symbol *symbol) {
  if (!c->constants_too_deep)
    diag_report(c->diags, DIAG_E0410, symbol->span, "more than %d constants that need each other", CONSTANTS_LIMIT);
  c->constants_too_deep = symbol->evaluated = true;
  symbol->type = c->error_type;
}

/* A list whose values are all known. */
static bool is_known_list(struct compilation *c, const struct tree *value, const struct type *type) {
  int32_t known;
  if (value->kind != TREE_LIST_VALUE || type->kind != TYPE_KIND_LIST) return false;
  for (const struct tree *item = value->kid[LIST_VALUE_ITEMS]; item; item = item->next)
    if (!constant_fold(c, item, &known)) return false;
  return true;
}

void constant_declare(struct compilation *c, struct symbol *symbol) {
  if (symbol->evaluated) return;
  if (symbol->evaluating) {
    diag_report(c->diags, DIAG_E0314, symbol->span, "`%s` is defined by itself", symbol->name);
    symbol->evaluated = true;
    symbol->type = c->error_type;
    return;
  }
  if (c->constants_open == CONSTANTS_LIMIT) {
    refuse_depth(c, symbol);
    return;
  }
  symbol->evaluating = true;
  struct tree *value = symbol->tree->kid[CONST_VALUE];
  size_t errors = c->diags->errors;
  c->constants_open++;
  symbol->type = types_expression(c, value);
  c->constants_open--;
  if (symbol->type->kind == TYPE_KIND_TEXT && value->kind == TREE_STRING) symbol->string = value;
  else if (symbol->type->kind != TYPE_KIND_ERROR && !is_known_list(c, value, symbol->type) &&
           !constant_fold(c, value, &symbol->value)) {
    if (c->diags->errors == errors)
      diag_report(c->diags, DIAG_E0314, value->span, "a `const` must be known before play");
    symbol->type = c->error_type;
  }
  symbol->evaluated = true;
}
