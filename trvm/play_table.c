/* The whole table as one viewer sees it: a line per declaration, players side by side where they fit.
 *
 * What is empty is only named, so that a table of thirty declarations stays readable. */
#include "trvm/play.h"
#include "trvm/play_rows.h"

enum { MOST_NAME = 22 };

static size_t name_columns(const struct table_rows *sheet, uint32_t players) {
  size_t most = 0;
  for (size_t i = 0; i < sheet->count; i++) {
    size_t columns = screen_text_columns(sheet->rows[i].name);
    if (!rows_is_single(&sheet->rows[i]) && rows_is_drawn(&sheet->rows[i], players) && columns > most) most = columns;
  }
  return (most < MOST_NAME ? most : MOST_NAME) + ROWS_GAP;
}

static size_t widest_cell(const struct table_row *row, uint32_t players) {
  size_t most = 0;
  for (uint32_t seat = 0; seat < players; seat++) {
    size_t columns = screen_text_columns(rows_cell(&row->seats[seat]));
    if (columns > most) most = columns;
  }
  return most;
}

/* Names longer than their column push the rest of the line, never cut. */
static size_t put_name(const struct screen *screen, const char *name, size_t columns) {
  size_t used = screen_text_columns(name);
  screen_spaces(screen, ROWS_GAP);
  screen_pad(screen, STYLE_FAINT, name, used < columns ? columns : used + ROWS_GAP);
  return ROWS_GAP + (used < columns ? columns : used + ROWS_GAP);
}

static void draw_shared(const struct screen *screen, const struct table_rows *sheet, size_t names, uint32_t players) {
  for (size_t i = 0; i < sheet->count; i++) {
    const struct table_row *row = &sheet->rows[i];
    if (rows_is_single(row) || row->per_seat || !rows_is_drawn(row, players)) continue;
    size_t column = put_name(screen, row->name, names);
    if (board_fits(screen, &row->board, column)) board_draw(screen, &row->board, column);
    else screen_list(screen, STYLE_PLAIN, rows_cell(&row->shared), column, names + ROWS_GAP);
  }
}

static void draw_grid(const struct screen *screen, const struct table_rows *sheet, size_t names, size_t columns,
                      int viewer, uint32_t players) {
  screen_spaces(screen, names + ROWS_GAP);
  for (uint32_t seat = 0; seat < players; seat++)
    screen_pad(screen, (int)seat == viewer ? STYLE_STRONG : STYLE_FAINT,
               play_seat_word(sheet->play, seat, sheet->viewer), seat + 1 < players ? columns : 0);
  output_format(screen->out, "\n");
  for (size_t i = 0; i < sheet->count; i++) {
    const struct table_row *row = &sheet->rows[i];
    if (!row->per_seat || !rows_is_drawn(row, players) || widest_cell(row, players) + ROWS_GAP > columns) continue;
    put_name(screen, row->name, names);
    for (uint32_t seat = 0; seat < players; seat++)
      screen_pad(screen, STYLE_PLAIN, rows_cell(&row->seats[seat]), seat + 1 < players ? columns : 0);
    output_format(screen->out, "\n");
  }
}

/* Rows that are too wide for the grid: a line per seat. */
static void draw_long(const struct screen *screen, const struct table_rows *sheet, size_t names, size_t columns,
                      int viewer, uint32_t players) {
  size_t seats = 0;
  for (uint32_t seat = 0; seat < players; seat++) {
    size_t width = screen_text_columns(play_seat_word(sheet->play, seat, sheet->viewer)) + ROWS_GAP;
    if (width > seats) seats = width;
  }
  for (size_t i = 0; i < sheet->count; i++) {
    const struct table_row *row = &sheet->rows[i];
    if (!row->per_seat || !rows_is_drawn(row, players) || widest_cell(row, players) + ROWS_GAP <= columns) continue;
    for (uint32_t seat = 0; seat < players; seat++) {
      size_t column = put_name(screen, seat ? "" : row->name, names);
      enum style style = (int)seat == viewer ? STYLE_STRONG : STYLE_FAINT;
      screen_pad(screen, style, play_seat_word(sheet->play, seat, sheet->viewer), seats);
      screen_list(screen, STYLE_PLAIN, rows_cell(&row->seats[seat]), column + seats, names + ROWS_GAP + seats);
    }
  }
}

/* The names of all rows of this worth, on a line that begins with a word. */
static void draw_names(const struct screen *screen, const struct table_rows *sheet, uint32_t players, enum worth worth,
                       const char *word) {
  struct text line = { 0 };
  for (size_t i = 0; i < sheet->count; i++)
    if (!rows_is_single(&sheet->rows[i]) && rows_worth(&sheet->rows[i], players) == worth)
      text_append_format(&line, "%s%s", line.length ? ", " : word, sheet->rows[i].name);
  if (line.length) {
    screen_spaces(screen, ROWS_GAP);
    screen_list(screen, STYLE_FAINT, line.bytes, ROWS_GAP, ROWS_GAP + ROWS_GAP);
  }
  text_free(&line);
}

/* Columns of a seat in the grid: as wide as the widest cell that still lets all seats stand side by side. 0: no row
 * fits. */
static size_t grid_columns(const struct screen *screen, const struct table_rows *sheet, size_t names,
                           uint32_t players) {
  size_t room = screen_width(screen), most = 0;
  size_t limit = room > names + ROWS_GAP ? (room - names - ROWS_GAP) / players : 0;
  for (size_t i = 0; i < sheet->count; i++) {
    const struct table_row *row = &sheet->rows[i];
    size_t columns = widest_cell(row, players) + ROWS_GAP;
    if (row->per_seat && rows_is_drawn(row, players) && columns <= limit && columns > most) most = columns;
  }
  for (uint32_t seat = 0; most && seat < players; seat++) {
    size_t columns = screen_text_columns(play_seat_word(sheet->play, seat, sheet->viewer)) + ROWS_GAP;
    if (columns > most) most = columns;
  }
  return most;
}

void table_show(struct play *play, const struct screen *screen, int viewer) {
  struct table_rows sheet;
  uint32_t players = play->players;
  rows_read(play, screen, viewer, &sheet);
  size_t names = name_columns(&sheet, players), columns = grid_columns(screen, &sheet, names, players);
  rows_draw_singles(screen, &sheet);
  rows_draw_boards(screen, &sheet.pieces, rows_has_more(&sheet));
  draw_shared(screen, &sheet, names, players);
  if (columns) draw_grid(screen, &sheet, names, columns, viewer, players);
  draw_long(screen, &sheet, names, columns, viewer, players);
  draw_names(screen, &sheet, players, WORTH_A_NAME_AS_EMPTY, "empty: ");
  draw_names(screen, &sheet, players, WORTH_A_NAME_AS_NO, "no: ");
  rows_free(&sheet);
}
