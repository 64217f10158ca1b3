/* Differences in procedures: what is wrapped around them, their steps, their choices.
 *
 * Steps are compared as the lines of the rules sheet, so that a difference is what a reader would see; citations alone
 * are none. Options are
 * compared one by one, each with its conditions; to that end they are first taken out of their choices, and the lines of
 * the steps have only the choices' heads. */
#include <string.h>

#include "compiler/passes.h"
#include "compiler/diff.h"

/* ---- lines ---- */

enum { MOST_LINES = 1500 }; /* beyond, a procedure is said to be replaced */

struct lines {
  const char **items; /* "    - Draw 1 card …" */
  size_t count;
};

static struct lines split(struct arena *arena, const char *text) {
  struct vector list = { 0 };
  while (text && *text) {
    size_t length = strcspn(text, "\n");
    const char *line = arena_copy_text(arena, text, length);
    if (length) vector_push(arena, &list, &line, sizeof line);
    text += length + (text[length] == '\n');
  }
  return (struct lines){ list.items, list.count };
}

static struct lines lines_of(struct compilation *c, const struct tree *block) {
  struct text out = arena_text(c->arena);
  struct sheet sheet = { .c = c, .out = &out, .unlinked = true, .uncited = true, .step_a_line = true };
  if (block) sheet_block(&sheet, block, false);
  return split(c->arena, out.bytes);
}

static size_t indent_of(const char *line) { return strspn(line, " "); }

/* The line without its indent and mark. */
static const char *words_of(const char *line) { return line + indent_of(line) + strlen("- "); }

/* "- LEAD" and the lines below it, or behind it if there is only one. */
static void write_run(struct text *out, int level, const char *lead, const char *const *lines, size_t count) {
  text_format(out, "\n%*s- %s", SHEET_INDENT * level, "", lead);
  if (count == 1) {
    text_format(out, " %s", words_of(lines[0]));
    return;
  }
  size_t least = count ? indent_of(lines[0]) : 0;
  for (size_t i = 0; i < count; i++)
    if (indent_of(lines[i]) < least) least = indent_of(lines[i]);
  for (size_t i = 0; i < count; i++) text_format(out, "\n%*s%s", SHEET_INDENT * (level + 1), "", lines[i] + least);
}

static void write_all(struct text *out, struct lines lines) {
  for (size_t i = 0; i < lines.count; i++) text_format(out, "\n%*s%s", SHEET_INDENT, "", lines.items[i]);
}

/* How many lines two texts have in common from each pair of lines on, row by row; NULL without memory. */
static uint16_t *common_lines(struct arena *arena, struct lines old, struct lines new) {
  size_t width = new.count + 1;
  uint16_t *common = arena_try(arena, (old.count + 1) * width * sizeof *common);
  if (!common) return NULL;
  for (size_t i = old.count; i-- > 0;)
    for (size_t j = new.count; j-- > 0;) {
      uint16_t below = common[(i + 1) * width + j], beside = common[i * width + j + 1];
      if (!strcmp(old.items[i], new.items[j])) common[i * width + j] = (uint16_t)(common[(i + 1) * width + j + 1] + 1);
      else common[i * width + j] = below > beside ? below : beside;
    }
  return common;
}

/* A line to be quoted: without its mark. */
static const char *quoted(struct arena *arena, const char *line) {
  const char *words = words_of(line);
  size_t length = strlen(words);
  while (length && strchr(".:", words[length - 1])) length--;
  return arena_format(arena, "“%s”", arena_copy_text(arena, words, length));
}

/* ", inside “For each player p”": a step of a loop reads like one that comes after it otherwise. */
static const char *place_of(struct arena *arena, struct lines lines, size_t line) {
  size_t indent = indent_of(lines.items[line]);
  for (size_t i = line; i-- > 0;)
    if (indent_of(lines.items[i]) < indent) return arena_format(arena, ", inside %s", quoted(arena, lines.items[i]));
  return "";
}

