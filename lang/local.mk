# The front end: source text, scanner, parser, tree, diagnostics.
lang_sources = \
  lang/allocator.h \
  lang/arena.c \
  lang/arena.h \
  lang/around.c \
  lang/build.c \
  lang/build.h \
  lang/characters.c \
  lang/csv.c \
  lang/csv.h \
  lang/diag.c \
  lang/diag.h \
  lang/diag_print.c \
  lang/diagnostics.def \
  lang/encoding.c \
  lang/encoding.h \
  lang/format.c \
  lang/format.h \
  lang/format_breaks.c \
  lang/format_lines.c \
  lang/format_pieces.c \
  lang/format_pieces.h \
  lang/habits.c \
  lang/habits_choice.c \
  lang/habits_declare.c \
  lang/habits_english.c \
  lang/habits_hint.c \
  lang/habits_order.c \
  lang/habits_scenario.c \
  lang/lookalikes.c \
  lang/parse.c \
  lang/parse.h \
  lang/parsing.h \
  lang/repair.c \
  lang/rulebook.c \
  lang/rulebook.h \
  lang/source.c \
  lang/source.h \
  lang/suggest.c \
  lang/syntax_error.c \
  lang/tree.c \
  lang/tree.def \
  lang/tree.h \
  lang/words.c \
  lang/words.def \
  lang/words.h

# What is special to a system is in a file of its own beside one that needs the C library alone; configure chooses.
if SYSTEM_PAGES
lang_sources += lang/allocator_pages.c
else
lang_sources += lang/allocator_plain.c
endif
if SYSTEM_PIPES
lang_sources += lang/resolver_posix.c
else
lang_sources += lang/resolver_plain.c
endif

# Made by flex and bison, and part of the tarball. Bison writes both files; the header is touched last, because make
# takes it to be made from parser.c.
generated_sources = lang/parser.c lang/parser.h lang/scanner.c
lang/parser.c: lang/parser.y
	$(AM_V_GEN)$(MKDIR_P) lang && $(BISON) -Wcounterexamples -Werror --header=lang/parser.h -o lang/parser.c \
	  $(srcdir)/lang/parser.y && touch lang/parser.h
lang/parser.h: lang/parser.c
	@test -f $@ || { rm -f lang/parser.c && $(MAKE) $(AM_MAKEFLAGS) lang/parser.c; }
lang/scanner.c: lang/scanner.l
	$(AM_V_GEN)$(MKDIR_P) lang && $(FLEX) -o $@ $(srcdir)/lang/scanner.l

# Made by awk at every build: the kids of tree nodes, and the explanations of diagnostics as C.
embedded_sources = lang/tree_kids.h lang/tree_facts.h lang/tree_make.h lang/explanations.c
make_of_tree = $(MKDIR_P) lang && $(AWK) -f $(srcdir)/lang/tree.awk
lang/tree_kids.h: lang/tree.def lang/tree.awk
	$(AM_V_GEN)$(make_of_tree) -v part=kids $(srcdir)/lang/tree.def > $@.tmp && mv $@.tmp $@
lang/tree_facts.h: lang/tree.def lang/tree.awk
	$(AM_V_GEN)$(make_of_tree) -v part=facts $(srcdir)/lang/tree.def > $@.tmp && mv $@.tmp $@
lang/tree_make.h: lang/tree.def lang/tree.awk
	$(AM_V_GEN)$(make_of_tree) -v part=make $(srcdir)/lang/tree.def > $@.tmp && mv $@.tmp $@
lang/explanations.c: base/embed.awk $(srcdir)/lang/explain $(srcdir)/lang/explain/*.md
	$(AM_V_GEN)$(MKDIR_P) lang && (cd $(srcdir)/lang/explain && \
	  LC_ALL=C $(AWK) -v array=diag_explanations -f ../../base/embed.awk *.md) > $@.tmp && mv $@.tmp $@

BUILT_SOURCES += lang/parser.h lang/tree_kids.h lang/tree_facts.h lang/tree_make.h
CLEANFILES += $(embedded_sources)
MAINTAINERCLEANFILES = $(generated_sources)
EXTRA_DIST += lang/README.md lang/parser.y lang/scanner.l lang/tree.awk lang/explain
