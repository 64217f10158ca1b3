/* Statements: types, purity, what may stand where. Choices are in choices.c. */
#include "compiler/statements.h"

#include "compiler/constant.h"
#include "compiler/passes.h"
#include "compiler/refuse.h"

/* ---- does a block always leave? ---- */

static bool always_leaves(const struct tree *block);

/* Whether a `break` in any of these leads out of the loop around them. */
static bool may_break(const struct tree *node) {
  for (; node; node = node->next) {
    if (node->kind == TREE_BREAK) return true;
    if (tree_does(node, DOES_LOOPS)) continue;
    for (int i = 0; i < tree_kid_count(node->kind); i++)
      if (may_break(node->kid[i])) return true;
  }
  return false;
}

static bool always_leaves_one(const struct tree *node) {
  switch (node->kind) {
  case TREE_REPEAT: return !node->kid[REPEAT_UNTIL] && !node->kid[REPEAT_TIMES] && !may_break(node->kid[REPEAT_BLOCK]);
  case TREE_IF: {
    const struct tree *other = node->kid[IF_ELSE];
    return other && always_leaves(node->kid[IF_THEN]) &&
           (other->kind == TREE_IF ? always_leaves_one(other) : always_leaves(other));
  }
  case TREE_MATCH:
    for (const struct tree *arm = node->kid[MATCH_ARMS]; arm; arm = arm->next)
      if (!always_leaves(arm->kid[ARM_BODY])) return false;
    return node->kid[MATCH_ARMS] != NULL;
  default: return tree_does(node, DOES_LEAVES);
  }
}

static bool always_leaves(const struct tree *block) {
  for (const struct tree *node = block->kid[BLOCK_STATEMENTS]; node; node = node->next)
    if (always_leaves_one(node)) return true;
  return false;
}

/* What to write instead, for a report that was made since the mark and has no better advice. */
static void advise_since(struct compilation *c, struct diag_mark mark, enum diag_code code, const char *advice) {
  struct diag *last = c->diags->count > mark.count ? c->diags->items[c->diags->count - 1] : NULL;
  if (last && last->code == code && !last->hint) diag_hint(c->diags, last, "%s", advice);
}

/* ---- places cards move between ---- */

static struct tree *zone_of_place(struct tree *place) {
  return place->kind == TREE_PLACE ? place->kid[PLACE_ZONE] : place;
}

static struct type *check_place(struct compilation *c, struct tree *place, bool row_allowed) {
  struct type *type = row_allowed ? types_zone_or_row(c, zone_of_place(place)) : types_zone(c, zone_of_place(place));
  const struct note *note = note_of(zone_of_place(place));
  if (place->kind == TREE_PLACE && type->kind != TYPE_KIND_ERROR && note->symbol && note->symbol->kind == SYMBOL_ZONE &&
      note->symbol->tree->kind != TREE_PILE && symbol_blame(note->symbol))
    diag_report(c->diags, DIAG_E0305, place->span, "`%s` has no top or bottom; declare it as a pile",
                note->symbol->name);
  return type;
}

void statements_check_ordered(struct compilation *c, struct tree *place, const char *what) {
  struct tree *zone = zone_of_place(place);
  const struct note *note = note_of(zone);
  struct symbol *symbol = note && note->kind == NOTE_SYMBOL ? note->symbol : NULL;
  if (!symbol || symbol->kind != SYMBOL_ZONE || symbol->tree->kind == TREE_PILE) return;
  if (!symbol_blame(symbol)) return;
  diag_report(c->diags, DIAG_E0305, zone->span, "`%s` is a %s and has no order, so it cannot be %s", symbol->name,
              symbol->row ? "row" : "pool", what);
}

/* Two zones of one deck; gives the card's type. */
static struct type *check_move_zones(struct compilation *c, struct tree *from, struct tree *to, bool from_row) {
  struct type *a = check_place(c, from, from_row), *b = check_place(c, to, false);
  if (a->kind == TYPE_KIND_ERROR || b->kind == TYPE_KIND_ERROR) return c->error_type;
  if (type_equal(a->element, b->element)) return a->element;
  diag_report(c->diags, DIAG_E0301, to->span, "this holds %s cards, and %s cards are moved", type_name(c, b->element),
              type_name(c, a->element));
  return c->error_type;
}

static void check_move(struct compilation *c, struct tree *node) {
  struct type *card = check_move_zones(c, node->kid[MOVE_FROM], node->kid[MOVE_TO], false);
  struct tree *what = node->kid[MOVE_WHAT];
  if (node->kid[MOVE_COUNT]) types_expression_as(c, node->kid[MOVE_COUNT], c->int_type);
  struct type *type = types_check_expression(c, what, card->kind == TYPE_KIND_ERROR ? NULL : card);
  if (card->kind == TYPE_KIND_ERROR || type->kind == TYPE_KIND_ERROR) return;
  if (type->kind == TYPE_KIND_BAG && type_equal(type->element, card) && !node->kid[MOVE_COUNT]) return;
  if (type_fits(card, type)) return;
  struct diag_mark mark = diag_mark(c->diags);
  types_mismatch(c, what, card, type);
  if (type->kind == TYPE_KIND_INT) advise_since(c, mark, DIAG_E0301, "so many from the top is `draw … from … to …`");
  if (type->kind == TYPE_KIND_ZONE) advise_since(c, mark, DIAG_E0301, "all its cards is `move all from … to …`");
}

