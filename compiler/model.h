/* The model: what the passes know about a game beyond its tree. Every pass adds to it; emit.c turns it into a program.
 *
 * A symbol is anything with a name in the one space of names: types, zones, variables, procedures, locals. Values of
 * enums and cards live in spaces of their own (struct value_name). All is arena-owned. */
#ifndef TRV_COMPILER_MODEL_H
#define TRV_COMPILER_MODEL_H

#include "compiler/optimise/passes.h"
#include "include/trv.h"
#include "lang/diag.h"
#include "lang/tree.h"
#include "vm/program.h"

/* A growing array; VECTOR_PUSH appends and returns the index. */
struct vector { void *items; size_t count, capacity; };

/* ---- types ---- */

enum type_kind {
  TYPE_KIND_ERROR, /* follows an error that was reported: fits everything */
  TYPE_KIND_VOID, TYPE_KIND_INT, TYPE_KIND_BOOL, TYPE_KIND_TEXT, TYPE_KIND_PLAYER, TYPE_KIND_ENUM, TYPE_KIND_CARD,
  TYPE_KIND_PATH, TYPE_KIND_SET, TYPE_KIND_BAG, TYPE_KIND_LIST, TYPE_KIND_ARRAY, TYPE_KIND_ZONE,
  TYPE_KIND_NONE,  /* of the literal `none` */
  TYPE_KIND_CELL,  /* effect(player, …): a field whose cells are calls */
  TYPE_KIND_ANY_CARD /* a card of the deck parameter of a generic effect */
};
struct type {
  enum type_kind kind;
  bool optional;
  struct type *element;          /* SET, BAG, LIST, ARRAY */
  struct symbol *symbol;         /* ENUM, CARD, ZONE: enum or deck; PATH: graph; ANY_CARD and its ZONE: the parameter */
  int32_t low, high;             /* INT: bounds */
  int32_t bound;                 /* LIST: most elements */
  struct type *dims[DIMS_LIMIT]; /* ARRAY: index types */
  int dim_count;
  struct type **cell_params;     /* CELL */
  int cell_param_count;
  int32_t desc;                  /* index in the program's types, -1 until needed */
};

/* ---- symbols ---- */

