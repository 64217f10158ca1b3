/* The rules as data: everything that is declared and can be drawn, as JSON. For pages that draw a game from its rules alone;
 * what a seat sees of a position in play is view_json.c. */
#include <string.h>

#include "vm/api.h"
#include "vm/value_json.h"

struct rules_json {
  const trv_program *program;
  const struct program *p;
  struct json *out;
};

/* ---- types ---- */

/* "set of Place", "0 to 9 or none". */
static void write_type(const struct program *p, int32_t type, struct text_sink *out) {
  const struct type_desc *desc = &p->types[type];
  switch ((enum value_kind)desc->kind) {
  case VALUE_INT: sink_text(out, "int"); break;
  case VALUE_BOOL: sink_text(out, "bool"); break;
  case VALUE_TEXT: sink_text(out, "text"); break;
  case VALUE_PLAYER: sink_text(out, "player"); break;
  case VALUE_ENUM:
  case VALUE_CARD: sink_text(out, program_text(p, desc->name)); break;
  case VALUE_PATH: sink_text(out, "path of "), sink_text(out, program_text(p, desc->name)); break;
  case VALUE_SET: sink_text(out, "set of "), write_type(p, desc->element, out); break;
  case VALUE_BAG: sink_text(out, "bag of "), write_type(p, desc->element, out); break;
  case VALUE_LIST: sink_text(out, "list of "), write_type(p, desc->element, out); break;
  }
  if (desc->optional) sink_text(out, " or none");
}

static void tell_type(const struct rules_json *rules, const char *key, int32_t type) {
  char words[2 * KEY_LENGTH];
  struct text_sink out = sink_on(words, sizeof words);
  write_type(rules->p, type, &out);
  sink_end(&out);
  json_text(rules->out, key, words);
}

static bool is_same_type(const struct program *p, int32_t left, int32_t right) {
  const struct type_desc *a = &p->types[left], *b = &p->types[right];
  return a->kind == b->kind && a->name == b->name && a->count == b->count;
}

static const struct deck *deck_of(const struct program *p, int32_t type) {
  for (uint32_t i = 0; i < p->decks_count; i++)
    if (is_same_type(p, p->decks[i].type, type)) return &p->decks[i];
  return NULL;
}

static void tell_fields(const struct rules_json *rules, int32_t type) {
  const struct program *p = rules->p;
  json_open_array(rules->out, "fields");
  for (uint32_t i = 0; i < p->field_decls_count; i++) {
    const struct field_decl *field = &p->field_decls[i];
    if (!is_same_type(p, field->owner, type)) continue;
    json_open_object(rules->out, NULL);
    json_text(rules->out, "name", program_text(p, field->name));
    tell_type(rules, "type", field->type);
    json_close(rules->out);
  }
  json_close(rules->out);
}

static void tell_values_of_fields(const struct rules_json *rules, int32_t type, int32_t value) {
  const struct program *p = rules->p;
  json_open_object(rules->out, "f");
  for (uint32_t i = 0; i < p->field_decls_count; i++) {
    const struct field_decl *field = &p->field_decls[i];
    if (!is_same_type(p, field->owner, type)) continue;
    const struct column *column = &p->columns[field->column];
    value_json(rules->out, p, program_text(p, field->name), field->type,
               p->ints + column->offset + (size_t)value * (size_t)column->slots);
  }
  json_close(rules->out);
}

static void tell_look(const struct rules_json *rules, int32_t type, int32_t value) {
  const char *colour = show_colour(rules->p, (uint32_t)type, (uint32_t)value);
  const char *icon = show_icon(rules->p, (uint32_t)type, (uint32_t)value);
  trv_spot spot;
  if (show_spot(rules->p, (uint32_t)type, (uint32_t)value, &spot) == TRV_OK) {
    json_open_array(rules->out, "at");
    json_decimal(rules->out, NULL, (double)spot.x / SPOT_UNIT);
    json_decimal(rules->out, NULL, (double)spot.y / SPOT_UNIT);
    json_close(rules->out);
  }
  if (*colour) json_text(rules->out, "colour", colour);
  if (*icon) json_text(rules->out, "icon", icon);
}