static void check_move_all(struct compilation *c, struct tree *node) {
  struct type *card = check_move_zones(c, node->kid[MOVE_ALL_FROM], node->kid[MOVE_ALL_TO], true);
  if (!node->kid[MOVE_ALL_WHERE]) return;
  struct symbol *mark = types_scope_mark(c);
  types_scope_declare(c, node, card);
  types_condition(c, node->kid[MOVE_ALL_WHERE]);
  types_scope_close(c, mark);
}

/* Those who are told or shown something: a player, `players`, `others(p)` or a set of players. */
static void check_listeners(struct compilation *c, struct tree *to) {
  bool domain = to->kind == TREE_PLAYERS ||
                (to->kind == TREE_CALL && !symbol_find(c, to->word) && builtin_find(to->word) == BUILTIN_OTHERS);
  struct type *players = type_container(c, TYPE_KIND_SET, c->player_type, 0);
  struct type *type =
      domain ? types_domain(c, to) : types_check_expression(c, to, to->kind == TREE_LIST_VALUE ? players : NULL);
  bool set = type->kind == TYPE_KIND_SET && type->element->kind == TYPE_KIND_PLAYER;
  if (!domain && !set && type->kind != TYPE_KIND_ERROR && !type_fits(c->player_type, type))
    types_mismatch(c, to, c->player_type, type);
}

static void check_reveal(struct compilation *c, struct tree *node) {
  struct type *zone = types_zone(c, node->kid[REVEAL_FROM]);
  types_must_be_effect(c, node, "`reveal`");
  if (node->kid[REVEAL_WHAT] && zone->kind != TYPE_KIND_ERROR)
    types_expression_as(c, node->kid[REVEAL_WHAT], zone->element);
  check_listeners(c, node->kid[REVEAL_TO]);
  c->reveals = true;
}

static struct type *check_draw_one(struct compilation *c, struct tree *node) {
  types_must_be_effect(c, node, "drawing");
  struct type *card = check_move_zones(c, node->kid[DRAW_ONE_FROM], node->kid[DRAW_ONE_TO], false);
  statements_check_ordered(c, node->kid[DRAW_ONE_FROM], "drawn from; use `move random`, or declare it as a pile");
  return card->kind == TYPE_KIND_ERROR ? card : type_optional(c, card);
}

/* ---- names and assignments ---- */

/* The value of `let` or `=`: also what only stands there. */
static struct type *check_value(struct compilation *c, struct tree *value, struct type *want) {
  if (value->kind == TREE_PICK) return choices_check_pick(c, value);
  if (value->kind == TREE_DRAW_ONE) return check_draw_one(c, value);
  c->checker->event = value;
  struct type *type = types_check_part(c, value, want);
  if (want && refuse_long_list(c, value, want)) return c->error_type;
  if (type->kind == TYPE_KIND_VOID) {
    refuse_no_value(c, value, note_of(value)->symbol);
    return c->error_type;
  }
  return type;
}

static struct type *storable(struct compilation *c, struct tree *node, struct type *type) {
  if (type->kind == TYPE_KIND_NONE)
    diag_report(c->diags, DIAG_E0319, node->span, "nothing says what this none would be; use `var x: T or none`");
  else if (type->kind == TYPE_KIND_TEXT)
    diag_report(c->diags, DIAG_E0313, node->span, "a text cannot be kept; make it a `fn` that gives a text");
  else if (type->kind == TYPE_KIND_ZONE)
    diag_report(c->diags, DIAG_E0305, node->span,
                "a zone cannot be kept under another name; name it where it is used, or hand it to an effect");
  else if (type->kind == TYPE_KIND_CELL) refuse_part(c, node, type);
  else return type;
  return c->error_type;
}

static void check_let(struct compilation *c, struct tree *node) {
  const struct tree *before = c->checker->asked;
  if (node->kid[LET_ELSE]) c->checker->asked = node->kid[LET_VALUE];
  struct type *type = storable(c, node, check_value(c, node->kid[LET_VALUE], NULL));
  c->checker->asked = before;
  if (node->kid[LET_ELSE]) {
    if (type->kind != TYPE_KIND_ERROR && !type->optional)
      diag_report(c->diags, DIAG_W0507, node->kid[LET_VALUE]->span, "this is never none, so `else` has no use");
    statements_check_block(c, node->kid[LET_ELSE]);
    if (!always_leaves(node->kid[LET_ELSE]))
      diag_report(c->diags, DIAG_E0406, node->kid[LET_ELSE]->span,
                  "the block after `else` must leave: `leave`, `return`, `break`, `continue` or `end game`");
    type = type_required(c, type);
  }
  types_scope_declare(c, node, type);
}

static void check_local(struct compilation *c, struct tree *node) {
  struct type *type = type_resolve(c, node->kid[LOCAL_TYPE], c->checker->proc ? c->checker->proc->deck_param : NULL);
  struct tree *value = node->kid[LOCAL_VALUE];
  if (type->kind == TYPE_KIND_ARRAY) { /* every element starts with the same value, or a whole array is copied */
    struct type *have = types_check_expression(c, value, type->element);
    if (!type_fits(type->element, have) && !type_fits(type, have)) types_mismatch(c, value, type->element, have);
  } else if (type->kind != TYPE_KIND_ERROR) {
    struct type *have = check_value(c, value, type);
    if (!type_fits(type, have)) types_mismatch(c, value, type, have);
  } else types_expression(c, value);
  types_scope_declare(c, node, storable(c, node, type));
}

