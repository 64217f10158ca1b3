/* Gives every declaration of the rules a digest of what it says, and the list of the others that it mentions. A save keeps
 * the digests: when a game cannot be resumed, they show which rules have changed, the closest to the choice that is no
 * longer possible first. Digests do not depend on places, comments and citations, nor on how a rule is compiled. */
#include <string.h>

#include "base/hash.h"
#include "compiler/passes.h"
#include "compiler/show.h"

/* The kinds of nodes count by their names, which stay when the list of kinds becomes longer. */
struct digesting {
  struct compilation *c;
  uint64_t kinds[TREE_KINDS];
  int32_t number;             /* of the rule that is read */
  const struct symbol *owner; /* what it declares, or NULL */
  struct met met;             /* what it mentions */
};

static uint64_t add_text(uint64_t digest, const char *text) { return hash_bytes(digest, text, strlen(text)); }

/* Whether `show` alone reads this column of the table: no game goes otherwise because of it. */
static bool is_for_show(const struct compilation *c, const struct symbol *owner, const char *column) {
  for (const struct field *field = owner->fields; field; field = field->next)
    if (!strcmp(field->name, column)) return false;
  return show_reads_column(c, owner->name, column);
}

/* A table as it would be without these columns. */
static const char *without_columns(struct compilation *c, const char *text, const bool *left_out, uint32_t columns) {
  struct text out = arena_text(c->arena);
  uint32_t column = 0;
  bool quoted = false, starts = true, has_any = false;
  for (const char *at = text; *at; at++) {
    bool is_kept = column >= columns || !left_out[column];
    bool ends_line = !quoted && (*at == '\n' || (*at == '\r' && at[1] == '\n'));
    if (starts && is_kept && has_any) text_add(&out, ",");
    has_any |= is_kept;
    starts = !ends_line && !quoted && *at == ',';
    quoted ^= *at == '"';
    if (starts) column++;
    else if (is_kept || ends_line) text_add_bytes(&out, at, 1);
    if (*at == '\n' && ends_line) column = 0, starts = true, has_any = false;
  }
  return text_get(&out);
}

enum { MOST_COLUMNS = 1000 }; /* of a table */

/* Marks the columns, by their names in the first line, that only `show` reads; returns how many there are of all sorts. */
static uint32_t mark_columns(struct compilation *c, const struct symbol *owner, const char *text, bool *left_out) {
  uint32_t column = 0;
  for (const char *at = text; column < MOST_COLUMNS; column++) {
    size_t length = strcspn(at, ",\r\n"), blanks = strspn(at, " \t\"");
    size_t end = length;
    while (end > blanks && strchr(" \t\"", at[end - 1])) end--;
    const char *name = end > blanks ? arena_intern(c->arena, at + blanks, end - blanks) : "";
    left_out[column] = is_for_show(c, owner, name);
    if (at[length] != ',') return column + 1;
    at += length + 1;
  }
  return column;
}

/* A table is what its file says, without what only `show` reads. */
static uint64_t add_source(struct digesting *d, uint64_t digest, const struct tree *source) {
  struct compilation *c = d->c;
  int file = source_find(c->sources, source_beside(c->sources, source->span.file, source->word));
  if (file < 0) return digest;
  const char *text = c->sources->items[file]->text;
  bool left_out[MOST_COLUMNS] = { false };
  if (!c->show || !d->owner || !symbol_has_rows(d->owner)) return add_text(digest, text);
  uint32_t columns = mark_columns(c, d->owner, text, left_out);
  bool any = memchr(left_out, true, columns) != NULL;
  return add_text(digest, any ? without_columns(c, text, left_out, columns) : text);
}

/* Notes that the rule which is read mentions what has this name, if that is a rule, and the first time only. */
static void note_mention(struct digesting *d, const char *name) {
  struct symbol *symbol = symbol_find(d->c, name);
  if (!symbol || symbol->rule < 0 || symbol->rule == d->number) return;
  if (met_first(d->met, symbol)) PUSH(d->c, ints, symbol->rule);
}

static uint64_t add_list(struct digesting *d, uint64_t digest, const struct tree *list);

static uint64_t add_node(struct digesting *d, uint64_t digest, const struct tree *node) {
  uint64_t numbers = (uint64_t)(uint32_t)node->number << 32 | node->flags;
  digest = hash_word(digest, d->kinds[node->kind] ^ numbers);
  if (node->word) digest = add_text(digest, node->word);
  if (node->kind == TREE_SOURCE) digest = add_source(d, digest, node);
  for (int i = 0; i < tree_kid_count(node->kind); i++) digest = add_list(d, digest, node->kid[i]);
  return digest;
}

/* The nodes and the end of their list. */
static uint64_t add_list(struct digesting *d, uint64_t digest, const struct tree *list) {
  for (const struct tree *node = list; node; node = node->next) {
    if (node->word) note_mention(d, node->word);
    digest = add_node(d, digest, node);
  }
  return hash_word(digest, 0);
}

const char *digests_name(const struct tree *decl) {
  switch (decl->kind) {
  case TREE_SETUP: return "setup";
  case TREE_PLAY: return "play";
  case TREE_RANK: return "rank";
  case TREE_USE:
  case TREE_GAME:
  case TREE_VARIANT:
  case TREE_SCENARIO:
  case TREE_POSITION:
  case TREE_INVARIANT:
  case TREE_VALUE_OF:
  case TREE_SHOW: return NULL; /* no game goes otherwise because of these */
  default: return decl->word;
  }
}

/* ---- the rules ---- */

/* Where a rule is what it is: in the text of the last variant that changed it or something in it, or where it is
 * declared. */
static void locate(struct compilation *c, const struct tree *decl, const char *name, struct rule *rule) {
  const struct change *change = variants_last_change(c, name);
  struct span span = change ? change->span : decl->word ? decl->word_span : decl->span;
  struct position position = context_position(c, span);
  rule->file = position.file;
  rule->line = position.line;
  rule->column = position.column;
  rule->cites = context_cites(c, change && change->item->cites ? change->item->cites : decl->cites, &rule->cite_count);
}

static void add_rule(struct digesting *d, const struct tree *decl, const char *name) {
  struct compilation *c = d->c;
  struct rule rule = { .name = context_text(c, name) };
  locate(c, decl, name, &rule);
  d->number = (int32_t)c->rules.count;
  d->met = met_begin(c);
  d->owner = decl->symbol;
  rule.uses = (int32_t)c->ints.count;
  uint64_t digest = add_node(d, 0, decl);
  rule.low = (int32_t)(uint32_t)digest;
  rule.high = (int32_t)(uint32_t)(digest >> 32);
  rule.use_count = (int32_t)c->ints.count - rule.uses;
  PUSH(c, rules, rule);
}

void digests_make(struct compilation *c) {
  struct digesting digesting = { .c = c };
  for (int i = 0; i < TREE_KINDS; i++) digesting.kinds[i] = add_text(0, tree_kind_name((enum tree_kind)i));
  for (size_t i = 0; i < c->file_count; i++)
    for (const struct tree *decl = rules_of_file(c, c->files[i]); decl; decl = decl->next)
      if (digests_name(decl)) add_rule(&digesting, decl, digests_name(decl));
}
