/* Says what is wrong with a token that cannot stand where it stands, to somebody who writes rules, not parsers.
 *
 * Each function below knows one kind of mistake and reports it if it finds it; the first that does wins, and the last
 * names what was expected, in at most four words or phrases. Asks the grammar through parser_accepts. */
#include <string.h>

#include "lang/parsing.h"

enum { MOST_EXPECTED = 4, LONGEST_QUOTE = 30 };

/* ---- what was found, and where to point ---- */

static const char *found_text(struct parsing *parsing, const struct token *token) {
  if (token->kind == T_YYEOF) return "the end of the file";
  if (token->kind == T_STR_OPEN) return "a text";
  int length = (int)(token->span.end - token->span.start);
  const char *text = parsing->source->text + token->span.start, *more = "";
  if (length > LONGEST_QUOTE) {
    length = LONGEST_QUOTE;
    while (((unsigned char)text[length] & 0xC0) == 0x80) length--;
    more = "…";
  }
  return arena_format(parsing->arena, "`%.*s%s`", length, text, more);
}

static struct span end_of_previous(const struct parsing *parsing) {
  uint32_t end = parsing->previous.span.end;
  return (struct span){ parsing->file, end, end };
}

/* Whether a list of statements, options, steps or declarations could go on here: the line before is finished. */
static bool line_is_finished(struct parsing *parsing) {
  return statement_may_begin(parsing) || accepts(parsing, T_OPTION) || step_may_begin(parsing) ||
         declaration_may_begin(parsing) || accepts(parsing, T_RULEBOOK) || accepts(parsing, T_SCORE);
}

/* A token at the start of a line is not to blame when the line before is unfinished. */
static bool blame_previous_line(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if (!parsing->previous.kind || line_is_finished(parsing)) return false;
  return token->kind == T_YYEOF || parse_first_on_line(parsing, token->span.start);
}

/* ---- words ---- */

struct suggestion syntax_suggest(struct parsing *parsing, const char *text, enum word_role role) {
  struct suggestion suggestion = { .word = text };
  for (const struct word *word = words_all(); word->text; word++) {
    bool fits = role == ROLE_NOTHING ? accepts(parsing, word->token) : word->role == role;
    if (fits) suggest_consider(&suggestion, word->text);
  }
  return suggestion;
}

/* The nearest word of a role, unless the name is declared in this file and so is no slip. */
static struct suggestion suggest_for_slip(struct parsing *parsing, const char *name, enum word_role role) {
  struct suggestion near = syntax_suggest(parsing, name, role);
  if (near.best && around_declares(parsing, name, DECLARED_ANYTHING)) near.best = NULL;
  return near;
}

/* `dra 8 from …`: a name began the statement, and what follows shows that it is no name. */
static bool misspelt_statement(struct parsing *parsing) {
  const struct token *previous = &parsing->previous;
  if (!begins_statement(parsing)) return false;
  const char *name = previous->value.word;
  if (token_has_role(parsing, previous, ROLE_DECLARATION)) {
    diag_report(parsing->diags, DIAG_E0115, previous->span,
                "`%s` begins a declaration, and declarations stand outside all blocks", name);
    return true;
  }
  struct suggestion near = suggest_for_slip(parsing, name, ROLE_STATEMENT);
  if (!near.best && !accepts(parsing, '(')) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0112, previous->span, "`%s` does not begin a statement%s", name,
                                  near.best ? "" : ": expected `=`, `+=`, `-=` or `(` after a name");
  const char *hint = near.best ? NULL : habit_hint(parsing, "");
  if (hint) diag_hint(parsing->diags, diag, "%s", hint);
  diag_suggest(parsing->diags, diag, &near);
  return true;
}

/* `expct a`: a name that begins a step is a seat and needs its colon. */
static bool misspelt_step(struct parsing *parsing) {
  const struct token *previous = &parsing->previous;
  if (previous->kind != T_LOWER || previous->word || !accepts(parsing, ':') || accepts(parsing, '=')) return false;
  if (parsing->failing_start != previous->span.start) return false;
  struct suggestion near = syntax_suggest(parsing, previous->value.word, ROLE_STEP);
  if (!near.best) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0112, previous->span,
                                  "`%s` does not begin a step of a scenario", previous->value.word);
  diag_suggest(parsing->diags, diag, &near);
  return true;
}

