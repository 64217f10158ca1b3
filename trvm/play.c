/* `trvm play`: a game in the terminal, against bots, with others at one screen, or to watch.
 *
 * Reads the options, seats people and bots, and goes from decision to decision; what a person sees and types is in
 * play_ask.c, the other parts are listed in play.h. */
#include "trvm/play.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "trvm/arguments.h"
#include "trvm/guest.h"

enum {
  OPTION_PLAYERS = 256,
  OPTION_SEED,
  OPTION_GAME,
  OPTION_SEAT,
  OPTION_LEVEL,
  OPTION_BOT_TIME,
  OPTION_HOTSEAT,
  OPTION_BOTS,
  OPTION_SET,
  OPTION_SAVE,
  OPTION_RESUME,
  OPTION_BRANCH,
  OPTION_WATCH,
  OPTION_HELP_GAME,
};
enum { DEFAULT_LIMIT = 100000, WATCH_PAUSE = 300 /* milliseconds */ };

static const struct option_row options[] = {
  { OPTION_PLAYERS, "players", "N", "number of players (default: the game's lowest)" },
  { OPTION_SEED, "seed", "N", "seed of the game's chance (default: from the clock)" },
  { OPTION_GAME, "game", "N", "game number N of that seed, as in `trvm sim` (default 0)" },
  { OPTION_SEAT, "seat", "N=WHO", "who sits in seat N: human, a level, the name of a bot, ./BOT.so or cmd:COMMAND" },
  { OPTION_LEVEL, "level", "LEVEL", "how well the bots play: easy, fair (the default) or hard" },
  { OPTION_BOT_TIME, "bot-time", "MS", "time of a cmd: bot for each choice (default 10000)" },
  { OPTION_HOTSEAT, "hotseat", NULL, "people in all seats, at this screen" },
  { OPTION_BOTS, "bots", NULL, "bots in all seats: a game to read" },
  { OPTION_SET, "set", "NAME=VALUE", "a setting of the game" },
  { OPTION_SAVE, "save", "FILE", "where the game is saved (default: the game's name with .trvsave)" },
  { OPTION_RESUME, "resume", "FILE", "go on with a saved game" },
  { OPTION_BRANCH, "branch", "N", "with --resume: go back to choice N and go on from there, saving to a new file" },
  { OPTION_WATCH, "watch", NULL, "show every choice of the bots, at a reader's pace on a terminal" },
  { OPTION_HELP_GAME, "help-game", NULL, "tell about the game: players, settings, house rules beside it" },
  { 0, NULL, NULL, NULL },
};

struct play_options {
  uint32_t players, seed, number;
  uint32_t branch; /* the choice to go back to; 0: none */
  bool has_seed, hotseat, bots, watch, help_game;
  struct settings settings;
  struct seat_wish {
    const char *text; /* as given, or NULL: as usual */
    bool person;
    struct bot_wish bot;
  } seats[TRV_MOST_PLAYERS];
  const char *file, *save, *resume;
  const struct variant_files *variants; /* those asked for, or else `saved` */
  struct variant_files saved;           /* those that the save names */
  const trv_link *link;
  const char *level;
  struct bot_wish usual; /* who takes the seats that nobody was named for; without a bot: as usual */
  uint32_t milliseconds; /* bot_table.milliseconds */
};

/* ---- options ---- */

static bool is_person(const char *who) { return strcmp(who, "human") == 0 || strcmp(who, "person") == 0; }

static bool read_seat(struct play_options *wanted, char *text) {
  char *equals = strchr(text, '=');
  uint32_t seat;
  if (!equals) {
    complain("--seat: write SEAT=WHO, such as 2=random or 2=human, not `%s`", text);
    return false;
  }
  *equals = '\0';
  const char *who = equals + 1;
  if (!arguments_number("--seat", text, 1, TRV_MOST_PLAYERS, &seat)) return false;
  wanted->seats[seat - 1].text = who;
  wanted->seats[seat - 1].person = is_person(who);
  char why[200];
  if (is_person(who) || guest_read(who, &wanted->seats[seat - 1].bot, why, sizeof why)) return true;
  complain("--seat: %s", why);
  return false;
}

