/* `trvm play --help-game`: what a game is, its settings, and the house rules that lie beside it. */
#include <string.h>

#include "trvm/command.h"
#include "trvm/play.h"
#include "trvm/shelf.h"

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

/* A house rule; the first one has a heading. */
struct about_variants {
  const struct screen *screen;
  bool told;
};

static void tell_variant(void *context, const char *file, const trv_variant_info *variant) {
  struct about_variants *about = context;
  const struct screen *screen = about->screen;
  struct text line = { 0 };
  if (!about->told) output_format(screen->out, "\nhouse rules, played with --variant FILE:\n");
  about->told = true;
  output_format(screen->out, "  ");
  screen_put(screen, STYLE_STRONG, file);
  text_append_format(&line, "%s%s%s", variant->title, *variant->summary ? ": " : "", variant->summary);
  output_format(screen->out, "\n    ");
  screen_wrap(screen, STYLE_PLAIN, text_get(&line), 4, 4);
  text_free(&line);
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
  bool is_changed = trv_program_variant(program, 0, &applied) == TRV_OK;
  shelf_variants(is_changed ? applied.base : file, tell_variant, &(struct about_variants){ .screen = screen });
  trv_program_free(program);
  return EXIT_FINE;
}
