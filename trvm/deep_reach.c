/* What a deep check never reached: rules, options, statements, items of the rulebook; and what the rulebook says of it.
 *
 * A rulebook may have a section "Not reached in play". Each of its list items begins with names in backquotes (of rules,
 * options or items) and goes on with the reason:
 *
 *   - `R99`, `stay`: only if all others have left the race, which takes a very long game.
 *
 * A statement is explained with the rule it stands in, or with an item that its line cites. The statements of a rule or option that
 * was not reached are left out. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "trvm/deep.h"

/* ---- the rulebook's explanations ---- */

struct explanation {
  char *names; /* between spaces: " R99 stay " */
  char *text;
};
struct explanations {
  struct explanation *items;
  size_t count;
};

static bool is_section(const char *line, size_t length) {
  static const char title[] = "Not reached in play";
  size_t marks = strspn(line, "#");
  while (marks < length && line[marks] == ' ') marks++;
  return *line == '#' && length - marks == strlen(title) && strncasecmp(line + marks, title, strlen(title)) == 0;
}

/* Names in backquotes up to the colon; the rest is the reason. */
static void add_explanation(struct explanations *all, const char *item, size_t length) {
  struct text names = { 0 };
  size_t at = 0;
  text_append_format(&names, " ");
  while (at < length && item[at] != ':') {
    if (item[at++] != '`') continue;
    size_t end = at;
    while (end < length && item[end] != '`') end++;
    text_append_format(&names, "%.*s ", (int)(end - at), item + at);
    at = end < length ? end + 1 : end;
  }
  if (names.length <= 1 || at >= length) {
    text_free(&names);
    return;
  }
  at++;
  while (at < length && item[at] == ' ') at++;
  struct text reason = { 0 };
  text_append(&reason, item + at, length - at);
  all->items = need_memory(all->items, (all->count + 1) * sizeof *all->items);
  all->items[all->count++] = (struct explanation){ names.bytes, reason.bytes };
}

static void append_words(struct text *item, const char *line, size_t length) {
  while (length && *line == ' ') line++, length--;
  if (item->length) text_append(item, " ", 1);
  text_append(item, line, length);
}

static void read_section(struct explanations *all, const char *text) {
  struct text item = { 0 };
  bool inside = false;
  for (const char *at = text; *at;) {
    size_t length = strcspn(at, "\r\n");
    bool begins = inside && strncmp(at, "- ", 2) == 0;
    if ((begins || *at == '#' || length == 0) && item.length) {
      add_explanation(all, item.bytes, item.length);
      text_clear(&item);
    }
    if (*at == '#') inside = is_section(at, length);
    else if (begins) append_words(&item, at + 2, length - 2);
    else if (item.length && length) append_words(&item, at, length);
    at += length;
    at += strspn(at, "\r") + (at[strspn(at, "\r")] == '\n');
  }
  if (item.length) add_explanation(all, item.bytes, item.length);
  text_free(&item);
}

/* The rulebook lies beside the game, not beside a variant of it. */
static void read_explanations(const trv_program *program, struct explanations *all) {
  trv_program_info info = trv_program_describe(program);
  trv_variant_info variant;
  char *text = NULL;
  size_t length;
  *all = (struct explanations){ 0 };
  if (!*info.rulebook) return;
  bool changed = trv_program_variant(program, 0, &variant) == TRV_OK;
  char *name = file_beside(changed ? variant.base : info.file, info.rulebook);
  if (file_read_regular(name, &text, &length)) read_section(all, text);
  free(name);
  free(text);
}

/* The explanation that names this word, or NULL. */
static const char *explanation_of(const struct explanations *all, const char *word, size_t length) {
  for (size_t i = 0; length && i < all->count; i++)
    for (const char *at = all->items[i].names; (at = strchr(at, ' ')) != NULL && at[1];) {
      at++;
      if (strcspn(at, " ") == length && strncmp(at, word, length) == 0) return all->items[i].text;
    }
  return NULL;
}

static void free_explanations(struct explanations *all) {
  for (size_t i = 0; i < all->count; i++) {
    free(all->items[i].names);
    free(all->items[i].text);
  }
  free(all->items);
}

/* ---- what was not reached ---- */

/* An item of the rulebook as far as code cites it. */
struct cited_item {
  char name[16];
  uint64_t visits;
};

struct deep_survey {
  const trv_program *program;
  struct deep_reach *reach;
  struct explanations explanations;
  struct cited_item *items;
  size_t item_count;
  char rule[64]; /* that the statements now met stand in */
  bool rule_reached, option_reached;
  uint32_t option_column; /* what stands further to the right belongs to the option */
  char cites[256];        /* of the line now met */
  uint32_t line;
};

/* Whether a place is in the text of a variant. */
static bool is_own(const trv_program *program, const char *file) {
  trv_variant_info variant;
  for (uint32_t i = 0; trv_program_variant(program, i, &variant) == TRV_OK; i++)
    if (strcmp(variant.file, file) == 0) return true;
  return false;
}

