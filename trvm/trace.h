/* How rules and rulebook meet: which items scenarios and games reach, and the page that shows it. */
#ifndef TRVM_TRACE_H
#define TRVM_TRACE_H

#include "trvm/tool.h"

/* What became of one item. */
struct trace_item {
  bool runs;             /* some code that runs cites it; otherwise only declarations or scenarios do, if any */
  uint32_t scenarios;    /* that cite it */
  uint64_t by_scenarios; /* how often they reach it */
  uint64_t by_games;     /* how often games reach it */
};
/* A place of the rules that cites items. */
struct trace_place {
  char *file, *cites; /* owned */
  uint32_t line;
  uint64_t by_scenarios, by_games;
};
struct trace {
  trv_rulebook_report rulebook; /* borrowed from the report */
  struct trace_item *items;     /* one for each item of the rulebook */
  struct trace_name *names;     /* of trace.c: the items in the order of their names */
  size_t searches;              /* of items in citations, so far */
  struct trace_place *places;
  size_t place_count;
  uint32_t scenarios, failed; /* run, and failed among them */
  uint64_t games;             /* played */
};

/* Runs every scenario of the program, counting what it reaches. */
void trace_begin(struct trace *trace, const trv_report *report, const trv_program *program);
/* Adds what so many games reached: their visits of each instruction. */
void trace_games(struct trace *trace, const trv_program *program, const uint64_t *visits, uint64_t games);
void trace_free(struct trace *trace);

/* Whether citations such as "R12 A3" name this item. */
bool trace_cites(const char *cites, const char *item);

/* trace_style.c */
extern const char trace_style[], trace_script[];

/* The whole page as HTML: the rulebook, and beside each item the code that carries it out. */
void trace_page(const struct trace *trace, const trv_report *report, const char *title, struct text *page);

#endif
