/* Lowering of texts: code that writes into the reader's buffer. Nothing is built or kept in the state. */
#include "compiler/optimise/optimise.h"

static void text_of_value(struct lower *l, struct tree *node) {
  struct type *type = type_of(node);
  int32_t top = l->top;
  if (type->kind == TYPE_KIND_TEXT) {
    lower_text(l, node);
    return;
  }
  if (type->kind == TYPE_KIND_ZONE) type = type_container(l->c, TYPE_KIND_BAG, type->element, 0);
  int32_t slot = slot_take(l, type_slots(l->c, type));
  lower_into(l, node, slot, type);
  emit_long(l, OP_CODE_TEXT_VALUE, 0, slot, type_describe(l->c, type));
  l->top = top;
}

static void text_of_string(struct lower *l, struct tree *node) {
  for (struct tree *part = node->kid[STRING_PARTS]; part; part = part->next) {
    if (part->kind == TREE_TEXT_PART) emit_long(l, OP_CODE_TEXT, 0, 0, context_text(l->c, part->word));
    else text_of_value(l, part);
  }
}

static void text_of_branch(struct lower *l, struct tree *node) {
  struct label *other = label_new(l), *done = label_new(l);
  lower_jump(l, node->kid[IF_ELSE_CONDITION], false, other);
  lower_text(l, node->kid[IF_ELSE_THEN]);
  emit_jump(l, OP_CODE_JUMP, 0, done);
  label_place(l, other);
  lower_text(l, node->kid[IF_ELSE_ELSE]);
  label_place(l, done);
}

static void use_text(struct lower *l, struct tree *value, void *context) {
  (void)context;
  lower_text(l, value);
}

static void text_of_call(struct lower *l, struct tree *node) {
  if (inline_fits(l, node)) inline_fn(l, node, use_text, NULL);
  else lower_call_into(l, node, -1);
}

static void text_of_name(struct lower *l, struct tree *node) {
  const struct symbol *symbol = note_of(node)->symbol;
  if (symbol->kind == SYMBOL_CONST && symbol->string) lower_text(l, symbol->string);
  else if (symbol->inline_value) lower_text(l, symbol->inline_value);
  else emit(l, OP_CODE_TEXT_STRING, 0, lower_value(l, node), 0, 0);
}

/* Constants that mention each other many times multiply: a program of so many instructions has no room for more text. */
enum { TEXT_CODE_LIMIT = 4000000 };

static bool is_too_long(struct lower *l) {
  if (l->c->code.count < TEXT_CODE_LIMIT) return false;
  if (!l->c->text_too_long)
    diag_report(l->c->diags, DIAG_E0410, l->at ? l->at->span : (struct span){ l->c->main_file, 0, 0 },
                "the texts of this game are too long");
  l->c->text_too_long = true;
  return true;
}

void lower_text(struct lower *l, struct tree *node) {
  int32_t top = l->top;
  if (is_too_long(l) || arena_failed(l->c->arena)) return;
  switch (node->kind) {
  case TREE_STRING: text_of_string(l, node); break;
  case TREE_IF_ELSE: text_of_branch(l, node); break;
  case TREE_MATCH_VALUE:
    lower_arms(l, node->kid[MATCH_VALUE_SUBJECT], node->kid[MATCH_VALUE_ARMS], use_text, NULL);
    break;
  case TREE_CALL: text_of_call(l, node); break;
  case TREE_NAME: text_of_name(l, node); break;
  default: emit(l, OP_CODE_TEXT_STRING, 0, lower_value(l, node), 0, 0); break; /* a field of a card or value */
  }
  l->top = top;
}

int32_t lower_text_code(struct lower *l, struct tree *node) {
  if (!node) return -1;
  int32_t pc = (int32_t)l->c->code.count, entry = l->entry;
  l->entry = pc;
  lower_text(l, node);
  emit(l, OP_CODE_HALT, 0, 0, 0, 0);
  l->entry = entry;
  return pc;
}
