/* What a card, a place or any other named value of the rules is: its text, what stands in its fields, and where it lies as far
 * as the viewer sees. Found by words of its label. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "trvm/play.h"

enum { GAP = 2, MOST_FOUND = 6, MOST_TYPES = 4096 };

/* ---- what stands on it ---- */

/* "TerrainCard" reads "terrain card". */
static void add_type(struct text *out, const char *name) {
  for (const char *c = name; *c; c++) {
    char letter = *c == '_' ? ' ' : (char)tolower((unsigned char)*c);
    if (c > name && isupper((unsigned char)*c) && islower((unsigned char)c[-1])) text_append(out, " ", 1);
    text_append(out, &letter, 1);
  }
}

/* The field that holds the rule text of a card, as `show` says; "": none. */
static const char *text_field(const struct play *play, uint32_t type) {
  trv_type_info info;
  const char *found = "";
  trv_show_line line;
  if (trv_program_type(play->program, type, &info) != TRV_OK) return found;
  for (uint32_t i = 0; i < play->info.show_lines; i++)
    if (trv_program_show(play->program, i, &line) == TRV_OK && line.kind == TRV_SHOW_CARD &&
        strcmp(line.type, info.name) == 0 && strcmp(line.text, "text") == 0)
      found = line.name;
  return found;
}

struct card_words {
  const char *label, *text_field;
  struct text text, facts;
};

static bool says_nothing(const char *contents) {
  static const char *const nothings[] = { "", "0", "no", "none", "nothing" };
  for (size_t i = 0; i < sizeof nothings / sizeof *nothings; i++)
    if (strcmp(contents, nothings[i]) == 0) return true;
  return false;
}

static bool take_field(void *context, const trv_field *field) {
  struct card_words *words = context;
  if (strcmp(field->name, words->text_field) == 0) {
    text_append_format(&words->text, "%s", field->contents);
    return true;
  }
  if (says_nothing(field->contents) || strstr(words->label, field->contents) == words->label) return true;
  char *name = tool_name_in_words(field->name);
  text_append_format(&words->facts, "%s%s", words->facts.length ? " · " : "", name);
  if (strcmp(field->contents, "yes") != 0) text_append_format(&words->facts, " %s", field->contents);
  free(name);
  return true;
}

/* ---- where it lies ---- */

struct card_search {
  const struct play *play;
  int viewer;
  uint32_t type;
  const char *label;
  struct text found;
};

/* Whether a list of labels, with numbers before them or not, has this one. */
static bool has_label(const char *list, const char *label) {
  size_t length = strlen(label);
  for (const char *at = list; (at = strstr(at, label)) != NULL; at++) {
    bool begins = at == list || at[-1] == ' ', ends = !at[length] || at[length] == ',';
    if (begins && ends) return true;
  }
  return false;
}

static bool take_zone(void *context, const trv_view_item *item) {
  struct card_search *search = context;
  trv_type_info wanted, held;
  if (!item->is_zone || !item->visible || !item->shown.visible || !has_label(item->contents, search->label))
    return true;
  if (trv_program_type(search->play->program, search->type, &wanted) != TRV_OK ||
      trv_program_type(search->play->program, item->type, &held) != TRV_OK || strcmp(wanted.name, held.name) != 0)
    return true;
  text_append_format(&search->found, "%s", search->found.length ? ", " : "lies in ");
  if (item->owner == search->viewer) text_append_format(&search->found, "your ");
  else if (item->owner >= 0)
    text_append_format(&search->found, "%s's ", play_seat_name(search->play, (uint32_t)item->owner));
  text_append_format(&search->found, "%s", item->shown.title);
  return true;
}

/* ---- all of it ---- */

static void put_line(const struct screen *screen, enum style style, const struct text *line) {
  if (!line->length) return;
  screen_spaces(screen, GAP);
  screen_list(screen, style, line->bytes, GAP, 2 * GAP);
}

static void show_card(struct play *play, int viewer, uint32_t type, uint32_t value) {
  const struct screen *screen = &play->screen;
  trv_type_info info;
  struct text kind = { 0 };
  const char *label = trv_program_label(play->program, type, value);
  struct card_words words = { .label = label, .text_field = text_field(play, type) };
  struct card_search search = { .play = play, .viewer = viewer, .type = type, .label = label };
  if (trv_program_type(play->program, type, &info) != TRV_OK) return;
  add_type(&kind, info.name);
  trv_fields_each(play->program, type, value, take_field, &words);
  trv_view_each(play->game, viewer, take_zone, &search);
  screen_put(screen, STYLE_STRONG, label);
  output_format(screen->out, ": ");
  screen_wrap(screen, STYLE_FAINT, text_get(&kind), screen_text_columns(label) + 2, GAP);
  put_line(screen, STYLE_PLAIN, &words.text);
  put_line(screen, STYLE_PLAIN, &words.facts);
  put_line(screen, STYLE_FAINT, &search.found);
  text_free(&kind);
  text_free(&words.text);
  text_free(&words.facts);
  text_free(&search.found);
}

/* Whether this type is the first of its name: one with `or none` has the same values. */
static bool is_first_of_name(const struct play *play, uint32_t type, const trv_type_info *info) {
  trv_type_info other;
  for (uint32_t i = 0; i < type; i++)
    if (trv_program_type(play->program, i, &other) == TRV_OK && other.kind == info->kind &&
        strcmp(other.name, info->name) == 0)
      return false;
  return true;
}

/* Shows the values whose labels are these words, or else have all of them; how many there are. */
static size_t show_all(struct play *play, int viewer, const char *words, bool exactly) {
  size_t found = 0;
  trv_type_info info;
  for (uint32_t type = 0; type < MOST_TYPES && trv_program_type(play->program, type, &info) == TRV_OK; type++) {
    if (info.kind != TRV_VALUE_NAMED || !is_first_of_name(play, type, &info)) continue;
    for (uint32_t value = 0; value < info.values && !interrupted; value++) {
      const char *label = trv_program_label(play->program, type, value);
      bool fits = label && (exactly ? strcasecmp(label, words) == 0 : rules_has_words(label, words));
      if (fits && found++ < MOST_FOUND) show_card(play, viewer, type, value);
    }
  }
  return found;
}

bool cards_show(struct play *play, int viewer, const char *words) {
  size_t found = show_all(play, viewer, words, true);
  if (!found) found = show_all(play, viewer, words, false);
  if (found > MOST_FOUND)
    output_format(play->screen.out, "… and %zu more: say more words to find fewer.\n", found - MOST_FOUND);
  return found > 0;
}
