/* `trvm check`: compiles and says what is wrong. Findings are the result, so they go to stdout; the exit code tells
 * whether there were errors. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "trvm/arguments.h"
#include "trvm/deep.h"
#include "trvm/fix.h"
#include "trvm/promises.h"
#include "trvm/sarif.h"
#include "trvm/screen.h"
#include "trvm/tool.h"
#include "trvm/trace.h"

enum { MOST_DEEP_GAMES = 100000000, PAGE_GAMES = 200 /* for a page without --deep */ };

/* Everything found in all files. */
struct findings {
  trv_report **reports;
  trv_program **programs; /* NULL where there are errors */
  struct trace *traces;   /* with --rulebook; all zero where there are errors */
  const char **files;
  size_t count;
  size_t errors, warnings;
  struct deep_report *deep;
  size_t deep_count;
  bool unreadable; /* or unwritable */
};

/* What is asked for beside diagnostics. */
struct check_wish {
  const struct variant_files *variants;
  const trv_link *link; /* C code that may be loaded; NULL: nothing is run */
  bool rulebook, fix;
  enum { FORMAT_TEXT, FORMAT_JSON, FORMAT_SARIF } format;
  const char *page;    /* to be written, or NULL */
  uint32_t deep, jobs; /* deep: games, or 0 */
};

/* ---- the rulebook ---- */

/* The games that a deep check has played, or some that are played for the page. */
static void count_games(struct trace *trace, const trv_program *program, const struct deep_report *deep,
                        const struct deep_wish *wish) {
  struct deep_result played = { 0 };
  if (deep) trace_games(trace, program, deep->result.visits, deep->result.games);
  else if (deep_run(program, wish, &played)) {
    trace_games(trace, program, played.visits, played.games);
    deep_result_free(&played);
  }
}

static bool write_page(const char *target, const struct trace *trace, const trv_report *report, const char *title) {
  struct text page = { 0 };
  trace_page(trace, report, title, &page);
  bool stored = file_store_document(target, text_get(&page));
  text_free(&page);
  return stored;
}

static void check_rulebook(const char *file, const struct check_wish *wish, const struct deep_report *deep,
                           struct findings *findings, size_t index) {
  const trv_report *report = findings->reports[index];
  const trv_program *program = findings->programs[index];
  struct trace *trace = &findings->traces[index];
  if (!program || !trv_report_rulebook(report).present) {
    if (wish->page) complain("`%s` was not written, since there are errors", wish->page);
    return;
  }
  trace_begin(trace, report, program);
  if (!wish->page) return;
  struct deep_wish games = {
    .file = file, .variants = wish->variants, .link = wish->link, .games = PAGE_GAMES, .seed = 1, .jobs = wish->jobs
  };
  count_games(trace, program, deep, &games);
  findings->unreadable |= !write_page(wish->page, trace, report, trv_program_describe(program).title);
}

static const struct deep_report *check_deep(const trv_program *program, const char *file, const struct check_wish *wish,
                                            struct findings *findings) {
  struct deep_wish deep = { .file = file,
                            .variants = wish->variants,
                            .link = wish->link,
                            .games = wish->deep,
                            .seed = 1,
                            .jobs = wish->jobs,
                            .progress = isatty(STDERR_FILENO) };
  bool played = deep_check(program, &deep, &findings->deep[findings->deep_count]);
  if (played) findings->deep_count++;
  else findings->unreadable = true;
  return played ? &findings->deep[findings->deep_count - 1] : NULL;
}

static void check_file(const char *file, const struct check_wish *wish, struct findings *findings) {
  trv_program *program = NULL;
  trv_report *report = NULL;
  struct load_wish covers = { .rulebook = wish->rulebook, .analysis = true, .link = wish->link };
  int status = load_report(file, wish->variants, covers, &program, &report);
  if (report) {
    findings->reports[findings->count] = report;
    findings->programs[findings->count] = program;
    findings->files[findings->count++] = file;
    findings->errors += trv_report_errors(report);
    findings->warnings += trv_report_warnings(report);
    if (program) findings->warnings += promises_try(program, report);
    if (status != TRV_OK && trv_report_errors(report) == 0) {
      complain("`%s`: %s", file, trv_status_text(status));
      findings->unreadable = true;
    }
  } else findings->unreadable = true;
  const struct deep_report *deep = NULL;
  if (program && wish->deep && !interrupted) deep = check_deep(program, file, wish, findings);
  if (report && wish->rulebook) check_rulebook(file, wish, deep, findings, findings->count - 1);
}

