/* A command in processes of its own, and the end of everything that it starts.
 *
 *   trvm ──── keeper ──── sh -c COMMAND ──── whatever it starts
 *
 * Between trvm and the command stands the keeper, a copy of this process that does nothing but wait. It holds one end of
 * a pipe, the life line, whose other end only trvm has: once that is closed, because the command is no longer wanted or
 * because trvm has ended, however it ended, the keeper kills the command, its group and all that descends from it, and
 * ends. Where the system says so (Linux), orphans become children of the keeper, so that none gets away by leaving its
 * group or its parent.
 *
 * A command may stop or kill its keeper, which is a process of the same user. So trvm waits for a keeper only so long,
 * and then does the keeper's work itself: on Linux, orphans of a keeper become children of trvm. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "trvm/guest.h"
#include "trvm/tool.h"

/* ---- children: only calls that are safe in a signal handler ---- */

/* Orphans among the descendants of this process become its children, where the system has that. */
static void adopt_orphans(void) {
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
}

/* Kills the children that a file of the system lists, but for those that are spared (NULL: none is); how many. Who has
 * ended is reaped. */
static size_t kill_children(const char *listed, bool (*is_spared)(pid_t child)) {
  size_t killed = 0;
  char list[4096];
  int file = open(listed, O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? 0 : read(file, list, sizeof list);
  if (file >= 0) close(file);
  pid_t process = 0;
  for (ssize_t i = 0; i < length; i++) {
    if (list[i] >= '0' && list[i] <= '9') {
      process = process * 10 + (list[i] - '0');
      continue;
    }
    if (process > 0 && !(is_spared && is_spared(process))) {
      kill(process, SIGKILL);
      waitpid(process, NULL, WNOHANG);
      killed++;
    }
    process = 0;
  }
  return killed;
}

/* ---- the keeper: after fork in a program with threads, only calls that are safe in a signal handler ---- */

enum { MOST_ROUNDS = 1000 /* of killing what goes on starting more */ };

/* Whether nothing is left. What a process had started is the keeper's child only when that process is gone: so round by
 * round. */
static bool kill_all(pid_t command) {
  kill(-command, SIGKILL);
  kill(command, SIGKILL);
  for (int round = 0; round < MOST_ROUNDS; round++) {
    kill_children("/proc/thread-self/children", NULL);
    pid_t ended = waitpid(-1, NULL, WNOHANG);
    if (ended < 0 && errno == ECHILD) return true;
    if (ended == 0) poll(NULL, 0, 1);
  }
  return false;
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

static void wake(int number) { (void)number; }

/* The end of trvm wakes the keeper, even if the command has stopped it, or holds the life line open. */
static void wake_with_end_of_parent(void) {
  sigaction(SIGCONT, &(struct sigaction){ .sa_handler = wake }, NULL);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGCONT, 0, 0, 0);
#endif
}

/* Passes on what the command says aside until the life line or the parent ends. */
static void listen_until_end(const struct ends *ends, struct guest_gate *gate, pid_t parent) {
  struct pollfd wanted[] = { { ends->line, POLLIN, 0 }, { ends->said, POLLIN, 0 } };
  while (getppid() == parent) {
    if (poll(wanted, 2, -1) < 0) continue;
    if (wanted[0].revents) return;
    if (wanted[1].revents && guest_gate_pass(gate, ends->said, ends->aside) == 0) wanted[1].fd = -1;
  }
}

static _Noreturn void keep(const char *command, const struct ends *ends, int highest, pid_t parent) {
  static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };
  setsid(); /* no terminal whose Ctrl-C could end it, or that the command could read */
  adopt_orphans();
  pid_t process = fork();
  if (process == 0) run_command(command, ends);
  if (process < 0) _exit(1);
  setpgid(process, process);
  wake_with_end_of_parent();
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
  for (int file = 0; file < highest; file++)
    if (file != ends->line && file != ends->said && file != ends->aside) close(file);
  struct guest_gate gate = { 0 };
  listen_until_end(ends, &gate, parent);
  bool is_done = kill_all(process);
  while (guest_gate_pass(&gate, ends->said, ends->aside) > 0) {} /* what it still said */
  _exit(is_done ? 0 : 1);
}

/* ---- from the side of trvm ---- */

enum { KEEPER_TIME = 500 /* milliseconds for a keeper to end, and for what is left of its work */ };

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

/* All that run, in whatever threads: what else trvm has for a child may be an orphan of a keeper. */
static struct {
  pthread_mutex_t lock;
  struct guest_process *first;
} running = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* 0 or an errno value. */
static int start_keeper(struct guest_process *process, const char *command, const struct ends *ends, int highest) {
  int error = 0;
  pid_t parent = getpid();
  adopt_orphans();
  pthread_mutex_lock(&running.lock);
  process->keeper = fork();
  if (process->keeper == 0) keep(command, ends, highest, parent);
  if (process->keeper < 0) error = errno;
  else {
    process->next = running.first;
    running.first = process;
  }
  pthread_mutex_unlock(&running.lock);
  return error;
}

static void forget_keeper(const struct guest_process *process) {
  pthread_mutex_lock(&running.lock);
  struct guest_process **at = &running.first;
  while (*at != process) at = &(*at)->next;
  *at = process->next;
  pthread_mutex_unlock(&running.lock);
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
  error = start_keeper(process, command, &ends, highest);
  if (error) {
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

/* Whether the keeper is gone, after waiting for it for a while; *status is how it ended. */
static bool keeper_has_ended(pid_t keeper, int *status) {
  int64_t deadline = tool_now() + KEEPER_TIME;
  pid_t ended;
  while ((ended = waitpid(keeper, status, WNOHANG)) == 0 && tool_now() < deadline) poll(NULL, 0, 1);
  return ended != 0;
}

/* Other keepers, and what C code has started in this process: keepers have sessions of their own, which their
 * descendants cannot leave for ours. Called with the lock held. */
static bool is_no_orphan(pid_t child) {
  if (getsid(child) == getsid(0)) return true;
  const struct guest_process *process = running.first;
  while (process && process->keeper != child) process = process->next;
  return process != NULL;
}

/* Orphans become children of the first thread. What they have started follows when they are gone: so round by round. */
static void kill_orphans(void) {
  char listed[64];
  int64_t deadline = tool_now() + KEEPER_TIME;
  size_t killed;
  snprintf(listed, sizeof listed, "/proc/self/task/%ld/children", (long)getpid());
  do {
    pthread_mutex_lock(&running.lock);
    killed = kill_children(listed, is_no_orphan);
    pthread_mutex_unlock(&running.lock);
    if (killed) poll(NULL, 0, 1);
  } while (killed && tool_now() < deadline);
}

/* The keeper ends by itself, with all that it kept, unless the command has stopped or killed it. */
static void end_keeper(pid_t keeper) {
  int status = 0;
  kill(keeper, SIGCONT);
  bool ended = keeper_has_ended(keeper, &status);
  if (ended && WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  if (!ended) {
    kill(keeper, SIGKILL);
    ended = keeper_has_ended(keeper, &status);
  }
  kill_orphans();
  if (!ended) waitpid(keeper, NULL, WNOHANG); /* an orphan may have traced it, and so held it back */
}

void guest_process_end(struct guest_process *process, int milliseconds) {
  if (process->keeper < 0) return;
  close(process->to);
  if (milliseconds) wait_for_end(process->from, milliseconds);
  close(process->from);
  close(process->line);
  end_keeper(process->keeper);
  forget_keeper(process);
  process->keeper = process->to = process->from = process->line = -1;
}
