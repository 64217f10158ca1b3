/* Clauses in another order than the language has them: each is right, and only its place is wrong. So the message says
 * what comes before what, and where the clauses can be told apart the correction exchanges them. */
#include <string.h>

#include "lang/parsing.h"

/* ---- places ---- */

/* Where the construct begins that the refused token belongs to: the one that failed, or a whole one on the same line. */
static const char *construct(const struct parsing *parsing, const char *word) {
  if (failing_is(parsing, word)) return words_next_token(parsing->source->text + parsing->failing_start);
  const char *line = around_line(parsing, parsing->token.span.start);
  return words_next_is(line, word) ? line : NULL;
}

/* Whether a word or sign stands here. */
static bool is_clause(const char *text, const char *clause) {
  if (!words_is_letter(*clause)) return strncmp(text, clause, strlen(clause)) == 0;
  return words_next_is(text, clause);
}

/* The clause between two places, outside of brackets; NULL for none. Texts and brackets that begin one are looked at
 * before they are passed over. */
static const char *find_clause(const char *from, const char *to, const char *clause) {
  while (from < to && *from) {
    bool word = words_is_letter(*from);
    if ((!strchr(" \t\r\n", *from)) && is_clause(from, clause)) return from;
    if (strchr("([{\"", *from)) from = around_behind(from);
    else if (word)
      while (words_is_letter(*from)) from++;
    else from++;
  }
  return NULL;
}

/* The last clause of this word before a place, outside of brackets; NULL for none. */
static const char *clause_before(const struct parsing *parsing, const char *place, const char *clause) {
  const char *text = parsing->source->text, *first = text + parsing->failing_start;
  int depth = 0;
  for (const char *at = place - 1; at > first; at--) {
    if (strchr(")]", *at)) depth++;
    if (strchr("([{", *at) && depth-- == 0) return NULL;
    if (depth == 0 && !words_is_letter(at[-1]) && words_is_letter(*at) && words_next_is(at, clause)) return at;
  }
  return NULL;
}

/* The end of a clause that is an expression: the bracket, comma, block or line end behind it. */
static const char *clause_end(const char *text) {
  const char *end = text;
  while (*text && !strchr("{}),:]\n", *text)) {
    if (strchr("([\"", *text)) text = around_behind(text);
    else text++;
    if (!strchr(" \t\r", text[-1])) end = text;
  }
  return end;
}

static struct diag *report_order(struct parsing *parsing, struct span span, const char *first, const char *second) {
  return diag_report(parsing->diags, DIAG_E0110, span, "`%s` comes before `%s`", first, second);
}

/* Two neighbours change places: from `left` to `right`, and from there to `end`. */
static void exchange(struct parsing *parsing, struct diag *diag, const char *left, const char *right, const char *end) {
  const char *text = parsing->source->text, *left_end = right;
  while (left_end > left && strchr(" \t\r\n", left_end[-1])) left_end--;
  struct span both = { parsing->file, (uint32_t)(left - text), (uint32_t)(end - text) };
  diag_fix(parsing->diags, diag, both,
           arena_format(parsing->arena, "%.*s %.*s", (int)(end - right), right, (int)(left_end - left), left), true);
}

/* ---- in loops, counts and the like ---- */

/* `for q in players by score[q] where score[q] > 0`. */
static bool where_behind_by(struct parsing *parsing) {
  const struct token *token = &parsing->token;
  if (token->kind != T_WHERE || failing_is(parsing, "rank")) return false;
  if (!accepts(parsing, T_DESC) && parsing->previous.kind != T_DESC) return false;
  struct diag *diag = report_order(parsing, token->span, "where", "by");
  diag_hint(parsing->diags, diag, "write `… where … by …`");
  const char *here = parsing->source->text + token->span.start, *by = clause_before(parsing, here, "by");
  if (by) exchange(parsing, diag, by, here, clause_end(here));
  return true;
}

/* `repeat until e { … }`. */
static bool until_first(struct parsing *parsing) {
  const struct token *previous = &parsing->previous;
  struct span before = around_word_before(parsing, previous->span.start);
  if (!token_is_name(previous, "until") || !around_is(parsing, before, "repeat")) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, previous->span, "`until` stands behind the body");
  diag_hint(parsing->diags, diag, "write `repeat { … } until …`; to ask before each round, `while not (…) { … }`");
  return true;
}

/* ---- options ---- */

/* `option go "go" { … } needs e`. */
static bool needs_behind_body(struct parsing *parsing) {
  const struct token *token = &parsing->token, *previous = &parsing->previous;
  bool listed = token_is_name(token, "needs") && accepts(parsing, T_OPTION);
  bool inside = token_is_name(previous, "needs") && begins_statement(parsing);
  if (!listed && !inside) return false;
  struct diag *diag = report_order(parsing, listed ? token->span : previous->span, "needs", "{");
  diag_hint(parsing->diags, diag, "a condition stands before the body: `option … needs … { … }`");
  const char *text = parsing->source->text, *here = text + token->span.start;
  if (listed && previous->kind == '}' && parsing->closed_at == previous->span.start)
    exchange(parsing, diag, text + parsing->closed.at, here, clause_end(here));
  return true;
}

