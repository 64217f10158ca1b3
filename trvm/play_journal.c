/* What was said, as lines on the screen, for one listener. The sitting knows what each of them may hear. */
#include <stdlib.h>
#include <string.h>

#include "trvm/play.h"

struct journal_line {
  char *text;        /* owned */
  const char *phase; /* in which it was said; borrowed from the program */
  size_t moves;      /* decisions made when it was said */
};

struct journal {
  const struct play *play;
  int viewer;
  struct journal_line *lines; /* owned */
  size_t count, capacity;
};

/* ---- reading ---- */

/* A choice that was told is told with who made it. */
static bool add_line(void *context, const trv_line *line) {
  struct journal *journal = context;
  struct text text = { 0 };
  if (journal->count == journal->capacity) {
    journal->capacity = journal->capacity ? 2 * journal->capacity : 64;
    journal->lines = need_memory(journal->lines, journal->capacity * sizeof *journal->lines);
  }
  if (line->seat >= 0)
    text_append_format(&text, "%s: ", play_seat_word(journal->play, (uint32_t)line->seat, journal->viewer));
  words_add(journal->play, journal->viewer, line->text, &text);
  journal->lines[journal->count++] = (struct journal_line){ need_copy(text_get(&text)), line->phase, line->moves };
  text_free(&text);
  return true;
}

/* The viewer's lines from number `first` on. */
static struct journal read_journal(const struct play *play, int viewer, size_t first) {
  struct journal journal = { .play = play, .viewer = viewer };
  trv_sitting_heard_each(play->sitting, viewer, first, add_line, &journal);
  return journal;
}

static void free_journal(struct journal *journal) {
  for (size_t i = 0; i < journal->count; i++) free(journal->lines[i].text);
  free(journal->lines);
}

/* ---- showing ---- */

/* How many lines from `from` on say the same in the same phase. */
static size_t count_same(const struct journal *journal, size_t from) {
  size_t count = 1;
  const struct journal_line *first = &journal->lines[from];
  while (from + count < journal->count && strcmp(first[count].text, first->text) == 0 &&
         strcmp(first[count].phase, first->phase) == 0)
    count++;
  return count;
}

/* A line that was said `count` times in a row, from column `indent` on. */
static void show_line(const struct screen *screen, const struct journal_line *line, size_t count, size_t indent) {
  struct text text = { 0 };
  text_append_format(&text, "%s", line->text);
  if (strncmp(text.bytes, "you", 3) == 0 && strchr("r ':", text.bytes[3])) text.bytes[0] = 'Y';
  if (count > 1) text_append_format(&text, " (%zu times)", count);
  screen_wrap(screen, STYLE_PLAIN, text.bytes, indent, indent);
  text_free(&text);
}

static void show_lines(const struct screen *screen, const struct journal *journal, size_t from) {
  while (from < journal->count) {
    size_t count = count_same(journal, from);
    screen_put(screen, STYLE_FAINT, "  • ");
    show_line(screen, &journal->lines[from], count, JOURNAL_INDENT);
    from += count;
  }
}

/* The margin that holds the names of phases: two spaces, the name, two spaces. */
enum { MARGIN_NAME = 16, MARGIN = MARGIN_NAME + 4 };

/* The name of a phase in the margin; one that is too long has a line to itself. */
static void show_margin(const struct screen *screen, const char *name) {
  screen_spaces(screen, 2);
  screen_pad(screen, STYLE_TITLE, name, MARGIN_NAME);
  if (screen_text_columns(name) <= MARGIN_NAME) screen_spaces(screen, 2);
  else {
    output_format(screen->out, "\n");
    screen_spaces(screen, MARGIN);
  }
}

void journal_narrate(struct play *play, const char **phase, bool all) {
  const struct screen *screen = &play->screen;
  size_t shown = trv_sitting_shown(play->sitting, TRV_EVERYBODY), at = 0;
  struct journal journal = read_journal(play, TRV_EVERYBODY, shown);
  while (at < journal.count) {
    const struct journal_line *line = &journal.lines[at];
    size_t count = count_same(&journal, at);
    if (!all && at + count == journal.count) break;
    bool inside = *line->phase != '\0', new_phase = !*phase || strcmp(*phase, line->phase) != 0;
    if (!*phase || (new_phase && !inside)) output_format(screen->out, "\n");
    if (inside && new_phase) show_margin(screen, line->phase);
    else if (inside) screen_spaces(screen, MARGIN);
    show_line(screen, line, count, inside ? MARGIN : 0);
    *phase = line->phase;
    at += count;
  }
  trv_sitting_show(play->sitting, TRV_EVERYBODY, shown + at);
  free_journal(&journal);
}

void journal_show_new(struct play *play, const struct screen *screen, int viewer) {
  struct journal journal = read_journal(play, viewer, trv_sitting_shown(play->sitting, viewer));
  show_lines(screen, &journal, 0);
  trv_sitting_show(play->sitting, viewer, trv_sitting_heard(play->sitting, viewer));
  free_journal(&journal);
}

void journal_show_all(struct play *play, int viewer) {
  struct journal journal = read_journal(play, viewer, 0);
  if (journal.count == 0) output_format(play->screen.out, "Nothing was told so far.\n");
  show_lines(&play->screen, &journal, 0);
  free_journal(&journal);
}

void journal_show_since(struct play *play, int viewer, size_t moves) {
  struct journal journal = read_journal(play, viewer, 0);
  size_t line = journal.count;
  while (line > 0 && journal.lines[line - 1].moves > moves) line--;
  show_lines(&play->screen, &journal, line);
  free_journal(&journal);
}
