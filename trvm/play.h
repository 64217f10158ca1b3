/* Playing in the terminal: what a sitting of the library (include/trv_sitting.h) needs to be played at one screen, and
 * who owns what.
 *
 * play.c          options, seats, the loop around decisions
 * play_sit.c      the sitting: its seats, bots and call-backs
 * play_ask.c      a person's turn: what is shown, which keys do what
 * play_hint.c     advice for a person
 * play_end.c      the end of a game: who won, and how it went
 * play_screen.c   what a person sees before a choice, made to fit the terminal
 * play_short.c    the short table
 * play_table.c    the whole table as lines and columns
 * play_rows.c     what lies on the table, gathered for both
 * play_pieces.c   what lies on the boards of the rules
 * play_drawing.c  such a board, cell by cell
 * play_board.c    a declaration with two indices as a grid
 * play_list.c     options offered and denied, numbered and searched
 * play_rules.c    the rulebook at the table
 * play_cards.c    what a card or a place is
 * play_colours.c  words that have a colour
 * play_map.c      where everybody stands on tracks, rings and maps
 * play_learn.c    the game explained while it is played
 * play_words.c    what the rules say as one person reads it
 * play_journal.c  what was said, as lines
 * play_save.c     saving and resuming
 * play_input.c    a line from the terminal or a pipe */
#ifndef TRVM_PLAY_H
#define TRVM_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bots/bots.h"
#include "include/trv_sitting.h"
#include "trvm/edit.h"
#include "trvm/screen.h"
#include "trvm/tool.h"

/* Lessons for somebody's first game: see play_learn.c. */
struct lesson_names {
  char **items; /* of the rulebook, by name; owned */
  size_t count, capacity;
};
struct lessons {
  bool on;
  struct lesson_names told, waiting; /* told so far; what else matters at the pending choice */
  uint64_t stamp;                    /* 1 more than that of the sitting when something was last told */
};

struct play {
  struct screen screen;
  struct paint_box paints; /* words of the game that have a colour */
  const char *file;     /* the game's file, as the user names it; borrowed */
  const struct file_reach *reach; /* where its files must lie; borrowed, NULL: anywhere */
  trv_program *program; /* owned, like setup and sitting */
  trv_setup *setup;
  trv_sitting *sitting;
  trv_game *game; /* of the sitting; borrowed */
  trv_program_info info;
  uint32_t players, number;
  trv_seed seed; /* a long one is a secret until the game is over */
  struct bot_table table;   /* a seat without a bot is a person's */
  uint32_t people;          /* seats without a bot */
  bool watch;               /* show every decision of the bots */
  struct text seat_options; /* --bot-time and the like as given, which saves do not have, for the command to resume */
  int private_to;           /* whose secrets the screen may show, or -1: nobody's */
  char *names[TRV_MOST_PLAYERS]; /* that people gave themselves, by seat; owned, NULL: none */
  struct edit_history typed[TRV_MOST_PLAYERS]; /* by each seat */
  struct lessons lessons;
  struct bot_memory advised[TRV_MOST_PLAYERS]; /* to each seat */
  char *rulebook;           /* contents, read when first needed; owned */
  size_t rulebook_length;
  char *save_file;            /* owned; NULL: not decided yet */
  bool save_is_ours;          /* it was written here or resumed */
  struct file_mark save_mark; /* of that file as it was then */
  bool save_is_unasked;       /* the user did not request it: removed when the game ends or is saved elsewhere */
  bool keeping_failed;        /* that the game is not kept was told */
  bool loss_told;             /* that it cannot be saved was told to somebody who wanted to leave, and who stays */
  uint64_t saved_stamp;       /* trv_sitting_stamp of what was saved last; 0: nothing, or something else */
};

/* ---- play_sit.c ---- */

/* How the people and bots of this play sit down; `seats` has room for them and must live as long as the options. */
trv_sitting_options sit_options(struct play *play, trv_seat seats[TRV_MOST_PLAYERS]);
/* Takes over a sitting, replacing the present one, if any. */
void sit_at(struct play *play, trv_sitting *sitting);
/* Starts the game afresh; false after a message. */
bool sit_down(struct play *play);
/* Goes on from before choice number `moves` as a game of its own; false after a message. */
bool sit_branch(struct play *play, size_t moves);
/* Saves, if there are people and one of them has chosen or is to choose. */
void sit_keep(struct play *play, const trv_sitting *sitting);
/* Makes the decision of the person who is asked, or lets the bot whose turn it is choose; false after a message. */
bool sit_choose(struct play *play, uint32_t index);
bool sit_step(struct play *play);
/* Takes back to before choice number `move`, all at this screen agreeing. */
bool sit_take_back(struct play *play, uint32_t seat, size_t move);
/* The number of the last decision that a person made, or -1. */
long sit_last_by_person(const struct play *play);
/* What a seat is called, and by this viewer: "you". */
const char *play_seat_name(const struct play *play, uint32_t seat);
const char *play_seat_word(const struct play *play, uint32_t seat, int viewer);

