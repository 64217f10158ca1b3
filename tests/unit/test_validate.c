/* The validator and the checking interpreter: a damaged program is refused, or runs without touching foreign memory.
 * Run under the address sanitizer these tests are worth most. */
#include "tests/unit/assemble.h"
#include "tests/unit/compiled.h"

/* Two numbers are offered again and again, with labels, and cards move in between. */
static struct bench *valid_program(void) {
  struct bench *b = bench_new(true);
  b->program.procs_count = 2;
  b->program.choices_count = b->program.options_count = b->program.arguments_count = b->program.needs_count = 1;
  SET(3, 3);
  SET(2, 1);
  SET(6, PILE);
  SET(7, POOL);
  I(ZONE_DRAW_ONE, 0, 8, 6, 7);
  J(CALL, 0, 20, 1);
  J(CHOOSE, 0, 2, 0);
  uint32_t body = bench_here(b);
  I(STORE_AT, 0, 10, 10, BYTE_VARIABLE);
  J(LOOP, 0, 0, 3);
  uint32_t enumerate = bench_here(b);
  SET(10, -1);
  I(ADD_I, 0, 10, 10, 1);
  I(JUMP_EQ, 0, 10, 3, 2);
  J(EMIT, 0, 0, 0);
  J(LOOP, 0, 0, enumerate + 1);
  I(END_OPTIONS, 0, 0, 0, 0);
  uint32_t label = bench_here(b);
  J(TEXT_VALUE, 0, 10, TYPE_INT);
  I(HALT, 0, 0, 0, 0);
  b->procs[1] = (struct proc){ .name = b->name, .entry = (int32_t)bench_here(b), .frame = 20 };
  I(ZONE_LIST, 1, 4, 2, 4);
  I(LIST_HAS, 0, 3, 4, 2);
  I(ZONE_BAG, 1, 10, 2, 0);
  I(BAG_SIZE, 1, 3, 10, 0);
  I(RETURN_VALUE, 1, 3, 0, 0);
  b->choices[0] = (struct choice){ .name = b->name,
                                   .flags = CHOICE_ALWAYS,
                                   .enumerate = (int32_t)enumerate,
                                   .explain = (int32_t)enumerate,
                                   .prompt = (int32_t)label,
                                   .options = 1,
                                   .otherwise = -1,
                                   .top = 10,
                                   .frame = 16,
                                   .arguments = 1 };
  b->options[0] = (struct option){ .name = b->name, .body = (int32_t)body, .label = (int32_t)label, .arguments = 1 };
  b->arguments[0] = (struct argument){ .slot = 10, .type = TYPE_INT, .name = b->name };
  b->program.variables_count = 1;
  b->variables[0] = (struct variable){ .name = b->name,
                                       .type = TYPE_INT,
                                       .storage = BYTE_VARIABLE,
                                       .dims = 1,
                                       .dim_type = { TYPE_CARD },
                                       .condition = -1,
                                       .setting = -1 };
  b->program.externs_count = 1;
  b->program.extern_arguments_count = 2;
  b->externs[0] = (struct extern_fn){ .name = b->name, .arguments = 2, .slots = 6, .result = TYPE_INT };
  b->extern_arguments[0] =
      (struct extern_argument){ .slot = 0, .kind = EXTERN_VALUE, .type = TYPE_INT, .name = b->name };
  b->extern_arguments[1] =
      (struct extern_argument){ .slot = 2, .kind = EXTERN_LIST, .type = TYPE_INT, .most = 3, .name = b->name };
  b->needs[0] = (struct need){ .reason = (int32_t)label, .proc = -1 };
  return b;
}

/* Memory as large as the program says, and not a byte more. */
static void fit_memory(struct bench *b) {
  free(b->game.state);
  free(b->scratch);
  struct state *s = b->game.state = calloc(1, (size_t)b->meta.state_bytes);
  b->game.scratch = b->scratch = calloc((size_t)b->meta.scratch_slots, sizeof *b->scratch);
  s->used = (uint32_t)b->meta.stack_offset;
  s->players = 2;
  s->choice = s->chooser = s->last_chooser = -1;
  chance_seed(s->random, 1, 0);
  for (uint32_t i = 0; i < b->program.zone_decls_count; i++) b->zone_seen[i] = (uint8_t)b->zone_decls[i].seen;
  bench_show(b);
  zone_deal_decks(&b->setup, s);
}

