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

/* The same with an effect that uses everything, so that the sheet tells of it, and does one thing more. */
static void all_used(const char *declarations, const char *statement, const char *words) {
  char text[3000];
  snprintf(text, sizeof text,
           "%s\neffect one(p: player) { move all from hand[p] to stock  steam[p] = 1  %s }\n"
           "play { for p in players { turn(p)  one(p) } }\nphase turn(p: player) \"turn\" { turns += 1 }\n",
           declarations, statement);
  says_in(TRV_DOCUMENT_RULES, text, words);
}

/* A condition inside the play of the game. */
static void condition(const char *source, const char *words) {
  char text[1000], expected[1000];
  snprintf(text, sizeof text,
           "play { for p in players { turn(p)  if %s { end game } } }\n"
           "phase turn(p: player) \"turn\" { turns += 1 }\nfn is_rich(p: player) -> bool = steam[p] > 4\n"
           "fn worth_of(c: Colour) -> int = index(c)\n"
           "fn steps_between(p: player, q: player) -> int = seat(q) - seat(p)\n"
           "fn copies_of(a: Colour, b: Colour) -> int = index(a) * index(b)\n"
           "table prices[1..2](least: int, dear: bool) { 1: (1, false)  2: (2, true) }\n",
           source);
  snprintf(expected, sizeof expected, "If %s, **the game ends**.\n", words);
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
  assert_non_null(strstr(result, "| seat | forward | other |\n|---|---|---|\n| a | 1 | b |\n| b | -1 | a |\n"));
  assert_non_null(strstr(result, "1. Set the n to a's forward + the forward of a's other."));
  trv_report_free(report);
}

static void components(void **unused) {
  (void)unused;
  says("", "# Small \\<b\\>\n\nA \\*small\\* game.\n\nFor 2 to 4 players.");
  all_used("", "", "- **Colour**: red, sky blue.\n- **Card**: 5 cards, at first in the stock, see [Cards](#cards).\n");
  all_used("", "",
           "### Cards\n\n| card | cards | colour | points |\n|---|---|---|---|\n"
           "| ruby | 3 | red | 1 |\n| azure | 2 | sky blue | 2 |\n");
  all_used("", "",
           "- **Stock**: a pile of cards, which nobody sees; when it runs out, the heap is shuffled into it.\n");
  all_used("", "", "### In front of each player\n\n- **Hand**: cards, which only the owner sees; at most 7.\n");
  all_used("", "", "- **Steam**, for each player: 0 to 6, where it stops; at first 3.\n");
  all_used("row shelf[player, 2]: Card open", "move all from shelf[p, 1] to heap",
           "- **Shelf**: places for cards, which all see, for each of 1 to 2.\n");
  all_used("row track[0..9]: Card open", "move all from track[1] to heap",
           "- **Track**: places for cards, which all see, for each of 0 to 9.\n");
  all_used("const most = 6 @R1", "turns = most", "- **Most**: 6 (R1).\n");
  all_used("graph ways: Colour { red -> blue }", "turns = distance(ways, red, blue) ?? 0",
           "| colour | next to |\n|---|---|\n| red | sky blue |\n");
  says("setting fast: bool = false \"fewer turns\" players 3..4 @V1",
       "- **Fast** (off unless set otherwise): fewer turns; only with 3 or 4 players (V1).\n");
  all_used("/// How often.\nvar said: int = 0 @R2\nvar unsaid: int = 0", "said += 1  unsaid = 1",
           "### To be remembered\n\n- **Said** (R2): How often.\n\n");
}

/* What only scenarios and invariants read is no part of the rules. */
static void only_in_scenarios(void **unused) {
  (void)unused;
  const char *result = NULL;
  char text[3000];
  snprintf(text, sizeof text,
           "%s%stable unread[Colour](weight: int) { red: 1  blue: 2 }\n"
           "scenario \"s\" players 2 { expect unread[red].weight == 1 }\n",
           start, phase);
  trv_report *report = written(TRV_DOCUMENT_RULES, text, &result);
  assert_null(strstr(result, "nread"));
  trv_report_free(report);
}

/* A field may have the name of a declaration: it does not mean that one. */
static void fields_like_declarations(void **unused) {
  (void)unused;
  all_used("position points(p: player) { hand[p]: ruby }", "for c in hand[p] { turns += c.points }",
           "For each card *c* in *p*'s hand, raise the turns by *c*'s points.\n");
}

static void conditions(void **unused) {
  (void)unused;
  condition("size(hand[p]) >= 3", "the number of cards in *p*'s hand is at least 3");
  condition("not empty(stock)", "the stock is not empty");
  condition("not (turns == 3)", "the turns are not 3");
  condition("is_rich(p) and not is_rich(next(p))", "*p* is rich and the player after *p* is not rich");
  condition("any(c in hand[p] where c.colour == blue)",
            "there is a card *c* in *p*'s hand for which *c*'s colour is “sky blue”");
  condition("not any(q in others(p) where steam[q] < 1)",
            "there is no player *q* other than *p* for whom *q*'s steam is less than 1");
  condition("all(c in Colour: worth_of(c) > 0) or turns in 1..3",
            "(for each colour *c*, the worth of *c* is more than 0) or (the turns are from 1 to 3)");
  condition("(turns == 1 or turns == 2) and steam[p] > 2",
            "(the turns are 1 or the turns are 2) and *p*'s steam is more than 2");
  condition("top(heap) is not none", "there is a top card of the heap");
  condition("sum(c.points for c in hand[p]) * 2 > max(turns, 3)",
            "the sum of *c*'s points over all cards *c* in *p*'s hand × 2 is more than the higher of the turns and 3");
  condition("hand[p] has ruby", "*p*'s hand contains ruby");
}

