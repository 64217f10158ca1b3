/* libtrv: compile, play, inspect and save games written in .trv.
 *
 * Objects: a program (compiled rules: immutable, shareable between threads), a setup (program + number of players +
 * settings: immutable, shareable), a game (one game being played: used by one thread at a time). The library never
 * prints, exits or keeps global state. Functions return TRV_OK (0) or a negative status, and say in their comment
 * who owns what they return: *owned* (the caller frees it), *borrowed* (valid as long as the named object).
 * Texts are UTF-8. A function that fills a caller's buffer returns the length of the whole text, without its NUL: a
 * result >= size means that the buffer was too small (the text is cut, and NUL-terminated unless size is 0). With size
 * 0 the buffer may be NULL. What does not exist has the empty text. Other pointers may be NULL only where the comment
 * says so; functions that free always take NULL.
 *
 * A call-back may ask the game that calls it anything, and copy it. It must not free the game or what the game is made of,
 * and cannot change it: meanwhile starting, choosing, playing, copying or sampling into it, replaying on it and listening
 * are TRV_E_STATE, and reseeding and unlistening do nothing. A trv_decide is called while the rules run: of that game it
 * asks nothing but trv_offered_option. */
#ifndef TRV_H
#define TRV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TRV_VERSION "0.1.0"
const char *trv_version(void);

enum { TRV_MOST_PLAYERS = 16 }; /* of any game: size of the arrays that take a result */

enum trv_status {
  TRV_OK = 0,
  TRV_E_MEMORY = -1,    /* out of memory */
  TRV_E_INPUT = -2,     /* the source has errors, or a file cannot be read: see the report */
  TRV_E_ARGUMENT = -3,  /* an argument is out of range: no such option, seat, setting … */
  TRV_E_STATE = -4,     /* not possible now: no choice is pending, nothing to take back … */
  TRV_E_DATA = -5,      /* a .trvc file or a save is damaged, foreign or of another version */
  TRV_E_RULE = -6       /* a rule error happened in the game: see trv_game_error */
};
/* A sentence for a status; borrowed, static. */
const char *trv_status_text(int status);

/* ---- memory ---- */

typedef struct trv_allocator {
  void *(*resize)(void *context, void *block, size_t size); /* like realloc; frees when size is 0 */
  void *context;
} trv_allocator;

/* ---- compiling ---- */

typedef struct trv_program trv_program;
typedef struct trv_report trv_report;

/* Reads a file by name for `use`, tables and rulebooks. Returns 0 and *text, *length, or an errno value: EINVAL if it is no
 * regular file, EXDEV if it lies where rules may not read. */
typedef struct trv_resolver {
  int (*read)(void *context, const char *name, char **text, size_t *length);
  void (*release)(void *context, char *text);
  void *context;
} trv_resolver;

/* C code that rules declare with `extern fn` (docs/ffi.md). It runs in this process and can do whatever the process can:
 * nothing is loaded unless it is named here. */
typedef struct trv_link {
  const char *const *libraries;  /* that may be loaded: names as the rules write them, or paths to the files */
  size_t library_count;
  const char *folder;            /* where they are looked for first; NULL: the folder of the file that declares them */
  bool check;                    /* call everything twice: a rule error when the results differ */
} trv_link;

/* A setting by its name, and what it is to be, as the rules write it. */
typedef struct trv_choice_of_setting { const char *name, *value; } trv_choice_of_setting;

typedef struct trv_compile_options {
  uint32_t struct_size;          /* sizeof(trv_compile_options) */
  const char *name;              /* file name; `use` and tables are relative to its folder */
  const char *text;              /* NULL: read the file `name`; otherwise compile this text under that name */
  size_t length;
  const trv_resolver *resolver;  /* NULL: the file system */
  const trv_allocator *allocator;/* NULL: the C library's */
  bool rulebook;                 /* also read the rulebook and compare citations with its items */
  bool analyse;                  /* also look for what is odd about rules that work: warnings W0509 and up */
  const char *const *variants;   /* files of variants to apply; their order makes no difference */
  size_t variant_count;
  const trv_link *link;          /* load C code that the rules declare, or say why not: errors E0801 to E0803, and
                                    E0806 in a library that was built without libffi. NULL: load none; a program that
                                    needs C code can then be inspected, not played */
  const char *passes;            /* which optimisations run: "all" (as NULL), "none", "all-hoist", "none+inline+early" …;
                                    games play the same with any of them */
  volatile const int *cancel;    /* set to non-zero from another thread or a signal handler, it ends the work within half a
                                    second with TRV_E_STATE and without a report; may be NULL */
  size_t memory;                 /* bytes that the work may take; 0: 1 GB. What needs more is error E0006 */
  const trv_choice_of_setting *settings; /* what settings will be: a board whose size depends on one is made for it. Others
                                    are passed over, and all are to be given to trv_setup_new */
  size_t setting_count;
} trv_compile_options;

/* Compiles. *program is owned, or NULL when there are errors. *report is owned and holds errors and warnings in either
 * case; `report` may be NULL. */
int trv_compile(const trv_compile_options *options, trv_program **program, trv_report **report);
void trv_program_free(trv_program *program);
/* Optimisation number `index`: its name and what it does; NULL after the last. Borrowed, static. */
const char *trv_pass_name(size_t index);
const char *trv_pass_text(size_t index);
/* TRV_OK if a list can stand in trv_compile_options.passes; else TRV_E_ARGUMENT, and `why` says what is wrong. */
int trv_passes_check(const char *list, char *why, size_t size);

/* The source in the one style (docs/checker.md): the same tokens and comments, other line ends and blanks. Only the file
 * itself is read, not what it uses. *text is borrowed from *report, which is owned; with syntax errors it is NULL and the
 * status TRV_E_INPUT. */
int trv_format(const trv_compile_options *options, const char **text, size_t *length, trv_report **report);

/* What the rules say, for people: a rules sheet in Markdown or as a page for a browser, or the flow of phases and choices
 * as a graph in the language of Graphviz. *text is borrowed from *report, which is owned; NULL when there are errors. */
enum trv_document { TRV_DOCUMENT_RULES, TRV_DOCUMENT_RULES_HTML, TRV_DOCUMENT_FLOW };
int trv_document(const trv_compile_options *options, enum trv_document kind, const char **text, size_t *length,
                 trv_report **report);

