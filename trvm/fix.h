/* `trvm check --fix`: writes corrections that are certain into a file. */
#ifndef TRVM_FIX_H
#define TRVM_FIX_H

#include <stdbool.h>

#include "trvm/tool.h"

/* Corrects a .trv file as far as that is certain and tells each change on `out`. The file is replaced once, as a whole,
 * and only when the corrected text has fewer errors. False when it cannot be written, after a message. */
bool fix_file(const char *file, const struct variant_files *variants, FILE *out);

#endif
