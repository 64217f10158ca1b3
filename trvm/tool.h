/* Small things every command needs: messages, growing texts, files, a game loaded from a file.
 *
 * Messages go to stderr and start with `trvm: `. Owned blocks are freed with free(). */
#ifndef TRVM_TOOL_H
#define TRVM_TOOL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

#include "base/json.h"
#include "base/text.h"
#include "include/trv.h"
#include "trvm/output.h"

/* ---- messages (tool.c) ---- */

/* One line on stderr, beginning with `trvm: `. */
__attribute__((format(printf, 1, 2))) void complain(const char *format, ...);
/* "1 game", "2 games": the ending to add to a word that takes a plain s. */
const char *plural(uint64_t count);
/* Memory or a message and exit code 2: a command has nothing sensible to do without. */
void *need_memory(void *block, size_t size);
char *need_copy(const char *text);
/* The most memory that the command takes from now on, in megabytes: beyond it there is none, neither for the library nor
 * for the command itself nor for its threads. On systems that cannot count it, all there is. */
enum { DEFAULT_MEGABYTES = 1024 };
void tool_limit_memory(uint64_t megabytes);
/* The same in bytes; 0: there is none. */
size_t tool_memory_limit(void);
/* In a process that is to become another program: the limit is not its. Safe in a signal handler. */
void tool_forget_memory_limit(void);
/* A name of the rules as people write it, with blanks; owned. */
char *tool_name_in_words(const char *name);
bool ends_with(const char *text, const char *end);
/* Threads for work that can be shared: one for each processor. */
enum { MOST_JOBS = 256 };
uint32_t tool_default_jobs(void);
/* Milliseconds of a clock that only goes forward. */
int64_t tool_now(void);
/* Set when SIGINT, SIGTERM or SIGHUP arrived, once interruptions are watched for; the second of a kind ends the process. */
extern volatile sig_atomic_t interrupted;
void tool_watch_interruptions(void);

/* ---- growing texts (tool.c): those of base/text.h, with memory or a message and exit code 2 ---- */

void text_append(struct text *text, const char *bytes, size_t length);
__attribute__((format(printf, 2, 3))) void text_append_format(struct text *text, const char *format, ...);
/* A word as a shell reads it back as one, in quotes where it needs them. */
void text_append_word(struct text *text, const char *word);
/* The same for the name of a file, which no command takes for an option. */
void text_append_file(struct text *text, const char *name);
/* Room for `size` bytes in all, the final NUL included. */
void text_need(struct text *text, size_t size);
/* Fills from a library function of the kind "returns the length the whole text has". */
#define TEXT_FILL(text, ...) TEXT_FILL_BY(text_need, text, __VA_ARGS__)

/* ---- JSON (tool.c) ---- */

/* A value that is to be a line of a file. */
void tool_json(struct json *json, FILE *out);

/* ---- files (file.c) ---- */

/* The whole file (`-` is standard input), NUL-terminated; *text is owned. False after a message. */
bool file_read(const char *name, char **text, size_t *length);
/* The same for a file that no person named: false, without a message, unless it is a regular file that can be read. */
bool file_read_regular(const char *name, char **text, size_t *length);
/* Opens a regular file to be read, and nothing that would have to be waited for; -1 and errno otherwise. */
int file_open_regular(const char *name);
/* 0 if what is open is a regular file, or an errno value: EISDIR, EINVAL … */
int file_check_regular(int file);
/* Reads what is open to its end; 0 or an errno value: EFBIG when there is more than `most`. */
enum { FILE_MOST_BYTES = 256 << 20 };
int file_read_open(int file, size_t most, char **text, size_t *length);
/* Says why a file cannot be read. */
void file_complain(const char *name, int reason);
/* Whether there is such a file that may be read, as far as can be seen from outside. False after a message. */
bool file_can_be_read(const char *name);
bool file_exists(const char *name);
/* Whether both names lead to one file that is there. */
bool file_is_same(const char *left, const char *right);
/* Whether a file can be read without waiting for anybody: it is there, and neither a folder, a pipe nor a device. */
bool file_is_plain(const char *name);
/* Whether a name leads to a pipe, a device or the like. */
bool file_is_special(const char *name);
/* The name without folders and without its last ending; owned. */
char *file_stem(const char *name);
/* `name` taken as relative to the folder in which `beside` lies; owned. */
char *file_beside(const char *beside, const char *name);

/* ---- the files of a folder (folder.c) ---- */

struct folder_files {
  char **items; /* owned, as are the texts */
  size_t count;
};
/* The files of a folder ("": the present one) with this ending, by name; none if it cannot be read, and at most 1,000. */
struct folder_files file_list(const char *folder, const char *ending);
/* The newest first. */
void file_names_by_age(struct folder_files *names);
void file_names_free(struct folder_files *names);

/* ---- writing files (file_write.c) ---- */

/* What is to be seen of a file from outside, so that somebody else's writing is noticed. */
struct file_mark {
  dev_t device;
  ino_t number;
  off_t size;
  struct timespec changed;
};
struct file_mark file_mark(const char *name);
/* Whether there is a file that is another one, or has other contents, than when it was marked. */
bool file_has_changed(const char *name, const struct file_mark *mark);
/* Whole or not at all: a file of this name is replaced only once the new one is on the disk, which takes over its owner,
 * permissions and place behind symbolic links; links that lead to nothing get a file at their end. *mark is that of the
 * new file; may be NULL. Returns 0 or an errno value: EINVAL for a pipe or a device, which is neither written to nor
 * waited for. Says nothing. */
