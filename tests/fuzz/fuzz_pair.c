/* Several files at once: a variant and its game, a game and its tables, rules that use others, and saves of a game whose
 * rules were changed since. `=== NAME` begins a file of the input; the first is what is compiled, "old.trv" is the game as
 * it was when it was saved, and the others are found by their names.
 *
 * The mutator leaves these lines alone, and mostly puts one word of the files in the place of another, so that what one file
 * says no longer fits what another says, while each of them still reads well. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

enum { MOST_FILES = 6, MOST_WORDS = 4000, DECISIONS = 30, LONGEST_WORD = 40 };

static const char mark[] = "=== ";

const char *const fuzz_words[] = { " from ", " use ", " replace ", " wrap ", " remove ",
                                   "none",   "0",     "-1",        "99999",  NULL };

/* ---- the files ---- */

struct bundle {
  struct bundled {
    char name[LONGEST_WORD];
    const char *text;
    size_t length;
  } files[MOST_FILES];
  size_t count;
};

static struct bundle unpack(const uint8_t *data, size_t size) {
  struct bundle bundle = { 0 };
  const char *at = (const char *)data, *end = at + size;
  while (at < end && bundle.count < MOST_FILES) {
    const char *line_end = memchr(at, '\n', (size_t)(end - at));
    if (!line_end) break;
    size_t length = (size_t)(line_end - at);
    if (length > strlen(mark) && length < LONGEST_WORD && memcmp(at, mark, strlen(mark)) == 0) {
      struct bundled *file = &bundle.files[bundle.count++];
      memcpy(file->name, at + strlen(mark), length - strlen(mark));
      file->text = line_end + 1;
    }
    at = line_end + 1;
    if (bundle.count) bundle.files[bundle.count - 1].length = (size_t)(at - bundle.files[bundle.count - 1].text);
  }
  return bundle;
}

static int read_bundled(void *context, const char *name, char **text, size_t *length) {
  const struct bundle *bundle = context;
  for (size_t i = 0; i < bundle->count; i++) {
    if (strcmp(bundle->files[i].name, name) != 0) continue;
    *text = malloc(bundle->files[i].length + 1);
    if (!*text) return ENOMEM;
    memcpy(*text, bundle->files[i].text, bundle->files[i].length);
    *length = bundle->files[i].length;
    return 0;
  }
  return ENOENT;
}

static void release(void *context, char *text) {
  (void)context;
  free(text);
}

/* ---- the mutator ---- */

struct word {
  uint32_t start, length;
};

/* Words and numbers of all files. */
static size_t list_words(const uint8_t *data, size_t size, struct word words[MOST_WORDS]) {
  size_t count = 0;
  bool line_start = true;
  for (size_t i = 0; i < size && count < MOST_WORDS;) {
    if (line_start && size - i > strlen(mark) && memcmp(data + i, mark, strlen(mark)) == 0) {
      while (i < size && data[i] != '\n') i++;
      continue;
    }
    line_start = data[i] == '\n';
    size_t start = i;
    while (i < size && (isalnum(data[i]) || data[i] == '_')) i++;
    if (i > start) words[count++] = (struct word){ (uint32_t)start, (uint32_t)(i - start) };
    else i++;
  }
  return count;
}

static size_t change_word(uint8_t *data, size_t size, size_t most, uint32_t *chance) {
  static struct word words[MOST_WORDS];
  static const char *const numbers[] = { "0", "1", "2", "7", "100", "70000", "2147483647" };
  size_t count = list_words(data, size, words);
  if (count == 0) return size;
  struct word at = words[fuzz_below(chance, (uint32_t)count)], from = words[fuzz_below(chance, (uint32_t)count)];
  bool is_number = isdigit(data[at.start]);
  for (int tries = 0; tries < 20 && (isdigit(data[from.start]) != 0) != is_number; tries++)
    from = words[fuzz_below(chance, (uint32_t)count)];
  if (is_number && fuzz_below(chance, 2)) {
    const char *number = numbers[fuzz_below(chance, sizeof numbers / sizeof *numbers)];
    return fuzz_splice(data, size, most, at.start, at.length, number, strlen(number));
  }
  return fuzz_splice(data, size, most, at.start, at.length, data + from.start, from.length);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
  uint32_t chance = seed;
  for (uint32_t changes = 1 + fuzz_below(&chance, 2); size && changes; changes--) {
    uint32_t way = fuzz_below(&chance, 8);
    if (way < 5) size = change_word(data, size, most, &chance);
    else if (way < 7) size = fuzz_change_line(data, size, most, mark, &chance);
    else data[fuzz_below(&chance, (uint32_t)size)] ^= (uint8_t)(1 << fuzz_below(&chance, 8));
  }
  return size;
}

/* ---- the harness ---- */

