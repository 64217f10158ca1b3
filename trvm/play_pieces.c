/* What lies on boards: see play_pieces.h.
 *
 * Signs must not change while a game goes on, so they are made from all that could ever lie there: the values of a
 * variable's type, the kinds of cards, the indices of sets and places. */
#include "trvm/play_pieces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trvm/drawing_svg.h"
#include "trvm/markdown.h"
#include "trvm/play_drawing.h"
#include "trvm/tokens.h"
#include "trvm/tool.h"

enum { MOST_KINDS = 200, MOST_SIGN = 12, LEGEND_GAP = 3 };

/* A kind of thing: its sign and what that means. */
struct piece_kind {
  char *declaration, *label, *token; /* owned; declaration: the deck, of cards */
  int seat;                          /* whose, or -1 */
  bool number;                       /* a number follows the sign */
  bool hidden;                       /* cards that the viewer does not see */
  bool met;                          /* it lies somewhere on the board */
};

/* So many of a kind on a cell; of a number, its value. */
struct piece_laid {
  uint32_t cell, kind;
  char *count; /* owned; NULL: one */
};

struct pieces_board {
  trv_board_info info;
  struct piece_kind *kinds;
  size_t kind_count;
  struct piece_laid *laid;
  size_t laid_count, laid_capacity;
  bool *marked;            /* by cell */
  bool has_marks, crowded; /* crowded: of more kinds than can be told apart */
  const char *foreseen;    /* the declaration whose kinds were made last; borrowed from the program */
  int foreseen_owner;
  struct drawn_cell *cells;
  struct text *signs; /* by cell */
  struct drawing drawing;
};

/* ---- kinds ---- */

static char *words_of(const char *name) { return tool_name_in_words(name); }

static struct piece_kind *find_kind(struct pieces_board *board, const char *declaration, const char *label) {
  for (size_t i = 0; i < board->kind_count; i++)
    if (strcmp(board->kinds[i].declaration, declaration) == 0 && strcmp(board->kinds[i].label, label) == 0)
      return &board->kinds[i];
  return NULL;
}

/* The kind of this label, which is made if there is none; NULL when the board is too crowded. */
static struct piece_kind *kind_for(struct pieces_board *board, const char *declaration, const char *label, int seat) {
  struct piece_kind *kind = board->crowded ? NULL : find_kind(board, declaration, label);
  if (kind || board->crowded) return kind;
  board->crowded = board->kind_count == MOST_KINDS;
  if (board->crowded) return NULL;
  kind = &board->kinds[board->kind_count++];
  *kind = (struct piece_kind){ .declaration = need_copy(declaration), .label = need_copy(label), .seat = seat };
  return kind;
}

static void lay(struct pieces_board *board, uint32_t cell, struct piece_kind *kind, const char *count) {
  if (!kind || cell >= board->info.cells) return;
  if (board->laid_count == board->laid_capacity) {
    board->laid_capacity = board->laid_capacity ? 2 * board->laid_capacity : 64;
    board->laid = need_memory(board->laid, board->laid_capacity * sizeof *board->laid);
  }
  kind->met = true;
  board->laid[board->laid_count++] =
      (struct piece_laid){ cell, (uint32_t)(kind - board->kinds), count ? need_copy(count) : NULL };
}

static void lay_many(struct pieces_board *board, uint32_t cell, struct piece_kind *kind, uint32_t count) {
  char number[16];
  snprintf(number, sizeof number, "%u", count);
  lay(board, cell, kind, count == 1 ? NULL : number);
}

/* ---- things that belong to a cell ---- */

/* A value of one owner among others: "white king". */
static char *label_of(const struct play_pieces *pieces, const trv_view_item *item, const char *value) {
  struct text label = { 0 };
  if (item->owner >= 0) text_append_format(&label, "%s", trv_setup_seat_name(pieces->setup, (uint32_t)item->owner));
  if (*value) text_append_format(&label, "%s%s", label.length ? " " : "", value);
  return label.bytes ? label.bytes : need_copy("");
}

/* Values of two variables are two things; a card is the same wherever it lies. */
static const char *source_of(const struct play_pieces *pieces, const trv_view_item *item) {
  trv_type_info type;
  bool card = item->is_zone && trv_program_type(pieces->program, item->type, &type) == TRV_OK;
  return card ? type.name : item->name;
}

