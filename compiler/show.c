/* The lines of `show`: whether what they name is there, can be shown in that way, and is open to all. */
#include "compiler/show.h"

#include "compiler/meant.h"
#include "compiler/passes.h"
#include "compiler/type.h"
#include "compiler/types.h"

/* ---- the plan ---- */

struct show_thing *show_thing_of(struct compilation *c, struct symbol *symbol) {
  struct show_plan *plan = c->show_plan;
  if (!plan->numbers) return NULL;
  int32_t *number = &plan->numbers[symbol->number];
  if (!*number) {
    struct show_thing thing = { .symbol = symbol };
    *number = 1 + (int32_t)PUSH(c, show_plan->things, thing);
  }
  return arena_failed(c->arena) ? NULL : &((struct show_thing *)plan->things.items)[*number - 1];
}

const struct show_thing *show_thing_find(const struct compilation *c, const struct symbol *symbol) {
  const struct show_plan *plan = c->show_plan;
  int32_t number = plan->numbers ? plan->numbers[symbol->number] : 0;
  return number ? &((const struct show_thing *)plan->things.items)[number - 1] : NULL;
}

/* ---- what is open to all ---- */

static bool is_open(const struct symbol *symbol) {
  const struct tree *seen = symbol_seen(symbol);
  return !seen || (seen->number == SEEN_OPEN && !seen->kid[SEEN_ALTERNATIVE]);
}

struct show_search {
  struct compilation *c;
  struct met met;
  const struct symbol *found;
};

static void search_node(struct show_search *search, const struct tree *node);
static void search_list(struct show_search *search, const struct tree *node);

/* How many cards there are, everybody sees. */
static void search_sized(struct show_search *search, const struct tree *zone) {
  if (zone->kind == TREE_INDEX) search_list(search, zone->kid[INDEX_ARGS]);
}

static void search_call(struct show_search *search, const struct tree *call) {
  const struct note *note = note_of(call);
  bool asks_size = builtin_asks_size(call);
  if (note && note->kind == NOTE_CALL && met_first(search->met, note->symbol))
    search_list(search, meant_body(note->symbol));
  if (builtin_called(call) == BUILTIN_BOX) search->found = note->symbol;
  for (const struct tree *arg = call->kid[CALL_ARGS]; arg && !search->found; arg = arg->next) {
    const struct symbol *symbol = asks_size ? symbol_meant(arg) : NULL;
    if (symbol && symbol->kind == SYMBOL_ZONE) search_sized(search, arg);
    else search_node(search, arg);
  }
}

static void search_node(struct show_search *search, const struct tree *node) {
  const struct symbol *symbol = node->kind == TREE_NAME || node->kind == TREE_INDEX ? symbol_meant(node) : NULL;
  if (symbol && (symbol->kind == SYMBOL_VAR || symbol->kind == SYMBOL_ZONE) && !is_open(symbol)) search->found = symbol;
  if (node->kind == TREE_CALL) {
    search_call(search, node);
    return;
  }
  for (int i = 0; i < tree_kid_count(node->kind); i++) search_list(search, node->kid[i]);
}

static void search_list(struct show_search *search, const struct tree *node) {
  for (; node && !search->found; node = node->next) search_node(search, node);
}

const struct symbol *show_hidden_in(struct compilation *c, struct symbol *fn) {
  struct show_search search = { c, met_begin(c), NULL };
  search_list(&search, meant_body(fn));
  return search.found;
}

/* ---- what can be shown how ---- */

enum { SHOWABLE = 1u << SYMBOL_VAR | 1u << SYMBOL_ZONE | 1u << SYMBOL_FN };

/* What a line makes of a thing, in words. */
static const char *const phrases[] = {
  [SHOW_SCORE] = "a score", [SHOW_PLACE] = "a place", [SHOW_MARK] = "a mark", [SHOW_COUNT] = "a count"
};

