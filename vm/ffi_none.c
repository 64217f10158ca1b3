/* C code for rules in a build that can call none (configure --disable-ffi): rules that need it can be compiled and
 * inspected like any others, but not played. Replaces ffi.c and shared_object.c, and needs neither libffi nor shared
 * libraries. */
#include "vm/api.h"
#include "vm/build.h"

#define OBSTACLE "this build of libtrv cannot call C code"

const char *foreign_obstacle(void) { return OBSTACLE; }

static bool is_first_of_library(const struct program *p, uint32_t index) {
  for (uint32_t i = 0; i < index; i++)
    if (p->externs[i].library == p->externs[index].library) return false;
  return true;
}

int program_link(trv_program *program, const trv_link *link,
                 void (*tell)(void *context, const struct link_problem *problem), void *context) {
  (void)link;
  const struct program *p = &program->program;
  struct text text = memory_text(&program->allocator);
  for (uint32_t i = 0; i < p->externs_count && !text.failed; i++) {
    if (!is_first_of_library(p, i)) continue;
    text_clear(&text);
    text_format(&text, "this game runs C code of the library `%s`, and " OBSTACLE,
                program_text(p, p->externs[i].library));
    struct link_problem problem = { LINK_IMPOSSIBLE, i, text_get(&text),
                                    "it was made with --disable-ffi; one that is made with libffi can" };
    if (!text.failed) tell(context, &problem);
  }
  int status = text.failed ? TRV_E_MEMORY : p->externs_count ? TRV_E_INPUT : TRV_OK;
  text_free(&text);
  return status;
}

void foreign_free(trv_program *program) { (void)program; }

/* No game of a program with externs is ever set up. */
enum rule_error foreign_call(struct game *game, int32_t index, int32_t *slots) {
  (void)game, (void)index, (void)slots;
  return RULE_CHECK;
}
