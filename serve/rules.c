/* The catalogue of games and the rules in use: see rules.h. */
#include "serve/rules.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "base/json.h"
#include "serve/serve.h"

/* A house rule of a game. */
struct catalogue_variant {
  char *name, *file, *title, *summary; /* owned */
};

struct catalogue_game {
  char *name, *file;    /* owned */
  trv_program *program; /* as it is, without house rules; owned */
  struct catalogue_variant *variants;
  size_t variant_count;
};

/* Rules in use, with what they were made of. */
struct rules_entry {
  struct rules rules; /* first: what borrowers have is its address */
  char *key;
  trv_program *program;
  trv_setup *setup;
  char *rulebook;
  uint32_t users;
  bool is_old; /* its files have changed since */
  struct rules_entry *next;
};

struct catalogue {
  pthread_mutex_t lock;
  struct catalogue_game *games;
  size_t count;
  struct rules_entry *entries;
  uint64_t files, files_before; /* what the folders of the games were like the last times */
  const struct serve_options *options;
};

/* ---- files ---- */

static bool ends_in(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length > tail && strcmp(text + length - tail, end) == 0;
}

static char *join(const char *folder, const char *name) {
  struct text path = { 0 };
  text_format(&path, "%s%s%s", folder, *folder && !ends_in(folder, "/") ? "/" : "", name);
  return path.failed ? NULL : path.bytes;
}

/* The folder of a file, "" for the present one; owned. */
static char *folder_of(const char *file) {
  const char *slash = strrchr(file, '/');
  return slash ? strndup(file, (size_t)(slash - file) + 1) : strdup("");
}

const char *rules_file_name(const char *file) {
  const char *slash = strrchr(file, '/');
  return slash ? slash + 1 : file;
}

/* The name of a file without folders and ending; owned. */
static char *stem_of(const char *file) {
  const char *start = rules_file_name(file), *dot = strrchr(start, '.');
  return strndup(start, dot ? (size_t)(dot - start) : strlen(start));
}

static int by_name(const void *left, const void *right) { return strcmp(*(char *const *)left, *(char *const *)right); }

/* The .trv files of a folder in order; *files is owned, with its texts. */
static size_t list_folder(const char *folder, char ***files) {
  size_t count = 0;
  *files = NULL;
  DIR *listing = opendir(*folder ? folder : ".");
  for (const struct dirent *entry; listing && (entry = readdir(listing));) {
    if (!ends_in(entry->d_name, ".trv")) continue;
    char **more = realloc(*files, (count + 1) * sizeof **files);
    if (!more) break;
    *files = more;
    if (((*files)[count] = join(folder, entry->d_name))) count++;
  }
  if (listing) closedir(listing);
  if (count) qsort(*files, count, sizeof **files, by_name);
  return count;
}

static void free_files(char **files, size_t count) {
  for (size_t i = 0; i < count; i++) free(files[i]);
  free(files);
}

/* ---- compiling ---- */

static trv_compile_options options_of(const struct catalogue *catalogue, const char *file) {
  return (trv_compile_options){ .struct_size = sizeof(trv_compile_options),
                                .name = file,
                                .cancel = catalogue->options->stop };
}

static void first_error(const trv_report *report, int status, char *why, size_t size) {
  snprintf(why, size, "%s", trv_status_text(status));
  for (size_t i = 0; report && i < trv_report_count(report); i++) {
    trv_diagnostic found = trv_report_get(report, i);
    if (!found.is_error) continue;
    snprintf(why, size, "%s:%u:%u: %s", rules_file_name(found.file), found.line, found.column, found.message);
    return;
  }
}

static trv_program *compile(const trv_compile_options *options, char *why, size_t size) {
  trv_program *program = NULL;
  trv_report *report = NULL;
  int status = trv_compile(options, &program, &report);
  if (status != TRV_OK) first_error(report, status, why, size);
  trv_report_free(report);
  return program;
}

/* ---- what files are like ---- */

static bool is_source(const char *name) {
  return ends_in(name, ".trv") || ends_in(name, ".csv") || ends_in(name, ".md");
}