static bool misspelt_beginning(struct parsing *parsing) {
  static const struct {
    int token;
    enum word_role role;
    const char *what;
  } lists[] = {
    { T_OPTION, ROLE_OPTION, "an option" },
    { T_SCORE, ROLE_SHOWN, "a line of `show`" },
    { T_INVARIANT, ROLE_DECLARATION, "a declaration" },
  };
  const struct token *token = &parsing->token;
  if (token->kind != T_LOWER || token->word) return false;
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    if (!accepts(parsing, lists[i].token)) continue;
    struct suggestion near = syntax_suggest(parsing, token->value.word, lists[i].role);
    if (!near.best) return false;
    struct diag *diag = diag_report(parsing->diags, DIAG_E0112, token->span, "`%s` does not begin %s",
                                    token->value.word, lists[i].what);
    diag_suggest(parsing->diags, diag, &near);
    return true;
  }
  return false;
}

void syntax_twice(struct parsing *parsing, struct span first, struct span second) {
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, second, "`%.*s` stands here twice",
                                  (int)(second.end - second.start), parsing->source->text + second.start);
  diag_hint(parsing->diags, diag, "leave one out");
  diag_fix(parsing->diags, diag, (struct span){ parsing->file, first.end, second.end }, "", true);
}

struct diag *syntax_name_before(struct parsing *parsing) {
  return diag_report(parsing->diags, DIAG_E0110, parsing->previous.span,
                     "`%s` is a name here, and a name cannot stand right before another", parsing->previous.value.word);
}

/* `if ley x = …`: two names side by side on a line, and the first is nearly a word of the language. */
static bool misspelt_before(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  bool side_by_side = previous->kind == T_LOWER && !previous->word && token->kind == T_LOWER && !token->word &&
                      !parse_first_on_line(parsing, token->span.start);
  if (!side_by_side || syntax_suggest(parsing, token->value.word, ROLE_NOTHING).best) return false;
  if (parser_accepts_both(parsing->state, ',', T_LOWER)) return false; /* a comma is missing */
  if (around_declares(parsing, previous->value.word, DECLARED_ANYTHING)) return false;
  struct suggestion near = { .word = previous->value.word };
  for (const struct word *word = words_all(); word->text; word++) suggest_consider(&near, word->text);
  if (!near.best) return false;
  diag_suggest(parsing->diags, syntax_name_before(parsing), &near);
  return true;
}

static bool reserved_name(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if (!token->word || token->word->when != WORD_RESERVED || !accepts(parsing, T_LOWER)) return false;
  if (accepts(parsing, T_COUNT) || statement_may_begin(parsing) || step_may_begin(parsing)) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0113, token->span,
                                  "`%s` is a word of the language and cannot be a name", token->word->text);
  if (parsing->previous.kind == T_RANK) diag_hint(parsing->diags, diag, "write `rank p by … desc`");
  else if (token->kind == T_FOR && accepts(parsing, '}'))
    diag_hint(parsing->diags, diag, "what a row goes through stands behind it: `card(n) for n in 1..9`");
  else diag_hint(parsing->diags, diag, "a name of your own belongs here");
  return true;
}

/* `list of set of Town`: collections hold plain values only. */
static bool nested_collection(struct parsing *parsing) {
  static const char *const words[] = { "set", "bag", "list" };
  const struct token *token = &parsing->token;
  if (token->kind != T_LOWER || !accepts(parsing, T_INT_TYPE) || accepts(parsing, T_LOWER)) return false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (strcmp(token->value.word, words[i]) != 0) continue;
    diag_report(parsing->diags, DIAG_E0110, token->span,
                "expected a plain type: sets, bags and lists hold no collections");
    return true;
  }
  return false;
}

