/* The tables on disk: one SQLite file with what each table is and every choice made there.
 *
 * What a function here was given is on disk when it returns true. The file holds seeds and secrets of seats, so it is made
 * for its owner alone. Any thread may call; they take turns. */
#ifndef TRV_SERVE_STORE_H
#define TRV_SERVE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

/* Owned; NULL after a sentence in `why`: a file of something else, of another version, damaged, or not to be written. */
struct store *store_open(const char *file, char *why, size_t why_size);
void store_close(struct store *store);

/* What a table is, as it was made. Texts: `game` is its name in the catalogue; variants, settings and seats are JSON. */
struct store_table {
  const char *id, *game, *variants, *settings, *seats, *seed;
  uint32_t players;
  uint64_t stamp; /* of the sitting, after its last change */
};
bool store_add_table(struct store *store, const struct store_table *table);
/* Calls back with the table of this id; texts are valid during the call-back only. False when there is none, it cannot be
 * read, or the call-back says so. */
bool store_find_table(struct store *store, const char *id, bool (*found)(void *context, const struct store_table *table),
                      void *context);
/* A table `id` that begins as another one did, with its first choices, and has these seats. */
bool store_branch(struct store *store, const char *from, const char *id, const char *seats, uint32_t choices);
bool store_set_seats(struct store *store, const char *id, const char *seats);

struct store_choice {
  uint32_t number, seat;
  const char *notation;
  bool by_bot;
};
bool store_add_choice(struct store *store, const char *id, const struct store_choice *choice, uint64_t stamp);
/* Keeps the first choices of a table, and forgets the others. */
bool store_keep_choices(struct store *store, const char *id, uint32_t count, uint64_t stamp);
/* Calls back for each choice of a table in order; false when they cannot be read or the call-back ends it. */
bool store_each_choice(struct store *store, const char *id, bool (*each)(void *context, const struct store_choice *choice),
                       void *context);

#endif
