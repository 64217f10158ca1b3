/* Names for what was selected: an expression becomes a fn or a `let`, statements become an effect, a number becomes a
 * constant or a setting. And the opposite: a constant is written out where it is used. */
#include <string.h>

#include "compiler/context.h"
#include "compiler/inspect.h"

/* ---- what is selected ---- */

/* The bytes without blanks around them. */
static void trim(const struct proposing *p, uint32_t *start, uint32_t *end) {
  const char *text = p->source->text;
  while (*start < *end && strchr(" \t\r\n", text[*start])) (*start)++;
  while (*end > *start && strchr(" \t\r\n", text[*end - 1])) (*end)--;
}

/* Brackets around an expression are no part of its node. */
static bool is_selected(const struct proposing *p, const struct tree *node, uint32_t start, uint32_t end) {
  while (start < node->span.start && end > node->span.end && p->source->text[start] == '(' &&
         p->source->text[end - 1] == ')') {
    start++, end--;
    trim(p, &start, &end);
  }
  return node->span.start == start && node->span.end == end;
}

/* ---- what it needs ---- */

enum { MOST_PARAMETERS = 8 };
struct extracting {
  const struct proposing *p;
  uint32_t start, end;
  const struct symbol *params[MOST_PARAMETERS];
  int count;
  bool refused;
};

static bool is_inside(const struct extracting *x, struct span span) {
  return span.file == x->p->file && span.start >= x->start && span.end <= x->end;
}

static void need_local(struct extracting *x, const struct symbol *local) {
  if (is_inside(x, local->span)) return;
  for (int i = 0; i < x->count; i++)
    if (x->params[i] == local) return;
  if (x->count == MOST_PARAMETERS) x->refused = true;
  else x->params[x->count++] = local;
}

static const struct symbol *local_of(const struct tree *node) {
  const struct symbol *symbol = node->note && node->note->kind == NOTE_SYMBOL ? node->note->symbol : NULL;
  return symbol && symbol->kind == SYMBOL_LOCAL ? symbol : NULL;
}

/* The locals of outside that are read; what they are changed to would be lost. */
static void look_through(struct extracting *x, const struct tree *node, bool in_loop) {
  const struct symbol *local = local_of(node);
  if (local) need_local(x, local);
  if (node->kind == TREE_ASSIGN) {
    const struct tree *target = node->kid[ASSIGN_TARGET];
    while (target->kind == TREE_INDEX) target = target->kid[INDEX_BASE];
    local = local_of(target);
    x->refused |= local && !is_inside(x, local->span);
  }
  bool leaves_loop = node->kind == TREE_BREAK || node->kind == TREE_CONTINUE;
  if (tree_does(node, DOES_LEAVES) && node->kind != TREE_END_GAME && node->kind != TREE_FAIL)
    x->refused |= !leaves_loop || !in_loop;
  for (int i = 0; i < tree_kid_count(node->kind); i++)
    for (const struct tree *kid = node->kid[i]; kid; kid = kid->next)
      look_through(x, kid, in_loop || tree_does(node, DOES_LOOPS));
}

/* "(p: player, n: int)" of a declaration, or "(p, n)" of a call. */
static const char *bracketed(const struct extracting *x, bool declares) {
  struct text text = arena_text(x->p->arena);
  for (int i = 0; i < x->count; i++) {
    text_format(&text, "%s%s", i ? ", " : "", x->params[i]->name);
    if (declares) text_format(&text, ": %s", proposing_type(x->p, x->params[i]->type));
  }
  return arena_format(x->p->arena, "(%s)", text_get(&text));
}

/* ---- expressions ---- */

static bool happens(const struct tree *node, const void *context) {
  (void)context;
  return tree_does(node, DOES_CHANGES | DOES_CHANCE | DOES_ASKS) || tree_is(node, CLASS_ACTION);
}

static bool has_value(const struct tree *node) {
  const struct type *type = node->note ? node->note->type : NULL;
  return tree_is(node, CLASS_EXPRESSION) && type && type->kind != TYPE_KIND_ERROR && type->kind != TYPE_KIND_VOID &&
         type->kind != TYPE_KIND_NONE && type->kind != TYPE_KIND_ZONE && type->kind != TYPE_KIND_CELL &&
         !tree_first(node, happens, NULL);
}

