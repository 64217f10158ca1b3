/* Globe, tuned: straight control flow instead of a state machine; tickets are four
   counts packed in the bytes of a word, cards and destinations are bit sets. */
#include "common.h"
#include "globe_data.h"

#define HIGH_BITS 0x80808080u          /* one flag for each colour */
#define ALL_CARDS 0x7eu                /* bits 1..6 */
#define CONTINENT(c) (0xfu << (4 * (c)))
#define ONE(colour) (1u << (8 * (colour)))

typedef struct {
    uint32_t tickets;                  /* packed */
    uint32_t own;                      /* destinations */
    uint32_t visited;                  /* all destinations in the continents of `own` */
    uint32_t hand;                     /* initiative cards not played */
    int continent, own_count, card;
} Player;

typedef struct {
    uint32_t open_tickets, discards;   /* packed */
    uint32_t open;                     /* destinations face up */
    int pile_size, destination_pile_size;
    uint8_t pile[TICKETS], destination_pile[DESTINATIONS];
    Player player[PLAYERS];
} State;

static uint32_t packed_route[CONTINENTS][CONTINENTS][MAX_ROUTES];

static inline int nth_bit(uint32_t set, int k)
{
    while (k-- > 0)
        set &= set - 1;
    return __builtin_ctz(set);
}

static inline uint32_t total(uint32_t packed) { return packed * 0x01010101u >> 24; }
static inline uint32_t colours_in(uint32_t packed) { return (packed + 0x7f7f7f7fu) & HIGH_BITS; }
static inline bool covers(uint32_t have, uint32_t need)
{
    return (((have | HIGH_BITS) - need) & HIGH_BITS) == HIGH_BITS;
}

static uint32_t pack(const uint8_t *count)
{
    return count[0] * ONE(0) + count[1] * ONE(1) + count[2] * ONE(2) + count[3] * ONE(3);
}

static void pack_routes(void)
{
    make_routes();
    for (int x = 0; x < CONTINENTS; x++)
        for (int y = 0; y < CONTINENTS; y++)
            for (int r = 0; r < routes[x][y].count; r++)
                packed_route[x][y][r] = pack(routes[x][y].cost[r]);
}

static int fill_pile(uint8_t *pile, uint32_t packed)
{
    uint8_t *end = pile;
    for (int c = 0; c < COLOURS; c++, packed >>= 8) {
        memset(end, c, packed & 0xff);
        end += packed & 0xff;
    }
    return (int)(end - pile);
}

static inline uint32_t draw_ticket(State *s, Play *play)
{
    if (s->pile_size == 0) {
        s->pile_size = fill_pile(s->pile, s->discards);
        s->discards = 0;
        shuffle(play, s->pile, s->pile_size);
    }
    return ONE(s->pile[--s->pile_size]);
}

static inline void open_tickets(State *s, Play *play)
{
    for (uint32_t n = total(s->open_tickets); n < OPEN && s->pile_size + (int)s->discards; n++)
        s->open_tickets += draw_ticket(s, play);
}

static void open_destinations(State *s)
{
    uint32_t closed = s->player[0].visited & s->player[1].visited & s->player[2].visited;
    s->open &= ~closed;
    int count = __builtin_popcount(s->open);
    while (count < OPEN && s->destination_pile_size > 0) {
        uint32_t d = (1u << s->destination_pile[--s->destination_pile_size]) & ~closed;
        s->open |= d;
        count += d != 0;
    }
}

static void sort_by_card(const State *s, int *order, int sign)
{
    for (int p = 0; p < PLAYERS; p++) {
        int place = 0;
        for (int q = 0; q < PLAYERS; q++)
            place += sign * s->player[q].card < sign * s->player[p].card;
        order[place] = p;
    }
}

static void start(State *s, Play *play)
{
    uint32_t free_cards = ALL_CARDS;
    memset(s, 0, sizeof *s);
    for (int d = 0; d < DESTINATIONS; d++)
        s->destination_pile[d] = (uint8_t)d;
    s->destination_pile_size = DESTINATIONS;
    shuffle(play, s->destination_pile, DESTINATIONS);
    open_destinations(s);
    s->pile_size = fill_pile(s->pile, pack(tickets_of_colour));
    shuffle(play, s->pile, TICKETS);
    open_tickets(s, play);
    for (int i = 0; i < PLAYERS; i++) {
        Player *p = &s->player[i];
        p->continent = EUROPE;
        p->card = nth_bit(free_cards, (int)below(play, CARDS - (uint32_t)i));
        p->hand = ALL_CARDS & ~(1u << p->card);
        free_cards &= ~(1u << p->card);
    }
}

