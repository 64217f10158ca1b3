/* The game explained while it is played: an item of the rulebook when it first matters, each once.
 *
 * What matters is what the rules cite: the choice that is pending, its phase, what was said since the last choice, and the
 * options. Nothing of it tells more than the player sees anyway. Where the game has a line for an item (`learn` in `show`),
 * that is told, else the beginning of the item. No more of it is shown than fits beside the question; a key tells the rest. */
#include <stdlib.h>
#include <string.h>

#include "trvm/play.h"
#include "trvm/sheet.h"

enum { TOLD_AT_ONCE = 2, ENOUGH_WORDS = 150, MOST_WORDS = 260 };

/* ---- which items ---- */

static bool has_name(const struct lesson_names *names, const char *name) {
  for (size_t i = 0; i < names->count; i++)
    if (strcmp(names->items[i], name) == 0) return true;
  return false;
}

static void add_name(struct lesson_names *names, const char *name) {
  if (names->count == names->capacity) {
    names->capacity = names->capacity ? 2 * names->capacity : 16;
    names->items = need_memory(names->items, names->capacity * sizeof *names->items);
  }
  names->items[names->count++] = need_copy(name);
}

static void clear_names(struct lesson_names *names) {
  for (size_t i = 0; i < names->count; i++) free(names->items[i]);
  names->count = 0;
}

/* Rulings and components are for those who wonder; who learns reads them only where the game has a line for him. */
static bool is_for_learners(const struct play *play, const char *name) {
  return *name == 'R' || *trv_program_lesson(play->program, name);
}

