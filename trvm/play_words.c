/* What the rules say, as one person reads it: that person is "you", and others have the names they were given.
 *
 * Rules speak of seats by name: "p1 takes a card from p2". Seats that have only numbers are replaced wherever they stand. A
 * seat with a name of its own, such as a colour, may mean something else within a sentence, and is replaced at its beginning
 * alone. What "you" do has no s: "you take", also in the middle of a sentence, where a word such as "that" or "because" shows
 * that something is told of you and not given to you. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "trvm/play.h"

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80; }

/* The seat whose name stands at `at` as a word, or -1. */
static int seat_at(const struct play *play, const char *text, const char *at) {
  if (at > text && is_letter(at[-1])) return -1;
  for (uint32_t seat = 0; seat < play->players; seat++) {
    const char *name = trv_setup_seat_name(play->setup, seat);
    size_t length = strlen(name);
    if (strncmp(at, name, length) == 0 && !is_letter(at[length])) return (int)seat;
  }
  return -1;
}

static bool is_numbered(const char *name) { return *name == 'p' && strspn(name + 1, "0123456789") == strlen(name + 1); }

static bool begins_sentence(const char *text, const char *at) {
  return at == text || (at - text >= 2 && at[-1] == ' ' && strchr(":;.", at[-2]));
}

static bool ends_so(const char *word, size_t length, const char *end) {
  size_t ending = strlen(end);
  return length > ending && strncmp(word + length - ending, end, ending) == 0;
}

/* The verb of `length` bytes without the s that it has of others: takes, goes, carries, passes, is, has, was. */
static void add_verb(struct text *out, const char *verb, size_t length) {
  static const struct {
    const char *others, *yours;
  } odd[] = { { "is", "are" }, { "has", "have" }, { "was", "were" }, { "does", "do" }, { "goes", "go" } };
  static const char *const hissing[] = { "sses", "shes", "ches", "xes", "zzes" };
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
    if (strlen(odd[i].others) == length && strncmp(verb, odd[i].others, length) == 0) {
      text_append_format(out, "%s", odd[i].yours);
      return;
    }
  size_t cut = ends_so(verb, length, "s") && !ends_so(verb, length, "ss") ? 1 : 0;
  for (size_t i = 0; i < sizeof hissing / sizeof *hissing; i++)
    if (ends_so(verb, length, hissing[i])) cut = 2;
  bool is_y = ends_so(verb, length, "ies") && length > 4;
  text_append(out, verb, length - (is_y ? 3 : cut));
  if (is_y) text_append(out, "y", 1);
}

static size_t word_length(const char *text) {
  size_t length = 0;
  while (text[length] >= 'a' && text[length] <= 'z') length++;
  return length;
}

/* Whether the word at `at` can be what one player does: it ends in one s, or is one of the odd ones. */
static bool is_verb(const char *at) {
  size_t length = word_length(at);
  return length >= 2 && at[length - 1] == 's' && at[length - 2] != 's' && !is_letter(at[length]);
}

/* The word before `at`, if it begins a part of the sentence that has a verb of its own ("that p1 has"), or a comma; or NULL. */
static const char *clause_before(const char *text, const char *at) {
  static const char *const joins[] = { "that",  "because", "if",      "when",  "what",  "as",  "while",
                                       "until", "unless",  "whether", "where", "how",   "why", "whom",
                                       "now",   "then",    "but",     "so",    "since", "and", "or",
                                       "which", "than",    "after",   "before" };
  if (at - text < 2 || at[-1] != ' ') return NULL;
  if (at[-2] == ',') return at - 2;
  const char *word = at - 1;
  while (word > text && is_letter(word[-1])) word--;
  size_t length = (size_t)(at - 1 - word);
  for (size_t i = 0; i < sizeof joins / sizeof *joins; i++)
    if (strlen(joins[i]) == length && strncasecmp(word, joins[i], length) == 0) return word;
  return NULL;
}

/* Where a second verb of the same sentence begins: behind the first " and " a word that ends in s, with more behind it. */
static const char *second_verb(const char *text) {
  const char *and = strstr(text, " and "), *word = and? and+strlen(" and ") : NULL;
  size_t length = word ? word_length(word) : 0;
  bool is_same_sentence = word && strcspn(text, ":;.") > (size_t)(word - text);
  return is_same_sentence && length > 2 && word[length - 1] == 's' && word[length] == ' ' ? word : NULL;
}

/* The length of "himself" and its like at `at`, where the sentence is about the reader, or 0. */
static size_t self_length(const char *text, const char *at) {
  static const char *const selves[] = { "himself", "herself", "itself", "themselves", "themself" };
  if (at > text && is_letter(at[-1])) return 0;
  for (size_t i = 0; i < sizeof selves / sizeof *selves; i++)
    if (strncmp(at, selves[i], strlen(selves[i])) == 0 && !is_letter(at[strlen(selves[i])])) return strlen(selves[i]);
  return 0;
}

/* What a seat's name at `at` becomes, and which verbs have to follow it. Returns where the text goes on. */
static const char *add_seat(const struct play *play, int viewer, const char *text, const char *at, uint32_t seat,
                            struct text *out, const char *verbs[2]) {
  const char *rest = at + strlen(trv_setup_seat_name(play->setup, seat));
  bool owns = strncmp(rest, "'s", 2) == 0, is_reader = (int)seat == viewer;
  text_append_format(out, "%s", is_reader && owns ? "your" : play_seat_word(play, seat, viewer));
  if (!is_reader) return rest;
  if (owns) return rest + 2;
  const char *clause = clause_before(text, at);
  bool begins = begins_sentence(text, at) || (clause && begins_sentence(text, clause));
  if (*rest != ' ' || (!begins && !(clause && is_verb(rest + 1)))) return rest;
  verbs[0] = rest + 1;
  if (begins) verbs[1] = second_verb(rest);
  return rest;
}

void words_add(const struct play *play, int viewer, const char *text, struct text *out) {
  const char *verbs[2] = { NULL, NULL };
  bool is_reader = false; /* whether the sentence began with the reader */
  for (const char *at = text; *at;) {
    int seat = seat_at(play, text, at);
    bool begins = begins_sentence(text, at);
    if (begins) is_reader = seat >= 0 && seat == viewer;
    size_t self = is_reader ? self_length(text, at) : 0;
    if (at == verbs[0] || at == verbs[1]) {
      add_verb(out, at, word_length(at));
      at += word_length(at);
    } else if (self) {
      text_append_format(out, "yourself");
      at += self;
    } else if (seat >= 0 &&
               (is_numbered(trv_setup_seat_name(play->setup, (uint32_t)seat)) || (begins && seat == viewer)))
      at = add_seat(play, viewer, text, at, (uint32_t)seat, out, verbs);
    else text_append(out, at++, 1);
  }
}

const char *words_asked(const struct play *play, uint32_t seat) {
  const char *name = play_seat_name(play, seat);
  return play->people == 1 && is_numbered(name) ? "you" : name;
}
