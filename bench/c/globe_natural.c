/* Globe, written the plain way: a state machine with a list of options at each
   decision, so that a program could stop and resume between any two of them. */
#include "common.h"
#include "globe_data.h"

enum { NONE = 0xff, STAY = -1, PILE = COLOURS, MAX_OPTIONS = 1 + DESTINATIONS * MAX_ROUTES };
typedef enum { INITIATIVE, TAKE, TRAVEL, DISCARD, OVER } Phase;

typedef struct {
    uint8_t tickets[COLOURS], ticket_count;
    uint8_t continent;
    uint8_t own[CONTINENTS], own_count; /* destination in each continent, or NONE */
    uint8_t card;                       /* initiative card played last */
    bool in_hand[CARDS + 1];
} Player;

typedef struct {
    Phase phase;
    uint8_t round;
    uint8_t order[PLAYERS], turn;       /* players in acting order; position in it */
    uint8_t to_take;                    /* tickets the acting player has yet to take */
    uint8_t open_tickets[COLOURS], open_ticket_count;
    uint8_t discards[COLOURS], discard_count;
    uint8_t pile[TICKETS], pile_size;
    bool is_open[DESTINATIONS];
    uint8_t open_count;
    uint8_t destination_pile[DESTINATIONS], destination_pile_size;
    Player player[PLAYERS];
} State;

/* ---- tickets, destinations, turn order ---- */

static int draw_ticket(State *s, Play *play)
{
    if (s->pile_size == 0) {
        for (int c = 0; c < COLOURS; c++)
            while (s->discards[c] > 0) {
                s->discards[c]--;
                s->pile[s->pile_size++] = (uint8_t)c;
            }
        s->discard_count = 0;
        shuffle(play, s->pile, s->pile_size);
    }
    return s->pile[--s->pile_size];
}

static bool can_draw_ticket(const State *s) { return s->pile_size > 0 || s->discard_count > 0; }

static void open_tickets(State *s, Play *play)
{
    while (s->open_ticket_count < OPEN && can_draw_ticket(s)) {
        s->open_tickets[draw_ticket(s, play)]++;
        s->open_ticket_count++;
    }
}

static void discard_tickets(State *s, Player *p, int colour, int count)
{
    p->tickets[colour] -= (uint8_t)count;
    p->ticket_count -= (uint8_t)count;
    s->discards[colour] += (uint8_t)count;
    s->discard_count += (uint8_t)count;
}

static bool all_have(const State *s, int continent)
{
    for (int p = 0; p < PLAYERS; p++)
        if (s->player[p].own[continent] == NONE)
            return false;
    return true;
}

static void open_destinations(State *s)
{
    for (int d = 0; d < DESTINATIONS; d++)
        if (s->is_open[d] && all_have(s, continent_of(d))) {
            s->is_open[d] = false;
            s->open_count--;
        }
    while (s->open_count < OPEN && s->destination_pile_size > 0) {
        int d = s->destination_pile[--s->destination_pile_size];
        if (!all_have(s, continent_of(d))) {
            s->is_open[d] = true;
            s->open_count++;
        }
    }
}

static void sort_players(State *s, bool descending)
{
    for (int i = 1; i < PLAYERS; i++)
        for (int j = i; j > 0; j--) {
            uint8_t a = s->order[j - 1], b = s->order[j];
            if ((s->player[a].card > s->player[b].card) == descending)
                break;
            s->order[j - 1] = b;
            s->order[j] = a;
        }
}

/* ---- initiative cards ---- */

static bool played_by_anyone(const State *s, int card)
{
    for (int p = 0; p < PLAYERS; p++)
        if (s->player[p].card == card)
            return true;
    return false;
}

static int list_cards(const State *s, const Player *p, int *option)
{
    int count = 0;
    for (int card = 1; card <= CARDS; card++)
        if (p->in_hand[card] && !played_by_anyone(s, card))
            option[count++] = card;
    return count;
}

static void play_card(Player *p, int card)
{
    p->card = (uint8_t)card;
    p->in_hand[card] = false;
}

/* ---- the flow of the game ---- */

static Player *acting(State *s) { return &s->player[s->order[s->turn]]; }

static void begin_taking(State *s)
{
    sort_players(s, true);
    s->phase = TAKE;
    s->turn = 0;
    s->to_take = acting(s)->card;
}

/* A player who can play none of the cards left takes all cards back. */
static void begin_initiative_turn(State *s)
{
    int option[CARDS];
    if (list_cards(s, acting(s), option) == 0)
        memset(acting(s)->in_hand, true, sizeof acting(s)->in_hand);
}

static void begin_round(State *s)
{
    s->round++;
    sort_players(s, false);
    s->phase = INITIATIVE;
    s->turn = 0;
    for (int p = 0; p < PLAYERS; p++) /* last round's cards no longer block a number */
        s->player[p].card = 0;
    begin_initiative_turn(s);
}

/* Goes to the next player who must discard, or to the next round. */
static void continue_discarding(State *s)
{
    while (s->turn < PLAYERS && acting(s)->ticket_count <= HAND_LIMIT)
        s->turn++;
    if (s->turn == PLAYERS)
        begin_round(s);
}

static void finish_travel(State *s, Play *play)
{
    s->turn = 0;
    bool over = s->round == LAST_ROUND;
    for (int p = 0; p < PLAYERS; p++)
        over = over || s->player[p].own_count == CONTINENTS;
    if (over) {
        s->phase = OVER;
        return;
    }
    open_tickets(s, play);
    open_destinations(s);
    s->phase = DISCARD;
    continue_discarding(s);
}

