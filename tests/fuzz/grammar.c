/* Scripts from a grammar that knows types. A rule is a text with places in it, which are filled by rules of their own:
 *
 *   %i %b %p %c %k   an int, bool, player, Colour, Card     %n         a small number
 *   %o %d %m         a Colour, Card, int or none             %s %g %l   a set of Colour, a bag of Card, a list of int
 *   %z %y            a zone to look at, to move cards to    %B         `x in domain`, with or without `where`
 *   %> … %<          a binder without `where`, written at %<: what stands between may already use its name
 *   %N %T?           a new name; from here on it is a value of type ?
 *   %{ %* %P         a block of statements; statements; statements of a fn
 *   %O %u            options of a choice; a number that is used once
 *   %f %h %e %r      a call of a fn that gives an int, a bool; of an effect; of an effect that gives an int
 *
 * Rules without places come first in their lists: they are all that is left when a text has become deep or long. */
#include "tests/fuzz/grammar.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES = 200, DEPTH = 6, LONG = 12000, BINDER_LIMIT = 2000 };

struct writer {
  const uint8_t *data;
  size_t size, at;
  uint32_t random;
  char *text;
  size_t used;
  int depth;
  uint32_t numbers; /* used by %u and %N */
  struct name {
    uint32_t number;
    char type;
  } names[NAMES];
  int name_count;
  uint32_t fns, tests, effects, results; /* declared so far */
  bool slips;                            /* a value of a wrong type now and then */
};

struct rules {
  char place;
  const char *const *list;
};

static void expand(struct writer *writer, const char *rule);

/* ---- the rules ---- */

#define RULES(name, ...) static const char *const name[] = { __VA_ARGS__, NULL }

RULES(ints, "0", "1", "7", "n0", "n1", "t0", "limit", "speed", "seats()", "-3", "2147483647", "a[%p]", "t1[%p]",
      "m[%c]", "b[1 + abs(%i) %% 5]", "grid[1 + abs(%i) %% 3, %c]", "(%i + %i)", "(%i - %i)", "(%i * %i)", "(%i / %i)",
      "(%i %% %i)", "-%i", "abs(%i)", "(if %b then %i else %i)", "count(%B)", "sum(%>%i for %<)", "(%m ?? %i)",
      "min(%i, %i)", "max(%i, %i, %i)", "size(%z)", "size(%s)", "size(%g)", "%k.n", "%c.worth", "(%d.n ?? %i)",
      "seat(%p)", "index(%c)", "index(%k)", "%f", "match %c { red => %i  green, blue => %i  else => %i }",
      "match %i { 0 => %i  1..5, 9 => %i  else => %i }", "match %b { true => %i  false => %i }",
      "(distance(roads, %c, %c) ?? %i)", "deep(%i)", "size(shop)", "count(x in shop)", "size(box(Card))",
      "count(w in paths(roads, %c, %c, up to 2))", "sum(sum(%i for x in 1..%n) for y in Colour)");
RULES(bools, "true", "f0", "f1", "quick", "flag[%p]", "%i == %i", "%i < %i", "%i >= %i", "%i != %i", "%c == %c",
      "%k == %k", "%p == %p", "%p != %p", "(not %b)", "(%b and %b)", "(%b or %b)", "(%b and not %b)", "any(%B)",
      "all(%B: %b)", "empty(%z)", "empty(%s)", "(%z has %k)", "(%s has %c)", "(%g has %k)", "(%i in 1..%n)",
      "(%c in %s)", "(%c not in %s)", "(%o is none)", "(%d is not none)", "(%g <= %g)", "(%g <= hand[%p])",
      "(%o == %c)", "(%s == %s)", "%h", "(%k in [ruby, sea])", "(if %b then %b else %b)", "(rival == %p)");
RULES(players, "who", "p1", "p2", "next(%p)", "left_of(%p)", "right_of(%p)", "most(x in players by %i)",
      "least(x in players by %i)", "(rival ?? %p)", "at_seat(1 + abs(%i) %% seats())", "(if %b then %p else %p)",
      "(first(x in others(%p) where %b) ?? %p)");
