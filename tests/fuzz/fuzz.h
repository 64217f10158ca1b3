/* What every harness has. A harness is a file fuzz_<name>.c with the function fuzz_input; what it looks for are crashes,
 * reports of the sanitizers, hangs, and what it finds wrong itself and says with fuzz_fail.
 *
 * It is linked with libFuzzer (./dev fuzz), or with driver.c, which mutates seeds by a generator of its own, so that
 * every run of the test suite does the same. */
#ifndef TRV_FUZZ_H
#define TRV_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/trv.h"

/* What the harness does with one input. Returns whether that got past the front door: whether what reads it first took
 * it for what it should be, so that the code behind was tested. How many do is told of every run. */
bool fuzz_input(const uint8_t *data, size_t size);
/* The same, counted: what libFuzzer and driver.c call. Always 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
struct fuzz_door {
  uint64_t inputs, entered;
};
/* Of all inputs so far. With FUZZ_DOOR=FILE in the environment they are also kept in that file, as two numbers of 64 bits
 * that outlive however the program ends. Borrowed. */
const struct fuzz_door *fuzz_door(void);

/* A harness whose inputs have a structure may define this, as libFuzzer has it: changes an input in place, and returns
 * its new size, `most` at most. Without it, driver.c changes bytes and words. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) __attribute__((weak));
/* A number below `limit`, for mutators; 0 if that is 0. *chance is their seed at first. */
uint32_t fuzz_below(uint32_t *chance, uint32_t limit);
/* For mutators, too: both give the new size. Puts bytes in the place of others, if there is room. */
size_t fuzz_splice(uint8_t *data, size_t size, size_t most, size_t at, size_t cut, const void *bytes, size_t count);
/* Leaves a line out, or says it twice; lines that begin with `mark` stay as they are (NULL: there are none). */
size_t fuzz_change_line(uint8_t *data, size_t size, size_t most, const char *mark, uint32_t *chance);
/* What driver.c writes into inputs, ended by NULL; an empty list stands for binary files, which get numbers. */
extern const char *const fuzz_words[];

/* Says what is wrong, on one line, and ends the program. */
_Noreturn __attribute__((format(printf, 1, 2))) void fuzz_fail(const char *format, ...);

/* ---- agree.c ---- */

enum { FUZZ_FUEL = 20000 };
/* Plays some games with every loop of the interpreter and with the program as read back from its compiled file: the
 * same options, states, ends and rule errors, or fuzz_fail. `players` seats, at most `limit` decisions each. */
void fuzz_agree(trv_program *program, uint32_t players, uint32_t games, uint32_t limit);

/* ---- look.c ---- */

/* Asks all there is to ask about the pending choice, if there is one. */
void fuzz_look(trv_game *game);
/* The same in a position that the player to choose cannot tell from this one. */
void fuzz_sample(trv_game *game);

/* ---- table.c: the game of tests/fuzz/table.trv, for harnesses that need one under way ---- */

struct fuzz_table {
  trv_program *program;
  trv_setup *setup;
  trv_game *game;
};
/* Compiled at the first call, started afresh at every one; borrowed. */
struct fuzz_table *fuzz_table(void);

/* ---- lines of an input ---- */

/* Copies the next line of the input from *at, without its end and up to a NUL; owned. NULL when there is none. */
char *fuzz_line(const uint8_t *data, size_t size, size_t *at);

#endif
