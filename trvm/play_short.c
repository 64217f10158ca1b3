/* The short table: what a player needs for most choices, in as many lines as there are. Single values in a line, open cards
 * a line each, piles as numbers, everybody in a line of a grid, and what is the viewer's own in full.
 *
 * What does not fit is cut, never what lies in the viewer's hand if that can be helped; the whole table is play_table.c. */
#include <stdlib.h>
#include <string.h>

#include "trvm/play_rows.h"
#include "trvm/sheet.h"

enum { GAP = ROWS_GAP, NARROW = 18, LEAST_CUT = 10, MOST_NAME = 18, MOST_LINES_EACH = 4, MOST_COLUMNS = 32 };

/* ---- what all share ---- */

static bool is_pile(const struct table_row *row) {
  return row->is_zone && !row->has_index && (row->is_hidden || row->ordered);
}

static void put_joined(const struct screen *screen, const struct text *line, size_t most) {
  if (!line->length) return;
  screen_spaces(screen, GAP);
  screen_list_most(screen, STYLE_PLAIN, line->bytes, GAP, GAP, most);
}

static void draw_singles(const struct screen *screen, const struct table_rows *rows, size_t most) {
  struct text line = { 0 };
  for (size_t i = 0; i < rows->count; i++) {
    const struct table_row *row = &rows->rows[i];
    const char *value = rows_cell(&row->shared);
    if (!rows_is_single(row) || rows_is_nothing(value) || strcmp(value, "nothing") == 0) continue;
    text_append_format(&line, "%s%s %s", line.length ? " · " : "", row->name, value);
  }
  put_joined(screen, &line, most);
  text_free(&line);
}

/* "ticket pile 50 · ticket discard 4, red on top". */
static void draw_piles(const struct screen *screen, const struct table_rows *rows, size_t most) {
  struct text line = { 0 };
  for (size_t i = 0; i < rows->count; i++) {
    const struct table_row *row = &rows->rows[i];
    if (row->per_seat || !is_pile(row) || row->size == 0) continue;
    text_append_format(&line, "%s%s ", line.length ? " · " : "", row->name);
    if (row->is_hidden || row->size > 1) text_append_format(&line, "%u", row->size);
    if (!row->is_hidden && row->size > 1) text_append_format(&line, ", top ");
    if (!row->is_hidden) text_append(&line, row->shared.bytes, strcspn(row->shared.bytes, ","));
  }
  put_joined(screen, &line, most);
  text_free(&line);
}

static bool is_list(const struct table_row *row) {
  return !rows_is_single(row) && !row->per_seat && !is_pile(row) &&
         (strcmp(rows_cell(&row->shared), "–") != 0 || board_is_grid(&row->board));
}

static size_t list_name_columns(const struct table_rows *rows) {
  size_t most = 0;
  for (size_t i = 0; i < rows->count; i++) {
    size_t columns = screen_text_columns(rows->rows[i].name);
    if (is_list(&rows->rows[i]) && columns > most) most = columns;
  }
  return (most < MOST_NAME ? most : MOST_NAME) + GAP;
}

/* A name and what stands beside it; returns the column behind the name. */
static size_t put_name(const struct screen *screen, const char *name, size_t columns) {
  size_t used = screen_text_columns(name);
  size_t width = used + GAP > columns ? used + GAP : columns;
  screen_spaces(screen, GAP);
  screen_pad(screen, STYLE_FAINT, name, width);
  return GAP + width;
}

static void draw_lists(const struct screen *screen, const struct table_rows *rows, size_t most) {
  size_t names = list_name_columns(rows);
  for (size_t i = 0; i < rows->count; i++) {
    const struct table_row *row = &rows->rows[i];
    if (!is_list(row)) continue;
    size_t column = put_name(screen, row->name, names);
    if (most > 1 && board_fits(screen, &row->board, column)) board_draw(screen, &row->board, column);
    else screen_list_most(screen, STYLE_PLAIN, rows_cell(&row->shared), column, names + GAP, most);
  }
}

/* ---- everybody in a line ---- */

