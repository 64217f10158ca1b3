/* The validator: looks at a program that came from a file before anything else does.
 *
 * Three steps: every number by itself (fields.def, fields.c), what numbers must have to do with each other (here), and the
 * code (verify.c). After it, no code need ask again whether an index stored in a section exists; values computed while a
 * game runs are the checking interpreter's business. Knows no file format and runs nothing. It says which section is
 * wrong, not which entry: a damaged file is not repaired by hand. */
#include "vm/validate.h"

#include <stdlib.h>

#include "base/name.h"
#include "base/unicode.h"
#include "vm/api.h"
#include "vm/distinct.h"
#include "vm/fields.h"
#include "vm/state.h"
#include "vm/verify.h"

static bool within(int64_t first, int64_t count, int64_t total) {
  return first >= 0 && count >= 0 && first + count <= total;
}

/* ---- texts ---- */

/* What no source text may hold, no compiled text may hold: they are printed on terminals. Each ends with NUL. */
static bool check_chars(const struct program *p) {
  for (size_t at = 0; at < p->chars_count; at++) {
    at += unicode_text_length(p->chars + at, p->chars_count - at);
    if (at == p->chars_count || p->chars[at]) return false;
  }
  return p->chars_count > 0;
}

/* Of the ints: see fields_count_bad. */
static void count_non_texts(const struct program *p, uint32_t *bad) {
  const struct field_domain text = { .low = 0, .among = SECTION_OF_chars };
  fields_count_bad(p, &text, bad);
}

/* ---- types ---- */

/* A value of one slot that can be a member of another, or a column of a table. */
static bool is_single(const struct program *p, int32_t type) {
  return type >= 0 && p->types[type].slots == 1 && p->types[type].kind < VALUE_SET;
}

/* A value that arrays can have as an index, or settings as their value: one of a known number, or a number. */
static bool is_plain(const struct program *p, int32_t type) {
  int32_t kind = p->types[type].kind;
  return is_single(p, type) && kind != VALUE_TEXT && kind != VALUE_PATH;
}

static bool column_holds(const struct program *p, int32_t column, int64_t ints) {
  return column >= 0 && (int64_t)p->columns[column].slots * p->columns[column].count >= ints;
}

/* Begins with a capital, as those of the rules do: it is not taken for `int` or `player`. */
static bool has_name_of_type(const struct program *p, const struct type_desc *t) {
  return name_is_capital(*program_text(p, t->name));
}

/* `bad`: of the ints, those that are no names. */
static bool check_type(const struct program *p, const struct type_desc *t, const uint32_t *bad) {
  switch ((enum value_kind)t->kind) {
  case VALUE_SET:
  case VALUE_BAG: return is_single(p, t->element) && t->slots % 2 == 0;
  case VALUE_LIST: return is_single(p, t->element) && t->slots > t->count;
  case VALUE_PATH: /* the nodes of path i are entries nodes[i] .. nodes[i + 1] - 1 of path_nodes */
    return t->slots == 1 && is_single(p, t->element) && column_holds(p, t->nodes, (int64_t)t->count + 1) &&
           column_holds(p, t->path_nodes, 0);
  case VALUE_ENUM:
  case VALUE_CARD: return t->slots == 1 && has_name_of_type(p, t) && fields_row_fits(p, bad, t->names, t->count);
  case VALUE_PLAYER: return t->slots == 1 && t->count <= TRV_MOST_PLAYERS;
  case VALUE_INT: return t->slots == 1 && t->low <= t->high;
  case VALUE_BOOL:
  case VALUE_TEXT: return t->slots == 1;
  }
  return false;
}

static bool check_labels(const struct program *p, const struct type_desc *t, const uint32_t *bad) {
  bool named = t->kind == VALUE_ENUM || t->kind == VALUE_CARD;
  return !named || fields_row_fits(p, bad, t->labels, t->count);
}