/* A number for the rules, tables and rulebooks in a folder and those below. */
static uint64_t look_at_folder(const char *folder, uint64_t hash, unsigned depth) {
  enum { DEEPEST = 2 };
  DIR *listing = opendir(*folder ? folder : ".");
  uint64_t sum = 0; /* whatever the order in which they are listed */
  for (const struct dirent *entry; listing && (entry = readdir(listing));) {
    struct stat info;
    char *path = *entry->d_name != '.' ? join(folder, entry->d_name) : NULL;
    if (path && stat(path, &info) == 0) {
      if (S_ISDIR(info.st_mode) && depth < DEEPEST) sum += look_at_folder(path, HASH_START, depth + 1);
      else if (S_ISREG(info.st_mode) && is_source(path)) {
        uint64_t file = hash_fnv_text(HASH_START, path);
        file = hash_word(hash_word(file, (uint64_t)info.st_mtim.tv_sec), (uint64_t)info.st_mtim.tv_nsec);
        sum += hash_word(hash_word(file, (uint64_t)info.st_size), info.st_ino);
      }
    }
    free(path);
  }
  if (listing) closedir(listing);
  return hash_word(hash, sum);
}

static uint64_t look_at_files(const struct catalogue *catalogue) {
  uint64_t hash = HASH_START;
  char *last = NULL;
  for (size_t i = 0; i < catalogue->count; i++) {
    char *folder = folder_of(catalogue->games[i].file);
    if (folder && !(last && strcmp(last, folder) == 0)) hash = look_at_folder(folder, hash, 0);
    free(last);
    last = folder;
  }
  free(last);
  return hash;
}

/* ---- the catalogue ---- */

static struct catalogue_game *find_game(const struct catalogue *catalogue, const char *name) {
  for (size_t i = 0; i < catalogue->count; i++)
    if (strcmp(catalogue->games[i].name, name) == 0) return &catalogue->games[i];
  return NULL;
}

static const struct catalogue_variant *find_variant(const struct catalogue_game *game, const char *name) {
  for (size_t i = 0; i < game->variant_count; i++)
    if (strcmp(game->variants[i].name, name) == 0) return &game->variants[i];
  return NULL;
}

static void note_variant(void *context, const char *file, const trv_variant_info *info) {
  struct catalogue_game *game = context;
  struct catalogue_variant *more = realloc(game->variants, (game->variant_count + 1) * sizeof *more);
  if (!more) return;
  game->variants = more;
  more[game->variant_count++] =
      (struct catalogue_variant){ stem_of(file), strdup(file), strdup(info->title), strdup(info->summary) };
}

static void tell(const struct catalogue *catalogue, const char *file, const char *what) {
  struct text line = { 0 };
  text_format(&line, "%s: %s", file, what);
  catalogue->options->tell(catalogue->options->context, text_get(&line));
  text_free(&line);
}

/* A game; house rules and modules of a folder are passed over, a file that somebody named is told of. */
static void add_file(struct catalogue *catalogue, const char *file, bool is_named) {
  char why[400] = "", *name = stem_of(file);
  trv_compile_options options = options_of(catalogue, file);
  trv_program *program = name ? compile(&options, why, sizeof why) : NULL;
  bool is_variant = program && trv_program_describe(program).variants > 0;
  struct catalogue_game *games = NULL;
  if (!program) {
    if (is_named || strstr(why, "E0") || *why) tell(catalogue, file, why);
  } else if (is_variant && is_named)
    tell(catalogue, file, "is a house rule; name its game, and it is offered beside it");
  else if (find_game(catalogue, name)) tell(catalogue, file, "another game has this name");
  else if (!is_variant) games = realloc(catalogue->games, (catalogue->count + 1) * sizeof *games);
  if (!games) {
    trv_program_free(program);
    free(name);
    return;
  }
  catalogue->games = games;
  games[catalogue->count] = (struct catalogue_game){ .name = name, .file = strdup(file), .program = program };
  if (catalogue->options->variants) catalogue->options->variants(file, note_variant, &games[catalogue->count]);
  catalogue->count++;
}

static void add_path(struct catalogue *catalogue, const char *path) {
  struct stat info;
  char **files;
  if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) {
    add_file(catalogue, path, true);
    return;
  }
  size_t count = list_folder(path, &files);
  for (size_t i = 0; i < count; i++) add_file(catalogue, files[i], false);
  free_files(files, count);
}

struct catalogue *catalogue_new(const struct serve_options *options) {
  struct catalogue *catalogue = calloc(1, sizeof *catalogue);
  if (!catalogue) return NULL;
  pthread_mutex_init(&catalogue->lock, NULL);
  catalogue->options = options;
  for (size_t i = 0; i < options->file_count; i++) add_path(catalogue, options->files[i]);
  catalogue->files = catalogue->files_before = look_at_files(catalogue);
  return catalogue;
}

static void free_entry(struct rules_entry *entry) {
  trv_setup_free(entry->setup);
  trv_program_free(entry->program);
  free(entry->rulebook);
  free(entry->key);
  free(entry);
}

