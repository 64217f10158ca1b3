/* A program: what the compiler makes of a game, and all that the virtual machine knows of it.
 *
 * Read-only, one block of memory, shareable between threads. It consists of sections, each an array of plain structs
 * of 32-bit integers that refer to each other by index; sections.def lists them once, and reading, writing and
 * validating a .trvc file are generated from that list. Texts are offsets into the section `chars` (0 is the empty
 * text). Multi-slot values (sets, bags, lists) lie in `ints` slot by slot, as they do in a frame. */
#ifndef TRV_VM_PROGRAM_H
#define TRV_VM_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- instructions: 64 bits, op n a b c; b and c together are one signed 32-bit operand ---- */

typedef uint64_t instruction;

enum opcode {
#define OP(name, operands, effects, text) OP_CODE_##name,
#include "vm/opcodes.def"
#undef OP
  OPCODES
};

/* What an instruction may do beyond its registers: bits, by opcode. */
enum effect {
  EFFECT_RAISES = 1, EFFECT_READS = 2, EFFECT_WRITES = 4, EFFECT_CHANCE = 8, EFFECT_SPEAKS = 16, EFFECT_WAITS = 32,
  EFFECT_FUEL = 64, EFFECT_GROWS = 128, EFFECT_TELLS = 256, EFFECTS = 511
};
extern const uint16_t opcode_effects[OPCODES];

static inline unsigned ins_op(instruction i) { return (unsigned)(i & 0xff); }
static inline unsigned ins_n(instruction i) { return (unsigned)(i >> 8 & 0xff); }
static inline unsigned ins_a(instruction i) { return (unsigned)(i >> 16 & 0xffff); }
static inline unsigned ins_b(instruction i) { return (unsigned)(i >> 32 & 0xffff); }
static inline unsigned ins_c(instruction i) { return (unsigned)(i >> 48 & 0xffff); }
static inline int ins_c_signed(instruction i) { return (int16_t)(i >> 48 & 0xffff); }
static inline int32_t ins_bc(instruction i) { return (int32_t)(uint32_t)(i >> 32); }
static inline instruction ins_make(unsigned op, unsigned n, unsigned a, unsigned b, unsigned c) {
  return (instruction)(op & 0xff) | (instruction)(n & 0xff) << 8 | (instruction)(a & 0xffff) << 16 |
         (instruction)(b & 0xffff) << 32 | (instruction)(c & 0xffff) << 48;
}
static inline instruction ins_make_long(unsigned op, unsigned n, unsigned a, int32_t bc) {
  return (instruction)(op & 0xff) | (instruction)(n & 0xff) << 8 | (instruction)(a & 0xffff) << 16 |
         (instruction)(uint32_t)bc << 32;
}

enum {
  NONE_INT = INT32_MIN, /* `none` of an optional int; all other optionals use -1 */
  NONE_VALUE = -1,
  FRAME_HEAD = 2,       /* slots before a frame's registers: return pc, size of the caller's part */
  COPIES_LIMIT = 127,   /* of one kind of card, so that bags can be compared eight counts at a time */
  KINDS_LIMIT = 32767,  /* of cards in a deck */
  CARDS_LIMIT = 65535,  /* of a deck, those of all players together: a pile counts them in 16 bits */
  DIMS_LIMIT = 3,
  STACK_MARGIN = 8,     /* slots behind the stack: it is cleared eight at a time */
};

/* ---- sections ---- */

enum value_kind {
  VALUE_INT, VALUE_BOOL, VALUE_TEXT /* an offset into chars */, VALUE_PLAYER, VALUE_ENUM, VALUE_CARD, VALUE_PATH,
  VALUE_SET, VALUE_BAG, VALUE_LIST
};
/* A type as far as values must be printed, parsed or shown. */
struct type_desc {
  int32_t kind;        /* enum value_kind */
  int32_t optional;    /* 1: may be none */
  int32_t element;     /* SET, BAG, LIST: index of the element's type; PATH: type of the nodes; else -1 */
  int32_t count;       /* PLAYER, ENUM, CARD, PATH: number of values; LIST: most elements; else 0 */
  int32_t slots;       /* 32-bit slots a value takes in a frame; SET and BAG: even; LIST: 1 + count */
  int32_t names;       /* ENUM, CARD: `ints` index of one text per value: ids as written in notation */
  int32_t labels;      /* ENUM, CARD: `ints` index of one text per value: what people read */
  int32_t name;        /* text: the type's name */
  int32_t low, high;   /* INT: bounds (INT32_MIN+1 .. INT32_MAX when unbounded) */
  int32_t nodes;       /* PATH: column of the first node of each path in `path_nodes`, count+1 entries; else -1 */
  int32_t path_nodes;  /* PATH: column of all nodes in between */
};
struct column { int32_t offset, slots, count; }; /* count entries of `slots` ints from ints[offset] */

