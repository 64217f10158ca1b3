/* Scenarios: positions, steps and expectations are checked like code; seats, options and choices by name. */
#include "compiler/statements.h"

#include <string.h>

#include "compiler/constant.h"

/* ---- cards ---- */

static void check_cards(struct compilation *c, struct tree *cards, struct type *card) {
  for (struct tree *node = cards; node; node = node->next) {
    struct tree *value = node->kid[CARD_VALUE];
    if (card->kind == TYPE_KIND_ERROR) continue;
    types_expression_as(c, value, card);
  }
}

void scenarios_check_given(struct compilation *c, struct tree *node) {
  struct tree *zone = node->kind == TREE_PUT ? node->kid[PUT_TO] : node->kid[SET_ZONE_ZONE];
  if (zone->kind == TREE_PLACE) zone = zone->kid[PLACE_ZONE];
  struct type *type = node->kind == TREE_SET_ZONE ? types_zone_or_row(c, zone) : types_zone(c, zone);
  if (node->kind == TREE_STACK) statements_check_ordered(c, zone, "given a top card; write `put … in …`");
  struct tree *cards = node->kind == TREE_PUT ? node->kid[PUT_CARDS] : node->kid[SET_ZONE_CARDS];
  check_cards(c, cards, type->kind == TYPE_KIND_ERROR ? type : type->element);
}

/* ---- names of options and choices: gathered once from the whole game ---- */

struct name_search {
  enum tree_kind kind;
  const char *word;
  struct suggestion near;
  const struct tree *found; /* the last one of this name, or NULL */
  int arity;                /* arguments of the notation; 0 where it may leave them out */
  int other_arity;          /* those of an option of this name that has another number */
  bool fits;                /* an option has that many */
};

static int count_list(const struct tree *node) {
  int count = 0;
  for (; node; node = node->next) count++;
  return count;
}

static void found_name(struct name_search *search, const struct tree *node) {
  int arity = node->kind == TREE_PICK     ? 1
              : node->kind == TREE_OPTION ? count_list(node->kid[OPTION_ARGS])
                                          : search->arity;
  search->found = node;
  if (!search->arity || arity == search->arity) search->fits = true;
  else search->other_arity = arity;
}

/* All choices, options and picks of the rules, gathered when a scenario first names one. */
static void gather_choices(struct compilation *c, struct tree *node) {
  for (; node; node = node->next) {
    if (node->kind == TREE_SCENARIO) continue;
    if (node->kind == TREE_CHOOSE || node->kind == TREE_OPTION || node->kind == TREE_PICK)
      tree_list_push(c->arena, &c->choice_trees, node);
    for (int i = 0; i < tree_kid_count(node->kind); i++) gather_choices(c, node->kid[i]);
  }
}

static void search_choices(struct compilation *c, struct name_search *search) {
  if (!c->choice_trees.count)
    for (size_t i = 0; i < c->file_count; i++) gather_choices(c, c->files[i]->kid[FILE_DECLS]);
  for (size_t i = 0; i < c->choice_trees.count && !search->fits; i++) {
    const struct tree *node = c->choice_trees.items[i];
    bool counts = node->kind == search->kind || node->kind == TREE_PICK;
    if (counts && node->word == search->word) found_name(search, node);
  }
  for (size_t i = 0; i < c->choice_trees.count && !search->found; i++)
    if (c->choice_trees.items[i]->kind == search->kind || c->choice_trees.items[i]->kind == TREE_PICK)
      suggest_consider(&search->near, c->choice_trees.items[i]->word);
}

