/* A small hand-made program for tests of the interface, so that they need no compiler.
 *
 * Two or three players; a hidden pile of five cards (two aces, two kings, one "Queen \"Q\""); hands that only their
 * owner sees, unless `long_game`. In turn a player draws a card or plays one from the hand into the box, which scores a
 * point; whoever has `goal` points ends the game. */
#ifndef TRV_TESTS_FIXTURE_H
#define TRV_TESTS_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "vm/api.h"
#include "vm/build.h"

enum { FIXTURE_CODE = 200, FIXTURE_INTS = 200, FIXTURE_CHARS = 2000 };

struct fixture {
  instruction code[FIXTURE_CODE];
  uint32_t code_count;
  int32_t ints[FIXTURE_INTS];
  uint32_t ints_count;
  char chars[FIXTURE_CHARS];
  uint32_t chars_count;
};

static inline int32_t fixture_text(struct fixture *f, const char *text) {
  int32_t start = (int32_t)f->chars_count;
  size_t length = strlen(text) + 1;
  assert_true(f->chars_count + length <= FIXTURE_CHARS);
  memcpy(f->chars + f->chars_count, text, length);
  f->chars_count += (uint32_t)length;
  return start;
}

static inline int32_t fixture_ints(struct fixture *f, uint32_t count, ...) {
  int32_t start = (int32_t)f->ints_count;
  va_list values;
  va_start(values, count);
  assert_true(f->ints_count + count <= FIXTURE_INTS);
  for (uint32_t i = 0; i < count; i++)
    f->ints[f->ints_count++] = va_arg(values, int32_t);
  va_end(values);
  return start;
}

static inline int32_t fixture_op(struct fixture *f, unsigned op, unsigned n, unsigned a, int b, int c) {
  assert_true(f->code_count < FIXTURE_CODE);
  f->code[f->code_count] = ins_make(op, n, a, (unsigned)b, (unsigned)c);
  return (int32_t)f->code_count++;
}

static inline int32_t fixture_long(struct fixture *f, unsigned op, unsigned a, int32_t bc) {
  assert_true(f->code_count < FIXTURE_CODE);
  f->code[f->code_count] = ins_make_long(op, 0, a, bc);
  return (int32_t)f->code_count++;
}

/* Types, by number. */
enum {
  T_INT, T_BOOL, T_PLAYER, T_CARD, T_GOAL, T_SET, T_BAG, T_LIST, T_COLOUR, T_PATH, T_MAYBE_COLOUR, T_TEXT, T_COUNT
};
enum {
  PROC_MAIN, PROC_INIT, PROC_SETUP, PROC_PLAY, PROC_SCORE, PROC_GIVEN, PROC_EXPECT, PROC_LONG, PROC_GOAL, PROC_COUNT
};

/* State: header, then variables and zones, then the stack. */
enum {
  AT_SCORE = sizeof(struct state),
  AT_SECRET = AT_SCORE + 8,
  AT_GOAL = AT_SECRET + 16,
  AT_LONG = AT_GOAL + 4,
  AT_PILE = AT_GOAL + 8,
  AT_HANDS = AT_PILE + 8,
  AT_BOX = AT_HANDS + 3 * 16,
  AT_STACK = AT_BOX + 16,
  STACK_SLOTS = 40,
  SCRATCH_SLOTS = 40
};

/* The code of the choice `turn`: draw, or play(c). Register 2 is the player, 3 the card; 4 to 6 are for work. */
static inline int32_t fixture_enumerator(struct fixture *f, bool explain) {
  int32_t start = fixture_long(f, OP_CODE_INT, 5, 0);
  fixture_op(f, OP_CODE_ZONE_SIZE, 0, 4, 5, 0);
  fixture_op(f, OP_CODE_JUMP_EQ_I, 0, 4, 0, explain ? 2 : 1);
  fixture_long(f, OP_CODE_EMIT, 0, 0);
  if (explain) {
    fixture_long(f, OP_CODE_JUMP, 0, (int32_t)f->code_count + 2);
    fixture_long(f, OP_CODE_DENY, 0, 0);
  }
  fixture_op(f, OP_CODE_ADD_I, 0, 6, 2, 1);
  fixture_long(f, OP_CODE_INT, 3, -1);
  int32_t loop = fixture_op(f, OP_CODE_ZONE_NEXT, 0, 3, 6, 2);
  fixture_long(f, OP_CODE_EMIT, 0, 1);
  fixture_long(f, OP_CODE_LOOP, 0, loop);
  fixture_op(f, OP_CODE_END_OPTIONS, 0, 0, 0, 0);
  return start;
}