/* The differences between the games `before` and `after`, in words. `after` may also have settings set; they are not
 * checked here (trv_setup_new does that), and an unknown name makes no difference. *leaflet is the sheet of house rules
 * for the table, in Markdown or as a page for a browser, borrowed from *report; NULL when there are errors. *report is
 * owned and lists the differences one by one. */
int trv_diff(const trv_compile_options *before, const trv_compile_options *after, const trv_choice_of_setting *settings,
             size_t setting_count, bool html, const char **leaflet, trv_report **report);
enum trv_difference_kind { TRV_ADDED, TRV_REMOVED, TRV_CHANGED };
typedef struct trv_difference {
  enum trv_difference_kind kind;
  const char *part, *name;    /* "constant" and its name; "setting", "card", "option", "effect" … */
  const char *text;           /* in words: a line, or a line and a list below it */
  const char *cites, *items;  /* "R74 R75", and a line for each with its text in the rulebook; "" for none */
  const char *file;           /* where it is written; "" for a setting that is set */
  uint32_t line;
} trv_difference;
size_t trv_report_differences(const trv_report *report);
/* In the order of the rulebook, those without an item last; borrowed from the report. */
trv_difference trv_report_difference(const trv_report *report, size_t index);

typedef struct trv_diagnostic {
  const char *code;       /* "E0203" */
  bool is_error;
  const char *file;
  uint32_t line, column, end_line, end_column; /* from 1; end exclusive */
  const char *message, *hint;                  /* hint may be NULL */
  uint32_t notes;
} trv_diagnostic;
typedef struct trv_note { const char *text, *file; uint32_t line, column; } trv_note; /* file NULL: no place */

size_t trv_report_errors(const trv_report *report);
size_t trv_report_warnings(const trv_report *report);
size_t trv_report_count(const trv_report *report);
/* Everything inside is borrowed from the report. */
trv_diagnostic trv_report_get(const trv_report *report, size_t index);
trv_note trv_report_note(const trv_report *report, size_t index, uint32_t note);
/* A correction: replace the bytes from start to end of `file` with `text`; text NULL: there is none. A certain one can
 * be made without asking. */
typedef struct trv_fix {
  const char *file, *text;
  size_t start, end;
  uint32_t line, column, end_line, end_column; /* the same place; from 1, end exclusive */
  bool certain;
} trv_fix;
trv_fix trv_report_fix(const trv_report *report, size_t index);
/* Adds what the host has seen by playing: with the variants of the program an invariant of this text is broken. It becomes
 * warning W0703 at the change that is likeliest to be the reason, and `how` is a part of it: "with 3 players, after 12 choices".
 * TRV_E_ARGUMENT if there is no such invariant or no variant; TRV_E_MEMORY. */
int trv_report_broken(trv_report *report, const char *invariant, const char *how);
/* One diagnostic with its source line and caret, as a person reads it; into a buffer. */
size_t trv_report_print(const trv_report *report, size_t index, bool colour, char *buffer, size_t size);
/* An item of the rulebook and where it stands there; lines from 1, the last included. */
typedef struct trv_rulebook_item {
  const char *name;                          /* "R12" */
  uint32_t line, end_line;
} trv_rulebook_item;
/* Something in the rules that cites an item: its lines, the line of the citation, and the declaration it is part of. */
typedef struct trv_citation {
  uint32_t item;                             /* index among the items */
  const char *file;
  uint32_t line, cite_line, end_line;
  const char *part_of;                       /* "phase turn" */
  bool in_scenario;
} trv_citation;
/* The rulebook comparison, if it was requested: all items, and those that no code cites (`uncited`), that code cites
 * but the rulebook lacks (`unknown`), that no scenario cites (`untested`, S items only). Everything is borrowed. */
typedef struct trv_rulebook_report {
  bool present;
  const char *file;
  uint32_t items, cited;
  const trv_rulebook_item *list; uint32_t listed; /* all of them, in the order of the rulebook */
  const trv_citation *citations; uint32_t citation_count; /* in the order of the rules */
  const char *const *uncited; uint32_t uncited_count;
  const char *const *unknown; uint32_t unknown_count;
  const char *const *untested; uint32_t untested_count;
} trv_rulebook_report;
trv_rulebook_report trv_report_rulebook(const trv_report *report);
/* The text of a file that was read while compiling, by the name it has in the report; NULL when there is none. */
const char *trv_report_source(const trv_report *report, const char *file, size_t *length);
void trv_report_free(trv_report *report);

/* The explanation of a diagnostic code ("E0203"), or NULL; borrowed, static. Codes by number for listing, NULL at the
 * end. */
const char *trv_explain(const char *code);
const char *trv_explain_title(const char *code);
const char *trv_code(size_t index);
/* The nearest of `count` words to a misspelt one, or NULL. */
const char *trv_suggest(const char *word, const char *const *words, size_t count);

/* The text of item "R12" in a rulebook (the file's contents); 0 when there is no such item. */
size_t trv_rulebook_find(const char *rulebook, size_t length, const char *item, char *buffer, size_t size);

/* ---- compiled files and listings ---- */

/* Writes the program as a .trvc file into a new block; owned, freed with trv_free. */
int trv_program_save(const trv_program *program, void **bytes, size_t *size);
/* Reads it back and validates it: TRV_E_DATA if it is damaged, foreign or of another version. *why is then a static
 * sentence; `why` may be NULL. */
int trv_program_load(const void *bytes, size_t size, const trv_allocator *allocator, trv_program **program,
                     const char **why);
/* Disassembly (or figures only) as text; owned, freed with trv_free. */
char *trv_program_listing(const trv_program *program, bool figures_only);
void trv_free(void *block);

/* Loads the C code of a program that was compiled without `link` or read back, before set-ups are made of it. Otherwise
 * TRV_E_INPUT, and `why` says what is missing, a line for each problem. */
int trv_program_link(trv_program *program, const trv_link *link, char *why, size_t why_size);

/* ---- what a program is ---- */

