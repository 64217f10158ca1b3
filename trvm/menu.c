/* The menu of `trvm` alone: see menu.h. What is picked is done by the command that does it anyway, whose command line is told,
 * so that it can be typed the next time. */
#include "trvm/menu.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "trvm/archive.h"
#include "trvm/play.h"
#include "trvm/sheet.h"
#include "trvm/shelf.h"

enum { MOST_SAVES = 4, MOST_WORDS = 16, MOST_SAVE_BYTES = 4 << 20, MOST_VARIANTS_TOLD = 9 };

/* A saved game that can be gone on with, or seen again. */
struct menu_save {
  char *file; /* owned, as the texts are */
  char *title;
  uint32_t players;
  size_t choices;
  time_t changed;
};

struct menu {
  struct screen screen;
  struct shelf shelf;
  size_t broken;                          /* games that have errors */
  struct menu_save saves[2 * MOST_SAVES]; /* those to go on with first */
  size_t save_count, open_count;
};

/* ---- what there is ---- */

static bool read_save(const char *file, struct menu_save *read) {
  char *text = NULL;
  size_t length = 0;
  struct stat status;
  trv_save *save = NULL;
  if (stat(file, &status) != 0 || status.st_size > MOST_SAVE_BYTES || !file_read_regular(file, &text, &length))
    return false;
  bool well = trv_save_read(text, length, &save, NULL) == TRV_OK;
  if (well) {
    trv_save_info info = trv_save_describe(save);
    *read = (struct menu_save){ .file = need_copy(file),
                                .title = need_copy(info.title),
                                .players = info.players,
                                .choices = info.choices,
                                .changed = status.st_mtime };
  }
  trv_save_free(save);
  free(text);
  return well;
}

static void add_saves(struct menu *menu, struct folder_files files) {
  size_t first = menu->save_count;
  for (size_t i = 0; i < files.count && menu->save_count < first + MOST_SAVES; i++)
    menu->save_count += read_save(files.items[i], &menu->saves[menu->save_count]);
  file_names_free(&files);
}

static void open_menu(struct menu *menu) {
  *menu = (struct menu){ .shelf = shelf_list() };
  screen_begin(&menu->screen, stdout, COLOUR_AUTO);
  menu->broken = shelf_read_all(&menu->shelf);
  struct folder_files here = file_list("", ".trvsave");
  file_names_by_age(&here);
  add_saves(menu, here);
  menu->open_count = menu->save_count;
  add_saves(menu, archive_list());
}

static void close_menu(struct menu *menu) {
  for (size_t i = 0; i < menu->save_count; i++) {
    free(menu->saves[i].file);
    free(menu->saves[i].title);
  }
  shelf_free(&menu->shelf);
}

/* ---- showing ---- */

static void append_age(struct text *line, time_t changed) {
  double minutes = difftime(time(NULL), changed) / 60;
  if (minutes < 2) text_append_format(line, "just now");
  else if (minutes < 120) text_append_format(line, "%.0f minutes ago", minutes);
  else if (minutes < 48 * 60) text_append_format(line, "%.0f hours ago", minutes / 60);
  else text_append_format(line, "%.0f days ago", minutes / (24 * 60));
}

/* "  3) Magpies: 2 to 5 players". */
static void put_item(const struct menu *menu, size_t number, const char *title, const char *more) {
  struct text line = { 0 };
  char lead[32];
  snprintf(lead, sizeof lead, "%3zu) ", number);
  text_append_format(&line, "%s: %s", title, more);
  screen_put(&menu->screen, STYLE_STRONG, lead);
  screen_wrap(&menu->screen, STYLE_PLAIN, line.bytes, strlen(lead), strlen(lead) + 2);
  text_free(&line);
}

static void show_saves(const struct menu *menu, size_t from, size_t to, const char *heading) {
  if (from < to) output_format(menu->screen.out, "%s\n", heading);
  for (size_t i = from; i < to; i++) {
    const struct menu_save *save = &menu->saves[i];
    struct text more = { 0 };
    append_age(&more, save->changed);
    text_append_format(&more, ", %u player%s, %zu choice%s", save->players, plural(save->players), save->choices,
                       plural(save->choices));
    put_item(menu, menu->shelf.count + i + 1, save->title, more.bytes);
    text_free(&more);
  }
}

