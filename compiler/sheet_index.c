/* The index at the end of the rules sheet: where each item of the rulebook is told. It is noted while the sheet is
 * written, from the citations beside each sentence. */
#include <stdlib.h>
#include <string.h>

#include "compiler/context.h"
#include "compiler/sheet.h"

struct index_mention {
  char kind;
  int32_t number;
  size_t heading; /* the number of the heading below which it stands */
};
struct sheet_index {
  struct vector headings; /* const char *: titles */
  struct vector mentions; /* struct index_mention */
};
enum { LONGEST_RANGE = 1000 }; /* of items that one citation may name, beyond which nobody would look them up */

struct sheet_index *sheet_index_new(struct compilation *c) {
  struct sheet_index *index = arena_alloc(c->arena, sizeof *index);
  vector_push(c->arena, &index->headings, &c->game->word, sizeof c->game->word); /* what stands before all headings */
  return index;
}

void sheet_heading(struct sheet *sheet, int level, const char *title) {
  text_format(sheet->out, "\n\n%.*s ", level, "######");
  sheet_text(sheet, title);
  if (sheet->index) vector_push(sheet->c->arena, &sheet->index->headings, &title, sizeof title);
}

void sheet_index_note(struct sheet *sheet, const struct tree *cites) {
  struct sheet_index *index = sheet->index;
  for (const struct tree *cite = cites; cite; cite = cite->next) {
    int32_t first = tree_cite_first(cite);
    for (int32_t number = first; number <= cite->number && number - first < LONGEST_RANGE; number++) {
      struct index_mention mention = { cite->word[0], number, index->headings.count - 1 };
      vector_push(sheet->c->arena, &index->mentions, &mention, sizeof mention);
    }
  }
}

const struct rulebook *sheet_rulebook(struct compilation *c) {
  const struct tree *name = c->game->kid[GAME_ITEMS];
  while (name && name->kind != TREE_GAME_RULEBOOK) name = name->next;
  int error = 0;
  int file = name ? source_read(c->sources, source_beside(c->sources, name->span.file, name->word), &error) : -1;
  return file >= 0 ? rulebook_read(c->sources, (uint32_t)file, c->diags) : NULL;
}

/* Components, rules, rulings, settings. */
static int rank_of(char kind) {
  const char *kinds = "CRAVS", *at = strchr(kinds, kind);
  return at ? (int)(at - kinds) : (int)strlen(kinds);
}

static int compare_mentions(const void *left, const void *right) {
  const struct index_mention *a = left, *b = right;
  if (a->kind != b->kind) return rank_of(a->kind) - rank_of(b->kind);
  if (a->number != b->number) return a->number < b->number ? -1 : 1;
  return a->heading < b->heading ? -1 : a->heading > b->heading;
}

static void link_heading(struct sheet *sheet, const char *title) {
  say(sheet, "[");
  sheet_text(sheet, title);
  say(sheet, "](#");
  for (const char *at = title; *at; at++) {
    char letter = *at == ' ' ? '-' : *at;
    if (letter >= 'A' && letter <= 'Z') letter = (char)(letter - 'A' + 'a');
    text_add_bytes(sheet->out, &letter, 1);
  }
  say(sheet, ")");
}

/* All headings of one item; gives the mention after the last of them. */
static size_t write_item(struct sheet *sheet, size_t from) {
  const struct index_mention *mentions = sheet->index->mentions.items;
  const char *const *headings = sheet->index->headings.items;
  size_t i = from;
  const char *before = " ";
  for (; i < sheet->index->mentions.count; i++) {
    if (mentions[i].kind != mentions[from].kind || mentions[i].number != mentions[from].number) break;
    if (i > from && !strcmp(headings[mentions[i].heading], headings[mentions[i - 1].heading])) continue;
    say(sheet, before);
    link_heading(sheet, headings[mentions[i].heading]);
    before = ", ";
  }
  say(sheet, ".");
  return i;
}

/* What the rulebook says, for those who read on a screen. */
static void write_text(struct sheet *sheet, const struct rulebook *rulebook, const struct index_mention *mention) {
  const struct rulebook_item *item =
      rulebook ? rulebook_find(rulebook, mention->kind, (uint32_t)mention->number) : NULL;
  if (!item) return;
  say(sheet, " *");
  sheet_text(sheet, item->text);
  say(sheet, "*");
}

void sheet_index_write(struct sheet *sheet) {
  struct sheet_index *index = sheet->index;
  sheet->index = NULL;
  if (!index->mentions.count || arena_failed(sheet->c->arena)) return;
  const struct rulebook *rulebook = sheet->page ? sheet_rulebook(sheet->c) : NULL;
  qsort(index->mentions.items, index->mentions.count, sizeof(struct index_mention), compare_mentions);
  sheet_heading(sheet, 2, "Index of rules");
  say(sheet, "\n");
  sheet->index = index;
  for (size_t i = 0; i < index->mentions.count;) {
    const struct index_mention *mention = (const struct index_mention *)index->mentions.items + i;
    text_format(sheet->out, "\n- **%c%d**", mention->kind, mention->number);
    size_t next = write_item(sheet, i);
    write_text(sheet, rulebook, mention);
    i = next;
  }
}