struct grid_column {
  const struct table_row *row;
  size_t natural, width; /* what it would like to have; what it gets, 0: nothing */
  size_t split;          /* bytes of its name that stand in the upper line */
};

struct seat_grid {
  const struct play *play;
  const struct table_rows *rows;
  struct grid_column columns[MOST_COLUMNS];
  size_t count, names; /* columns; what the names of the seats take */
};

/* A zone of which the number of cards is what counts, or all that everybody sees. */
static bool is_counted(const struct table_row *row) {
  return row->is_zone && (row->is_hidden || row->role == TRV_ROLE_SCORE || row->role == TRV_ROLE_COUNTER);
}

/* What a seat has. */
static void cell_of(const struct table_row *row, uint32_t seat, struct text *cell) {
  text_clear(cell);
  bool tells_none = row->role == TRV_ROLE_SCORE || row->role == TRV_ROLE_COUNTER;
  if (is_counted(row) && (row->sizes[seat] || tells_none)) text_append_format(cell, "%u", row->sizes[seat]);
  else text_append_format(cell, "%s", rows_cell(&row->seats[seat]));
  if (strcmp(cell->bytes, "none") == 0 || strcmp(cell->bytes, "nothing") == 0 || strcmp(cell->bytes, "no") == 0) {
    text_clear(cell);
    text_append_format(cell, "–");
  }
}

/* Whether it is nothing for everybody. */
static bool is_idle(const struct table_row *row, uint32_t players) {
  for (uint32_t seat = 0; seat < players; seat++) {
    const char *value = rows_cell(&row->seats[seat]);
    if (!rows_is_nothing(value) && strcmp(value, "nothing") != 0) return false;
  }
  return true;
}

/* Where a name of several words is broken so that it takes the fewest columns. */
static size_t best_split(const char *name, size_t *columns) {
  size_t best = strlen(name);
  *columns = screen_text_columns(name);
  for (const char *space = strchr(name, ' '); space; space = strchr(space + 1, ' ')) {
    struct text upper = { 0 };
    text_append(&upper, name, (size_t)(space - name));
    size_t above = screen_text_columns(upper.bytes), below = screen_text_columns(space + 1);
    size_t wide = above > below ? above : below;
    if (wide < *columns) {
      *columns = wide;
      best = (size_t)(space - name);
    }
    text_free(&upper);
  }
  return best;
}

static void measure_column(const struct seat_grid *grid, struct grid_column *column) {
  struct text cell = { 0 };
  size_t most = 0;
  for (uint32_t seat = 0; seat < grid->play->players; seat++) {
    cell_of(column->row, seat, &cell);
    size_t columns = screen_text_columns(cell.bytes);
    if (columns > most) most = columns;
  }
  size_t name = screen_text_columns(column->row->name);
  column->split = strlen(column->row->name);
  if (name > most) column->split = best_split(column->row->name, &name);
  column->natural = most > name ? most : name;
  text_free(&cell);
}

/* Narrow columns first, then wide ones as far as there is room. */
static void share_width(struct seat_grid *grid, size_t width) {
  size_t room = width > 2 * GAP + grid->names ? width - 2 * GAP - grid->names : 0;
  for (size_t i = 0; i < grid->count; i++) {
    struct grid_column *column = &grid->columns[i];
    if (column->natural > NARROW || column->natural + GAP > room) continue;
    column->width = column->natural;
    room -= column->natural + GAP;
  }
  for (size_t i = 0; i < grid->count && room >= LEAST_CUT + GAP; i++) {
    struct grid_column *column = &grid->columns[i];
    if (column->width) continue;
    column->width = column->natural + GAP < room ? column->natural : room - GAP;
    room -= column->width + GAP;
  }
}

/* Scores first, then places, counters and all else, each in the order that the rules want. */
static int compare_columns(const void *left, const void *right) {
  static const int ranks[] = { [TRV_ROLE_SCORE] = 0, [TRV_ROLE_PLACE] = 1, [TRV_ROLE_COUNTER] = 2,
                               [TRV_ROLE_OTHER] = 3, [TRV_ROLE_PART] = 3,  [TRV_ROLE_BOARD] = 3 };
  const struct table_row *a = ((const struct grid_column *)left)->row, *b = ((const struct grid_column *)right)->row;
  if (ranks[a->role] != ranks[b->role]) return ranks[a->role] - ranks[b->role];
  if (a->order != b->order) return a->order < b->order ? -1 : 1;
  return a < b ? -1 : a > b;
}

