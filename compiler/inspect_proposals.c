/* What could be done at a place of the rules or of the rulebook (trv_inspect.h): the cases that a match lacks, a reason for
 * a condition, a citation, a procedure that is called and not there, an allowance, a scenario. Everything is told from
 * the trees; the text is only looked at for its lines. */
#include <stdio.h>
#include <string.h>

#include "compiler/context.h"
#include "compiler/inspect.h"
#include "compiler/type.h"

enum { TITLE_LENGTH = 60, CITED_OFFERS = 12 };

/* ---- adding ---- */

void proposing_add(struct proposing *p, enum trv_proposal_kind kind, const char *code, const char *title,
                   trv_rewriting first, const trv_rewriting *second) {
  trv_rewriting *changes = arena_alloc(p->arena, 2 * sizeof *changes);
  changes[0] = first;
  if (second) changes[1] = *second;
  trv_proposal proposal = { kind, title, code, changes, second ? 2 : 1 };
  vector_push(p->arena, &p->proposals, &proposal, sizeof proposal);
}

trv_rewriting proposing_change(const struct proposing *p, uint32_t start, uint32_t end, const char *text) {
  return (trv_rewriting){ { p->source->name, start, end }, text };
}

const char *proposing_text(const struct proposing *p, uint32_t start, uint32_t end) {
  return arena_copy_text(p->arena, p->source->text + start, end - start);
}

static uint32_t line_start(const struct source *source, uint32_t at) {
  while (at && source->text[at - 1] != '\n') at--;
  return at;
}

static uint32_t line_end(const struct source *source, uint32_t at) {
  while (at < source->length && source->text[at] != '\n' && source->text[at] != '\r') at++;
  return at;
}

const char *proposing_indent(const struct proposing *p, uint32_t at) {
  uint32_t start = line_start(p->source, at);
  return arena_copy_text(p->arena, p->source->text + start, strspn(p->source->text + start, " "));
}

/* Above the comments that belong to the declaration. */
uint32_t proposing_before(const struct proposing *p) {
  uint32_t at = line_start(p->source, p->path.nodes[0]->span.start);
  while (at) {
    uint32_t above = line_start(p->source, at - 1);
    const char *text = p->source->text + above;
    if (strncmp(text + strspn(text, " "), "//", 2) != 0) break;
    at = above;
  }
  return at;
}

uint32_t proposing_behind(const struct proposing *p) {
  const struct tree *decl = p->path.nodes[0];
  uint32_t end = decl->span.end;
  for (const struct tree *cite = decl->cites; cite; cite = cite->next)
    if (cite->span.file == p->file && cite->span.end > end) end = cite->span.end;
  for (const struct tree *aside = decl->asides; aside; aside = aside->next)
    if (aside->kind == TREE_ALLOW && aside->span.end > end) end = aside->span.end;
  return line_end(p->source, end);
}

const char *proposing_name(const struct proposing *p, const char *like) {
  const char *name = like;
  for (int i = 2; i < 100; i++) {
    const char *known = arena_intern(p->c->arena, name, strlen(name));
    if (!symbol_find(p->c, known) && !table_get(p->c->values, known)) return name;
    name = arena_format(p->arena, "%s_%d", like, i);
  }
  return name;
}

bool proposing_in_variant(const struct proposing *p) {
  for (size_t i = 0; i < p->c->variants.count; i++)
    if (ITEM(p->c, variants, struct variant, i)->file == p->file) return true;
  return false;
}

const char *proposing_type(const struct proposing *p, const struct type *type) {
  bool is_known = type && type->kind != TYPE_KIND_ERROR && type->kind != TYPE_KIND_VOID && type->kind != TYPE_KIND_NONE;
  return is_known ? type_name(p->c, type) : "int";
}

/* ---- where citations and allowances stand ---- */

static bool can_be_cited(const struct tree *node, const struct tree *parent) {
  if (!parent) return tree_is(node, CLASS_DECLARATION);
  switch (node->kind) {
  case TREE_OPTION:
  case TREE_INCLUDE:
  case TREE_OTHERWISE: return parent->kind == TREE_CHOOSE || parent->kind == TREE_OPTIONS;
  case TREE_NEED: return parent->kind == TREE_OPTION;
  case TREE_ARM: return parent->kind == TREE_MATCH;
  default:
    return (tree_is(node, CLASS_EITHER) && parent->kind == TREE_BLOCK) ||
           (tree_is(node, CLASS_SCENARIO_ITEM) && parent->kind == TREE_SCENARIO);
  }
}