/* A board: an enum whose values are cells. Other types with the name and number of values of `type` (it may be none, for
 * one) have the same cells. */
enum { BOARD_SIDE = 1024, BOARD_CELLS = 1024 };
struct board_desc {
  int32_t type;
  int32_t hex;            /* 1: each row lies half a hex to the left of the row below */
  int32_t width, height;  /* of the rectangle around it, which may have places without a cell */
  int32_t columns, rows;  /* `ints` index: where each cell is, from 1, rows from the bottom */
  int32_t cells;
};

/* Where a variable lives in the state block: `count` elements of `width` bytes (1, 2, 4: signed; otherwise a
 * multiple of 8: multi-slot values) from byte `offset`. `check`: 0 none, 1 rule error outside low..high, 2 clamps; of a
 * list, of its values, and never 2. */
struct storage { int32_t offset, width, count, low, high, check; };

/* Where the elements of a variable of two dimensions lie, as the column of LOAD_CELL and its like tells: the lowest number
 * of each index and how many there are. */
enum cell_field {
  CELL_STORAGE,
  CELL_LOW,
  CELL_COUNT,
  CELL_LOW_SECOND,
  CELL_COUNT_SECOND,
  CELL_OFFSET, /* of the storage */
  CELL_FIELDS
};

/* How SET_SCAN compares elements with its key, and the column that tells it all (scan.h): SCAN_KEY_SLOT is the register
 * with the key, or -1 when SCAN_KEY is the key. */
enum scan_relation { SCAN_EQ, SCAN_NE, SCAN_LT, SCAN_LE, SCAN_GT, SCAN_GE, SCAN_RELATIONS };
enum scan_field {
  SCAN_STORAGE,
  SCAN_LOW,
  SCAN_HIGH,
  SCAN_STRIDE,
  SCAN_SCALE,
  SCAN_BIAS,
  SCAN_RELATION,
  SCAN_KEY_SLOT,
  SCAN_KEY,
  SCAN_SHORT, /* of a short line of bytes that are to be equal, or not, to the key: a bit for each; else 0 */
  SCAN_FIELDS
};
enum { SCAN_SHORT_MOST = 16 }; /* elements of such a line */

enum zone_form { ZONE_PILE, ZONE_COUNTS, ZONE_BITS, ZONE_SLOT };
enum seen { SEEN_BY_NOBODY, SEEN_BY_ALL, SEEN_BY_OWNER, SEEN_BY_OTHERS };
/* One zone that can hold cards. In the state block, from byte `offset` (8-byte aligned):
 *   PILE    uint16 size, then `capacity` kinds of one byte (two when the deck has more than 256 kinds), bottom first
 *   COUNTS  uint16 size, 6 bytes unused, then one byte per kind, padded to 8 (the layout of a bag)
 *   BITS    one bit per kind in 64-bit words (the layout of a set)
 *   SLOT    int16: a kind or -1 */
