/* First pass: reads the main file and whatever it uses, libraries before their users.
 * `use "std/name"` is a module of the standard library, embedded at build time; anything else is a file beside the
 * one that asks for it. */
#include "compiler/passes.h"

#include <errno.h>
#include <string.h>

#include "compiler/library.h"
#include "lang/parse.h"

enum { USE_DEPTH = 32 };

struct use_chain {
  uint32_t file;
  const struct use_chain *outer;
};

static void read_file(struct compilation *c, uint32_t file, const struct use_chain *outer);

static void report_unreadable(struct compilation *c, const struct tree *use, int error) {
  if (error == EFBIG)
    diag_report(c->diags, DIAG_E0219, use->span, "`%s` is larger than %d MB", use->word, SOURCE_LIMIT >> 20);
  else diag_report(c->diags, DIAG_E0219, use->span, "cannot read `%s`: %s", use->word, strerror(error));
}

/* The index of the file that a `use` means, or -1 after reporting. */
static int find_used(struct compilation *c, const struct tree *use) {
  if (!strncmp(use->word, "std/", 4)) {
    const char *text = library_find(use->word + 4);
    if (text) return source_add(c->sources, use->word, text, strlen(text));
    struct diag *diag = diag_report(c->diags, DIAG_E0214, use->span, "there is no library module `%s`", use->word);
    const char *near = library_suggest(use->word + 4);
    if (near) diag_hint(c->diags, diag, "did you mean `std/%s`?", near);
    return -1;
  }
  int error = 0;
  int file = source_read(c->sources, source_beside(c->sources, use->span.file, use->word), &error);
  if (file < 0) report_unreadable(c, use, error);
  return file;
}

static bool is_open(const struct use_chain *chain, uint32_t file) {
  for (; chain; chain = chain->outer)
    if (chain->file == file) return true;
  return false;
}

static bool is_read(const struct compilation *c, uint32_t file) {
  for (size_t i = 0; i < c->file_count; i++)
    if (c->files[i]->span.file == file) return true;
  return false;
}

static void follow(struct compilation *c, const struct tree *use, const struct use_chain *chain) {
  int depth = 0;
  for (const struct use_chain *link = chain; link; link = link->outer) depth++;
  int file = find_used(c, use);
  if (file < 0 || is_read(c, (uint32_t)file)) return;
  if (is_open(chain, (uint32_t)file) || depth > USE_DEPTH) {
    diag_report(c->diags, DIAG_E0213, use->span, "`%s` uses itself, directly or through another file", use->word);
    return;
  }
  read_file(c, (uint32_t)file, chain);
}

static void read_file(struct compilation *c, uint32_t file, const struct use_chain *outer) {
  struct use_chain chain = { file, outer };
  struct tree *tree = parse_file(c->sources, file, c->diags);
  tree->span.file = file;
  for (struct tree *decl = tree->kid[FILE_DECLS]; decl && !arena_failed(c->arena); decl = decl->next)
    if (decl->kind == TREE_USE) follow(c, decl, &chain);
  if (c->file_count == c->file_capacity)
    c->files = arena_grow(c->arena, c->files, sizeof *c->files, c->file_count, &c->file_capacity);
  if (c->file_count < c->file_capacity) c->files[c->file_count++] = tree;
}

void use_read(struct compilation *c, uint32_t file) {
  c->main_file = file;
  read_file(c, file, NULL);
}
