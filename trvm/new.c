/* `trvm new`: writes a small playable game to start from: rules, rulebook and a scenario that ties them together.
 * In the texts below `@NAME@` and `@TITLE@` stand for the new game's name. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "trvm/arguments.h"
#include "trvm/tool.h"

enum { LONGEST_NAME = 60 };

static const char rules_text[] =
    "// @TITLE@: a small dice game to start from.\n"
    "// Every citation, such as @R4, names a numbered item of the rulebook @NAME@.md.\n"
    "\n"
    "game \"@TITLE@\" {\n"
    "  players 2..6\n"
    "  rulebook \"@NAME@.md\"\n"
    "  summary \"Roll as often as you dare; whoever reaches the target first ends the game.\"\n"
    "  limit 20_000 decisions\n"
    "}                                                                                                @R1\n"
    "\n"
    "setting target: 20..200 = 50 \"points that end the game\"                                          @R2\n"
    "\n"
    "var points[player]: int = 0                                                                      @R2\n"
    "var pot: int = 0 each turn                                                                       @R3\n"
    "\n"
    "play {\n"
    "  repeat {\n"
    "    for p in players { turn(p) }                                                                 @R3\n"
    "    if any(p in players where points[p] >= target) { end game }                                  @R6\n"
    "  }\n"
    "}\n"
    "\n"
    "phase turn(p: player) \"turn\" {\n"
    "  repeat {\n"
    "    let die = roll 6                                                                             @R3\n"
    "    if die == 1 {                                                                                @R4\n"
    "      say \"{p} rolls a 1 and loses {pot}\"\n"
    "      leave\n"
    "    }\n"
    "    pot += die\n"
    "    say \"{p} rolls a {die}: {pot} in the pot\"\n"
    "    choose press_on by p \"Press on with {pot} in the pot?\" {                                     @R5\n"
    "      option again \"roll again\" { }\n"
    "      option stop \"stop and score {pot}\" {\n"
    "        points[p] += pot\n"
    "        say \"{p} stops and scores {pot}\"\n"
    "        leave\n"
    "      }\n"
    "    }\n"
    "  }\n"
    "}\n"
    "\n"
    "rank p by points[p] desc                                                                         @R7\n"
    "value of p = points[p]\n"
    "\n"
    "invariant \"nobody has less than nothing\" all(p in players: points[p] >= 0)\n"
    "\n"
    "scenario \"a 1 loses the pot\" @S1 @R4 players 2 {\n"
    "  given { points[p1] = 10 }\n"
    "  next roll 5, 1\n"
    "  run turn(p1)\n"
    "  p1: again\n"
    "  expect finished\n"
    "  expect points[p1] == 10\n"
    "}\n"
    "\n"
    "scenario \"stopping scores the pot\" @S2 @R5 players 2 {\n"
    "  next roll 5, 6\n"
    "  run turn(p1)\n"
    "  p1: again\n"
    "  p1: stop\n"
    "  expect points[p1] == 11\n"
    "}\n"
    "\n"
    "scenario \"the target ends the game after the round\" @S3 @R6-R7 players 2 {\n"
    "  given { points[p1] = 48 }\n"
    "  next roll 5, 2\n"
    "  run play\n"
    "  p1: stop\n"
    "  p2: stop\n"
    "  expect game over\n"
    "  expect ranking p1, p2\n"
    "}\n";

static const char rulebook_text[] =
    "# @TITLE@\n"
    "\n"
    "Players: 2-6\n"
    "\n"
    "## Rules\n"
    "- **R1** The game is for 2 to 6 players.\n"
    "- **R2** Everybody starts with 0 points. The target is 50 points, or what the players agree on.\n"
    "- **R3** The players take turns. On your turn you roll a die and add it to the pot, which starts empty.\n"
    "- **R4** If you roll a 1, the pot is lost and your turn ends.\n"
    "- **R5** After any other roll you either roll again or stop; whoever stops scores the pot.\n"
    "- **R6** The game ends after a round in which somebody has reached the target.\n"
    "- **R7** The most points win; equal points share the place.\n"
    "\n"
    "## Examples\n"
    "- **S1** A player with 10 points rolls 5, goes on and rolls 1: still 10 points.\n"
    "- **S2** A player rolls 5, goes on, rolls 6 and stops: 11 points.\n"
    "- **S3** Of two players, the first has 48 points, rolls 5 and stops; the second rolls 2 and stops. The game is "
    "over,\n"
    "  and the first has won.\n";

static bool is_lower_case(const char *name) {
  if (!islower((unsigned char)*name)) return false;
  for (const char *c = name; *c; c++)
    if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) && *c != '_') return false;
  return true;
}

/* "my_game" becomes "My game"; owned. */
static char *make_title(const char *name) {
  char *title = tool_name_in_words(name);
  title[0] = (char)toupper((unsigned char)title[0]);
  return title;
}

static void fill_in(struct text *out, const char *pattern, const char *name, const char *title) {
  while (*pattern) {
    const char *mark = strstr(pattern, "@NAME@"), *other = strstr(pattern, "@TITLE@");
    if (!mark || (other && other < mark)) mark = other;
    text_append(out, pattern, mark ? (size_t)(mark - pattern) : strlen(pattern));
    if (!mark) return;
    const char *value = mark[1] == 'N' ? name : title;
    text_append(out, value, strlen(value));
    pattern = mark + (mark[1] == 'N' ? strlen("@NAME@") : strlen("@TITLE@"));
  }
}

static bool write_one(const char *file, const char *pattern, const char *name, const char *title) {
  struct text text = { 0 };
  fill_in(&text, pattern, name, title);
  bool stored = file_store(file, text.bytes, text.length);
  text_free(&text);
  return stored;
}

static int make_game(const char *name) {
  struct text rules = { 0 }, rulebook = { 0 };
  char *title = make_title(name);
  int exit_code = EXIT_WRONG;
  text_append_format(&rules, "%s.trv", name);
  text_append_format(&rulebook, "%s.md", name);
  if (file_exists(rules.bytes)) complain("`%s` exists already", rules.bytes);
  else if (file_exists(rulebook.bytes)) complain("`%s` exists already", rulebook.bytes);
  else if (write_one(rulebook.bytes, rulebook_text, name, title) && write_one(rules.bytes, rules_text, name, title)) {
    output_format(stdout, "%s  the rules\n%s   the rulebook they cite\n\n", rules.bytes, rulebook.bytes);
    output_format(stdout, "Play it:   trvm %s\nCheck it:  trvm check --rulebook %s\nTest it:   trvm test %s\n",
                  rules.bytes, rules.bytes, rules.bytes);
    exit_code = EXIT_FINE;
  }
  free(title);
  text_free(&rules);
  text_free(&rulebook);
  return exit_code;
}

int new_command(struct arguments *arguments) {
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;)
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
  if (!arguments_operands(arguments, 1, 1)) return EXIT_WRONG;
  const char *name = arguments->operands[0];
  if (strlen(name) > LONGEST_NAME) {
    complain("new: a name has at most %d letters", LONGEST_NAME);
    return EXIT_WRONG;
  }
  if (!is_lower_case(name)) {
    complain("new: a name is lower_case: small letters, digits and _, beginning with a letter; not `%s`", name);
    return EXIT_WRONG;
  }
  return make_game(name);
}
