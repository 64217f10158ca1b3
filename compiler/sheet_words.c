/* Expressions and conditions in words: "the number of cards in p's hand is at least 3". */
#include "compiler/sheet.h"

#include <string.h>

#include "compiler/places.h"
#include "compiler/type.h"
#include "compiler/types.h"

const struct type *sheet_type_of(const struct tree *node) {
  const struct note *note = note_of(node);
  return note ? note->type : NULL;
}

bool sheet_is_local(const struct tree *node) {
  const struct note *note = note_of(node);
  return node->kind == TREE_NAME && note && note->symbol && note->symbol->kind == SYMBOL_LOCAL;
}

static bool is_kind(const struct tree *node, enum type_kind kind) {
  const struct type *type = sheet_type_of(node);
  return type && type->kind == kind;
}

void sheet_around(struct sheet *sheet, const char *before, const struct tree *node, const char *after) {
  say(sheet, before);
  sheet_argument(sheet, node);
  say(sheet, after);
}

void sheet_list(struct sheet *sheet, const struct tree *list, const char *last) {
  for (const struct tree *node = list; node; node = node->next) {
    if (node != list) say(sheet, node->next ? ", " : last);
    sheet_argument(sheet, node);
  }
}

void sheet_times(struct sheet *sheet, int32_t number) {
  if (number == 1) say(sheet, "once");
  else if (number == 2) say(sheet, "twice");
  else text_format(sheet->out, "%d times", number);
}

/* ---- who and what a domain holds ---- */

static void noun(struct sheet *sheet, const char *determiner, const char *word, bool plural, const char *name) {
  if (!strcmp(determiner, "a")) determiner = context_article(word);
  text_format(sheet->out, "%s%s%s ", determiner, *determiner ? " " : "", plural ? sheet_plural(sheet, word) : word);
  sheet_variable(sheet, name);
}

/* What the elements of a domain are called. */
static const char *noun_of(struct sheet *sheet, const struct tree *domain) {
  const struct note *note = note_of(domain);
  switch (note ? note->domain : DOMAIN_SET) {
  case DOMAIN_PLAYERS:
  case DOMAIN_STARTING:
  case DOMAIN_OTHERS: return "player";
  case DOMAIN_RANGE: return "number";
  case DOMAIN_TYPE:
    return note->type->kind == TYPE_KIND_CARD ? sheet_noun(sheet, note->type) : sheet_words(sheet, domain->word);
  case DOMAIN_ZONE:
  case DOMAIN_ROW: return "card";
  case DOMAIN_PATHS: return "way";
  case DOMAIN_GROUPS: return "connected part";
  case DOMAIN_HANDS: return "choice";
  case DOMAIN_CHAINS: return "chain";
  default: {
    const struct type *element = note && note->type ? note->type->element : NULL;
    return element ? sheet_noun(sheet, element) : "element";
  }
  }
}

/* Where the elements are to be found, behind their noun. */
static void place_of_domain(struct sheet *sheet, const struct tree *domain) {
  const struct note *note = note_of(domain);
  switch (note ? note->domain : DOMAIN_SET) {
  case DOMAIN_PLAYERS:
  case DOMAIN_TYPE: return;
  case DOMAIN_STARTING: return sheet_around(sheet, ", from ", domain->kid[PLAYERS_STARTING_FIRST], " on");
  case DOMAIN_OTHERS: return sheet_around(sheet, " other than ", domain->kid[CALL_ARGS], "");
  case DOMAIN_RANGE: return sheet_around(sheet, " from ", domain, "");
  case DOMAIN_PATHS: return sheet_ends_of_paths(sheet, domain);
  case DOMAIN_GROUPS: return sheet_around(sheet, " of ", places_first(domain), "");
  case DOMAIN_HANDS:
  case DOMAIN_CHAINS: return sheet_around(sheet, " of ", domain, "");
  default: return sheet_around(sheet, domain->kind == TREE_LIST_VALUE ? " among " : " in ", domain, "");
  }
}

void sheet_binder(struct sheet *sheet, const struct tree *binder, const char *determiner, bool plural) {
  const struct tree *domain = binder->kid[BINDER_DOMAIN];
  const char *word = noun_of(sheet, domain);
  noun(sheet, determiner, word, plural, binder->word);
  place_of_domain(sheet, domain);
  if (!binder->kid[BINDER_WHERE]) return;
  if (note_of(domain) && note_of(domain)->domain == DOMAIN_STARTING) say(sheet, ",");
  say(sheet, !strcmp(word, "player") ? " for whom " : " for which ");
  sheet_condition(sheet, binder->kid[BINDER_WHERE]);
}

