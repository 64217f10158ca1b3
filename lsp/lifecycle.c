/* The beginning and end of a conversation, and the texts that an editor has open. */
#include <stdlib.h>
#include <string.h>

#include "lsp/methods.h"
#include "lsp/uri.h"

/* ---- beginning and end ---- */

static const char *const encodings[] = {
  [POSITION_UTF8] = "utf-8", [POSITION_UTF16] = "utf-16", [POSITION_UTF32] = "utf-32"
};

/* What editor and server both know, bytes before all else; UTF-16 is what an editor that says nothing means. */
static enum position_encoding choose_encoding(const json_t *capabilities) {
  const json_t *offered = json_object_get(json_object_get(capabilities, "general"), "positionEncodings"), *name;
  enum position_encoding order[] = { POSITION_UTF8, POSITION_UTF32, POSITION_UTF16 };
  size_t index;
  for (size_t i = 0; i < sizeof order / sizeof *order; i++)
    json_array_foreach(offered, index, name) if (json_is_string(name) &&
                                                 !strcmp(json_string_value(name), encodings[order[i]])) return order[i];
  return POSITION_UTF16;
}

static const char watched_files[] = "**/*.{trv,csv,md}";

/* The capabilities that are a plain yes; the order of the types of tokens is that of tokens.c. */
static json_t *write_capabilities(const struct session *session) {
  static const char *const plain[] = { "hoverProvider",
                                       "definitionProvider",
                                       "declarationProvider",
                                       "typeDefinitionProvider",
                                       "referencesProvider",
                                       "documentHighlightProvider",
                                       "documentSymbolProvider",
                                       "workspaceSymbolProvider",
                                       "foldingRangeProvider",
                                       "selectionRangeProvider",
                                       "callHierarchyProvider",
                                       "inlayHintProvider",
                                       "documentFormattingProvider",
                                       "documentRangeFormattingProvider",
                                       "linkedEditingRangeProvider",
                                       "colorProvider" };
  json_t *result = json_pack(
      "{s:s, s:{s:b, s:i, s:b}, s:{s:b}, s:{s:[ss]}, s:{s:[sss]}, s:{}, s:{}, s:{s:[ss]}, s:{s:[ss]}, s:{s:s, s:[s]}}",
      "positionEncoding", encodings[session->documents.encoding], "textDocumentSync", "openClose", 1, "change", 2,
      "save", 1, "renameProvider", "prepareProvider", 1, "completionProvider", "triggerCharacters", ".", "@",
      "codeActionProvider", "codeActionKinds", "quickfix", "refactor.extract", "refactor.inline",
      "documentLinkProvider", "codeLensProvider", "signatureHelpProvider", "triggerCharacters", "(", ",",
      "executeCommandProvider", "commands", "trvm.test", "trvm.explain", "documentOnTypeFormattingProvider",
      "firstTriggerCharacter", "}", "moreTriggerCharacter", "\n");
  json_t *tokens = json_pack("{s:{s:[ssssssssssssss], s:[]}, s:b}", "legend", "tokenTypes", "keyword", "number",
                             "string", "comment", "decorator", "variable", "parameter", "property", "enum",
                             "enumMember", "class", "function", "method", "event", "tokenModifiers", "full", 1);
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) json_object_set_new(result, plain[i], json_true());
  json_object_set_new(result, "semanticTokensProvider", tokens);
  json_object_set_new(result, "workspace",
                      json_pack("{s:{s:b}, s:{s:{s:[{s:s, s:{s:s}}]}}}", "workspaceFolders", "supported", 1,
                                "fileOperations", "willRename", "filters", "scheme", "file", "pattern", "glob",
                                watched_files));
  return result;
}

static const json_t *member(const json_t *object, const char *first, const char *second, const char *third) {
  return json_object_get(json_object_get(json_object_get(object, first), second), third);
}