typedef struct trv_program_info {
  const char *title, *summary, *rulebook; /* rulebook: file name relative to the game's source, or "" */
  const char *file;                       /* the source it was compiled from, or "" */
  uint32_t low_players, high_players;
  uint32_t decision_limit;                /* cap for random play; 0: none */
  uint64_t hash;
  size_t state_bytes;
  bool hidden_information;                /* somebody sees, or is told, what not everybody knows */
  bool has_value;                         /* the rules have `value of p`, for simple bots */
  const char *first_key;                  /* what the first ranking key measures: a name of the rules, or "" */
  uint32_t settings, zones, variables, choices, options, phases, scenarios, invariants, instructions;
  uint32_t variants;                      /* that were applied */
  uint32_t externs;                       /* functions in C that the rules declare */
  uint32_t boards;                        /* that the rules declare as a grid */
  uint32_t show_lines;                    /* see trv_program_show */
  uint32_t keys;                          /* of the ranking */
} trv_program_info;
trv_program_info trv_program_describe(const trv_program *program);

typedef struct trv_variant_info {
  const char *title, *summary; /* summary: "" when it has none */
  const char *file, *base;     /* its own file, and that of the game it changes */
  uint32_t line;
} trv_variant_info;
/* The variants of a program in the order in which they apply; texts are borrowed from the program. */
int trv_program_variant(const trv_program *program, uint32_t index, trv_variant_info *info);

typedef struct trv_extern_info {
  const char *name, *library;
  const char *types;           /* "(list of int) -> int" */
  const char *prototype;       /* "int32_t best(const int32_t *xs, int32_t xs_count);" */
  const char *file;
  uint32_t line, column;
} trv_extern_info;
/* The functions in C that the rules declare, in their order; texts are borrowed from the program. */
int trv_program_extern(const trv_program *program, uint32_t index, trv_extern_info *info);

/* A board, in the order of the rules; texts are borrowed from the program. */
typedef struct trv_board_info {
  const char *name;            /* of the type of its cells: "Square" */
  bool hex;                    /* each row lies half a hex to the left of the row below: x = column - row / 2 */
  uint32_t width, height;      /* columns and rows; there need not be a cell in each place */
  uint32_t cells;              /* by rows from the bottom, then by columns */
} trv_board_info;
int trv_program_board(const trv_program *program, uint32_t board, trv_board_info *info);
typedef struct trv_cell_info {
  const char *name, *label;    /* as in notations; as people read it */
  uint32_t column, row;        /* from 1; rows from the bottom */
} trv_cell_info;
int trv_program_cell(const trv_program *program, uint32_t board, uint32_t cell, trv_cell_info *info);

/* What a value can be; `type` is from a trv_view_item. */
enum trv_value_kind {
  TRV_VALUE_NUMBER, TRV_VALUE_TRUTH, TRV_VALUE_TEXT, TRV_VALUE_PLAYER,
  TRV_VALUE_NAMED,             /* a value of an enum, or a card */
  TRV_VALUE_SEVERAL            /* a set, bag or list, or a path */
};
typedef struct trv_type_info {
  enum trv_value_kind kind;
  bool optional;               /* or none */
  const char *name;            /* of an enum or deck, also of that which several are made of; or "" */
  uint32_t values;             /* how many there are of a player, enum or deck; else 0 */
} trv_type_info;
int trv_program_type(const trv_program *program, uint32_t type, trv_type_info *info);
/* The label of a value of an enum or deck; NULL when there is none. Borrowed from the program. */
const char *trv_program_label(const trv_program *program, uint32_t type, uint32_t value);

typedef struct trv_setting_info {
  const char *name, *text, *type; /* type in words: "yes or no", "6 to 20", "one of red, blue" */
  const char *value;              /* the default, as --set takes it */
  const char *simulated;          /* what it is in games that nobody plays: the default, unless the rules say otherwise */
  uint32_t low_players, high_players; /* it may be changed with these numbers of players */
  const char *excludes;           /* names of settings that must keep their default beside it: "a, b", or "" */
  const char *needs;              /* what it needs of the other settings, as the rules say it: "keep_events", or "" */
  const char *cites;              /* "V3", or "" */
} trv_setting_info;
int trv_program_setting(const trv_program *program, uint32_t index, trv_setting_info *info);
/* A value of a setting that is worth trying, as --set takes it. Number 0 is the default; then come all other values, or
 * the least and the greatest of a range of numbers. Returns 0 when there is no such number. */
size_t trv_setting_value(const trv_program *program, uint32_t setting, uint32_t number, char *buffer, size_t size);

/* ---- how a game looks: docs/language.md, `show` ---- */

/* The lines of `show` about boards and looks, in the order of the rules. What does not belong to a kind is "", -1 or 0. */
enum trv_show_kind {
  TRV_SHOW_MAP,                /* the values of `type` are places: see trv_program_spot; a grid: see trv_program_board */
  TRV_SHOW_LINES,              /* each value of `type` is a line through the places in its field `name`; a line for each field */
  TRV_SHOW_TRACK,              /* `thing` goes along the values of `type` by their field `name`, the row `name`, or low to high */
  TRV_SHOW_RING,               /* the same, and the last space is beside the first; by: spaces of each card of a row */
  TRV_SHOW_LABEL,              /* captions of the row `text`: the values of `type` by their field `name` */
  TRV_SHOW_CARD,               /* the field `name` of `type` stands on the card where `text` says: "title", "corner", "badge",
                                  "text", "colour", "icon" */
  TRV_SHOW_COLOUR,             /* see trv_program_colour */
  TRV_SHOW_ICON,
  TRV_SHOW_SEAT,               /* seat `low` is called `text` and has the colour `name` */
  TRV_SHOW_KEY,                /* key `low` of the ranking is called `text` */
  TRV_SHOW_LESSON              /* `text` explains item `name` of the rulebook to those who play for the first time */
};
typedef struct trv_show_line {
  enum trv_show_kind kind;
  const char *type, *thing, *name, *text;
  int type_number;             /* see trv_program_type; -1 without a type */
  int32_t low, high, by;
} trv_show_line;
int trv_program_show(const trv_program *program, uint32_t index, trv_show_line *line);

/* Where a value of a type lies on the map: on the Earth x is the longitude and y the latitude, in 10,000ths of a degree; on
 * a plain board the two numbers of the rules, in 10,000ths. TRV_E_ARGUMENT when it lies nowhere. */
