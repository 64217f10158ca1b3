/* Applies `change choose` and `change options`: options added and dropped, their conditions and bodies changed.
 * A choice may stand in several places under one name; a change is made in all of them, unless it says in which. */
#include "compiler/patch.h"

#include <string.h>

#include "lang/format.h"

/* ---- finding choices ---- */

struct choice_search {
  const char *word;
  struct tree *decl;
  void (*each)(void *context, struct tree *choice, struct tree *decl);
  void *context;
};

/* What is inside comes first: a change may add a choice of the same name, which is not to be changed. */
static void search(struct choice_search *found, struct tree *node) {
  for (; node; node = node->next) {
    bool choice = node->kind == TREE_CHOOSE || node->kind == TREE_PICK;
    for (int i = 0; i < tree_kid_count(node->kind); i++) search(found, node->kid[i]);
    if (choice && node->word == found->word) found->each(found->context, node, found->decl);
  }
}

void patch_each_choice(struct compilation *c, const struct tree *change,
                       void (*each)(void *context, struct tree *choice, struct tree *decl), void *context) {
  struct choice_search found = { change->word, NULL, each, context };
  if (change->number == TREE_OPTIONS) {
    const struct declaration *group = patch_find(c, change->word, KIND(OPTIONS));
    if (group) each(context, group->tree, group->tree);
    return;
  }
  const struct tree *in = change->kid[CHANGE_IN];
  for (size_t i = 0; i < c->file_count; i++)
    for (struct tree *decl = c->files[i]->kid[FILE_DECLS]; decl; decl = decl->next) {
      if (decl->kind == TREE_SCENARIO || (in && decl->word != in->word)) continue;
      found.decl = decl;
      for (int kid = 0; kid < tree_kid_count(decl->kind); kid++) search(&found, decl->kid[kid]);
    }
}

/* ---- changing one choice ---- */

/* A choice that is changed, found before any change is made: what changes add is not among them. */
struct found_choice {
  struct tree *tree;
  struct tree **end; /* a link of its options near the last, where more are added; NULL: not known */
};
struct choice_change {
  struct compilation *c;
  struct tree *item;
  struct vector *choices;   /* struct found_choice */
  const char *group;        /* an included group that has the option */
  const struct tree *needs; /* the conditions of the option met last */
  int applied, met;
};

static struct tree **options_of(struct tree *choice) {
  return &choice->kid[choice->kind == TREE_CHOOSE ? (int)CHOOSE_OPTIONS : (int)OPTIONS_OPTIONS];
}

static bool cites_one_of(const struct tree *cites, const struct tree *wanted) {
  for (; cites; cites = cites->next)
    for (const struct tree *cite = wanted; cite; cite = cite->next)
      if (cite->word == cites->word && cite->number == cites->number) return true;
  return false;
}

/* A condition is meant by its reason, else by what it cites; without either, all are. */
static bool is_meant(const struct tree *need, const struct tree *item) {
  const struct tree *reason = item->kid[DROP_NEEDS_REASON];
  if (reason) return need->kid[NEED_REASON] && tree_equal(need->kid[NEED_REASON], reason);
  return !item->cites || cites_one_of(need->cites, item->cites);
}

static bool drop_needs(struct choice_change *change, struct tree **needs) {
  bool dropped = false;
  change->needs = *needs;
  while (*needs)
    if (is_meant(*needs, change->item)) *needs = (*needs)->next, dropped = true;
    else needs = &(*needs)->next;
  return dropped;
}

static void add_copies(struct compilation *c, struct tree **list, const struct tree *items) {
  while (*list) list = &(*list)->next;
  for (; items; items = items->next, list = &(*list)->next) *list = tree_copy(c->arena, items);
}

static void wrap_body(struct compilation *c, struct tree *body, const struct tree *item) {
  struct tree *own = NULL, *there = body->kid[BLOCK_STATEMENTS];
  add_copies(c, &own, item->kid[WRAP_OPTION_BLOCK]->kid[BLOCK_STATEMENTS]);
  body->kid[BLOCK_STATEMENTS] = item->number == WRAP_BEFORE ? tree_append(own, there) : tree_append(there, own);
}

