/* Tools of all passes: see context.h. Owns nothing; everything goes into the arena of the compilation. */
#include "compiler/context.h"

#include <string.h>

#include "include/trv.h"

/* ---- names ---- */

struct name_entry {
  const char *key;
  void *value;
};
/* The first tables of a compilation, which are asked most, note their values with the names; others are hash tables. */
struct name_table {
  struct arena *arena;
  int number; /* of the note, -1 if there is none */
  struct name_entry *entries;
  size_t capacity, count; /* capacity is a power of two */
};

struct name_table *table_new(struct arena *arena) {
  struct name_table *table = arena_alloc(arena, sizeof *table);
  table->arena = arena;
  table->number = arena_claim_notes(arena);
  if (table->number >= 0) return table;
  table->capacity = 64;
  table->entries = arena_alloc(arena, table->capacity * sizeof *table->entries);
  return table;
}

static size_t name_slot(const struct name_table *table, const char *key) {
  uint64_t hash = (uint64_t)((uintptr_t)key >> 3) * UINT64_C(0x9e3779b97f4a7c15);
  size_t slot = (size_t)(hash ^ hash >> 29) & (table->capacity - 1);
  while (table->entries[slot].key && table->entries[slot].key != key) slot = (slot + 1) & (table->capacity - 1);
  return slot;
}

void *table_get(const struct name_table *table, const char *key) {
  if (table->number < 0) return table->entries[name_slot(table, key)].value;
  void **note = arena_note(table->arena, key, table->number);
  return note ? *note : NULL;
}

/* Without memory the table stays as it is. */
static void table_double(struct name_table *table) {
  struct name_table larger = {
    .arena = table->arena, .number = -1, .capacity = 2 * table->capacity, .count = table->count
  };
  larger.entries = arena_try(table->arena, larger.capacity * sizeof *larger.entries);
  if (!larger.entries) return;
  for (size_t i = 0; i < table->capacity; i++)
    if (table->entries[i].key) larger.entries[name_slot(&larger, table->entries[i].key)] = table->entries[i];
  arena_release(table->arena, table->entries, table->capacity * sizeof *table->entries);
  *table = larger;
}

void table_put(struct name_table *table, const char *key, void *value) {
  if (table->number >= 0) {
    void **note = arena_note(table->arena, key, table->number);
    if (note) *note = value;
    return;
  }
  if (2 * (table->count + 1) > table->capacity) table_double(table);
  if (table->count + 1 == table->capacity) return; /* one slot stays empty, where every search ends */
  struct name_entry *entry = &table->entries[name_slot(table, key)];
  if (!entry->key) table->count++;
  entry->key = key;
  entry->value = value;
}

/* ---- sections ---- */

uint32_t vector_push_slowly(struct arena *arena, struct vector *vector, const void *item, size_t item_size) {
  vector->items = arena_grow(arena, vector->items, item_size, vector->count, &vector->capacity);
  if (vector->count < vector->capacity) memcpy((char *)vector->items + vector->count++ * item_size, item, item_size);
  else if (!vector->items)
    vector->items = arena_alloc(arena, item_size); /* memory has ended; what is noted at 0 is lost */
  return (uint32_t)(vector->count ? vector->count - 1 : 0);
}

/* Appends all items (zeros when none are given) or, without memory, none. */
static void vector_append(struct arena *arena, struct vector *vector, const void *items, size_t count,
                          size_t item_size) {
  if (!count) return; /* perhaps there are no items yet either */
  while (vector->capacity - vector->count < count) {
    size_t before = vector->capacity;
    vector->items = arena_grow(arena, vector->items, item_size, vector->count, &vector->capacity);
    if (vector->capacity == before) return;
  }
  char *end = (char *)vector->items + vector->count * item_size;
  if (items) memcpy(end, items, count * item_size);
  else memset(end, 0, count * item_size);
  vector->count += count;
}

