/* Applies one variant to the trees of its game. What is replaced is replaced in its place, with the span of the
 * variant's text, so that messages point there; what is wrapped or still called by `base(…)` stays as an effect or fn
 * of its own, named "base of …", a name that nobody can write. Rows and edges are only handed to the tables and
 * graphs they belong to, since those may come from files (row_changes.c, graphs.c). */
#include "compiler/patch.h"

#include <string.h>

static const uint64_t procedures = KIND(FN) | KIND(EFFECT) | KIND(PHASE);
static const uint64_t zones = KIND(PILE) | KIND(POOL) | KIND(ROW);
static const uint64_t variables = KIND(VAR) | KIND(TRACK);

/* ---- finding ---- */

static bool is_among(const struct tree *decl, uint64_t kinds) { return decl->kind < 64 && kinds >> decl->kind & 1; }

struct declaration *patch_find(const struct compilation *c, const char *word, uint64_t kinds) {
  return declarations_find(c->declared, word, kinds);
}

struct diag *patch_unknown(struct compilation *c, const struct tree *item, uint64_t kinds, const char *phrase) {
  struct suggestion near = { .word = item->word };
  for (size_t i = 0; i < c->file_count && context_suggests(c); i++)
    for (const struct tree *decl = c->files[i]->kid[FILE_DECLS]; decl; decl = decl->next)
      if (is_among(decl, kinds) && decl->word) suggest_consider(&near, decl->word);
  struct diag *diag = diag_report(c->diags, DIAG_E0704, item->word_span, "%s `%s`", phrase, item->word);
  if (near.best && item->kind == TREE_DROP_INVARIANT) near.best = arena_format(c->arena, "\"%s\"", near.best);
  diag_suggest(c->diags, diag, &near);
  return diag;
}

void patch_idle(struct compilation *c, const struct tree *item, const char *why) {
  diag_report(c->diags, DIAG_W0701, item->span, "this changes nothing: %s", why);
}

/* ---- putting in place ---- */

static void add(struct patching *p, struct tree *decl) {
  decl->next = NULL;
  *p->tail = decl;
  p->tail = &decl->next;
}

/* Citations that say why stay with the thing unless the change brings its own. */
static void put(struct declaration *there, struct tree *decl) {
  if (!decl->cites) decl->cites = there->tree->cites;
  declarations_replace(there, decl);
}

static struct tree *named(struct arena *arena, enum tree_kind kind, const struct tree *at, const char *word) {
  struct tree *node = tree_new(arena, kind, at->word_span);
  node->word = word;
  return node;
}

/* Warns of a declaration that changes nothing. */
static void compare_with(struct compilation *c, struct tree *there, struct tree *decl) {
  struct tree *after = there->next;
  there->next = decl->next = NULL;
  if (tree_equal(there, decl)) patch_idle(c, decl, "the game says the same");
  there->next = after;
}

/* The word that a constant or setting is declared by. */
static const char *given_word(enum tree_kind kind) { return kind == TREE_CONST ? "const" : "setting"; }

/* A constant or setting that the game lacks: meant for another one of the game's, for one of the other kind, or for one
 * of the variant's own. Returns whether the name is free. */
static bool refuse_given(struct compilation *c, const struct tree *item, enum tree_kind kind) {
  bool is_const = kind == TREE_CONST;
  const char *word = item->word;
  struct diag *diag = patch_unknown(c, item, UINT64_C(1) << kind,
                                    is_const ? "the game has no constant named" : "the game has no setting named");
  const struct declaration *other = patch_find(c, word, is_const ? KIND(SETTING) : KIND(CONST));
  if (other && !diag->hint)
    diag_hint(c->diags, diag, "it is a %s of the game: write `%s %s = …`", is_const ? "setting" : "constant",
              given_word(other->tree->kind), word);
  if (other) return false;
  if (item->kind == TREE_SETTING_DEFAULT)
    diag_note(c->diags, diag, "one of this variant's own is declared as a whole: `new setting %s: … = … \"…\"`", word);
  else diag_note(c->diags, diag, "one of this variant's own is declared by `new %s %s`", given_word(kind), word);
  return true;
}

