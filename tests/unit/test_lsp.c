/* lsp/: addresses, positions, texts that change, messages in pieces, and conversations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lsp/session.h"
#include "lsp/transport.h"
#include "lsp/uri.h"

/* ---- addresses ---- */

static void addresses_and_paths(void **unused) {
  (void)unused;
  char *path = uri_to_path("file:///a%20b/%C3%BC.trv"), *uri = uri_from_path("/a b/ü.trv");
  assert_string_equal(path, "/a b/ü.trv");
  assert_string_equal(uri, "file:///a%20b/%C3%BC.trv");
  assert_null(uri_to_path("untitled:one"));
  assert_null(uri_to_path("file://elsewhere/x"));
  assert_null(uri_to_path("file:///x%00y"));
  free(path);
  free(uri);
}

/* ---- positions ---- */

static void positions_in_three_encodings(void **unused) {
  (void)unused;
  static const char text[] = "aü😀b\r\nx\rlast";
  struct line_starts lines;
  positions_find(&lines, text, strlen(text));
  assert_int_equal(lines.count, 3);
  size_t b = (size_t)(strchr(text, 'b') - text);
  assert_int_equal(position_of(&lines, b, POSITION_UTF8).character, 7);
  assert_int_equal(position_of(&lines, b, POSITION_UTF16).character, 4);
  assert_int_equal(position_of(&lines, b, POSITION_UTF32).character, 3);
  assert_int_equal(position_offset(&lines, (struct text_position){ 0, 4 }, POSITION_UTF16), b);
  assert_int_equal(position_offset(&lines, (struct text_position){ 0, 3 }, POSITION_UTF16), b - 4); /* in a pair */
  assert_int_equal(position_offset(&lines, (struct text_position){ 0, 99 }, POSITION_UTF16), b + 1);
  assert_int_equal(position_offset(&lines, (struct text_position){ 9, 9 }, POSITION_UTF16), strlen(text));
  assert_int_equal(position_of(&lines, strlen(text), POSITION_UTF8).line, 2);
  positions_free(&lines);
}

/* ---- messages in pieces ---- */

static void messages_come_in_pieces(void **unused) {
  (void)unused;
  static const char sent[] =
      "Content-Length: 2\r\n\r\n{}nonsense\nContent-Length: 999999999\r\n\r\nContent-Length: 3\r\n\r\n";
  int ends[2];
  const char *message;
  size_t length;
  assert_int_equal(pipe(ends), 0);
  struct transport transport = { .input = ends[0] };
  for (size_t i = 0; i + 1 < sizeof sent; i++) {
    assert_int_equal(write(ends[1], sent + i, 1), 1);
    transport_read(&transport, true);
    enum transport_result got = transport_take(&transport, &message, &length);
    if (i == 20) assert_int_equal(got, TRANSPORT_NOTHING);
    if (i == 22) {
      assert_int_equal(got, TRANSPORT_MESSAGE);
      assert_memory_equal(message, "{}", 2);
    }
    if (sent[i] == '\n' && sent[i - 1] == 'e') assert_int_equal(got, TRANSPORT_WRONG);
    if (sent[i] == '\n' && i > 50 && i < 70 && sent[i - 2] == '\n') assert_int_equal(got, TRANSPORT_LONG);
  }
  close(ends[1]);
  transport_read(&transport, true);
  assert_int_equal(transport_take(&transport, &message, &length), TRANSPORT_END);
  transport_free(&transport);
  close(ends[0]);
}

/* ---- conversations ---- */

struct talk {
  struct session session;
  json_t *sent; /* all messages */
};

static void keep(void *context, const json_t *message) {
  struct talk *talk = context;
  json_array_append_new(talk->sent, json_deep_copy(message));
}

static void talk_begin(struct talk *talk) {
  talk->sent = json_array();
  session_begin(&talk->session, keep, talk);
}

static void talk_end(struct talk *talk) {
  session_end(&talk->session);
  json_decref(talk->sent);
}

static const json_t *say(struct talk *talk, const char *message) {
  json_array_clear(talk->sent);
  session_take(&talk->session, message, strlen(message));
  session_rest(&talk->session);
  return json_array_get(talk->sent, 0);
}

static int error_of(const json_t *message) {
  return (int)json_integer_value(json_object_get(json_object_get(message, "error"), "code"));
}

#define BEGIN "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}"

static void wrong_messages_are_answered(void **unused) {
  (void)unused;
  struct talk talk;
  talk_begin(&talk);
  assert_int_equal(error_of(say(&talk, "{\"id\":7,\"method\":\"textDocument/hover\"}")), FAILURE_NOT_BEGUN);
  assert_int_equal(error_of(say(&talk, "{")), FAILURE_PARSE);
  assert_int_equal(error_of(say(&talk, "\"\xff\"")), FAILURE_PARSE);
  assert_int_equal(error_of(say(&talk, "[]")), FAILURE_REQUEST);
  assert_int_equal(error_of(say(&talk, "{\"id\":1}")), FAILURE_REQUEST);
  assert_int_equal(error_of(say(&talk, "{\"id\":{},\"method\":\"x\"}")), FAILURE_REQUEST);
  assert_int_equal(error_of(say(&talk, BEGIN)), 0);
  assert_int_equal(error_of(say(&talk, BEGIN)), FAILURE_REQUEST);
  assert_int_equal(error_of(say(&talk, "{\"id\":2,\"method\":\"none/such\"}")), FAILURE_METHOD);
  assert_int_equal(error_of(say(&talk, "{\"id\":2,\"method\":\"textDocument/hover\",\"params\":7}")), FAILURE_PARAMS);
  assert_int_equal(error_of(say(&talk, "{\"id\":2,\"method\":\"textDocument/hover\",\"params\":{}}")), FAILURE_PARAMS);
  assert_null(say(&talk, "{\"method\":\"none/such\"}"));
  assert_null(say(&talk, "{\"id\":3,\"result\":null}"));
  assert_int_equal(error_of(say(&talk, "{\"id\":3,\"method\":\"shutdown\"}")), 0);
  assert_int_equal(error_of(say(&talk, "{\"id\":4,\"method\":\"textDocument/hover\"}")), FAILURE_REQUEST);
  assert_null(say(&talk, "{\"method\":\"exit\"}"));
  assert_true(talk.session.has_left && talk.session.is_ended);
  talk_end(&talk);
}

