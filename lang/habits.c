/* What people write out of habit, from other languages or from elsewhere in this one, and what to write here instead.
 *
 * Called by syntax_error.c for a token that cannot stand where it stands, and by parse.c for citations. Read next:
 * habits_order.c, habits_english.c, habits_choice.c, habits_scenario.c; habits_hint.c, habits_declare.c for hints beside
 * "expected …". */
#include <string.h>

#include "lang/parsing.h"

struct translation {
  const char *word, *here;
};

static const char *translate(const char *name, const struct translation *words) {
  for (; words->word; words++)
    if (strcmp(name, words->word) == 0) return words->here;
  return NULL;
}

static bool is_among(const char *name, const char *const *words) {
  for (; *words; words++)
    if (strcmp(name, *words) == 0) return true;
  return false;
}

static bool is_named(const struct token *token) { return token->kind == T_LOWER && token->value.word; }

/* The name that cannot stand here: one that was read as the beginning of a statement, or the refused token. */
static const struct token *stray_name(const struct parsing *parsing) {
  const struct token *name = begins_statement(parsing) ? &parsing->previous : &parsing->token;
  return is_named(name) ? name : NULL;
}

static bool on_same_line(const struct parsing *parsing, const struct token *token) {
  return !parse_first_on_line(parsing, token->span.start);
}

/* ---- names of this file ---- */

/* `sail p`, `if inspected p { … }`: a procedure that is called without its brackets. */
static bool call_without_brackets(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (!is_named(previous) || !accepts(parsing, '(')) return false;
  bool statement = begins_statement(parsing);
  bool argument = is_named(token) || token->kind == T_UPPER || token->kind == T_INT;
  if (!statement && !(argument && accepts(parsing, '.') && on_same_line(parsing, token))) return false;
  struct span name = previous->span;
  const char *text = parsing->source->text, *word = previous->value.word;
  if (!around_declares(parsing, word, DECLARED_PROCEDURE)) { /* `x = inspected p`: the argument began a statement */
    name = around_word_before(parsing, name.start);
    word = arena_intern(parsing->arena, text + name.start, name.end - name.start);
    if (!statement || !*word || !around_declares(parsing, word, DECLARED_PROCEDURE)) return false;
  }
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, name, "expected `(` after `%s`", word);
  diag_hint(parsing->diags, diag, "write `%s(…)`", word);
  return true;
}

/* `customs inspect(p)`, where `customs_inspect` is declared. */
static bool name_in_two_words(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (!is_named(previous) || !is_named(token) || !on_same_line(parsing, token)) return false;
  const char *whole = arena_format(parsing->arena, "%s_%s", previous->value.word, token->value.word);
  if (!around_declares(parsing, whole, DECLARED_ANYTHING)) return false;
  struct span both = { parsing->file, previous->span.start, token->span.end };
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, both, "expected one name, found two");
  diag_hint(parsing->diags, diag, "did you mean `%s`?", whole);
  diag_fix(parsing->diags, diag, both, whole, false);
  return true;
}

/* ---- words of other languages ---- */

static const struct translation statements[] = {
  { "elif", "else if" },
  { "elsif", "else if" },
  { "elseif", "else if" },
  { "otherwise", "else" },
  { "unless", "if not" },
  { "when", "if" },
  { "foreach", "for" },
  { "loop", "repeat" },
  { "switch", "match" },
  { "print", "say" },
  { "echo", "say" },
  { "announce", "say" },
  { "log", "say" },
  { "show", "say" },
  { "display", "say" },
  { "write", "say" },
  { "deal", "draw" },
  { "discard", "move … from … to …" },
  { "give", "move … from … to …" },
  { "take", "move … from … to …" },
  { "put", "move … from … to …" },
  { "add", "… += …" },
  { "increase", "… += …" },
  { "decrease", "… -= …" },
  { "subtract", "… -= …" },
  { "ask", "choose … by …" },
  { "pick", "let … = pick" },
  { "roll", "let … = roll" },
  { "endgame", "end game" },
  { "end_game", "end game" },
  { "gameover", "end game" },
  { "game_over", "end game" },
  { "game", "end game" },
  { "dice", "roll 6 + roll 6" },
  { "exit", "leave" },
  { "stop", "leave" },
  { NULL, NULL },
};

/* Of these, the ones that differ from ours in nothing but their name. */
static const char *const same_statements[] = { "elif", "elsif",    "elseif",  "foreach",  "print", "echo",
                                               "deal", "announce", "endgame", "end_game", NULL };

