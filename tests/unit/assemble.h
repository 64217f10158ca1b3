/* A tiny assembler for tests: a bench with a deck, a zone of every form, variables of every width and a few tables, and
 * code put together by hand. Everything lives in one struct; nothing is freed but by bench_free.
 *
 * Proc 0 starts at pc 1 and is what bench_run runs. Registers are read from the stack after the run. */
#ifndef TESTS_ASSEMBLE_H
#define TESTS_ASSEMBLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "vm/api.h"
#include "vm/validate.h"
#include "vm/zone.h"

enum { RED, BLUE, GREEN, GOLD, KINDS };
enum { PILE, DISCARD, HAND, POOL, BITS, SLOT, BOX, OTHER_HAND, ZONES };
enum { TYPE_INT, TYPE_CARD, TYPE_PLAYER, TYPE_SET, TYPE_BAG, TYPE_LIST, TYPES };
enum { COLUMN_BOUNDS, COLUMN_SINGLE, COLUMN_PAIRS, COLUMNS };
enum { BYTE_VARIABLE, SHORT_VARIABLE, LONG_VARIABLE, SET_VARIABLE, STORAGES };
enum { STACK = 512, SCRATCH = 256, FRAME = 64, STACK_OFFSET = 512, CODE = 256 };
enum { STATE_BYTES = STACK_OFFSET + 4 * (STACK + STACK_MARGIN) };

struct bench {
  instruction code[CODE];
  int32_t ints[128];
  char chars[128];
  struct meta meta;
  struct type_desc types[TYPES];
  struct column columns[COLUMNS];
  struct storage storages[STORAGES];
  struct deck decks[1];
  struct zone zones[ZONES];
  struct zone_decl zone_decls[ZONES];
  struct variable variables[1];
  struct proc procs[4];
  struct choice choices[2];
  struct option options[8];
  struct argument arguments[8];
  struct need needs[2];
  struct extern_fn externs[1];
  struct extern_argument extern_arguments[2];
  struct program program;
  struct setup setup;
  union { /* the log looks for its allocator behind the game */
    struct trv_game host;
    struct game game;
  };
  struct trv_setup host_setup;
  struct trv_program host_program;
  struct script script;
  struct game_log log;
  uint8_t zone_seen[ZONES];
  uint32_t viewers[ZONES];
  int32_t *scratch;
  int32_t name;                        /* a text: the name of whatever must have one */
  uint64_t visits[CODE];               /* for game.visits, where they are counted */
  void (*before_run)(struct bench *b); /* called by bench_run first, or NULL */
};

static inline int32_t bench_text(struct bench *b, const char *text) {
  int32_t at = (int32_t)b->program.chars_count;
  assert_true((size_t)at + strlen(text) + 1 <= sizeof b->chars);
  strcpy(b->chars + at, text);
  b->program.chars_count += (uint32_t)strlen(text) + 1;
  return at;
}

static inline int32_t bench_ints(struct bench *b, int32_t count, const int32_t *values) {
  int32_t at = (int32_t)b->program.ints_count;
  memcpy(b->ints + at, values, (size_t)count * sizeof *values);
  b->program.ints_count += (uint32_t)count;
  return at;
}
#define INTS(b, ...) bench_ints(b, sizeof((int32_t[]){__VA_ARGS__}) / 4, (int32_t[]){__VA_ARGS__})

