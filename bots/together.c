/* Choices that several seats make at once: who is still to answer, and answers in their place. */
#include "bots/together.h"

#include "base/random.h"

void together_begin(struct together *others, const trv_game *game) {
  trv_choice_info info;
  others->next = 1;
  others->count = trv_game_waiting(game, others->seats);
  if (others->count > 1 && trv_game_choice(game, &info) == TRV_OK) others->name = info.name;
}

/* Those who have but one option are not asked, so one may be passed over. */
bool together_goes_on(struct together *others, const trv_game *game) {
  trv_choice_info info;
  if (others->next >= others->count || trv_game_choice(game, &info) != TRV_OK) return false;
  if (!info.secret || info.name != others->name) return false;
  for (uint32_t i = others->next; i < others->count; i++) {
    if (others->seats[i] != info.seat) continue;
    others->next = i + 1;
    return true;
  }
  return false;
}

static uint32_t decide_at_random(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  (void)seat, (void)decision;
  return random_below(context, options);
}

void together_settle(struct together *others, trv_game *game, uint64_t *random) {
  while (together_goes_on(others, game)) trv_play(game, decide_at_random, random, 1);
}
