/* A command in processes of its own, and the end of everything that it starts.
 *
 *   trvm ──── keeper ──── sh -c COMMAND ──── whatever it starts
 *
 * Between trvm and the command stands the keeper, a copy of this process that does nothing but wait. It holds one end of
 * a pipe, the life line, whose other end only trvm has: once that is closed, because the command is no longer wanted or
 * because trvm has ended, however it ended, the keeper kills the command, its group and all that descends from it, and
 * ends. Where the system says so (Linux), orphans become children of the keeper, so that none gets away by leaving its
 * group or its parent. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "trvm/guest.h"
#include "trvm/tool.h"

/* ---- the keeper: after fork in a program with threads, only calls that are safe in a signal handler ---- */

enum { MOST_ROUNDS = 1000 /* of killing what goes on starting more */ };

static void kill_children(void) {
#ifdef __linux__
  char list[4096];
  int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? 0 : read(file, list, sizeof list);
  if (file >= 0) close(file);
  pid_t process = 0;
  for (ssize_t i = 0; i < length; i++) {
    if (list[i] >= '0' && list[i] <= '9') process = process * 10 + (list[i] - '0');
    else if (process > 0) kill(process, SIGKILL), process = 0;
  }
#endif
}

/* What is left is the next keeper's child only when its parent is gone: so round by round. */
static void kill_all(pid_t command) {
  kill(-command, SIGKILL);
  kill(command, SIGKILL);
  for (int round = 0; round < MOST_ROUNDS; round++) {
    kill_children();
    pid_t ended = waitpid(-1, NULL, WNOHANG);
    if (ended < 0 && errno == ECHILD) return;
    if (ended == 0) poll(NULL, 0, 1);
  }
}

/* The ends of pipes that a command and its keeper have. */
struct ends {
  int in, out, error;    /* of the command */
  int said, aside, line; /* of the keeper: what the command says on `error` goes from `said` to `aside` */
};

static _Noreturn void run_command(const char *command, const struct ends *ends) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  tool_forget_memory_limit();
  setpgid(0, 0);
  if (dup2(ends->in, STDIN_FILENO) >= 0 && dup2(ends->out, STDOUT_FILENO) >= 0 && dup2(ends->error, STDERR_FILENO) >= 0)
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

/* Passes on what the command says aside until the life line ends. */
static void listen_until_end(const struct ends *ends, struct guest_gate *gate) {
  struct pollfd wanted[] = { { ends->line, POLLIN, 0 }, { ends->said, POLLIN, 0 } };
  for (;;) {
    if (poll(wanted, 2, -1) < 0) continue;
    if (wanted[0].revents) return;
    if (wanted[1].revents && guest_gate_pass(gate, ends->said, ends->aside) == 0) wanted[1].fd = -1;
  }
}

static _Noreturn void keep(const char *command, const struct ends *ends, int highest) {
  static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };
  setsid(); /* no terminal whose Ctrl-C could end it, or that the command could read */
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
  pid_t process = fork();
  if (process == 0) run_command(command, ends);
  if (process < 0) _exit(1);
  setpgid(process, process);
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
  for (int file = 0; file < highest; file++)
    if (file != ends->line && file != ends->said && file != ends->aside) close(file);
  struct guest_gate gate = { 0 };
  listen_until_end(ends, &gate);
  kill_all(process);
  while (guest_gate_pass(&gate, ends->said, ends->aside) > 0) {} /* what it still said */
  _exit(0);
}

/* ---- from the side of trvm ---- */

enum { TO, FROM, LINE, SAID, ASIDE, PIPES };

static void close_pipes(int pipes[PIPES][2]) {
  for (int i = 0; i < PIPES; i++)
    for (int end = 0; end < 2; end++)
      if (pipes[i][end] >= 0) close(pipes[i][end]);
}

static int open_pipes(int pipes[PIPES][2]) {
  for (int i = 0; i < PIPES; i++) pipes[i][0] = pipes[i][1] = -1;
  for (int i = 0; i < PIPES; i++) {
    if (pipe2(pipes[i], O_CLOEXEC) == 0) continue;
    int error = errno;
    close_pipes(pipes);
    return error;
  }
  return 0;
}

int guest_process_start(struct guest_process *process, const char *command) {
  enum { MOST_FILES = 65536 };
  int pipes[PIPES][2];
  long limit = sysconf(_SC_OPEN_MAX);
  int highest = limit > 0 && limit < MOST_FILES ? (int)limit : MOST_FILES;
  int error = open_pipes(pipes);
  *process = (struct guest_process){ .keeper = -1, .to = -1, .from = -1, .line = -1, .aside = -1 };
  if (error) return error;
  struct ends ends = { pipes[TO][0], pipes[FROM][1], pipes[SAID][1], pipes[SAID][0], pipes[ASIDE][1], pipes[LINE][0] };
  fcntl(ends.said, F_SETFL, O_NONBLOCK);
  fcntl(ends.aside, F_SETFL, O_NONBLOCK);
  process->keeper = fork();
  if (process->keeper == 0) keep(command, &ends, highest);
  if (process->keeper < 0) {
    error = errno;
    close_pipes(pipes);
    return error;
  }
  const int others[] = { ends.in, ends.out, ends.error, ends.said, ends.aside, ends.line };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) close(others[i]);
  process->to = pipes[TO][1];
  process->from = pipes[FROM][0];
  process->line = pipes[LINE][1];
  process->aside = pipes[ASIDE][0];
  fcntl(process->aside, F_SETFL, O_NONBLOCK);
  fcntl(process->to, F_SETFL, O_NONBLOCK);
  fcntl(process->from, F_SETFL, O_NONBLOCK);
  return 0;
}

/* Reads what is still said until the other end is closed or time is up. */
static void wait_for_end(int from, int milliseconds) {
  char said[4096];
  int64_t deadline = tool_now() + milliseconds;
  for (int64_t left; (left = deadline - tool_now()) > 0;) {
    struct pollfd wanted = { from, POLLIN, 0 };
    if (poll(&wanted, 1, (int)left) > 0 && read(from, said, sizeof said) == 0) return;
  }
}

void guest_process_end(struct guest_process *process, int milliseconds) {
  if (process->keeper < 0) return;
  close(process->to);
  if (milliseconds) wait_for_end(process->from, milliseconds);
  close(process->from);
  close(process->line);
  while (waitpid(process->keeper, NULL, 0) < 0 && errno == EINTR) {}
  process->keeper = process->to = process->from = process->line = -1;
}
