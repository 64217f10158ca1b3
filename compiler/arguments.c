/* Arguments of a call: how many there are, whether each fits its parameter, and whether two were exchanged. */
#include "compiler/types.h"

/* The type a parameter has in this call: cards of a generic effect are those of the zones it is given. */
static struct type *param_type(struct type *type, struct type *deck) {
  return type->kind == TYPE_KIND_ANY_CARD && deck ? deck : type;
}

static bool check_zone_argument(struct compilation *c, struct tree *arg, struct type *want, struct type **deck) {
  struct type *have = types_zone(c, arg);
  if (have->kind == TYPE_KIND_ERROR) return false;
  if (want->element->kind == TYPE_KIND_ANY_CARD) {
    if (!*deck) *deck = have->element;
    if (type_equal(*deck, have->element)) return true;
    types_mismatch(c, arg, type_container(c, TYPE_KIND_ZONE, *deck, 0), have);
    return false;
  }
  if (type_fits(want->element, have->element)) return true;
  types_mismatch(c, arg, want, have);
  return false;
}

const char *types_signature(struct compilation *c, const struct symbol *callee) {
  const char *list = "";
  for (const struct symbol *param = callee->params; param; param = param->next_param)
    list = arena_format(c->arena, "%s%s%s: %s", list, *list ? ", " : "", param->name, type_name(c, param->type));
  return arena_format(c->arena, "%s(%s)", callee->name, list);
}

/* A text can only be passed on where it stands: texts are never built and stored. */
static bool check_text_argument(struct compilation *c, struct tree *arg) {
  if (types_expression_as(c, arg, c->text_type)->kind == TYPE_KIND_ERROR) return false;
  const struct tree *part = arg->kind == TREE_STRING ? arg->kid[STRING_PARTS] : NULL;
  bool plain = arg->kind == TREE_STRING ? !part || (part->kind == TREE_TEXT_PART && !part->next)
                                        : arg->kind == TREE_FIELD || arg->kind == TREE_NAME;
  if (plain && arg->kind == TREE_NAME && note_of(arg)->symbol->inline_value) plain = false;
  if (plain && arg->kind == TREE_NAME && note_of(arg)->symbol->kind == SYMBOL_CONST) {
    const struct tree *first = note_of(arg)->symbol->string->kid[STRING_PARTS];
    plain = !first || (first->kind == TREE_TEXT_PART && !first->next);
  }
  if (plain) return true;
  struct diag *diag = diag_report(c->diags, DIAG_E0313, arg->span, "a text that is put together cannot be handed on");
  diag_note(c->diags, diag, "hand on what it is made of, and put it together where it is said or shown");
  return false;
}

static bool check_argument(struct compilation *c, struct tree *arg, const struct symbol *param, struct type **deck) {
  if (param->type->kind == TYPE_KIND_ZONE) return check_zone_argument(c, arg, param->type, deck);
  if (param->type->kind == TYPE_KIND_TEXT) return check_text_argument(c, arg);
  return types_expression_as(c, arg, param_type(param->type, *deck))->kind != TYPE_KIND_ERROR;
}

/* ---- exchanged arguments ---- */

/* The first two arguments of a call that do not fit, and where the reports about them began. */
struct exchange {
  struct diag_mark mark;
  struct tree *args[2];
  const struct symbol *params[2];
  int count;
};

static void exchange_note(struct exchange *exchange, struct tree *arg, const struct symbol *param) {
  if (exchange->count < 2) {
    exchange->args[exchange->count] = arg;
    exchange->params[exchange->count] = param;
  }
  exchange->count++;
}

/* Whether each of two arguments fits in the place of the other; nothing is reported. */
static bool fit_exchanged(struct compilation *c, const struct exchange *exchange) {
  struct diag_list *list = c->diags, aside = { .arena = c->arena, .sources = c->sources };
  struct type *deck = NULL;
  c->diags = &aside;
  bool fit = check_argument(c, exchange->args[0], exchange->params[1], &deck) &&
             check_argument(c, exchange->args[1], exchange->params[0], &deck);
  c->diags = list;
  return fit && !aside.errors;
}

/* Two exchanged arguments are one mistake: one report replaces two. */
static void refuse_exchanged(struct compilation *c, const struct symbol *callee, const struct exchange *exchange) {
  if (exchange->count != 2 || !fit_exchanged(c, exchange)) return;
  struct span a = exchange->args[0]->span, b = exchange->args[1]->span, both = span_join(a, b);
  const char *text = c->sources->items[a.file]->text;
  diag_forget(c->diags, exchange->mark);
  struct diag *diag = diag_report(c->diags, DIAG_E0321, both, "`%s` and `%s` are the wrong way round",
                                  exchange->params[0]->name, exchange->params[1]->name);
  diag_note_at(c->diags, diag, callee->span, "%s", types_signature(c, callee));
  const char *better = arena_format(c->arena, "%.*s%.*s%.*s", (int)(b.end - b.start), text + b.start,
                                    (int)(b.start - a.end), text + a.end, (int)(a.end - a.start), text + a.start);
  diag_hint(c->diags, diag, "write `%s`", better);
  diag_fix(c->diags, diag, both, better, true);
}

bool types_arguments(struct compilation *c, struct symbol *callee, struct tree *call, struct tree *arguments,
                     int first) {
  struct symbol *param = callee->params;
  struct type *deck = NULL;
  struct exchange exchange = { .mark = diag_mark(c->diags) };
  int given = first;
  bool fine = true;
  for (int i = 0; i < first && param; i++) param = param->next_param;
  for (struct tree *arg = arguments; arg; arg = arg->next, given++) {
    if (!param) {
      types_expression(c, arg);
      continue;
    }
    if (!check_argument(c, arg, param, &deck)) {
      fine = false;
      exchange_note(&exchange, arg, param);
    }
    param = param->next_param;
  }
  if (given == callee->param_count) {
    if (!fine) refuse_exchanged(c, callee, &exchange);
    return fine;
  }
  int wanted = callee->param_count - first;
  struct diag *diag = diag_report(c->diags, DIAG_E0303, call->span, "`%s` takes %d argument%s, not %d", callee->name,
                                  wanted < 0 ? 0 : wanted, wanted == 1 ? "" : "s", given - first);
  if (!first) diag_note_at(c->diags, diag, callee->span, "%s", types_signature(c, callee));
  return false;
}
