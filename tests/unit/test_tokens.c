/* trvm/tokens.c: short signs for labels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "trvm/tokens.h"

enum { MOST = 16 };

/* Labels and signs, both separated by commas. */
static void expect_tokens(const char *labels, const char *expected) {
  char *copy = strdup(labels), *tokens[MOST];
  const char *list[MOST] = { NULL };
  size_t count = 0;
  struct text made = { 0 };
  for (char *at = copy; at; at = strchr(at, ',')) {
    if (*at == ',') *at++ = '\0';
    list[count++] = at;
  }
  tokens_make(list, count, tokens);
  for (size_t i = 0; i < count; i++) {
    text_format(&made, "%s%s", i ? "," : "", tokens[i]);
    free(tokens[i]);
  }
  assert_string_equal(text_get(&made), expected);
  text_free(&made);
  free(copy);
}

static void initials_of_all_words(void **unused) {
  (void)unused;
  expect_tokens("black,white", "b,w");
  expect_tokens("white man,white_king,black-man", "wm,wk,bm");
  expect_tokens("one two three four five", "ottf");
  expect_tokens("p1,p2,red 12,red 3", "p1,p2,r12,r3");
  expect_tokens("(seen),Élan vital,♔,#", "s,Év,♔,#");
  expect_tokens("e\xcc\x81tude", "e\xcc\x81");
}

static void another_letter_where_initials_are_taken(void **unused) {
  (void)unused;
  expect_tokens("king,queen,rook,bishop,knight,pawn", "k,q,r,b,n,p");
  expect_tokens("white king,white knight,black king,black knight", "wk,wn,bk,bn");
  expect_tokens("White King,White Knight", "WK,WN");
  expect_tokens("light stone,left stone", "ls,es");
  expect_tokens("black,blue,red,brown,lime", "b,u,r,o,l");
}

static void more_letters_where_none_is_free(void **unused) {
  (void)unused;
  expect_tokens("a,ab,b", "a,ab,b");
  expect_tokens("ab,aba,b", "a,ab,b");
  expect_tokens("x,x y,x,x", "x,xy,x2,x3");
  expect_tokens(" , ", "?,?2");
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(initials_of_all_words),
                                      cmocka_unit_test(another_letter_where_initials_are_taken),
                                      cmocka_unit_test(more_letters_where_none_is_free) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
