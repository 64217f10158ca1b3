/* What scanner, grammar, recovery and messages share while one file is parsed. Private to lang/; the door is parse.h.
 *
 * It is a push parser (parse.c): each word is first offered as a word of the language and, where the grammar cannot
 * take that, pushed as a name. So the grammar decides which words are reserved where. */
#ifndef TRV_LANG_PARSING_H
#define TRV_LANG_PARSING_H

#include "lang/diag.h"
#include "lang/parse.h"
#include "lang/parser.h"
#include "lang/tree.h"
#include "lang/words.h"


struct token {
  int kind;
  TRVYYSTYPE value;
  struct span span;
  const struct word *word; /* first meaning when the text is a word of the language, else NULL */
  int braces_before;       /* blocks that were open before this token */
};

/* `(`, `[`, `{`, or `"` for a text and `h` for a hole in it. */
struct bracket {
  char kind;
  bool supposed; /* not in the source: repair.c put it in */
  uint32_t at;
};

struct doc {
  uint32_t before; /* offset of the token after the comment */
  const char *text;
  struct doc *previous;
};

struct parsing {
  struct arena *arena;
  struct source_set *sources;
  struct source *source;
  struct diag_list *diags;
  uint32_t file;
  struct word_table words;

  /* scanner */
  uint32_t offset;                         /* of the next character */
  struct bracket brackets[NESTING_LIMIT + 1];
  int bracket_count, braces;               /* braces: how many of them are `{` */
  struct comment *last_comment;
  struct text doc_text;             /* of the doc comment just read, until a token follows */
  struct doc *docs;
  bool stopped;                            /* nested too deeply or too many errors: nothing more is read */
  bool skipping;                           /* after an error: what is skipped is not reported */
  struct diag unreported;                  /* stands for a report while skipping */
  uint32_t scan_error;                     /* 1 + offset of the last error found by the scanner; 0 if there is none */
  uint32_t character_error_line_end;       /* unknown characters are reported once on a line */
  struct bracket odd_brace;                /* the first `{` whose `}` stood at another indentation, and … */
  uint32_t odd_brace_closed_at;            /* … where that was */
  struct bracket closed;                   /* the last block that was closed, and … */
  uint32_t closed_at;                      /* … where that was; 0 if there is none */

  /* parser */
  trvyypstate *state;
  struct token token, previous;
  bool trusting;                           /* tokens that are no words of the language are pushed untried, and … */
  bool refused;                            /* … one could not be taken */
  bool failed;                             /* the last token was refused, with a message */
  uint32_t failing_start;                  /* where the refused construct began */
  uint32_t quiet_until;                    /* a line with a bracket put in: what else is wrong there follows from it */
  uint32_t resumed_at;                     /* where the last recovery went on, and … */
  int resumed_level;                       /* … in how many blocks */
  uint32_t declaration_indent;             /* of the first declaration */
  int operators;                           /* made since the last whole statement or declaration */
  int else_ifs;                            /* made since the last whole declaration */
  bool check_depth;                        /* more of either than may be nested were seen */
  struct tree_list declarations;
  struct tree *cell;
  bool keeps_tokens;                       /* all of them, for the formatter, or only … */
  bool in_quoted;                          /* … those of scenarios and settings, whose conditions messages quote */
};

/* scanner.l: scans the bytes from start to end. In the arena, closed with scanner_close; NULL without memory. */
void *scanner_open(struct parsing *parsing, uint32_t start, uint32_t end);
void scanner_close(void *scanner);
/* Reads one token; words of the language come as names with `word` set. */
void scanner_read(struct parsing *parsing, void *scanner, struct token *token);
/* After a mistake in the hole of a text: skips to the quote that closes the text. */
void scanner_leave_text(struct parsing *parsing, void *scanner, const struct token *refused);
/* Which of the open brackets is the outermost text around a token, or -1; `refused` is the last token read. */
int scanner_open_text(const struct parsing *parsing, const struct token *refused);
/* Reports that this one of the open brackets, a text, is not closed where its line ends. */
void scanner_end_text(struct parsing *parsing, int text, uint32_t end);

/* characters.c: reports what cannot be part of any token; `text` is what the span covers. Returns how many bytes of it
 * were told about: the rest is read again. */
uint32_t character_unknown(struct parsing *parsing, struct span span, const char *text);
/* The same for a sign that begins a comment in other languages. */
void character_comment(struct parsing *parsing, struct span sign);
/* The first quote of typesetters in a text, or an empty span at its end. */
struct span character_quote(struct parsing *parsing, struct span text);
/* lookalikes.c: the plain character that a character looks like, and of which kind the other is; 0 for none. */
char lookalike_of(uint32_t number, const char **kind);

/* parser.y: begins at an empty stack, that of the last text if there was one; in the arena. */
void parser_open(struct parsing *parsing);
/* Whether the grammar can take a token now, or (below = 1) could have before the `error` on top. */
bool parser_accepts(const trvyypstate *state, int below, int token);
/* Whether it could take two tokens, one after the other. */
bool parser_accepts_both(const trvyypstate *state, int first, int second);
/* How many blocks are open on the parser's stack. */
int parser_open_braces(const trvyypstate *state);
/* Whether a construct that has this token is open around the present place. */
bool parser_inside(const trvyypstate *state, int token);
/* Where the construct began that recovery will give up. */
uint32_t parser_failing_start(const trvyypstate *state, struct span token);
const char *parser_token_name(int token);

