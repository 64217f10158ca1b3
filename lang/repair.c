/* Finds the one bracket that is missing before a token that cannot stand where it stands. With it in place the
 * parser can go on at once, and nothing else is lost: one slip, one message. The grammar must accept the missing token
 * and then the one that was refused; where names and values stand side by side that is not enough, so each bracket has
 * a condition of its own. */
#include <string.h>

#include "lang/parsing.h"

/* ---- the brackets that are open ---- */

static bool is_bracket(int kind) { return kind == '(' || kind == '[' || kind == '{' || kind == T_STR_OPEN; }

/* How many of the open brackets were open before the token. */
static int open_before(const struct parsing *parsing, const struct token *token) {
  return parsing->bracket_count - is_bracket(token->kind);
}

static void remove_open(struct parsing *parsing, int at) {
  parsing->braces -= parsing->brackets[at].kind == '{';
  memmove(&parsing->brackets[at], &parsing->brackets[at + 1],
          (size_t)(parsing->bracket_count - at - 1) * sizeof *parsing->brackets);
  parsing->bracket_count--;
}

static void insert_open(struct parsing *parsing, int at, char kind, uint32_t offset) {
  memmove(&parsing->brackets[at + 1], &parsing->brackets[at],
          (size_t)(parsing->bracket_count - at) * sizeof *parsing->brackets);
  parsing->brackets[at] = (struct bracket){ .kind = kind, .at = offset, .supposed = true };
  parsing->bracket_count++;
  parsing->braces += kind == '{';
}

/* The innermost open bracket, unless it is of another kind; -1 then. */
static int innermost(const struct parsing *parsing, const struct token *token, char kind) {
  int at = open_before(parsing, token) - 1;
  return at >= 0 && parsing->brackets[at].kind == kind ? at : -1;
}

/* ---- conditions ---- */

/* Closing a bracket has closed those inside it as well. */
static bool closes(const struct token *token) {
  return token->kind == ')' || token->kind == ']' || token->kind == '}' || token->kind == T_HOLE_CLOSE;
}

static bool begins_value(const struct token *token) {
  return (token->kind == T_LOWER && !token->word) || token->kind == T_UPPER || token->kind == T_INT ||
         token->kind == T_STR_OPEN || token->kind == '(' || token->kind == '[';
}

static bool starts_line(const struct parsing *parsing, const struct token *token) {
  return parse_first_on_line(parsing, token->span.start);
}

/* Whether a statement or a citation follows a `{` that is missing, and not the rest of the line before it. A statement
 * does in the middle of a line only when the rest of it closes a block that nothing else opens. */
static bool begins_block(struct parsing *parsing, const struct token *token) {
  const char *after = parsing->source->text + token->span.end;
  if (token->kind == T_CITE) return true;
  if (!starts_line(parsing, token) && around_surplus(after, '{', '}') <= 0) return false;
  if (token_has_role(parsing, token, ROLE_STATEMENT)) return true;
  after += strspn(after, " ");
  return token->kind == T_LOWER && !token->word && strchr("([=+-", *after) && *after;
}

/* Whether a token is not indented like what stands in the innermost block. */
static bool is_outside(const struct parsing *parsing, const struct token *token, int block) {
  return block >= 0 && parse_indent(parsing, token->span.start) <= parse_indent(parsing, parsing->brackets[block].at);
}

static bool may_miss(struct parsing *parsing, const struct token *token, int missing) {
  bool apart = starts_line(parsing, token) || !begins_value(token);
  switch (missing) {
  case ')': return closes(token) || (apart && innermost(parsing, token, '(') >= 0);
  case ']': return closes(token) || (apart && innermost(parsing, token, '[') >= 0);
  case '}': return starts_line(parsing, token) && is_outside(parsing, token, innermost(parsing, token, '{'));
  default:
    return begins_block(parsing, token) && !parser_accepts(parsing->state, 0, '=') &&
           parsing->bracket_count < NESTING_LIMIT;
  }
}

