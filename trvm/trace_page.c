/* The page of rulebook and code: the rulebook from top to bottom, and beside each item the code that cites it, coloured
 * by how far it was reached. One file that needs no other. */
#include <stdlib.h>
#include <string.h>

#include "trvm/markdown.h"
#include "trvm/trace.h"

enum { SHOWN_LINES = 14, FOLDED_LINES = 80 };

enum trace_state { STATE_GAMES, STATE_SCENARIOS, STATE_DECLARED, STATE_NEVER, STATE_NONE, STATES };
static const struct {
  const char *class, *words;
} states[] = {
  [STATE_GAMES] = { "games", "reached in games" }, [STATE_SCENARIOS] = { "scenarios", "shown by scenarios" },
  [STATE_DECLARED] = { "declared", "declared" },   [STATE_NEVER] = { "never", "never reached" },
  [STATE_NONE] = { "none", "without code" },
};

struct page {
  const struct trace *trace;
  const trv_report *report;
  const char *title;
  struct text *out;
  struct markdown markdown;
};

static void put(struct page *page, const char *html) { text_append(page->out, html, strlen(html)); }
static void put_escaped(struct page *page, const char *text) { markdown_escape(page->out, text, strlen(text)); }

/* 12,345 */
static void put_number(struct page *page, uint64_t number) {
  char digits[32];
  int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
  for (int i = 0; i < length; i++) {
    if (i && (length - i) % 3 == 0) put(page, ",");
    text_append(page->out, digits + i, 1);
  }
}

static void put_count(struct page *page, uint64_t number, const char *what) {
  put_number(page, number);
  text_append_format(page->out, " %s%s", what, plural(number));
}

/* ---- what became of an item ---- */

static bool is_cited(const struct trace *trace, uint32_t item) {
  for (uint32_t i = 0; i < trace->rulebook.citation_count; i++)
    if (trace->rulebook.citations[i].item == item && !trace->rulebook.citations[i].in_scenario) return true;
  return false;
}

static enum trace_state state_of(const struct trace *trace, uint32_t index) {
  const struct trace_item *item = &trace->items[index];
  if (trace->rulebook.list[index].name[0] == 'S') return item->scenarios ? STATE_SCENARIOS : STATE_NONE;
  if (!is_cited(trace, index)) return STATE_NONE;
  if (!item->runs) return STATE_DECLARED;
  if (item->by_games) return STATE_GAMES;
  return item->by_scenarios ? STATE_SCENARIOS : STATE_NEVER;
}

static void put_reach(struct page *page, uint32_t index, enum trace_state state) {
  const struct trace_item *item = &page->trace->items[index];
  put(page, "<p class=\"reach\">");
  switch (state) {
  case STATE_NONE:
    put(page, page->trace->rulebook.list[index].name[0] == 'S' ? "no scenario cites it" : "no code cites it");
    break;
  case STATE_DECLARED: put(page, "declared: nothing to be run"); break;
  case STATE_NEVER: put(page, "never reached, neither by games nor by scenarios"); break;
  default:
    if (item->runs && page->trace->games) {
      put(page, "reached ");
      put_count(page, item->by_games, "time");
      put(page, " in games");
      put(page, item->by_scenarios ? ", " : "");
    }
    if (item->by_scenarios) {
      put_count(page, item->by_scenarios, "time");
      put(page, " in scenarios");
    } else if (item->scenarios) {
      put_count(page, item->scenarios, "scenario");
    }
  }
  put(page, "</p>\n");
}

/* ---- code ---- */

/* The start of line `number` (from 1) of a text, and its length. */
static const char *line_of(const char *text, size_t length, uint32_t number, size_t *line_length) {
  const char *at = text, *end = text + length;
  while (number-- > 1 && at < end) {
    const char *next = memchr(at, '\n', (size_t)(end - at));
    at = next ? next + 1 : end;
  }
  const char *stop = memchr(at, '\n', (size_t)(end - at));
  *line_length = (size_t)((stop ? stop : end) - at);
  return at;
}

