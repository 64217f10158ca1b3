/* Findings as SARIF 2.1.0, the format in which code hosts and editors take the results of checkers. One run; a rule for
 * each code that occurs; columns count characters. tests/sarif checks the output against the format's schema. */
#include "trvm/sarif.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "trvm/tool.h"

/* ---- places ---- */

struct sarif_spot {
  uint32_t line, column;
};

/* A file's name as a URI: everything but plain characters is escaped. */
static void write_uri(struct json *json, const char *file) {
  struct text uri = { 0 };
  if (*file == '/') text_append_format(&uri, "file://");
  for (const char *at = file; *at; at++) {
    bool plain =
        (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9') || strchr("/-._~", *at);
    if (plain) text_append(&uri, at, 1);
    else text_append_format(&uri, "%%%02X", (unsigned)(unsigned char)*at);
  }
  json_open_object(json, "artifactLocation");
  json_text(json, "uri", text_get(&uri));
  json_close(json);
  text_free(&uri);
}

static void write_region(struct json *json, const char *key, struct sarif_spot from, struct sarif_spot to) {
  json_open_object(json, key);
  json_count(json, "startLine", from.line);
  json_count(json, "startColumn", from.column);
  json_count(json, "endLine", to.line);
  json_count(json, "endColumn", to.column);
  json_close(json);
}

static void write_location(struct json *json, const char *file, struct sarif_spot from, struct sarif_spot to) {
  json_open_object(json, "physicalLocation");
  write_uri(json, file);
  write_region(json, "region", from, to);
  json_close(json);
}

static void write_message(struct json *json, const char *key, const char *text, const char *hint) {
  struct text message = { 0 };
  text_append_format(&message, hint ? "%s (%s)" : "%s", text, hint);
  json_open_object(json, key);
  json_text(json, "text", text_get(&message));
  json_close(json);
  text_free(&message);
}

/* ---- results ---- */

static void write_related(struct json *json, const trv_report *report, size_t index, uint32_t notes) {
  json_open_array(json, "relatedLocations");
  for (uint32_t i = 0; i < notes; i++) {
    trv_note note = trv_report_note(report, index, i);
    if (!note.file) continue;
    struct sarif_spot place = { note.line, note.column };
    json_open_object(json, NULL);
    json_count(json, "id", i + 1);
    write_message(json, "message", note.text, NULL);
    write_location(json, note.file, place, place);
    json_close(json);
  }
  json_close(json);
}

static void write_fix(struct json *json, trv_fix fix) {
  json_open_array(json, "fixes");
  json_open_object(json, NULL);
  struct text description = { 0 };
  text_append_format(&description, "write `%s`", fix.text);
  write_message(json, "description", text_get(&description), NULL);
  text_free(&description);
  json_open_array(json, "artifactChanges");
  json_open_object(json, NULL);
  write_uri(json, fix.file);
  json_open_array(json, "replacements");
  json_open_object(json, NULL);
  write_region(json, "deletedRegion", (struct sarif_spot){ fix.line, fix.column },
               (struct sarif_spot){ fix.end_line, fix.end_column });
  write_message(json, "insertedContent", fix.text, NULL);
  for (int i = 0; i < 6; i++) json_close(json);
}

static void write_result(struct json *json, const trv_report *report, size_t index, const int32_t *rules) {
  trv_diagnostic diagnostic = trv_report_get(report, index);
  trv_fix fix = trv_report_fix(report, index);
  size_t code = 0;
  while (strcmp(trv_code(code), diagnostic.code) != 0) code++;
  json_open_object(json, NULL);
  json_text(json, "ruleId", diagnostic.code);
  json_number(json, "ruleIndex", rules[code]);
  json_text(json, "level", diagnostic.is_error ? "error" : "warning");
  write_message(json, "message", diagnostic.message, diagnostic.hint);
  json_open_array(json, "locations");
  json_open_object(json, NULL);
  write_location(json, diagnostic.file, (struct sarif_spot){ diagnostic.line, diagnostic.column },
                 (struct sarif_spot){ diagnostic.end_line, diagnostic.end_column });
  json_close(json);
  json_close(json);
  write_related(json, report, index, diagnostic.notes);
  if (fix.text) write_fix(json, fix);
  json_close(json);
}

/* ---- the run ---- */

/* Numbers the codes that occur, in the order of the list of codes; -1 for the others. Owned. */
static int32_t *number_rules(trv_report *const *reports, size_t count) {
  size_t codes = 0;
  while (trv_code(codes)) codes++;
  int32_t *rules = need_memory(NULL, codes * sizeof *rules), next = 0;
  for (size_t code = 0; code < codes; code++) {
    bool occurs = false;
    for (size_t f = 0; f < count; f++)
      for (size_t i = 0; i < trv_report_count(reports[f]) && !occurs; i++)
        occurs = strcmp(trv_report_get(reports[f], i).code, trv_code(code)) == 0;
    rules[code] = occurs ? next++ : -1;
  }
  return rules;
}

static void write_rules(struct json *json, const int32_t *rules) {
  json_open_array(json, "rules");
  for (size_t code = 0; trv_code(code); code++) {
    if (rules[code] < 0) continue;
    const char *name = trv_code(code);
    json_open_object(json, NULL);
    json_text(json, "id", name);
    write_message(json, "shortDescription", trv_explain_title(name), NULL);
    json_open_object(json, "help");
    json_text(json, "text", trv_explain(name));
    json_text(json, "markdown", trv_explain(name));
    json_close(json);
    json_open_object(json, "defaultConfiguration");
    json_text(json, "level", name[0] == 'W' ? "warning" : "error");
    json_close(json);
    json_close(json);
  }
  json_close(json);
}

void sarif_write(FILE *out, trv_report *const *reports, size_t count, bool complete) {
  struct json json;
  int32_t *rules = number_rules(reports, count);
  tool_json(&json, out);
  json_open_object(&json, NULL);
  json_text(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  json_text(&json, "version", "2.1.0");
  json_open_array(&json, "runs");
  json_open_object(&json, NULL);
  json_open_object(&json, "tool");
  json_open_object(&json, "driver");
  json_text(&json, "name", "trvm");
  json_text(&json, "semanticVersion", trv_version());
  write_rules(&json, rules);
  json_close(&json);
  json_close(&json);
  json_open_array(&json, "invocations");
  json_open_object(&json, NULL);
  json_bool(&json, "executionSuccessful", complete);
  json_close(&json);
  json_close(&json);
  json_text(&json, "columnKind", "unicodeCodePoints");
  json_open_array(&json, "results");
  for (size_t f = 0; f < count; f++)
    for (size_t i = 0; i < trv_report_count(reports[f]); i++) write_result(&json, reports[f], i, rules);
  for (int i = 0; i < 4; i++) json_close(&json);
  free(rules);
}
