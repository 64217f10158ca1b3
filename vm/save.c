/* Saves: a game as a text of lines, the choices it was made of. Never raw state, so that a save outlives versions.
 *
 *   trvm-save 3
 *   game FILE              what was played, for people and for the command to find it again
 *   title TITLE
 *   variant TITLE, from FILE (two lines for each house rule)
 *   extern LIBRARY NAME    every function in C
 *   program HASH           16 hex digits
 *   players N, seed SEED, number N (a line each); a long seed has 32 hex digits
 *   sits SEAT WHO          where that is known: `sits p1 person`, `sits p2 bot greedy`, `sits p3 open`; WHO may end there
 *   called SEAT NAME       likewise, for each who has a name
 *   set NAME VALUE         every setting
 *   rule DIGEST NAME       every declaration and what it said then, so that changes can be told
 *   SEAT CHOICE NOTATION   one line per choice: `p1 trip go(ulm)`; seats are numbered even if the game names them
 *   end N HASH             number of choices and the exact hash of the state, so that nothing can be cut off unnoticed
 *
 * Files, titles, libraries, names and bots may hold anything: control characters and backslashes in them are written as a
 * backslash and two hex digits, a line end as \0a. Saves of version 1 have no such escapes, and a `?` for each control
 * character; saves before version 3 do not say who sat where.
 *
 * Owns the format in both directions; save_changes.c tells which rules have changed since. A save is the user's:
 * everything in it is checked. */
#include <stdio.h>
#include <string.h>

#include "vm/save.h"

enum { SAVE_VERSION = 3, FIELDS = 3 };

/* Beyond these a file is no save, or nobody can have played that long. */
enum {
  MOST_BYTES = 64 << 20,
  MOST_CHOICES = 1000000,
  MOST_RULES = 100000,
  MOST_SETTINGS = 1000, /* and variants, and functions in C */
};

/* ---- writing ---- */

static bool is_control(char byte) { return (unsigned char)byte < 0x20; }

/* Texts that stand alone on a line must not end it, and must be what they were when they are read again. */
static void write_line_text(struct text *out, const char *text) {
  for (; *text; text++) {
    if (is_control(*text) || *text == '\\') text_format(out, "\\%02x", (unsigned char)*text);
    else text_add_bytes(out, text, 1);
  }
}

static void write_setting(struct text *out, const struct setup *setup, uint32_t index) {
  const struct program *p = setup->program;
  const struct setting *setting = &p->settings[index];
  char value[256];
  struct text_sink sink = sink_on(value, sizeof value);
  text_value_notation(p, p->variables[setting->variable].type, &setup->settings[index], &sink);
  sink_end(&sink);
  text_format(out, "set %s %s\n", program_text(p, setting->name), value);
}

static const char *const seat_words[] = {
  [TRV_SEAT_OPEN] = "open", [TRV_SEAT_PERSON] = "person", [TRV_SEAT_BOT] = "bot"
};

static void write_seat(struct text *out, uint32_t seat, const trv_save_seat *who) {
  text_format(out, "sits p%u %s", seat + 1, seat_words[who->kind]);
  if (who->bot && *who->bot) {
    text_add(out, " ");
    write_line_text(out, who->bot);
  }
  if (who->name && *who->name) {
    text_format(out, "\ncalled p%u ", seat + 1);
    write_line_text(out, who->name);
  }
  text_add(out, "\n");
}

static bool seats_fit(const trv_save_seat *seats, size_t count, uint32_t players) {
  bool fit = count == 0 || (seats && count == players);
  for (size_t i = 0; fit && i < count; i++)
    fit = seats[i].kind == TRV_SEAT_OPEN || seats[i].kind == TRV_SEAT_PERSON || seats[i].kind == TRV_SEAT_BOT;
  return fit;
}

