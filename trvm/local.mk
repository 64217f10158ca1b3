# The command: main.c and one file per subcommand.
trvm_sources = \
  trvm/archive.c \
  trvm/archive.h \
  trvm/arguments.c \
  trvm/arguments.h \
  trvm/build.c \
  trvm/check.c \
  trvm/command.c \
  trvm/command.h \
  trvm/compare.c \
  trvm/compare.h \
  trvm/compare_data.c \
  trvm/compare_figures.c \
  trvm/compare_page.c \
  trvm/compare_run.c \
  trvm/compare_text.c \
  trvm/compare_words.c \
  trvm/deep.h \
  trvm/deep_play.c \
  trvm/deep_reach.c \
  trvm/deep_report.c \
  trvm/deep_run.c \
  trvm/deep_scenario.c \
  trvm/deep_shrink.c \
  trvm/deep_tables.c \
  trvm/diff.c \
  trvm/dis.c \
  trvm/document.c \
  trvm/duel.c \
  trvm/duel.h \
  trvm/duel_run.c \
  trvm/edit.c \
  trvm/edit.h \
  trvm/explain.c \
  trvm/file.c \
  trvm/file_write.c \
  trvm/fix.c \
  trvm/fix.h \
  trvm/fmt.c \
  trvm/folder.c \
  trvm/games.c \
  trvm/guest.c \
  trvm/guest.h \
  trvm/guest_aside.c \
  trvm/guest_pipe.c \
  trvm/guest_plugin.c \
  trvm/guest_process.c \
  trvm/guest_reply.c \
  trvm/guest_tell.c \
  trvm/leave.c \
  trvm/leave.h \
  trvm/lines.c \
  trvm/lines.h \
  trvm/load.c \
  trvm/main.c \
  trvm/markdown.c \
  trvm/markdown.h \
  trvm/menu.c \
  trvm/menu.h \
  trvm/new.c \
  trvm/options.def \
  trvm/ordered.c \
  trvm/ordered.h \
  trvm/output.c \
  trvm/output.h \
  trvm/perft.c \
  trvm/play.c \
  trvm/play.h \
  trvm/play_about.c \
  trvm/play_ask.c \
  trvm/play_board.c \
  trvm/play_board.h \
  trvm/play_cards.c \
  trvm/drawing_svg.c \
  trvm/drawing_svg.h \
  trvm/figures.c \
  trvm/figures.h \
  trvm/play_drawing.c \
  trvm/play_drawing.h \
  trvm/play_end.c \
  trvm/play_hint.c \
  trvm/play_input.c \
  trvm/play_journal.c \
  trvm/play_list.c \
  trvm/play_pieces.c \
  trvm/play_pieces.h \
  trvm/play_rows.c \
  trvm/play_rows.h \
  trvm/play_rules.c \
  trvm/play_save.c \
  trvm/play_screen.c \
  trvm/play_short.c \
  trvm/play_sit.c \
  trvm/play_table.c \
  trvm/play_colours.c \
  trvm/play_learn.c \
  trvm/play_map.c \
  trvm/play_words.c \
  trvm/promises.c \
  trvm/promises.h \
  trvm/reach.c \
  trvm/replay.c \
  trvm/replay.h \
  trvm/replay_page.c \
  trvm/sarif.c \
  trvm/sarif.h \
  trvm/paint.c \
  trvm/paint.h \
  trvm/screen.c \
  trvm/screen.h \
  trvm/seats.c \
  trvm/seats.h \
  trvm/lsp.c \
  trvm/serve.c \
  trvm/sheet.c \
  trvm/sheet.h \
  trvm/shelf.c \
  trvm/shelf.h \
  trvm/sim.c \
  trvm/sim.h \
  trvm/sim_run.c \
  trvm/statistics.c \
  trvm/statistics.h \
  trvm/test.c \
  trvm/tokens.c \
  trvm/tokens.h \
  trvm/tool.c \
  trvm/tool.h \
  trvm/trace.c \
  trvm/trace.h \
  trvm/trace_page.c \
  trvm/trace_style.c

# Completions, made from the list of options; bash looks for a file with the very name of the command.
options_list = trvm/options.def trvm/options.awk
make_options = $(AWK) -f $(srcdir)/trvm/options.awk $(srcdir)/trvm/options.def
trvm/completion.bash: trvm/completion.bash.in $(options_list)
	$(AM_V_GEN)$(MKDIR_P) trvm && $(make_options) $(srcdir)/trvm/completion.bash.in > $@.tmp && mv $@.tmp $@
trvm/_trvm: trvm/completion.zsh.in $(options_list)
	$(AM_V_GEN)$(MKDIR_P) trvm && $(make_options) $(srcdir)/trvm/completion.zsh.in > $@.tmp && mv $@.tmp $@
bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
if COMMAND
zshcompletion_DATA = trvm/_trvm
noinst_DATA = trvm/completion.bash
install-data-local:
	$(MKDIR_P) $(DESTDIR)$(bashcompletiondir)
	$(INSTALL_DATA) trvm/completion.bash $(DESTDIR)$(bashcompletiondir)/trvm
uninstall-local:
	rm -f $(DESTDIR)$(bashcompletiondir)/trvm
endif
CLEANFILES += trvm/completion.bash trvm/_trvm

EXTRA_DIST += trvm/README.md trvm/options.awk trvm/completion.bash.in trvm/completion.zsh.in
