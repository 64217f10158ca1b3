/* Hearts (one deal, no passing), written the plain way. */
#include "common.h"
#include <string.h>

enum { PLAYERS = 4, SUITS = 4, RANKS = 13, CARDS = 52, HAND = 13 };
enum { CLUBS, DIAMONDS, SPADES, HEARTS };
enum { TWO_OF_CLUBS = 0, QUEEN_OF_SPADES = SPADES * RANKS + 10 };

typedef struct {
    uint8_t card[HAND];         /* ascending */
    int size;
} Hand;

typedef struct {
    Hand hand[PLAYERS];
    uint8_t trick[PLAYERS];     /* cards of the current trick, in order of play */
    int trick_size;
    int leader;
    int tricks_played;
    bool hearts_broken;
    int points[PLAYERS];
} State;

static int suit_of(int card) { return card / RANKS; }

static bool is_point_card(int card)
{
    return suit_of(card) == HEARTS || card == QUEEN_OF_SPADES;
}

static void start(State *s, Play *play)
{
    uint8_t deck[CARDS], holder[CARDS];
    memset(s, 0, sizeof *s);
    for (int i = 0; i < CARDS; i++)
        deck[i] = (uint8_t)i;
    shuffle(play, deck, CARDS);
    for (int i = 0; i < CARDS; i++)
        holder[deck[CARDS - 1 - i]] = (uint8_t)(i / HAND); /* the top is the last item */
    for (int card = 0; card < CARDS; card++) {
        Hand *hand = &s->hand[holder[card]];
        hand->card[hand->size++] = (uint8_t)card;
    }
    s->leader = holder[TWO_OF_CLUBS];
}

static int player_to_act(const State *s)
{
    return (s->leader + s->trick_size) % PLAYERS;
}

typedef bool Filter(const State *s, int card);

static bool any_card(const State *s, int card) { (void)s; (void)card; return true; }
static bool follows_suit(const State *s, int card) { return suit_of(card) == suit_of(s->trick[0]); }
static bool not_heart(const State *s, int card) { (void)s; return suit_of(card) != HEARTS; }
static bool not_point(const State *s, int card) { (void)s; return !is_point_card(card); }
static bool first_lead(const State *s, int card) { (void)s; return card == TWO_OF_CLUBS; }

/* Cards of the player to act which pass the filter, ascending. */
static int list_cards(const State *s, Filter *filter, uint8_t *option)
{
    const Hand *hand = &s->hand[player_to_act(s)];
    int count = 0;
    for (int i = 0; i < hand->size; i++)
        if (filter(s, hand->card[i]))
            option[count++] = hand->card[i];
    return count;
}

static int list_options(const State *s, uint8_t *option)
{
    int count = 0;
    if (s->tricks_played == HAND)
        return 0;
    if (s->trick_size > 0) {
        count = list_cards(s, follows_suit, option);
        if (count == 0 && s->tricks_played == 0)
            count = list_cards(s, not_point, option);
    } else if (s->tricks_played == 0) {
        count = list_cards(s, first_lead, option);
    } else if (!s->hearts_broken) {
        count = list_cards(s, not_heart, option);
    }
    if (count == 0)
        count = list_cards(s, any_card, option);
    return count;
}

static void finish_trick(State *s)
{
    int best = 0, points = 0;
    for (int i = 0; i < PLAYERS; i++) {
        int card = s->trick[i];
        if (suit_of(card) == suit_of(s->trick[best]) && card > s->trick[best])
            best = i;
        if (card == QUEEN_OF_SPADES)
            points += 13;
        else if (suit_of(card) == HEARTS)
            points += 1;
    }
    s->leader = (s->leader + best) % PLAYERS;
    s->points[s->leader] += points;
    s->trick_size = 0;
    s->tricks_played++;
}

static void remove_card(Hand *hand, int card)
{
    int i = 0;
    while (hand->card[i] != card)
        i++;
    hand->size--;
    for (; i < hand->size; i++)
        hand->card[i] = hand->card[i + 1];
}

static void apply(State *s, int card)
{
    remove_card(&s->hand[player_to_act(s)], card);
    s->trick[s->trick_size++] = (uint8_t)card;
    if (suit_of(card) == HEARTS)
        s->hearts_broken = true;
    if (s->trick_size == PLAYERS)
        finish_trick(s);
}

static void final_scores(const State *s, int *score, int *rank)
{
    memcpy(score, s->points, sizeof s->points);
    for (int p = 0; p < PLAYERS; p++)
        if (s->points[p] == 26)
            for (int q = 0; q < PLAYERS; q++)
                score[q] = q == p ? 0 : 26;
    for (int p = 0; p < PLAYERS; p++)
        rank[p] = -score[p];
}

static void play_game(Play *play)
{
    State s;
    uint8_t option[HAND];
    int count, score[PLAYERS], rank[PLAYERS];
    start(&s, play);
    while ((count = list_options(&s, option)) > 0)
        apply(&s, option[choose(play, count)]);
    final_scores(&s, score, rank);
    add_results(play, score, rank, PLAYERS);
}
