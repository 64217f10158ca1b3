/* What those get who draw a game: vm/show_lines.c, vm/program_json.c, vm/moved.c, arguments of options, keys of the ranking,
 * who is still to answer, and entries of the log. */
#include "tests/unit/compiled.h"

#include "base/colour.h"
#include "vm/api.h"

static const char rules[] =
    "game \"Faces\" { players 2..3 seats red, blue, green rulebook \"x.md\" }\n"
    "enum Town(north: int, east: int) { rome(3, -4) \"Rome\" oslo(5, 6) }\n"
    "enum Leg(a: Town, b: Town) { first_leg(rome, oslo) }\n"
    "enum Space(number: int) { one(1) two(2) }\n"
    "deck Card(points: int, city: Town, says: text) in stock { 2 of ace(1, rome, \"one\") 3 of green(2, oslo, \"two\") "
    "}\n"
    "pile stock: Card hidden\n"
    "pool hand[player]: Card for owner\n"
    "row shelf[2]: Card open\n"
    "pool table: Card open\n"
    "graph roads: Town { rome - oslo }\n"
    "var at[player]: Town = rome\n"
    "track days[player]: 0..80 = 0\n"
    "show {\n"
    "  map Town(north, east)\n"
    "  map Space(lat, lon) { one(10, 20) two(-80, 30) }\n"
    "  lines Leg(a, b)\n"
    "  track days along 0..80\n"
    "  ring days along shelf by 4\n"
    "  label shelf by Space.number\n"
    "  card Card { corner points title says }\n"
    "  colour Town { rome \"navy\" oslo \"#00ff7f\" }\n"
    "  icon Card { ace \"star\" }\n"
    "  seat red \"the Reds\" colour \"crimson\"\n"
    "  learn @R1 \"Look at the map.\"\n"
    "  mark table.city \"keys\" icon \"key\"\n"
    "}\n"
    "setup { for p in players { draw 1 from stock to hand[p] } }\n"
    "play { day() choose bid by each p in players { option high { } option low { days[p] += 1 } } }\n"
    "phase day() \"day\" { for p in players { go(p) } }\n"
    "phase go(p: player) { choose go always by p {\n"
    "  option lay(c in hand[p]) needs days[p] < 9 else \"late\" { move c from hand[p] to table say \"{p} lays\" }\n"
    "  option swap(c in Card, t in Town) needs hand[p] has c else \"you have no {c}\"\n"
    "    { move c from hand[p] to stock at[p] = t }\n"
    "  option rest { days[p] += 1 } } }\n"
    "rank p by days[p] desc, size(hand[p]), seat(p)\n";

static struct faces {
  trv_program *program;
  trv_setup *setup;
  trv_game *game;
} faces_open(void) {
  struct faces faces = { .program = compiled(rules) };
  assert_int_equal(trv_setup_new(faces.program, 2, NULL, 0, &faces.setup, NULL, 0), TRV_OK);
  assert_int_equal(trv_game_new(faces.setup, &faces.game), TRV_OK);
  assert_int_equal(trv_game_listen(faces.game), TRV_OK);
  assert_int_equal(trv_game_start(faces.game, 1, 0), TRV_CHOICE);
  return faces;
}

static void faces_close(struct faces *faces) {
  trv_game_free(faces->game);
  trv_setup_free(faces->setup);
  trv_program_free(faces->program);
}

static uint32_t type_named(const trv_program *program, const char *name) {
  trv_type_info info;
  for (uint32_t i = 0; trv_program_type(program, i, &info) == TRV_OK; i++)
    if (!strcmp(info.name, name) && info.kind == TRV_VALUE_NAMED && !info.optional) return i;
  fail_msg("no type %s", name);
  return 0;
}

/* ---- looks ---- */

