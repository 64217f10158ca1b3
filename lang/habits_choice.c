/* What people write out of habit in a choice: options without their word, conditions in the words of other statements,
 * labels in the wrong place. */
#include <string.h>

#include "lang/parsing.h"

/* Whether the text after a name goes on like that of an option: arguments or not, a label or not, then conditions or
 * the body. `bare` when the body follows at once. */
static bool goes_on_as_option(const char *text, bool *bare) {
  text = words_next_token(text);
  *bare = *text == '{';
  if (*text == '(') text = words_next_token(around_behind(text));
  if (*text == '"') text = words_next_token(around_behind(text));
  return *text == '{' || words_next_is(text, "needs");
}

/* `stay "stay here" { }`. */
static bool option_without_word(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  bool bare, listed = accepts(parsing, T_OPTION) && !accepts(parsing, T_DROP);
  if (!listed || token->kind != T_LOWER || !token->value.word) return false;
  if (!goes_on_as_option(parsing->source->text + token->span.end, &bare)) return false;
  if (bare && token_has_role(parsing, token, ROLE_STATEMENT)) return false;
  if (!token->word && syntax_suggest(parsing, token->value.word, ROLE_OPTION).best) return false;
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0112, token->span, "`%s` does not begin an option", token->value.word);
  diag_hint(parsing->diags, diag, "write `option %s …`", token->value.word);
  diag_fix(parsing->diags, diag, (struct span){ parsing->file, token->span.start, token->span.start }, "option ", true);
  return true;
}

/* Whether an `if` first on its line is a condition of the option before it, and not the first statement of a body whose
 * `{` is missing: after its block the choice goes on or ends. */
static bool is_condition(struct parsing *parsing, const struct token *token) {
  static const char *const next[] = { "option", "idle", "include", "otherwise" };
  const char *text = parsing->source->text, *block = strchr(text + token->span.end, '{');
  if (!parse_first_on_line(parsing, token->span.start)) return around_surplus(text + token->span.end, '{', '}') <= 0;
  const char *line_end = text + token->span.end + strcspn(text + token->span.end, "\n");
  if (words_next_is(line_end, "needs")) return true;
  if (!block) return false;
  const char *behind = words_next_token(around_behind(block));
  for (size_t i = 0; i < sizeof next / sizeof *next; i++)
    if (words_next_is(behind, next[i])) return true;
  uint32_t at = (uint32_t)(behind - text);
  return *behind == '}' && parse_first_on_line(parsing, at) &&
         parse_indent(parsing, at) < parse_indent(parsing, parsing->failing_start);
}

/* `option a "a" requires x { }`, `option a "a" if x { }`, `option a "a" unless x { }`. */
static bool condition_without_needs(struct parsing *parsing) {
  static const char *const words[] = { "requires", "require", "when", "provided" };
  const struct token *token = &parsing->token;
  if (!accepts(parsing, T_NEEDS) || !accepts(parsing, '{')) return false;
  bool found = token->kind == T_WHERE || (token->kind == T_IF && is_condition(parsing, token));
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) found = found || token_is_name(token, words[i]);
  bool unless = token_is_name(token, "unless");
  if (!found && !unless) return false;
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0110, token->span, "expected `needs`, found `%.*s`",
                  (int)(token->span.end - token->span.start), parsing->source->text + token->span.start);
  diag_hint(parsing->diags, diag, unless ? "write `needs not (…)`" : "write `needs`");
  if (!unless) diag_fix(parsing->diags, diag, token->span, "needs", true);
  return true;
}

/* `option a needs x else "why" "a" { }`, `option a "a" "more" { }`. */
static bool label_in_wrong_place(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if (token->kind != T_STR_OPEN || !accepts(parsing, T_NEEDS) || !accepts(parsing, '{') || accepts(parsing, T_ELSE))
    return false;
  const char *text = parsing->source->text + token->span.start, *head = parsing->source->text + parsing->failing_start;
  const char *needs = strstr(head, " needs ");
  struct span label = { parsing->file, token->span.start, (uint32_t)(around_behind(text) - parsing->source->text) };
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, label, "expected `{` or `needs`, found a text");
  diag_hint(parsing->diags, diag, "%s",
            needs && needs < text ? "the label stands before `needs`" : "an option has one label");
  return true;
}

bool habit_option_error(struct parsing *parsing) {
  return option_without_word(parsing) || condition_without_needs(parsing) || label_in_wrong_place(parsing);
}