static struct piece_kind *kind_of_value(const struct play_pieces *pieces, struct pieces_board *board,
                                        const trv_view_item *item, const char *value, int seat) {
  char *label = label_of(pieces, item, value);
  struct piece_kind *kind = kind_for(board, source_of(pieces, item), label, item->owner >= 0 ? item->owner : seat);
  free(label);
  return kind;
}

/* All kinds that an item could ever show. */
static void foresee_values(const struct play_pieces *pieces, struct pieces_board *board, const trv_view_item *item,
                           const trv_type_info *type) {
  uint32_t players = trv_setup_players(pieces->setup);
  if (board->foreseen == item->name && board->foreseen_owner == item->owner) return;
  board->foreseen = item->name;
  board->foreseen_owner = item->owner;
  for (uint32_t i = 0; i < type->values && !board->crowded; i++) {
    if (type->kind == TRV_VALUE_PLAYER && i >= players) break;
    const char *value = type->kind == TRV_VALUE_PLAYER ? trv_setup_seat_name(pieces->setup, i)
                                                       : trv_program_label(pieces->program, item->type, i);
    kind_of_value(pieces, board, item, value, type->kind == TRV_VALUE_PLAYER ? (int)i : -1);
  }
}

/* The kind whose label a list of labels begins with, the longest if there are several. */
static struct piece_kind *kind_at(const struct play_pieces *pieces, struct pieces_board *board,
                                  const trv_view_item *item, const trv_type_info *type, const char *labels,
                                  size_t *length) {
  const char *found = NULL;
  *length = 0;
  for (uint32_t i = 0; i < type->values; i++) {
    const char *label = trv_program_label(pieces->program, item->type, i);
    size_t bytes = strlen(label);
    bool whole = strncmp(labels, label, bytes) == 0 && (!labels[bytes] || strncmp(labels + bytes, ", ", 2) == 0);
    if (!whole || bytes <= *length) continue;
    found = label;
    *length = bytes;
  }
  return found ? kind_of_value(pieces, board, item, found, -1) : NULL;
}

static void lay_cards(const struct play_pieces *pieces, struct pieces_board *board, const trv_view_item *item,
                      const trv_type_info *type) {
  struct piece_kind *before = NULL;
  uint32_t run = 0;
  for (const char *at = item->contents; *at;) {
    char *end = NULL;
    uint32_t count = item->ordered ? 1 : (uint32_t)strtoul(at, &end, 10);
    size_t length;
    if (end) at = end + strspn(end, " ");
    struct piece_kind *kind = kind_at(pieces, board, item, type, at, &length);
    if (!kind) break;
    if (before && kind != before) lay_many(board, (uint32_t)item->cell, before, run), run = 0;
    before = kind;
    run += count;
    at += length;
    at += strspn(at, ", ");
  }
  if (before) lay_many(board, (uint32_t)item->cell, before, run);
}

static void lay_zone(const struct play_pieces *pieces, struct pieces_board *board, const trv_view_item *item,
                     const trv_type_info *type) {
  if (item->visible) {
    lay_cards(pieces, board, item, type);
    return;
  }
  struct piece_kind *kind = item->size ? kind_for(board, "", "hidden", -1) : NULL;
  if (kind) kind->hidden = true;
  lay_many(board, (uint32_t)item->cell, kind, item->size);
}

/* `yes` is shown by the name of the declaration, or of its owner. */
static void lay_truth(const struct play_pieces *pieces, struct pieces_board *board, const trv_view_item *item) {
  char *words = words_of(item->name);
  struct piece_kind *kind = kind_of_value(pieces, board, item, item->owner >= 0 ? "" : words, -1);
  if (strcmp(item->contents, "yes") == 0) lay(board, (uint32_t)item->cell, kind, NULL);
  free(words);
}

static void lay_number(struct pieces_board *board, const trv_view_item *item) {
  char *words = words_of(item->name);
  struct piece_kind *kind = kind_for(board, item->name, words, -1);
  if (kind) kind->number = true;
  if (strcmp(item->contents, "0") != 0 && strcmp(item->contents, "none") != 0)
    lay(board, (uint32_t)item->cell, kind, item->contents);
  free(words);
}

