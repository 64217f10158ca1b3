/* vm/fields.def and vm/verify.c: every number of a compiled file is held to its domain, and all code to its rights.
 *
 * Generated from the list: each field just inside and just outside of its domain, each entry with something it may not
 * do. Then files that somebody made by hand, each by the number that is wrong with it; they have the right hash. */
#include "tests/unit/compiled.h"
#include "tests/unit/sealed.h"

#include "vm/validate.h"

/* Something in every section but house rules and secrets. */
static const char game[] =
    "game \"Whole\" { players 2..3  limit 40 decisions }\n"
    "enum Town(cost: int, act: effect(player)) { rome(3, gain)  oslo(4, none)  paris(5, gain) }\n"
    "deck Card(town: Town) \"{town}\" in stock total 6 { 3 of ace(rome)  3 of king(oslo) }\n"
    "deck Tile in bag { a b c }\n"
    "pile stock: Card hidden\n"
    "pool hand[player]: Card for owner\n"
    "row shelf[2]: Card open\n"
    "pool bag: Tile open\n"
    "pool out: Tile open\n"
    "graph ways: Town { rome - oslo  oslo - paris }\n"
    "grid Spot hex 2 by 2\n"
    "extern fn odd(xs: list of int up to 3) -> bool from \"odds\"\n"
    "var points[player]: int = 0\n"
    "var seen: list of Town up to 3 = []\n"
    "var secret[player]: Town or none = none for owner\n"
    "setting open: bool = false \"open hands\" needs open == false or points[p1] == 0 else \"no\" @V1\n"
    "effect gain(p: player) { points[p] += 1 }  @R1\n"
    "fn price(t: Town) -> int = match t { rome => 3  oslo, paris => sum(u.cost for u in Town where u != t) }  @R2\n"
    "fn twice(t: Town) -> int = 2 * t.cost\n"
    "fn far(t: Town, u: Town) -> int = count(w in paths(ways, t, u) where w.length < 3)\n"
    "setup { shuffle stock  for p in players { draw 2 from stock to hand[p] } }\n"
    "phase turn(p: player) \"a turn\" {\n"
    "  choose act by p \"What now?\" {\n"
    "    option lay(c in hand[p]) \"lay {c}\" needs price(c.town) > 2 else \"too cheap\" {\n"
    "      move c from hand[p] to stock  apply c.town.act(p)  say \"{p} lays {c}\" }\n"
    "    option go(t in neighbours(ways, rome)) needs far(rome, t) + twice(t) > 0 { secret[p] = t }\n"
    "    option clear { move all from bag to out }\n"
    "  }\n"
    "  choose rest always by p { option sleep { points[p] += 1 } }\n"
    "}\n"
    "show { score points = points  map Town(lat, lon) { rome(41, 12) oslo(59, 10) paris(48, 2) }  learn @R1 \"so\" }\n"
    "play { repeat { for p in players { turn(p) } if points[p1] > 3 { end game } } }\n"
    "rank p by points[p] desc\n"
    "value of p = points[p]\n"
    "invariant \"few points\" points[p1] < 50 and not odd([points[p2]])\n"
    "scenario \"laid\" @S1 players 2 with open = false { given { hand[p1]: ace  points[p2] = 3 } run turn(p1) p1: "
    "lay(ace)\n"
    "  expect finished  expect points[p1] == 1 }\n"
    "scenario \"script\" players 2 { next shuffle stock: ace  expect points[p1] == 0 }\n";

static int32_t *number_of(const struct program *p, const struct field_numbers *field, uint32_t index, uint32_t k) {
  return sealed_number(p, field->section, index, field->offset + k * (uint32_t)sizeof(int32_t));
}

/* ---- single numbers ---- */

struct desk {
  trv_program *program;
  struct program *p;
  uint32_t *room;
  int32_t name; /* a text that is one */
};

static void expect_inside(const struct desk *desk, const char *name, enum section section, int32_t value) {
  enum section bad = fields_check(desk->p, desk->room);
  if (bad != SECTIONS) fail_msg("%s.%s = %d is refused", section_names[section], name, value);
}

