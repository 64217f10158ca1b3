/* `trvm check --fix`: see fix.h. Only errors carry corrections, so a file without errors is never touched. Corrections
 * are made in rounds, because one mistake can hide another; each round is compiled again and must be better than the one
 * before. */
#include "trvm/fix.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 20 };

/* A report on a text under the file's name; owned, NULL without memory or when the command is interrupted. */
static trv_report *compile(const char *file, const struct variant_files *variants, const struct text *text) {
  trv_compile_options options = load_options(file, variants);
  options.text = text_get(text);
  options.length = text->length;
  trv_program *program = NULL;
  trv_report *report = NULL;
  trv_compile(&options, &program, &report);
  trv_program_free(program);
  return report;
}

/* Whether a finding can be corrected in this file. */
static bool is_certain(const trv_report *report, size_t index, const char *file, trv_fix *fix) {
  *fix = trv_report_fix(report, index);
  return fix->text && fix->certain && trv_report_get(report, index).is_error && strcmp(fix->file, file) == 0;
}

/* The text with all certain corrections of a report. They come in the order of the text and do not overlap, else the
 * later one waits for the next round. Returns how many were made. */
static size_t correct(const trv_report *report, const char *file, const struct text *text, struct text *better) {
  size_t at = 0, count = 0;
  trv_fix fix;
  text_clear(better);
  for (size_t i = 0; i < trv_report_count(report); i++) {
    if (!is_certain(report, i, file, &fix) || fix.start < at) continue;
    text_append(better, text->bytes + at, fix.start - at);
    text_append(better, fix.text, strlen(fix.text));
    at = fix.end;
    count++;
  }
  text_append(better, text->bytes + at, text->length - at);
  return count;
}

static void tell_change(const char *old, int length, const char *new, struct text *told) {
  if (!length) text_append_format(told, "`%s` is put in\n", new);
  else if (!*new) text_append_format(told, "`%.*s` is left out\n", length, old);
  else text_append_format(told, "`%.*s` is now `%s`\n", length, old, new);
}

static void tell(const trv_report *report, const char *file, const struct text *text, struct text *told) {
  trv_fix fix;
  size_t at = 0;
  for (size_t i = 0; i < trv_report_count(report); i++) {
    if (!is_certain(report, i, file, &fix) || fix.start < at) continue;
    text_append_format(told, "%s:%u:%u: fixed[%s]: ", file, fix.line, fix.column, trv_report_get(report, i).code);
    tell_change(text->bytes + fix.start, (int)(fix.end - fix.start), fix.text, told);
    at = fix.end;
  }
}

/* Lines and columns in their order. */
static uint64_t place(uint32_t line, uint32_t column) { return (uint64_t)line << 32 | column; }

/* Where the first error of a file stands; behind everything when there is none. */
static uint64_t first_error(const trv_report *report, const char *file) {
  for (size_t i = 0; i < trv_report_count(report); i++) {
    trv_diagnostic one = trv_report_get(report, i);
    if (one.is_error && strcmp(one.file, file) == 0) return place(one.line, one.column);
  }
  return UINT64_MAX;
}

/* Where the last correction stood. */
static uint64_t last_correction(const trv_report *report, const char *file) {
  uint64_t last = 0;
  trv_fix fix;
  for (size_t i = 0; i < trv_report_count(report); i++)
    if (is_certain(report, i, file, &fix)) last = place(fix.end_line, fix.end_column);
  return last;
}

/* Fewer errors, or as many further on; and when all is well up to the last correction, what was not read before may
 * have errors of its own. */
static bool is_better(const trv_report *after, const trv_report *before, const char *file) {
  size_t errors = trv_report_errors(after), errors_before = trv_report_errors(before);
  uint64_t first = first_error(after, file);
  if (errors < errors_before || first >= last_correction(before, file)) return true;
  return errors == errors_before && first > first_error(before, file);
}

/* One round: true when the text was corrected and is better than before. */
static bool improve(const char *file, const struct variant_files *variants, struct text *text, struct text *told) {
  trv_report *report = compile(file, variants, text), *after = NULL;
  struct text better = { 0 };
  bool improved = false;
  if (report && trv_report_errors(report) && correct(report, file, text, &better)) {
    after = compile(file, variants, &better);
    improved = after && is_better(after, report, file);
  }
  if (improved) {
    tell(report, file, text, told);
    struct text old = *text;
    *text = better;
    better = old;
  }
  trv_report_free(after);
  trv_report_free(report);
  text_free(&better);
  return improved;
}

bool fix_file(const char *file, const struct variant_files *variants, FILE *out) {
  char *bytes = NULL;
  size_t length = 0;
  struct text text = { 0 }, told = { 0 };
  int rounds = 0, reason = 0;
  if (!file_read(file, &bytes, &length)) return false;
  text_append(&text, bytes, length);
  free(bytes);
  /* What is no text is refused where it is checked. */
  if (length && !memchr(text.bytes, '\0', length))
    while (rounds < MOST_ROUNDS && improve(file, variants, &text, &told)) rounds++;
  if (rounds) reason = file_write(file, text.bytes, text.length, NULL);
  if (reason) complain("cannot write `%s`: %s; it is as it was", file, strerror(reason));
  else output_lines(out, text_get(&told));
  text_free(&told);
  text_free(&text);
  return reason == 0;
}
