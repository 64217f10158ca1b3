/* Five in a row, written the plain way: a board of cells, the empty ones are listed, the last stone is looked along. */
#include "common.h"
#include <string.h>

enum { PLAYERS = 2, SIDE = 15, LINE = 5, NOBODY = -1 };

typedef struct {
    int8_t cell[SIDE][SIDE];        /* the player whose stone is there, or NOBODY */
    int stones;
    int winner;
} State;

static void start(State *s)
{
    memset(s->cell, NOBODY, sizeof s->cell);
    s->stones = 0;
    s->winner = NOBODY;
}

static int player_to_act(const State *s) { return s->stones % PLAYERS; }

static int list_options(const State *s, int *option)
{
    int count = 0;
    if (s->winner != NOBODY)
        return 0;
    for (int column = 0; column < SIDE; column++)
        for (int row = 0; row < SIDE; row++)
            if (s->cell[column][row] == NOBODY)
                option[count++] = SIDE * column + row;
    return count;
}

/* How many stones of the player's follow each other from beside a cell on. */
static int stones_along(const State *s, int player, int column, int row, int across, int up)
{
    int count = 0;
    for (;;) {
        column += across;
        row += up;
        if (column < 0 || column >= SIDE || row < 0 || row >= SIDE || s->cell[column][row] != player)
            return count;
        count++;
    }
}

static bool makes_line(const State *s, int player, int column, int row)
{
    static const int direction[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        int across = direction[i][0], up = direction[i][1];
        int before = stones_along(s, player, column, row, -across, -up);
        if (before + 1 + stones_along(s, player, column, row, across, up) >= LINE)
            return true;
    }
    return false;
}

static void apply(State *s, int option)
{
    int player = player_to_act(s), column = option / SIDE, row = option % SIDE;
    s->cell[column][row] = (int8_t)player;
    s->stones++;
    if (makes_line(s, player, column, row))
        s->winner = player;
}

static void play_game(Play *play)
{
    State s;
    int option[SIDE * SIDE], count, score[PLAYERS];
    start(&s);
    while ((count = list_options(&s, option)) > 0)
        apply(&s, option[choose(play, count)]);
    for (int p = 0; p < PLAYERS; p++)
        score[p] = s.winner == p;
    add_results(play, score, score, PLAYERS);
}
