/* What the type checker says when something does not fit: unknown names, wrong types, values that may be none.
 * One report for one cause: what already has the error type is passed over. */
#include "compiler/refuse.h"

#include <string.h>

#include "compiler/library.h"
#include "compiler/meant.h"
#include "compiler/passes.h"
#include "compiler/statements.h"
#include "lang/words.h"

/* ---- unknown names ---- */

static void consider_locals(struct compilation *c, struct suggestion *near) {
  for (struct symbol *local = c->checker->scope; local; local = local->next_param) suggest_consider(near, local->name);
  struct symbol *param = c->checker->proc ? c->checker->proc->params : NULL;
  for (; param; param = param->next_param) suggest_consider(near, param->name);
}

static void consider_values(const struct compilation *c, struct suggestion *near, const struct symbol *type) {
  for (int32_t i = 0; i < type->count && context_suggests(c); i++) suggest_consider(near, type->values[i].name);
}

/* The names that the game gives its seats. */
static void consider_seats(const struct compilation *c, struct suggestion *near) {
  for (const struct tree *item = c->game ? c->game->kid[GAME_ITEMS] : NULL; item; item = item->next)
    for (const struct tree *seat = item->kind == TREE_GAME_SEATS ? item->kid[GAME_SEATS_ROWS] : NULL; seat;
         seat = seat->next)
      suggest_consider(near, seat->word);
}

/* All names that could be meant where something is looked for that is reported as `code`. */
static void consider_names(struct compilation *c, struct suggestion *near, unsigned kinds, enum diag_code code) {
  if (!context_suggests(c)) return;
  if (code == DIAG_E0201 || code == DIAG_E0203) consider_locals(c, near);
  if (code == DIAG_E0201) consider_seats(c, near);
  context_consider(c, near, kinds);
  if (code == DIAG_E0201)
    for (struct symbol *type = c->first_symbol; type; type = type->next)
      if (type->kind == SYMBOL_ENUM || type->kind == SYMBOL_DECK) consider_values(c, near, type);
  if (code == DIAG_E0204 && kinds & 1u << SYMBOL_FN)
    for (int i = 0; i < BUILTIN_COUNT; i++) suggest_consider(near, builtin_name((enum builtin)i));
  if (code == DIAG_E0203 && kinds & 1u << SYMBOL_VAR) suggest_consider(near, "players");
}

/* How to write here what other languages write differently, as a value or a call; NULL for other words. */
static const char *written_here(const char *word, bool call) {
  static const char *const calls[][2] = {
    { "end_game", "end game" },
    { "endgame", "end game" },
    { "print", "say \"…\"" },
    { "len", "size(…)" },
    { "length", "size(…)" },
    { "range", "1..n" },
    { "randint", "roll 6" },
    { "rand", "roll 6" },
    { "draw", "draw 1 from … to …" },
    { "move", "move … from … to …" },
    { "win", "end game" },
    { "other", "next(…)" },
    { "opponent", "next(…)" },
    { "adjacent", "neighbours(…)" },
    { "d6", "roll 6" },
  };
  static const char *const values[][2] = {
    { "yes", "true" },    { "no", "false" },    { "null", "none" },   { "nil", "none" },    { "True", "true" },
    { "False", "false" }, { "None", "none" },   { "nobody", "none" }, { "Null", "none" },   { "d6", "roll 6" },
    { "d8", "roll 8" },   { "d10", "roll 10" }, { "d12", "roll 12" }, { "d20", "roll 20" }, { "one", "1" },
    { "two", "2" },       { "three", "3" },     { "four", "4" },      { "five", "5" },      { "six", "6" },
  };
  const char *const(*words)[2] = call ? calls : values;
  size_t count = call ? sizeof calls / sizeof *calls : sizeof values / sizeof *values;
  for (size_t i = 0; i < count; i++)
    if (!strcmp(word, words[i][0])) return words[i][1];
  return NULL;
}

