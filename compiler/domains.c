/* Domains: what may stand after `in`. The kind of a domain is noted on its tree for lowering. */
#include "compiler/types.h"

#include "compiler/constant.h"
#include "compiler/graphs.h"
#include "compiler/places.h"
#include "compiler/refuse.h"

static struct type *note_domain(struct compilation *c, struct tree *node, enum domain_kind kind, struct type *element,
                                struct symbol *symbol) {
  types_note(c, node, NOTE_PLAIN, element, symbol, 0);
  note_of(node)->domain = (uint16_t)kind;
  return element;
}

static struct type *type_domain(struct compilation *c, struct tree *node) {
  struct symbol *any = c->checker->proc ? c->checker->proc->deck_param : NULL;
  if (any && any->name == node->word) {
    context_mention(c, node->word_span, MENTION_SYMBOL, any);
    return note_domain(c, node, DOMAIN_TYPE, type_of_symbol(c, TYPE_KIND_ANY_CARD, any), any);
  }
  struct symbol *symbol = symbol_named(c, node);
  if (symbol && (symbol->kind == SYMBOL_ENUM || symbol->kind == SYMBOL_DECK)) {
    symbol->used = true;
    enum type_kind kind = symbol->kind == SYMBOL_ENUM ? TYPE_KIND_ENUM : TYPE_KIND_CARD;
    return note_domain(c, node, DOMAIN_TYPE, type_of_symbol(c, kind, symbol), symbol);
  }
  types_unknown(c, node, "enum or deck", 1u << SYMBOL_ENUM | 1u << SYMBOL_DECK, DIAG_E0202);
  return note_domain(c, node, DOMAIN_TYPE, c->error_type, NULL);
}

static struct type *range_domain(struct compilation *c, struct tree *node) {
  int32_t low, high;
  struct type *type = c->int_type;
  types_expression_as(c, node->kid[RANGE_LOW], c->int_type);
  types_expression_as(c, node->kid[RANGE_HIGH], c->int_type);
  if (constant_fold(c, node->kid[RANGE_LOW], &low) && constant_fold(c, node->kid[RANGE_HIGH], &high) && low <= high) {
    type = type_new(c, TYPE_KIND_INT);
    type->low = low;
    type->high = high;
  }
  return note_domain(c, node, DOMAIN_RANGE, type, NULL);
}

static struct type *others_domain(struct compilation *c, struct tree *node) {
  struct tree *arg = node->kid[CALL_ARGS];
  if (!arg || arg->next) {
    diag_report(c->diags, DIAG_E0303, node->span, "`others` takes one player");
    return note_domain(c, node, DOMAIN_OTHERS, c->error_type, NULL);
  }
  types_expression_as(c, arg, c->player_type);
  return note_domain(c, node, DOMAIN_OTHERS, c->player_type, NULL);
}

static struct type *paths_domain(struct compilation *c, struct tree *node) {
  struct symbol *symbol = places_graph(c, node);
  struct tree *from = symbol ? places_first(node) : NULL;
  if (symbol && (!from || !from->next)) {
    diag_report(c->diags, DIAG_E0303, node->span, "`paths` takes two places: paths(a, b)");
    symbol = NULL;
  }
  if (!symbol) return note_domain(c, node, DOMAIN_PATHS, c->error_type, NULL);
  struct type *place = type_of_symbol(c, TYPE_KIND_ENUM, symbol->graph->nodes);
  types_expression_as(c, from, place);
  types_expression_as(c, from->next, place);
  for (struct tree *arg = from->next->next; arg; arg = arg->next) {
    if (arg->kind == TREE_UP_TO) types_expression_as(c, arg->kid[UP_TO_VALUE], c->int_type);
    else if (arg->kind == TREE_AVOIDING)
      types_expression_as(c, arg->kid[AVOIDING_VALUE], type_container(c, TYPE_KIND_SET, place, 0));
    else diag_report(c->diags, DIAG_E0303, arg->span, "`paths` takes `up to n` and `avoiding a_set` besides");
  }
  graphs_paths(c, symbol);
  return note_domain(c, node, DOMAIN_PATHS, type_of_symbol(c, TYPE_KIND_PATH, symbol), symbol);
}

