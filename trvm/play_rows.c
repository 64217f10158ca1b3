/* What lies on the table, gathered for one viewer from the library's view, in which nothing hidden appears: a row for
 * each declaration, with what stands beside its name. How rows are laid out is play_table.c and play_short.c. */
#include "trvm/play_rows.h"

#include <stdlib.h>
#include <string.h>

#include "trvm/tool.h"

enum { SHORT_PILE = 6 };

/* ---- collecting ---- */

bool rows_is_nothing(const char *value) {
  static const char *const nothings[] = { "", "0", "no", "false", "none", "–" };
  for (size_t i = 0; i < sizeof nothings / sizeof *nothings; i++)
    if (strcmp(value, nothings[i]) == 0) return true;
  return false;
}

/* Labels are separated by ", ": the length of the first. A label may have commas of its own in parentheses. */
static size_t label_length(const char *labels) {
  int depth = 0;
  size_t length = 0;
  for (; labels[length]; length++) {
    depth += (labels[length] == '(') - (labels[length] == ')');
    if (depth <= 0 && labels[length] == ',' && labels[length + 1] == ' ') break;
  }
  return length;
}

static const char *next_label(const char *labels) {
  labels += label_length(labels);
  return *labels ? labels + 2 : labels;
}

/* The first few of a list of labels. */
static void add_first(struct text *out, const char *labels, uint32_t size, uint32_t most) {
  for (uint32_t i = 0; i < most && *labels; i++, labels = next_label(labels))
    text_append_format(out, "%s%.*s", i ? ", " : "", (int)label_length(labels), labels);
  if (*labels) text_append_format(out, " and %u more", size - most);
}

/* How the number of each card is written: as the library does in labels, unless the cards have numbers themselves. */
enum counting {
  COUNT_ALL,   /* "2 red, 1 blue" */
  COUNT_NONE,  /* "1 Ulm, 1 Bern" says no more than "Ulm, Bern" */
  COUNT_TIMES, /* "2 × square 5, square 3": the labels have numbers of their own */
};

static enum counting counting_of(const char *contents) {
  bool single = true, numbered = false;
  for (const char *at = contents; *at; at = next_label(at)) {
    size_t digits = strspn(at, "0123456789");
    single = single && strncmp(at, "1 ", 2) == 0;
    numbered = numbered || strcspn(at + digits, "0123456789") < label_length(at) - digits;
  }
  return single ? COUNT_NONE : numbered ? COUNT_TIMES : COUNT_ALL;
}

static void add_cards(struct text *out, const trv_view_item *item) {
  enum counting counting = item->ordered ? COUNT_ALL : counting_of(item->contents);
  for (const char *at = item->contents; *at; at = next_label(at)) {
    const char *label = at;
    if (at != item->contents) text_append(out, ", ", 2);
    if (counting != COUNT_ALL) {
      int digits = (int)strspn(at, "0123456789");
      label += digits + 1;
      if (strncmp(at, "1 ", 2) != 0) text_append_format(out, "%.*s × ", digits, at);
    }
    text_append(out, label, label_length(at) - (size_t)(label - at));
  }
}

/* The value of a variable; a player is named as the viewer knows him. */
static void add_variable(struct text *out, const trv_view_item *item, const struct table_rows *rows) {
  trv_type_info type;
  const struct play *play = rows->play;
  text_append_format(out, "%s", item->visible ? item->contents : "hidden");
  if (!item->visible || trv_program_type(play->program, item->type, &type) != TRV_OK || type.kind != TRV_VALUE_PLAYER)
    return;
  for (uint32_t seat = 0; seat < play->players; seat++)
    if (strcmp(item->contents, trv_setup_seat_name(play->setup, seat)) == 0) {
      text_clear(out);
      text_append_format(out, "%s", play_seat_word(play, seat, rows->viewer));
      return;
    }
}

static void add_value(struct text *out, const trv_view_item *item, const struct table_rows *rows) {
  if (!item->is_zone) {
    add_variable(out, item, rows);
    return;
  }
  if (item->size == 0) text_append_format(out, "–");
  else if (!item->visible) {
    text_append_format(out, "%u card%s", item->size, plural(item->size));
    if (*item->known) text_append_format(out, "%s%s", item->size > 1 ? ", among them " : ": ", item->known);
  } else if (item->ordered && item->size > SHORT_PILE && (item->owner < 0 || item->owner != rows->viewer))
    add_first(out, item->contents, item->size, SHORT_PILE / 2);
  else add_cards(out, item);
}

/* The index without the seat that the cell belongs to: "p1, Ulm" in the column of p1 is "Ulm". */
static void add_index(struct text *out, const char *index, const char *seat) {
  const char *at = index;
  size_t length = strcspn(at, ",");
  while (seat && *at && (strlen(seat) != length || memcmp(at, seat, length) != 0)) {
    at += length + strspn(at + length, ", ");
    length = strcspn(at, ",");
  }
  if (!seat || !*at) {
    text_append_format(out, "%s", index);
    return;
  }
  const char *rest = at + length + strspn(at + length, ", ");
  text_append_format(out, "%.*s%s", (int)(at - index), index, rest);
  if (!*rest && out->length > 2) out->bytes[out->length -= 2] = '\0'; /* the comma before the seat */
}