enum { SEEN_SLOTS = 256 };
/* The last candidate that an enumerator emitted. */
struct last_option {
  const struct bench *b;
  int32_t option; /* -1: none */
  int32_t frame[SEEN_SLOTS];
};

static bool see_option(void *context, int32_t option, const int32_t *frame) {
  struct last_option *seen = context;
  size_t slots = (size_t)seen->b->choices[seen->b->options[option].choice].frame;
  seen->option = option;
  memcpy(seen->frame, frame, (slots < SEEN_SLOTS ? slots : SEEN_SLOTS) * sizeof *frame);
  return true;
}

static void read_option(struct bench *b, const struct last_option *seen) {
  char text[64];
  struct text_sink out = { .text = text, .capacity = sizeof text };
  const struct option *option = &b->options[seen->option];
  if (b->choices[option->choice].frame > SEEN_SLOTS) return;
  text_option_notation(&b->program, seen->option, seen->frame, &out);
  if (option->label >= 0)
    interp_text(&b->game,
                &(struct text_source){ option->label, seen->frame, (uint32_t)b->choices[option->choice].frame, 1 },
                &out);
}

/* Plays a little; whatever happens, it must end, and stay inside its memory. */
static void play(struct bench *b) {
  fit_memory(b);
  b->game.fuel_limit = 300;
  struct last_option seen = { .b = b };
  struct option_sink sink = { see_option, NULL, &seen };
  interp_start(&b->game, b->meta.main_proc, NULL, 0);
  for (uint32_t k = 0; k < 6 && b->game.state->status == STATE_CHOICE; k++) {
    seen.option = -1;
    interp_enumerate(&b->game, k % 2, &sink);
    if (seen.option >= 0) read_option(b, &seen);
    uint32_t random[4] = { k, 1, 2, 3 };
    if (k % 2) interp_playout(&b->game, bench_decide, random, 3);
    else interp_choose(&b->game, k % b->game.state->options);
  }
}

static void a_valid_program_is_accepted(void **unused) {
  (void)unused;
  struct bench *b = valid_program();
  const char *why = "";
  assert_int_equal(program_validate(&b->program, memory_default(), &why), TRV_OK);
  play(b);
  assert_int_equal(b->game.state->status, STATE_CHOICE);
  bench_free(b);
}

/* Sets one field and expects a refusal. */
#define REFUSED(place, value)                                                                                          \
  do {                                                                                                                 \
    struct bench *b = valid_program();                                                                                 \
    const char *why = NULL;                                                                                            \
    b->place = (value);                                                                                                \
    assert_int_equal(program_validate(&b->program, memory_default(), &why), TRV_E_DATA);                               \
    assert_non_null(why);                                                                                              \
    bench_free(b);                                                                                                     \
  } while (0)

