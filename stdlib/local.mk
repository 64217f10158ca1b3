# The standard library: embedded in libtrv, and installed to be read.
stdlib_modules = \
  stdlib/cards.trv \
  stdlib/dice.trv \
  stdlib/scoring.trv \
  stdlib/seats.trv \
  stdlib/words.trv

embedded_sources += compiler/library_modules.c
CLEANFILES += compiler/library_modules.c
compiler/library_modules.c: base/embed.awk $(stdlib_modules) stdlib/local.mk
	$(AM_V_GEN)$(MKDIR_P) compiler && (cd $(srcdir) && \
	  LC_ALL=C $(AWK) -v array=library_modules -v strip=stdlib/ -f base/embed.awk $(stdlib_modules)) > $@.tmp && mv $@.tmp $@

nobase_dist_pkgdata_DATA += $(stdlib_modules)
EXTRA_DIST += stdlib/README.md