static void play_cards(State *s, const int *order, Play *play)
{
    uint32_t taken = 0;
    for (int i = 0; i < PLAYERS; i++) {
        Player *p = &s->player[order[i]];
        if (!(p->hand & ~taken))
            p->hand = ALL_CARDS;
        uint32_t legal = p->hand & ~taken;
        p->card = nth_bit(legal, choose(play, __builtin_popcount(legal)));
        p->hand &= ~(1u << p->card);
        taken |= 1u << p->card;
    }
}

static void take_tickets(State *s, Player *p, Play *play)
{
    for (int n = p->card; n > 0; n--) {
        uint32_t colours = colours_in(s->open_tickets);
        int count = __builtin_popcount(colours);
        bool pile = s->pile_size > 0 || s->discards != 0;
        int index = choose(play, count + pile);
        if (index == count) {
            p->tickets += draw_ticket(s, play);
        } else {
            uint32_t ticket = 1u << (nth_bit(colours, index) - 7);
            s->open_tickets -= ticket;
            p->tickets += ticket;
        }
    }
}

typedef struct { uint32_t price; int goal; } Trip;

/* Appends the trips to destination d, whose own price is given. */
static inline int add_trips(const Player *p, int d, uint32_t tickets, Trip *option, int count)
{
    int to = continent_of(d);
    uint32_t price = tickets * ONE(colour_of[to]);
    if (!covers(p->tickets, price))
        return count;
    for (int r = 0, n = routes[p->continent][to].count; r < n; r++) {
        option[count].price = price + packed_route[p->continent][to][r];
        option[count].goal = d;
        count += covers(p->tickets, option[count].price);
    }
    return count;
}

static void travel(State *s, Player *p, Play *play)
{
    Trip option[1 + DESTINATIONS * MAX_ROUTES];
    uint32_t fresh = s->open & ~p->visited;
    int count = 1;
    for (uint32_t goals = fresh; goals; goals &= goals - 1) {
        int d = __builtin_ctz(goals);
        count = add_trips(p, d, destination[d].cost, option, count);
    }
    for (uint32_t goals = p->own & ~CONTINENT(p->continent); goals; goals &= goals - 1)
        count = add_trips(p, __builtin_ctz(goals), 1, option, count);
    int index = choose(play, count);
    if (index > 0) {
        uint32_t goal = 1u << option[index].goal;
        p->continent = continent_of(option[index].goal);
        p->tickets -= option[index].price;
        s->discards += option[index].price;
        p->own_count += (fresh & goal) != 0;
        s->open &= ~goal;
        p->own |= goal;
        p->visited |= CONTINENT(p->continent);
    }
}

static void discard_extra(State *s, Player *p, Play *play)
{
    for (uint32_t n = total(p->tickets); n > HAND_LIMIT; n--) {
        uint32_t colours = colours_in(p->tickets);
        uint32_t ticket = 1u << (nth_bit(colours, choose(play, __builtin_popcount(colours))) - 7);
        p->tickets -= ticket;
        s->discards += ticket;
    }
}

static void add_scores(const State *s, Play *play)
{
    int scores[PLAYERS], ranks[PLAYERS];
    for (int i = 0; i < PLAYERS; i++) {
        uint8_t symbols[SYMBOLS] = {0};
        int score = 0;
        for (uint32_t own = s->player[i].own; own; own &= own - 1) {
            const Destination *d = &destination[__builtin_ctz(own)];
            score += d->points;
            symbols[d->symbol]++;
        }
        score += best_bonus(symbols, 0);
        scores[i] = score;
        ranks[i] = score * (CONTINENTS + 1) + s->player[i].own_count;
    }
    add_results(play, scores, ranks, PLAYERS);
}

static void play_game(Play *play)
{
    State s;
    int order[PLAYERS];
    if (routes[0][0].count == 0)
        pack_routes();
    start(&s, play);
    for (int round = 1;; round++) {
        if (round > 1) {
            sort_by_card(&s, order, 1);
            play_cards(&s, order, play);
        }
        sort_by_card(&s, order, -1);
        for (int i = 0; i < PLAYERS; i++)
            take_tickets(&s, &s.player[order[i]], play);
        bool over = round == LAST_ROUND;
        for (int i = 0; i < PLAYERS; i++) {
            travel(&s, &s.player[order[i]], play);
            over |= s.player[order[i]].own_count == CONTINENTS;
        }
        if (over)
            break;
        open_tickets(&s, play);
        open_destinations(&s);
        for (int i = 0; i < PLAYERS; i++)
            discard_extra(&s, &s.player[order[i]], play);
    }
    add_scores(&s, play);
}