static void expect_outside(const struct desk *desk, const char *name, enum section section, int64_t value) {
  const char *why = NULL;
  if (fields_check(desk->p, desk->room) == SECTIONS)
    fail_msg("%s.%s = %lld is accepted", section_names[section], name, (long long)value);
  assert_int_equal(program_validate(desk->p, memory_default(), &why), TRV_E_DATA);
  assert_non_null(why);
}

/* The counts of rows and arrays make other numbers matter; theirs are tried below. */
static bool is_count(const struct field_numbers *field) {
  for (size_t i = 0; i < field_row_count; i++)
    if (field_rows[i].section == field->section && field_rows[i].count == field->offset) return true;
  for (size_t i = 0; i < field_count; i++)
    if (fields[i].section == field->section && fields[i].used == (int32_t)field->offset) return true;
  return false;
}

/* A text of two words that is the name of nothing: the game has some. */
static int32_t text_of_two_words(const struct program *p) {
  uint32_t at = 0;
  while (!strchr(p->chars + at, ' ') || strncmp(p->chars + at, "base of ", 8) == 0)
    at += (uint32_t)strlen(p->chars + at) + 1;
  return (int32_t)at;
}

/* The empty text, one that is no name, and one that is. */
static void try_text(const struct desk *desk, const struct field_numbers *field, int32_t *number) {
  const uint8_t spelt = field->domain.spelt;
  *number = 0;
  if (!spelt || spelt & SPELT_EMPTY_TOO) expect_inside(desk, field->name, field->section, *number);
  else expect_outside(desk, field->name, field->section, *number);
  *number = text_of_two_words(desk->p);
  if (!spelt) expect_inside(desk, field->name, field->section, *number);
  else expect_outside(desk, field->name, field->section, *number);
  *number = desk->name;
  expect_inside(desk, field->name, field->section, *number);
}

static void try_number(const struct desk *desk, const struct field_numbers *field, int32_t *number) {
  int32_t before = *number;
  int64_t low = field->domain.low, high = field_highest(desk->p, &field->domain);
  bool text = field->domain.among == SECTION_OF_chars;
  if (text) try_text(desk, field, number);
  if (!is_count(field) && !text) {
    *number = (int32_t)low;
    expect_inside(desk, field->name, field->section, *number);
    *number = (int32_t)high;
    expect_inside(desk, field->name, field->section, *number);
  }
  if (low > INT32_MIN) {
    *number = (int32_t)(low - 1);
    expect_outside(desk, field->name, field->section, low - 1);
  }
  if (high < INT32_MAX) {
    *number = (int32_t)(high + 1);
    expect_outside(desk, field->name, field->section, high + 1);
  }
  *number = before;
}

static void try_row(const struct desk *desk, const struct field_row *row, uint32_t index) {
  int32_t *first = sealed_number(desk->p, row->section, index, row->first);
  int32_t *count = sealed_number(desk->p, row->section, index, row->count);
  int32_t first_before = *first, count_before = *count, total = (int32_t)section_view(desk->p, row->target).count;
  *first = total;
  *count = 1;
  expect_outside(desk, row->name, row->section, total);
  *first = -1;
  expect_outside(desk, row->name, row->section, -1);
  *first = 0;
  *count = -1;
  expect_outside(desk, row->name, row->section, -1);
  *count = total + 1;
  expect_outside(desk, row->name, row->section, total + 1);
  *first = first_before;
  *count = count_before;
  if (row->target != SECTION_OF_ints || *count <= 0) return;
  int32_t *element = sealed_number(desk->p, SECTION_OF_ints, (uint32_t)(*first + *count - 1), 0), kept = *element;
  int64_t low = row->domain.low, high = field_highest(desk->p, &row->domain);
  if (low > INT32_MIN) {
    *element = (int32_t)(low - 1);
    expect_outside(desk, row->name, row->section, *element);
  }
  if (high < INT32_MAX) {
    *element = (int32_t)(high + 1);
    expect_outside(desk, row->name, row->section, *element);
  }
  *element = kept;
}