typedef struct trv_spot { int32_t x, y; bool earth; } trv_spot;
int trv_program_spot(const trv_program *program, uint32_t type, uint32_t value, trv_spot *spot);
/* The number in a field of a value of an enum or deck: of a named value, which of its type it is. TRV_E_ARGUMENT: there is no
 * such field, or it is no single number. */
int trv_program_field(const trv_program *program, uint32_t type, const char *field, uint32_t value, int32_t *number);
/* What a value of an enum or deck has in its fields, in the order of the rules, each as a label: "on the way", "2 red". What
 * has no value is "none". TRV_E_ARGUMENT: there is no such value. Texts are valid during the call-back only. */
typedef struct trv_field { const char *name, *contents; uint32_t type; } trv_field;
int trv_fields_each(const trv_program *program, uint32_t type, uint32_t value,
                    bool (*each)(void *context, const trv_field *field), void *context);
/* What lies between the places of a type: edges of its graphs, and what `lines` shows. */
int trv_links_each(const trv_program *program, uint32_t type, bool (*each)(void *context, uint32_t from, uint32_t to),
                   void *context);
/* The colour of a value, a word or "#c2402f": that of `show`, or its own name if that is one; "" without. A picture likewise.
 * trv_colour: what a colour is made of, 0xRRGGBB; false if it is none. */
const char *trv_program_colour(const trv_program *program, uint32_t type, uint32_t value);
const char *trv_program_icon(const trv_program *program, uint32_t type, uint32_t value);
bool trv_colour(const char *text, uint32_t *rgb);
/* What the rules call a seat, and its colour; "" where they do not say, but a seat named by a colour has that. */
const char *trv_program_seat_title(const trv_program *program, uint32_t seat);
const char *trv_program_seat_colour(const trv_program *program, uint32_t seat);
/* The line that explains an item ("R12") in a first game; "" without. */
const char *trv_program_lesson(const trv_program *program, const char *item);

/* The rules as data, as JSON: {"title":…,"types":{"Ticket":{"kind":"deck","fields":[{"name":"a","type":"Place"}],
 * "values":[{"id":"tk1","label":"…","f":{"a":"ford"},"at":[12.5,41.9],"colour":"red","count":2}]}},"zones":[…],
 * "variables":[…],"functions":[…],"graphs":[…],"flow":[…],"settings":[…],"keys":[…],"show":[…]}; see docs/embedding.md. */
size_t trv_program_json(const trv_program *program, char *buffer, size_t size);

/* ---- set-up ---- */

typedef struct trv_setup trv_setup;

/* Owned. TRV_E_ARGUMENT, with a sentence (and a suggestion, if there is one) in `why`, when a player count, name or
 * value is wrong or the program's C code is not loaded. TRV_E_RULE, with the place and the reason there: the rules cannot
 * work out the initial values. */
int trv_setup_new(const trv_program *program, uint32_t players, const trv_choice_of_setting *settings, size_t count,
                  trv_setup **setup, char *why, size_t why_size);
/* The same for games that nobody plays (simulations, tests, bots among themselves): a setting that is not given is what the
 * rules say `for simulation`. So a game that people end as they like can have a last round where nobody would. */
int trv_setup_simulated(const trv_program *program, uint32_t players, const trv_choice_of_setting *settings, size_t count,
                        trv_setup **setup, char *why, size_t why_size);
void trv_setup_free(trv_setup *setup);
uint32_t trv_setup_players(const trv_setup *setup);
const trv_program *trv_setup_program(const trv_setup *setup);
/* "p1" or the seat's own name; borrowed from the program. */
const char *trv_setup_seat_name(const trv_setup *setup, uint32_t seat);

/* ---- playing ---- */

typedef struct trv_game trv_game;
enum trv_game_status {
  TRV_CHOICE = 1,     /* somebody is to choose */
  TRV_OVER = 2,       /* the game has ended */
  TRV_RULE_ERROR = 3, /* the rules failed, and the game cannot go on: see trv_game_error */
  TRV_FINISHED = 4    /* nothing is under way: the game was not started */
};

/* Owned by the caller; not started yet. Or in the caller's own memory (aligned for any type, trv_game_size bytes); such
 * a game must not be passed to trv_game_free. */
int trv_game_new(const trv_setup *setup, trv_game **game);
size_t trv_game_size(const trv_setup *setup);
trv_game *trv_game_place(void *memory, const trv_setup *setup);
void trv_game_free(trv_game *game);
const trv_setup *trv_game_setup(const trv_game *game);

/* Where the chance of a game comes from, a number of 128 bits: (trv_seed){ 7 } is the seed 7. Seeds below 2^32 are small:
 * for tests, simulations and puzzles that are named by their number. Whoever wants to can try them all and so find out
 * what is hidden. A game that somebody wants to win has a long one, from the system's source of secrets; nothing that a
 * player is told leads back to it, as long as the seed and its saves are kept from players until the game is over. */
typedef struct trv_seed { uint64_t low, high; } trv_seed;
bool trv_seed_is_long(trv_seed seed);
/* A seed as text: small ones as a decimal number, long ones as 32 hexadecimal digits. TRV_E_ARGUMENT when it is neither;
 * `seed` is then as it was. */
enum { TRV_SEED_TEXT = 33 }; /* bytes that are always enough */
int trv_seed_read(const char *text, trv_seed *seed);
size_t trv_seed_text(trv_seed seed, char *buffer, size_t size);
/* A seed for the streams of bots in this game (trv_playout, trv_random_choice, trv_game_sample): a small seed itself, or a
 * number that has nothing to do with the chance of the game. For code that is trusted with the game. */
uint32_t trv_seed_of_bots(trv_seed seed, uint32_t number);
/* A number for the chance of a player who must not learn anything of the game's chance, or of the numbers of others: the
 * same for the same seed, game, seat and `own`, the number of decisions that the seat has made. As small seeds can be tried,
 * it does not depend on them. */
uint32_t trv_seed_of_guest(trv_seed seed, uint32_t number, uint32_t seat, uint32_t own);

/* Starts game number `number` of the run with this seed and plays up to the first choice. Returns a
 * trv_game_status. */
