/* Games: making, starting, copying, choosing, results, and what a rule error looks like from outside.
 *
 * Owns the block of a game:   struct trv_game | scratch slots | state | trail and its state
 * Everything that happens by the rules is the interpreter's (interp.c); options and their texts are options.c. */
#include <string.h>

#include "vm/api.h"

/* ---- memory ---- */

static size_t align_up(size_t bytes) { return (bytes + 15) & ~(size_t)15; }

static size_t scratch_bytes(const struct program *program) {
  return align_up((size_t)program_scratch_slots(program) * sizeof(int32_t));
}

static size_t state_bytes(const struct program *program) { return align_up((size_t)program->meta->state_bytes); }

size_t game_memory(const struct program *program) {
  size_t trail = trail_is_needed(program) ? align_up(sizeof(struct trail)) + state_bytes(program) : 0;
  return scratch_bytes(program) + state_bytes(program) + trail;
}

void game_init(struct game *game, const struct setup *setup, void *memory) {
  memset(game, 0, sizeof *game);
  memset(memory, 0, game_memory(setup->program));
  game->setup = setup;
  game->scratch = memory;
  game->state = (struct state *)(void *)((char *)memory + scratch_bytes(setup->program));
  game->asks_unseen = trail_asks_unseen(setup->program);
  if (trail_is_needed(setup->program)) {
    game->trail = (struct trail *)(void *)((char *)game->state + state_bytes(setup->program));
    game->trail->anchor = (struct state *)(void *)((char *)game->trail + align_up(sizeof *game->trail));
  }
  game->fuel_limit = FUEL_LIMIT;
  game->cancel = setup->program->cancel;
}

void game_reset(struct game *game) {
  uint32_t used = game->setup->image->used, before = game->state->used;
  memcpy(game->state, game->setup->image, used);
  if (before > used) memset((char *)game->state + used, 0, before - used);
  game->result_error = RULE_NONE;
  game->error_text[0] = '\0';
  game->error_chain_length = 0;
  memset(game->made, 0, sizeof game->made);
  trail_lose(game);
}

size_t trv_game_size(const trv_setup *setup) { return align_up(sizeof(trv_game)) + game_memory(setup->setup.program); }

trv_game *trv_game_place(void *memory, const trv_setup *setup) {
  trv_game *game = memory;
  memset(game, 0, sizeof *game);
  game_init(&game->game, &setup->setup, (char *)memory + align_up(sizeof *game));
  game->setup = setup;
  game->placed = true;
  game_reset(&game->game);
  return game;
}

int trv_game_new(const trv_setup *setup, trv_game **game) {
  void *memory = memory_new(&setup->program->allocator, 1, trv_game_size(setup));
  *game = memory ? trv_game_place(memory, setup) : NULL;
  if (!memory) return TRV_E_MEMORY;
  (*game)->placed = false;
  return TRV_OK;
}

void trv_game_free(trv_game *game) {
  if (!game) return;
  trv_game_unlisten(game);
  candidates_free(game);
  retrace_free(game);
  memory_free(game_allocator(game), game);
}

const trv_setup *trv_game_setup(const trv_game *game) { return game->setup; }

/* ---- the position ---- */

int game_status(const struct game *game) {
  switch (game->state->status) {
  case STATE_CHOICE: return TRV_CHOICE;
  case STATE_OVER: return TRV_OVER;
  case STATE_ERROR: return TRV_RULE_ERROR;
  default: return TRV_FINISHED;
  }
}

int trv_game_start_seed(trv_game *game, trv_seed seed, uint32_t number) {
  if (game->telling) return TRV_E_STATE;
  game_reset(&game->game);
  seed_chance(game->game.state->random, seed, number);
  trail_begin(&game->game, true);
  interp_start(&game->game, game->game.setup->program->meta->main_proc, NULL, 0);
  return game_status(&game->game);
}

int trv_game_start(trv_game *game, uint32_t seed, uint32_t number) {
  return trv_game_start_seed(game, (trv_seed){ seed, 0 }, number);
}

bool trv_game_is_telling(const trv_game *game) { return game->telling > 0; }

int trv_game_status(const trv_game *game) { return game_status(&game->game); }

void game_put(struct game *game, const struct state *position) {
  uint32_t used = position->used, before = game->state->used;
  memcpy(game->state, position, used);
  if (before > used) memset((char *)game->state + used, 0, before - used); /* beyond `used` all is zero */
}

