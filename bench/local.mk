# Reference programs and the runner that compares trvm with them: bench/run.
EXTRA_DIST += bench
