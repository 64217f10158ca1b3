/* What a command behind a pipe answers: one object with the key `choice`, the only JSON that trvm reads. */
#include <stdlib.h>
#include <string.h>

#include "trvm/guest.h"
#include "trvm/tool.h"

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

long guest_reply(trv_game *game, uint32_t options, const char *line, char *why, size_t why_size) {
  const char *value = find_choice(line);
  if (!value) {
    snprintf(why, why_size, "answered `%.60s`%s, not {\"choice\": …}", line, strlen(line) > 60 ? "…" : "");
    return -1;
  }
  if (*value == '"') {
    char *notation = unquoted(value);
    int index = trv_find_option(game, notation);
    if (index < 0) snprintf(why, why_size, "chose `%.60s`, which is not among the options", notation);
    free(notation);
    return index < 0 ? -1 : index;
  }
  char *end;
  long index = strtol(value, &end, 10);
  end += strspn(end, " \t");
  if (end > value && *value != '+' && (*end == ',' || *end == '}') && index >= 0 && (unsigned long)index < options)
    return index;
  snprintf(why, why_size, "chose `%.*s`, and there are options 0 to %u", (int)(past_value(value) - value), value,
           options - 1);
  return -1;
}