void game_copy_position(trv_game *to, const trv_game *from) {
  game_put(&to->game, from->game.state);
  if (from->game.state->status == STATE_ERROR) {
    to->game.error_pc = from->game.error_pc;
    to->game.error_chain_length = from->game.error_chain_length;
    memcpy(to->game.error_text, from->game.error_text, sizeof to->game.error_text);
    memcpy(to->game.error_chain, from->game.error_chain, sizeof to->game.error_chain);
  }
}

int trv_game_copy(trv_game *to, const trv_game *from) {
  if (to == from) return TRV_OK;
  if (to->setup != from->setup) return TRV_E_ARGUMENT;
  if (to->telling) return TRV_E_STATE;
  game_copy_position(to, from);
  memcpy(to->game.made, from->game.made, sizeof to->game.made);
  trail_copy(&to->game, &from->game);
  return TRV_OK;
}

uint64_t trv_game_hash(const trv_game *game, bool exact) {
  return state_hash(game->game.setup->program, game->game.state, exact);
}

uint64_t trv_game_table_hash(const trv_game *game) {
  return state_hash_table(game->game.setup->program, game->game.state);
}

size_t trv_game_used(const trv_game *game) { return game->game.state->used; }

void trv_game_reseed(trv_game *game, uint32_t seed, uint32_t number) {
  if (game->telling) return;
  chance_seed(game->game.state->random, seed, number);
  trail_lose(&game->game);
}

void trv_game_set_fuel(trv_game *game, uint64_t fuel) { game->game.fuel_limit = fuel; }

uint64_t trv_game_spent(const trv_game *game) { return game->game.spent; }

void trv_game_set_cancel(trv_game *game, volatile const int *cancel) { game->game.cancel = cancel; }

void trv_program_set_cancel(trv_program *program, volatile const int *cancel) { program->program.cancel = cancel; }

uint32_t trv_game_decisions(const trv_game *game) { return game->game.state->decisions; }

uint64_t trv_game_trace(const trv_game *game) { return game->game.state->trace; }
uint32_t trv_game_undo_barrier(const trv_game *game) { return game->game.state->barrier; }

/* ---- where the rules are ---- */

int32_t program_proc_at(const struct program *p, uint32_t pc) {
  int32_t found = -1;
  for (uint32_t i = 0; i < p->procs_count; i++) {
    if ((uint32_t)p->procs[i].entry <= pc && (found < 0 || p->procs[i].entry > p->procs[found].entry))
      found = (int32_t)i;
  }
  return found;
}

const struct line *line_at(const struct program *p, uint32_t pc) {
  uint32_t low = 0, high = p->lines_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if ((uint32_t)p->lines[middle].pc <= pc) low = middle + 1;
    else high = middle;
  }
  return low > 0 ? &p->lines[low - 1] : NULL;
}

/* The innermost mark before number `before` of a procedure that stands here in the place of its call; -1: none. */
static int32_t inlined_at(const struct program *p, uint32_t pc, uint32_t before) {
  for (uint32_t i = before; i-- > 0;)
    if ((uint32_t)p->marks[i].pc <= pc && (int32_t)pc < p->marks[i].end) return (int32_t)i;
  return -1;
}

/* The proc that runs in a frame at `pc`. Taken from the call that made the frame: a search is slow, and every position
 * that is shown needs it. */
static int32_t proc_of_frame(const struct program *p, const int32_t *frame, uint32_t pc) {
  uint32_t call = (uint32_t)frame[0] - 1;
  if (frame[1] <= 0 || call >= p->code_count || ins_op(p->code[call]) != OP_CODE_CALL) return program_proc_at(p, pc);
  int32_t callee = ins_bc(p->code[call]);
  return (uint32_t)callee < p->procs_count ? callee : -1;
}

static struct phase_at find_phase(const struct program *p, const int32_t *base, const int32_t *frame, uint32_t pc) {
  for (;;) {
    for (int32_t i = inlined_at(p, pc, p->marks_count); i >= 0; i = inlined_at(p, pc, (uint32_t)i))
      if (p->marks[i].kind == MARK_PHASE)
        return (struct phase_at){ p->marks[i].name, p->marks[i].title, i, -1, .frame = frame };
    int32_t proc = proc_of_frame(p, frame, pc);
    if (proc == p->meta->play_proc || proc == p->meta->setup_proc)
      return (struct phase_at){ 0, p->procs[proc].title, -1, -1, .frame = frame }; /* they hold all phases */
    if (proc >= 0 && p->procs[proc].kind == PROC_PHASE)
      return (struct phase_at){ p->procs[proc].name, p->procs[proc].title, -1, proc, .frame = frame };
    if (frame[1] <= 0 || frame[1] > frame - base) return (struct phase_at){ 0, 0, -1, -1, .frame = frame };
    pc = (uint32_t)frame[0] - 1;
    frame -= frame[1];
  }
}

