/* Saving and resuming. A save is the log of decisions that the library writes; this file chooses names, keeps other
 * games' saves safe, keeps a game that goes on and tells the command with which to go on. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trvm/archive.h"
#include "trvm/play.h"
#include "trvm/shelf.h"

/* ---- names ---- */

/* Whether a save finds its rules again by what it names, without being told. */
static bool finds_rules(const struct play *play) {
  struct file_reach reach = { 0 };
  trv_variant_info variant;
  reach_add(&reach, play->save_file);
  reach_add(&reach, "./");
  char *stem = file_stem(play->file);
  const char *on_shelf = shelf_find(stem);
  bool finds = reach_holds(&reach, play->file) || (on_shelf && file_is_same(on_shelf, play->file));
  for (uint32_t i = 0; trv_program_variant(play->program, i, &variant) == TRV_OK; i++)
    finds = finds && reach_holds(&reach, variant.file);
  free(stem);
  reach_free(&reach);
  return finds;
}

/* The save says who sits where, and mostly where its game is. */
static void put_resume_command(struct play *play) {
  struct text command = { 0 };
  bool finds = finds_rules(play), is_plain = ends_with(play->save_file, ".trvsave");
  if (!finds || !is_plain) text_append_format(&command, "play ");
  if (!finds) text_append_file(&command, play->file);
  if (!finds || !is_plain) text_append_format(&command, "%s--resume ", finds ? "" : " ");
  text_append_file(&command, play->save_file);
  text_append_format(&command, "%s", text_get(&play->seat_options));
  if (output_shows(command.bytes)) output_format(play->screen.out, "Go on with:  trvm %s\n", command.bytes);
  else
    output_format(play->screen.out,
                  "Go on with:  trvm play GAME --resume SAVE, and the options that you gave; a name among "
                  "them cannot be shown here.\n");
  text_free(&command);
}

/* `game.trvsave`, or `game-2.trvsave` … when there is one already; owned. */
static char *free_name(const char *game_file) {
  char *stem = file_stem(game_file);
  struct text name = { 0 };
  text_append_format(&name, "%s.trvsave", stem);
  for (uint32_t i = 2; file_exists(name.bytes); i++) {
    text_clear(&name);
    text_append_format(&name, "%s-%u.trvsave", stem, i);
  }
  free(stem);
  return name.bytes;
}

/* ---- somebody else ---- */

/* Whether the save is gone, or something else has its name: another game, a pipe, a device. */
static bool is_lost(const struct play *play) {
  return play->save_is_ours && (!file_exists(play->save_file) || file_has_changed(play->save_file, &play->save_mark));
}

/* ---- writing ---- */

typedef int (*write_function)(const char *name, const void *bytes, size_t length, struct file_mark *mark);

/* Writes the game to `name`, which becomes its save; 0 or an errno value. */
static int write_to(struct play *play, const char *name, write_function put) {
  char *text = NULL;
  size_t length = 0;
  if (trv_sitting_save(play->sitting, &text, &length) != TRV_OK) return ENOMEM;
  struct file_mark mark = play->save_mark;
  int reason = put(name, text, length, &mark);
  trv_free(text);
  if (reason) return reason;
  bool elsewhere = play->save_file && strcmp(play->save_file, name) != 0;
  if (elsewhere && play->save_is_unasked) file_remove(play->save_file, &play->save_mark);
  if (elsewhere) play->save_is_unasked = false;
  char *copy = need_copy(name);
  free(play->save_file);
  play->save_file = copy;
  play->save_is_ours = true;
  play->save_mark = mark;
  play->saved_stamp = trv_sitting_stamp(play->sitting);
  return 0;
}

static void forget_file(struct play *play) {
  free(play->save_file);
  play->save_file = NULL;
  play->save_is_ours = play->save_is_unasked = false;
  play->saved_stamp = 0;
}

/* Writes the game to its own file, or to the next one that is free: when it has none yet, when somebody else has written
 * in it, to whom it is left, and when it is no regular file any more. 0, or an errno value; *tried is owned. */
