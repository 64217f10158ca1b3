/* Externs: fns whose body is C code. What C code can take and give, how the machine is told of it, the code of a call,
 * and what to say when a library cannot be loaded.
 *
 * In C a plain value is an int32_t, a text a const char *, and the values of a list, set or zone a const int32_t * and
 * their number (docs/ffi.md). Here they become a row of registers: a value, the number of a text, or a list; sets and
 * zones are made lists before the call. Calling is the business of vm/ffi.c. */
#include <string.h>

#include "compiler/lower.h"
#include "compiler/passes.h"
#include "vm/build.h"

/* ---- what C code can take and give ---- */

static bool is_plain(const struct type *type) {
  switch (type->kind) {
  case TYPE_KIND_INT:
  case TYPE_KIND_BOOL:
  case TYPE_KIND_PLAYER:
  case TYPE_KIND_ENUM:
  case TYPE_KIND_CARD: return !type->optional;
  default: return false;
  }
}

static bool is_view(const struct type *type) {
  bool many = type->kind == TYPE_KIND_LIST || type->kind == TYPE_KIND_SET || type->kind == TYPE_KIND_ZONE;
  return many && is_plain(type->element);
}

static void refuse(struct compilation *c, const struct tree *at, const struct type *type, const char *what,
                   const char *possible) {
  struct diag *diag = diag_report(c->diags, DIAG_E0804, at->span, "%s cannot be %s", what, type_phrase(c, type));
  diag_note(c->diags, diag, "%s", possible);
}

static void check_params(struct compilation *c, const struct symbol *symbol) {
  for (const struct symbol *param = symbol->params; param; param = param->next_param)
    if (param->type->kind != TYPE_KIND_ERROR && param->type->kind != TYPE_KIND_TEXT && !is_plain(param->type) &&
        !is_view(param->type))
      refuse(c, param->tree->kid[PARAM_TYPE], param->type, "an argument of C code",
             "it can take numbers, bools, values of enums, players, cards, texts, and lists, sets and zones of such "
             "values");
  if (symbol->param_count > EXTERN_ARGUMENTS)
    diag_report(c->diags, DIAG_E0804, symbol->span, "C code takes at most %d arguments", EXTERN_ARGUMENTS);
}

/* A name, so that the player decides what may be loaded, and not the rules. */
static void check_library(struct compilation *c, const struct tree *source) {
  if (*source->word && source->word[0] != '.' && !strchr(source->word, '/')) return;
  struct diag *diag =
      diag_report(c->diags, DIAG_E0805, source->word_span, "a library is a name without folders, such as \"sets\"");
  diag_note(c->diags, diag, "it is looked for beside the rules, then among the libraries of the system");
}

void externs_check(struct compilation *c, const struct symbol *symbol) {
  check_params(c, symbol);
  check_library(c, symbol->tree->kid[FN_SOURCE]);
  if (symbol->type->kind != TYPE_KIND_ERROR && !is_plain(symbol->type))
    refuse(c, symbol->tree->kid[FN_TYPE], symbol->type, "the result of C code",
           "it can give a number, a bool, a value of an enum, a player or a card");
}

/* ---- for the machine ---- */

/* The most values that a list, set or zone can have; 0 for what is not one of them. */
static int32_t most_values(struct compilation *c, const struct type *type) {
  switch (type->kind) {
  case TYPE_KIND_LIST: return type->bound;
  case TYPE_KIND_SET: return type_count(c, type->element);
  case TYPE_KIND_ZONE: return ITEM(c, decks, struct deck, type->element->symbol->deck_index)->total;
  default: return 0;
  }
}

static enum extern_kind kind_of(const struct type *type) {
  switch (type->kind) {
  case TYPE_KIND_TEXT: return EXTERN_TEXT;
  case TYPE_KIND_LIST: return EXTERN_LIST;
  case TYPE_KIND_SET: return EXTERN_SET;
  case TYPE_KIND_ZONE: return EXTERN_ZONE;
  default: return EXTERN_VALUE;
  }
}

static struct extern_argument describe_argument(struct compilation *c, const struct symbol *param, int32_t *slots) {
  struct extern_argument argument = { .kind = (int32_t)kind_of(param->type),
                                      .type =
                                          type_describe(c, is_view(param->type) ? param->type->element : param->type),
                                      .name = context_text(c, param->name) };
  argument.slot = *slots;
  *slots += 1;
  if (!extern_is_view(argument.kind)) return argument;
  argument.slot = (argument.slot + 1) & ~1;
  argument.most = most_values(c, param->type);
  if (argument.most > EXTERN_VALUES) {
    diag_report(c->diags, DIAG_E0804, param->tree->kid[PARAM_TYPE]->span,
                "this may have %d values, and C code takes at most %d at once", argument.most, EXTERN_VALUES);
    argument.most = 1;
  }
  *slots = argument.slot + ((argument.most + 2) & ~1);
  return argument;
}

