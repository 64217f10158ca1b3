/* The flow as pictures. Each is a tree that grows to the right: what a box leads to stands in the next column, from top to
 * bottom in the order of the text, at the height of the box or below it. So no box lies on another, and all arrows between
 * two columns begin and end in the same order and never cross. What is drawn already, or would make the picture too large
 * for a page, stands there as a mere name in a dashed frame; the latter has a picture of its own. */
#include "compiler/context.h"
#include "compiler/flow.h"

enum {
  LETTER = 6, /* the width of a letter, on the safe side */
  MOST_LETTERS = 34,
  TITLE_TALL = 18,
  ROW_TALL = 14,
  PADDING = 8,     /* beside the letters */
  GAP = 8,         /* between boxes of a column */
  ARROW_ROOM = 40, /* between columns */
  WIDEST = 500,    /* of a picture: what a column on paper holds */
  TALLEST = 880,
  DEEPEST = 7 /* columns behind the first, before the last of mere names */
};

struct flow_box {
  const struct flow_node *node; /* what its rows and arrows are */
  const struct flow_node *head; /* what it is called by: the node, or what does nothing but make this choice */
  bool is_name;                 /* drawn elsewhere */
  int column, y;
  size_t edges, edge_count; /* where its arrows begin, among all */
};

struct flow_edge {
  struct flow_box *to;
  int32_t row;
  bool by_card;
};

struct flow_picture {
  const struct flow_chart *flow;
  struct text *out;
  int32_t *drawn; /* by the number of a node: the attempt that has drawn it, or 0 */
  int32_t attempt;
  struct vector waiting; /* const struct flow_node *: what has a picture of its own, those drawn first */
  struct vector boxes;   /* struct flow_box *, of this attempt, by columns */
  struct vector edges;   /* struct flow_edge */
  int left[DEEPEST + 3]; /* where columns begin; the last is where the picture ends */
  int bottom;
};

/* ---- growing ---- */

static const struct flow_node *only_choice(const struct flow_picture *picture, const struct flow_node *node) {
  const struct flow_arrow *arrow = node->arrows.items;
  if ((node->kind != FLOW_EFFECT && node->kind != FLOW_PHASE) || node->arrows.count != 1) return NULL;
  const struct flow_node *target = flow_target(picture->flow, arrow);
  return target && target->kind == FLOW_CHOICE ? target : NULL;
}

static struct flow_box *add_box(struct flow_picture *picture, const struct flow_node *head, int column, bool is_name) {
  struct arena *arena = picture->flow->c->arena;
  struct flow_box *box = arena_alloc(arena, sizeof *box);
  const struct flow_node *choice = is_name ? NULL : only_choice(picture, head);
  *box = (struct flow_box){ .node = choice ? choice : head, .head = head, .is_name = is_name, .column = column };
  if (!is_name && head->kind != FLOW_END) picture->drawn[head->number] = picture->attempt;
  vector_push(arena, &picture->boxes, &box, sizeof box);
  return box;
}

static void wait_for(struct flow_picture *picture, const struct flow_node *node) {
  const struct flow_node *const *waiting = picture->waiting.items;
  for (size_t i = 0; i < picture->waiting.count; i++)
    if (waiting[i] == node) return;
  vector_push(picture->flow->c->arena, &picture->waiting, &node, sizeof node);
}

/* Options that lead to the same share the box if they follow each other. */
static struct flow_box *box_before(const struct flow_picture *picture, const struct flow_box *box,
                                   const struct flow_node *target) {
  const struct flow_edge *edges = picture->edges.items;
  if (!box->edge_count) return NULL;
  struct flow_box *last = edges[box->edges + box->edge_count - 1].to;
  return last->head == target ? last : NULL;
}

static void grow_box(struct flow_picture *picture, struct flow_box *box, int deepest) {
  const struct flow_arrow *arrows = box->node->arrows.items;
  box->edges = picture->edges.count;
  for (size_t i = 0; !box->is_name && i < box->node->arrows.count; i++) {
    const struct flow_node *target = flow_target(picture->flow, &arrows[i]);
    if (!target) continue;
    struct flow_box *to = box_before(picture, box, target);
    bool is_end = target->kind == FLOW_END, is_drawn = picture->drawn[target->number] != 0;
    bool is_cut = !is_end && !is_drawn && box->column == deepest;
    if (is_cut && !to) wait_for(picture, target);
    if (!to) to = add_box(picture, target, box->column + 1, is_cut || is_drawn);
    struct flow_edge edge = { to, arrows[i].row, arrows[i].by_card };
    vector_push(picture->flow->c->arena, &picture->edges, &edge, sizeof edge);
    box->edge_count++;
  }
}

