/* C code for rules: finds the libraries of a program's externs, loads them if that is allowed, and calls their functions.
 *
 * The only user of libffi; where there is none, ffi_none.c takes its place. How each function is called is worked out
 * once, when it is loaded, so that a call only collects the addresses of its arguments. What was loaded never changes
 * until the program is freed: any number of threads may call. What functions do is trusted, what they return is not. */
#include <ffi.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "vm/api.h"
#include "vm/build.h"
#include "vm/shared_object.h"

struct linked {
  void (*function)(void);
  void *library; /* its handle; the first extern of a library owns it */
  bool owner;
  ffi_cif call;
  ffi_type *types[2 * EXTERN_ARGUMENTS]; /* of the arguments in C: a view has two */
};
struct foreign {
  bool check; /* call twice and compare */
  struct linked functions[];
};

/* ---- finding libraries ---- */

struct linking {
  trv_program *program;
  const trv_link *link;
  void (*tell)(void *context, const struct link_problem *problem);
  void *context;
  struct text text, advice;
  bool failed;
};

static void tell(struct linking *linking, enum link_problem_kind kind, uint32_t index) {
  struct link_problem problem = { kind, index, text_get(&linking->text),
                                  linking->advice.length ? text_get(&linking->advice) : NULL };
  linking->tell(linking->context, &problem);
  text_clear(&linking->text);
  text_clear(&linking->advice);
  linking->failed = true;
}

static bool is_file_name(const char *library) { return strstr(library, ".so") != NULL; }

/* Whether a library may be in a file of this name: `sets` is sets.so or libsets.so, `libm.so.6` only itself. */
static bool is_file_of(const char *file, const char *library) {
  size_t length = strlen(library);
  if (strcmp(file, library) == 0) return true;
  if (is_file_name(library)) return false;
  if (strncmp(file, library, length) == 0 && strcmp(file + length, ".so") == 0) return true;
  return strncmp(file, "lib", 3) == 0 && strncmp(file + 3, library, length) == 0 &&
         strcmp(file + 3 + length, ".so") == 0;
}

/* The entry of the allowed libraries that names this one, or its file by name or path; NULL when there is none. */
static const char *allowed(const struct linking *linking, const char *library) {
  for (size_t i = 0; i < linking->link->library_count; i++) {
    const char *given = linking->link->libraries[i], *slash = strrchr(given, '/');
    if (is_file_of(slash ? slash + 1 : given, library)) return given;
  }
  return NULL;
}

/* Loads a file that exists; what is wrong with it is left in the text. */
static void *load(struct linking *linking, const char *path, const char *library) {
  const char *why = NULL;
  void *handle = shared_object_open(path, &why);
  if (!handle) text_format(&linking->text, "the library `%s` cannot be loaded: %s", library, why);
  return handle;
}

static void *load_beside(struct linking *linking, const struct extern_fn *callee, const char *library) {
  static const char *const forms[] = { "%.*s%s.so", "%.*slib%s.so" };
  const struct program *p = &linking->program->program;
  const char *beside = program_text(p, callee->file), *slash = strrchr(beside, '/'), *folder = linking->link->folder;
  struct text start = memory_text(&linking->program->allocator), path = start;
  void *handle = NULL;
  if (folder) text_format(&start, "%s/", folder);
  else text_format(&start, "%.*s", slash ? (int)(slash + 1 - beside) : 2, slash ? beside : "./");
  for (int i = 0; i < 2 && !handle && !linking->text.length; i++) {
    text_clear(&path);
    text_format(&path, is_file_name(library) ? "%.*s%s" : forms[i], (int)start.length, text_get(&start), library);
    if (start.failed || path.failed) linking->text.failed = true; /* half a path is another file */
    else if (shared_object_is_there(text_get(&path))) handle = load(linking, text_get(&path), library);
  }
  text_free(&start);
  text_free(&path);
  return handle;
}

static void *load_from_system(struct linking *linking, const char *library) {
  struct text file = memory_text(&linking->program->allocator);
  text_format(&file, is_file_name(library) ? "%s" : "lib%s.so", library);
  linking->text.failed |= file.failed;
  const char *why = NULL;
  void *handle = file.failed ? NULL : shared_object_open(text_get(&file), &why);
  bool missing = why && strncmp(why, text_get(&file), file.length) == 0 && strstr(why, "No such file");
  if (missing && is_file_name(library))
    text_format(&linking->text, "there is no library `%s`, neither beside these rules nor among the system's", library);
  else if (missing)
    text_format(&linking->text,
                "there is no library `%s`: no %s.so or lib%s.so beside these rules, no lib%s.so among "
                "the system's",
                library, library, library, library);
  else if (why) text_format(&linking->text, "the library `%s` cannot be loaded: %s", library, why);
  text_free(&file);
  return handle;
}

