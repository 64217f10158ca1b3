/* vm/save.c: saves are written, read, replayed; damaged ones are refused. */
#include "tests/unit/fixture.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_CHOICES = 50, NOTATION_LENGTH = 40 };

/* Plays a whole game at random and saves it; the text is owned. */
static char *played(trv_game *game, uint32_t seed, size_t *length) {
  static char notations[MOST_CHOICES][NOTATION_LENGTH];
  trv_save_choice choices[MOST_CHOICES];
  trv_choice_info choice;
  size_t count = 0;
  char *text;
  trv_game_start(game, seed, 3);
  while (count < MOST_CHOICES && trv_game_choice(game, &choice) == TRV_OK) {
    uint32_t k = trv_random_choice(seed, 3, choice.seat, choice.decision, choice.options);
    trv_option_notation(game, k, notations[count], NOTATION_LENGTH);
    choices[count] = (trv_save_choice){ choice.seat, choice.name, notations[count] };
    count++;
    trv_choose(game, k);
  }
  assert_int_equal(trv_save_write(game, seed, 3, choices, count, &text, length), TRV_OK);
  return text;
}

static void check_header(const trv_save *save, const trv_program *program, uint32_t seed) {
  trv_save_info info = trv_save_describe(save);
  assert_string_equal(info.game_file, "fixture.trv");
  assert_string_equal(info.title, "A Fixture");
  assert_int_equal(info.program_hash, trv_program_describe(program).hash);
  assert_int_equal(info.players, 2);
  assert_int_equal(info.seed.low, seed);
  assert_int_equal(info.seed.high, 0);
  assert_int_equal(info.number, 3);
  assert_int_equal(info.settings, 2);
  assert_string_equal(trv_save_setting(save, 0).name, "goal");
  assert_string_equal(trv_save_setting(save, 0).value, "3");
}

static void there_and_back(void **state) {
  trv_program *program = fixture_make();
  trv_setup *setup;
  trv_game *game = fixture_game(program, &setup, 1), *again;
  trv_save *save;
  char why[200];
  (void)state;
  assert_int_equal(trv_game_new(setup, &again), TRV_OK);
  for (uint32_t seed = 1; seed < 20; seed++) {
    size_t length;
    char *text = played(game, seed, &length);
    assert_int_equal(trv_save_read(text, length, &save, NULL), TRV_OK);
    check_header(save, program, seed);
    assert_string_equal(trv_save_get(save, 0).choice, "turn");
    assert_int_equal(trv_save_replay(save, again, why, sizeof why), TRV_OK);
    assert_int_equal(trv_game_hash(game, true), trv_game_hash(again, true));
    trv_save_free(save);
    trv_free(text);
  }
  trv_game_free(again);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

static void damage_is_noticed(void **state) {
  trv_program *program = fixture_make();
  trv_setup *setup;
  trv_game *game = fixture_game(program, &setup, 1);
  trv_save *save;
  size_t length;
  char *text = played(game, 1, &length), why[200];
  (void)state;
  for (size_t cut = 0; cut < length; cut++) {
    const char *problem = NULL;
    char *copy = malloc(cut + 1); /* a block of its own, so that reading past the end is noticed */
    assert_non_null(copy);
    memcpy(copy, text, cut);
    assert_int_equal(trv_save_read(copy, cut, &save, &problem), TRV_E_DATA);
    assert_non_null(problem);
    free(copy);
  }
  for (size_t i = 0; i < length; i++) {
    for (int flip = 1; flip <= 128; flip *= 2) {
      text[i] ^= (char)flip;
      if (trv_save_read(text, length, &save, NULL) == TRV_OK) {
        trv_save_replay(save, game, why, sizeof why);
        trv_save_free(save);
      }
      text[i] ^= (char)flip;
    }
  }
  trv_free(text);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

/* Messages tell what a save says: it cannot command the terminal that they are shown on. */
static void nothing_in_a_save_commands(void **state) {
  static const char *const odd[] = { "\033]0;owned\007", "\177",
                                     "\302\233"
                                     "31m" };
  (void)state;
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    char text[200];
    const char *why = NULL;
    trv_save *save = NULL;
    snprintf(text, sizeof text, "trvm save 2\np1 card %slay(ace)\n", odd[i]);
    assert_int_equal(trv_save_read(text, strlen(text), &save, &why), TRV_E_DATA);
    assert_string_equal(why, "A line of the saved game is damaged.");
    assert_null(save);
  }
}

/* With carriage returns it is the same save. */
static void lines_may_end_otherwise(void **state) {
  trv_program *program = fixture_make();
  trv_setup *setup;
  trv_game *game = fixture_game(program, &setup, 1);
  trv_save *save;
  size_t length, used = 0;
  char *text = played(game, 1, &length), *other = malloc(2 * length), why[200];
  (void)state;
  assert_non_null(other);
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '\n') other[used++] = '\r';
    other[used++] = text[i];
  }
  assert_int_equal(trv_save_read(other, used, &save, NULL), TRV_OK);
  check_header(save, program, 1);
  assert_int_equal(trv_save_replay(save, game, why, sizeof why), TRV_OK);
  trv_save_free(save);
  free(other);
  trv_free(text);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

