/* Who is told what: texts, prompts, labels, reasons, conditions and options may not tell their reader of what he does not
 * see. Sizes are public. What a value depends on is knowledge.c's to say, who sees that sight.c's; here is who reads what.
 * What the course of the game tells (an `if` that looks at a hidden card and does something all can see) is not
 * judged. */
#include "compiler/hidden.h"

#include "compiler/meant.h"
#include "compiler/passes.h"
#include "compiler/sight.h"

struct judging {
  struct compilation *c;
  enum hidden_report report;
  const struct tested *facts;
  bool in_group; /* what a group's options read themselves, the analysis reports */
};
/* A secret that a reader does not see. */
struct leak {
  struct secret secret;
  enum sight sight;
};
enum { OF_READ = 1, OF_NAMED = 2 };

static void judge(struct judging *j, const struct tree *node);

static void judge_list(struct judging *j, const struct tree *node);

/* The worst that an expression tells a reader, of what it reads itself or by way of names; SIGHT_SEES for nothing. */
static struct leak find_among(struct judging *j, const struct secrets *secrets, const struct reader *reader,
                              unsigned which) {
  struct leak leak = { .sight = SIGHT_SEES };
  for (int i = 0; i < secrets->count; i++) {
    const struct secret *secret = &secrets->items[i];
    if (!(which & (secret->by_name ? OF_NAMED : OF_READ))) continue;
    enum sight sight = sight_of(j->c, j->facts, reader, secret);
    if (sight > leak.sight) leak = (struct leak){ .secret = *secret, .sight = sight };
  }
  return leak;
}

static struct leak find_leak(struct judging *j, const struct tree *node, const struct reader *reader, unsigned which) {
  struct secrets secrets = knowledge_in(j->c, node, reader);
  return find_among(j, &secrets, reader, which);
}

/* ---- reports ---- */

/* The analysis judges what is the writer's own; with variants, what those add or change. What a variant hides may be told
 * by the game that it changes: then it is reported where it is hidden. */
struct told_at {
  bool reported;
  struct span span;
  const struct tree *elsewhere; /* what tells it, if that is not here */
};

static struct told_at find_place(const struct judging *j, const struct tree *part, const struct symbol *changed) {
  if (j->report == HIDDEN_READ || variants_own(j->c, part->span.file))
    return (struct told_at){ .reported = true, .span = part->span };
  bool here = j->c->variants.count && variants_own(j->c, changed->span.file);
  return (struct told_at){ .reported = here, .span = changed->span, .elsewhere = part };
}

static void note_elsewhere(struct judging *j, struct diag *diag, const struct told_at *at) {
  if (at->elsewhere) diag_note_at(j->c->diags, diag, at->elsewhere->span, "the game tells it here");
}

static void note_setting(struct judging *j, struct diag *diag, const struct leak *leak) {
  if (leak->sight == SIGHT_BY_SETTING)
    diag_note(j->c->diags, diag, "unless `%s`: where that is tested before, this is not reported",
              meant_text(j->c, symbol_seen(leak->secret.symbol)->kid[SEEN_CONDITION]->span));
}

static void report_named(struct judging *j, const struct tree *part, const struct leak *leak,
                         const struct reader *reader) {
  struct diag_list *diags = j->c->diags;
  const char *name = knowledge_name(j->c, &leak->secret);
  struct told_at at = find_place(j, part, leak->secret.symbol);
  const char *teller = at.elsewhere ? "the game" : "this";
  if (!at.reported) return;
  struct diag *diag =
      diag_report(diags, DIAG_W0524, at.span,
                  reader->kind == READER_EVERYBODY ? "%s tells everybody something about `%s`, which not all see"
                  : reader->kind == READER_ALL_BUT ? "%s tells players something about `%s`, which they do not see"
                  : leak->sight == SIGHT_UNSURE    ? "%s tells a player something about `%s`, which he may not see"
                                                   : "%s tells a player something about `%s`, which he does not see",
                  teller, name);
  note_elsewhere(j, diag, &at);
  if (!at.elsewhere) diag_note_at(diags, diag, leak->secret.symbol->span, "`%s`", name);
  diag_note(diags, diag, "if the rules show it, move or `reveal` the card first");
  note_setting(j, diag, leak);
}

