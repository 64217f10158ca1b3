# All tests; tests/run runs them. A unit test is a program of its own: tests/unit/test_<module>.c.
unit_tests = \
  tests/unit/test_advice \
  tests/unit/test_answers \
  tests/unit/test_arena \
  tests/unit/test_blame \
  tests/unit/test_bots \
  tests/unit/test_call_backs \
  tests/unit/test_candidates \
  tests/unit/test_chance \
  tests/unit/test_analysis \
  tests/unit/test_value \
  tests/unit/test_budgets \
  tests/unit/test_checks \
  tests/unit/test_citations \
  tests/unit/test_compile \
  tests/unit/test_constant \
  tests/unit/test_coverage \
  tests/unit/test_csv \
  tests/unit/test_diag \
  tests/unit/test_diff \
  tests/unit/test_drawing \
  tests/unit/test_edit \
  tests/unit/test_enumeration \
  tests/unit/test_faces \
  tests/unit/test_ffi \
  tests/unit/test_fields \
  tests/unit/test_format \
  tests/unit/test_game \
  tests/unit/test_graphs \
  tests/unit/test_grids \
  tests/unit/test_growing_text \
  tests/unit/test_hash \
  tests/unit/test_identity \
  tests/unit/test_interp \
  tests/unit/test_json \
  tests/unit/test_kept \
  tests/unit/test_keyed \
  tests/unit/test_known \
  tests/unit/test_knowledge \
  tests/unit/test_inspect \
  tests/unit/test_layout \
  tests/unit/test_leak \
  tests/unit/test_limits \
  tests/unit/test_lower \
  tests/unit/test_match \
  tests/unit/test_optimise \
  tests/unit/test_parser \
  tests/unit/test_pieces \
  tests/unit/test_plain \
  tests/unit/test_program \
  tests/unit/test_random \
  tests/unit/test_report \
  tests/unit/test_root \
  tests/unit/test_rulebook \
  tests/unit/test_save \
  tests/unit/test_retrace \
  tests/unit/test_sample \
  tests/unit/test_scanner \
  tests/unit/test_scenario \
  tests/unit/test_search \
  tests/unit/test_seats \
  tests/unit/test_seed \
  tests/unit/test_setup \
  tests/unit/test_sheet \
  tests/unit/test_show \
  tests/unit/test_sitting \
  tests/unit/test_sitting_history \
  tests/unit/test_sitting_learnt \
  tests/unit/test_source \
  tests/unit/test_state \
  tests/unit/test_statistics \
  tests/unit/test_suggest \
  tests/unit/test_tables \
  tests/unit/test_text \
  tests/unit/test_together \
  tests/unit/test_paint \
  tests/unit/test_tokens \
  tests/unit/test_unicode \
  tests/unit/test_tree \
  tests/unit/test_types \
  tests/unit/test_validate \
  tests/unit/test_variants \
  tests/unit/test_view \
  tests/unit/test_scan \
  tests/unit/test_zone

unit_helpers = \
  tests/unit/assemble.h \
  tests/unit/budget.h \
  tests/unit/checked.h \
  tests/unit/compiled.h \
  tests/unit/damage.h \
  tests/unit/ffi_helper.c \
  tests/unit/fixture.h \
  tests/unit/lang.h \
  tests/unit/opcodes_cards.h \
  tests/unit/opcodes_pairs.h \
  tests/unit/opcodes_values.h \
  tests/unit/sealed.h \
  tests/unit/sitting_table.h

test_games = \
  tests/games/boards.trv \
  tests/games/choices.trv \
  tests/games/collections.trv \
  tests/games/connect_four.trv \
  tests/games/deep.trv \
  tests/games/draughts.trv \
  tests/games/filters.trv \
  tests/games/flow.trv \
  tests/games/go.trv \
  tests/games/hex.trv \
  tests/games/library.trv \
  tests/games/lookups.trv \
  tests/games/morris.trv \
  tests/games/peek.trv \
  tests/games/peek_guess.trv \
  tests/games/numbers.trv \
  tests/games/pig.trv \
  tests/games/reversi.trv \
  tests/games/tables.md \
  tests/games/tables.trv \
  tests/games/tables_cards.csv \
  tests/games/tables_fares.csv \
  tests/games/tables_roads.csv \
  tests/games/tables_towns.csv \
  tests/games/tic_tac_toe.trv \
  tests/games/tricks.csv \
  tests/games/tricks.trv \
  tests/games/wrapped.trv \
  tests/games/zones.trv