/* repair.c: the bracket that is missing before the refused token, 0 when that is unclear. Open brackets are then as if
 * it had been there, and the token has the meaning that follows from it. */
int repair_missing(struct parsing *parsing, struct token *token);
/* Whether the refused token is a citation that stands in the place of a body; reports it. With an empty body before it,
 * it can be read. */
bool repair_missing_body(struct parsing *parsing);
/* Whether the refused token only repeats the one before it; reports it. It is then as if it were not there. */
bool repair_twice(struct parsing *parsing);
/* Whether a word cannot be a name here because a block was left open before it. */
bool repair_left_open(struct parsing *parsing, const struct token *token);

/* syntax_error.c: reports that `parsing->token` cannot stand here, and sets `failing_start`. True when the token or the
 * one before it was found to be wrong in itself, and not the place where it stands. */
bool syntax_error(struct parsing *parsing);
/* Reports that the same stands twice. */
void syntax_twice(struct parsing *parsing, struct span first, struct span second);
/* Reports that the refused name stands right after another. */
struct diag *syntax_name_before(struct parsing *parsing);

/* The nearest word that the grammar would take now, or with a role the nearest of that role. */
struct suggestion syntax_suggest(struct parsing *parsing, const char *text, enum word_role role);

/* habits.c: reports the token, or the one before it, if it belongs to another language or to a sentence. */
bool habit_error(struct parsing *parsing);
/* habits_choice.c, habits_scenario.c: the same in options, and in scenarios. */
bool habit_option_error(struct parsing *parsing);
bool habit_step_error(struct parsing *parsing);
/* habits_order.c: the same for clauses in another order; habits_english.c: for what is put like a sentence;
 * habits_declare.c: for types in parameters and fields. */
bool habit_order_error(struct parsing *parsing);
bool habit_english_error(struct parsing *parsing);
bool habit_type_error(struct parsing *parsing);
/* habits_hint.c: what to write instead of the refused token, where a habit explains it; `only` is all that was expected,
 * in quotes, or "". NULL for none. */
const char *habit_hint(struct parsing *parsing, const char *only);
/* habits_declare.c: the same for declarations. */
const char *habit_declaration_hint(struct parsing *parsing, const char *only);
/* Whether the construct that failed begins with this word. */
static inline bool failing_is(const struct parsing *parsing, const char *word) {
  return words_next_is(parsing->source->text + parsing->failing_start, word);
}
/* habits.c: whether the refused token is a citation that comes before the block of what it cites; reports it. What
 * follows can be read as if it were not there. */
bool habit_early_citation(struct parsing *parsing);

/* Places in the text, for messages and recovery. */
bool parse_first_on_line(const struct parsing *parsing, uint32_t offset);
uint32_t parse_indent(const struct parsing *parsing, uint32_t offset);
/* Whether a token is a declaration's word at the place of one: first on a line, not further right than declarations. */
bool parse_starts_declaration(const struct parsing *parsing, const struct token *token);
bool token_has_role(const struct parsing *parsing, const struct token *token, enum word_role role);

/* around.c: what stands around a place, for messages. */
bool token_is_name(const struct token *token, const char *name);
/* The text of the line that holds an offset, without its indentation. */
const char *around_line(const struct parsing *parsing, uint32_t offset);
/* The word, and the character, right before an offset, ignoring blanks; an empty span and 0 for none. */
struct span around_word_before(const struct parsing *parsing, uint32_t offset);
char around_mark_before(const struct parsing *parsing, uint32_t offset);
bool around_is(const struct parsing *parsing, struct span span, const char *word);
/* How many quotes the rest of the line has, and how many more brackets it closes than it opens. */
int around_quotes(const char *text);
int around_surplus(const char *text, char open, char close);
/* The offset after the text, or after the bracket and all in it, that begins here. */
const char *around_behind(const char *text);
/* What follows: the next character that is no blank, comment or citation. */
const char *around_citations(const char *text);
/* What the line of a block begins with, to name the block: `phase turn`. */
const char *around_head(const struct parsing *parsing, uint32_t block);
/* Where the name with its indices and fields begins that ends before an offset. */
uint32_t around_operand_start(const struct parsing *parsing, uint32_t end);
/* The nearest name of a player before an offset: a parameter or what a loop goes through; "p" if there is none. */
const char *around_player(const struct parsing *parsing, uint32_t offset);
/* Whether this file declares the name. */
enum declared { DECLARED_PROCEDURE, DECLARED_ANYTHING };
bool around_declares(const struct parsing *parsing, const char *name, enum declared kind);

static inline bool accepts(const struct parsing *parsing, int token) {
  return parser_accepts(parsing->state, 0, token);
}
/* Whether a statement, a declaration or a step of a scenario could begin here: tested with a word that begins nothing
 * else. */
static inline bool statement_may_begin(const struct parsing *parsing) { return accepts(parsing, T_SAY); }
static inline bool declaration_may_begin(const struct parsing *parsing) { return accepts(parsing, T_INVARIANT); }
static inline bool step_may_begin(const struct parsing *parsing) { return accepts(parsing, T_EXPECT); }
/* Whether the token before was read as a name that begins a statement. */
static inline bool begins_statement(const struct parsing *parsing) {
  return parsing->previous.kind == T_LOWER && parsing->previous.value.word && accepts(parsing, '=') &&
         accepts(parsing, T_ADD_TO);
}

#endif