static void statements(void **unused) {
  (void)unused;
  statement("draw 1 from stock to hand[p] @R4", "- Draw 1 card from the stock to *p*'s hand (R4).\n");
  statement("draw 7 - size(hand[p]) from stock to hand[p] @R4",
            "- Draw as many cards from the stock to *p*'s hand as 7 − the number of cards in *p*'s hand (R4).\n");
  statement("var seen: set of Colour = set(c in Colour where index(c) > 0)  seen += red",
            "- Let *seen* at first be all colours *c* for which the number of *c* is more than 0.\n");
  statement("var seen: set of Colour = []  seen += red", "- Add red to *seen*.\n");
  statement("let q = most(q in players by steam[q])", "- Let *q* be the player *q* for whom *q*'s steam is highest.\n");
  statement("let q = least(q in players where q != p by steam[q])",
            "- Let *q* be the player *q* for whom *q* is not *p*, of these the one for whom *q*'s steam is lowest.\n");
  statement("choose act by p \"Act\" { option lay(c in hand[p]) { } otherwise { say \"{p} has nothing\" } @A1 }",
            "- If nothing else is open, nothing happens (A1).\n");
  statement("move all c from hand[p] to heap where c.points == 1",
            "- Move all cards *c* for which *c*'s points are 1, from *p*'s hand to the heap.\n");
  statement("steam[p] -= 2 @R3-R5", "- Take 2 from *p*'s steam (R3–R5).\n");
  statement("let c = draw from stock to heap else { break }",
            "- Draw 1 card, *c*, from the stock to the heap. If there is none, stop repeating.\n");
  statement(
      "if turns > 1 { shuffle stock } else if turns == 0 { end game } else { say \"no\" }",
      "- If the turns are more than 1, shuffle the stock.\n    - Otherwise, if the turns are 0, **the game ends**.\n");
  statement("if turns > 1 { if turns > 4 { end game } } else { shuffle stock }",
            "- If the turns are more than 1:\n        - If the turns are more than 4, **the game ends**.\n"
            "    - Otherwise, shuffle the stock.\n");
  statement("match turns { 1, 2 { shuffle stock }  else { } }",
            "- It depends on the turns:\n        - If it is 1 or 2, shuffle the stock.\n\n");
  statement("draw size(stock) from stock to hand[p]", "- Draw all cards from the stock to *p*'s hand.\n");
  condition("any(c in Card where hand[p] has c)", "there is a card *c* for which *p*'s hand contains *c*");
  condition("steps_between(p, next(p)) > 1", "the steps between *p* and the player after *p* are more than 1");
  condition("any(c in Colour where copies_of(c, red) > 1)",
            "there is a colour *c* for which *c*'s copies of red are more than 1");
  condition("prices[turns].least > 1", "the least that the prices give for the turns is more than 1");
  condition("prices[turns].dear", "*dear* holds in the prices for the turns");
  condition("hand[p] has turns of ruby", "*p*'s hand contains ruby at least as often as the turns say");
  condition("not (hand[p] has (turns + 1) of ruby)", "*p*'s hand contains ruby less often than the turns + 1 says");
  statement("pass hand left", "All players pass their hand to the left.\n");
  statement("pass hand right", "All players pass their hand to the right.\n");
  statement("for q in players starting p by steam[q] desc { swap hand[q], hand[p] }",
            "- For each player *q*, from *p* on, in the order of *q*'s steam, the highest first, "
            "swap *q*'s hand and *p*'s hand.\n");
  statement("if turns > 1 { say \"only said\" }  shuffle stock", "for *p*.\n    - Shuffle the stock.\n");
}

static void choices(void **unused) {
  (void)unused;
  statement(
      "choose act by p \"What now?\" { @R7\n"
      "  option burn(c in hand[p] where c.points > 1) let n = c.points \"burn {c} for {n}\"\n"
      "    needs steam[p] > n else \"too little\" @R8\n    { move c from hand[p] to heap }\n"
      "  idle option pass { }\n  otherwise { end game } @A1 }",
      "- **Player *p* chooses** (R7): “What now?”\n"
      "        - **Burn**, for any card *c* in *p*'s hand for which *c*'s points are more than 1: “burn *c* for *n*”.\n"
      "            - Here *n* is *c*'s points.\n"
      "            - Only if *p*'s steam is more than *n* (R8); if not, “too little”.\n"
      "            - Move *c* from *p*'s hand to the heap.\n"
      "        - **Pass**, taken unasked when nothing else can be done.\n"
      "        - If nothing else is open (A1), **the game ends**.\n");
  statement("let c = pick card by p \"Which?\" (c in hand[p]) needs c.points > 1 otherwise none  if let d = c { move d "
            "from hand[p] to heap }",
            "- **Player *p* picks** any card *c* in *p*'s hand: “Which?”\n"
            "        - Only if *c*'s points are more than 1.\n"
            "        - If there is nothing to pick, nothing is picked.\n");
}

