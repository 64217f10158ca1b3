/* Compares the declarations of two games, name by name, and puts what it finds in the order of the rulebook.
 *
 * What variants wrapped is there twice in the second game: as it was, under a name of its own, and the wrapping. The first
 * of these is compared with what the other game has; the second is a difference by itself. */
#include "compiler/diff.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/passes.h"

static const char base_start[] = "base of ", usual_start[] = "usual ";

bool diff_same(struct tree *left, struct tree *right) {
  struct tree *after_left = left->next, *after_right = right->next;
  left->next = right->next = NULL;
  bool same = tree_equal(left, right);
  left->next = after_left;
  right->next = after_right;
  return same;
}

bool diff_is_base(const char *word) { return !strncmp(word, usual_start, strlen(usual_start)); }

/* patch.c names things so that nobody can write them; here they get names that people can read. */
static void rename_bases(struct arena *arena, struct tree *node) {
  size_t length = strlen(base_start);
  for (; node; node = node->next) {
    if (node->word && !strncmp(node->word, base_start, length))
      node->word = arena_format(arena, "%s%s", usual_start, node->word + length);
    for (int i = 0; i < tree_kid_count(node->kind); i++) rename_bases(arena, node->kid[i]);
  }
}

/* ---- finding ---- */

#define KIND_OF(name) (UINT64_C(1) << TREE_##name)
static const uint64_t unnamed = KIND_OF(SETUP) | KIND_OF(PLAY) | KIND_OF(RANK) | KIND_OF(VALUE_OF) | KIND_OF(GAME);

/* Names are one space, but for what has no name or a text. The declaration is one that is compared. */
static struct tree *counterpart(const struct declarations *declarations, const struct tree *decl) {
  uint64_t kind = UINT64_C(1) << decl->kind;
  const struct declaration *found;
  if (kind & unnamed) return (found = declarations_find(declarations, NULL, kind)) ? found->tree : NULL;
  uint64_t others = kind & KIND_OF(INVARIANT) ? kind : kind | ~(unnamed | KIND_OF(INVARIANT) | KIND_OF(USE));
  return (found = declarations_find(declarations, decl->word, others)) ? found->tree : NULL;
}

static struct tree *declared(const struct declarations *declarations, const char *word) {
  const struct declaration *found = declarations_find(declarations, word, ~KIND_OF(INVARIANT));
  return found ? found->tree : NULL;
}

/* What a wrapped declaration was before: "usual travel"; NULL when it is not wrapped. */
static struct tree *usual_form(const struct diff *diff, const struct declarations *declarations,
                               const struct tree *decl) {
  const char *word = decl->kind == TREE_SETUP ? "setup" : decl->kind == TREE_PLAY ? "play" : decl->word;
  return declared(declarations, arena_format(diff->arena, "%s%s", usual_start, word));
}

/* ---- what is found ---- */

static const char *part_of(const struct tree *decl) {
  switch (decl->kind) {
  case TREE_CONST: return "constant";
  case TREE_SETTING: return "setting";
  case TREE_ENUM: return "enum";
  case TREE_DECK: return "deck";
  case TREE_TABLE: return "table";
  case TREE_GRAPH: return "graph";
  case TREE_TRACK: return "track";
  case TREE_VAR: return "variable";
  case TREE_INVARIANT: return "invariant";
  case TREE_RANK: return "ranking";
  case TREE_VALUE_OF: return "value";
  case TREE_GAME: return "game";
  case TREE_FN: return "fn";
  case TREE_EFFECT: return "effect";
  case TREE_PHASE: return "phase";
  case TREE_OPTIONS: return "options";
  case TREE_SETUP: return "set-up";
  case TREE_PLAY: return "play";
  default: return "zone";
  }
}

struct difference diff_found(const struct tree *decl, enum trv_difference_kind kind) {
  return (struct difference){ .kind = kind,
                              .part = part_of(decl),
                              .name = decl->word ? decl->word : part_of(decl),
                              .cites = decl->cites,
                              .span = decl->word ? decl->word_span : decl->span,
                              .for_players = true };
}

/* ---- declarations without steps ---- */

