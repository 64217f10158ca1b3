/* Colours, widths, wrapping: see screen.h. */
#include "trvm/screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/unicode.h"
#include "trvm/tool.h"

/* What a terminal claims to be is held between bounds, so that nothing grows with it. */
enum { LEAST_WIDTH = 40, MOST_WIDTH = 120, WIDTH_WITHOUT_TERMINAL = 100 };
enum { LEAST_COLUMNS = 8, USUAL_COLUMNS = 80, MOST_COLUMNS = 400, LEAST_ROOM = 10 };
enum { LEAST_ROWS = 10, USUAL_ROWS = 24, MOST_ROWS = 200 };

static const char *const style_codes[] = { "", "\033[1m", "\033[2m", "\033[32m", "\033[31m", "\033[1;36m" };

void screen_begin(struct screen *screen, FILE *out, enum colour_wish wish) {
  const char *no_colour = getenv("NO_COLOR"), *kind = getenv("TERM");
  bool dumb = !kind || !*kind || strcmp(kind, "dumb") == 0;
  screen->out = out;
  screen->columns = 0;
  screen->paints = NULL;
  screen->dumb = dumb;
  screen->terminal = isatty(fileno(out)) != 0;
  screen->colour =
      wish == COLOUR_ALWAYS || (wish == COLOUR_AUTO && screen->terminal && !dumb && !(no_colour && *no_colour));
}

static size_t between(size_t least, size_t number, size_t most) {
  return number < least ? least : number > most ? most : number;
}

/* What the terminal says of itself; zeros when it says nothing. */
static struct winsize claimed_size(const struct screen *screen) {
  struct winsize size = { 0 };
  if (!screen->terminal || ioctl(fileno(screen->out), TIOCGWINSZ, &size) != 0) return (struct winsize){ 0 };
  return size;
}

size_t screen_rows(const struct screen *screen) {
  size_t rows = claimed_size(screen).ws_row;
  if (!screen->terminal) return 0;
  return rows ? between(LEAST_ROWS, rows, MOST_ROWS) : USUAL_ROWS;
}

size_t screen_width(const struct screen *screen) {
  if (screen->columns) return screen->columns;
  size_t columns = claimed_size(screen).ws_col;
  return columns ? between(LEAST_WIDTH, columns, MOST_WIDTH) : WIDTH_WITHOUT_TERMINAL;
}

/* Those that a line which is typed may take; a narrower screen than one for text is believed. */
static size_t true_columns(const struct screen *screen) {
  size_t columns = claimed_size(screen).ws_col;
  return columns ? between(LEAST_COLUMNS, columns, MOST_COLUMNS) : USUAL_COLUMNS;
}

size_t screen_character_columns(uint32_t character) {
  if ((character >= 0x300 && character <= 0x36f) || character == 0x200c || character == 0x200d || character == 0xfe0f)
    return 0;
  bool wide = (character >= 0x1100 && character <= 0x115f) || (character >= 0x2e80 && character <= 0xa4cf) ||
              (character >= 0xac00 && character <= 0xd7a3) || (character >= 0xf900 && character <= 0xfaff) ||
              (character >= 0xfe30 && character <= 0xfe6f) || (character >= 0xff00 && character <= 0xff60) ||
              (character >= 0x1f300 && character <= 0x1faff) || (character >= 0x20000 && character <= 0x3fffd);
  return wide ? 2 : 1;
}

static size_t columns_of(const char *text, size_t length) {
  size_t columns = 0;
  for (size_t at = 0; at < length;) {
    uint32_t shown;
    at += output_character(text + at, length - at, &shown);
    columns += screen_character_columns(shown);
  }
  return columns;
}

size_t screen_text_columns(const char *text) { return columns_of(text, strlen(text)); }

/* A text in a style, and in a colour of its own ("": none). */
static void put_part(const struct screen *screen, enum style style, const char *code, const char *text, size_t length) {
  bool coloured = screen->colour && (style != STYLE_PLAIN || *code) && length;
  if (coloured) output_command(screen->out, style_codes[style]);
  if (coloured && *code) {
    output_command(screen->out, "\033[");
    output_command(screen->out, code);
    output_command(screen->out, "m");
  }
  output_put(screen->out, text, length);
  if (coloured) output_command(screen->out, "\033[0m");
}

/* Words that have a colour get it, also in a text with a style; what is faint by itself is not. */
static void put_styled(const struct screen *screen, enum style style, const char *text, size_t length) {
  size_t start = 0;
  const struct paint *paint;
  for (size_t at = 0; screen->colour && screen->paints && at < length; at++) {
    if (!(paint = paint_at(screen->paints, text, length, at))) continue;
    put_part(screen, style, "", text + start, at - start);
    put_part(screen, style == STYLE_FAINT ? STYLE_PLAIN : style, paint->code, text + at, paint->length);
    start = at + paint->length;
    at = start - 1;
  }
  put_part(screen, style, "", text + start, length - start);
}

