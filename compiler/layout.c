/* The state block: where every variable and every zone lives, and how a zone is stored.
 *
 * Scalars take a full slot; arrays the smallest width that holds their values. A pool is a bit set when no kind of its
 * deck exists twice, otherwise counts per kind; a pile is an array of kinds; every place of a row is a slot. */
#include "compiler/passes.h"

#include "compiler/constant.h"
#include "compiler/knowledge.h"
#include "compiler/optimise/bounds.h"
#include "compiler/type.h"
#include "lang/format.h"
#include "vm/state.h"

enum { STATE_LIMIT = 16 << 20 };

static int64_t reserve(int64_t *used, int64_t bytes) {
  int64_t offset = *used;
  *used = (*used + bytes + 7) & ~(int64_t)7;
  return offset;
}

/* ---- variables ---- */

static int32_t element_width(struct compilation *c, const struct type *type) {
  if (type_is_multi(type)) return 4 * type_slots(c, type);
  int64_t low = type->optional ? -1 : 0, high = 0;
  if (type->kind == TYPE_KIND_INT) {
    if (type->optional) return 4;
    low = type->low, high = type->high;
  } else if (type->kind == TYPE_KIND_PATH) return 4;
  else high = type_count(c, type) - 1;
  return low >= -128 && high <= 127 ? 1 : low >= -32768 && high <= 32767 ? 2 : 4;
}

static void add_storage(struct compilation *c, struct symbol *symbol, int64_t *used) {
  const struct type *type = symbol->type, *number = type->kind == TYPE_KIND_LIST ? type->element : type;
  bool bounded =
      number->kind == TYPE_KIND_INT && !number->optional && (number->low > INT32_MIN + 1 || number->high < INT32_MAX);
  struct storage storage = { .count = symbol->instances, .low = number->low, .high = number->high };
  storage.width = symbol->dim_count || type_is_multi(type) ? element_width(c, type) : 4;
  storage.check = !bounded ? 0 : symbol->tree->flags & FLAG_CLAMPED ? 2 : 1;
  storage.offset = (int32_t)reserve(used, (int64_t)storage.width * storage.count);
  symbol->storage = (int32_t)PUSH(c, storages, storage);
}

static void describe_dims(struct compilation *c, const struct symbol *symbol, int32_t *dims, int32_t *types) {
  *dims = symbol->dim_count;
  for (int i = 0; i < DIMS_LIMIT; i++) types[i] = i < symbol->dim_count ? type_describe(c, symbol->dims[i]) : -1;
}

static enum seen seen_of(const struct tree *seen) {
  if (!seen) return SEEN_BY_ALL;
  switch (seen->number) {
  case SEEN_HIDDEN: return SEEN_BY_NOBODY;
  case SEEN_OWNER: return SEEN_BY_OWNER;
  case SEEN_OTHERS: return SEEN_BY_OTHERS;
  default: return SEEN_BY_ALL;
  }
}

/* The type that samples draw a hidden number from: if its own has too many values, that of all that the rules set it to,
 * as far as these have bounds. */
static struct type *sampled_type(struct compilation *c, const struct symbol *symbol) {
  struct type *type = symbol->type;
  const struct tree *initial =
      symbol->kind == SYMBOL_VAR && symbol->tree->kind == TREE_VAR ? symbol->tree->kid[VAR_VALUE] : NULL;
  bool wide = type->kind == TYPE_KIND_INT && !type->optional && (int64_t)type->high - type->low > UINT16_MAX;
  if (!wide || !initial || !symbol_seen(symbol)) return type;
  int32_t least = type->low, most = type->high;
  bounds_of(c, initial, &least, &most);
  const struct given_value *given = symbol->knowledge ? symbol->knowledge->values : NULL;
  for (; given; given = given->next) {
    int32_t low = type->low, high = type->high;
    if (given->value) bounds_of(c, given->value, &low, &high);
    if (low < least) least = low;
    if (high > most) most = high;
  }
  if ((int64_t)most - least > UINT16_MAX) return type;
  struct type *bounded = type_new(c, TYPE_KIND_INT);
  bounded->low = least;
  bounded->high = most;
  return bounded;
}