static void damaged_sections_are_refused(void **unused) {
  (void)unused;
  REFUSED(program.meta_count, 0);
  REFUSED(meta.high_players, 17);
  REFUSED(meta.low_players, 0);
  REFUSED(meta.state_bytes, STATE_BYTES_LIMIT + 1);
  REFUSED(meta.state_bytes, STACK_OFFSET);
  REFUSED(meta.stack_slots, STACK_SLOTS_LIMIT + 1);
  REFUSED(meta.stack_offset, 8);
  REFUSED(meta.main_proc, 2);
  REFUSED(meta.title, 1000);
  REFUSED(program.chars_count, 3);
  REFUSED(chars[2], '\033');
  REFUSED(columns[1].count, 1000);
  REFUSED(types[TYPE_CARD].names, 126);
  REFUSED(types[TYPE_SET].element, 99);
  REFUSED(types[TYPE_INT].slots, 0);
  REFUSED(storages[0].offset, 0);
  REFUSED(storages[0].width, 3);
  REFUSED(storages[0].count, 0);
  REFUSED(storages[0].offset, 200); /* inside a zone */
  REFUSED(decks[0].kinds, 100);
  REFUSED(decks[0].box, ZONES);
  REFUSED(zones[0].offset, 8);
  REFUSED(zones[0].offset, 132);
  REFUSED(zones[1].offset, 128); /* on another zone */
  REFUSED(zones[0].capacity, 23);
  REFUSED(zones[0].form, 4);
  REFUSED(zones[0].owner, 16);
  REFUSED(zones[0].refill, ZONES);
  REFUSED(zone_decls[0].count, 100);
  REFUSED(zone_decls[0].dims, 4);
  REFUSED(zone_decls[0].dims, 1); /* of more zones than there are */
  REFUSED(zone_decls[0].seen, 4);
  REFUSED(variables[0].storage, STORAGES);
  REFUSED(variables[0].dims, 0); /* fewer elements than are stored, and more */
  REFUSED(variables[0].dim_type[0], TYPE_PLAYER);
  REFUSED(variables[0].type, TYPE_SET); /* wider than its storage, and narrower */
  REFUSED(variables[0].storage, SET_VARIABLE);
  REFUSED(procs[0].entry, CODE);
  REFUSED(procs[0].frame, 1);
  REFUSED(procs[0].params, 1000);
  REFUSED(choices[0].top, 17);
  REFUSED(choices[0].arguments, 7);
  REFUSED(choices[0].arguments, -1);
  REFUSED(choices[0].frame, STACK + 1);
  REFUSED(choices[0].enumerate, -1);
  REFUSED(choices[0].flags, CHOICE_SECRET); /* without a place for answers */
  REFUSED(options[0].choice, 1);
  REFUSED(options[0].body, -1);
  REFUSED(arguments[0].slot, 16);
  REFUSED(needs[0].proc, 2);
  REFUSED(externs[0].library, 1000);
  REFUSED(externs[0].arguments, 3);
  REFUSED(externs[0].first_argument, 1);
  REFUSED(externs[0].slots, 0);
  REFUSED(externs[0].slots, 5);
  REFUSED(externs[0].result, TYPE_LIST);
  REFUSED(externs[0].result, TYPE_BAG);
  REFUSED(extern_arguments[0].kind, EXTERN_ZONE + 1);
  REFUSED(extern_arguments[0].kind, EXTERN_TEXT);
  REFUSED(extern_arguments[1].kind, EXTERN_ZONE); /* of numbers */
  REFUSED(extern_arguments[0].type, TYPE_SET);
  REFUSED(extern_arguments[1].type, TYPES);
  REFUSED(extern_arguments[0].slot, 6);
  REFUSED(extern_arguments[1].most, 4);
  REFUSED(extern_arguments[1].most, INT32_MAX);
}

static void damaged_code_is_refused(void **unused) {
  (void)unused;
  REFUSED(code[0], ins_make(OP_CODE_RETURN, 0, 0, 0, 0));
  REFUSED(code[1], ins_make(OPCODES, 0, 0, 0, 0));
  REFUSED(code[1], ins_make(OP_CODE_COPY, 0, FRAME, 2, 0));
  REFUSED(code[1], ins_make(OP_CODE_SET_AND, 1, 3, 4, 4)); /* odd */
  REFUSED(code[1], ins_make(OP_CODE_COPY_N, 60, 8, 2, 0));
  REFUSED(code[1], ins_make_long(OP_CODE_JUMP, 0, 0, CODE));
  REFUSED(code[1], ins_make(OP_CODE_JUMP_EQ, 0, 2, 2, (unsigned)-9));
  REFUSED(code[1], ins_make_long(OP_CODE_JUMP, 0, 0, 1)); /* back, without fuel */
  REFUSED(code[1], ins_make(OP_CODE_JUMP_EQ, 0, 2, 2, (unsigned)-1));
  REFUSED(code[1], ins_make_long(OP_CODE_LOAD, 0, 2, STORAGES));
  REFUSED(code[1], ins_make(OP_CODE_FIELD, 0, 2, 2, COLUMNS));
  REFUSED(code[1], ins_make_long(OP_CODE_CALL, 0, 2, 2));
  REFUSED(code[1], ins_make_long(OP_CODE_TEXT, 0, 0, 1000));
  REFUSED(code[1], ins_make_long(OP_CODE_CALL_EXTERN, 0, 2, 1));
  REFUSED(code[1], ins_make_long(OP_CODE_CALL_EXTERN, 0, FRAME - 5, 0));
  REFUSED(program.code_count, bench_here(b) - 1); /* runs off the end */
}

