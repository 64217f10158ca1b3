/* Colours, widths, wrapping: see screen.h. */
#include "trvm/screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "trvm/tool.h"

enum { LEAST_WIDTH = 40, MOST_WIDTH = 120, WIDTH_WITHOUT_TERMINAL = 100 };

static const char *const style_codes[] = { "", "\033[1m", "\033[2m", "\033[32m", "\033[31m", "\033[1;36m" };

void screen_begin(struct screen *screen, FILE *out, enum colour_wish wish) {
  const char *no_colour = getenv("NO_COLOR"), *kind = getenv("TERM");
  bool dumb = kind && strcmp(kind, "dumb") == 0;
  screen->out = out;
  screen->terminal = isatty(fileno(out)) != 0;
  screen->colour =
      wish == COLOUR_ALWAYS || (wish == COLOUR_AUTO && screen->terminal && !dumb && !(no_colour && *no_colour));
}

size_t screen_width(const struct screen *screen) {
  struct winsize size;
  if (!screen->terminal || ioctl(fileno(screen->out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return WIDTH_WITHOUT_TERMINAL;
  if (size.ws_col < LEAST_WIDTH) return LEAST_WIDTH;
  return size.ws_col < MOST_WIDTH ? size.ws_col : MOST_WIDTH;
}

/* Decodes one character; anything that is not UTF-8 counts as one column per byte. */
static unsigned next_character(const unsigned char **at) {
  unsigned first = *(*at)++;
  int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
  unsigned character = more == 3 ? first & 7 : more == 2 ? first & 15 : more == 1 ? first & 31 : first;
  while (more-- > 0 && (**at & 0xc0) == 0x80) character = character << 6 | (*(*at)++ & 0x3f);
  return character;
}

static size_t character_columns(unsigned character) {
  if ((character >= 0x300 && character <= 0x36f) || character == 0x200d || character == 0xfe0f) return 0;
  bool wide = (character >= 0x1100 && character <= 0x115f) || (character >= 0x2e80 && character <= 0xa4cf) ||
              (character >= 0xac00 && character <= 0xd7a3) || (character >= 0xf900 && character <= 0xfaff) ||
              (character >= 0xfe30 && character <= 0xfe6f) || (character >= 0xff00 && character <= 0xff60) ||
              (character >= 0x1f300 && character <= 0x1faff) || (character >= 0x20000 && character <= 0x3fffd);
  return wide ? 2 : 1;
}

static size_t columns_of(const char *text, size_t length) {
  const unsigned char *at = (const unsigned char *)text, *end = at + length;
  size_t columns = 0;
  while (at < end) columns += character_columns(next_character(&at));
  return columns;
}

size_t screen_text_columns(const char *text) { return columns_of(text, strlen(text)); }

static void put_styled(const struct screen *screen, enum style style, const char *text, size_t length) {
  bool coloured = screen->colour && style != STYLE_PLAIN && length;
  if (coloured) fputs(style_codes[style], screen->out);
  tool_put_safely(screen->out, text, length);
  if (coloured) fputs("\033[0m", screen->out);
}

void screen_put(const struct screen *screen, enum style style, const char *text) {
  put_styled(screen, style, text, strlen(text));
}

void screen_spaces(const struct screen *screen, size_t count) { fprintf(screen->out, "%*s", (int)count, ""); }

void screen_pad(const struct screen *screen, enum style style, const char *text, size_t columns) {
  size_t used = screen_text_columns(text);
  screen_put(screen, style, text);
  if (used < columns) screen_spaces(screen, columns - used);
}

/* The longest start of `text` that fits into `room` columns and ends before a space, in a list rather one after a
 * semicolon, or else a comma, outside of parentheses; a longer word stays whole. */
static size_t fitting(const char *text, size_t room, bool is_list) {
  size_t best = 0, comma = 0, semicolon = 0;
  int depth = 0;
  for (size_t end = 0;; end++) {
    depth += (text[end] == '(') - (text[end] == ')');
    if (text[end] != ' ' && text[end] != '\0' && text[end] != '\n') continue;
    if (best && columns_of(text, end) > room) return !is_list ? best : semicolon ? semicolon : comma ? comma : best;
    best = end;
    if (end && depth <= 0 && text[end - 1] == ',') comma = end;
    if (end && depth <= 0 && text[end - 1] == ';') semicolon = end;
    if (text[end] != ' ') return best;
  }
}

static void wrap(const struct screen *screen, enum style style, const char *text, size_t column, size_t indent,
                 bool is_list) {
  size_t width = screen_width(screen);
  for (;;) {
    size_t length = fitting(text, width > column ? width - column : 1, is_list);
    put_styled(screen, style, text, length);
    fputc('\n', screen->out);
    text += length;
    while (*text == ' ' || *text == '\n') text++;
    if (!*text) return;
    screen_spaces(screen, indent);
    column = indent;
  }
}

void screen_wrap(const struct screen *screen, enum style style, const char *text, size_t column, size_t indent) {
  wrap(screen, style, text, column, indent, false);
}

void screen_list(const struct screen *screen, enum style style, const char *text, size_t column, size_t indent) {
  wrap(screen, style, text, column, indent, true);
}

void screen_title(const struct screen *screen, const char *title) {
  size_t width = screen_width(screen), used = screen_text_columns(title) + 4;
  if (!screen->terminal && width > 72) width = 72;
  struct text rule = { 0 };
  screen_put(screen, STYLE_FAINT, "── ");
  screen_put(screen, STYLE_TITLE, title);
  for (text_append_format(&rule, " "); used < width; used++) text_append_format(&rule, "─");
  screen_put(screen, STYLE_FAINT, rule.bytes);
  fputc('\n', screen->out);
  text_free(&rule);
}

void screen_clear(const struct screen *screen) {
  if (screen->terminal) fputs("\033[2J\033[3J\033[H", screen->out);
}