static void every_number_at_its_edges(void **unused) {
  (void)unused;
  trv_program *program = compiled(game);
  struct house_rule rule = { 0 };
  struct desk desk = { program, &program->program, calloc(program->program.ints_count + 1u, sizeof(uint32_t)),
                       program->program.choices[0].name };
  desk.p->house_rules = &rule;
  desk.p->house_rules_count = 1;
  struct secret_local secret = { .pc = 1, .slot = FRAME_HEAD };
  desk.p->secret_locals = &secret;
  desk.p->secret_locals_count = 1;
  for (size_t i = 0; i < field_count; i++) {
    uint32_t count = section_view(desk.p, fields[i].section).count, used = 0;
    if (!count) fail_msg("there is nothing in the section `%s`", section_names[fields[i].section]);
    uint32_t step = count > 16 ? count - 1 : 1; /* the first and the last of many */
    for (uint32_t index = 0; index < count; index += step)
      for (uint32_t k = 0; k < field_used(desk.p, &fields[i], index); k++, used++)
        try_number(&desk, &fields[i], number_of(desk.p, &fields[i], index, k));
    if (!used) fail_msg("%s.%s is not used", section_names[fields[i].section], fields[i].name);
  }
  for (size_t i = 0; i < field_row_count; i++)
    try_row(&desk, &field_rows[i], section_view(desk.p, field_rows[i].section).count - 1);
  const char *why = "";
  assert_int_equal(program_validate(desk.p, memory_default(), &why), TRV_OK);
  free(desk.room);
  trv_program_free(program);
}

/* Every number of every section is in the list: a new field must be added to it. */
static void the_list_is_complete(void **unused) {
  (void)unused;
  size_t numbers[SECTIONS] = { 0 };
  for (size_t i = 0; i < field_count; i++) numbers[fields[i].section] += fields[i].length;
  for (size_t i = 0; i < field_row_count; i++) {
    bool counted = false, begun = false;
    for (size_t k = 0; k < field_count; k++) {
      if (fields[k].section != field_rows[i].section) continue;
      counted |= fields[k].offset == field_rows[i].count;
      begun |= fields[k].offset == field_rows[i].first;
    }
    for (size_t k = 0; k < i; k++)
      counted |= field_rows[k].section == field_rows[i].section && field_rows[k].count == field_rows[i].count;
    numbers[field_rows[i].section] += (counted ? 0u : 1u) + (begun ? 0u : 1u);
  }
  struct program none = { 0 };
  for (int i = 0; i < SECTIONS; i++) {
    if (i == SECTION_OF_code || i == SECTION_OF_ints || i == SECTION_OF_chars) continue;
    size_t there = section_view(&none, (enum section)i).size / sizeof(int32_t);
    if (numbers[i] != there)
      fail_msg("of the section `%s`, %zu of %zu numbers are in the list", section_names[i], numbers[i], there);
  }
}

/* ---- rights ---- */

static const instruction forbidden[] = {
  /* chance, a log entry, any procedure at all, a decision */
  (instruction)OP_CODE_ROLL,
  (instruction)OP_CODE_SAY,
  (instruction)OP_CODE_CALL_CELL,
  (instruction)OP_CODE_CHOOSE,
};

static void expect_refused(const struct program *p, const char *what, const char *part) {
  const char *why = "";
  int status = program_validate(p, memory_default(), &why);
  if (status != TRV_E_DATA || !strstr(why, part)) fail_msg("%s: status %d, %s", what, status, why);
}

