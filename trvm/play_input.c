/* A line from the person: with editing and history (libedit) at a terminal, plain from a pipe.
 *
 * Waiting happens in ppoll with interruptions let through only there, so that a Ctrl-C is never lost between looking
 * at the flag and waiting. The same goes for being continued after a Ctrl-Z, when the prompt is drawn again. */
#include <editline/readline.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trvm/play.h"

enum { LONGEST_LINE = 1 << 20 };

/* libedit's call-back has no context argument: the line it hands over waits here. */
static struct {
  bool ready;
  char *line;
} typed;

static struct {
  struct text pending; /* read from a pipe and not yet handed out */
  size_t used;
  bool closed;
  size_t lines;
} piped;

bool input_is_terminal(void) { return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO); }
size_t input_count(void) { return piped.lines; }

/* Only at a terminal: the process was stopped and goes on. */
static volatile sig_atomic_t continued;

static void note_continued(int number) {
  (void)number;
  continued = 1;
}

/* The shell has used the terminal meanwhile: its state is set and the prompt shown again, with what was typed. libedit
 * sets no state that it believes to be set, so it is told to leave it first. */
static void draw_again(void) {
  continued = 0;
  rl_deprep_terminal();
  rl_prep_terminal(1);
  rl_forced_update_display();
}

/* Waits until there is something to read; false when an interruption came first. */
static bool wait_for_input(void) {
  struct pollfd wanted = { .fd = STDIN_FILENO, .events = POLLIN };
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  sigaddset(&blocked, SIGTERM);
  sigaddset(&blocked, SIGHUP);
  sigaddset(&blocked, SIGCONT);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  int count = 0;
  do {
    if (continued) draw_again();
  } while (!interrupted && (count = ppoll(&wanted, 1, NULL, &before)) < 0 && errno == EINTR);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return !interrupted && count > 0;
}

static void take_typed(char *line) {
  typed.ready = true;
  typed.line = line;
  rl_callback_handler_remove();
}

static enum input terminal_line(const char *prompt, char **line) {
  static bool begun;
  if (!begun) {
    rl_readline_name = "trvm";
    using_history();
    stifle_history(500);
    sigaction(SIGCONT, &(struct sigaction){ .sa_handler = note_continued }, NULL);
    begun = true;
  }
  typed.ready = false;
  continued = 0;
  rl_callback_handler_install(prompt, take_typed);
  while (!typed.ready) {
    if (!wait_for_input()) {
      rl_callback_handler_remove();
      return INPUT_INTERRUPTED;
    }
    rl_callback_read_char();
  }
  if (!typed.line) return INPUT_END;
  if (*typed.line) add_history(typed.line);
  *line = need_copy(typed.line);
  free(typed.line);
  return INPUT_LINE;
}

/* Hands out the next line that is already read; false when there is none. */
static bool next_pending(char **line) {
  struct text *pending = &piped.pending;
  const char *start = text_get(pending) + piped.used, *end = NULL;
  size_t left = pending->length - piped.used;
  if (left) end = memchr(start, '\n', left);
  if (!end && !(piped.closed && left)) return false;
  size_t length = end ? (size_t)(end - start) : left;
  *line = need_memory(NULL, length + 1);
  memcpy(*line, start, length);
  if (length && (*line)[length - 1] == '\r') length--;
  (*line)[length] = '\0';
  piped.used += end ? (size_t)(end - start) + 1 : left;
  return true;
}

static void drop_handed_out(void) {
  if (piped.used == 0) return;
  piped.pending.length -= piped.used;
  memmove(piped.pending.bytes, piped.pending.bytes + piped.used, piped.pending.length + 1);
  piped.used = 0;
}

static enum input piped_line(const char *prompt, char **line) {
  while (!next_pending(line)) {
    char bytes[4096];
    drop_handed_out();
    if (piped.closed) return INPUT_END;
    if (piped.pending.length > LONGEST_LINE) {
      complain("input line %zu: it has more than %d bytes", piped.lines + 1, LONGEST_LINE);
      return INPUT_WRONG;
    }
    if (!wait_for_input()) return INPUT_INTERRUPTED;
    ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) piped.closed = true;
    else text_append(&piped.pending, bytes, (size_t)count);
  }
  piped.lines++;
  output_format(stdout, "%s%s\n", prompt, *line); /* so that a transcript shows what was answered */
  return INPUT_LINE;
}

enum input input_line(const char *prompt, char **line) {
  fflush(stdout);
  if (interrupted) return INPUT_INTERRUPTED;
  return input_is_terminal() ? terminal_line(prompt, line) : piped_line(prompt, line);
}
