/* Text for people: colours, the width of the terminal, wrapping and columns.
 *
 * Widths are columns on the screen, not bytes. Nothing here knows about games. */
#ifndef TRVM_SCREEN_H
#define TRVM_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "trvm/arguments.h"
#include "trvm/paint.h"

enum style { STYLE_PLAIN, STYLE_STRONG, STYLE_FAINT, STYLE_GOOD, STYLE_BAD, STYLE_TITLE };

struct screen {
  FILE *out;
  bool terminal;
  bool dumb; /* a terminal that knows no commands */
  bool colour;
  const struct paint_box *paints; /* words that have a colour of their own; borrowed, NULL: none */
  size_t columns; /* for text that is drawn aside (sheet.h); 0: those of the terminal */
};

/* A command to a terminal that obeys: what is pasted is no longer marked. */
#define SCREEN_PASTES_PLAIN "\033[?2004l"

void screen_begin(struct screen *screen, FILE *out, enum colour_wish wish);
/* Columns for text: those of the terminal now, but 40 to 120, whatever it claims; 100 when there is none. */
size_t screen_width(const struct screen *screen);
/* Lines that the terminal has; 0 when there is none, so that nothing needs to be short. */
size_t screen_rows(const struct screen *screen);
/* Columns that a character takes, and a UTF-8 text. */
size_t screen_character_columns(uint32_t character);
size_t screen_text_columns(const char *text);
void screen_put(const struct screen *screen, enum style style, const char *text);
/* The text and spaces up to `columns`. */
void screen_pad(const struct screen *screen, enum style style, const char *text, size_t columns);
/* Words from column `column` on, broken at the screen's width, further lines indented by `indent`; ends the line. */
void screen_wrap(const struct screen *screen, enum style style, const char *text, size_t column, size_t indent);
/* The same for a text with notations, which are not broken between their parentheses where that is possible. */
void screen_notations(const struct screen *screen, enum style style, const char *text, size_t column, size_t indent);
/* The same for a list: broken after a semicolon, or else a comma, where that is possible. */
void screen_list(const struct screen *screen, enum style style, const char *text, size_t column, size_t indent);
/* The same for a list in at most `most` lines; what is left out shows as an ellipsis. */
void screen_list_most(const struct screen *screen, enum style style, const char *text, size_t column, size_t indent,
                      size_t most);
/* A text in at most so many columns, spaces up to them if it is `padded`; what is left out shows as an ellipsis. */
void screen_cut(const struct screen *screen, enum style style, const char *text, size_t columns, bool padded);
void screen_spaces(const struct screen *screen, size_t count);
/* A title with a rule drawn to the edge of the screen. */
void screen_title(const struct screen *screen, const char *title);
/* Nothing that was shown stays to be seen, where the terminal can do that: not on the screen, and not above it. */
void screen_clear(const struct screen *screen);
/* What does so when it is sent to the terminal; static. */
const char *screen_clearing(const struct screen *screen);
/* An empty screen; what was above it stays. */
void screen_clear_view(const struct screen *screen);

/* ---- a line that is typed ---- */

/* Whether the terminal obeys commands; else a line is typed as the system has it. */
bool screen_obeys(const struct screen *screen);
/* Has the terminal mark what is pasted, and no longer. */
void screen_mark_pastes(const struct screen *screen, bool marked);
/* Draws the line anew on one row: the part of it around `cursor` for which there is room behind the prompt. */
void screen_draw_line(const struct screen *screen, const char *prompt, const uint32_t *line, size_t length,
                      size_t cursor);
/* Whether a prompt leaves room for a line behind it. */
bool screen_has_room_behind(const struct screen *screen, const char *prompt);

#endif
