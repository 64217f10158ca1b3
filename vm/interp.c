/* The interpreter: runs rule code on the state block, and pure code (enumerators, labels, conditions) beside it.
 *
 * Owns the loop (interp_loop.inc, compiled trusting the compiler, the same with visits counted, the same for processors
 * that have instructions for bits, and checking everything), fuel, and the one exit for rule errors. What a choice is
 * stands in enumeration.h. Knows cards only through zone.h, text only through the sink. Pure code run from outside works
 * on game->scratch and never writes to the state. */
#include "vm/game.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "vm/element.h"
#include "vm/enumeration.h"
#include "vm/known.h"
#include "vm/operands.h"
#include "vm/scan.h"
#include "vm/spread.h"
#include "vm/work.h"

/* TRV_SWITCH: for clang with libFuzzer, which needs many minutes for a loop with labels or with optimisation. */
#if defined TRV_SWITCH && defined __clang__
#pragma clang optimize off
#endif
#if defined TRV_DEBUG_VM || defined TRV_SWITCH || !defined __GNUC__
#define COMPUTED_GOTO 0
#else
#define COMPUTED_GOTO 1
#endif

#if defined TRV_DEBUG_VM || defined TRV_COUNT_INSTRUCTIONS
#define INSTRUCTION_COUNTER uint64_t counted = 0
#define COUNT_INSTRUCTION   counted++
#define INSTRUCTIONS_DONE   run->game->instructions += counted
#else
#define INSTRUCTION_COUNTER ((void)0)
#define COUNT_INSTRUCTION   ((void)0)
#define INSTRUCTIONS_DONE   ((void)0)
#endif

#define LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

enum {
  FUEL_CHUNK = 1024,     /* between two looks at `cancel` */
  CANCEL_DECISIONS = 64, /* the same of decisions in one run */
  TEXT_FUEL = 1000,      /* that every text has at least */
  STEPS_PER_FUEL = 64,   /* the checking loop also pays for instructions: damaged code can jump back unpaid */
  SORT_LIMIT = 4096,     /* values of a list that can be sorted: insertion is quadratic */
};
#define HIGH_BITS UINT64_C(0x8080808080808080)

/* One call of the loop: where it works, what it is to do, and how it ended. */
struct run {
  struct game *game;
  const struct program *program; /* of the game */
  int32_t *base, *limit;         /* the memory for frames: the state's stack or the scratch slots */
  int32_t *frame;                /* where it starts, and where it stopped */
  int32_t *high;                 /* end of what was written to; beyond it the stack is all zero */
  uint32_t pc;
  bool outside; /* pure code: the state is not to be changed */
  enum state_status outcome;
  uint64_t fuel;                  /* not yet handed to the loop */
  int32_t portion;                /* what the loop has; not in a variable of its own, which would take a register */
  uint64_t handed, unused;        /* portions that the loop got when it asked, and what it left of all its portions */
  int32_t first_fuel;             /* new fuel after a decision: the portion that the loop gets at once, */
  uint64_t later_fuel;            /* and the rest */
  struct enumeration enumeration; /* the one it starts in */
  struct question question;
  struct option_list *next; /* where the candidates of the choice that is left pending go, or NULL */
  struct text_sink *text;   /* where text code writes, or NULL */
  struct text_sink *reader; /* the same when no log entry is open */
  struct text_sink line;    /* an open log entry, or the text of a rule error */
  size_t enough;            /* bytes of the text at hand after which nothing of it is kept */
  bool saying;              /* a log entry is open */
};

/* ---- fuel ---- */

static inline int32_t portion_of(uint64_t fuel) { return (int32_t)(fuel < FUEL_CHUNK ? fuel : FUEL_CHUNK); }

/* The next portion for the loop; false when there is none, or when the host wants to stop. */
static bool refuel(struct run *run) {
  run->portion = game_is_cancelled(run->game) ? 0 : portion_of(run->fuel);
  run->fuel -= (uint64_t)run->portion;
  run->handed += (uint64_t)run->portion;
  return run->portion > 0;
}

/* Pays for work with what is left of a portion and what comes after it; false as above. */
static bool pay(struct run *run, uint64_t units) {
  uint64_t cost = units / WORK_PER_FUEL;
  if (cost < (uint64_t)run->portion) {
    run->portion -= (int32_t)cost;
    return true;
  }
  cost -= (uint64_t)run->portion;
  if (cost > run->fuel) cost = run->fuel;
  run->fuel -= cost;
  run->handed += cost;
  return refuel(run);
}