/* At the entry itself, and in a procedure that is called there. */
static void try_entry(const struct program *p, const struct field_numbers *field, int32_t value) {
  uint32_t pc = (uint32_t)(field->domain.enters == ENTERS_PROC ? p->procs[value].entry : value);
  instruction *code = (instruction *)(uintptr_t)p->code, before = code[pc];
  for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++) {
    code[pc] = forbidden[i] == OP_CODE_SAY ? ins_make_long(OP_CODE_SAY, 0, 0, (int32_t)pc + 1) : forbidden[i];
    expect_refused(p, field->name, "may not do");
  }
  code[pc] = ins_make_long(OP_CODE_CALL, 0, 2, p->meta->main_proc);
  expect_refused(p, field->name, "may not do");
  code[pc] = before;
}

static void code_keeps_to_its_rights(void **unused) {
  (void)unused;
  trv_program *program = compiled(game);
  const struct program *p = &program->program;
  size_t tried = 0;
  for (size_t i = 0; i < field_count; i++) {
    if (fields[i].domain.enters == ENTERS_NOTHING || fields[i].domain.rights == RIGHTS_OF_GAME) continue;
    for (uint32_t index = 0; index < section_view(p, fields[i].section).count; index++) {
      int32_t value = field_value(p, fields[i].section, index, fields[i].offset);
      if (value >= 0) try_entry(p, &fields[i], value), tried++;
    }
  }
  assert_true(tried >= 12);
  for (uint32_t i = 0; i < p->scenario_items_count; i++) {
    const struct scenario_item *item = &p->scenario_items[i];
    const struct field_numbers asked = { .name = "item", .domain = { .enters = ENTERS_PROC } };
    if (item->kind == ITEM_EXPECT || item->kind == ITEM_NEXT_SHUFFLE) try_entry(p, &asked, item->proc);
  }
  const char *why = "";
  assert_int_equal(program_validate(p, memory_default(), &why), TRV_OK);
  trv_program_free(program);
}

/* An enumerator that writes to a variable: options counted and options listed would differ. */
static void an_enumerator_writes_nothing(void **unused) {
  (void)unused;
  trv_program *program = compiled(game);
  const struct program *p = &program->program;
  instruction *code = (instruction *)(uintptr_t)p->code;
  for (uint32_t i = 0; i < p->choices_count; i++) {
    const int32_t starts[] = { p->choices[i].enumerate, p->choices[i].explain };
    for (int k = 0; k < 2; k++) {
      instruction before = code[starts[k]];
      code[starts[k]] = ins_make_long(OP_CODE_STORE, 0, 2, 0);
      expect_refused(p, "an enumerator", "may not do");
      code[starts[k]] = before;
    }
  }
  trv_program_free(program);
}

/* ---- whole files ---- */

struct file {
  uint8_t *bytes;
  size_t size;
  struct program p; /* in the bytes */
};

static struct file file_of(const char *text) {
  trv_program *program = compiled(text);
  struct file file;
  void *bytes;
  assert_int_equal(trv_program_save(program, &bytes, &file.size), TRV_OK);
  file.bytes = bytes;
  assert_true(sealed_open(file.bytes, file.size, &file.p));
  trv_program_free(program);
  return file;
}

static int load_file(struct file *file, const char **why) {
  trv_program *program = NULL;
  *why = "";
  int status = trv_program_load(file->bytes, file->size, NULL, &program, why);
  trv_program_free(program);
  return status;
}

static uint32_t variable_named(const struct program *p, const char *name) {
  for (uint32_t i = 0; i < p->variables_count; i++)
    if (strcmp(program_text(p, p->variables[i].name), name) == 0) return i;
  fail_msg("there is no variable `%s`", name);
  return 0;
}

static int32_t type_of_kind(const struct program *p, enum value_kind kind) {
  for (uint32_t i = 0; i < p->types_count; i++)
    if (p->types[i].kind == (int32_t)kind) return (int32_t)i;
  fail_msg("there is no type of kind %d", (int)kind);
  return 0;
}

static void list_as_setting(struct file *file) {
  struct setting *setting = (struct setting *)(uintptr_t)file->p.settings;
  setting->variable = (int32_t)variable_named(&file->p, "seen");
}