void screen_put(const struct screen *screen, enum style style, const char *text) {
  put_styled(screen, style, text, strlen(text));
}

void screen_spaces(const struct screen *screen, size_t count) { output_format(screen->out, "%*s", (int)count, ""); }

void screen_pad(const struct screen *screen, enum style style, const char *text, size_t columns) {
  size_t used = screen_text_columns(text);
  screen_put(screen, style, text);
  if (used < columns) screen_spaces(screen, columns - used);
}

/* Where lines are broken: at any space, at one outside of parentheses, or there before a dot between items, behind a
 * semicolon or else a comma; each where that is possible. */
enum breaks { BREAKS_ANYWHERE, BREAKS_OUTSIDE, BREAKS_LIST };

static const char dot[] = "· "; /* what stands between items, behind a space */

static bool begins_with_dot(const char *text) { return strncmp(text, dot, strlen(dot)) == 0; }

/* The longest start of `text` that fits into `room` columns and ends where a line may be broken; a longer word stays
 * whole. */
static size_t fitting(const char *text, size_t room, enum breaks breaks) {
  size_t best = 0, outside = 0, comma = 0, semicolon = 0, item_end = 0;
  int depth = 0;
  for (size_t end = 0;; end++) {
    depth += (text[end] == '(') - (text[end] == ')');
    if (text[end] != ' ' && text[end] != '\0' && text[end] != '\n') continue;
    if (best && columns_of(text, end) > room) {
      size_t item = item_end ? item_end : semicolon ? semicolon : comma;
      if (breaks == BREAKS_LIST && item) return item;
      return breaks == BREAKS_OUTSIDE && outside ? outside : best;
    }
    best = end;
    if (depth <= 0) outside = end;
    if (depth <= 0 && text[end] == ' ' && begins_with_dot(text + end + 1)) item_end = end;
    if (end && depth <= 0 && text[end - 1] == ',') comma = end;
    if (end && depth <= 0 && text[end - 1] == ';') semicolon = end;
    if (text[end] != ' ') return best;
  }
}

/* The bytes of the longest start of `text` that fits into `room` columns, wherever it ends. */
static size_t cut_length(const char *text, size_t room) {
  size_t length = strlen(text), at = 0, columns = 0;
  while (at < length) {
    uint32_t shown;
    size_t bytes = output_character(text + at, length - at, &shown);
    columns += screen_character_columns(shown);
    if (columns > room) break;
    at += bytes;
  }
  return at;
}

/* Where an item ends in the second half of what there is room for; 0: nowhere. */
static size_t last_item(const char *text, size_t length) {
  for (size_t end = length; end > length / 2; end--)
    if ((text[end] == ' ' && begins_with_dot(text + end + 1)) || (strchr(",;", text[end]) && text[end + 1] == ' '))
      return end;
  return 0;
}

/* The last line that there is room for: the text is cut behind an item or a word, and an ellipsis says so. */
static void put_cut(const struct screen *screen, enum style style, const char *text, size_t room) {
  size_t length = cut_length(text, room > 2 ? room - 2 : 1);
  size_t word = length, item = text[length] ? last_item(text, length) : 0;
  while (word && text[word] && text[word] != ' ') word--;
  if (item) length = item;
  else if (word > length / 2) length = word;
  while (length && strchr(" ,;", text[length - 1])) length--;
  put_styled(screen, style, text, length);
  screen_put(screen, style, " …");
}

static void wrap(const struct screen *screen, enum style style, const char *text, size_t column, size_t indent,
                 enum breaks breaks, size_t most) {
  size_t width = screen_width(screen);
  for (size_t line = 1;; line++) {
    size_t room = width > column ? width - column : 1;
    size_t length = fitting(text, room, breaks);
    bool is_last = line == most && (text[length] || columns_of(text, length) > room);
    if (is_last) put_cut(screen, style, text, room);
    else put_styled(screen, style, text, length);
    output_format(screen->out, "\n");
    text += length;
    while (*text == ' ' || *text == '\n') text++;
    if (breaks == BREAKS_LIST && begins_with_dot(text)) text += strlen(dot);
    if (!*text || is_last) return;
    screen_spaces(screen, indent);
    column = indent;
  }
}

void screen_wrap(const struct screen *screen, enum style style, const char *text, size_t column, size_t indent) {
  wrap(screen, style, text, column, indent, BREAKS_ANYWHERE, SIZE_MAX);
}