/* Types begin with a capital letter, everything else with a small one. */
static bool wrong_case(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  bool wants_type = token->kind == T_LOWER && accepts(parsing, T_UPPER) && !accepts(parsing, T_LOWER);
  bool wants_name = token->kind == T_UPPER && accepts(parsing, T_LOWER) && !accepts(parsing, T_UPPER);
  if ((!wants_type && !wants_name) || statement_may_begin(parsing) || blame_previous_line(parsing)) return false;
  if (wants_type && token->word && accepts(parsing, T_INT_TYPE)) return false; /* `of`: no name at all */
  char *better = arena_copy_text(parsing->arena, token->value.word, strlen(token->value.word));
  if (wants_type && better[0] >= 'a' && better[0] <= 'z') better[0] = (char)(better[0] - 'a' + 'A');
  for (char *letter = better; wants_name && *letter; letter++)
    if (*letter >= 'A' && *letter <= 'Z') *letter = (char)(*letter - 'A' + 'a');
  const char *message =
      wants_type ? "a type is named with a capital letter first" : "this name begins with a small letter";
  if (wants_type && accepts(parsing, T_INT_TYPE)) {
    struct suggestion near = syntax_suggest(parsing, token->value.word, ROLE_NOTHING);
    if (near.best) better = arena_copy_text(parsing->arena, near.best, strlen(near.best));
  }
  struct diag *diag = diag_report(parsing->diags, DIAG_E0108, token->span, "%s", message);
  diag_hint(parsing->diags, diag, "did you mean `%s`?", better);
  diag_fix(parsing->diags, diag, token->span, better, false);
  return true;
}

/* A statement among declarations, or a declaration inside a block. */
static bool wrong_place(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if (!token->word) return false;
  bool statement = token_has_role(parsing, token, ROLE_STATEMENT);
  bool declaration = token_has_role(parsing, token, ROLE_DECLARATION);
  if (statement && declaration_may_begin(parsing)) {
    diag_report(parsing->diags, DIAG_E0115, token->span, "`%s` begins a statement, and statements stand inside blocks",
                token->word->text);
    return true;
  }
  if (declaration && statement_may_begin(parsing)) {
    diag_report(parsing->diags, DIAG_E0115, token->span,
                "`%s` begins a declaration, and declarations stand outside all blocks", token->word->text);
    return true;
  }
  if (token->word->token == T_OPTION && statement_may_begin(parsing)) {
    diag_report(parsing->diags, DIAG_E0115, token->span,
                "an `option` stands directly inside a `choose` or `options` block");
    return true;
  }
  return false;
}

/* ---- brackets ---- */

static char closing(char bracket) { return bracket == '(' ? ')' : bracket == '[' ? ']' : '}'; }

/* A brace that was closed at another indentation explains a brace that is missing. */
static void note_odd_brace(struct parsing *parsing, struct diag *diag) {
  if (!parsing->odd_brace_closed_at) return;
  struct source_place open = source_place(parsing->sources, parsing->file, parsing->odd_brace.at);
  struct source_place close = source_place(parsing->sources, parsing->file, parsing->odd_brace_closed_at);
  diag_note(parsing->diags, diag,
            "the `}` at %u:%u closes the block opened at %u:%u, though it is not indented like it", close.line,
            close.column, open.line, open.column);
}

/* Which block the brace before one too many has closed. */
static void note_closed(struct parsing *parsing, struct diag *diag) {
  if (!parsing->closed_at) return;
  struct source_place open = source_place(parsing->sources, parsing->file, parsing->closed.at);
  struct source_place close = source_place(parsing->sources, parsing->file, parsing->closed_at);
  diag_note(parsing->diags, diag, "`%s`, opened at %u:%u, is closed by the `}` at %u:%u",
            around_head(parsing, parsing->closed.at), open.line, open.column, close.line, close.column);
}

static void report_unclosed(struct parsing *parsing, struct bracket bracket) {
  if (bracket.supposed) return; /* the one that opens was missed already */
  struct source_place place = source_place(parsing->sources, parsing->file, bracket.at);
  struct span span = end_of_previous(parsing);
  if (bracket.kind == '{') {
    struct diag *diag = diag_report(parsing->diags, DIAG_E0111, span, "expected `}` to close the block opened at %u:%u",
                                    place.line, place.column);
    note_odd_brace(parsing, diag);
  } else
    diag_report(parsing->diags, DIAG_E0111, span, "expected `%c` to close the `%c` opened at %u:%u",
                closing(bracket.kind), bracket.kind, place.line, place.column);
}