/* ---- play_journal.c ---- */

enum { JOURNAL_INDENT = 4 }; /* where a line that was said goes on below its beginning */

/* Draws the lines that this viewer (a seat, or TRV_EVERYBODY) has not seen yet, and notes them as seen. */
void journal_show_new(struct play *play, const struct screen *screen, int viewer);
/* The same for everybody, with the names of the phases in a margin; what is said outside of phases stands to the left
 * after an empty line, like a heading. *phase is where the last line was said, NULL at first. Equal lines in a row are
 * one line with their number; unless `all`, the last one waits, since more may follow. */
void journal_narrate(struct play *play, const char **phase, bool all);
void journal_show_all(struct play *play, int viewer);
/* Prints what the viewer heard after the first `moves` decisions. */
void journal_show_since(struct play *play, int viewer, size_t moves);

/* ---- play_words.c ---- */

/* Adds what the rules say as this viewer reads it: "you take", and people by their names. */
void words_add(const struct play *play, int viewer, const char *text, struct text *out);
/* By what somebody is asked: a name, the colour of the seat, or "you" if there is no more than a number and nobody else. */
const char *words_asked(const struct play *play, uint32_t seat);

/* ---- play_colours.c ---- */

/* From now on the screen shows cards, values and seats in their colours, if it has any. */
void colours_begin(struct play *play);

/* ---- play_screen.c ---- */

/* Shows what a person sees before a choice. */
void play_show_position(struct play *play, int viewer);

/* ---- play_short.c, play_table.c ---- */

/* The short table in at most so many lines, 0: as many as it takes; and the whole one. */
void short_show(struct play *play, const struct screen *screen, int viewer, size_t lines);
void table_show(struct play *play, const struct screen *screen, int viewer);

/* ---- play_map.c ---- */

/* Tracks, rings and maps with everybody on them, distances and what lies ahead. */
void map_show(struct play *play, const struct screen *screen, int viewer);
/* Tracks and rings alone, a line each. */
void map_show_strips(struct play *play, const struct screen *screen, int viewer);

/* ---- play_list.c ---- */

/* The options of the pending choice with their numbers, in at most so many lines, 0: as many as it takes. Those that are left
 * out are counted, and are never the best of their kind. */
void list_options(struct play *play, const struct screen *screen, size_t lines);
/* By which number an option is chosen. */
uint32_t list_number(struct play *play, uint32_t index);
/* What is not offered, with reasons; with a text, offered and denied options that contain it. */
void list_denied(struct play *play);
void list_search(struct play *play, const char *text);
/* The option that a person means by a number or by the start of a notation: its index, or -1 after saying what is
 * wrong: on the screen or, with a lead, in one line to stderr. */
long list_find(struct play *play, const char *word, const char *lead);

/* The options as programs, saves and scenarios write them. */
void list_notations(struct play *play);

/* ---- play_rules.c ---- */

/* What was typed behind `r`: an item of the rulebook by its number, words to search for, or nothing: what the choice cites. */
void rules_show(struct play *play, const char *typed);
/* What was typed behind `i`: a card, a place or anything else that has a name, for this viewer; else as behind `r`. */
void rules_tell(struct play *play, int viewer, const char *typed);
/* Whether a text has all the words, in any order, whatever the case of letters. */
bool rules_has_words(const char *text, const char *words);

/* Whether there is a rulebook; reads it when first asked. */
bool rules_are_there(struct play *play);
/* The text of an item without the marks of Markdown; empty when there is no such item. */
struct text rules_item(const struct play *play, const char *name);

/* ---- play_cards.c ---- */

/* Tells what all those are whose names have these words; false: there is none. */
bool cards_show(struct play *play, int viewer, const char *words);

/* ---- play_learn.c ---- */

/* From now on the game is explained; says so. */
void learn_begin(struct play *play);
/* What was typed behind `learn`: "off", or nothing. */
void learn_switch(struct play *play, const char *wish);
/* Tells what is new at the pending choice, once, in at most so many lines. */
void learn_draw(struct play *play, const struct screen *screen, int viewer, size_t lines);
/* Tells the rest of it. */
void learn_tell_more(struct play *play);
void learn_end(struct lessons *lessons);

/* ---- play_about.c ---- */

/* Tells about a game: players, settings, house rules that lie beside it. EXIT_FINE, or the exit code after a message. */
int play_tell_about(const char *file, const struct variant_files *variants, bool colour, const struct screen *screen);
/* A line for each variant that a program has. */
void play_tell_applied(const struct screen *screen, const trv_program *program);

/* ---- play_ask.c ---- */