struct phase_at program_phase_at(const struct program *p, const int32_t *base, const int32_t *frame, uint32_t pc) {
  struct phase_at phase = find_phase(p, base, frame, pc);
  phase.pc = pc;
  return phase;
}

int32_t phase_title(const struct phase_at *phase) { return phase->title ? phase->title : phase->name; }

void phase_cites(const struct program *p, const struct phase_at *phase, struct text_sink *out) {
  if (phase->mark >= 0) text_cites(p, p->marks[phase->mark].cites, p->marks[phase->mark].cite_count, out);
  else if (phase->proc >= 0) text_cites(p, p->procs[phase->proc].cites, p->procs[phase->proc].cite_count, out);
}

static struct phase_at phase_of_choice(const struct game *game) {
  const struct program *p = game->setup->program;
  const int32_t *stack = state_stack(p, game->state);
  return program_phase_at(p, stack, stack + game->state->frame, game->state->pc);
}

size_t trv_game_phase_cites(const trv_game *game, char *buffer, size_t size) {
  struct text_sink out = sink_on(buffer, size);
  if (game_pending(&game->game)) {
    struct phase_at phase = phase_of_choice(&game->game);
    phase_cites(game->game.setup->program, &phase, &out);
  }
  return sink_end(&out);
}

static const char *pending_phase(const struct game *game) {
  const struct program *p = game->setup->program;
  int32_t title = p->choices[game->state->choice].phase;
  if (title >= 0) return program_text(p, title);
  struct phase_at phase = phase_of_choice(game);
  return program_text(p, phase_title(&phase));
}

int trv_game_choice(const trv_game *game, trv_choice_info *info) {
  const struct state *state = game->game.state;
  const struct program *p = game->game.setup->program;
  const struct choice *choice = game_pending(&game->game);
  if (!choice) return TRV_E_STATE;
  *info = (trv_choice_info){
    .seat = (uint32_t)state->chooser,
    .options = state->options,
    .decision = state->decisions,
    .name = program_text(p, choice->name),
    .phase = pending_phase(&game->game),
    .secret = (choice->flags & CHOICE_SECRET) != 0,
    .own = game->game.made[state->chooser],
  };
  return TRV_OK;
}

int trv_game_chooser(const trv_game *game) {
  return game->game.state->status == STATE_CHOICE ? game->game.state->chooser : -1;
}

uint32_t trv_game_waiting(const trv_game *game, uint32_t seats[TRV_MOST_PLAYERS]) {
  const struct program *p = game->game.setup->program;
  const struct choice *choice = game_pending(&game->game);
  uint32_t count = 0;
  if (!choice) return 0;
  seats[count++] = (uint32_t)game->game.state->chooser;
  if (!(choice->flags & CHOICE_SECRET)) return count;
  const int32_t *frame = state_stack(p, game->game.state) + game->game.state->frame, *asked = frame + choice->asked;
  int32_t most = (choice->top - choice->answers) / choice->width, length = asked[0] < most ? asked[0] : most;
  for (int32_t i = frame[choice->cursor] + 1; i > 0 && i < length && count < TRV_MOST_PLAYERS; i++)
    if (asked[1 + i] >= 0 && (uint32_t)asked[1 + i] < game->game.setup->players)
      seats[count++] = (uint32_t)asked[1 + i];
  return count;
}

/* ---- choosing ---- */

int trv_choose(trv_game *game, uint32_t index) {
  if (game->game.state->status != STATE_CHOICE || game->telling) return TRV_E_STATE;
  if (index >= game->game.state->options) return TRV_E_ARGUMENT;
  if (!candidates_choose(game, index)) interp_choose(&game->game, index);
  return game_status(&game->game);
}

uint32_t trv_random_choice(uint32_t seed, uint32_t number, uint32_t seat, uint32_t decision, uint32_t options) {
  return chance_scale(chance_first_of_bot(chance_bots_of(seed, number), seat, decision), options);
}

