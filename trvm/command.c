/* The list of commands, made from options.def. */
#include "trvm/command.h"

#include <string.h>

/* Whether operands are completed by the names of games: "games: *.trv", "many games: …". */
#define takes_games(completes) ((completes)[0] == 'g' || ((completes)[0] == 'm' && (completes)[5] == 'g'))

static const struct command commands[] = {
#define COMMAND(name, operands, completes, summary, notes)                                                             \
  { #name, operands, summary, notes, takes_games(completes), name##_command },
#include "trvm/options.def"
};

const struct command *command_at(size_t index) {
  return index < sizeof commands / sizeof *commands ? &commands[index] : NULL;
}

const struct command *command_find(const char *name) {
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (strcmp(commands[i].name, name) == 0) return &commands[i];
  return NULL;
}
