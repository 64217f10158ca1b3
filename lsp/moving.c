/* Files that get another name: the rules that name them in quotes (modules, tables, rulebooks, the game of a variant) are to
 * name them anew. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "lsp/methods.h"
#include "lsp/uri.h"
#include "lsp/views.h"

/* How many bytes of two paths are folders that both have. */
static size_t shared_folders(const char *left, const char *right) {
  size_t shared = 0;
  for (size_t i = 0; left[i] && left[i] == right[i]; i++)
    if (left[i] == '/') shared = i + 1;
  return shared;
}

/* The path of a file as another one beside it would write it. */
static void add_relative(struct text *out, const char *from, const char *to) {
  size_t shared = shared_folders(from, to);
  for (const char *at = from + shared; (at = strchr(at, '/')); at++) text_add(out, "../");
  text_add(out, to + shared);
}

/* Whether what is written in a file means this path. */
static bool means(const char *file, const char *written, size_t length, const char *path) {
  struct text relative = { 0 };
  add_relative(&relative, file, path);
  if (length > 2 && !strncmp(written, "./", 2)) written += 2, length -= 2;
  bool same = relative.length == length && !strncmp(text_get(&relative), written, length);
  text_free(&relative);
  return same;
}

static void rewrite_file(struct text_view *view, const char *file, const char *old, const char *new, json_t *changes) {
  const struct line_starts *lines = view_lines(view, file);
  struct text written = { 0 };
  json_t *edits = json_array();
  add_relative(&written, file, new);
  for (const char *at = lines->text; (at = strchr(at, '"'));) {
    size_t length = strcspn(++at, "\"\n");
    uint32_t start = (uint32_t)(at - lines->text);
    if (at[length] == '"' && means(file, at, length, old))
      json_array_append_new(edits,
                            json_pack("{s:o, s:s}", "range", session_range(view->session, lines, start, start + length),
                                      "newText", text_get(&written)));
    at += length + (at[length] != '\0');
  }
  char *uri = json_array_size(edits) ? session_uri(view->session, file) : NULL;
  if (uri) json_object_set(changes, uri, edits);
  json_decref(edits);
  text_free(&written);
  free(uri);
}

static void rewrite_all(struct session *session, const char *old, const char *new, json_t *changes) {
  projects_load_beside(&session->projects, old);
  for (struct project *project = projects_first(&session->projects); project;
       project = projects_next(&session->projects, project)) {
    const char *file;
    if (!project->now || !project_reads(project, old)) continue;
    struct text_view view = view_of(session, project->now);
    for (uint32_t i = 0; (file = trv_inspection_file(project->now, i)); i++) {
      size_t length = strlen(file);
      bool is_rules = *file == '/' && length > 4 && !strcmp(file + length - 4, ".trv");
      if (is_rules && strcmp(file, old) != 0) rewrite_file(&view, file, old, new, changes);
    }
    view_free(&view);
  }
}

json_t *lsp_will_rename(struct session *session, const json_t *params, struct lsp_failure *failure) {
  const json_t *files = json_object_get(params, "files"), *file;
  size_t index;
  if (!json_is_array(files)) return failure_set(failure, FAILURE_PARAMS, "which files?");
  json_t *changes = json_object();
  json_array_foreach(files, index, file) {
    const char *from = json_string_value(json_object_get(file, "oldUri"));
    const char *to = json_string_value(json_object_get(file, "newUri"));
    char *old = from ? uri_to_path(from) : NULL, *new = to ? uri_to_path(to) : NULL;
    if (old && new) rewrite_all(session, old, new, changes);
    free(old);
    free(new);
  }
  return json_pack("{s:o}", "changes", changes);
}
