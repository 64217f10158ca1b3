/* A hint for the person whose turn it is: what the strongest bot would do, and what it makes of the chances. */
#include "trvm/play.h"

enum { SHOWN = 3, MOST_TRIED = 2000 /* options: the bot would look at most of them not even once */ };

static void put_advice(struct play *play, const struct bot_advice *advice) {
  const struct screen *screen = &play->screen;
  struct text said = { 0 }, label = { 0 };
  char number[16], share[32];
  TEXT_FILL(&said, trv_option_label, play->game, advice->option);
  words_add(play, trv_game_chooser(play->game), text_get(&said), &label);
  snprintf(number, sizeof number, "%4u) ", advice->option + 1);
  snprintf(share, sizeof share, "%3u %%  ", advice->share);
  screen_put(screen, STYLE_STRONG, number);
  screen_put(screen, STYLE_FAINT, share);
  screen_wrap(screen, STYLE_PLAIN, text_get(&label), 13, 13);
  text_free(&said);
  text_free(&label);
}

void play_show_hint(struct play *play) {
  const struct screen *screen = &play->screen;
  struct bot_advice advice[SHOWN];
  struct text chances = { 0 };
  trv_choice_info info;
  uint32_t chance = 0;
  if (trv_game_choice(play->game, &info) != TRV_OK) return;
  if (info.options > MOST_TRIED) {
    output_format(screen->out, "No hint: %u options are more than a bot can try.\n", info.options);
    return;
  }
  struct bot_turn turn = bots_turn(play->seed, play->number, &info);
  size_t count = bots_advise(play->game, &turn, advice, SHOWN, &chance, &interrupted);
  if (interrupted) return;
  if (count == 0) {
    complain("out of memory for a hint");
    return;
  }
  output_format(screen->out, "A strong bot would choose %u); so it spread its thoughts:\n", advice[0].option + 1);
  for (size_t i = 0; i < count; i++) put_advice(play, &advice[i]);
  if (chance == ADVICE_UNKNOWN) text_append_format(&chances, "How often you win then takes too long to find out.");
  else
    text_append_format(&chances, "You then win about %u %% of the games%s.", chance,
                       play->info.has_value ? " that all play on at random" : "");
  screen_wrap(screen, STYLE_PLAIN, chances.bytes, 0, 0);
  text_free(&chances);
}
