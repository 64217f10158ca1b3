/* Threads that do what takes time, so that the thread that talks to browsers never waits: one queue, first come, first
 * served. */
#ifndef TRV_SERVE_WORK_H
#define TRV_SERVE_WORK_H

#include <stdbool.h>
#include <stdint.h>

struct work;
typedef void work_job(void *context);

/* Owned; NULL when there is no memory or no thread can be started. */
struct work *work_new(uint32_t threads);
/* Has a job done as soon as a thread is free. False when there is no memory, or the end has begun. */
bool work_add(struct work *work, work_job *job, void *context);
/* Takes no more jobs, does those that wait, and ends its threads. */
void work_end(struct work *work);
/* Ends it, if that was not done, and frees it; NULL is nothing. */
void work_free(struct work *work);

#endif