static void write_header(struct text *out, const trv_game *game, trv_seed seed, uint32_t number) {
  char seed_text[TRV_SEED_TEXT];
  const struct setup *setup = game->game.setup;
  const struct program *p = setup->program;
  text_format(out, "trvm-save %d\ngame ", SAVE_VERSION);
  write_line_text(out, game->setup->program->file);
  text_add(out, "\ntitle ");
  write_line_text(out, program_text(p, p->meta->title));
  for (uint32_t i = 0; i < p->house_rules_count; i++) {
    text_add(out, "\nvariant ");
    write_line_text(out, program_text(p, p->house_rules[i].title));
    text_add(out, "\nfrom ");
    write_line_text(out, program_text(p, p->house_rules[i].file));
  }
  for (uint32_t i = 0; i < p->externs_count; i++) {
    text_add(out, "\nextern ");
    write_line_text(out, program_text(p, p->externs[i].library));
    text_format(out, " %s", program_text(p, p->externs[i].name));
  }
  trv_seed_text(seed, seed_text, sizeof seed_text);
  text_format(out, "\nprogram %016llx\nplayers %u\nseed %s\nnumber %u\n", (unsigned long long)p->hash, setup->players,
              seed_text, number);
}

static void write_rules(struct text *out, const struct setup *setup) {
  const struct program *p = setup->program;
  for (uint32_t i = 0; i < p->settings_count; i++) write_setting(out, setup, i);
  for (uint32_t i = 0; i < p->rules_count; i++)
    text_format(out, "rule %016llx %s\n", (unsigned long long)rule_digest(&p->rules[i]),
                program_text(p, p->rules[i].name));
}

int trv_save_write(const trv_game *game, uint32_t seed, uint32_t number, const trv_save_choice *choices, size_t count,
                   char **text, size_t *length) {
  return trv_save_write_seed(game, (trv_seed){ seed, 0 }, number, choices, count, text, length);
}

int trv_save_write_seed(const trv_game *game, trv_seed seed, uint32_t number, const trv_save_choice *choices,
                        size_t count, char **text, size_t *length) {
  return trv_save_write_seats(game, seed, number, NULL, 0, choices, count, text, length);
}

int trv_save_write_seats(const trv_game *game, trv_seed seed, uint32_t number, const trv_save_seat *seats,
                         size_t seat_count, const trv_save_choice *choices, size_t count, char **text, size_t *length) {
  struct text out = memory_text(memory_default());
  *text = NULL;
  *length = 0;
  if (!seats_fit(seats, seat_count, game->game.setup->players)) return TRV_E_ARGUMENT;
  write_header(&out, game, seed, number);
  for (uint32_t i = 0; i < seat_count; i++) write_seat(&out, i, &seats[i]);
  write_rules(&out, game->game.setup);
  for (size_t i = 0; i < count; i++) {
    if (choices[i].seat >= game->game.setup->players) {
      text_free(&out);
      return TRV_E_ARGUMENT;
    }
    text_format(&out, "p%u ", choices[i].seat + 1);
    write_line_text(&out, choices[i].choice);
    text_add(&out, " ");
    write_line_text(&out, choices[i].notation);
    text_add(&out, "\n");
  }
  text_format(&out, "end %zu %016llx\n", count,
              (unsigned long long)state_hash_saved(game->game.setup->program, game->game.state));
  if (out.failed) {
    text_free(&out);
    return TRV_E_MEMORY;
  }
  *text = out.bytes;
  *length = out.length;
  return TRV_OK;
}

/* ---- reading ---- */

/* Takes the next line from *rest; NULL at the end or when the last line is not ended. Some editors and mail programs end
 * lines in their own way. */
static char *next_line(char **rest) {
  char *line = *rest, *end = strchr(line, '\n');
  if (!end) return NULL;
  *rest = end + 1;
  if (end > line && end[-1] == '\r') end--;
  *end = '\0';
  return line;
}

/* Splits a line at the first spaces; the last field takes the rest of the line. */
static bool split(char *line, char **fields, int count) {
  for (int i = 0; i < count; i++) {
    fields[i] = line;
    char *space = strchr(line, ' ');
    if (i + 1 == count || !space) return i + 1 == count && *line != '\0';
    *space = '\0';
    line = space + 1;
    if (fields[i][0] == '\0') return false;
  }
  return false;
}

static bool read_number(const char *text, uint64_t most, uint64_t *number) {
  *number = 0;
  if (*text == '\0') return false;
  for (; *text; text++) {
    uint64_t digit = (uint64_t)(unsigned char)*text - '0';
    if (digit > 9 || digit > most || *number > (most - digit) / 10) return false;
    *number = *number * 10 + digit;
  }
  return true;
}

/* So many hex digits. */
static bool read_hex(const char *text, size_t length, uint64_t *number) {
  static const char digits[] = "0123456789abcdef";
  *number = 0;
  for (size_t i = 0; i < length; i++) {
    const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
    if (!digit) return false;
    *number = *number << 4 | (uint64_t)(digit - digits);
  }
  return true;
}