static struct type *hands_domain(struct compilation *c, struct tree *node) {
  struct symbol *mark = types_scope_mark(c);
  types_expression_as(c, node->kid[HANDS_COUNT], c->int_type);
  struct symbol *local = types_binder(c, node->kid[HANDS_BINDER]);
  types_scope_close(c, mark);
  struct type *element = local->type;
  const struct note *domain = note_of(node->kid[HANDS_BINDER]->kid[BINDER_DOMAIN]);
  if (element->kind != TYPE_KIND_ERROR && domain->domain != DOMAIN_ZONE && domain->domain != DOMAIN_BAG) {
    diag_report(c->diags, DIAG_E0304, node->span, "`hands` takes cards from a zone or a bag");
    element = c->error_type;
  }
  if (element->kind != TYPE_KIND_ERROR) element = type_container(c, TYPE_KIND_BAG, element, 0);
  return note_domain(c, node, DOMAIN_HANDS, element, NULL);
}

/* Every connected part of a set, as a set. */
static struct type *groups_domain(struct compilation *c, struct tree *node) {
  struct symbol *graph = places_graph(c, node);
  if (!graph) return note_domain(c, node, DOMAIN_GROUPS, c->error_type, NULL);
  struct type *place = type_of_symbol(c, TYPE_KIND_ENUM, graph->graph->nodes);
  struct type *set = type_container(c, TYPE_KIND_SET, place, 0);
  struct tree *first = places_first(node);
  if (!first || first->next) {
    diag_report(c->diags, DIAG_E0303, node->span, "`groups` takes a set of places: groups(stones[p])");
    return note_domain(c, node, DOMAIN_GROUPS, c->error_type, NULL);
  }
  types_expression_as(c, first, set);
  return note_domain(c, node, DOMAIN_GROUPS, set, graph);
}

/* Lists that grow by one of a set that depends on what they hold, as long as there is one. */
static struct type *chains_domain(struct compilation *c, struct tree *node) {
  struct type *type = type_resolve(c, node->kid[CHAINS_TYPE], NULL);
  if (type->kind != TYPE_KIND_ERROR && (type->kind != TYPE_KIND_LIST || type->optional)) {
    diag_report(c->diags, DIAG_E0304, node->kid[CHAINS_TYPE]->span,
                "a chain is a list: `chains(so_far: list of Square up to 9, …)`");
    type = c->error_type;
  }
  struct symbol *mark = types_scope_mark(c);
  node->symbol = types_scope_declare(c, node, type);
  if (type->kind == TYPE_KIND_ERROR) types_expression(c, node->kid[CHAINS_VALUE]);
  else types_expression_as(c, node->kid[CHAINS_VALUE], type_container(c, TYPE_KIND_SET, type->element, 0));
  types_scope_close(c, mark);
  return note_domain(c, node, DOMAIN_CHAINS, type, NULL);
}

/* Anything else: a value that holds several. */
static struct type *value_domain(struct compilation *c, struct tree *node) {
  if (node->kind == TREE_NAME && !symbol_find(c, node->word)) {
    types_unknown(c, node, "zone, set or list", 1u << SYMBOL_ZONE | 1u << SYMBOL_VAR, DIAG_E0203);
    return note_domain(c, node, DOMAIN_SET, c->error_type, NULL);
  }
  struct type *type = types_expression(c, node);
  struct note *note = note_of(node);
  if (type->kind == TYPE_KIND_ERROR || refuse_whole(c, node, type))
    return note_domain(c, node, DOMAIN_SET, c->error_type, NULL);
  if (type->kind == TYPE_KIND_ZONE) {
    bool row = note->symbol && note->symbol->row;
    note->domain = row ? DOMAIN_ROW : DOMAIN_ZONE;
    return type->element;
  }
  if (type->kind == TYPE_KIND_SET || type->kind == TYPE_KIND_BAG || type->kind == TYPE_KIND_LIST) {
    bool between = node->kind == TREE_FIELD && type_of(node->kid[FIELD_BASE])->kind == TYPE_KIND_PATH;
    note->domain = builtin_called(node) == BUILTIN_RAY ? DOMAIN_RAY
                   : type->kind == TYPE_KIND_SET       ? DOMAIN_SET
                   : type->kind == TYPE_KIND_BAG       ? DOMAIN_BAG
                   : between                           ? DOMAIN_BETWEEN
                                                       : DOMAIN_LIST;
    return type->element;
  }
  struct diag *diag =
      diag_report(c->diags, DIAG_E0304, node->span,
                  "%s is one value; after `in` stands a zone, a type, a set, a list or a range", type_phrase(c, type));
  if (node->kind == TREE_INT) diag_hint(c->diags, diag, "did you mean `1..%d`?", node->number);
  return note_domain(c, node, DOMAIN_SET, c->error_type, NULL);
}

