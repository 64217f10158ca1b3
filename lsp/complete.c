/* What may stand at a place that is being written. The text there seldom parses, so what is wanted is told from the words
 * before it; what there is comes from the inspection, and where that has lost it, from the last good one. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "lsp/methods.h"
#include "lsp/sites.h"

enum { WORD_LONGEST = 64, OFFERED_LIMIT = 3000 };

/* Numbers of the protocol. */
enum offer_kind {
  OFFER_TEXT = 1,
  OFFER_FUNCTION = 3,
  OFFER_FIELD = 5,
  OFFER_VARIABLE = 6,
  OFFER_CLASS = 7,
  OFFER_MODULE = 9,
  OFFER_PROPERTY = 10,
  OFFER_ENUM = 13,
  OFFER_KEYWORD = 14,
  OFFER_SNIPPET = 15,
  OFFER_REFERENCE = 18,
  OFFER_MEMBER = 20,
  OFFER_CONSTANT = 21,
  OFFER_EVENT = 23
};

struct completing {
  const struct place_question *question;
  const trv_inspection *inspection; /* that is being looked through */
  json_t *items, *known;            /* what is offered, and its names */
  bool snippets;
};

static void offer(struct completing *completing, const char *name, enum offer_kind kind, const char *detail,
                  const char *order) {
  if (json_object_get(completing->known, name) || json_array_size(completing->items) >= OFFERED_LIMIT) return;
  json_object_set_new(completing->known, name, json_true());
  struct text sort = { 0 };
  text_format(&sort, "%s%s", order, name);
  json_array_append_new(completing->items, json_pack("{s:s, s:i, s:s, s:s}", "label", name, "kind", (int)kind, "detail",
                                                     detail, "sortText", text_get(&sort)));
  text_free(&sort);
}

static enum offer_kind kind_of(enum trv_thing_kind kind) {
  switch (kind) {
  case TRV_THING_CONSTANT: return OFFER_CONSTANT;
  case TRV_THING_SETTING: return OFFER_PROPERTY;
  case TRV_THING_ENUM: return OFFER_ENUM;
  case TRV_THING_DECK:
  case TRV_THING_TABLE:
  case TRV_THING_GRAPH:
  case TRV_THING_DECK_PARAMETER: return OFFER_CLASS;
  case TRV_THING_FN:
  case TRV_THING_EFFECT:
  case TRV_THING_POSITION: return OFFER_FUNCTION;
  case TRV_THING_PHASE:
  case TRV_THING_OPTIONS:
  case TRV_THING_OPTION:
  case TRV_THING_CHOICE: return OFFER_EVENT;
  case TRV_THING_VALUE: return OFFER_MEMBER;
  case TRV_THING_FIELD: return OFFER_FIELD;
  case TRV_THING_ITEM: return OFFER_REFERENCE;
  default: return OFFER_VARIABLE;
  }
}

/* ---- things ---- */

#define BIT(kind) (1u << TRV_THING_##kind)
enum {
  ZONES = BIT(ZONE),
  TYPES = BIT(ENUM) | BIT(DECK) | BIT(DECK_PARAMETER),
  CALLED = BIT(EFFECT) | BIT(PHASE) | BIT(FN),
  SETTINGS = BIT(SETTING),
  GLOBALS = BIT(CONSTANT) | BIT(SETTING) | BIT(ENUM) | BIT(DECK) | BIT(TABLE) | BIT(ZONE) | BIT(VARIABLE) | BIT(GRAPH) |
            BIT(FN) | BIT(EFFECT) | BIT(PHASE) | BIT(OPTIONS) | BIT(POSITION)
};

