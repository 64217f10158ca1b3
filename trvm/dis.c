/* `trvm dis`: the compiled program as a readable listing, or figures about it. The library makes the text. */
#include "trvm/arguments.h"
#include "trvm/screen.h"
#include "trvm/tool.h"

enum { OPTION_STATS = 256 };

static const struct option_row options[] = {
  { OPTION_STATS, "stats", NULL, "figures only: sizes, counts, candidates per choice" },
  { 0, NULL, NULL, NULL },
};

static int run(struct arguments *arguments) {
  bool figures_only = false;
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
    if (id == OPTION_STATS) figures_only = true;
  }
  if (!arguments_operands(arguments, 1, 1)) return EXIT_WRONG;

  struct screen errors;
  trv_program *program;
  screen_begin(&errors, stderr, arguments->colour);
  int exit_code = load_program(arguments->operands[0], &arguments->variants, NULL, errors.colour, &program);
  if (exit_code != EXIT_FINE) return exit_code;
  char *listing = trv_program_listing(program, figures_only);
  if (listing) fputs(listing, stdout);
  else {
    complain("out of memory");
    exit_code = EXIT_WRONG;
  }
  trv_free(listing);
  trv_program_free(program);
  return exit_code;
}

const struct command command_dis = {
  .name = "dis",
  .summary = "list the compiled program",
  .operands = "FILE",
  .options = options,
  .takes_variants = true,
  .notes = "",
  .run = run,
};
