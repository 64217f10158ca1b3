/* Players that are not the program's own: shared objects and commands behind a pipe.
 *
 * guest.c         which text means which of them; levels
 * guest_plugin.c  shared objects: include/trv_bot.h
 * guest_pipe.c    commands that read and write lines of JSON
 * guest_process.c how such a command runs, and how it ends with all that it started
 * guest_aside.c   what it says on standard error
 * guest_tell.c    what such a command is told
 * guest_reply.c   what it answers */
#ifndef TRVM_GUEST_H
#define TRVM_GUEST_H

#include <sys/types.h>

#include "bots/bots.h"

enum { GUEST_MOST_TIME = 3600000 /* milliseconds for a choice */ };

/* Reads who is to play: `easy`, `fair`, `hard`; `./bot.so`; `cmd:COMMAND`; or a bot as bots_read does. False after a
 * sentence in `why`. */
bool guest_read(const char *text, struct bot_wish *wish, char *why, size_t why_size);

/* Whether that is one of them, and so code that the user must name. */
bool guest_is(const struct bot_wish *wish);

extern const struct bot guest_plugin, guest_pipe;

/* ---- guest_process.c ---- */

struct guest_process {
  pid_t keeper; /* -1: ended */
  int to, from; /* the ends of pipes to its input and from its output, which never block; -1: closed */
  int line;     /* as long as it is open, and this process lives, so may the command */
  int aside;    /* from its standard error, as far as that passes guest_gate; never blocks; whoever starts it closes this */
  struct guest_process *next; /* of those that run, for guest_process.c; borrowed */
};
/* Runs a command by `sh`; *process stays where it is until it ends. Returns 0 or an errno value. */
int guest_process_start(struct guest_process *process, const char *command);
/* Closes its input, waits at most so long for it to end by itself, and ends whatever is left of it; that takes at most some
 * 1.5 seconds more, whatever the command does. */
void guest_process_end(struct guest_process *process, int milliseconds);

/* ---- guest_aside.c ---- */

/* How much of a command's standard error has passed. */
struct guest_gate {
  uint32_t lines, length; /* `length`: bytes of the last line */
};
/* Reads what there is and passes on as much as may be told, without waiting, if both ends never block. Safe in a signal
 * handler. Returns what `read` did. */
ssize_t guest_gate_pass(struct guest_gate *gate, int from, int to);

/* The standard error of the command in a seat, told line by line. */
struct guest_aside {
  int from; /* -1: closed */
  uint32_t seat, lines;
  size_t length;
  char line[512]; /* its beginning, as far as it has come */
};
/* Tells the lines that are there, on standard error. */
void guest_aside_tell(struct guest_aside *aside);
/* Tells what is left, even without the end of its line, and closes. */
void guest_aside_close(struct guest_aside *aside);

/* ---- guest_tell.c ---- */

/* The line that a command reads first, and the one that asks for a choice; owned. */
char *guest_tell_start(const struct bot_place *place);
char *guest_tell_choice(trv_game *game, const struct bot_turn *turn, uint32_t milliseconds);

/* ---- guest_reply.c ---- */

/* The option that a line of a command means, {"choice": 2} or {"choice": "go(b)"}: its index, or -1 after saying in
 * `why` what is wrong. */
long guest_reply(trv_game *game, uint32_t options, const char *line, char *why, size_t why_size);

#endif