static bool is_list_element(const struct tree *target) {
  return target->kind == TREE_INDEX && note_of(target->kid[INDEX_BASE]) &&
         type_of(target->kid[INDEX_BASE])->kind == TYPE_KIND_LIST;
}

static bool is_assignable(const struct tree *target) {
  if (is_list_element(target)) return false;
  const struct tree *base = target->kind == TREE_INDEX ? target->kid[INDEX_BASE] : target;
  const struct note *note = note_of(target->kind == TREE_INDEX && !note_of(base) ? target : base);
  if (!note || note->kind != NOTE_SYMBOL || base->kind != TREE_NAME) return false;
  if (note->symbol->kind == SYMBOL_VAR) return true;
  return note->symbol->kind == SYMBOL_LOCAL && note->symbol->tree->kind == TREE_LOCAL;
}

/* What was declared for good, and what to declare instead. */
static void refuse_declared(struct compilation *c, const struct tree *target, const struct symbol *symbol) {
  struct diag *diag = diag_report(c->diags, DIAG_E0306, target->span, "the %s `%s` cannot be changed",
                                  symbol_kind_word(symbol->kind), symbol->name);
  if (symbol->kind == SYMBOL_CONST)
    diag_hint(c->diags, diag, "make it a `var`: `var %s: %s = …`", symbol->name,
              symbol->type ? type_name(c, symbol->type) : "int");
  else if (symbol->kind == SYMBOL_SETTING)
    diag_hint(c->diags, diag, "it is chosen before play; what changes is a `var`, which may begin as `%s`",
              symbol->name);
  else diag_hint(c->diags, diag, "what changes is a `var`");
}

static void refuse_target(struct compilation *c, const struct tree *target) {
  const struct tree *base = target->kind == TREE_INDEX ? target->kid[INDEX_BASE] : target;
  const struct symbol *symbol = base->kind == TREE_NAME ? symbol_find(c, base->word) : NULL;
  if (is_list_element(target))
    diag_report(c->diags, DIAG_E0306, target->span,
                "the values of a list cannot be changed one by one; it is set as a whole, `… = [a, b]`, or added to, "
                "`… += a`");
  else if (symbol && symbol->kind == SYMBOL_LOCAL)
    diag_report(c->diags, DIAG_E0306, target->span,
                symbol->tree->kind == TREE_LET ? "`%s` keeps its value; declare it with `var` to change it"
                                               : "`%s` keeps its value here; use a `var` of its own",
                symbol->name);
  else if (symbol && symbol->kind == SYMBOL_ZONE)
    diag_report(c->diags, DIAG_E0306, target->span, "cards are moved, never assigned: `move … to %s`", symbol->name);
  else if (symbol) refuse_declared(c, target, symbol);
  else if (target->kind == TREE_FIELD && target->kid[FIELD_BASE]->flags & FLAG_PLAIN)
    diag_hint(c->diags, diag_report(c->diags, DIAG_E0306, target->span, "a table cannot be changed"),
              "what changes is a `var` with an index: `var n[2..5]: int = 0`");
  else if (target->kind == TREE_FIELD)
    diag_hint(c->diags,
              diag_report(c->diags, DIAG_E0306, target->span, "the field `%s` cannot be changed: it stands in a table",
                          target->word),
              "what changes is a `var` with an index: `var %s[…]: …`", target->word);
  else diag_report(c->diags, DIAG_E0306, target->span, "this cannot be changed; what changes is a `var`");
}

/* A constant that the variable can never hold, itself or in a list that is written out. */
static void refuse_outside(struct compilation *c, struct tree *value, const struct type *type,
                           const struct symbol *symbol) {
  int32_t number;
  if (type->kind == TYPE_KIND_LIST && value->kind == TREE_LIST_VALUE)
    for (struct tree *item = value->kid[LIST_VALUE_ITEMS]; item; item = item->next)
      refuse_outside(c, item, type->element, symbol);
  if (type->kind != TYPE_KIND_INT || symbol->tree->flags & FLAG_CLAMPED || !note_of(value) ||
      !constant_fold(c, value, &number))
    return;
  if (number < type->low || number > type->high)
    diag_report(c->diags, DIAG_E0315, value->span, "%d is outside %d..%d", number, type->low, type->high);
}