RULES(colours, "red", "green", "blue", "hue", "at[%p]", "%k.hue", "(%o ?? %c)", "(if %b then %c else %c)",
      "most(x in Colour by %i)", "nth(Colour, abs(%i) %% 3)", "match %c { red => %c  else => %c }");
RULES(cards, "ruby", "leaf", "sea", "(%d ?? %k)", "(if %b then %k else %k)", "most(x in Card by %i)",
      "nth(Card, abs(%i) %% 3)");
RULES(maybe_colours, "lost", "first(x in Colour where %b)", "most(x in Colour where %b by %i)", "%d.hue",
      "(if %b then lost else none)");
RULES(maybe_cards, "last", "top(heap)", "bottom(heap)", "shop[%n]", "first(x in %z where %b)",
      "most(x in %z where %b by %i)");
RULES(maybe_ints, "max(%>%i for %< where %b)", "min(%>%i for %< where %b)", "distance(roads, %c, %c)", "%d.n");
RULES(sets, "seen", "owned[%p]", "set(x in Colour where %b)", "(%s + %s)", "(%s - %s)", "neighbours(roads, %c)",
      "within(roads, %c, %n)", "set(x in %s where %b)");
RULES(bags, "price", "bag(ruby for x in 1..%n)", "(%g + %g)", "bag(%k for x in 1..%n)", "bag(x for x in %z)");
RULES(lists, "[1, 2]", "[3]", "list(%i for x in 1..%n)", "[%i, %i]", "list(x.n for x in %z)");
RULES(zones, "market", "heap", "hand[%p]");
RULES(targets, "market", "heap", "bottom of heap", "hand[%p]");
RULES(numbers, "1", "2", "3");

/* The first letter is the type of the elements. */
RULES(domains, "pplayers", "cColour", "kCard", "kmarket", "kheap", "kshop", "i1..5", "pothers(%p)",
      "pplayers starting %p", "khand[%p]", "i1..%n", "i0..%i", "c%s", "k%g", "cneighbours(roads, %c)", "i[%i, %i]");

RULES(statements, "n0 += 1", "n1 = 2", "shuffle stock", "draw 1 from stock to market", "move all from market to heap",
      "move random from heap to market", "n0 = %i", "n1 += %i", "n0 = (%i) %% 50", "a[%p] = %i", "a[%p] += %n",
      "t0 += %i", "t1[%p] -= %n", "m[%c] = %i", "b[%n] += %i", "grid[%n, %c] = %i", "f0 = %b", "f1 = %b",
      "flag[%p] = %b", "who = %p", "rival = %p", "rival = none", "hue = %c", "at[%p] = %c", "lost = %o", "last = %d",
      "seen = %s", "seen = []", "seen = [red, %c]", "price = []", "price = [2 of ruby, leaf]", "owned[%p] = %s",
      "price = %g", "dice = %l", "n0 = roll 6", "hue = roll Colour", "dice = roll 2 of 6", "a = a0",
      "let %N = a%Ta a[%p] = %i", "let %N = %i%Ti", "let %N = %b%Tb", "let %N = %c%Tc", "let %N = %k%Tk",
      "let %N = %p%Tp", "let %N = %s%Ts", "let %N = %g%Tg", "let %N = dice%Tl", "let %N = %l%Tl", "let %N = roll %n%Ti",
      "let %N = %r%Ti", "var %N: int = %i%Ti", "n1 = %r", "%e", "if %b %{", "if %b %{ else %{",
      "if %b %{ else if %b %{ else %{", "if let %N = %o%Tc %{ else { n1 += 1 }", "if let %N = %d%Tk %{",
      "if let %N = draw from stock to %y%Tk %{", "for %B %{", "for x in players by %i desc %{", "repeat %n times %{",
      "repeat %n times { %* if %b { break } %* }", "for %B { if %b { continue } %* }",
      "n1 = 0 repeat { %* n1 = n1 %% 9 if %b { break } n1 += 1 if n1 > 5 { break } }",
      "match %c { red %{ green, blue %{ else %{ }", "match %i { 0 %{ 1..4, 8 %{ else %{ }",
      "match %b { true %{ false %{ }", "match %o { none %{ red %{ else %{ }",
      "if let %N = first(x in market where %b)%Tk { move %L from market to %y }",
      "if let %N = first(x in heap where %b)%Tk { move %L from heap to %y }",
      "for p in players { if let %N = first(x in hand[p] where %b)%Tk { move %L from hand[p] to %y } }",
      "move all from %z to %y", "move all x from %z to %y where %b", "move random from %z to %y",
      "move random x from %z to %y last = x", "if let %N = shop[%n]%Tk { move %L from shop[1] to %y }",
      "draw %i from stock to %y", "draw %n from stock to hand[%p]", "draw 1 from stock to shop[%n]", "dig(%i %% 9)",
      "swap hand[%p], hand[%p]", "if %g <= %z { n0 += 1 }", "say \"{n0} {who} {hue} {seen} {%i}\"",
      "say to %p \"{n1} {last} {dice}\"", "reveal ruby from hand[%p] to %p", "choose q%u by %p \"Choose {n0}\" { %O }",
      "choose q%u by %p { %O otherwise %{ }", "choose q%u always by %p { %O otherwise %{ }",
      "choose q%u by each p in players { option o%u { a[p] += %i } option o%u(x in 1..%n) needs %b { n0 += x } "
      "otherwise { n1 += 1 } }",
      "n0 = pick q%u by %p \"How many?\" (x in 0..%n) \"{x}\" needs x < %n else \"no\" otherwise 0",
      "if let %N = top(heap)%Tk { move %L from heap to top of heap }");
