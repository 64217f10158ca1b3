/* Variants: their order, what each changes, and where two change the same thing.
 *
 * Variants apply in an order of their own, by title, except that one which is `over` another comes after it; so the
 * order in which they are named makes no difference. What they change is listed before anything is applied, and two
 * of them may only change the same thing if one is over the other. */
#include <stdlib.h>
#include <string.h>

#include "compiler/patch.h"

/* ---- order ---- */

static const struct tree *variant_tree(const struct compilation *c, size_t index) {
  return ITEM(c, variants, struct variant, index)->tree;
}

static const struct tree *over(const struct tree *variant, const struct tree *other) {
  for (const struct tree *below = variant->kid[VARIANT_OVER]; below; below = below->next)
    if (!strcmp(below->word, other->word)) return below;
  return NULL;
}

static void check_titles(struct compilation *c) {
  for (size_t i = 0; i < c->variants.count; i++)
    for (size_t j = 0; j < i; j++) {
      if (strcmp(variant_tree(c, i)->word, variant_tree(c, j)->word) != 0) continue;
      struct diag *diag = diag_report(c->diags, DIAG_E0209, variant_tree(c, i)->word_span,
                                      "two variants are called \"%s\"", variant_tree(c, i)->word);
      diag_note_at(c->diags, diag, variant_tree(c, j)->word_span, "the other one");
    }
}

/* Whether a variant may come next: nothing that still waits is below it. */
static bool is_free(const struct compilation *c, size_t index, size_t done) {
  for (size_t i = done; i < c->variants.count; i++)
    if (i != index && over(variant_tree(c, index), variant_tree(c, i))) return false;
  return true;
}

static void report_circle(struct compilation *c, size_t done) {
  for (size_t i = done; i < c->variants.count; i++) {
    const struct tree *variant = variant_tree(c, done), *other = variant_tree(c, i);
    const struct tree *below = over(variant, other);
    if (!below || i == done) continue;
    struct diag *diag = diag_report(c->diags, DIAG_E0707, below->span, "\"%s\" and \"%s\" are over each other",
                                    variant->word, other->word);
    diag_note_at(c->diags, diag, other->word_span, "\"%s\", directly or through another variant", other->word);
    return;
  }
}

static void sort_variants(struct compilation *c) {
  struct variant *variants = c->variants.items;
  for (size_t done = 0; done < c->variants.count; done++) {
    size_t next = c->variants.count;
    for (size_t i = done; i < c->variants.count; i++)
      if (is_free(c, i, done) &&
          (next == c->variants.count || strcmp(variants[i].tree->word, variants[next].tree->word) < 0))
        next = i;
    if (next == c->variants.count) {
      report_circle(c, done);
      return;
    }
    struct variant taken = variants[next];
    memmove(&variants[done + 1], &variants[done], (next - done) * sizeof taken);
    variants[done] = taken;
  }
}

/* The libraries that variants bring are put in order as well: by name. */
static void sort_libraries(struct compilation *c) {
  for (size_t i = c->base_files + 1; i < c->file_count; i++)
    for (size_t j = i; j > c->base_files; j--) {
      struct tree *left = c->files[j - 1], *right = c->files[j];
      if (strcmp(c->sources->items[left->span.file]->name, c->sources->items[right->span.file]->name) <= 0) break;
      c->files[j - 1] = right;
      c->files[j] = left;
    }
}

bool variants_own(const struct compilation *c, uint32_t file) {
  for (size_t i = 0; i < c->variants.count; i++)
    if (ITEM(c, variants, struct variant, i)->file == file) return true;
  return !c->variants.count && file == c->main_file;
}

/* ---- what is changed ---- */

struct variants_listing {
  struct compilation *c;
  struct change change; /* under construction */
};

static const char *interned(const struct compilation *c, const char *text) {
  return arena_intern(c->arena, text, strlen(text));
}

static const char *quoted(struct compilation *c, const char *word) {
  return interned(c, arena_format(c->arena, "`%s`", word));
}