static bool change_option(struct choice_change *change, struct tree **link) {
  struct tree *option = *link, *item = change->item;
  switch (item->kind) {
  case TREE_DROP_OPTION: *link = option->next; return true;
  case TREE_ADD_NEEDS: add_copies(change->c, &option->kid[OPTION_NEEDS], item->kid[ADD_NEEDS_NEEDS]); return true;
  case TREE_DROP_NEEDS: return drop_needs(change, &option->kid[OPTION_NEEDS]);
  default: wrap_body(change->c, option->kid[OPTION_BODY], item); return true;
  }
}

/* A pick is its own only option. */
static void change_pick(struct choice_change *change, struct tree *pick) {
  if (change->item->word != pick->word) return;
  change->met++;
  if (change->item->kind == TREE_ADD_NEEDS)
    add_copies(change->c, &pick->kid[PICK_NEEDS], change->item->kid[ADD_NEEDS_NEEDS]), change->applied++;
  else if (change->item->kind == TREE_DROP_NEEDS) change->applied += drop_needs(change, &pick->kid[PICK_NEEDS]);
}

static void note_group(struct choice_change *change, const struct tree *include) {
  const struct declaration *group = patch_find(change->c, include->kid[INCLUDE_CALL]->word, KIND(OPTIONS));
  for (const struct tree *option = group ? group->tree->kid[OPTIONS_OPTIONS] : NULL; option; option = option->next)
    if (option->kind == TREE_OPTION && option->word == change->item->word) change->group = group->tree->word;
}

static void add_options(struct choice_change *change, struct found_choice *found) {
  if (!found->end) found->end = options_of(found->tree);
  while (*found->end) found->end = &(*found->end)->next;
  add_copies(change->c, found->end, change->item->kid[ADD_OPTION_OPTION]);
  change->applied++;
}

static void change_choice(struct choice_change *change, struct found_choice *found) {
  const struct tree *item = change->item;
  if (found->tree->kind == TREE_PICK) {
    change_pick(change, found->tree);
    return;
  }
  if (item->kind == TREE_ADD_OPTION) {
    add_options(change, found);
    return;
  }
  if (item->kind == TREE_DROP_OPTION) found->end = NULL;
  for (struct tree **link = options_of(found->tree); *link; link = &(*link)->next) {
    const struct tree *option = *link;
    if (option->kind == TREE_INCLUDE && item->word) note_group(change, option);
    bool meant = item->word ? option->kind == TREE_OPTION && option->word == item->word
                            : option->kind == TREE_OTHERWISE || option->flags & FLAG_OTHERWISE;
    if (!meant) continue;
    change->met++;
    change->applied += change_option(change, link);
    return;
  }
}

/* ---- the change as a whole ---- */

/* The variant that has dropped the same conditions before, or NULL. */
static const char *dropped_by(const struct compilation *c, const struct tree *item) {
  const struct change *own = NULL, *other = NULL;
  for (size_t i = 0; i < c->changes.count; i++) {
    const struct change *change = ITEM(c, changes, struct change, i);
    if (change->item == item) own = change;
  }
  for (size_t i = 0; own && i < c->changes.count; i++) {
    const struct change *change = ITEM(c, changes, struct change, i);
    if (change->variant < own->variant && change->what == own->what && change->item->kind == TREE_DROP_NEEDS)
      other = change;
  }
  return other ? ITEM(c, variants, struct variant, other->variant)->tree->word : NULL;
}

/* No condition of the option is meant: tells which there are. */
static void report_needs(struct choice_change *change) {
  struct compilation *c = change->c;
  const struct tree *item = change->item;
  const char *by = dropped_by(c, item);
  if (by) {
    patch_idle(c, item, arena_format(c->arena, "\"%s\" has dropped it already", by));
    return;
  }
  struct diag *diag = diag_report(c->diags, DIAG_E0704, item->span, "the option `%s` has no condition%s", item->word,
                                  item->kid[DROP_NEEDS_REASON] ? " with this reason"
                                  : item->cites                ? " that cites this"
                                                               : "");
  for (const struct tree *need = change->needs; need; need = need->next) {
    struct text text = arena_text(c->arena);
    text_add(&text, "it has this one: ");
    format_phrase(c->sources, need->span, &text);
    diag_note_elsewhere(c->diags, diag, need->span, text.bytes);
  }
}

