/* In which column each piece stands: indentation by what surrounds a line, blanks inside it, columns that the author
 * aligned, and citations and comments at the ends of lines. */
#include "lang/format_pieces.h"

/* ---- what surrounds a piece ---- */

enum frame_kind { FRAME_UNIT, FRAME_BRACKET, FRAME_BLOCK };

/* An item or part of one, a pair of round or square brackets, or a block. */
struct frame {
  enum frame_kind kind;
  uint32_t end;     /* UNIT: where it ends in the source */
  uint32_t base;    /* indentation of what it belongs to */
  uint32_t content; /* indentation of what begins a line in it */
  uint32_t element; /* BRACKET: indentation of the line in which the present argument began */
  bool is_if;       /* UNIT: begins with `if`, so that an `else` may stand below it */
};

enum { FRAMES = 4 * NESTING_LIMIT };

struct placing {
  struct pieces *pieces;
  struct frame frames[FRAMES];
  uint32_t count;
  uint32_t indent; /* of the present line */
};

static struct frame *top(struct placing *placing) {
  return placing->count ? &placing->frames[placing->count - 1] : NULL;
}

static void push(struct placing *placing, struct frame frame) {
  if (placing->count < FRAMES) placing->frames[placing->count++] = frame;
}

static uint32_t unit_base(const struct placing *placing) {
  for (uint32_t i = placing->count; i > 0; i--)
    if (placing->frames[i - 1].kind == FRAME_UNIT) return placing->frames[i - 1].base;
  return 0;
}

static void leave_units(struct placing *placing, uint32_t offset) {
  while (placing->count && top(placing)->kind == FRAME_UNIT && top(placing)->end <= offset) placing->count--;
}

/* Leaves the bracket that is closed, and all still open in it; returns the indentation of what it belonged to. */
static uint32_t leave_bracket(struct placing *placing) {
  while (placing->count && top(placing)->kind == FRAME_UNIT) placing->count--;
  if (!placing->count) return 0;
  return placing->frames[--placing->count].base;
}

/* ---- indentation ---- */

static const struct piece *code_before(const struct placing *placing, uint32_t i) {
  while (i > 0 && placing->pieces->items[i - 1].kind == PIECE_COMMENT) i--;
  return i ? &placing->pieces->items[i - 1] : NULL;
}

static uint32_t indent_in_bracket(const struct placing *placing, const struct frame *bracket, uint32_t i) {
  const struct piece *before = code_before(placing, i);
  bool begins_argument = before && (before->kind == ',' || before->kind == '(' || before->kind == '[');
  if (begins_argument) return bracket->content;
  return (bracket->content > bracket->element + FORMAT_STEP ? bracket->content : bracket->element) + FORMAT_STEP;
}

/* Indentation of piece `i` at the start of a line; closing brackets are handled before. */
static uint32_t indent_of(struct placing *placing, uint32_t i) {
  const struct piece *piece = &placing->pieces->items[i];
  const struct frame *around = top(placing);
  if (piece->kind == PIECE_COMMENT) {
    /* Comments below each other belong to the same code, which is searched for once. */
    if (i && piece[-1].kind == PIECE_COMMENT && piece[-1].breaks) return piece[-1].at;
    while (i < placing->pieces->count && placing->pieces->items[i].kind == PIECE_COMMENT) i++;
    if (i == placing->pieces->count) return 0;
    piece = &placing->pieces->items[i];
    if (piece->kind == '}' && around) return around->kind == FRAME_UNIT ? around->base : around->content;
  }
  if (piece->marks & MARK_DECLARATION) return 0;
  if (piece->kind == T_ALLOW)
    return (!around ? 0 : around->kind == FRAME_UNIT ? around->base : around->content) + FORMAT_STEP;
  if (!around) return 0;
  if (piece->marks & MARK_ITEM) return around->content;
  if (piece->marks & MARK_PART) return unit_base(placing) + FORMAT_STEP;
  if (around->kind == FRAME_BRACKET) return indent_in_bracket(placing, around, i);
  if (around->kind == FRAME_BLOCK) return around->content;
  bool goes_on = (piece->kind == T_ELSE && around->is_if) || piece->kind == T_UNTIL;
  return around->base + (goes_on ? 0 : FORMAT_STEP);
}

