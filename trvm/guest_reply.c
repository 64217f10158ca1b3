/* What a command behind a pipe answers: one object with the key `choice`, the only JSON that trvm reads. */
#include <stdlib.h>
#include <string.h>

#include "trvm/guest.h"
#include "trvm/tool.h"

enum { TOLD = 60 }; /* bytes of an answer */

static const char *past_spaces(const char *at) { return at + strspn(at, " \t\r\n"); }

/* Past a text in quotation marks, or NULL when it does not end. */
static const char *past_text(const char *at) {
  for (at++; *at && *at != '"'; at++)
    if (*at == '\\' && at[1]) at++;
  return *at ? at + 1 : NULL;
}

/* Past a value of any kind at this depth: up to the comma or bracket behind it. */
static const char *past_value(const char *at) {
  for (int depth = 0; at && *at;) {
    if (*at == '"') {
      at = past_text(at);
      continue;
    }
    if (depth == 0 && (*at == ',' || *at == '}' || *at == ']')) return at;
    depth += *at == '{' || *at == '[';
    depth -= *at == '}' || *at == ']';
    at++;
  }
  return NULL;
}

/* The value of `choice` in the object of a line, or NULL. */
static const char *find_choice(const char *line) {
  const char *at = past_spaces(line);
  if (*at != '{') return NULL;
  at = past_spaces(at + 1);
  while (*at == '"') {
    const char *key = at, *end = past_text(at);
    if (!end) return NULL;
    at = past_spaces(end);
    if (*at != ':') return NULL;
    at = past_spaces(at + 1);
    if (end - key == 8 && strncmp(key, "\"choice\"", 8) == 0) return past_value(at) ? at : NULL;
    at = past_value(at);
    if (!at || *at != ',') return NULL;
    at = past_spaces(at + 1);
  }
  return NULL;
}

/* A notation has nothing that JSON must escape but quotation marks and backslashes. */
static char *unquoted(const char *value) {
  char *text = need_copy(value + 1), *out = text;
  for (const char *at = text; *at && *at != '"'; at++) {
    if (*at == '\\' && at[1]) at++;
    *out++ = *at;
  }
  *out = '\0';
  return text;
}

/* How many bytes of an answer are told: not too many, and no half letters. */
static int told_length(const char *text, size_t length) {
  size_t told = length < TOLD ? length : TOLD;
  while (told > 0 && told < length && ((unsigned char)text[told] & 0xc0) == 0x80) told--;
  return (int)told;
}

static const char *told_end(size_t length) { return length > TOLD ? "…" : ""; }

long guest_reply(trv_game *game, uint32_t options, const char *line, char *why, size_t why_size) {
  const char *value = find_choice(line);
  if (!value) {
    size_t length = strlen(line);
    snprintf(why, why_size, "answered `%.*s`%s, not {\"choice\": …}", told_length(line, length), line,
             told_end(length));
    return -1;
  }
  if (*value == '"') {
    char *notation = unquoted(value);
    int index = trv_find_option(game, notation);
    size_t length = strlen(notation);
    if (index < 0)
      snprintf(why, why_size, "chose `%.*s`%s, which is not among the options", told_length(notation, length), notation,
               told_end(length));
    free(notation);
    return index < 0 ? -1 : index;
  }
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