static struct symbol *find_thing(struct compilation *c, const struct tree *name) {
  struct symbol *symbol = symbol_named(c, name);
  if (symbol && SHOWABLE >> symbol->kind & 1) {
    symbol->used = true;
    return symbol;
  }
  struct diag *diag;
  if (symbol) {
    diag = diag_report(c->diags, DIAG_E0903, name->word_span, "`%s` is %s: variables, zones and fns are shown",
                       name->word, symbol_kind_phrase(c, symbol->kind));
    diag_note_at(c->diags, diag, symbol->span, "`%s`", symbol->name);
    return NULL;
  }
  diag = diag_report(c->diags, DIAG_E0901, name->word_span, "no variable, zone or fn is named `%s`", name->word);
  struct suggestion near = { .word = name->word };
  if (context_suggests(c)) context_consider(c, &near, SHOWABLE);
  diag_suggest(c->diags, diag, &near);
  return NULL;
}

static void refuse_shape(struct compilation *c, const struct tree *name, const struct symbol *symbol,
                         const char *message) {
  struct diag *diag = diag_report(c->diags, DIAG_E0903, name->word_span, "%s", message);
  diag_note_at(c->diags, diag, symbol->span, "`%s`", symbol->name);
}

/* Whether a fn takes a player or nothing, and is one of the rules. */
static bool check_fn(struct compilation *c, const struct tree *name, const struct symbol *fn) {
  const char *wrong = NULL;
  const struct symbol *param = fn->params;
  if (fn->type->kind == TYPE_KIND_TEXT) wrong = "gives a text, which stands for itself; what is shown is a value";
  else if (symbol_is_extern(fn)) wrong = "is C code; a fn that calls it can be shown";
  else if (fn->param_count > 1 ||
           (param && param->type->kind != TYPE_KIND_PLAYER && param->type->kind != TYPE_KIND_ERROR))
    wrong = "takes something else: what is shown is of a player, or of nobody";
  else if (param && param->type->optional) wrong = "takes a player or none: what is shown is of a player, or of nobody";
  if (!wrong) return true;
  refuse_shape(c, name, fn, arena_format(c->arena, "`%s` %s", fn->name, wrong));
  return false;
}

static bool is_of_player(const struct symbol *symbol) {
  return symbol->dim_count == 1 && symbol->dims[0]->kind == TYPE_KIND_PLAYER;
}

/* Of each player, or of nobody. */
static bool check_owner(struct compilation *c, const struct tree *name, const struct symbol *symbol,
                        enum tree_show line) {
  if (!symbol->dim_count || is_of_player(symbol)) return true;
  refuse_shape(
      c, name, symbol,
      arena_format(c->arena, "`%s` has other indices than a player, so it cannot be %s", symbol->name, phrases[line]));
  return false;
}

static bool check_open(struct compilation *c, const struct tree *name, struct symbol *symbol, enum tree_show line) {
  bool reads_cards = symbol->kind == SYMBOL_ZONE && (line == SHOW_PLACE || line == SHOW_MARK);
  const struct symbol *hidden = symbol->kind == SYMBOL_FN ? show_hidden_in(c, symbol)
                                : (symbol->kind == SYMBOL_VAR || reads_cards) && !is_open(symbol) ? symbol
                                                                                                  : NULL;
  if (!hidden) return true;
  struct diag *diag;
  if (hidden == symbol)
    diag = diag_report(c->diags, DIAG_E0902, name->word_span, "%s is for everybody, and not everybody sees `%s`",
                       phrases[line], symbol->name);
  else
    diag =
        diag_report(c->diags, DIAG_E0902, name->word_span,
                    "%s is for everybody, and `%s` reads `%s`, which not everybody sees", phrases[line], symbol->name,
                    hidden->kind == SYMBOL_DECK ? arena_format(c->arena, "box(%s)", hidden->name) : hidden->name);
  diag_note_at(c->diags, diag, hidden->span, "the %s `%s`", symbol_kind_word(hidden->kind), hidden->name);
  if (hidden->kind == SYMBOL_ZONE) diag_note(c->diags, diag, "how many cards it has, everybody sees: `size(…)`");
  return false;
}

/* A number, or cards that can be counted. */
static bool check_number(struct compilation *c, const struct tree *name, const struct symbol *symbol,
                         enum tree_show line) {
  if (symbol->kind == SYMBOL_ZONE || symbol->type->kind == TYPE_KIND_INT || symbol->type->kind == TYPE_KIND_ERROR)
    return true;
  refuse_shape(c, name, symbol,
               arena_format(c->arena, "`%s` is %s, and %s is a number", symbol->name, type_phrase(c, symbol->type),
                            phrases[line]));
  return false;
}

