# The language server: the command `trvm lsp`, where jansson is there.
lsp_sources = \
  lsp/actions.c \
  lsp/calls.c \
  lsp/colours.c \
  lsp/complete.c \
  lsp/lenses.c \
  lsp/moving.c \
  lsp/navigate.c \
  lsp/proposals.c \
  lsp/proposals.h \
  lsp/rename.c \
  lsp/sites.c \
  lsp/sites.h \
  lsp/symbols.c \
  lsp/tokens.c \
  lsp/typing.c \
  lsp/views.c \
  lsp/views.h \
  lsp/deep_report.c \
  lsp/deep_report.h \
  lsp/diagnostics.c \
  lsp/documents.c \
  lsp/documents.h \
  lsp/files.c \
  lsp/files.h \
  lsp/hover.c \
  lsp/house_rules.c \
  lsp/house_rules.h \
  lsp/lifecycle.c \
  lsp/lsp.c \
  lsp/lsp.h \
  lsp/methods.def \
  lsp/methods.h \
  lsp/positions.c \
  lsp/positions.h \
  lsp/projects.c \
  lsp/projects.h \
  lsp/session.c \
  lsp/session.h \
  lsp/transport.c \
  lsp/transport.h \
  lsp/uri.c \
  lsp/uri.h

EXTRA_DIST += lsp/README.md lsp/methods.awk
if !LSP
EXTRA_DIST += $(lsp_sources)
endif