/* The innermost bracket open before the refused token; the token's own effect on the stack is already done, but what it
 * closed still lies beyond the top. */
static bool innermost(struct parsing *parsing, struct bracket *bracket) {
  const struct token *token = &parsing->token;
  int count = parsing->bracket_count;
  bool opens = token->kind == '(' || token->kind == '[' || token->kind == '{' || token->kind == T_STR_OPEN ||
               token->kind == T_HOLE_OPEN;
  if (opens) count--;
  while (count > 0 && (parsing->brackets[count - 1].kind == 'h' || parsing->brackets[count - 1].kind == '"')) count--;
  if (count <= 0) return false;
  *bracket = parsing->brackets[count - 1];
  return true;
}

/* Something begins that cannot be inside the brackets still open. */
static bool unclosed_bracket(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  struct bracket bracket;
  if (!innermost(parsing, &bracket)) return false;
  bool ends = token->kind == T_YYEOF || parse_starts_declaration(parsing, token);
  bool begins_line = token->kind == T_YYEOF || parse_first_on_line(parsing, token->span.start);
  if (bracket.kind == '{') ends = ends || repair_left_open(parsing, token);
  if (bracket.kind == '{' ? !ends || !accepts(parsing, '}') : !begins_line || !accepts(parsing, closing(bracket.kind)))
    return false;
  report_unclosed(parsing, bracket);
  return true;
}

/* `at[p = c`: the `=` stands after the place that is set. */
static bool unclosed_index(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  struct bracket bracket;
  if (token->kind != '=' && token->kind != T_ADD_TO && token->kind != T_TAKE_FROM) return false;
  if (!innermost(parsing, &bracket) || bracket.kind != '[' || !accepts(parsing, ']')) return false;
  if (around_surplus(parsing->source->text + token->span.end, '[', ']') > 0) return false;
  diag_report(parsing->diags, DIAG_E0111, token->span, "expected `]` before this %s", found_text(parsing, token));
  return true;
}

/* A mistake in the hole of a text whose second quote is missing: it is no hole. */
static bool unclosed_text(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  int text = scanner_open_text(parsing, token);
  if (text < 0 || around_quotes(parsing->source->text + parsing->brackets[text].at) % 2 == 0) return false;
  scanner_end_text(parsing, text,
                   token->span.start + (uint32_t)strcspn(parsing->source->text + token->span.start, "\n"));
  return true;
}

static bool wrong_closing(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if (token->kind != ')' && token->kind != ']' && token->kind != '}') return false;
  static const int closers[] = { ')', ']' };
  for (size_t i = 0; i < 2; i++) {
    if (token->kind == closers[i] || !accepts(parsing, closers[i])) continue;
    if (token->kind == '}' && blame_previous_line(parsing)) {
      diag_report(parsing->diags, DIAG_E0111, end_of_previous(parsing), "expected `%c` before the line ends",
                  closers[i]);
      return true;
    }
    diag_report(parsing->diags, DIAG_E0111, token->span, "expected `%c` before this `%c`", closers[i], token->kind);
    return true;
  }
  bool stray = token->kind == '}' ? token->braces_before == 0 : line_is_finished(parsing);
  if (!stray) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0114, token->span, "this `%c` closes nothing", token->kind);
  if (token->kind != '}') return true;
  note_closed(parsing, diag);
  note_odd_brace(parsing, diag);
  return true;
}

/* Whether a token can only begin a statement. */
static bool looks_like_statement(const struct parsing *parsing, const struct token *token) {
  char next = *words_next_token(parsing->source->text + token->span.end);
  if (token->kind == T_LOWER && !token->word) return next && strchr("=([+-.", next);
  return token_has_role(parsing, token, ROLE_STATEMENT) && !token_has_role(parsing, token, ROLE_DECLARATION);
}

