/* The arguments of phases, for those who tell the game: where each lies while its phase is under way.
 *
 * Noted while phases are lowered, as procedures or in the place of their calls, and put into the program behind all that a
 * game needs to be played, so that it is the same program with the same hash. Only what everybody may know is noted, and
 * only single values: a phase whose argument comes from a hidden hand keeps that to itself. */
#include "compiler/knowledge.h"
#include "compiler/lower.h"

struct phase_value {
  const struct symbol *param;
  int32_t mark, proc, slot, value;
};

static bool is_single(const struct type *type) {
  switch (type->kind) {
  case TYPE_KIND_INT:
  case TYPE_KIND_BOOL:
  case TYPE_KIND_PLAYER:
  case TYPE_KIND_ENUM:
  case TYPE_KIND_CARD: return true;
  default: return false;
  }
}

/* What a player chose in the open all have seen. */
static bool is_known(struct compilation *c, const struct symbol *param) {
  struct secrets secrets = knowledge_of(c, param);
  for (int i = 0; i < secrets.count; i++)
    if (secrets.items[i].kind != SECRET_CHOICE || secrets.items[i].symbol) return false;
  return true;
}

void phase_arguments_note(struct lower *l, const struct symbol *phase, int32_t mark, int32_t proc) {
  if (l->trial || phase->deck_param) return;
  for (const struct symbol *param = phase->params; param; param = param->next_param) {
    if (!is_single(param->type) || !is_known(l->c, param)) continue;
    struct phase_value value = { param, mark, proc, param->slot, param->shift };
    if (param->is_constant) value = (struct phase_value){ param, mark, proc, -1, param->constant };
    PUSH(l->c, phase_values, value);
  }
}

void phase_arguments_describe(struct compilation *c) {
  for (size_t i = 0; i < c->phase_values.count; i++) {
    struct phase_value value = *ITEM(c, phase_values, struct phase_value, i);
    struct phase_argument argument = { .mark = value.mark,
                                       .proc = value.proc,
                                       .name = context_text(c, value.param->name),
                                       .type = type_describe(c, value.param->type),
                                       .slot = value.slot,
                                       .value = value.value };
    PUSH(c, phase_arguments, argument);
  }
}