static const char *setting_text(const struct tree *setting) {
  for (const struct tree *limit = setting->kid[SETTING_LIMITS]; limit; limit = limit->next)
    if (limit->kind == TREE_SETTING_TEXT) return limit->word;
  return "";
}

static void write_keys(struct sheet *sheet, const struct tree *rank) {
  for (const struct tree *key = rank ? rank->kid[RANK_KEYS] : NULL; key; key = key->next) {
    sheet_item(sheet, key->flags & FLAG_DESC ? "Most: " : "Least: ");
    sheet_expression(sheet, key->kid[KEY_VALUE]);
    say(sheet, ".");
  }
}

static void name_bold(struct sheet *sheet, const char *name) {
  say(sheet, "**");
  sheet_title(sheet, name);
  say(sheet, "**");
}

/* "**ticket limit**: 8 instead of 6" */
static void compare_value(struct diff *diff, struct tree *before, struct tree *after, int kid) {
  struct text out = arena_text(diff->arena);
  struct sheet sheet = { .c = diff->after, .out = &out, .unlinked = true };
  if (diff_same(before->kid[kid], after->kid[kid])) return;
  name_bold(&sheet, after->word);
  if (after->kind == TREE_SETTING && *setting_text(after)) {
    say(&sheet, " (");
    sheet_text(&sheet, setting_text(after));
    say(&sheet, ")");
  }
  bool was_open = before->kid[kid]->kind == TREE_NONE, is_open = after->kid[kid]->kind == TREE_NONE;
  say(&sheet, is_open ? ": left open" : ": ");
  if (!is_open) sheet_expression(&sheet, after->kid[kid]);
  say(&sheet, was_open ? " instead of being left open" : " instead of ");
  sheet.c = diff->before;
  if (!was_open) sheet_expression(&sheet, before->kid[kid]);
  if (after->kind == TREE_SETTING) say(&sheet, ", unless set otherwise");
  struct difference found = diff_found(after, TRV_CHANGED);
  found.span = after->kid[kid]->span; /* a variant may give a default and leave the rest of the setting */
  diff_note(diff, found, &out);
}

/* How a declaration would stand among the components. */
static void tell_component(struct diff *diff, struct compilation *c, const struct tree *decl, struct text *out) {
  struct sheet sheet = { .c = c, .out = out, .level = 1, .unlinked = true, .uncited = true };
  const struct symbol *symbol = symbol_find(c, decl->word);
  struct text line = arena_text(diff->arena);
  sheet.out = &line;
  if (symbol) sheet_component(&sheet, symbol);
  const char *words = strstr(text_get(&line), "- ");
  if (words) text_add(out, words + strlen("- "));
}

/* Zones, tracks and variables, as the sheet tells of them; of what is not for players only that it is another. */
static void compare_components(struct diff *diff, struct tree *before, struct tree *after) {
  struct text out = arena_text(diff->arena);
  struct sheet sheet = { .c = diff->after, .out = &out, .unlinked = true };
  if (diff_same(before, after)) return;
  struct difference found = diff_found(after, TRV_CHANGED);
  found.for_players = after->kind != TREE_INVARIANT && after->kind != TREE_VALUE_OF;
  if (after->kind == TREE_INVARIANT) {
    say(&sheet, "The promise “");
    sheet_text(&sheet, after->word);
    say(&sheet, "” is tested in another way");
  } else if (after->kind == TREE_VALUE_OF) {
    say(&sheet, "The value for bots is worked out in another way");
  } else {
    name_bold(&sheet, after->word);
    say(&sheet, " changes:\n    - Instead of: ");
    tell_component(diff, diff->before, before, &out);
    say(&sheet, "\n    - Now: ");
    tell_component(diff, diff->after, after, &out);
  }
  diff_note(diff, found, &out);
}

