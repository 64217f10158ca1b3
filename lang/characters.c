/* What to say about characters that mean nothing in the rules: what an author used to other languages, or an editor
 * that replaces characters, may have meant. Called by the scanner. */
#include <string.h>

#include "lang/parsing.h"

/* A sign, what stands for it here (NULL when that depends), what it is and what to do about it; NULL for what goes
 * without saying. */
struct odd_sign {
  const char *sign, *here, *what, *advice;
};

static const struct odd_sign marks[] = {
  { ";", "", NULL, "statements need no `;` between them" },
  { "&&", "and", "a sign of other languages", NULL },
  { "&", "and", "a sign of other languages", NULL },
  { "||", "or", "a sign of other languages", NULL },
  { "|", "or", "a sign of other languages", NULL },
  { "!", "not", "a sign of other languages", NULL },
  { "?", NULL, NULL, "one of two values is `if … then … else …`; what may be none has the type `… or none`" },
  { "'", "\"", NULL, "texts stand in double quotes" },
  { "–", "-", "a dash", "write the plain minus sign `-`" },
  { "—", "-", "a dash", "write the plain minus sign `-`" },
  { "−", "-", "the minus sign of typesetters", "write the plain minus sign `-`" },
  { "…", "..", NULL, "a range is written with two dots: `1..6`" },
  { "×", "*", "a sign of mathematics", NULL },
  { "·", "*", "a sign of mathematics", NULL },
  { "÷", "/", "a sign of mathematics", NULL },
  { "≤", "<=", "a sign of mathematics", NULL },
  { "≥", ">=", "a sign of mathematics", NULL },
  { "≠", "!=", "a sign of mathematics", NULL },
  { "∧", "and", "a sign of mathematics", NULL },
  { "∨", "or", "a sign of mathematics", NULL },
  { "¬", "not", "a sign of mathematics", NULL },
  { "→", "->", "an arrow of one character", NULL },
  { "⇒", "=>", "an arrow of one character", NULL },
};

static const char *const quotes[] = { "“", "”", "„", "‟", "‘", "’", "‚", "«", "»", "‹", "›" };

static bool begins_with(const char *text, const char *beginning) {
  return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* How many bytes of quote of a typesetter are here, 0 for none. */
static uint32_t quote_length(const char *text) {
  for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++)
    if (begins_with(text, quotes[i])) return (uint32_t)strlen(quotes[i]);
  return 0;
}

