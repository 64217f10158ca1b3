/* Where lines end. The author's line ends are kept where the style allows them; long lines get more. */
#include "lang/format_pieces.h"

/* ---- the author's line ends ---- */

static void end_line_before(struct piece *piece) {
  if (!piece->breaks) piece->breaks = 1;
}

/* Whether a piece belongs on the line before it, at its end. */
static bool joins(const struct piece *piece) {
  const struct piece *before = piece - 1;
  if (before->kind == PIECE_COMMENT || piece->kind == PIECE_COMMENT) return false;
  if (piece->kind == T_CITE || (piece->marks & MARK_IN_TEXT)) return true;
  if (before->kind == T_ALLOW || (before->kind == T_UPPER && piece->kind == T_STR_OPEN && before[-1].kind == T_ALLOW))
    return true;
  if (piece->marks & MARK_ITEM) return false;
  if (piece->kind == '{') return !(piece->marks & MARK_BODY);
  if (piece->kind == T_UNTIL) return before->kind == '}';
  return piece->gap == 0 && before->kind != '(' && before->kind != '[';
}

/* Operators stand at the start of a line, not at the end of the one before. */
static bool is_operator(const struct piece *piece) {
  switch (piece->kind) {
  case T_OR:
  case T_AND:
  case T_EQ:
  case T_NE:
  case '<':
  case T_LE:
  case '>':
  case T_GE:
  case T_IF_NONE:
  case '+':
  case '*':
  case '/':
  case '%': return true;
  case '-': return !(piece->marks & MARK_UNARY);
  default: return false;
  }
}

static bool may_be_blank_before(const struct piece *piece) {
  if (piece[-1].kind == '{' || piece->kind == '}') return false;
  return piece->kind == PIECE_COMMENT || piece[-1].kind == PIECE_COMMENT || (piece->marks & MARK_ITEM);
}

/* A comment on the declaration that follows. */
static bool is_doc(const struct pieces *pieces, const struct piece *piece) {
  return piece->kind == PIECE_COMMENT && piece->end - piece->start > 2 && pieces->source->text[piece->start + 2] == '/';
}

/* Before the citations and allowances that end here, if any: the piece they stand behind. */
static const struct piece *before_asides(const struct pieces *pieces, const struct piece *piece) {
  for (;;) {
    if (piece->kind == T_CITE) piece--;
    else if (piece->kind == T_STR_CLOSE && piece->pair > 1 && pieces->items[piece->pair - 2].kind == T_ALLOW)
      piece = &pieces->items[piece->pair - 3];
    else return piece;
  }
}

/* `if a { … } @R5` and below it `else { … } @R6`: what is cited for the first branch ends its line. */
static bool is_else_behind_asides(const struct pieces *pieces, const struct piece *piece) {
  if (piece->kind != T_ELSE || (piece->marks & MARK_ITEM)) return false;
  const struct piece *block = before_asides(pieces, piece - 1);
  return block != piece - 1 && block->kind == '}';
}

static void settle_piece(const struct pieces *pieces, struct piece *piece) {
  struct piece *before = piece - 1;
  if (is_doc(pieces, piece)) end_line_before(piece);
  if (joins(piece)) piece->breaks = 0;
  if (!piece->breaks && (before->kind == PIECE_COMMENT || (piece->marks & MARK_DECLARATION))) piece->breaks = 1;
  if (is_else_behind_asides(pieces, piece)) end_line_before(piece);
  if (piece->breaks == 2 && !may_be_blank_before(piece)) piece->breaks = 1;
  if (piece->breaks && piece->kind != PIECE_COMMENT && is_operator(before) && !before->breaks &&
      !before[-1].is_also_word) {
    before->breaks = 1;
    piece->breaks = 0;
  }
}

/* ---- blocks ---- */

/* An option's body on a line of its own: its first statement follows the brace, the last brace the last statement. */
static void settle_body(struct pieces *pieces, uint32_t open) {
  uint32_t first = pieces_behind_cites(pieces, open + 1), close = pieces->items[open].pair;
  if (first > open + 1) {
    if (first < close) end_line_before(&pieces->items[first]);
    return;
  }
  if (!pieces->items[first].breaks || pieces->items[first].kind == PIECE_COMMENT) return;
  pieces->items[first].breaks = 0;
  if (pieces->items[close - 1].kind != PIECE_COMMENT) pieces->items[close].breaks = 0;
}