static void report_said(struct judging *j, const struct tree *part, const struct leak *leak, bool is_fail) {
  const struct symbol *hidden = leak->secret.symbol;
  struct diag_list *diags = j->c->diags;
  struct diag *diag = diag_report(diags, DIAG_E0409, part->span, "`%s` is for everybody, and not everybody sees `%s`",
                                  is_fail ? "fail" : "say", knowledge_name(j->c, &leak->secret));
  diag_note_at(diags, diag, hidden->span, "the %s `%s`", symbol_kind_word(hidden->kind), hidden->name);
  if (is_fail) return;
  diag_note(diags, diag, "%s",
            hidden->kind == SYMBOL_VAR
                ? "use `say to p \"…\"`, or copy it first into a variable that all see; what all choose at once (`by "
                  "each`) is secret anyhow until the last has chosen"
                : "use `say to p \"…\"`, or say it after the card has been moved to where all see it");
}

static void report_part(struct judging *j, const struct tree *part, const struct leak *leak) {
  struct diag *diag = diag_report(j->c->diags, DIAG_W0503, part->span,
                                  "this tells the player who chooses something about `%s`, which is hidden from him",
                                  knowledge_name(j->c, &leak->secret));
  diag_note_at(j->c->diags, diag, leak->secret.symbol->span, "it is declared here");
  note_setting(j, diag, leak);
}

/* ---- what is said ---- */

/* The parts of a text, or a condition, by way of names; `which` also when nobody else looks at what it reads itself. */
static void tell(struct judging *j, const struct tree *part, const struct reader *reader, unsigned which) {
  if (!part) return;
  if (part->kind == TREE_STRING) {
    for (const struct tree *kid = part->kid[STRING_PARTS]; kid; kid = kid->next)
      if (kid->kind != TREE_TEXT_PART) tell(j, kid, reader, which);
    return;
  }
  struct leak leak = find_leak(j, part, reader, which);
  if (leak.sight != SIGHT_SEES) report_named(j, part, &leak, reader);
}

static void judge_said_to(struct judging *j, const struct tree *say, const struct tree *to) {
  struct reader reader = knowledge_listener(j->c, to);
  tell(j, say->kid[SAY_STRING], &reader, OF_NAMED | (say->kid[SAY_TO] ? OF_READ : 0U));
}

static void judge_read_by_all(struct judging *j, const struct tree *string, bool is_fail) {
  struct reader everybody = { .kind = READER_EVERYBODY };
  for (const struct tree *part = string->kid[STRING_PARTS]; part; part = part->next) {
    struct leak leak =
        part->kind == TREE_TEXT_PART ? (struct leak){ .sight = SIGHT_SEES } : find_leak(j, part, &everybody, OF_READ);
    if (leak.sight != SIGHT_SEES) report_said(j, part, &leak, is_fail);
  }
}

static void judge_say(struct judging *j, const struct tree *say) {
  const struct tree *to = say->kid[SAY_TO];
  if (j->report == HIDDEN_NAMED && to && to->kind == TREE_LIST_VALUE) {
    for (const struct tree *one = to->kid[LIST_VALUE_ITEMS]; one; one = one->next) judge_said_to(j, say, one);
  } else if (j->report == HIDDEN_NAMED) judge_said_to(j, say, to);
  if (j->report == HIDDEN_READ && !to) judge_read_by_all(j, say->kid[SAY_STRING], false);
}

/* Why a game cannot go on is shown to whoever plays it. */
static void judge_fail(struct judging *j, const struct tree *fail) {
  struct reader everybody = { .kind = READER_EVERYBODY };
  if (j->report == HIDDEN_READ) judge_read_by_all(j, fail->kid[FAIL_STRING], true);
  else tell(j, fail->kid[FAIL_STRING], &everybody, OF_NAMED);
}

/* ---- what is offered ---- */

/* A condition, label, reason or prompt for the player who chooses. */
static void judge_part(struct judging *j, const struct tree *part, const struct reader *chooser) {
  if (!part) return;
  if (j->report == HIDDEN_NAMED) {
    tell(j, part, chooser, j->in_group ? OF_NAMED | OF_READ : OF_NAMED);
    return;
  }
  if (j->in_group) return;
  struct leak leak = find_leak(j, part, chooser, OF_READ);
  if (leak.sight != SIGHT_SEES) report_part(j, part, &leak);
}

