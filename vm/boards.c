/* Boards and types of a program, for those who show positions: see trv.h. Knows programs, not games. */
#include "vm/api.h"

int board_of_type(const struct program *p, int32_t type) {
  const struct type_desc *cell = &p->types[type];
  for (uint32_t i = 0; cell->kind == VALUE_ENUM && i < p->boards_count; i++) {
    const struct type_desc *own = &p->types[p->boards[i].type];
    if (own->name == cell->name && own->count == cell->count) return (int)i;
  }
  return -1;
}

int trv_program_board(const trv_program *program, uint32_t board, trv_board_info *info) {
  const struct program *p = &program->program;
  if (board >= p->boards_count) return TRV_E_ARGUMENT;
  const struct board_desc *desc = &p->boards[board];
  *info = (trv_board_info){ .name = program_text(p, p->types[desc->type].name),
                            .hex = desc->hex != 0,
                            .width = (uint32_t)desc->width,
                            .height = (uint32_t)desc->height,
                            .cells = (uint32_t)desc->cells };
  return TRV_OK;
}

int trv_program_cell(const trv_program *program, uint32_t board, uint32_t cell, trv_cell_info *info) {
  const struct program *p = &program->program;
  if (board >= p->boards_count || cell >= (uint32_t)p->boards[board].cells) return TRV_E_ARGUMENT;
  const struct board_desc *desc = &p->boards[board];
  const struct type_desc *type = &p->types[desc->type];
  *info = (trv_cell_info){ .name = program_text(p, p->ints[(uint32_t)type->names + cell]),
                           .label = program_text(p, p->ints[(uint32_t)type->labels + cell]),
                           .column = (uint32_t)p->ints[(uint32_t)desc->columns + cell],
                           .row = (uint32_t)p->ints[(uint32_t)desc->rows + cell] };
  return TRV_OK;
}

static enum trv_value_kind kind_of_values(int32_t kind) {
  switch ((enum value_kind)kind) {
  case VALUE_INT: return TRV_VALUE_NUMBER;
  case VALUE_BOOL: return TRV_VALUE_TRUTH;
  case VALUE_TEXT: return TRV_VALUE_TEXT;
  case VALUE_PLAYER: return TRV_VALUE_PLAYER;
  case VALUE_ENUM:
  case VALUE_CARD: return TRV_VALUE_NAMED;
  case VALUE_PATH:
  case VALUE_SET:
  case VALUE_BAG:
  case VALUE_LIST: break;
  }
  return TRV_VALUE_SEVERAL;
}

int trv_program_type(const trv_program *program, uint32_t type, trv_type_info *info) {
  const struct program *p = &program->program;
  if (type >= p->types_count) return TRV_E_ARGUMENT;
  const struct type_desc *desc = &p->types[type];
  enum trv_value_kind kind = kind_of_values(desc->kind);
  bool counted = kind == TRV_VALUE_PLAYER || kind == TRV_VALUE_NAMED;
  const struct type_desc *named = kind == TRV_VALUE_SEVERAL ? &p->types[desc->element] : desc;
  *info = (trv_type_info){ .kind = kind,
                           .optional = desc->optional != 0,
                           .name = kind_of_values(named->kind) == TRV_VALUE_NAMED ? program_text(p, named->name) : "",
                           .values = counted ? (uint32_t)desc->count : 0 };
  return TRV_OK;
}

const char *trv_program_label(const trv_program *program, uint32_t type, uint32_t value) {
  const struct program *p = &program->program;
  trv_type_info info;
  if (trv_program_type(program, type, &info) != TRV_OK || info.kind != TRV_VALUE_NAMED || value >= info.values)
    return NULL;
  return program_text(p, p->ints[(uint32_t)p->types[type].labels + value]);
}
