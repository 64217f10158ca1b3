/* English draughts with words of squares, nine bits for two rows of four: the one between them stays empty, so that all
   squares have their neighbours at the same distances, and nothing runs over an edge. Moves are words as well: those of
   a direction are the pieces that can go there. */
#include "common.h"

enum { PLAYERS = 2, DIRECTIONS = 4, LAST_TURN = 150 };

/* Three octal digits for two rows, the first row last. */
#define SQUARES UINT64_C(0757757757757)

typedef struct {
    uint64_t pieces[PLAYERS], kings;
} Board;

typedef struct {
    uint64_t from[DIRECTIONS];
    int count;
} Moves;

static const uint64_t first_men[PLAYERS] = {UINT64_C(017757), UINT64_C(0757740000000)};
static const uint64_t last_row[PLAYERS] = {UINT64_C(0740000000000), UINT64_C(017)};
static const int distance[DIRECTIONS] = {4, 5, 5, 4};   /* to the neighbour: two upwards, two downwards */

static uint64_t go(uint64_t squares, int d, int steps)
{
    return d < 2 ? squares << distance[d] * steps : squares >> distance[d] * steps;
}

/* The squares from which one gets to these. */
static uint64_t go_back(uint64_t squares, int d, int steps) { return go(squares, DIRECTIONS - 1 - d, steps); }

static Moves list_moves(const Board *b, int player, uint64_t pieces, bool jumps)
{
    uint64_t other = b->pieces[!player], empty = SQUARES & ~(b->pieces[player] | other);
    Moves moves = {0};
    for (int d = 0; d < DIRECTIONS; d++) {
        uint64_t from = jumps ? go_back(other, d, 1) & go_back(empty, d, 2) : go_back(empty, d, 1);
        moves.from[d] = from & pieces & (d / 2 == player ? SQUARES : b->kings);
        moves.count += __builtin_popcountll(moves.from[d]);
    }
    return moves;
}

/* Moves a piece and removes what it jumps over; gives the square from which it may jump on, if any. */
static uint64_t move_piece(Board *b, int player, uint64_t piece, int d, bool jumps)
{
    uint64_t to = go(piece, d, 1 + jumps);
    bool king = b->kings & piece, crowned = !king && to & last_row[player];
    b->pieces[player] ^= piece | to;
    b->kings &= ~piece;
    if (jumps) {
        b->pieces[!player] &= ~go(piece, d, 1);
        b->kings &= b->pieces[0] | b->pieces[1];
    }
    if (king || crowned)
        b->kings |= to;
    return jumps && !crowned ? to : 0;
}

/* Makes the move with this index: by piece, then by direction. */
static uint64_t make_move(Board *b, int player, const Moves *moves, int index, bool jumps)
{
    uint64_t movers = moves->from[0] | moves->from[1] | moves->from[2] | moves->from[3];
    for (;; movers &= movers - 1) {
        uint64_t piece = movers & -movers;
        for (int d = 0; d < DIRECTIONS; d++)
            if (moves->from[d] & piece && index-- == 0)
                return move_piece(b, player, piece, d, jumps);
    }
}

static void play_game(Play *play)
{
    Board b = {{first_men[0], first_men[1]}, 0};
    int score[PLAYERS] = {0};
    for (int turn = 0, player = 0; turn < LAST_TURN; turn++, player = !player) {
        Moves moves = list_moves(&b, player, b.pieces[player], true);
        bool jumps = moves.count > 0;
        if (!jumps)
            moves = list_moves(&b, player, b.pieces[player], false);
        if (moves.count == 0) {
            score[!player] = 1;
            break;
        }
        while (moves.count > 0) {
            uint64_t piece = make_move(&b, player, &moves, choose(play, moves.count), jumps);
            moves = list_moves(&b, player, piece, true);
        }
    }
    add_results(play, score, score, PLAYERS);
}
