/* Text drawn aside: see sheet.h. */
#include "trvm/sheet.h"

#include <stdlib.h>
#include <string.h>

#include "trvm/tool.h"

void sheet_begin(struct screen_sheet *sheet, const struct screen *screen) {
  *sheet = (struct screen_sheet){ .screen = *screen };
  sheet->screen.columns = screen_width(screen);
  sheet->screen.out = open_memstream(&sheet->text, &sheet->length);
  if (!sheet->screen.out) need_memory(NULL, SIZE_MAX); /* says so, and ends */
}

void sheet_end(struct screen_sheet *sheet) {
  if (fclose(sheet->screen.out) != 0 || !sheet->text) need_memory(NULL, SIZE_MAX);
  for (const char *c = sheet->text; (c = strchr(c, '\n')) != NULL; c++) sheet->lines++;
}

/* Where line number `line` begins, or the text ends. */
static const char *line_start(const struct screen_sheet *sheet, size_t line) {
  const char *at = sheet->text;
  for (; line && *at; line--) {
    const char *end = strchr(at, '\n');
    at = end ? end + 1 : at + strlen(at);
  }
  return at;
}

void sheet_show(const struct screen *screen, const struct screen_sheet *sheet, size_t first, size_t count) {
  const char *start = line_start(sheet, first);
  size_t left = sheet->lines > first ? sheet->lines - first : 0;
  const char *end = line_start(sheet, first + (count < left ? count : left));
  struct text part = { 0 };
  text_append(&part, start, (size_t)(end - start));
  output_coloured(screen->out, text_get(&part));
  text_free(&part);
}

bool sheet_goes_on(const struct screen_sheet *sheet, size_t line, size_t indent) {
  const char *start = line_start(sheet, line);
  return strspn(start, " ") >= indent && *start;
}

void sheet_free(struct screen_sheet *sheet) {
  free(sheet->text);
  sheet->text = NULL;
}
