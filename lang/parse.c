/* Parses: feeds tokens to the grammar, decides which words are names, and finds the way back after an error.
 *
 * Recovery: the grammar gives up the construct that failed, up to the nearest list of statements, options, steps or
 * declarations. Tokens are then skipped until that list can go on: at one of its words at the start of a line, at the
 * brace that closes it, or at a declaration in its usual place, which shows that braces are missing.
 *
 * To say what is wrong and to recover, a token must be refused before the parser has done anything for it, so each is
 * tried first. Most files have no errors: that step is left out at first, and a file that turns out to have an error is
 * parsed a second time. */
#include "lang/parse.h"

#include <string.h>

#include "lang/encoding.h"
#include "lang/parsing.h"

/* ---- places in the text ---- */

bool parse_first_on_line(const struct parsing *parsing, uint32_t offset) {
  const char *text = parsing->source->text;
  while (offset > 0 && (text[offset - 1] == ' ' || text[offset - 1] == '\t')) offset--;
  return offset == 0 || text[offset - 1] == '\n';
}

uint32_t parse_indent(const struct parsing *parsing, uint32_t offset) {
  const char *text = parsing->source->text;
  uint32_t indent = 0;
  while (offset > 0 && text[offset - 1] != '\n') offset--;
  for (; text[offset] == ' ' || text[offset] == '\t'; offset++) indent++;
  return indent;
}

bool token_has_role(const struct parsing *parsing, const struct token *token, enum word_role role) {
  const char *after = parsing->source->text + token->span.end;
  for (const struct word *word = token->word; word; word = words_next(&parsing->words, word))
    if (word->role == role && words_fit(word, after)) return true;
  return false;
}

bool parse_starts_declaration(const struct parsing *parsing, const struct token *token) {
  return token_has_role(parsing, token, ROLE_DECLARATION) && parse_first_on_line(parsing, token->span.start) &&
         parse_indent(parsing, token->span.start) <= parsing->declaration_indent;
}

/* ---- words and names ---- */

/* Whether a word that the grammar cannot take as such must not be a name either, because it begins the next construct
 * and the one before it is unfinished: a statement's word first on a line inside an expression, or a declaration's in
 * its usual place inside a block. */
static bool begins_construct(struct parsing *parsing, const struct token *token) {
  const char *after = parsing->source->text + token->span.end;
  if (!parse_first_on_line(parsing, token->span.start) || !words_lead(after)) return false;
  bool in_expression = parser_accepts(parsing->state, 0, '(') && parser_accepts(parsing->state, 0, T_NONE);
  if (parse_starts_declaration(parsing, token)) return in_expression || parser_accepts(parsing->state, 0, '}');
  if (repair_left_open(parsing, token)) return true;
  return in_expression && !token_has_role(parsing, token, ROLE_NOTHING);
}

/* Takes the first meaning of a word that the grammar accepts, else its text as a name; returns whether the token is now
 * known to be accepted. `below` as in parser_accepts. */
static bool resolve(struct parsing *parsing, struct token *token, int below) {
  const char *text = parsing->source->text + token->span.start;
  uint32_t length = token->span.end - token->span.start;
  for (const struct word *word = token->word; word; word = words_next(&parsing->words, word)) {
    token->kind = word->token;
    if (word->when == WORD_RESERVED) return false;
    if (words_fit(word, text + length) && parser_accepts(parsing->state, below, word->token)) return true;
  }
  if (token->word && !below && begins_construct(parsing, token)) {
    token->kind = token->word->token;
    return false;
  }
  token->kind = T_LOWER;
  if (!token->value.word) token->value.word = arena_intern(parsing->arena, text, length);
  return false;
}

/* ---- feeding ---- */

/* YYPUSH_MORE while more tokens are wanted; 0 when all is read. */
static int push(struct parsing *parsing, int kind, struct span span) {
  TRVYYSTYPE nothing = { 0 };
  return trvyypush_parse(parsing->state, kind, &nothing, &span, parsing);
}

