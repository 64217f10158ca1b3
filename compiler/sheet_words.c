/* Expressions in words: "the number of cards in p's hand is at least 3". */
#include "compiler/sheet.h"

#include "compiler/places.h"

#include <string.h>

#include "compiler/type.h"
#include "compiler/types.h"

void sheet_list(struct sheet *sheet, const struct tree *list) {
  for (const struct tree *node = list; node; node = node->next) {
    if (node != list) say(sheet, ", ");
    sheet_expression(sheet, node);
  }
}

void sheet_arguments(struct sheet *sheet, const struct tree *list) {
  if (!list) return;
  say(sheet, " (");
  sheet_list(sheet, list);
  say(sheet, ")");
}

/* ---- who and what a domain holds ---- */

static void noun(struct sheet *sheet, const char *determiner, const char *word, bool plural, const char *name) {
  text_format(sheet->out, "%s%s%s%s ", determiner, *determiner ? " " : "", word, plural ? "s" : "");
  sheet_variable(sheet, name);
}

static void of_domain(struct sheet *sheet, const struct tree *domain) {
  say(sheet, " of ");
  sheet_expression(sheet, domain);
}

static void in_zone(struct sheet *sheet, const struct tree *zone) {
  say(sheet, " in ");
  sheet_expression(sheet, zone);
}

/* From where to where paths go: the arguments behind the graph. */
static void ends_of_paths(struct sheet *sheet, const struct tree *paths) {
  /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the checker has seen to all of them */
  const struct tree *from = places_first(paths), *to = from->next;
  say(sheet, " from ");
  sheet_expression(sheet, from);
  say(sheet, " to ");
  sheet_expression(sheet, to);
  sheet_arguments(sheet, to->next);
}

static void binder_domain(struct sheet *sheet, const struct tree *binder, const char *determiner, bool plural) {
  const struct tree *domain = binder->kid[BINDER_DOMAIN];
  const struct note *note = note_of(domain);
  const char *name = binder->word;
  switch (note ? note->domain : DOMAIN_SET) {
  case DOMAIN_PLAYERS: return noun(sheet, determiner, "player", plural, name);
  case DOMAIN_STARTING:
    noun(sheet, determiner, "player", plural, name);
    say(sheet, ", from ");
    sheet_expression(sheet, domain->kid[PLAYERS_STARTING_FIRST]);
    return say(sheet, " on");
  case DOMAIN_OTHERS:
    noun(sheet, determiner, "player", plural, name);
    say(sheet, " other than ");
    return sheet_expression(sheet, domain->kid[CALL_ARGS]);
  case DOMAIN_RANGE:
    noun(sheet, determiner, "number", plural, name);
    say(sheet, " from ");
    return sheet_expression(sheet, domain);
  case DOMAIN_TYPE: return noun(sheet, determiner, domain->word, false, name);
  case DOMAIN_ZONE:
  case DOMAIN_ROW: noun(sheet, determiner, "card", plural, name); return in_zone(sheet, domain);
  case DOMAIN_PATHS: noun(sheet, determiner, "way", plural, name); return ends_of_paths(sheet, domain);
  case DOMAIN_GROUPS:
    noun(sheet, determiner, "connected part", plural, name);
    say(sheet, " of ");
    return sheet_expression(sheet, places_first(domain));
  case DOMAIN_HANDS:
    text_format(sheet->out, "%s choice ", determiner);
    sheet_variable(sheet, name);
    return of_domain(sheet, domain);
  default: noun(sheet, determiner, "one", plural, name); return of_domain(sheet, domain);
  }
}

void sheet_binder(struct sheet *sheet, const struct tree *binder, const char *determiner, bool plural) {
  binder_domain(sheet, binder, determiner, plural);
  if (binder->kid[BINDER_WHERE]) {
    say(sheet, " for which ");
    sheet_condition(sheet, binder->kid[BINDER_WHERE]);
  }
}

/* ---- calls ---- */

