/* The rules sheet as a page for a browser: turns the small kind of Markdown that sheet.c writes into HTML, with a style
 * for screens, light and dark, and for paper. Not a general converter. */
#include <string.h>

#include "compiler/sheet.h"

static const char screen_style[] =
    ":root{color-scheme:light dark}body{font:1rem/1.5 Georgia,serif;max-width:46rem;margin:2rem auto;padding:0 1rem}"
    "h1,h2,h3,h4{font-family:system-ui,sans-serif;line-height:1.2}h2{border-bottom:1px solid #8888;"
    "padding-bottom:.2rem;margin-top:2.5rem}h3{margin:1.8rem 0 .4rem}h4{margin:1.2rem 0 .3rem}li{margin:.15rem 0}"
    "ol,ul{padding-left:1.4rem}table{border-collapse:collapse;font-size:.85rem;display:block;overflow-x:auto}"
    "th,td{border:1px solid #8886;padding:.15rem .5rem;text-align:left;vertical-align:top}a{color:inherit}"
    "svg{display:block;max-width:100%;height:auto;margin:.6rem auto}.flow a{text-decoration:none}"
    ".flow{display:inline-block;vertical-align:top;margin-right:1rem}"
    "#index-of-rules+ul{list-style:none;padding:0}#index-of-rules+ul em{display:block;font-size:.85rem;opacity:.75}";

/* On paper: two columns of small type. Tables with many columns go across both; the rows of long ones and the entries of
 * the index follow each other in lines, as nobody reads these from top to bottom. */
static const char paper_style[] =
    "@media print{body{max-width:none;margin:0;padding:0;columns:2;column-gap:6mm;font:7.9pt/1.22 'Times New Roman',"
    "'Liberation Serif','DejaVu Serif Condensed',serif;color:#000;background:#fff;orphans:2;widows:2;hyphens:auto}"
    "body.short{font-size:9pt}body.leaflet{columns:1;max-width:150mm;margin:0 auto;font-size:11pt;line-height:1.4}"
    "h1,h2,h3,h4{font-family:Arial,'Liberation Sans','DejaVu Sans Condensed',sans-serif;"
    "break-after:avoid;break-inside:avoid;hyphens:manual}h1{column-span:all;font-size:17pt;margin:0 0 2mm}"
    "h1+p{font-style:italic}h2{font-size:11pt;margin:2.8mm 0 .8mm;padding-bottom:.3mm}h3{font-size:9pt;margin:2mm 0 "
    ".4mm}"
    "h4{font-size:8pt;margin:1.5mm 0 .3mm}p{margin:.4mm 0}h3+p,h4+p{break-after:avoid}ol,ul{padding-left:3.6mm;"
    "margin:.3mm 0}ol{padding-left:5mm}li{margin:.1mm "
    "0}a{text-decoration:none}table{display:table;width:100%;font-size:6.4pt;"
    "line-height:1.12;margin:.8mm 0}th,td{padding:.15mm .6mm;border-color:#999}tr,"
    "table:not(:has(tr:nth-child(16))){break-inside:avoid}h3:has(+table.wide){column-span:all}"
    "table.wide{column-span:all;font-size:6.2pt}table.long,table.long tbody{display:block;border:0}"
    "table.long tr,table.long td,table.long th{display:inline;border:0;padding:0;break-inside:auto}"
    "table.long td:first-child{font-weight:bold}table.long td+td::before,table.long th+th::before{content:', '}"
    "table.long tr::after{content:' · '}table.long tr:last-child::after{content:'.'}"
    "table.long tr:first-child{font-style:italic}svg,.flow{break-inside:avoid}.flow{display:block;margin:0}"
    ".flow svg{zoom:.66;margin:.8mm 0}#index-of-rules+ul{font-size:6pt;line-height:1.2}"
    "#index-of-rules+ul li{display:inline}#index-of-rules+ul li+li::before{content:' · '}"
    "#index-of-rules+ul em{display:none}.leaflet h2{font-size:14pt}.leaflet p{margin:2mm 0}.leaflet li{margin:1mm 0}"
    ".leaflet ul{padding-left:5mm}}";

/* The margins of a page on paper, with the title at its head and its number at its foot. */
static const char margins[] = "@page{size:A4;margin:13mm 11mm 12mm;@top-center{font:7pt sans-serif;content:\"";
static const char foot[] = "\"}@bottom-center{font:7pt sans-serif;content:counter(page)}}";

/* ---- inside a line ---- */

static void escape(struct text *out, char c) {
  if (c == '<') text_add(out, "&lt;");
  else if (c == '>') text_add(out, "&gt;");
  else if (c == '&') text_add(out, "&amp;");
  else if (c == '"') text_add(out, "&quot;");
  else text_add_bytes(out, &c, 1);
}

/* Inside a text of the style sheet: what could end it is written by its number. */
static void css_letter(struct text *out, char c) {
  if (strchr("\"\\<>&\n", c)) text_format(out, "\\%x ", (unsigned)c);
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
  if (page->levels == level && page->numbered[level - 1] != numbered) close_lists(page, level - 1); /* another list */
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

enum { WIDE = 6, LONG = 50 }; /* a table of more columns is wide, one of more rows long */

static int cells_of(const char *line, const char *end) {
  int count = 0;
  for (const char *cell = line + 1; cell < end; cell = cell_end(cell, end) + 1) count++;
  return count;
}

/* Whether so many rows follow that they are better set small. */
static bool is_long(const char *line) {
  int rows = 0;
  for (; *line == '|' && rows < LONG; rows++) line += strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
  return rows == LONG;
}

static void table_row(struct sheet_page *page, const char *line, const char *end) {
  const char *tag = page->in_table ? "td" : "th";
  if (line[1] == '-') return;
  if (!page->in_table)
    text_format(page->out, "<table%s>\n",
                cells_of(line, end) > WIDE ? " class=\"wide\""
                : is_long(line)            ? " class=\"long\""
                                           : "");
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
    text_format(page->out, "%.*s\n", (int)(end - line), line); /* a picture; text of authors is escaped */
  else {
    text_add(page->out, "<p>");
    inline_text(page->out, mark, end);
    text_add(page->out, "</p>\n");
  }
}

/* A sheet of fewer bytes is set in larger type on paper, a leaflet of house rules in one column and for reading aloud. */
enum { SHORT = 60000, LEAFLET = 6000 };

static const char *size_class(size_t length) {
  return length < LEAFLET ? " class=\"leaflet\"" : length < SHORT ? " class=\"short\"" : "";
}

void sheet_to_html(const char *markdown, const char *title, struct text *out) {
  struct sheet_page page = { .out = out };
  text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
  for (const char *at = title; *at; at++) escape(out, *at);
  text_format(out, "</title>\n<style>%s%s%s", screen_style, paper_style, margins);
  for (const char *at = title; *at; at++) css_letter(out, *at);
  text_format(out, "%s</style>\n</head>\n<body%s>\n", foot, size_class(strlen(markdown)));
  for (const char *line = markdown; *line;) {
    const char *end = line + strcspn(line, "\n");
    write_line(&page, line, end);
    line = *end ? end + 1 : end;
  }
  close_lists(&page, 0);
  close_table(&page);
  text_add(out, "</body>\n</html>\n");
}