static int write_own(struct play *play, char **tried) {
  char *lost = NULL;
  const char *how = "";
  for (;;) {
    bool chosen = !play->save_file;
    *tried = chosen ? free_name(play->file) : need_copy(play->save_file);
    int reason = write_to(play, *tried, play->save_is_ours ? file_write_again : file_write_new);
    if (!reason && lost) complain("`%s` %s; this game goes on in `%s`", lost, how, *tried);
    if (play->save_is_ours && (reason == ESTALE || reason == EINVAL || reason == EISDIR)) {
      how = reason == ESTALE ? "was written by somebody else meanwhile" : "is no regular file any more";
      lost = *tried;
      forget_file(play);
    } else if (reason == EEXIST && chosen) free(*tried);
    else {
      free(lost);
      return reason;
    }
  }
}

/* Whether a plain file holds something, and that is no save. */
static bool holds_other(const char *name) {
  static const char start[] = "trvm-save ";
  char found[sizeof start - 1];
  int descriptor = file_open_regular(name);
  FILE *file = descriptor >= 0 ? fdopen(descriptor, "rb") : NULL;
  size_t length = file ? fread(found, 1, sizeof found, file) : 0;
  if (file) fclose(file);
  return length > 0 && (length < sizeof found || memcmp(found, start, sizeof found) != 0);
}

static void tell_why(const char *name, int reason) {
  if (reason == EINVAL || file_is_special(name)) complain("cannot save to `%s`: it is no regular file", name);
  else if (reason != EEXIST && reason != ESTALE) complain("cannot save to `%s`: %s", name, strerror(reason));
  else if (holds_other(name)) complain("`%s` exists already and is no saved game; name another file", name);
  else complain("`%s` exists already; `s! %s` overwrites it", name, name);
}

bool save_write(struct play *play, const char *file, bool overwrite) {
  bool ours = file && play->save_file && strcmp(file, play->save_file) == 0 && play->save_is_ours && !is_lost(play);
  char *tried = NULL;
  int reason;
  if (!file) reason = write_own(play, &tried);
  else if (ours) reason = write_to(play, file, file_write_again);
  else if (overwrite && holds_other(file)) reason = EEXIST;
  else reason = write_to(play, file, overwrite ? file_write : file_write_new);
  if (reason) tell_why(file ? file : tried, reason);
  else play->save_is_unasked = false;
  free(tried);
  return !reason;
}

static bool is_saved(const struct play *play) { return play->saved_stamp == trv_sitting_stamp(play->sitting); }

void save_keep(struct play *play) {
  if (is_saved(play) || (trv_sitting_moves(play->sitting) == 0 && !play->save_is_ours)) return;
  bool unasked = !play->save_file;
  char *tried;
  int reason = write_own(play, &tried);
  if (!reason && unasked) play->save_is_unasked = true;
  if (reason && !play->keeping_failed)
    complain("the game is not kept in `%s`: %s", tried, reason == EEXIST ? "it exists already" : strerror(reason));
  play->keeping_failed = reason != 0;
  free(tried);
}

static void forget_unasked(struct play *play) {
  if (!play->save_is_unasked) return;
  file_remove(play->save_file, &play->save_mark);
  forget_file(play);
}

static void tell_replay(struct play *play, const char *save) {
  struct text word = { 0 };
  text_append_file(&word, save);
  if (output_shows(word.bytes)) output_format(play->screen.out, "Replay it:  trvm replay %s\n", word.bytes);
  text_free(&word);
}

/* A game that people played to its end at a terminal is kept where it can be seen again. False if it could not be. */
static bool keep_finished(struct play *play) {
  char *text = NULL, *name = NULL, *game = file_stem(play->file);
  size_t length = 0;
  int reason = trv_sitting_save(play->sitting, &text, &length) == TRV_OK ? 0 : ENOMEM;
  if (!reason) reason = archive_add(game, text, length, &name);
  if (reason) complain("the game is not kept in `%s`: %s", name ? name : "~/.local/share/trvm/games", strerror(reason));
  else tell_replay(play, name);
  trv_free(text);
  free(name);
  free(game);
  return !reason;
}

