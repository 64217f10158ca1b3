/* Rules as an English sentence would have them, and ways of other languages to do something with a zone: what is meant
 * is plain, and the message shows it with the names that were used. */
#include <string.h>

#include "lang/parsing.h"

/* A part of the source, for messages. */
static const char *quote(struct parsing *parsing, uint32_t start, uint32_t end) {
  return arena_format(parsing->arena, "%.*s", (int)(end - start), parsing->source->text + start);
}

static struct span from_to(const struct parsing *parsing, uint32_t start, uint32_t end) {
  return (struct span){ parsing->file, start, end };
}

/* ---- `is` ---- */

struct said_sign {
  const char *first, *second, *sign;
};

static const struct said_sign comparisons[] = {
  { "at", "least", ">=" },    { "at", "most", "<=" }, { "more", "than", ">" }, { "greater", "than", ">" },
  { "larger", "than", ">" },  { "above", NULL, ">" }, { "less", "than", "<" }, { "fewer", "than", "<" },
  { "smaller", "than", "<" }, { "below", NULL, "<" }, { "equal", "to", "==" }, { "the", "same as", "==" },
};

/* The sign for the words that begin here, and where they end; NULL for none. */
static const char *comparison_at(const char *text, const char **end) {
  for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
    const char *second = comparisons[i].second, *at = words_next_token(text);
    if (!words_next_is(at, comparisons[i].first)) continue;
    at += strlen(comparisons[i].first);
    if (second && !words_next_is(at, second)) continue;
    *end = second ? words_next_token(at) + strlen(second) : at;
    return comparisons[i].sign;
  }
  return NULL;
}

/* `n is at least 3`. */
static bool compared_in_words(struct parsing *parsing) {
  const char *text = parsing->source->text, *end, *sign;
  if (parsing->previous.kind != T_IS || !(sign = comparison_at(text + parsing->token.span.start, &end))) return false;
  struct span words = from_to(parsing, parsing->previous.span.start, (uint32_t)(end - text));
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, words, "`is` asks only for `none`");
  diag_hint(parsing->diags, diag, "write `%s`", sign);
  diag_fix(parsing->diags, diag, words, sign, true);
  return true;
}

/* `hand[p] is empty`, `hand[p] is not empty`. */
static bool empty_in_words(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  struct span is = previous->span;
  bool not = previous->kind == T_NOT;
  if (not ) is = around_word_before(parsing, previous->span.start);
  if (!token_is_name(token, "empty") || !around_is(parsing, is, "is")) return false;
  uint32_t start = around_operand_start(parsing, is.start), end = is.start;
  while (end > start && strchr(" \t", parsing->source->text[end - 1])) end--;
  if (start == end) return false;
  const char *here = arena_format(parsing->arena, "%sempty(%s)", not ? "not " : "", quote(parsing, start, end));
  struct span words = from_to(parsing, is.start, token->span.end);
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, words, "`is` asks only for `none`");
  diag_hint(parsing->diags, diag, "write `%s`; what may be missing is asked by `is %snone`", here, not ? "not " : "");
  diag_fix(parsing->diags, diag, from_to(parsing, start, token->span.end), here, true);
  return true;
}

/* ---- players and numbers ---- */

/* `score[next player]`. */
static bool next_player(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  bool next = token_is_name(previous, "next") || token_is_name(previous, "following");
  bool last = token_is_name(previous, "previous") || token_is_name(previous, "last");
  if ((!next && !last) || !token_is_name(token, "player")) return false;
  struct span words = from_to(parsing, previous->span.start, token->span.end);
  const char *player = around_player(parsing, previous->span.start);
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0110, words, "`%s player` is not written here", previous->value.word);
  if (begins_statement(parsing))
    diag_hint(parsing->diags, diag,
              "turns follow each other in a loop: `for p in players { … }`; a phase ends by `leave`");
  else
    diag_hint(parsing->diags, diag, "%s %s is `%s(%s)`", next ? "the next after" : "the one before", player,
              next ? "next" : "previous", player);
  return true;
}

/* `10 % of n`, `10 %`. */
static bool percent(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  /* `of coins[p]`: the name behind `of` was read as the beginning of a statement. */
  uint32_t behind = parsing->failing_start < previous->span.start ? parsing->failing_start : previous->span.start;
  struct span word = token_is_name(previous, "of") ? previous->span : around_word_before(parsing, behind);
  bool of = around_is(parsing, word, "of") && around_mark_before(parsing, word.start) == '%';
  bool bare = previous->kind == '%' && !accepts(parsing, token->kind);
  if (!of && !bare) return false;
  uint32_t sign = of ? word.start : previous->span.start;
  while (parsing->source->text[sign] != '%') sign--;
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0110, from_to(parsing, sign, sign + 1), "`%%` is what is left of a division");
  diag_hint(parsing->diags, diag, "ten in a hundred of n is `n * 10 / 100`");
  return true;
}