static inline uint32_t bench_here(const struct bench *b) { return b->program.code_count; }
static inline void bench_emit(struct bench *b, instruction i) {
  assert_true(b->program.code_count < CODE);
  b->code[b->program.code_count++] = i;
}
/* I: op n a b c; J: op n a and the long operand. Both expect a bench called `b`. */
#define I(op, n, x, y, z) \
  bench_emit(b, ins_make(OP_CODE_##op, (unsigned)(n), (unsigned)(x), (unsigned)(y), (unsigned)(z)))
#define J(op, n, x, l) bench_emit(b, ins_make_long(OP_CODE_##op, (unsigned)(n), (unsigned)(x), (int32_t)(l)))
#define SET(x, value) J(INT, 0, x, value)

static inline void bench_zone(struct bench *b, int32_t zone, int32_t form, int32_t seen, int32_t owner) {
  b->zones[zone] = (struct zone){.decl = zone, .deck = 0, .form = form, .offset = 128 + 32 * zone, .capacity = 20,
                                 .owner = owner, .refill = -1, .holds = -1, .bytes = 24, .kinds = KINDS};
  if (form == ZONE_SLOT) b->zones[zone].capacity = 1;
  b->zone_decls[zone] = (struct zone_decl){.name = b->name, .first = zone, .count = 1, .seen = seen, .condition = -1};
  b->zone_seen[zone] = (uint8_t)seen;
}

static inline void bench_tables(struct bench *b) {
  struct program *p = &b->program;
  p->chars_count = 1;
  int32_t names = (INTS(b, bench_text(b, "red"), bench_text(b, "blue"), bench_text(b, "green"), bench_text(b, "gold")));
  b->name = bench_text(b, "Card");
  b->types[TYPE_INT] = (struct type_desc){.kind = VALUE_INT, .element = -1, .slots = 1, .low = -1000, .high = 1000};
  b->types[TYPE_CARD] = (struct type_desc){.kind = VALUE_CARD, .element = -1, .count = KINDS, .slots = 1,
                                           .name = b->name, .names = names, .labels = names};
  b->types[TYPE_PLAYER] = (struct type_desc){.kind = VALUE_PLAYER, .element = -1, .count = 2, .slots = 1};
  b->types[TYPE_SET] = (struct type_desc){.kind = VALUE_SET, .element = TYPE_CARD, .slots = 2};
  b->types[TYPE_BAG] = (struct type_desc){.kind = VALUE_BAG, .element = TYPE_CARD, .slots = 2};
  b->types[TYPE_LIST] = (struct type_desc){.kind = VALUE_LIST, .element = TYPE_CARD, .count = 5, .slots = 6};
  b->columns[COLUMN_BOUNDS] = (struct column){INTS(b, 3, 7), 1, 2};
  b->columns[COLUMN_SINGLE] = (struct column){INTS(b, 10, 20, 30, 40), 1, 4};
  b->columns[COLUMN_PAIRS] = (struct column){INTS(b, 1, 2, 3, 4), 2, 2};
  b->storages[BYTE_VARIABLE] = (struct storage){400, 1, 4, 0, 9, 1};
  b->storages[SHORT_VARIABLE] = (struct storage){408, 2, 4, -5, 500, 2};
  b->storages[LONG_VARIABLE] = (struct storage){416, 4, 2, INT32_MIN, INT32_MAX, 0};
  b->storages[SET_VARIABLE] = (struct storage){424, 8, 2, 0, 0, 0};
}

static inline void bench_cards(struct bench *b) {
  b->decks[0] = (struct deck){.name = b->name, .type = TYPE_CARD, .kinds = KINDS, .box = BOX, .copies = INTS(b, 3, 2, 1, 4),
                              .homes = INTS(b, PILE, PILE, PILE, PILE), .total = 10};
  bench_zone(b, PILE, ZONE_PILE, SEEN_BY_NOBODY, -1);
  b->zones[PILE].refill = DISCARD;
  bench_zone(b, DISCARD, ZONE_PILE, SEEN_BY_ALL, -1);
  bench_zone(b, HAND, ZONE_COUNTS, SEEN_BY_OWNER, 0);
  bench_zone(b, POOL, ZONE_COUNTS, SEEN_BY_ALL, -1);
  bench_zone(b, BITS, ZONE_BITS, SEEN_BY_ALL, -1);
  bench_zone(b, SLOT, ZONE_SLOT, SEEN_BY_ALL, -1);
  bench_zone(b, BOX, ZONE_COUNTS, SEEN_BY_NOBODY, -1);
  b->zones[BOX].decl = -1; /* as the compiler has it */
  bench_zone(b, OTHER_HAND, ZONE_COUNTS, SEEN_BY_OTHERS, 1);
}

static inline void bench_point(struct bench *b) {
  struct program *p = &b->program;
#define POINT(name, number) p->name = b->name; p->name##_count = number
  p->meta = &b->meta;
  p->meta_count = 1;
  p->code = b->code;
  p->ints = b->ints;
  p->chars = b->chars;
  POINT(types, TYPES);
  POINT(columns, COLUMNS);
  POINT(storages, STORAGES);
  POINT(decks, 1);
  POINT(zones, ZONES);
  POINT(zone_decls, ZONES);
  POINT(variables, 0);
  POINT(procs, 1);
  POINT(choices, 0);
  POINT(options, 0);
  POINT(arguments, 0);
  POINT(needs, 0);
  POINT(externs, 0);
  POINT(extern_arguments, 0);
#undef POINT
}

/* Works out who sees which zone, as the making of a setup does. */
static inline void bench_show(struct bench *b) {
  for (int32_t zone = 0; zone < ZONES; zone++) b->viewers[zone] = zone_seats(&b->setup, &b->zones[zone]);
}

/* A fresh bench with its decks dealt: ten cards in the pile. Code is emitted from pc 1 on. */
static inline struct bench *bench_new(bool checked) {
  struct bench *b = calloc(1, sizeof *b);
  bench_point(b);
  bench_tables(b);
  bench_cards(b);
  b->meta = (struct meta){.low_players = 1, .high_players = 2, .init_proc = -1, .setup_proc = -1, .play_proc = -1,
                          .value_proc = -1, .stack_offset = STACK_OFFSET, .stack_slots = STACK,
                          .scratch_slots = SCRATCH, .state_bytes = STATE_BYTES};
  b->procs[0] = (struct proc){.name = b->name, .entry = 1, .frame = FRAME};
  b->program.checked_interpreter = checked;
  b->setup = (struct setup){.program = &b->program, .players = 2, .zone_seen = b->zone_seen, .viewers = b->viewers};
  bench_show(b);
  b->scratch = calloc(SCRATCH, sizeof *b->scratch);
  b->game = (struct game){.setup = &b->setup, .state = calloc(1, (size_t)b->meta.state_bytes), .scratch = b->scratch,
                          .fuel_limit = 100000};
  b->host_program.allocator = *memory_default();
  b->host_setup.program = &b->host_program;
  b->host.setup = &b->host_setup;
  struct state *s = b->game.state;
  s->used = STACK_OFFSET;
  s->players = 2;
  s->choice = s->chooser = s->last_chooser = -1;
  chance_seed(s->random, 1, 0);
  zone_deal_decks(&b->setup, s);
  I(HALT, 0, 0, 0, 0);
  return b;
}

static inline void bench_free(struct bench *b) {
  free(b->log.text);
  free(b->log.entries);
  free(b->game.state);
  free(b->scratch);
  free(b);
}

static inline int32_t bench_register(struct bench *b, uint32_t x) {
  return state_stack(&b->program, b->game.state)[b->game.state->frame + x];
}

static inline uint64_t bench_word(struct bench *b, uint32_t x) {
  uint64_t word;
  memcpy(&word, state_stack(&b->program, b->game.state) + x, sizeof word);
  return word;
}

static inline enum state_status bench_run(struct bench *b) {
  if (b->before_run) b->before_run(b);
  interp_start(&b->game, 0, NULL, 0);
  return (enum state_status)b->game.state->status;
}

static inline void bench_expect(struct bench *b, uint32_t x, int32_t value) {
  assert_int_equal(bench_register(b, x), value);
}

/* Ends the code with a return, runs it, expects that to succeed. */
static inline void bench_finish(struct bench *b) {
  I(RETURN, 0, 0, 0, 0);
  assert_int_equal(bench_run(b), STATE_FINISHED);
}

static inline void bench_fails(struct bench *b, enum rule_error error) {
  I(RETURN, 0, 0, 0, 0);
  assert_int_equal(bench_run(b), STATE_ERROR);
  assert_int_equal(b->game.state->error, error);
}

/* Decides for a playout from the stream in `context`. */
static inline uint32_t bench_decide(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  (void)seat;
  (void)decision;
  return chance_below(context, options);
}

/* Puts a card into a zone from nowhere. */
static inline void bench_put(struct bench *b, int32_t zone, int32_t kind, int count) {
  while (count--) assert_int_equal(zone_put(&b->game, zone, kind, false), RULE_NONE);
}

static inline uint32_t bench_size(struct bench *b, int32_t zone) { return zone_size(&b->program, b->game.state, zone); }

#endif