/* Where the cards of a zone are marks, its title is that of the marks, and the zone itself goes by its own name. */
static char *row_name(const char *name, const trv_shown *shown) {
  return *shown->field ? tool_name_in_words(name) : need_copy(shown->title);
}

/* The row of a declaration, whose elements come one after the other. */
static struct table_row *row_for(struct table_rows *sheet, const char *name, const trv_shown *shown) {
  if (sheet->count && strcmp(sheet->rows[sheet->count - 1].declared, name) == 0) return &sheet->rows[sheet->count - 1];
  if (sheet->count == sheet->capacity) {
    sheet->capacity = sheet->capacity ? 2 * sheet->capacity : 32;
    sheet->rows = need_memory(sheet->rows, sheet->capacity * sizeof *sheet->rows);
  }
  struct table_row *row = &sheet->rows[sheet->count++];
  *row = (struct table_row){
    .declared = name, .name = row_name(name, shown), .role = shown->role, .order = shown->order, .shown_on = -1
  };
  return row;
}

static bool collect(void *context, const trv_view_item *item) {
  struct table_rows *sheet = context;
  if (item->passing || !item->shown.visible) return true; /* bookkeeping, not something that lies on the table */
  struct table_row *row = row_for(sheet, item->name, &item->shown);
  bool owned = item->owner >= 0 && item->owner < TRV_MOST_PLAYERS;
  struct text *cell = owned ? &row->seats[item->owner] : &row->shared;
  struct text index = { 0 }, value = { 0 };
  int shown_on = pieces_take(&sheet->pieces, item);
  if (shown_on >= 0) row->shown_on = shown_on;
  add_index(&index, item->index, owned ? trv_setup_seat_name(sheet->play->setup, (uint32_t)item->owner) : NULL);
  add_value(&value, item, sheet);
  row->is_zone = item->is_zone;
  row->ordered = item->ordered;
  row->is_hidden = row->is_hidden || !item->visible;
  *(owned ? &row->sizes[item->owner] : &row->size) += item->size;
  row->has_index = row->has_index || index.length;
  row->per_seat = row->per_seat || owned;
  if (index.length && !owned)
    board_add(&row->board, item->index, rows_is_nothing(text_get(&value)) ? "·" : value.bytes);
  if (index.length == 0) text_append(cell, text_get(&value), value.length);
  else if (!rows_is_nothing(text_get(&value))) {
    bool is_yes = strcmp(text_get(&value), "yes") == 0 || strcmp(text_get(&value), "true") == 0;
    text_append_format(cell, "%s%s", cell->length ? (is_yes ? ", " : "; ") : "", text_get(&index));
    if (!is_yes) text_append_format(cell, ": %s", text_get(&value));
  }
  text_free(&index);
  text_free(&value);
  return true;
}

/* What the rules work out for players to see. Parts of a score are told at the end. */
static bool collect_fact(void *context, const trv_fact *fact) {
  struct table_rows *sheet = context;
  if (!fact->known || !fact->shown.visible || fact->shown.role == TRV_ROLE_PART) return true;
  struct table_row *row = row_for(sheet, fact->name, &fact->shown);
  bool owned = fact->owner >= 0 && fact->owner < TRV_MOST_PLAYERS;
  row->per_seat = row->per_seat || owned;
  text_append_format(owned ? &row->seats[fact->owner] : &row->shared, "%s", fact->contents);
  return true;
}

/* ---- what a row is worth ---- */

const char *rows_cell(const struct text *cell) { return cell->length ? cell->bytes : "–"; }

static enum worth cell_worth(const struct table_row *row, const struct text *cell) {
  const char *value = rows_cell(cell);
  if (strcmp(value, "–") == 0) return WORTH_A_NAME_AS_EMPTY;
  if (row->is_zone) return WORTH_DRAWING; /* a card may be called anything */
  if (strcmp(value, "none") == 0 || strcmp(value, "nothing") == 0) return WORTH_A_NAME_AS_EMPTY;
  return strcmp(value, "no") == 0 ? WORTH_A_NAME_AS_NO : WORTH_DRAWING;
}

/* What is the same nothing for everybody is only named. An empty board is drawn all the same: it shows where one can
 * go. */
enum worth rows_worth(const struct table_row *row, uint32_t players) {
  if (board_is_grid(&row->board)) return WORTH_DRAWING;
  if (!row->per_seat)
    return (row->is_zone || row->has_index) && strcmp(rows_cell(&row->shared), "–") == 0 ? WORTH_A_NAME_AS_EMPTY
                                                                                         : WORTH_DRAWING;
  enum worth first = cell_worth(row, &row->seats[0]);
  for (uint32_t seat = 1; seat < players; seat++)
    if (cell_worth(row, &row->seats[seat]) != first) return WORTH_DRAWING;
  return first;
}

