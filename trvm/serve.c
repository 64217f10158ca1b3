/* `trvm serve`: a server at whose tables people play in a browser. Reads the arguments; serve/ does the rest. */
#include "serve/serve.h"

#include "trvm/arguments.h"
#include "trvm/shelf.h"
#include "trvm/tool.h"

#ifdef TRVM_SERVE

static void tell(void *context, const char *line) {
  (void)context;
  output_format(stdout, "%s\n", line);
  fflush(stdout);
}

static bool read_option(const struct arguments *arguments, int option, struct serve_options *options) {
  uint32_t number = 0;
  switch (option) {
  case OPTION_PORT:
    if (!arguments_number("--port", arguments->value, 0, 65535, &number)) return false;
    options->port = (uint16_t)number;
    return true;
  case OPTION_LISTEN: options->address = arguments->value; return true;
  case OPTION_DATA: options->data = arguments->value; return true;
  case OPTION_EDIT: options->edit = true; return true;
  case OPTION_PUBLIC: options->public_url = arguments->value; return true;
  default: return true;
  }
}

int serve_command(struct arguments *arguments) {
  struct serve_options options = { .address = "127.0.0.1",
                                   .port = 8080,
                                   .data = "trvm-tables.db",
                                   .threads = tool_default_jobs(),
                                   .variants = shelf_variants,
                                   .tell = tell,
                                   .stop = &interrupted };
  char why[400];
  for (int option; (option = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (option == ARGUMENTS_STOP) return arguments->exit_code;
    if (!read_option(arguments, option, &options)) return EXIT_WRONG;
  }
  if (!arguments_operands(arguments, 1, 1000)) return EXIT_WRONG;
  options.files = (const char *const *)arguments->operands;
  options.file_count = (size_t)arguments->operand_count;
  tool_watch_interruptions();
  if (serve_run(&options, why, sizeof why)) return EXIT_FINE;
  complain("%s", why);
  return EXIT_WRONG;
}

#else

int serve_command(struct arguments *arguments) {
  for (int option; (option = arguments_next(arguments)) != ARGUMENTS_END;)
    if (option == ARGUMENTS_STOP) return arguments->exit_code;
  complain(
      "this trvm was built without its server: install libmicrohttpd, jansson and SQLite and build it again (Debian: "
      "libmicrohttpd-dev libjansson-dev libsqlite3-dev)");
  return EXIT_WRONG;
}

#endif