enum symbol_kind {
  SYMBOL_CONST, SYMBOL_SETTING, SYMBOL_ENUM, SYMBOL_DECK, SYMBOL_TABLE, SYMBOL_ZONE, SYMBOL_VAR, SYMBOL_GRAPH,
  SYMBOL_FN, SYMBOL_EFFECT, SYMBOL_PHASE, SYMBOL_OPTIONS, SYMBOL_POSITION, SYMBOL_LOCAL, SYMBOL_DECK_PARAM
};
struct field {
  const char *name;
  struct span span;
  struct type *type;
  int32_t column;    /* index in the program's columns */
  int32_t *values;   /* rows * slots, filled by tables.c */
  struct symbol *owner;
  struct tree **cells; /* CELL fields: the call of each row or NULL */
  int32_t *procs;    /* CELL fields: the thunk of each row, -1 if empty; filled by lowering */
  bool used;
  struct value *possible; /* what analysis/ found in the column, NULL until asked */
  struct field *next;
};
struct value_name { /* one value of an enum or one kind of a deck */
  const char *name, *label;
  struct span span;
  bool labelled;    /* has a label of its own */
  int32_t copies;
  struct symbol *owner;
  int32_t index;
  struct value_name *same; /* another value of this name, of another type */
};
struct path_table {
  int32_t count;            /* all paths */
  int32_t most;             /* of any pair of nodes */
  int32_t first_column;     /* nodes*nodes + 1 entries: first path of each pair */
  int32_t length_column;    /* steps of each path */
  int32_t start_column;     /* count + 1 entries: first node in between */
  int32_t node_column;      /* the nodes in between, path after path */
  int32_t set_column;       /* the nodes in between as a set */
};
enum { STEP_COLUMNS = 8 };
struct graph_edge {
  int32_t from, to, label;
};
struct graph {
  struct symbol *nodes;     /* the enum */
  uint8_t *linked;          /* n * n */
  uint8_t *alone;           /* n: stated to have no edge */
  struct symbol *labels;    /* the enum that labels its edges, or NULL: the directions of a grid */
  struct vector edges;      /* struct graph_edge: those that have labels, of what is no grid */
  int32_t *steps;           /* n * labels: where the edge of this label leads, -1 if there is none */
  const struct graph_edge *twin; /* an edge whose place has another with the same label, or NULL */
  int32_t longest;          /* most steps of one label in a row that come to no place twice */
  int32_t ray_column;       /* n * labels + 1 entries: where the ray from a place by a label begins in */
  int32_t ray_places_column;/* the places of all rays; -1 until used, both */
  int32_t opposite_column;  /* the label that leads back, -1 until used */
  int32_t edge_column, corner_column; /* see graphs_edges, -1 until used */
  int32_t step_columns[STEP_COLUMNS]; /* places so many steps on, n * labels; -1 until used */
  int32_t distance_column;  /* n * n, -1 where there is no way; -1 until used */
  int32_t neighbour_column; /* n sets; -1 until used */
  int32_t label_column;     /* n * labels sets; -1 until used */
  int32_t within_column;    /* sets by distance; -1 until used */
  int32_t within_rows;      /* for each place */
  struct path_table *paths; /* NULL until used */
  int32_t most_between;     /* most nodes in between of any path */
};
struct symbol {
  /* What walks over all symbols look at comes first, in one piece of memory that the processor reads at once. */
  enum symbol_kind kind;
  bool used, from_library;
  bool recursive;           /* a procedure that is part of a call cycle */
  bool row;                 /* a zone that is declared as a row */
  bool sizes_board;         /* a setting from which the size of a board was made: it keeps the value it has */
  bool blamed;              /* a use that does not fit its declaration was reported; others follow from the same */
  struct symbol *next;      /* in order of declaration */
  struct symbol *alike;     /* the next of its kind, in the same order */
  struct tree *tree;        /* its declaration */
  const char *name;
  struct type *type;        /* of a const, setting, variable or local; result of a procedure; element of a zone */
  int32_t rule;             /* number in rules once they are made, -1 if it is none */
  int32_t number;           /* of all symbols, locals too: passes keep what they find out in arrays of their own */
  uint32_t met;             /* the last walk that came here, see met_first */
  struct span span;         /* its name in the declaration */
  struct tree *inline_value;/* a `let` of an option's head: evaluated where it is used */
  struct known *known;      /* what analysis/ found out about it, NULL until asked */
  struct knowledge *knowledge; /* what knowledge.c found out about a local or a procedure, NULL if nothing */
  int32_t decl_index;       /* in zone_decls, variables, settings or externs; -1 until it is there */
  int32_t table_column;     /* TABLE: of its rows; FN: of its results, see tabulate.c; -1 if there is none */
  int32_t first_instance;   /* ZONE; DECK: of its box */
  struct type *dims[DIMS_LIMIT]; /* TABLE, ZONE, VAR */
  int dim_count;

