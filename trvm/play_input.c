/* A line from the person: with editing and history at a terminal, plain from a pipe.
 *
 * Waiting happens in ppoll with interruptions let through only there, so that a Ctrl-C is never lost between looking
 * at the flag and waiting. The same goes for being continued after a Ctrl-Z and for a screen that changed its size, when
 * the prompt is drawn again. While a line is typed, all keys come to edit.c, also those that send signals, because the
 * same bytes may be pasted. A terminal that knows no commands hands over whole lines, as the system let one edit them: all of
 * these is text, since nothing that a key did here would be seen. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "trvm/leave.h"
#include "trvm/lines.h"
#include "trvm/play.h"
#include "trvm/sheet.h"

enum { PASTE_PAUSE = 2 /* seconds without a byte after which a paste is over although its mark is missing */ };

/* Read from the terminal and not yet taken: what follows an Enter. */
static struct {
  char bytes[4096];
  size_t used, length;
} typed;

static struct {
  struct lines_pending from;
  bool closed;
  size_t count; /* of lines that were taken */
} piped;

bool input_is_terminal(void) { return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO); }
size_t input_count(void) { return piped.count; }

void input_discard(void) {
  typed.used = typed.length = 0;
  if (input_is_terminal()) tcflush(STDIN_FILENO, TCIFLUSH);
}

/* ---- waiting ---- */

/* Only at a terminal: the process was stopped and goes on, or the screen has another size. */
static volatile sig_atomic_t continued, resized;

static void note_continued(int number) {
  (void)number;
  continued = 1;
  leave_take_keys_again();
  leave_note_stop(); /* SIGSTOP could not be noted earlier */
}

static void note_resized(int number) {
  (void)number;
  resized = 1;
}

static bool is_to_be_drawn(void) { return continued || resized || leave_was_stopped(); }

enum wait { WAIT_READY, WAIT_AGAIN, WAIT_LATE, WAIT_INTERRUPTED };

/* Waits until there is something to read, or, unless `most` is NULL, so long. AGAIN: the prompt is to be drawn again. */
static enum wait wait_for_input(const struct timespec *most) {
  static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH };
  struct pollfd wanted = { .fd = STDIN_FILENO, .events = POLLIN };
  sigset_t blocked, before;
  sigemptyset(&blocked);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaddset(&blocked, numbers[i]);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  int count = 0;
  do {
    if (interrupted || is_to_be_drawn()) break;
    count = ppoll(&wanted, 1, most, &before);
  } while (count < 0 && errno == EINTR);
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (interrupted) return WAIT_INTERRUPTED;
  if (is_to_be_drawn()) return WAIT_AGAIN;
  return count > 0 ? WAIT_READY : count == 0 ? WAIT_LATE : WAIT_INTERRUPTED;
}

/* ---- the terminal ---- */

/* A terminal while a line is typed at it. */
struct typing {
  struct screen screen;
  const char *prompt;
  bool edits; /* the terminal hands over each key; else whole lines, which the system lets one edit a little */
  struct termios before;
  struct edit edit;
};

static void take_over(struct typing *typing) {
  struct termios keys = typing->before;
  if (!typing->edits) return;
  keys.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | ISTRIP | IXON);
  keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN | ISIG);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  leave_keys_taken(&typing->before, &keys);
  tcsetattr(STDIN_FILENO, TCSANOW, &keys);
  screen_mark_pastes(&typing->screen, true);
}

static void give_back(struct typing *typing) {
  if (!typing->edits) return;
  screen_mark_pastes(&typing->screen, false);
  tcsetattr(STDIN_FILENO, TCSANOW, &typing->before);
  leave_keys_given_back();
}

static void draw(struct typing *typing) {
  const struct edit *edit = &typing->edit;
  if (typing->edits)
    screen_draw_line(&typing->screen, typing->prompt, edit->line.characters, edit->line.length, edit->cursor);
}

/* On a line of its own; what was typed has been drawn. */
static void draw_first(struct typing *typing) {
  if (typing->edits) draw(typing);
  else screen_put(&typing->screen, STYLE_PLAIN, typing->prompt);
  fflush(typing->screen.out);
}

static unsigned char key_of(const struct termios *state, int which) {
  return state->c_cc[which] == _POSIX_VDISABLE ? 0 : state->c_cc[which];
}

static void begin_typing(struct typing *typing, const char *prompt, struct edit_history *history) {
  static bool begun;
  if (!begun) {
    leave_watch();
    /* Restarting: what is being written is not broken off; waiting ends all the same. */
    sigaction(SIGCONT, &(struct sigaction){ .sa_handler = note_continued, .sa_flags = SA_RESTART }, NULL);
    sigaction(SIGWINCH, &(struct sigaction){ .sa_handler = note_resized, .sa_flags = SA_RESTART }, NULL);
    begun = true;
  }
  struct edit_keys keys = { 0 };
  screen_begin(&typing->screen, stdout, COLOUR_NEVER);
  typing->edits = screen_obeys(&typing->screen) && tcgetattr(STDIN_FILENO, &typing->before) == 0;
  if (typing->edits)
    keys = (struct edit_keys){ key_of(&typing->before, VINTR), key_of(&typing->before, VQUIT),
                               key_of(&typing->before, VSUSP), key_of(&typing->before, VEOF) };
  edit_begin(&typing->edit, typing->edits ? history : NULL, keys);
  typing->edit.plain = !typing->edits;
  typing->prompt = prompt;
  if (!screen_has_room_behind(&typing->screen, prompt)) {
    screen_wrap(&typing->screen, STYLE_PLAIN, prompt, 0, 0);
    typing->prompt = "> ";
  }
  continued = resized = 0;
  take_over(typing);
  draw_first(typing);
}

