/* Knowledge: what may not be known to everybody, as a property of values.
 *
 * Of every name that rules give (let, var, parameter, variable of a loop, option or pick) it is found out which hidden
 * things its value may depend on, whose they are, and to whom the rules show it. Values are followed through names, calls,
 * sets, bags, lists, comprehensions and the conditions under which a name is assigned to. hidden.c and
 * analysis/secrets.c judge by it who is told what; lowering may ask for any local.
 *
 * knowledge_find runs once in every compilation, behind the types and before all that asks. It costs a small number of
 * walks over the rules, whatever they call. What it says is "may": a secret too much, never one too few, except for what
 * the course of the game tells (an `if` on a hidden card around something that all can see), and except that a card
 * which is shown somewhere in a procedure counts as shown in all of it: good for warnings, which should not cry.
 *
 * Samples need it the other way round, since they may keep only what a seat knows for certain. For them
 * knowledge_find_certain finds all of it once more: there something is shown where the rules cannot come without having
 * shown it, with the value that it has there, what decides whether a loop goes on is part of what it leaves, and what a
 * test of something hidden looks at is as secret as that (finder_ties.c). */
#ifndef TRV_COMPILER_KNOWLEDGE_H
#define TRV_COMPILER_KNOWLEDGE_H

#include "compiler/whose.h"

enum secret_kind {
  SECRET_HIDDEN, /* a zone or variable that not everybody sees: `symbol`; symbol_seen says by whom it is seen */
  SECRET_BOX,    /* the box of the deck `symbol`, which nobody sees into */
  SECRET_CHANCE, /* roll, random: known to nobody until it is shown */
  SECRET_CHOICE, /* what a player chose: known to that player, `owner`; in secret (`by each symbol`), or symbol is NULL */
  SECRET_PARAM   /* whatever is given for the parameter `symbol`; knowledge_of puts that in its place */
};
struct secret {
  enum secret_kind kind;
  const struct symbol *symbol;
  const struct whose *owner; /* of an indexed zone or variable: the player of its first index; NULL if not known */
  bool by_name;              /* reached by way of a local name */
  bool counts;               /* it tells more than how many cards there are, which is public */
};
/* More than fit are joined: those of one zone or variable become one with an unknown owner. */
enum { SECRETS_LIMIT = 12 };
struct secrets {
  int count;
  struct secret items[SECRETS_LIMIT];
};

/* Somebody to whom a value is shown, or who reads something. */
enum shown_how {
  SHOWN_LAID, /* as a card that is laid where he sees it, revealed, or offered */
  SHOWN_SEEN, /* as the player who is asked, which everybody sees, or as what a player chose himself */
  SHOWN_SAID, /* by `say` */
  SHOWN_KEPT, /* by a variable that he sees, or by a `say` in what is called */
  SHOWN_ASKED /* in a text or as a bound of what he is asked: known to him, but judged where he is asked */
};
enum reader_kind { READER_EVERYBODY, READER_PLAYER, READER_ALL_BUT };
struct reader {
  enum reader_kind kind;
  const struct whose *player; /* NULL: some player or players of whom nothing is known */
  enum shown_how how;
  struct span at; /* the statement that first shows it; before that it is a secret */
  /* For certain: the block in which that statement stands, and whether the procedure may have been left before it. */
  struct span within;
  bool is_skipped;
  bool by_call;     /* it is shown in what the statement calls */
  uint64_t kept_in; /* for certain: the variable that shows it until it is changed, as in `assigns`, or 0 */
  const struct noted_deeds *where; /* then: what its procedure does to variables, */
  const struct noted_deed *since;  /* and the statement that put it there */
  struct reader *next;
};

/* A statement of a procedure that may change variables, or takes all cards of zones elsewhere, itself or by what it calls. */
struct noted_deed {
  const struct tree *node;      /* `swap`, `pass` or `move all`; NULL: a call, or of variables */
  uint64_t what;                /* which variables or zones, by their numbers mod 64 */
  struct span at, within, loop; /* as of a reader; the innermost loop around it, empty if there is none */
  struct noted_deed *before, *next;
};
/* All of a procedure, in the order of the text. */
struct noted_deeds {
  uint64_t what;
  struct noted_deed *first, *met; /* `met` last, which the next one is likely to be near to */
  struct span *loops; /* NULL, or of each of the 64: the loop that begins last of those in which it is done */
};

/* An expression whose value a parameter or variable is given. */
struct given_value {
  const struct tree *value; /* NULL: by `+=`, or by more of them than are kept */
  struct given_value *next;
};

/* A statement that moves the card which a local stands for. */
struct moved_card {
  const struct tree *to;
  struct span at, within; /* as of a reader */
  struct moved_card *next;
};

/* What a local is tied to by tests of something hidden, and the first place from which on it is. */
struct ties {
  struct secrets secrets;
  struct secrets *of_players; /* those to which the players are tied, too, by whom the value was found; NULL: none */
  struct span from;
};
struct tie_source;

/* How the rules come to a question. */
enum question_course {
  COURSE_OPEN,   /* all can follow it, */
  COURSE_CHOSEN, /* or whoever knows what was chosen before, */
  COURSE_COVERT  /* or not everybody: something hidden decides it */
};