static void start(State *s, Play *play)
{
    memset(s, 0, sizeof *s);
    for (int d = 0; d < DESTINATIONS; d++)
        s->destination_pile[s->destination_pile_size++] = (uint8_t)d;
    shuffle(play, s->destination_pile, s->destination_pile_size);
    for (int p = 0; p < PLAYERS; p++) {
        s->order[p] = (uint8_t)p;
        s->player[p].continent = EUROPE;
        memset(s->player[p].own, NONE, CONTINENTS);
        for (int card = 1; card <= CARDS; card++)
            s->player[p].in_hand[card] = true;
    }
    open_destinations(s);
    for (int c = 0; c < COLOURS; c++)
        for (int i = 0; i < tickets_of_colour[c]; i++)
            s->pile[s->pile_size++] = (uint8_t)c;
    shuffle(play, s->pile, s->pile_size);
    open_tickets(s, play);
    s->round = 1;
    for (int p = 0; p < PLAYERS; p++) {
        int option[CARDS], count = list_cards(s, &s->player[p], option);
        play_card(&s->player[p], option[below(play, (uint32_t)count)]);
    }
    begin_taking(s);
}

static bool can_pay(const Player *p, const uint8_t *route_cost, int colour, int price)
{
    for (int c = 0; c < COLOURS; c++)
        if (p->tickets[c] < route_cost[c] + (c == colour ? price : 0))
            return false;
    return true;
}

static int list_ways(const Player *p, int d, int price, int *option, int count)
{
    int to = continent_of(d);
    const Routes *choice = &routes[p->continent][to];
    for (int r = 0; r < choice->count; r++)
        if (can_pay(p, choice->cost[r], colour_of[to], price))
            option[count++] = d * MAX_ROUTES + r;
    return count;
}

static int list_travels(const State *s, const Player *p, int *option)
{
    int count = 0;
    option[count++] = STAY;
    for (int d = 0; d < DESTINATIONS; d++)
        if (s->is_open[d] && p->own[continent_of(d)] == NONE)
            count = list_ways(p, d, destination[d].cost, option, count);
    for (int c = 0; c < CONTINENTS; c++)
        if (p->own[c] != NONE && c != p->continent)
            count = list_ways(p, p->own[c], 1, option, count);
    return count;
}

static int list_colours(const uint8_t *tickets, int *option)
{
    int count = 0;
    for (int c = 0; c < COLOURS; c++)
        if (tickets[c] > 0)
            option[count++] = c;
    return count;
}

static int list_options(const State *s, int *option)
{
    const Player *p = &s->player[s->order[s->turn]];
    int count;
    switch (s->phase) {
    case INITIATIVE:
        return list_cards(s, p, option);
    case TAKE:
        count = list_colours(s->open_tickets, option);
        if (can_draw_ticket(s))
            option[count++] = PILE;
        return count;
    case TRAVEL:
        return list_travels(s, p, option);
    case DISCARD:
        return list_colours(p->tickets, option);
    default:
        return 0;
    }
}

static void take_ticket(State *s, int choice, Play *play)
{
    Player *p = acting(s);
    if (choice == PILE) {
        choice = draw_ticket(s, play);
    } else {
        s->open_tickets[choice]--;
        s->open_ticket_count--;
    }
    p->tickets[choice]++;
    p->ticket_count++;
    if (--s->to_take > 0)
        return;
    if (++s->turn < PLAYERS) {
        s->to_take = acting(s)->card;
    } else {
        s->phase = TRAVEL;
        s->turn = 0;
    }
}

static void travel(State *s, int choice)
{
    Player *p = acting(s);
    int d = choice / MAX_ROUTES, to = continent_of(d);
    const uint8_t *cost = routes[p->continent][to].cost[choice % MAX_ROUTES];
    discard_tickets(s, p, colour_of[to], p->own[to] == NONE ? destination[d].cost : 1);
    for (int c = 0; c < COLOURS; c++)
        discard_tickets(s, p, c, cost[c]);
    if (p->own[to] == NONE) {
        p->own[to] = (uint8_t)d;
        p->own_count++;
        s->is_open[d] = false;
        s->open_count--;
    }
    p->continent = (uint8_t)to;
}

static void apply(State *s, int choice, Play *play)
{
    switch (s->phase) {
    case INITIATIVE:
        play_card(acting(s), choice);
        if (++s->turn == PLAYERS)
            begin_taking(s);
        else
            begin_initiative_turn(s);
        break;
    case TAKE:
        take_ticket(s, choice, play);
        break;
    case TRAVEL:
        if (choice != STAY)
            travel(s, choice);
        if (++s->turn == PLAYERS)
            finish_travel(s, play);
        break;
    case DISCARD:
        discard_tickets(s, acting(s), choice, 1);
        continue_discarding(s);
        break;
    case OVER:
        break;
    }
}

/* ---- scores ---- */

static int score_of(const Player *p)
{
    uint8_t symbols[SYMBOLS] = {0};
    int points = 0;
    for (int c = 0; c < CONTINENTS; c++)
        if (p->own[c] != NONE) {
            points += destination[p->own[c]].points;
            symbols[destination[p->own[c]].symbol]++;
        }
    return points + best_bonus(symbols, 0);
}

static void play_game(Play *play)
{
    State s;
    int option[MAX_OPTIONS], count, score[PLAYERS], rank[PLAYERS];
    if (routes[0][0].count == 0)
        make_routes();
    start(&s, play);
    while ((count = list_options(&s, option)) > 0)
        apply(&s, option[choose(play, count)], play);
    for (int p = 0; p < PLAYERS; p++) {
        score[p] = score_of(&s.player[p]);
        rank[p] = score[p] * (CONTINENTS + 1) + s.player[p].own_count;
    }
    add_results(play, score, rank, PLAYERS);
}
