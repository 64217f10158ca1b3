/* Every allocation fails once in turn, while rules are compiled, written and read back, a game is started, played, saved
 * and resumed, at a sitting, too.
 *
 *   allocations MOST FILE.trv[+VARIANT.trv…]…      at most so many in each step
 *   anywhere MOST FILE.trv[+VARIANT.trv…]…         the same with blocks so small that memory may run out anywhere
 *
 * The linker sends malloc and its like here (tests/local.mk), so that no block escapes, whether it comes through the
 * hook (trv_allocator) or not. Each step is run once undisturbed, then once for each of its allocations: it must say
 * TRV_E_MEMORY, or have done without the block and give the same result; and whatever it took must be given back.
 * Prints TAP, a test for each step. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "include/trv_sitting.h"

enum { SEED = 3, DECISIONS = 40, NOTATION = 400, VARIANTS = 8 };

/* ---- memory ---- */

static struct {
  long asked;  /* blocks asked for since the step began */
  long fails;  /* the number of the one that is refused; 0: none */
  long out;    /* blocks that are out, through whatever door */
  long hooked; /* those that went through the hook */
} memory;

void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

void *__wrap_realloc(void *block, size_t size) {
  if (++memory.asked == memory.fails) return NULL;
  void *result = __real_realloc(block, size);
  memory.out += result && !block;
  return result;
}

void *__wrap_malloc(size_t size) { return __wrap_realloc(NULL, size ? size : 1); }

void *__wrap_calloc(size_t count, size_t size) {
  void *block = __wrap_malloc(count * size);
  return block ? memset(block, 0, count * size) : NULL;
}

void __wrap_free(void *block) {
  memory.out -= block != NULL;
  __real_free(block);
}

static void *hook(void *context, void *block, size_t size) {
  (void)context;
  if (size == 0) {
    memory.hooked -= block != NULL;
    free(block);
    return NULL;
  }
  void *result = realloc(block, size);
  memory.hooked += result && !block;
  return result;
}
static const trv_allocator allocator = { hook, NULL };

/* ---- what steps work on ---- */

struct made_choice {
  uint32_t seat;
  const char *choice;
  char notation[NOTATION];
};

/* Made without faults by prepare(), for the steps that need it. */
struct table {
  trv_compile_options options;
  const char *variants[VARIANTS];
  trv_program *program;
  void *bytes;
  size_t size;
  trv_setup *setup;
  trv_game *game;
  struct made_choice made[DECISIONS];
  trv_save_choice choices[DECISIONS];
  size_t count;
  char *save;
  size_t save_length;
};

/* ---- steps: each gives a status and, when it is TRV_OK, adds what came out to *digest ---- */

static int compile(const trv_compile_options *options, uint64_t *digest) {
  trv_program *program = NULL;
  trv_report *report = NULL;
  int status = trv_compile(options, &program, &report);
  if (status == TRV_OK) {
    uint64_t hash = trv_program_describe(program).hash;
    *digest = hash_fnv_bytes(*digest, &hash, sizeof hash);
    for (size_t i = 0; i < trv_report_count(report); i++)
      *digest = hash_fnv_text(*digest, trv_report_get(report, i).message);
  }
  trv_report_free(report);
  trv_program_free(program);
  return status;
}

static int compile_plainly(struct table *table, uint64_t *digest) { return compile(&table->options, digest); }

static int compile_and_analyse(struct table *table, uint64_t *digest) {
  trv_compile_options options = table->options;
  options.analyse = true;
  options.rulebook = *trv_program_describe(table->program).rulebook;
  return compile(&options, digest);
}

static int format(struct table *table, uint64_t *digest) {
  const char *text = NULL;
  size_t length = 0;
  trv_report *report = NULL;
  int status = trv_format(&table->options, &text, &length, &report);
  if (status == TRV_OK) *digest = hash_fnv_bytes(*digest, text, length);
  trv_report_free(report);
  return status;
}

static int document(struct table *table, uint64_t *digest) {
  int status = TRV_OK;
  for (enum trv_document kind = TRV_DOCUMENT_RULES; status == TRV_OK && kind <= TRV_DOCUMENT_FLOW; kind++) {
    const char *text = NULL;
    size_t length = 0;
    trv_report *report = NULL;
    status = trv_document(&table->options, kind, &text, &length, &report);
    if (status == TRV_OK) *digest = hash_fnv_bytes(*digest, text, length);
    trv_report_free(report);
  }
  return status;
}

