/* `trvm replay`: a saved game step by step: who chose what, and what was said of it. Branching off is `trvm play` from
 * an earlier choice. */
#include <stdlib.h>
#include <string.h>

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

/* What the rules said; choices that were told are shown by put_choice. */
static bool put_line(void *context, const trv_line *line) {
  const struct screen *screen = context;
  if (line->seat >= 0) return true;
  screen_spaces(screen, 8);
  screen_wrap(screen, STYLE_FAINT, line->text, 8, 10);
  return true;
}

void replay_append_choice(const struct play *play, size_t number, struct text *line) {
  trv_move made;
  struct text label = { 0 };
  if (trv_sitting_move(play->sitting, number, &made) != TRV_OK) return;
  TEXT_FILL(&label, trv_option_label, play->game, made.index);
  text_append_format(line, "%s: %s", trv_setup_seat_name(play->setup, made.seat),
                     label.length ? text_get(&label) : made.notation);
  if (label.length && strcmp(text_get(&label), made.notation) != 0)
    text_append_format(line, "  [%s: %s]", made.choice, made.notation);
  text_free(&label);
}

/* "   12  p2: take a red card   [card: take(red)]" */
static void put_choice(const struct replay *replay, size_t number) {
  const struct play *play = &replay->play;
  struct text line = { 0 };
  replay_append_choice(play, number, &line);
  output_format(play->screen.out, "%5zu  ", number + 1);
  screen_wrap(&play->screen, STYLE_PLAIN, text_get(&line), 7, 9);
  text_free(&line);
}

/* Waits for Enter when somebody looks at a terminal; false when that is enough. */
static bool wait_for_enter(const struct replay *replay) {
  char *line = NULL;
  if (!replay->play.screen.terminal || !input_is_terminal()) return true;
  bool more = input_line("Enter: next, q: stop ", NULL, &line) == INPUT_LINE && line[0] != 'q';
  free(line);
  return more;
}

/* False when there is no result after a game that is over. */
static bool show_end(struct replay *replay) {
  struct play *play = &replay->play;
  trv_choice_info choice;
  if (trv_game_status(play->game) == TRV_OVER) return play_show_result(play);
  if (trv_game_choice(play->game, &choice) == TRV_OK)
    output_format(play->screen.out, "\nIt is for %s to choose: %s.\n", trv_setup_seat_name(play->setup, choice.seat),
                  choice.name);
  return true;
}

static bool go_to(struct replay *replay, size_t moves) {
  int status = trv_sitting_go(replay->play.sitting, moves);
  if (status < 0) complain("`%s`: %s", replay->file, trv_status_text(status));
  return status >= 0;
}

static int show(struct replay *replay) {
  struct play *play = &replay->play;
  size_t count = trv_sitting_moves(play->sitting), told = 0;
  size_t first = replay->step ? replay->step - 1 : replay->from ? replay->from - 1 : 0;
  if (first >= count && first) {
    complain("`%s` has only %zu choice%s", replay->file, count, plural(count));
    return EXIT_WRONG;
  }
  introduce(replay);
  for (size_t i = first; i <= count; i++) {
    if (!go_to(replay, i)) return EXIT_WRONG;
    bool follows = i > first || i == 0; /* what was said belongs to what is shown */
    if (follows) trv_sitting_heard_each(play->sitting, TRV_EVERYBODY, told, put_line, &play->screen);
    told = trv_sitting_heard(play->sitting, TRV_EVERYBODY);
    if (i == count) break;
    if (i > first && (replay->step || !wait_for_enter(replay))) return EXIT_FINE;
    if (replay->step) table_show(play, &play->screen, TRV_EVERYBODY);
    put_choice(replay, i);
  }
  return show_end(replay) ? EXIT_FINE : EXIT_FINDINGS;
}

static int replay_save(struct replay *replay, const struct arguments *arguments, bool colour) {
  struct play *play = &replay->play;
  int exit_code = load(replay, arguments, colour);
  if (exit_code == EXIT_FINE) exit_code = replay->page ? replay_page(play, replay->file, replay->page) : show(replay);
  trv_sitting_free(play->sitting);
  trv_setup_free(play->setup);
  trv_program_free(play->program);
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
  struct words words = { .items = need_memory(NULL, (2 * (size_t)argc + 8) * sizeof(char *)) };
  add_word(&words, "play");
  return words;
}

static int branch(struct words *words, const struct arguments *arguments) {
  struct arguments play;
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
  arguments_begin(&play, command_find("play"), words->count, words->items);
  play.colour = arguments->colour;
  return play_command(&play);
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
  free(words.items);
  free(replay);
  return exit_code;
}