static void free_game(struct catalogue_game *game) {
  for (size_t i = 0; i < game->variant_count; i++) {
    struct catalogue_variant *variant = &game->variants[i];
    free(variant->name);
    free(variant->file);
    free(variant->title);
    free(variant->summary);
  }
  free(game->variants);
  free(game->name);
  free(game->file);
  trv_program_free(game->program);
}

void catalogue_free(struct catalogue *catalogue) {
  if (!catalogue) return;
  for (struct rules_entry *entry = catalogue->entries, *next; entry; entry = next) {
    next = entry->next;
    free_entry(entry);
  }
  for (size_t i = 0; i < catalogue->count; i++) free_game(&catalogue->games[i]);
  free(catalogue->games);
  pthread_mutex_destroy(&catalogue->lock);
  free(catalogue);
}

size_t catalogue_count(const struct catalogue *catalogue) { return catalogue->count; }

/* ---- files that change ---- */

/* An editor may write a file in several steps: it is looked at again before it is believed. */
bool catalogue_has_changed(struct catalogue *catalogue) {
  uint64_t now = look_at_files(catalogue);
  bool settled = now == catalogue->files_before;
  catalogue->files_before = now;
  if (!settled || now == catalogue->files) return false;
  catalogue->files = now;
  return true;
}

void catalogue_refresh(struct catalogue *catalogue) {
  pthread_mutex_lock(&catalogue->lock);
  for (struct rules_entry *entry = catalogue->entries; entry; entry = entry->next) entry->is_old = true;
  for (size_t i = 0; i < catalogue->count; i++) {
    char why[400];
    trv_compile_options options = options_of(catalogue, catalogue->games[i].file);
    trv_program *program = compile(&options, why, sizeof why);
    if (!program) continue; /* the lobby shows what it was */
    trv_program_free(catalogue->games[i].program);
    catalogue->games[i].program = program;
  }
  pthread_mutex_unlock(&catalogue->lock);
}

/* ---- for the lobby ---- */

static void write_text(void *context, const char *bytes, size_t length) { text_add_bytes(context, bytes, length); }

/* The values that can be chosen; of a range, the least and the greatest beside the default. */
static void describe_values(struct json *json, const trv_program *program, uint32_t setting) {
  char value[200];
  json_open_array(json, "values");
  for (uint32_t i = 0; i < 64 && trv_setting_value(program, setting, i, value, sizeof value) > 0; i++)
    json_text(json, NULL, value);
  json_close(json);
}

static void describe_setting(struct json *json, const trv_program *program, uint32_t index) {
  trv_setting_info info;
  if (trv_program_setting(program, index, &info) != TRV_OK) return;
  json_open_object(json, NULL);
  json_text(json, "name", info.name);
  json_text(json, "text", info.text);
  json_text(json, "type", info.type);
  json_text(json, "value", info.value);
  json_text(json, "needs", info.needs);
  json_text(json, "excludes", info.excludes);
  json_count(json, "low", info.low_players);
  json_count(json, "high", info.high_players);
  describe_values(json, program, index);
  json_close(json);
}

static void describe_game(struct json *json, const struct catalogue_game *game) {
  trv_program_info info = trv_program_describe(game->program);
  json_open_object(json, NULL);
  json_text(json, "name", game->name);
  json_text(json, "title", info.title);
  json_text(json, "summary", info.summary);
  json_count(json, "low", info.low_players);
  json_count(json, "high", info.high_players);
  json_open_array(json, "settings");
  for (uint32_t i = 0; i < info.settings; i++) describe_setting(json, game->program, i);
  json_close(json);
  json_open_array(json, "variants");
  for (size_t i = 0; i < game->variant_count; i++) {
    json_open_object(json, NULL);
    json_text(json, "name", game->variants[i].name);
    json_text(json, "title", game->variants[i].title);
    json_text(json, "summary", game->variants[i].summary);
    json_close(json);
  }
  json_close(json);
  json_close(json);
}

void catalogue_describe(struct catalogue *catalogue, struct text *text) {
  struct json json;
  pthread_mutex_lock(&catalogue->lock);
  json_begin(&json, write_text, text);
  json_open_array(&json, NULL);
  for (size_t i = 0; i < catalogue->count; i++) describe_game(&json, &catalogue->games[i]);
  json_close(&json);
  pthread_mutex_unlock(&catalogue->lock);
}

/* ---- rules in use ---- */

