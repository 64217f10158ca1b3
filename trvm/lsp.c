/* `trvm lsp`: the server that editors talk to about rules. Reads the arguments; lsp/ does the rest. */
#include "lsp/lsp.h"

#include "trvm/arguments.h"
#include "trvm/tool.h"

#ifdef TRVM_LSP

int lsp_command(struct arguments *arguments) {
  struct lsp_options options = { .input = 0, .output = 1, .stop = &interrupted };
  char why[400];
  for (int option; (option = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (option == ARGUMENTS_STOP) return arguments->exit_code;
    if (option == OPTION_LOG) options.log = arguments->value;
  }
  if (!arguments_operands(arguments, 0, 0)) return EXIT_WRONG;
  tool_watch_interruptions();
  if (lsp_run(&options, why, sizeof why)) return EXIT_FINE;
  complain("%s", why);
  return EXIT_WRONG;
}

#else

int lsp_command(struct arguments *arguments) {
  for (int option; (option = arguments_next(arguments)) != ARGUMENTS_END;)
    if (option == ARGUMENTS_STOP) return arguments->exit_code;
  complain(
      "this trvm was built without its language server: install jansson and build it again (Debian: libjansson-dev)");
  return EXIT_WRONG;
}

#endif
