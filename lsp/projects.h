/* Rules that belong together: a file of rules with all that it uses, inspected anew whenever one of its texts changes.
 *
 * Every open file of rules is looked at through a project. A game is its own; so is a variant, which brings its game. A
 * module, a table or a rulebook is looked at through a game beside it that reads it. */
#ifndef TRV_LSP_PROJECTS_H
#define TRV_LSP_PROJECTS_H

#include "include/trv_inspect.h"
#include "lsp/documents.h"

struct project {
  char *path;            /* of its first file; owned */
  trv_inspection *now;   /* of the present texts, owned; NULL before it is asked for, or without memory */
  trv_inspection *good;  /* the last one without errors, owned unless it is `now`; or NULL */
  bool stale;            /* a text has changed since */
  struct project *next;
};
struct projects {
  struct documents *documents; /* borrowed: what is open is not read from the disk */
  struct project *first;
};

/* The project through which a file is looked at, with `now` up to date; borrowed. NULL when there is none. */
struct project *projects_of(struct projects *projects, const char *path);
/* All of them, up to date; NULL after the last. */
struct project *projects_first(struct projects *projects);
struct project *projects_next(struct projects *projects, const struct project *project);
/* Takes up all rules beside a file, in the folders beside it and in the one around, that read it. */
void projects_load_beside(struct projects *projects, const char *path);
/* Compiles the rules through which a file is looked at, for its scenarios; *program is owned. A status of the library. */
int projects_compile(struct projects *projects, const char *path, trv_program **program);
/* Inspects the rules of a project with other texts in the place of those that are open; owned, NULL without memory. */
trv_inspection *projects_try(const struct project *project, const struct documents *texts);

/* A file has another text, or is there or gone. */
void projects_touch(struct projects *projects, const char *path);
/* Forgets projects through which no open file is looked at. */
void projects_tidy(struct projects *projects);
void projects_free(struct projects *projects);

/* Whether a file was read for this project. */
bool project_reads(const struct project *project, const char *path);

#endif
