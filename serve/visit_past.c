/* A game that is over belongs to everybody: its save, its positions one by one, its course, and other games that begin
 * with its first choices: see visit.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "serve/course.h"
#include "serve/lobby.h"
#include "serve/tell.h"
#include "serve/visit.h"

enum { WHY = 400 };

static bool is_over(const struct table_visit *visit) {
  return trv_game_status(trv_sitting_game(visit->table->sitting)) == TRV_OVER;
}

/* A save tells what is hidden, and so does everything about the seats of others. */
static bool refuse_before_end(struct table_visit *visit) {
  if (is_over(visit)) return false;
  http_refuse(visit->request, 409, "That can be had when the game is over: before, it would tell what is hidden.");
  return true;
}

/* Whether a line of a save names a file. */
static bool names_file(const char *line) {
  return strncmp(line, "game ", 5) == 0 || strncmp(line, "from ", 5) == 0 || strncmp(line, "extern ", 7) == 0;
}

/* A save without the folders of the server: files by their names alone. */
static void add_without_folders(struct text *out, const char *save, size_t length) {
  const char *end = save + length;
  while (save < end) {
    const char *line_end = memchr(save, '\n', (size_t)(end - save)), *next = line_end ? line_end + 1 : end;
    const char *slash = memrchr(save, '/', (size_t)(next - save));
    if (slash && names_file(save)) {
      text_add_bytes(out, save, strcspn(save, " ") + 1);
      save = slash + 1;
    }
    text_add_bytes(out, save, (size_t)(next - save));
    save = next;
  }
}

void visit_save(struct table_visit *visit) {
  char *text = NULL;
  size_t length = 0;
  if (refuse_before_end(visit)) return;
  int status = trv_sitting_save(visit->table->sitting, &text, &length);
  if (status < 0) return visit_refuse(visit->request, status);
  visit->request->type = "text/plain; charset=utf-8";
  add_without_folders(&visit->request->text, text, length);
  trv_free(text);
}

/* ---- positions ---- */

struct past_look {
  struct table_visit *visit;
  int viewer;
};

static void look(void *context, struct table *table) {
  const struct past_look *past = context;
  tell_table(table, past->viewer, &past->visit->request->text);
}

/* The position after the first choices: while a game goes on, as one's own seat saw it; then as any seat did. */
void visit_replay(struct table_visit *visit) {
  int64_t at = visit_query(visit->request->at);
  const char *as = visit->request->as;
  struct past_look past = { visit, visit->viewer };
  if (*as) {
    if (refuse_before_end(visit)) return;
    past.viewer = strcmp(as, "watch") == 0 ? -1 : (int)visit_query(as) - 1;
    if (past.viewer >= (int)visit->table->players || (past.viewer < 0 && strcmp(as, "watch") != 0))
      return http_refuse(visit->request, 404, "There is no such seat at this table.");
  }
  if (at < 0 || (size_t)at > table_moves_for(visit->table, visit->viewer))
    return http_refuse(visit->request, 404, "The game has no such position.");
  if (!table_at(visit->table, (size_t)at, look, &past)) visit_refuse(visit->request, TRV_E_MEMORY);
}

void visit_course(struct table_visit *visit) {
  if (refuse_before_end(visit)) return;
  if (!course_tell(visit->table, &visit->request->text))
    http_refuse(visit->request, 500, "The game cannot be played again.");
}

/* ---- another game from here ---- */

/* Who sits at the new table: as the request says, else people and bots as at this one. */
static bool read_wish(struct table_visit *visit, struct table_wish *wish) {
  const struct table *table = visit->table;
  json_t *seats = json_object_get(visit->body, "seats");
  wish->rules.players = table->players;
  if (seats) return lobby_seats(seats, wish);
  for (uint32_t i = 0; i < table->players; i++) memcpy(wish->levels[i], table->seats[i].level, sizeof wish->levels[i]);
  return true;
}

void visit_branch(struct table_visit *visit) {
  int64_t at = visit_number(visit, "at");
  struct table_wish wish = { 0 };
  char why[WHY] = "";
  if (refuse_before_end(visit)) return;
  if (at < 0 || (size_t)at > trv_sitting_moves(visit->table->sitting) || !read_wish(visit, &wish))
    return http_refuse(visit->request, 400, "A branch has a number of choices, and seats like those of a table.");
  struct table *branch = hall_branch(visit->tables, visit->table, (uint32_t)at, &wish, why, sizeof why);
  if (!branch) return http_refuse(visit->request, 422, why);
  lobby_links(branch, &visit->request->text);
  hall_give_back_changed(visit->tables, branch);
}
