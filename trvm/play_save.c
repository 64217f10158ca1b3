/* Saving and resuming. A save is the log of decisions that the library writes; this file chooses names, keeps other
 * games' saves safe, keeps a game that goes on and tells the command with which to go on. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trvm/play.h"

/* ---- names ---- */

static void put_resume_command(struct play *play) {
  struct text command = { 0 };
  text_append_word(&command, play->file);
  text_append_format(&command, "%s --resume ", text_get(&play->seat_options));
  text_append_word(&command, play->save_file);
  output_format(play->screen.out, "Go on with:  trvm play %s\n", command.bytes);
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

/* Whether another game has been saved over this one. */
static bool is_taken(const struct play *play) {
  return play->save_is_ours && file_has_changed(play->save_file, &play->save_mark);
}

/* Leaves the file to whoever has written it, and goes on in another. */
static void give_way(struct play *play) {
  char *name = free_name(play->file);
  complain("`%s` was written by somebody else meanwhile; this game goes on in `%s`", play->save_file, name);
  free(play->save_file);
  play->save_file = name;
  play->save_is_ours = play->save_is_unasked = false;
  play->saved_stamp = 0;
}

/* ---- writing ---- */

/* Writes the game to `name`, which becomes its save; NULL, or why it cannot be done. */
static const char *write_to(struct play *play, const char *name) {
  char *text = NULL;
  size_t length = 0;
  int status = trv_sitting_save(play->sitting, &text, &length);
  if (status != TRV_OK) return trv_status_text(status);
  int reason = file_write(name, text, length);
  trv_free(text);
  if (reason) return strerror(reason);
  bool elsewhere = play->save_file && strcmp(play->save_file, name) != 0;
  if (elsewhere && play->save_is_unasked && !is_taken(play)) unlink(play->save_file);
  if (elsewhere) play->save_is_unasked = false;
  char *copy = need_copy(name);
  free(play->save_file);
  play->save_file = copy;
  play->save_is_ours = true;
  play->save_mark = file_mark(name);
  play->saved_stamp = trv_sitting_stamp(play->sitting);
  return NULL;
}

/* Whether a plain file holds something, and that is no save. */
static bool holds_other(const char *name) {
  static const char start[] = "trvm-save ";
  char found[sizeof start - 1];
  FILE *file = file_is_plain(name) ? fopen(name, "rb") : NULL;
  size_t length = file ? fread(found, 1, sizeof found, file) : 0;
  if (file) fclose(file);
  return length > 0 && (length < sizeof found || memcmp(found, start, sizeof found) != 0);
}

bool save_write(struct play *play, const char *file, bool overwrite) {
  if (!file && is_taken(play)) give_way(play);
  bool is_own = !file || (play->save_file && strcmp(file, play->save_file) == 0);
  bool ours = is_own && play->save_is_ours && !is_taken(play);
  char *name = file ? need_copy(file) : play->save_file ? need_copy(play->save_file) : free_name(play->file);
  bool other = !ours && holds_other(name);
  if (other || (!ours && !overwrite && file_exists(name))) {
    if (other) complain("`%s` exists already and is no saved game; name another file", name);
    else complain("`%s` exists already; `s! %s` overwrites it", name, name);
    free(name);
    return false;
  }
  const char *why = write_to(play, name);
  if (why) complain("cannot save to `%s`: %s", name, why);
  else play->save_is_unasked = false;
  free(name);
  return !why;
}

/* Whether saving to this file again and again does no harm: it is not there yet, or a plain file. */
static bool can_keep(const char *name) {
  struct stat status;
  return stat(name, &status) != 0 || S_ISREG(status.st_mode);
}

static bool is_saved(const struct play *play) { return play->saved_stamp == trv_sitting_stamp(play->sitting); }

void save_keep(struct play *play) {
  if (is_saved(play) || (trv_sitting_moves(play->sitting) == 0 && !play->save_is_ours)) return;
  if (is_taken(play)) give_way(play);
  bool unasked = !play->save_file;
  char *name = unasked ? free_name(play->file) : need_copy(play->save_file);
  const char *why = NULL;
  if (!can_keep(name)) {
    free(name);
    return;
  }
  if (!play->save_is_ours && file_exists(name)) why = "it exists already";
  else why = write_to(play, name);
  if (!why && unasked) play->save_is_unasked = true;
  if (why && !play->keeping_failed) complain("the game is not kept in `%s`: %s", name, why);
  play->keeping_failed = why != NULL;
  free(name);
}

static void forget_unasked(struct play *play) {
  if (!play->save_is_unasked) return;
  if (!is_taken(play)) unlink(play->save_file);
  free(play->save_file);
  play->save_file = NULL;
  play->save_is_ours = play->save_is_unasked = false;
}

void save_close(struct play *play) {
  FILE *out = play->screen.out;
  /* How the game ended is out before its save goes, so that there is always one of both. */
  bool is_out = fflush(out) == 0 && !ferror(out);
  if (play->save_is_unasked && !is_out) {
    complain("the game is kept in `%s`", play->save_file);
    play->save_is_unasked = false;
  }
  forget_unasked(play);
  if (play->save_is_ours) save_keep(play);
}

void save_close_early(const struct play *play) {
  if (play->save_is_ours) complain("the game as it was before is saved in `%s`", play->save_file);
}

/* Nothing could be written: the decisions themselves go to stderr, so that the game is not lost. */
static void tell_decisions(const struct play *play) {
  output_format(stderr, "The decisions so far (seed %s, %u players):", play_seed_text(play).text, play->players);
  trv_move move;
  for (size_t i = 0; trv_sitting_move(play->sitting, i, &move) == TRV_OK; i++)
    output_format(stderr, " %s", move.notation);
  output_format(stderr, "\n");
}

void save_and_tell(struct play *play) {
  FILE *out = play->screen.out;
  if (trv_sitting_moves(play->sitting) == 0) {
    forget_unasked(play);
    output_format(out, "Nothing was decided yet, so nothing is saved.");
    if (!trv_seed_is_long(play->seed)) output_format(out, " The same game again: --seed %s", play_seed_text(play).text);
    output_format(out, "\n");
    return;
  }
  if (is_taken(play)) give_way(play);
  if (!is_saved(play) && !save_write(play, NULL, false)) {
    /* The name may have been taken meanwhile, or its folder may be gone: the usual name is tried instead. */
    free(play->save_file);
    play->save_file = NULL;
    play->save_is_ours = false;
    if (!save_write(play, NULL, false)) {
      tell_decisions(play);
      return;
    }
  }
  play->save_is_unasked = false;
  output_format(out, "Saved to %s.\n", play->save_file);
  put_resume_command(play);
}

/* A title is what makes a game the same, whatever has become of its rules. */
static bool is_of(const trv_program *program, const trv_save *save, const char *file) {
  const char *saved = trv_save_describe(save).title, *title = trv_program_describe(program).title;
  if (strcmp(saved, title) == 0) return true;
  complain("`%s` is a saved game of %s, not of %s", file, saved, title);
  return false;
}

int save_open(const char *file, trv_save **save) {
  char *text = NULL;
  size_t length = 0;
  const char *why = NULL;
  if (!file_read(file, &text, &length)) return EXIT_WRONG;
  int status = trv_save_read(text, length, save, &why);
  free(text);
  if (status == TRV_OK) return EXIT_FINE;
  complain("`%s`: %s", file, why ? why : trv_status_text(status));
  return EXIT_WRONG;
}

/* A file that a save names: as it is named, or beside the save; owned, NULL when there is none. */
static char *find_named(const char *save_file, const char *name) {
  if (file_exists(name)) return need_copy(name);
  char *beside = file_beside(save_file, name);
  if (file_exists(beside)) return beside;
  free(beside);
  return NULL;
}

char *save_game_file(const trv_save *save, const char *file) {
  trv_save_info info = trv_save_describe(save);
  char *found = find_named(file, info.game_file);
  if (!found)
    complain("`%s` is a saved game of %s, but there is no file `%s`; name the game: trvm play FILE.trv --resume %s",
             file, info.title, info.game_file, file);
  return found;
}

bool save_is_of(const trv_save *save, const char *file, const char *game) {
  static const struct variant_files none = { .count = 0 };
  trv_program *program = NULL;
  trv_report *report = NULL;
  if (!trv_save_describe(save).variants || ends_with(game, ".trvc")) return true; /* save_setup will tell */
  bool fits =
      load_report(game, &none, (struct load_wish){ 0 }, &program, &report) != TRV_OK || is_of(program, save, file);
  trv_report_free(report);
  trv_program_free(program);
  return fits;
}

/* The house rules of a save, when none are named: as the save has them, or beside the save; names are owned. */
int save_variants(const trv_save *save, const char *file, const char *game, struct variant_files *variants) {
  trv_save_info info = trv_save_describe(save);
  for (size_t i = 0; i < info.variants && variants->count < MOST_VARIANTS; i++) {
    trv_variant_info variant = trv_save_variant(save, i);
    if (strcmp(variant.file, game) == 0) continue; /* the file that stands in the place of the game */
    char *name = find_named(file, variant.file);
    if (!name) {
      complain("`%s` was played with the variant \"%s\", but there is no file `%s`; say where it is: --variant FILE",
               file, variant.title, variant.file);
      return EXIT_WRONG;
    }
    variants->names[variants->count++] = name;
  }
  return EXIT_FINE;
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
  int exit_code = load_setup(program, info.players, settings, info.settings, setup);
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

int save_resume(struct play *play, const trv_save *save, const char *file) {
  trv_seat seats[TRV_MOST_PLAYERS];
  trv_sitting_options options = sit_options(play, seats);
  trv_sitting *sitting = NULL;
  int exit_code = save_sit(&options, save, file, &sitting);
  if (exit_code != EXIT_FINE) return exit_code;
  sit_at(play, sitting);
  free(play->save_file);
  play->save_file = need_copy(file);
  play->save_is_ours = true;
  play->save_mark = file_mark(file);
  play->saved_stamp = trv_sitting_stamp(sitting);
  return EXIT_FINE;
}