static void compare_rank(struct diff *diff, struct tree *before, struct tree *after) {
  struct text out = arena_text(diff->arena);
  struct sheet sheet = { .c = diff->after, .out = &out, .level = 1, .unlinked = true };
  if (before && after && diff_same(before, after)) return;
  if (after) say(&sheet, "**Who wins** is decided by these, in turn, until players differ:");
  else say(&sheet, "**Who wins** is no longer decided: all share the first place");
  write_keys(&sheet, after);
  struct difference found = diff_found(after ? after : before, after ? TRV_CHANGED : TRV_REMOVED);
  found.name = found.part; /* its word is only a variable */
  diff_note(diff, found, &out);
}

static const struct tree *game_item(const struct tree *game, enum tree_kind kind) {
  for (const struct tree *item = game->kid[GAME_ITEMS]; item; item = item->next)
    if (item->kind == kind) return item;
  return NULL;
}

static void compare_game(struct diff *diff) {
  diff_seats(diff);
  struct compilation *old = diff->before, *new = diff->after;
  struct text out = arena_text(diff->arena);
  if (strcmp(old->game->word, new->game->word) != 0) {
    struct text title = arena_text(diff->arena);
    text_format(&title, "**The game** is called “%s” instead of “%s”", new->game->word, old->game->word);
    diff_note(diff, diff_found(new->game, TRV_CHANGED), &title);
  }
  if (old->low_players == new->low_players && old->high_players == new->high_players) return;
  const struct tree *players = game_item(new->game, TREE_GAME_PLAYERS);
  text_add(&out, "**For ");
  sheet_players(&out, new->low_players, new->high_players);
  text_add(&out, "**");
  text_format(&out, " instead of %d", old->low_players);
  if (old->low_players != old->high_players) text_format(&out, " to %d", old->high_players);
  struct difference found = diff_found(new->game, TRV_CHANGED);
  found.name = "players";
  if (players) found.span = players->span;
  if (players && players->cites) found.cites = players->cites;
  diff_note(diff, found, &out);
}

static bool has_steps(const struct tree *decl) {
  return decl->kind == TREE_FN || decl->kind == TREE_EFFECT || decl->kind == TREE_PHASE || decl->kind == TREE_OPTIONS ||
         decl->kind == TREE_SETUP || decl->kind == TREE_PLAY;
}

/* A declaration that only one of the games has. */
static void lone(struct diff *diff, struct tree *decl, enum trv_difference_kind kind) {
  if (has_steps(decl)) return diff_lone_procedure(diff, decl, kind);
  struct compilation *c = kind == TRV_ADDED ? diff->after : diff->before;
  struct text out = arena_text(diff->arena);
  struct sheet sheet = { .c = c, .out = &out, .unlinked = true };
  struct difference found = diff_found(decl, kind);
  if (decl->kind == TREE_INVARIANT) {
    text_format(&out, "%s promised: ", kind == TRV_ADDED ? "now" : "no longer");
    sheet_text(&sheet, decl->word);
    found.for_players = false;
    if (kind == TRV_REMOVED) found.what = arena_format(diff->arena, "the invariant \"%s\"", decl->word);
  } else if (decl->kind == TREE_VALUE_OF) {
    text_format(&out, "the value for bots is %s", kind == TRV_ADDED ? "new" : "gone");
    found.for_players = false;
  } else if (kind == TRV_REMOVED) {
    name_bold(&sheet, decl->word);
    say(&sheet, " is gone");
  } else if (decl->kind == TREE_CONST) {
    name_bold(&sheet, decl->word);
    say(&sheet, ": ");
    sheet_expression(&sheet, decl->kid[CONST_VALUE]);
  } else {
    name_bold(&sheet, decl->word);
    text_format(&out, ", %s %s, is new", context_article(part_of(decl)), part_of(decl));
  }
  diff_note(diff, found, &out);
}

/* ---- all of them ---- */

static bool is_compared(const struct tree *decl) {
  switch (decl->kind) {
  case TREE_USE:
  case TREE_GAME:
  case TREE_SCENARIO:
  case TREE_POSITION:
  case TREE_VARIANT:
  case TREE_SHOW:               /* no rule differs */
  case TREE_RANK: return false; /* compare_game and compare_rank have theirs */
  default: return true;
  }
}