/* ---- levels ---- */

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

static void operand(struct sheet *sheet, const struct tree *node, int level) {
  bool brackets = level_of(node) < level;
  if (brackets) say(sheet, "(");
  sheet_expression(sheet, node);
  if (brackets) say(sheet, ")");
}

void sheet_argument(struct sheet *sheet, const struct tree *node) {
  bool runs_on = node->kind == TREE_IF_ELSE || node->kind == TREE_MATCH_VALUE;
  if (runs_on) say(sheet, "(");
  sheet_expression(sheet, node);
  if (runs_on) say(sheet, ")");
}

void sheet_operand(struct sheet *sheet, const struct tree *node) { operand(sheet, node, LEVEL_OPERAND); }

/* ---- conditions ---- */

static void condition(struct sheet *sheet, const struct tree *node, bool negated);

bool sheet_is_plural(const struct tree *node) {
  switch (node->kind) {
  case TREE_NAME: return note_of(node) && note_of(node)->kind == NOTE_SYMBOL && sheet_is_plural_name(node->word);
  case TREE_FIELD: return !(note_of(node) && note_of(node)->kind == NOTE_VALUE) && sheet_is_plural_name(node->word);
  case TREE_CALL:
    return builtin_called(node) == BUILTIN_NEIGHBOURS ||
           (builtin_called(node) == BUILTIN_COUNT && sheet_is_plural_name(node->word));
  case TREE_INDEX: return node->kid[INDEX_BASE]->word && sheet_is_plural_name(node->kid[INDEX_BASE]->word);
  case TREE_SET_OF: return true;
  default: return false;
  }
}

struct comparison_words {
  const char *so, *not_so;
};
static const struct comparison_words comparisons[] = {
  [OP_EQ] = { "", "not " },
  [OP_NE] = { "not ", "" },
  [OP_LT] = { "less than ", "at least " },
  [OP_LE] = { "at most ", "more than " },
  [OP_GT] = { "more than ", "at most " },
  [OP_GE] = { "at least ", "less than " },
  [OP_IN] = { "among ", "not among " },
  [OP_NOT_IN] = { "not among ", "among " },
};

/* "contains ruby", "does not contain ruby", "contains ruby at least twice" */
static void contains(struct sheet *sheet, const struct tree *left, const struct tree *right, bool negated) {
  bool plural = sheet_is_plural(left), some = right->kind == TREE_CARD;
  operand(sheet, left, LEVEL_COMPARE + 1);
  if (!some && negated) say(sheet, plural ? " do not contain " : " does not contain ");
  else say(sheet, plural ? " contain " : " contains ");
  if (!some) return operand(sheet, right, LEVEL_COMPARE + 1);
  sheet_argument(sheet, right->kid[CARD_VALUE]);
  const struct tree *count = right->kid[CARD_COUNT];
  if (count && count->kind != TREE_INT)
    return sheet_around(sheet, negated ? " less often than " : " at least as often as ", count,
                        sheet_is_plural(count) ? " say" : " says");
  say(sheet, negated ? " less than " : " at least ");
  sheet_times(sheet, count ? count->number : right->number);
}

/* "x is red or blue", "x is neither red nor blue" */
static void one_of(struct sheet *sheet, const struct tree *items, bool negated) {
  bool two = items->next && !items->next->next;
  if (!items->next) say(sheet, negated ? "not " : "");
  else if (negated) say(sheet, two ? "neither " : "none of ");
  sheet_list(sheet, items, !negated ? " or " : two ? " nor " : " and ");
}

/* A range of two numbers, which are better named. */
static bool is_pair(const struct tree *node) {
  if (node->kind != TREE_RANGE) return false;
  const struct tree *low = node->kid[RANGE_LOW], *high = node->kid[RANGE_HIGH];
  return low->kind == TREE_INT && high->kind == TREE_INT && high->number - low->number == 1;
}

/* A field with one of some values and a name like a verb or a number of things, "lasts" or "wants": a column of a table
 * rather than a thing that its owner has. */
