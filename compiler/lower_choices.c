/* Lowering of choices.
 *
 * A choice becomes: CHOOSE, then out of line its enumerator (walks the candidates of every option, EMITs the legal
 * ones), an explaining twin (the same, but DENYs what a `needs` refuses, in the order in which they stand), text code
 * for prompt, labels and reasons, and the bodies. Arguments live in registers right above what is alive at the choice;
 * the enumerator leaves the chosen ones there for the body. */
#include "compiler/knowledge.h"
#include "compiler/lower.h"

#include "compiler/constant.h"
#include "compiler/meant.h"
#include "compiler/optimise/early.h"
#include "compiler/optimise/filter.h"
#include "compiler/optimise/fitting.h"
#include "compiler/optimise/fields.h"
#include "compiler/optimise/hoist.h"
#include "compiler/optimise/optimise.h"
#include "compiler/optimise/unroll.h"

/* One option as it stands in this choice; included ones carry the group's parameters. */
struct entry {
  struct tree *option;
  struct symbol *group;           /* NULL for the choice's own */
  struct tree *include;           /* the line that includes it */
  int32_t option_index, args_end; /* first slot after the arguments */
  struct label *body;
  struct early_question *questions; /* its conditions, for the enumerator that is being made */
  bool only;                        /* the choice has no other option */
  struct entry *next;
};
struct choice_build {
  struct tree *node;
  struct entry *entries, **tail;
  struct tree *otherwise;
  int32_t base;   /* first slot of arguments */
  int32_t choice; /* index */
  int64_t bound;
  bool unknown; /* of some option it is not known how many candidates it has */
};

enum { ANSWER_HEAD = 2 }; /* slots before the arguments of a kept answer: its option, and one unused */

/* ---- what a condition mentions ---- */

static bool is_name_of(const struct tree *node, const void *symbol) {
  const struct note *note = node->kind == TREE_NAME ? node->note : NULL;
  if (!note || note->symbol == symbol) return note != NULL;
  return note->kind == NOTE_SYMBOL && note->symbol->inline_value && lower_mentions(note->symbol->inline_value, symbol);
}

bool lower_mentions(const struct tree *node, const struct symbol *symbol) {
  return tree_first(node, is_name_of, symbol) != NULL;
}

/* ---- enumerators ---- */

static int32_t add_need(struct lower *l, const struct entry *entry, struct tree *need, bool whole) {
  struct position position = context_position(l->c, need->span);
  struct need record = { .option = entry->option_index,
                         .whole = whole,
                         .reason = -1,
                         .proc = -1,
                         .file = position.file,
                         .line = position.line,
                         .column = position.column };
  record.cites = context_cites(l->c, need->cites, &record.cite_count);
  return (int32_t)PUSH(l->c, needs, record);
}

/* A need that is explained: goes to `miss` when it fails, by way of a DENY. */
static void lower_need(struct lower *l, const struct entry *entry, struct tree *need, bool whole, struct label *miss) {
  emit_at(l, need);
  struct label *fine = label_new(l), *reason = label_new(l);
  int32_t index = add_need(l, entry, need, whole);
  lower_jump(l, need->kid[NEED_CONDITION], true, fine);
  emit_long(l, OP_CODE_DENY, 0, 0, index);
  emit_jump(l, OP_CODE_JUMP, 0, miss);
  if (need->kid[NEED_REASON]) { /* reached by the reader only; arguments and group parameters are bound as here */
    label_place(l, reason);
    ITEM(l->c, needs, struct need, index)->reason = reason->pc;
    lower_text_code(l, need->kid[NEED_REASON]);
  }
  label_place(l, fine);
}

