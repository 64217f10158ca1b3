/* One game through all that commands do to it in turn: compiled, written as bytecode and read back, played, saved, resumed,
 * replayed, branched off, saved again. Each way must lead to the same position. Games are made from the grammar.
 *
 * The first byte says how many of the others decide about the choices; the rest decides about the rules. */
#include <stdlib.h>
#include <string.h>

#include "include/trv_sitting.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/grammar.h"

enum {
  MOST_MOVES = 24,
  SEATS = 2,
  ENOUGH_FUEL = 1000 * FUZZ_FUEL /* the checking loop takes more than the first one */
};

const char *const fuzz_words[] = { "\1",  "\3",   "\7",   "\17",      "\37",
                                   "\77", "\177", "\377", "12345678", "\2\3\5\7\13\15\21\23",
                                   NULL };

struct chain {
  trv_program *program, *read; /* as compiled, and as read back from its bytecode */
  trv_setup *setup, *read_setup;
  const uint8_t *choices;
  size_t choice_count;
};

static trv_sitting_options options_of(const trv_setup *setup, const trv_seat *seats) {
  return (trv_sitting_options){ .struct_size = sizeof(trv_sitting_options),
                                .setup = setup,
                                .seed = { 5, 7 },
                                .number = 1,
                                .seats = seats,
                                .seat_count = SEATS,
                                .stamp = 1,
                                .fuel = FUZZ_FUEL };
}

static const trv_seat people[SEATS] = { { .kind = TRV_SEAT_PERSON }, { .kind = TRV_SEAT_PERSON } };

static bool read_back(struct chain *chain) {
  void *bytes = NULL;
  size_t size = 0;
  const char *why = "no memory";
  if (trv_program_save(chain->program, &bytes, &size) != TRV_OK) exit(2);
  if (trv_program_load(bytes, size, NULL, &chain->read, &why) != TRV_OK)
    fuzz_fail("a compiled file is refused: %s", why);
  trv_free(bytes);
  char text[200];
  if (trv_setup_new(chain->program, SEATS, NULL, 0, &chain->setup, text, sizeof text) != TRV_OK) return false;
  if (trv_setup_new(chain->read, SEATS, NULL, 0, &chain->read_setup, text, sizeof text) != TRV_OK)
    fuzz_fail("what is read back has no set-up: %s", text);
  return true;
}

/* Makes choices from number `from` on; how many were made in all. */
static size_t play(const struct chain *chain, trv_sitting *sitting, size_t from, uint8_t turn) {
  trv_choice_info info;
  for (size_t i = from; i < chain->choice_count && i < MOST_MOVES; i++) {
    if (trv_game_choice(trv_sitting_game(sitting), &info) != TRV_OK) break;
    uint32_t index = (uint32_t)(chain->choices[i] ^ turn) % info.options;
    if (trv_sitting_choose(sitting, info.seat, trv_sitting_stamp(sitting), index) < 0) fuzz_fail("a choice is refused");
  }
  return trv_sitting_moves(sitting);
}

static trv_save *save_of(const trv_sitting *sitting) {
  char *text = NULL;
  size_t length = 0;
  trv_save *save = NULL;
  const char *why = "no memory";
  if (trv_sitting_save(sitting, &text, &length) != TRV_OK) fuzz_fail("a sitting cannot be saved");
  if (trv_save_read(text, length, &save, &why) != TRV_OK) fuzz_fail("what is saved cannot be read: %s", why);
  trv_free(text);
  return save;
}

/* Without what tells options of one notation apart, of which a save knows nothing. */
static uint64_t hash_of(const trv_sitting *sitting) { return trv_game_hash(trv_sitting_game(sitting), false); }

static trv_sitting *resume(const trv_setup *setup, const trv_save *save, uint64_t hash, const char *how) {
  trv_sitting_options options = options_of(setup, people);
  trv_sitting *sitting = NULL;
  char why[300];
  options.fuel = ENOUGH_FUEL;
  int status = trv_sitting_resume(&options, save, &sitting, why, sizeof why);
  if (status != TRV_OK) fuzz_fail("%s: not resumed, %s", how, why);
  if (hash_of(sitting) != hash) fuzz_fail("%s: another position", how);
  return sitting;
}