static void add_variable(struct compilation *c, struct symbol *symbol, int64_t *used) {
  const struct tree *seen = symbol_seen(symbol);
  add_storage(c, symbol, used);
  struct variable variable = { .name = context_text(c, symbol->name),
                               .type = type_describe(c, sampled_type(c, symbol)),
                               .storage = symbol->storage,
                               .seen = (int32_t)seen_of(seen),
                               .condition = -1,
                               .setting = -1 };
  variable.seen_alternative = seen ? (int32_t)seen_of(seen->kid[SEEN_ALTERNATIVE]) : SEEN_BY_ALL;
  describe_dims(c, symbol, &variable.dims, variable.dim_type);
  variable.passing = symbol->lives != NULL;
  if (symbol->kind == SYMBOL_SETTING) variable.setting = (int32_t)c->settings.count;
  symbol->decl_index = (int32_t)PUSH(c, variables, variable);
}

static int32_t setting_number(struct compilation *c, const char *name) {
  int32_t number = 0;
  for (const struct symbol *symbol = c->first_of[SYMBOL_SETTING]; symbol; symbol = symbol->alike) {
    if (symbol->name == name) return number;
    number++;
  }
  return -1;
}

/* The conditions as they are written, whatever the layout: "expert_keep_events and rounds > 3"; the empty text without
 * any. */
static int32_t conditions_text(struct compilation *c, const struct tree *setting) {
  struct text out = arena_text(c->arena);
  for (const struct tree *limit = setting->kid[SETTING_LIMITS]; limit; limit = limit->next) {
    if (limit->kind != TREE_NEED) continue;
    if (out.length) text_add(&out, " and ");
    format_phrase(c->sources, limit->kid[NEED_CONDITION]->span, &out);
  }
  return context_text(c, text_get(&out));
}

static void add_setting(struct compilation *c, struct symbol *symbol) {
  struct tree *usual = symbol->tree->kid[SETTING_USUAL];
  struct setting setting = { .name = context_text(c, symbol->name),
                             .variable = symbol->decl_index,
                             .value = symbol->value,
                             .simulated = symbol->simulated,
                             .made = symbol->sizes_board,
                             .usual = symbol->value,
                             .conditions = conditions_text(c, symbol->tree),
                             .low_players = c->low_players,
                             .high_players = c->high_players,
                             .excludes = (int32_t)c->ints.count };
  if (usual) constant_value(c, usual, symbol->type, &setting.usual);
  for (struct tree *limit = symbol->tree->kid[SETTING_LIMITS]; limit; limit = limit->next) {
    if (limit->kind == TREE_SETTING_TEXT) setting.text = context_text(c, limit->word);
    if (limit->kind == TREE_GAME_PLAYERS) {
      setting.low_players = limit->kid[GAME_PLAYERS_LOW]->number;
      setting.high_players = limit->kid[GAME_PLAYERS_HIGH]->number;
    }
    if (limit->kind != TREE_EXCLUDES) continue;
    int32_t excluded = setting_number(c, limit->word);
    PUSH(c, ints, excluded);
    setting.excludes_count++;
  }
  setting.cites = context_cites(c, symbol->tree->cites, &setting.cite_count);
  PUSH(c, settings, setting);
}

/* ---- zones ---- */

static bool every_kind_single(const struct symbol *deck) {
  if (deck->tree->flags & FLAG_EACH_PLAYER) return false;
  for (int32_t i = 0; i < deck->count; i++)
    if (deck->values[i].copies > 1) return false;
  return true;
}

static int32_t cards_of(const struct compilation *c, const struct symbol *deck) {
  return deck->total * (deck->tree->flags & FLAG_EACH_PLAYER ? c->high_players : 1);
}

static int32_t zone_bytes(const struct symbol *deck, enum zone_form form, int32_t capacity) {
  switch (form) {
  case ZONE_PILE: return 2 + capacity * (deck->count > 256 ? 2 : 1);
  case ZONE_COUNTS: return 8 + (deck->count + 7) / 8 * 8;
  case ZONE_BITS: return (deck->count + 63) / 64 * 8;
  default: return 2;
  }
}

