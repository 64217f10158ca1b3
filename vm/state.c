/* The state block as a whole: its hashes, and the sentences for rule errors.
 *
 * Owns what counts as "the same position". Knows the layout of the header and that everything after it up to `used`
 * belongs to the position; not what lies there. */
#include "vm/state.h"

#include <string.h>

#include "base/hash.h"

static const char *const messages[] = {
#define RULE_ERROR_TEXT(name, message) message,
  RULE_ERRORS(RULE_ERROR_TEXT)
#undef RULE_ERROR_TEXT
};

const char *rule_error_message(enum rule_error error) {
  return (unsigned)error < RULE_ERROR_COUNT ? messages[error] : messages[RULE_CHECK];
}

static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9fb21c651e98df25u;
  return hash ^ hash >> 32;
}

static uint64_t mix_bytes(uint64_t hash, const char *bytes, size_t length) {
  uint64_t word;
  for (; length >= sizeof word; bytes += sizeof word, length -= sizeof word) {
    memcpy(&word, bytes, sizeof word);
    hash = mix(hash, word);
  }
  word = 0;
  memcpy(&word, bytes, length);
  return mix(hash, word ^ (uint64_t)length << 56);
}

uint64_t state_hash_saved(const struct program *program, const struct state *state) {
  size_t table = (size_t)program->meta->stack_offset - sizeof *state;
  struct state head = *state;
  head.trace = 0;
  uint64_t hash = mix_bytes(program->hash ^ HASH_START, (const char *)&head, sizeof head);
  return mix_bytes(hash, (const char *)state + sizeof *state, table);
}

/* The generator, the counters and the trace tell how a position came about; without them two games that have reached
 * the same position have the same hash. */
uint64_t state_hash(const struct program *program, const struct state *state, bool exact) {
  struct state head = *state;
  if (!exact) {
    memset(head.random, 0, sizeof head.random);
    head.decisions = 0;
    head.barrier = 0;
    head.last_chooser = -1;
    head.trace = 0;
  }
  size_t used = state->used;
  if (used < sizeof head) used = sizeof head;
  uint64_t hash = mix_bytes(program->hash ^ HASH_START, (const char *)&head, sizeof head);
  return mix_bytes(hash, (const char *)state + sizeof head, used - sizeof head);
}

uint64_t state_hash_table(const struct program *program, const struct state *state) {
  struct state head = *state;
  head.used = head.pc = head.frame = 0;
  head.choice = -1; /* choices are numbered in the order in which they are compiled */
  uint64_t hash = mix_bytes(HASH_START, (const char *)&head, sizeof head);
  return mix_bytes(hash, (const char *)state + sizeof head, (size_t)program->meta->stack_offset - sizeof head);
}
