/* What people write out of habit, from other languages or from elsewhere in this one, and what to write here instead.
 *
 * Asked by syntax_error.c about a token that cannot stand where it stands, and by parse.c about citations. */
#include <string.h>

#include "lang/parsing.h"

static bool accepts(struct parsing *parsing, int token) { return parser_accepts(parsing->state, 0, token); }

static bool is_name(const struct token *token, const char *name) {
  return token->kind == T_LOWER && token->value.word && strcmp(token->value.word, name) == 0;
}

/* ---- words and signs of other languages ---- */

struct translation {
  const char *word, *here;
};

static const struct translation statements[] = {
  { "elif", "else if" }, { "elsif", "else if" }, { "elseif", "else if" }, { "foreach", "for" },
  { "print", "say" },    { "deal", "draw" },     { NULL, NULL },
};

static const struct translation types[] = {
  { "integer", "int" }, { "number", "int" }, { "boolean", "bool" }, { "string", "text" }, { NULL, NULL },
};

static const char *translate(const struct token *token, const struct translation *words) {
  for (; words->word; words++)
    if (is_name(token, words->word)) return words->here;
  return NULL;
}

/* `elif x { … }`: a name began the statement, and what follows shows that it is no name. */
static bool foreign_statement(struct parsing *parsing) {
  const struct token *previous = &parsing->previous;
  const char *here = translate(previous, statements);
  if (!here || !accepts(parsing, '=') || !accepts(parsing, T_ADD_TO)) return false;
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0112, previous->span, "`%s` does not begin a statement", previous->value.word);
  diag_hint(parsing->diags, diag, "write `%s`", here);
  return true;
}

static bool foreign_type(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  const char *here = translate(token, types);
  if (!here || !accepts(parsing, T_INT_TYPE)) return false;
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0110, token->span, "expected a type, found `%s`", token->value.word);
  diag_hint(parsing->diags, diag, "write `%s`", here);
  return true;
}

/* `int n = 3`: a type begins the statement that makes a name. */
static bool type_first(struct parsing *parsing) {
  static const char *const written[] = { "int", "bool", "text" };
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  bool names = token->kind == T_LOWER && token->value.word && !text_first_on_line(parsing, token->span.start);
  if (!names || !accepts(parsing, T_ADD_TO)) return false;
  const char *type = translate(previous, types);
  for (size_t i = 0; i < sizeof written / sizeof *written; i++)
    if (is_name(previous, written[i])) type = written[i];
  if (!type) return false;
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0112, previous->span, "`%s` does not begin a statement", previous->value.word);
  if (strcmp(type, "text") == 0) diag_hint(parsing->diags, diag, "a text cannot be kept; a `fn` can give one");
  else
    diag_hint(parsing->diags, diag, "write `let %s = …`, or `var %s: %s = …` when it changes later", token->value.word,
              token->value.word, type);
  return true;
}

/* `n++`, `coins[p]++`. */
static bool counted_by_sign(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  const char *text = parsing->source->text + token->span.start;
  bool twice = (token->kind == '+' || token->kind == '-') && text[1] == text[0];
  bool place = previous->kind == T_LOWER || previous->kind == ']';
  if (!twice || !place || !accepts(parsing, T_ADD_TO)) return false;
  struct span signs = { parsing->file, token->span.start, token->span.start + 2 };
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, signs, "expected `=`, `+=` or `-=`, found `%.2s`", text);
  const char *name = previous->kind == T_LOWER ? previous->value.word : "…";
  diag_hint(parsing->diags, diag, "write `%s %c= 1`", name, text[0]);
  return true;
}

/* `for each p in players`: words of a sentence that the language does without. */
static bool filler_word(struct parsing *parsing) {
  static const char *const fillers[] = { "the", "each", "every", "any" };
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  bool before_a_word = token->kind == T_LOWER || token->kind == T_UPPER;
  if (previous->kind != T_LOWER || !before_a_word || text_first_on_line(parsing, token->span.start)) return false;
  for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++) {
    if (strcmp(previous->value.word, fillers[i]) != 0) continue;
    struct diag *diag = report_name_before(parsing);
    diag_hint(parsing->diags, diag, "leave out `%s`", fillers[i]);
    diag_fix(parsing->diags, diag, (struct span){ parsing->file, previous->span.start, token->span.start }, "", true);
    return true;
  }
  return false;
}

