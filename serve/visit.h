/* What people do and ask at a table: one function for each address below /api/t/TABLE/SEAT/, listed in routes.c.
 *
 * visit_play.c    sitting down, events, choices, taking back, questions while one plays
 * visit_past.c    a finished game: its save, replay, course, and other games that begin with it
 * visit_host.c    what whoever made the table may do
 * visit_edit.c    what a designer of rules asks, where the server was started for that */
#ifndef TRV_SERVE_VISIT_H
#define TRV_SERVE_VISIT_H

#include <jansson.h>

#include "serve/hall.h"
#include "serve/http.h"

/* Somebody at a table asks something. The table is taken; `changed` says whether everybody is to be told. */
struct table_visit {
  struct tables *tables;
  struct table *table;
  struct http_request *request;
  json_t *body; /* of a POST */
  int viewer;   /* a seat, or -1 */
  uint32_t seat;
  bool changed;
};
typedef void visit_answer(struct table_visit *visit);

/* Refuses with what a negative status means. */
void visit_refuse(struct http_request *request, int status);
/* A number of the body, or of a query; -1 when there is none. */
int64_t visit_number(const struct table_visit *visit, const char *key);
int64_t visit_query(const char *query);

visit_answer visit_join, visit_name, visit_events, visit_choose, visit_undo, visit_answer_undo, visit_stand_in, visit_hint,
    visit_why_not, visit_program, visit_lines, visit_item;
visit_answer visit_save, visit_replay, visit_course, visit_branch;
visit_answer visit_seat;
visit_answer visit_ran, visit_scenarios, visit_scenario, visit_try, visit_anew;

#endif
