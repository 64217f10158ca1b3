/* What guests are told: the lines that a command reads. Nothing but what the seat may know. */
#include <stdlib.h>

#include "base/json.h"
#include "trvm/guest.h"
#include "trvm/tool.h"

/* ---- lines ---- */

struct message {
  struct text line;
  struct json json;
};

static void write_to_line(void *context, const char *bytes, size_t length) { text_append(context, bytes, length); }

static void message_begin(struct message *message, const char *type) {
  message->line = (struct text){ 0 };
  json_begin(&message->json, write_to_line, &message->line);
  message->json.is_line = true;
  json_open_object(&message->json, NULL);
  json_text(&message->json, "type", type);
}

static char *message_end(struct message *message) {
  json_close(&message->json);
  return message->line.bytes;
}

char *guest_tell_start(const struct bot_place *place) {
  trv_program_info info = trv_program_describe(trv_setup_program(place->setup));
  struct message message;
  message_begin(&message, "start");
  json_number(&message.json, "interface", 1);
  json_text(&message.json, "game", info.title);
  json_count(&message.json, "players", trv_setup_players(place->setup));
  json_text(&message.json, "you", trv_setup_seat_name(place->setup, place->seat));
  return message_end(&message);
}

static bool tell_option(void *context, const trv_offered *offered) {
  struct json *json = context;
  json_open_object(json, NULL);
  json_text(json, "notation", offered->notation);
  json_text(json, "label", offered->label);
  json_close(json);
  return true;
}

char *guest_tell_choice(trv_game *game, const struct bot_turn *turn, uint32_t milliseconds) {
  trv_choice_info info;
  struct message message;
  struct text text = { 0 };
  trv_game_choice(game, &info);
  message_begin(&message, "choose");
  json_text(&message.json, "you", trv_setup_seat_name(trv_game_setup(game), turn->seat));
  json_count(&message.json, "milliseconds", milliseconds);
  json_count(&message.json, "random", turn->random);
  json_text(&message.json, "choice", info.name);
  json_text(&message.json, "phase", info.phase);
  TEXT_FILL(&text, trv_game_prompt, game);
  json_text(&message.json, "prompt", text_get(&text));
  TEXT_FILL(&text, trv_view_json, game, (int)turn->seat);
  json_raw(&message.json, "view", text_get(&text));
  json_open_array(&message.json, "options");
  trv_offered_each(game, tell_option, &message.json);
  json_close(&message.json);
  text_free(&text);
  return message_end(&message);
}
