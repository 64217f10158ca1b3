/* Registers: slots of the frame, handed out like a stack. See the top of lower.h. */
#include "compiler/lower.h"

int32_t slot_take(struct lower *l, int32_t slots) {
  if (l->locals) locals_drop(l);
  if (slots > 1) l->top = (l->top + 1) & ~1;
  int32_t slot = l->top;
  l->top += slots;
  if (l->top > l->high) l->high = l->top;
  if (l->top > 60000 && l->top - slots <= 60000)
    diag_report(l->c->diags, DIAG_E0410, l->at ? l->at->span : (struct span){ l->c->main_file, 0, 0 },
                "too many values are kept at once here");
  return slot;
}

int32_t slot_call(struct lower *l) {
  int32_t base = (l->top + 1) & ~1;
  if (base > l->high) l->high = base;
  return base;
}
