/* Finds the declaration that is to blame when its type fits few of its uses: `fn fee(p: bool)` where every call passes
 * a player. The uses are then not reported one by one; one report stands at the declaration, and says what is needed.
 *
 * Each report about types accuses those whose declared type decides it: the name that is used, and what it was meant
 * for (a parameter, a variable, a zone, the result of a procedure), together with the type that would do instead. Who is
 * accused at least twice, always of the same, and in a good part of all uses, is blamed. A use that does not fit a
 * declaration which fits most others is reported where it is. */
#include "compiler/passes.h"
#include "compiler/type.h"

#include <string.h>

enum {
  MOST_SUSPECTS = 6, /* of one report */
  MOST_PLACES = 3,   /* shown below the report */
  LEAST_SHARE = 3,   /* one use of so many at least must be wrong */
  DEEPEST = 64,      /* nodes above a report that are looked at */
  DEEPEST_ORIGIN = 4 /* of a local: the name in its domain, the domain of that name … */
};

/* `parameters`: not the type of the symbol is in question but those it takes. */
struct suspect {
  struct symbol *symbol;
  bool parameters;
  const char *instead; /* the type that would do, NULL if unknown */
};
struct charge {
  struct diag *diag;
  struct suspect suspects[MOST_SUSPECTS];
  int count;
  bool explained;
};
struct blame_trial {
  struct compilation *c;
  struct charge *charges;
  size_t count;
  struct charge *charge;             /* the one being looked into */
  int given;                         /* parameters that `apply` supplies to the cell of a table being looked into */
  const struct tree *above[DEEPEST]; /* from the declaration down to the node that was reported */
  int depth;
  int32_t *uses; /* how often each symbol is named, by its number */
};

static bool is_about_types(const struct diag *diag) {
  switch (diag->code) {
  case DIAG_E0205:
  case DIAG_E0211:
  case DIAG_E0301:
  case DIAG_E0303:
  case DIAG_E0305:
  case DIAG_E0311:
  case DIAG_E0321: return true;
  default: return false;
  }
}

/* Only what has a type of its own can have the wrong one. */
static const struct tree *declared_type(const struct tree *declaration) {
  return declaration ? tree_kid_as(declaration, AS_TYPE) : NULL;
}

/* A zone can only be of another deck. */
static bool may_be(struct blame_trial *trial, const struct symbol *symbol, const char *instead) {
  if (symbol->kind != SYMBOL_ZONE || !instead) return true;
  const struct symbol *other = symbol_find(trial->c, instead);
  return other && other->kind == SYMBOL_DECK && other != symbol->type->element->symbol;
}

static void accuse(struct blame_trial *trial, struct symbol *symbol, bool parameters, const char *instead) {
  struct charge *charge = trial->charge;
  if (!symbol || symbol->from_library || charge->count == MOST_SUSPECTS || !may_be(trial, symbol, instead)) return;
  if (!parameters && symbol->kind != SYMBOL_CONST && !declared_type(symbol->tree)) return;
  charge->suspects[charge->count++] = (struct suspect){ symbol, parameters, instead };
}

/* The symbol that a node names; locals are known by their note only. */
static struct symbol *symbol_of(const struct blame_trial *trial, const struct tree *node) {
  const struct note *note = node->note;
  switch (node->kind) {
  case TREE_NAME:
    if (note && note->kind == NOTE_SYMBOL) return note->symbol;
    return note && note->kind == NOTE_VALUE ? NULL : symbol_find(trial->c, node->word);
  case TREE_INDEX: return symbol_of(trial, node->kid[INDEX_BASE]);
  case TREE_CALL: return symbol_find(trial->c, node->word);
  case TREE_PLACE: return symbol_of(trial, node->kid[PLACE_ZONE]);
  default: return NULL;
  }
}

/* The symbol that decides the type of an expression. A local without a type of its own has that of its domain or
 * value. */
