/* What to write instead, where a habit explains why something else was expected. Each function below knows one place of
 * the language, and what people write there. */
#include <string.h>

#include "lang/parsing.h"

/* ---- statements ---- */

/* `let n: int = 3` and `var n = 3`: one kind of name has its type written, the other has not. */
static const char *type_hint(struct parsing *parsing, const char *only) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  const char *name = previous->kind == T_LOWER ? previous->value.word : "…";
  if (token->kind == ':' && strcmp(only, "`=`") == 0 && failing_is(parsing, "let"))
    return arena_format(parsing->arena, "its type is that of the value: `let %s = …`", name);
  if (token->kind == '=' && accepts(parsing, ':') && failing_is(parsing, "var"))
    return arena_format(parsing->arena, "its type stands before the value: `var %s: int = …`", name);
  return NULL;
}

/* `say round` instead of `say "{round}"`. */
static const char *said_bare(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if (parsing->previous.kind != T_SAY || token->kind != T_LOWER || !token->value.word) return NULL;
  char next = parsing->source->text[token->span.end];
  bool more = next == '[' || next == '(' || next == '.';
  return arena_format(parsing->arena, "values are said inside a text: `say \"{%s%s}\"`", token->value.word,
                      more ? "…" : "");
}

/* `draw from stock to …`, `draw stock to …`, `draw 2 cards from …`. */
static const char *draw_hint(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (!accepts(parsing, T_FROM) || !failing_is(parsing, "draw")) return NULL;
  if (token_is_name(previous, "from") || token_is_name(token, "to")) return "say how many: `draw 1 from … to …`";
  if (token->kind == T_LOWER && words_next_is(parsing->source->text + token->span.end, "from"))
    return previous->kind == T_INT ? "write only how many: `draw 2 from … to …`" : "say how many: `draw 1 from … to …`";
  return NULL;
}

/* `if x then …`, `while x: …`, `if (x) y = 2`. */
static const char *block_hint(struct parsing *parsing, const char *only) {
  bool conditional = parsing->previous.kind == T_ELSE || failing_is(parsing, "if") || failing_is(parsing, "while") ||
                     failing_is(parsing, "for");
  if (!conditional || strcmp(only, "`{`") != 0) return NULL;
  return "what is done stands in braces: `{ … }`";
}

static bool begins_value(int kind) {
  return kind == T_INT || kind == T_NOT || kind == T_NONE || kind == T_TRUE || kind == T_FALSE || kind == T_UPPER ||
         kind == T_STR_OPEN || kind == '(' || kind == '[' || kind == '-';
}

/* `fn f() -> int { 3 }`: a value that is not returned. */
static const char *value_hint(struct parsing *parsing) {
  int kind = parsing->token.kind;
  if (!parser_inside(parsing->state, T_FN)) return NULL;
  bool name = accepts(parsing, '=') && accepts(parsing, T_ADD_TO) && kind != T_LOWER && kind != T_YYEOF;
  bool value = accepts(parsing, T_RETURN) && begins_value(kind);
  bool conditional = kind == T_THEN && failing_is(parsing, "if");
  bool over = (kind == T_FOR || kind == T_WHERE || kind == T_BY) && accepts(parsing, ')') &&
              (failing_is(parsing, "sum") || failing_is(parsing, "count") || failing_is(parsing, "max") ||
               failing_is(parsing, "min"));
  return name || value || conditional || over ? "a `fn` gives its value by `return …`" : NULL;
}

/* ---- options and scenarios ---- */

static const char *option_hint(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  bool needs = accepts(parsing, T_NEEDS), text = token->kind == T_STR_OPEN;
  if (needs && accepts(parsing, T_ELSE) && text) return "the reason stands behind `else`";
  if (needs && !accepts(parsing, '{') && (text || token->kind == '{' || token->kind == '('))
    return "a new option begins with `add option`";
  if (needs && accepts(parsing, '{') && token->kind == ':') return "leave out `:`";
  if (accepts(parsing, T_OPTION) && token_has_role(parsing, token, ROLE_STATEMENT))
    return "only options stand directly in a choice; statements stand inside them";
  return previous->kind == T_OPTION && text ? "its name comes first: `option pass \"…\"`" : NULL;
}

/* Where a step of a scenario was expected: cards or variables are put in place instead. */
static bool sets_up(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (parsing->failing_start != previous->span.start || !accepts(parsing, ':') || accepts(parsing, '=')) return false;
  return token_is_name(previous, "put") || token_is_name(previous, "top") || token->kind == '[' || token->kind == '=';
}

static const char *scenario_hint(struct parsing *parsing) {
  if (sets_up(parsing)) return "what lies where before the first step stands in `given { … }`";
  if (!failing_is(parsing, "expect")) return NULL;
  bool cards = parsing->previous.kind == ':' && accepts(parsing, T_INT) && !accepts(parsing, T_NOT);
  if (cards) return "that a zone is empty is `expect empty(…)`";
  bool asked = words_next_is(text_line(parsing, parsing->failing_start) + strlen("expect"), "asked");
  return asked && accepts(parsing, T_LOWER) ? "the name of the choice follows: `expect asked p1 action`" : NULL;
}

/* ---- expressions ---- */

static const char *expression_hint(struct parsing *parsing, const char *only) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (strcmp(only, "`in`") == 0) return "name each one: `x in …`";
  if (token_is_name(token, "null") || token_is_name(token, "nil")) return "write `none`";
  if (token->kind == '>' && previous->kind == '<') return "write `!=`";
  if (token->kind == '=' && previous->kind == T_EQ) return "write `==`";
  if (token->kind == T_EQ && accepts(parsing, '=')) return "`==` compares; a value is set with `=`";
  if (previous->kind == T_IS && token->kind == T_IN) return "leave out `is`";
  if (previous->kind == T_IS) return "`is` asks only for `none`; to compare, write `==`";
  if (previous->kind == T_NOT && strcmp(only, "`none`") == 0) return "to compare, write `!=`";
  if (token->kind == ':' && accepts(parsing, ')') && !accepts(parsing, '+')) return "only names stand here, no types";
  return NULL;
}

static const char *statement_hint(struct parsing *parsing, const char *only) {
  const char *hint = said_bare(parsing);
  if (parsing->previous.kind == T_END) return "write `end game`";
  if (parsing->previous.kind == T_FOR && parsing->token.kind == '(')
    return "leave out the brackets: `for x in … { … }`";
  if (!hint) hint = type_hint(parsing, only);
  if (!hint) hint = draw_hint(parsing);
  if (!hint) hint = value_hint(parsing);
  return hint ? hint : block_hint(parsing, only);
}

const char *habit_hint(struct parsing *parsing, const char *only) {
  const char *hint = expression_hint(parsing, only);
  if (!hint) hint = option_hint(parsing);
  if (!hint) hint = scenario_hint(parsing);
  if (!hint) hint = habit_declaration_hint(parsing, only);
  return hint ? hint : statement_hint(parsing, only);
}
