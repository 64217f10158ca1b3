/* Lowering of scenarios: positions and calls become procs, steps and expectations become items with notations. */
#include "compiler/passes.h"

#include <string.h>

#include "compiler/constant.h"
#include "compiler/lower.h"
#include "lang/format.h"

/* ---- positions ---- */

static void put_card(struct lower *l, struct tree *card, int32_t zone) {
  int32_t top = l->top, kind = lower_value(l, card->kid[CARD_VALUE]), count = slot_take(l, 1);
  emit_int(l, count, card->number);
  emit(l, OP_CODE_PUT, 0, kind, zone, count);
  l->top = top;
}

/* A pile is written from top to bottom, so its last card comes first. */
static void put_upwards(struct lower *l, struct tree *card, int32_t zone) {
  if (!card) return;
  put_upwards(l, card->next, zone);
  put_card(l, card, zone);
}

/* The first card named ends on top. Gives how many lie there; of more than a pile can hold, one is missed before. */
static int32_t stack_cards(struct lower *l, struct tree *card, int32_t zone) {
  if (!card) return 0;
  int32_t placed = stack_cards(l, card->next, zone), top = l->top, kind = lower_value(l, card->kid[CARD_VALUE]);
  for (int32_t i = 0; i < card->number && placed < UINT16_MAX; i++)
    emit(l, OP_CODE_PUT_ON_TOP, 0, kind, zone, placed++);
  l->top = top;
  return placed;
}

/* `row: a, b`: the places from the first on. */
static void set_row(struct lower *l, const struct symbol *row, struct tree *cards) {
  int32_t zone = slot_take(l, 1), place = 0;
  for (int32_t i = 0; i < row->instances; i++) {
    emit_int(l, zone, row->first_instance + i);
    emit(l, OP_CODE_PUT_BACK, 0, zone, 0, 0);
  }
  for (struct tree *card = cards; card; card = card->next) {
    if (place == row->instances)
      diag_report(l->c->diags, DIAG_E0315, card->span, "`%s` has only %d places", row->name, row->instances);
    if (place >= row->instances) return;
    emit_int(l, zone, row->first_instance + place++);
    put_card(l, card, zone);
  }
}

void lower_given(struct lower *l, struct tree *node) {
  if (node->kind == TREE_SET_ZONE && types_whole_row(node->kid[SET_ZONE_ZONE])) {
    set_row(l, types_whole_row(node->kid[SET_ZONE_ZONE]), node->kid[SET_ZONE_CARDS]);
    return;
  }
  int32_t zone = lower_zone(l, node->kind == TREE_PUT ? node->kid[PUT_TO] : node->kid[SET_ZONE_ZONE]);
  if (node->kind == TREE_STACK) {
    stack_cards(l, node->kid[STACK_CARDS], zone);
    return;
  }
  if (node->kind == TREE_SET_ZONE) {
    emit(l, OP_CODE_PUT_BACK, 0, zone, 0, 0);
    put_upwards(l, node->kid[SET_ZONE_CARDS], zone);
    return;
  }
  for (struct tree *card = node->kid[PUT_CARDS]; card; card = card->next) put_card(l, card, zone);
}

/* ---- notation as the game writes it ---- */

static void write_value(struct compilation *c, struct text *out, const struct tree *arg);

static void write_list(struct compilation *c, struct text *out, const struct tree *items) {
  for (const struct tree *item = items; item; item = item->next) {
    write_value(c, out, item);
    if (item->next) text_add(out, ", ");
  }
}

static void write_value(struct compilation *c, struct text *out, const struct tree *arg) {
  switch (arg->kind) {
  case TREE_INT: text_format(out, "%d", arg->number); break;
  case TREE_NEGATE:
    text_add(out, "-");
    write_value(c, out, arg->kid[NEGATE_VALUE]);
    break;
  case TREE_BOOL: text_add(out, arg->number ? "true" : "false"); break;
  case TREE_NONE: text_add(out, "none"); break;
  case TREE_CARD:
    if (arg->number != 1) text_format(out, "%d of ", arg->number);
    write_value(c, out, arg->kid[CARD_VALUE]);
    break;
  case TREE_LIST_VALUE:
    text_add(out, "[");
    write_list(c, out, arg->kid[LIST_VALUE_ITEMS]);
    text_add(out, "]");
    break;
  default: text_add(out, arg->word ? arg->word : "?"); break;
  }
}