static void check_assign(struct compilation *c, struct tree *node) {
  struct tree *target = node->kid[ASSIGN_TARGET], *value = node->kid[ASSIGN_VALUE];
  struct diag_mark mark = diag_mark(c->diags);
  struct type *type = types_expression(c, target);
  if (type->kind == TYPE_KIND_ERROR) {
    if (node->number == OP_SET && target->kind == TREE_NAME)
      advise_since(c, mark, DIAG_E0201, "a new name begins with `let`, or with `var` when it changes later");
    check_value(c, value, NULL);
    return;
  }
  if (!is_assignable(target)) {
    refuse_target(c, target);
    check_value(c, value, type);
    return;
  }
  const struct tree *base = target->kind == TREE_INDEX ? target->kid[INDEX_BASE] : target;
  const struct symbol *symbol = symbol_find(c, base->word);
  if (symbol->kind == SYMBOL_VAR) types_must_be_effect(c, node, "a change of the game");
  struct type *have = check_value(c, value, type);
  bool is_list = type->kind == TYPE_KIND_LIST, collects = type->kind == TYPE_KIND_SET || type->kind == TYPE_KIND_BAG;
  bool one = node->number != OP_SET && (collects || is_list) && have->kind != TYPE_KIND_ERROR &&
             type_fits(type->element, have);
  if (one) { /* `s += e` is `s += [e]` */
    struct tree *list = tree_new(c->arena, TREE_LIST_VALUE, value->span);
    list->kid[LIST_VALUE_ITEMS] = value;
    node->kid[ASSIGN_VALUE] = list;
    have = types_check_expression(c, list, type);
  }
  if (type->kind == TYPE_KIND_ARRAY && !type_fits(type, have) && refuse_whole(c, target, type)) return;
  bool adds_list = node->number != OP_SET && is_list && have->kind == TYPE_KIND_LIST; /* of any length */
  if (type_fits(type, have) || (adds_list && type_fits(type->element, have->element))) {
    if (node->number == OP_SET || (is_list && node->number == OP_ADD))
      refuse_outside(c, node->kid[ASSIGN_VALUE], type, symbol);
    bool counts = type->kind == TYPE_KIND_INT || collects || is_list;
    if (node->number != OP_SET && (!counts || type->optional))
      diag_report(c->diags, DIAG_E0301, node->span, "%s cannot be counted up or down; set it with `=`",
                  type_phrase(c, type));
  } else
    types_mismatch(
        c, value, node->number != OP_SET && (collects || is_list) && type_is_scalar(have) ? type->element : type, have);
}

/* ---- flow ---- */

static void check_if(struct compilation *c, struct tree *node) {
  struct tree *condition = node->kid[IF_CONDITION];
  struct symbol *mark = types_scope_mark(c);
  if (condition->kind == TREE_LET) {
    const struct tree *before = c->checker->asked;
    c->checker->asked = condition->kid[LET_VALUE];
    struct type *type = storable(c, condition, check_value(c, condition->kid[LET_VALUE], NULL));
    c->checker->asked = before;
    if (type->kind != TYPE_KIND_ERROR && !type->optional)
      diag_report(c->diags, DIAG_W0507, condition->span, "this is never none, so `if let` has no use");
    types_scope_declare(c, condition, type_required(c, type));
  } else types_condition(c, condition);
  statements_check_block(c, node->kid[IF_THEN]);
  types_scope_close(c, mark);
  struct tree *other = node->kid[IF_ELSE];
  if (other && other->kind == TREE_IF) check_if(c, other);
  else if (other) statements_check_block(c, other);
}

static void check_match(struct compilation *c, struct tree *node) {
  struct type *subject = types_expression(c, node->kid[MATCH_SUBJECT]);
  types_patterns(c, node, node->kid[MATCH_ARMS], subject);
  for (struct tree *arm = node->kid[MATCH_ARMS]; arm; arm = arm->next) statements_check_block(c, arm->kid[ARM_BODY]);
}

static void check_loop_body(struct compilation *c, struct tree *block) {
  c->checker->loops++;
  statements_check_block(c, block);
  c->checker->loops--;
}

static void check_for(struct compilation *c, struct tree *node) {
  struct symbol *mark = types_scope_mark(c);
  types_binder(c, node->kid[FOR_BINDER]);
  const struct tree *domain = node->kid[FOR_BINDER]->kid[BINDER_DOMAIN];
  if (note_of(domain) && note_of(domain)->type->kind != TYPE_KIND_ERROR && note_of(domain)->domain == DOMAIN_HANDS)
    diag_report(c->diags, DIAG_E0304, domain->span, "`hands` is for the arguments of an option");
  check_loop_body(c, node->kid[FOR_BLOCK]);
  types_scope_close(c, mark);
}

static void check_leaving(struct compilation *c, struct tree *node) {
  const char *word = node->kind == TREE_BREAK ? "break" : node->kind == TREE_CONTINUE ? "continue" : "leave";
  if (c->checker->in_secret)
    diag_hint(c->diags,
              diag_report(c->diags, DIAG_E0416, node->span,
                          "`%s` cannot stand in a choice that everybody makes at once", word),
              "let each option set a `var`, and write `%s` behind the choice", word);
  else if (node->kind != TREE_LEAVE && !c->checker->loops)
    diag_hint(c->diags, diag_report(c->diags, DIAG_E0405, node->span, "`%s` stands outside a loop", word),
              "an effect or phase ends early by `leave`");
  else if (node->kind == TREE_LEAVE && c->checker->proc && c->checker->proc->type->kind != TYPE_KIND_VOID)
    diag_report(c->diags, DIAG_E0406, node->span, "`%s` must give a value: use `return`", c->checker->proc->name);
}