static int32_t add_instance(struct compilation *c, const struct symbol *deck, enum zone_form form, int32_t decl,
                            int64_t *used) {
  int32_t capacity = form == ZONE_SLOT ? 1 : cards_of(c, deck);
  struct zone zone = { .decl = decl,
                       .deck = deck->deck_index,
                       .form = (int32_t)form,
                       .capacity = capacity,
                       .owner = -1,
                       .refill = -1,
                       .holds = -1,
                       .bytes = zone_bytes(deck, form, capacity),
                       .kinds = deck->count };
  zone.offset = (int32_t)reserve(used, zone.bytes);
  return (int32_t)PUSH(c, zones, zone);
}

static enum zone_form form_of(const struct symbol *symbol, const struct symbol *deck) {
  if (symbol->row) return ZONE_SLOT;
  if (symbol->tree->kind == TREE_PILE) return ZONE_PILE;
  return every_kind_single(deck) ? ZONE_BITS : ZONE_COUNTS;
}

static void add_zone(struct compilation *c, struct symbol *symbol, int64_t *used) {
  const struct tree *tree = symbol->tree, *seen = symbol_seen(symbol);
  const struct symbol *deck = symbol->type->element->symbol;
  struct position position = context_position(c, symbol->span);
  struct zone_decl decl = { .name = context_text(c, symbol->name),
                            .deck = deck->deck_index,
                            .count = symbol->instances,
                            .first = (int32_t)c->zones.count,
                            .seen = (int32_t)seen_of(seen),
                            .condition = -1,
                            .is_row = symbol->row,
                            .file = position.file,
                            .line = position.line,
                            .column = position.column };
  decl.seen_alternative = seen ? (int32_t)seen_of(seen->kid[SEEN_ALTERNATIVE]) : SEEN_BY_ALL;
  describe_dims(c, symbol, &decl.dims, decl.dim_type);
  symbol->form = form_of(symbol, deck);
  symbol->first_instance = decl.first;
  symbol->decl_index = (int32_t)PUSH(c, zone_decls, decl);
  bool owned = symbol->dim_count && symbol->dims[0]->kind == TYPE_KIND_PLAYER;
  int32_t holds = -1;
  if (tree->kind == TREE_POOL && tree->kid[POOL_HOLDS]) constant_fold(c, tree->kid[POOL_HOLDS], &holds);
  for (int32_t i = 0; i < symbol->instances; i++) {
    int32_t index = add_instance(c, deck, symbol->form, symbol->decl_index, used);
    if (arena_failed(c->arena)) return; /* it may not be there */
    struct zone *zone = ITEM(c, zones, struct zone, index);
    zone->holds = holds;
    if (owned) zone->owner = i / (symbol->instances / c->high_players);
  }
}

static void link_refill(struct compilation *c, const struct symbol *symbol) {
  struct tree *refill = symbol->tree->kind == TREE_PILE ? symbol->tree->kid[PILE_REFILL] : NULL;
  if (!refill) return;
  const struct symbol *from = symbol_find(c, (refill->kind == TREE_INDEX ? refill->kid[INDEX_BASE] : refill)->word);
  for (int32_t i = 0; i < symbol->instances; i++)
    ITEM(c, zones, struct zone, symbol->first_instance + i)->refill =
        from->first_instance + (from->instances == 1 ? 0 : i);
  if (from->instances != symbol->instances)
    ITEM(c, decks, struct deck, symbol->type->element->symbol->deck_index)->wanders = 1;
}

/* ---- decks ---- */

/* The first index of a zone: 0, except where places are numbered. */
static int32_t home_base(const struct symbol *zone) {
  return zone->dims[0]->kind == TYPE_KIND_INT ? zone->dims[0]->low : 0;
}

/* Where the cards of a deck start: a zone, a zone for each player, or a zone named by a field of the card; declare.c
 * has made sure of it. */