static void tell_value(const struct rules_json *rules, int32_t type, int32_t value, const struct deck *deck) {
  const struct program *p = rules->p;
  const struct type_desc *desc = &p->types[type];
  json_open_object(rules->out, NULL);
  json_text(rules->out, "id", program_text(p, p->ints[desc->names + value]));
  json_text(rules->out, "label", program_text(p, p->ints[desc->labels + value]));
  tell_values_of_fields(rules, type, value);
  tell_look(rules, type, value);
  if (deck) json_number(rules->out, "count", p->ints[deck->copies + value]);
  json_close(rules->out);
}

static bool is_first_of_its_kind(const struct program *p, int32_t type) {
  for (int32_t i = 0; i < type; i++)
    if (is_same_type(p, i, type)) return false;
  return p->types[type].kind == VALUE_ENUM || p->types[type].kind == VALUE_CARD;
}

static void tell_types(const struct rules_json *rules) {
  const struct program *p = rules->p;
  json_open_object(rules->out, "types");
  for (int32_t type = 0; type < (int32_t)p->types_count; type++) {
    if (!is_first_of_its_kind(p, type)) continue;
    const struct deck *deck = deck_of(p, type);
    json_open_object(rules->out, program_text(p, p->types[type].name));
    json_text(rules->out, "kind", deck ? "deck" : "enum");
    if (deck) json_bool(rules->out, "each_player", deck->each_player);
    tell_fields(rules, type);
    json_open_array(rules->out, "values");
    for (int32_t value = 0; value < p->types[type].count; value++) tell_value(rules, type, value, deck);
    json_close(rules->out);
    json_close(rules->out);
  }
  json_close(rules->out);
}

/* ---- zones, variables, fns ---- */

static const char *const roles[] = {
  [TRV_ROLE_OTHER] = "other",     [TRV_ROLE_SCORE] = "score", [TRV_ROLE_PART] = "part",  [TRV_ROLE_PLACE] = "place",
  [TRV_ROLE_COUNTER] = "counter", [TRV_ROLE_MARK] = "mark",   [TRV_ROLE_BOARD] = "board"
};

static void tell_shown(const struct rules_json *rules, const struct shown *entry, const char *name) {
  trv_shown shown = shown_as(rules->p, entry, name);
  json_text(rules->out, "title", shown.title);
  json_text(rules->out, "role", roles[shown.role]);
  json_bool(rules->out, "shown", shown.visible);
  json_count(rules->out, "order", shown.order);
  if (*shown.group) json_text(rules->out, "group", shown.group);
  if (*shown.field) json_text(rules->out, "field", shown.field);
  if (*shown.icon) json_text(rules->out, "icon", shown.icon);
}

static void tell_indices(const struct rules_json *rules, int32_t dims, const int32_t *types) {
  json_open_array(rules->out, "index");
  for (int32_t d = 0; d < dims; d++) tell_type(rules, NULL, types[d]);
  json_close(rules->out);
}

static const char *seen_word(int32_t seen) {
  static const char *const words[] = {
    [SEEN_BY_NOBODY] = "hidden", [SEEN_BY_ALL] = "open", [SEEN_BY_OWNER] = "for owner", [SEEN_BY_OTHERS] = "for others"
  };
  return words[seen];
}

static void tell_zone(const struct rules_json *rules, int32_t number) {
  const struct program *p = rules->p;
  const struct zone_decl *decl = &p->zone_decls[number];
  const struct zone *first = decl->count ? &p->zones[decl->first] : NULL;
  const char *name = program_text(p, decl->name);
  json_open_object(rules->out, NULL);
  json_text(rules->out, "name", name);
  json_text(rules->out, "kind", decl->is_row ? "row" : first && first->form == ZONE_PILE ? "pile" : "pool");
  json_text(rules->out, "of", program_text(p, p->decks[decl->deck].name));
  tell_indices(rules, decl->dims, decl->dim_type);
  json_text(rules->out, "seen", seen_word(decl->seen));
  if (first && first->holds >= 0) json_number(rules->out, "holds", first->holds);
  if (first && first->refill >= 0 && p->zones[first->refill].decl >= 0)
    json_text(rules->out, "refill", program_text(p, p->zone_decls[p->zones[first->refill].decl].name));
  tell_shown(rules, shown_zone(p, number), name);
  json_close(rules->out);
}