int trv_game_start(trv_game *game, uint32_t seed, uint32_t number);
int trv_game_start_seed(trv_game *game, trv_seed seed, uint32_t number);
int trv_game_status(const trv_game *game);
/* Whether a call-back of this game is under way, so that it cannot be changed. */
bool trv_game_is_telling(const trv_game *game);
/* Switches all further chance to another stream, as if this were game `number` of the run with this seed. */
void trv_game_reseed(trv_game *game, uint32_t seed, uint32_t number);
/* How long rules may run before their next decision, counted in loops and calls: 20 million unless set. Instructions whose
 * work grows with data count by their work. An answer (a result, the labels of a choice, the reasons of its denials …)
 * has as much in all. And a flag that stops them: unless NULL, it is read every thousand of these and between the
 * options of a listing; once it is non-zero, a rule error ends the game, or the listing. */
void trv_game_set_fuel(trv_game *game, uint64_t fuel);
void trv_game_set_cancel(trv_game *game, volatile const int *cancel);
/* What this game has used of it so far, whatever for: two calls of this tell how much was computed in between. */
uint64_t trv_game_spent(const trv_game *game);
/* The flag of all games, set-ups and scenarios that are made of the program from now on; before they are made. */
void trv_program_set_cancel(trv_program *program, volatile const int *cancel);
/* Copies the position (one memcpy of the used part). Logs are not copied. TRV_E_ARGUMENT, with nothing changed, unless
 * both games belong to the same setup. */
int trv_game_copy(trv_game *to, const trv_game *from);
uint64_t trv_game_hash(const trv_game *game, bool exact);
/* Hash of variables, zones, chance and counters alone: the same in the same position however the rules were compiled.
 * trv_game_hash also covers the program and the registers of rules that are running. */
uint64_t trv_game_table_hash(const trv_game *game);
/* Bytes of the used part of the state. */
size_t trv_game_used(const trv_game *game);

typedef struct trv_choice_info {
  uint32_t seat, options, decision;  /* decision: number of decisions made so far */
  const char *name, *phase;          /* phase: title of the innermost phase, or "" */
  bool secret;
  uint32_t own; /* decisions that this seat has made: what it may be told, where it cannot count those of the others. Those
                 * that trv_play and trv_playout made do not count */
} trv_choice_info;
/* The pending choice; TRV_E_STATE when there is none. Texts are borrowed from the program. */
int trv_game_choice(const trv_game *game, trv_choice_info *info);
/* The seat that is to choose, -1 when nobody is: as in trv_choice_info, but cheaper. */
int trv_game_chooser(const trv_game *game);
/* Everybody who is still to answer the pending choice, the one who is asked first: several where all choose at once. Returns
 * how many, 0 when nobody is to choose. */
uint32_t trv_game_waiting(const trv_game *game, uint32_t seats[TRV_MOST_PLAYERS]);
size_t trv_game_prompt(trv_game *game, char *buffer, size_t size);
/* Citations of the pending choice, such as "R23 A5". */
size_t trv_game_choice_cites(const trv_game *game, char *buffer, size_t size);
/* Those of the innermost phase that it stands in. */
size_t trv_game_phase_cites(const trv_game *game, char *buffer, size_t size);

/* Option `index` of the pending choice: its notation (`go(ulm)`), its name alone, its label. The first such call finds
 * all options, and the game keeps them until its position changes. A game in the host's memory, and a choice whose
 * options take more than 16 million numbers, finds them again at each call. A choice has at most a million options. */
size_t trv_option_notation(trv_game *game, uint32_t index, char *buffer, size_t size);
const char *trv_option_name(trv_game *game, uint32_t index); /* borrowed from the program; NULL outside */
size_t trv_option_label(trv_game *game, uint32_t index, char *buffer, size_t size);
size_t trv_option_cites(trv_game *game, uint32_t index, char *buffer, size_t size);
/* All options in one go: calls back in order, at most trv_choice_info.options times; return false to stop. TRV_E_STATE
 * when no choice is pending. The first function passes notations alone. */
int trv_options_each(trv_game *game, bool (*each)(void *context, uint32_t index, const char *notation), void *context);
/* An argument of an option: what it is called, its type, its value as notations write it and as people read it, and the zone
 * in which its card lies ("hand", of seat `zone_owner` or of nobody, -1), if it is a card that the chooser sees in one. */
typedef struct trv_argument {
  const char *name;
  uint32_t type;
  const char *id, *label;
  const char *zone;
  int zone_owner;
} trv_argument;
typedef struct trv_arguments trv_arguments;
typedef struct trv_offered {
  uint32_t index;
  const char *name, *notation, *label; /* valid during the call-back only; without a label of the rules, the words */
  const trv_arguments *arguments; /* likewise: see trv_argument_get */
  const char *words;              /* name and arguments as people read them: "go: Ulm"; as long */
} trv_offered;
/* Argument number `index` of what is offered or denied; TRV_E_ARGUMENT after the last. Its texts are valid until the next
 * call, and during the call-back only. */
int trv_argument_get(const trv_arguments *arguments, uint32_t index, trv_argument *argument);
int trv_offered_each(trv_game *game, bool (*each)(void *context, const trv_offered *offered), void *context);
/* What is not offered and why: candidates that a `needs` denies. TRV_E_RULE when there are more than a million. */
typedef struct trv_denied {
  const char *notation, *reason, *cites;  /* valid during the call-back only */
  const trv_arguments *arguments;  /* likewise; none where an option is denied as a whole */
  const char *words;               /* as of a trv_offered */
} trv_denied;
int trv_denied_each(trv_game *game, bool (*each)(void *context, const trv_denied *denied), void *context);

/* Makes a choice and plays on to the next. Returns a trv_game_status, TRV_E_ARGUMENT when there is no such option, or
 * TRV_E_STATE when no choice is pending. */
int trv_choose(trv_game *game, uint32_t index);
/* By notation, spaces ignored. */
int trv_choose_notation(trv_game *game, const char *notation);
/* The index of a notation, TRV_E_ARGUMENT or TRV_E_STATE. */
int trv_find_option(trv_game *game, const char *notation);

/* The options of one position, found in one go, to be tried one after the other on copies of it: taking one does not
 * enumerate the others again, as trv_choose does. Grows as needed. */
typedef struct trv_options trv_options;
/* Owned. */
int trv_options_new(const trv_setup *setup, trv_options **options);
void trv_options_free(trv_options *options);
/* Finds the options of the pending choice and forgets those found before. Returns how many, or a negative status. */
int trv_options_find(trv_options *options, trv_game *game);
/* A number for a notation in choices of one name, the same in every position; two different ones are equal with a probability of
 * 1 in 2^64. 0 when `index` is out of range. */
