/* The list of bots, how users name them, and those that sit at a table. A new kind is a file of its own and one line
 * here. */
#include "bots/bots.h"

#include <stdio.h>
#include <string.h>

/* In order of strength. */
static const struct bot *const bots[] = { &bot_random, &bot_greedy, &bot_search };
enum { BOT_COUNT = sizeof bots / sizeof *bots };

/* ---- as users name them ---- */

static void say_unknown(const char *text, int length, char *why, size_t why_size) {
  const char *names[BOT_COUNT];
  char name[40];
  for (size_t i = 0; i < BOT_COUNT; i++) names[i] = bots[i]->name;
  snprintf(name, sizeof name, "%.*s", length, text);
  const char *nearest = trv_suggest(name, names, BOT_COUNT);
  int written = snprintf(why, why_size, "there is no bot `%.*s`; ", length, text);
  if (written < 0 || (size_t)written >= why_size) return;
  why += written, why_size -= (size_t)written;
  if (nearest) snprintf(why, why_size, "did you mean `%s`?", nearest);
  else snprintf(why, why_size, "there are `%s`, `%s` and `%s`", names[0], names[1], names[2]);
}

const char *bots_of_level(const char *level) {
  static const struct {
    const char *level, *bot;
  } levels[] = { { "easy", "random" }, { "fair", "greedy" }, { "hard", "search:2000" } };
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
    if (strcmp(level, levels[i].level) == 0) return levels[i].bot;
  return NULL;
}

bool bots_read(const char *text, struct bot_wish *wish, char *why, size_t why_size) {
  size_t length = strcspn(text, ":");
  *wish = (struct bot_wish){ NULL, text[length] ? text + length + 1 : "", text };
  for (size_t i = 0; i < BOT_COUNT; i++)
    if (strlen(bots[i]->name) == length && strncmp(bots[i]->name, text, length) == 0) wish->bot = bots[i];
  if (!wish->bot) say_unknown(text, (int)length, why, why_size);
  else if (text[length] && !wish->bot->argument) {
    snprintf(why, why_size, "the bot `%s` has nothing to be told after a colon", wish->bot->name);
    return false;
  }
  return wish->bot != NULL;
}

/* ---- at a table ---- */

struct bot_turn bots_turn(trv_seed seed, uint32_t number, const trv_choice_info *choice) {
  return (struct bot_turn){ .seed = trv_seed_of_bots(seed, number),
                            .number = number,
                            .seat = choice->seat,
                            .decision = choice->decision,
                            .options = choice->options,
                            .random = trv_seed_of_guest(seed, number, choice->seat, choice->own) };
}

bool bots_sit(struct bot_table *table, const trv_setup *setup, char *why, size_t why_size) {
  memset(table->selves, 0, sizeof table->selves);
  for (uint32_t seat = 0; seat < trv_setup_players(setup); seat++) {
    const struct bot *bot = table->wishes[seat].bot;
    if (!bot || !bot->start) continue;
    struct bot_place place = { setup,    seat,         table->wishes[seat].argument, table->milliseconds, why,
                               why_size, table->cancel };
    table->selves[seat] = bot->start(&place);
    if (!table->selves[seat]) return false;
  }
  return true;
}

uint32_t bots_choose(const struct bot_table *table, trv_game *game, const struct bot_turn *turn) {
  const struct bot_wish *wish = &table->wishes[turn->seat];
  char why[200] = "", text[400];
  struct bot_turn asked = *turn;
  asked.why = why;
  asked.why_size = sizeof why;
  uint32_t index = wish->bot->choose(table->selves[turn->seat], game, &asked);
  if (index < turn->options) return index;
  snprintf(text, sizeof text, "seat %u (%s) lost a choice, one is taken at random: %s", turn->seat + 1, wish->text,
           why);
  bool waited_for = !table->cancel || !*table->cancel;
  if (table->lost && waited_for) table->lost(table->context, why[0] ? text : NULL);
  return trv_random_choice(turn->seed, turn->number, turn->seat, turn->decision, turn->options);
}

void bots_leave(struct bot_table *table) {
  for (uint32_t seat = 0; seat < TRV_MOST_PLAYERS; seat++) {
    if (table->selves[seat]) table->wishes[seat].bot->end(table->selves[seat]);
    table->selves[seat] = NULL;
  }
}