static void describe(struct compilation *c, struct symbol *symbol) {
  struct position position = context_position(c, symbol->span);
  struct extern_fn record = { .name = context_text(c, symbol->name),
                              .library = context_text(c, symbol->tree->kid[FN_SOURCE]->word),
                              .first_argument = (int32_t)c->extern_arguments.count,
                              .arguments = symbol->param_count,
                              .result = type_describe(c, symbol->type),
                              .file = position.file,
                              .line = position.line,
                              .column = position.column };
  for (const struct symbol *param = symbol->params; param; param = param->next_param) {
    struct extern_argument argument = describe_argument(c, param, &record.slots);
    PUSH(c, extern_arguments, argument);
  }
  if (!record.slots) record.slots = 1; /* for the result */
  record.cites = context_cites(c, symbol->tree->cites, &record.cite_count);
  symbol->decl_index = (int32_t)PUSH(c, externs, record);
}

void externs_describe(struct compilation *c) {
  for (struct symbol *symbol = c->first_symbol; symbol; symbol = symbol->next)
    if (symbol_is_extern(symbol)) describe(c, symbol);
}

/* ---- calls ---- */

static void lower_set_values(struct lower *l, struct tree *set, int32_t list, int32_t most) {
  struct walk walk;
  int32_t value = slot_take(l, 1);
  emit_int(l, list, 0);
  walk_set(l, &walk, lower_value(l, set), (unsigned)type_words(l->c, type_of(set)), value);
  emit(l, OP_CODE_LIST_PUSH, 0, list, value, most);
  walk_close(l, &walk);
}

static void lower_extern_argument(struct lower *l, struct tree *arg, struct type *want, int32_t slot, int32_t most) {
  int32_t top = l->top;
  if (want->kind == TYPE_KIND_ZONE) emit(l, OP_CODE_ZONE_LIST, 0, slot, lower_zone(l, arg), most);
  else if (want->kind == TYPE_KIND_SET) lower_set_values(l, arg, slot, most);
  else lower_into(l, arg, slot, want);
  l->top = top;
}

void lower_extern_call(struct lower *l, struct tree *call, int32_t slot) {
  struct symbol *callee = note_of(call)->symbol;
  const struct extern_fn *record = ITEM(l->c, externs, struct extern_fn, callee->decl_index);
  const struct extern_argument *argument = ITEM(l->c, extern_arguments, struct extern_argument, record->first_argument);
  int32_t top = l->top, base = slot_take(l, record->slots < 2 ? 2 : record->slots);
  struct tree *arg = call->kid[CALL_ARGS];
  for (struct symbol *param = callee->params; param; param = param->next_param, arg = arg->next, argument++)
    lower_extern_argument(l, arg, param->type, base + argument->slot, argument->most);
  emit_mark(l, callee->tree, MARK_FN);
  emit_long(l, OP_CODE_CALL_EXTERN, 0, base, callee->decl_index);
  l->top = top;
  emit_copy(l, slot, base, callee->type);
}

/* ---- loading ---- */

struct externs_linking {
  struct compilation *c;
  bool failed;
};

static void report_problem(void *context, const struct link_problem *problem) {
  static const enum diag_code codes[] = {
    [LINK_FORBIDDEN] = DIAG_E0801,
    [LINK_NO_LIBRARY] = DIAG_E0802,
    [LINK_NO_FUNCTION] = DIAG_E0803,
    [LINK_IMPOSSIBLE] = DIAG_E0806,
  };
  struct externs_linking *linking = context;
  struct compilation *c = linking->c;
  const struct symbol *symbol = c->first_symbol;
  while (!symbol_is_extern(symbol) || symbol->decl_index != (int32_t)problem->index) symbol = symbol->next;
  bool of_function = problem->kind == LINK_NO_FUNCTION;
  struct span span = of_function ? symbol->span : symbol->tree->kid[FN_SOURCE]->word_span;
  struct diag *diag = diag_report(c->diags, codes[problem->kind], span, "%s", problem->text);
  if (problem->advice) diag_note(c->diags, diag, "%s", problem->advice);
  linking->failed = true;
}

int externs_link(struct compilation *c, trv_program *program, const trv_link *link) {
  struct externs_linking linking = { .c = c };
  int status = program_link(program, link, report_problem, &linking);
  return linking.failed ? TRV_E_INPUT : status;
}