uint64_t trv_options_key(const trv_options *options, uint32_t index);
/* As trv_choose, on the game whose options were found or on a copy of it. TRV_E_STATE when another choice is pending
 * there; a position that only looks the same may end in a rule error. */
int trv_options_choose(const trv_options *options, trv_game *game, uint32_t index);
/* The same, and replaces the options with those of the choice that follows, mostly without a second enumeration: for
 * playing on from choice to choice. Returns how many; 0 when the game is over; or a negative status. */
int trv_options_advance(trv_options *options, trv_game *game, uint32_t index);

/* Plays on, asking `decide` for the index of an option at every choice, without listing options or leaving the
 * machine: the fastest way to play many games. At most `limit` decisions (0: the program's own limit, or none). Returns
 * a trv_game_status (TRV_CHOICE: the limit was reached), or TRV_E_ARGUMENT when there is no option of that index. */
typedef uint32_t trv_decide(void *context, uint32_t seat, uint32_t decision, uint32_t options);
int trv_play(trv_game *game, trv_decide *decide, void *context, uint32_t limit);

/* Plays on at random to the end, drawing from the bots' streams of (seed, number); at most `limit` decisions (0: the
 * program's own limit, or none). Returns a trv_game_status; TRV_CHOICE means the limit was reached. */
int trv_playout(trv_game *game, uint32_t seed, uint32_t number, uint32_t limit);
/* The option a random bot takes: keyed by seed, game, seat and the number of decisions made so far in the game
 * (trv_choice_info.decision), so that a bot asked for each choice plays the same game as trv_playout. */
uint32_t trv_random_choice(uint32_t seed, uint32_t number, uint32_t seat, uint32_t decision, uint32_t options);
/* Hash of (seat, options, index) of every decision so far, and how many there were. */
uint64_t trv_game_trace(const trv_game *game);
uint32_t trv_game_decisions(const trv_game *game);

/* The earliest decision since which nothing came to light by chance, by a card that somebody newly sees, by words for some
 * alone or by another's decision. What the rules did because of something hidden can tell, too: trv_sitting_look_back
 * (trv_sitting.h) looks for that as well. */
uint32_t trv_game_undo_barrier(const trv_game *game);

/* Result: place (1 = first, equal places shared) and first ranking key of each seat (`first_keys` may be NULL); also for
 * an unfinished game. TRV_E_RULE: the ranking cannot be worked out, and trv_game_error says why. */
int trv_game_result(trv_game *game, uint32_t *places, int32_t *first_keys);
/* All keys of the ranking: what each measures, by a name of the rules ("" without) and in words, whether the highest is
 * best, and its value for each seat. */
typedef struct trv_key_info { const char *name, *title; bool descending; } trv_key_info;
int trv_program_key(const trv_program *program, uint32_t key, trv_key_info *info);
int trv_game_key(trv_game *game, uint32_t key, int32_t *values);
/* `value of p` as the rules estimate it; TRV_E_STATE when the game has none. TRV_E_RULE: it cannot be worked out, and
 * trv_game_error says why. */
int trv_game_value(trv_game *game, uint32_t seat, int32_t *value);
/* Whether the rules can answer all questions beside playing: the `value of p` of every seat and, while somebody is to
 * choose, the prompt, the labels of the options and the reasons why others are not offered. TRV_E_RULE: something
 * cannot be worked out, and trv_game_error says what. Visits made here are not counted. */
int trv_game_answers(trv_game *game);
/* Tests every invariant; returns the text of the first that is broken, or NULL. */
const char *trv_game_broken_invariant(trv_game *game);

/* A position that this seat cannot tell from the present one: cards it does not see are redealt among the places
 * hidden from it, hidden variables are guessed, secret answers of others are replaced by random ones, and chance is
 * reseeded. Where the position itself would tell, one is played on from an earlier position, which games keep for that.
 * From positions that the seat cannot tell apart, the same seed makes the same sample. For bots and for tests
 * of who sees what. TRV_E_ARGUMENT when there is no such seat, or the games belong to different setups. */
int trv_game_sample(trv_game *to, const trv_game *from, uint32_t seat, uint32_t seed);

/* A number for all that this seat is shown in the present position: the table as it sees it, who is asked what, its own
 * options with labels and reasons, the result, and what it has heard since *heard (as the cursor of trv_log_since). Where it
 * sees no difference, the number is the same. 0 when there is no such seat. */
uint64_t trv_game_appearance(trv_game *game, uint32_t seat, size_t *heard);

/* Whether what the choosing player is shown depends on what is hidden from that player: makes in `other` a position
 * that the player cannot tell from the present one (trv_game_sample with this seed), and compares prompt, options,
 * labels and the reasons why others are not offered. TRV_OK: nothing differs. TRV_E_RULE: something does, and `why`
 * says what. TRV_E_ARGUMENT: `other` is the same game, or of another setup. `expect secrecy` of a scenario tries the seeds 1 … TRV_LEAK_SEEDS. */
enum { TRV_LEAK_SEEDS = 32 };
int trv_game_leak(trv_game *game, trv_game *other, uint32_t seed, char *why, size_t size);

/* ---- what was reached ---- */

/* From now on counts how often each instruction runs, in the caller's array of trv_program_info.instructions numbers;
 * NULL stops counting. A game that does not count loses no time. */
void trv_game_count_visits(trv_game *game, uint64_t *visits);
/* Inside a trv_decide of a game that counts visits: the option (0 … trv_program_info.options - 1) that candidate
 * `index` belongs to, or -1 when that is not known. */
int trv_offered_option(const trv_game *game, uint32_t index);

enum trv_place_kind { TRV_PLACE_FN, TRV_PLACE_EFFECT, TRV_PLACE_PHASE, TRV_PLACE_OPTION, TRV_PLACE_STATEMENT };
/* A place of the rules and how often it was reached: a procedure called, an option taken, a statement or condition
 * reached. Visits of all instructions of a place are added up. */
