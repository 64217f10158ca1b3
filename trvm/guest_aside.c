/* What a command says on standard error, on its way to people. It is for them, so it is told as all texts are
 * (output.h), with the seat before it; and it is bounded, so that no command drowns a game.
 *
 *   command ──── keeper: only so much passes ──── trvm: tells it line by line
 *
 * The keeper reads whatever is said at once, so a command never waits for a reader; what it lets pass fits into a pipe,
 * so that the keeper never waits either. trvm tells it when it deals with the bot anyway. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "trvm/guest.h"
#include "trvm/tool.h"

enum { MOST_LINES = 100, LONGEST_LINE = 500 /* bytes */ };
/* Enough for all that passes the keeper; a command that writes in its place is not listened to without end. */
enum { MOST_READS = 16 };

/* ---- the keeper: only calls that are safe in a signal handler ---- */

/* Of a line that is too long one byte more passes, and of lines that are too many one: the other side then knows. */
static bool may_pass(struct guest_gate *gate, char byte) {
  if (gate->lines > MOST_LINES) return false;
  if (byte == '\n' || gate->lines == MOST_LINES) {
    gate->lines++;
    gate->length = 0;
    return true;
  }
  if (gate->length > LONGEST_LINE) return false;
  gate->length++;
  return true;
}

ssize_t guest_gate_pass(struct guest_gate *gate, int from, int to) {
  char bytes[4096];
  size_t kept = 0;
  ssize_t count = read(from, bytes, sizeof bytes);
  for (ssize_t i = 0; i < count; i++)
    if (may_pass(gate, bytes[i])) bytes[kept++] = bytes[i];
  if (kept && write(to, bytes, kept) < 0) gate->lines = MOST_LINES + 1; /* nobody listens */
  return count;
}

/* ---- from the side of trvm ---- */

static void tell_line(struct guest_aside *aside) {
  size_t length = output_told(aside->line, aside->length, LONGEST_LINE);
  fflush(stdout); /* what is said is to follow what led to it */
  output_format(stderr, "seat %u says: %.*s%s\n", aside->seat + 1, (int)length, aside->line,
                length < aside->length ? "…" : "");
  aside->length = 0;
  aside->lines++;
}

static void take(struct guest_aside *aside, char byte) {
  if (aside->lines > MOST_LINES) return;
  if (aside->lines == MOST_LINES) {
    output_format(stderr, "… more lines of seat %u are left out\n", aside->seat + 1);
    aside->lines++;
  } else if (byte == '\n') tell_line(aside);
  else if (aside->length < sizeof aside->line) aside->line[aside->length++] = byte ? byte : ' ';
}

void guest_aside_tell(struct guest_aside *aside) {
  char bytes[4096];
  for (int reads = 0; aside->from >= 0 && reads < MOST_READS; reads++) {
    ssize_t count = read(aside->from, bytes, sizeof bytes);
    if (count == 0) guest_aside_close(aside);
    if (count < 0 && errno != EINTR) return;
    for (ssize_t i = 0; i < count; i++) take(aside, bytes[i]);
  }
}

void guest_aside_close(struct guest_aside *aside) {
  if (aside->from < 0) return;
  close(aside->from);
  aside->from = -1;
  if (aside->length) tell_line(aside);
}
