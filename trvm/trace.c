/* Which items of the rulebook are reached: scenarios and games are run with their visits counted, and what the library
 * tells about places of the rules is brought to the items that these cite. */
#include "trvm/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *need_zeroes(size_t count, size_t size) {
  return memset(need_memory(NULL, (count + 1) * size), 0, (count + 1) * size);
}

/* ---- places ---- */

struct place_search {
  struct trace *trace;
  size_t next;
  bool games; /* whose visits these are */
};

bool trace_cites(const char *cites, const char *item) {
  size_t length = strlen(item);
  for (const char *at = cites; (at = strstr(at, item)); at += length)
    if ((at == cites || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return true;
  return false;
}

/* Places come in the same order each time, so the second search finds those of the first one by one. */
static bool add_place(void *context, const trv_place *place) {
  struct place_search *search = context;
  struct trace *trace = search->trace;
  if (!*place->cites) return true;
  if (search->next == trace->place_count) {
    trace->places = need_memory(trace->places, (trace->place_count + 1) * sizeof *trace->places);
    trace->places[trace->place_count++] =
        (struct trace_place){ need_copy(place->file), need_copy(place->cites), place->line, 0, 0 };
  }
  struct trace_place *known = &trace->places[search->next++];
  if (search->games) known->by_games += place->visits;
  else known->by_scenarios += place->visits;
  return true;
}

static void count_places(struct trace *trace, const trv_program *program, const uint64_t *visits, bool games) {
  struct place_search search = { trace, 0, games };
  trv_places_each(program, visits, add_place, &search);
}

/* ---- items ---- */

struct trace_name {
  const char *name;
  struct trace_item *item;
  size_t cited; /* number of the search that found it last */
};

static int compare_names(const void *left, const void *right) {
  return strcmp(((const struct trace_name *)left)->name, ((const struct trace_name *)right)->name);
}

static void sort_names(struct trace *trace) {
  size_t count = trace->rulebook.listed;
  trace->names = need_zeroes(count, sizeof *trace->names);
  for (size_t i = 0; i < count; i++)
    trace->names[i] = (struct trace_name){ trace->rulebook.list[i].name, &trace->items[i], 0 };
  qsort(trace->names, count, sizeof *trace->names, compare_names);
}

/* Goes through the items that citations such as "R12 A3" name, each once in a search. */
static struct trace_item *next_item(struct trace *trace, const char **cites) {
  char word[16];
  while (**cites) {
    size_t length = strcspn(*cites, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, *cites);
    *cites += length + strspn(*cites + length, " ");
    struct trace_name wanted = { .name = word };
    struct trace_name *found =
        bsearch(&wanted, trace->names, trace->rulebook.listed, sizeof *trace->names, compare_names);
    if (!found || found->cited == trace->searches) continue;
    found->cited = trace->searches;
    return found->item;
  }
  return NULL;
}

static void count_items(struct trace *trace) {
  for (uint32_t i = 0; i < trace->rulebook.listed; i++) trace->items[i].by_games = trace->items[i].by_scenarios = 0;
  for (size_t p = 0; p < trace->place_count; p++) {
    const struct trace_place *place = &trace->places[p];
    const char *cites = place->cites;
    trace->searches++;
    for (struct trace_item *item; (item = next_item(trace, &cites));) {
      item->runs = true;
      item->by_games += place->by_games;
      item->by_scenarios += place->by_scenarios;
    }
  }
}

/* ---- scenarios ---- */

static void note_scenario(struct trace *trace, const char *cites, bool passed) {
  trace->scenarios++;
  trace->failed += !passed;
  trace->searches++;
  for (struct trace_item *item; (item = next_item(trace, &cites));) item->scenarios++;
}

void trace_begin(struct trace *trace, const trv_report *report, const trv_program *program) {
  trv_program_info info = trv_program_describe(program);
  *trace = (struct trace){ .rulebook = trv_report_rulebook(report) };
  trace->items = need_zeroes(trace->rulebook.listed, sizeof *trace->items);
  sort_names(trace);
  uint64_t *visits = need_zeroes(info.instructions, sizeof *visits);
  for (uint32_t i = 0; i < info.scenarios; i++) {
    trv_scenario_info scenario;
    if (trv_program_scenario(program, i, &scenario) != TRV_OK) continue;
    bool passed = trv_scenario_visit(program, i, visits, NULL, 0, NULL) == TRV_OK;
    note_scenario(trace, scenario.cites, passed);
  }
  count_places(trace, program, visits, false);
  count_items(trace);
  free(visits);
}

/* ---- games ---- */

void trace_games(struct trace *trace, const trv_program *program, const uint64_t *visits, uint64_t games) {
  trace->games += games;
  count_places(trace, program, visits, true);
  count_items(trace);
}

void trace_free(struct trace *trace) {
  for (size_t i = 0; i < trace->place_count; i++) free(trace->places[i].file), free(trace->places[i].cites);
  free(trace->places);
  free(trace->items);
  free(trace->names);
  *trace = (struct trace){ 0 };
}
