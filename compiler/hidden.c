/* Who sees what: a text for everybody may not show the contents of a zone or variable that somebody does not see.
 * Sizes are public. The check follows calls of fns; it does not follow values through variables. */
#include "compiler/statements.h"

/* The viewer: everybody (chooser NULL), or the player that an expression names; and the fns already examined. */
struct look {
  const struct tree *chooser;
  struct met met;
};

static bool same_name(const struct tree *a, const struct tree *b) {
  return a && b && a->kind == TREE_NAME && b->kind == TREE_NAME && a->word == b->word;
}

/* Whether a zone or variable, as it stands in `node`, is open to the viewer. Inside a fn, where the owner has another
 * name, what belongs to a player is taken to be the chooser's own. */
static bool is_seen(const struct look *look, const struct tree *node, const struct symbol *symbol, bool in_fn) {
  if (symbol_is_public(symbol)) return true;
  if (!look->chooser) return false;
  const struct tree *seen = symbol_seen(symbol);
  if (seen->kid[SEEN_CONDITION]) return true;
  if (seen->number == SEEN_HIDDEN) return false;
  if (in_fn || node->kind != TREE_INDEX) return true;
  return same_name(node->kid[INDEX_ARGS], look->chooser) == (seen->number == SEEN_OWNER);
}

/* The first zone or variable whose contents an expression reads although the viewer does not see it, or NULL. */
static const struct symbol *hidden_in(struct look *look, const struct tree *node, bool in_fn);

static const struct symbol *hidden_in_list(struct look *look, const struct tree *node, bool in_fn) {
  const struct symbol *found = NULL;
  for (; node && !found; node = node->next) found = hidden_in(look, node, in_fn);
  return found;
}

/* Once is enough: the second time, or in a cycle, a fn adds nothing. */
static const struct symbol *hidden_in_fn(struct look *look, struct symbol *fn) {
  if (symbol_is_extern(fn) || !met_first(look->met, fn)) return NULL; /* C code knows only what it is given */
  return hidden_in(look, fn->tree->kid[FN_VALUE] ? fn->tree->kid[FN_VALUE] : fn->tree->kid[FN_BLOCK], true);
}

static bool holds_symbol(const struct tree *node) {
  return node->kind == TREE_NAME || node->kind == TREE_INDEX || node->kind == TREE_CALL;
}

static const struct symbol *hidden_in(struct look *look, const struct tree *node, bool in_fn) {
  const struct note *note = holds_symbol(node) ? note_of(node) : NULL;
  if (builtin_asks_size(node)) return NULL;
  if (note && note->kind == NOTE_SYMBOL && (note->symbol->kind == SYMBOL_ZONE || note->symbol->kind == SYMBOL_VAR) &&
      !is_seen(look, node, note->symbol, in_fn))
    return note->symbol;
  if (note && note->kind == NOTE_CALL && note->symbol->kind == SYMBOL_FN) {
    const struct symbol *found = hidden_in_fn(look, note->symbol);
    if (found) return found;
  }
  const struct symbol *found = NULL;
  for (int i = 0; i < tree_kid_count(node->kind) && !found; i++) found = hidden_in_list(look, node->kid[i], in_fn);
  return found;
}

/* The same for a whole expression: the walk begins here. */
static const struct symbol *find_hidden(struct compilation *c, const struct tree *chooser, const struct tree *node) {
  struct look look = { .chooser = chooser, .met = met_begin(c) };
  return hidden_in(&look, node, false);
}

void hidden_check_domain(struct compilation *c, const struct tree *domain, const struct tree *chooser) {
  const struct note *note = holds_symbol(domain) ? note_of(domain) : NULL;
  bool zone = note && note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_ZONE;
  struct look look = { .chooser = chooser };
  if (!zone || is_seen(&look, domain, note->symbol, false)) return;
  struct diag *diag =
      diag_report(c->diags, DIAG_E0418, domain->span, "the player who chooses does not see `%s`", note->symbol->name);
  diag_note_at(c->diags, diag, note->symbol->span, "it is declared here");
  diag_note(c->diags, diag, "to let a player look at cards, move them to a zone `for owner` first");
}

void hidden_check_part(struct compilation *c, const struct tree *part, const struct tree *chooser) {
  const struct symbol *hidden = part ? find_hidden(c, chooser, part) : NULL;
  if (!hidden) return;
  struct diag *diag =
      diag_report(c->diags, DIAG_W0503, part->span,
                  "this tells the player who chooses something about `%s`, which is hidden from him", hidden->name);
  diag_note_at(c->diags, diag, hidden->span, "it is declared here");
}

void hidden_refuse(struct compilation *c, struct tree *text) {
  for (struct tree *part = text->kid[STRING_PARTS]; part; part = part->next) {
    if (part->kind == TREE_TEXT_PART) continue;
    const struct symbol *hidden = find_hidden(c, NULL, part);
    if (!hidden) continue;
    struct diag *diag = diag_report(c->diags, DIAG_E0409, part->span,
                                    "`say` is for everybody, and not everybody sees `%s`", hidden->name);
    diag_note_at(c->diags, diag, hidden->span, "the %s `%s`", symbol_kind_word(hidden->kind), hidden->name);
    diag_note(c->diags, diag, "%s",
              hidden->kind == SYMBOL_VAR
                  ? "use `say to p \"…\"`, or copy it first into a variable that all see; what all choose at once (`by "
                    "each`) is secret anyhow until the last has chosen"
                  : "use `say to p \"…\"`, or say it after the card has been moved to where all see it");
  }
}