/* What a declaration is called in a conflict. */
static const char *decl_phrase(struct compilation *c, const struct tree *decl) {
  switch (decl->kind) {
  case TREE_SETUP: return interned(c, "the set-up");
  case TREE_PLAY: return interned(c, "`play`");
  case TREE_RANK: return interned(c, "the ranking");
  case TREE_VALUE_OF: return interned(c, "`value of`");
  case TREE_SHOW: return interned(c, "`show`");
  case TREE_INVARIANT: return interned(c, arena_format(c->arena, "the invariant \"%s\"", decl->word));
  default: return quoted(c, decl->word);
  }
}

static const char *source_text(struct compilation *c, struct span span) {
  return arena_format(c->arena, "%.*s", (int)(span.end - span.start), c->sources->items[span.file]->text + span.start);
}

static void list_change(struct variants_listing *listing, const struct tree *item, const char *what) {
  struct change change = listing->change;
  change.item = item;
  change.what = interned(listing->c, what);
  change.span = item->word_span;
  if (item->cites) change.cites = item->cites;
  PUSH(listing->c, changes, change);
}

/* An edge has one name, whichever end is written first. */
static const char *edge_phrase(struct compilation *c, const struct tree *edge) {
  const char *from = edge->kid[EDGE_FROM]->word, *to = edge->kid[EDGE_TO] ? edge->kid[EDGE_TO]->word : "none";
  bool directed = edge->flags & FLAG_DIRECTED || !edge->kid[EDGE_TO];
  if (!directed && strcmp(from, to) > 0) {
    const char *other = from;
    from = to;
    to = other;
  }
  return arena_format(c->arena, "`%s %s %s`", from, directed ? "->" : "-", to);
}

static const char *row_phrase(struct compilation *c, const struct tree *item) {
  if (item->kind == TREE_ADD_EDGE) return edge_phrase(c, item->kid[ADD_EDGE_EDGE]);
  if (item->kind == TREE_REMOVE_EDGE) return edge_phrase(c, item->kid[REMOVE_EDGE_EDGE]);
  return quoted(c, item->word ? item->word : source_text(c, item->word_span));
}

static void list_rows(struct variants_listing *listing, const struct tree *change) {
  struct compilation *c = listing->c;
  listing->change.inside = quoted(c, change->word);
  for (const struct tree *item = change->kid[CHANGE_ITEMS]; item && !arena_failed(c->arena); item = item->next)
    list_change(listing, item, arena_format(c->arena, "%s of `%s`", row_phrase(c, item), change->word));
}

const char *variants_option(struct compilation *c, const char *option, const char *choice, bool group) {
  const char *holder = group ? "group" : "choice";
  if (!option) return arena_format(c->arena, "`otherwise` of the %s `%s`", holder, choice);
  return arena_format(c->arena, "the option `%s` of the %s `%s`", option, holder, choice);
}

static const char *option_phrase(struct compilation *c, const struct tree *item, const struct tree *change) {
  bool group = change->number == TREE_OPTIONS;
  const struct tree *added = item->kind == TREE_ADD_OPTION ? item->kid[ADD_OPTION_OPTION] : NULL;
  if (added && added->kind == TREE_INCLUDE)
    return arena_format(c->arena, "the options of `%s` in the %s `%s`", added->kid[INCLUDE_CALL]->word,
                        group ? "group" : "choice", change->word);
  return variants_option(c, item->word, change->word, group);
}

struct choice_listing {
  struct variants_listing *listing;
  const struct tree *change;
};

static void list_choice(void *context, struct tree *choice, struct tree *decl) {
  struct choice_listing *found = context;
  struct compilation *c = found->listing->c;
  found->listing->change.inside = decl_phrase(c, decl);
  found->listing->change.cites = choice->cites;
  found->listing->change.before = choice->span;
  for (const struct tree *item = found->change->kid[CHANGE_ITEMS]; item && !arena_failed(c->arena); item = item->next)
    list_change(found->listing, item, option_phrase(c, item, found->change));
}

static void list_game(struct variants_listing *listing, const struct tree *change) {
  for (const struct tree *item = change->kid[CHANGE_ITEMS]; item; item = item->next) switch (item->kind) {
    case TREE_GAME_PLAYERS: list_change(listing, item, "the number of players"); break;
    case TREE_GAME_SEATS: list_change(listing, item, "the names of the seats"); break;
    case TREE_GAME_LIMIT: list_change(listing, item, "the limit of decisions"); break;
    case TREE_GAME_RULEBOOK: list_change(listing, item, "the rulebook"); break;
    default: list_change(listing, item, "the summary"); break;
    }
}