/* "p's hand", or "hand of the player after p" for what is no single word. */
static void possessive(struct sheet *sheet, const struct tree *owner, const char *thing) {
  if (owner->kind == TREE_NAME) {
    sheet_expression(sheet, owner);
    say(sheet, "'s ");
    return sheet_name(sheet, thing);
  }
  say(sheet, "the ");
  sheet_name(sheet, thing);
  say(sheet, " of ");
  sheet_expression(sheet, owner);
}

static void call_of(struct sheet *sheet, const char *before, const struct tree *node, const char *after) {
  say(sheet, before);
  sheet_expression(sheet, node);
  say(sheet, after);
}

static void two(struct sheet *sheet, const char *before, const struct tree *a, const char *between,
                const struct tree *b) {
  call_of(sheet, before, a, between);
  sheet_expression(sheet, b);
}

static bool is_zone(const struct tree *node) {
  return note_of(node) && type_of(node) && type_of(node)->kind == TYPE_KIND_ZONE;
}

/* The words around the first argument and before a second one. */
struct place_words {
  const char *before, *between;
};
static const struct place_words place_words[BUILTIN_COUNT] = {
  [BUILTIN_NEIGHBOURS] = { "the neighbours of ", " by " },
  [BUILTIN_DISTANCE] = { "the distance from ", " to " },
  [BUILTIN_WITHIN] = { "the places near ", ", no further than " },
  [BUILTIN_STEP] = { " of ", "one step " }, /* the direction comes first in these two */
  [BUILTIN_RAY] = { " of ", "the places " },
  [BUILTIN_REGION] = { "all that is connected with ", "" },
  [BUILTIN_CONNECTED] = { "", " is connected with " },
  [BUILTIN_EDGE] = { "the edge of ", " to the " },
  [BUILTIN_CORNERS] = { "the corners of ", "" },
  [BUILTIN_GROUPS] = { "the connected parts of ", "" },
  [BUILTIN_OPPOSITE] = { "the opposite of ", "" },
  [BUILTIN_TURNED] = { "", " turned by " },
};

/* A board is named where others have their first place. */
static const struct tree *first_place(const struct tree *call, enum builtin which) {
  bool as_written = which >= BUILTIN_OPPOSITE || which == BUILTIN_EDGE || which == BUILTIN_CORNERS;
  return as_written ? call->kid[CALL_ARGS] : places_first(call);
}

static void about_places(struct sheet *sheet, const struct tree *call, enum builtin which) {
  const struct place_words *words = &place_words[which];
  const struct tree *a = first_place(call, which), *b = a->next && !places_is_limit(a->next) ? a->next : NULL;
  if (which == BUILTIN_STEP || which == BUILTIN_RAY) {
    bool many = which == BUILTIN_STEP && b->next;
    if (many) call_of(sheet, "", b->next, " steps ");
    two(sheet, many ? "" : words->between, b, words->before, a);
  } else if (b) two(sheet, words->before, a, words->between, b);
  else call_of(sheet, words->before, a, "");
  for (const struct tree *arg = a->next; arg; arg = arg->next)
    if (places_is_limit(arg)) call_of(sheet, ", ", arg, "");
}