static void list_as_index(struct file *file) {
  struct variable *points = (struct variable *)(uintptr_t)&file->p.variables[variable_named(&file->p, "points")];
  struct type_desc *list = (struct type_desc *)(uintptr_t)&file->p.types[type_of_kind(&file->p, VALUE_LIST)];
  points->dim_type[0] = (int32_t)(list - file->p.types);
}

static void procedure_of_no_kind(struct file *file) { ((struct proc *)(uintptr_t)file->p.procs)->kind = 4; }
static void procedure_of_a_large_kind(struct file *file) { ((struct proc *)(uintptr_t)file->p.procs)->kind = 1 << 20; }

static void set_without_room(struct file *file) {
  for (uint32_t i = 0; i < file->p.zones_count; i++)
    if (file->p.zones[i].form == ZONE_BITS) ((struct zone *)(uintptr_t)&file->p.zones[i])->capacity = 1;
}

static void put_title(struct file *file, const char *bytes) {
  memcpy((char *)(uintptr_t)program_text(&file->p, file->p.meta->title), bytes, strlen(bytes));
}
static void second_set_of_controls(struct file *file) { put_title(file, "\xC2\x9B"); }
static void last_of_the_controls(struct file *file) { put_title(file, "\xC2\x9F"); }
static void not_utf8(struct file *file) { put_title(file, "\x9B"); }
static void half_a_pair(struct file *file) { put_title(file, "\xED\xA0\x80"); }
static void longer_than_needed(struct file *file) { put_title(file, "\xC1\x9B"); }
static void escape(struct file *file) { put_title(file, "\x1B"); }

static void citation_that_is_a_control(struct file *file) {
  for (uint32_t i = 0; i < file->p.procs_count; i++)
    if (file->p.procs[i].cite_count) ((int32_t *)(uintptr_t)file->p.ints)[file->p.procs[i].cites] = 27 << 24 | 1;
}

static void text_within_a_text(struct file *file) { ((struct meta *)(uintptr_t)file->p.meta)->title += 1; }

static void condition_of_nothing(struct file *file) {
  const struct setting *setting = &file->p.settings[0];
  assert_int_equal(setting->needs_count, 1);
  ((struct need *)(uintptr_t)&file->p.needs[setting->needs])->proc = -1;
}

static void cards_of_another_deck(struct file *file) {
  struct deck *deck = (struct deck *)(uintptr_t)file->p.decks;
  ((int32_t *)(uintptr_t)file->p.ints)[deck[0].homes] = deck[1].box;
}

static void type_without_names(struct file *file) {
  struct deck *deck = (struct deck *)(uintptr_t)file->p.decks;
  deck->type = type_of_kind(&file->p, VALUE_BOOL);
}

/* ---- names ---- */

/* Writes over a text of the file, which is as long as what replaces it, or longer. */
static void overwrite(struct file *file, int32_t text, const char *bytes) {
  memcpy((char *)(uintptr_t)program_text(&file->p, text), bytes, strlen(bytes));
}

static uint32_t choice_named(const struct program *p, const char *name) {
  for (uint32_t i = 0; i < p->choices_count; i++)
    if (strcmp(program_text(p, p->choices[i].name), name) == 0) return i;
  fail_msg("there is no choice `%s`", name);
  return 0;
}

static struct option *option_of(struct file *file, uint32_t number) {
  const struct choice *choice = &file->p.choices[choice_named(&file->p, "act")];
  return (struct option *)(uintptr_t)&file->p.options[choice->first_option + (int32_t)number];
}