static bool is_column(const struct tree *node) {
  const struct note *note = node->kind == TREE_FIELD ? note_of(node) : NULL;
  return note && note->kind != NOTE_VALUE && is_kind(node, TYPE_KIND_ENUM) && sheet_is_plural_name(node->word);
}

/* "c has “aboard” under *lasts*" */
static void under_column(struct sheet *sheet, const struct tree *column, const struct tree *values, bool negated) {
  sheet_around(sheet, "", column->kid[FIELD_BASE], negated ? " does not have " : " has ");
  sheet_list(sheet, values, " or ");
  say(sheet, " under ");
  sheet_variable(sheet, column->word);
}

static void compare(struct sheet *sheet, const struct tree *node, bool negated) {
  const struct tree *left = node->kid[BINARY_LEFT], *right = node->kid[BINARY_RIGHT];
  bool inclusion = node->number == OP_IN || node->number == OP_NOT_IN;
  bool is_out = (node->number == OP_NOT_IN) != negated;
  bool listed = inclusion && right->kind == TREE_LIST_VALUE && right->kid[LIST_VALUE_ITEMS];
  if (is_column(left) && listed) return under_column(sheet, left, right->kid[LIST_VALUE_ITEMS], is_out);
  if (is_column(left) && (node->number == OP_EQ || node->number == OP_NE) && !right->next)
    return under_column(sheet, left, right, (node->number == OP_NE) != negated);
  operand(sheet, left, LEVEL_COMPARE + 1);
  say(sheet, sheet_is_plural(left) ? " are " : " is ");
  bool among = is_kind(left, TYPE_KIND_BAG) || is_kind(left, TYPE_KIND_SET);
  if (node->number == OP_LE && among) {
    say(sheet, negated ? "not contained in " : "contained in ");
  } else if (inclusion && is_pair(right)) {
    return text_format(sheet->out, is_out ? "neither %d nor %d" : "%d or %d", right->kid[RANGE_LOW]->number,
                       right->kid[RANGE_HIGH]->number);
  } else if (inclusion && right->kind == TREE_RANGE) {
    say(sheet, is_out ? "not from " : "from ");
  } else if (listed) {
    return one_of(sheet, right->kid[LIST_VALUE_ITEMS], is_out);
  } else if (left->note && right->kind == TREE_BOOL) {
    bool yes = (right->number != 0) == ((node->number == OP_EQ) != negated);
    return say(sheet, yes ? "yes" : "no");
  } else say(sheet, negated ? comparisons[node->number].not_so : comparisons[node->number].so);
  operand(sheet, right, LEVEL_COMPARE + 1);
}

/* A truth that is not asked by a comparison: brackets keep it apart from others. */
static void joined(struct sheet *sheet, const struct tree *node, bool negated, int operator) {
  bool join = node->kind == TREE_BINARY && (node->number == OP_AND || node->number == OP_OR);
  int own = join ? negated ? (node->number == OP_AND ? OP_OR : OP_AND) : node->number : operator;
  bool lists = node->kind == TREE_BINARY && node->number == OP_IN && !negated && operator== OP_OR;
  bool brackets = own != operator|| level_of(node) == LEVEL_ANY || lists;
  if (brackets) say(sheet, "(");
  condition(sheet, node, negated);
  if (brackets) say(sheet, ")");
}

/* What is not so of a pair is told of its parts. */
static void join(struct sheet *sheet, const struct tree *node, bool negated) {
  int operator= negated ? (node->number == OP_AND ? OP_OR : OP_AND) : node->number;
  joined(sheet, node->kid[BINARY_LEFT], negated, operator);
  say(sheet, operator== OP_AND ? " and " : " or ");
  joined(sheet, node->kid[BINARY_RIGHT], negated, operator);
}

static void binary_condition(struct sheet *sheet, const struct tree *node, bool negated) {
  const struct tree *left = node->kid[BINARY_LEFT], *right = node->kid[BINARY_RIGHT];
  if (node->number == OP_AND || node->number == OP_OR) join(sheet, node, negated);
  else if (node->number == OP_HAS || node->number == OP_HAS_SOME) contains(sheet, left, right, negated);
  else if (node->number == OP_LE && left->kind == TREE_CARD) contains(sheet, right, left, negated);
  else compare(sheet, node, negated);
}

static bool is_setting(const struct tree *node) {
  const struct note *note = note_of(node);
  return note && note->symbol && note->symbol->kind == SYMBOL_SETTING;
}