/* The same for what operations on cards have done. */
static bool settle(struct run *run) {
  uint64_t units = run->game->work;
  run->game->work = 0;
  return pay(run, units);
}

/* ---- elements of variables ---- */

/* Clamps or refuses as declared. */
static inline bool element_fits(const struct storage *storage, int32_t *value) {
  if (LIKELY(*value >= storage->low && *value <= storage->high)) return true;
  if (storage->check == 1) return false;
  if (storage->check == 2) *value = *value < storage->low ? storage->low : storage->high;
  return true;
}

static inline int32_t storage_slots(const struct storage *storage) {
  return storage->width < 8 ? 1 : storage->width / 4;
}

/* Of reading or writing all elements. */
static inline uint32_t storage_work(const struct storage *storage) {
  return storage->width < 8 ? (uint32_t)storage->count
                            : (uint32_t)storage->count * (uint32_t)storage->width / WORK_BYTES;
}

static void storage_fill(const struct storage *storage, char *bytes, int32_t value) {
  for (int32_t i = 0; i < storage->count; i++)
    element_store(bytes + storage->offset + i * storage->width, storage->width, value);
}

static void storage_load_all(const struct storage *storage, const char *bytes, int32_t *slots) {
  const char *place = bytes + storage->offset;
  if (storage->width >= 4) {
    memcpy(slots, place, (size_t)storage->count * (size_t)storage->width);
    return;
  }
  for (int32_t i = 0; i < storage->count; i++) slots[i] = element_load(place + i * storage->width, storage->width);
}

/* Whether a list holds nothing outside the range of its values; its length may be anything in a damaged program. */
static bool list_fits(const struct storage *storage, const int32_t *list) {
  int32_t most = storage_slots(storage) - 1;
  for (int32_t i = 1; i <= list[0] && i <= most; i++)
    if (list[i] < storage->low || list[i] > storage->high) return false;
  return true;
}

static bool storage_store_all(const struct storage *storage, char *bytes, const int32_t *slots) {
  char *place = bytes + storage->offset;
  if (storage->width >= 8) {
    for (int32_t i = 0; storage->check && i < storage->count; i++)
      if (!list_fits(storage, slots + i * storage_slots(storage))) return false;
    memcpy(place, slots, (size_t)storage->count * (size_t)storage->width);
    return true;
  }
  for (int32_t i = 0; i < storage->count; i++) {
    int32_t value = slots[i];
    if (storage->check && !element_fits(storage, &value)) return false;
    element_store(place + i * storage->width, storage->width, value);
  }
  return true;
}

/* ---- bags, lists ---- */

static inline int32_t bag_next(const uint8_t *counts, uint32_t kinds, int32_t after) {
  for (uint32_t kind = after < 0 ? 0 : (uint32_t)after + 1; kind < kinds; kind++)
    if (counts[kind]) return (int32_t)kind;
  return -1;
}

/* The same of a bag of one word. */
static inline int32_t bag_word_next(uint64_t counts, int32_t after) {
  uint64_t later = present(counts) & ~UINT64_C(0) << (((uint32_t)after + 1) & 63);
  return later ? __builtin_ctzll(later) : -1;
}

/* Sum of eight counts. */
static inline int32_t word_size(uint64_t word) {
  const uint64_t even = UINT64_C(0x00ff00ff00ff00ff);
  uint64_t pairs = (word & even) + (word >> 8 & even);
  return (int32_t)(pairs * UINT64_C(0x0001000100010001) >> 48);
}

/* Hands are ordered by their cards, written one after the other in table order, so the first takes as many as it can of
 * each kind in turn. */
static uint32_t hand_fill(uint8_t *hand, const uint8_t *bag, uint32_t kind, uint32_t kinds, uint32_t size) {
  for (; kind < kinds; kind++) {
    hand[kind] = (uint8_t)(size < bag[kind] ? size : bag[kind]);
    size -= hand[kind];
  }
  return size;
}