int file_write(const char *name, const void *bytes, size_t length, struct file_mark *mark);
/* The same, only if the file is the one that was marked, or gone; ESTALE when somebody else has written it. Two processes
 * that do so at the same time take turns. *mark is then that of the new file. */
int file_write_again(const char *name, const void *bytes, size_t length, struct file_mark *mark);
/* The same, only if there is nothing of this name; EEXIST otherwise. */
int file_write_new(const char *name, const void *bytes, size_t length, struct file_mark *mark);
/* Removes a file if it is the one that was marked. */
void file_remove(const char *name, const struct file_mark *mark);
/* file_write, and to a pipe or a device as it is, since a person named it; false after a message. */
bool file_store(const char *name, const void *bytes, size_t length);
/* The same for what people are to read, such as a page: as it would be shown (output_document). */
bool file_store_document(const char *name, const char *text);
/* Writes to what is open until all is written; 0 or an errno value. */
int file_write_all(int file, const char *bytes, size_t length);

/* ---- files that others name (reach.c) ---- */

/* Folders below which files may be read that no person named: those that a saved game names, and what these use. */
enum { MOST_ROOTS = 40 };
struct file_reach {
  char *roots[MOST_ROOTS]; /* owned, without links in them */
  size_t count;
};
/* Adds the folder of a file. */
void reach_add(struct file_reach *reach, const char *file);
void reach_free(struct file_reach *reach);
/* Whether a name leads to something below one of the folders, whatever links are on the way. */
bool reach_holds(const struct file_reach *reach, const char *name);
/* Reads a regular file below one of the folders (`reach` NULL: anywhere), and waits for nobody. *text is owned. 0, or an
 * errno value: EXDEV when it lies elsewhere. */
int reach_read(const struct file_reach *reach, const char *name, size_t most, char **text, size_t *length);
/* The same for a compiler; `reach` is borrowed. */
trv_resolver reach_resolver(const struct file_reach *reach);

/* ---- a game from a file (load.c) ---- */

/* The errors of a report, on stderr. */
void load_print_errors(const trv_report *report, bool colour);
/* A line, if the report has only the first of its errors and warnings. */
void load_print_left_out(FILE *out, const trv_report *report);
/* Says on stderr why a file could not be compiled (`report` NULL: it was said) and returns the command's exit code. */
int load_report_failure(const char *file, int status, const trv_report *report, bool colour);
/* How a game is to be compiled: the house rules asked for by --variant, in any order, and the optimisations of --passes
 * (NULL: all). Names are borrowed, and so is `reach`: where the files of the game must lie if no person named it (NULL:
 * anywhere). */
enum { MOST_VARIANTS = 32 };
struct variant_files {
  const char *names[MOST_VARIANTS];
  size_t count;
  const char *passes;
  const struct file_reach *reach;
  const trv_choice_of_setting *settings; /* for boards that are made by them; borrowed */
  size_t setting_count;
};
/* Compiles a .trv file with these variants, or reads a .trvc file, and loads the C code that it calls (`link` NULL: its
 * rules are not to be run). Returns EXIT_FINE and *program (owned), or the command's exit code after saying why on
 * stderr. */
int load_program(const char *file, const struct variant_files *variants, const trv_link *link, bool colour,
                 trv_program **program);
/* What every compilation of the command begins with: it can be interrupted, and keeps to --memory; `variants` may be
 * NULL. All names are borrowed. */
trv_compile_options load_options(const char *file, const struct variant_files *variants);
/* What a report should cover beside the rules themselves. */
struct load_wish {
  bool rulebook, analysis;
  const trv_link *link; /* NULL: C code is not loaded */
};
/* The same for a .trv file without printing what was found: *report is owned, or NULL after a message on stderr.
 * Returns a trv_status. */
int load_report(const char *file, const struct variant_files *variants, struct load_wish wish, trv_program **program,
                trv_report **report);
/* How a game is to be set up; borrowed. */
struct setup_wish {
  uint32_t players; /* 0: the lowest number */
  const trv_choice_of_setting *settings;
  size_t setting_count;
  bool simulated; /* nobody plays: settings that are not given are what the rules say for simulation */
};
/* *setup is owned. EXIT_FINE or the exit code after a message. */
int load_setup(const trv_program *program, struct setup_wish wish, trv_setup **setup);
/* The settings of --set, borrowed from the command line. */
enum { MOST_SETTINGS = 64 };
struct settings {
  trv_choice_of_setting items[MOST_SETTINGS];
  size_t count;
};
/* Adds a setting from "name=value", which is split in place; false after a message. */
bool load_setting(struct settings *settings, char *text);
/* Whether `value of p`, which bots may ask for at any choice, fails for some seat; trv_game_error then says why. */
bool load_estimate_fails(trv_game *game);
/* Writes where and why a rule error happened, as lines. */
void load_print_rule_error(FILE *out, trv_game *game, const char *indent);

#endif