static void check_return(struct compilation *c, struct tree *node) {
  struct type *want = c->checker->proc ? c->checker->proc->type : c->void_type;
  if (want->kind == TYPE_KIND_VOID) {
    diag_report(c->diags, DIAG_E0406, node->span, "nothing is returned here; `leave` ends an effect or phase");
    types_expression(c, node->kid[RETURN_VALUE]);
  } else {
    c->checker->event = node->kid[RETURN_VALUE];
    types_expression_as(c, node->kid[RETURN_VALUE], want);
  }
}

static void check_say(struct compilation *c, struct tree *node) {
  types_must_be_effect(c, node, "`say`");
  types_text(c, node->kid[SAY_STRING]);
  if (node->kid[SAY_TO]) check_listeners(c, node->kid[SAY_TO]);
}

/* `apply gain(p, 2)`, where the effect is known by its name. */
static bool refuse_applied(struct compilation *c, const struct tree *name) {
  const struct symbol *symbol = symbol_find(c, name->word);
  if (!symbol || symbol->kind != SYMBOL_EFFECT) return false;
  struct diag *diag = diag_report(c->diags, DIAG_E0307, name->span,
                                  "`apply` is for effects that stand in a table, and `%s` has a name", symbol->name);
  diag_hint(c->diags, diag, "write `%s(…)` alone", symbol->name);
  return true;
}

static void check_apply(struct compilation *c, struct tree *node) {
  types_must_be_effect(c, node, "`apply`");
  struct tree *target = node->kid[APPLY_TARGET];
  if (target->kind == TREE_NAME && refuse_applied(c, target)) return;
  struct type *type = types_check_part(c, target, NULL);
  int given = 0;
  if (type->kind != TYPE_KIND_CELL || !note_of(target)->field) {
    if (type->kind != TYPE_KIND_ERROR)
      diag_report(c->diags, DIAG_E0301, target->span, "`apply` takes a field of type effect(…), and this is %s",
                  type_phrase(c, type));
    return;
  }
  for (struct tree *arg = node->kid[APPLY_ARGS]; arg; arg = arg->next, given++)
    if (given < type->cell_param_count) types_expression_as(c, arg, type->cell_params[given]);
  if (given != type->cell_param_count)
    diag_report(c->diags, DIAG_E0303, node->span, "this effect takes %d argument%s, not %d", type->cell_param_count,
                type->cell_param_count == 1 ? "" : "s", given);
  effects_note_calls(c, note_of(target)->field, node->span);
}

static void check_call(struct compilation *c, struct tree *node) {
  c->checker->event = node;
  struct type *type = types_expression(c, node);
  const struct note *note = note_of(node);
  if (type->kind == TYPE_KIND_ERROR) return;
  if (note->kind != NOTE_CALL || note->symbol->kind == SYMBOL_FN)
    diag_hint(
        c->diags,
        diag_report(c->diags, DIAG_E0307, node->span, "`%s` only gives a value; nothing happens here", node->word),
        "use it: `let x = %s(…)`; what does something is an `effect`", node->word);
  else if (type->kind != TYPE_KIND_VOID)
    diag_report(c->diags, DIAG_E0307, node->span, "`%s` gives a value: write `let x = %s(…)`", node->word, node->word);
}

static void check_move_random(struct compilation *c, struct tree *node) {
  struct type *card = check_move_zones(c, node->kid[MOVE_RANDOM_FROM], node->kid[MOVE_RANDOM_TO], false);
  if (node->word) types_scope_declare(c, node, card->kind == TYPE_KIND_ERROR ? card : type_optional(c, card));
}

static void check_draw(struct compilation *c, struct tree *node) {
  types_expression_as(c, node->kid[DRAW_COUNT], c->int_type);
  check_move_zones(c, node->kid[DRAW_FROM], node->kid[DRAW_TO], false);
  statements_check_ordered(c, node->kid[DRAW_FROM], "drawn from; use `move random`, or declare it as a pile");
}

static void check_shuffle(struct compilation *c, struct tree *node) {
  types_zone(c, node->kid[SHUFFLE_ZONE]);
  statements_check_ordered(c, node->kid[SHUFFLE_ZONE], "shuffled; declare it as a pile");
}

/* `pass` is about the zones of all players, so there must be one for each, and it is named without an index. */
static void check_pass(struct compilation *c, struct tree *node) {
  struct tree *zone = node->kid[PASS_ZONE], *name = zone->kind == TREE_INDEX ? zone->kid[INDEX_BASE] : zone;
  struct symbol *symbol = name->kind == TREE_NAME ? symbol_named(c, name) : NULL;
  if (!symbol || symbol->kind != SYMBOL_ZONE) {
    struct type *type = types_zone(c, zone);
    if (type->kind == TYPE_KIND_ERROR) return;
    struct diag *diag =
        diag_report(c->diags, DIAG_E0316, zone->span, "this is one zone, and `pass` moves those of all players");
    diag_hint(c->diags, diag, "name a zone with one for each player: `pass hand left`");
    return;
  }
  symbol->used = true;
  types_note(c, zone, NOTE_SYMBOL, symbol->type, symbol, 0);
  bool owned = symbol->dim_count && symbol->dims[0]->kind == TYPE_KIND_PLAYER;
  if (!owned || symbol->dim_count > 1) {
    struct diag *diag = diag_report(c->diags, DIAG_E0316, zone->span, "`pass` needs one `%s` for each player%s",
                                    symbol->name, owned ? ", and there are several" : "");
    if (owned) diag_hint(c->diags, diag, "swap them one by one: `swap %s[p, …], %s[q, …]`", symbol->name, symbol->name);
    else diag_note_at(c->diags, diag, symbol->span, "with `%s[player]` there would be one for each", symbol->name);
  } else if (zone->kind == TREE_INDEX) {
    struct diag *diag =
        diag_report(c->diags, DIAG_E0316, zone->span, "`pass` moves the `%s` of all players at once", symbol->name);
    diag_hint(c->diags, diag, "leave out the index: `pass %s %s`", symbol->name,
              node->number == SIDE_LEFT ? "left" : "right");
    diag_fix(c->diags, diag, zone->span, symbol->name, true);
  }
}

