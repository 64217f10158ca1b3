/* What the tests of lang/ share: a compilation in memory, and short questions about its diagnostics and trees. */
#ifndef TRV_TESTS_LANG_H
#define TRV_TESTS_LANG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lang/parse.h"

struct lang {
  struct arena *arena;
  struct source_set sources;
  struct diag_list diags;
};

static inline void lang_open(struct lang *lang) {
  memset(lang, 0, sizeof *lang);
  lang->arena = arena_new(allocator_default());
  assert_non_null(lang->arena);
  lang->sources.arena = lang->arena;
  lang->sources.resolver = resolver_files();
  lang->diags.arena = lang->arena;
  lang->diags.sources = &lang->sources;
}

static inline void lang_close(struct lang *lang) {
  arena_free(lang->arena);
}

static inline uint32_t lang_add(struct lang *lang, const char *name, const char *text) {
  return (uint32_t)source_add(&lang->sources, name, text, strlen(text));
}

static inline struct tree *lang_parse(struct lang *lang, const char *text) {
  struct tree *tree = parse_file(&lang->sources, lang_add(lang, "test.trv", text), &lang->diags);
  diag_sort(&lang->diags);
  return tree;
}

/* "E0110 3:7, E0111 5:1": all diagnostics with their places, for comparing with one text. */
static inline const char *lang_codes(struct lang *lang) {
  struct text out = arena_text(lang->arena);
  for (size_t i = 0; i < lang->diags.count; i++) {
    const struct diag *diag = lang->diags.items[i];
    struct source_place place = source_place(&lang->sources, diag->span.file, diag->span.start);
    text_format(&out, "%s%s %u:%u", i ? ", " : "", diag_code_name(diag->code), place.line, place.column);
  }
  return out.bytes ? out.bytes : "";
}

static inline const char *lang_dump(struct lang *lang, const struct tree *tree) {
  struct text out = arena_text(lang->arena);
  tree_dump(&out, tree);
  return out.bytes ? out.bytes : "";
}

/* Parses, wants exactly these diagnostics, and forgets. */
static inline void lang_expect(const char *text, const char *codes) {
  struct lang lang;
  lang_open(&lang);
  lang_parse(&lang, text);
  if (strcmp(lang_codes(&lang), codes) != 0) print_error("for: %s\n", text);
  assert_string_equal(lang_codes(&lang), codes);
  lang_close(&lang);
}

/* The same, and the message of the first must have these words, its hint those (NULL: no hint). */
static inline void lang_expect_message(const char *text, const char *codes, const char *message, const char *hint) {
  struct lang lang;
  lang_open(&lang);
  lang_parse(&lang, text);
  assert_string_equal(lang_codes(&lang), codes);
  const struct diag *diag = lang.diags.items[0];
  if (!strstr(diag->message, message)) print_error("message: %s\n", diag->message);
  assert_non_null(strstr(diag->message, message));
  if (hint) assert_string_equal(diag->hint, hint); else assert_null(diag->hint);
  lang_close(&lang);
}

#endif