RULES(options, "option o%u { n0 += 1 }", "option o%u \"go {n0}\" %{", "option o%u(%B) \"take\" %{",
      "option o%u(%B) needs %b else \"no {n0}\" %{", "option o%u(%B, %B) needs %b %{",
      "option o%u(%B) let %N = %i%Ti \"get {%i}\" needs %b needs %b else \"no\" %{", "idle option o%u %{",
      "option o%u(%N in hands(%n, x in hand[%p] where %b)%Tg) \"pay\" { n0 += size(%L) %* }",
      "option o%u(%N in paths(roads, %c, %c, up to 3)%Tw) { n0 += %L.length  seen = set(x in %L.between) }",
      "option o%u(%N in hand[%p]%Tk) { n1 += %L.n %* }", "include more(%p, %i)");
RULES(fn_statements, "let %N = %i%Ti", "var %N: int = %i%Ti", "if %b { return %i }", "for %B { if %b { return %i } }",
      "if let %N = %o%Tc { return %i }", "match %c { red { return %i } else { } }", "let %N = %c%Tc", "let %N = %s%Ts");

static const struct rules all_rules[] = {
  { 'i', ints },          { 'b', bools },      { 'p', players },     { 'c', colours }, { 'k', cards },
  { 'o', maybe_colours }, { 'm', maybe_ints }, { 'd', maybe_cards }, { 's', sets },    { 'g', bags },
  { 'l', lists },         { 'z', zones },      { 'y', targets },     { 'n', numbers },
};

/* ---- choosing ---- */

static uint32_t below(struct writer *writer, uint32_t limit) {
  if (writer->at < writer->size) return writer->data[writer->at++] % limit;
  writer->random = writer->random * 1664525u + 1013904223u;
  return (uint32_t)((uint64_t)writer->random * limit >> 32);
}

static bool is_late(const struct writer *writer) { return writer->depth > DEPTH || writer->used > LONG; }

/* A rule of a list; when it is late, one without places. */
static const char *choose_rule(struct writer *writer, const char *const *list) {
  uint32_t count = 0, plain = 0;
  while (list[count]) count++;
  while (plain < count && !strchr(list[plain], '%')) plain++;
  return list[below(writer, is_late(writer) && plain ? plain : count)];
}

/* ---- writing ---- */