/* `phase turn(p: player) { if a { … } } n += 1 }`: statements follow the brace that closed their procedure. */
static bool closed_too_early(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if (parsing->previous.kind != '}' || parsing->previous.span.start != parsing->closed_at) return false;
  if (token->braces_before || !declaration_may_begin(parsing) || !looks_like_statement(parsing, token)) return false;
  if (parse_first_on_line(parsing, token->span.start) &&
      parse_indent(parsing, token->span.start) <= parsing->declaration_indent)
    return false;
  struct source_place open = source_place(parsing->sources, parsing->file, parsing->closed.at);
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0114, parsing->previous.span, "this `}` closes `%s`, and statements follow",
                  around_head(parsing, parsing->closed.at));
  diag_hint(parsing->diags, diag, "a `}` too many, here or before");
  diag_note(parsing->diags, diag, "its block was opened at %u:%u", open.line, open.column);
  note_odd_brace(parsing, diag);
  return true;
}

/* ---- operators and texts ---- */

static bool is_comparison(int kind) {
  return kind == T_EQ || kind == T_NE || kind == '<' || kind == T_LE || kind == '>' || kind == T_GE || kind == T_IN ||
         kind == T_NOT_IN || kind == T_HAS || kind == T_IS;
}

static bool chained_comparison(struct parsing *parsing) {
  if (!is_comparison(parsing->token.kind) || !accepts(parsing, T_AND)) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0116, parsing->token.span, "comparisons cannot be chained");
  diag_hint(parsing->diags, diag, "join two comparisons with `and`");
  return true;
}

static bool single_equals(struct parsing *parsing) {
  if (parsing->token.kind != '=' || !accepts(parsing, T_EQ)) return false;
  if (parser_inside(parsing->state, T_SEATS)) return false; /* the name of a field, see habits_declare.c */
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0117, parsing->token.span, "`=` sets a value, it does not compare");
  diag_hint(parsing->diags, diag, "to compare, write `==`");
  diag_fix(parsing->diags, diag, parsing->token.span, "==", true);
  return true;
}

/* ---- what was expected ---- */

struct expected {
  const char *items[MOST_EXPECTED];
  int count;
};

static void expect(struct expected *expected, const char *item) {
  for (int i = 0; i < expected->count; i++)
    if (strcmp(expected->items[i], item) == 0) return;
  if (expected->count < MOST_EXPECTED) expected->items[expected->count++] = item;
}

static const char *token_phrase(struct parsing *parsing, int token) {
  if (token < 256) return arena_format(parsing->arena, "`%c`", token);
  for (const struct word *word = words_all(); word->text; word++)
    if (word->token == token) return arena_format(parsing->arena, "`%s`", word->text);
  const char *name = parser_token_name(token);
  bool phrase = strncmp(name, "a ", 2) == 0 || strncmp(name, "the ", 4) == 0 || name[0] == '`';
  return phrase ? name : arena_format(parsing->arena, "`%s`", name);
}

/* Whole kinds of things come first: one phrase stands for dozens of tokens. */
static bool expect_kinds(struct parsing *parsing, struct expected *expected) {
  if (accepts(parsing, T_BEFORE)) expect(expected, "a change");
  if (declaration_may_begin(parsing)) expect(expected, "a declaration");
  if (statement_may_begin(parsing)) expect(expected, "a statement");
  if (accepts(parsing, T_OPTION)) expect(expected, "an option");
  if (step_may_begin(parsing)) expect(expected, "a step of the scenario");
  if (accepts(parsing, T_SCORE)) expect(expected, "a line of `show`");
  if (accepts(parsing, T_RULEBOOK) && accepts(parsing, T_DOTS)) expect(expected, "`..`");
  if (accepts(parsing, T_RULEBOOK)) expect(expected, "`players`, `seats`, `rulebook`, `summary`, `limit`");
  bool list = expected->count > 0;
  bool value = accepts(parsing, T_NONE) && accepts(parsing, T_ROLL);
  if (!list && value) expect(expected, "an expression");
  else if (!list && accepts(parsing, T_COUNT)) expect(expected, "a value"), value = true;
  else if (!list && accepts(parsing, T_INT_TYPE)) expect(expected, "a type"), value = true;
  static const int closers[] = { '}', ')', ']', T_HOLE_CLOSE };
  for (size_t i = 0; i < sizeof closers / sizeof *closers; i++)
    if (accepts(parsing, closers[i])) expect(expected, token_phrase(parsing, closers[i]));
  return list || value;
}