/* Reports the token. When one bracket before it repairs everything, supplies that and goes on; else finishes what is
 * complete before it, and makes the parser give up the rest. */
__attribute__((cold, noinline)) static int refuse(struct parsing *parsing, struct token *token) {
  struct span here = { parsing->file, token->span.start, token->span.start };
  int status = YYPUSH_MORE;
  bool misspelt = syntax_error(parsing);
  int missing = misspelt ? 0 : repair_missing(parsing, token);
  if (missing) {
    if (!parse_first_on_line(parsing, token->span.start)) {
      const char *text = parsing->source->text + token->span.start;
      parsing->quiet_until = token->span.start + (uint32_t)strcspn(text, "\n");
    }
    status = push(parsing, missing, here);
    return status == YYPUSH_MORE ? trvyypush_parse(parsing->state, token->kind, &token->value, &token->span, parsing)
                                 : status;
  }
  if (parser_accepts(parsing->state, 0, T_RESUME)) status = push(parsing, T_RESUME, here);
  if (status == YYPUSH_MORE) status = push(parsing, T_TRVYYerror, here);
  parsing->failed = true;
  return status;
}

static void keep_token(struct parsing *parsing, const struct token *token) {
  struct source *source = parsing->source;
  if (source->token_count == source->token_capacity)
    source->tokens = arena_grow(parsing->arena, source->tokens, sizeof *source->tokens, source->token_count,
                                &source->token_capacity);
  if (source->token_count == source->token_capacity) return;
  bool is_also_word = token->kind == T_LOWER && token->word;
  source->tokens[source->token_count++] =
      (struct kept_token){ token->kind, is_also_word, token->span.start, token->span.end };
}

/* An empty body, and then the token. */
static int feed_behind_body(struct parsing *parsing, struct token *token) {
  struct span here = { parsing->file, token->span.start, token->span.start };
  int status = push(parsing, '{', here);
  if (status == YYPUSH_MORE) status = push(parsing, '}', here);
  return status == YYPUSH_MORE ? trvyypush_parse(parsing->state, token->kind, &token->value, &token->span, parsing)
                               : status;
}

/* Gives the parser a token, or refuses it and sets `failed`. */
static int feed(struct parsing *parsing, struct token *token) {
  parsing->failed = false;
  bool accepted = token->word && resolve(parsing, token, 0);
  if (!accepted && !parsing->trusting && !parser_accepts(parsing->state, 0, token->kind)) {
    if (habit_early_citation(parsing) || repair_twice(parsing)) return YYPUSH_MORE;
    return repair_missing_body(parsing) ? feed_behind_body(parsing, token) : refuse(parsing, token);
  }
  if ((parsing->keeps_tokens || parsing->in_quoted) && token->kind != T_YYEOF) keep_token(parsing, token);
  int status = trvyypush_parse(parsing->state, token->kind, &token->value, &token->span, parsing);
  /* What was before it is finished now. */
  if (token->kind == T_SCENARIO || token->kind == T_SETTING) parsing->in_quoted = true;
  return status;
}

/* ---- recovery ---- */

/* The list goes on at `token`, after closing `blocks` blocks that should have been closed before it. */
static int resume(struct parsing *parsing, struct token *token, int blocks) {
  struct span here = { parsing->file, token->span.start, token->span.start };
  parsing->skipping = false;
  int status = push(parsing, T_RESUME, here);
  for (int i = 0; i < blocks && status == YYPUSH_MORE; i++) status = push(parsing, '}', here);
  return status == YYPUSH_MORE ? feed(parsing, token) : status;
}

/* A declaration's word at its usual place; but in a body that is not indented, a word of statements goes first. */
static bool is_next_declaration(struct parsing *parsing, struct token *token, int level) {
  if (!parse_starts_declaration(parsing, token)) return false;
  if (level == 0) return resolve(parsing, token, 1);
  bool body_is_flat = parse_indent(parsing, parsing->failing_start) <= parsing->declaration_indent;
  return !(body_is_flat && resolve(parsing, token, 1));
}