static void want_items(struct play *play, const char *cites) {
  char *rest = NULL, *all = need_copy(cites);
  for (char *name = strtok_r(all, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
    if (is_for_learners(play, name) && !has_name(&play->lessons.told, name) && !has_name(&play->lessons.waiting, name))
      add_name(&play->lessons.waiting, name);
  free(all);
}

static bool want_of_line(void *context, const trv_line *line) {
  want_items(context, line->cites);
  return true;
}

static void want_of_options(struct play *play, uint32_t options) {
  enum { MOST_LOOKED_AT = 200 };
  struct text cites = { 0 };
  for (uint32_t i = 0; i < options && i < MOST_LOOKED_AT && !interrupted; i++) {
    text_clear(&cites);
    TEXT_FILL(&cites, trv_option_cites, play->game, i);
    want_items(play, text_get(&cites));
  }
  text_free(&cites);
}

/* Why something is not offered is worth knowing, too. */
static bool want_of_denied(void *context, const trv_denied *denied) {
  want_items(context, denied->cites);
  return !interrupted;
}

/* In the order in which a player should hear of them. */
static void gather(struct play *play, int viewer, uint32_t options) {
  struct text cites = { 0 };
  clear_names(&play->lessons.waiting);
  TEXT_FILL(&cites, trv_game_choice_cites, play->game);
  want_items(play, text_get(&cites));
  text_clear(&cites);
  TEXT_FILL(&cites, trv_game_phase_cites, play->game);
  want_items(play, text_get(&cites));
  text_free(&cites);
  trv_sitting_heard_each(play->sitting, viewer, trv_sitting_shown(play->sitting, viewer), want_of_line, play);
  want_of_options(play, options);
  trv_denied_each(play->game, want_of_denied, play);
}

/* ---- what they say ---- */

/* Where the sentence that begins here ends: behind its full stop. */
static size_t sentence_length(const char *text) {
  const char *at = text;
  while (*at && !(strchr(".:", *at) && at[1] == ' ' && at - text > 2)) at++;
  return (size_t)(at - text) + (*at != '\0');
}

/* The first sentences of an item, as many as are soon read. */
static size_t short_length(const char *text) {
  size_t length = sentence_length(text);
  while (text[length]) {
    size_t more = 1 + sentence_length(text + length + 1);
    if (length + more > ENOUGH_WORDS) break;
    length += more;
  }
  return length;
}

/* What is told of an item; empty if there is nothing to tell. */
static struct text words_of(struct play *play, const char *name) {
  const char *line = trv_program_lesson(play->program, name);
  struct text words = { 0 };
  if (*line) text_append_format(&words, "%s", line);
  if (*line || !rules_are_there(play)) return words;
  struct text whole = rules_item(play, name);
  const char *text = text_get(&whole);
  size_t length = short_length(text), kept = output_told(text, length, MOST_WORDS);
  text_append(&words, text, kept);
  if (kept < length) text_append_format(&words, " …");
  else if (text[length]) text_append_format(&words, " (`r %s` tells all)", name);
  text_free(&whole);
  return words;
}

static void draw_item(const struct screen *screen, const char *name, const char *words) {
  screen_put(screen, STYLE_GOOD, "  → ");
  screen_put(screen, STYLE_STRONG, name);
  output_format(screen->out, " ");
  screen_wrap(screen, STYLE_PLAIN, words, 5 + strlen(name), 4);
}

/* Tells the first item that waits, in at most so many lines (0: as many as it takes); false: it does not fit. */
static bool tell_first(struct play *play, const struct screen *screen, size_t lines, size_t *used) {
  struct lesson_names *waiting = &play->lessons.waiting;
  char *name = waiting->items[0];
  struct text words = words_of(play, name);
  struct screen_sheet sheet;
  sheet_begin(&sheet, screen);
  if (words.length) draw_item(&sheet.screen, name, words.bytes);
  sheet_end(&sheet);
  bool fits = !lines || *used + sheet.lines <= lines;
  if (fits) {
    sheet_show(screen, &sheet, 0, sheet.lines);
    *used += sheet.lines;
    add_name(&play->lessons.told, name);
    free(name);
    memmove(waiting->items, waiting->items + 1, --waiting->count * sizeof *waiting->items);
  }
  sheet_free(&sheet);
  text_free(&words);
  return fits;
}

/* ---- at the table ---- */

void learn_draw(struct play *play, const struct screen *screen, int viewer, size_t lines) {
  struct lessons *lessons = &play->lessons;
  trv_choice_info info;
  uint64_t stamp = trv_sitting_stamp(play->sitting);
  size_t used = 0, told = 0;
  if (!lessons->on || lessons->stamp == stamp + 1 || trv_game_choice(play->game, &info) != TRV_OK) return;
  lessons->stamp = stamp + 1;
  gather(play, viewer, info.options);
  while (lessons->waiting.count && told < TOLD_AT_ONCE && used < lines) {
    size_t before = used;
    if (!tell_first(play, screen, lines > 1 ? lines - 1 : 1, &used)) break;
    told += used > before;
  }
  if (!lessons->waiting.count) return;
  struct text more = { 0 };
  text_append_format(&more, "%zu more rule%s to know here: `+` tells %s", lessons->waiting.count,
                     plural(lessons->waiting.count), lessons->waiting.count > 1 ? "them" : "it");
  screen_spaces(screen, 4);
  screen_cut(screen, STYLE_FAINT, more.bytes, screen_width(screen) - 4, false);
  output_format(screen->out, "\n");
  text_free(&more);
}

void learn_tell_more(struct play *play) {
  enum { MOST_LINES = 12 };
  struct lessons *lessons = &play->lessons;
  size_t used = 0;
  if (!lessons->on) output_format(play->screen.out, "`learn` has the game explained while you play.\n");
  else if (!lessons->waiting.count) output_format(play->screen.out, "Nothing more is new here; `r` shows the rules.\n");
  while (lessons->on && lessons->waiting.count && used < MOST_LINES && !interrupted)
    if (!tell_first(play, &play->screen, 0, &used)) break;
}

/* "points (the most), then days (the least)": what the ranking looks at, as far as players see it. */
static void tell_aim(const struct play *play) {
  struct text aim = { 0 };
  trv_key_info key;
  for (uint32_t i = 0; i < play->info.keys && trv_program_key(play->program, i, &key) == TRV_OK; i++)
    if (*key.title && play_tells_number(play, key.name))
      text_append_format(&aim, "%s%s (the %s)", aim.length ? ", then " : "Who wins: ", key.title,
                         key.descending ? "most" : "least");
  if (aim.length) screen_wrap(&play->screen, STYLE_PLAIN, aim.bytes, 0, 2);
  text_free(&aim);
}

void learn_begin(struct play *play) {
  play->lessons.on = true;
  screen_wrap(&play->screen, STYLE_PLAIN,
              "You learn the game while you play it: what is new is told at → when it first matters. `+` tells more of "
              "it, `r cards` what the rules say about cards, `learn off` ends the lessons.",
              0, 0);
  tell_aim(play);
}

void learn_switch(struct play *play, const char *wish) {
  if (strcasecmp(wish, "off") == 0) {
    play->lessons.on = false;
    output_format(play->screen.out, "No more lessons; `learn` has them again.\n");
  } else {
    play->lessons.stamp = 0;
    learn_begin(play);
  }
}

void learn_end(struct lessons *lessons) {
  clear_names(&lessons->told);
  clear_names(&lessons->waiting);
  free(lessons->told.items);
  free(lessons->waiting.items);
}