/* `new` before what the game has. */
static void refuse_new(struct compilation *c, const struct tree *decl, const struct declaration *there) {
  const char *word = given_word(decl->kind);
  struct diag *diag = diag_report(c->diags, DIAG_E0209, decl->word_span, "the game has a %s named `%s` already",
                                  decl->kind == TREE_CONST ? "constant" : "setting", decl->word);
  diag_hint(c->diags, diag, "without `new`, `%s %s` gives it another value", word, decl->word);
  diag_note_at(c->diags, diag, there->tree->word_span, "in the game");
}

/* Declared again: a constant, a setting, the ranking. */
static void declare_again(struct patching *p, struct tree *decl) {
  struct declaration *there = patch_find(p->c, decl->kind == TREE_RANK ? NULL : decl->word, UINT64_C(1) << decl->kind);
  bool is_new = decl->flags & FLAG_NEW;
  if (there && is_new) {
    refuse_new(p->c, decl, there);
  } else if (there) {
    compare_with(p->c, there->tree, decl);
    put(there, decl);
  } else if (is_new || decl->kind == TREE_RANK || refuse_given(p->c, decl, decl->kind)) {
    add(p, decl); /* one that is refused too, so that what reads it is not wrong as well */
  }
}

/* A house rule is about every game: a default that it gives holds in simulations too. */
static void drop_simulated(struct tree *setting) {
  for (struct tree **limit = &setting->kid[SETTING_LIMITS]; *limit;) {
    if ((*limit)->kind == TREE_SETTING_SIMULATED) *limit = (*limit)->next;
    else limit = &(*limit)->next;
  }
}

static void set_default(struct patching *p, struct tree *item) {
  struct declaration *there = patch_find(p->c, item->word, KIND(SETTING));
  if (!there) {
    refuse_given(p->c, item, TREE_SETTING);
    return;
  }
  struct tree *setting = tree_copy(p->c->arena, there->tree), *value = item->kid[SETTING_DEFAULT_VALUE];
  if (tree_equal(setting->kid[SETTING_VALUE], value)) patch_idle(p->c, item, "the game has this default");
  if (!setting->kid[SETTING_USUAL]) setting->kid[SETTING_USUAL] = setting->kid[SETTING_VALUE];
  setting->kid[SETTING_VALUE] = value;
  drop_simulated(setting);
  if (item->cites) setting->cites = item->cites;
  put(there, setting);
}

/* ---- wrapping ---- */

static bool is_base_call(const struct tree *node, const void *unused) {
  (void)unused;
  return node->kind == TREE_CALL && !strcmp(node->word, "base");
}

/* Whether a replacement does nothing but call what it replaces, with the same arguments. */
static bool is_bare_base(const struct tree *item) {
  const struct tree *block = item->kid[WRAP_BLOCK],
                    *call = block ? block->kid[BLOCK_STATEMENTS] : item->kid[WRAP_VALUE];
  if (!call || call->next || !is_base_call(call, NULL)) return false;
  const struct tree *given = call->kid[CALL_ARGS];
  const struct tree *param = item->kid[WRAP_TARGET]->kind == TREE_CALL ? item->kid[WRAP_TARGET]->kid[CALL_ARGS] : NULL;
  for (; given && param; given = given->next, param = param->next)
    if (given->kind != TREE_NAME || given->word != param->word) return false;
  return !given && !param;
}

/* Calls of `base` in a replacement mean what it replaces. */
static bool rename_base(struct tree *node, const char *word) {
  bool found = false;
  for (; node; node = node->next) {
    if (is_base_call(node, NULL)) node->word = word, found = true;
    for (int i = 0; i < tree_kid_count(node->kind); i++) found |= rename_base(node->kid[i], word);
  }
  return found;
}

/* `before` and `after` call it by themselves; a `base` of the game's own is fine. */
static void refuse_base(struct compilation *c, struct tree *item, const char *word) {
  const struct tree *call = tree_first(item->kid[WRAP_BLOCK], is_base_call, NULL);
  if (!call || patch_find(c, call->word, procedures)) return;
  diag_report(c->diags, DIAG_E0705, call->span, "`base` stands only in `instead of`: here it happens by itself");
  rename_base(item->kid[WRAP_BLOCK], word); /* so that nothing more is said of it */
}