/* Names the declaration's parameters by those of the place, so that the text can stay as it is. */
static void propose_fn(struct proposing *p, const struct extracting *x, const struct tree *node) {
  const char *name = proposing_name(p, "new_fn"), *indent = proposing_indent(p, p->path.nodes[0]->span.start);
  const char *decl =
      arena_format(p->arena, "\n\n%sfn %s%s -> %s = %s", indent, name, bracketed(x, true),
                   proposing_type(p, node->note->type), proposing_text(p, node->span.start, node->span.end));
  uint32_t at = proposing_behind(p);
  trv_rewriting second = proposing_change(p, at, at, decl);
  proposing_add(p, TRV_PROPOSAL_EXTRACT, "", "make a fn of it",
                proposing_change(p, x->start, x->end, arena_format(p->arena, "%s%s", name, bracketed(x, false))),
                &second);
}

/* The statement around an expression; what is asked again and again is no single value. */
static const struct tree *statement_around(const struct proposing *p) {
  for (int i = p->path.count - 1; i > 0; i--) {
    const struct tree *node = p->path.nodes[i];
    if (tree_does(node, DOES_LOOPS | DOES_BINDS) || node->kind == TREE_OPTION || node->kind == TREE_PICK) return NULL;
    if (p->path.nodes[i - 1]->kind == TREE_BLOCK) return node;
  }
  return NULL;
}

static void propose_let(struct proposing *p, const struct extracting *x, const struct tree *node) {
  const struct tree *statement = statement_around(p);
  if (!statement || statement == node) return;
  const char *name = proposing_name(p, "part"), *indent = proposing_indent(p, statement->span.start);
  const char *let =
      arena_format(p->arena, "let %s = %s\n%s", name, proposing_text(p, node->span.start, node->span.end), indent);
  trv_rewriting second = proposing_change(p, x->start, x->end, name);
  proposing_add(p, TRV_PROPOSAL_EXTRACT, "", "give it a name with `let`",
                proposing_change(p, statement->span.start, statement->span.start, let), &second);
}

static void propose_expression(struct proposing *p, uint32_t start, uint32_t end) {
  for (int i = 1; i < p->path.count; i++) {
    const struct tree *node = p->path.nodes[i];
    struct extracting x = { .p = p, .start = start, .end = end };
    if (!is_selected(p, node, start, end) || !has_value(node)) continue;
    look_through(&x, node, false);
    if (x.refused) return;
    propose_fn(p, &x, node);
    propose_let(p, &x, node);
    return;
  }
}

/* ---- statements ---- */

/* Whether a name that is declared among the statements is used behind them. */
static bool is_used_behind(const struct extracting *x, const struct tree *list) {
  for (const struct tree *node = list; node; node = node->next) {
    const struct symbol *local = local_of(node);
    if (local && is_inside(x, local->span) && !is_inside(x, node->span)) return true;
    for (int i = 0; i < tree_kid_count(node->kind); i++)
      if (is_used_behind(x, node->kid[i])) return true;
  }
  return false;
}

/* With what belongs to the last of them: its citations and allowances. */
static uint32_t cited_end(const struct tree *node) {
  uint32_t end = node->span.end;
  for (const struct tree *cite = node->cites; cite; cite = cite->next)
    if (cite->span.end > end) end = cite->span.end;
  for (const struct tree *aside = node->asides; aside; aside = aside->next)
    if (aside->span.end > end) end = aside->span.end;
  return end;
}

static void propose_effect(struct proposing *p, const struct tree *first, const struct tree *last) {
  struct extracting x = { .p = p, .start = first->span.start, .end = cited_end(last) };
  for (const struct tree *node = first; node != last->next; node = node->next) look_through(&x, node, false);
  if (x.refused || is_used_behind(&x, last->next)) return;
  const char *name = proposing_name(p, "new_effect"), *indent = proposing_indent(p, p->path.nodes[0]->span.start);
  const char *decl = arena_format(p->arena, "\n\n%seffect %s%s {\n%s  %s\n%s}", indent, name, bracketed(&x, true),
                                  indent, proposing_text(p, x.start, x.end), indent);
  uint32_t at = proposing_behind(p);
  trv_rewriting second = proposing_change(p, at, at, decl);
  proposing_add(p, TRV_PROPOSAL_EXTRACT, "", "make an effect of it",
                proposing_change(p, x.start, x.end, arena_format(p->arena, "%s%s", name, bracketed(&x, false))),
                &second);
}