void types_unknown(struct compilation *c, struct tree *node, const char *what, unsigned kinds, enum diag_code code) {
  struct symbol *known = symbol_find(c, node->word);
  struct diag *diag;
  if (!known && c->module_missing) return;
  if (!known && code == DIAG_E0201 && c->incomplete) return; /* it may be a value of the table */
  if (known)
    diag = diag_report(c->diags, code, node->word_span, "`%s` is %s, not %s %s", node->word,
                       symbol_kind_phrase(c, known->kind), context_article(what), what);
  else if (code == DIAG_E0201)
    diag = diag_report(c->diags, code, node->word_span, "nothing is called `%s`", node->word);
  else diag = diag_report(c->diags, code, node->word_span, "no %s named `%s`", what, node->word);
  struct suggestion near = { .word = node->word };
  consider_names(c, &near, kinds, code);
  const char *module = !known && code == DIAG_E0204 ? library_declaring(node->word) : NULL;
  bool value_or_call = code == DIAG_E0201 || code == DIAG_E0202 || code == DIAG_E0204;
  const char *here = value_or_call ? written_here(node->word, code == DIAG_E0204) : NULL;
  if (module) diag_hint(c->diags, diag, "it is in the library: `use \"std/%s\"`", module);
  else if (here) diag_hint(c->diags, diag, "write `%s`", here);
  else if (!known && code == DIAG_E0203 && !strcmp(node->word, "others"))
    diag_hint(c->diags, diag, "write `others(p)`");
  else diag_suggest(c->diags, diag, &near);
  struct symbol *meant = near.best ? symbol_find(c, near.best) : NULL;
  if (meant && meant->kind == SYMBOL_ZONE)
    diag_note_at(c->diags, diag, meant->span, "`%s` is %s", meant->name, type_phrase(c, meant->type));
}

/* What stands before a binder on its way to be read: `count(`, or nothing. */
static const char *word_before(struct compilation *c, struct span binder) {
  const char *text = c->sources->items[binder.file]->text;
  uint32_t start = binder.start;
  if (!start || text[start - 1] != '(') return "";
  for (start--; start > 0 && words_is_letter(text[start - 1]);) start--;
  return arena_format(c->arena, "%.*s", (int)(binder.start - start), text + start);
}

/* `count(tempura in tray)`: reads like a question about the card, and would count every card of the tray. A value of
 * another type cannot be meant where these elements are gone through, so its name is free. */
void refuse_hiding_value(struct compilation *c, const struct tree *binder, const struct type *element) {
  const struct value_name *value = table_get(c->values, binder->word);
  while (value && value->owner != element->symbol) value = value->same;
  if (!value || !variants_own(c, binder->span.file)) return;
  const char *what = value->owner->kind == SYMBOL_DECK ? "card" : "value";
  struct diag *diag =
      diag_report(c->diags, DIAG_E0220, binder->word_span, "`%s` is a %s of %s and cannot be the name of each one here",
                  value->name, what, value->owner->name);
  const char *before = word_before(c, binder->span), *name = strcmp(value->name, "c") == 0 ? "x" : "c";
  if (binder->kid[BINDER_WHERE]) diag_hint(c->diags, diag, "choose another name");
  else
    diag_hint(c->diags, diag, "write `%s%s in %s where %s == %s%s`", before, name,
              meant_text(c, binder->kid[BINDER_DOMAIN]->span), name, value->name, *before ? ")" : "");
  diag_note_at(c->diags, diag, value->span, "the %s `%s`", what, value->name);
}

