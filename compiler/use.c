/* First pass: reads the main file, the variants named beside it and whatever these use, libraries before their users.
 * `use "std/name"` is a module of the standard library, embedded at build time; anything else is a file beside the
 * one that asks for it. A file that holds a variant brings the game it changes. */
#include "compiler/passes.h"

#include <errno.h>
#include <string.h>

#include "compiler/library.h"
#include "lang/parse.h"

enum { USE_DEPTH = 32, USE_LINES = 10000 };

/* Why a file is read. */
enum role { ROLE_MAIN, ROLE_VARIANT /* asked for as a variant */, ROLE_USED, ROLE_BASE /* the game of a variant */ };

struct use_chain {
  uint32_t file;
  const struct tree *from; /* what names the file; NULL for those that the caller names */
  const struct use_chain *outer;
};

static void read_file(struct compilation *c, uint32_t file, enum role role, const struct tree *from,
                      const struct use_chain *outer);

static void report_unreadable(struct compilation *c, const struct tree *use, enum diag_code code, int error) {
  if (error == EFBIG)
    diag_report(c->diags, code, use->span, "`%s` is larger than %d MB", use->word, SOURCE_LIMIT >> 20);
  else diag_report(c->diags, code, use->span, "cannot read `%s`: %s", use->word, source_error_text(error));
}

static int add_module(struct compilation *c, const char *name, const char *text) {
  int file = source_add(c->sources, name, text, strlen(text));
  if (file >= 0) c->sources->items[file]->is_library = true;
  return file;
}

/* The index of the file that a `use` means, or -1 after reporting. */
static int find_used(struct compilation *c, const struct tree *use) {
  if (!strncmp(use->word, "std/", 4)) {
    int known = source_find(c->sources, use->word);
    if (known >= 0) return known;
    const char *text = library_find(use->word + 4);
    if (text) return add_module(c, use->word, text);
    struct diag *diag = diag_report(c->diags, DIAG_E0214, use->span, "there is no library module `%s`", use->word);
    const char *near = library_suggest(use->word + 4);
    if (near) diag_hint(c->diags, diag, "did you mean `std/%s`?", near);
    c->module_missing = true;
    return -1;
  }
  int error = 0;
  int file = source_read(c->sources, source_beside(c->sources, use->span.file, use->word), &error);
  if (file < 0) report_unreadable(c, use, DIAG_E0219, error);
  c->module_missing |= file < 0;
  return file;
}

static bool is_open(const struct use_chain *chain, uint32_t file) {
  for (; chain; chain = chain->outer)
    if (chain->file == file) return true;
  return false;
}

static struct variant *find_variant(const struct compilation *c, uint32_t file) {
  for (size_t i = 0; i < c->variants.count; i++)
    if (ITEM(c, variants, struct variant, i)->file == file) return ITEM(c, variants, struct variant, i);
  return NULL;
}

bool use_has_read(const struct compilation *c, uint32_t file) {
  for (size_t i = 0; i < c->file_count; i++)
    if (c->files[i]->span.file == file) return true;
  return false;
}

static void follow(struct compilation *c, const struct tree *use, const struct use_chain *chain) {
  int depth = 0;
  for (const struct use_chain *link = chain; link; link = link->outer) depth++;
  if (++c->use_lines > USE_LINES) {
    if (c->use_lines == USE_LINES + 1)
      diag_report(c->diags, DIAG_E0410, use->span, "there are more than 10,000 lines with `use`");
    return;
  }
  int file = find_used(c, use);
  if (file < 0 || use_has_read(c, (uint32_t)file)) return;
  if (is_open(chain, (uint32_t)file)) {
    diag_report(c->diags, DIAG_E0213, use->span, "`%s` uses itself, directly or through another file", use->word);
    return;
  }
  if (depth > USE_DEPTH) {
    diag_report(c->diags, DIAG_E0410, use->span, "files use each other more than %d deep here", USE_DEPTH);
    return;
  }
  if (!find_variant(c, (uint32_t)file)) read_file(c, (uint32_t)file, ROLE_USED, use, chain);
}

static void follow_all(struct compilation *c, struct tree *decls, const struct use_chain *chain) {
  for (struct tree *decl = decls; decl && !arena_failed(c->arena); decl = decl->next) {
    if (decl->kind == TREE_USE) follow(c, decl, chain);
    if (decl->kind == TREE_VARIANT) follow_all(c, decl->kid[VARIANT_ITEMS], chain);
  }
}

/* ---- variants ---- */

/* The variant in a file; anything but `use` beside it is reported. */
static struct tree *variant_in(struct compilation *c, const struct tree *file) {
  struct tree *variant = NULL;
  for (struct tree *decl = file->kid[FILE_DECLS]; decl && !variant; decl = decl->next)
    if (decl->kind == TREE_VARIANT) variant = decl;
  for (struct tree *decl = variant ? file->kid[FILE_DECLS] : NULL; decl; decl = decl->next)
    if (decl != variant && decl->kind != TREE_USE) {
      struct diag *diag = diag_report(c->diags, DIAG_E0702, decl->word_span, "a variant has a file of its own");
      diag_note_at(c->diags, diag, variant->word_span, "the variant \"%s\"; what it adds stands inside its braces",
                   variant->word);
      break;
    }
  return variant;
}

