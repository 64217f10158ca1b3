# Players made of code, on the public header only.
bots_sources = \
  bots/bots.c \
  bots/bots.h \
  bots/greedy.c \
  bots/random.c

EXTRA_DIST += bots/README.md