static const struct odd_sign *find_mark(const char *text) {
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (begins_with(text, marks[i].sign)) return &marks[i];
  return NULL;
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

/* ---- signs ---- */

/* What replaces a sign: a word keeps its distance from its neighbours, and what is left out separates them. */
static const char *in_its_place(struct parsing *parsing, struct span span, const char *here) {
  const char *text = parsing->source->text;
  bool word = !*here || words_is_letter(*here);
  bool joined_before =
      word && span.start > 0 && (words_is_letter(text[span.start - 1]) || strchr(")]}", text[span.start - 1]));
  bool joined_behind = word && (words_is_letter(text[span.end]) || strchr("([{\"", text[span.end])) && text[span.end];
  if (!*here) return joined_before && joined_behind ? " " : "";
  return arena_format(parsing->arena, "%s%s%s", joined_before ? " " : "", here, joined_behind ? " " : "");
}

/* In `for (i = 0; i < 3; i++)` more is wrong than a sign. */
static bool in_brackets(const struct parsing *parsing) {
  return parsing->bracket_count > 0 && parsing->brackets[parsing->bracket_count - 1].kind == '(';
}

static void report_mark(struct parsing *parsing, struct span span, const struct odd_sign *mark) {
  struct diag *diag = mark->what ? diag_report(parsing->diags, DIAG_E0101, span, "`%s` is %s", mark->sign, mark->what)
                                 : diag_report(parsing->diags, DIAG_E0101, span, "unknown character `%s`", mark->sign);
  if (mark->advice) diag_hint(parsing->diags, diag, "%s", mark->advice);
  else diag_hint(parsing->diags, diag, "write `%s`", mark->here);
  if (!mark->here) return;
  bool certain = *mark->here || !in_brackets(parsing);
  diag_fix(parsing->diags, diag, span, in_its_place(parsing, span, mark->here), certain);
}

/* ---- quotes ---- */

/* Where the text that a quote of another kind begins has its end: the next quote on its line. NULL without one, or when
 * something in between would not stand in a text as it is. */
static const char *closing_quote(const char *text, bool single) {
  for (; *text && *text != '\n' && *text != '\\'; text++)
    if (single ? *text == '\'' : *text == '"' || quote_length(text)) return text;
  return NULL;
}

static void report_quote(struct parsing *parsing, struct span span, bool single) {
  const char *text = parsing->source->text, *end = closing_quote(text + span.end, single);
  struct diag *diag = single ? diag_report(parsing->diags, DIAG_E0101, span, "unknown character `'`")
                             : diag_report(parsing->diags, DIAG_E0101, span, "`%.*s` is a quote of typesetters",
                                           (int)(span.end - span.start), text + span.start);
  diag_hint(parsing->diags, diag,
            single ? "texts stand in double quotes" : "texts stand in straight double quotes: `\"…\"`");
  if (!end || (single && memchr(text + span.end, '"', (size_t)(end - (text + span.end))))) return;
  uint32_t inside = (uint32_t)(end - text), length = *end == '"' || single ? 1 : quote_length(end);
  const char *straight = arena_format(parsing->arena, "\"%.*s\"", (int)(inside - span.end), text + span.end);
  diag_fix(parsing->diags, diag, (struct span){ parsing->file, span.start, inside + length }, straight, true);
}

struct span character_quote(struct parsing *parsing, struct span text) {
  for (; text.start < text.end; text.start++) {
    uint32_t length = quote_length(parsing->source->text + text.start);
    if (length) return (struct span){ text.file, text.start, text.start + length };
  }
  return text;
}

/* ---- letters ---- */

/* The characters from here on that look like others of one kind; their plain form is added to `plain`. */
static uint32_t alike(const char *text, const char **kind, struct text *plain) {
  uint32_t at = 0, length;
  *kind = NULL;
  while ((unsigned char)text[at] >= 0x80) {
    const char *other;
    char letter = lookalike_of(read_character(text + at, &length), &other);
    if (!letter || (*kind && *kind != other)) break;
    *kind = other;
    text_add_bytes(plain, &letter, 1);
    at += length;
  }
  return at;
}

/* `score` with the `c` of a Russian keyboard; `＞`. Returns the bytes that were told. */
static uint32_t report_alike(struct parsing *parsing, struct span span, const char *text) {
  struct text plain = arena_text(parsing->arena);
  const char *kind;
  uint32_t length = alike(text, &kind, &plain);
  if (!length) return 0;
  const char *here = text_get(&plain), *s = plain.length > 1 ? "s" : "";
  const struct odd_sign *mark = find_mark(here);
  span.end = span.start + length;
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0101, span, "this is the %s %s%s `%.*s`, which look%s like `%s`", kind,
                  words_is_letter(*here) ? "letter" : "sign", s, (int)length, text, *s ? "" : "s", here);
  if (mark && mark->here && plain.length == strlen(mark->sign)) here = in_its_place(parsing, span, mark->here);
  if (*here) diag_hint(parsing->diags, diag, "write `%.*s`", (int)strcspn(here, " "), here);
  else diag_hint(parsing->diags, diag, "leave it out");
  diag_fix(parsing->diags, diag, span, here, true);
  return length;
}

/* Tells about one character or several, and returns the bytes told. */
static uint32_t report(struct parsing *parsing, struct span span, const char *text) {
  uint32_t length;
  const struct odd_sign *mark = find_mark(text);
  if ((length = quote_length(text)) || *text == '\'') {
    span.end = span.start + (length ? length : 1);
    report_quote(parsing, span, !length);
  } else if (mark) {
    span.end = span.start + (uint32_t)strlen(mark->sign);
    report_mark(parsing, span, mark);
  } else if (!(length = report_alike(parsing, span, text))) {
    struct diag *diag = diag_report(parsing->diags, DIAG_E0101, span, "unknown character `%s`", text);
    if ((unsigned char)text[0] >= 0x80)
      diag_hint(parsing->diags, diag, "names use only the letters a to z, digits and `_`");
  } else span.end = span.start + length;
  return span.end - span.start;
}

/* Junk is reported once for each line: the rest of the line would only repeat it. */
uint32_t character_unknown(struct parsing *parsing, struct span span, const char *text) {
  parsing->scan_error = span.start + 1;
  if (parsing->skipping || span.start < parsing->character_error_line_end) return span.end - span.start;
  const char *line_end = strchr(parsing->source->text + span.start, '\n');
  parsing->character_error_line_end = line_end ? (uint32_t)(line_end - parsing->source->text) : UINT32_MAX;
  return report_unseen(parsing, span, text) ? span.end - span.start : report(parsing, span, text);
}

void character_comment(struct parsing *parsing, struct span sign) {
  parsing->scan_error = sign.start + 1;
  if (parsing->skipping) return;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0101, sign, "`%.*s` does not begin a comment",
                                  (int)(sign.end - sign.start), parsing->source->text + sign.start);
  diag_hint(parsing->diags, diag, "a comment begins with `//`");
  diag_fix(parsing->diags, diag, sign, "//", true);
}
