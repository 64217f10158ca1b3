/* The options of a choice as a person reads them: numbered, grouped, searched; and what is not offered, and why.
 *
 * An option is meant by its number, or by the start of its label or its notation. Options are numbered from 1, unless each of
 * them is about a number: then they have these, so that nobody chooses card 4 by typing 3. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "trvm/play.h"
#include "trvm/sheet.h"

enum { LONG_GROUP = 30, SHOWN_OF_LONG = 20, SHOWN_OPTIONS = 8, TOLD_BYTES = 200 };

/* What somebody wrote, as it is told back to him: whoever writes a megabyte does not get it all again. */
struct told {
  char text[TOLD_BYTES + sizeof "…"];
};

static struct told told(const char *word) {
  struct told told;
  size_t length = strlen(word), kept = output_told(word, length, TOLD_BYTES);
  snprintf(told.text, sizeof told.text, "%.*s%s", (int)kept, word, kept < length ? "…" : "");
  return told;
}

/* ---- offered ---- */

struct offered {
  const char *name; /* borrowed from the program */
  char *notation, *label;
  uint32_t number; /* by which it is chosen */
};

struct offer {
  const struct play *play;
  int viewer;
  struct offered *options;
  uint32_t count, room;
};

/* The number that is all that an option of this kind is about, "play: 4"; 0: it is about something else. */
static uint32_t number_within(const char *words) {
  enum { MOST_DIGITS = 4 };
  const char *colon = strstr(words, ": "), *digits = colon ? colon + 2 : "";
  size_t length = strspn(digits, "0123456789");
  return length && length <= MOST_DIGITS && !digits[length] ? (uint32_t)strtoul(digits, NULL, 10) : 0;
}

static bool keep_offered(void *context, const trv_offered *offered) {
  struct offer *offer = context;
  if (offer->count == offer->room) return false; /* C code that rules call can make more of them than there were */
  struct text label = { 0 };
  words_add(offer->play, offer->viewer, *offered->label ? offered->label : offered->words, &label);
  offer->options[offer->count++] = (struct offered){ offered->name, need_copy(offered->notation),
                                                     need_copy(text_get(&label)), number_within(offered->words) };
  text_free(&label);
  return true;
}

static bool same_name(const struct offered *left, const struct offered *right) {
  return left->name && right->name && strcmp(left->name, right->name) == 0;
}

/* Whether all are of one kind, each with a number, and no two with the same. */
static bool has_own_numbers(const struct offer *offer) {
  for (uint32_t i = 0; i < offer->count; i++) {
    const struct offered *option = &offer->options[i];
    if (!option->number || (i && (!same_name(option - 1, option) || option->number <= option[-1].number))) return false;
  }
  return true;
}

static struct offer offer_read(struct play *play) {
  trv_choice_info info;
  struct offer offer = { .play = play };
  if (trv_game_choice(play->game, &info) != TRV_OK) return offer;
  offer.viewer = (int)info.seat;
  offer.room = info.options;
  offer.options = need_memory(NULL, offer.room * sizeof *offer.options);
  trv_offered_each(play->game, keep_offered, &offer);
  if (!has_own_numbers(&offer))
    for (uint32_t i = 0; i < offer.count; i++) offer.options[i].number = i + 1;
  return offer;
}

static void offer_free(struct offer *offer) {
  for (uint32_t i = 0; i < offer->count; i++) {
    free(offer->options[i].notation);
    free(offer->options[i].label);
  }
  free(offer->options);
}

static size_t number_columns(const struct offer *offer) {
  uint32_t most = offer->count ? offer->options[offer->count - 1].number : 0;
  return most < 10 ? 1 : most < 100 ? 2 : most < 1000 ? 3 : 6;
}

/* Where labels stand. */
static size_t label_column(const struct offer *offer) { return number_columns(offer) + 4; }

static void put_number(const struct screen *screen, const struct offer *offer, uint32_t index) {
  char number[16];
  snprintf(number, sizeof number, "%*u)", (int)number_columns(offer), offer->options[index].number);
  screen_spaces(screen, 2);
  screen_put(screen, STYLE_STRONG, number);
  screen_spaces(screen, 1);
}