static bool is_table(const struct sheet *sheet, const struct tree *base) {
  const struct symbol *symbol = base->kind == TREE_NAME ? symbol_find(sheet->c, base->word) : NULL;
  return symbol && symbol->kind == SYMBOL_TABLE;
}

static bool is_entry(const struct sheet *sheet, const struct tree *node) {
  return node->kind == TREE_INDEX && is_table(sheet, node->kid[INDEX_BASE]);
}

static void state(struct sheet *sheet, const struct tree *node, const char *holds, const char *answer) {
  const struct tree *base = node->kind == TREE_INDEX ? node->kid[INDEX_BASE] : node;
  if (base->kind != TREE_NAME && base->kind != TREE_FIELD) return sheet_around(sheet, "", node, answer);
  sheet_variable(sheet, base->word);
  say(sheet, holds);
  if (base->kind == TREE_FIELD)
    sheet_around(sheet, is_entry(sheet, base->kid[FIELD_BASE]) ? " in " : " for ", base->kid[FIELD_BASE], "");
  if (node->kind == TREE_INDEX) say(sheet, " for "), sheet_list(sheet, node->kid[INDEX_ARGS], " and ");
}

void sheet_state(struct sheet *sheet, const struct tree *node, bool negated) {
  if (!is_setting(node))
    return state(sheet, node, negated ? " does not hold" : " holds", negated ? " is no" : " is yes");
  say(sheet, "the setting ");
  sheet_variable(sheet, node->word);
  say(sheet, negated ? " is off" : " is on");
}

void sheet_new_state(struct sheet *sheet, const struct tree *node, bool negated) {
  state(sheet, node, negated ? " no longer holds" : " now holds", negated ? " is now no" : " is now yes");
}

/* "p has a heading", "k has no city": of what somebody or something has, by a name that is a noun. */
static bool has_it(struct sheet *sheet, const struct tree *value, bool negated) {
  const struct tree *base = value->kind == TREE_INDEX ? value->kid[INDEX_BASE] : value, *owner = NULL;
  if (value->kind == TREE_FIELD) owner = value->kid[FIELD_BASE];
  else if (value->kind == TREE_INDEX && base->kind == TREE_NAME && !value->kid[INDEX_ARGS]->next)
    owner = value->kid[INDEX_ARGS];
  if (!owner || !sheet_is_local(owner) || sheet_is_set_off(base->word)) return false;
  const char *thing = sheet_words(sheet, base->word);
  sheet_argument(sheet, owner);
  text_format(sheet->out, " has %s %s", negated ? "no" : context_article(thing), thing);
  return true;
}

/* "there is an arrival due", "there is no first key k for which …": of what has "the" before it. */
static bool there_is(struct sheet *sheet, const struct tree *value, bool negated) {
  struct text out = arena_text(sheet->c->arena);
  struct sheet words = *sheet;
  words.out = &out;
  sheet_argument(&words, value);
  const char *thing = text_get(&out);
  if (strncmp(thing, "the ", strlen("the "))) return false;
  thing += strlen("the ");
  text_format(sheet->out, "there is %s %s", negated ? "no" : context_article(thing), thing);
  return true;
}

void sheet_exists(struct sheet *sheet, const struct tree *value, bool negated) {
  bool seat = is_kind(value, TYPE_KIND_PLAYER) && !tree_is_comprehension(value);
  bool slot = is_kind(value, TYPE_KIND_CARD) && value->kind == TREE_INDEX;
  if (!seat && !slot && (has_it(sheet, value, negated) || there_is(sheet, value, negated))) return;
  sheet_argument(sheet, value);
  say(sheet, sheet_is_plural(value) ? " are " : " is ");
  if (seat) say(sheet, negated ? "nobody" : "somebody");
  else if (slot) say(sheet, negated ? "not there" : "there");
  else say(sheet, negated ? "not set" : "set");
}

static void is_none(struct sheet *sheet, const struct tree *node, bool negated) {
  sheet_exists(sheet, node->kid[IS_NONE_VALUE], ((node->flags & FLAG_NOT) != 0) == negated);
}

/* Puts a comma behind "whether" or "if", which would run into "for each player". */
static void set_apart(struct text *out) {
  static const char *const words[] = { "if ", "whether " };
  bool runs_on = false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    size_t length = strlen(words[i]);
    runs_on |= out->bytes && out->length >= length && !memcmp(out->bytes + out->length - length, words[i], length);
  }
  if (!runs_on) return;
  out->length--;
  text_add(out, ", ");
}

