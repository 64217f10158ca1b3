/* Positions of the protocol (a line, and units of some encoding in it) and bytes of a text, both ways. */
#ifndef TRV_LSP_POSITIONS_H
#define TRV_LSP_POSITIONS_H

#include <stddef.h>
#include <stdint.h>

/* What `character` of a position counts. */
enum position_encoding { POSITION_UTF8, POSITION_UTF16, POSITION_UTF32 };

/* Where the lines of a text begin. The text is borrowed; the starts are owned, see positions_free. */
struct line_starts {
  const char *text;
  size_t length;
  uint32_t *starts; /* NULL without memory: then all is one line */
  uint32_t count;
};
struct text_position { uint32_t line, character; };

void positions_find(struct line_starts *lines, const char *text, size_t length);
void positions_free(struct line_starts *lines);
/* Behind the end of a line, its end; behind the last line, the end of the text. */
size_t position_offset(const struct line_starts *lines, struct text_position position, enum position_encoding encoding);
struct text_position position_of(const struct line_starts *lines, size_t offset, enum position_encoding encoding);
/* The byte of a line and a column that count from 1, the column in characters, as reports give them. */
size_t position_column_offset(const struct line_starts *lines, uint32_t line, uint32_t column);

#endif
