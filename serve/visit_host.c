/* What whoever made a table may do: see visit.h. */
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "bots/bots.h"
#include "serve/lobby.h"
#include "serve/visit.h"

static void write_text(void *context, const char *bytes, size_t length) { text_add_bytes(context, bytes, length); }

/* A new link for a seat, so that the old one opens nothing any more; or a bot there, or a person instead of a bot. */
void visit_seat(struct table_visit *visit) {
  const char *who = lobby_text(visit->body, "who");
  int64_t seat = visit_number(visit, "seat");
  bool is_bot = strcmp(who, "person") != 0;
  struct json json;
  if (seat < 0 || seat >= visit->table->players || (is_bot && (!bots_of_level(who) || strlen(who) > TABLE_LEVEL)))
    return http_refuse(visit->request, 400, "A seat has its number from 0, and `who`: person, easy, fair or hard.");
  if (!table_reseat(visit->table, (uint32_t)seat, is_bot ? who : ""))
    return http_refuse(visit->request, 503, "The seat cannot be changed now.");
  visit->changed = true;
  json_begin(&json, write_text, &visit->request->text);
  json_open_object(&json, NULL);
  if (!is_bot) json_text(&json, "secret", visit->table->seats[seat].secret);
  json_close(&json);
}