void refuse_value(struct compilation *c, struct tree *node, const struct symbol *type) {
  if (type->unread) return;
  struct diag *diag =
      diag_report(c->diags, DIAG_E0211, node->word_span, "%s has no value `%s`", type->name, node->word);
  struct suggestion near = { .word = node->word };
  if (node->kind == TREE_NAME) {
    consider_locals(c, &near);
    context_consider(c, &near, 1u << SYMBOL_VAR | 1u << SYMBOL_CONST | 1u << SYMBOL_SETTING);
  }
  consider_values(c, &near, type);
  bool end = !strcmp(node->word, "top") || !strcmp(node->word, "bottom");
  if (!strcmp(node->word, "empty") || !strcmp(node->word, "nothing"))
    diag_hint(c->diags, diag, "that a zone holds nothing is `empty(…)`; what has no value is `none`");
  else if (end && node->kind == TREE_NAME)
    diag_hint(c->diags, diag, "the %s card of a pile is `%s(…)`%s", node->word, node->word,
              node->word[0] == 't' ? "; to take it, write `draw 1 from … to …`" : "");
  else diag_suggest(c->diags, diag, &near);
}

void refuse_field(struct compilation *c, struct tree *node, const struct type *base) {
  bool player = base->kind == TYPE_KIND_PLAYER;
  if (player && c->seats && c->seats->unread) return;
  if (base->kind == TYPE_KIND_ENUM || base->kind == TYPE_KIND_CARD || (player && c->seats)) {
    field_named(c, player ? c->seats : base->symbol, node, DIAG_E0205);
    return;
  }
  struct diag *diag = diag_report(c->diags, DIAG_E0205, node->word_span, "%s has no fields", type_phrase(c, base));
  const struct symbol *symbol = symbol_find(c, node->word);
  if (symbol && symbol->dim_count) diag_hint(c->diags, diag, "write `%s[…]`", symbol->name);
  else if (symbol ? symbol->kind == SYMBOL_FN : builtin_find(node->word) != BUILTIN_COUNT)
    diag_hint(c->diags, diag, "write `%s(…)`", node->word);
  else if (player)
    diag_hint(c->diags, diag, "what belongs to a seat is declared in `game`: `seats(%s: int) white(1), black(-1)`",
              node->word);
}

void refuse_index(struct compilation *c, const struct tree *node, struct symbol *symbol) {
  if (!symbol_blame(symbol)) return;
  struct diag *diag = diag_report(c->diags, DIAG_E0316, node->span, "`%s` has no index", symbol->name);
  diag_note_at(c->diags, diag, symbol->span, "with `%s[player]` there would be one for each player", symbol->name);
}

void refuse_advise_index(struct compilation *c, struct diag *diag, const struct tree *node,
                         const struct symbol *symbol) {
  const struct tree *last = node->kid[INDEX_ARGS];
  while (last->next) last = last->next;
  const char *begun = meant_text(c, (struct span){ node->span.file, node->span.start, last->span.end });
  const char *each = type_name(c, symbol->dims[symbol->dim_count - 1]);
  if (symbol->row)
    diag_hint(c->diags, diag, "a place is `%s, …]`; all of them, one by one: `x in %s where %s, x] is not none`", begun,
              each, begun);
  else diag_hint(c->diags, diag, "write `%s, …]`: there is one for each %s", begun, each);
}

/* ---- wrong types ---- */

bool refuse_whole(struct compilation *c, const struct tree *node, const struct type *type) {
  if (type->kind != TYPE_KIND_ARRAY || node->kind != TREE_NAME) return false;
  struct diag *diag = diag_report(c->diags, DIAG_E0316, node->span, "which `%s`? There is one for each %s", node->word,
                                  type_name(c, type->dims[0]));
  diag_hint(c->diags, diag, "write `%s[…]`", node->word);
  return true;
}

bool refuse_part(struct compilation *c, const struct tree *node, const struct type *type) {
  if (type->kind == TYPE_KIND_CELL) {
    struct diag *diag = diag_report(c->diags, DIAG_E0307, node->span, "an effect is not a value");
    diag_hint(c->diags, diag, "`apply` makes it happen, and does nothing where the cell is empty");
    return true;
  }
  if (!type_is_row(type)) return false;
  struct diag *diag =
      diag_report(c->diags, DIAG_E0301, node->span, "this is a row of the table `%s`, not a value", type->symbol->name);
  const struct field *field = type->symbol->fields;
  if (field)
    diag_hint(c->diags, diag, "name one of its fields, like `.%s`; whether it is there: `is none`", field->name);
  return true;
}

