/* Compiled files that somebody who knows the format has changed: their numbers are found by the lists of the program, and
 * afterwards size, checksum and hash are as they should be. */
#ifndef TESTS_SEALED_H
#define TESTS_SEALED_H

#include <stdlib.h>
#include <string.h>

#include "vm/api.h"
#include "vm/fields.h"
#include "vm/trvc.h"

/* A program whose sections lie in the bytes of a file. False when the file's table makes no sense. */
static inline bool sealed_open(void *bytes, size_t size, struct program *p) {
  struct trvc_section table[TRVC_SECTIONS];
  char *file = bytes;
  *p = (struct program){ 0 };
  if (size < sizeof(struct trvc_header) + sizeof table) return false;
  memcpy(table, file + sizeof(struct trvc_header), sizeof table);
  bool sound = true;
  uint32_t i = 0;
#define SECTION(name, type) \
  sound = sound && table[i].offset <= size && table[i].offset % 8 == 0 && table[i].count <= (size - table[i].offset) / sizeof(type); \
  p->name = (const type *)(const void *)(file + (sound ? table[i].offset : 0)); \
  p->name##_count = sound ? table[i].count : 0; \
  i++;
#include "vm/sections.def"
#undef SECTION
  return sound;
}

/* Gives the file the size, hash and checksum that fit it, if it has sections at all. */
static inline void sealed_close(void *bytes, size_t size) {
  struct trvc_header header;
  struct program p;
  if (!sealed_open(bytes, size, &p)) return;
  memcpy(&header, bytes, sizeof header);
  header.size = (uint32_t)size;
  header.hash = program_hash(&p);
  header.checksum = trvc_checksum(bytes, size);
  memcpy(bytes, &header, sizeof header);
}

/* A number of an element of a section, in the file. */
static inline int32_t *sealed_number(const struct program *p, enum section section, uint32_t index, uint32_t offset) {
  struct section_view view = section_view(p, section);
  return (int32_t *)(void *)((char *)(uintptr_t)view.elements + (size_t)index * view.size + offset);
}

#endif
