/* The pending choice as a player sees it: prompt, options with notation, label and citations, and what is denied.
 *
 * Options come from candidates.c, which finds them once for a position. What is denied is looked for whenever somebody
 * asks; its texts need the interpreter's scratch memory, which the enumerator is using while it reports, so frames are
 * copied first and their texts made afterwards. */
#include <string.h>

#include "base/hash.h"
#include "vm/api.h"

static size_t no_text(char *buffer, size_t size) {
  if (size > 0) buffer[0] = '\0';
  return 0;
}

size_t trv_game_prompt(trv_game *game, char *buffer, size_t size) {
  const struct choice *choice = game_pending(&game->game);
  if (!choice || choice->prompt < 0) return no_text(buffer, size);
  struct text_sink out = sink_on(buffer, size);
  interp_text(&game->game, &(struct text_source){ .pc = choice->prompt }, &out);
  return sink_end(&out);
}

size_t trv_game_choice_cites(const trv_game *game, char *buffer, size_t size) {
  const struct choice *choice = game_pending(&game->game);
  if (!choice) return no_text(buffer, size);
  struct text_sink out = sink_on(buffer, size);
  text_cites(game->game.setup->program, choice->cites, choice->cite_count, &out);
  return sink_end(&out);
}

/* ---- one option ---- */

/* Takes the options out of the game if it has one of this index. Returns its number in the program or a negative
 * status. */
static int take_option(trv_game *game, uint32_t index, struct kept_options **taken) {
  int count = candidates_take(game, taken);
  if (count < 0) return count;
  if (index < (uint32_t)count) return candidates_option(*taken, index);
  candidates_give_back(game, taken);
  return TRV_E_ARGUMENT;
}

const char *trv_option_name(trv_game *game, uint32_t index) {
  const struct program *p = game->game.setup->program;
  struct kept_options *options;
  int option = take_option(game, index, &options);
  if (option < 0) return NULL;
  candidates_give_back(game, &options);
  return program_text(p, p->options[option].name);
}

size_t trv_option_notation(trv_game *game, uint32_t index, char *buffer, size_t size) {
  struct kept_options *options;
  int option = take_option(game, index, &options);
  if (option < 0) return no_text(buffer, size);
  struct text_sink out = sink_on(buffer, size);
  text_option_notation(game->game.setup->program, option, candidates_frame(game, options, index), &out);
  candidates_give_back(game, &options);
  return sink_end(&out);
}

static struct text_source label_source(const trv_game *game, const struct kept_options *options, int32_t option,
                                       const int32_t *frame) {
  return (struct text_source){ game->game.setup->program->options[option].label, frame,
                               candidates_frame_slots(game, options), options->list.count };
}

size_t trv_option_label(trv_game *game, uint32_t index, char *buffer, size_t size) {
  const struct program *p = game->game.setup->program;
  struct kept_options *options;
  int option = take_option(game, index, &options);
  if (option < 0) return no_text(buffer, size);
  struct text_sink out = sink_on(buffer, size);
  const int32_t *frame = candidates_frame(game, options, index);
  struct text_source label = label_source(game, options, option, frame);
  if (label.pc >= 0) interp_text(&game->game, &label, &out);
  else text_option_words(p, option, frame, &out);
  candidates_give_back(game, &options);
  return sink_end(&out);
}

size_t trv_option_cites(trv_game *game, uint32_t index, char *buffer, size_t size) {
  const struct program *p = game->game.setup->program;
  struct kept_options *options;
  int option = take_option(game, index, &options);
  if (option < 0) return no_text(buffer, size);
  candidates_give_back(game, &options);
  struct text_sink out = sink_on(buffer, size);
  text_cites(p, p->options[option].cites, p->options[option].cite_count, &out);
  return sink_end(&out);
}

/* ---- all options ---- */

/* A listing stops when the host wants the game to stop, and then says that it is not whole. */
static bool may_go_on(const trv_game *game) { return !game_is_cancelled(&game->game); }

static int listing_status(trv_game *game) {
  if (may_go_on(game)) return TRV_OK;
  game->game.result_error = RULE_FUEL;
  return TRV_E_RULE;
}

/* An option with its arguments in a frame. */
struct spoken {
  const struct program *p;
  int32_t option;
  const int32_t *frame;
};