/* Number and label; a label that is too long goes on below. */
static void put_option(const struct screen *screen, const struct offer *offer, uint32_t index) {
  size_t column = label_column(offer);
  put_number(screen, offer, index);
  screen_wrap(screen, STYLE_PLAIN, offer->options[index].label, column, column);
}

/* How many bytes two labels begin with alike, up to the end of a word. */
static size_t same_start(const char *left, const char *right) {
  size_t same = 0;
  for (size_t at = 0; left[at] && left[at] == right[at]; at++)
    if (left[at] == ' ') same = at + 1;
  return same;
}

/* The same in one line. Of a label that is too long the end is left out, or what it begins with if the one above it, number
 * `above`, begins so, too; UINT32_MAX: there is none. */
static void put_option_cut(const struct screen *screen, const struct offer *offer, uint32_t index, uint32_t above) {
  enum { LEAST_LEFT_OUT = 8 };
  size_t column = label_column(offer), width = screen_width(screen), room = width > column ? width - column : 1;
  const char *label = offer->options[index].label;
  size_t same = above != UINT32_MAX ? same_start(label, offer->options[above].label) : 0;
  put_number(screen, offer, index);
  if (screen_text_columns(label) > room && same >= LEAST_LEFT_OUT) {
    screen_put(screen, STYLE_FAINT, "… ");
    label += same;
    room = room > 2 ? room - 2 : 1;
  }
  screen_cut(screen, STYLE_PLAIN, label, room, false);
  output_format(screen->out, "\n");
}

/* ---- long lists ---- */

/* Marks the best options, `most` in all and at least one of each kind if there is room for that. */
static void mark_best(struct play *play, const struct offer *offer, uint32_t most, bool *marked) {
  trv_choice_info info;
  uint32_t *order = need_memory(NULL, offer->count * sizeof *order), count = 0;
  if (trv_game_choice(play->game, &info) != TRV_OK || info.options != offer->count) return free(order);
  struct bot_turn turn = bots_turn(play->seed, play->number, &info);
  bots_rank(play->game, &turn, order, &interrupted);
  for (uint32_t i = 0; i < offer->count && count < most; i++) {
    bool is_first = true;
    for (uint32_t j = 0; j < i && is_first; j++)
      is_first = !same_name(&offer->options[order[i]], &offer->options[order[j]]);
    if (is_first) count += marked[order[i]] = true;
  }
  for (uint32_t i = 0; i < offer->count && count < most; i++)
    if (!marked[order[i]]) count += marked[order[i]] = true;
  free(order);
}

/* "… 21 more, `o` lists all: 19 fly, 2 refund"; where all are of one kind, it goes without saying. */
static void put_left_out(const struct screen *screen, const struct offer *offer, const bool *marked) {
  struct text line = { 0 }, kinds = { 0 };
  uint32_t left = 0, groups = 0;
  for (uint32_t first = 0, end; first < offer->count; first = end) {
    uint32_t count = 0;
    for (end = first; end < offer->count && same_name(&offer->options[first], &offer->options[end]); end++)
      count += !marked[end];
    if (end == first) count = !marked[end++];
    left += count;
    groups++;
    if (!count || !offer->options[first].name) continue;
    char *name = tool_name_in_words(offer->options[first].name);
    text_append_format(&kinds, "%s%u %s", kinds.length ? ", " : "", count, name);
    free(name);
  }
  text_append_format(&line, "… %u more, `o` lists all", left);
  if (groups > 1 && kinds.length) text_append_format(&line, ": %s", kinds.bytes);
  screen_spaces(screen, 2);
  screen_list_most(screen, STYLE_FAINT, line.bytes, 2, 4, 1);
  text_free(&line);
  text_free(&kinds);
}