static void show_menu(const struct menu *menu) {
  const struct screen *screen = &menu->screen;
  screen_title(screen, "trvm");
  if (menu->shelf.count) output_format(screen->out, "Play\n");
  else if (!menu->broken) output_format(screen->out, "There are no games here, in ./games or installed.\n");
  for (size_t i = 0; i < menu->shelf.count; i++) {
    struct text size = { 0 };
    shelf_tell_size(&menu->shelf.games[i], &size);
    put_item(menu, i + 1, menu->shelf.games[i].title, size.bytes);
    text_free(&size);
  }
  if (menu->broken)
    output_format(screen->out, "%zu game%s with errors: `trvm games` tells more.\n", menu->broken,
                  plural(menu->broken));
  show_saves(menu, 0, menu->open_count, "Go on with");
  show_saves(menu, menu->open_count, menu->save_count, "See again");
  screen_wrap(
      screen, STYLE_FAINT,
      "Type a number or a name; `r 1` reads the rules of game 1, `i 1` tells of its settings and house rules, `q` "
      "leaves. `trvm --help` tells what else there is.",
      0, 0);
}

/* ---- questions ---- */

/* What was typed, without blanks around it; owned, NULL: the person has left. */
static char *ask(const char *question) {
  char *line = NULL;
  enum input input;
  do input = input_line(question, NULL, &line);
  while (input == INPUT_STOPPED);
  if (input != INPUT_LINE) return NULL;
  size_t length = strlen(line), blanks = strspn(line, " \t");
  while (length > blanks && strchr(" \t", line[length - 1])) line[--length] = '\0';
  memmove(line, line + blanks, length - (blanks < length ? blanks : length) + 1);
  return line;
}

static bool is_leaving(const char *word) {
  static const char *const words[] = { "q", "quit", "exit", "leave" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcasecmp(word, words[i]) == 0) return true;
  return false;
}

/* The number that a word is; 0: none from 1 to `most`. */
static size_t number_in(const char *word, size_t most) {
  size_t digits = strspn(word, "0123456789");
  unsigned long number = digits && !word[digits] && digits < 6 ? strtoul(word, NULL, 10) : 0;
  return number <= most ? number : 0;
}

/* ---- a command line for another command ---- */

struct menu_words {
  char *items[MOST_WORDS + 1]; /* owned */
  int count;
};

static void add_word(struct menu_words *words, const char *word) {
  if (words->count < MOST_WORDS) words->items[words->count++] = need_copy(word);
}

/* Tells the command and runs it; its words are freed. */
static int run_words(const struct menu *menu, struct menu_words *words) {
  struct text line = { 0 };
  for (int i = 0; i < words->count; i++) {
    if (i) text_append_format(&line, " ");
    text_append_word(&line, words->items[i]);
  }
  text_append_format(&line, "\n");
  screen_put(&menu->screen, STYLE_FAINT, "trvm ");
  screen_put(&menu->screen, STYLE_FAINT, line.bytes);
  output_format(menu->screen.out, "\n");
  text_free(&line);
  char *given[MOST_WORDS + 1];
  memcpy(given, words->items, sizeof given);
  int exit_code = arguments_run(command_find(given[0]), words->count, given);
  for (int i = 0; i < words->count; i++) free(words->items[i]);
  return exit_code;
}

/* ---- a game to play ---- */

/* False: the person has left. */
static bool ask_players(const struct shelf_game *game, struct menu_words *words) {
  char question[80];
  if (game->low_players == game->high_players) return true;
  snprintf(question, sizeof question, "How many players, %u to %u? (Enter: %u) ", game->low_players, game->high_players,
           game->low_players);
  for (;;) {
    char *line = ask(question);
    if (!line) return false;
    size_t number = number_in(line, game->high_players);
    bool leaves = is_leaving(line), usual = !*line;
    if (number >= game->low_players) {
      add_word(words, "--players");
      add_word(words, line);
    }
    free(line);
    if (leaves) return false;
    if (usual || number >= game->low_players) return true;
  }
}

