/* The table as a seat sees it, as JSON, for bots and other programs.
 *
 * Shows what view.c shows: arrays become objects whose keys are the indices in notation; cards are their ids. A hidden
 * zone is {"size":n}, and {"size":n,"known":[…]} if the seat was shown cards of it that it could follow, those of a pile
 * with how many lie above; a hidden variable, or what a seat does not see of one, is left out. */
#include <string.h>

#include "vm/api.h"
#include "vm/value_json.h"

struct view_json {
  trv_game *game;
  const struct setup *setup;
  int seat;
  struct json *out;
};

/* ---- zones and variables ---- */

/* A declaration: either a zone declaration or a variable. */
struct view_declared {
  const struct zone_decl *decl;
  const struct variable *variable;
  const int32_t *dim_type;
  int32_t dims;
  uint8_t seen;
};

static void write_cards(const struct view_json *view, const char *key, int32_t instance) {
  const struct program *p = view->setup->program;
  const struct state *state = view->game->game.state;
  const struct zone *zone = &p->zones[instance];
  uint32_t size = zone_size(p, state, instance);
  int32_t *cards = memory_new(game_allocator(view->game), size, sizeof *cards);
  if (!cards) {
    json_text(view->out, key, NULL);
    return;
  }
  zone_list(p, state, instance, false, cards, size);
  json_open_array(view->out, key);
  for (uint32_t i = 0; i < size; i++)
    value_json_single(view->out, view->setup->program, NULL, &p->types[p->decks[zone->deck].type], cards[i]);
  json_close(view->out);
  memory_free(game_allocator(view->game), cards);
}

/* What the seat was shown of a zone that it does not see. */
static void write_known(const struct view_json *view, int32_t instance) {
  const struct program *p = view->setup->program;
  const struct state *state = view->game->game.state;
  const struct type_desc *type = &p->types[p->decks[p->zones[instance].deck].type];
  struct known_card known;
  bool any = false;
  for (uint32_t i = 0; known_at(view->setup, state, view->seat, i, &known); i++) {
    if (known.zone != instance) continue;
    if (!any) json_open_array(view->out, "known");
    any = true;
    if (known.position == 0) value_json_single(view->out, view->setup->program, NULL, type, known.card - 1);
    else {
      json_open_object(view->out, NULL);
      value_json_single(view->out, view->setup->program, "card", type, known.card - 1);
      json_count(view->out, "above", zone_size(p, state, instance) - known.position);
      json_close(view->out);
    }
  }
  if (any) json_close(view->out);
}

static void write_zone(const struct view_json *view, const char *key, const struct view_declared *declared,
                       int32_t element) {
  const struct program *p = view->setup->program;
  int32_t instance = declared->decl->first + element;
  if (place_seen_by(declared->seen, p->zones[instance].owner, view->seat)) {
    write_cards(view, key, instance);
    return;
  }
  json_open_object(view->out, key);
  json_count(view->out, "size", zone_size(p, view->game->game.state, instance));
  write_known(view, instance);
  json_close(view->out);
}

static void write_variable(const struct view_json *view, const char *key, const struct variable *variable,
                           int32_t element) {
  const struct program *p = view->setup->program;
  int32_t small[8];
  size_t slots = (size_t)p->types[variable->type].slots;
  int32_t *value = slots <= 8 ? small : memory_new(game_allocator(view->game), slots, sizeof *value);
  if (!value) {
    json_text(view->out, key, NULL);
    return;
  }
  variable_value(p, view->game->game.state, variable, element, value);
  value_json(view->out, view->setup->program, key, variable->type, value);
  if (value != small) memory_free(game_allocator(view->game), value);
}

/* Writes the elements that share the first `dim` indices, under `key`. `owner`: seat of the first player index so far,
 * or -1. */
static void write_level(const struct view_json *view, const char *key, const struct view_declared *declared,
                        int32_t dim, int32_t element, int32_t owner) {
  if (dim == declared->dims) {
    if (declared->decl) write_zone(view, key, declared, element);
    else write_variable(view, key, declared->variable, element);
    return;
  }
  const struct type_desc *type = &view->setup->program->types[declared->dim_type[dim]];
  bool is_player = type->kind == VALUE_PLAYER;
  int32_t values = type_values(type);
  char place[KEY_LENGTH];
  json_open_object(view->out, key);
  for (int32_t i = 0; i < values; i++) {
    int32_t index_owner = owner < 0 && is_player ? i : owner;
    if (is_player && (uint32_t)i >= view->setup->players) continue;
    if (declared->variable && index_owner >= 0 && !place_seen_by(declared->seen, index_owner, view->seat)) continue;
    const char *index = value_json_key(view->setup->program, type, type_first(type) + i, place);
    write_level(view, index, declared, dim + 1, element * values + i, index_owner);
  }
  json_close(view->out);
}

