/* Which rules a file belongs to, and their inspections; see projects.h. */
#include "lsp/projects.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "lsp/files.h"

enum { MEMORY_LIMIT = 512 << 20, SEARCHED_FILES = 100 };

/* ---- reading ---- */

static int read_text(void *context, const char *name, char **text, size_t *length) {
  const struct document *document = documents_find(context, name);
  if (!document) return files_read(name, text, length);
  *text = malloc(document->length + 1);
  if (!*text) return ENOMEM;
  memcpy(*text, document->text, document->length + 1);
  *length = document->length;
  return 0;
}

static void release_text(void *context, char *text) {
  (void)context;
  free(text);
}

/* ---- projects ---- */

static void forget(struct project *project) {
  if (project->good != project->now) trv_inspection_free(project->good);
  trv_inspection_free(project->now);
  project->now = project->good = NULL;
}

static trv_compile_options options_for(const char *path, const trv_resolver *resolver) {
  return (trv_compile_options){ .struct_size = sizeof(trv_compile_options),
                                .name = path,
                                .resolver = resolver,
                                .rulebook = true,
                                .analyse = true,
                                .memory = MEMORY_LIMIT };
}

static int inspect(const char *path, const struct documents *texts, trv_inspection **inspection) {
  trv_resolver resolver = { read_text, release_text, (void *)(uintptr_t)texts };
  trv_compile_options options = options_for(path, &resolver);
  return trv_inspect(&options, inspection);
}

trv_inspection *projects_try(const struct project *project, const struct documents *texts) {
  trv_inspection *inspection = NULL;
  inspect(project->path, texts, &inspection);
  return inspection;
}

static void refresh(struct projects *projects, struct project *project) {
  trv_inspection *now = NULL;
  if (project->now && !project->stale) return;
  int status = inspect(project->path, projects->documents, &now);
  if (project->good != project->now) trv_inspection_free(project->now);
  project->now = now;
  project->stale = false;
  if (status != TRV_OK) return;
  trv_inspection_free(project->good);
  project->good = now;
}

struct project *projects_first(struct projects *projects) {
  if (projects->first) refresh(projects, projects->first);
  return projects->first;
}

struct project *projects_next(struct projects *projects, const struct project *project) {
  if (project->next) refresh(projects, project->next);
  return project->next;
}

bool project_reads(const struct project *project, const char *path) {
  const char *file;
  for (uint32_t i = 0; project->now && (file = trv_inspection_file(project->now, i)); i++)
    if (!strcmp(file, path)) return true;
  return false;
}

static struct project *find_or_add(struct projects *projects, const char *path) {
  for (struct project *project = projects->first; project; project = project->next)
    if (!strcmp(project->path, path)) return project;
  struct project *project = calloc(1, sizeof *project);
  if (!project) return NULL;
  project->path = strdup(path);
  if (!project->path) {
    free(project);
    return NULL;
  }
  project->next = projects->first;
  projects->first = project;
  return project;
}

static void drop(struct projects *projects, struct project *gone) {
  struct project **link = &projects->first;
  while (*link != gone) link = &(*link)->next;
  *link = gone->next;
  forget(gone);
  free(gone->path);
  free(gone);
}

/* ---- which project ---- */

static bool ends_in(const char *path, const char *ending) {
  size_t length = strlen(path), size = strlen(ending);
  return length > size && !strcmp(path + length - size, ending);
}

/* A game or variant can be inspected by itself: what it lacks is not the game. */
static bool stands_alone(const struct project *project) {
  const trv_report *report = project->now ? trv_inspection_report(project->now) : NULL;
  for (size_t i = 0; report && i < trv_report_count(report); i++)
    if (!strcmp(trv_report_get(report, i).code, "E0401")) return false;
  return report != NULL;
}

/* A table or rulebook is looked at through the game itself rather than through one of its variants. */
static bool is_better(const struct project *project, const struct project *found) {
  return !found || (trv_inspection_changed(found->now, 0).what && !trv_inspection_changed(project->now, 0).what);
}

