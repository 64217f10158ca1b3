# The server: the command `trvm serve`, where its libraries are there, and the page that is part of it.
serve_sources = \
  serve/course.c \
  serve/course.h \
  serve/hall.c \
  serve/hall.h \
  serve/http.c \
  serve/http.h \
  serve/limits.c \
  serve/limits.h \
  serve/lobby.c \
  serve/lobby.h \
  serve/packed.c \
  serve/packed.h \
  serve/page.c \
  serve/page.h \
  serve/routes.c \
  serve/routes.h \
  serve/rules.c \
  serve/rules.h \
  serve/serve.c \
  serve/serve.h \
  serve/store.c \
  serve/store.h \
  serve/stream.c \
  serve/stream.h \
  serve/table.c \
  serve/table.h \
  serve/tell.c \
  serve/tell.h \
  serve/visit.h \
  serve/visit_edit.c \
  serve/visit_host.c \
  serve/visit_past.c \
  serve/visit_play.c \
  serve/work.c \
  serve/work.h

serve_page = \
  serve/web/board.css \
  serve/web/board.js \
  serve/web/cards.css \
  serve/web/cards.js \
  serve/web/choice.js \
  serve/web/coast.js \
  serve/web/coastline.json \
  serve/web/colours.js \
  serve/web/dom.js \
  serve/web/edit.js \
  serve/web/end.js \
  serve/web/grid.js \
  serve/web/index.html \
  serve/web/input.js \
  serve/web/invite.js \
  serve/web/layout.js \
  serve/web/lobby.js \
  serve/web/log.js \
  serve/web/main.js \
  serve/web/map.js \
  serve/web/motion.js \
  serve/web/net.js \
  serve/web/options.js \
  serve/web/pages.css \
  serve/web/phone.css \
  serve/web/pictures.js \
  serve/web/pieces.js \
  serve/web/players.js \
  serve/web/pop.js \
  serve/web/position.js \
  serve/web/qr.js \
  serve/web/replay.js \
  serve/web/ring.js \
  serve/web/rules.js \
  serve/web/seats.js \
  serve/web/sheet.js \
  serve/web/style.css \
  serve/web/table.js \
  serve/web/top.js \
  serve/web/track.js \
  serve/web/zones.js \
  serve/web/zoom.js

serve/page_files.c: base/embed.awk $(serve_page) serve/local.mk
	$(AM_V_GEN)$(MKDIR_P) serve && (cd $(srcdir) && \
	  LC_ALL=C $(AWK) -v array=serve_page_files -v strip=serve/web/ -f base/embed.awk $(serve_page)) > $@.tmp && mv $@.tmp $@
CLEANFILES += serve/page_files.c

EXTRA_DIST += serve/README.md serve/web/package.json $(serve_page)
if !SERVE
EXTRA_DIST += $(serve_sources)
endif