/* The game and the files of the house rules of a wish; NULL after a sentence. */
static const struct catalogue_game *resolve(const struct catalogue *catalogue, const struct rules_wish *wish,
                                            const char *files[RULES_MOST_VARIANTS], char *why, size_t size) {
  const struct catalogue_game *game = find_game(catalogue, wish->game);
  if (!game) return snprintf(why, size, "There is no game `%s` here.", wish->game), NULL;
  for (size_t i = 0; i < wish->variant_count; i++) {
    const struct catalogue_variant *variant = find_variant(game, wish->variants[i]);
    if (!variant) return snprintf(why, size, "The game has no house rule `%s` here.", wish->variants[i]), NULL;
    files[i] = variant->file;
  }
  return game;
}

static trv_compile_options options_of_wish(const struct catalogue *catalogue, const struct catalogue_game *game,
                                           const struct rules_wish *wish, const char *const *files) {
  trv_compile_options options = options_of(catalogue, game->file);
  options.variants = files;
  options.variant_count = wish->variant_count;
  options.settings = wish->settings;
  options.setting_count = wish->setting_count;
  return options;
}

/* The same for the same wishes. */
static char *key_of(const struct rules_wish *wish) {
  struct text key = { 0 };
  text_format(&key, "%s\n%u", wish->game, wish->players);
  for (size_t i = 0; i < wish->variant_count; i++) text_format(&key, "\n+%s", wish->variants[i]);
  for (size_t i = 0; i < wish->setting_count; i++)
    text_format(&key, "\n%s=%s", wish->settings[i].name, wish->settings[i].value);
  return key.failed ? NULL : key.bytes;
}

static struct rules_entry *find_entry(struct catalogue *catalogue, const char *key) {
  struct rules_entry *entry = catalogue->entries;
  while (entry && (entry->is_old || strcmp(entry->key, key) != 0)) entry = entry->next;
  return entry;
}

char *rules_read_text(const char *file, size_t *length) {
  enum { MOST = 4 << 20 };
  FILE *opened = fopen(file, "r");
  char *text = opened ? malloc(MOST) : NULL;
  *length = text ? fread(text, 1, MOST - 1, opened) : 0;
  if (opened) fclose(opened);
  if (!text) return NULL;
  text[*length] = '\0';
  char *fitting = realloc(text, *length + 1);
  return fitting ? fitting : text;
}

static char *read_rulebook(const struct catalogue_game *game, size_t *length) {
  const char *name = trv_program_describe(game->program).rulebook;
  char *folder = *name ? folder_of(game->file) : NULL, *path = folder ? join(folder, name) : NULL;
  char *text = path ? rules_read_text(path, length) : NULL;
  free(path);
  free(folder);
  return text ? text : calloc(1, 1);
}

static struct rules_entry *make_entry(struct catalogue *catalogue, const struct rules_wish *wish, char *why,
                                      size_t size) {
  const char *files[RULES_MOST_VARIANTS];
  const struct catalogue_game *game = resolve(catalogue, wish, files, why, size);
  struct rules_entry *entry = game ? calloc(1, sizeof *entry) : NULL;
  if (!entry) return NULL;
  trv_compile_options options = options_of_wish(catalogue, game, wish, files);
  entry->key = key_of(wish);
  entry->program = compile(&options, why, size);
  if (entry->program)
    trv_setup_new(entry->program, wish->players, wish->settings, wish->setting_count, &entry->setup, why, size);
  entry->rulebook = read_rulebook(game, &entry->rules.rulebook_length);
  if (!entry->key || !entry->setup || !entry->rulebook) return free_entry(entry), NULL;
  entry->rules.program = entry->program;
  entry->rules.setup = entry->setup;
  entry->rules.game = game->name;
  entry->rules.rulebook = entry->rulebook;
  entry->next = catalogue->entries;
  return catalogue->entries = entry;
}

const struct rules *rules_take(struct catalogue *catalogue, const struct rules_wish *wish, char *why, size_t why_size) {
  char *key = key_of(wish);
  snprintf(why, why_size, "%s", trv_status_text(TRV_E_MEMORY));
  pthread_mutex_lock(&catalogue->lock);
  struct rules_entry *entry = key ? find_entry(catalogue, key) : NULL;
  if (key && !entry) entry = make_entry(catalogue, wish, why, why_size);
  if (entry) entry->users++;
  pthread_mutex_unlock(&catalogue->lock);
  free(key);
  return entry ? &entry->rules : NULL;
}

void rules_release(struct catalogue *catalogue, const struct rules *rules) {
  if (!rules) return;
  pthread_mutex_lock(&catalogue->lock);
  struct rules_entry **at = &catalogue->entries;
  while (&(*at)->rules != rules) at = &(*at)->next;
  struct rules_entry *entry = *at;
  if (--entry->users == 0) {
    *at = entry->next;
    free_entry(entry);
  }
  pthread_mutex_unlock(&catalogue->lock);
}