static size_t indent_of(const char *line, size_t length) {
  size_t indent = 0;
  while (indent < length && line[indent] == ' ') indent++;
  return indent == length ? SIZE_MAX : indent;
}

static size_t put_citation(struct page *page, const char *text, size_t length, const char *item) {
  size_t end = 1;
  while (end < length && strchr("RACVS0123456789-", text[end])) end++;
  size_t name = 1;
  while (name < end && text[name] != '-') name++;
  bool here = strlen(item) == name - 1 && !strncmp(text + 1, item, name - 1);
  text_append_format(page->out, "<a%s href=\"#%.*s\">%.*s</a>", here ? " class=\"here\"" : "", (int)name - 1, text + 1,
                     (int)end, text);
  return end;
}

/* Texts, comments and citations are told apart; wide gaps before citations are closed. */
static void put_code_line(struct page *page, const char *line, size_t length, const char *item) {
  bool in_text = false;
  for (size_t i = 0; i < length;) {
    size_t gap = i;
    while (gap < length && line[gap] == ' ') gap++;
    if (!in_text && line[i] == ' ' && (gap == length || line[gap] == '@')) {
      if (gap < length) put(page, "  ");
      i = gap;
    } else if (!in_text && line[i] == '@' && i + 1 < length && strchr("RACVS", line[i + 1])) {
      i += put_citation(page, line + i, length - i, item);
    } else if (!in_text && length - i > 1 && line[i] == '/' && line[i + 1] == '/') {
      put(page, "<span class=\"c\">");
      markdown_escape(page->out, line + i, length - i);
      put(page, "</span>");
      i = length;
    } else {
      bool quote = line[i] == '"' && (i == 0 || line[i - 1] != '\\');
      if (quote && !in_text) put(page, "<span class=\"s\">");
      markdown_escape(page->out, line + i, 1);
      if (quote && in_text) put(page, "</span>");
      in_text ^= quote;
      i++;
    }
  }
  if (in_text) put(page, "</span>");
}

static void put_code(struct page *page, const char *file, uint32_t from, uint32_t to, const char *item) {
  size_t length = 0, common = SIZE_MAX, line_length;
  const char *text = trv_report_source(page->report, file, &length);
  if (!text || from > to) return;
  for (uint32_t number = from; number <= to; number++) {
    const char *line = line_of(text, length, number, &line_length);
    size_t indent = indent_of(line, line_length);
    if (indent < common) common = indent;
  }
  put(page, "<pre>");
  for (uint32_t number = from; number <= to; number++) {
    const char *line = line_of(text, length, number, &line_length);
    size_t skip = common < line_length ? common : line_length;
    text_append_format(page->out, "<span class=\"n\">%u</span>", number);
    put_code_line(page, line + skip, line_length - skip, item);
    put(page, "\n");
  }
  put(page, "</pre>\n");
}

static void put_folded(struct page *page, const char *file, uint32_t from, uint32_t to, const char *item) {
  if (from > to) return;
  put(page, "<details><summary>");
  put_count(page, to - from + 1, "more line");
  put(page, "</summary>");
  put_code(page, file, from, to - from < FOLDED_LINES ? to : from + FOLDED_LINES - 1, item);
  put(page, "</details>\n");
}

/* Visits of the places that stand where the citation does. */
static uint64_t visits_at(const struct trace *trace, const trv_citation *citation) {
  uint64_t visits = 0;
  const char *item = trace->rulebook.list[citation->item].name;
  for (size_t i = 0; i < trace->place_count; i++) {
    const struct trace_place *place = &trace->places[i];
    if (place->line < citation->line || place->line > citation->cite_line || strcmp(place->file, citation->file) != 0)
      continue;
    if (trace_cites(place->cites, item) && place->by_games > visits) visits = place->by_games;
  }
  return visits;
}

