/* Words that have a colour: see paint.h. */
#include "trvm/paint.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trvm/tool.h"

enum { MOST_PAINTS = 500 };

enum paint_depth paint_depth_of(const char *terminal, const char *colour_terminal) {
  bool is_true =
      colour_terminal && (strcmp(colour_terminal, "truecolor") == 0 || strcmp(colour_terminal, "24bit") == 0);
  if (is_true || (terminal && strstr(terminal, "-direct"))) return PAINT_ALL;
  return terminal && strstr(terminal, "256color") ? PAINT_256 : PAINT_16;
}

/* ---- shades ---- */

struct shade {
  int red, green, blue;
};

static struct shade shade_of(uint32_t rgb) {
  return (struct shade){ (int)(rgb >> 16 & 255), (int)(rgb >> 8 & 255), (int)(rgb & 255) };
}

static int most_of(struct shade s) {
  int most = s.red > s.green ? s.red : s.green;
  return most > s.blue ? most : s.blue;
}

static int least_of(struct shade s) {
  int least = s.red < s.green ? s.red : s.green;
  return least < s.blue ? least : s.blue;
}

/* How light a part of a colour is, from 0 to 1: near enough to what the eye sees. */
static double light_of_part(int part) {
  double value = part / 255.0;
  return value * value;
}

static double light_of(struct shade s) {
  return 0.2126 * light_of_part(s.red) + 0.7152 * light_of_part(s.green) + 0.0722 * light_of_part(s.blue);
}

/* A step towards black or white. */
static struct shade step(struct shade s, int goal) {
  return (struct shade){ s.red + (goal - s.red) / 16, s.green + (goal - s.green) / 16, s.blue + (goal - s.blue) / 16 };
}

/* Between these, a contrast of three to one is there to black as well as to white. */
static struct shade readable(struct shade s) {
  enum { MOST_STEPS = 64 };
  for (int i = 0; i < MOST_STEPS && light_of(s) < 0.13; i++) s = step(s, 255);
  for (int i = 0; i < MOST_STEPS && light_of(s) > 0.29; i++) s = step(s, 0);
  return s;
}

/* ---- codes ---- */

/* One of the six hues that every terminal has; blue is the light one, since the other is hardly seen on black. */
static int basic_hue(struct shade s) {
  int middle = (most_of(s) + least_of(s)) / 2;
  int bits = (s.red > middle) | (s.green > middle) << 1 | (s.blue > middle) << 2;
  return bits == 4 ? 94 : 30 + bits;
}

/* A step of the cube of six steps for each part, which has no faint hues: so the hue is taken stronger than it is. */
static int cube_step(struct shade s, int part) {
  int most = most_of(s), least = least_of(s), low = least / 4;
  if (most > least) part = low + (part - least) * (most - low) / (most - least);
  return part < 48 ? 0 : part < 115 ? 1 : (part - 25) / 40;
}

void paint_code(enum paint_depth depth, uint32_t rgb, char code[PAINT_CODE]) {
  enum { LEAST_HUE = 40 };
  struct shade plain = shade_of(rgb), s = readable(plain);
  code[0] = '\0';
  if (most_of(plain) - least_of(plain) < LEAST_HUE) return;
  if (depth == PAINT_ALL) snprintf(code, PAINT_CODE, "38;2;%d;%d;%d", s.red & 255, s.green & 255, s.blue & 255);
  else if (depth == PAINT_256)
    snprintf(code, PAINT_CODE, "38;5;%d",
             16 + 36 * cube_step(s, s.red) + 6 * cube_step(s, s.green) + cube_step(s, s.blue));
  else snprintf(code, PAINT_CODE, "%d", basic_hue(plain));
}

/* ---- words ---- */

void paint_add(struct paint_box *box, const char *word, uint32_t rgb) {
  char code[PAINT_CODE];
  paint_code(box->depth, rgb, code);
  if (!*word || !*code || box->count == MOST_PAINTS) return;
  for (size_t i = 0; i < box->count; i++)
    if (strcasecmp(box->paints[i].word, word) == 0) return;
  if (box->count == box->capacity) {
    box->capacity = box->capacity ? 2 * box->capacity : 16;
    box->paints = need_memory(box->paints, box->capacity * sizeof *box->paints);
  }
  struct paint *paint = &box->paints[box->count++];
  *paint = (struct paint){ .word = need_copy(word), .length = strlen(word) };
  memcpy(paint->code, code, sizeof code);
}

static int longer_first(const void *left, const void *right) {
  const struct paint *a = left, *b = right;
  if (a->length != b->length) return a->length > b->length ? -1 : 1;
  return strcmp(a->word, b->word);
}

void paint_sort(struct paint_box *box) {
  if (box->count) qsort(box->paints, box->count, sizeof *box->paints, longer_first);
}

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80; }

const struct paint *paint_at(const struct paint_box *box, const char *text, size_t length, size_t at) {
  if (at && is_letter(text[at - 1])) return NULL;
  for (size_t i = 0; i < box->count; i++) {
    const struct paint *paint = &box->paints[i];
    if (tolower((unsigned char)*paint->word) != tolower((unsigned char)text[at]) || paint->length > length - at)
      continue;
    bool ends = at + paint->length == length || !is_letter(text[at + paint->length]);
    if (ends && strncasecmp(text + at, paint->word, paint->length) == 0) return paint;
  }
  return NULL;
}

void paint_free(struct paint_box *box) {
  for (size_t i = 0; i < box->count; i++) free(box->paints[i].word);
  free(box->paints);
  *box = (struct paint_box){ 0 };
}
