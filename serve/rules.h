/* The games a server offers, and their compiled rules.
 *
 * A catalogue is made from files and folders named when the server starts: games by a short name, with the house rules
 * that lie beside them. Rules (a program and a set-up for certain house rules, settings and players) are compiled when a
 * table first wants them, shared by all tables that want the same, and kept while one does. Any thread may call. */
#ifndef TRV_SERVE_RULES_H
#define TRV_SERVE_RULES_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "include/trv.h"

enum { RULES_MOST_SETTINGS = 64, RULES_MOST_VARIANTS = 16 };

struct catalogue;

/* Owned; NULL when there is no memory. Files that cannot be compiled are told of and left out. `stop` ends compilations. */
struct catalogue *catalogue_new(const char *const *files, size_t count, const volatile sig_atomic_t *stop,
                                void (*tell)(void *context, const char *line), void *context);
void catalogue_free(struct catalogue *catalogue);
size_t catalogue_count(const struct catalogue *catalogue);
/* Adds a JSON array of all games, for the lobby: names, titles, players, settings, house rules. */
void catalogue_describe(const struct catalogue *catalogue, struct text *json);

/* What a table is to be played by. Names of house rules and games are those of the catalogue. */
struct rules_wish {
  const char *game;
  uint32_t players;
  const char *variants[RULES_MOST_VARIANTS];
  size_t variant_count;
  trv_choice_of_setting settings[RULES_MOST_SETTINGS];
  size_t setting_count;
};

/* Rules in use. */
struct rules {
  const trv_program *program;
  const trv_setup *setup;
  const char *game;      /* its name in the catalogue */
  const char *rulebook;  /* its text, "" when there is none */
  size_t rulebook_length;
};
/* Borrowed until rules_release; NULL after a sentence in `why`. */
const struct rules *rules_take(struct catalogue *catalogue, const struct rules_wish *wish, char *why, size_t why_size);
void rules_release(struct catalogue *catalogue, const struct rules *rules);

/* Documents about the rules of a wish; owned, freed with free(); NULL after a sentence. The leaflet of house rules is ""
 * for a game played as it is. */
enum rules_document { RULES_SHEET, RULES_LEAFLET };
char *rules_document(struct catalogue *catalogue, const struct rules_wish *wish, enum rules_document kind, char *why,
                     size_t why_size);

#endif