static void bind_group(struct lower *l, const struct entry *entry) {
  if (!entry->group) return;
  emit_at(l, entry->include); /* where its arguments stand, whatever was lowered before */
  emit_mark(l, entry->group->tree, MARK_STATEMENT);
  emit_mark(l, entry->include, MARK_STATEMENT);
  struct tree *arg = entry->include->kid[INCLUDE_CALL]->kid[CALL_ARGS];
  for (struct symbol *param = entry->group->params; param; param = param->next_param, arg = arg->next) {
    if (param->type->kind == TYPE_KIND_ZONE) {
      param->slot = lower_zone(l, arg);
      continue;
    }
    param->slot = slot_take(l, type_slots(l->c, param->type));
    lower_into(l, arg, param->slot, param->type);
    locals_bind_param(l, param);
  }
}

static int32_t argument_slots(struct lower *l, struct tree *option, int32_t base) {
  int32_t slot = base;
  for (struct tree *arg = option->kid[OPTION_ARGS]; arg; arg = arg->next) {
    struct symbol *local = arg->symbol;
    int32_t slots = type_slots(l->c, local->type);
    if (slots > 1) slot = (slot + 1) & ~1;
    local->slot = slot;
    slot += slots;
  }
  return slot;
}

/* Asks those questions from `first` on that are asked when so many arguments are bound. */
static void lower_questions(struct lower *l, const struct entry *entry, const struct early_question *first, int level,
                            const struct tree *answered, bool explain, struct label *miss) {
  const struct tree *args = entry->option->kid[OPTION_ARGS];
  for (const struct early_question *question = first; question; question = question->next) {
    struct tree *need = question->need;
    if (question->level != level || (need && need == answered)) continue;
    if (explain && need) lower_need(l, entry, need, level == 0 && args, miss);
    else {
      if (need) emit_at(l, need);
      lower_jump(l, question->part, false, miss);
    }
  }
}

/* All candidates of the last argument at once, when nothing is left to be asked about them. */
static bool lower_candidate_set(struct lower *l, const struct entry *entry, struct tree *arg, bool explain) {
  struct filter filter;
  const struct symbol *local = arg->symbol;
  if (arg->next || entry->option->flags & FLAG_IDLE || entry->option_index > UINT16_MAX) return false;
  if (!filter_is_complete(l, arg) || !filter_open(l, arg, false, true, &filter)) return false;
  bool only = entry->only && arg->symbol == entry->option->kid[OPTION_ARGS]->symbol && !explain;
  int32_t choice = ITEM(l->c, options, struct option, entry->option_index)->choice;
  if (only) ITEM(l->c, choices, struct choice, choice)->flags |= CHOICE_ONE_SET;
  emit(l, only ? OP_CODE_EMIT_ONLY : OP_CODE_EMIT_SET, filter.words, local->slot, filter.set, entry->option_index);
  return true;
}

static void lower_candidates(struct lower *l, struct entry *entry, struct tree *arg, int bound, bool explain,
                             struct label *miss);

/* The values of the last argument one by one, as constants; reasons are told by a loop. */
static bool unroll_candidates(struct lower *l, struct entry *entry, struct tree *binder,
                              const struct early_question *rest, int bound, bool explain) {
  struct unrolled unrolled;
  struct tree *where = binder->kid[BINDER_WHERE], *asked = NULL;
  for (const struct early_question *question = rest; question; question = question->next)
    if (question->level == bound) asked = early_both(l, asked, question->part);
  if (explain || binder->next || !unroll_open(l, binder, asked, &unrolled)) return false;
  while (unroll_next(l, &unrolled)) {
    struct label *again = label_new(l);
    if (where) lower_jump(l, where, false, again);
    lower_questions(l, entry, rest, bound, NULL, false, again);
    emit_int(l, unrolled.local->slot, unrolled.value);
    lower_candidates(l, entry, NULL, bound, false, again);
    label_place(l, again);
  }
  return true;
}

static bool filter_argument(struct lower *l, struct walk *walk, struct tree *arg) {
  struct filter filter;
  if (!filter_open(l, arg, false, false, &filter)) return false;
  walk_set(l, walk, filter.set, filter.words, arg->symbol->slot);
  filter_rest(l, arg, walk->again);
  return true;
}

