/* Text on its way to people: see output.h. */
#include "trvm/output.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/unicode.h"

enum { LONGEST_FORMAT = 1000, USUAL_LENGTH = 1000 };

/* What may pass besides plain characters. */
enum kept { KEPT_NOTHING = 0, KEPT_LINES = 1, KEPT_COLOURS = 2 };

size_t output_character(const char *text, size_t left, uint32_t *shown) {
  size_t length = unicode_next(text, left, shown);
  if (unicode_is_control(*shown)) *shown = ' ';
  else if (unicode_is_deceptive(*shown)) *shown = UNICODE_REPLACEMENT;
  return length;
}

size_t output_told(const char *text, size_t length, size_t most) {
  uint32_t character;
  size_t told = 0;
  if (length <= most) return length;
  for (size_t next = 0; next <= most; next += unicode_next(text + next, length - next, &character)) told = next;
  return told;
}

/* The bytes of a command that is nothing but a style or the colour of letters, as diagnostics and screens have them, or 0. */
static size_t colour_length(const char *text, size_t left) {
  static const char *const styles[] = { "0",  "1",  "2",  "31",   "32",   "33",   "34",
                                        "35", "36", "94", "1;31", "1;32", "1;35", "1;36" };
  size_t length = 2 + (left > 2 ? strspn(text + 2, "0123456789;") : 0);
  if (left <= length || text[1] != '[' || text[length] != 'm') return 0;
  for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
    if (strlen(styles[i]) == length - 2 && memcmp(text + 2, styles[i], length - 2) == 0) return length + 1;
  bool is_shade = strncmp(text + 2, "38;5;", 5) == 0 || strncmp(text + 2, "38;2;", 5) == 0;
  return is_shade && length <= strlen("\033[38;2;255;255;255") ? length + 1 : 0;
}

/* The bytes at `text` that may pass as they are, or 0. */
static size_t passing(const char *text, size_t left, enum kept kept) {
  uint32_t character, shown;
  if ((kept & KEPT_LINES) && (*text == '\n' || *text == '\t')) return 1;
  if ((kept & KEPT_COLOURS) && *text == '\033') return colour_length(text, left);
  unicode_next(text, left, &character);
  size_t length = output_character(text, left, &shown);
  bool broken = length == 1 && (unsigned char)*text >= 0x80;
  return shown == character && !broken ? length : 0;
}

bool output_shows(const char *text) {
  size_t length = strlen(text), at = 0, passed = 1;
  for (; at < length && passed; at += passed) passed = passing(text + at, length - at, KEPT_NOTHING);
  return passed != 0;
}

/* ---- terminals without UTF-8 ---- */

/* Whether somebody at a terminal has said that it shows no more than ASCII. Pipes and files are UTF-8 always. */
static bool is_ascii_only(FILE *out) {
  const char *names[] = { "LC_ALL", "LC_CTYPE", "LANG" }, *locale = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !(locale && *locale); i++) locale = getenv(names[i]);
  bool plain = locale && (strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0);
  return plain && (out == stdout || out == stderr) && isatty(fileno(out));
}

