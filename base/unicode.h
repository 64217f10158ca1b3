/* Characters of UTF-8, and which of them must not be shown as they are.
 *
 * Texts come from files, bots, arguments and the system, and end at terminals and in browsers. Whoever shows one asks
 * here, so that there is one answer to what commands a terminal and what deceives a reader. */
#ifndef TRV_BASE_UNICODE_H
#define TRV_BASE_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UNICODE_REPLACEMENT = 0xfffd, UNICODE_MOST_BYTES = 4 };

/* The bytes of the character at `text`, of which `left` (at least one) may be read, and its number. What is not UTF-8
 * (also what is written longer than needed, and halves of surrogate pairs) counts as one byte and the replacement. */
size_t unicode_next(const char *text, size_t left, uint32_t *character);
/* The two sets of control characters, C0 with DEL and C1. */
bool unicode_is_control(uint32_t character);
/* Not seen itself, and able to make other text look like what it is not: turns its direction, or breaks or joins it. The
 * joiners that scripts and pictures need are none of these. */
bool unicode_is_deceptive(uint32_t character);
/* How many bytes from the start on can stand in a text that people write: whole characters of UTF-8, and of control
 * characters only tabs and line feeds. Source texts and compiled ones are held to this. */
size_t unicode_text_length(const char *text, size_t length);
/* Writes a character to `bytes`, which has room for UNICODE_MOST_BYTES; returns how many it took. */
size_t unicode_encode(uint32_t character, char *bytes);

#endif
