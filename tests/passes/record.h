/* All that can be seen of a game at one decision, as lines of text: two records differ where the games do. */
#ifndef TRV_TESTS_PASSES_RECORD_H
#define TRV_TESTS_PASSES_RECORD_H

#include "include/trv.h"

struct record {
  char *bytes; /* owned; ended by NUL */
  size_t used, size;
  size_t heard[TRV_MOST_PLAYERS + 1]; /* how far each listener has heard the log; everybody first */
};

/* A new game is under way: nobody has heard anything. */
void record_begin(struct record *record);
/* Takes down the pending choice or the end of a game that is listened to: options, texts, what is denied, log, views,
 * hash, result, estimates, invariants, errors. */
void record_take(struct record *record, trv_game *game);
/* Takes down what the compiler had to say. */
void record_report(struct record *record, const trv_report *report);
/* Takes down how every scenario of a program ends. */
void record_scenarios(struct record *record, const trv_program *program);
void record_free(struct record *record);

/* Whether rules gave up for lack of fuel, which other code needs more or less of: then there is nothing to compare. */
bool record_is_out_of_fuel(const struct record *record);
/* Whether they are equal; else `why` says what the first difference is. */
bool record_compare(const struct record *plain, const struct record *other, char *why, size_t size);

#endif
