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
static bool is_kept(const struct play *play, int viewer) {
  if (viewer == EVERYBODY) return play->people == 0;
  return !play->table.wishes[viewer].bot;
}

/* Notes what was said since the last decision. `told` (may be NULL) is how the decision of `mover` is told to those
 * who were told nothing else about it, or `always`, and `phase` where it was made. */
static void hear_all(struct play *play, int mover, const char *told, bool always, const char *phase) {
  for (int viewer = EVERYBODY; viewer < (int)play->players; viewer++) {
    struct journal *journal = &play->journals[viewer + 1];
    struct hearing hearing = { play->game, journal, play->move_count };
    size_t before = journal->count;
    if (!is_kept(play, viewer)) continue;
    if (told && always && viewer != mover) add_line(journal, told, phase, play->move_count);
    trv_log_since(play->game, viewer, &journal->cursor, hear, &hearing);
    if (told && journal->count == before && viewer != mover) add_line(journal, told, phase, play->move_count);
  }
}

int moves_start(struct play *play) {
  for (size_t i = 0; i < play->move_count; i++) free(play->moves[i].notation);
  play->move_count = 0;
  play->saved_moves = SIZE_MAX;
  for (size_t i = 0; i <= TRV_MOST_PLAYERS; i++) clear_journal(&play->journals[i]);
  trv_game_unlisten(play->game);
  trv_game_listen(play->game);
  int status = trv_game_start(play->game, play->seed, play->number);
  hear_all(play, EVERYBODY, NULL, false, "");
  return status;
}

/* A decision may be told to the others when nothing in the game is hidden, or when only bots play. */
static bool may_be_told(const struct play *play, const trv_choice_info *info) {
  return play->people == 0 || (!play->info.hidden_information && !info->secret);
}

static void tell_decision(struct play *play, const trv_choice_info *info, uint32_t index, struct text *told) {
  struct text label = { 0 };
  TEXT_FILL(&label, trv_option_label, play->game, index);
  if (label.length == 0) TEXT_FILL(&label, trv_option_notation, play->game, index);
  text_append_format(told, "%s: %s", trv_setup_seat_name(play->setup, info->seat), text_get(&label));
  text_free(&label);
}

int moves_make(struct play *play, uint32_t index) {
  trv_choice_info info;
  struct text notation = { 0 }, told = { 0 };
  int status = trv_game_choice(play->game, &info);
  if (status != TRV_OK) return status;
  if (index >= info.options) return TRV_E_ARGUMENT;
  TEXT_FILL(&notation, trv_option_notation, play->game, index);
  if (may_be_told(play, &info)) tell_decision(play, &info, index, &told);
  status = trv_choose(play->game, index);
  if (status < 0) text_free(&notation);
  else {
    if (play->move_count == play->move_capacity) {
      play->move_capacity = play->move_capacity ? 2 * play->move_capacity : 64;
      play->moves = need_memory(play->moves, play->move_capacity * sizeof *play->moves);
    }
    play->moves[play->move_count++] = (struct move){ info.seat, index, info.decision, info.name, notation.bytes };
    /* What follows the last of several secret choices speaks of all of them. */
    hear_all(play, (int)info.seat, told.length ? told.bytes : NULL, play->watch || info.secret, info.phase);
  }
  text_free(&told);
  return status;
}

int moves_rewind(struct play *play, size_t count) {
  uint32_t *indices = need_memory(NULL, (count + 1) * sizeof *indices);
  for (size_t i = 0; i < count; i++) indices[i] = play->moves[i].index;
  int status = moves_start(play);
  for (size_t i = 0; i < count && status == TRV_CHOICE; i++) status = moves_make(play, indices[i]);
  for (size_t i = 0; i <= TRV_MOST_PLAYERS; i++) play->journals[i].shown = play->journals[i].count;
  free(indices);
  return status;
}

long moves_last_by_person(const struct play *play) {
  for (size_t i = play->move_count; i-- > 0;)
    if (!play->table.wishes[play->moves[i].seat].bot) return (long)i;
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

static void show_lines(const struct play *play, const struct journal *journal, size_t from) {
  while (from < journal->count) {
    size_t count = count_same(journal, from);
    screen_put(&play->screen, STYLE_FAINT, "  • ");
    show_line(&play->screen, &journal->lines[from], count, 4);
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

void journal_narrate(struct play *play, const char **phase, bool all) {
  const struct screen *screen = &play->screen;
  struct journal *journal = &play->journals[EVERYBODY + 1];
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

size_t journal_show_new(struct play *play, int viewer, const char *heading) {
  struct journal *journal = &play->journals[viewer + 1];
  size_t count = journal->count - journal->shown;
  if (count && heading) fprintf(play->screen.out, "%s\n", heading);
  show_lines(play, journal, journal->shown);
  journal->shown = journal->count;
  return count;
}

void journal_show_all(struct play *play, int viewer) {
  const struct journal *journal = &play->journals[viewer + 1];
  if (journal->count == 0) fprintf(play->screen.out, "Nothing was told so far.\n");
  show_lines(play, journal, 0);
}

/* The first line that was heard after the first `moves` decisions. */
static size_t line_after(const struct journal *journal, size_t moves) {
  size_t line = journal->count;
  while (line > 0 && journal->lines[line - 1].moves > moves) line--;
  return line;
}

void journal_show_since(struct play *play, int viewer, size_t moves) {
  const struct journal *journal = &play->journals[viewer + 1];
  show_lines(play, journal, line_after(journal, moves));
}

void journal_skip_seen(struct play *play) {
  for (size_t i = 0; i < play->move_count; i++) {
    struct journal *journal = &play->journals[play->moves[i].seat + 1];
    journal->shown = line_after(journal, i);
  }
}

void moves_free(struct play *play) {
  for (size_t i = 0; i < play->move_count; i++) free(play->moves[i].notation);
  free(play->moves);
  for (size_t i = 0; i <= TRV_MOST_PLAYERS; i++) {
    clear_journal(&play->journals[i]);
    free(play->journals[i].lines);
  }
}
