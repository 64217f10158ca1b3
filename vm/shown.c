/* What the rules want to be shown and how: of zones and variables beside what view.c tells of them, and the values of fns,
 * which are worked out here. The rules show only what everybody may know, so no seat is asked for. */
#include <string.h>

#include "vm/api.h"

/* ---- entries ---- */

const struct shown *shown_zone(const struct program *p, int32_t decl) {
  return p->shown_count ? &p->shown[decl] : NULL;
}

const struct shown *shown_variable(const struct program *p, int32_t variable) {
  return p->shown_count ? &p->shown[p->zone_decls_count + (uint32_t)variable] : NULL;
}

static enum trv_role role_of(int32_t role) {
  switch ((enum shown_role)role) {
  case SHOWN_SCORE: return TRV_ROLE_SCORE;
  case SHOWN_PART: return TRV_ROLE_PART;
  case SHOWN_PLACE: return TRV_ROLE_PLACE;
  case SHOWN_COUNTER: return TRV_ROLE_COUNTER;
  case SHOWN_BOARD: return TRV_ROLE_BOARD;
  case SHOWN_MARK: return TRV_ROLE_MARK;
  case SHOWN_OTHER: break;
  }
  return TRV_ROLE_OTHER;
}

trv_shown shown_as(const struct program *p, const struct shown *entry, const char *name) {
  if (!entry) return (trv_shown){ .visible = true, .title = name, .group = "", .field = "", .icon = "" };
  return (trv_shown){ .visible = entry->visible != 0,
                      .role = role_of(entry->role),
                      .title = program_text(p, entry->title),
                      .group = program_text(p, entry->group),
                      .field = program_text(p, entry->field),
                      .icon = program_text(p, entry->icon),
                      .order = (uint32_t)entry->order };
}

/* ---- values of fns ---- */

struct fact_teller {
  trv_game *game;
  struct text contents;
  int32_t *values;
  bool (*each)(void *context, const trv_fact *fact);
  void *context;
};

struct fact_value {
  const struct program *p;
  int32_t type;
  const int32_t *slots;
};

static void write_value(void *context, struct text_sink *sink) {
  const struct fact_value *value = context;
  text_value_label(value->p, value->type, value->slots, sink);
}

static bool tell_fact(struct fact_teller *teller, const struct shown *entry, int owner) {
  const struct program *p = teller->game->game.setup->program;
  const struct type_desc *type = &p->types[entry->type];
  int32_t seat = owner;
  text_clear(&teller->contents);
  bool known =
      interp_call_pure(&teller->game->game, entry->proc, &seat, 1, teller->values, (uint32_t)type->slots) == RULE_NONE;
  struct fact_value value = { p, entry->type, teller->values };
  if (known) sink_append(&teller->contents, write_value, &value);
  bool counts = known && type->kind == VALUE_INT && !text_value_is_none(type, teller->values[0]);
  trv_fact fact = { .name = program_text(p, entry->name),
                    .owner = owner,
                    .shown = shown_as(p, entry, ""),
                    .known = known,
                    .contents = text_get(&teller->contents),
                    .type = (uint32_t)entry->type,
                    .number = counts ? teller->values[0] : 0,
                    .value = known ? teller->values : NULL };
  return teller->each(teller->context, &fact);
}

static bool tell_facts(struct fact_teller *teller, const struct shown *entry) {
  const struct setup *setup = teller->game->game.setup;
  if (!setup->program->procs[entry->proc].params) return tell_fact(teller, entry, -1);
  for (uint32_t seat = 0; seat < setup->players; seat++)
    if (!tell_fact(teller, entry, (int)seat)) return false;
  return true;
}

static size_t most_slots(const struct program *p) {
  size_t most = 1;
  for (uint32_t i = 0; i < p->types_count; i++)
    if ((size_t)p->types[i].slots > most) most = (size_t)p->types[i].slots;
  return most;
}

int trv_facts_each(trv_game *game, bool (*each)(void *context, const trv_fact *fact), void *context) {
  const struct program *p = game->game.setup->program;
  const trv_allocator *allocator = game_allocator(game);
  struct fact_teller teller = { .game = game,
                                .contents = memory_text(allocator),
                                .values = memory_new(allocator, most_slots(p), sizeof *teller.values),
                                .each = each,
                                .context = context };
  bool more = teller.values != NULL;
  game->telling++;
  interp_answer_begin(&game->game);
  for (uint32_t i = p->zone_decls_count + p->variables_count; more && i < p->shown_count; i++)
    more = tell_facts(&teller, &p->shown[i]);
  interp_answer_end(&game->game);
  game->telling--;
  bool failed = !teller.values || teller.contents.failed;
  memory_free(allocator, teller.values);
  text_free(&teller.contents);
  return failed ? TRV_E_MEMORY : TRV_OK;
}
