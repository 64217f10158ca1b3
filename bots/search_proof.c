/* What is certain, for the opponent `search`: in a game of two without secrets and chance, everything that can happen in the
 * next few decisions is tried. An option that forces a win is taken, whatever the average of many games says, and one to
 * which the other has a winning answer is not. */
#include "bots/search.h"

enum {
  REHEARSALS = 2,
  REHEARSAL_SEED = 1,
  ROLL_LIMIT = 200,     /* decisions of a rehearsal */
  FUEL_OF_TRIAL = 20000 /* rules that take longer prove nothing */
};

bool proof_begin(struct prover *prover, const trv_setup *setup, const volatile sig_atomic_t *cancel) {
  if (trv_setup_players(setup) != 2 || trv_program_describe(trv_setup_program(setup)).hidden_information) return true;
  for (int ply = 0; ply <= PROOF_PLIES; ply++) {
    if (trv_game_new(setup, &prover->desks[ply]) != TRV_OK) return false;
    trv_game_set_fuel(prover->desks[ply], FUEL_OF_TRIAL);
    trv_game_set_cancel(prover->desks[ply], cancel);
  }
  return true;
}

void proof_end(struct prover *prover) {
  for (int ply = 0; ply <= PROOF_PLIES; ply++) trv_game_free(prover->desks[ply]);
}

static uint32_t decide_alike(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  (void)context;
  return trv_random_choice(REHEARSAL_SEED, 0, seat, decision, options);
}

/* Whether a game is the same with other chance, as far as one game at random tells. */
static bool has_no_chance(const struct prover *prover, const trv_game *game) {
  uint64_t ends[REHEARSALS];
  for (uint32_t i = 0; i < REHEARSALS; i++) {
    trv_game_copy(prover->desks[i], game);
    trv_game_reseed(prover->desks[i], REHEARSAL_SEED + i, 0);
    trv_play(prover->desks[i], decide_alike, NULL, ROLL_LIMIT);
    ends[i] = trv_game_hash(prover->desks[i], false);
  }
  return ends[0] == ends[1];
}

static uint32_t options_of(const trv_game *game) {
  trv_choice_info info;
  return trv_game_choice(game, &info) == TRV_OK ? info.options : 0;
}

static enum proof turned(enum proof proof) { return (enum proof)(PROOF_WON - proof); }

static enum proof result_of(trv_game *game, uint32_t seat) {
  uint32_t places[TRV_MOST_PLAYERS];
  if (trv_game_status(game) != TRV_OVER || trv_game_result(game, places, NULL) != TRV_OK) return PROOF_NONE;
  return places[0] == places[1] ? PROOF_NONE : places[seat] == 1 ? PROOF_WON : PROOF_LOST;
}

static enum proof look_from(struct prover *prover, uint32_t ply);

/* What an option on the desk of this ply is worth to the seat that takes it. */
static enum proof look_at(struct prover *prover, uint32_t ply, uint32_t option) {
  trv_game *next = prover->desks[ply + 1];
  int seat = trv_game_chooser(prover->desks[ply]);
  if (prover->left == 0) return PROOF_NONE;
  prover->left--;
  trv_game_copy(next, prover->desks[ply]);
  trv_choose(next, option);
  if (trv_game_status(next) != TRV_CHOICE) return result_of(next, (uint32_t)seat);
  enum proof proof = look_from(prover, ply + 1);
  return trv_game_chooser(next) == seat ? proof : turned(proof);
}

/* The best of all options, for whoever is to choose. */
static enum proof look_from(struct prover *prover, uint32_t ply) {
  enum proof best = PROOF_LOST;
  uint32_t options = ply == PROOF_PLIES ? 0 : options_of(prover->desks[ply]);
  if (options == 0) return PROOF_NONE;
  for (uint32_t option = 0; option < options && best != PROOF_WON; option++) {
    enum proof proof = look_at(prover, ply, option);
    if (proof > best) best = proof;
  }
  return best;
}

void proof_look(struct prover *prover, const trv_game *game, uint32_t most) {
  uint32_t options = options_of(game);
  for (uint32_t i = 0; i < PROOF_OPTIONS; i++) prover->options[i] = PROOF_NONE;
  if (!prover->desks[0] || options > PROOF_OPTIONS || !has_no_chance(prover, game)) return;
  prover->left = most;
  trv_game_copy(prover->desks[0], game);
  for (uint32_t option = 0; option < options; option++) prover->options[option] = look_at(prover, 0, option);
}