static void open_argument(struct lower *l, struct walk *walk, struct tree *arg) {
  walk_open(l, walk, arg->kid[BINDER_DOMAIN], arg->symbol->slot, false);
  if (arg->kid[BINDER_WHERE]) lower_jump(l, arg->kid[BINDER_WHERE], false, walk->again);
}

/* All questions of the arguments bound so far have been asked. */
static void lower_candidates(struct lower *l, struct entry *entry, struct tree *arg, int bound, bool explain,
                             struct label *miss) {
  struct hoisted *hoisted = l->hoisted;
  if (!arg) {
    emit_long(l, OP_CODE_EMIT, (entry->option->flags & FLAG_IDLE) != 0, 0, entry->option_index);
    return;
  }
  struct walk walk = { 0 };
  const struct early_question *rest;
  emit_at(l, arg);
  hoist_parts(l, entry->option, bound, early_argument_count(entry->option));
  const struct tree *answered = explain ? NULL : fitting_open(l, entry->option, arg, &walk, miss);
  struct tree *binder = early_binder(l, arg, entry->questions, bound + 1, answered, &rest);
  bool asked = true;
  for (const struct early_question *left = rest; left; left = left->next) asked &= left->level != bound + 1;
  bool filtered = false, done = !answered && asked && lower_candidate_set(l, entry, binder, explain);
  if (!done && !answered) filtered = filter_argument(l, &walk, binder);
  if (!done && !answered && !filtered) done = unroll_candidates(l, entry, binder, rest, bound + 1, explain);
  if (!done) {
    if (!answered && !filtered) open_argument(l, &walk, binder);
    else if (answered && binder->kid[BINDER_WHERE]) lower_jump(l, binder->kid[BINDER_WHERE], false, walk.again);
    lower_questions(l, entry, rest, bound + 1, answered, explain, walk.again);
    lower_candidates(l, entry, arg->next, bound + 1, explain, walk.again);
    walk_close(l, &walk);
  }
  l->hoisted = hoisted;
}

static void enumerate_option(struct lower *l, struct choice_build *build, struct entry *entry, bool explain) {
  int32_t top = l->top;
  struct label *next = label_new(l);
  l->top = argument_slots(l, entry->option, build->base);
  entry->args_end = l->top;
  if (l->top > l->high) l->high = l->top;
  bind_group(l, entry);
  entry->questions = early_questions(l, entry->option, explain);
  lower_questions(l, entry, entry->questions, 0, NULL, explain, next);
  lower_candidates(l, entry, entry->option->kid[OPTION_ARGS], 0, explain, next);
  label_place(l, next);
  l->top = top;
}

static int32_t lower_enumerator(struct lower *l, struct choice_build *build, bool explain) {
  int32_t pc = (int32_t)l->c->code.count;
  struct label *done = label_new(l);
  for (struct entry *entry = build->entries; entry; entry = entry->next)
    if (!(entry->option->flags & FLAG_OTHERWISE)) enumerate_option(l, build, entry, explain);
  for (struct entry *entry = build->entries; entry; entry = entry->next)
    if (entry->option->flags & FLAG_OTHERWISE) {
      emit_jump(l, OP_CODE_JUMP_EMITTED, 0, done);
      enumerate_option(l, build, entry, explain);
    }
  label_place(l, done);
  emit(l, OP_CODE_END_OPTIONS, 0, 0, 0, 0);
  return pc;
}

/* ---- records ---- */

static bool moves_it(const struct tree *node, const void *context) {
  return node->kind == TREE_MOVE && node->kid[MOVE_WHAT]->kind == TREE_NAME &&
         symbol_meant(node->kid[MOVE_WHAT]) == context;
}

/* Where the card lies that an argument stands for: in the zone it is taken from, or from which the body moves it. */
static int32_t zone_of_argument(const struct tree *option, const struct tree *arg) {
  const struct tree *domain = arg->kid[BINDER_DOMAIN];
  const struct symbol *zone = domain ? symbol_meant(domain) : NULL;
  if (arg->symbol->type->kind != TYPE_KIND_CARD) return -1;
  if (!zone || zone->kind != SYMBOL_ZONE) {
    const struct tree *move =
        option->kid[OPTION_BODY] ? tree_first(option->kid[OPTION_BODY], moves_it, arg->symbol) : NULL;
    zone = move ? symbol_meant(meant_zone(move->kid[MOVE_FROM])) : NULL;
  }
  return zone && zone->kind == SYMBOL_ZONE ? zone->decl_index : -1;
}