/* The innermost node that can have a citation. */
static const struct tree *cited_node(const struct proposing *p) {
  for (int i = p->path.count - 1; i >= 0; i--)
    if (p->path.nodes[i]->span.file == p->file && can_be_cited(p->path.nodes[i], i ? p->path.nodes[i - 1] : NULL))
      return p->path.nodes[i];
  return NULL;
}

/* The first words of an item. */
static const char *item_words(const struct proposing *p, const struct rulebook_item *item) {
  size_t length = strcspn(item->text, "\n");
  if (length <= TITLE_LENGTH) return arena_copy_text(p->arena, item->text, length);
  for (length = TITLE_LENGTH; length && item->text[length] != ' ';) length--;
  return arena_format(p->arena, "%.*s …", (int)(length ? length : strcspn(item->text, " \n")), item->text);
}

static bool is_listed(const char *const *names, uint32_t count, const struct rulebook_item *item) {
  char name[16];
  snprintf(name, sizeof name, "%c%u", item->kind, item->number);
  for (uint32_t i = 0; i < count; i++)
    if (!strcmp(names[i], name)) return true;
  return false;
}

static void propose_citations(struct proposing *p) {
  const trv_rulebook_report *compared = &p->in->report->rulebook;
  const struct rulebook *book = p->c->rulebook;
  const struct tree *node = cited_node(p);
  int offered = 0;
  if (!book || !node || node->cites || p->in->report->diags.errors) return; /* with errors not all is compared */
  bool tests = p->path.nodes[0]->kind == TREE_SCENARIO;
  if (tests) node = p->path.nodes[0];
  uint32_t at = tests ? node->word_span.end : node->span.end;
  for (size_t i = 0; i < book->count && offered < CITED_OFFERS; i++) {
    const struct rulebook_item *item = &book->items[i];
    if (tests != (item->kind == 'S') || !is_listed(tests ? compared->untested : compared->uncited,
                                                   tests ? compared->untested_count : compared->uncited_count, item))
      continue;
    const char *title = arena_format(p->arena, "cite %c%u: %s", item->kind, item->number, item_words(p, item));
    const char *text = arena_format(p->arena, " @%c%u", item->kind, item->number);
    proposing_add(p, TRV_PROPOSAL_MEND, "W0601", title, proposing_change(p, at, at, text), NULL);
    offered++;
  }
}

/* ---- what is wrong here ---- */

static bool is_here(const struct proposing *p, struct span span) {
  return span.file == p->file && span.start <= p->end && p->start <= span.end;
}

static void propose_allowances(struct proposing *p) {
  const struct diag_list *diags = &p->in->report->diags;
  for (size_t i = 0; i < diags->count; i++) {
    const struct diag *diag = diags->items[i];
    const struct tree *node = cited_node(p);
    if (!node || diag_severity_of(diag->code) != SEVERITY_WARNING || diag->code == DIAG_W0508 ||
        !is_here(p, diag->span))
      continue;
    const char *code = diag_code_name(diag->code);
    const char *text = arena_format(p->arena, " allow %s \"it is meant so\"", code);
    proposing_add(p, TRV_PROPOSAL_MEND, code, arena_format(p->arena, "allow %s here, with a reason", code),
                  proposing_change(p, node->span.end, node->span.end, text), NULL);
  }
}

/* What a case could say until somebody thinks of something better: what the case before it says. */
static const char *value_of_arm(const struct proposing *p, const struct tree *match) {
  const struct tree *last = match->kid[MATCH_VALUE_ARMS];
  while (last && last->next) last = last->next;
  return last && last->kid[ARM_BODY] ? proposing_text(p, last->kid[ARM_BODY]->span.start, last->kid[ARM_BODY]->span.end)
                                     : "0";
}