static void list_item(struct variants_listing *listing, const struct tree *item) {
  struct compilation *c = listing->c;
  struct choice_listing choices = { listing, item };
  switch (item->kind) {
  case TREE_USE:
  case TREE_SCENARIO:
  case TREE_GAME_SUMMARY: return;
  case TREE_CHANGE:
    if (item->number == TREE_SHOW) return; /* lines of several variants come one after the other, and no rule differs */
    if (item->number == TREE_GAME) list_game(listing, item);
    else if (item->number == TREE_CHOOSE || item->number == TREE_OPTIONS)
      patch_each_choice(c, item, list_choice, &choices);
    else list_rows(listing, item);
    return;
  case TREE_DROP_INVARIANT:
    listing->change.replaces = true;
    list_change(listing, item, arena_format(c->arena, "the invariant \"%s\"", item->word));
    return;
  case TREE_REPLACE:
    listing->change.replaces = true;
    list_change(listing, item, decl_phrase(c, item->kid[REPLACE_DECL]));
    return;
  case TREE_WRAP:
    listing->change.replaces = item->number == WRAP_INSTEAD;
    list_change(listing, item, decl_phrase(c, item->kid[WRAP_TARGET]));
    return;
  default: list_change(listing, item, decl_phrase(c, item)); return;
  }
}

/* What a change is about, as the game declares it; NULL if it declares no such thing. */
static const struct tree *target_of(const struct compilation *c, const struct tree *item) {
  const struct tree *target = item->kind == TREE_REPLACE ? item->kid[REPLACE_DECL]
                              : item->kind == TREE_WRAP  ? item->kid[WRAP_TARGET]
                                                         : item;
  uint64_t kinds = ~UINT64_C(0);
  if (target->kind == TREE_SETUP || target->kind == TREE_PLAY || target->kind == TREE_RANK)
    kinds = UINT64_C(1) << target->kind;
  else if (!target->word) return NULL;
  const struct declaration *there = patch_find(c, kinds == ~UINT64_C(0) ? target->word : NULL, kinds);
  return there ? there->tree : NULL;
}

/* The declaration of the game that an item of a variant changes. */
static const char *changed_name(const struct tree *item) {
  const struct tree *decl = item->kind == TREE_WRAP      ? item->kid[WRAP_TARGET]
                            : item->kind == TREE_REPLACE ? item->kid[REPLACE_DECL]
                                                         : item;
  bool is_given = item->kind == TREE_CONST || item->kind == TREE_SETTING;
  bool is_change = decl != item || item->kind == TREE_CHANGE || item->kind == TREE_SETTING_DEFAULT ||
                   item->kind == TREE_RANK || (is_given && !(item->flags & FLAG_NEW));
  return !is_change ? NULL : decl->word ? decl->word : "";
}

static void list_changes(struct compilation *c) {
  for (size_t i = 0; i < c->variants.count; i++)
    for (const struct tree *item = variant_tree(c, i)->kid[VARIANT_ITEMS]; item && !arena_failed(c->arena);
         item = item->next) {
      const struct tree *target = target_of(c, item);
      struct variants_listing listing = { c,
                                          { .variant = i,
                                            .name = changed_name(item),
                                            .cites = target ? target->cites : NULL,
                                            .whole = item->span,
                                            .doc = tree_doc(item),
                                            .before = target ? target->span : (struct span){ 0 } } };
      list_item(&listing, item);
    }
}

/* ---- which change is of what ---- */

struct changed_place {
  struct span whole;
  size_t number; /* of the change */
};
/* Changes by what they change; numbers are counted from 1, so that 0 is none. */
struct change_index {
  struct name_table *last_of, *last_inside, *last_named; /* the last change of a phrase, in a phrase, of a name */
  size_t *before_of, *before_inside;                     /* of each change: the one before it with the same phrase */
  struct changed_place *places;                          /* in the order of the text */
};

static size_t last_in(const struct name_table *table, const char *key) {
  return key ? (size_t)(uintptr_t)table_get(table, key) : 0;
}