/* Enough of them to fill so many lines, a line each. */
static void draw_folded(struct play *play, const struct screen *screen, const struct offer *offer, size_t lines) {
  bool *marked = need_memory(NULL, offer->count * sizeof *marked);
  memset(marked, 0, offer->count * sizeof *marked);
  bool all = offer->count <= lines;
  if (!all) mark_best(play, offer, (uint32_t)(lines > 1 ? lines - 1 : 1), marked);
  for (uint32_t i = 0, above = UINT32_MAX; i < offer->count && !interrupted; i++) {
    if (!all && !marked[i]) continue;
    put_option_cut(screen, offer, i, above);
    above = i;
  }
  if (!all) put_left_out(screen, offer, marked);
  free(marked);
}

uint32_t list_number(struct play *play, uint32_t index) {
  struct offer offer = offer_read(play);
  uint32_t number = index < offer.count ? offer.options[index].number : index + 1;
  offer_free(&offer);
  return number;
}

void list_options(struct play *play, const struct screen *screen, size_t lines) {
  struct offer offer = offer_read(play);
  struct screen_sheet whole;
  sheet_begin(&whole, screen);
  for (uint32_t i = 0; i < offer.count && !interrupted; i++) put_option(&whole.screen, &offer, i);
  sheet_end(&whole);
  if (lines && whole.lines > lines) draw_folded(play, screen, &offer, lines);
  else sheet_show(screen, &whole, 0, whole.lines);
  sheet_free(&whole);
  offer_free(&offer);
}

/* ---- denied ---- */

/* Candidates that one reason denies. */
struct reason {
  char *text, *cites;
  struct text options; /* that it denies, in words */
  size_t kind;         /* bytes of the first of them that say which kind it is */
  uint32_t count;
};

struct refused_list {
  const struct play *play;
  int viewer;             /* who reads it */
  const char *wanted;     /* only what contains this; NULL: all */
  struct reason *reasons; /* in the order in which they came */
  size_t count, room;     /* `room` is a power of two, or 0 */
  size_t *slots;          /* twice as many: indices of reasons and 1 by their hashes, or 0 */
};

/* Where a reason is among the slots, or could be. */
static size_t *slot_of(const struct refused_list *denials, const char *text, const char *cites) {
  uint64_t hash = hash_fnv_text(hash_fnv(hash_fnv_text(HASH_START, text), 0), cites);
  for (;; hash++) {
    size_t *slot = &denials->slots[hash & (2 * denials->room - 1)];
    const struct reason *reason = *slot ? &denials->reasons[*slot - 1] : NULL;
    if (!reason || (strcmp(reason->text, text) == 0 && strcmp(reason->cites, cites) == 0)) return slot;
  }
}

static void make_room(struct refused_list *denials) {
  if (denials->count < denials->room) return;
  denials->room = denials->room ? 2 * denials->room : 16;
  denials->reasons = need_memory(denials->reasons, denials->room * sizeof *denials->reasons);
  denials->slots = need_memory(denials->slots, 2 * denials->room * sizeof *denials->slots);
  memset(denials->slots, 0, 2 * denials->room * sizeof *denials->slots);
  for (size_t i = 0; i < denials->count; i++)
    *slot_of(denials, denials->reasons[i].text, denials->reasons[i].cites) = i + 1;
}

/* What was denied for this reason so far. */
static struct reason *reason_of(struct refused_list *denials, const trv_denied *denied) {
  make_room(denials);
  size_t *slot = slot_of(denials, denied->reason, denied->cites);
  if (!*slot) {
    *slot = ++denials->count;
    denials->reasons[*slot - 1] =
        (struct reason){ .text = need_copy(denied->reason), .cites = need_copy(denied->cites) };
  }
  return &denials->reasons[*slot - 1];
}

/* Of several of one kind, "take: red", only the first says which. */
static void add_denied(const struct refused_list *denials, struct reason *reason, const char *words) {
  const char *colon = strstr(words, ": "), *before = text_get(&reason->options);
  size_t kind = colon ? (size_t)(colon + 2 - words) : strlen(words);
  bool same = colon && reason->kind == kind && reason->options.length >= kind && memcmp(before, words, kind) == 0;
  if (!reason->options.length) reason->kind = kind;
  else text_append(&reason->options, "; ", 2);
  words_add(denials->play, denials->viewer, same ? words + kind : words, &reason->options);
}