/* From the plain game to the one with house rules; without any, to itself. */
static int compare(struct table *table, uint64_t *digest) {
  trv_compile_options before = table->options;
  const char *leaflet = NULL;
  trv_report *report = NULL;
  before.variant_count = 0;
  int status = trv_diff(&before, &table->options, NULL, 0, true, &leaflet, &report);
  if (status == TRV_OK) *digest = hash_fnv_text(*digest, leaflet);
  trv_report_free(report);
  return status;
}

static int build(struct table *table, uint64_t *digest) {
  void *bytes = NULL;
  size_t size = 0;
  int status = trv_program_save(table->program, &bytes, &size);
  if (status == TRV_OK) *digest = hash_fnv_bytes(*digest, bytes, size);
  trv_free(bytes);
  return status;
}

static int load(struct table *table, uint64_t *digest) {
  trv_program *program = NULL;
  const char *why = NULL;
  int status = trv_program_load(table->bytes, table->size, &allocator, &program, &why);
  if (status == TRV_OK) {
    uint64_t hash = trv_program_describe(program).hash;
    *digest = hash_fnv_bytes(*digest, &hash, sizeof hash);
  }
  trv_program_free(program);
  return status;
}

static int list(struct table *table, uint64_t *digest) {
  char *listing = trv_program_listing(table->program, false);
  if (listing) *digest = hash_fnv_text(*digest, listing);
  trv_free(listing);
  return listing ? TRV_OK : TRV_E_MEMORY;
}

static int set_up(struct table *table, uint64_t *digest) {
  trv_setup *setup = NULL;
  trv_game *game = NULL;
  char why[200];
  uint32_t players = trv_program_describe(table->program).low_players;
  int status = trv_setup_simulated(table->program, players, NULL, 0, &setup, why, sizeof why);
  if (status == TRV_OK) status = trv_game_new(setup, &game);
  if (status == TRV_OK) {
    trv_game_start(game, SEED, 0);
    uint64_t hash = trv_game_hash(game, true);
    *digest = hash_fnv_bytes(*digest, &hash, sizeof hash);
  }
  trv_game_free(game);
  trv_setup_free(setup);
  return status;
}

/* All that a program asks of a game at a choice; labels, denials and the view grow with the rules. */
static bool ignore_denied(void *context, const trv_denied *denied) {
  uint64_t *digest = context;
  *digest = hash_fnv_text(*digest, denied->notation);
  return true;
}

static bool ignore_offered(void *context, const trv_offered *offered) {
  uint64_t *digest = context;
  *digest = hash_fnv_text(*digest, offered->label);
  return true;
}

static bool ignore_item(void *context, const trv_view_item *item) {
  uint64_t *digest = context;
  *digest = hash_fnv_text(*digest, item->contents);
  return true;
}

static int look(struct table *table, uint64_t *digest) {
  trv_options *options = NULL;
  trv_choice_info info;
  trv_game_start(table->game, SEED, 0);
  if (trv_game_choice(table->game, &info) != TRV_OK) return TRV_OK;
  int status = trv_options_new(table->setup, &options);
  int found = status == TRV_OK ? trv_options_find(options, table->game) : status;
  trv_options_free(options);
  if (found < 0) return found;
  *digest = hash_fnv_bytes(*digest, &found, sizeof found);
  status = trv_denied_each(table->game, ignore_denied, digest);
  if (status == TRV_OK) status = trv_offered_each(table->game, ignore_offered, digest);
  if (status == TRV_OK) status = trv_view_each(table->game, (int)info.seat, ignore_item, digest);
  return status;
}

static int choose(struct table *table, uint64_t *digest) {
  trv_game_start(table->game, SEED, 0);
  for (size_t i = 0; i < table->count; i++) {
    int status = trv_choose_notation(table->game, table->choices[i].notation);
    if (status < 0) return status;
  }
  uint64_t hash = trv_game_hash(table->game, true);
  *digest = hash_fnv_bytes(*digest, &hash, sizeof hash);
  return TRV_OK;
}

