/* compiler/inspect.c: what stands at a place of the rules, where it is declared and used. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "include/trv_inspect.h"

static const char book[] = "# Rules\n\n- **R1** First.\n- **R2** Second.\n- **R3** Third.\n";
static const char table[] = "id,worth\nred,2\nblue,3\n";
static const char rules[] = "game \"T\" { players 2..2  rulebook \"book.md\" }\n"
                            "/// How many.\n"
                            "const most = 2 + 3  @R1\n"
                            "deck Card(worth: int) in pack from \"cards.csv\"\n"
                            "pile pack: Card hidden\n"
                            "pile hand[player]: Card for owner\n"
                            "fn doubled(n: int) -> int = 2 * n\n"
                            "setup { let first = red\n"
                            "  move first from pack to hand[p1] } @R2-R3\n"
                            "play { say \"{doubled(most)} {red.worth}\" end game }\n";

static int read_text(void *context, const char *name, char **text, size_t *length) {
  const char *found = strstr(name, "book.md") ? book : strstr(name, "cards.csv") ? table : context;
  *text = (char *)(uintptr_t)found;
  *length = strlen(found);
  return 0;
}

static void release_text(void *context, char *text) { (void)context, (void)text; }

static trv_inspection *inspect(const char *text, int status) {
  trv_resolver resolver = { read_text, release_text, (void *)(uintptr_t)text };
  trv_compile_options options = {
    .struct_size = sizeof options, .name = "test.trv", .resolver = &resolver, .rulebook = true
  };
  trv_inspection *inspection = NULL;
  assert_int_equal(trv_inspect(&options, &inspection), status);
  assert_non_null(inspection);
  return inspection;
}

/* What stands where a text begins, `skip` bytes on. */
static trv_thing thing_at(const trv_inspection *inspection, const char *file, const char *all, const char *text,
                          size_t skip) {
  const char *at = strstr(all, text);
  assert_non_null(at);
  return trv_inspection_thing(inspection,
                              trv_inspection_at(inspection, file, (uint32_t)((size_t)(at - all) + skip), 0, NULL));
}

static void what_things_are(void **unused) {
  (void)unused;
  trv_inspection *inspection = inspect(rules, TRV_OK);
  trv_thing most = thing_at(inspection, "test.trv", rules, "most)", 0);
  assert_int_equal(most.kind, TRV_THING_CONSTANT);
  assert_string_equal(most.head, "const most = 2 + 3");
  assert_string_equal(most.value, "5");
  assert_string_equal(most.doc, "How many.");
  assert_string_equal(most.cites, "R1");
  assert_string_equal(thing_at(inspection, "test.trv", rules, "doubled(most", 3).head,
                      "fn doubled(n: int) -> int = 2 * n");
  assert_string_equal(thing_at(inspection, "test.trv", rules, "first from", 0).head, "first: Card");
  trv_thing red = thing_at(inspection, "test.trv", rules, "red.worth", 1);
  assert_int_equal(red.kind, TRV_THING_VALUE);
  assert_string_equal(red.value, "worth: 2");
  assert_string_equal(red.place.file, "cards.csv");
  assert_string_equal(thing_at(inspection, "test.trv", rules, "worth}", 0).head, "Card.worth: int");
  assert_string_equal(thing_at(inspection, "test.trv", rules, "@R2-R3", 2).value, "Second.");
  assert_string_equal(thing_at(inspection, "cards.csv", table, "blue", 0).name, "blue");
  trv_inspection_free(inspection);
}

static void citations_of_ranges_mean_several(void **unused) {
  (void)unused;
  trv_inspection *inspection = inspect(rules, TRV_OK);
  uint32_t at = (uint32_t)(strstr(rules, "@R2-R3") - rules);
  trv_span place;
  assert_string_equal(trv_inspection_thing(inspection, trv_inspection_at(inspection, "test.trv", at, 1, &place)).name,
                      "R3");
  assert_int_equal(place.start, at);
  assert_int_equal(place.end, at + 6);
  assert_int_equal(trv_inspection_at(inspection, "test.trv", at, 2, NULL), TRV_NO_THING);
  trv_inspection_free(inspection);
}

static uint32_t count_mentions(const trv_inspection *inspection, uint32_t thing, uint32_t *declarations) {
  uint32_t count = 0;
  *declarations = 0;
  for (uint32_t i = 0; trv_inspection_mention(inspection, i).place.file; i++) {
    trv_mention mention = trv_inspection_mention(inspection, i);
    if (mention.thing == thing) count++, *declarations += mention.declares;
  }
  return count;
}

static void where_things_are_named(void **unused) {
  (void)unused;
  trv_inspection *inspection = inspect(rules, TRV_OK);
  uint32_t declared, pack = (uint32_t)(strstr(rules, "pack: Card") - rules);
  pack = trv_inspection_at(inspection, "test.trv", pack, 0, NULL);
  assert_int_equal(count_mentions(inspection, pack, &declared), 3);
  assert_int_equal(declared, 1);
  trv_inspection_free(inspection);
}

