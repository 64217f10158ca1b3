/* What the rules say, as one person reads it: that person is "you", and others have the names they were given.
 *
 * Rules speak of seats by name: "p1 takes a card from p2". Seats that have only numbers are replaced wherever they stand. A
 * seat with a name of its own, such as a colour, may mean something else within a sentence, and is replaced at its beginning
 * alone. What "you" do has no s: "you take". */
#include <ctype.h>
#include <string.h>

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

/* Where a second verb of the same sentence begins: behind the first " and " a word that ends in s, with more behind it. */
static const char *second_verb(const char *text) {
  const char *and = strstr(text, " and "), *word = and? and+strlen(" and ") : NULL;
  size_t length = word ? word_length(word) : 0;
  return length > 2 && word[length - 1] == 's' && word[length] == ' ' ? word : NULL;
}

void words_add(const struct play *play, int viewer, const char *text, struct text *out) {
  const char *verb = NULL, *second = NULL;
  for (const char *at = text; *at;) {
    int seat = seat_at(play, text, at);
    const char *name = seat >= 0 ? trv_setup_seat_name(play->setup, (uint32_t)seat) : "";
    bool begins = seat >= 0 && begins_sentence(text, at);
    if (at == verb || at == second) {
      add_verb(out, at, word_length(at));
      at += word_length(at);
    } else if (seat >= 0 && (is_numbered(name) || (begins && seat == viewer))) {
      const char *rest = at + strlen(name);
      bool owns = strncmp(rest, "'s", 2) == 0;
      text_append_format(out, "%s", seat == viewer && owns ? "your" : play_seat_word(play, (uint32_t)seat, viewer));
      if (seat == viewer && begins && *rest == ' ') {
        verb = rest + 1;
        second = second_verb(rest);
      }
      at = seat == viewer && owns ? rest + 2 : rest;
    } else text_append(out, at++, 1);
  }
}
