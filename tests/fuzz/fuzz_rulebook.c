/* Rulebooks: a Markdown file beside rules that cite it, looked up item by item, and as a page for a browser. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "trvm/markdown.h"

const char *const fuzz_words[] = { "- **R1** ", "- **R2** ", "- **S1** ", "- **A3** ",    "**",  "- ",
                                   "# ",        "## ",       "| a | b |", "|---|",        "`",   "```",
                                   "\n",        "\n\n",      "  ",        "R99999999999", "<b>", "&",
                                   "\r\n",      "\xff",      "\xc3\xa9",  "[R1](",        "12",  NULL };

static const char source[] = "game \"Cited\" { players 2..2  rulebook \"rules.md\" }                          @R1\n"
                             "var n: int = 3                                                                  @R2 @A3\n"
                             "play { n += 12  end game }                                                      @R4-R9\n"
                             "rank p by n                                                                     @C1\n"
                             "scenario \"one\" @S1 { run play  expect game over }\n";

struct book {
  const uint8_t *data;
  size_t size;
};

static int read_book(void *context, const char *name, char **text, size_t *length) {
  const struct book *book = context;
  if (strcmp(name, "rules.md") != 0) return ENOENT;
  *text = malloc(book->size ? book->size : 1);
  if (!*text) return ENOMEM;
  memcpy(*text, book->data, book->size);
  *length = book->size;
  return 0;
}

static void release(void *context, char *text) {
  (void)context;
  free(text);
}

/* Every item of the report is found again in the book. */
static void look_up(const trv_report *report, const struct book *book) {
  trv_rulebook_report rulebook = trv_report_rulebook(report);
  char text[300], line[400];
  for (size_t i = 0; i < trv_report_count(report); i++) trv_report_print(report, i, false, line, sizeof line);
  if (!rulebook.present) return;
  for (uint32_t i = 0; i < rulebook.listed; i++) {
    const trv_rulebook_item *item = &rulebook.list[i];
    if (item->line == 0 || item->end_line < item->line) fuzz_fail("%s ends before it begins", item->name);
    trv_rulebook_find((const char *)book->data, book->size, item->name, text, sizeof text);
  }
  for (uint32_t i = 0; i < rulebook.citation_count; i++)
    if (rulebook.citations[i].item >= rulebook.listed) fuzz_fail("a citation of no item");
}

static bool is_item(void *context, const char *word, size_t length) {
  (void)context;
  return length > 1 && word[0] == 'R';
}

/* No < of the book gets through: the writer's own tags are all there are. */
static void write_page(const struct book *book) {
  struct text out = { 0 };
  struct markdown markdown = { .out = &out, .is_item = is_item };
  for (size_t at = 0; at < book->size;) {
    const uint8_t *end = memchr(book->data + at, '\n', book->size - at);
    size_t length = end ? (size_t)(end - book->data) - at : book->size - at;
    markdown_line(&markdown, (const char *)book->data + at, length);
    at += length + 1;
  }
  markdown_end(&markdown);
  if (strstr(text_get(&out), "<b>") || strstr(text_get(&out), "<script")) fuzz_fail("HTML of the book gets through");
  text_free(&out);
}

bool fuzz_input(const uint8_t *data, size_t size) {
  struct book book = { data, size };
  trv_resolver resolver = { read_book, release, &book };
  trv_compile_options options = { .struct_size = sizeof options,
                                  .name = "fuzz.trv",
                                  .text = source,
                                  .length = sizeof source - 1,
                                  .resolver = &resolver,
                                  .rulebook = true };
  trv_program *program = NULL;
  trv_report *report = NULL;
  int status = trv_compile(&options, &program, &report);
  if ((status == TRV_OK) != (program != NULL)) fuzz_fail("status %d and a program do not go together", status);
  look_up(report, &book);
  write_page(&book);
  trv_report_free(report);
  trv_program_free(program);
  return status == TRV_OK;
}
