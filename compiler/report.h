/* What a report is inside: the arena of a compilation with all that was read and found. report.c hands it out, inspect.c
 * keeps the compilation with it. */
#ifndef TRV_COMPILER_REPORT_H
#define TRV_COMPILER_REPORT_H

#include "compiler/model.h"

struct trv_report {
  struct allocator allocator; /* the host's, seen by the arena through `resize` */
  struct arena *arena;
  struct resolver resolver;
  struct source_set sources;
  struct diag_list diags;
  trv_rulebook_report rulebook;
  trv_difference *differences;
  size_t difference_count;
  struct compilation *compiled; /* of trv_compile */
};

/* A report with the first file open, or an error status; *file is -1 when the file cannot be read. Owned. */
int report_open(const trv_compile_options *options, trv_report **report, int *file);
/* Passes the report to the caller, unless the work could not be done to its end or the caller does not want it. One that
 * reached its limit of memory is freed, and another takes its place that says so. */
int report_close(trv_report *report, const trv_compile_options *options, int status, trv_report **wanted);

#endif