static bool read_hash(const char *text, uint64_t *hash) { return strlen(text) == 16 && read_hex(text, 16, hash); }

/* Takes the escapes out of a text where it lies; NULL when one is none. */
static char *plain_text(const trv_save *save, char *text) {
  uint64_t byte;
  char *end = text;
  if (!text || save->version < 2) return text;
  for (const char *at = text; *at; at++) {
    *end = *at;
    if (*at == '\\') {
      if (!read_hex(at + 1, 2, &byte) || byte == 0) return NULL;
      *end = (char)byte;
      at += 2;
    }
    end++;
  }
  *end = '\0';
  return text;
}

/* The line `WORD VALUE`, which must be the next one; NULL when it is not. */
static char *expect_line(char **rest, const char *word) {
  char *line = next_line(rest);
  size_t length = strlen(word);
  if (!line || strncmp(line, word, length) != 0 || line[length] != ' ') return NULL;
  return line + length + 1;
}

static bool expect_number(char **rest, const char *word, uint32_t *number) {
  uint64_t value;
  char *text = expect_line(rest, word);
  if (!text || !read_number(text, UINT32_MAX, &value)) return false;
  *number = (uint32_t)value;
  return true;
}

static bool expect_seed(char **rest, trv_seed *seed) {
  const char *text = expect_line(rest, "seed");
  return text && trv_seed_read(text, seed) == TRV_OK;
}

/* "p1" is seat 0. */
static bool read_seat(const char *name, uint32_t players, uint32_t *seat) {
  uint64_t number;
  if (name[0] != 'p' || !read_number(name + 1, players, &number) || number == 0) return false;
  *seat = (uint32_t)number - 1;
  return true;
}

/* The line `WORD TEXT`, which must be the next one; NULL when it is not. */
static char *expect_text(const trv_save *save, char **rest, const char *word) {
  return plain_text(save, expect_line(rest, word));
}

static const char *read_header(trv_save *save, char **rest) {
  char *hash;
  if (!expect_number(rest, "trvm-save", &save->version)) return "This is not a saved game.";
  if (save->version < 1 || save->version > SAVE_VERSION) return "The game was saved by another version of trvm.";
  if (!(save->info.game_file = expect_text(save, rest, "game")) ||
      !(save->info.title = expect_text(save, rest, "title")))
    return "The saved game does not say which game it is.";
  while (strncmp(*rest, "variant ", strlen("variant ")) == 0) {
    const char *title = expect_text(save, rest, "variant"), *file = expect_text(save, rest, "from");
    if (!title || !file) return "The saved game does not say which variants it was played with.";
    save->variants[save->info.variants++] =
        (trv_variant_info){ .title = title, .summary = "", .file = file, .base = "" };
  }
  while (strncmp(*rest, "extern ", strlen("extern ")) == 0) {
    char *library = expect_line(rest, "extern"), *name = library ? strrchr(library, ' ') : NULL;
    if (name) *name++ = '\0';
    if (!name || !plain_text(save, library)) return "The saved game does not say which C code it was played with.";
    save->externs[save->info.externs++] =
        (trv_extern_info){ .name = name, .library = library, .types = "", .prototype = "", .file = "" };
  }
  if (!(hash = expect_line(rest, "program")) || !read_hash(hash, &save->info.program_hash))
    return "The saved game does not say which rules it was played with.";
  if (!expect_number(rest, "players", &save->info.players) || !expect_seed(rest, &save->info.seed) ||
      !expect_number(rest, "number", &save->info.number) || save->info.players == 0 ||
      save->info.players > TRV_MOST_PLAYERS)
    return "The saved game's players or seed are damaged.";
  return NULL;
}

/* `bot greedy`, `person`, `open`. */
static bool read_who(const trv_save *save, char *text, trv_save_seat *seat) {
  char *bot = strchr(text, ' ');
  if (bot) *bot++ = '\0';
  for (int kind = TRV_SEAT_OPEN; kind <= TRV_SEAT_BOT; kind++)
    if (strcmp(text, seat_words[kind]) == 0) {
      seat->kind = (enum trv_seat_kind)kind;
      seat->bot = bot ? plain_text(save, bot) : "";
      return seat->bot && (!bot || kind == TRV_SEAT_BOT);
    }
  return false;
}

