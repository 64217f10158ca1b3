/* The list of bots, and those that sit at a table. A new one is a file of its own and one line here. */
#include "bots/bots.h"

#include <string.h>

static const struct bot *const bots[] = { &bot_random, &bot_greedy };
enum { BOT_COUNT = sizeof bots / sizeof *bots };

const struct bot *bots_get(size_t index) { return index < BOT_COUNT ? bots[index] : NULL; }

const struct bot *bots_find(const char *name) {
  for (size_t i = 0; i < BOT_COUNT; i++)
    if (strcmp(bots[i]->name, name) == 0) return bots[i];
  return NULL;
}

const char *bots_suggest(const char *name) {
  const char *names[BOT_COUNT];
  for (size_t i = 0; i < BOT_COUNT; i++) names[i] = bots[i]->name;
  return trv_suggest(name, names, BOT_COUNT);
}

/* ---- at a table ---- */

bool bots_sit(struct bot_table *table, const trv_setup *setup) {
  memset(table->selves, 0, sizeof table->selves);
  for (uint32_t seat = 0; seat < trv_setup_players(setup); seat++) {
    const struct bot *bot = table->bots[seat];
    if (!bot || !bot->start) continue;
    table->selves[seat] = bot->start(setup);
    if (!table->selves[seat]) return false;
  }
  return true;
}

uint32_t bots_choose(const struct bot_table *table, trv_game *game, const struct bot_turn *turn) {
  return table->bots[turn->seat]->choose(table->selves[turn->seat], game, turn);
}

void bots_leave(struct bot_table *table) {
  for (uint32_t seat = 0; seat < TABLE_SEATS; seat++) {
    if (table->selves[seat]) table->bots[seat]->end(table->selves[seat]);
    table->selves[seat] = NULL;
  }
}