/* ---- one piece after the other ---- */

static void enter_unit(struct placing *placing, uint32_t i) {
  const struct piece *piece = &placing->pieces->items[i];
  uint32_t base = placing->indent;
  if (i && !piece->breaks) {
    const struct frame *around = top(placing);
    if (piece->marks & MARK_PART) base = unit_base(placing);
    else if (around && around->content == piece->at) base = piece->at;
  }
  push(placing, (struct frame){ FRAME_UNIT, .end = piece->unit_end, .base = base, .is_if = piece->kind == T_IF });
}

static void enter_block(struct placing *placing, uint32_t i) {
  const struct piece *piece = &placing->pieces->items[i];
  uint32_t base = piece->breaks || (piece->marks & MARK_VALUES) ? placing->indent : unit_base(placing);
  bool hangs = (piece->marks & MARK_HANGING) && !placing->pieces->items[i + 1].breaks;
  uint32_t content = hangs ? piece->at + FORMAT_STEP : base + FORMAT_STEP;
  push(placing, (struct frame){ .kind = FRAME_BLOCK, .base = base, .content = content });
}

static void enter_bracket(struct placing *placing, uint32_t i) {
  const struct piece *piece = &placing->pieces->items[i];
  uint32_t content = piece->marks & MARK_ARGUMENTS ? piece->at + 1 : placing->indent + FORMAT_STEP;
  push(placing,
       (struct frame){ FRAME_BRACKET, .base = placing->indent, .content = content, .element = placing->indent });
}

static void place_piece(struct placing *placing, uint32_t i) {
  struct piece *piece = &placing->pieces->items[i];
  uint32_t closed = 0;
  bool closes = piece->kind == ')' || piece->kind == ']' || piece->kind == '}';
  leave_units(placing, piece->start);
  if (closes) closed = leave_bracket(placing);
  if (!i || piece->breaks) placing->indent = piece->at = closes ? closed : indent_of(placing, i);
  else piece->at = piece[-1].at + piece[-1].width + piece->gap + piece->extra;
  struct frame *around = top(placing);
  if (around && around->kind == FRAME_BRACKET && i && piece[-1].kind == ',') around->element = placing->indent;
  if (piece->marks & (MARK_ITEM | MARK_PART)) enter_unit(placing, i);
  if (piece->kind == '{') enter_block(placing, i);
  if (piece->kind == '(' || piece->kind == '[') enter_bracket(placing, i);
}

static void place_all(struct pieces *pieces) {
  struct placing placing = { .pieces = pieces };
  for (uint32_t i = 0; i < pieces->count; i++) place_piece(&placing, i);
}

/* ---- columns of the author ---- */

/* Columns are what people see beside each other; of a line that goes on for longer, what is far to the right has none. */
enum { LAST_COLUMN = 2 * FORMAT_WIDTH };

/* An item behind another on the line, as it was in the source. */
static bool may_align(const struct piece *piece) {
  return (piece->marks & MARK_ITEM) && (piece->marks & MARK_ALIGNED) && !piece->breaks && piece[-1].kind != '{' &&
         piece->column < LAST_COLUMN;
}

/* Items that stood below each other stay so: each joins the group of one in the line before with the same column in the
 * source. A group stands as far left as its members allow, so that formatting again finds the same columns. Where a line
 * begins may hang on a bracket further up, and that moves with what is before it; so what joins a group is inside of that
 * bracket together with the other, and no two items of a line are in one group. Else they would push each other on and on. */
