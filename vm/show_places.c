/* Values of the rules, for those who draw or tell them: what they have in their fields, and what lies between places. */
#include <string.h>

#include "vm/api.h"

/* Types that differ in `or none` alone have the same values. */
static bool same_values(const struct program *p, int32_t left, uint32_t right) {
  const struct type_desc *a = &p->types[left], *b = &p->types[right];
  return a->kind == b->kind && a->name == b->name && a->count == b->count;
}

static const struct field_decl *field_named(const struct program *p, uint32_t type, const char *name) {
  for (uint32_t i = 0; i < p->field_decls_count; i++)
    if (same_values(p, p->field_decls[i].owner, type) && strcmp(program_text(p, p->field_decls[i].name), name) == 0)
      return &p->field_decls[i];
  return NULL;
}

int trv_program_field(const trv_program *program, uint32_t type, const char *field, uint32_t value, int32_t *number) {
  const struct program *p = &program->program;
  const struct field_decl *decl = type < p->types_count ? field_named(p, type, field) : NULL;
  if (!decl || p->types[decl->type].kind == VALUE_TEXT) return TRV_E_ARGUMENT;
  const struct column *column = &p->columns[decl->column];
  if (column->slots != 1 || value >= (uint32_t)column->count) return TRV_E_ARGUMENT;
  *number = p->ints[(uint32_t)column->offset + value];
  return TRV_OK;
}

struct spelled_field {
  const struct program *p;
  int32_t type;
  const int32_t *slots;
};

static void write_field(void *context, struct text_sink *sink) {
  const struct spelled_field *field = context;
  text_value_label(field->p, field->type, field->slots, sink);
}

int trv_fields_each(const trv_program *program, uint32_t type, uint32_t value,
                    bool (*each)(void *context, const trv_field *field), void *context) {
  const struct program *p = &program->program;
  bool is_named = type < p->types_count && (p->types[type].kind == VALUE_ENUM || p->types[type].kind == VALUE_CARD);
  if (!is_named || value >= (uint32_t)p->types[type].count) return TRV_E_ARGUMENT;
  struct text contents = { 0 };
  bool goes_on = true;
  for (uint32_t i = 0; i < p->field_decls_count && goes_on && !contents.failed; i++) {
    const struct field_decl *decl = &p->field_decls[i];
    const struct column *column = &p->columns[decl->column];
    if (!same_values(p, decl->owner, type) || value >= (uint32_t)column->count) continue;
    struct spelled_field field = { p, decl->type, p->ints + column->offset + (size_t)value * (size_t)column->slots };
    text_clear(&contents);
    sink_append(&contents, write_field, &field);
    if (contents.failed) break;
    trv_field told = { program_text(p, decl->name), text_get(&contents), (uint32_t)decl->type };
    goes_on = each(context, &told);
  }
  int status = contents.failed ? TRV_E_MEMORY : TRV_OK;
  text_free(&contents);
  return status;
}

struct links {
  const trv_program *program;
  uint32_t type;
  bool (*each)(void *context, uint32_t from, uint32_t to);
  void *context;
};

static bool tell_edges(const struct links *links) {
  const struct program *p = &links->program->program;
  for (uint32_t i = 0; i < p->graph_decls_count; i++) {
    const struct graph_decl *graph = &p->graph_decls[i];
    const int32_t *edges = p->ints + graph->edges;
    if (!same_values(p, graph->type, links->type)) continue;
    for (int32_t k = 0; k + 1 < graph->edge_count; k += 2)
      if (!links->each(links->context, (uint32_t)edges[k], (uint32_t)edges[k + 1])) return false;
  }
  return true;
}

/* The value of a field, if that is a place. */
static bool place_in(const struct links *links, const struct show_line *line, uint32_t value, uint32_t *place) {
  const struct program *p = &links->program->program;
  const char *name = program_text(p, line->name);
  const struct field_decl *decl = field_named(p, (uint32_t)line->type, name);
  int32_t number;
  if (!decl || !same_values(p, decl->type, links->type)) return false;
  if (trv_program_field(links->program, (uint32_t)line->type, name, value, &number) != TRV_OK) return false;
  *place = (uint32_t)number;
  return number >= 0 && number < p->types[links->type].count;
}

/* A line of `show` for each field; two in a row of one type are two places in a row. */
static bool tell_lines(const struct links *links) {
  const struct program *p = &links->program->program;
  for (uint32_t i = 0; i + 1 < p->show_lines_count; i++) {
    const struct show_line *line = &p->show_lines[i], *next = line + 1;
    if (line->kind != SHOWS_LINES || next->kind != SHOWS_LINES || line->type < 0 || line->type != next->type) continue;
    for (uint32_t value = 0; value < (uint32_t)p->types[line->type].count; value++) {
      uint32_t from, to;
      if (!place_in(links, line, value, &from) || !place_in(links, next, value, &to)) continue;
      if (!links->each(links->context, from, to)) return false;
    }
  }
  return true;
}

int trv_links_each(const trv_program *program, uint32_t type, bool (*each)(void *context, uint32_t from, uint32_t to),
                   void *context) {
  struct links links = { program, type, each, context };
  if (type >= program->program.types_count) return TRV_E_ARGUMENT;
  if (tell_edges(&links)) tell_lines(&links);
  return TRV_OK;
}