static struct tree *params_of(const struct tree *decl) { return decl->kid[0]; /* FN, EFFECT and PHASE alike */ }
_Static_assert(FN_PARAMS == 0 && EFFECT_PARAMS == 0 && PHASE_PARAMS == 0, "params_of relies on it");

static int block_kid(const struct tree *decl) {
  return decl->kind == TREE_FN       ? FN_BLOCK
         : decl->kind == TREE_EFFECT ? EFFECT_BLOCK
         : decl->kind == TREE_PHASE  ? PHASE_BLOCK
                                     : SETUP_BLOCK;
}
_Static_assert((int)SETUP_BLOCK == (int)PLAY_BLOCK, "block_kid relies on it");

/* What one variant has wrapped, another may wrap again: "base of base of travel". */
static const char *base_name(struct compilation *c, const struct declaration *there) {
  const struct tree *decl = there->tree;
  struct text name = arena_text(c->arena);
  for (int i = 0; i < there->bases; i++) text_add(&name, "base of ");
  text_add(&name, decl->kind == TREE_SETUP ? "setup" : decl->kind == TREE_PLAY ? "play" : decl->word);
  const char *word = text_get(&name);
  do {
    word = arena_format(c->arena, "base of %s", word);
    word = arena_intern(c->arena, word, strlen(word));
  } while (patch_find(c, word, procedures));
  return word;
}

/* What is there, under the name by which the change calls it; it gives up its place for that. A phase becomes an effect:
 * it begins only once. */
static struct tree *make_base(struct compilation *c, const struct declaration *there) {
  struct tree *decl = there->tree, *base = decl;
  const char *word = base_name(c, there);
  if (decl->kind != TREE_FN && decl->kind != TREE_EFFECT) {
    base = tree_new(c->arena, TREE_EFFECT, decl->span);
    base->word_span = decl->word_span;
    base->cites = decl->cites;
    if (decl->kind == TREE_PHASE) {
      base->kid[EFFECT_PARAMS] = params_of(decl);
      base->kid[EFFECT_DEPTH] = decl->kid[PHASE_DEPTH];
    }
    base->kid[EFFECT_BLOCK] = decl->kid[block_kid(decl)];
  }
  base->word = word;
  return base;
}

/* A copy without the body, which can be long, and is there once for each change of it. */
static struct tree *copy_head(struct arena *arena, struct tree *decl) {
  const int kids[] = { block_kid(decl), FN_VALUE, FN_SOURCE };
  const int count = decl->kind == TREE_FN ? 3 : 1;
  struct tree *bodies[3];
  for (int i = 0; i < count; i++) bodies[i] = decl->kid[kids[i]], decl->kid[kids[i]] = NULL;
  struct tree *head = tree_copy(arena, decl);
  for (int i = 0; i < count; i++) decl->kid[kids[i]] = bodies[i];
  return head;
}

/* The head of what is there, for a body of the variant's; parameters get the names the variant gives them. */
static struct tree *make_head(struct compilation *c, struct tree *decl, const struct tree *item) {
  struct tree *head = copy_head(c->arena, decl);
  const struct tree *name = item->kid[WRAP_TARGET]->kind == TREE_CALL ? item->kid[WRAP_TARGET]->kid[CALL_ARGS] : NULL;
  head->span = item->span;
  head->word_span = item->word_span;
  if (item->cites) head->cites = item->cites;
  if (decl->kind == TREE_SETUP || decl->kind == TREE_PLAY) return head;
  for (struct tree *param = params_of(head); param && name; param = param->next, name = name->next) {
    param->word = name->word;
    param->span = param->word_span = name->span;
  }
  return head;
}

/* base(a, b), with the parameters of the head. */
static struct tree *call_base(struct compilation *c, const struct tree *head, const struct tree *base) {
  struct tree *call = named(c->arena, TREE_CALL, head, base->word);
  struct tree **tail = &call->kid[CALL_ARGS];
  bool flow = head->kind == TREE_SETUP || head->kind == TREE_PLAY;
  for (const struct tree *param = flow ? NULL : params_of(head); param; param = param->next, tail = &(*tail)->next)
    *tail = named(c->arena, TREE_NAME, param, param->word);
  return call;
}