static void add_arguments(struct lower *l, struct tree *option, struct option *record) {
  record->first_argument = (int32_t)l->c->arguments.count;
  for (struct tree *arg = option->kid[OPTION_ARGS]; arg; arg = arg->next, record->arguments++) {
    const struct symbol *local = arg->symbol;
    struct argument argument = { local->slot, type_describe(l->c, local->type), context_text(l->c, local->name) };
    PUSH(l->c, arguments, argument);
    struct argument_zone zone = { zone_of_argument(option, arg) };
    PUSH(l->c, argument_zones, zone);
  }
}

enum { MANY_CANDIDATES = 10000, MOST_CANDIDATES = INT32_MAX - 1 };

/* Numbers of a range, few enough to be counted on; -1: unknown. */
static int64_t size_of_range(struct lower *l, const struct tree *domain) {
  int32_t low, high;
  bool known = domain->kind == TREE_RANGE && constant_fold(l->c, domain->kid[RANGE_LOW], &low) &&
               constant_fold(l->c, domain->kid[RANGE_HIGH], &high);
  if (!known) return -1;
  int64_t size = (int64_t)high - low + 1;
  return size > MOST_CANDIDATES ? MOST_CANDIDATES : size;
}

/* INT32_MAX: unknown. */
static int64_t candidates_of(struct lower *l, const struct tree *option) {
  int64_t count = 1;
  for (const struct tree *arg = option->kid[OPTION_ARGS]; arg; arg = arg->next) {
    int64_t bound = types_domain_bound(l->c, arg->kid[BINDER_DOMAIN]);
    if (bound < 0) bound = size_of_range(l, arg->kid[BINDER_DOMAIN]);
    if (note_of(arg->kid[BINDER_DOMAIN])->domain == DOMAIN_ZONE) { /* each kind once */
      const struct type *card = note_of(arg->kid[BINDER_DOMAIN])->type->element;
      if (card->kind == TYPE_KIND_CARD && card->symbol->count < bound) bound = card->symbol->count;
    }
    if (bound < 0) return INT32_MAX;
    count *= bound;
    if (count > MOST_CANDIDATES) count = MOST_CANDIDATES;
  }
  return count;
}

static void warn_of_many(struct lower *l, const struct choice_build *build) {
  if (build->unknown || build->bound <= MANY_CANDIDATES) return;
  bool countless = build->bound >= MOST_CANDIDATES;
  diag_report(l->c->diags, DIAG_W0505, build->node->word_span, "this choice can have %s%lld candidates",
              countless ? "more than " : "", countless ? 1000000LL : (long long)build->bound);
}

static void add_option(struct lower *l, struct choice_build *build, struct entry *entry) {
  struct position position = context_position(l->c, entry->option->span);
  struct option record = { .name = context_text(l->c, entry->option->word),
                           .choice = build->choice,
                           .body = -1,
                           .label = -1,
                           .file = position.file,
                           .line = position.line,
                           .column = position.column };
  if (entry->option->flags & FLAG_IDLE) record.flags |= OPTION_IDLE;
  if (entry->option->flags & FLAG_OTHERWISE) record.flags |= OPTION_OTHERWISE;
  record.cites = context_cites(l->c, entry->option->cites, &record.cite_count);
  record.slots = argument_slots(l, entry->option, build->base) - ITEM(l->c, choices, struct choice, build->choice)->top;
  add_arguments(l, entry->option, &record);
  entry->option_index = (int32_t)PUSH(l->c, options, record);
  int64_t bound = candidates_of(l, entry->option);
  build->bound += bound;
  if (bound == INT32_MAX) build->unknown = true;
}