static const struct translation types[] = {
  { "integer", "int" }, { "number", "int" }, { "boolean", "bool" }, { "string", "text" }, { NULL, NULL },
};

static const struct translation declarations[] = {
  { "import", "use" },    { "include", "use" },    { "require", "use" },   { "function", "fn" },
  { "func", "fn" },       { "def", "fn" },         { "fun", "fn" },        { "procedure", "effect" },
  { "action", "effect" }, { "constant", "const" }, { "test", "scenario" }, { "value", "value of p = …" },
  { "hand", "pool" },     { "zone", "pool" },      { "stack", "pile" },    { "discard", "pile" },
  { "counter", "track" }, { "variable", "var" },   { "type", "enum" },     { "cards", "deck" },
  { "card", "deck" },     { "map", "graph" },      { "board", "var" },     { "winner", "rank p by … desc" },
  { NULL, NULL },
};

static const struct translation operators[] = {
  { "contains", "has" }, { "contain", "has" }, { "includes", "has" }, { "equals", "==" },
  { "equal", "==" },     { "mod", "%" },       { "modulo", "%" },     { "plus", "+" },
  { "minus", "-" },      { "within", "in" },   { NULL, NULL },
};

static struct diag *report_foreign(struct parsing *parsing, const struct token *token, const char *what,
                                   const char *here) {
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0112, token->span, "`%s` does not begin a %s", token->value.word, what);
  diag_hint(parsing->diags, diag, "write `%s`", here);
  return diag;
}

/* `elif x { … }`: a name began the statement, and what follows shows that it is no name. */
static bool foreign_statement(struct parsing *parsing) {
  const struct token *previous = &parsing->previous;
  const char *here = begins_statement(parsing) ? translate(previous->value.word, statements) : NULL;
  if (!here || parsing->token.kind == '[' || parsing->token.kind == '.') return false;
  struct diag *diag = report_foreign(parsing, previous, "statement", here);
  if (strstr(here, "…")) return true;
  diag_fix(parsing->diags, diag, previous->span, here, is_among(previous->value.word, same_statements));
  return true;
}

/* `p wins`, `p gains 3 coins`: who does something does not begin a statement. */
static bool sentence_about_player(struct parsing *parsing) {
  static const struct {
    const char *verbs[9], *hint;
  } sentences[] = {
    { { "win", "wins", "won", "lose", "loses", "lost" },
      "write `end game`; who wins then is said by `rank p by … desc`" },
    { { "gain", "gains", "get", "gets", "score", "scores", "earns", "receives" }, "write `… += …`" },
    { { "pay", "pays", "spend", "spends" }, "write `… -= …`" },
    { { "draws" }, "write `draw … from … to …`" },
    { { "takes", "discards" }, "write `move … from … to …`" },
    { { "chooses" }, "write `choose … by …`" },
    { { "rolls" }, "write `let … = roll 6`" },
  };
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  const char *hint = NULL;
  if (!begins_statement(parsing) || !is_named(token) || !on_same_line(parsing, token)) return false;
  for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
    if (is_among(token->value.word, sentences[i].verbs)) hint = sentences[i].hint;
  if (!hint) return false;
  struct span both = { parsing->file, previous->span.start, token->span.end };
  struct diag *diag = diag_report(parsing->diags, DIAG_E0112, both, "this is no statement");
  diag_hint(parsing->diags, diag, "%s", hint);
  return true;
}

static bool foreign_declaration(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  const char *next = words_next_token(parsing->source->text + token->span.end);
  bool begins = is_named(token) && declaration_may_begin(parsing) && !on_same_line(parsing, token);
  const char *here = begins && !strchr("[(.+-", *next) ? translate(token->value.word, declarations) : NULL;
  if (!here) return false;
  report_foreign(parsing, token, "declaration", here);
  return true;
}

static bool foreign_type(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  const char *here = is_named(token) && accepts(parsing, T_INT_TYPE) ? translate(token->value.word, types) : NULL;
  if (!here) return false;
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0110, token->span, "expected a type, found `%s`", token->value.word);
  diag_hint(parsing->diags, diag, "write `%s`", here);
  return true;
}

/* `if hand[p] contains rose { … }`. */
static bool foreign_operator(struct parsing *parsing) {
  const struct token *name = stray_name(parsing);
  if (!name || !on_same_line(parsing, name) || (name == &parsing->token && !accepts(parsing, T_HAS))) return false;
  const char *here = translate(name->value.word, operators);
  if (!here) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, name->span, "`%s` is no operator", name->value.word);
  diag_hint(parsing->diags, diag, "write `%s`", here);
  diag_fix(parsing->diags, diag, name->span, here, true);
  return true;
}

