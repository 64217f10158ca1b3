/* Five in a row with a word for every column, row and diagonal: five bits in a row are found by shifting, and the chosen
   empty cell by counting bits column by column. */
#include "common.h"

enum { PLAYERS = 2, SIDE = 15, DIAGONALS = 2 * SIDE - 1, ALL = (1 << SIDE) - 1 };

typedef struct {
    uint32_t column[SIDE], row[SIDE], rising[DIAGONALS], falling[DIAGONALS];
} Stones;

static bool put(uint32_t *line, int place)
{
    uint32_t stones = *line |= 1u << place;
    return (stones & stones >> 1 & stones >> 2 & stones >> 3 & stones >> 4) != 0;
}

static bool makes_line(Stones *s, int column, int row)
{
    bool line = put(&s->column[column], row);
    line |= put(&s->row[row], column);
    line |= put(&s->rising[column - row + SIDE - 1], row);
    return line | put(&s->falling[column + row], row);
}

static void play_game(Play *play)
{
    Stones stones[PLAYERS] = {0};
    int score[PLAYERS] = {0};
    for (int left = SIDE * SIDE, player = 0; left > 0; left--, player = !player) {
        int index = choose(play, left), column = 0, here;
        uint32_t empty;
        for (;; column++) {
            empty = ALL & ~(stones[0].column[column] | stones[1].column[column]);
            here = __builtin_popcount(empty);
            if (index < here)
                break;
            index -= here;
        }
        for (; index > 0; index--)
            empty &= empty - 1;
        if (makes_line(&stones[player], column, __builtin_ctz(empty))) {
            score[player] = 1;
            break;
        }
    }
    add_results(play, score, score, PLAYERS);
}