struct knowledge {
  struct secrets secrets;         /* locals: what the value depends on; parameters: what the calls give them */
  struct reader *readers;         /* locals: to whom it is shown */
  const struct whose *player;     /* locals: the player that this is another name of, or NULL */
  const struct whose *other_than; /* locals: a player who it is not, or NULL */
  const struct symbol *copy_of;   /* locals: another local whose value it has; what shows the one, shows the other */
  struct moved_card *moves;       /* locals, for certain: the last in the text first */
  struct given_value *values;     /* parameters, variables of rules, hidden numbers: all that they are given */
  bool is_varied;                 /* locals: assigned to after the declaration */
  uint32_t varied_at;             /* where it was assigned to last in the text */
  struct knowledge *certain;      /* the same for certain; NULL before that is asked for, and in that itself */
  struct span declared;           /* locals, for certain: the statement that declares it, and the block around it */
  struct span lives_in;
  bool asks;                  /* procedures, for certain: it or what it calls asks somebody */
  bool was_asked;             /* what was known of it has been used: if more comes up, all has to be walked again */
  bool is_offered;            /* an argument of the option that is being judged */
  uint64_t changes;           /* procedures: variables that hold players and that it or what it calls changes */
  uint32_t variable;          /* variables: their number, from 0 */
  struct noted_deeds assigns; /* procedures, for certain: variables that it or what it calls changes, */
  struct noted_deeds carries; /* and zones all of whose cards it or what it calls takes elsewhere */
  const struct knowledge *procedure; /* locals, for certain: the procedure that declares it */
  uint32_t walked;                   /* procedures: the last round in which they were walked, */
  bool is_walked;                    /* and whether they are being walked now */
  struct reader *judged;             /* groups of options: those as whose they have been judged */
  struct ties *ties;                 /* locals, for certain: what tests tie them to; NULL: nothing */
  struct secrets *tied;              /* parameters: the same with what calls give; NULL: nothing */
  struct tie_source *sources;        /* locals, for certain: what they were given */
  uint32_t sources_round;            /* in this round */
  bool varies_in_loop;               /* locals: a loop goes through its values, or assigns to it */
  struct secrets *decides;           /* procedures, for certain: what decides whether they come to their questions */
  enum question_course course;       /* procedures, for certain: how the rules come to them */
  const struct symbol *asked;        /* procedures: the parameter whom they ask, */
  bool asks_others;                  /* and whether they may ask others, too */
  bool is_called; /* parameters that are players: a call has been seen; later ones must agree with it */
};

/* Finds out about all locals of the game. */
void knowledge_find(struct compilation *c);

/* The same for certain, after that. */
void knowledge_find_certain(struct compilation *c);

/* For certain, after knowledge_find_certain: what a local depends on, with what calls give for parameters; nothing for a
 * symbol that is unknown. */
struct secrets knowledge_of(struct compilation *c, const struct symbol *local);
/* The same without what it is tied to by a test alone; and with that, if it is tied at a place of its procedure. */
struct secrets knowledge_made_of(struct compilation *c, const struct symbol *local);
struct secrets knowledge_at(struct compilation *c, const struct symbol *local, struct span here);
/* The readers of a local of whom some may have been shown it, and whether one has when the rules are at a place of the
 * same procedure. */
const struct reader *knowledge_readers(const struct symbol *local);
bool knowledge_was_shown(const struct symbol *local, const struct reader *reader, struct span here);
/* The last statement before a place that moves the card which a local stands for; NULL: there is none. *certain: the rules
 * cannot come there without it, nor by way of a later one. */
const struct tree *knowledge_moved_to(const struct symbol *local, struct span here, bool *certain);
/* The statements that take all cards of zones elsewhere, in the procedure of a local, and where it was last put: those
 * before that do not concern it. */
const struct noted_deed *knowledge_carrying(const struct symbol *local, struct span here, struct span *since);
/* Whether one of them has taken a card of this zone elsewhere that was put there at `since`. */
enum carried { CARRIED_NOT, CARRIED_PERHAPS, CARRIED };
enum carried knowledge_carried(const struct noted_deed *carrying, const struct symbol *zone, struct span since,
                               struct span here);
/* Whether somebody may be asked something while a local lives. */
bool knowledge_outlives_question(const struct compilation *c, const struct symbol *local);
/* Whether a procedure, or what it calls, may ask somebody something. */
bool knowledge_asks(const struct symbol *procedure);
/* How the rules come to a `choose` or `pick`, and to whom it asks. */
enum question_course knowledge_course(const struct compilation *c, const struct tree *question);
/* Whether a local may hold something there that somebody does not know: it depends on something hidden, on chance or on a
 * player's choice, and has not been shown to everybody. */
bool knowledge_is_secret(struct compilation *c, const struct symbol *local, struct span here);
/* What a value depends on that follows `=`, apart from what the reader has been shown there. */
struct secrets knowledge_untold_at(struct compilation *c, const struct tree *value, const struct reader *reader,
                                   struct span here);

/* As warnings judge it: */
/* What an expression depends on, as it stands in the rules, apart from what was shown to the reader. */
struct secrets knowledge_in(struct compilation *c, const struct tree *node, const struct reader *reader);
/* The same of what follows `=`: also what is drawn or picked. */
struct secrets knowledge_stored(struct compilation *c, const struct tree *value, const struct reader *reader);
/* What an expression depends on that was not shown to everybody, in whatever way. */
struct secrets knowledge_untold(struct compilation *c, const struct tree *node);
/* The zone, box or variable that an expression names, as a secret; false if everybody sees it or it is none. */
bool knowledge_place(struct compilation *c, const struct tree *node, struct secret *secret);
/* What the rules call a hidden zone, box or variable. */
const char *knowledge_name(struct compilation *c, const struct secret *secret);
/* Who hears a `say`; `to` as in the tree, NULL for everybody. For a list or set of players: one of them, any. */
struct reader knowledge_listener(struct compilation *c, const struct tree *to);

#endif