/* `rank p by e descending`. */
static bool foreign_order(struct parsing *parsing) {
  static const struct translation words[] = {
    { "descending", "write `desc`" },
    { "decreasing", "write `desc`" },
    { "asc", "leave it out: the lowest comes first" },
    { "ascending", "leave it out: the lowest comes first" },
    { "increasing", "leave it out: the lowest comes first" },
    { NULL, NULL },
  };
  const struct token *token = &parsing->token;
  const char *hint = is_named(token) && accepts(parsing, T_DESC) ? translate(token->value.word, words) : NULL;
  if (!hint) return false;
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0110, token->span, "`%s` means nothing here", token->value.word);
  diag_hint(parsing->diags, diag, "%s", hint);
  return true;
}

/* `rank p by desc e`, `rank p by highest e`. */
static bool order_first(struct parsing *parsing) {
  static const struct translation words[] = {
    { "desc", "it stands behind what it orders: `… desc`" },
    { "highest", "the highest comes first with `desc` behind it: `… desc`" },
    { "most", "the highest comes first with `desc` behind it: `… desc`" },
    { "largest", "the highest comes first with `desc` behind it: `… desc`" },
    { "lowest", "leave it out: the lowest comes first" },
    { "fewest", "leave it out: the lowest comes first" },
    { "least", "leave it out: the lowest comes first" },
    { "smallest", "leave it out: the lowest comes first" },
    { NULL, NULL },
  };
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (!is_named(previous) || !is_named(token) || !on_same_line(parsing, token)) return false;
  bool ranks = words_next_is(around_line(parsing, previous->span.start), "rank");
  const char *hint = ranks ? translate(previous->value.word, words) : NULL;
  if (!hint) return false;
  diag_hint(parsing->diags, syntax_name_before(parsing), "%s", hint);
  return true;
}

/* `say f"{p} passes"`. */
static bool letter_before_text(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if (!is_named(token) || !accepts(parsing, T_STR_OPEN) || token->span.end - token->span.start != 1) return false;
  if (parsing->source->text[token->span.end] != '"') return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, token->span,
                                  "expected a text in double quotes, found `%s`", token->value.word);
  diag_hint(parsing->diags, diag, "leave out `%s`: every text may have `{…}` in it", token->value.word);
  diag_fix(parsing->diags, diag, token->span, "", true);
  return true;
}

/* ---- names and their values ---- */

/* `int n = 3`: a type begins the statement that makes a name. */
static bool type_first(struct parsing *parsing) {
  static const char *const written[] = { "int", "bool", "text" };
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (!begins_statement(parsing) || !is_named(token) || !on_same_line(parsing, token)) return false;
  const char *type = translate(previous->value.word, types);
  for (size_t i = 0; i < sizeof written / sizeof *written; i++)
    if (token_is_name(previous, written[i])) type = written[i];
  if (!type) return false;
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0112, previous->span, "`%s` does not begin a statement", previous->value.word);
  if (strcmp(type, "text") == 0) diag_hint(parsing->diags, diag, "a text cannot be kept; a `fn` can give one");
  else
    diag_hint(parsing->diags, diag, "write `let %s = …`, or `var %s: %s = …` when it changes later", token->value.word,
              token->value.word, type);
  return true;
}

/* `int n = 3` among declarations. */
static bool type_first_outside(struct parsing *parsing) {
  static const char *const written[] = { "int", "bool", "player", "number", "integer", "boolean", NULL };
  const struct token *token = &parsing->token;
  if (!is_named(token) || !declaration_may_begin(parsing)) return false;
  const char *next = parsing->source->text + token->span.end, *name = next + strspn(next, " \t");
  if (!is_among(token->value.word, written) || name == next || !words_is_letter(*name)) return false;
  const char *type = translate(token->value.word, types), *end = name;
  while (words_is_letter(*end)) end++;
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0112, token->span, "`%s` does not begin a declaration", token->value.word);
  diag_hint(parsing->diags, diag, "write `var %.*s: %s = …`", (int)(end - name), name, type ? type : token->value.word);
  return true;
}

