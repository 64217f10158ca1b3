/* compiler/graphs.c: edges, distances, what is near, paths in their order; compiler/routes.c: places off all routes. */
#include "tests/unit/checked.h"

#include "compiler/graphs.h"

static struct checked t;
static int open_graphs(void **unused) {
  (void)unused;
  checked_open(&t, "enum Town { a b c d e }\n"
                   "graph roads: Town { a - b  b - c  c - d  a - d }\n"
                   "graph ring: Town { a -> b  b -> c  c -> d  d -> e  e -> a }\n"
                   "graph lonely: Town { a - b }\n"
                   "enum Line { red blue }\n"
                   "graph metro: Town by Line { a - b(red)  b - c(red)  c -> d(blue)  d - e(blue) }");
  return (int)t.lang.diags.errors;
}
static int close_graphs(void **unused) {
  (void)unused;
  checked_close(&t);
  return 0;
}

static struct symbol *graph(const char *name) { return checked_symbol(&t, name); }
static int32_t int_at(int32_t column, int32_t index) {
  const struct column *record = ITEM(t.c, columns, struct column, column);
  return *ITEM(t.c, ints, int32_t, record->offset + index);
}
static int32_t distance(const char *name, int from, int to) {
  return int_at(graphs_distances(t.c, graph(name)), from * 5 + to);
}
/* A set of fewer than 32 values as a number. */
static int32_t set_at(int32_t column, int32_t index) { return int_at(column, 2 * index); }

static void distances(void **unused) {
  (void)unused;
  assert_int_equal(distance("roads", 0, 0), 0);
  assert_int_equal(distance("roads", 0, 1), 1);
  assert_int_equal(distance("roads", 0, 2), 2);
  assert_int_equal(distance("roads", 0, 4), NONE_INT);
  assert_int_equal(distance("ring", 0, 4), 4);
  assert_int_equal(distance("ring", 4, 0), 1);
}

static void whether_all_is_connected(void **unused) {
  (void)unused;
  assert_true(graphs_connected(t.c, graph("ring")));
  assert_false(graphs_connected(t.c, graph("roads")));
  assert_false(graphs_connected(t.c, graph("lonely")));
}

static void neighbours_and_what_is_within(void **unused) {
  (void)unused;
  assert_int_equal(set_at(graphs_neighbours(t.c, graph("roads")), 0), 1 << 1 | 1 << 3);
  assert_int_equal(set_at(graphs_neighbours(t.c, graph("ring")), 0), 1 << 1);
  assert_int_equal(set_at(graphs_neighbours(t.c, graph("roads")), 4), 0);
  int32_t rows = 0, within = graphs_within(t.c, graph("roads"), &rows);
  assert_int_equal(rows, 3);
  assert_int_equal(set_at(within, 0 * rows + 0), 1);
  assert_int_equal(set_at(within, 0 * rows + 1), 1 | 1 << 1 | 1 << 3);
  assert_int_equal(set_at(within, 0 * rows + 2), 15);
  assert_int_equal(set_at(within, 4 * rows + 2), 1 << 4);
  graphs_within(t.c, graph("ring"), &rows);
  assert_int_equal(rows, 5);
}

/* The places between, path after path: "bd|" for two paths, one through b and d, one direct. */
static const char *paths(const char *name, int from, int to) {
  static char text[80];
  const struct path_table *table = graphs_paths(t.c, graph(name));
  int32_t first = int_at(table->first_column, from * 5 + to), last = int_at(table->first_column, from * 5 + to + 1);
  size_t length = 0;
  for (int32_t path = first; path < last; path++) {
    if (path > first) text[length++] = '|';
    for (int32_t i = int_at(table->start_column, path); i < int_at(table->start_column, path + 1); i++)
      text[length++] = (char)('a' + int_at(table->node_column, i));
  }
  text[length] = '\0';
  return text;
}

static void paths_by_length_then_by_the_order_of_the_enum(void **unused) {
  (void)unused;
  assert_string_equal(paths("roads", 0, 2), "b|d");
  assert_string_equal(paths("roads", 0, 1), "|dc");
  assert_string_equal(paths("ring", 1, 0), "cde");
  assert_string_equal(paths("roads", 0, 4), "");
  assert_int_equal(graph("roads")->graph->most_between, 2);
}

static void one_empty_path_to_the_same_place(void **unused) {
  (void)unused;
  const struct path_table *table = graphs_paths(t.c, graph("lonely"));
  assert_int_equal(int_at(table->first_column, 1) - int_at(table->first_column, 0), 1);
  assert_int_equal(int_at(table->length_column, int_at(table->first_column, 0)), 0);
  assert_int_equal(table->count, 5 + 2);
}

static void edges_with_labels(void **unused) {
  (void)unused;
  const struct graph *metro = graph("metro")->graph;
  int32_t sets = graphs_labelled(t.c, graph("metro"));
  assert_int_equal(set_at(sets, 1 * 2 + 0), 1 << 0 | 1 << 2);
  assert_int_equal(set_at(sets, 2 * 2 + 1), 1 << 3);
  assert_int_equal(set_at(sets, 3 * 2 + 1), 1 << 4);
  assert_int_equal(set_at(graphs_neighbours(t.c, graph("metro")), 2), 1 << 1 | 1 << 3);
  assert_non_null(metro->twin); /* from b, red leads two ways */
  assert_int_equal(metro->steps[2 * 2 + 1], 3);
  assert_int_equal(metro->steps[3 * 2 + 0], -1);
}