#define DOCUMENT "\"textDocument\":{\"uri\":\"file:///none/t.trv\",\"version\":1"
#define OPEN                                                                                                           \
  "{\"method\":\"textDocument/didOpen\",\"params\":{" DOCUMENT                                                         \
  ",\"text\":\"game \\\"T\\\" { players 2..2 }\\nplay { end game }\\n\"}}}"
#define CHANGE(change)                                                                                                 \
  "{\"method\":\"textDocument/didChange\",\"params\":{" DOCUMENT "},\"contentChanges\":[" change "]}}"
#define RANGE(line, from, to)                                                                                          \
  "\"range\":{\"start\":{\"line\":" #line ",\"character\":" #from "},\"end\":{\"line\":" #line ",\"character\":" #to   \
  "}}"

static const char *code_of(const json_t *message) {
  const json_t *list = json_object_get(json_object_get(message, "params"), "diagnostics");
  return json_is_array(list) ? json_string_value(json_object_get(json_array_get(list, 0), "code")) : "no list";
}

static void texts_change_in_parts(void **unused) {
  (void)unused;
  struct talk talk;
  talk_begin(&talk);
  say(&talk, BEGIN);
  assert_null(say(&talk, OPEN));
  assert_string_equal(code_of(say(&talk, CHANGE("{" RANGE(1, 7, 10) ",\"text\":\"ende\"}"))), "E0112");
  assert_null(code_of(say(&talk, CHANGE("{" RANGE(1, 7, 11) ",\"text\":\"end\"}"))));
  assert_string_equal(talk.session.documents.first->text, "game \"T\" { players 2..2 }\nplay { end game }\n");
  say(&talk, CHANGE("{\"text\":\"pla\"},{" RANGE(0, 3, 3) ",\"text\":\"y\"}"));
  assert_string_equal(talk.session.documents.first->text, "play");
  say(&talk, CHANGE("{" RANGE(0, 3, 1) ",\"text\":\"y\"}")); /* from behind to before */
  say(&talk, CHANGE("{\"range\":3,\"text\":\"y\"}"));
  say(&talk, CHANGE("7"));
  assert_string_equal(talk.session.documents.first->text, "play");
  const json_t *gone = say(&talk, "{\"method\":\"textDocument/didClose\",\"params\":{" DOCUMENT "}}}");
  assert_null(code_of(gone));
  assert_null(talk.session.documents.first);
  assert_null(talk.session.projects.first);
  talk_end(&talk);
}

static void encodings_are_agreed_on(void **unused) {
  (void)unused;
  static const char begin[] = "{\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{\"general\":"
                              "{\"positionEncodings\":[\"utf-16\",\"utf-32\",7]}}}}";
  struct talk talk;
  talk_begin(&talk);
  const json_t *result = json_object_get(say(&talk, begin), "result");
  assert_string_equal(json_string_value(json_object_get(json_object_get(result, "capabilities"), "positionEncoding")),
                      "utf-32");
  assert_int_equal(talk.session.documents.encoding, POSITION_UTF32);
  talk_end(&talk);
}

static void words_are_explained(void **unused) {
  (void)unused;
  struct talk talk;
  talk_begin(&talk);
  say(&talk, BEGIN);
  say(&talk, OPEN);
  say(&talk,
      CHANGE(
          "{\"text\":\"game \\\"T\\\" { players 2..2 }\\nconst few = 3\\nplay { say \\\"{few}\\\" end game }\\n\"}"));
  const json_t *answer = say(&talk, "{\"id\":2,\"method\":\"textDocument/hover\",\"params\":{" DOCUMENT
                                    "},\"position\":{\"line\":2,\"character\":14}}}");
  const json_t *contents = json_object_get(json_object_get(answer, "result"), "contents");
  assert_string_equal(json_string_value(json_object_get(contents, "value")),
                      "```trv\nconst few = 3\n```\ntype `int`\n\nvalue `3`\n\n");
  answer = say(&talk, "{\"id\":2,\"method\":\"textDocument/hover\",\"params\":{" DOCUMENT
                      "},\"position\":{\"line\":900,\"character\":14}}}");
  assert_true(json_is_null(json_object_get(answer, "result")));
  talk_end(&talk);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(addresses_and_paths),     cmocka_unit_test(positions_in_three_encodings),
    cmocka_unit_test(messages_come_in_pieces), cmocka_unit_test(wrong_messages_are_answered),
    cmocka_unit_test(texts_change_in_parts),   cmocka_unit_test(encodings_are_agreed_on),
    cmocka_unit_test(words_are_explained),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