static void write_option(void *context, struct text_sink *sink) {
  const struct spoken *spoken = context;
  text_option_notation(spoken->p, spoken->option, spoken->frame, sink);
}

static void write_option_words(void *context, struct text_sink *sink) {
  const struct spoken *spoken = context;
  text_option_words(spoken->p, spoken->option, spoken->frame, sink);
}

static struct spoken spoken_option(const trv_game *game, struct kept_options *options, uint32_t index) {
  return (struct spoken){ game->game.setup->program, candidates_option(options, index),
                          candidates_frame(game, options, index) };
}

int trv_options_each(trv_game *game, bool (*each)(void *context, uint32_t index, const char *notation), void *context) {
  struct kept_options *options;
  struct text notation = memory_text(game_allocator(game));
  bool go_on = true;
  int count = candidates_take(game, &options);
  if (count < 0) return count;
  game->telling++;
  for (uint32_t i = 0; go_on && i < (uint32_t)count; i++) {
    struct spoken spoken = spoken_option(game, options, i);
    text_clear(&notation);
    sink_append(&notation, write_option, &spoken);
    go_on = !notation.failed && each(context, i, text_get(&notation)) && may_go_on(game);
  }
  game->telling--;
  bool failed = notation.failed;
  text_free(&notation);
  candidates_give_back(game, &options);
  return failed ? TRV_E_MEMORY : listing_status(game);
}

/* Text that rules make of a frame: a label, a reason. */
struct rule_text {
  trv_game *game;
  struct text_source source;
};

static void write_rule_text(void *context, struct text_sink *sink) {
  const struct rule_text *text = context;
  interp_text(&text->game->game, &text->source, sink);
}

/* ---- arguments ---- */

enum { ARGUMENT_TEXT = 1024 }; /* bytes of a value in words; what is longer is cut */
struct trv_arguments {
  trv_game *game;
  int32_t option;       /* -1: none has arguments here */
  const int32_t *frame; /* that holds them */
  char id[ARGUMENT_TEXT], label[ARGUMENT_TEXT];
};

/* Of the zones of a declaration, the one in which the chooser sees a card: his own first. */
static int32_t zone_of_card(const trv_game *game, int32_t decl, int32_t kind) {
  const struct setup *setup = game->game.setup;
  const struct program *p = setup->program;
  int32_t chooser = game->game.state->chooser, found = -1;
  for (int32_t i = 0; i < p->zone_decls[decl].count; i++) {
    int32_t zone = p->zone_decls[decl].first + i, owner = p->zones[zone].owner;
    if (!place_seen_by(setup->zone_seen[decl], owner, chooser) || !zone_count(p, game->game.state, zone, kind))
      continue;
    if (found < 0 || owner == chooser) found = zone;
    if (owner == chooser) break;
  }
  return found;
}

static void name_zone(const struct trv_arguments *arguments, uint32_t number, int32_t kind, trv_argument *argument) {
  const struct program *p = arguments->game->game.setup->program;
  int32_t decl = number < p->argument_zones_count ? p->argument_zones[number].decl : -1;
  int32_t zone =
      decl >= 0 && p->types[argument->type].kind == VALUE_CARD ? zone_of_card(arguments->game, decl, kind) : -1;
  argument->zone = zone >= 0 ? program_text(p, p->zone_decls[decl].name) : "";
  argument->zone_owner = zone >= 0 ? p->zones[zone].owner : -1;
}

int trv_argument_get(const struct trv_arguments *arguments, uint32_t index, trv_argument *argument) {
  const struct program *p = arguments->game->game.setup->program;
  struct trv_arguments *own = (struct trv_arguments *)arguments; /* its texts are written here */
  if (own->option < 0 || index >= (uint32_t)p->options[own->option].arguments) return TRV_E_ARGUMENT;
  uint32_t number = (uint32_t)p->options[own->option].first_argument + index;
  const struct argument *declared = &p->arguments[number];
  const int32_t *slots = own->frame + declared->slot;
  struct text_sink id = sink_on(own->id, sizeof own->id), label = sink_on(own->label, sizeof own->label);
  text_value_notation(p, declared->type, slots, &id);
  text_value_label(p, declared->type, slots, &label);
  sink_end(&id);
  sink_end(&label);
  *argument = (trv_argument){
    .name = program_text(p, declared->name), .type = (uint32_t)declared->type, .id = own->id, .label = own->label
  };
  name_zone(own, number, slots[0], argument);
  return TRV_OK;
}