static void tell_variable(const struct rules_json *rules, int32_t number) {
  const struct program *p = rules->p;
  const struct variable *variable = &p->variables[number];
  const char *name = program_text(p, variable->name);
  if (variable->setting >= 0) return;
  json_open_object(rules->out, NULL);
  json_text(rules->out, "name", name);
  tell_indices(rules, variable->dims, variable->dim_type);
  tell_type(rules, "type", variable->type);
  if (p->types[variable->type].kind == VALUE_INT && p->storages[variable->storage].check) {
    json_number(rules->out, "low", p->storages[variable->storage].low);
    json_number(rules->out, "high", p->storages[variable->storage].high);
  }
  json_text(rules->out, "seen", seen_word(variable->seen));
  json_bool(rules->out, "passing", variable->passing);
  tell_shown(rules, shown_variable(p, number), name);
  json_close(rules->out);
}

static void tell_function(const struct rules_json *rules, const struct shown *entry) {
  const struct program *p = rules->p;
  json_open_object(rules->out, NULL);
  json_text(rules->out, "name", program_text(p, entry->name));
  json_bool(rules->out, "of_player", p->procs[entry->proc].params > 0);
  tell_type(rules, "type", entry->type);
  tell_shown(rules, entry, "");
  if (entry->part_count) json_open_array(rules->out, "parts");
  for (int32_t i = 0; i < entry->part_count; i++)
    json_text(rules->out, NULL, program_text(p, p->shown[p->ints[entry->parts + i]].name));
  if (entry->part_count) json_close(rules->out);
  json_close(rules->out);
}

static void tell_declared(const struct rules_json *rules) {
  const struct program *p = rules->p;
  json_open_array(rules->out, "zones");
  for (int32_t i = 0; i < (int32_t)p->zone_decls_count; i++) tell_zone(rules, i);
  json_close(rules->out);
  json_open_array(rules->out, "variables");
  for (int32_t i = 0; i < (int32_t)p->variables_count; i++) tell_variable(rules, i);
  json_close(rules->out);
  json_open_array(rules->out, "functions");
  for (uint32_t i = p->zone_decls_count + p->variables_count; i < p->shown_count; i++)
    tell_function(rules, &p->shown[i]);
  json_close(rules->out);
}

/* ---- graphs, flow, settings, ranking ---- */

static void tell_graph(const struct rules_json *rules, const struct graph_decl *graph) {
  const struct program *p = rules->p;
  const struct type_desc *type = &p->types[graph->type];
  json_open_object(rules->out, NULL);
  json_text(rules->out, "name", program_text(p, graph->name));
  json_text(rules->out, "of", program_text(p, type->name));
  json_open_array(rules->out, "edges");
  for (int32_t i = 0; i + 1 < graph->edge_count; i += 2) {
    json_open_array(rules->out, NULL);
    for (int32_t end = 0; end < 2; end++)
      json_text(rules->out, NULL, program_text(p, p->ints[type->names + p->ints[graph->edges + i + end]]));
    json_close(rules->out);
  }
  json_close(rules->out);
  json_close(rules->out);
}

static void tell_flow(const struct rules_json *rules) {
  const struct program *p = rules->p;
  json_open_array(rules->out, "graphs");
  for (uint32_t i = 0; i < p->graph_decls_count; i++) tell_graph(rules, &p->graph_decls[i]);
  json_close(rules->out);
  json_open_array(rules->out, "flow");
  for (uint32_t i = 0; i < p->phase_decls_count; i++) {
    const struct phase_decl *phase = &p->phase_decls[i];
    json_open_object(rules->out, NULL);
    json_text(rules->out, "name", program_text(p, phase->name));
    json_text(rules->out, "title", program_text(p, phase->title));
    json_text(rules->out, "inside", phase->inside >= 0 ? program_text(p, p->phase_decls[phase->inside].name) : NULL);
    json_close(rules->out);
  }
  json_close(rules->out);
}

static void tell_settings(const struct rules_json *rules) {
  trv_setting_info info;
  json_open_array(rules->out, "settings");
  for (uint32_t i = 0; trv_program_setting(rules->program, i, &info) == TRV_OK; i++) {
    json_open_object(rules->out, NULL);
    json_text(rules->out, "name", info.name);
    json_text(rules->out, "text", info.text);
    json_text(rules->out, "type", info.type);
    json_text(rules->out, "value", info.value);
    json_count(rules->out, "low_players", info.low_players);
    json_count(rules->out, "high_players", info.high_players);
    json_text(rules->out, "excludes", info.excludes);
    json_text(rules->out, "needs", info.needs);
    json_close(rules->out);
  }
  json_close(rules->out);
}