static void print_items(const struct screen *screen, const char *lead, const char *const *items, uint32_t count) {
  if (count == 0) return;
  struct text text = { 0 };
  for (uint32_t i = 0; i < count; i++) text_append_format(&text, "%s%s", i ? " " : lead, items[i]);
  screen_wrap(screen, STYLE_PLAIN, text_get(&text), 0, 4);
  text_free(&text);
}

/* Items that some code cites which runs, but never in a scenario; with variants, whose games have no scenarios of their
 * own, none. *items is owned; the names are borrowed. */
static uint32_t untouched_items(const struct findings *findings, size_t index, const char ***items) {
  const struct trace *trace = &findings->traces[index];
  uint32_t count = 0;
  *items = need_memory(NULL, (trace->rulebook.listed + 1) * sizeof **items);
  if (!trace->items || trv_program_describe(findings->programs[index]).variants) return 0;
  for (uint32_t i = 0; i < trace->rulebook.listed; i++)
    if (trace->items[i].runs && !trace->items[i].by_scenarios) (*items)[count++] = trace->rulebook.list[i].name;
  return count;
}

static void print_rulebook(const struct screen *screen, const struct findings *findings, size_t index) {
  const trv_report *report = findings->reports[index];
  trv_rulebook_report rulebook = trv_report_rulebook(report);
  screen_put(screen, STYLE_PLAIN, findings->files[index]);
  if (!rulebook.present) {
    output_format(screen->out, ": no rulebook to compare with\n");
    return;
  }
  output_format(screen->out, ": %u of %u rulebook item%s cited\n", rulebook.cited, rulebook.items,
                plural(rulebook.items));
  print_items(screen, "  cited nowhere: ", rulebook.uncited, rulebook.uncited_count);
  print_items(screen, "  cited but not in the rulebook: ", rulebook.unknown, rulebook.unknown_count);
  print_items(screen, "  without a scenario: ", rulebook.untested, rulebook.untested_count);
  const char **untouched;
  uint32_t count = untouched_items(findings, index, &untouched);
  print_items(screen, "  reached by no scenario: ", untouched, count);
  free(untouched);
}

/* Functions in C that a game calls: what they are, and what allows them. */
static void print_externs(const struct screen *screen, const char *file, const trv_program *program) {
  uint32_t count = program ? trv_program_describe(program).externs : 0;
  trv_extern_info callee;
  if (!count) return;
  screen_put(screen, STYLE_PLAIN, file);
  output_format(screen->out, ": calls %u function%s in C; to play it, allow\n", count, plural(count));
  for (uint32_t i = 0; trv_program_extern(program, i, &callee) == TRV_OK; i++)
    output_format(screen->out, "  --allow-ffi=%s  for %s%s\n      %s\n", callee.library, callee.name, callee.types,
                  callee.prototype);
}

static void print_findings(const struct screen *screen, const struct findings *findings,
                           const struct check_wish *wish) {
  struct text text = { 0 };
  for (size_t f = 0; f < findings->count; f++) {
    for (size_t i = 0; i < trv_report_count(findings->reports[f]); i++) {
      TEXT_FILL(&text, trv_report_print, findings->reports[f], i, screen->colour);
      output_coloured(screen->out, text_get(&text));
    }
    load_print_left_out(screen->out, findings->reports[f]);
    print_externs(screen, findings->files[f], findings->programs[f]);
    if (wish->rulebook) print_rulebook(screen, findings, f);
  }
  text_free(&text);
  for (size_t i = 0; i < findings->deep_count; i++) {
    deep_print(screen, &findings->deep[i]);
    output_format(screen->out, "\n");
  }
  if (findings->count == 0) return;
  bool clean = findings->errors == 0 && findings->warnings == 0;
  if (clean && findings->count == 1) screen_put(screen, STYLE_PLAIN, findings->files[0]);
  else if (clean) output_format(screen->out, "%zu files", findings->count);
  if (clean) output_format(screen->out, ": ");
  output_format(screen->out, "%zu error%s, %zu warning%s\n", findings->errors, plural(findings->errors),
                findings->warnings, plural(findings->warnings));
}

/* Citations that a message or note names, such as R12: words of one capital letter and digits. */
static void json_cites(struct json *json, const char *message) {
  for (const char *at = message; *at;) {
    size_t word = strspn(at, "ACRSV");
    size_t digits = word == 1 ? strspn(at + 1, "0123456789") : 0;
    bool starts = at == message || strchr(" @(`-", at[-1]);
    if (digits && starts) {
      char item[16];
      snprintf(item, sizeof item, "%.*s", (int)(digits + 1 < sizeof item ? digits + 1 : sizeof item - 1), at);
      json_text(json, NULL, item);
    }
    at += word == 1 ? 1 + digits : word ? word : 1;
  }
}

