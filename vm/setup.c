/* Set-ups: a program with a number of players and its settings decided, and the image every game starts from.
 *
 * Owns how settings are written (names and values as text), what may be set with how many players, and the image:
 * variables at their initial values, decks where they start, nothing played. Who sees which zone is decided here too,
 * because it may depend on settings but never on play. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vm/api.h"
#include "vm/zone.h"

/* Why a set-up is refused goes to the caller's buffer, cut to its size. */
struct setup_complaint {
  char *text;
  size_t size;
};

static int refuse(const struct setup_complaint *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int refuse(const struct setup_complaint *why, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (why->size > 0) vsnprintf(why->text, why->size, format, arguments);
  va_end(arguments);
  return TRV_E_ARGUMENT;
}

/* ---- names and values as text ---- */

static bool same_word(const char *left, const char *right) {
  for (; *left && *right; left++, right++) {
    int a = *left >= 'A' && *left <= 'Z' ? *left + 32 : *left;
    if (a != *right) return false;
  }
  return *left == *right;
}

static bool read_bool(const char *text, int32_t *value) {
  static const char *const words[] = { "false", "true", "no", "yes", "off", "on" };
  for (int32_t i = 0; i < 6; i++) {
    if (same_word(text, words[i])) {
      *value = i & 1;
      return true;
    }
  }
  return false;
}

static bool read_int(const char *text, int32_t *value) {
  char *end;
  if (*text == '\0' || *text == ' ') return false;
  long long number = strtoll(text, &end, 10);
  if (*end != '\0' || number <= INT32_MIN || number > INT32_MAX) return false;
  *value = (int32_t)number;
  return true;
}

static bool read_named(const struct program *p, int32_t type, const char *text, int32_t *value) {
  char name[128];
  for (int32_t i = 0; i < p->types[type].count; i++) {
    struct text_sink out = sink_on(name, sizeof name);
    text_value_notation(p, type, &i, &out);
    sink_end(&out);
    if (strcmp(name, text) == 0) {
      *value = i;
      return true;
    }
  }
  return false;
}

static bool read_value(const struct program *p, int32_t type, const char *text, int32_t *value) {
  const struct type_desc *desc = &p->types[type];
  if (desc->optional && strcmp(text, "none") == 0) {
    *value = desc->kind == VALUE_INT ? NONE_INT : NONE_VALUE;
    return true;
  }
  if (desc->kind == VALUE_BOOL) return read_bool(text, value);
  if (desc->kind == VALUE_INT) return read_int(text, value) && *value >= desc->low && *value <= desc->high;
  return read_named(p, type, text, value);
}

/* The nearest of the settings' names, or of the values of a type with named values; borrowed from the program. NULL
 * when there is none or no memory to look for one. */
static const char *suggest_setting(const trv_program *program, const char *word) {
  const struct program *p = &program->program;
  const char **words = memory_new(&program->allocator, p->settings_count, sizeof *words);
  if (!words) return NULL;
  for (uint32_t i = 0; i < p->settings_count; i++) words[i] = program_text(p, p->settings[i].name);
  const char *nearest = trv_suggest(word, words, p->settings_count);
  memory_free(&program->allocator, words);
  return nearest;
}

static const char *suggest_value(const trv_program *program, int32_t type, const char *word) {
  const struct program *p = &program->program;
  const struct type_desc *desc = &p->types[type];
  if (desc->kind != VALUE_ENUM && desc->kind != VALUE_CARD) return NULL;
  const char **words = memory_new(&program->allocator, (size_t)desc->count, sizeof *words);
  if (!words) return NULL;
  for (int32_t i = 0; i < desc->count; i++) words[i] = program_text(p, p->ints[desc->names + i]);
  const char *nearest = trv_suggest(word, words, (size_t)desc->count);
  memory_free(&program->allocator, words);
  return nearest;
}

static int find_setting(const trv_program *program, const char *name, const struct setup_complaint *why) {
  const struct program *p = &program->program;
  for (uint32_t i = 0; i < p->settings_count; i++) {
    if (strcmp(program_text(p, p->settings[i].name), name) == 0) return (int)i;
  }
  const char *nearest = suggest_setting(program, name);
  if (nearest) return refuse(why, "There is no setting `%s`; did you mean `%s`?", name, nearest);
  if (p->settings_count == 0) return refuse(why, "There is no setting `%s`: this game has no settings.", name);
  char names[300] = "";
  struct text_sink out = { .text = names, .capacity = sizeof names - 1 };
  for (uint32_t i = 0; i < p->settings_count; i++) {
    if (i > 0) sink_text(&out, ", ");
    sink_text(&out, program_text(p, p->settings[i].name));
  }
  if (out.length >= out.capacity) return refuse(why, "There is no setting `%s`.", name);
  return refuse(why, "There is no setting `%s`; there are: %s.", name, names);
}

static int read_setting(const trv_program *program, const trv_choice_of_setting *given, int32_t *values,
                        const struct setup_complaint *why) {
  const struct program *p = &program->program;
  int index = find_setting(program, given->name, why);
  if (index < 0) return index;
  int32_t type = p->variables[p->settings[index].variable].type;
  if (read_value(p, type, given->value, &values[index])) return TRV_OK;
  const char *nearest = suggest_value(program, type, given->value);
  const char *wanted = program->settings[index].type;
  if (nearest)
    return refuse(why, "The setting `%s` cannot be `%s`; did you mean `%s`?", given->name, given->value, nearest);
  return refuse(why, "The setting `%s` cannot be `%s`: it is %s.", given->name, given->value, wanted);
}

size_t trv_setting_value(const trv_program *program, uint32_t setting, uint32_t number, char *buffer, size_t size) {
  const struct program *p = &program->program;
  struct text_sink out = sink_on(buffer, size);
  if (setting >= p->settings_count) return sink_end(&out);
  int32_t type = p->variables[p->settings[setting].variable].type, value = p->settings[setting].value;
  const struct type_desc *desc = &p->types[type];
  int64_t first = desc->kind == VALUE_INT ? desc->low : desc->optional ? NONE_VALUE : 0;
  int64_t last = desc->kind == VALUE_INT ? desc->high : desc->kind == VALUE_BOOL ? 1 : (int64_t)desc->count - 1;
  bool bounded = desc->kind != VALUE_INT || (desc->low > INT32_MIN + 1 && desc->high < INT32_MAX);
  uint32_t met = 0;
  bool found = number == 0;
  for (int64_t v = first; !found && bounded && v <= last; v = desc->kind == VALUE_INT && v < last ? last : v + 1) {
    if (v == p->settings[setting].value) continue;
    value = (int32_t)v;
    found = ++met == number;
  }
  if (found) text_value_notation(p, type, &value, &out);
  return sink_end(&out);
}

/* ---- what may be set together ---- */

static int check_players(const struct program *p, uint32_t players, const struct setup_complaint *why) {
  uint32_t low = (uint32_t)p->meta->low_players, high = (uint32_t)p->meta->high_players;
  if (players >= low && players <= high && players <= TRV_MOST_PLAYERS) return TRV_OK;
  if (low == high) return refuse(why, "%s is for %u players, not %u.", program_text(p, p->meta->title), low, players);
  return refuse(why, "%s is for %u to %u players, not %u.", program_text(p, p->meta->title), low, high, players);
}

static int check_foreign(const struct program *p, const struct setup_complaint *why) {
  if (!p->externs_count || p->foreign) return TRV_OK;
  const char *obstacle = foreign_obstacle();
  return refuse(why, "%s calls `%s`, C code of the library `%s`, %s%s.", program_text(p, p->meta->title),
                program_text(p, p->externs[0].name), program_text(p, p->externs[0].library),
                obstacle ? "and " : "which was not loaded", obstacle ? obstacle : "");
}

/* "yes", "12": as people say it. */
static const char *value_words(const struct program *p, uint32_t index, int32_t value, char *buffer, size_t size) {
  uint32_t type = (uint32_t)p->variables[p->settings[index].variable].type;
  struct text_sink out = sink_on(buffer, size);
  if (p->types[type].kind == VALUE_BOOL) sink_text(&out, value ? "yes" : "no");
  else text_value_notation(p, (int32_t)type, &value, &out);
  sink_end(&out);
  return buffer;
}

/* A setting that keeps the game's default is always fine; one that is changed, if only by a variant, must fit the players
 * and the others. */
static int check_setting(const struct program *p, uint32_t index, uint32_t players, const int32_t *values,
                         const struct setup_complaint *why) {
  const struct setting *setting = &p->settings[index];
  const char *name = program_text(p, setting->name);
  if (setting->made && values[index] != setting->value)
    return refuse(why, "The setting `%s` makes the board, which was compiled for %d: compile the game for %d.", name,
                  setting->value, values[index]);
  if (values[index] == setting->usual) return TRV_OK;
  const struct type_desc *type = &p->types[p->variables[setting->variable].type];
  if (type->kind == VALUE_PLAYER && values[index] >= (int32_t)players)
    return refuse(why, "The setting `%s` names a seat that nobody takes among %u players.", name, players);
  if (players < (uint32_t)setting->low_players || players > (uint32_t)setting->high_players)
    return refuse(why, "The setting `%s` may be changed with %d to %d players only, not with %u.", name,
                  setting->low_players, setting->high_players, players);
  for (int32_t i = 0; i < setting->excludes_count; i++) {
    int32_t other = p->ints[setting->excludes + i];
    char value[100], other_value[100];
    if (values[other] != p->settings[other].usual)
      return refuse(why, "The settings `%s` (%s) and `%s` (%s) do not go together: one of them must stay as usual.",
                    name, value_words(p, index, values[index], value, sizeof value),
                    program_text(p, p->settings[other].name),
                    value_words(p, (uint32_t)other, values[other], other_value, sizeof other_value));
  }
  return TRV_OK;
}

/* The condition of a `needs` runs on the finished image, where the settings' variables have their values. */
static int check_needs(struct game *game, uint32_t index, const int32_t *values, const struct setup_complaint *why) {
  const struct program *p = game->setup->program;
  const struct setting *setting = &p->settings[index];
  if (values[index] == setting->usual) return TRV_OK;
  for (int32_t i = 0; i < setting->needs_count; i++) {
    const struct need *need = &p->needs[setting->needs + i];
    int32_t holds = 0;
    if (interp_call_pure(game, need->proc, NULL, 0, &holds, 1) == RULE_NONE && holds) continue;
    char reason[200] = "", value[100];
    int32_t frame[FRAME_HEAD] = { 0 };
    struct text_sink out = sink_on(reason, sizeof reason);
    if (need->reason >= 0) interp_text(game, &(struct text_source){ need->reason, frame, FRAME_HEAD, 1 }, &out);
    sink_end(&out);
    const char *name = program_text(p, setting->name), *conditions = program_text(p, setting->conditions);
    value_words(p, index, values[index], value, sizeof value);
    if (reason[0])
      return refuse(why, "The setting `%s` cannot be %s: %s (it needs %s).", name, value, reason, conditions);
    return refuse(why, "The setting `%s` cannot be %s: it needs %s.", name, value, conditions);
  }
  return TRV_OK;
}

/* ---- the image ---- */

static void store_settings(const struct setup *setup, struct state *state) {
  const struct program *p = setup->program;
  for (uint32_t i = 0; i < p->settings_count; i++) {
    const struct storage *storage = &p->storages[p->variables[p->settings[i].variable].storage];
    place_put((char *)state + storage->offset, storage->width, setup->settings[i]);
  }
}

static void clear_header(struct state *state, const struct setup *setup) {
  memset(state, 0, sizeof *state);
  state->used = (uint32_t)setup->program->meta->stack_offset;
  state->status = STATE_FINISHED;
  state->players = setup->players;
  state->choice = state->chooser = state->last_chooser = -1;
}

/* The rules are to blame, not who sets up. */
static int refuse_start(const struct game *game, const struct setup_complaint *why) {
  const struct program *p = game->setup->program;
  const struct line *line = line_at(p, game->error_pc);
  refuse(why, "%s:%d: the initial values cannot be worked out: %s", line ? program_text(p, line->file) : "",
         line ? line->line : 0, game_error_words(game, (enum rule_error)game->state->error));
  return TRV_E_RULE;
}

/* Settings come first, because initial values may depend on them, and once more afterwards, in case initialising the
 * variables has reset them. */
static int fill_image(struct game *game, struct setup *setup, const struct setup_complaint *why) {
  struct state *state = game->state;
  clear_header(state, setup);
  store_settings(setup, state);
  zone_deal_decks(setup, state);
  if (setup->program->meta->init_proc >= 0) interp_start(game, setup->program->meta->init_proc, NULL, 0);
  if (state->status == STATE_ERROR) return refuse_start(game, why);
  clear_header(state, setup);
  store_settings(setup, state);
  memcpy(setup->image, state, state->used);
  return TRV_OK;
}

static uint8_t decide_seen(struct game *game, int32_t seen, int32_t alternative, int32_t condition) {
  int32_t holds = 0;
  if (condition >= 0 && interp_call_pure(game, condition, NULL, 0, &holds, 1) == RULE_NONE && holds)
    return (uint8_t)alternative;
  return (uint8_t)seen;
}

static void decide_visibility(struct game *game, struct setup *setup) {
  const struct program *p = setup->program;
  for (uint32_t i = 0; i < p->zone_decls_count; i++) {
    const struct zone_decl *decl = &p->zone_decls[i];
    setup->zone_seen[i] = decide_seen(game, decl->seen, decl->seen_alternative, decl->condition);
  }
  for (uint32_t i = 0; i < p->zones_count; i++) setup->viewers[i] = zone_seats(setup, &p->zones[i]);
  for (uint32_t i = 0; i < p->variables_count; i++) {
    const struct variable *variable = &p->variables[i];
    setup->variable_seen[i] = decide_seen(game, variable->seen, variable->seen_alternative, variable->condition);
  }
}

/* ---- what is left out ---- */

/* Set-ups that are tried, each with other chance, and the fuel for each of them. */
enum { SETUPS_TRIED = 24, SETUP_FUEL = 100000 };

static size_t all_kinds(const struct program *p) {
  size_t kinds = 0;
  for (uint32_t d = 0; d < p->decks_count; d++) kinds += (size_t)p->decks[d].kinds;
  return kinds;
}

uint32_t setup_left_out(const struct setup *setup, int32_t deck, int32_t kind) {
  size_t first = 0;
  for (int32_t d = 0; d < deck; d++) first += (size_t)setup->program->decks[d].kinds;
  return setup->left_out[first + (size_t)kind];
}

/* Keeps of what is known to be left out as much as is in the boxes of this position. */
static void narrow_left_out(const struct setup *setup, const struct state *state) {
  uint8_t *known = setup->left_out;
  const struct program *p = setup->program;
  for (uint32_t d = 0; d < p->decks_count; d++) {
    for (int32_t kind = 0; kind < p->decks[d].kinds; kind++, known++) {
      uint32_t there = zone_count(p, state, p->decks[d].box, kind);
      if (there < *known) *known = (uint8_t)there;
    }
  }
}

/* Everybody knows the rules: what they leave out whatever chance does is no secret, and what chance leaves out is one.
 * So the game is begun several times, up to the first decision. C code is not run for this, since it may do more than
 * compute; a set-up that fails or takes long tells nothing. */
static void find_left_out(struct game *game, const struct setup *setup) {
  const struct program *p = setup->program;
  bool tried = false;
  memset(setup->left_out, UINT8_MAX, all_kinds(p));
  game->fuel_limit = SETUP_FUEL;
  for (uint32_t number = 0; p->externs_count == 0 && number < SETUPS_TRIED; number++) {
    game_reset(game);
    chance_seed(game->state->random, 0, number);
    interp_start(game, p->meta->main_proc, NULL, 0);
    if (game->state->status == STATE_ERROR) break;
    narrow_left_out(setup, game->state);
    tried = true;
  }
  if (!tried) narrow_left_out(setup, setup->image);
}

/* Fills image and visibility with the help of a game of its own, and tests what needs the image. */
static int work_out(trv_setup *made, const struct setup_complaint *why) {
  struct setup *setup = &made->setup;
  const struct program *p = setup->program;
  void *memory = memory_new(&made->program->allocator, 1, game_memory(p));
  struct game game;
  if (!memory) return TRV_E_MEMORY;
  game_init(&game, setup, memory);
  int status = fill_image(&game, setup, why);
  for (uint32_t i = 0; status == TRV_OK && i < p->settings_count; i++)
    status = check_needs(&game, i, setup->settings, why);
  if (status == TRV_OK) {
    decide_visibility(&game, setup);
    find_left_out(&game, setup);
  }
  memory_free(&made->program->allocator, memory);
  return status;
}

/* ---- the object ---- */

void trv_setup_free(trv_setup *setup) {
  if (!setup) return;
  const trv_allocator *allocator = &setup->program->allocator;
  memory_free(allocator, setup->setup.settings);
  memory_free(allocator, setup->setup.image);
  memory_free(allocator, setup->setup.zone_seen);
  memory_free(allocator, setup->setup.variable_seen);
  memory_free(allocator, setup->setup.viewers);
  memory_free(allocator, setup->setup.left_out);
  memory_free(allocator, setup);
}

static trv_setup *setup_reserve(const trv_program *program, uint32_t players) {
  const struct program *p = &program->program;
  const trv_allocator *allocator = &program->allocator;
  trv_setup *made = memory_new(allocator, 1, sizeof *made);
  if (!made) return NULL;
  made->program = program;
  made->setup.program = p;
  made->setup.players = players;
  made->setup.settings = memory_new(allocator, p->settings_count, sizeof *made->setup.settings);
  made->setup.image = memory_new(allocator, 1, (size_t)p->meta->state_bytes);
  made->setup.zone_seen = memory_new(allocator, p->zone_decls_count, 1);
  made->setup.variable_seen = memory_new(allocator, p->variables_count, 1);
  made->setup.viewers = memory_new(allocator, p->zones_count, sizeof *made->setup.viewers);
  made->setup.left_out = memory_new(allocator, all_kinds(p), sizeof *made->setup.left_out);
  if (made->setup.settings && made->setup.image && made->setup.zone_seen && made->setup.variable_seen &&
      made->setup.viewers && made->setup.left_out)
    return made;
  trv_setup_free(made);
  return NULL;
}

int setup_make(const trv_program *program, uint32_t players, const int32_t *values, trv_setup **setup, char *why_text,
               size_t why_size) {
  const struct program *p = &program->program;
  struct setup_complaint why = { why_text, why_size };
  *setup = NULL;
  int status = check_foreign(p, &why);
  if (status == TRV_OK) status = check_players(p, players, &why);
  for (uint32_t i = 0; status == TRV_OK && i < p->settings_count; i++)
    status = check_setting(p, i, players, values, &why);
  if (status != TRV_OK) return status;
  trv_setup *made = setup_reserve(program, players);
  if (!made) return TRV_E_MEMORY;
  if (p->settings_count > 0) memcpy(made->setup.settings, values, p->settings_count * sizeof *values);
  status = work_out(made, &why);
  if (status != TRV_OK) trv_setup_free(made);
  else *setup = made;
  return status;
}

static int set_up(bool simulation, const trv_program *program, uint32_t players, const trv_choice_of_setting *settings,
                  size_t count, trv_setup **setup, const struct setup_complaint *why) {
  const struct program *p = &program->program;
  *setup = NULL;
  if (why->size > 0) why->text[0] = '\0';
  int32_t *values = memory_new(&program->allocator, p->settings_count, sizeof *values);
  if (!values) return TRV_E_MEMORY;
  for (uint32_t i = 0; i < p->settings_count; i++)
    values[i] = simulation ? p->settings[i].simulated : p->settings[i].value;
  int status = TRV_OK;
  for (size_t i = 0; status == TRV_OK && i < count; i++) status = read_setting(program, &settings[i], values, why);
  if (status == TRV_OK) status = setup_make(program, players, values, setup, why->text, why->size);
  memory_free(&program->allocator, values);
  return status;
}

int trv_setup_new(const trv_program *program, uint32_t players, const trv_choice_of_setting *settings, size_t count,
                  trv_setup **setup, char *why, size_t why_size) {
  return set_up(false, program, players, settings, count, setup, &(struct setup_complaint){ why, why_size });
}

int trv_setup_simulated(const trv_program *program, uint32_t players, const trv_choice_of_setting *settings,
                        size_t count, trv_setup **setup, char *why, size_t why_size) {
  return set_up(true, program, players, settings, count, setup, &(struct setup_complaint){ why, why_size });
}

uint32_t trv_setup_players(const trv_setup *setup) { return setup->setup.players; }
const trv_program *trv_setup_program(const trv_setup *setup) { return setup->program; }

const char *trv_setup_seat_name(const trv_setup *setup, uint32_t seat) {
  static const char *const numbered[TRV_MOST_PLAYERS] = { "p1", "p2",  "p3",  "p4",  "p5",  "p6",  "p7",  "p8",
                                                          "p9", "p10", "p11", "p12", "p13", "p14", "p15", "p16" };
  const struct program *p = setup->setup.program;
  if (seat < (uint32_t)p->meta->seat_count) return program_text(p, p->ints[p->meta->seats + (int32_t)seat]);
  return seat < TRV_MOST_PLAYERS ? numbered[seat] : "";
}
