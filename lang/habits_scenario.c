/* What people write out of habit in a scenario, where every line is a step of its own: a name that is followed by no
 * colon is a seat that does nothing. */
#include <string.h>

#include "lang/parsing.h"

struct phrase {
  const char *word, *hint;
};

/* Words after `expect` that nearly say it. */
static const struct phrase expectations[] = {
  { "win", "who comes first is `expect ranking p1, p2`" },
  { "wins", "who comes first is `expect ranking p1, p2`" },
  { "offer", "write `expect offered …`" },
  { "offers", "write `expect offered …`" },
  { "option", "write `expect offered …`" },
  { "allowed", "write `expect offered …`" },
  { "legal", "write `expect offered …`" },
  { "deny", "write `expect denied …`" },
  { "refused", "write `expect denied …`" },
  { "illegal", "write `expect denied …`" },
  { "forbidden", "write `expect denied …`" },
  { "ask", "write `expect asked p1 …`, with the name of the choice" },
  { "end", "write `expect game over`" },
  { NULL, NULL },
};

/* `expect first p1`, `expect offerd burn(coal)`: the first word is wrong. */
static bool odd_word(struct parsing *parsing, const char *behind_expect) {
  static const char *const words[] = { "offered", "denied", "asked", "only", "finished", "secrecy", "ranking", "game" };
  uint32_t start = (uint32_t)(behind_expect - parsing->source->text), end = start;
  while (words_is_letter(parsing->source->text[end])) end++;
  const char *hint = NULL;
  for (const struct phrase *phrase = expectations; phrase->word && !hint; phrase++)
    if (words_next_is(behind_expect, phrase->word)) hint = phrase->hint;
  struct suggestion near = { .word = arena_intern(parsing->arena, behind_expect, end - start) };
  for (size_t i = 0; i < sizeof words / sizeof *words && !hint; i++) suggest_consider(&near, words[i]);
  if (!hint && !near.best) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0112, (struct span){ parsing->file, start, end },
                                  "`%s` cannot stand behind `expect` like this", near.word);
  if (hint) diag_hint(parsing->diags, diag, "%s", hint);
  else diag_suggest(parsing->diags, diag, &near);
  return true;
}

/* The same when that word is right: the name that was read as another step is wrong. */
static const char *stray_hint(const char *behind_expect, const struct token *stray) {
  bool counts = *behind_expect >= '0' && *behind_expect <= '9';
  if (counts && token_is_name(stray, "option")) return "write `options`";
  if (token_is_name(stray, "asked")) return "write `expect asked p1 …`, with the name of the choice";
  if (words_next_is(behind_expect, "not")) return "that an option is not legal is `expect denied …`";
  return words_next_is(behind_expect, "denied") ? "the reason stands behind the option, as a text" : NULL;
}

static bool odd_expectation(struct parsing *parsing) {
  const struct token *stray = &parsing->previous;
  const char *line = around_line(parsing, stray->span.start);
  if (strncmp(line, "expect ", 7) != 0 || parse_first_on_line(parsing, stray->span.start)) return false;
  const char *behind = words_next_token(line + 7), *hint = stray_hint(behind, stray);
  if (!hint && odd_word(parsing, behind)) return true;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, stray->span,
                                  "expected an operator or another step, found `%s`", stray->value.word);
  if (hint) diag_hint(parsing->diags, diag, "%s", hint);
  return true;
}

/* `p1 burn(coal)`. */
static bool seat_without_colon(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  const char *name = previous->value.word;
  bool seat = name[0] == 'p' && name[1] && !name[1 + strspn(name + 1, "0123456789")];
  if (!seat || token->kind != T_LOWER || parse_first_on_line(parsing, token->span.start)) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, token->span, "expected `:` after `%s`", name);
  diag_hint(parsing->diags, diag, "write `%s: …`", name);
  return true;
}

static bool compares(const char *line) {
  for (; *line && *line != '\n'; line++)
    if (*line == '<' || *line == '>' || (line[1] == '=' && (*line == '=' || *line == '!'))) return true;
  return false;
}

/* What was meant by a step that begins with this name and continues with the refused token; NULL when unknown. */
static const char *step_hint(struct parsing *parsing, const struct token *first) {
  static const char *const tests[] = { "assert", "check", "verify", "ensure", "require", "requires", "should", "test" };
  const struct token *token = &parsing->token;
  const char *rest = parsing->source->text + token->span.start, *name = first->value.word;
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    if (strcmp(name, tests[i]) == 0) return "write `expect`";
  bool misspelt = !first->word && syntax_suggest(parsing, name, ROLE_STEP).best;
  if (misspelt || parse_first_on_line(parsing, token->span.start)) return NULL;
  if (token->kind == T_LOWER && strcmp(name, "choose") == 0) return "write who chooses: `p1: …`";
  if (compares(rest)) return "what is to be true stands behind `expect`";
  if (token->kind == '(' && around_declares(parsing, name, DECLARED_PROCEDURE))
    return arena_format(parsing->arena, "write `run %s(…)`", name);
  if (token->kind == '[' && *around_behind(rest) == ':')
    return "what it is to hold stands behind `expect`; what it holds before the first step, in `given { … }`";
  return NULL;
}

/* `hand[p1]: 2 rose`, `expect hand[p1]: sky, 2 rose`: the number is read as a card, and the card as what follows. */
static bool number_without_of(struct parsing *parsing) {
  const struct token *name = &parsing->previous;
  if (name->kind != T_LOWER || !name->value.word) return false;
  struct span number = around_word_before(parsing, name->span.start);
  const char *digits = parsing->source->text + number.start;
  int length = (int)(number.end - number.start);
  char before = around_mark_before(parsing, number.start);
  if (!length || (int)strspn(digits, "0123456789") < length || (before != ':' && before != ',')) return false;
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0110, name->span, "expected `of`, found `%s`", name->value.word);
  diag_hint(parsing->diags, diag, "write `%.*s of %s`", length, digits, name->value.word);
  return true;
}

bool habit_step_error(struct parsing *parsing) {
  const struct token *previous = &parsing->previous;
  if (number_without_of(parsing)) return true;
  bool step = previous->kind == T_LOWER && previous->value.word && accepts(parsing, ':') && !accepts(parsing, '=');
  if (!step || parsing->failing_start != previous->span.start) return false;
  if (odd_expectation(parsing) || seat_without_colon(parsing)) return true;
  const char *hint = step_hint(parsing, previous);
  if (!hint) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0112, previous->span,
                                  "`%s` does not begin a step of a scenario", previous->value.word);
  diag_hint(parsing->diags, diag, "%s", hint);
  return true;
}
