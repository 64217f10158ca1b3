/* The validator: looks at a program that came from a file before anything else does.
 *
 * Owns what "in range" means for every section. After it, no code need ask again whether an index stored in a section
 * exists; values computed while a game runs are the checking interpreter's business. Knows no file format and runs
 * nothing. It says which section is wrong, not which entry: a damaged file is not repaired by hand. */
#include "vm/validate.h"

#include <stdlib.h>
#include <string.h>

#include "vm/api.h"
#include "vm/operands.h"
#include "vm/state.h"

static bool within(int64_t first, int64_t count, int64_t total) {
  return first >= 0 && count >= 0 && first + count <= total;
}
static bool is_text(const struct program *p, int32_t text) { return within(text, 1, p->chars_count); }
static bool is_pc(const struct program *p, int32_t pc) { return within(pc, 1, p->code_count); }
static bool is_pc_or_none(const struct program *p, int32_t pc) { return pc == -1 || is_pc(p, pc); }
static bool is_proc(const struct program *p, int32_t proc) { return within(proc, 1, p->procs_count); }
static bool is_proc_or_none(const struct program *p, int32_t proc) { return proc == -1 || is_proc(p, proc); }
static bool is_type(const struct program *p, int32_t type) { return within(type, 1, p->types_count); }
static bool is_zone(const struct program *p, int32_t zone) { return within(zone, 1, p->zones_count); }

static bool are_ints(const struct program *p, int32_t first, int32_t count) {
  return count == 0 || within(first, count, p->ints_count);
}

static bool are_texts(const struct program *p, int32_t first, int32_t count) {
  if (!are_ints(p, first, count)) return false;
  for (int32_t i = 0; i < count; i++)
    if (!is_text(p, p->ints[first + i])) return false;
  return true;
}

static bool column_holds(const struct program *p, int32_t column, int64_t ints) {
  return within(column, 1, p->columns_count) && (int64_t)p->columns[column].slots * p->columns[column].count >= ints;
}

/* ---- sections ---- */

static bool check_meta(const struct program *p) {
  if (p->meta_count != 1) return false;
  const struct meta *m = p->meta;
  return is_text(p, m->title) && is_text(p, m->rulebook) && is_text(p, m->summary) && m->low_players >= 1 &&
         m->low_players <= m->high_players && m->high_players <= TRV_MOST_PLAYERS && m->limit >= 0 &&
         m->seat_count >= 0 && m->seat_count <= TRV_MOST_PLAYERS && are_texts(p, m->seats, m->seat_count) &&
         is_proc(p, m->main_proc) && is_proc_or_none(p, m->init_proc) && is_proc_or_none(p, m->setup_proc) &&
         is_proc_or_none(p, m->play_proc) && is_proc_or_none(p, m->value_proc) && m->stack_slots >= FRAME_HEAD &&
         m->stack_slots <= STACK_SLOTS_LIMIT && m->scratch_slots >= FRAME_HEAD &&
         m->scratch_slots <= STACK_SLOTS_LIMIT && m->state_bytes <= STATE_BYTES_LIMIT && m->stack_offset % 8 == 0 &&
         m->stack_offset >= (int32_t)sizeof(struct state) &&
         within(m->stack_offset, 4 * ((int64_t)m->stack_slots + STACK_MARGIN), m->state_bytes);
}

/* Texts are printed on terminals, which obey control characters; the compiler lets only two of them pass. */
static bool check_chars(const struct program *p) {
  for (uint32_t i = 0; i < p->chars_count; i++) {
    unsigned char byte = (unsigned char)p->chars[i];
    if ((byte < 0x20 && byte && byte != '\n' && byte != '\t') || byte == 0x7f) return false;
  }
  return p->chars_count && !p->chars[p->chars_count - 1];
}

static bool check_columns(const struct program *p) {
  for (uint32_t i = 0; i < p->columns_count; i++) {
    const struct column *c = &p->columns[i];
    if (c->slots < 1 || c->count < 0 || !within(c->offset, (int64_t)c->slots * c->count, p->ints_count)) return false;
  }
  return true;
}

