/* The options of a choice as a person reads them: numbered, grouped, searched; and what is not offered, and why.
 *
 * An option is meant by its number or by the start of its notation. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "trvm/play.h"

enum { MANY_OPTIONS = 9, LONG_GROUP = 30, SHOWN_OF_LONG = 20, SHOWN_NOTATIONS = 8, TOLD_BYTES = 200 };

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
};

struct offer {
  struct offered *options;
  uint32_t count, room;
};

static bool keep_offered(void *context, const trv_offered *offered) {
  struct offer *offer = context;
  if (offer->count == offer->room) return false; /* C code that rules call can make more of them than there were */
  const char *label = *offered->label ? offered->label : offered->notation;
  offer->options[offer->count++] = (struct offered){ offered->name, need_copy(offered->notation), need_copy(label) };
  return true;
}

static struct offer offer_read(struct play *play) {
  trv_choice_info info;
  struct offer offer = { 0 };
  if (trv_game_choice(play->game, &info) != TRV_OK) return offer;
  offer.room = info.options;
  offer.options = need_memory(NULL, offer.room * sizeof *offer.options);
  trv_offered_each(play->game, keep_offered, &offer);
  return offer;
}

static void offer_free(struct offer *offer) {
  for (uint32_t i = 0; i < offer->count; i++) {
    free(offer->options[i].notation);
    free(offer->options[i].label);
  }
  free(offer->options);
}

static bool same_name(const struct offered *left, const struct offered *right) {
  return left->name && right->name && strcmp(left->name, right->name) == 0;
}

static size_t number_columns(uint32_t count) { return count < 10 ? 1 : count < 100 ? 2 : count < 1000 ? 3 : 6; }

/* Number, label and, where there is room beside the longest label, the notation. */
static void put_option(const struct screen *screen, const struct offer *offer, uint32_t index, size_t labels) {
  const struct offered *option = &offer->options[index];
  size_t numbers = number_columns(offer->count), column = numbers + 4;
  char number[16];
  snprintf(number, sizeof number, "%*u", (int)numbers, index + 1);
  output_format(screen->out, "  ");
  screen_put(screen, STYLE_STRONG, number);
  output_format(screen->out, "  ");
  bool room = column + labels + 2 + screen_text_columns(option->notation) <= screen_width(screen);
  if (!room || strcmp(option->label, option->notation) == 0) {
    screen_wrap(screen, STYLE_PLAIN, option->label, column, column);
    return;
  }
  screen_pad(screen, STYLE_PLAIN, option->label, labels + 2);
  screen_put(screen, STYLE_FAINT, option->notation);
  output_format(screen->out, "\n");
}

static size_t label_columns(const struct offer *offer) {
  size_t most = 0;
  for (uint32_t i = 0; i < offer->count; i++) {
    size_t columns = screen_text_columns(offer->options[i].label);
    if (columns > most) most = columns;
  }
  return most;
}

static bool is_grouped(const struct offer *offer) {
  if (offer->count <= MANY_OPTIONS) return false;
  return !same_name(&offer->options[0], &offer->options[offer->count - 1]);
}

void list_options(struct play *play) {
  const struct screen *screen = &play->screen;
  struct offer offer = offer_read(play);
  size_t labels = label_columns(&offer);
  bool grouped = is_grouped(&offer);
  for (uint32_t first = 0, end; first < offer.count && !interrupted; first = end) {
    for (end = first + 1; end < offer.count && same_name(&offer.options[first], &offer.options[end]);) end++;
    if (grouped && end > first + 1) {
      output_format(screen->out, "  ");
      screen_put(screen, STYLE_TITLE, offer.options[first].name);
      output_format(screen->out, "\n");
    }
    /* A pipe gets all of them: whoever reads it may search for himself. */
    uint32_t shown = screen->terminal && end - first > LONG_GROUP ? first + SHOWN_OF_LONG : end;
    for (uint32_t i = first; i < shown && !interrupted; i++) put_option(screen, &offer, i, labels);
    if (shown < end && !interrupted)
      output_format(screen->out, "     … %u to %u: `? TEXT` finds them\n", shown + 1, end);
  }
  offer_free(&offer);
}

/* ---- denied ---- */

/* Candidates that one reason denies. */
struct reason {
  char *text, *cites;
  struct text notations;
  uint32_t count;
};