void tree_list_push(struct arena *arena, struct tree_array *list, struct tree *item) {
  if (list->count == list->capacity)
    list->items = arena_grow(arena, list->items, sizeof *list->items, list->count, &list->capacity);
  if (list->count < list->capacity) list->items[list->count++] = item;
}

int32_t context_text(struct compilation *c, const char *text) {
  if (!text || !*text) return 0;
  uintptr_t known = (uintptr_t)table_get(c->texts, text); /* most are names, and names are interned */
  if (known) return (int32_t)(known - 1);
  size_t length = strlen(text);
  const char *key = arena_intern(c->arena, text, length);
  if (key != text) known = (uintptr_t)table_get(c->texts, key);
  if (known) return (int32_t)(known - 1);
  int32_t offset = (int32_t)c->chars.count;
  vector_append(c->arena, &c->chars, text, length + 1, 1);
  table_put(c->texts, key, (void *)(uintptr_t)(offset + 1));
  return offset;
}

int32_t context_ints(struct compilation *c, const int32_t *values, size_t count) {
  int32_t first = (int32_t)c->ints.count;
  vector_append(c->arena, &c->ints, values, count, sizeof *values);
  return first;
}

int32_t context_column(struct compilation *c, const int32_t *values, int32_t slots, int32_t count) {
  struct column column = { context_ints(c, values, (size_t)slots * (size_t)count), slots, count };
  return (int32_t)PUSH(c, columns, column);
}

int32_t context_cites(struct compilation *c, const struct tree *cites, int32_t *count) {
  int32_t first = (int32_t)c->ints.count;
  *count = 0;
  for (const struct tree *cite = cites; cite; cite = cite->next) {
    for (int32_t number = tree_cite_first(cite); number <= cite->number; number++, ++*count) {
      int32_t code = (int32_t)cite->word[0] << 24 | number;
      PUSH(c, ints, code);
    }
  }
  return first;
}

void context_add_cites(struct text *out, const struct tree *cites, const char *between, const char *dash) {
  for (const struct tree *cite = cites; cite; cite = cite->next) {
    text_format(out, "%s%s", cite == cites ? "" : between, cite->word);
    if (cite->number > tree_cite_first(cite)) text_format(out, "%s%c%d", dash, cite->word[0], cite->number);
  }
}

struct position context_position(struct compilation *c, struct span span) {
  struct source_place place = source_place(c->sources, span.file, span.start);
  return (struct position){ -1 - (int32_t)span.file, (int32_t)place.line, (int32_t)place.column };
}

/* ---- symbols ---- */

struct symbol *symbol_find(const struct compilation *c, const char *name) {
  return table_get(c->globals, name);
}

void context_mention(struct compilation *c, struct span span, enum mention_kind kind, const void *what) {
  struct kept_mention mention = { span, kind, what };
  if (c->sources->keeps_meaning) PUSH(c, mentions, mention);
}

struct symbol *symbol_named(struct compilation *c, const struct tree *node) {
  struct symbol *symbol = symbol_find(c, node->word);
  if (symbol) context_mention(c, node->word_span, MENTION_SYMBOL, symbol);
  return symbol;
}

struct symbol *symbol_new(struct compilation *c, enum symbol_kind kind, struct tree *tree) {
  struct symbol *symbol = arena_alloc(c->arena, sizeof *symbol);
  symbol->kind = kind;
  symbol->number = c->symbol_count++;
  symbol->name = tree->word;
  symbol->tree = tree;
  symbol->span = tree->word_span;
  symbol->rule = symbol->decl_index = symbol->table_column = -1;
  if (symbol_is_procedure(symbol)) symbol->proc = -1;
  else if (kind == SYMBOL_DECK) symbol->deck_index = -1;
  else if (kind == SYMBOL_VAR || kind == SYMBOL_SETTING) symbol->storage = -1;
  symbol->type = c->error_type;
  return symbol;
}

