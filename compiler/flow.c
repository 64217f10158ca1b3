/* Draws the flow: a box for each phase and each effect in which somebody chooses or the game ends, itself or in what it
 * calls; a table for each choice with its options as rows; arrows for what leads to what, numbered in the order of the
 * text. What only moves cards and counts is left out. */
#include "compiler/flow.h"

#include <string.h>

#include "compiler/context.h"

enum { FLOW_UNKNOWN, FLOW_ASKING, FLOW_NOTHING, FLOW_MATTERS };

struct arrow {
  const char *line; /* "from -> to"; each is drawn once */
  bool from_row;    /* from an option, not from a procedure */
  bool by_card;     /* through a cell of a table */
};

struct flow_chart {
  struct compilation *c;
  struct text *out;
  int32_t *found;           /* FLOW_MATTERS and its like, by the number of the symbol */
  struct vector procedures; /* struct symbol *: those drawn or to be drawn */
  struct vector arrows;     /* struct arrow */
  struct name_table *known; /* these procedures, and the lines of these arrows */
  size_t drawn;             /* how many of them were written */
  const char *from;         /* what the next arrow leaves: a procedure, or a choice and its row */
  int choices;
  bool ends; /* the end of the game is reached */
};

/* ---- what matters ---- */

static bool tree_matters(struct flow_chart *flow, const struct tree *node);

static bool symbol_matters(struct flow_chart *flow, struct symbol *symbol) {
  if (!symbol || (symbol->kind != SYMBOL_EFFECT && symbol->kind != SYMBOL_PHASE && symbol->kind != SYMBOL_OPTIONS))
    return false;
  if (symbol->kind == SYMBOL_PHASE) return true;
  int32_t *found = &flow->found[symbol->number];
  if (*found == FLOW_UNKNOWN) {
    *found = FLOW_ASKING;
    *found = tree_matters(flow, symbol->tree) ? FLOW_MATTERS : FLOW_NOTHING;
  }
  return *found == FLOW_MATTERS;
}

/* Whether any effect that the cells of a field call matters. */
static bool cells_matter(struct flow_chart *flow, const struct field *field) {
  for (int32_t row = 0; field && field->cells && row < field->owner->count; row++)
    if (field->cells[row] && symbol_matters(flow, symbol_find(flow->c, field->cells[row]->word))) return true;
  return false;
}

static const struct field *applied_field(const struct tree *apply) {
  const struct note *note = note_of(apply->kid[APPLY_TARGET]);
  return note ? note->field : NULL;
}

static bool tree_matters(struct flow_chart *flow, const struct tree *node) {
  for (; node; node = node->kind == TREE_EFFECT || node->kind == TREE_PHASE ? NULL : node->next) {
    if (node->kind == TREE_CHOOSE || node->kind == TREE_PICK || node->kind == TREE_END_GAME) return true;
    if (node->kind == TREE_CALL && symbol_matters(flow, symbol_find(flow->c, node->word))) return true;
    if (node->kind == TREE_APPLY && cells_matter(flow, applied_field(node))) return true;
    for (int i = 0; i < tree_kid_count(node->kind); i++)
      if (tree_matters(flow, node->kid[i])) return true;
  }
  return false;
}

/* ---- writing ---- */

static void escaped(struct flow_chart *flow, const char *text) {
  for (; *text; text++) {
    if (*text == '<') text_add(flow->out, "&lt;");
    else if (*text == '>') text_add(flow->out, "&gt;");
    else if (*text == '&') text_add(flow->out, "&amp;");
    else if (*text == '"') text_add(flow->out, "&quot;");
    else text_add_bytes(flow->out, *text == '\n' ? " " : text, 1);
  }
}

static void spaced(struct flow_chart *flow, const char *name) {
  for (; *name; name++) text_add_bytes(flow->out, *name == '_' ? " " : name, 1);
}

/* A prompt without what its holes would show. */
static void prompt(struct flow_chart *flow, const struct tree *string) {
  for (const struct tree *part = string ? string->kid[STRING_PARTS] : NULL; part; part = part->next)
    escaped(flow, part->kind == TREE_TEXT_PART ? part->word : "…");
}