/* ", after “Shuffle the stock”": the step before it in the same list, however much stands below that. */
static const char *after_of(struct arena *arena, struct lines lines, size_t line) {
  size_t indent = indent_of(lines.items[line]);
  for (size_t i = line; i-- > 0;) {
    if (indent_of(lines.items[i]) < indent) break;
    if (indent_of(lines.items[i]) == indent) return arena_format(arena, ", after %s", quoted(arena, lines.items[i]));
  }
  return ", at the beginning";
}

/* One place in which lines were taken out and others put in. */
static void write_change(struct arena *arena, struct text *out, struct lines old, size_t from, size_t to,
                         struct lines new, size_t begin, size_t end) {
  const char *was_inside = from < to ? place_of(arena, old, from) : "",
             *inside = begin < end ? place_of(arena, new, begin) : "";
  if (from < to && begin < end) {
    bool moved = strcmp(was_inside, inside) != 0;
    write_run(out, 1, arena_format(arena, "Instead of%s:", moved ? was_inside : ""), old.items + from, to - from);
    write_run(out, 1, arena_format(arena, "Now%s:", moved ? inside : ""), new.items + begin, end - begin);
  } else if (from < to) {
    write_run(out, 1, arena_format(arena, "Left out%s:", was_inside), old.items + from, to - from);
  } else {
    write_run(out, 1, arena_format(arena, "New%s%s:", after_of(arena, new, begin), inside), new.items + begin,
              end - begin);
  }
}

/* The differences between two blocks as a list; false when no line differs. */
static bool write_changes(struct diff *diff, struct text *out, const struct tree *before, const struct tree *after) {
  struct lines old = lines_of(diff->before, before), new = lines_of(diff->after, after);
  size_t i = 0, j = 0, width = new.count + 1, most = old.count > new.count ? old.count : new.count;
  if (most > MOST_LINES) {
    write_run(out, 1, "Now:", new.items, new.count);
    return true;
  }
  const uint16_t *common = common_lines(diff->arena, old, new);
  if (!common || common[0] == most) return false;
  if (4 * common[0] < most) {
    write_run(out, 1, old.count ? "Instead of:" : "Instead of nothing.", old.items, old.count);
    write_run(out, 1, new.count ? "Now:" : "Now nothing.", new.items, new.count);
    return true;
  }
  while (i < old.count || j < new.count) {
    size_t from = i, begin = j;
    while (i < old.count && j < new.count && !strcmp(old.items[i], new.items[j])) from = ++i, begin = ++j;
    while ((i < old.count || j < new.count) && !(i < old.count && j < new.count && !strcmp(old.items[i], new.items[j])))
      if (j == new.count || (i < old.count && common[(i + 1) * width + j] >= common[i * width + j + 1])) i++;
      else j++;
    if (from < i || begin < j) write_change(diff->arena, out, old, from, i, new, begin, j);
  }
  return true;
}

/* ---- names ---- */

/* A text of the author's without anything worked out in it is what players read; NULL: there is none. */
static const char *plain_text(const struct tree *string) {
  const struct tree *part = string ? string->kid[STRING_PARTS] : NULL;
  return part && part->kind == TREE_TEXT_PART && !part->next ? part->word : NULL;
}

/* "hand limit" is hand_limit in words. */
static bool is_name_in_words(const char *words, const char *name) {
  for (; *words && (*words == *name || (*words == ' ' && *name == '_')); words++) name++;
  return !*words && !*name;
}

void diff_head(struct sheet *sheet, const struct tree *decl) {
  const char *before = " (";
  if (decl->kind == TREE_SETUP) return say(sheet, "**the set-up**");
  if (decl->kind == TREE_PLAY) return say(sheet, "**the course of the game**");
  const char *title = decl->kind == TREE_PHASE ? plain_text(decl->kid[PHASE_TITLE]) : NULL;
  if (title && !is_name_in_words(title, decl->word)) {
    say(sheet, "**“");
    sheet_text(sheet, title);
    say(sheet, "”**");
  } else {
    say(sheet, "**");
    sheet_name(sheet, decl->word);
    say(sheet, "**");
  }
  for (const struct tree *param = decl->kid[0]; param; param = param->next, before = ", ") {
    say(sheet, before);
    sheet_variable(sheet, param->word);
  }
  if (decl->kid[0]) say(sheet, ")");
}
_Static_assert(FN_PARAMS == 0 && EFFECT_PARAMS == 0 && PHASE_PARAMS == 0 && OPTIONS_PARAMS == 0,
               "diff_head relies on it");

