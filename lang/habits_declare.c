/* What people write out of habit in declarations, and what to write instead beside what was expected: numbers of
 * players, indices, who sees a zone, rows, heads of procedures. */
#include <string.h>

#include "lang/parsing.h"

/* `players 2..4` and the like, outside of `game`. */
static bool is_part_of_game(const struct token *token) {
  return token_is_name(token, "players") || token_is_name(token, "seats") || token_is_name(token, "limit") ||
         token_is_name(token, "rulebook");
}

/* `seats white(forward: 1)`, `seats white(forward = 1)`, `seats { white }`, `seats(n: int) white(1) black(2)`. */
static const char *seat_hint(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  bool names = previous->kind == T_LOWER && previous->value.word && (token->kind == ':' || token->kind == '=');
  bool listed = token->kind == '{' || (previous->kind == ')' && token->kind == T_LOWER);
  if ((!names && !listed) || !parser_inside(parsing->state, T_SEATS)) return NULL;
  if (listed) return "seats stand side by side, with commas: `seats white, black`";
  return arena_format(parsing->arena, "fields are named once, before the seats: `seats(%s: int) white(1), black(-1)`",
                      previous->value.word);
}

/* `players 2-4`, `players 2 to 4`, `2 players`, `players: 2..4`, `players min 2`; `game: "…"`, `game Title`; `limit 200`. */
static const char *game_hint(struct parsing *parsing, const char *only) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  bool behind_low = previous->kind == T_INT && accepts(parsing, T_DOTS) && accepts(parsing, T_RULEBOOK);
  bool joins = token->kind == '-' || token->kind == ',' || token->kind == T_OR || token->kind == T_AND ||
               token_is_name(token, "to");
  const char *behind = parsing->source->text + token->span.end;
  bool sign = previous->kind == T_PLAYERS && accepts(parsing, T_INT) && token->kind != '}';
  if (token->kind == T_STR_OPEN && declaration_may_begin(parsing))
    return "the title of a game stands behind `game`: `game \"…\" { … }`";
  if (previous->kind == T_GAME && accepts(parsing, T_STR_OPEN)) return "its title follows, as a text: `game \"…\" {`";
  if (strcmp(only, "`decisions`") == 0) return "write `limit 200 decisions`";
  bool number_first = token->kind == T_INT && accepts(parsing, T_RULEBOOK) && words_next_is(behind, "players");
  const char *low = parsing->source->text + previous->span.start, *high = behind + strspn(behind, " ");
  size_t digits = strspn(high, "0123456789");
  if (behind_low && joins && digits)
    return arena_format(parsing->arena, "write `players %.*s..%.*s`", (int)(previous->span.end - previous->span.start),
                        low, (int)digits, high);
  if ((behind_low && joins) || sign || number_first) return "write `players 2..4`";
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
  if (token_is_name(token, "face_down")) return "write `hidden`";
  bool left_out = begins && !declaration_may_begin(parsing) && token->kind != '[';
  return left_out ? "say who sees it: `open`, `hidden` or `for owner`" : NULL;
}

/* Whether a zone, variable or the like is declared. */
static bool declares_place(const struct parsing *parsing) {
  static const char *const words[] = { "pile", "pool", "row", "var", "track" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (failing_is(parsing, words[i])) return true;
  return false;
}

/* `pool hand(player): Card`, `pool hand for each player: Card`, `pool hand: Card[player]`, `var board[A][B]: int`. */
static const char *index_hint(struct parsing *parsing, const char *only) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (!declares_place(parsing)) return NULL;
  bool name_ends = strcmp(only, "`:`") == 0;
  if (name_ends && (token->kind == '(' || token->kind == T_FOR)) return "one for each player is `…[player]`";
  if (name_ends && token->kind == '[' && previous->kind == ']')
    return "several stand in one pair of brackets: `[A, B]`";
  bool behind_deck = previous->kind == T_UPPER && accepts(parsing, T_HIDDEN) && accepts(parsing, T_OPEN);
  return behind_deck && token->kind == '[' ? "one for each stands behind the name: `pool hand[player]: …`" : NULL;
}

/* `enum Colour { red, green }`, `graph g: Place { a - b, b - c }`, `enum Colour { red = 1 }`, `4 ruby(red)`,
 * `table t[1..2]: int { 1: 5, 2: 6 }`. */
static const char *rows_hint(struct parsing *parsing, const char *only) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (token->kind == '[' && accepts(parsing, '}') && accepts(parsing, '-') && failing_is(parsing, "table"))
    return "a row is its keys, a colon and its value: `2: 10`";
  if (strcmp(only, "`of`") == 0 && previous->kind == T_INT && token->kind == T_LOWER && token->value.word)
    return arena_format(parsing->arena, "write `%d of %s`", previous->value.number, token->value.word);
  bool rows = accepts(parsing, '}') && accepts(parsing, T_LOWER) && !statement_may_begin(parsing);
  bool table = failing_is(parsing, "enum") || failing_is(parsing, "deck") || failing_is(parsing, "graph") ||
               failing_is(parsing, "table");
  if (rows && failing_is(parsing, "enum") && token->kind == '=')
    return "what belongs to a value is a field: `enum Suit(rank: int) { red(1) }`";
  return rows && table && token->kind == ',' ? "they stand side by side, without commas" : NULL;
}