# Pinned games, by tests/play/playthrough; ./dev test --record play writes them.
pinned_plays = \
  tests/play/boards-2players.txt \
  tests/play/draughts-2players.txt \
  tests/play/go-2players.txt \
  tests/play/hex-2players.txt \
  tests/play/morris-2players.txt \
  tests/play/numbers-2players.txt \
  tests/play/numbers-3players.txt \
  tests/play/numbers-4players.txt \
  tests/play/reversi-2players.txt \
  tests/play/choices-2players.txt \
  tests/play/choices-3players.txt \
  tests/play/collections-2players.txt \
  tests/play/collections-3players.txt \
  tests/play/collections-4players.txt \
  tests/play/connect_four-2players.txt \
  tests/play/deep-2players.txt \
  tests/play/deep-3players.txt \
  tests/play/deep-4players.txt \
  tests/play/eighty_days-2players.txt \
  tests/play/eighty_days-3players.txt \
  tests/play/eighty_days-4players.txt \
  tests/play/eighty_days-5players.txt \
  tests/play/eighty_days-6players.txt \
  tests/play/filters-2players.txt \
  tests/play/flow-2players.txt \
  tests/play/flow-3players.txt \
  tests/play/flow-4players.txt \
  tests/play/globetrotters-2players.txt \
  tests/play/globetrotters-3players.txt \
  tests/play/globetrotters-4players.txt \
  tests/play/grand_tour-2players.txt \
  tests/play/grand_tour-3players.txt \
  tests/play/grand_tour-4players.txt \
  tests/play/grand_tour-5players.txt \
  tests/play/grand_tour-6players.txt \
  tests/play/library-2players.txt \
  tests/play/library-3players.txt \
  tests/play/library-4players.txt \
  tests/play/library-5players.txt \
  tests/play/library-6players.txt \
  tests/play/lookups-1players.txt \
  tests/play/lookups-2players.txt \
  tests/play/lookups-3players.txt \
  tests/play/peek-2players.txt \
  tests/play/peek-3players.txt \
  tests/play/peek-4players.txt \
  tests/play/peek_guess-2players.txt \
  tests/play/peek_guess-3players.txt \
  tests/play/peek_guess-4players.txt \
  tests/play/pig-2players.txt \
  tests/play/steam_race-3players.txt \
  tests/play/steam_race-4players.txt \
  tests/play/tables-2players.txt \
  tests/play/tables-3players.txt \
  tests/play/tables-4players.txt \
  tests/play/tic_tac_toe-2players.txt \
  tests/play/tour_du_monde-2players.txt \
  tests/play/tour_du_monde-3players.txt \
  tests/play/tour_du_monde-4players.txt \
  tests/play/tour_du_monde-5players.txt \
  tests/play/tour_du_monde-6players.txt \
  tests/play/tricks-3players.txt \
  tests/play/tricks-4players.txt \
  tests/play/wrapped-2players.txt \
  tests/play/zones-2players.txt \
  tests/play/zones-3players.txt

# Each linked with libFuzzer or with tests/fuzz/driver.c; see tests/fuzz/fuzz.h.
fuzz_harnesses = \
  tests/fuzz/fuzz_chain \
  tests/fuzz/fuzz_compile \
  tests/fuzz/fuzz_csv \
  tests/fuzz/fuzz_grammar \
  tests/fuzz/fuzz_notation \
  tests/fuzz/fuzz_pair \
  tests/fuzz/fuzz_play \
  tests/fuzz/fuzz_reply \
  tests/fuzz/fuzz_rulebook \
  tests/fuzz/fuzz_save \
  tests/fuzz/fuzz_sitting \
  tests/fuzz/fuzz_trvc

if LSP
lsp_harness = tests/fuzz/fuzz_lsp
endif
if SERVE
serve_harness = tests/fuzz/fuzz_request
endif