static void add_entry(struct lower *l, struct choice_build *build, struct tree *option, struct symbol *group,
                      struct tree *include) {
  struct entry *entry = arena_alloc(l->c->arena, sizeof *entry);
  *entry = (struct entry){ .option = option, .group = group, .include = include, .body = label_new(l) };
  entry->only = build->tail == &build->entries;
  if (!entry->only) build->entries->only = false;
  *build->tail = entry;
  build->tail = &entry->next;
}

static void gather(struct lower *l, struct choice_build *build, struct tree *options) {
  for (struct tree *node = options; node; node = node->next) {
    if (node->kind == TREE_OPTION) add_entry(l, build, node, NULL, NULL);
    else if (node->kind == TREE_OTHERWISE) build->otherwise = node;
    else {
      struct symbol *group = note_of(node->kid[INCLUDE_CALL])->symbol;
      for (struct tree *option = group->tree->kid[OPTIONS_OPTIONS]; option; option = option->next)
        add_entry(l, build, option, group, node);
    }
  }
}

/* Whether all options are always there and nothing is to be found out about them. */
static bool is_plain(const struct choice_build *build) {
  bool busy = false;
  for (const struct entry *entry = build->entries; entry; entry = entry->next) {
    const struct tree *option = entry->option;
    if (option->kid[OPTION_ARGS] || option->kid[OPTION_NEEDS] || option->flags & FLAG_OTHERWISE) return false;
    busy |= !(option->flags & FLAG_IDLE);
  }
  return busy;
}

static void add_choice(struct lower *l, struct choice_build *build, bool secret) {
  struct tree *node = build->node;
  struct position position = context_position(l->c, node->span);
  enum question_course course = knowledge_course(l->c, node);
  struct choice record = { .name = context_text(l->c, node->word),
                           .proc = l->proc_index,
                           .phase = l->phase,
                           .enumerate = -1,
                           .explain = -1,
                           .prompt = -1,
                           .otherwise = -1,
                           .top = build->base - (secret ? ANSWER_HEAD : 0),
                           .first_option = (int32_t)l->c->options.count,
                           .file = position.file,
                           .line = position.line,
                           .column = position.column };
  record.flags = (node->flags & FLAG_ALWAYS ? CHOICE_ALWAYS : 0) | (secret ? CHOICE_SECRET : 0) |
                 (lower_runs(l, PASS_select) && is_plain(build) ? CHOICE_PLAIN : 0) |
                 (course == COURSE_COVERT   ? CHOICE_COVERT
                  : course == COURSE_CHOSEN ? CHOICE_INSIDE
                                            : 0);
  record.cites = context_cites(l->c, node->cites, &record.cite_count);
  build->choice = (int32_t)PUSH(l->c, choices, record);
  for (struct entry *entry = build->entries; entry; entry = entry->next) add_option(l, build, entry);
  ITEM(l->c, choices, struct choice, build->choice)->options = (int32_t)l->c->options.count - record.first_option;
}

/* Enumerators and texts, out of line: nothing falls into them or out of them. */
static void lower_machinery(struct lower *l, struct choice_build *build, struct tree *prompt) {
  int32_t high = l->high;
  l->high = l->top;
  int32_t enumerate = lower_enumerator(l, build, false), explain = lower_enumerator(l, build, true);
  emit_at(l, build->node);
  int32_t prompt_pc = lower_text_code(l, prompt);
  for (struct entry *entry = build->entries; entry; entry = entry->next) {
    int32_t top = l->top;
    l->top = argument_slots(l, entry->option, build->base);
    if (l->top > l->high) l->high = l->top;
    int32_t label = -1;
    if (entry->option->kid[OPTION_LABEL]) {
      label = (int32_t)l->c->code.count;
      emit_at(l, entry->option);
      bind_group(l, entry);
      lower_text_code(l, entry->option->kid[OPTION_LABEL]);
    }
    ITEM(l->c, options, struct option, entry->option_index)->label = label;
    l->top = top;
  }
  struct choice *choice = ITEM(l->c, choices, struct choice, build->choice);
  choice->enumerate = enumerate;
  if (!arena_failed(l->c->arena) && ins_op(*ITEM(l->c, code, instruction, enumerate)) == OP_CODE_EMIT_ONLY)
    choice->flags |= CHOICE_SET_READY;
  choice->explain = explain;
  choice->prompt = prompt_pc;
  for (struct entry *entry = build->entries; entry; entry = entry->next)
    if (entry->args_end - choice->top > choice->arguments) choice->arguments = entry->args_end - choice->top;
  choice->bound = build->bound > INT32_MAX ? INT32_MAX : (int32_t)build->bound;
  warn_of_many(l, build);
  if (high > l->high) l->high = high;
}