static size_t put_last(struct name_table *table, const char *key, size_t number) {
  size_t before = last_in(table, key);
  if (key) table_put(table, key, (void *)(uintptr_t)number);
  return before;
}

/* "`travel`" is the phrase of what is named travel. */
static void put_name(struct compilation *c, const char *phrase, size_t number) {
  size_t length = phrase && phrase[0] == '`' ? strlen(phrase) : 0;
  if (length < 2 || phrase[length - 1] != '`') return;
  put_last(c->changed->last_named, arena_intern(c->arena, phrase + 1, length - 2), number);
}

static int compare_changed_places(const void *left, const void *right) {
  const struct changed_place *a = left, *b = right;
  if (a->whole.file != b->whole.file) return a->whole.file < b->whole.file ? -1 : 1;
  if (a->whole.start != b->whole.start) return a->whole.start < b->whole.start ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

static bool index_changes(struct compilation *c) {
  size_t count = c->changes.count;
  struct change_index *index = c->changed = arena_alloc(c->arena, sizeof *index);
  struct name_table **tables[] = { &index->last_of, &index->last_inside, &index->last_named };
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) *tables[i] = table_new(c->arena);
  index->before_of = arena_try(c->arena, 2 * (count + 1) * sizeof *index->before_of);
  index->places = arena_try(c->arena, (count + 1) * sizeof *index->places);
  if (!index->before_of || !index->places) return false;
  index->before_inside = index->before_of + count + 1;
  for (size_t number = 1; number <= count; number++) {
    const struct change *change = ITEM(c, changes, struct change, number - 1);
    index->before_of[number] = put_last(index->last_of, change->what, number);
    index->before_inside[number] = put_last(index->last_inside, change->inside, number);
    put_name(c, change->what, number);
    put_name(c, change->inside, number);
    index->places[number - 1] = (struct changed_place){ change->whole, number };
  }
  qsort(index->places, count, sizeof *index->places, compare_changed_places);
  return true;
}

static const struct change *change_numbered(const struct compilation *c, size_t number) {
  return number ? ITEM(c, changes, struct change, number - 1) : NULL;
}

const struct change *variants_last_change(const struct compilation *c, const char *name) {
  return c->changed ? change_numbered(c, last_in(c->changed->last_named, interned(c, name))) : NULL;
}

const struct change *variants_change_of(const struct compilation *c, const char *what) {
  return c->changed ? change_numbered(c, last_in(c->changed->last_of, interned(c, what))) : NULL;
}

const struct change *variants_change_at(const struct compilation *c, struct span span) {
  size_t low = 0, high = c->changed ? c->changes.count : 0;
  while (low < high) { /* the first one whose text does not end before the place */
    size_t middle = low + (high - low) / 2;
    struct span whole = c->changed->places[middle].whole;
    if (whole.file < span.file || (whole.file == span.file && whole.end <= span.start)) low = middle + 1;
    else high = middle;
  }
  if (!c->changed || low == c->changes.count) return NULL;
  struct changed_place place = c->changed->places[low];
  return place.whole.file == span.file && place.whole.start <= span.start ? change_numbered(c, place.number) : NULL;
}

/* ---- conflicts ---- */

static const char *text_cites(struct compilation *c, const struct tree *cites) {
  struct text out = arena_text(c->arena);
  if (!cites) return "";
  text_add(&out, " (");
  context_add_cites(&out, cites, " ", "-");
  text_add(&out, ")");
  return text_get(&out);
}

static bool collide(const struct compilation *c, const struct change *left, const struct change *right) {
  if (left->variant == right->variant) return false;
  const struct tree *first = variant_tree(c, left->variant), *second = variant_tree(c, right->variant);
  if (over(first, second) || over(second, first)) return false;
  if (left->item->kind == TREE_DROP_INVARIANT && right->item->kind == TREE_DROP_INVARIANT) return false;
  return left->what == right->what || (left->replaces && right->inside == left->what) ||
         (right->replaces && left->inside == right->what);
}

