/* Scripts from a grammar that knows types. A rule is a text with places in it, which are filled by rules of their own:
 *
 *   %i %b %p %c %k   an int, bool, player, Colour, Card     %n %j      a number from 1 to 3; an int that is not large
 *   %o %d %m         a Colour, Card, int or none             %s %g %l   a set of Colour, a bag of Card, a list of int
 *   %z %y            a zone to look at, to move cards to    %x %w      an int, a bool of parameters and constants alone
 *   %C %K            a Colour, a Card of the same kind      %I %Q      an int, a bool that may fail freely
 *   %v               an int that is no constant             %Z         a zone that whoever chooses sees
 *   %D %B            `x in domain`; with or without `where` %H         an int that everybody may hear
 *   %> … %<          a binder without `where`, written at %<: what stands between may already use its name
 *   %1? … %1.        a value of type ?, and the same text once more; %1 to %3
 *   %N %T?           a new name; from here on it is a value of type ?
 *   %{ %* %P         a block of statements; statements; statements of a fn
 *   %O %u            options of a choice; a number that is used once
 *   %f %h %e %r      a call of a fn that gives an int, a bool; of an effect; of an effect that gives an int
 *   %F %q            a call of a fn that depends on its arguments alone: with any, with such as %C and %K
 *
 * A rule that begins with ! may end in a rule error. How often such a rule is taken differs from script to script, so
 * that most games get somewhere; in texts, rankings and estimates, where an error ends nothing, it is taken often. What
 * could fail also stands behind guards that keep it from failing, which code that is moved about must respect.
 *
 * Rules without places come first in their lists: they are all that is left when a text has become deep or long. */
#include "tests/fuzz/grammar.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/random.h"

enum { NAMES = 200, DEPTH = 5, LONG = 12000, BINDER_LIMIT = 2000, HELD = 3, FREELY = 30 };

struct writer {
  const uint8_t *data;
  size_t size, at;
  uint64_t random;
  char *text;
  size_t used;
  int depth;
  uint32_t numbers; /* used by %u and %N */
  struct name {
    uint32_t number;
    char type;
  } names[NAMES];
  int name_count;
  uint32_t fns, tests, effects, results, pures; /* declared so far */
  uint32_t risk;                                /* how many of 100 rules may fail */
  bool slips;                                   /* a value of a wrong type now and then */
  bool open_hands;                              /* everybody sees all hands */
  bool choosing;                                /* in the options of a choice */
};

struct rules {
  char place;
  const char *const *list;
};

static void expand(struct writer *writer, const char *rule);

/* ---- the rules ---- */

#define RULES(name, ...) static const char *const name[] = { __VA_ARGS__, NULL }

/* Small numbers, whatever is in the variables: sums and products of them do not overflow. */
RULES(tame_ints, "0", "1", "7", "2", "t0", "limit", "speed", "seats()", "-3", "t1[%p]", "grid[1 + abs(%i) %% 3, %c]",
      "(%i %% 50)", "abs(%i %% 9)", "(%f %% 40)", "%F", "(if %b then %j else %j)", "count(%B)", "min(%j, %j)",
      "max(%j, %j, %j)", "size(%z)", "size(%s)", "size(%g)", "%k.n", "%c.worth", "%k.hue.worth", "(%d.n ?? %j)",
      "seat(%p)", "index(%c)", "index(%k)", "match %c { red => %j  green, blue => %j  else => %j }",
      "match %c { red => 4  green => 1  else => 9 }", "match %i { 0 => 3  1..5, 9 => 8  else => 2 }",
      "match %b { true => %j  false => %j }", "(distance(roads, %c, %c) ?? %j)", "size(shop)", "count(x in shop)",
      "size(box(Card))", "%p.pace", "count(w in paths(roads, %c, %c, up to 2))", "small(abs(%i) %% 7)",
      "(toll[%c].fee ?? %j)", "(fare[%c, abs(%i) %% 4].days ?? %j)", "count(x in %z where x == %k)",
      "count(x in %g where %k == x)", "count(x in %z where x.n == %j)", "count(x in %z where x.hue == %c)",
      "count(x in %z where x.n > %j and x.hue != %c)", "sum(x.n for x in %z)", "sum(x.n for x in %z where x.hue == %c)",
      "sum(x.worth for x in %s)", "count(x in %z, y in Colour where x.hue == y)",
      "(max(x.n * y for x in %z where x.n > %n, y in 1..%n where %b) ?? %j)",
      "(min(x + y for x in 1..3, y in x..%n) ?? %j)", "size(list(x for x in %z, y in 1..2 where %b))",
      "size(set(x in Colour where x.worth > %j and %s has x))");