/* `effect pay(Card c)`: the type stands before the name. */
static bool type_before_name(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if (token->kind != T_UPPER || !parser_accepts_both(parsing->state, T_LOWER, ':')) return false;
  const char *name = parsing->source->text + token->span.end;
  name += strspn(name, " \t");
  int length = (int)strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
  if (!length) return false;
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0110, token->span, "expected a name, found `%s`", token->value.word);
  diag_hint(parsing->diags, diag, "the name comes first: `%.*s: %s`", length, name, token->value.word);
  return true;
}

/* `track coins[player]: 0..9 = 3 for owner`. */
static bool hidden_track(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  const char *behind = parsing->source->text + token->span.end;
  bool owner = token->kind == T_FOR && (words_next_is(behind, "owner") || words_next_is(behind, "others"));
  bool seen = owner || token_is_name(token, "hidden") || token_is_name(token, "open");
  if (!seen || !declaration_may_begin(parsing) || !words_next_is(around_line(parsing, token->span.start), "track"))
    return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, token->span, "everybody sees a track");
  if (!token_is_name(token, "open")) diag_hint(parsing->diags, diag, "what is hidden is a `var`, with the same range");
  return true;
}

/* `let mut n = 3`. */
static bool let_that_changes(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if (!token_is_name(&parsing->previous, "mut") || !is_named(token)) return false;
  struct diag *diag = syntax_name_before(parsing);
  diag_hint(parsing->diags, diag, "what changes later is a `var`: `var %s: int = …`", token->value.word);
  return true;
}

/* `n++`, `coins[p]++`, `n *= 2`, `n := 2`. */
static bool counted_by_sign(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  const char *text = parsing->source->text + token->span.start;
  bool twice = (token->kind == '+' || token->kind == '-') && text[1] == text[0];
  bool multiplies = (token->kind == '*' || token->kind == '/' || token->kind == '%') && text[1] == '=';
  bool assigns = token->kind == ':' && text[1] == '=';
  bool place = previous->kind == T_LOWER || previous->kind == ']';
  if (!(twice || multiplies || assigns) || !place || !accepts(parsing, T_ADD_TO)) return false;
  struct span signs = { parsing->file, token->span.start, token->span.start + 2 };
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, signs, "expected `=`, `+=` or `-=`, found `%.2s`", text);
  const char *name = is_named(previous) ? previous->value.word : "…";
  if (twice) diag_hint(parsing->diags, diag, "write `%s %c= 1`", name, text[0]);
  else if (assigns) diag_hint(parsing->diags, diag, "write `%s = …`", name);
  else diag_hint(parsing->diags, diag, "write `%s = %s %c …`", name, name, text[0]);
  if (twice) diag_fix(parsing->diags, diag, signs, arena_format(parsing->arena, " %c= 1", text[0]), true);
  if (assigns) diag_fix(parsing->diags, diag, signs, "=", true);
  return true;
}

/* `1.5`. */
static bool broken_number(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (previous->kind != '.' || token->kind != T_INT || previous->span.end != token->span.start) return false;
  struct span number = around_word_before(parsing, previous->span.start);
  number.end = token->span.end;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, number, "expected a whole number, found `%.*s`",
                                  (int)(number.end - number.start), parsing->source->text + number.start);
  diag_hint(parsing->diags, diag, "numbers have no fractions");
  return true;
}

/* `let c = choose …`, `let c = draw 1 from …`: the word was read as a name, and what follows it as another statement. */
static bool statement_as_value(struct parsing *parsing) {
  static const struct translation words[] = {
    { "draw", "one card, or none, is drawn by `draw from … to …`" },
    { "choose", "a value is chosen by `let … = pick`" },
    { "pick", "the choice has a name: `pick card by …`" },
    { "move", "one card, or none, is drawn by `draw from … to …`" },
    { NULL, NULL },
  };
  uint32_t behind = begins_statement(parsing) ? parsing->previous.span.start : parsing->token.span.start;
  struct span word = around_word_before(parsing, behind);
  const char *name = arena_intern(parsing->arena, parsing->source->text + word.start, word.end - word.start);
  const char *hint = around_mark_before(parsing, word.start) == '=' ? translate(name, words) : NULL;
  if (!hint) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, word, "this `%s` gives no value", name);
  diag_hint(parsing->diags, diag, "%s", hint);
  return true;
}

/* ---- words too many ---- */

/* Whether the refused name follows a name that already stood twice: `effect effect draw_event`. */
static bool word_twice_before(struct parsing *parsing) {
  const struct token *previous = &parsing->previous;
  if (!is_named(previous)) return false;
  struct span first = around_word_before(parsing, previous->span.start);
  if (!around_is(parsing, first, previous->value.word)) return false;
  syntax_twice(parsing, first, previous->span);
  return true;
}