static bool ask_level(struct menu_words *words) {
  static const char *const levels[] = { "easy", "fair", "hard" };
  for (;;) {
    char *line = ask("How well shall bots play: easy, fair, hard, or people alone? (Enter: fair) ");
    const char *found = NULL;
    if (!line) return false;
    bool leaves = is_leaving(line), usual = !*line, people = *line && strncasecmp("people", line, strlen(line)) == 0;
    for (size_t i = 0; i < 3; i++)
      if (*line && strncasecmp(levels[i], line, strlen(line)) == 0) found = levels[i];
    free(line);
    if (leaves) return false;
    if (people) add_word(words, "--hotseat");
    if (found && !people) {
      add_word(words, "--level");
      add_word(words, found);
    }
    if (usual || found || people) return true;
  }
}

struct menu_variants {
  const struct menu *menu;
  char *files[MOST_VARIANTS_TOLD]; /* owned */
  size_t count;
};

static void take_variant(void *context, const char *file, const trv_variant_info *variant) {
  struct menu_variants *variants = context;
  if (variants->count == MOST_VARIANTS_TOLD) return;
  if (!variants->count) output_format(variants->menu->screen.out, "House rules\n");
  variants->files[variants->count++] = need_copy(file);
  put_item(variants->menu, variants->count, variant->title, variant->summary);
}

static bool ask_variants(const struct menu *menu, const struct shelf_game *game, struct menu_words *words) {
  struct menu_variants variants = { .menu = menu };
  bool stays = true, asks;
  shelf_variants(game->file, take_variant, &variants);
  asks = variants.count > 0;
  while (asks && stays) {
    char *line = ask("With which house rule? (Enter: none) ");
    size_t number = line ? number_in(line, variants.count) : 0;
    stays = line && !is_leaving(line);
    asks = stays && *line && !number;
    if (number) {
      add_word(words, "--variant");
      add_word(words, variants.files[number - 1]);
    }
    free(line);
  }
  for (size_t i = 0; i < variants.count; i++) free(variants.files[i]);
  return stays;
}

/* True once the game was played; false: the person did not want to, and is shown the menu again. */
static bool play_game(const struct menu *menu, const struct shelf_game *game, int *exit_code) {
  struct menu_words words = { 0 };
  add_word(&words, "play");
  add_word(&words, shelf_find(game->name) ? game->name : game->file);
  if (!ask_players(game, &words) || !ask_level(&words) || !ask_variants(menu, game, &words)) {
    for (int i = 0; i < words.count; i++) free(words.items[i]);
    return false;
  }
  *exit_code = run_words(menu, &words);
  return true;
}

static int open_save(const struct menu *menu, size_t index) {
  struct menu_words words = { 0 };
  add_word(&words, index < menu->open_count ? "play" : "replay");
  add_word(&words, menu->saves[index].file);
  return run_words(menu, &words);
}

/* ---- rules to read ---- */

/* The rulebook as it is written, without the marks of Markdown. */
static void draw_rulebook(const struct screen *screen, char *text) {
  char *next;
  for (char *line = text; line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = '\0';
    struct text plain = { 0 };
    bool heading = *line == '#';
    size_t indent = strncmp(line, "- ", 2) == 0 ? 2 : 0;
    for (const char *at = line + (heading ? strspn(line, "# ") : 0); *at; at++)
      if (*at != '*' && *at != '`') text_append(&plain, at, 1);
    screen_wrap(screen, heading ? STYLE_STRONG : STYLE_PLAIN, text_get(&plain), 0, indent);
    text_free(&plain);
  }
}

static void read_rules(const struct menu *menu, const struct shelf_game *game) {
  static const struct variant_files none = { .count = 0 };
  trv_program *program = NULL;
  trv_report *report = NULL;
  char *text = NULL, *path = NULL;
  size_t length = 0;
  if (load_report(game->file, &none, (struct load_wish){ 0 }, &program, &report) == TRV_OK)
    path = file_beside(game->file, trv_program_describe(program).rulebook);
  if (path && ends_with(path, ".md") && file_read_regular(path, &text, &length)) {
    struct screen_sheet sheet;
    sheet_begin(&sheet, &menu->screen);
    draw_rulebook(&sheet.screen, text);
    sheet_end(&sheet);
    input_pages(&menu->screen, &sheet);
    sheet_free(&sheet);
  } else
    output_format(menu->screen.out, "There is no rulebook beside the game; `trvm rules %s` writes one.\n", game->name);
  free(text);
  free(path);
  trv_program_free(program);
  trv_report_free(report);
}

