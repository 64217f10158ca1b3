/* `trvm fmt`: puts .trv files into the one style. What the style is, the library knows; here are files and folders.
 *
 * A file with syntax errors is left alone. One that was named gets its diagnostics and spoils the exit code; in a folder
 * such files are only named and counted, since folders of tests have them on purpose. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "trvm/arguments.h"
#include "trvm/screen.h"
#include "trvm/tool.h"

struct formatting {
  bool check, colour;
  size_t files, changed, broken; /* broken: left alone for syntax errors */
  bool findings, failed;
};

/* The formatted text goes to standard output when the source came from standard input, else into the file. */
static void store(struct formatting *formatting, const char *file, const char *text, size_t length, bool changed) {
  bool is_input = strcmp(file, "-") == 0;
  if (is_input && !formatting->check) output_data(stdout, text, length);
  if (!changed) return;
  formatting->changed++;
  if (formatting->check) {
    output_format(stdout, "%s\n", is_input ? "standard input" : file);
    formatting->findings = true;
  } else if (!is_input && !file_is_plain(file)) {
    complain("`%s` cannot be changed in place; `-` reads standard input", file);
    formatting->failed = true;
  } else if (!is_input) {
    if (file_store(file, text, length)) output_format(stdout, "%s\n", file);
    else formatting->failed = true;
  }
}

static void format_text(struct formatting *formatting, const char *file, const char *text, size_t length, bool named) {
  const char *formatted = NULL;
  size_t formatted_length = 0;
  trv_report *report = NULL;
  trv_compile_options source = load_options(file, NULL);
  source.text = text;
  source.length = length;
  int status = trv_format(&source, &formatted, &formatted_length, &report);
  formatting->files++;
  if (status == TRV_OK) {
    bool changed = formatted_length != length || memcmp(formatted, text, length) != 0;
    store(formatting, file, formatted, formatted_length, changed);
  } else if (report) {
    formatting->broken++;
    if (named) {
      load_print_errors(report, formatting->colour);
      complain("`%s` is left as it is", file);
      formatting->findings = true;
    } else output_format(stderr, "`%s` has syntax errors and is left as it is\n", file);
  } else {
    complain("`%s`: %s", file, trv_status_text(status));
    formatting->failed = true;
  }
  trv_report_free(report);
}

static void format_file(struct formatting *formatting, const char *file, bool named) {
  char *text = NULL;
  size_t length = 0;
  if (!file_read(file, &text, &length)) {
    formatting->failed = true;
    return;
  }
  format_text(formatting, file, text, length, named);
  free(text);
}

/* ---- folders ---- */

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* Every .trv file below a folder, in order of name; links to folders are not followed. */
static void format_folder(struct formatting *formatting, const char *folder) {
  struct dirent **entries = NULL;
  int count = scandir(folder, &entries, is_visible, alphasort);
  if (count < 0) {
    complain("cannot read the folder `%s`: %s", folder, strerror(errno));
    formatting->failed = true;
    return;
  }
  for (int i = 0; i < count; i++) {
    struct text path = { 0 };
    struct stat status;
    text_append_format(&path, "%s%s%s", folder, ends_with(folder, "/") ? "" : "/", entries[i]->d_name);
    if (lstat(path.bytes, &status) == 0) {
      if (S_ISDIR(status.st_mode)) format_folder(formatting, path.bytes);
      else if (S_ISREG(status.st_mode) && ends_with(path.bytes, ".trv")) format_file(formatting, path.bytes, false);
    }
    text_free(&path);
    free(entries[i]);
  }
  free(entries);
}

static bool is_folder(const char *name) {
  struct stat status;
  return strcmp(name, "-") != 0 && stat(name, &status) == 0 && S_ISDIR(status.st_mode);
}

static void print_summary(const struct formatting *formatting) {
  size_t whole = formatting->files - formatting->broken;
  output_format(stderr, "%zu file%s, %zu %s", whole, plural(whole), formatting->changed,
                formatting->check ? "not in the style" : "changed");
  if (formatting->broken) output_format(stderr, "; %zu left alone for syntax errors", formatting->broken);
  output_format(stderr, "\n");
}

int fmt_command(struct arguments *arguments) {
  struct formatting formatting = { 0 };
  struct screen errors;
  bool folders = false;
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
    if (id == OPTION_CHECK) formatting.check = true;
  }
  if (!arguments_operands(arguments, 1, arguments->argc)) return EXIT_WRONG;
  screen_begin(&errors, stderr, arguments->colour);
  formatting.colour = errors.colour;
  for (int i = 0; i < arguments->operand_count; i++) {
    const char *name = arguments->operands[i];
    bool folder = is_folder(name);
    if (folder) format_folder(&formatting, name);
    else format_file(&formatting, name, true);
    folders = folders || folder;
  }
  if (folders) print_summary(&formatting);
  if (formatting.failed) return EXIT_WRONG;
  return formatting.findings ? EXIT_FINDINGS : EXIT_FINE;
}