static void lay_value(const struct play_pieces *pieces, struct pieces_board *board, const trv_view_item *item,
                      const trv_type_info *type) {
  char *label = label_of(pieces, item, item->contents);
  struct piece_kind *kind = find_kind(board, item->name, label);
  if (!type->optional || strcmp(item->contents, "none") != 0) lay(board, (uint32_t)item->cell, kind, NULL);
  free(label);
}

static bool can_lie(const trv_view_item *item, const trv_type_info *type) {
  bool owned = item->owner >= 0;
  if (item->indices != 1u + owned || item->value_board >= 0) return false;
  if (item->is_zone) return true;
  if (type->kind == TRV_VALUE_NUMBER) return !owned;
  return type->kind == TRV_VALUE_TRUTH || type->kind == TRV_VALUE_PLAYER || type->kind == TRV_VALUE_NAMED;
}

static bool take_at_cell(const struct play_pieces *pieces, const trv_view_item *item, const trv_type_info *type) {
  struct pieces_board *board = &pieces->boards[item->board];
  if (!can_lie(item, type)) return false;
  foresee_values(pieces, board, item, type);
  if (item->is_zone) lay_zone(pieces, board, item, type);
  else if (!item->visible) return false;
  else if (type->kind == TRV_VALUE_TRUTH) lay_truth(pieces, board, item);
  else if (type->kind == TRV_VALUE_NUMBER) lay_number(board, item);
  else lay_value(pieces, board, item, type);
  return true;
}

/* ---- cells as values ---- */

/* The index as words, "p1, left" being "p1 left"; of a set without an index, the name of the declaration. */
static char *label_of_index(const trv_view_item *item) {
  struct text label = { 0 };
  if (!item->indices) return words_of(item->name);
  for (const char *at = item->index; *at; at++)
    if (*at != ',' || at[1] != ' ') text_append(&label, at, 1);
  return label.bytes ? label.bytes : need_copy("");
}

static bool take_cells(const struct play_pieces *pieces, const trv_view_item *item, const trv_type_info *type) {
  struct pieces_board *board = &pieces->boards[item->value_board];
  if (!item->indices && type->kind != TRV_VALUE_SEVERAL) return false;
  char *label = label_of_index(item);
  struct piece_kind *kind = kind_for(board, item->name, label, item->owner);
  for (uint32_t i = 0; i < item->cell_count; i++) lay(board, item->cells[i], kind, NULL);
  free(label);
  return item->visible;
}

int pieces_take(struct play_pieces *pieces, const trv_view_item *item) {
  trv_type_info type;
  if (trv_program_type(pieces->program, item->type, &type) != TRV_OK) return -1;
  if (item->board >= 0) return take_at_cell(pieces, item, &type) ? item->board : -1;
  if (item->value_board >= 0) return take_cells(pieces, item, &type) ? item->value_board : -1;
  return -1;
}

/* ---- the last move ---- */

