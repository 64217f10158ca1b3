/* What is seen of the text itself: colours of words by what they mean, parts that fold away, ever larger selections. */
#include <stdlib.h>
#include <string.h>

#include "lsp/methods.h"
#include "lsp/views.h"

/* The names of the protocol for what words are; lifecycle.c tells them in this order. */
enum token_type {
  TYPE_KEYWORD,
  TYPE_NUMBER,
  TYPE_STRING,
  TYPE_COMMENT,
  TYPE_DECORATOR,
  TYPE_VARIABLE,
  TYPE_PARAMETER,
  TYPE_PROPERTY,
  TYPE_ENUM,
  TYPE_MEMBER,
  TYPE_CLASS,
  TYPE_FUNCTION,
  TYPE_METHOD,
  TYPE_EVENT,
  TYPE_NONE
};

static enum token_type type_of_thing(enum trv_thing_kind kind) {
  switch (kind) {
  case TRV_THING_ENUM: return TYPE_ENUM;
  case TRV_THING_DECK:
  case TRV_THING_TABLE:
  case TRV_THING_GRAPH:
  case TRV_THING_DECK_PARAMETER: return TYPE_CLASS;
  case TRV_THING_FN:
  case TRV_THING_EFFECT:
  case TRV_THING_POSITION: return TYPE_FUNCTION;
  case TRV_THING_PHASE:
  case TRV_THING_CHOICE:
  case TRV_THING_OPTIONS: return TYPE_EVENT;
  case TRV_THING_OPTION: return TYPE_METHOD;
  case TRV_THING_VALUE:
  case TRV_THING_CONSTANT: return TYPE_MEMBER;
  case TRV_THING_FIELD:
  case TRV_THING_SETTING: return TYPE_PROPERTY;
  case TRV_THING_LOCAL: return TYPE_PARAMETER;
  default: return TYPE_VARIABLE;
  }
}

static enum token_type type_of_token(const trv_inspection *inspection, const char *file, const trv_token *token) {
  switch (token->kind) {
  case TRV_TOKEN_WORD: return TYPE_KEYWORD;
  case TRV_TOKEN_NUMBER: return TYPE_NUMBER;
  case TRV_TOKEN_TEXT: return TYPE_STRING;
  case TRV_TOKEN_CITATION: return TYPE_DECORATOR;
  case TRV_TOKEN_COMMENT: return TYPE_COMMENT;
  case TRV_TOKEN_SIGN: return TYPE_NONE;
  case TRV_TOKEN_NAME: break;
  }
  uint32_t thing = trv_inspection_at(inspection, file, token->start, 0, NULL);
  return thing == TRV_NO_THING ? TYPE_VARIABLE : type_of_thing(trv_inspection_kind(inspection, thing));
}

struct token_list {
  trv_token *items; /* owned */
  size_t count;
};

static int compare_tokens(const void *left, const void *right) {
  const trv_token *a = left, *b = right;
  return (a->start > b->start) - (a->start < b->start);
}

/* All tokens of a file, comments in their places. */
static struct token_list read_tokens(const trv_inspection *inspection, const char *file) {
  struct token_list list = { 0 };
  size_t capacity = 0;
  for (uint32_t i = 0;; i++) {
    trv_token token = trv_inspection_token(inspection, file, i);
    if (token.end == 0) break;
    if (list.count == capacity) {
      trv_token *items = realloc(list.items, (capacity = capacity ? 2 * capacity : 1024) * sizeof *items);
      if (!items) break;
      list.items = items;
    }
    list.items[list.count++] = token;
  }
  if (list.count) qsort(list.items, list.count, sizeof *list.items, compare_tokens);
  return list;
}

/* ---- colours ---- */

struct token_writer {
  const struct session *session;
  const struct line_starts *lines;
  json_t *data;
  struct text_position last;
};

static void write_token(struct token_writer *writer, size_t start, size_t end, enum token_type type) {
  enum position_encoding encoding = writer->session->documents.encoding;
  struct text_position from = position_of(writer->lines, start, encoding),
                       to = position_of(writer->lines, end, encoding);
  if (from.line != to.line || to.character <= from.character) return; /* a token stands in one line */
  uint32_t across = from.line == writer->last.line ? from.character - writer->last.character : from.character;
  json_array_append_new(writer->data, json_integer(from.line - writer->last.line));
  json_array_append_new(writer->data, json_integer(across));
  json_array_append_new(writer->data, json_integer(to.character - from.character));
  json_array_append_new(writer->data, json_integer((json_int_t)type));
  json_array_append_new(writer->data, json_integer(0));
  writer->last = from;
}

json_t *lsp_semantic_tokens(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  if (!question_read(session, params, &question, failure)) return NULL;
  const trv_inspection *inspection = question.project->now;
  struct token_list tokens = read_tokens(inspection, question.path);
  struct token_writer writer = { .session = session, .lines = &question.lines, .data = json_array() };
  for (size_t i = 0; i < tokens.count; i++) {
    enum token_type type = type_of_token(inspection, question.path, &tokens.items[i]);
    if (type != TYPE_NONE) write_token(&writer, tokens.items[i].start, tokens.items[i].end, type);
  }
  free(tokens.items);
  question_free(&question);
  return json_pack("{s:o}", "data", writer.data);
}

/* ---- folding ---- */

enum { FOLDING_DEPTH = 200 };

static void add_fold(json_t *list, uint32_t from, uint32_t to, const char *kind) {
  if (to <= from) return;
  json_t *fold = json_pack("{s:i, s:i}", "startLine", (int)from, "endLine", (int)to);
  if (kind) json_object_set_new(fold, "kind", json_string(kind));
  json_array_append_new(list, fold);
}

static void fold_brackets(json_t *list, const struct line_starts *lines, const struct token_list *tokens) {
  uint32_t open[FOLDING_DEPTH];
  int depth = 0;
  for (size_t i = 0; i < tokens->count; i++) {
    char byte = lines->text[tokens->items[i].start];
    if (tokens->items[i].kind != TRV_TOKEN_SIGN) continue;
    uint32_t line = position_of(lines, tokens->items[i].start, POSITION_UTF8).line;
    if (byte == '{' && depth < FOLDING_DEPTH) open[depth++] = line;
    else if (byte == '}' && depth) {
      depth--;
      add_fold(list, open[depth], line ? line - 1 : 0, NULL);
    }
  }
}

static void fold_comments(json_t *list, const struct line_starts *lines, const struct token_list *tokens) {
  uint32_t first = 0, last = UINT32_MAX;
  for (size_t i = 0; i < tokens->count; i++) {
    if (tokens->items[i].kind != TRV_TOKEN_COMMENT) continue;
    uint32_t line = position_of(lines, tokens->items[i].start, POSITION_UTF8).line;
    if (last != UINT32_MAX && line != last + 1) add_fold(list, first, last, "comment");
    if (last == UINT32_MAX || line != last + 1) first = line;
    last = line;
  }
  if (last != UINT32_MAX) add_fold(list, first, last, "comment");
}

json_t *lsp_folding(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  if (!question_read(session, params, &question, failure)) return NULL;
  json_t *list = json_array();
  struct token_list tokens = read_tokens(question.project->now, question.path);
  fold_brackets(list, &question.lines, &tokens);
  fold_comments(list, &question.lines, &tokens);
  free(tokens.items);
  question_free(&question);
  return list;
}
