/* Things at places, and places of things; see sites.h. A thing is the same in two projects if its declaration stands at
 * the same place of the same file. */
#include "lsp/sites.h"

#include <stdlib.h>
#include <string.h>

/* ---- what stands here ---- */

static bool find_in(const trv_inspection *inspection, const char *path, uint32_t offset, uint32_t which,
                    struct found_thing *found) {
  uint32_t number = trv_inspection_at(inspection, path, offset, which, &found->word);
  if (number == TRV_NO_THING) return false;
  found->inspection = inspection;
  found->number = number;
  found->thing = trv_inspection_thing(inspection, number);
  return true;
}

/* Where a byte of the present text was in an older one: before what has changed, or behind it. UINT32_MAX: neither. */
static uint32_t older_offset(const char *now, size_t length, const char *before, size_t older, uint32_t offset) {
  size_t same = 0, behind = 0;
  while (same < length && same < older && now[same] == before[same]) same++;
  while (behind < length - same && behind < older - same && now[length - 1 - behind] == before[older - 1 - behind])
    behind++;
  if (offset < same) return offset;
  if (offset > length - behind) return (uint32_t)(offset + older - length);
  return UINT32_MAX;
}

bool sites_find(const struct place_question *question, uint32_t which, struct found_thing *found) {
  const struct project *project = question->project;
  if (find_in(project->now, question->path, question->offset, which, found)) return true;
  if (!project->good || project->good == project->now) return false;
  size_t older = 0;
  const char *before = trv_report_source(trv_inspection_report(project->good), question->path, &older);
  uint32_t offset =
      before ? older_offset(question->lines.text, question->lines.length, before, older, question->offset) : UINT32_MAX;
  if (offset == UINT32_MAX || !find_in(project->good, question->path, offset, which, found)) return false;
  uint32_t shift = question->offset - offset;
  found->word.start += shift;
  found->word.end += shift;
  return found->word.end <= question->lines.length;
}

/* ---- where it is named ---- */

static uint32_t same_thing(const trv_inspection *inspection, const trv_thing *thing) {
  if (!thing->place.file) return TRV_NO_THING;
  for (uint32_t which = 0;; which++) {
    uint32_t number = trv_inspection_at(inspection, thing->place.file, thing->place.start, which, NULL);
    if (number == TRV_NO_THING) return number;
    trv_thing other = trv_inspection_thing(inspection, number);
    if (other.kind == thing->kind && !strcmp(other.name, thing->name)) return number;
  }
}

static bool is_known(const struct sites *sites, trv_span span) {
  for (size_t i = 0; i < sites->count; i++)
    if (sites->items[i].span.start == span.start && !strcmp(sites->items[i].span.file, span.file)) return true;
  return false;
}

static void add_site(struct sites *sites, struct site site) {
  if (is_known(sites, site.span)) return;
  if (sites->count == sites->capacity) {
    size_t capacity = sites->capacity ? 2 * sites->capacity : 64;
    struct site *items = realloc(sites->items, capacity * sizeof *items);
    if (!items) return;
    sites->items = items;
    sites->capacity = capacity;
  }
  sites->items[sites->count++] = site;
}

static void gather(const struct project *project, const trv_inspection *inspection, uint32_t number,
                   struct sites *sites) {
  for (uint32_t i = 0; number != TRV_NO_THING; i++) {
    trv_mention mention = trv_inspection_mention(inspection, i);
    if (!mention.place.file) return;
    if (mention.thing == number) add_site(sites, (struct site){ project, mention.place, mention.declares });
  }
}

void sites_gather(struct session *session, const struct found_thing *found, bool beside, struct sites *sites) {
  const char *home = found->thing.place.file;
  *sites = (struct sites){ 0 };
  if (!home) return;
  if (beside && *home == '/') projects_load_beside(&session->projects, home);
  for (struct project *project = projects_first(&session->projects); project;
       project = projects_next(&session->projects, project))
    if (project->now && project_reads(project, home))
      gather(project, project->now, same_thing(project->now, &found->thing), sites);
}

void sites_free(struct sites *sites) {
  free(sites->items);
  *sites = (struct sites){ 0 };
}
