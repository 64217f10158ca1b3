/* Saving and resuming. A save is the log of decisions that the library writes; this file chooses names, keeps other
 * games' saves safe and tells the command with which to go on. */
#include <stdlib.h>
#include <string.h>

#include "trvm/play.h"

/* Prints a word so that a shell reads it back as one. */
static void put_word(FILE *out, const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+=:,";
  if (*word && strspn(word, plain) == strlen(word)) {
    fputs(word, out);
    return;
  }
  fputc('\'', out);
  for (; *word; word++) {
    if (*word == '\'') fputs("'\\''", out);
    else fputc(*word, out);
  }
  fputc('\'', out);
}

static void put_resume_command(struct sitting *sitting) {
  FILE *out = sitting->screen.out;
  fprintf(out, "Go on with:  trvm play ");
  put_word(out, sitting->file);
  fprintf(out, "%s --resume ", text_get(&sitting->seat_options));
  put_word(out, sitting->save_file);
  fputc('\n', out);
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

static int make_save(const struct sitting *sitting, char **text, size_t *length) {
  trv_save_choice *choices = need_memory(NULL, (sitting->move_count + 1) * sizeof *choices);
  for (size_t i = 0; i < sitting->move_count; i++)
    choices[i] = (trv_save_choice){ sitting->moves[i].seat, sitting->moves[i].choice, sitting->moves[i].notation };
  int status =
      trv_save_write(sitting->game, sitting->seed, sitting->number, choices, sitting->move_count, text, length);
  free(choices);
  return status;
}

bool save_write(struct sitting *sitting, const char *file, bool overwrite) {
  char *text = NULL;
  size_t length = 0;
  bool is_own = !file || (sitting->save_file && strcmp(file, sitting->save_file) == 0);
  bool ours = is_own && sitting->save_is_ours;
  char *name = file ? need_copy(file) : sitting->save_file ? need_copy(sitting->save_file) : free_name(sitting->file);
  if (!ours && !overwrite && file_exists(name)) {
    complain("`%s` exists already; `s! %s` overwrites it", name, name);
    free(name);
    return false;
  }
  int status = make_save(sitting, &text, &length);
  int reason = status == TRV_OK ? file_write(name, text, length) : 0;
  if (status == TRV_OK) trv_free(text);
  if (status != TRV_OK || reason) {
    complain("cannot save to `%s`: %s", name, reason ? strerror(reason) : trv_status_text(status));
    free(name);
    return false;
  }
  free(sitting->save_file);
  sitting->save_file = name;
  sitting->save_is_ours = true;
  sitting->saved_moves = sitting->move_count;
  return true;
}

/* Nothing could be written: the decisions themselves go to stderr, so that the game is not lost. */
static void tell_decisions(const struct sitting *sitting) {
  fprintf(stderr, "The decisions so far (seed %u, %u players):", sitting->seed, sitting->players);
  for (size_t i = 0; i < sitting->move_count; i++) fprintf(stderr, " %s", sitting->moves[i].notation);
  fputc('\n', stderr);
}

void save_and_tell(struct sitting *sitting) {
  FILE *out = sitting->screen.out;
  if (sitting->move_count == 0) {
    fprintf(out, "Nothing was decided yet, so nothing is saved. The same game again: --seed %u\n", sitting->seed);
    return;
  }
  if (sitting->saved_moves != sitting->move_count && !save_write(sitting, NULL, false)) {
    /* The name may have been taken meanwhile, or its folder may be gone: the usual name is tried instead. */
    free(sitting->save_file);
    sitting->save_file = NULL;
    sitting->save_is_ours = false;
    if (!save_write(sitting, NULL, false)) {
      tell_decisions(sitting);
      return;
    }
  }
  fprintf(out, "Saved to %s.\n", sitting->save_file);
  put_resume_command(sitting);
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

int save_resume(struct sitting *sitting, const trv_save *save, const char *file) {
  trv_save_info info = trv_save_describe(save);
  char why[400] = "";
  if (strcmp(info.title, sitting->info.title) != 0) {
    complain("`%s` is a saved game of %s, not of %s", file, info.title, sitting->info.title);
    return EXIT_WRONG;
  }
  int status = trv_save_replay(save, sitting->game, why, sizeof why);
  if (status < 0) {
    complain("`%s`: %s", file, *why ? why : trv_status_text(status));
    return EXIT_WRONG;
  }
  if (info.program_hash != sitting->info.hash)
    complain("the rules have changed since `%s` was saved; its choices are still possible", file);
  /* Once more decision by decision, to know the journal and what can be taken back. */
  status = moves_start(sitting);
  for (size_t i = 0; i < info.choices && status == TRV_CHOICE; i++) {
    int index = trv_find_option(sitting->game, trv_save_get(save, i).notation);
    status = index < 0 ? index : moves_make(sitting, (uint32_t)index);
  }
  if (status < 0) {
    complain("`%s`: Choice %zu is not possible.", file, sitting->move_count + 1);
    return EXIT_WRONG;
  }
  free(sitting->save_file);
  sitting->save_file = need_copy(file);
  sitting->save_is_ours = true;
  sitting->saved_moves = sitting->move_count;
  return EXIT_FINE;
}
