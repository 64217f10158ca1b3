/* Calls in words: "the neighbours of ulm", "p can pay", "the price for p and d". */
#include <string.h>

#include "compiler/places.h"
#include "compiler/sheet.h"
#include "compiler/type.h"
#include "compiler/types.h"

/* ---- whose ---- */

static bool ends_with(const struct text *out, const char *end) {
  size_t length = strlen(end);
  return out->bytes && out->length >= length && !memcmp(out->bytes + out->length - length, end, length);
}

/* What stands before an apostrophe: a name of the sentence, a value, a seat. */
static bool can_own(const struct tree *owner) {
  const struct note *note = note_of(owner);
  if (owner->kind == TREE_FIELD) return note && note->kind == NOTE_VALUE;
  if (owner->kind != TREE_NAME || !note) return false;
  return note->kind == NOTE_VALUE || (note->symbol && note->symbol->kind == SYMBOL_LOCAL);
}

static void possessive(struct sheet *sheet, const struct tree *owner, const char *thing, bool set_off) {
  void (*write)(struct sheet *, const char *) = set_off ? sheet_variable : sheet_name;
  size_t from = sheet->out->length;
  if (can_own(owner)) sheet_expression(sheet, owner);
  if (can_own(owner) && !ends_with(sheet->out, "”")) {
    bool hisses = ends_with(sheet->out, "s") || ends_with(sheet->out, "s*");
    say(sheet, hisses && !ends_with(sheet->out, "*s*") ? "' " : "'s "); /* but s's, of the letter */
    return write(sheet, thing);
  }
  sheet->out->length = from;
  say(sheet, "the ");
  write(sheet, thing);
  say(sheet, " of ");
  sheet_argument(sheet, owner);
}

void sheet_possessive(struct sheet *sheet, const struct tree *owner, const char *thing) {
  possessive(sheet, owner, thing, sheet_is_set_off(thing));
}

/* ---- what is given ---- */

static bool is_text(const struct tree *node) {
  const struct type *type = sheet_type_of(node);
  return type && type->kind == TYPE_KIND_TEXT;
}

static bool is_player(const struct tree *node) {
  const struct type *type = sheet_type_of(node);
  return type && type->kind == TYPE_KIND_PLAYER;
}

static const struct tree *next_given(const struct tree *node) {
  while (node && is_text(node)) node = node->next;
  return node;
}

/* "a, b and c": texts serve only what is said. */
static void given_list(struct sheet *sheet, const struct tree *arguments) {
  const struct tree *first = next_given(arguments);
  for (const struct tree *node = first, *next; node; node = next) {
    next = next_given(node->next);
    sheet_around(sheet, node == first ? "" : next ? ", " : " and ", node, "");
  }
}

void sheet_given(struct sheet *sheet, const struct tree *arguments) {
  if (!next_given(arguments)) return;
  say(sheet, " for ");
  given_list(sheet, arguments);
}

/* ---- built-ins ---- */

static void two(struct sheet *sheet, const char *before, const struct tree *a, const char *between,
                const struct tree *b) {
  sheet_around(sheet, before, a, between);
  sheet_argument(sheet, b);
}

