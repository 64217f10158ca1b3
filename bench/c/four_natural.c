/* Connect Four, written the plain way: a board of cells, columns are listed, and the last disc is looked along. */
#include "common.h"
#include <string.h>

enum { PLAYERS = 2, COLUMNS = 7, ROWS = 6, LINE = 4, NOBODY = -1 };

typedef struct {
    int8_t cell[COLUMNS][ROWS];     /* the player whose disc is there, or NOBODY */
    int height[COLUMNS];
    int discs;
    int winner;
} State;

static void start(State *s)
{
    memset(s, 0, sizeof *s);
    memset(s->cell, NOBODY, sizeof s->cell);
    s->winner = NOBODY;
}

static int player_to_act(const State *s) { return s->discs % PLAYERS; }

static int list_options(const State *s, int *option)
{
    int count = 0;
    if (s->winner != NOBODY)
        return 0;
    for (int column = 0; column < COLUMNS; column++)
        if (s->height[column] < ROWS)
            option[count++] = column;
    return count;
}

/* How many discs of the player's follow each other from beside a cell on. */
static int discs_along(const State *s, int player, int column, int row, int across, int up)
{
    int count = 0;
    for (;;) {
        column += across;
        row += up;
        if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS || s->cell[column][row] != player)
            return count;
        count++;
    }
}

static bool makes_line(const State *s, int player, int column, int row)
{
    static const int direction[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        int across = direction[i][0], up = direction[i][1];
        int before = discs_along(s, player, column, row, -across, -up);
        if (before + 1 + discs_along(s, player, column, row, across, up) >= LINE)
            return true;
    }
    return false;
}

static void apply(State *s, int column)
{
    int player = player_to_act(s), row = s->height[column]++;
    s->cell[column][row] = (int8_t)player;
    s->discs++;
    if (makes_line(s, player, column, row))
        s->winner = player;
}

static void play_game(Play *play)
{
    State s;
    int option[COLUMNS], count, score[PLAYERS];
    start(&s);
    while ((count = list_options(&s, option)) > 0)
        apply(&s, option[choose(play, count)]);
    for (int p = 0; p < PLAYERS; p++)
        score[p] = s.winner == p;
    add_results(play, score, score, PLAYERS);
}
