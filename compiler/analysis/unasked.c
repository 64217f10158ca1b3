/* Choices that are taken by themselves when one option is left: that nobody was asked is plain to all, and may tell them
 * what a hidden hand holds. It tells nothing where the number of options is public anyhow (all cards of a hand of which
 * no two are alike), where the option shows its card to everybody or says that it was taken, and where another option is
 * always there. */
#include "compiler/analysis/analysis.h"
#include "compiler/knowledge.h"

/* The first hidden thing that an expression depends on beyond how many cards there are, or NULL. */
static const struct symbol *hidden_in(struct compilation *c, const struct tree *node) {
  struct secrets secrets = knowledge_in(c, node, NULL);
  for (int i = 0; i < secrets.count; i++)
    if (secrets.items[i].kind == SECRET_HIDDEN || secrets.items[i].kind == SECRET_BOX) return secrets.items[i].symbol;
  return NULL;
}

static bool has_copies(const struct symbol *deck) {
  for (int32_t i = 0; i < deck->count; i++)
    if (deck->values[i].copies > 1 || deck->tree->flags & FLAG_EACH_PLAYER) return true;
  return false;
}

/* Whether as many candidates are offered as there are cards: then the number is public. */
static bool is_counted(const struct tree *arg) {
  const struct symbol *zone = symbol_meant(arg->kid[BINDER_DOMAIN]);
  const struct type *element = arg->symbol ? arg->symbol->type : NULL;
  return zone && zone->kind == SYMBOL_ZONE && !arg->kid[BINDER_WHERE] && element && element->kind == TYPE_KIND_CARD &&
         !has_copies(element->symbol);
}

static bool is_laid_open(const struct symbol *local) {
  const struct reader *shown = local && local->knowledge ? local->knowledge->readers : NULL;
  for (; shown; shown = shown->next)
    if (shown->kind == READER_EVERYBODY) return true;
  return false;
}

/* Whether all are told when an option without arguments is taken: that may say why, too. */
static bool says_itself(const struct tree *option) {
  const struct tree *body = option->kid[OPTION_BODY];
  for (const struct tree *node = body ? body->kid[BLOCK_STATEMENTS] : NULL; node; node = node->next)
    if (node->kind == TREE_SAY && !node->kid[SAY_TO]) return true;
  return false;
}

/* Whether the first argument is laid open, or something that the option's head has made of its arguments. */
static bool shows_itself(const struct tree *option) {
  const struct tree *first = option->kid[OPTION_ARGS];
  bool open = first ? is_laid_open(first->symbol) : says_itself(option);
  for (const struct tree *let = option->kid[OPTION_LETS]; let; let = let->next) open |= is_laid_open(let->symbol);
  return open;
}

/* What decides how many of the candidates are legal, although others do not see it; NULL if that is public. */
static const struct symbol *decides(struct compilation *c, const struct tree *args, const struct tree *needs) {
  const struct symbol *hidden = NULL;
  for (const struct tree *arg = args; arg && !hidden; arg = arg->next) {
    if (!is_counted(arg)) hidden = hidden_in(c, arg->kid[BINDER_DOMAIN]);
    if (!hidden && arg->kid[BINDER_WHERE]) hidden = hidden_in(c, arg->kid[BINDER_WHERE]);
  }
  for (const struct tree *need = needs; need && !hidden; need = need->next)
    hidden = hidden_in(c, need->kid[NEED_CONDITION]);
  return hidden;
}

static void report(struct compilation *c, const struct tree *node, const struct symbol *hidden) {
  struct diag *diag =
      diag_report(c->diags, DIAG_W0527, node->word_span,
                  "when one option is left it is taken unasked, which may tell others about `%s`", hidden->name);
  diag_note_at(c->diags, diag, hidden->span, "`%s`, which not all see", hidden->name);
  diag_note(c->diags, diag, "`%s %s always by …` asks all the same", node->kind == TREE_CHOOSE ? "choose" : "pick",
            node->word);
}

static bool is_always_there(const struct tree *option) {
  return option->kind == TREE_OPTION && !option->kid[OPTION_ARGS] && !option->kid[OPTION_NEEDS] &&
         !(option->flags & (FLAG_IDLE | FLAG_OTHERWISE));
}

static void check_choose(struct compilation *c, const struct tree *node) {
  const struct symbol *hidden = NULL;
  if (node->flags & FLAG_ALWAYS) return;
  for (const struct tree *option = node->kid[CHOOSE_OPTIONS]; option; option = option->next) {
    if (is_always_there(option)) return;
    if (option->kind != TREE_OPTION || hidden || shows_itself(option)) continue;
    hidden = decides(c, option->kid[OPTION_ARGS], option->kid[OPTION_NEEDS]);
  }
  if (hidden) report(c, node, hidden);
}

static void check_pick(struct compilation *c, const struct tree *node, const struct symbol *local) {
  if (node->flags & FLAG_ALWAYS || is_laid_open(local)) return;
  const struct symbol *hidden = decides(c, node->kid[PICK_BINDER], node->kid[PICK_NEEDS]);
  if (hidden) report(c, node, hidden);
}

static void walk(struct compilation *c, const struct tree *node) {
  if (node->kind == TREE_CHOOSE) check_choose(c, node);
  if (node->kind == TREE_LET && node->kid[LET_VALUE]->kind == TREE_PICK)
    check_pick(c, node->kid[LET_VALUE], node->symbol);
  if (tree_is(node, CLASS_EXPRESSION)) return;
  for (int i = 0; i < tree_kid_count(node->kind); i++)
    for (const struct tree *kid = node->kid[i]; kid; kid = kid->next) walk(c, kid);
}

void unasked_check(struct analysis *a) {
  for (const struct known *known = a->first; known && !arena_failed(a->c->arena); known = known->next)
    for (const struct tree *node = meant_body(known->symbol); node && !known->symbol->from_library; node = node->next)
      walk(a->c, node);
}
