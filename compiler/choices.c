/* Choices: who chooses, options with their arguments, conditions, labels and bodies; groups of options; `pick`. */
#include "compiler/statements.h"

/* Runs a check where nothing may happen, and gives the surroundings back. */
static const char *quiet(struct compilation *c, const char *where) {
  const char *before = c->checker->where;
  c->checker->where = where;
  return before;
}

static void check_needs(struct compilation *c, struct tree *needs) {
  const char *before = quiet(c, "a condition");
  for (struct tree *need = needs; need; need = need->next) {
    types_condition(c, need->kid[NEED_CONDITION]);
    if (need->kid[NEED_REASON]) types_text(c, need->kid[NEED_REASON]);
  }
  c->checker->where = before;
}

static void check_text(struct compilation *c, struct tree *text, const char *where) {
  if (!text) return;
  const char *before = quiet(c, where);
  types_text(c, text);
  c->checker->where = before;
}

/* Every argument is a loop inside those before it, and lowering looks at each of them from all the others. */
enum { MOST_ARGUMENTS = 16 };

static void check_arguments(struct compilation *c, const struct tree *option) {
  int count = 0;
  for (struct tree *arg = option->kid[OPTION_ARGS]; arg && !arena_failed(c->arena); arg = arg->next) {
    types_binder(c, arg);
    if (++count == MOST_ARGUMENTS + 1)
      diag_report(c->diags, DIAG_E0410, arg->span, "an option has at most %d arguments", MOST_ARGUMENTS);
  }
}

/* ---- an option's `let`s ---- */

/* They are worked out wherever they are mentioned, for what stands before that may have to exclude them. Those that
 * mention each other multiply, and the passes that follow walk through all of it: hence a limit. */
enum { LET_LIMIT = 1000 };

/* The `let` of an option that a node mentions, or NULL. */
static struct symbol *let_at(const struct tree *node) {
  const struct note *note = node->kind == TREE_NAME ? node->note : NULL;
  return note && note->kind == NOTE_SYMBOL && note->symbol->inline_value ? note->symbol : NULL;
}

/* Nodes of an expression with the values of `let`s in the place of their names. */
static int64_t whole_size(const struct tree *node) {
  const struct symbol *let = let_at(node);
  int64_t size = let ? let->whole_size : 1;
  for (int i = 0; i < tree_kid_count(node->kind); i++)
    for (const struct tree *kid = node->kid[i]; kid; kid = kid->next) size += whole_size(kid);
  return size;
}

/* Returns whether it is small enough. */
static bool measure_let(struct compilation *c, const struct tree *let) {
  int64_t size = whole_size(let->kid[LET_VALUE]);
  if (size <= LET_LIMIT) {
    let->symbol->whole_size = (int32_t)size;
    return true;
  }
  struct diag *diag =
      diag_report(c->diags, DIAG_E0410, let->word_span,
                  "`%s` is too long with all that it mentions: %lld names, values and signs, at most %d", let->word,
                  (long long)size, LET_LIMIT);
  diag_note(c->diags, diag, "a `let` of an option is worked out anew wherever it is mentioned; make a `fn` of a part");
  return false;
}

/* Notes which of them the body mentions, by another one too: each is looked through once. */
static void note_lets_of_body(const struct tree *node) {
  struct symbol *let = let_at(node);
  if (let && !let->in_body) {
    let->in_body = true;
    note_lets_of_body(let->inline_value);
  }
  for (int i = 0; i < tree_kid_count(node->kind); i++)
    for (const struct tree *kid = node->kid[i]; kid; kid = kid->next) note_lets_of_body(kid);
}

static void check_head(struct compilation *c, struct tree *option) {
  const char *before = quiet(c, "a condition");
  bool small = true;
  check_arguments(c, option);
  for (struct tree *let = option->kid[OPTION_LETS]; let && !arena_failed(c->arena); let = let->next) {
    struct type *type = types_check_part(c, let->kid[LET_VALUE], NULL);
    bool nameless = type->kind == TYPE_KIND_NONE || type->kind == TYPE_KIND_ZONE || type->kind == TYPE_KIND_CELL;
    if (nameless)
      diag_report(c->diags, DIAG_E0320, let->span, "%s cannot be named here; write it where it is used",
                  type_phrase(c, type));
    if (nameless) type = c->error_type;
    struct symbol *symbol = types_scope_declare(c, let, type);
    symbol->inline_value = let->kid[LET_VALUE];
    small = small && measure_let(c, let); /* those that follow from the first are as large */
  }
  c->checker->where = before;
}

/* In the body they have registers, but for texts, which are never stored. */
static void enter_body(const struct tree *option) {
  for (const struct tree *let = option->kid[OPTION_LETS]; let; let = let->next)
    if (let->symbol->type->kind != TYPE_KIND_TEXT) let->symbol->whole_size = 1;
}

static void check_option(struct compilation *c, struct tree *option) {
  struct symbol *mark = types_scope_mark(c);
  check_head(c, option);
  if (arena_failed(c->arena)) return types_scope_close(c, mark);
  check_needs(c, option->kid[OPTION_NEEDS]);
  check_text(c, option->kid[OPTION_LABEL], "a label");
  int loops = c->checker->loops;
  if (c->checker->in_group) c->checker->loops = 0;
  enter_body(option);
  statements_check_block(c, option->kid[OPTION_BODY]);
  note_lets_of_body(option->kid[OPTION_BODY]);
  c->checker->loops = loops;
  types_scope_close(c, mark);
}

