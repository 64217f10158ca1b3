/* What to write instead, where a habit explains why something else was expected. Each function below knows one place of
 * the language, and what people write there. */
#include <string.h>

#include "lang/parsing.h"

/* ---- statements ---- */

/* `let n: int = 3`, `const int n = 3`, `var n = 3`: some names have their type written, others have not. */
static const char *type_hint(struct parsing *parsing, const char *only) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  const char *name = previous->kind == T_LOWER ? previous->value.word : "…";
  if (token->kind == ':' && strcmp(only, "`=`") == 0 && failing_is(parsing, "let"))
    return arena_format(parsing->arena, "its type is that of the value: `let %s = …`", name);
  bool typed = failing_is(parsing, "const") && strcmp(only, "`=`") == 0;
  if (typed && token->kind == ':')
    return arena_format(parsing->arena, "its type is that of the value: `const %s = …`", name);
  if (typed && token->kind == T_LOWER && token->value.word)
    return arena_format(parsing->arena, "its type is that of the value: `const %s = …`", token->value.word);
  char value = *words_next_token(parsing->source->text + token->span.end);
  if (token->kind == '=' && accepts(parsing, ':') && failing_is(parsing, "setting"))
    return arena_format(parsing->arena, "its type stands before the value: `setting %s: %s = …`", name,
                        value >= '0' && value <= '9' ? "1..9" : "bool");
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

/* `draw from stock to …`, `draw stock to …`, `draw a card from …`, `draw 2 cards from …`. */
static const char *draw_hint(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (!accepts(parsing, T_FROM) || !failing_is(parsing, "draw")) return NULL;
  if (token_is_name(previous, "from") || token_is_name(token, "to")) return "say how many: `draw 1 from … to …`";
  if (token->kind == T_LOWER && words_next_is(parsing->source->text + token->span.end, "from"))
    return token_is_name(previous, "a") || token_is_name(previous, "one") ? "say how many: `draw 1 from … to …`"
                                                                          : "write only how many: `draw 2 from … to …`";
  return NULL;
}

static bool begins_value(int kind) {
  return kind == T_INT || kind == T_NOT || kind == T_NONE || kind == T_TRUE || kind == T_FALSE || kind == T_UPPER ||
         kind == T_STR_OPEN || kind == '(' || kind == '[' || kind == '-';
}

/* `move hand[p] to heap`, `move top of stock to hand[p]`, `move all cards from shop to heap`. */
static const char *move_hint(struct parsing *parsing, const char *only) {
  if (!failing_is(parsing, "move")) return NULL;
  const char *what = parsing->source->text + parsing->failing_start + strlen("move");
  if (strcmp(only, "`where`") == 0) return "all of them is `move all from … to …`; with a name, `where` follows";
  if (!accepts(parsing, T_FROM) || !token_is_name(&parsing->token, "to")) return NULL;
  if (words_next_is(what, "top")) return "the top card is drawn: `draw 1 from … to …`";
  return "say from where: `move … from … to …`; a whole zone is `move all from … to …`";
}

/* `return` where nothing is returned. */
static const char *return_hint(struct parsing *parsing) {
  bool bare = parsing->previous.kind == T_RETURN && accepts(parsing, T_NONE) && !parser_inside(parsing->state, T_FN);
  return bare && !begins_value(parsing->token.kind) ? "without a value it is `leave`" : NULL;
}

