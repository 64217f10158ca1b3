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

static _Noreturn void run_command(const char *command, const int ends[2]) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  tool_forget_memory_limit();
  setpgid(0, 0);
  if (dup2(ends[0], STDIN_FILENO) >= 0 && dup2(ends[1], STDOUT_FILENO) >= 0)
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

static _Noreturn void keep(const char *command, const int ends[2], int line, int highest) {
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
    if (file != line) close(file);
  char byte;
  while (read(line, &byte, 1) < 0 && errno == EINTR) {}
  kill_all(process);
  _exit(0);
}

/* ---- from the side of trvm ---- */

enum { TO, FROM, LINE, PIPES };

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
  *process = (struct guest_process){ .keeper = -1, .to = -1, .from = -1, .line = -1 };
  if (error) return error;
  process->keeper = fork();
  if (process->keeper == 0) keep(command, (const int[2]){ pipes[TO][0], pipes[FROM][1] }, pipes[LINE][0], highest);
  if (process->keeper < 0) {
    error = errno;
    close_pipes(pipes);
    return error;
  }
  close(pipes[TO][0]);
  close(pipes[FROM][1]);
  close(pipes[LINE][0]);
  process->to = pipes[TO][1];
  process->from = pipes[FROM][0];
  process->line = pipes[LINE][1];
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
