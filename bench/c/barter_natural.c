/* Barter, written the plain way: cards are counted by kind, options are listed and applied. */
#include "common.h"
#include <string.h>

enum {
    PLAYERS = 3, KINDS = 8, COPIES = 7, CARDS = KINDS * COPIES,
    DEALT = 6, MARKET = 6, HAND_LIMIT = 10, ROUNDS = 20,
    PAIRS = KINDS * (KINDS + 1) / 2, TRIPLES = KINDS * (KINDS + 1) * (KINDS + 2) / 6,
    MAX_OPTIONS = 1 + PAIRS * KINDS + TRIPLES
};

typedef struct {
    enum { DRAW, SWAP, SELL } kind;
    uint8_t good[3];            /* given or sold, ascending */
    uint8_t taken;
} Option;

typedef struct {
    uint8_t hand[PLAYERS][KINDS], hand_size[PLAYERS];
    uint8_t market[KINDS];
    uint8_t heap[KINDS];
    uint8_t stock[CARDS], stock_size;
    int points[PLAYERS];
    int turn;                   /* of all turns of the game */
} State;

static int worth_of(int kind) { return kind + 1; }

static int draw_good(State *s, Play *play)
{
    if (s->stock_size == 0) {
        for (int kind = 0; kind < KINDS; kind++)
            for (; s->heap[kind] > 0; s->heap[kind]--)
                s->stock[s->stock_size++] = (uint8_t)kind;
        shuffle(play, s->stock, s->stock_size);
    }
    return s->stock[--s->stock_size];
}

static void draw_to_hand(State *s, Play *play, int player, int count)
{
    for (int i = 0; i < count; i++)
        s->hand[player][draw_good(s, play)]++;
    s->hand_size[player] += (uint8_t)count;
}

static void start(State *s, Play *play)
{
    memset(s, 0, sizeof *s);
    memset(s->heap, COPIES, sizeof s->heap); /* so that the first card drawn shuffles them all */
    for (int p = 0; p < PLAYERS; p++)
        draw_to_hand(s, play, p, DEALT);
    for (int i = 0; i < MARKET; i++)
        s->market[draw_good(s, play)]++;
}

static int player_to_act(const State *s) { return s->turn % PLAYERS; }

/* What three goods fetch: twice their worth if they are equal, their worth if all differ. */
static int price(const uint8_t *good)
{
    int worth = worth_of(good[0]) + worth_of(good[1]) + worth_of(good[2]);
    if (good[0] == good[2])
        return 2 * worth;
    return good[0] != good[1] && good[1] != good[2] ? worth : 0;
}

static int list_swaps(const State *s, const uint8_t *hand, Option *option)
{
    int count = 0;
    for (int a = 0; a < KINDS; a++)
        for (int b = a; b < KINDS; b++) {
            if (hand[a] == 0 || hand[b] < (a == b ? 2 : 1))
                continue;
            int worth = worth_of(a) + worth_of(b);
            for (int taken = 0; taken < KINDS; taken++)
                if (s->market[taken] > 0 && taken != a && taken != b && worth >= worth_of(taken))
                    option[count++] = (Option){SWAP, {(uint8_t)a, (uint8_t)b}, (uint8_t)taken};
        }
    return count;
}

static int list_sales(const uint8_t *hand, Option *option)
{
    int count = 0;
    for (int a = 0; a < KINDS; a++) {
        if (hand[a] == 0)
            continue;
        if (hand[a] >= 3)
            option[count++] = (Option){SELL, {(uint8_t)a, (uint8_t)a, (uint8_t)a}, 0};
        for (int b = a + 1; b < KINDS; b++)
            for (int c = b + 1; hand[b] > 0 && c < KINDS; c++)
                if (hand[c] > 0)
                    option[count++] = (Option){SELL, {(uint8_t)a, (uint8_t)b, (uint8_t)c}, 0};
    }
    return count;
}

static int list_options(const State *s, Option *option)
{
    int player = player_to_act(s), count = 0;
    if (s->turn == ROUNDS * PLAYERS)
        return 0;
    if (s->hand_size[player] + 2 <= HAND_LIMIT)
        option[count++].kind = DRAW;
    count += list_swaps(s, s->hand[player], option + count);
    count += list_sales(s->hand[player], option + count);
    return count;
}

static void discard(State *s, int player, const uint8_t *good, int count)
{
    for (int i = 0; i < count; i++) {
        s->hand[player][good[i]]--;
        s->heap[good[i]]++;
    }
    s->hand_size[player] -= (uint8_t)count;
}

static void apply(State *s, Play *play, const Option *option)
{
    int player = player_to_act(s);
    switch (option->kind) {
    case DRAW:
        draw_to_hand(s, play, player, 2);
        break;
    case SWAP:
        discard(s, player, option->good, 2);
        s->market[option->taken]--;
        s->hand[player][option->taken]++;
        s->hand_size[player]++;
        s->market[draw_good(s, play)]++;
        break;
    case SELL:
        s->points[player] += price(option->good);
        discard(s, player, option->good, 3);
        break;
    }
    s->turn++;
}

static void play_game(Play *play)
{
    State s;
    Option option[MAX_OPTIONS];
    int count, score[PLAYERS], rank[PLAYERS];
    start(&s, play);
    while ((count = list_options(&s, option)) > 0)
        apply(&s, play, &option[choose(play, count)]);
    for (int p = 0; p < PLAYERS; p++) {
        score[p] = s.points[p] - s.hand_size[p];
        rank[p] = 1000 * score[p] + s.points[p];
    }
    add_results(play, score, rank, PLAYERS);
}