/* The game is over or never began: the save that nobody asked for goes, once a finished game is kept elsewhere. */
static void close_unasked(struct play *play) {
  bool is_asked = play->save_is_ours && !play->save_is_unasked;
  bool is_theirs = trv_game_status(play->game) == TRV_OVER && play->people && input_is_terminal();
  if (!is_theirs || (!is_asked && keep_finished(play))) forget_unasked(play);
  else if (play->save_is_ours) {
    play->save_is_unasked = false;
    tell_replay(play, play->save_file);
  }
}

bool save_close(struct play *play) {
  FILE *out = play->screen.out;
  /* How the game ended is out before its save goes, so that there is always one of both. */
  bool is_out = fflush(out) == 0 && !ferror(out);
  if (play->save_is_unasked && !is_out) {
    complain("the game is kept in `%s`", play->save_file);
    play->save_is_unasked = false;
  }
  close_unasked(play);
  if (!play->save_is_ours) return true;
  save_keep(play);
  return is_saved(play);
}

void save_close_early(const struct play *play) {
  if (play->save_is_ours) complain("the game as it was before is saved in `%s`", play->save_file);
}

void save_tell_decisions(const struct play *play) {
  bool is_over = trv_game_status(play->game) != TRV_CHOICE;
  if (!is_over && ask_is_shared(play)) {
    complain("the game is lost; its choices are not shown, since others see this screen too");
    return;
  }
  output_format(stderr, "The decisions%s (seed %s, %u players):", is_over ? "" : " so far", play_seed_text(play).text,
                play->players);
  trv_move move;
  for (size_t i = 0; trv_sitting_move(play->sitting, i, &move) == TRV_OK; i++)
    output_format(stderr, " %s", move.notation);
  output_format(stderr, "\n");
}

/* Saves the game to its own file, or else, when its folder is gone or something else has its name, to the usual one. */
static bool save_somewhere(struct play *play) {
  char *tried, *usual = NULL;
  int reason = write_own(play, &tried);
  if (reason) {
    tell_why(tried, reason);
    forget_file(play);
    if (write_own(play, &usual) == 0) reason = 0;
  }
  free(tried);
  free(usual);
  return !reason;
}

bool save_try(struct play *play) {
  bool is_new = !is_saved(play) || is_lost(play);
  return trv_sitting_moves(play->sitting) == 0 || !is_new || save_somewhere(play);
}

bool save_and_tell(struct play *play) {
  FILE *out = play->screen.out;
  if (trv_sitting_moves(play->sitting) == 0) {
    forget_unasked(play);
    output_format(out, "Nothing was decided yet, so nothing is saved.");
    if (!trv_seed_is_long(play->seed)) output_format(out, " The same game again: --seed %s", play_seed_text(play).text);
    output_format(out, "\n");
    return true;
  }
  if (!save_try(play)) {
    save_tell_decisions(play);
    return false;
  }
  play->save_is_unasked = false;
  output_format(out, "Saved to %s.\n", play->save_file);
  put_resume_command(play);
  return true;
}

/* A title is what makes a game the same, whatever has become of its rules. */
static bool is_of(const trv_program *program, const trv_save *save, const char *file) {
  if (trv_save_is_of(save, program)) return true;
  complain("`%s` is a saved game of %s, not of %s", file, trv_save_describe(save).title,
           trv_program_describe(program).title);
  return false;
}

int save_open(const char *file, trv_save **save, struct file_mark *mark) {
  char *text = NULL;
  size_t length = 0;
  const char *why = NULL;
  *mark = file_mark(file); /* what is written from now on is somebody else's */
  if (!file_read(file, &text, &length)) return EXIT_WRONG;
  int status = trv_save_read(text, length, save, &why);
  free(text);
  if (status == TRV_OK) return EXIT_FINE;
  complain("`%s`: %s", file, why ? why : trv_status_text(status));
  return EXIT_WRONG;
}

