/* Says once what would be said for every use of a name. A name that nothing declares is reported where it is used
 * first, with the other places below. When the nearest name is declared and used nowhere, it is the declaration that is
 * misspelt, and the report moves there. */
#include "compiler/passes.h"

#include <string.h>

enum { MOST_PLACES = 3 };

/* How often a word stands in the tree, and the node where it stood first. */
struct mention {
  const struct tree *node;
  int count;
  struct mention *next; /* in the list of all */
};
struct mentions {
  struct name_table *words;
  struct mention *all;
};

static void count_words(struct compilation *c, struct mentions *mentions, const struct tree *node) {
  for (; node && !arena_failed(c->arena); node = node->next) {
    if (node->word && !strchr(node->word, ' ')) { /* titles are no names */
      struct mention *mention = table_get(mentions->words, node->word);
      if (!mention) {
        mention = arena_alloc(c->arena, sizeof *mention);
        *mention = (struct mention){ node, 0, mentions->all };
        mentions->all = mention;
        table_put(mentions->words, node->word, mention);
      }
      mention->count++;
    }
    for (int i = 0; i < tree_kid_count(node->kind); i++) count_words(c, mentions, node->kid[i]);
  }
}

static const char *word_of(struct compilation *c, const struct diag *diag) {
  const char *text = c->sources->items[diag->span.file]->text;
  return arena_intern(c->arena, text + diag->span.start, diag->span.end - diag->span.start);
}

/* The reports of one unknown name: the first in the source, and how many there are. */
struct repeats_group {
  struct diag *first;
  int count;
};

/* Adds a report to those of its name; true when it is not the first. */
static bool is_repeated(struct compilation *c, struct name_table *groups, struct diag *diag) {
  const char *word = word_of(c, diag);
  struct repeats_group *group = table_get(groups, word);
  if (!group) {
    group = arena_alloc(c->arena, sizeof *group);
    *group = (struct repeats_group){ diag, 1 };
    table_put(groups, word, group);
    return false;
  }
  if (group->count++ <= MOST_PLACES)
    diag_note_elsewhere(c->diags, group->first, diag->span, arena_format(c->arena, "`%s` again", word));
  return true;
}

/* A column of a table that is called as the unknown name is reported as missing its field. */
static bool follows_table(struct compilation *c, const struct diag *diag) {
  const char *word = word_of(c, diag);
  for (size_t i = 0; i < c->diags->count; i++)
    if (c->diags->items[i]->code == DIAG_E0524 && word_of(c, c->diags->items[i]) == word) return true;
  return false;
}

/* The declaration whose name is nearest to a word, among those that nothing uses; NULL if none is near. */
static const struct tree *find_unused(const struct mentions *mentions, const char *word, struct suggestion *near) {
  *near = (struct suggestion){ .word = word };
  for (const struct mention *mention = mentions->all; mention; mention = mention->next)
    if (mention->count == 1 && !tree_does(mention->node, DOES_MENTIONS)) suggest_consider(near, mention->node->word);
  const struct mention *found = near->best ? table_get(mentions->words, near->best) : NULL;
  return found ? found->node : NULL;
}

/* Moves the report to a declaration that nothing uses and whose name is nearly the missing one. */
static void blame_declaration(struct compilation *c, const struct mentions *mentions,
                              const struct repeats_group *group) {
  struct diag *diag = group->first;
  struct suggestion near;
  const char *word = word_of(c, diag);
  const struct tree *declaration = group->count > 1 ? find_unused(mentions, word, &near) : NULL;
  if (!declaration) return;
  diag->message = arena_format(c->arena, "nothing is called `%s`, which stands in %d places; `%s` is used nowhere",
                               word, group->count, near.best);
  diag->notes = NULL;
  diag_note_elsewhere(c->diags, diag, diag->span, arena_format(c->arena, "`%s` for the first time", word));
  diag->span = declaration->word_span;
  diag_hint(c->diags, diag, "did you mean `%s`?", word);
  diag_fix(c->diags, diag, diag->span, word, suggest_is_certain(&near));
}

static void note_more(struct compilation *c, const struct repeats_group *group) {
  int more = group->count - 1 - MOST_PLACES;
  if (more > 0) diag_note(c->diags, group->first, "and in %d more place%s", more, more == 1 ? "" : "s");
}

void repeats_remove(struct compilation *c) {
  struct name_table *groups = table_new(c->arena);
  struct mentions mentions = { .words = table_new(c->arena) };
  struct diag_list *list = c->diags;
  bool *gone = arena_alloc(c->arena, DIAG_COLLECTED * sizeof *gone);
  size_t unknown = 0;
  diag_sort(list);
  for (size_t i = 0; i < list->count; i++) unknown += cascade_is_unknown_name(list->items[i]);
  if (!unknown || arena_failed(c->arena)) return;
  for (size_t i = 0; i < c->file_count; i++) count_words(c, &mentions, c->files[i]);
  for (size_t i = 0; i < list->count && !arena_failed(c->arena); i++)
    if (cascade_is_unknown_name(list->items[i]))
      gone[i] = is_repeated(c, groups, list->items[i]) || follows_table(c, list->items[i]);
  for (size_t i = 0; i < list->count && !arena_failed(c->arena); i++) {
    if (gone[i] || !cascade_is_unknown_name(list->items[i])) continue;
    const struct repeats_group *group = table_get(groups, word_of(c, list->items[i]));
    note_more(c, group);
    blame_declaration(c, &mentions, group);
  }
  diag_remove(list, gone);
}