/* The nodes of path i are entries starts[i] .. starts[i + 1] - 1 of the column of nodes. */
static bool check_paths(const struct program *p, const struct type_desc *t) {
  if (!is_type(p, t->element) || !column_holds(p, t->path_nodes, 0)) return false;
  if (!column_holds(p, t->nodes, (int64_t)t->count + 1)) return false;
  const int32_t *starts = p->ints + p->columns[t->nodes].offset;
  for (int32_t i = 0; i < t->count; i++)
    if (starts[i] < 0 || starts[i] > starts[i + 1]) return false;
  return column_holds(p, t->path_nodes, starts[t->count]);
}

static bool check_type(const struct program *p, const struct type_desc *t) {
  if (t->kind < 0 || t->kind > VALUE_LIST || t->count < 0 || t->slots < 1 || t->slots > STACK_SLOTS_LIMIT) return false;
  if (!is_text(p, t->name)) return false;
  switch (t->kind) {
  case VALUE_SET:
  case VALUE_BAG: return is_type(p, t->element) && t->slots % 2 == 0;
  case VALUE_LIST: return is_type(p, t->element) && t->slots > t->count;
  case VALUE_PATH: return t->slots == 1 && check_paths(p, t);
  case VALUE_ENUM:
  case VALUE_CARD: return t->slots == 1 && are_texts(p, t->names, t->count) && are_texts(p, t->labels, t->count);
  default: return t->slots == 1;
  }
}

static bool check_types(const struct program *p) {
  for (uint32_t i = 0; i < p->types_count; i++)
    if (!check_type(p, &p->types[i])) return false;
  return true;
}

static bool check_storages(const struct program *p) {
  for (uint32_t i = 0; i < p->storages_count; i++) {
    const struct storage *s = &p->storages[i];
    bool single = s->width == 1 || s->width == 2 || s->width == 4;
    if (!single && (s->width < 8 || s->width % 8 != 0)) return false;
    if (s->count < 1 || s->check < 0 || s->check > 2 || s->low > s->high) return false;
    if (s->offset < (int32_t)sizeof(struct state)) return false;
    if (!within(s->offset, (int64_t)s->width * s->count, p->meta->stack_offset)) return false;
  }
  return true;
}

static bool check_decks(const struct program *p) {
  for (uint32_t i = 0; i < p->decks_count; i++) {
    const struct deck *d = &p->decks[i];
    if (!is_text(p, d->name) || !is_type(p, d->type) || p->types[d->type].slots != 1) return false;
    if (d->kinds < 1 || d->kinds > KINDS_LIMIT || (d->box != -1 && !is_zone(p, d->box))) return false;
    if (!are_ints(p, d->copies, d->kinds) || !are_ints(p, d->homes, d->kinds)) return false;
    if (d->home_stride < 0 || d->home_stride > (int64_t)p->zones_count) return false;
    for (int32_t kind = 0; kind < d->kinds; kind++)
      if (p->ints[d->homes + kind] != -1 && !is_zone(p, p->ints[d->homes + kind])) return false;
  }
  return true;
}

static int64_t zone_bytes_needed(const struct program *p, const struct zone *z) {
  int64_t kinds = p->decks[z->deck].kinds;
  switch (z->form) {
  case ZONE_PILE: return 2 + (int64_t)z->capacity * (kinds > 256 ? 2 : 1);
  case ZONE_COUNTS: return 8 + (kinds + 7) / 8 * 8;
  case ZONE_BITS: return (kinds + 63) / 64 * 8;
  default: return 2;
  }
}

static bool check_zone(const struct program *p, const struct zone *z) {
  if ((z->decl != -1 && !within(z->decl, 1, p->zone_decls_count)) || !within(z->deck, 1, p->decks_count)) return false;
  if (z->form < ZONE_PILE || z->form > ZONE_SLOT || z->capacity < 0 || z->capacity > CARDS_LIMIT) return false;
  if (z->kinds != p->decks[z->deck].kinds) return false;
  if (z->owner < -1 || z->owner >= TRV_MOST_PLAYERS || z->holds < -1) return false;
  if (z->refill != -1 && (!is_zone(p, z->refill) || p->zones[z->refill].deck != z->deck)) return false;
  return z->offset % 8 == 0 && z->offset >= (int32_t)sizeof(struct state) && z->bytes >= zone_bytes_needed(p, z) &&
         within(z->offset, z->bytes, p->meta->stack_offset);
}

