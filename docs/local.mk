# The documentation; the examples in it are tests (tests/docs).
if COMMAND
dist_man1_MANS = docs/trvm.1
endif
EXTRA_DIST += docs
