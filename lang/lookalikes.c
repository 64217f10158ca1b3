/* Letters and signs that look like those of the rules and are others: of another keyboard, or of the full width that
 * stands beside Chinese and Japanese writing. Nobody can see the mistake, so it is named. */
#include "lang/parsing.h"

struct lookalike {
  uint16_t number; /* of the character, in Unicode */
  char letter;
};

static const struct lookalike cyrillic[] = {
  { 0x0405, 'S' }, { 0x0406, 'I' }, { 0x0408, 'J' }, { 0x0410, 'A' }, { 0x0412, 'B' }, { 0x0415, 'E' }, { 0x041A, 'K' },
  { 0x041C, 'M' }, { 0x041D, 'H' }, { 0x041E, 'O' }, { 0x0420, 'P' }, { 0x0421, 'C' }, { 0x0422, 'T' }, { 0x0423, 'Y' },
  { 0x0425, 'X' }, { 0x0430, 'a' }, { 0x0435, 'e' }, { 0x043A, 'k' }, { 0x043C, 'm' }, { 0x043E, 'o' }, { 0x0440, 'p' },
  { 0x0441, 'c' }, { 0x0442, 't' }, { 0x0443, 'y' }, { 0x0445, 'x' }, { 0x0455, 's' }, { 0x0456, 'i' }, { 0x0458, 'j' },
  { 0x04BB, 'h' }, { 0x0501, 'd' }, { 0x051B, 'q' }, { 0x051D, 'w' }, { 0, 0 },
};

static const struct lookalike greek[] = {
  { 0x0391, 'A' }, { 0x0392, 'B' }, { 0x0395, 'E' }, { 0x0396, 'Z' }, { 0x0397, 'H' }, { 0x0399, 'I' }, { 0x039A, 'K' },
  { 0x039C, 'M' }, { 0x039D, 'N' }, { 0x039F, 'O' }, { 0x03A1, 'P' }, { 0x03A4, 'T' }, { 0x03A5, 'Y' }, { 0x03A7, 'X' },
  { 0x03B1, 'a' }, { 0x03B3, 'y' }, { 0x03B9, 'i' }, { 0x03BA, 'k' }, { 0x03BD, 'v' }, { 0x03BF, 'o' }, { 0x03C1, 'p' },
  { 0x03C4, 't' }, { 0x03C5, 'u' }, { 0x03C7, 'x' }, { 0, 0 },
};

static char letter_in(const struct lookalike *letters, uint32_t number) {
  for (; letters->number; letters++)
    if (letters->number == number) return letters->letter;
  return '\0';
}

char lookalike_of(uint32_t number, const char **kind) {
  *kind = NULL;
  if (number >= 0x0370 && number < 0x0400) *kind = "Greek";
  if (number >= 0x0400 && number < 0x0530) *kind = "Cyrillic";
  if (number > 0xFF00 && number < 0xFF5F) *kind = "full-width";
  if (!*kind) return '\0';
  if (number > 0xFF00) return (char)(number - 0xFF00 + ' ');
  return letter_in(number < 0x0400 ? greek : cyrillic, number);
}
