/* Types of declarations: constants, settings, zones, variables, parameters and results of procedures. */
#include "compiler/passes.h"

#include "compiler/constant.h"
#include "compiler/type.h"
#include "compiler/types.h"

static void declare_dims(struct compilation *c, struct symbol *symbol, struct tree *dims) {
  int64_t instances = 1;
  for (struct tree *dim = dims; dim; dim = dim->next) {
    if (symbol->dim_count == DIMS_LIMIT) {
      diag_report(c->diags, DIAG_E0316, dim->span, "at most %d dimensions", DIMS_LIMIT);
      break;
    }
    struct type *type = type_dimension(c, dim);
    symbol->dims[symbol->dim_count++] = type;
    instances *= type->kind == TYPE_KIND_ERROR ? 1 : type_places(c, type);
    if (instances > 1 << 20) instances = 1 << 20;
  }
  if (instances > 65536) {
    diag_report(c->diags, DIAG_E0410, symbol->span, "`%s` has too many places: at most 65,536", symbol->name);
    instances = 1;
  }
  symbol->instances = (int32_t)instances;
}

static void declare_zone(struct compilation *c, struct symbol *symbol) {
  struct tree *tree = symbol->tree;
  struct type *card = type_resolve(c, tree->kid[PILE_DECK], NULL);
  if (card->kind == TYPE_KIND_CARD) symbol->type = type_container(c, TYPE_KIND_ZONE, card, 0);
  else if (card->kind != TYPE_KIND_ERROR)
    diag_report(c->diags, DIAG_E0202, tree->kid[PILE_DECK]->span, "a zone holds cards of a deck, and this is an enum");
  declare_dims(c, symbol, tree->kid[PILE_DIMS]);
  if (symbol->row && !symbol->dim_count)
    diag_report(c->diags, DIAG_E0316, symbol->span, "a row has numbered places: `row %s[5]: …`", symbol->name);
}

static void declare_variable(struct compilation *c, struct symbol *symbol) {
  struct tree *tree = symbol->tree;
  if (tree->kind == TREE_TRACK) {
    int32_t low, high;
    symbol->type = c->error_type;
    bool known = constant_number(c, tree->kid[TRACK_LOW], &low);
    if (constant_number(c, tree->kid[TRACK_HIGH], &high) && known) {
      if (low > high)
        diag_report(c->diags, DIAG_E0315, span_join(tree->kid[TRACK_LOW]->span, tree->kid[TRACK_HIGH]->span),
                    "the range %d..%d is empty", low, high);
      else {
        symbol->type = type_new(c, TYPE_KIND_INT);
        symbol->type->low = low;
        symbol->type->high = high;
      }
    }
    declare_dims(c, symbol, tree->kid[TRACK_DIMS]);
    return;
  }
  symbol->type = type_resolve(c, tree->kid[VAR_TYPE], NULL);
  declare_dims(c, symbol, tree->kid[VAR_DIMS]);
  if (symbol->type->kind == TYPE_KIND_ARRAY && !symbol->dim_count) { /* `var v: int[player]` is `var v[player]: int` */
    struct type *array = symbol->type;
    symbol->type = array->element;
    for (int i = 0; i < array->dim_count; i++) symbol->dims[symbol->dim_count++] = array->dims[i];
    symbol->instances = type_slots(c, array) / type_slots(c, array->element);
  }
  if (symbol->type->kind == TYPE_KIND_TEXT || symbol->type->kind == TYPE_KIND_ARRAY) {
    bool text = symbol->type->kind == TYPE_KIND_TEXT;
    struct diag *diag = diag_report(c->diags, text ? DIAG_E0313 : DIAG_E0320, tree->kid[VAR_TYPE]->span,
                                    "a variable cannot hold %s", type_phrase(c, symbol->type));
    diag_hint(c->diags, diag,
              text ? "keep a value of an `enum`, which has labels; a `fn` can give a text"
                   : "all indices stand behind its name: `var x[A, B]: …`");
    symbol->type = c->error_type;
  }
}

static void declare_lives(struct compilation *c, struct symbol *symbol) {
  struct tree *lives = symbol->tree->kid[symbol->tree->kind == TREE_TRACK ? TRACK_LIVES : VAR_LIVES];
  if (!lives) return;
  struct symbol *phase = symbol_named(c, lives);
  if (phase && phase->kind == SYMBOL_PHASE) {
    symbol->lives = phase;
    symbol->next_living = phase->living ? phase->living->next_living : symbol;
    if (phase->living) phase->living->next_living = symbol;
    phase->living = symbol;
    return;
  }
  struct diag *diag = diag_report(c->diags, DIAG_E0212, lives->span, "no phase named `%s`", lives->word);
  struct suggestion near = { .word = lives->word };
  context_consider(c, &near, 1u << SYMBOL_PHASE);
  diag_suggest(c->diags, diag, &near);
}

