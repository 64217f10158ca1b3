/* `trvm diff`: what is different between two games, or between a game and itself with house rules, by items of the
 * rulebook; and the leaflet of house rules. The library compares; here it is told to people and programs. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "trvm/arguments.h"
#include "trvm/screen.h"
#include "trvm/tool.h"

/* Two games: a file, and a file with variants and settings. */
struct sides {
  const char *before, *after;
  char *base; /* owned: the game of the variant, when only that is named */
  const struct variant_files *variants;
  const trv_link *link; /* C code for the conditions of settings */
  struct settings settings;
  trv_program *old, *new; /* owned */
};

/* ---- the games ---- */

static bool is_source(const char *file) {
  if (!ends_with(file, ".trvc")) return true;
  complain("`%s` is compiled; its rules are in the .trv file", file);
  return false;
}

/* Whether the settings can be chosen together, with some number of players. */
static bool settings_fit(const struct sides *sides) {
  trv_program_info info = trv_program_describe(sides->new);
  char first[400] = "", why[400];
  for (uint32_t players = info.low_players; players <= info.high_players; players++) {
    trv_setup *setup = NULL;
    int status =
        trv_setup_new(sides->new, players, sides->settings.items, sides->settings.count, &setup, why, sizeof why);
    trv_setup_free(setup);
    if (status == TRV_OK) return true;
    if (!*first) memcpy(first, why, sizeof first);
  }
  complain("%s", *first ? first : trv_status_text(TRV_E_ARGUMENT));
  return false;
}

/* A variant that is named alone is compared with its game. */
static bool find_base(struct sides *sides) {
  trv_variant_info variant;
  if (strcmp(sides->before, sides->after) != 0 || trv_program_variant(sides->new, 0, &variant) != TRV_OK) return true;
  if (sides->variants->count || sides->settings.count) return true;
  sides->base = need_copy(variant.base);
  sides->before = sides->base;
  return true;
}

static int load_sides(struct sides *sides, bool colour) {
  static const struct variant_files none = { .count = 0 };
  if (!is_source(sides->before) || !is_source(sides->after)) return EXIT_WRONG;
  int exit_code =
      load_program(sides->after, sides->variants, sides->settings.count ? sides->link : NULL, colour, &sides->new);
  if (exit_code != EXIT_FINE) return exit_code;
  if ((sides->settings.count && !settings_fit(sides)) || !find_base(sides)) return EXIT_WRONG;
  return load_program(sides->before, &none, NULL, colour, &sides->old);
}

/* ---- telling ---- */

/* Lines as they are, each a little to the right. */
static void put_lines(const struct screen *screen, const char *text, const char *indent) {
  while (*text) {
    size_t length = strcspn(text, "\n"), blanks = strspn(text, " ");
    struct text line = { 0 };
    text_append(&line, text + blanks, length - blanks);
    output_format(screen->out, "%s%*s", indent, (int)blanks, "");
    screen_wrap(screen, STYLE_PLAIN, text_get(&line), strlen(indent) + blanks, strlen(indent) + blanks + 2);
    text_free(&line);
    text += length + (text[length] == '\n');
  }
}

static void put_title(const struct screen *screen, const trv_program *program) {
  trv_variant_info variant;
  screen_put(screen, STYLE_STRONG, trv_program_describe(program).title);
  for (uint32_t i = 0; trv_program_variant(program, i, &variant) == TRV_OK; i++)
    output_format(screen->out, "%s \"%s\"", i ? "," : " with", variant.title);
}

static void put_heading(const struct screen *screen, const struct sides *sides) {
  put_title(screen, sides->old);
  output_format(screen->out, " -> ");
  put_title(screen, sides->new);
  for (size_t i = 0; i < sides->settings.count; i++)
    output_format(screen->out, "%s%s=%s", i ? ", " : "; ", sides->settings.items[i].name,
                  sides->settings.items[i].value);
  output_format(screen->out, "\n");
}

/* Differences with the same items of the rulebook stand below these. */
static void put_items(const struct screen *screen, const trv_difference *difference) {
  output_format(screen->out, "\n");
  if (!*difference->cites) screen_wrap(screen, STYLE_STRONG, "without an item of the rulebook", 0, 0);
  else if (!*difference->items) screen_wrap(screen, STYLE_STRONG, difference->cites, 0, 0);
  for (const char *item = difference->items; *item;) {
    size_t length = strcspn(item, "\n");
    struct text line = { 0 };
    text_append(&line, item, length);
    screen_wrap(screen, STYLE_FAINT, text_get(&line), 0, 4);
    text_free(&line);
    item += length + (item[length] == '\n');
  }
}

