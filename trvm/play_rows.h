/* What lies on the table as rows: a declaration each, with what stands beside its name, for one viewer. */
#ifndef TRVM_PLAY_ROWS_H
#define TRVM_PLAY_ROWS_H

#include "trvm/play.h"
#include "trvm/play_board.h"
#include "trvm/play_pieces.h"

enum { ROWS_GAP = 2 /* between columns, and to the left of all */ };

struct table_row {
  const char *declared; /* its name in the rules; borrowed from the program */
  char *name;           /* its title for players; owned */
  enum trv_role role;
  uint32_t order; /* in which it wants to stand */
  bool is_zone, has_index, per_seat;
  bool ordered;                                /* a pile: its order counts */
  bool is_hidden;                              /* some of it is hidden from the viewer */
  struct text shared, seats[TRV_MOST_PLAYERS]; /* what stands beside the name: once, or for each seat */
  uint32_t sizes[TRV_MOST_PLAYERS], size;      /* of zones: cards in all, of each seat or of nobody */
  struct board board;                          /* the same again, when it has indices and no owner */
  int shown_on;                                /* the board of the rules that shows it, or -1 */
};

struct table_rows {
  const struct play *play;
  int viewer;
  struct play_pieces pieces; /* what lies on boards of the rules */
  struct table_row *rows;
  size_t count, capacity;
};

/* Marks the last choice, and those of the same seat just before it: as far as the viewer may know them. */
void rows_mark_last_moves(const struct play *play, struct play_pieces *pieces, int viewer);
/* Gathers what this viewer sees; boards that fit the screen show what lies on them, and it has no rows. To be freed. */
void rows_read(struct play *play, const struct screen *screen, int viewer, struct table_rows *rows);
void rows_free(struct table_rows *rows);

/* What stands in a cell; a dash when it is empty. */
const char *rows_cell(const struct text *cell);
bool rows_is_nothing(const char *value);
/* A single value: a variable that is no array. */
bool rows_is_single(const struct table_row *row);
/* Whether a row says something, or only that everybody has nothing of it. */
enum worth { WORTH_DRAWING, WORTH_A_NAME_AS_EMPTY, WORTH_A_NAME_AS_NO };
enum worth rows_worth(const struct table_row *row, uint32_t players);
bool rows_is_drawn(const struct table_row *row, uint32_t players);

/* Single values side by side, on as many lines as they need. */
void rows_draw_singles(const struct screen *screen, const struct table_rows *rows);
/* The boards of the rules that fit the screen; each of several has a name. `more`: something follows. */
void rows_draw_boards(const struct screen *screen, const struct play_pieces *pieces, bool more);
/* Whether there is anything beside boards and single values. */
bool rows_has_more(const struct table_rows *rows);

#endif