/* Looks for rules that read a file among those of one folder; until there is a game, or all of them. */
static struct project *search_folder(struct projects *projects, const char *folder, const char *path, bool all) {
  DIR *entries = opendir(folder);
  struct project *found = NULL;
  int looked_at = 0;
  bool goes_on = true;
  for (struct dirent *entry; entries && goes_on && looked_at < SEARCHED_FILES && (entry = readdir(entries));) {
    struct text name = { 0 };
    text_format(&name, "%s/%s", folder, entry->d_name);
    bool is_rules = ends_in(entry->d_name, ".trv") && !name.failed && strcmp(name.bytes, path) != 0;
    struct project *project = is_rules ? find_or_add(projects, name.bytes) : NULL;
    if (project) {
      bool was_there = project->now;
      looked_at++;
      refresh(projects, project);
      bool fits = project_reads(project, path) && stands_alone(project);
      if (fits && is_better(project, found)) found = project;
      if (!fits && !was_there) drop(projects, project);
      goes_on = all || !found || trv_inspection_changed(found->now, 0).what;
    }
    text_free(&name);
  }
  if (entries) closedir(entries);
  return found;
}

/* Cuts the last part off a path; false when there is none. */
static bool go_up(char *path) {
  char *slash = strrchr(path, '/');
  if (!slash || slash == path) return false;
  *slash = '\0';
  return true;
}

/* In its own folder, and in the one that this lies in: tables often have a folder of their own. */
static struct project *search_beside(struct projects *projects, const char *path) {
  char *folder = strdup(path);
  struct project *found = NULL;
  for (int up = 0; folder && up < 2 && !found && go_up(folder); up++)
    found = search_folder(projects, folder, path, false);
  free(folder);
  return found;
}

/* Variants often have a folder of their own inside that of the game. */
static void search_inside(struct projects *projects, const char *folder, const char *path) {
  DIR *entries = opendir(folder);
  int looked_at = 0;
  for (struct dirent *entry; entries && looked_at < SEARCHED_FILES && (entry = readdir(entries)); looked_at++) {
    struct text name = { 0 };
    text_format(&name, "%s/%s", folder, entry->d_name);
    if (*entry->d_name != '.' && !name.failed) search_folder(projects, name.bytes, path, true);
    text_free(&name);
  }
  if (entries) closedir(entries);
}

void projects_load_beside(struct projects *projects, const char *path) {
  char *folder = strdup(path);
  if (folder && go_up(folder)) {
    search_folder(projects, folder, path, true);
    search_inside(projects, folder, path);
    if (go_up(folder)) search_folder(projects, folder, path, true);
  }
  free(folder);
}

struct project *projects_of(struct projects *projects, const char *path) {
  bool is_rules = ends_in(path, ".trv");
  struct project *own = NULL, *found = NULL;
  if (is_rules) {
    own = find_or_add(projects, path);
    if (own) refresh(projects, own);
    if (!own || stands_alone(own)) return own;
  }
  for (struct project *project = projects->first; project; project = project->next) {
    if (project == own || !project->now) continue;
    refresh(projects, project);
    if (project_reads(project, path) && stands_alone(project) && is_better(project, found)) found = project;
  }
  if (!found) found = search_beside(projects, path);
  return found ? found : own;
}

int projects_compile(struct projects *projects, const char *path, trv_program **program) {
  const struct project *project = projects_of(projects, path);
  trv_resolver resolver = { read_text, release_text, projects->documents };
  trv_compile_options options = options_for(project ? project->path : path, &resolver);
  options.rulebook = options.analyse = false;
  return trv_compile(&options, program, NULL);
}

void projects_touch(struct projects *projects, const char *path) {
  for (struct project *project = projects->first; project; project = project->next) {
    bool has_errors = !project->now || trv_report_errors(trv_inspection_report(project->now));
    if (has_errors || project_reads(project, path)) project->stale = true; /* who could not read it may do so now */
  }
}

void projects_tidy(struct projects *projects) {
  for (struct project *project = projects->first, *next; project; project = next) {
    bool wanted = false;
    next = project->next;
    for (const struct document *open = projects->documents->first; open && !wanted; open = open->next)
      wanted = !strcmp(open->path, project->path) || project_reads(project, open->path);
    if (!wanted) drop(projects, project);
  }
}

void projects_free(struct projects *projects) {
  while (projects->first) drop(projects, projects->first);
}