struct zone {
  int32_t decl, deck, form, offset, capacity; /* capacity: most cards that can ever be here */
  int32_t owner;   /* seat, or -1 */
  int32_t refill;  /* the zone to shuffle into this one when a draw finds it empty, or -1 */
  int32_t holds;   /* more cards than this are a rule error; -1 without limit */
  int32_t bytes;   /* size in the state block */
  int32_t kinds;   /* of its deck */
};
struct zone_decl {
  int32_t name, deck, first, count;      /* instances first .. first+count-1, last index fastest */
  int32_t dims, dim_type[DIMS_LIMIT];    /* dimension types: PLAYER, ENUM, CARD, or INT with low..high */
  int32_t seen, seen_alternative, condition; /* enum seen; condition: proc (no arguments) choosing the alternative, -1 */
  int32_t is_row, file, line, column;
};
struct deck {
  int32_t name, type, kinds, box;  /* box: zone instance for what is not in a declared zone */
  int32_t copies;                  /* `ints` index: copies of each kind (for one player, if each_player) */
  int32_t homes;                   /* `ints` index: the zone instance where each kind starts */
  int32_t each_player, home_stride;/* seat s starts its set in home + s * home_stride */
  int32_t total;                   /* all cards with the largest number of players */
  int32_t wanders;                 /* 1: some rule takes cards from the places of one owner to those of another */
};
struct variable {
  int32_t name, type, storage;
  int32_t dims, dim_type[DIMS_LIMIT];
  int32_t seen, seen_alternative, condition;
  int32_t setting;                 /* index of the setting this variable holds, or -1 */
  int32_t passing;                 /* 1: reset whenever a phase begins, so of no interest between */
};
struct setting {
  int32_t name, text, variable, value;   /* value: the default */
  int32_t simulated;                     /* what it is in games that nobody plays; the default, unless the rules say so */
  int32_t usual;                         /* the game's own default, even if a variant has another: limits refer to it */
  int32_t conditions;                    /* text: what it needs, as it is written */
  int32_t low_players, high_players;     /* player counts it may be changed with */
  int32_t needs, needs_count;            /* entries of `needs`: conditions over all settings */
  int32_t excludes, excludes_count;      /* `ints` index: settings that must keep their default beside this one */
  int32_t cites, cite_count;
  int32_t made;                          /* 1: a board was made for this value, so that it can have no other */
};
enum proc_kind { PROC_FN, PROC_EFFECT, PROC_PHASE, PROC_OTHER };
struct proc {
  int32_t name, title, kind, entry;
  int32_t frame;       /* slots of its frame, head included */
  int32_t params;      /* slots of its parameters, from slot FRAME_HEAD */
  int32_t result;      /* slots of its result: 0, 1 or more; left in the callee's slots 0.. on return */
  int32_t depth;       /* most activations at once, 0 when it is not recursive */
  int32_t file, line, column, cites, cite_count; /* cites: `ints` index of kind << 24 | number */
};
/* CHOICE_PLAIN: every option is always there, has no arguments, and some option does something.
 * CHOICE_ONE_SET: its candidates are those of one EMIT_ONLY. CHOICE_SET_READY: its enumerator begins with that.
 * CHOICE_COVERT: something that somebody may not know has led to it; CHOICE_INSIDE: what somebody chose before may have, as
 * it stands in that option or behind a `pick`. See retrace.c. */
