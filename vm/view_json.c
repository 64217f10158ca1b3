/* The table as a seat sees it, as JSON, for bots and other programs.
 *
 * Shows what view.c shows: arrays become objects whose keys are the indices in notation; cards are their ids. A hidden
 * zone is {"size":n}; a hidden variable, or what a seat does not see of one, is left out. */
#include <string.h>

#include "vm/api.h"

struct json {
  trv_game *game;
  const struct setup *setup;
  int seat;
  struct text_sink *out;
};

/* ---- texts and values ---- */

static void json_text(struct text_sink *out, const char *text) {
  static const char digits[] = "0123456789abcdef";
  const char *plain = text; /* what goes out as it is, from here to `text` */
  sink_bytes(out, "\"", 1);
  for (; *text; text++) {
    unsigned char byte = (unsigned char)*text;
    if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
    sink_bytes(out, plain, (size_t)(text - plain));
    plain = text + 1;
    if (byte < 0x20) sink_bytes(out, (char[]){ '\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15] }, 6);
    else sink_bytes(out, (char[]){ '\\', (char)byte }, 2);
  }
  sink_bytes(out, plain, (size_t)(text - plain));
  sink_bytes(out, "\"", 1);
}

static void json_seat(const struct json *json, int32_t seat) {
  char name[128];
  struct text_sink text = sink_on(name, sizeof name);
  seat_notation(json->setup->program, seat, &text);
  sink_end(&text);
  json_text(json->out, name);
}

/* A value of one slot; as a key of an object everything is a text. */
static void json_single(const struct json *json, const struct type_desc *type, int32_t value, bool is_key) {
  const struct program *p = json->setup->program;
  if (value_is_none(type, value)) {
    sink_text(json->out, is_key ? "\"none\"" : "null");
    return;
  }
  const char *quote = is_key ? "\"" : "";
  switch (type->kind) {
  case VALUE_PLAYER: json_seat(json, value); break;
  case VALUE_ENUM:
  case VALUE_CARD:
    json_text(json->out, value >= 0 && value < type->count ? program_text(p, p->ints[type->names + value]) : "?");
    break;
  case VALUE_TEXT:
    json_text(json->out, value >= 0 && (uint32_t)value < p->chars_count ? program_text(p, value) : "?");
    break;
  default:
    sink_text(json->out, quote);
    if (type->kind == VALUE_BOOL) sink_text(json->out, value ? "true" : "false");
    else sink_int(json->out, value);
    sink_text(json->out, quote);
    break;
  }
}

static void json_value(const struct json *json, int32_t type, const int32_t *slots) {
  const struct program *p = json->setup->program;
  const struct type_desc *desc = &p->types[type];
  if (desc->kind < VALUE_PATH || (desc->kind == VALUE_PATH && value_is_none(desc, slots[0]))) {
    json_single(json, desc, slots[0], false);
    return;
  }
  bool bag = desc->kind == VALUE_BAG;
  struct members members = members_of(p, desc, slots);
  int32_t value, count, written = 0;
  sink_text(json->out, bag ? "{" : "[");
  while (members_next(&members, &value, &count)) {
    if (written++ > 0) sink_text(json->out, ",");
    json_single(json, &p->types[desc->element], value, bag);
    if (bag) {
      sink_text(json->out, ":");
      sink_int(json->out, count);
    }
  }
  sink_text(json->out, bag ? "}" : "]");
}

/* ---- zones and variables ---- */

/* A declaration: either a zone declaration or a variable. */
struct declared {
  const struct zone_decl *decl;
  const struct variable *variable;
  const int32_t *dim_type;
  int32_t dims;
  uint8_t seen;
};

static void json_cards(const struct json *json, int32_t instance) {
  const struct program *p = json->setup->program;
  const struct state *state = json->game->game.state;
  const struct zone *zone = &p->zones[instance];
  uint32_t size = zone_size(p, state, instance);
  int32_t *cards = memory_new(game_allocator(json->game), size, sizeof *cards);
  if (!cards) {
    sink_text(json->out, "null");
    return;
  }
  zone_list(p, state, instance, false, cards, size);
  sink_text(json->out, "[");
  for (uint32_t i = 0; i < size; i++) {
    if (i > 0) sink_text(json->out, ",");
    json_single(json, &p->types[p->decks[zone->deck].type], cards[i], false);
  }
  sink_text(json->out, "]");
  memory_free(game_allocator(json->game), cards);
}

static void json_zone(const struct json *json, const struct declared *declared, int32_t element) {
  const struct program *p = json->setup->program;
  int32_t instance = declared->decl->first + element;
  if (seen_by(declared->seen, p->zones[instance].owner, json->seat)) {
    json_cards(json, instance);
  } else {
    sink_text(json->out, "{\"size\":");
    sink_int(json->out, zone_size(p, json->game->game.state, instance));
    sink_text(json->out, "}");
  }
}

static void json_variable(const struct json *json, const struct variable *variable, int32_t element) {
  const struct program *p = json->setup->program;
  int32_t small[8];
  size_t slots = (size_t)p->types[variable->type].slots;
  int32_t *value = slots <= 8 ? small : memory_new(game_allocator(json->game), slots, sizeof *value);
  if (!value) {
    sink_text(json->out, "null");
    return;
  }
  variable_value(p, json->game->game.state, variable, element, value);
  json_value(json, variable->type, value);
  if (value != small) memory_free(game_allocator(json->game), value);
}

/* Writes the elements that share the first `dim` indices. `owner`: seat of the first player index so far, or -1. */
static void json_level(const struct json *json, const struct declared *declared, int32_t dim, int32_t element,
                       int32_t owner) {
  if (dim == declared->dims) {
    if (declared->decl) json_zone(json, declared, element);
    else json_variable(json, declared->variable, element);
    return;
  }
  const struct type_desc *type = &json->setup->program->types[declared->dim_type[dim]];
  bool is_player = type->kind == VALUE_PLAYER;
  int32_t values = type_values(type), written = 0;
  sink_text(json->out, "{");
  for (int32_t i = 0; i < values; i++) {
    int32_t index_owner = owner < 0 && is_player ? i : owner;
    if (is_player && (uint32_t)i >= json->setup->players) continue;
    if (declared->variable && index_owner >= 0 && !seen_by(declared->seen, index_owner, json->seat)) continue;
    if (written++ > 0) sink_text(json->out, ",");
    json_single(json, type, type_first(type) + i, true);
    sink_text(json->out, ":");
    json_level(json, declared, dim + 1, element * values + i, index_owner);
  }
  sink_text(json->out, "}");
}

static bool has_player_index(const struct program *p, const struct declared *declared) {
  for (int32_t d = 0; d < declared->dims; d++) {
    if (p->types[declared->dim_type[d]].kind == VALUE_PLAYER) return true;
  }
  return false;
}

static void json_zones(const struct json *json) {
  const struct program *p = json->setup->program;
  uint32_t written = 0;
  for (uint32_t i = 0; i < p->zone_decls_count; i++) {
    const struct zone_decl *decl = &p->zone_decls[i];
    struct declared declared = { decl, NULL, decl->dim_type, decl->dims, json->setup->zone_seen[i] };
    if (decl->count == 0 || zone_is_box(p, decl->first)) continue;
    if (written++ > 0) sink_text(json->out, ",");
    json_text(json->out, program_text(p, decl->name));
    sink_text(json->out, ":");
    json_level(json, &declared, 0, 0, -1);
  }
}

static void json_variables(const struct json *json) {
  const struct program *p = json->setup->program;
  uint32_t written = 0;
  for (uint32_t i = 0; i < p->variables_count; i++) {
    const struct variable *variable = &p->variables[i];
    struct declared declared = { NULL, variable, variable->dim_type, variable->dims, json->setup->variable_seen[i] };
    bool hidden = !has_player_index(p, &declared) && !seen_by(declared.seen, -1, json->seat);
    if (variable->setting >= 0 || hidden) continue;
    if (written++ > 0) sink_text(json->out, ",");
    json_text(json->out, program_text(p, variable->name));
    sink_text(json->out, ":");
    json_level(json, &declared, 0, 0, -1);
  }
}

size_t trv_view_json(trv_game *game, int seat, char *buffer, size_t size) {
  const struct setup *setup = game->game.setup;
  struct text_sink out = sink_on(buffer, size);
  struct json json = { game, setup, seat, &out };
  trv_choice_info choice;
  if (seat < -1 || seat >= (int)setup->players) return sink_end(&out);
  bool pending = trv_game_choice(game, &choice) == TRV_OK;
  sink_text(&out, "{\"players\":");
  sink_int(&out, setup->players);
  sink_text(&out, ",\"to_choose\":");
  if (pending) json_seat(&json, (int32_t)choice.seat);
  else sink_text(&out, "null");
  sink_text(&out, ",\"phase\":");
  json_text(&out, pending ? choice.phase : "");
  sink_text(&out, ",\"zones\":{");
  json_zones(&json);
  sink_text(&out, "},\"variables\":{");
  json_variables(&json);
  sink_text(&out, "}}");
  return sink_end(&out);
}