static bool check_zones(const struct program *p) {
  for (uint32_t i = 0; i < p->zones_count; i++)
    if (!check_zone(p, &p->zones[i])) return false;
  return true;
}

static bool check_seen(const struct program *p, int32_t seen, int32_t alternative, int32_t condition) {
  return seen >= 0 && seen <= SEEN_BY_OTHERS && is_proc_or_none(p, condition) &&
         (condition == -1 || (alternative >= 0 && alternative <= SEEN_BY_OTHERS));
}

static bool check_dims(const struct program *p, int32_t dims, const int32_t *types) {
  if (dims < 0 || dims > DIMS_LIMIT) return false;
  for (int32_t i = 0; i < dims; i++)
    if (!is_type(p, types[i])) return false;
  return true;
}

/* How many elements an array has with these indices; more than any array may have when there are too many to count. */
static int64_t elements_of(const struct program *p, int32_t dims, const int32_t *types) {
  int64_t elements = 1;
  for (int32_t i = 0; i < dims && elements <= INT32_MAX; i++) elements *= type_values(&p->types[types[i]]);
  return elements;
}

static bool check_zone_decls(const struct program *p) {
  for (uint32_t i = 0; i < p->zone_decls_count; i++) {
    const struct zone_decl *d = &p->zone_decls[i];
    if (!is_text(p, d->name) || !within(d->deck, 1, p->decks_count) || !within(d->first, d->count, p->zones_count) ||
        !check_dims(p, d->dims, d->dim_type) || !check_seen(p, d->seen, d->seen_alternative, d->condition) ||
        !is_text(p, d->file) || elements_of(p, d->dims, d->dim_type) != d->count)
      return false;
  }
  return true;
}

static bool check_variables(const struct program *p) {
  for (uint32_t i = 0; i < p->variables_count; i++) {
    const struct variable *v = &p->variables[i];
    if (!is_text(p, v->name) || !is_type(p, v->type) || !within(v->storage, 1, p->storages_count) ||
        !check_dims(p, v->dims, v->dim_type) || !check_seen(p, v->seen, v->seen_alternative, v->condition) ||
        v->setting < -1 || v->setting >= (int64_t)p->settings_count)
      return false;
    const struct storage *storage = &p->storages[v->storage];
    if ((storage->width < 8 ? 1 : storage->width / 4) != p->types[v->type].slots ||
        elements_of(p, v->dims, v->dim_type) != storage->count)
      return false;
  }
  return true;
}

static bool check_settings(const struct program *p) {
  for (uint32_t i = 0; i < p->settings_count; i++) {
    const struct setting *s = &p->settings[i];
    if (!is_text(p, s->name) || !is_text(p, s->text) || !is_text(p, s->conditions) ||
        !within(s->variable, 1, p->variables_count) ||
        !within(s->needs_count ? s->needs : 0, s->needs_count, p->needs_count) ||
        !are_ints(p, s->excludes, s->excludes_count) || !are_ints(p, s->cites, s->cite_count))
      return false;
    for (int32_t k = 0; k < s->excludes_count; k++)
      if (!within(p->ints[s->excludes + k], 1, p->settings_count)) return false;
  }
  return true;
}

static bool check_procs(const struct program *p) {
  for (uint32_t i = 0; i < p->procs_count; i++) {
    const struct proc *r = &p->procs[i];
    if (!is_text(p, r->name) || !is_text(p, r->title) || !is_text(p, r->file) || !is_pc(p, r->entry) ||
        r->frame < FRAME_HEAD || r->frame > STACK_SLOTS_LIMIT || !within(FRAME_HEAD, r->params, r->frame) ||
        r->result < 0 || !are_ints(p, r->cites, r->cite_count))
      return false;
  }
  return true;
}

