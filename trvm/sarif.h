/* Findings of `trvm check` as SARIF 2.1.0. */
#ifndef TRVM_SARIF_H
#define TRVM_SARIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "include/trv.h"

/* Writes one log with one run. `complete`: every file could be read. */
void sarif_write(FILE *out, trv_report *const *reports, size_t count, bool complete);

#endif
