/* Calls: what the procedure that is being called takes, who calls whom, and types and names that the text leaves out. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "lsp/methods.h"
#include "lsp/sites.h"
#include "lsp/views.h"

static bool is_called(enum trv_thing_kind kind) {
  return kind == TRV_THING_FN || kind == TRV_THING_EFFECT || kind == TRV_THING_PHASE || kind == TRV_THING_OPTIONS ||
         kind == TRV_THING_POSITION;
}

static bool is_letter(char byte) { return isalnum((unsigned char)byte) || byte == '_'; }

/* ---- signatures ---- */

/* The bracket of the call around a place and which of its arguments this is; NULL if it is in none. */
static const char *call_around(const char *text, uint32_t offset, int *argument) {
  int depth = 0;
  *argument = 0;
  for (const char *at = text + offset; at > text;) {
    at--;
    if (*at == ')' || *at == ']') depth++;
    else if (*at == '[') depth--;
    else if (*at == '(' && depth-- == 0) return at;
    else if (*at == ',' && depth == 0) ++*argument;
    else if (*at == '{' || *at == '}' || *at == ';') return NULL;
    if (depth < 0) return NULL;
  }
  return NULL;
}

/* The procedure of this name; TRV_NO_THING if there is none. */
static uint32_t procedure_named(const trv_inspection *inspection, const char *name, size_t length) {
  for (uint32_t i = 0; inspection && i < trv_inspection_things(inspection); i++) {
    if (!is_called(trv_inspection_kind(inspection, i))) continue;
    const char *own = trv_inspection_thing(inspection, i).name;
    if (strlen(own) == length && !strncmp(own, name, length)) return i;
  }
  return TRV_NO_THING;
}

/* The parameters in the head of a declaration, as they are written there. */
static json_t *parameters_of(const char *head) {
  json_t *list = json_array();
  const char *at = strchr(head, '(');
  for (at = at ? at + 1 : ""; *at && *at != ')';) {
    while (*at == ' ') at++;
    size_t length = strcspn(at, ",)");
    if (length) json_array_append_new(list, json_pack("{s:s%}", "label", at, length));
    at += length + (at[length] == ',');
  }
  return list;
}

json_t *lsp_signature(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  json_t *result = NULL;
  int argument;
  if (!question_read(session, params, &question, failure)) return NULL;
  const char *text = question.lines.text, *open = call_around(text, question.offset, &argument), *name = open;
  while (name && name > text && is_letter(name[-1])) name--;
  const trv_inspection *inspection = question.project->now;
  uint32_t number = open ? procedure_named(inspection, name, (size_t)(open - name)) : TRV_NO_THING;
  if (open && number == TRV_NO_THING && (inspection = question.project->good))
    number = procedure_named(inspection, name, (size_t)(open - name));
  if (number != TRV_NO_THING) {
    trv_thing thing = trv_inspection_thing(inspection, number);
    result = json_pack("{s:[{s:s, s:s, s:o}], s:i, s:i}", "signatures", "label", thing.head, "documentation", thing.doc,
                       "parameters", parameters_of(thing.head), "activeSignature", 0, "activeParameter", argument);
  }
  question_free(&question);
  return result;
}

/* ---- who calls whom ---- */

static json_t *write_item(struct text_view *view, const trv_thing *thing) {
  char *uri = session_uri(view->session, thing->place.file);
  json_t *item = NULL;
  if (uri)
    item = json_pack("{s:s, s:i, s:s, s:s, s:o, s:o}", "name", thing->name, "kind", 12, "detail", thing->head, "uri",
                     uri, "range", view_range(view, thing->whole), "selectionRange", view_range(view, thing->place));
  free(uri);
  return item;
}

json_t *lsp_prepare_calls(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  struct found_thing found;
  if (!question_read(session, params, &question, failure)) return NULL;
  json_t *list = json_array();
  if (sites_find(&question, 0, &found) && is_called(found.thing.kind) && *found.thing.place.file == '/') {
    struct text_view view = view_of(session, found.inspection);
    json_array_append_new(list, write_item(&view, &found.thing));
    view_free(&view);
  }
  question_free(&question);
  return list;
}

/* The procedure that a request of the hierarchy is about. */
static bool read_item(struct session *session, const json_t *params, struct place_question *question,
                      struct found_thing *found, struct lsp_failure *failure) {
  const json_t *item = json_object_get(params, "item");
  const json_t *start = json_object_get(json_object_get(item, "selectionRange"), "start");
  json_t *asked = json_pack("{s:{s:O*}, s:O*}", "textDocument", "uri", json_object_get(item, "uri"), "position", start);
  bool fine = question_read(session, asked, question, failure);
  json_decref(asked);
  if (!fine) return false;
  if (sites_find(question, 0, found) && found->inspection == question->project->now) return true;
  question_free(question);
  return false;
}

