/* Lenses out of the report of a deep check; see deep_report.h. */
#include "lsp/deep_report.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "lsp/files.h"

/* The report beside the rules of a project; owned, NULL if there is none. */
static json_t *read_report(const char *game) {
  struct text path = { 0 };
  size_t length = strlen(game), size = 0;
  char *text = NULL;
  if (length < 5 || strcmp(game + length - 4, ".trv") != 0) return NULL;
  text_format(&path, "%.*s.deep.json", (int)(length - 4), game);
  int error = path.failed ? 1 : files_read(path.bytes, &text, &size);
  json_t *report = error ? NULL : json_loadb(text, size, 0, NULL);
  free(text);
  text_free(&path);
  return report;
}

/* Reports name files as the command was given them. */
static bool is_file(const char *named, const char *path) {
  const char *slash = strrchr(named ? named : "", '/'), *own = strrchr(path, '/');
  return named && own && !strcmp(slash ? slash + 1 : named, own + 1);
}

static json_t *write_lens(struct text_view *view, const struct place_question *question, const json_t *item,
                          json_int_t games) {
  const char *name = json_string_value(json_object_get(item, "name"));
  json_int_t line = json_integer_value(json_object_get(item, "line"));
  char title[60];
  if (!name || !*name || line < 1 || line > question->lines.count) return NULL;
  size_t start = position_offset(&question->lines, (struct text_position){ (uint32_t)line - 1, 0 }, POSITION_UTF8);
  size_t end =
      position_offset(&question->lines, (struct text_position){ (uint32_t)line - 1, UINT32_MAX }, POSITION_UTF8);
  const char *text = question->lines.text;
  const char *there = memmem(text + start, end - start, name, strlen(name));
  if (!there) return NULL;
  start = (size_t)(there - text);
  snprintf(title, sizeof title, "%lld game%s never reached this", (long long)games, games == 1 ? "" : "s");
  return json_pack("{s:o, s:{s:s, s:s}}", "range",
                   session_range(view->session, &question->lines, start, start + strlen(name)), "command", "title",
                   title, "command", "");
}

void deep_report_lenses(struct text_view *view, const struct place_question *question, json_t *list) {
  json_t *report = read_report(question->project->path);
  const json_t *deep = json_object_get(report, "deep"), *item;
  json_int_t games = json_integer_value(json_object_get(deep, "games"));
  size_t index;
  json_array_foreach(json_object_get(deep, "unexercised"), index, item) {
    bool is_here = is_file(json_string_value(json_object_get(item, "file")), question->path);
    json_t *lens = is_here ? write_lens(view, question, item, games) : NULL;
    if (lens) json_array_append_new(list, lens);
  }
  json_decref(report);
}