/* ---- the loop ---- */

/* The game that a word means: its number, its name, or how its name or title begins if no other does; NULL: none. */
static const struct shelf_game *game_meant(const struct menu *menu, const char *word) {
  size_t number = number_in(word, menu->shelf.count), fitting = 0;
  const struct shelf_game *found = number ? &menu->shelf.games[number - 1] : NULL;
  for (size_t i = 0; *word && !number && i < menu->shelf.count; i++) {
    const struct shelf_game *game = &menu->shelf.games[i];
    if (strcmp(game->name, word) == 0) return game;
    if (strncasecmp(game->name, word, strlen(word)) && strncasecmp(game->title, word, strlen(word))) continue;
    fitting++;
    found = game;
  }
  return number || fitting == 1 ? found : NULL;
}

static void say_unknown(const struct menu *menu, const char *word) {
  const char *nearest = shelf_suggest(word);
  struct text line = { 0 };
  text_append_format(&line, "There is no `%.60s` here", word);
  if (nearest) text_append_format(&line, "; did you mean `%s`?", nearest);
  else text_append_format(&line, "; type a number from 1 to %zu, or `q`.", menu->shelf.count + menu->save_count);
  screen_wrap(&menu->screen, STYLE_PLAIN, line.bytes, 0, 0);
  text_free(&line);
}

/* `r 1`, `rules 1`: whether the line begins so; `rest` is what follows. */
static bool is_key(const char *line, const char *letter, const char *word, const char **rest) {
  size_t length = strcspn(line, " ");
  *rest = line + length + strspn(line + length, " ");
  return (length == strlen(letter) && strncasecmp(line, letter, length) == 0) ||
         (length == strlen(word) && strncasecmp(line, word, length) == 0);
}

/* What is wanted of a game other than to play it. False: nothing of the kind. */
static bool tell(const struct menu *menu, const char *line) {
  static const struct variant_files none = { .count = 0 };
  const char *rest;
  bool rules = is_key(line, "r", "rules", &rest), about = !rules && is_key(line, "i", "info", &rest);
  if (!rules && !about) return false;
  const struct shelf_game *game = game_meant(menu, rest);
  if (!game) say_unknown(menu, rest);
  else if (rules) read_rules(menu, game);
  else {
    struct screen_sheet sheet;
    sheet_begin(&sheet, &menu->screen);
    play_tell_about(game->file, &none, menu->screen.colour, &sheet.screen);
    sheet_end(&sheet);
    input_pages(&menu->screen, &sheet);
    sheet_free(&sheet);
  }
  if (game) screen_wrap(&menu->screen, STYLE_FAINT, "Enter shows the menu again.", 0, 0);
  return true;
}

/* Acts on a line; true: that was it. */
static bool act_on(const struct menu *menu, const char *line, int *exit_code) {
  size_t number = number_in(line, menu->shelf.count + menu->save_count);
  if (is_leaving(line)) return true;
  if (number > menu->shelf.count) {
    *exit_code = open_save(menu, number - menu->shelf.count - 1);
    return true;
  }
  const struct shelf_game *game = game_meant(menu, line);
  if (game && play_game(menu, game, exit_code)) return true;
  if (!*line || game || strcasecmp(line, "help") == 0 || strcmp(line, "?") == 0) show_menu(menu);
  else if (!tell(menu, line)) say_unknown(menu, line);
  return false;
}

int menu_run(void) {
  struct menu *menu = need_memory(NULL, sizeof *menu);
  int exit_code = EXIT_FINE;
  bool done = false;
  tool_watch_interruptions();
  open_menu(menu);
  show_menu(menu);
  while (!done) {
    char *line = ask("> ");
    if (!line) output_format(menu->screen.out, "\n");
    done = !line || act_on(menu, line, &exit_code);
    free(line);
  }
  close_menu(menu);
  free(menu);
  return exit_code;
}
