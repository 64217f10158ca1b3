/* Figures of positions: see figures.h. */
#include "trvm/figures.h"

const char figures_style[] =
    "figure.board{margin:1rem 0;break-inside:avoid}figure.board svg{max-width:100%;height:auto}"
    "figure.board figcaption{font:.85rem/1.4 system-ui,sans-serif}figure.board span{margin-right:1.2rem}";

static bool take(void *context, const trv_view_item *item) {
  pieces_take(context, item);
  return true;
}

void figures_append(trv_game *game, const trv_setup *setup, void (*mark)(struct play_pieces *, const void *),
                    const void *context, bool is_first, struct text *out) {
  struct play_pieces pieces;
  pieces_begin(&pieces, setup);
  trv_view_each(game, -1, take, &pieces);
  if (mark) mark(&pieces, context);
  pieces_arrange(&pieces, -1);
  for (uint32_t i = 0; i < pieces.count; i++) pieces_figure(&pieces, i, is_first, out);
  pieces_free(&pieces);
}

void figures_of_beginning(const trv_program *program, struct text *out) {
  trv_program_info info = trv_program_describe(program);
  trv_setup *setup = NULL;
  trv_game *game = NULL;
  char why[200];
  if (info.boards && trv_setup_new(program, info.low_players, NULL, 0, &setup, why, sizeof why) == TRV_OK &&
      trv_game_new(setup, &game) == TRV_OK && trv_game_start(game, 1, 0) >= 0)
    figures_append(game, setup, NULL, NULL, true, out);
  trv_game_free(game);
  trv_setup_free(setup);
}
