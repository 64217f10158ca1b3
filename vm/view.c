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
  struct text index, contents, known;
  int32_t *values; /* cards of a zone or slots of a variable: room for the largest */
  uint32_t *cells; /* that a variable's value consists of: room for `most_cells` */
  uint32_t most_cells;
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

/* Cells that the largest list, or any set of them, has. */
static uint32_t largest_in_cells(const struct program *p) {
  int32_t most = 1;
  for (uint32_t i = 0; i < p->boards_count; i++)
    if (p->boards[i].cells > most) most = p->boards[i].cells;
  for (uint32_t i = 0; i < p->types_count; i++)
    if (p->types[i].kind == VALUE_LIST && p->types[i].count > most && board_of_type(p, p->types[i].element) >= 0)
      most = p->types[i].count;
  return (uint32_t)most;
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

/* ---- boards ---- */

/* The board that one index, and no other, is a cell of. */
static void find_cell(const struct program *p, const int32_t *dim_type, const struct place *place,
                      trv_view_item *item) {
  item->indices = (uint32_t)place->dims;
  item->board = item->cell = -1;
  for (int32_t d = 0; d < place->dims; d++) {
    int board = board_of_type(p, dim_type[d]);
    if (board < 0) continue;
    bool second = item->board >= 0;
    item->board = second ? -1 : board;
    item->cell = second ? -1 : place->index[d];
    if (second) return;
  }
}

static void add_cell(struct view *view, trv_view_item *item, int32_t value) {
  int32_t cells = view->setup->program->boards[item->value_board].cells;
  if (value >= 0 && value < cells && item->cell_count < view->most_cells)
    view->cells[item->cell_count++] = (uint32_t)value;
}

/* The cells that a variable's value consists of, from `view->values`. */
static void find_cells(struct view *view, int32_t type, trv_view_item *item) {
  const struct program *p = view->setup->program;
  const struct type_desc *desc = &p->types[type];
  bool several = desc->kind == VALUE_SET || desc->kind == VALUE_BAG || desc->kind == VALUE_LIST;
  item->value_board = board_of_type(p, several ? desc->element : type);
  item->cells = view->cells;
  if (item->value_board < 0 || !item->visible) return;
  if (!several) {
    add_cell(view, item, view->values[0]);
    return;
  }
  struct members members = members_of(p, desc, view->values);
  for (int32_t value, count; members_next(&members, &value, &count);) add_cell(view, item, value);
}

/* ---- zones and variables ---- */

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

/* Of a zone that the seat does not see: what it was shown there. */
static void write_known(struct view *view, int32_t instance, uint32_t size) {
  const struct program *p = view->setup->program;
  struct known_card known;
  text_clear(&view->known);
  for (uint32_t i = 0; known_at(view->setup, view->game->game.state, view->seat, i, &known); i++) {
    int32_t kind = known.card - 1;
    struct spelling spelling = { p, p->decks[p->zones[instance].deck].type, &kind };
    if (known.zone != instance) continue;
    if (view->known.length > 0) text_add(&view->known, ", ");
    sink_append(&view->known, write_label, &spelling);
    if (known.position == size) text_add(&view->known, " on top");
    else if (known.position > 0) text_format(&view->known, " below %u", size - known.position);
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
  text_clear(&view->known);
  if (!visible) write_known(view, instance, size);
  write_index(view, decl->dim_type, place);
  trv_view_item item = { .name = program_text(p, decl->name),
                         .known = text_get(&view->known),
                         .index = text_get(&view->index),
                         .owner = zone->owner,
                         .is_zone = true,
                         .visible = visible,
                         .ordered = zone->form == ZONE_PILE || zone->form == ZONE_SLOT,
                         .size = size,
                         .contents = text_get(&view->contents),
                         .type = (uint32_t)p->decks[zone->deck].type,
                         .value_board = -1 };
  item.shown = shown_as(p, shown_zone(p, zone->decl), item.name);
  find_cell(p, decl->dim_type, place, &item);
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
                         .known = "",
                         .contents = text_get(&view->contents),
                         .type = (uint32_t)variable->type };
  item.shown = shown_as(p, shown_variable(p, (int32_t)(variable - p->variables)), item.name);
  find_cell(p, variable->dim_type, place, &item);
  find_cells(view, variable->type, &item);
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
                       .known = memory_text(allocator),
                       .each = each,
                       .context = context };
  view.most_cells = largest_in_cells(setup->program);
  view.values = memory_new(allocator, largest(setup->program), sizeof *view.values);
  view.cells = memory_new(allocator, view.most_cells, sizeof *view.cells);
  bool failed = !view.values || !view.cells;
  game->telling++;
  if (!failed && show_zones(&view)) show_variables(&view);
  game->telling--;
  failed = failed || view.index.failed || view.contents.failed || view.known.failed;
  memory_free(allocator, view.values);
  memory_free(allocator, view.cells);
  text_free(&view.index);
  text_free(&view.contents);
  text_free(&view.known);
  return failed ? TRV_E_MEMORY : TRV_OK;
}