static void check_option_name(struct compilation *c, const struct tree *node, const char *word, enum tree_kind kind,
                              int arity) {
  struct name_search search = { .kind = kind, .word = word, .near = { .word = word }, .arity = arity };
  search_choices(c, &search);
  if (search.found && !search.fits)
    diag_report(c->diags, DIAG_E0303, node->span, "`%s` takes %d argument%s, not %d", word, search.other_arity,
                search.other_arity == 1 ? "" : "s", arity);
  if (search.found) {
    context_mention(c, node->word_span, MENTION_TREE, search.found);
    return;
  }
  struct diag *diag = diag_report(c->diags, kind == TREE_OPTION ? DIAG_E0206 : DIAG_E0208, node->word_span,
                                  "no %s named `%s`", kind == TREE_OPTION ? "option" : "choice", word);
  diag_suggest(c->diags, diag, &search.near);
}

/* Arguments of a notation: each must be a value that exists; which option they fit shows when the scenario runs. */
static void check_notation_value(struct compilation *c, struct tree *arg) {
  if (arg->kind == TREE_NAME) {
    const struct value_name *value = table_get(c->values, arg->word);
    if (value) {
      context_mention(c, arg->word_span, MENTION_VALUE, value);
      return;
    }
    types_expression(c, arg);
  } else if (arg->kind == TREE_LIST_VALUE) {
    for (struct tree *item = arg->kid[LIST_VALUE_ITEMS]; item; item = item->next) check_notation_value(c, item);
  } else if (arg->kind == TREE_CARD) check_notation_value(c, arg->kid[CARD_VALUE]);
  else if (arg->kind != TREE_FIELD && arg->kind != TREE_INT && arg->kind != TREE_BOOL && arg->kind != TREE_NONE &&
           arg->kind != TREE_NEGATE)
    diag_report(c->diags, DIAG_E0314, arg->span, "write the value itself, as in `go(ulm)`");
}

static void check_notation(struct compilation *c, struct tree *notation) {
  check_option_name(c, notation, notation->word, TREE_OPTION, count_list(notation->kid[NOTATION_ARGS]));
  for (struct tree *arg = notation->kid[NOTATION_ARGS]; arg; arg = arg->next) check_notation_value(c, arg);
}

static void check_seat(struct compilation *c, struct tree *node) {
  struct tree *name = tree_new(c->arena, TREE_NAME, node->word_span);
  name->word = node->word;
  name->word_span = node->word_span;
  int32_t seat = 0;
  constant_value(c, name, c->player_type, &seat);
  node->number = seat;
}

/* ---- items ---- */

static void check_limits(struct compilation *c, struct tree *scenario) {
  for (struct tree *limit = scenario->kid[SCENARIO_LIMITS]; limit; limit = limit->next) {
    if (limit->kind == TREE_SCENARIO_PLAYERS && (limit->number < c->low_players || limit->number > c->high_players))
      diag_report(c->diags, DIAG_E0413, limit->span, "the game is for %d to %d players", c->low_players,
                  c->high_players);
    if (limit->kind != TREE_SCENARIO_WITH) continue;
    struct symbol *setting = symbol_named(c, limit);
    if (!setting || setting->kind != SYMBOL_SETTING)
      types_unknown(c, limit, "setting", 1u << SYMBOL_SETTING, DIAG_E0207);
    else constant_value(c, limit->kid[SCENARIO_WITH_VALUE], setting->type, &limit->number);
  }
}

static int32_t players_of(const struct compilation *c, const struct tree *scenario) {
  int32_t players = c->low_players;
  for (const struct tree *limit = scenario->kid[SCENARIO_LIMITS]; limit; limit = limit->next)
    if (limit->kind == TREE_SCENARIO_PLAYERS) players = limit->number;
  return players;
}

static void check_quiet(struct compilation *c, struct tree *value) {
  const char *before = c->checker->where;
  c->checker->where = "an expectation";
  types_condition(c, value);
  c->checker->where = before;
}

static void check_run(struct compilation *c, struct tree *call) {
  c->checker->event = call;
  struct type *type = types_expression(c, call);
  const struct note *note = note_of(call);
  if (type->kind == TYPE_KIND_ERROR) return;
  if (note->kind != NOTE_CALL || note->symbol->kind == SYMBOL_FN)
    diag_report(c->diags, DIAG_E0307, call->span, "`run` takes an effect or a phase");
}