/* The name behind the refused token on its line, or another. */
static const char *name_behind(const struct parsing *parsing, const char *other) {
  const char *name = parsing->source->text + parsing->token.span.end;
  name += strspn(name, " \t");
  size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
  return length && !words_next_is(name, "in") ? arena_format(parsing->arena, "%.*s", (int)length, name) : other;
}

/* `each player { … }`, `for every player p`, `if any player has …`: what to write for players in general, or NULL. */
static const char *players_in_words(struct parsing *parsing, const char *word) {
  static const struct translation conditions[] = {
    { "any", "any(p in players where …)" },
    { "each", "all(p in players: …)" },
    { "every", "all(p in players: …)" },
    { NULL, NULL },
  };
  if (!token_is_name(&parsing->token, "player") && !token_is_name(&parsing->token, "players")) return NULL;
  if (begins_statement(parsing) || failing_is(parsing, "for"))
    return arena_format(parsing->arena, "for %s in players { … }", name_behind(parsing, "p"));
  return translate(word, conditions);
}

/* `for each player q {` is `for q in players {`. */
static void fix_each_player(struct parsing *parsing, struct diag *diag) {
  const char *name = failing_is(parsing, "for") ? name_behind(parsing, NULL) : NULL;
  if (!name) return;
  const char *end = words_next_token(parsing->source->text + parsing->token.span.end) + strlen(name);
  struct span words = { parsing->file, parsing->previous.span.start, (uint32_t)(end - parsing->source->text) };
  if (*words_next_token(end) == '{')
    diag_fix(parsing->diags, diag, words, arena_format(parsing->arena, "%s in players", name), true);
}

/* `for each p in players`, `call sail(p)`: words of a sentence that the language does without. */
static bool filler_word(struct parsing *parsing) {
  static const char *const fillers[] = { "the", "each", "every", "any", NULL };
  static const char *const commands[] = { "call", "do", "run", "perform", "set", NULL };
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  bool before_a_word = token->kind == T_LOWER || token->kind == T_UPPER;
  if (!is_named(previous) || !before_a_word || !on_same_line(parsing, token)) return false;
  const char *word = previous->value.word;
  if (!is_among(word, fillers) && !(begins_statement(parsing) && is_among(word, commands))) return false;
  struct diag *diag = syntax_name_before(parsing);
  const char *here = players_in_words(parsing, word);
  if (here) {
    diag_hint(parsing->diags, diag, "write `%s`", here);
    fix_each_player(parsing, diag);
    return true;
  }
  diag_hint(parsing->diags, diag, "leave out `%s`", word);
  diag_fix(parsing->diags, diag, (struct span){ parsing->file, previous->span.start, token->span.start }, "", true);
  return true;
}

/* `fn f() -> int = return x`. */
static bool return_in_value(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (!token_is_name(previous, "return") || !on_same_line(parsing, token)) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, previous->span, "`return` stands only in a block");
  diag_hint(parsing->diags, diag, "leave out `return`");
  diag_fix(parsing->diags, diag, (struct span){ parsing->file, previous->span.start, token->span.start }, "", true);
  return true;
}

bool habit_error(struct parsing *parsing) {
  static bool (*const habits[])(struct parsing *) = {
    word_twice_before,   habit_order_error,     habit_english_error, habit_type_error,   filler_word,
    name_in_two_words,   call_without_brackets, statement_as_value,  foreign_statement,  sentence_about_player,
    foreign_declaration, foreign_type,          foreign_operator,    foreign_order,      order_first,
    type_first,          type_first_outside,    type_before_name,    hidden_track,       let_that_changes,
    counted_by_sign,     broken_number,         return_in_value,     habit_option_error, habit_step_error,
    letter_before_text,
  };
  for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
    if (habits[i](parsing)) return true;
  return false;
}

/* ---- citations before the block of what they cite ---- */

bool habit_early_citation(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if (token->kind != T_CITE) return false;
  if (parsing->previous.kind == T_CITE) return true; /* refused like this one */
  const char *next = around_citations(parsing->source->text + token->span.end);
  bool needs = strncmp(next, "needs ", 6) == 0;
  if (!(needs ? accepts(parsing, T_NEEDS) : *next == '{' && accepts(parsing, '{'))) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, token->span, "a citation cannot stand before %s",
                                  needs ? "`needs`" : "the `{` of what it cites");
  diag_hint(parsing->diags, diag, "put it right behind the `{`, or behind the whole");
  return true;
}