static void replay(const trv_setup *setup, const trv_save *save, uint64_t hash) {
  trv_game *game = NULL;
  char why[300];
  if (trv_game_new(setup, &game) != TRV_OK) exit(2);
  trv_game_set_fuel(game, ENOUGH_FUEL);
  if (trv_save_replay(save, game, why, sizeof why) != TRV_OK) fuzz_fail("not replayed: %s", why);
  if (trv_game_hash(game, false) != hash) fuzz_fail("a replay comes to another position");
  trv_game_free(game);
}

/* Steps through all positions and back again. */
static void step_through(trv_sitting *sitting, uint64_t hash) {
  size_t moves = trv_sitting_moves(sitting);
  for (size_t i = moves + 1; i-- > 0;)
    if (trv_sitting_go(sitting, i) < 0) fuzz_fail("there is no way back to choice %zu", i);
  if (trv_sitting_go(sitting, moves) < 0 || hash_of(sitting) != hash) fuzz_fail("stepping there and back is no circle");
}

/* A branch in which the same is chosen again comes to the same position; one in which something else is chosen is a game of
 * its own, and the first stays as it is. */
static void branch(const struct chain *chain, trv_sitting *sitting, uint8_t at, uint64_t hash) {
  size_t moves = trv_sitting_moves(sitting), from = at % (moves + 1);
  trv_sitting_options options = options_of(trv_game_setup(trv_sitting_game(sitting)), people);
  trv_sitting *same = NULL, *other = NULL;
  options.fuel = ENOUGH_FUEL;
  if (trv_sitting_branch(sitting, from, &options, &same) != TRV_OK ||
      trv_sitting_branch(sitting, from, &options, &other) != TRV_OK)
    fuzz_fail("no branch at %zu of %zu", from, moves);
  play(chain, same, from, 0);
  play(chain, other, from, 1);
  if (hash_of(same) != hash)
    fuzz_fail("the same choices lead elsewhere after branching off at %zu of %zu", from, moves);
  if (hash_of(sitting) != hash) fuzz_fail("a branch changes the game it comes from");
  trv_save *save = save_of(other);
  if (trv_game_status(trv_sitting_game(other)) != TRV_RULE_ERROR) replay(chain->setup, save, hash_of(other));
  trv_save_free(save);
  trv_sitting_free(same);
  trv_sitting_free(other);
}

static bool run_chain(const struct chain *chain, uint8_t at) {
  trv_sitting_options options = options_of(chain->setup, people);
  trv_sitting *sitting = NULL;
  if (trv_sitting_new(&options, &sitting) != TRV_OK) fuzz_fail("nobody can sit down");
  size_t moves = play(chain, sitting, 0, 0);
  bool entered = moves > 0 && trv_game_status(trv_sitting_game(sitting)) != TRV_RULE_ERROR;
  if (entered) {
    uint64_t hash = hash_of(sitting);
    trv_save *save = save_of(sitting);
    trv_sitting *again = resume(chain->setup, save, hash, "the program as compiled");
    trv_sitting *from_file = resume(chain->read_setup, save, hash, "the program as read back");
    replay(chain->setup, save, hash);
    replay(chain->read_setup, save, hash);
    step_through(again, hash);
    branch(chain, sitting, at, hash);
    branch(chain, from_file, at, hash);
    trv_sitting_free(again);
    trv_sitting_free(from_file);
    trv_save_free(save);
  }
  trv_sitting_free(sitting);
  return entered;
}

bool fuzz_input(const uint8_t *data, size_t size) {
  static char text[GRAMMAR_LIMIT];
  size_t choices = size > 2 ? data[0] % (size - 2) : 0;
  if (size < 2) return false;
  size_t length = grammar_write(data + 2 + choices, size - 2 - choices, text);
  trv_compile_options options = {
    .struct_size = sizeof options, .name = "made.trv", .text = text, .length = length, .resolver = grammar_files()
  };
  struct chain chain = { .choices = data + 2, .choice_count = choices };
  bool entered = false;
  if (trv_compile(&options, &chain.program, NULL) == TRV_OK) {
    if (read_back(&chain)) entered = run_chain(&chain, data[1]);
    trv_setup_free(chain.setup);
    trv_setup_free(chain.read_setup);
    trv_program_free(chain.read);
  }
  trv_program_free(chain.program);
  return entered;
}