static void files_with_errors_say_what_they_can(void **unused) {
  (void)unused;
  static const char broken[] =
      "game \"T\" { players 2..2 }\nconst most = 5\nplay { say \"{most}\" say \"{nothing}\" }\n";
  trv_inspection *inspection = inspect(broken, TRV_E_INPUT);
  assert_true(trv_report_errors(trv_inspection_report(inspection)) > 0);
  assert_string_equal(thing_at(inspection, "test.trv", broken, "most}", 0).value, "5");
  assert_string_equal(thing_at(inspection, "test.trv", broken, "nothing", 0).name, "");
  assert_string_equal(thing_at(inspection, "elsewhere", broken, "most}", 0).name, "");
  trv_inspection_free(inspection);
}

static void what_is_too_much_is_told(void **unused) {
  (void)unused;
  trv_resolver resolver = { read_text, release_text, (void *)(uintptr_t)rules };
  trv_compile_options options = {
    .struct_size = sizeof options, .name = "test.trv", .resolver = &resolver, .memory = 1 << 10
  };
  trv_inspection *inspection = NULL;
  assert_int_equal(trv_inspect(&options, &inspection), TRV_E_INPUT);
  assert_int_equal(trv_inspection_things(inspection), 0);
  assert_int_equal(trv_inspection_at(inspection, "test.trv", 0, 0, NULL), TRV_NO_THING);
  trv_inspection_free(inspection);
  options.struct_size = 1;
  assert_int_equal(trv_inspect(&options, &inspection), TRV_E_ARGUMENT);
}

/* The proposal with this title at the bytes of `text`; NULL if there is none. */
static const trv_proposal *proposal_at(const trv_inspection *inspection, const char *all, const char *text,
                                       const char *title) {
  const char *at = strstr(all, text);
  const trv_proposal *proposals;
  assert_non_null(at);
  uint32_t start = (uint32_t)(at - all), end = start + (uint32_t)strlen(text);
  uint32_t count = trv_inspection_propose(inspection, "test.trv", start, end, &proposals);
  for (uint32_t i = 0; i < count; i++)
    if (strstr(proposals[i].title, title)) return &proposals[i];
  return NULL;
}

static void what_could_be_done(void **unused) {
  (void)unused;
  trv_inspection *inspection = inspect(rules, TRV_OK);
  const trv_proposal *found = proposal_at(inspection, rules, "2 * n", "make a fn");
  assert_non_null(found);
  assert_int_equal(found->kind, TRV_PROPOSAL_EXTRACT);
  assert_int_equal(found->change_count, 2);
  assert_string_equal(found->changes[0].text, "new_fn(n)");
  assert_string_equal(found->changes[1].text, "\n\nfn new_fn(n: int) -> int = 2 * n");
  found = proposal_at(inspection, rules, "move first from pack to hand[p1]", "make an effect");
  assert_non_null(found);
  assert_string_equal(found->changes[0].text, "new_effect(first)");
  assert_null(proposal_at(inspection, rules, "let first = red", "make an effect")); /* it is used behind */
  assert_null(proposal_at(inspection, rules, "2 * n", "make a setting"));           /* that is no number */
  const trv_proposal *proposals;
  assert_int_equal(trv_inspection_propose(inspection, "test.trv", 5, 4, &proposals), 0);
  assert_int_equal(trv_inspection_propose(inspection, "test.trv", 0, UINT32_MAX, &proposals), 0);
  assert_int_equal(trv_inspection_propose(inspection, "nowhere.trv", 0, 0, &proposals), 0);
  trv_inspection_free(inspection);
}

static void what_a_match_lacks(void **unused) {
  (void)unused;
  static const char lacking[] = "game \"T\" { players 2..2 }\nenum Hue { red green blue }\n"
                                "fn worth(h: Hue) -> int = match h {\n  red => 2\n}\n"
                                "play { say \"{worth(red)}\" end game }\n";
  trv_inspection *inspection = inspect(lacking, TRV_E_INPUT);
  const trv_proposal *found = proposal_at(inspection, lacking, "match", "missing cases");
  assert_non_null(found);
  assert_string_equal(found->changes[0].text, "  green => 2\n  blue => 2\n");
  trv_inspection_free(inspection);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_things_are),          cmocka_unit_test(citations_of_ranges_mean_several),
    cmocka_unit_test(where_things_are_named),   cmocka_unit_test(files_with_errors_say_what_they_can),
    cmocka_unit_test(what_is_too_much_is_told), cmocka_unit_test(what_could_be_done),
    cmocka_unit_test(what_a_match_lacks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
