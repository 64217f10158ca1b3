/* The games that there are to play, and their house rules: see shelf.h. They are found by looking into folders. */
#include "trvm/shelf.h"

#include <stdlib.h>
#include <string.h>

#include "trvm/tool.h"

/* Makefile.am says where games are installed; tests that have parts of the command need no such place. */
#ifndef TRVM_GAMES_FOLDER
#define TRVM_GAMES_FOLDER "games"
#endif

enum { MOST_GAMES = 200, MEASURED_GAMES = 3, MEASURED_DECISIONS = 20000 };
static const uint64_t measured_fuel = 2000000; /* of all these games: some hundredths of a second */

const char *shelf_installed(void) {
  const char *named = getenv("TRVM_GAMES");
  return named && *named ? named : TRVM_GAMES_FOLDER;
}

/* ---- finding ---- */

/* Rules that are a game by themselves have a line `game …`; modules and house rules have not. */
static bool is_game(const char *file) {
  char *text = NULL;
  size_t length = 0;
  if (!file_read_regular(file, &text, &length)) return false;
  bool is = strlen(text) == length && (strncmp(text, "game ", 5) == 0 || strstr(text, "\ngame "));
  free(text);
  return is;
}

static bool has_name(const struct shelf *shelf, const char *name) {
  for (size_t i = 0; i < shelf->count; i++)
    if (strcmp(shelf->games[i].name, name) == 0) return true;
  return false;
}

static void add_folder(struct shelf *shelf, const char *folder) {
  struct folder_files files = file_list(folder, ".trv");
  for (size_t i = 0; i < files.count && shelf->count < MOST_GAMES; i++) {
    char *name = file_stem(files.items[i]);
    if (has_name(shelf, name) || !is_game(files.items[i])) {
      free(name);
      continue;
    }
    shelf->games = need_memory(shelf->games, (shelf->count + 1) * sizeof *shelf->games);
    shelf->games[shelf->count++] = (struct shelf_game){ .name = name, .file = need_copy(files.items[i]) };
  }
  file_names_free(&files);
}

static int by_name(const void *left, const void *right) {
  return strcmp(((const struct shelf_game *)left)->name, ((const struct shelf_game *)right)->name);
}

struct shelf shelf_list(void) {
  struct shelf shelf = { 0 };
  add_folder(&shelf, "");
  add_folder(&shelf, "games");
  add_folder(&shelf, shelf_installed());
  if (shelf.count) qsort(shelf.games, shelf.count, sizeof *shelf.games, by_name);
  return shelf;
}

static void free_game(struct shelf_game *game) {
  free(game->name);
  free(game->file);
  free(game->title);
  free(game->summary);
}

void shelf_free(struct shelf *shelf) {
  for (size_t i = 0; i < shelf->count; i++) free_game(&shelf->games[i]);
  free(shelf->games);
  *shelf = (struct shelf){ 0 };
}

/* Kept for the process, as the words of the command line are. */
static const struct shelf *whole_shelf(void) {
  static struct shelf shelf;
  static bool listed;
  if (!listed) shelf = shelf_list();
  listed = true;
  return &shelf;
}

const char *shelf_find(const char *word) {
  if (!*word || strchr(word, '/') || strchr(word, '.') || file_is_plain(word)) return NULL;
  const struct shelf *shelf = whole_shelf();
  for (size_t i = 0; i < shelf->count; i++)
    if (strcmp(shelf->games[i].name, word) == 0) return shelf->games[i].file;
  return NULL;
}

const char *shelf_suggest(const char *word) {
  const struct shelf *shelf = whole_shelf();
  const char *names[MOST_GAMES];
  for (size_t i = 0; i < shelf->count; i++) names[i] = shelf->games[i].name;
  return trv_suggest(word, names, shelf->count);
}

/* ---- how long games are ---- */

static void note_choices(struct shelf_game *game, uint32_t choices) {
  if (!game->least_choices || choices < game->least_choices) game->least_choices = choices;
  if (choices > game->most_choices) game->most_choices = choices;
}

/* A line of lengths.csv: `magpies,2,54`. */
static void read_length(struct shelf_game *game, const char *line) {
  size_t length = strlen(game->name);
  uint32_t players, choices;
  if (strncmp(line, game->name, length) != 0 || line[length] != ',') return;
  if (sscanf(line + length, ",%u,%u", &players, &choices) != 2 || players < game->low_players) return;
  if (players <= game->high_players && choices) note_choices(game, choices);
}

