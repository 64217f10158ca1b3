/* Reads the arguments of one command by the list of options, options.def.
 *
 * What stands there as ALSO (`--help`, `--color`, `--variant` …) is understood here and kept in `struct arguments`.
 * Mistakes are answered here with one line on stderr and a suggestion; the command then returns the exit code it is
 * given. */
#ifndef TRVM_ARGUMENTS_H
#define TRVM_ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "trvm/command.h"
#include "trvm/tool.h"

enum colour_wish { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

enum { ARGUMENTS_END = -1, ARGUMENTS_STOP = -2, MOST_LIBRARIES = 32 };

struct arguments {
  const struct command *command;
  int argc;
  char **argv;            /* argv[0] is the command's name */
  const char *value;      /* of the option just read; borrowed from argv */
  enum colour_wish colour;
  struct variant_files variants; /* of --variant, where the command takes it */
  const char *libraries[MOST_LIBRARIES];
  trv_link link;          /* of --allow-ffi and --check-ffi: those libraries */
  char **operands;        /* after ARGUMENTS_END */
  int operand_count;
  int exit_code;          /* after ARGUMENTS_STOP */
};

void arguments_begin(struct arguments *arguments, const struct command *command, int argc, char **argv);
/* Runs a command with these words, the first of which is its name; its exit code. */
int arguments_run(const struct command *command, int argc, char **argv);
/* The id of the next option; ARGUMENTS_END when only operands are left; ARGUMENTS_STOP when the command is to return
 * `exit_code` at once (help was requested, or an error was reported). */
int arguments_next(struct arguments *arguments);
/* Whether there are at least `low` and at most `high` operands; says what is wrong otherwise. */
bool arguments_operands(const struct arguments *arguments, int low, int high);
/* Whether `file` may be written: not when it is one of those that are read, or somebody's work like them. False after a
 * message. */
bool arguments_output(const struct arguments *arguments, const char *file);
/* A seed given by --seed, small or long; says what is wrong otherwise. */
bool arguments_seed(const char *text, trv_seed *seed);
/* A whole number from `low` to `high` given for `what` ("--seed"); says what is wrong otherwise. */
bool arguments_number(const char *what, const char *text, uint32_t low, uint32_t high, uint32_t *number);

#endif