static bool check_types(const struct program *p, uint32_t *room) {
  const struct field_domain name = { .low = 0, .among = SECTION_OF_chars, .spelt = SPELT_NAME };
  fields_count_bad(p, &name, room);
  for (uint32_t i = 0; i < p->types_count; i++)
    if (!check_type(p, &p->types[i], room)) return false;
  count_non_texts(p, room);
  for (uint32_t i = 0; i < p->types_count; i++)
    if (!check_labels(p, &p->types[i], room)) return false;
  return true;
}

/* ---- the state block ---- */

static bool check_meta(const struct program *p) {
  if (p->meta_count != 1) return false;
  const struct meta *m = p->meta;
  int64_t known_bytes = (int64_t)m->known_count * m->high_players * (int64_t)sizeof(struct known_card);
  if (m->known_offset % 8 != 0 || !within(m->known_offset, known_bytes, m->stack_offset)) return false;
  if (m->known_count > 0 && m->known_offset < (int32_t)sizeof(struct state)) return false;
  return m->low_players <= m->high_players && m->stack_offset % 8 == 0 &&
         within(m->stack_offset, 4 * ((int64_t)m->stack_slots + STACK_MARGIN), m->state_bytes);
}

static bool check_columns(const struct program *p) {
  for (uint32_t i = 0; i < p->columns_count; i++) {
    const struct column *c = &p->columns[i];
    if (!within(c->offset, (int64_t)c->slots * c->count, p->ints_count)) return false;
  }
  return true;
}

/* No two cells lie in one place: they would hide each other. */
static bool check_places(const struct program *p, const struct board_desc *b) {
  const int32_t *columns = p->ints + b->columns, *rows = p->ints + b->rows;
  for (int32_t i = 0; i < b->cells; i++) {
    if (columns[i] > b->width || rows[i] > b->height) return false;
    bool follows = i == 0 || rows[i] > rows[i - 1] || (rows[i] == rows[i - 1] && columns[i] > columns[i - 1]);
    if (!follows) return false;
  }
  return true;
}

static bool check_boards(const struct program *p) {
  for (uint32_t i = 0; i < p->boards_count; i++) {
    const struct board_desc *b = &p->boards[i];
    const struct type_desc *type = &p->types[b->type];
    if (type->kind != VALUE_ENUM || type->count != b->cells || !check_places(p, b)) return false;
  }
  return true;
}

static bool check_storages(const struct program *p) {
  for (uint32_t i = 0; i < p->storages_count; i++) {
    const struct storage *s = &p->storages[i];
    bool single = s->width == 1 || s->width == 2 || s->width == 4;
    if ((!single && s->width % 8 != 0) || s->low > s->high) return false;
    if (!within(s->offset, (int64_t)s->width * s->count, p->meta->stack_offset)) return false;
  }
  return true;
}

/* ---- cards ---- */

static bool is_of_deck(const struct program *p, int64_t zone, int32_t deck) {
  return zone < 0 || zone >= p->zones_count || p->zones[zone].deck == deck;
}

/* Every card starts in a zone of its own deck; a zone that does not exist stands for the box. */
static bool check_homes(const struct program *p, int32_t deck) {
  const struct deck *d = &p->decks[deck];
  int32_t sets = d->each_player ? p->meta->high_players : 1;
  for (int32_t kind = 0; kind < d->kinds; kind++)
    for (int32_t seat = 0; seat < sets; seat++)
      if (!is_of_deck(p, (int64_t)p->ints[d->homes + kind] + (int64_t)seat * d->home_stride, deck)) return false;
  return is_of_deck(p, d->box, deck);
}

static bool check_decks(const struct program *p) {
  for (uint32_t i = 0; i < p->decks_count; i++) {
    const struct deck *d = &p->decks[i];
    const struct type_desc *type = &p->types[d->type];
    if (type->kind != VALUE_CARD || type->count != d->kinds || !check_homes(p, (int32_t)i)) return false;
    int64_t cards = 0;
    for (int32_t kind = 0; kind < d->kinds; kind++) cards += p->ints[d->copies + kind];
    if (d->total != cards * (d->each_player ? p->meta->high_players : 1)) return false;
  }
  return true;
}

