/* A queue of jobs and the threads that do them: see work.h. */
#include "serve/work.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct work_item {
  work_job *job;
  void *context;
  struct work_item *next;
};

struct work {
  pthread_mutex_t lock;
  pthread_cond_t added;
  struct work_item *first, **end;
  bool is_ending;
  uint32_t threads;
  pthread_t ids[];
};

/* The next job, or NULL when there will be no more; waits for one. */
static struct work_item *take(struct work *work) {
  pthread_mutex_lock(&work->lock);
  while (!work->first && !work->is_ending) pthread_cond_wait(&work->added, &work->lock);
  struct work_item *item = work->first;
  if (item) {
    work->first = item->next;
    if (!work->first) work->end = &work->first;
  }
  pthread_mutex_unlock(&work->lock);
  return item;
}

static void *run(void *context) {
  for (struct work_item *item; (item = take(context));) {
    item->job(item->context);
    free(item);
  }
  return NULL;
}

/* Signals are for the thread that waits for them. */
static bool start_thread(struct work *work) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool started = pthread_create(&work->ids[work->threads], NULL, run, work) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (started) work->threads++;
  return started;
}

struct work *work_new(uint32_t threads) {
  struct work *work = calloc(1, sizeof *work + threads * sizeof *work->ids);
  if (!work) return NULL;
  pthread_mutex_init(&work->lock, NULL);
  pthread_cond_init(&work->added, NULL);
  work->end = &work->first;
  for (uint32_t i = 0; i < threads && start_thread(work); i++) {}
  if (work->threads == threads) return work;
  work_free(work);
  return NULL;
}

bool work_add(struct work *work, work_job *job, void *context) {
  struct work_item *item = malloc(sizeof *item);
  if (!item) return false;
  *item = (struct work_item){ job, context, NULL };
  pthread_mutex_lock(&work->lock);
  bool is_taken = !work->is_ending;
  if (is_taken) {
    *work->end = item;
    work->end = &item->next;
    pthread_cond_signal(&work->added);
  }
  pthread_mutex_unlock(&work->lock);
  if (!is_taken) free(item);
  return is_taken;
}

void work_end(struct work *work) {
  pthread_mutex_lock(&work->lock);
  work->is_ending = true;
  pthread_cond_broadcast(&work->added);
  pthread_mutex_unlock(&work->lock);
  for (uint32_t i = 0; i < work->threads; i++) pthread_join(work->ids[i], NULL);
  work->threads = 0;
}

void work_free(struct work *work) {
  if (!work) return;
  work_end(work);
  pthread_cond_destroy(&work->added);
  pthread_mutex_destroy(&work->lock);
  free(work);
}