/* Operators may follow any value: they are named only when nothing else is expected. */
static bool is_continuation(int token) {
  return token == T_CITE || token == T_DOTS || token == T_AND || token == T_OR || token == T_IF_NONE ||
         is_comparison(token) || (token < 256 && strchr("+-*/%<>.[(", token)) || token == T_RESUME;
}

static void expect_tokens(struct parsing *parsing, struct expected *expected) {
  static const char punctuation[] = "{=:,}])([.";
  for (const char *mark = punctuation; *mark; mark++)
    if (!is_continuation(*mark) && accepts(parsing, *mark)) expect(expected, token_phrase(parsing, *mark));
  if (accepts(parsing, '-') && !accepts(parsing, '+')) expect(expected, "`-`"); /* an edge, not an operator */
  for (int token = T_LOWER; token <= T_RANKING; token++)
    if (!is_continuation(token) && accepts(parsing, token)) expect(expected, token_phrase(parsing, token));
  if (expected->count) return;
  if (accepts(parsing, T_IN)) expect(expected, token_phrase(parsing, T_IN));
  if (accepts(parsing, T_DOTS)) expect(expected, token_phrase(parsing, T_DOTS));
  for (const char *mark = punctuation; *mark; mark++)
    if (accepts(parsing, *mark)) expect(expected, token_phrase(parsing, *mark));
}

static const char *join_expected(struct parsing *parsing, const struct expected *expected) {
  struct text out = arena_text(parsing->arena);
  for (int i = 0; i < expected->count; i++) {
    if (i) text_add(&out, i + 1 == expected->count ? " or " : ", ");
    text_add(&out, expected->items[i]);
  }
  return out.bytes ? out.bytes : "something else";
}

/* True when a word of the language was probably meant. */
static bool report_expected(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  struct expected expected = { .count = 0 };
  if (!expect_kinds(parsing, &expected)) expect_tokens(parsing, &expected);
  const char *list = join_expected(parsing, &expected), *found = found_text(parsing, token);
  struct diag *diag;
  if (blame_previous_line(parsing))
    diag = diag_report(parsing->diags, DIAG_E0110, end_of_previous(parsing), "this line is not finished: expected %s",
                       list);
  else diag = diag_report(parsing->diags, DIAG_E0110, token->span, "expected %s, found %s", list, found);
  const char *hint = habit_hint(parsing, expected.count == 1 ? expected.items[0] : "");
  if (hint) diag_hint(parsing->diags, diag, "%s", hint);
  if (token->kind != T_LOWER || token->word || !token->value.word) return false;
  struct suggestion near = syntax_suggest(parsing, token->value.word, ROLE_NOTHING);
  diag_suggest(parsing->diags, diag, &near);
  return near.best != NULL;
}

static uint32_t line_start(const struct parsing *parsing, uint32_t offset) {
  while (offset > 0 && parsing->source->text[offset - 1] != '\n') offset--;
  return offset;
}

/* Whether a missing bracket explains the report. */
static bool may_be_bracket(bool (*mistake)(struct parsing *)) {
  return mistake == wrong_closing || mistake == unclosed_bracket || mistake == unclosed_index || mistake == wrong_place;
}

bool syntax_error(struct parsing *parsing) {
  static bool (*const mistakes[])(struct parsing *) = {
    unclosed_text,     closed_too_early, habit_error,        misspelt_statement, misspelt_step, wrong_closing,
    unclosed_bracket,  unclosed_index,   chained_comparison, single_equals,      reserved_name, misspelt_beginning,
    nested_collection, wrong_case,       wrong_place,        misspelt_before,
  };
  parsing->failing_start =
      line_is_finished(parsing) ? parsing->token.span.start : parser_failing_start(parsing->state, parsing->token.span);
  /* What the scanner could not read has been reported; what follows from it would only confuse. */
  if (parsing->scan_error > line_start(parsing, parsing->failing_start)) return true;
  if (parsing->token.span.start < parsing->quiet_until) return true;
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
    if (mistakes[i](parsing)) return !may_be_bracket(mistakes[i]);
  return report_expected(parsing);
}
