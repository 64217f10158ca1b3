/* Markdown to HTML, line by line: see markdown.h. */
#include "trvm/markdown.h"

#include <ctype.h>
#include <string.h>

static void put(struct markdown *markdown, const char *html) { text_append(markdown->out, html, strlen(html)); }

void markdown_escape(struct text *out, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    switch (text[i]) {
    case '&': text_append(out, "&amp;", 5); break;
    case '<': text_append(out, "&lt;", 4); break;
    case '>': text_append(out, "&gt;", 4); break;
    case '"': text_append(out, "&quot;", 6); break;
    default: text_append(out, text + i, 1);
    }
  }
}

/* ---- within a line ---- */

/* The length of an item's name at `text`, or 0. */
static size_t item_length(const struct markdown *markdown, const char *text, size_t length) {
  size_t end = 1;
  if (!markdown->is_item || !isupper((unsigned char)text[0])) return 0;
  while (end < length && isdigit((unsigned char)text[end])) end++;
  bool whole = end == length || !isalnum((unsigned char)text[end]);
  return end > 1 && whole && markdown->is_item(markdown->context, text, end) ? end : 0;
}

/* The length of what stands between `mark` at `text` and its next occurrence, or 0. */
static size_t marked_length(const char *text, size_t length, const char *mark) {
  size_t width = strlen(mark);
  if (length < 2 * width + 1 || strncmp(text, mark, width) != 0) return 0;
  for (size_t i = width; i + width <= length; i++)
    if (!strncmp(text + i, mark, width)) return i - width;
  return 0;
}

void markdown_inline(struct markdown *markdown, const char *text, size_t length) {
  for (size_t i = 0; i < length;) {
    size_t bold = marked_length(text + i, length - i, "**"), code = marked_length(text + i, length - i, "`");
    bool starts = i == 0 || !isalnum((unsigned char)text[i - 1]);
    size_t item = starts ? item_length(markdown, text + i, length - i) : 0;
    if (bold) {
      put(markdown, "<strong>");
      markdown_inline(markdown, text + i + 2, bold);
      put(markdown, "</strong>");
      i += bold + 4;
    } else if (code) {
      put(markdown, "<code>");
      markdown_escape(markdown->out, text + i + 1, code);
      put(markdown, "</code>");
      i += code + 2;
    } else if (item) {
      text_append_format(markdown->out, "<a href=\"#%.*s\">%.*s</a>", (int)item, text + i, (int)item, text + i);
      i += item;
    } else markdown_escape(markdown->out, text + i++, 1);
  }
}

/* ---- blocks ---- */

void markdown_end(struct markdown *markdown) {
  static const char *const ends[] = {
    [MARKDOWN_NONE] = "",
    [MARKDOWN_PARAGRAPH] = "</p>\n",
    [MARKDOWN_LIST] = "</li></ul>\n",
    [MARKDOWN_TABLE] = "</table></div>\n",
    [MARKDOWN_CODE] = "</pre>\n",
  };
  put(markdown, ends[markdown->block]);
  markdown->block = MARKDOWN_NONE;
}

/* Makes sure that a block of this kind is open; true when it was opened just now. */
static bool open_block(struct markdown *markdown, enum markdown_block block, const char *start) {
  if (markdown->block == block) return false;
  markdown_end(markdown);
  put(markdown, start);
  markdown->block = block;
  return true;
}

unsigned markdown_heading(const char *line, size_t length, const char **words, size_t *words_length) {
  unsigned level = 0;
  while (level < length && line[level] == '#') level++;
  if (!level || level > 6 || level == length || line[level] != ' ') return 0;
  *words = line + level + 1;
  *words_length = length - level - 1;
  return level;
}

static void heading(struct markdown *markdown, unsigned level, const char *words, size_t length) {
  markdown_end(markdown);
  text_append_format(markdown->out, "<h%u id=\"h%u\">", level, ++markdown->headings);
  markdown_inline(markdown, words, length);
  text_append_format(markdown->out, "</h%u>\n", level);
}

/* The line below the head of a table. */
static bool is_separator(const char *line, size_t length) {
  static const char marks[] = { '|', '-', ':', ' ' };
  while (length && memchr(marks, line[length - 1], sizeof marks)) length--;
  return length == 0;
}

static void table_row(struct markdown *markdown, const char *line, size_t length) {
  bool head = open_block(markdown, MARKDOWN_TABLE, "<div class=\"table\"><table>\n");
  if (is_separator(line, length)) return;
  put(markdown, "<tr>");
  for (size_t at = 1; at < length;) {
    size_t end = at;
    while (end < length && line[end] != '|') end++;
    size_t from = at, to = end;
    while (from < to && line[from] == ' ') from++;
    while (to > from && line[to - 1] == ' ') to--;
    put(markdown, head ? "<th>" : "<td>");
    markdown_inline(markdown, line + from, to - from);
    put(markdown, head ? "</th>" : "</td>");
    at = end + 1;
  }
  put(markdown, "</tr>\n");
}

/* "Players: 2-4": such lines stand one below the other in the source and are meant so. */
static bool is_labelled(const char *line, size_t length) {
  size_t end = 0;
  while (end < length && end < 24 && (isalpha((unsigned char)line[end]) || line[end] == ' ')) end++;
  return end && isupper((unsigned char)line[0]) && end + 1 < length && line[end] == ':' && line[end + 1] == ' ';
}

void markdown_line(struct markdown *markdown, const char *line, size_t length) {
  const char *words;
  size_t words_length;
  while (length && strchr(" \t\r", line[length - 1])) length--;
  if (length >= 3 && !strncmp(line, "```", 3)) {
    if (markdown->block == MARKDOWN_CODE) markdown_end(markdown);
    else open_block(markdown, MARKDOWN_CODE, "<pre class=\"prose\">");
    return;
  }
  if (markdown->block == MARKDOWN_CODE) {
    markdown_escape(markdown->out, line, length);
    put(markdown, "\n");
    return;
  }
  while (length && (*line == ' ' || *line == '\t')) line++, length--;
  unsigned level = markdown_heading(line, length, &words, &words_length);
  if (!length) markdown_end(markdown);
  else if (level) heading(markdown, level, words, words_length);
  else if (*line == '|') table_row(markdown, line, length);
  else if (length > 2 && (*line == '-' || *line == '*') && line[1] == ' ') {
    put(markdown, open_block(markdown, MARKDOWN_LIST, "<ul>") ? "<li>" : "</li><li>");
    markdown_inline(markdown, line + 2, length - 2);
  } else {
    bool goes_on = markdown->block == MARKDOWN_LIST || !open_block(markdown, MARKDOWN_PARAGRAPH, "<p>");
    if (goes_on) put(markdown, is_labelled(line, length) ? "<br>\n" : "\n");
    markdown_inline(markdown, line, length);
  }
}
