/* Rows that stand for several: see row_loops.h. Works on trees: variables in a copy of the row are replaced by what they
 * stand for, and numbers are worked out as those of boards are (board_sums.c). */
#include "compiler/row_loops.h"

#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "compiler/board_map.h"
#include "compiler/types.h"
#include "lang/tree_make.h"

/* ROWS_MADE and STEPS are for the whole game, so that a short text cannot fill the memory; a row that is longer than
 * LONG_ROW bytes takes several steps. */
enum { VARIABLES = 8, ROWS_MADE = KINDS_LIMIT, STEPS = 1 << 17, LONG_ROW = 64 };

struct loop_variable {
  const struct tree *binder;
  const struct symbol *values; /* the enum that it goes through, or NULL: numbers */
  const struct tree *item;     /* of a list: the one that it stands for */
  int32_t low, high;           /* of a range, or the first and last number of a value */
  int32_t number;              /* what it stands for: a number, or that of a value */
};

struct row_loop {
  struct compilation *c;
  struct symbol *owner;
  const struct tree *row;
  struct loop_variable variables[VARIABLES];
  int count;          /* of those that stand for something now */
  struct tree **tail; /* where the next row comes */
};

/* ---- what variables stand for ---- */

static const struct loop_variable *variable_named(const struct row_loop *loop, const char *word, size_t length) {
  for (int i = loop->count; i-- > 0;) {
    const char *name = loop->variables[i].binder->word;
    if (strlen(name) == length && !memcmp(name, word, length)) return &loop->variables[i];
  }
  return NULL;
}

static const struct loop_variable *variable_of(const struct row_loop *loop, const struct tree *node) {
  return node->kind == TREE_NAME ? variable_named(loop, node->word, strlen(node->word)) : NULL;
}

/* `Suit.hearts`, which no other enum can be meant by, or a number. */
static struct tree *node_of(const struct row_loop *loop, const struct loop_variable *variable, struct span span) {
  struct arena *arena = loop->c->arena;
  if (!variable->values) return board_number(loop->c, span, variable->number);
  struct tree *type = board_named(make_TYPE_NAME(arena, span), variable->values->name, span);
  return board_named(make_FIELD(arena, span, type), variable->values->values[variable->number].name, span);
}

/* Puts what variables stand for into a list of nodes and all below them. */
static void put_in(const struct row_loop *loop, struct tree **link) {
  for (; *link; link = &(*link)->next) {
    const struct loop_variable *variable = variable_of(loop, *link);
    if (variable) {
      struct tree *node = node_of(loop, variable, (*link)->span);
      node->next = (*link)->next;
      *link = node;
    } else
      for (int i = 0; i < tree_kid_count((*link)->kind); i++) put_in(loop, &(*link)->kid[i]);
  }
}

/* The number of a value of one of the enums that are gone through, by its name, or -1. */
static int32_t value_named(const struct row_loop *loop, const char *type, const char *name) {
  for (int i = 0; i < loop->count; i++) {
    const struct symbol *values = loop->variables[i].values;
    if (!values || (type && values->name != type)) continue;
    for (int32_t value = 0; value < values->count; value++)
      if (values->values[value].name == name) return value;
  }
  return -1;
}

/* For board_value: values are their numbers, so that conditions can compare them. */
static bool number_of(const void *context, const struct tree *node, int32_t *value) {
  const struct row_loop *loop = context;
  const struct loop_variable *variable = variable_of(loop, node);
  const struct tree *base = node->kind == TREE_FIELD ? node->kid[FIELD_BASE] : NULL;
  if (variable) return *value = variable->number, true;
  if (base && base->kind != TREE_TYPE_NAME) return false;
  *value = value_named(loop, base ? base->word : NULL, node->word);
  return *value >= 0;
}

static bool work_out(const struct row_loop *loop, const struct tree *node, int32_t *value) {
  struct board_sums sums = { .c = loop->c, .number_of = number_of, .context = loop };
  return board_value(&sums, node, value);
}

/* ---- one row ---- */

static void add_element(struct text *out, const struct loop_variable *variable) {
  if (variable->values) text_add(out, variable->values->values[variable->number].name);
  else text_format(out, variable->number < 0 ? "minus_%lld" : "%lld", llabs((long long)variable->number));
}