static void lines_of_show(void **unused) {
  (void)unused;
  struct faces faces = faces_open();
  char text[2000] = "";
  trv_show_line line;
  compiled_is_valid(faces.program);
  for (uint32_t i = 0; trv_program_show(faces.program, i, &line) == TRV_OK; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text), "%d %s/%s/%s/%s %d..%d by %d\n", line.kind, line.type,
             line.thing, line.name, line.text, line.low, line.high, line.by);
  assert_string_equal(text, "0 Town/// 0..0 by 0\n"
                            "0 Space/// 0..1 by 0\n"
                            "1 Leg//a/ 0..0 by 0\n"
                            "1 Leg//b/ 0..0 by 0\n"
                            "2 /days// 0..80 by 1\n"
                            "3 /days/shelf/ 0..0 by 4\n"
                            "4 Space//number/shelf 0..0 by 0\n"
                            "5 Card//points/corner 1..0 by 0\n"
                            "5 Card//says/title 0..0 by 0\n"
                            "6 Town///navy 0..0 by 0\n"
                            "6 Town///#00ff7f 1..0 by 0\n"
                            "7 Card///star 0..0 by 0\n"
                            "8 //crimson/the Reds 0..0 by 0\n"
                            "10 //R1/Look at the map. 0..0 by 0\n"
                            "9 ///days 0..0 by 0\n"
                            "9 ///hand 1..0 by 0\n"
                            "9 /// 2..0 by 0\n");
  faces_close(&faces);
}

static void places_and_colours(void **unused) {
  (void)unused;
  struct faces faces = faces_open();
  uint32_t town = type_named(faces.program, "Town"), space = type_named(faces.program, "Space"),
           card = type_named(faces.program, "Card"), leg = type_named(faces.program, "Leg"), rgb = 0;
  trv_spot spot;
  assert_int_equal(trv_program_spot(faces.program, town, 0, &spot), TRV_OK);
  assert_true(spot.x == 30000 && spot.y == -40000 && !spot.earth);
  assert_int_equal(trv_program_spot(faces.program, space, 1, &spot), TRV_OK);
  assert_true(spot.x == 300000 && spot.y == -800000 && spot.earth);
  assert_int_equal(trv_program_spot(faces.program, space, 2, &spot), TRV_E_ARGUMENT);
  assert_int_equal(trv_program_spot(faces.program, leg, 0, &spot), TRV_E_ARGUMENT);
  assert_string_equal(trv_program_colour(faces.program, town, 1), "#00ff7f");
  assert_string_equal(trv_program_colour(faces.program, card, 1), "green");
  assert_string_equal(trv_program_colour(faces.program, card, 0), "");
  assert_string_equal(trv_program_icon(faces.program, card, 0), "star");
  assert_string_equal(trv_program_icon(faces.program, card, 1), "");
  assert_string_equal(trv_program_seat_title(faces.program, 0), "the Reds");
  assert_string_equal(trv_program_seat_title(faces.program, 1), "");
  assert_string_equal(trv_program_seat_colour(faces.program, 0), "crimson");
  assert_string_equal(trv_program_seat_colour(faces.program, 1), "blue");
  assert_string_equal(trv_program_lesson(faces.program, "R1"), "Look at the map.");
  assert_string_equal(trv_program_lesson(faces.program, "R2"), "");
  assert_true(trv_colour("#00ff7f", &rgb) && rgb == 0x00ff7f);
  assert_true(trv_colour("red", &rgb) && !trv_colour("reed", &rgb) && !trv_colour("#12345", &rgb));
  assert_false(trv_colour("#12345g", &rgb));
  assert_non_null(colour_word(0));
  faces_close(&faces);
}