/* Those of these kinds; of values and fields only those of `owner`. */
static void offer_things(struct completing *completing, unsigned kinds, uint32_t owner, const char *order) {
  const trv_inspection *inspection = completing->inspection;
  for (uint32_t i = 0; i < trv_inspection_things(inspection); i++) {
    if (!(kinds >> trv_inspection_kind(inspection, i) & 1)) continue;
    trv_thing thing = trv_inspection_thing(inspection, i);
    bool owned = owner == TRV_NO_THING || thing.owner == owner;
    const char *detail = thing.kind == TRV_THING_ITEM ? thing.value : thing.head;
    if (owned && *thing.name) offer(completing, thing.name, kind_of(thing.kind), detail, order);
  }
}

/* Where the declaration begins that a place is part of: the last line before it that begins with a letter. */
static uint32_t declaration_start(const char *text, uint32_t offset) {
  uint32_t start = offset;
  while (start) {
    start--;
    if (isalpha((unsigned char)text[start]) && (start == 0 || text[start - 1] == '\n')) break;
  }
  return start;
}

static void offer_locals(struct completing *completing) {
  const struct place_question *question = completing->question;
  uint32_t start = declaration_start(question->lines.text, question->offset);
  for (uint32_t i = 0; i < trv_inspection_things(completing->inspection); i++) {
    enum trv_thing_kind kind = trv_inspection_kind(completing->inspection, i);
    if (kind != TRV_THING_LOCAL && kind != TRV_THING_DECK_PARAMETER) continue;
    trv_thing thing = trv_inspection_thing(completing->inspection, i);
    if (thing.place.start >= start && thing.place.start <= question->offset && thing.place.file &&
        !strcmp(thing.place.file, question->path))
      offer(completing, thing.name, OFFER_VARIABLE, thing.head, "1");
  }
}

static uint32_t thing_named(const trv_inspection *inspection, const char *name, unsigned kinds) {
  for (uint32_t i = 0; i < trv_inspection_things(inspection); i++) {
    if (kinds >> trv_inspection_kind(inspection, i) & 1 && !strcmp(trv_inspection_thing(inspection, i).name, name))
      return i;
  }
  return TRV_NO_THING;
}

/* ---- the words before a place ---- */

struct before {
  char prefix[WORD_LONGEST]; /* what has been typed of the word */
  char word[WORD_LONGEST];   /* the word or sign before that */
  char base[WORD_LONGEST];   /* the word before a sign */
  char first[WORD_LONGEST];  /* the first word of the line */
  bool begins;               /* nothing else stands in the line */
};

static bool is_letter(char byte) { return isalnum((unsigned char)byte) || byte == '_'; }

static void copy_word(char *to, const char *from, const char *end) {
  size_t length = (size_t)(end - from);
  if (length >= WORD_LONGEST) length = WORD_LONGEST - 1;
  memcpy(to, from, length);
  to[length] = '\0';
}

/* The word or run of signs that ends at `end`; returns where it begins. */
static const char *word_before(const char *line, const char *end, char *word) {
  while (end > line && end[-1] == ' ') end--;
  const char *from = end;
  if (from > line && is_letter(from[-1]))
    while (from > line && is_letter(from[-1])) from--;
  else
    while (from > line && !is_letter(from[-1]) && from[-1] != ' ') from--;
  copy_word(word, from, end);
  return from;
}

/* Over an index or arguments: `hand[p].` means hand. */
static const char *skip_brackets(const char *line, const char *end) {
  int depth = 0;
  if (end == line || (end[-1] != ']' && end[-1] != ')')) return end;
  while (end > line) {
    end--;
    if (*end == ']' || *end == ')') depth++;
    if ((*end == '[' || *end == '(') && --depth == 0) return end;
  }
  return end;
}

static struct before look_before(const struct place_question *question) {
  struct before before = { .begins = true };
  const char *text = question->lines.text, *end = text + question->offset, *line = end;
  while (line > text && line[-1] != '\n') line--;
  const char *at = end;
  while (at > line && is_letter(at[-1])) at--;
  copy_word(before.prefix, at, end);
  const char *word = word_before(line, at, before.word);
  if (*before.word == '.') word_before(line, skip_brackets(line, word), before.base);
  else word_before(line, skip_brackets(line, word), before.base);
  for (const char *byte = line; byte < at; byte++) before.begins &= *byte == ' ' || *byte == '\t';
  const char *first = line;
  while (first < at && (*first == ' ' || *first == '\t')) first++;
  const char *first_end = first;
  while (first_end < end && is_letter(*first_end)) first_end++;
  copy_word(before.first, first, first_end);
  return before;
}