static int64_t zone_bytes_needed(const struct zone *z) {
  int64_t kinds = z->kinds;
  switch (z->form) {
  case ZONE_PILE: return 2 + (int64_t)z->capacity * (kinds > 256 ? 2 : 1);
  case ZONE_COUNTS: return 8 + (kinds + 7) / 8 * 8;
  case ZONE_BITS: return (kinds + 63) / 64 * 8;
  default: return 2;
  }
}

/* A zone has room for all cards of its deck, unless it is a slot; what a rule allows it to hold is another matter. */
static bool check_zone(const struct program *p, const struct zone *z) {
  const struct deck *deck = &p->decks[z->deck];
  if (z->kinds != deck->kinds || (z->form == ZONE_SLOT ? z->capacity > 1 : z->capacity < deck->total)) return false;
  if (z->refill >= 0 && p->zones[z->refill].deck != z->deck) return false;
  return z->offset % 8 == 0 && z->bytes >= zone_bytes_needed(z) && within(z->offset, z->bytes, p->meta->stack_offset);
}

static bool check_zones(const struct program *p) {
  for (uint32_t i = 0; i < p->zones_count; i++)
    if (!check_zone(p, &p->zones[i])) return false;
  return true;
}

/* ---- arrays and settings ---- */

/* Whether arrays of these indices have so many elements. */
static bool check_dims(const struct program *p, int32_t dims, const int32_t *types, int32_t count) {
  int64_t elements = 1;
  for (int32_t i = 0; i < dims && elements <= INT32_MAX; i++) {
    if (!is_plain(p, types[i])) return false;
    elements *= type_values(&p->types[types[i]]);
  }
  return elements == count;
}

static bool check_zone_decls(const struct program *p) {
  for (uint32_t i = 0; i < p->zone_decls_count; i++) {
    const struct zone_decl *d = &p->zone_decls[i];
    if (!check_dims(p, d->dims, d->dim_type, d->count)) return false;
  }
  return true;
}

static bool check_variables(const struct program *p) {
  for (uint32_t i = 0; i < p->variables_count; i++) {
    const struct variable *v = &p->variables[i];
    const struct storage *storage = &p->storages[v->storage];
    if ((storage->width < 8 ? 1 : storage->width / 4) != p->types[v->type].slots ||
        !check_dims(p, v->dims, v->dim_type, storage->count))
      return false;
  }
  return true;
}

static bool is_value_of(const struct type_desc *type, int32_t value) {
  if (text_value_is_none(type, value)) return true;
  if (type->kind == VALUE_INT) return value >= type->low && value <= type->high;
  return value >= 0 && value < type_values(type);
}

static bool check_setting(const struct program *p, const struct setting *s) {
  const struct variable *variable = &p->variables[s->variable];
  const struct type_desc *type = &p->types[variable->type];
  if (!is_plain(p, variable->type) || variable->dims != 0) return false;
  if (!is_value_of(type, s->value) || !is_value_of(type, s->simulated) || !is_value_of(type, s->usual)) return false;
  for (int32_t i = 0; i < s->needs_count; i++)
    if (p->needs[s->needs + i].proc < 0) return false;
  return true;
}

static bool check_settings(const struct program *p) {
  for (uint32_t i = 0; i < p->settings_count; i++)
    if (!check_setting(p, &p->settings[i])) return false;
  return true;
}

/* ---- procedures and choices ---- */

static bool check_procs(const struct program *p) {
  for (uint32_t i = 0; i < p->procs_count; i++)
    if (!within(FRAME_HEAD, p->procs[i].params, p->procs[i].frame)) return false;
  return true;
}

