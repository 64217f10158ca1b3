/* What each seat was told, line by line.
 *
 * A line is kept once, with all who heard it; to each of them it has the number that it has among his own, so that nobody
 * can count what was said to others. The library's log is read after every choice and ended: it has no past. */
#include <string.h>

#include "sitting/sitting.h"

static uint32_t viewer_bit(int viewer) { return UINT32_C(1) << (viewer + 1); }

/* Counts one more line for each who hears it, or one less. */
static void count_line(trv_sitting *sitting, uint32_t audience, bool more) {
  for (size_t i = 0; i <= sitting->players; i++)
    if (audience >> i & 1) sitting->heard[i] += more ? 1 : (size_t)-1;
}

static const char *cites_behind(const char *arguments) { return arguments + strlen(arguments) + 1; }

/* Most lines in a row are of one phase, so its arguments and what is cited are kept once; behind the text, with which they
 * go. */
static bool add_about(trv_sitting *sitting, const trv_log_info *said, struct sitting_line *line) {
  uint32_t cites;
  if (sitting->line_count) {
    line->arguments = sitting->lines[sitting->line_count - 1].arguments;
    const char *before = sitting->told.bytes + line->arguments;
    if (strcmp(before, said->arguments) == 0 && strcmp(cites_behind(before), said->cites) == 0) return true;
  }
  return sitting_add_text(sitting, &sitting->told, said->arguments, &line->arguments) &&
         sitting_add_text(sitting, &sitting->told, said->cites, &cites);
}

static bool add_line(trv_sitting *sitting, const char *text, const trv_log_info *said, int seat, uint32_t audience) {
  struct sitting_line line = {
    .phase = said->phase, .audience = audience, .seat = (int8_t)seat, .turn = (int8_t)said->seat
  };
  line.moves = (uint32_t)sitting->move_count;
  if (!audience) return true;
  struct sitting_line *lines =
      sitting_reserve(sitting, sitting->lines, sitting->line_count, &sitting->line_capacity, sizeof *lines);
  if (!lines) return false;
  sitting->lines = lines;
  if (!sitting_add_text(sitting, &sitting->told, text, &line.text)) return false;
  if (!add_about(sitting, said, &line)) return false;
  sitting->lines[sitting->line_count++] = line;
  sitting->past = sitting->line_count; /* whoever chooses stands at the end */
  count_line(sitting, audience, true);
  return true;
}

/* ---- from the log ---- */

/* The next entry of the log that one viewer hears. */
struct ear {
  size_t cursor;    /* of the log: one beyond the entry */
  const char *text; /* NULL: he hears no more */
};

static bool take_one(void *context, const char *text) {
  struct ear *ear = context;
  ear->text = text;
  return false;
}

static void listen_on(const trv_sitting *sitting, int viewer, struct ear *ear) {
  ear->text = NULL;
  trv_log_since(sitting->game, viewer, &ear->cursor, take_one, ear);
}

/* Adds the log, each entry once with all who hear it. *heard gets everybody who heard anything. */
static bool add_log(trv_sitting *sitting, uint32_t *heard) {
  struct ear ears[SITTING_VIEWERS] = { 0 };
  int players = (int)sitting->players;
  for (int viewer = TRV_EVERYBODY; viewer < players; viewer++) listen_on(sitting, viewer, &ears[viewer + 1]);
  for (;;) {
    const struct ear *next = NULL;
    for (int i = 0; i <= players; i++)
      if (ears[i].text && (!next || ears[i].cursor < next->cursor)) next = &ears[i];
    if (!next) return trv_log_is_whole(sitting->game);
    size_t cursor = next->cursor;
    const char *text = next->text;
    uint32_t audience = 0;
    for (int viewer = TRV_EVERYBODY; viewer < players; viewer++) {
      struct ear *ear = &ears[viewer + 1];
      if (!ear->text || ear->cursor != cursor) continue;
      audience |= viewer_bit(viewer);
      listen_on(sitting, viewer, ear);
    }
    *heard |= audience;
    trv_log_info said;
    trv_log_describe(sitting->game, cursor - 1, &said);
    if (!add_line(sitting, text, &said, -1, audience)) return false;
  }
}

bool sitting_hear(trv_sitting *sitting, int seat, const char *label, bool always, const char *phase) {
  uint32_t all = (UINT32_C(2) << sitting->players) - 1, heard = 0;
  uint32_t others = seat < 0 ? all : all & ~viewer_bit(seat);
  trv_log_info chosen = { .phase = phase, .arguments = "", .seat = -1, .cites = "" };
  bool added = !label || !always || add_line(sitting, label, &chosen, seat, others);
  added = added && add_log(sitting, &heard);
  if (added && label && !always) added = add_line(sitting, label, &chosen, seat, others & ~heard);
  trv_game_unlisten(sitting->game);
  return added;
}

