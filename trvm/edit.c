/* The line that is typed: see edit.h. */
#include "trvm/edit.h"

#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "trvm/tool.h"

#define CONTROL(letter) ((letter)-64)
enum { ESCAPE = 27, DELETE = 127 };

static const char paste_end[] = "\033[201~";

/* ---- history ---- */

void edit_remember(struct edit_history *history, const char *line) {
  if (!*line || (history->count && strcmp(history->lines[history->count - 1], line) == 0)) return;
  if (history->count == EDIT_LINES_KEPT) {
    free(history->lines[0]);
    memmove(history->lines, history->lines + 1, --history->count * sizeof *history->lines);
  }
  history->lines[history->count++] = need_copy(line);
}

void edit_forget(struct edit_history *history) {
  while (history->count) free(history->lines[--history->count]);
}

/* ---- the line ---- */

void edit_begin(struct edit *edit, struct edit_history *history, struct edit_keys keys) {
  *edit = (struct edit){ .keys = keys, .history = history, .recalled = history ? history->count : 0 };
}

void edit_add_to(const struct edit *edit, struct text *text) {
  for (size_t i = 0; i < edit->line.length; i++) {
    char bytes[UNICODE_MOST_BYTES];
    text_append(text, bytes, unicode_encode(edit->line.characters[i], bytes));
  }
}

/* Takes the characters from `from` to `to` out of the line and puts the cursor there. */
static void remove_between(struct edit *edit, size_t from, size_t to) {
  uint32_t *characters = edit->line.characters;
  memmove(characters + from, characters + to, (edit->line.length - to) * sizeof *characters);
  edit->line.length -= to - from;
  edit->cursor = from;
}

/* The same; they can be put back elsewhere. */
static void kill_between(struct edit *edit, size_t from, size_t to) {
  if (from == to) return;
  memcpy(edit->killed.characters, edit->line.characters + from, (to - from) * sizeof *edit->killed.characters);
  edit->killed.length = to - from;
  remove_between(edit, from, to);
}

static bool insert(struct edit *edit, const struct edit_piece *piece) {
  uint32_t *at = edit->line.characters + edit->cursor;
  if (piece->beyond || edit->line.length + piece->length > EDIT_MOST) return false;
  memmove(at + piece->length, at, (edit->line.length - edit->cursor) * sizeof *at);
  memcpy(at, piece->characters, piece->length * sizeof *at);
  edit->line.length += piece->length;
  edit->cursor += piece->length;
  return true;
}

static void insert_character(struct edit *edit, uint32_t character) {
  uint32_t *at = edit->line.characters + edit->cursor;
  if (edit->line.length == EDIT_MOST || edit->line.beyond) {
    edit->line.beyond++;
    return;
  }
  memmove(at + 1, at, (edit->line.length++ - edit->cursor) * sizeof *at);
  *at = character;
  edit->cursor++;
}

static bool is_blank_at(const struct edit *edit, size_t at) { return edit->line.characters[at] == ' '; }

static size_t word_start(const struct edit *edit) {
  size_t at = edit->cursor;
  while (at > 0 && is_blank_at(edit, at - 1)) at--;
  while (at > 0 && !is_blank_at(edit, at - 1)) at--;
  return at;
}

static size_t word_end(const struct edit *edit) {
  size_t at = edit->cursor;
  while (at < edit->line.length && is_blank_at(edit, at)) at++;
  while (at < edit->line.length && !is_blank_at(edit, at)) at++;
  return at;
}

/* ---- what was typed before ---- */

static void recall(struct edit *edit, size_t number) {
  if (!edit->history || number > edit->history->count) return;
  if (edit->recalled == edit->history->count) edit->fresh = edit->line;
  edit->recalled = number;
  edit->line.length = edit->line.beyond = edit->cursor = 0;
  if (number == edit->history->count) insert(edit, &edit->fresh);
  else {
    const char *line = edit->history->lines[number];
    for (size_t left = strlen(line); left > 0;) {
      uint32_t character;
      size_t length = unicode_next(line, left, &character);
      insert_character(edit, character);
      line += length;
      left -= length;
    }
  }
}

/* ---- text ---- */