# They test the library with all its parts, and the command.
if WHOLE
check_PROGRAMS = $(unit_tests) tests/play/playthrough tests/play/conformance tests/play/secrecy \
  tests/play/diversity tests/play/fairness tests/play/hints tests/play/solved \
  tests/passes/passes tests/fuzz/fuzz_format $(fuzz_harnesses) tests/faults/allocations tests/faults/anywhere \
  tests/faults/limits tests/faults/threads \
  tests/growth/compile tests/growth/measure \
  tests/attacks/forge \
  bench/figures bench/trvm_bench bench/extern_cost
check_LTLIBRARIES = libfuzz.la
if LSP
check_PROGRAMS += tests/unit/test_lsp $(lsp_harness)
endif
if SERVE
check_PROGRAMS += tests/serve/bytes $(serve_harness)
endif
endif

tests_unit_test_lsp_SOURCES = tests/unit/test_lsp.c $(lsp_sources)
tests_unit_test_lsp_CFLAGS = $(AM_CFLAGS) $(LSP_CFLAGS)
tests_unit_test_lsp_LDADD = libtrvcore.la $(CMOCKA_LIBS) $(LSP_LIBS) -lpthread -lm

tests_serve_bytes_SOURCES = tests/serve/bytes.c
tests_serve_bytes_LDADD = $(server) libbots.la libtrvcore.la $(SERVE_LIBS) -lpthread -lm

# For programs that do not say otherwise, which are the unit tests: everything, internals included.
LDADD = libbots.la libtrvcore.la $(CMOCKA_LIBS) -lpthread -lm

tests_unit_test_edit_SOURCES = tests/unit/test_edit.c trvm/edit.c trvm/leave.c trvm/output.c trvm/tool.c
tests_unit_test_drawing_SOURCES = tests/unit/test_drawing.c trvm/leave.c trvm/output.c trvm/play_drawing.c \
  trvm/paint.c trvm/screen.c trvm/tool.c
tests_unit_test_pieces_SOURCES = tests/unit/test_pieces.c trvm/leave.c trvm/output.c trvm/drawing_svg.c trvm/markdown.c trvm/play_drawing.c \
  trvm/play_pieces.c trvm/paint.c trvm/screen.c trvm/tokens.c trvm/tool.c
tests_unit_test_tokens_SOURCES = tests/unit/test_tokens.c trvm/leave.c trvm/output.c trvm/paint.c trvm/screen.c trvm/tokens.c \
  trvm/tool.c
tests_unit_test_paint_SOURCES = tests/unit/test_paint.c trvm/leave.c trvm/output.c trvm/paint.c trvm/tool.c
tests_unit_test_statistics_SOURCES = tests/unit/test_statistics.c trvm/statistics.c
tests_unit_test_compile_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
# The plain files, whichever the library has; compiled for this test alone, since the library may have them too.
tests_unit_test_plain_SOURCES = tests/unit/test_plain.c lang/allocator_plain.c lang/resolver_plain.c vm/ffi_none.c
tests_unit_test_plain_CPPFLAGS = $(AM_CPPFLAGS)
tests_unit_test_ffi_CPPFLAGS = $(AM_CPPFLAGS) -DHELPERS='"$(abs_builddir)/tests/unit/"'

# C code for rules to call, and calls that fail. Made without libtool, which makes no shared objects with
# --disable-shared.
test_libraries = tests/unit/ffi_helper.so tests/faults/disk.so
CLEANFILES += $(test_libraries)
tests/unit/ffi_helper.so: tests/unit/ffi_helper.c include/trv_extern.h
	$(AM_V_GEN)$(MKDIR_P) tests/unit && $(CC) $(AM_CPPFLAGS) $(CFLAGS) -Wall -Wextra -shared -fPIC -o $@ $(srcdir)/tests/unit/ffi_helper.c

tests/faults/disk.so: tests/faults/disk.c
	$(AM_V_GEN)$(MKDIR_P) tests/faults && $(CC) -O1 -Wall -Wextra -shared -fPIC -o $@ $(srcdir)/tests/faults/disk.c $(DL_LIBS)

