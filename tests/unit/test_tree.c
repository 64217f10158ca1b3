/* The facts of tree.def: what the grammar makes stands where the facts say that it stands. The file below has every
 * construct that the walks of the compiler ask about; a kid whose role and whose node do not fit fails by name. */
#include "tests/unit/lang.h"

static const char file[] =
    "game \"T\" { players 2..4 }\n"
    "const most = 3\n"
    "enum Suit { red blue }\n"
    "deck Card(suit: Suit) in stock { 3 of ace(red) 2 of king(blue) }\n"
    "pile stock: Card hidden refill from discard\n"
    "pile discard: Card open or hidden if most > 2\n"
    "pool hand[player]: Card for owner holds 4\n"
    "var score[player, 1..3]: int = 0\n"
    "track round: 0..9 = 1\n"
    "fn f(n: int) -> int = if n > 1 then n else match n { 1 => 2 else => 3 }\n"
    "fn g(a: set of Suit) -> bool { let x = first(s in a) else { return false } return x == red }\n"
    "effect e(p: player, z: zone of Card) {\n"
    "  move ace from hand[p] to top of discard\n"
    "  move 2 of ace from hand[p] to discard\n"
    "  move all c from hand[p] to discard where c.suit == red\n"
    "  move random c2 from hand[p] to discard\n"
    "  draw 2 from stock to hand[p]\n"
    "  if let d = draw from stock to hand[p] { say \"{d}\" } else { say to p \"none\" }\n"
    "  shuffle stock\n"
    "  swap hand[p], discard\n"
    "  pass hand left\n"
    "  reveal ace from hand[p] to p\n"
    "  for s in Suit { if s == blue { break } else { continue } }\n"
    "  while round < 3 { round += 1 }\n"
    "  repeat { leave } until round > 1\n"
    "  repeat 2 times { var n: list of int up to 3 = [1, 2] }\n"
    "  match round { 1 { fail \"no\" } else { end game } }\n"
    "  score[p, 1] = -count(s in Suit where s == red) + sum(most for s in Suit) + roll 6\n"
    "  let t = pick which by p \"which?\" (s in Suit) \"{s}\" needs not any(c in hand[p]) else \"no\" otherwise red\n"
    "  choose act by p \"what?\" {\n"
    "    option go(n in 1..3) let m = n + 1 \"go {m}\" needs all(q in players: m > 1) else \"no\" { f(m) }\n"
    "    otherwise { e(p, hand[p]) }\n"
    "  }\n"
    "}\n"
    "setup { e(p1, stock) }\n"
    "rank p by score[p, 1] desc\n"
    "value of p = score[p, 1]\n"
    "invariant \"i\" round >= 0\n"
    "position start(n: int) { round = n }\n"
    "scenario \"s\" players 2 {\n"
    "  given { hand[p1]: ace, 2 of king  put ace in discard  top of stock: king }\n"
    "  next roll 3  next shuffle stock: ace\n"
    "  run e(p1, stock)\n"
    "  p1: go(2)\n"
    "  expect round == 1  expect hand[p1]: ace\n"
    "}\n";

/* The classes that may stand in a role; none for those that are anything. */
static unsigned classes_of(enum tree_role role) {
  if (role & AS_VALUE) return CLASS_EXPRESSION | CLASS_ACTION;
  if (role & AS_CONDITION) return CLASS_EXPRESSION | CLASS_STATEMENT; /* `if let` */
  if (role & (AS_TEXT | AS_TARGET | AS_ZONE)) return CLASS_EXPRESSION;
  if (role & AS_TYPE) return CLASS_TYPE;
  if (role & AS_DIMENSION) return CLASS_TYPE | CLASS_EXPRESSION;
  if (role & AS_STATEMENT) return CLASS_STATEMENT;
  if (role & AS_BODY) return CLASS_STATEMENT | CLASS_EXPRESSION;
  if (role & AS_DECLARATION) return CLASS_DECLARATION;
  return 0;
}

static void check_kids(const struct tree *node, bool met[TREE_KINDS]) {
  met[node->kind] = true;
  for (int i = 0; i < tree_kid_count(node->kind); i++) {
    enum tree_role role = tree_role(node, i);
    unsigned classes = classes_of(role);
    for (const struct tree *kid = node->kid[i]; kid; kid = kid->next) {
      if (classes && kid->kind != TREE_TEXT_PART && !(tree_facts[kid->kind].class & classes))
        fail_msg("kid %d of %s is a %s", i, tree_kind_name(node->kind), tree_kind_name(kid->kind));
      if (role & AS_TEXT) assert_int_equal(kid->kind, TREE_STRING);
      if (!(role & AS_LIST) && kid->next) fail_msg("kid %d of %s is a list", i, tree_kind_name(node->kind));
      check_kids(kid, met);
    }
  }
}

static void kids_are_what_their_roles_say(void **unused) {
  (void)unused;
  struct lang lang;
  bool met[TREE_KINDS] = { false };
  lang_open(&lang);
  const struct tree *tree = lang_parse(&lang, file);
  assert_string_equal(lang_codes(&lang), "");
  check_kids(tree, met);
  for (int kind = 0; kind < TREE_KINDS; kind++)
    if (tree_facts[kind].class & CLASS_STATEMENT && kind != TREE_APPLY && !met[kind])
      fail_msg("the file above lacks a %s", tree_kind_name((enum tree_kind)kind));
  lang_close(&lang);
}

static void kids_are_found_by_role(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  const struct tree *tree = lang_parse(&lang, "setup { move a from b to c }\n");
  const struct tree *setup = tree->kid[FILE_DECLS], *move = setup->kid[SETUP_BLOCK]->kid[BLOCK_STATEMENTS];
  assert_ptr_equal(tree_kid_as(setup, AS_STATEMENT), setup->kid[SETUP_BLOCK]);
  assert_ptr_equal(tree_kid_as(move, AS_CHANGED_ZONE), move->kid[MOVE_FROM]);
  assert_ptr_equal(tree_kid_as(move, AS_PUT_INTO), move->kid[MOVE_TO]);
  assert_null(tree_kid_as(move, AS_CONDITION));
  assert_null(move->kid[MOVE_COUNT]);
  assert_ptr_equal(tree_kid_as(move, AS_VALUE), move->kid[MOVE_WHAT]);
  assert_true(tree_does(move, DOES_CHANGES) && !tree_does(move, DOES_CHANCE));
  assert_true(tree_is(move, CLASS_STATEMENT) && !tree_is(move, CLASS_EXPRESSION));
  assert_int_equal(tree_statement(move), STATEMENT_MOVE);
  lang_close(&lang);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(kids_are_what_their_roles_say),
                                      cmocka_unit_test(kids_are_found_by_role) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
