/* Compares the citations in the code with the numbered items of the rulebook, in both directions.
 *
 * Cited: any @R12 on a declaration, statement, option or need. Scenarios count for S items; code inside a scenario does
 * not count for R, A, C, V items, and S items need a scenario. A game with variants has the citations of both, and no
 * scenarios of its own, so S items are left out then. */
#include "compiler/compile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/passes.h"
#include "lang/rulebook.h"

struct citation_search {
  struct compilation *c;
  const struct rulebook *rulebook;
  uint8_t *cited;        /* per item of the rulebook */
  struct vector unknown; /* const char * */
  bool in_scenario;
};

static void cite_number(struct citation_search *search, const struct tree *cite, char kind, uint32_t number) {
  const struct rulebook_item *item = rulebook_find(search->rulebook, kind, number);
  if (item) {
    if ((kind == 'S') == search->in_scenario) search->cited[item - search->rulebook->items] = 1;
    return;
  }
  const char *name = arena_intern(search->c->arena, "", 0);
  char text[16];
  size_t length = 0;
  text[length++] = kind;
  length += (size_t)snprintf(text + length, sizeof text - length, "%u", number);
  name = arena_intern(search->c->arena, text, length);
  diag_report(search->c->diags, DIAG_E0611, cite->span, "the rulebook has no item %s", name);
  const char **known = search->unknown.items;
  for (size_t i = 0; i < search->unknown.count; i++)
    if (known[i] == name) return;
  vector_push(search->c->arena, &search->unknown, &name, sizeof name);
}

static void cite_all(struct citation_search *search, const struct tree *cites) {
  for (const struct tree *cite = cites; cite; cite = cite->next) {
    uint32_t first = (uint32_t)strtoul(cite->word + 1, NULL, 10), last = (uint32_t)cite->number;
    if (last < first || last - first > 1000) {
      diag_report(search->c->diags, DIAG_E0612, cite->span,
                  "a range of citations goes from the smaller to the larger number");
      continue;
    }
    for (uint32_t number = first; number <= last; number++) cite_number(search, cite, cite->word[0], number);
  }
}

static void search_tree(struct citation_search *search, const struct tree *node) {
  for (; node; node = node->next) {
    bool scenario = node->kind == TREE_SCENARIO, before = search->in_scenario;
    search->in_scenario |= scenario;
    cite_all(search, node->cites);
    for (int i = 0; i < tree_kid_count((enum tree_kind)node->kind); i++) search_tree(search, node->kid[i]);
    search->in_scenario = before;
  }
}

static const char *item_name(struct compilation *c, const struct rulebook_item *item) {
  return arena_format(c->arena, "%c%u", item->kind, item->number);
}

/* Items that are not cited, of S items (scenarios) or of all others. */
static const char *const *uncited(struct citation_search *search, bool scenarios, uint32_t *count) {
  struct vector names = { 0 };
  for (size_t i = 0; i < search->rulebook->count; i++) {
    const struct rulebook_item *item = &search->rulebook->items[i];
    if ((item->kind == 'S') != scenarios || search->cited[i]) continue;
    const char *name = item_name(search->c, item);
    vector_push(search->c->arena, &names, &name, sizeof name);
  }
  *count = (uint32_t)names.count;
  return names.items;
}

static const struct tree *rulebook_of(const struct compilation *c) {
  for (const struct tree *item = c->game->kid[GAME_ITEMS]; item; item = item->next)
    if (item->kind == TREE_GAME_RULEBOOK) return item;
  return NULL;
}

void citations_compare(struct compilation *c, trv_rulebook_report *result) {
  const struct tree *name = rulebook_of(c);
  if (!name) {
    diag_report(c->diags, DIAG_E0613, c->game->word_span, "the game names no rulebook");
    return;
  }
  int error = 0;
  int file = source_read(c->sources, source_beside(c->sources, name->span.file, name->word), &error);
  if (file < 0) {
    diag_report(c->diags, DIAG_E0613, name->span, "cannot read the rulebook `%s`: %s", name->word, strerror(error));
    return;
  }
  const struct rulebook *rulebook = rulebook_read(c->sources, (uint32_t)file, c->diags);
  struct citation_search search = { .c = c, .rulebook = rulebook, .cited = arena_alloc(c->arena, rulebook->count + 1) };
  for (size_t i = 0; i < c->file_count; i++) {
    uint32_t from = c->files[i]->span.file;
    if (from == c->base_file || variants_own(c, from)) search_tree(&search, c->files[i]->kid[FILE_DECLS]);
  }
  result->present = true;
  for (size_t i = 0; i < rulebook->count; i++) {
    result->items += !c->variants.count || rulebook->items[i].kind != 'S';
    result->cited += search.cited[i];
  }
  result->uncited = uncited(&search, false, &result->uncited_count);
  if (!c->variants.count) result->untested = uncited(&search, true, &result->untested_count);
  result->unknown = search.unknown.items;
  result->unknown_count = (uint32_t)search.unknown.count;
}
