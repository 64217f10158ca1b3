/* Boards as grids: see play_board.h. Squares come in order of the first index, then of the second, and all of them,
 * so the sides of the rectangle are read off the first square of each line. */
#include "trvm/play_board.h"

#include <stdlib.h>
#include <string.h>

#include "trvm/tool.h"

enum { GAP = 2, MOST_SQUARE = 12 };

void board_add(struct board *board, const char *index, const char *value) {
  if (board->count == board->capacity) {
    board->capacity = board->capacity ? 2 * board->capacity : 64;
    board->squares = need_memory(board->squares, board->capacity * sizeof *board->squares);
  }
  const char *comma = strchr(index, ',');
  struct square *square = &board->squares[board->count++];
  *square =
      (struct square){ need_copy(index), need_copy(comma ? comma + 1 + strspn(comma + 1, " ") : ""), need_copy(value) };
  if (comma) square->across[comma - index] = '\0';
}

/* Number of squares with the first value of the first index: the height of the grid. */
static size_t board_height(const struct board *board) {
  size_t height = 0;
  while (height < board->count && strcmp(board->squares[height].across, board->squares[0].across) == 0) height++;
  return height;
}

bool board_is_grid(const struct board *board) {
  size_t height = board_height(board);
  if (height < 2 || board->count % height != 0 || board->count == height) return false;
  for (size_t i = 0; i < board->count; i++)
    if (strchr(board->squares[i].along, ',') || !*board->squares[i].along ||
        strcmp(board->squares[i].along, board->squares[i % height].along) != 0)
      return false;
  return true;
}

static size_t square_columns(const struct board *board) {
  size_t most = 1;
  for (size_t i = 0; i < board->count; i++) {
    size_t value = screen_text_columns(board->squares[i].value), head = screen_text_columns(board->squares[i].across);
    if (value > most) most = value;
    if (head > most) most = head;
  }
  return most + GAP;
}

static size_t side_columns(const struct board *board) {
  size_t most = 1;
  for (size_t i = 0; i < board->count; i++) {
    size_t columns = screen_text_columns(board->squares[i].along);
    if (columns > most) most = columns;
  }
  return most + GAP;
}

bool board_fits(const struct screen *screen, const struct board *board, size_t indent) {
  size_t height = board_height(board);
  if (!board_is_grid(board)) return false;
  size_t columns = square_columns(board), width = board->count / height;
  return columns <= MOST_SQUARE + GAP && indent + side_columns(board) + width * columns <= screen_width(screen);
}

static bool runs_up(const struct board *board) {
  const char *first = board->squares[0].along;
  return strspn(first, "-0123456789") == strlen(first);
}

void board_draw(const struct screen *screen, const struct board *board, size_t indent) {
  size_t height = board_height(board), width = height ? board->count / height : 0;
  size_t columns = square_columns(board), side = side_columns(board);
  screen_spaces(screen, side);
  for (size_t x = 0; x < width; x++)
    screen_pad(screen, STYLE_FAINT, board->squares[x * height].across, x + 1 < width ? columns : 0);
  output_format(screen->out, "\n");
  for (size_t line = 0; line < height; line++) {
    size_t y = runs_up(board) ? height - 1 - line : line;
    screen_spaces(screen, indent);
    screen_pad(screen, STYLE_FAINT, board->squares[y].along, side);
    for (size_t x = 0; x < width; x++)
      screen_pad(screen, STYLE_PLAIN, board->squares[x * height + y].value, x + 1 < width ? columns : 0);
    output_format(screen->out, "\n");
  }
}

void board_free(struct board *board) {
  for (size_t i = 0; i < board->count; i++) {
    free(board->squares[i].across);
    free(board->squares[i].along);
    free(board->squares[i].value);
  }
  free(board->squares);
}
