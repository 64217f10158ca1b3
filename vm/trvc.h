/* The layout of a compiled file, shared with the tests that damage one. */
#ifndef TRV_VM_TRVC_H
#define TRV_VM_TRVC_H

#include "include/trv.h"

#define TRVC_MAGIC {'T', 'R', 'V', 'C'}
enum {
  TRVC_VERSION = 17,
  TRVC_ENDIAN = 0x01020304,
  TRVC_SECTIONS = 0
#define SECTION(name, type) + 1
#include "vm/sections.def"
#undef SECTION
};

struct trvc_header {
  char magic[4];
  uint32_t version, endian, reserved; /* reserved: 0 */
  uint64_t hash;      /* of the program */
  uint64_t checksum;  /* of everything after the header */
  uint32_t size;      /* of the whole file */
  uint32_t file_name; /* bytes of the source's name, at the very end */
};
struct trvc_section { uint32_t offset, count, element; }; /* element: size of one, so that layouts are compared */

uint64_t trvc_checksum(const void *bytes, size_t size);

#endif
