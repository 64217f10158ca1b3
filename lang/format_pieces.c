/* From tokens and tree to pieces: brackets in pairs, blanks between neighbours, and marks for what begins an item. */
#include "lang/format_pieces.h"

#include <string.h>

/* Where a long line is broken first. */
enum { RANK_HEAD = 1, RANK_OR, RANK_AND, RANK_CLAUSE, RANK_COMMA, RANK_ASSIGN, RANK_COMPARE, RANK_ADD, RANK_MULTIPLY };

/* ---- tokens and comments in one row ---- */

static uint32_t width_of(const char *text, size_t length) {
  uint32_t width = 0;
  for (size_t i = 0; i < length; i++) width += ((unsigned char)text[i] & 0xC0) != 0x80;
  return width;
}

static void add_piece(struct pieces *pieces, int kind, uint32_t start, uint32_t end) {
  struct piece *piece = &pieces->items[pieces->count++];
  *piece = (struct piece){ .kind = kind, .start = start, .end = end };
  piece->width = kind == T_NOT_IN ? (uint32_t)strlen("not in") : width_of(pieces->source->text + start, end - start);
}

static void add_token(struct pieces *pieces, const struct kept_token *token) {
  add_piece(pieces, token->kind, token->start, token->end);
  pieces->items[pieces->count - 1].is_also_word = token->is_also_word;
}

static bool make_room(struct pieces *pieces, size_t count) {
  pieces->items = arena_try(pieces->arena, (count + 1) * sizeof *pieces->items);
  return pieces->items && count < UINT32_MAX;
}

static bool merge(struct pieces *pieces) {
  const struct source *source = pieces->source;
  const struct comment *comment = source->comments;
  size_t count = source->token_count;
  for (const struct comment *one = comment; one; one = one->next) count++;
  if (!make_room(pieces, count)) return false;
  for (size_t i = 0; i <= source->token_count; i++) {
    uint32_t before = i < source->token_count ? source->tokens[i].start : UINT32_MAX;
    for (; comment && comment->span.start < before; comment = comment->next)
      add_piece(pieces, PIECE_COMMENT, comment->span.start, comment->span.end);
    if (i < source->token_count) add_token(pieces, &source->tokens[i]);
  }
  return true;
}

/* Lines and columns in the source, and the line ends before each piece. */
static void find_places(struct pieces *pieces) {
  const char *text = pieces->source->text;
  uint32_t line = 0, column = 0, offset = 0;
  for (uint32_t i = 0; i < pieces->count; i++) {
    struct piece *piece = &pieces->items[i];
    uint32_t ends = 0;
    for (; offset < piece->start; offset++) {
      bool is_end = text[offset] == '\n';
      bool starts_character = ((unsigned char)text[offset] & 0xC0) != 0x80;
      ends += is_end && (!i || offset >= pieces->items[i - 1].end);
      line += is_end;
      column = is_end ? 0 : column + starts_character;
    }
    piece->line = line;
    piece->column = column;
    piece->breaks = (uint8_t)(!i ? 0 : ends < 2 ? ends : 2);
    if (i && !piece->breaks) piece->marks |= MARK_ALIGNED;
  }
}

/* ---- brackets ---- */

static bool opens(int kind) {
  return kind == '(' || kind == '[' || kind == '{' || kind == T_STR_OPEN || kind == T_HOLE_OPEN;
}
static bool closes(int kind) {
  return kind == ')' || kind == ']' || kind == '}' || kind == T_STR_CLOSE || kind == T_HOLE_CLOSE;
}

/* There are no syntax errors: brackets fit, and no more are open than the scanner allows. */
static void pair_brackets(struct pieces *pieces) {
  uint32_t open[NESTING_LIMIT + 1], texts = 0, depth = 0;
  for (uint32_t i = 0; i < pieces->count; i++) {
    struct piece *piece = &pieces->items[i];
    bool is_text = piece->kind == T_STR_OPEN || piece->kind == T_STR_CLOSE;
    piece->pair = i;
    if (closes(piece->kind) && depth) {
      piece->pair = open[--depth];
      pieces->items[piece->pair].pair = i;
    }
    if (texts) piece->marks |= MARK_IN_TEXT;
    if (is_text) texts += piece->kind == T_STR_OPEN ? 1 : (uint32_t)-1;
    piece->depth = depth;
    piece->around = depth ? open[depth - 1] : 0;
    if (opens(piece->kind) && depth < NESTING_LIMIT) open[depth++] = i;
  }
}

