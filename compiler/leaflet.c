/* The sheet of house rules: what is different, to lay on the table beside the rulebook. Each variant has a section with
 * what its author says of it, settings have one, and in the end stand the items of the rulebook that no longer hold as
 * they are. */
#include <stdlib.h>
#include <string.h>

#include "compiler/diff.h"
#include "compiler/passes.h"

/* ---- plain texts ---- */

const char *leaflet_plain(struct arena *arena, const char *markdown) {
  struct text out = arena_text(arena);
  for (; *markdown; markdown++) {
    if (*markdown == '*') continue;
    if (*markdown == '\\' && markdown[1]) markdown++;
    text_add_bytes(&out, markdown, 1);
  }
  return text_get(&out);
}

const char *leaflet_cites(struct arena *arena, const struct tree *cites) {
  struct text out = arena_text(arena);
  context_add_cites(&out, cites, " ", "-");
  return text_get(&out);
}

const char *leaflet_items(struct arena *arena, const struct rulebook *rulebook, const struct tree *cites) {
  struct text out = arena_text(arena);
  struct diff_item item;
  for (size_t i = 0; rulebook && diff_cited(cites, i, &item); i++) {
    const struct rulebook_item *found = rulebook_find(rulebook, item.kind, item.number);
    if (found) text_format(&out, "%s%c%u %s", out.length ? "\n" : "", item.kind, item.number, found->text);
  }
  return text_get(&out);
}

/* ---- the rulebook ---- */

struct leaflet {
  const struct diff *diff;
  struct sheet sheet;
  bool *wanted;  /* per item of the rulebook: it is told at the end */
  bool *repeats; /* per difference: an earlier one is of the same change of a variant, and tells of it */
};

static void want(struct leaflet *leaflet, char kind, uint32_t number) {
  const struct rulebook *rulebook = leaflet->diff->rulebook;
  const struct rulebook_item *item = rulebook_find(rulebook, kind, number);
  if (item) leaflet->wanted[item - rulebook->items] = true;
}

/* A rulebook may begin the text of a setting with its particulars, "name `x`, default off: …", and end it with the items
 * that it changes, "… Changes R16, R63.", or, for components, with the file that lists them, "… Table: cards.csv". All
 * this is told in other ways here. */
static const char changes[] = "Changes ";

/* The text of an item for the table: without its file, and without the backquotes that set off names of columns. */
static const char *item_words(struct arena *arena, const char *text) {
  struct text out = arena_text(arena);
  const char *end = strstr(text, " Table: ");
  if (!end) end = strstr(text, " Tables: ");
  for (; *text && text != end; text++)
    if (*text != '`') text_add_bytes(&out, text, 1);
  return text_get(&out);
}

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