/* `option idle pass "…"`, `option otherwise pass "…"`. */
static bool kind_of_option_behind(struct parsing *parsing) {
  const struct token *previous = &parsing->previous;
  struct span before = around_word_before(parsing, previous->span.start);
  bool kind = token_is_name(previous, "idle") || token_is_name(previous, "otherwise");
  if (!kind || parsing->token.kind != T_LOWER || !around_is(parsing, before, "option")) return false;
  struct diag *diag = report_order(parsing, previous->span, previous->value.word, "option");
  const char *order = arena_format(parsing->arena, "%s option", previous->value.word);
  diag_hint(parsing->diags, diag, "write `%s …`", order);
  diag_fix(parsing->diags, diag, (struct span){ parsing->file, before.start, previous->span.end }, order, true);
  return true;
}

/* `option lay "lay {c}" (c in hand[p])`. */
static bool arguments_behind_label(struct parsing *parsing) {
  if (parsing->token.kind != '(' || parsing->previous.kind != T_STR_CLOSE) return false;
  if (!accepts(parsing, T_NEEDS) || accepts(parsing, T_ELSE)) return false;
  struct diag *diag =
      diag_report(parsing->diags, DIAG_E0110, parsing->token.span, "what is chosen comes before the label");
  diag_hint(parsing->diags, diag, "write `option …(x in …) \"…\"`");
  return true;
}

/* ---- statements and declarations ---- */

/* `choose action by p { "Your turn"`, `phase turn(p: player) { "turn"`. */
static bool text_behind_brace(struct parsing *parsing) {
  if (parsing->token.kind != T_STR_OPEN || parsing->previous.kind != '{') return false;
  if (!accepts(parsing, T_OPTION) && !statement_may_begin(parsing)) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, parsing->token.span, "this text comes before the `{`");
  diag_hint(parsing->diags, diag, "write `\"…\" { … }`; what is told while playing is `say \"…\"`");
  return true;
}

/* `say "…" to p`. */
static bool to_behind_text(struct parsing *parsing) {
  const struct token *previous = &parsing->previous;
  if (!begins_statement(parsing) || !token_is_name(previous, "to")) return false;
  if (around_mark_before(parsing, previous->span.start) != '"' || !construct(parsing, "say")) return false;
  struct diag *diag = diag_report(parsing->diags, DIAG_E0110, previous->span, "`to` comes before the text");
  diag_hint(parsing->diags, diag, "write `say to %.*s \"…\"`",
            (int)(parsing->token.span.end - parsing->token.span.start),
            parsing->source->text + parsing->token.span.start);
  return true;
}

struct order {
  const char *construct, *first, *second, *form;
};

static const struct order orders[] = {
  { "pile", "hidden", "refill", "hidden refill from …" },
  { "pile", "open", "refill", "open refill from …" },
  { "pile", "for", "refill", "for owner refill from …" },
  { "pool", "hidden", "holds", "hidden holds …" },
  { "pool", "open", "holds", "open holds …" },
  { "pool", "for", "holds", "for owner holds …" },
  { "track", "=", "clamped", "track …: 0..9 = 0 clamped" },
  { "var", "=", "hidden", "var …: … = … hidden" },
  { "var", "=", "open", "var …: … = … open" },
  { "var", "=", "for", "var …: … = … for owner" },
  { "setting", "=", "\"", "setting …: … = … \"…\"" },
  { "fn", "->", "depth", "fn …(…) -> … depth …" },
  { "effect", "->", "depth", "effect …(…) -> … depth …" },
  { "deck", "each", "in", "each player in …" },
  { "deck", "in", "total", "in … total …" },
  { "deck", "total", "from", "total … from \"….csv\"" },
  { "deck", "in", "from", "in … from \"….csv\"" },
  { "choose", "always", "by", "choose … always by …" },
  { "let", "always", "by", "pick … always by …" },
  { "move", "from", "to", "move … from … to …" },
  { "draw", "from", "to", "draw … from … to …" },
  { "reveal", "from", "to", "reveal … from … to …" },
};

/* Whether the refused token is the second clause, which the first one follows, or the first behind the second. */
static bool is_wrong_way_round(struct parsing *parsing, const struct order *order) {
  const char *text = parsing->source->text, *token = text + parsing->token.span.start;
  const char *start = construct(parsing, order->construct);
  if (!start || start >= token) return false;
  start += strlen(order->construct);
  if (is_clause(token, order->second)) {
    const char *behind = text + parsing->token.span.end;
    if (*token == '"') behind = around_behind(token);
    return !find_clause(start, token, order->first) &&
           find_clause(behind, behind + strcspn(behind, "\n{}"), order->first);
  }
  return is_clause(token, order->first) && find_clause(start, token, order->second);
}

static bool clauses_exchanged(struct parsing *parsing) {
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
    if (!is_wrong_way_round(parsing, &orders[i])) continue;
    struct diag *diag = report_order(parsing, parsing->token.span, orders[i].first,
                                     orders[i].second[0] == '"' ? "\"…\"" : orders[i].second);
    diag_hint(parsing->diags, diag, "write `%s`", orders[i].form);
    return true;
  }
  return false;
}

bool habit_order_error(struct parsing *parsing) {
  return where_behind_by(parsing) || until_first(parsing) || needs_behind_body(parsing) ||
         kind_of_option_behind(parsing) || arguments_behind_label(parsing) || to_behind_text(parsing) ||
         text_behind_brace(parsing) || clauses_exchanged(parsing);
}
