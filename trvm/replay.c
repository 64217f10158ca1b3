/* `trvm replay`: a saved game step by step, forwards and backwards: who chose what, and what was said of it. Branching off is
 * `trvm play` from an earlier choice. */
#include <stdlib.h>
#include <string.h>

#include "trvm/archive.h"
#include "trvm/arguments.h"
#include "trvm/replay.h"

/* What `play` calls an option that is handed on to it; NULL for those that are not. */
static const char *play_option(int id) {
  switch (id) {
  case OPTION_BRANCH: return "--branch";
  case OPTION_HOTSEAT: return "--hotseat";
  case OPTION_BOTS: return "--bots";
  case OPTION_SEAT: return "--seat";
  case OPTION_SAVE: return "--save";
  default: return NULL;
  }
}

struct replay {
  const char *file;
  const char *page;    /* to be written instead, or NULL */
  uint32_t from, step; /* 0: not asked for */
  struct play play;    /* nobody sits at its table: it is there to be shown */
  trv_save *save;
  struct save_files files;
};

/* ---- the game ---- */

static int load(struct replay *replay, const struct arguments *arguments, bool colour) {
  struct play *play = &replay->play;
  struct file_mark mark;
  int exit_code = save_open(replay->file, &replay->save, &mark);
  if (exit_code != EXIT_FINE) return exit_code;
  trv_save_info info = trv_save_describe(replay->save);
  const char *game = arguments->operand_count > 1 ? arguments->operands[1] : NULL;
  exit_code = save_find_files(replay->save, replay->file, game, &arguments->variants, &replay->files);
  const struct variant_files *variants = &replay->files.variants;
  if (exit_code == EXIT_FINE)
    exit_code = load_program(replay->files.game, variants, &arguments->link, colour, &play->program);
  if (exit_code != EXIT_FINE) return exit_code;
  play->file = replay->files.game;
  play->reach = variants->reach;
  play->info = trv_program_describe(play->program);
  play->players = info.players;
  play->seed = info.seed;
  play->number = info.number;
  play->private_to = -1;
  exit_code = save_setup(play->program, replay->save, replay->file, &play->setup);
  if (exit_code != EXIT_FINE) return exit_code;
  trv_sitting_options nobody = { .struct_size = sizeof nobody, .setup = play->setup };
  for (uint32_t seat = 0; seat < info.seats; seat++)
    if (*trv_save_who(replay->save, seat).name) play->names[seat] = need_copy(trv_save_who(replay->save, seat).name);
  exit_code = save_sit(&nobody, replay->save, replay->file, &play->sitting);
  play->game = trv_sitting_game(play->sitting);
  return exit_code;
}

/* ---- showing ---- */

static void introduce(const struct replay *replay) {
  const struct play *play = &replay->play;
  trv_save_info info = trv_save_describe(replay->save);
  screen_put(&play->screen, STYLE_TITLE, play->info.title);
  output_format(play->screen.out, ", %u player%s", play->players, plural(play->players));
  if (!trv_seed_is_long(play->seed)) output_format(play->screen.out, ", seed %s", play_seed_text(play).text);
  output_format(play->screen.out, ", %zu choice%s\n", info.choices, plural(info.choices));
  play_tell_applied(&play->screen, play->program);
}

/* What was said of a choice. Where the rules tell of it themselves, beginning with whoever chose, its label is left out, so
 * that nothing is told twice. */
struct replay_said {
  const struct play *play;
  const char *chooser; /* as the rules name the seat */
  struct text lines;   /* each ended by a line end */
  bool tells_choice;
};

static bool take_line(void *context, const trv_line *line) {
  struct replay_said *said = context;
  size_t length = strlen(said->chooser);
  if (line->seat >= 0) return true; /* the label of a choice */
  said->tells_choice |= length && strncmp(line->text, said->chooser, length) == 0 && line->text[length] == ' ';
  words_add(said->play, TRV_EVERYBODY, line->text, &said->lines);
  text_append_format(&said->lines, "\n");
  return true;
}

/* Lines that are indented, but the first if it stands behind a number. */
static void put_said(const struct screen *screen, struct text *lines, bool is_behind) {
  char *rest = NULL, *line = lines->length ? strtok_r(lines->bytes, "\n", &rest) : NULL;
  for (; line; line = strtok_r(NULL, "\n", &rest)) {
    if (!is_behind) screen_spaces(screen, 8);
    screen_wrap(screen, is_behind ? STYLE_PLAIN : STYLE_FAINT, line, is_behind ? 7 : 8, is_behind ? 9 : 10);
    is_behind = false;
  }
}

/* What was said before anybody chose. */
static void put_opening(const struct play *play) {
  struct replay_said said = { .play = play, .chooser = "" };
  trv_sitting_heard_each(play->sitting, TRV_EVERYBODY, 0, take_line, &said);
  put_said(&play->screen, &said.lines, false);
  text_free(&said.lines);
}

