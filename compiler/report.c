/* The part of include/trv.h that concerns compiling: trv_compile, trv_format, reports, explanations,
 * suggestions, rulebooks.
 * A report owns the arena of its compilation, and with it all texts that it hands out. */
#include "compiler/report.h"

#include <errno.h>
#include <string.h>

#include "compiler/compile.h"
#include "compiler/diff.h"
#include "compiler/flow.h"
#include "compiler/passes.h"
#include "compiler/sheet.h"
#include "lang/format.h"
#include "lang/rulebook.h"

static trv_report *report_new(const trv_allocator *allocator) {
  struct allocator memory =
      allocator ? (struct allocator){ allocator->resize, allocator->context } : *allocator_default();
  trv_report *report = memory.resize(memory.context, NULL, sizeof *report);
  if (!report) return NULL;
  *report = (trv_report){ .allocator = memory };
  report->arena = arena_new(&report->allocator);
  if (!report->arena) {
    memory.resize(memory.context, report, 0);
    return NULL;
  }
  report->sources = (struct source_set){ .arena = report->arena, .resolver = resolver_files() };
  report->diags = (struct diag_list){ .arena = report->arena, .sources = &report->sources };
  return report;
}

void trv_report_free(trv_report *report) {
  if (!report) return;
  struct allocator memory = report->allocator;
  arena_free(report->arena);
  memory.resize(memory.context, report, 0);
}

/* The first file; a file that cannot be read is reported against an empty source of its name. */
static int open_main(trv_report *report, const trv_compile_options *options) {
  int error = 0, file = -1;
  if (options->text) {
    if (options->length <= SOURCE_LIMIT)
      return source_add_file(&report->sources, options->name, options->text, options->length);
    error = EFBIG;
  } else file = source_read(&report->sources, options->name, &error);
  if (file >= 0) return file;
  struct span nowhere = { (uint32_t)source_add(&report->sources, options->name, "", 0), 0, 0 };
  if (error == EFBIG)
    diag_report(&report->diags, DIAG_E0003, nowhere, "the file is larger than %d MB", SOURCE_LIMIT >> 20);
  else diag_report(&report->diags, DIAG_E0002, nowhere, "the file cannot be read: %s", source_error_text(error));
  return -1;
}

enum { DEFAULT_MEMORY = 1 << 30 }; /* bytes for one compilation */

static size_t memory_of(const trv_compile_options *options) {
  return options->memory ? options->memory : DEFAULT_MEMORY;
}

int report_open(const trv_compile_options *options, trv_report **report, int *file) {
  if (options->struct_size != sizeof *options || !options->name) return TRV_E_ARGUMENT;
  *report = report_new(options->allocator);
  if (!*report) return TRV_E_MEMORY;
  if (options->resolver) {
    (*report)->resolver =
        (struct resolver){ options->resolver->read, options->resolver->release, options->resolver->context, NULL };
    (*report)->sources.resolver = &(*report)->resolver;
  }
  arena_bound((*report)->arena, memory_of(options), options->cancel);
  *file = open_main(*report, options);
  return TRV_OK;
}

/* In the place of a report that reached its limit of memory: one that says so, and where. NULL without memory. */
static trv_report *report_limit(const trv_report *full, const trv_compile_options *options) {
  trv_report *report = report_new(options->allocator);
  struct span place = full->sources.reached;
  if (!report || place.file >= full->sources.count) return report;
  const struct source *source = full->sources.items[place.file];
  source_add(&report->sources, source->name, source->text, source->length);
  place.file = 0;
  diag_report(&report->diags, DIAG_E0006, place,
              "the work had taken %zu MB of memory when it came here, and may take no more", memory_of(options) >> 20);
  return report;
}

int report_close(trv_report *report, const trv_compile_options *options, int status, trv_report **wanted) {
  trv_report *limit = NULL;
  switch (arena_ended(report->arena)) {
  case ARENA_GOES_ON: break;
  case ARENA_NO_MEMORY: status = TRV_E_MEMORY; break;
  case ARENA_CANCELLED: status = TRV_E_STATE; break;
  case ARENA_LIMIT:
    limit = report_limit(report, options);
    trv_report_free(report);
    report = limit;
    status = limit ? TRV_E_INPUT : TRV_E_MEMORY;
    break;
  }
  if (status == TRV_E_MEMORY || status == TRV_E_STATE || !wanted) trv_report_free(report);
  else *wanted = report;
  return status;
}

