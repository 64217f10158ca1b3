/* Checks that a source is UTF-8 text without control characters: what is read here is printed on terminals, and must not
 * control them. */
#include "lang/encoding.h"

#include <string.h>

/* Bytes of the UTF-8 character at `text`, or 0 when there is none. */
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

/* The place of the first control character other than tabs and line ends, or -1. A carriage return is part of a line end
 * only before a line feed. */
static int64_t find_control(const struct source *source) {
  static const char controls[] = "\1\2\3\4\5\6\7\10\13\14\15\16\17\20\21\22\23\24\25\26\27\30\31\32\33\34\35\36\37\177";
  size_t at = strcspn(source->text, controls);
  while (at < source->length && source->text[at] == '\r' && source->text[at + 1] == '\n')
    at += 2 + strcspn(source->text + at + 2, controls);
  return at < source->length ? (int64_t)at : -1;
}

/* The second set of control characters, U+0080 to U+009F. */
static bool is_control(const char *text, size_t length) {
  return length == 2 && (unsigned char)text[0] == 0xC2 && (unsigned char)text[1] < 0xA0;
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
  int64_t control = find_control(source);
  if (control >= 0) return refuse_control(diags, file, (size_t)control, 1, (unsigned char)source->text[control]);
  bool ascii = true;
  for (size_t at = 0, length; at < source->length; at += length) {
    length = ascii_length(source->text + at, source->length - at);
    if (length) continue;
    length = character_length((const unsigned char *)source->text + at);
    ascii = ascii && length == 1;
    if (is_control(source->text + at, length))
      return refuse_control(diags, file, at, length, (unsigned char)source->text[at + 1]);
    if (length) continue;
    diag_report(diags, DIAG_E0005, (struct span){ file, (uint32_t)at, (uint32_t)at + 1 },
                "this file is not UTF-8: byte 0x%02X does not belong here", (unsigned char)source->text[at]);
    return false;
  }
  source->is_ascii = ascii;
  return true;
}

uint32_t encoding_start(const struct source *source) { return strncmp(source->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; }