static void put(struct writer *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct writer *writer, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(writer->text + writer->used, GRAMMAR_LIMIT - writer->used, format, arguments);
  va_end(arguments);
  writer->used += (size_t)length;
  if (writer->used >= GRAMMAR_LIMIT) writer->used = GRAMMAR_LIMIT - 1;
}

static void declare(struct writer *writer, uint32_t number, char type) {
  if (writer->name_count < NAMES) writer->names[writer->name_count++] = (struct name){ number, type };
}

/* A name of this type, most of the time that there is one. */
static bool put_name(struct writer *writer, char type) {
  int fitting = 0;
  for (int i = 0; i < writer->name_count; i++) fitting += writer->names[i].type == type;
  if (!fitting || below(writer, 5) < 2) return false;
  uint32_t wanted = below(writer, (uint32_t)fitting);
  for (int i = 0; i < writer->name_count; i++)
    if (writer->names[i].type == type && wanted-- == 0) put(writer, "v%u", writer->names[i].number);
  return true;
}

static void put_value(struct writer *writer, char type) {
  static const char types[] = "ibpckodsgl";
  if (writer->slips && strchr(types, type) && below(writer, 97) == 0) type = types[below(writer, sizeof types - 1)];
  if (put_name(writer, type)) return;
  for (size_t i = 0; i < sizeof all_rules / sizeof *all_rules; i++)
    if (all_rules[i].place == type) expand(writer, choose_rule(writer, all_rules[i].list));
}

static void put_binder(struct writer *writer) {
  const char *domain = choose_rule(writer, domains);
  uint32_t number = ++writer->numbers;
  put(writer, "v%u in ", number);
  expand(writer, domain + 1);
  declare(writer, number, *domain);
}

static void put_statements(struct writer *writer, const char *const *list, uint32_t most) {
  for (uint32_t count = below(writer, is_late(writer) ? 2 : most); count; count--) {
    expand(writer, choose_rule(writer, list));
    put(writer, "\n");
  }
}

static void put_block(struct writer *writer, const char *const *list) {
  int names = writer->name_count;
  put(writer, "{ ");
  put_statements(writer, list, 4);
  put(writer, " }");
  writer->name_count = names;
}

static void put_options(struct writer *writer) {
  for (uint32_t count = 1 + below(writer, 3); count; count--) {
    expand(writer, choose_rule(writer, options));
    put(writer, "\n");
  }
}

static void put_call(struct writer *writer, char place) {
  uint32_t declared = place == 'f'   ? writer->fns
                      : place == 'h' ? writer->tests
                      : place == 'e' ? writer->effects
                                     : writer->results;
  if (!declared) {
    put(writer, place == 'h' ? "true" : place == 'e' ? "n0 += 1" : "3");
    return;
  }
  put(writer, "%s%u",
      place == 'f'   ? "fun"
      : place == 'h' ? "test"
      : place == 'e' ? "act"
                     : "give",
      below(writer, declared));
  expand(writer, place == 'h' ? "(%k, %c)" : "(%p, %i)");
}

/* What a rule has named so far. */
struct frame {
  uint32_t name;
  char binder[BINDER_LIMIT];
};

/* Writes a binder ahead, to be put where the rule wants it. */
static void hold_binder(struct writer *writer, struct frame *frame) {
  size_t start = writer->used;
  put_binder(writer);
  snprintf(frame->binder, sizeof frame->binder, "%s", writer->text + start);
  writer->used = start;
}

static const char *fill(struct writer *writer, struct frame *frame, const char *place) {
  switch (*place) {
  case '%': put(writer, "%%"); break;
  case 'u': put(writer, "%u", ++writer->numbers); break;
  case 'N': frame->name = ++writer->numbers; /* fall through */
  case 'L': put(writer, "v%u", frame->name); break;
  case 'T': declare(writer, frame->name, *++place); break;
  case 'B':
    put_binder(writer);
    if (below(writer, 3) == 0) expand(writer, " where %b");
    break;
  case '>': hold_binder(writer, frame); break;
  case '<': put(writer, "%s", frame->binder); break;
  case '{': put_block(writer, statements); break;
  case '*': put_statements(writer, statements, 3); break;
  case 'P': put_statements(writer, fn_statements, 4); break;
  case 'O': put_options(writer); break;
  case 'f':
  case 'h':
  case 'e':
  case 'r': put_call(writer, *place); break;
  default: put_value(writer, *place);
  }
  return place + 1;
}