/* That a local may be none is told where it is used first: one test there is enough for all uses. */
static bool told_before(const struct tree *node) {
  while (node->kind == TREE_FIELD) node = node->kid[FIELD_BASE];
  const struct note *note = node->kind == TREE_NAME ? note_of(node) : NULL;
  struct symbol *local = note && note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_LOCAL ? note->symbol : NULL;
  if (!local || !local->type->optional) return false; /* it may be the field that is none */
  bool before = local->may_be_none_told;
  local->may_be_none_told = true;
  return before;
}

void types_mismatch(struct compilation *c, struct tree *node, struct type *want, struct type *have) {
  if (want->kind == TYPE_KIND_ERROR || have->kind == TYPE_KIND_ERROR || refuse_whole(c, node, have)) return;
  if (have->optional && type_fits(type_optional(c, want), have)) {
    if (told_before(node)) return;
    struct diag *diag =
        diag_report(c->diags, DIAG_E0302, node->span, "this may be none, and %s is needed", type_phrase(c, want));
    diag_note(c->diags, diag,
              "test it with `if let x = … { }` or `let x = … else { … }`, or give a value to use instead with `??`");
    return;
  }
  struct diag *diag = diag_report(c->diags, DIAG_E0301, node->span, "this is %s, but %s is needed",
                                  type_phrase(c, have), type_phrase(c, want));
  diag->wanted = type_plain_name(c, want);
  diag->found = type_plain_name(c, have);
  if (have->kind == TYPE_KIND_NONE)
    diag_hint(c->diags, diag, "only what is declared `%s or none` can be none", type_name(c, want));
  if (have->kind == TYPE_KIND_INT && want->kind == TYPE_KIND_PLAYER)
    diag_hint(c->diags, diag, "the player of a seat is `p1`, `p2` … or `at_seat(…)`");
}

bool refuse_long_list(struct compilation *c, const struct tree *node, const struct type *want) {
  int32_t count = 0;
  if (node->kind != TREE_LIST_VALUE || want->kind != TYPE_KIND_LIST) return false;
  for (const struct tree *item = node->kid[LIST_VALUE_ITEMS]; item; item = item->next) count++;
  if (count <= want->bound) return false;
  diag_report(c->diags, DIAG_E0315, node->span, "%d values where at most %d fit", count, want->bound);
  return true;
}

/* Reported already, by itself or as what a list holds. */
static bool is_unknown(const struct type *type) {
  return type->kind == TYPE_KIND_ERROR || (type->element && type->element->kind == TYPE_KIND_ERROR);
}

void refuse_operands(struct compilation *c, struct tree *node, struct type *a, struct type *b) {
  struct tree *left = node->kid[BINARY_LEFT], *right = node->kid[BINARY_RIGHT];
  if (is_unknown(a) || is_unknown(b)) return;
  if (refuse_whole(c, left, a) || refuse_whole(c, right, b)) return;
  if (a->optional != b->optional && type_equal(type_required(c, a), type_required(c, b))) {
    types_mismatch(c, a->optional ? left : right, type_required(c, a), a->optional ? a : b);
    return;
  }
  struct diag *diag = diag_report(c->diags, DIAG_E0301, node->span, "%s and %s do not go together here",
                                  type_phrase(c, a), type_phrase(c, b));
  if (a->kind == TYPE_KIND_ZONE && b->kind == TYPE_KIND_CARD)
    diag_hint(c->diags, diag, "whether it holds one is asked with `has`");
  if (a->kind == TYPE_KIND_SET && b->kind == TYPE_KIND_SET && node->number == OP_MUL)
    diag_hint(c->diags, diag, "what both hold is `common(a, b)`");
}