/* The texts of an option, in memory that is used again for the next. */
struct telling {
  struct text notation, label, words;
  struct trv_arguments arguments;
};

/* Calls back with one option. False to stop. */
static bool tell_option(trv_game *game, struct kept_options *options, uint32_t index, struct telling *telling,
                        bool (*each)(void *context, const trv_offered *offered), void *context) {
  struct spoken spoken = spoken_option(game, options, index);
  const struct option *option = &spoken.p->options[spoken.option];
  struct text *notation = &telling->notation, *label = &telling->label;
  text_clear(notation);
  sink_append(notation, write_option, &spoken);
  struct rule_text text = { game, label_source(game, options, spoken.option, spoken.frame) };
  text_clear(label);
  if (option->label >= 0) sink_append(label, write_rule_text, &text);
  text_clear(&telling->words);
  sink_append(&telling->words, write_option_words, &spoken);
  const char *words = text_get(&telling->words);
  trv_offered offered = { index,
                          program_text(spoken.p, option->name),
                          text_get(notation),
                          option->label >= 0 ? text_get(label) : words,
                          &telling->arguments,
                          words };
  telling->arguments.game = game;
  telling->arguments.option = spoken.option;
  telling->arguments.frame = spoken.frame;
  return !notation->failed && !label->failed && !telling->words.failed && each(context, &offered);
}

int trv_offered_each(trv_game *game, bool (*each)(void *context, const trv_offered *offered), void *context) {
  const trv_allocator *allocator = game_allocator(game);
  struct telling telling = { .notation = memory_text(allocator),
                             .label = memory_text(allocator),
                             .words = memory_text(allocator) };
  struct kept_options *options;
  int count = candidates_take(game, &options);
  if (count < 0) return count;
  game->telling++;
  for (uint32_t i = 0; i < (uint32_t)count && may_go_on(game); i++)
    if (!tell_option(game, options, i, &telling, each, context)) break;
  game->telling--;
  bool failed = telling.notation.failed || telling.label.failed || telling.words.failed;
  text_free(&telling.notation);
  text_free(&telling.label);
  text_free(&telling.words);
  candidates_give_back(game, &options);
  return failed ? TRV_E_MEMORY : listing_status(game);
}

struct match {
  const char *notation;
  int index;
};

static bool match_option(void *context, uint32_t index, const char *notation) {
  struct match *match = context;
  if (!text_notation_equal(notation, match->notation)) return true;
  match->index = (int)index;
  return false;
}

int trv_find_option(trv_game *game, const char *notation) {
  struct match match = { notation, TRV_E_ARGUMENT };
  int status = trv_options_each(game, match_option, &match);
  return status == TRV_OK ? match.index : status;
}

int trv_choose_notation(trv_game *game, const char *notation) {
  int index = trv_find_option(game, notation);
  return index < 0 ? index : trv_choose(game, (uint32_t)index);
}

/* ---- denials ---- */

struct denial {
  int32_t need;
  uint32_t notation; /* in `notations` */
  uint32_t slots;    /* of its own in its frame */
  size_t frame;      /* in `frames` */
  uint64_t key;      /* hash of the notation: two candidates with equal keys are taken for the same */
};
struct denials {
  const struct program *p;
  const trv_allocator *allocator;
  struct text notations; /* each ended by NUL */
  struct text frames;  /* of each denial the slots from `top` on, as bytes: those below are the same for all, and those
                            behind are 0 */
  struct text entries; /* struct denial, as bytes */
  int32_t *frame;      /* room for that of one of them */
  uint32_t top, slots; /* of the choice: where they begin to differ, and how many there are in all */
  uint32_t count;
  bool too_many;
  uint32_t *places; /* 1 + the number of a denial, by its key; 0 is empty */
  uint32_t room;    /* a power of two, at least twice as many as there are denials */
};

static struct denial denial_at(const struct denials *denials, uint32_t index) {
  struct denial denial;
  memcpy(&denial, denials->entries.bytes + index * sizeof denial, sizeof denial);
  return denial;
}