static void sections(void **unused) {
  (void)unused;
  says(
      "setup { shuffle stock @R1\n deal() }\n/// Three each.\neffect deal() { for p in players { draw 3 from stock to "
      "hand[p] } }",
      "## Set-up\n\n1. Shuffle the stock (R1).\n2. Carry out [deal](#deal).\n\n#### Deal\n\nThree each.\n\n1. For each "
      "player *p*, draw 3 cards from the stock to *p*'s hand.\n");
  says("", "### Turn\n\nFor a player *p*.\n\n1. Add 1 to the turns.\n");
  says("rank p by steam[p] desc, best(p) @R9\nfn best(p: player) -> int = size(hand[p]) @R10\nfn unused_here() -> int "
       "= 3",
       "shares a place (R9).\n\n1. Most: *p*'s steam.\n2. Least: *p*'s best.\n\n## Terms\n\n"
       "- **Best** (*p*): the number of cards in *p*'s hand (R10).\n");
  says("rank p by steam[p] @R9", "## Index of rules\n\n- **R9** [Who wins](#who-wins).\n");
}

static void page(void **unused) {
  (void)unused;
  says_in(TRV_DOCUMENT_RULES_HTML, phase, "<title>Small &lt;b&gt;</title>");
  says_in(TRV_DOCUMENT_RULES_HTML, phase, "<p>A *small* game.</p>");
  says_in(TRV_DOCUMENT_RULES_HTML,
          "play { for p in players { turn(p)  shuffle stock } }\nphase turn(p: player) \"turn\" { turns += 1 }\n",
          "<tr><td>ruby</td><td>3</td><td>red</td><td>1</td></tr>");
  says_in(TRV_DOCUMENT_RULES_HTML, phase,
          "<ol><li>For each player <em>p</em>, carry out <a href=\"#turn\">turn</a> for <em>p</em>.</li></ol>\n<h3 "
          "id=\"what-leads-to-what\">What leads to what</h3>");
  says_in(TRV_DOCUMENT_RULES_HTML, phase, "</svg></div>\n<h3 id=\"turn\">Turn</h3>");
}

/* Phases are linked and bold, what only makes one choice is told by its options, names are escaped and never code. */
static void pictures(void **unused) {
  (void)unused;
  const char *rules = "play { for p in players { turn(p)  act_now(p) } }\n"
                      "phase turn(p: player) \"turn\" { act_now(p)  end game }\n"
                      "effect act_now(p: player) { choose what by p \"?\" { option go_on { }  include more(p) } }\n"
                      "options more(p: player) { option stop_it { end game } }\n";
  says_in(TRV_DOCUMENT_RULES_HTML, rules, "<a href=\"#turn\"><text x=\"95\" y=\"14\" font-weight=\"bold\">turn<");
  says_in(TRV_DOCUMENT_RULES_HTML, rules, ">act now</text></a>");
  says_in(TRV_DOCUMENT_RULES_HTML, rules, ">go on</text>");
  says_in(TRV_DOCUMENT_RULES_HTML, rules, ">more …</text>");
  says_in(TRV_DOCUMENT_RULES_HTML, rules, ">stop it</text>");
  says_in(TRV_DOCUMENT_RULES_HTML, rules, "stroke-dasharray=\"3 2\"/><a href=\"#act-now\">");
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
         "the size of the neighbours of ulm + the size of the neighbours of ulm.\n");
  places("distance(ulm, bern) + distance(roads, ulm, bern)",
         "the distance from ulm to bern + the distance from ulm to bern.\n");
  places("size(ray(a1, north, inside stones))", "the size of the places north of a1, inside the stones.\n");
  places("size(region(a1, avoiding stones))", "the size of all that is connected with a1, avoiding the stones.\n");
  places("if connected(a1, edge(Square, east), inside stones) then 1 else 0",
         "a1 is connected with the edge of the square to the east, inside the stones");
  places("index(step(a1, north, 2) ?? a1)", "2 steps north of a1");
  places("index(turned(opposite(north), 1))", "the opposite of north turned by 1");
  places("count(g in groups(stones))", "connected parts *g* of the stones");
  places("count(w in paths(ulm, bern))", "from ulm to bern");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(words_about_places),
    cmocka_unit_test(seats),
    cmocka_unit_test(components),
    cmocka_unit_test(only_in_scenarios),
    cmocka_unit_test(fields_like_declarations),
    cmocka_unit_test(conditions),
    cmocka_unit_test(statements),
    cmocka_unit_test(choices),
    cmocka_unit_test(sections),
    cmocka_unit_test(page),
    cmocka_unit_test(pictures),
    cmocka_unit_test(flow),
    cmocka_unit_test(errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
