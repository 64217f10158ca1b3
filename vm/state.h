/* The state: everything that changes while a game is played, in one block of bytes.
 *
 *   +--------------------+----------------------------+------------------------------------------+ - - - -+
 *   | struct state       | variables, zones           | frames: main, …, the proc that chooses   | unused |
 *   +--------------------+----------------------------+------------------------------------------+ - - - -+
 *   0                    sizeof                       meta.stack_offset                          used
 *
 * It holds no pointers, so copying a game is one memcpy of `used` bytes. A frame is FRAME_HEAD slots (return pc, slots
 * of the caller's part below it) and the registers of its proc. While a choice is pending, everything above
 * choice.top in the last frame is dead and not part of `used`. Beyond `used` the block is all zero, so that what a game
 * left behind cannot tell two equal positions apart. */
#ifndef TRV_VM_STATE_H
#define TRV_VM_STATE_H

#include "vm/program.h"

enum state_status {
  STATE_RUNNING,  /* only while the interpreter works */
  STATE_CHOICE,   /* a player is to choose */
  STATE_FINISHED, /* the call that was run has returned (scenarios); the main proc never does */
  STATE_OVER,     /* the game has ended */
  STATE_ERROR     /* a rule error; the game cannot go on */
};

struct state {
  uint32_t used;        /* bytes from the start that belong to the position */
  uint32_t status;      /* enum state_status */
  uint32_t pc;          /* of the CHOOSE that is pending */
  uint32_t frame;       /* slot of the stack where the current frame starts */
  uint32_t random[4];   /* chance.h */
  uint32_t decisions;   /* decisions asked and answered so far */
  uint32_t barrier;     /* value of `decisions` at the last undo barrier */
  int32_t last_chooser; /* seat that made the last decision asked, -1 before the first */
  int32_t choice;       /* pending choice, else -1 */
  int32_t chooser;      /* seat that is to choose, else -1 */
  uint32_t options;     /* number of legal options of the pending choice */
  uint32_t players;
  uint32_t error;       /* enum rule_error when status is STATE_ERROR */
  uint64_t trace;       /* FNV-1a over (seat, options, index) of every decision asked */
};

/* ---- what seats were shown: see known.h ---- */

struct known_card {
  uint16_t card;     /* kind + 1; 0: nothing here, and nothing behind */
  uint16_t position; /* in a pile, from 1 at the bottom; 0 elsewhere */
  int32_t zone;
};
enum { KNOWN_MOST = 64 }; /* entries of a seat; when there are more, the oldest is forgotten */

/* How cards are about to move, but for FOLLOW_SEEN. */
enum follow {
  FOLLOW_CARD,    /* the card R[a] */
  FOLLOW_COUNT,   /* R[a + 1] copies of it */
  FOLLOW_BAG,     /* the cards of the bag R[a] */
  FOLLOW_ALL,     /* all of them */
  FOLLOW_DRAW,    /* R[a] cards from the top, after a refill if need be */
  FOLLOW_RANDOM,  /* any of them, */
  FOLLOW_SEEN,    /* which turned out to be R[a]: for those who see where it went */
  FOLLOW_SHUFFLE, /* none; they are mixed */
  FOLLOW_SWAP,    /* all, both ways */
  FOLLOW_PASS     /* the same, but what comes to R[b] is only on its way */
};
enum { FOLLOW_BOTTOM = 16 }; /* added: to the bottom of a pile */

/* ---- errors ---- */

/* Rule errors: RULE_ERROR(name, message). */
#define RULE_ERRORS(X) \
  X(NONE, "no error") \
  X(OVERFLOW, "a number became too large") \
  X(DIVISION, "division by zero") \
  X(RANGE, "a value left its range") \
  X(INDEX, "an index is outside its range") \
  X(STUCK, "nobody can go on: the choice has no legal option") \
  X(FUEL, "the rules did not come to a decision: a loop without end?") \
  X(DEPTH, "a procedure called itself more often than its `depth` allows") \
  X(NOT_THERE, "the card to be moved is not there") \
  X(FULL, "a zone holds more cards than it may") \
  X(LIST_FULL, "a list is longer than its bound") \
  X(BAG, "a bag cannot hold so many or so few") \
  X(ROLL, "a die needs 1 to 65,535 sides") \
  X(MISSING, "a value is missing: none was not expected here") \
  X(NO_CARDS, "there is no such card left to put there") \
  X(SCRIPT, "what `next roll` or `next shuffle` announces cannot happen") \
  X(FAILED, "the rules say this cannot happen") \
  X(SECRET_CHOICE, "a secret choice cannot be left") \
  X(CHECK, "the bytecode is damaged") \
  X(FOREIGN, "C code gave what it may not give") \
  X(OPTIONS, "a choice has more than 1,000,000 options") \
  X(NOT_ONE, "`only` asks for the card of a zone that holds none, or several")
enum rule_error {
#define RULE_ERROR_NAME(name, message) RULE_##name,
  RULE_ERRORS(RULE_ERROR_NAME)
#undef RULE_ERROR_NAME
  RULE_ERROR_COUNT
};
const char *rule_error_message(enum rule_error error);

static inline int32_t *state_stack(const struct program *program, struct state *state) {
  return (int32_t *)(void *)((char *)state + program->meta->stack_offset);
}
static inline const char *state_bytes_at(const struct state *state, int32_t offset) {
  return (const char *)state + offset;
}

/* Hash of the whole position (resume, traces), and without generator and counters (search). */
uint64_t state_hash(const struct program *program, const struct state *state, bool exact);
/* For saves: header and table without the stack, where leftovers of texts depend on whether somebody listened,
 * and without the trace: it knows options by their numbers, a save by their notations, which two of them may share. */
uint64_t state_hash_saved(const struct program *program, const struct state *state);
/* Only what does not depend on how the rules were compiled: the table, and the header without places in code and
 * stack. */
uint64_t state_hash_table(const struct program *program, const struct state *state);

#endif