/* The block of `before` and `after`: the variant's statements and a call of what is there; a result is handed on. */
static struct tree *wrapping_block(struct compilation *c, const struct tree *head, const struct tree *base,
                                   const struct tree *item) {
  struct tree *block = tree_new(c->arena, TREE_BLOCK, item->span), *call = call_base(c, head, base), *back = NULL;
  struct tree *own = item->kid[WRAP_BLOCK]->kid[BLOCK_STATEMENTS];
  if (head->kind == TREE_EFFECT && head->kid[EFFECT_TYPE]) {
    const char *word = arena_intern(c->arena, "result of the base", strlen("result of the base"));
    struct tree *let = named(c->arena, TREE_LET, head, word);
    let->kid[LET_VALUE] = call;
    call = let;
    back = named(c->arena, TREE_RETURN, head, NULL);
    back->kid[RETURN_VALUE] = named(c->arena, TREE_NAME, head, word);
  }
  struct tree *list = item->number == WRAP_BEFORE ? tree_append(own, call) : tree_append(call, own);
  block->kid[BLOCK_STATEMENTS] = tree_append(list, back);
  return block;
}

static bool fits_target(struct compilation *c, const struct tree *decl, const struct tree *item) {
  int wanted = 0, given = 0;
  for (const struct tree *param = params_of(decl); param; param = param->next) wanted++;
  for (const struct tree *name = item->kid[WRAP_TARGET]->kid[CALL_ARGS]; name; name = name->next) given++;
  struct diag *diag = NULL;
  if (wanted != given)
    diag = diag_report(c->diags, DIAG_E0705, item->kid[WRAP_TARGET]->span, "`%s` has %d parameter%s, and here are %d",
                       decl->word, wanted, wanted == 1 ? "" : "s", given);
  else if (decl->kind == TREE_FN && item->number != WRAP_INSTEAD)
    diag = diag_report(c->diags, DIAG_E0705, item->word_span,
                       "`%s` is a fn: it works out a value, and nothing happens before or after it", decl->word);
  else if (decl->kind != TREE_FN && item->kid[WRAP_VALUE])
    diag = diag_report(c->diags, DIAG_E0705, item->kid[WRAP_VALUE]->span,
                       "`%s` is no fn: what it does stands in braces", decl->word);
  if (!diag) return true;
  if (decl->kind == TREE_FN && item->number != WRAP_INSTEAD) diag_hint(c->diags, diag, "write `instead of`");
  diag_note_at(c->diags, diag, decl->word_span, "`%s`", decl->word);
  return false;
}

/* Puts the head with its new body in the place of what is there, followed by that if it is still called. */
static void put_wrapped(struct compilation *c, struct declaration *there, struct tree *head, struct tree *base,
                        bool called) {
  put(there, head);
  if (!called) return;
  there->bases++;
  declarations_insert(c->declared, there, base);
}

/* Each form calls the one before, by a longer name, and calls may not go too deep anyhow. */
enum { MOST_BASES = 100 };

/* Says once for each declaration that it may not. */
static bool may_wrap(struct compilation *c, struct declaration *there, const struct tree *item) {
  if (there->bases < MOST_BASES) return true;
  if (there->bases++ == MOST_BASES)
    diag_report(c->diags, DIAG_E0410, item->word_span,
                "this is changed more than %d times, each time by what calls "
                "the form before",
                MOST_BASES);
  return false;
}

static void wrap_declaration(struct compilation *c, struct declaration *there, struct tree *item) {
  if (!may_wrap(c, there, item)) return;
  struct tree *head = make_head(c, there->tree, item), *base = make_base(c, there);
  if (item->number != WRAP_INSTEAD) {
    refuse_base(c, item, base->word);
    if (!item->kid[WRAP_BLOCK]->kid[BLOCK_STATEMENTS]) patch_idle(c, item, "the braces are empty");
    head->kid[block_kid(head)] = wrapping_block(c, head, base, item);
    put_wrapped(c, there, head, base, true);
    return;
  }
  if (is_bare_base(item)) patch_idle(c, item, "it only does what it replaces");
  bool called = rename_base(item->kid[WRAP_BLOCK], base->word) | rename_base(item->kid[WRAP_VALUE], base->word);
  head->kid[block_kid(head)] = item->kid[WRAP_BLOCK];
  if (head->kind == TREE_FN) head->kid[FN_VALUE] = item->kid[WRAP_VALUE];
  put_wrapped(c, there, head, base, called);
}

