/* Pig, written the plain way: a state, a list of options, apply one. */
#include "common.h"

enum { ROLL, HOLD, MAX_OPTIONS };
enum { GOAL = 100 };

typedef struct {
    int score[2];
    int turn_total;
    int player;
    bool over;
} State;

static void start(State *s)
{
    *s = (State){0};
}

static int list_options(const State *s, int *option)
{
    int count = 0;
    if (s->over)
        return 0;
    option[count++] = ROLL;
    option[count++] = HOLD;
    return count;
}

static void end_turn(State *s)
{
    s->turn_total = 0;
    s->player = 1 - s->player;
}

static void apply(State *s, int option, Play *play)
{
    if (option == ROLL) {
        int die = (int)below(play, 6) + 1;
        if (die == 1)
            end_turn(s);
        else
            s->turn_total += die;
    } else {
        s->score[s->player] += s->turn_total;
        if (s->score[s->player] >= GOAL)
            s->over = true;
        else
            end_turn(s);
    }
}

static void play_game(Play *play)
{
    State s;
    int option[MAX_OPTIONS], count;
    start(&s);
    while ((count = list_options(&s, option)) > 0)
        apply(&s, option[choose(play, count)], play);
    add_results(play, s.score, s.score, 2);
}