/* Of a choice of everybody: where the players asked and their answers lie in the frame, below what is dead. */
static bool check_answers(const struct choice *c) {
  if (!(c->flags & CHOICE_SECRET)) return true;
  return c->asked >= FRAME_HEAD && c->cursor >= FRAME_HEAD && within(c->cursor, 1, c->top) &&
         c->chooser >= FRAME_HEAD && within(c->chooser, 1, c->top) && c->width >= 1 && c->width >= c->arguments &&
         within(c->answers, 0, c->top) && within(c->asked, 1 + (c->top - c->answers) / c->width, c->top);
}

static bool check_choices(const struct program *p) {
  for (uint32_t i = 0; i < p->choices_count; i++) {
    const struct choice *c = &p->choices[i];
    if (!is_text(p, c->name) || !is_text(p, c->file) || (c->phase != -1 && !is_text(p, c->phase)) ||
        !is_proc(p, c->proc) || !is_pc(p, c->enumerate) || !is_pc(p, c->explain) || !is_pc_or_none(p, c->prompt) ||
        !is_pc_or_none(p, c->otherwise) || !within(c->first_option, c->options, p->options_count) ||
        c->top < FRAME_HEAD || !within(c->top, c->arguments, c->frame) || c->frame > p->meta->stack_slots ||
        !check_answers(c) || !are_ints(p, c->cites, c->cite_count))
      return false;
  }
  return true;
}

static bool check_arguments(const struct program *p, const struct option *o) {
  if (o->slots < 0 || o->slots > p->choices[o->choice].arguments) return false;
  if (!within(o->arguments ? o->first_argument : 0, o->arguments, p->arguments_count)) return false;
  const struct choice *c = &p->choices[o->choice];
  for (int32_t i = 0; i < o->arguments; i++) {
    const struct argument *a = &p->arguments[o->first_argument + i];
    if (!is_text(p, a->name) || !is_type(p, a->type)) return false;
    if (a->slot < c->top || !within(a->slot - c->top, p->types[a->type].slots, c->arguments)) return false;
  }
  return true;
}

static bool check_options(const struct program *p) {
  for (uint32_t i = 0; i < p->options_count; i++) {
    const struct option *o = &p->options[i];
    if (!is_text(p, o->name) || !is_text(p, o->file) || !within(o->choice, 1, p->choices_count) || !is_pc(p, o->body) ||
        !is_pc_or_none(p, o->label) || !check_arguments(p, o) || !are_ints(p, o->cites, o->cite_count))
      return false;
  }
  return true;
}

static bool check_knower(int32_t knower) {
  int32_t named = knower & (KNOWER_NOT - 1);
  return knower >= 0 && knower < 2 * KNOWER_NOT && named < KNOWER_SLOT + STACK_SLOTS_LIMIT;
}

static bool check_secret_locals(const struct program *p) {
  for (uint32_t i = 0; i < p->secret_locals_count; i++) {
    const struct secret_local *l = &p->secret_locals[i];
    if (!is_pc(p, l->pc) || (i > 0 && l->pc < l[-1].pc) || l->slot < FRAME_HEAD || l->slot >= STACK_SLOTS_LIMIT ||
        !is_type(p, l->type) || l->high < l->low || l->lies < 0 || l->lies > 1 ||
        !are_ints(p, l->knowers, l->knower_count))
      return false;
    for (int32_t k = 0; k < l->knower_count; k++)
      if (!check_knower(p->ints[l->knowers + k])) return false;
  }
  return true;
}

static bool check_needs(const struct program *p) {
  for (uint32_t i = 0; i < p->needs_count; i++) {
    const struct need *n = &p->needs[i];
    if (n->option < -1 || n->option >= (int64_t)p->options_count || !is_pc_or_none(p, n->reason) ||
        !is_proc_or_none(p, n->proc) || !is_text(p, n->file) || !are_ints(p, n->cites, n->cite_count))
      return false;
  }
  return true;
}

static bool check_extern_arguments(const struct program *p, const struct extern_fn *e) {
  for (int32_t i = 0; i < e->arguments; i++) {
    const struct extern_argument *a = &p->extern_arguments[e->first_argument + i];
    int32_t size = a->kind == EXTERN_VIEW ? a->most : 0;
    if (a->kind < EXTERN_VALUE || a->kind > EXTERN_VIEW || size < 0 || a->slot < 0 || a->slot >= e->slots ||
        size >= e->slots - a->slot)
      return false;
  }
  return true;
}

