/* All tables of a server: found by their id, loaded from the store when somebody comes, let go when nobody is there; and
 * the bots, which choose in threads of their own.
 *
 * Any thread may call. A table that was taken has its lock held and stays until it is given back. */
#ifndef TRV_SERVE_HALL_H
#define TRV_SERVE_HALL_H

#include "serve/table.h"
#include "serve/work.h"

enum { HALL_MOST_TABLES = 4000 /* in memory at once */ };

struct hall {
  struct catalogue *catalogue; /* all borrowed */
  struct store *store;
  struct work *thoughts; /* where bots think */
  const volatile sig_atomic_t *stop;
  bool edit; /* a designer's mode: rules are taken as their files are now */
};

struct tables;
/* Owned. */
struct tables *hall_open(const struct hall *hall);
/* Ends all streams and lets go of all tables; no thread has one any more, or asks for one. */
void hall_close(struct tables *tables);
/* Ends all streams, so that nothing waits for a table any more. */
void hall_end_streams(struct tables *tables);
const struct hall *hall_of(const struct tables *tables);

/* A new table, taken; NULL after a sentence in `why`. */
struct table *hall_add(struct tables *tables, const struct table_wish *wish, char *why, size_t why_size);
/* A table that begins with the first choices of another one, which is taken and stays so; taken as well. */
struct table *hall_branch(struct tables *tables, const struct table *from, uint32_t moves, const struct table_wish *wish,
                          char *why, size_t why_size);
/* The table of this id, taken; NULL when there is none (then `why` is ""), or it cannot be loaded. */
struct table *hall_take(struct tables *tables, const char *id, char *why, size_t why_size);
/* Gives a table back after looking at it. */
void hall_give_back(struct tables *tables, struct table *table);
/* The same after a change: tells everybody at the table, and has the bot think whose turn it is. */
void hall_give_back_changed(struct tables *tables, struct table *table);

/* What is to be done now and then: signs of life, and letting go of tables that nobody looks at. */
void hall_tidy(struct tables *tables);

/* The rules have changed: every table goes on by the new ones, or says why it cannot. */
void hall_refresh(struct tables *tables);

/* What was wished for when a table was made. The texts live in the wish's `keeper`, until hall_wish_free. */
struct hall_wish {
  struct rules_wish rules;
  void *keeper;
};
bool hall_wish_of(struct tables *tables, const char *id, struct hall_wish *wish);
void hall_wish_free(struct hall_wish *wish);

#endif