static void wrap(struct patching *p, struct tree *item) {
  const struct tree *target = item->kid[WRAP_TARGET];
  bool flow = target->kind != TREE_CALL;
  uint64_t kinds = flow ? UINT64_C(1) << target->kind : procedures;
  struct declaration *there = patch_find(p->c, flow ? NULL : target->word, kinds);
  if (there && (flow || fits_target(p->c, there->tree, item))) {
    wrap_declaration(p->c, there, item);
  } else if (!there && flow) { /* a game without set-up */
    struct tree *decl = tree_new(p->c->arena, target->kind, item->span);
    decl->kid[SETUP_BLOCK] = item->kid[WRAP_BLOCK];
    decl->cites = item->cites;
    add(p, decl);
  } else if (!there) {
    patch_unknown(p->c, item, kinds, "no phase, effect or fn named");
  }
}

/* ---- replacing declarations ---- */

static uint64_t kinds_like(const struct tree *decl) {
  uint64_t kind = UINT64_C(1) << decl->kind;
  return kind & zones ? zones : kind & variables ? variables : kind & procedures ? procedures : kind;
}

static void replace(struct patching *p, struct tree *item) {
  struct tree *decl = item->kid[REPLACE_DECL];
  if (decl->kind == TREE_GAME || decl->kind == TREE_USE || decl->kind == TREE_SCENARIO) {
    diag_report(p->c->diags, DIAG_E0705, decl->span, "this cannot be replaced%s",
                decl->kind == TREE_GAME ? "; `change game { … }` changes its parts" : "");
    return;
  }
  bool single = decl->kind == TREE_SETUP || decl->kind == TREE_PLAY || decl->kind == TREE_RANK ||
                decl->kind == TREE_VALUE_OF || decl->kind == TREE_SHOW;
  struct declaration *there = patch_find(p->c, single ? NULL : decl->word, kinds_like(decl));
  if (!there && single) {
    add(p, decl);
  } else if (!there) {
    patch_unknown(p->c, decl, kinds_like(decl), "nothing of this kind is named");
  } else if (may_wrap(p->c, there, item)) {
    compare_with(p->c, there->tree, decl);
    decl->cites = tree_append(decl->cites, item->cites);
    uint64_t bodies = procedures | KIND(SETUP) | KIND(PLAY);
    struct tree *base = is_among(there->tree, bodies) ? make_base(p->c, there) : NULL;
    bool called = base && rename_base(decl, base->word);
    put_wrapped(p->c, there, decl, base, called);
  }
}

/* Two variants may drop the same invariant: it is gone either way. */
static void drop_invariant(struct patching *p, struct tree *item) {
  struct compilation *c = p->c;
  struct declaration *there = patch_find(c, item->word, KIND(INVARIANT));
  if (there) declarations_remove(there);
  else if (!declarations_was_removed(c->declared, item->word))
    patch_unknown(c, item, KIND(INVARIANT), "no invariant reads");
}

/* ---- changing ---- */

/* A part of `game` replaces the part of its kind. */
static void change_game(struct patching *p, struct tree *change) {
  const struct declaration *game = patch_find(p->c, NULL, KIND(GAME));
  if (!game) return;
  for (struct tree *item = change->kid[CHANGE_ITEMS], *next; item; item = next) {
    next = item->next;
    item->next = NULL;
    if (!item->cites) item->cites = change->cites;
    struct tree **link = &game->tree->kid[GAME_ITEMS];
    while (*link && (*link)->kind != item->kind) link = &(*link)->next;
    if (*link) {
      struct tree *rest = (*link)->next;
      (*link)->next = NULL;
      if (tree_equal(*link, item)) patch_idle(p->c, item, "the game says the same");
      item->next = rest;
    }
    *link = item;
  }
}