enum answer { ANSWER_MADE, ANSWER_LEFT, ANSWER_ENDED, ANSWER_WRONG };
/* Asks the person whose decision is pending until something is decided, or is to be asked again. LEFT: wants to stop; ENDED: input closed or
 * interrupted; WRONG: a pipe gave a choice that does not exist, or no line that can be read. */
enum answer ask_person(struct play *play);
/* Whether several people look at the terminal. */
bool ask_is_shared(const struct play *play);
/* Before something is shown to all: what was for one person's eyes goes from the screen, if there are others. Whether
 * there was something. */
bool ask_clear_private(struct play *play);
/* The seed as `--seed` takes it. */
struct play_seed {
  char text[TRV_SEED_TEXT];
};
struct play_seed play_seed_text(const struct play *play);

/* ---- play_end.c ---- */

/* Who won, places and points of everybody, how it went, and the seed if that was a secret; false after a message when the
 * ranking cannot be worked out. */
bool play_show_result(struct play *play);
/* Whether the table or the result tells everybody's number of that name in the rules. */
bool play_tells_number(const struct play *play, const char *name);

/* ---- play_hint.c ---- */

/* What a strong bot would choose now, and what comes of it. */
void play_show_hint(struct play *play);

/* ---- play_save.c ---- */

/* Saves what is new silently, so that no decision is lost if the process ends; a failure is reported once. */
void save_keep(struct play *play);
/* The game is over: a save that the user did not request is removed, any other gets the end. False if it cannot be
 * written, which was told. */
bool save_close(struct play *play);
/* A rule error has ended the game: tells where it is saved. */
void save_close_early(const struct play *play);
/* Writes to `file`, or to the play's own save file when NULL; says what was done. */
bool save_write(struct play *play, const char *file, bool overwrite);
/* Saves if there is anything new, in the usual file if it must be; false, after a message, if it cannot be saved. */
bool save_try(struct play *play);
/* Nothing could be written: the seed and the decisions go to stderr, so that the game is not lost. Where several people
 * share the screen they stay a secret until the game is over, and it is told that the game is lost. */
void save_tell_decisions(const struct play *play);
/* save_try, and prints how to go on, or else what can be told of the game. False if it cannot be saved. */
bool save_and_tell(struct play *play);
/* Reads a save; *save is owned, *mark that of the file. EXIT_FINE, or the exit code after a message. */
int save_open(const char *file, trv_save **save, struct file_mark *mark);
/* The files of the game that a save belongs to. What a person named is taken as it is; what only the save names is looked
 * for beside the save, beside what was named and in the current folder, and must lie below one of these. */
struct save_files {
  const char *game;
  struct variant_files variants;
  struct file_reach reach;
  char *owned[MOST_VARIANTS + 1]; /* names that are from the save */
  trv_choice_of_setting *settings; /* its settings; owned */
  size_t owned_count;
};
/* Fills *files from a save and what was named: `game` may be NULL, `variants` may be none. EXIT_FINE, or the exit code
 * after a message: there is no such file, it lies elsewhere, or the game is another one. `files` must stay where it is, and
 * is to be freed in either case. */
int save_find_files(const trv_save *save, const char *file, const char *game, const struct variant_files *variants,
                    struct save_files *files);
void save_free_files(struct save_files *files);
/* Sets the program up with the save's players and settings; *setup is owned. EXIT_FINE, or the exit code after a message:
 * the save may be one of another game. */
int save_setup(const trv_program *program, const trv_save *save, const char *file, trv_setup **setup);
/* Resumes a save; the sitting is owned. Says what is no longer possible and which rules have changed. EXIT_FINE, or
 * the exit code. */
int save_sit(const trv_sitting_options *options, const trv_save *save, const char *file, trv_sitting **sitting);
/* Brings the play to where the save ends; `mark` is from save_open. EXIT_FINE, or the exit code after a message. */
int save_resume(struct play *play, const trv_save *save, const char *file, const struct file_mark *mark);

/* ---- play_input.c ---- */

enum input { INPUT_LINE, INPUT_END, INPUT_INTERRUPTED, INPUT_STOPPED, INPUT_WRONG };
/* The next line without its end; *line is owned. `history` is what the same person typed before, for the arrow keys;
 * NULL: nothing, and this line is not kept. STOPPED: the process was, with a private screen (leave_was_stopped). WRONG,
 * after a message: a pipe gave a line that is refused (lines.h). */
enum input input_line(const char *prompt, struct edit_history *history, char **line);
/* Shows a sheet page by page where it is longer than the terminal and a person is there to turn the pages. */
struct screen_sheet;
void input_pages(const struct screen *screen, const struct screen_sheet *sheet);
/* At a terminal, what was typed ahead is not taken. */
void input_discard(void);
/* Whether a person types at a terminal. */
bool input_is_terminal(void);
/* How many lines were read. */
size_t input_count(void);

#endif
