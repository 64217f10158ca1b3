/* Tidying up a terminal when a signal ends the process: see leave.h. */
#include "trvm/leave.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "trvm/output.h"
#include "trvm/screen.h"

static struct {
  volatile sig_atomic_t keys_taken, is_private;
  struct termios before;
} at_terminal;

void leave_keys_taken(const struct termios *before) {
  at_terminal.before = *before;
  at_terminal.keys_taken = 1;
}

void leave_keys_given_back(void) { at_terminal.keys_taken = 0; }
void leave_private(bool is_private) { at_terminal.is_private = is_private; }

/* A process that is not in the foreground leaves the terminal to the one that is. */
void leave_tidy(void) {
  int before = errno;
  if (tcgetpgrp(STDIN_FILENO) == getpgrp()) {
    if (at_terminal.is_private) output_command_now(SCREEN_CLEAR);
    if (at_terminal.keys_taken) {
      output_command_now(SCREEN_PASTES_PLAIN);
      tcsetattr(STDIN_FILENO, TCSANOW, &at_terminal.before);
    }
  }
  errno = before;
}

/* The signal comes again once this has returned. */
static void tidy_and_end(int number) {
  leave_tidy();
  signal(number, SIG_DFL);
  raise(number);
}

void leave_watch(void) {
  static const int deadly[] = { SIGQUIT, SIGILL,  SIGTRAP, SIGABRT,   SIGBUS,  SIGFPE,  SIGUSR1, SIGSEGV,
                                SIGUSR2, SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGSYS,  SIGXFSZ };
  struct sigaction ours = { .sa_handler = tidy_and_end }, usual;
  sigfillset(&ours.sa_mask);
  output_watch_terminal();
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
    if (sigaction(deadly[i], NULL, &usual) == 0 && !(usual.sa_flags & SA_SIGINFO) && usual.sa_handler == SIG_DFL)
      sigaction(deadly[i], &ours, NULL);
}