/* ---- placing ---- */

static int letters_of(const char *text) {
  int count = 0;
  for (; *text; text++) count += (*text & 0xC0) != 0x80;
  return count < MOST_LETTERS ? count : MOST_LETTERS;
}

static int width_of(const struct flow_box *box) {
  const struct flow_row *rows = box->node->rows.items;
  int letters = letters_of(box->head->name) + 1; /* it may be bold */
  for (size_t i = 0; !box->is_name && i < box->node->rows.count; i++) {
    int wanted = letters_of(rows[i].name) + (rows[i].is_group ? 2 : 0);
    if (wanted > letters) letters = wanted;
  }
  return letters * LETTER + 2 * PADDING;
}

static int height_of(const struct flow_box *box) {
  int rows = box->is_name ? 0 : (int)box->node->rows.count;
  return TITLE_TALL + (rows ? rows * ROW_TALL + 4 : 0);
}

/* Places a box and all that it leads to from `y` on; gives where that ends. */
static int place_box(const struct flow_picture *picture, struct flow_box *box, int y) {
  const struct flow_edge *edges = picture->edges.items;
  int below = y, bottom = y + height_of(box);
  box->y = y;
  for (size_t i = 0; i < box->edge_count; i++) {
    struct flow_box *to = edges[box->edges + i].to;
    if (i && edges[box->edges + i - 1].to == to) continue;
    below = place_box(picture, to, below) + GAP;
    if (below - GAP > bottom) bottom = below - GAP;
  }
  return bottom;
}

static void place_columns(struct flow_picture *picture) {
  struct flow_box *const *boxes = picture->boxes.items;
  int widths[DEEPEST + 2] = { 0 };
  for (size_t i = 0; i < picture->boxes.count; i++) {
    int width = width_of(boxes[i]);
    if (width > widths[boxes[i]->column]) widths[boxes[i]->column] = width;
  }
  picture->left[0] = 1;
  for (int column = 0; column < DEEPEST + 2; column++)
    picture->left[column + 1] = picture->left[column] + (widths[column] ? widths[column] + ARROW_ROOM : 0);
}

static int right_end(const struct flow_picture *picture) { return picture->left[DEEPEST + 2] - ARROW_ROOM + 1; }

/* Lays out what a node leads to, up to so many columns behind it; says whether it fits a page. */
static bool lay_out(struct flow_picture *picture, const struct flow_node *root, int deepest) {
  picture->boxes.count = picture->edges.count = 0;
  picture->attempt++;
  add_box(picture, root, 0, false);
  for (size_t i = 0; i < picture->boxes.count && !arena_failed(picture->flow->c->arena); i++)
    grow_box(picture, ((struct flow_box **)picture->boxes.items)[i], deepest);
  if (arena_failed(picture->flow->c->arena)) return true; /* nothing will be drawn */
  picture->bottom = place_box(picture, ((struct flow_box **)picture->boxes.items)[0], 1) + 1;
  place_columns(picture);
  return right_end(picture) <= WIDEST && picture->bottom <= TALLEST;
}

static void forget_attempt(struct flow_picture *picture, size_t waiting) {
  picture->waiting.count = waiting;
  for (size_t i = 0; i < picture->flow->nodes.count; i++)
    if (picture->drawn[i] == picture->attempt) picture->drawn[i] = 0;
}

/* ---- drawing ---- */

static void put_words(struct text *out, const char *name, const char *more) {
  int letters = 0;
  for (; *name && letters < MOST_LETTERS; name++) {
    letters += (*name & 0xC0) != 0x80;
    if (*name == '<') text_add(out, "&lt;");
    else if (*name == '>') text_add(out, "&gt;");
    else if (*name == '&') text_add(out, "&amp;");
    else text_add_bytes(out, *name == '_' ? " " : name, 1);
  }
  text_add(out, *name ? "…" : more);
}

static void put_title(const struct flow_picture *picture, const struct flow_box *box, int x) {
  bool has_heading = box->head->kind == FLOW_PHASE || box->head->kind == FLOW_EFFECT || box->head->kind == FLOW_GROUP;
  if (has_heading) {
    text_add(picture->out, "<a href=\"#");
    for (const char *at = box->head->name; *at; at++) text_add_bytes(picture->out, *at == '_' ? "-" : at, 1);
    text_add(picture->out, "\">");
  }
  text_format(picture->out, "<text x=\"%d\" y=\"%d\"%s>", x + PADDING, box->y + 13,
              box->is_name || box->head->kind == FLOW_EFFECT ? "" : " font-weight=\"bold\"");
  put_words(picture->out, box->head->name, "");
  text_add(picture->out, has_heading ? "</text></a>" : "</text>");
}

