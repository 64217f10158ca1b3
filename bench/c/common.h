/* Shared by the C programs: random numbers, decisions, checksum, main program.
   See RULES.md, section 1. The including file defines play_game(). */
#ifndef COMMON_H
#define COMMON_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
    uint32_t a, b, c, n;   /* sfc32 */
} Stream;

typedef struct {
    Stream chance, bot;    /* of the current game */
    uint32_t hash;         /* FNV-1a of the current game */
    uint64_t decisions;    /* of the whole run */
} Play;

static void play_game(Play *play);

static inline uint32_t draw(Stream *s)
{
    uint32_t t = s->a + s->b + s->n++;
    s->a = s->b ^ (s->b >> 9);
    s->b = s->c + (s->c << 3);
    s->c = ((s->c << 21) | (s->c >> 11)) + t;
    return t;
}

static inline uint32_t draw_below(Stream *s, uint32_t limit)
{
    return (uint32_t)(((uint64_t)draw(s) * limit) >> 32);
}

/* The game's own chance. */
static inline uint32_t below(Play *p, uint32_t limit)
{
    return draw_below(&p->chance, limit);
}

static inline void shuffle(Play *p, uint8_t *item, int size)
{
    for (int j = size - 1; j > 0; j--) {
        uint32_t r = below(p, (uint32_t)j + 1);
        uint8_t t = item[j];
        item[j] = item[r];
        item[r] = t;
    }
}

static inline void add_word(Play *p, uint32_t word)
{
    p->hash = (p->hash ^ word) * 16777619u;
}

/* The random bot: picks one of `count` options and records the decision. */
static inline int choose(Play *p, int count)
{
    uint32_t index = draw_below(&p->bot, (uint32_t)count);
    add_word(p, (uint32_t)count);
    add_word(p, index);
    p->decisions++;
    return (int)index;
}

static uint32_t splitmix(uint32_t *x)
{
    uint32_t z = *x += 0x9e3779b9u;
    z = (z ^ (z >> 16)) * 0x21f0aaadu;
    z = (z ^ (z >> 15)) * 0x735a2d97u;
    return z ^ (z >> 15);
}

static void seed_stream(Stream *s, uint32_t x)
{
    s->a = splitmix(&x);
    s->b = splitmix(&x);
    s->c = splitmix(&x);
    s->n = 1;
}

static void seed_game(Play *p, uint32_t seed, uint32_t game)
{
    uint32_t x = seed;
    x = splitmix(&x) ^ game;
    seed_stream(&p->chance, x);
    seed_stream(&p->bot, x + 0x5bd1e995u);
    p->hash = 2166136261u;
}

/* The final words: score and place of each player. `rank` orders the players, highest
   first; equal ranks share a place. */
static inline void add_results(Play *p, const int *score, const int *rank, int players)
{
    for (int i = 0; i < players; i++) {
        uint32_t place = 1;
        for (int j = 0; j < players; j++)
            place += rank[j] > rank[i];
        add_word(p, (uint32_t)score[i]);
        add_word(p, place);
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    uint32_t seed = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1;
    uint32_t games = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1000;
    uint32_t checksum = 0;
    Play play = {0};
    double start = now();
    for (uint32_t i = 0; i < games; i++) {
        seed_game(&play, seed, i);
        play_game(&play);
        checksum += play.hash;
    }
    printf("%" PRIu32 " %" PRIu64 " %08" PRIx32 " %.6f\n", games, play.decisions, checksum,
           now() - start);
    return 0;
}

#endif