/* ---- items ---- */

static uint32_t piece_at(const struct pieces *pieces, uint32_t offset) {
  uint32_t low = 0, high = pieces->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (pieces->items[middle].start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void mark(struct pieces *pieces, const struct tree *node, unsigned marks) {
  uint32_t i = node ? piece_at(pieces, node->span.start) : pieces->count;
  if (i == pieces->count || pieces->items[i].start != node->span.start) return;
  pieces->items[i].marks |= (uint16_t)marks;
  if (marks & (MARK_ITEM | MARK_PART)) pieces->items[i].unit_end = node->span.end;
}

static void mark_all(struct pieces *pieces, const struct tree *list, unsigned marks) {
  for (; list; list = list->next) mark(pieces, list, marks);
}

/* The `{` of the block with which a construct ends. */
static void mark_block(struct pieces *pieces, const struct tree *node, unsigned marks) {
  uint32_t i = piece_at(pieces, node->span.end);
  while (i > 0 && pieces->items[i - 1].end > node->span.end) i--;
  if (i > 0 && pieces->items[i - 1].kind == '}') pieces->items[pieces->items[i - 1].pair].marks |= (uint16_t)marks;
}

static void mark_rows(struct pieces *pieces, const struct tree *owner, const struct tree *rows) {
  bool bare = true;
  if (!rows) return;
  mark_block(pieces, owner, MARK_FILLED);
  for (const struct tree *row = rows; row; row = row->next)
    bare = bare && !row->kid[ROW_DATA_VALUES] && !row->kid[ROW_DATA_LABEL] && row->number == 1 && !row->cites;
  for (const struct tree *row = rows; row; row = row->next) {
    uint32_t i = piece_at(pieces, row->span.start);
    mark(pieces, row, MARK_ITEM);
    if (i < pieces->count) pieces->items[i].gap = bare ? 1 : 2;
  }
}

/* The `else` before a reason. */
static void rank_reason(struct pieces *pieces, const struct tree *reason) {
  if (reason) pieces->items[piece_at(pieces, reason->span.start) - 1].rank = RANK_HEAD;
}

static void rank_label(struct pieces *pieces, const struct tree *label) {
  if (label) pieces->items[piece_at(pieces, label->span.start)].rank = RANK_HEAD;
}

static void mark_option(struct pieces *pieces, const struct tree *option) {
  const struct tree *arguments = option->kid[OPTION_ARGS], *body = option->kid[OPTION_BODY];
  mark_all(pieces, option->kid[OPTION_LETS], MARK_PART);
  mark(pieces, option->kid[OPTION_LABEL], MARK_PART);
  mark_all(pieces, option->kid[OPTION_NEEDS], MARK_PART);
  mark(pieces, body, MARK_PART | MARK_BODY);
  if (!arguments) return;
  uint32_t first = piece_at(pieces, arguments->span.start);
  while (first > 0 && pieces->items[first].kind != '(') first--;
  pieces->items[first].marks |= MARK_ARGUMENTS;
}

/* The value of a declaration: all that follows its `=` or its text. The node does not know its outer brackets. */
static void mark_value(struct pieces *pieces, const struct tree *owner, const struct tree *value) {
  if (!value) return;
  uint32_t i = piece_at(pieces, value->span.start), depth = pieces->items[piece_at(pieces, owner->span.start)].depth;
  while (i > 0 && pieces->items[i - 1].kind == '(' && pieces->items[i - 1].depth == depth) i--;
  pieces->items[i].marks |= MARK_PART;
  pieces->items[i].unit_end = owner->span.end;
}

/* Rows and edges may stand side by side. */
static void mark_change(struct pieces *pieces, const struct tree *change) {
  bool filled = change->number == TREE_DECK || change->number == TREE_ENUM || change->number == TREE_TABLE ||
                change->number == TREE_GRAPH;
  if (filled) mark_block(pieces, change, MARK_FILLED);
}

/* What stands one below the other; the loop over a further variable stands behind its comma. */
static void mark_items(struct pieces *pieces, const struct tree *node) {
  if (node->kind == TREE_BLOCK && node->kid[0] && node->kid[0]->flags & FLAG_JOINED) return;
  for (int i = 0; i < tree_kid_count(node->kind); i++) {
    enum tree_role role = tree_role(node, i);
    if (!(role & AS_LIST)) continue;
    if (role & (AS_ITEM | AS_STATEMENT)) mark_all(pieces, node->kid[i], MARK_ITEM);
    if (role & AS_DECLARATION) mark_all(pieces, node->kid[i], MARK_ITEM | MARK_DECLARATION);
  }
}

static void mark_node(struct pieces *pieces, const struct tree *node) {
  mark_items(pieces, node);
  switch (node->kind) {
  case TREE_SETTING: mark_all(pieces, node->kid[SETTING_LIMITS], MARK_PART); break;
  case TREE_ENUM:
    if (!node->kid[ENUM_BOARD]) mark_rows(pieces, node, node->kid[ENUM_ROWS]);
    break;
  case TREE_GRID:
    if (node->kid[GRID_DIRECTIONS]) mark_rows(pieces, node, node->kid[GRID_DIRECTIONS]);
    break;
  case TREE_DECK:
    rank_label(pieces, node->kid[DECK_LABEL]);
    mark_rows(pieces, node, node->kid[DECK_ROWS]);
    break;
  case TREE_CONST:
  case TREE_VALUE_OF:
  case TREE_FN:
  case TREE_WRAP:
  case TREE_INVARIANT: mark_value(pieces, node, tree_kid_as(node, AS_VALUE | AS_CONDITION)); break;
  case TREE_TABLE:
    if (node->kid[TABLE_ROWS]) mark_block(pieces, node, MARK_FILLED);
    break;
  case TREE_GRAPH:
  case TREE_POSITION: mark_block(pieces, node, MARK_FILLED); break;
  case TREE_GIVEN: mark_block(pieces, node, MARK_FILLED | MARK_HANGING); break;
  case TREE_MATCH_VALUE: mark_block(pieces, node, MARK_VALUES); break;
  case TREE_OPTION: mark_option(pieces, node); break;
  case TREE_PICK:
    mark(pieces, node->kid[PICK_LABEL], MARK_PART);
    mark_all(pieces, node->kid[PICK_NEEDS], MARK_PART);
    break;
  case TREE_NEED: rank_reason(pieces, node->kid[NEED_REASON]); break;
  case TREE_CHANGE: mark_change(pieces, node); break;
  case TREE_ADD_NEEDS: mark_all(pieces, node->kid[ADD_NEEDS_NEEDS], MARK_PART); break;
  default: break;
  }
}

static void mark_tree(struct pieces *pieces, const struct tree *node) {
  for (; node; node = node->next) {
    mark_node(pieces, node);
    for (int i = 0; i < tree_kid_count(node->kind); i++) mark_tree(pieces, node->kid[i]);
  }
}

/* ---- blanks ---- */

/* What is called by brackets right after it. */
static bool is_called(int kind) {
  switch (kind) {
  case T_LOWER:
  case T_UPPER:
  case T_EFFECT:
  case T_COUNT:
  case T_ANY_OF:
  case T_ALL_OF:
  case T_SUM:
  case T_MIN:
  case T_MAX:
  case T_MOST:
  case T_LEAST:
  case T_FIRST:
  case T_RANDOM_OF:
  case T_SET_OF:
  case T_BAG_OF:
  case T_LIST_OF:
  case T_HANDS:
  case T_SEATS:
  case T_CHAINS: return true;
  default: return false;
  }
}

static bool ends_operand(int kind) {
  switch (kind) {
  case T_LOWER:
  case T_UPPER:
  case T_INT:
  case T_STR_CLOSE:
  case T_TRUE:
  case T_FALSE:
  case T_NONE:
  case T_PLAYERS:
  case ')':
  case ']':
  case '}': return true;
  default: return false;
  }
}

static bool is_type(int kind) {
  return kind == T_PLAYER || kind == T_INT_TYPE || kind == T_BOOL_TYPE || kind == T_TEXT_TYPE;
}

static uint8_t gap_between(const struct piece *left, const struct piece *right) {
  if (right->kind == T_STR_TEXT || right->kind == T_HOLE_OPEN || right->kind == T_HOLE_CLOSE ||
      right->kind == T_STR_CLOSE || left->kind == T_HOLE_OPEN)
    return 0;
  if (right->kind == PIECE_COMMENT || right->kind == T_ALLOW) return 2;
  if (right->marks & MARK_ITEM) return left->kind == '{' ? 1 : right->gap ? right->gap : 2;
  switch (right->kind) {
  case ')':
  case ']':
  case ',':
  case ':':
  case '.':
  case T_DOTS: return 0;
  default: break;
  }
  if (left->kind == '(' || left->kind == '[' || left->kind == '.' || left->kind == T_DOTS) return 0;
  if (right->kind == '(' && (is_called(left->kind) || left->kind == ']')) return 0;
  if (right->kind == '[' && (ends_operand(left->kind) || is_type(left->kind))) return 0;
  return !(left->marks & MARK_UNARY);
}

static void find_gaps(struct pieces *pieces) {
  for (uint32_t i = 1; i < pieces->count; i++) {
    struct piece *piece = &pieces->items[i], *before = piece - 1;
    if (piece->kind == '-' && ((piece->marks & MARK_ITEM) || !ends_operand(before->kind))) piece->marks |= MARK_UNARY;
    piece->gap = gap_between(before, piece);
  }
}

/* ---- ranks ---- */

static uint8_t rank_of(const struct pieces *pieces, uint32_t i) {
  const struct piece *piece = &pieces->items[i], *before = piece - 1;
  if (piece->rank) return piece->rank;
  if (piece->marks & MARK_PART) return RANK_HEAD;
  if (before->kind == '=') return before->depth == 0 ? RANK_HEAD : RANK_ASSIGN;
  if (before->kind == ',') return RANK_COMMA;
  if (before->kind == ':' && before->depth && piece->around && pieces->items[piece->around - 1].kind == T_ALL_OF)
    return RANK_CLAUSE;
  if (before->kind == T_ADD_TO || before->kind == T_TAKE_FROM) return RANK_ASSIGN;
  switch (piece->kind) {
  case T_OR: return RANK_OR;
  case T_AND: return RANK_AND;
  case T_THEN:
  case T_ELSE:
  case T_WHERE:
  case T_BY:
  case T_FOR:
  case T_OTHERWISE: return RANK_CLAUSE;
  case T_FROM:
  case T_TOTAL: return piece->depth == 0 ? RANK_CLAUSE : 0;
  case T_IN: return piece->depth == 0 ? RANK_CLAUSE : RANK_COMPARE;
  case T_EQ:
  case T_NE:
  case '<':
  case T_LE:
  case '>':
  case T_GE:
  case T_NOT_IN:
  case T_HAS:
  case T_IS: return piece->depth ? RANK_COMPARE : 0;
  case '+':
  case T_IF_NONE: return RANK_ADD;
  case '-': return piece->marks & MARK_UNARY ? 0 : RANK_ADD;
  case '*':
  case '/':
  case '%': return RANK_MULTIPLY;
  default: return 0;
  }
}

/* A name that is also a word would be taken for one at the start of a line, and a word may need what follows it. */
static void find_ranks(struct pieces *pieces) {
  for (uint32_t i = 1; i < pieces->count; i++) {
    struct piece *piece = &pieces->items[i];
    bool fixed = (piece->marks & (MARK_IN_TEXT | MARK_ITEM)) || piece->is_also_word;
    piece->rank = fixed ? 0 : rank_of(pieces, i);
    if (piece->rank >= RANK_COMPARE && piece[-1].is_also_word) piece->rank = 0;
  }
}

bool pieces_gather(struct pieces *pieces, struct source *source, const struct tree *tree, struct arena *arena) {
  *pieces = (struct pieces){ .arena = arena, .source = source };
  if (!merge(pieces)) return false;
  find_places(pieces);
  pair_brackets(pieces);
  mark_tree(pieces, tree);
  find_gaps(pieces);
  find_ranks(pieces);
  return !arena_failed(arena);
}

/* The first of the kept tokens that begins at an offset or after it. */
static size_t first_token(const struct source *source, uint32_t offset) {
  size_t low = 0, high = source->token_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (source->tokens[middle].start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

bool pieces_are_kept(const struct source *source, struct span part) {
  size_t first = first_token(source, part.start);
  return source->keeps_tokens || (first < source->token_count && source->tokens[first].start == part.start);
}

bool pieces_gather_part(struct pieces *pieces, struct source *source, struct span part, struct arena *arena) {
  size_t low = first_token(source, part.start), high = low;
  *pieces = (struct pieces){ .arena = arena, .source = source };
  while (high < source->token_count && source->tokens[high].end <= part.end) high++;
  if (!make_room(pieces, high - low)) return false;
  for (; low < high; low++) add_token(pieces, &source->tokens[low]);
  find_gaps(pieces);
  return true;
}
