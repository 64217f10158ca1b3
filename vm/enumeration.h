/* A choice while its candidates are being found: the protocol between enumerator, machine and caller.
 *
 * An enumerator is code that names the legal candidates of a choice one after the other, in the same order whenever the
 * position is the same:
 *
 *   EMIT option        a candidate; its arguments lie in the frame from slot choice.top on
 *   EMIT_SET option    a candidate for each value of a set, the value being its last argument
 *   EMIT_ONLY option   the same, and there are no others
 *   DENY need          in the explaining twin alone: a candidate that a `needs` refuses
 *   END_OPTIONS        that was all
 *
 * It runs for one of these purposes, and cannot tell for which:
 *
 *   count   The rules have come to a CHOOSE. Candidates are counted, and the first of them remembered. At the end one is
 *           taken at once (the only one, or what a playout decides), or the choice is left pending: the state then says
 *           which choice, whose, how many candidates, and nothing else, since the enumerator can find them again.
 *   take    Candidate number `stop` was decided on, of a pending choice or just now, and the body of its option follows.
 *   force   The same for a candidate that nobody was asked about, since there was nothing to decide.
 *   tell    From outside, on a copy of the frame: a sink hears of every candidate, or of every denial. A sink must not run
 *           the interpreter, which is using the memory that the frame lies in: it notes what it needs and asks later.
 *
 * The caller (the loop in interp_loop.inc, or C code in its place) calls enumeration_begin at CHOOSE and one function
 * for each of the above, and does what the returned step says. Everything is inline, because choices are most of what a
 * game does: the loop keeps a struct enumeration in registers, so its address must never leave the loop.
 *
 * Knows no rule errors, and of instructions only the operands of those above, which the loop checks. */
#ifndef TRV_VM_ENUMERATION_H
#define TRV_VM_ENUMERATION_H

#include <string.h>

#include "base/hash.h"
#include "vm/barrier.h"
#include "vm/fetch.h"
#include "vm/set.h"

#define ENUMERATION_INLINE            static inline __attribute__((always_inline))
#define ENUMERATION_LIKELY(condition) __builtin_expect(!!(condition), 1)

/* ---- remembered candidates ---- */

enum { REMEMBERED_SLOTS = 2048 }; /* for remembered candidates; further ones are enumerated again */

/* The first candidates as they were emitted, so that the one taken need not be enumerated again: for each its option,
 * then the slots that hold its arguments. The first set of candidates of an option with one argument is remembered as a
 * set, the group, and is not among the slots. */
struct remembered {
  int32_t width; /* slots of one candidate */
  int32_t next;  /* slots used so far */
  int32_t room;  /* the last slot where another one may start; below 0: nothing is remembered any more */
  int32_t group_option;
  uint32_t group_first, group_count; /* the candidates that the group stands for; none: group_count is 0 */
  int32_t group[2];                  /* the set */
  int32_t slots[REMEMBERED_SLOTS + 2];
};

static inline void remembered_begin(struct remembered *remembered, const struct choice *choice) {
  remembered->width = 1 + choice->arguments;
  remembered->next = 0;
  remembered->room = REMEMBERED_SLOTS - remembered->width;
  remembered->group_first = remembered->group_count = 0;
}

static inline void remembered_close(struct remembered *remembered) { remembered->room = -1; }

static inline void remembered_empty(struct remembered *remembered) {
  remembered->next = 0;
  remembered->group_count = 0;
  remembered_close(remembered);
}

ENUMERATION_INLINE void remembered_add(struct remembered *remembered, int32_t option, const int32_t *arguments) {
  int32_t *slot = remembered->slots + remembered->next;
  remembered->next += remembered->width;
  *slot = option;
  store_word(slot + 1, load_word(arguments)); /* mostly that is all; what is too much does no harm */
  for (int32_t i = 3; __builtin_expect(i < remembered->width, 0); i++) slot[i] = arguments[i - 1];
}

static inline bool remembered_has_room(const struct remembered *remembered) {
  return remembered->next <= remembered->room;
}

