/* fields: fields of an argument that a body reads more than once are read once, when the body begins.
 *
 * What must hold: the argument is a card or value that is never none, and the body reads the field in any case, so that
 * little is read for nothing. Why nothing changes: what cards and the like have in their columns never changes, and
 * neither does an argument. */
#include "compiler/optimise/fields.h"

#include "compiler/knowledge.h"
#include "compiler/meant.h"

enum { MOST_FIELDS = 8 };

struct field_count {
  const struct field *field;
  int reads;
  bool certain; /* one of them is on every way through the body */
};
struct field_counts {
  const struct symbol *local;
  struct field_count items[MOST_FIELDS];
  int count;
};

static const struct field *field_read(const struct tree *node, const struct symbol *local) {
  if (node->kind != TREE_FIELD || !node->note || node->kid[FIELD_BASE]->kind != TREE_NAME) return NULL;
  const struct note *base = node->kid[FIELD_BASE]->note;
  if (!base || base->symbol != local || type_is_multi(note_of(node)->type)) return NULL;
  return note_of(node)->field && !note_of(node)->field->cells ? note_of(node)->field : NULL;
}

static void count_read(struct field_counts *counts, const struct field *field, bool certain) {
  int i = 0;
  while (i < counts->count && counts->items[i].field != field) i++;
  if (i == MOST_FIELDS) return;
  if (i == counts->count) counts->items[counts->count++] = (struct field_count){ .field = field };
  counts->items[i].reads++;
  counts->items[i].certain |= certain;
}

/* Whether a part of a node is reached whenever the node is. */
static bool is_certain(const struct tree *node, int kid) {
  switch (node->kind) {
  case TREE_IF: return kid == IF_CONDITION;
  case TREE_IF_ELSE: return kid == IF_ELSE_CONDITION;
  case TREE_BINARY: return kid == BINARY_LEFT || (node->number != OP_AND && node->number != OP_OR);
  case TREE_MATCH: return kid == MATCH_SUBJECT;
  case TREE_MATCH_VALUE: return kid == MATCH_VALUE_SUBJECT;
  case TREE_FOR:
  case TREE_WHILE:
  case TREE_REPEAT:
  case TREE_CHOOSE:
  case TREE_PICK:
  case TREE_SAY:
  case TREE_FAIL: return false;
  default: return !tree_is_comprehension(node);
  }
}

static void count_reads(struct field_counts *counts, const struct tree *node, bool certain) {
  for (; node; node = node->next) {
    const struct field *field = field_read(node, counts->local);
    if (field) count_read(counts, field, certain);
    for (int i = 0; i < tree_kid_count(node->kind); i++)
      count_reads(counts, node->kid[i], certain && is_certain(node, i));
  }
}

static const struct kept_field *fields_find(const struct lower *l, int32_t of, int32_t column) {
  for (const struct kept_field *kept = l->kept_fields; kept; kept = kept->next)
    if (kept->of == of && kept->column == column) return kept;
  return NULL;
}

/* Whether somebody may be asked while the body is under way: then a register that tells of a hidden card must be one that
 * samples know of. */
static bool may_ask(const struct tree *node, const void *unused) {
  (void)unused;
  const struct note *note = node->kind == TREE_CALL ? node->note : NULL;
  bool calls = note && note->kind == NOTE_CALL && note->symbol && note->symbol->kind != SYMBOL_FN;
  return (calls && knowledge_asks(note->symbol)) || node->kind == TREE_APPLY || tree_does(node, DOES_ASKS);
}

void fields_keep(struct lower *l, const struct symbol *local, const struct tree *body) {
  struct field_counts counts = { .local = local };
  const struct type *type = local->type;
  bool has_fields = (type->kind == TYPE_KIND_CARD || type->kind == TYPE_KIND_ENUM) && type->symbol->fields;
  if (!lower_runs(l, PASS_fields) || !has_fields || type->optional || local->is_constant || !body) return;
  if (knowledge_of(l->c, local).count && tree_first(body, may_ask, NULL)) return;
  count_reads(&counts, body, true);
  for (int i = 0; i < counts.count; i++) {
    int32_t column = counts.items[i].field->column;
    if (counts.items[i].reads < 2 || !counts.items[i].certain || fields_find(l, local->slot, column)) continue;
    struct kept_field *kept = arena_alloc(l->c->arena, sizeof *kept);
    *kept = (struct kept_field){ local->slot, column, slot_take(l, 1), l->kept_fields };
    emit(l, OP_CODE_FIELD, 0, kept->slot, kept->of, kept->column);
    l->kept_fields = kept;
  }
}

const struct kept_field *fields_known(const struct lower *l, const struct tree *node) {
  if (!l->kept_fields || node->kind != TREE_FIELD || node->kid[FIELD_BASE]->kind != TREE_NAME) return NULL;
  const struct note *base = note_of(node->kid[FIELD_BASE]);
  bool local = base->kind == NOTE_SYMBOL && base->symbol->kind == SYMBOL_LOCAL && !base->symbol->inline_value &&
               !base->symbol->is_constant;
  return local && note_of(node)->field ? fields_find(l, base->symbol->slot, note_of(node)->field->column) : NULL;
}
