/* `trvm play`: a game in the terminal, against bots, with others at one screen, or to watch.
 *
 * Reads the options, seats people and bots, and goes from decision to decision; what a person sees and types is in
 * play_ask.c, the other parts are listed in play.h. */
#include "trvm/archive.h"
#include "trvm/play.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "trvm/arguments.h"
#include "trvm/guest.h"

enum { DEFAULT_LIMIT = 100000, WATCH_PAUSE = 300 /* milliseconds */, MOST_NAME_BYTES = 30 };

struct play_options {
  uint32_t players, number;
  trv_seed seed;
  uint32_t branch; /* the choice to go back to; 0: none */
  bool has_seed, hotseat, bots, watch, help_game, learn;
  struct settings settings;
  struct seat_wish {
    const char *text; /* as given, or NULL: as usual */
    bool person;
    struct bot_wish bot;
  } seats[TRV_MOST_PLAYERS];
  const char *names[TRV_MOST_PLAYERS]; /* of the seats; NULL: as the rules name it */
  const char *first_name;              /* of whoever is the first person */
  const char *file, *save, *resume;
  const struct variant_files *variants;
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

/* Names are text in a line, and what stands before the prompt; so they are short, and none is "you". */
static bool is_name(const char *name) {
  return *name && strlen(name) <= MOST_NAME_BYTES && output_shows(name) && strcasecmp(name, "you") != 0;
}

static bool read_name(struct play_options *wanted, char *text) {
  char *equals = strchr(text, '=');
  uint32_t seat;
  const char *name = equals ? equals + 1 : text;
  if (!is_name(name)) {
    complain("--name: a name has 1 to %d bytes and can be shown; `you` is what everybody is called", MOST_NAME_BYTES);
    return false;
  }
  if (!equals) {
    wanted->first_name = name;
    return true;
  }
  *equals = '\0';
  if (!arguments_number("--name", text, 1, TRV_MOST_PLAYERS, &seat)) return false;
  wanted->names[seat - 1] = name;
  return true;
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
  case OPTION_SEED: wanted->has_seed = true; return arguments_seed(value, &wanted->seed);
  case OPTION_GAME: return arguments_number("--game", value, 0, UINT32_MAX, &wanted->number);
  case OPTION_SEAT: return read_seat(wanted, value);
  case OPTION_NAME: return read_name(wanted, value);
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

/* Long enough that nobody finds it out from what he sees of the game. */
static bool seed_from_system(trv_seed *seed) {
  if (getentropy(seed, sizeof *seed) == 0) return true;
  complain("play: the system has no random numbers for a seed; give one: --seed N");
  return false;
}

/* A bot without an answer must not break the game. */
static void tell_lost(void *context, const char *text) {
  struct play *play = context;
  fflush(play->screen.out);
  if (text) complain("%s", text);
}

/* Against people a bot of the middle level; alone at the table those of `trvm sim`, whose games so can be read. */
static struct bot_wish usual_bot(const struct play_options *wanted) {
  if (wanted->usual.bot) return wanted->usual;
  return wanted->bots ? (struct bot_wish){ &bot_random, "", "random" } : (struct bot_wish){ &bot_greedy, "", "greedy" };
}

/* What the command to resume must repeat, since a save does not say it. */
static void keep_options(struct play *play, const struct play_options *wanted) {
  struct text *options = &play->seat_options;
  if (wanted->milliseconds) text_append_format(options, " --bot-time %u", wanted->milliseconds);
  for (size_t i = 0; i < wanted->link->library_count; i++) {
    text_append_format(options, " --allow-ffi=");
    text_append_word(options, wanted->link->libraries[i]);
  }
}

/* A program that plays is named again by whoever resumes the game: a save alone does not start it. */
static void keep_guest(struct text *options, uint32_t seat, const struct bot_wish *wish) {
  struct text word = { 0 };
  if (!guest_is(wish)) return;
  text_append_format(&word, "%u=%s", seat + 1, wish->text);
  text_append_format(options, " --seat ");
  text_append_word(options, word.bytes);
  text_free(&word);
}

static bool is_for_person(const struct play_options *wanted, uint32_t seat) {
  const struct seat_wish *wish = &wanted->seats[seat];
  return wish->text ? wish->person : wanted->hotseat || (seat == 0 && !wanted->bots);
}

/* Who sat there when the game was saved, unless the command line says otherwise. A save may come from anybody: no program
 * is started because it names one. False after a message. */
static bool seat_as_saved(struct play_options *wanted, const trv_save *save, uint32_t seat) {
  struct seat_wish *wish = &wanted->seats[seat];
  trv_save_seat who = trv_save_who(save, seat);
  char why[200];
  if (!wanted->names[seat] && is_name(who.name)) wanted->names[seat] = who.name;
  if (wish->text || wanted->hotseat || wanted->bots || who.kind == TRV_SEAT_OPEN) return true;
  if (who.kind == TRV_SEAT_PERSON) {
    *wish = (struct seat_wish){ .text = "human", .person = true };
    return true;
  }
  if (wanted->level || !*who.bot) wish->bot = usual_bot(wanted);
  else if (!guest_read(who.bot, &wish->bot, why, sizeof why)) {
    complain("`%s`: seat %u: %s; say who sits there: --seat %u=WHO", wanted->resume, seat + 1, why, seat + 1);
    return false;
  } else if (guest_is(&wish->bot)) {
    complain("`%s` was played with `%s` in seat %u, which is not started because a save names it; say who sits there: "
             "--seat %u=WHO",
             wanted->resume, who.bot, seat + 1, seat + 1);
    return false;
  }
  wish->text = wish->bot.text;
  return true;
}

static bool seats_as_saved(struct play_options *wanted, const trv_save *save) {
  bool fine = true;
  uint32_t first = TRV_MOST_PLAYERS, seats = trv_save_describe(save).seats;
  for (uint32_t seat = 0; fine && seat < seats; seat++) {
    bool named = wanted->names[seat] != NULL;
    fine = seat_as_saved(wanted, save, seat);
    bool person = fine && first == TRV_MOST_PLAYERS && is_for_person(wanted, seat);
    if (person && wanted->first_name && !named) wanted->names[seat] = wanted->first_name;
    if (person) first = seat;
  }
  return fine;
}

static bool take_seats(struct play *play, const struct play_options *wanted) {
  play->table.milliseconds = wanted->milliseconds;
  play->table.lost = tell_lost;
  play->table.context = play;
  play->table.cancel = &interrupted;
  keep_options(play, wanted);
  for (uint32_t seat = 0; seat < TRV_MOST_PLAYERS; seat++) {
    const struct seat_wish *wish = &wanted->seats[seat];
    if (wish->text && seat >= play->players) {
      complain("--seat: there is no seat %u among %u players", seat + 1, play->players);
      return false;
    }
    if (seat >= play->players) continue;
    bool person = is_for_person(wanted, seat);
    if (!person) play->table.wishes[seat] = wish->text ? wish->bot : usual_bot(wanted);
    keep_guest(&play->seat_options, seat, &play->table.wishes[seat]);
    const char *name = wanted->names[seat];
    if (person && !play->people && wanted->first_name && !name) name = wanted->first_name;
    if (name) play->names[seat] = need_copy(name);
    play->people += person;
  }
  char why[400];
  if (bots_sit(&play->table, play->setup, why, sizeof why)) return true;
  complain("play: %s", why);
  return false;
}

static struct setup_wish setup_wanted(const struct play_options *wanted) {
  struct setup_wish wish = { wanted->players, wanted->settings.items, wanted->settings.count, .simulated = true };
  for (uint32_t seat = 0; seat < TRV_MOST_PLAYERS; seat++) wish.simulated &= !is_for_person(wanted, seat);
  return wish;
}

static int load_game(struct play *play, struct play_options *wanted, const trv_save *save, bool colour) {
  if (save && !seats_as_saved(wanted, save)) return EXIT_WRONG;
  play->file = wanted->file;
  play->reach = wanted->variants->reach;
  play->seed = wanted->seed;
  play->number = wanted->number;
  if (save) {
    trv_save_info info = trv_save_describe(save);
    play->seed = info.seed;
    play->number = info.number;
  } else if (!wanted->has_seed && !seed_from_system(&play->seed)) return EXIT_WRONG;
  int exit_code = load_program(play->file, wanted->variants, wanted->link, colour, &play->program);
  if (exit_code != EXIT_FINE) return exit_code;
  play->info = trv_program_describe(play->program);
  if (save) exit_code = save_setup(play->program, save, wanted->resume, &play->setup);
  else exit_code = load_setup(play->program, setup_wanted(wanted), &play->setup);
  if (exit_code != EXIT_FINE) return exit_code;
  play->players = trv_setup_players(play->setup);
  return take_seats(play, wanted) ? EXIT_FINE : EXIT_WRONG;
}

/* ---- playing ---- */

/* Whether the person says yes; whoever leaves here leaves at the first choice as well. */
static bool ask_yes(const char *question) {
  char *line = NULL;
  bool yes = input_line(question, NULL, &line) == INPUT_LINE && (*line == 'y' || *line == 'Y');
  free(line);
  return yes;
}

/* A game that somebody plays here for the first time is explained if he likes. Who names a seed has played before. */
static void offer_lessons(struct play *play, bool fresh) {
  bool possible = play->people && input_is_terminal() && rules_are_there(play);
  char *name = file_stem(play->file);
  if (possible && fresh && play->people == 1 && archive_note_start(name))
    play->lessons.on = ask_yes("Is it new to you, and shall it be explained while you play? (y or n) ");
  else if (possible)
    screen_wrap(&play->screen, STYLE_FAINT, "Is it new to you? `learn` has it explained while you play.", 0, 0);
  free(name);
}

/* `fresh`: it begins now, by chance. */
static void introduce(struct play *play, bool fresh) {
  const struct screen *screen = &play->screen;
  screen_put(screen, STYLE_TITLE, play->info.title);
  output_format(screen->out, ", %u player%s", play->players, plural(play->players));
  if (!trv_seed_is_long(play->seed)) output_format(screen->out, ", seed %s", play_seed_text(play).text);
  if (play->number) output_format(screen->out, ", game %u", play->number);
  output_format(screen->out, "\n");
  if (*play->info.summary) screen_wrap(screen, STYLE_FAINT, play->info.summary, 0, 0);
  play_tell_applied(screen, play->program);
  if (play->people && input_is_terminal())
    screen_wrap(screen, STYLE_FAINT,
                "`help` lists what you can type, `h` gives a hint, `q` leaves; every choice is saved.", 0, 0);
  if (!play->lessons.on) offer_lessons(play, fresh);
  if (play->lessons.on) learn_begin(play);
}

/* At a reader's pace. */
static void pause_to_read(const struct play *play) {
  struct timespec pause = { WATCH_PAUSE / 1000, WATCH_PAUSE % 1000 * 1000000L };
  if (!play->screen.terminal) return;
  fflush(play->screen.out);
  nanosleep(&pause, NULL);
}

/* With nobody to ask, everything is told as it happens, beside the names of the phases. */
static void narrate(struct play *play, const char **phase) {
  journal_narrate(play, phase, play->watch);
  if (play->watch) pause_to_read(play);
}

/* What a bot did, as it happens: to the only person here, or, where several share the screen, what all may know. */
static void watch_bot(struct play *play) {
  int viewer = TRV_EVERYBODY;
  for (uint32_t seat = 0; seat < play->players && play->people == 1; seat++)
    if (!play->table.wishes[seat].bot) viewer = (int)seat;
  if (trv_sitting_shown(play->sitting, viewer) == trv_sitting_heard(play->sitting, viewer)) return;
  ask_clear_private(play);
  journal_show_new(play, &play->screen, viewer);
  pause_to_read(play);
}

/* People may go on from their save, and choose otherwise: the seed stays a secret then, and so does the last choice
 * where others must not see it. */
static int end_by_rule_error(struct play *play, const char **phase) {
  bool is_secret = ask_clear_private(play);
  if (play->people == 0) journal_narrate(play, phase, true);
  fflush(play->screen.out);
  load_print_rule_error(stderr, play->game, "trvm: ");
  trv_move last;
  if (trv_sitting_move(play->sitting, trv_sitting_moves(play->sitting) - 1, &last) == TRV_OK) {
    output_format(stderr, "trvm:   after the choice %s", is_secret ? last.choice : last.notation);
    if (!play->people || !trv_seed_is_long(play->seed)) output_format(stderr, " (seed %s)", play_seed_text(play).text);
    output_format(stderr, "\n");
  }
  save_close_early(play);
  return EXIT_FINDINGS;
}

static int end_play(struct play *play, bool keep, const char **phase) {
  if (trv_game_status(play->game) == TRV_RULE_ERROR) return end_by_rule_error(play, phase);
  ask_clear_private(play);
  for (uint32_t seat = 0; seat < play->players; seat++)
    if (!play->table.wishes[seat].bot) {
      journal_show_new(play, &play->screen, (int)seat);
      break;
    }
  if (play->people == 0) journal_narrate(play, phase, true);
  if (!play_show_result(play)) {
    if (play->people) save_keep(play);
    save_close_early(play);
    return EXIT_FINDINGS;
  }
  bool kept = !keep || save_write(play, NULL, false);
  if (keep && kept) output_format(play->screen.out, "Saved to %s.\n", play->save_file);
  if (save_close(play) && kept) return EXIT_FINE;
  save_tell_decisions(play);
  return EXIT_WRONG;
}

/* Nobody is there to answer: the opening position has been shown, now the ways to go on. */
static int tell_how_to_go_on(struct play *play) {
  struct text file = { 0 };
  if (output_shows(play->file)) text_append_file(&file, play->file);
  else text_append_word(&file, "GAME");
  output_format(play->screen.out,
                "\nNothing came from standard input. To go on:\n"
                "  in a terminal:         trvm %s\n"
                "  bots play it all:      trvm %s --bots\n"
                "  choices from a pipe:   printf '1\\n1\\n' | trvm %s --players %u",
                file.bytes, file.bytes, file.bytes, play->players);
  if (!trv_seed_is_long(play->seed)) output_format(play->screen.out, " --seed %s", play_seed_text(play).text);
  output_format(play->screen.out, "\n");
  save_close(play);
  text_free(&file);
  return EXIT_FINE;
}

static int play_on(struct play *play, bool keep) {
  trv_choice_info info;
  const char *phase = NULL;
  uint32_t limit = play->info.decision_limit ? play->info.decision_limit : DEFAULT_LIMIT;
  sit_keep(play, play->sitting);
  while (trv_game_choice(play->game, &info) == TRV_OK) {
    if (interrupted) {
      ask_clear_private(play);
      return save_and_tell(play) ? EXIT_FINE : EXIT_WRONG;
    }
    if (play->people == 0) {
      if (trv_sitting_moves(play->sitting) >= limit) {
        complain("the game was given up after %u decisions", limit);
        return EXIT_FINDINGS;
      }
      narrate(play, &phase);
    }
    if (play->table.wishes[info.seat].bot) {
      if (!sit_step(play)) return EXIT_WRONG;
      if (play->watch && play->people) watch_bot(play);
      continue;
    }
    enum answer answer = ask_person(play);
    if (answer == ANSWER_MADE) continue;
    bool fresh = sit_last_by_person(play) < 0 && (!play->save_is_ours || play->save_is_unasked);
    if (answer == ANSWER_ENDED && fresh && !interrupted && !input_is_terminal() && input_count() == 0)
      return tell_how_to_go_on(play);
    output_format(play->screen.out, "\n");
    ask_clear_private(play);
    return save_and_tell(play) && answer != ANSWER_WRONG ? EXIT_FINE : EXIT_WRONG;
  }
  return end_play(play, keep, &phase);
}

/* Goes back to before a choice of the saved game; what follows is a game of its own, with a save of its own. */
static int branch_off(struct play *play, const struct play_options *wanted) {
  size_t count = trv_sitting_moves(play->sitting);
  if (wanted->branch > count + 1) {
    complain("--branch: `%s` has only %zu choice%s", wanted->resume, count, plural(count));
    return EXIT_WRONG;
  }
  if (!sit_branch(play, wanted->branch - 1)) return EXIT_WRONG;
  free(play->save_file);
  play->save_file = NULL;
  play->save_is_ours = false;
  return EXIT_FINE;
}

static int begin_and_play(struct play *play, const struct play_options *wanted, const trv_save *save,
                          const struct file_mark *mark) {
  play->watch = wanted->watch;
  play->lessons.on = wanted->learn;
  play->private_to = -1;
  if (save) {
    int exit_code = save_resume(play, save, wanted->resume, mark);
    if (exit_code == EXIT_FINE && wanted->branch) exit_code = branch_off(play, wanted);
    if (exit_code != EXIT_FINE) return exit_code;
  } else if (!sit_down(play)) return EXIT_WRONG;
  if (wanted->save) {
    free(play->save_file);
    play->save_file = need_copy(wanted->save);
    play->save_is_ours = save && strcmp(wanted->save, wanted->resume) == 0;
    if (!play->save_is_ours) play->saved_stamp = 0;
  }
  colours_begin(play);
  tool_watch_interruptions();
  signal(SIGPIPE, SIG_IGN); /* the game is saved although nobody reads on */
  introduce(play, !save && !wanted->has_seed);
  return play_on(play, wanted->save != NULL);
}

static int play_game(struct play_options *wanted, const struct screen *screen, bool colour) {
  struct play *play = need_memory(NULL, sizeof *play);
  trv_save *save = NULL;
  struct save_files files = { 0 };
  struct file_mark mark;
  int exit_code = EXIT_FINE;
  *play = (struct play){ .screen = *screen };
  if (wanted->resume) {
    exit_code = save_open(wanted->resume, &save, &mark);
    if (exit_code == EXIT_FINE)
      exit_code = save_find_files(save, wanted->resume, wanted->file, wanted->variants, &files);
    wanted->file = files.game;
    wanted->variants = &files.variants;
  }
  if (exit_code == EXIT_FINE) exit_code = load_game(play, wanted, save, colour);
  if (exit_code == EXIT_FINE) exit_code = begin_and_play(play, wanted, save, &mark);
  trv_sitting_free(play->sitting);
  bots_leave(&play->table);
  trv_setup_free(play->setup);
  trv_program_free(play->program);
  trv_save_free(save);
  text_free(&play->seat_options);
  for (uint32_t seat = 0; seat < TRV_MOST_PLAYERS; seat++) edit_forget(&play->typed[seat]), free(play->names[seat]);
  paint_free(&play->paints);
  learn_end(&play->lessons);
  free(play->rulebook);
  free(play->save_file);
  free(play);
  save_free_files(&files);
  return exit_code;
}

static int play_as_told(struct arguments *arguments, bool learn) {
  struct play_options wanted = { .variants = &arguments->variants, .link = &arguments->link, .learn = learn };
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
    if (!read_option(id, (char *)arguments->value, &wanted)) return EXIT_WRONG;
  }
  if (learn && !wanted.level && !read_level(&wanted, "easy")) return EXIT_WRONG;
  if (!arguments_operands(arguments, wanted.resume ? 0 : 1, 1)) return EXIT_WRONG;
  if (arguments->operand_count) wanted.file = arguments->operands[0];
  if (wanted.file && !wanted.resume && ends_with(wanted.file, ".trvsave")) {
    wanted.resume = wanted.file;
    wanted.file = NULL;
  }
  arguments->variants.settings = wanted.settings.items;
  arguments->variants.setting_count = wanted.settings.count;
  if (!options_agree(&wanted)) return EXIT_WRONG;
  if (wanted.file && strcmp(wanted.file, "-") == 0) {
    complain("play: standard input is for your choices; name a file");
    return EXIT_WRONG;
  }

  struct screen screen, errors;
  screen_begin(&screen, stdout, arguments->colour);
  screen_begin(&errors, stderr, arguments->colour);
  if (wanted.help_game && wanted.file) return play_tell_about(wanted.file, wanted.variants, errors.colour, &screen);
  return play_game(&wanted, &screen, errors.colour);
}

int play_command(struct arguments *arguments) { return play_as_told(arguments, false); }

/* A first game, explained: against bots that give time to learn, with as few players as the game has. */
int learn_command(struct arguments *arguments) { return play_as_told(arguments, true); }