/* The type of an argument, by the first option or pick of this name that has it; NULL for none. */
static const struct type *argument_type(struct compilation *c, const struct tree *notation, int number) {
  for (size_t i = 0; i < c->choice_trees.count; i++) {
    const struct tree *choice = c->choice_trees.items[i];
    const struct tree *arg = choice->kind == TREE_OPTION ? choice->kid[OPTION_ARGS]
                             : choice->kind == TREE_PICK ? choice->kid[PICK_BINDER]
                                                         : NULL;
    if (choice->word != notation->word) continue;
    for (int skipped = 0; arg && skipped < number; skipped++) arg = arg->next;
    if (arg && arg->symbol) return arg->symbol->type;
  }
  return NULL;
}

static int32_t value_number(const struct symbol *owner, const char *name) {
  int32_t i = 0;
  while (i < owner->count && owner->values[i].name != name) i++;
  return i;
}

/* In a bag or set of cards or values, the order in which they are written makes no difference: as it will be shown. */
static bool write_sorted(struct compilation *c, struct text *out, const struct tree *items, const struct type *type) {
  const struct type *element = type ? type->element : NULL;
  if (!type || (type->kind != TYPE_KIND_BAG && type->kind != TYPE_KIND_SET) ||
      (element->kind != TYPE_KIND_CARD && element->kind != TYPE_KIND_ENUM))
    return false;
  const struct symbol *owner = element->symbol;
  int32_t *copies = arena_alloc(c->arena, (size_t)owner->count * sizeof *copies + 1);
  for (const struct tree *item = items; item; item = item->next) {
    const struct tree *value = item->kind == TREE_CARD ? item->kid[CARD_VALUE] : item;
    int32_t number = value->word ? value_number(owner, value->word) : owner->count;
    if (number == owner->count) return false;
    copies[number] += item->kind == TREE_CARD ? item->number : 1;
  }
  const char *before = "[";
  for (int32_t i = 0; i < owner->count; i++) {
    if (!copies[i]) continue;
    text_add(out, before);
    if (copies[i] > 1) text_format(out, "%d of ", copies[i]);
    text_add(out, owner->values[i].name);
    before = ", ";
  }
  text_add(out, *before == '[' ? "[]" : "]");
  return true;
}

static int32_t notation_text(struct compilation *c, const struct tree *notation) {
  struct text out = arena_text(c->arena);
  text_add(&out, notation->word);
  if (notation->kid[NOTATION_ARGS]) {
    int number = 0;
    text_add(&out, "(");
    for (const struct tree *arg = notation->kid[NOTATION_ARGS]; arg; arg = arg->next, number++) {
      const struct tree *items = arg->kind == TREE_LIST_VALUE ? arg->kid[LIST_VALUE_ITEMS] : NULL;
      if (!items || !write_sorted(c, &out, items, argument_type(c, notation, number))) write_value(c, &out, arg);
      if (arg->next) text_add(&out, ", ");
    }
    text_add(&out, ")");
  }
  return context_text(c, out.bytes);
}

/* ---- items ---- */

static void given_body(struct lower *l, void *context) {
  lower_list(l, ((struct tree *)context)->kid[GIVEN_STATEMENTS]);
}
static void run_body(struct lower *l, void *context) { lower_call_into(l, context, -1); }

static void condition_body(struct lower *l, void *context) {
  int32_t slot = slot_take(l, 1);
  lower_into(l, context, slot, l->c->bool_type);
  emit(l, OP_CODE_RETURN_VALUE, 1, slot, 0, 0);
}

static void zone_body(struct lower *l, void *context) {
  emit(l, OP_CODE_RETURN_VALUE, 1, lower_zone(l, context), 0, 0);
}

/* The cards of a row in the order of its places, or of a pile from the top, as a list with room for `most`. */
static void ordered_cards(struct lower *l, struct tree *zone_tree, int32_t list, int32_t most) {
  const struct symbol *row = types_whole_row(zone_tree);
  if (!row) {
    emit(l, OP_CODE_ZONE_LIST, 0, list, lower_zone(l, zone_tree), most);
    return;
  }
  struct walk walk;
  int32_t card = slot_take(l, 1);
  emit_zero(l, list, 1);
  walk_open_as(l, &walk, zone_tree, DOMAIN_ROW, card, false);
  emit(l, OP_CODE_LIST_PUSH, 0, list, card, most);
  walk_close(l, &walk);
}