/* ---- bodies ---- */

static void lower_option_body(struct lower *l, struct choice_build *build, struct entry *entry) {
  struct label *leave_before = l->leave_body, *end = label_new(l);
  int32_t top = l->top;
  locals_drop(l);
  l->top = argument_slots(l, entry->option, build->base);
  if (l->top > l->high) l->high = l->top;
  for (const struct tree *arg = entry->option->kid[OPTION_ARGS]; arg; arg = arg->next)
    locals_bind(l, arg->symbol, NULL);
  emit_at(l, entry->option);
  bind_group(l, entry);
  if (entry->group) l->leave_body = end;
  for (struct tree *let = entry->option->kid[OPTION_LETS]; let; let = let->next) { /* as things are before the body */
    struct symbol *local = let->symbol;
    if (!local->in_body || local->type->kind == TYPE_KIND_TEXT) continue;
    int32_t slot = slot_take(l, type_slots(l->c, local->type));
    lower_into(l, let->kid[LET_VALUE], slot, local->type);
    local->slot = slot;
    local->inline_value = NULL;
    locals_bind(l, local, let->kid[LET_VALUE]);
  }
  struct kept_field *kept = l->kept_fields;
  for (const struct tree *arg = entry->option->kid[OPTION_ARGS]; arg; arg = arg->next)
    fields_keep(l, arg->symbol, entry->option->kid[OPTION_BODY]);
  lower_block(l, entry->option->kid[OPTION_BODY]);
  l->kept_fields = kept;
  for (struct tree *let = entry->option->kid[OPTION_LETS]; let; let = let->next)
    let->symbol->inline_value = let->kid[LET_VALUE];
  label_place(l, end);
  l->leave_body = leave_before;
  l->top = top;
}

static void set_body(struct lower *l, const struct entry *entry) {
  ITEM(l->c, options, struct option, entry->option_index)->body = (int32_t)l->c->code.count;
}

static void lower_plain_choose(struct lower *l, struct tree *node) {
  struct choice_build build = { .node = node };
  struct label *done = label_new(l);
  int32_t top = l->top, chooser = lower_value(l, node->kid[CHOOSE_BY]);
  build.tail = &build.entries;
  slot_align(l);
  build.base = l->top;
  gather(l, &build, node->kid[CHOOSE_OPTIONS]);
  add_choice(l, &build, false);
  locals_note_choice(l, node);
  emit_long(l, OP_CODE_CHOOSE, 0, chooser, build.choice);
  lower_machinery(l, &build, node->kid[CHOOSE_PROMPT]);
  for (struct entry *entry = build.entries; entry; entry = entry->next) {
    set_body(l, entry);
    size_t before = l->c->code.count;
    lower_option_body(l, &build, entry);
    bool empty = l->c->code.count == before; /* what follows is not its body: visits of it would count as taking it */
    if (entry->next || build.otherwise || empty) emit_jump(l, OP_CODE_JUMP, 0, done);
  }
  if (build.otherwise) {
    ITEM(l->c, choices, struct choice, build.choice)->otherwise = (int32_t)l->c->code.count;
    emit_at(l, build.otherwise);
    lower_block(l, build.otherwise->kid[OTHERWISE_BLOCK]);
  }
  label_place(l, done);
  l->top = top;
}

