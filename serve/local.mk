# The server: the command `trvm serve`, where its libraries are there, and the page that is part of it.
serve_sources = \
  serve/hall.c \
  serve/hall.h \
  serve/http.c \
  serve/http.h \
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
  serve/work.c \
  serve/work.h

serve_page = \
  serve/web/dom.js \
  serve/web/index.html \
  serve/web/lobby.js \
  serve/web/main.js \
  serve/web/net.js \
  serve/web/style.css \
  serve/web/table.js

serve/page_files.c: base/embed.awk $(serve_page) serve/local.mk
	$(AM_V_GEN)$(MKDIR_P) serve && (cd $(srcdir) && \
	  LC_ALL=C $(AWK) -v array=serve_page_files -v strip=serve/web/ -f base/embed.awk $(serve_page)) > $@.tmp && mv $@.tmp $@
CLEANFILES += serve/page_files.c

EXTRA_DIST += serve/README.md $(serve_page)
if !SERVE
EXTRA_DIST += $(serve_sources)
endif
