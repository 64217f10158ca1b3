/* A person's turn: shows the position and acts on what is typed until a decision is made.
 *
 * Owns the keys. At a terminal a mistake is explained and asked again; from a pipe it ends the game with exit code 2,
 * because the lines that follow were meant for another position. */
#include <stdlib.h>
#include <string.h>

#include "trvm/leave.h"
#include "trvm/play.h"
#include "trvm/sheet.h"

struct play_seed play_seed_text(const struct play *play) {
  struct play_seed seed;
  trv_seed_text(play->seed, seed.text, sizeof seed.text);
  return seed;
}

/* ---- whose screen it is ---- */

/* Several people share a terminal, so that one's secrets must not stay on it for another. From a pipe there is no telling
 * who reads. */
bool ask_is_shared(const struct play *play) { return play->people > 1 && input_is_terminal(); }

bool ask_clear_private(struct play *play) {
  bool cleared = play->private_to >= 0 && ask_is_shared(play);
  leave_come_back();
  if (cleared) screen_clear(&play->screen);
  play->private_to = -1;
  leave_private(NULL);
  return cleared;
}

static bool begins_with_word(const char *line, const char *word, const char **rest) {
  size_t length = strlen(word);
  if (strncasecmp(line, word, length) != 0 || (line[length] && line[length] != ' ')) return false;
  *rest = line + length + strspn(line + length, " ");
  return true;
}

/* Whether a line is a key, as a letter or a whole word, with its text: "r R12" or "rule R12". `rest` is what follows. */
static bool is_key(const char *line, const char *letter, const char *word, const char **rest) {
  return begins_with_word(line, letter, rest) || begins_with_word(line, word, rest);
}

static bool is_lone_key(const char *line, const char *letter, const char *word) {
  const char *rest;
  return is_key(line, letter, word, &rest) && !*rest;
}

/* With hidden hands, and for an answer that others must not see, the screen is handed over empty, and nothing that was
 * typed before is taken for the Enter of the next person. So it is when the game was stopped, which anybody may have go
 * on. */
static enum answer hand_over(struct play *play, const trv_choice_info *info) {
  char *line = NULL;
  bool private = play->info.hidden_information || info->secret;
  bool is_theirs = play->private_to == (int)info->seat && !leave_was_stopped();
  if (is_theirs || !ask_is_shared(play)) return ANSWER_MADE;
  ask_clear_private(play);
  if (!private) return ANSWER_MADE;
  struct text prompt = { 0 };
  text_append_format(&prompt, "%s is next (q leaves): press Enter when nobody else is looking. ",
                     play_seat_name(play, info->seat));
  screen_clear(&play->screen);
  input_discard();
  enum input input = input_line(text_get(&prompt), NULL, &line);
  text_free(&prompt);
  if (input != INPUT_LINE) return ANSWER_ENDED;
  bool leaves = is_lone_key(line, "q", "quit") || is_lone_key(line, "exit", "leave");
  free(line);
  if (leaves) return ANSWER_LEFT;
  screen_clear(&play->screen);
  input_discard();
  play->private_to = (int)info->seat;
  leave_private(screen_clearing(&play->screen));
  return ANSWER_MADE;
}

/* ---- keys ---- */

static void show_keys(struct play *play) {
  static const struct {
    const char *key, *does;
  } keys[] = {
    { "3", "choose option 3" },
    { "take a", "choose the option that begins like that; y and n where it says yes or no" },
    { "h, hint", "what a strong bot would choose, and what comes of it" },
    { "?", "what is not offered, and why" },
    { "? TEXT", "search what is offered and what is denied; `? notation` shows how programs write options" },
    { "u, undo", "take back the last choice" },
    { "l, log", "the log so far" },
    { "t, table", "the whole table" },
    { "m, map", "where everybody stands: map or track, distances, what lies ahead" },
    { "o", "all options, where there are too many for the screen" },
    { "Enter", "the short table and the question again; takes the only option" },
    { "r", "the rules of this choice; `r R12` is a rule by its number, `r cards` those that speak of cards" },
    { "i NAME", "what a card or a place is, and where it lies" },
    { "learn", "has the game explained while you play; `+` tells more of it, `learn off` ends it" },
    { "s FILE", "save (s! overwrites); also `save FILE`" },
    { "q, quit", "leave; the game is saved" },
    { "help", "these keys" },
  };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    screen_spaces(&play->screen, 2);
    screen_pad(&play->screen, STYLE_STRONG, keys[i].key, 10);
    screen_wrap(&play->screen, STYLE_PLAIN, keys[i].does, 12, 12);
  }
}