/* Candidate `number`, which is not of the group; NULL when it is not remembered. */
static inline const int32_t *remembered_at(const struct remembered *remembered, uint32_t number) {
  if (remembered->group_count && number > remembered->group_first) number -= remembered->group_count;
  uint64_t at = (uint64_t)number * (uint32_t)remembered->width;
  return at < (uint32_t)remembered->next ? remembered->slots + at : NULL;
}

/* Puts the arguments of a candidate into their registers and returns its option; -1 when it is not remembered. */
ENUMERATION_INLINE int32_t remembered_recall(const struct remembered *remembered, uint32_t number, int32_t *arguments) {
  if (number - remembered->group_first < remembered->group_count) {
    *arguments = word_nth(load_word(remembered->group), number - remembered->group_first);
    return remembered->group_option;
  }
  const int32_t *candidate = remembered_at(remembered, number);
  if (__builtin_expect(!candidate, 0)) return -1;
  for (int32_t i = 1; i < remembered->width; i++) arguments[i - 1] = candidate[i];
  return *candidate;
}

/* ---- an enumeration ---- */

enum enumeration_purpose { PURPOSE_COUNT, PURPOSE_TAKE, PURPOSE_FORCE, PURPOSE_TELL };

#define STOP_NOWHERE UINT32_MAX

struct enumeration {
  const struct choice *choice; /* NULL: no enumerator is under way */
  enum enumeration_purpose purpose;
  uint32_t emitted;               /* candidates so far */
  uint32_t busy;                  /* those of them that do something; counted for PURPOSE_COUNT alone */
  uint32_t stop;                  /* the next candidate to do more than count: none, the one to take, each to tell */
  int32_t option;                 /* after STEP_TAKE and STEP_FORCED: of the candidate that is taken */
  const int32_t *frame;           /* of the enumerator, to which it must have returned whenever it emits */
  const struct option_sink *sink; /* PURPOSE_TELL: who hears of the candidates */
  struct remembered *remembered;  /* borrowed from whoever runs the enumerator */
};

/* PURPOSE_COUNT: who is asked, and who answers while the machine keeps running. */
struct question {
  int32_t chooser;           /* the seat that is asked */
  const instruction *choose; /* where the CHOOSE stands */
  interp_decide *decide;     /* of a playout; NULL: nobody decides here */
  void *context;             /* its own */
  uint32_t left;             /* decisions that it may still make */
};

/* What the machine does next. */
enum enumeration_step {
  STEP_ON,      /* the enumerator goes on */
  STEP_TAKE,    /* `option` was decided on, its arguments are in their registers: go on with its body */
  STEP_FORCED,  /* the same, but nobody was asked */
  STEP_AGAIN,   /* a candidate was decided on that is not remembered: the enumerator starts over, to take it */
  STEP_PENDING, /* the choice is left pending */
  STEP_NOTHING, /* there is no candidate: `otherwise`, or the rules are stuck */
  STEP_DONE,    /* the sink has heard all, or enough */
  STEP_MANY,    /* there are more than OPTIONS_LIMIT candidates */
  STEP_LOST,    /* the candidate to be taken did not come, which only damaged code can cause */
};

/* The enumerations that a run begins with: none, one that takes candidate `stop`, one that tells. */
static inline struct enumeration enumeration_none(void) { return (struct enumeration){ .stop = STOP_NOWHERE }; }

static inline struct enumeration enumeration_to_take(const struct choice *choice, const int32_t *frame, uint32_t stop) {
  return (struct enumeration){ .choice = choice, .purpose = PURPOSE_TAKE, .frame = frame, .stop = stop };
}

static inline struct enumeration enumeration_to_tell(const struct choice *choice, const int32_t *frame,
                                                     const struct option_sink *sink) {
  return (struct enumeration){ .choice = choice, .purpose = PURPOSE_TELL, .frame = frame, .sink = sink };
}

/* CHOOSE: candidates are counted from now on. */
ENUMERATION_INLINE void enumeration_begin(struct enumeration *e, const struct choice *choice, const int32_t *frame) {
  e->choice = choice;
  e->purpose = PURPOSE_COUNT;
  e->emitted = e->busy = 0;
  e->stop = STOP_NOWHERE;
  e->frame = frame;
}

