/* The flow in the language of Graphviz: a box for each phase and effect, a table for each choice and group of options;
 * what a phase leads to is numbered in the order of the text. */
#include "compiler/context.h"
#include "compiler/flow.h"

static void escaped(struct text *out, const char *text) {
  for (; *text; text++) {
    if (*text == '<') text_add(out, "&lt;");
    else if (*text == '>') text_add(out, "&gt;");
    else if (*text == '&') text_add(out, "&amp;");
    else if (*text == '"') text_add(out, "&quot;");
    else text_add_bytes(out, *text == '\n' ? " " : text, 1);
  }
}

static void spaced(struct text *out, const char *name) {
  for (; *name; name++) text_add_bytes(out, *name == '_' ? " " : name, 1);
}

/* A prompt without what its holes would show. */
static void prompt(struct text *out, const struct tree *string) {
  for (const struct tree *part = string ? string->kid[STRING_PARTS] : NULL; part; part = part->next)
    escaped(out, part->kind == TREE_TEXT_PART ? part->word : "…");
}

static const char *remark_on(const struct flow_row *row) {
  if (row->flags & FLAG_OTHERWISE) return " <i>(if nothing else)</i>";
  if (row->is_group) return " <i>…</i>";
  return row->flags & FLAG_IDLE ? " <i>(idle)</i>" : "";
}

static void put_table(struct text *out, const struct flow_node *node) {
  const struct flow_row *rows = node->rows.items;
  text_format(out,
              "  %s [shape=plain, label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"4\">"
              "<tr><td bgcolor=\"#dde8f4\"><b>",
              node->id);
  spaced(out, node->name);
  text_add(out, node->prompt ? "</b><br/>" : "</b>");
  prompt(out, node->prompt);
  text_add(out, "</td></tr>");
  for (size_t i = 0; i < node->rows.count; i++) {
    text_format(out, "<tr><td port=\"o%zu\" align=\"left\">", i);
    spaced(out, rows[i].name);
    text_format(out, "%s</td></tr>", remark_on(&rows[i]));
  }
  text_add(out, "</table>>];\n");
}

static void put_box(struct text *out, const struct flow_node *node) {
  bool phase = node->kind == FLOW_PHASE;
  text_format(out, "  %s [shape=box%s, label=<", node->id, phase ? ", style=\"filled,bold\"" : "");
  if (phase) text_add(out, "<b>");
  spaced(out, node->name);
  text_add(out, phase ? "</b>>];\n" : ">];\n");
}

static void put_node(struct text *out, const struct flow_node *node) {
  switch (node->kind) {
  case FLOW_START: text_format(out, "  %s [shape=oval, label=\"%s\"];\n", node->id, node->name); return;
  case FLOW_END: text_format(out, "  %s [shape=doubleoctagon, label=\"%s\"];\n", node->id, node->name); return;
  case FLOW_CHOICE:
  case FLOW_GROUP: put_table(out, node); return;
  default: put_box(out, node); return;
  }
}

static void put_arrows(struct text *out, const struct flow_node *node) {
  const struct flow_arrow *arrows = node->arrows.items;
  int number = 0;
  for (size_t i = 0; i < node->arrows.count; i++) {
    text_format(out, "  %s", node->id);
    if (arrows[i].row >= 0) text_format(out, ":o%d", arrows[i].row);
    text_format(out, " -> %s", arrows[i].to);
    if (arrows[i].row < 0 && node->arrows.count > 1) text_format(out, " [taillabel=\"%d\"]", ++number);
    text_add(out, arrows[i].by_card ? " [style=dashed];\n" : ";\n");
  }
}

void flow_write(struct compilation *c, struct text *out) {
  const struct flow_chart *flow = flow_read(c);
  if (!flow) return;
  struct flow_node *const *nodes = flow->nodes.items;
  text_add(out, "digraph flow {\n  label=<<b>");
  escaped(out, c->game->word);
  text_add(out, "</b>>;\n  labelloc=t; rankdir=LR; nodesep=0.2; ranksep=0.6; fontname=\"Helvetica\";\n"
                "  node [fontname=\"Helvetica\", fontsize=11, fillcolor=\"#f4ead2\"];\n"
                "  edge [fontname=\"Helvetica\", fontsize=9, arrowsize=0.7, labeldistance=1.6];\n");
  for (size_t i = 0; i < flow->nodes.count; i++) {
    put_node(out, nodes[i]);
    put_arrows(out, nodes[i]);
  }
  text_add(out, "}\n");
}