/* Names last to the end of their rule, or of the block when the rule is a let or var. */
static void expand(struct writer *writer, const char *rule) {
  struct frame frame = { 0 };
  int names = writer->name_count;
  bool keeps = strncmp(rule, "let ", 4) == 0 || strncmp(rule, "var ", 4) == 0;
  writer->depth++;
  for (const char *at = rule; *at;) {
    if (*at == '%') at = fill(writer, &frame, at + 1);
    else put(writer, "%c", *at++);
  }
  writer->depth--;
  if (!keeps) writer->name_count = names;
}

/* ---- declarations ---- */

/* Sizes at which sets and zones are stored otherwise. Places are seldom many: looking for their paths takes long. */
static uint32_t extra_rows(struct writer *writer, bool places) {
  static const uint32_t few[] = { 0, 0, 0, 0, 0, 1, 5, 62 }, sizes[] = { 0, 0, 0, 1, 5, 61, 62, 130 };
  return (places ? few : sizes)[below(writer, 8)];
}

static void put_tables(struct writer *writer) {
  uint32_t colours = extra_rows(writer, true), cards = extra_rows(writer, false);
  put(writer, "game \"Made\" { players 2..3  limit 200 decisions }\nenum Colour(worth: int) { red(1) green(2) blue(3)");
  for (uint32_t i = 0; i < colours; i++) put(writer, " c%u(%u)", i, i % 7);
  put(writer, " }\ngraph roads: Colour { red - green  green -> blue");
  for (uint32_t i = 0; i < colours; i++) put(writer, "  c%u - %s", i, i % 3 ? "red" : "blue");
  put(writer,
      " }\ndeck Card(hue: Colour, n: int) in stock { 4 of ruby(red, 1)  3 of leaf(green, 2)  2 of sea(blue, 3)");
  for (uint32_t i = 0; i < cards; i++) put(writer, "  %u of k%u(red, %u)", 1 + i % 2, i, i % 9);
  put(writer,
      " }\npile stock: Card hidden refill from heap\npile heap: Card open\npool market: Card open\nrow shop[3]: Card "
      "open\npool hand[player]: Card %s\n",
      below(writer, 2) ? "for owner" : "open");
}

static void put_variables(struct writer *writer) {
  static const char *const ranges[] = { "int", "0..100", "-5..20" };
  put(writer, "const limit = %u\nsetting speed: 1..9 = %u \"how fast\"\nsetting quick: bool = false \"quick\"\n",
      below(writer, 100), 1 + below(writer, 9));
  put(writer, "var n0: %s = 3\nvar n1: int = 0 each turn\ntrack t0: 0..20 = 5 clamped\ntrack t1[player]: 0..9 = %u\n",
      ranges[below(writer, 3)], below(writer, 10));
  put(writer,
      "var a[player]: int = 0\nvar a0[player]: int = 7\nvar m[Colour]: int = 1\nvar b[1..5]: int = 2\nvar grid[1..3, "
      "Colour]: 0..9 = 4\n"
      "var f0: bool = false\nvar f1: bool = true\nvar flag[player]: bool = false\nvar who: player = p1\nvar rival: "
      "player or none = none\n"
      "var hue: Colour = red\nvar at[player]: Colour = blue\nvar lost: Colour or none = none\nvar last: Card or none = "
      "none\n"
      "var seen: set of Colour = [green]\nvar owned[player]: set of Colour = []\nvar price: bag of Card = []\n"
      "var dice: list of int up to %u = [1]\n",
      2 + below(writer, 8));
}