static int write_save(struct table *table, uint64_t *digest) {
  char *text = NULL;
  size_t length = 0;
  int status = trv_save_write(table->game, SEED, 0, table->choices, table->count, &text, &length);
  if (status == TRV_OK) *digest = hash_fnv_bytes(*digest, text, length);
  trv_free(text);
  return status;
}

static int resume(struct table *table, uint64_t *digest) {
  trv_save *save = NULL;
  const char *why = NULL;
  char reason[300];
  int status = trv_save_read(table->save, table->save_length, &save, &why);
  if (status == TRV_OK) status = trv_save_replay(save, table->game, reason, sizeof reason);
  if (status == TRV_OK) {
    uint64_t hash = trv_game_hash(table->game, true);
    *digest = hash_fnv_bytes(*digest, &hash, sizeof hash);
  }
  trv_save_free(save);
  return status;
}

/* ---- a sitting: the same choices, what everybody hears, a save, and the sitting that goes on from it ---- */

static bool hear_line(void *context, const trv_line *line) {
  uint64_t *digest = context;
  *digest = hash_fnv_text(*digest, line->text);
  return true;
}

static void mix_sitting(const trv_sitting *sitting, uint64_t *digest) {
  uint64_t hash = trv_game_hash(trv_sitting_game(sitting), true);
  *digest = hash_fnv_bytes(*digest, &hash, sizeof hash);
  for (int seat = TRV_EVERYBODY; seat < (int)trv_setup_players(trv_game_setup(trv_sitting_game(sitting))); seat++)
    trv_sitting_heard_each(sitting, seat, 0, hear_line, digest);
}

static int resume_sitting(const trv_sitting_options *options, const trv_sitting *from, uint64_t *digest) {
  trv_sitting *sitting = NULL;
  trv_save *save = NULL;
  char *text = NULL, why[300];
  size_t length = 0;
  int status = trv_sitting_save(from, &text, &length);
  if (status == TRV_OK) status = trv_save_read(text, length, &save, NULL);
  if (status == TRV_OK) status = trv_sitting_resume(options, save, &sitting, why, sizeof why);
  if (status == TRV_OK) mix_sitting(sitting, digest);
  trv_sitting_free(sitting);
  trv_save_free(save);
  trv_free(text);
  return status;
}

static int sit(struct table *table, uint64_t *digest) {
  trv_seat seats[TRV_MOST_PLAYERS];
  trv_sitting *sitting = NULL;
  for (size_t i = 0; i < TRV_MOST_PLAYERS; i++) seats[i] = (trv_seat){ .kind = TRV_SEAT_PERSON, .name = "Ada" };
  trv_sitting_options options = { .struct_size = sizeof options,
                                  .setup = table->setup,
                                  .seed = { SEED, 0 },
                                  .seats = seats,
                                  .seat_count = trv_setup_players(table->setup),
                                  .allocator = &allocator };
  int status = trv_sitting_new(&options, &sitting);
  for (size_t i = 0; status >= 0 && i < table->count; i++) {
    int index = trv_find_option(trv_sitting_game(sitting), table->choices[i].notation);
    if (index < 0) status = index;
    else status = trv_sitting_choose(sitting, table->choices[i].seat, trv_sitting_stamp(sitting), (uint32_t)index);
  }
  if (status >= 0) mix_sitting(sitting, digest);
  if (status >= 0) status = resume_sitting(&options, sitting, digest);
  trv_sitting_free(sitting);
  return status;
}

static const struct step {
  const char *name;
  int (*run)(struct table *table, uint64_t *digest);
} steps[] = {
  { "compile", compile_plainly },
  { "compile, analyse, read the rulebook", compile_and_analyse },
  { "format", format },
  { "rules sheet and flow", document },
  { "differences", compare },
  { "write .trvc", build },
  { "read .trvc", load },
  { "listing", list },
  { "set up and start", set_up },
  { "options and view", look },
  { "choose by notation", choose },
  { "save", write_save },
  { "read a save and replay", resume },
  { "sit, save, resume", sit },
};

/* ---- faults ---- */

/* What went wrong in the run whose allocation number `fails` was refused, or NULL. */
static const char *try_step(const struct step *step, struct table *table, long fails, uint64_t *digest, int *status) {
  long out = memory.out, hooked = memory.hooked;
  *digest = HASH_START;
  memory.asked = 0;
  memory.fails = fails;
  *status = step->run(table, digest);
  memory.fails = 0;
  if (memory.out != out) return "blocks are left behind, or were freed twice";
  if (memory.hooked != hooked) return "blocks of the hook are left behind";
  return NULL;
}

