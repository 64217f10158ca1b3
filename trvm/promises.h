/* Promises of a game that house rules break. */
#ifndef TRVM_PROMISES_H
#define TRVM_PROMISES_H

#include "include/trv.h"
#include "trvm/tool.h"

/* Plays a few short games of a program with variants and adds to the report which invariant they break first; gives the number
 * of warnings added. A program without variants or invariants is not played. */
size_t promises_try(const trv_program *program, trv_report *report);

#endif