/* Of a choice of everybody: where the players asked and their answers lie in the frame, below what is dead. */
static bool check_answers(const struct choice *c) {
  if (!(c->flags & CHOICE_SECRET)) return true;
  return c->asked >= FRAME_HEAD && c->cursor >= FRAME_HEAD && within(c->cursor, 1, c->top) &&
         c->chooser >= FRAME_HEAD && within(c->chooser, 1, c->top) && c->width >= 1 && c->width >= c->arguments &&
         within(c->answers, 0, c->top) && within(c->asked, 1 + (c->top - c->answers) / c->width, c->top);
}

static bool has_its_options(const struct program *p, int32_t choice) {
  const struct choice *c = &p->choices[choice];
  for (int32_t i = 0; i < c->options; i++)
    if (p->options[c->first_option + i].choice != choice) return false;
  return true;
}

static bool check_choices(const struct program *p) {
  for (uint32_t i = 0; i < p->choices_count; i++) {
    const struct choice *c = &p->choices[i];
    if (!within(c->top, c->arguments, c->frame) || c->frame > p->meta->stack_slots || !check_answers(c)) return false;
    if (!has_its_options(p, (int32_t)i)) return false;
  }
  return true;
}

static bool check_options(const struct program *p) {
  for (uint32_t i = 0; i < p->options_count; i++) {
    const struct option *o = &p->options[i];
    const struct choice *c = &p->choices[o->choice];
    if (o->slots > c->arguments) return false;
    for (int32_t k = 0; k < o->arguments; k++) {
      const struct argument *a = &p->arguments[o->first_argument + k];
      if (a->slot < c->top || !within(a->slot - c->top, p->types[a->type].slots, c->arguments)) return false;
    }
  }
  return true;
}

/* What C code is said to be given is what it can be given. */
static bool is_foreign(const struct program *p, int32_t type) { return is_plain(p, type) && !p->types[type].optional; }

static bool check_extern_argument(const struct program *p, const struct extern_argument *a) {
  const struct type_desc *type = &p->types[a->type];
  switch ((enum extern_kind)a->kind) {
  case EXTERN_TEXT: return type->kind == VALUE_TEXT && !type->optional;
  case EXTERN_SET: return is_foreign(p, a->type) && a->most <= type_values(type);
  case EXTERN_ZONE: return is_foreign(p, a->type) && type->kind == VALUE_CARD;
  case EXTERN_VALUE:
  case EXTERN_LIST: return is_foreign(p, a->type);
  }
  return false;
}

static bool check_extern_arguments(const struct program *p, const struct extern_fn *e) {
  for (int32_t i = 0; i < e->arguments; i++) {
    const struct extern_argument *a = &p->extern_arguments[e->first_argument + i];
    int32_t size = extern_is_view(a->kind) ? a->most : 0;
    if (a->slot >= e->slots || size >= e->slots - a->slot || !check_extern_argument(p, a)) return false;
  }
  return true;
}

static bool check_externs(const struct program *p) {
  for (uint32_t i = 0; i < p->externs_count; i++)
    if (!is_foreign(p, p->externs[i].result) || !check_extern_arguments(p, &p->externs[i])) return false;
  return true;
}

/* ---- places ---- */

static bool check_secret_locals(const struct program *p) {
  for (uint32_t i = 0; i < p->secret_locals_count; i++) {
    const struct secret_local *l = &p->secret_locals[i];
    if (l->high < l->low || (i > 0 && l->pc < l[-1].pc)) return false;
  }
  return true;
}

static bool check_lines(const struct program *p) {
  for (uint32_t i = 1; i < p->lines_count; i++)
    if (p->lines[i].pc < p->lines[i - 1].pc) return false;
  return true;
}

/* ---- scenarios ---- */

