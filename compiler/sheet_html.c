/* The rules sheet as a page for a browser: turns the small kind of Markdown that sheet.c writes into HTML, with a style
 * for screens, light and dark, and for paper. Not a general converter. */
#include <string.h>

#include "compiler/sheet.h"

static const char style[] =
    ":root{color-scheme:light dark}body{font:1rem/1.5 Georgia,serif;max-width:46rem;margin:2rem auto;padding:0 1rem}"
    "h1,h2,h3{font-family:system-ui,sans-serif;line-height:1.2}h2{border-bottom:1px solid #8888;padding-bottom:.2rem;"
    "margin-top:2.5rem}h3{margin:1.8rem 0 .4rem}li{margin:.15rem 0}ol,ul{padding-left:1.4rem}"
    "table{border-collapse:collapse;font-size:.85rem;display:block;overflow-x:auto}"
    "th,td{border:1px solid #8886;padding:.15rem .5rem;text-align:left;vertical-align:top}a{color:inherit}"
    "@media print{body{max-width:none;font-size:.8rem}a{text-decoration:none}h2,h3{break-after:avoid}"
    "h2{margin-top:1rem}h3{margin-top:.8rem}@page{margin:14mm}}";

/* ---- inside a line ---- */

static void escape(struct text *out, char c) {
  if (c == '<') text_add(out, "&lt;");
  else if (c == '>') text_add(out, "&gt;");
  else if (c == '&') text_add(out, "&amp;");
  else if (c == '"') text_add(out, "&quot;");
  else text_add_bytes(out, &c, 1);
}

/* Emphasis, links and escapes up to `end`. */
static void inline_text(struct text *out, const char *text, const char *end) {
  bool strong = false, emphasis = false;
  while (text < end) {
    const char *close;
    if (*text == '\\' && text + 1 < end) {
      escape(out, text[1]);
      text += 2;
    } else if (text + 1 < end && text[0] == '*' && text[1] == '*' && !(emphasis && text + 2 < end && text[2] == '*')) {
      text_add(out, strong ? "</strong>" : "<strong>");
      strong = !strong;
      text += 2;
    } else if (*text == '*') {
      text_add(out, emphasis ? "</em>" : "<em>");
      emphasis = !emphasis;
      text++;
    } else if (*text == '[' && (close = memchr(text, ']', (size_t)(end - text))) != NULL) {
      const char *stop = memchr(close, ')', (size_t)(end - close));
      text_add(out, "<a href=\"");
      text_add_bytes(out, close + 2, (size_t)(stop - close - 2));
      text_add(out, "\">");
      inline_text(out, text + 1, close);
      text_add(out, "</a>");
      text = stop + 1;
    } else escape(out, *text++);
  }
}

/* ---- lines ---- */

enum { LEVELS = 256 };

struct sheet_page {
  struct text *out;
  bool numbered[LEVELS]; /* the lists that are open */
  int levels;
  bool in_table;
};

static void close_lists(struct sheet_page *page, int levels) {
  while (page->levels > levels) text_add(page->out, page->numbered[--page->levels] ? "</li></ol>\n" : "</li></ul>\n");
}

static void close_table(struct sheet_page *page) {
  if (page->in_table) text_add(page->out, "</table>\n");
  page->in_table = false;
}

static void heading(struct sheet_page *page, const char *line, const char *end) {
  int level = 0;
  while (*line == '#') level++, line++;
  text_format(page->out, "<h%d id=\"", level);
  for (const char *at = line + 1; at < end && *at != '('; at++) {
    bool last = *at == ' ' && (at + 1 == end || at[1] == '(');
    char letter = *at == ' ' ? '-' : *at >= 'A' && *at <= 'Z' ? (char)(*at - 'A' + 'a') : *at;
    if (*at != '\\' && !last) escape(page->out, letter);
  }
  text_add(page->out, "\">");
  inline_text(page->out, line + 1, end);
  text_format(page->out, "</h%d>\n", level);
}

/* An entry of the index, "**R12** …", is what citations lead to: the length of its number, 0 for other items. */
static size_t item_length(const char *text, const char *end) {
  if (end - text < 6 || text[0] != '*' || text[1] != '*' || text[2] < 'A' || text[2] > 'Z') return 0;
  size_t digits = strspn(text + 3, "0123456789");
  return digits && text[3 + digits] == '*' ? 1 + digits : 0;
}

static void list_item(struct sheet_page *page, const char *line, const char *mark, const char *end) {
  int level = (int)(mark - line) / SHEET_INDENT + 1;
  bool numbered = *mark != '-';
  const char *text = strchr(mark, ' ') + 1;
  if (level > LEVELS) level = LEVELS;
  close_lists(page, level);
  if (page->levels == level) text_add(page->out, "</li>\n");
  for (; page->levels < level; page->levels++) {
    page->numbered[page->levels] = numbered;
    text_add(page->out, numbered ? "<ol>" : "<ul>");
  }
  size_t item = item_length(text, end);
  if (item) text_format(page->out, "<li id=\"%.*s\">", (int)item, text + 2);
  else text_add(page->out, "<li>");
  inline_text(page->out, text, end);
}

/* A bar that is no separator is escaped. */
static const char *cell_end(const char *cell, const char *end) {
  while (cell < end && *cell != '|') cell += *cell == '\\' && cell + 1 < end ? 2 : 1;
  return cell;
}

static void table_row(struct sheet_page *page, const char *line, const char *end) {
  const char *tag = page->in_table ? "td" : "th";
  if (line[1] == '-') return;
  if (!page->in_table) text_add(page->out, "<table>\n");
  page->in_table = true;
  text_add(page->out, "<tr>");
  for (const char *cell = line + 1; cell < end;) {
    const char *stop = cell_end(cell, end);
    text_format(page->out, "<%s>", tag);
    inline_text(page->out, cell + 1, stop > cell + 1 ? stop - 1 : stop);
    text_format(page->out, "</%s>", tag);
    cell = stop + 1;
  }
  text_add(page->out, "</tr>\n");
}

static void write_line(struct sheet_page *page, const char *line, const char *end) {
  const char *mark = line;
  while (mark < end && *mark == ' ') mark++;
  bool is_item = mark < end && ((mark[0] == '-' && mark[1] == ' ') ||
                                (*mark >= '1' && *mark <= '9' && line != end &&
                                 memchr(mark, '.', (size_t)(end - mark)) == mark + strspn(mark, "0123456789")));
  if (mark == end) return;
  if (!is_item) close_lists(page, 0);
  if (*line != '|') close_table(page);
  if (*line == '#') heading(page, line, end);
  else if (*line == '|') table_row(page, line, end);
  else if (is_item) list_item(page, line, mark, end);
  else if (*line == '<')
    text_add_bytes(page->out, line, (size_t)(end - line)); /* a picture; text of authors is escaped */
  else {
    text_add(page->out, "<p>");
    inline_text(page->out, mark, end);
    text_add(page->out, "</p>\n");
  }
}

void sheet_to_html(const char *markdown, const char *title, struct text *out) {
  struct sheet_page page = { .out = out };
  text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
  for (; *title; title++) escape(out, *title);
  text_format(out, "</title>\n<style>%s</style>\n</head>\n<body>\n", style);
  for (const char *line = markdown; *line;) {
    const char *end = line + strcspn(line, "\n");
    write_line(&page, line, end);
    line = *end ? end + 1 : end;
  }
  close_lists(&page, 0);
  close_table(&page);
  text_add(out, "</body>\n</html>\n");
}