static bool is_one_of(const char *word, const char *list) {
  size_t length = strlen(word);
  for (const char *at = list; length && (at = strstr(at, word)); at += length)
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return true;
  return false;
}

/* ---- what is offered where ---- */

static const struct {
  const char *name, *text;
} snippets[] = {
  { "choose", "choose ${1:name} by ${2:p} \"${3:What do you do?}\" {\n  option ${4:act} \"${5:act}\" { $0 }\n}" },
  { "option", "option ${1:name} \"${2:label}\"\n  needs ${3:true} else \"${4:reason}\"\n  { $0 }" },
  { "for", "for ${1:p} in ${2:players} {\n  $0\n}" },
  { "match", "match ${1:value} {\n  ${2:pattern} => { $0 }\n}" },
  { "fn", "fn ${1:name}(${2:p: player}) -> ${3:int} = $0" },
  { "effect", "effect ${1:name}(${2:p: player}) {\n  $0\n}" },
  { "phase", "phase ${1:name}(${2:p: player}) \"${3:title}\" {\n  $0\n}" },
  { "deck", "deck ${1:Card}(${2:worth: int}) in ${3:pack} {\n  $0\n}" },
  { "pile", "pile ${1:pack}: ${2:Card} ${3|hidden,open,for owner|}$0" },
  { "scenario", "scenario \"${1:title}\" @${2:S1} players ${3:2} {\n  given { $4 }\n  run ${5:play}\n  expect $0\n}" },
};

static void offer_words(struct completing *completing, bool begins) {
  const char *word;
  for (size_t i = 0; begins && completing->snippets && i < sizeof snippets / sizeof *snippets; i++)
    json_array_append_new(completing->items, json_pack("{s:s, s:i, s:s, s:s, s:i, s:s}", "label", snippets[i].name,
                                                       "kind", OFFER_SNIPPET, "detail", "with its parts", "insertText",
                                                       snippets[i].text, "insertTextFormat", 2, "sortText", "0"));
  for (size_t i = 0; (word = trv_language_word(i)); i++) offer(completing, word, OFFER_KEYWORD, "", "7");
  for (size_t i = 0; (word = trv_language_function(i)); i++) offer(completing, word, OFFER_FUNCTION, "built in", "6");
}

/* `card.` its fields, `Colour.` its values. */
static void offer_parts(struct completing *completing, const char *base) {
  const trv_inspection *inspection = completing->inspection;
  uint32_t type = thing_named(inspection, base, BIT(ENUM) | BIT(DECK));
  if (type != TRV_NO_THING) {
    offer_things(completing, BIT(VALUE), type, "1");
    return;
  }
  for (uint32_t i = 0; i < trv_inspection_things(inspection); i++) {
    trv_thing thing = trv_inspection_thing(inspection, i);
    uint32_t owner = thing.kind == TRV_THING_TABLE ? i : thing.type_thing;
    if (!strcmp(thing.name, base) && owner != TRV_NO_THING) offer_things(completing, BIT(FIELD), owner, "1");
  }
}

/* Beside `==` and the like, values of what stands on the other side. */
static void offer_values_like(struct completing *completing, const char *base) {
  for (uint32_t i = 0; *base && i < trv_inspection_things(completing->inspection); i++) {
    trv_thing thing = trv_inspection_thing(completing->inspection, i);
    if (!strcmp(thing.name, base) && thing.type_thing != TRV_NO_THING)
      offer_things(completing, BIT(VALUE), thing.type_thing, "1");
  }
}

