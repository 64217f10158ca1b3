/* Connect Four with a word for each player's discs, seven bits a column: the seventh stays empty, so that nothing runs
   over from one column into the next. A line is found by shifting the word over itself. */
#include "common.h"

enum { PLAYERS = 2, COLUMNS = 7, ROWS = 6, STRIDE = ROWS + 1 };

static bool has_line(uint64_t discs)
{
    static const int steps[4] = {1, STRIDE, STRIDE + 1, STRIDE - 1};
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = discs & discs >> steps[i];
        if (pairs & pairs >> 2 * steps[i])
            return true;
    }
    return false;
}

static void play_game(Play *play)
{
    uint64_t discs[PLAYERS] = {0};
    int height[COLUMNS] = {0}, open[COLUMNS], columns = COLUMNS, player = 0, score[PLAYERS] = {0};
    for (int i = 0; i < COLUMNS; i++)
        open[i] = i;
    while (columns > 0) {
        int index = choose(play, columns), column = open[index];
        discs[player] |= (uint64_t)1 << (column * STRIDE + height[column]);
        if (++height[column] == ROWS) {
            columns--;
            for (int i = index; i < columns; i++)
                open[i] = open[i + 1];
        }
        if (has_line(discs[player])) {
            score[player] = 1;
            break;
        }
        player = !player;
    }
    add_results(play, score, score, PLAYERS);
}
