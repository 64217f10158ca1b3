/* Which text means which player: levels, shared objects, commands behind a pipe, and the program's own bots. */
#include "trvm/guest.h"

#include <string.h>

#include "trvm/tool.h"

bool guest_read(const char *text, struct bot_wish *wish, char *why, size_t why_size) {
  const char *of_level = bots_of_level(text);
  if (of_level) return bots_read(of_level, wish, why, why_size);
  if (strncmp(text, "cmd:", 4) == 0) {
    *wish = (struct bot_wish){ &guest_pipe, text + 4, text };
    if (text[4 + strspn(text + 4, " ")]) return true;
    snprintf(why, why_size, "write the command to run after `cmd:`");
    return false;
  }
  if (strchr(text, '/') || ends_with(text, ".so")) {
    *wish = (struct bot_wish){ &guest_plugin, text, text };
    return true;
  }
  return bots_read(text, wish, why, why_size);
}

bool guest_is(const struct bot_wish *wish) { return wish->bot == &guest_pipe || wish->bot == &guest_plugin; }