static void accuse_name(struct blame_trial *trial, const struct tree *node, const char *instead, int depth) {
  struct symbol *symbol = node ? symbol_of(trial, node) : NULL;
  if (!symbol || depth > DEEPEST_ORIGIN) return;
  accuse(trial, symbol, false, instead);
  if (symbol->kind != SYMBOL_LOCAL || !symbol->tree) return;
  if (symbol->tree->kind == TREE_BINDER) accuse_name(trial, symbol->tree->kid[BINDER_DOMAIN], instead, depth + 1);
  if (symbol->tree->kind == TREE_LET) accuse_name(trial, symbol->tree->kid[LET_VALUE], instead, depth + 1);
}

/* ---- what an expression was meant for ---- */

static bool covers(struct span outer, struct span inner) {
  return outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end;
}

static void accuse_parameter(struct blame_trial *trial, const struct tree *call) {
  struct symbol *callee = symbol_find(trial->c, call->word), *param = callee ? symbol_params(callee) : NULL;
  for (int i = 0; i < trial->given && param; i++) param = param->next_param;
  if (trial->given) accuse(trial, callee, true, NULL);
  for (const struct tree *arg = call->kid[CALL_ARGS]; arg && param; arg = arg->next, param = param->next_param)
    if (covers(arg->span, trial->charge->diag->span)) accuse(trial, param, false, trial->charge->diag->found);
}

/* The name of a type where an operand's was noted. */
static const char *noted_type(struct blame_trial *trial, const struct tree *node) {
  return node && node->note && type_of(node)->kind != TYPE_KIND_ERROR ? type_plain_name(trial->c, type_of(node)) : NULL;
}

static void accuse_operands(struct blame_trial *trial, const struct tree *a, const struct tree *b) {
  accuse_name(trial, a, noted_type(trial, b), 0);
  accuse_name(trial, b, noted_type(trial, a), 0);
}

/* A zone holds what lies in it: `keys[p1]: red, blue`. */
static void accuse_zone(struct blame_trial *trial, const struct tree *zone) {
  accuse_name(trial, zone, trial->charge->diag->found, 0);
}

/* What the reported node was meant for: the node above it, beyond those that only hand a value on. */
static void accuse_purpose(struct blame_trial *trial) {
  const char *found = trial->charge->diag->found;
  int at = trial->depth - 2;
  while (at > 0 && (trial->above[at]->kind == TREE_IF_ELSE || trial->above[at]->kind == TREE_ARM ||
                    trial->above[at]->kind == TREE_MATCH_VALUE || trial->above[at]->kind == TREE_CARD))
    at--;
  const struct tree *parent = at >= 0 ? trial->above[at] : NULL;
  if (!parent) return;
  switch (parent->kind) {
  case TREE_CALL: accuse_parameter(trial, parent); break;
  case TREE_ASSIGN: accuse_name(trial, parent->kid[ASSIGN_TARGET], found, 0); break;
  case TREE_RETURN: accuse(trial, symbol_find(trial->c, trial->above[0]->word), false, found); break;
  case TREE_VAR:
  case TREE_SETTING:
  case TREE_FN:
  case TREE_SCENARIO_WITH: accuse(trial, symbol_find(trial->c, parent->word), false, found); break;
  default:
    for (int i = 0; i < tree_kid_count(parent->kind); i++)
      if (tree_role(parent, i) & AS_ZONE) accuse_zone(trial, parent->kid[i]);
  }
}

