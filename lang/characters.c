/* What to say about characters that mean nothing in the rules: what an author used to other languages, or an editor
 * that replaces characters, may have meant. Called by the scanner. */
#include <string.h>

#include "lang/parsing.h"

struct advice {
  const char *text, *advice;
};

static const struct advice marks[] = {
  { ";", "statements need no `;` between them" },
  { "&&", "write `and`" },
  { "&", "write `and`" },
  { "||", "write `or`" },
  { "|", "write `or`" },
  { "!", "write `not`" },
  { "?", "one of two values is `if … then … else …`; what may be none has the type `… or none`" },
  { "'", "texts stand in double quotes" },
  { "#", "a comment begins with `//`" },
  { "–", "write the plain minus sign `-`" },
  { "—", "write the plain minus sign `-`" },
  { "−", "write the plain minus sign `-`" },
  { "…", "a range is written with two dots: `1..6`" },
  { "×", "write `*`" },
  { "÷", "write `/`" },
  { "≤", "write `<=`" },
  { "≥", "write `>=`" },
  { "≠", "write `!=`" },
  { "→", "write `->`" },
  { NULL, NULL },
};

static const char *const quotes[] = { "“", "”", "„", "‟", "‘", "’", "‚", "«", "»", "‹", "›" };

static const char *advice_for(const char *text) {
  for (const struct advice *mark = marks; mark->text; mark++)
    if (strncmp(text, mark->text, strlen(mark->text)) == 0) return mark->advice;
  for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++)
    if (strncmp(text, quotes[i], strlen(quotes[i])) == 0) return "texts stand in straight double quotes";
  return (unsigned char)text[0] >= 0x80 ? "names use only the letters a to z, digits and `_`" : NULL;
}

/* ---- what cannot be seen ---- */

/* The number of the first character of a UTF-8 text, and its bytes. */
static uint32_t read_character(const char *text, uint32_t *length) {
  unsigned char first = (unsigned char)text[0];
  *length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  uint32_t number = *length == 1 ? first : first & (0x7Fu >> *length);
  for (uint32_t i = 1; i < *length && text[i]; i++) number = number << 6 | ((unsigned char)text[i] & 0x3Fu);
  return number;
}

static bool is_blank(uint32_t number) {
  return number == 0xA0 || number == 0x1680 || (number >= 0x2000 && number <= 0x200A) || number == 0x202F ||
         number == 0x205F || number == 0x3000;
}

/* Of no width: joiners, marks of direction, hyphens that show only where a line ends. */
static bool is_invisible(uint32_t number) {
  return number == 0xAD || (number >= 0x200B && number <= 0x200F) || (number >= 0x2028 && number <= 0x202E) ||
         (number >= 0x2060 && number <= 0x206F) || number == 0xFEFF;
}

/* Quoting it would show nothing at all. */
static bool report_unseen(struct parsing *parsing, struct span span, const char *text) {
  uint32_t length, number = read_character(text, &length);
  bool blank = is_blank(number);
  if (!blank && !is_invisible(number)) return false;
  span.end = span.start + length;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0101, span, "%s (U+%04X) cannot stand here",
                                  number == 0xA0 ? "a non-breaking space"
                                  : blank        ? "a blank that is no ordinary space"
                                                 : "an invisible character",
                                  number);
  diag_hint(parsing->diags, diag, "%s", blank ? "write an ordinary space" : "delete it");
  diag_fix(parsing->diags, diag, span, blank ? " " : "", true);
  return true;
}

/* Junk is reported once for each line: the rest of the line would only repeat it. */
void character_unknown(struct parsing *parsing, struct span span, const char *text) {
  parsing->scan_error = span.start + 1;
  if (parsing->skipping || span.start < parsing->character_error_line_end) return;
  const char *line_end = strchr(parsing->source->text + span.start, '\n');
  parsing->character_error_line_end = line_end ? (uint32_t)(line_end - parsing->source->text) : UINT32_MAX;
  if (report_unseen(parsing, span, text)) return;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0101, span, "unknown character `%s`", text);
  const char *advice = advice_for(text);
  if (advice) diag_hint(parsing->diags, diag, "%s", advice);
}