/* `mark keys.city`: where each card lies says one of its fields. */
static bool check_card_field(struct compilation *c, const struct tree *name, const struct symbol *zone) {
  struct tree *tree = name->kid[SHOW_THING_FIELD];
  struct field *field = field_named(c, zone->type->element->symbol, tree, DIAG_E0901);
  if (!field) return false;
  field->used = true;
  if (field->type->kind == TYPE_KIND_ENUM || field->type->kind == TYPE_KIND_INT || field->type->kind == TYPE_KIND_ERROR)
    return true;
  diag_report(c->diags, DIAG_E0903, tree->word_span, "`%s` is %s, and a place is a value of an enum or a number",
              field->name, type_phrase(c, field->type));
  return false;
}

/* Somewhere: a value of an enum, a cell of a board, a number along a track, or several of these. */
static bool check_somewhere(struct compilation *c, const struct tree *name, const struct symbol *symbol) {
  const struct type *type = symbol->type;
  if (symbol->kind == SYMBOL_ZONE && type->kind == TYPE_KIND_ZONE && name->kind == TREE_SHOW_THING &&
      name->kid[SHOW_THING_FIELD])
    return check_card_field(c, name, symbol);
  if (type->kind == TYPE_KIND_SET || type->kind == TYPE_KIND_LIST) type = type->element;
  bool fits = symbol->kind != SYMBOL_ZONE && (type->kind == TYPE_KIND_ENUM || type->kind == TYPE_KIND_CARD ||
                                              type->kind == TYPE_KIND_INT || type->kind == TYPE_KIND_ERROR);
  if (fits) return true;
  refuse_shape(c, name, symbol,
               symbol->kind == SYMBOL_ZONE
                   ? arena_format(c->arena, "`%s` is a zone; a place is a variable or a fn", symbol->name)
                   : arena_format(c->arena, "`%s` is %s, and a place is a value of an enum or a number", symbol->name,
                                  type_phrase(c, symbol->type)));
  return false;
}

static bool fits_line(struct compilation *c, const struct tree *name, struct symbol *symbol, enum tree_show line) {
  bool is_fn = symbol->kind == SYMBOL_FN;
  bool is_place = line == SHOW_PLACE || line == SHOW_MARK;
  if (line != SHOW_SCORE && line != SHOW_COUNT && !is_place) return true;
  if (is_fn ? !check_fn(c, name, symbol) : !is_place && !check_owner(c, name, symbol, line)) return false;
  if (line == SHOW_SCORE && !check_number(c, name, symbol, line)) return false;
  if (is_place && !check_somewhere(c, name, symbol)) return false;
  return check_open(c, name, symbol, line);
}

/* ---- lines ---- */

static void check_parts(struct compilation *c, const struct tree *thing) {
  for (const struct tree *part = thing->kid[SHOW_THING_PARTS]; part; part = part->next) {
    struct symbol *symbol = find_thing(c, part);
    if (symbol && fits_line(c, part, symbol, SHOW_SCORE)) show_thing_of(c, symbol);
  }
}

/* The last line that names a score wins: variants add theirs behind those of the game. */
static void take_score(struct compilation *c, const struct tree *tree, struct symbol *symbol) {
  struct show_plan *plan = c->show_plan;
  struct show_thing *before = plan->score ? show_thing_of(c, (struct symbol *)plan->score) : NULL;
  if (before) before->role = SHOWN_OTHER;
  check_parts(c, tree);
  struct show_thing *thing = show_thing_of(c, symbol);
  if (!thing) return;
  thing->role = SHOWN_SCORE;
  thing->parts = tree->kid[SHOW_THING_PARTS];
  plan->score = symbol;
}