/* As the terminal itself does it with these keys: all that runs in it gets the signal. */
static void send_signal(struct typing *typing, int number) {
  give_back(typing);
  kill(0, number);
  if (!interrupted) take_over(typing);
}

static void tell_refused(struct typing *typing) {
  output_format(stdout, "\nThat would be %zu characters, and a line has at most %d: it was not taken.\n",
                typing->edit.refused, EDIT_MOST);
  draw_first(typing);
}

/* True when the line is done, with what has become of it in *input. */
static bool act_on_event(struct typing *typing, enum edit_event event, enum input *input) {
  switch (event) {
  case EDIT_GOES_ON: return false;
  case EDIT_ENTER: *input = INPUT_LINE; return true;
  case EDIT_END: *input = INPUT_END; return true;
  case EDIT_INTERRUPT: send_signal(typing, SIGINT); return false;
  case EDIT_QUIT: send_signal(typing, SIGQUIT); return false;
  case EDIT_SUSPEND: send_signal(typing, SIGTSTP); return false;
  case EDIT_CLEAR: screen_clear_view(&typing->screen); return false;
  case EDIT_REFUSED: tell_refused(typing); return false;
  }
  return false;
}

/* Takes what was read until the line is done. */
static bool take_typed(struct typing *typing, enum input *input) {
  bool done = false;
  while (!done && typed.used < typed.length && !interrupted)
    done = act_on_event(typing, edit_take(&typing->edit, (unsigned char)typed.bytes[typed.used++]), input);
  draw(typing);
  return done;
}

/* The shell has used the terminal meanwhile, or the screen was made larger or smaller. */
static void come_back(struct typing *typing) {
  if (continued) {
    take_over(typing);
    draw_first(typing);
  } else draw(typing);
  continued = resized = 0;
}

static enum input type_line(struct typing *typing) {
  static const struct timespec pause = { .tv_sec = PASTE_PAUSE };
  enum input input = INPUT_END;
  while (!take_typed(typing, &input)) {
    ssize_t count;
    if (leave_was_stopped()) return INPUT_STOPPED;
    switch (wait_for_input(typing->edit.pasting ? &pause : NULL)) {
    case WAIT_INTERRUPTED: return INPUT_INTERRUPTED;
    case WAIT_AGAIN: come_back(typing); break;
    case WAIT_LATE: act_on_event(typing, edit_end_paste(&typing->edit), &input); break;
    case WAIT_READY:
      count = read(STDIN_FILENO, typed.bytes, sizeof typed.bytes);
      if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) return INPUT_END;
      typed.used = 0;
      typed.length = count < 0 ? 0 : (size_t)count;
    }
  }
  return input;
}

static enum input terminal_line(const char *prompt, struct edit_history *history, char **line) {
  static struct typing typing;
  struct text text = { 0 };
  begin_typing(&typing, prompt, history);
  enum input input = type_line(&typing);
  give_back(&typing);
  if (input != INPUT_LINE) return input;
  if (typing.edits) output_format(stdout, "\n");
  edit_add_to(&typing.edit, &text);
  *line = need_copy(text_get(&text));
  if (history) edit_remember(history, *line);
  text_free(&text);
  return INPUT_LINE;
}

/* ---- a pipe ---- */

static enum input refuse_line(const char *why) {
  complain("input line %zu: it has %s", ++piped.count, why);
  return INPUT_WRONG;
}

static enum input refuse_long(void) {
  char why[40];
  snprintf(why, sizeof why, "more than %d bytes", LINES_MOST);
  return refuse_line(why);
}

static enum input piped_line(const char *prompt, char **line) {
  for (;;) {
    char bytes[4096];
    switch (lines_take(&piped.from, piped.closed, line)) {
    case LINES_LINE:
      piped.count++;
      output_format(stdout, "%s%s\n", prompt, *line); /* so that a transcript shows what was answered */
      return INPUT_LINE;
    case LINES_NUL: return refuse_line("a NUL byte");
    case LINES_LONG: return refuse_long();
    case LINES_NONE: break;
    }
    if (piped.closed) return INPUT_END;
    if (wait_for_input(NULL) == WAIT_INTERRUPTED) return INPUT_INTERRUPTED;
    ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) piped.closed = true;
    else lines_add(&piped.from, bytes, (size_t)count);
  }
}

enum input input_line(const char *prompt, struct edit_history *history, char **line) {
  fflush(stdout);
  if (interrupted) return INPUT_INTERRUPTED;
  if (leave_was_stopped()) return INPUT_STOPPED;
  return input_is_terminal() ? terminal_line(prompt, history, line) : piped_line(prompt, line);
}

/* ---- pages ---- */

void input_pages(const struct screen *screen, const struct screen_sheet *sheet) {
  size_t rows = screen_rows(screen), page = rows > 2 ? rows - 1 : 1;
  if (!rows || !input_is_terminal()) page = sheet->lines;
  for (size_t first = 0; first < sheet->lines; first += page) {
    char *line = NULL;
    sheet_show(screen, sheet, first, page);
    if (first + page >= sheet->lines) return;
    if (input_line("Enter goes on, q ends> ", NULL, &line) != INPUT_LINE) return;
    bool is_enough = *line != '\0';
    free(line);
    if (is_enough) return;
  }
}
