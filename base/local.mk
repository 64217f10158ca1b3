# Below all layers: what knows nothing and may be used by everybody.
base_sources = \
  base/colour.c \
  base/colour.def \
  base/colour.h \
  base/embed.h \
  base/hash.h \
  base/json.c \
  base/json.h \
  base/keyed.h \
  base/name.h \
  base/random.h \
  base/root.h \
  base/text.c \
  base/text.h \
  base/unicode.c \
  base/unicode.h

EXTRA_DIST += base/README.md base/embed.awk