static void check_while(struct compilation *c, struct tree *node) {
  types_condition(c, node->kid[WHILE_CONDITION]);
  check_loop_body(c, node->kid[WHILE_BLOCK]);
}

static void check_repeat(struct compilation *c, struct tree *node) {
  if (node->kid[REPEAT_TIMES]) types_expression_as(c, node->kid[REPEAT_TIMES], c->int_type);
  check_loop_body(c, node->kid[REPEAT_BLOCK]);
  if (node->kid[REPEAT_UNTIL]) types_condition(c, node->kid[REPEAT_UNTIL]);
}

/* Every statement has its case: the compiler says which is missing. */
static void check_statement(struct compilation *c, struct tree *node) {
  const unsigned zones = AS_CHANGED_ZONE | AS_SHUFFLED | AS_LOOKED_AT;
  if (tree_kid_as(node, zones)) types_must_be_effect(c, node, "moving cards");
  switch (tree_statement(node)) {
  case STATEMENT_LET: check_let(c, node); break;
  case STATEMENT_LOCAL: check_local(c, node); break;
  case STATEMENT_ASSIGN: check_assign(c, node); break;
  case STATEMENT_CALL: check_call(c, node); break;
  case STATEMENT_IF: check_if(c, node); break;
  case STATEMENT_MATCH: check_match(c, node); break;
  case STATEMENT_FOR: check_for(c, node); break;
  case STATEMENT_WHILE: check_while(c, node); break;
  case STATEMENT_REPEAT: check_repeat(c, node); break;
  case STATEMENT_BREAK:
  case STATEMENT_CONTINUE:
  case STATEMENT_LEAVE: check_leaving(c, node); break;
  case STATEMENT_RETURN: check_return(c, node); break;
  case STATEMENT_END_GAME: types_must_be_effect(c, node, "`end game`"); break;
  case STATEMENT_SAY: check_say(c, node); break;
  case STATEMENT_FAIL: types_text(c, node->kid[FAIL_STRING]); break;
  case STATEMENT_APPLY: check_apply(c, node); break;
  case STATEMENT_CHOOSE: choices_check(c, node); break;
  case STATEMENT_BLOCK: statements_check_block(c, node); break;
  case STATEMENT_MOVE: check_move(c, node); break;
  case STATEMENT_MOVE_ALL: check_move_all(c, node); break;
  case STATEMENT_MOVE_RANDOM: check_move_random(c, node); break;
  case STATEMENT_DRAW: check_draw(c, node); break;
  case STATEMENT_SHUFFLE: check_shuffle(c, node); break;
  case STATEMENT_SWAP: check_move_zones(c, node->kid[SWAP_LEFT], node->kid[SWAP_RIGHT], false); break;
  case STATEMENT_PASS: check_pass(c, node); break;
  case STATEMENT_REVEAL: check_reveal(c, node); break;
  case STATEMENT_SET_ZONE:
  case STATEMENT_PUT:
  case STATEMENT_STACK: scenarios_check_given(c, node); break;
  }
}

void statements_check_list(struct compilation *c, struct tree *first) {
  for (struct tree *node = first; node; node = node->next) {
    if (arena_failed(c->arena)) {
      source_reach(c->sources, node->span);
      return;
    }
    size_t errors = c->diags->errors;
    check_statement(c, node);
    bool is_loop = tree_does(node, DOES_LOOPS); /* what stands behind one is for the analysis to judge */
    if (node->next && !is_loop && always_leaves_one(node) && c->diags->errors == errors) {
      diag_report(c->diags, DIAG_W0506, node->next->span, "this is never reached");
      for (node = node->next; node; node = node->next) check_statement(c, node);
      return;
    }
  }
}

void statements_check_block(struct compilation *c, struct tree *block) {
  struct symbol *mark = types_scope_mark(c);
  statements_check_list(c, block->kid[BLOCK_STATEMENTS]);
  types_scope_close(c, mark);
}

/* ---- procedures ---- */

static void open_params(struct compilation *c, struct symbol *symbol) {
  struct symbol *next;
  for (struct symbol *param = symbol->params; param; param = next) {
    next = param->next_param;
    param->outer = table_get(c->globals, param->name);
    if (!symbol->from_library) types_scope_warn_hidden(c, param);
    table_put(c->globals, param->name, param);
  }
}

static void close_params(struct compilation *c, struct symbol *symbol) {
  for (struct symbol *param = symbol->params; param; param = param->next_param)
    table_put(c->globals, param->name, param->outer);
}

