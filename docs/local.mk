# The documentation; the examples in it are tests (tests/docs).
# The tables of options in the man page are made from the list of options.
if COMMAND
man1_MANS = docs/trvm.1
endif
docs/trvm.1: docs/trvm.1.in $(options_list)
	$(AM_V_GEN)$(MKDIR_P) docs && $(make_options) $(srcdir)/docs/trvm.1.in > $@.tmp && mv $@.tmp $@
CLEANFILES += docs/trvm.1
EXTRA_DIST += docs