static void for_all(struct sheet *sheet, const struct tree *node, bool negated) {
  set_apart(sheet->out);
  say(sheet, "for ");
  sheet_binder(sheet, node->kid[ALL_BINDER], negated ? "at least one" : "each", false);
  say(sheet, ", ");
  condition(sheet, node->kid[ALL_VALUE], negated);
}

static void either(struct sheet *sheet, const struct tree *node, bool negated) {
  say(sheet, "in the case that ");
  condition(sheet, node->kid[IF_ELSE_CONDITION], false);
  say(sheet, ", ");
  condition(sheet, node->kid[IF_ELSE_THEN], negated);
  say(sheet, ", and otherwise ");
  condition(sheet, node->kid[IF_ELSE_ELSE], negated);
}

/* Whether a choice among truths can be told as one: whatever is left over is not so. */
static bool is_told_by_cases(const struct tree *node, bool negated) {
  if (node->kind != TREE_MATCH_VALUE || !is_kind(node, TYPE_KIND_BOOL) || negated) return false;
  bool told = false;
  for (const struct tree *arm = node->kid[MATCH_VALUE_ARMS]; arm; arm = arm->next) {
    bool so = arm->kid[ARM_BODY]->kind != TREE_BOOL || arm->kid[ARM_BODY]->number;
    if (!arm->kid[ARM_PATTERNS] && so) return false;
    told |= so;
  }
  return told;
}

/* "aim is damage, or it is weapon and q's weapon is not empty" */
static void cases(struct sheet *sheet, const struct tree *node) {
  const struct tree *subject = node->kid[MATCH_VALUE_SUBJECT];
  bool begun = false;
  for (const struct tree *arm = node->kid[MATCH_VALUE_ARMS]; arm; arm = arm->next) {
    const struct tree *body = arm->kid[ARM_BODY];
    if (body->kind == TREE_BOOL && !body->number) continue;
    if (!begun && is_column(subject)) under_column(sheet, subject, arm->kid[ARM_PATTERNS], false);
    else {
      if (begun) say(sheet, ", or it is ");
      else sheet_around(sheet, "", subject, sheet_is_plural(subject) ? " are " : " is ");
      sheet_list(sheet, arm->kid[ARM_PATTERNS], " or ");
    }
    begun = true;
    if (body->kind == TREE_BOOL) continue;
    say(sheet, " and ");
    joined(sheet, body, false, OP_AND);
  }
}

static void condition(struct sheet *sheet, const struct tree *node, bool negated) {
  if (is_told_by_cases(node, negated)) return cases(sheet, node);
  switch (node->kind) {
  case TREE_NOT: return condition(sheet, node->kid[NOT_VALUE], !negated);
  case TREE_ANY:
    say(sheet, "there is ");
    return sheet_binder(sheet, node->kid[ANY_BINDER], negated ? "no" : "a", false);
  case TREE_IS_NONE: return is_none(sheet, node, negated);
  case TREE_ALL: return for_all(sheet, node, negated);
  case TREE_BOOL: return say(sheet, (node->number != 0) != negated ? "it is always so" : "it is never so");
  default: break;
  }
  if (!is_kind(node, TYPE_KIND_BOOL)) return sheet_expression(sheet, node);
  if (node->kind == TREE_BINARY && node->number != OP_IF_NONE) return binary_condition(sheet, node, negated);
  if (node->kind == TREE_CALL) return sheet_asked(sheet, node, negated);
  if (node->kind == TREE_IF_ELSE) return either(sheet, node, negated);
  sheet_state(sheet, node, negated);
}

void sheet_condition(struct sheet *sheet, const struct tree *node) { condition(sheet, node, false); }

/* A condition that is kept instead of decided upon. */
static bool is_question(const struct tree *node) {
  if (node->kind == TREE_NOT || node->kind == TREE_ANY || node->kind == TREE_ALL || node->kind == TREE_IS_NONE)
    return true;
  if (!is_kind(node, TYPE_KIND_BOOL)) return false;
  if (is_told_by_cases(node, false)) return true;
  return (node->kind == TREE_BINARY && node->number != OP_IF_NONE) || node->kind == TREE_CALL;
}

