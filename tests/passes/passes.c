/* Plays the same rules compiled with different passes, and compares all that can be seen at every decision with plain code.
 *
 *   passes [OPTION…] FILE…               rules in files: games, variants, tests
 *   passes [OPTION…] --made FROM COUNT   programs number FROM to FROM + COUNT - 1 of the grammar (tests/fuzz/grammar.c)
 *   passes --show NUMBER                 prints one of them
 *
 *   --lists LIST,LIST   what to compare with `none`: as --passes takes it; otherwise `all`, and each pass alone left out
 *   --alone             also each pass alone
 *   --games N           games for each number of players (3)
 *   --decisions N       decisions of a game that are compared (60)
 *   --seconds N         begins no program after so many
 *   --keep FOLDER       writes programs of the grammar that show a difference there
 *
 * Prints TAP, a line for each file, or for all made programs together, and how much was compared. Public header only. */
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/fuzz/grammar.h"
#include "tests/passes/record.h"
#include "tests/play/table.h"

enum { SEED = 20, MOST_LISTS = 64, LIST_SIZE = 200, MADE_FUEL = 20000, FILE_FUEL = 2000000, MOST_REPORTS = 20 };

/* The rules compiled with one list of passes. */
struct side {
  char list[LIST_SIZE];
  trv_program *program;
  trv_setup *setup;
  trv_game *game;
  struct record record;
  bool differs; /* and is left alone from then on */
};

struct run {
  struct side sides[MOST_LISTS]; /* the first is plain */
  int count;
  uint32_t games, decisions;
  double seconds;
  const char *keep;
  /* the program at hand */
  const char *name;
  const char *text; /* NULL: the file of that name */
  uint32_t players, number;
  uint64_t fuel;
  char *reports; /* of its differences; owned, filled by `out` */
  size_t reports_size;
  FILE *out;
  /* what was done */
  uint64_t programs, refused, games_played, played, failed, compared, differences;
};

/* ---- reporting ---- */

static const char *running; /* for a signal that ends it all */

static void tell_running(int number) {
  dprintf(2, "while comparing %s\n", running);
  signal(number, SIG_DFL);
  raise(number);
}

static void differ(struct run *run, struct side *side, const char *format, ...) {
  va_list arguments;
  side->differs = true;
  if (++run->differences > MOST_REPORTS) return;
  fprintf(run->out, "# %s, %" PRIu32 " players, seed %d, game %" PRIu32 ", passes %s, ", run->name, run->players, SEED,
          run->number, side->list);
  va_start(arguments, format);
  vfprintf(run->out, format, arguments);
  va_end(arguments);
  fprintf(run->out, "\n");
}

/* A line of TAP, and below it what was reported since the last. */
static void print_result(struct run *run, bool fine, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printf("%s - ", fine ? "ok" : "not ok");
  vprintf(format, arguments);
  va_end(arguments);
  fclose(run->out);
  printf("\n%s", run->reports);
  fflush(stdout);
  free(run->reports);
  run->out = open_memstream(&run->reports, &run->reports_size);
  if (!run->out) exit(2);
}

/* ---- compiling ---- */

/* The machine trusts what has just been compiled; a compiled file is validated, operand by operand. So the code is read
 * back: whatever a pass has made of registers is found, if it is run or not. */
static void validate(struct run *run, struct side *side) {
  void *bytes = NULL;
  size_t size = 0;
  trv_program *read = NULL;
  const char *why = "it cannot be saved";
  run->compared++;
  if (!side->program) return;
  if (trv_program_save(side->program, &bytes, &size) != TRV_OK ||
      trv_program_load(bytes, size, NULL, &read, &why) != TRV_OK)
    differ(run, side, "validating: %s", why);
  trv_program_free(read);
  trv_free(bytes);
}

static trv_program *compile(struct run *run, const char *list, struct record *record) {
  trv_compile_options options = { .struct_size = sizeof options, .name = run->name, .passes = list };
  if (run->text) {
    options.text = run->text;
    options.length = strlen(run->text);
    options.resolver = grammar_files();
  }
  trv_program *program = NULL;
  trv_report *report = NULL;
  trv_compile(&options, &program, &report);
  record_report(record, report);
  trv_report_free(report);
  return program;
}

static void compare(struct run *run, struct side *side, const char *when) {
  char why[600];
  run->compared++;
  if (!record_compare(&run->sides[0].record, &side->record, why, sizeof why)) differ(run, side, "%s: %s", when, why);
}

/* Whether plain code can be made and read back; with it, all other code. */
static bool compile_sides(struct run *run) {
  for (int i = 0; i < run->count; i++) {
    struct side *side = &run->sides[i];
    side->differs = false;
    side->program = compile(run, side->list, &side->record);
    if (i > 0) compare(run, side, "compiling");
    else if (!side->program) return false;
    validate(run, side);
  }
  return !run->sides[0].differs;
}