static int compile_with(const trv_compile_options *options, pass_set passes, trv_program **program,
                        trv_report **report_out) {
  trv_report *report = NULL;
  int file = -1;
  int status = report_open(options, &report, &file);
  if (status != TRV_OK) return status;
  status = TRV_E_INPUT;
  if (file >= 0) {
    report->compiled = compile_check(report->arena, &report->sources, &report->diags, (uint32_t)file, options);
    status = compile_finish(report->compiled, options, passes, program, &report->rulebook);
  }
  if (arena_failed(report->arena)) {
    trv_program_free(*program);
    *program = NULL;
  }
  return report_close(report, options, status, status == TRV_E_RULE ? NULL : report_out);
}

int trv_compile(const trv_compile_options *options, trv_program **program, trv_report **report_out) {
  pass_set passes;
  *program = NULL;
  if (report_out) *report_out = NULL;
  if (options->struct_size != sizeof *options || !passes_read(options->passes, &passes, NULL, 0)) return TRV_E_ARGUMENT;
  int status = compile_with(options, passes, program, report_out);
  if (status != TRV_E_RULE) return status;
  passes &= ~(1u << PASS_tabulate | 1u << PASS_filter); /* their tables take too long to work out */
  return compile_with(options, passes, program, report_out);
}

int trv_format(const trv_compile_options *options, const char **text, size_t *length, trv_report **report_out) {
  trv_report *report = NULL;
  int file = -1;
  *text = NULL;
  *length = 0;
  *report_out = NULL;
  int status = report_open(options, &report, &file);
  if (status != TRV_OK) return status;
  struct text out = arena_text(report->arena);
  status = TRV_E_INPUT;
  if (file >= 0 && format_source(&report->sources, (uint32_t)file, &report->diags, &out)) status = TRV_OK;
  diag_sort(&report->diags);
  status = report_close(report, options, status, report_out);
  if (status != TRV_OK) return status;
  *text = out.bytes;
  *length = out.length;
  return TRV_OK;
}

static void write_document(struct compilation *c, enum trv_document kind, struct text *out) {
  struct text sheet = arena_text(c->arena);
  switch (kind) {
  case TRV_DOCUMENT_RULES: sheet_write(c, false, out); break;
  case TRV_DOCUMENT_RULES_HTML:
    sheet_write(c, true, &sheet);
    if (sheet.bytes) sheet_to_html(sheet.bytes, c->game->word, out);
    break;
  case TRV_DOCUMENT_FLOW: flow_write(c, out); break;
  }
}

int trv_document(const trv_compile_options *options, enum trv_document kind, const char **text, size_t *length,
                 trv_report **report_out) {
  trv_report *report = NULL;
  int file = -1;
  *text = NULL;
  *length = 0;
  *report_out = NULL;
  int status = report_open(options, &report, &file);
  if (status != TRV_OK) return status;
  struct text out = arena_text(report->arena);
  if (file >= 0) {
    struct compilation *c = compile_check(report->arena, &report->sources, &report->diags, (uint32_t)file, options);
    if (arena_failed(report->arena)) return report_close(report, options, TRV_E_MEMORY, report_out);
    if (!report->diags.errors) write_document(c, kind, &out);
    cascade_remove(c);
    variants_note(c);
  }
  diag_sort(&report->diags);
  status = report_close(report, options, report->diags.errors ? TRV_E_INPUT : TRV_OK, report_out);
  if (status != TRV_OK) return status;
  *text = out.bytes;
  *length = out.length;
  return TRV_OK;
}

/* ---- comparing ---- */

/* Checks the game of the options among the sources of the report; NULL when it has errors. */
static struct compilation *check_side(trv_report *report, const trv_compile_options *options, int file) {
  if (file < 0) return NULL;
  struct compilation *c = compile_check(report->arena, &report->sources, &report->diags, (uint32_t)file, options);
  return report->diags.errors || arena_failed(report->arena) ? NULL : c;
}