enum choice_flag {
  CHOICE_ALWAYS = 1,
  CHOICE_SECRET = 2,
  CHOICE_PLAIN = 4,
  CHOICE_ONE_SET = 8,
  CHOICE_SET_READY = 16,
  CHOICE_COVERT = 32,
  CHOICE_INSIDE = 64
};
struct choice {
  int32_t name, flags, proc;
  int32_t phase;               /* text: the phase it is in, 0 in none; -1: that of its proc's caller */
  int32_t enumerate, explain;  /* pc of the code that emits options, and of its twin that also reports denials */
  int32_t prompt;              /* pc of text code, or -1 */
  int32_t first_option, options;
  int32_t otherwise;           /* pc, or -1: no option is then a rule error */
  int32_t top;                 /* first frame slot that is dead while the choice is pending */
  int32_t frame;               /* of its proc: slots that the enumerator and what follows may use */
  int32_t arguments;           /* slots from `top` that can hold arguments of an option */
  int32_t bound;               /* most candidates it can have, INT32_MAX when unknown */
  /* CHOICE_SECRET: frame slots of the list of players asked, the position in it and the player at that position; of the
   * answers in, `width` slots each: number of the option (`options` for otherwise), one unused, arguments. */
  int32_t asked, cursor, chooser, answers, width;
  int32_t file, line, column, cites, cite_count;
};
enum option_flag { OPTION_IDLE = 1, OPTION_OTHERWISE = 2 };
struct option {
  int32_t name, flags, choice, body; /* body: pc where it goes on, arguments in their registers */
  int32_t label;                     /* pc of text code, or -1: name and arguments serve as label */
  int32_t first_argument, arguments;
  int32_t slots;                     /* from the choice's `top` on that its arguments take */
  int32_t file, line, column, cites, cite_count;
};
/* A register that keeps, while the CHOOSE or the call at `pc` is under way, what somebody may not know. */
struct secret_local {
  int32_t pc, slot, type;
  int32_t low, high;             /* INT, also in a LIST: what it can be; equal for other types */
  int32_t wide;                  /* INT: 1 when it could be almost anything: samples go back for it, rather than guess */
  int32_t lies;                  /* CARD, also in a LIST: 1 when it is a card of some zone; INT: 1 when it is a zone */
  int32_t zone, owner;           /* where that lies: a zone_decl, and whose it is, as knowers are named; -1: not known */
  int32_t end;                   /* enum secret_end */
  int32_t carried;               /* CARD: 1 when it may have come to where a seat sees it that does not know it */
  int32_t copy;                  /* CARD: 1 when it may be another name of what a local stands for */
  int32_t told;                  /* slot of a set of the players who were told while the rules went on; -1: there is none */
  int32_t sized;                 /* LIST: 1 when everybody knows how long it is */
  int32_t key;                   /* of its own stream of chance: the same however the rules are compiled */
  int32_t shown;                 /* CHOOSE: 1 when what the chooser is shown or offered may depend on it */
  int32_t knowers, knower_count; /* `ints` index: seats that know it, or the players in slots KNOWER_SLOT + n; with
                                    KNOWER_NOT more: all but them; with n times KNOWER_STEP more: who sits n places to
                                    their left, from half of KNOWER_STEPS on that many less */
};
enum secret_end { END_ANYWHERE, END_AT_TOP, END_AT_BOTTOM }; /* which card of the zone it is */
enum { KNOWER_SLOT = 256, KNOWER_NOT = 1 << 20, KNOWER_STEP = 1 << 21, KNOWER_STEPS = 64 };
struct argument { int32_t slot, type, name; };
struct need { int32_t option, whole /* 1: denies the option whatever its arguments */, reason /* pc or -1 */, proc,
              file, line, column, cites, cite_count; };
struct line { int32_t pc, file, line, column, cites, cite_count; }; /* holds from pc to the next entry's */
/* Reaching `pc` also reaches another place of the source: an inlined procedure, an arm, a ranking. An inlined procedure
 * goes up to `end` and was called from call_file and call_line; those inside it come later in the table. Marks are read
 * only to count visits or to say where something happens. */
enum mark_kind { MARK_FN, MARK_EFFECT, MARK_PHASE, MARK_STATEMENT };
struct mark { int32_t pc, end, kind, name, title, file, line, column, cites, cite_count, call_file, call_line; };
/* A fn that depends on nothing but its arguments: `column` holds its result for every combination, the last argument
 * fastest. Worked out once, when the program is put together. */
enum { TABULATION_PARAMS = 3 };
struct tabulation { int32_t proc, column, params, counts[TABULATION_PARAMS]; };
/* A fn whose body is C code. Its arguments are a row of registers: a value, the number of a text, or a list, which the C
 * code sees as an address and a count; sets and zones have been made lists. The result replaces the first. */
enum { EXTERN_ARGUMENTS = 16, EXTERN_VALUES = 4096 }; /* the most of one extern; of one list, set or zone */
enum extern_kind { EXTERN_VALUE, EXTERN_TEXT, EXTERN_LIST, EXTERN_SET, EXTERN_ZONE };
static inline bool extern_is_view(int32_t kind) { return kind >= EXTERN_LIST; }
struct extern_argument {
  int32_t slot, kind;                 /* slot: in the row; kind: enum extern_kind */
  int32_t type;                       /* of the value, or of each value of a list, set or zone */
  int32_t most;                       /* values of a list, set or zone */
  int32_t name;
};
struct extern_fn {
  int32_t name, library;
  int32_t first_argument, arguments;
  int32_t slots;                      /* of the row, at least 1 */
  int32_t result;                     /* its type */
  int32_t file, line, column, cites, cite_count;
};
struct rank_key { int32_t proc, descending, name; }; /* proc takes a player; name: a text, of what it measures */
struct invariant { int32_t text, proc, file, line, column, cites, cite_count; };