/* `repeat 3 { … }`, `match n { 1 => { … } }`, `choose card "…" {`, `hand[p].draw(3)`. */
static const char *form_hint(struct parsing *parsing, const char *only) {
  const struct token *token = &parsing->token;
  if (strcmp(only, "`times`") == 0) return "write `repeat … times { … }`";
  if (token->kind == T_GIVES && accepts(parsing, '{') && accepts(parsing, ','))
    return "leave out `=>`: `1 { … }`; only a `match` that is a value has it";
  if (token->kind == T_STR_OPEN && accepts(parsing, T_BY) && failing_is(parsing, "choose"))
    return "say who chooses: `choose … by p \"…\"`";
  if (accepts(parsing, T_LEFT) && accepts(parsing, T_RIGHT))
    return "the zone and the side follow: `pass hand left`, `pass hand right`";
  bool method = token->kind == '(' && accepts(parsing, T_ADD_TO) &&
                around_mark_before(parsing, parsing->previous.span.start) == '.';
  return method ? "nothing has methods: write a statement, or `f(…)`" : NULL;
}

/* `let n = a if x else b`: the statement ended before `if`. */
static bool ends_in_if(const struct parsing *parsing) {
  return parsing->token.kind == T_ELSE && failing_is(parsing, "if") &&
         !parse_first_on_line(parsing, parsing->failing_start);
}

/* `if x then …`, `while x: …`, `if (x) y = 2`, `for p in players do …`. */
static const char *block_hint(struct parsing *parsing, const char *only) {
  bool conditional = parsing->previous.kind == T_ELSE || failing_is(parsing, "if") || failing_is(parsing, "while") ||
                     failing_is(parsing, "repeat");
  bool loop = failing_is(parsing, "for") && accepts(parsing, '{');
  if (!loop && (!conditional || strcmp(only, "`{`") != 0)) return NULL;
  if (ends_in_if(parsing)) return "a value is `if … then … else …`";
  const struct token *token = &parsing->token;
  bool too_many = token->kind == T_THEN || token_is_name(token, "do") || token->kind == ':';
  if (too_many && *words_next_token(parsing->source->text + token->span.end) == '{')
    return arena_format(parsing->arena, "leave out `%.*s`", (int)(token->span.end - token->span.start),
                        parsing->source->text + token->span.start);
  return "what is done stands in braces: `{ … }`";
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
  if (needs && accepts(parsing, T_ELSE) && (text || token->kind == ',')) return "the reason stands behind `else`";
  if (accepts(parsing, T_OTHERWISE) && accepts(parsing, T_OPTION) && token->kind == T_ELSE)
    return "what happens when nothing is legal: `otherwise { … }`";
  if (needs && !accepts(parsing, '{') && (text || token->kind == '{' || token->kind == '('))
    return "a new option begins with `add option`";
  bool body = needs && accepts(parsing, '{');
  if (body && token->kind == ':') return "leave out `:`";
  if (body && (token->kind == T_ARROW || token->kind == T_GIVES)) return "what it does follows at once: `{ … }`";
  bool next = token_is_name(token, "option") || token_is_name(token, "otherwise") || token->kind == '}';
  if (body && next) return "what it does stands in braces, `{ }` for nothing";
  if (previous->kind == '(' && token->kind == ')' && failing_is(parsing, "option"))
    return "without arguments it has no brackets";
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

/* `scenario "s" 3 players {`, `with big {`. */
static const char *scenario_head_hint(struct parsing *parsing, const char *only) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (!failing_is(parsing, "scenario")) return NULL;
  if (token->kind == T_INT && accepts(parsing, T_SEED)) return "write `players 3`";
  bool setting = strcmp(only, "`=`") == 0 && previous->kind == T_LOWER && previous->value.word;
  return setting ? arena_format(parsing->arena, "its value follows: `with %s = …`", previous->value.word) : NULL;
}

/* `p1: lay rose`, which is read as a step and the beginning of another. */
static const char *argument_hint(struct parsing *parsing, const char *only) {
  const struct token *previous = &parsing->previous;
  if (strcmp(only, "`:`") != 0 || previous->kind != T_LOWER || parsing->failing_start != previous->span.start)
    return NULL;
  struct span option = around_word_before(parsing, previous->span.start);
  if (option.start == option.end || around_mark_before(parsing, option.start) != ':') return NULL;
  return arena_format(parsing->arena, "what is chosen stands in brackets: `%.*s(…)`", (int)(option.end - option.start),
                      parsing->source->text + option.start);
}