void context_consider(struct compilation *c, struct suggestion *near, unsigned kinds) {
  for (const struct symbol *symbol = context_suggests(c) ? c->first_symbol : NULL; symbol; symbol = symbol->next)
    if (kinds & 1u << symbol->kind) suggest_consider(near, symbol->name);
}

bool symbol_blame(struct symbol *symbol) {
  bool first = !symbol->blamed;
  symbol->blamed = true;
  return first;
}

struct field *field_named(struct compilation *c, const struct symbol *owner, const struct tree *node,
                          enum diag_code code) {
  struct suggestion near = { .word = node->word };
  for (struct field *field = owner->fields; field; field = field->next) {
    if (field->name == node->word) {
      context_mention(c, node->word_span, MENTION_FIELD, field);
      return field;
    }
    suggest_consider(&near, field->name);
  }
  struct diag *diag = diag_report(c->diags, code, node->word_span, "%s has no field `%s`", owner->name, node->word);
  diag_suggest(c->diags, diag, &near);
  return NULL;
}

const struct tree *symbol_seen(const struct symbol *symbol) {
  if (symbol->kind == SYMBOL_ZONE) return symbol->tree->kid[PILE_SEEN];
  return symbol->kind == SYMBOL_VAR && symbol->tree->kind == TREE_VAR ? symbol->tree->kid[VAR_SEEN] : NULL;
}

bool symbol_is_public(const struct symbol *symbol) {
  const struct tree *seen = symbol_seen(symbol);
  return !seen || seen->number == SEEN_OPEN;
}

const char *symbol_kind_word(enum symbol_kind kind) {
  static const char *const words[] = {
    [SYMBOL_CONST] = "constant",    [SYMBOL_SETTING] = "setting",  [SYMBOL_ENUM] = "enum",
    [SYMBOL_DECK] = "deck",         [SYMBOL_TABLE] = "table",      [SYMBOL_ZONE] = "zone",
    [SYMBOL_VAR] = "variable",      [SYMBOL_GRAPH] = "graph",      [SYMBOL_FN] = "fn",
    [SYMBOL_EFFECT] = "effect",     [SYMBOL_PHASE] = "phase",      [SYMBOL_OPTIONS] = "group of options",
    [SYMBOL_POSITION] = "position", [SYMBOL_LOCAL] = "local name", [SYMBOL_DECK_PARAM] = "deck parameter"
  };
  return words[kind];
}

const char *symbol_kind_phrase(struct compilation *c, enum symbol_kind kind) {
  const char *word = symbol_kind_word(kind);
  return arena_format(c->arena, "%s %s", context_article(word), word);
}

const char *context_article(const char *word) {
  if (*word == 'u' || *word == 'U') return !strncmp(word + 1, "ni", 2) || word[1] == 's' ? "a" : "an";
  return *word && strchr("AEIOaeio", *word) ? "an" : "a";
}

/* ---- seats ---- */

int context_seat_named(const struct compilation *c, const char *name) {
  int seat = 0;
  for (struct tree *item = c->game ? c->game->kid[GAME_ITEMS] : NULL; item; item = item->next)
    if (item->kind == TREE_GAME_SEATS)
      for (struct tree *word = item->kid[GAME_SEATS_ROWS]; word && seat < TRV_MOST_PLAYERS; word = word->next, seat++)
        if (word->word == name) return seat;
  if (name[0] != 'p' || name[1] < '1' || name[1] > '9') return -1;
  seat = name[1] - '0';
  if (name[2]) {
    if (name[2] < '0' || name[2] > '9' || name[3]) return -1;
    seat = 10 * seat + name[2] - '0';
  }
  return seat - 1;
}

/* ---- walks ---- */

struct met met_begin(struct compilation *c) {
  return (struct met){ ++c->walks };
}

bool met_first(struct met met, struct symbol *symbol) {
  bool first = symbol->met != met.walk;
  symbol->met = met.walk;
  return first;
}

int32_t *context_symbol_numbers(struct compilation *c) {
  return arena_try(c->arena, ((size_t)c->symbol_count + 1) * sizeof(int32_t));
}