static void accuse_all(struct blame_trial *trial, const struct tree *node) {
  const struct diag *diag = trial->charge->diag;
  switch (diag->code) {
  case DIAG_E0205: accuse_name(trial, node->kind == TREE_FIELD ? node->kid[FIELD_BASE] : NULL, NULL, 0); return;
  case DIAG_E0303: accuse(trial, symbol_find(trial->c, node->word), true, NULL); return;
  case DIAG_E0321: {
    for (int at = trial->depth - 1; at >= 0; at--)
      if (trial->above[at]->kind == TREE_CALL) {
        accuse(trial, symbol_find(trial->c, trial->above[at]->word), true, NULL);
        return;
      }
    return;
  }
  case DIAG_E0311: accuse_name(trial, node, "bool", 0); return;
  default: break;
  }
  if (node->kind == TREE_BINARY && !diag->wanted) {
    accuse_operands(trial, node->kid[BINARY_LEFT], node->kid[BINARY_RIGHT]);
    return;
  }
  if (trial->given && trial->depth == 1) accuse(trial, symbol_find(trial->c, node->word), true, NULL);
  else accuse_name(trial, node, diag->wanted, 0);
  accuse_purpose(trial);
}

/* Descends to the smallest node that covers the report; true when it is inside this list. */
static bool look_into(struct blame_trial *trial, const struct tree *list) {
  for (const struct tree *node = list; node; node = node->next) {
    if (!covers(node->span, trial->charge->diag->span) || trial->depth == DEEPEST) continue;
    trial->above[trial->depth++] = node;
    for (int i = 0; i < tree_kid_count(node->kind); i++)
      if (look_into(trial, node->kid[i])) return true;
    accuse_all(trial, node);
    return true;
  }
  return false;
}

static void look_into_cells(struct blame_trial *trial) {
  for (const struct symbol *symbol = trial->c->first_symbol; symbol; symbol = symbol->next)
    for (const struct field *field = symbol_fields(symbol); field; field = field->next)
      for (int32_t row = 0; field->cells && row < symbol->count; row++)
        if (field->cells[row]) {
          trial->given = field->type->cell_param_count;
          if (look_into(trial, field->cells[row])) return;
        }
}

/* ---- how often each is used at all ---- */

static void count_uses(const struct blame_trial *trial, const struct tree *node) {
  for (; node; node = node->next) {
    struct symbol *symbol = symbol_of(trial, node);
    /* An index is counted by its base, which has no note of its own. */
    if (node->kind != TREE_INDEX && symbol) trial->uses[symbol->number]++;
    if (node->kind == TREE_CALL && symbol)
      for (struct symbol *param = symbol_params(symbol); param; param = param->next_param) trial->uses[param->number]++;
    for (int i = 0; i < tree_kid_count(node->kind); i++) count_uses(trial, node->kid[i]);
  }
}

static void count_cells(const struct blame_trial *trial) {
  for (const struct symbol *symbol = trial->c->first_symbol; symbol; symbol = symbol->next)
    for (const struct field *field = symbol_fields(symbol); field; field = field->next)
      for (int32_t row = 0; field->cells && row < symbol->count; row++)
        if (field->cells[row]) count_uses(trial, field->cells[row]);
}

/* ---- the verdict ---- */

/* Whether enough uses are wrong: a good part for a type, nearly all for the parameters of a procedure. */
static bool is_enough(const struct blame_trial *trial, const struct suspect *one, int count) {
  int uses = trial->uses[one->symbol->number];
  return one->parameters ? 4 * count >= 3 * uses : LEAST_SHARE * count >= uses;
}

/* Accusations agree when they ask for the same, or when one of them does not know. */
static bool agree(const struct suspect *a, const struct suspect *b) {
  return a->symbol == b->symbol && a->parameters == b->parameters &&
         (!a->instead || !b->instead || !strcmp(a->instead, b->instead));
}

/* Whether an unexplained report accuses somebody as `one` does. */
static bool supports(const struct charge *charge, const struct suspect *one) {
  for (int i = 0; i < charge->count && !charge->explained; i++)
    if (agree(&charge->suspects[i], one)) return true;
  return false;
}

