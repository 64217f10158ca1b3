/* The sheet of house rules: what is different, to lay on the table beside the rulebook. Each variant has a section with
 * what its author says of it, settings have one, and in the end stand the items of the rulebook that no longer hold as
 * they are. */
#include <stdlib.h>
#include <string.h>

#include "compiler/context.h"
#include "compiler/diff.h"

/* ---- plain texts ---- */

const char *leaflet_plain(struct arena *arena, const char *markdown) {
  struct text_buffer out = { .arena = arena };
  for (; *markdown; markdown++) {
    if (*markdown == '*') continue;
    if (*markdown == '\\' && markdown[1]) markdown++;
    text_add_bytes(&out, markdown, 1);
  }
  return out.text ? out.text : "";
}

const char *leaflet_cites(struct arena *arena, const struct tree *cites) {
  struct text_buffer out = { .arena = arena };
  for (const struct tree *cite = cites; cite; cite = cite->next) {
    text_format(&out, "%s%s", out.length ? " " : "", cite->word);
    if ((long)cite->number > strtol(cite->word + 1, NULL, 10)) text_format(&out, "-%c%d", cite->word[0], cite->number);
  }
  return out.text ? out.text : "";
}

const char *leaflet_items(struct arena *arena, const struct rulebook *rulebook, const struct tree *cites) {
  struct text_buffer out = { .arena = arena };
  struct diff_item item;
  for (size_t i = 0; rulebook && diff_cited(cites, i, &item); i++) {
    const struct rulebook_item *found = rulebook_find(rulebook, item.kind, item.number);
    if (found) text_format(&out, "%s%c%u %s", out.length ? "\n" : "", item.kind, item.number, found->text);
  }
  return out.text ? out.text : "";
}

/* ---- the rulebook ---- */

struct leaflet {
  const struct diff *diff;
  struct sheet sheet;
  bool *wanted; /* per item of the rulebook: it is told at the end */
};

static void want(struct leaflet *leaflet, char kind, uint32_t number) {
  const struct rulebook *rulebook = leaflet->diff->rulebook;
  const struct rulebook_item *item = rulebook_find(rulebook, kind, number);
  if (item) leaflet->wanted[item - rulebook->items] = true;
}

/* A rulebook may begin the text of a setting with its particulars, "name `x`, default off: …", and end it with the items
 * that it changes, "… Changes R16, R63.". Both are told in other ways here. */
static const char changes[] = "Changes ";

static const char *setting_start(const char *text) {
  const char *colon = strncmp(text, "name `", 6) == 0 ? strstr(text, ": ") : NULL;
  return colon ? colon + 2 : text;
}

/* Wants the items that the text of a setting mentions, those it changes among them. */
static void want_mentioned(struct leaflet *leaflet, const char *text) {
  for (const char *at = text; *at; at++) {
    if (!strchr("RAC", *at) || (at > text && !strchr(" (", at[-1])) || at[1] < '0' || at[1] > '9') continue;
    want(leaflet, *at, (uint32_t)strtoul(at + 1, NULL, 10));
  }
}

/* What the rulebook says of a setting, as a sentence. */
static void tell_setting_item(struct leaflet *leaflet, const struct rulebook_item *item) {
  struct arena *arena = leaflet->diff->arena;
  const char *text = setting_start(item->text), *end = strstr(text, changes);
  size_t length = end ? (size_t)(end - text) : strlen(text);
  while (length && text[length - 1] == ' ') length--;
  char *sentence = arena_copy_text(arena, text, length);
  if (sentence[0] >= 'a' && sentence[0] <= 'z') sentence[0] = (char)(sentence[0] - 'a' + 'A');
  say(&leaflet->sheet, " ");
  sheet_text(&leaflet->sheet, sentence);
}

/* ---- differences ---- */

static void capital(struct arena *arena, const char **words) {
  const char *at = *words + strspn(*words, "*");
  if (*at < 'a' || *at > 'z') return;
  char *copy = arena_copy_text(arena, *words, strlen(*words));
  copy[at - *words] = (char)(*at - 'a' + 'A');
  *words = copy;
}

/* "- Words (R12)." or, with a list below, "- Words (R12):" and the list. */
static void tell(struct leaflet *leaflet, const struct difference *found) {
  struct sheet *sheet = &leaflet->sheet;
  const char *words = found->words, *list = strchr(words, '\n');
  capital(leaflet->diff->arena, &words);
  size_t length = list ? (size_t)(list - found->words) : strlen(words);
  bool colon = length && words[length - 1] == ':';
  sheet_item(sheet, "");
  text_add_bytes(sheet->out, words, colon ? length - 1 : length);
  sheet_cites(sheet, found->cites);
  say(sheet, colon ? ":" : ".");
  if (list) say(sheet, list);
  struct diff_item item;
  for (size_t i = 0; leaflet->diff->rulebook && diff_cited(found->cites, i, &item); i++)
    want(leaflet, item.kind, item.number);
}

