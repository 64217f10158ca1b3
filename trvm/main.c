/* The command `trvm`: finds the command that is meant and runs it.
 *
 * Owns the general help and what happens to output nobody can read. What each command does is
 * in the file named after it. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "include/trv.h"
#include "trvm/arguments.h"
#include "trvm/command.h"
#include "trvm/menu.h"
#include "trvm/shelf.h"
#include "trvm/tool.h"

enum { MOST_COMMANDS = 64 };

static void print_help(FILE *out) {
  output_format(out, "usage: trvm GAME [OPTION…]          play a game: its name, or FILE.trv\n"
                     "       trvm                         a menu of what there is to play\n"
                     "       trvm COMMAND [OPTION…] …     do something else with a game\n\n"
                     "commands:\n");
  const struct command *command;
  for (size_t i = 0; (command = command_at(i)) != NULL; i++)
    output_format(out, "  %-9s %s\n", command->name, command->summary);
  output_format(out, "\n`trvm COMMAND --help` lists the options of a command, `trvm --version` the version.\n"
                     "To begin: `trvm new my_game`, then `trvm my_game.trv`.\n");
}

static int unknown_command(const char *word) {
  const char *names[MOST_COMMANDS];
  size_t count = 0;
  for (; count < MOST_COMMANDS && command_at(count); count++) names[count] = command_at(count)->name;
  const char *nearest = trv_suggest(word, names, count), *game = shelf_suggest(word);
  struct stat status;
  if (nearest) complain("there is no command `%s`; did you mean `%s`?", word, nearest);
  else if (game) complain("there is no game `%s`; did you mean `%s`?", word, game);
  else if (stat(word, &status) == 0) complain("`%s` is no .trv file, no game and no command", word);
  else
    complain("there is no command, game or file `%s`; `trvm --help` lists the commands, `trvm games` the games", word);
  return EXIT_WRONG;
}

/* A word that names a file, or a game by its name, is a game to play. */
static bool is_game(const char *word) {
  struct stat status;
  return ends_with(word, ".trv") || ends_with(word, ".trvc") || ends_with(word, ".trvsave") ||
         (strchr(word, '/') && stat(word, &status) == 0) || shelf_find(word);
}

static int help_for(int argc, char **argv) {
  if (argc < 3) {
    print_help(stdout);
    return EXIT_FINE;
  }
  const struct command *command = command_find(argv[2]);
  if (!command) return unknown_command(argv[2]);
  char *ask[] = { argv[2], "--help", NULL };
  return arguments_run(command, 2, ask);
}

static int dispatch(int argc, char **argv) {
  if (argc < 2) {
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) return menu_run();
    print_help(stderr);
    return EXIT_WRONG;
  }
  const char *first = argv[1];
  if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || strcmp(first, "help") == 0)
    return help_for(argc, argv);
  if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0) {
    output_format(stdout, "trvm %s\n", trv_version());
    return EXIT_FINE;
  }
  const struct command *command = command_find(first);
  if (command) return arguments_run(command, argc - 1, argv + 1);
  /* Options may come before the file: `trvm --seed 4 game.trv` plays. */
  for (int i = 1; i < argc; i++)
    if (is_game(argv[i]) && (i == 1 || *first == '-')) return arguments_run(command_find("play"), argc, argv);
  if (*first == '-') {
    complain("there is no option `%s` without a command or a game; `trvm --help` tells more", first);
    return EXIT_WRONG;
  }
  return unknown_command(first);
}

/* A closed descriptor would be given to the next file that is opened, and messages would end up in it. */
static void keep_standard_files(void) {
  for (int file = 0; file <= 2; file++)
    if (fcntl(file, F_GETFD) == -1 && errno == EBADF) {
      int opened = open("/dev/null", file == 0 ? O_WRONLY : O_RDONLY);
      if (opened > 2) close(opened);
    }
}

/* A reader who has gone is no error; a full disk is, and so is output that was closed from the start. */
static int finish_output(int exit_code) {
  /* Why an earlier write failed is forgotten by now; another one tells. */
  if (ferror(stdout)) output_format(stdout, "\n");
  errno = 0;
  bool failed = fflush(stdout) != 0 || ferror(stdout);
  int reason = errno;
  if (!failed || reason == EPIPE) return exit_code;
  complain("cannot write the output: %s", strerror(reason ? reason : EIO));
  return EXIT_WRONG;
}

int main(int argc, char **argv) {
  keep_standard_files();
  tool_limit_memory(DEFAULT_MEGABYTES);
  signal(SIGXFSZ, SIG_IGN); /* a file that must not grow is like a full disk: told of, and no end */
  return finish_output(dispatch(argc, argv));
}