/* ---- the files of a save ---- */

/* Rules end in one of two ways; nothing else that a save names is opened. */
static bool is_rules(const char *name) { return ends_with(name, ".trv") || ends_with(name, ".trvc"); }

static char *take_name(struct save_files *files, char *name) { return files->owned[files->owned_count++] = name; }

/* A file that a save names: as it is named, or beside the save. Borrowed from `files`, NULL when there is none below the
 * folders that may be read. *outside: there is one elsewhere. */
static const char *find_named(struct save_files *files, const char *save_file, const char *name, bool *outside) {
  char *places[] = { need_copy(name), file_beside(save_file, name) };
  const char *found = NULL;
  *outside = false;
  for (size_t i = 0; i < 2; i++) {
    if (!found && is_rules(name) && reach_holds(&files->reach, places[i])) found = take_name(files, places[i]);
    else {
      *outside = *outside || file_exists(places[i]);
      free(places[i]);
    }
  }
  return found;
}

/* A game of that name among those that there are, or house rules beside one that was found so. */
static const char *find_on_shelf(struct save_files *files, const char *name) {
  char *stem = file_stem(name), *beside = NULL;
  const char *found = shelf_find(stem), *slash = strrchr(name, '/');
  if (!found && files->game) {
    struct text path = { 0 };
    text_append_format(&path, "variants/%s", slash ? slash + 1 : name);
    beside = file_beside(files->game, path.bytes);
    if (file_is_plain(beside)) found = beside;
    text_free(&path);
  }
  if (found && is_rules(found)) reach_add(&files->reach, found);
  found = found && is_rules(found) ? take_name(files, need_copy(found)) : NULL;
  free(stem);
  free(beside);
  return found;
}

/* The same; the current folder, and the games that are found by name, are allowed only to find what is not found
 * otherwise. */
static const char *find_anywhere(struct save_files *files, const char *save_file, const char *name, bool *outside) {
  const char *found = find_named(files, save_file, name, outside);
  if (found) return found;
  reach_add(&files->reach, "./");
  found = find_named(files, save_file, name, outside);
  return found ? found : find_on_shelf(files, name);
}

static int find_game(const trv_save *save, const char *file, struct save_files *files) {
  trv_save_info info = trv_save_describe(save);
  bool outside;
  files->game = find_anywhere(files, file, info.game_file, &outside);
  if (files->game) return EXIT_FINE;
  struct text line = { 0 };
  if (outside)
    text_append_format(&line, "`%s` lies neither below its folder nor below the present one", info.game_file);
  else text_append_format(&line, "there is no file `%s`", info.game_file);
  complain("`%s` is a saved game of %s, but %s; name the game: trvm play FILE.trv --resume %s", file, info.title,
           text_get(&line), file);
  text_free(&line);
  return EXIT_WRONG;
}

/* The house rules of a save, when none are named. */
static int find_variants(const trv_save *save, const char *file, struct save_files *files) {
  trv_save_info info = trv_save_describe(save);
  for (size_t i = 0; i < info.variants && files->variants.count < MOST_VARIANTS; i++) {
    trv_variant_info variant = trv_save_variant(save, i);
    bool outside;
    if (strcmp(variant.file, files->game) == 0) continue; /* the file that stands in the place of the game */
    const char *name = find_anywhere(files, file, variant.file, &outside);
    if (!name) {
      complain("`%s` was played with the variant \"%s\", but %s `%s`%s; say where it is: --variant FILE", file,
               variant.title, outside ? "its file" : "there is no file", variant.file,
               outside ? " lies neither below its folder nor below the present one" : "");
      return EXIT_WRONG;
    }
    files->variants.names[files->variants.count++] = name;
  }
  return EXIT_FINE;
}

/* Whether a game that was named is the one of the save; tells when it is not. Without it, the house rules that the save
 * names would be said not to fit. */
