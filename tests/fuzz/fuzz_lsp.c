/* What editors send to the language server: each line is a message. Truncated, in the wrong order, or about a text that
 * does not parse: every request is answered once, and the server goes on. */
#include <stdlib.h>
#include <string.h>

#include "lsp/session.h"
#include "tests/fuzz/fuzz.h"

enum { MOST_LINES = 60 };

const char *const fuzz_words[] = {
  "{\"id\":1,\"method\":\"textDocument/",
  "hover",
  "definition",
  "references",
  "rename",
  "prepareRename",
  "completion",
  "documentSymbol",
  "semanticTokens/full",
  "foldingRange",
  "selectionRange",
  "codeAction",
  "codeLens",
  "formatting",
  "rangeFormatting",
  "signatureHelp",
  "inlayHint",
  "documentLink",
  "prepareCallHierarchy",
  "onTypeFormatting",
  "linkedEditingRange",
  "\"ch\":\"}\"",
  "variant \\\"V\\\" of \\\"t.trv\\\" { instead of f(p) { base(p) } }",
  "\"params\":{",
  "\"textDocument\":{\"uri\":\"file:///none/t.trv\"}",
  "\"position\":{\"line\":2,\"character\":9}",
  "\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":9,\"character\":0}}",
  "\"newName\":\"other\"",
  "\"contentChanges\":[{\"text\":\"",
  "\\n",
  "\\\"",
  "}",
  "]",
  "{",
  "-1",
  "4294967296",
  "null",
  "\xff",
  "\n",
  NULL
};

struct answers {
  unsigned results, failures;
};

static void count(void *context, const json_t *message) {
  struct answers *answers = context;
  if (json_object_get(message, "error")) answers->failures++;
  else if (json_object_get(message, "id")) answers->results++;
}

bool fuzz_input(const uint8_t *data, size_t size) {
  static const char begin[] = "{\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}";
  struct answers answers = { 0 };
  struct session session;
  size_t at = 0;
  char *line;
  session_begin(&session, count, &answers);
  session_take(&session, begin, strlen(begin));
  for (int i = 0; i < MOST_LINES && !session.has_left && (line = fuzz_line(data, size, &at)); i++) {
    unsigned before = answers.results + answers.failures;
    session_take(&session, line, strlen(line));
    if (answers.results + answers.failures > before + 1) fuzz_fail("`%.60s` is answered twice", line);
    session_rest(&session);
    free(line);
  }
  session_end(&session);
  return answers.results > 1;
}