/* Any number in any section, replaced by something nasty. */
static void damaged_numbers_are_refused_or_harmless(void **unused) {
  (void)unused;
  const int32_t nasty[] = { -1, -2,  0,   1,   2,   3,    5,     8,     16,      17,        40,
                            64, 127, 128, 255, 256, 1000, 65535, 65536, 1 << 24, INT32_MAX, INT32_MIN };
  uint32_t random[4];
  chance_seed(random, 3, 0);
  for (int round = 0; round < 6000; round++) {
    struct bench *b = valid_program();
    struct {
      void *start;
      size_t ints;
    } sections[] = {
#define SECTION(name, type) { (void *)(uintptr_t)b->program.name, b->program.name##_count * sizeof(type) / 4 },
#include "vm/sections.def"
#undef SECTION
    };
    uint32_t section;
    do section = chance_below(random, sizeof sections / sizeof *sections);
    while (!sections[section].ints);
    int32_t *number = (int32_t *)sections[section].start + chance_below(random, (uint32_t)sections[section].ints);
    int32_t value = nasty[chance_below(random, sizeof nasty / sizeof *nasty)];
    memcpy(number, &value, sizeof value);
    const char *why;
    if (program_validate(&b->program, memory_default(), &why) == TRV_OK) play(b);
    bench_free(b);
  }
}

/* A game with something in every section but those of C code and house rules. */
static const char whole_game[] =
    "game \"Whole\" { players 2..3  limit 40 decisions }\n"
    "enum Town(cost: int, act: effect(player)) { rome(3, gain)  oslo(4, none)  paris(5, gain) }\n"
    "deck Card(town: Town) \"{town}\" in stock total 6 { 3 of ace(rome)  3 of king(oslo) }\n"
    "pile stock: Card hidden\n"
    "pool hand[player]: Card for owner\n"
    "row shelf[2]: Card open\n"
    "graph ways: Town { rome - oslo  oslo - paris }\n"
    "var points[player]: int = 0\n"
    "var secret[player]: Town or none = none for owner\n"
    "setting open: bool = false \"open hands\" needs open == false or points[p1] == 0 else \"no\"\n"
    "effect gain(p: player) { points[p] += 1 }  @R1\n"
    "fn price(t: Town) -> int = match t { rome => 3  oslo, paris => sum(u.cost for u in Town where u != t) }  @R2\n"
    "fn far(t: Town, u: Town) -> int = count(w in paths(ways, t, u) where w.length < 3)\n"
    "setup { shuffle stock  for p in players { draw 2 from stock to hand[p] } }\n"
    "phase turn(p: player) \"a turn\" {\n"
    "  choose act by p \"What now?\" {\n"
    "    option lay(c in hand[p]) \"lay {c}\" needs price(c.town) > 2 else \"too cheap\" {\n"
    "      move c from hand[p] to stock  apply c.town.act(p)  say \"{p} lays {c}\" }\n"
    "    option go(t in neighbours(ways, rome)) needs far(rome, t) > 0 { secret[p] = t }\n"
    "  }\n"
    "}\n"
    "play { repeat { for p in players { turn(p) } if points[p1] > 3 { end game } } }\n"
    "rank p by points[p] desc\n"
    "value of p = points[p]\n"
    "invariant \"few points\" points[p1] < 50\n"
    "scenario \"laid\" @S1 players 2 with open = false { given { hand[p1]: ace  points[p2] = 3 } run turn(p1) p1: "
    "lay(ace)\n"
    "  expect finished  expect points[p1] == 1 }\n"
    "scenario \"script\" players 2 { next roll 3  next shuffle stock: ace  expect offered lay  expect ranking [p1, p2] "
    "}\n";

/* Every number of every section of a compiled game, replaced by some that hardly fit: refused with a reason, or taken for
 * what it now is; and in every section there are numbers that are refused. Letters may be any, but the last must be NUL; what was
 * tabulated is not read from files. */
