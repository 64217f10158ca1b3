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

enum { HELP_COLUMN = 27 }; /* where the help of an option begins */
enum {
  MOST_OPTIONS = 32,
  OPTION_HELP = 'h',
  OPTION_COLOUR = 1000,
  OPTION_VARIANT,
  OPTION_ALLOW_FFI,
  OPTION_CHECK_FFI,
  OPTION_PASSES
};

static const struct option_row common_options[] = {
  { OPTION_COLOUR, "color", "WHEN", "colours: auto (on a terminal, the default), always or never" },
  { OPTION_HELP, "help", NULL, "this help" },
  { 0, NULL, NULL, NULL },
};

static const struct option_row variant_options[] = {
  { OPTION_VARIANT, "variant", "FILE", "play with the house rules in FILE; may be given several times, in any order" },
  { 0, NULL, NULL, NULL },
};

static const struct option_row running_options[] = {
  { OPTION_ALLOW_FFI, "allow-ffi", "LIB", "load the C library LIB if the rules call it; may be given several times" },
  { OPTION_CHECK_FFI, "check-ffi", NULL, "call C functions twice and report those that are not pure" },
  { 0, NULL, NULL, NULL },
};

static const struct option_row passes_options[] = {
  { OPTION_PASSES, "passes", "LIST", "optimisations of the compiler: all (default), none, all-hoist, none+inline …" },
  { 0, NULL, NULL, NULL },
};

void arguments_begin(struct arguments *arguments, const struct command *command, int argc, char **argv) {
  *arguments = (struct arguments){ .command = command, .argc = argc, .argv = argv };
  arguments->link.libraries = arguments->libraries;
  optind = 0; /* GNU getopt: start afresh, also when a command was parsed before */
  opterr = 0;
}

static void print_row(const struct screen *screen, const struct option_row *row) {
  char left[48];
  bool letter = row->id < 128;
  snprintf(left, sizeof left, "  %s%c%s%s%s%s%s", letter ? "-" : "   ", letter ? row->id : ' ',
           letter && row->name ? ", " : "", row->name ? "--" : "", row->name ? row->name : "", row->argument ? " " : "",
           row->argument ? row->argument : "");
  screen_pad(screen, STYLE_PLAIN, left, HELP_COLUMN - 1);
  fputc(' ', screen->out);
  screen_wrap(screen, STYLE_PLAIN, row->help, HELP_COLUMN, HELP_COLUMN);
}

static void print_rows(const struct screen *screen, const struct option_row *rows) {
  for (const struct option_row *row = rows; row->id; row++) print_row(screen, row);
}

static void print_help(const struct command *command) {
  struct screen screen;
  screen_begin(&screen, stdout, COLOUR_NEVER);
  printf("usage: trvm %s [OPTION…]%s%s\n\n%s\n\noptions:\n", command->name, *command->operands ? " " : "",
         command->operands, command->summary);
  print_rows(&screen, command->options);
  if (command->takes_variants) print_rows(&screen, variant_options);
  if (command->runs_rules) print_rows(&screen, running_options);
  if (command->takes_passes) print_rows(&screen, passes_options);
  print_rows(&screen, common_options);
  if (!*command->notes) return;
  putchar('\n');
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

static void add_rows(const struct option_row *row, struct option *known, size_t *count, char *letters) {
  for (; row->id; row++) {
    if (row->name)
      known[(*count)++] = (struct option){ row->name, row->argument ? required_argument : no_argument, NULL, row->id };
    if (row->id < 128) {
      size_t end = strlen(letters);
      letters[end++] = (char)row->id;
      if (row->argument) letters[end++] = ':';
      letters[end] = '\0';
    }
  }
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

int arguments_next(struct arguments *arguments) {
  struct option known[MOST_OPTIONS + 1] = { 0 };
  char letters[2 * MOST_OPTIONS + 2] = ":";
  size_t count = 0;
  add_rows(arguments->command->options, known, &count, letters);
  if (arguments->command->takes_variants) add_rows(variant_options, known, &count, letters);
  if (arguments->command->runs_rules) add_rows(running_options, known, &count, letters);
  if (arguments->command->takes_passes) add_rows(passes_options, known, &count, letters);
  add_rows(common_options, known, &count, letters);

  for (;;) {
    /* getopt names the word it has just read only through its place. */
    int before = optind ? optind : 1;
    int id = getopt_long(arguments->argc, arguments->argv, letters, known, NULL);
    const char *given = optind > before ? arguments->argv[optind - 1] : arguments->argv[before];
    switch (id) {
    case -1:
      arguments->operands = arguments->argv + optind;
      arguments->operand_count = arguments->argc - optind;
      return ARGUMENTS_END;
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
