/* Pig, tuned: a straight loop on registers; selection without branches where the
   outcome of a die or a bot cannot be predicted. */
#include "common.h"

static void play_game(Play *shared)
{
    Play play = *shared;            /* a local copy stays in registers */
    uint32_t mine = 0, other = 0, total = 0, player = 0;
    for (;;) {
        if (choose(&play, 2) == 0) {
            uint32_t die = below(&play, 6) + 1;
            uint32_t lost = -(uint32_t)(die == 1), old = mine;
            total = (total + die) & ~lost;
            mine = lost ? other : mine;
            other = lost ? old : other;
            player ^= lost & 1;
        } else {
            uint32_t held = mine + total;
            total = 0;
            mine = other;
            other = held;
            player ^= 1;
            if (held >= 100)
                break;
        }
    }
    /* The winner is now `other`, and `player` the loser. */
    add_word(&play, player ? other : mine);
    add_word(&play, player ? 1 : 2);
    add_word(&play, player ? mine : other);
    add_word(&play, player ? 2 : 1);
    *shared = play;
}
