/* The decisions of a sitting and the journal of what was said, per listener.
 *
 * Taking back plays the earlier decisions again from the start: the game is the same for the same seed, so nothing
 * else needs to be kept. A seat's journal holds only what that seat may hear. */
#include <stdlib.h>
#include <string.h>

#include "trvm/play.h"

static void add_line(struct journal *journal, const char *text, const char *phase, size_t moves) {
  if (journal->count == journal->capacity) {
    journal->capacity = journal->capacity ? 2 * journal->capacity : 64;
    journal->lines = need_memory(journal->lines, journal->capacity * sizeof *journal->lines);
  }
  journal->lines[journal->count++] = (struct journal_line){ need_copy(text), phase, moves };
}

static void clear_journal(struct journal *journal) {
  for (size_t i = 0; i < journal->count; i++) free(journal->lines[i].text);
  journal->count = journal->shown = journal->cursor = 0;
}

struct hearing {
  const trv_game *game;
  struct journal *journal;
  size_t moves;
};

static bool hear(void *context, const char *text) {
  struct hearing *hearing = context;
  add_line(hearing->journal, text, trv_log_phase(hearing->game, hearing->journal->cursor - 1), hearing->moves);
  return true;
}

/* Is anybody interested in this journal? With no people at the table it is the one of everybody. */
static bool is_kept(const struct sitting *sitting, int viewer) {
  if (viewer == EVERYBODY) return sitting->people == 0;
  return !sitting->table.wishes[viewer].bot;
}

/* Notes what was said since the last decision. `told` (may be NULL) is how the decision of `mover` is told to those
 * who were told nothing else about it, or `always`, and `phase` where it was made. */
static void hear_all(struct sitting *sitting, int mover, const char *told, bool always, const char *phase) {
  for (int viewer = EVERYBODY; viewer < (int)sitting->players; viewer++) {
    struct journal *journal = &sitting->journals[viewer + 1];
    struct hearing hearing = { sitting->game, journal, sitting->move_count };
    size_t before = journal->count;
    if (!is_kept(sitting, viewer)) continue;
    if (told && always && viewer != mover) add_line(journal, told, phase, sitting->move_count);
    trv_log_since(sitting->game, viewer, &journal->cursor, hear, &hearing);
    if (told && journal->count == before && viewer != mover) add_line(journal, told, phase, sitting->move_count);
  }
}

int moves_start(struct sitting *sitting) {
  for (size_t i = 0; i < sitting->move_count; i++) free(sitting->moves[i].notation);
  sitting->move_count = 0;
  sitting->saved_moves = SIZE_MAX;
  for (size_t i = 0; i <= TRV_MOST_PLAYERS; i++) clear_journal(&sitting->journals[i]);
  trv_game_unlisten(sitting->game);
  trv_game_listen(sitting->game);
  int status = trv_game_start(sitting->game, sitting->seed, sitting->number);
  hear_all(sitting, EVERYBODY, NULL, false, "");
  return status;
}

/* A decision may be told to the others when nothing in the game is hidden, or when only bots play. */
static bool may_be_told(const struct sitting *sitting, const trv_choice_info *info) {
  return sitting->people == 0 || (!sitting->info.hidden_information && !info->secret);
}

static void tell_decision(struct sitting *sitting, const trv_choice_info *info, uint32_t index, struct text *told) {
  struct text label = { 0 };
  TEXT_FILL(&label, trv_option_label, sitting->game, index);
  if (label.length == 0) TEXT_FILL(&label, trv_option_notation, sitting->game, index);
  text_append_format(told, "%s: %s", trv_setup_seat_name(sitting->setup, info->seat), text_get(&label));
  text_free(&label);
}

int moves_make(struct sitting *sitting, uint32_t index) {
  trv_choice_info info;
  struct text notation = { 0 }, told = { 0 };
  int status = trv_game_choice(sitting->game, &info);
  if (status != TRV_OK) return status;
  if (index >= info.options) return TRV_E_ARGUMENT;
  TEXT_FILL(&notation, trv_option_notation, sitting->game, index);
  if (may_be_told(sitting, &info)) tell_decision(sitting, &info, index, &told);
  status = trv_choose(sitting->game, index);
  if (status < 0) text_free(&notation);
  else {
    if (sitting->move_count == sitting->move_capacity) {
      sitting->move_capacity = sitting->move_capacity ? 2 * sitting->move_capacity : 64;
      sitting->moves = need_memory(sitting->moves, sitting->move_capacity * sizeof *sitting->moves);
    }
    sitting->moves[sitting->move_count++] = (struct move){ info.seat, index, info.decision, info.name, notation.bytes };
    /* What follows the last of several secret choices speaks of all of them. */
    hear_all(sitting, (int)info.seat, told.length ? told.bytes : NULL, sitting->watch || info.secret, info.phase);
  }
  text_free(&told);
  return status;
}

