/* Checks that a source is UTF-8 text without control characters: what is read here is printed on terminals, and must not
 * control them. */
#include "lang/encoding.h"

#include <string.h>

#include "base/unicode.h"

static bool is_ascii(const char *text, size_t length) {
  const uint64_t high_bits = UINT64_C(0x8080808080808080);
  uint64_t word, all = 0;
  for (; length >= sizeof word; text += sizeof word, length -= sizeof word) {
    memcpy(&word, text, sizeof word);
    all |= word;
  }
  for (; length; text++, length--) all |= (unsigned char)*text;
  return !(all & high_bits);
}

/* The place of the first byte that no text has, or the length. A carriage return is part of a line end only before a
 * line feed. */
static size_t find_foreign(const struct source *source) {
  size_t at = unicode_text_length(source->text, source->length);
  while (at < source->length && source->text[at] == '\r' && source->text[at + 1] == '\n')
    at += 1 + unicode_text_length(source->text + at + 1, source->length - at - 1);
  return at;
}

static bool refuse_control(struct diag_list *diags, uint32_t file, size_t at, size_t length, unsigned number) {
  struct diag *diag = diag_report(diags, DIAG_E0004, (struct span){ file, (uint32_t)at, (uint32_t)(at + length) },
                                  "this is not a text: it has a control character (number %u)", number);
  diag_note(diags, diag, "of control characters, a text file has only tabs and line ends");
  return false;
}

bool encoding_check(struct source_set *sources, uint32_t file, struct diag_list *diags) {
  struct source *source = sources->items[file];
  const char *zero = memchr(source->text, '\0', source->length);
  if (zero) {
    uint32_t at = (uint32_t)(zero - source->text);
    diag_report(diags, DIAG_E0004, (struct span){ file, at, at + 1 }, "this is not a text file: it has a zero byte");
    return false;
  }
  size_t at = find_foreign(source);
  source->is_ascii = is_ascii(source->text, source->length);
  if (at == source->length) return true;
  uint32_t character;
  size_t length = unicode_next(source->text + at, source->length - at, &character);
  if (unicode_is_control(character)) return refuse_control(diags, file, at, length, character);
  diag_report(diags, DIAG_E0005, (struct span){ file, (uint32_t)at, (uint32_t)at + 1 },
              "this file is not UTF-8: byte 0x%02X does not belong here", (unsigned char)source->text[at]);
  return false;
}

uint32_t encoding_start(const struct source *source) { return strncmp(source->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; }