int trv_play(trv_game *game, trv_decide *decide, void *context, uint32_t limit) {
  uint32_t stated = (uint32_t)game->game.setup->program->meta->limit;
  uint32_t most = limit ? limit : stated ? stated : UINT32_MAX;
  if (game->telling) return TRV_E_STATE;
  game->telling++;
  bool decided = interp_playout(&game->game, decide, context, most);
  game->telling--;
  return decided ? game_status(&game->game) : TRV_E_ARGUMENT;
}

/* As trv_random_choice; `context` is what chance_bots_of says. */
static uint32_t decide_at_random(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  const uint32_t *bots = context;
  return chance_scale(chance_first_of_bot(*bots, seat, decision), options);
}

int trv_playout(trv_game *game, uint32_t seed, uint32_t number, uint32_t limit) {
  uint32_t bots = chance_bots_of(seed, number);
  return trv_play(game, decide_at_random, &bots, limit);
}

/* ---- results ---- */

/* Key number `key` of a seat, so that larger is better whatever the direction. */
static int rank_value(trv_game *game, const struct rank_key *key, uint32_t seat, int64_t *value) {
  int32_t argument = (int32_t)seat, result = 0;
  enum rule_error error = interp_call_pure(&game->game, key->proc, &argument, 1, &result, 1);
  game->game.result_error = error;
  if (error != RULE_NONE) return TRV_E_RULE;
  *value = key->descending ? (int64_t)result : -(int64_t)result;
  return TRV_OK;
}

/* Adds 1 to the place of every seat that is behind another one; settles one key at a time. `equal[a]` has a bit for
 * each seat that was equal to seat a in all earlier keys. */
static int work_out_result(trv_game *game, uint32_t *places, int32_t *first_keys) {
  const struct program *p = game->game.setup->program;
  uint32_t players = game->game.setup->players;
  uint32_t equal[TRV_MOST_PLAYERS];
  int64_t values[TRV_MOST_PLAYERS];
  for (uint32_t seat = 0; seat < players; seat++) {
    places[seat] = 1;
    equal[seat] = UINT32_MAX;
    if (first_keys) first_keys[seat] = 0;
  }
  for (uint32_t k = 0; k < p->rank_keys_count; k++) {
    for (uint32_t seat = 0; seat < players; seat++) {
      int status = rank_value(game, &p->rank_keys[k], seat, &values[seat]);
      if (status != TRV_OK) return status;
      if (k == 0 && first_keys) first_keys[seat] = (int32_t)(p->rank_keys[k].descending ? values[seat] : -values[seat]);
    }
    for (uint32_t a = 0; a < players; a++) {
      for (uint32_t b = 0; b < players; b++) {
        if (!(equal[a] >> b & 1) || values[a] == values[b]) continue;
        places[a] += values[b] > values[a];
        equal[a] &= ~(UINT32_C(1) << b);
      }
    }
  }
  return TRV_OK;
}

int trv_game_result(trv_game *game, uint32_t *places, int32_t *first_keys) {
  interp_answer_begin(&game->game);
  int status = work_out_result(game, places, first_keys);
  interp_answer_end(&game->game);
  return status;
}

int trv_program_key(const trv_program *program, uint32_t key, trv_key_info *info) {
  const struct program *p = &program->program;
  if (key >= p->rank_keys_count) return TRV_E_ARGUMENT;
  *info = (trv_key_info){ program_text(p, p->rank_keys[key].name), show_key_title(p, key),
                          p->rank_keys[key].descending != 0 };
  return TRV_OK;
}

int trv_game_key(trv_game *game, uint32_t key, int32_t *values) {
  const struct program *p = game->game.setup->program;
  int status = key < p->rank_keys_count ? TRV_OK : TRV_E_ARGUMENT;
  interp_answer_begin(&game->game);
  for (uint32_t seat = 0; seat < game->game.setup->players && status == TRV_OK; seat++) {
    int64_t value = 0;
    status = rank_value(game, &p->rank_keys[key], seat, &value);
    values[seat] = (int32_t)(p->rank_keys[key].descending ? value : -value);
  }
  interp_answer_end(&game->game);
  return status;
}

int trv_game_value(trv_game *game, uint32_t seat, int32_t *value) {
  int32_t proc = game->game.setup->program->meta->value_proc;
  int32_t argument = (int32_t)seat;
  if (proc < 0) return TRV_E_STATE;
  if (seat >= game->game.setup->players) return TRV_E_ARGUMENT;
  game->game.result_error = interp_call_pure(&game->game, proc, &argument, 1, value, 1);
  return game->game.result_error == RULE_NONE ? TRV_OK : TRV_E_RULE;
}