static void check_ranking(struct compilation *c, struct tree *item) {
  for (struct tree *place = item->kid[EXPECT_RANKING_PLACES]; place; place = place->next) {
    if (place->kind == TREE_LIST_VALUE)
      for (struct tree *seat = place->kid[LIST_VALUE_ITEMS]; seat; seat = seat->next)
        types_expression_as(c, seat, c->player_type);
    else types_expression_as(c, place, c->player_type);
  }
}

static void check_told(struct compilation *c, struct tree *item) {
  const struct tree *part = item->kid[EXPECT_TOLD_TEXT]->kid[STRING_PARTS];
  check_seat(c, item);
  for (; part; part = part->next)
    if (part->kind != TREE_TEXT_PART) {
      diag_report(c->diags, DIAG_E0118, part->span, "write the words that are told, without holes");
      return;
    }
}

static void check_item(struct compilation *c, struct tree *item) {
  int32_t number;
  switch (item->kind) {
  case TREE_GIVEN: statements_check_list(c, item->kid[GIVEN_STATEMENTS]); break;
  case TREE_RUN: check_run(c, item->kid[RUN_CALL]); break;
  case TREE_NEXT_ROLL:
    for (struct tree *value = item->kid[NEXT_ROLL_VALUES]; value; value = value->next) {
      struct type *type = types_expression(c, value);
      if (type->kind != TYPE_KIND_ERROR && !constant_fold(c, value, &number))
        diag_report(c->diags, DIAG_E0314, value->span, "write the number or symbol that comes up");
    }
    break;
  case TREE_NEXT_SHUFFLE: {
    struct type *type = types_zone(c, item->kid[NEXT_SHUFFLE_ZONE]);
    check_cards(c, item->kid[NEXT_SHUFFLE_CARDS], type->kind == TYPE_KIND_ERROR ? type : type->element);
    break;
  }
  case TREE_STEP:
    check_seat(c, item);
    check_notation(c, item->kid[STEP_NOTATION]);
    break;
  case TREE_EXPECT: check_quiet(c, item->kid[EXPECT_VALUE]); break;
  case TREE_EXPECT_ZONE: {
    struct type *type = types_zone_or_row(c, item->kid[EXPECT_ZONE_ZONE]);
    check_cards(c, item->kid[EXPECT_ZONE_CARDS], type->kind == TYPE_KIND_ERROR ? type : type->element);
    break;
  }
  case TREE_EXPECT_OFFERED: check_notation(c, item->kid[EXPECT_OFFERED_NOTATION]); break;
  case TREE_EXPECT_DENIED: check_notation(c, item->kid[EXPECT_DENIED_NOTATION]); break;
  case TREE_EXPECT_ASKED:
    check_seat(c, item);
    check_option_name(c, item->kid[EXPECT_ASKED_CHOICE], item->kid[EXPECT_ASKED_CHOICE]->word, TREE_CHOOSE, 0);
    break;
  case TREE_EXPECT_ONLY:
    for (struct tree *notation = item->kid[EXPECT_ONLY_NOTATIONS]; notation; notation = notation->next)
      check_notation(c, notation);
    break;
  case TREE_EXPECT_WINNER:
    for (struct tree *seat = item->kid[EXPECT_WINNER_SEATS]; seat; seat = seat->next)
      types_expression_as(c, seat, c->player_type);
    break;
  case TREE_EXPECT_TOLD: check_told(c, item); break;
  case TREE_EXPECT_RANKING: check_ranking(c, item); break;
  default: break;
  }
}

void scenarios_check(struct compilation *c, struct tree *scenario) {
  struct checker checker = { .players = players_of(c, scenario) }, *before = c->checker;
  c->checker = &checker;
  check_limits(c, scenario);
  for (struct tree *item = scenario->kid[SCENARIO_ITEMS]; item; item = item->next) check_item(c, item);
  types_scope_close(c, NULL);
  c->checker = before;
}