/* Who sat where: all seats in their order, or none. */
static const char *read_seats(trv_save *save, char **rest) {
  static const char damaged[] = "The saved game does not say who sat where.";
  char *fields[FIELDS];
  uint32_t number;
  if (strncmp(*rest, "sits ", strlen("sits ")) != 0) return NULL;
  for (uint32_t seat = 0; seat < save->info.players; seat++) {
    char *line = next_line(rest);
    trv_save_seat *read = &save->seats[seat];
    if (!line || !split(line, fields, FIELDS) || strcmp(fields[0], "sits") != 0 ||
        !read_seat(fields[1], save->info.players, &number) || number != seat || !read_who(save, fields[2], read))
      return damaged;
    if (strncmp(*rest, "called ", strlen("called ")) != 0) continue;
    line = next_line(rest);
    if (!line || !split(line, fields, FIELDS) || !read_seat(fields[1], save->info.players, &number) || number != seat ||
        !(read->name = plain_text(save, fields[2])))
      return damaged;
  }
  save->info.seats = save->info.players;
  return NULL;
}

static const char *read_end(trv_save *save, char *line, const char *rest) {
  char *fields[FIELDS];
  uint64_t choices;
  if (!split(line, fields, 3) || !read_number(fields[1], SIZE_MAX / 2, &choices) ||
      !read_hash(fields[2], &save->info.state_hash))
    return "The last line of the saved game is damaged.";
  if (*rest != '\0') return "The saved game goes on after its end.";
  return choices == save->info.choices ? NULL : "Lines of the saved game are missing.";
}

/* Settings come before choices; the arrays have room for every line of their kinds. */
static const char *read_records(trv_save *save, char *rest) {
  char *line, *fields[FIELDS];
  while ((line = next_line(&rest))) {
    uint32_t seat;
    uint64_t digest;
    if (strncmp(line, "end ", 4) == 0) return read_end(save, line, rest);
    if (!split(line, fields, FIELDS)) return "A line of the saved game is damaged.";
    if (read_seat(fields[0], save->info.players, &seat))
      save->choices[save->info.choices++] = (trv_save_choice){ seat, fields[1], fields[2] };
    else if (strcmp(fields[0], "set") == 0 && save->info.choices == 0)
      save->settings[save->info.settings++] = (trv_choice_of_setting){ fields[1], fields[2] };
    else if (strcmp(fields[0], "rule") == 0 && save->info.choices == 0 && read_hash(fields[1], &digest))
      save->rules[save->rule_count++] = (struct saved_rule){ fields[2], digest, false };
    else return "A line of the saved game is damaged.";
  }
  return "The saved game is cut off: its last line is missing.";
}

/* How many lines of each kind there are; arrays are made for those. */
struct line_counts {
  size_t choices, settings, variants, externs, rules;
};

static bool begins_with(const char *line, const char *end, const char *word) {
  size_t length = strlen(word);
  return (size_t)(end - line) >= length && memcmp(line, word, length) == 0;
}

static void count_line(struct line_counts *counts, const char *line, const char *end) {
  if (begins_with(line, end, "set ")) counts->settings++;
  else if (begins_with(line, end, "rule ")) counts->rules++;
  else if (begins_with(line, end, "variant ")) counts->variants++;
  else if (begins_with(line, end, "extern ")) counts->externs++;
  else if (begins_with(line, end, "p") && end - line > 1 && line[1] >= '0' && line[1] <= '9') counts->choices++;
}

static struct line_counts count_lines(const char *text, size_t length) {
  struct line_counts counts = { 0 };
  const char *end = text + length, *next;
  for (; (next = memchr(text, '\n', (size_t)(end - text))) != NULL; text = next + 1) count_line(&counts, text, next);
  return counts;
}

/* What is too much, or NULL. */
static const char *refuse_size(const struct line_counts *counts) {
  if (counts->choices > MOST_CHOICES) return "The saved game has more than 1,000,000 choices.";
  if (counts->rules > MOST_RULES) return "The saved game has more than 100,000 rules.";
  bool many = counts->settings > MOST_SETTINGS || counts->variants > MOST_SETTINGS || counts->externs > MOST_SETTINGS;
  return many ? "The saved game has more than 1,000 settings, variants or functions in C." : NULL;
}