/* The procedure or scenario around a place. */
static uint32_t procedure_around(const trv_inspection *inspection, trv_span span) {
  for (uint32_t i = 0; i < trv_inspection_things(inspection); i++) {
    enum trv_thing_kind kind = trv_inspection_kind(inspection, i);
    if (!is_called(kind) && kind != TRV_THING_SCENARIO && kind != TRV_THING_BLOCK) continue;
    trv_span whole = trv_inspection_thing(inspection, i).whole;
    if (whole.file && !strcmp(whole.file, span.file) && whole.start <= span.start && span.end <= whole.end) return i;
  }
  return TRV_NO_THING;
}

/* Adds a call to the entry of `other`, which is made when first needed. */
static void add_call(json_t *list, json_t *entries, struct text_view *view, const trv_inspection *inspection,
                     uint32_t other, const char *role, trv_span place) {
  char key[20];
  trv_thing thing = trv_inspection_thing(inspection, other);
  if (!thing.place.file || *thing.place.file != '/') return;
  snprintf(key, sizeof key, "%u", other);
  json_t *entry = json_object_get(entries, key);
  if (!entry) {
    entry = json_pack("{s:o, s:[]}", role, write_item(view, &thing), "fromRanges");
    json_object_set_new(entries, key, entry);
    json_array_append(list, entry);
  }
  json_array_append_new(json_object_get(entry, "fromRanges"), view_range(view, place));
}

static json_t *list_calls(struct session *session, const json_t *params, bool incoming, struct lsp_failure *failure) {
  struct place_question question;
  struct found_thing found;
  if (!read_item(session, params, &question, &found, failure)) return NULL;
  const trv_inspection *inspection = found.inspection;
  struct text_view view = view_of(session, inspection);
  json_t *list = json_array(), *entries = json_object();
  trv_span whole = found.thing.whole;
  for (uint32_t i = 0;; i++) {
    trv_mention mention = trv_inspection_mention(inspection, i);
    if (!mention.place.file) break;
    bool inside = whole.file && !strcmp(mention.place.file, whole.file) && mention.place.start >= whole.start &&
                  mention.place.end <= whole.end;
    uint32_t other = TRV_NO_THING;
    if (mention.declares) continue;
    if (incoming && mention.thing == found.number) other = procedure_around(inspection, mention.place);
    if (!incoming && inside && is_called(trv_inspection_kind(inspection, mention.thing))) other = mention.thing;
    if (other != TRV_NO_THING)
      add_call(list, entries, &view, inspection, other, incoming ? "from" : "to", mention.place);
  }
  json_decref(entries);
  view_free(&view);
  question_free(&question);
  return list;
}

json_t *lsp_incoming_calls(struct session *session, const json_t *params, struct lsp_failure *failure) {
  return list_calls(session, params, true, failure);
}

json_t *lsp_outgoing_calls(struct session *session, const json_t *params, struct lsp_failure *failure) {
  return list_calls(session, params, false, failure);
}

/* ---- what the text leaves out ---- */

/* Types of what `let` names. */
static bool follows_let(const char *text, uint32_t start) {
  return start >= 4 && !strncmp(text + start - 4, "let ", 4);
}

json_t *lsp_inlay_hints(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  struct text_position from = { 0 }, to = { UINT32_MAX, 0 };
  const json_t *range = json_object_get(params, "range");
  if (!question_read(session, params, &question, failure)) return NULL;
  position_read(json_object_get(range, "start"), &from);
  position_read(json_object_get(range, "end"), &to);
  json_t *list = json_array();
  const trv_inspection *inspection = question.project->now;
  for (uint32_t i = 0; i < trv_inspection_things(inspection); i++) {
    if (trv_inspection_kind(inspection, i) != TRV_THING_LOCAL) continue;
    trv_thing thing = trv_inspection_thing(inspection, i);
    if (!*thing.type || !thing.place.file || strcmp(thing.place.file, question.path) != 0) continue;
    struct text_position at = position_of(&question.lines, thing.place.end, session->documents.encoding);
    if (!follows_let(question.lines.text, thing.place.start) || at.line < from.line || at.line > to.line) continue;
    struct text label = { 0 };
    text_format(&label, ": %s", thing.type);
    json_array_append_new(
        list, json_pack("{s:o, s:s, s:i}", "position", position_write(at), "label", text_get(&label), "kind", 1));
    text_free(&label);
  }
  question_free(&question);
  return list;
}