/* `p1: bid 4`; in `given`, `stock: coal, round = 3`. */
static const char *list_hint(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (previous->kind != T_LOWER || !previous->value.word) return NULL;
  char before = around_mark_before(parsing, previous->span.start);
  bool argument = token->kind == T_INT || token->kind == T_LOWER || token->kind == T_UPPER;
  if (before == ':' && argument && step_may_begin(parsing) && !parse_first_on_line(parsing, token->span.start))
    return arena_format(parsing->arena, "what is chosen stands in brackets: `%s(…)`", previous->value.word);
  bool sets = token->kind == '=' && statement_may_begin(parsing) && accepts(parsing, ',');
  return before == ',' && sets ? "no comma stands before what is set" : NULL;
}

static const char *scenario_hint(struct parsing *parsing, const char *only) {
  const char *hint = scenario_head_hint(parsing, only);
  if (!hint) hint = argument_hint(parsing, only);
  if (!hint) hint = list_hint(parsing);
  if (hint) return hint;
  if (failing_is(parsing, "given") && accepts(parsing, T_AFTER)) return "write `given { … }`";
  if (sets_up(parsing)) return "what lies where before the first step stands in `given { … }`";
  if (!failing_is(parsing, "expect")) return NULL;
  bool cards = parsing->previous.kind == ':' && accepts(parsing, T_INT) && !accepts(parsing, T_NOT);
  if (cards) return "that a zone is empty is `expect empty(…)`";
  bool asked = words_next_is(around_line(parsing, parsing->failing_start) + strlen("expect"), "asked");
  return asked && accepts(parsing, T_LOWER) ? "the name of the choice follows: `expect asked p1 action`" : NULL;
}

/* ---- expressions ---- */

/* The word before the innermost `(` that is open at the refused token; an empty span where there is none. */
static struct span called_word(const struct parsing *parsing) {
  const char *text = parsing->source->text;
  uint32_t at = parsing->token.span.start;
  for (int closed = 0; at > 0 && text[at - 1] != '\n'; at--) {
    if (strchr(")]}", text[at - 1])) closed++;
    else if (strchr("([{", text[at - 1]) && closed-- == 0) break;
  }
  bool called = at > 0 && text[at - 1] == '(';
  return called ? around_word_before(parsing, at - 1) : (struct span){ parsing->file, 0, 0 };
}

/* `all(p in players where e)`, `any(p in players: e)`, `most(e for p in players)`, `max(score)`. */
static const char *over_hint(struct parsing *parsing, const char *only) {
  static const char *const forms[][2] = {
    { "all", "write `all(x in …: …)`" },
    { "any", "write `any(x in … where …)`" },
    { "count", "write `count(x in … where …)`; how many a zone holds is `size(…)`" },
    { "first", "write `first(x in … where …)`" },
    { "set", "write `set(x in … where …)`" },
    { "most", "write `most(x in … by …)`" },
    { "least", "write `least(x in … by …)`" },
    { "sum", "write `sum(… for x in …)`" },
    { "min", "write `min(… for x in …)`" },
    { "max", "write `max(… for x in …)`" },
  };
  int kind = parsing->token.kind;
  if (kind == ',' && strcmp(only, "`in`") == 0) return "every name has its own domain: `x in 1..8, y in 1..8`";
  bool ends = kind == ')' && (accepts(parsing, ':') || (accepts(parsing, ',') && accepts(parsing, T_FOR)));
  if (strcmp(only, "`in`") != 0 && kind != ':' && !ends) return NULL;
  struct span word = called_word(parsing);
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (around_is(parsing, word, forms[i][0])) return forms[i][1];
  return NULL;
}