void replay_append_choice(const struct play *play, size_t number, bool notation, struct text *line) {
  trv_move made;
  struct text label = { 0 };
  if (trv_sitting_move(play->sitting, number, &made) != TRV_OK) return;
  TEXT_FILL(&label, trv_option_label, play->game, made.index);
  text_append_format(line, "%s: ", play_seat_name(play, made.seat));
  words_add(play, TRV_EVERYBODY, label.length ? text_get(&label) : made.notation, line);
  if (notation && label.length && strcmp(text_get(&label), made.notation) != 0)
    text_append_format(line, "  [%s: %s]", made.choice, made.notation);
  text_free(&label);
}

static bool go_to(struct replay *replay, size_t moves) {
  int status = trv_sitting_go(replay->play.sitting, moves);
  if (status < 0) complain("`%s`: %s", replay->file, trv_status_text(status));
  return status >= 0;
}

/* "   12  p2 takes a red card", or "   12  p2: take a red card" where the rules say nothing of it; then what else was said. */
static bool show_choice(struct replay *replay, size_t number) {
  const struct play *play = &replay->play;
  struct replay_said said = { .play = play };
  struct text choice = { 0 };
  trv_move made;
  if (!go_to(replay, number) || trv_sitting_move(play->sitting, number, &made) != TRV_OK) return false;
  size_t told = trv_sitting_heard(play->sitting, TRV_EVERYBODY);
  replay_append_choice(play, number, replay->step, &choice);
  if (!go_to(replay, number + 1)) {
    text_free(&choice);
    return false;
  }
  said.chooser = trv_setup_seat_name(play->setup, made.seat);
  trv_sitting_heard_each(play->sitting, TRV_EVERYBODY, told, take_line, &said);
  bool once = said.tells_choice && !replay->step;
  output_format(play->screen.out, "%5zu  ", number + 1);
  if (!once) screen_wrap(&play->screen, STYLE_PLAIN, text_get(&choice), 7, 9);
  put_said(&play->screen, &said.lines, once);
  text_free(&choice);
  text_free(&said.lines);
  return true;
}

/* ---- stepping ---- */

static bool is_word(const char *line, const char *letter, const char *word) {
  return strcasecmp(line, letter) == 0 || strcasecmp(line, word) == 0;
}

/* Where to go on from number `at`: what a person at a terminal says, or the next. False when that is enough. */
static bool ask_where(struct replay *replay, size_t count, size_t *at) {
  const struct screen *screen = &replay->play.screen;
  if (!screen->terminal || !input_is_terminal()) return (*at)++ < count;
  for (;;) {
    char *line = NULL;
    enum input input =
        input_line(*at < count ? "Enter: next, b: back, t: table, q: stop> " : "b: back, q: stop> ", NULL, &line);
    if (input == INPUT_STOPPED) continue;
    if (input != INPUT_LINE) return false;
    size_t digits = strspn(line, "0123456789");
    unsigned long number = digits && digits < 8 && !line[digits] ? strtoul(line, NULL, 10) : 0;
    bool stops = is_word(line, "q", "quit") || is_word(line, "exit", "stop"), back = is_word(line, "b", "back");
    bool next = !*line || is_word(line, "n", "next"), end = is_word(line, "e", "end"),
         table = is_word(line, "t", "table");
    free(line);
    if (stops || (next && *at >= count)) return false;
    if (next) return ++*at, true;
    if (end) return *at = count, true;
    if (back && *at > 0) return --*at, true;
    if (number >= 1 && number <= count) return *at = number - 1, true;
    if (table) table_show(&replay->play, screen, TRV_EVERYBODY);
    else if (back) output_format(screen->out, "This is the first choice.\n");
    else
      output_format(
          screen->out,
          "Enter: the next choice; b: the one before; 12: choice 12 of %zu; e: the end; t: the table; q: stop.\n",
          count);
  }
}

/* False when there is no result after a game that is over. */
static bool show_end(struct replay *replay) {
  struct play *play = &replay->play;
  trv_choice_info choice;
  if (trv_game_status(play->game) == TRV_OVER) return play_show_result(play);
  if (trv_game_choice(play->game, &choice) == TRV_OK) {
    char *name = tool_name_in_words(choice.name);
    output_format(play->screen.out, "\nIt is for %s to choose: %s.\n", play_seat_name(play, choice.seat), name);
    free(name);
  }
  return true;
}