/* Refuses each allocation of the step in turn, or `most` of them that are spread evenly. */
static bool test_step(const struct step *step, struct table *table, const char *name, long most) {
  uint64_t expected, digest;
  int status;
  const char *wrong = try_step(step, table, 0, &expected, &status);
  long asked = memory.asked, tries = asked < most ? asked : most, fails = 0, done_without = 0;
  if (!wrong && status != TRV_OK) wrong = trv_status_text(status);
  for (long i = 1; !wrong && i <= tries; i++) {
    fails = i * asked / tries;
    wrong = try_step(step, table, fails, &digest, &status);
    done_without += status == TRV_OK;
    if (wrong) continue;
    if (status == TRV_OK && digest != expected) wrong = "it went on without the block, and the result is another";
    else if (status != TRV_OK && status != TRV_E_MEMORY) wrong = trv_status_text(status);
  }
  printf("%sok - %s: %s, %ld of %ld allocations refused", wrong ? "not " : "", name, step->name, tries, asked);
  if (done_without) printf(" (%ld not needed)", done_without);
  printf("\n");
  if (wrong) printf("# allocation %ld of %ld: %s\n", fails, asked, wrong);
  fflush(stdout);
  return !wrong;
}

/* ---- games ---- */

/* "game.trv+variant.trv", split in place. */
static void read_name(struct table *table, char *name) {
  size_t count = 0;
  for (char *plus = strchr(name, '+'); plus && count < VARIANTS; plus = strchr(plus, '+')) {
    *plus++ = '\0';
    table->variants[count++] = plus;
  }
  table->options = (trv_compile_options){ .struct_size = sizeof(trv_compile_options),
                                          .name = name,
                                          .allocator = &allocator,
                                          .variants = table->variants,
                                          .variant_count = count };
}

static void play(struct table *table) {
  trv_choice_info info;
  trv_game_start(table->game, SEED, 0);
  while (table->count < DECISIONS && trv_game_choice(table->game, &info) == TRV_OK) {
    struct made_choice *made = &table->made[table->count];
    uint32_t index = trv_random_choice(SEED, 0, info.seat, info.decision, info.options);
    trv_option_notation(table->game, index, made->notation, sizeof made->notation);
    made->seat = info.seat;
    made->choice = info.name;
    table->choices[table->count++] = (trv_save_choice){ made->seat, made->choice, made->notation };
    trv_choose(table->game, index);
  }
}

static bool prepare(struct table *table) {
  char why[300];
  if (trv_compile(&table->options, &table->program, NULL) != TRV_OK) return false;
  uint32_t players = trv_program_describe(table->program).low_players;
  if (trv_program_save(table->program, &table->bytes, &table->size) != TRV_OK ||
      trv_setup_simulated(table->program, players, NULL, 0, &table->setup, why, sizeof why) != TRV_OK ||
      trv_game_new(table->setup, &table->game) != TRV_OK)
    return false;
  play(table);
  return trv_save_write(table->game, SEED, 0, table->choices, table->count, &table->save, &table->save_length) ==
         TRV_OK;
}

static void clear(struct table *table) {
  trv_free(table->save);
  trv_game_free(table->game);
  trv_setup_free(table->setup);
  trv_free(table->bytes);
  trv_program_free(table->program);
}

static bool test_game(char *name, long most) {
  static struct table table;
  char whole[400];
  bool good = true;
  snprintf(whole, sizeof whole, "%s", name);
  table = (struct table){ 0 };
  read_name(&table, name);
  if (prepare(&table)) {
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) good &= test_step(&steps[i], &table, whole, most);
  } else {
    printf("not ok - %s\n# it cannot be compiled and started\n", whole);
    good = false;
  }
  clear(&table);
  return good;
}

int main(int count, char **words) {
  long most = count > 2 ? strtol(words[1], NULL, 10) : 0;
  bool good = most > 0;
  if (!good) fprintf(stderr, "usage: %s MOST FILE.trv[+VARIANT.trv]\n", words[0]);
  for (int i = 2; good && i < count; i++) good &= test_game(words[i], most);
  return good ? 0 : 1;
}
