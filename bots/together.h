/* Choices that several seats make at once (`by each`). They are asked one after the other, but nobody's answer is seen, or
 * has any effect, before the last is in: a bot that judges its own answer must first answer for the others. */
#ifndef TRV_BOTS_TOGETHER_H
#define TRV_BOTS_TOGETHER_H

#include "bots/bots.h"

/* Those who are to answer after the one who is asked now. */
struct together {
  uint32_t seats[TRV_MOST_PLAYERS], next, count; /* seats[next] … seats[count - 1] */
  const char *name; /* of the choice; borrowed from the program */
};

/* Before an answer: nobody, where only one is asked. */
void together_begin(struct together *others, const trv_game *game);
/* After an answer: whether one of them is asked now, who is then struck off. */
bool together_goes_on(struct together *others, const trv_game *game);
/* Answers for all of them, each option with equal chance; the same stream gives the same answers, whatever the one who was
 * asked first has chosen, so that options are compared fairly. */
void together_settle(struct together *others, trv_game *game, uint64_t *random);

#endif
