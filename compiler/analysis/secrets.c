/* Hidden things that are told by way of a name. hidden.c looks at what a text, a condition or an option reads itself;
 * here names are followed: `let`, `var`, parameters, loops, and variables that everybody sees. A card that is moved to
 * where it is seen, or revealed, is a secret no longer. What the course of the game tells (an `if` that looks at a
 * hidden card and does something all can see) is not followed. */
#include "compiler/analysis/analysis.h"

#include "compiler/statements.h"

struct watch {
  struct analysis *a;
  bool reporting, grown;
  struct met met; /* fns that the expression has been followed into */
};

/* Who reads: one player, all but one, or everybody. */
struct secrets_reader {
  const struct tree *player;
  bool everybody, all_but;
};

static const struct secret nothing = { NULL, NULL };

/* ---- who sees what ---- */

static const struct tree *owner_at(const struct tree *place) {
  return place && place->kind == TREE_INDEX ? place->kid[INDEX_ARGS] : NULL;
}

/* In doubt about the owner, a reader is taken to be the one who sees it. */
static bool sees(const struct secrets_reader *reader, struct secret secret) {
  if (!secret.source || symbol_is_public(secret.source)) return true;
  const struct tree *seen = symbol_seen(secret.source), *owner = owner_at(secret.place);
  if (seen->kid[SEEN_CONDITION]) return true;
  if (seen->number == SEEN_HIDDEN || reader->everybody) return false;
  if (!owner) return true;
  bool own = meant_same(owner, reader->player);
  if (reader->all_but) return seen->number == SEEN_OWNER ? !own : true;
  if (owner->kind != TREE_NAME || reader->player->kind != TREE_NAME) return true;
  return seen->number == SEEN_OWNER ? own : !own;
}

/* ---- what an expression tells ---- */

static struct secret secret_inside(struct watch *w, const struct tree *node);

static struct secret secret_in_list(struct watch *w, const struct tree *node) {
  struct secret secret = nothing;
  for (; node && !secret.source; node = node->next) secret = secret_inside(w, node);
  return secret;
}

/* A fn tells of what it reads; whose it is, is not known outside. The second time, or in a cycle, it adds nothing. */
static struct secret secret_in_fn(struct watch *w, struct symbol *fn) {
  if (!met_first(w->met, fn)) return nothing;
  struct secret secret = secret_in_list(w, meant_body(fn));
  secret.place = NULL;
  return secret;
}

static struct secret secret_inside(struct watch *w, const struct tree *node) {
  if (builtin_asks_size(node)) return nothing;
  const struct symbol *symbol = node->kind == TREE_NAME || node->kind == TREE_INDEX ? symbol_meant(node) : NULL;
  const struct note *note = node->kind == TREE_CALL ? note_of(node) : NULL;
  if (symbol && symbol->kind == SYMBOL_LOCAL) {
    const struct known *known = known_of(w->a, (struct symbol *)(uintptr_t)symbol);
    if (known->secret.source && !known->shown) return known->secret;
  } else if (symbol && !symbol_is_public(symbol)) return (struct secret){ symbol, node };
  if (note && note->kind == NOTE_CALL && note->symbol->kind == SYMBOL_FN) {
    struct secret secret = secret_in_fn(w, note->symbol);
    if (secret.source) return secret;
  }
  struct secret secret = nothing;
  for (int i = 0; i < tree_kid_count(node->kind) && !secret.source; i++) secret = secret_in_list(w, node->kid[i]);
  return secret;
}

static struct secret secret_of(struct watch *w, const struct tree *node) {
  w->met = met_begin(w->a->c);
  return secret_inside(w, node);
}

/* ---- keeping ---- */

static void keep(struct watch *w, struct symbol *local, struct secret secret) {
  struct known *known = known_of(w->a, local);
  if (known->secret.source == secret.source && known->secret.place == secret.place) return;
  w->grown |= secret.source && !known->secret.source;
  known->secret = secret;
}

/* A card in a zone: it is known to whoever sees the zone. */
static struct secret secret_in(const struct tree *place) {
  const struct tree *zone = meant_zone((struct tree *)(uintptr_t)place);
  const struct symbol *symbol = symbol_meant(zone);
  if (!symbol || symbol->kind != SYMBOL_ZONE || symbol_is_public(symbol)) return nothing;
  return (struct secret){ symbol, zone };
}

