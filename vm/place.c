/* Arrays of zones and variables as the rules declare them: which element belongs to which indices and to whom.
 *
 * Shared by everything that shows or redeals the table. Knows declarations and storage, not how cards lie in a zone. */
#include <string.h>

#include "vm/api.h"

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
