/* Registers: slots of the frame, handed out like a stack. See the top of lower.h. */
#include "compiler/lower.h"

void slot_align(struct lower *l) {
  if (l->locals) locals_drop(l);
  if (l->top % 2 == 0) return;
  locals_leave(l, l->top, 1);
  l->top++;
}

int32_t slot_take(struct lower *l, int32_t slots) {
  if (l->locals) locals_drop(l);
  if (slots > 1) slot_align(l);
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
  if (l->locals) locals_drop(l);
  locals_leave(l, l->top, base - l->top);
  if (base > l->high) l->high = base;
  return base;
}
