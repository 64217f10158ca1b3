/* measure SECONDS COMMAND…: runs a command and tells what it cost, on the last line of its own standard error:
 * instructions of the processor outside of the system (-1 where the machine does not count them), microseconds of the
 * processor, kilobytes of memory at the most, and the status (negative: the signal). A small program of its own, since
 * the memory of whoever starts a command counts as the command's until it begins. */
#include <linux/perf_event.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* A counter that begins when the child executes the command; -1: there is none. */
static int count_instructions(pid_t child) {
  struct perf_event_attr wanted = { .type = PERF_TYPE_HARDWARE,
                                    .size = sizeof wanted,
                                    .config = PERF_COUNT_HW_INSTRUCTIONS,
                                    .disabled = 1,
                                    .inherit = 1,
                                    .exclude_kernel = 1,
                                    .exclude_hv = 1,
                                    .enable_on_exec = 1 };
  return (int)syscall(SYS_perf_event_open, &wanted, child, -1, -1, 0);
}

static _Noreturn void become(char **command, unsigned seconds, int ready) {
  char byte;
  if (read(ready, &byte, 1) != 1) _exit(126);
  close(ready);
  alarm(seconds);
  execvp(command[0], command);
  _exit(127);
}

int main(int count, char **arguments) {
  int ready[2], status = 0;
  if (count < 3 || pipe(ready) != 0) return 2;
  pid_t child = fork();
  if (child < 0) return 2;
  if (child == 0) become(arguments + 2, (unsigned)strtoul(arguments[1], NULL, 10), ready[0]);
  int counter = count_instructions(child);
  int64_t instructions = -1;
  struct rusage used;
  if (write(ready[1], "", 1) != 1 || wait4(child, &status, 0, &used) != child) return 2;
  if (counter >= 0 && read(counter, &instructions, sizeof instructions) != sizeof instructions) instructions = -1;
  long microseconds = (long)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 +
                      (long)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  fprintf(stderr, "\n%lld %ld %ld %d\n", (long long)instructions, microseconds, used.ru_maxrss,
          WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
  return 0;
}