typedef struct trv_place {
  enum trv_place_kind kind;
  const char *name;                          /* "" for a statement */
  const char *file; uint32_t line, column;
  const char *cites;                         /* "R12 A3" or "" */
  uint64_t visits;
  uint64_t offered;                          /* options: how often one was legal */
  const uint32_t *instructions;              /* whose visits were added up */
  uint32_t instruction_count;
} trv_place;
/* Calls back for every place of the rules (without scenarios and declarations) in order of file, line and column, with
 * these visits; texts are valid during the call-back only. TRV_OK or TRV_E_MEMORY. */
int trv_places_each(const trv_program *program, const uint64_t *visits,
                    bool (*each)(void *context, const trv_place *place), void *context);

/* ---- rule errors ---- */

typedef struct trv_rule_error {
  bool stuck;               /* somebody is to choose and has no legal option */
  const char *message;      /* in the game's memory; borrowed until the next call on the game */
  const char *file; uint32_t line, column;
  const char *cites;        /* "R12 A3" or "" */
  const char *chain;        /* "in travel (games/x.trv:81), called from play (games/x.trv:30)" */
} trv_rule_error;
/* TRV_E_STATE when there was none. */
int trv_game_error(trv_game *game, trv_rule_error *error);

/* ---- what a player sees ---- */

/* The table as seat sees it (seat -1: only what everybody sees), as JSON:
 * {"players":3,"to_choose":"p1","phase":"travel","zones":{"hand":{"p1":["red","red"],…},"stock":{"size":42}},
 *  "variables":{"round":3,"at":{"p1":"ulm"}}}, and for a game with boards, the column and row of each cell:
 * "boards":{"Square":{"hex":false,"width":8,"height":8,"cells":{"a1":[1,1],…}}}; if the rules show values of fns,
 * "facts":{"points":{"p1":3,…}}. Hidden contents appear as {"size":n} only.
 * "" when there is no such seat. */
size_t trv_view_json(trv_game *game, int seat, char *buffer, size_t size);
/* What the rules want a zone, a variable or the value of a fn to be for players (docs/language.md, `show`), or what is
 * taken for granted where they do not say. Texts are borrowed from the program. */
enum trv_role {
  TRV_ROLE_OTHER,
  TRV_ROLE_SCORE,           /* how far a player has come: a number, or how many cards a zone holds */
  TRV_ROLE_PART,            /* what the score is the sum of */
  TRV_ROLE_PLACE,           /* where a player, or a piece of nobody, stands */
  TRV_ROLE_COUNTER,         /* one more number of a player */
  TRV_ROLE_MARK,            /* something else that stands at a place: a house, a camp */
  TRV_ROLE_BOARD            /* lies on a board, or at the places of a graph: one of its indices is such a place */
};
typedef struct trv_shown {
  bool visible;             /* false: bookkeeping of the rules, to be left out */
  enum trv_role role;
  const char *title;        /* in words: "barren rounds" */
  const char *group;        /* what it stands together with, or "" */
  const char *field;        /* of the cards of a zone that are places or marks: the field that says where each is; or "" */
  const char *icon;         /* a word for a picture, or "" */
  uint32_t order;           /* small ones first; the same for all elements of an array */
} trv_shown;
/* The same, piece by piece, for drawing a table: calls back for each zone and variable in order of declaration. Values
 * are labels; names of declarations are as in the rules. */
typedef struct trv_view_item {
  const char *name;         /* of the declaration */
  const char *index;        /* label of its index, "" when it has none: "p1", "p1, Ulm" */
  int owner;                /* seat of the first player index, or -1 */
  bool is_zone, visible;
  bool ordered;             /* zones: contents are labels alone, the top first; else each kind with its number */
  bool passing;             /* a variable that is reset whenever its phase begins: bookkeeping of that phase */
  uint32_t size;            /* zones: number of cards */
  const char *contents;     /* labels: "2 red, 1 blue" or "Ulm, Bern" (top first), the value of a variable; "" if not visible */
  uint32_t type;            /* of a variable's value or a zone's cards: see trv_program_type */
  uint32_t indices;         /* how many indices it has */
  int board, cell;          /* where it lies, if one of its indices, and no other, is a cell of a board; else -1 */
  int value_board;          /* the board whose cells a variable's value is, or consists of; else -1 */
  const uint32_t *cells;    /* these cells, if it is visible */
  uint32_t cell_count;
  const char *known;        /* zones that are not visible: labels of the cards there that the seat was shown and could follow
                               since: "red, blue"; of a pile "red on top, blue below 2"; else "" */
  trv_shown shown;
} trv_view_item;
int trv_view_each(trv_game *game, int seat, bool (*each)(void *context, const trv_view_item *item), void *context);

/* Values of the fns that the rules show, of each seat or of nobody, in the order of the rules. All players may know them. */
typedef struct trv_fact {
  const char *name;         /* of the fn */
  int owner;                /* whose value it is, or -1 */
  trv_shown shown;
  bool known;               /* false: it cannot be worked out now */
  const char *contents;     /* the value as a label; valid during the call-back only */
  int32_t number;           /* the value, if it is a number; else 0 */
  const int32_t *value;     /* for the library's own use; NULL when there is none */
  uint32_t type;            /* see trv_program_type */
} trv_fact;
int trv_facts_each(trv_game *game, bool (*each)(void *context, const trv_fact *fact), void *context);

/* Cards that moved between two positions of a game, as a seat sees it: `before` is a copy that was made earlier (or later, to
 * go back). What came and went in between is not told. Which card it is, is told only if the seat sees one of the zones.
 * TRV_E_ARGUMENT unless both belong to the same setup and the seat exists. Texts are valid during the call-back only. */
typedef struct trv_moved_place {
  const char *zone;         /* of the declaration; "" for the box */
  const char *index;        /* label of its index, or "" */
  int owner;
} trv_moved_place;
typedef struct trv_moved {
  trv_moved_place from, to;
  const char *deck;
  const char *card, *label; /* "" when the seat does not see it */
  uint32_t count;
} trv_moved;
int trv_moved_each(trv_game *before, trv_game *after, int seat, bool (*each)(void *context, const trv_moved *moved),
                   void *context);

/* ---- the log ---- */

