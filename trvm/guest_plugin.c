/* Players as shared objects: include/trv_bot.h from the side of the caller. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "include/trv_bot.h"
#include "trvm/guest.h"
#include "trvm/tool.h"

struct plugin {
  void *library;
  int (*start)(uint32_t interface, const trv_setup *setup, uint32_t seat, void **self);
  uint32_t (*choose)(void *self, trv_game *position, const trv_bot_turn *turn);
  void (*end)(void *self);
  bool started;
  void *self;
  trv_game *position; /* what the seat may know */
};

static void end(void *self) {
  struct plugin *plugin = self;
  if (plugin->started) plugin->end(plugin->self);
  trv_game_free(plugin->position);
  if (plugin->library) dlclose(plugin->library);
  free(plugin);
}

/* ISO C has no conversion from an object's address to a function's; POSIX promises that the bytes are the same. */
static bool find(const struct bot_place *place, void *library, const char *name, void *function) {
  void *address = dlsym(library, name);
  if (address) memcpy(function, &address, sizeof address);
  else snprintf(place->why, place->why_size, "`%s` has no function `%s`", place->argument, name);
  return address != NULL;
}

static bool load(const struct bot_place *place, struct plugin *plugin) {
  struct text path = { 0 };
  /* A name without a slash would be looked for among the system's libraries. */
  text_append_format(&path, "%s%s", strchr(place->argument, '/') ? "" : "./", place->argument);
  plugin->library = dlopen(path.bytes, RTLD_NOW | RTLD_LOCAL);
  text_free(&path);
  if (plugin->library)
    return find(place, plugin->library, "trv_bot_start", &plugin->start) &&
           find(place, plugin->library, "trv_bot_choose", &plugin->choose) &&
           find(place, plugin->library, "trv_bot_end", &plugin->end);
  snprintf(place->why, place->why_size, "cannot load the bot: %s", dlerror());
  return false;
}

static void *start(const struct bot_place *place) {
  struct plugin *plugin = need_memory(NULL, sizeof *plugin);
  *plugin = (struct plugin){ 0 };
  if (!load(place, plugin)) {
    end(plugin);
    return NULL;
  }
  plugin->started = plugin->start(TRV_BOT_INTERFACE, place->setup, place->seat, &plugin->self) == 0;
  if (plugin->started && trv_game_new(place->setup, &plugin->position) == TRV_OK) return plugin;
  snprintf(place->why, place->why_size, "%s%s", plugin->started ? "out of memory for " : place->argument,
           plugin->started ? place->argument : " says that it cannot play this game");
  end(plugin);
  return NULL;
}

static uint32_t choose(void *self, trv_game *game, const struct bot_turn *turn) {
  struct plugin *plugin = self;
  trv_choice_info info = { 0 };
  trv_game_choice(game, &info);
  trv_bot_turn asked = { turn->seat, info.own, turn->options, turn->random };
  if (trv_game_sample(plugin->position, game, turn->seat, turn->random) != TRV_OK) {
    snprintf(turn->why, turn->why_size, "out of memory");
    return BOT_NO_ANSWER;
  }
  uint32_t answer = plugin->choose(plugin->self, plugin->position, &asked);
  if (answer >= turn->options)
    snprintf(turn->why, turn->why_size, "answered %u, and there are options 0 to %u", answer, turn->options - 1);
  return answer;
}

const struct bot guest_plugin = { "plug-in", "a shared object", "FILE", start, choose, end };
