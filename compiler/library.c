/* The standard library: see library.h. */
#include "compiler/library.h"

#include <string.h>

#include "base/embed.h"
#include "lang/diag.h"

extern const struct embedded_file library_modules[];

/* Modules are embedded under their file names: "cards.trv". */
static size_t module_length(const char *file) {
  size_t length = strlen(file);
  return length > 4 && !strcmp(file + length - 4, ".trv") ? length - 4 : length;
}

const char *library_find(const char *name) {
  for (const struct embedded_file *module = library_modules; module->name; module++)
    if (strlen(name) == module_length(module->name) && !strncmp(name, module->name, strlen(name))) return module->text;
  return NULL;
}

static const char *const known[] = { "cards", "seats", "dice", "scoring", "words" };

const char *library_name(size_t index) { return index < sizeof known / sizeof *known ? known[index] : NULL; }

const char *library_suggest(const char *name) {
  struct suggestion near = { .word = name };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (library_find(known[i])) suggest_consider(&near, known[i]);
  return near.best;
}

/* Whether a line of the text begins `effect name(` or `fn name(`. */
static bool declares(const char *text, const char *name) {
  for (const char *line = text; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    const char *at = !strncmp(line, "effect ", 7) ? line + 7 : !strncmp(line, "fn ", 3) ? line + 3 : NULL;
    if (at && !strncmp(at, name, strlen(name)) && at[strlen(name)] == '(') return true;
  }
  return false;
}

const char *library_declaring(const char *name) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const char *text = library_find(known[i]);
    if (text && declares(text, name)) return known[i];
  }
  return NULL;
}