static void builtin(struct sheet *sheet, const struct tree *call, enum builtin which) {
  const struct tree *a = call->kid[CALL_ARGS];
  if (builtin_is_about_places(which) && which != BUILTIN_PATHS) return about_places(sheet, call, which);
  switch (which) {
  case BUILTIN_NEXT:
  case BUILTIN_LEFT_OF: return call_of(sheet, "the player after ", a, "");
  case BUILTIN_RIGHT_OF: return call_of(sheet, "the player before ", a, "");
  case BUILTIN_SEAT: return call_of(sheet, "the seat of ", a, "");
  case BUILTIN_SEATS: return say(sheet, "the number of players");
  case BUILTIN_AT_SEAT: return call_of(sheet, "the player in seat ", a, "");
  case BUILTIN_INDEX: return call_of(sheet, "the number of ", a, "");
  case BUILTIN_SIZE: return call_of(sheet, is_zone(a) ? "the number of cards in " : "the size of ", a, "");
  case BUILTIN_TOP: return call_of(sheet, "the top card of ", a, "");
  case BUILTIN_BOTTOM: return call_of(sheet, "the bottom card of ", a, "");
  case BUILTIN_ONLY: return call_of(sheet, "the only card of ", a, "");
  case BUILTIN_EMPTY: return call_of(sheet, "", a, " is empty");
  case BUILTIN_BOX: return call_of(sheet, "the box of ", a, "");
  case BUILTIN_OTHERS: return call_of(sheet, "the players other than ", a, "");
  case BUILTIN_PATHS: say(sheet, "the ways"); return ends_of_paths(sheet, call);
  case BUILTIN_COMMON:
  case BUILTIN_MIN:
  case BUILTIN_MAX:
    say(sheet, which == BUILTIN_MIN      ? "the lowest of "
               : which == BUILTIN_COMMON ? "what is in all of "
                                         : "the highest of ");
    for (const struct tree *one = a; one; one = one->next)
      call_of(sheet, one == a ? "" : one->next ? ", " : " and ", one, "");
    return;
  default: say(sheet, builtin_name(which)); return sheet_arguments(sheet, a);
  }
}

/* A fn whose name is a verb reads as a sentence: is_barred(p), can_pay(p, d). */
static const struct verb {
  const char *start, *is, *is_not;
} verbs[] = {
  { "is_", " is ", " is not " },
  { "are_", " are ", " are not " },
  { "can_", " can ", " cannot " },
  { "may_", " may ", " may not " },
  { "has_", " has ", " does not have " },
  { "must_", " must ", " need not " },
  { NULL, NULL, NULL },
};

static bool verb_call(struct sheet *sheet, const struct tree *call, bool negated) {
  const struct tree *first = call->kid[CALL_ARGS];
  if (!first || type_of(call)->kind != TYPE_KIND_BOOL) return false;
  for (const struct verb *verb = verbs; verb->start; verb++) {
    size_t length = strlen(verb->start);
    if (strncmp(call->word, verb->start, length) != 0) continue;
    sheet_expression(sheet, first);
    say(sheet, negated ? verb->is_not : verb->is);
    sheet_name(sheet, call->word + length);
    sheet_arguments(sheet, first->next);
    return true;
  }
  return false;
}

/* tickets_for(c) reads "tickets for c". */
static bool ends_in_preposition(const char *name) {
  static const char *const prepositions[] = { "of", "for", "to", "in", "at", "from", "by", "with", NULL };
  const char *last = strrchr(name, '_');
  for (int i = 0; last && prepositions[i]; i++)
    if (strcmp(last + 1, prepositions[i]) == 0) return true;
  return false;
}

static void call(struct sheet *sheet, const struct tree *node) {
  const struct note *note = note_of(node);
  const struct tree *first = node->kid[CALL_ARGS];
  if (note && note->kind == NOTE_BUILTIN) return builtin(sheet, node, (enum builtin)note->value);
  if (verb_call(sheet, node, false)) return;
  if (first && !first->next && ends_in_preposition(node->word)) {
    sheet_name(sheet, node->word);
    return call_of(sheet, " ", first, "");
  }
  if (first && !first->next) return possessive(sheet, first, node->word);
  sheet_name(sheet, node->word);
  sheet_arguments(sheet, first);
}

/* ---- operators ---- */

enum { LEVEL_ANY, LEVEL_OR, LEVEL_AND, LEVEL_COMPARE, LEVEL_NONE, LEVEL_ADD, LEVEL_MULTIPLY, LEVEL_OPERAND };

static int level_of_operator(int operator) {
  switch (operator) {
  case OP_OR: return LEVEL_OR;
  case OP_AND: return LEVEL_AND;
  case OP_IF_NONE: return LEVEL_NONE;
  case OP_ADD:
  case OP_SUB: return LEVEL_ADD;
  case OP_MUL:
  case OP_DIV:
  case OP_MOD: return LEVEL_MULTIPLY;
  default: return LEVEL_COMPARE;
  }
}