static void hand_over(trv_report *report, const struct diff *diff) {
  const struct difference *list = diff->list.items;
  report->differences = arena_try(report->arena, (diff->list.count + 1) * sizeof *report->differences);
  if (!report->differences) return;
  for (size_t i = 0; i < diff->list.count; i++) {
    struct source_place place = source_place(&report->sources, list[i].span.file, list[i].span.start);
    report->differences[i] =
        (trv_difference){ .kind = list[i].kind,
                          .part = list[i].part,
                          .name = list[i].name,
                          .text = leaflet_plain(report->arena, list[i].words),
                          .cites = leaflet_cites(report->arena, list[i].cites),
                          .items = leaflet_items(report->arena, diff->rulebook, list[i].cites),
                          .file = list[i].is_choice ? "" : report->sources.items[list[i].span.file]->name,
                          .line = place.line };
  }
  report->difference_count = diff->list.count;
}

int trv_diff(const trv_compile_options *before, const trv_compile_options *after, const trv_choice_of_setting *settings,
             size_t setting_count, bool html, const char **leaflet, trv_report **report_out) {
  trv_report *report = NULL;
  int file = -1;
  *leaflet = NULL;
  *report_out = NULL;
  if (after->struct_size != sizeof *after || !after->name) return TRV_E_ARGUMENT;
  int status = report_open(before, &report, &file);
  if (status != TRV_OK) return status;
  struct text out = arena_text(report->arena), page = arena_text(report->arena);
  struct diff diff = { .arena = report->arena, .settings = settings, .setting_count = setting_count };
  diff.before = check_side(report, before, file);
  if (diff.before) diff.after = check_side(report, after, open_main(report, after));
  if (diff.after) {
    diff_compare(&diff);
    const char *title = leaflet_write(&diff, &out);
    if (html && out.bytes) sheet_to_html(out.bytes, title, &page);
    hand_over(report, &diff);
  }
  diag_sort(&report->diags);
  status = report_close(report, before, report->diags.errors ? TRV_E_INPUT : TRV_OK, report_out);
  if (status == TRV_OK) *leaflet = html ? page.bytes : out.bytes;
  return status;
}

size_t trv_report_differences(const trv_report *report) { return report->difference_count; }

trv_difference trv_report_difference(const trv_report *report, size_t index) {
  return index < report->difference_count ? report->differences[index]
                                          : (trv_difference){ .part = "", .name = "", .text = "", .file = "" };
}

/* ---- reading a report ---- */

size_t trv_report_errors(const trv_report *report) { return report->diags.errors; }
size_t trv_report_warnings(const trv_report *report) { return report->diags.warnings; }
size_t trv_report_count(const trv_report *report) { return report->diags.count; }
trv_rulebook_report trv_report_rulebook(const trv_report *report) { return report->rulebook; }

const char *trv_report_source(const trv_report *report, const char *file, size_t *length) {
  for (uint32_t i = 0; i < report->sources.count; i++) {
    const struct source *source = report->sources.items[i];
    if (strcmp(source->name, file) != 0) continue;
    *length = source->length;
    return source->text;
  }
  return NULL;
}

/* Sources find their lines when first needed, so reading a report may write to it. */
static struct source_set *sources_of(const trv_report *report) { return &((trv_report *)(uintptr_t)report)->sources; }

trv_diagnostic trv_report_get(const trv_report *report, size_t index) {
  trv_diagnostic result = { 0 };
  if (index >= report->diags.count) return result;
  const struct diag *diag = report->diags.items[index];
  struct source_set *sources = sources_of(report);
  struct source_place from = source_place(sources, diag->span.file, diag->span.start);
  struct source_place to = source_place(sources, diag->span.file, diag->span.end);
  result = (trv_diagnostic){ .code = diag_code_name(diag->code),
                             .is_error = diag_severity_of(diag->code) == SEVERITY_ERROR,
                             .file = sources->items[diag->span.file]->name,
                             .line = from.line,
                             .column = from.column,
                             .end_line = to.line,
                             .end_column = to.column,
                             .message = diag->message,
                             .hint = diag->hint };
  for (const struct diag_note *note = diag->notes; note; note = note->next) result.notes++;
  return result;
}