/* Starts keeping what the rules say; without it, saying costs nothing. */
int trv_game_listen(trv_game *game);
void trv_game_unlisten(trv_game *game); /* trv_game_free does it too */
/* The title of the phase in which entry number `entry` (the cursor less one, during a call-back) was said. */
const char *trv_log_phase(const trv_game *game, size_t entry);
/* The same, with how many decisions had been made by then, and who made the last of them (-1: nobody yet); and the arguments of
 * the phase that everybody may know, a single value each: as notations write them ("p1, sea") and as people read them.
 * These, and the citations, are borrowed until the game goes on or ends its log. */
typedef struct trv_log_info {
  const char *phase;            /* title of the phase, or "" */
  uint32_t decision;
  int chooser;
  const char *name;             /* of the phase in the rules, or "" */
  const char *arguments, *words;
  int seat;                     /* the first player among them, or -1: whose turn it is */
  const char *cites;            /* of the statement and of the phase: "R12 R3", or "" */
} trv_log_info;
int trv_log_describe(const trv_game *game, size_t entry, trv_log_info *info);
/* Entries since *cursor (start with 0) that this seat may hear (-1: only what everybody hears); moves the cursor.
 * TRV_E_STATE when nobody listens. */
int trv_log_since(trv_game *game, int seat, size_t *cursor, bool (*each)(void *context, const char *text), void *context);
/* Whether the log is complete: when memory runs out, the rules go on and entries are lost. */
bool trv_log_is_whole(const trv_game *game);

/* ---- saving: a log of choices, never raw state ---- */

typedef struct trv_save trv_save; /* collects what a save needs: one per game that may be saved */
/* A text of lines that trv_save_read understands; see docs/embedding.md. `notations` are the choices made so far with
 * the seat that made each. Owned, freed with trv_free. */
typedef struct trv_save_choice { uint32_t seat; const char *choice, *notation; } trv_save_choice;
int trv_save_write(const trv_game *game, uint32_t seed, uint32_t number, const trv_save_choice *choices, size_t count,
                   char **text, size_t *length);
int trv_save_write_seed(const trv_game *game, trv_seed seed, uint32_t number, const trv_save_choice *choices,
                        size_t count, char **text, size_t *length);
/* The same, with who sat where, for a host that seats them again: all seats in their order, or none. */
enum trv_seat_kind {
  TRV_SEAT_OPEN,   /* nobody: the game waits there until somebody sits down */
  TRV_SEAT_PERSON,
  TRV_SEAT_BOT
};
typedef struct trv_save_seat {
  enum trv_seat_kind kind;
  const char *bot;  /* which bot it is, in words of the host; "" or NULL: unknown, or none */
  const char *name; /* "" or NULL: as the rules name the seat */
} trv_save_seat;
int trv_save_write_seats(const trv_game *game, trv_seed seed, uint32_t number, const trv_save_seat *seats,
                         size_t seat_count, const trv_save_choice *choices, size_t count, char **text, size_t *length);
typedef struct trv_save_info {
  const char *game_file, *title;
  size_t variants;
  uint64_t program_hash, state_hash;
  uint32_t players, number;
  trv_seed seed;
  size_t settings, choices;
  size_t externs;                         /* functions in C that the game was played with */
  uint32_t seats;                         /* whose players are known: all of them, or none */
} trv_save_info;
/* Parses a save; owned. *why is a static sentence when it is damaged. */
int trv_save_read(const char *text, size_t length, trv_save **save, const char **why);
trv_save_info trv_save_describe(const trv_save *save);
trv_choice_of_setting trv_save_setting(const trv_save *save, size_t index);
/* A variant that the game was played with: its title and file alone. */
trv_variant_info trv_save_variant(const trv_save *save, size_t index);
/* A function in C that the game was played with: its name and library alone. */
trv_extern_info trv_save_extern(const trv_save *save, size_t index);
/* Who sat there; open when that is not known. A save may come from anybody: a host does not run a program because of it. */
trv_save_seat trv_save_who(const trv_save *save, uint32_t seat);
trv_save_choice trv_save_get(const trv_save *save, size_t index);
void trv_save_free(trv_save *save);
/* Whether the save is of a game with this title, whatever has become of its rules. */
bool trv_save_is_of(const trv_save *save, const trv_program *program);
/* Replays a save on a game whose setup fits it. On failure `why` says which choice is no longer possible. The rules may
 * have changed since; TRV_E_ARGUMENT when title, players or settings are others, and the game is as it was. */
int trv_save_replay(const trv_save *save, trv_game *game, char *why, size_t why_size);
/* Calls back for each rule that has changed since the game was saved; texts are valid during the call-back only. A rule
 * that is gone has the file "". `game` may be NULL; given the game in which trv_save_replay failed, rules closest to
 * the choice that is no longer possible come first. TRV_E_ARGUMENT when the game does not play this program, or the save is
 * of a game with another title. */
enum { TRV_FAR = 0xFFFFFF };
typedef struct trv_rule_change {
  enum trv_difference_kind kind;
  const char *name, *file;
  uint32_t line;
  const char *cites;
  uint32_t steps; /* from rule to rule, 0 for the rule in which the choice stands; TRV_FAR: unconnected or unknown */
} trv_rule_change;
int trv_save_changes(const trv_save *save, const trv_program *program, const trv_game *game,
                     bool (*each)(void *context, const trv_rule_change *change), void *context);

/* ---- scenarios ---- */

typedef struct trv_scenario_info {
  const char *title, *file, *cites; /* cites: "S3 R24" */
  uint32_t line;
} trv_scenario_info;
int trv_program_scenario(const trv_program *program, uint32_t index, trv_scenario_info *info);
/* Runs one. TRV_OK: passed. TRV_E_RULE: failed, with a message and the line of the item that failed. */
int trv_scenario_run(const trv_program *program, uint32_t index, char *message, size_t size, uint32_t *line);
/* The same step by step: calls back after each item, with the line where it stands and the game as it is then, to be looked at;
 * return false to stop there, as if it had passed. */
int trv_scenario_each(const trv_program *program, uint32_t index, bool (*each)(void *context, trv_game *game, uint32_t line),
                      void *context, char *message, size_t size, uint32_t *line);
/* The same as trv_scenario_run, and counts how often each instruction runs, as trv_game_count_visits does. */
int trv_scenario_visit(const trv_program *program, uint32_t index, uint64_t *visits, char *message, size_t size,
                       uint32_t *line);

#ifdef __cplusplus
}
#endif

#endif