static void mistakes_with_labels(void **unused) {
  (void)unused;
  checked_expect("enum Town { a b }\ngraph g: Town { a - b(red) }", "E0527 3:17");
  checked_expect("enum Town { a b }\nenum Line { red }\ngraph g: Town by Line { a - b }", "E0527 4:25");
  checked_expect("enum Town { a b }\nenum Line { red }\ngraph g: Town by Line { a - b(green) }", "E0526 4:31");
  checked_expect("enum Town { a b }\ngraph g: Town by Lien { a - b(red) }", "E0202 3:18");
}

static void mistakes(void **unused) {
  (void)unused;
  checked_expect("enum Town { a b }\ngraph g: Town { a - a }", "E0527 3:17");
  checked_expect("enum Town { a b }\ngraph g: Town { a - c }", "E0526 3:21");
  checked_expect("enum Town { a b }\ngraph g: Twon { a - b }", "E0202 3:10");
  checked_expect("deck Card in z { a b }\npile z: Card open\ngraph g: Card { a - b }", "E0527 4:10");
}

static void places_off_all_routes(void **unused) {
  (void)unused;
  checked_expect("enum Town { a b c }\ngraph g: Town { a - b }", "E0528 2:17");
  checked_expect("enum Town { a b c }\ngraph g: Town { a - b  c - none }", "");
  checked_expect("enum Town { a b c }\ngraph g: Town { a - b  b - none  c - none }", "E0527 3:24");
  checked_expect("enum Town { a b c }\ngraph g: Town { a - b }\ngraph ships: Town { c -> a }", "");
  checked_expect("enum Town { a b c }\ngraph g: Town { a - b }\nenum Ship(x: Town, y: Town) { s(a, c) }\n"
                 "setup { say \"{s}\" }",
                 "");
  checked_expect("enum Town { a b c }\ngraph g: Town { a - b }\nenum Line(x: set of Town) { l([b, c]) }\n"
                 "setup { say \"{l}\" }",
                 "");
  checked_expect("enum Town { a b c }\ngraph g: Town { a - b }\nenum Sight(x: Town) { s(c) }\nsetup { say \"{s}\" }",
                 "E0528 2:17");
  checked_expect("enum Town { a b c }\ngraph g: Town { a - b }\nvar at[player]: Town = a\n"
                 "setup { at[p1] = c }",
                 "");
  checked_expect("enum Town { a b c }\ngraph g: Town { a - b }\nvar at[player]: Town = a\n"
                 "setup { if at[p1] == c { at[p1] = b } }",
                 "E0528 2:17");
}

static void too_many_paths(void **unused) {
  (void)unused;
  struct lang text;
  lang_open(&text);
  struct text out = arena_text(text.arena);
  text_add(&out, "enum Town {");
  for (int i = 0; i < 10; i++) text_format(&out, " t%d", i);
  text_add(&out, " }\ngraph g: Town {");
  for (int i = 0; i < 10; i++)
    for (int j = i + 1; j < 10; j++) text_format(&out, " t%d - t%d", i, j);
  text_add(&out, " }\nfn ways() -> int = count(v in paths(g, t0, t1))\nsetup { say \"{ways()}\" }");
  checked_expect(out.bytes, "E0410 3:7");
  lang_close(&text);
}

/* What cannot lead to the goal is not searched: a clique beside a place that nothing leads to, a clique behind the place
 * that all ways begin with, a star, a long line. Each took longer than anybody would wait. */
static void paths_that_lead_nowhere(void **unused) {
  (void)unused;
  static const struct {
    const char *form; /* c: a clique of the places from t2 on; s: a star; l: a line */
    int places;
    const char *ends, *expected;
  } graphs[] = {
    { "c", 22, " t0 -> t2 t1 - none", "E0410 3:7" },
    { "c", 22, " t0 - t1 t0 - t2", "E0410 3:7" },
    { "s", 250, "", "" },
    { "l", 1024, "", "E0410 3:7" },
  };
  for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++) {
    struct lang text;
    lang_open(&text);
    struct text out = arena_text(text.arena);
    text_add(&out, "enum Town {");
    for (int i = 0; i < graphs[g].places; i++) text_format(&out, " t%d", i);
    text_format(&out, " }\ngraph g: Town {%s", graphs[g].ends);
    for (int i = 1; i < graphs[g].places; i++) {
      if (*graphs[g].form == 's') text_format(&out, " t0 - t%d", i);
      if (*graphs[g].form == 'l') text_format(&out, " t%d - t%d", i - 1, i);
      for (int j = 2; *graphs[g].form == 'c' && i > 1 && j < i; j++) text_format(&out, " t%d - t%d", j, i);
    }
    text_add(&out, " }\nfn ways() -> int = count(v in paths(g, t0, t1))\nsetup { say \"{ways()}\" }");
    checked_expect(out.bytes, graphs[g].expected);
    lang_close(&text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(places_off_all_routes),
    cmocka_unit_test(paths_that_lead_nowhere),
    cmocka_unit_test(distances),
    cmocka_unit_test(whether_all_is_connected),
    cmocka_unit_test(neighbours_and_what_is_within),
    cmocka_unit_test(paths_by_length_then_by_the_order_of_the_enum),
    cmocka_unit_test(one_empty_path_to_the_same_place),
    cmocka_unit_test(edges_with_labels),
    cmocka_unit_test(mistakes_with_labels),
    cmocka_unit_test(mistakes),
    cmocka_unit_test(too_many_paths),
  };
  return cmocka_run_group_tests(tests, open_graphs, close_graphs);
}