static void take_thing(struct compilation *c, const struct tree *line, const struct tree *tree) {
  enum tree_show shown = (enum tree_show)line->number;
  struct symbol *symbol = find_thing(c, tree);
  if (!symbol || !fits_line(c, tree, symbol, shown)) return;
  if (shown == SHOW_SCORE) take_score(c, tree, symbol);
  struct show_thing *thing = show_thing_of(c, symbol);
  if (!thing) return;
  thing->is_hidden = shown == SHOW_HIDE;
  thing->is_named |= shown != SHOW_HIDE;
  if (tree->kid[SHOW_THING_TITLE]) thing->title = tree->kid[SHOW_THING_TITLE]->word;
  if (shown == SHOW_PLACE) thing->role = SHOWN_PLACE, c->show_plan->has_place = true;
  if (shown == SHOW_MARK) thing->role = SHOWN_MARK;
  if (shown == SHOW_COUNT) thing->role = SHOWN_COUNTER;
  if (tree->kid[SHOW_THING_FIELD]) thing->field = tree->kid[SHOW_THING_FIELD]->word;
  if (tree->kid[SHOW_THING_ICON]) thing->icon = tree->kid[SHOW_THING_ICON]->word;
  if (shown == SHOW_GROUP) thing->group = line->word;
  if (shown == SHOW_ORDER || shown == SHOW_GROUP) thing->order = ++c->show_plan->ordered;
}

/* ---- lines that are no things ---- */

void show_line_add(struct compilation *c, const struct show_line_plan *line) { PUSH(c, show_plan->lines, *line); }

struct symbol *show_type_named(struct compilation *c, const struct tree *node, unsigned kinds) {
  struct symbol *symbol = symbol_named(c, node);
  if (symbol && kinds >> symbol->kind & 1) {
    symbol->used = true;
    return symbol;
  }
  struct diag *diag = diag_report(c->diags, DIAG_E0901, node->word_span, "no enum or deck is named `%s`", node->word);
  struct suggestion near = { .word = node->word };
  if (context_suggests(c)) context_consider(c, &near, kinds);
  diag_suggest(c->diags, diag, &near);
  return NULL;
}

int32_t show_value_named(struct compilation *c, const struct symbol *type, const struct tree *node) {
  for (const struct value_name *value = table_get(c->values, node->word); value; value = value->same)
    if (value->owner == type) {
      context_mention(c, node->word_span, MENTION_VALUE, value);
      return value->index;
    }
  if (type->unread) return -1;
  struct suggestion near = { .word = node->word };
  for (int32_t i = 0; i < type->count && context_suggests(c); i++) suggest_consider(&near, type->values[i].name);
  struct diag *diag =
      diag_report(c->diags, DIAG_E0901, node->word_span, "%s has no value `%s`", type->name, node->word);
  diag_suggest(c->diags, diag, &near);
  return -1;
}

struct symbol *show_place_named(struct compilation *c, const struct tree *tree) {
  struct symbol *symbol = find_thing(c, tree);
  if (!symbol || !fits_line(c, tree, symbol, SHOW_PLACE)) return NULL;
  struct show_thing *thing = show_thing_of(c, symbol);
  if (!thing) return NULL;
  thing->is_named = true;
  thing->is_hidden = false;
  if (tree->kid[SHOW_THING_TITLE]) thing->title = tree->kid[SHOW_THING_TITLE]->word;
  return symbol;
}

static void take_line(struct compilation *c, const struct tree *line) {
  switch (line->kind) {
  case TREE_SHOW_THINGS:
    for (const struct tree *thing = line->kid[SHOW_THINGS_THINGS]; thing; thing = thing->next)
      take_thing(c, line, thing);
    break;
  case TREE_SHOW_MAP:
  case TREE_SHOW_PATHS:
  case TREE_SHOW_ALONG:
  case TREE_SHOW_CAPTION: show_take_board(c, line); break;
  default: show_take_look(c, line); break;
  }
}

static void start(struct compilation *c) {
  c->show_plan = arena_alloc(c->arena, sizeof *c->show_plan);
  *c->show_plan = (struct show_plan){ .numbers = context_symbol_numbers(c) };
}

void show_check(struct compilation *c) {
  start(c);
  const struct tree *line = c->show ? c->show->kid[SHOW_LINES] : NULL;
  for (; line && !arena_failed(c->arena); line = line->next) take_line(c, line);
  if (!c->diags->errors && !arena_failed(c->arena)) show_decide(c);
}