static bool check_externs(const struct program *p) {
  for (uint32_t i = 0; i < p->externs_count; i++) {
    const struct extern_fn *e = &p->externs[i];
    if (!is_text(p, e->name) || !is_text(p, e->library) || !is_text(p, e->types) || !is_text(p, e->prototype) ||
        !is_text(p, e->file) || !are_ints(p, e->cites, e->cite_count) || !is_type(p, e->result) ||
        p->types[e->result].slots != 1 || e->arguments < 0 || e->arguments > EXTERN_ARGUMENTS ||
        !within(e->arguments ? e->first_argument : 0, e->arguments, p->extern_arguments_count) || e->slots < 1 ||
        e->slots > STACK_SLOTS_LIMIT || !check_extern_arguments(p, e))
      return false;
  }
  return true;
}

static bool check_ends(const struct program *p) {
  for (uint32_t i = 0; i < p->rank_keys_count; i++)
    if (!is_proc(p, p->rank_keys[i].proc) || !is_text(p, p->rank_keys[i].name)) return false;
  for (uint32_t i = 0; i < p->invariants_count; i++) {
    const struct invariant *v = &p->invariants[i];
    if (!is_text(p, v->text) || !is_proc(p, v->proc) || !is_text(p, v->file) || !are_ints(p, v->cites, v->cite_count))
      return false;
  }
  return true;
}

static bool check_lines(const struct program *p) {
  for (uint32_t i = 0; i < p->lines_count; i++) {
    const struct line *l = &p->lines[i];
    if (l->pc < 0 || (i && l->pc < p->lines[i - 1].pc) || !is_text(p, l->file) || !are_ints(p, l->cites, l->cite_count))
      return false;
  }
  return true;
}

static bool check_marks(const struct program *p) {
  for (uint32_t i = 0; i < p->marks_count; i++) {
    const struct mark *m = &p->marks[i];
    if (!is_pc(p, m->pc) || m->kind < MARK_FN || m->kind > MARK_STATEMENT || !is_text(p, m->name) ||
        !is_text(p, m->title) || !is_text(p, m->file) || !is_text(p, m->call_file) ||
        !are_ints(p, m->cites, m->cite_count))
      return false;
  }
  return true;
}

static bool check_item(const struct program *p, const struct scenario_item *s) {
  if (s->kind < ITEM_GIVEN || s->kind > ITEM_EXPECT_SECRECY || s->seat < -1 || s->seat >= TRV_MOST_PLAYERS)
    return false;
  if (!is_text(p, s->text) || !is_text(p, s->text2) || !is_text(p, s->file)) return false;
  if (!is_proc_or_none(p, s->proc)) return false;
  bool runs = s->kind == ITEM_GIVEN || s->kind == ITEM_RUN || s->kind == ITEM_NEXT_SHUFFLE || s->kind == ITEM_EXPECT;
  if (runs && s->proc < 0) return false;
  if (s->kind == ITEM_EXPECT) /* number: 1 + the proc that gives the left side of a comparison, count: its type */
    return !s->number || (s->number > 0 && is_proc(p, s->number - 1) && (s->count == -1 || is_type(p, s->count)));
  return s->kind == ITEM_EXPECT_ONLY ? are_texts(p, s->ints, s->count) : are_ints(p, s->ints, s->count);
}

static bool check_scenarios(const struct program *p) {
  for (uint32_t i = 0; i < p->scenarios_count; i++) {
    const struct scenario *s = &p->scenarios[i];
    if (!is_text(p, s->title) || !is_text(p, s->file) || s->setting_count < 0 || s->setting_count > 4096 ||
        !are_ints(p, s->settings, 2 * s->setting_count) || !are_ints(p, s->cites, s->cite_count) ||
        !within(s->items ? s->first_item : 0, s->items, p->scenario_items_count))
      return false;
    for (int32_t k = 0; k < s->setting_count; k++)
      if (!within(p->ints[s->settings + 2 * k], 1, p->settings_count)) return false;
  }
  for (uint32_t i = 0; i < p->scenario_items_count; i++)
    if (!check_item(p, &p->scenario_items[i])) return false;
  return true;
}

