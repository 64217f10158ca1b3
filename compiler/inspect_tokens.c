/* The tokens of inspected files, and the words that every game has: what colours and completes a text. */
#include "compiler/inspect.h"

#include <string.h>

#include "compiler/library.h"
#include "compiler/passes.h"
#include "compiler/types.h"
#include "lang/parsing.h"

static enum trv_token_kind kind_of(const struct source *source, const struct kept_token *token) {
  char first = source->text[token->start];
  switch (token->kind) {
  case T_LOWER:
  case T_UPPER: return TRV_TOKEN_NAME;
  case T_INT: return TRV_TOKEN_NUMBER;
  case T_CITE: return TRV_TOKEN_CITATION;
  case T_STR_OPEN:
  case T_STR_TEXT:
  case T_STR_CLOSE: return TRV_TOKEN_TEXT;
  default: return words_is_letter(first) ? TRV_TOKEN_WORD : TRV_TOKEN_SIGN;
  }
}

static const struct comment *comment_number(const trv_inspection *inspection, const struct source *source,
                                            uint32_t number) {
  trv_inspection *own = (trv_inspection *)(uintptr_t)inspection;
  bool goes_on = own->comment && number && number - 1 == own->comment_number &&
                 inspection->report->sources.items[own->comment->span.file] == source;
  const struct comment *comment = goes_on ? own->comment->next : source->comments;
  for (uint32_t left = goes_on ? 0 : number; comment && left; left--) comment = comment->next;
  own->comment = comment;
  own->comment_number = number;
  return comment;
}

trv_token trv_inspection_token(const trv_inspection *inspection, const char *file, uint32_t index) {
  const struct source *source = inspect_source(inspection, file);
  if (!source || !source->keeps_tokens) return (trv_token){ 0 };
  if (index < source->token_count) {
    const struct kept_token *token = &source->tokens[index];
    return (trv_token){ kind_of(source, token), token->start, token->end };
  }
  const struct comment *comment = comment_number(inspection, source, index - (uint32_t)source->token_count);
  return comment ? (trv_token){ TRV_TOKEN_COMMENT, comment->span.start, comment->span.end } : (trv_token){ 0 };
}

/* Some words stand in the list once for each of their meanings. */
static bool is_first(const struct word *words, size_t index) {
  for (size_t i = 0; i < index; i++)
    if (!strcmp(words[i].text, words[index].text)) return false;
  return true;
}

const char *trv_language_word(size_t index) {
  const struct word *words = words_all();
  for (size_t i = 0; words[i].text; i++)
    if (is_first(words, i) && index-- == 0) return words[i].text;
  return NULL;
}

const char *trv_language_function(size_t index) {
  return index < BUILTIN_COUNT ? builtin_name((enum builtin)index) : NULL;
}

const char *trv_library_module(size_t index) { return library_name(index); }
