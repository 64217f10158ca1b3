/* UTF-8: see unicode.h. */
#include "base/unicode.h"

size_t unicode_next(const char *text, size_t left, uint32_t *character) {
  static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
  unsigned char first = (unsigned char)*text;
  size_t more = first >= 0xf0 && first < 0xf5 ? 3 : first >= 0xe0 && first < 0xf0 ? 2 : first >= 0xc2 && first < 0xe0;
  *character = first;
  if (first < 0x80) return 1;
  uint32_t number = first & (0x3fu >> more);
  bool whole = more && more < left;
  for (size_t i = 1; whole && i <= more; i++) {
    whole = ((unsigned char)text[i] & 0xc0) == 0x80;
    number = number << 6 | ((unsigned char)text[i] & 0x3f);
  }
  whole = whole && number >= least[more] && number <= 0x10ffff && (number < 0xd800 || number > 0xdfff);
  *character = whole ? number : UNICODE_REPLACEMENT;
  return whole ? more + 1 : 1;
}

bool unicode_is_control(uint32_t character) { return character < 0x20 || (character >= 0x7f && character < 0xa0); }

bool unicode_is_deceptive(uint32_t c) {
  return c == 0x061c || c == 0x180e || c == 0x200b || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) || (c >= 0xe0000 && c <= 0xe007f);
}

size_t unicode_text_length(const char *text, size_t length) {
  size_t at = 0;
  while (at < length) {
    unsigned char byte = (unsigned char)text[at];
    uint32_t character;
    size_t bytes = 1;
    if (byte < 0x80) {
      if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f) break;
    } else {
      bytes = unicode_next(text + at, length - at, &character);
      if (bytes == 1 || unicode_is_control(character)) break;
    }
    at += bytes;
  }
  return at;
}

size_t unicode_encode(uint32_t character, char *bytes) {
  static const unsigned char marks[] = { 0, 0xc0, 0xe0, 0xf0 };
  size_t more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
  for (size_t i = more; i > 0; i--, character >>= 6) bytes[i] = (char)(0x80 | (character & 0x3f));
  bytes[0] = (char)(marks[more] | character);
  return more + 1;
}