/* What is guarded cannot fail by itself: `%1.` is tested before. */
RULES(ints, "0", "1", "7", "n0", "n1", "2147483647", "-2147483647", "%j", "a[%p]", "m[%c]", "b[1 + abs(%i) %% 5]",
      "(%j + %j)", "(%j - %j)", "(%j * %j)", "(%j + %n)", "-(%j)", "(if %b then %i else %i)", "sum(%>%j for %<)",
      "(%m ?? %i)", "min(%i, %i)", "max(%i, %i)", "%f", "match %c { red => %i  green => %i  else => %i }",
      "match %i { 0 => %i  1..5, 9 => %i  else => %i }", "sum(sum(%j for x in 1..%n) for y in Colour)",
      "(if %1i != 0 then %j / %1. else %j)", "(if %1i == 0 then %j else %j %% %1.)",
      "(if %1v in 1..5 then b[%1.] else %j)", "(if abs(%1i) < 1000000 then %1. * %j else %j)",
      "(if %1i > 2147480000 then %j else %1. + 600)", "(if %1g <= %2z then size(%2. - %1.) else %j)",
      "(if %1g <= %2g then size(%2. - %1.) else %j)", "(if size(dice) >= %1n then dice[%1.] else %j)",
      "match %1i { 0 => %j  else => 100 / %1. }", "match %1v { 1..5 => b[%1.]  else => %j }",
      "match %1v { 0..6 => small(%1.)  else => %j }", "match %1c { green => %j  else => inverse(%1.) }",
      "(if %1c != green then inverse(%1.) else %j)", "(if toll[%1c] is not none then tolled(%1.) else %j)",
      "(if %1v in 0..4 then deep(%1.) else %j)", "sum((if x != 0 then 12 / x else 0) for x in 0..%n)",
      "count(x in 0..5 where x != 0 and 12 / x > %j)", "sum(x.n for x in %z where x.n > 1 and 6 / (x.n - 1) > %j)",
      "count(x in Colour where toll[x] is not none and tolled(x) > %j)", "(max(%>60 / %1j for %< where %1. != 0) ?? 3)",
      "!(%i + %i)", "!(%i - %i)", "!(%i * %i)", "!(%j / %j)", "!(%i %% %j)", "!b[%v]", "!dice[%v]", "!small(%v)",
      "!deep(%v)", "!inverse(%c)", "!tolled(%c)", "!fared(%c, %v)", "!size(%z - %g)", "!size(%g - %g)",
      "!m[nth(Colour, %v)]", "!a[at_seat(%v)]", "!(12 / %j)");
RULES(bools, "true", "f0", "f1", "quick", "flag[%p]", "%i == %i", "%i < %i", "%i >= %i", "%j != %j", "%c == %c",
      "%k == %k", "%p == %p", "%p != %p", "(not %b)", "(%b and %b)", "(%b or %b)", "(%b and not %b)", "any(%B)",
      "all(%B: %b)", "any(x in %z, y in 1..3 where x.n == y and %b)", "all(x in %z, y in Colour: x.hue != y or %b)",
      "empty(%z)", "empty(%s)", "(%z has %k)", "(%z has 2 of %k)", "(%g has 1 of %k)", "(%z has (%i) of %k)",
      "(shop has (%i) of %k)", "(%g has (%i) of %k)", "(%s has %c)", "(%g has %k)", "(%i in 1..%n)", "(%c in %s)",
      "(%c not in %s)", "(%o is none)", "(%d is not none)", "(%g <= %g)", "(%g <= hand[%p])", "(%o == %c)",
      "(%s == %s)", "%h", "(%k in [ruby, sea])", "(if %b then %b else %b)", "(rival == %p)",
      "any(x in %z where x.n == %j)", "any(x in %z where x.hue == %c and x.n > %j)",
      "all(x in Card where x.hue == %c: x.n < %j)", "(%F > %j)", "(cost(%k) <= %z)", "(cost(%k) + %g <= hand[%p])",
      "(%1g <= %2z and size(%2. - %1.) >= %i)", "(not (%1g <= %2z) or size(%2. - %1.) < %i)",
      "([2 of ruby] <= hand[%1p] and size(hand[%1.] - [2 of ruby]) >= %j)", "(%1g <= %2g and %2. - %1. <= %z)",
      "(%1i < 2147480000 and %1. + 600 > %i)", "(%1i > 2147480000 or %1. + 600 < %i)",
      "(%1i > -2147480000 and %1. - 600 < %i)", "(abs(%1i) < 40000 and %1. * %1. >= %i)",
      "(%1i != 0 and %i / %1. > %j)", "(%1i == 0 or %i %% %1. == %j)", "(%1v in 1..5 and b[%1.] >= %i)",
      "(%1v in 0..2 and nth(Colour, %1.) == %c)", "(%1v not in 0..2 or nth(Card, %1.) != %k)",
      "(%1v in 1..seats() and at_seat(%1.) == %p)", "(size(dice) >= %1n and dice[%1.] > %i)",
      "(%1c != green and inverse(%1.) > %j)", "(toll[%1c] is not none and tolled(%1.) > %j)",
      "(%1v in 0..6 and small(%1.) >= %j)", "(%1v in 0..4 and deep(%1.) >= %i)",
      "any(x in 0..4 where x != 0 and 12 / x == %j)", "all(x in %z where x.n > 1: 6 / (x.n - 1) > %j)",
      "(size(%1z) > 0 and %j / size(%1.) > %j)", "!(12 / %j > %j)", "!(%i + %i > %j)", "!(size(%z - %g) >= %j)",
      "!(b[%v] > %j)", "!(nth(Colour, %v) == %c)", "!(tolled(%c) > %j)");
