/* The language server of `trvm lsp`: everything about a conversation over standard input and output. */
#ifndef TRV_LSP_LSP_H
#define TRV_LSP_LSP_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

struct lsp_options {
  int input, output;         /* file descriptors */
  const char *log;           /* file that gets a line for each message, or NULL */
  volatile const sig_atomic_t *stop;   /* ends it */
};
/* Talks until the editor goes. True if it took its leave as it should; else false, and `why` says what happened. */
bool lsp_run(const struct lsp_options *options, char *why, size_t size);

#endif