static void put_citing(struct page *page, const trv_citation *citation) {
  const char *item = page->trace->rulebook.list[citation->item].name;
  uint64_t visits = visits_at(page->trace, citation);
  uint32_t shown = citation->cite_line;
  if (shown - citation->line >= SHOWN_LINES) shown = citation->line + SHOWN_LINES - 1;
  put(page, "<figure><figcaption class=\"where\"><span>");
  put_escaped(page, citation->part_of);
  put(page, "</span><span>");
  if (visits) put(page, "×"), put_number(page, visits), put(page, " · ");
  put_escaped(page, citation->file);
  text_append_format(page->out, ":%u</span></figcaption>\n", citation->line);
  put_code(page, citation->file, citation->line, shown, item);
  put_folded(page, citation->file, shown + 1, citation->end_line, item);
  put(page, "</figure>\n");
}

/* Scenarios that cite a rule are only named beside it; their code stands beside the examples. */
static void put_scenarios(struct page *page, uint32_t index) {
  const trv_rulebook_report *rulebook = &page->trace->rulebook;
  bool any = false;
  for (uint32_t i = 0; i < rulebook->citation_count; i++) {
    const trv_citation *citation = &rulebook->citations[i];
    if (citation->item != index || !citation->in_scenario) continue;
    put(page, any ? "; " : "<p class=\"where\"><span>");
    put_escaped(page, citation->part_of);
    text_append_format(page->out, " (line %u)", citation->line);
    any = true;
  }
  if (any) put(page, "</span></p>\n");
}

/* ---- rows ---- */

static void put_item(struct page *page, uint32_t index, const char *rule, size_t length) {
  const trv_rulebook_report *rulebook = &page->trace->rulebook;
  const char *name = rulebook->list[index].name;
  enum trace_state state = state_of(page->trace, index);
  text_append_format(page->out,
                     "<article class=\"item %s\" id=\"%s\">\n<div class=\"rule\"><p><a class=\"tag\" href=\"#%s\" "
                     "title=\"%s\">%s</a> ",
                     states[state].class, name, name, states[state].words, name);
  markdown_inline(&page->markdown, rule, length);
  put(page, "</p></div>\n<div class=\"code\">");
  put_reach(page, index, state);
  const trv_citation *last = NULL;
  for (uint32_t i = 0; i < rulebook->citation_count; i++) {
    const trv_citation *citation = &rulebook->citations[i];
    if (citation->item != index || citation->in_scenario != (name[0] == 'S')) continue;
    if (last && last->line == citation->line && last->cite_line == citation->cite_line) continue;
    put_citing(page, citation);
    last = citation;
  }
  if (name[0] != 'S') put_scenarios(page, index);
  put(page, "</div>\n</article>\n");
}

/* The item's words: its lines joined, without the bullet and the number. */
static void item_words(const char *text, size_t length, const trv_rulebook_item *item, struct text *words) {
  text_clear(words);
  for (uint32_t number = item->line; number <= item->end_line; number++) {
    size_t line_length;
    const char *line = line_of(text, length, number, &line_length);
    while (line_length && strchr(" \t\r", line[line_length - 1])) line_length--;
    while (line_length && (*line == ' ' || *line == '\t')) line++, line_length--;
    if (number == item->line) {
      size_t skip = strlen("- ****") + strlen(item->name);
      line += skip, line_length -= skip;
      while (line_length && *line == ' ') line++, line_length--;
    } else text_append(words, " ", 1);
    text_append(words, line, line_length);
  }
}

static bool is_item(void *context, const char *word, size_t length) {
  const struct trace *trace = context;
  for (uint32_t i = 0; i < trace->rulebook.listed; i++) {
    const char *name = trace->rulebook.list[i].name;
    if (strlen(name) == length && !strncmp(name, word, length)) return true;
  }
  return false;
}

/* The rulebook's own title is the page's already. */
static bool is_title(const struct page *page, const char *line, size_t length) {
  const char *words;
  size_t words_length;
  return markdown_heading(line, length, &words, &words_length) == 1 && words_length == strlen(page->title) &&
         !strncmp(words, page->title, words_length);
}