static void tell_setting(struct leaflet *leaflet, const struct difference *found) {
  const struct rulebook *rulebook = leaflet->diff->rulebook;
  const char *words = found->words;
  capital(leaflet->diff->arena, &words);
  sheet_item(&leaflet->sheet, words);
  say(&leaflet->sheet, ".");
  struct diff_item item;
  for (size_t i = 0; rulebook && diff_cited(found->cites, i, &item); i++) {
    const struct rulebook_item *said = rulebook_find(rulebook, item.kind, item.number);
    if (said && item.kind == 'V') {
      tell_setting_item(leaflet, said);
      want_mentioned(leaflet, said->text);
    } else if (said) want(leaflet, item.kind, item.number);
  }
  sheet_cites(&leaflet->sheet, found->cites);
}

/* The differences that are written in a file, -1: in any file that is no variant's. */
static void tell_file(struct leaflet *leaflet, int64_t file, const char *heading) {
  const struct diff *diff = leaflet->diff;
  const struct difference *list = diff->list.items;
  size_t told = 0;
  for (size_t i = 0; i < diff->list.count; i++) {
    bool here = file == (int64_t)list[i].span.file;
    if (file < 0) {
      here = true;
      for (size_t v = 0; v < diff->after->variants.count; v++)
        here &= ITEM(diff->after, variants, struct variant, v)->file != list[i].span.file;
    }
    if (!here || !list[i].for_players || list[i].is_choice) continue;
    if (told++ == 0 && heading) say(&leaflet->sheet, heading);
    tell(leaflet, &list[i]);
  }
}

/* ---- the sheet ---- */

static void tell_variant(struct leaflet *leaflet, const struct variant *variant) {
  struct sheet *sheet = &leaflet->sheet;
  say(sheet, "\n\n## ");
  sheet_text(sheet, variant->tree->word);
  say(sheet, "\n");
  for (const struct tree *item = variant->tree->kid[VARIANT_ITEMS]; item; item = item->next) {
    if (item->kind != TREE_GAME_SUMMARY) continue;
    say(sheet, "\n**");
    sheet_text(sheet, item->word);
    say(sheet, "**\n");
  }
  if (variant->tree->doc) {
    say(sheet, "\n");
    sheet_text(sheet, variant->tree->doc);
    say(sheet, "\n");
  }
  tell_file(leaflet, variant->file, NULL);
}

static void tell_settings(struct leaflet *leaflet) {
  const struct difference *list = leaflet->diff->list.items;
  bool begun = false;
  for (size_t i = 0; i < leaflet->diff->list.count; i++) {
    if (!list[i].is_choice) continue;
    if (!begun) say(&leaflet->sheet, "\n\n## What we agreed\n");
    begun = true;
    tell_setting(leaflet, &list[i]);
  }
}

static void tell_rulebook(struct leaflet *leaflet) {
  const struct rulebook *rulebook = leaflet->diff->rulebook;
  bool begun = false;
  for (size_t i = 0; rulebook && i < rulebook->count; i++) {
    const struct rulebook_item *item = &rulebook->items[i];
    if (!leaflet->wanted[i] || item->kind == 'V' || item->kind == 'S') continue;
    if (!begun)
      say(&leaflet->sheet,
          "\n\n## In the rulebook\n\nThese items are the ones concerned. As they stand there, they say:\n");
    begun = true;
    text_format(leaflet->sheet.out, "\n- **%c%u** ", item->kind, item->number);
    sheet_text(&leaflet->sheet, item->text);
  }
}

/* Whether the game had the variant before. */
static bool had(const struct compilation *c, const struct variant *variant) {
  for (size_t i = 0; i < c->variants.count; i++)
    if (!strcmp(ITEM(c, variants, struct variant, i)->tree->word, variant->tree->word)) return true;
  return false;
}

const char *leaflet_write(const struct diff *diff, struct text_buffer *out) {
  struct leaflet leaflet = { .diff = diff, .sheet = { .c = diff->after, .out = out, .unlinked = true } };
  const char *title = arena_format(diff->arena, "House rules for %s", diff->after->game->word);
  if (diff->rulebook) leaflet.wanted = arena_alloc(diff->arena, diff->rulebook->count + 1);
  say(&leaflet.sheet, "# ");
  sheet_text(&leaflet.sheet, title);
  say(&leaflet.sheet, diff->list.count ? "\n\nEverything that this sheet does not mention is as usual."
                                       : "\n\nNothing is different: the game is played as usual.");
  size_t told = 0;
  for (size_t i = 0; i < diff->after->variants.count; i++) {
    const struct variant *variant = ITEM(diff->after, variants, struct variant, i);
    if (had(diff->before, variant)) continue;
    tell_variant(&leaflet, variant);
    told++;
  }
  /* What stands in other files, such as a table's, is the doing of the variant if there is only one. */
  tell_file(&leaflet, -1, told == 1 ? NULL : "\n\n## What is different\n");
  tell_settings(&leaflet);
  tell_rulebook(&leaflet);
  say(&leaflet.sheet, "\n");
  return title;
}