  union { /* what only some kinds have: a field is read where the kind is known */
    struct { /* ENUM, DECK, TABLE: symbol_has_rows */
      struct field *fields;
      struct value_name *values;
      struct csv *csv;          /* its table as read, NULL when there is none or it is unreadable */
      int32_t *table_rows;      /* TABLE: row of each key combination, -1 if there is none */
      int32_t *homes;           /* DECK: zone instance per kind */
      int32_t count;            /* values, kinds or rows */
      int32_t added_rows;       /* those of them that variants add, at the end */
      int32_t deck_index;
      int32_t total;
      bool unread;              /* its table could not be read: its values are unknown */
      bool declaring, declared; /* its values have their names, or are about to get them */
      struct symbol *graph_on;  /* ENUM: the first graph whose places are its values, or NULL */
      bool several_graphs;      /* and there are others */
      struct symbol *labels_of; /* ENUM: the first graph whose edges its values label, or NULL */
    };
    struct { /* ZONE, VAR, SETTING */
      struct symbol *lives;     /* VAR: the phase that resets it, */
      struct symbol *next_living; /* and the next in the ring of those that it resets */
      int32_t instances;
      int32_t storage;          /* VAR, SETTING */
      struct element_column *element_columns; /* VAR: columns that say where its elements lie: see select.c */
      enum zone_form form;      /* ZONE */
      int32_t simulated;        /* SETTING: what it is in games that nobody plays */
    };
    struct { /* CONST */
      struct tree *string;      /* a text constant */
      int32_t value;
      bool evaluating, evaluated;
    };
    struct { /* GRAPH */
      struct graph *graph;
    };
    struct { /* FN, EFFECT, PHASE, OPTIONS, POSITION: symbol_is_procedure */
      struct symbol *params;    /* LOCALs, linked by next_param */
      struct symbol *deck_param;/* `for any deck D`: D; a proc is made for each deck it is used with */
      struct symbol *living;    /* PHASE: the last variable it resets; they form a ring, linked by next_living */
      struct call_edge *calls;  /* whom it calls */
      int param_count;
      int32_t depth;            /* declared bound, 0 if none */
      int32_t component;        /* number of the component of its call cycle, 0 if none */
      int32_t call_count;       /* places that call it */
      /* of lowering and its passes */
      bool not_tabulated;
      int32_t work;             /* FN: steps of a call as far as they can be foreseen; 0 until asked for */
      int32_t proc;             /* index in procs, -1 until it is reached */
      int32_t frame;            /* slots of its largest frame, once lowered */
      int32_t inline_size;      /* nodes of what a procedure does; 0 until asked for */
      struct instance *made;    /* generic procedures: what has been made of them */
    };
    struct { /* LOCAL, DECK_PARAM */
      struct symbol *outer;     /* what this name meant before, restored when the scope ends */
      struct symbol *next_param;/* of the procedure, or the local declared before */
      bool may_be_none_told;    /* that it may be none was reported at an earlier use */
      bool in_body;             /* a `let` of an option's head that its body mentions, by another one too */
      int32_t whole_size;       /* of such a `let`: nodes, with those that it mentions in the place of their names */
      /* of lowering and its passes */
      int32_t slot;             /* frame slot while it is being lowered */
      const struct tree *given; /* a parameter of a procedure that stands in the place of its call: its argument there, */
      int32_t constant;         /* and if that is a constant, its value: it has no slot then */
      bool is_constant;
      int32_t shift;            /* or if it is a register and a number, that number: see select_shifted */
      struct symbol *bound;     /* DECK_PARAM: the deck it stands for in what is being lowered */
    };
  };
};
struct instance {
  struct symbol *deck;
  int32_t proc;
  struct instance *next;
};
struct call_edge {
  struct symbol *callee;
  struct span span;
  struct call_edge *next;
};

static inline bool symbol_has_rows(const struct symbol *symbol) {
  return symbol->kind == SYMBOL_ENUM || symbol->kind == SYMBOL_DECK || symbol->kind == SYMBOL_TABLE;
}
static inline bool symbol_is_procedure(const struct symbol *symbol) {
  return symbol->kind >= SYMBOL_FN && symbol->kind <= SYMBOL_POSITION;
}
/* The fields and the parameters of any symbol; NULL for what has none. */
static inline struct field *symbol_fields(const struct symbol *symbol) {
  return symbol_has_rows(symbol) ? symbol->fields : NULL;
}
static inline struct symbol *symbol_params(const struct symbol *symbol) {
  return symbol_is_procedure(symbol) ? symbol->params : NULL;
}
/* An extern: a fn whose body is C code. */
static inline bool symbol_is_extern(const struct symbol *symbol) {
  return symbol->kind == SYMBOL_FN && symbol->tree->kid[FN_SOURCE];
}

