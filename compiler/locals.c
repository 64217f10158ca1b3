/* Locals that keep a secret: names of rules under way whose value somebody may not know. The program says of each, for
 * every choice and call at which it is alive, where it lies, what it can be and who knows it (section `secret_locals`);
 * samples then put another value there.
 *
 * What depends on what and who was told is found by knowledge.c. Where it cannot be said who knows a value, because his
 * name is an expression or unknown, and where a number has no bounds, nothing is noted, and samples leave the value. */
#include "compiler/knowledge.h"
#include "compiler/lower.h"
#include "compiler/optimise/bounds.h"

struct bound_local {
  const struct symbol *symbol;
  int32_t slot, high;       /* its register, and the highest one of this and all outer names */
  const struct tree *value; /* what it stands for, or NULL: not known here */
  bool secret;              /* else it is a player, who may know others */
  struct bound_local *outer;
};

/* Names are mostly bound in the order of their registers, so the search ends soon. */
void locals_drop(struct lower *l) {
  struct bound_local **link = &l->locals;
  while (*link && (*link)->high >= l->top) {
    if ((*link)->slot >= l->top) *link = (*link)->outer;
    else link = &(*link)->outer;
  }
}

static bool is_single_player(const struct symbol *local) { return local->type->kind == TYPE_KIND_PLAYER; }

static bool can_be_drawn(const struct symbol *local) {
  switch (local->type->kind) {
  case TYPE_KIND_INT:
  case TYPE_KIND_BOOL:
  case TYPE_KIND_PLAYER:
  case TYPE_KIND_ENUM:
  case TYPE_KIND_CARD:
  case TYPE_KIND_SET:
  case TYPE_KIND_BAG:
  case TYPE_KIND_LIST: return true;
  default: return false;
  }
}

/* Whether more than a player's free choice is in it: what he takes from among what all see is no secret for long, and
 * what became of it often shows already. */
static bool is_hidden(struct compilation *c, const struct symbol *local) {
  if (!can_be_drawn(local) || !knowledge_is_secret(c, local)) return false;
  struct secrets secrets = knowledge_of(c, local);
  for (int i = 0; i < secrets.count; i++)
    if (secrets.items[i].kind != SECRET_CHOICE) return true;
  return false;
}

void locals_bind(struct lower *l, const struct symbol *local, const struct tree *value) {
  if (l->trial) return;
  bool secret = is_hidden(l->c, local);
  if (!secret && !is_single_player(local)) return;
  struct bound_local *bound = arena_try(l->c->arena, sizeof *bound);
  if (!bound) return;
  int32_t high = l->locals && l->locals->high > local->slot ? l->locals->high : local->slot;
  *bound = (struct bound_local){ local, local->slot, high, value, secret, l->locals };
  l->locals = bound;
}

/* ---- who knows ---- */

/* Some player as the program names him: false if it cannot. */
static bool name_player(const struct lower *l, const struct whose *whose, int32_t *player) {
  if (!whose) return false;
  *player = whose->number;
  if (whose->kind == WHOSE_SEAT) return true;
  if (whose->kind != WHOSE_LOCAL || whose->base) return false;
  for (const struct bound_local *bound = l->locals; bound; bound = bound->outer) {
    if (bound->symbol != whose->symbol) continue;
    *player = KNOWER_SLOT + bound->slot;
    return true;
  }
  return false;
}

enum { KNOWN_BY_NOBODY = -1, KNOWERS_MOST = 8 };
struct knowers {
  int32_t items[KNOWERS_MOST];
  int count;
};

/* Who sees what a secret is of: a player, KNOWN_BY_NOBODY; false if it cannot be said. */
static bool who_sees(const struct lower *l, const struct secret *secret, int32_t *player) {
  *player = KNOWN_BY_NOBODY;
  if (secret->kind == SECRET_CHANCE || secret->kind == SECRET_BOX) return true;
  if (secret->kind == SECRET_CHOICE) return name_player(l, secret->owner, player);
  if (secret->kind != SECRET_HIDDEN) return false;
  const struct tree *seen = symbol_seen(secret->symbol);
  if (!seen || seen->number == SEEN_HIDDEN) return true;
  bool named = name_player(l, secret->owner, player);
  if (named && seen->number == SEEN_OTHERS) *player += KNOWER_NOT;
  return named;
}

/* Who knows everything that a local depends on, and who was shown it. */
static bool who_knows(const struct lower *l, const struct symbol *local, struct knowers *knowers) {
  struct secrets secrets = knowledge_of(l->c, local);
  int32_t knows = KNOWN_BY_NOBODY;
  knowers->count = 0;
  for (int i = 0; i < secrets.count; i++) {
    int32_t sees;
    if (!who_sees(l, &secrets.items[i], &sees)) return false;
    knows = i == 0 || sees == knows ? sees : KNOWN_BY_NOBODY;
  }
  if (knows != KNOWN_BY_NOBODY) knowers->items[knowers->count++] = knows;
  for (const struct reader *reader = local->knowledge->readers; reader; reader = reader->next) {
    int32_t player;
    if (knowers->count == KNOWERS_MOST || !name_player(l, reader->player, &player)) return false;
    knowers->items[knowers->count++] = player + (reader->kind == READER_ALL_BUT ? KNOWER_NOT : 0);
  }
  return true;
}

/* ---- what is noted ---- */

/* A card of some zone lies somewhere, and stays the one that lies there. */
static bool lies_somewhere(struct lower *l, const struct symbol *local) {
  struct secrets secrets = knowledge_of(l->c, local);
  bool of_zone = false;
  for (int i = 0; i < secrets.count; i++)
    of_zone |= secrets.items[i].kind == SECRET_HIDDEN && secrets.items[i].symbol->kind == SYMBOL_ZONE;
  return local->type->kind == TYPE_KIND_CARD && of_zone;
}

static bool find_bounds(struct lower *l, const struct bound_local *bound, struct secret_local *record) {
  if (bound->symbol->type->kind != TYPE_KIND_INT) return true;
  record->low = bound->symbol->type->low, record->high = bound->symbol->type->high;
  if (bound->value && !bound->symbol->knowledge->is_varied) bounds_of(l->c, bound->value, &record->low, &record->high);
  return (int64_t)record->high - record->low <= UINT16_MAX; /* more tell nothing */
}

static void note_local(struct lower *l, const struct bound_local *bound, int32_t pc) {
  struct compilation *c = l->c;
  struct secret_local record = { .pc = pc, .slot = bound->slot };
  struct knowers knowers;
  if (!find_bounds(l, bound, &record) || !who_knows(l, bound->symbol, &knowers)) return;
  record.type = type_describe(c, bound->symbol->type);
  record.lies = lies_somewhere(l, bound->symbol);
  record.knowers = (int32_t)c->ints.count;
  record.knower_count = knowers.count;
  for (int i = 0; i < knowers.count; i++) PUSH(c, ints, knowers.items[i]);
  PUSH(c, secret_locals, record);
}

void locals_note(struct lower *l) {
  if (l->trial || !l->locals) return;
  locals_drop(l);
  for (const struct bound_local *bound = l->locals; bound; bound = bound->outer)
    if (bound->secret) note_local(l, bound, (int32_t)l->c->code.count);
}