struct tree *diff_block(const struct tree *decl) {
  return tree_kid_as(decl, AS_STATEMENT);
}

/* ---- choices ---- */

/* A choice, pick or group whose options or conditions were taken out. */
struct opened {
  struct tree *choice, *list;
  bool matched;
};

static void open_choices(struct arena *arena, struct tree *node, struct vector *found) {
  for (; node; node = node->next) {
    int kid = node->kind == TREE_CHOOSE    ? CHOOSE_OPTIONS
              : node->kind == TREE_OPTIONS ? OPTIONS_OPTIONS
              : node->kind == TREE_PICK    ? PICK_NEEDS
                                           : -1;
    for (int i = 0; i < tree_kid_count(node->kind); i++) open_choices(arena, node->kid[i], found);
    if (kid < 0) continue;
    struct opened opened = { .choice = node, .list = node->kid[kid] };
    node->kid[kid] = NULL;
    vector_push(arena, found, &opened, sizeof opened);
  }
}

/* What players read, with … for what is worked out: all of it, or only up to the first such place. False when there is
 * nothing to read, or it begins so. */
static bool tell_text(struct sheet *sheet, const struct tree *string, bool whole) {
  const struct tree *part = string ? string->kid[STRING_PARTS] : NULL;
  if (!part || part->kind != TREE_TEXT_PART) return false;
  for (; part; part = part->next) {
    if (part->kind == TREE_TEXT_PART) sheet_text(sheet, part->word);
    else say(sheet, "…");
    if (part->kind != TREE_TEXT_PART && !whole) break;
  }
  return true;
}

/* “Which card do you take?”, or else its name. */
static void begin_choice(struct sheet *sheet, const struct tree *choice) {
  const struct tree *prompt = choice->kind == TREE_CHOOSE ? choice->kid[CHOOSE_PROMPT]
                              : choice->kind == TREE_PICK ? choice->kid[PICK_PROMPT]
                                                          : NULL;
  size_t length = sheet->out->length;
  say(sheet, "At “");
  if (tell_text(sheet, prompt, true)) return say(sheet, "”");
  sheet->out->length = length;
  say(sheet, choice->kind == TREE_PICK      ? "Whoever picks **"
             : choice->kind == TREE_OPTIONS ? "Among the options **"
                                            : "In the choice **");
  sheet_name(sheet, choice->word);
  say(sheet, "**");
}

static struct difference found_option(struct diff *diff, const struct tree *option, const struct tree *choice,
                                      const char *part, enum trv_difference_kind kind) {
  const char *name = option->word ? option->word : choice->word;
  bool group = choice->kind == TREE_OPTIONS, otherwise = option->kind == TREE_OTHERWISE;
  return (struct difference){ .kind = kind,
                              .part = part,
                              .name = name,
                              .cites = option->cites ? option->cites : choice->cites,
                              .span = option->span,
                              .what = variants_option(diff->after, otherwise ? NULL : name, choice->word, group),
                              .for_players = true };
}

static void name_option(struct sheet *sheet, const struct tree *option) {
  if (option->kind == TREE_OTHERWISE) return say(sheet, "what happens when nothing else is open");
  if (option->kind == TREE_INCLUDE) say(sheet, "the options of ");
  say(sheet, "**");
  if (option->kind != TREE_OPTION || !tell_text(sheet, option->kid[OPTION_LABEL], false))
    sheet_name(sheet, option->kind == TREE_INCLUDE ? option->kid[INCLUDE_CALL]->word : option->word);
  say(sheet, "**");
}

static bool has_reason(const struct tree *needs, const struct tree *reason) {
  for (; needs; needs = needs->next)
    if (needs->kid[NEED_REASON] && diff_same(needs->kid[NEED_REASON], (struct tree *)reason)) return true;
  return false;
}

