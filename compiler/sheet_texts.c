/* The small parts of the rules sheet: names, texts of the author, citations, types and values. */
#include <string.h>

#include "compiler/sheet.h"
#include "compiler/type.h"

/* ---- names and texts ---- */

void sheet_text(struct sheet *sheet, const char *text) {
  for (; *text; text++) {
    if (strchr("\\`*_[]<>|#", *text)) say(sheet, "\\");
    text_add_bytes(sheet->out, *text == '\n' ? " " : text, 1);
  }
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }
static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }
static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

const char *sheet_words(struct sheet *sheet, const char *name) {
  struct text out = arena_text(sheet->c->arena);
  if (!strcmp(name, "at")) return "position"; /* "p's at is Ulm" */
  for (const char *at = name; *at; at++) {
    if (!strcmp(at, "_is")) return text_add(&out, " state"), text_get(&out); /* "p's improvement is is ready" */
    char letter = *at == '_' ? ' ' : lower(*at);
    if (at > name && is_upper(*at) && !is_upper(at[-1]) && at[-1] != '_') text_add(&out, " ");
    text_add_bytes(&out, &letter, 1);
  }
  return text_get(&out);
}

void sheet_name(struct sheet *sheet, const char *name) { say(sheet, sheet_words(sheet, name)); }

/* "whose_turn": no noun, so that it cannot have an article. */
static bool is_question(const char *name) {
  static const char *const words[] = { "who", "whose", "which", "what", "how", "where", "when" };
  size_t length = strcspn(name, "_");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen(words[i]) == length && !strncmp(name, words[i], length)) return true;
  return false;
}

void sheet_the(struct sheet *sheet, const char *name) {
  if (is_question(name)) return sheet_variable(sheet, name);
  static const char *const own[] = { "all_", "each_", "every_", "both_", "no_" };
  bool has_own = false;
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) has_own |= !strncmp(name, own[i], strlen(own[i]));
  if (!has_own) say(sheet, "the ");
  sheet_name(sheet, name);
}

void sheet_title(struct sheet *sheet, const char *name) {
  const char *words = sheet_words(sheet, name);
  if (!*words) return; /* there was no memory for them */
  char first = upper(*words);
  text_add_bytes(sheet->out, &first, 1);
  say(sheet, words + 1);
}

void sheet_capital(struct sheet *sheet, size_t from) {
  if (!sheet->out->bytes || from >= sheet->out->length) return;
  char *at = sheet->out->bytes + from;
  while (*at == '*' || *at == '[') at++;
  *at = upper(*at);
}

void sheet_small(struct sheet *sheet, size_t from) {
  if (!sheet->out->bytes || from >= sheet->out->length) return;
  char *at = sheet->out->bytes + from;
  while (*at == '*' || *at == '[') at++;
  *at = lower(*at);
}

void sheet_sentence(struct sheet *sheet, const char *text) {
  size_t from = sheet->out->length, length = strlen(text);
  sheet_text(sheet, text);
  sheet_capital(sheet, from);
  if (length && !strchr(".!?:", text[length - 1])) say(sheet, ".");
}

void sheet_variable(struct sheet *sheet, const char *name) {
  if (!strcmp(name, "at")) name = "position"; /* as in sheet_words */
  say(sheet, "*");
  for (; *name; name++) text_add_bytes(sheet->out, *name == '_' ? " " : name, 1);
  say(sheet, "*");
}

static bool ends_in(const char *word, const char *end) {
  size_t length = strlen(word), tail = strlen(end);
  return length >= tail && !strcmp(word + length - tail, end);
}

const char *sheet_plural(struct sheet *sheet, const char *word) {
  struct arena *arena = sheet->c->arena;
  size_t length = strlen(word);
  if (ends_in(word, "s") || ends_in(word, "x") || ends_in(word, "ch") || ends_in(word, "sh"))
    return arena_format(arena, "%ses", word);
  if (length > 1 && ends_in(word, "y") && !strchr("aeiou", word[length - 2]))
    return arena_format(arena, "%.*sies", (int)length - 1, word);
  return arena_format(arena, "%ss", word);
}

const char *sheet_preposition(const char *name) {
  static const char *const prepositions[] = { "of", "for",  "to", "in", "at",      "from",
                                              "by", "with", "on", "as", "between", NULL };
  const char *last = strrchr(name, '_');
  for (int i = 0; last && prepositions[i]; i++)
    if (strcmp(last + 1, prepositions[i]) == 0) return last;
  return NULL;
}

bool sheet_is_set_off(const char *name) { return is_question(name) || sheet_preposition(name) != NULL; }

