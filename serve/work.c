/* A queue of jobs and the threads that do them: see work.h. */
#include "serve/work.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

struct work_item {
  work_job *job;
  void *context;
  struct work_item *next;
};

struct work_thread {
  struct work *work;
  pthread_t id;
  int64_t since; /* when its job began; 0: it has none */
  volatile sig_atomic_t cancel;
};

struct work {
  pthread_mutex_t lock;
  pthread_cond_t added;
  struct work_item *first, **end;
  size_t waiting, most;
  bool is_ending;
  uint32_t threads;
  struct work_thread each[];
};

static _Thread_local struct work_thread *own;

const volatile sig_atomic_t *work_cancel(void) { return &own->cancel; }

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + 1;
}

/* The next job, or NULL when there will be no more; waits for one. */
static struct work_item *take(struct work_thread *thread) {
  struct work *work = thread->work;
  pthread_mutex_lock(&work->lock);
  thread->since = 0;
  thread->cancel = work->is_ending;
  while (!work->first && !work->is_ending) pthread_cond_wait(&work->added, &work->lock);
  struct work_item *item = work->first;
  if (item) {
    work->first = item->next;
    if (!work->first) work->end = &work->first;
    work->waiting--;
    thread->since = now();
  }
  pthread_mutex_unlock(&work->lock);
  return item;
}

static void *run(void *context) {
  own = context;
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
  bool started = pthread_create(&work->each[work->threads].id, NULL, run, &work->each[work->threads]) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (started) work->threads++;
  return started;
}

struct work *work_new(uint32_t threads, size_t most) {
  struct work *work = calloc(1, sizeof *work + threads * sizeof *work->each);
  if (!work) return NULL;
  work->most = most;
  for (uint32_t i = 0; i < threads; i++) work->each[i].work = work;
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
  bool is_taken = !work->is_ending && work->waiting < work->most;
  if (is_taken) {
    work->waiting++;
    *work->end = item;
    work->end = &item->next;
    pthread_cond_signal(&work->added);
  }
  pthread_mutex_unlock(&work->lock);
  if (!is_taken) free(item);
  return is_taken;
}

void work_watch(struct work *work, uint32_t seconds) {
  pthread_mutex_lock(&work->lock);
  for (uint32_t i = 0; i < work->threads; i++)
    if (work->each[i].since && now() - work->each[i].since > (int64_t)seconds) work->each[i].cancel = 1;
  pthread_mutex_unlock(&work->lock);
}

void work_end(struct work *work) {
  pthread_mutex_lock(&work->lock);
  work->is_ending = true;
  for (uint32_t i = 0; i < work->threads; i++) work->each[i].cancel = 1;
  pthread_cond_broadcast(&work->added);
  pthread_mutex_unlock(&work->lock);
  for (uint32_t i = 0; i < work->threads; i++) pthread_join(work->each[i].id, NULL);
  work->threads = 0;
}

void work_free(struct work *work) {
  if (!work) return;
  work_end(work);
  pthread_cond_destroy(&work->added);
  pthread_mutex_destroy(&work->lock);
  free(work);
}