/* A block of several lines begins with a line end and ends on a line of its own, unless its items hang behind it. */
static void settle_block(struct pieces *pieces, uint32_t open) {
  struct piece *brace = &pieces->items[open];
  uint32_t first = pieces_behind_cites(pieces, open + 1);
  if ((brace->marks & MARK_BODY) && brace->breaks) {
    settle_body(pieces, open);
    return;
  }
  if ((brace->marks & MARK_HANGING) && !pieces->items[first].breaks && pieces->items[first].kind != PIECE_COMMENT)
    return;
  if (first < brace->pair && pieces->items[first].kind != PIECE_COMMENT) end_line_before(&pieces->items[first]);
  end_line_before(&pieces->items[brace->pair]);
  /* `} else` after a block of several lines; one that is a line by itself may have its `else` below it. */
  uint32_t after = brace->pair + 1;
  if (after < pieces->count && pieces->items[after].kind == T_ELSE && !(pieces->items[after].marks & MARK_ITEM)) {
    pieces->items[after].breaks = 0;
    pieces->items[after].rank = 0; /* and a long line does not end there */
  }
}

static bool is_empty(const struct pieces *pieces, uint32_t open) { return pieces->items[open].pair == open + 1; }

/* Blocks are settled when they close, so that one inside another has decided first. */
void breaks_settle(struct pieces *pieces) {
  bool broken[NESTING_LIMIT + 2] = { false };
  uint32_t depth = 0;
  for (uint32_t i = 1; i < pieces->count; i++) settle_piece(pieces, &pieces->items[i]);
  for (uint32_t i = 0; i < pieces->count; i++) {
    struct piece *piece = &pieces->items[i];
    if (piece->kind == '}' && is_empty(pieces, piece->pair)) piece->breaks = 0;
    if (piece->breaks) broken[depth] = true;
    if (piece->kind == '{') broken[++depth] = false;
    if (piece->kind != '}') continue;
    if (broken[depth]) settle_block(pieces, piece->pair);
    if (broken[depth--]) broken[depth] = true;
  }
}

/* ---- long lines ---- */

static uint32_t right_end(const struct piece *piece) { return piece->at + piece->width; }

/* Whether a block begins here whose items share the line with its brace, and need not. */
static bool can_open(const struct pieces *pieces, uint32_t i, uint32_t end) {
  const struct piece *piece = &pieces->items[i];
  if (piece->kind != '{' || (piece->marks & MARK_HANGING) || is_empty(pieces, i)) return false;
  if ((piece->marks & MARK_BODY) && piece->breaks) return false;
  uint32_t first = pieces_behind_cites(pieces, i + 1);
  return first < end && first < piece->pair;
}

static void open_block(struct pieces *pieces, uint32_t open) {
  struct piece *brace = &pieces->items[open];
  uint32_t first = pieces_behind_cites(pieces, open + 1);
  end_line_before(&pieces->items[first]);
  end_line_before(&pieces->items[brace->pair]);
  if (brace->marks & MARK_FILLED) return;
  for (uint32_t i = first; i < brace->pair; i++)
    if ((pieces->items[i].marks & MARK_ITEM) && pieces->items[i].depth == brace->depth + 1)
      end_line_before(&pieces->items[i]);
}

/* The lowest depth of what `wanted` finds behind the first piece of a line, or UINT32_MAX. */
typedef bool finder(const struct pieces *pieces, uint32_t i, uint32_t end);
static uint32_t lowest_depth(const struct pieces *pieces, uint32_t first, uint32_t end, finder *wanted) {
  uint32_t lowest = UINT32_MAX;
  for (uint32_t i = first; i < end; i++)
    if (pieces->items[i].depth < lowest && wanted(pieces, i, end)) lowest = pieces->items[i].depth;
  return lowest;
}
/* The first item after a brace, which stays where it is, sets the column of the others. */
static bool is_later_item(const struct pieces *pieces, uint32_t i, uint32_t end) {
  const struct piece *piece = &pieces->items[i];
  (void)end;
  return (piece->marks & MARK_ITEM) && piece[-1].kind != '{' && !piece->breaks;
}
static bool is_part(const struct pieces *pieces, uint32_t i, uint32_t end) {
  (void)end;
  return (pieces->items[i].marks & MARK_PART) && pieces->items[i].rank && !pieces->items[i].breaks;
}
static bool is_allowance(const struct pieces *pieces, uint32_t i, uint32_t end) {
  (void)end;
  return pieces->items[i].kind == T_ALLOW;
}
static bool is_ranked(const struct pieces *pieces, uint32_t i, uint32_t end) {
  (void)end;
  return pieces->items[i].rank && !pieces->items[i].breaks;
}

/* A place for a line end: of this depth, and an item (rank 0) or of this rank. */
static bool is_place(const struct pieces *pieces, uint32_t i, uint32_t depth, uint8_t rank) {
  const struct piece *piece = &pieces->items[i];
  if (piece->depth != depth) return false;
  return rank ? piece->rank == rank : is_later_item(pieces, i, 0);
}