static void compare_pair(struct diff *diff, struct tree *before, struct tree *after) {
  if (before->kind != after->kind && !(has_steps(before) && has_steps(after))) {
    lone(diff, before, TRV_REMOVED);
    lone(diff, after, TRV_ADDED);
    return;
  }
  switch (after->kind) {
  case TREE_CONST: compare_value(diff, before, after, CONST_VALUE); return;
  case TREE_SETTING: compare_value(diff, before, after, SETTING_VALUE); return;
  case TREE_ENUM:
  case TREE_DECK:
  case TREE_TABLE:
  case TREE_GRAPH: {
    const struct symbol *old = symbol_find(diff->before, before->word), *new = symbol_find(diff->after, after->word);
    if (old && new) diff_rows(diff, old, new);
    return;
  }
  default:
    if (!has_steps(after)) compare_components(diff, before, after);
    else diff_procedure(diff, before, after);
  }
}

/* A declaration that variants wrapped: what it was is compared, the wrapping is told. */
static void compare_wrapped(struct diff *diff, struct tree *before, struct tree *usual, struct tree *after) {
  if (diff_block(after)) diff_wrapper(diff, after);
  else {
    struct text out = arena_text(diff->arena);
    struct sheet sheet = { .c = diff->after, .out = &out, .unlinked = true };
    diff_head(&sheet, after);
    say(&sheet, ": ");
    sheet_expression(&sheet, after->kid[FN_VALUE]);
    diff_note(diff, diff_found(after, TRV_CHANGED), &out);
  }
  diff_procedure(diff, before, usual);
}

/* What variants had put around a declaration is gone. */
static void compare_unwrapped(struct diff *diff, struct tree *usual, struct tree *after) {
  struct text out = arena_text(diff->arena);
  struct sheet sheet = { .c = diff->after, .out = &out, .unlinked = true };
  diff_head(&sheet, after);
  say(&sheet, " is as usual, with nothing before, after or instead of it");
  diff_note(diff, diff_found(after, TRV_CHANGED), &out);
  diff_procedure(diff, usual, after);
}

static void compare_new(struct diff *diff, struct tree *after) {
  struct tree *before = counterpart(diff->old, after);
  if (after->word && diff_is_base(after->word)) {
    /* The first form is compared with its declaration; later ones wrap it in turn. */
    if (!before && diff_is_base(after->word + strlen(usual_start))) diff_wrapper(diff, after);
    return;
  }
  bool steps = before && has_steps(before) && has_steps(after);
  struct tree *usual = steps ? usual_form(diff, diff->new, after) : NULL;
  struct tree *was_usual = steps ? usual_form(diff, diff->old, after) : NULL;
  if (usual && was_usual) diff_procedure(diff, was_usual, usual);
  if (usual && !was_usual) compare_wrapped(diff, before, usual, after);
  else if (was_usual && !usual) compare_unwrapped(diff, was_usual, after);
  else if (before) compare_pair(diff, before, after);
  else lone(diff, after, TRV_ADDED);
}

/* ---- settings that are set ---- */

static bool is_yes(const char *value) {
  return !strcmp(value, "true") || !strcmp(value, "yes") || !strcmp(value, "on");
}

static void compare_setting(struct diff *diff, const trv_choice_of_setting *chosen) {
  const struct tree *setting = declared(diff->new, chosen->name);
  if (!setting || setting->kind != TREE_SETTING) return;
  const struct tree *usual = setting->kid[SETTING_VALUE];
  struct text out = arena_text(diff->arena), was = arena_text(diff->arena);
  struct sheet sheet = { .c = diff->after, .out = &was, .unlinked = true };
  sheet_expression(&sheet, usual);
  bool is_bool = usual->kind == TREE_BOOL;
  if (is_bool ? is_yes(chosen->value) == (usual->number != 0) : was.bytes && !strcmp(chosen->value, was.bytes)) return;
  sheet.out = &out;
  const char *text = setting_text(setting);
  if (!*text) {
    name_bold(&sheet, setting->word);
  } else {
    say(&sheet, is_bool && !is_yes(chosen->value) ? "not: **" : "**");
    sheet_text(&sheet, text);
    say(&sheet, "**");
  }
  if (!is_bool) {
    say(&sheet, ": ");
    sheet_name(&sheet, chosen->value);
    text_format(&out, " instead of %s", text_get(&was));
  }
  struct difference found = diff_found(setting, TRV_CHANGED);
  found.is_choice = true;
  diff_note(diff, found, &out);
}