/* `bad`: of the ints, those that are no texts. */
static bool check_item(const struct program *p, const struct scenario_item *s, const uint32_t *bad) {
  bool runs = s->kind == ITEM_GIVEN || s->kind == ITEM_RUN || s->kind == ITEM_NEXT_SHUFFLE || s->kind == ITEM_EXPECT;
  if (runs && s->proc < 0) return false;
  if (s->kind == ITEM_EXPECT) /* number: 1 + the proc that gives the left side of a comparison, count: its type */
    return !s->number || (s->number > 0 && s->number <= (int64_t)p->procs_count && s->count < (int64_t)p->types_count);
  if (s->kind == ITEM_EXPECT_ONLY) return fields_row_fits(p, bad, s->ints, s->count);
  return s->count == 0 || within(s->ints, s->count, p->ints_count);
}

static bool check_scenario_items(const struct program *p, uint32_t *room) {
  count_non_texts(p, room);
  for (uint32_t i = 0; i < p->scenario_items_count; i++)
    if (!check_item(p, &p->scenario_items[i], room)) return false;
  return true;
}

/* Pairs of a setting and its value. */
static bool check_scenarios(const struct program *p) {
  for (uint32_t i = 0; i < p->scenarios_count; i++) {
    const struct scenario *s = &p->scenarios[i];
    if (s->setting_count && !within(s->settings, 2 * (int64_t)s->setting_count, p->ints_count)) return false;
    for (int32_t k = 0; k < s->setting_count; k++) {
      const int32_t *pair = p->ints + s->settings + 2 * k;
      if (!within(pair[0], 1, p->settings_count)) return false;
      const struct type_desc *type = &p->types[p->variables[p->settings[pair[0]].variable].type];
      if (!is_value_of(type, pair[1])) return false;
    }
  }
  return true;
}

/* ---- what is shown ---- */

static bool check_shown_fn(const struct program *p, const struct shown *fn) {
  if (fn->proc < 0 || fn->type < 0) return false;
  const struct proc *proc = &p->procs[fn->proc];
  bool is_text = p->types[fn->type].kind == VALUE_TEXT;
  return proc->params <= 1 && proc->result == (is_text ? 0 : p->types[fn->type].slots);
}

/* An entry for every zone and every variable, then fns. */
static bool check_shown(const struct program *p) {
  uint32_t declared = p->zone_decls_count + p->variables_count;
  if (p->before_show_count > 1 || (p->shown_count && p->shown_count < declared)) return false;
  for (uint32_t i = 0; i < p->shown_count; i++) {
    const struct shown *shown = &p->shown[i];
    if (i < declared ? shown->proc >= 0 || shown->type >= 0 : !check_shown_fn(p, shown)) return false;
  }
  return true;
}

/* What a line is about must be there: a value of its type, a thing, a place for each value. */
static bool check_show_line(const struct program *p, const struct show_line *line) {
  int64_t values = line->type >= 0 ? p->types[line->type].count : 0;
  switch ((enum show_kind)line->kind) {
  case SHOWS_MAP: return line->type >= 0 && (!line->spot_count || line->spot_count == 2 * values);
  case SHOWS_LINES:
  case SHOWS_LABEL:
  case SHOWS_CARD: return line->type >= 0;
  case SHOWS_TRACK:
  case SHOWS_RING: return line->thing >= 0;
  case SHOWS_COLOUR:
  case SHOWS_ICON: return line->low >= 0 && line->low < values;
  case SHOWS_SEAT: return line->low >= 0 && line->low < TRV_MOST_PLAYERS;
  case SHOWS_KEY: return line->low >= 0 && line->low < (int64_t)p->rank_keys_count;
  case SHOWS_LESSON:
  case SHOW_KINDS: break;
  }
  return true;
}

static bool check_show_lines(const struct program *p) {
  for (uint32_t i = 0; i < p->show_lines_count; i++)
    if (!check_show_line(p, &p->show_lines[i])) return false;
  return true;
}

static bool check_field_decls(const struct program *p) {
  for (uint32_t i = 0; i < p->field_decls_count; i++) {
    const struct field_decl *f = &p->field_decls[i];
    const struct column *column = &p->columns[f->column];
    if (column->slots != p->types[f->type].slots || column->count != p->types[f->owner].count) return false;
  }
  return true;
}