/* Whether a domain offers the cards of a zone itself, and the chooser is not the one who sees them. Doubt about who owns
 * it is no excuse where only the owner sees it. */
static bool offers_unseen(const struct leak *leak, const struct tree *domain) {
  if (leak->secret.kind == SECRET_BOX && builtin_called(domain) == BUILTIN_BOX) return true;
  const struct symbol *zone = domain->kind == TREE_NAME || domain->kind == TREE_INDEX ? symbol_meant(domain) : NULL;
  if (!zone || zone->kind != SYMBOL_ZONE || zone != leak->secret.symbol) return false;
  const struct tree *seen = symbol_seen(zone);
  return leak->sight == SIGHT_NOT ||
         (leak->sight == SIGHT_UNSURE && !seen->kid[SEEN_CONDITION] && seen->number == SEEN_OWNER);
}

static void judge_domain(struct judging *j, const struct tree *domain, const struct reader *chooser) {
  struct leak leak = { .sight = SIGHT_SEES };
  if (j->report == HIDDEN_READ && !j->in_group) leak = find_leak(j, domain, chooser, OF_READ);
  if (!offers_unseen(&leak, domain)) {
    judge_part(j, domain, chooser);
    return;
  }
  const struct symbol *zone = leak.secret.symbol;
  struct diag *diag = diag_report(j->c->diags, DIAG_E0418, domain->span, "the player who chooses does not see `%s`",
                                  knowledge_name(j->c, &leak.secret));
  diag_note_at(j->c->diags, diag, zone->span, "it is declared here");
  diag_note(j->c->diags, diag, "to let a player look at cards, move them to a zone `for owner` first");
}

/* While the head of an option is judged its arguments are no secret: they are what is offered, and judged as that. */
static void judge_args(struct judging *j, const struct tree *args, const struct reader *chooser) {
  for (const struct tree *arg = args; arg; arg = arg->next) {
    judge_domain(j, arg->kid[BINDER_DOMAIN], chooser);
    if (arg->symbol && arg->symbol->knowledge) arg->symbol->knowledge->is_offered = true;
    judge_part(j, arg->kid[BINDER_WHERE], chooser);
    j->facts = sight_learn(j->c, j->facts, arg->kid[BINDER_WHERE], true);
  }
}

static void end_offer(const struct tree *args) {
  for (const struct tree *arg = args; arg; arg = arg->next)
    if (arg->symbol && arg->symbol->knowledge) arg->symbol->knowledge->is_offered = false;
}

static void judge_needs(struct judging *j, const struct tree *needs, const struct reader *chooser) {
  for (const struct tree *need = needs; need; need = need->next) {
    judge_part(j, need->kid[NEED_CONDITION], chooser);
    judge_part(j, need->kid[NEED_REASON], chooser);
  }
}

static void judge_head(struct judging *j, const struct tree *option, const struct reader *chooser) {
  judge_args(j, option->kid[OPTION_ARGS], chooser);
  judge_needs(j, option->kid[OPTION_NEEDS], chooser);
  judge_part(j, option->kid[OPTION_LABEL], chooser);
  end_offer(option->kid[OPTION_ARGS]);
}

/* Whether a group's options have been judged as this reader sees them; from now on they have. */
static bool was_judged(struct judging *j, struct knowledge *group, const struct reader *reader) {
  for (const struct reader *judged = group->judged; judged; judged = judged->next)
    if (whose_equal(j->c, judged->player, reader->player)) return true;
  struct reader *judged = arena_alloc(j->c->arena, sizeof *judged);
  *judged = *reader;
  judged->next = group->judged;
  group->judged = judged;
  return false;
}

/* The options of a group, as the player sees them who chooses: by each of the names that he has there once, or as
 * somebody of whom the group knows nothing. */
static void judge_include(struct judging *j, const struct tree *include, const struct reader *chooser) {
  const struct tree *call = include->kid[INCLUDE_CALL];
  const struct note *note = note_of(call);
  if (j->report != HIDDEN_NAMED || !note || note->kind != NOTE_CALL) return;
  const struct symbol *group = note->symbol;
  struct reader inside = { .kind = READER_PLAYER,
                           .player = whose_inside(j->c, chooser->player, group->params, call->kid[CALL_ARGS]) };
  if (!group->knowledge || was_judged(j, group->knowledge, &inside)) return;
  struct judging within = *j;
  within.in_group = true;
  for (const struct tree *option = group->tree->kid[OPTIONS_OPTIONS]; option; option = option->next) {
    within.facts = NULL;
    if (option->kind == TREE_OPTION) judge_head(&within, option, &inside);
  }
}