/* ---- everybody at once ---- */

/* The answers are kept, each as [option, -, arguments], until the last is in; then the bodies run in order. */
struct secret_build {
  struct choice_build choice;
  int32_t list, bound;     /* who is asked, and how many these are at most */
  int32_t cursor, player;  /* who of the list it is */
  int32_t answers, answer; /* of all, and of that one */
  int32_t width;           /* slots of an answer */
};

static void reserve_answers(struct lower *l, struct secret_build *secret) {
  secret->width = ANSWER_HEAD;
  for (struct entry *entry = secret->choice.entries; entry; entry = entry->next) {
    int32_t slots = argument_slots(l, entry->option, 0);
    if (ANSWER_HEAD + slots > secret->width) secret->width = (ANSWER_HEAD + slots + 1) & ~1;
  }
  secret->answers = slot_take(l, secret->width * secret->bound);
  secret->answer = slot_take(l, secret->width);
  secret->choice.base = secret->answer + ANSWER_HEAD;
  l->top = secret->answer + secret->width;
  emit_zero(l, secret->answer, secret->width);
  for (int32_t i = 0; i < secret->bound; i++) emit_zero(l, secret->answers + i * secret->width, secret->width);
}

static void add_secret_choice(struct lower *l, struct secret_build *secret) {
  add_choice(l, &secret->choice, true);
  struct choice *choice = ITEM(l->c, choices, struct choice, secret->choice.choice);
  choice->asked = secret->list;
  choice->cursor = secret->cursor;
  choice->chooser = secret->player;
  choice->answers = secret->answers;
  choice->width = secret->width;
}

/* Begins a loop over those who are asked; what follows is for one of them. */
static void next_of_asked(struct lower *l, const struct secret_build *secret, struct label *next, struct label *over) {
  emit_int(l, secret->cursor, -1);
  label_place(l, next);
  emit(l, OP_CODE_ADD_I, 0, secret->cursor, secret->cursor, 1);
  emit_branch(l, OP_CODE_JUMP_LE, 0, secret->list, secret->cursor, over);
  emit(l, OP_CODE_LIST_GET, 0, secret->player, secret->list, secret->cursor);
}

/* Asks each, and keeps the number of the option with its arguments; `otherwise` has the last number. Returns how many
 * numbers there are. */
static int32_t lower_asking(struct lower *l, struct secret_build *secret) {
  struct choice_build *build = &secret->choice;
  struct label *ask = label_new(l), *keep = label_new(l), *all_asked = label_new(l);
  int32_t numbers = 0;
  next_of_asked(l, secret, ask, all_asked);
  emit_at(l, build->node);
  locals_note_choice(l, build->node);
  emit_long(l, OP_CODE_CHOOSE, 0, secret->player, build->choice);
  for (struct entry *entry = build->entries; entry; entry = entry->next) {
    set_body(l, entry);
    emit_int(l, secret->answer, numbers++);
    emit_jump(l, OP_CODE_JUMP, 0, keep);
  }
  if (build->otherwise) {
    ITEM(l->c, choices, struct choice, build->choice)->otherwise = (int32_t)l->c->code.count;
    emit_int(l, secret->answer, numbers++);
    emit_jump(l, OP_CODE_JUMP, 0, keep);
  }
  label_place(l, keep);
  emit(l, OP_CODE_LOCAL_STORE, (unsigned)secret->width, secret->answer, secret->answers, secret->cursor);
  emit_jump(l, OP_CODE_LOOP, 0, ask);
  label_place(l, all_asked);
  emit(l, OP_CODE_ANSWERED, 0, secret->list, 0, 0);
  return numbers;
}

