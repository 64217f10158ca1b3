/* What the tests of compiler/ share: a game in memory, read and checked, and its symbols by name. */
#ifndef TRV_TESTS_CHECKED_H
#define TRV_TESTS_CHECKED_H

#include "tests/unit/lang.h"

#include "compiler/compile.h"
#include "compiler/context.h"
#include "compiler/type.h"

#define GAME "game \"Test\" { players 2..4 }\n"

struct checked {
  struct lang lang;
  struct compilation *c;
};

/* Opens and checks GAME and the text; `play` is added at the end. Tables must have been added before, see table_of. */
static inline void checked_start(struct checked *t) { lang_open(&t->lang); }

static inline void checked_run(struct checked *t, const char *text) {
  const char *whole = arena_format(t->lang.arena, GAME "%s\nplay { end game }\n", text);
  uint32_t file = lang_add(&t->lang, "test.trv", whole);
  t->c = compile_check(t->lang.arena, &t->lang.sources, &t->lang.diags, file, NULL);
  diag_sort(&t->lang.diags);
}

static inline void checked_open(struct checked *t, const char *text) {
  checked_start(t);
  checked_run(t, text);
}

static inline void checked_close(struct checked *t) { lang_close(&t->lang); }

static inline struct symbol *checked_symbol(const struct checked *t, const char *name) {
  struct symbol *symbol = symbol_find(t->c, arena_intern(t->lang.arena, name, strlen(name)));
  if (!symbol) print_error("no symbol named %s\n", name);
  assert_non_null(symbol);
  return symbol;
}

/* The type of a variable. */
static inline struct type *checked_type(const struct checked *t, const char *name) {
  return checked_symbol(t, name)->type;
}

static inline struct field *checked_field(const struct checked *t, const char *owner, const char *name) {
  for (struct field *field = checked_symbol(t, owner)->fields; field; field = field->next)
    if (!strcmp(field->name, name)) return field;
  fail_msg("%s has no field %s", owner, name);
  return NULL;
}

/* Checks a text and wants exactly these diagnostics; lines count from 2, after GAME. */
static inline void checked_expect(const char *text, const char *codes) {
  struct checked t;
  checked_open(&t, text);
  if (strcmp(lang_codes(&t.lang), codes) != 0) print_error("for: %s\n", text);
  assert_string_equal(lang_codes(&t.lang), codes);
  checked_close(&t);
}

#endif
