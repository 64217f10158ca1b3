/* A finding as a scenario, ready to paste: table, seed and steps. It fails as long as the fault is there.
 *
 * It is proven before it is shown, unless the rules came from standard input: compiled together with them and run. A step may be taken for one that was just
 * taken by itself; the scenario then fails for that reason, and is written again with every choice named. */
#include <stdlib.h>
#include <string.h>

#include "trvm/deep.h"

enum { LONGEST_ENDLESS = 40, TITLE_LENGTH = 70 };

/* ---- writing ---- */

/* The first line of a message, without quotes and braces, and not too long. */
static void append_plain(struct text *out, const char *message) {
  size_t length = strcspn(message, "\n");
  if (length > TITLE_LENGTH) {
    length = TITLE_LENGTH;
    while (length > 1 && message[length] != ' ') length--;
  }
  for (size_t i = 0; i < length; i++) {
    char letter = message[i];
    if (letter == '"') letter = '\'';
    if (letter == '{' || letter == '}' || letter == '\\') letter = ' ';
    text_append(out, &letter, 1);
  }
}

/* What is to be true once the fault is mended, where that can be said in general. */
static void append_title(struct text *out, const struct deep_finding *finding) {
  if (finding->kind == DEEP_LEAK) text_append_format(out, "nothing hidden shows at `%s`", finding->key);
  else if (finding->kind == DEEP_OVER_LIMIT) text_append_format(out, "the game comes to its end");
  else if (finding->kind == DEEP_INVARIANT) append_plain(out, finding->key);
  else append_plain(out, finding->message);
}

static void append_head(struct text *out, const struct deep_table *table, const struct deep_finding *finding) {
  text_append_format(out, "scenario \"");
  append_title(out, finding);
  text_append_format(out, "\" players %u seed %u", trv_setup_players(table->setup), finding->game.seed);
  for (size_t i = 0; i < table->count; i++)
    text_append_format(out, "%s%s = %s", i ? ", " : " with ", table->settings[i].name, table->settings[i].value);
  text_append_format(out, " {\n");
}

static void append_step(struct text *out, trv_game *game, uint32_t index, bool named) {
  struct text notation = { 0 };
  trv_choice_info choice;
  trv_game_choice(game, &choice);
  const char *seat = trv_setup_seat_name(trv_game_setup(game), choice.seat);
  TEXT_FILL(&notation, trv_option_notation, game, index);
  if (named) text_append_format(out, "  expect asked %s %s\n", seat, choice.name);
  text_append_format(out, "  %s: %s\n", seat, text_get(&notation));
  text_free(&notation);
}

/* A game without a way back to an earlier position is told by its beginning. */
static uint32_t steps_of(const struct deep_finding *finding) {
  bool endless = finding->kind == DEEP_OVER_LIMIT && !finding->cycle;
  return endless && finding->game.count > LONGEST_ENDLESS ? LONGEST_ENDLESS : finding->game.count;
}

static void append_steps(struct text *out, const struct deep_table *table, const struct deep_finding *finding,
                         bool named) {
  trv_game *game;
  uint32_t steps = steps_of(finding), round = finding->game.count - finding->cycle;
  if (trv_game_new(table->setup, &game) != TRV_OK) return;
  int status = trv_game_start(game, finding->game.seed, 0);
  for (uint32_t i = 0; status == TRV_CHOICE && i < steps; i++) {
    if (finding->cycle && i == round)
      text_append_format(out, "  // from here %u choice%s lead%s back to the same position\n", finding->cycle,
                         plural(finding->cycle), finding->cycle == 1 ? "s" : "");
    append_step(out, game, finding->game.choices[i], named);
    status = trv_choose(game, finding->game.choices[i]);
  }
  trv_game_free(game);
}

static void write_scenario(struct text *out, const struct deep_tables *tables, const struct deep_finding *finding,
                           bool named) {
  const struct deep_table *table = &tables->items[finding->game.table];
  append_head(out, table, finding);
  append_steps(out, table, finding, named);
  if (finding->kind == DEEP_LEAK) text_append_format(out, "  expect secrecy\n");
  else if (finding->kind == DEEP_OVER_LIMIT) text_append_format(out, "  expect game over\n");
  else if (finding->game.count == 0) text_append_format(out, "  run play\n");
  text_append_format(out, "}\n");
}

/* ---- proving ---- */

static bool run_last_scenario(const struct deep_wish *wish, const char *scenario, char *message, size_t size) {
  struct text all = { 0 };
  trv_program *program = NULL;
  char *rules = NULL;
  size_t length;
  uint32_t line;
  bool failed = false;
  if (strcmp(wish->file, "-") == 0 || !file_read(wish->file, &rules, &length)) return false;
  text_append(&all, rules, length);
  text_append_format(&all, "\n%s", scenario);
  free(rules);
  trv_compile_options options = load_options(wish->file, wish->variants);
  options.text = all.bytes;
  options.length = all.length;
  options.link = wish->link;
  message[0] = '\0';
  if (trv_compile(&options, &program, NULL) == TRV_OK) {
    uint32_t count = trv_program_describe(program).scenarios;
    trv_program_set_cancel(program, &interrupted);
    failed = trv_scenario_run(program, count - 1, message, size, &line) == TRV_E_RULE;
  }
  trv_program_free(program);
  text_free(&all);
  return failed;
}

static bool is_proof(const struct deep_finding *finding, const char *message) {
  static const char *const words[DEEP_KINDS] = { [DEEP_STUCK] = "A rule error happened",
                                                 [DEEP_ERROR] = "A rule error happened",
                                                 [DEEP_INVARIANT] = "The invariant",
                                                 [DEEP_LEAK] = "What is hidden shows",
                                                 [DEEP_OVER_LIMIT] = "The game should be over" };
  return strncmp(message, words[finding->kind], strlen(words[finding->kind])) == 0;
}

void deep_scenario_write(const struct deep_wish *wish, const struct deep_tables *tables, struct deep_finding *finding) {
  struct text text = { 0 };
  char message[1000];
  for (int named = 0; named < 2 && !finding->proven; named++) {
    text_clear(&text);
    write_scenario(&text, tables, finding, named);
    finding->proven = run_last_scenario(wish, text.bytes, message, sizeof message) && is_proof(finding, message);
  }
  finding->scenario = text.bytes;
}