/* `expect zone: a, 2 of b`: rows by place, piles from the top, pools in any order. */
static void zone_cards_body(struct lower *l, void *context) {
  struct tree *item = context;
  struct tree *zone_tree = item->kid[EXPECT_ZONE_ZONE];
  const struct note *note = note_of(zone_tree);
  const struct symbol *row = types_whole_row(zone_tree);
  bool pile =
      row || (note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_ZONE && note->symbol->form == ZONE_PILE);
  int32_t zone = lower_zone(l, zone_tree), total = 0, flag = slot_take(l, 1), kind = slot_take(l, 1);
  for (struct tree *card = item->kid[EXPECT_ZONE_CARDS]; card; card = card->next) total += card->number;
  struct label *differs = label_new(l), *done = label_new(l);
  int32_t room = row && row->instances > total ? row->instances : total;
  int32_t list = slot_take(l, (room + 3) & ~1), cursor = slot_take(l, 1), number = 0;
  if (row) ordered_cards(l, zone_tree, list, room);
  if (row) emit(l, OP_CODE_COPY, 0, flag, list, 0);
  else emit(l, OP_CODE_ZONE_SIZE, 0, flag, zone, 0);
  emit_branch(l, OP_CODE_JUMP_NE_I, 0, flag, total, differs);
  if (pile && !row) ordered_cards(l, zone_tree, list, room);
  for (struct tree *card = item->kid[EXPECT_ZONE_CARDS]; card; card = card->next) {
    lower_into(l, card->kid[CARD_VALUE], kind, type_of(card->kid[CARD_VALUE]));
    if (!pile) {
      int32_t copies = 0; /* the same card may stand in several places of the list */
      for (struct tree *other = item->kid[EXPECT_ZONE_CARDS]; other; other = other->next) {
        int32_t a = 0, b = 0;
        if (constant_fold(l->c, other->kid[CARD_VALUE], &a) && constant_fold(l->c, card->kid[CARD_VALUE], &b) && a == b)
          copies += other->number;
      }
      emit(l, OP_CODE_ZONE_COUNT, 0, flag, zone, kind);
      emit_branch(l, OP_CODE_JUMP_NE_I, 0, flag, copies, differs);
    }
    for (int32_t i = 0; pile && i < card->number; i++) {
      emit_int(l, cursor, number++);
      emit(l, OP_CODE_LIST_GET, 0, flag, list, cursor);
      emit_branch(l, OP_CODE_JUMP_NE, 0, flag, kind, differs);
    }
  }
  emit_int(l, flag, 1);
  emit_jump(l, OP_CODE_JUMP, 0, done);
  label_place(l, differs);
  emit_int(l, flag, 0);
  label_place(l, done);
  emit(l, OP_CODE_RETURN_VALUE, 1, flag, 0, 0);
}

/* The text of a piece of source, for messages; the same whatever the layout, so that the program is, too. */
static int32_t source_text(struct compilation *c, struct span span) {
  struct text text = arena_text(c->arena);
  format_phrase(c->sources, span, &text);
  return context_text(c, arena_copy_text(c->arena, text.bytes, text.length > 200 ? 200 : text.length));
}

static void add_kinds(struct compilation *c, struct tree *cards, struct scenario_item *item) {
  item->ints = (int32_t)c->ints.count;
  for (struct tree *card = cards; card; card = card->next)
    for (int32_t i = 0; i < card->number; i++, item->count++) {
      int32_t kind = 0;
      constant_fold(c, card->kid[CARD_VALUE], &kind);
      PUSH(c, ints, kind);
    }
}

static void add_ranking(struct compilation *c, struct tree *places, int32_t players, struct scenario_item *item) {
  int32_t place_of[TRV_MOST_PLAYERS] = { 0 }, place = 1, seat;
  for (struct tree *node = places; node; node = node->next) {
    int32_t shared = 0;
    struct tree *first = node->kind == TREE_LIST_VALUE ? node->kid[LIST_VALUE_ITEMS] : node;
    for (struct tree *name = first; name; name = name->next) {
      if (constant_fold(c, name, &seat) && seat >= 0 && seat < TRV_MOST_PLAYERS) place_of[seat] = place;
      shared++;
      if (node->kind != TREE_LIST_VALUE) break;
    }
    place += shared;
  }
  item->ints = context_ints(c, place_of, (size_t)players);
  item->count = players;
}