/* What is typed is seen: a character that hides, or would command a terminal, is shown as something else. */
static void take_character(struct edit *edit, uint32_t character) {
  if (unicode_is_control(character)) character = edit->plain && character != '\t' ? UNICODE_REPLACEMENT : ' ';
  if (unicode_is_deceptive(character)) character = UNICODE_REPLACEMENT;
  if (!edit->pasting) insert_character(edit, character);
  else if (edit->pasted.length < EDIT_MOST) edit->pasted.characters[edit->pasted.length++] = character;
  else edit->pasted.beyond++;
}

/* The bytes of the character that begins so; 1 for what begins none. */
static size_t wanted_bytes(unsigned char first) { return first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4; }

static void take_partial(struct edit *edit) {
  uint32_t character;
  if (!edit->partial_length) return;
  unicode_next(edit->partial, edit->partial_length, &character);
  edit->partial_length = 0;
  take_character(edit, character);
}

static void take_text(struct edit *edit, unsigned char byte) {
  if ((byte & 0xc0) != 0x80) take_partial(edit);
  edit->partial[edit->partial_length++] = (char)byte;
  if (edit->partial_length >= wanted_bytes((unsigned char)edit->partial[0])) take_partial(edit);
}

/* ---- pasting ---- */

static enum edit_event refuse(struct edit *edit, size_t count) {
  edit->refused = count;
  return EDIT_REFUSED;
}

enum edit_event edit_end_paste(struct edit *edit) {
  struct edit_piece *pasted = &edit->pasted;
  take_partial(edit);
  edit->pasting = false;
  edit->mark_matched = 0;
  if (!pasted->beyond)
    while (pasted->length && pasted->characters[pasted->length - 1] == ' ') pasted->length--;
  bool fits = insert(edit, pasted);
  return fits ? EDIT_GOES_ON : refuse(edit, edit->line.length + pasted->length + pasted->beyond);
}

static enum edit_event take_pasted(struct edit *edit, unsigned char byte) {
  if (byte == (unsigned char)paste_end[edit->mark_matched]) {
    if (!paste_end[++edit->mark_matched]) return edit_end_paste(edit);
    return EDIT_GOES_ON;
  }
  /* It was another sequence that only began like the mark: all of it is text. */
  for (size_t i = 0; i < edit->mark_matched; i++) take_text(edit, (unsigned char)paste_end[i]);
  edit->mark_matched = byte == ESCAPE;
  if (byte != ESCAPE) take_text(edit, byte);
  return EDIT_GOES_ON;
}

static void begin_paste(struct edit *edit) {
  take_partial(edit);
  edit->pasting = true;
  edit->mark_matched = edit->pasted.length = edit->pasted.beyond = 0;
}

/* ---- keys ---- */

static void erase_back(struct edit *edit, size_t from) {
  if (edit->line.beyond) edit->line.beyond--;
  else if (from < edit->cursor) remove_between(edit, from, edit->cursor);
}

static void erase_here(struct edit *edit) {
  if (edit->cursor < edit->line.length) remove_between(edit, edit->cursor, edit->cursor + 1);
}

static enum edit_event enter(struct edit *edit) {
  if (!edit->line.beyond) return EDIT_ENTER;
  size_t count = edit->line.length + edit->line.beyond;
  struct text text = { 0 };
  edit_add_to(edit, &text);
  if (edit->history) edit_remember(edit->history, text_get(&text)); /* what there was room for is not lost */
  text_free(&text);
  bool plain = edit->plain;
  edit_begin(edit, edit->history, edit->keys);
  edit->plain = plain;
  return refuse(edit, count);
}

/* The keys of editing that are one control character. */
static void edit_by_control(struct edit *edit, unsigned char byte) {
  size_t length = edit->line.length, cursor = edit->cursor;
  switch (byte) {
  case CONTROL('A'): edit->cursor = 0; break;
  case CONTROL('B'): edit->cursor -= cursor > 0; break;
  case CONTROL('D'): erase_here(edit); break;
  case CONTROL('E'): edit->cursor = length; break;
  case CONTROL('F'): edit->cursor += cursor < length; break;
  case DELETE:
  case CONTROL('H'): erase_back(edit, cursor - (cursor > 0)); break;
  case CONTROL('I'): take_character(edit, ' '); break;
  case CONTROL('K'): kill_between(edit, cursor, length); break;
  case CONTROL('N'): recall(edit, edit->recalled + 1); break;
  case CONTROL('P'): recall(edit, edit->recalled - 1); break;
  case CONTROL('U'):
    edit->line.beyond = 0;
    kill_between(edit, 0, cursor);
    break;
  case CONTROL('W'):
    edit->line.beyond = 0;
    kill_between(edit, word_start(edit), cursor);
    break;
  case CONTROL('Y'): insert(edit, &edit->killed); break;
  default: break;
  }
}

