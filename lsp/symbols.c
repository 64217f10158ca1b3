/* Outlines: what a file declares, with options inside their choices and values inside their types; and declarations of all
 * projects by their names. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/methods.h"
#include "lsp/views.h"

enum { WORKSPACE_LIMIT = 500, VALUES_LIMIT = 200 };

/* Numbers of the protocol. */
static int symbol_kind(enum trv_thing_kind kind) {
  switch (kind) {
  case TRV_THING_CONSTANT: return 14;
  case TRV_THING_SETTING: return 7;
  case TRV_THING_ENUM: return 10;
  case TRV_THING_DECK: return 5;
  case TRV_THING_TABLE: return 23;
  case TRV_THING_ZONE: return 18;
  case TRV_THING_GRAPH: return 11;
  case TRV_THING_BLOCK:
  case TRV_THING_FN:
  case TRV_THING_EFFECT: return 12;
  case TRV_THING_PHASE: return 6;
  case TRV_THING_OPTIONS:
  case TRV_THING_CHOICE: return 3;
  case TRV_THING_OPTION: return 9;
  case TRV_THING_VALUE: return 22;
  case TRV_THING_FIELD: return 8;
  case TRV_THING_SCENARIO:
  case TRV_THING_POSITION: return 24;
  case TRV_THING_ITEM: return 15;
  default: return 13;
  }
}

static bool is_outlined(enum trv_thing_kind kind) {
  return kind != TRV_THING_LOCAL && kind != TRV_THING_DECK_PARAMETER;
}

static json_t *write_symbol(struct text_view *view, const trv_thing *thing) {
  trv_span whole = thing->whole, name = thing->place;
  if (whole.file != name.file || whole.start > name.start || whole.end < name.end) whole = name;
  const char *detail = thing->kind == TRV_THING_ITEM ? thing->value : thing->type;
  return json_pack("{s:s, s:s, s:i, s:o, s:o}", "name", *thing->name ? thing->name : "?", "detail", detail, "kind",
                   symbol_kind(thing->kind), "range", view_range(view, whole), "selectionRange",
                   view_range(view, name));
}

/* The list inside what a thing belongs to, made when first needed. */
static json_t *children_of(json_t *parent) {
  if (!json_object_get(parent, "children")) json_object_set_new(parent, "children", json_array());
  return json_object_get(parent, "children");
}

json_t *lsp_symbols(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  if (!question_read(session, params, &question, failure)) return NULL;
  const trv_inspection *inspection = question.project->now;
  struct text_view view = view_of(session, inspection);
  json_t *list = json_array(), *written = json_object();
  for (uint32_t i = 0; i < trv_inspection_things(inspection); i++) {
    if (!is_outlined(trv_inspection_kind(inspection, i))) continue;
    trv_thing thing = trv_inspection_thing(inspection, i);
    char key[20], owner[20];
    if (!thing.place.file || strcmp(thing.place.file, question.path) != 0) continue;
    snprintf(key, sizeof key, "%u", i);
    snprintf(owner, sizeof owner, "%u", thing.owner);
    json_t *symbol = write_symbol(&view, &thing), *parent = json_object_get(written, owner);
    json_t *siblings = parent ? children_of(parent) : list;
    if (json_array_size(siblings) < VALUES_LIMIT || !parent) json_array_append(siblings, symbol);
    json_object_set_new(written, key, symbol);
  }
  json_decref(written);
  view_free(&view);
  question_free(&question);
  return list;
}

/* Whether the letters of a query stand in a name, in their order. */
static bool matches(const char *name, const char *query) {
  for (; *query; query++, name++) {
    while (*name && tolower((unsigned char)*name) != tolower((unsigned char)*query)) name++;
    if (!*name) return false;
  }
  return true;
}

/* What a house rule leaves of the procedure it replaces has a name that nobody can write. */
static bool is_made_up(const trv_thing *thing) {
  return thing->kind != TRV_THING_SCENARIO && strchr(thing->name, ' ') != NULL;
}

/* Several projects may read one file: each place is told once. Takes over a location that was told. */
static bool is_told(json_t *told, json_t *location) {
  char *key = json_dumps(location, JSON_COMPACT);
  bool known = key && json_object_get(told, key);
  if (key && !known) json_object_set_new(told, key, json_true());
  if (known) json_decref(location);
  free(key);
  return known;
}

json_t *lsp_workspace_symbols(struct session *session, const json_t *params, struct lsp_failure *failure) {
  const char *query = json_string_value(json_object_get(params, "query"));
  json_t *list = json_array(), *told = json_object();
  (void)failure;
  for (struct project *project = projects_first(&session->projects); project;
       project = projects_next(&session->projects, project)) {
    struct text_view view = project->now ? view_of(session, project->now) : (struct text_view){ 0 };
    for (uint32_t i = 0; project->now && i < trv_inspection_things(project->now); i++) {
      if (!is_outlined(trv_inspection_kind(project->now, i))) continue;
      trv_thing thing = trv_inspection_thing(project->now, i);
      if (!matches(thing.name, query ? query : "") || is_made_up(&thing)) continue;
      json_t *location = json_array_size(list) < WORKSPACE_LIMIT ? view_location(&view, thing.place) : NULL;
      if (location && !is_told(told, location))
        json_array_append_new(list, json_pack("{s:s, s:i, s:o}", "name", thing.name, "kind", symbol_kind(thing.kind),
                                              "location", location));
    }
    view_free(&view);
  }
  json_decref(told);
  return list;
}
