/* The page of a saved game: each choice, what was said of it, and the boards after it with that move marked. One file that
 * needs no other, and that prints well. */
#include <string.h>

#include "trvm/figures.h"
#include "trvm/markdown.h"
#include "trvm/play_rows.h"
#include "trvm/replay.h"

static const char style[] =
    ":root{color-scheme:light dark}body{font:1rem/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "h1,h2{font-family:system-ui,sans-serif;line-height:1.2}h2{font-size:1rem;margin:1.5rem 0 .3rem}p{margin:.2rem 0}"
    "section{break-inside:avoid}@media print{body{max-width:none}@page{margin:14mm}}";

static void put_escaped(struct text *out, const char *text) { markdown_escape(out, text, strlen(text)); }

static void begin(const struct play *play, struct text *out) {
  text_append_format(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
  put_escaped(out, play->info.title);
  text_append_format(out, "</title>\n<style>%s%s</style>\n</head>\n<body>\n<h1>", style, figures_style);
  put_escaped(out, play->info.title);
  text_append_format(out, "</h1>\n");
}

/* What the rules said; choices are headings. */
static bool put_line(void *context, const trv_line *line) {
  struct text *out = context;
  if (line->seat >= 0) return true;
  text_append_format(out, "<p>");
  put_escaped(out, line->text);
  text_append_format(out, "</p>\n");
  return true;
}

static void mark(struct play_pieces *pieces, const void *play) { rows_mark_last_moves(play, pieces, TRV_EVERYBODY); }

static void put_position(const struct play *play, size_t moves, size_t told, struct text *out) {
  trv_sitting_heard_each(play->sitting, TRV_EVERYBODY, told, put_line, out);
  figures_append(play->game, play->setup, mark, play, moves == 0, out);
  text_append_format(out, "</section>\n");
}

static void put_choice(const struct play *play, size_t number, struct text *out) {
  struct text line = { 0 };
  replay_append_choice(play, number, true, &line);
  text_append_format(out, "<section>\n<h2>%zu. ", number + 1);
  put_escaped(out, text_get(&line));
  text_append_format(out, "</h2>\n");
  text_free(&line);
}

int replay_page(struct play *play, const char *save, const char *file) {
  struct text out = { 0 };
  size_t count = trv_sitting_moves(play->sitting), told = 0;
  begin(play, &out);
  text_append_format(&out, "<section>\n");
  for (size_t i = 0; i <= count; i++) {
    int status = trv_sitting_go(play->sitting, i);
    if (status < 0) {
      complain("`%s`: %s", save, trv_status_text(status));
      text_free(&out);
      return EXIT_WRONG;
    }
    put_position(play, i, told, &out);
    told = trv_sitting_heard(play->sitting, TRV_EVERYBODY);
    if (i < count) put_choice(play, i, &out);
  }
  text_append_format(&out, "</body>\n</html>\n");
  bool stored = file_store_document(file, out.bytes);
  text_free(&out);
  return stored ? EXIT_FINE : EXIT_WRONG;
}
