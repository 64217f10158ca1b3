/* One element of a variable as it lies in the state block: a byte, two or four, with its sign. */
#ifndef TRV_VM_ELEMENT_H
#define TRV_VM_ELEMENT_H

#include "vm/zone.h"

static inline int32_t element_load(const char *place, int32_t width) {
  if (width == 4) {
    int32_t value;
    memcpy(&value, place, sizeof value);
    return value;
  }
  if (width == 1) return (int8_t)*place;
  return load_slot(place);
}

static inline void element_store(char *place, int32_t width, int32_t value) {
  if (width == 4) memcpy(place, &value, sizeof value);
  else if (width == 1) *place = (char)value;
  else store_slot(place, value);
}

#endif