static void put_parameters(struct writer *writer, const char *types) {
  static const struct {
    char type;
    const char *name;
  } named[] = { { 'i', "int" }, { 'p', "player" }, { 'k', "Card" }, { 'c', "Colour" } };
  writer->name_count = 0;
  put(writer, "(");
  for (; *types; types++) {
    const char *name = "";
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
      if (named[i].type == *types) name = named[i].name;
    declare(writer, ++writer->numbers, *types);
    put(writer, "v%u: %s%s", writer->numbers, name, types[1] ? ", " : ")");
  }
}

static void put_procedures(struct writer *writer) {
  for (uint32_t count = below(writer, 4); count; count--) {
    put(writer, "fn fun%u", writer->fns);
    put_parameters(writer, "pi");
    expand(writer, below(writer, 2) ? " -> int = %i\n" : " -> int { %P return %i }\n");
    writer->fns++;
  }
  for (uint32_t count = below(writer, 3); count; count--, writer->tests++) {
    put(writer, "fn test%u", writer->tests);
    put_parameters(writer, "kc");
    expand(writer, " -> bool = %b\n");
  }
  put(writer, "fn deep(v: int) -> int depth %u = if v <= 0 then ", 2 + below(writer, 6));
  writer->name_count = 0;
  expand(writer, "%i else 1 + deep(min(v, 9) - 2)\neffect dig(v: int) depth 4 { if v > 0 { %* dig(v - 2) } }\n");
  put(writer, "options more");
  put_parameters(writer, "pi");
  expand(writer, " { option more1 \"more\" { n0 += %i } option more2(%B) needs %b { %* } }\n");
  for (uint32_t count = below(writer, 3); count; count--, writer->results++) {
    put(writer, "effect give%u", writer->results);
    put_parameters(writer, "pi");
    expand(writer, " -> int { %* if %b { return %i } %* return %i }\n");
  }
  for (uint32_t count = below(writer, 4); count; count--, writer->effects++) {
    put(writer, "effect act%u", writer->effects);
    put_parameters(writer, "pi");
    expand(writer, " { %* if %b { leave } %* let %N = %d else { leave }%Tk %* }\n");
  }
}

static void put_flow(struct writer *writer) {
  put(writer, "phase turn");
  put_parameters(writer, "p");
  uint32_t chooser = writer->numbers;
  expand(writer, " \"turn\" { %* choose main by ");
  put(writer, "v%u", chooser);
  expand(writer, " \"What now?\" { option first(%B) \"first\" needs %b else \"no\" %{");
  expand(writer, " %O otherwise { n0 += 1 } } %* }\n");
  writer->name_count = 0;
  expand(
      writer,
      "setup { shuffle stock  for p in players { draw 3 from stock to hand[p] }  draw 4 from stock to market  %* }\n");
  expand(writer, "play { repeat 4 times { for p in players { who = p  turn(p) } %* } }\n");
  expand(writer, "rank v by a[v] desc, t1[v]\nvalue of v = a[v] + %i\ninvariant \"cards\" size(stock) >= 0 or %b\n");
}

/* Takes a few characters out, or doubles them: nearly a game. */
static void spoil(struct writer *writer) {
  size_t at = below(writer, 256) * writer->used / 256, length = 1 + below(writer, 6);
  if (at + length >= writer->used || writer->used + length >= GRAMMAR_LIMIT) return;
  if (below(writer, 2)) {
    memmove(writer->text + at, writer->text + at + length, writer->used - at - length + 1);
    writer->used -= length;
  } else {
    memmove(writer->text + at + length, writer->text + at, writer->used - at + 1);
    writer->used += length;
  }
}

size_t grammar_write(const uint8_t *data, size_t size, char text[GRAMMAR_LIMIT]) {
  struct writer writer = { .data = data, .size = size, .text = text, .random = 12345 };
  for (size_t i = 0; i < size; i++) writer.random = (writer.random ^ data[i]) * 16777619u;
  uint32_t kind = below(&writer, 16);
  writer.slips = kind == 0;
  put_tables(&writer);
  put_variables(&writer);
  put_procedures(&writer);
  put_flow(&writer);
  text[writer.used] = '\0';
  if (kind == 1) spoil(&writer);
  return writer.used;
}
