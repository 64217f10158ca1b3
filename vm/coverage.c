/* What was reached: visits of instructions turned into visits of rules, options and statements.
 *
 * The counting itself is one line of the interpreter's loop. Here its numbers are assigned to places of the source. One
 * place may have many instructions (the enumerator and its explaining twin, a group included in several choices, an
 * inlined fn, also in what a scenario expects); their visits are added up. */
#include <stdlib.h>
#include <string.h>

#include "vm/api.h"

void trv_game_count_visits(trv_game *game, uint64_t *visits) { game->game.visits = visits; }

int trv_offered_option(const trv_game *game, uint32_t index) { return interp_offered(&game->game, index); }

struct spot {
  int32_t kind, name, file, line, column, cites, cite_count, pc, last_pc; /* last_pc: the last that was added up */
  uint64_t visits, offered;
  uint32_t first, pc_count; /* in the survey's pcs: all that were added up */
  bool in_play;             /* some of it is code of play */
};

struct survey {
  const struct program *p;
  const uint64_t *visits;
  int32_t *owner;   /* per instruction: its proc, or -1 */
  uint8_t *belongs; /* per proc: see below */
  struct spot *spots;
  size_t count;
  uint32_t *pcs;
};

/* ---- which procs belong to play: all but those reached only from scenarios ---- */

enum { UNKNOWN, IN_PLAY, IN_SCENARIO };

/* Procs lie in the code one after the other, each up to where the next begins. */
static void find_owners(struct survey *survey) {
  const struct program *p = survey->p;
  for (uint32_t i = 0; i < p->procs_count; i++) survey->owner[p->procs[i].entry] = (int32_t)i + 1;
  int32_t owner = 0;
  for (uint32_t pc = 0; pc < p->code_count; pc++) {
    if (survey->owner[pc]) owner = survey->owner[pc];
    survey->owner[pc] = owner - 1;
  }
}

/* Calls of the program, those of a proc beside each other: procs lie in the code one after the other. */
struct calls {
  int32_t *first; /* of each proc, and of one more: where its calls begin among the callees */
  int32_t *callees;
  int32_t *waiting; /* procs whose calls are still to be followed */
};

static bool calls_find(const struct survey *survey, const trv_allocator *allocator, struct calls *calls) {
  const struct program *p = survey->p;
  size_t count = 0, procs = p->procs_count;
  for (uint32_t pc = 0; pc < p->code_count; pc++) count += ins_op(p->code[pc]) == OP_CODE_CALL;
  *calls = (struct calls){ memory_new(allocator, procs + 2, sizeof *calls->first),
                           memory_new(allocator, count + 1, sizeof *calls->callees),
                           memory_new(allocator, procs + 1, sizeof *calls->waiting) };
  if (!calls->first || !calls->callees || !calls->waiting) return false;
  for (int step = 0; step < 2; step++) { /* how many each has; then which */
    for (uint32_t pc = 0; pc < p->code_count; pc++) {
      if (ins_op(p->code[pc]) != OP_CODE_CALL || (uint32_t)ins_bc(p->code[pc]) >= procs) continue;
      int32_t caller = survey->owner[pc];
      if (caller < 0) continue;
      if (step == 0) calls->first[caller + 2]++;
      else calls->callees[calls->first[caller + 1]++] = ins_bc(p->code[pc]);
    }
    for (size_t i = 2; step == 0 && i < procs + 2; i++) calls->first[i] += calls->first[i - 1];
  }
  return true;
}

static void calls_free(const trv_allocator *allocator, struct calls *calls) {
  memory_free(allocator, calls->first);
  memory_free(allocator, calls->callees);
  memory_free(allocator, calls->waiting);
}

/* Hands down what a proc belongs to through its calls; of scenarios only to positions, which are nothing by name. */
static void hand_down(struct survey *survey, struct calls *calls, uint8_t what) {
  const struct program *p = survey->p;
  uint32_t waiting = 0;
  for (uint32_t i = 0; i < p->procs_count; i++)
    if (survey->belongs[i] == what) calls->waiting[waiting++] = (int32_t)i;
  while (waiting > 0) {
    int32_t caller = calls->waiting[--waiting];
    for (int32_t i = calls->first[caller]; i < calls->first[caller + 1]; i++) {
      int32_t callee = calls->callees[i];
      if (survey->belongs[callee] || (what == IN_SCENARIO && p->procs[callee].kind != PROC_OTHER)) continue;
      survey->belongs[callee] = what;
      calls->waiting[waiting++] = callee;
    }
  }
}