/* " (V2; changes R16, R63)" */
static void tell_setting_cites(struct leaflet *leaflet, const struct tree *cites, const char *changed) {
  struct sheet *sheet = &leaflet->sheet;
  size_t length = strlen(changed);
  if (!length) {
    sheet_cites(sheet, cites);
    return;
  }
  while (length && strchr(" .", changed[length - 1])) length--;
  say(sheet, " (");
  context_add_cites(sheet->out, cites, ", ", "–");
  say(sheet, "; changes ");
  sheet_text(sheet, arena_copy_text(leaflet->diff->arena, changed, length));
  say(sheet, ")");
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

static bool is_told(const struct difference *found) { return found->for_players && !found->is_choice; }

/* A constant or fn that a variant adds only serves its other changes. */
static bool is_helper(const struct difference *found) {
  return found->kind == TRV_ADDED && (!strcmp(found->part, "constant") || !strcmp(found->part, "fn"));
}

static void want_cited(struct leaflet *leaflet, const struct tree *cites) {
  struct diff_item item;
  for (size_t i = 0; leaflet->diff->rulebook && diff_cited(cites, i, &item); i++) want(leaflet, item.kind, item.number);
}

/* "- Words (R12)." or, with a list below, "- Words (R12):" and the list. */
static void tell_words(struct leaflet *leaflet, const struct difference *found) {
  struct sheet *sheet = &leaflet->sheet;
  const char *words = found->words, *list = strchr(words, '\n');
  size_t length = list ? (size_t)(list - found->words) : strlen(words);
  bool colon = length && words[length - 1] == ':';
  sheet_item(sheet, "");
  text_add_bytes(sheet->out, words, length ? length - 1 : length); /* citations stand before the mark */
  sheet_cites(sheet, found->cites);
  say(sheet, colon ? ":" : ".");
  if (list) say(sheet, list);
}

/* "- What the author says of it (R12)." */
static void tell_doc(struct leaflet *leaflet, const char *doc, const struct tree *cites) {
  struct sheet *sheet = &leaflet->sheet;
  size_t length = strlen(doc);
  while (length && strchr(" \n.", doc[length - 1])) length--;
  sheet_item(sheet, "");
  sheet_text(sheet, arena_copy_text(leaflet->diff->arena, doc, length));
  sheet_cites(sheet, cites);
  say(sheet, ".");
}

/* The comment above the change that made a difference, or NULL. */
static const char *doc_of(const struct diff *diff, const struct difference *found) {
  const struct change *change = variants_change_at(diff->after, found->span);
  return change ? change->doc : NULL;
}

/* Marks differences of a change of which an earlier difference tells already. */
static bool *find_repeats(const struct diff *diff) {
  const struct difference *list = diff->list.items;
  bool *repeats = arena_try(diff->arena, diff->list.count + 1);
  bool *told = arena_try(diff->arena, diff->after->changes.count + 1); /* per change */
  for (size_t i = 0; repeats && told && i < diff->list.count; i++) {
    const struct change *change = variants_change_at(diff->after, list[i].span);
    bool *is_change_told = change ? &told[change - (const struct change *)diff->after->changes.items] : NULL;
    repeats[i] = change && *is_change_told;
    if (change) *is_change_told |= is_told(&list[i]);
  }
  return told ? repeats : NULL;
}

static void tell(struct leaflet *leaflet, size_t index) {
  const struct difference *found = (const struct difference *)leaflet->diff->list.items + index;
  const char *doc = doc_of(leaflet->diff, found);
  if (!doc) tell_words(leaflet, found);
  else if (!leaflet->repeats[index]) tell_doc(leaflet, doc, found->cites);
  want_cited(leaflet, found->cites);
}

static void tell_setting(struct leaflet *leaflet, const struct difference *found) {
  const struct rulebook *rulebook = leaflet->diff->rulebook;
  sheet_item(&leaflet->sheet, found->words);
  struct diff_item item;
  const char *changed = "";
  for (size_t i = 0; rulebook && diff_cited(found->cites, i, &item); i++) {
    const struct rulebook_item *said = rulebook_find(rulebook, item.kind, item.number);
    if (said && item.kind == 'V') {
      const char *end = strstr(said->text, changes);
      if (end) changed = end + strlen(changes);
      tell_setting_item(leaflet, said);
      want_mentioned(leaflet, said->text);
    } else if (said) want(leaflet, item.kind, item.number);
  }
  tell_setting_cites(leaflet, found->cites, changed);
}

/* Whether a difference is written in a file, -1: in any file that is no variant's. */
static bool is_in(const struct diff *diff, const struct difference *found, int64_t file) {
  if (file >= 0) return file == (int64_t)found->span.file;
  return !diff->after->variants.count || !variants_own(diff->after, found->span.file);
}

/* Whether all that a file changes is told in its author's words: nobody then has to know what only serves it. */
static bool is_all_explained(const struct diff *diff, int64_t file) {
  const struct difference *list = diff->list.items;
  bool explained = true;
  for (size_t i = 0; i < diff->list.count; i++)
    if (is_in(diff, &list[i], file) && is_told(&list[i]) && !is_helper(&list[i]) && !doc_of(diff, &list[i]))
      explained = false;
  return explained;
}

static void tell_file(struct leaflet *leaflet, int64_t file, const char *heading) {
  const struct diff *diff = leaflet->diff;
  const struct difference *list = diff->list.items;
  bool without_helpers = is_all_explained(diff, file);
  size_t told = 0;
  for (size_t i = 0; i < diff->list.count; i++) {
    if (!is_in(diff, &list[i], file) || !is_told(&list[i]) || (without_helpers && is_helper(&list[i]))) continue;
    if (told++ == 0 && heading) say(&leaflet->sheet, heading);
    tell(leaflet, i);
  }
}

/* ---- the sheet ---- */

static void tell_variant(struct leaflet *leaflet, const struct variant *variant) {
  struct sheet *sheet = &leaflet->sheet;
  say(sheet, "\n\n## ");
  sheet_text(sheet, variant->tree->word);
  say(sheet, "\n");
  if (variant->summary) {
    say(sheet, "\n**");
    sheet_text(sheet, variant->summary);
    say(sheet, "**\n");
  }
  if (tree_doc(variant->tree)) {
    say(sheet, "\n");
    sheet_text(sheet, tree_doc(variant->tree));
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
    sheet_text(&leaflet->sheet, item_words(leaflet->diff->arena, item->text));
  }
}

/* Whether the game had the variant before. */
static bool had(const struct compilation *c, const struct variant *variant) {
  for (size_t i = 0; i < c->variants.count; i++)
    if (!strcmp(ITEM(c, variants, struct variant, i)->tree->word, variant->tree->word)) return true;
  return false;
}

const char *leaflet_write(const struct diff *diff, struct text *out) {
  struct leaflet leaflet = { .diff = diff, .sheet = { .c = diff->after, .out = out, .unlinked = true } };
  const char *title = arena_format(diff->arena, "House rules for %s", diff->after->game->word);
  if (diff->rulebook) leaflet.wanted = arena_try(diff->arena, diff->rulebook->count + 1);
  leaflet.repeats = find_repeats(diff);
  if ((diff->rulebook && !leaflet.wanted) || !leaflet.repeats) return "";
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
