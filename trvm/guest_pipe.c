/* Players as commands: they read lines of JSON from standard input and answer on standard output; docs/bots.md tells
 * the lines, and guest_tell.c writes them.
 *
 * A command that talks nonsense loses that choice. One that does not answer in time, ends, or writes without end is given
 * up: it costs its time once, and all its further choices are lost. guest_process.c runs it. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "trvm/guest.h"
#include "trvm/lines.h"
#include "trvm/tool.h"

enum { DEFAULT_MILLISECONDS = 10000, GRACE = 200 /* milliseconds for a command to end */ };

struct pipe_bot {
  struct guest_process process;
  struct guest_aside aside;
  uint32_t milliseconds;
  struct lines_pending received;
};

/* ---- time ---- */

/* Waits until the descriptor is ready for these events, and meanwhile tells what the bot says aside; false when time is
 * up. */
static bool wait_for(struct pipe_bot *bot, int descriptor, short events, int64_t deadline) {
  for (;;) {
    struct pollfd wanted[] = { { descriptor, events, 0 }, { bot->aside.from, POLLIN, 0 } };
    int64_t left = deadline - tool_now();
    if (left <= 0 || interrupted) return false;
    int ready = poll(wanted, 2, left > 1000 ? 1000 : (int)left);
    if (ready < 0 && errno != EINTR) return false;
    if (ready > 0 && wanted[1].revents) guest_aside_tell(&bot->aside);
    if (ready > 0 && wanted[0].revents) return true;
  }
}

/* Gives the bot up: it, and all that it started, ends now or within `grace` milliseconds. */
static void give_up(struct pipe_bot *bot, int grace) {
  guest_process_end(&bot->process, grace);
  guest_aside_tell(&bot->aside);
  guest_aside_close(&bot->aside);
}

static void end(void *self) {
  struct pipe_bot *bot = self;
  give_up(bot, GRACE); /* its input is closed, which tells it to end */
  lines_free(&bot->received);
  free(bot);
}

/* ---- lines ---- */

/* Writing to a dead process must not end this one: SIGPIPE is held back for the moment, and taken. */
static ssize_t write_quietly(int descriptor, const char *bytes, size_t length) {
  sigset_t broken, before;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  ssize_t written = write(descriptor, bytes, length);
  int error = errno;
  if (written < 0 && error == EPIPE) sigtimedwait(&broken, NULL, &(struct timespec){ 0, 0 });
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return written;
}

enum line_result { LINE_DONE, LINE_SLOW, LINE_DEAD, LINE_LONG, LINE_NUL };

static enum line_result send_line(struct pipe_bot *bot, const char *bytes, size_t length, int64_t deadline) {
  while (length) {
    ssize_t written = write_quietly(bot->process.to, bytes, length);
    if (written > 0) bytes += written, length -= (size_t)written;
    else if (written < 0 && errno != EAGAIN && errno != EINTR) return LINE_DEAD;
    else if (!wait_for(bot, bot->process.to, POLLOUT, deadline)) return LINE_SLOW;
  }
  return LINE_DONE;
}

/* The next line in *line, owned. */
static enum line_result receive_line(struct pipe_bot *bot, char **line, int64_t deadline) {
  char chunk[4096];
  for (;;) {
    switch (lines_take(&bot->received, false, line)) {
    case LINES_LINE: return LINE_DONE;
    case LINES_NUL: return LINE_NUL;
    case LINES_LONG: return LINE_LONG;
    case LINES_NONE: break;
    }
    ssize_t count = read(bot->process.from, chunk, sizeof chunk);
    if (count > 0) lines_add(&bot->received, chunk, (size_t)count);
    else if (count == 0 || (errno != EAGAIN && errno != EINTR)) return LINE_DEAD;
    else if (!wait_for(bot, bot->process.from, POLLIN, deadline)) return LINE_SLOW;
  }
}

/* ---- the bot ---- */

static void *start(const struct bot_place *place) {
  struct pipe_bot *bot = need_memory(NULL, sizeof *bot);
  *bot = (struct pipe_bot){ 0 };
  bot->milliseconds = place->milliseconds ? place->milliseconds : DEFAULT_MILLISECONDS;
  int error = guest_process_start(&bot->process, place->argument);
  bot->aside = (struct guest_aside){ .from = bot->process.aside, .seat = place->seat };
  if (error) {
    snprintf(place->why, place->why_size, "cannot run `%s`: %s", place->argument, strerror(error));
    end(bot);
    return NULL;
  }
  char *line = guest_tell_start(place);
  send_line(bot, line, strlen(line), tool_now() + bot->milliseconds);
  free(line);
  return bot;
}

/* Says why the bot is given up. */
static void say_lost(const struct pipe_bot *bot, const struct bot_turn *turn, enum line_result result, bool told) {
  static const char rest[] = "; so are all its further choices";
  if (result == LINE_DEAD) snprintf(turn->why, turn->why_size, "it has ended%s", rest);
  else if (result == LINE_LONG) snprintf(turn->why, turn->why_size, "its answer has no end%s", rest);
  else
    snprintf(turn->why, turn->why_size, "%s within %u ms%s", told ? "gave no answer" : "read no question",
             bot->milliseconds, rest);
}

static uint32_t choose(void *self, trv_game *game, const struct bot_turn *turn) {
  struct pipe_bot *bot = self;
  char *line = NULL;
  long index = -1;
  if (bot->process.to < 0) return BOT_NO_ANSWER; /* it was given up, and that was told */
  int64_t deadline = tool_now() + bot->milliseconds;
  guest_aside_tell(&bot->aside);
  char *question = guest_tell_choice(game, turn, bot->milliseconds);
  enum line_result result = send_line(bot, question, strlen(question), deadline);
  bool told = result == LINE_DONE;
  if (told) result = receive_line(bot, &line, deadline);
  if (result == LINE_DONE) index = guest_reply(game, turn->options, line, turn->why, turn->why_size);
  else if (result == LINE_NUL) snprintf(turn->why, turn->why_size, "answered a line with a NUL byte");
  else {
    say_lost(bot, turn, result, told);
    give_up(bot, 0);
  }
  free(question);
  free(line);
  return index < 0 ? BOT_NO_ANSWER : (uint32_t)index;
}

const struct bot guest_pipe = { "cmd", "a command that reads and writes lines of JSON", "COMMAND", start, choose, end };