static void put_box(const struct flow_picture *picture, const struct flow_box *box) {
  const struct flow_row *rows = box->node->rows.items;
  int x = picture->left[box->column], tall = height_of(box);
  bool is_round = box->head->kind == FLOW_START || box->head->kind == FLOW_END;
  text_format(
      picture->out,
      "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill-opacity=\"%s\" stroke=\"currentColor\"%s/>", x,
      box->y, width_of(box), tall, is_round ? 9 : 3, box->head->kind == FLOW_PHASE && !box->is_name ? ".16" : ".04",
      box->is_name ? " stroke-dasharray=\"3 2\"" : "");
  put_title(picture, box, x);
  if (tall == TITLE_TALL) return;
  text_format(picture->out, "<path d=\"M%d %dh%d\" stroke=\"currentColor\"/>", x, box->y + TITLE_TALL, width_of(box));
  for (size_t i = 0; i < box->node->rows.count; i++) {
    text_format(picture->out, "<text x=\"%d\" y=\"%d\">", x + PADDING,
                box->y + TITLE_TALL + ROW_TALL * ((int)i + 1) - 2);
    put_words(picture->out, rows[i].name, rows[i].is_group ? " …" : "");
    text_add(picture->out, "</text>");
  }
}

/* From the option, or from the title, out of the column and over to the title of the other box. */
static void put_edge(const struct flow_picture *picture, const struct flow_box *box, const struct flow_edge *edge) {
  int from_x = picture->left[box->column] + width_of(box), to_x = picture->left[edge->to->column];
  int over_x = to_x - ARROW_ROOM, bend = ARROW_ROOM / 2;
  int from_y =
      box->y + (edge->row < 0 || box->node->rows.count == 0 ? TITLE_TALL / 2
                                                            : TITLE_TALL + ROW_TALL * edge->row + ROW_TALL / 2 + 1);
  int to_y = edge->to->y + TITLE_TALL / 2;
  text_format(picture->out, "<path d=\"M%d %dH%dC%d %d %d %d %d %dh5\" fill=\"none\" stroke=\"currentColor\"%s/>",
              from_x, from_y, over_x, over_x + bend, from_y, to_x - bend, to_y, to_x - 5, to_y,
              edge->by_card ? " stroke-dasharray=\"3 2\"" : "");
  text_format(picture->out, "<path d=\"M%d %dl-7 -3v6z\"/>", to_x, to_y);
}

static void put_picture(const struct flow_picture *picture) {
  struct flow_box *const *boxes = picture->boxes.items;
  const struct flow_edge *edges = picture->edges.items;
  int wide = right_end(picture);
  text_add(picture->out, "<div class=\"flow\"><svg role=\"img\" aria-label=\"What leads to what, from ");
  put_words(picture->out, boxes[0]->head->name, "");
  text_format(picture->out,
              " on\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\"><g fill=\"currentColor\" font-size=\"10\" "
              "font-family=\"system-ui,sans-serif\">",
              wide, picture->bottom, wide, picture->bottom);
  for (size_t i = 0; i < picture->boxes.count; i++) {
    put_box(picture, boxes[i]);
    for (size_t k = 0; k < boxes[i]->edge_count; k++) put_edge(picture, boxes[i], &edges[boxes[i]->edges + k]);
  }
  text_add(picture->out, "</g></svg></div>\n");
}

static void draw_from(struct flow_picture *picture, const struct flow_node *root) {
  size_t waiting = picture->waiting.count;
  for (int deepest = DEEPEST; deepest > 0; deepest--) {
    if (lay_out(picture, root, deepest) || deepest == 1) break;
    forget_attempt(picture, waiting);
  }
  if (!arena_failed(picture->flow->c->arena)) put_picture(picture);
}

void flow_draw(struct compilation *c, struct text *out) {
  const struct flow_chart *flow = flow_read(c);
  struct flow_picture picture = { .flow = flow, .out = out };
  if (!flow) return;
  picture.drawn = arena_try(c->arena, (flow->nodes.count + 1) * sizeof *picture.drawn);
  if (!picture.drawn) return;
  struct flow_node *const *nodes = flow->nodes.items;
  for (size_t i = 0; i < flow->nodes.count && nodes[i]->kind == FLOW_START; i++) wait_for(&picture, nodes[i]);
  for (size_t i = 0; i < picture.waiting.count && !arena_failed(c->arena); i++) {
    const struct flow_node *root = ((const struct flow_node **)picture.waiting.items)[i];
    if (!picture.drawn[root->number]) draw_from(&picture, root);
  }
}