/* A value that the setting may have; 0 after a message. */
static int32_t value_of_setting(struct compilation *c, const struct symbol *setting, struct tree *tree,
                                const char *what) {
  struct type *type = setting->type;
  int32_t value = 0;
  if (!constant_value(c, tree, type, &value)) return 0;
  bool is_none = type->optional && value == NONE_INT;
  if (type->kind == TYPE_KIND_INT && !is_none && (value < type->low || value > type->high))
    diag_report(c->diags, DIAG_E0414, tree->span, "%s %d is outside %d..%d", what, value, type->low, type->high);
  return value;
}

static void declare_setting(struct compilation *c, struct symbol *symbol) {
  symbol->type = type_resolve(c, symbol->tree->kid[SETTING_TYPE], NULL);
  symbol->instances = 1;
  if (symbol->type->kind == TYPE_KIND_ERROR) return;
  if (!type_is_scalar(symbol->type) || symbol->type->kind == TYPE_KIND_PATH) {
    diag_report(c->diags, DIAG_E0320, symbol->span, "a setting is a plain value, not %s", type_phrase(c, symbol->type));
    symbol->type = c->error_type;
    return;
  }
  symbol->value = value_of_setting(c, symbol, symbol->tree->kid[SETTING_VALUE], "the default");
  symbol->simulated = symbol->value;
  for (struct tree *limit = symbol->tree->kid[SETTING_LIMITS]; limit; limit = limit->next) {
    if (limit->kind != TREE_SETTING_SIMULATED) continue;
    symbol->simulated = value_of_setting(c, symbol, limit->kid[SETTING_SIMULATED_VALUE], "the value for simulation");
  }
}

static struct tree *params_of(const struct symbol *symbol) {
  switch (symbol->kind) {
  case SYMBOL_FN: return symbol->tree->kid[FN_PARAMS];
  case SYMBOL_EFFECT: return symbol->tree->kid[EFFECT_PARAMS];
  case SYMBOL_PHASE: return symbol->tree->kid[PHASE_PARAMS];
  case SYMBOL_OPTIONS: return symbol->tree->kid[OPTIONS_PARAMS];
  default: return symbol->tree->kid[POSITION_PARAMS];
  }
}

static struct tree *any_deck_of(const struct symbol *symbol) {
  return symbol->kind == SYMBOL_FN       ? symbol->tree->kid[FN_ANY_DECK]
         : symbol->kind == SYMBOL_EFFECT ? symbol->tree->kid[EFFECT_ANY_DECK]
                                         : NULL;
}

static void declare_params(struct compilation *c, struct symbol *symbol) {
  struct symbol **tail = &symbol->params;
  struct tree *any = any_deck_of(symbol);
  if (any) symbol->deck_param = symbol_new(c, SYMBOL_DECK_PARAM, any);
  for (struct tree *tree = params_of(symbol); tree && !arena_failed(c->arena); tree = tree->next) {
    if (table_get(c->param_names, tree->word) == symbol)
      diag_report(c->diags, DIAG_E0209, tree->word_span, "the parameter `%s` is declared twice", tree->word);
    table_put(c->param_names, tree->word, symbol);
    struct symbol *param = symbol_new(c, SYMBOL_LOCAL, tree);
    param->type = type_resolve(c, tree->kid[PARAM_TYPE], symbol->deck_param);
    *tail = param;
    tail = &param->next_param;
    symbol->param_count++;
  }
}

static void declare_procedure(struct compilation *c, struct symbol *symbol) {
  struct tree *tree = symbol->tree;
  declare_params(c, symbol);
  symbol->type = c->void_type;
  struct tree *result = symbol->kind == SYMBOL_FN       ? tree->kid[FN_TYPE]
                        : symbol->kind == SYMBOL_EFFECT ? tree->kid[EFFECT_TYPE]
                                                        : NULL;
  if (result) symbol->type = type_resolve(c, result, symbol->deck_param);
  struct tree *depth = symbol->kind == SYMBOL_FN       ? tree->kid[FN_DEPTH]
                       : symbol->kind == SYMBOL_EFFECT ? tree->kid[EFFECT_DEPTH]
                       : symbol->kind == SYMBOL_PHASE  ? tree->kid[PHASE_DEPTH]
                                                       : NULL;
  if (!depth) return;
  symbol->depth = depth->number;
  if (depth->number < 1 || depth->number > 255) {
    diag_report(c->diags, DIAG_E0315, depth->span, "a depth is 1 to 255");
    symbol->depth = 1;
  }
}