static void plan_grid(struct seat_grid *grid, size_t width) {
  uint32_t players = grid->play->players;
  for (uint32_t seat = 0; seat < players; seat++) {
    size_t columns = screen_text_columns(play_seat_word(grid->play, seat, grid->rows->viewer));
    if (columns > grid->names) grid->names = columns;
  }
  for (size_t i = 0; i < grid->rows->count && grid->count < MOST_COLUMNS; i++) {
    const struct table_row *row = &grid->rows->rows[i];
    bool is_idle_here = is_idle(row, players) && row->role != TRV_ROLE_SCORE;
    if (!row->per_seat || is_idle_here) continue;
    grid->columns[grid->count] = (struct grid_column){ .row = row };
    measure_column(grid, &grid->columns[grid->count++]);
  }
  qsort(grid->columns, grid->count, sizeof *grid->columns, compare_columns);
  share_width(grid, width);
}

/* The column that stands last, or `count`: there is none. */
static size_t last_column(const struct seat_grid *grid) {
  size_t last = grid->count;
  for (size_t i = 0; i < grid->count; i++)
    if (grid->columns[i].width) last = i;
  return last;
}

/* Part of a name, with a gap before it and spaces up to the width of its column; the columns are made for it. */
static void add_heading(struct text *line, const char *name, size_t length, size_t width) {
  struct text part = { 0 };
  text_append(&part, name, length);
  size_t used = screen_text_columns(text_get(&part));
  for (; used > width && part.length; used = screen_text_columns(text_get(&part))) {
    while (part.length && (part.bytes[part.length - 1] & 0xc0) == 0x80) part.length--;
    part.bytes[--part.length] = '\0';
  }
  text_append_format(line, "%*s%s%*s", GAP, "", text_get(&part), (int)(width - used), "");
  text_free(&part);
}

static void draw_heading(const struct screen *screen, const struct seat_grid *grid, bool upper) {
  bool wanted = !upper;
  for (size_t i = 0; i < grid->count; i++)
    wanted = wanted || (grid->columns[i].width && grid->columns[i].row->name[grid->columns[i].split]);
  if (!wanted) return;
  struct text line = { 0 };
  text_append_format(&line, "%*s", (int)(GAP + grid->names), "");
  for (size_t i = 0; i < grid->count; i++) {
    const struct grid_column *column = &grid->columns[i];
    const char *name = column->row->name, *rest = name + column->split;
    if (!column->width) continue;
    size_t length = upper ? (*rest ? column->split : 0) : strlen(*rest ? rest + 1 : name);
    const char *part = upper || !*rest ? name : rest + 1;
    add_heading(&line, part, length, column->width);
  }
  while (line.length && line.bytes[line.length - 1] == ' ') line.bytes[--line.length] = '\0';
  screen_put(screen, STYLE_FAINT, text_get(&line));
  output_format(screen->out, "\n");
  text_free(&line);
}

static void draw_seat(const struct screen *screen, const struct seat_grid *grid, uint32_t seat) {
  struct text cell = { 0 };
  bool own = (int)seat == grid->rows->viewer;
  screen_spaces(screen, GAP);
  screen_pad(screen, own ? STYLE_STRONG : STYLE_FAINT, play_seat_word(grid->play, seat, grid->rows->viewer),
             grid->names);
  for (size_t i = 0; i < grid->count; i++) {
    if (!grid->columns[i].width) continue;
    cell_of(grid->columns[i].row, seat, &cell);
    screen_spaces(screen, GAP);
    screen_cut(screen, own ? STYLE_STRONG : STYLE_PLAIN, cell.bytes, grid->columns[i].width, i != last_column(grid));
  }
  output_format(screen->out, "\n");
  text_free(&cell);
}