bool habit_error(struct parsing *parsing) {
  return filler_word(parsing) || foreign_statement(parsing) || foreign_type(parsing) || type_first(parsing) ||
         counted_by_sign(parsing);
}

/* ---- hints beside what was expected ---- */

/* `players 2..4` and the like, outside of `game`. */
static bool is_part_of_game(const struct token *token) {
  return is_name(token, "players") || is_name(token, "seats") || is_name(token, "limit") || is_name(token, "rulebook");
}

/* Where a step of a scenario was expected: cards or variables are put in place instead. */
static bool sets_up(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  if (parsing->failing_start != previous->span.start || !accepts(parsing, ':') || accepts(parsing, '=')) return false;
  return is_name(previous, "put") || is_name(previous, "top") || token->kind == '[' || token->kind == '=';
}

/* `expect hand[p1]:` without cards. */
static bool expects_nothing(struct parsing *parsing) {
  const char *text = parsing->source->text + parsing->failing_start;
  return parsing->previous.kind == ':' && strncmp(text, "expect ", 7) == 0 && accepts(parsing, T_INT) &&
         !accepts(parsing, T_NOT);
}

/* `let n: int = 3` and `var n = 3`: one kind of name has its type written, the other has not. */
static const char *type_hint(struct parsing *parsing, const char *only) {
  const char *text = parsing->source->text + parsing->failing_start;
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  const char *name = previous->kind == T_LOWER ? previous->value.word : "…";
  if (token->kind == ':' && strcmp(only, "`=`") == 0 && strncmp(text, "let ", 4) == 0)
    return arena_format(parsing->arena, "its type is that of the value: `let %s = …`", name);
  if (token->kind == '=' && accepts(parsing, ':') && strncmp(text, "var ", 4) == 0)
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

const char *habit_hint(struct parsing *parsing, const char *only) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  bool needs = accepts(parsing, T_NEEDS), text = token->kind == T_STR_OPEN;
  if (strcmp(only, "`in`") == 0) return "name each one: `x in …`";
  if (is_name(token, "null") || is_name(token, "nil")) return "write `none`";
  if (token->kind == '>' && previous->kind == '<') return "write `!=`";
  if (token->kind == T_EQ && accepts(parsing, '=')) return "`==` compares; a value is set with `=`";
  if (needs && accepts(parsing, T_ELSE) && text) return "the reason stands behind `else`";
  if (needs && !accepts(parsing, '{') && (text || token->kind == '{' || token->kind == '('))
    return "a new option begins with `add option`";
  if (token->kind == ':' && accepts(parsing, ')') && !accepts(parsing, '+')) return "only names stand here, no types";
  if (accepts(parsing, T_BEFORE) && is_part_of_game(token))
    return arena_format(parsing->arena, "write `change game { %s … }`", token->value.word);
  if (sets_up(parsing)) return "what lies where before the first step stands in `given { … }`";
  if (expects_nothing(parsing)) return "that a zone is empty is `expect empty(…)`";
  const char *said = said_bare(parsing);
  return said ? said : type_hint(parsing, only);
}

/* ---- citations before the block of what they cite ---- */

/* What follows a citation: the next character that is no blank, comment or further citation. */
static const char *behind_citations(const char *text) {
  for (;;) {
    text += strspn(text, " \t\r\n");
    if (*text == '@') text += strcspn(text, " \t\r\n");
    else if (strncmp(text, "//", 2) == 0) text += strcspn(text, "\n");
    else return text;
  }
}

bool habit_early_citation(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if (token->kind != T_CITE) return false;
  if (parsing->previous.kind == T_CITE) return true; /* refused like this one */
  const char *next = behind_citations(parsing->source->text + token->span.end);
  bool needs = strncmp(next, "needs ", 6) == 0;
  if (!(needs ? accepts(parsing, T_NEEDS) : *next == '{' && accepts(parsing, '{'))) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, token->span, "a citation cannot stand before %s",
                                  needs ? "`needs`" : "the `{` of what it cites");
  diag_hint(parsing->diags, diag, "put it right behind the `{`, or behind the whole");
  return true;
}