/* A card that is laid open somewhere in a procedure is taken to be open in all of it: whoever plays a card may speak of
 * it a line before he lays it down. */
static void show(struct watch *w, const struct tree *what) {
  struct symbol *card = what->kind == TREE_NAME ? symbol_meant(what) : NULL;
  if (!card || card->kind != SYMBOL_LOCAL || known_of(w->a, card)->shown) return;
  card->known->shown = true;
  w->grown = true;
}

static void keep_moved(struct watch *w, const struct tree *what, const struct tree *to) {
  struct symbol *card = what->kind == TREE_NAME ? symbol_meant(what) : NULL;
  if (!card || card->kind != SYMBOL_LOCAL) return;
  const struct symbol *zone = symbol_meant(meant_zone((struct tree *)(uintptr_t)to));
  if (zone && zone->kind == SYMBOL_ZONE && symbol_is_public(zone)) show(w, what);
  else keep(w, card, secret_in(to));
}

/* Parameters keep what any call gave them. A number from a player's own cards is taken for one he has played: only the
 * card itself, and what nobody sees, is followed. */
static void give(struct watch *w, struct symbol *callee, const struct tree *arguments) {
  struct symbol *param = callee->params;
  for (const struct tree *arg = arguments; arg && param; arg = arg->next, param = param->next_param) {
    if (param->type->kind == TYPE_KIND_ZONE) continue;
    if (known_of(w->a, param)->shown) show(w, arg);
    struct secret secret = secret_of(w, arg);
    secret.place = NULL;
    bool followed =
        secret.source && (param->type->kind == TYPE_KIND_CARD || symbol_seen(secret.source)->number == SEEN_HIDDEN);
    if (followed && !known_of(w->a, param)->secret.source) keep(w, param, secret);
  }
}

/* ---- telling ---- */

/* Whether a node is a local name that keeps a secret; what reads the hidden thing itself, hidden.c reports. */
static bool keeps_secret(const struct tree *node, const void *source) {
  const struct symbol *symbol = node->kind == TREE_NAME || node->kind == TREE_INDEX ? symbol_meant(node) : NULL;
  return symbol && symbol->kind == SYMBOL_LOCAL && symbol->known && symbol->known->secret.source == source;
}

static void report(struct watch *w, const struct tree *part, struct secret secret,
                   const struct secrets_reader *reader) {
  struct diag *diag = diag_report(w->a->c->diags, DIAG_W0524, part->span,
                                  reader->everybody ? "this tells everybody something about `%s`, which not all see"
                                  : reader->all_but ? "this tells players something about `%s`, which they do not see"
                                                    : "this tells a player something about `%s`, which he does not see",
                                  secret.source->name);
  diag_note_at(w->a->c->diags, diag, secret.source->span, "`%s`", secret.source->name);
  diag_note(w->a->c->diags, diag, "if the rules show it, move or `reveal` the card first");
}

/* The parts of a text, or a condition; `direct` when nobody else looks at what it reads itself. */
static void tell(struct watch *w, const struct tree *part, const struct secrets_reader *reader, bool direct) {
  if (!w->reporting || !part) return;
  if (part->kind == TREE_STRING) {
    for (const struct tree *kid = part->kid[STRING_PARTS]; kid; kid = kid->next)
      if (kid->kind != TREE_TEXT_PART) tell(w, kid, reader, direct);
    return;
  }
  struct secret secret = secret_of(w, part);
  if (!sees(reader, secret) && (direct || tree_first(part, keeps_secret, secret.source)))
    report(w, part, secret, reader);
}

static struct secrets_reader listener(const struct tree *to) {
  const struct note *note = to && to->kind == TREE_CALL ? note_of(to) : NULL;
  if (!to || to->kind == TREE_PLAYERS) return (struct secrets_reader){ .everybody = true };
  if (note && note->domain == DOMAIN_OTHERS && to->kid[CALL_ARGS])
    return (struct secrets_reader){ .player = to->kid[CALL_ARGS], .all_but = true };
  return (struct secrets_reader){ .player = to };
}

