/* The games that there are to play: those in the present folder, in its folder `games`, and those that are installed.
 *
 * A game has a name, that of its file without its ending, by which commands find it. One that lies here comes before an
 * installed one of the same name. House rules lie beside a game, and in the folder `variants` there; how long games are is
 * told by a table beside them, lengths.csv, or else measured by some games of random play. */
#ifndef TRVM_SHELF_H
#define TRVM_SHELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/trv.h"

struct shelf_game {
  char *name, *file; /* owned */
  /* After shelf_read; texts are owned, NULL before. */
  char *title, *summary;
  uint32_t low_players, high_players;
  uint32_t least_choices, most_choices; /* of one player in one game, by the number of players; 0: not known */
  bool by_chance;                       /* measured with players who choose by chance, whose games are longer */
};

struct shelf {
  struct shelf_game *games; /* owned, by name */
  size_t count;
};

/* All of them by name and file, without reading their rules. */
struct shelf shelf_list(void);
/* Reads the rules of a game; false if they have errors, which are not told. */
bool shelf_read(struct shelf_game *game);
/* Reads all of them, and drops those that have errors; how many. */
size_t shelf_read_all(struct shelf *shelf);
void shelf_free(struct shelf *shelf);
/* "2 to 5 players, some 60 choices each", after shelf_read. */
struct text;
void shelf_tell_size(const struct shelf_game *game, struct text *out);

/* The file that a word of the command line means, if that is the name of a game: borrowed, as long as the process lives.
 * NULL if there is none, or the word is the name of a file itself. */
const char *shelf_find(const char *word);
/* The name of a game that is most like a misspelt one, or NULL; borrowed likewise. */
const char *shelf_suggest(const char *word);
/* The folder of installed games: TRVM_GAMES of the environment, or where they were installed. Borrowed, static. */
const char *shelf_installed(void);

/* Calls back for each house rule of a game, by the names of their files. */
void shelf_variants(const char *game, void (*each)(void *context, const char *file, const trv_variant_info *variant),
                    void *context);

#endif
