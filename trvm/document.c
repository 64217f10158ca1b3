/* `trvm rules` and `trvm graph`: what the rules say, for people to read and to look at. The library writes both; here
 * they are asked for, and a graph is drawn by Graphviz when it is there. */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trvm/arguments.h"
#include "trvm/figures.h"
#include "trvm/screen.h"
#include "trvm/tool.h"

extern char **environ;

/* ---- Graphviz ---- */

/* Has `dot` draw the graph to standard output. */
static int draw(const char *text) {
  char *const words[] = { "dot", "-Tsvg", NULL };
  posix_spawn_file_actions_t actions;
  int ends[2], status = 0;
  pid_t child;
  fflush(stdout);
  if (pipe(ends) != 0) {
    complain("cannot start `dot`: %s", strerror(errno));
    return EXIT_WRONG;
  }
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  int reason = posix_spawnp(&child, "dot", &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  signal(SIGPIPE, SIG_IGN); /* a `dot` that ends early is told of below */
  int failed = reason ? 0 : file_write_all(ends[1], text, strlen(text));
  close(ends[1]);
  if (reason == ENOENT) {
    complain("--svg: there is no program `dot`; install Graphviz, or leave the option out");
    return EXIT_WRONG;
  }
  if (reason) complain("cannot start `dot`: %s", strerror(reason));
  if (reason) return EXIT_WRONG;
  waitpid(child, &status, 0);
  if (!failed && WIFEXITED(status) && WEXITSTATUS(status) == 0) return EXIT_FINE;
  complain("`dot` could not draw the graph");
  return EXIT_WRONG;
}

/* ---- boards ---- */

/* The page with the boards of the game, as it begins, before its first part; owned. */
static char *with_boards(const char *page, const trv_program *program) {
  const char *first = strstr(page, "<h2"), *styles = strstr(page, "</style>");
  struct text figures = { 0 }, out = { 0 };
  figures_of_beginning(program, &figures);
  if (!first || !styles || !figures.length) text_append_format(&out, "%s", page);
  else {
    text_append(&out, page, (size_t)(styles - page));
    text_append_format(&out, "%s", figures_style);
    text_append(&out, styles, (size_t)(first - styles));
    text_append(&out, figures.bytes, figures.length);
    text_append_format(&out, "%s", first);
  }
  text_free(&figures);
  return out.bytes;
}

/* Rules that say what they are without being complete are printed without pictures. */
static void put_page(const trv_compile_options *source, const char *page) {
  trv_program *program = NULL;
  trv_report *report = NULL;
  char *drawn = trv_compile(source, &program, &report) == TRV_OK ? with_boards(page, program) : NULL;
  output_lines(stdout, drawn ? drawn : page);
  free(drawn);
  trv_report_free(report);
  trv_program_free(program);
}

/* ---- the document ---- */

static int put_document(const char *text, bool drawn) {
  if (!drawn) return output_lines(stdout, text), EXIT_FINE;
  char *shown = output_document(text);
  int exit_code = shown ? draw(shown) : EXIT_WRONG;
  if (!shown) complain("%s", trv_status_text(TRV_E_MEMORY));
  free(shown);
  return exit_code;
}

static int print_document(const trv_compile_options *source, enum trv_document kind, bool drawn, bool colour) {
  const char *text = NULL;
  size_t length = 0;
  trv_report *report = NULL;
  int exit_code = EXIT_FINE, status = trv_document(source, kind, &text, &length, &report);
  if (!report) complain("`%s`: %s", source->name, trv_status_text(status));
  if (status != TRV_OK) exit_code = load_report_failure(source->name, status, report, colour);
  else if (kind == TRV_DOCUMENT_RULES_HTML) put_page(source, text);
  else exit_code = put_document(text, drawn);
  trv_report_free(report);
  return exit_code;
}

static int write_document(const struct arguments *arguments, enum trv_document kind, bool drawn) {
  char *text = NULL;
  size_t length = 0;
  struct screen errors;
  if (!arguments_operands(arguments, 1, 1)) return EXIT_WRONG;
  const char *file = arguments->operands[0];
  if (!file_read(file, &text, &length)) return EXIT_WRONG;
  trv_compile_options source = load_options(file, &arguments->variants);
  source.text = text;
  source.length = length;
  int exit_code = EXIT_WRONG;
  screen_begin(&errors, stderr, arguments->colour);
  if (length == 0) complain("`%s` is empty", file);
  else if (ends_with(file, ".trvc")) complain("`%s` is compiled; its rules are in the .trv file", file);
  else if (memchr(text, '\0', length)) complain("`%s` is not a text file", file);
  else exit_code = print_document(&source, kind, drawn, errors.colour);
  free(text);
  return exit_code;
}

int rules_command(struct arguments *arguments) {
  enum trv_document kind = TRV_DOCUMENT_RULES;
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
    if (id == OPTION_HTML) kind = TRV_DOCUMENT_RULES_HTML;
  }
  return write_document(arguments, kind, false);
}

int graph_command(struct arguments *arguments) {
  bool drawn = false;
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
    if (id == OPTION_SVG) drawn = true;
  }
  return write_document(arguments, TRV_DOCUMENT_FLOW, drawn);
}