/* A variable tells whoever sees it. */
static void check_stored(struct watch *w, const struct tree *node) {
  const struct tree *target = node->kid[ASSIGN_TARGET];
  const struct symbol *symbol = symbol_meant(target);
  if (!w->reporting || !symbol || symbol->kind != SYMBOL_VAR) return;
  const struct tree *seen = symbol_seen(symbol), *owner = owner_at(target);
  struct secrets_reader reader = { .everybody = symbol_is_public(symbol), .player = owner };
  if (seen && (seen->number == SEEN_HIDDEN || seen->kid[SEEN_CONDITION])) return;
  if (!reader.everybody && (!owner || !seen || seen->number == SEEN_OTHERS)) return;
  struct secret secret = secret_of(w, node->kid[ASSIGN_VALUE]);
  if (sees(&reader, secret)) return;
  struct diag *diag = diag_report(w->a->c->diags, DIAG_W0523, node->span,
                                  "`%s` is seen by players who do not see `%s`, and would tell them of it",
                                  symbol->name, secret.source->name);
  diag_note_at(w->a->c->diags, diag, symbol->span, "say who sees it: `hidden`, or `for owner`");
  diag_note_at(w->a->c->diags, diag, secret.source->span, "`%s`", secret.source->name);
}

/* ---- the walk ---- */

static void walk_list(struct watch *w, const struct tree *node);

static void walk_binder(struct watch *w, const struct tree *binder) {
  const struct tree *domain = binder->kid[BINDER_DOMAIN];
  struct symbol *local = binder->symbol;
  keep(w, local, secret_of(w, domain));
}

static void walk_head(struct watch *w, const struct tree *option, const struct secrets_reader *chooser, bool direct) {
  for (const struct tree *arg = option->kid[OPTION_ARGS]; arg; arg = arg->next) {
    walk_binder(w, arg);
    if (chooser) tell(w, arg->kid[BINDER_WHERE], chooser, direct);
  }
  for (const struct tree *let = option->kid[OPTION_LETS]; let; let = let->next)
    keep(w, let->symbol, secret_of(w, let->kid[LET_VALUE]));
  if (!chooser) return;
  for (const struct tree *need = option->kid[OPTION_NEEDS]; need; need = need->next) {
    tell(w, need->kid[NEED_CONDITION], chooser, direct);
    tell(w, need->kid[NEED_REASON], chooser, direct);
  }
  tell(w, option->kid[OPTION_LABEL], chooser, direct);
}

/* The options of a group, as the player sees them who is given for one of its parameters. */
static void walk_include(struct watch *w, const struct tree *include, const struct secrets_reader *chooser) {
  const struct tree *call = include->kid[INCLUDE_CALL];
  const struct note *note = note_of(call);
  if (!note || note->kind != NOTE_CALL) return;
  give(w, note->symbol, call->kid[CALL_ARGS]);
  const struct symbol *param = note->symbol->params;
  const struct tree *arg = call->kid[CALL_ARGS];
  while (arg && param && !meant_same(arg, chooser->player)) arg = arg->next, param = param->next_param;
  if (!arg || !param) return;
  struct tree *name = tree_new(w->a->c->arena, TREE_NAME, param->span);
  name->word = param->name;
  types_note(w->a->c, name, NOTE_SYMBOL, param->type, (struct symbol *)(uintptr_t)param, 0);
  struct secrets_reader inside = { .player = name };
  for (const struct tree *option = note->symbol->tree->kid[OPTIONS_OPTIONS]; option; option = option->next)
    if (option->kind == TREE_OPTION) walk_head(w, option, &inside, true);
}

static void walk_choose(struct watch *w, const struct tree *node) {
  const struct tree *each = node->kid[CHOOSE_EACH], *by = node->kid[CHOOSE_BY];
  struct tree *name = NULL;
  if (each) {
    struct symbol *local = each->symbol;
    name = tree_new(w->a->c->arena, TREE_NAME, each->word_span);
    name->word = each->word;
    types_note(w->a->c, name, NOTE_SYMBOL, local->type, local, 0);
  }
  struct secrets_reader chooser = { .player = each ? name : by };
  tell(w, node->kid[CHOOSE_PROMPT], &chooser, false);
  for (const struct tree *option = node->kid[CHOOSE_OPTIONS]; option; option = option->next) {
    if (option->kind == TREE_INCLUDE) walk_include(w, option, &chooser);
    else if (option->kind == TREE_OTHERWISE) walk_list(w, option->kid[OTHERWISE_BLOCK]);
    else {
      walk_head(w, option, &chooser, false);
      walk_list(w, option->kid[OPTION_BODY]);
    }
  }
}

