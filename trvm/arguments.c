/* Options and operands of a command, read with getopt_long from the command's table.
 *
 * Owns the wording of usage errors and the layout of `--help`. Knows nothing of what options mean. */
#include "trvm/arguments.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/trv.h"
#include "trvm/screen.h"
#include "trvm/shelf.h"

enum { HELP_COLUMN = 27 };  /* where the help of an option begins */
enum { MOST_OPTIONS = 48 }; /* of one command */

static const struct option_name {
  char letter; /* 0: none */
  const char *name;
  const char *argument; /* "": takes none */
} option_names[] = {
#define OPTION(id, letter, name, argument, completes) { letter, name, argument },
#include "trvm/options.def"
};

static const struct option_row {
  int id;
  const char *commands; /* their names with blanks between, or "every" */
  const char *help;
} option_rows[] = {
#define TAKES(id, commands, help) { OPTION_##id, commands, help },
#define ALSO(id, commands, help)  { OPTION_##id, commands, help },
#include "trvm/options.def"
};

static const struct option_name *name_of(const struct option_row *row) { return &option_names[row->id - OPTION_FIRST]; }

static bool is_taken(const struct option_row *row, const struct command *command) {
  size_t length = strlen(command->name);
  if (strcmp(row->commands, "every") == 0) return true;
  for (const char *at = row->commands; (at = strstr(at, command->name)) != NULL; at += length)
    if ((at == row->commands || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return true;
  return false;
}

/* The next row of a command behind `row`, the first for NULL; NULL at the end. */
static const struct option_row *next_row(const struct command *command, const struct option_row *row) {
  for (row = row ? row + 1 : option_rows; row < option_rows + sizeof option_rows / sizeof *option_rows; row++)
    if (is_taken(row, command)) return row;
  return NULL;
}

void arguments_begin(struct arguments *arguments, const struct command *command, int argc, char **argv) {
  *arguments = (struct arguments){ .command = command, .argc = argc, .argv = argv };
  arguments->link.libraries = arguments->libraries;
  optind = 0; /* GNU getopt: start afresh, also when a command was parsed before */
  opterr = 0;
}

int arguments_run(const struct command *command, int argc, char **argv) {
  struct arguments arguments;
  arguments_begin(&arguments, command, argc, argv);
  return command->run(&arguments);
}

static void print_row(const struct screen *screen, const struct option_row *row) {
  char left[48], letter[8] = "    ";
  const struct option_name *option = name_of(row);
  if (option->letter) snprintf(letter, sizeof letter, "-%c, ", option->letter);
  snprintf(left, sizeof left, "  %s--%s%s%s", letter, option->name, *option->argument ? " " : "", option->argument);
  screen_pad(screen, STYLE_PLAIN, left, HELP_COLUMN - 1);
  output_format(screen->out, " ");
  screen_wrap(screen, STYLE_PLAIN, row->help, HELP_COLUMN, HELP_COLUMN);
}

static void print_help(const struct command *command) {
  struct screen screen;
  screen_begin(&screen, stdout, COLOUR_NEVER);
  output_format(stdout, "usage: trvm %s [OPTION…]%s%s\n\n%s\n\noptions:\n", command->name,
                *command->operands ? " " : "", command->operands, command->summary);
  for (const struct option_row *row = NULL; (row = next_row(command, row)) != NULL;) print_row(&screen, row);
  if (!*command->notes) return;
  output_format(stdout, "\n");
  screen_wrap(&screen, STYLE_PLAIN, command->notes, 0, 0);
}

static int stop(struct arguments *arguments, int exit_code) {
  arguments->exit_code = exit_code;
  return ARGUMENTS_STOP;
}

static int unknown_option(struct arguments *arguments, const char *given, const struct option *known, size_t count) {
  const char *command = arguments->command->name;
  if (strncmp(given, "--", 2) != 0) {
    complain("%s: there is no option `-%c`; `trvm %s --help` lists them", command, optopt, command);
    return stop(arguments, EXIT_WRONG);
  }
  char word[64];
  const char *names[MOST_OPTIONS];
  size_t length = strcspn(given + 2, "=");
  snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), given + 2);
  for (size_t i = 0; i < count; i++) names[i] = known[i].name;
  const char *nearest = trv_suggest(word, names, count);
  if (optopt) complain("%s: option `--%s` takes no value", command, word);
  else if (nearest) complain("%s: there is no option `--%s`; did you mean `--%s`?", command, word, nearest);
  else complain("%s: there is no option `--%s`; `trvm %s --help` lists them", command, word, command);
  return stop(arguments, EXIT_WRONG);
}

