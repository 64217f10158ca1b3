/* scan: a condition on an element of an array, `owner[r, c] == p`, is asked of a whole line of the array at once: one
 * instruction gives the set of all c for which it holds.
 *
 * What must hold: the array is a variable of one or two dimensions with plain elements; the name that is looked for is one
 * index as it stands, and neither the other index nor what the element is compared with depends on it; and by trial the
 * condition cannot raise a rule error for any value of the domain. Why nothing changes: a condition changes nothing, so
 * it may be asked of all values before the first of them is used, and a set gives its values in the order of the domain. */
#include "compiler/optimise/scan.h"

#include "compiler/optimise/trial.h"

/* An option's `let` stands for its value. */
static struct tree *resolve(struct tree *node) {
  while (node->kind == TREE_NAME && node->note && note_of(node)->kind == NOTE_SYMBOL &&
         note_of(node)->symbol->kind == SYMBOL_LOCAL && note_of(node)->symbol->inline_value)
    node = note_of(node)->symbol->inline_value;
  return node;
}

static bool is_element(const struct tree *node, const struct symbol *element) {
  return node->kind == TREE_NAME && node->note && note_of(node)->symbol == element;
}

/* An element of a variable, one of whose indices is the name: which, and the other one. */
static bool find_place(struct lower *l, const struct tree *node, const struct symbol *element, struct scan *scan) {
  const struct note *note = node->note;
  if (node->kind != TREE_INDEX || !note || note->kind != NOTE_SYMBOL || note->symbol->kind != SYMBOL_VAR) return false;
  struct symbol *variable = note->symbol;
  struct tree *args = node->kid[INDEX_ARGS];
  if (type_is_multi(note->type) || variable->dim_count > 2) return false;
  if (ITEM(l->c, storages, struct storage, variable->storage)->width > 4) return false;
  scan->variable = variable;
  scan->other = NULL; /* the other side of the comparison may have had one */
  scan->dim = is_element(args, element) ? 0 : 1;
  if (variable->dim_count == 1) return scan->dim == 0;
  struct tree *own = scan->dim == 0 ? args : args->next;
  scan->other = scan->dim == 0 ? args->next : args;
  return is_element(own, element) && !lower_mentions(scan->other, element);
}

static bool find_comparison(struct lower *l, const struct tree *part, const struct symbol *element, struct scan *scan) {
  static const enum scan_relation relations[] = {
    [OP_EQ] = SCAN_EQ, [OP_NE] = SCAN_NE, [OP_LT] = SCAN_LT, [OP_LE] = SCAN_LE, [OP_GT] = SCAN_GT, [OP_GE] = SCAN_GE
  };
  enum tree_operator op = (enum tree_operator)part->number;
  if (op != OP_EQ && op != OP_NE && op != OP_LT && op != OP_LE && op != OP_GT && op != OP_GE) return false;
  for (int side = BINARY_LEFT; side <= BINARY_RIGHT; side++) {
    struct tree *own = resolve(part->kid[side]), *key = part->kid[side == BINARY_LEFT ? BINARY_RIGHT : BINARY_LEFT];
    if (!key->note || !find_place(l, own, element, scan) || lower_mentions(key, element)) continue;
    scan->relation = (int32_t)relations[side == BINARY_LEFT ? op : tree_turned(op)];
    if (key->kind == TREE_NONE) scan->key = type_none(type_of(own));
    else if (!fold_constant(l, key, &scan->key)) scan->key_side = key;
    return true;
  }
  return false;
}

/* The relation that holds when the other does not. */
static int32_t opposite(int32_t relation) {
  static const int32_t opposites[] = { SCAN_NE, SCAN_EQ, SCAN_GE, SCAN_GT, SCAN_LE, SCAN_LT };
  return opposites[relation];
}