/* A character of one column that comes near to it. */
static uint32_t ascii_for(uint32_t character) {
  static const char letters[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYPsaaaaaaaceeeeiiiidnooooo/ouuuuypy";
  static const struct {
    uint32_t character;
    char ascii;
  } signs[] = { { 0x2013, '-' },  { 0x2014, '-' },  { 0x2212, '-' }, { 0x2500, '-' }, { 0x2502, '|' },
                { 0x2022, '*' },  { 0x00b7, '.' },  { 0x2026, '~' }, { 0x2717, 'x' }, { 0x2192, '>' },
                { 0x2018, '\'' }, { 0x2019, '\'' }, { 0x201c, '"' }, { 0x201d, '"' } };
  if (character < 0x80) return character;
  if (character >= 0xc0 && character <= 0xff) return (uint32_t)letters[character - 0xc0];
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (signs[i].character == character) return (uint32_t)signs[i].ascii;
  return '?';
}

static volatile sig_atomic_t muted;

void output_mute(bool is_muted) { muted = is_muted; }

static bool is_dropped(const FILE *out) { return muted && out == stdout; }

static void put(FILE *out, const char *text, size_t length, enum kept kept) {
  size_t start = 0, at = 0;
  if (is_dropped(out)) return;
  bool plain = is_ascii_only(out);
  while (at < length) {
    size_t passed = plain && (unsigned char)text[at] >= 0x80 ? 0 : passing(text + at, length - at, kept);
    if (passed) {
      at += passed;
      continue;
    }
    char bytes[UNICODE_MOST_BYTES];
    uint32_t shown;
    fwrite(text + start, 1, at - start, out);
    at += output_character(text + at, length - at, &shown);
    fwrite(bytes, 1, unicode_encode(plain ? ascii_for(shown) : shown, bytes), out);
    start = at;
  }
  fwrite(text + start, 1, length - start, out);
}

void output_put(FILE *out, const char *text, size_t length) { put(out, text, length, KEPT_NOTHING); }
void output_lines(FILE *out, const char *text) { put(out, text, strlen(text), KEPT_LINES); }
void output_coloured(FILE *out, const char *text) { put(out, text, strlen(text), KEPT_LINES | KEPT_COLOURS); }

char *output_document(const char *text) {
  char *shown = NULL;
  size_t length;
  FILE *memory = open_memstream(&shown, &length);
  if (!memory) return NULL;
  output_lines(memory, text);
  if (fclose(memory) == 0) return shown;
  free(shown);
  return NULL;
}

void output_command(FILE *out, const char *command) {
  if (!is_dropped(out)) fputs(command, out);
}
void output_clear_line(FILE *out) { output_command(out, "\r\033[K"); }

void output_data(FILE *out, const char *bytes, size_t length) {
  if (isatty(fileno(out))) put(out, bytes, length, KEPT_LINES);
  else if (!is_dropped(out)) fwrite(bytes, 1, length, out);
}

/* ---- terminals that take nothing ---- */

enum { PATIENCE = 100 /* milliseconds until a terminal takes nothing */ };

/* The terminal that is this process's, opened once more: only so it never waits here and still does for all others, who
 * share what we were given. -1: not open. */
static int unwaiting = -1;

void output_watch_terminal(void) {
  bool is_shown = tcgetpgrp(STDOUT_FILENO) >= 0 || tcgetpgrp(STDERR_FILENO) >= 0;
  if (unwaiting < 0 && is_shown) unwaiting = open("/dev/tty", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

bool output_wait_no_more(void) {
  struct pollfd wanted = { unwaiting, POLLOUT, 0 };
  int before = errno;
  if (unwaiting < 0) return true;
  for (int file = STDOUT_FILENO; file <= STDERR_FILENO; file++)
    if (tcgetpgrp(file) >= 0) dup2(unwaiting, file);
  bool takes_more = poll(&wanted, 1, PATIENCE) != 0;
  errno = before;
  return takes_more;
}

void output_command_now(const char *command) {
  size_t length = strlen(command);
  if (unwaiting < 0 || tcgetpgrp(STDOUT_FILENO) < 0) return;
  if (write(unwaiting, command, length) == (ssize_t)length) return;
  tcflush(unwaiting, TCOFLUSH);
  if (write(unwaiting, command, length) < 0) return; /* there is nobody to see anything */
}

/* ---- formats ---- */

struct filled {
  char usual[USUAL_LENGTH];
  char *text; /* `usual`, or owned */
  size_t length;
};

/* Fills a format whose line ends are written as `line_end`. Without memory a part of a long text is told. */
static void fill(struct filled *filled, const char *format, char line_end, va_list values) {
  char marked[LONGEST_FORMAT];
  va_list again;
  size_t format_length = strlen(format);
  assert(format_length < sizeof marked);
  memcpy(marked, format, format_length + 1);
  for (char *c = marked; (c = strchr(c, '\n')) != NULL;) *c = line_end;
  va_copy(again, values);
  int length = vsnprintf(filled->usual, sizeof filled->usual, marked, again);
  va_end(again);
  filled->text = filled->usual;
  filled->length = length < 0 ? 0 : (size_t)length;
  if (filled->length < sizeof filled->usual) return;
  char *longer = malloc(filled->length + 1);
  if (longer) {
    va_copy(again, values);
    vsnprintf(longer, filled->length + 1, marked, again);
    va_end(again);
    filled->text = longer;
  } else filled->length = sizeof filled->usual - 1;
}

static void release(struct filled *filled) {
  if (filled->text != filled->usual) free(filled->text);
}

/* Filled twice, with line ends that are written differently, the text differs where the format has them and nowhere
 * else; so those of a file's name are not taken for them. */
void output_format_list(FILE *out, const char *format, va_list values) {
  struct filled first, second;
  fill(&first, format, 'n', values);
  fill(&second, format, 'N', values);
  size_t length = first.length < second.length ? first.length : second.length, start = 0;
  flockfile(out);
  for (size_t i = 0; i < length; i++) {
    if (first.text[i] == second.text[i]) continue;
    output_put(out, first.text + start, i - start);
    output_command(out, "\n");
    start = i + 1;
  }
  output_put(out, first.text + start, length - start);
  funlockfile(out);
  release(&first);
  release(&second);
}

void output_format(FILE *out, const char *format, ...) {
  va_list values;
  va_start(values, format);
  output_format_list(out, format, values);
  va_end(values);
}