/* ---- order ---- */

bool diff_cited(const struct tree *cites, size_t index, struct diff_item *item) {
  for (const struct tree *cite = cites; cite; cite = cite->next) {
    uint32_t first = (uint32_t)tree_cite_first(cite), last = (uint32_t)cite->number;
    size_t count = last > first ? last - first + 1 : 1;
    if (index < count) {
      *item = (struct diff_item){ cite->word[0], first + (uint32_t)index };
      return true;
    }
    index -= count;
  }
  return false;
}

/* What has no item comes last, and before it what has one that the rulebook lacks. */
static size_t rank_of(const struct diff *diff, const struct tree *cites) {
  struct diff_item item;
  if (!diff_cited(cites, 0, &item)) return SIZE_MAX;
  const struct rulebook_item *there = diff->rulebook ? rulebook_find(diff->rulebook, item.kind, item.number) : NULL;
  return there ? (size_t)(there - diff->rulebook->items) : SIZE_MAX - 1;
}

/* What a variant did to something that stands in the game's text is to be found in the variant's. */
static void move_to_change(const struct diff *diff, struct difference *found) {
  const struct change *change = found->what ? variants_change_of(diff->after, found->what) : NULL;
  if (change && !variants_own(diff->after, found->span.file)) found->span = change->span;
}

/* Begins with a capital, and ends with a full stop unless a list follows. */
static const char *as_sentence(const struct diff *diff, const char *words) {
  struct text out = arena_text(diff->arena);
  struct sheet sheet = { .c = diff->after, .out = &out };
  size_t length = strlen(words);
  say(&sheet, words);
  sheet_capital(&sheet, strncmp(words, "**“", strlen("**“")) ? 0 : strlen("**“"));
  if (length && !strchr(words, '\n') && !strchr(".:", words[length - 1])) say(&sheet, ".");
  return text_get(&out);
}

void diff_note(struct diff *diff, struct difference found, const struct text *out) {
  move_to_change(diff, &found);
  found.words = as_sentence(diff, text_get(out));
  found.rank = rank_of(diff, found.cites);
  found.number = diff->list.count;
  vector_push(diff->arena, &diff->list, &found, sizeof found);
}

static int compare_ranks(const void *left, const void *right) {
  const struct difference *a = left, *b = right;
  if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

static struct declarations *index_game(struct diff *diff, struct compilation *c) {
  struct declarations *declarations = declarations_new(diff->arena);
  for (size_t i = 0; i < c->file_count; i++) {
    rename_bases(diff->arena, c->files[i]);
    declarations_add(declarations, c->files[i]);
  }
  return declarations;
}

void diff_compare(struct diff *diff) {
  struct compilation *c = diff->after;
  diff->old = index_game(diff, diff->before);
  diff->new = index_game(diff, diff->after);
  diff->rulebook = sheet_rulebook(diff->after);
  compare_game(diff);
  for (size_t i = 0; i < diff->setting_count; i++) compare_setting(diff, &diff->settings[i]);
  for (size_t i = 0; i < c->file_count && !arena_failed(diff->arena); i++)
    for (struct tree *decl = rules_of_file(c, c->files[i]); decl; decl = decl->next)
      if (is_compared(decl)) compare_new(diff, decl);
  c = diff->before;
  for (size_t i = 0; i < c->file_count && !arena_failed(diff->arena); i++)
    for (struct tree *decl = rules_of_file(c, c->files[i]); decl; decl = decl->next) {
      if (!is_compared(decl) || (decl->word && diff_is_base(decl->word))) continue;
      if (!counterpart(diff->new, decl)) lone(diff, decl, TRV_REMOVED);
    }
  if (diff->before->rank || diff->after->rank) compare_rank(diff, diff->before->rank, diff->after->rank);
  if (diff->list.count) qsort(diff->list.items, diff->list.count, sizeof(struct difference), compare_ranks);
}
