# The compiler: one pass per file, from tree to program.
compiler_sources = \
  compiler/allowances.c \
  compiler/builtins.c \
  compiler/cascade.c \
  compiler/cells.c \
  compiler/cells.h \
  compiler/checks.c \
  compiler/choices.c \
  compiler/citations.c \
  compiler/compile.c \
  compiler/compile.h \
  compiler/conditions.c \
  compiler/constant.c \
  compiler/constant.h \
  compiler/context.c \
  compiler/context.h \
  compiler/declare.c \
  compiler/domains.c \
  compiler/effects.c \
  compiler/emit.c \
  compiler/expressions.c \
  compiler/graphs.c \
  compiler/graphs.h \
  compiler/hidden.c \
  compiler/hoist.c \
  compiler/hoist.h \
  compiler/labels.c \
  compiler/layout.c \
  compiler/library.c \
  compiler/library.h \
  compiler/loops.c \
  compiler/lower.c \
  compiler/lower.h \
  compiler/lower_choices.c \
  compiler/lower_statements.c \
  compiler/lower_texts.c \
  compiler/match.c \
  compiler/model.h \
  compiler/names.c \
  compiler/passes.h \
  compiler/refuse.c \
  compiler/refuse.h \
  compiler/report.c \
  compiler/routes.c \
  compiler/scenario_types.c \
  compiler/scenarios.c \
  compiler/statements.c \
  compiler/statements.h \
  compiler/tables.c \
  compiler/tabulate.c \
  compiler/type.c \
  compiler/type.h \
  compiler/types.c \
  compiler/types.h \
  compiler/use.c

EXTRA_DIST += compiler/README.md
