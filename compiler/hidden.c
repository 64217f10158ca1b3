/* Who sees what: a text for everybody may not show the contents of a zone or variable that somebody does not see.
 * Sizes are public. The check follows calls of fns; it does not follow values through variables. */
#include "compiler/statements.h"

static bool is_public(const struct symbol *symbol) {
  const struct tree *tree = symbol->tree;
  const struct tree *seen = symbol->kind == SYMBOL_ZONE ? tree->kid[PILE_SEEN] : tree->kind == TREE_VAR ? tree->kid[VAR_SEEN] : NULL;
  return !seen || seen->number == SEEN_OPEN;
}

static bool asks_size(const struct tree *node) {
  const struct note *note = note_of(node);
  return node->kind == TREE_CALL && note && note->kind == NOTE_BUILTIN && (note->value == BUILTIN_SIZE || note->value == BUILTIN_EMPTY);
}

/* The first hidden zone or variable whose contents an expression reads, or NULL. */
static const struct symbol *hidden_in(const struct tree *node);

static const struct symbol *hidden_in_list(const struct tree *node) {
  const struct symbol *found = NULL;
  for (; node && !found; node = node->next) found = hidden_in(node);
  return found;
}

static const struct symbol *hidden_in_fn(struct symbol *fn) {
  if (fn->visit || !fn->tree->kid[FN_VALUE]) return NULL;
  fn->visit = 1; /* a cycle adds nothing */
  const struct symbol *found = hidden_in(fn->tree->kid[FN_VALUE]);
  fn->visit = 0;
  return found;
}

static const struct symbol *hidden_in(const struct tree *node) {
  if (asks_size(node)) return NULL;
  bool reads = node->kind == TREE_NAME || node->kind == TREE_INDEX;
  const struct note *note = reads || node->kind == TREE_CALL ? note_of(node) : NULL;
  if (note && reads && note->kind == NOTE_SYMBOL && (note->symbol->kind == SYMBOL_ZONE || note->symbol->kind == SYMBOL_VAR) &&
      !is_public(note->symbol))
    return note->symbol;
  if (note && note->kind == NOTE_CALL && note->symbol->kind == SYMBOL_FN) {
    const struct symbol *found = hidden_in_fn(note->symbol);
    if (found) return found;
  }
  const struct symbol *found = NULL;
  for (int i = 0; i < tree_kid_count((enum tree_kind)node->kind) && !found; i++) found = hidden_in_list(node->kid[i]);
  return found;
}

void hidden_refuse(struct compilation *c, struct tree *text) {
  for (struct tree *part = text->kid[STRING_PARTS]; part; part = part->next) {
    if (part->kind == TREE_TEXT_PART) continue;
    const struct symbol *hidden = hidden_in(part);
    if (!hidden) continue;
    struct diag *diag = diag_report(c->diags, DIAG_E0409, part->span, "`say` is for everybody, and not everybody sees `%s`", hidden->name);
    diag_note_at(c->diags, diag, hidden->span, "the %s `%s`", symbol_kind_word(hidden->kind), hidden->name);
    diag_note(c->diags, diag, "use `say to p \"…\"`, or say it after the card has been moved to where all see it");
  }
}