static enum edit_event take_control(struct edit *edit, unsigned char byte) {
  const struct edit_keys *keys = &edit->keys;
  take_partial(edit);
  if (byte == '\r' || byte == '\n') return enter(edit);
  if (byte && byte == keys->interrupt) return EDIT_INTERRUPT;
  if (byte && byte == keys->quit) return EDIT_QUIT;
  if (byte && byte == keys->suspend) return EDIT_SUSPEND;
  if (byte && byte == keys->end && !edit->line.length) return EDIT_END;
  if (byte == CONTROL('L')) return EDIT_CLEAR;
  edit_by_control(edit, byte);
  return EDIT_GOES_ON;
}

/* A key with Alt, or Escape before it. */
static void take_alternate(struct edit *edit, char key) {
  if (key == 'b') edit->cursor = word_start(edit);
  else if (key == 'f') edit->cursor = word_end(edit);
  else if (key == 'd') kill_between(edit, edit->cursor, word_end(edit));
  else if (key == DELETE) kill_between(edit, word_start(edit), edit->cursor);
}

/* "\033[1;5C": `parameters` is what stands between the bracket and the last letter. */
static void take_named(struct edit *edit, const char *parameters, char last) {
  bool by_words = strchr(parameters, ';') != NULL; /* with Ctrl, Alt or Shift */
  switch (last) {
  case 'A': recall(edit, edit->recalled - 1); break;
  case 'B': recall(edit, edit->recalled + 1); break;
  case 'C': edit->cursor = by_words ? word_end(edit) : edit->cursor + (edit->cursor < edit->line.length); break;
  case 'D': edit->cursor = by_words ? word_start(edit) : edit->cursor - (edit->cursor > 0); break;
  case 'F': edit->cursor = edit->line.length; break;
  case 'H': edit->cursor = 0; break;
  case '~':
    if (strcmp(parameters, "1") == 0 || strcmp(parameters, "7") == 0) edit->cursor = 0;
    if (strcmp(parameters, "4") == 0 || strcmp(parameters, "8") == 0) edit->cursor = edit->line.length;
    if (strcmp(parameters, "3") == 0) erase_here(edit);
    if (strcmp(parameters, "200") == 0) begin_paste(edit);
    break;
  default: break;
  }
}

/* A further byte of a key that sends several. Unknown keys do nothing; a control character breaks off. */
static enum edit_event take_sequence(struct edit *edit, unsigned char byte) {
  char *sequence = edit->sequence;
  size_t length = edit->sequence_length;
  edit->sequence_length = 0;
  if (byte < ' ') return edit_take(edit, byte);
  if (length == 1 && byte != '[' && byte != 'O') return take_alternate(edit, (char)byte), EDIT_GOES_ON;
  bool is_last = length > 1 && (sequence[1] == 'O' || (byte >= '@' && byte <= '~'));
  if (is_last) {
    sequence[length] = '\0';
    return take_named(edit, sequence + 2, (char)byte), EDIT_GOES_ON;
  }
  /* Of a sequence that is longer than any key's, only the end is looked for. */
  sequence[length < sizeof edit->sequence - 1 ? length++ : length - 1] = (char)byte;
  edit->sequence_length = length;
  return EDIT_GOES_ON;
}

/* A line that the system let one edit. */
static enum edit_event take_plain(struct edit *edit, unsigned char byte) {
  if (byte != '\n' && byte != '\r') return take_text(edit, byte), EDIT_GOES_ON;
  take_partial(edit);
  return enter(edit);
}

enum edit_event edit_take(struct edit *edit, unsigned char byte) {
  if (edit->plain) return take_plain(edit, byte);
  if (edit->pasting) return take_pasted(edit, byte);
  if (edit->sequence_length) return take_sequence(edit, byte);
  if (byte == ESCAPE) {
    take_partial(edit);
    edit->sequence[0] = ESCAPE;
    edit->sequence_length = 1;
    return EDIT_GOES_ON;
  }
  if (byte < ' ' || byte == DELETE) return take_control(edit, byte);
  take_text(edit, byte);
  return EDIT_GOES_ON;
}