/* A save with room for its text and so many lines of each kind; NULL when there is no memory. */
static trv_save *save_new(const struct line_counts *counts, size_t length) {
  const trv_allocator *allocator = memory_default();
  trv_save *save = memory_new(allocator, 1, sizeof *save);
  if (!save) return NULL;
  save->text = memory_new(allocator, length + 1, 1);
  save->settings = memory_new(allocator, counts->settings, sizeof *save->settings);
  save->variants = memory_new(allocator, counts->variants, sizeof *save->variants);
  save->externs = memory_new(allocator, counts->externs, sizeof *save->externs);
  save->rules = memory_new(allocator, counts->rules, sizeof *save->rules);
  save->choices = memory_new(allocator, counts->choices, sizeof *save->choices);
  if (save->text && save->settings && save->variants && save->externs && save->rules && save->choices) return save;
  trv_save_free(save);
  return NULL;
}

/* Saves have escapes for control characters of both sets: messages tell what stands there, and so would command a
 * terminal. */
static bool has_controls(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i], next = i + 1 < length ? (unsigned char)text[i + 1] : 0;
    if ((byte < ' ' && !strchr("\n\r\t", byte)) || byte == 0x7F) return true;
    if (byte == 0xC2 && next >= 0x80 && next < 0xA0) return true;
  }
  return false;
}

int trv_save_read(const char *text, size_t length, trv_save **save, const char **why) {
  const char *problem = length > MOST_BYTES          ? "The saved game is larger than 64 MB."
                        : memchr(text, '\0', length) ? "This is not a saved game."
                        : has_controls(text, length) ? "A line of the saved game is damaged."
                                                     : NULL;
  struct line_counts counts = { 0 };
  trv_save *made = NULL;
  *save = NULL;
  if (!problem) {
    counts = count_lines(text, length);
    problem = refuse_size(&counts);
  }
  if (!problem) {
    if (!(made = save_new(&counts, length))) return TRV_E_MEMORY;
    char *rest = memcpy(made->text, text, length);
    problem = read_header(made, &rest);
    if (!problem && made->version >= 3) problem = read_seats(made, &rest);
    if (!problem) problem = read_records(made, rest);
  }
  if (problem) {
    trv_save_free(made);
    if (why) *why = problem;
    return TRV_E_DATA;
  }
  *save = made;
  return TRV_OK;
}

void trv_save_free(trv_save *save) {
  if (!save) return;
  memory_free(memory_default(), save->text);
  memory_free(memory_default(), save->settings);
  memory_free(memory_default(), save->variants);
  memory_free(memory_default(), save->externs);
  memory_free(memory_default(), save->rules);
  memory_free(memory_default(), save->choices);
  memory_free(memory_default(), save);
}

trv_save_info trv_save_describe(const trv_save *save) { return save->info; }

trv_choice_of_setting trv_save_setting(const trv_save *save, size_t index) {
  return index < save->info.settings ? save->settings[index] : (trv_choice_of_setting){ "", "" };
}

trv_variant_info trv_save_variant(const trv_save *save, size_t index) {
  return index < save->info.variants ? save->variants[index] : (trv_variant_info){ "", "", "", "", 0 };
}

trv_extern_info trv_save_extern(const trv_save *save, size_t index) {
  return index < save->info.externs ? save->externs[index] : (trv_extern_info){ "", "", "", "", "", 0, 0 };
}

trv_save_seat trv_save_who(const trv_save *save, uint32_t seat) {
  trv_save_seat who = seat < save->info.seats ? save->seats[seat] : (trv_save_seat){ .kind = TRV_SEAT_OPEN };
  if (!who.bot) who.bot = "";
  if (!who.name) who.name = "";
  return who;
}

trv_save_choice trv_save_get(const trv_save *save, size_t index) {
  return index < save->info.choices ? save->choices[index] : (trv_save_choice){ 0, "", "" };
}

/* ---- replaying ---- */

struct save_replay {
  const trv_save *save;
  trv_game *game;
  char *why;
  size_t why_size;
};

static int fail(const struct save_replay *replay, int status, const char *sentence) {
  if (replay->why_size > 0) snprintf(replay->why, replay->why_size, "%s", sentence);
  return status;
}