static void rules_as_data(void **unused) {
  (void)unused;
  static const char *const pieces[] = {
    "{\"title\":\"Faces\",",
    "\"seats\":[{\"name\":\"red\",\"title\":\"the "
    "Reds\",\"colour\":\"crimson\"},{\"name\":\"blue\",\"colour\":\"blue\"}",
    "\"Town\":{\"kind\":\"enum\",\"fields\":[{\"name\":\"north\",\"type\":\"int\"},{\"name\":\"east\",\"type\":\"int\"}"
    "],"
    "\"values\":[{\"id\":\"rome\",\"label\":\"Rome\",\"f\":{\"north\":3,\"east\":-4},\"at\":[3.0000,-4.0000],"
    "\"colour\":"
    "\"navy\"}",
    "{\"id\":\"green\",\"label\":\"green\",\"f\":{\"points\":2,\"city\":\"oslo\",\"says\":\"two\"},\"colour\":"
    "\"green\",\"count\":3}",
    "{\"name\":\"hand\",\"kind\":\"pool\",\"of\":\"Card\",\"index\":[\"player\"],\"seen\":\"for owner\"",
    "{\"name\":\"days\",\"index\":[\"player\"],\"type\":\"int\",\"low\":0,\"high\":80,",
    "\"graphs\":[{\"name\":\"roads\",\"of\":\"Town\",\"edges\":[[\"rome\",\"oslo\"]]}]",
    "\"flow\":[{\"name\":\"day\",\"title\":\"day\",\"inside\":null},{\"name\":\"go\",\"title\":\"go\",\"inside\":"
    "\"day\"}]",
    "\"keys\":[{\"name\":\"days\",\"title\":\"days\",\"descending\":true}",
    "{\"line\":\"ring\",\"thing\":\"days\",\"name\":\"shelf\",\"by\":4}",
  };
  struct faces faces = faces_open();
  static char text[20000];
  size_t length = trv_program_json(faces.program, text, sizeof text);
  assert_true(length < sizeof text && length == strlen(text));
  assert_int_equal(trv_program_json(faces.program, NULL, 0), length);
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
    if (!strstr(text, pieces[i])) fail_msg("%s\nis not in\n%s", pieces[i], text);
  faces_close(&faces);
}

/* ---- arguments ---- */

static void note_arguments(char *out, const trv_arguments *arguments) {
  trv_argument argument;
  for (uint32_t i = 0; trv_argument_get(arguments, i, &argument) == TRV_OK; i++)
    sprintf(out + strlen(out), " %s=%s (%s) in %s of %d;", argument.name, argument.id, argument.label, argument.zone,
            argument.zone_owner);
}

static bool note_offered(void *context, const trv_offered *offered) {
  strcat(strcat(context, offered->name), ":");
  note_arguments(context, offered->arguments);
  strcat(context, "\n");
  return true;
}

static bool note_denied(void *context, const trv_denied *denied) {
  strcat(strcat(context, denied->reason), ":");
  note_arguments(context, denied->arguments);
  strcat(context, "\n");
  return true;
}

static void arguments_with_their_zones(void **unused) {
  (void)unused;
  struct faces faces = faces_open();
  char text[3000] = "";
  assert_int_equal(trv_offered_each(faces.game, note_offered, text), TRV_OK);
  assert_string_equal(text, "lay: c=green (green) in hand of 0;\n"
                            "swap: c=green (green) in hand of 0; t=rome (Rome) in  of -1;\n"
                            "swap: c=green (green) in hand of 0; t=oslo (oslo) in  of -1;\n"
                            "rest:\n");
  text[0] = '\0';
  assert_int_equal(trv_denied_each(faces.game, note_denied, text), TRV_OK);
  assert_string_equal(text, "you have no ace: c=ace (ace) in  of -1; t=rome (Rome) in  of -1;\n"
                            "you have no ace: c=ace (ace) in  of -1; t=oslo (oslo) in  of -1;\n");
  faces_close(&faces);
}

/* ---- what moved ---- */

static bool note_moved(void *context, const trv_moved *moved) {
  sprintf((char *)context + strlen(context), "%u %s %s: %s[%s] %d to %s[%s] %d\n", moved->count, moved->deck,
          *moved->card ? moved->card : "?", moved->from.zone, moved->from.index, moved->from.owner, moved->to.zone,
          moved->to.index, moved->to.owner);
  return true;
}

static void expect_moved(trv_game *before, trv_game *after, int seat, const char *expected) {
  char text[1000] = "";
  assert_int_equal(trv_moved_each(before, after, seat, note_moved, text), TRV_OK);
  assert_string_equal(text, expected);
}