/* Whether a change leaves no room for another one of the same thing in the same variant. */
static bool is_final(const struct change *change) {
  switch (change->item->kind) {
  case TREE_CONST:
  case TREE_SETTING:
  case TREE_SETTING_DEFAULT:
  case TREE_RANK: return true;
  case TREE_REPLACE:
  case TREE_WRAP: return change->replaces;
  default: return false;
  }
}

static bool repeats(const struct change *left, const struct change *right) {
  return left->variant == right->variant && left->what == right->what && is_final(left) && is_final(right);
}

static void report_repeat(struct compilation *c, const struct change *left, const struct change *right) {
  struct diag *diag = diag_report(c->diags, DIAG_E0209, right->span, "this variant says twice what %s is", right->what);
  diag_note_at(c->diags, diag, left->span, "the first time");
}

/* How the two can be played together; one may have tried already, with a title that is not quite right. */
static void note_over(struct compilation *c, struct diag *diag, const struct tree *variant, const struct tree *other) {
  struct suggestion near = { .word = other->word };
  for (const struct tree *below = variant->kid[VARIANT_OVER]; below; below = below->next) {
    const char *best = near.best;
    suggest_consider(&near, below->word);
    if (near.best != best)
      diag_note_elsewhere(c->diags, diag, below->span,
                          arena_format(c->arena, "did you mean `over \"%s\"`?", other->word));
  }
}

static void report_conflict(struct compilation *c, const struct change *left, const struct change *right) {
  const struct tree *first = variant_tree(c, left->variant), *second = variant_tree(c, right->variant);
  struct diag *diag;
  if (left->what == right->what)
    diag = diag_report(c->diags, DIAG_E0706, right->span, "\"%s\" and \"%s\" both change %s%s", first->word,
                       second->word, right->what, text_cites(c, right->cites));
  else if (left->replaces)
    diag = diag_report(c->diags, DIAG_E0706, right->span, "\"%s\" changes %s%s, and \"%s\" replaces %s around it",
                       second->word, right->what, text_cites(c, right->cites), first->word, left->what);
  else
    diag = diag_report(c->diags, DIAG_E0706, right->span, "\"%s\" replaces %s%s, in which \"%s\" changes %s",
                       second->word, right->what, text_cites(c, right->cites), first->word, left->what);
  diag_note_at(c->diags, diag, left->span, "\"%s\" changes %s%s", first->word, left->what, text_cites(c, left->cites));
  note_over(c, diag, first, second);
  note_over(c, diag, second, first);
  diag_note(c->diags, diag,
            "they can be played together once \"%s\" says `over \"%s\"`, or the other way round; that one comes last",
            second->word, first->word);
}

/* Of the changes from `number` on back to the first that has the same phrase: the earliest one that a change does not
 * go with, or `earliest` if that comes before it. */
static size_t earliest_clash(const struct compilation *c, size_t number, const size_t *before, size_t own,
                             size_t earliest) {
  const struct change *right = change_numbered(c, own);
  for (; number; number = before[number]) {
    const struct change *left = change_numbered(c, number);
    if (number < own && (!earliest || number < earliest) && (collide(c, left, right) || repeats(left, right)))
      earliest = number;
  }
  return earliest;
}

/* A variant does not collide with itself, and repeats itself only in what leaves no room for another change. */
static bool may_clash(const struct compilation *c, const struct change *change) {
  return c->variants.count > 1 || is_final(change);
}

static bool find_conflicts(struct compilation *c) {
  size_t errors = c->diags->errors;
  const struct change_index *index = c->changed;
  for (size_t number = 1; number <= c->changes.count; number++) {
    const struct change *right = change_numbered(c, number);
    if (!may_clash(c, right)) continue;
    size_t clash = earliest_clash(c, index->before_of[number], index->before_of, number, 0);
    clash = earliest_clash(c, last_in(index->last_of, right->inside), index->before_of, number, clash);
    if (right->replaces)
      clash = earliest_clash(c, last_in(index->last_inside, right->what), index->before_inside, number, clash);
    if (!clash) continue;
    const struct change *left = change_numbered(c, clash);
    if (collide(c, left, right)) report_conflict(c, left, right);
    if (repeats(left, right)) report_repeat(c, left, right);
  }
  return c->diags->errors > errors;
}

/* The scenarios of the game hold without variants, and those of a variant with that one alone: with several variants,
 * none of them need be true. */
