/* Messages over a pair of pipes: a head with the length, then the bytes. Knows nothing of what they say. */
#ifndef TRV_LSP_TRANSPORT_H
#define TRV_LSP_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>

enum { TRANSPORT_LIMIT = 64 << 20 }; /* bytes of one message */

/* What has been read and not yet taken; zeroed at first, freed by transport_free. */
struct transport {
  int input;
  char *bytes; /* owned */
  size_t start, end, capacity;
  size_t skipping; /* bytes of a message that was too long, still to come */
  bool at_end;
};

enum transport_result {
  TRANSPORT_MESSAGE,
  TRANSPORT_NOTHING, /* no whole message is there yet */
  TRANSPORT_LONG,    /* a message was longer than the limit; it is passed over */
  TRANSPORT_WRONG,   /* bytes that are no head of a message were passed over */
  TRANSPORT_END      /* there will be no more */
};
/* The next message among what was read. *message is borrowed until the next call. */
enum transport_result transport_take(struct transport *transport, const char **message, size_t *length);
/* Reads what is there; waits until something is, if `waits`. */
void transport_read(struct transport *transport, bool waits);
/* Puts a message with its head to a file descriptor; false when nobody reads it any more. */
bool transport_write(int output, const char *message, size_t length);
void transport_free(struct transport *transport);

#endif