static void choice_without_name(struct file *file) {
  ((struct choice *)(uintptr_t)&file->p.choices[choice_named(&file->p, "act")])->name = 0;
}
static void choice_of_two_words(struct file *file) {
  overwrite(file, file->p.choices[choice_named(&file->p, "act")].name, "a t");
}
static void option_with_a_bracket(struct file *file) { overwrite(file, option_of(file, 0)->name, "l(y"); }
static void option_with_a_line_end(struct file *file) { overwrite(file, option_of(file, 0)->name, "l\ny"); }
static void option_that_is_a_number(struct file *file) { overwrite(file, option_of(file, 0)->name, "1ay"); }
static void option_of_the_same_name(struct file *file) { option_of(file, 1)->name = option_of(file, 0)->name; }
static void option_of_the_same_letters(struct file *file) {
  memcpy((char *)(uintptr_t)program_text(&file->p, option_of(file, 2)->name), "lay\0x", sizeof "clear");
}
static void option_of_another_choice(struct file *file) {
  for (uint32_t i = 0; i < file->p.choices_count; i++)
    if ((int32_t)i != option_of(file, 0)->choice) option_of(file, 0)->choice = (int32_t)i;
}
static void rule_of_two_lines(struct file *file) {
  for (uint32_t i = 0; i < file->p.rules_count; i++)
    if (strcmp(program_text(&file->p, file->p.rules[i].name), "points") == 0)
      overwrite(file, file->p.rules[i].name, "po\nend");
}
static void rule_without_name(struct file *file) { ((struct rule *)(uintptr_t)file->p.rules)->name = 0; }
static void setting_of_two_words(struct file *file) { overwrite(file, file->p.settings[0].name, "op n"); }
static int32_t *names_of(struct file *file, const char *type) {
  for (uint32_t i = 0; i < file->p.types_count; i++)
    if (strcmp(program_text(&file->p, file->p.types[i].name), type) == 0)
      return (int32_t *)(uintptr_t)&file->p.ints[file->p.types[i].names];
  fail_msg("there is no type `%s`", type);
  return NULL;
}
static void value_of_two_words(struct file *file) { overwrite(file, names_of(file, "Town")[0], "ro e"); }
static void value_of_the_same_name(struct file *file) { names_of(file, "Town")[1] = names_of(file, "Town")[0]; }
static void type_named_as_a_number_is(struct file *file) {
  for (uint32_t i = 0; i < file->p.types_count; i++)
    if (strcmp(program_text(&file->p, file->p.types[i].name), "Card") == 0)
      overwrite(file, file->p.types[i].name, "bool");
}

static struct board_desc *board_of(struct file *file) { return (struct board_desc *)(uintptr_t)file->p.boards; }
static void board_of_fewer_cells(struct file *file) { board_of(file)->cells--; }
static void board_of_no_enum(struct file *file) { board_of(file)->type = file->p.decks[0].type; }
static void board_that_is_too_narrow(struct file *file) { board_of(file)->width = 1; }
static void board_of_cells_in_one_place(struct file *file) { board_of(file)->rows = board_of(file)->columns; }

static void value_out_of_its_type(struct file *file) { ((struct setting *)(uintptr_t)file->p.settings)->value = 2; }