/* Whether something is met for the first time. */
static bool is_new(struct flow_chart *flow, const void *key) {
  if (table_get(flow->known, key)) return false;
  table_put(flow->known, key, flow);
  return true;
}

static void arrow(struct flow_chart *flow, const char *to, bool by_card) {
  const char *line = arena_format(flow->c->arena, "%s -> %s", flow->from, to);
  struct arrow arrow = { .line = arena_intern(flow->c->arena, line, strlen(line)),
                         .from_row = strchr(flow->from, ':') != NULL,
                         .by_card = by_card };
  if (is_new(flow, arrow.line)) vector_push(flow->c->arena, &flow->arrows, &arrow, sizeof arrow);
}

/* The arrows of a procedure and its choices, once all are known: its own are numbered if there are several. */
static void draw_arrows(struct flow_chart *flow) {
  const struct arrow *arrows = flow->arrows.items;
  int own = 0, number = 0;
  for (size_t i = flow->drawn; i < flow->arrows.count; i++) own += !arrows[i].from_row;
  for (; flow->drawn < flow->arrows.count; flow->drawn++) {
    const struct arrow *arrow = &arrows[flow->drawn];
    text_format(flow->out, "  %s", arrow->line);
    if (!arrow->from_row && own > 1) text_format(flow->out, " [taillabel=\"%d\"]", ++number);
    text_add(flow->out, arrow->by_card ? " [style=dashed];\n" : ";\n");
  }
}

static void arrow_to_symbol(struct flow_chart *flow, struct symbol *symbol, bool by_card) {
  if (!symbol_matters(flow, symbol) || symbol->kind == SYMBOL_OPTIONS) return;
  if (is_new(flow, symbol)) vector_push(flow->c->arena, &flow->procedures, &symbol, sizeof symbol);
  arrow(flow, arena_format(flow->c->arena, "do_%s", symbol->name), by_card);
}

/* ---- the tree ---- */

static void draw_tree(struct flow_chart *flow, const struct tree *node);

static void draw_row(struct flow_chart *flow, int row, const char *name, const char *remark) {
  text_format(flow->out, "<tr><td port=\"o%d\" align=\"left\">", row);
  spaced(flow, name);
  text_format(flow->out, "%s</td></tr>", remark);
}

static const char *remark_on(const struct tree *option) {
  if (option->flags & FLAG_OTHERWISE) return " <i>(if nothing else)</i>";
  return option->flags & FLAG_IDLE ? " <i>(idle)</i>" : "";
}

/* The rows of a choice, those of included groups among them; gives the number of the next. */
static int draw_rows(struct flow_chart *flow, const struct tree *options, int row) {
  for (; options; options = options->next) {
    if (options->kind == TREE_OPTION) draw_row(flow, row++, options->word, remark_on(options));
    else if (options->kind == TREE_OTHERWISE) draw_row(flow, row++, "otherwise", "");
    else {
      const struct symbol *group = symbol_find(flow->c, options->kid[INCLUDE_CALL]->word);
      if (group) row = draw_rows(flow, group->tree->kid[OPTIONS_OPTIONS], row);
    }
  }
  return row;
}

static int draw_bodies(struct flow_chart *flow, const struct tree *options, const char *choice, int row) {
  for (; options && !arena_failed(flow->c->arena); options = options->next) {
    if (options->kind == TREE_INCLUDE) {
      const struct symbol *group = symbol_find(flow->c, options->kid[INCLUDE_CALL]->word);
      if (group) row = draw_bodies(flow, group->tree->kid[OPTIONS_OPTIONS], choice, row);
      continue;
    }
    flow->from = arena_format(flow->c->arena, "%s:o%d", choice, row++);
    draw_tree(flow, options->kid[options->kind == TREE_OPTION ? OPTION_BODY : OTHERWISE_BLOCK]);
  }
  return row;
}

