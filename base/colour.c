/* Colours by their words, or by their parts of red, green and blue. */
#include "base/colour.h"

#include <string.h>

static const struct {
  const char *word;
  uint32_t rgb;
} colours[] = {
#define COLOUR(word, rgb) { word, rgb },
#include "base/colour.def"
#undef COLOUR
};
enum { COLOURS = sizeof colours / sizeof *colours, DIGITS = 6 };

const char *colour_word(size_t index) { return index < COLOURS ? colours[index].word : NULL; }

static int digit_of(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  return letter >= 'A' && letter <= 'F' ? letter - 'A' + 10 : -1;
}

static bool read_digits(const char *text, uint32_t *rgb) {
  uint32_t sum = 0;
  if (strlen(text) != DIGITS) return false;
  for (; *text; text++) {
    if (digit_of(*text) < 0) return false;
    sum = sum * 16 + (uint32_t)digit_of(*text);
  }
  *rgb = sum;
  return true;
}

bool colour_read(const char *text, uint32_t *rgb) {
  if (*text == '#') return read_digits(text + 1, rgb);
  for (size_t i = 0; i < COLOURS; i++) {
    if (strcmp(colours[i].word, text) != 0) continue;
    *rgb = colours[i].rgb;
    return true;
  }
  return false;
}