static void hand_first(uint8_t *hand, const uint8_t *bag, uint32_t kinds, int32_t size) {
  uint32_t there = 0;
  for (uint32_t kind = 0; kind < kinds; kind++) there += bag[kind];
  if (size < 0 || (uint32_t)size > there) memset(hand, 0, kinds);
  else hand_fill(hand, bag, 0, kinds, (uint32_t)size);
}

/* The last kind that can give up a card to a later one does so, and the rest behind it starts over. */
static bool hand_next(uint8_t *hand, const uint8_t *bag, uint32_t kinds) {
  uint32_t held = 0, there = 0;
  for (uint32_t kind = kinds; kind-- > 0;) {
    if (hand[kind] && held < there) {
      hand[kind]--;
      hand_fill(hand, bag, kind + 1, kinds, held + 1);
      return true;
    }
    held += hand[kind];
    there += bag[kind];
  }
  return false;
}

/* Whether a purse with its high bits set has what a price in a table asks for. */
static inline bool purse_holds(uint64_t purse, const int32_t *prices, int32_t price) {
  return ((purse - load_word(prices + 2 * (int64_t)price)) & HIGH_BITS) == HIGH_BITS;
}

static bool list_has(const int32_t *list, int32_t value) {
  for (int32_t i = 1; i <= list[0]; i++)
    if (list[i] == value) return true;
  return false;
}

/* Steps to the next value of a list: its position, then the value. */
static inline bool list_step(const int32_t *list, int32_t *position) {
  uint32_t next = (uint32_t)position[0] + 1;
  position[0] = (int32_t)next;
  if (next >= (uint32_t)list[0]) return false;
  position[1] = list[1 + next];
  return true;
}

/* Insertion: stable, in place, and lists are short. Returns its work. */
static uint32_t list_sort(int32_t *list, int32_t *keys, bool descending) {
  uint32_t work = 0;
  for (int32_t i = 2; i <= list[0]; i++) {
    int32_t value = list[i], key = keys[i], j = i;
    for (; j > 1 && (descending ? keys[j - 1] < key : keys[j - 1] > key); j--) {
      list[j] = list[j - 1];
      keys[j] = keys[j - 1];
    }
    list[j] = value;
    keys[j] = key;
    work += 1 + (uint32_t)(i - j);
  }
  return work;
}

/* ---- zones and chance ---- */

/* The next kind of a pool; its two usual forms without a call. */
static inline int32_t zone_next_fast(const struct program *program, const char *bytes, int32_t zone, int32_t after) {
  const struct zone *z = &program->zones[zone];
  if (z->form == ZONE_COUNTS)
    return bag_next((const uint8_t *)bytes + z->offset + ZONE_HEAD_COUNTS, zone_kinds(z), after);
  if (z->form == ZONE_BITS && z->bytes == 8 && after < 63) {
    uint64_t rest = load_word(bytes + z->offset) & ~UINT64_C(0) << (after + 1);
    return rest ? __builtin_ctzll(rest) : -1;
  }
  return zone_next(program, (const struct state *)(const void *)bytes, zone, after);
}

static bool scripted_roll(struct script *script, int32_t sides, int32_t *value) {
  if (script->rolls_used >= script->roll_count) return true;
  *value = script->rolls[script->rolls_used++];
  return *value >= 1 && *value <= sides;
}

static bool say_begin(struct run *run, uint32_t audience) {
  struct game_log *log = run->game->log;
  if (!log || run->outside) return false;
  struct phase_at phase = { .mark = -1, .proc = -1 };
  if (run->base) phase = program_phase_at(run->game->setup->program, run->base, run->frame, run->pc);
  if (!log_begin(run->game, audience, &phase)) return false;
  size_t room = log->text_capacity - log->text_length;
  run->line = (struct text_sink){ .text = log->text + log->text_length,
                                  .capacity = room < LOG_ENTRY_LIMIT ? room : LOG_ENTRY_LIMIT };
  run->text = &run->line;
  run->enough = run->line.capacity;
  run->saying = true;
  return true;
}

static void say_end(struct run *run) {
  struct game_log *log = run->game->log;
  if (!run->saying) return;
  log->text_length += sink_cut(&run->line);
  log_end(run->game);
  run->text = run->reader;
  run->saying = false;
}

/* The text of a rule error made by the author. */
static void fail_begin(struct run *run) {
  struct game *game = run->game;
  run->line = (struct text_sink){ .text = game->error_text, .capacity = sizeof game->error_text - 1 };
  run->text = &run->line;
  run->enough = run->line.capacity;
}