int moves_rewind(struct sitting *sitting, size_t count) {
  uint32_t *indices = need_memory(NULL, (count + 1) * sizeof *indices);
  for (size_t i = 0; i < count; i++) indices[i] = sitting->moves[i].index;
  int status = moves_start(sitting);
  for (size_t i = 0; i < count && status == TRV_CHOICE; i++) status = moves_make(sitting, indices[i]);
  for (size_t i = 0; i <= TRV_MOST_PLAYERS; i++) sitting->journals[i].shown = sitting->journals[i].count;
  free(indices);
  return status;
}

long moves_last_by_person(const struct sitting *sitting) {
  for (size_t i = sitting->move_count; i-- > 0;)
    if (!sitting->table.wishes[sitting->moves[i].seat].bot) return (long)i;
  return -1;
}

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
  if (count > 1) text_append_format(&text, " (%zu times)", count);
  screen_wrap(screen, STYLE_PLAIN, text.bytes, indent, indent);
  text_free(&text);
}

static void show_lines(const struct sitting *sitting, const struct journal *journal, size_t from) {
  while (from < journal->count) {
    size_t count = count_same(journal, from);
    screen_put(&sitting->screen, STYLE_FAINT, "  • ");
    show_line(&sitting->screen, &journal->lines[from], count, 4);
    from += count;
  }
}

/* The margin that holds the names of phases: two spaces, the name, two spaces. */
enum { MARGIN_NAME = 16, MARGIN = MARGIN_NAME + 4 };

/* The name of a phase in the margin; one that is too long has a line to itself. */
static void show_margin(const struct screen *screen, const char *name) {
  screen_spaces(screen, 2);
  screen_pad(screen, STYLE_TITLE, name, MARGIN_NAME);
  if (text_columns(name) <= MARGIN_NAME) screen_spaces(screen, 2);
  else {
    fputc('\n', screen->out);
    screen_spaces(screen, MARGIN);
  }
}

void journal_narrate(struct sitting *sitting, const char **phase, bool all) {
  const struct screen *screen = &sitting->screen;
  struct journal *journal = &sitting->journals[EVERYBODY + 1];
  while (journal->shown < journal->count) {
    const struct journal_line *line = &journal->lines[journal->shown];
    size_t count = count_same(journal, journal->shown);
    if (!all && journal->shown + count == journal->count) return;
    bool inside = *line->phase != '\0', new_phase = !*phase || strcmp(*phase, line->phase) != 0;
    if (!*phase || (new_phase && !inside)) fputc('\n', screen->out);
    if (inside && new_phase) show_margin(screen, line->phase);
    else if (inside) screen_spaces(screen, MARGIN);
    show_line(screen, line, count, inside ? MARGIN : 0);
    *phase = line->phase;
    journal->shown += count;
  }
}

size_t journal_show_new(struct sitting *sitting, int viewer, const char *heading) {
  struct journal *journal = &sitting->journals[viewer + 1];
  size_t count = journal->count - journal->shown;
  if (count && heading) fprintf(sitting->screen.out, "%s\n", heading);
  show_lines(sitting, journal, journal->shown);
  journal->shown = journal->count;
  return count;
}

void journal_show_all(struct sitting *sitting, int viewer) {
  const struct journal *journal = &sitting->journals[viewer + 1];
  if (journal->count == 0) fprintf(sitting->screen.out, "Nothing was told so far.\n");
  show_lines(sitting, journal, 0);
}

/* The first line that was heard after the first `moves` decisions. */
static size_t line_after(const struct journal *journal, size_t moves) {
  size_t line = journal->count;
  while (line > 0 && journal->lines[line - 1].moves > moves) line--;
  return line;
}

void journal_show_since(struct sitting *sitting, int viewer, size_t moves) {
  const struct journal *journal = &sitting->journals[viewer + 1];
  show_lines(sitting, journal, line_after(journal, moves));
}

void journal_skip_seen(struct sitting *sitting) {
  for (size_t i = 0; i < sitting->move_count; i++) {
    struct journal *journal = &sitting->journals[sitting->moves[i].seat + 1];
    journal->shown = line_after(journal, i);
  }
}

void moves_free(struct sitting *sitting) {
  for (size_t i = 0; i < sitting->move_count; i++) free(sitting->moves[i].notation);
  free(sitting->moves);
  for (size_t i = 0; i <= TRV_MOST_PLAYERS; i++) {
    clear_journal(&sitting->journals[i]);
    free(sitting->journals[i].lines);
  }
}