struct type *types_domain(struct compilation *c, struct tree *node) {
  switch (node->kind) {
  case TREE_RANGE: return range_domain(c, node);
  case TREE_TYPE_NAME: return type_domain(c, node);
  case TREE_PLAYERS: return note_domain(c, node, DOMAIN_PLAYERS, c->player_type, NULL);
  case TREE_PLAYERS_STARTING:
    types_expression_as(c, node->kid[PLAYERS_STARTING_FIRST], c->player_type);
    return note_domain(c, node, DOMAIN_STARTING, c->player_type, NULL);
  case TREE_HANDS: return hands_domain(c, node);
  case TREE_CHAINS: return chains_domain(c, node);
  case TREE_CALL:
    if (!symbol_find(c, node->word)) {
      enum builtin builtin = builtin_find(node->word);
      if (builtin == BUILTIN_OTHERS) return others_domain(c, node);
      if (builtin == BUILTIN_PATHS) return paths_domain(c, node);
      if (builtin == BUILTIN_GROUPS) return groups_domain(c, node);
    }
    return value_domain(c, node);
  default: return value_domain(c, node);
  }
}

static int32_t paths_bound(const struct symbol *graph) {
  const struct graph *g = graph->graph;
  return g && g->paths ? g->paths->most : -1;
}

int32_t types_zone_bound(struct compilation *c, const struct type *zone) {
  const struct type *element = zone->element;
  if (element->kind != TYPE_KIND_CARD) return element->kind == TYPE_KIND_ANY_CARD ? 1024 : -1;
  int64_t total = element->symbol->total;
  if (element->symbol->tree->flags & FLAG_EACH_PLAYER) total *= c->high_players;
  return total > 1 << 16 ? -1 : (int32_t)total;
}

int32_t types_domain_bound(struct compilation *c, const struct tree *domain) {
  const struct note *note = note_of(domain);
  int32_t low, high;
  if (!note || note->type->kind == TYPE_KIND_ERROR) return 0;
  switch ((enum domain_kind)note->domain) {
  case DOMAIN_RANGE:
    if (!constant_fold(c, domain->kid[RANGE_LOW], &low) || !constant_fold(c, domain->kid[RANGE_HIGH], &high)) return -1;
    return high < low ? 0 : (int64_t)high - low > 1 << 20 ? -1 : high - low + 1;
  case DOMAIN_TYPE: return note->type->kind == TYPE_KIND_ANY_CARD ? 1024 : type_count(c, note->type);
  case DOMAIN_PLAYERS:
  case DOMAIN_STARTING: return c->high_players;
  case DOMAIN_OTHERS: return c->high_players - 1;
  case DOMAIN_ROW: return note->symbol->instances;
  case DOMAIN_ZONE:
  case DOMAIN_BAG: return types_zone_bound(c, note->type);
  case DOMAIN_SET: return type_count(c, note->type->element);
  case DOMAIN_LIST:
  case DOMAIN_RAY:
  case DOMAIN_BETWEEN: return note->type->bound;
  case DOMAIN_GROUPS: return note->symbol->graph->nodes->count;
  case DOMAIN_PATHS: return paths_bound(note->symbol);
  case DOMAIN_HANDS:
  case DOMAIN_CHAINS: return -1;
  }
  return -1;
}
