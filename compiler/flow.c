/* Reads the flow: a node for each phase and each effect in which somebody chooses or the game ends, itself or in what it
 * calls; one for each choice and each group of options, with its options as rows; arrows for what leads to what, in the
 * order of the text. What only moves cards and counts is left out. */
#include "compiler/flow.h"

#include <string.h>

#include "compiler/context.h"

enum { MATTER_UNKNOWN, MATTER_ASKING, MATTER_NOT, MATTERS };

struct flow_reader {
  struct compilation *c;
  struct flow_chart *flow;
  int32_t *found;           /* MATTERS and its like, by the number of the symbol */
  struct vector procedures; /* struct symbol *: those read or to be read, groups of options among them */
  struct name_table *known; /* these, and the arrows that are there */
  struct flow_node *from;   /* what the next arrow leaves … */
  int32_t row;              /* … and by which option, or -1 */
  int choices;
  bool ends; /* the end of the game is reached */
};

/* ---- what matters ---- */

static bool tree_matters(struct flow_reader *reader, const struct tree *node);

static bool symbol_matters(struct flow_reader *reader, struct symbol *symbol) {
  if (!symbol || (symbol->kind != SYMBOL_EFFECT && symbol->kind != SYMBOL_PHASE && symbol->kind != SYMBOL_OPTIONS))
    return false;
  if (symbol->kind == SYMBOL_PHASE) return true;
  int32_t *found = &reader->found[symbol->number];
  if (*found == MATTER_UNKNOWN) {
    *found = MATTER_ASKING;
    *found = tree_matters(reader, symbol->tree) ? MATTERS : MATTER_NOT;
  }
  return *found == MATTERS;
}

/* Whether any effect that the cells of a field call matters. */
static bool cells_matter(struct flow_reader *reader, const struct field *field) {
  for (int32_t row = 0; field && field->cells && row < field->owner->count; row++)
    if (field->cells[row] && symbol_matters(reader, symbol_find(reader->c, field->cells[row]->word))) return true;
  return false;
}

static const struct field *applied_field(const struct tree *apply) {
  const struct note *note = note_of(apply->kid[APPLY_TARGET]);
  return note ? note->field : NULL;
}

static bool tree_matters(struct flow_reader *reader, const struct tree *node) {
  for (; node; node = node->kind == TREE_EFFECT || node->kind == TREE_PHASE ? NULL : node->next) {
    if (node->kind == TREE_CHOOSE || node->kind == TREE_PICK || node->kind == TREE_END_GAME) return true;
    if (node->kind == TREE_CALL && symbol_matters(reader, symbol_find(reader->c, node->word))) return true;
    if (node->kind == TREE_APPLY && cells_matter(reader, applied_field(node))) return true;
    for (int i = 0; i < tree_kid_count(node->kind); i++)
      if (tree_matters(reader, node->kid[i])) return true;
  }
  return false;
}

/* ---- nodes and arrows ---- */

static struct flow_node *add_node(struct flow_reader *reader, enum flow_kind kind, const char *id, const char *name) {
  struct arena *arena = reader->c->arena;
  struct flow_node *node = arena_alloc(arena, sizeof *node);
  *node = (struct flow_node){ .kind = kind, .number = reader->flow->nodes.count, .name = name };
  node->id = arena_intern(arena, id, strlen(id));
  vector_push(arena, &reader->flow->nodes, &node, sizeof node);
  table_put(reader->flow->by_id, node->id, node);
  return node;
}

/* Whether something is met for the first time. */
static bool is_new(struct flow_reader *reader, const void *key) {
  if (table_get(reader->known, key)) return false;
  table_put(reader->known, key, reader);
  return true;
}

static void add_arrow(struct flow_reader *reader, const char *to, bool by_card) {
  struct arena *arena = reader->c->arena;
  const char *key = arena_format(arena, "%s:%d -> %s", reader->from->id, reader->row, to);
  if (!is_new(reader, arena_intern(arena, key, strlen(key)))) return;
  struct flow_arrow arrow = { .to = arena_intern(arena, to, strlen(to)), .row = reader->row, .by_card = by_card };
  vector_push(arena, &reader->from->arrows, &arrow, sizeof arrow);
}

static const char *id_of(struct flow_reader *reader, const struct symbol *symbol) {
  return arena_format(reader->c->arena, symbol->kind == SYMBOL_OPTIONS ? "group_%s" : "do_%s", symbol->name);
}

static void lead_to(struct flow_reader *reader, struct symbol *symbol, bool by_card) {
  if (is_new(reader, symbol)) vector_push(reader->c->arena, &reader->procedures, &symbol, sizeof symbol);
  add_arrow(reader, id_of(reader, symbol), by_card);
}

static void lead_to_call(struct flow_reader *reader, struct symbol *symbol, bool by_card) {
  if (symbol_matters(reader, symbol) && symbol->kind != SYMBOL_OPTIONS) lead_to(reader, symbol, by_card);
}

/* ---- the tree ---- */

