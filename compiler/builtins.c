/* Built-in functions: names, arguments, results. A game may declare a fn of the same name, which then comes first. */
#include "compiler/types.h"

#include <string.h>

#include "compiler/places.h"

static const char *const names[BUILTIN_COUNT] = { [BUILTIN_NEXT] = "next",         [BUILTIN_LEFT_OF] = "left_of",
                                                  [BUILTIN_RIGHT_OF] = "right_of", [BUILTIN_SEAT] = "seat",
                                                  [BUILTIN_SEATS] = "seats",       [BUILTIN_AT_SEAT] = "at_seat",
                                                  [BUILTIN_INDEX] = "index",       [BUILTIN_NTH] = "nth",
                                                  [BUILTIN_SIZE] = "size",         [BUILTIN_TOP] = "top",
                                                  [BUILTIN_BOTTOM] = "bottom",     [BUILTIN_ONLY] = "only",
                                                  [BUILTIN_EMPTY] = "empty",       [BUILTIN_NEIGHBOURS] = "neighbours",
                                                  [BUILTIN_DISTANCE] = "distance", [BUILTIN_WITHIN] = "within",
                                                  [BUILTIN_BOX] = "box",           [BUILTIN_MIN] = "min",
                                                  [BUILTIN_MAX] = "max",           [BUILTIN_ABS] = "abs",
                                                  [BUILTIN_COMMON] = "common",     [BUILTIN_SEES] = "sees",
                                                  [BUILTIN_OTHERS] = "others",     [BUILTIN_PATHS] = "paths",
                                                  [BUILTIN_STEP] = "step",         [BUILTIN_RAY] = "ray",
                                                  [BUILTIN_REGION] = "region",     [BUILTIN_CONNECTED] = "connected",
                                                  [BUILTIN_EDGE] = "edge",         [BUILTIN_CORNERS] = "corners",
                                                  [BUILTIN_GROUPS] = "groups",     [BUILTIN_OPPOSITE] = "opposite",
                                                  [BUILTIN_TURNED] = "turned" };

const char *builtin_name(enum builtin builtin) { return names[builtin]; }

enum builtin builtin_find(const char *name) {
  for (int i = 0; i < BUILTIN_COUNT; i++)
    if (!strcmp(names[i], name)) return (enum builtin)i;
  return BUILTIN_COUNT;
}

enum builtin builtin_called(const struct tree *node) {
  const struct note *note = node->kind == TREE_CALL ? note_of(node) : NULL;
  return note && note->kind == NOTE_BUILTIN ? (enum builtin)note->value : BUILTIN_COUNT;
}

bool builtin_asks_size(const struct tree *node) {
  enum builtin builtin = builtin_called(node);
  return builtin == BUILTIN_SIZE || builtin == BUILTIN_EMPTY || builtin == BUILTIN_SEES;
}

static struct type *done(struct compilation *c, struct tree *call, enum builtin builtin, struct type *type,
                         struct symbol *symbol) {
  return types_note(c, call, NOTE_BUILTIN, type, symbol, (int32_t)builtin);
}

/* Exactly `count` arguments; false after reporting. */
static bool arity(struct compilation *c, struct tree *call, int count) {
  int given = 0;
  for (struct tree *arg = call->kid[CALL_ARGS]; arg; arg = arg->next) given++;
  if (given == count) return true;
  diag_report(c->diags, DIAG_E0303, call->span, "`%s` takes %d argument%s, not %d", call->word, count,
              count == 1 ? "" : "s", given);
  return false;
}

static struct type *check_player(struct compilation *c, struct tree *call, enum builtin builtin) {
  if (arity(c, call, 1)) types_expression_as(c, call->kid[CALL_ARGS], c->player_type);
  return done(c, call, builtin, builtin == BUILTIN_SEAT ? c->int_type : c->player_type, NULL);
}

static struct type *check_numbers(struct compilation *c, struct tree *call, enum builtin builtin) {
  int given = 0;
  for (struct tree *arg = call->kid[CALL_ARGS]; arg; arg = arg->next, given++) types_expression_as(c, arg, c->int_type);
  if (given < 2)
    diag_report(c->diags, DIAG_E0303, call->span, "`%s` takes two or more numbers, or `%s(e for x in …)`", call->word,
                call->word);
  return done(c, call, builtin, c->int_type, NULL);
}