static void put_differences(const struct screen *screen, const struct sides *sides, const trv_report *report) {
  size_t count = trv_report_differences(report);
  const char *cites = NULL;
  put_heading(screen, sides);
  for (size_t i = 0; i < count; i++) {
    trv_difference difference = trv_report_difference(report, i);
    if (!cites || strcmp(cites, difference.cites) != 0) put_items(screen, &difference);
    cites = difference.cites;
    put_lines(screen, difference.text, "  ");
    if (*difference.file) {
      output_format(screen->out, "      ");
      struct text place = { 0 };
      text_append_format(&place, "%s:%u", difference.file, difference.line);
      screen_put(screen, STYLE_FAINT, text_get(&place));
      output_format(screen->out, "\n");
      text_free(&place);
    }
  }
  if (count) output_format(screen->out, "\n%zu difference%s\n", count, plural(count));
  else output_format(screen->out, "no difference\n");
}

static void write_side(struct json *json, const char *key, const char *file, const trv_program *program) {
  trv_variant_info variant;
  json_open_object(json, key);
  json_text(json, "file", file);
  json_text(json, "title", trv_program_describe(program).title);
  json_hash(json, "program", trv_program_describe(program).hash);
  json_open_array(json, "variants");
  for (uint32_t i = 0; trv_program_variant(program, i, &variant) == TRV_OK; i++) json_text(json, NULL, variant.title);
  json_close(json);
  json_close(json);
}

static void write_json(const struct sides *sides, const trv_report *report) {
  static const char *const kinds[] = { [TRV_ADDED] = "added", [TRV_REMOVED] = "removed", [TRV_CHANGED] = "changed" };
  struct json json;
  tool_json(&json, stdout);
  json_open_object(&json, NULL);
  write_side(&json, "before", sides->before, sides->old);
  write_side(&json, "after", sides->after, sides->new);
  json_open_object(&json, "settings");
  for (size_t i = 0; i < sides->settings.count; i++)
    json_text(&json, sides->settings.items[i].name, sides->settings.items[i].value);
  json_close(&json);
  json_open_array(&json, "differences");
  for (size_t i = 0; i < trv_report_differences(report); i++) {
    trv_difference difference = trv_report_difference(report, i);
    json_open_object(&json, NULL);
    json_text(&json, "kind", kinds[difference.kind]);
    json_text(&json, "part", difference.part);
    json_text(&json, "name", difference.name);
    json_text(&json, "text", difference.text);
    json_text(&json, "cites", difference.cites);
    json_text(&json, "file", *difference.file ? difference.file : NULL);
    if (*difference.file) json_count(&json, "line", difference.line);
    json_close(&json);
  }
  json_close(&json);
  json_close(&json);
}

/* ---- the command ---- */

struct wish {
  bool leaflet, html, json;
};

static int tell(const struct sides *sides, struct wish wish, const struct screen *screen, bool colour) {
  trv_compile_options before = load_options(sides->before, NULL);
  trv_compile_options after = load_options(sides->after, sides->variants);
  const char *leaflet = NULL;
  trv_report *report = NULL;
  int exit_code = EXIT_FINE;
  int status = trv_diff(&before, &after, sides->settings.items, sides->settings.count, wish.html, &leaflet, &report);
  if (!report) complain("`%s`: %s", sides->after, trv_status_text(status));
  if (status != TRV_OK) exit_code = load_report_failure(sides->after, status, report, colour);
  else if (wish.json) write_json(sides, report);
  else if (wish.leaflet) output_lines(stdout, leaflet);
  else put_differences(screen, sides, report);
  trv_report_free(report);
  return exit_code;
}

int diff_command(struct arguments *arguments) {
  struct sides sides = { .variants = &arguments->variants, .link = &arguments->link };
  struct wish wish = { 0 };
  struct screen screen, errors;
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
    if (id == OPTION_LEAFLET) wish.leaflet = true;
    if (id == OPTION_HTML) wish.leaflet = wish.html = true;
    if (id == OPTION_JSON) wish.json = true;
    if (id == OPTION_SET && !load_setting(&sides.settings, (char *)arguments->value)) return EXIT_WRONG;
  }
  arguments->variants.settings = sides.settings.items;
  arguments->variants.setting_count = sides.settings.count;
  if (!arguments_operands(arguments, 1, 2)) return EXIT_WRONG;
  if (wish.leaflet && wish.json) {
    complain("diff: choose one of --leaflet and --json");
    return EXIT_WRONG;
  }
  sides.before = arguments->operands[0];
  sides.after = arguments->operands[arguments->operand_count - 1];
  screen_begin(&screen, stdout, arguments->colour);
  screen_begin(&errors, stderr, arguments->colour);
  int exit_code = load_sides(&sides, errors.colour);
  if (exit_code == EXIT_FINE) exit_code = tell(&sides, wish, &screen, errors.colour);
  trv_program_free(sides.old);
  trv_program_free(sides.new);
  free(sides.base);
  return exit_code;
}