/* Who explains most of what is still unexplained; NULL when nobody explains two reports. */
static const struct suspect *find_guilty(const struct blame_trial *trial, int *most) {
  const struct suspect *guilty = NULL;
  *most = 1;
  for (size_t i = 0; i < trial->count; i++)
    for (int k = 0; k < trial->charges[i].count && !trial->charges[i].explained; k++) {
      const struct suspect *one = &trial->charges[i].suspects[k];
      int count = 0;
      if (!one->instead && !one->parameters) continue;
      for (size_t j = 0; j < trial->count; j++) count += supports(&trial->charges[j], one);
      if (count <= *most || !is_enough(trial, one, count)) continue;
      guilty = one;
      *most = count;
    }
  return guilty;
}

static const char *accusation(struct compilation *c, const struct suspect *guilty, int count) {
  const struct symbol *symbol = guilty->symbol;
  if (guilty->parameters)
    return arena_format(c->arena, "the parameters of `%s` do not fit %d of its calls", symbol->name, count);
  bool gives = symbol->kind == SYMBOL_FN || symbol->kind == SYMBOL_EFFECT;
  return arena_format(c->arena, "`%s` %s %s, which does not fit in %d places", symbol->name, gives ? "gives" : "is",
                      type_phrase(c, symbol->type), count);
}

/* A word for the type as it is written in a declaration; a phrase like "zone of Key" is not. */
static void propose(struct compilation *c, struct diag *diag, const struct tree *type, const char *instead) {
  if (strchr(instead, ' ')) return;
  diag_hint(c->diags, diag, "did you mean `%s`?", instead);
  diag_fix(c->diags, diag, type->span, instead, false);
}

static void convict(struct blame_trial *trial, const struct suspect *guilty, int count) {
  struct compilation *c = trial->c;
  const struct tree *type = guilty->parameters ? NULL : declared_type(guilty->symbol->tree);
  struct diag *diag =
      diag_report(c->diags, DIAG_E0301, type ? type->span : guilty->symbol->span, "%s", accusation(c, guilty, count));
  struct suspect verdict = *guilty;
  int shown = 0;
  if (type) propose(c, diag, type, guilty->instead);
  for (size_t i = 0; i < trial->count; i++) {
    if (!supports(&trial->charges[i], &verdict)) continue;
    trial->charges[i].explained = true;
    if (++shown <= MOST_PLACES)
      diag_note_elsewhere(c->diags, diag, trial->charges[i].diag->span, trial->charges[i].diag->message);
  }
}

static void remove_explained(struct blame_trial *trial) {
  struct diag_list *list = trial->c->diags;
  bool *gone = arena_alloc(trial->c->arena, DIAG_COLLECTED * sizeof *gone);
  if (arena_failed(trial->c->arena)) return;
  for (size_t i = 0; i < list->count; i++)
    for (size_t k = 0; k < trial->count; k++)
      gone[i] |= trial->charges[k].explained && trial->charges[k].diag == list->items[i];
  diag_remove(list, gone);
}

static void bring_charge(struct blame_trial *trial, struct diag *diag) {
  trial->charge = &trial->charges[trial->count++];
  *trial->charge = (struct charge){ .diag = diag };
  trial->depth = trial->given = 0;
  for (size_t i = 0; i < trial->c->file_count; i++)
    if (look_into(trial, trial->c->files[i]->kid[FILE_DECLS])) return;
  look_into_cells(trial);
}

void blame_declarations(struct compilation *c) {
  struct blame_trial trial = { .c = c, .charges = arena_try(c->arena, (c->diags->count + 1) * sizeof *trial.charges) };
  int count;
  if (!trial.charges) return;
  diag_sort(c->diags);
  for (size_t i = 0; i < c->diags->count; i++)
    if (is_about_types(c->diags->items[i])) bring_charge(&trial, c->diags->items[i]);
  if (trial.count < 2 || !(trial.uses = context_symbol_numbers(c))) return;
  for (size_t i = 0; i < c->file_count; i++) count_uses(&trial, c->files[i]->kid[FILE_DECLS]);
  count_cells(&trial);
  for (const struct suspect *guilty; (guilty = find_guilty(&trial, &count));) convict(&trial, guilty, count);
  remove_explained(&trial);
}