/* Back to the last decision of a person at this screen; `force` although something would be known that was not known
 * then. `seat` is who asks. */
static bool take_back(struct play *play, uint32_t seat, bool force) {
  const struct screen *screen = &play->screen;
  size_t target;
  trv_move move;
  trv_take_back needs;
  if (trv_sitting_last(play->sitting, TRV_EVERYBODY, &target) != TRV_OK ||
      trv_sitting_move(play->sitting, target, &move) != TRV_OK ||
      trv_sitting_look_back(play->sitting, seat, target, &needs) != TRV_OK) {
    output_format(screen->out, "There is no choice to take back.\n");
    return false;
  }
  if (!force && needs.revealed) {
    struct text text = { 0 };
    if (move.seat == seat) text_append_format(&text, "Since your last choice");
    else text_append_format(&text, "Since the last choice of %s", play_seat_name(play, move.seat));
    text_append_format(&text, " something came to light: chance, something hidden, or another's choice.");
    screen_wrap(screen, STYLE_PLAIN, text.bytes, 0, 0);
    journal_show_since(play, (int)seat, target);
    output_format(screen->out, "If everybody agrees, `u!` takes it back all the same.\n");
    text_free(&text);
    return false;
  }
  if (!sit_take_back(play, seat, target)) return false;
  output_format(screen->out, "Taken back.\n");
  return true;
}

static void save_as(struct play *play, const char *file, bool overwrite) {
  if (save_write(play, *file ? file : NULL, overwrite))
    output_format(play->screen.out, "Saved to %s.\n", play->save_file);
}

enum key_result { KEY_NONE, KEY_DONE, KEY_SHOW_AGAIN, KEY_LEAVE };

typedef void drawing(struct play *play, uint32_t seat, const char *typed);

static void draw_table(struct play *play, uint32_t seat, const char *typed) {
  (void)typed;
  table_show(play, &play->screen, (int)seat);
}

static void draw_map(struct play *play, uint32_t seat, const char *typed) {
  (void)typed;
  map_show(play, &play->screen, (int)seat);
}

static void draw_options(struct play *play, uint32_t seat, const char *typed) {
  (void)seat, (void)typed;
  list_options(play, &play->screen, 0);
}

static void draw_rules(struct play *play, uint32_t seat, const char *typed) {
  (void)seat;
  rules_show(play, typed);
}

static void draw_card(struct play *play, uint32_t seat, const char *typed) { rules_tell(play, (int)seat, typed); }

/* What is not offered, or what was asked for. */
static void draw_denied(struct play *play, uint32_t seat, const char *typed) {
  (void)seat;
  if (strcasecmp(typed, "notation") == 0) list_notations(play);
  else if (*typed) list_search(play, typed);
  else list_denied(play);
}

/* What may be longer than the screen, page by page; `typed` is for the one who draws it. */
static enum key_result show_aside(struct play *play, uint32_t seat, drawing *draw, const char *typed) {
  struct screen_sheet sheet;
  struct screen screen = play->screen;
  sheet_begin(&sheet, &screen);
  play->screen = sheet.screen;
  draw(play, seat, typed);
  play->screen = screen;
  sheet_end(&sheet);
  input_pages(&screen, &sheet);
  sheet_free(&sheet);
  return KEY_DONE;
}