/* What getopt is told: the long options of a command, and its letters, each with a colon when it takes a value. */
static size_t list_options(const struct command *command, struct option *known, char *letters) {
  size_t count = 0;
  for (const struct option_row *row = NULL; (row = next_row(command, row)) != NULL && count < MOST_OPTIONS;) {
    const struct option_name *option = name_of(row);
    bool has_value = *option->argument;
    known[count++] = (struct option){ option->name, has_value ? required_argument : no_argument, NULL, row->id };
    if (!option->letter) continue;
    *letters++ = option->letter;
    if (has_value) *letters++ = ':';
  }
  *letters = '\0';
  return count;
}

static int id_of_letter(const struct command *command, int letter) {
  const struct option_row *row = NULL;
  while ((row = next_row(command, row)) != NULL)
    if (name_of(row)->letter == letter) return row->id;
  return letter;
}

static bool read_colour(struct arguments *arguments, const char *text) {
  static const char *const names[] = { "auto", "always", "never" };
  for (int i = 0; i < 3; i++)
    if (strcmp(text, names[i]) == 0) {
      arguments->colour = (enum colour_wish)i;
      return true;
    }
  complain("--color is auto, always or never, not `%s`", text);
  return false;
}

static bool read_variant(struct arguments *arguments, const char *file) {
  if (arguments->variants.count == MOST_VARIANTS) {
    complain("--variant: at most %d variants", MOST_VARIANTS);
    return false;
  }
  arguments->variants.names[arguments->variants.count++] = file;
  return file_can_be_read(file);
}

static bool read_library(struct arguments *arguments, const char *library) {
  if (arguments->link.library_count == MOST_LIBRARIES || !*library) {
    if (*library) complain("--allow-ffi: at most %d libraries", MOST_LIBRARIES);
    else complain("--allow-ffi: which library? `trvm check FILE` names those of a game");
    return false;
  }
  arguments->libraries[arguments->link.library_count++] = library;
  return true;
}

static bool read_passes(struct arguments *arguments, const char *list) {
  char why[400];
  arguments->variants.passes = list;
  if (trv_passes_check(list, why, sizeof why) == TRV_OK) return true;
  complain("--passes: %s", why);
  return false;
}

/* "500M" or "4G": at least what a small game needs, at most what any machine has. */
static bool read_memory(const char *text) {
  enum { LEAST = 16 };
  char *end;
  unsigned long long size = strtoull(text, &end, 10), megabytes = *end == 'G' ? size * 1024 : size;
  bool is_size = *text >= '0' && *text <= '9' && size <= UINT32_MAX && (*end == 'M' || *end == 'G') && !end[1];
  if (is_size && megabytes >= LEAST) {
    tool_limit_memory(megabytes);
    return true;
  }
  complain("--memory is a size such as 500M or 4G, at least %dM, not `%s`", LEAST, text);
  return false;
}

/* The names of games become those of their files. A word that looks like a name and is none was misspelt. */
static bool find_games(struct arguments *arguments) {
  if (!arguments->command->takes_games) return true;
  for (int i = 0; i < arguments->operand_count; i++) {
    const char *word = arguments->operands[i], *found = shelf_find(word);
    if (found) arguments->operands[i] = (char *)found;
    else if (*word && *word != '-' && !strchr(word, '/') && !strchr(word, '.') && !file_exists(word)) {
      const char *nearest = shelf_suggest(word);
      if (nearest) complain("there is no file or game `%s`; did you mean `%s`?", word, nearest);
      else complain("there is no file or game `%s`; `trvm games` lists the games", word);
      return false;
    }
  }
  return true;
}