static const char *made_name(const struct row_loop *loop) {
  struct text name = arena_text(loop->c->arena);
  bool named[VARIABLES] = { false };
  for (const char *part = loop->row->word, *end; *part; part = *end ? end + 1 : end) {
    end = part + strcspn(part, "_");
    const struct loop_variable *variable = variable_named(loop, part, (size_t)(end - part));
    if (variable) {
      named[variable - loop->variables] = true;
      add_element(&name, variable);
    } else text_add_bytes(&name, part, (size_t)(end - part));
    if (*end) text_add(&name, "_");
  }
  for (int i = 0; i < loop->count; i++) {
    if (named[i]) continue;
    text_add(&name, "_");
    add_element(&name, &loop->variables[i]);
  }
  return board_word(loop->c, text_get(&name));
}

/* A text without holes; NULL after reporting. */
static struct tree *made_label(const struct row_loop *loop) {
  struct compilation *c = loop->c;
  const struct tree *label = loop->row->kid[ROW_DATA_LABEL];
  struct text out = arena_text(c->arena);
  for (const struct tree *part = label->kid[STRING_PARTS]; part; part = part->next) {
    const struct loop_variable *variable = variable_of(loop, part);
    int32_t number;
    if (part->kind == TREE_TEXT_PART) text_add(&out, part->word);
    else if (variable && variable->values) text_add(&out, variable->values->values[variable->number].label);
    else if (work_out(loop, part, &number)) text_format(&out, "%d", number);
    else {
      struct diag *diag = diag_report(c->diags, DIAG_E0314, part->span,
                                      "this label shows what the row goes through, and numbers made of it");
      if (loop->owner->kind == SYMBOL_DECK)
        diag_hint(c->diags, diag, "the text behind the deck's name can show fields: `deck D(cost: int) \"{cost}\" …`");
      return NULL;
    }
  }
  struct tree *text = make_TEXT_PART(c->arena, label->span);
  text->word = board_word(c, text_get(&out));
  return make_STRING(c->arena, label->span, text);
}

static bool read_copies(const struct row_loop *loop, int32_t *copies) {
  const struct tree *node = loop->row->kid[ROW_DATA_COPIES];
  if (!node) return true;
  const struct loop_variable *variable = variable_of(loop, node);
  bool known = !(variable && variable->values) && work_out(loop, node, copies);
  if (known && *copies >= 0 && *copies <= COPIES_LIMIT) return true;
  if (known)
    diag_report(loop->c->diags, DIAG_E0523, node->span, "`%s` is %d here: there are 0 to %d copies of a card",
                node->word, *copies, COPIES_LIMIT);
  else
    diag_report(loop->c->diags, DIAG_E0523, node->span,
                "`%s` is no number of copies: a number, a `const`, or a number that the row goes through", node->word);
  return false;
}

/* Adds the row for what the variables stand for now; false after reporting. */
static bool make_row(struct row_loop *loop) {
  struct compilation *c = loop->c;
  const struct tree *row = loop->row;
  const char *name = made_name(loop);
  int32_t copies = row->number;
  if (!read_copies(loop, &copies)) return false;
  if (!name_is(name)) {
    diag_report(c->diags, DIAG_E0523, row->word_span,
                strlen(name) > NAME_LONGEST ? "`%s` would be longer than a name can be"
                                            : "`%s` would be the name of a row: a name begins with a letter",
                name);
    return false;
  }
  if (++c->made_rows > ROWS_MADE) {
    diag_report(c->diags, DIAG_E0410, row->span, "more than %d rows would be made", ROWS_MADE);
    return false;
  }
  struct tree *made = tree_copy(c->arena, row);
  made->kid[ROW_DATA_BINDERS] = made->kid[ROW_DATA_COPIES] = NULL;
  if (row->kid[ROW_DATA_LABEL] && loop->count && !(made->kid[ROW_DATA_LABEL] = made_label(loop))) return false;
  put_in(loop, &made->kid[ROW_DATA_VALUES]);
  made->number = copies;
  made->word = name;
  *loop->tail = made;
  loop->tail = &made->next;
  return true;
}

/* ---- going through ---- */

static bool refuse_domain(struct row_loop *loop, const struct tree *domain) {
  diag_report(loop->c->diags, DIAG_E0314, domain->span,
              "rows go through numbers that are known, such as `1..9` or `[1, 2, 4]`, or through an enum");
  return false;
}