static void propose_arms(struct proposing *p) {
  for (size_t i = 0; i < p->c->gaps.count; i++) {
    const struct kept_gap *gap = ITEM(p->c, gaps, struct kept_gap, i);
    const struct tree *match = gap->match;
    if (!is_here(p, match->span) || !match->span.end) continue;
    const char *indent = proposing_indent(p, match->span.start);
    const char *body = match->kind == TREE_MATCH ? " { }" : arena_format(p->arena, " => %s", value_of_arm(p, match));
    struct text text = arena_text(p->arena);
    for (const char *at = gap->missing; *at;) {
      size_t length = strcspn(at, " ");
      text_format(&text, "%s  %.*s%s\n", indent, (int)length, at, body);
      at += length + (at[length] == ' ');
    }
    uint32_t end = match->span.end - 1, start = line_start(p->source, end);
    bool alone = strspn(p->source->text + start, " ") >= end - start;
    const char *whole = arena_format(p->arena, alone ? "%s" : "\n%s%s", text_get(&text), indent);
    uint32_t at = alone ? start : end;
    proposing_add(p, TRV_PROPOSAL_MEND, "E0309", "add the missing cases", proposing_change(p, at, at, whole), NULL);
  }
}

static void propose_reason(struct proposing *p) {
  for (int i = p->path.count - 1; i > 0; i--) {
    const struct tree *need = p->path.nodes[i];
    if (need->kind != TREE_NEED || need->kid[NEED_REASON] || p->path.nodes[i - 1]->kind == TREE_SETTING) continue;
    proposing_add(p, TRV_PROPOSAL_MEND, "", "say why not: `else \"…\"`",
                  proposing_change(p, need->span.end, need->span.end, " else \"this is not possible now\""), NULL);
    return;
  }
}

/* The type of the last local of this name that is declared before a byte; NULL if there is none. */
static const struct type *type_of_local(const struct tree *node, const char *name, uint32_t before) {
  const struct type *type = NULL;
  const struct symbol *symbol = node->symbol;
  if (symbol && symbol->kind == SYMBOL_LOCAL && symbol->name == name && symbol->span.start < before)
    type = symbol->type;
  for (int i = 0; i < tree_kid_count(node->kind); i++)
    for (const struct tree *kid = node->kid[i]; kid; kid = kid->next) {
      const struct type *inner = type_of_local(kid, name, before);
      if (inner) type = inner;
    }
  return type;
}

/* The arguments of a call of something unknown are not looked at by anybody else. */
static const struct type *type_of_argument(const struct proposing *p, const struct tree *arg) {
  const struct symbol *global = arg->word ? symbol_find(p->c, arg->word) : NULL;
  if (arg->note && arg->note->type && arg->note->type->kind != TYPE_KIND_ERROR) return arg->note->type;
  if (arg->kind == TREE_CALL) return global && symbol_is_procedure(global) ? global->type : NULL;
  if (arg->kind != TREE_NAME) return NULL;
  const struct tree *decl = p->path.nodes[0];
  const struct type *type = type_of_local(decl, arg->word, arg->span.start);
  for (const struct symbol *param = decl->symbol ? symbol_params(decl->symbol) : NULL; param && !type;
       param = param->next_param)
    if (param->name == arg->word) type = param->type;
  return type ? type : global ? global->type : NULL;
}

/* A call of something that is not there. */
static void propose_procedure(struct proposing *p) {
  const struct tree *call = NULL, *parent = NULL;
  const struct diag_list *diags = &p->in->report->diags;
  bool is_unknown = false;
  for (int i = p->path.count - 1; i > 0 && !call; i--)
    if (p->path.nodes[i]->kind == TREE_CALL) call = p->path.nodes[i], parent = p->path.nodes[i - 1];
  for (size_t i = 0; call && i < diags->count; i++)
    is_unknown |= diags->items[i]->code == DIAG_E0204 && diags->items[i]->span.file == call->span.file &&
                  diags->items[i]->span.start == call->word_span.start;
  if (!is_unknown) return;
  struct text params = arena_text(p->arena);
  int number = 1;
  for (const struct tree *arg = call->kid[CALL_ARGS]; arg; arg = arg->next, number++) {
    const char *type = proposing_type(p, type_of_argument(p, arg));
    if (arg->kind == TREE_NAME) text_format(&params, "%s%s: %s", number > 1 ? ", " : "", arg->word, type);
    else text_format(&params, "%sa%d: %s", number > 1 ? ", " : "", number, type);
  }
  bool happens = parent->kind == TREE_BLOCK;
  const char *indent = proposing_indent(p, p->path.nodes[0]->span.start);
  const char *text = arena_format(p->arena, happens ? "\n\n%seffect %s(%s) { }" : "\n\n%sfn %s(%s) -> int = 0", indent,
                                  call->word, text_get(&params));
  uint32_t at = proposing_behind(p);
  proposing_add(p, TRV_PROPOSAL_MEND, "E0204",
                arena_format(p->arena, "declare the %s `%s`", happens ? "effect" : "fn", call->word),
                proposing_change(p, at, at, text), NULL);
}