static void judge_choose(struct judging *j, const struct tree *node) {
  const struct tree *each = node->kid[CHOOSE_EACH];
  const struct tested *before = j->facts;
  struct reader chooser = { .kind = READER_PLAYER };
  if (each && each->symbol) chooser.player = whose_local(j->c, each->symbol);
  if (!each) chooser.player = whose_named(j->c, node->kid[CHOOSE_BY]);
  if (each) j->facts = sight_learn(j->c, j->facts, each->kid[BINDER_WHERE], true);
  const struct tested *around = j->facts;
  judge_part(j, node->kid[CHOOSE_PROMPT], &chooser);
  for (const struct tree *option = node->kid[CHOOSE_OPTIONS]; option; option = option->next) {
    j->facts = around;
    if (option->kind == TREE_INCLUDE) judge_include(j, option, &chooser);
    else if (option->kind == TREE_OTHERWISE) judge_list(j, option->kid[OTHERWISE_BLOCK]);
    else {
      judge_head(j, option, &chooser);
      judge_list(j, option->kid[OPTION_BODY]);
    }
  }
  j->facts = before;
}

static void judge_pick(struct judging *j, const struct tree *node) {
  const struct tested *before = j->facts;
  struct reader chooser = { .kind = READER_PLAYER, .player = whose_named(j->c, node->kid[PICK_BY]) };
  judge_part(j, node->kid[PICK_PROMPT], &chooser);
  judge_args(j, node->kid[PICK_BINDER], &chooser);
  judge_needs(j, node->kid[PICK_NEEDS], &chooser);
  judge_part(j, node->kid[PICK_LABEL], &chooser);
  end_offer(node->kid[PICK_BINDER]);
  j->facts = before;
}

/* ---- what is kept ---- */

static void report_kept(struct judging *j, const struct tree *node, const struct symbol *variable,
                        const struct leak *leak) {
  struct diag_list *diags = j->c->diags;
  const char *name = knowledge_name(j->c, &leak->secret);
  struct told_at at = find_place(j, node, leak->secret.symbol);
  if (!at.reported) at = find_place(j, node, variable);
  if (!at.reported) return;
  struct diag *diag =
      diag_report(diags, DIAG_W0523, at.span, "`%s` is seen by players who do not see `%s`, and would tell them of it",
                  variable->name, name);
  note_elsewhere(j, diag, &at);
  diag_note_at(diags, diag, variable->span, "say who sees it: `hidden`, or `for owner`");
  diag_note_at(diags, diag, leak->secret.symbol->span, "`%s`", name);
  note_setting(j, diag, leak);
}

/* What is kept, and where among the elements. */
static void judge_kept(struct judging *j, const struct tree *node, const struct symbol *variable,
                       const struct tree *values, const struct reader *reader) {
  for (const struct tree *value = values; value; value = value->next) {
    struct secrets secrets = knowledge_stored(j->c, value, reader);
    struct leak leak = find_among(j, &secrets, reader, OF_READ | OF_NAMED);
    if (leak.sight == SIGHT_SEES) continue;
    report_kept(j, node, variable, &leak);
    return;
  }
}

/* A variable tells whoever sees it. */
static void judge_stored(struct judging *j, const struct tree *node) {
  const struct tree *target = node->kid[ASSIGN_TARGET];
  const struct symbol *symbol = symbol_meant(target);
  struct secret place;
  if (j->report != HIDDEN_NAMED || !symbol || symbol->kind != SYMBOL_VAR) return;
  const struct tree *seen = symbol_seen(symbol);
  struct reader reader = { .kind = READER_EVERYBODY };
  if (seen && seen->number != SEEN_OPEN) {
    if (seen->number == SEEN_HIDDEN || !knowledge_place(j->c, target, &place) || !place.owner) return;
    reader.kind = seen->number == SEEN_OWNER ? READER_PLAYER : READER_ALL_BUT;
    reader.player = place.owner;
  }
  judge_kept(j, node, symbol, node->kid[ASSIGN_VALUE], &reader);
  if (target->kind == TREE_INDEX) judge_kept(j, node, symbol, target->kid[INDEX_ARGS], &reader);
}