static void fail_end(struct run *run) { run->game->error_text[sink_cut(&run->line)] = '\0'; }

static uint32_t seats_in(const struct game *game, uint64_t set) {
  return (uint32_t)set & ((1u << game->state->players) - 1);
}

static enum rule_error reveal(struct game *game, int32_t kind, int32_t zone, uint64_t set) {
  const struct program *program = game->setup->program;
  uint32_t seats = seats_in(game, set);
  if (!zone_count(program, game->state, zone, kind)) return RULE_NOT_THERE;
  barrier_by_telling(game->state);
  if (program->meta->known_count) known_show(game, kind, zone, seats);
  struct run entry = { .game = game };
  if (!say_begin(&entry, seats)) return RULE_NONE;
  sink_text(entry.text, "You see in ");
  place_write(game->setup, zone, entry.text);
  sink_text(entry.text, ": ");
  text_value_label(program, program->decks[program->zones[zone].deck].type, &kind, entry.text);
  say_end(&entry);
  return RULE_NONE;
}

static enum rule_error reveal_all(struct game *game, int32_t zone, uint64_t set) {
  uint32_t seats = seats_in(game, set);
  work_note(game, zone_size(game->setup->program, game->state, zone));
  barrier_by_telling(game->state);
  if (game->setup->program->meta->known_count) known_show_all(game, zone, seats);
  struct run entry = { .game = game };
  if (!say_begin(&entry, seats)) return RULE_NONE;
  sink_text(entry.text, "You see in ");
  place_write(game->setup, zone, entry.text);
  sink_text(entry.text, ": ");
  place_write_cards(game, zone, entry.text);
  say_end(&entry);
  return RULE_NONE;
}

/* ---- choices ---- */

/* Sets slots to zero. Mostly a handful, for which a call costs more than the work. May clear up to STACK_MARGIN - 1
 * slots beyond the end: the stack is zero there anyway, and memory goes on that far. */
static inline void clear_slots(int32_t *from, const int32_t *end) {
  for (; from < end; from += STACK_MARGIN) memset(from, 0, STACK_MARGIN * sizeof *from);
}

int32_t interp_offered(const struct game *game, uint32_t index) {
  const struct remembered *offered = game->offered;
  const int32_t *candidate = offered ? remembered_at(offered, index) : NULL;
  return candidate ? *candidate : -1;
}

/* The author's mistake, said with the name of the choice. */
static void tell_too_many(struct game *game, const struct choice *choice) {
  snprintf(game->error_text, sizeof game->error_text, "the choice `%.100s` has more than 1,000,000 options",
           program_text(game->setup->program, choice->name));
}

static bool can_move_bit(const struct zone *from, const struct zone *to, int32_t kind) {
  return zone_is_word(from) && zone_is_word(to) && from->deck == to->deck && zone_takes_all(to) &&
         (uint32_t)kind < zone_kinds(from);
}

/* ---- the loop, for each kind of run ---- */

#define LOOP_TARGET
#define COUNTS_BITS 0

#define CHECKED   1
#define COUNTING  1
#define LOOP_NAME run_checked
#include "vm/interp_loop.inc"
#undef CHECKED
#undef COUNTING
#undef LOOP_NAME

#ifndef TRV_DEBUG_VM
#define CHECKED   0
#define COUNTING  0
#define LOOP_NAME run_trusted
#include "vm/interp_loop.inc"
#undef COUNTING
#undef LOOP_NAME

#define COUNTING  1
#define LOOP_NAME run_counting
#include "vm/interp_loop.inc"
#undef COUNTING
#undef LOOP_NAME