RULES(players, "who", "p1", "p2", "next(%p)", "left_of(%p)", "right_of(%p)", "most(x in players by %i)",
      "least(x in players by %i)", "(rival ?? %p)", "at_seat(1 + abs(%i) %% seats())", "(if %b then %p else %p)",
      "(first(x in others(%p) where %b) ?? %p)", "(if %1v in 1..seats() then at_seat(%1.) else %p)", "!at_seat(%v)");
RULES(colours, "red", "green", "blue", "hue", "at[%p]", "%k.hue", "%p.tint", "(%o ?? %c)", "(if %b then %c else %c)",
      "most(x in Colour by %i)", "nth(Colour, abs(%i) %% 3)", "match %c { red => %c  else => %c }",
      "(if %1v in 0..2 then nth(Colour, %1.) else %c)", "!nth(Colour, %v)");
RULES(cards, "ruby", "leaf", "sea", "(%d ?? %k)", "(if %b then %k else %k)", "most(x in Card by %i)",
      "nth(Card, abs(%i) %% 3)", "(if %1v in 0..2 then nth(Card, %1.) else %k)",
      "(if size(%1z) == 1 then only(%1.) else %k)", "!nth(Card, %v)", "!only(%z)");
RULES(maybe_colours, "lost", "first(x in Colour where %b)", "most(x in Colour where %b by %i)", "%d.hue",
      "(if %b then lost else none)");
RULES(maybe_cards, "last", "top(heap)", "bottom(heap)", "shop[%n]", "first(x in %z where %b)",
      "most(x in %z where %b by %i)", "first(x in %z where x.hue == %c)");
RULES(maybe_ints, "max(%>%i for %< where %b)", "min(%>%i for %< where %b)", "distance(roads, %c, %c)", "%d.n");
RULES(sets, "seen", "owned[%p]", "set(x in Colour where %b)", "(%s + %s)", "(%s - %s)", "common(%s, %s)",
      "common(%s, [red, %c])", "neighbours(roads, %c)", "within(roads, %c, %n)", "set(x in %s where %b)",
      "set(x in Colour where x.worth >= %j)");
RULES(bags, "price", "bag(ruby for x in 1..%n)", "(%g + %g)", "bag(%k for x in 1..%n)", "bag(x for x in %z)",
      "bag(x for x in %z, y in Colour where x.hue == y)", "cost(%k)", "bag(leaf for x in 1..abs(%i) %% 4)",
      "!(%g - %g)", "!bag(ruby for x in 1..%j)");
RULES(lists, "[1, 2]", "[3]", "list(%i for x in 1..%n)", "[%i, %i]", "!list(x.n for x in %z)");
RULES(zones, "market", "heap", "hand[%p]");
RULES(targets, "market", "heap", "bottom of heap", "hand[%p]");
RULES(numbers, "1", "2", "3");
/* Not constant, so that only the game can tell whether it is in range. */
RULES(live_ints, "n0", "n1", "t0", "t1[%p]", "a[%p]", "m[%c]", "size(%z)", "(n0 - %n)", "(t0 + %n)", "count(%B)",
      "(%j + t0)", "(seats() - %n)");
RULES(pure_ints, "0", "2", "5", "index(%C)", "%C.worth", "%K.n", "%K.hue.worth", "(%x + %x)", "(%x - %x)",
      "min(%x, %x)", "max(%x, %x)", "%q", "(if %w then %x else %x)", "(if %1x != 0 then 12 / %1. else %x)",
      "(if %1x in 0..2 then nth(Colour, %1.).worth else %x)", "match %C { red => %x  green => %x  else => %x }",
      "match %C { red => 4  green => 1  else => 9 }", "(distance(roads, %C, %C) ?? %x)", "size(neighbours(roads, %C))",
      "count(x in Colour where x.worth > %x)", "!(%x / %x)", "!(%x %% %x)", "!nth(Colour, %x).worth",
      "!(%x * 1000000000)", "!small(%x + 2)");
RULES(pure_bools, "true", "%C == %C", "%x < %x", "%x == %x", "%K.n == 2", "%K.hue == %C", "(%w and %w)", "(not %w)",
      "(%w or %w)", "(%1x != 0 and 12 / %1. > %x)", "!(12 / %x > %x)");