static bool fits(const trv_save *save, const char *file, const char *game) {
  static const struct variant_files none = { .count = 0 };
  trv_program *program = NULL;
  trv_report *report = NULL;
  if (!trv_save_describe(save).variants || ends_with(game, ".trvc")) return true; /* save_setup will tell */
  bool fine =
      load_report(game, &none, (struct load_wish){ 0 }, &program, &report) != TRV_OK || is_of(program, save, file);
  trv_report_free(report);
  trv_program_free(program);
  return fine;
}

/* Boards are made for the settings of the save. */
static void find_settings(const trv_save *save, struct save_files *files) {
  size_t count = trv_save_describe(save).settings;
  files->settings = need_memory(NULL, (count + 1) * sizeof *files->settings);
  for (size_t i = 0; i < count; i++) files->settings[i] = trv_save_setting(save, i);
  files->variants.settings = files->settings;
  files->variants.setting_count = count;
}

int save_find_files(const trv_save *save, const char *file, const char *game, const struct variant_files *variants,
                    struct save_files *files) {
  int exit_code = EXIT_FINE;
  *files = (struct save_files){ .game = game, .variants = *variants };
  find_settings(save, files);
  if (game && !fits(save, file, game)) return EXIT_WRONG;
  reach_add(&files->reach, file);
  if (game) reach_add(&files->reach, game);
  for (size_t i = 0; i < variants->count; i++) reach_add(&files->reach, variants->names[i]);
  if (!game) exit_code = find_game(save, file, files);
  if (exit_code == EXIT_FINE && !variants->count) exit_code = find_variants(save, file, files);
  if (files->owned_count) files->variants.reach = &files->reach;
  return exit_code;
}

void save_free_files(struct save_files *files) {
  for (size_t i = 0; i < files->owned_count; i++) free(files->owned[i]);
  free(files->settings);
  reach_free(&files->reach);
}

/* ---- rules that have changed ---- */

enum { MOST_CHANGES = 8 };

struct changes {
  size_t count;     /* those told, or to be told */
  uint32_t nearest; /* steps from the choice */
  bool only_count;
};

/* A rule that a variant wraps is there under another name as well: no news. */
static bool is_wrapped(const trv_rule_change *change) {
  static const char base[] = "base of ";
  return change->kind != TRV_CHANGED && strncmp(change->name, base, strlen(base)) == 0;
}

static bool tell_change(void *context, const trv_rule_change *change) {
  static const char *const words[] = { [TRV_ADDED] = "new", [TRV_REMOVED] = "gone", [TRV_CHANGED] = "changed" };
  struct changes *changes = context;
  if (is_wrapped(change)) return true;
  if (changes->count++ == 0) changes->nearest = change->steps;
  else if (!changes->only_count && change->steps != changes->nearest) {
    if (changes->nearest != TRV_FAR) complain("and, further from it:");
    changes->nearest = TRV_FAR;
  }
  if (changes->only_count || changes->count > MOST_CHANGES) return true;
  struct text line = { 0 };
  text_append_format(&line, "  %s: `%s`", words[change->kind], change->name);
  if (*change->file) text_append_format(&line, ", %s:%u", change->file, change->line);
  if (*change->cites) text_append_format(&line, " (%s)", change->cites);
  complain("%s", line.bytes);
  text_free(&line);
  return true;
}

