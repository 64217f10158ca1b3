/* The list of commands, made from options.def. */
#include "trvm/command.h"

#include <string.h>

static const struct command commands[] = {
#define COMMAND(name, operands, completes, summary, notes) { #name, operands, summary, notes, name##_command },
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