static void offer_modules(struct completing *completing) {
  const char *name;
  for (size_t i = 0; (name = trv_library_module(i)); i++) {
    struct text path = { 0 };
    text_format(&path, "std/%s", name);
    offer(completing, text_get(&path), OFFER_MODULE, "standard library", "1");
    text_free(&path);
  }
}

static void offer_plain_types(struct completing *completing) {
  static const char *const plain[] = { "int", "bool", "player", "text", "set", "list", "bag" };
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) offer(completing, plain[i], OFFER_CLASS, "", "2");
  offer_things(completing, TYPES, TRV_NO_THING, "1");
}

/* What a change of a house rule can be about, by the word before it; 0 if this is no such place. */
static unsigned changed_kinds(const struct before *before) {
  static const struct {
    const char *word;
    unsigned kinds;
  } changes[] = { { "choose", BIT(CHOICE) }, { "options", BIT(OPTIONS) }, { "deck", BIT(DECK) },
                  { "enum", BIT(ENUM) },     { "table", BIT(TABLE) },     { "graph", BIT(GRAPH) } };
  if (!strcmp(before->first, "instead") && !strcmp(before->word, "of")) return CALLED | ZONES | BIT(VARIABLE);
  if (is_one_of(before->first, "before after") && !strcmp(before->word, before->first)) return CALLED;
  for (size_t i = 0; !strcmp(before->first, "change") && i < sizeof changes / sizeof *changes; i++)
    if (!strcmp(before->word, changes[i].word)) return changes[i].kinds;
  return 0;
}

/* Inside a house rule, what it replaces is called by `base`. */
static void offer_base(struct completing *completing) {
  const char *text = completing->question->lines.text;
  const char *variant = strstr(text, "variant ");
  if (variant && (variant == text || variant[-1] == '\n') && variant < text + completing->question->offset)
    offer(completing, "base", OFFER_FUNCTION, "what this house rule replaces", "2");
}

static void offer_in(struct completing *completing, const struct before *before) {
  unsigned changed = changed_kinds(before);
  bool declares =
      is_one_of(before->first, "fn effect phase var pile pool row deck enum table setting position options");
  size_t length = strlen(before->word);
  char last = length ? before->word[length - 1] : '\0';
  if (changed) offer_things(completing, changed, TRV_NO_THING, "1");
  else if (last == '@') offer_things(completing, BIT(ITEM), TRV_NO_THING, "1");
  else if (last == '.') offer_parts(completing, before->base);
  else if (!strcmp(before->first, "use")) offer_modules(completing);
  else if (declares && (last == ':' || !strcmp(before->word, "->"))) offer_plain_types(completing);
  else if (is_one_of(before->word, "from to shuffle into swap")) {
    offer_things(completing, ZONES, TRV_NO_THING, "1");
    offer_locals(completing);
  } else {
    if (is_one_of(before->word, "== != is")) offer_values_like(completing, before->base);
    offer_locals(completing);
    offer_base(completing);
    if (is_one_of(before->word, "in")) offer_things(completing, TYPES | ZONES, TRV_NO_THING, "2");
    offer_things(completing, GLOBALS, TRV_NO_THING, "3");
    offer_things(completing, BIT(VALUE), TRV_NO_THING, "5");
    offer_words(completing, before->begins);
  }
}

json_t *lsp_completion(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  if (!question_read(session, params, &question, failure)) return NULL;
  struct completing completing = { .question = &question,
                                   .inspection = question.project->now,
                                   .items = json_array(),
                                   .known = json_object(),
                                   .snippets = session->takes_snippets };
  struct before before = look_before(&question);
  offer_in(&completing, &before);
  if (question.project->good && question.project->good != question.project->now) {
    completing.inspection = question.project->good;
    completing.snippets = false;
    offer_in(&completing, &before);
  }
  json_decref(completing.known);
  question_free(&question);
  return json_pack("{s:b, s:o}", "isIncomplete", 0, "items", completing.items);
}
