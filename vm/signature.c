/* What an extern takes and gives, in words: as a library states it, and as a C compiler wants it.
 *
 * Both texts are made from the records by which ffi.c passes the arguments, so that a compiled file cannot show a library
 * one thing and hand it another. */
#include "vm/api.h"

/* ---- as a library states it ---- */

static const char *form_name(int32_t kind) {
  switch ((enum extern_kind)kind) {
  case EXTERN_LIST: return "list of ";
  case EXTERN_SET: return "set of ";
  case EXTERN_ZONE: return "zone of ";
  case EXTERN_VALUE:
  case EXTERN_TEXT: break;
  }
  return "";
}

/* Without bounds: a range is an int. */
static const char *plain_name(const struct program *p, int32_t type) {
  switch ((enum value_kind)p->types[type].kind) {
  case VALUE_INT: return "int";
  case VALUE_BOOL: return "bool";
  case VALUE_TEXT: return "text";
  case VALUE_PLAYER: return "player";
  default: return program_text(p, p->types[type].name);
  }
}

void signature_types(const struct program *p, const struct extern_fn *callee, struct text_sink *out) {
  const struct extern_argument *arguments = p->extern_arguments + callee->first_argument;
  sink_text(out, "(");
  for (int32_t i = 0; i < callee->arguments; i++) {
    if (i) sink_text(out, ", ");
    sink_text(out, form_name(arguments[i].kind));
    sink_text(out, plain_name(p, arguments[i].type));
  }
  sink_text(out, ") -> ");
  sink_text(out, plain_name(p, callee->result));
}

/* ---- for a C compiler ---- */

static void write_parameter(const struct program *p, const struct extern_argument *argument, struct text_sink *out) {
  const char *name = program_text(p, argument->name);
  if (extern_is_view(argument->kind)) {
    sink_text(out, "const int32_t *");
    sink_text(out, name);
    sink_text(out, ", int32_t ");
    sink_text(out, name);
    sink_text(out, "_count");
  } else {
    sink_text(out, argument->kind == EXTERN_TEXT ? "const char *" : "int32_t ");
    sink_text(out, name);
  }
}

void signature_prototype(const struct program *p, const struct extern_fn *callee, struct text_sink *out) {
  sink_text(out, "int32_t ");
  sink_text(out, program_text(p, callee->name));
  sink_text(out, "(");
  for (int32_t i = 0; i < callee->arguments; i++) {
    if (i) sink_text(out, ", ");
    write_parameter(p, &p->extern_arguments[callee->first_argument + i], out);
  }
  sink_text(out, callee->arguments ? ");" : "void);");
}