int arguments_next(struct arguments *arguments) {
  struct option known[MOST_OPTIONS + 1] = { 0 };
  char letters[2 * MOST_OPTIONS + 2] = ":";
  size_t count = list_options(arguments->command, known, letters + 1);

  for (;;) {
    /* getopt names the word it has just read only through its place. */
    int before = optind ? optind : 1;
    int id = getopt_long(arguments->argc, arguments->argv, letters, known, NULL);
    const char *given = optind > before ? arguments->argv[optind - 1] : arguments->argv[before];
    if (id > 0 && id < OPTION_FIRST) id = id_of_letter(arguments->command, id);
    switch (id) {
    case -1:
      arguments->operands = arguments->argv + optind;
      arguments->operand_count = arguments->argc - optind;
      return find_games(arguments) ? ARGUMENTS_END : stop(arguments, EXIT_WRONG);
    case OPTION_HELP: print_help(arguments->command); return stop(arguments, EXIT_FINE);
    case OPTION_COLOUR:
      if (!read_colour(arguments, optarg)) return stop(arguments, EXIT_WRONG);
      break;
    case OPTION_VARIANT:
      if (!read_variant(arguments, optarg)) return stop(arguments, EXIT_WRONG);
      break;
    case OPTION_ALLOW_FFI:
      if (!read_library(arguments, optarg)) return stop(arguments, EXIT_WRONG);
      break;
    case OPTION_PASSES:
      if (!read_passes(arguments, optarg)) return stop(arguments, EXIT_WRONG);
      break;
    case OPTION_MEMORY:
      if (!read_memory(optarg)) return stop(arguments, EXIT_WRONG);
      break;
    case OPTION_CHECK_FFI: arguments->link.check = true; break;
    case ':':
      complain("%s: option `%s` needs a value", arguments->command->name, given);
      return stop(arguments, EXIT_WRONG);
    case '?': return unknown_option(arguments, given, known, count);
    default: arguments->value = optarg; return id;
    }
  }
}

bool arguments_operands(const struct arguments *arguments, int low, int high) {
  const struct command *command = arguments->command;
  if (arguments->operand_count < low) {
    complain("usage: trvm %s [OPTION…] %s; `trvm %s --help` tells more", command->name, command->operands,
             command->name);
    return false;
  }
  if (arguments->operand_count > high) {
    complain("%s: `%s` is one argument too many", command->name, arguments->operands[high]);
    return false;
  }
  return true;
}

/* Rules, tables, rulebooks and saved games: nobody wants one of them replaced by what a command writes. */
static bool is_somebodys_work(const char *file) {
  static const char *const endings[] = { ".trv", ".csv", ".md", ".trvsave" };
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (ends_with(file, endings[i])) return file_exists(file);
  return false;
}

bool arguments_output(const struct arguments *arguments, const char *file) {
  bool is_read = is_somebodys_work(file);
  for (int i = 0; i < arguments->operand_count; i++) is_read = is_read || file_is_same(file, arguments->operands[i]);
  for (size_t i = 0; i < arguments->variants.count; i++)
    is_read = is_read || file_is_same(file, arguments->variants.names[i]);
  if (is_read) complain("%s: `%s` would be written over; name another file", arguments->command->name, file);
  return !is_read;
}

bool arguments_number(const char *what, const char *text, uint32_t low, uint32_t high, uint32_t *number) {
  const char *digits = *text == '-' ? text + 1 : text;
  if (!*digits || strspn(digits, "0123456789") != strlen(digits)) {
    complain("%s: `%s` is not a whole number", what, text);
    return false;
  }
  if (*text == '-') {
    complain("%s: %s is too small, the least is %u", what, text, low);
    return false;
  }
  errno = 0;
  unsigned long long value = strtoull(text, NULL, 10);
  if (errno || value > high) {
    complain("%s: %s is too large, the most is %u", what, text, high);
    return false;
  }
  if (value < low) {
    complain("%s: %s is too small, the least is %u", what, text, low);
    return false;
  }
  *number = (uint32_t)value;
  return true;
}

bool arguments_seed(const char *text, trv_seed *seed) {
  if (trv_seed_read(text, seed) == TRV_OK) return true;
  complain("--seed: `%s` is neither a number from 0 to %u nor a long seed, which has 32 hexadecimal digits", text,
           UINT32_MAX);
  return false;
}