/* Where what only describes the noun begins: "legs_left", "keys_on_map", "coins_that_count"; or the end of the name. */
static size_t noun_length(const char *name) {
  static const char *const describing[] = { "of", "for",  "to",   "in",    "at",   "from", "by",     "with",
                                            "on", "left", "late", "apart", "that", "as",   "between" };
  for (const char *at = strchr(name, '_'); at; at = strchr(at + 1, '_'))
    for (size_t i = 0; i < sizeof describing / sizeof *describing; i++) {
      size_t length = strlen(describing[i]);
      if (!strncmp(at + 1, describing[i], length) && (!at[length + 1] || at[length + 1] == '_'))
        return (size_t)(at - name);
    }
  return strlen(name);
}

bool sheet_is_plural_name(const char *name) {
  size_t length = noun_length(name);
  if (length < 3 || name[length - 1] != 's') return false;
  return !strchr("siu", name[length - 2]);
}

void sheet_link(struct sheet *sheet, const char *name) {
  if (sheet->unlinked) return sheet_variable(sheet, name);
  say(sheet, "[");
  sheet_name(sheet, name);
  say(sheet, "](#");
  for (const char *at = sheet_words(sheet, name); *at; at++) text_add_bytes(sheet->out, *at == ' ' ? "-" : at, 1);
  say(sheet, ")");
}

/* What a hole shows, where that is known before anybody plays: a name of the sentence around it, a value, a number. */
static bool is_plain_hole(const struct tree *hole) {
  const struct note *note = note_of(hole);
  if (hole->kind != TREE_NAME || !note) return hole->kind == TREE_INT;
  if (note->kind == NOTE_VALUE) return note->type && note->type->kind != TYPE_KIND_TEXT;
  return note->kind == NOTE_SYMBOL && note->symbol && note->symbol->kind == SYMBOL_LOCAL && note->type &&
         note->type->kind != TYPE_KIND_TEXT;
}

bool sheet_says_something(const struct tree *string) {
  for (const struct tree *part = string->kid[STRING_PARTS]; part; part = part->next)
    if (part->kind == TREE_TEXT_PART ? part->word[strspn(part->word, " .:;,()")] != 0 : is_plain_hole(part))
      return true;
  return false;
}

void sheet_string(struct sheet *sheet, const struct tree *string) {
  bool open = false; /* the last part was a hole that nobody can fill yet */
  say(sheet, "“");
  for (const struct tree *part = string->kid[STRING_PARTS]; part; part = part->next) {
    bool plain = part->kind != TREE_TEXT_PART && is_plain_hole(part);
    if (part->kind == TREE_TEXT_PART) sheet_text(sheet, part->word);
    else if (plain) sheet_expression(sheet, part);
    else if (!open) say(sheet, "…");
    open = part->kind == TREE_TEXT_PART ? open && !*part->word : !plain;
  }
  say(sheet, "”");
}

/* Whether a text ends like a sentence. */
static bool ends_sentence(const struct tree *string) {
  const struct tree *part = string->kid[STRING_PARTS];
  while (part && part->next) part = part->next;
  if (!part || part->kind != TREE_TEXT_PART || !*part->word) return false;
  return strchr(".?!", part->word[strlen(part->word) - 1]) != NULL;
}

void sheet_quote(struct sheet *sheet, const struct tree *string) {
  sheet_string(sheet, string);
  if (!ends_sentence(string)) say(sheet, ".");
}

/* Each leads to its place in the index. */
static void linked_cites(struct sheet *sheet, const struct tree *cites) {
  for (const struct tree *cite = cites; cite; cite = cite->next) {
    text_format(sheet->out, "%s[%s](#%s)", cite == cites ? "" : ", ", cite->word, cite->word);
    char kind = cite->word[0];
    if (cite->number > tree_cite_first(cite))
      text_format(sheet->out, "–[%c%d](#%c%d)", kind, cite->number, kind, cite->number);
  }
}

void sheet_cites(struct sheet *sheet, const struct tree *cites) {
  if (!cites || sheet->uncited) return;
  say(sheet, " (");
  if (sheet->page) linked_cites(sheet, cites);
  else context_add_cites(sheet->out, cites, ", ", "–");
  say(sheet, ")");
  if (sheet->index) sheet_index_note(sheet, cites);
}

void sheet_finish(struct sheet *sheet, const struct tree *cites, const char *mark) {
  sheet_cites(sheet, cites);
  say(sheet, mark);
}

