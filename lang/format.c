/* Formats a source: pieces, line ends, columns, and the text made of them. The result is parsed again before it is
 * returned, so that formatting can never change what a file means. */
#include "lang/format.h"

#include <string.h>

#include "lang/format_pieces.h"

static void write_blanks(struct text *out, uint32_t count) {
  static const char blanks[] = "                                                                ";
  for (; count >= sizeof blanks; count -= (uint32_t)sizeof blanks - 1) text_add(out, blanks);
  text_add_bytes(out, blanks, count);
}

static void write_piece(struct text *out, const struct pieces *pieces, const struct piece *piece) {
  if (piece->kind == T_NOT_IN) text_add(out, "not in");
  else text_add_bytes(out, pieces->source->text + piece->start, piece->end - piece->start);
}

static void write_pieces(struct text *out, const struct pieces *pieces) {
  uint32_t column = 0;
  for (uint32_t i = 0; i < pieces->count; i++) {
    const struct piece *piece = &pieces->items[i];
    for (int ends = 0; ends < piece->breaks; ends++) text_add(out, "\n");
    if (piece->breaks) column = 0;
    write_blanks(out, piece->at - column);
    column = piece->at + piece->width;
    write_piece(out, pieces, piece);
  }
  text_add(out, "\n");
}

/* Most tokens are not kept: a file is parsed again when others must be quoted. */
static void keep_tokens(struct source_set *sources, uint32_t file) {
  struct diag_list unseen = { .arena = sources->arena, .sources = sources };
  parse_tokens(sources, file, &unseen);
}

void format_phrase(struct source_set *sources, struct span span, struct text *out) {
  struct pieces pieces;
  if (!pieces_are_kept(sources->items[span.file], span)) keep_tokens(sources, span.file);
  if (!pieces_gather_part(&pieces, sources->items[span.file], span, sources->arena)) return;
  for (uint32_t i = 0; i < pieces.count; i++) {
    if (i) write_blanks(out, pieces.items[i].gap);
    write_piece(out, &pieces, &pieces.items[i]);
  }
}

/* ---- reading it again ---- */

static bool same_text(const struct source *a, const struct source *b, uint32_t start, uint32_t end,
                      uint32_t other_start, uint32_t other_end) {
  return end - start == other_end - other_start && memcmp(a->text + start, b->text + other_start, end - start) == 0;
}

static bool same_tokens(const struct source *a, const struct source *b) {
  if (a->token_count != b->token_count) return false;
  for (size_t i = 0; i < a->token_count; i++) {
    const struct kept_token *left = &a->tokens[i], *right = &b->tokens[i];
    if (left->kind != right->kind) return false;
    if (left->kind == T_NOT_IN) continue;
    if (!same_text(a, b, left->start, left->end, right->start, right->end)) return false;
  }
  return true;
}

static bool same_comments(const struct source *a, const struct source *b) {
  const struct comment *left = a->comments, *right = b->comments;
  for (; left && right; left = left->next, right = right->next)
    if (!same_text(a, b, left->span.start, left->span.end, right->span.start, right->span.end)) return false;
  return !left && !right;
}

static bool reads_the_same(struct source_set *sources, uint32_t file, const struct text *text) {
  struct diag_list unseen = { .arena = sources->arena, .sources = sources };
  int copy = source_add(sources, sources->items[file]->name, text->bytes, text->length);
  if (copy < 0) return false;
  parse_tokens(sources, (uint32_t)copy, &unseen);
  const struct source *a = sources->items[file], *b = sources->items[copy];
  return !unseen.errors && same_tokens(a, b) && same_comments(a, b);
}

bool format_source(struct source_set *sources, uint32_t file, struct diag_list *diags, struct text *out) {
  struct pieces pieces;
  const struct tree *tree = parse_tokens(sources, file, diags);
  if (diags->errors || !pieces_gather(&pieces, sources->items[file], tree, sources->arena)) return false;
  /* Every round but the last ends a line more, so there are never more rounds than pieces. */
  uint32_t rounds = 0;
  do {
    breaks_settle(&pieces);
    lines_place(&pieces);
  } while (breaks_wrap(&pieces) && rounds++ < pieces.count);
  struct text text = arena_text(sources->arena);
  write_pieces(&text, &pieces);
  bool same = reads_the_same(sources, file, &text);
  if (same) text_add_bytes(out, text.bytes, text.length);
  else text_add_bytes(out, sources->items[file]->text, sources->items[file]->length);
  return !arena_failed(sources->arena);
}