/* The name of an option there that is nearest to the one that is missing. */
static struct suggestion nearest_option(const struct choice_change *change) {
  struct suggestion near = { .word = change->item->word };
  for (size_t i = 0; i < change->choices->count && context_suggests(change->c); i++) {
    struct tree *choice = ((struct found_choice *)change->choices->items)[i].tree;
    if (choice->kind == TREE_PICK) suggest_consider(&near, choice->word);
    else
      for (const struct tree *option = *options_of(choice); option; option = option->next)
        if (option->kind == TREE_OPTION) suggest_consider(&near, option->word);
  }
  return near;
}

static void report_option(struct choice_change *change, const struct tree *whole) {
  struct compilation *c = change->c;
  const struct tree *item = change->item;
  const char *holder = whole->number == TREE_OPTIONS ? "group" : "choice";
  struct diag *diag;
  if (change->met && item->kind == TREE_DROP_NEEDS) {
    report_needs(change);
    return;
  }
  if (change->met) {
    diag_report(c->diags, DIAG_E0705, item->span, "`%s` is a `pick`: only its conditions can be changed", item->word);
    return;
  }
  if (!item->word) {
    diag_report(c->diags, DIAG_E0704, item->span, "the %s `%s` has no `otherwise`", holder, whole->word);
    return;
  }
  diag = diag_report(c->diags, DIAG_E0704, item->word_span, "the %s `%s` has no option `%s`", holder, whole->word,
                     item->word);
  if (change->group)
    diag_note(c->diags, diag, "it comes from the group `%s`: write `change options %s { … }`", change->group,
              change->group);
  else {
    struct suggestion near = nearest_option(change);
    diag_suggest(c->diags, diag, &near);
  }
}

static void suggest_choice(struct suggestion *near, const struct tree *node) {
  for (; node; node = node->next) {
    if (node->kind == TREE_CHOOSE || node->kind == TREE_PICK) suggest_consider(near, node->word);
    for (int i = 0; i < tree_kid_count(node->kind); i++) suggest_choice(near, node->kid[i]);
  }
}

static void keep_choice(void *context, struct tree *choice, struct tree *decl) {
  struct choice_change *change = context;
  struct found_choice found = { choice, NULL };
  (void)decl;
  vector_push(change->c->arena, change->choices, &found, sizeof found);
}

static void report_missing(struct compilation *c, const struct tree *change) {
  if (change->number == TREE_OPTIONS) {
    patch_unknown(c, change, KIND(OPTIONS), "no group of options named");
    return;
  }
  struct suggestion near = { .word = change->word };
  for (size_t i = 0; i < c->file_count && context_suggests(c); i++) suggest_choice(&near, c->files[i]->kid[FILE_DECLS]);
  const struct tree *in = change->kid[CHANGE_IN];
  struct diag *diag = diag_report(c->diags, DIAG_E0704, change->word_span, "no choice named `%s`%s%s%s", change->word,
                                  in ? " in `" : "", in ? in->word : "", in ? "`" : "");
  diag_suggest(c->diags, diag, &near);
}

/* What a change cites as a whole is meant for the options and conditions it adds, unless they cite something themselves. */
static void cite_added(const struct tree *item, struct tree *whole) {
  struct tree *added = item->kind == TREE_ADD_OPTION  ? item->kid[ADD_OPTION_OPTION]
                       : item->kind == TREE_ADD_NEEDS ? item->kid[ADD_NEEDS_NEEDS]
                                                      : NULL;
  for (; added; added = added->next)
    if (!added->cites) added->cites = item->cites ? item->cites : whole->cites;
}

void patch_choices(struct compilation *c, struct tree *whole) {
  struct vector choices = { 0 };
  patch_each_choice(c, whole, keep_choice, &(struct choice_change){ .c = c, .choices = &choices });
  if (!choices.count) report_missing(c, whole);
  if (!choices.count) return;
  for (struct tree *item = whole->kid[CHANGE_ITEMS], *next; item && !arena_failed(c->arena); item = next) {
    struct choice_change change = { .c = c, .item = item, .choices = &choices };
    next = item->next;
    item->next = NULL;
    cite_added(item, whole);
    for (size_t i = 0; i < choices.count; i++) change_choice(&change, &((struct found_choice *)choices.items)[i]);
    if (!change.applied) report_option(&change, whole);
    item->next = next;
  }
}
