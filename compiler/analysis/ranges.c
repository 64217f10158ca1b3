/* Numbers that may leave the range of their track or variable, indices that may name no place, divisors that may be 0:
 * each would end a game with a rule error. */
#include "compiler/analysis/flow.h"

enum { ENDLESS = 1000000 }; /* an upper end from here on only says that there is none */

static bool is_judged_here(const struct flow *f) { return f->reporting && !f->procedure->symbol->from_library; }

/* Whether it was tested that `least` <= `most`, in one of the ways this can be written. */
static bool was_compared(const struct flow *f, const struct tree *least, const struct tree *most) {
  for (int i = 0; i < f->fact_count; i++) {
    const struct fact *fact = &f->facts[i];
    const struct tree *test = fact->expression;
    if (fact->over || fact->kind != FACT_CONDITION || test->kind != TREE_BINARY) continue;
    bool true_here = fact->value.low == 1;
    const struct tree *left = test->kid[BINARY_LEFT], *right = test->kid[BINARY_RIGHT];
    bool rises =
        true_here ? test->number == OP_LE || test->number == OP_LT || test->number == OP_EQ : test->number == OP_GT;
    bool falls =
        true_here ? test->number == OP_GE || test->number == OP_GT || test->number == OP_EQ : test->number == OP_LT;
    if ((rises && meant_same(left, least) && meant_same(right, most)) ||
        (falls && meant_same(left, most) && meant_same(right, least)))
      return true;
  }
  return false;
}

void ranges_judge(struct flow *f, const struct tree *at, const struct symbol *symbol, const struct type *type,
                  struct value value) {
  if (!is_judged_here(f) || type->kind != TYPE_KIND_INT || value.low > value.high) return;
  bool below = value.low < type->low && type->low > INT32_MIN + 1;
  bool above = value.high > type->high && type->high < ENDLESS;
  if (below && at->number == OP_SUB && type->low <= 0 && was_compared(f, at->kid[ASSIGN_VALUE], at->kid[ASSIGN_TARGET]))
    below = false;
  if (!below && !above) return;
  const char *name = meant_text(f->c, at->kid[ASSIGN_TARGET]->span);
  int64_t far = below ? value.low : value.high;
  bool known = far > INT32_MIN + 1 && far < INT32_MAX;
  struct diag *diag =
      known ? diag_report(f->c->diags, DIAG_W0520, at->span, "`%s` may become %d, outside its range %d..%d", name,
                          (int)far, type->low, type->high)
            : diag_report(f->c->diags, DIAG_W0520, at->span, "nothing here keeps `%s` %s %d", name,
                          below ? "at or above" : "at or below", below ? type->low : type->high);
  diag_note_at(f->c->diags, diag, symbol->span,
               symbol->kind == SYMBOL_LOCAL ? "the range of a local variable is not checked while the game is played"
                                            : "leaving the range ends the game with a rule error");
}

static void judge_place(struct flow *f, const struct tree *arg, const struct type *dim, const char *name) {
  struct value value = dim->kind == TYPE_KIND_INT && note_of(arg) ? estimate_anew(f, arg) : value_nothing();
  if (value.low > value.high || (value.low >= dim->low && value.high <= dim->high)) return;
  int64_t far = value.low < dim->low ? value.low : value.high;
  bool known = far > INT32_MIN + 1 && far < INT32_MAX;
  if (known)
    diag_report(f->c->diags, DIAG_W0520, arg->span, "this index may become %d, and `%s` has places %d..%d", (int)far,
                name, dim->low, dim->high);
  else
    diag_report(f->c->diags, DIAG_W0520, arg->span, "nothing here keeps this index of `%s` within %d..%d", name,
                dim->low, dim->high);
}

void ranges_judge_index(struct flow *f, const struct tree *index) {
  const struct symbol *symbol = symbol_meant(index);
  if (!is_judged_here(f) || !symbol || symbol->kind == SYMBOL_LOCAL || symbol->kind == SYMBOL_TABLE) return;
  const struct tree *arg = index->kid[INDEX_ARGS];
  for (int i = 0; i < symbol->dim_count && arg; i++, arg = arg->next)
    judge_place(f, arg, symbol->dims[i], symbol->name);
}

void ranges_judge_divisor(struct flow *f, const struct tree *divisor) {
  if (!is_judged_here(f) || !note_of(divisor)) return;
  struct value value = estimate_anew(f, divisor);
  if (value.low <= value.high && value_has(value, 0))
    diag_report(f->c->diags, DIAG_W0520, divisor->span, "this may be 0, and nothing can be divided by 0");
}