static bool read_level(struct play_options *wanted, const char *level) {
  static const char *const levels[] = { "easy", "fair", "hard" };
  char why[200];
  wanted->level = level;
  for (size_t i = 0; i < 3; i++)
    if (strcmp(level, levels[i]) == 0) return guest_read(level, &wanted->usual, why, sizeof why);
  const char *nearest = trv_suggest(level, levels, 3);
  if (nearest) complain("--level: there is no level `%s`; did you mean `%s`?", level, nearest);
  else complain("--level: there is no level `%s`; there are easy, fair and hard", level);
  return false;
}

static bool read_option(int id, char *value, struct play_options *wanted) {
  switch (id) {
  case OPTION_PLAYERS: return arguments_number("--players", value, 1, 99, &wanted->players);
  case OPTION_SEED: wanted->has_seed = true; return arguments_number("--seed", value, 0, UINT32_MAX, &wanted->seed);
  case OPTION_GAME: return arguments_number("--game", value, 0, UINT32_MAX, &wanted->number);
  case OPTION_SEAT: return read_seat(wanted, value);
  case OPTION_LEVEL: return read_level(wanted, value);
  case OPTION_BOT_TIME: return arguments_number("--bot-time", value, 1, GUEST_MOST_TIME, &wanted->milliseconds);
  case OPTION_HOTSEAT: wanted->hotseat = true; return true;
  case OPTION_BOTS: wanted->bots = true; return true;
  case OPTION_SET: return load_setting(&wanted->settings, value);
  case OPTION_SAVE: wanted->save = value; return true;
  case OPTION_RESUME: wanted->resume = value; return true;
  case OPTION_BRANCH: return arguments_number("--branch", value, 1, UINT32_MAX, &wanted->branch);
  case OPTION_WATCH: wanted->watch = true; return true;
  case OPTION_HELP_GAME: wanted->help_game = true; return true;
  }
  return true;
}

/* Options that contradict each other; says so. */
static bool options_agree(const struct play_options *wanted) {
  if (wanted->hotseat && wanted->bots) complain("play: choose one of --hotseat and --bots");
  else if (wanted->resume && (wanted->players || wanted->has_seed || wanted->settings.count || wanted->number))
    complain("play: a resumed game has its players, seed and settings already");
  else if (wanted->branch && !wanted->resume) complain("play: --branch needs a saved game, named by --resume");
  else if (wanted->save && file_exists(wanted->save) && !(wanted->resume && strcmp(wanted->save, wanted->resume) == 0))
    complain("play: `%s` exists already; `--resume` goes on with a saved game", wanted->save);
  else return true;
  return false;
}

/* ---- the game and its seats ---- */

/* Short enough to be typed again. */
static uint32_t seed_from_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (uint32_t)(((uint64_t)now.tv_sec * 1000003 + (uint64_t)now.tv_nsec / 1000) % 1000000);
}

/* A bot without an answer must not break the game. */
static void tell_lost(void *context, const char *text) {
  struct sitting *sitting = context;
  fflush(sitting->screen.out);
  if (text) complain("%s", text);
}

/* Against people a bot of the middle level; alone at the table those of `trvm sim`, whose games so can be read. */
static struct bot_wish usual_bot(const struct play_options *wanted) {
  if (wanted->usual.bot) return wanted->usual;
  return wanted->bots ? (struct bot_wish){ &bot_random, "", "random" } : (struct bot_wish){ &bot_greedy, "", "greedy" };
}

/* What the command to resume must repeat. */
static void keep_options(struct sitting *sitting, const struct play_options *wanted) {
  struct text *options = &sitting->seat_options;
  if (wanted->level) text_append_format(options, " --level %s", wanted->level);
  if (wanted->hotseat) text_append_format(options, " --hotseat");
  if (wanted->bots) text_append_format(options, " --bots");
  if (wanted->milliseconds) text_append_format(options, " --bot-time %u", wanted->milliseconds);
  for (size_t i = 0; i < wanted->link->library_count; i++) {
    text_append_format(options, " --allow-ffi=");
    text_append_word(options, wanted->link->libraries[i]);
  }
}

static void keep_seat(struct text *options, uint32_t seat, const char *who) {
  struct text word = { 0 };
  text_append_format(&word, "%u=%s", seat + 1, who);
  text_append_format(options, " --seat ");
  text_append_word(options, word.bytes);
  text_free(&word);
}