static struct type *check_size(struct compilation *c, struct tree *call, enum builtin builtin) {
  struct type *result = builtin == BUILTIN_SIZE ? c->int_type : c->bool_type;
  if (!arity(c, call, 1)) return done(c, call, builtin, c->error_type, NULL);
  struct tree *arg = call->kid[CALL_ARGS];
  bool name = arg->kind == TREE_NAME && !symbol_find(c, arg->word);
  bool slot = false;
  struct type *type = name ? types_zone(c, arg) : types_expression(c, arg);
  if (arg->kind == TREE_INDEX && type->kind != TYPE_KIND_ERROR)
    slot = note_of(arg)->symbol && note_of(arg)->symbol->row;
  if (slot || type->kind == TYPE_KIND_ERROR || type->kind == TYPE_KIND_ZONE || type->kind == TYPE_KIND_SET ||
      type->kind == TYPE_KIND_BAG || type->kind == TYPE_KIND_LIST)
    return done(c, call, builtin, result, NULL);
  diag_report(c->diags, DIAG_E0305, arg->span, "`%s` asks about a zone, set, bag or list, and this is %s", call->word,
              type_phrase(c, type));
  return done(c, call, builtin, c->error_type, NULL);
}

static struct type *check_only(struct compilation *c, struct tree *call) {
  if (!arity(c, call, 1)) return done(c, call, BUILTIN_ONLY, c->error_type, NULL);
  struct type *zone = types_zone(c, call->kid[CALL_ARGS]);
  return done(c, call, BUILTIN_ONLY, zone->kind == TYPE_KIND_ERROR ? zone : zone->element, NULL);
}

static struct type *check_end(struct compilation *c, struct tree *call, enum builtin builtin) {
  if (!arity(c, call, 1)) return done(c, call, builtin, c->error_type, NULL);
  struct type *zone = types_zone(c, call->kid[CALL_ARGS]);
  if (zone->kind == TYPE_KIND_ERROR) return done(c, call, builtin, zone, NULL);
  struct symbol *symbol = note_of(call->kid[CALL_ARGS])->symbol;
  if (symbol && symbol->kind == SYMBOL_ZONE && symbol->tree->kind == TREE_POOL && symbol_blame(symbol))
    diag_report(c->diags, DIAG_E0305, call->span, "`%s` is a pool and has no %s; declare it as a pile", symbol->name,
                call->word);
  return done(c, call, builtin, type_optional(c, zone->element), NULL);
}

/* What all of several sets hold. One that is written out is of the type of the first that is not. */
static struct type *check_common(struct compilation *c, struct tree *call) {
  struct tree *first = call->kid[CALL_ARGS], *typed = first;
  while (typed && typed->kind == TREE_LIST_VALUE && typed->next) typed = typed->next;
  if (!first || !first->next) {
    diag_report(c->diags, DIAG_E0303, call->span, "`common` takes two or more sets");
    return done(c, call, BUILTIN_COMMON, c->error_type, NULL);
  }
  struct type *type = types_expression(c, typed);
  if (type->kind != TYPE_KIND_ERROR && type->kind != TYPE_KIND_SET) {
    struct diag *diag = diag_report(c->diags, DIAG_E0301, typed->span,
                                    "`common` gives what several sets hold, and this is %s", type_phrase(c, type));
    if (type->kind == TYPE_KIND_ZONE || type->kind == TYPE_KIND_LIST || type->kind == TYPE_KIND_BAG)
      diag_hint(c->diags, diag, "each of its values once is `set(x in …)`");
    type = c->error_type;
  }
  for (struct tree *arg = first; arg; arg = arg->next) {
    if (arg == typed) continue;
    if (type->kind == TYPE_KIND_ERROR) types_expression(c, arg);
    else types_expression_as(c, arg, type);
  }
  return done(c, call, BUILTIN_COMMON, type, NULL);
}

static struct type *check_sees(struct compilation *c, struct tree *call) {
  if (!arity(c, call, 2)) return done(c, call, BUILTIN_SEES, c->error_type, NULL);
  types_expression_as(c, call->kid[CALL_ARGS], c->player_type);
  types_zone(c, call->kid[CALL_ARGS]->next);
  return done(c, call, BUILTIN_SEES, c->bool_type, NULL);
}