void sheet_players(struct text *out, int32_t low, int32_t high) {
  if (low != high) text_format(out, high == low + 1 ? "%d or " : "%d to ", low);
  text_format(out, "%d player%s", high, high == 1 ? "" : "s");
}

void sheet_source(struct sheet *sheet, const struct tree *fn) {
  if (!fn->kid[FN_SOURCE]) return;
  say(sheet, "worked out by a program, the library ");
  sheet_text(sheet, fn->kid[FN_SOURCE]->word);
}

/* ---- types and values ---- */

/* A deck's cards by its name: "travel card", but "terrain card" also of a deck TerrainCard. */
static const char *card_noun(struct sheet *sheet, const char *deck) {
  const char *words = sheet_words(sheet, deck);
  size_t length = strlen(words);
  bool told = length >= 4 && !strcmp(words + length - 4, "card");
  return told ? words : arena_format(sheet->c->arena, "%s card", words);
}

const char *sheet_noun(struct sheet *sheet, const struct type *type) {
  switch (type->kind) {
  case TYPE_KIND_INT: return "number";
  case TYPE_KIND_BOOL: return "answer";
  case TYPE_KIND_TEXT: return "text";
  case TYPE_KIND_PLAYER: return "player";
  case TYPE_KIND_ENUM: return sheet_words(sheet, type->symbol->name);
  case TYPE_KIND_CARD: return card_noun(sheet, type->symbol->name);
  case TYPE_KIND_ANY_CARD: return "card";
  case TYPE_KIND_ZONE: return "place for cards";
  case TYPE_KIND_PATH: return "way";
  case TYPE_KIND_SET:
    return arena_format(sheet->c->arena, "set of %s", sheet_plural(sheet, sheet_noun(sheet, type->element)));
  case TYPE_KIND_BAG:
    return arena_format(sheet->c->arena, "bag of %s", sheet_plural(sheet, sheet_noun(sheet, type->element)));
  case TYPE_KIND_LIST:
    return arena_format(sheet->c->arena, "list of %s", sheet_plural(sheet, sheet_noun(sheet, type->element)));
  default: return "thing";
  }
}

/* By its name, if the game gives it one. */
void sheet_seat(struct sheet *sheet, int32_t number) {
  const struct tree *item = sheet->c->game->kid[GAME_ITEMS];
  while (item && item->kind != TREE_GAME_SEATS) item = item->next;
  const struct tree *row = item ? item->kid[GAME_SEATS_ROWS] : NULL;
  for (int32_t i = 0; row && i < number; i++) row = row->next;
  if (row) sheet_text(sheet, row->word);
  else text_format(sheet->out, "player %d", number + 1);
}

static void scalar(struct sheet *sheet, const struct type *type, int32_t value) {
  if (type->optional && value == type_none(type)) return say(sheet, "–");
  switch (type->kind) {
  case TYPE_KIND_ENUM:
  case TYPE_KIND_CARD: return sheet_text(sheet, type->symbol->values[value].label);
  case TYPE_KIND_TEXT: return sheet_text(sheet, (const char *)sheet->c->chars.items + value);
  case TYPE_KIND_BOOL: return say(sheet, value ? "yes" : "no");
  case TYPE_KIND_PLAYER: return sheet_seat(sheet, value);
  default: return text_format(sheet->out, "%d", value);
  }
}

/* How often a set or bag of this type, kept in `slots`, holds a value. */
static int holds(const struct type *type, const int32_t *slots, int32_t value) {
  if (type->kind == TYPE_KIND_BAG) return ((const uint8_t *)slots)[value];
  uint64_t word;
  memcpy(&word, slots + 2 * (value / 64), sizeof word);
  return (int)(word >> value % 64 & 1);
}

void sheet_value(struct sheet *sheet, const struct type *type, const int32_t *slots) {
  const char *before = "";
  if (!type_is_multi(type)) return scalar(sheet, type, slots[0]);
  if (type->kind == TYPE_KIND_LIST) {
    for (int32_t i = 1; i <= slots[0]; i++, before = ", ") {
      say(sheet, before);
      scalar(sheet, type->element, slots[i]);
    }
  } else if (type->kind == TYPE_KIND_SET || type->kind == TYPE_KIND_BAG) {
    for (int32_t i = 0; i < type_count(sheet->c, type->element); i++) {
      int count = holds(type, slots, i);
      if (!count) continue;
      say(sheet, before);
      if (count > 1) text_format(sheet->out, "%d ", count);
      scalar(sheet, type->element, i);
      before = ", ";
    }
  }
  if (!*before) say(sheet, "–");
}