RULES(pure_colours, "red", "green", "%K.hue");
RULES(pure_cards, "ruby", "sea");

/* The first letter is the type of the elements. */
RULES(domains, "pplayers", "cColour", "kCard", "kmarket", "kheap", "kshop", "j1..5", "j0..4", "pothers(%p)",
      "pplayers starting %p", "khand[%p]", "j1..%n", "j0..abs(%i) %% 6", "c%s", "k%g", "cneighbours(roads, %c)",
      "i[%i, %i]", "j%j..%j + %n");

RULES(statements, "n0 = 1", "n1 = 2", "shuffle stock", "draw 1 from stock to market", "move all from market to heap",
      "move random from heap to market", "n0 = abs(%i) %% 20", "n1 = %i", "n1 = n1 %% 1000 + %j", "a[%p] = %i",
      "a[%p] = a[%1p] %% 1000 + %j", "a[%p] = %j", "t0 += %j", "if t1[%1p] > 3 { t1[%1.] -= %n }", "m[%c] = %i",
      "m[%c] = %j", "b[%n] = %j + %j", "grid[%n, %c] = abs(%i) %% 10", "f0 = %b", "f1 = %b", "flag[%p] = %b",
      "who = %p", "rival = %p", "rival = none", "hue = %c", "at[%p] = %c", "lost = %o", "last = %d", "seen = %s",
      "seen = []", "seen = [red, %c]", "seen += (first(x in Colour where x.worth > %x) ?? %C)",
      "seen -= (first(x in neighbours(roads, %C) where x.worth >= %n) ?? %c)", "seen = [most(x in Colour by %x), %C]",
      "if size(price) < 9 { price += (first(x in Card where x.hue == %C) ?? %K) }", "price = []",
      "price = [2 of ruby, leaf]", "owned[%p] = %s", "seen += %c", "seen -= %c", "if size(%1g) < 20 { price = %1. }",
      "if price has %1k { price -= %1. }", "if size(price) < 9 { price += %k }", "dice = [%i, %j]", "dice -= %j",
      "if empty(dice) { dice += %i }", "n0 = roll 6", "hue = roll Colour", "dice = roll 2 of 6", "a = a0",
      "let %N = %i%Ti if %L in 1..6 { n0 = roll %L }", "if %1v in 0..20 { n0 = %1. }", "if %1v in 1..5 { b[%1.] = %j }",
      "let %N = a%Ta a[%p] = %j", "let %N = %i%Ti", "let %N = %b%Tb", "let %N = %c%Tc", "let %N = %k%Tk",
      "let %N = %p%Tp", "let %N = %s%Ts", "let %N = %g%Tg", "let %N = dice%Tl", "let %N = %l%Tl", "let %N = roll %n%Tj",
      "let %N = %r%Ti", "var %N: int = %i%Ti", "n1 = %r", "%e", "if %b %{", "if %b %{ else %{",
      "if %b %{ else if %b %{ else %{", "if let %N = %o%Tc %{ else { n1 = 1 }", "if let %N = %d%Tk %{",
      "if let %N = draw from stock to %y%Tk %{", "for %B %{", "for x in players by %i desc %{",
      "for %N in 1..5%Tj by %i desc %{", "for %N in Card%Tk where %b by %i %{",
      "for %N in players starting %p%Tp by %i desc %{", "repeat %n times %{",
      "repeat %n times { %* if %b { break } %* }", "for %B { if %b { continue } %* }",
      "for %D { for %D { if n1 < %j { n1 += 1 } } }", "for %D, %D where t0 > %j { t0 -= %n }",
      "for %D { for %D where seen has %1c and %b { seen -= %1. %* } }",
      "for %D { for %D { if f0 or %b { f0 = %b %* } } }", "for %D, %D where t0 < %j { %e t0 += 1 }",
      "for %D { if m[%1c] < %2j { m[%1.] = %2. } }",
      "for x in 1..%n { for y in Colour where grid[x, hue] > %n { grid[x, hue] = 0 hue = y } }",
      "var %N: int = 0%Ti for x in 1..%n, y in 1..3 where %L < 2 { %L += 1 n1 = %L + x }",
      "for %D { for %D where size(market) > %n { move random from market to %y } }",
      "var %N: int = 0 repeat { %L += 1 %* if %b or %L > 5 { break } %* }",
      "match %c { red %{ green, blue %{ else %{ }", "match %i { 0 %{ 1..4, 8 %{ else %{ }",
      "match %1i { 0 { n1 = %j } else { n1 = %i / %1. } }", "match %1v { 1..5 { n1 = b[%1.] } else { n1 = %j } }",
      "match %b { true %{ false %{ }", "match %o { none %{ red %{ else %{ }",
      "if let %N = first(x in market where %b)%Tk { move %L from market to %y }",
      "if let %N = first(x in heap where %b)%Tk { move %L from heap to %y }",
      "for p in players { if let %N = first(x in hand[p] where %b)%Tk { move %L from hand[p] to %y } }",
      "move all from %z to %y", "move all x from %z to %y where %b", "move all x from %z to %y where x.hue == %c",
      "move random from %z to %y", "move random x from %z to %y last = x",
      "if let %N = shop[%1n]%Tk { move %L from shop[%1.] to %y }", "if %1g <= %2z { move %1. from %2. to %y }",
      "if %1z has %2k { move %2. from %1. to %y }", "draw abs(%i) %% 4 from stock to %y",
      "draw %n from stock to hand[%p]", "if shop[%1n] is none { draw 1 from stock to shop[%1.] }", "dig(%i %% 7)",
      "swap hand[%p], hand[%p]", "pass hand left", "pass hand right", "say \"{n0} {who} {hue} {seen} {%H}\"",
      "say to %p \"{n1} {last} {dice} {%I}\"", "if hand[%1p] has ruby { reveal ruby from hand[%1.] to %p }",
      "choose q%u by %p \"Choose {%I}\" { %O option z%u { } }", "choose q%u by %p \"Or {%I}\" { %O otherwise %{ }",
      "choose q%u always by %p { %O otherwise %{ }",
      "choose q%u by each p in players { option o%u \"{%I}\" { a[p] = %i } option o%u(%D) \"{%I}\" needs %b else "
      "\"{%I}\" "
      "{ n0 = %n } otherwise { n1 = 1 } }",
      "n0 = pick q%u by %p \"How many? {%I}\" (x in 0..%n) \"{x}\" needs x < %n else \"no\" otherwise 0",
      "if let %N = top(heap)%Tk { move %L from heap to top of heap }", "!n0 = %v", "!n1 += %i", "!a[%p] += %i",
      "!m[%c] -= %i", "!t1[%p] -= %n", "!b[%v] = %i", "!grid[%n, %c] = %v", "!let %N = %j%Ti n0 = roll %L",
      "!price = %g", "!price -= %k", "!dice = %l", "!dice += %l", "!dig(%j)", "!move %k from %z to %y",
      "!move %g from %z to %y", "!draw 1 from stock to shop[%n]", "!draw %j from stock to %y",
      "!choose q%u by %p { %O }", "!fail \"so {n0}\"");
