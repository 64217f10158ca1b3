/* The rulebook at the table: an item by its number, the items that a choice cites, and those that speak of something. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "trvm/play.h"

enum { NAME_BYTES = 16 };

static void read_rulebook(struct play *play) {
  trv_variant_info variant = { .base = play->file };
  trv_program_variant(play->program, 0, &variant);
  const char *places[] = { variant.base, play->file, play->info.file };
  for (size_t i = 0; i < sizeof places / sizeof *places && !play->rulebook; i++) {
    char *path = file_beside(places[i], play->info.rulebook);
    if (reach_read(play->reach, path, FILE_MOST_BYTES, &play->rulebook, &play->rulebook_length) != 0)
      play->rulebook = NULL;
    free(path);
  }
}

bool rules_are_there(struct play *play) {
  if (!play->rulebook && *play->info.rulebook) read_rulebook(play);
  return play->rulebook != NULL;
}

static bool has_rulebook(struct play *play) {
  if (!rules_are_there(play)) output_format(play->screen.out, "There is no rulebook beside the game.\n");
  return play->rulebook != NULL;
}

struct text rules_item(const struct play *play, const char *name) {
  struct text raw = { 0 }, text = { 0 };
  TEXT_FILL(&raw, trv_rulebook_find, play->rulebook, play->rulebook_length, name);
  for (const char *c = text_get(&raw); *c; c++)
    if (*c != '`' && *c != '*') text_append(&text, c, 1);
  text_free(&raw);
  return text;
}

static bool show_item(struct play *play, const char *name) {
  const struct screen *screen = &play->screen;
  struct text text = rules_item(play, name);
  bool is_there = text.length != 0;
  if (is_there) {
    screen_put(screen, STYLE_STRONG, name);
    output_format(screen->out, " ");
    screen_wrap(screen, STYLE_PLAIN, text.bytes, strlen(name) + 1, 2);
  }
  text_free(&text);
  return is_there;
}

/* "r12", "12": how items are named; false for anything else. */
static bool read_name(const char *typed, char name[NAME_BYTES]) {
  size_t letters = isalpha((unsigned char)*typed) ? 1 : 0, digits = strspn(typed + letters, "0123456789");
  if (!digits || typed[letters + digits] || letters + digits + 2 > NAME_BYTES) return false;
  snprintf(name, NAME_BYTES, "%c%s", letters ? toupper((unsigned char)*typed) : 'R', typed + letters);
  return true;
}

/* The items that the pending choice cites. */
static void show_cited(struct play *play) {
  struct text cites = { 0 };
  TEXT_FILL(&cites, trv_game_choice_cites, play->game);
  char *rest = NULL, *all = need_copy(text_get(&cites));
  size_t shown = 0;
  for (char *name = strtok_r(all, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) shown += show_item(play, name);
  if (!shown) output_format(play->screen.out, "Which rule? For instance `r R1`, or a word: `r cards`.\n");
  free(all);
  text_free(&cites);
}

bool rules_has_words(const char *text, const char *words) {
  char *rest = NULL, *all = need_copy(words);
  bool has = true;
  for (char *word = strtok_r(all, " ", &rest); has && word; word = strtok_r(NULL, " ", &rest))
    has = strcasestr(text, word) != NULL;
  free(all);
  return has;
}

/* The name of the item that begins with this line of the rulebook; false: none does. Scenarios are for those who test. */
static bool item_at(const char *line, char name[NAME_BYTES]) {
  size_t length = strncmp(line, "- **", 4) == 0 ? strspn(line + 4, "RACV0123456789") : 0;
  if (length < 2 || length >= NAME_BYTES || strncmp(line + 4 + length, "**", 2) != 0) return false;
  snprintf(name, NAME_BYTES, "%.*s", (int)length, line + 4);
  return true;
}

/* Shows the items of one kind, by the letter that their names begin with, that have these words; how many. */
static size_t search_kind(struct play *play, const char *words, char kind) {
  char name[NAME_BYTES];
  size_t found = 0;
  for (const char *line = play->rulebook; line && *line && !interrupted;) {
    if (item_at(line, name) && *name == kind) {
      struct text text = rules_item(play, name);
      if (rules_has_words(text_get(&text), words)) found += show_item(play, name);
      text_free(&text);
    }
    line = strchr(line, '\n');
    line += line != NULL;
  }
  return found;
}

/* Rules first, then rulings, settings, and what is in the box. */
static void search(struct play *play, const char *words) {
  size_t found = 0;
  for (const char *kind = "RAVC"; *kind; kind++) found += search_kind(play, words, *kind);
  if (!found) output_format(play->screen.out, "No rule speaks of `%.100s`.\n", words);
}

void rules_show(struct play *play, const char *typed) {
  char name[NAME_BYTES];
  if (!has_rulebook(play)) return;
  if (!*typed) show_cited(play);
  else if (!read_name(typed, name)) search(play, typed);
  else if (!show_item(play, name)) output_format(play->screen.out, "The rulebook has no item %s.\n", name);
}

void rules_tell(struct play *play, int viewer, const char *typed) {
  if (!*typed) output_format(play->screen.out, "Of what? `i NAME` tells about a card or a place.\n");
  else if (!cards_show(play, viewer, typed)) {
    output_format(play->screen.out, "Nothing here is called `%.100s`.\n", typed);
    rules_show(play, typed);
  }
}
