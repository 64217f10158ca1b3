/* What a word is, as Markdown: its declaration, type and value, the comment above it, the rules it cites; of a house rule,
 * what it changes. */
#include <string.h>

#include "base/text.h"
#include "lsp/house_rules.h"
#include "lsp/methods.h"
#include "lsp/sites.h"
#include "lsp/views.h"

enum { SHOWN_THINGS = 8, SHOWN_PLACES = 12 };

/* Lines of a value each become a line of a list. */
static void add_list(struct text *text, const char *lines) {
  while (*lines) {
    size_t length = strcspn(lines, "\n");
    text_format(text, "- %.*s\n", (int)length, lines);
    lines += length + (lines[length] == '\n');
  }
}

static void describe(struct text *text, const trv_thing *thing) {
  if (thing->kind == TRV_THING_ITEM) {
    text_format(text, "**%s** %s\n", thing->name, thing->value);
    return;
  }
  text_format(text, "```trv\n%s\n```\n", thing->head);
  if (*thing->type && !strstr(thing->head, thing->type)) text_format(text, "type `%s`\n\n", thing->type);
  if (*thing->value && thing->kind == TRV_THING_CONSTANT) text_format(text, "value `%s`\n\n", thing->value);
  else add_list(text, thing->value);
  if (*thing->doc) text_format(text, "\n%s\n", thing->doc);
  if (*thing->cites) text_format(text, "\ncites %s\n", thing->cites);
}

/* In the rulebook: the lines of the rules that cite an item. */
static void add_citing(struct session *session, const struct found_thing *found, struct text *text) {
  struct sites sites;
  size_t shown = 0, count = 0;
  sites_gather(session, found, false, &sites);
  for (size_t i = 0; i < sites.count; i++) count += !sites.items[i].declares;
  text_format(text, "\n%zu place%s cite%s it\n", count, count == 1 ? "" : "s", count == 1 ? "s" : "");
  for (size_t i = 0; i < sites.count && shown < SHOWN_PLACES; i++) {
    if (sites.items[i].declares) continue;
    struct text_view view = view_of(session, sites.items[i].project->now);
    const struct line_starts *lines = view_lines(&view, sites.items[i].span.file);
    uint32_t line = position_of(lines, sites.items[i].span.start, POSITION_UTF8).line;
    const char *from = lines->text + position_offset(lines, (struct text_position){ line, 0 }, POSITION_UTF8);
    const char *to = lines->text + position_offset(lines, (struct text_position){ line, UINT32_MAX }, POSITION_UTF8);
    while (from < to && *from == ' ') from++;
    text_format(text, "- line %u: `", line + 1);
    for (; from < to; from++) /* citations stand far to the right */
      if (*from != ' ' || from[-1] != ' ') text_add_bytes(text, from, 1);
    text_add(text, "`\n");
    shown++;
    view_free(&view);
  }
  sites_free(&sites);
}

json_t *lsp_hover(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  struct found_thing found;
  struct text text = { 0 };
  trv_span word = { 0 };
  json_t *result = NULL;
  if (!question_read(session, params, &question, failure)) return NULL;
  for (uint32_t i = 0; i < SHOWN_THINGS && sites_find(&question, i, &found); i++) {
    if (i) text_add(&text, "\n");
    describe(&text, &found.thing);
    if (found.thing.kind == TRV_THING_ITEM && !strcmp(found.thing.place.file, question.path))
      add_citing(session, &found, &text);
    word = found.word;
  }
  house_rules_describe(session, &question, &text, &word);
  if (text.length)
    result = json_pack("{s:{s:s, s:s}, s:o}", "contents", "kind", "markdown", "value", text_get(&text), "range",
                       session_range(session, &question.lines, word.start, word.end));
  text_free(&text);
  question_free(&question);
  return result;
}
