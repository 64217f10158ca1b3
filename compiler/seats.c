/* What the game says of its seats: their names, and the fields that each of them has.
 *
 * The seats are a symbol of their own, `compilation.seats`, like an enum whose values are the players: tables.c fills
 * its fields, and the field of a player is read like that of any value. It has no name of the rules, so nothing finds it
 * by one, and it stands in no list of symbols. */
#include "compiler/passes.h"
#include "lang/tree_make.h"

static struct tree *seats_item(const struct compilation *c) {
  struct tree *item = c->game ? c->game->kid[GAME_ITEMS] : NULL;
  while (item && item->kind != TREE_GAME_SEATS) item = item->next;
  return item;
}

/* A variant for fewer players leaves names over, and that is no mistake. */
static int32_t check_names(struct compilation *c, const struct tree *item) {
  int32_t seats = 0;
  for (const struct tree *row = item->kid[GAME_SEATS_ROWS]; row && seats <= TRV_MOST_PLAYERS; row = row->next) {
    if (seats++ < TRV_MOST_PLAYERS && context_seat_named(c, row->word) != seats - 1)
      diag_report(c->diags, DIAG_E0209, row->word_span, "two seats are called `%s`", row->word);
    if (seats == c->high_players + 1 && c->variants.count == 0)
      diag_report(c->diags, DIAG_E0413, row->word_span, "nobody sits here: the game is for at most %d player%s",
                  c->high_players, c->high_players == 1 ? "" : "s");
  }
  return seats;
}

/* Values, and nothing says what they are: then fields of players have been complained of. */
static bool refuse_values(struct compilation *c, const struct tree *item) {
  const struct tree *row = item->kid[GAME_SEATS_ROWS];
  while (row && !row->kid[ROW_DATA_VALUES]) row = row->next;
  if (!row || item->kid[GAME_SEATS_FIELDS]) return false;
  struct diag *diag = diag_report(c->diags, DIAG_E0502, row->span, "what does `%s` have here?", row->word);
  diag_hint(c->diags, diag, "name the fields before the seats, with their types: `seats(forward: int) %s(…)`",
            item->kid[GAME_SEATS_ROWS]->word);
  return true;
}

/* What is like an enum; one value for every player that a rule can name, also where the fields of some are missing. */
static struct symbol *make_seats(struct compilation *c, const struct tree *item, int32_t named) {
  struct tree *tree =
      make_ENUM(c->arena, item->span, item->kid[GAME_SEATS_FIELDS], item->kid[GAME_SEATS_ROWS], NULL, NULL, NULL);
  tree->word = "a seat";
  tree->word_span = item->span;
  tree->cites = item->cites;
  struct symbol *seats = symbol_new(c, SYMBOL_ENUM, tree);
  seats->count = named < c->high_players ? c->high_players : named;
  return seats;
}

void seats_declare(struct compilation *c) {
  struct tree *item = seats_item(c);
  if (!item) return;
  int32_t named = check_names(c, item);
  bool refused = refuse_values(c, item);
  if (!item->kid[GAME_SEATS_FIELDS] && !refused) return;
  c->seats = make_seats(c, item, named);
  c->seats->unread = refused;
  if (named < c->high_players && !refused) {
    struct diag *diag = diag_report(c->diags, DIAG_E0502, item->span, "p%d has no fields: there are up to %d players",
                                    named + 1, c->high_players);
    diag_hint(c->diags, diag, "name all seats: each has its own values");
  }
}