static void add_winners(struct compilation *c, struct tree *seats, int32_t players, struct scenario_item *item) {
  int32_t first[TRV_MOST_PLAYERS] = { 0 }, seat;
  for (struct tree *name = seats; name; name = name->next)
    if (constant_fold(c, name, &seat) && seat >= 0 && seat < TRV_MOST_PLAYERS) first[seat] = 1;
  item->ints = context_ints(c, first, (size_t)players);
  item->count = players;
}

static void add_rolls(struct compilation *c, struct tree *values, struct scenario_item *item) {
  item->ints = (int32_t)c->ints.count;
  for (struct tree *value = values; value; value = value->next, item->count++) {
    int32_t number = 0;
    constant_fold(c, value, &number);
    if (type_of(value)->kind != TYPE_KIND_INT) number++; /* symbols are rolled as 1, 2, … */
    PUSH(c, ints, number);
  }
}

static void add_notations(struct compilation *c, struct tree *notations, struct scenario_item *item) {
  item->ints = (int32_t)c->ints.count;
  for (struct tree *notation = notations; notation; notation = notation->next, item->count++) {
    int32_t text = notation_text(c, notation);
    PUSH(c, ints, text);
  }
}

static void left_body(struct lower *l, void *context) {
  struct tree *left = context;
  int32_t slots = type_slots(l->c, type_of(left)), slot = slot_take(l, slots);
  lower_into(l, left, slot, type_of(left));
  emit(l, OP_CODE_RETURN_VALUE, (unsigned)slots, slot, 0, 0);
}

/* A comparison that fails is easier to mend when one sees what stands on its left. */
static void add_left_side(struct compilation *c, struct tree *condition, struct scenario_item *item) {
  int32_t constant;
  if (condition->kind != TREE_BINARY || condition->number < OP_EQ || condition->number > OP_GE) return;
  struct tree *left = condition->kid[BINARY_LEFT];
  struct type *type = type_of(left);
  bool can_be_told = type_is_scalar(type) || (type_is_multi(type) && type->kind != TYPE_KIND_ARRAY);
  if (!can_be_told || constant_fold(c, left, &constant)) return;
  item->number = 1 + lower_thunk(c, "value", left, PROC_OTHER, 0, type_slots(c, type), left_body, left);
  item->count = type_describe(c, type);
}

static void lower_expectation(struct compilation *c, struct tree *tree, int32_t players, struct scenario_item *item) {
  switch (tree->kind) {
  case TREE_EXPECT:
    item->kind = ITEM_EXPECT, item->text = source_text(c, tree->kid[EXPECT_VALUE]->span);
    item->proc = lower_thunk(c, "expect", tree, PROC_OTHER, 0, 1, condition_body, tree->kid[EXPECT_VALUE]);
    add_left_side(c, tree->kid[EXPECT_VALUE], item);
    break;
  case TREE_EXPECT_ZONE:
    item->kind = ITEM_EXPECT, item->text = source_text(c, span_join(tree->kid[EXPECT_ZONE_ZONE]->span, tree->span));
    item->proc = lower_thunk(c, "expect", tree, PROC_OTHER, 0, 1, zone_cards_body, tree);
    if (types_whole_row(tree->kid[EXPECT_ZONE_ZONE])) break;
    item->number = 1 + lower_thunk(c, "zone", tree, PROC_OTHER, 0, 1, zone_body, tree->kid[EXPECT_ZONE_ZONE]);
    item->count = -1;
    break;
  case TREE_EXPECT_COUNT: item->kind = ITEM_EXPECT_COUNT, item->number = tree->number; break;
  case TREE_EXPECT_OFFERED:
    item->kind = ITEM_EXPECT_OFFERED, item->text = notation_text(c, tree->kid[EXPECT_OFFERED_NOTATION]);
    break;
  case TREE_EXPECT_DENIED: {
    struct tree *reason = tree->kid[EXPECT_DENIED_REASON];
    item->kind = ITEM_EXPECT_DENIED, item->text = notation_text(c, tree->kid[EXPECT_DENIED_NOTATION]);
    if (reason && reason->kid[STRING_PARTS]) item->text2 = context_text(c, reason->kid[STRING_PARTS]->word);
    break;
  }
  case TREE_EXPECT_ASKED:
    item->kind = ITEM_EXPECT_ASKED, item->seat = tree->number,
    item->text = context_text(c, tree->kid[EXPECT_ASKED_CHOICE]->word);
    break;
  case TREE_EXPECT_ONLY:
    item->kind = ITEM_EXPECT_ONLY;
    add_notations(c, tree->kid[EXPECT_ONLY_NOTATIONS], item);
    break;
  case TREE_EXPECT_FINISHED: item->kind = ITEM_EXPECT_FINISHED; break;
  case TREE_EXPECT_OVER: item->kind = ITEM_EXPECT_OVER; break;
  case TREE_EXPECT_SECRECY: item->kind = ITEM_EXPECT_SECRECY; break;
  case TREE_EXPECT_WINNER:
    item->kind = ITEM_EXPECT_WINNER;
    add_winners(c, tree->kid[EXPECT_WINNER_SEATS], players, item);
    break;
  case TREE_EXPECT_TOLD: {
    const struct tree *part = tree->kid[EXPECT_TOLD_TEXT]->kid[STRING_PARTS];
    item->kind = ITEM_EXPECT_TOLD, item->seat = tree->number, item->number = !(tree->flags & FLAG_NOT);
    item->text = context_text(c, part ? part->word : "");
    break;
  }
  default:
    item->kind = ITEM_EXPECT_RANKING;
    add_ranking(c, tree->kid[EXPECT_RANKING_PLACES], players, item);
    break;
  }
}