/* `roll(1, 6)`, `roll 1..6`, `random(1, 6)`. */
static const char *die_hint(struct parsing *parsing) {
  int kind = parsing->token.kind;
  bool bare = kind == T_DOTS && around_is(parsing, around_word_before(parsing, parsing->previous.span.start), "roll");
  bool called = (kind == ',' || kind == T_DOTS) && around_is(parsing, called_word(parsing), "roll");
  if (bare || called) return "write `roll 6`";
  bool element = accepts(parsing, T_LOWER) && around_is(parsing, called_word(parsing), "random");
  return element ? "a die is `roll 6`; one of many is `random(x in …)`" : NULL;
}

/* `for p in players if e`, `for p in players except q`, `for p in players from q`, `by all players`, `by each player`,
 * `for i = 1 to 3`. */
static const char *domain_hint(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (token->kind == T_IF && accepts(parsing, T_WHERE) && !parse_first_on_line(parsing, token->span.start))
    return "write `where`";
  bool all = token_is_name(previous, "all") || token_is_name(previous, "every");
  if (all && failing_is(parsing, "choose") && (token->kind == T_PLAYERS || token_is_name(token, "players")))
    return "everybody at once is `by each p in players`";
  if (accepts(parsing, T_IN) && failing_is(parsing, "choose") && token_is_name(previous, "player"))
    return "everybody at once is `by each p in players`";
  bool named = previous->kind == T_LOWER && previous->value.word;
  if (named && accepts(parsing, T_IN) && failing_is(parsing, "for") && token->kind == '=')
    return arena_format(parsing->arena, "write `for %s in 1..3`", previous->value.word);
  if (!accepts(parsing, T_STARTING)) return NULL;
  if (token_is_name(token, "except") || token_is_name(token, "but")) return "all players but one are `others(p)`";
  return token_is_name(token, "from") || token_is_name(token, "after") ? "write `players starting p`" : NULL;
}

/* `=> 3`, `=< 3`, `n =+ 3`, `"a" + n`. */
static const char *sign_hint(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  bool joined = previous->span.end == token->span.start;
  if (token->kind == T_GIVES && accepts(parsing, T_GE)) return "write `>=`";
  if (previous->kind == '=' && joined && token->kind == '<') return "write `<=`";
  if (previous->kind == '=' && joined && token->kind == '+') return "write `+=`";
  return previous->kind == T_STR_CLOSE && token->kind == '+' ? "values stand inside the text: `\"… {n}\"`" : NULL;
}

/* `@R3, R4`, `@R3..R4`, and a line that goes on behind its citation. */
static const char *citation_hint(const struct parsing *parsing) {
  if (parsing->previous.kind != T_CITE) return NULL;
  if (parsing->token.kind == ',') return "each has its `@`, without commas: `@R3 @R4`";
  if (parsing->token.kind == T_DOTS) return "a range of citations is `@R3-R4`";
  int kind = parsing->token.kind;
  bool goes_on = kind == T_AND || kind == T_OR || (kind > 0 && kind < 256 && strchr("+-*/%<>", kind));
  return goes_on ? "a citation ends what it cites: put it behind the last line" : NULL;
}

/* `seats white black`, `go(near far)`. */
static const char *comma_hint(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  bool names = previous->kind == T_LOWER && previous->value.word && token->kind == T_LOWER && token->value.word;
  if (!names || parse_first_on_line(parsing, token->span.start)) return NULL;
  bool listed = parser_accepts_both(parsing->state, ',', T_LOWER) && !statement_may_begin(parsing);
  return listed ? arena_format(parsing->arena, "a comma stands between them: `%s, %s`", previous->value.word,
                               token->value.word)
                : NULL;
}

/* `hand[p] has n + 1 of guard`, `hand[p] has at least 2 of guard`. */
static const char *has_hint(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (!parser_inside(parsing->state, T_HAS)) return NULL;
  if (token_is_name(token, "of")) return "a sum stands in brackets: `has (n + 1) of …`";
  bool at_least = token_is_name(token, "least") && token_is_name(previous, "at");
  return at_least ? "leave out `at least`: `has 2 of …` is true of more, too" : NULL;
}

