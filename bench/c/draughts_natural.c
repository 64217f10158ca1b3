/* English draughts, written the plain way: a board of cells, moves are listed square by square and applied. */
#include "common.h"
#include <string.h>

enum { PLAYERS = 2, SIDE = 8, ROWS_OF_MEN = 3, DIRECTIONS = 4, LAST_TURN = 150, NOBODY = -1 };

typedef struct { int row, column; } Square;
typedef struct { Square from; int direction; } Move;

typedef struct {
    int8_t owner[SIDE][SIDE];       /* of the piece there, or NOBODY */
    bool king[SIDE][SIDE];
    int turn;                       /* of all turns of the game */
    bool jumping;                   /* the piece at `piece` has jumped and must go on */
    Square piece;
    int winner;
} State;

/* Two forward for player 0, then two forward for player 1. */
static const Square direction[DIRECTIONS] = {{1, -1}, {1, 1}, {-1, -1}, {-1, 1}};

static void start(State *s)
{
    memset(s, 0, sizeof *s);
    memset(s->owner, NOBODY, sizeof s->owner);
    for (int row = 0; row < SIDE; row++)
        for (int column = row % 2; column < SIDE; column += 2)
            if (row < ROWS_OF_MEN || row >= SIDE - ROWS_OF_MEN)
                s->owner[row][column] = row >= ROWS_OF_MEN;
    s->winner = NOBODY;
}

static int player_to_act(const State *s) { return s->turn % PLAYERS; }

static Square beside(Square from, int d, int steps)
{
    return (Square){from.row + steps * direction[d].row, from.column + steps * direction[d].column};
}

static bool is_empty(const State *s, Square at)
{
    return at.row >= 0 && at.row < SIDE && at.column >= 0 && at.column < SIDE && s->owner[at.row][at.column] == NOBODY;
}

static bool may_go(const State *s, Square from, int d)
{
    return s->king[from.row][from.column] || d / 2 == s->owner[from.row][from.column];
}

static bool can_jump(const State *s, int player, Square from, int d)
{
    if (!may_go(s, from, d) || !is_empty(s, beside(from, d, 2)))
        return false;
    Square over = beside(from, d, 1);
    return s->owner[over.row][over.column] == !player;
}

static bool can_step(const State *s, Square from, int d) { return may_go(s, from, d) && is_empty(s, beside(from, d, 1)); }

static int list_from(const State *s, int player, Square from, bool jumps, Move *option)
{
    int count = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        if (jumps ? can_jump(s, player, from, d) : can_step(s, from, d))
            option[count++] = (Move){from, d};
    return count;
}

static int list_all(const State *s, int player, bool jumps, Move *option)
{
    int count = 0;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            if (s->owner[row][column] == player)
                count += list_from(s, player, (Square){row, column}, jumps, option + count);
    return count;
}

static int list_options(const State *s, Move *option)
{
    int player = player_to_act(s);
    if (s->winner != NOBODY || s->turn == LAST_TURN)
        return 0;
    if (s->jumping)
        return list_from(s, player, s->piece, true, option);
    int jumps = list_all(s, player, true, option);
    return jumps > 0 ? jumps : list_all(s, player, false, option);
}

/* Moves a piece; returns whether that has crowned it. */
static bool move_piece(State *s, int player, Square from, Square to)
{
    bool king = s->king[from.row][from.column], crowned = !king && to.row == (player == 0 ? SIDE - 1 : 0);
    s->owner[from.row][from.column] = NOBODY;
    s->king[from.row][from.column] = false;
    s->owner[to.row][to.column] = (int8_t)player;
    s->king[to.row][to.column] = king || crowned;
    return crowned;
}

static void apply(State *s, Move move)
{
    int player = player_to_act(s);
    Square over = beside(move.from, move.direction, 1), to = beside(move.from, move.direction, 2);
    Move next[DIRECTIONS];
    if (s->owner[over.row][over.column] == NOBODY) {
        move_piece(s, player, move.from, over);
        s->turn++;
        return;
    }
    s->owner[over.row][over.column] = NOBODY;
    s->king[over.row][over.column] = false;
    bool crowned = move_piece(s, player, move.from, to);
    s->jumping = !crowned && list_from(s, player, to, true, next) > 0;
    s->piece = to;
    s->turn += !s->jumping;
}

static void play_game(Play *play)
{
    State s;
    Move option[SIDE * SIDE];
    int count, score[PLAYERS];
    start(&s);
    while ((count = list_options(&s, option)) > 0)
        apply(&s, option[choose(play, count)]);
    if (s.turn < LAST_TURN)
        s.winner = !player_to_act(&s);
    for (int p = 0; p < PLAYERS; p++)
        score[p] = s.winner == p;
    add_results(play, score, score, PLAYERS);
}