void screen_notations(const struct screen *screen, enum style style, const char *text, size_t column, size_t indent) {
  wrap(screen, style, text, column, indent, BREAKS_OUTSIDE, SIZE_MAX);
}

void screen_list(const struct screen *screen, enum style style, const char *text, size_t column, size_t indent) {
  wrap(screen, style, text, column, indent, BREAKS_LIST, SIZE_MAX);
}

void screen_list_most(const struct screen *screen, enum style style, const char *text, size_t column, size_t indent,
                      size_t most) {
  wrap(screen, style, text, column, indent, BREAKS_LIST, most);
}

void screen_cut(const struct screen *screen, enum style style, const char *text, size_t columns, bool padded) {
  size_t used = screen_text_columns(text);
  if (used > columns) {
    size_t length = cut_length(text, columns ? columns - 1 : 0);
    while (length && strchr(" ,;", text[length - 1])) length--;
    put_styled(screen, style, text, length);
    screen_put(screen, style, "…");
    used = columns_of(text, length) + 1;
  } else screen_put(screen, style, text);
  if (padded && used < columns) screen_spaces(screen, columns - used);
}

void screen_title(const struct screen *screen, const char *title) {
  size_t width = screen_width(screen), used = screen_text_columns(title) + 4;
  if (!screen->terminal && width > 72) width = 72;
  struct text rule = { 0 };
  screen_put(screen, STYLE_FAINT, "── ");
  screen_put(screen, STYLE_TITLE, title);
  for (text_append_format(&rule, " "); used < width; used++) text_append_format(&rule, "─");
  screen_put(screen, STYLE_FAINT, rule.bytes);
  output_format(screen->out, "\n");
  text_free(&rule);
}

/* A terminal without commands can only be scrolled. */
const char *screen_clearing(const struct screen *screen) {
  static char rows[MOST_ROWS + 1];
  if (screen_obeys(screen)) return "\033[2J\033[3J\033[H";
  if (!screen->terminal) return "";
  memset(rows, '\n', MOST_ROWS);
  return rows + MOST_ROWS - between(24, claimed_size(screen).ws_row, MOST_ROWS);
}

void screen_clear(const struct screen *screen) { output_command(screen->out, screen_clearing(screen)); }

void screen_clear_view(const struct screen *screen) {
  if (screen_obeys(screen)) output_command(screen->out, "\033[2J\033[H");
}

/* ---- a line that is typed ---- */

bool screen_obeys(const struct screen *screen) { return screen->terminal && !screen->dumb; }

void screen_mark_pastes(const struct screen *screen, bool marked) {
  if (screen_obeys(screen)) output_command(screen->out, marked ? "\033[?2004h" : SCREEN_PASTES_PLAIN);
  fflush(screen->out);
}

bool screen_has_room_behind(const struct screen *screen, const char *prompt) {
  return screen_text_columns(prompt) + LEAST_ROOM <= true_columns(screen);
}

/* The first character to show: the cursor is in sight, with something before it. */
static size_t first_in_sight(const uint32_t *line, size_t length, size_t cursor, size_t room) {
  size_t columns = 0, first = cursor;
  for (size_t i = 0; i < length && columns <= room; i++) columns += screen_character_columns(line[i]);
  if (columns <= room) return 0;
  size_t before = cursor == length ? room : room * 2 / 3;
  for (columns = 0; first > 0; first--) {
    columns += screen_character_columns(line[first - 1]);
    if (columns > before) break;
  }
  return first;
}

void screen_draw_line(const struct screen *screen, const char *prompt, const uint32_t *line, size_t length,
                      size_t cursor) {
  size_t head = screen_text_columns(prompt), all = true_columns(screen);
  size_t room = all > head + 1 ? all - head - 1 : 1, used = 0, before = 0;
  struct text shown = { 0 };
  for (size_t i = first_in_sight(line, length, cursor, room); i < length; i++) {
    char bytes[UNICODE_MOST_BYTES];
    used += screen_character_columns(line[i]);
    if (used > room) break;
    if (i < cursor) before = used;
    text_append(&shown, bytes, unicode_encode(line[i], bytes));
  }
  output_command(screen->out, "\r");
  screen_put(screen, STYLE_PLAIN, prompt);
  screen_put(screen, STYLE_PLAIN, text_get(&shown));
  char back[24];
  snprintf(back, sizeof back, "\033[K\r\033[%zuC", head + before);
  if (head + before == 0) snprintf(back, sizeof back, "\033[K\r");
  output_command(screen->out, back);
  fflush(screen->out);
  text_free(&shown);
}