static void json_fix(struct json *json, trv_fix fix) {
  if (!fix.text) {
    json_text(json, "fix", NULL);
    return;
  }
  json_open_object(json, "fix");
  json_text(json, "file", fix.file);
  json_count(json, "line", fix.line);
  json_count(json, "col", fix.column);
  json_count(json, "end_line", fix.end_line);
  json_count(json, "end_col", fix.end_column);
  json_text(json, "text", fix.text);
  json_bool(json, "certain", fix.certain);
  json_close(json);
}

static void json_diagnostic(struct json *json, const trv_report *report, size_t index) {
  trv_diagnostic diagnostic = trv_report_get(report, index);
  json_open_object(json, NULL);
  json_text(json, "code", diagnostic.code);
  json_text(json, "severity", diagnostic.is_error ? "error" : "warning");
  json_text(json, "file", diagnostic.file);
  json_count(json, "line", diagnostic.line);
  json_count(json, "col", diagnostic.column);
  json_count(json, "end_line", diagnostic.end_line);
  json_count(json, "end_col", diagnostic.end_column);
  json_text(json, "message", diagnostic.message);
  json_text(json, "hint", diagnostic.hint);
  json_open_array(json, "notes");
  for (uint32_t i = 0; i < diagnostic.notes; i++) json_text(json, NULL, trv_report_note(report, index, i).text);
  json_close(json);
  json_open_array(json, "cites");
  json_cites(json, diagnostic.message);
  for (uint32_t i = 0; i < diagnostic.notes; i++) json_cites(json, trv_report_note(report, index, i).text);
  json_close(json);
  json_fix(json, trv_report_fix(report, index));
  json_close(json);
}

static void json_list(struct json *json, const char *key, const struct findings *findings,
                      const char *const *(*items)(const trv_rulebook_report *rulebook, uint32_t *count)) {
  json_open_array(json, key);
  for (size_t f = 0; f < findings->count; f++) {
    trv_rulebook_report rulebook = trv_report_rulebook(findings->reports[f]);
    uint32_t count = 0;
    const char *const *names = items(&rulebook, &count);
    for (uint32_t i = 0; i < count; i++) json_text(json, NULL, names[i]);
  }
  json_close(json);
}

static const char *const *uncited_items(const trv_rulebook_report *rulebook, uint32_t *count) {
  *count = rulebook->uncited_count;
  return rulebook->uncited;
}
static const char *const *unknown_items(const trv_rulebook_report *rulebook, uint32_t *count) {
  *count = rulebook->unknown_count;
  return rulebook->unknown;
}
static const char *const *untested_items(const trv_rulebook_report *rulebook, uint32_t *count) {
  *count = rulebook->untested_count;
  return rulebook->untested;
}

static void json_untouched(struct json *json, const struct findings *findings) {
  json_open_array(json, "untouched");
  for (size_t f = 0; f < findings->count; f++) {
    const char **items;
    uint32_t count = untouched_items(findings, f, &items);
    for (uint32_t i = 0; i < count; i++) json_text(json, NULL, items[i]);
    free(items);
  }
  json_close(json);
}

static void json_externs(struct json *json, const struct findings *findings) {
  trv_extern_info callee;
  json_open_array(json, "externs");
  for (size_t f = 0; f < findings->count; f++)
    for (uint32_t i = 0; findings->programs[f] && trv_program_extern(findings->programs[f], i, &callee) == TRV_OK;
         i++) {
      json_open_object(json, NULL);
      json_text(json, "name", callee.name);
      json_text(json, "library", callee.library);
      json_text(json, "types", callee.types);
      json_text(json, "prototype", callee.prototype);
      json_text(json, "file", callee.file);
      json_count(json, "line", callee.line);
      json_close(json);
    }
  json_close(json);
}

static void json_findings(const struct findings *findings, const struct check_wish *wish) {
  struct json json;
  uint32_t items = 0, cited = 0;
  tool_json(&json, stdout);
  json_open_object(&json, NULL);
  json_count(&json, "errors", findings->errors);
  json_count(&json, "warnings", findings->warnings);
  json_open_array(&json, "diagnostics");
  for (size_t f = 0; f < findings->count; f++) {
    for (size_t i = 0; i < trv_report_count(findings->reports[f]); i++) json_diagnostic(&json, findings->reports[f], i);
    trv_rulebook_report rulebook = trv_report_rulebook(findings->reports[f]);
    items += rulebook.present ? rulebook.items : 0;
    cited += rulebook.present ? rulebook.cited : 0;
  }
  json_close(&json);
  json_externs(&json, findings);
  if (wish->rulebook) {
    json_open_object(&json, "rulebook");
    json_count(&json, "items", items);
    json_count(&json, "cited", cited);
    json_list(&json, "uncited", findings, uncited_items);
    json_list(&json, "unknown", findings, unknown_items);
    json_list(&json, "untested", findings, untested_items);
    json_untouched(&json, findings);
    json_close(&json);
  }
  if (wish->deep) deep_json(&json, findings->deep, findings->deep_count);
  json_close(&json);
}

