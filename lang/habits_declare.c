/* What people write out of habit in declarations, and what to write instead beside what was expected: numbers of
 * players, who sees a zone, heads of procedures. */
#include <string.h>

#include "lang/parsing.h"

/* `players 2..4` and the like, outside of `game`. */
static bool is_part_of_game(const struct token *token) {
  return token_is_name(token, "players") || token_is_name(token, "seats") || token_is_name(token, "limit") ||
         token_is_name(token, "rulebook");
}

/* `players 2-4`, `players 2 to 4`, `players: 2..4`. */
static const char *players_hint(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  bool behind_low = previous->kind == T_INT && accepts(parsing, T_DOTS) && accepts(parsing, T_RULEBOOK);
  bool joins = token->kind == '-' || token->kind == ',' || token->kind == T_OR || token->kind == T_AND ||
               token_is_name(token, "to");
  bool sign = previous->kind == T_PLAYERS && (token->kind == ':' || token->kind == '=');
  if ((behind_low && joins) || sign) return "write `players 2..4`";
  return previous->kind == T_DOTS && token->kind == '.' ? "a range is written with two dots" : NULL;
}

/* `pool z: Card private`. */
static const char *seen_hint(struct parsing *parsing) {
  static const char *const everybody[] = { "public", "visible", "face_up", "shown", "everybody", "everyone", "all" };
  const struct token *token = &parsing->token;
  if (parsing->previous.kind == T_HIDDEN && token_is_name(token, "from"))
    return "what only its player sees is `for owner`";
  bool begins = accepts(parsing, T_HIDDEN) && accepts(parsing, T_OPEN), names = accepts(parsing, T_OWNER);
  if (!begins && !names) return NULL;
  for (size_t i = 0; i < sizeof everybody / sizeof *everybody; i++)
    if (token_is_name(token, everybody[i])) return "what everybody sees is `open`";
  if (token_is_name(token, "secret") || token_is_name(token, "private") || token_is_name(token, "closed"))
    return "what only its player sees is `for owner`, what nobody sees `hidden`";
  return token_is_name(token, "face_down") ? "write `hidden`" : NULL;
}

/* `fn f(p) -> int`, `fn f() = 3`, `fn f() -> int return 3`. */
static const char *head_hint(struct parsing *parsing, const char *only) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  bool ends = token->kind == ')' || token->kind == ',';
  if (strcmp(only, "`->`") == 0) return "what it gives stands behind `->`: `fn f() -> int`";
  if (strcmp(only, "`:`") == 0 && ends && previous->kind == T_LOWER)
    return arena_format(parsing->arena, "its type stands behind it: `%s: …`", previous->value.word);
  if (token_is_name(token, "return") && accepts(parsing, '=') && accepts(parsing, '{'))
    return "write `= …`, or `{ return … }`";
  return NULL;
}

const char *habit_declaration_hint(struct parsing *parsing, const char *only) {
  const struct token *token = &parsing->token;
  if (accepts(parsing, T_BEFORE) && is_part_of_game(token))
    return arena_format(parsing->arena, "write `change game { %s … }`", token->value.word);
  const char *hint = players_hint(parsing);
  if (!hint) hint = seen_hint(parsing);
  return hint ? hint : head_hint(parsing, only);
}
