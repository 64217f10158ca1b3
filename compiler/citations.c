/* Compares the citations in the code with the numbered items of the rulebook, in both directions.
 *
 * Cited: any @R12 on a declaration, statement, option or need. Scenarios count for S items; code inside a scenario does
 * not count for R, A, C, V items, and S items need a scenario. A game with variants has the citations of both, and no
 * scenarios of its own, so S items are left out then. */
#include "compiler/citations.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "compiler/compile.h"
#include "compiler/passes.h"

struct citation_search {
  struct compilation *c;
  const struct rulebook *rulebook;
  uint8_t *cited;           /* per item of the rulebook */
  struct vector unknown;    /* const char * */
  struct name_table *named; /* those among the unknown */
  struct vector places;     /* trv_citation */
  const struct tree *declaration;
  bool in_scenario;
  bool misnumbered; /* the rulebook has mistakes: an item that it lacks may be one of those */
};

static const char *item_name(struct compilation *c, char kind, uint32_t number) {
  const char *name = arena_format(c->arena, "%c%u", kind, number);
  return arena_intern(c->arena, name, strlen(name));
}

/* ---- citations ---- */

/* The largest number of items of a kind, or 0. */
static uint32_t last_item(const struct rulebook *rulebook, char kind) {
  uint32_t last = 0;
  for (size_t i = 0; i < rulebook->count; i++)
    if (rulebook->items[i].kind == kind && rulebook->items[i].number > last) last = rulebook->items[i].number;
  return last;
}

static bool is_word_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
}

/* Where a line of the rulebook begins with the name of an item, after marks of a list or of bold letters. */
static bool begins_a_line(struct compilation *c, uint32_t file, const char *name, struct span *span) {
  const char *text = c->sources->items[file]->text;
  for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    const char *at = line + strspn(line, " \t-*+#>_.)0123456789");
    if (strncmp(at, name, strlen(name)) != 0 || is_word_letter(at[strlen(name)])) continue;
    uint32_t start = (uint32_t)(at - text);
    *span = (struct span){ file, start, start + (uint32_t)strlen(name) };
    return true;
  }
  return false;
}

static void report_unknown(struct citation_search *search, const struct tree *cite, char kind, uint32_t number,
                           const char *name) {
  struct compilation *c = search->c;
  struct diag *diag = diag_report(c->diags, DIAG_E0611, cite->span, "the rulebook has no item %s", name);
  if (!context_suggests(c)) return; /* the rest looks through the whole rulebook */
  uint32_t last = last_item(search->rulebook, kind);
  struct span span;
  if (begins_a_line(c, search->rulebook->file, name, &span))
    diag_note_elsewhere(c->diags, diag, span,
                        arena_format(c->arena, "`%s` stands here; an item is written `- **%s** …`", name, name));
  else if (last && number > last) diag_hint(c->diags, diag, "its last one is %c%u", kind, last);
  else if (!last) diag_hint(c->diags, diag, "it has no items with the letter %c", kind);
}

static void note_unknown(struct citation_search *search, const char *name) {
  if (table_get(search->named, name)) return;
  table_put(search->named, name, search);
  vector_push(search->c->arena, &search->unknown, &name, sizeof name);
}

/* "phase turn", "deck Ticket", "setup". */
static const char *part_name(struct compilation *c, const struct tree *declaration) {
  char *kind = arena_copy_text(c->arena, tree_kind_name(declaration->kind), strlen(tree_kind_name(declaration->kind)));
  for (char *letter = kind; *letter; letter++) *letter = *letter == '_' ? ' ' : (char)(*letter | 0x20);
  return declaration->word ? arena_format(c->arena, "%s %s", kind, declaration->word) : kind;
}

static void note_place(struct citation_search *search, const struct tree *node, const struct tree *cite,
                       const struct rulebook_item *item) {
  struct source_set *sources = search->c->sources;
  uint32_t end = node->span.end > cite->span.end ? node->span.end : cite->span.end;
  trv_citation place = { .item = (uint32_t)(item - search->rulebook->items),
                         .file = sources->items[node->span.file]->name,
                         .line = source_place(sources, node->span.file, node->span.start).line,
                         .cite_line = source_place(sources, cite->span.file, cite->span.start).line,
                         .end_line = source_place(sources, node->span.file, end).line,
                         .part_of = part_name(search->c, search->declaration),
                         .in_scenario = search->in_scenario };
  vector_push(search->c->arena, &search->places, &place, sizeof place);
}

static void cite_number(struct citation_search *search, const struct tree *node, const struct tree *cite,
                        uint32_t number) {
  char kind = cite->word[0];
  const struct rulebook_item *item = rulebook_find(search->rulebook, kind, number);
  if (!item) {
    const char *name = item_name(search->c, kind, number);
    if (!search->misnumbered) report_unknown(search, cite, kind, number, name);
    note_unknown(search, name);
    return;
  }
  /* What explains an item to beginners does not carry it out. */
  if (node->kind == TREE_SHOW_LESSON) return;
  if ((kind == 'S') == search->in_scenario) search->cited[item - search->rulebook->items] = 1;
  note_place(search, node, cite, item);
}