static void find_homes(struct compilation *c, struct symbol *symbol, struct deck *deck) {
  struct tree *tree = symbol->tree->kid[DECK_ZONE];
  struct tree *base = tree && tree->kind == TREE_INDEX ? tree->kid[INDEX_BASE] : tree;
  struct symbol *zone = base ? symbol_find(c, base->word) : NULL;
  struct tree *index = tree && tree->kind == TREE_INDEX ? tree->kid[INDEX_ARGS] : NULL;
  if (zone && index && index->kind == TREE_TYPE_PLAYER) deck->home_stride = zone->instances / c->high_players;
  const struct field *field = index && index->kind == TREE_NAME ? symbol->fields : NULL;
  while (field && field->name != index->word) field = field->next;
  deck->homes = (int32_t)c->ints.count;
  for (int32_t i = 0; i < symbol->count; i++) {
    int32_t home = zone ? zone->first_instance + (field ? field->values[i] - home_base(zone) : 0) : deck->box;
    PUSH(c, ints, home);
  }
}

static void number_decks(struct compilation *c) {
  int32_t index = 0;
  for (struct symbol *deck = c->first_of[SYMBOL_DECK]; deck; deck = deck->alike) deck->deck_index = index++;
}

static void add_deck(struct compilation *c, struct symbol *symbol, int64_t *used) {
  struct deck deck = { .name = context_text(c, symbol->name),
                       .type = type_describe(c, type_of_symbol(c, TYPE_KIND_CARD, symbol)),
                       .kinds = symbol->count,
                       .each_player = (symbol->tree->flags & FLAG_EACH_PLAYER) != 0,
                       .total = cards_of(c, symbol) };
  deck.copies = (int32_t)c->ints.count;
  for (int32_t i = 0; i < symbol->count; i++) PUSH(c, ints, symbol->values[i].copies);
  deck.box = add_instance(c, symbol, every_kind_single(symbol) ? ZONE_BITS : ZONE_COUNTS, -1, used);
  symbol->first_instance = deck.box;
  find_homes(c, symbol, &deck);
  PUSH(c, decks, deck);
}

/* ---- what players were shown ---- */

static void add_known(struct compilation *c, struct meta *meta, int64_t *used) {
  int32_t cards = 0;
  for (const struct symbol *deck = c->first_of[SYMBOL_DECK]; deck && cards < KNOWN_MOST; deck = deck->alike)
    cards += cards_of(c, deck);
  meta->known_count = cards < KNOWN_MOST ? cards : KNOWN_MOST;
  meta->known_offset =
      (int32_t)reserve(used, (int64_t)meta->known_count * c->high_players * (int64_t)sizeof(struct known_card));
}

void layout_state(struct compilation *c) {
  int64_t used = sizeof(struct state);
  struct symbol *symbol;
  number_decks(c);
  for (symbol = c->first_symbol; symbol; symbol = symbol->next) {
    if (symbol->kind == SYMBOL_VAR || symbol->kind == SYMBOL_SETTING) add_variable(c, symbol, &used);
    if (symbol->kind == SYMBOL_SETTING) add_setting(c, symbol);
    if (used > STATE_LIMIT) break;
  }
  for (symbol = c->first_of[SYMBOL_ZONE]; symbol && used <= STATE_LIMIT; symbol = symbol->alike)
    add_zone(c, symbol, &used);
  for (symbol = c->first_of[SYMBOL_DECK]; symbol && used <= STATE_LIMIT; symbol = symbol->alike)
    add_deck(c, symbol, &used);
  if (arena_failed(c->arena)) return; /* not all zones may be there */
  for (symbol = c->first_of[SYMBOL_ZONE]; symbol && used <= STATE_LIMIT; symbol = symbol->alike) link_refill(c, symbol);
  if (used > STATE_LIMIT)
    diag_report(c->diags, DIAG_E0410, c->game ? c->game->word_span : (struct span){ c->main_file, 0, 0 },
                "the state of this game would need more than %d MB", STATE_LIMIT >> 20);
  struct meta *meta = ITEM(c, meta, struct meta, 0);
  if (c->reveals) add_known(c, meta, &used);
  meta->stack_offset = (int32_t)used;
}
