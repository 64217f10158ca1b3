/* Markdown, as far as rulebooks use it, written as HTML: headings, paragraphs, lists, tables, code, and in lines bold,
 * code and the names of items, which become links. Everything else is plain text; no HTML of the source gets through. */
#ifndef TRVM_MARKDOWN_H
#define TRVM_MARKDOWN_H

#include "trvm/tool.h"

enum markdown_block { MARKDOWN_NONE, MARKDOWN_PARAGRAPH, MARKDOWN_LIST, MARKDOWN_TABLE, MARKDOWN_CODE };
struct markdown {
  struct text *out;
  /* Whether this word is an item that can be linked to; may be NULL. */
  bool (*is_item)(void *context, const char *word, size_t length);
  void *context;
  enum markdown_block block; /* the one that is open */
  unsigned headings;         /* so far; heading number n has the id "h<n>" */
};

void markdown_escape(struct text *out, const char *text, size_t length);
/* The text of a line. */
void markdown_inline(struct markdown *markdown, const char *text, size_t length);
/* One line of a document, without its line end. */
void markdown_line(struct markdown *markdown, const char *line, size_t length);
/* Closes the block that is open. */
void markdown_end(struct markdown *markdown);
/* How many # a heading begins with, and where its words are; 0 for any other line. */
unsigned markdown_heading(const char *line, size_t length, const char **words, size_t *words_length);

#endif