bool rows_is_drawn(const struct table_row *row, uint32_t players) { return rows_worth(row, players) == WORTH_DRAWING; }

bool rows_is_single(const struct table_row *row) { return !row->is_zone && !row->per_seat && !row->has_index; }

static void free_row(struct table_row *row) {
  free(row->name);
  text_free(&row->shared);
  for (size_t seat = 0; seat < TRV_MOST_PLAYERS; seat++) text_free(&row->seats[seat]);
  board_free(&row->board);
}

/* ---- boards of the rules ---- */

void rows_mark_last_moves(const struct play *play, struct play_pieces *pieces, int viewer) {
  trv_move last, made;
  size_t at = trv_sitting_at(play->sitting), first = at;
  if (at == 0 || trv_sitting_move(play->sitting, at - 1, &last) != TRV_OK) return;
  while (first > 0 && trv_sitting_move(play->sitting, first - 1, &made) == TRV_OK && made.seat == last.seat) first--;
  if (first == 0) first = at - 1; /* nobody else has chosen yet, or there is nobody else */
  for (size_t i = first; i < at; i++)
    if (trv_sitting_move(play->sitting, i, &made) == TRV_OK && (made.open || (int)made.seat == viewer))
      pieces_mark(pieces, made.notation);
}

static bool is_board_drawn(const struct screen *screen, const struct play_pieces *pieces, int board) {
  return board >= 0 && pieces_fit(pieces, (uint32_t)board, screen_width(screen), ROWS_GAP);
}

/* What is seen on a board is not listed as well. */
static void drop_shown(const struct screen *screen, struct table_rows *sheet) {
  size_t kept = 0;
  for (size_t i = 0; i < sheet->count; i++) {
    if (is_board_drawn(screen, &sheet->pieces, sheet->rows[i].shown_on)) free_row(&sheet->rows[i]);
    else sheet->rows[kept++] = sheet->rows[i];
  }
  sheet->count = kept;
}

/* ---- all of it ---- */

void rows_free(struct table_rows *sheet) {
  for (size_t i = 0; i < sheet->count; i++) free_row(&sheet->rows[i]);
  free(sheet->rows);
  pieces_free(&sheet->pieces);
}

void rows_read(struct play *play, const struct screen *screen, int viewer, struct table_rows *rows) {
  *rows = (struct table_rows){ .play = play, .viewer = viewer };
  pieces_begin(&rows->pieces, play->setup);
  trv_view_each(play->game, viewer, collect, rows);
  trv_facts_each(play->game, collect_fact, rows);
  rows_mark_last_moves(play, &rows->pieces, viewer);
  pieces_arrange(&rows->pieces, viewer);
  drop_shown(screen, rows);
}

/* Variables that are no arrays stand side by side. */
void rows_draw_singles(const struct screen *screen, const struct table_rows *sheet) {
  size_t column = 0, width = screen_width(screen);
  for (size_t i = 0; i < sheet->count; i++) {
    const struct table_row *row = &sheet->rows[i];
    if (!rows_is_single(row)) continue;
    const char *value = rows_cell(&row->shared);
    size_t columns = screen_text_columns(row->name) + 1 + screen_text_columns(value);
    bool fits = column && column + 3 + columns <= width;
    if (column && !fits) output_format(screen->out, "\n");
    if (fits) screen_put(screen, STYLE_FAINT, " · ");
    else screen_spaces(screen, ROWS_GAP);
    screen_put(screen, STYLE_FAINT, row->name);
    output_format(screen->out, " ");
    screen_put(screen, STYLE_PLAIN, value);
    column = fits ? column + 3 + columns : ROWS_GAP + columns;
  }
  if (column) output_format(screen->out, "\n");
}

bool rows_has_more(const struct table_rows *sheet) {
  for (size_t i = 0; i < sheet->count; i++)
    if (!rows_is_single(&sheet->rows[i])) return true;
  return false;
}

/* Each of several boards has a name. `more`: something follows. */
void rows_draw_boards(const struct screen *screen, const struct play_pieces *pieces, bool more) {
  bool drawn = false;
  for (uint32_t i = 0; i < pieces->count; i++) {
    trv_board_info info;
    if (!is_board_drawn(screen, pieces, (int)i) || trv_program_board(pieces->program, i, &info) != TRV_OK) continue;
    output_format(screen->out, "\n");
    if (pieces->count > 1) {
      screen_spaces(screen, ROWS_GAP);
      screen_put(screen, STYLE_FAINT, info.name);
      output_format(screen->out, "\n");
    }
    pieces_draw(screen, pieces, i, ROWS_GAP);
    drawn = true;
  }
  if (drawn && more) output_format(screen->out, "\n");
}