struct refused_list {
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

static bool collect_denied(void *context, const trv_denied *denied) {
  struct refused_list *denials = context;
  const char *wanted = denials->wanted;
  if (wanted && !strcasestr(denied->notation, wanted) && !strcasestr(denied->reason, wanted)) return true;
  struct reason *reason = reason_of(denials, denied);
  if (reason->count++ < SHOWN_NOTATIONS)
    text_append_format(&reason->notations, "%s%s", reason->notations.length ? ", " : "", denied->notation);
  return !interrupted;
}

static void put_reason(const struct screen *screen, const struct reason *reason) {
  struct text line = { 0 };
  text_append_format(&line, "%s", *reason->text ? reason->text : "not possible now");
  if (*reason->cites) text_append_format(&line, " (%s)", reason->cites);
  text_append_format(&line, ": %s", text_get(&reason->notations));
  if (reason->count > SHOWN_NOTATIONS) text_append_format(&line, " and %u more", reason->count - SHOWN_NOTATIONS);
  screen_put(screen, STYLE_BAD, "  ✗ ");
  screen_notations(screen, STYLE_PLAIN, line.bytes, 4, 4);
  text_free(&line);
}

static void free_denied(struct refused_list *denials) {
  for (size_t i = 0; i < denials->count; i++) {
    free(denials->reasons[i].text);
    free(denials->reasons[i].cites);
    text_free(&denials->reasons[i].notations);
  }
  free(denials->reasons);
  free(denials->slots);
}

/* Whoever searches gets all that he finds; else many reasons are cut short as many options are. */
static size_t show_denied(struct play *play, const char *wanted) {
  const struct screen *screen = &play->screen;
  struct refused_list denials = { .wanted = wanted };
  trv_denied_each(play->game, collect_denied, &denials);
  size_t shown = !wanted && screen->terminal && denials.count > LONG_GROUP ? SHOWN_OF_LONG : denials.count;
  for (size_t i = 0; i < shown && !interrupted; i++) put_reason(screen, &denials.reasons[i]);
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
  size_t found = 0, labels = label_columns(&offer);
  for (uint32_t i = 0; i < offer.count && !interrupted; i++)
    if (strcasestr(offer.options[i].label, text) || strcasestr(offer.options[i].notation, text)) {
      put_option(screen, &offer, i, labels);
      found++;
    }
  found += show_denied(play, text);
  if (found == 0)
    output_format(screen->out, "Nothing here contains `%s`, neither offered nor denied.\n", told(text).text);
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

static bool is_number(const char *word) { return *word && strspn(word, "0123456789") == strlen(word); }

struct refusal {
  const char *word;
  struct text why;
};

static bool explain_refusal(void *context, const trv_denied *denied) {
  struct refusal *refusal = context;
  if (!begins_with(denied->notation, refusal->word)) return true;
  text_append_format(&refusal->why, "%s is not possible: %s", denied->notation, denied->reason);
  if (*denied->cites) text_append_format(&refusal->why, " (%s)", denied->cites);
  return false;
}

/* To somebody at a terminal, or with a lead to whoever reads the errors. */
static void answer(const struct play *play, const char *lead, struct text *text) {
  if (*lead) output_format(stderr, "%s%s\n", lead, text->bytes);
  else screen_notations(&play->screen, STYLE_PLAIN, text->bytes, 0, 0);
  text_free(text);
}

static void say_unknown(struct play *play, const char *word, uint32_t count, const char *lead) {
  struct refusal refusal = { .word = word };
  trv_denied_each(play->game, explain_refusal, &refusal);
  const char *begin = *lead ? "there" : "There", *end = *lead ? "" : "; `help` lists what else you can type";
  if (!refusal.why.length) {
    text_append_format(&refusal.why, "%s is no option `%s`; ", begin, told(word).text);
    if (count == 1) text_append_format(&refusal.why, "the only one is 1%s", end);
    else text_append_format(&refusal.why, "choose 1 to %u or the start of a notation%s", count, end);
  }
  answer(play, lead, &refusal.why);
}

static void say_ambiguous(const struct play *play, const struct offer *offer, const char *word, uint32_t fitting,
                          const char *lead) {
  struct text text = { 0 };
  uint32_t shown = 0;
  text_append_format(&text, "`%s` fits %u options:", told(word).text, fitting);
  for (uint32_t i = 0; i < offer->count && shown < SHOWN_NOTATIONS; i++)
    if (begins_with(offer->options[i].notation, word))
      text_append_format(&text, "%s %u %s", shown++ ? "," : "", i + 1, offer->options[i].notation);
  if (fitting > shown) text_append_format(&text, " …");
  answer(play, lead, &text);
}

long list_find(struct play *play, const char *word, const char *lead) {
  struct offer offer = offer_read(play);
  long found = -1;
  uint32_t fitting = 0;
  if (is_number(word)) {
    unsigned long number = strtoul(word, NULL, 10);
    if (number >= 1 && number <= offer.count) found = (long)number - 1;
  } else {
    found = trv_find_option(play->game, word);
    for (uint32_t i = 0; i < offer.count && found < 0; i++) fitting += begins_with(offer.options[i].notation, word);
    for (uint32_t i = 0; i < offer.count && fitting == 1 && found < 0; i++)
      if (begins_with(offer.options[i].notation, word)) found = (long)i;
  }
  if (found < 0 && fitting > 1) say_ambiguous(play, &offer, word, fitting, lead);
  else if (found < 0) say_unknown(play, word, offer.count, lead);
  offer_free(&offer);
  return found < 0 ? -1 : found;
}
