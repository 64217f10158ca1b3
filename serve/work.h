/* Threads that do what takes time, so that the thread that talks to browsers never waits: one queue, first come, first
 * served. */
#ifndef TRV_SERVE_WORK_H
#define TRV_SERVE_WORK_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct work;
typedef void work_job(void *context);

/* Owned; NULL when there is no memory or no thread can be started. At most `most` jobs wait. */
struct work *work_new(uint32_t threads, size_t most);
/* Has a job done as soon as a thread is free. False when there is no memory, too many wait, or the end has begun. */
bool work_add(struct work *work, work_job *job, void *context);
/* Inside a job: becomes other than 0 when it should end, because it has taken too long or all is to end. */
const volatile sig_atomic_t *work_cancel(void);
/* To be called now and then: cancels jobs that have taken longer. */
void work_watch(struct work *work, uint32_t seconds);
/* Takes no more jobs, cancels those that run, does those that wait, and ends its threads. */
void work_end(struct work *work);
/* Ends it, if that was not done, and frees it; NULL is nothing. */
void work_free(struct work *work);

#endif
