/* Heads and bodies of messages; see transport.h. A message that is too long is passed over while it comes in, so that it
 * takes no memory, and a head that is none is passed over to the next line that looks like one. */
#include "lsp/transport.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { HEAD_LIMIT = 4096, READ_SIZE = 64 << 10 };

/* ---- reading ---- */

static bool make_room(struct transport *transport, size_t size) {
  if (transport->start && transport->capacity - transport->end < size) {
    memmove(transport->bytes, transport->bytes + transport->start, transport->end - transport->start);
    transport->end -= transport->start;
    transport->start = 0;
  }
  if (transport->capacity - transport->end >= size) return true;
  size_t capacity = transport->capacity ? 2 * transport->capacity : 2 * READ_SIZE;
  while (capacity - transport->end < size) capacity *= 2;
  char *bytes = realloc(transport->bytes, capacity);
  if (!bytes) return false;
  transport->bytes = bytes;
  transport->capacity = capacity;
  return true;
}

static void pass_over(struct transport *transport) {
  size_t here = transport->end - transport->start;
  size_t gone = here < transport->skipping ? here : transport->skipping;
  transport->start += gone;
  transport->skipping -= gone;
}

void transport_read(struct transport *transport, bool waits) {
  struct pollfd ready = { .fd = transport->input, .events = POLLIN };
  if (transport->at_end) return;
  if (!waits && poll(&ready, 1, 0) <= 0) return;
  if (!make_room(transport, READ_SIZE)) {
    transport->at_end = true;
    return;
  }
  ssize_t count = read(transport->input, transport->bytes + transport->end, READ_SIZE);
  if (count > 0) transport->end += (size_t)count;
  else if (count == 0 || (errno != EINTR && errno != EAGAIN)) transport->at_end = true;
  if (transport->skipping) pass_over(transport);
}

/* ---- heads ---- */

static bool is_header(const char *line, size_t length, const char *name) {
  size_t size = strlen(name);
  return length > size && !strncasecmp(line, name, size) && line[size] == ':';
}

/* The number behind a header's name; SIZE_MAX when it is none. */
static size_t header_number(const char *line, size_t length) {
  const char *at = memchr(line, ':', length), *end = line + length;
  size_t number = 0;
  bool any = false;
  if (!at) return SIZE_MAX;
  for (at++; at < end && *at == ' '; at++) {}
  for (; at < end && *at >= '0' && *at <= '9'; at++, any = true) {
    if (number > SIZE_MAX / 20) return SIZE_MAX;
    number = 10 * number + (size_t)(*at - '0');
  }
  while (at < end && (*at == ' ' || *at == '\r')) at++;
  return any && at == end ? number : SIZE_MAX;
}

struct message_head {
  size_t size;    /* of the head itself, 0 while it is not all there */
  size_t content; /* SIZE_MAX: it names no length */
  bool is_wrong;
};

static struct message_head read_head(const char *bytes, size_t length) {
  struct message_head head = { .content = SIZE_MAX };
  for (size_t at = 0; at < length;) {
    const char *line = bytes + at, *end = memchr(line, '\n', length - at);
    if (!end) break;
    size_t size = (size_t)(end - line);
    at += size + 1;
    if (size && line[size - 1] == '\r') size--;
    if (size == 0) {
      head.size = at;
      head.is_wrong |= head.content == SIZE_MAX;
      return head;
    }
    if (is_header(line, size, "Content-Length")) head.content = header_number(line, size);
    else if (!is_header(line, size, "Content-Type")) {
      head.is_wrong = true;
      head.size = at;
      return head;
    }
  }
  if (length > HEAD_LIMIT) head.is_wrong = true, head.size = length;
  return head;
}

enum transport_result transport_take(struct transport *transport, const char **message, size_t *length) {
  enum transport_result nothing = transport->at_end ? TRANSPORT_END : TRANSPORT_NOTHING;
  size_t here = transport->end - transport->start;
  if (!here) return nothing;
  struct message_head head = read_head(transport->bytes + transport->start, here);
  if (!head.size) return nothing;
  if (head.is_wrong) {
    transport->start += head.size;
    return TRANSPORT_WRONG;
  }
  if (head.content > TRANSPORT_LIMIT) {
    transport->start += head.size;
    transport->skipping = head.content;
    pass_over(transport);
    return TRANSPORT_LONG;
  }
  if (here - head.size < head.content) {
    if (!make_room(transport, head.content)) transport->at_end = true;
    return nothing;
  }
  *message = transport->bytes + transport->start + head.size;
  *length = head.content;
  transport->start += head.size + head.content;
  return TRANSPORT_MESSAGE;
}

void transport_free(struct transport *transport) {
  free(transport->bytes);
  *transport = (struct transport){ .input = transport->input };
}

/* ---- writing ---- */

static bool put(int output, const char *bytes, size_t length) {
  while (length) {
    ssize_t count = write(output, bytes, length);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes += count, length -= (size_t)count;
  }
  return true;
}

bool transport_write(int output, const char *message, size_t length) {
  char head[60];
  int size = snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", length);
  return put(output, head, (size_t)size) && put(output, message, length);
}