static void numbers_of_a_compiled_game(void **unused) {
  (void)unused;
  static const int32_t nasty[] = { -2, INT32_MIN, INT32_MAX, 70000 };
  trv_program *program = compiled(whole_game);
  const struct {
    const char *name;
    void *start;
    size_t ints;
  } sections[] = {
#define SECTION(section, type)                                                                                         \
  { #section, (void *)(uintptr_t)program->program.section, program->program.section##_count * sizeof(type) / 4 },
#include "vm/sections.def"
#undef SECTION
  };
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
    size_t refused = 0;
    for (size_t k = 0; k < sections[i].ints * (sizeof nasty / sizeof *nasty); k++) {
      int32_t *number = (int32_t *)sections[i].start + k / (sizeof nasty / sizeof *nasty), before = *number;
      const char *why = NULL;
      *number = nasty[k % (sizeof nasty / sizeof *nasty)];
      int status = program_validate(&program->program, memory_default(), &why);
      assert_true(status == TRV_OK || (status == TRV_E_DATA && why));
      refused += status != TRV_OK;
      *number = before;
    }
    bool unread = sections[i].start == (const void *)program->program.chars ||
                  sections[i].start == (const void *)program->program.tabulations;
    if (sections[i].ints && !refused && !unread) fail_msg("nothing in the section `%s` is looked at", sections[i].name);
  }
  const char *why = NULL;
  char *last = (char *)(uintptr_t)program->program.chars + program->program.chars_count - 1;
  *last = 'x';
  assert_int_equal(program_validate(&program->program, memory_default(), &why), TRV_E_DATA);
  *last = '\0';
  assert_int_equal(program_validate(&program->program, memory_default(), &why), TRV_OK);
  trv_program_free(program);
}

static void flipped_code_is_harmless(void **unused) {
  (void)unused;
  uint32_t random[4];
  chance_seed(random, 1, 0);
  for (int round = 0; round < 6000; round++) {
    struct bench *b = valid_program();
    for (uint32_t flips = 1 + chance_below(random, 4); flips--;)
      ((uint8_t *)b->code)[8 + chance_below(random, 8 * (b->program.code_count - 1))] ^=
          (uint8_t)(1u << chance_below(random, 8));
    play(b); /* not validated: the interpreter must bear with anything */
    bench_free(b);
  }
}

/* Instructions at random, with operands that often make sense. */
static instruction any_instruction(uint32_t random[4]) {
  uint32_t op = chance_below(random, OPCODES);
  if (op == OP_CODE_HALT || op == OP_CODE_END_GAME || op == OP_CODE_ERROR || op == OP_CODE_FAIL_END) op = OP_CODE_COPY;
  unsigned n = chance_below(random, 50) ? chance_below(random, 3) : chance_below(random, 256);
  unsigned small[3];
  for (int k = 0; k < 3; k++)
    small[k] = chance_below(random, 60) ? chance_below(random, 6) * 2 : chance_below(random, 65535);
  if (!chance_below(random, 3)) return ins_make_long(op, n, small[0], (int32_t)chance_below(random, 8));
  return ins_make(op, n, small[0], small[1], small[2]);
}

static void random_code_is_harmless(void **unused) {
  (void)unused;
  uint32_t random[4];
  chance_seed(random, 2, 0);
  for (int round = 0; round < 20000; round++) {
    struct bench *b = valid_program();
    for (unsigned x = 0; x < 12; x++) {
      int32_t value = chance_below(random, 8) ? (int32_t)chance_below(random, 9) : (int32_t)chance_draw(random);
      b->code[1 + x] = ins_make_long(OP_CODE_INT, 0, 2 + x, value);
    }
    for (uint32_t pc = 13; pc < 60; pc++) b->code[pc] = any_instruction(random);
    b->program.code_count = 60;
    b->game.log = &b->log;
    play(b);
    bench_free(b);
  }
}

/* The log has one open entry. */
static void what_is_said_reveals_nothing(void **unused) {
  (void)unused;
  struct bench *b = bench_new(true);
  b->game.log = &b->log;
  SET(2, RED);
  SET(3, PILE);
  SET(4, 1);
  SET(5, 0);
  J(SAY, 0, 0, bench_here(b) + 3);
  I(ZONE_REVEAL, 0, 2, 3, 4);
  I(SAY_END, 0, 0, 0, 0);
  bench_fails(b, RULE_CHECK);
  assert_int_equal(b->log.count, 1);
  bench_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_valid_program_is_accepted), cmocka_unit_test(damaged_sections_are_refused),
    cmocka_unit_test(damaged_code_is_refused),     cmocka_unit_test(damaged_numbers_are_refused_or_harmless),
    cmocka_unit_test(numbers_of_a_compiled_game),  cmocka_unit_test(flipped_code_is_harmless),
    cmocka_unit_test(random_code_is_harmless),     cmocka_unit_test(what_is_said_reveals_nothing),
  };
  return cmocka_run_group_tests_name("validate", tests, NULL, NULL);
}