static bool take_seats(struct sitting *sitting, const struct play_options *wanted) {
  sitting->table.milliseconds = wanted->milliseconds;
  sitting->table.lost = tell_lost;
  sitting->table.context = sitting;
  sitting->table.cancel = &interrupted;
  keep_options(sitting, wanted);
  for (uint32_t seat = 0; seat < TRV_MOST_PLAYERS; seat++) {
    const struct seat_wish *wish = &wanted->seats[seat];
    if (wish->text && seat >= sitting->players) {
      complain("--seat: there is no seat %u among %u players", seat + 1, sitting->players);
      return false;
    }
    if (seat >= sitting->players) continue;
    if (wish->text) keep_seat(&sitting->seat_options, seat, wish->text);
    bool person = wish->text ? wish->person : wanted->hotseat || (seat == 0 && !wanted->bots);
    if (!person) sitting->table.wishes[seat] = wish->text ? wish->bot : usual_bot(wanted);
    sitting->people += person;
  }
  char why[400];
  if (bots_sit(&sitting->table, sitting->setup, why, sizeof why)) return true;
  complain("play: %s", why);
  return false;
}

static int load_game(struct sitting *sitting, struct play_options *wanted, const trv_save *save, bool colour) {
  sitting->file = wanted->file;
  sitting->seed = wanted->has_seed ? wanted->seed : seed_from_clock();
  sitting->number = wanted->number;
  if (save) {
    trv_save_info info = trv_save_describe(save);
    sitting->seed = info.seed;
    sitting->number = info.number;
  }
  int exit_code = load_program(sitting->file, wanted->variants, wanted->link, colour, &sitting->program);
  if (exit_code != EXIT_FINE) return exit_code;
  sitting->info = trv_program_describe(sitting->program);
  if (save) exit_code = save_setup(sitting->program, save, wanted->resume, &sitting->setup);
  else
    exit_code =
        load_setup(sitting->program, wanted->players, wanted->settings.items, wanted->settings.count, &sitting->setup);
  if (exit_code != EXIT_FINE) return exit_code;
  sitting->players = trv_setup_players(sitting->setup);
  if (trv_game_new(sitting->setup, &sitting->game) != TRV_OK) {
    complain("out of memory");
    return EXIT_WRONG;
  }
  return take_seats(sitting, wanted) ? EXIT_FINE : EXIT_WRONG;
}

/* ---- playing ---- */

static void introduce(struct sitting *sitting) {
  const struct screen *screen = &sitting->screen;
  screen_put(screen, STYLE_TITLE, sitting->info.title);
  fprintf(screen->out, ", %u player%s, seed %u", sitting->players, plural(sitting->players), sitting->seed);
  if (sitting->number) fprintf(screen->out, ", game %u", sitting->number);
  fputc('\n', screen->out);
  if (*sitting->info.summary) screen_wrap(screen, STYLE_FAINT, sitting->info.summary, 0, 0);
  tell_applied(screen, sitting->program);
  if (sitting->people && input_is_terminal())
    screen_wrap(screen, STYLE_FAINT,
                "`help` lists what you can type, `h` gives a hint, `q` leaves; every choice is saved.", 0, 0);
}

static void let_bot_choose(struct sitting *sitting, const trv_choice_info *info) {
  struct bot_turn turn = { sitting->seed, sitting->number, info->seat, info->decision, info->options, NULL, 0 };
  uint32_t option = bots_choose(&sitting->table, sitting->game, &turn);
  if (!interrupted) moves_make(sitting, option);
}

/* With nobody to ask, everything is told as it happens, beside the names of the phases. */
static void narrate(struct sitting *sitting, const char **phase) {
  journal_narrate(sitting, phase, sitting->watch);
  if (sitting->watch && sitting->screen.terminal) {
    struct timespec pause = { WATCH_PAUSE / 1000, WATCH_PAUSE % 1000 * 1000000L };
    fflush(sitting->screen.out);
    nanosleep(&pause, NULL);
  }
}

