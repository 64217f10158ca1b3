/* `trvm play --help-game`: what a game is, its settings, and the house rules that lie beside it. These are found by
 * looking: files beside the game and in the folder `variants` there that are variants of it. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "trvm/command.h"
#include "trvm/play.h"

/* ---- settings ---- */

/* A value as people say it. */
static const char *said(const char *value) {
  return strcmp(value, "true") == 0 ? "yes" : strcmp(value, "false") == 0 ? "no" : value;
}

static void tell_setting(const struct screen *screen, const trv_program_info *info, const trv_setting_info *setting) {
  struct text line = { 0 };
  text_append_format(&line, "%s (%s; default %s", setting->text, setting->type, said(setting->value));
  if (strcmp(setting->simulated, setting->value) != 0)
    text_append_format(&line, ", in simulations %s", said(setting->simulated));
  text_append_format(&line, "%s%s)", *setting->cites ? "; " : "", setting->cites);
  if (setting->low_players > info->low_players || setting->high_players < info->high_players) {
    if (setting->low_players == setting->high_players)
      text_append_format(&line, ", with %u player%s", setting->low_players, plural(setting->low_players));
    else text_append_format(&line, ", with %u to %u players", setting->low_players, setting->high_players);
  }
  if (*setting->excludes) text_append_format(&line, ", not together with %s", setting->excludes);
  if (*setting->needs) text_append_format(&line, ", needs %s", setting->needs);
  output_format(screen->out, "  ");
  screen_pad(screen, STYLE_STRONG, setting->name, 20);
  output_format(screen->out, "  ");
  size_t columns = screen_text_columns(setting->name);
  screen_wrap(screen, STYLE_PLAIN, text_get(&line), 4 + (columns > 20 ? columns : 20), 24);
  text_free(&line);
}

static void tell_settings(const struct screen *screen, const trv_program *program) {
  trv_program_info info = trv_program_describe(program);
  output_format(screen->out,
                info.settings ? "\nsettings, chosen with --set NAME=VALUE:\n" : "\nThe game has no settings.\n");
  for (uint32_t i = 0; i < info.settings; i++) {
    trv_setting_info setting;
    if (trv_program_setting(program, i, &setting) == TRV_OK) tell_setting(screen, &info, &setting);
  }
}

/* ---- house rules ---- */

struct names {
  char **items; /* owned, as are the texts */
  size_t count;
};

static int by_name(const void *left, const void *right) { return strcmp(*(char *const *)left, *(char *const *)right); }

/* The .trv files in the folder `folder` beside the game, by name. */
static void find_files(const char *game, const char *folder, struct names *names) {
  char *path = file_beside(game, folder);
  DIR *listing = opendir(*path ? path : ".");
  for (const struct dirent *entry; listing && (entry = readdir(listing));) {
    if (!ends_with(entry->d_name, ".trv")) continue;
    names->items = need_memory(names->items, (names->count + 1) * sizeof *names->items);
    struct text name = { 0 };
    text_append_format(&name, "%s%s%s", path, *path && !ends_with(path, "/") ? "/" : "", entry->d_name);
    names->items[names->count++] = need_copy(text_get(&name));
    text_free(&name);
  }
  if (listing) closedir(listing);
  free(path);
  if (names->count) qsort(names->items, names->count, sizeof *names->items, by_name);
}

/* Tells of a file if it is a variant of the game; gives whether it is one. */
static bool tell_variant(const struct screen *screen, const char *file, const char *game, bool first) {
  static const struct variant_files none = { .count = 0 };
  trv_program *program = NULL;
  trv_report *report = NULL;
  bool told = false;
  load_report(file, &none, (struct load_wish){ 0 }, &program, &report);
  uint32_t count = program ? trv_program_describe(program).variants : 0;
  for (uint32_t i = 0; i < count; i++) {
    trv_variant_info variant;
    if (trv_program_variant(program, i, &variant) != TRV_OK || strcmp(variant.file, file) != 0) continue;
    if (!file_is_same(variant.base, game)) continue;
    if (first) output_format(screen->out, "\nhouse rules, played with --variant FILE:\n");
    output_format(screen->out, "  ");
    screen_put(screen, STYLE_STRONG, file);
    struct text line = { 0 };
    text_append_format(&line, "%s%s%s", variant.title, *variant.summary ? ": " : "", variant.summary);
    output_format(screen->out, "\n    ");
    screen_wrap(screen, STYLE_PLAIN, text_get(&line), 4, 4);
    text_free(&line);
    told = true;
  }
  trv_program_free(program);
  trv_report_free(report);
  return told;
}

/* Whether a file might be a variant of the game, at a glance: it says `variant` and names the game's file. */
static bool may_be_variant(const char *file, const char *game) {
  const char *slash = strrchr(game, '/');
  char *text = NULL;
  size_t length = 0;
  if (!file_read_regular(file, &text, &length)) return false;
  bool may = strlen(text) == length && strstr(text, "variant") && strstr(text, slash ? slash + 1 : game);
  free(text);
  return may;
}

static void tell_variants(const struct screen *screen, const char *game) {
  struct names names = { 0 };
  bool first = true;
  find_files(game, "", &names);
  find_files(game, "variants", &names);
  for (size_t i = 0; i < names.count; i++) {
    if (may_be_variant(names.items[i], game) && tell_variant(screen, names.items[i], game, first)) first = false;
    free(names.items[i]);
  }
  free(names.items);
}

/* ---- the game ---- */

void play_tell_applied(const struct screen *screen, const trv_program *program) {
  trv_variant_info variant;
  for (uint32_t i = 0; trv_program_variant(program, i, &variant) == TRV_OK; i++) {
    struct text line = { 0 };
    text_append_format(&line, "with \"%s\"", variant.title);
    if (*variant.summary) text_append_format(&line, ": %s", variant.summary);
    screen_wrap(screen, STYLE_FAINT, text_get(&line), 0, 2);
    text_free(&line);
  }
}

int play_tell_about(const char *file, const struct variant_files *variants, bool colour, const struct screen *screen) {
  trv_program *program;
  int exit_code = load_program(file, variants, NULL, colour, &program);
  if (exit_code != EXIT_FINE) return exit_code;
  trv_program_info info = trv_program_describe(program);
  screen_put(screen, STYLE_TITLE, info.title);
  if (info.low_players == info.high_players)
    output_format(screen->out, ", %u player%s\n", info.low_players, plural(info.low_players));
  else output_format(screen->out, ", %u to %u players\n", info.low_players, info.high_players);
  if (*info.summary) screen_wrap(screen, STYLE_PLAIN, info.summary, 0, 0);
  play_tell_applied(screen, program);
  tell_settings(screen, program);
  trv_variant_info applied;
  tell_variants(screen, trv_program_variant(program, 0, &applied) == TRV_OK ? applied.base : file);
  trv_program_free(program);
  return EXIT_FINE;
}