static bool collect_denied(void *context, const trv_denied *denied) {
  struct refused_list *denials = context;
  const char *wanted = denials->wanted;
  if (wanted && !strcasestr(denied->notation, wanted) && !strcasestr(denied->reason, wanted) &&
      !strcasestr(denied->words, wanted))
    return true;
  struct reason *reason = reason_of(denials, denied);
  if (reason->count++ < SHOWN_OPTIONS) add_denied(denials, reason, denied->words);
  return !interrupted;
}

/* What cannot be done first, then why not. */
static void put_reason(const struct screen *screen, const struct refused_list *denials, const struct reason *reason) {
  struct text line = { 0 };
  text_append_format(&line, "%s", text_get(&reason->options));
  if (reason->count > SHOWN_OPTIONS) text_append_format(&line, " and %u more", reason->count - SHOWN_OPTIONS);
  text_append_format(&line, " – ");
  words_add(denials->play, denials->viewer, *reason->text ? reason->text : "not possible now", &line);
  if (*reason->cites) text_append_format(&line, " (%s)", reason->cites);
  screen_put(screen, STYLE_BAD, "  ✗ ");
  screen_list(screen, STYLE_PLAIN, line.bytes, 4, 4);
  text_free(&line);
}

static void free_denied(struct refused_list *denials) {
  for (size_t i = 0; i < denials->count; i++) {
    free(denials->reasons[i].text);
    free(denials->reasons[i].cites);
    text_free(&denials->reasons[i].options);
  }
  free(denials->reasons);
  free(denials->slots);
}

/* Whoever searches gets all that he finds; else many reasons are cut short as many options are. */
static size_t show_denied(struct play *play, const char *wanted) {
  const struct screen *screen = &play->screen;
  struct refused_list denials = { .play = play, .viewer = trv_game_chooser(play->game), .wanted = wanted };
  trv_denied_each(play->game, collect_denied, &denials);
  size_t shown = !wanted && screen->terminal && denials.count > LONG_GROUP ? SHOWN_OF_LONG : denials.count;
  for (size_t i = 0; i < shown && !interrupted; i++) put_reason(screen, &denials, &denials.reasons[i]);
  if (shown < denials.count && !interrupted)
    output_format(screen->out, "    … %zu more reasons: `? TEXT` finds them\n", denials.count - shown);
  free_denied(&denials);
  return denials.count;
}

void list_denied(struct play *play) {
  FILE *out = play->screen.out;
  output_format(out, "Not offered now:\n");
  if (show_denied(play, NULL) == 0) output_format(out, "  nothing: every option of this choice is possible.\n");
}

void list_search(struct play *play, const char *text) {
  const struct screen *screen = &play->screen;
  struct offer offer = offer_read(play);
  size_t found = 0;
  for (uint32_t i = 0; i < offer.count && !interrupted; i++)
    if (strcasestr(offer.options[i].label, text) || strcasestr(offer.options[i].notation, text)) {
      put_option(screen, &offer, i);
      found++;
    }
  found += show_denied(play, text);
  if (found == 0)
    output_format(screen->out, "Nothing here contains `%s`, neither offered nor denied.\n", told(text).text);
  offer_free(&offer);
}

void list_notations(struct play *play) {
  struct offer offer = offer_read(play);
  for (uint32_t i = 0; i < offer.count && !interrupted; i++) {
    put_number(&play->screen, &offer, i);
    screen_notations(&play->screen, STYLE_PLAIN, offer.options[i].notation, label_column(&offer), 6);
  }
  offer_free(&offer);
}

/* ---- what a person means ---- */

/* Letters compared without case, spaces ignored on both sides. */
static bool begins_with(const char *notation, const char *start) {
  for (;;) {
    notation += strspn(notation, " ");
    start += strspn(start, " ");
    if (!*start) return true;
    if (tolower((unsigned char)*notation) != tolower((unsigned char)*start)) return false;
    notation++;
    start++;
  }
}

/* Whether a person may mean this option by what was typed. */
static bool is_meant(const struct offered *option, const char *word) {
  return begins_with(option->label, word) || begins_with(option->notation, word);
}