/* Ends lines at places of one sort so that each takes as much as fits; the new ones begin at column `indent`. */
static void fill(struct pieces *pieces, uint32_t first, uint32_t end, uint32_t depth, uint8_t rank, uint32_t indent) {
  uint32_t origin = pieces->items[first].at, start = origin, last = 0;
  for (uint32_t i = first + 1; i <= end; i++) {
    if (i < end && !is_place(pieces, i, depth, rank)) continue;
    uint32_t reach = right_end(&pieces->items[i - 1]) - origin + start;
    if (reach > FORMAT_WIDTH && last) {
      end_line_before(&pieces->items[last]);
      origin = pieces->items[last].at;
      start = indent;
      last = 0;
    }
    /* What is too long by itself gets at least a line of its own. */
    if (i < end) last = i;
  }
}

/* Each part of an item on a line of its own; but a label that comes first stays behind its option, if it fits. */
static void separate_parts(struct pieces *pieces, uint32_t first, uint32_t end, uint32_t depth) {
  bool separated = false;
  for (uint32_t i = first + 1; i < end; i++) {
    const struct piece *piece = &pieces->items[i];
    if (piece->depth != depth || !is_part(pieces, i, end)) continue;
    bool is_only = !separated && lowest_depth(pieces, piece->pair + 1, end, is_part) != depth;
    bool stays =
        piece->kind == T_STR_OPEN && !separated && !is_only && right_end(&pieces->items[piece->pair]) <= FORMAT_WIDTH;
    if (!stays) end_line_before(&pieces->items[i]);
    separated = true;
  }
}

/* From the last one on, until the rest fits. */
static void separate_allowances(struct pieces *pieces, uint32_t first, uint32_t end, uint32_t depth) {
  for (uint32_t i = end - 1; i > first && right_end(&pieces->items[end - 1]) > FORMAT_WIDTH; i--) {
    if (pieces->items[i].kind != T_ALLOW || pieces->items[i].depth != depth) continue;
    end_line_before(&pieces->items[i]);
    end = i;
  }
}

static void open_blocks(struct pieces *pieces, uint32_t first, uint32_t end, uint32_t depth) {
  for (uint32_t i = first; i < end; i++)
    if (pieces->items[i].depth == depth && can_open(pieces, i, end)) open_block(pieces, i);
}

static uint8_t lowest_rank(const struct pieces *pieces, uint32_t first, uint32_t end, uint32_t depth) {
  uint8_t lowest = UINT8_MAX;
  for (uint32_t i = first + 1; i < end; i++)
    if (pieces->items[i].depth == depth && is_ranked(pieces, i, end) && pieces->items[i].rank < lowest)
      lowest = pieces->items[i].rank;
  return lowest;
}

/* From the outside inwards: between items, before an `allow`, between the parts of an item, into blocks, then inside
 * expressions. */
static bool break_line(struct pieces *pieces, uint32_t first, uint32_t end) {
  uint32_t items = lowest_depth(pieces, first + 1, end, is_later_item);
  uint32_t parts = lowest_depth(pieces, first + 1, end, is_part);
  uint32_t blocks = lowest_depth(pieces, first, end, can_open);
  uint32_t places = lowest_depth(pieces, first + 1, end, is_ranked);
  uint32_t allowances = lowest_depth(pieces, first + 1, end, is_allowance);
  if (allowances != UINT32_MAX && allowances < items) {
    separate_allowances(pieces, first, end, allowances);
  } else if (items != UINT32_MAX && items <= parts && items <= blocks && items <= places) {
    uint32_t leading = first;
    while (!(pieces->items[leading].marks & MARK_ITEM) || pieces->items[leading].depth != items) leading++;
    fill(pieces, first, end, items, 0, pieces->items[leading].at);
  } else if (parts != UINT32_MAX && parts <= blocks && parts <= places) {
    separate_parts(pieces, first, end, parts);
  } else if (blocks != UINT32_MAX && blocks <= places) {
    open_blocks(pieces, first, end, blocks);
  } else if (places != UINT32_MAX) {
    uint8_t rank = lowest_rank(pieces, first, end, places);
    fill(pieces, first, end, places, rank, pieces->items[first].at + FORMAT_STEP);
  } else return false;
  return true;
}

bool breaks_wrap(struct pieces *pieces) {
  bool changed = false;
  for (uint32_t first = 0, next; first < pieces->count; first = next) {
    next = pieces_line_end(pieces, first);
    uint32_t end = next;
    if (end - first > 1 && pieces->items[end - 1].kind == PIECE_COMMENT) end--;
    if (right_end(&pieces->items[end - 1]) > FORMAT_WIDTH && break_line(pieces, first, end)) changed = true;
  }
  return changed;
}