/* ---- what types.c notes on expression nodes (tree->note) ---- */

enum note_kind {
  NOTE_PLAIN,
  NOTE_VALUE,    /* a value of an enum or deck, a seat, or a folded constant: `value` */
  NOTE_SYMBOL,   /* a variable, const, setting, zone, local: `symbol` */
  NOTE_CALL,     /* a call of `symbol` */
  NOTE_BUILTIN   /* a call of built-in number `value` */
};
struct note {           /* there are many of them: the details are packed */
  struct type *type;
  struct symbol *symbol;
  struct field *field;  /* FIELD nodes */
  int32_t value;
  uint16_t kind;        /* enum note_kind */
  uint16_t domain;      /* after `in`: enum domain_kind */
};
/* NOLINTBEGIN(clang-analyzer-core.NullDereference): every part of an expression has a note once it was checked */
static inline struct note *note_of(const struct tree *node) { return node->note; }
static inline struct type *type_of(const struct tree *node) { return node->note->type; }
/* NOLINTEND(clang-analyzer-core.NullDereference) */

/* ---- what names mean, kept for inspection ---- */

enum mention_kind {
  MENTION_SYMBOL, /* struct symbol */
  MENTION_VALUE,  /* struct value_name */
  MENTION_FIELD,  /* struct field */
  MENTION_TREE    /* an OPTION, PICK or CHOOSE */
};
struct kept_mention {
  struct span span;       /* the name, in rules or in a table */
  enum mention_kind kind;
  const void *what;
};
/* A match that does not cover everything, kept likewise. */
struct kept_gap {
  const struct tree *match;
  const char *missing;    /* "red blue": so many as could be written down */
};

/* ---- variants ---- */

struct variant {
  struct tree *tree;   /* the VARIANT */
  uint32_t file;
  bool named;          /* asked for by itself, not only used by another */
  const char *summary; /* or NULL */
};
/* One thing that a variant changes, in the order of the variants. */
struct change {
  size_t variant;      /* in compilation.variants, once these are in order */
  const struct tree *item;
  const char *what;    /* "`hand_limit`", "the option `go` of the choice `trip`": interned, so equal things are equal */
  const char *name;    /* the declaration of the game that it is about, "" for those without a name; NULL: one of its own */
  const char *inside;  /* what holds it, if replacing that would take it away: "`travel`"; or NULL */
  bool replaces;       /* `instead of`: nothing is left of what was there */
  struct span span;
  const struct tree *cites; /* of the change, or of what it changes */
  struct span whole;        /* the item of the variant that it stands in, and the `///` comment above that, or NULL */
  const char *doc;
  struct span before;       /* what it changes as the game declares it; of no length if that is not one thing */
};

/* ---- a compilation ---- */

struct rulebook;
/* Hash table from interned names (compared by address) to pointers. */
struct name_table;

struct compilation {
  struct arena *arena;
  struct source_set *sources;
  struct diag_list *diags;
  struct tree *game;             /* the GAME declaration, or NULL */
  struct tree **files;           /* every parsed file, libraries first in order of use */
  size_t file_count, file_capacity;
  uint32_t main_file;
  uint32_t use_lines;            /* followed so far */
  pass_set passes;               /* optimisations that run */
  const trv_choice_of_setting *given; /* what settings are to be that the size of a board depends on */
  size_t given_count;
  int64_t board_work;            /* parts of expressions that board_sums.c has looked at */
  int64_t base_file;             /* the file of the game that variants change; -1 until it is read */
  size_t base_files;             /* it and the libraries before it, in files */
  struct vector variants;        /* struct variant, in the order in which they apply */
  struct vector changes;         /* struct change */
  struct change_index *changed;  /* of variants.c: changes by what they change; NULL without variants */
  struct declarations *declared; /* by name, while variants are applied */