RULES(options, "option o%u { n1 = 1 }", "option o%u \"go {%I}\" %{", "option o%u(%B) \"take {%I}\" %{",
      "option o%u(%B) needs %b else \"no {%I}\" %{", "option o%u(%B, %B) needs %b else \"not {%I}\" @R%u needs %b %{",
      "option o%u(%B) let %N = %i%Ti \"get {%I} {%L}\" needs %b needs %b else \"no {%L}\" @R%u %{",
      "idle option o%u %{", "option o%u(%D where %b, %D where %b) \"both {%I}\" needs %b else \"{%I}\" %{",
      "option o%u(%D, %D, %D where %b) needs %b needs %b else \"{%I}\" %{",
      "option o%u(%D) let %N = %i%Ti let %N = %b%Tb \"now {%I}\" needs %L else \"{%I}\" needs %b %{",
      "option o%u(%N in 0..5%Tj where %L != 0, %D where 30 / %L > %j) \"by {60 / %L}\" needs 60 / %L > %j else \"{7 / "
      "%L}\" "
      "%{",
      "option o%u(%N in 0..5%Tj, %D) needs %L != 0 else \"zero {%I}\" needs 12 / %L > %j else \"{12 / %L}\" %{",
      "option o%u(%D, %N in 0..5%Tj) needs %b needs %L != 0 and 12 / %L > %j else \"{%I}\" %{",
      "option o%u(%N in Card%Tk, %D where %b) needs %L.n != 1 and 6 / (%L.n - 1) > %j else \"{%L.n}\" %{",
      "option o%u(%N in Card%Tk) \"pay {%I}\" needs cost(%L) <= hand[%p] else \"{%I}\" %{",
      "option o%u(%D, %N in Card%Tk) \"pay {%I}\" needs cost(%L) + %g <= hand[%p] else \"{%I}\" needs %b %{",
      "option o%u(%N in %Z%Tk where %L.hue == %c and %L.n > %j) \"play {%I}\" %{",
      "option o%u(%N in paths(roads, %c, %c, up to 3)%Tw) \"by {%L}\" needs way(%L) <= hand[%p] else \"{%I}\" { n1 = "
      "%L.length "
      "}",
      "option o%u(%D, %N in paths(roads, %c, %c)%Tw) needs %g + way(%L) <= hand[%p] else \"{%L} {%I}\" { n1 = "
      "%L.length }",
      "option o%u(%N in market%Tk) \"take {%L} {%I}\" needs %b else \"{%I}\" { move %L from market to hand[%p] %* }",
      "option o%u(%N in market%Tk where %L.n > %j) { move %L from market to hand[%p]  say \"{%L}\" }",
      "option o%u(%N in hands(%n, x in %Z where %b)%Tg) \"pay\" { n1 = size(%L) %* }",
      "option o%u(%N in paths(roads, %c, %c, up to 3)%Tw) { n1 = %L.length  seen = set(x in %L.between) }",
      "option o%u(%N in %Z%Tk) { n1 = %L.n %* }", "include more(%p, %i)");