/* `s in Suit`: the values must have their names. */
static bool open_enum(struct row_loop *loop, struct loop_variable *variable, struct tree *domain) {
  struct symbol *values = symbol_named(loop->c, domain);
  if (!values) return types_unknown(loop->c, domain, "enum", 1u << SYMBOL_ENUM, DIAG_E0202), false;
  if (values->kind != SYMBOL_ENUM) return refuse_domain(loop, domain);
  if (!tables_declare_values(loop->c, values)) {
    diag_report(loop->c->diags, DIAG_E0314, domain->span, "the rows of `%s` are made from themselves", values->name);
    return false;
  }
  values->used = true;
  variable->values = values;
  variable->high = values->count - 1;
  return !values->unread;
}

/* False after reporting, here or elsewhere. */
static bool open_domain(struct row_loop *loop, struct loop_variable *variable, const struct tree *binder) {
  struct tree *domain = binder->kid[BINDER_DOMAIN];
  *variable = (struct loop_variable){ .binder = binder };
  if (binder->kid[BINDER_BY]) {
    diag_report(loop->c->diags, DIAG_E0314, binder->kid[BINDER_BY]->span,
                "rows stand in the order of what they go through, without `by`");
    return false;
  }
  if (variable_named(loop, binder->word, strlen(binder->word))) {
    diag_report(loop->c->diags, DIAG_E0209, binder->word_span, "`%s` is gone through twice", binder->word);
    return false;
  }
  if (domain->kind == TREE_TYPE_NAME) return open_enum(loop, variable, domain);
  if (domain->kind == TREE_RANGE)
    return (work_out(loop, domain->kid[RANGE_LOW], &variable->low) &&
            work_out(loop, domain->kid[RANGE_HIGH], &variable->high)) ||
           refuse_domain(loop, domain);
  if (domain->kind != TREE_LIST_VALUE) return refuse_domain(loop, domain);
  variable->item = domain->kid[LIST_VALUE_ITEMS];
  variable->high = -1;
  for (const struct tree *item = variable->item; item; item = item->next) variable->high++;
  return true;
}

static bool go_through(struct row_loop *loop, const struct tree *binder);

/* Goes on with one element; false after reporting. */
static bool take_element(struct row_loop *loop, const struct tree *binder) {
  const struct tree *where = binder->kid[BINDER_WHERE];
  int32_t holds = 1;
  loop->c->row_steps += 1 + (loop->row->span.end - loop->row->span.start) / LONG_ROW;
  if (loop->c->row_steps > STEPS) {
    diag_report(loop->c->diags, DIAG_E0410, binder->span, "rows go through more than %d elements", STEPS);
    return false;
  }
  if (where && !work_out(loop, where, &holds)) {
    diag_report(loop->c->diags, DIAG_E0314, where->span,
                "which rows there are is worked out from what they go through, numbers and constants");
    return false;
  }
  return !holds || go_through(loop, binder->next);
}

static bool go_through(struct row_loop *loop, const struct tree *binder) {
  if (!binder) return make_row(loop);
  struct loop_variable *variable = &loop->variables[loop->count];
  if (loop->count == VARIABLES) {
    diag_report(loop->c->diags, DIAG_E0410, binder->span, "a row goes through at most %d things", VARIABLES);
    return false;
  }
  if (!open_domain(loop, variable, binder)) return false;
  bool listed = variable->item != NULL, going = true;
  for (int64_t i = variable->low; going && i <= variable->high && !arena_failed(loop->c->arena); i++) {
    variable->number = (int32_t)i;
    if (listed && !work_out(loop, variable->item, &variable->number))
      return refuse_domain(loop, binder->kid[BINDER_DOMAIN]);
    loop->count++;
    going = take_element(loop, binder);
    loop->count--;
    if (listed) variable->item = variable->item->next;
  }
  return going;
}

void row_loops_write_out(struct compilation *c, struct symbol *symbol) {
  if (symbol->kind == SYMBOL_TABLE) return;
  struct tree **link = &symbol->tree->kid[symbol->kind == SYMBOL_ENUM ? ENUM_ROWS : DECK_ROWS];
  while (*link) {
    struct tree *row = *link;
    if (!row->kid[ROW_DATA_BINDERS] && !row->kid[ROW_DATA_COPIES]) {
      link = &row->next;
      continue;
    }
    struct row_loop loop = { .c = c, .owner = symbol, .row = row, .tail = link };
    if (!go_through(&loop, row->kid[ROW_DATA_BINDERS])) symbol->unread = c->incomplete = true;
    *loop.tail = row->next;
    link = loop.tail;
  }
}
