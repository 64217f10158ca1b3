/* Numbered work on several threads.
 *
 * Threads take blocks of consecutive numbers; finished blocks wait in a ring and are added up strictly in order, so that
 * memory does not grow with the amount of work. A block may start only when there is room for it in the ring. */
#include "trvm/ordered.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "trvm/tool.h"

enum { BLOCK_PIECES = 64, BLOCKS_PER_JOB = 8 /* wanted, so that few slow pieces keep all threads busy */ };

struct ordered_block {
  bool done;
  uint32_t count; /* pieces in it that were done */
  char *results;
};

struct ordered_run {
  const struct ordered_work *work;
  pthread_mutex_t lock;
  pthread_cond_t moved; /* a block was added up, or the run stops */
  struct ordered_block *ring;
  uint32_t ring_size;
  uint32_t block_pieces; /* in a block, but for the last: at most BLOCK_PIECES */
  uint32_t block_count, next_block, added_blocks;
  uint32_t added;   /* pieces */
  uint32_t running; /* threads that have not ended */
  bool stopped;     /* no block after the present ones counts */
};

struct worker {
  struct ordered_run *run;
  pthread_t thread;
  void *desk;
};

double ordered_clock(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void *result_at(const struct ordered_run *run, const struct ordered_block *block, uint32_t index) {
  return block->results + index * run->work->result_size;
}

static void empty_block(const struct ordered_run *run, struct ordered_block *block) {
  for (uint32_t i = 0; run->work->drop && i < block->count; i++) run->work->drop(result_at(run, block, i));
  block->done = false;
  block->count = 0;
}

/* Adds the blocks that are next in order; called with the lock held. A block that was cut short ends the result. */
static void add_blocks(struct ordered_run *run) {
  for (;;) {
    struct ordered_block *block = &run->ring[run->added_blocks % run->ring_size];
    if (!block->done) return;
    for (uint32_t i = 0; i < block->count && !run->stopped; i++)
      run->work->add(run->work->context, run->added++, result_at(run, block, i));
    uint32_t size = run->block_pieces, left = run->work->count - run->added_blocks * size;
    if (block->count < (left < size ? left : size)) run->stopped = true;
    empty_block(run, block);
    run->added_blocks++;
    pthread_cond_broadcast(&run->moved);
  }
}

/* The next block to do, or false when there is none. */
static bool take_block(struct ordered_run *run, uint32_t *block) {
  while (!interrupted && run->next_block < run->block_count && run->next_block >= run->added_blocks + run->ring_size)
    pthread_cond_wait(&run->moved, &run->lock);
  if (interrupted || run->next_block >= run->block_count) return false;
  *block = run->next_block++;
  return true;
}

static void do_block(const struct ordered_run *run, void *desk, uint32_t number, struct ordered_block *block) {
  uint32_t first = number * run->block_pieces;
  block->count = 0;
  while (block->count < run->block_pieces && first + block->count < run->work->count && !interrupted &&
         run->work->perform(desk, first + block->count, result_at(run, block, block->count)))
    block->count++;
}

static void *labour(void *context) {
  struct worker *worker = context;
  struct ordered_run *run = worker->run;
  uint32_t number;
  pthread_mutex_lock(&run->lock);
  while (take_block(run, &number)) {
    struct ordered_block *block = &run->ring[number % run->ring_size];
    pthread_mutex_unlock(&run->lock);
    do_block(run, worker->desk, number, block);
    pthread_mutex_lock(&run->lock);
    block->done = true;
    add_blocks(run);
  }
  run->running--;
  pthread_cond_broadcast(&run->moved);
  pthread_mutex_unlock(&run->lock);
  return NULL;
}

static void show_progress(const struct ordered_run *run) {
  const struct ordered_progress *progress = &run->work->progress;
  uint64_t done = progress->before + run->added;
  if (!progress->shown) return;
  output_clear_line(stderr);
  output_format(stderr, "%" PRIu64 " of %" PRIu64 " %s", done, progress->total, progress->what);
  if (done == 0) return;
  double left = (ordered_clock() - progress->begun) / (double)done * (double)(progress->total - done);
  if (left >= 90) output_format(stderr, ", %.0f minutes left", left / 60);
  else output_format(stderr, ", %.0f second%s left", left, left >= 0.5 && left < 1.5 ? "" : "s");
}

/* Waits for the threads, awake often enough to notice an interruption and to show how far they are. */
static void wait_for_end(struct ordered_run *run) {
  pthread_mutex_lock(&run->lock);
  while (run->running) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 200000000;
    if (until.tv_nsec >= 1000000000) {
      until.tv_nsec -= 1000000000;
      until.tv_sec++;
    }
    while (run->running && !interrupted && pthread_cond_timedwait(&run->moved, &run->lock, &until) == 0) {}
    if (interrupted) {
      pthread_cond_broadcast(&run->moved);
      if (run->running) pthread_cond_timedwait(&run->moved, &run->lock, &until);
    }
    show_progress(run);
  }
  pthread_mutex_unlock(&run->lock);
  if (run->work->progress.shown) output_clear_line(stderr);
}

/* How many pieces a block has: few, where they are few and slow. */
static uint32_t block_size(const struct ordered_work *work) {
  uint32_t share = work->count / (work->jobs * BLOCKS_PER_JOB);
  return share < 1 ? 1 : share > BLOCK_PIECES ? BLOCK_PIECES : share;
}

static uint32_t start_threads(struct ordered_run *run, struct worker *workers, uint32_t jobs) {
  uint32_t started = 0;
  pthread_mutex_lock(&run->lock);
  while (started < jobs && pthread_create(&workers[started].thread, NULL, labour, &workers[started]) == 0) started++;
  run->running = started;
  pthread_mutex_unlock(&run->lock);
  return started;
}

/* False when no thread could be started. */
static bool work_together(struct ordered_run *run, struct worker *workers, uint32_t jobs) {
  uint32_t started = start_threads(run, workers, jobs);
  wait_for_end(run);
  for (uint32_t i = 0; i < started; i++) pthread_join(workers[i].thread, NULL);
  return started > 0;
}

bool ordered_run(const struct ordered_work *work) {
  uint32_t size = block_size(work), blocks = work->count / size + (work->count % size != 0);
  uint32_t jobs = work->jobs < blocks ? work->jobs : blocks;
  struct ordered_run run = {
    .work = work, .ring_size = 4 * work->jobs, .block_pieces = size, .block_count = blocks, .running = 1
  };
  struct worker *workers = need_memory(NULL, jobs * sizeof *workers);
  char *results = need_memory(NULL, work->result_size * size * run.ring_size);
  run.ring = need_memory(NULL, run.ring_size * sizeof *run.ring);
  for (uint32_t b = 0; b < run.ring_size; b++)
    run.ring[b] = (struct ordered_block){ .results = results + b * size * work->result_size };
  pthread_mutex_init(&run.lock, NULL);
  pthread_cond_init(&run.moved, NULL);
  for (uint32_t i = 0; i < jobs; i++)
    workers[i] = (struct worker){ .run = &run, .desk = (char *)work->desks + i * work->desk_size };
  bool done = true;
  if (jobs == 1 && !work->progress.shown) labour(workers); /* one whom nobody watches needs no thread */
  else done = work_together(&run, workers, jobs);
  for (uint32_t b = 0; b < run.ring_size; b++) empty_block(&run, &run.ring[b]); /* those that follow one cut short */
  pthread_mutex_destroy(&run.lock);
  pthread_cond_destroy(&run.moved);
  free(run.ring);
  free(results);
  free(workers);
  return done;
}