  struct vector mentions;        /* struct kept_mention, in no order; empty unless the sources keep their meaning */
  struct vector gaps;            /* struct kept_gap; likewise */
  struct rulebook *rulebook;     /* as read by citations.c, or NULL */
  struct name_table *globals;  /* by interned name */
  struct symbol *first_symbol, *last_symbol;
  int32_t symbol_count;        /* locals too */
  uint32_t walks;              /* that met_begin has begun */
  int32_t rule_count;          /* those that digests.c will make */
  struct symbol *first_of[SYMBOL_DECK_PARAM + 1], *last_of[SYMBOL_DECK_PARAM + 1]; /* by kind, linked by `alike` */
  struct name_table *values;     /* struct value_name by interned name */
  struct name_table *option_names; /* struct seen_option of choices.c */
  struct name_table *param_names;  /* the last procedure that has a parameter of a name */
  uint32_t option_lists;         /* choices and groups whose options have been named */
  struct tree *setup, *play, *rank, *value_of, *show;
  struct show_plan *show_plan;   /* of show.c: what players see of the declarations, and how */
  uint32_t made_rows, row_steps; /* of rows that stand for several: row_loops.c */
  int constants_open;            /* that constant.c is evaluating */
  bool constants_too_deep;       /* too many were, and it has been said */
  bool text_too_long;            /* lower_texts.c has said so */
  bool compared;                 /* with the rulebook */
  bool module_missing;           /* a `use` found no file: what is unknown may be declared there */
  bool incomplete;               /* some table could not be read wholly: what later passes miss may only be missing there */
  struct tree_array { struct tree **items; size_t count, capacity; } scenario_trees, invariant_trees, choice_trees;

  int32_t low_players, high_players;
  struct symbol *seats;          /* like an enum whose values are the players, for the fields of seats; or NULL */
  bool names_empty_seat;         /* the rules name a seat at which nobody may sit, so not every player is one who plays */
  struct type *int_type, *bool_type, *text_type, *player_type, *error_type, *void_type, *none_type;
  struct note *unchecked;      /* of expressions that were not looked at, because memory had run out */

  /* program under construction: one vector per section */
#define SECTION(name, type) struct vector name;
#include "vm/sections.def"
#undef SECTION
  struct vector phase_values;    /* struct phase_value of phase_arguments.c */
  struct vector questions;       /* struct span, in order: statements that ask somebody, found by knowledge.c */
  struct vector courses;         /* struct known_course of knowledge.c: of `choose` and `pick` */
  struct vector stack_calls;     /* struct stack_call of lower.c */
  struct vector pending;         /* struct pending_proc of lower.c: called and not lowered yet */
  size_t pending_done;
  struct vector masks;           /* struct mask of filter.c: tables of sets, and how many have code already */
  size_t masks_done;
  struct vector literals;        /* struct literal of tabulate.c, and how many have code already */
  size_t literals_done;
  int64_t within_slots;          /* of the sets of `within` of all graphs */
  int64_t table_work;            /* steps that the tables made so far are expected to take */
  struct name_table *expanded;   /* calls of fns with the arguments in place, by their address: optimise/inline.c */
  struct name_table *trials;     /* what expressions and fns may do, by their address: optimise/trial.c */
  struct name_table *bounds;     /* how large columns and fns can become: optimise/bounds.c */
  bool reveals;                  /* a rule shows somebody cards of a zone: what players know of them is kept */
  struct name_table *tabled;     /* number of the mask or literal of a tree, from 1: optimise/filter.c, tabulate.c */
  struct name_table *described;  /* numbers (plus one) of the types described already, by their bytes */
  struct name_table *texts;      /* offsets (as pointers, plus one) of texts already in chars */
  struct checker *checker;       /* what surrounds the code that types.c is looking at */
};

#endif
