/* `trvm games`: the games that there are to play, here and installed, with their house rules. */
#include <stdlib.h>
#include <string.h>

#include "trvm/arguments.h"
#include "trvm/screen.h"
#include "trvm/shelf.h"

/* ---- as text ---- */

static void tell_variant(void *context, const char *file, const trv_variant_info *variant) {
  const struct screen *screen = context;
  struct text line = { 0 };
  text_append_format(&line, "%s: --variant ", variant->title);
  text_append_file(&line, file);
  screen_spaces(screen, 4);
  screen_wrap(screen, STYLE_FAINT, line.bytes, 4, 6);
  text_free(&line);
}

static void tell_game(const struct screen *screen, struct shelf_game *game) {
  struct text size = { 0 };
  screen_put(screen, STYLE_STRONG, game->name);
  output_format(screen->out, "\n");
  screen_spaces(screen, 2);
  if (!shelf_read(game)) {
    text_append_format(&size, "%s has errors: `trvm check` shows them", game->file);
    screen_wrap(screen, STYLE_PLAIN, size.bytes, 2, 2);
    text_free(&size);
    return;
  }
  screen_wrap(screen, STYLE_PLAIN, game->title, 2, 2);
  screen_spaces(screen, 2);
  shelf_tell_size(game, &size);
  text_append_format(&size, "; %s", game->file);
  screen_wrap(screen, STYLE_FAINT, size.bytes, 2, 2);
  shelf_variants(game->file, tell_variant, (void *)screen);
  text_free(&size);
}

/* ---- as JSON ---- */

static void write_variant(void *context, const char *file, const trv_variant_info *variant) {
  struct json *json = context;
  json_open_object(json, NULL);
  json_text(json, "title", variant->title);
  json_text(json, "summary", variant->summary);
  json_text(json, "file", file);
  json_close(json);
}

static void write_game(struct json *json, struct shelf_game *game) {
  bool well = shelf_read(game);
  json_open_object(json, NULL);
  json_text(json, "name", game->name);
  json_text(json, "file", game->file);
  json_bool(json, "errors", !well);
  if (well) {
    json_text(json, "title", game->title);
    json_text(json, "summary", game->summary);
    json_number(json, "low_players", game->low_players);
    json_number(json, "high_players", game->high_players);
    json_number(json, "least_choices", game->least_choices);
    json_number(json, "most_choices", game->most_choices);
    json_bool(json, "by_chance", game->by_chance);
    json_open_array(json, "variants");
    shelf_variants(game->file, write_variant, json);
    json_close(json);
  }
  json_close(json);
}

int games_command(struct arguments *arguments) {
  bool as_json = false;
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
    as_json |= id == OPTION_JSON;
  }
  if (!arguments_operands(arguments, 0, 0)) return EXIT_WRONG;
  struct shelf shelf = shelf_list();
  struct screen screen;
  screen_begin(&screen, stdout, arguments->colour);
  if (as_json) {
    struct json json;
    tool_json(&json, stdout);
    json_open_object(&json, NULL);
    json_open_array(&json, "games");
    for (size_t i = 0; i < shelf.count; i++) write_game(&json, &shelf.games[i]);
    json_close(&json);
    json_close(&json);
  } else {
    for (size_t i = 0; i < shelf.count; i++) tell_game(&screen, &shelf.games[i]);
    if (!shelf.count) output_format(stdout, "There are no games here, in ./games or in %s.\n", shelf_installed());
  }
  shelf_free(&shelf);
  return EXIT_FINE;
}