static void sort_procs(struct survey *survey, struct calls *calls) {
  const struct program *p = survey->p;
  for (uint32_t i = 0; i < p->scenario_items_count; i++) {
    const struct scenario_item *item = &p->scenario_items[i];
    if (item->proc >= 0) survey->belongs[item->proc] = IN_SCENARIO;
    if (item->kind == ITEM_EXPECT && item->number > 0) survey->belongs[item->number - 1] = IN_SCENARIO;
  }
  hand_down(survey, calls, IN_SCENARIO);
  for (uint32_t i = 0; i < p->procs_count; i++)
    if (p->procs[i].kind == PROC_OTHER && !survey->belongs[i]) survey->belongs[i] = IN_PLAY;
  hand_down(survey, calls, IN_PLAY);
}

/* ---- places ---- */

/* The fields that procs, marks, options and lines share, under the same names. */
#define SPOT_OF(record, which, called, at)                                                                             \
  ((struct spot){ .kind = (which),                                                                                     \
                  .name = (called),                                                                                    \
                  .file = (record)->file,                                                                              \
                  .line = (record)->line,                                                                              \
                  .column = (record)->column,                                                                          \
                  .cites = (record)->cites,                                                                            \
                  .cite_count = (record)->cite_count,                                                                  \
                  .pc = (at) })

static void add_spot(struct survey *survey, struct spot spot) {
  int32_t proc = (uint32_t)spot.pc < survey->p->code_count ? survey->owner[spot.pc] : -1;
  if (spot.line <= 0 || proc < 0 || survey->belongs[proc] == UNKNOWN) return;
  spot.in_play = survey->belongs[proc] == IN_PLAY;
  spot.last_pc = spot.pc;
  spot.visits = survey->visits[spot.pc];
  survey->spots[survey->count++] = spot;
}

static void add_procs(struct survey *survey) {
  static const int32_t kinds[] = {
    [PROC_FN] = TRV_PLACE_FN, [PROC_EFFECT] = TRV_PLACE_EFFECT, [PROC_PHASE] = TRV_PLACE_PHASE
  };
  for (uint32_t i = 0; i < survey->p->procs_count; i++) {
    const struct proc *proc = &survey->p->procs[i];
    if (proc->kind == PROC_OTHER) continue;
    add_spot(survey, SPOT_OF(proc, kinds[proc->kind], proc->name, proc->entry));
  }
}

static void add_marks(struct survey *survey) {
  static const int32_t kinds[] = { [MARK_FN] = TRV_PLACE_FN,
                                   [MARK_EFFECT] = TRV_PLACE_EFFECT,
                                   [MARK_PHASE] = TRV_PLACE_PHASE,
                                   [MARK_STATEMENT] = TRV_PLACE_STATEMENT };
  for (uint32_t i = 0; i < survey->p->marks_count; i++) {
    const struct mark *mark = &survey->p->marks[i];
    add_spot(survey, SPOT_OF(mark, kinds[mark->kind], mark->name, mark->pc));
  }
}

static void add_options(struct survey *survey) {
  const struct program *p = survey->p;
  size_t first = survey->count;
  for (uint32_t i = 0; i < p->options_count; i++) {
    const struct option *option = &p->options[i];
    struct spot spot = SPOT_OF(option, TRV_PLACE_OPTION, option->name, option->body);
    spot.last_pc = spot.pc;
    spot.in_play = true;
    spot.visits = survey->visits[option->body];
    survey->spots[survey->count++] = spot;
  }
  for (uint32_t pc = 0; pc < p->code_count; pc++)
    if (ins_op(p->code[pc]) == OP_CODE_EMIT && (uint32_t)ins_bc(p->code[pc]) < p->options_count)
      survey->spots[first + (size_t)ins_bc(p->code[pc])].offered += survey->visits[pc];
}

/* Initial values, scenarios and the like are not part of play. */
static void add_lines(struct survey *survey) {
  for (uint32_t i = 0; i < survey->p->lines_count; i++) {
    const struct line *line = &survey->p->lines[i];
    int32_t proc = survey->owner[line->pc];
    if (proc >= 0 && survey->p->procs[proc].kind == PROC_OTHER) continue;
    add_spot(survey, SPOT_OF(line, TRV_PLACE_STATEMENT, 0, line->pc));
  }
}