/* A candidate is denied once, by the first `needs` that fails; the enumerator may meet it again when a domain holds
 * equal values. */
static uint32_t *denial_place(const struct denials *denials, uint64_t key) {
  uint32_t at = (uint32_t)(key >> 32) & (denials->room - 1);
  while (denials->places[at] && denial_at(denials, denials->places[at] - 1).key != key)
    at = (at + 1) & (denials->room - 1);
  return &denials->places[at];
}

/* Makes room for one more. */
static bool make_room(struct denials *denials) {
  if (2 * (denials->count + 1) <= denials->room) return true;
  memory_free(denials->allocator, denials->places);
  denials->room = denials->room ? 2 * denials->room : 64;
  denials->places = memory_new(denials->allocator, denials->room, sizeof *denials->places);
  if (!denials->places) return false;
  for (uint32_t i = 0; i < denials->count; i++) *denial_place(denials, denial_at(denials, i).key) = i + 1;
  return true;
}

/* Slots of a frame that a reason may want to read, beyond those that all have. */
static uint32_t own_slots(const struct denials *denials, const int32_t *frame) {
  uint32_t end = denials->slots;
  while (end > denials->top && frame[end - 1] == 0) end--;
  return end - denials->top;
}

static uint64_t notation_key(const char *text) { return hash_fnv_text(HASH_START, text); }

static bool note_denial(void *context, int32_t need, const int32_t *frame) {
  struct denials *denials = context;
  const struct need *n = &denials->p->needs[need];
  struct denial denial = { need, (uint32_t)denials->notations.length, 0, denials->frames.length, 0 };
  struct spoken spoken = { denials->p, n->option, frame };
  if (n->whole) text_add(&denials->notations, program_text(denials->p, denials->p->options[n->option].name));
  else sink_append(&denials->notations, write_option, &spoken);
  text_add_bytes(&denials->notations, "", 1);
  if (denials->notations.failed || !make_room(denials)) return false;
  denial.key = notation_key(denials->notations.bytes + denial.notation);
  uint32_t *place = denial_place(denials, denial.key);
  if (*place) {
    denials->notations.length = denial.notation;
    return true;
  }
  denials->too_many = denials->count == OPTIONS_LIMIT;
  if (denials->too_many) return false;
  *place = denials->count + 1;
  denial.slots = own_slots(denials, frame);
  text_add_bytes(&denials->frames, (const char *)(frame + denials->top), denial.slots * sizeof *frame);
  text_add_bytes(&denials->entries, (const char *)&denial, sizeof denial);
  denials->count++;
  return !denials->frames.failed && !denials->entries.failed;
}

static bool pass_over(void *context, int32_t option, const int32_t *frame) {
  (void)context, (void)option, (void)frame;
  return true;
}

static bool tell_denial(trv_game *game, const struct denials *denials, uint32_t index,
                        bool (*each)(void *context, const trv_denied *denied), void *context) {
  struct denial denial = denial_at(denials, index);
  const struct need *need = &denials->p->needs[denial.need];
  struct text text = memory_text(denials->allocator), words = memory_text(denials->allocator);
  char cites[CITES_LENGTH];
  struct text_sink out = sink_on(cites, sizeof cites);
  text_cites(denials->p, need->cites, need->cite_count, &out);
  sink_end(&out);
  int32_t *own = denials->frame + denials->top;
  memset(own, 0, (denials->slots - denials->top) * sizeof *own);
  if (denial.slots) memcpy(own, denials->frames.bytes + denial.frame, denial.slots * sizeof *own);
  struct rule_text reason = { game, { need->reason, denials->frame, denials->slots, denials->count } };
  if (need->reason >= 0) sink_append(&text, write_rule_text, &reason);
  struct trv_arguments arguments = { .game = game, .option = need->whole ? -1 : need->option, .frame = denials->frame };
  struct spoken spoken = { denials->p, need->option, need->whole ? NULL : denials->frame };
  sink_append(&words, write_option_words, &spoken);
  trv_denied denied = { denials->notations.bytes + denial.notation, text_get(&text), cites, &arguments,
                        text_get(&words) };
  bool go_on = each(context, &denied);
  text_free(&text);
  text_free(&words);
  return go_on;
}

