/* What is shown where `show` leaves it open: everything but what only the rules read.
 *
 * A variable that a phase sets anew is bookkeeping of that phase. One that no text, ranking or value speaks of, directly or
 * by way of fns, is bookkeeping of the rules, unless it says where something is or has a value for each of several things. */
#include "compiler/show.h"

#include "compiler/meant.h"
#include "compiler/passes.h"
#include "compiler/types.h"

struct show_telling {
  struct compilation *c;
  struct met met;
  uint8_t *told; /* by the number of the symbol: players are told of it */
};

/* ---- what players are told of ---- */

static void tell_list(struct show_telling *telling, const struct tree *node);

static void tell(struct show_telling *telling, const struct tree *node) {
  const struct symbol *symbol = node->kind == TREE_NAME || node->kind == TREE_INDEX ? symbol_meant(node) : NULL;
  const struct note *note = node->kind == TREE_CALL ? note_of(node) : NULL;
  if (symbol) telling->told[symbol->number] = 1;
  if (note && note->kind == NOTE_CALL && met_first(telling->met, note->symbol))
    tell_list(telling, meant_body(note->symbol));
  for (int i = 0; i < tree_kid_count(node->kind); i++) tell_list(telling, node->kid[i]);
}

static void tell_list(struct show_telling *telling, const struct tree *node) {
  for (; node; node = node->next) tell(telling, node);
}

/* The texts in a part of the rules. */
static void tell_texts(struct show_telling *telling, const struct tree *node) {
  for (; node; node = node->next) {
    if (node->kind == TREE_STRING) tell_list(telling, node->kid[STRING_PARTS]);
    else
      for (int i = 0; i < tree_kid_count(node->kind); i++) tell_texts(telling, node->kid[i]);
  }
}

static void tell_declarations(struct show_telling *telling, const struct tree *decl) {
  for (; decl; decl = decl->next) {
    if (decl->kind == TREE_SCENARIO || decl->kind == TREE_POSITION || decl->kind == TREE_INVARIANT) continue;
    for (int i = 0; i < tree_kid_count(decl->kind); i++) tell_texts(telling, decl->kid[i]);
    if (decl->kind == TREE_RANK || decl->kind == TREE_VALUE_OF)
      for (int i = 0; i < tree_kid_count(decl->kind); i++) tell_list(telling, decl->kid[i]);
  }
}

/* ---- where something is ---- */

static bool is_spot(const struct type *type) {
  if (type->kind == TYPE_KIND_SET || type->kind == TYPE_KIND_LIST) type = type->element;
  if (type->kind != TYPE_KIND_ENUM || !type->symbol) return false;
  return type->symbol->graph_on || (type->symbol->tree->kind == TREE_ENUM && type->symbol->tree->kid[ENUM_BOARD]);
}

static bool lies_on_board(const struct symbol *symbol) {
  for (int i = 0; i < symbol->dim_count; i++)
    if (is_spot(symbol->dims[i])) return true;
  return false;
}

static bool is_of_player(const struct symbol *symbol) {
  return symbol->dim_count == 1 && symbol->dims[0]->kind == TYPE_KIND_PLAYER;
}

/* A value for each of several things that are no players, such as the cells of a board that is an enum: it lies before
 * everybody, whether a text speaks of it or not. */
static bool is_laid_out(const struct symbol *symbol) {
  for (int i = 0; i < symbol->dim_count; i++)
    if (symbol->dims[i]->kind != TYPE_KIND_PLAYER) return true;
  return false;
}

/* ---- the score ---- */

/* The first key of the ranking, if it is a variable or a fn of the player and the highest comes first. */
static struct symbol *ranked_by(const struct compilation *c) {
  const struct tree *key = c->rank ? c->rank->kid[RANK_KEYS] : NULL, *value = key ? key->kid[KEY_VALUE] : NULL;
  if (!value || !(key->flags & FLAG_DESC)) return NULL;
  const struct note *note = value->kind == TREE_CALL ? note_of(value) : NULL;
  struct symbol *symbol = note && note->kind == NOTE_CALL ? note->symbol : symbol_meant(value);
  return symbol && (symbol->kind == SYMBOL_FN || symbol->kind == SYMBOL_VAR) ? symbol : NULL;
}

static bool can_be_score(struct compilation *c, struct symbol *symbol) {
  if (symbol->type->kind != TYPE_KIND_INT) return false;
  if (symbol->kind == SYMBOL_VAR) return is_of_player(symbol) && !symbol_seen(symbol);
  bool of_player = symbol->param_count == 1 && symbol->params->type->kind == TYPE_KIND_PLAYER;
  return of_player && !symbol->params->type->optional && !symbol_is_extern(symbol) && !show_hidden_in(c, symbol);
}

static void find_score(struct compilation *c) {
  struct symbol *symbol = c->show_plan->score ? NULL : ranked_by(c);
  const struct show_thing *known = symbol ? show_thing_find(c, symbol) : NULL;
  if (!symbol || (known && (known->is_hidden || known->role != SHOWN_OTHER)) || !can_be_score(c, symbol)) return;
  struct show_thing *thing = show_thing_of(c, symbol);
  if (!thing) return;
  thing->role = SHOWN_SCORE;
  thing->is_named = true;
}

/* ---- the rest ---- */

/* Of several variables that say where something of each player is, the first says where the player is. */
static enum shown_role default_role(struct show_plan *plan, const struct symbol *symbol) {
  if (lies_on_board(symbol)) return SHOWN_BOARD;
  if (symbol->kind != SYMBOL_VAR) return SHOWN_OTHER;
  if (is_of_player(symbol) && is_spot(symbol->type)) {
    bool is_first = !plan->has_place && !symbol_seen(symbol);
    plan->has_place |= is_first;
    return is_first ? SHOWN_PLACE : SHOWN_OTHER;
  }
  return is_of_player(symbol) && symbol->type->kind == TYPE_KIND_INT ? SHOWN_COUNTER : SHOWN_OTHER;
}

static void decide(struct show_telling *telling, struct symbol *symbol) {
  struct show_thing *thing = show_thing_of(telling->c, symbol);
  if (!thing) return;
  if (thing->role == SHOWN_OTHER) thing->role = default_role(telling->c->show_plan, symbol);
  if (thing->is_named || thing->is_hidden || symbol->kind != SYMBOL_VAR) return;
  thing->is_hidden = symbol->lives || !(telling->told[symbol->number] || is_spot(symbol->type) || is_laid_out(symbol));
}

void show_decide(struct compilation *c) {
  struct show_telling telling = { c, met_begin(c), arena_try(c->arena, (size_t)c->symbol_count + 1) };
  if (!telling.told || !c->show_plan->numbers) return;
  for (size_t i = 0; i < c->file_count; i++) tell_declarations(&telling, c->files[i]->kid[FILE_DECLS]);
  find_score(c);
  for (struct symbol *symbol = c->first_symbol; symbol && !arena_failed(c->arena); symbol = symbol->next)
    if (symbol->kind == SYMBOL_VAR || symbol->kind == SYMBOL_ZONE) decide(&telling, symbol);
}