static void check_procedure(struct compilation *c, struct symbol *symbol) {
  struct tree *tree = symbol->tree;
  if (symbol_is_extern(symbol)) return; /* its body is elsewhere */
  struct checker checker = { .proc = symbol,
                             .where = symbol->kind == SYMBOL_FN ? "a `fn`" : NULL,
                             .in_group = symbol->kind == SYMBOL_OPTIONS };
  struct checker *before = c->checker;
  c->checker = &checker;
  open_params(c, symbol);
  if (symbol->kind == SYMBOL_FN && tree->kid[FN_VALUE]) types_expression_as(c, tree->kid[FN_VALUE], symbol->type);
  else if (symbol->kind == SYMBOL_OPTIONS) choices_check_group(c, tree);
  else if (symbol->kind == SYMBOL_POSITION) statements_check_list(c, tree->kid[POSITION_GIVENS]);
  else {
    struct tree *block = symbol->kind == SYMBOL_FN       ? tree->kid[FN_BLOCK]
                         : symbol->kind == SYMBOL_EFFECT ? tree->kid[EFFECT_BLOCK]
                                                         : tree->kid[PHASE_BLOCK];
    struct tree *title = symbol->kind == SYMBOL_PHASE ? tree->kid[PHASE_TITLE] : NULL;
    for (struct tree *part = title ? title->kid[STRING_PARTS] : NULL; part; part = part->next)
      if (part->kind != TREE_TEXT_PART)
        diag_report(c->diags, DIAG_E0118, part->span, "the title of a phase is plain text");
    statements_check_block(c, block);
    if (symbol->type->kind != TYPE_KIND_VOID && symbol->type->kind != TYPE_KIND_ERROR && !always_leaves(block))
      diag_report(c->diags, DIAG_E0312, symbol->span, "`%s` may end without giving %s", symbol->name,
                  type_phrase(c, symbol->type));
  }
  types_scope_close(c, NULL);
  close_params(c, symbol);
  c->checker = before;
}

static void check_part(struct compilation *c, struct tree *block) {
  struct checker checker = { 0 }, *before = c->checker;
  c->checker = &checker;
  statements_check_block(c, block);
  c->checker = before;
}

/* An expression with one player as its variable: `rank p by …`, `value of p = …`. */
static void check_with_player(struct compilation *c, struct tree *node, struct tree *keys, struct tree *value) {
  struct checker checker = { .where = "a ranking" }, *before = c->checker;
  c->checker = &checker;
  types_scope_declare(c, node, c->player_type);
  for (struct tree *key = keys; key; key = key->next) types_expression_as(c, key->kid[KEY_VALUE], c->int_type);
  if (value) types_expression_as(c, value, c->int_type);
  types_scope_close(c, NULL);
  c->checker = before;
}

/* Variables get their initial values in the order of their declarations. */
static bool has_no_value_yet(const struct tree *node, const void *variable) {
  const struct note *note = node->kind == TREE_NAME || node->kind == TREE_INDEX ? node->note : NULL;
  if (!note || note->kind != NOTE_SYMBOL || note->symbol->kind != SYMBOL_VAR) return false;
  for (const struct symbol *later = variable; later; later = later->next)
    if (later == note->symbol) return true;
  return false;
}

static void refuse_early(struct compilation *c, const struct symbol *symbol, const struct tree *value) {
  const struct tree *early = tree_first(value, has_no_value_yet, symbol);
  if (!early) return;
  const struct symbol *other = note_of(early)->symbol;
  struct diag *diag = diag_report(c->diags, DIAG_E0314, early->span, "`%s` has no value yet when `%s` gets its own",
                                  other->name, symbol->name);
  if (other != symbol) diag_note_at(c->diags, diag, other->span, "`%s` must be declared before it", other->name);
}

static void check_initial_value(struct compilation *c, struct symbol *symbol) {
  struct checker checker = { .where = "an initial value" }, *before = c->checker;
  struct tree *value = symbol->tree->kid[symbol->tree->kind == TREE_TRACK ? TRACK_VALUE : VAR_VALUE];
  c->checker = &checker;
  int32_t number;
  if (types_expression_as(c, value, symbol->type)->kind != TYPE_KIND_ERROR && symbol->type->kind == TYPE_KIND_INT &&
      constant_fold(c, value, &number) && (number < symbol->type->low || number > symbol->type->high))
    diag_report(c->diags, DIAG_E0315, value->span, "%d is outside %d..%d", number, symbol->type->low,
                symbol->type->high);
  if (symbol->type->kind == TYPE_KIND_LIST) refuse_outside(c, value, symbol->type, symbol);
  refuse_early(c, symbol, value);
  c->checker = before;
}

/* `for owner` needs one. */
static void check_owner(struct compilation *c, const struct symbol *symbol) {
  const struct tree *seen = symbol_seen(symbol);
  bool owned = symbol->dim_count && symbol->dims[0]->kind == TYPE_KIND_PLAYER;
  bool asks = seen && (seen->number == SEEN_OWNER || seen->number == SEEN_OTHERS);
  if (asks && !owned)
    diag_report(c->diags, DIAG_E0417, seen->span, "`%s` has no owner: its first index is not a player", symbol->name);
}