/* ---- deciding ---- */

/* Counts a decision that a player was asked for. */
ENUMERATION_INLINE void decision_note(struct state *state, int32_t chooser, uint32_t options, uint32_t index) {
  barrier_by_decision(state, chooser);
  state->last_chooser = chooser;
  state->decisions++;
  state->trace = hash_fnv(hash_fnv(hash_fnv(state->trace, (uint32_t)chooser), options), index);
}

/* All candidates are counted, `busy` of them do something: which is taken? The only one or the first of several that do nothing (STEP_FORCED), or what
 * somebody decides (STEP_TAKE); its number is in `index`. STEP_PENDING when nobody here decides. */
ENUMERATION_INLINE enum enumeration_step enumeration_decide(struct enumeration *e, uint32_t busy, struct state *state,
                                                            struct question *question, uint32_t *index) {
  if (!(e->choice->flags & CHOICE_ALWAYS) && (e->emitted == 1 || !busy)) {
    *index = 0;
    return STEP_FORCED;
  }
  if (!question->decide || !question->left) return STEP_PENDING;
  *index = question->decide(question->context, (uint32_t)question->chooser, state->decisions, e->emitted);
  if (__builtin_expect(*index >= e->emitted, 0)) return STEP_PENDING;
  question->left--;
  decision_note(state, question->chooser, e->emitted, *index);
  return STEP_TAKE;
}

/* A choice that needs no enumerator to count: all its options are there, none has arguments (CHOICE_PLAIN). */
ENUMERATION_INLINE enum enumeration_step enumeration_of_plain(struct enumeration *e, struct state *state,
                                                              struct question *question) {
  uint32_t index;
  e->emitted = (uint32_t)e->choice->options;
  enum enumeration_step step = enumeration_decide(e, e->emitted, state, question, &index);
  if (step != STEP_PENDING) e->option = e->choice->first_option + (int32_t)index;
  return step;
}

/* ---- emitting ---- */

/* The candidate at `stop`: it is taken, or told. */
ENUMERATION_INLINE enum enumeration_step enumeration_take(struct enumeration *e, int32_t option) {
  e->option = option;
  return e->purpose == PURPOSE_FORCE ? STEP_FORCED : STEP_TAKE;
}
ENUMERATION_INLINE enum enumeration_step enumeration_tell(struct enumeration *e, int32_t option, const int32_t *frame) {
  e->emitted++;
  e->stop++;
  return e->sink->option(e->sink->context, option, frame) ? STEP_ON : STEP_DONE;
}

ENUMERATION_INLINE enum enumeration_step enumeration_emit(struct enumeration *e, int32_t option, bool idle,
                                                          const int32_t *frame) {
  if (e->emitted == e->stop)
    return e->purpose == PURPOSE_TELL ? enumeration_tell(e, option, frame) : enumeration_take(e, option);
  if (remembered_has_room(e->remembered)) remembered_add(e->remembered, option, frame + e->choice->top);
  e->busy += !idle;
  e->emitted++;
  return STEP_ON;
}

/* Candidates of one option that differ in their last argument alone: what an EMIT_SET or EMIT_ONLY emits. Its operands
 * are read when they are wanted, which for most is after somebody has decided. */
struct candidate_set {
  const instruction *emit;
  int32_t *frame;
};
ENUMERATION_INLINE int32_t candidates_option(struct candidate_set candidates) {
  return (int32_t)ins_c_at(candidates.emit);
}
ENUMERATION_INLINE uint32_t candidates_words(struct candidate_set candidates) { return ins_n_at(candidates.emit); }
ENUMERATION_INLINE const int32_t *candidates_values(struct candidate_set candidates) {
  return candidates.frame + ins_b_at(candidates.emit);
}
/* The register of the last argument. */
ENUMERATION_INLINE int32_t *candidates_argument(struct candidate_set candidates) {
  return candidates.frame + ins_a_at(candidates.emit);
}
ENUMERATION_INLINE uint32_t candidates_count(struct candidate_set candidates, bool counts) {
  return set_count(candidates_values(candidates), candidates_words(candidates), counts);
}
/* Puts the argument of number `index` of them into its register. */
ENUMERATION_INLINE void candidates_pick(struct candidate_set candidates, uint32_t index, bool counts) {
  const int32_t *values = candidates_values(candidates);
  *candidates_argument(candidates) =
      candidates_words(candidates) == 1 ? word_nth(load_word(values), index) : set_nth(values, index, counts);
}