void refuse_order(struct compilation *c, struct tree *node, struct type *a, struct type *b) {
  static const char *const words[] = { [OP_LT] = "<", [OP_LE] = "<=", [OP_GT] = ">", [OP_GE] = ">=" };
  if (a->kind == TYPE_KIND_ERROR || b->kind == TYPE_KIND_ERROR) return;
  bool left = a->kind != TYPE_KIND_INT || a->optional;
  struct tree *odd = node->kid[left ? BINARY_LEFT : BINARY_RIGHT];
  struct type *type = left ? a : b;
  if (refuse_whole(c, odd, type)) return;
  if (type->kind == TYPE_KIND_INT) {
    types_mismatch(c, odd, c->int_type, type);
    return;
  }
  struct diag *diag = diag_report(c->diags, DIAG_E0301, odd->span, "`%s` compares numbers, and this is %s",
                                  words[node->number], type_phrase(c, type));
  diag->wanted = type_plain_name(c, c->int_type);
  if (type->kind == TYPE_KIND_ENUM || type->kind == TYPE_KIND_CARD)
    diag_hint(c->diags, diag, "its place in the list of values is `index(…)`");
  if (type->kind == TYPE_KIND_PLAYER) diag_hint(c->diags, diag, "the number of a seat is `seat(…)`");
  if (type->kind == TYPE_KIND_SET || type->kind == TYPE_KIND_BAG)
    diag_hint(c->diags, diag, "whether one is inside the other is asked with `<=`");
  if (type->kind == TYPE_KIND_ZONE) diag_hint(c->diags, diag, "how many cards it holds is `size(…)`");
}

static struct diag *refuse_condition(struct compilation *c, struct tree *node, struct type *type) {
  if (type->kind == TYPE_KIND_ERROR || refuse_whole(c, node, type)) return NULL;
  return diag_report(c->diags, DIAG_E0311, node->span, "a condition is true or false, and this is %s",
                     type_phrase(c, type));
}

static void check_condition(struct compilation *c, struct tree *node, struct type *type) {
  if (type->kind == TYPE_KIND_BOOL && !type->optional) return;
  struct diag *diag = refuse_condition(c, node, type);
  if (diag && type->optional) diag_hint(c->diags, diag, "whether it is there is asked with `is not none`");
}

void types_condition(struct compilation *c, struct tree *node) { check_condition(c, node, types_expression(c, node)); }

/* `max(…) or 0`: what to take where there is nothing. One report, and the value counts as wrong. */
static bool value_instead(struct compilation *c, struct tree *node, struct type *left, struct type *right) {
  bool instead = node->number == OP_OR && left->optional && left->kind != TYPE_KIND_BOOL && type_fits(left, right) &&
                 right->kind != TYPE_KIND_ERROR;
  if (!instead) return false;
  struct diag *diag = diag_report(c->diags, DIAG_E0311, node->span, "`or` joins conditions, and these are values");
  diag_hint(c->diags, diag, "what to take instead of none stands behind `??`");
  return true;
}

/* `a and b` of two sets. */
static bool sets_joined(struct compilation *c, const struct tree *node, const struct type *left,
                        const struct type *right) {
  if (left->kind != TYPE_KIND_SET || right->kind != TYPE_KIND_SET) return false;
  bool both = node->number == OP_AND;
  struct diag *diag =
      diag_report(c->diags, DIAG_E0311, node->span, "`%s` joins conditions, and these are sets", both ? "and" : "or");
  diag_hint(c->diags, diag, both ? "what both hold is `common(a, b)`" : "what either holds is `a + b`");
  return true;
}

bool types_both_conditions(struct compilation *c, struct tree *node) {
  struct tree *left = node->kid[BINARY_LEFT], *right = node->kid[BINARY_RIGHT];
  struct type *first = types_expression(c, left), *type = types_expression(c, right);
  if (value_instead(c, node, first, type) || sets_joined(c, node, first, type)) return false;
  check_condition(c, left, first);
  if (type->kind == TYPE_KIND_BOOL && !type->optional) return true;
  struct diag *diag = refuse_condition(c, right, type);
  bool comparison = left->kind == TREE_BINARY && (left->number == OP_EQ || left->number == OP_OR);
  if (diag && comparison && node->number == OP_OR && right->kind == TREE_NAME)
    diag_hint(c->diags, diag, "to compare with several values, write `in [a, b]`");
  return true;
}