static bool read_format(const char *value, struct check_wish *wish) {
  static const char *const forms[] = { [FORMAT_TEXT] = "text", [FORMAT_JSON] = "json", [FORMAT_SARIF] = "sarif" };
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (strcmp(value, forms[i]) != 0) continue;
    wish->format = i;
    return true;
  }
  complain("--format: `%s` is none of text, json, sarif", value);
  return false;
}

static bool read_option(int id, const char *value, struct check_wish *wish) {
  switch (id) {
  case OPTION_RULEBOOK: wish->rulebook = true; return true;
  case OPTION_HTML_FILE:
    wish->rulebook = true;
    wish->page = value;
    return true;
  case OPTION_JSON: wish->format = FORMAT_JSON; return true;
  case OPTION_FORMAT: return read_format(value, wish);
  case OPTION_FIX: wish->fix = true; return true;
  case OPTION_DEEP: return arguments_number("--deep", value, 1, MOST_DEEP_GAMES, &wish->deep);
  case OPTION_JOBS: return arguments_number("--jobs", value, 1, MOST_JOBS, &wish->jobs);
  }
  return true;
}

static void free_findings(struct findings *findings) {
  for (size_t i = 0; i < findings->deep_count; i++) deep_report_free(&findings->deep[i]);
  for (size_t i = 0; i < findings->count; i++) {
    trv_report_free(findings->reports[i]);
    trv_program_free(findings->programs[i]);
    trace_free(&findings->traces[i]);
  }
  free(findings->reports);
  free(findings->programs);
  free(findings->traces);
  free(findings->files);
  free(findings->deep);
}

/* Whether what is asked for goes together; says what does not. */
static bool is_possible(const struct arguments *arguments, const struct check_wish *wish) {
  for (int i = 0; i < arguments->operand_count; i++)
    if (wish->fix && strcmp(arguments->operands[i], "-") == 0) {
      complain("--fix: standard input cannot be corrected; name a file");
      return false;
    }
  if (wish->format == FORMAT_SARIF && wish->deep) complain("--deep: what games show has no place in SARIF; use --json");
  return wish->format != FORMAT_SARIF || !wish->deep;
}

int check_command(struct arguments *arguments) {
  struct check_wish wish = { .variants = &arguments->variants, .jobs = tool_default_jobs() };
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
    if (!read_option(id, arguments->value, &wish)) return EXIT_WRONG;
  }
  /* Comparing with the rulebook runs scenarios. */
  if (wish.deep || wish.rulebook || arguments->link.library_count) wish.link = &arguments->link;
  if (!arguments_operands(arguments, 1, wish.page ? 1 : arguments->argc) || !is_possible(arguments, &wish))
    return EXIT_WRONG;
  if (wish.page && !arguments_output(arguments, wish.page)) return EXIT_WRONG;

  size_t count = (size_t)arguments->operand_count;
  struct screen screen;
  struct findings findings = { .reports = need_memory(NULL, count * sizeof(trv_report *)),
                               .programs = need_memory(NULL, count * sizeof(trv_program *)),
                               .traces = need_memory(NULL, count * sizeof(struct trace)),
                               .files = need_memory(NULL, count * sizeof(char *)),
                               .deep = need_memory(NULL, count * sizeof(struct deep_report)) };
  memset(findings.traces, 0, count * sizeof *findings.traces);
  screen_begin(&screen, stdout, arguments->colour);
  if (wish.deep) tool_watch_interruptions();
  for (size_t i = 0; i < count && wish.fix; i++)
    if (!fix_file(arguments->operands[i], &arguments->variants, wish.format == FORMAT_TEXT ? stdout : stderr))
      findings.unreadable = true;
  if (findings.unreadable) count = 0;
  for (size_t i = 0; i < count; i++) check_file(arguments->operands[i], &wish, &findings);
  if (wish.format == FORMAT_JSON) json_findings(&findings, &wish);
  else if (wish.format == FORMAT_SARIF) sarif_write(stdout, findings.reports, findings.count, !findings.unreadable);
  else print_findings(&screen, &findings, &wish);
  bool faults = findings.errors > 0;
  for (size_t i = 0; i < findings.deep_count; i++) faults |= deep_failed(&findings.deep[i]);
  bool unreadable = findings.unreadable;
  free_findings(&findings);
  return unreadable ? EXIT_WRONG : faults ? EXIT_FINDINGS : EXIT_FINE;
}