static bool is_name_character(char byte) {
  return byte == '_' || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static void mark_cell(const struct play_pieces *pieces, const char *name, size_t length) {
  for (uint32_t b = 0; b < pieces->count; b++)
    for (uint32_t i = 0; i < pieces->boards[b].info.cells; i++) {
      const char *cell = pieces->boards[b].cells[i].name;
      if (strlen(cell) != length || memcmp(cell, name, length) != 0) continue;
      pieces->boards[b].marked[i] = pieces->boards[b].has_marks = true;
    }
}

void pieces_mark(struct play_pieces *pieces, const char *notation) {
  const char *at = strchr(notation, '(');
  while (at && *at) {
    size_t length = 0;
    while (is_name_character(at[length])) length++;
    if (length) mark_cell(pieces, at, length);
    at += length ? length : 1;
  }
}

/* ---- signs ---- */

/* Where two declarations have things of one label, each label gets the name of its declaration. */
static void tell_apart(struct pieces_board *board) {
  bool same[MOST_KINDS] = { false };
  for (size_t i = 0; i < board->kind_count; i++)
    for (size_t k = 0; k < i; k++)
      if (strcmp(board->kinds[i].label, board->kinds[k].label) == 0) same[i] = same[k] = true;
  for (size_t i = 0; i < board->kind_count; i++) {
    struct piece_kind *kind = &board->kinds[i];
    if (!same[i] || !*kind->declaration) continue;
    char *words = words_of(kind->declaration);
    struct text label = { 0 };
    text_append_format(&label, "%s%s%s", kind->label, *kind->label ? " " : "", words);
    free(kind->label);
    free(words);
    kind->label = label.bytes;
  }
}

/* Numbers speak for themselves if there is nothing else; what is hidden has a sign of its own. */
static void make_tokens(struct pieces_board *board) {
  const char *labels[MOST_KINDS];
  char *tokens[MOST_KINDS];
  size_t count = 0, made = 0;
  bool plain_numbers = board->kind_count == 1;
  for (size_t i = 0; i < board->kind_count; i++) {
    struct piece_kind *kind = &board->kinds[i];
    if (kind->hidden || (kind->number && plain_numbers)) kind->token = need_copy(kind->hidden ? "?" : "");
    else labels[count++] = kind->label;
  }
  tokens_make(labels, count, tokens);
  for (size_t i = 0; i < board->kind_count; i++)
    if (!board->kinds[i].token) board->kinds[i].token = tokens[made++];
}

/* Two things on a cell stand side by side, numbers first where they count what follows. */
static void put_signs(struct pieces_board *board, int viewer) {
  for (size_t i = 0; i < board->laid_count; i++) {
    const struct piece_laid *laid = &board->laid[i];
    const struct piece_kind *kind = &board->kinds[laid->kind];
    struct text *sign = &board->signs[laid->cell];
    const char *count = laid->count ? laid->count : "";
    text_append_format(sign, "%s%s", kind->number ? kind->token : count, kind->number ? count : kind->token);
    if (viewer >= 0 && kind->seat == viewer) board->cells[laid->cell].style = STYLE_STRONG;
  }
}

static void arrange(struct pieces_board *board, int viewer) {
  tell_apart(board);
  make_tokens(board);
  put_signs(board, viewer);
  for (uint32_t i = 0; i < board->info.cells; i++) {
    struct drawn_cell *cell = &board->cells[i];
    bool empty = board->signs[i].length == 0;
    cell->sign = empty ? "·" : board->signs[i].bytes;
    cell->empty = empty;
    cell->marked = board->marked[i];
    if (empty) cell->style = STYLE_FAINT;
    if (cell->marked) cell->style = STYLE_GOOD;
  }
  board->drawing =
      (struct drawing){ board->info.hex, board->info.width, board->info.height, board->cells, board->info.cells, 1 };
  for (size_t i = 0; i < board->kind_count; i++) {
    size_t columns = screen_text_columns(board->kinds[i].token);
    if (columns > board->drawing.sign_columns) board->drawing.sign_columns = columns;
  }
}

void pieces_arrange(struct play_pieces *pieces, int viewer) {
  for (uint32_t i = 0; i < pieces->count; i++) arrange(&pieces->boards[i], viewer);
}

/* ---- drawing ---- */

bool pieces_fit(const struct play_pieces *pieces, uint32_t board, size_t width, size_t indent) {
  const struct pieces_board *drawn = &pieces->boards[board];
  if (drawn->crowded) return false;
  for (uint32_t i = 0; i < drawn->info.cells; i++)
    if (screen_text_columns(drawn->cells[i].sign) > MOST_SIGN) return false;
  return indent + drawing_columns(&drawn->drawing) <= width;
}

struct legend {
  const struct screen *screen;
  size_t indent, column;
};

/* An entry, on a new line if this one is full. */
static void put_entry(struct legend *legend, const char *sign, const char *text) {
  size_t gap = *sign ? 1 : 0, columns = screen_text_columns(sign) + gap + screen_text_columns(text);
  bool fits = legend->column && legend->column + LEGEND_GAP + columns <= screen_width(legend->screen);
  if (legend->column && !fits) output_format(legend->screen->out, "\n");
  screen_spaces(legend->screen, fits ? LEGEND_GAP : legend->indent);
  legend->column = columns + (fits ? legend->column + LEGEND_GAP : legend->indent);
  screen_put(legend->screen, STYLE_PLAIN, sign);
  screen_spaces(legend->screen, gap);
  screen_put(legend->screen, STYLE_FAINT, text);
}

/* What the signs mean that are on the board; one that is its label needs no words. */
static bool is_explained(const struct piece_kind *kind) { return kind->met && strcmp(kind->token, kind->label) != 0; }
static const char *explained_sign(const struct piece_kind *kind) { return *kind->token ? kind->token : "number"; }

static void draw_legend(const struct screen *screen, const struct pieces_board *board, size_t indent) {
  struct legend legend = { screen, indent, 0 };
  for (size_t i = 0; i < board->kind_count; i++) {
    const struct piece_kind *kind = &board->kinds[i];
    if (is_explained(kind)) put_entry(&legend, explained_sign(kind), kind->label);
  }
  if (board->has_marks) put_entry(&legend, "[ ]", "last move");
  if (legend.column) output_format(screen->out, "\n");
}

void pieces_draw(const struct screen *screen, const struct play_pieces *pieces, uint32_t board, size_t indent) {
  drawing_draw(screen, &pieces->boards[board].drawing, indent);
  draw_legend(screen, &pieces->boards[board], indent);
}

/* ---- pages ---- */

static void append_entry(struct text *out, const char *sign, const char *text) {
  text_append_format(out, "<span><b>");
  markdown_escape(out, sign, strlen(sign));
  text_append_format(out, "</b> ");
  markdown_escape(out, text, strlen(text));
  text_append_format(out, "</span>\n");
}

void pieces_figure(const struct play_pieces *pieces, uint32_t board, bool is_first, struct text *out) {
  const struct pieces_board *drawn = &pieces->boards[board];
  text_append_format(out, "<figure class=\"board\">\n");
  drawing_svg(&drawn->drawing, board, is_first, drawn->info.name, out);
  text_append_format(out, "<figcaption>");
  if (pieces->count > 1) append_entry(out, "", drawn->info.name);
  for (size_t i = 0; i < drawn->kind_count; i++)
    if (is_explained(&drawn->kinds[i])) append_entry(out, explained_sign(&drawn->kinds[i]), drawn->kinds[i].label);
  if (drawn->has_marks) append_entry(out, "▢", "last move");
  text_append_format(out, "</figcaption>\n</figure>\n");
}

/* ---- beginning and end ---- */

static void *zeroed(size_t count, size_t size) {
  void *block = need_memory(NULL, count * size + 1);
  memset(block, 0, count * size + 1);
  return block;
}

static void begin_board(const struct play_pieces *pieces, uint32_t index) {
  struct pieces_board *board = &pieces->boards[index];
  if (trv_program_board(pieces->program, index, &board->info) != TRV_OK) return;
  board->kinds = zeroed(MOST_KINDS, sizeof *board->kinds);
  board->marked = zeroed(board->info.cells, sizeof *board->marked);
  board->cells = zeroed(board->info.cells, sizeof *board->cells);
  board->signs = zeroed(board->info.cells, sizeof *board->signs);
  for (uint32_t i = 0; i < board->info.cells; i++) {
    trv_cell_info cell;
    if (trv_program_cell(pieces->program, index, i, &cell) != TRV_OK) continue;
    board->cells[i] = (struct drawn_cell){ .name = cell.name, .column = cell.column, .row = cell.row };
  }
}

void pieces_begin(struct play_pieces *pieces, const trv_setup *setup) {
  const trv_program *program = trv_setup_program(setup);
  *pieces = (struct play_pieces){ .setup = setup, .program = program, .count = trv_program_describe(program).boards };
  pieces->boards = zeroed(pieces->count, sizeof *pieces->boards);
  for (uint32_t i = 0; i < pieces->count; i++) begin_board(pieces, i);
}

static void free_board(struct pieces_board *board) {
  for (size_t i = 0; i < board->kind_count; i++) {
    free(board->kinds[i].declaration);
    free(board->kinds[i].label);
    free(board->kinds[i].token);
  }
  for (size_t i = 0; i < board->laid_count; i++) free(board->laid[i].count);
  for (uint32_t i = 0; i < board->info.cells; i++) text_free(&board->signs[i]);
  free(board->kinds);
  free(board->laid);
  free(board->marked);
  free(board->cells);
  free(board->signs);
}

void pieces_free(struct play_pieces *pieces) {
  for (uint32_t i = 0; i < pieces->count; i++) free_board(&pieces->boards[i]);
  free(pieces->boards);
}