/* The meaning of the token after the missing one; 0 when it cannot stand there either. */
static int meaning_after(struct parsing *parsing, const struct token *token, int missing) {
  const char *after = parsing->source->text + token->span.end;
  for (const struct word *word = token->word; word; word = words_next(&parsing->words, word)) {
    if (words_fit(word, after) && parser_accepts_both(parsing->state, missing, word->token)) return word->token;
    if (word->when == WORD_RESERVED) return 0;
  }
  int kind = token->word ? T_LOWER : token->kind;
  return parser_accepts_both(parsing->state, missing, kind) ? kind : 0;
}

static void note_missing(struct parsing *parsing, struct token *token, int missing) {
  if (closes(token)) return;
  switch (missing) {
  case ')': remove_open(parsing, innermost(parsing, token, '(')); break;
  case ']': remove_open(parsing, innermost(parsing, token, '[')); break;
  case '}':
    remove_open(parsing, innermost(parsing, token, '{'));
    token->braces_before--;
    break;
  default:
    token->braces_before++;
    insert_open(parsing, open_before(parsing, token), '{', token->span.start);
    break;
  }
}

int repair_missing(struct parsing *parsing, struct token *token) {
  static const int candidates[] = { ')', ']', '}', '{' };
  if (token->kind == T_YYEOF) return 0;
  for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
    if (!may_miss(parsing, token, candidates[i])) continue;
    int meaning = meaning_after(parsing, token, candidates[i]);
    if (!meaning) continue;
    note_missing(parsing, token, candidates[i]);
    token->kind = meaning;
    if (meaning == T_LOWER && !token->value.word)
      token->value.word =
          arena_intern(parsing->arena, parsing->source->text + token->span.start, token->span.end - token->span.start);
    return candidates[i];
  }
  return 0;
}

bool repair_twice(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  const char *text = parsing->source->text;
  uint32_t length = token->span.end - token->span.start;
  bool opens = is_bracket(token->kind) && token->kind != T_STR_OPEN;
  bool repeats = opens || words_is_letter(text[token->span.start]) || token->kind == ',' || token->kind == ':';
  if (!repeats || !length || !previous->kind || previous->span.end - previous->span.start != length) return false;
  if (memcmp(text + previous->span.start, text + token->span.start, length) != 0) return false;
  if (starts_line(parsing, token) || parsing->scan_error > previous->span.start) return false;
  syntax_twice(parsing, previous->span, token->span);
  if (opens) remove_open(parsing, parsing->bracket_count - 1);
  return true;
}

/* Whether the list around a construct goes on or ends here: nothing of its body follows. */
static bool list_goes_on(const struct parsing *parsing, const char *text) {
  static const char *const words[] = { "option", "idle", "include", "otherwise" };
  if (*text == '}') return parsing->braces > 0;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (words_next_is(text, words[i])) return parser_inside(parsing->state, T_OPTION);
  return false;
}

bool repair_missing_body(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if (token->kind != T_CITE || !parser_accepts_both(parsing->state, '{', '}')) return false;
  if (!list_goes_on(parsing, around_citations(parsing->source->text + token->span.end))) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, token->span,
                                  "the body `{ … }` is missing, and citations stand behind it");
  diag_hint(parsing->diags, diag, "what it does stands in braces, `{ }` for nothing");
  diag_fix(parsing->diags, diag, (struct span){ parsing->file, token->span.start, token->span.start }, "{ } ", false);
  return true;
}

bool repair_left_open(struct parsing *parsing, const struct token *token) {
  const char *after = parsing->source->text + token->span.end;
  if (!starts_line(parsing, token) || !words_lead(after) || innermost(parsing, token, '{') < 0) return false;
  for (const struct word *word = token->word; word; word = words_next(&parsing->words, word))
    if ((word->role == ROLE_OPTION || word->role == ROLE_STEP) && words_fit(word, after) &&
        parser_accepts_both(parsing->state, '}', word->token))
      return true;
  return false;
}
