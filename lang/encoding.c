/* Checks that a source is UTF-8 text without zero bytes. */
#include "lang/encoding.h"

#include <string.h>

/* Bytes of the UTF-8 character at `text`, or 0 when it is none. */
static uint32_t character_length(const unsigned char *text) {
  unsigned char first = text[0], second = first >= 0xC2 ? text[1] : 0;
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4 || (second & 0xC0) != 0x80) return 0;
  if (first < 0xE0) return 2;
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F)) return 0;
  if ((text[2] & 0xC0) != 0x80) return 0;
  if (first < 0xF0) return 3;
  if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) return 0;
  return (text[3] & 0xC0) == 0x80 ? 4 : 0;
}

/* How many bytes from `text` on are plain ASCII, as nearly all are; in whole words, so perhaps a few too few. */
static size_t ascii_length(const char *text, size_t length) {
  size_t done = 0;
  for (uint64_t word; length - done >= sizeof word; done += sizeof word) {
    memcpy(&word, text + done, sizeof word);
    if (word & UINT64_C(0x8080808080808080)) break;
  }
  return done;
}

bool encoding_check(struct source_set *sources, uint32_t file, struct diag_list *diags) {
  struct source *source = sources->items[file];
  const char *zero = memchr(source->text, '\0', source->length);
  if (zero) {
    uint32_t at = (uint32_t)(zero - source->text);
    diag_report(diags, DIAG_E0004, (struct span){ file, at, at + 1 }, "this is not a text file: it has a zero byte");
    return false;
  }
  bool ascii = true;
  for (size_t at = 0, length; at < source->length; at += length) {
    length = ascii_length(source->text + at, source->length - at);
    if (length) continue;
    length = character_length((const unsigned char *)source->text + at);
    ascii = ascii && length == 1;
    if (length) continue;
    diag_report(diags, DIAG_E0005, (struct span){ file, (uint32_t)at, (uint32_t)at + 1 },
                "this file is not UTF-8: byte 0x%02X does not belong here", (unsigned char)source->text[at]);
    return false;
  }
  source->is_ascii = ascii;
  return true;
}

uint32_t encoding_start(const struct source *source) { return strncmp(source->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; }