/* What a variable is given whenever a phase begins. */
static void judge_initial(struct judging *j, const struct symbol *symbol) {
  const struct tree *decl = symbol->tree, *seen = symbol_seen(symbol);
  bool is_track = decl->kind == TREE_TRACK;
  if (!decl->kid[is_track ? (int)TRACK_LIVES : (int)VAR_LIVES]) return;
  struct reader reader = { .kind = !seen || seen->number == SEEN_OPEN ? READER_EVERYBODY : READER_PLAYER };
  if (seen && seen->number == SEEN_HIDDEN) return;
  const struct tree *value = decl->kid[is_track ? (int)TRACK_VALUE : (int)VAR_VALUE];
  if (value) judge_kept(j, value, symbol, value, &reader);
}

/* ---- the walk ---- */

static void judge_below(struct judging *j, const struct tree *condition, bool truth, const struct tree *node) {
  const struct tested *before = j->facts;
  j->facts = sight_learn(j->c, before, condition, truth);
  judge_list(j, node);
  j->facts = before;
}

static bool leaves(const struct tree *block) {
  const struct tree *last = block && block->kind == TREE_BLOCK ? block->kid[BLOCK_STATEMENTS] : NULL;
  while (last && last->next) last = last->next;
  return last && tree_does(last, DOES_LEAVES);
}

static void judge(struct judging *j, const struct tree *node) {
  switch (node->kind) {
  case TREE_SAY: judge_say(j, node); return;
  case TREE_FAIL: judge_fail(j, node); return;
  case TREE_CHOOSE: judge_choose(j, node); return;
  case TREE_PICK: judge_pick(j, node); return;
  case TREE_ASSIGN: judge_stored(j, node); break;
  case TREE_FOR: judge_below(j, node->kid[FOR_BINDER]->kid[BINDER_WHERE], true, node->kid[FOR_BLOCK]); return;
  case TREE_WHILE: judge_below(j, node->kid[WHILE_CONDITION], true, node->kid[WHILE_BLOCK]); return;
  case TREE_IF:
    if (node->kid[IF_CONDITION]->kind == TREE_LET) judge(j, node->kid[IF_CONDITION]);
    judge_below(j, node->kid[IF_CONDITION], true, node->kid[IF_THEN]);
    judge_below(j, node->kid[IF_CONDITION], false, node->kid[IF_ELSE]);
    return;
  case TREE_OPTION: judge_list(j, node->kid[OPTION_BODY]); return;
  default: break;
  }
  if (tree_is(node, CLASS_EXPRESSION)) return;
  for (int i = 0; i < tree_kid_count(node->kind); i++) judge_list(j, node->kid[i]);
}

/* What follows an `if` that leaves is done only when its condition is not met. */
static void judge_list(struct judging *j, const struct tree *node) {
  const struct tested *before = j->facts;
  for (; node && !arena_failed(j->c->arena); node = node->next) {
    judge(j, node);
    if (node->kind == TREE_IF && !node->kid[IF_ELSE] && leaves(node->kid[IF_THEN]))
      j->facts = sight_learn(j->c, j->facts, node->kid[IF_CONDITION], false);
  }
  j->facts = before;
}

void hidden_judge(struct compilation *c, const struct tree *statements, enum hidden_report report) {
  struct judging j = { .c = c, .report = report };
  judge_list(&j, statements);
}

void hidden_judge_initial(struct compilation *c) {
  struct judging j = { .c = c, .report = HIDDEN_NAMED };
  for (const struct symbol *symbol = c->first_symbol; symbol; symbol = symbol->next)
    if (symbol->kind == SYMBOL_VAR) judge_initial(&j, symbol);
}

void hidden_check(struct compilation *c) {
  for (const struct symbol *symbol = c->first_symbol; symbol; symbol = symbol->next)
    if (symbol_is_procedure(symbol) && symbol->kind != SYMBOL_FN && symbol->kind != SYMBOL_POSITION)
      hidden_judge(c, meant_body(symbol), HIDDEN_READ);
  if (c->setup) hidden_judge(c, c->setup->kid[SETUP_BLOCK], HIDDEN_READ);
  if (c->play) hidden_judge(c, c->play->kid[PLAY_BLOCK], HIDDEN_READ);
}