static void *find_library(struct linking *linking, uint32_t index) {
  const struct program *p = &linking->program->program;
  const char *library = program_text(p, p->externs[index].library), *given = allowed(linking, library);
  if (!given || strchr(library, '/')) {
    text_format(&linking->text, "this game runs C code of the library `%s`, and nobody has allowed that", library);
    text_format(&linking->advice, "C code can do anything you can; if you trust it, add `--allow-ffi=%s`", library);
    tell(linking, LINK_FORBIDDEN, index);
    return NULL;
  }
  void *handle = strchr(given, '/') ? load(linking, given, library) : load_beside(linking, &p->externs[index], library);
  if (!handle && !linking->text.length) handle = load_from_system(linking, library);
  if (!handle) tell(linking, LINK_NO_LIBRARY, index);
  return handle;
}

/* ---- finding functions ---- */

struct extern_of {
  const struct program *p;
  const struct extern_fn *callee;
};

static void write_types(void *context, struct text_sink *sink) {
  const struct extern_of *of = context;
  signature_types(of->p, of->callee, sink);
}

static void write_prototype(void *context, struct text_sink *sink) {
  const struct extern_of *of = context;
  signature_prototype(of->p, of->callee, sink);
}

/* Says so in the text when the library states other types than those that are passed. */
static void compare_types(struct linking *linking, struct extern_of of, const char *stated) {
  struct text passed = memory_text(&linking->program->allocator);
  sink_append(&passed, write_types, &of);
  linking->text.failed |= passed.failed;
  if (!passed.failed && !text_notation_equal(stated, text_get(&passed)))
    text_format(&linking->text, "the library `%s` says that `%s` is %s, and here it is %s",
                program_text(of.p, of.callee->library), program_text(of.p, of.callee->name), stated, text_get(&passed));
  text_free(&passed);
}

/* ISO C has no conversion from an object's address to a function's; POSIX promises that the bytes are the same. */
static bool find_function(struct linking *linking, uint32_t index, struct linked *linked) {
  const struct program *p = &linking->program->program;
  const char *name = program_text(p, p->externs[index].name), *library = program_text(p, p->externs[index].library);
  struct text *text = &linking->text;
  void *address = shared_object_find(linked->library, name);
  text_format(text, "%s_trv", name);
  const char *types = shared_object_find(linked->library, text_get(text));
  struct extern_of of = { p, &p->externs[index] };
  text_clear(text);
  if (!address || !shared_object_has_function(linked->library, address)) {
    text_format(text, "the library `%s` has no function `%s`", library, name);
    text_add(&linking->advice, "it would be: ");
    sink_append(&linking->advice, write_prototype, &of);
  } else if (types) {
    compare_types(linking, of, types);
  }
  if (text->length) tell(linking, LINK_NO_FUNCTION, index);
  else memcpy(&linked->function, &address, sizeof address);
  return linked->function != NULL;
}

static void prepare_call(const struct program *p, const struct extern_fn *callee, struct linked *linked) {
  unsigned count = 0;
  for (int32_t i = 0; i < callee->arguments; i++) {
    int32_t kind = p->extern_arguments[callee->first_argument + i].kind;
    if (kind != EXTERN_VALUE) linked->types[count++] = &ffi_type_pointer;
    if (kind != EXTERN_TEXT) linked->types[count++] = &ffi_type_sint32;
  }
  ffi_prep_cif(&linked->call, FFI_DEFAULT_ABI, count, &ffi_type_sint32, linked->types);
}

static void link_one(struct linking *linking, struct foreign *foreign, uint32_t index) {
  const struct program *p = &linking->program->program;
  struct linked *linked = &foreign->functions[index];
  for (uint32_t i = 0; i < index; i++)
    if (p->externs[i].library == p->externs[index].library) {
      linked->library = foreign->functions[i].library;
      if (!linked->library) return; /* said already */
    }
  if (!linked->library) {
    linked->library = find_library(linking, index);
    linked->owner = linked->library != NULL;
  }
  if (linked->library && find_function(linking, index, linked)) prepare_call(p, &p->externs[index], linked);
}

int program_link(trv_program *program, const trv_link *link,
                 void (*tell_problem)(void *context, const struct link_problem *problem), void *context) {
  const uint32_t count = program->program.externs_count;
  if (!count || program->program.foreign) return TRV_OK;
  struct foreign *foreign = memory_new(&program->allocator, 1, sizeof *foreign + count * sizeof *foreign->functions);
  struct linking linking = { .program = program, .link = link, .tell = tell_problem, .context = context };
  linking.text = linking.advice = memory_text(&program->allocator);
  if (!foreign) return TRV_E_MEMORY;
  foreign->check = link->check;
  program->program.foreign = foreign;
  for (uint32_t i = 0; i < count; i++) link_one(&linking, foreign, i);
  bool short_of_memory = linking.text.failed || linking.advice.failed;
  text_free(&linking.text);
  text_free(&linking.advice);
  if (!linking.failed && !short_of_memory) return TRV_OK;
  foreign_free(program);
  return short_of_memory ? TRV_E_MEMORY : TRV_E_INPUT;
}

