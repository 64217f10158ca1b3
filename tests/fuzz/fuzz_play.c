/* What people type at `trvm play`: lines through a pipe to two people at one table. Everything but the disk and the
 * strong bot's long thought is as in the command. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"
#include "trvm/play_input.c" /* its state is set back before every input */

enum { MOST_ANSWERS = 40 };

const char *const fuzz_words[] = {
  "1\n",       "2\n",      "7\n",    "play(", "pay",      "go",  "draw\n", "bid(0)\n", "h\n",
  "?\n",       "? rose\n", "u\n",    "u!\n",  "l\n",      "t\n", "r R1\n", "r \n",     "s name\n",
  "s! name\n", "q\n",      "help\n", "\n",    "\r\n",     " ",   "\t",     "0",        "99999999999999999999",
  "(",         ")",        "[",      "\xff",  "\xc3\xa9", NULL
};

/* In the place of the disk: files are written and never found, but for the rulebook. */
int __wrap_file_write(const char *name, const void *bytes, size_t length, struct file_mark *mark);
int __wrap_file_write_again(const char *name, const void *bytes, size_t length, struct file_mark *mark);
int __wrap_file_write_new(const char *name, const void *bytes, size_t length, struct file_mark *mark);
void __wrap_file_remove(const char *name, const struct file_mark *mark);
bool __wrap_file_exists(const char *name);
size_t __wrap_bots_advise(trv_game *game, const struct bot_turn *turn, struct bot_memory *memory,
                          struct bot_advice *advice, size_t most, const volatile sig_atomic_t *cancel);

int __wrap_file_write(const char *name, const void *bytes, size_t length, struct file_mark *mark) {
  trv_save *save = NULL;
  *mark = (struct file_mark){ 0 };
  if (!name || trv_save_read(bytes, length, &save, NULL) != TRV_OK) fuzz_fail("what is saved cannot be read");
  trv_save_free(save);
  return 0;
}

int __wrap_file_write_again(const char *name, const void *bytes, size_t length, struct file_mark *mark) {
  return __wrap_file_write(name, bytes, length, mark);
}

int __wrap_file_write_new(const char *name, const void *bytes, size_t length, struct file_mark *mark) {
  return __wrap_file_write(name, bytes, length, mark);
}

void __wrap_file_remove(const char *name, const struct file_mark *mark) {
  if (!name || !mark) fuzz_fail("a file without a name is removed");
}

bool __wrap_file_exists(const char *name) { return ends_with(name, ".md"); }

size_t __wrap_bots_advise(trv_game *game, const struct bot_turn *turn, struct bot_memory *memory,
                          struct bot_advice *advice, size_t most, const volatile sig_atomic_t *cancel) {
  (void)game, (void)memory, (void)cancel;
  if (most == 0) return 0;
  advice[0] = (struct bot_advice){ .option = turn->options - 1, .share = 100 };
  return 1;
}

static void give_input(const uint8_t *data, size_t size) {
  int file = memfd_create("lines", 0);
  if (file < 0 || write(file, data, size) != (ssize_t)size || lseek(file, 0, SEEK_SET) != 0) exit(2);
  dup2(file, STDIN_FILENO);
  close(file);
  lines_free(&piped.from);
  memset(&piped, 0, sizeof piped);
}

/* What is printed goes nowhere; reports of the sanitizers have their own way. */
static void turn_away_output(void) {
  static FILE *nowhere;
  if (nowhere) return;
  nowhere = fopen("/dev/null", "w");
  if (!nowhere) exit(2);
  stdout = stderr = nowhere;
}

static void close_play(struct play *play) {
  trv_sitting_free(play->sitting);
  text_free(&play->seat_options);
  for (size_t seat = 0; seat < TRV_MOST_PLAYERS; seat++) edit_forget(&play->typed[seat]);
  free(play->rulebook);
  free(play->save_file);
}

bool fuzz_input(const uint8_t *data, size_t size) {
  struct fuzz_table *table = fuzz_table();
  turn_away_output();
  give_input(data, size);
  struct play play = { .file = FUZZ_GAME,
                       .program = table->program,
                       .setup = table->setup,
                       .info = trv_program_describe(table->program),
                       .players = 2,
                       .seed = { 1, 0 },
                       .people = 2,
                       .private_to = -1 };
  screen_begin(&play.screen, stdout, COLOUR_ALWAYS);
  enum answer answer = ANSWER_MADE;
  if (!sit_down(&play)) fuzz_fail("nobody can sit down");
  int status = trv_game_status(play.game);
  uint64_t start = trv_game_hash(play.game, true);
  bool entered = false;
  for (int i = 0; i < MOST_ANSWERS && status == TRV_CHOICE && answer == ANSWER_MADE; i++) {
    answer = ask_person(&play);
    status = trv_game_status(play.game);
    if (trv_game_hash(play.game, true) != start) entered = true;
    save_keep(&play);
  }
  if (status == TRV_RULE_ERROR) fuzz_fail("a rule error");
  if (status == TRV_CHOICE) save_and_tell(&play);
  else {
    play_show_result(&play);
    save_close(&play);
  }
  close_play(&play);
  return entered;
}
