# The documentation; the examples in it are tests (tests/docs).
dist_man1_MANS = docs/trvm.1
EXTRA_DIST += docs
