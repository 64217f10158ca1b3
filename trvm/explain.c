/* `trvm explain`: what a diagnostic means, with examples. Without a code it lists all of them. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "trvm/arguments.h"
#include "trvm/tool.h"

static int list_codes(void) {
  const char *code;
  for (size_t i = 0; (code = trv_code(i)) != NULL; i++) {
    const char *title = trv_explain_title(code);
    output_format(stdout, "%s  %s\n", code, title ? title : "");
  }
  return EXIT_FINE;
}

static int unknown_code(const char *word) {
  size_t count = 0;
  while (trv_code(count)) count++;
  const char **codes = need_memory(NULL, (count + 1) * sizeof *codes);
  for (size_t i = 0; i < count; i++) codes[i] = trv_code(i);
  const char *nearest = trv_suggest(word, codes, count);
  if (nearest) complain("there is no code `%s`; did you mean `%s`?", word, nearest);
  else complain("there is no code `%s`; `trvm explain` lists them all", word);
  free(codes);
  return EXIT_WRONG;
}

int explain_command(struct arguments *arguments) {
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;)
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
  if (!arguments_operands(arguments, 0, 1)) return EXIT_WRONG;
  if (arguments->operand_count == 0) return list_codes();

  char code[32];
  snprintf(code, sizeof code, "%s", arguments->operands[0]);
  for (char *c = code; *c; c++) *c = (char)toupper((unsigned char)*c);
  const char *text = trv_explain(code), *title = trv_explain_title(code);
  if (!text) return unknown_code(arguments->operands[0]);
  if (strncmp(text, "# ", 2) == 0) text += strcspn(text, "\n"); /* the title, which is told already */
  text += strspn(text, "\n");
  output_format(stdout, "%s: %s\n\n", code, title ? title : "");
  output_lines(stdout, text);
  if (*text && text[strlen(text) - 1] != '\n') output_format(stdout, "\n");
  return EXIT_FINE;
}
