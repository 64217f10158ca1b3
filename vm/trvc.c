/* Compiled files (.trvc): a program as bytes, and back.
 *
 *   header | section table: one entry per section, in the order of sections.def | sections, 8-byte aligned | file name
 *
 * Owns the file format. A file is the user's: everything in it is checked before it is used, sizes before they are
 * multiplied, checksum and hash before anything is read, and the contents by program_validate; what cannot be trusted is refused with a sentence. Files are in
 * the byte order of the machine that wrote them; others are refused by the mark. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "vm/api.h"
#include "vm/trvc.h"
#include "vm/validate.h"

static uint32_t pad8(uint32_t bytes) { return (bytes + 7) & ~UINT32_C(7); }

uint64_t trvc_checksum(const void *bytes, size_t size) {
  const size_t start = sizeof(struct trvc_header);
  return size < start ? HASH_START : hash_fnv_bytes(HASH_START, (const char *)bytes + start, size - start);
}

/* ---- writing ---- */

/* Places every section and gives the size of the whole file; 0 when it would exceed 32 bits. */
static uint32_t lay_out(const trv_program *program, struct trvc_section *table) {
  const struct program *p = &program->program;
  uint64_t offset = sizeof(struct trvc_header) + TRVC_SECTIONS * sizeof *table;
  uint32_t i = 0;
#define SECTION(name, type)                                                                                            \
  offset = (offset + 7) & ~UINT64_C(7);                                                                                \
  table[i++] = (struct trvc_section){ (uint32_t)offset, p->name##_count, sizeof(type) };                               \
  offset += (uint64_t)p->name##_count * sizeof(type);                                                                  \
  if (offset > UINT32_MAX / 2) return 0;
#include "vm/sections.def"
#undef SECTION
  return pad8((uint32_t)offset) + (uint32_t)strlen(program->file);
}

int trv_program_save(const trv_program *program, void **bytes, size_t *size) {
  struct trvc_section table[TRVC_SECTIONS];
  const struct program *p = &program->program;
  *bytes = NULL;
  *size = 0;
  uint32_t total = lay_out(program, table);
  char *file = total > 0 ? calloc(1, total) : NULL;
  if (!file) return TRV_E_MEMORY;
  uint32_t file_name = (uint32_t)strlen(program->file);
  memcpy(file + sizeof(struct trvc_header), table, sizeof table);
  uint32_t i = 0;
#define SECTION(name, type)                                                                                            \
  memcpy(file + table[i].offset, p->name, (size_t)p->name##_count * sizeof(type));                                     \
  i++;
#include "vm/sections.def"
#undef SECTION
  memcpy(file + total - file_name, program->file, file_name);
  struct trvc_header header = { TRVC_MAGIC, TRVC_VERSION, TRVC_ENDIAN, 0, p->hash, 0, total, file_name };
  header.checksum = trvc_checksum(file, total);
  memcpy(file, &header, sizeof header);
  *bytes = file;
  *size = total;
  return TRV_OK;
}

/* ---- reading ---- */

static const char *header_problem(const struct trvc_header *header, size_t size) {
  if (memcmp(header->magic, (char[])TRVC_MAGIC, sizeof header->magic) != 0) return "This is not a compiled .trvc file.";
  if (header->endian != TRVC_ENDIAN) return "The file was compiled on a machine of another byte order.";
  if (header->version != TRVC_VERSION || header->reserved != 0)
    return "The file was compiled by another version of trvm.";
  if (header->size != size) return "The file is cut off or has something after its end.";
  return NULL;
}

/* Each section must lie where writing would have put it, so that sections neither overlap nor leave room. */
static const char *table_problem(const struct trvc_section *table, const struct trvc_header *header) {
  uint64_t offset = sizeof *header + TRVC_SECTIONS * sizeof *table;
  uint32_t i = 0;
#define SECTION(name, type)                                                                                            \
  offset = (offset + 7) & ~UINT64_C(7);                                                                                \
  if (table[i].offset != offset || table[i].element != sizeof(type))                                                   \
    return "The file's table of sections is damaged.";                                                                 \
  offset += (uint64_t)table[i++].count * sizeof(type);                                                                 \
  if (offset > header->size) return "A section of the file is cut off.";
#include "vm/sections.def"
#undef SECTION
  offset = (offset + 7) & ~UINT64_C(7);
  return offset + header->file_name == header->size ? NULL : "The end of the file is damaged.";
}

static trv_program *read_sections(const char *file, const struct trvc_header *header, const struct trvc_section *table,
                                  const trv_allocator *allocator) {
  struct program counts = { 0 };
  uint32_t i = 0;
#define SECTION(name, type) counts.name##_count = table[i++].count;
#include "vm/sections.def"
#undef SECTION
  trv_program *program =
      program_reserve(&counts, file + header->size - header->file_name, header->file_name, allocator);
  if (!program) return NULL;
  i = 0;
#define SECTION(name, type)                                                                                            \
  memcpy((void *)(uintptr_t)program->program.name, file + table[i].offset, (size_t)table[i].count * sizeof(type));     \
  i++;
#include "vm/sections.def"
#undef SECTION
  return program;
}

static int refuse(const char **why, const char *sentence) {
  if (why) *why = sentence;
  return TRV_E_DATA;
}

static const char *file_problem(const void *bytes, size_t size, const struct trvc_header *header,
                                const struct trvc_section *table) {
  const char *problem = header_problem(header, size);
  if (!problem) problem = table_problem(table, header);
  if (!problem && header->checksum != trvc_checksum(bytes, size))
    problem = "The file is damaged: its checksum is wrong.";
  return problem;
}

int trv_program_load(const void *bytes, size_t size, const trv_allocator *allocator, trv_program **program,
                     const char **why) {
  struct trvc_header header;
  struct trvc_section table[TRVC_SECTIONS];
  *program = NULL;
  if (size < sizeof header + sizeof table) return refuse(why, "The file is too short to be a compiled .trvc file.");
  memcpy(&header, bytes, sizeof header);
  memcpy(table, (const char *)bytes + sizeof header, sizeof table);
  const char *problem = file_problem(bytes, size, &header, table);
  if (problem) return refuse(why, problem);
  trv_program *made = read_sections(bytes, &header, table, allocator ? allocator : memory_default());
  if (!made) return TRV_E_MEMORY;
  made->program.checked_interpreter = true;
  made->program.hash = program_hash(&made->program);
  int status = TRV_E_DATA;
  if (made->program.hash != header.hash) problem = "The file is damaged: its contents do not fit its hash.";
  else status = program_validate(&made->program, &made->allocator, &problem);
  if (status == TRV_E_DATA) refuse(why, problem);
  if (status == TRV_OK && !program_finish(made)) status = TRV_E_MEMORY;
  if (status != TRV_OK) {
    trv_program_free(made);
    return status;
  }
  *program = made;
  return TRV_OK;
}