static bool is_number(const char *word) { return *word && strspn(word, "0123456789") == strlen(word); }

struct refusal {
  const struct play *play;
  const char *word;
  struct text why;
};

static bool explain_refusal(void *context, const trv_denied *denied) {
  struct refusal *refusal = context;
  if (!begins_with(denied->notation, refusal->word) && !begins_with(denied->words, refusal->word)) return true;
  words_add(refusal->play, trv_game_chooser(refusal->play->game), denied->words, &refusal->why);
  text_append_format(&refusal->why, " is not possible: %s", denied->reason);
  if (*denied->cites) text_append_format(&refusal->why, " (%s)", denied->cites);
  return false;
}

/* To somebody at a terminal, or with a lead to whoever reads the errors. */
static void answer(const struct play *play, const char *lead, struct text *text) {
  if (*lead) output_format(stderr, "%s%s\n", lead, text->bytes);
  else screen_list(&play->screen, STYLE_PLAIN, text->bytes, 0, 0);
  text_free(text);
}

/* "1 to 4", or few numbers themselves if some between them are missing. */
static void add_numbers(struct text *text, const struct offer *offer) {
  const struct offered *first = offer->options, *last = &offer->options[offer->count - 1];
  bool is_whole = last->number - first->number + 1 == offer->count || offer->count > SHOWN_OPTIONS;
  if (is_whole) text_append_format(text, "%u to %u", first->number, last->number);
  for (uint32_t i = 0; !is_whole && i < offer->count; i++)
    text_append_format(text, "%s%u", !i ? "" : i + 1 == offer->count ? " or " : ", ", offer->options[i].number);
}

static void say_unknown(struct play *play, const struct offer *offer, const char *word, const char *lead) {
  struct refusal refusal = { .play = play, .word = word };
  trv_denied_each(play->game, explain_refusal, &refusal);
  const char *begin = *lead ? "there" : "There", *end = *lead ? "" : "; `help` lists what else you can type";
  if (!refusal.why.length) {
    text_append_format(&refusal.why, "%s is no option `%s`; ", begin, told(word).text);
    if (offer->count == 1) text_append_format(&refusal.why, "the only one is %u%s", offer->options->number, end);
    else {
      text_append_format(&refusal.why, "choose ");
      add_numbers(&refusal.why, offer);
      text_append_format(&refusal.why, " or type how an option begins%s", end);
    }
  }
  answer(play, lead, &refusal.why);
}

static void say_ambiguous(const struct play *play, const struct offer *offer, const char *word, uint32_t fitting,
                          const char *lead) {
  struct text text = { 0 };
  uint32_t shown = 0;
  text_append_format(&text, "`%s` fits %u options:", told(word).text, fitting);
  for (uint32_t i = 0; i < offer->count && shown < SHOWN_OPTIONS; i++)
    if (is_meant(&offer->options[i], word))
      text_append_format(&text, "%s %u) %s", shown++ ? "," : "", offer->options[i].number, offer->options[i].label);
  if (fitting > shown) text_append_format(&text, " …");
  answer(play, lead, &text);
}

long list_find(struct play *play, const char *word, const char *lead) {
  struct offer offer = offer_read(play);
  long found = -1;
  uint32_t fitting = 0;
  if (is_number(word)) {
    unsigned long number = strtoul(word, NULL, 10);
    for (uint32_t i = 0; i < offer.count && found < 0; i++)
      if (offer.options[i].number == number) found = (long)i;
  } else {
    found = trv_find_option(play->game, word);
    for (uint32_t i = 0; i < offer.count && found < 0; i++) fitting += is_meant(&offer.options[i], word);
    for (uint32_t i = 0; i < offer.count && fitting == 1 && found < 0; i++)
      if (is_meant(&offer.options[i], word)) found = (long)i;
  }
  if (found < 0 && fitting > 1) say_ambiguous(play, &offer, word, fitting, lead);
  else if (found < 0) say_unknown(play, &offer, word, lead);
  offer_free(&offer);
  return found < 0 ? -1 : found;
}