/* The same game may be reached by two names, such as a path from here and one from the root. */
static bool is_same_text(const struct compilation *c, uint32_t file, uint32_t other) {
  const struct source *left = c->sources->items[file], *right = c->sources->items[other];
  return file == other || (left->length == right->length && !memcmp(left->text, right->text, left->length));
}

/* Reads the game of a variant, unless it is read already; false when that is not the game of the others. */
static bool read_base(struct compilation *c, const struct tree *variant, const struct use_chain *chain) {
  const struct tree *base = variant->kid[VARIANT_BASE];
  int error = 0;
  int file = source_read(c->sources, source_beside(c->sources, base->span.file, base->word), &error);
  if (file < 0) {
    report_unreadable(c, base, DIAG_E0701, error);
    return false;
  }
  if (is_open(chain, (uint32_t)file)) {
    diag_report(c->diags, DIAG_E0702, base->span, "\"%s\" is a variant of itself", variant->word);
    return false;
  }
  if (c->base_file < 0) read_file(c, (uint32_t)file, ROLE_BASE, base, chain);
  if (c->base_file < 0) return false;
  if (is_same_text(c, (uint32_t)file, (uint32_t)c->base_file)) return true;
  struct diag *diag = diag_report(c->diags, DIAG_E0703, base->span, "\"%s\" is a variant of `%s`, not of `%s`",
                                  variant->word, base->word, c->sources->items[c->base_file]->name);
  const struct variant *first = c->variants.items;
  if (c->variants.count)
    diag_note_at(c->diags, diag, first->tree->word_span, "\"%s\", which is to be played with it", first->tree->word);
  return false;
}

static void note_variant(struct compilation *c, uint32_t file, struct tree *variant, enum role role,
                         const struct use_chain *chain) {
  if (role == ROLE_BASE) {
    const struct tree *from = chain->from, *base = variant->kid[VARIANT_BASE];
    struct diag *diag = diag_report(c->diags, DIAG_E0702, from->span, "`%s` is itself a variant", from->word);
    diag_note(c->diags, diag, "name the game, `%s`, and write `use \"%s\"` inside the braces",
              source_path_beside(c->arena, from->word, base->word), from->word);
    return;
  }
  struct variant noted = { .tree = variant, .file = file, .named = role != ROLE_USED };
  if (read_base(c, variant, chain)) PUSH(c, variants, noted);
}

/* ---- files ---- */

void use_add(struct compilation *c, struct tree *file) {
  if (c->file_count == c->file_capacity)
    c->files = arena_grow(c->arena, c->files, sizeof *c->files, c->file_count, &c->file_capacity);
  if (c->file_count < c->file_capacity) c->files[c->file_count++] = file;
}

static void keep_file(struct compilation *c, struct tree *tree, enum role role) {
  use_add(c, tree);
  if (role != ROLE_MAIN && role != ROLE_BASE) return;
  c->base_file = tree->span.file;
  c->base_files = c->file_count;
}

static void read_file(struct compilation *c, uint32_t file, enum role role, const struct tree *from,
                      const struct use_chain *outer) {
  struct use_chain chain = { file, from, outer };
  struct tree *tree = parse_file(c->sources, file, c->diags);
  tree->span.file = file;
  bool has_uses = c->sources->items[file]->has_uses;
  struct tree *variant = has_uses ? variant_in(c, tree) : NULL;
  if (variant) note_variant(c, file, variant, role, &chain);
  else if (role == ROLE_VARIANT && tree->kid[FILE_DECLS])
    diag_report(c->diags, DIAG_E0702, tree->kid[FILE_DECLS]->word_span,
                "this file is no variant: it does not say `variant \"…\" of \"…\"`");
  if (has_uses) follow_all(c, tree->kid[FILE_DECLS], &chain);
  if (!variant && role != ROLE_VARIANT) keep_file(c, tree, role);
}

/* A variant that cannot be read is reported against an empty source of its name. */
static void read_named_variant(struct compilation *c, const char *name) {
  int error = 0, file = source_read(c->sources, name, &error);
  if (file < 0) {
    struct span nowhere = { (uint32_t)source_add(c->sources, name, "", 0), 0, 0 };
    diag_report(c->diags, DIAG_E0002, nowhere, "the file cannot be read: %s", source_error_text(error));
    return;
  }
  struct variant *known = find_variant(c, (uint32_t)file);
  if (known) known->named = true;
  else read_file(c, (uint32_t)file, ROLE_VARIANT, NULL, NULL);
}

void use_read(struct compilation *c, uint32_t file, const char *const *variants, size_t count) {
  c->main_file = file;
  c->base_file = -1;
  read_file(c, file, ROLE_MAIN, NULL, NULL);
  for (size_t i = 0; i < count && !arena_failed(c->arena); i++) read_named_variant(c, variants[i]);
}