static void free_programs(struct run *run) {
  for (int i = 0; i < run->count; i++) {
    trv_program_free(run->sides[i].program);
    run->sides[i].program = NULL;
  }
}

/* ---- playing ---- */

static bool open_games(struct run *run) {
  for (int i = 0; i < run->count; i++) {
    struct side *side = &run->sides[i];
    char why[200];
    if (side->differs) continue;
    if (trv_setup_simulated(side->program, run->players, NULL, 0, &side->setup, why, sizeof why) != TRV_OK) {
      if (i == 0) return false;
      differ(run, side, "no set-up: %s", why);
      continue;
    }
    if (trv_game_new(side->setup, &side->game) != TRV_OK || trv_game_listen(side->game) != TRV_OK) exit(2);
    trv_game_set_fuel(side->game, run->fuel);
  }
  return true;
}

static void close_games(struct run *run) {
  for (int i = 0; i < run->count; i++) {
    struct side *side = &run->sides[i];
    trv_game_free(side->game);
    trv_setup_free(side->setup);
    side->game = NULL;
    side->setup = NULL;
  }
}

/* Compares where all games are; false when there is no further decision to make, or nothing left to compare. */
static bool compare_games(struct run *run) {
  char when[40];
  struct side *plain = &run->sides[0];
  record_take(&plain->record, plain->game);
  snprintf(when, sizeof when, "decision %" PRIu32, trv_game_decisions(plain->game));
  if (record_is_out_of_fuel(&plain->record)) return false;
  for (int i = 1; i < run->count; i++) {
    struct side *side = &run->sides[i];
    if (side->differs) continue;
    record_take(&side->record, side->game);
    if (record_is_out_of_fuel(&side->record)) return false;
    compare(run, side, when);
  }
  return trv_game_status(plain->game) == TRV_CHOICE;
}

static void play_on(struct run *run) {
  trv_choice_info info;
  trv_game_choice(run->sides[0].game, &info);
  uint32_t index = trv_random_choice(SEED, run->number, info.seat, info.decision, info.options);
  for (int i = 0; i < run->count; i++)
    if (!run->sides[i].differs) trv_choose(run->sides[i].game, index);
}

/* The same without a look at the options, which goes other ways through the machine. */
static void compare_playouts(struct run *run) {
  for (int i = 0; i < run->count; i++) {
    struct side *side = &run->sides[i];
    if (side->differs) continue;
    record_begin(&side->record);
    trv_game_start(side->game, SEED, run->number);
    if (trv_game_status(side->game) == TRV_CHOICE) trv_playout(side->game, SEED, run->number, run->decisions);
  }
  compare_games(run);
}

static void play_game(struct run *run) {
  struct side *plain = &run->sides[0];
  for (int i = 0; i < run->count; i++) {
    if (run->sides[i].differs) continue;
    record_begin(&run->sides[i].record);
    trv_game_start(run->sides[i].game, SEED, run->number);
  }
  while (compare_games(run) && trv_game_decisions(plain->game) < run->decisions) play_on(run);
  run->games_played++;
  run->played += trv_game_decisions(plain->game);
  run->failed += trv_game_status(plain->game) == TRV_RULE_ERROR;
}

/* The log goes on from game to game, and may be shorter where fuel ran out: each begins with one of its own. */
static void each_in_games_of_its_own(struct run *run, void (*play)(struct run *run)) {
  if (open_games(run)) play(run);
  close_games(run);
}

static void compare_scenarios(struct run *run) {
  if (trv_program_describe(run->sides[0].program).scenarios == 0) return;
  for (int i = 0; i < run->count; i++) {
    struct side *side = &run->sides[i];
    if (side->differs) continue;
    record_scenarios(&side->record, side->program);
    if (i > 0) compare(run, side, "scenarios");
  }
}

/* ---- programs ---- */

/* Whether it is a program at all. */
static bool compare_program(struct run *run) {
  running = run->name;
  run->programs++;
  bool compiles = compile_sides(run);
  if (compiles) {
    trv_program_info info = trv_program_describe(run->sides[0].program);
    compare_scenarios(run);
    for (run->players = info.low_players; run->players <= info.high_players; run->players++) {
      for (run->number = 0; run->number < run->games; run->number++) {
        each_in_games_of_its_own(run, play_game);
        each_in_games_of_its_own(run, compare_playouts);
      }
    }
  }
  free_programs(run);
  return compiles;
}

static void compare_file(struct run *run, const char *file) {
  uint64_t before = run->differences, compared = run->compared;
  run->name = file;
  run->text = NULL;
  run->fuel = FILE_FUEL;
  bool compiles = compare_program(run);
  if (!compiles) {
    fprintf(run->out, "# it does not compile\n");
    run->differences++;
  }
  print_result(run, run->differences == before, "%s: %" PRIu64 " comparisons", file, run->compared - compared);
}