static void tell_keys(const struct rules_json *rules) {
  trv_key_info info;
  json_open_array(rules->out, "keys");
  for (uint32_t i = 0; trv_program_key(rules->program, i, &info) == TRV_OK; i++) {
    json_open_object(rules->out, NULL);
    json_text(rules->out, "name", info.name);
    json_text(rules->out, "title", info.title);
    json_bool(rules->out, "descending", info.descending);
    json_close(rules->out);
  }
  json_close(rules->out);
}

/* ---- lines of `show` ---- */

static const char *const kinds[] = {
  [TRV_SHOW_MAP] = "map",     [TRV_SHOW_LINES] = "lines", [TRV_SHOW_TRACK] = "track",   [TRV_SHOW_RING] = "ring",
  [TRV_SHOW_LABEL] = "label", [TRV_SHOW_CARD] = "card",   [TRV_SHOW_COLOUR] = "colour", [TRV_SHOW_ICON] = "icon",
  [TRV_SHOW_SEAT] = "seat",   [TRV_SHOW_KEY] = "key",     [TRV_SHOW_LESSON] = "learn"
};

static void tell_line(const struct rules_json *rules, const trv_show_line *line) {
  struct json *out = rules->out;
  json_open_object(out, NULL);
  json_text(out, "line", kinds[line->kind]);
  if (*line->type) json_text(out, "type", line->type);
  if (*line->thing) json_text(out, "thing", line->thing);
  if (*line->name) json_text(out, "name", line->name);
  if (*line->text) json_text(out, "text", line->text);
  if (line->kind == TRV_SHOW_MAP) json_bool(out, "earth", line->high);
  if (line->kind == TRV_SHOW_SEAT) json_number(out, "seat", line->low);
  if (line->kind == TRV_SHOW_TRACK || line->kind == TRV_SHOW_RING) {
    if (line->low < line->high) json_number(out, "low", line->low), json_number(out, "high", line->high);
    json_number(out, "by", line->by);
  }
  json_close(out);
}

/* Colours and pictures stand beside the values, titles of keys beside the keys. */
static void tell_lines(const struct rules_json *rules) {
  trv_show_line line;
  json_open_array(rules->out, "show");
  for (uint32_t i = 0; trv_program_show(rules->program, i, &line) == TRV_OK; i++)
    if (line.kind != TRV_SHOW_COLOUR && line.kind != TRV_SHOW_ICON && line.kind != TRV_SHOW_KEY)
      tell_line(rules, &line);
  json_close(rules->out);
}

static void tell_seats(const struct rules_json *rules) {
  const struct program *p = rules->p;
  json_open_array(rules->out, "seats");
  for (int32_t seat = 0; seat < p->meta->high_players; seat++) {
    char name[KEY_LENGTH];
    const char *title = trv_program_seat_title(rules->program, (uint32_t)seat);
    const char *colour = trv_program_seat_colour(rules->program, (uint32_t)seat);
    value_json_seat(p, seat, name);
    json_open_object(rules->out, NULL);
    json_text(rules->out, "name", name);
    if (*title) json_text(rules->out, "title", title);
    if (*colour) json_text(rules->out, "colour", colour);
    json_close(rules->out);
  }
  json_close(rules->out);
}

static void write_to_sink(void *context, const char *bytes, size_t length) { sink_bytes(context, bytes, length); }

size_t trv_program_json(const trv_program *program, char *buffer, size_t size) {
  const struct program *p = &program->program;
  struct text_sink out = sink_on(buffer, size);
  struct json json;
  struct rules_json rules = { program, p, &json };
  json_begin(&json, write_to_sink, &out);
  json_open_object(&json, NULL);
  json_text(&json, "title", program_text(p, p->meta->title));
  json_text(&json, "summary", program_text(p, p->meta->summary));
  json_text(&json, "rulebook", program_text(p, p->meta->rulebook));
  json_hash(&json, "hash", p->hash);
  json_number(&json, "low_players", p->meta->low_players);
  json_number(&json, "high_players", p->meta->high_players);
  json_bool(&json, "hidden_information", p->meta->hidden_information);
  tell_seats(&rules);
  tell_types(&rules);
  tell_declared(&rules);
  tell_flow(&rules);
  tell_settings(&rules);
  tell_keys(&rules);
  tell_lines(&rules);
  json_close(&json);
  return sink_end(&out);
}