/* From where it was before, so that stepping through a game takes no longer than there are lines. */
void sitting_stand_at(trv_sitting *sitting, size_t moves) {
  const struct sitting_line *lines = sitting->lines;
  sitting->at = moves;
  while (sitting->past < sitting->line_count && lines[sitting->past].moves <= moves)
    count_line(sitting, lines[sitting->past++].audience, true);
  while (sitting->past && lines[sitting->past - 1].moves > moves)
    count_line(sitting, lines[--sitting->past].audience, false);
}

void sitting_cut_lines(trv_sitting *sitting, size_t count) {
  while (sitting->line_count > count) {
    const struct sitting_line *line = &sitting->lines[--sitting->line_count];
    sitting->told.length = line->text;
    if (sitting->past <= sitting->line_count) continue;
    sitting->past = sitting->line_count;
    count_line(sitting, line->audience, false);
  }
}

void sitting_forget_lines(trv_sitting *sitting, size_t moves) {
  size_t count = sitting->line_count;
  while (count && sitting->lines[count - 1].moves > moves) count--;
  sitting_cut_lines(sitting, count);
  for (size_t i = 0; i <= sitting->players; i++)
    if (sitting->shown[i] > sitting->heard[i]) sitting->shown[i] = sitting->heard[i];
}

/* ---- reading ---- */

static bool is_heard(const struct sitting_line *line, int viewer) { return line->audience & viewer_bit(viewer); }

static bool is_viewer(const trv_sitting *sitting, int viewer) {
  return sitting && viewer >= TRV_EVERYBODY && viewer < (int)sitting->players;
}

/* Lines that a viewer heard up to this many choices, of those made in the position of the game. */
static size_t count_heard(const trv_sitting *sitting, int viewer, size_t moves) {
  size_t count = sitting->heard[viewer + 1];
  for (size_t end = sitting->past; end && sitting->lines[end - 1].moves > moves; end--)
    count -= is_heard(&sitting->lines[end - 1], viewer);
  return count;
}

size_t trv_sitting_heard(const trv_sitting *sitting, int seat) {
  return is_viewer(sitting, seat) ? sitting->heard[seat + 1] : 0;
}

int trv_sitting_heard_each(const trv_sitting *sitting, int seat, size_t first,
                           bool (*each)(void *context, const trv_line *line), void *context) {
  if (!is_viewer(sitting, seat) || !each) return TRV_E_ARGUMENT;
  size_t end = sitting->past, number = sitting->heard[seat + 1], at = end;
  while (number > first) number -= is_heard(&sitting->lines[--at], seat);
  bool *busy = &((trv_sitting *)sitting)->busy, before = *busy; /* the lines must stay while they are told */
  *busy = true;
  for (; at < end; at++) {
    const struct sitting_line *line = &sitting->lines[at];
    if (!is_heard(line, seat)) continue;
    trv_line told = { .number = number++,
                      .text = sitting->told.bytes + line->text,
                      .phase = line->phase,
                      .arguments = sitting->told.bytes + line->arguments,
                      .turn = line->turn,
                      .cites = cites_behind(sitting->told.bytes + line->arguments),
                      .seat = line->seat,
                      .moves = line->moves };
    if (!each(context, &told)) break;
  }
  *busy = before;
  return TRV_OK;
}

size_t trv_sitting_shown(const trv_sitting *sitting, int seat) {
  size_t heard = trv_sitting_heard(sitting, seat);
  return heard && sitting->shown[seat + 1] < heard ? sitting->shown[seat + 1] : heard;
}

int trv_sitting_show(trv_sitting *sitting, int seat, size_t lines) {
  if (!is_viewer(sitting, seat) || lines > trv_sitting_heard(sitting, seat)) return TRV_E_ARGUMENT;
  sitting->shown[seat + 1] = lines;
  return TRV_OK;
}

void sitting_skip_shown(trv_sitting *sitting) {
  for (uint32_t seat = 0; seat < sitting->players; seat++) {
    size_t last = sitting->move_count; /* one beyond the seat's last choice */
    while (last && sitting->moves[last - 1].seat != seat) last--;
    if (last) sitting->shown[seat + 1] = count_heard(sitting, (int)seat, last - 1);
  }
}