enum scenario_item_kind {
  ITEM_GIVEN,         /* proc; flag after_setup in number */
  ITEM_RUN,           /* proc: a thunk that makes the call */
  ITEM_RUN_PLAY,
  ITEM_NEXT_ROLL,     /* ints, count: values */
  ITEM_NEXT_SHUFFLE,  /* proc: gives the zone instance; ints, count: kinds from the top */
  ITEM_STEP,          /* seat; text: notation */
  ITEM_EXPECT,        /* proc: bool; text: the condition as written; number: 1 + a proc that gives the left side of a
                         comparison, of type `count`, or the zone instance if `count` is -1; or 0 */
  ITEM_EXPECT_COUNT,  /* number */
  ITEM_EXPECT_OFFERED,/* text */
  ITEM_EXPECT_DENIED, /* text; text2: reason, or 0 */
  ITEM_EXPECT_ASKED,  /* seat; text: choice */
  ITEM_EXPECT_ONLY,   /* ints, count: texts */
  ITEM_EXPECT_FINISHED,
  ITEM_EXPECT_OVER,
  ITEM_EXPECT_RANKING, /* ints, count: place (from 1) of each seat */
  ITEM_EXPECT_SECRECY,
  ITEM_EXPECT_WINNER, /* ints, count: whether each seat is first */
  ITEM_EXPECT_TOLD,   /* seat; text; number: 1, or 0 if it was not */
  ITEM_PLAY_ON
};
enum { SCENARIO_SETTINGS = 4096 };
struct scenario {
  int32_t title, players, seed, first_item, items;
  int32_t settings, setting_count; /* `ints` index: pairs of setting, value */
  int32_t file, line, column, cites, cite_count;
};
struct scenario_item { int32_t kind, seat, proc, text, text2, number, ints, count, file, line, column; };
/* A variant: `base` is the file of the game it changes. */
struct house_rule { int32_t title, summary, file, line, base; };
/* A declaration of the rules, a digest of what it says, wherever it stands, and the other rules that it mentions. */
struct rule {
  int32_t name, low, high /* of the digest */, file, line, column, cites, cite_count;
  int32_t uses, use_count; /* `ints` index of indices of rules */
};

/* What players see and how. First every zone_decl, then every variable, in their order; then fns whose value is shown. A
 * program that was not made by the compiler may have none of them. Not part of the hash, since no game goes otherwise. */
enum shown_role { SHOWN_OTHER, SHOWN_SCORE, SHOWN_PART, SHOWN_PLACE, SHOWN_COUNTER, SHOWN_BOARD, SHOWN_MARK };
struct shown {
  int32_t name, title, group;   /* texts; group: the empty text for none */
  int32_t field, icon;          /* texts, or the empty text: the field of its cards that says where they are; a picture */
  int32_t visible, role;        /* visible: 0 for what is left out; role: enum shown_role */
  int32_t order;                /* small ones stand first */
  int32_t proc, type;           /* of a fn: takes a player or nothing; its result. Of others -1 */
  int32_t parts, part_count;    /* `ints` index: those entries that a score is the sum of */
};
/* The other lines of `show`. What does not belong to a kind is -1 or the empty text. */
enum show_kind {
  SHOWS_MAP,    /* where the values of `type` lie: `spots`, two numbers each, none for a grid; high: 1 for the Earth */
  SHOWS_LINES,  /* lines through the places in the field `name` of each value of `type`; several fields, several lines */
  SHOWS_TRACK,  /* `thing` goes along: a field `name` of `type`, the row `name`, or low .. high; by: spaces of each card */
  SHOWS_RING,
  SHOWS_LABEL,  /* captions of the row `text` are the values of `type` by their field `name` */
  SHOWS_CARD,   /* the field `name` of `type` stands at place `low`: enum show_card */
  SHOWS_COLOUR, /* value `low` of `type` has the colour `text` */
  SHOWS_ICON,   /* likewise a picture */
  SHOWS_SEAT,   /* seat `low` is called `text` and has the colour `name` */
  SHOWS_KEY,    /* key `low` of the ranking is called `text` */
  SHOWS_LESSON, /* `text` explains item `name` of the rulebook to somebody who plays for the first time */
  SHOW_KINDS
};
enum show_card { SHOWS_ON_TITLE, SHOWS_ON_CORNER, SHOWS_ON_BADGE, SHOWS_ON_TEXT, SHOWS_ON_COLOUR, SHOWS_ON_ICON };
enum { SPOT_UNIT = 10000, SPOT_NONE = INT32_MIN }; /* of what spots are counted in; a value that lies nowhere */
struct show_line {
  int32_t kind, type, thing;    /* thing: index in shown */
  int32_t name, text;
  int32_t low, high, by;
  int32_t spots, spot_count;    /* `ints` index */
};
/* What the rules declare beyond what a game needs to be played, for those who draw it. */
struct field_decl { int32_t owner, name, type, column; }; /* owner: the type of an enum or deck */
struct graph_decl { int32_t name, type, edges, edge_count; }; /* edges: `ints` index of from, to, from, to …; edge_count: ints */
struct phase_decl { int32_t name, title, inside; }; /* inside: number of the phase that it is part of, or -1 */
/* An argument of a phase that everybody may know, while its proc runs, or what stands in the place of a call (`mark`): it is
 * `value`, and more than that by what a slot of the frame holds, unless slot is -1. */