static void what_moved(void **unused) {
  (void)unused;
  struct faces faces = faces_open();
  trv_game *before, *other;
  trv_setup *three;
  assert_int_equal(trv_game_new(faces.setup, &before), TRV_OK);
  trv_game_copy(before, faces.game);
  expect_moved(before, faces.game, 0, "");
  assert_int_equal(trv_choose_notation(faces.game, "lay(green)"), TRV_CHOICE);
  for (int seat = -1; seat < 2; seat++)
    expect_moved(before, faces.game, seat, "1 Card green: hand[red] 0 to table[] -1\n");
  expect_moved(faces.game, before, 1, "1 Card green: table[] -1 to hand[red] 0\n");
  trv_game_copy(before, faces.game);
  assert_int_equal(trv_choose_notation(faces.game, "swap(green,oslo)"), TRV_CHOICE);
  expect_moved(before, faces.game, 1, "1 Card green: hand[blue] 1 to stock[] -1\n");
  expect_moved(before, faces.game, 0, "1 Card ?: hand[blue] 1 to stock[] -1\n");
  assert_int_equal(trv_moved_each(before, faces.game, 2, note_moved, NULL), TRV_E_ARGUMENT);
  assert_int_equal(trv_setup_new(faces.program, 3, NULL, 0, &three, NULL, 0), TRV_OK);
  assert_int_equal(trv_game_new(three, &other), TRV_OK);
  assert_int_equal(trv_moved_each(other, faces.game, 0, note_moved, NULL), TRV_E_ARGUMENT);
  trv_game_free(other);
  trv_setup_free(three);
  trv_game_free(before);
  faces_close(&faces);
}

/* ---- the rest ---- */

static void keys_of_the_ranking(void **unused) {
  (void)unused;
  struct faces faces = faces_open();
  int32_t values[TRV_MOST_PLAYERS];
  trv_key_info info;
  assert_int_equal(trv_program_describe(faces.program).keys, 3);
  assert_int_equal(trv_choose_notation(faces.game, "rest"), TRV_CHOICE);
  assert_int_equal(trv_choose_notation(faces.game, "lay(green)"), TRV_CHOICE);
  assert_int_equal(trv_program_key(faces.program, 1, &info), TRV_OK);
  assert_string_equal(info.name, "hand");
  assert_false(info.descending);
  assert_int_equal(trv_game_key(faces.game, 0, values), TRV_OK);
  assert_true(values[0] == 1 && values[1] == 0);
  assert_int_equal(trv_game_key(faces.game, 1, values), TRV_OK);
  assert_true(values[0] == 1 && values[1] == 0);
  assert_int_equal(trv_program_key(faces.program, 3, &info), TRV_E_ARGUMENT);
  assert_int_equal(trv_game_key(faces.game, 3, values), TRV_E_ARGUMENT);
  faces_close(&faces);
}

static void who_is_still_to_answer(void **unused) {
  (void)unused;
  struct faces faces = faces_open();
  uint32_t seats[TRV_MOST_PLAYERS];
  assert_int_equal(trv_game_waiting(faces.game, seats), 1);
  assert_int_equal(seats[0], 0);
  trv_choose_notation(faces.game, "rest");
  assert_int_equal(trv_game_waiting(faces.game, seats), 1);
  assert_int_equal(seats[0], 1);
  trv_choose_notation(faces.game, "rest");
  assert_int_equal(trv_game_waiting(faces.game, seats), 2);
  assert_true(seats[0] == 0 && seats[1] == 1);
  trv_choose_notation(faces.game, "high");
  assert_int_equal(trv_game_waiting(faces.game, seats), 1);
  assert_int_equal(seats[0], 1);
  assert_int_equal(trv_choose_notation(faces.game, "low"), TRV_OVER);
  assert_int_equal(trv_game_waiting(faces.game, seats), 0);
  faces_close(&faces);
}

