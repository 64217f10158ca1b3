/* From a word to its declaration, its type, and everywhere it is used; from an item of the rulebook to the rules that
 * cite it. */
#include <string.h>

#include "lsp/methods.h"
#include "lsp/sites.h"
#include "lsp/views.h"

static void append_location(json_t *list, const struct session *session, const trv_inspection *inspection,
                            trv_span span) {
  struct text_view view = view_of(session, inspection);
  json_t *location = span.file ? view_location(&view, span) : NULL;
  if (location) json_array_append_new(list, location);
  view_free(&view);
}

/* All places of what was found, those that declare it only if they are wanted. */
static void append_sites(json_t *list, struct session *session, const struct found_thing *found, bool beside,
                         bool declarations) {
  struct sites sites;
  sites_gather(session, found, beside, &sites);
  for (size_t i = 0; i < sites.count; i++)
    if (declarations || !sites.items[i].declares)
      append_location(list, session, sites.items[i].project->now, sites.items[i].span);
  sites_free(&sites);
}

/* An item of the rulebook, asked about in the rulebook itself. */
static bool is_item_itself(const struct place_question *question, const struct found_thing *found) {
  return found->thing.kind == TRV_THING_ITEM && !strcmp(found->thing.place.file, question->path);
}

json_t *lsp_definition(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  struct found_thing found;
  if (!question_read(session, params, &question, failure)) return NULL;
  json_t *list = json_array();
  for (uint32_t i = 0; sites_find(&question, i, &found); i++)
    if (is_item_itself(&question, &found)) append_sites(list, session, &found, true, false);
    else append_location(list, session, found.inspection, found.thing.place);
  question_free(&question);
  return list;
}

json_t *lsp_declaration(struct session *session, const json_t *params, struct lsp_failure *failure) {
  return lsp_definition(session, params, failure);
}

json_t *lsp_type_definition(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  struct found_thing found;
  if (!question_read(session, params, &question, failure)) return NULL;
  json_t *list = json_array();
  if (sites_find(&question, 0, &found) && found.thing.type_thing != TRV_NO_THING)
    append_location(list, session, found.inspection,
                    trv_inspection_thing(found.inspection, found.thing.type_thing).place);
  question_free(&question);
  return list;
}

json_t *lsp_references(struct session *session, const json_t *params, struct lsp_failure *failure) {
  bool declarations = json_is_true(json_object_get(json_object_get(params, "context"), "includeDeclaration"));
  struct place_question question;
  struct found_thing found;
  if (!question_read(session, params, &question, failure)) return NULL;
  json_t *list = json_array();
  if (sites_find(&question, 0, &found)) append_sites(list, session, &found, true, declarations);
  question_free(&question);
  return list;
}

json_t *lsp_highlight(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  struct found_thing found;
  if (!question_read(session, params, &question, failure)) return NULL;
  json_t *list = json_array();
  if (sites_find(&question, 0, &found) && found.inspection == question.project->now)
    for (uint32_t i = 0;; i++) {
      trv_mention mention = trv_inspection_mention(found.inspection, i);
      if (!mention.place.file) break;
      if (mention.thing == found.number && !strcmp(mention.place.file, question.path))
        json_array_append_new(list,
                              json_pack("{s:o, s:i}", "range",
                                        session_range(session, &question.lines, mention.place.start, mention.place.end),
                                        "kind", mention.declares ? 3 : 2));
    }
  question_free(&question);
  return list;
}
