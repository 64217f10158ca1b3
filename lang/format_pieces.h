/* What the parts of the formatter share: a source as a row of pieces, which are its tokens and comments.
 *
 * Pieces never change their order or text. Three steps decide what stands between them: format_pieces.c finds what
 * each piece is, format_breaks.c where lines end, format_lines.c in which column each piece stands. They depend only on
 * tokens, line ends and the columns that the author aligned, so formatting a formatted text changes nothing. Private to
 * the formatter. */
#ifndef TRV_LANG_FORMAT_PIECES_H
#define TRV_LANG_FORMAT_PIECES_H

#include "lang/parsing.h"

enum {
  FORMAT_WIDTH = 120,   /* columns of a line */
  FORMAT_CITES = 97,    /* where citations at the end of a line stand, counted from 0 */
  FORMAT_COMMENTS = 41, /* where comments after code stand */
  FORMAT_STEP = 2,      /* columns of an indentation */
  PIECE_COMMENT = -1    /* kind of a comment; the other kinds are the grammar's */
};

enum piece_mark {
  MARK_ITEM = 1,        /* begins a statement, row, option, step … of a block, or a declaration */
  MARK_PART = 2,        /* begins a part of an item that may have its own line: a label, a condition, a body */
  MARK_BODY = 4,        /* `{` of an option's body, which may begin a line */
  MARK_HANGING = 8,     /* `{` of a block whose items may begin right after it: a position */
  MARK_FILLED = 16,     /* `{` of a block with several items on a line: rows, cards */
  MARK_VALUES = 32,     /* `{` of a match inside an expression */
  MARK_ARGUMENTS = 64,  /* `(` of an option's arguments, which stand below each other */
  MARK_DECLARATION = 128,
  MARK_IN_TEXT = 256,   /* inside "…", where nothing is moved to another line */
  MARK_UNARY = 512,     /* a minus sign before its only operand */
  MARK_ALIGNED = 1024   /* followed another piece on its line in the source: may be aligned with what was below it */
};

struct piece {
  int kind;
  uint16_t marks;
  uint8_t breaks;       /* line ends before it: 0, 1, or 2 for a blank line */
  uint8_t gap;          /* blanks before it inside a line */
  uint8_t rank;         /* a long line is broken before the lowest of these first; 0 is never */
  bool is_also_word;    /* see struct kept_token */
  uint32_t start, end;  /* in the source */
  uint32_t line, column;/* in the source, from 0; columns in characters */
  uint32_t width;       /* in characters, as it is written */
  uint32_t unit_end;    /* MARK_ITEM, MARK_PART: where the construct ends in the source */
  uint32_t pair;        /* of a bracket: index of the other one */
  uint32_t depth;       /* brackets open around it */
  uint32_t around;      /* index of the innermost of them */
  uint32_t at;          /* column in which it is written */
  uint32_t extra;       /* blanks before it beyond `gap`, to align it */
  uint32_t group;       /* of pieces aligned below each other: index of the uppermost */
  uint32_t target;      /* in the uppermost: the column they all need */
};

struct pieces {
  struct arena *arena;
  struct source *source;
  struct piece *items;
  uint32_t count;
};

/* format_pieces.c: false when the arena has failed. */
bool pieces_gather(struct pieces *pieces, struct source *source, const struct tree *tree, struct arena *arena);
/* Whether the tokens of a part of a source were kept. */
bool pieces_are_kept(const struct source *source, struct span part);
/* Only the tokens of a part of the source, without comments and marks; enough for their `gap`s. */
bool pieces_gather_part(struct pieces *pieces, struct source *source, struct span part, struct arena *arena);

/* format_breaks.c: brings the line ends of the author into the style. */
void breaks_settle(struct pieces *pieces);
/* Ends lines inside those that are too long; false when nothing (more) can be done. Needs the columns. */
bool breaks_wrap(struct pieces *pieces);

/* format_lines.c: works out `at` of every piece. */
void lines_place(struct pieces *pieces);

/* The index of the first piece after `first` that is no citation on the same line. */
static inline uint32_t pieces_behind_cites(const struct pieces *pieces, uint32_t first) {
  while (first < pieces->count && pieces->items[first].kind == T_CITE && !pieces->items[first].breaks) first++;
  return first;
}
/* The index of the first piece of the next line. */
static inline uint32_t pieces_line_end(const struct pieces *pieces, uint32_t first) {
  uint32_t i = first + 1;
  while (i < pieces->count && !pieces->items[i].breaks) i++;
  return i;
}

#endif