/* Which rules have changed; if the save cannot be resumed, the nearest first to the choice where its game stopped. */
static void tell_changes(const trv_save *save, const trv_program *program, bool has_failed, const trv_game *game,
                         const char *file) {
  const trv_game *stopped = has_failed ? game : NULL;
  struct changes changes = { .only_count = true };
  int status = trv_save_changes(save, program, stopped, tell_change, &changes);
  if (status == TRV_OK && changes.count == 0) {
    complain("the game was compiled otherwise when `%s` was saved; no rule has changed", file);
    return;
  }
  if (!has_failed) complain("the rules have changed since `%s` was saved; its choices are still possible:", file);
  else if (changes.count == 1) complain("this rule has changed since it was saved:");
  else if (changes.nearest != TRV_FAR) complain("rules have changed since it was saved; nearest to this choice:");
  else complain("the rules have changed since it was saved:");
  if (status != TRV_OK) {
    complain("  which rules, the save or the compiled game does not say");
    return;
  }
  changes = (struct changes){ 0 };
  trv_save_changes(save, program, stopped, tell_change, &changes);
  if (changes.count > MOST_CHANGES) complain("  and %zu more rules", changes.count - MOST_CHANGES);
}

static bool program_has(const trv_program *program, const char *title) {
  trv_variant_info variant;
  for (uint32_t i = 0; trv_program_variant(program, i, &variant) == TRV_OK; i++)
    if (strcmp(variant.title, title) == 0) return true;
  return false;
}

static bool save_has(const trv_save *save, const char *title) {
  for (size_t i = 0; i < trv_save_describe(save).variants; i++)
    if (strcmp(trv_save_variant(save, i).title, title) == 0) return true;
  return false;
}

/* House rules that were named in the place of those of the save. */
static void tell_variants(const trv_save *save, const trv_program *program, const char *file) {
  trv_variant_info variant;
  for (size_t i = 0; i < trv_save_describe(save).variants; i++)
    if (!program_has(program, trv_save_variant(save, i).title))
      complain("`%s` was played with \"%s\", which is left out now", file, trv_save_variant(save, i).title);
  for (uint32_t i = 0; trv_program_variant(program, i, &variant) == TRV_OK; i++)
    if (!save_has(save, variant.title)) complain("`%s` was played without \"%s\"", file, variant.title);
}

int save_setup(const trv_program *program, const trv_save *save, const char *file, trv_setup **setup) {
  trv_save_info info = trv_save_describe(save);
  if (!is_of(program, save, file)) return EXIT_WRONG;
  trv_choice_of_setting *settings = need_memory(NULL, (info.settings + 1) * sizeof *settings);
  for (size_t i = 0; i < info.settings; i++) settings[i] = trv_save_setting(save, i);
  int exit_code = load_setup(
      program, (struct setup_wish){ .players = info.players, .settings = settings, .setting_count = info.settings },
      setup);
  if (exit_code != EXIT_FINE) complain("so `%s` cannot be resumed", file);
  free(settings);
  return exit_code;
}

/* ---- resuming ---- */

int save_sit(const trv_sitting_options *options, const trv_save *save, const char *file, trv_sitting **sitting) {
  const trv_program *program = trv_setup_program(options->setup);
  bool changed = trv_save_describe(save).program_hash != trv_program_describe(program).hash;
  char why[400] = "";
  int status = trv_sitting_resume(options, save, sitting, why, sizeof why);
  if (changed) tell_variants(save, program, file);
  if (status < 0) complain("`%s`: %s", file, *why ? why : trv_status_text(status));
  if (changed) tell_changes(save, program, status < 0, trv_sitting_game(*sitting), file);
  if (status == TRV_OK) return EXIT_FINE;
  trv_sitting_free(*sitting);
  *sitting = NULL;
  return EXIT_WRONG;
}

int save_resume(struct play *play, const trv_save *save, const char *file, const struct file_mark *mark) {
  trv_seat seats[TRV_MOST_PLAYERS];
  trv_sitting_options options = sit_options(play, seats);
  trv_sitting *sitting = NULL;
  int exit_code = save_sit(&options, save, file, &sitting);
  if (exit_code != EXIT_FINE) return exit_code;
  sit_at(play, sitting);
  forget_file(play);
  if (file_is_special(file)) return EXIT_FINE; /* it can be read once, and nothing be saved there */
  play->save_file = need_copy(file);
  play->save_is_ours = true;
  play->save_mark = *mark;
  play->saved_stamp = trv_sitting_stamp(sitting);
  return EXIT_FINE;
}