static void entries_of_the_log(void **unused) {
  (void)unused;
  struct faces faces = faces_open();
  trv_log_info info;
  assert_int_equal(trv_log_describe(faces.game, 0, &info), TRV_E_ARGUMENT);
  trv_choose_notation(faces.game, "rest");
  trv_choose_notation(faces.game, "lay(green)");
  assert_int_equal(trv_log_describe(faces.game, 0, &info), TRV_OK);
  assert_string_equal(info.phase, "go");
  assert_string_equal(info.name, "go");
  assert_string_equal(info.arguments, "blue");
  assert_int_equal(info.seat, 1);
  assert_true(info.decision == 2 && info.chooser == 1);
  faces_close(&faces);
}

/* ---- places ---- */

static bool note_link(void *context, uint32_t from, uint32_t to) {
  char *text = context;
  snprintf(text + strlen(text), 10, "%u-%u ", from, to);
  return strlen(text) < 20;
}

static bool note_field(void *context, const trv_field *field) {
  char *text = context;
  snprintf(text + strlen(text), 60, "%s=%s;", field->name, field->contents);
  return strlen(text) < 200;
}

static void what_stands_in_fields(void **unused) {
  (void)unused;
  struct faces faces = faces_open();
  char town[300] = "", leg[300] = "", card[300] = "";
  uint32_t towns = type_named(faces.program, "Town"), legs = type_named(faces.program, "Leg"),
           cards = type_named(faces.program, "Card");
  assert_int_equal(trv_fields_each(faces.program, towns, 0, note_field, town), TRV_OK);
  assert_int_equal(trv_fields_each(faces.program, legs, 0, note_field, leg), TRV_OK);
  assert_int_equal(trv_fields_each(faces.program, cards, 0, note_field, card), TRV_OK);
  assert_string_equal(town, "north=3;east=-4;");
  assert_string_equal(leg, "a=Rome;b=oslo;");
  assert_string_equal(card, "points=1;city=Rome;says=one;");
  assert_int_equal(trv_fields_each(faces.program, towns, 1000, note_field, town), TRV_E_ARGUMENT);
  assert_int_equal(trv_fields_each(faces.program, 1000, 0, note_field, town), TRV_E_ARGUMENT);
  faces_close(&faces);
}

static void what_lies_between_places(void **unused) {
  (void)unused;
  struct faces faces = faces_open();
  char links[40] = "";
  int32_t number = 0;
  uint32_t town = type_named(faces.program, "Town"), leg = type_named(faces.program, "Leg"),
           card = type_named(faces.program, "Card");
  assert_int_equal(trv_links_each(faces.program, town, note_link, links), TRV_OK);
  assert_string_equal(links, "0-1 0-1 "); /* the graph, and the line of `show` */
  assert_int_equal(trv_links_each(faces.program, 1000, note_link, links), TRV_E_ARGUMENT);
  assert_int_equal(trv_program_field(faces.program, town, "east", 0, &number), TRV_OK);
  assert_int_equal(number, -4);
  assert_int_equal(trv_program_field(faces.program, leg, "b", 0, &number), TRV_OK);
  assert_int_equal(number, 1);
  assert_int_equal(trv_program_field(faces.program, town, "west", 0, &number), TRV_E_ARGUMENT);
  assert_int_equal(trv_program_field(faces.program, town, "east", 2, &number), TRV_E_ARGUMENT);
  assert_int_equal(trv_program_field(faces.program, card, "says", 0, &number), TRV_E_ARGUMENT);
  assert_int_equal(trv_program_field(faces.program, 1000, "east", 0, &number), TRV_E_ARGUMENT);
  faces_close(&faces);
}

/* Phases that are procedures and phases that stand in the place of their call, with and without the pass: what they were
 * given, in both spellings, but for what is hidden and what is more than one value. */
