/* `trvm dis`: the compiled program as a readable listing, or figures about it. The library makes the text. */
#include <string.h>

#include "trvm/arguments.h"
#include "trvm/screen.h"
#include "trvm/tool.h"

/* The list of passes up to one; false after a message. The caller frees it. */
static bool passes_up_to(const char *last, struct text *list) {
  text_append(list, "none", 4);
  for (size_t i = 0; trv_pass_name(i); i++) {
    text_append_format(list, "+%s", trv_pass_name(i));
    if (strcmp(trv_pass_name(i), last) == 0) return true;
  }
  char why[400];
  text_clear(list);
  text_append_format(list, "none+%s", last);
  trv_passes_check(text_get(list), why, sizeof why);
  complain("--after: %s", why);
  return false;
}

int dis_command(struct arguments *arguments) {
  bool figures_only = false;
  const char *after = NULL;
  struct text passes = { 0 };
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
    if (id == OPTION_STATS) figures_only = true;
    if (id == OPTION_AFTER) after = arguments->value;
  }
  if (!arguments_operands(arguments, 1, 1)) return EXIT_WRONG;

  struct screen errors;
  trv_program *program;
  if (after && arguments->variants.passes) {
    complain("dis: --after says which passes run; leave --passes out");
    return EXIT_WRONG;
  }
  if (after && !passes_up_to(after, &passes)) {
    text_free(&passes);
    return EXIT_WRONG;
  }
  if (after) arguments->variants.passes = text_get(&passes);
  screen_begin(&errors, stderr, arguments->colour);
  int exit_code = load_program(arguments->operands[0], &arguments->variants, NULL, errors.colour, &program);
  text_free(&passes);
  if (exit_code != EXIT_FINE) return exit_code;
  char *listing = trv_program_listing(program, figures_only);
  if (listing) output_lines(stdout, listing);
  else {
    complain("out of memory");
    exit_code = EXIT_WRONG;
  }
  trv_free(listing);
  trv_program_free(program);
  return exit_code;
}
