# The documentation, installed to be read; the examples in it are tests (tests/docs).
# The tables of options in the man page are made from the list of options.
if COMMAND
man1_MANS = docs/trvm.1
endif
docs/trvm.1: docs/trvm.1.in $(options_list)
	$(AM_V_GEN)$(MKDIR_P) docs && $(make_options) $(srcdir)/docs/trvm.1.in > $@.tmp && mv $@.tmp $@
CLEANFILES += docs/trvm.1

doc_DATA = \
  docs/boards.md \
  docs/bots.md \
  docs/checker.md \
  docs/cli.md \
  docs/cookbook.md \
  docs/editors.md \
  docs/embedding.md \
  docs/ffi.md \
  docs/house-rules.md \
  docs/internals.md \
  docs/language.md \
  docs/opcodes.md \
  docs/performance.md \
  docs/promises.md \
  docs/serve.md \
  docs/stdlib.md \
  docs/tutorial.md
EXTRA_DIST += docs