static int level_of(const struct tree *node) {
  switch (node->kind) {
  case TREE_BINARY: return level_of_operator(node->number);
  case TREE_IF_ELSE:
  case TREE_MATCH_VALUE:
  case TREE_ALL:
  case TREE_ANY: return LEVEL_ANY;
  case TREE_NOT:
  case TREE_IS_NONE: return LEVEL_COMPARE;
  default: return LEVEL_OPERAND;
  }
}

static void condition(struct sheet *sheet, const struct tree *node, bool negated);

static void operand(struct sheet *sheet, const struct tree *node, int level) {
  bool brackets = level_of(node) < level;
  if (brackets) say(sheet, "(");
  condition(sheet, node, false);
  if (brackets) say(sheet, ")");
}

static const char *const operator_words[][2] = {
  [OP_OR] = { " or " },
  [OP_AND] = { " and " },
  [OP_EQ] = { " is ", " is not " },
  [OP_NE] = { " is not ", " is " },
  [OP_LT] = { " is less than ", " is at least " },
  [OP_LE] = { " is at most ", " is more than " },
  [OP_GT] = { " is more than ", " is at most " },
  [OP_GE] = { " is at least ", " is less than " },
  [OP_IN] = { " is among ", " is not among " },
  [OP_NOT_IN] = { " is not among ", " is among " },
  [OP_HAS] = { " contains ", " does not contain " },
  [OP_HAS_SOME] = { " contains at least ", " contains fewer than " },
  [OP_ADD] = { " + " },
  [OP_SUB] = { " − " },
  [OP_MUL] = { " × " },
  [OP_DIV] = { " ÷ " },
  [OP_MOD] = { " modulo " },
};

static void binary(struct sheet *sheet, const struct tree *node, bool negated) {
  const struct tree *left = node->kid[BINARY_LEFT], *right = node->kid[BINARY_RIGHT];
  int level = level_of_operator(node->number);
  if (node->number == OP_IF_NONE) {
    operand(sheet, left, level);
    say(sheet, " (or ");
    sheet_expression(sheet, right);
    return say(sheet, " if there is none)");
  }
  /* What is not a list of the same joining word gets brackets, so that nobody has to know what binds more. */
  bool joins = level == LEVEL_OR || level == LEVEL_AND;
  operand(sheet, left, joins && left->kind == TREE_BINARY && left->number == node->number ? level : level + joins);
  bool range = right->kind == TREE_RANGE;
  const struct type *type = left->note ? type_of(left) : NULL;
  bool contained = node->number == OP_LE && type && (type->kind == TYPE_KIND_BAG || type->kind == TYPE_KIND_SET);
  if (contained) say(sheet, negated ? " is not contained in " : " is contained in ");
  else if (range) say(sheet, (node->number == OP_IN) != negated ? " is from " : " is not from ");
  else say(sheet, operator_words[node->number][negated]);
  operand(sheet, right, level + 1);
}

static bool can_negate(const struct tree *node) {
  switch (node->kind) {
  case TREE_BINARY: return level_of_operator(node->number) == LEVEL_COMPARE;
  case TREE_NOT:
  case TREE_ANY:
  case TREE_IS_NONE: return true;
  case TREE_CALL:
    if (builtin_called(node) != BUILTIN_COUNT) return builtin_called(node) == BUILTIN_EMPTY;
    for (const struct verb *verb = verbs; verb->start; verb++)
      if (node->kid[CALL_ARGS] && strncmp(node->word, verb->start, strlen(verb->start)) == 0) return true;
    return false;
  default: return false;
  }
}

static void condition(struct sheet *sheet, const struct tree *node, bool negated) {
  if (negated && !can_negate(node)) {
    say(sheet, "not ");
    return operand(sheet, node, LEVEL_OPERAND);
  }
  switch (node->kind) {
  case TREE_NOT: return condition(sheet, node->kid[NOT_VALUE], !negated);
  case TREE_BINARY: return binary(sheet, node, negated);
  case TREE_ANY:
    say(sheet, "there is ");
    return sheet_binder(sheet, node->kid[ANY_BINDER], negated ? "no" : "some", false);
  case TREE_IS_NONE:
    sheet_expression(sheet, node->kid[IS_NONE_VALUE]);
    return say(sheet, ((node->flags & FLAG_NOT) != 0) != negated ? " is not none" : " is none");
  case TREE_CALL:
    if (!negated) return sheet_expression(sheet, node);
    if (!verb_call(sheet, node, true)) call_of(sheet, "", node->kid[CALL_ARGS], " is not empty");
    return;
  default: sheet_expression(sheet, node);
  }
}

