# Players made of code, on the public header only.
bots_sources = \
  bots/advice.c \
  bots/bots.c \
  bots/bots.h \
  bots/fuel.h \
  bots/greedy.c \
  bots/greedy.h \
  bots/random.c \
  bots/search.c \
  bots/search.h \
  bots/search_judge.c \
  bots/search_proof.c \
  bots/search_tree.c \
  bots/together.c \
  bots/together.h

EXTRA_DIST += bots/README.md bots/examples/flat.c bots/examples/numbers.py