static void cite_all(struct citation_search *search, const struct tree *node) {
  for (const struct tree *cite = node->cites; cite; cite = cite->next) {
    uint32_t first = (uint32_t)tree_cite_first(cite), last = (uint32_t)cite->number;
    if (last < first) {
      if (!last || first - last > 1000) continue; /* refused by the scanner, or as bad */
      struct diag *diag = diag_report(search->c->diags, DIAG_E0612, cite->span,
                                      "a range of citations goes from the smaller to the larger number");
      diag_hint(search->c->diags, diag, "write `@%c%u-%c%u`", cite->word[0], last, cite->word[0], first);
      uint32_t smaller = last;
      last = first, first = smaller;
    }
    for (uint32_t number = first; number <= last; number++) cite_number(search, node, cite, number);
  }
}

static void search_tree(struct citation_search *search, const struct tree *node) {
  cite_all(search, node);
  for (int i = 0; i < tree_kid_count(node->kind); i++)
    for (const struct tree *kid = node->kid[i]; kid; kid = kid->next) search_tree(search, kid);
}

static void search_declaration(void *context, struct tree *node) {
  struct citation_search *search = context;
  search->declaration = node;
  search->in_scenario = node->kind == TREE_SCENARIO;
  search_tree(search, node);
}

/* ---- items ---- */

/* Items that are not cited, of S items (scenarios) or of all others. */
static const char *const *uncited(struct citation_search *search, bool scenarios, uint32_t *count) {
  struct vector names = { 0 };
  for (size_t i = 0; i < search->rulebook->count && !arena_failed(search->c->arena); i++) {
    const struct rulebook_item *item = &search->rulebook->items[i];
    if ((item->kind == 'S') != scenarios || search->cited[i]) continue;
    const char *name = item_name(search->c, item->kind, item->number);
    vector_push(search->c->arena, &names, &name, sizeof name);
  }
  *count = (uint32_t)names.count;
  return names.items;
}

void citations_each_declaration(struct compilation *c, void (*visit)(void *context, struct tree *declaration),
                                void *context) {
  for (size_t i = 0; i < c->file_count; i++)
    for (struct tree *node = rules_of_file(c, c->files[i]); node && !arena_failed(c->arena); node = node->next)
      visit(context, node);
}

const struct tree *citations_rulebook(const struct compilation *c) {
  for (const struct tree *item = c->game ? c->game->kid[GAME_ITEMS] : NULL; item; item = item->next)
    if (item->kind == TREE_GAME_RULEBOOK) return item;
  return NULL;
}

static const trv_rulebook_item *list_items(struct compilation *c, const struct rulebook *rulebook) {
  trv_rulebook_item *list = arena_try(c->arena, rulebook->count * sizeof *list + 1);
  for (size_t i = 0; list && i < rulebook->count && !arena_failed(c->arena); i++) {
    const struct rulebook_item *item = &rulebook->items[i];
    list[i] = (trv_rulebook_item){ item_name(c, item->kind, item->number),
                                   source_place(c->sources, rulebook->file, item->span.start).line,
                                   source_place(c->sources, rulebook->file, item->end).line };
  }
  return list;
}

/* The rulebook that the game names, or NULL, which is a mistake if it has to be there. */
static struct rulebook *read_rulebook(struct compilation *c, bool needed) {
  const struct tree *name = citations_rulebook(c);
  if (!name) {
    if (needed) diag_report(c->diags, DIAG_E0613, c->game->word_span, "the game names no rulebook");
    return NULL;
  }
  int error = 0;
  int file = source_read(c->sources, source_beside(c->sources, name->span.file, name->word), &error);
  if (file >= 0) return rulebook_read(c->sources, (uint32_t)file, c->diags);
  if (needed)
    diag_report(c->diags, DIAG_E0613, name->span, "cannot read the rulebook `%s`: %s", name->word,
                source_error_text(error));
  return NULL;
}

/* Looks up every citation in the rulebook; `result` holds what was found. False without memory. */
static bool look_up(struct compilation *c, const struct rulebook *rulebook, size_t errors,
                    struct citation_search *result) {
  *result = (struct citation_search){ .c = c,
                                      .rulebook = rulebook,
                                      .cited = arena_try(c->arena, rulebook->count + 1),
                                      .named = table_new(c->arena),
                                      .misnumbered = c->diags->errors > errors };
  if (!result->cited) return false;
  citations_each_declaration(c, search_declaration, result);
  return true;
}

void citations_look_up(struct compilation *c) {
  size_t errors = c->diags->errors;
  const struct rulebook *rulebook = read_rulebook(c, false);
  struct citation_search search;
  if (rulebook) look_up(c, rulebook, errors, &search);
}

void citations_compare(struct compilation *c, trv_rulebook_report *result) {
  size_t errors = c->diags->errors;
  const struct rulebook *rulebook = c->rulebook = read_rulebook(c, true);
  struct citation_search search;
  if (!rulebook || !look_up(c, rulebook, errors, &search)) return;
  c->compared = true;
  if (!c->diags->errors) {
    uncited_find(c);
    cited_numbers_check(c, rulebook);
  }
  result->present = true;
  result->file = c->sources->items[rulebook->file]->name;
  result->listed = (uint32_t)rulebook->count;
  result->list = list_items(c, rulebook);
  result->citations = search.places.items;
  result->citation_count = (uint32_t)search.places.count;
  for (size_t i = 0; i < rulebook->count; i++) {
    result->items += !c->variants.count || rulebook->items[i].kind != 'S';
    result->cited += search.cited[i];
  }
  result->uncited = uncited(&search, false, &result->uncited_count);
  if (!c->variants.count) result->untested = uncited(&search, true, &result->untested_count);
  result->unknown = search.unknown.items;
  result->unknown_count = (uint32_t)search.unknown.count;
}