const struct rules *rules_share(struct catalogue *catalogue, const struct rules *rules) {
  pthread_mutex_lock(&catalogue->lock);
  struct rules_entry *entry = catalogue->entries;
  while (&entry->rules != rules) entry = entry->next;
  entry->users++;
  pthread_mutex_unlock(&catalogue->lock);
  return rules;
}

/* ---- what is wrong with them ---- */

/* All errors as people read them; owned. */
static char *print_errors(const trv_report *report, int status) {
  enum { MOST_ERRORS = 20 };
  struct text all = { 0 }, one = { 0 };
  size_t count = report ? trv_report_count(report) : 0, told = 0;
  for (size_t i = 0; i < count && told < MOST_ERRORS; i++) {
    if (!trv_report_get(report, i).is_error) continue;
    TEXT_FILL_BY(text_reserve, &one, trv_report_print, report, i, false);
    text_add(&all, text_get(&one));
    told++;
  }
  if (told == 0) text_add(&all, trv_status_text(status));
  text_free(&one);
  return all.failed ? NULL : all.bytes;
}

static trv_program *compile_or_tell(const trv_compile_options *options, char **problem) {
  trv_program *program = NULL;
  trv_report *report = NULL;
  int status = trv_compile(options, &program, &report);
  *problem = program ? NULL : print_errors(report, status);
  trv_report_free(report);
  return program;
}

char *rules_problem(struct catalogue *catalogue, const struct rules_wish *wish) {
  const char *files[RULES_MOST_VARIANTS];
  char why[400] = "", *problem = NULL;
  const struct catalogue_game *game = resolve(catalogue, wish, files, why, sizeof why);
  if (!game) return strdup(why);
  trv_compile_options options = options_of_wish(catalogue, game, wish, files);
  trv_program_free(compile_or_tell(&options, &problem));
  return problem;
}

/* Whether a text stays inside of the block that it is put into: nobody who tries a scenario declares something, or reads files. */
static bool stays_inside(const char *items) {
  int depth = 0;
  for (const char *at = items; *at && depth >= 0; at++) {
    if (*at == '"') {
      for (at++; *at && *at != '"' && *at != '\n'; at++)
        if (*at == '\\' && at[1]) at++;
      if (*at != '"') return false;
    } else if (*at == '/' && at[1] == '/') at += strcspn(at, "\n") - 1;
    else depth += (*at == '{') - (*at == '}');
  }
  return depth == 0;
}

trv_program *rules_try(struct catalogue *catalogue, const struct rules_wish *wish, const char *items, char **problem) {
  const char *files[RULES_MOST_VARIANTS];
  char why[400] = "";
  size_t length = 0;
  trv_program *program = NULL;
  const struct catalogue_game *game = resolve(catalogue, wish, files, why, sizeof why);
  if (!stays_inside(items))
    return *problem = strdup("The steps of a scenario are expected, with all their brackets."), NULL;
  char *source = game ? rules_read_text(game->file, &length) : NULL;
  if (!source) return *problem = strdup(*why ? why : "The file of the game cannot be read."), NULL;
  struct text whole = { 0 };
  text_format(&whole, "%s\nscenario \"tried\" {\n%s\n}\n", source, items);
  trv_compile_options options = options_of_wish(catalogue, game, wish, files);
  options.text = text_get(&whole);
  options.length = whole.length;
  program = compile_or_tell(&options, problem);
  text_free(&whole);
  free(source);
  return program;
}

char *rules_document(struct catalogue *catalogue, const struct rules_wish *wish, enum rules_document kind, char *why,
                     size_t why_size) {
  const char *files[RULES_MOST_VARIANTS], *text = NULL;
  const struct catalogue_game *game = resolve(catalogue, wish, files, why, why_size);
  size_t length = 0;
  trv_report *report = NULL;
  if (!game) return NULL;
  trv_compile_options after = options_of_wish(catalogue, game, wish, files), before = options_of(catalogue, game->file);
  int status = kind == RULES_SHEET
                   ? trv_document(&after, TRV_DOCUMENT_RULES_HTML, &text, &length, &report)
                   : trv_diff(&before, &after, wish->settings, wish->setting_count, true, &text, &report);
  if (status != TRV_OK) first_error(report, status, why, why_size);
  char *copy = text ? strdup(text) : NULL;
  trv_report_free(report);
  return copy;
}