static void draw_seats(const struct screen *screen, const struct seat_grid *grid) {
  if (last_column(grid) == grid->count) return;
  draw_heading(screen, grid, true);
  draw_heading(screen, grid, false);
  for (uint32_t seat = 0; seat < grid->play->players; seat++) draw_seat(screen, grid, seat);
}

/* ---- what is one's own ---- */

/* A row of which the grid shows the viewer less than there is to know. */
static bool is_told_apart(const struct grid_column *column, uint32_t viewer) {
  struct text cell = { 0 };
  cell_of(column->row, viewer, &cell);
  const char *whole = rows_cell(&column->row->seats[viewer]);
  bool less = strcmp(cell.bytes, whole) != 0 || screen_text_columns(whole) > column->width;
  text_free(&cell);
  return less && !rows_is_nothing(whole) && strcmp(whole, "nothing") != 0;
}

static void draw_own(const struct screen *screen, const struct seat_grid *grid, size_t most) {
  int viewer = grid->rows->viewer;
  for (size_t i = 0; viewer >= 0 && i < grid->count; i++) {
    const struct grid_column *column = &grid->columns[i];
    if (!is_told_apart(column, (uint32_t)viewer)) continue;
    struct text name = { 0 };
    text_append_format(&name, "your %s", column->row->name);
    size_t at = put_name(screen, name.bytes, 0);
    screen_list_most(screen, STYLE_STRONG, rows_cell(&column->row->seats[viewer]), at, GAP + GAP, most);
    text_free(&name);
  }
}

/* ---- all together ---- */

struct short_parts {
  struct screen_sheet shared, seats;
};

static void draw_parts(struct play *play, const struct screen *screen, const struct table_rows *rows, size_t most,
                       struct short_parts *parts) {
  struct seat_grid grid = { .play = play, .rows = rows };
  sheet_begin(&parts->shared, screen);
  draw_singles(&parts->shared.screen, rows, most > 2 ? 2 : 1);
  if (most > 1) map_show_strips(play, &parts->shared.screen, rows->viewer);
  rows_draw_boards(&parts->shared.screen, &rows->pieces, rows_has_more(rows));
  draw_lists(&parts->shared.screen, rows, most);
  draw_piles(&parts->shared.screen, rows, most > 2 ? 2 : 1);
  sheet_end(&parts->shared);
  plan_grid(&grid, screen_width(screen));
  sheet_begin(&parts->seats, screen);
  draw_seats(&parts->seats.screen, &grid);
  draw_own(&parts->seats.screen, &grid, most > 1 ? 2 * most : 2);
  sheet_end(&parts->seats);
}

static void free_parts(struct short_parts *parts) {
  sheet_free(&parts->shared);
  sheet_free(&parts->seats);
}

static void tell_more(const struct screen *screen) { output_format(screen->out, "  … `t` shows the whole table\n"); }

void short_show(struct play *play, const struct screen *screen, int viewer, size_t lines) {
  struct table_rows rows;
  struct short_parts parts;
  size_t each = lines ? MOST_LINES_EACH : SIZE_MAX / 2;
  rows_read(play, screen, viewer, &rows);
  draw_parts(play, screen, &rows, each, &parts);
  while (lines && each > 1 && parts.shared.lines + parts.seats.lines > lines) {
    free_parts(&parts);
    draw_parts(play, screen, &rows, --each, &parts);
  }
  size_t shared = parts.shared.lines;
  if (lines && shared + parts.seats.lines > lines) shared = lines > parts.seats.lines ? lines - parts.seats.lines : 0;
  if (shared < parts.shared.lines && shared) {
    sheet_show(screen, &parts.shared, 0, shared - 1);
    tell_more(screen);
  } else sheet_show(screen, &parts.shared, 0, shared);
  if (lines && parts.seats.lines > lines) {
    sheet_show(screen, &parts.seats, 0, lines - 1);
    tell_more(screen);
  } else sheet_show(screen, &parts.seats, 0, parts.seats.lines);
  free_parts(&parts);
  rows_free(&rows);
}
