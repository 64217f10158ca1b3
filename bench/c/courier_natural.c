/* Courier, written the plain way: the town is measured once, then options are listed and applied. */
#include "common.h"
#include <string.h>

enum {
    PLAYERS = 3, PLACES = 140, COLUMNS = 14, ROUNDS = 40, RANGE = 4, NEAR = 2, FAR = 255,
    REST = -1
};

typedef struct {
    int count;
    uint8_t place[PLACES];      /* ascending */
} Places;

/* The town, the same for all games. */
static uint8_t distance[PLACES][PLACES];
static Places walks[PLACES], rides[PLACES];

typedef struct {
    uint8_t at[PLAYERS], address[PLAYERS];
    int fee[PLAYERS], coins[PLAYERS], points[PLAYERS];
    int turn;                   /* of all turns of the game */
} State;

/* ---- the town ---- */

static void join(int a, int b) { distance[a][b] = distance[b][a] = 1; }

static void lay_streets(void)
{
    memset(distance, FAR, sizeof distance);
    for (int i = 0; i < PLACES; i++) {
        if (i % COLUMNS < COLUMNS - 1 && (3 * i + i / COLUMNS) % 4 != 0)
            join(i, i + 1);
        if (i + COLUMNS < PLACES && (5 * i + 2) % 3 != 0)
            join(i, i + COLUMNS);
        if (i % 10 == 0)
            join(i, (37 * i + 71) % PLACES);
    }
    for (int i = 0; i < PLACES; i++)
        distance[i][i] = 0;
}

static void measure_town(void)
{
    lay_streets();
    for (int via = 0; via < PLACES; via++)
        for (int a = 0; a < PLACES; a++)
            for (int b = 0; b < PLACES; b++)
                if (distance[a][via] + distance[via][b] < distance[a][b])
                    distance[a][b] = (uint8_t)(distance[a][via] + distance[via][b]);
    for (int a = 0; a < PLACES; a++)
        for (int b = 0; b < PLACES; b++) {
            if (distance[a][b] == 1)
                walks[a].place[walks[a].count++] = (uint8_t)b;
            else if (distance[a][b] >= 2 && distance[a][b] <= RANGE)
                rides[a].place[rides[a].count++] = (uint8_t)b;
        }
}

/* ---- the game ---- */

static void take_parcel(State *s, Play *play, int player)
{
    s->address[player] = (uint8_t)below(play, PLACES);
    s->fee[player] = distance[s->at[player]][s->address[player]];
}

static void start(State *s, Play *play)
{
    memset(s, 0, sizeof *s);
    for (int p = 0; p < PLAYERS; p++) {
        s->coins[p] = 5;
        take_parcel(s, play, p);
    }
}

static int player_to_act(const State *s) { return s->turn % PLAYERS; }

static bool is_free(const State *s, int place)
{
    for (int p = 0; p < PLAYERS; p++)
        if (s->at[p] == place)
            return false;
    return true;
}

static int list_options(const State *s, int *option)
{
    int player = player_to_act(s), at = s->at[player], count = 0;
    if (s->turn == ROUNDS * PLAYERS)
        return 0;
    option[count++] = REST;
    for (int i = 0; i < walks[at].count; i++)
        if (is_free(s, walks[at].place[i]))
            option[count++] = walks[at].place[i];
    for (int i = 0; i < rides[at].count; i++) {
        int place = rides[at].place[i];
        if (distance[at][place] <= s->coins[player] && is_free(s, place))
            option[count++] = place;
    }
    return count;
}

static void move_to(State *s, Play *play, int player, int place)
{
    int steps = distance[s->at[player]][place];
    if (steps > 1)
        s->coins[player] -= steps;
    s->at[player] = (uint8_t)place;
    if (distance[place][s->address[player]] <= NEAR) {
        s->points[player] += s->fee[player];
        s->coins[player]++;
        take_parcel(s, play, player);
    }
}

static void apply(State *s, Play *play, int option)
{
    int player = player_to_act(s);
    if (option == REST)
        s->coins[player] += 2;
    else
        move_to(s, play, player, option);
    s->turn++;
}

static void play_game(Play *play)
{
    State s;
    int option[1 + PLACES], count, rank[PLAYERS];
    if (walks[0].count == 0)
        measure_town();
    start(&s, play);
    while ((count = list_options(&s, option)) > 0)
        apply(&s, play, option[choose(play, count)]);
    for (int p = 0; p < PLAYERS; p++)
        rank[p] = 1000 * s.points[p] + s.coins[p];
    add_results(play, s.points, rank, PLAYERS);
}