static bool check_house_rules(const struct program *p) {
  for (uint32_t i = 0; i < p->house_rules_count; i++) {
    const struct house_rule *rule = &p->house_rules[i];
    if (!is_text(p, rule->title) || !is_text(p, rule->summary) || !is_text(p, rule->file) || !is_text(p, rule->base))
      return false;
  }
  return true;
}

static bool check_rules(const struct program *p) {
  for (uint32_t i = 0; i < p->rules_count; i++) {
    const struct rule *rule = &p->rules[i];
    if (!is_text(p, rule->name) || !is_text(p, rule->file) || !are_ints(p, rule->cites, rule->cite_count)) return false;
    if (!are_ints(p, rule->uses, rule->use_count)) return false;
    for (int32_t k = 0; k < rule->use_count; k++)
      if (!within(p->ints[rule->uses + k], 1, p->rules_count)) return false;
  }
  return true;
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

/* ---- code ---- */

static const char *const operand_letters[] = {
#define OP(name, operands, effects, text) operands,
#include "vm/opcodes.def"
#undef OP
};

/* Follows the code from every place where it can be entered. `bounds` holds the smallest frame each instruction is
 * reached with (0: not yet), `waiting` those still to be looked at. */
struct validate_walk {
  const struct program *p;
  uint32_t *bounds, *waiting;
  uint32_t count;
  bool good;
};

static void reach(struct validate_walk *walk, int64_t pc, uint32_t frame) {
  if (pc < 0 || pc >= walk->p->code_count) {
    walk->good = false;
    return;
  }
  uint32_t before = walk->bounds[pc];
  if (before && (before & INT32_MAX) <= frame) return;
  /* The top bit says that the instruction is already waiting, so that it never waits twice. */
  if (!(before >> 31)) walk->waiting[walk->count++] = (uint32_t)pc;
  walk->bounds[pc] = frame | 1u << 31;
}

static bool falls_through(unsigned op) {
  switch (op) {
  case OP_CODE_HALT:
  case OP_CODE_JUMP:
  case OP_CODE_LOOP:
  case OP_CODE_RETURN:
  case OP_CODE_RETURN_VALUE:
  case OP_CODE_END_GAME:
  case OP_CODE_ERROR:
  case OP_CODE_END_OPTIONS:
  case OP_CODE_FAIL_END:
  case OP_CODE_CHOOSE: return false;
  default: return true;
  }
}

static void reach_choice(struct validate_walk *walk, const struct choice *choice, uint32_t frame) {
  uint32_t own = (uint32_t)choice->frame;
  reach(walk, choice->enumerate, own);
  reach(walk, choice->explain, own);
  if (choice->otherwise >= 0) reach(walk, choice->otherwise, frame);
  for (int32_t i = 0; i < choice->options; i++)
    reach(walk, walk->p->options[choice->first_option + i].body, frame > own ? frame : own);
}

static void step(struct validate_walk *walk, uint32_t pc) {
  const struct program *p = walk->p;
  instruction i = p->code[pc];
  unsigned op = ins_op(i);
  uint32_t frame = walk->bounds[pc] & INT32_MAX;
  const char *letters = operand_letters[op];
  if (!operands_fit(letters, i, p, frame, (int64_t)pc + 1)) {
    walk->good = false;
    return;
  }
  if (letters[2] == 'T') reach(walk, ins_bc(i), frame);
  if (letters[2] && letters[3] == 't') reach(walk, (int64_t)pc + 1 + ins_c_signed(i), frame);
  if (op == OP_CODE_CALL_EXTERN && (int64_t)ins_a(i) + p->externs[ins_bc(i)].slots > frame) walk->good = false;
  if (op == OP_CODE_CHOOSE) reach_choice(walk, &p->choices[ins_bc(i)], frame);
  if (op == OP_CODE_JUMP_TABLE)
    for (uint32_t k = 1; k < ins_b(i); k++) reach(walk, (int64_t)pc + 1 + k, frame);
  if (falls_through(op)) reach(walk, (int64_t)pc + 1, frame);
}

/* Text code runs on the scratch slots, on a copy of the frame it belongs to. */
static void reach_entries(struct validate_walk *walk) {
  const struct program *p = walk->p;
  uint32_t scratch = (uint32_t)p->meta->scratch_slots;
  for (uint32_t i = 0; i < p->procs_count; i++) reach(walk, p->procs[i].entry, (uint32_t)p->procs[i].frame);
  for (uint32_t i = 0; i < p->choices_count; i++)
    if (p->choices[i].prompt >= 0) reach(walk, p->choices[i].prompt, scratch);
  for (uint32_t i = 0; i < p->options_count; i++)
    if (p->options[i].label >= 0) reach(walk, p->options[i].label, scratch);
  for (uint32_t i = 0; i < p->needs_count; i++)
    if (p->needs[i].reason >= 0) reach(walk, p->needs[i].reason, scratch);
}

/* `room` holds two numbers for each instruction. */
static bool check_code(const struct program *p, uint32_t *room) {
  if (!p->code_count || p->code_count > INT32_MAX || ins_op(p->code[0]) != OP_CODE_HALT) return false;
  for (uint32_t i = 0; i < p->code_count; i++)
    if (ins_op(p->code[i]) >= OPCODES) return false;
  struct validate_walk walk = { .p = p, .good = true, .bounds = room, .waiting = room + p->code_count };
  memset(walk.bounds, 0, p->code_count * sizeof *walk.bounds);
  reach_entries(&walk);
  while (walk.good && walk.count) {
    uint32_t pc = walk.waiting[--walk.count];
    walk.bounds[pc] &= INT32_MAX;
    step(&walk, pc);
  }
  return walk.good;
}

/* Later checks rely on earlier ones: the sections that others point into come first. */
static bool check_sections(const struct program *p, const char **why) {
  static const struct {
    bool (*check)(const struct program *p);
    const char *why;
  } checks[] = {
    { check_chars, "The texts of the program are damaged." },
    { check_columns, "A table of the program is damaged." },
    { check_types, "A type of the program is damaged." },
    { check_meta, "The description of the program is damaged." },
    { check_storages, "A variable of the program lies outside the state." },
    { check_decks, "A deck of the program is damaged." },
    { check_zones, "A zone of the program is damaged." },
    { check_zone_decls, "A zone of the program is damaged." },
    { check_variables, "A variable of the program is damaged." },
    { check_settings, "A setting of the program is damaged." },
    { check_procs, "A procedure of the program is damaged." },
    { check_choices, "A choice of the program is damaged." },
    { check_options, "An option of the program is damaged." },
    { check_needs, "A condition of the program is damaged." },
    { check_secret_locals, "A secret of the program is damaged." },
    { check_externs, "An extern of the program is damaged." },
    { check_ends, "A ranking or invariant of the program is damaged." },
    { check_lines, "The line table of the program is damaged." },
    { check_marks, "The table of marks of the program is damaged." },
    { check_scenarios, "A scenario of the program is damaged." },
    { check_house_rules, "A variant of the program is damaged." },
    { check_rules, "A rule of the program is damaged." },
  };
  for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
    if (checks[i].check(p)) continue;
    *why = checks[i].why;
    return false;
  }
  return true;
}

int program_validate(const struct program *p, const trv_allocator *allocator, const char **why) {
  if (!check_sections(p, why)) return TRV_E_DATA;
  size_t for_zones = p->zones_count * sizeof(struct zone *), for_code = p->code_count * 2 * sizeof(uint32_t);
  void *room = memory_new(allocator, 1, for_zones > for_code ? for_zones : for_code);
  if (!room) return TRV_E_MEMORY;
  const char *problem = NULL;
  if (!zones_apart(p, room)) problem = "The zones of the program overlap.";
  else if (!check_code(p, room)) problem = "The code of the program is damaged.";
  memory_free(allocator, room);
  if (!problem) return TRV_OK;
  *why = problem;
  return TRV_E_DATA;
}
