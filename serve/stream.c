/* Event streams: see stream.h.
 *
 * A connection with nothing to send is suspended, and costs nothing. Suspending and waking happen under the lock of the
 * stream, so that no message can come between looking for one and falling asleep. */
#include "serve/stream.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct stream_message {
  atomic_uint users;
  size_t length;
  char bytes[];
};

struct stream {
  pthread_mutex_t lock;
  atomic_uint users; /* the table's list, and the connection */
  int viewer;
  struct MHD_Connection *connection; /* NULL: none yet, or none any more */
  bool is_asleep, is_ending, is_gone, was_quiet;
  struct stream_message *sending, *waiting;
  size_t sent; /* bytes of `sending` */
  struct stream *next;
};

/* ---- messages ---- */

struct stream_message *stream_message_new(uint64_t stamp, const char *text, size_t length) {
  char head[64];
  size_t head_length = (size_t)snprintf(head, sizeof head, "id: %llu\ndata: ", (unsigned long long)stamp);
  struct stream_message *message = malloc(sizeof *message + head_length + length + 2);
  if (!message) return NULL;
  atomic_init(&message->users, 1);
  message->length = head_length + length + 2;
  memcpy(message->bytes, head, head_length);
  memcpy(message->bytes + head_length, text, length);
  message->bytes[message->length - 2] = message->bytes[message->length - 1] = '\n';
  return message;
}

void stream_message_drop(struct stream_message *message) {
  if (message && atomic_fetch_sub(&message->users, 1) == 1) free(message);
}

static struct stream_message *share(struct stream_message *message) {
  atomic_fetch_add(&message->users, 1);
  return message;
}

static struct stream_message *ping_message(void) {
  static const char text[] = ": \n\n";
  struct stream_message *message = malloc(sizeof *message + sizeof text - 1);
  if (!message) return NULL;
  atomic_init(&message->users, 1);
  message->length = sizeof text - 1;
  memcpy(message->bytes, text, sizeof text - 1);
  return message;
}

/* ---- streams ---- */

struct stream *stream_add(struct stream_list *list, int viewer) {
  struct stream *stream = calloc(1, sizeof *stream);
  if (!stream) return NULL;
  pthread_mutex_init(&stream->lock, NULL);
  atomic_init(&stream->users, 2);
  stream->viewer = viewer;
  stream->next = list->first;
  return list->first = stream;
}

int stream_viewer(const struct stream *stream) { return stream->viewer; }

static void drop(struct stream *stream) {
  if (atomic_fetch_sub(&stream->users, 1) != 1) return;
  stream_message_drop(stream->sending);
  stream_message_drop(stream->waiting);
  pthread_mutex_destroy(&stream->lock);
  free(stream);
}

static void leave(void *context) {
  struct stream *stream = context;
  pthread_mutex_lock(&stream->lock);
  stream->connection = NULL;
  stream->is_gone = true;
  pthread_mutex_unlock(&stream->lock);
  drop(stream);
}

void stream_abandon(struct stream *stream) { leave(stream); }

/* Whether there is something to send, taking the next message if the last one is through. */
static bool has_more(struct stream *stream) {
  if (stream->sending && stream->sent < stream->sending->length) return true;
  stream_message_drop(stream->sending);
  stream->sending = stream->waiting;
  stream->waiting = NULL;
  stream->sent = 0;
  return stream->sending != NULL;
}

static ssize_t send_some(void *context, uint64_t position, char *buffer, size_t most) {
  struct stream *stream = context;
  ssize_t count = 0;
  (void)position;
  pthread_mutex_lock(&stream->lock);
  if (has_more(stream)) {
    size_t left = stream->sending->length - stream->sent;
    count = (ssize_t)(left < most ? left : most);
    memcpy(buffer, stream->sending->bytes + stream->sent, (size_t)count);
    stream->sent += (size_t)count;
  } else if (stream->is_ending || stream->is_gone) count = MHD_CONTENT_READER_END_OF_STREAM;
  else {
    stream->is_asleep = true;
    MHD_suspend_connection(stream->connection);
  }
  pthread_mutex_unlock(&stream->lock);
  return count;
}

struct MHD_Response *stream_attach(struct stream *stream, struct MHD_Connection *connection) {
  enum { BLOCK = 64 }; /* chunks are made in the memory of the connection */
  struct MHD_Response *response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, send_some, stream, leave);
  if (response) stream->connection = connection;
  else leave(stream);
  return response;
}

/* With the lock of the stream held. */
static void wake(struct stream *stream) {
  stream->was_quiet = false;
  if (!stream->is_asleep) return;
  stream->is_asleep = false;
  MHD_resume_connection(stream->connection);
}

/* ---- lists ---- */

void stream_tell(struct stream_list *list, int viewer, struct stream_message *message) {
  for (struct stream *stream = list->first; stream; stream = stream->next) {
    if (stream->viewer != viewer) continue;
    pthread_mutex_lock(&stream->lock);
    if (!stream->is_gone) {
      stream_message_drop(stream->waiting);
      stream->waiting = share(message);
      wake(stream);
    }
    pthread_mutex_unlock(&stream->lock);
  }
}

static bool is_gone(struct stream *stream) {
  pthread_mutex_lock(&stream->lock);
  bool gone = stream->is_gone;
  pthread_mutex_unlock(&stream->lock);
  return gone;
}

size_t stream_count(struct stream_list *list, int viewer) {
  size_t count = 0;
  for (struct stream **at = &list->first; *at;) {
    struct stream *stream = *at;
    if (is_gone(stream)) {
      *at = stream->next;
      drop(stream);
      continue;
    }
    count += stream->viewer == viewer;
    at = &stream->next;
  }
  return count;
}

/* With the lock held, of a stream that is asleep, whose connection therefore stays. */
static bool has_hung_up(const struct stream *stream) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(stream->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  char byte;
  return info && recv(info->connect_fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

void stream_list_probe(struct stream_list *list) {
  for (struct stream *stream = list->first; stream; stream = stream->next) {
    pthread_mutex_lock(&stream->lock);
    if (stream->is_asleep && has_hung_up(stream)) {
      stream->is_gone = true;
      wake(stream);
    }
    pthread_mutex_unlock(&stream->lock);
  }
}

void stream_list_ping(struct stream_list *list) {
  struct stream_message *ping = ping_message();
  for (struct stream *stream = list->first; ping && stream; stream = stream->next) {
    pthread_mutex_lock(&stream->lock);
    if (stream->was_quiet && !stream->is_gone && !stream->waiting) {
      stream->waiting = share(ping);
      wake(stream);
    }
    stream->was_quiet = true;
    pthread_mutex_unlock(&stream->lock);
  }
  stream_message_drop(ping);
}

static void end(struct stream *stream) {
  pthread_mutex_lock(&stream->lock);
  stream->is_ending = true;
  if (!stream->is_gone) wake(stream);
  pthread_mutex_unlock(&stream->lock);
  drop(stream);
}

void stream_end(struct stream_list *list, int viewer) {
  for (struct stream **at = &list->first; *at;) {
    struct stream *stream = *at;
    if (stream->viewer == viewer) {
      *at = stream->next;
      end(stream);
    } else at = &stream->next;
  }
}

void stream_list_free(struct stream_list *list) {
  while (list->first) {
    struct stream *stream = list->first;
    list->first = stream->next;
    end(stream);
  }
}
