/* The rules sheet and the graph of the flow: what they say of small games, and that text of authors stays text. */
#include "tests/unit/compiled.h"

static const char start[] =
    "game \"Small <b>\" { players 2..4  summary \"A *small* game.\" }\n"
    "enum Colour { red blue \"sky blue\" }\n"
    "deck Card(colour: Colour, points: int) in stock { 3 of ruby(red, 1)  2 of azure(blue, 2) }\n"
    "pile stock: Card hidden refill from heap\n"
    "pile heap: Card open\n"
    "pool hand[player]: Card for owner holds 7\n"
    "track steam[player]: 0..6 = 3 clamped\n"
    "var turns: int = 0 each turn\n";

static trv_report *written(enum trv_document kind, const char *text, const char **result) {
  size_t length = 0;
  trv_report *report = NULL;
  trv_compile_options options = {
    .struct_size = sizeof options, .name = "test.trv", .text = text, .length = strlen(text)
  };
  assert_int_equal(trv_document(&options, kind, result, &length, &report), TRV_OK);
  assert_int_equal(strlen(*result), length);
  return report;
}

/* The document of the small game with more declarations must have these words. */
static void says_in(enum trv_document kind, const char *declarations, const char *words) {
  char text[4000];
  const char *result = NULL;
  snprintf(text, sizeof text, "%s%s", start, declarations);
  trv_report *report = written(kind, text, &result);
  if (!strstr(result, words)) print_error("not there: %s\nin: %s\n", words, result);
  assert_non_null(strstr(result, words));
  trv_report_free(report);
}

static const char phase[] = "play { for p in players { turn(p) } }\nphase turn(p: player) \"turn\" { turns += 1 }\n";

static void says(const char *declarations, const char *words) {
  char text[3000];
  snprintf(text, sizeof text, "%s%s", phase, declarations);
  says_in(TRV_DOCUMENT_RULES, text, words);
}

/* A condition inside the play of the game. */
static void condition(const char *source, const char *words) {
  char text[1000], expected[1000];
  snprintf(text, sizeof text,
           "play { for p in players { turn(p)  if %s { end game } } }\n"
           "phase turn(p: player) \"turn\" { turns += 1 }\nfn is_rich(p: player) -> bool = steam[p] > 4\n"
           "fn worth_of(c: Colour) -> int = index(c)\n",
           source);
  snprintf(expected, sizeof expected, "If %s:\n", words);
  says_in(TRV_DOCUMENT_RULES, text, expected);
}

/* Places of graphs and boards, with the graph named or left out. */
static void places(const char *source, const char *words) {
  char text[1000];
  snprintf(text, sizeof text,
           "grid Square 3 by 3\nenum Town { ulm bern }\ngraph roads: Town { ulm - bern }\n"
           "var stones: set of Square = [a1]\nplay { turns = %s }\nphase turn(p: player) \"turn\" { turns += 1 }\n",
           source);
  says_in(TRV_DOCUMENT_RULES, text, words);
}

static void statement(const char *source, const char *words) {
  char text[1000];
  snprintf(text, sizeof text,
           "play { for p in players { turn(p)  %s } }\n"
           "phase turn(p: player) \"turn\" { turns += 1 }\n",
           source);
  says_in(TRV_DOCUMENT_RULES, text, words);
}

static void seats(void **unused) {
  (void)unused;
  const char *result = NULL;
  trv_report *report = written(TRV_DOCUMENT_RULES,
                               "game \"S\" { players 2  seats(forward: int, other: player) a(1, b), b(-1, a) }\n"
                               "var n: int = 0\nplay { n = p1.forward + p1.other.forward }\n",
                               &result);
  assert_non_null(strstr(result, "| Seat | forward | other |\n|---|---|---|\n| a | 1 | b |\n| b | -1 | a |\n"));
  assert_non_null(strstr(result, "1. n becomes p1's forward + the forward of p1's other"));
  trv_report_free(report);
}

