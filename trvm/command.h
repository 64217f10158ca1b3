/* The commands of `trvm`: what each is called, which options it takes, what runs it.
 *
 * One description per command serves dispatch, `--help`, suggestions and option parsing, so that these cannot
 * disagree. The list itself is in main.c; each description lives in the file of its command. */
#ifndef TRVM_COMMAND_H
#define TRVM_COMMAND_H

#include <stdbool.h>

/* Exit codes of the command. */
enum { EXIT_FINE = 0, EXIT_FINDINGS = 1, EXIT_WRONG = 2 };

/* One option. An `id` below 128 is also the short form: 'n' is `-n`. A row without a name is a short form alone; the
 * table ends with id 0. */
struct option_row {
  int id;
  const char *name;
  const char *argument; /* what the value is called in the help; NULL: takes none */
  const char *help;
};

struct arguments;

struct command {
  const char *name;
  const char *summary;  /* one line, for the list of commands */
  const char *operands; /* "FILE…" */
  const struct option_row *options;
  bool takes_variants;  /* also takes --variant, and loads its game with them */
  bool runs_rules;      /* also takes --allow-ffi and --check-ffi, for C code that rules call */
  bool takes_passes;    /* also takes --passes, for those who look for mistakes of the compiler */
  const char *notes;    /* printed after the options; "" for none */
  int (*run)(struct arguments *arguments);
};

extern const struct command command_play, command_check, command_test, command_sim, command_compare, command_perft,
    command_build, command_diff, command_replay, command_dis, command_explain, command_new, command_fmt, command_rules,
    command_graph;

#endif