void foreign_free(trv_program *program) {
  struct foreign *foreign = program->program.foreign;
  for (uint32_t i = 0; foreign && i < program->program.externs_count; i++)
    if (foreign->functions[i].owner) shared_object_close(foreign->functions[i].library);
  memory_free(&program->allocator, foreign);
  program->program.foreign = NULL;
}

/* ---- calling ---- */

static bool is_value_of(const struct game *game, const struct type_desc *type, int32_t value) {
  switch (type->kind) {
  case VALUE_INT: return value >= type->low && value <= type->high;
  case VALUE_BOOL: return value == 0 || value == 1;
  case VALUE_PLAYER: return value >= 0 && (uint32_t)value < game->state->players;
  default: return value >= 0 && value < type->count;
  }
}

/* The text of the rule error: the function, what it returned, and where it is declared. */
__attribute__((format(printf, 3, 4))) static enum rule_error refuse(struct game *game, const struct extern_fn *callee,
                                                                    const char *format, ...) {
  const struct program *p = game->setup->program;
  size_t size = sizeof game->error_text;
  int start = snprintf(game->error_text, size, "the C code of `%s` (%s:%d) gave ", program_text(p, callee->name),
                       program_text(p, callee->file), callee->line);
  va_list values;
  va_start(values, format);
  if (start >= 0 && (size_t)start < size) vsnprintf(game->error_text + start, size - (size_t)start, format, values);
  va_end(values);
  return RULE_FOREIGN;
}

static enum rule_error check_result(struct game *game, const struct extern_fn *callee, int32_t result) {
  const struct program *p = game->setup->program;
  const struct type_desc *type = &p->types[callee->result];
  if (is_value_of(game, type, result)) return RULE_NONE;
  switch (type->kind) {
  case VALUE_INT: return refuse(game, callee, "%d, which is not in %d..%d", result, type->low, type->high);
  case VALUE_BOOL: return refuse(game, callee, "%d, which is neither 0 nor 1", result);
  case VALUE_PLAYER: return refuse(game, callee, "%d, and the seats are 0 to %u", result, game->state->players - 1);
  default: return refuse(game, callee, "%d, and a %s is 0 to %d", result, program_text(p, type->name), type->count - 1);
  }
}

/* Code that nobody trusts may have put anything into the registers of an argument, whose type the C code relies on. */
static bool is_sound(const struct game *game, const struct extern_argument *argument, const int32_t *slot) {
  const struct program *p = game->setup->program;
  const bool view = extern_is_view(argument->kind);
  const int32_t *values = view ? slot + 1 : slot, count = view ? *slot : 1;
  if (argument->kind == EXTERN_TEXT) return program_has_text(p, *slot);
  for (int32_t i = 0; i < count; i++) {
    if (!is_value_of(game, &p->types[argument->type], values[i])) return false;
    if (argument->kind == EXTERN_SET && i && values[i] <= values[i - 1]) return false;
  }
  return true;
}

static int32_t call(struct linked *linked, void **arguments) {
  ffi_arg result = 0; /* libffi widens what is smaller */
  ffi_call(&linked->call, linked->function, &result, arguments);
  return (int32_t)result;
}

enum rule_error foreign_call(struct game *game, int32_t index, int32_t *slots) {
  const struct program *p = game->setup->program;
  const struct extern_fn *callee = &p->externs[index];
  const void *addresses[EXTERN_ARGUMENTS];
  void *arguments[2 * EXTERN_ARGUMENTS];
  unsigned count = 0;
  if (!p->foreign) return RULE_CHECK;
  for (int32_t i = 0; i < callee->arguments; i++) {
    const struct extern_argument *argument = &p->extern_arguments[callee->first_argument + i];
    int32_t *slot = slots + argument->slot;
    if (argument->kind == EXTERN_TEXT) {
      if ((uint32_t)*slot >= p->chars_count) return RULE_CHECK;
      addresses[i] = program_text(p, *slot);
    } else if (extern_is_view(argument->kind)) {
      if (*slot < 0 || *slot > argument->most) return RULE_CHECK;
      addresses[i] = slot + 1;
    }
    if (p->checked_interpreter && !is_sound(game, argument, slot)) return RULE_CHECK;
    if (argument->kind != EXTERN_VALUE) arguments[count++] = &addresses[i];
    if (argument->kind != EXTERN_TEXT) arguments[count++] = slot;
  }
  struct linked *linked = &p->foreign->functions[index];
  int32_t result = call(linked, arguments);
  if (p->foreign->check) {
    int32_t again = call(linked, arguments);
    if (again != result)
      return refuse(game, callee, "%d and then %d for the same arguments: it is not pure", result, again);
  }
  enum rule_error error = check_result(game, callee, result);
  slots[0] = result;
  return error;
}

const char *foreign_obstacle(void) { return NULL; }