static int fail_at(const struct save_replay *replay, size_t index, const char *reason) {
  const trv_save_choice *made = &replay->save->choices[index];
  if (replay->why_size > 0)
    snprintf(replay->why, replay->why_size, "Choice %zu (p%u %s: %s) is not possible: %s.", index + 1, made->seat + 1,
             made->choice, made->notation, reason);
  return TRV_E_STATE;
}

bool trv_save_is_of(const trv_save *save, const trv_program *program) {
  const char *saved = save->info.title, *title = program_text(&program->program, program->program.meta->title);
  if (save->version > 1) return strcmp(saved, title) == 0;
  for (; *saved && *title; saved++, title++)
    if (*saved != (is_control(*title) ? '?' : *title)) return false;
  return *saved == *title;
}

/* TRV_OK, TRV_E_ARGUMENT when they do not, or TRV_E_MEMORY. */
static int settings_fit(const struct save_replay *replay) {
  struct text expected = memory_text(memory_default()), line = memory_text(memory_default());
  const struct setup *setup = replay->game->game.setup;
  text_add(&expected, "\n");
  for (uint32_t i = 0; i < setup->program->settings_count; i++) write_setting(&expected, setup, i);
  bool fit = true;
  for (size_t i = 0; fit && i < replay->save->info.settings; i++) {
    text_clear(&line);
    text_format(&line, "\nset %s %s\n", replay->save->settings[i].name, replay->save->settings[i].value);
    fit = strstr(text_get(&expected), text_get(&line)) != NULL;
  }
  bool failed = expected.failed || line.failed;
  text_free(&expected);
  text_free(&line);
  return failed ? TRV_E_MEMORY : fit ? TRV_OK : TRV_E_ARGUMENT;
}

static int replay_choice(const struct save_replay *replay, size_t index) {
  const trv_save_choice *made = &replay->save->choices[index];
  trv_game *game = replay->game;
  trv_choice_info choice;
  char reason[300];
  if (trv_game_choice(game, &choice) != TRV_OK) return fail_at(replay, index, "nobody is to choose then");
  if (choice.seat != made->seat || strcmp(choice.name, made->choice) != 0) {
    snprintf(reason, sizeof reason, "it is p%u who is to choose, namely %s", choice.seat + 1, choice.name);
    return fail_at(replay, index, reason);
  }
  int status = trv_choose_notation(game, made->notation);
  if (status == TRV_RULE_ERROR) {
    trv_rule_error error;
    trv_game_error(game, &error);
    snprintf(reason, sizeof reason, "the rules fail there (%s)", error.message);
    return fail_at(replay, index, reason);
  }
  if (status >= 0) return TRV_OK;
  if (status == TRV_E_MEMORY) return status;
  struct text denial = memory_text(game_allocator(game));
  options_denial(game, made->notation, &denial);
  snprintf(reason, sizeof reason, "%s", denial.length > 0 ? denial.bytes : "it is not offered");
  text_free(&denial);
  return fail_at(replay, index, reason);
}

/* The hash is compared only when the rules are the same: other rules have other states. */
int trv_save_replay(const trv_save *save, trv_game *game, char *why, size_t why_size) {
  struct save_replay replay = { save, game, why, why_size };
  const struct setup *setup = game->game.setup;
  if (why_size > 0) why[0] = '\0';
  if (game->telling) return fail(&replay, TRV_E_STATE, "The game is telling something, and cannot change meanwhile.");
  if (!trv_save_is_of(save, game->setup->program))
    return fail(&replay, TRV_E_ARGUMENT, "The saved game is another one, by its title.");
  if (setup->players != save->info.players)
    return fail(&replay, TRV_E_ARGUMENT, "The saved game has another number of players.");
  int fit = settings_fit(&replay);
  if (fit == TRV_E_MEMORY) return fit;
  if (fit != TRV_OK) return fail(&replay, fit, "The saved game has other settings.");
  if (trv_game_start_seed(game, save->info.seed, save->info.number) == TRV_RULE_ERROR)
    return fail(&replay, TRV_E_RULE, "The game cannot be set up: a rule error happens.");
  for (size_t i = 0; i < save->info.choices; i++) {
    int status = replay_choice(&replay, i);
    if (status != TRV_OK) return status;
  }
  if (save->info.program_hash == setup->program->hash &&
      state_hash_saved(setup->program, game->game.state) != save->info.state_hash)
    return fail(&replay, TRV_E_DATA, "The saved choices do not lead to the position that was saved.");
  return TRV_OK;
}
