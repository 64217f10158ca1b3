/* Declares every name of the game in one space, and finds the parts that stand only once: the game itself, set-up,
 * play, ranking, value. Enum values and cards get their names in tables.c, since they may come from a CSV file. */
#include "compiler/passes.h"

static int symbol_kind_of(const struct tree *decl) {
  switch (decl->kind) {
  case TREE_CONST: return SYMBOL_CONST;
  case TREE_SETTING: return SYMBOL_SETTING;
  case TREE_ENUM: return SYMBOL_ENUM;
  case TREE_DECK: return SYMBOL_DECK;
  case TREE_TABLE: return SYMBOL_TABLE;
  case TREE_PILE:
  case TREE_POOL:
  case TREE_ROW: return SYMBOL_ZONE;
  case TREE_TRACK:
  case TREE_VAR: return SYMBOL_VAR;
  case TREE_GRAPH: return SYMBOL_GRAPH;
  case TREE_FN: return SYMBOL_FN;
  case TREE_EFFECT: return SYMBOL_EFFECT;
  case TREE_PHASE: return SYMBOL_PHASE;
  case TREE_OPTIONS: return SYMBOL_OPTIONS;
  case TREE_POSITION: return SYMBOL_POSITION;
  default: return -1;
  }
}

/* What a variant declares beside the game may be meant to replace what the game has. */
static void note_variant(struct compilation *c, struct diag *diag, const struct tree *decl) {
  if (!c->variants.count || !variants_own(c, decl->span.file)) return;
  diag_note(c->diags, diag,
            decl->kind == TREE_GAME ? "a variant changes parts of the game by `change game { … }`"
                                    : "a variant replaces what the game has by `instead of …`");
}

static void declare(struct compilation *c, struct tree *decl, enum symbol_kind kind, int32_t rule) {
  struct symbol *known = symbol_find(c, decl->word);
  if (known) {
    struct diag *diag = diag_report(c->diags, DIAG_E0209, decl->word_span, "`%s` is declared twice", decl->word);
    const char *word = symbol_kind_word(known->kind);
    diag_note_at(c->diags, diag, known->span, "the other one is %s %s", context_article(word), word);
    if ((decl->flags | known->tree->flags) & FLAG_MADE && decl->kind == TREE_ENUM)
      diag_hint(c->diags, diag, "a board can call its directions something else: `grid … directions Way`");
    note_variant(c, diag, decl);
    return;
  }
  struct symbol *symbol = symbol_new(c, kind, decl);
  symbol->rule = rule;
  symbol->row = decl->kind == TREE_ROW;
  symbol->from_library = !variants_own(c, decl->span.file);
  decl->symbol = symbol;
  table_put(c->globals, decl->word, symbol);
  if (c->last_symbol) c->last_symbol->next = symbol;
  else c->first_symbol = symbol;
  c->last_symbol = symbol;
  if (c->last_of[kind]) c->last_of[kind]->alike = symbol;
  else c->first_of[kind] = symbol;
  c->last_of[kind] = symbol;
}

/* A part that may stand once: keeps the first, reports the second. */
static void declare_once(struct compilation *c, struct tree **part, struct tree *decl, const char *what) {
  if (!*part) {
    *part = decl;
    return;
  }
  struct diag *diag = diag_report(c->diags, DIAG_E0209, decl->span, "a second %s", what);
  diag_note_at(c->diags, diag, (*part)->span, "the first one");
  note_variant(c, diag, decl);
}

static void declare_file(struct compilation *c, struct tree *file) {
  bool has_rules = rules_of_file(c, file) != NULL;
  for (struct tree *decl = file->kid[FILE_DECLS]; decl && !arena_failed(c->arena); decl = decl->next) {
    int kind = symbol_kind_of(decl);
    int32_t rule = has_rules && digests_name(decl) ? c->rule_count++ : -1;
    if (kind >= 0) {
      declare(c, decl, (enum symbol_kind)kind, rule);
      continue;
    }
    switch (decl->kind) {
    case TREE_GAME: declare_once(c, &c->game, decl, "`game`"); break;
    case TREE_SETUP: declare_once(c, &c->setup, decl, "`setup`"); break;
    case TREE_PLAY: declare_once(c, &c->play, decl, "`play`"); break;
    case TREE_RANK: declare_once(c, &c->rank, decl, "`rank`"); break;
    case TREE_VALUE_OF: declare_once(c, &c->value_of, decl, "`value of`"); break;
    case TREE_SHOW: declare_once(c, &c->show, decl, "`show`"); break;
    case TREE_SCENARIO: tree_list_push(c->arena, &c->scenario_trees, decl); break;
    case TREE_INVARIANT: tree_list_push(c->arena, &c->invariant_trees, decl); break;
    default: break;
    }
  }
}

/* What a game says of itself, it says once. */
static void declare_items(struct compilation *c) {
  struct tree *players = NULL, *rulebook = NULL, *summary = NULL, *limit = NULL, *seats = NULL;
  for (struct tree *item = c->game ? c->game->kid[GAME_ITEMS] : NULL; item; item = item->next) switch (item->kind) {
    case TREE_GAME_PLAYERS: declare_once(c, &players, item, "`players`"); break;
    case TREE_GAME_RULEBOOK: declare_once(c, &rulebook, item, "`rulebook`"); break;
    case TREE_GAME_SUMMARY: declare_once(c, &summary, item, "`summary`"); break;
    case TREE_GAME_LIMIT: declare_once(c, &limit, item, "`limit`"); break;
    case TREE_GAME_SEATS: declare_once(c, &seats, item, "`seats`"); break;
    default: break;
    }
}

static struct span whole_start(const struct compilation *c) { return (struct span){ c->main_file, 0, 0 }; }

static void find_players(struct compilation *c) {
  c->low_players = 2;
  c->high_players = 4;
  for (struct tree *item = c->game ? c->game->kid[GAME_ITEMS] : NULL; item; item = item->next) {
    if (item->kind != TREE_GAME_PLAYERS) continue;
    int32_t low = item->kid[GAME_PLAYERS_LOW]->number, high = item->kid[GAME_PLAYERS_HIGH]->number;
    if (low < 1 || high < low || high > TRV_MOST_PLAYERS)
      diag_report(c->diags, DIAG_E0413, item->span, "players %d..%d: write 1 to %d, the smaller number first", low,
                  high, TRV_MOST_PLAYERS);
    else c->low_players = low, c->high_players = high;
  }
}

static void check_limit(struct compilation *c) {
  for (struct tree *item = c->game ? c->game->kid[GAME_ITEMS] : NULL; item; item = item->next)
    if (item->kind == TREE_GAME_LIMIT && item->number < 1)
      diag_report(c->diags, DIAG_E0315, item->span, "a limit is at least 1 decision; without one, leave it out");
}

void names_declare(struct compilation *c) {
  for (size_t i = 0; i < c->file_count; i++) declare_file(c, c->files[i]);
  if (!c->game && !c->diags->errors) diag_report(c->diags, DIAG_E0401, whole_start(c), "this file declares no game");
  if (c->game && !c->play && !c->diags->errors)
    diag_report(c->diags, DIAG_E0402, c->game->word_span, "the game has no `play { … }`");
  declare_items(c);
  find_players(c);
  seats_declare(c);
  check_limit(c);
}