/* ---- where the cards of a deck start ---- */

/* `in packs[colour]`: one zone for each value of a field. */
static void check_home_field(struct compilation *c, struct symbol *deck, const struct symbol *zone,
                             const struct tree *index) {
  struct field *field = deck->fields;
  while (field && (index->kind != TREE_NAME || field->name != index->word)) field = field->next;
  if (!field) {
    diag_report(c->diags, DIAG_E0411, index->span,
                "the index of a card's starting place is `player` or one of its fields");
    return;
  }
  field->used = true;
  if (field->type->kind == TYPE_KIND_ERROR || zone->dims[0]->kind == TYPE_KIND_ERROR) return;
  bool inside = type_equal(field->type, zone->dims[0]) && field->values && zone->dim_count == 1;
  if (inside && field->type->kind == TYPE_KIND_INT)
    inside = field->type->low >= zone->dims[0]->low && field->type->high <= zone->dims[0]->high;
  if (!inside)
    diag_report(c->diags, DIAG_E0411, index->span, "`%s` has one place for each %s, and `%s` is %s", zone->name,
                type_name(c, zone->dims[0]), field->name, type_phrase(c, field->type));
}

static void check_home(struct compilation *c, struct symbol *deck) {
  struct tree *tree = deck->tree->kid[DECK_ZONE];
  if (!tree) return;
  struct tree *base = tree->kind == TREE_INDEX ? tree->kid[INDEX_BASE] : tree;
  struct tree *index = tree->kind == TREE_INDEX ? tree->kid[INDEX_ARGS] : NULL;
  struct symbol *zone = symbol_named(c, base);
  if (!zone || zone->kind != SYMBOL_ZONE) {
    types_unknown(c, base, "zone", 1u << SYMBOL_ZONE, DIAG_E0411);
    return;
  }
  zone->used = true;
  if (zone->type->kind == TYPE_KIND_ERROR) return;
  if (zone->type->element->symbol != deck) {
    struct diag *diag = diag_report(c->diags, DIAG_E0411, base->span, "`%s` holds %s cards, not %s cards", base->word,
                                    type_name(c, zone->type->element), deck->name);
    diag_note_at(c->diags, diag, zone->span, "the zone `%s`", zone->name);
  } else if (index && !zone->dim_count) {
    diag_report(c->diags, DIAG_E0411, tree->span, "`%s` has no index", zone->name);
  } else if (index && index->kind == TREE_TYPE_PLAYER) {
    if (!(deck->tree->flags & FLAG_EACH_PLAYER) || zone->dims[0]->kind != TYPE_KIND_PLAYER)
      diag_report(c->diags, DIAG_E0411, tree->span, "only a deck of `each player` starts in a zone of each player");
  } else if (index) check_home_field(c, deck, zone, index);
  else if (zone->dim_count)
    diag_report(c->diags, DIAG_E0411, tree->span, "which `%s`? There is one for each %s", zone->name,
                type_name(c, zone->dims[0]));
}

void declare_types(struct compilation *c) {
  struct symbol *symbol;
  for (symbol = c->first_of[SYMBOL_CONST]; symbol; symbol = symbol->alike) constant_declare(c, symbol);
  for (symbol = c->first_symbol; symbol && !arena_failed(c->arena); symbol = symbol->next) {
    switch (symbol->kind) {
    case SYMBOL_SETTING: declare_setting(c, symbol); break;
    case SYMBOL_ZONE: declare_zone(c, symbol); break;
    case SYMBOL_VAR:
      declare_variable(c, symbol);
      declare_lives(c, symbol);
      break;
    case SYMBOL_FN:
      declare_procedure(c, symbol);
      if (symbol_is_extern(symbol)) externs_check(c, symbol);
      break;
    case SYMBOL_EFFECT:
    case SYMBOL_PHASE:
    case SYMBOL_OPTIONS:
    case SYMBOL_POSITION: declare_procedure(c, symbol); break;
    default: break;
    }
  }
  for (symbol = c->first_of[SYMBOL_DECK]; symbol; symbol = symbol->alike) check_home(c, symbol);
}