static const char *expression_hint(struct parsing *parsing, const char *only) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  const char *hint = over_hint(parsing, only);
  if (!hint) hint = die_hint(parsing);
  if (!hint) hint = domain_hint(parsing);
  if (!hint) hint = sign_hint(parsing);
  if (!hint) hint = citation_hint(parsing);
  if (!hint) hint = has_hint(parsing);
  if (hint) return hint;
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
  if (parsing->previous.kind == T_END)
    return token_is_name(&parsing->token, "turn") ? "a phase ends early by `leave`" : "write `end game`";
  if (parsing->previous.kind == T_FOR && parsing->token.kind == '(')
    return "leave out the brackets: `for x in … { … }`";
  if (!hint) hint = type_hint(parsing, only);
  if (!hint) hint = draw_hint(parsing);
  if (!hint) hint = move_hint(parsing, only);
  if (!hint) hint = form_hint(parsing, only);
  if (!hint) hint = return_hint(parsing);
  if (!hint) hint = value_hint(parsing);
  return hint ? hint : block_hint(parsing, only);
}

/* ---- variants ---- */

/* `new fn f()`, `new setting s = 8`, and `new` in a game. */
static const char *new_hint(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if (parsing->previous.kind == T_NEW) return "only a constant or setting is declared `new`: leave it out";
  if (token->kind == '=' && accepts(parsing, ':') && failing_is(parsing, "new"))
    return "a new setting is declared as a whole: `new setting s: 0..10 = 5 \"…\"`";
  bool in_game = token_is_name(token, "new") && declaration_may_begin(parsing);
  return in_game ? "leave it out: `new` tells a variant's own constants from those of its game" : NULL;
}

/* `replace f(p) { … }`, `x = 8`, `drop x`: what people write to change a game. */
static const char *variant_hint(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  const char *hint = new_hint(parsing);
  if (hint) return hint;
  struct span before = parsing->previous.span;
  bool drops = before.end - before.start == 4 && !strncmp(parsing->source->text + before.start, "drop", 4);
  if (drops && accepts(parsing, T_INVARIANT) && !accepts(parsing, T_OPTION))
    return "only a promise is dropped as a whole: `drop invariant \"…\"`; options and conditions are dropped inside "
           "`change choose c { … }`, cards removed inside `change deck D { … }`";
  if (token->kind != T_LOWER || !token->value.word || !accepts(parsing, T_INSTEAD)) return NULL;
  if (!strcmp(token->value.word, "replace") || !strcmp(token->value.word, "override"))
    return "what takes the place of something stands behind `instead of`: `instead of f(p) { … }`; a constant is "
           "declared again: `const n = 8`";
  if (!strcmp(token->value.word, "remove") || !strcmp(token->value.word, "delete"))
    return "cards are removed inside `change deck D { remove … }`, options dropped inside `change choose c { drop "
           "option … }`, and a promise by `drop invariant \"…\"`";
  const char *behind = words_next_token(parsing->source->text + token->span.end);
  if (behind[*behind == '+' || *behind == '-'] != '=') return NULL;
  return arena_format(parsing->arena,
                      "a number of the game is declared again: `const %s = …`, or for a setting "
                      "`setting %s = …`",
                      token->value.word, token->value.word);
}

const char *habit_hint(struct parsing *parsing, const char *only) {
  const char *hint = variant_hint(parsing);
  if (!hint) hint = expression_hint(parsing, only);
  if (!hint) hint = option_hint(parsing);
  if (!hint) hint = scenario_hint(parsing, only);
  if (!hint) hint = habit_declaration_hint(parsing, only);
  if (!hint) hint = statement_hint(parsing, only);
  return hint ? hint : comma_hint(parsing);
}
