/* The end of a game: who won and by what, everybody's score with its parts, how it went over time, and the choice since
 * which the winner was never behind. All of it is worked out from the choices made, which are no secret any more. */
#include <stdlib.h>
#include <string.h>

#include "trvm/play.h"

enum { MOST_PARTS = 12, SAMPLES = 8, LEAST_MOVES = 2 * SAMPLES };

/* ---- scores and their parts ---- */

struct end_parts {
  struct end_part {
    const char *name, *title; /* borrowed from the program */
    enum trv_role role;
    uint32_t order;
    int32_t numbers[TRV_MOST_PLAYERS];
  } parts[MOST_PARTS];
  size_t count;
};

static struct end_part *part_named(struct end_parts *parts, const char *name) {
  for (size_t i = 0; i < parts->count; i++)
    if (strcmp(parts->parts[i].name, name) == 0) return &parts->parts[i];
  return NULL;
}

static struct end_part *part_of(struct end_parts *parts, const char *name, const trv_shown *shown) {
  struct end_part *known = part_named(parts, name);
  if (known) return known;
  if (parts->count == MOST_PARTS) return NULL;
  parts->parts[parts->count] = (struct end_part){ name, shown->title, shown->role, shown->order, { 0 } };
  return &parts->parts[parts->count++];
}

/* What a score is the sum of is told at the end alone. */
static bool is_told(const trv_shown *shown) {
  bool is_number = shown->role == TRV_ROLE_SCORE || shown->role == TRV_ROLE_COUNTER;
  return shown->role == TRV_ROLE_PART || (is_number && shown->visible);
}

static bool take_fact(void *context, const trv_fact *fact) {
  if (!fact->known || fact->owner < 0 || fact->owner >= TRV_MOST_PLAYERS || !is_told(&fact->shown)) return true;
  struct end_part *part = part_of(context, fact->name, &fact->shown);
  if (part) part->numbers[fact->owner] = fact->number;
  return true;
}

/* Scores that are variables or zones; what is hidden to the end is not told. */
static bool take_item(void *context, const trv_view_item *item) {
  if (!item->visible || item->owner < 0 || item->owner >= TRV_MOST_PLAYERS || !is_told(&item->shown)) return true;
  struct end_part *part = part_of(context, item->name, &item->shown);
  if (part)
    part->numbers[item->owner] += item->is_zone ? (int32_t)item->size : (int32_t)strtol(item->contents, NULL, 10);
  return true;
}

/* Parts of the score first, then in the order in which the rules show them. */
static bool comes_before(const struct end_part *left, const struct end_part *right) {
  bool left_part = left->role == TRV_ROLE_PART, right_part = right->role == TRV_ROLE_PART;
  return left_part != right_part ? left_part : left->order < right->order;
}

/* There are few. */
static void sort_parts(struct end_parts *parts) {
  for (size_t i = 1; i < parts->count; i++)
    for (size_t k = i; k > 0 && comes_before(&parts->parts[k], &parts->parts[k - 1]); k--) {
      struct end_part later = parts->parts[k];
      parts->parts[k] = parts->parts[k - 1];
      parts->parts[k - 1] = later;
    }
}

static void read_parts(trv_game *game, struct end_parts *parts) {
  *parts = (struct end_parts){ 0 };
  trv_facts_each(game, take_fact, parts);
  trv_view_each(game, TRV_EVERYBODY, take_item, parts);
  sort_parts(parts);
}

bool play_tells_number(const struct play *play, const char *name) {
  struct end_parts parts;
  read_parts(play->game, &parts);
  return part_named(&parts, name) != NULL;
}

/* What players know the score by, or NULL; places may go by more. */
static const struct end_part *score_of(const struct end_parts *parts) {
  for (size_t i = 0; i < parts->count; i++)
    if (parts->parts[i].role == TRV_ROLE_SCORE) return &parts->parts[i];
  return NULL;
}

/* ---- who won ---- */

static int end_viewer(const struct play *play) {
  for (uint32_t seat = 0; seat < play->players && play->people == 1; seat++)
    if (!play->table.wishes[seat].bot) return (int)seat;
  return -1;
}

/* What the winner is better in than whoever comes next, if players see it: " by points: 36 to 29". Keys of the ranking before
 * it are level. */
static void add_reason(const struct play *play, const uint32_t *places, struct text *line) {
  struct end_parts parts;
  uint32_t first = play->players, second = play->players;
  for (uint32_t seat = 0; seat < play->players; seat++) {
    if (places[seat] == 1) first = seat;
    if (places[seat] == 2) second = seat;
  }
  if (first == play->players || second == play->players) return;
  read_parts(play->game, &parts);
  trv_key_info key;
  int32_t values[TRV_MOST_PLAYERS];
  for (uint32_t i = 0; trv_program_key(play->program, i, &key) == TRV_OK; i++) {
    if (trv_game_key(play->game, i, values) != TRV_OK) return;
    if (values[first] == values[second]) continue;
    const struct end_part *part = part_named(&parts, key.name);
    if (part) text_append_format(line, " by %s: %d to %d", part->title, values[first], values[second]);
    return;
  }
}