static void keep(const struct run *run, uint64_t number) {
  char name[1000];
  snprintf(name, sizeof name, "%s/made_%" PRIu64 ".trv", run->keep, number);
  FILE *file = fopen(name, "w");
  if (!file) return;
  fputs(run->text, file);
  fclose(file);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void compare_made(struct run *run, uint64_t from, uint64_t count) {
  static char text[GRAMMAR_LIMIT];
  double start = now();
  run->text = text;
  run->fuel = MADE_FUEL;
  uint64_t number = from;
  for (; number - from < count && (run->seconds <= 0 || now() - start < run->seconds); number++) {
    char name[40];
    uint64_t before = run->differences;
    snprintf(name, sizeof name, "made_%" PRIu64 ".trv", number);
    run->name = name;
    grammar_write_number(number, text);
    run->refused += !compare_program(run);
    if (run->keep && run->differences > before) keep(run, number);
  }
  print_result(run, !run->differences, "made programs %" PRIu64 " to %" PRIu64, from, number - 1);
  if (run->games_played)
    printf("# %.1f%% compile; %.1f decisions a game, %.1f%% of games end in a rule error\n",
           100.0 - 100.0 * (double)run->refused / (double)run->programs,
           (double)run->played / (double)run->games_played, 100.0 * (double)run->failed / (double)run->games_played);
}

/* ---- the command line ---- */

static void add_list(struct run *run, const char *format, const char *name) {
  char why[400];
  struct side *side = &run->sides[run->count++];
  if (run->count > MOST_LISTS) exit(2);
  snprintf(side->list, sizeof side->list, format, name);
  if (trv_passes_check(side->list, why, sizeof why) == TRV_OK) return;
  fprintf(stderr, "%s\n", why);
  exit(2);
}

static void choose_lists(struct run *run, char *wished, bool alone) {
  add_list(run, "%s", "none");
  if (wished) {
    for (char *list = strtok(wished, ","); list; list = strtok(NULL, ",")) add_list(run, "%s", list);
    return;
  }
  add_list(run, "%s", "all");
  for (size_t i = 0; trv_pass_name(i); i++) add_list(run, "all-%s", trv_pass_name(i));
  for (size_t i = 0; alone && trv_pass_name(i); i++) add_list(run, "none+%s", trv_pass_name(i));
}

static int show(uint64_t number) {
  static char text[GRAMMAR_LIMIT];
  grammar_write_number(number, text);
  fputs(text, stdout);
  return 0;
}

static _Noreturn void usage(void) {
  fprintf(stderr, "usage: passes [OPTION…] FILE… | --made FROM COUNT | --show NUMBER (see tests/passes/passes.c)\n");
  exit(2);
}

int main(int argc, char **argv) {
  static struct run run = { .games = 3, .decisions = 60 };
  char *lists = NULL;
  bool alone = false, made = false;
  int at = 1;
  for (; at < argc && strncmp(argv[at], "--", 2) == 0 && !made; at++) {
    const char *option = argv[at];
    if (strcmp(option, "--alone") == 0) alone = true;
    else if (strcmp(option, "--made") == 0) made = true;
    else if (++at == argc) usage();
    else if (strcmp(option, "--lists") == 0) lists = argv[at];
    else if (strcmp(option, "--games") == 0) run.games = (uint32_t)strtoul(argv[at], NULL, 10);
    else if (strcmp(option, "--decisions") == 0) run.decisions = (uint32_t)strtoul(argv[at], NULL, 10);
    else if (strcmp(option, "--seconds") == 0) run.seconds = strtod(argv[at], NULL);
    else if (strcmp(option, "--keep") == 0) run.keep = argv[at];
    else if (strcmp(option, "--show") == 0) return show(strtoull(argv[at], NULL, 10));
    else usage();
  }
  if (argc - at < (made ? 2 : 1)) usage();
  choose_lists(&run, lists, alone);
  run.out = open_memstream(&run.reports, &run.reports_size);
  if (!run.out) return 2;
  signal(SIGABRT, tell_running);
  signal(SIGSEGV, tell_running);
  printf("1..%d\n", made ? 1 : argc - at);
  if (made) compare_made(&run, strtoull(argv[at], NULL, 10), strtoull(argv[at + 1], NULL, 10));
  else
    for (; at < argc; at++) compare_file(&run, argv[at]);
  printf("# %" PRIu64 " programs, %d lists of passes, %" PRIu64 " comparisons, %" PRIu64 " differences\n", run.programs,
         run.count - 1, run.compared, run.differences);
  fclose(run.out);
  free(run.reports);
  for (int i = 0; i < run.count; i++) record_free(&run.sides[i].record);
  return run.differences ? 1 : 0;
}