static void check_setting_needs(struct compilation *c, struct symbol *symbol) {
  struct checker checker = { .where = "a setting" }, *before = c->checker;
  c->checker = &checker;
  for (struct tree *limit = symbol->tree->kid[SETTING_LIMITS]; limit; limit = limit->next) {
    if (limit->kind == TREE_NEED) {
      types_condition(c, limit->kid[NEED_CONDITION]);
      if (limit->kid[NEED_REASON]) types_text(c, limit->kid[NEED_REASON]);
    } else if (limit->kind == TREE_EXCLUDES) {
      struct symbol *other = symbol_named(c, limit);
      if (!other || other->kind != SYMBOL_SETTING) types_unknown(c, limit, "setting", 1u << SYMBOL_SETTING, DIAG_E0207);
    } else if (limit->kind == TREE_SETTING_SIMULATED && symbol->sizes_board)
      diag_report(c->diags, DIAG_E0414, limit->span, "`%s` makes the board, which is the same in simulations",
                  symbol->name);
  }
  c->checker = before;
}

static void check_refill(struct compilation *c, struct symbol *pile, struct symbol *from, struct span span) {
  from->used = true;
  if (from->type->kind == TYPE_KIND_ERROR || pile->type->kind == TYPE_KIND_ERROR) return;
  if (from == pile)
    diag_report(c->diags, DIAG_E0412, span, "`%s` cannot be refilled from itself; name the pile of used cards",
                pile->name);
  else if (!type_equal(from->type, pile->type))
    diag_report(c->diags, DIAG_E0412, span,
                "`%s` holds %s cards and cannot be refilled from `%s`, which holds %s cards", pile->name,
                type_name(c, pile->type->element), from->name, type_name(c, from->type->element));
  else if (from->instances != pile->instances && from->instances != 1)
    diag_report(c->diags, DIAG_E0412, span, "`%s` has another index than `%s`, so it is not clear which refills which",
                from->name, pile->name);
}

/* Who sees a zone or variable, and when. */
static void check_seen(struct compilation *c, struct symbol *symbol) {
  const struct tree *seen = symbol_seen(symbol);
  struct checker checker = { .where = "a declaration" }, *before = c->checker;
  c->checker = &checker;
  if (seen && seen->kid[SEEN_CONDITION]) types_condition(c, seen->kid[SEEN_CONDITION]);
  check_owner(c, symbol);
  c->checker = before;
}

static void check_zone_declaration(struct compilation *c, struct symbol *symbol) {
  struct tree *tree = symbol->tree;
  struct checker checker = { .where = "a declaration" }, *before = c->checker;
  check_seen(c, symbol);
  c->checker = &checker;
  int32_t holds;
  if (tree->kind == TREE_POOL && tree->kid[POOL_HOLDS]) constant_number(c, tree->kid[POOL_HOLDS], &holds);
  if (tree->kind == TREE_PILE && tree->kid[PILE_REFILL]) {
    /* `refill from discard[player]` means the same index as the pile's own */
    struct tree *refill = tree->kid[PILE_REFILL], *base = refill->kind == TREE_INDEX ? refill->kid[INDEX_BASE] : refill;
    struct symbol *from = base->kind == TREE_NAME ? symbol_named(c, base) : NULL;
    if (!from || from->kind != SYMBOL_ZONE) types_unknown(c, base, "zone", 1u << SYMBOL_ZONE, DIAG_E0203);
    else check_refill(c, symbol, from, refill->span);
  }
  c->checker = before;
}

void statements_check(struct compilation *c) {
  for (struct symbol *symbol = c->first_symbol; symbol && !arena_failed(c->arena); symbol = symbol->next) {
    switch (symbol->kind) {
    case SYMBOL_FN:
    case SYMBOL_EFFECT:
    case SYMBOL_PHASE:
    case SYMBOL_OPTIONS:
    case SYMBOL_POSITION: check_procedure(c, symbol); break;
    case SYMBOL_VAR:
      check_seen(c, symbol);
      check_initial_value(c, symbol);
      break;
    case SYMBOL_SETTING: check_setting_needs(c, symbol); break;
    case SYMBOL_ZONE: check_zone_declaration(c, symbol); break;
    case SYMBOL_ENUM:
    case SYMBOL_DECK:
    case SYMBOL_TABLE: effects_check_cells(c, symbol); break;
    default: break;
    }
  }
  if (c->setup) check_part(c, c->setup->kid[SETUP_BLOCK]);
  if (c->play) check_part(c, c->play->kid[PLAY_BLOCK]);
  struct diag_mark mark = diag_mark(c->diags);
  if (c->rank) check_with_player(c, c->rank, c->rank->kid[RANK_KEYS], NULL);
  if (c->rank) advise_since(c, mark, DIAG_E0201, "the name of each player stands behind `rank`: `rank p by … desc`");
  if (c->value_of) check_with_player(c, c->value_of, NULL, c->value_of->kid[VALUE_OF_VALUE]);
  struct checker checker = { .where = "an invariant" }, *before = c->checker;
  c->checker = &checker;
  for (size_t i = 0; i < c->invariant_trees.count && !arena_failed(c->arena); i++)
    types_condition(c, c->invariant_trees.items[i]->kid[INVARIANT_VALUE]);
  c->checker = before;
  for (size_t i = 0; i < c->scenario_trees.count && !arena_failed(c->arena); i++)
    scenarios_check(c, c->scenario_trees.items[i]);
}
