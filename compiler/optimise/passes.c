/* Names of passes and lists of them. Knows nothing of what a pass does. */
#include "compiler/optimise/passes.h"

#include <stdio.h>
#include <string.h>

#include "include/trv.h"

static const char *const names[] = {
#define PASS(name, text) #name,
#include "compiler/optimise/passes.def"
#undef PASS
};
static const char *const texts[] = {
#define PASS(name, text) text,
#include "compiler/optimise/passes.def"
#undef PASS
};

const char *trv_pass_name(size_t index) { return index < PASS_COUNT ? names[index] : NULL; }
const char *trv_pass_text(size_t index) { return index < PASS_COUNT ? texts[index] : NULL; }

static bool is_word(const char *word, size_t length, const char *name) {
  return strlen(name) == length && !memcmp(word, name, length);
}

static int find(const char *word, size_t length) {
  for (int i = 0; i < PASS_COUNT; i++)
    if (is_word(word, length, names[i])) return i;
  return -1;
}

static const char *nearest_to(const char *word, size_t length) {
  char given[40];
  snprintf(given, sizeof given, "%.*s", (int)(length < sizeof given ? length : sizeof given - 1), word);
  return trv_suggest(given, names, PASS_COUNT);
}

/* Writes what is wrong with a word, and all that could stand in its place. */
static bool refuse(const char *word, size_t length, bool first, char *why, size_t size) {
  size_t used = (size_t)snprintf(why, size, "there is no %s `%.*s`; %s", first ? "list of passes" : "pass",
                                 (int)(length < 40 ? length : 40), word,
                                 first ? "begin with `all` or `none`, then `-NAME` or `+NAME`: " : "");
  const char *nearest = first ? NULL : nearest_to(word, length);
  if (nearest && used < size)
    used += (size_t)snprintf(why + used, size - used, "did you mean `%s`? There are ", nearest);
  else if (!first && used < size) used += (size_t)snprintf(why + used, size - used, "there are ");
  for (int i = 0; i < PASS_COUNT && used < size; i++)
    used += (size_t)snprintf(why + used, size - used, "%s%s", i ? ", " : "", names[i]);
  return false;
}

bool passes_read(const char *list, pass_set *passes, char *why, size_t size) {
  *passes = PASS_ALL;
  if (!list) return true;
  size_t length = strcspn(list, "+-");
  if (is_word(list, length, "none")) *passes = 0;
  else if (!is_word(list, length, "all")) return refuse(list, length, true, why, size);
  for (const char *word = list + length; *word; word += length) {
    bool add = *word++ == '+';
    length = strcspn(word, "+-");
    int pass = find(word, length);
    if (pass < 0) return refuse(word, length, false, why, size);
    if (add) *passes |= 1u << pass;
    else *passes &= ~(1u << pass);
  }
  return true;
}

int trv_passes_check(const char *list, char *why, size_t size) {
  pass_set passes;
  if (size) why[0] = '\0';
  return passes_read(list, &passes, why, size) ? TRV_OK : TRV_E_ARGUMENT;
}