/* ---- what may not happen ---- */

/* Where it may happen instead. */
static const char *where_it_happens(struct compilation *c) {
  static const char *const asking[] = { "a condition", "a label", "a prompt", "a reason", "an expectation" };
  static const char *const declaring[] = { "an initial value", "a setting", "a declaration", "a constant", "a table" };
  const struct symbol *proc = c->checker->proc;
  const char *where = c->checker->where;
  if (proc && proc->kind == SYMBOL_FN && strcmp(where, "a `fn`") == 0)
    return arena_format(c->arena, "make it an `effect`: `effect %s(…) -> %s`, called as `let x = %s(…)`", proc->name,
                        type_name(c, proc->type), proc->name);
  for (size_t i = 0; i < sizeof asking / sizeof *asking; i++)
    if (strcmp(where, asking[i]) == 0) return "it only asks; do this in a body `{ … }`, before or after it";
  for (size_t i = 0; i < sizeof declaring / sizeof *declaring; i++)
    if (strcmp(where, declaring[i]) == 0) return "do this in `setup { … }`, and keep what comes of it in a `var`";
  return "do this in an `effect` or phase, and keep what comes of it in a `var`";
}

bool types_must_be_effect(struct compilation *c, struct tree *node, const char *what) {
  if (!c->checker->where) return true;
  struct diag *diag = diag_report(c->diags, DIAG_E0308, node->span, "%s cannot stand in %s: nothing may happen there",
                                  what, c->checker->where);
  diag_hint(c->diags, diag, "%s", where_it_happens(c));
  return false;
}

void refuse_no_value(struct compilation *c, const struct tree *call, const struct symbol *callee) {
  struct diag *diag = diag_report(c->diags, DIAG_E0307, call->span, "the %s `%s` gives no value",
                                  symbol_kind_word(callee->kind), callee->name);
  if (callee->kind == SYMBOL_PHASE) diag_hint(c->diags, diag, "it stands on a line of its own: `%s(…)`", callee->name);
  else
    diag_hint(c->diags, diag,
              "it stands on a line of its own, unless it is declared with `-> …` and returns something");
}

bool refuse_nested(struct compilation *c, struct tree *call, const struct symbol *callee) {
  if (c->checker->event == call) return false;
  if (callee->type->kind == TYPE_KIND_VOID) {
    refuse_no_value(c, call, callee);
    return true;
  }
  struct diag *diag =
      diag_report(c->diags, DIAG_E0307, call->span, "the effect `%s` cannot stand inside an expression", callee->name);
  diag_note(c->diags, diag, "write `let x = %s(…)` before, and use x here: so the order of events is plain",
            callee->name);
  return true;
}

bool refuse_position(struct compilation *c, const struct tree *call, const struct symbol *callee) {
  const struct symbol *proc = c->checker->proc;
  bool sets_up = c->checker->players || (proc && proc->kind == SYMBOL_POSITION);
  if (callee->kind != SYMBOL_POSITION || sets_up) return false;
  struct diag *diag =
      diag_report(c->diags, DIAG_E0204, call->word_span, "the position `%s` is for scenarios only", callee->name);
  diag_hint(c->diags, diag, "it stands in `given { … }`; what happens while playing is an effect");
  return true;
}

bool refuse_before_play(struct compilation *c, struct tree *node, const struct symbol *symbol) {
  if (!c->checker->before_play) return false;
  switch (symbol->kind) {
  case SYMBOL_CONST:
  case SYMBOL_ENUM:
  case SYMBOL_DECK:
  case SYMBOL_LOCAL: return false;
  default: break;
  }
  diag_report(c->diags, DIAG_E0314, node->span, "the %s `%s` is not known before play", symbol_kind_word(symbol->kind),
              symbol->name);
  return true;
}