void sheet_ends_of_paths(struct sheet *sheet, const struct tree *paths) {
  /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the checker has seen to all of them */
  const struct tree *from = places_first(paths), *to = from->next;
  two(sheet, " from ", from, " to ", to);
  for (const struct tree *limit = to->next; limit; limit = limit->next) sheet_around(sheet, ", ", limit, "");
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

static void limits(struct sheet *sheet, const struct tree *arguments) {
  for (const struct tree *limit = arguments; limit; limit = limit->next)
    if (places_is_limit(limit)) sheet_around(sheet, ", ", limit, "");
}

static void about_places(struct sheet *sheet, const struct tree *call, enum builtin which) {
  const struct place_words *words = &place_words[which];
  const struct tree *a = first_place(call, which), *b = a->next && !places_is_limit(a->next) ? a->next : NULL;
  if (which == BUILTIN_STEP || which == BUILTIN_RAY) {
    bool many = which == BUILTIN_STEP && b->next;
    if (many) sheet_around(sheet, "", b->next, " steps ");
    two(sheet, many ? "" : words->between, b, words->before, a);
  } else if (b) two(sheet, words->before, a, words->between, b);
  else sheet_around(sheet, words->before, a, "");
  limits(sheet, a->next);
}

static bool is_zone(const struct tree *node) {
  const struct type *type = sheet_type_of(node);
  return type && type->kind == TYPE_KIND_ZONE;
}

static void several(struct sheet *sheet, enum builtin which, const struct tree *list) {
  bool two_of_them = list && list->next && !list->next->next;
  say(sheet, which == BUILTIN_COMMON ? "what is in all of " : which == BUILTIN_MIN ? "the low" : "the high");
  if (which != BUILTIN_COMMON) say(sheet, two_of_them ? "er of " : "est of ");
  given_list(sheet, list);
}

static void builtin(struct sheet *sheet, const struct tree *call, enum builtin which) {
  const struct tree *a = call->kid[CALL_ARGS];
  if (builtin_is_about_places(which) && which != BUILTIN_PATHS) return about_places(sheet, call, which);
  switch (which) {
  case BUILTIN_NEXT:
  case BUILTIN_LEFT_OF: return sheet_around(sheet, "the player after ", a, "");
  case BUILTIN_RIGHT_OF: return sheet_around(sheet, "the player before ", a, "");
  case BUILTIN_SEAT: return sheet_around(sheet, "the seat of ", a, "");
  case BUILTIN_SEATS: return say(sheet, "the number of players");
  case BUILTIN_AT_SEAT:
    return sheet_around(sheet, a->kind == TREE_INT ? "the player in seat " : "the player whose seat is ", a, "");
  case BUILTIN_INDEX: return sheet_around(sheet, "the number of ", a, "");
  case BUILTIN_NTH:
    text_format(sheet->out, "the %s with number ", a->word ? sheet_words(sheet, a->word) : "one");
    return a->next ? sheet_argument(sheet, a->next) : (void)0;
  case BUILTIN_SIZE: return sheet_around(sheet, is_zone(a) ? "the number of cards in " : "the size of ", a, "");
  case BUILTIN_TOP: return sheet_around(sheet, "the top card of ", a, "");
  case BUILTIN_BOTTOM: return sheet_around(sheet, "the bottom card of ", a, "");
  case BUILTIN_ONLY: return sheet_around(sheet, "the only card of ", a, "");
  case BUILTIN_BOX: return say(sheet, "the box");
  case BUILTIN_ABS: return sheet_around(sheet, "the size of ", a, " without its sign");
  case BUILTIN_OTHERS: return sheet_around(sheet, "the players other than ", a, "");
  case BUILTIN_PATHS: say(sheet, "the ways"); return sheet_ends_of_paths(sheet, call);
  case BUILTIN_COMMON:
  case BUILTIN_MIN:
  case BUILTIN_MAX: return several(sheet, which, a);
  default: say(sheet, builtin_name(which)); return sheet_given(sheet, a);
  }
}

/* ---- questions ---- */

/* A fn whose name begins with a verb reads as a sentence: is_barred(p), can_pay(p, d). */
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

/* The words behind the verb and the other arguments: "next to b", "pay (for b)". */
static void predicate(struct sheet *sheet, const char *words, const struct tree *others) {
  sheet_name(sheet, words);
  if (!next_given(others)) return;
  bool directly = sheet_preposition(words) != NULL;
  say(sheet, directly ? " " : " (for ");
  given_list(sheet, others);
  if (!directly) say(sheet, ")");
}

/* "deserves_grant": a verb in the third person, which is told by its base when it is not so. */
static bool is_third_person(const char *name) {
  size_t length = strcspn(name, "_");
  return length > 3 && name[length - 1] == 's' && !strchr("siu", name[length - 2]);
}

static void third_person(struct sheet *sheet, const struct tree *call, bool negated) {
  const struct tree *first = call->kid[CALL_ARGS];
  size_t length = strcspn(call->word, "_");
  sheet_argument(sheet, first);
  if (!negated) {
    say(sheet, " ");
    return predicate(sheet, call->word, first->next);
  }
  bool ies = length > 4 && !strncmp(call->word + length - 3, "ies", 3);
  const char *base = arena_format(sheet->c->arena, "%.*s%s%s", (int)length - (ies ? 3 : 1), call->word, ies ? "y" : "",
                                  call->word + length);
  say(sheet, " does not ");
  predicate(sheet, base, first->next);
}

static bool by_verb(struct sheet *sheet, const struct tree *call, bool negated) {
  const struct tree *first = call->kid[CALL_ARGS];
  for (const struct verb *verb = verbs; first && verb->start; verb++) {
    size_t length = strlen(verb->start);
    if (strncmp(call->word, verb->start, length) != 0) continue;
    sheet_argument(sheet, first);
    say(sheet, negated ? verb->is_not : verb->is);
    predicate(sheet, call->word + length, first->next);
    return true;
  }
  if (!first || !is_third_person(call->word)) return false;
  third_person(sheet, call, negated);
  return true;
}

/* Without a verb in its name: "“in slipstream” holds for p". */
static void by_name(struct sheet *sheet, const struct tree *call, bool negated) {
  sheet_variable(sheet, call->word);
  say(sheet, negated ? " does not hold" : " holds");
  sheet_given(sheet, call->kid[CALL_ARGS]);
}

void sheet_asked(struct sheet *sheet, const struct tree *call, bool negated) {
  const struct tree *a = call->kid[CALL_ARGS];
  switch (builtin_called(call)) {
  case BUILTIN_EMPTY:
    sheet_argument(sheet, a);
    say(sheet, sheet_is_plural(a) ? " are " : " is ");
    return say(sheet, negated ? "not empty" : "empty");
  case BUILTIN_CONNECTED: {
    const struct tree *from = places_first(call);
    two(sheet, "", from, negated ? " is not connected with " : " is connected with ", from->next);
    return limits(sheet, from->next->next);
  }
  case BUILTIN_SEES: return two(sheet, "", a, negated ? " does not see " : " sees ", a->next);
  default:
    if (!by_verb(sheet, call, negated)) by_name(sheet, call, negated);
  }
}

/* ---- values ---- */

/* Is the first of several the one whose it is, and are the others behind it? But "the steps between p and q". */
static bool owns_the_rest(const struct tree *first, const char *name) {
  const struct tree *second = next_given(first->next);
  const char *preposition = sheet_preposition(name);
  if (!second || !can_own(first) || (is_player(first) && is_player(second))) return false;
  return is_player(first) || (preposition && strcmp(preposition, "_between"));
}

void sheet_call(struct sheet *sheet, const struct tree *call) {
  const struct note *note = note_of(call);
  const struct tree *first = next_given(call->kid[CALL_ARGS]);
  if (note && note->kind == NOTE_BUILTIN) return builtin(sheet, call, (enum builtin)note->value);
  if (is_text(call)) return say(sheet, "…");
  if (first && !next_given(first->next) && !sheet_preposition(call->word))
    return sheet_possessive(sheet, first, call->word);
  if (first && owns_the_rest(first, call->word)) { /* "p's markers in Ulm" */
    possessive(sheet, first, call->word, false);
    first = next_given(first->next);
  } else sheet_the(sheet, call->word);
  if (!first) return;
  if (!sheet_preposition(call->word)) return sheet_given(sheet, first);
  say(sheet, " ");
  given_list(sheet, first);
}
