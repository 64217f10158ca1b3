# People, bots and open seats around a game: part of libtrv, on the public header only.
sitting_sources = \
  sitting/choose.c \
  sitting/history.c \
  sitting/journal.c \
  sitting/learnt.c \
  sitting/seats.c \
  sitting/sitting.c \
  sitting/sitting.h \
  sitting/take_back.c

EXTRA_DIST += sitting/README.md