/* "You win", "p2 wins", "p1 and p3 share the first place". */
static void put_winners(const struct play *play, const uint32_t *places) {
  struct text line = { 0 };
  uint32_t winners = 0, told = 0, viewer_won = 0;
  int viewer = end_viewer(play);
  for (uint32_t seat = 0; seat < play->players; seat++) {
    winners += places[seat] == 1;
    viewer_won |= places[seat] == 1 && (int)seat == viewer;
  }
  for (uint32_t seat = 0; seat < play->players; seat++) {
    if (places[seat] != 1) continue;
    const char *between = !told ? "" : told + 1 == winners ? " and " : ", ";
    text_append_format(&line, "%s%s", between, play_seat_word(play, seat, viewer));
    told++;
  }
  bool all = winners == play->players && winners > 1;
  text_append_format(&line, "%s",
                     all           ? " are level"
                     : winners > 1 ? " share the first place"
                     : viewer_won  ? " win"
                                   : " wins");
  if (winners == 1) add_reason(play, places, &line);
  text_append_format(&line, ".");
  if (viewer_won && strncmp(line.bytes, "you", 3) == 0) line.bytes[0] = 'Y';
  screen_wrap(&play->screen, STYLE_GOOD, line.bytes, 0, 0);
  text_free(&line);
}

/* ---- the table of results ---- */

static size_t wider(size_t left, const char *text) {
  size_t columns = screen_text_columns(text);
  return left > columns ? left : columns;
}

static size_t name_columns(const struct play *play) {
  size_t names = strlen("player");
  for (uint32_t seat = 0; seat < play->players; seat++)
    names = wider(names, play_seat_word(play, seat, end_viewer(play)));
  return names;
}

static void put_right(const struct screen *screen, enum style style, const char *text, size_t columns) {
  size_t used = screen_text_columns(text);
  screen_spaces(screen, 2 + (used < columns ? columns - used : 0));
  screen_put(screen, style, text);
}

static void put_row(const struct play *play, const struct end_parts *parts, const char *measured, uint32_t seat,
                    uint32_t place, int32_t key, size_t names) {
  const struct screen *screen = &play->screen;
  char number[16];
  output_format(screen->out, "  %5u  ", place);
  screen_pad(screen, place == 1 ? STYLE_GOOD : STYLE_PLAIN, play_seat_word(play, seat, end_viewer(play)), names);
  snprintf(number, sizeof number, "%d", key);
  put_right(screen, STYLE_PLAIN, number, wider(5, measured));
  for (size_t i = 0; i < parts->count; i++) {
    snprintf(number, sizeof number, "%d", parts->parts[i].numbers[seat]);
    put_right(screen, STYLE_PLAIN, number, wider(3, parts->parts[i].title));
  }
  output_format(screen->out, "\n");
}

/* Parts that fit beside what places go by, and do not say the same. */
static void choose_parts(const struct play *play, struct end_parts *parts, const int32_t *keys, const char *measured,
                         size_t names) {
  size_t used = 9 + names + 2 + wider(5, measured), width = screen_width(&play->screen), kept = 0;
  for (size_t i = 0; i < parts->count; i++) {
    bool same = true;
    for (uint32_t seat = 0; seat < play->players; seat++) same = same && parts->parts[i].numbers[seat] == keys[seat];
    size_t columns = 2 + wider(3, parts->parts[i].title);
    if ((same && parts->parts[i].role == TRV_ROLE_SCORE) || used + columns > width) continue;
    used += columns;
    parts->parts[kept++] = parts->parts[i];
  }
  parts->count = kept;
}

static void list_places(struct play *play, const uint32_t *places, const int32_t *keys) {
  const struct screen *screen = &play->screen;
  char *measured = tool_name_in_words(*play->info.first_key ? play->info.first_key : "score");
  size_t names = name_columns(play);
  struct end_parts parts;
  struct end_part scored;
  read_parts(play->game, &parts);
  if (score_of(&parts)) {
    scored = *score_of(&parts);
    free(measured);
    measured = need_copy(scored.title);
    keys = scored.numbers;
  }
  choose_parts(play, &parts, keys, measured, names);
  output_format(screen->out, "  place  ");
  screen_pad(screen, STYLE_FAINT, "player", names);
  put_right(screen, STYLE_FAINT, measured, wider(5, measured));
  for (size_t i = 0; i < parts.count; i++)
    put_right(screen, STYLE_FAINT, parts.parts[i].title, wider(3, parts.parts[i].title));
  output_format(screen->out, "\n");
  for (uint32_t place = 1; place <= play->players; place++)
    for (uint32_t seat = 0; seat < play->players; seat++)
      if (places[seat] == place) put_row(play, &parts, measured, seat, place, keys[seat], names);
  free(measured);
}

