/* Who sees what: declarations (`for owner or open if open_hands`), readers, and what was tested on the way. */
#include "compiler/sight.h"

#include "compiler/meant.h"

const struct tested *sight_learn(struct compilation *c, const struct tested *before, const struct tree *condition,
                                 bool truth) {
  if (!condition || condition->kind == TREE_LET) return before;
  if (condition->kind == TREE_NOT) return sight_learn(c, before, condition->kid[NOT_VALUE], !truth);
  if (condition->kind == TREE_BINARY && condition->number == (truth ? OP_AND : OP_OR)) {
    before = sight_learn(c, before, condition->kid[BINARY_LEFT], truth);
    return sight_learn(c, before, condition->kid[BINARY_RIGHT], truth);
  }
  struct tested *fact = arena_alloc(c->arena, sizeof *fact);
  *fact = (struct tested){ .condition = condition, .truth = truth, .before = before };
  return fact;
}

/* Facts that are looked at, the latest first: what is far away is seldom about the same. */
enum { FACTS_LIMIT = 64 };

/* What one test says about two players: left and right are the same, or they are not. */
static enum whose_relation compare_by(struct compilation *c, const struct tested *fact, const struct whose *a,
                                      const struct whose *b) {
  const struct tree *test = fact->condition;
  if (test->kind != TREE_BINARY || (test->number != OP_EQ && test->number != OP_NE)) return WHOSE_UNKNOWN;
  const struct note *note = note_of(test->kid[BINARY_LEFT]);
  if (!note || note->type->kind != TYPE_KIND_PLAYER) return WHOSE_UNKNOWN;
  const struct whose *left = whose_named(c, test->kid[BINARY_LEFT]), *right = whose_named(c, test->kid[BINARY_RIGHT]);
  if ((test->number == OP_EQ) == fact->truth)
    return whose_compare(c, whose_instead(c, a, left, right), whose_instead(c, b, left, right));
  bool these =
      (whose_equal(c, left, a) && whose_equal(c, right, b)) || (whose_equal(c, left, b) && whose_equal(c, right, a));
  return these ? WHOSE_DIFFERENT : WHOSE_UNKNOWN;
}

/* Two players, by themselves or because they were compared. */
static enum whose_relation compare(struct compilation *c, const struct tested *facts, const struct whose *a,
                                   const struct whose *b) {
  enum whose_relation relation = whose_compare(c, a, b);
  for (int i = 0; facts && i < FACTS_LIMIT && relation == WHOSE_UNKNOWN; facts = facts->before, i++)
    relation = compare_by(c, facts, a, b);
  return relation;
}

/* By one of the words `hidden`, `open`, `for owner`, `for others`. All but one of two players is a player, too. */
static enum sight sight_by(struct compilation *c, const struct tested *facts, const struct reader *reader,
                           const struct secret *secret, int32_t seen) {
  if (seen == SEEN_OPEN) return SIGHT_SEES;
  if (seen == SEEN_HIDDEN || reader->kind == READER_EVERYBODY) return SIGHT_NOT;
  enum whose_relation relation = compare(c, facts, reader->player, secret->owner);
  if (relation == WHOSE_UNKNOWN) return SIGHT_UNSURE;
  bool own = relation == WHOSE_SAME, owner_sees = seen == SEEN_OWNER;
  if (reader->kind == READER_PLAYER) return own == owner_sees ? SIGHT_SEES : SIGHT_NOT;
  if (owner_sees) return !own && c->high_players == 2 ? SIGHT_SEES : SIGHT_NOT;
  return own ? SIGHT_SEES : SIGHT_NOT;
}

enum sight sight_of(struct compilation *c, const struct tested *facts, const struct reader *reader,
                    const struct secret *secret) {
  if (secret->kind == SECRET_BOX) return SIGHT_NOT;
  if (secret->kind != SECRET_HIDDEN) return SIGHT_SEES; /* chance and choices are for the rules to tell */
  const struct tree *seen = symbol_seen(secret->symbol);
  enum sight usual = sight_by(c, facts, reader, secret, seen->number);
  const struct tree *condition = seen->kid[SEEN_CONDITION];
  if (!condition) return usual;
  enum sight other = sight_by(c, facts, reader, secret, seen->kid[SEEN_ALTERNATIVE]->number);
  for (int i = 0; facts && i < FACTS_LIMIT; facts = facts->before, i++)
    if (meant_same(facts->condition, condition)) return facts->truth ? other : usual;
  return usual == SIGHT_SEES && other == SIGHT_SEES ? SIGHT_SEES : usual == other ? usual : SIGHT_BY_SETTING;
}