static void read_tree(struct flow_reader *reader, const struct tree *node);

static struct flow_row row_of(const struct tree *option) {
  if (option->kind == TREE_OPTION) return (struct flow_row){ .name = option->word, .flags = option->flags };
  if (option->kind == TREE_OTHERWISE) return (struct flow_row){ .name = "otherwise" };
  return (struct flow_row){ .name = option->kid[INCLUDE_CALL]->word, .is_group = true };
}

/* The options of a choice or group as its rows, with what each leads to. */
static void read_options(struct flow_reader *reader, struct flow_node *node, const struct tree *options) {
  struct flow_node *from = reader->from;
  int32_t row = reader->row, number = 0;
  for (; options && !arena_failed(reader->c->arena); options = options->next) {
    struct flow_row said = row_of(options);
    vector_push(reader->c->arena, &node->rows, &said, sizeof said);
    reader->from = node;
    reader->row = number++;
    if (options->kind == TREE_OPTION) read_tree(reader, options->kid[OPTION_BODY]);
    else if (options->kind == TREE_OTHERWISE) read_tree(reader, options->kid[OTHERWISE_BLOCK]);
    else if (symbol_find(reader->c, said.name)) lead_to(reader, symbol_find(reader->c, said.name), false);
  }
  reader->from = from;
  reader->row = row;
}

static struct flow_node *add_choice(struct flow_reader *reader, const struct tree *node, const struct tree *asked) {
  const char *id = arena_format(reader->c->arena, "choice_%d", reader->choices++);
  add_arrow(reader, id, false);
  struct flow_node *choice = add_node(reader, FLOW_CHOICE, id, node->word);
  choice->prompt = asked;
  return choice;
}

static void read_apply(struct flow_reader *reader, const struct tree *apply) {
  const struct field *field = applied_field(apply);
  for (int32_t row = 0; field && field->cells && row < field->owner->count; row++)
    if (field->cells[row]) lead_to_call(reader, symbol_find(reader->c, field->cells[row]->word), true);
}

static void read_tree(struct flow_reader *reader, const struct tree *node) {
  for (; node && !arena_failed(reader->c->arena); node = node->next) {
    switch (node->kind) {
    case TREE_CHOOSE:
      read_options(reader, add_choice(reader, node, node->kid[CHOOSE_PROMPT]), node->kid[CHOOSE_OPTIONS]);
      continue;
    case TREE_PICK: add_choice(reader, node, node->kid[PICK_PROMPT]); continue;
    case TREE_END_GAME:
      reader->ends = true;
      add_arrow(reader, "the_end", false);
      continue;
    case TREE_CALL: lead_to_call(reader, symbol_find(reader->c, node->word), false); break;
    case TREE_APPLY: read_apply(reader, node); break;
    default: break;
    }
    for (int i = 0; i < tree_kid_count(node->kind); i++) read_tree(reader, node->kid[i]);
  }
}

static void read_procedure(struct flow_reader *reader, const struct symbol *symbol) {
  const struct tree *tree = symbol->tree;
  enum flow_kind kind = symbol->kind == SYMBOL_PHASE     ? FLOW_PHASE
                        : symbol->kind == SYMBOL_OPTIONS ? FLOW_GROUP
                                                         : FLOW_EFFECT;
  struct flow_node *node = add_node(reader, kind, id_of(reader, symbol), symbol->name);
  reader->from = node;
  reader->row = -1;
  if (kind == FLOW_GROUP) read_options(reader, node, tree->kid[OPTIONS_OPTIONS]);
  else read_tree(reader, tree->kid[kind == FLOW_PHASE ? PHASE_BLOCK : EFFECT_BLOCK]);
}

static void read_start(struct flow_reader *reader, const char *id, const char *name, const struct tree *block) {
  reader->from = add_node(reader, FLOW_START, id, name);
  reader->row = -1;
  read_tree(reader, block);
}

const struct flow_chart *flow_read(struct compilation *c) {
  struct flow_chart *flow = arena_alloc(c->arena, sizeof *flow);
  *flow = (struct flow_chart){ .c = c, .by_id = table_new(c->arena) };
  struct flow_reader reader = {
    .c = c, .flow = flow, .found = context_symbol_numbers(c), .known = table_new(c->arena)
  };
  if (!reader.found) return NULL;
  if (c->setup && tree_matters(&reader, c->setup->kid[SETUP_BLOCK]))
    read_start(&reader, "the_setup", "set-up", c->setup->kid[SETUP_BLOCK]);
  read_start(&reader, "the_play", "play", c->play->kid[PLAY_BLOCK]);
  for (size_t i = 0; i < reader.procedures.count; i++)
    read_procedure(&reader, ((struct symbol **)reader.procedures.items)[i]);
  if (reader.ends) add_node(&reader, FLOW_END, "the_end", "the game ends");
  return arena_failed(c->arena) ? NULL : flow;
}

const struct flow_node *flow_target(const struct flow_chart *flow, const struct flow_arrow *arrow) {
  return table_get(flow->by_id, arrow->to);
}