/* ---- how it went ---- */

struct end_course {
  size_t moves;
  int32_t keys[SAMPLES][TRV_MOST_PLAYERS];
  size_t turning;    /* the number of the choice since which the winners were never behind; 0: from the start */
  struct text label; /* of that choice */
  uint32_t seat;     /* who made it */
};

static bool leads(const uint32_t *places, const uint32_t *winners, uint32_t players) {
  for (uint32_t seat = 0; seat < players; seat++)
    if (winners[seat] == 1 && places[seat] != 1) return false;
  return true;
}

/* The scores of a position as players know them, else what places go by. */
static void take_sample(trv_game *game, const int32_t *keys, int32_t *sample) {
  struct end_parts parts;
  read_parts(game, &parts);
  const struct end_part *scored = score_of(&parts);
  memcpy(sample, scored ? scored->numbers : keys, TRV_MOST_PLAYERS * sizeof *sample);
}

/* Plays the game again, choice by choice; false when there is no memory, or no result on the way. */
static bool follow(struct play *play, const uint32_t *winners, struct end_course *course) {
  trv_game *game = NULL;
  trv_move move;
  uint32_t places[TRV_MOST_PLAYERS];
  int32_t keys[TRV_MOST_PLAYERS];
  struct text label = { 0 };
  bool well = trv_game_new(play->setup, &game) == TRV_OK && trv_game_start_seed(game, play->seed, play->number) >= 0;
  bool led = true;
  course->moves = trv_sitting_moves(play->sitting);
  for (size_t i = 0; well && i < course->moves && !interrupted; i++) {
    well = trv_sitting_move(play->sitting, i, &move) == TRV_OK;
    if (well && !led) TEXT_FILL(&label, trv_option_label, game, move.index);
    well = well && trv_choose(game, move.index) >= 0 && trv_game_result(game, places, keys) == TRV_OK;
    if (!well) break;
    bool leads_now = leads(places, winners, play->players);
    if (leads_now && !led) {
      course->turning = i + 1;
      course->seat = move.seat;
      text_clear(&course->label);
      text_append_format(&course->label, "%s", text_get(&label));
    }
    led = leads_now;
    for (size_t sample = 0; sample < SAMPLES; sample++)
      if (i + 1 == (sample + 1) * course->moves / SAMPLES) take_sample(game, keys, course->keys[sample]);
  }
  trv_game_free(game);
  text_free(&label);
  return well && !interrupted;
}

static bool is_flat(const struct play *play, const struct end_course *course) {
  for (size_t sample = 0; sample + 1 < SAMPLES; sample++)
    for (uint32_t seat = 0; seat < play->players; seat++)
      if (course->keys[sample][seat] != course->keys[SAMPLES - 1][seat]) return false;
  return true;
}

static void put_course(const struct play *play, const struct end_course *course) {
  const struct screen *screen = &play->screen;
  size_t names = name_columns(play);
  if (!is_flat(play, course)) {
    output_format(screen->out, "\nHow it went, after each eighth of the game:\n");
    for (uint32_t seat = 0; seat < play->players; seat++) {
      screen_spaces(screen, 2);
      screen_pad(screen, STYLE_FAINT, play_seat_word(play, seat, end_viewer(play)), names);
      for (size_t sample = 0; sample < SAMPLES; sample++)
        output_format(screen->out, " %5d", course->keys[sample][seat]);
      output_format(screen->out, "\n");
    }
  }
  if (!course->turning) return;
  struct text line = { 0 };
  const char *who = (int)course->seat == end_viewer(play) ? "your" : play_seat_name(play, course->seat);
  text_append_format(&line, "The turning point was %s%s choice %zu of %zu: ", who,
                     (int)course->seat == end_viewer(play) ? "" : "'s", course->turning, course->moves);
  words_add(play, end_viewer(play), text_get(&course->label), &line);
  screen_wrap(screen, STYLE_PLAIN, line.bytes, 0, 2);
  text_free(&line);
}

bool play_show_result(struct play *play) {
  const struct screen *screen = &play->screen;
  uint32_t places[TRV_MOST_PLAYERS];
  int32_t keys[TRV_MOST_PLAYERS];
  struct end_course course = { 0 };
  if (trv_game_result(play->game, places, keys) != TRV_OK) {
    fflush(screen->out);
    load_print_rule_error(stderr, play->game, "trvm: ");
    return false;
  }
  output_format(screen->out, "\n");
  screen_title(screen, "the game is over");
  if (play->players > 1) put_winners(play, places);
  list_places(play, places, keys);
  bool is_long = trv_sitting_moves(play->sitting) >= LEAST_MOVES && play->players > 1;
  if (is_long && follow(play, places, &course)) put_course(play, &course);
  text_free(&course.label);
  if (trv_seed_is_long(play->seed))
    output_format(screen->out, "\nThe same game again: --seed %s\n", play_seed_text(play).text);
  return true;
}