static bool has_player_index(const struct program *p, const struct view_declared *declared) {
  for (int32_t d = 0; d < declared->dims; d++) {
    if (p->types[declared->dim_type[d]].kind == VALUE_PLAYER) return true;
  }
  return false;
}

static void write_zones(const struct view_json *view) {
  const struct program *p = view->setup->program;
  json_open_object(view->out, "zones");
  for (uint32_t i = 0; i < p->zone_decls_count; i++) {
    const struct zone_decl *decl = &p->zone_decls[i];
    struct view_declared declared = { decl, NULL, decl->dim_type, decl->dims, view->setup->zone_seen[i] };
    if (decl->count == 0 || place_is_box(p, decl->first)) continue;
    write_level(view, program_text(p, decl->name), &declared, 0, 0, -1);
  }
  json_close(view->out);
}

static void write_variables(const struct view_json *view) {
  const struct program *p = view->setup->program;
  json_open_object(view->out, "variables");
  for (uint32_t i = 0; i < p->variables_count; i++) {
    const struct variable *variable = &p->variables[i];
    struct view_declared declared = { NULL, variable, variable->dim_type, variable->dims,
                                      view->setup->variable_seen[i] };
    bool hidden = !has_player_index(p, &declared) && !place_seen_by(declared.seen, -1, view->seat);
    if (variable->setting >= 0 || hidden) continue;
    write_level(view, program_text(p, variable->name), &declared, 0, 0, -1);
  }
  json_close(view->out);
}

/* {"Square":{"hex":false,"width":8,"height":8,"cells":{"a1":[1,1],…}},…} */
static void write_boards(const struct view_json *view) {
  const struct program *p = view->setup->program;
  if (!p->boards_count) return;
  json_open_object(view->out, "boards");
  for (uint32_t i = 0; i < p->boards_count; i++) {
    const struct board_desc *board = &p->boards[i];
    const struct type_desc *type = &p->types[board->type];
    json_open_object(view->out, program_text(p, type->name));
    json_bool(view->out, "hex", board->hex);
    json_number(view->out, "width", board->width);
    json_number(view->out, "height", board->height);
    json_open_object(view->out, "cells");
    for (int32_t cell = 0; cell < board->cells; cell++) {
      json_open_array(view->out, program_text(p, p->ints[type->names + cell]));
      json_number(view->out, NULL, p->ints[board->columns + cell]);
      json_number(view->out, NULL, p->ints[board->rows + cell]);
      json_close(view->out);
    }
    json_close(view->out);
    json_close(view->out);
  }
  json_close(view->out);
}

/* {"points":{"p1":3,…},"rounds_left":2}, if the rules show values of fns. */
struct facts_json {
  const struct view_json *view;
  const char *name; /* of the fn whose object is open, or NULL */
  bool begun;
};

static void end_fact(struct facts_json *facts) {
  if (facts->name) json_close(facts->view->out);
  facts->name = NULL;
}

static bool write_fact(void *context, const trv_fact *fact) {
  struct facts_json *facts = context;
  const struct program *p = facts->view->setup->program;
  char seat[KEY_LENGTH];
  if (!facts->begun) json_open_object(facts->view->out, "facts");
  facts->begun = true;
  if (facts->name != fact->name) end_fact(facts);
  if (fact->owner >= 0 && !facts->name) {
    json_open_object(facts->view->out, fact->name);
    facts->name = fact->name;
  }
  if (fact->owner >= 0) value_json_seat(p, fact->owner, seat);
  const char *key = fact->owner >= 0 ? seat : fact->name;
  if (fact->value) value_json(facts->view->out, p, key, (int32_t)fact->type, fact->value);
  else json_text(facts->view->out, key, fact->known ? fact->contents : NULL);
  return true;
}

static void write_facts(const struct view_json *view) {
  struct facts_json facts = { view, NULL, false };
  trv_facts_each(view->game, write_fact, &facts);
  end_fact(&facts);
  if (facts.begun) json_close(view->out);
}

static void write_to_sink(void *context, const char *bytes, size_t length) { sink_bytes(context, bytes, length); }

size_t trv_view_json(trv_game *game, int seat, char *buffer, size_t size) {
  const struct setup *setup = game->game.setup;
  struct text_sink out = sink_on(buffer, size);
  struct json json;
  struct view_json view = { game, setup, seat, &json };
  trv_choice_info choice;
  char chooser[KEY_LENGTH];
  if (seat < -1 || seat >= (int)setup->players) return sink_end(&out);
  bool pending = trv_game_choice(game, &choice) == TRV_OK;
  if (pending) value_json_seat(setup->program, (int32_t)choice.seat, chooser);
  json_begin(&json, write_to_sink, &out);
  json_open_object(&json, NULL);
  json_count(&json, "players", setup->players);
  json_text(&json, "to_choose", pending ? chooser : NULL);
  json_text(&json, "phase", pending ? choice.phase : "");
  write_zones(&view);
  write_variables(&view);
  write_boards(&view);
  write_facts(&view);
  json_close(&json);
  return sink_end(&out);
}
