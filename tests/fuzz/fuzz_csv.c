/* Tables: the same text as the rows of an enum, of a deck, of a table and of a graph. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

enum { DECISION_LIMIT = 20 };

const char *const fuzz_words[] = { ",",       "\"",           "\"\"",       "\n",   "\r\n", "id",   "label",
                                   "copies",  "worth",        "colour",     "from", "to",   "a",    "b",
                                   "c",       "red",          "none",       "true", "-1",   "0",    "127",
                                   "128",     "65536",        "2147483648", " ",    "\t",   "\xff", "\xc3\xa9",
                                   "gain(2)", "\xef\xbb\xbf", "@R1",        NULL };

static const char start[] = "game \"Tables\" { players 2..2 }\nenum Colour { red blue }\nvar n: int = 0\nrank p by n\n"
                            "effect gain(k: int) { n += k }\n";
static const char *const sources[] = {
  "enum Town(worth: int, colour: Colour or none) from \"t.csv\"\nplay { for t in Town { n += t.worth } }\n",
  "deck Card(worth: int, does: effect(int)) in stock from \"t.csv\"\npile stock: Card open\npool hand: Card open\n"
  "play { repeat 9 times { if let c = draw from stock to hand { apply c.does(1)  n += c.worth } } }\n",
  "enum Town { a b c }\ntable fare[Town, Town](worth: int) from \"t.csv\"\n"
  "play { for t in Town { for u in Town { if let f = fare[t, u] { n += f.worth } } } }\n",
  "enum Town { a b c d }\ngraph roads: Town from \"t.csv\"\n"
  "play { for t in Town { n += count(u in neighbours(roads, t)) + distance(roads, t, a) ?? 9 } }\n",
};

struct table {
  const uint8_t *data;
  size_t size;
};

static int read_table(void *context, const char *name, char **text, size_t *length) {
  const struct table *table = context;
  if (strcmp(name, "t.csv") != 0) return ENOENT;
  *text = malloc(table->size ? table->size : 1);
  if (!*text) return ENOMEM;
  memcpy(*text, table->data, table->size);
  *length = table->size;
  return 0;
}

static void release(void *context, char *text) {
  (void)context;
  free(text);
}

static bool compile(const char *text, size_t length, trv_resolver *resolver) {
  trv_compile_options options = { .struct_size = sizeof options,
                                  .name = "fuzz.trv",
                                  .text = text,
                                  .length = length,
                                  .resolver = resolver,
                                  .analyse = true };
  trv_program *program = NULL;
  trv_report *report = NULL;
  char line[400];
  int status = trv_compile(&options, &program, &report);
  if ((status == TRV_OK) != (program != NULL)) fuzz_fail("status %d and a program do not go together", status);
  if (!program && trv_report_errors(report) == 0) fuzz_fail("refused without an error");
  for (size_t i = 0; i < trv_report_count(report); i++) trv_report_print(report, i, false, line, sizeof line);
  if (program) fuzz_agree(program, 2, 1, DECISION_LIMIT);
  trv_report_free(report);
  trv_program_free(program);
  return status == TRV_OK;
}

bool fuzz_input(const uint8_t *data, size_t size) {
  struct table table = { data, size };
  trv_resolver resolver = { read_table, release, &table };
  bool entered = false;
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
    char text[1000];
    size_t length = (size_t)snprintf(text, sizeof text, "%s%s", start, sources[i]);
    if (compile(text, length, &resolver)) entered = true;
  }
  return entered;
}
