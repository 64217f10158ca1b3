/* `trvm build` and what it needs: writes the compiled program as a .trvc file, which loads faster and runs without
 * its source and tables. */
#include <stdlib.h>
#include <string.h>

#include "trvm/arguments.h"
#include "trvm/screen.h"
#include "trvm/tool.h"

static char *default_output(const char *source) {
  size_t length = strlen(source) - (ends_with(source, ".trv") ? 4 : 0);
  size_t size = length + sizeof ".trvc";
  char *name = need_memory(NULL, size);
  snprintf(name, size, "%.*s.trvc", (int)length, source);
  return name;
}

static int write_program(const trv_program *program, const char *output) {
  void *bytes = NULL;
  size_t size = 0;
  int status = trv_program_save(program, &bytes, &size);
  if (status != TRV_OK) {
    complain("cannot write the program: %s", trv_status_text(status));
    return EXIT_WRONG;
  }
  int exit_code = EXIT_FINE;
  if (strcmp(output, "-") == 0) output_data(stdout, bytes, size);
  else if (file_store(output, bytes, size)) output_format(stdout, "%s: %zu bytes\n", output, size);
  else exit_code = EXIT_WRONG;
  trv_free(bytes);
  return exit_code;
}

int build_command(struct arguments *arguments) {
  const char *output = NULL;
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
    if (id == OPTION_OUTPUT) output = arguments->value;
  }
  if (!arguments_operands(arguments, 1, 1) || (output && !arguments_output(arguments, output))) return EXIT_WRONG;
  const char *source = arguments->operands[0];
  if (!output && strcmp(source, "-") == 0) {
    complain("build: a program from standard input needs `-o FILE`");
    return EXIT_WRONG;
  }
  if (!output && ends_with(source, ".trvc")) {
    complain("build: `%s` is compiled already", source);
    return EXIT_WRONG;
  }

  struct screen errors;
  trv_program *program;
  screen_begin(&errors, stderr, arguments->colour);
  int exit_code = load_program(source, &arguments->variants, NULL, errors.colour, &program);
  if (exit_code != EXIT_FINE) return exit_code;
  char *chosen = output ? need_copy(output) : default_output(source);
  exit_code = write_program(program, chosen);
  free(chosen);
  trv_program_free(program);
  return exit_code;
}
