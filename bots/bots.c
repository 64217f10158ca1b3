/* The list of bots. A new one is a file of its own and one line here. */
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