/* ---- everything else ---- */

static void arithmetic(struct sheet *sheet, const struct tree *node) {
  static const char *const signs[] = {
    [OP_ADD] = " + ", [OP_SUB] = " − ", [OP_MUL] = " × ", [OP_DIV] = " ÷ ", [OP_MOD] = " modulo "
  };
  int level = level_of_operator(node->number);
  operand(sheet, node->kid[BINARY_LEFT], level);
  if (node->number == OP_IF_NONE) {
    say(sheet, " (or ");
    sheet_expression(sheet, node->kid[BINARY_RIGHT]);
    return say(sheet, " if there is none)");
  }
  say(sheet, signs[node->number]);
  operand(sheet, node->kid[BINARY_RIGHT], level + 1);
}

/* "the player q for whom q's steam is highest" */
static void extreme(struct sheet *sheet, const struct tree *node) {
  const struct tree *binder = node->kid[MOST_BINDER], *by = binder->kid[BINDER_BY];
  bool player = !strcmp(noun_of(sheet, binder->kid[BINDER_DOMAIN]), "player");
  sheet_binder(sheet, binder, "the", false);
  if (binder->kid[BINDER_WHERE]) say(sheet, ", of these the one");
  sheet_around(sheet, player ? " for whom " : " for which ", by, sheet_is_plural(by) ? " are " : " is ");
  say(sheet, node->kind == TREE_MOST ? "highest" : "lowest");
}

/* A comprehension over several variables is one inside another. */
static const struct tree *joined_to(const struct tree *node) {
  const struct tree *value = node->kid[SUM_VALUE];
  return value && tree_is_comprehension(value) && value->flags & FLAG_JOINED ? value : NULL;
}

static void number_over(struct sheet *sheet, const struct tree *node) {
  const struct tree *innermost = node;
  while (innermost->kind != TREE_COUNT && joined_to(innermost)) innermost = joined_to(innermost);
  bool counts = innermost->kind == TREE_COUNT;
  say(sheet, counts                   ? "the number of ways to take "
             : node->kind == TREE_SUM ? "the sum of "
             : node->kind == TREE_MIN ? "the lowest value of "
                                      : "the highest value of ");
  if (!counts) sheet_argument(sheet, innermost->kid[SUM_VALUE]), say(sheet, " over ");
  for (const struct tree *one = node;; one = joined_to(one)) {
    sheet_binder(sheet, one->kid[SUM_BINDER], counts ? "a" : "all", !counts);
    if (one == innermost) return;
    say(sheet, " and ");
  }
}

static void hands(struct sheet *sheet, const struct tree *node) {
  const struct tree *count = node->kid[HANDS_COUNT];
  bool one = count->kind == TREE_INT && count->number == 1;
  if (count->kind == TREE_INT) text_format(sheet->out, "%d ", count->number);
  sheet_binder(sheet, node->kid[HANDS_BINDER], "", !one);
  if (count->kind != TREE_INT) sheet_around(sheet, ", as many as ", count, "");
}

static void comprehension(struct sheet *sheet, const struct tree *node) {
  const struct tree *binder = node->kid[0]; /* of all of them */
  switch (node->kind) {
  case TREE_COUNT: {
    bool numbers = !strcmp(noun_of(sheet, binder->kid[BINDER_DOMAIN]), "number");
    return sheet_binder(sheet, binder, numbers ? "how many" : "the number of", true);
  }
  case TREE_SUM:
  case TREE_MIN:
  case TREE_MAX: return number_over(sheet, node);
  case TREE_MOST:
  case TREE_LEAST: return extreme(sheet, node);
  case TREE_FIRST: return sheet_binder(sheet, binder, "the first", false);
  case TREE_RANDOM: return sheet_binder(sheet, binder, "a random", false);
  case TREE_SET_OF: return sheet_binder(sheet, binder, "all", true);
  case TREE_HANDS: return hands(sheet, node);
  default: /* SET_FROM, BAG_OF, LIST_OF */
    sheet_argument(sheet, node->kid[BAG_OF_VALUE]);
    say(sheet, " for ");
    return sheet_binder(sheet, binder, "each", false);
  }
}

/* A label such as "had the ticket" would run into the sentence around it. */
static bool runs_on(const char *label) { return *label >= 'a' && *label <= 'z' && strchr(label, ' '); }