/* Whether the list that failed can go on at this token. */
static bool can_resume(struct parsing *parsing, struct token *token, int level) {
  if (token->braces_before != level) return false;
  if (token->kind == '}') return parser_accepts(parsing->state, 1, '}');
  if (level == 0 || !parse_first_on_line(parsing, token->span.start)) return false;
  if (token->word) resolve(parsing, token, 1);
  if (!parser_accepts(parsing->state, 1, token->kind)) return false;
  return token->kind != T_LOWER ||
         parse_indent(parsing, token->span.start) <= parse_indent(parsing, parsing->failing_start);
}

/* At the level of declarations, a misspelt word in the place of one is worth stopping at, to report it as well. */
static bool is_misspelt_declaration(const struct parsing *parsing, const struct token *token, int level) {
  if (level || token->kind != T_LOWER || token->word || !parse_first_on_line(parsing, token->span.start)) return false;
  if (parse_indent(parsing, token->span.start) > parsing->declaration_indent) return false;
  struct suggestion suggestion = { .word = token->value.word };
  for (const struct word *word = words_all(); word->text; word++)
    if (word->role == ROLE_DECLARATION) suggest_consider(&suggestion, word->text);
  return suggestion.best && token->braces_before == 0;
}

/* Keeps what was not understood, from the line where the failed construct began to where reading goes on. */
static void note_unread(struct parsing *parsing, uint32_t end) {
  struct unread *unread = arena_alloc(parsing->arena, sizeof *unread);
  uint32_t start = parsing->failing_start < end ? parsing->failing_start : end;
  *unread = (struct unread){ { parsing->file, start, end }, parsing->source->unread };
  parsing->source->unread = unread;
}

/* Skips from the refused token to where the list can go on, and goes on there. */
static int recover(struct parsing *parsing, void *scanner, struct token *token) {
  int level = parser_open_braces(parsing->state);
  uint32_t refused = token->span.start;
  scanner_leave_text(parsing, scanner, token);
  for (parsing->skipping = true;; scanner_read(parsing, scanner, token)) {
    if (arena_failed(parsing->arena) || parsing->stopped) return 1;
    if (token->kind == T_YYEOF) {
      note_unread(parsing, token->span.start);
      return resume(parsing, token, level);
    }
    /* A token that was refused where the search would resume again is skipped for good. */
    if (token->span.start == parsing->resumed_at && level == parsing->resumed_level) continue;
    bool declaration = is_next_declaration(parsing, token, level);
    bool misspelt = token->span.start != refused && is_misspelt_declaration(parsing, token, level);
    if (!declaration && !misspelt && !can_resume(parsing, token, level)) continue;
    parsing->resumed_at = token->span.start;
    parsing->resumed_level = level;
    note_unread(parsing, token->span.start);
    if (declaration) parsing->bracket_count = parsing->braces = 0;
    return resume(parsing, token, declaration ? level : 0);
  }
}

static void run(struct parsing *parsing, void *scanner, int start) {
  struct token *token = &parsing->token;
  int status = push(parsing, start, (struct span){ parsing->file, parsing->offset, parsing->offset });
  while (status == YYPUSH_MORE && !arena_failed(parsing->arena)) {
    parsing->previous = *token;
    scanner_read(parsing, scanner, token);
    if (parsing->stopped) return;
    if (!parsing->previous.kind) parsing->declaration_indent = parse_indent(parsing, token->span.start);
    status = feed(parsing, token);
    /* The token found may be refused at once: then the search continues after it. */
    while (status == YYPUSH_MORE && parsing->failed) status = recover(parsing, scanner, token);
  }
  if (arena_failed(parsing->arena)) source_reach(parsing->sources, token->span);
}