static int end_sitting(struct sitting *sitting, bool keep, const char **phase) {
  int status = trv_game_status(sitting->game);
  if (status == TRV_RULE_ERROR) {
    if (sitting->people == 0) journal_narrate(sitting, phase, true);
    fflush(sitting->screen.out);
    print_rule_error(stderr, sitting->game, "trvm: ");
    if (sitting->move_count)
      fprintf(stderr, "trvm:   after the choice %s (seed %u)\n", sitting->moves[sitting->move_count - 1].notation,
              sitting->seed);
    save_close_early(sitting);
    return EXIT_FINDINGS;
  }
  for (uint32_t seat = 0; seat < sitting->players; seat++)
    if (!sitting->table.wishes[seat].bot) {
      journal_show_new(sitting, (int)seat, NULL);
      break;
    }
  if (sitting->people == 0) journal_narrate(sitting, phase, true);
  if (!show_result(sitting)) {
    if (sitting->people) save_keep(sitting);
    save_close_early(sitting);
    return EXIT_FINDINGS;
  }
  bool kept = !keep || save_write(sitting, NULL, false);
  if (keep && kept) fprintf(sitting->screen.out, "Saved to %s.\n", sitting->save_file);
  save_close(sitting);
  return kept ? EXIT_FINE : EXIT_WRONG;
}

/* Nobody is there to answer: the opening position has been shown, now the ways to go on. */
static int tell_how_to_go_on(struct sitting *sitting) {
  struct text file = { 0 };
  text_append_word(&file, sitting->file);
  fprintf(sitting->screen.out,
          "\nNothing came from standard input. To go on:\n"
          "  in a terminal:         trvm %s\n"
          "  bots play it all:      trvm %s --bots\n"
          "  choices from a pipe:   printf '1\\n1\\n' | trvm %s --players %u --seed %u\n",
          file.bytes, file.bytes, file.bytes, sitting->players, sitting->seed);
  save_close(sitting);
  text_free(&file);
  return EXIT_FINE;
}

/* A game with people is saved after each decision of theirs, and again with those of the bots when they are asked. */
static void keep_going(struct sitting *sitting, uint32_t seat) {
  bool asked = !sitting->table.wishes[seat].bot;
  bool answered = moves_last_by_person(sitting) == (long)sitting->move_count - 1;
  if (sitting->people && (asked || answered)) save_keep(sitting);
}

static int play_on(struct sitting *sitting, bool keep) {
  trv_choice_info info;
  const char *phase = NULL;
  uint32_t limit = sitting->info.decision_limit ? sitting->info.decision_limit : DEFAULT_LIMIT;
  while (trv_game_choice(sitting->game, &info) == TRV_OK) {
    if (interrupted) {
      save_and_tell(sitting);
      return EXIT_FINE;
    }
    if (sitting->people == 0) {
      if (sitting->move_count >= limit) {
        complain("the game was given up after %u decisions", limit);
        return EXIT_FINDINGS;
      }
      narrate(sitting, &phase);
    }
    keep_going(sitting, info.seat);
    if (sitting->table.wishes[info.seat].bot) {
      let_bot_choose(sitting, &info);
      continue;
    }
    enum answer answer = ask_person(sitting);
    if (answer == ANSWER_MADE) continue;
    bool fresh = moves_last_by_person(sitting) < 0 && (!sitting->save_is_ours || sitting->save_is_unasked);
    if (answer == ANSWER_ENDED && fresh && !interrupted && !input_is_terminal() && input_count() == 0)
      return tell_how_to_go_on(sitting);
    fputc('\n', sitting->screen.out);
    save_and_tell(sitting);
    return answer == ANSWER_WRONG ? EXIT_WRONG : EXIT_FINE;
  }
  return end_sitting(sitting, keep, &phase);
}

/* Goes back to before a choice of the saved game; what follows is a game of its own, with a save of its own. */
static int branch_off(struct sitting *sitting, const struct play_options *wanted) {
  if (wanted->branch > sitting->move_count + 1) {
    complain("--branch: `%s` has only %zu choice%s", wanted->resume, sitting->move_count, plural(sitting->move_count));
    return EXIT_WRONG;
  }
  moves_rewind(sitting, wanted->branch - 1);
  free(sitting->save_file);
  sitting->save_file = NULL;
  sitting->save_is_ours = false;
  return EXIT_FINE;
}

