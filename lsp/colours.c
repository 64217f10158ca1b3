/* Colours that rules name in texts, for editors that show them and let people pick another one. */
#include <string.h>

#include "base/colour.h"
#include "lsp/methods.h"

enum { COLOUR_LONGEST = 40 };

static uint32_t line_start(const char *text, uint32_t at) {
  while (at && text[at - 1] != '\n') at--;
  return at;
}

/* Whether a line names colours, between its beginning and a byte: those of values, or that of a seat. */
static bool names_colours(const char *text, uint32_t at) {
  uint32_t start = line_start(text, at);
  start += (uint32_t)strspn(text + start, " ");
  return start < at && (!strncmp(text + start, "colour ", 7) || !strncmp(text + start, "seat ", 5));
}

/* The brace that is open at a byte; 0 if there is none. */
static uint32_t open_brace(const char *text, uint32_t at) {
  int depth = 0;
  while (at && (text[--at] != '{' || depth-- > 0)) depth += text[at] == '}';
  return at;
}

/* A name of a colour is one in a line of `show` about colours; `#cc3333` is one everywhere. */
static bool is_colour(const char *text, uint32_t start, uint32_t end, uint32_t *rgb) {
  char word[COLOUR_LONGEST];
  uint32_t length = end - start;
  if (length == 0 || length >= sizeof word) return false;
  memcpy(word, text + start, length);
  word[length] = '\0';
  if (!colour_read(word, rgb)) return false;
  return *word == '#' || names_colours(text, start) || names_colours(text, open_brace(text, start));
}

static double part(uint32_t rgb, int shift) { return (double)(rgb >> shift & 0xFF) / 255; }

json_t *lsp_colours(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  uint32_t rgb;
  if (!question_read(session, params, &question, failure)) return NULL;
  json_t *list = json_array();
  for (uint32_t i = 0;; i++) {
    trv_token token = trv_inspection_token(question.project->now, question.path, i);
    if (token.end == 0) break;
    if (token.kind != TRV_TOKEN_TEXT || token.end > question.lines.length ||
        !is_colour(question.lines.text, token.start, token.end, &rgb))
      continue;
    json_array_append_new(list,
                          json_pack("{s:o, s:{s:f, s:f, s:f, s:f}}", "range",
                                    session_range(session, &question.lines, token.start, token.end), "color", "red",
                                    part(rgb, 16), "green", part(rgb, 8), "blue", part(rgb, 0), "alpha", 1.0));
  }
  question_free(&question);
  return list;
}

static unsigned byte_of(const json_t *colour, const char *name) {
  double value = json_number_value(json_object_get(colour, name));
  return value <= 0 ? 0 : value >= 1 ? 255 : (unsigned)(value * 255 + 0.5);
}

json_t *lsp_colour_words(struct session *session, const json_t *params, struct lsp_failure *failure) {
  const json_t *colour = json_object_get(params, "color");
  char word[10];
  (void)session;
  if (!json_is_object(colour)) return failure_set(failure, FAILURE_PARAMS, "which colour?");
  snprintf(word, sizeof word, "#%02x%02x%02x", byte_of(colour, "red") & 0xFF, byte_of(colour, "green") & 0xFF,
           byte_of(colour, "blue") & 0xFF);
  return json_pack("[{s:s}]", "label", word);
}
