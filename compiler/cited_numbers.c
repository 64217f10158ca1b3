/* Numbers that the rulebook does not say: a `const`, the bounds of a `track` or the `total` of a deck that cites items,
 * none of which mentions its value, in digits or as a word.
 *
 * 0 may also be said as "no", "none" or "empty", and 1 as "a" or "single"; that a track begins at 0 goes without
 * saying. A number in a table beside the rulebook is not looked for. */
#include "compiler/citations.h"

#include <ctype.h>
#include <stdlib.h>
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

/* ---- what items say ---- */

/* An item says a number; that it is there at all counts as saying IS_THERE. */
struct said_number {
  char kind;
  uint32_t item;
  int64_t number;
};
enum { IS_THERE = -2 };

struct number_check {
  struct compilation *c;
  const struct rulebook *rulebook;
  struct vector said; /* struct said_number, by kind, then number, then item */
};

static void add_said(struct number_check *check, const struct rulebook_item *item, int64_t number) {
  struct said_number said = { item->kind, item->number, number };
  if (number != -1) vector_push(check->c->arena, &check->said, &said, sizeof said);
}

/* Names of items in the text, such as R12, are no numbers. */
static void add_item(struct number_check *check, const struct rulebook_item *item) {
  add_said(check, item, IS_THERE);
  for (const char *at = item->text, *end; *at && !arena_failed(check->c->arena); at = end) {
    bool joined = at > item->text && (is_letter(at[-1]) || at[-1] == '_');
    end = at + 1;
    if (is_digit(*at)) {
      int64_t number = digits_number(at, &end);
      if (!joined) add_said(check, item, number);
    } else if (is_letter(*at)) {
      add_said(check, item, words_number(at, &end));
      while (is_letter(*end)) end++;
    }
  }
}

static int compare_said(const void *left, const void *right) {
  const struct said_number *a = left, *b = right;
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
  if (a->number != b->number) return a->number < b->number ? -1 : 1;
  return a->item < b->item ? -1 : a->item > b->item;
}

/* Whether one of the items that a citation means says a number. */
static bool is_said(const struct number_check *check, const struct tree *cite, int64_t number) {
  const struct said_number *items = check->said.items;
  struct said_number wanted = { cite->word[0], (uint32_t)tree_cite_first(cite), number };
  size_t low = 0, high = check->said.count;
  while (low < high) { /* the first that is not less */
    size_t middle = low + (high - low) / 2;
    if (compare_said(&items[middle], &wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low < check->said.count && items[low].kind == wanted.kind && items[low].number == number &&
         items[low].item <= (uint32_t)cite->number;
}

/* ---- what is compared ---- */

/* Whether any item that the node cites says the number; true when none of them exists. */
static bool items_say(const struct number_check *check, const struct tree *node, int64_t number) {
  bool known = false;
  for (const struct tree *cite = node->cites; cite; cite = cite->next) {
    if (is_said(check, cite, number)) return true;
    known |= is_said(check, cite, IS_THERE);
  }
  return !known;
}

/* What an item says, for a note: its beginning, if it is long. */
static const char *item_words(struct compilation *c, const struct rulebook_item *item) {
  enum { MOST_BYTES = 400 };
  size_t length = strlen(item->text), end = MOST_BYTES;
  if (length <= MOST_BYTES) return item->text;
  while (end && ((unsigned char)item->text[end] & 0xc0) == 0x80) end--; /* no letter is cut in two */
  return arena_format(c->arena, "%.*s…", (int)end, item->text);
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
  if (item) diag_note_at(diags, diag, item->span, "%c%u: %s", item->kind, item->number, item_words(check->c, item));
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
  struct number_check check = { c, rulebook, { 0 } };
  for (size_t i = 0; i < rulebook->count; i++) add_item(&check, &rulebook->items[i]);
  if (arena_failed(c->arena) || !check.said.count) return;
  qsort(check.said.items, check.said.count, sizeof(struct said_number), compare_said);
  citations_each_declaration(c, check_declaration, &check);
}