RULES(fn_statements, "let %N = %i%Ti", "var %N: int = %i%Ti", "if %b { return %i }", "for %B { if %b { return %i } }",
      "var %N: int = 0%Ti for x in 1..%n { for y in 1..3 { if %L < 2 { %L += y if %b { return %L } } } }",
      "if let %N = %o%Tc { return %i }", "match %c { red { return %i } else { } }", "let %N = %c%Tc", "let %N = %s%Ts",
      "match %1i { 0 { } else { return 36 / %1. } }", "if %1i == 0 { return %j }  let %N = 12 / %1.%Ti");

static const struct rules all_rules[] = {
  { 'i', ints },      { 'j', tame_ints },     { 'b', bools },      { 'p', players },      { 'c', colours },
  { 'k', cards },     { 'o', maybe_colours }, { 'm', maybe_ints }, { 'd', maybe_cards },  { 's', sets },
  { 'g', bags },      { 'l', lists },         { 'z', zones },      { 'y', targets },      { 'n', numbers },
  { 'x', pure_ints }, { 'w', pure_bools },    { 'v', live_ints },  { 'C', pure_colours }, { 'K', pure_cards },
};

/* ---- choosing ---- */

static uint32_t below(struct writer *writer, uint32_t limit) {
  if (writer->at < writer->size) return writer->data[writer->at++] % limit;
  return random_below(&writer->random, limit);
}

static bool is_late(const struct writer *writer) { return writer->depth > DEPTH || writer->used > LONG; }

