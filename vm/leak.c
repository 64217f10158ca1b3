/* Leaks: whether what is hidden from a player shows in what that player is offered.
 *
 * A sample (sample.c) is a position that the player cannot tell from the present one. So everything the player is shown
 * in it must be the same: the prompt, the options, their labels, and the reasons why others are not offered. All of
 * that is written down for both positions, a line for each piece, and the texts are compared. (The view of the table is
 * the same because samples are made so; the conformance tests look at that.) */
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "vm/api.h"

enum {
  LABELS = 64, /* every label when there are few options; otherwise so many, evenly spread */
  SHOWN = 120, /* of a text in a message */
};

struct portrait {
  trv_game *game;
  uint32_t seat, options;
  struct text text; /* lines of "what it is", a tab, what it says */
};

/* ---- what the player is shown ---- */

typedef size_t write_text(trv_game *game, int number, char *buffer, size_t size);

static void add_line(struct portrait *portrait, const char *what, write_text *write, int number) {
  struct text *text = &portrait->text;
  text_format(text, "%s\t", what);
  size_t length = write(portrait->game, number, NULL, 0);
  if (text_reserve(text, text->length + length + 1)) {
    write(portrait->game, number, text->bytes + text->length, length + 1);
    text->length += length;
  }
  text_add(text, "\n");
}

static size_t write_prompt(trv_game *game, int unused, char *buffer, size_t size) {
  (void)unused;
  return trv_game_prompt(game, buffer, size);
}
static size_t write_label(trv_game *game, int option, char *buffer, size_t size) {
  return trv_option_label(game, (uint32_t)option, buffer, size);
}

static bool add_option(void *context, uint32_t index, const char *notation) {
  struct portrait *portrait = context;
  portrait->options = index + 1;
  text_format(&portrait->text, "an option\t%s\n", notation);
  return true;
}

static bool add_denied(void *context, const trv_denied *denied) {
  struct portrait *portrait = context;
  text_format(&portrait->text, "what is not offered\t%s: %s\n", denied->notation, denied->reason);
  return true;
}

static void draw_portrait(struct portrait *portrait) {
  add_line(portrait, "the prompt", write_prompt, 0);
  trv_options_each(portrait->game, add_option, portrait);
  uint32_t stride = portrait->options <= LABELS ? 1 : portrait->options / LABELS;
  for (uint32_t i = 0; i < portrait->options; i += stride) add_line(portrait, "a label", write_label, (int)i);
  trv_denied_each(portrait->game, add_denied, portrait);
}

uint64_t leak_portrait(trv_game *game) {
  struct portrait portrait = { .game = game, .text = memory_text(game_allocator(game)) };
  uint64_t hash = HASH_START;
  draw_portrait(&portrait);
  for (size_t i = 0; i < portrait.text.length; i++) hash = hash_fnv(hash, (unsigned char)portrait.text.bytes[i]);
  text_free(&portrait.text);
  return hash ? hash : 1;
}

/* ---- comparing ---- */

/* The line that begins at `at`: what it is, and what it says, as far as a message has room. */
struct line_parts {
  int what_length, text_length;
  const char *what, *text;
};

static struct line_parts parts_of(const char *at) {
  size_t length = strcspn(at, "\n"), what = strcspn(at, "\t\n");
  size_t text = length > what ? what + 1 : length;
  int shown = length - text < SHOWN ? (int)(length - text) : SHOWN;
  return (struct line_parts){ (int)what, shown, at, at + text };
}

/* Whether a portrait has a line that begins at `at` in another. */
static bool has_line(const char *portrait, const char *at) {
  size_t length = strcspn(at, "\n") + 1;
  for (const char *line = portrait; *line; line += strcspn(line, "\n") + 1)
    if (strncmp(line, at, length) == 0) return true;
  return false;
}

/* Lists of options that differ: the one that is there in only one of them is to blame, not what stands at its place in the
 * other. False when that cannot be said. */
static bool tell_option(const struct line_parts *here, const struct line_parts *there, const char *present,
                        const char *sampled, const char *seat, char *why, size_t size) {
  bool is_option = here->what_length && strncmp(here->what, "an option\t", 10) == 0;
  bool was_option = there->what_length && strncmp(there->what, "an option\t", 10) == 0;
  if (is_option && !has_line(sampled, here->what))
    snprintf(why, size, "`%.*s` is offered, but not if what %s may not know is different", here->text_length,
             here->text, seat);
  else if (was_option && !has_line(present, there->what))
    snprintf(why, size, "`%.*s` is not offered, but would be if what %s may not know were different",
             there->text_length, there->text, seat);
  else return false;
  return true;
}

static void tell_difference(const struct portrait *portrait, const char *present, const char *sampled, char *why,
                            size_t size) {
  size_t line = 0;
  for (size_t i = 0; present[i] && present[i] == sampled[i]; i++)
    if (present[i] == '\n') line = i + 1;
  struct line_parts a = parts_of(present + line), b = parts_of(sampled + line);
  trv_choice_info choice;
  trv_game_choice(portrait->game, &choice);
  const char *seat = trv_setup_seat_name(portrait->game->setup, portrait->seat);
  int length = snprintf(why, size, "when %s is asked `%s`, ", seat, choice.name);
  if (length < 0 || (size_t)length >= size) return;
  why += length, size -= (size_t)length;
  if (tell_option(&a, &b, present, sampled, seat, why, size)) return;
  if (a.what_length == b.what_length && memcmp(a.what, b.what, (size_t)a.what_length) == 0) {
    snprintf(why, size, "%.*s is `%.*s`, but `%.*s` if what %s may not know is different", a.what_length, a.what,
             a.text_length, a.text, b.text_length, b.text, seat);
    return;
  }
  const struct line_parts *more = a.what_length ? &a : &b; /* one of the texts has ended, or goes on with less */
  snprintf(why, size, "%.*s, `%.*s`, depends on what %s may not know", more->what_length, more->what, more->text_length,
           more->text, seat);
}

int trv_game_leak(trv_game *game, trv_game *other, uint32_t seed, char *why, size_t size) {
  trv_choice_info choice;
  if (size > 0) why[0] = '\0';
  if (game == other) return TRV_E_ARGUMENT;
  if (trv_game_choice(game, &choice) != TRV_OK) return TRV_E_STATE;
  int status = trv_game_sample(other, game, choice.seat, seed);
  if (status != TRV_OK) return status;
  const trv_allocator *allocator = game_allocator(game);
  struct portrait present = { .game = game, .seat = choice.seat, .text = memory_text(allocator) };
  struct portrait sampled = { .game = other, .seat = choice.seat, .text = memory_text(allocator) };
  draw_portrait(&present);
  draw_portrait(&sampled);
  if (present.text.failed || sampled.text.failed) status = TRV_E_MEMORY;
  else if (strcmp(text_get(&present.text), text_get(&sampled.text)) != 0) {
    tell_difference(&present, text_get(&present.text), text_get(&sampled.text), why, size);
    status = TRV_E_RULE;
  }
  text_free(&present.text);
  text_free(&sampled.text);
  return status;
}
