/* Draws the table as one viewer sees it: a line per declaration, players side by side where they fit.
 *
 * Works from the library's view alone, in which nothing hidden appears. What is empty is only named, so that a table
 * of thirty declarations stays readable. */
#include <stdlib.h>
#include <string.h>

#include "trvm/play.h"
#include "trvm/play_board.h"
#include "trvm/play_pieces.h"

enum { MOST_NAME = 22, SHORT_PILE = 6, GAP = 2 };

struct row {
  char *name; /* with spaces for underscores; owned */
  bool is_zone, has_index, per_seat;
  struct text shared, seats[TRV_MOST_PLAYERS]; /* what stands beside the name: once, or for each seat */
  struct board board;                          /* the same again, when it has indices and no owner */
  int shown_on;                                /* the board of the rules that shows it, or -1 */
};

struct table_lines {
  const trv_setup *setup;
  struct play_pieces pieces; /* what lies on boards of the rules */
  struct row *rows;
  size_t count, capacity;
};

/* ---- collecting ---- */

static bool is_nothing(const char *value) {
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

/* How the number of each card is written. */
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

static void add_value(struct text *out, const trv_view_item *item) {
  if (!item->is_zone) {
    text_append_format(out, "%s", item->visible ? item->contents : "hidden");
    return;
  }
  if (item->size == 0) text_append_format(out, "–");
  else if (!item->visible) {
    text_append_format(out, "%u card%s", item->size, plural(item->size));
    if (*item->known) text_append_format(out, "%s%s", item->size > 1 ? ", among them " : ": ", item->known);
  } else if (item->ordered && item->size > SHORT_PILE) add_first(out, item->contents, item->size, SHORT_PILE / 2);
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

static struct row *row_for(struct table_lines *sheet, const char *name) {
  char *shown = tool_name_in_words(name);
  if (sheet->count && strcmp(sheet->rows[sheet->count - 1].name, shown) == 0) {
    free(shown);
    return &sheet->rows[sheet->count - 1];
  }
  if (sheet->count == sheet->capacity) {
    sheet->capacity = sheet->capacity ? 2 * sheet->capacity : 32;
    sheet->rows = need_memory(sheet->rows, sheet->capacity * sizeof *sheet->rows);
  }
  struct row *row = &sheet->rows[sheet->count++];
  *row = (struct row){ .name = shown, .shown_on = -1 };
  return row;
}

static bool collect(void *context, const trv_view_item *item) {
  struct table_lines *sheet = context;
  if (item->passing) return true; /* bookkeeping, not something that lies on the table */
  struct row *row = row_for(sheet, item->name);
  bool owned = item->owner >= 0 && item->owner < TRV_MOST_PLAYERS;
  struct text *cell = owned ? &row->seats[item->owner] : &row->shared;
  struct text index = { 0 }, value = { 0 };
  int shown_on = pieces_take(&sheet->pieces, item);
  if (shown_on >= 0) row->shown_on = shown_on;
  add_index(&index, item->index, owned ? trv_setup_seat_name(sheet->setup, (uint32_t)item->owner) : NULL);
  add_value(&value, item);
  row->is_zone = item->is_zone;
  row->has_index = row->has_index || index.length;
  row->per_seat = row->per_seat || owned;
  if (index.length && !owned) board_add(&row->board, item->index, is_nothing(text_get(&value)) ? "·" : value.bytes);
  if (index.length == 0) text_append(cell, text_get(&value), value.length);
  else if (!is_nothing(text_get(&value))) {
    bool is_yes = strcmp(text_get(&value), "yes") == 0 || strcmp(text_get(&value), "true") == 0;
    text_append_format(cell, "%s%s", cell->length ? (is_yes ? ", " : "; ") : "", text_get(&index));
    if (!is_yes) text_append_format(cell, ": %s", text_get(&value));
  }
  text_free(&index);
  text_free(&value);
  return true;
}

/* ---- drawing ---- */

static const char *cell_text(const struct text *cell) { return cell->length ? cell->bytes : "–"; }

enum worth { WORTH_DRAWING, WORTH_A_NAME_AS_EMPTY, WORTH_A_NAME_AS_NO };

static enum worth cell_worth(const struct row *row, const struct text *cell) {
  const char *value = cell_text(cell);
  if (strcmp(value, "–") == 0) return WORTH_A_NAME_AS_EMPTY;
  if (row->is_zone) return WORTH_DRAWING; /* a card may be called anything */
  if (strcmp(value, "none") == 0 || strcmp(value, "nothing") == 0) return WORTH_A_NAME_AS_EMPTY;
  return strcmp(value, "no") == 0 ? WORTH_A_NAME_AS_NO : WORTH_DRAWING;
}

/* What is the same nothing for everybody is only named. An empty board is drawn all the same: it shows where one can
 * go. */
static enum worth row_worth(const struct row *row, uint32_t players) {
  if (board_is_grid(&row->board)) return WORTH_DRAWING;
  if (!row->per_seat)
    return (row->is_zone || row->has_index) && strcmp(cell_text(&row->shared), "–") == 0 ? WORTH_A_NAME_AS_EMPTY
                                                                                         : WORTH_DRAWING;
  enum worth first = cell_worth(row, &row->seats[0]);
  for (uint32_t seat = 1; seat < players; seat++)
    if (cell_worth(row, &row->seats[seat]) != first) return WORTH_DRAWING;
  return first;
}

static bool is_drawn(const struct row *row, uint32_t players) { return row_worth(row, players) == WORTH_DRAWING; }

static bool is_scalar(const struct row *row) { return !row->is_zone && !row->per_seat && !row->has_index; }

static size_t name_columns(const struct table_lines *sheet, uint32_t players) {
  size_t most = 0;
  for (size_t i = 0; i < sheet->count; i++) {
    size_t columns = screen_text_columns(sheet->rows[i].name);
    if (!is_scalar(&sheet->rows[i]) && is_drawn(&sheet->rows[i], players) && columns > most) most = columns;
  }
  return (most < MOST_NAME ? most : MOST_NAME) + GAP;
}

static size_t widest_cell(const struct row *row, uint32_t players) {
  size_t most = 0;
  for (uint32_t seat = 0; seat < players; seat++) {
    size_t columns = screen_text_columns(cell_text(&row->seats[seat]));
    if (columns > most) most = columns;
  }
  return most;
}

/* Names longer than their column push the rest of the line, never cut. */
static size_t put_name(const struct screen *screen, const char *name, size_t columns) {
  size_t used = screen_text_columns(name);
  screen_spaces(screen, GAP);
  screen_pad(screen, STYLE_FAINT, name, used < columns ? columns : used + GAP);
  return GAP + (used < columns ? columns : used + GAP);
}

/* Variables that are no arrays stand side by side. */
static void draw_scalars(const struct screen *screen, const struct table_lines *sheet) {
  size_t column = 0, width = screen_width(screen);
  for (size_t i = 0; i < sheet->count; i++) {
    const struct row *row = &sheet->rows[i];
    if (!is_scalar(row)) continue;
    const char *value = cell_text(&row->shared);
    size_t columns = screen_text_columns(row->name) + 1 + screen_text_columns(value);
    bool fits = column && column + 3 + columns <= width;
    if (column && !fits) output_format(screen->out, "\n");
    if (fits) screen_put(screen, STYLE_FAINT, " · ");
    else screen_spaces(screen, GAP);
    screen_put(screen, STYLE_FAINT, row->name);
    output_format(screen->out, " ");
    screen_put(screen, STYLE_PLAIN, value);
    column = fits ? column + 3 + columns : GAP + columns;
  }
  if (column) output_format(screen->out, "\n");
}

static void draw_shared(const struct screen *screen, const struct table_lines *sheet, size_t names, uint32_t players) {
  for (size_t i = 0; i < sheet->count; i++) {
    const struct row *row = &sheet->rows[i];
    if (is_scalar(row) || row->per_seat || !is_drawn(row, players)) continue;
    size_t column = put_name(screen, row->name, names);
    if (board_fits(screen, &row->board, column)) board_draw(screen, &row->board, column);
    else screen_list(screen, STYLE_PLAIN, cell_text(&row->shared), column, names + GAP);
  }
}

static void draw_grid(const struct screen *screen, const struct table_lines *sheet, size_t names, size_t columns,
                      int viewer, uint32_t players) {
  screen_spaces(screen, names + GAP);
  for (uint32_t seat = 0; seat < players; seat++)
    screen_pad(screen, (int)seat == viewer ? STYLE_STRONG : STYLE_FAINT, trv_setup_seat_name(sheet->setup, seat),
               seat + 1 < players ? columns : 0);
  output_format(screen->out, "\n");
  for (size_t i = 0; i < sheet->count; i++) {
    const struct row *row = &sheet->rows[i];
    if (!row->per_seat || !is_drawn(row, players) || widest_cell(row, players) + GAP > columns) continue;
    put_name(screen, row->name, names);
    for (uint32_t seat = 0; seat < players; seat++)
      screen_pad(screen, STYLE_PLAIN, cell_text(&row->seats[seat]), seat + 1 < players ? columns : 0);
    output_format(screen->out, "\n");
  }
}

/* Rows that are too wide for the grid: a line per seat. */
static void draw_long(const struct screen *screen, const struct table_lines *sheet, size_t names, size_t columns,
                      int viewer, uint32_t players) {
  size_t seats = 0;
  for (uint32_t seat = 0; seat < players; seat++) {
    size_t width = screen_text_columns(trv_setup_seat_name(sheet->setup, seat)) + GAP;
    if (width > seats) seats = width;
  }
  for (size_t i = 0; i < sheet->count; i++) {
    const struct row *row = &sheet->rows[i];
    if (!row->per_seat || !is_drawn(row, players) || widest_cell(row, players) + GAP <= columns) continue;
    for (uint32_t seat = 0; seat < players; seat++) {
      size_t column = put_name(screen, seat ? "" : row->name, names);
      enum style style = (int)seat == viewer ? STYLE_STRONG : STYLE_FAINT;
      screen_pad(screen, style, trv_setup_seat_name(sheet->setup, seat), seats);
      screen_list(screen, STYLE_PLAIN, cell_text(&row->seats[seat]), column + seats, names + GAP + seats);
    }
  }
}

/* The names of all rows of this worth, on a line that begins with a word. */
static void draw_names(const struct screen *screen, const struct table_lines *sheet, uint32_t players, enum worth worth,
                       const char *word) {
  struct text line = { 0 };
  for (size_t i = 0; i < sheet->count; i++)
    if (!is_scalar(&sheet->rows[i]) && row_worth(&sheet->rows[i], players) == worth)
      text_append_format(&line, "%s%s", line.length ? ", " : word, sheet->rows[i].name);
  if (line.length) {
    screen_spaces(screen, GAP);
    screen_list(screen, STYLE_FAINT, line.bytes, GAP, GAP + GAP);
  }
  text_free(&line);
}

/* Columns of a seat in the grid: as wide as the widest cell that still lets all seats stand side by side. 0: no row
 * fits. */
static size_t grid_columns(const struct screen *screen, const struct table_lines *sheet, size_t names,
                           uint32_t players) {
  size_t room = screen_width(screen), most = 0;
  size_t limit = room > names + GAP ? (room - names - GAP) / players : 0;
  for (size_t i = 0; i < sheet->count; i++) {
    const struct row *row = &sheet->rows[i];
    size_t columns = widest_cell(row, players) + GAP;
    if (row->per_seat && is_drawn(row, players) && columns <= limit && columns > most) most = columns;
  }
  for (uint32_t seat = 0; most && seat < players; seat++) {
    size_t columns = screen_text_columns(trv_setup_seat_name(sheet->setup, seat)) + GAP;
    if (columns > most) most = columns;
  }
  return most;
}

static void free_row(struct row *row) {
  free(row->name);
  text_free(&row->shared);
  for (size_t seat = 0; seat < TRV_MOST_PLAYERS; seat++) text_free(&row->seats[seat]);
  board_free(&row->board);
}

static void free_sheet(struct table_lines *sheet) {
  for (size_t i = 0; i < sheet->count; i++) free_row(&sheet->rows[i]);
  free(sheet->rows);
  pieces_free(&sheet->pieces);
}

/* ---- boards of the rules ---- */

/* The last choice, and those of the same seat just before it: as far as the viewer may know them. */
static void mark_last_moves(const struct play *play, struct play_pieces *pieces, int viewer) {
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
  return board >= 0 && pieces_fit(pieces, (uint32_t)board, screen_width(screen), GAP);
}

/* What is seen on a board is not listed as well. */
static void drop_shown(const struct screen *screen, struct table_lines *sheet) {
  size_t kept = 0;
  for (size_t i = 0; i < sheet->count; i++) {
    if (is_board_drawn(screen, &sheet->pieces, sheet->rows[i].shown_on)) free_row(&sheet->rows[i]);
    else sheet->rows[kept++] = sheet->rows[i];
  }
  sheet->count = kept;
}

/* Whether there is anything beside boards and single values. */
static bool has_more(const struct table_lines *sheet) {
  for (size_t i = 0; i < sheet->count; i++)
    if (!is_scalar(&sheet->rows[i])) return true;
  return false;
}

/* Each of several boards has a name. `more`: something follows. */
static void draw_boards(const struct screen *screen, const struct play_pieces *pieces, bool more) {
  bool drawn = false;
  for (uint32_t i = 0; i < pieces->count; i++) {
    trv_board_info info;
    if (!is_board_drawn(screen, pieces, (int)i) || trv_program_board(pieces->program, i, &info) != TRV_OK) continue;
    output_format(screen->out, "\n");
    if (pieces->count > 1) {
      screen_spaces(screen, GAP);
      screen_put(screen, STYLE_FAINT, info.name);
      output_format(screen->out, "\n");
    }
    pieces_draw(screen, pieces, i, GAP);
    drawn = true;
  }
  if (drawn && more) output_format(screen->out, "\n");
}

void table_show(struct play *play, int viewer) {
  struct table_lines sheet = { .setup = play->setup };
  const struct screen *screen = &play->screen;
  uint32_t players = play->players;
  pieces_begin(&sheet.pieces, play->setup);
  trv_view_each(play->game, viewer, collect, &sheet);
  mark_last_moves(play, &sheet.pieces, viewer);
  pieces_arrange(&sheet.pieces, viewer);
  drop_shown(screen, &sheet);
  size_t names = name_columns(&sheet, players), columns = grid_columns(screen, &sheet, names, players);
  draw_scalars(screen, &sheet);
  draw_boards(screen, &sheet.pieces, has_more(&sheet));
  draw_shared(screen, &sheet, names, players);
  if (columns) draw_grid(screen, &sheet, names, columns, viewer, players);
  draw_long(screen, &sheet, names, columns, viewer, players);
  draw_names(screen, &sheet, players, WORTH_A_NAME_AS_EMPTY, "empty: ");
  draw_names(screen, &sheet, players, WORTH_A_NAME_AS_NO, "no: ");
  free_sheet(&sheet);
}