/* The reason that players are given says best what no longer counts, unless another condition has the same. */
static void tell_need(struct sheet *sheet, const struct tree *need, const struct tree *others,
                      enum trv_difference_kind kind) {
  const struct tree *reason = plain_text(need->kid[NEED_REASON]) ? need->kid[NEED_REASON] : NULL;
  if (kind == TRV_REMOVED && reason && !has_reason(others, reason)) {
    say(sheet, " is no longer refused because ");
    sheet_string(sheet, reason);
    return;
  }
  say(sheet, kind == TRV_ADDED ? " is now open only if " : " no longer needs that ");
  sheet_condition(sheet, need->kid[NEED_CONDITION]);
  if (kind == TRV_ADDED && reason) {
    say(sheet, "; otherwise ");
    sheet_string(sheet, reason);
  }
}

static void compare_needs(struct diff *diff, const struct tree *choice, const struct tree *option,
                          const struct tree *from, const struct tree *others, enum trv_difference_kind kind) {
  struct compilation *c = kind == TRV_ADDED ? diff->after : diff->before;
  for (const struct tree *need = from; need; need = need->next) {
    const struct tree *other = others;
    while (other && !diff_same(need->kid[NEED_CONDITION], other->kid[NEED_CONDITION])) other = other->next;
    if (other) continue;
    struct text out = arena_text(diff->arena);
    struct sheet sheet = { .c = c, .out = &out, .unlinked = true };
    struct difference found = found_option(diff, option, choice, "condition", kind);
    if (need->cites) found.cites = need->cites;
    found.span = need->span;
    begin_choice(&sheet, choice);
    say(&sheet, ", ");
    if (option != choice) name_option(&sheet, option);
    else say(&sheet, "what is picked");
    tell_need(&sheet, need, others, kind);
    diff_note(diff, found, &out);
  }
}

/* The line of an option alone, without what stands below it. */
static const char *option_line(struct compilation *c, const struct tree *option) {
  struct text out = arena_text(c->arena);
  struct sheet sheet = { .c = c, .out = &out, .unlinked = true, .uncited = true };
  struct tree *bare = tree_new(c->arena, option->kind, option->span);
  bare->word = option->word;
  bare->flags = option->flags;
  for (int i = 0; i < tree_kid_count(option->kind); i++) bare->kid[i] = option->kid[i];
  if (option->kind == TREE_OPTION) {
    bare->kid[OPTION_NEEDS] = NULL;
    bare->kid[OPTION_BODY] = tree_new(c->arena, TREE_BLOCK, option->span);
  }
  if (option->kind == TREE_OTHERWISE) bare->kid[OTHERWISE_BLOCK] = tree_new(c->arena, TREE_BLOCK, option->span);
  sheet_options(&sheet, bare);
  return out.bytes ? words_of(out.bytes + 1) : "";
}

static void compare_option(struct diff *diff, const struct tree *choice, const struct tree *old,
                           const struct tree *new) {
  struct text out = arena_text(diff->arena);
  struct sheet sheet = { .c = diff->after, .out = &out, .unlinked = true };
  const char *was = option_line(diff->before, old), *is = option_line(diff->after, new);
  begin_choice(&sheet, choice);
  say(&sheet, ", ");
  name_option(&sheet, new);
  say(&sheet, " changes:");
  bool changed = strcmp(was, is) != 0;
  if (changed) text_format(&out, "\n    - Instead of: %s\n    - Now: %s", was, is);
  const struct tree *old_block = NULL, *new_block = NULL;
  if (new->kind == TREE_OPTION) {
    compare_needs(diff, choice, new, new->kid[OPTION_NEEDS], old->kid[OPTION_NEEDS], TRV_ADDED);
    compare_needs(diff, choice, old, old->kid[OPTION_NEEDS], new->kid[OPTION_NEEDS], TRV_REMOVED);
    old_block = old->kid[OPTION_BODY], new_block = new->kid[OPTION_BODY];
  } else if (new->kind == TREE_OTHERWISE) old_block = old->kid[OTHERWISE_BLOCK], new_block = new->kid[OTHERWISE_BLOCK];
  changed |= write_changes(diff, &out, old_block, new_block);
  if (changed) diff_note(diff, found_option(diff, new, choice, "option", TRV_CHANGED), &out);
}