/* `n += 1 (R5)`. */
static bool citation_in_brackets(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if ((token->kind != '(' && token->kind != '[') || !accepts(parsing, T_CITE)) return false;
  const char *text = parsing->source->text + token->span.start, *letter = text + 1;
  if (*letter < 'A' || *letter > 'Z') return false;
  size_t length = 1 + strspn(letter + 1, "0123456789-R");
  if (length < 2 || !strchr(")]", letter[length]) || !letter[length]) return false;
  struct span brackets = from_to(parsing, token->span.start, token->span.start + (uint32_t)length + 2);
  const char *here = arena_format(parsing->arena, "@%.*s", (int)length, letter);
  struct diag *diag = diag_report(parsing->diags, DIAG_E0106, brackets, "a citation is written with `@`");
  diag_hint(parsing->diags, diag, "write `%s`", here);
  diag_fix(parsing->diags, diag, brackets, here, true);
  return true;
}

/* ---- statements ---- */

/* `skip`: doing nothing has no word. */
static bool nothing_in_words(struct parsing *parsing) {
  static const char *const words[] = { "skip", "pass", "nothing", "noop", "do_nothing" };
  const struct token *previous = &parsing->previous;
  bool found = false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) found = found || token_is_name(previous, words[i]);
  if (!found || !begins_statement(parsing) || strchr("[.", parsing->token.kind < 256 ? parsing->token.kind : 'x'))
    return false;
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0112, previous->span, "`%s` does not begin a statement", previous->value.word);
  diag_hint(parsing->diags, diag, "to do nothing, write nothing: `{ }`; a phase ends early by `leave`");
  return true;
}

enum deed { DEED_OUT, DEED_IN, DEED_DRAW, DEED_SHUFFLE };
struct method {
  const char *name;
  enum deed deed;
  const char *sign; /* what changes a set or bag in the same way; NULL for none */
};

static const struct method methods[] = {
  { "remove", DEED_OUT, "-=" }, { "discard", DEED_OUT, NULL },     { "take", DEED_OUT, "-=" },
  { "add", DEED_IN, "+=" },     { "push", DEED_IN, "+=" },         { "append", DEED_IN, "+=" },
  { "insert", DEED_IN, "+=" },  { "put", DEED_IN, "+=" },          { "draw", DEED_DRAW, NULL },
  { "pop", DEED_DRAW, NULL },   { "shuffle", DEED_SHUFFLE, NULL },
};

/* The statement that does it, with what stands in the brackets and the zone. */
static const char *statement_for(struct parsing *parsing, enum deed deed, const char *what, const char *zone) {
  switch (deed) {
  case DEED_OUT: return arena_format(parsing->arena, "move %s from %s to …", what, zone);
  case DEED_IN: return arena_format(parsing->arena, "move %s from … to %s", what, zone);
  case DEED_DRAW: return arena_format(parsing->arena, "draw %s from %s to …", *what == '\0' ? "1" : what, zone);
  default: return arena_format(parsing->arena, "shuffle %s", zone);
  }
}

/* `hand[p].remove(c)`. */
static bool method_of_zone(struct parsing *parsing) {
  const struct token *previous = &parsing->previous, *token = &parsing->token;
  uint32_t dot = previous->span.start;
  if (token->kind != '(' || previous->kind != T_LOWER || !previous->value.word || !dot) return false;
  if (parsing->source->text[--dot] != '.') return false;
  const char *behind = around_behind(parsing->source->text + token->span.start);
  uint32_t inside = (uint32_t)(behind - parsing->source->text) - 1;
  const char *what = inside > token->span.end ? quote(parsing, token->span.end, inside) : "";
  const char *zone = quote(parsing, around_operand_start(parsing, dot), dot);
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    if (!token_is_name(previous, methods[i].name)) continue;
    struct diag *diag = diag_report(parsing->diags, DIAG_E0112, previous->span, "nothing has methods such as `.%s(…)`",
                                    methods[i].name);
    const char *here = statement_for(parsing, methods[i].deed, what, zone), *sign = methods[i].sign;
    if (sign) diag_hint(parsing->diags, diag, "write `%s`; a set or bag is changed by `%s`", here, sign);
    else diag_hint(parsing->diags, diag, "write `%s`", here);
    return true;
  }
  return false;
}

/* `end round`, `end turn`. */
static bool end_of_something(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if (parsing->previous.kind != T_END || token->kind != T_LOWER || !token->value.word) return false;
  bool round = token_is_name(token, "round") || token_is_name(token, "loop");
  bool turn = token_is_name(token, "turn") || token_is_name(token, "phase") || token_is_name(token, "step") ||
              around_declares(parsing, token->value.word, DECLARED_PROCEDURE);
  if (!round && !turn) return false;
  struct span words = from_to(parsing, parsing->previous.span.start, token->span.end);
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, words, "only the game ends by `end`");
  if (turn) diag_hint(parsing->diags, diag, "a phase or effect ends early by `leave`");
  else
    diag_hint(parsing->diags, diag, "a loop ends by `break`, its round by `continue`; a phase ends early by `leave`");
  return true;
}

bool habit_english_error(struct parsing *parsing) {
  return compared_in_words(parsing) || empty_in_words(parsing) || next_player(parsing) || percent(parsing) ||
         citation_in_brackets(parsing) || nothing_in_words(parsing) || method_of_zone(parsing) ||
         end_of_something(parsing);
}