static void group_line(struct pieces *pieces, uint32_t above, uint32_t first, uint32_t end) {
  const struct piece *begin = &pieces->items[first];
  bool hangs = begin->depth > 0, has_left = false;
  for (uint32_t i = first + 1; i < end; i++) {
    struct piece *piece = &pieces->items[i];
    piece->group = i;
    has_left = has_left || piece->pair < first;
    if (has_left || !may_align(piece)) continue;
    while (above < first && pieces->items[above].column < piece->column) above++;
    const struct piece *other = &pieces->items[above];
    bool fits = above < first && other->column == piece->column && may_align(other) && other->line != piece->line;
    if (!fits || (hangs && above < begin->around)) continue;
    piece->group = other->group;
    above++;
  }
}

static void group_all(struct pieces *pieces) {
  uint32_t above = 0;
  for (uint32_t first = 0, next; first < pieces->count; above = first, first = next) {
    next = pieces_line_end(pieces, first);
    pieces->items[first].group = first;
    group_line(pieces, above, first, next);
  }
}

/* Moves the members of each group to the column of the rightmost; false when all were there. What follows a member that
 * was moved waits for the next round, when its place is known. */
static bool align(struct pieces *pieces) {
  bool moved = false, moved_here = false;
  for (uint32_t i = 0; i < pieces->count; i++) pieces->items[i].target = 0;
  for (uint32_t i = 0; i < pieces->count; i++) {
    struct piece *leader = &pieces->items[pieces->items[i].group];
    if (pieces->items[i].at > leader->target) leader->target = pieces->items[i].at;
  }
  for (uint32_t i = 0; i < pieces->count; i++) {
    uint32_t behind = pieces->items[pieces->items[i].group].target - pieces->items[i].at;
    if (pieces->items[i].breaks) moved_here = false;
    if (!behind || moved_here) continue;
    pieces->items[i].extra += behind;
    moved = moved_here = true;
  }
  return moved;
}

/* ---- the ends of lines ---- */

static uint32_t right_end(const struct piece *piece) { return piece->at + piece->width; }

/* Citations after the code of a line; returns the index of the first. */
static uint32_t place_cites(struct pieces *pieces, uint32_t first, uint32_t end) {
  uint32_t cites = end;
  while (cites > first + 1 && pieces->items[cites - 1].kind == T_CITE) cites--;
  for (uint32_t i = cites; i < end; i++) {
    uint32_t left = right_end(&pieces->items[i - 1]);
    if (i > cites) pieces->items[i].at = left + 1;
    else pieces->items[i].at = left < FORMAT_CITES ? FORMAT_CITES : left + 2;
  }
  return cites;
}

static bool has_comment(const struct pieces *pieces, uint32_t first, uint32_t end) {
  return end - first > 1 && pieces->items[end - 1].kind == PIECE_COMMENT;
}

/* Puts the comments at the ends of some lines into one column. */
static void place_comments(struct pieces *pieces, uint32_t first, uint32_t end, uint32_t column) {
  for (uint32_t line = first, next; line < end; line = next) {
    next = pieces_line_end(pieces, line);
    pieces->items[next - 1].at = column;
  }
}

/* Comments after the code of consecutive lines are aligned. */
static void place_ends(struct pieces *pieces) {
  uint32_t column = 0, run = 0; /* where the comments of a run stand, and its first piece; 0: there is no run */
  for (uint32_t first = 0, next; first < pieces->count; first = next) {
    next = pieces_line_end(pieces, first);
    bool comment = has_comment(pieces, first, next);
    uint32_t end = comment ? next - 1 : next;
    uint32_t cites = place_cites(pieces, first, end);
    if (!comment || cites < end) {
      if (comment) pieces->items[end].at = right_end(&pieces->items[end - 1]) + 2;
      if (column) place_comments(pieces, run, first, column);
      column = 0;
      continue;
    }
    uint32_t least = right_end(&pieces->items[end - 1]) + 2;
    if (!column) run = first;
    if (column < FORMAT_COMMENTS) column = FORMAT_COMMENTS;
    if (least > column) column = least;
  }
  if (column) place_comments(pieces, run, pieces->count, column);
}

void lines_place(struct pieces *pieces) {
  for (uint32_t i = 0; i < pieces->count; i++) pieces->items[i].extra = 0;
  group_all(pieces);
  do place_all(pieces);
  while (align(pieces));
  place_ends(pieces);
}