/* Runs what each has chosen. */
static void lower_answers(struct lower *l, struct secret_build *secret, int32_t numbers, struct label *over) {
  struct choice_build *build = &secret->choice;
  struct label *next = label_new(l), *last_resort = label_new(l);
  next_of_asked(l, secret, next, over);
  emit(l, OP_CODE_LOCAL_LOAD, (unsigned)secret->width, secret->answer, secret->answers, secret->cursor);
  emit(l, OP_CODE_JUMP_TABLE, 0, secret->answer, numbers, 0);
  for (struct entry *entry = build->entries; entry; entry = entry->next) emit_jump(l, OP_CODE_JUMP, 0, entry->body);
  if (build->otherwise) emit_jump(l, OP_CODE_JUMP, 0, last_resort);
  for (struct entry *entry = build->entries; entry; entry = entry->next) {
    label_place(l, entry->body);
    lower_option_body(l, build, entry);
    emit_jump(l, OP_CODE_LOOP, 0, next);
  }
  label_place(l, last_resort);
  if (!build->otherwise) return;
  lower_block(l, build->otherwise->kid[OTHERWISE_BLOCK]);
  emit_jump(l, OP_CODE_LOOP, 0, next);
}

static void lower_secret_choose(struct lower *l, struct tree *node) {
  struct secret_build secret = { .choice = { .node = node } };
  struct tree *binder = node->kid[CHOOSE_EACH];
  struct symbol *chooser = binder->symbol;
  struct label *over = label_new(l);
  int32_t top = l->top;
  secret.choice.tail = &secret.choice.entries;
  secret.list = lower_element_list(l, binder, true, &secret.bound);
  secret.cursor = slot_take(l, 1);
  chooser->slot = secret.player = slot_take(l, 1);
  locals_bind(l, chooser, NULL);
  gather(l, &secret.choice, node->kid[CHOOSE_OPTIONS]);
  reserve_answers(l, &secret);
  add_secret_choice(l, &secret);
  int32_t numbers = lower_asking(l, &secret);
  lower_answers(l, &secret, numbers, over);
  l->top = secret.answer + secret.width;
  lower_machinery(l, &secret.choice, node->kid[CHOOSE_PROMPT]);
  label_place(l, over);
  l->top = top;
}

void lower_choose(struct lower *l, struct tree *node) {
  if (node->kid[CHOOSE_EACH]) lower_secret_choose(l, node);
  else lower_plain_choose(l, node);
}

/* ---- pick: a choice of one value, whose only option has the choice's own name ---- */

void lower_pick(struct lower *l, struct tree *node, int32_t slot) {
  struct arena *arena = l->c->arena;
  struct tree *option = tree_new(arena, TREE_OPTION, node->span), *block = tree_new(arena, TREE_BLOCK, node->span);
  option->word = node->word;
  option->word_span = node->word_span;
  option->kid[OPTION_ARGS] = node->kid[PICK_BINDER];
  option->kid[OPTION_LABEL] = node->kid[PICK_LABEL];
  option->kid[OPTION_NEEDS] = node->kid[PICK_NEEDS];
  option->kid[OPTION_BODY] = block;
  struct choice_build build = { .node = node };
  struct label *done = label_new(l);
  int32_t top = l->top, chooser = lower_value(l, node->kid[PICK_BY]);
  struct symbol *local = node->kid[PICK_BINDER]->symbol;
  build.tail = &build.entries;
  slot_align(l);
  build.base = l->top;
  add_entry(l, &build, option, NULL, NULL);
  add_choice(l, &build, false);
  emit_mark(l, node, MARK_STATEMENT);
  locals_note_choice(l, node);
  emit_long(l, OP_CODE_CHOOSE, 0, chooser, build.choice);
  lower_machinery(l, &build, node->kid[PICK_PROMPT]);
  set_body(l, build.entries);
  argument_slots(l, option, build.base);
  emit_copy(l, slot, local->slot, local->type);
  if (node->kid[PICK_ELSE]) {
    emit_jump(l, OP_CODE_JUMP, 0, done);
    ITEM(l->c, choices, struct choice, build.choice)->otherwise = (int32_t)l->c->code.count;
    lower_into(l, node->kid[PICK_ELSE], slot, type_optional(l->c, local->type));
  }
  label_place(l, done);
  l->top = top;
}