tests_play_playthrough_SOURCES = tests/play/playthrough.c tests/play/table.c tests/play/table.h
tests_play_playthrough_LDFLAGS = $(AM_LDFLAGS) -static
tests_play_playthrough_LDADD = libtrv.la
tests_play_conformance_SOURCES = tests/play/conformance.c tests/play/table.c tests/play/table.h
tests_play_conformance_LDFLAGS = $(AM_LDFLAGS) -static
tests_play_conformance_LDADD = libtrv.la
tests_play_secrecy_SOURCES = tests/play/secrecy.c trvm/file.c trvm/file_write.c trvm/guest_tell.c trvm/leave.c \
  trvm/load.c trvm/output.c trvm/reach.c trvm/tool.c
tests_play_fairness_SOURCES = tests/play/fairness.c tests/play/table.c tests/play/table.h
tests_play_diversity_SOURCES = tests/play/diversity.c tests/play/table.c tests/play/table.h
tests_play_hints_SOURCES = tests/play/hints.c tests/play/table.c tests/play/table.h
tests_play_solved_SOURCES = tests/play/solved.c tests/play/table.c tests/play/table.h
tests_passes_passes_SOURCES = tests/passes/passes.c tests/passes/record.c tests/passes/record.h tests/play/table.c \
  tests/play/table.h tests/fuzz/grammar.c tests/fuzz/grammar.h
tests_passes_passes_LDFLAGS = $(AM_LDFLAGS) -static
tests_passes_passes_LDADD = libtrv.la
tests_fuzz_fuzz_format_SOURCES = tests/fuzz/fuzz_format.c
tests_fuzz_fuzz_format_LDFLAGS = $(AM_LDFLAGS) -static
tests_fuzz_fuzz_format_LDADD = libtrv.la
tests_faults_allocations_SOURCES = tests/faults/allocations.c
tests_faults_allocations_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free
tests_faults_allocations_LDADD = libtrvcore.la
tests_faults_anywhere_SOURCES = tests/faults/allocations.c lang/arena.c
tests_faults_anywhere_CPPFLAGS = $(AM_CPPFLAGS) -DARENA_FIRST_BLOCK=128 -DARENA_LARGEST_BLOCK=128
tests_faults_anywhere_LDFLAGS = $(tests_faults_allocations_LDFLAGS)
tests_faults_anywhere_LDADD = libtrvcore.la
tests_faults_limits_SOURCES = tests/faults/limits.c lang/arena.c
tests_faults_limits_CPPFLAGS = $(AM_CPPFLAGS) -DARENA_FIRST_BLOCK=1024 -DARENA_LARGEST_BLOCK=8192
tests_faults_limits_LDADD = libtrvcore.la
tests_growth_compile_SOURCES = tests/growth/compile.c
tests_growth_compile_LDADD = libtrv.la
tests_growth_measure_SOURCES = tests/growth/measure.c
tests_growth_measure_LDADD =
tests_attacks_forge_SOURCES = tests/attacks/forge.c tests/unit/sealed.h
tests_attacks_forge_LDADD = libtrvcore.la
tests_faults_threads_SOURCES = tests/faults/threads.c
tests_faults_threads_LDADD = libtrvcore.la -lpthread