/* ---- one for each place ---- */

static int compare_numbers(int32_t a, int32_t b) { return (a > b) - (a < b); }

static int by_place(const void *left, const void *right) {
  const struct spot *a = left, *b = right;
  int order = compare_numbers(a->file, b->file);
  if (!order) order = compare_numbers(a->line, b->line);
  if (!order) order = compare_numbers(a->column, b->column);
  if (!order) order = compare_numbers(a->kind, b->kind);
  return order ? order : compare_numbers(a->pc, b->pc);
}

static void merge(struct survey *survey) {
  size_t kept = 0;
  uint32_t pcs = 0;
  qsort(survey->spots, survey->count, sizeof *survey->spots, by_place);
  for (size_t i = 0; i < survey->count; i++) {
    const struct spot *spot = &survey->spots[i];
    struct spot *last = kept ? &survey->spots[kept - 1] : NULL;
    bool here = last && last->file == spot->file && last->line == spot->line && last->column == spot->column;
    if (here && last->kind == TRV_PLACE_OPTION && spot->kind == TRV_PLACE_STATEMENT) continue; /* it writes the label */
    if (!here || last->kind != spot->kind) {
      survey->spots[kept] = *spot;
      survey->spots[kept].first = pcs;
      survey->spots[kept++].pc_count = 1;
      survey->pcs[pcs++] = (uint32_t)spot->pc;
      continue;
    }
    if (last->last_pc != spot->pc) {
      last->visits += spot->visits;
      last->pc_count++;
      survey->pcs[pcs++] = (uint32_t)spot->pc;
    }
    last->last_pc = spot->pc;
    last->offered += spot->offered;
    last->in_play |= spot->in_play;
    if (!last->cite_count) last->cites = spot->cites, last->cite_count = spot->cite_count;
  }
  survey->count = kept;
}

static void survey_free(const trv_allocator *allocator, struct survey *survey) {
  memory_free(allocator, survey->owner);
  memory_free(allocator, survey->belongs);
  memory_free(allocator, survey->spots);
  memory_free(allocator, survey->pcs);
}

int trv_places_each(const trv_program *program, const uint64_t *visits,
                    bool (*each)(void *context, const trv_place *place), void *context) {
  const struct program *p = &program->program;
  size_t room = (size_t)p->procs_count + p->marks_count + p->options_count + p->lines_count;
  struct survey survey = { .p = p,
                           .visits = visits,
                           .owner = memory_new(&program->allocator, (size_t)p->code_count + 1, sizeof(int32_t)),
                           .belongs = memory_new(&program->allocator, p->procs_count, 1),
                           .spots = memory_new(&program->allocator, room, sizeof(struct spot)),
                           .pcs = memory_new(&program->allocator, room, sizeof(uint32_t)) };
  bool room_for_all = survey.owner && survey.belongs && survey.spots && survey.pcs;
  struct calls calls = { 0 };
  if (room_for_all) find_owners(&survey);
  room_for_all = room_for_all && calls_find(&survey, &program->allocator, &calls);
  if (room_for_all) sort_procs(&survey, &calls);
  calls_free(&program->allocator, &calls);
  if (!room_for_all) {
    survey_free(&program->allocator, &survey);
    return TRV_E_MEMORY;
  }
  add_procs(&survey);
  add_marks(&survey);
  add_options(&survey);
  add_lines(&survey);
  merge(&survey);
  bool more = true;
  for (size_t i = 0; more && i < survey.count; i++) {
    const struct spot *spot = &survey.spots[i];
    if (!spot->in_play) continue;
    char cites[CITES_LENGTH];
    struct text_sink out = sink_on(cites, sizeof cites);
    text_cites(p, spot->cites, spot->cite_count, &out);
    sink_end(&out);
    more = each(context, &(trv_place){ (enum trv_place_kind)spot->kind, program_text(p, spot->name),
                                       program_text(p, spot->file), (uint32_t)spot->line, (uint32_t)spot->column, cites,
                                       spot->visits, spot->offered, survey.pcs + spot->first, spot->pc_count });
  }
  survey_free(&program->allocator, &survey);
  return TRV_OK;
}
