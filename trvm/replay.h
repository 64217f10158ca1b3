/* A saved game, choice by choice: what `trvm replay` and its page share. */
#ifndef TRVM_REPLAY_H
#define TRVM_REPLAY_H

#include "trvm/play.h"

/* "p2: take a red card", of the choice that comes next; as programs write it, too: "  [card: take(red)]". */
void replay_append_choice(const struct play *play, size_t number, bool notation, struct text *line);
/* Writes the page: what was chosen and said, and the boards after each choice. `save` is the file that is replayed. */
int replay_page(struct play *play, const char *save, const char *file);

#endif