libfuzz_la_SOURCES = tests/fuzz/agree.c tests/fuzz/fuzz.c tests/fuzz/fuzz.h tests/fuzz/look.c tests/fuzz/table.c
libfuzz_la_CPPFLAGS = $(AM_CPPFLAGS) $(fuzz_game)
fuzz_game = -DFUZZ_GAME='"$(abs_top_srcdir)/tests/fuzz/table.trv"'
if !FUZZER
libfuzz_la_SOURCES += tests/fuzz/driver.c
endif
fuzz_tools = trvm/leave.c trvm/tool.c trvm/file.c trvm/file_write.c trvm/output.c trvm/reach.c
tests_fuzz_fuzz_compile_SOURCES = tests/fuzz/fuzz_compile.c
tests_fuzz_fuzz_compile_LDFLAGS = $(AM_LDFLAGS) $(FUZZER_LDFLAGS)
tests_fuzz_fuzz_compile_LDADD = libfuzz.la libtrvcore.la
tests_fuzz_fuzz_csv_SOURCES = tests/fuzz/fuzz_csv.c
tests_fuzz_fuzz_csv_LDFLAGS = $(AM_LDFLAGS) $(FUZZER_LDFLAGS)
tests_fuzz_fuzz_csv_LDADD = libfuzz.la libtrvcore.la
tests_fuzz_fuzz_grammar_SOURCES = tests/fuzz/fuzz_grammar.c tests/fuzz/grammar.c tests/fuzz/grammar.h
tests_fuzz_fuzz_grammar_LDFLAGS = $(AM_LDFLAGS) $(FUZZER_LDFLAGS)
tests_fuzz_fuzz_grammar_LDADD = libfuzz.la libtrvcore.la
tests_fuzz_fuzz_notation_SOURCES = tests/fuzz/fuzz_notation.c
tests_fuzz_fuzz_notation_LDFLAGS = $(AM_LDFLAGS) $(FUZZER_LDFLAGS)
tests_fuzz_fuzz_notation_LDADD = libfuzz.la libtrvcore.la
tests_fuzz_fuzz_play_SOURCES = tests/fuzz/fuzz_play.c trvm/archive.c trvm/folder.c trvm/shelf.c trvm/play_ask.c trvm/play_board.c trvm/play_cards.c trvm/drawing_svg.c trvm/markdown.c trvm/play_drawing.c trvm/play_end.c trvm/play_hint.c trvm/play_list.c trvm/play_pieces.c trvm/tokens.c \
  trvm/play_journal.c trvm/play_rows.c trvm/play_rules.c trvm/play_save.c trvm/play_screen.c trvm/play_short.c trvm/play_sit.c trvm/play_table.c trvm/play_colours.c trvm/play_learn.c trvm/play_map.c trvm/play_words.c trvm/sheet.c trvm/edit.c trvm/lines.c trvm/load.c \
  trvm/paint.c trvm/screen.c \
  $(fuzz_tools)
tests_fuzz_fuzz_play_CPPFLAGS = $(AM_CPPFLAGS) $(fuzz_game)
tests_fuzz_fuzz_play_LDFLAGS = $(AM_LDFLAGS) $(FUZZER_LDFLAGS) \
  -Wl,--wrap=file_write,--wrap=file_write_again,--wrap=file_write_new,--wrap=file_remove,--wrap=file_exists,--wrap=bots_advise
tests_fuzz_fuzz_play_LDADD = libfuzz.la libbots.la libtrvcore.la -lpthread -lm
tests_fuzz_fuzz_lsp_SOURCES = tests/fuzz/fuzz_lsp.c $(lsp_sources)
tests_fuzz_fuzz_lsp_CFLAGS = $(AM_CFLAGS) $(LSP_CFLAGS)
tests_fuzz_fuzz_lsp_LDFLAGS = $(AM_LDFLAGS) $(FUZZER_LDFLAGS)
tests_fuzz_fuzz_lsp_LDADD = libfuzz.la libtrvcore.la $(LSP_LIBS)
tests_fuzz_fuzz_reply_SOURCES = tests/fuzz/fuzz_reply.c trvm/guest_reply.c $(fuzz_tools)
tests_fuzz_fuzz_reply_LDFLAGS = $(AM_LDFLAGS) $(FUZZER_LDFLAGS)
tests_fuzz_fuzz_reply_LDADD = libfuzz.la libtrvcore.la
tests_fuzz_fuzz_request_SOURCES = tests/fuzz/fuzz_request.c
tests_fuzz_fuzz_request_CPPFLAGS = $(AM_CPPFLAGS) $(fuzz_game)
tests_fuzz_fuzz_request_LDFLAGS = $(AM_LDFLAGS) $(FUZZER_LDFLAGS)
tests_fuzz_fuzz_request_LDADD = libfuzz.la $(server) libbots.la libtrvcore.la $(SERVE_LIBS) -lpthread -lm
tests_fuzz_fuzz_rulebook_SOURCES = tests/fuzz/fuzz_rulebook.c trvm/markdown.c $(fuzz_tools)
tests_fuzz_fuzz_rulebook_LDFLAGS = $(AM_LDFLAGS) $(FUZZER_LDFLAGS)
tests_fuzz_fuzz_rulebook_LDADD = libfuzz.la libtrvcore.la
tests_fuzz_fuzz_save_SOURCES = tests/fuzz/fuzz_save.c
tests_fuzz_fuzz_save_LDFLAGS = $(AM_LDFLAGS) $(FUZZER_LDFLAGS)
tests_fuzz_fuzz_save_LDADD = libfuzz.la libtrvcore.la
tests_fuzz_fuzz_chain_SOURCES = tests/fuzz/fuzz_chain.c tests/fuzz/grammar.c tests/fuzz/grammar.h
tests_fuzz_fuzz_chain_LDFLAGS = $(AM_LDFLAGS) $(FUZZER_LDFLAGS)
tests_fuzz_fuzz_chain_LDADD = libfuzz.la libtrvcore.la
tests_fuzz_fuzz_pair_SOURCES = tests/fuzz/fuzz_pair.c
tests_fuzz_fuzz_pair_LDFLAGS = $(AM_LDFLAGS) $(FUZZER_LDFLAGS)
tests_fuzz_fuzz_pair_LDADD = libfuzz.la libtrvcore.la
tests_fuzz_fuzz_sitting_SOURCES = tests/fuzz/fuzz_sitting.c
tests_fuzz_fuzz_sitting_LDFLAGS = $(AM_LDFLAGS) $(FUZZER_LDFLAGS)
tests_fuzz_fuzz_sitting_LDADD = libfuzz.la libtrvcore.la
tests_fuzz_fuzz_trvc_SOURCES = tests/fuzz/fuzz_trvc.c tests/fuzz/mutate_trvc.c tests/unit/sealed.h
tests_fuzz_fuzz_trvc_LDFLAGS = $(AM_LDFLAGS) $(FUZZER_LDFLAGS)
tests_fuzz_fuzz_trvc_LDADD = libfuzz.la libtrvcore.la

