/* What a command behind a pipe answers: one object with the key `choice`, the only JSON that trvm reads. */
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "trvm/guest.h"
#include "trvm/tool.h"

enum { TOLD = 60 }; /* bytes of an answer */

static const char *past_spaces(const char *at) { return at + strspn(at, " \t\r\n"); }

/* ---- texts ---- */

/* Four hexadecimal digits, or -1. */
static long read_digits(const char *at) {
  long value = 0;
  for (int i = 0; i < 4; i++) {
    static const char digits[] = "0123456789abcdef";
    const char *digit = at[i] ? strchr(digits, at[i] >= 'A' && at[i] <= 'F' ? at[i] - 'A' + 'a' : at[i]) : NULL;
    if (!digit) return -1;
    value = value * 16 + (digit - digits);
  }
  return value;
}

/* Past `\u006f`, or past two of these that are one character; NULL for what is none, and for NUL, which no text has. */
static const char *past_code(const char *at, struct text *into) {
  char bytes[UNICODE_MOST_BYTES];
  long code = read_digits(at + 2), low = -1;
  at += 6;
  if (code <= 0 || (code >= 0xdc00 && code <= 0xdfff)) return NULL;
  if (code >= 0xd800 && code <= 0xdbff) {
    if (at[0] == '\\' && at[1] == 'u') low = read_digits(at + 2);
    if (low < 0xdc00 || low > 0xdfff) return NULL;
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    at += 6;
  }
  text_append(into, bytes, unicode_encode((uint32_t)code, bytes));
  return at;
}

/* Past what follows a backslash, or NULL when nothing may. */
static const char *past_escape(const char *at, struct text *into) {
  static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  if (at[1] == 'u') return past_code(at, into);
  const char *letter = at[1] ? strchr(letters, at[1]) : NULL;
  if (!letter) return NULL;
  text_append(into, &meant[letter - letters], 1);
  return at + 2;
}

/* Past a text in quotation marks, which replaces what is in `into`; NULL when it is none. */
static const char *past_text(const char *at, struct text *into) {
  text_clear(into);
  for (at++; at && *at != '"';) {
    if ((unsigned char)*at < ' ') return NULL; /* where the line ends, too */
    if (*at == '\\') at = past_escape(at, into);
    else text_append(into, at++, 1);
  }
  return at ? at + 1 : NULL;
}

/* ---- the object ---- */

/* Past a value of any kind at this depth: up to the comma or bracket behind it. */
static const char *past_value(const char *at) {
  struct text text = { 0 };
  for (int depth = 0; at && *at;) {
    if (*at == '"') {
      at = past_text(at, &text);
      continue;
    }
    if (depth == 0 && (*at == ',' || *at == '}' || *at == ']')) break;
    depth += *at == '{' || *at == '[';
    depth -= *at == '}' || *at == ']';
    at++;
  }
  text_free(&text);
  return at && *at ? at : NULL;
}

/* The value behind a key, or NULL; *key is the key. */
static const char *past_key(const char *at, struct text *key) {
  at = past_text(at, key);
  if (at) at = past_spaces(at);
  return at && *at == ':' ? past_spaces(at + 1) : NULL;
}

/* The value of the first `choice` in a line that is one object and nothing else, or NULL. */
static const char *find_choice(const char *line) {
  const char *at = past_spaces(line), *choice = NULL;
  struct text key = { 0 };
  bool is_object = *at == '{', more = is_object;
  while (more && at) {
    at = past_spaces(at + 1);
    const char *value = *at == '"' ? past_key(at, &key) : NULL;
    if (value && !choice && strcmp(text_get(&key), "choice") == 0) choice = value;
    at = value ? past_value(value) : NULL;
    more = at && *at == ',';
  }
  text_free(&key);
  return at && is_object && *at == '}' && !*past_spaces(at + 1) ? choice : NULL;
}

static int told_length(const char *text, size_t length) { return (int)output_told(text, length, TOLD); }

static const char *told_end(size_t length) { return length > TOLD ? "…" : ""; }

/* An option by its notation, or -1 after saying why. */
static long find_notation(trv_game *game, const char *value, char *why, size_t why_size) {
  struct text notation = { 0 };
  past_text(value, &notation);
  int index = trv_find_option(game, text_get(&notation));
  if (index < 0)
    snprintf(why, why_size, "chose `%.*s`%s, which is not among the options",
             told_length(text_get(&notation), notation.length), text_get(&notation), told_end(notation.length));
  text_free(&notation);
  return index < 0 ? -1 : index;
}

long guest_reply(trv_game *game, uint32_t options, const char *line, char *why, size_t why_size) {
  const char *value = find_choice(line);
  if (!value) {
    size_t length = strlen(line);
    snprintf(why, why_size, "answered `%.*s`%s, not {\"choice\": …}", told_length(line, length), line,
             told_end(length));
    return -1;
  }
  if (*value == '"') return find_notation(game, value, why, why_size);
  char *end;
  long index = strtol(value, &end, 10);
  end += strspn(end, " \t");
  if (end > value && *value != '+' && (*end == ',' || *end == '}') && index >= 0 && (unsigned long)index < options)
    return index;
  size_t length = (size_t)(past_value(value) - value);
  snprintf(why, why_size, "chose `%.*s`%s, and there are options 0 to %u", told_length(value, length), value,
           told_end(length), options - 1);
  return -1;
}
