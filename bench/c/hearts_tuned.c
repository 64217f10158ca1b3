/* Hearts, tuned: hands are 52-bit sets, the legal cards a mask, the chosen card the
   k-th set bit. */
#include "common.h"

#define SUIT(s) (0x1fffull << (13 * (s)))
#define HEARTS SUIT(3)
#define QUEEN_OF_SPADES (1ull << 36)

/* Index of the k-th (from 0) lowest set bit. */
static inline int nth_bit(uint64_t set, int k)
{
#ifdef __BMI2__
    return __builtin_ctzll(__builtin_ia32_pdep_di(1ull << k, set));
#else
    while (k-- > 0)
        set &= set - 1;
    return __builtin_ctzll(set);
#endif
}

static void play_game(Play *shared)
{
    static const uint8_t suit_start[52] = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13,
        26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26,
        39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39};
    Play play = *shared;
    uint64_t hand[4] = {0}, played = 0;
    int points[4] = {0}, rank[4];
    uint8_t deck[52];
    unsigned leader = 0;

    for (int i = 0; i < 52; i++)
        deck[i] = (uint8_t)i;
    shuffle(&play, deck, 52);
    for (unsigned p = 0; p < 4; p++) {
        for (int i = 0; i < 13; i++)
            hand[p] |= 1ull << deck[51 - 13 * p - i];
        if (hand[p] & 1)
            leader = p;
    }
    for (int trick = 0; trick < 13; trick++) {
        uint64_t cards = 0, legal = hand[leader], suit;
        unsigned winner = leader;
        int card, best;
        if (trick == 0)
            legal = 1;
        else if (!(played & HEARTS) && (legal & ~HEARTS))
            legal &= ~HEARTS;
        best = card = nth_bit(legal, choose(&play, __builtin_popcountll(legal)));
        hand[leader] &= ~(1ull << card);
        cards |= 1ull << card;
        suit = 0x1fffull << suit_start[card];
        for (unsigned i = 1; i < 4; i++) {
            unsigned p = (leader + i) & 3;
            legal = hand[p] & suit;
            if (!legal) {
                legal = hand[p];
                if (trick == 0 && (legal & ~(HEARTS | QUEEN_OF_SPADES)))
                    legal &= ~(HEARTS | QUEEN_OF_SPADES);
            }
            card = nth_bit(legal, choose(&play, __builtin_popcountll(legal)));
            hand[p] &= ~(1ull << card);
            cards |= 1ull << card;
            if ((1ull << card & suit) && card > best) {
                best = card;
                winner = p;
            }
        }
        played |= cards;
        leader = winner;
        points[leader] += __builtin_popcountll(cards & HEARTS) +
                          (cards & QUEEN_OF_SPADES ? 13 : 0);
    }
    bool moon = points[0] == 26 || points[1] == 26 || points[2] == 26 || points[3] == 26;
    for (int p = 0; p < 4; p++) {
        points[p] = moon ? 26 - points[p] : points[p];
        rank[p] = -points[p];
    }
    add_results(&play, points, rank, 4);
    *shared = play;
}