static trv_program *compile(const char *name, struct bundle *bundle, const char *variant) {
  trv_resolver resolver = { read_bundled, release, bundle };
  const char *variants[] = { variant };
  trv_compile_options options = { .struct_size = sizeof options,
                                  .name = name,
                                  .resolver = &resolver,
                                  .analyse = true,
                                  .variants = variants,
                                  .variant_count = variant != NULL };
  trv_program *program = NULL;
  trv_report *report = NULL;
  char text[512];
  int status = trv_compile(&options, &program, &report);
  if ((status == TRV_OK) != (program != NULL)) fuzz_fail("status %d and a program do not go together", status);
  if (!program && report && trv_report_errors(report) == 0) fuzz_fail("refused without an error");
  for (size_t i = 0; report && i < trv_report_count(report); i++) {
    if (!trv_report_get(report, i).file) fuzz_fail("a diagnostic without a place");
    trv_report_print(report, i, i & 1, text, sizeof text);
  }
  trv_report_free(report);
  return program;
}

struct saved {
  char *text;
  size_t length;
};

/* Plays at random and saves; nothing when the rules fail. */
static struct saved play(const trv_program *program) {
  static trv_save_choice choices[DECISIONS];
  static char notations[DECISIONS][200];
  struct saved saved = { 0 };
  trv_setup *setup = NULL;
  trv_game *game = NULL;
  trv_choice_info info;
  char why[300];
  size_t count = 0;
  if (trv_setup_new(program, trv_program_describe(program).low_players, NULL, 0, &setup, why, sizeof why) != TRV_OK)
    return saved;
  if (trv_game_new(setup, &game) != TRV_OK) exit(2);
  trv_game_set_fuel(game, FUZZ_FUEL);
  int status = trv_game_start(game, 1, 0);
  for (; status == TRV_CHOICE && count < DECISIONS && trv_game_choice(game, &info) == TRV_OK; count++) {
    if (count < 2) fuzz_look(game);
    uint32_t index = trv_random_choice(1, 0, info.seat, info.decision, info.options);
    if (trv_option_notation(game, index, notations[count], sizeof notations[count]) >= sizeof notations[count]) break;
    choices[count] = (trv_save_choice){ info.seat, info.name, notations[count] };
    status = trv_choose(game, index);
  }
  if (status >= 0 && status != TRV_RULE_ERROR &&
      trv_save_write(game, 1, 0, choices, count, &saved.text, &saved.length) != TRV_OK)
    exit(2);
  trv_game_free(game);
  trv_setup_free(setup);
  return saved;
}

static bool see_change(void *context, const trv_rule_change *change) {
  (void)context;
  if (!change->name || !change->file) fuzz_fail("a change without a name");
  return true;
}

/* Goes on with a save under rules; it must do so under its own. */
static void resume(const struct saved *saved, const trv_program *program, bool is_own) {
  trv_save *save = NULL;
  trv_setup *setup = NULL;
  trv_game *game = NULL;
  char why[400];
  if (!saved->text) return;
  if (trv_save_read(saved->text, saved->length, &save, NULL) != TRV_OK) fuzz_fail("what was saved cannot be read");
  if (trv_setup_new(program, trv_save_describe(save).players, NULL, 0, &setup, why, sizeof why) == TRV_OK) {
    if (trv_game_new(setup, &game) != TRV_OK) exit(2);
    trv_game_set_fuel(game, FUZZ_FUEL);
    int status = trv_save_replay(save, game, why, sizeof why);
    if (is_own && status != TRV_OK) fuzz_fail("a game cannot be resumed: %s", why);
    if (status != TRV_OK && !*why) fuzz_fail("a save is refused without a sentence");
    trv_save_changes(save, program, status == TRV_OK ? NULL : game, see_change, NULL);
  } else if (is_own) fuzz_fail("a game cannot be set up again: %s", why);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_save_free(save);
}

/* What is different between two games can be told, whatever it is. */
static void compare(struct bundle *bundle, const char *before, const char *after) {
  trv_resolver resolver = { read_bundled, release, bundle };
  trv_compile_options left = { .struct_size = sizeof left, .name = before, .resolver = &resolver };
  trv_compile_options right = { .struct_size = sizeof right, .name = after, .resolver = &resolver };
  const char *leaflet = NULL;
  trv_report *report = NULL;
  int status = trv_diff(&left, &right, NULL, 0, false, &leaflet, &report);
  if ((status == TRV_OK) != (leaflet != NULL)) fuzz_fail("status %d and a leaflet do not go together", status);
  for (size_t i = 0; report && i < trv_report_differences(report); i++)
    if (!trv_report_difference(report, i).text) fuzz_fail("a difference without a text");
  trv_report_free(report);
}

bool fuzz_input(const uint8_t *data, size_t size) {
  struct bundle bundle = unpack(data, size);
  if (bundle.count < 2) return false;
  trv_program *program = compile(bundle.files[0].name, &bundle, NULL);
  if (program) {
    struct saved saved = play(program);
    resume(&saved, program, true);
    for (size_t i = 1; i < bundle.count; i++) {
      /* Other games of the input: as they were when they were saved, or without the variant. */
      trv_program *other = compile(bundle.files[i].name, &bundle, NULL);
      struct saved before = other ? play(other) : (struct saved){ 0 };
      if (other) {
        resume(&before, program, false);
        resume(&saved, other, false);
        compare(&bundle, bundle.files[i].name, bundle.files[0].name);
        trv_program_free(compile(bundle.files[i].name, &bundle, bundle.files[0].name));
      }
      trv_free(before.text);
      trv_program_free(other);
    }
    trv_free(saved.text);
  }
  bool entered = program != NULL;
  trv_program_free(program);
  return entered;
}
