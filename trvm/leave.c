/* Tidying up a terminal when a signal ends or stops the process: see leave.h. */
#include "trvm/leave.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "trvm/output.h"
#include "trvm/screen.h"

static struct {
  volatile sig_atomic_t keys_taken, was_stopped;
  const char *volatile clearing; /* static; NULL: the screen is not private */
  struct termios before, taken;
} at_terminal;

void leave_keys_taken(const struct termios *before, const struct termios *taken) {
  at_terminal.before = *before;
  at_terminal.taken = *taken;
  at_terminal.keys_taken = 1;
}

void leave_keys_given_back(void) { at_terminal.keys_taken = 0; }
void leave_private(const char *clearing) { at_terminal.clearing = clearing; }
bool leave_was_stopped(void) { return at_terminal.was_stopped; }

void leave_note_stop(void) {
  if (!at_terminal.clearing) return;
  at_terminal.was_stopped = 1;
  output_mute(true);
}

void leave_come_back(void) {
  at_terminal.was_stopped = 0;
  output_mute(false);
}

/* A process that is not in the foreground leaves the terminal to the one that is. */
static bool is_in_foreground(void) { return tcgetpgrp(STDIN_FILENO) == getpgrp(); }

void leave_take_keys_again(void) {
  int before = errno;
  if (at_terminal.keys_taken && is_in_foreground()) tcsetattr(STDIN_FILENO, TCSANOW, &at_terminal.taken);
  errno = before;
}

void leave_tidy(void) {
  int before = errno;
  if (is_in_foreground()) {
    if (at_terminal.clearing) output_command_now(at_terminal.clearing);
    if (at_terminal.keys_taken) {
      output_command_now(SCREEN_PASTES_PLAIN);
      tcsetattr(STDIN_FILENO, TCSANOW, &at_terminal.before);
    }
  }
  errno = before;
}

/* Unless the signal is ignored, or somebody else has taken it. */
static void take_if_free(int number, const struct sigaction *ours) {
  struct sigaction usual;
  if (sigaction(number, NULL, &usual) == 0 && !(usual.sa_flags & SA_SIGINFO) && usual.sa_handler == SIG_DFL)
    sigaction(number, ours, NULL);
}

/* The signal comes again once this has returned. */
static void tidy_and_end(int number) {
  leave_tidy();
  signal(number, SIG_DFL);
  raise(number);
}

static void watch_stop(void);

static void tidy_and_stop(int number) {
  int before = errno;
  sigset_t stop, mask;
  sigemptyset(&stop);
  sigaddset(&stop, number);
  leave_tidy();
  leave_note_stop();
  signal(number, SIG_DFL);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &stop, &mask); /* here it stops, and goes on later */
  sigprocmask(SIG_SETMASK, &mask, NULL);
  watch_stop();
  errno = before;
}

static void watch_stop(void) {
  struct sigaction ours = { .sa_handler = tidy_and_stop, .sa_flags = SA_RESTART };
  sigemptyset(&ours.sa_mask);
  take_if_free(SIGTSTP, &ours);
}

void leave_watch(void) {
  static const int deadly[] = { SIGINT,    SIGTERM, SIGHUP,  SIGQUIT, SIGILL,  SIGTRAP, SIGABRT,
                                SIGBUS,    SIGFPE,  SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE, SIGALRM,
                                SIGVTALRM, SIGPROF, SIGXCPU, SIGSYS,  SIGXFSZ };
  struct sigaction ours = { .sa_handler = tidy_and_end };
  sigfillset(&ours.sa_mask);
  output_watch_terminal();
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) take_if_free(deadly[i], &ours);
  watch_stop();
}
