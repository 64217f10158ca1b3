/* Reads CSV tables, keeping the place of every cell.
 * RFC 4180: comma, optional quotes, doubled quotes inside; LF or CRLF; a first line of column names. */
#ifndef TRV_LANG_CSV_H
#define TRV_LANG_CSV_H

#include "lang/diag.h"

struct csv_cell {
  const char *text; /* trimmed and unquoted, interned: equal texts have equal addresses */
  struct span span;
};
struct csv {
  uint32_t file;
  uint32_t columns, rows;   /* rows without the head */
  struct csv_cell *head;    /* columns of them */
  struct csv_cell *cells;   /* rows * columns */
  bool *uneven;             /* for each row: it had too few cells (the missing ones are empty) or too many (cut off) */
};

/* Reads the table of a source; NULL after reporting (an open quote, no head, a column twice). A row with too few or too
 * many cells is reported and kept, so that what it declares is known. Arena-owned. */
struct csv *csv_read(struct source_set *sources, uint32_t file, struct diag_list *diags);
/* The column of this name, or -1. */
int csv_column(const struct csv *csv, const char *name);

#endif