static const char phases[] =
    "game \"Phases\" { players 2 rulebook \"x.md\" }\n"
    "enum Town { rome \"Rome\" oslo \"Oslo\" }\n"
    "deck Card in stock { 2 of ace 2 of ten }\n"
    "pile stock: Card hidden\n"
    "pool hand[player]: Card for owner\n"
    "setup { say \"set up\" for p in players { draw 1 from stock to hand[p] } }\n"
    "play { say \"begin\" for p in players { turn(p) } twice(rome) twice(oslo) both([rome, oslo])\n"
    "  for p in players { let c = any_of(p) show_it(c, p) } choose stop by p1 { option a { } option b { } } }\n"
    "phase turn(p: player) \"turn\" { say \"in turn\" @R2 step(p, 2) } @R1\n"
    "phase step(q: player, n: int) { say \"in step\" deeper(n + 1, true) }\n"
    "phase deeper(n: int, sure: bool) { tell() }\n"
    "effect tell() { say \"told\" }\n"
    "phase twice(t: Town) \"two times\" { say \"in twice\" }\n"
    "phase both(towns: set of Town) { say \"{size(towns)}\" }\n"
    "phase show_it(c: Card, p: player) { say \"shown\" }\n"
    "fn any_of(p: player) -> Card { for c in hand[p] { return c } return ace }\n"
    "rank p by seat(p)\n";

struct told {
  const trv_game *game;
  size_t cursor;
  char text[2000];
};

static bool tell_entry(void *context, const char *text) {
  struct told *told = context;
  trv_log_info info;
  size_t length = strlen(told->text);
  assert_int_equal(trv_log_describe(told->game, told->cursor - 1, &info), TRV_OK);
  snprintf(told->text + length, sizeof told->text - length, "%s: %s(%s) %s [%s] %d%s%s\n", text, info.name,
           info.arguments, info.phase, info.words, info.seat, *info.cites ? " @" : "", info.cites);
  return true;
}

static void phases_and_their_arguments(void **unused) {
  (void)unused;
  static const char *const passes[] = { "all", "none", "all-inline" };
  for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
    struct faces faces = { .program = compiled_with(phases, passes[i]) };
    compiled_is_valid(faces.program);
    assert_int_equal(trv_setup_new(faces.program, 2, NULL, 0, &faces.setup, NULL, 0), TRV_OK);
    assert_int_equal(trv_game_new(faces.setup, &faces.game), TRV_OK);
    assert_int_equal(trv_game_listen(faces.game), TRV_OK);
    assert_int_equal(trv_game_start(faces.game, 1, 0), TRV_CHOICE);
    struct told told = { .game = faces.game };
    trv_log_since(faces.game, -1, &told.cursor, tell_entry, &told);
    assert_string_equal(told.text, "set up: ()  [] -1\n"
                                   "begin: ()  [] -1\n"
                                   "in turn: turn(p1) turn [p1] 0 @R2 R1\n"
                                   "in step: step(p1, 2) step [p1, 2] 0\n"
                                   "told: deeper(3, true) deeper [3, yes] -1\n"
                                   "in turn: turn(p2) turn [p2] 1 @R2 R1\n"
                                   "in step: step(p2, 2) step [p2, 2] 1\n"
                                   "told: deeper(3, true) deeper [3, yes] -1\n"
                                   "in twice: twice(rome) two times [Rome] -1\n"
                                   "in twice: twice(oslo) two times [Oslo] -1\n"
                                   "2: both() both [] -1\n"
                                   "shown: show_it(p1) show_it [p1] 0\n"
                                   "shown: show_it(p2) show_it [p2] 1\n");
    faces_close(&faces);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(lines_of_show),
    cmocka_unit_test(places_and_colours),
    cmocka_unit_test(rules_as_data),
    cmocka_unit_test(arguments_with_their_zones),
    cmocka_unit_test(what_moved),
    cmocka_unit_test(keys_of_the_ranking),
    cmocka_unit_test(who_is_still_to_answer),
    cmocka_unit_test(entries_of_the_log),
    cmocka_unit_test(what_stands_in_fields),
    cmocka_unit_test(what_lies_between_places),
    cmocka_unit_test(phases_and_their_arguments),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
