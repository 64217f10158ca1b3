/* Makes scripts from the grammar of the language: mostly valid games, some nearly so. */
#ifndef TRV_FUZZ_GRAMMAR_H
#define TRV_FUZZ_GRAMMAR_H

#include <stddef.h>
#include <stdint.h>

#include "include/trv.h"

enum { GRAMMAR_LIMIT = 1 << 16 };
/* The same bytes make the same text, ended by NUL; each of them decides about one rule of the grammar, and when they
 * are used up a generator that they seed goes on. Returns its length. */
size_t grammar_write(const uint8_t *data, size_t size, char text[GRAMMAR_LIMIT]);
/* Program number `number`, the same for ever; none of these is spoilt. */
size_t grammar_write_number(uint64_t number, char text[GRAMMAR_LIMIT]);
/* Reads the tables that the scripts name; borrowed, static. */
const trv_resolver *grammar_files(void);

#endif