static void lower_item(struct compilation *c, struct tree *tree, int32_t players) {
  struct position position = context_position(c, tree->span);
  struct scenario_item item = {
    .seat = -1, .proc = -1, .file = position.file, .line = position.line, .column = position.column
  };
  switch (tree->kind) {
  case TREE_GIVEN:
    item.kind = ITEM_GIVEN, item.number = (tree->flags & FLAG_AFTER_SETUP) != 0;
    item.proc = lower_thunk(c, "given", tree, PROC_OTHER, 0, 0, given_body, tree);
    break;
  case TREE_RUN:
    item.kind = ITEM_RUN;
    item.proc = lower_thunk(c, "run", tree, PROC_OTHER, 0, 0, run_body, tree->kid[RUN_CALL]);
    break;
  case TREE_RUN_PLAY: item.kind = ITEM_RUN_PLAY; break;
  case TREE_PLAY_ON: item.kind = ITEM_PLAY_ON; break;
  case TREE_NEXT_ROLL:
    item.kind = ITEM_NEXT_ROLL;
    add_rolls(c, tree->kid[NEXT_ROLL_VALUES], &item);
    break;
  case TREE_NEXT_SHUFFLE:
    item.kind = ITEM_NEXT_SHUFFLE;
    item.proc = lower_thunk(c, "zone", tree, PROC_OTHER, 0, 1, zone_body, tree->kid[NEXT_SHUFFLE_ZONE]);
    add_kinds(c, tree->kid[NEXT_SHUFFLE_CARDS], &item);
    break;
  case TREE_STEP:
    item.kind = ITEM_STEP, item.seat = tree->number, item.text = notation_text(c, tree->kid[STEP_NOTATION]);
    break;
  default: lower_expectation(c, tree, players, &item); break;
  }
  PUSH(c, scenario_items, item);
}

static void lower_scenario(struct compilation *c, struct tree *tree) {
  struct position position = context_position(c, tree->span);
  struct scenario record = { .title = context_text(c, tree->word),
                             .players = c->low_players,
                             .seed = 1,
                             .first_item = (int32_t)c->scenario_items.count,
                             .file = position.file,
                             .line = position.line,
                             .column = position.column };
  record.cites = context_cites(c, tree->cites, &record.cite_count);
  record.settings = (int32_t)c->ints.count;
  for (struct tree *limit = tree->kid[SCENARIO_LIMITS]; limit; limit = limit->next) {
    if (limit->kind == TREE_SCENARIO_PLAYERS) record.players = limit->number;
    else if (limit->kind == TREE_SCENARIO_SEED) record.seed = limit->number;
    else {
      const struct symbol *setting = symbol_find(c, limit->word);
      int32_t number = ITEM(c, variables, struct variable, setting->decl_index)->setting;
      PUSH(c, ints, number);
      PUSH(c, ints, limit->number);
      record.setting_count++;
    }
  }
  for (struct tree *item = tree->kid[SCENARIO_ITEMS]; item; item = item->next) lower_item(c, item, record.players);
  record.items = (int32_t)c->scenario_items.count - record.first_item;
  PUSH(c, scenarios, record);
}

void scenarios_lower(struct compilation *c) {
  for (size_t i = 0; i < c->scenario_trees.count && !arena_failed(c->arena); i++)
    lower_scenario(c, c->scenario_trees.items[i]);
}