bench_figures_SOURCES = bench/figures.c
bench_figures_LDFLAGS = $(AM_LDFLAGS) -static
bench_figures_LDADD = libtrv.la
bench_extern_cost_SOURCES = bench/extern_cost.c
bench_extern_cost_LDFLAGS = $(AM_LDFLAGS) -static
bench_extern_cost_LDADD = libtrv.la $(DL_LIBS)
bench_trvm_bench_SOURCES = bench/trvm_bench.c
bench_trvm_bench_LDFLAGS = $(AM_LDFLAGS) -static
bench_trvm_bench_LDADD = libtrv.la

# The harnesses alone, for ./dev fuzz.
.PHONY: fuzz-built
fuzz-built: $(BUILT_SOURCES)
	@$(MAKE) $(AM_MAKEFLAGS) $(fuzz_harnesses) $(lsp_harness) $(serve_harness)

.PHONY: tests-built threads-built
# What the thread sanitizer looks at, in a tree of its own.
threads-built: all
	@$(MAKE) $(AM_MAKEFLAGS) tests/faults/threads
tests-built: all
	@$(MAKE) $(AM_MAKEFLAGS) $(check_PROGRAMS) $(test_libraries)

check-local: tests-built
if !WHOLE
	@echo 'make check needs everything: ./configure without --disable-ffi and --disable-command' >&2; exit 1
endif
if !HAVE_CMOCKA
	@echo 'make check needs cmocka (Debian: apt-get install libcmocka-dev), then ./configure again' >&2; exit 1
endif
	$(PYTHON) $(srcdir)/tests/run --build $(abs_builddir)

# The trees of the suite `bare`.
clean-local:
	rm -rf bare

EXTRA_DIST += tests/README.md tests/run tests/frame.py tests/suites.py tests/builds.py tests/coverage.py tests/soak.py tests/strength.py \
  tests/trust.py tests/layers.sh tests/names.py tests/readers.py tests/perft.txt tests/traces.txt tests/bots.txt tests/bare tests/compare tests/docs tests/extend tests/faults tests/growth tests/golden \
  tests/cli tests/mutate tests/sarif tests/sentences tests/passes tests/fuzz/seeds tests/fuzz/commands.py tests/fuzz/long.py tests/fuzz/places.py tests/fuzz/table.trv \
  tests/fuzz/table.md \
  $(unit_helpers) $(test_games) $(pinned_plays)
EXTRA_DIST += tests/terminal tests/serve tests/browser tests/page tests/editors tests/lsp tests/attacks editors