/* `pool shop: Card open max 3`, `track n: 0..9 = 3 clamp`, `track n: int = 3`, `rank p by a desc then b`. */
static const char *part_hint(struct parsing *parsing) {
  static const char *const bounds[] = { "max", "limit", "capacity", "size", "at", "up" };
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
    if (accepts(parsing, T_HOLDS) && token_is_name(token, bounds[i])) return "write `holds 3`";
  if (accepts(parsing, T_CLAMPED) && token_is_name(token, "clamp")) return "write `clamped`";
  if (failing_is(parsing, "rank") && accepts(parsing, T_BY)) return "write `rank p by … desc`";
  if (failing_is(parsing, "track") && accepts(parsing, T_DOTS) && token_is_name(previous, "int"))
    return "a track has two ends: `0..10`; what has none is a `var`";
  return token->kind == T_THEN && declaration_may_begin(parsing) && accepts(parsing, ',') ? "write `,`" : NULL;
}

static bool begins_plain_value(const struct token *token) {
  return token->kind == T_INT || token->kind == T_TRUE || token->kind == T_FALSE || token->kind == T_NONE ||
         (token->kind == T_LOWER && token->value.word && !token->word);
}

/* `setting n "…": 1..5 = 3`, `setting n: 1..5 = 3`, `setting n: [1, 3] = 3`, `var n: int`, `var l: list of int = []`. */
static const char *kept_hint(struct parsing *parsing, const char *only) {
  const struct token *token = &parsing->token;
  bool setting = failing_is(parsing, "setting");
  if (strcmp(only, "`up`") == 0) return "say how many it holds at most: `list of … up to 9`";
  if (setting && token->kind == T_STR_OPEN && strcmp(only, "`:`") == 0)
    return "what it is about comes last: `setting rounds: 1..5 = 3 \"…\"`";
  if (setting && accepts(parsing, T_STR_OPEN) && !accepts(parsing, ':') && !accepts(parsing, '='))
    return "say what it is about: `setting rounds: 1..5 = 3 \"…\"`";
  if (setting && accepts(parsing, T_INT_TYPE) && (token->kind == '{' || token->kind == '['))
    return "numbers are a range, `1..5`; a few that have names, an `enum`";
  bool sets = *words_next_token(parsing->source->text + token->span.end) == '=';
  if (begins_plain_value(token) && !sets && strcmp(only, "`=`") == 0)
    return arena_format(parsing->arena, "write `= %.*s`", (int)(token->span.end - token->span.start),
                        parsing->source->text + token->span.start);
  bool kept = failing_is(parsing, "var") || failing_is(parsing, "track");
  return kept && strcmp(only, "`=`") == 0 ? "it begins with a value: `… = 0`" : NULL;
}

/* `phase turn "turn" {`, `setup() {`, `fn f(p) -> int`, `fn f() = 3`, `fn f() -> int return 3`. */
static const char *head_hint(struct parsing *parsing, const char *only) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  bool ends = token->kind == ')' || token->kind == ',';
  bool named = previous->kind == T_LOWER && previous->value.word, phase = failing_is(parsing, "phase");
  if (strcmp(only, "`(`") == 0 && named && (phase || failing_is(parsing, "effect") || failing_is(parsing, "fn")))
    return arena_format(parsing->arena, "its parameters follow: `%s(p: player)`, or `%s()` without any",
                        previous->value.word, previous->value.word);
  if (strcmp(only, "`{`") == 0 && token->kind == '(' && (previous->kind == T_SETUP || previous->kind == T_PLAY))
    return "leave out the brackets";
  if (strcmp(only, "`->`") == 0) return "what it gives stands behind `->`: `fn f() -> int`";
  if (strcmp(only, "`:`") == 0 && ends && previous->kind == T_LOWER)
    return arena_format(parsing->arena, "its type stands behind it: `%s: …`", previous->value.word);
  if (token_is_name(token, "return") && accepts(parsing, '=') && accepts(parsing, '{'))
    return "write `= …`, or `{ return … }`";
  return NULL;
}

static bool is_type(const struct token *token) {
  static const char *const words[] = { "int", "bool", "text", "player" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (token_is_name(token, words[i])) return true;
  return token->kind == T_UPPER;
}

/* `phase turn(p player)`, `phase turn(player p)`, `var n int = 0`: the colon is missing, or the type stands first. */
bool habit_type_error(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  bool names = previous->kind == T_LOWER && previous->value.word &&
               (token->kind == T_LOWER || token->kind == T_UPPER) && token->value.word;
  bool zone = declares_place(parsing) && parser_accepts_both(parsing->state, ':', T_UPPER);
  if (!names || (!zone && !parser_accepts_both(parsing->state, ':', T_INT_TYPE))) return false;
  bool exchanged = is_type(previous) && !is_type(token);
  const char *name = exchanged ? token->value.word : previous->value.word;
  const char *type = exchanged ? previous->value.word : token->value.word;
  const char *here = arena_format(parsing->arena, "%s: %s", name, type);
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0110, token->span, "expected `:`, found `%s`", token->value.word);
  diag_hint(parsing->diags, diag, exchanged ? "the name comes first: `%s`" : "write `%s`", here);
  diag_fix(parsing->diags, diag, (struct span){ parsing->file, previous->span.start, token->span.end }, here,
           exchanged || is_type(token));
  return true;
}

const char *habit_declaration_hint(struct parsing *parsing, const char *only) {
  const struct token *token = &parsing->token;
  if (accepts(parsing, T_BEFORE) && is_part_of_game(token))
    return arena_format(parsing->arena, "write `change game { %s … }`", token->value.word);
  const char *hint = seat_hint(parsing);
  if (!hint) hint = game_hint(parsing, only);
  if (!hint) hint = index_hint(parsing, only);
  if (!hint) hint = seen_hint(parsing);
  if (!hint) hint = rows_hint(parsing, only);
  if (!hint) hint = part_hint(parsing);
  if (!hint) hint = kept_hint(parsing, only);
  return hint ? hint : head_hint(parsing, only);
}
