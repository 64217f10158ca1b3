/* Players as commands: they read lines of JSON from standard input and answer on standard output; docs/bots.md tells
 * the lines, and guest_tell.c writes them.
 *
 * A command that is slow, dead or talks nonsense loses that choice; it cannot hold up the game longer than its time. An
 * answer that comes too late is passed over when the next one is waited for. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "trvm/guest.h"
#include "trvm/tool.h"

enum { DEFAULT_MILLISECONDS = 10000, LONGEST_LINE = 1 << 20, GRACE = 200 /* milliseconds for a command to end */ };

extern char **environ;

struct pipe_bot {
  pid_t process;
  int to, from; /* file descriptors; -1: closed */
  uint32_t milliseconds;
  uint32_t late;        /* answers that are still due for choices already lost */
  struct text received; /* not yet read as lines */
};

/* ---- time ---- */

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Waits until the descriptor is ready for these events; false when time is up. */
static bool wait_for(int descriptor, short events, int64_t deadline) {
  struct pollfd wanted = { descriptor, events, 0 };
  for (;;) {
    int64_t left = deadline - now();
    if (left <= 0 || interrupted) return false;
    int ready = poll(&wanted, 1, left > 1000 ? 1000 : (int)left);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

/* ---- the process ---- */

static void close_both(struct pipe_bot *bot) {
  if (bot->to >= 0) close(bot->to);
  if (bot->from >= 0) close(bot->from);
  bot->to = bot->from = -1;
}

/* A shell runs the command, in a group of its own: what it starts ends with it, and Ctrl-C is ours to handle. */
static int run_command(struct pipe_bot *bot, const char *command, int input, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  char *const words[] = { "sh", "-c", (char *)command, NULL };
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  int error = posix_spawn(&bot->process, "/bin/sh", &actions, &attributes, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

static int open_pipes(struct pipe_bot *bot, const char *command) {
  int down[2], up[2];
  if (pipe2(down, O_CLOEXEC) != 0) return errno;
  if (pipe2(up, O_CLOEXEC) != 0) {
    int error = errno;
    close(down[0]);
    close(down[1]);
    return error;
  }
  int error = run_command(bot, command, down[0], up[1]);
  close(down[0]);
  close(up[1]);
  bot->to = down[1];
  bot->from = up[0];
  fcntl(bot->to, F_SETFL, O_NONBLOCK);
  fcntl(bot->from, F_SETFL, O_NONBLOCK);
  if (error) close_both(bot);
  return error;
}

/* Closed pipes tell it to end; one that does not is ended. */
static void end(void *self) {
  struct pipe_bot *bot = self;
  close_both(bot);
  if (bot->process > 0) {
    int64_t deadline = now() + GRACE;
    struct timespec moment = { 0, 5000000 };
    while (waitpid(bot->process, NULL, WNOHANG) == 0) {
      if (now() < deadline) nanosleep(&moment, NULL);
      else {
        kill(-bot->process, SIGKILL);
        kill(bot->process, SIGKILL); /* it may have left its group */
      }
    }
  }
  text_free(&bot->received);
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

enum line_result { LINE_DONE, LINE_SLOW, LINE_DEAD, LINE_LONG };

static enum line_result send_line(struct pipe_bot *bot, const char *bytes, size_t length, int64_t deadline) {
  while (length) {
    ssize_t written = write_quietly(bot->to, bytes, length);
    if (written > 0) bytes += written, length -= (size_t)written;
    else if (written < 0 && errno != EAGAIN && errno != EINTR) return LINE_DEAD;
    else if (!wait_for(bot->to, POLLOUT, deadline)) return LINE_SLOW;
  }
  return LINE_DONE;
}

/* The next line in *line, owned. */
static enum line_result receive_line(struct pipe_bot *bot, char **line, int64_t deadline) {
  char chunk[4096];
  for (;;) {
    char *newline = bot->received.length ? memchr(bot->received.bytes, '\n', bot->received.length) : NULL;
    if (newline) {
      *newline = '\0';
      *line = need_copy(bot->received.bytes);
      size_t used = (size_t)(newline + 1 - bot->received.bytes);
      bot->received.length -= used;
      memmove(bot->received.bytes, newline + 1, bot->received.length + 1);
      return LINE_DONE;
    }
    if (bot->received.length > LONGEST_LINE) return LINE_LONG;
    ssize_t count = read(bot->from, chunk, sizeof chunk);
    if (count > 0) text_append(&bot->received, chunk, (size_t)count);
    else if (count == 0 || (errno != EAGAIN && errno != EINTR)) return LINE_DEAD;
    else if (!wait_for(bot->from, POLLIN, deadline)) return LINE_SLOW;
  }
}

/* ---- the bot ---- */

static void *start(const struct bot_place *place) {
  struct pipe_bot *bot = need_memory(NULL, sizeof *bot);
  *bot = (struct pipe_bot){ .to = -1, .from = -1 };
  bot->milliseconds = place->milliseconds ? place->milliseconds : DEFAULT_MILLISECONDS;
  int error = open_pipes(bot, place->argument);
  if (error) {
    snprintf(place->why, place->why_size, "cannot run `%s`: %s", place->argument, strerror(error));
    end(bot);
    return NULL;
  }
  char *line = guest_tell_start(place);
  send_line(bot, line, strlen(line), now() + bot->milliseconds);
  free(line);
  return bot;
}

/* The answer to the question that was just sent. */
static enum line_result receive_answer(struct pipe_bot *bot, char **line, int64_t deadline) {
  for (;;) {
    enum line_result result = receive_line(bot, line, deadline);
    if (result != LINE_DONE || bot->late == 0) return result;
    bot->late--;
    free(*line);
    *line = NULL;
  }
}

static uint32_t choose(void *self, trv_game *game, const struct bot_turn *turn) {
  struct pipe_bot *bot = self;
  char *line = NULL;
  long index = -1;
  if (bot->to < 0) return BOT_NO_ANSWER; /* which was told when it ended */
  int64_t deadline = now() + bot->milliseconds;
  char *question = guest_tell_choice(game, turn, bot->milliseconds);
  enum line_result result = send_line(bot, question, strlen(question), deadline);
  bool told = result == LINE_DONE;
  if (told) result = receive_answer(bot, &line, deadline);
  switch (result) {
  case LINE_DONE: index = guest_reply(game, turn->options, line, turn->why, turn->why_size); break;
  case LINE_SLOW:
    snprintf(turn->why, turn->why_size,
             told ? "gave no answer within %u ms" : "read no question within %u ms; so are all its further choices",
             bot->milliseconds);
    bot->late += told;
    if (!told) close_both(bot); /* half a question cannot be taken back */
    break;
  case LINE_DEAD:
    snprintf(turn->why, turn->why_size, "it has ended; so are all its further choices");
    close_both(bot);
    break;
  case LINE_LONG:
    snprintf(turn->why, turn->why_size, "its answer has no end; so are all its further choices");
    close_both(bot);
    break;
  }
  free(question);
  free(line);
  return index < 0 ? BOT_NO_ANSWER : (uint32_t)index;
}

const struct bot guest_pipe = { "cmd", "a command that reads and writes lines of JSON", "COMMAND", start, choose, end };