/* A rule of a list; when it is late, one without places. Those that may fail stand last. */
static const char *choose_rule(struct writer *writer, const char *const *list) {
  uint32_t count = 0, plain = 0, safe = 0;
  while (list[count]) count++;
  while (plain < count && !strchr(list[plain], '%')) plain++;
  while (safe < count && *list[safe] != '!') safe++;
  if (is_late(writer) && plain) return list[below(writer, plain)];
  if (safe < count && writer->risk && below(writer, 100) < writer->risk)
    return list[safe + below(writer, count - safe)] + 1;
  return list[below(writer, safe)];
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

/* A number that is not large is a number. */
static bool has_type(const struct name *name, char type) {
  return name->type == type || (type == 'i' && name->type == 'j');
}

/* A name of this type, most of the time that there is one. */
static bool put_name(struct writer *writer, char type) {
  int fitting = 0;
  for (int i = 0; i < writer->name_count; i++) fitting += has_type(&writer->names[i], type);
  if (!fitting || below(writer, 5) < 2) return false;
  uint32_t wanted = below(writer, (uint32_t)fitting);
  for (int i = 0; i < writer->name_count; i++)
    if (has_type(&writer->names[i], type) && wanted-- == 0) put(writer, "v%u", writer->names[i].number);
  return true;
}

static void put_value(struct writer *writer, char type) {
  static const char types[] = "ibpckodsgl";
  if (writer->slips && strchr(types, type) && below(writer, 97) == 0) type = types[below(writer, sizeof types - 1)];
  if (put_name(writer, type == 'v' ? 'i' : type)) return;
  for (size_t i = 0; i < sizeof all_rules / sizeof *all_rules; i++)
    if (all_rules[i].place == type) expand(writer, choose_rule(writer, all_rules[i].list));
}

static void put_binder(struct writer *writer) {
  const char *domain = choose_rule(writer, domains);
  if (writer->choosing && !writer->open_hands && strstr(domain, "hand")) domain = "kmarket";
  uint32_t number = ++writer->numbers;
  put(writer, "v%u in ", number);
  expand(writer, domain + 1);
  declare(writer, number, *domain);
}

static void put_statements(struct writer *writer, const char *const *list, uint32_t most) {
  for (uint32_t count = below(writer, is_late(writer) ? 2 : most); count; count--) {
    expand(writer, choose_rule(writer, list));
    if (below(writer, 6) == 0) put(writer, " @R%u", ++writer->numbers);
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
  bool choosing = writer->choosing;
  writer->choosing = true;
  for (uint32_t count = 1 + below(writer, 3); count; count--) {
    expand(writer, choose_rule(writer, options));
    put(writer, "\n");
  }
  writer->choosing = choosing;
}

static void put_call(struct writer *writer, char place) {
  const struct call {
    char place;
    const char *name, *arguments, *nothing; /* nothing: in its place while none is declared */
    uint32_t declared;
  } calls[] = {
    { 'f', "fun", "(%p, %i)", "3", writer->fns },          { 'h', "test", "(%k, %c)", "true", writer->tests },
    { 'e', "act", "(%p, %i)", "n1 = 1", writer->effects }, { 'r', "give", "(%p, %i)", "3", writer->results },
    { 'F', "pure", "(%c, %k)", "2", writer->pures },       { 'q', "pure", "(%C, %K)", "1", writer->pures },
  };
  const struct call *call = calls;
  while (call->place != place) call++;
  if (!call->declared) {
    put(writer, "%s", call->nothing);
    return;
  }
  put(writer, "%s%u", call->name, below(writer, call->declared));
  expand(writer, call->arguments);
}

/* What a rule has named so far. */
struct frame {
  uint32_t name;
  char binder[BINDER_LIMIT];
  size_t from[HELD], to[HELD]; /* texts to be written once more, where they stand */
};

/* Writes a binder ahead, to be put where the rule wants it. */
static void hold_binder(struct writer *writer, struct frame *frame) {
  size_t start = writer->used;
  put_binder(writer);
  snprintf(frame->binder, sizeof frame->binder, "%s", writer->text + start);
  writer->used = start;
}

/* A value that is written twice, or what was written. It is simpler than others: texts would grow without end. */
static void put_held(struct writer *writer, struct frame *frame, int held, char type) {
  if (type == '.') {
    put(writer, "%.*s", (int)(frame->to[held] - frame->from[held]), writer->text + frame->from[held]);
    return;
  }
  frame->from[held] = writer->used;
  writer->depth += 2;
  put_value(writer, type);
  writer->depth -= 2;
  frame->to[held] = writer->used;
}

static void put_freely(struct writer *writer, char type) {
  uint32_t risk = writer->risk;
  if (risk) writer->risk = FREELY;
  put_value(writer, type);
  writer->risk = risk;
}

static const char *fill(struct writer *writer, struct frame *frame, const char *place) {
  switch (*place) {
  case '%': put(writer, "%%"); break;
  case 'u': put(writer, "%u", ++writer->numbers); break;
  case 'N': frame->name = ++writer->numbers; /* fall through */
  case 'L': put(writer, "v%u", frame->name); break;
  case 'T': declare(writer, frame->name, *++place); break;
  case '1':
  case '2':
  case '3': put_held(writer, frame, *place - '1', place[1]); return place + 2;
  case 'I': put_freely(writer, 'i'); break;
  case 'Q': put_freely(writer, 'b'); break;
  case 'H':
    if (writer->open_hands) put_freely(writer, 'i');
    else put(writer, "n0");
    break;
  case 'Z': expand(writer, writer->open_hands ? "hand[%p]" : "market"); break;
  case 'D': put_binder(writer); break;
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
  case 'r':
  case 'F':
  case 'q': put_call(writer, *place); break;
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
  uint32_t more_colours = extra_rows(writer, true), more_cards = extra_rows(writer, false);
  bool single = below(writer, 3) == 0; /* without copies pools are sets */
  if (single && more_cards < 12) more_cards = 12;
  put(writer, "game \"Made\" { players 2..3  seats(pace: int, tint: Colour) ann(1, red), bob(-2, blue), cat(3, red)  "
              "limit 200 decisions }\nenum Colour(worth: int) { red(1) green(2) blue(3)");
  for (uint32_t i = 0; i < more_colours; i++) put(writer, " c%u(%u)", i, 3 + i % 5);
  put(writer, " }\ngraph roads: Colour { red - green  green -> blue");
  for (uint32_t i = 0; i < more_colours; i++) put(writer, "  c%u - %s", i, i % 3 ? "red" : "blue");
  put(writer, " }\ndeck Card(hue: Colour, n: int) in stock { %s ruby(red, 1)  %s leaf(green, 2)  %s sea(blue, 3)",
      single ? "" : "4 of", single ? "" : "3 of", single ? "" : "2 of");
  for (uint32_t i = 0; i < more_cards; i++)
    put(writer, "  %s k%u(%s, %u)", single || i % 2 == 0 ? "" : "2 of", i, i % 4 ? "red" : "green", i % 9);
  put(writer,
      " }\ntable toll[Colour](fee: int) from \"tolls.csv\"\ntable fare[Colour, 0..3](days: int) from \"fares.csv\"\n"
      "pile stock: Card hidden refill from heap\npile heap: Card open\npool market: Card open\nrow shop[3]: Card "
      "open\npool hand[player]: Card %s\n",
      writer->open_hands ? "open" : "for owner");
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
  } named[] = { { 'i', "int" },    { 'p', "player" }, { 'k', "Card" },
                { 'c', "Colour" }, { 'K', "Card" },   { 'C', "Colour" } };
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

/* Fns that depend on their arguments alone, some of which fail for some arguments. */
static void put_pure_fns(struct writer *writer) {
  uint32_t risk = writer->risk;
  put(writer, "fn small(v: 0..6) -> int = v * 2\nfn inverse(c: Colour) -> int = 12 / (c.worth - 2)\n"
              "fn tolled(c: Colour) -> int = toll[c].fee\nfn fared(c: Colour, n: int) -> int = fare[c, n].days\n"
              "fn way(w: path of roads) -> bag of Card = match w.length { 0 => []  1 => [ruby]  else => [2 of ruby] }\n"
              "fn cost(k: Card) -> bag of Card = ");
  put(writer, below(writer, 2) ? "bag(ruby for x in 1..k.n)\n"
                               : "match k { ruby => [leaf]  leaf => [2 of ruby]  sea => [sea]  else => [] }\n");
  for (uint32_t count = below(writer, 4); count; count--, writer->pures++) {
    put(writer, "fn pure%u", writer->pures);
    put_parameters(writer, "CK");
    writer->risk = risk && below(writer, 4) == 0 ? FREELY : 0;
    expand(writer, " -> int = %x\n");
  }
  writer->risk = risk;
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
  put(writer, "fn deep(v: int) -> int depth %u = if v <= 0 then ", 4 + below(writer, 4));
  writer->name_count = 0;
  expand(writer, "%j else 1 + deep(min(v, 20) - 2)\neffect dig(v: int) depth 4 { if v > 0 { %* dig(v - 2) } }\n");
  put(writer, "options more");
  put_parameters(writer, "pi");
  expand(writer,
         " { option more1 \"more {%I}\" { n1 = %i } option more2(%B) \"{%I}\" needs %b else \"{%I}\" { %* } }\n");
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
  expand(writer, " \"What now? {%I}\" { option first(%B) \"first {%I}\" needs %b else \"no {%I}\" %{");
  expand(writer, " %O otherwise { n1 = 1 } } %* }\n");
  writer->name_count = 0;
  expand(
      writer,
      "setup { shuffle stock  for p in players { draw 3 from stock to hand[p] }  draw 4 from stock to market  %* }\n");
  expand(writer, "play { repeat 4 times { for p in players { who = p  turn(p) } %* } }\n");
  expand(writer, "rank %N by %Tp%I desc, %I, a[%L]\n");
  expand(writer, "value of %N = %Tp%I\n");
  put(writer, "show { count n1 \"so many\"  hide who  title market \"shop\"  group \"cards\" market, stock  seat p1 "
              "\"one\" }\n");
  expand(writer, "invariant \"cards\" size(stock) >= 0 or %b\ninvariant \"rest\" %Q\n");
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

static size_t write_all(struct writer *writer) {
  static const uint32_t risks[] = { 0, 1, 1, 2, 4, 10 };
  writer->risk = risks[below(writer, 6)];
  writer->open_hands = below(writer, 4) > 0;
  put(writer, "// %u of 100 rules may fail\n", writer->risk);
  put_tables(writer);
  put_variables(writer);
  put_pure_fns(writer);
  put_procedures(writer);
  put_flow(writer);
  writer->text[writer->used] = '\0';
  return writer->used;
}

size_t grammar_write(const uint8_t *data, size_t size, char text[GRAMMAR_LIMIT]) {
  struct writer writer = { .data = data, .size = size, .text = text, .random = 12345 };
  for (size_t i = 0; i < size; i++) writer.random = hash_fnv(writer.random, data[i]);
  uint32_t kind = below(&writer, 16);
  writer.slips = kind == 0;
  write_all(&writer);
  if (kind == 1) spoil(&writer);
  return writer.used;
}

size_t grammar_write_number(uint64_t number, char text[GRAMMAR_LIMIT]) {
  struct writer writer = { .text = text, .random = number * 0xd1342543de82ef95u };
  return write_all(&writer);
}

/* ---- tables ---- */

/* Without a row for green, and with few for other pairs. */
static int read_table(void *context, const char *name, char **text, size_t *length) {
  static char tolls[] = "colour,fee\nred,3\nblue,0\n", fares[] = "colour,number,days\nred,0,1\nred,1,4\nblue,2,0\n";
  const char *base = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
  (void)context;
  *text = strcmp(base, "tolls.csv") == 0 ? tolls : strcmp(base, "fares.csv") == 0 ? fares : NULL;
  *length = *text ? strlen(*text) : 0;
  return *text ? 0 : ENOENT;
}

static void keep_table(void *context, char *text) {
  (void)context;
  (void)text;
}

const trv_resolver *grammar_files(void) {
  static const trv_resolver files = { read_table, keep_table, NULL };
  return &files;
}
