/* Makes a compiled file hostile in one stated way, as somebody would who knows the format: its size, checksum and hash are
 * right afterwards.
 *
 *     forge WAY IN.trvc OUT.trvc
 *
 * The games that are forged are in compiled/, one for each way. tests/unit/test_fields.c changes every number there is;
 * this program is for the command, which reads files. */
#include <stdio.h>

#include "tests/unit/sealed.h"

static void refuse(const char *why) {
  fprintf(stderr, "forge: %s\n", why);
  exit(2);
}

/* The sections lie in the bytes of the file, which may be changed. */
#define AT(section, index) ((void *)(uintptr_t)&p->section[index])

static int32_t list_type(const struct program *p) {
  for (uint32_t i = 0; i < p->types_count; i++)
    if (p->types[i].kind == VALUE_LIST) return (int32_t)i;
  refuse("no list");
  return 0;
}

/* The variable that holds the first setting is a list. */
static void setting_list(const struct program *p) {
  for (uint32_t i = 0; i < p->variables_count; i++)
    if (p->variables[i].type == list_type(p)) ((struct setting *)AT(settings, 0))->variable = (int32_t)i;
}

/* What has an index is indexed by a list. */
static void dim_list(const struct program *p) {
  for (uint32_t i = 0; i < p->variables_count; i++)
    if (p->variables[i].dims) ((struct variable *)AT(variables, i))->dim_type[0] = list_type(p);
}

/* The enumerator's first sum makes way for `k = 3000`, which the game has elsewhere: every look finds more options. */
static void impure_enumerator(const struct program *p) {
  instruction *code = AT(code, 0);
  uint32_t store = 0, sum = (uint32_t)p->choices[0].enumerate;
  while (store < p->code_count && (ins_op(code[store]) != OP_CODE_INT || ins_bc(code[store]) != 3000)) store++;
  while (sum < p->code_count && ins_op(code[sum]) != OP_CODE_ADD) sum++;
  if (sum >= p->code_count || store + 1 >= p->code_count) refuse("no such code");
  code[sum - 1] = code[store];
  code[sum] = code[store + 1];
  code[sum + 1] = ins_make_long(OP_CODE_INT, 0, ins_a(code[store]), 1);
}

/* A zone that takes all cards has room for one. */
static void zone_capacity(const struct program *p) {
  for (uint32_t i = 0; i < p->zones_count; i++)
    if (p->zones[i].form == ZONE_BITS) ((struct zone *)AT(zones, i))->capacity = 1;
}

/* U+009B begins a command to a terminal, as ESC [ does. */
static void c1_controls(const struct program *p) { memcpy(AT(chars, p->meta->title), "\xC2\x9B", 2); }

static void choice_plain(const struct program *p) {
  ((struct choice *)AT(choices, 0))->flags |= CHOICE_PLAIN | CHOICE_ONE_SET | CHOICE_SET_READY;
}

/* A name that would end the lines of a save. */
static void rule_name(const struct program *p) {
  for (uint32_t i = 0; i < p->rules_count; i++)
    if (strcmp(program_text(p, p->rules[i].name), "points") == 0) memcpy(AT(chars, p->rules[i].name), "e\nend", 6);
}

static void proc_kind(const struct program *p) { ((struct proc *)AT(procs, 0))->kind = 1 << 20; }

static const struct {
  const char *name;
  void (*change)(const struct program *p);
} ways[] = {
  { "setting_list", setting_list },   { "dim_list", dim_list },       { "impure_enumerator", impure_enumerator },
  { "zone_capacity", zone_capacity }, { "c1_controls", c1_controls }, { "choice_plain", choice_plain },
  { "proc_kind", proc_kind },         { "rule_name", rule_name },
};

int main(int count, char **words) {
  enum { MOST_BYTES = 1 << 20 };
  uint64_t *bytes = malloc(MOST_BYTES); /* sections are aligned to eight */
  struct program p;
  FILE *in = count == 4 ? fopen(words[2], "rb") : NULL;
  size_t size = in && bytes ? fread(bytes, 1, MOST_BYTES, in) : 0;
  if (!size || size == MOST_BYTES || !sealed_open(bytes, size, &p)) refuse("no compiled file");
  size_t way = 0;
  while (way < sizeof ways / sizeof *ways && strcmp(ways[way].name, words[1]) != 0) way++;
  if (way == sizeof ways / sizeof *ways) refuse("no such way");
  ways[way].change(&p);
  sealed_close(bytes, size);
  FILE *out = fopen(words[3], "wb");
  if (!out || fwrite(bytes, 1, size, out) != size || fclose(out)) refuse("cannot write");
  fclose(in);
  free(bytes);
  return 0;
}