void sheet_condition(struct sheet *sheet, const struct tree *node) { condition(sheet, node, false); }

/* ---- everything else ---- */

static void comprehension(struct sheet *sheet, const struct tree *node) {
  const struct tree *binder = node->kid[0]; /* of all of them */
  switch (node->kind) {
  case TREE_COUNT: return sheet_binder(sheet, binder, "the number of", true);
  case TREE_ALL:
    say(sheet, "for ");
    sheet_binder(sheet, binder, "each", false);
    say(sheet, ", ");
    return sheet_condition(sheet, node->kid[ALL_VALUE]);
  case TREE_SUM:
  case TREE_MIN:
  case TREE_MAX:
    if (!(node->flags & FLAG_JOINED))
      say(sheet, node->kind == TREE_SUM ? "the sum of " : node->kind == TREE_MIN ? "the lowest " : "the highest ");
    sheet_expression(sheet, node->kid[SUM_VALUE]);
    say(sheet, " for ");
    return sheet_binder(sheet, binder, "each", false);
  case TREE_MOST:
  case TREE_LEAST:
    sheet_binder(sheet, binder, "the", false);
    return call_of(sheet, binder->kid[BINDER_WHERE] ? ", the one where " : " where ", binder->kid[BINDER_BY],
                   node->kind == TREE_MOST ? " is highest" : " is lowest");
  case TREE_FIRST: return sheet_binder(sheet, binder, "the first", false);
  case TREE_RANDOM: return sheet_binder(sheet, binder, "a random", false);
  case TREE_SET_OF: return sheet_binder(sheet, binder, "all", true);
  case TREE_HANDS:
    sheet_expression(sheet, node->kid[HANDS_COUNT]);
    say(sheet, " ");
    return sheet_binder(sheet, binder, "", true);
  default: /* BAG_OF, LIST_OF */
    sheet_expression(sheet, node->kid[BAG_OF_VALUE]);
    say(sheet, " for ");
    return sheet_binder(sheet, binder, "each", false);
  }
}

/* A value of an enum or a card, by its label; false for anything else. */
static bool text_value_label(struct sheet *sheet, const struct note *note) {
  if (!note || note->kind != NOTE_VALUE || !note->type) return false;
  if (note->type->kind != TYPE_KIND_ENUM && note->type->kind != TYPE_KIND_CARD) return false;
  sheet_text(sheet, note->type->symbol->values[note->value].label);
  return true;
}

static void name(struct sheet *sheet, const struct tree *node) {
  const struct note *note = note_of(node);
  if (!note) return sheet_name(sheet, node->word);
  if (text_value_label(sheet, note)) return;
  if (note->kind == NOTE_SYMBOL && note->symbol && note->symbol->kind == SYMBOL_LOCAL)
    return sheet_variable(sheet, node->word);
  sheet_name(sheet, node->word);
}

static void place_of(struct sheet *sheet, const struct tree *node) {
  const struct tree *base = node->kid[INDEX_BASE], *first = node->kid[INDEX_ARGS];
  bool one = first && !first->next && base->kind == TREE_NAME;
  const struct type *type = one && first->note ? type_of(first) : NULL;
  if (type && type->kind == TYPE_KIND_PLAYER) return possessive(sheet, first, base->word);
  sheet_expression(sheet, base);
  sheet_arguments(sheet, first);
}

static void match_value(struct sheet *sheet, const struct tree *node) {
  say(sheet, "by ");
  sheet_expression(sheet, node->kid[MATCH_VALUE_SUBJECT]);
  const char *before = ": ";
  for (const struct tree *arm = node->kid[MATCH_VALUE_ARMS]; arm; arm = arm->next, before = "; ") {
    say(sheet, before);
    if (arm->kid[ARM_PATTERNS]) sheet_list(sheet, arm->kid[ARM_PATTERNS]);
    else say(sheet, "otherwise");
    say(sheet, " → ");
    sheet_expression(sheet, arm->kid[ARM_BODY]);
  }
}

