/* Event streams: what a browser is sent when something happens at its table.
 *
 * A message is a whole event, which tells all that its viewer may know at that moment. So a reader who is slow or was away
 * misses nothing by being sent only the newest one, and at most two messages wait for anybody. Streams belong to the table
 * they show and to the connection that reads them, whichever ends later.
 * The list of a table is used under the lock of the table; a stream has a lock of its own for the two threads that meet
 * there, the one that tells and the one that sends. */
#ifndef TRV_SERVE_STREAM_H
#define TRV_SERVE_STREAM_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stream;
struct stream_list { struct stream *first; };

/* An event as it is sent, shared by all streams that show the same; text is copied. Owned; NULL without memory. */
struct stream_message;
struct stream_message *stream_message_new(uint64_t stamp, const char *text, size_t length);
void stream_message_drop(struct stream_message *message);

/* A stream for this viewer (a seat, or -1) in the list; borrowed from it. NULL without memory. */
struct stream *stream_add(struct stream_list *list, int viewer);
/* The connection that reads it from now on. The response is owned. */
struct MHD_Response *stream_attach(struct stream *stream, struct MHD_Connection *connection);
/* Nobody will attach to it any more. */
void stream_abandon(struct stream *stream);
int stream_viewer(const struct stream *stream);

/* Has a message sent to all streams of this viewer. */
void stream_tell(struct stream_list *list, int viewer, struct stream_message *message);
/* How many streams of this viewer are read by somebody; forgets those that are not. */
size_t stream_count(struct stream_list *list, int viewer);
/* Wakes those whose browsers have hung up, which nobody notices while they sleep; they do not count any more. */
void stream_list_probe(struct stream_list *list);
/* Sends a sign of life to streams that have been quiet since the last call. */
void stream_list_ping(struct stream_list *list);
/* Ends all streams of this viewer. */
void stream_end(struct stream_list *list, int viewer);
/* Ends all streams. */
void stream_list_free(struct stream_list *list);

#endif