static void walk_pick(struct watch *w, const struct tree *node) {
  struct secrets_reader chooser = { .player = node->kid[PICK_BY] };
  tell(w, node->kid[PICK_PROMPT], &chooser, false);
  walk_binder(w, node->kid[PICK_BINDER]);
  tell(w, node->kid[PICK_BINDER]->kid[BINDER_WHERE], &chooser, false);
  for (const struct tree *need = node->kid[PICK_NEEDS]; need; need = need->next) {
    tell(w, need->kid[NEED_CONDITION], &chooser, false);
    tell(w, need->kid[NEED_REASON], &chooser, false);
  }
  tell(w, node->kid[PICK_LABEL], &chooser, false);
}

static struct secret walk_value(struct watch *w, const struct tree *value) {
  if (value->kind == TREE_DRAW_ONE) return secret_in(value->kid[DRAW_ONE_TO]);
  if (value->kind != TREE_PICK) return secret_of(w, value);
  walk_pick(w, value);
  return secret_of(w, value->kid[PICK_BINDER]->kid[BINDER_DOMAIN]);
}

static void walk(struct watch *w, const struct tree *node) {
  const struct note *note = node->kind == TREE_CALL ? note_of(node) : NULL;
  switch (node->kind) {
  case TREE_LET: keep(w, node->symbol, walk_value(w, node->kid[LET_VALUE])); break;
  case TREE_LOCAL: keep(w, node->symbol, walk_value(w, node->kid[LOCAL_VALUE])); break;
  case TREE_ASSIGN: {
    struct symbol *symbol = symbol_meant(node->kid[ASSIGN_TARGET]);
    struct secret secret = walk_value(w, node->kid[ASSIGN_VALUE]);
    if (symbol && symbol->kind == SYMBOL_LOCAL && secret.source) keep(w, symbol, secret);
    check_stored(w, node);
    break;
  }
  case TREE_MOVE: keep_moved(w, node->kid[MOVE_WHAT], node->kid[MOVE_TO]); break;
  case TREE_MOVE_RANDOM:
    if (node->symbol) keep(w, node->symbol, secret_in(node->kid[MOVE_RANDOM_TO]));
    break;
  case TREE_REVEAL: show(w, node->kid[REVEAL_WHAT]); break;
  case TREE_BINDER: walk_binder(w, node); break;
  case TREE_SAY: {
    struct secrets_reader reader = listener(node->kid[SAY_TO]);
    tell(w, node->kid[SAY_STRING], &reader, node->kid[SAY_TO] != NULL);
    break;
  }
  case TREE_CHOOSE: walk_choose(w, node); return;
  case TREE_PICK: return; /* with the `let` it belongs to */
  case TREE_CALL:
    if (note && note->kind == NOTE_CALL) give(w, note->symbol, node->kid[CALL_ARGS]);
    break;
  case TREE_OPTION: walk_head(w, node, NULL, false); break;
  default: break;
  }
  for (int i = 0; i < tree_kid_count(node->kind); i++) walk_list(w, node->kid[i]);
}

static void walk_list(struct watch *w, const struct tree *node) {
  for (; node && !arena_failed(w->a->c->arena); node = node->next) walk(w, node);
}

void secrets_check(struct analysis *a) {
  enum { ROUNDS = 6 };
  struct watch w = { .a = a, .grown = true };
  for (int round = 0; w.grown && round < ROUNDS; round++) {
    w.grown = false;
    for (const struct known *known = a->first; known; known = known->next) walk_list(&w, meant_body(known->symbol));
  }
  w.reporting = true;
  for (const struct known *known = a->first; known; known = known->next)
    if (!known->symbol->from_library) walk_list(&w, meant_body(known->symbol));
}