/* The table of a choice or pick, up to its rows; gives its name in the graph. */
static const char *begin_choice(struct flow_chart *flow, const struct tree *node, const struct tree *asked) {
  const char *name = arena_format(flow->c->arena, "choice_%d", flow->choices++);
  arrow(flow, name, false);
  text_format(flow->out,
              "  %s [shape=plain, label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"4\">"
              "<tr><td bgcolor=\"#dde8f4\"><b>",
              name);
  spaced(flow, node->word);
  text_add(flow->out, "</b><br/>");
  prompt(flow, asked);
  text_add(flow->out, "</td></tr>");
  return name;
}

static void draw_choose(struct flow_chart *flow, const struct tree *node) {
  const char *from = flow->from, *choice = begin_choice(flow, node, node->kid[CHOOSE_PROMPT]);
  draw_rows(flow, node->kid[CHOOSE_OPTIONS], 0);
  text_add(flow->out, "</table>>];\n");
  draw_bodies(flow, node->kid[CHOOSE_OPTIONS], choice, 0);
  flow->from = from;
}

static void draw_tree(struct flow_chart *flow, const struct tree *node) {
  for (; node && !arena_failed(flow->c->arena); node = node->next) {
    switch (node->kind) {
    case TREE_CHOOSE: draw_choose(flow, node); continue;
    case TREE_PICK:
      begin_choice(flow, node, node->kid[PICK_PROMPT]);
      text_add(flow->out, "</table>>];\n");
      continue;
    case TREE_END_GAME:
      flow->ends = true;
      arrow(flow, "the_end", false);
      continue;
    case TREE_CALL: arrow_to_symbol(flow, symbol_find(flow->c, node->word), false); break;
    case TREE_APPLY: {
      const struct field *field = applied_field(node);
      for (int32_t row = 0; field && field->cells && row < field->owner->count; row++)
        if (field->cells[row]) arrow_to_symbol(flow, symbol_find(flow->c, field->cells[row]->word), true);
      break;
    }
    default: break;
    }
    for (int i = 0; i < tree_kid_count(node->kind); i++) draw_tree(flow, node->kid[i]);
  }
}

static void draw_procedure(struct flow_chart *flow, const struct symbol *symbol) {
  bool phase = symbol->kind == SYMBOL_PHASE;
  flow->from = arena_format(flow->c->arena, "do_%s", symbol->name);
  text_format(flow->out, "  %s [shape=box%s, label=<", flow->from, phase ? ", style=\"filled,bold\"" : "");
  if (phase) text_add(flow->out, "<b>");
  spaced(flow, symbol->name);
  text_add(flow->out, phase ? "</b>>];\n" : ">];\n");
  draw_tree(flow, symbol->tree->kid[phase ? PHASE_BLOCK : EFFECT_BLOCK]);
  draw_arrows(flow);
}

static void draw_start(struct flow_chart *flow, const char *name, const char *title, const struct tree *block) {
  flow->from = name;
  text_format(flow->out, "  %s [shape=oval, label=\"%s\"];\n", name, title);
  draw_tree(flow, block);
  draw_arrows(flow);
}

void flow_write(struct compilation *c, struct text *out) {
  struct flow_chart flow = { .c = c, .out = out, .found = context_symbol_numbers(c), .known = table_new(c->arena) };
  if (!flow.found) return;
  text_add(out, "digraph flow {\n  label=<<b>");
  escaped(&flow, c->game->word);
  text_add(out, "</b>>;\n  labelloc=t; rankdir=LR; nodesep=0.2; ranksep=0.6; fontname=\"Helvetica\";\n"
                "  node [fontname=\"Helvetica\", fontsize=11, fillcolor=\"#f4ead2\"];\n"
                "  edge [fontname=\"Helvetica\", fontsize=9, arrowsize=0.7, labeldistance=1.6];\n");
  if (c->setup && tree_matters(&flow, c->setup->kid[SETUP_BLOCK]))
    draw_start(&flow, "the_setup", "set-up", c->setup->kid[SETUP_BLOCK]);
  draw_start(&flow, "the_play", "play", c->play->kid[PLAY_BLOCK]);
  for (size_t i = 0; i < flow.procedures.count; i++)
    draw_procedure(&flow, ((struct symbol **)flow.procedures.items)[i]);
  if (flow.ends) text_add(out, "  the_end [shape=doubleoctagon, label=\"the game ends\"];\n");
  text_add(out, "}\n");
}
