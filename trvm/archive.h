/* The folder of finished games, so that they can be replayed: $XDG_DATA_HOME/trvm/games, or ~/.local/share/trvm/games.
 *
 * It keeps so many games of so many bytes together, and the oldest go when there are more. Its files are saves named
 * GAME-NUMBER.trvsave. Nothing else that lies there is touched. */
#ifndef TRVM_ARCHIVE_H
#define TRVM_ARCHIVE_H

#include <stddef.h>

#include "trvm/tool.h"

/* Keeps the save of a game that is over; *name is how `replay` finds it, owned. 0 or an errno value; then *name is the
 * folder, or NULL when there is none. */
int archive_add(const char *game, const void *bytes, size_t length, char **name);
/* The file of a finished game by its name, with or without its ending; owned, NULL: there is none. */
char *archive_find(const char *name);
/* The files of the finished games, the newest first. */
struct folder_files archive_list(void);

/* Whether a game of this name is started here for the first time, which is noted; false, too, where that cannot be noted. */
bool archive_note_start(const char *game);

#endif