json_t *lsp_initialize(struct session *session, const json_t *params, struct lsp_failure *failure) {
  const json_t *capabilities = json_object_get(params, "capabilities");
  (void)failure;
  session->is_begun = true;
  session->documents.encoding = choose_encoding(capabilities);
  session->takes_snippets = json_is_true(
      json_object_get(member(capabilities, "textDocument", "completion", "completionItem"), "snippetSupport"));
  session->can_watch = json_is_true(member(capabilities, "workspace", "didChangeWatchedFiles", "dynamicRegistration"));
  return json_pack("{s:o, s:{s:s, s:s}}", "capabilities", write_capabilities(session), "serverInfo", "name", "trvm",
                   "version", trv_version());
}

/* Some editors tell of changes outside only when they are asked to. */
json_t *lsp_initialized(struct session *session, const json_t *params, struct lsp_failure *failure) {
  (void)params, (void)failure;
  if (session->can_watch)
    session_request(session, "watch", "client/registerCapability",
                    json_pack("{s:[{s:s, s:s, s:{s:[{s:s}]}}]}", "registrations", "id", "watch", "method",
                              "workspace/didChangeWatchedFiles", "registerOptions", "watchers", "globPattern",
                              watched_files));
  return NULL;
}

json_t *lsp_shutdown(struct session *session, const json_t *params, struct lsp_failure *failure) {
  (void)params, (void)failure;
  session->is_ended = true;
  return NULL;
}

json_t *lsp_exit(struct session *session, const json_t *params, struct lsp_failure *failure) {
  (void)params, (void)failure;
  session->has_left = true;
  return NULL;
}

/* What has been taken is answered already: what still waits is looked through by lsp.c. */
json_t *lsp_cancel(struct session *session, const json_t *params, struct lsp_failure *failure) {
  (void)session, (void)params, (void)failure;
  return NULL;
}

/* ---- texts ---- */

static char *path_of(const json_t *params, struct lsp_failure *failure) {
  const char *uri = json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
  char *path = uri ? uri_to_path(uri) : NULL;
  if (!path) failure_set(failure, FAILURE_PARAMS, "which file?");
  return path;
}

static void touch(struct session *session, const char *path) {
  projects_touch(&session->projects, path);
  session->untold = true;
}

json_t *lsp_open(struct session *session, const json_t *params, struct lsp_failure *failure) {
  const json_t *document = json_object_get(params, "textDocument"), *text = json_object_get(document, "text");
  char *path = path_of(params, failure);
  if (path && (!json_is_string(text) ||
               !documents_open(&session->documents, json_string_value(json_object_get(document, "uri")),
                               json_string_value(text), json_string_length(text),
                               json_integer_value(json_object_get(document, "version")))))
    failure_set(failure, FAILURE_PARAMS, "the file was not opened");
  if (path) touch(session, path);
  free(path);
  return NULL;
}

json_t *lsp_change(struct session *session, const json_t *params, struct lsp_failure *failure) {
  char *path = path_of(params, failure);
  struct document *document = path ? documents_find(&session->documents, path) : NULL;
  if (!document) failure_set(failure, FAILURE_PARAMS, "the file is not open");
  else {
    document->version = json_integer_value(json_object_get(json_object_get(params, "textDocument"), "version"));
    if (!documents_change(&session->documents, document, json_object_get(params, "contentChanges")))
      failure_set(failure, FAILURE_PARAMS, "a change could not be made");
    touch(session, path);
  }
  free(path);
  return NULL;
}

json_t *lsp_save(struct session *session, const json_t *params, struct lsp_failure *failure) {
  char *path = path_of(params, failure);
  if (path) touch(session, path);
  free(path);
  return NULL;
}

json_t *lsp_close(struct session *session, const json_t *params, struct lsp_failure *failure) {
  char *path = path_of(params, failure);
  if (path) {
    documents_close(&session->documents, path);
    touch(session, path);
    projects_tidy(&session->projects);
  }
  free(path);
  return NULL;
}

json_t *lsp_watch(struct session *session, const json_t *params, struct lsp_failure *failure) {
  const json_t *changes = json_object_get(params, "changes"), *change;
  size_t index;
  (void)failure;
  json_array_foreach(changes, index, change) {
    const char *uri = json_string_value(json_object_get(change, "uri"));
    char *path = uri ? uri_to_path(uri) : NULL;
    if (path) touch(session, path);
    free(path);
  }
  return NULL;
}