/* Lines are added to those of the game, and win over them. */
static void change_show(struct patching *p, struct tree *change) {
  const struct declaration *there = patch_find(p->c, NULL, KIND(SHOW));
  struct tree *lines = change->kid[CHANGE_ITEMS];
  if (there) {
    there->tree->kid[SHOW_LINES] = tree_append(there->tree->kid[SHOW_LINES], lines);
    return;
  }
  struct tree *show = tree_new(p->c->arena, TREE_SHOW, change->span);
  show->kid[SHOW_LINES] = lines;
  add(p, show);
}

static void change_rows(struct patching *p, struct tree *change) {
  static const struct {
    int kind, kid;
    const char *phrase;
  } holders[] = { { TREE_DECK, DECK_CHANGES, "no deck named" },
                  { TREE_ENUM, ENUM_CHANGES, "no enum named" },
                  { TREE_TABLE, TABLE_CHANGES, "no table named" },
                  { TREE_GRAPH, GRAPH_CHANGES, "no graph named" } };
  for (size_t i = 0; i < sizeof holders / sizeof *holders; i++) {
    if (holders[i].kind != change->number) continue;
    const struct declaration *there = patch_find(p->c, change->word, UINT64_C(1) << change->number);
    for (struct tree *item = change->kid[CHANGE_ITEMS]; item; item = item->next)
      if (!item->cites) item->cites = change->cites; /* what the whole cites is meant for each of its rows */
    if (!there) patch_unknown(p->c, change, UINT64_C(1) << change->number, holders[i].phrase);
    else there->tree->kid[holders[i].kid] = tree_append(there->tree->kid[holders[i].kid], change->kid[CHANGE_ITEMS]);
  }
}

static void change(struct patching *p, struct tree *change) {
  if (!change->kid[CHANGE_ITEMS]) patch_idle(p->c, change, "the braces are empty");
  else if (change->number == TREE_GAME) change_game(p, change);
  else if (change->number == TREE_SHOW) change_show(p, change);
  else if (change->number == TREE_CHOOSE || change->number == TREE_OPTIONS) patch_choices(p->c, change);
  else change_rows(p, change);
}

static void apply_item(struct patching *p, struct tree *item) {
  switch (item->kind) {
  case TREE_USE: break;
  case TREE_GAME_SUMMARY: p->variant->summary = item->word; break;
  case TREE_CONST:
  case TREE_SETTING:
  case TREE_RANK: declare_again(p, item); break;
  case TREE_SETTING_DEFAULT: set_default(p, item); break;
  case TREE_WRAP: wrap(p, item); break;
  case TREE_REPLACE: replace(p, item); break;
  case TREE_DROP_INVARIANT: drop_invariant(p, item); break;
  case TREE_CHANGE: change(p, item); break;
  case TREE_SCENARIO:
    if (p->keeps_scenarios) add(p, item);
    break;
  default: add(p, item); break;
  }
}

/* Whether a variant has anything in it besides what it says of itself. */
static bool has_changes(const struct tree *variant) {
  for (const struct tree *item = variant->kid[VARIANT_ITEMS]; item; item = item->next)
    if (item->kind != TREE_GAME_SUMMARY && item->kind != TREE_SCENARIO) return true;
  return false;
}

struct tree *patch_apply(struct compilation *c, struct variant *variant, bool keeps_scenarios) {
  struct patching patching = { .c = c, .variant = variant, .keeps_scenarios = keeps_scenarios };
  struct tree *file = tree_new(c->arena, TREE_FILE, variant->tree->span);
  patching.tail = &patching.added;
  if (!has_changes(variant->tree) && !c->diags->errors)
    diag_report(c->diags, DIAG_W0701, variant->tree->word_span, "this variant changes nothing: %s",
                variant->tree->kid[VARIANT_ITEMS] ? "no change stands in its braces" : "its braces are empty");
  for (struct tree *item = variant->tree->kid[VARIANT_ITEMS], *next; item && !arena_failed(c->arena); item = next) {
    next = item->next;
    apply_item(&patching, item);
  }
  file->kid[FILE_DECLS] = patching.added;
  return file;
}