static enum key_result press_key(struct play *play, uint32_t seat, const char *line) {
  const char *rest;
  if (*line == '?') return show_aside(play, seat, draw_denied, line + 1 + strspn(line + 1, " "));
  if (is_key(line, "r", "rule", &rest)) return show_aside(play, seat, draw_rules, rest);
  if (is_key(line, "i", "info", &rest)) return show_aside(play, seat, draw_card, rest);
  if (is_key(line, "s", "save", &rest)) return save_as(play, rest, false), KEY_DONE;
  if (is_key(line, "s!", "save!", &rest)) return save_as(play, rest, true), KEY_DONE;
  if (strcasecmp(line, "help") == 0) return show_keys(play), KEY_DONE;
  if (is_key(line, "learn", "lessons", &rest)) return learn_switch(play, rest), *rest ? KEY_DONE : KEY_SHOW_AGAIN;
  if (is_lone_key(line, "+", "more")) return learn_tell_more(play), KEY_DONE;
  if (is_lone_key(line, "h", "hint")) return play_show_hint(play), KEY_DONE;
  if (is_lone_key(line, "l", "log")) return journal_show_all(play, (int)seat), KEY_DONE;
  if (is_lone_key(line, "t", "table")) return show_aside(play, seat, draw_table, "");
  if (is_lone_key(line, "m", "map")) return show_aside(play, seat, draw_map, "");
  if (is_lone_key(line, "o", "options")) return show_aside(play, seat, draw_options, "");
  if (is_lone_key(line, "q", "quit") || is_lone_key(line, "exit", "leave")) return KEY_LEAVE;
  bool force = is_lone_key(line, "u!", "undo!");
  if (force || is_lone_key(line, "u", "undo")) return take_back(play, seat, force) ? KEY_SHOW_AGAIN : KEY_DONE;
  return KEY_NONE;
}

/* ---- the turn ---- */

/* Who leaves a game that cannot be saved is told so first, and may still save it elsewhere. */
static bool may_leave(struct play *play) {
  if (!input_is_terminal() || play->loss_told || save_try(play)) return true;
  play->loss_told = true;
  output_format(play->screen.out,
                "The game cannot be saved here: `s FILE` saves it elsewhere, and `q` again leaves it%s.\n",
                ask_is_shared(play) ? ", and it is lost" : "; its choices are printed then");
  return false;
}

/* Acts on one line. MADE: decided (or taken back, so that another choice may be pending). */
static bool act_on(struct play *play, const trv_choice_info *info, const char *line, enum answer *answer) {
  long index = -1;
  if (!*line && info->options == 1) index = 0;
  else if (!*line) {
    output_format(play->screen.out, "Type the number of an option; `help` lists what else you can do.\n");
    if (input_is_terminal()) play_show_position(play, (int)info->seat);
    return false;
  } else if (trv_find_option(play->game, line) < 0) {
    switch (press_key(play, info->seat, line)) {
    case KEY_DONE: return false;
    case KEY_SHOW_AGAIN: *answer = ANSWER_MADE; return true;
    case KEY_LEAVE: *answer = ANSWER_LEFT; return may_leave(play);
    case KEY_NONE: break;
    }
  }
  char lead[48] = "";
  if (!input_is_terminal()) snprintf(lead, sizeof lead, "trvm: input line %zu: ", input_count());
  fflush(stdout);
  if (index < 0) index = list_find(play, line, lead);
  if (index >= 0) play->loss_told = false;
  /* Who is at a terminal is asked again, also after there was no memory for his choice. */
  if (index < 0 || !sit_choose(play, (uint32_t)index)) {
    *answer = ANSWER_WRONG;
    return !input_is_terminal();
  }
  *answer = ANSWER_MADE;
  return true;
}

static char *trimmed(char *line) {
  size_t length = strlen(line);
  while (length && strchr(" \t", line[length - 1])) line[--length] = '\0';
  return line + strspn(line, " \t");
}

static enum input ask_line(struct play *play, uint32_t seat, char **line) {
  struct text prompt = { 0 };
  text_append_format(&prompt, "%s> ", words_asked(play, seat));
  enum input input = ferror(play->screen.out) ? INPUT_END : input_line(text_get(&prompt), &play->typed[seat], line);
  text_free(&prompt);
  return input;
}

enum answer ask_person(struct play *play) {
  trv_choice_info info;
  enum answer answer;
  if (trv_game_choice(play->game, &info) != TRV_OK) return ANSWER_ENDED;
  answer = hand_over(play, &info);
  if (answer != ANSWER_MADE) return answer;
  play_show_position(play, (int)info.seat);
  for (;;) {
    char *line = NULL;
    enum input input = ask_line(play, info.seat, &line);
    if (input == INPUT_STOPPED) return ANSWER_MADE; /* nothing is, but the screen is handed over again */
    if (input != INPUT_LINE) return input == INPUT_WRONG ? ANSWER_WRONG : ANSWER_ENDED;
    bool done = act_on(play, &info, trimmed(line), &answer);
    free(line);
    if (done) return answer;
  }
}