static void only_seats_of_the_table_choose(void **state) {
  static const char *const seats[] = { "p0", "p3", "p9", "p", "p20", "q1" };
  trv_save *save;
  char text[300];
  (void)state;
  for (size_t i = 0; i < sizeof seats / sizeof *seats; i++) {
    int length = snprintf(text, sizeof text,
                          "trvm-save 1\ngame x.trv\ntitle X\nprogram 0123456789abcdef\nplayers 2\nseed 1\nnumber 0\n"
                          "%s turn go\nend 1 0123456789abcdef\n",
                          seats[i]);
    assert_int_equal(trv_save_read(text, (size_t)length, &save, NULL), TRV_E_DATA);
  }
}

static void replay(trv_game *game, const char *lines, int status, const char *sentence) {
  char text[600], why[200];
  trv_save *save;
  int length = snprintf(
      text, sizeof text,
      "trvm-save 1\ngame x.trv\ntitle A Fixture\nprogram 0123456789abcdef\nplayers 2\nseed 1\nnumber 0\n%s", lines);
  assert_int_equal(trv_save_read(text, (size_t)length, &save, NULL), TRV_OK);
  assert_int_equal(trv_save_replay(save, game, why, sizeof why), status);
  assert_string_equal(why, sentence);
  trv_save_free(save);
}