static void components(void **unused) {
  (void)unused;
  says("", "# Small \\<b\\>\n\nA \\*small\\* game.\n\nFor 2 to 4 players.");
  says("", "**Colour**, 2 values: red, sky blue.");
  says("", "**Card**, 5 cards, which start in stock\n\n| Card | cards | colour | points |\n|---|---|---|---|\n"
           "| ruby | 3 | red | 1 |\n| azure | 2 | sky blue | 2 |\n\n### On the table\n\n- ");
  says("", "- **stock**: a pile of Card; nobody sees them; when it runs out, heap is shuffled into it\n");
  says("", "### In front of each player\n\n- **hand**: cards of Card, for each player; only the owner sees them; at "
           "most 7\n");
  says("", "- **steam**, for each player: 0 to 6, where it stops; at first 3\n");
  says("row shelf[player, 2]: Card open",
       "- **shelf**: places for cards of Card, for each player and each of 1 to 2; all");
  says("row track[0..9]: Card open", "- **track**: places for cards of Card, for each of 0 to 9; all");
  says("", "- **turns**: number; at first 0, and again at each [turn](#turn)\n");
  says("const most = 6 @R1", "- **most**: 6 (R1)\n");
  says("graph ways: Colour { red -> blue }", "- red: sky blue\n- sky blue: –\n");
  says("setting fast: bool = false \"fewer turns\" players 3..4 @V1",
       "- **fast** (no unless set otherwise): fewer turns; with 3 to 4 players (V1)\n");
}

static void conditions(void **unused) {
  (void)unused;
  condition("size(hand[p]) >= 3", "the number of cards in *p*'s hand is at least 3");
  condition("not empty(stock)", "stock is not empty");
  condition("not (turns == 3)", "turns is not 3");
  condition("is_rich(p) and not is_rich(next(p))", "*p* is rich and the player after *p* is not rich");
  condition("any(c in hand[p] where c.colour == blue)",
            "there is some card *c* in *p*'s hand for which *c*'s colour is sky blue");
  condition("not any(q in others(p) where steam[q] < 1)",
            "there is no player *q* other than *p* for which *q*'s steam is less than 1");
  condition("all(c in Colour: worth_of(c) > 0) or turns in 1..3",
            "(for each Colour *c*, worth of *c* is more than 0) or turns is from 1 to 3");
  condition("(turns == 1 or turns == 2) and steam[p] > 2", "(turns is 1 or turns is 2) and *p*'s steam is more than 2");
  condition("top(heap) is not none", "the top card of heap is not none");
  condition("sum(c.points for c in hand[p]) * 2 > max(turns, 3)",
            "the sum of *c*'s points for each card *c* in *p*'s hand × 2 is more than the highest of turns and 3");
  condition("hand[p] has ruby", "*p*'s hand contains ruby");
}

