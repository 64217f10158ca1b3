/* Checks on the whole game after its types are known: recursion, what is never used. */
#include "compiler/passes.h"

/* ---- call cycles ---- */

/* How deep calls may go without recursion, so that passes may follow them by recursion of their own. */
enum { CALLS_LIMIT = 200 };

struct visit {
  int index, low; /* from 1 on; 0 before it is visited */
  int height;     /* calls below this one, as far as they are known */
  bool on_stack;
};
/* Tarjan's components over procedures; a component with a cycle gets a number and makes its members recursive. */
struct component_walk {
  struct compilation *c;
  struct symbol **stack;
  struct visit *visits; /* by the number of the symbol */
  size_t depth;
  int last, level; /* level: calls that are being followed */
  int32_t components;
  bool too_deep;
};

static bool calls_itself(const struct symbol *symbol) {
  for (const struct call_edge *edge = symbol->calls; edge; edge = edge->next)
    if (edge->callee == symbol) return true;
  return false;
}

static void close_component(struct component_walk *walk, struct symbol *root) {
  bool cycle = walk->stack[walk->depth - 1] != root || calls_itself(root);
  if (cycle) walk->components++;
  struct symbol *member;
  do {
    member = walk->stack[--walk->depth];
    walk->visits[member->number].on_stack = false;
    if (cycle) member->recursive = true, member->component = walk->components;
  } while (member != root);
}

static void report_depth(struct component_walk *walk, const struct call_edge *call) {
  if (walk->too_deep) return; /* said once, since it is so for all that call this */
  walk->too_deep = true;
  diag_report(walk->c->diags, DIAG_E0410, call->span, "calls go more than %d procedures deep here", CALLS_LIMIT);
}

static void visit(struct component_walk *walk, struct symbol *symbol) {
  struct visit *mine = &walk->visits[symbol->number];
  mine->index = mine->low = ++walk->last;
  mine->on_stack = true;
  walk->stack[walk->depth++] = symbol;
  for (const struct call_edge *edge = symbol->calls; edge; edge = edge->next) {
    const struct visit *other = &walk->visits[edge->callee->number];
    if (!other->index && walk->level == CALLS_LIMIT) {
      report_depth(walk, edge);
      continue;
    }
    if (!other->index) {
      walk->level++;
      visit(walk, edge->callee);
      walk->level--;
      if (other->low < mine->low) mine->low = other->low;
    } else if (other->on_stack && other->index < mine->low) mine->low = other->index;
    if (mine->height <= other->height) mine->height = other->height + 1;
    if (mine->height > CALLS_LIMIT) report_depth(walk, edge);
  }
  if (mine->low == mine->index) close_component(walk, symbol);
}

static void find_components(struct compilation *c) {
  size_t count = (size_t)c->symbol_count;
  struct component_walk walk = { .c = c,
                                 .stack = arena_try(c->arena, (count + 1) * sizeof *walk.stack),
                                 .visits = arena_try(c->arena, (count + 1) * sizeof *walk.visits) };
  if (!walk.stack || !walk.visits) return;
  for (struct symbol *symbol = c->first_symbol; symbol; symbol = symbol->next)
    if (symbol_is_procedure(symbol) && !walk.visits[symbol->number].index) visit(&walk, symbol);
}

static void report_cycle(struct compilation *c, const struct symbol *start, struct span call) {
  struct diag *diag = diag_report(c->diags, DIAG_E0404, call,
                                  "`%s` can come to call itself here, and nothing says how often at most", start->name);
  diag_note_at(c->diags, diag, start->span, "add `depth 8`, or as deep as it may go, before the body of `%s`",
               start->name);
}

/* A cycle that passes through no procedure with a declared depth: found by walking without those. */
static bool unbounded_cycle(struct compilation *c, struct symbol *symbol, struct symbol *start, struct met met) {
  if (symbol->depth || symbol->component != start->component) return false;
  if (!met_first(met, symbol)) return symbol == start;
  for (const struct call_edge *edge = symbol->calls; edge; edge = edge->next) {
    if (!unbounded_cycle(c, edge->callee, start, met)) continue;
    if (symbol == start) report_cycle(c, start, edge->span);
    return true;
  }
  return false;
}

static void check_recursion(struct compilation *c) {
  int32_t reported = 0; /* one report for each component */
  for (struct symbol *symbol = c->first_symbol; symbol; symbol = symbol->next)
    if (symbol->recursive && symbol->component != reported && unbounded_cycle(c, symbol, symbol, met_begin(c)))
      reported = symbol->component;
}

/* ---- never used ---- */

/* A zone where a deck starts is used by that. */
static void mark_homes(struct compilation *c) {
  for (const struct symbol *deck = c->first_of[SYMBOL_DECK]; deck; deck = deck->alike) {
    struct tree *home = deck->tree->kid[DECK_ZONE];
    if (home && home->kind == TREE_INDEX) home = home->kid[INDEX_BASE];
    struct symbol *zone = home ? symbol_find(c, home->word) : NULL;
    if (zone) zone->used = true;
  }
}

static void check_unused(struct compilation *c) {
  mark_homes(c);
  for (struct symbol *symbol = c->first_symbol; symbol; symbol = symbol->next) {
    bool counts = symbol->kind != SYMBOL_SETTING && symbol->kind != SYMBOL_DECK && symbol->kind != SYMBOL_GRAPH;
    if (!counts || symbol->used || symbol->from_library || symbol->name[0] == '_') continue;
    struct diag *diag = diag_report(c->diags, DIAG_W0501, symbol->span, "the %s `%s` is never used",
                                    symbol_kind_word(symbol->kind), symbol->name);
    /* A variant may have meant to change something of the game. */
    struct suggestion near = { .word = symbol->name };
    if (c->variants.count) context_consider(c, &near, 1u << symbol->kind);
    if (near.best) diag_hint(c->diags, diag, "did you mean `%s`?", near.best);
  }
}

void checks_run(struct compilation *c) {
  find_components(c);
  check_recursion(c);
  check_unused(c);
}
