/* The course of a finished game: how each seat stood after every choice, by the first key of the ranking and by `value of p`.
 * Only for games that are over, since it may tell what was hidden. */
#ifndef TRV_SERVE_COURSE_H
#define TRV_SERVE_COURSE_H

#include "serve/table.h"

/* Adds {"series":[{"title","values":[[numbers of seat 1],…]},…]}. False when the game cannot be played again. Whoever calls
 * holds the lock of the table. */
bool course_tell(const struct table *table, struct text *json);

#endif