static void hostile_files_are_refused(void **unused) {
  (void)unused;
  static const struct {
    const char *name;
    void (*change)(struct file *file);
    const char *why;
  } cases[] = {
    { "a list as a setting", list_as_setting, "A setting" },
    { "a list as an index", list_as_index, "A variable" },
    { "a procedure of no kind", procedure_of_no_kind, "A procedure" },
    { "a procedure of a large kind", procedure_of_a_large_kind, "A procedure" },
    { "a set without room", set_without_room, "A zone" },
    { "U+009B", second_set_of_controls, "The texts" },
    { "U+009F", last_of_the_controls, "The texts" },
    { "a byte that is no character", not_utf8, "The texts" },
    { "half a surrogate pair", half_a_pair, "The texts" },
    { "longer than needed", longer_than_needed, "The texts" },
    { "an escape", escape, "The texts" },
    { "a citation that is a control", citation_that_is_a_control, "damaged" },
    { "a text within a text", text_within_a_text, "The description" },
    { "a condition of nothing", condition_of_nothing, "A setting" },
    { "cards of another deck", cards_of_another_deck, "A deck" },
    { "cards without names", type_without_names, "A deck" },
    { "a value out of its type", value_out_of_its_type, "A setting" },
    { "a choice without a name", choice_without_name, "A choice" },
    { "a choice of two words", choice_of_two_words, "damaged" },
    { "an option with a bracket", option_with_a_bracket, "An option" },
    { "an option with a line end", option_with_a_line_end, "An option" },
    { "an option that is a number", option_that_is_a_number, "An option" },
    { "two options of one name", option_of_the_same_name, "An option" },
    { "two options of the same letters", option_of_the_same_letters, "An option" },
    { "an option of another choice", option_of_another_choice, "A choice" },
    { "a rule of two lines", rule_of_two_lines, "damaged" },
    { "a rule without a name", rule_without_name, "A rule" },
    { "a setting of two words", setting_of_two_words, "damaged" },
    { "a value of two words", value_of_two_words, "A type" },
    { "two values of one name", value_of_the_same_name, "A type" },
    { "a board of fewer cells", board_of_fewer_cells, "A board" },
    { "a board of no enum", board_of_no_enum, "A board" },
    { "a board that is too narrow", board_that_is_too_narrow, "A board" },
    { "a board of cells in one place", board_of_cells_in_one_place, "A board" },
    { "a type that is called bool", type_named_as_a_number_is, "damaged" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct file file = file_of(game);
    const char *why;
    cases[i].change(&file);
    /* Whatever is wrong, the hash is what is looked at first. */
    struct trvc_header header;
    memcpy(&header, file.bytes, sizeof header);
    header.checksum = trvc_checksum(file.bytes, file.size);
    memcpy(file.bytes, &header, sizeof header);
    assert_int_equal(load_file(&file, &why), TRV_E_DATA);
    if (!strstr(why, "hash")) fail_msg("%s: read before its hash was compared: %s", cases[i].name, why);
    sealed_close(file.bytes, file.size);
    int status = load_file(&file, &why);
    if (status != TRV_E_DATA || !strstr(why, cases[i].why)) fail_msg("%s: status %d, %s", cases[i].name, status, why);
    trv_free(file.bytes);
  }
}

/* A choice that claims to need no enumerator is enumerated all the same. */
static void claims_of_a_choice_are_not_believed(void **unused) {
  (void)unused;
  struct file file =
      file_of("game \"T\" { players 2..2 }\nvar n: int = 0\nplay { repeat 3 times { choose c by p1 {\n"
              "option a needs n > 0 { n = 0 } option b { n += 1 } option d { n += 2 } } } }\nrank p by n\n");
  const char *why = "";
  for (uint32_t i = 0; i < file.p.choices_count; i++) {
    struct choice *choice = (struct choice *)(uintptr_t)&file.p.choices[i];
    choice->flags |= CHOICE_PLAIN | CHOICE_ONE_SET | CHOICE_SET_READY;
  }
  sealed_close(file.bytes, file.size);
  trv_program *program = NULL;
  trv_setup *setup;
  trv_game *played;
  trv_choice_info info;
  assert_int_equal(trv_program_load(file.bytes, file.size, NULL, &program, &why), TRV_OK);
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, NULL, 0), TRV_OK);
  assert_int_equal(trv_game_new(setup, &played), TRV_OK);
  assert_int_equal(trv_game_start(played, 1, 0), TRV_CHOICE);
  assert_int_equal(trv_game_choice(played, &info), TRV_OK);
  assert_int_equal(info.options, 2);
  assert_string_equal(trv_option_name(played, 0), "b");
  trv_game_free(played);
  trv_setup_free(setup);
  trv_program_free(program);
  trv_free(file.bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_number_at_its_edges), cmocka_unit_test(the_list_is_complete),
    cmocka_unit_test(code_keeps_to_its_rights),  cmocka_unit_test(an_enumerator_writes_nothing),
    cmocka_unit_test(hostile_files_are_refused), cmocka_unit_test(claims_of_a_choice_are_not_believed),
  };
  return cmocka_run_group_tests_name("fields", tests, NULL, NULL);
}