/* A value of an enum, a card or a seat, by its label; false for anything else. */
static bool value_label(struct sheet *sheet, const struct note *note) {
  if (!note || note->kind != NOTE_VALUE || !note->type) return false;
  if (note->type->kind == TYPE_KIND_PLAYER) return sheet_seat(sheet, note->value), true;
  if (note->type->kind != TYPE_KIND_ENUM && note->type->kind != TYPE_KIND_CARD) return false;
  const char *label = note->type->symbol->values[note->value].label;
  bool quoted = runs_on(label);
  if (quoted) say(sheet, "“");
  sheet_text(sheet, label);
  if (quoted) say(sheet, "”");
  return true;
}

/* What is declared once has an article, what the sentence names itself is set off. */
static void name(struct sheet *sheet, const struct tree *node) {
  const struct note *note = note_of(node);
  if (value_label(sheet, note)) return;
  const struct symbol *symbol = note && note->kind == NOTE_SYMBOL ? note->symbol : NULL;
  if (symbol && symbol->kind == SYMBOL_LOCAL) return sheet_variable(sheet, node->word);
  if (symbol && symbol->kind == SYMBOL_VAR && is_kind(node, TYPE_KIND_ARRAY)) {
    sheet_variable(sheet, node->word);
    return say(sheet, symbol->tree->kid[0]->kind == TREE_TYPE_PLAYER ? " of each player" : " of all");
  }
  if (symbol || !note) return sheet_the(sheet, node->word);
  sheet_name(sheet, node->word);
}

/* "p's hand", "the chips of ulm", "the display at 3", "the prices for red and 2" */
static void place_of(struct sheet *sheet, const struct tree *node) {
  const struct tree *base = node->kid[INDEX_BASE], *first = node->kid[INDEX_ARGS];
  bool own = base->kind == TREE_NAME && is_kind(first, TYPE_KIND_PLAYER);
  if (own) {
    sheet_possessive(sheet, first, base->word);
    if (first->next) say(sheet, " at "), sheet_list(sheet, first->next, " and ");
    return;
  }
  if (is_kind(base, TYPE_KIND_LIST) && !first->next) {
    static const char *const counted[] = { "", "the first", "the second", "the third" };
    bool small = first->kind == TREE_INT && first->number >= 1 && first->number <= 3;
    if (small) say(sheet, counted[first->number]);
    else sheet_around(sheet, "number ", first, "");
    return sheet_around(sheet, " of ", base, "");
  }
  sheet_argument(sheet, base);
  bool named = is_kind(first, TYPE_KIND_ENUM) || is_kind(first, TYPE_KIND_CARD);
  say(sheet, is_table(sheet, base) ? " for " : named ? " of " : " at ");
  sheet_list(sheet, first, " and ");
}

/* "the cards that the display sizes give for 3" */
static void cell(struct sheet *sheet, const struct tree *node) {
  const struct tree *entry = node->kid[FIELD_BASE], *table = entry->kid[INDEX_BASE];
  sheet_the(sheet, node->word);
  sheet_around(sheet, " that ", table, sheet_is_plural_name(table->word) ? " give for " : " gives for ");
  sheet_list(sheet, entry->kid[INDEX_ARGS], " and ");
}

/* "2 if n is 0 or 1; 3 if it is 2; otherwise 4" */
static void match_value(struct sheet *sheet, const struct tree *node) {
  const struct tree *subject = node->kid[MATCH_VALUE_SUBJECT];
  for (const struct tree *arm = node->kid[MATCH_VALUE_ARMS]; arm; arm = arm->next) {
    bool first = arm == node->kid[MATCH_VALUE_ARMS];
    say(sheet, first ? "" : "; ");
    if (!arm->kid[ARM_PATTERNS]) say(sheet, "otherwise ");
    sheet_argument(sheet, arm->kid[ARM_BODY]);
    if (!arm->kid[ARM_PATTERNS]) continue;
    if (first && is_column(subject)) {
      say(sheet, " if ");
      under_column(sheet, subject, arm->kid[ARM_PATTERNS], false);
      continue;
    }
    if (first) sheet_around(sheet, " if ", subject, sheet_is_plural(subject) ? " are " : " is ");
    else say(sheet, " if it is ");
    sheet_list(sheet, arm->kid[ARM_PATTERNS], " or ");
  }
}