static void drop_scenarios(struct compilation *c) {
  for (size_t i = 0; i < c->file_count; i++)
    for (struct tree **link = &c->files[i]->kid[FILE_DECLS]; *link;)
      if ((*link)->kind == TREE_SCENARIO) *link = (*link)->next;
      else link = &(*link)->next;
}

static size_t count_named(const struct compilation *c) {
  size_t count = 0;
  for (size_t i = 0; i < c->variants.count; i++) count += ITEM(c, variants, struct variant, i)->named;
  return count;
}

/* How often scenarios and positions call each name, as pointers. */
struct position_calls {
  struct name_table *counts;
  const char *own; /* a position's calls of itself do not count */
  int step;        /* 1 while counting, -1 for what is dropped */
};

static void count_position_calls(struct position_calls *calls, const struct tree *node) {
  for (; node; node = node->next) {
    if (node->kind == TREE_CALL && node->word != calls->own) {
      intptr_t count = (intptr_t)table_get(calls->counts, node->word) + calls->step;
      table_put(calls->counts, node->word, (void *)count);
    }
    for (int i = 0; i < tree_kid_count(node->kind); i++) count_position_calls(calls, node->kid[i]);
  }
}

static void count_calls_of(struct position_calls *calls, const struct tree *decl, int step) {
  calls->own = decl->kind == TREE_POSITION ? decl->word : NULL;
  calls->step = step;
  for (int i = 0; i < tree_kid_count(decl->kind); i++) count_position_calls(calls, decl->kid[i]);
}

/* Positions that only served the scenarios of the game: they may name what is no longer there. What one of them alone
 * called is dropped in the next round, so there are as many rounds as positions call each other deep. */
static void drop_positions(struct compilation *c) {
  struct position_calls calls = { .counts = table_new(c->arena) };
  for (size_t i = 0; i < c->file_count; i++)
    for (const struct tree *decl = c->files[i]->kid[FILE_DECLS]; decl; decl = decl->next)
      if (decl->kind == TREE_SCENARIO || decl->kind == TREE_POSITION) count_calls_of(&calls, decl, 1);
  for (bool dropped = true; dropped && !arena_failed(c->arena);) {
    dropped = false;
    for (size_t i = 0; i < c->base_files; i++)
      for (struct tree **link = &c->files[i]->kid[FILE_DECLS], *decl = *link; decl; decl = *link) {
        bool is_served = decl->kind == TREE_POSITION && !table_get(calls.counts, decl->word);
        if (is_served) *link = decl->next, dropped = true, count_calls_of(&calls, decl, -1);
        else link = &decl->next;
      }
  }
}

void variants_apply(struct compilation *c) {
  if (!c->variants.count || c->base_file < 0) return;
  check_titles(c);
  sort_variants(c);
  sort_libraries(c);
  drop_scenarios(c);
  c->declared = declarations_new(c->arena);
  for (size_t i = 0; i < c->file_count; i++) declarations_add(c->declared, c->files[i]);
  list_changes(c);
  if (!index_changes(c) || find_conflicts(c)) return;
  bool alone = count_named(c) == 1;
  for (size_t i = 0; i < c->variants.count; i++) {
    struct variant *variant = ITEM(c, variants, struct variant, i);
    struct tree *added = patch_apply(c, variant, alone && variant->named);
    use_add(c, added);
    declarations_add(c->declared, added);
  }
  drop_positions(c);
}

void variants_note(struct compilation *c) {
  if (!c->variants.count || c->base_file < 0) return;
  struct text titles = arena_text(c->arena);
  for (size_t i = 0; i < c->variants.count; i++)
    text_format(&titles, "%s\"%s\"", !i ? "" : i + 1 < c->variants.count ? ", " : " and ", variant_tree(c, i)->word);
  for (size_t i = 0; i < c->diags->count; i++) {
    struct diag *diag = c->diags->items[i];
    if (diag->span.file == (uint32_t)c->base_file && diag_severity_of(diag->code) == SEVERITY_ERROR)
      diag_note(c->diags, diag, "this is the game as %s change%s it", titles.bytes, c->variants.count == 1 ? "s" : "");
  }
}