static struct type *check_index_of(struct compilation *c, struct tree *call) {
  if (!arity(c, call, 1)) return done(c, call, BUILTIN_INDEX, c->error_type, NULL);
  struct type *type = types_expression(c, call->kid[CALL_ARGS]);
  bool listed = type->kind == TYPE_KIND_ENUM || type->kind == TYPE_KIND_CARD || type->kind == TYPE_KIND_ANY_CARD;
  if (type->kind != TYPE_KIND_ERROR && (!listed || type->optional))
    diag_report(c->diags, DIAG_E0301, call->kid[CALL_ARGS]->span,
                "`index` asks for a value of an enum or a card, and this is %s", type_phrase(c, type));
  return done(c, call, BUILTIN_INDEX, c->int_type, NULL);
}

static struct type *check_nth(struct compilation *c, struct tree *call) {
  if (!arity(c, call, 2)) return done(c, call, BUILTIN_NTH, c->error_type, NULL);
  struct tree *type_tree = call->kid[CALL_ARGS];
  if (type_tree->kind != TREE_TYPE_NAME) {
    diag_report(c->diags, DIAG_E0304, type_tree->span, "`nth` takes an enum or deck and a number: nth(Space, 3)");
    return done(c, call, BUILTIN_NTH, c->error_type, NULL);
  }
  struct type *type = types_domain(c, type_tree);
  types_expression_as(c, type_tree->next, c->int_type);
  return done(c, call, BUILTIN_NTH, type, type->symbol);
}

static struct type *check_box(struct compilation *c, struct tree *call) {
  struct tree *deck = call->kid[CALL_ARGS];
  struct symbol *symbol = deck && deck->kind == TREE_TYPE_NAME ? symbol_named(c, deck) : NULL;
  if (!symbol || symbol->kind != SYMBOL_DECK || deck->next) {
    diag_report(c->diags, DIAG_E0305, call->span, "`box` takes a deck: box(Card)");
    return done(c, call, BUILTIN_BOX, c->error_type, NULL);
  }
  struct type *card = type_of_symbol(c, TYPE_KIND_CARD, symbol);
  return done(c, call, BUILTIN_BOX, type_container(c, TYPE_KIND_ZONE, card, 0), symbol);
}

struct type *builtin_check(struct compilation *c, struct tree *call, enum builtin builtin) {
  switch (builtin) {
  case BUILTIN_NEXT:
  case BUILTIN_LEFT_OF:
  case BUILTIN_RIGHT_OF:
  case BUILTIN_SEAT: return check_player(c, call, builtin);
  case BUILTIN_SEATS: arity(c, call, 0); return done(c, call, builtin, c->int_type, NULL);
  case BUILTIN_AT_SEAT:
    if (arity(c, call, 1)) types_expression_as(c, call->kid[CALL_ARGS], c->int_type);
    return done(c, call, builtin, c->player_type, NULL);
  case BUILTIN_ABS:
    if (arity(c, call, 1)) types_expression_as(c, call->kid[CALL_ARGS], c->int_type);
    return done(c, call, builtin, c->int_type, NULL);
  case BUILTIN_INDEX: return check_index_of(c, call);
  case BUILTIN_NTH: return check_nth(c, call);
  case BUILTIN_SIZE:
  case BUILTIN_EMPTY: return check_size(c, call, builtin);
  case BUILTIN_TOP:
  case BUILTIN_BOTTOM: return check_end(c, call, builtin);
  case BUILTIN_ONLY: return check_only(c, call);
  case BUILTIN_BOX: return check_box(c, call);
  case BUILTIN_COMMON: return check_common(c, call);
  case BUILTIN_SEES: return check_sees(c, call);
  case BUILTIN_MIN:
  case BUILTIN_MAX: return check_numbers(c, call, builtin);
  case BUILTIN_OTHERS:
  case BUILTIN_PATHS:
  case BUILTIN_GROUPS: break;
  default: return places_check(c, call, builtin);
  }
  diag_report(c->diags, DIAG_E0304, call->span, "`%s` stands for many values; use it after `in`", call->word);
  return done(c, call, builtin, c->error_type, NULL);
}