static inline int fixture_make_named(const char *file, trv_program **program) {
  static struct fixture f;
  memset(&f, 0, sizeof f);
  fixture_text(&f, "");
  int32_t none = 0, file_text = fixture_text(&f, file);
  int32_t nodes = fixture_ints(&f, 3, 0, 2, 2), path_nodes = fixture_ints(&f, 2, 1, 0);
  int32_t cards = fixture_ints(&f, 3, fixture_text(&f, "ace"), fixture_text(&f, "king"), fixture_text(&f, "queen"));
  int32_t labels = fixture_ints(&f, 3, fixture_text(&f, "Ace"), fixture_text(&f, "King"),
                                fixture_text(&f, "Queen \"Q\""));
  int32_t colours = fixture_ints(&f, 2, fixture_text(&f, "red"), fixture_text(&f, "blue"));
  int32_t colour_labels = fixture_ints(&f, 2, fixture_text(&f, "Red"), fixture_text(&f, "Blue"));
  int32_t copies = fixture_ints(&f, 3, 2, 2, 1), homes = fixture_ints(&f, 3, 0, 0, 0);
  int32_t cites = fixture_ints(&f, 2, 'R' << 24 | 12, 'A' << 24 | 3), excludes = fixture_ints(&f, 1, 0);
  int32_t only = fixture_ints(&f, 2, fixture_text(&f, "draw"), fixture_text(&f, "play( ace )"));
  struct type_desc types[T_COUNT] = {
    [T_INT] = {VALUE_INT, 0, -1, 0, 1, 0, 0, fixture_text(&f, "int"), INT32_MIN + 1, INT32_MAX, -1, -1},
    [T_BOOL] = {VALUE_BOOL, 0, -1, 0, 1, 0, 0, fixture_text(&f, "bool"), 0, 1, -1, -1},
    [T_PLAYER] = {VALUE_PLAYER, 0, -1, 3, 1, 0, 0, fixture_text(&f, "player"), 0, 2, -1, -1},
    [T_CARD] = {VALUE_CARD, 0, -1, 3, 1, cards, labels, fixture_text(&f, "Card"), 0, 2, -1, -1},
    [T_GOAL] = {VALUE_INT, 0, -1, 0, 1, 0, 0, none, 1, 20, -1, -1},
    [T_SET] = {VALUE_SET, 0, T_CARD, 0, 2, 0, 0, none, 0, 0, -1, -1},
    [T_BAG] = {VALUE_BAG, 0, T_CARD, 0, 2, 0, 0, none, 0, 0, -1, -1},
    [T_LIST] = {VALUE_LIST, 0, T_CARD, 4, 5, 0, 0, none, 0, 0, -1, -1},
    [T_COLOUR] = {VALUE_ENUM, 0, -1, 2, 1, colours, colour_labels, fixture_text(&f, "Colour"), 0, 1, -1, -1},
    [T_PATH] = {VALUE_PATH, 0, T_COLOUR, 2, 1, 0, 0, none, 0, 0, 0, 1},
    [T_MAYBE_COLOUR] = {VALUE_ENUM, 1, -1, 2, 1, colours, colour_labels, fixture_text(&f, "Colour"), 0, 1, -1, -1},
    [T_TEXT] = {VALUE_TEXT, 0, -1, 0, 1, 0, 0, none, 0, 0, -1, -1},
  };
  struct column columns[] = {{nodes, 1, 3}, {path_nodes, 1, 2}};
  struct storage storages[] = {
    {AT_SCORE, 1, 3, 0, 100, 1}, {AT_SECRET, 4, 3, 0, 0, 0}, {AT_GOAL, 4, 1, 1, 20, 1}, {AT_LONG, 1, 1, 0, 1, 1}};
  struct deck decks[] = {{fixture_text(&f, "Card"), T_CARD, 3, 4, copies, homes, 0, 0, 5, 0}};
  struct zone zones[] = {{0, 0, ZONE_PILE, AT_PILE, 5, -1, -1, -1, 8, 3},
                         {1, 0, ZONE_COUNTS, AT_HANDS, 5, 0, -1, -1, 16, 3},
                         {1, 0, ZONE_COUNTS, AT_HANDS + 16, 5, 1, -1, -1, 16, 3},
                         {1, 0, ZONE_COUNTS, AT_HANDS + 32, 5, 2, -1, -1, 16, 3},
                         {2, 0, ZONE_COUNTS, AT_BOX, 5, -1, -1, -1, 16, 3}};
  struct zone_decl zone_decls[] = {
    {fixture_text(&f, "pile"), 0, 0, 1, 0, {0}, SEEN_BY_NOBODY, 0, -1, 0, file_text, 1, 1},
    {fixture_text(&f, "hand"), 0, 1, 3, 1, {T_PLAYER}, SEEN_BY_OWNER, SEEN_BY_ALL, PROC_LONG, 0, file_text, 2, 1},
    {fixture_text(&f, "box"), 0, 4, 1, 0, {0}, SEEN_BY_ALL, 0, -1, 0, file_text, 3, 1}};
  struct variable variables[] = {
    {fixture_text(&f, "score"), T_INT, 0, 1, {T_PLAYER}, SEEN_BY_ALL, 0, -1, -1, 0},
    {fixture_text(&f, "secret"), T_MAYBE_COLOUR, 1, 1, {T_PLAYER}, SEEN_BY_OWNER, 0, -1, -1, 0},
    {fixture_text(&f, "goal"), T_GOAL, 2, 0, {0}, SEEN_BY_ALL, 0, -1, 0, 0},
    {fixture_text(&f, "long_game"), T_BOOL, 3, 0, {0}, SEEN_BY_ALL, 0, -1, 1, 0}};
  struct setting settings[] = {
    {fixture_text(&f, "goal"), fixture_text(&f, "points to win"), 2, 3, 3, 3, fixture_text(&f, "goal < 10"), 2, 3, 1, 1, 0,
     0, 0, 0, 0},
    {fixture_text(&f, "long_game"), fixture_text(&f, "open hands"), 3, 0, 0, 0, 0, 2, 2, 0, 0, excludes, 1, 0, 0, 0}};

  /* Code. The frame of `play`: 2 player, 3 card, 4 to 8 work. */
  fixture_op(&f, OP_CODE_HALT, 0, 0, 0, 0);
  int32_t main_entry = fixture_long(&f, OP_CODE_CALL, 10, PROC_SETUP);
  fixture_long(&f, OP_CODE_CALL, 10, PROC_PLAY);
  fixture_op(&f, OP_CODE_END_GAME, 0, 0, 0, 0);
  int32_t init_entry = fixture_long(&f, OP_CODE_INT, 2, 0);
  fixture_long(&f, OP_CODE_FILL, 2, 0);
  fixture_long(&f, OP_CODE_INT, 2, -1);
  fixture_long(&f, OP_CODE_FILL, 2, 1);
  fixture_op(&f, OP_CODE_RETURN, 0, 0, 0, 0);
  int32_t setup_entry = fixture_long(&f, OP_CODE_INT, 2, 0);
  fixture_op(&f, OP_CODE_ZONE_SHUFFLE, 0, 2, 0, 0);
  fixture_op(&f, OP_CODE_RETURN, 0, 0, 0, 0);
  int32_t play_entry = fixture_long(&f, OP_CODE_INT, 2, 0);
  int32_t choose = fixture_long(&f, OP_CODE_CHOOSE, 2, 0);
  int32_t enumerate = fixture_enumerator(&f, false), explain = fixture_enumerator(&f, true);
  int32_t prompt = fixture_long(&f, OP_CODE_TEXT, 0, fixture_text(&f, "Your turn, "));
  fixture_long(&f, OP_CODE_TEXT_VALUE, 2, T_PLAYER);
  fixture_op(&f, OP_CODE_HALT, 0, 0, 0, 0);
  int32_t label = fixture_long(&f, OP_CODE_TEXT, 0, fixture_text(&f, "play the "));
  fixture_long(&f, OP_CODE_TEXT_VALUE, 3, T_CARD);
  fixture_op(&f, OP_CODE_HALT, 0, 0, 0, 0);
  int32_t reason = fixture_long(&f, OP_CODE_TEXT, 0, fixture_text(&f, "the pile is empty"));
  fixture_op(&f, OP_CODE_HALT, 0, 0, 0, 0);
  int32_t setting_reason = fixture_long(&f, OP_CODE_TEXT, 0, fixture_text(&f, "the goal must be below 10"));
  fixture_op(&f, OP_CODE_HALT, 0, 0, 0, 0);
  int32_t otherwise = (int32_t)f.code_count;
  int32_t to_next = fixture_long(&f, OP_CODE_JUMP, 0, 0);
  int32_t draw_body = fixture_long(&f, OP_CODE_INT, 5, 0);
  fixture_op(&f, OP_CODE_ADD_I, 0, 6, 2, 1);
  fixture_op(&f, OP_CODE_ZONE_DRAW_ONE, 0, 4, 5, 6);
  int32_t say = fixture_long(&f, OP_CODE_SAY, 0, 0);
  fixture_long(&f, OP_CODE_TEXT_VALUE, 2, T_PLAYER);
  fixture_long(&f, OP_CODE_TEXT, 0, fixture_text(&f, " draws"));
  fixture_op(&f, OP_CODE_SAY_END, 0, 0, 0, 0);
  f.code[say] = ins_make_long(OP_CODE_SAY, 0, 0, (int32_t)f.code_count);
  int32_t say_to = fixture_long(&f, OP_CODE_SAY_TO, 2, 0);
  fixture_long(&f, OP_CODE_TEXT_VALUE, 4, T_CARD);
  fixture_op(&f, OP_CODE_SAY_END, 0, 0, 0, 0);
  f.code[say_to] = ins_make_long(OP_CODE_SAY_TO, 0, 2, (int32_t)f.code_count);
  int32_t draw_next = fixture_long(&f, OP_CODE_JUMP, 0, 0);
  int32_t play_body = fixture_op(&f, OP_CODE_ADD_I, 0, 6, 2, 1);
  fixture_long(&f, OP_CODE_INT, 5, 4);
  fixture_op(&f, OP_CODE_ZONE_MOVE, 0, 3, 6, 5);
  fixture_op(&f, OP_CODE_LOAD_AT, 0, 4, 2, 0);
  fixture_op(&f, OP_CODE_ADD_I, 0, 4, 4, 1);
  fixture_op(&f, OP_CODE_STORE_AT, 0, 4, 2, 0);
  fixture_long(&f, OP_CODE_LOAD, 5, 2);
  fixture_op(&f, OP_CODE_JUMP_LT, 0, 4, 5, 1);
  fixture_op(&f, OP_CODE_END_GAME, 0, 0, 0, 0);
  int32_t next = fixture_op(&f, OP_CODE_ADD_I, 0, 2, 2, 1);
  fixture_op(&f, OP_CODE_PLAYERS, 0, 4, 0, 0);
  fixture_op(&f, OP_CODE_MOD, 0, 2, 2, 4);
  fixture_long(&f, OP_CODE_LOOP, 0, choose);
  f.code[to_next] = ins_make_long(OP_CODE_JUMP, 0, 0, next);
  f.code[draw_next] = ins_make_long(OP_CODE_JUMP, 0, 0, next);
  int32_t score_entry = fixture_op(&f, OP_CODE_LOAD_AT, 0, 3, 2, 0);
  fixture_op(&f, OP_CODE_RETURN_VALUE, 1, 3, 0, 0);
  int32_t given_entry = fixture_long(&f, OP_CODE_INT, 2, 0);
  fixture_long(&f, OP_CODE_INT, 3, 1);
  fixture_long(&f, OP_CODE_INT, 4, 1);
  fixture_op(&f, OP_CODE_PUT, 0, 2, 3, 4);
  fixture_op(&f, OP_CODE_RETURN, 0, 0, 0, 0);
  int32_t expect_entry = fixture_long(&f, OP_CODE_LOAD, 2, 0);
  fixture_op(&f, OP_CODE_EQ_I, 0, 2, 2, 1);
  fixture_op(&f, OP_CODE_RETURN_VALUE, 1, 2, 0, 0);
  int32_t long_entry = fixture_long(&f, OP_CODE_LOAD, 2, 3);
  fixture_op(&f, OP_CODE_RETURN_VALUE, 1, 2, 0, 0);
  int32_t goal_entry = fixture_long(&f, OP_CODE_LOAD, 2, 2);
  fixture_long(&f, OP_CODE_INT, 3, 10);
  fixture_op(&f, OP_CODE_LT, 0, 2, 2, 3);
  fixture_op(&f, OP_CODE_RETURN_VALUE, 1, 2, 0, 0);

  int32_t inner = fixture_text(&f, "inner");
  struct proc procs[PROC_COUNT] = {
    [PROC_MAIN] = {inner, none, PROC_OTHER, main_entry, 10, 0, 0, 0, file_text, 1, 1, 0, 0},
    [PROC_INIT] = {inner, none, PROC_OTHER, init_entry, 4, 0, 0, 0, file_text, 1, 1, 0, 0},
    [PROC_SETUP] = {fixture_text(&f, "setup"), none, PROC_EFFECT, setup_entry, 4, 0, 0, 0, file_text, 5, 1, 0, 0},
    [PROC_PLAY] = {fixture_text(&f, "play"), fixture_text(&f, "the game"), PROC_PHASE, play_entry, 10, 0, 0, 0,
                   file_text, 9, 1, cites, 1},
    [PROC_SCORE] = {fixture_text(&f, "points"), none, PROC_FN, score_entry, 4, 1, 1, 0, file_text, 20, 1, 0, 0},
    [PROC_GIVEN] = {inner, none, PROC_OTHER, given_entry, 6, 0, 0, 0, file_text, 31, 3, 0, 0},
    [PROC_EXPECT] = {inner, none, PROC_FN, expect_entry, 4, 0, 1, 0, file_text, 32, 3, 0, 0},
    [PROC_GOAL] = {inner, none, PROC_FN, goal_entry, 4, 0, 1, 0, file_text, 3, 3, 0, 0},
    [PROC_LONG] = {inner, none, PROC_FN, long_entry, 4, 0, 1, 0, file_text, 3, 3, 0, 0},
  };
  struct choice choices[] = {
    {.name = fixture_text(&f, "turn"), .proc = PROC_PLAY, .phase = -1, .enumerate = enumerate, .explain = explain,
     .prompt = prompt, .options = 2, .otherwise = otherwise, .top = 3, .frame = 10, .arguments = 1, .bound = 4, .file = file_text,
     .line = 10, .column = 3, .cites = cites, .cite_count = 2}};
  struct option options[] = {
    {fixture_text(&f, "draw"), 0, 0, draw_body, -1, 0, 0, 0, file_text, 11, 5, cites, 1},
    {fixture_text(&f, "play"), 0, 0, play_body, label, 0, 1, 1, file_text, 12, 5, 0, 0}};
  struct argument arguments[] = {{3, T_CARD, fixture_text(&f, "c")}};
  struct need needs[] = {{0, 1, reason, -1, file_text, 11, 20, cites, 2},
                         {-1, 0, setting_reason, PROC_GOAL, file_text, 3, 20, 0, 0}};
  struct rank_key rank_keys[] = {{PROC_SCORE, 1, fixture_text(&f, "score")}};
  struct line lines[] = {{1, file_text, 1, 1, 0, 0}, {play_entry, file_text, 9, 3, cites, 2}};
  struct scenario scenarios[] = {
    {fixture_text(&f, "an ace scores"), 2, 0, 0, 7, 0, 0, file_text, 30, 1, cites, 2},
    {fixture_text(&f, "a king cannot be played"), 2, 0, 7, 2, 0, 0, file_text, 40, 1, 0, 0}};
  int32_t play_ace = fixture_text(&f, "play(ace)"), play_king = fixture_text(&f, "play(king)");
  int32_t turn = fixture_text(&f, "turn"), one = fixture_text(&f, "score == 1");
  struct scenario_item items[] = {
    {ITEM_GIVEN, -1, PROC_GIVEN, 0, 0, 0, 0, 0, file_text, 31, 3},
    {ITEM_RUN_PLAY, -1, -1, 0, 0, 0, 0, 0, file_text, 32, 3},
    {ITEM_EXPECT_ASKED, 0, -1, turn, 0, 0, 0, 0, file_text, 33, 3},
    {ITEM_EXPECT_ONLY, -1, -1, 0, 0, 0, only, 2, file_text, 34, 3},
    {ITEM_STEP, 0, -1, play_ace, 0, 0, 0, 0, file_text, 35, 3},
    {ITEM_EXPECT_ASKED, 1, -1, turn, 0, 0, 0, 0, file_text, 36, 3},
    {ITEM_EXPECT, -1, PROC_EXPECT, one, 0, 0, 0, 0, file_text, 37, 3},
    {ITEM_GIVEN, -1, PROC_GIVEN, 0, 0, 0, 0, 0, file_text, 41, 3},
    {ITEM_STEP, 0, -1, play_king, 0, 0, 0, 0, file_text, 42, 3}};
  struct meta meta = {fixture_text(&f, "A Fixture"), none, fixture_text(&f, "cards"), 2, 3, 50, 0, 0, PROC_MAIN,
                      PROC_INIT, PROC_SETUP, PROC_PLAY, PROC_SCORE, AT_STACK, STACK_SLOTS, SCRATCH_SLOTS,
                      AT_STACK + 4 * (STACK_SLOTS + STACK_MARGIN), 1, 2, 0, 0};
#define MANY(name) .name = name, .name##_count = sizeof name / sizeof *name
  struct sections sections = {
    .meta = &meta, .meta_count = 1, .code = f.code, .code_count = f.code_count, .ints = f.ints,
    .ints_count = f.ints_count, .chars = f.chars, .chars_count = f.chars_count, MANY(types), MANY(columns),
    MANY(storages), MANY(decks), MANY(zones), MANY(zone_decls), MANY(variables), MANY(settings), MANY(procs),
    MANY(choices), MANY(options), MANY(arguments), MANY(needs), MANY(rank_keys), MANY(lines), MANY(scenarios),
    .scenario_items = items, .scenario_items_count = sizeof items / sizeof *items};
#undef MANY
  return program_assemble(&sections, file, NULL, NULL, program);
}

static inline trv_program *fixture_make(void) {
  trv_program *program;
  assert_int_equal(fixture_make_named("fixture.trv", &program), TRV_OK);
  return program;
}

/* A started game of two players with the usual settings. */
static inline trv_game *fixture_game(const trv_program *program, trv_setup **setup, uint32_t seed) {
  trv_game *game;
  char why[200];
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(*setup, &game), TRV_OK);
  trv_game_start(game, seed, 0);
  return game;
}

#endif