static void what_is_no_longer_possible(void **state) {
  trv_program *program = fixture_make();
  trv_setup *setup;
  trv_game *game = fixture_game(program, &setup, 1);
  (void)state;
  replay(game, "end 0 0123456789abcdef\n", TRV_OK, "");
  replay(game, "set goal 4\nend 0 0123456789abcdef\n", TRV_E_ARGUMENT, "The saved game has other settings.");
  replay(game, "p2 turn draw\nend 1 0123456789abcdef\n", TRV_E_STATE,
         "Choice 1 (p2 turn: draw) is not possible: it is p1 who is to choose, namely turn.");
  replay(game, "p1 turn fly\nend 1 0123456789abcdef\n", TRV_E_STATE,
         "Choice 1 (p1 turn: fly) is not possible: it is not offered.");
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

struct changes {
  char text[300];
};

static bool note_change(void *context, const trv_rule_change *change) {
  static const char marks[] = { [TRV_ADDED] = '+', [TRV_REMOVED] = '-', [TRV_CHANGED] = '~' };
  struct changes *changes = context;
  size_t length = strlen(changes->text);
  snprintf(changes->text + length, sizeof changes->text - length, "%c%s %s:%u %s|", marks[change->kind], change->name,
           change->file, change->line, change->cites);
  return true;
}

static trv_program *compiled_text(const char *text) {
  trv_compile_options options = {
    .struct_size = sizeof options, .name = "x.trv", .text = text, .length = strlen(text)
  };
  trv_program *program;
  assert_int_equal(trv_compile(&options, &program, NULL), TRV_OK);
  return program;
}

/* What has changed from one text of rules to another, by a save of the first. */
static void changes_are(const char *before, const char *after, const char *expected) {
  trv_program *old = compiled_text(before), *new = compiled_text(after);
  struct changes changes = { "" };
  trv_setup *setup;
  trv_game *game;
  trv_save *save;
  char *text;
  size_t length;
  assert_int_equal(trv_setup_new(old, 2, NULL, 0, &setup, NULL, 0), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  trv_game_start(game, 1, 0);
  assert_int_equal(trv_save_write(game, 1, 0, NULL, 0, &text, &length), TRV_OK);
  assert_int_equal(trv_save_read(text, length, &save, NULL), TRV_OK);
  assert_int_equal(trv_save_changes(save, new, NULL, note_change, &changes), TRV_OK);
  assert_string_equal(changes.text, expected);
  trv_save_free(save);
  trv_free(text);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(old);
  trv_program_free(new);
}

static void rules_that_changed(void **state) {
#define HEAD "game \"X\" { players 2..2 }\nvar n: int = 0\n"
  static const char base[] = HEAD "const goal = 3 @R1\nplay { n = goal + twice(1) }\nfn twice(k: int) -> int = 2 * k\n";
  (void)state;
  changes_are(base, base, "");
  changes_are(base,
              HEAD "\n// moved\nconst goal = 3\n\nplay { n = goal + twice(1) } @R7\nfn twice(k: int) -> int = 2 * k\n",
              "");
  changes_are(base, HEAD "const goal = 4 @R1\nplay { n = goal + twice(1) }\nfn twice(k: int) -> int = 2 * k\n",
              "~goal x.trv:3 R1|");
  changes_are(base, HEAD "const goal = 3\nplay { n = goal + double(1) }\nfn double(k: int) -> int = 2 * k @R2-R3\n",
              "~play x.trv:4 |+double x.trv:5 R2 R3|-twice :0 |");
#undef HEAD
}

static bool note_steps(void *context, const trv_rule_change *change) {
  struct changes *changes = context;
  size_t length = strlen(changes->text);
  snprintf(changes->text + length, sizeof changes->text - length, "%s %u|", change->name, (unsigned)change->steps);
  return true;
}

/* What has most to do with the choice that is no longer possible comes first, and what has nothing to do with it last. */
static void rules_near_a_choice(void **state) {
#define GAME(far, near, other)                                                                                         \
  "game \"X\" { players 2..2 }\nvar n: int = 0\nconst far = " far "\nconst near = " near "\nconst other = " other      \
  "\nplay { n = other  turn() }\neffect turn() { choose how by p1 { option stay { n = 1 } option go needs limit() > 2" \
  " else \"no\" { n = 2 } } }\nfn limit() -> int = near + reach()\nfn reach() -> int = far\n"
  trv_program *old = compiled_text(GAME("1", "2", "3")), *new = compiled_text(GAME("0", "1", "4"));
  struct changes changes = { "" };
  trv_setup *setup, *new_setup;
  trv_game *game, *again;
  trv_save *save;
  char *text, why[200];
  size_t length;
  trv_save_choice made = { 0, "how", "go" };
  (void)state;
  assert_int_equal(trv_setup_new(old, 2, NULL, 0, &setup, NULL, 0), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  trv_game_start(game, 1, 0);
  trv_choose_notation(game, "go");
  assert_int_equal(trv_save_write(game, 1, 0, &made, 1, &text, &length), TRV_OK);
  assert_int_equal(trv_save_read(text, length, &save, NULL), TRV_OK);
  assert_int_equal(trv_setup_new(new, 2, NULL, 0, &new_setup, NULL, 0), TRV_OK);
  assert_int_equal(trv_game_new(new_setup, &again), TRV_OK);
  assert_int_equal(trv_save_replay(save, again, why, sizeof why), TRV_E_STATE);
  assert_int_equal(trv_save_changes(save, new, again, note_steps, &changes), TRV_OK);
  assert_string_equal(changes.text, "near 2|other 2|far 3|");
  trv_save_free(save);
  trv_free(text);
  trv_game_free(game);
  trv_game_free(again);
  trv_setup_free(setup);
  trv_setup_free(new_setup);
  trv_program_free(old);
  trv_program_free(new);
#undef GAME
}

static void variants_are_named(void **state) {
  static const char text[] = "trvm-save 1\ngame x.trv\ntitle X\nvariant A b\nfrom a b.trv\nvariant C\nfrom c.trv\n"
                             "program 0123456789abcdef\nplayers 2\nseed 1\nnumber 0\nend 0 0123456789abcdef\n";
  static const char cut[] = "trvm-save 1\ngame x.trv\ntitle X\nvariant A b\nprogram 0123456789abcdef\n";
  trv_save *save;
  const char *why = NULL;
  (void)state;
  assert_int_equal(trv_save_read(text, strlen(text), &save, NULL), TRV_OK);
  assert_int_equal(trv_save_describe(save).variants, 2);
  assert_string_equal(trv_save_variant(save, 0).title, "A b");
  assert_string_equal(trv_save_variant(save, 0).file, "a b.trv");
  assert_string_equal(trv_save_variant(save, 1).title, "C");
  assert_string_equal(trv_save_variant(save, 2).title, "");
  trv_save_free(save);
  assert_int_equal(trv_save_read(cut, strlen(cut), &save, &why), TRV_E_DATA);
  assert_string_equal(why, "The saved game does not say which variants it was played with.");
}

/* ---- texts that would end a line ---- */

/* Whatever the checker takes for a title and the system for the name of a file comes back from a save as it was. */
static void odd_texts_come_back(void **state) {
  static const char file[] = "od\nd\t\\0a\r.trv", title[] = "a\n b\\0a?";
  static const char rules[] = "game \"a\\n b\\\\0a?\" { players 1 }\n"
                              "play { choose c always by p1 { option go { } } }\n";
  trv_compile_options options = {
    .struct_size = sizeof options, .name = file, .text = rules, .length = sizeof rules - 1
  };
  trv_program *program;
  trv_setup *setup;
  trv_game *game;
  trv_save *save;
  const trv_save_choice choice = { 0, "c", "go" };
  char *text, why[200];
  size_t length;
  (void)state;
  assert_int_equal(trv_compile(&options, &program, NULL), TRV_OK);
  struct house_rule rule = { program->program.meta->title, 0, program->program.procs[0].file, 1, 0 };
  program->program.house_rules = &rule;
  program->program.house_rules_count = 1;
  assert_int_equal(trv_setup_new(program, 1, NULL, 0, &setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  trv_game_start(game, 1, 0);
  assert_int_equal(trv_choose(game, 0), TRV_OVER);
  assert_int_equal(trv_save_write(game, 1, 0, &choice, 1, &text, &length), TRV_OK);
  assert_int_equal(trv_save_read(text, length, &save, NULL), TRV_OK);
  assert_string_equal(trv_save_describe(save).title, title);
  assert_string_equal(trv_save_describe(save).game_file, file);
  assert_string_equal(trv_save_variant(save, 0).title, title);
  assert_string_equal(trv_save_variant(save, 0).file, file);
  assert_int_equal(trv_save_replay(save, game, why, sizeof why), TRV_OK);
  trv_save_free(save);
  trv_free(text);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

/* ---- who sat where ---- */

static int read_seated(const char *version, const char *lines, trv_save **save) {
  char text[400];
  snprintf(text, sizeof text,
           "trvm-save %s\ngame x.trv\ntitle X\nprogram 0123456789abcdef\nplayers 2\nseed 1\nnumber 0\n%s"
           "end 0 0123456789abcdef\n",
           version, lines);
  return trv_save_read(text, strlen(text), save, NULL);
}

static void who_sat_where(void **state) {
  const trv_save_seat seats[] = { { TRV_SEAT_PERSON, "", "Ada\nB\\" }, { TRV_SEAT_BOT, "cmd:a b", NULL } };
  trv_program *program = fixture_make();
  trv_setup *setup;
  trv_game *game = fixture_game(program, &setup, 1);
  trv_save *save;
  char *text;
  size_t length;
  (void)state;
  trv_game_start(game, 1, 3);
  assert_int_equal(trv_save_write_seats(game, (trv_seed){ 1, 0 }, 3, seats, 1, NULL, 0, &text, &length),
                   TRV_E_ARGUMENT);
  assert_int_equal(trv_save_write_seats(game, (trv_seed){ 1, 0 }, 3, seats, 2, NULL, 0, &text, &length), TRV_OK);
  assert_int_equal(trv_save_read(text, length, &save, NULL), TRV_OK);
  check_header(save, program, 1);
  assert_int_equal(trv_save_describe(save).seats, 2);
  assert_int_equal(trv_save_who(save, 0).kind, TRV_SEAT_PERSON);
  assert_string_equal(trv_save_who(save, 0).name, "Ada\nB\\");
  assert_int_equal(trv_save_who(save, 1).kind, TRV_SEAT_BOT);
  assert_string_equal(trv_save_who(save, 1).bot, "cmd:a b");
  assert_string_equal(trv_save_who(save, 1).name, "");
  assert_int_equal(trv_save_who(save, 2).kind, TRV_SEAT_OPEN);
  trv_save_free(save);
  trv_free(text);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

static void seats_are_all_or_none(void **state) {
  static const char *const broken[] = {
    "sits p1 person\n",
    "sits p2 person\nsits p1 person\n",
    "sits p1 person\nsits p2 queen\n",
    "sits p1 person\nsits p2 person greedy\n",
    "sits p1 person\nsits p2 bot \\\n",
    "sits p1 person\nsits p2\n",
    "sits p1 person\ncalled p2 A\nsits p2 person\n",
    "sits p1 person\ncalled p1\nsits p2 person\n",
    "sits p1 person\ncalled p1 A\ncalled p1 B\nsits p2 person\n",
    "sits p1 person\nsits p2 person\nsits p3 person\n",
    "called p1 A\n",
  };
  trv_save *save;
  (void)state;
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
    assert_int_equal(read_seated("3", broken[i], &save), TRV_E_DATA);
  assert_int_equal(read_seated("2", "sits p1 person\nsits p2 person\n", &save), TRV_E_DATA);
  assert_int_equal(read_seated("2", "", &save), TRV_OK);
  assert_int_equal(trv_save_describe(save).seats, 0);
  assert_int_equal(trv_save_who(save, 0).kind, TRV_SEAT_OPEN);
  trv_save_free(save);
  assert_int_equal(read_seated("3", "sits p1 open\nsits p2 bot\n", &save), TRV_OK);
  assert_int_equal(trv_save_describe(save).seats, 2);
  assert_string_equal(trv_save_who(save, 1).bot, "");
  trv_save_free(save);
}

/* ---- versions ---- */

static int read_titled(const char *version, const char *title, trv_save **save) {
  char text[300];
  snprintf(text, sizeof text,
           "trvm-save %s\ngame x.trv\ntitle %s\nprogram 0123456789abcdef\nplayers 2\nseed 1\nnumber 0\n"
           "end 0 0123456789abcdef\n",
           version, title);
  return trv_save_read(text, strlen(text), save, NULL);
}

static void escapes_are_of_version_2(void **state) {
  static const char *const broken[] = { "\\", "a\\0", "\\0A", "\\n", "\\00", "\\x0a" };
  trv_save *save;
  (void)state;
  assert_int_equal(read_titled("2", "a\\0ab\\5c\\7f", &save), TRV_OK);
  assert_string_equal(trv_save_describe(save).title, "a\nb\\\x7f");
  trv_save_free(save);
  assert_int_equal(read_titled("1", "a\\0ab", &save), TRV_OK);
  assert_string_equal(trv_save_describe(save).title, "a\\0ab");
  trv_save_free(save);
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    assert_int_equal(read_titled("2", broken[i], &save), TRV_E_DATA);
    assert_int_equal(read_titled("1", broken[i], &save), TRV_OK);
    trv_save_free(save);
  }
  assert_int_equal(read_titled("0", "a", &save), TRV_E_DATA);
  assert_int_equal(read_titled("4", "a", &save), TRV_E_DATA);
}

/* Two options of one notation do the same, and a save cannot tell which was taken: any leads to where it was saved. */
static void options_may_be_alike(void **state) {
  static const char rules[] = "game \"Alike\" { players 2..2 }\nvar n: int = 0\n"
                              "play { repeat 3 times { choose act by p1 \"?\" { option take(k in [1, 1]) \"take\" "
                              "{ n += k } } } }\nrank p by n\n";
  trv_compile_options options = {
    .struct_size = sizeof options, .name = "alike.trv", .text = rules, .length = sizeof rules - 1
  };
  trv_program *program;
  trv_setup *setup;
  trv_game *game;
  trv_save *save;
  trv_save_choice choice = { 0, "act", "take(1)" };
  char *text, why[200];
  size_t length;
  (void)state;
  assert_int_equal(trv_compile(&options, &program, NULL), TRV_OK);
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  trv_game_start(game, 1, 0);
  assert_int_equal(trv_choose(game, 1), TRV_CHOICE);
  assert_int_equal(trv_save_write(game, 1, 0, &choice, 1, &text, &length), TRV_OK);
  assert_int_equal(trv_save_read(text, length, &save, NULL), TRV_OK);
  assert_int_equal(trv_save_replay(save, game, why, sizeof why), TRV_OK);
  trv_save_free(save);
  trv_free(text);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(there_and_back),
                                      cmocka_unit_test(damage_is_noticed),
                                      cmocka_unit_test(nothing_in_a_save_commands),
                                      cmocka_unit_test(lines_may_end_otherwise),
                                      cmocka_unit_test(only_seats_of_the_table_choose),
                                      cmocka_unit_test(what_is_no_longer_possible),
                                      cmocka_unit_test(rules_that_changed),
                                      cmocka_unit_test(rules_near_a_choice),
                                      cmocka_unit_test(variants_are_named),
                                      cmocka_unit_test(odd_texts_come_back),
                                      cmocka_unit_test(who_sat_where),
                                      cmocka_unit_test(seats_are_all_or_none),
                                      cmocka_unit_test(escapes_are_of_version_2),
                                      cmocka_unit_test(options_may_be_alike) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