static void roll(struct sheet *sheet, const struct tree *node) {
  const struct tree *sides = node->kid[ROLL_SIDES], *count = node->kid[ROLL_COUNT];
  if (sides->kind == TREE_TYPE_NAME) return text_format(sheet->out, "a random %s", sheet_words(sheet, sides->word));
  if (count) sheet_around(sheet, "the roll of ", count, " dice");
  else say(sheet, "the roll of a die");
  if (builtin_called(sides) == BUILTIN_SEATS) say(sheet, " with as many faces as there are players");
  else if (sides->kind != TREE_INT) sheet_around(sheet, " with as many faces as ", sides, "");
  else if (sides->number != 6) text_format(sheet->out, " with %d faces", sides->number);
}

static void branch_value(struct sheet *sheet, const struct tree *node) {
  operand(sheet, node->kid[IF_ELSE_THEN], LEVEL_OR);
  say(sheet, " if ");
  sheet_condition(sheet, node->kid[IF_ELSE_CONDITION]);
  say(sheet, ", otherwise ");
  sheet_expression(sheet, node->kid[IF_ELSE_ELSE]);
}

static void value(struct sheet *sheet, const struct tree *node) {
  switch (node->kind) {
  case TREE_NAME: return name(sheet, node);
  case TREE_TYPE_NAME: say(sheet, "the "); return sheet_name(sheet, node->word);
  case TREE_TYPE_NAMED: return sheet_name(sheet, node->word);
  case TREE_TYPE_PLAYER: return say(sheet, "player");
  case TREE_INT: return text_format(sheet->out, "%d", node->number);
  case TREE_BOOL: return say(sheet, node->number ? "yes" : "no");
  case TREE_NONE: return say(sheet, "nothing");
  case TREE_STRING: return sheet_string(sheet, node);
  case TREE_LIST_VALUE:
    if (!node->kid[LIST_VALUE_ITEMS]) return say(sheet, "nothing");
    return sheet_list(sheet, node->kid[LIST_VALUE_ITEMS], " and ");
  case TREE_CARD:
    if (node->kid[CARD_COUNT]) sheet_around(sheet, "", node->kid[CARD_COUNT], " ");
    if (node->number > 1) text_format(sheet->out, "%d ", node->number);
    return sheet_argument(sheet, node->kid[CARD_VALUE]);
  case TREE_PLAYERS: return say(sheet, "the players");
  case TREE_PLAYERS_STARTING: return sheet_around(sheet, "the players from ", node->kid[PLAYERS_STARTING_FIRST], " on");
  case TREE_CALL: return sheet_call(sheet, node);
  case TREE_INDEX: return place_of(sheet, node);
  case TREE_FIELD:
    if (value_label(sheet, note_of(node))) return;
    if (is_entry(sheet, node->kid[FIELD_BASE])) return cell(sheet, node);
    return sheet_possessive(sheet, node->kid[FIELD_BASE], node->word);
  case TREE_PLACE:
    return sheet_around(sheet, node->number == END_BOTTOM ? "the bottom of " : "the top of ", node->kid[PLACE_ZONE],
                        "");
  case TREE_NEGATE: return sheet_around(sheet, "−", node->kid[NEGATE_VALUE], "");
  case TREE_RANGE:
    sheet_around(sheet, "", node->kid[RANGE_LOW], " to ");
    return sheet_argument(sheet, node->kid[RANGE_HIGH]);
  case TREE_ROLL: return roll(sheet, node);
  case TREE_CHAINS: return sheet_around(sheet, "every way to go on by ", node->kid[CHAINS_VALUE], "");
  case TREE_INSIDE: return sheet_around(sheet, "inside ", node->kid[INSIDE_VALUE], "");
  case TREE_AVOIDING: return sheet_around(sheet, "avoiding ", node->kid[AVOIDING_VALUE], "");
  case TREE_UP_TO: return sheet_around(sheet, "up to ", node->kid[UP_TO_VALUE], "");
  case TREE_IF_ELSE: return branch_value(sheet, node);
  case TREE_MATCH_VALUE: return match_value(sheet, node);
  case TREE_BINARY: return arithmetic(sheet, node);
  default:
    if (tree_is_comprehension(node)) comprehension(sheet, node);
  }
}

void sheet_expression(struct sheet *sheet, const struct tree *node) {
  if (!is_question(node)) return value(sheet, node);
  say(sheet, "whether ");
  sheet_condition(sheet, node);
}