trv_note trv_report_note(const trv_report *report, size_t index, uint32_t number) {
  trv_note result = { 0 };
  if (index >= report->diags.count) return result;
  const struct diag_note *note = report->diags.items[index]->notes;
  while (note && number--) note = note->next;
  if (!note) return result;
  result.text = note->text;
  if (note->span.file == UINT32_MAX) return result;
  struct source_place place = source_place(sources_of(report), note->span.file, note->span.start);
  result.file = report->sources.items[note->span.file]->name;
  result.line = place.line;
  result.column = place.column;
  return result;
}

int trv_report_broken(trv_report *report, const char *invariant, const char *how) {
  if (!report->compiled || !promises_broken(report->compiled, invariant, how)) return TRV_E_ARGUMENT;
  diag_finish(&report->diags);
  return arena_failed(report->arena) ? TRV_E_MEMORY : TRV_OK;
}

trv_fix trv_report_fix(const trv_report *report, size_t index) {
  trv_fix result = { 0 };
  const struct diag *diag = index < report->diags.count ? report->diags.items[index] : NULL;
  if (!diag || !diag->fix) return result;
  struct source_set *sources = sources_of(report);
  struct source_place from = source_place(sources, diag->fix_span.file, diag->fix_span.start);
  struct source_place to = source_place(sources, diag->fix_span.file, diag->fix_span.end);
  return (trv_fix){ .file = sources->items[diag->fix_span.file]->name,
                    .text = diag->fix,
                    .start = diag->fix_span.start,
                    .end = diag->fix_span.end,
                    .line = from.line,
                    .column = from.column,
                    .end_line = to.line,
                    .end_column = to.column,
                    .certain = diag->fix_is_certain };
}

static size_t copy_out(const char *text, size_t length, char *buffer, size_t size) {
  if (size) {
    size_t part = length < size ? length : size - 1;
    if (part) memcpy(buffer, text, part);
    buffer[part] = 0;
  }
  return length;
}

size_t trv_report_print(const trv_report *report, size_t index, bool colour, char *buffer, size_t size) {
  struct text out = arena_text(report->arena);
  trv_report *own = (trv_report *)(uintptr_t)report;
  if (index < report->diags.count) diag_print(&out, &own->diags, report->diags.items[index], colour);
  return copy_out(out.bytes, out.length, buffer, size);
}

/* ---- explanations, suggestions, rulebooks ---- */

const char *trv_explain(const char *code) {
  enum diag_code found = diag_find(code);
  return found == DIAG_CODES ? NULL : diag_explanation(found);
}

const char *trv_explain_title(const char *code) {
  enum diag_code found = diag_find(code);
  return found == DIAG_CODES ? NULL : diag_title(found);
}

const char *trv_code(size_t index) { return index < DIAG_CODES ? diag_code_name((enum diag_code)index) : NULL; }

const char *trv_suggest(const char *word, const char *const *words, size_t count) {
  struct suggestion near = { .word = word };
  for (size_t i = 0; i < count; i++) suggest_consider(&near, words[i]);
  return near.best;
}

size_t trv_rulebook_find(const char *text, size_t length, const char *item, char *buffer, size_t size) {
  trv_report *report = report_new(NULL);
  size_t result = 0;
  uint32_t number = 0;
  if (size) buffer[0] = 0;
  if (!report) return 0;
  for (const char *digit = item[0] ? item + 1 : item; *digit >= '0' && *digit <= '9' && number < 100000; digit++)
    number = 10 * number + (uint32_t)(*digit - '0');
  int file = source_add(&report->sources, "rulebook", text, length);
  const struct rulebook *rulebook = rulebook_read(&report->sources, (uint32_t)file, &report->diags);
  char kind = item[0] >= 'a' && item[0] <= 'z' ? (char)(item[0] - 'a' + 'A') : item[0];
  const struct rulebook_item *found = rulebook_find(rulebook, kind, number);
  if (found) result = copy_out(found->text, strlen(found->text), buffer, size);
  trv_report_free(report);
  return result;
}
