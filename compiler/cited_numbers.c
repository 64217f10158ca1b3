/* Numbers that the rulebook does not say: a `const`, the bounds of a `track` or the `total` of a deck that cites items,
 * none of which mentions its value, in digits or as a word.
 *
 * 0 may also be said as "no", "none" or "empty", and 1 as "a" or "single"; that a track begins at 0 goes without
 * saying. A number in a table beside the rulebook is not looked for. */
#include "compiler/citations.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "compiler/constant.h"
#include "compiler/passes.h"

/* ---- numbers in a text ---- */

static const struct number_word {
  const char *word;
  int32_t number;
} number_words[] = {
  { "no", 0 },       { "none", 0 },       { "nothing", 0 },   { "nobody", 0 },      { "empty", 0 },
  { "without", 0 },  { "zero", 0 },       { "a", 1 },         { "an", 1 },          { "one", 1 },
  { "once", 1 },     { "single", 1 },     { "two", 2 },       { "twice", 2 },       { "both", 2 },
  { "pair", 2 },     { "three", 3 },      { "four", 4 },      { "five", 5 },        { "six", 6 },
  { "seven", 7 },    { "eight", 8 },      { "nine", 9 },      { "ten", 10 },        { "eleven", 11 },
  { "twelve", 12 },  { "dozen", 12 },     { "thirteen", 13 }, { "fourteen", 14 },   { "fifteen", 15 },
  { "sixteen", 16 }, { "seventeen", 17 }, { "eighteen", 18 }, { "nineteen", 19 },   { "twenty", 20 },
  { "thirty", 30 },  { "forty", 40 },     { "fifty", 50 },    { "sixty", 60 },      { "seventy", 70 },
  { "eighty", 80 },  { "ninety", 90 },    { "hundred", 100 }, { "thousand", 1000 },
};

static bool is_letter(char c) { return isalpha((unsigned char)c) != 0; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* The number that a word of this length stands for, or -1. */
static int32_t word_number(const char *word, size_t length) {
  for (size_t i = 0; i < sizeof number_words / sizeof *number_words; i++)
    if (strlen(number_words[i].word) == length && !strncasecmp(number_words[i].word, word, length))
      return number_words[i].number;
  return -1;
}

/* The value of digits at `text`, with commas between groups of three; `*end` is set behind them. Too large: -1. */
static int64_t digits_number(const char *text, const char **end) {
  int64_t number = 0;
  for (;; text++) {
    bool group = *text == ',' && is_digit(text[1]) && is_digit(text[2]) && is_digit(text[3]) && !is_digit(text[4]);
    if (!is_digit(*text) && !group) break;
    if (is_digit(*text) && number >= 0) number = number > INT32_MAX ? -1 : number * 10 + (*text - '0');
  }
  *end = text;
  return number;
}

/* Words joined to a number: "twenty-one", "two hundred". */
static int64_t words_number(const char *text, const char **end) {
  size_t length = 0;
  while (is_letter(text[length])) length++;
  int64_t number = word_number(text, length);
  *end = text + length;
  if (number < 0 || (**end != '-' && **end != ' ')) return number;
  size_t more = 1;
  while (is_letter((*end)[more])) more++;
  int32_t next = word_number(*end + 1, more - 1);
  if (next >= 100 && number > 0) number *= next, *end += more;
  else if (number >= 20 && number < 100 && next > 0 && next < 10 && **end == '-') number += next, *end += more;
  return number;
}

/* Names of items in the text, such as R12, are no numbers. */
static bool says(const char *text, int64_t wanted) {
  const char *at = text;
  while (*at) {
    const char *end = at + 1;
    bool joined = at > text && (is_letter(at[-1]) || at[-1] == '_');
    if (is_digit(*at)) {
      if (digits_number(at, &end) == wanted && !joined) return true;
    } else if (is_letter(*at)) {
      if (words_number(at, &end) == wanted) return true;
      while (is_letter(*end)) end++;
    }
    at = end;
  }
  return false;
}

/* ---- what is compared ---- */

struct number_check {
  struct compilation *c;
  const struct rulebook *rulebook;
};

/* Whether any item that the node cites says the number; true when none of them exists. */
static bool items_say(const struct number_check *check, const struct tree *node, int64_t number) {
  bool known = false;
  for (const struct tree *cite = node->cites; cite; cite = cite->next) {
    for (int32_t i = tree_cite_first(cite); i <= cite->number; i++) {
      const struct rulebook_item *item = rulebook_find(check->rulebook, cite->word[0], (uint32_t)i);
      if (item && says(item->text, number)) return true;
      known |= item != NULL;
    }
  }
  return !known;
}

/* A `const` that cites something is looked at where it is declared. */
static bool is_cited_const(const struct compilation *c, const struct tree *value) {
  const struct symbol *symbol = value->kind == TREE_NAME ? symbol_find(c, value->word) : NULL;
  return symbol && symbol->kind == SYMBOL_CONST && symbol->tree->cites;
}

static bool is_zero(const struct tree *value) { return value->kind == TREE_INT && value->number == 0; }

static void check_number(const struct number_check *check, const struct tree *node, struct tree *value,
                         const char *what) {
  struct diag_list *diags = check->c->diags;
  int32_t number;
  if (!value || is_cited_const(check->c, value)) return;
  if (value->kind == TREE_INT) number = value->number;
  else if (!constant_fold(check->c, value, &number)) return;
  if (items_say(check, node, number < 0 ? -(int64_t)number : number)) return;
  const struct tree *cite = node->cites;
  uint32_t first = (uint32_t)tree_cite_first(cite);
  const struct rulebook_item *item = rulebook_find(check->rulebook, cite->word[0], first);
  struct diag *diag = diag_report(diags, DIAG_W0602, value->span, "%s is %d, but %s does not say so", what, number,
                                  cite->next || (uint32_t)cite->number != first ? "what it cites" : cite->word);
  if (item) diag_note_at(diags, diag, item->span, "%c%u: %s", item->kind, item->number, item->text);
}

static bool is_number(const struct compilation *c, const struct tree *constant) {
  const struct symbol *symbol = symbol_find(c, constant->word);
  return symbol && symbol->type && symbol->type->kind == TYPE_KIND_INT;
}

static void check_declaration(void *context, struct tree *node) {
  const struct number_check *check = context;
  struct compilation *c = check->c;
  if (!node->cites || (c->variants.count && variants_own(c, node->span.file))) return; /* house rules differ */
  if (node->kind == TREE_CONST && is_number(c, node))
    check_number(check, node, node->kid[CONST_VALUE], arena_format(c->arena, "`%s`", node->word));
  if (node->kind == TREE_TRACK) {
    if (!is_zero(node->kid[TRACK_LOW]))
      check_number(check, node, node->kid[TRACK_LOW], arena_format(c->arena, "the lower end of `%s`", node->word));
    check_number(check, node, node->kid[TRACK_HIGH], arena_format(c->arena, "the upper end of `%s`", node->word));
  }
  if (node->kind == TREE_DECK)
    check_number(check, node, node->kid[DECK_TOTAL], arena_format(c->arena, "the total of %s", node->word));
}

void cited_numbers_check(struct compilation *c, const struct rulebook *rulebook) {
  struct number_check check = { c, rulebook };
  citations_each_declaration(c, check_declaration, &check);
}