/* Once more for processors with instructions for the bits of a word; most have them, but not all. */
#if defined __x86_64__ && COMPUTED_GOTO
#define PROCESSOR_COUNTS_BITS                                                                                          \
  (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
#undef LOOP_TARGET
#undef COUNTS_BITS
#define LOOP_TARGET __attribute__((target("popcnt,bmi,bmi2")))
#define COUNTS_BITS 1
#define COUNTING    0
#define LOOP_NAME   run_trusted_with_bits
#include "vm/interp_loop.inc"
#undef COUNTING
#undef LOOP_NAME
#else
#define PROCESSOR_COUNTS_BITS 0
#define run_trusted_with_bits run_trusted
#endif
#undef CHECKED
#endif

static enum rule_error run_one_loop(struct run *run) {
#ifndef TRV_DEBUG_VM
  const struct program *program = run->game->setup->program;
  if (!program->checked_interpreter) {
    if (UNLIKELY(run->game->visits != NULL)) return run_counting(run);
    return PROCESSOR_COUNTS_BITS && !program->plain_interpreter ? run_trusted_with_bits(run) : run_trusted(run);
  }
#endif
  return run_checked(run);
}

/* Adds what the run uses to what the game has spent. Every decision that is made meanwhile brings a first portion; a run
 * that is stopped at once leaves more than it got. */
static enum rule_error run_loop(struct run *run) {
  struct game *game = run->game;
  uint32_t decisions = game->state->decisions;
  run->program = game->setup->program;
  game->work = 0;
  enum rule_error error = run_one_loop(run);
  uint64_t got = run->handed + (uint64_t)(game->state->decisions - decisions) * (uint32_t)run->first_fuel;
  if (got > run->unused) game->spent += got - run->unused;
  return error;
}

/* ---- rule code ---- */

static struct run run_on_state(struct game *game) {
  const struct program *program = game->setup->program;
  int32_t *stack = state_stack(program, game->state);
  return (struct run){ .game = game,
                       .base = stack,
                       .limit = stack + program->meta->stack_slots,
                       .frame = stack + game->state->frame,
                       .pc = game->state->pc,
                       .fuel = game->fuel_limit,
                       .first_fuel = game->fuel_limit ? portion_of(game->fuel_limit) : 1,
                       .later_fuel = game->fuel_limit - (uint64_t)portion_of(game->fuel_limit),
                       .enumeration = enumeration_none() };
}

/* Follows the calls from a frame down. Damaged code may have written over the chain: it is followed only as far as it
 * makes sense. Gives the frame where it ends. */
static const int32_t *note_callers(struct game *game, const int32_t *frame, const int32_t *base) {
  while (frame[0] > 0 && frame[1] > 0 && frame[1] <= frame - base && game->error_chain_length < 32) {
    game->error_chain[game->error_chain_length++] = (uint32_t)frame[0];
    frame -= frame[1];
  }
  return frame;
}

/* Where a rule error happened, and by which calls. A text is written on a copy of the frame that chooses, whose callers
 * are in the state. */
static void note_place(const struct run *run) {
  struct game *game = run->game;
  game->error_pc = run->pc;
  game->error_chain_length = 0;
  const int32_t *last = note_callers(game, run->frame, run->base);
  if (!run->outside || last != run->base || last[0] <= 0 || !game_pending(game)) return;
  const int32_t *stack = state_stack(game->setup->program, game->state);
  note_callers(game, stack + game->state->frame, stack);
}

/* A pending choice keeps its frame up to `top`; everything above is dead and cleared, so that leftovers never make
 * equal positions differ. */
static void keep_choice(struct run *run) {
  struct state *state = run->game->state;
  const struct program *program = run->game->setup->program;
  const struct choice *choice = &program->choices[state->choice];
  state->frame = (uint32_t)(run->frame - run->base);
  clear_slots(run->frame + choice->top, run->high);
  state->used = (uint32_t)program->meta->stack_offset + 4 * (state->frame + (uint32_t)choice->top);
}

static void run_rules(struct run *run) {
  struct state *state = run->game->state;
  state->status = STATE_RUNNING;
  enum rule_error error = run_loop(run);
  run->game->offered = NULL;
  if (run->saying) log_end(run->game);
  if (!error) state->status = run->outcome;
  if (!error && run->outcome == STATE_CHOICE) {
    keep_choice(run);
    return;
  }
  if (error) {
    note_place(run);
    state->error = error;
    state->status = STATE_ERROR;
  }
  pending_clear(state);
  state->pc = 0;
  state->frame = 0;
  state->used = (uint32_t)run->game->setup->program->meta->stack_offset;
  if (state->status == STATE_OVER) clear_slots(run->base, run->high);
  else state->used += 4 * (uint32_t)(run->high - run->base); /* its leftovers may be read */
}

void interp_start(struct game *game, int32_t proc, const int32_t *args, uint32_t slots) {
  const struct program *program = game->setup->program;
  const struct proc *callee = &program->procs[proc];
  struct state *state = game->state;
  int32_t *frame = state_stack(program, state);
  int32_t room = callee->frame < program->meta->stack_slots ? callee->frame : program->meta->stack_slots;
  clear_slots(frame, frame + room);
  clear_slots(frame + room, (int32_t *)(void *)((char *)state + state->used)); /* what an earlier run left there */
  if (slots > (uint32_t)(room - FRAME_HEAD)) slots = (uint32_t)(room - FRAME_HEAD);
  if (slots) memcpy(frame + FRAME_HEAD, args, slots * sizeof *frame);
  pending_clear(state);
  state->error = RULE_NONE;
  state->frame = 0;
  state->pc = (uint32_t)callee->entry;
  struct run run = run_on_state(game);
  run.high = frame + room;
  run_rules(&run);
}

/* The run that takes candidate `index` of the pending choice: it starts in the enumerator, looking for it. */
static struct run run_of_choice(struct game *game, uint32_t index) {
  struct run run = run_on_state(game);
  const struct choice *choice = game_pending(game);
  run.enumeration = enumeration_to_take(choice, run.frame, index);
  game->enumerations++;
  run.high = run.frame + choice->frame;
  run.pc = (uint32_t)choice->enumerate;
  decision_note(game->state, game->state->chooser, game->state->options, index);
  pending_clear(game->state);
  return run;
}

/* Candidate `index` is about to be chosen: for those who make samples, and for players who may know of their own decisions
 * alone. */
static void note_decision(struct game *game, uint32_t index) {
  trail_note(game, index);
  game->made[game->state->chooser]++;
}

bool interp_choose(struct game *game, uint32_t index) {
  if (game->state->status != STATE_CHOICE || index >= game->state->options) return false;
  note_decision(game, index);
  struct run run = run_of_choice(game, index);
  run_rules(&run);
  return true;
}

/* As the loop does when it finds a candidate; beyond the position the stack is zero already. */
void interp_take(struct game *game, uint32_t index, int32_t option, const int32_t *arguments,
                 struct option_list *next) {
  const struct program *program = game->setup->program;
  const struct choice *choice = &program->choices[game->state->choice];
  struct run run = run_on_state(game);
  run.high = run.frame + choice->frame;
  run.pc = (uint32_t)program->options[option].body;
  size_t slots = (size_t)program->options[option].slots;
  note_decision(game, index);
  decision_note(game->state, game->state->chooser, game->state->options, index);
  if (slots) memcpy(run.frame + choice->top, arguments, slots * sizeof *arguments);
  if (next) next->count = 0;
  run.next = next;
  pending_clear(game->state);
  run_rules(&run);
}

bool interp_playout(struct game *game, interp_decide *decide, void *context, uint32_t limit) {
  const struct state *state = game->state;
  trail_lose(game);
  while (limit && state->status == STATE_CHOICE) {
    uint32_t index = decide(context, (uint32_t)state->chooser, state->decisions, state->options),
             before = state->decisions;
    if (index >= state->options) return false;
    struct run run = run_of_choice(game, index);
    run.question = (struct question){ .decide = decide, .context = context, .left = limit - 1 };
    run_rules(&run);
    limit -= state->decisions - before;
  }
  return true;
}

/* ---- pure code, from outside ---- */

static struct run run_on_scratch(struct game *game, uint32_t pc) {
  return (struct run){ .game = game,
                       .base = game->scratch,
                       .outside = true,
                       .pc = pc,
                       .frame = game->scratch,
                       .high = game->scratch,
                       .limit = game->scratch + program_scratch_slots(game->setup->program),
                       .fuel = game->answering ? game->allowance : game->fuel_limit,
                       .enumeration = enumeration_none() };
}

static enum rule_error run_outside(struct run *run) {
  struct game *game = run->game;
  uint64_t before = game->spent;
  enum rule_error error = run_loop(run);
  uint64_t used = game->spent - before;
  if (game->answering) game->allowance -= used < game->allowance ? used : game->allowance;
  return error;
}

void interp_answer_begin(struct game *game) {
  if (game->answering++ == 0) game->allowance = game->fuel_limit;
}

void interp_answer_end(struct game *game) { game->answering--; }

/* Copies slots into the scratch frame and clears the rest of `room`; false when they do not fit. */
static bool fill_scratch(struct game *game, const int32_t *slots, uint32_t count, uint32_t room) {
  uint32_t there = (uint32_t)program_scratch_slots(game->setup->program);
  if (room < count) room = count;
  if (room > there) return false;
  if (count) memmove(game->scratch, slots, count * sizeof *slots);
  memset(game->scratch + count, 0, (room - count) * sizeof *slots);
  return true;
}

static bool fill_from_pending(struct game *game, const struct choice *choice) {
  const int32_t *frame = state_stack(game->setup->program, game->state) + game->state->frame;
  return fill_scratch(game, frame, (uint32_t)choice->top, (uint32_t)choice->frame);
}

enum rule_error interp_call_pure(struct game *game, int32_t proc, const int32_t *args, uint32_t arg_slots,
                                 int32_t *result, uint32_t result_slots) {
  const struct proc *callee = &game->setup->program->procs[proc];
  uint32_t room = (uint32_t)callee->frame > result_slots ? (uint32_t)callee->frame : result_slots;
  if (!fill_scratch(game, NULL, 0, room)) return RULE_CHECK;
  if (arg_slots > (uint32_t)callee->params) arg_slots = (uint32_t)callee->params;
  if (arg_slots) memcpy(game->scratch + FRAME_HEAD, args, arg_slots * sizeof *args);
  struct run run = run_on_scratch(game, (uint32_t)callee->entry);
  enum rule_error error = run_outside(&run);
  if (error && game->state->status != STATE_ERROR) note_place(&run);
  if (!error && result_slots) memcpy(result, game->scratch, result_slots * sizeof *result);
  return error;
}

enum rule_error interp_enumerate(struct game *game, bool explain, const struct option_sink *sink) {
  const struct choice *choice = game_pending(game);
  if (!choice || !fill_from_pending(game, choice)) return RULE_CHECK;
  struct run run = run_on_scratch(game, (uint32_t)(explain ? choice->explain : choice->enumerate));
  run.enumeration = enumeration_to_tell(choice, run.frame, sink);
  game->enumerations++;
  enum rule_error error = run_outside(&run);
  if (error && game->state->status != STATE_ERROR) note_place(&run);
  return error;
}

enum { TEXT_LIMIT = 65536 }; /* bytes of a prompt, label or reason */

/* Texts that mention each other many times can become longer than any memory: such a text is cut and ends in dots. Its
 * length is the same whether it was written or only measured. */
static void limit_text(struct text_sink *out, size_t start) {
  if (out->length - start <= TEXT_LIMIT) return;
  out->length = start + TEXT_LIMIT;
  if (out->capacity < out->length) return;
  size_t end = out->length - strlen("...");
  while (((unsigned char)out->text[end] & 0xC0) == 0x80) end--; /* between characters */
  memset(out->text + end, '.', out->length - end);
}

static void tell_error(const struct game *game, enum rule_error error, struct text_sink *out) {
  sink_text(out, "[rule error: ");
  sink_text(out, game_error_words(game, error));
  sink_text(out, "]");
}

/* The fuel of a text: its share of what there is, but enough for what texts usually need. */
static uint64_t share_of(uint64_t fuel, uint32_t texts) {
  uint64_t share = texts > 1 ? fuel / texts : fuel;
  return share > TEXT_FUEL ? share : fuel < TEXT_FUEL ? fuel : TEXT_FUEL;
}

enum rule_error interp_text(struct game *game, const struct text_source *source, struct text_sink *out) {
  const struct choice *choice = game_pending(game);
  const int32_t *frame = source->frame;
  assert(!frame || frame < game->scratch || frame >= game->scratch + program_scratch_slots(game->setup->program));
  if (frame ? !fill_scratch(game, frame, source->slots, source->slots) : !choice || !fill_from_pending(game, choice))
    return RULE_CHECK;
  struct run run = run_on_scratch(game, (uint32_t)source->pc);
  run.fuel = share_of(run.fuel, source->texts);
  run.text = run.reader = out;
  size_t start = out->length;
  run.enough = start + TEXT_LIMIT;
  enum rule_error error = run_outside(&run);
  if (error) {
    tell_error(game, error, out);
    game->text_error = error;
    if (game->state->status != STATE_ERROR) note_place(&run);
  }
  limit_text(out, start);
  return error;
}