static void lone_option(struct diff *diff, const struct tree *choice, struct tree *option,
                        enum trv_difference_kind kind) {
  struct text out = arena_text(diff->arena);
  struct sheet sheet = { .c = kind == TRV_ADDED ? diff->after : diff->before, .out = &out, .unlinked = true };
  begin_choice(&sheet, choice);
  if (kind == TRV_REMOVED) {
    say(&sheet, ", ");
    name_option(&sheet, option);
    say(&sheet, " is gone");
  } else {
    struct tree *next = option->next;
    say(&sheet, ", new:");
    option->next = NULL;
    sheet.level = 1;
    sheet_options(&sheet, option);
    option->next = next;
  }
  diff_note(diff, found_option(diff, option, choice, "option", kind), &out);
}

/* Whether two options are meant to be the same one. */
static bool is_counterpart(const struct tree *left, const struct tree *right) {
  if (left->kind != right->kind) return false;
  if (left->kind == TREE_INCLUDE) return !strcmp(left->kid[INCLUDE_CALL]->word, right->kid[INCLUDE_CALL]->word);
  return left->kind == TREE_OTHERWISE || !strcmp(left->word, right->word);
}

/* The counterpart of the option in the other list: of several with the same name, the one that comes at the same turn. */
static struct tree *counterpart(const struct tree *list, const struct tree *option, struct tree *others) {
  size_t turn = 0;
  for (; list != option; list = list->next) turn += is_counterpart(list, option);
  for (; others; others = others->next)
    if (is_counterpart(others, option) && turn-- == 0) return others;
  return NULL;
}

static void compare_choice(struct diff *diff, const struct opened *old, const struct opened *new) {
  if (new->choice->kind == TREE_PICK) {
    compare_needs(diff, new->choice, new->choice, new->list, old->list, TRV_ADDED);
    compare_needs(diff, old->choice, old->choice, old->list, new->list, TRV_REMOVED);
    return;
  }
  for (struct tree *option = new->list; option; option = option->next) {
    const struct tree *other = counterpart(new->list, option, old->list);
    if (other) compare_option(diff, new->choice, other, option);
    else lone_option(diff, new->choice, option, TRV_ADDED);
  }
  for (struct tree *option = old->list; option; option = option->next)
    if (!counterpart(old->list, option, new->list)) lone_option(diff, old->choice, option, TRV_REMOVED);
}

/* Choices that only one of the games has are part of its steps: they get their options back. */
static void close_choice(const struct opened *opened) {
  int kid = opened->choice->kind == TREE_CHOOSE    ? CHOOSE_OPTIONS
            : opened->choice->kind == TREE_OPTIONS ? OPTIONS_OPTIONS
                                                   : PICK_NEEDS;
  opened->choice->kid[kid] = opened->list;
}

static void compare_choices(struct diff *diff, struct vector *before, struct vector *after) {
  struct opened *old = before->items, *new = after->items;
  for (size_t i = 0; i < after->count; i++) {
    for (size_t j = 0; j < before->count && !new[i].matched; j++) {
      if (old[j].matched || old[j].choice->kind != new[i].choice->kind) continue;
      if (strcmp(old[j].choice->word, new[i].choice->word) != 0) continue;
      old[j].matched = new[i].matched = true;
      compare_choice(diff, &old[j], &new[i]);
    }
    if (!new[i].matched) close_choice(&new[i]);
  }
  for (size_t j = 0; j < before->count; j++)
    if (!old[j].matched) close_choice(&old[j]);
}

/* ---- what is wrapped around ---- */

static bool calls_base(const struct tree *statement) {
  const struct tree *call = statement->kind == TREE_LET ? statement->kid[LET_VALUE] : statement;
  return call->kind == TREE_CALL && diff_is_base(call->word);
}

