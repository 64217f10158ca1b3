/* A sitting comes to be and goes: options, memory, growing texts. Knows nothing of what is done in between. */
#include "sitting/sitting.h"

#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

static void *resize_plainly(void *context, void *block, size_t size) {
  (void)context;
  if (size) return realloc(block, size);
  free(block);
  return NULL;
}

static trv_allocator allocator_of(const trv_sitting_options *options) {
  return options->allocator ? *options->allocator : (trv_allocator){ resize_plainly, NULL };
}

void *sitting_resize(const trv_sitting *sitting, void *block, size_t count, size_t size) {
  if (count > SIZE_MAX / size) return NULL;
  return sitting->allocator.resize(sitting->allocator.context, block, count * size);
}

void sitting_release(const trv_sitting *sitting, void *block) {
  if (block) sitting->allocator.resize(sitting->allocator.context, block, 0);
}

void *sitting_reserve(const trv_sitting *sitting, void *items, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return items;
  size_t more = *capacity ? *capacity + *capacity / 2 : 16;
  void *larger = sitting_resize(sitting, items, more, size);
  if (larger) *capacity = more;
  return larger;
}

/* ---- texts ---- */

static bool reserve_bytes(const trv_sitting *sitting, struct sitting_texts *texts, size_t more) {
  if (texts->capacity - texts->length >= more) return true;
  if (more > UINT32_MAX / 2 || texts->length > UINT32_MAX / 2) return false;
  size_t needed = texts->length + more, capacity = 256;
  if (texts->length) capacity = texts->length + texts->length / 2;
  if (capacity < needed) capacity = needed;
  char *bytes = sitting_resize(sitting, texts->bytes, capacity, 1);
  if (!bytes) return false;
  texts->bytes = bytes;
  texts->capacity = (uint32_t)capacity;
  return true;
}

bool sitting_add_text(const trv_sitting *sitting, struct sitting_texts *texts, const char *text, uint32_t *start) {
  size_t size = strlen(text) + 1;
  if (!reserve_bytes(sitting, texts, size)) return false;
  memcpy(texts->bytes + texts->length, text, size);
  *start = texts->length;
  texts->length += (uint32_t)size;
  return true;
}

bool sitting_add_said(const trv_sitting *sitting, struct sitting_texts *texts, sitting_say *say, uint32_t index,
                      uint32_t *start) {
  for (size_t size = 64;;) {
    if (!reserve_bytes(sitting, texts, size)) return false;
    size_t length = say(sitting->game, index, texts->bytes + texts->length, size);
    if (length < size) {
      *start = texts->length;
      texts->length += (uint32_t)length + 1;
      return true;
    }
    size = length + 1;
  }
}

/* ---- coming and going ---- */

static bool seat_fits(const trv_sitting_options *options, const trv_seat *seat) {
  if (seat->kind != TRV_SEAT_OPEN && seat->kind != TRV_SEAT_PERSON && seat->kind != TRV_SEAT_BOT) return false;
  return !options->tell_hidden || seat->kind == TRV_SEAT_BOT;
}

bool sitting_options_fit(const trv_sitting_options *options, const trv_setup *setup) {
  if (!options || options->struct_size != sizeof *options) return false;
  if (setup && options->setup && options->setup != setup) return false;
  if (!setup) setup = options->setup;
  if (!setup || options->seat_count > trv_setup_players(setup)) return false;
  if (options->seat_count && !options->seats) return false;
  if (options->tell_hidden && options->seat_count < trv_setup_players(setup)) return false;
  for (size_t i = 0; i < options->seat_count; i++)
    if (!seat_fits(options, &options->seats[i])) return false;
  return true;
}

int sitting_new_game(const trv_sitting *sitting, trv_game **game) {
  int status = trv_game_new(sitting->setup, game);
  if (status != TRV_OK) return status;
  if (sitting->fuel) trv_game_set_fuel(*game, sitting->fuel);
  if (sitting->cancel) trv_game_set_cancel(*game, sitting->cancel);
  return TRV_OK;
}

trv_sitting *sitting_make(const trv_sitting_options *options, const trv_setup *setup, trv_seed seed, uint32_t number) {
  trv_allocator allocator = allocator_of(options);
  trv_sitting *sitting = allocator.resize(allocator.context, NULL, sizeof *sitting);
  if (!sitting) return NULL;
  *sitting = (trv_sitting){ .allocator = allocator,
                            .setup = setup,
                            .players = trv_setup_players(setup),
                            .seed = seed,
                            .number = number,
                            .hides = trv_program_describe(trv_setup_program(setup)).hidden_information,
                            .tell_always = options->tell_always,
                            .tell_hidden = options->tell_hidden,
                            .keep = options->keep,
                            .context = options->context,
                            .fuel = options->fuel,
                            .cancel = options->cancel,
                            .stamp = options->stamp };
  bool made =
      sitting_new_game(sitting, &sitting->game) == TRV_OK && sitting_new_game(sitting, &sitting->spare) == TRV_OK;
  for (uint32_t i = 0; made && i < options->seat_count; i++) made = sitting_seat_fill(sitting, i, &options->seats[i]);
  if (made) return sitting;
  sitting_drop(sitting);
  return NULL;
}

int sitting_start(trv_sitting *sitting) {
  if (trv_game_listen(sitting->game) != TRV_OK) return TRV_E_MEMORY;
  trv_game_start_seed(sitting->game, sitting->seed, sitting->number);
  return sitting_hear(sitting, TRV_EVERYBODY, NULL, false, "") ? TRV_OK : TRV_E_MEMORY;
}

int trv_sitting_new(const trv_sitting_options *options, trv_sitting **sitting) {
  if (!sitting) return TRV_E_ARGUMENT;
  *sitting = NULL;
  if (!sitting_options_fit(options, NULL)) return TRV_E_ARGUMENT;
  trv_sitting *made = sitting_make(options, options->setup, options->seed, options->number);
  int status = made ? sitting_start(made) : TRV_E_MEMORY;
  if (status == TRV_OK) *sitting = made;
  else sitting_drop(made);
  return status;
}

void sitting_drop(trv_sitting *sitting) {
  if (!sitting) return;
  trv_allocator allocator = sitting->allocator;
  for (uint32_t i = 0; i < TRV_MOST_PLAYERS; i++) sitting_seat_forget(sitting, &sitting->seats[i]);
  sitting_release(sitting, sitting->moves);
  sitting_release(sitting, sitting->lines);
  sitting_release(sitting, sitting->notations.bytes);
  sitting_release(sitting, sitting->told.bytes);
  sitting_release(sitting, sitting->label.bytes);
  trv_game_free(sitting->game);
  trv_game_free(sitting->spare);
  allocator.resize(allocator.context, sitting, 0);
}

void trv_sitting_free(trv_sitting *sitting) {
  if (!sitting) return;
  sitting_seats_leave(sitting);
  sitting_drop(sitting);
}

trv_game *trv_sitting_game(const trv_sitting *sitting) { return sitting ? sitting->game : NULL; }

bool sitting_is_busy(const trv_sitting *sitting) { return sitting->busy || trv_game_is_telling(sitting->game); }

bool sitting_is_ready(const trv_sitting *sitting) {
  return !sitting_is_busy(sitting) && sitting->at == sitting->move_count;
}
