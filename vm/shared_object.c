/* See shared_object.h: dlopen and its like. What only some systems can test is assumed to hold on the others. */
#include "vm/shared_object.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

bool shared_object_is_there(const char *path) { return access(path, F_OK) == 0; }

void *shared_object_open(const char *path, const char **why) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) *why = dlerror();
  return library;
}

void shared_object_close(void *library) { dlclose(library); }

void *shared_object_find(void *library, const char *name) { return dlsym(library, name); }

bool shared_object_has_function(void *library, void *address) {
  struct link_map *map = NULL;
  Dl_info found;
#ifdef __GLIBC__
  const ElfW(Sym) *symbol = NULL;
  if (dladdr1(address, &found, (void **)&symbol, RTLD_DL_SYMENT) && symbol &&
      ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT)
    return false;
#endif
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !dladdr(address, &found) || !found.dli_fname) return true;
  return strcmp(found.dli_fname, map->l_name) == 0;
}