static bool check_graph_decls(const struct program *p) {
  for (uint32_t i = 0; i < p->graph_decls_count; i++) {
    const struct graph_decl *g = &p->graph_decls[i];
    if (g->edge_count % 2) return false;
    for (int32_t k = 0; k < g->edge_count; k++)
      if (p->ints[g->edges + k] >= p->types[g->type].count) return false;
  }
  return true;
}

static bool check_phase_arguments(const struct program *p) {
  for (uint32_t i = 0; i < p->phase_arguments_count; i++)
    if (p->types[p->phase_arguments[i].type].slots != 1) return false;
  return true;
}

static bool check_argument_zones(const struct program *p) {
  return !p->argument_zones_count || p->argument_zones_count == p->arguments_count;
}

/* ---- the state block: variables may share memory, zones share it with nobody ---- */

static int by_offset(const void *left, const void *right) {
  const struct zone *const *a = left, *const *b = right;
  return ((*a)->offset > (*b)->offset) - ((*a)->offset < (*b)->offset);
}

/* Whether some zone, sorted by offset, lies in these bytes. */
static bool hits_zone(const struct zone *const *sorted, uint32_t count, int64_t offset, int64_t bytes) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if ((int64_t)sorted[middle]->offset + sorted[middle]->bytes > offset) high = middle;
    else low = middle + 1;
  }
  return low < count && sorted[low]->offset < offset + bytes;
}

static bool zones_apart(const struct program *p, const struct zone **sorted) {
  for (uint32_t i = 0; i < p->zones_count; i++) sorted[i] = &p->zones[i];
  qsort(sorted, p->zones_count, sizeof *sorted, by_offset);
  for (uint32_t i = 1; i < p->zones_count; i++)
    if ((int64_t)sorted[i - 1]->offset + sorted[i - 1]->bytes > sorted[i]->offset) return false;
  for (uint32_t i = 0; i < p->storages_count; i++) {
    const struct storage *s = &p->storages[i];
    if (hits_zone(sorted, p->zones_count, s->offset, (int64_t)s->width * s->count)) return false;
  }
  return true;
}

/* ---- the whole ---- */

static const char *damage(enum section section) {
  static const char *const sentences[SECTIONS] = {
    [SECTION_OF_meta] = "The description of the program is damaged.",
    [SECTION_OF_code] = "The code of the program is damaged.",
    [SECTION_OF_ints] = "A table of the program is damaged.",
    [SECTION_OF_chars] = "The texts of the program are damaged.",
    [SECTION_OF_types] = "A type of the program is damaged.",
    [SECTION_OF_columns] = "A table of the program is damaged.",
    [SECTION_OF_boards] = "A board of the program is damaged.",
    [SECTION_OF_storages] = "A variable of the program lies outside the state.",
    [SECTION_OF_decks] = "A deck of the program is damaged.",
    [SECTION_OF_zones] = "A zone of the program is damaged.",
    [SECTION_OF_zone_decls] = "A zone of the program is damaged.",
    [SECTION_OF_variables] = "A variable of the program is damaged.",
    [SECTION_OF_settings] = "A setting of the program is damaged.",
    [SECTION_OF_procs] = "A procedure of the program is damaged.",
    [SECTION_OF_choices] = "A choice of the program is damaged.",
    [SECTION_OF_options] = "An option of the program is damaged.",
    [SECTION_OF_arguments] = "An option of the program is damaged.",
    [SECTION_OF_needs] = "A condition of the program is damaged.",
    [SECTION_OF_tabulations] = "A table of the program is damaged.",
    [SECTION_OF_secret_locals] = "A secret of the program is damaged.",
    [SECTION_OF_externs] = "An extern of the program is damaged.",
    [SECTION_OF_extern_arguments] = "An extern of the program is damaged.",
    [SECTION_OF_rank_keys] = "A ranking of the program is damaged.",
    [SECTION_OF_invariants] = "An invariant of the program is damaged.",
    [SECTION_OF_lines] = "The line table of the program is damaged.",
    [SECTION_OF_marks] = "The table of marks of the program is damaged.",
    [SECTION_OF_scenarios] = "A scenario of the program is damaged.",
    [SECTION_OF_scenario_items] = "A scenario of the program is damaged.",
    [SECTION_OF_house_rules] = "A variant of the program is damaged.",
    [SECTION_OF_shown] = "What the program shows is damaged.",
    [SECTION_OF_show_lines] = "What the program shows is damaged.",
    [SECTION_OF_field_decls] = "A field of the program is damaged.",
    [SECTION_OF_graph_decls] = "A graph of the program is damaged.",
    [SECTION_OF_phase_decls] = "A phase of the program is damaged.",
    [SECTION_OF_phase_arguments] = "A phase of the program is damaged.",
    [SECTION_OF_argument_zones] = "An option of the program is damaged.",
    [SECTION_OF_before_show] = "What the program shows is damaged.",
    [SECTION_OF_rules] = "A rule of the program is damaged.",
  };
  return sentences[section];
}

