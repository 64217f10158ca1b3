/* Arrays of zones and variables as the rules declare them: which element belongs to which indices and to whom.
 *
 * Shared by everything that shows or redeals the table. Knows declarations and storage, not how cards lie in a zone. */
#include <string.h>

#include "vm/api.h"
#include "vm/zone.h"

bool place_of(const struct setup *setup, const int32_t *dim_type, int32_t dims, int32_t element, struct place *place) {
  const struct program *p = setup->program;
  int32_t rest = element;
  place->element = element;
  place->dims = dims;
  place->owner = -1;
  for (int32_t d = dims; d-- > 0;) {
    const struct type_desc *type = &p->types[dim_type[d]];
    int32_t values = type_values(type);
    if (values <= 0) return false;
    place->index[d] = type_first(type) + rest % values;
    rest /= values;
    if (type->kind == VALUE_PLAYER) {
      if ((uint32_t)place->index[d] >= setup->players) return false;
      place->owner = place->index[d];
    }
  }
  return rest == 0;
}

void place_write(const struct setup *setup, int32_t zone, struct text_sink *out) {
  const struct program *p = setup->program;
  const struct zone_decl *decl = p->zones[zone].decl >= 0 ? &p->zone_decls[p->zones[zone].decl] : NULL;
  struct place place = { 0 };
  bool found = decl && place_of(setup, decl->dim_type, decl->dims, zone - decl->first, &place);
  int32_t dims = found ? place.dims : 0, first = dims > 0 && p->types[decl->dim_type[0]].kind == VALUE_PLAYER;
  if (first) {
    text_value_label(p, decl->dim_type[0], &place.index[0], out);
    sink_text(out, "'s ");
  }
  const char *name = decl ? program_text(p, decl->name) : "the box";
  for (; *name; name++) sink_bytes(out, *name == '_' ? " " : name, 1);
  for (int32_t d = first; d < dims; d++) {
    sink_text(out, d > first ? ", " : " ");
    text_value_label(p, decl->dim_type[d], &place.index[d], out);
  }
}

void place_write_cards(const struct game *game, int32_t zone, struct text_sink *out) {
  const struct program *p = game->setup->program;
  uint32_t size = zone_size(p, game->state, zone), copies = 1;
  if (size == 0) sink_text(out, "nothing");
  for (uint32_t i = 0; i < size && out->length < LOG_ENTRY_LIMIT; i += copies) {
    int32_t kind = zone_at(p, game->state, zone, i);
    if (p->zones[zone].form != ZONE_PILE) copies = zone_count(p, game->state, zone, kind);
    if (kind < 0 || copies == 0) return;
    if (i > 0) sink_text(out, ", ");
    if (copies > 1) sink_int(out, copies), sink_text(out, " ");
    text_value_label(p, p->decks[p->zones[zone].deck].type, &kind, out);
  }
}

bool place_seen_by(uint8_t seen, int32_t owner, int seat) {
  switch (seen) {
  case SEEN_BY_ALL: return true;
  case SEEN_BY_OWNER: return seat >= 0 && seat == owner;
  case SEEN_BY_OTHERS: return seat >= 0 && seat != owner;
  default: return false;
  }
}

bool place_is_box(const struct program *p, int32_t zone) { return p->decks[p->zones[zone].deck].box == zone; }

void variable_value(const struct program *p, const struct state *state, const struct variable *variable,
                    int32_t element, int32_t *slots) {
  const struct storage *storage = &p->storages[variable->storage];
  const char *place = state_bytes_at(state, storage->offset) + (size_t)element * (size_t)storage->width;
  int8_t value8;
  int16_t value16;
  switch (storage->width) {
  case 1:
    memcpy(&value8, place, sizeof value8);
    slots[0] = value8; /* NOLINT(bugprone-signed-char-misuse): a number, not a letter */
    break;
  case 2:
    memcpy(&value16, place, sizeof value16);
    slots[0] = value16;
    break;
  default: memcpy(slots, place, (size_t)storage->width); break;
  }
}

void place_put(char *place, int32_t width, int32_t value) {
  int8_t value8 = (int8_t)value;
  int16_t value16 = (int16_t)value;
  if (width == 1) memcpy(place, &value8, sizeof value8);
  else if (width == 2) memcpy(place, &value16, sizeof value16);
  else memcpy(place, &value, sizeof value);
}
