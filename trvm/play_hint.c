/* A hint for the person whose turn it is: what the strongest bot would do, and what comes of it, told in terms of the game. */
#include <string.h>

#include "trvm/play.h"

enum {
  SHOWN = 3,
  LEAST_TOLD = 50 /* hundredths of a score */,
  MOST_TRIED = 2000 /* options: the bot would look at most of them not even once */
};

/* ---- the options ---- */

static void put_advice(struct play *play, const struct bot_advice *advice) {
  const struct screen *screen = &play->screen;
  struct text said = { 0 }, label = { 0 };
  char number[16], found[64];
  TEXT_FILL(&said, trv_option_label, play->game, advice->option);
  words_add(play, trv_game_chooser(play->game), text_get(&said), &label);
  snprintf(number, sizeof number, "%4u) ", list_number(play, advice->option));
  if (advice->games)
    snprintf(found, sizeof found, "wins %3u %% (%u to %u), place %u.%u  ", advice->chance, advice->low, advice->high,
             advice->place / 100, advice->place / 10 % 10);
  else snprintf(found, sizeof found, "%3u %%  ", advice->share);
  screen_put(screen, STYLE_STRONG, number);
  screen_put(screen, STYLE_FAINT, found);
  size_t column = 6 + strlen(found);
  screen_wrap(screen, STYLE_PLAIN, text_get(&label), column, column);
  text_free(&said);
  text_free(&label);
}

/* ---- the reason ---- */

/* "3.1 points more"; false when there is nothing to tell. */
static bool add_difference(struct text *text, const char *before, int64_t difference, const trv_key_info *key) {
  int64_t size = difference < 0 ? -difference : difference;
  bool more = (difference > 0) == key->descending;
  if (size < LEAST_TOLD || !*key->title) return false;
  text_append_format(text, "%s%lld.%lld %s %s", before, (long long)(size + 5) / 100, (long long)(size + 5) / 10 % 10,
                     key->title, more ? "more" : "less");
  return true;
}

static const struct bot_advice *next_best(const struct bot_advice *advice, size_t count) {
  for (size_t i = 1; i < count; i++)
    if (!advice[i].equal) return &advice[i];
  return NULL;
}

static void add_equals(struct play *play, struct text *text, const struct bot_advice *advice, size_t count) {
  size_t equals = 0, told = 0;
  for (size_t i = 1; i < count; i++) equals += advice[i].equal;
  if (equals == 0) return;
  text_append_format(text, "%u)", list_number(play, advice[0].option));
  for (size_t i = 1; i < count; i++) {
    if (!advice[i].equal) continue;
    text_append_format(text, ++told == equals ? " and %u)" : ", %u)", list_number(play, advice[i].option));
  }
  text_append_format(text, " are about equal: these games do not tell them apart. ");
}

/* What the first option gains against the next that is not as good, and what it prevents. */
static void add_gain(struct play *play, struct text *text, const struct bot_advice *advice, size_t count) {
  const struct bot_advice *next = next_best(advice, count);
  trv_key_info key = { .title = "" };
  if (!next) return;
  trv_program_key(play->program, 0, &key);
  int64_t places = (int64_t)next->place - advice[0].place, size = places < 0 ? -places : places;
  text_append_format(text, "Compared with %u), in the end ", list_number(play, next->option));
  bool own = add_difference(text, "you have ", advice[0].own - next->own, &key);
  bool others = add_difference(text, own ? " and each of the others " : "each of the others has ",
                               advice[0].others - next->others, &key);
  text_append_format(text, "%syour place is %lld.%lld %s. ", own || others ? "; " : "", (long long)(size + 5) / 100,
                     (long long)(size + 5) / 10 % 10, places > 0 ? "better" : "worse");
}

static void add_reason(struct play *play, struct text *text, const struct bot_advice *advice, size_t count) {
  if (advice[0].games == 0) {
    text_append_format(text, count > 1 ? "So it spread its thoughts. What comes of them takes too long to find out."
                                       : "Nothing else comes into question.");
    return;
  }
  add_equals(play, text, advice, count);
  add_gain(play, text, advice, count);
  text_append_format(text, "So it went in %u games after each, in which all played on like the bot `greedy`.",
                     advice[0].games);
}

/* ---- the hint ---- */

void play_show_hint(struct play *play) {
  const struct screen *screen = &play->screen;
  struct bot_advice advice[SHOWN];
  struct text reason = { 0 };
  trv_choice_info info;
  if (trv_game_choice(play->game, &info) != TRV_OK) return;
  if (info.options > MOST_TRIED) {
    output_format(screen->out, "No hint: %u options are more than a bot can try.\n", info.options);
    return;
  }
  struct bot_turn turn = bots_turn(play->seed, play->number, &info);
  size_t count = bots_advise(play->game, &turn, &play->advised[info.seat], advice, SHOWN, &interrupted);
  if (interrupted) return;
  if (count == 0) {
    complain("out of memory for a hint");
    return;
  }
  output_format(screen->out, "A strong bot would choose %u).\n", list_number(play, advice[0].option));
  for (size_t i = 0; i < count; i++) put_advice(play, &advice[i]);
  add_reason(play, &reason, advice, count);
  screen_wrap(screen, STYLE_PLAIN, text_get(&reason), 0, 0);
  text_free(&reason);
}