static void statements(void **unused) {
  (void)unused;
  statement("draw 1 from stock to hand[p] @R4", "- Draw 1 card from stock to *p*'s hand (R4)\n");
  statement("draw 7 - size(hand[p]) from stock to hand[p] @R4",
            "- Draw as many cards from stock to *p*'s hand as 7 − the number of cards in *p*'s hand (R4)\n");
  statement("var seen: set of Colour = []  seen += red", "- Add red to *seen*\n");
  statement("let q = most(q in players by steam[q])", "- Let *q* be the player *q* where *q*'s steam is highest\n");
  statement("let q = least(q in players where q != p by steam[q])",
            "- Let *q* be the player *q* for which *q* is not *p*, the one where *q*'s steam is lowest\n");
  statement("choose act by p \"Act\" { option lay(c in hand[p]) { } otherwise { say \"{p} has nothing\" } @A1 }",
            "- If nothing else is open, nothing happens (A1)\n");
  statement("move all c from hand[p] to heap where c.points == 1",
            "- Move all cards *c* from *p*'s hand to heap for which *c*'s points is 1\n");
  statement("steam[p] -= 2 @R3-R5", "- Take 2 from *p*'s steam (R3–R5)\n");
  statement(
      "let c = draw from stock to heap else { break }",
      "- Let *c* be one card drawn from stock to heap\n        - If there is none:\n            - Stop repeating\n");
  statement("if turns > 1 { shuffle stock } else if turns == 0 { end game } else { say \"no\" }",
            "- If turns is more than 1:\n        - Shuffle stock\n    - Otherwise, if turns is 0:\n"
            "        - **The game ends**\n");
  statement("if turns > 1 { if turns > 4 { end game } } else { shuffle stock }",
            "- If turns is more than 1:\n        - If turns is more than 4:\n            - **The game ends**\n"
            "    - Otherwise:\n        - Shuffle stock\n");
  statement("match turns { 1, 2 { shuffle stock }  else { } }",
            "- By turns:\n        - 1, 2:\n            - Shuffle stock\n        - otherwise: nothing\n");
  condition("hand[p] has turns of ruby", "*p*'s hand contains at least turns ruby");
  condition("not (hand[p] has (turns + 1) of ruby)", "*p*'s hand contains fewer than turns + 1 ruby");
  statement("pass hand left", "All players pass hand to the left\n");
  statement("pass hand right", "All players pass hand to the right\n");
  statement("for q in players starting p by steam[q] desc { swap hand[q], hand[p] }",
            "- For each player *q*, from *p* on, by *q*'s steam, the highest first:\n");
  statement("if turns > 1 { say \"only said\" }  shuffle stock", "(*p*)\n    - Shuffle stock\n");
}

static void choices(void **unused) {
  (void)unused;
  statement(
      "choose act by p \"What now?\" { @R7\n"
      "  option burn(c in hand[p] where c.points > 1) let n = c.points \"burn {c} for {n}\"\n"
      "    needs steam[p] > n else \"too little\" @R8\n    { move c from hand[p] to heap }\n"
      "  idle option pass { }\n  otherwise { end game } @A1 }",
      "- ***p* chooses**: “What now?” (R7)\n"
      "        - **burn**, for any card *c* in *p*'s hand for which *c*'s points is more than 1: “burn *c* for *n*”\n"
      "            - Here *n* is *c*'s points\n"
      "            - Only if *p*'s steam is more than *n*; if not, “too little” (R8)\n"
      "            - Move *c* from *p*'s hand to heap\n"
      "        - **pass**; taken unasked when nothing else can be done\n"
      "        - If nothing else is open: (A1)\n"
      "            - **The game ends**\n");
  statement("let c = pick card by p \"Which?\" (c in hand[p]) needs c.points > 1 otherwise none  if let d = c { move d "
            "from hand[p] to heap }",
            "- Let *c* be what ***p* picks** any card *c* in *p*'s hand: “Which?”\n"
            "        - Only if *c*'s points is more than 1\n        - If there is nothing to pick: none\n");
}

static void sections(void **unused) {
  (void)unused;
  says("setup { shuffle stock @R1\n deal() }\n/// Three each.\neffect deal() { for p in players { draw 3 from stock to "
       "hand[p] } }",
       "## Set-up\n\n1. Shuffle stock (R1)\n2. Carry out [deal](#deal)\n\n### deal\n\nThree each.\n\n1. For each "
       "player *p*:\n");
  says("", "### turn\n\nPhase “turn”. For a player *p*.\n\n1. Add 1 to turns\n");
  says("rank p by steam[p] desc, best(p) @R9\nfn best(p: player) -> int = size(hand[p]) @R10\nfn unused_here() -> int "
       "= 3",
       "shares a place. (R9)\n\n- *p*'s steam, the highest first\n- *p*'s best, the lowest first\n\n## Terms\n\n"
       "- **best** (*p*): the number of cards in *p*'s hand (R10)\n");
  says("invariant \"steam is there\" all(p in players: steam[p] >= 0) @C1",
       "## What is always true\n\n- steam is there (C1)\n");
}