/* Remembers candidates number `first` and following as a group, if there is none yet and they have no other argument. */
ENUMERATION_INLINE void remembered_add_group(struct remembered *remembered, const struct option *options,
                                             struct candidate_set candidates, uint32_t first, uint32_t count) {
  int32_t option = candidates_option(candidates);
  bool single = candidates_words(candidates) == 1 && options[option].slots == 1;
  if (remembered->group_count || remembered->room < 0 || !single) {
    remembered_close(remembered);
    return;
  }
  remembered->group_option = option;
  remembered->group_first = first;
  remembered->group_count = count;
  memcpy(remembered->group, candidates_values(candidates), sizeof remembered->group);
}

/* Remembers each one separately, for callers that ask which option a candidate belongs to. */
static inline void remembered_add_each(struct remembered *remembered, struct candidate_set candidates, int32_t top) {
  const int32_t *values = candidates_values(candidates);
  uint32_t words = candidates_words(candidates);
  for (int32_t value = -1; (value = set_next(values, words, value)) >= 0 && remembered_has_room(remembered);) {
    *candidates_argument(candidates) = value;
    remembered_add(remembered, candidates_option(candidates), candidates.frame + top);
  }
}

static inline enum enumeration_step enumeration_tell_set(struct enumeration *e, struct candidate_set candidates) {
  const int32_t *values = candidates_values(candidates);
  uint32_t words = candidates_words(candidates);
  for (int32_t value = -1; (value = set_next(values, words, value)) >= 0;) {
    *candidates_argument(candidates) = value;
    if (enumeration_tell(e, candidates_option(candidates), candidates.frame) != STEP_ON) return STEP_DONE;
  }
  return STEP_ON;
}

/* `counts`: see vm/set.h. `grouped`: a set may be remembered as such. */
ENUMERATION_INLINE enum enumeration_step enumeration_emit_set(struct enumeration *e, const struct option *options,
                                                              struct candidate_set candidates, bool counts,
                                                              bool grouped) {
  if (e->purpose == PURPOSE_TELL) return enumeration_tell_set(e, candidates);
  uint32_t count = candidates_count(candidates, counts);
  if (e->stop - e->emitted < count) {
    candidates_pick(candidates, e->stop - e->emitted, counts);
    return enumeration_take(e, candidates_option(candidates));
  }
  if (!grouped) remembered_add_each(e->remembered, candidates, e->choice->top);
  else if (count) remembered_add_group(e->remembered, options, candidates, e->emitted, count);
  e->emitted += count;
  e->busy += count;
  return ENUMERATION_LIKELY(e->emitted <= OPTIONS_LIMIT) ? STEP_ON : STEP_MANY;
}

/* The set is all there is, and it is only to be counted: decides at once, as END_OPTIONS would. */
ENUMERATION_INLINE enum enumeration_step enumeration_of_set(struct enumeration *e, const struct option *options,
                                                            struct candidate_set candidates, bool counts,
                                                            struct state *state, struct question *question) {
  uint32_t index;
  e->emitted = candidates_count(candidates, counts);
  if (__builtin_expect(!e->emitted, 0)) return STEP_NOTHING;
  enum enumeration_step step = enumeration_decide(e, e->emitted, state, question, &index);
  if (step == STEP_PENDING) {
    remembered_begin(e->remembered, e->choice);
    remembered_add_group(e->remembered, options, candidates, 0, e->emitted);
    return step;
  }
  candidates_pick(candidates, index, counts);
  e->option = candidates_option(candidates);
  return step;
}

