/* The table as a seat sees it, piece by piece, for people: names, indices, sizes and contents in words.
 *
 * Owns the rule what is shown: zones and variables in order of declaration, no boxes, nothing of seats that do not
 * play, contents only of what the seat sees. The same as JSON is view_json.c. */
#include <string.h>

#include "vm/api.h"

struct view {
  trv_game *game;
  const struct setup *setup;
  int seat;
  struct text index, contents;
  int32_t *values; /* cards of a zone or slots of a variable: room for the largest */
  bool (*each)(void *context, const trv_view_item *item);
  void *context;
};

/* Slots that the largest zone or variable needs. */
static size_t largest(const struct program *p) {
  size_t most = 1;
  for (uint32_t i = 0; i < p->zones_count; i++) {
    if ((size_t)p->zones[i].capacity > most) most = (size_t)p->zones[i].capacity;
  }
  for (uint32_t i = 0; i < p->types_count; i++) {
    if ((size_t)p->types[i].slots > most) most = (size_t)p->types[i].slots;
  }
  return most;
}

struct spelling {
  const struct program *p;
  int32_t type;
  const int32_t *slots;
};

static void write_label(void *context, struct text_sink *sink) {
  const struct spelling *spelling = context;
  text_value_label(spelling->p, spelling->type, spelling->slots, sink);
}

static void write_index(struct view *view, const int32_t *dim_type, const struct place *place) {
  text_clear(&view->index);
  for (int32_t d = 0; d < place->dims; d++) {
    struct spelling spelling = { view->setup->program, dim_type[d], &place->index[d] };
    if (d > 0) text_add(&view->index, ", ");
    sink_append(&view->index, write_label, &spelling);
  }
}

/* "Ulm, Bern" from the top of a pile, "2 red, 1 blue" of anything else. */
static void write_cards(struct view *view, const struct zone *zone, uint32_t size) {
  const struct program *p = view->setup->program;
  bool ordered = zone->form == ZONE_PILE || zone->form == ZONE_SLOT;
  for (uint32_t i = 0, run; i < size; i += run) {
    for (run = 1; !ordered && i + run < size && view->values[i + run] == view->values[i]; run++) continue;
    if (i > 0) text_add(&view->contents, ", ");
    if (!ordered) text_format(&view->contents, "%u ", run);
    struct spelling spelling = { p, p->decks[zone->deck].type, &view->values[i] };
    sink_append(&view->contents, write_label, &spelling);
  }
}

static bool show_zone(struct view *view, const struct zone_decl *decl, uint8_t seen, const struct place *place) {
  const struct program *p = view->setup->program;
  const struct state *state = view->game->game.state;
  int32_t instance = decl->first + place->element;
  const struct zone *zone = &p->zones[instance];
  bool visible = place_seen_by(seen, zone->owner, view->seat);
  uint32_t size = zone_size(p, state, instance);
  text_clear(&view->contents);
  if (visible) {
    uint32_t listed = zone_list(p, state, instance, false, view->values, (uint32_t)zone->capacity);
    write_cards(view, zone, listed < (uint32_t)zone->capacity ? listed : (uint32_t)zone->capacity);
  }
  write_index(view, decl->dim_type, place);
  trv_view_item item = { .name = program_text(p, decl->name),
                         .index = text_get(&view->index),
                         .owner = zone->owner,
                         .is_zone = true,
                         .visible = visible,
                         .ordered = zone->form == ZONE_PILE || zone->form == ZONE_SLOT,
                         .size = size,
                         .contents = text_get(&view->contents) };
  return view->each(view->context, &item);
}

static bool show_variable(struct view *view, const struct variable *variable, uint8_t seen, const struct place *place) {
  const struct program *p = view->setup->program;
  bool visible = place_seen_by(seen, place->owner, view->seat);
  text_clear(&view->contents);
  if (visible) {
    variable_value(p, view->game->game.state, variable, place->element, view->values);
    struct spelling spelling = { p, variable->type, view->values };
    sink_append(&view->contents, write_label, &spelling);
  }
  write_index(view, variable->dim_type, place);
  trv_view_item item = { .name = program_text(p, variable->name),
                         .index = text_get(&view->index),
                         .owner = place->owner,
                         .visible = visible,
                         .passing = variable->passing,
                         .contents = text_get(&view->contents) };
  return view->each(view->context, &item);
}

static bool show_zones(struct view *view) {
  const struct program *p = view->setup->program;
  for (uint32_t d = 0; d < p->zone_decls_count; d++) {
    const struct zone_decl *decl = &p->zone_decls[d];
    for (int32_t i = 0; i < decl->count; i++) {
      struct place place;
      if (place_is_box(p, decl->first + i) || !place_of(view->setup, decl->dim_type, decl->dims, i, &place)) continue;
      if (!show_zone(view, decl, view->setup->zone_seen[d], &place)) return false;
    }
  }
  return true;
}

static bool show_variables(struct view *view) {
  const struct program *p = view->setup->program;
  for (uint32_t v = 0; v < p->variables_count; v++) {
    const struct variable *variable = &p->variables[v];
    for (int32_t i = 0; i < p->storages[variable->storage].count; i++) {
      struct place place;
      if (variable->setting >= 0 || !place_of(view->setup, variable->dim_type, variable->dims, i, &place)) continue;
      if (!show_variable(view, variable, view->setup->variable_seen[v], &place)) return false;
    }
  }
  return true;
}

int trv_view_each(trv_game *game, int seat, bool (*each)(void *context, const trv_view_item *item), void *context) {
  const struct setup *setup = game->game.setup;
  const trv_allocator *allocator = game_allocator(game);
  if (seat < -1 || seat >= (int)setup->players) return TRV_E_ARGUMENT;
  struct view view = { .game = game,
                       .setup = setup,
                       .seat = seat,
                       .index = memory_text(allocator),
                       .contents = memory_text(allocator),
                       .each = each,
                       .context = context };
  view.values = memory_new(allocator, largest(setup->program), sizeof *view.values);
  if (!view.values) return TRV_E_MEMORY;
  game->telling++;
  if (show_zones(&view)) show_variables(&view);
  game->telling--;
  bool failed = view.index.failed || view.contents.failed;
  memory_free(allocator, view.values);
  text_free(&view.index);
  text_free(&view.contents);
  return failed ? TRV_E_MEMORY : TRV_OK;
}