static int begin_and_play(struct sitting *sitting, const struct play_options *wanted, const trv_save *save) {
  sitting->watch = wanted->watch;
  sitting->last_person = -1;
  if (save) {
    int exit_code = save_resume(sitting, save, wanted->resume);
    if (exit_code == EXIT_FINE && wanted->branch) exit_code = branch_off(sitting, wanted);
    if (exit_code != EXIT_FINE) return exit_code;
  } else moves_start(sitting);
  if (wanted->save) {
    free(sitting->save_file);
    sitting->save_file = need_copy(wanted->save);
    sitting->save_is_ours = save && strcmp(wanted->save, wanted->resume) == 0;
    if (!sitting->save_is_ours) sitting->saved_moves = SIZE_MAX;
  }
  watch_interruptions();
  signal(SIGPIPE, SIG_IGN); /* the game is saved although nobody reads on */
  introduce(sitting);
  return play_on(sitting, wanted->save != NULL);
}

static int play(struct play_options *wanted, const struct screen *screen, bool colour) {
  struct sitting *sitting = need_memory(NULL, sizeof *sitting);
  trv_save *save = NULL;
  char *found = NULL;
  int exit_code = EXIT_FINE;
  *sitting = (struct sitting){ .screen = *screen };
  if (wanted->resume) exit_code = save_open(wanted->resume, &save);
  if (exit_code == EXIT_FINE && !wanted->file) wanted->file = found = save_game_file(save, wanted->resume);
  else if (save && !save_is_of(save, wanted->resume, wanted->file)) exit_code = EXIT_WRONG;
  if (!wanted->file) exit_code = EXIT_WRONG;
  if (exit_code == EXIT_FINE && save && !wanted->variants->count) {
    exit_code = save_variants(save, wanted->resume, wanted->file, &wanted->saved);
    wanted->variants = &wanted->saved;
  }
  if (exit_code == EXIT_FINE) exit_code = load_game(sitting, wanted, save, colour);
  if (exit_code == EXIT_FINE) exit_code = begin_and_play(sitting, wanted, save);
  moves_free(sitting);
  bots_leave(&sitting->table);
  trv_game_free(sitting->game);
  trv_setup_free(sitting->setup);
  trv_program_free(sitting->program);
  trv_save_free(save);
  text_free(&sitting->seat_options);
  free(sitting->rulebook);
  free(sitting->save_file);
  free(sitting);
  free(found);
  for (size_t i = 0; i < wanted->saved.count; i++) free((char *)wanted->saved.names[i]);
  return exit_code;
}

static int run(struct arguments *arguments) {
  struct play_options wanted = { .variants = &arguments->variants, .link = &arguments->link };
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
    if (!read_option(id, (char *)arguments->value, &wanted)) return EXIT_WRONG;
  }
  if (!arguments_operands(arguments, wanted.resume ? 0 : 1, 1)) return EXIT_WRONG;
  if (arguments->operand_count) wanted.file = arguments->operands[0];
  if (wanted.file && !wanted.resume && ends_with(wanted.file, ".trvsave")) {
    wanted.resume = wanted.file;
    wanted.file = NULL;
  }
  if (!options_agree(&wanted)) return EXIT_WRONG;
  if (wanted.file && strcmp(wanted.file, "-") == 0) {
    complain("play: standard input is for your choices; name a file");
    return EXIT_WRONG;
  }

  struct screen screen, errors;
  screen_begin(&screen, stdout, arguments->colour);
  screen_begin(&errors, stderr, arguments->colour);
  if (wanted.help_game && wanted.file) return tell_about_game(wanted.file, wanted.variants, errors.colour, &screen);
  return play(&wanted, &screen, errors.colour);
}

const struct command command_play = {
  .name = "play",
  .summary = "play a game in the terminal, against bots or with others",
  .operands = "FILE",
  .options = options,
  .takes_variants = true,
  .takes_passes = true,
  .runs_rules = true,
  .notes =
      "You sit in seat 1 and bots in the others, unless told otherwise. While playing, "
      "`help` lists the keys, `h` gives a hint. The game is saved after every choice of a person, so that it can be "
      "gone on with whatever ends it.\n",
  .run = run,
};