/* Writes down what is denied. TRV_E_RULE when that is not all. */
static int find_denials(trv_game *game, struct denials *denials) {
  const int32_t *frame = state_stack(denials->p, game->game.state) + game->game.state->frame;
  struct option_sink sink = { pass_over, note_denial, denials };
  denials->frame = memory_new(denials->allocator, denials->slots, sizeof *denials->frame);
  if (!denials->frame) return TRV_E_MEMORY;
  memcpy(denials->frame, frame, denials->top * sizeof *frame);
  enum rule_error error = interp_enumerate(&game->game, true, &sink);
  if (denials->too_many) error = RULE_OPTIONS;
  bool failed = denials->notations.failed || denials->frames.failed || denials->entries.failed ||
                (denials->room && !denials->places);
  memory_free(denials->allocator, denials->places);
  if (failed) return TRV_E_MEMORY;
  if (error != RULE_FUEL && error != RULE_OPTIONS)
    return TRV_OK; /* other errors end the game when they are met there */
  game->game.result_error = error;
  return TRV_E_RULE;
}

int trv_denied_each(trv_game *game, bool (*each)(void *context, const trv_denied *denied), void *context) {
  const struct choice *choice = game_pending(&game->game);
  if (!choice) return TRV_E_STATE;
  const trv_allocator *allocator = game_allocator(game);
  struct denials denials = { .p = game->game.setup->program,
                             .allocator = allocator,
                             .notations = memory_text(allocator),
                             .frames = memory_text(allocator),
                             .entries = memory_text(allocator),
                             .top = (uint32_t)choice->top,
                             .slots = (uint32_t)choice->frame };
  int status = find_denials(game, &denials);
  game->telling++;
  for (uint32_t i = 0; status != TRV_E_MEMORY && i < denials.count && may_go_on(game); i++)
    if (!tell_denial(game, &denials, i, each, context)) break;
  game->telling--;
  if (status == TRV_OK) status = listing_status(game);
  memory_free(allocator, denials.frame);
  text_free(&denials.notations);
  text_free(&denials.frames);
  text_free(&denials.entries);
  return status;
}

struct denial_search {
  const char *notation;
  struct text *reason;
  bool found;
};

/* A denial of a whole option explains each of its candidates. */
static bool match_denial(void *context, const trv_denied *denied) {
  struct denial_search *search = context;
  size_t name = strcspn(search->notation, "( ");
  bool whole = strlen(denied->notation) == name && strncmp(denied->notation, search->notation, name) == 0;
  if (!whole && !text_notation_equal(denied->notation, search->notation)) return true;
  text_add(search->reason, denied->reason);
  search->found = true;
  return false;
}

bool options_denial(trv_game *game, const char *notation, struct text *reason) {
  struct denial_search search = { notation, reason, false };
  trv_denied_each(game, match_denial, &search);
  return search.found;
}

/* ---- whether everything can be worked out ---- */

static bool label_is_fine(void *game, const trv_offered *offered) {
  (void)offered;
  return !((trv_game *)game)->game.text_error;
}

static bool reason_is_fine(void *game, const trv_denied *denied) {
  (void)denied;
  return !((trv_game *)game)->game.text_error;
}

static int try_texts(trv_game *game) {
  struct game *g = &game->game;
  int status = TRV_OK;
  g->text_error = RULE_NONE;
  trv_game_prompt(game, NULL, 0);
  if (!g->text_error) status = trv_offered_each(game, label_is_fine, game);
  if (!g->text_error && status == TRV_OK) status = trv_denied_each(game, reason_is_fine, game);
  if (g->text_error) g->result_error = g->text_error;
  return g->text_error ? TRV_E_RULE : status;
}

int trv_game_answers(trv_game *game) {
  uint64_t *visits = game->game.visits;
  int32_t value;
  int status = TRV_OK;
  trv_game_count_visits(game, NULL);
  interp_answer_begin(&game->game);
  for (uint32_t seat = 0; seat < game->game.setup->players && status == TRV_OK; seat++)
    status = trv_game_value(game, seat, &value);
  interp_answer_end(&game->game);
  if (status == TRV_E_STATE) status = TRV_OK; /* there is no `value of p` */
  if (status == TRV_OK && game_pending(&game->game)) status = try_texts(game);
  trv_game_count_visits(game, visits);
  return status;
}