/* Later checks rely on earlier ones: the sections that others point into come first. */
static enum section check_sections(const struct program *p, uint32_t *room) {
  static const struct {
    enum section section;
    bool (*check)(const struct program *p);
  } checks[] = {
    { SECTION_OF_columns, check_columns },
    { SECTION_OF_boards, check_boards },
    { SECTION_OF_storages, check_storages },
    { SECTION_OF_decks, check_decks },
    { SECTION_OF_zones, check_zones },
    { SECTION_OF_zone_decls, check_zone_decls },
    { SECTION_OF_variables, check_variables },
    { SECTION_OF_settings, check_settings },
    { SECTION_OF_procs, check_procs },
    { SECTION_OF_choices, check_choices },
    { SECTION_OF_options, check_options },
    { SECTION_OF_externs, check_externs },
    { SECTION_OF_lines, check_lines },
    { SECTION_OF_secret_locals, check_secret_locals },
    { SECTION_OF_scenarios, check_scenarios },
    { SECTION_OF_shown, check_shown },
    { SECTION_OF_show_lines, check_show_lines },
    { SECTION_OF_field_decls, check_field_decls },
    { SECTION_OF_graph_decls, check_graph_decls },
    { SECTION_OF_phase_arguments, check_phase_arguments },
    { SECTION_OF_argument_zones, check_argument_zones },
  };
  if (!check_chars(p)) return SECTION_OF_chars;
  enum section bad = fields_check(p, room);
  if (bad != SECTIONS) return bad;
  if (!check_meta(p)) return SECTION_OF_meta;
  if (!check_types(p, room)) return SECTION_OF_types;
  for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
    if (!checks[i].check(p)) return checks[i].section;
  return check_scenario_items(p, room) ? distinct_check(p, room) : SECTION_OF_scenario_items;
}

static size_t larger(size_t left, size_t right) { return left > right ? left : right; }

int program_validate(const struct program *p, const trv_allocator *allocator, const char **why) {
  size_t for_ints = ((size_t)p->ints_count + 1) * sizeof(uint32_t), for_zones = p->zones_count * sizeof(struct zone *);
  size_t for_names = distinct_room(p), for_code = verify_room(p);
  void *room = memory_new(allocator, 1, larger(larger(for_ints, for_zones), larger(for_names, for_code)));
  if (!room) return TRV_E_MEMORY;
  enum section bad = check_sections(p, room);
  const char *problem = bad != SECTIONS ? damage(bad) : NULL;
  if (!problem && !zones_apart(p, room)) problem = "The zones of the program overlap.";
  if (!problem) problem = verify_code(p, room);
  memory_free(allocator, room);
  if (!problem) return TRV_OK;
  *why = problem;
  return TRV_E_DATA;
}