static void page(void **unused) {
  (void)unused;
  says_in(TRV_DOCUMENT_RULES_HTML, phase, "<title>Small &lt;b&gt;</title>");
  says_in(TRV_DOCUMENT_RULES_HTML, phase, "<p>A *small* game.</p>");
  says_in(TRV_DOCUMENT_RULES_HTML, phase, "<tr><td>ruby</td><td>3</td><td>red</td><td>1</td></tr>");
  says_in(TRV_DOCUMENT_RULES_HTML, phase,
          "<ol><li>For each player <em>p</em>:<ul><li>Carry out <a href=\"#turn\">turn</a> (<em>p</em>)</li></ul>\n"
          "</li></ol>\n<h3 id=\"turn\">turn</h3>");
}

static void flow(void **unused) {
  (void)unused;
  const char *rules =
      "play { for p in players { turn(p) }  end game }\n"
      "phase turn(p: player) \"turn\" { turns += 1  count_up()  act(p) }\n"
      "effect count_up() { turns += 1 }\n"
      "effect act(p: player) { choose act by p \"A {turns} & B\" { option go { stop() }  option no { } } }\n"
      "effect stop() { end game }\n";
  says_in(TRV_DOCUMENT_FLOW, rules,
          "the_play -> do_turn [taillabel=\"1\"];\n  the_play -> the_end [taillabel=\"2\"];\n");
  says_in(TRV_DOCUMENT_FLOW, rules, "<b>act</b><br/>A … &amp; B</td>");
  says_in(TRV_DOCUMENT_FLOW, rules, "do_turn -> do_act;\n");
  says_in(TRV_DOCUMENT_FLOW, rules, "choice_0:o0 -> do_stop;\n");
  says_in(TRV_DOCUMENT_FLOW, rules, "do_stop -> the_end;\n");
}

static void errors(void **unused) {
  (void)unused;
  const char *text = "game \"G\" { players 2..4 }\nplay { unknown() }\n", *result = "";
  size_t length = 1;
  trv_report *report = NULL;
  trv_compile_options options = {
    .struct_size = sizeof options, .name = "test.trv", .text = text, .length = strlen(text)
  };
  assert_int_equal(trv_document(&options, TRV_DOCUMENT_RULES, &result, &length, &report), TRV_E_INPUT);
  assert_null(result);
  assert_int_equal(trv_report_errors(report), 1);
  trv_report_free(report);
}

static void words_about_places(void **state) {
  (void)state;
  places("size(neighbours(roads, ulm)) + size(neighbours(ulm))",
         "the size of the neighbours of ulm + the size of the neighbours of ulm\n");
  places("distance(ulm, bern) + distance(roads, ulm, bern)",
         "the distance from ulm to bern + the distance from ulm to bern\n");
  places("size(ray(a1, north, inside stones))", "the size of the places north of a1, inside stones\n");
  places("size(region(a1, avoiding stones))", "the size of all that is connected with a1, avoiding stones\n");
  places("if connected(a1, edge(Square, east), inside stones) then 1 else 0",
         "a1 is connected with the edge of Square to the east, inside stones");
  places("index(step(a1, north, 2) ?? a1)", "2 steps north of a1");
  places("index(turned(opposite(north), 1))", "the opposite of north turned by 1");
  places("count(g in groups(stones))", "connected parts *g* of stones");
  places("count(w in paths(ulm, bern))", "from ulm to bern");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(words_about_places),
    cmocka_unit_test(seats),
    cmocka_unit_test(components),
    cmocka_unit_test(conditions),
    cmocka_unit_test(statements),
    cmocka_unit_test(choices),
    cmocka_unit_test(sections),
    cmocka_unit_test(page),
    cmocka_unit_test(flow),
    cmocka_unit_test(errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