static void parse(struct parsing *parsing, uint32_t start, uint32_t end, int kind) {
  words_prepare(&parsing->words);
  parsing->doc_text = arena_text(parsing->arena);
  parser_open(parsing);
  void *scanner = scanner_open(parsing, start, end);
  if (!scanner) return;
  run(parsing, scanner, kind);
  scanner_close(scanner);
}

/* ---- depth ---- */

static bool is_operator(const struct tree *node) {
  switch (node->kind) {
  case TREE_BINARY:
  case TREE_NOT:
  case TREE_NEGATE:
  case TREE_IS_NONE:
  case TREE_IF_ELSE:
  case TREE_IF:
  case TREE_INDEX:
  case TREE_FIELD: return true;
  default: return false;
  }
}

/* Cuts what is nested too deeply, so that later passes may recurse. `depth` counts operators and `if`s; brackets and
 * blocks were counted by the scanner. */
static void limit_depth(struct parsing *parsing, struct tree **link, int depth) {
  for (; *link; link = &(*link)->next) {
    struct tree *node = *link;
    int inside = depth + (is_operator(node) || node->flags & FLAG_JOINED);
    if (inside > NESTING_LIMIT) {
      diag_report(parsing->diags, DIAG_E0105, node->span, "more than %d operators inside each other", NESTING_LIMIT);
      *link = tree_is(node, CLASS_STATEMENT) ? NULL : tree_new(parsing->arena, TREE_NONE, node->span);
      return;
    }
    for (int i = 0; i < tree_kid_count(node->kind); i++) limit_depth(parsing, &node->kid[i], inside);
  }
}

/* ---- the door ---- */

static void prepare(struct parsing *parsing, struct source_set *sources, uint32_t file, struct diag_list *diags) {
  memset(parsing, 0, sizeof *parsing);
  parsing->arena = sources->arena;
  parsing->sources = sources;
  parsing->source = sources->items[file];
  parsing->diags = diags;
  parsing->file = file;
  parsing->resumed_at = UINT32_MAX;
}

static struct tree *parse_whole(struct source_set *sources, uint32_t file, struct diag_list *diags, bool keeps_tokens) {
  struct source *source = sources->items[file];
  struct parsing parsing = { .refused = true };
  uint32_t end = (uint32_t)source->length;
  struct tree *tree = tree_new(sources->arena, TREE_FILE, (struct span){ file, 0, end });
  struct diag_mark before = diag_mark(diags);
  if (!encoding_check(sources, file, diags)) return tree;
  for (int trusting = 1; trusting >= 0 && parsing.refused; trusting--) {
    diag_forget(diags, before);
    source->token_count = 0;
    source->keeps_tokens = keeps_tokens;
    source->unread = NULL;
    prepare(&parsing, sources, file, diags);
    parsing.keeps_tokens = keeps_tokens;
    parsing.trusting = trusting;
    parse(&parsing, encoding_start(source), end, T_START_FILE);
  }
  tree->kid[FILE_DECLS] = parsing.declarations.first;
  if (!parsing.declarations.first && diags->errors == before.errors)
    diag_report(diags, DIAG_E0001, (struct span){ file, 0, 0 }, "nothing to read: the file declares nothing");
  if (parsing.check_depth) limit_depth(&parsing, &tree, 0);
  return tree;
}

struct tree *parse_file(struct source_set *sources, uint32_t file, struct diag_list *diags) {
  return parse_whole(sources, file, diags, sources->keeps_meaning);
}

struct tree *parse_tokens(struct source_set *sources, uint32_t file, struct diag_list *diags) {
  return parse_whole(sources, file, diags, true);
}

struct tree *parse_cell(struct source_set *sources, struct span cell, struct diag_list *diags) {
  struct parsing parsing;
  prepare(&parsing, sources, cell.file, diags);
  struct comment *comments = parsing.source->comments;
  parse(&parsing, cell.start, cell.end, T_START_CELL);
  parsing.source->comments = comments;
  if (parsing.cell && parsing.check_depth) limit_depth(&parsing, &parsing.cell, 0);
  return parsing.cell;
}