static void put_rulebook(struct page *page, const char *text, size_t length) {
  const trv_rulebook_report *rulebook = &page->trace->rulebook;
  struct text words = { 0 };
  uint32_t item = 0, number = 1;
  for (const char *at = text; at < text + length; number++) {
    size_t line_length;
    const char *line = line_of(at, (size_t)(text + length - at), 1, &line_length);
    while (item < rulebook->listed && rulebook->list[item].end_line < number) item++;
    if (item < rulebook->listed && rulebook->list[item].line == number) {
      markdown_end(&page->markdown);
      item_words(text, length, &rulebook->list[item], &words);
      put_item(page, item, text_get(&words), words.length);
    } else if (item == rulebook->listed || number < rulebook->list[item].line) {
      if (is_title(page, line, line_length)) page->markdown.headings++;
      else markdown_line(&page->markdown, line, line_length);
    }
    at = line + line_length + 1;
  }
  markdown_end(&page->markdown);
  text_free(&words);
}

/* ---- head ---- */

static void put_summary(struct page *page) {
  uint32_t counts[STATES] = { 0 };
  const struct trace *trace = page->trace;
  for (uint32_t i = 0; i < trace->rulebook.listed; i++) counts[state_of(trace, i)]++;
  put(page, "<div class=\"bar\" role=\"img\" aria-label=\"how far the items were reached\">");
  for (int i = 0; i < STATES; i++)
    if (counts[i])
      text_append_format(page->out, "<i class=\"%s\" style=\"flex:%u;background:var(--mark)\"></i>", states[i].class,
                         counts[i]);
  put(page, "</div>\n</header>\n<main>\n<div class=\"ui\">");
  for (int i = 0; i < STATES; i++)
    text_append_format(page->out, "<button class=\"%s\" aria-pressed=\"true\">%u %s</button>", states[i].class,
                       counts[i], states[i].words);
  put(page, "<input type=\"search\" placeholder=\"find a word or an item\" aria-label=\"find\"></div>\n");
}

static void put_contents(struct page *page, const char *text, size_t length) {
  unsigned number = 0;
  bool in_code = false;
  put(page, "<nav aria-label=\"contents\">");
  for (const char *at = text; at < text + length;) {
    size_t line_length, words_length;
    const char *words, *line = line_of(at, (size_t)(text + length - at), 1, &line_length);
    in_code ^= line_length >= 3 && !strncmp(line, "```", 3);
    unsigned level = in_code ? 0 : markdown_heading(line, line_length, &words, &words_length);
    if (level) number++;
    if (level == 2) {
      text_append_format(page->out, "<a href=\"#h%u\">", number);
      markdown_escape(page->out, words, words_length);
      put(page, "</a>");
    }
    at = line + line_length + 1;
  }
  put(page, "</nav>\n");
}

static void put_head(struct page *page) {
  const struct trace *trace = page->trace;
  put(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>");
  put_escaped(page, page->title);
  put(page, ": rulebook and code</title>\n<style>\n");
  put(page, trace_style);
  put(page, "</style>\n</head>\n<body>\n<header>\n<h1>");
  put_escaped(page, page->title);
  put(page, ": rulebook and code</h1>\n<p>");
  put_count(page, trace->rulebook.listed, "item");
  put(page, " of ");
  put_escaped(page, trace->rulebook.file);
  put(page, ", ");
  put_count(page, trace->scenarios, "scenario");
  if (trace->failed) put(page, " ("), put_number(page, trace->failed), put(page, " failed)");
  put(page, ", ");
  put_count(page, trace->games, "game");
  put(page, " played</p>\n");
  put_summary(page);
}

void trace_page(const struct trace *trace, const trv_report *report, const char *title, struct text *out) {
  struct page page = {
    trace, report, title, out, { .out = out, .is_item = is_item, .context = (void *)(uintptr_t)trace }
  };
  size_t length = 0;
  const char *text = trv_report_source(report, trace->rulebook.file, &length);
  put_head(&page);
  put_contents(&page, text ? text : "", length);
  put_rulebook(&page, text ? text : "", length);
  put(&page, "</main>\n<footer><p>Made by trvm check --html.</p></footer>\n<script>\n");
  put(&page, trace_script);
  put(&page, "</script>\n</body>\n</html>\n");
}
