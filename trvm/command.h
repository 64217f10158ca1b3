/* The commands of `trvm`: what each is called, which options there are, what runs it.
 *
 * options.def is the one list of both; dispatch, `--help`, suggestions, option parsing, completion and the man page come
 * from it, so that these cannot disagree. Each command lives in the file that is named after it. */
#ifndef TRVM_COMMAND_H
#define TRVM_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

/* Exit codes of the command. */
enum { EXIT_FINE = 0, EXIT_FINDINGS = 1, EXIT_WRONG = 2 };

/* Beyond the characters, which are short forms to getopt. */
enum option_id {
  OPTION_FIRST = 256,
  OPTION_BEFORE_FIRST = OPTION_FIRST - 1,
#define OPTION(id, letter, name, argument, completes) OPTION_##id,
#include "trvm/options.def"
};

struct arguments;

struct command {
  const char *name;
  const char *operands; /* "FILE…" */
  const char *summary;  /* one line, for the list of commands */
  const char *notes;    /* printed after the options; "" for none */
  bool takes_games;     /* its operands may be names of games */
  int (*run)(struct arguments *arguments);
};

#define COMMAND(name, operands, completes, summary, notes) int name##_command(struct arguments *arguments);
#include "trvm/options.def"

/* The commands in the order of their list, and by their names; borrowed, static; NULL when there is none. */
const struct command *command_at(size_t index);
const struct command *command_find(const char *name);

#endif