/* ---- in the rulebook ---- */

/* A text of the language: without what would end it or begin a hole. */
static const char *as_title(const struct proposing *p, const char *words) {
  struct text title = arena_text(p->arena);
  for (; *words; words++)
    if (!strchr("\"\\{}", *words)) text_add_bytes(&title, words, 1);
  return text_get(&title);
}

static int32_t fewest_players(const struct compilation *c) {
  for (const struct tree *item = c->game ? c->game->kid[GAME_ITEMS] : NULL; item; item = item->next)
    if (item->kind == TREE_GAME_PLAYERS) return item->kid[GAME_PLAYERS_LOW]->number;
  return 2;
}

/* A scenario for an item that none shows, at the end of the file of rules. */
static void propose_scenario(struct proposing *p) {
  const struct rulebook *book = p->c->rulebook;
  const trv_rulebook_report *compared = &p->in->report->rulebook;
  const struct source *rules = p->c->sources->items[p->c->main_file];
  for (size_t i = 0; book && book->file == p->file && i < book->count; i++) {
    const struct rulebook_item *item = &book->items[i];
    if (item->span.start > p->end || item->end < p->start) continue;
    if (!is_listed(compared->untested, compared->untested_count, item)) continue;
    const char *words = item_words(p, item);
    bool ends_line = rules->length && rules->text[rules->length - 1] == '\n';
    const char *text = arena_format(
        p->arena, "%s\nscenario \"%s\" @%c%u players %d {\n  // %s\n  given after setup { }\n  run play\n}\n",
        ends_line ? "" : "\n", as_title(p, words), item->kind, item->number, fewest_players(p->c), words);
    trv_rewriting change = { { rules->name, (uint32_t)rules->length, (uint32_t)rules->length }, text };
    proposing_add(p, TRV_PROPOSAL_WRITE, "untested",
                  arena_format(p->arena, "write a scenario for %c%u", item->kind, item->number), change, NULL);
  }
}

/* ---- the door ---- */

/* Variants put nodes of one file into those of another: only what is of this file can be told to lie elsewhere. */
static bool lies_elsewhere(const struct proposing *p, const struct tree *node) {
  return node->span.file == p->file && (node->span.start > p->start || node->span.end < p->end);
}

static bool find_path(struct proposing *p, const struct tree *list) {
  struct node_path *path = &p->path;
  for (const struct tree *node = list; node; node = node->next) {
    if (lies_elsewhere(p, node) || path->count == PROPOSING_DEPTH) continue;
    bool is_here = node->span.file == p->file;
    if (is_here) path->nodes[path->count++] = node;
    for (int i = 0; i < tree_kid_count(node->kind); i++)
      if (find_path(p, node->kid[i])) return true;
    if (is_here) return true;
  }
  return false;
}

static void propose_in_rules(struct proposing *p) {
  for (size_t i = 0; i < p->c->file_count && !p->path.count; i++) find_path(p, p->c->files[i]->kid[FILE_DECLS]);
  propose_arms(p);
  if (!p->path.count) return;
  propose_reason(p);
  propose_procedure(p);
  propose_citations(p);
  propose_allowances(p);
  extract_propose(p);
}

uint32_t trv_inspection_propose(const trv_inspection *inspection, const char *file, uint32_t start, uint32_t end,
                                const trv_proposal **proposals) {
  trv_inspection *own = (trv_inspection *)(uintptr_t)inspection;
  const struct source_set *sources = &inspection->report->sources;
  uint32_t number = 0;
  *proposals = NULL;
  while (number < sources->count && strcmp(sources->items[number]->name, file) != 0) number++;
  if (!inspection->c || number == sources->count || start > end || end > sources->items[number]->length) return 0;
  arena_free(own->proposing);
  own->proposing = arena_new(&inspection->report->allocator);
  if (!own->proposing) return 0;
  struct proposing *p = arena_alloc(own->proposing, sizeof *p);
  *p = (struct proposing){ .in = inspection,
                           .c = inspection->c,
                           .arena = own->proposing,
                           .source = sources->items[number],
                           .file = number,
                           .start = start,
                           .end = end };
  if (p->source->keeps_tokens) propose_in_rules(p);
  else propose_scenario(p);
  *proposals = p->proposals.items;
  return arena_failed(p->arena) ? 0 : (uint32_t)p->proposals.count;
}
