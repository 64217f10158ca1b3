/* While somebody types: the line that was begun or closed is put where it belongs, and a name of a few lines changes
 * everywhere at once. Unfinished rules seldom parse, so brackets are counted in the text itself. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "lsp/methods.h"
#include "lsp/sites.h"

enum { INDENT_STEP = 2, INDENT_MOST = 200 };

/* ---- lines ---- */

/* Where the braces that are open at a byte stand, the innermost one; SIZE_MAX if there is none. Texts and comments may have
 * others. */
static size_t open_brace(const char *text, size_t end) {
  size_t open[INDENT_MOST];
  size_t depth = 0;
  bool quoted = false;
  for (size_t at = 0; at < end; at++) {
    char byte = text[at];
    if (byte == '\n') quoted = false;
    else if (quoted && byte == '\\') at++;
    else if (byte == '"') quoted = !quoted;
    else if (!quoted && byte == '/' && text[at + 1] == '/')
      while (at + 1 < end && text[at + 1] != '\n') at++;
    else if (!quoted && byte == '{' && depth < INDENT_MOST) open[depth++] = at;
    else if (!quoted && byte == '}' && depth) depth--;
  }
  return depth ? open[depth - 1] : SIZE_MAX;
}

static size_t line_start(const char *text, size_t at) {
  while (at && text[at - 1] != '\n') at--;
  return at;
}

/* How far in the line of a byte is to begin. */
static size_t indent_for(const char *text, size_t start) {
  size_t brace = open_brace(text, start), blanks = strspn(text + start, " \t");
  if (brace == SIZE_MAX) return 0;
  size_t outer = strspn(text + line_start(text, brace), " ");
  return text[start + blanks] == '}' ? outer : outer + INDENT_STEP;
}

json_t *lsp_on_type_formatting(struct session *session, const json_t *params, struct lsp_failure *failure) {
  const char *key = json_string_value(json_object_get(params, "ch"));
  struct place_question question;
  if (!question_read(session, params, &question, failure)) return NULL;
  json_t *list = json_array();
  const char *text = question.lines.text;
  size_t start = line_start(text, question.offset), blanks = strspn(text + start, " \t");
  size_t wanted = indent_for(text, start);
  bool closes = key && *key == '}' && text[start + blanks] == '}';
  if (key && (*key == '\n' || closes) && (blanks != wanted || memchr(text + start, '\t', blanks))) {
    struct text spaces = { 0 };
    text_format(&spaces, "%*s", (int)wanted, "");
    json_array_append_new(list, json_pack("{s:o, s:s}", "range",
                                          session_range(session, &question.lines, start, start + blanks), "newText",
                                          text_get(&spaces)));
    text_free(&spaces);
  }
  question_free(&question);
  return list;
}

/* ---- names that change together ---- */

/* What a procedure, an option or a loop names for itself: all of it stands in one file and is seen at once. Other names
 * are renamed, which tries the new one out. */
json_t *lsp_linked_editing(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  struct found_thing found;
  if (!question_read(session, params, &question, failure)) return NULL;
  json_t *list = json_array();
  bool fits = sites_find(&question, 0, &found) && found.inspection == question.project->now &&
              found.thing.kind == TRV_THING_LOCAL;
  for (uint32_t i = 0; fits; i++) {
    trv_mention mention = trv_inspection_mention(found.inspection, i);
    if (!mention.place.file) break;
    if (mention.thing == found.number && !strcmp(mention.place.file, question.path))
      json_array_append_new(list, session_range(session, &question.lines, mention.place.start, mention.place.end));
  }
  question_free(&question);
  if (json_array_size(list) > 1) return json_pack("{s:o, s:s}", "ranges", list, "wordPattern", "[a-z_][A-Za-z0-9_]*");
  json_decref(list);
  return NULL;
}