static void check_include(struct compilation *c, struct tree *include) {
  struct tree *call = include->kid[INCLUDE_CALL];
  struct symbol *group = symbol_named(c, call);
  if (!group || group->kind != SYMBOL_OPTIONS) {
    types_unknown(c, call, "group of options", 1u << SYMBOL_OPTIONS, DIAG_E0204);
    return;
  }
  group->used = true;
  const char *before = quiet(c, "a condition");
  types_arguments(c, group, call, call->kid[CALL_ARGS], 0);
  c->checker->where = before;
  types_note(c, call, NOTE_CALL, c->void_type, group, 0);
  if (!c->checker->proc) return;
  struct call_edge *edge = arena_alloc(c->arena, sizeof *edge); /* its bodies run inside the including procedure */
  *edge = (struct call_edge){ group, call->span, c->checker->proc->calls };
  c->checker->proc->calls = edge;
}

/* The newest option of a name, and the number of its choice or group. */
struct seen_option {
  const struct tree *tree;
  uint32_t among;
};

static void check_unique(struct compilation *c, const struct tree *option, uint32_t among) {
  struct seen_option *other = table_get(c->option_names, option->word);
  if (other && other->among == among) {
    struct diag *diag =
        diag_report(c->diags, DIAG_E0407, option->word_span, "this choice has two options named `%s`", option->word);
    diag_note_at(c->diags, diag, other->tree->word_span, "the other `%s`", other->tree->word);
    return;
  }
  if (!other) other = arena_alloc(c->arena, sizeof *other);
  *other = (struct seen_option){ option, among };
  table_put(c->option_names, option->word, other);
}

/* Before the options themselves are checked, in which there may be choices with options of the same names. */
static void check_names(struct compilation *c, const struct tree *options, bool group) {
  uint32_t among = ++c->option_lists;
  for (const struct tree *node = options; node; node = node->next) {
    if (node->kind == TREE_OPTION) check_unique(c, node, among);
    if (node->kind != TREE_INCLUDE || group) continue;
    const struct symbol *included = symbol_find(c, node->kid[INCLUDE_CALL]->word);
    if (!included || included->kind != SYMBOL_OPTIONS) continue;
    for (const struct tree *option = included->tree->kid[OPTIONS_OPTIONS]; option; option = option->next)
      if (option->kind == TREE_OPTION) check_unique(c, option, among);
  }
}

static void check_options(struct compilation *c, struct tree *options, bool group) {
  const struct tree *otherwise = NULL;
  check_names(c, options, group);
  for (struct tree *node = options; node; node = node->next) {
    bool last_resort = node->kind == TREE_OTHERWISE || (node->kind == TREE_OPTION && node->flags & FLAG_OTHERWISE);
    if (last_resort && (otherwise || group))
      diag_report(c->diags, DIAG_E0408, node->span,
                  group ? "a group of options has no `otherwise`" : "a choice has one `otherwise` at most");
    if (last_resort) otherwise = node;
    if (node->kind == TREE_OPTION) check_option(c, node);
    else if (node->kind == TREE_OTHERWISE) statements_check_block(c, node->kid[OTHERWISE_BLOCK]);
    else if (group) {
      struct diag *diag = diag_report(c->diags, DIAG_E0408, node->span, "a group of options includes no other group");
      diag_note(c->diags, diag, "include both where the choice is made");
    } else check_include(c, node);
  }
}

void choices_check_group(struct compilation *c, struct tree *options) {
  check_options(c, options->kid[OPTIONS_OPTIONS], true);
}

void choices_check(struct compilation *c, struct tree *choose) {
  types_must_be_effect(c, choose, "a choice");
  struct symbol *mark = types_scope_mark(c);
  if (choose->kid[CHOOSE_EACH]) {
    struct symbol *chooser = types_binder(c, choose->kid[CHOOSE_EACH]);
    if (!type_fits(c->player_type, chooser->type))
      types_mismatch(c, choose->kid[CHOOSE_EACH], c->player_type, chooser->type);
  } else types_expression_as(c, choose->kid[CHOOSE_BY], c->player_type);
  check_text(c, choose->kid[CHOOSE_PROMPT], "a prompt");
  bool secret = c->checker->in_secret;
  c->checker->in_secret |= choose->kid[CHOOSE_EACH] != NULL;
  if (!choose->kid[CHOOSE_OPTIONS]) diag_report(c->diags, DIAG_E0408, choose->span, "this choice has no options");
  check_options(c, choose->kid[CHOOSE_OPTIONS], false);
  c->checker->in_secret = secret;
  types_scope_close(c, mark);
}

struct type *choices_check_pick(struct compilation *c, struct tree *pick) {
  types_must_be_effect(c, pick, "a choice");
  types_expression_as(c, pick->kid[PICK_BY], c->player_type);
  check_text(c, pick->kid[PICK_PROMPT], "a prompt");
  struct symbol *mark = types_scope_mark(c);
  const char *before = quiet(c, "a condition");
  struct type *type = types_binder(c, pick->kid[PICK_BINDER])->type;
  c->checker->where = before;
  check_needs(c, pick->kid[PICK_NEEDS]);
  check_text(c, pick->kid[PICK_LABEL], "a label");
  types_scope_close(c, mark);
  struct tree *other = pick->kid[PICK_ELSE];
  if (!other || type->kind == TYPE_KIND_ERROR) return type;
  struct type *instead = types_check_expression(c, other, type);
  if (instead->kind == TYPE_KIND_NONE || instead->optional) type = type_optional(c, type);
  if (!type_fits(type, instead)) types_mismatch(c, other, type, instead);
  return type;
}