struct phase_argument { int32_t mark, proc, name, type, slot, value; };
struct argument_zone { int32_t decl; };  /* of each argument of an option: the zone_decl in which its card lies, or -1 */
/* How much of each section there was before `show` was lowered: the rest belongs to it, and is not part of the hash. */
struct before_show {
  int32_t code, ints, chars, types, columns, procs, tabulations, secret_locals;
  int32_t scratch_slots;        /* as in meta, for the fns that are shown, too */
};

struct meta {
  int32_t title, rulebook, summary, low_players, high_players, limit;
  int32_t seats, seat_count;       /* `ints` index: names of seats; seat_count 0: p1, p2, … */
  int32_t main_proc;               /* set-up, play, end */
  int32_t init_proc;               /* gives every variable its initial value */
  int32_t setup_proc, play_proc;   /* -1 when absent */
  int32_t value_proc;              /* takes a player, gives an int; -1 when absent */
  int32_t stack_offset;            /* byte offset of the stack in the state block */
  int32_t stack_slots;             /* deepest stack of rule code */
  int32_t scratch_slots;           /* deepest stack of pure code run from outside (labels, reasons, expectations) */
  int32_t state_bytes;             /* the whole block, with STACK_MARGIN slots behind the stack */
  int32_t hidden_information;      /* 1 when players are told or see what not all know */
  int32_t call_depth;              /* most procedures that are under way at once */
  int32_t known_offset, known_count; /* rows of what each seat was shown: known.h; entries of a row, 0: nothing is revealed */
};

struct foreign;

struct program {
  size_t bytes;              /* of this block */
  uint64_t hash;             /* of all sections but names of files and places */
  bool plain_interpreter;    /* for tests: as if the processor had no instructions for bits */
  bool checked_interpreter;  /* came from a file, which is not trusted: every operand is checked when run */
  volatile const int *cancel; /* trv_program_set_cancel; may be NULL */
  struct foreign *foreign;   /* the C code of the externs, once it is loaded: ffi.c; always NULL with ffi_none.c */
#define SECTION(name, type) const type *name; uint32_t name##_count;
#include "vm/sections.def"
#undef SECTION
};

/* Slots that pure code run from outside may need. */
static inline int32_t program_scratch_slots(const struct program *program) {
  int32_t slots = program->meta->scratch_slots;
  return program->before_show_count && program->before_show->scratch_slots > slots ? program->before_show->scratch_slots
                                                                                   : slots;
}

/* Whether a text starts there. */
static inline bool program_has_text(const struct program *program, int64_t text) {
  return text >= 0 && text < program->chars_count && (!text || !program->chars[text - 1]);
}

static inline const char *program_text(const struct program *program, int32_t text) {
  return program->chars + text;
}

#endif