void diff_wrapper(struct diff *diff, struct tree *decl) {
  struct text out = arena_text(diff->arena);
  struct sheet sheet = { .c = diff->after, .out = &out, .unlinked = true };
  struct tree *block = diff_block(decl), *first = block->kid[BLOCK_STATEMENTS], *before_last = NULL, *last = first;
  struct tree *handed = NULL; /* `return` of the result of what is wrapped */
  while (last && last->next && last->next->kind != TREE_RETURN) before_last = last, last = last->next;
  if (last && last->next && !last->next->next && last->next->kind == TREE_RETURN) handed = last->next;
  if (handed) last->next = NULL;
  if (first && first != last && calls_base(first)) {
    say(&sheet, "After ");
    block->kid[BLOCK_STATEMENTS] = first->next;
  } else if (before_last && calls_base(last)) {
    say(&sheet, "Before ");
    before_last->next = NULL;
  } else {
    say(&sheet, "Instead of ");
    if (handed) last->next = handed;
    handed = NULL;
  }
  diff_head(&sheet, decl);
  struct lines lines = lines_of(diff->after, block);
  say(&sheet, lines.count ? ":" : ", something is said");
  write_all(&out, lines);
  struct difference found = diff_found(decl, TRV_CHANGED);
  found.for_players = lines.count > 0;
  diff_note(diff, found, &out);
}

/* ---- procedures ---- */

void diff_procedure(struct diff *diff, struct tree *before, struct tree *after) {
  struct vector old = { 0 }, new = { 0 };
  struct tree *next_before = before->next, *next_after = after->next;
  before->next = after->next = NULL;
  open_choices(diff->arena, before, &old);
  open_choices(diff->arena, after, &new);
  before->next = next_before;
  after->next = next_after;
  compare_choices(diff, &old, &new);
  struct text out = arena_text(diff->arena);
  struct sheet sheet = { .c = diff->after, .out = &out, .unlinked = true };
  struct tree *old_block = diff_block(before), *new_block = diff_block(after);
  diff_head(&sheet, after);
  if (after->kind == TREE_FN && after->kid[FN_VALUE]) {
    if (before->kid[FN_VALUE] && diff_same(before->kid[FN_VALUE], after->kid[FN_VALUE])) return;
    say(&sheet, ": ");
    sheet_expression(&sheet, after->kid[FN_VALUE]);
    if (before->kid[FN_VALUE]) {
      say(&sheet, ", instead of ");
      sheet.c = diff->before;
      sheet_expression(&sheet, before->kid[FN_VALUE]);
    }
    diff_note(diff, diff_found(after, TRV_CHANGED), &out);
    return;
  }
  if (after->kind == TREE_FN && after->kid[FN_SOURCE]) {
    if (before->kind == TREE_FN && tree_equal(before->kid[FN_SOURCE], after->kid[FN_SOURCE])) return;
    say(&sheet, ": ");
    sheet_source(&sheet, after);
    diff_note(diff, diff_found(after, TRV_CHANGED), &out);
    return;
  }
  say(&sheet, " changes:");
  if (write_changes(diff, &out, old_block, new_block)) diff_note(diff, diff_found(after, TRV_CHANGED), &out);
}

void diff_lone_procedure(struct diff *diff, struct tree *decl, enum trv_difference_kind kind) {
  struct text out = arena_text(diff->arena);
  struct sheet sheet = { .c = kind == TRV_ADDED ? diff->after : diff->before, .out = &out, .unlinked = true };
  diff_head(&sheet, decl);
  say(&sheet, kind == TRV_ADDED ? " is new" : " is gone");
  if (kind == TRV_ADDED) {
    say(&sheet, ":");
    if (decl->kind == TREE_FN && decl->kid[FN_VALUE]) {
      say(&sheet, " ");
      sheet_expression(&sheet, decl->kid[FN_VALUE]);
    }
    if (decl->kind == TREE_FN && decl->kid[FN_SOURCE]) {
      say(&sheet, " ");
      sheet_source(&sheet, decl);
    }
    sheet.level = 1;
    if (decl->kind == TREE_OPTIONS) sheet_options(&sheet, decl->kid[OPTIONS_OPTIONS]);
    else if (diff_block(decl)) sheet_block(&sheet, diff_block(decl), false);
  }
  diff_note(diff, diff_found(decl, kind), &out);
}