static void add_unreached(struct deep_survey *survey, struct deep_unreached unreached) {
  struct deep_reach *reach = survey->reach;
  const char *why = explanation_of(&survey->explanations, unreached.name, strlen(unreached.name));
  for (const char *at = unreached.cites; !why && *at;) {
    size_t length = strcspn(at, " ");
    why = explanation_of(&survey->explanations, at, length);
    at += length + strspn(at + length, " ");
  }
  trv_variant_info variant;
  unreached.explanation = why ? need_copy(why) : NULL;
  unreached.of_game =
      trv_program_variant(survey->program, 0, &variant) == TRV_OK && !is_own(survey->program, unreached.file);
  reach->unexplained += !why;
  reach->items = need_memory(reach->items, (reach->count + 1) * sizeof *reach->items);
  reach->items[reach->count++] = unreached;
}

static void count_item(struct deep_survey *survey, const char *name, size_t length, uint64_t visits) {
  size_t i = 0;
  while (i < survey->item_count &&
         (strlen(survey->items[i].name) != length || strncmp(survey->items[i].name, name, length) != 0))
    i++;
  if (i == survey->item_count) {
    survey->items = need_memory(survey->items, ++survey->item_count * sizeof *survey->items);
    survey->items[i] = (struct cited_item){ .visits = 0 };
    snprintf(survey->items[i].name, sizeof survey->items[i].name, "%.*s", (int)length, name);
  }
  survey->items[i].visits += visits;
}

/* What a variant wraps goes by another name there: "base of travel". People know it by its own. */
static const char *usual_name(const char *name) {
  static const char base[] = "base of ";
  while (strncmp(name, base, strlen(base)) == 0) name += strlen(base);
  return name;
}

static bool meet_place(void *context, const trv_place *place) {
  static const char *const what[] = { "fn", "effect", "phase", "option", "statement" };
  struct deep_survey *survey = context;
  for (const char *at = place->cites; *at;) {
    size_t length = strcspn(at, " ");
    count_item(survey, at, length, place->visits);
    at += length + strspn(at + length, " ");
  }
  bool statement = place->kind == TRV_PLACE_STATEMENT;
  if (place->kind < TRV_PLACE_OPTION) {
    snprintf(survey->rule, sizeof survey->rule, "%s", usual_name(place->name));
    survey->rule_reached = place->visits > 0;
  }
  if (place->kind == TRV_PLACE_OPTION) {
    survey->option_reached = place->visits > 0;
    survey->option_column = place->column;
  } else if (!statement || place->column < survey->option_column) survey->option_reached = true;
  if (place->line != survey->line || *place->cites) snprintf(survey->cites, sizeof survey->cites, "%s", place->cites);
  survey->line = place->line;
  survey->reach->places++;
  survey->reach->reached += place->visits > 0;
  if (is_own(survey->program, place->file)) {
    survey->reach->own_places++;
    survey->reach->own_reached += place->visits > 0;
  }
  if (place->visits || (statement && !(survey->rule_reached && survey->option_reached))) return true;
  enum deep_unreached_kind kind = place->kind == TRV_PLACE_OPTION      ? DEEP_OPTION
                                  : place->kind == TRV_PLACE_STATEMENT ? DEEP_STATEMENT
                                                                       : DEEP_RULE;
  struct deep_unreached unreached = { .kind = kind,
                                      .what = what[place->kind],
                                      .name = need_copy(statement ? survey->rule : usual_name(place->name)),
                                      .file = need_copy(place->file),
                                      .cites = need_copy(survey->cites),
                                      .line = place->line,
                                      .offered = place->offered > 0 };
  add_unreached(survey, unreached);
  return true;
}

static int by_item(const void *left, const void *right) {
  const struct cited_item *a = left, *b = right;
  if (a->name[0] != b->name[0]) return (a->name[0] > b->name[0]) - (a->name[0] < b->name[0]);
  return (atoi(a->name + 1) > atoi(b->name + 1)) - (atoi(a->name + 1) < atoi(b->name + 1));
}

void deep_reach_find(const trv_program *program, const uint64_t *visits, struct deep_reach *reach) {
  struct deep_survey survey = { .program = program, .reach = reach };
  *reach = (struct deep_reach){ 0 };
  read_explanations(program, &survey.explanations);
  trv_places_each(program, visits, meet_place, &survey);
  if (survey.item_count) qsort(survey.items, survey.item_count, sizeof *survey.items, by_item);
  for (size_t i = 0; i < survey.item_count; i++) {
    if (survey.items[i].visits) continue;
    struct deep_unreached unreached = { .kind = DEEP_ITEM,
                                        .what = "item",
                                        .name = need_copy(survey.items[i].name),
                                        .file = need_copy(""),
                                        .cites = need_copy("") };
    add_unreached(&survey, unreached);
  }
  free_explanations(&survey.explanations);
  free(survey.items);
}

void deep_reach_free(struct deep_reach *reach) {
  for (size_t i = 0; i < reach->count; i++) {
    free(reach->items[i].name);
    free(reach->items[i].file);
    free(reach->items[i].cites);
    free(reach->items[i].explanation);
  }
  free(reach->items);
  *reach = (struct deep_reach){ 0 };
}