static bool find(struct lower *l, struct tree *part, const struct symbol *element, struct scan *scan) {
  part = resolve(part);
  *scan = (struct scan){ .relation = SCAN_NE };
  switch (part->kind) {
  case TREE_NOT:
    if (!find(l, part->kid[NOT_VALUE], element, scan)) return false;
    scan->relation = opposite(scan->relation);
    return true;
  case TREE_IS_NONE: {
    struct tree *value = resolve(part->kid[IS_NONE_VALUE]);
    if (!find_place(l, value, element, scan)) return false;
    scan->key = type_none(type_of(value));
    scan->relation = part->flags & FLAG_NOT ? SCAN_NE : SCAN_EQ;
    return true;
  }
  case TREE_BINARY: return find_comparison(l, part, element, scan);
  default:
    return type_of(part)->kind == TYPE_KIND_BOOL && !type_of(part)->optional && find_place(l, part, element, scan);
  }
}

bool scan_find(struct lower *l, struct tree *part, const struct symbol *element, struct scan *scan) {
  return lower_runs(l, PASS_scan) && part->note && find(l, part, element, scan) && !trial_raises(l, part);
}

/* The lowest value of an index, and how many elements lie between two neighbours. */
static int32_t lowest(const struct type *dim) { return dim->kind == TYPE_KIND_INT ? dim->low : 0; }

static int32_t stride(const struct lower *l, const struct symbol *variable, int dim) {
  return dim + 1 < variable->dim_count ? type_places(l->c, variable->dims[dim + 1]) : 1;
}

bool scan_covers(const struct lower *l, const struct scan *scan, int32_t *low, int32_t *high) {
  const struct type *dim = scan->variable->dims[scan->dim];
  if (*low < lowest(dim)) *low = lowest(dim);
  if (*high >= lowest(dim) + type_places(l->c, dim)) *high = lowest(dim) + type_places(l->c, dim) - 1;
  return *low >= 0 && *low <= *high;
}

/* See SCAN_SHORT. */
static int32_t short_line(const struct lower *l, const int32_t *fields, unsigned words) {
  int32_t count = fields[SCAN_HIGH] - fields[SCAN_LOW] + 1;
  bool bytes = ITEM(l->c, storages, struct storage, fields[SCAN_STORAGE])->width == 1 && fields[SCAN_STRIDE] == 1;
  bool is_equal = fields[SCAN_RELATION] == SCAN_EQ || fields[SCAN_RELATION] == SCAN_NE;
  return bytes && is_equal && words == 1 && count <= SCAN_SHORT_MOST ? (int32_t)((UINT32_C(1) << count) - 1) : 0;
}

void scan_into(struct lower *l, const struct scan *scan, int32_t low, int32_t high, int32_t set, unsigned words) {
  struct type *const *dims = scan->variable->dims;
  int32_t top = l->top, other = 0, key_slot = -1, fields[SCAN_FIELDS] = { 0 };
  fields[SCAN_STORAGE] = scan->variable->storage;
  fields[SCAN_LOW] = low;
  fields[SCAN_HIGH] = high;
  fields[SCAN_STRIDE] = stride(l, scan->variable, scan->dim);
  fields[SCAN_BIAS] = (low - lowest(dims[scan->dim])) * fields[SCAN_STRIDE];
  if (scan->other) {
    fields[SCAN_SCALE] = stride(l, scan->variable, 1 - scan->dim);
    fields[SCAN_BIAS] -= lowest(dims[1 - scan->dim]) * fields[SCAN_SCALE];
    other = lower_value(l, scan->other);
  }
  if (scan->key_side) key_slot = lower_value(l, scan->key_side);
  fields[SCAN_RELATION] = scan->relation;
  fields[SCAN_KEY_SLOT] = key_slot;
  fields[SCAN_KEY] = scan->key;
  fields[SCAN_SHORT] = short_line(l, fields, words);
  emit(l, OP_CODE_SET_SCAN, words, set, other, context_column(l->c, fields, SCAN_FIELDS, 1));
  l->top = top;
}