/* Statements of one block that the selection begins and ends with. */
static void propose_statements(struct proposing *p, uint32_t start, uint32_t end) {
  const struct tree *block = NULL, *first = NULL;
  for (int i = p->path.count - 1; i > 0 && !block; i--)
    if (p->path.nodes[i]->kind == TREE_BLOCK) block = p->path.nodes[i];
  for (const struct tree *node = block ? block->kid[BLOCK_STATEMENTS] : NULL; node; node = node->next) {
    if (node->span.start == start) first = node;
    if (first && (node->span.end == end || cited_end(node) == end)) {
      propose_effect(p, first, node);
      return;
    }
  }
}

/* ---- numbers and constants ---- */

static bool is_in_play(const struct proposing *p) {
  for (int i = 1; i < p->path.count; i++)
    if (p->path.nodes[i]->kind == TREE_BLOCK) return true;
  return p->path.nodes[0]->kind == TREE_FN;
}

static void propose_number(struct proposing *p) {
  const struct tree *node = p->path.nodes[p->path.count - 1], *decl = p->path.nodes[0];
  if (node->kind != TREE_INT || node == decl || decl->kind == TREE_CONST || decl->kind == TREE_SETTING ||
      decl->kind == TREE_GAME || decl->kind == TREE_SCENARIO)
    return;
  const char *name = proposing_name(p, "amount"), *own = proposing_in_variant(p) ? "new " : "";
  const char *number = proposing_text(p, node->span.start, node->span.end);
  const char *indent = proposing_indent(p, decl->span.start);
  uint32_t at = proposing_before(p);
  trv_rewriting use = proposing_change(p, node->span.start, node->span.end, name);
  trv_rewriting constant =
      proposing_change(p, at, at, arena_format(p->arena, "%s%sconst %s = %s\n", indent, own, name, number));
  proposing_add(p, TRV_PROPOSAL_EXTRACT, "", arena_format(p->arena, "make a constant of %s", number), constant, &use);
  if (!is_in_play(p)) return;
  trv_rewriting setting = proposing_change(
      p, at, at, arena_format(p->arena, "%s%ssetting %s: int = %s \"how many\"\n", indent, own, name, number));
  proposing_add(p, TRV_PROPOSAL_EXTRACT, "", arena_format(p->arena, "make a setting of %s", number), setting, &use);
}

/* All of the constant's uses, and its declaration with its line. */
static void propose_inline(struct proposing *p) {
  const struct tree *decl = p->path.nodes[0];
  uint32_t number = inspect_number(p->in, decl->symbol);
  if (decl->kind != TREE_CONST || p->start < decl->word_span.start || p->end > decl->word_span.end ||
      number == TRV_NO_THING || proposing_in_variant(p))
    return;
  const struct tree *value = decl->kid[CONST_VALUE];
  const char *text = proposing_text(p, value->span.start, value->span.end);
  if (tree_kid_count(value->kind) && value->kind != TREE_CALL && value->kind != TREE_STRING)
    text = arena_format(p->arena, "(%s)", text);
  const struct named_place *places = p->in->places.items;
  trv_rewriting *changes = arena_try(p->arena, (p->in->places.count + 1) * sizeof *changes);
  uint32_t count = 0, start = decl->span.start, end = proposing_behind(p);
  if (!changes) return;
  if (p->source->text[end] == '\r') end++;
  if (p->source->text[end] == '\n') end++;
  changes[count++] = proposing_change(p, start, end, "");
  for (size_t i = 0; i < p->in->places.count; i++)
    if (places[i].thing == number && !places[i].declares)
      changes[count++] = (trv_rewriting){ inspect_span(p->in, places[i].span), text };
  trv_proposal proposal = { TRV_PROPOSAL_INLINE, "write it out wherever it is used", "", changes, count };
  vector_push(p->arena, &p->proposals, &proposal, sizeof proposal);
}

void extract_propose(struct proposing *p) {
  uint32_t start = p->start, end = p->end;
  trim(p, &start, &end);
  if (start < end) {
    propose_expression(p, start, end);
    propose_statements(p, start, end);
  }
  propose_number(p);
  propose_inline(p);
}