static int show(struct replay *replay) {
  struct play *play = &replay->play;
  size_t count = trv_sitting_moves(play->sitting);
  size_t first = replay->step ? replay->step - 1 : replay->from ? replay->from - 1 : 0;
  if (first >= count && first) {
    complain("`%s` has only %zu choice%s", replay->file, count, plural(count));
    return EXIT_WRONG;
  }
  introduce(replay);
  if (!go_to(replay, first)) return EXIT_WRONG;
  if (first == 0) put_opening(play);
  if (replay->step) {
    table_show(play, &play->screen, TRV_EVERYBODY);
    return count == 0 || show_choice(replay, first) ? EXIT_FINE : EXIT_WRONG;
  }
  size_t at = first;
  do {
    if (at < count && !show_choice(replay, at)) return EXIT_WRONG;
    if (at == count && !show_end(replay)) return EXIT_FINDINGS;
  } while (ask_where(replay, count, &at));
  return EXIT_FINE;
}

static int replay_save(struct replay *replay, const struct arguments *arguments, bool colour) {
  struct play *play = &replay->play;
  int exit_code = load(replay, arguments, colour);
  if (exit_code == EXIT_FINE) exit_code = replay->page ? replay_page(play, replay->file, replay->page) : show(replay);
  trv_sitting_free(play->sitting);
  trv_setup_free(play->setup);
  trv_program_free(play->program);
  for (uint32_t seat = 0; seat < TRV_MOST_PLAYERS; seat++) free(play->names[seat]);
  trv_save_free(replay->save);
  save_free_files(&replay->files);
  return exit_code;
}

/* ---- the command ---- */

/* The words of the `play` that branches off. */
struct words {
  char **items; /* owned, with room for all of them and a NULL */
  int count;
};

static void add_word(struct words *words, const char *word) { words->items[words->count++] = (char *)word; }

/* Each word of the command line becomes two at most. */
static struct words begin_words(int argc) {
  struct words words = { .items = need_memory(NULL, (2 * (size_t)argc + 10) * sizeof(char *)) };
  add_word(&words, "play");
  return words;
}

static int branch(struct words *words, const struct arguments *arguments) {
  static char *const colours[] = { "auto", "always", "never" };
  add_word(words, "--color");
  add_word(words, colours[arguments->colour]);
  add_word(words, "--resume");
  add_word(words, arguments->operands[0]);
  if (arguments->operand_count > 1) add_word(words, arguments->operands[1]);
  for (size_t i = 0; i < arguments->variants.count; i++) {
    add_word(words, "--variant");
    add_word(words, arguments->variants.names[i]);
  }
  for (size_t i = 0; i < arguments->link.library_count; i++) {
    add_word(words, "--allow-ffi");
    add_word(words, arguments->libraries[i]);
  }
  if (arguments->link.check) add_word(words, "--check-ffi");
  words->items[words->count] = NULL;
  return arguments_run(command_find("play"), words->count, words->items);
}

int replay_command(struct arguments *arguments) {
  struct replay *replay = need_memory(NULL, sizeof *replay);
  struct words words = begin_words(arguments->argc);
  struct screen errors;
  bool branches = false, seats = false, fine = true;
  int exit_code = EXIT_WRONG;
  *replay = (struct replay){ 0 };
  for (int id; fine && (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (id == ARGUMENTS_STOP) {
      free(words.items);
      free(replay);
      return arguments->exit_code;
    }
    if (id == OPTION_FROM) fine = arguments_number("--from", arguments->value, 1, UINT32_MAX, &replay->from);
    if (id == OPTION_STEP) fine = arguments_number("--step", arguments->value, 1, UINT32_MAX, &replay->step);
    if (id == OPTION_HTML_FILE) replay->page = arguments->value;
    if (id == OPTION_BRANCH) branches = true;
    seats |= id == OPTION_HOTSEAT || id == OPTION_BOTS || id == OPTION_SEAT || id == OPTION_SAVE;
    if (play_option(id)) add_word(&words, play_option(id));
    if (play_option(id) && arguments->value) add_word(&words, arguments->value);
  }
  fine = fine && arguments_operands(arguments, 1, 2);
  char *archived = fine && !file_exists(arguments->operands[0]) ? archive_find(arguments->operands[0]) : NULL;
  if (archived) arguments->operands[0] = archived;
  if (fine && seats && !branches) {
    complain("replay: --hotseat, --bots, --seat and --save are for --branch");
    fine = false;
  }
  if (fine && replay->page && (branches || replay->from || replay->step)) {
    complain("replay: --html writes the whole game, without --from, --step or --branch");
    fine = false;
  }
  if (fine && branches) exit_code = branch(&words, arguments);
  else if (fine) {
    replay->file = arguments->operands[0];
    screen_begin(&replay->play.screen, stdout, arguments->colour);
    screen_begin(&errors, stderr, arguments->colour);
    exit_code = replay_save(replay, arguments, errors.colour);
  }
  free(archived);
  free(words.items);
  free(replay);
  return exit_code;
}
