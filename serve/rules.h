/* The games a server offers, and their compiled rules.
 *
 * A catalogue is made from files and folders named when the server starts: games by a short name, with the house rules
 * that lie beside them. Rules (a program and a set-up for certain house rules, settings and players) are compiled when a
 * table first wants them, shared by all tables that want the same, and kept while one does. Any thread may call. */
#ifndef TRV_SERVE_RULES_H
#define TRV_SERVE_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "include/trv.h"

enum { RULES_MOST_SETTINGS = 64, RULES_MOST_VARIANTS = 16 };

struct catalogue;

/* The games that whoever started the server named, who is told of files that cannot be compiled and are left out. Owned; NULL
 * when there is no memory. The options are borrowed. */
struct serve_options;
struct catalogue *catalogue_new(const struct serve_options *options);
void catalogue_free(struct catalogue *catalogue);
size_t catalogue_count(const struct catalogue *catalogue);
/* Adds a JSON array of all games, for the lobby: names, titles, players, settings, house rules. */
void catalogue_describe(struct catalogue *catalogue, struct text *json);

/* For a designer's mode: whether a file in the folders of the games is another one than when this was last asked, and has
 * stayed so since. One thread asks. */
bool catalogue_has_changed(struct catalogue *catalogue);
/* What is taken from now on is compiled from the files as they are now; what is in use stays as it is. */
void catalogue_refresh(struct catalogue *catalogue);

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
/* The same rules once more, to be released once more. */
const struct rules *rules_share(struct catalogue *catalogue, const struct rules *rules);
/* Why the rules of a wish cannot be compiled: all errors, with their lines and carets. Owned; NULL when they can, or there is
 * no memory. */
char *rules_problem(struct catalogue *catalogue, const struct rules_wish *wish);
/* The rules of a wish with a scenario of these items as their last one; owned. NULL after errors as above in *problem, which
 * is owned, too, and NULL without memory. */
trv_program *rules_try(struct catalogue *catalogue, const struct rules_wish *wish, const char *items, char **problem);

/* A file without its folders, which are nobody's business but the server's; borrowed from it. */
const char *rules_file_name(const char *file);
/* The first megabytes of a file; owned, NULL when it cannot be read. */
char *rules_read_text(const char *file, size_t *length);

/* Documents about the rules of a wish; owned, freed with free(); NULL after a sentence. The leaflet of house rules is ""
 * for a game played as it is. */
enum rules_document { RULES_SHEET, RULES_LEAFLET };
char *rules_document(struct catalogue *catalogue, const struct rules_wish *wish, enum rules_document kind, char *why,
                     size_t why_size);

#endif