const char *game_broken_invariant(struct game *game) {
  const struct program *p = game->setup->program;
  const char *broken = NULL;
  interp_answer_begin(game);
  for (uint32_t i = 0; i < p->invariants_count && !broken; i++) {
    int32_t holds = 0;
    enum rule_error error = interp_call_pure(game, p->invariants[i].proc, NULL, 0, &holds, 1);
    if (error != RULE_NONE || !holds) broken = program_text(p, p->invariants[i].text);
  }
  interp_answer_end(game);
  return broken;
}

const char *trv_game_broken_invariant(trv_game *game) { return game_broken_invariant(&game->game); }

/* ---- rule errors ---- */

const char *game_error_words(const struct game *game, enum rule_error error) {
  bool speaks = error == RULE_FAILED || error == RULE_FOREIGN || error == RULE_OPTIONS;
  return speaks && game->error_text[0] ? game->error_text : rule_error_message(error);
}

int32_t program_name_at(const struct program *p, uint32_t pc) {
  int32_t inlined = inlined_at(p, pc, p->marks_count), proc = program_proc_at(p, pc);
  return inlined >= 0 ? p->marks[inlined].name : proc >= 0 ? p->procs[proc].name : 0;
}

static void chain_link(const struct program *p, int32_t name, int32_t file, int32_t line, struct text_sink *out) {
  sink_text(out, out->length == 0 ? "in " : ", called from ");
  sink_text(out, program_text(p, name));
  if (line <= 0) return;
  sink_text(out, " (");
  sink_text(out, program_text(p, file));
  sink_text(out, ":");
  sink_int(out, line);
  sink_text(out, ")");
}

/* The links of the call chain within one frame; code that the rules do not name (main, thunks) is left out. */
static void chain_links(const struct program *p, uint32_t pc, struct text_sink *out) {
  const struct line *at = line_at(p, pc);
  int32_t file = at ? at->file : 0, line = at ? at->line : 0, proc = program_proc_at(p, pc);
  for (int32_t i = inlined_at(p, pc, p->marks_count); i >= 0; i = inlined_at(p, pc, (uint32_t)i)) {
    chain_link(p, p->marks[i].name, file, line, out);
    file = p->marks[i].call_file;
    line = p->marks[i].call_line;
  }
  if (proc >= 0 && p->procs[proc].kind != PROC_OTHER) chain_link(p, p->procs[proc].name, file, line, out);
}

/* The citation of the statement, or else of the procedure it stands in. */
static void error_cites(const struct program *p, uint32_t pc, const struct line *line, struct text_sink *out) {
  int32_t proc = program_proc_at(p, pc), inlined = inlined_at(p, pc, p->marks_count);
  if (line && line->cite_count > 0) text_cites(p, line->cites, line->cite_count, out);
  else if (inlined >= 0) text_cites(p, p->marks[inlined].cites, p->marks[inlined].cite_count, out);
  else if (proc >= 0) text_cites(p, p->procs[proc].cites, p->procs[proc].cite_count, out);
}

int trv_game_error(trv_game *game, trv_rule_error *error) {
  const struct game *g = &game->game;
  const struct program *p = g->setup->program;
  enum rule_error error_code = g->state->status == STATE_ERROR ? (enum rule_error)g->state->error : g->result_error;
  if (error_code == RULE_NONE) return TRV_E_STATE;
  const struct line *line = line_at(p, g->error_pc);
  struct text_sink cites = sink_on(game->cites, sizeof game->cites);
  error_cites(p, g->error_pc, line, &cites);
  sink_end(&cites);
  struct text_sink chain = sink_on(game->chain, sizeof game->chain);
  chain_links(p, g->error_pc, &chain);
  for (uint32_t i = 0; i < g->error_chain_length; i++) {
    if (g->error_chain[i] > 0) chain_links(p, g->error_chain[i] - 1, &chain);
  }
  sink_end(&chain);
  *error = (trv_rule_error){
    .stuck = error_code == RULE_STUCK,
    .message = game_error_words(g, error_code),
    .file = line ? program_text(p, line->file) : "",
    .line = line ? (uint32_t)line->line : 0,
    .column = line ? (uint32_t)line->column : 0,
    .cites = game->cites,
    .chain = game->chain,
  };
  return TRV_OK;
}