static void read_lengths(struct shelf_game *game) {
  char *path = file_beside(game->file, "lengths.csv"), *text = NULL, *rest = NULL;
  size_t length;
  if (file_read_regular(path, &text, &length))
    for (const char *line = strtok_r(text, "\r\n", &rest); line; line = strtok_r(NULL, "\r\n", &rest))
      read_length(game, line);
  free(text);
  free(path);
}

/* Some games of the lowest number of players; none if the rules fail, or call C code. */
static void measure_by_chance(struct shelf_game *game, const trv_program *program) {
  trv_setup *setup = NULL;
  trv_game *played = NULL;
  char why[200];
  if (trv_program_describe(program).externs) return;
  if (trv_setup_simulated(program, game->low_players, NULL, 0, &setup, why, sizeof why) == TRV_OK &&
      trv_game_new(setup, &played) == TRV_OK) {
    uint64_t decisions = 0;
    uint32_t games = 0;
    trv_game_set_fuel(played, measured_fuel);
    while (games < MEASURED_GAMES && decisions < MEASURED_DECISIONS) {
      int status = trv_game_start(played, 1, games);
      while (status == TRV_CHOICE && trv_game_decisions(played) < MEASURED_DECISIONS &&
             trv_game_spent(played) < measured_fuel)
        status = trv_playout(played, 1, games, 1);
      if (status != TRV_OVER) break;
      decisions += trv_game_decisions(played);
      games++;
    }
    game->by_chance = games > 0;
    if (games)
      note_choices(game, (uint32_t)((decisions + games * game->low_players - 1) / (games * game->low_players)));
  }
  trv_game_free(played);
  trv_setup_free(setup);
}

/* Numbers that are estimates are told with two digits. */
static uint32_t rounded(uint32_t number) {
  uint32_t unit = 1;
  while (number / unit >= 100) unit *= 10;
  return (number + unit / 2) / unit * unit;
}

void shelf_tell_size(const struct shelf_game *game, struct text *out) {
  uint32_t least = rounded(game->least_choices), most = rounded(game->most_choices);
  if (game->low_players == game->high_players)
    text_append_format(out, "%u player%s", game->low_players, plural(game->low_players));
  else text_append_format(out, "%u to %u players", game->low_players, game->high_players);
  if (!most) return;
  if (game->by_chance) text_append_format(out, ", up to some %u choice%s each", most, plural(most));
  else if (least == most) text_append_format(out, ", some %u choice%s each", most, plural(most));
  else text_append_format(out, ", some %u to %u choices each", least, most);
}

/* ---- reading ---- */

bool shelf_read(struct shelf_game *game) {
  static const struct variant_files none = { .count = 0 };
  trv_program *program = NULL;
  trv_report *report = NULL;
  if (game->title) return true;
  bool well = load_report(game->file, &none, (struct load_wish){ 0 }, &program, &report) == TRV_OK;
  if (well) {
    trv_program_info info = trv_program_describe(program);
    game->title = need_copy(info.title);
    game->summary = need_copy(info.summary);
    game->low_players = info.low_players;
    game->high_players = info.high_players;
    read_lengths(game);
    if (!game->most_choices) measure_by_chance(game, program);
  }
  trv_program_free(program);
  trv_report_free(report);
  return well;
}

size_t shelf_read_all(struct shelf *shelf) {
  size_t kept = 0, all = shelf->count;
  for (size_t i = 0; i < shelf->count; i++) {
    if (shelf_read(&shelf->games[i])) shelf->games[kept++] = shelf->games[i];
    else free_game(&shelf->games[i]);
  }
  shelf->count = kept;
  return all - kept;
}

/* ---- house rules ---- */

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

void shelf_variants(const char *game, void (*each)(void *context, const char *file, const trv_variant_info *variant),
                    void *context) {
  static const struct variant_files none = { .count = 0 };
  static const char *const folders[] = { "", "variants" };
  for (size_t folder = 0; folder < 2; folder++) {
    char *path = file_beside(game, folders[folder]);
    struct folder_files files = file_list(path, ".trv");
    for (size_t i = 0; i < files.count; i++) {
      const char *file = files.items[i];
      trv_program *program = NULL;
      trv_report *report = NULL;
      trv_variant_info variant;
      if (!may_be_variant(file, game)) continue;
      load_report(file, &none, (struct load_wish){ 0 }, &program, &report);
      for (uint32_t k = 0; program && trv_program_variant(program, k, &variant) == TRV_OK; k++)
        if (strcmp(variant.file, file) == 0 && file_is_same(variant.base, game)) each(context, file, &variant);
      trv_program_free(program);
      trv_report_free(report);
    }
    file_names_free(&files);
    free(path);
  }
}