/* DENY: `need` refuses the candidate at hand. */
ENUMERATION_INLINE enum enumeration_step enumeration_deny(struct enumeration *e, int32_t need, const int32_t *frame) {
  const struct option_sink *sink = e->sink;
  return !sink || !sink->denied || sink->denied(sink->context, need, frame) ? STEP_ON : STEP_DONE;
}

/* ---- the end ---- */

/* END_OPTIONS. */
ENUMERATION_INLINE enum enumeration_step enumeration_end(struct enumeration *e, struct state *state,
                                                         struct question *question, int32_t *frame) {
  uint32_t index;
  if (__builtin_expect(e->purpose != PURPOSE_COUNT, 0)) return e->purpose == PURPOSE_TELL ? STEP_DONE : STEP_LOST;
  if (!e->emitted) return STEP_NOTHING;
  if (__builtin_expect(e->emitted > OPTIONS_LIMIT, 0)) return STEP_MANY;
  enum enumeration_step step = enumeration_decide(e, e->busy, state, question, &index);
  if (step == STEP_PENDING) return step;
  e->option = remembered_recall(e->remembered, index, frame + e->choice->top);
  if (ENUMERATION_LIKELY(e->option >= 0)) return step;
  e->purpose = step == STEP_FORCED ? PURPOSE_FORCE : PURPOSE_TAKE;
  e->stop = index;
  e->emitted = 0;
  remembered_close(e->remembered);
  return STEP_AGAIN;
}

/* STEP_PENDING: the choice as the state keeps it. The caller cuts the frame off at choice.top. */
ENUMERATION_INLINE void enumeration_leave_pending(const struct enumeration *e, const struct question *question,
                                                  const struct program *program, struct state *state) {
  state->choice = (int32_t)(e->choice - program->choices);
  state->chooser = question->chooser;
  state->options = e->emitted;
  state->pc = (uint32_t)(question->choose - program->code);
}

/* No choice is pending any more. */
static inline void pending_clear(struct state *state) {
  state->choice = -1;
  state->chooser = -1;
  state->options = 0;
}

/* ---- the candidates of a pending choice as a list ---- */

/* All candidates, if all are remembered: those of the group stand between the others, which lie as they are wanted. */
static inline void remembered_list(const struct remembered *remembered, uint32_t emitted, struct option_list *list) {
  uint32_t width = list->width, group = remembered->group_count;
  uint32_t first = group ? remembered->group_first : emitted;
  if ((uint64_t)(emitted - group) * width > (uint32_t)remembered->next) return;
  memcpy(list->slots, remembered->slots, (size_t)first * width * sizeof *list->slots);
  int32_t *candidate = list->slots + (size_t)first * width;
  for (uint64_t word = group ? load_word(remembered->group) : 0; word; word &= word - 1, candidate += width) {
    candidate[0] = remembered->group_option;
    candidate[1] = __builtin_ctzll(word);
  }
  const int32_t *rest = remembered->slots + (size_t)first * width;
  if (group) memcpy(candidate, rest, (size_t)(emitted - first - group) * width * sizeof *candidate);
  list->count = emitted;
}

static inline void plain_list(const struct choice *choice, struct option_list *list) {
  memset(list->slots, 0, (size_t)choice->options * list->width * sizeof *list->slots);
  for (int32_t i = 0; i < choice->options; i++) list->slots[(size_t)i * list->width] = choice->first_option + i;
  list->count = (uint32_t)choice->options;
}

/* Fills `list` with the candidates of the choice that is left pending; its count stays 0 when they are not remembered or
 * there is no room for them. `plain`: it was not enumerated. */
static inline void enumeration_list(const struct choice *choice, const struct remembered *remembered, uint32_t emitted,
                                    bool plain, struct option_list *list) {
  list->width = 1 + (uint32_t)choice->arguments;
  if ((uint64_t)emitted * list->width > list->capacity) return;
  if (plain) plain_list(choice, list);
  else if (remembered->room >= 0) remembered_list(remembered, emitted, list);
}

#endif