static void roll(struct sheet *sheet, const struct tree *node) {
  const struct tree *sides = node->kid[ROLL_SIDES], *count = node->kid[ROLL_COUNT];
  if (sides->kind == TREE_TYPE_NAME) return text_format(sheet->out, "a roll of %s", sides->word);
  if (count) call_of(sheet, "the roll of ", count, " dice of ");
  else say(sheet, "the roll of a die of ");
  sheet_expression(sheet, sides);
}

void sheet_expression(struct sheet *sheet, const struct tree *node) {
  switch (node->kind) {
  case TREE_NAME: return name(sheet, node);
  case TREE_TYPE_NAME:
  case TREE_TYPE_NAMED: return say(sheet, node->word);
  case TREE_TYPE_PLAYER: return say(sheet, "player");
  case TREE_INT: return text_format(sheet->out, "%d", node->number);
  case TREE_BOOL: return say(sheet, node->number ? "yes" : "no");
  case TREE_NONE: return say(sheet, "none");
  case TREE_STRING: return sheet_string(sheet, node);
  case TREE_LIST_VALUE:
    if (!node->kid[LIST_VALUE_ITEMS]) return say(sheet, "nothing");
    say(sheet, "{");
    sheet_list(sheet, node->kid[LIST_VALUE_ITEMS]);
    return say(sheet, "}");
  case TREE_CARD:
    if (node->kid[CARD_COUNT]) call_of(sheet, "", node->kid[CARD_COUNT], " ");
    if (node->number > 1) text_format(sheet->out, "%d ", node->number);
    return sheet_expression(sheet, node->kid[CARD_VALUE]);
  case TREE_PLAYERS: return say(sheet, "the players");
  case TREE_PLAYERS_STARTING: return call_of(sheet, "the players from ", node->kid[PLAYERS_STARTING_FIRST], " on");
  case TREE_CALL: return call(sheet, node);
  case TREE_INDEX: return place_of(sheet, node);
  case TREE_FIELD:
    if (text_value_label(sheet, note_of(node))) return;
    return possessive(sheet, node->kid[FIELD_BASE], node->word);
  case TREE_PLACE:
    say(sheet, node->number == END_BOTTOM ? "the bottom of " : "the top of ");
    return sheet_expression(sheet, node->kid[PLACE_ZONE]);
  case TREE_NEGATE: return call_of(sheet, "−", node->kid[NEGATE_VALUE], "");
  case TREE_RANGE: return two(sheet, "", node->kid[RANGE_LOW], " to ", node->kid[RANGE_HIGH]);
  case TREE_ROLL: return roll(sheet, node);
  case TREE_CHAINS: return call_of(sheet, "every way to go on by ", node->kid[CHAINS_VALUE], "");
  case TREE_INSIDE: return call_of(sheet, "inside ", node->kid[INSIDE_VALUE], "");
  case TREE_AVOIDING: return call_of(sheet, "avoiding ", node->kid[AVOIDING_VALUE], "");
  case TREE_UP_TO: return call_of(sheet, "up to ", node->kid[UP_TO_VALUE], "");
  case TREE_IF_ELSE:
    operand(sheet, node->kid[IF_ELSE_THEN], LEVEL_OR);
    say(sheet, " if ");
    sheet_condition(sheet, node->kid[IF_ELSE_CONDITION]);
    say(sheet, ", otherwise ");
    return sheet_expression(sheet, node->kid[IF_ELSE_ELSE]);
  case TREE_MATCH_VALUE: return match_value(sheet, node);
  case TREE_BINARY:
  case TREE_NOT:
  case TREE_ANY:
  case TREE_IS_NONE: return sheet_condition(sheet, node);
  default:
    if (tree_is_comprehension(node)) comprehension(sheet, node);
  }
}
