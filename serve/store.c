/* The tables on disk: see store.h.
 *
 * The statements are one list, prepared once. A change is on disk before it returns, by SQLite's log (WAL) and
 * synchronous=FULL. What several threads change while the disk is busy goes into one transaction, so that a slow disk makes
 * a choice wait but does not limit how many are made in a second. */
#include "serve/store.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { STORE_VERSION = 2, STORE_MARK = 0x7472766d /* "trvm", in SQLite's application_id */, BUSY_MILLISECONDS = 5000 };

static const char schema[] =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE tables(id TEXT PRIMARY KEY, game TEXT NOT NULL, players INTEGER NOT NULL, variants TEXT NOT NULL,"
    " settings TEXT NOT NULL, seats TEXT NOT NULL, seed TEXT NOT NULL, stamp INTEGER NOT NULL,"
    " made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP) WITHOUT ROWID;"
    "CREATE TABLE choices(id TEXT NOT NULL REFERENCES tables(id), number INTEGER NOT NULL, seat INTEGER NOT NULL,"
    " notation TEXT NOT NULL, by_bot INTEGER NOT NULL, PRIMARY KEY(id, number)) WITHOUT ROWID;"
    "PRAGMA application_id = 1953658477;" /* STORE_MARK */
    "PRAGMA user_version = 2;"            /* STORE_VERSION */
    "COMMIT;";

enum statement {
  BEGIN,
  COMMIT,
  ROLLBACK,
  ADD_TABLE,
  FIND_TABLE,
  SET_SEATS,
  SET_STAMP,
  ADD_CHOICE,
  DROP_CHOICES,
  EACH_CHOICE,
  BRANCH_TABLE,
  BRANCH_CHOICES,
  STATEMENTS
};
static const char *const statements[STATEMENTS] = {
  [BEGIN] = "BEGIN IMMEDIATE",
  [COMMIT] = "COMMIT",
  [ROLLBACK] = "ROLLBACK",
  [ADD_TABLE] = "INSERT INTO tables(id, game, variants, settings, seats, seed, players, stamp) "
                "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
  [FIND_TABLE] = "SELECT id, game, variants, settings, seats, seed, players, stamp FROM tables WHERE id = ?1",
  [SET_SEATS] = "UPDATE tables SET seats = ?2 WHERE id = ?1",
  [SET_STAMP] = "UPDATE tables SET stamp = ?2 WHERE id = ?1",
  [ADD_CHOICE] = "INSERT INTO choices(id, number, seat, notation, by_bot) VALUES(?1, ?2, ?3, ?4, ?5)",
  [DROP_CHOICES] = "DELETE FROM choices WHERE id = ?1 AND number >= ?2",
  [EACH_CHOICE] = "SELECT number, seat, notation, by_bot FROM choices WHERE id = ?1 ORDER BY number",
  [BRANCH_TABLE] = "INSERT INTO tables(id, game, variants, settings, seats, seed, players, stamp) "
                   "SELECT ?2, game, variants, settings, ?3, seed, players, stamp FROM tables WHERE id = ?1",
  [BRANCH_CHOICES] = "INSERT INTO choices(id, number, seat, notation, by_bot) "
                     "SELECT ?2, number, seat, notation, by_bot FROM choices WHERE id = ?1 AND number < ?3",
};

/* Somebody who waits for the transaction that holds his change. */
struct store_waiter {
  bool is_settled, is_done;
  struct store_waiter *next;
};

struct store {
  pthread_mutex_t lock;
  atomic_uint coming;       /* threads that have a change and not yet the lock */
  bool is_open, has_failed; /* of the transaction */
  struct store_waiter *waiters;
  pthread_cond_t settled;
  sqlite3 *base;
  sqlite3_stmt *prepared[STATEMENTS];
};

/* ---- opening ---- */

static bool number_of(sqlite3 *base, const char *pragma, int *number) {
  sqlite3_stmt *statement = NULL;
  bool read =
      sqlite3_prepare_v2(base, pragma, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW;
  if (read) *number = sqlite3_column_int(statement, 0);
  sqlite3_finalize(statement);
  return read;
}

static bool is_empty(sqlite3 *base) {
  int objects = 1;
  return number_of(base, "SELECT count(*) FROM sqlite_schema", &objects) && objects == 0;
}

/* False after a sentence. */
static bool check_kind(sqlite3 *base, const char *file, char *why, size_t size) {
  int mark = 0, version = 0;
  if (!number_of(base, "PRAGMA application_id", &mark) || !number_of(base, "PRAGMA user_version", &version))
    snprintf(why, size, "`%s`: %s", file, sqlite3_errmsg(base));
  else if (mark != STORE_MARK) snprintf(why, size, "`%s` holds something else than tables of trvm", file);
  else if (version != STORE_VERSION)
    snprintf(why, size, "`%s` was written by another version of trvm (its form is %d, here %d)", file, version,
             STORE_VERSION);
  else return true;
  return false;
}

/* False after a sentence. SQLite itself would find out only where it reads. */
static bool check_inside(sqlite3 *base, const char *file, char *why, size_t size) {
  sqlite3_stmt *statement = NULL;
  bool read = sqlite3_prepare_v2(base, "PRAGMA quick_check(1)", -1, &statement, NULL) == SQLITE_OK &&
              sqlite3_step(statement) == SQLITE_ROW;
  const char *found = read ? (const char *)sqlite3_column_text(statement, 0) : sqlite3_errmsg(base);
  bool is_well = read && found && strcmp(found, "ok") == 0;
  if (!is_well)
    snprintf(why, size, "`%s` is damaged: take a copy that was made of it, or another file (%.200s)", file,
             found ? found : "");
  sqlite3_finalize(statement);
  return is_well;
}

static bool run(sqlite3 *base, const char *text) { return sqlite3_exec(base, text, NULL, NULL, NULL) == SQLITE_OK; }

static bool set_up(struct store *store, const char *file, char *why, size_t size) {
  sqlite3 *base = store->base;
  sqlite3_busy_timeout(base, BUSY_MILLISECONDS);
  if (is_empty(base) && !run(base, schema)) return snprintf(why, size, "`%s`: %s", file, sqlite3_errmsg(base)), false;
  if (!check_kind(base, file, why, size) || !check_inside(base, file, why, size)) return false;
  bool works = run(base, "PRAGMA journal_mode = WAL") && run(base, "PRAGMA synchronous = FULL") &&
               run(base, "BEGIN IMMEDIATE; COMMIT"); /* a file that cannot be written is told now */
  for (size_t i = 0; works && i < STATEMENTS; i++)
    works =
        sqlite3_prepare_v3(base, statements[i], -1, SQLITE_PREPARE_PERSISTENT, &store->prepared[i], NULL) == SQLITE_OK;
  if (!works) snprintf(why, size, "`%s`: %s", file, sqlite3_errmsg(base));
  return works;
}

struct store *store_open(const char *file, char *why, size_t why_size) {
  struct store *store = calloc(1, sizeof *store);
  if (!store) return snprintf(why, why_size, "out of memory"), NULL;
  pthread_mutex_init(&store->lock, NULL);
  pthread_cond_init(&store->settled, NULL);
  mode_t before = umask(077);
  int status =
      sqlite3_open_v2(file, &store->base, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
  umask(before);
  if (status != SQLITE_OK) snprintf(why, why_size, "`%s`: %s", file, sqlite3_errmsg(store->base));
  if (status == SQLITE_OK && set_up(store, file, why, why_size)) return store;
  store_close(store);
  return NULL;
}

void store_close(struct store *store) {
  if (!store) return;
  for (size_t i = 0; i < STATEMENTS; i++) sqlite3_finalize(store->prepared[i]);
  sqlite3_close(store->base);
  pthread_cond_destroy(&store->settled);
  pthread_mutex_destroy(&store->lock);
  free(store);
}

/* ---- statements ---- */

static sqlite3_stmt *begin(struct store *store, enum statement which, const char *id) {
  sqlite3_stmt *statement = store->prepared[which];
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  if (id) sqlite3_bind_text(statement, 1, id, -1, SQLITE_STATIC);
  return statement;
}

/* Runs a statement that gives nothing. */
static bool finish(sqlite3_stmt *statement) {
  bool done = sqlite3_step(statement) == SQLITE_DONE;
  sqlite3_reset(statement);
  return done;
}

static bool finish_plain(struct store *store, enum statement which) { return finish(begin(store, which, NULL)); }

static bool set_stamp(struct store *store, const char *id, uint64_t stamp) {
  sqlite3_stmt *statement = begin(store, SET_STAMP, id);
  sqlite3_bind_int64(statement, 2, (sqlite3_int64)stamp);
  return finish(statement);
}

/* ---- changes ---- */

/* Takes the lock, with a transaction open; false when there can be none. */
static bool begin_change(struct store *store) {
  atomic_fetch_add(&store->coming, 1);
  pthread_mutex_lock(&store->lock);
  atomic_fetch_sub(&store->coming, 1);
  if (!store->is_open) store->is_open = finish_plain(store, BEGIN);
  return store->is_open;
}

/* All changes of the transaction, or none. */
static void settle(struct store *store) {
  bool done = !store->has_failed && finish_plain(store, COMMIT);
  if (!done) finish_plain(store, ROLLBACK);
  for (struct store_waiter *waiter = store->waiters; waiter; waiter = waiter->next) {
    waiter->is_settled = true;
    waiter->is_done = done;
  }
  store->waiters = NULL;
  store->is_open = store->has_failed = false;
  pthread_cond_broadcast(&store->settled);
}

/* Gives the lock back once the change is on disk, or is not; whether it is. The last of those who come at once writes for
 * all of them. */
static bool end_change(struct store *store, bool is_made) {
  struct store_waiter own = { .next = store->waiters };
  store->waiters = &own;
  store->has_failed |= !is_made;
  if (atomic_load(&store->coming) == 0) settle(store);
  while (!own.is_settled) pthread_cond_wait(&store->settled, &store->lock);
  pthread_mutex_unlock(&store->lock);
  return own.is_done;
}

/* ---- tables ---- */

bool store_branch(struct store *store, const char *from, const char *id, const char *seats, uint32_t choices) {
  bool made = begin_change(store);
  sqlite3_stmt *table = begin(store, BRANCH_TABLE, from), *copies = begin(store, BRANCH_CHOICES, from);
  sqlite3_bind_text(table, 2, id, -1, SQLITE_STATIC);
  sqlite3_bind_text(table, 3, seats, -1, SQLITE_STATIC);
  sqlite3_bind_text(copies, 2, id, -1, SQLITE_STATIC);
  sqlite3_bind_int64(copies, 3, choices);
  return end_change(store, made && finish(table) && finish(copies));
}

bool store_add_table(struct store *store, const struct store_table *table) {
  bool made = begin_change(store);
  sqlite3_stmt *statement = begin(store, ADD_TABLE, table->id);
  const char *texts[] = { table->game, table->variants, table->settings, table->seats, table->seed };
  for (int i = 0; i < 5; i++) sqlite3_bind_text(statement, i + 2, texts[i], -1, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 7, table->players);
  sqlite3_bind_int64(statement, 8, (sqlite3_int64)table->stamp);
  return end_change(store, made && finish(statement));
}

static const char *text_of(sqlite3_stmt *statement, int column) {
  const unsigned char *text = sqlite3_column_text(statement, column);
  return text ? (const char *)text : "";
}

bool store_find_table(struct store *store, const char *id,
                      bool (*found)(void *context, const struct store_table *table), void *context) {
  pthread_mutex_lock(&store->lock);
  sqlite3_stmt *statement = begin(store, FIND_TABLE, id);
  bool is_there = sqlite3_step(statement) == SQLITE_ROW;
  if (is_there)
    is_there = found(context, &(struct store_table){ .id = text_of(statement, 0),
                                                     .game = text_of(statement, 1),
                                                     .variants = text_of(statement, 2),
                                                     .settings = text_of(statement, 3),
                                                     .seats = text_of(statement, 4),
                                                     .seed = text_of(statement, 5),
                                                     .players = (uint32_t)sqlite3_column_int64(statement, 6),
                                                     .stamp = (uint64_t)sqlite3_column_int64(statement, 7) });
  sqlite3_reset(statement);
  pthread_mutex_unlock(&store->lock);
  return is_there;
}

bool store_set_seats(struct store *store, const char *id, const char *seats) {
  bool made = begin_change(store);
  sqlite3_stmt *statement = begin(store, SET_SEATS, id);
  sqlite3_bind_text(statement, 2, seats, -1, SQLITE_STATIC);
  return end_change(store, made && finish(statement));
}

/* ---- choices, and the stamp of the table after them ---- */

bool store_add_choice(struct store *store, const char *id, const struct store_choice *choice, uint64_t stamp) {
  bool made = begin_change(store);
  sqlite3_stmt *statement = begin(store, ADD_CHOICE, id);
  sqlite3_bind_int64(statement, 2, choice->number);
  sqlite3_bind_int64(statement, 3, choice->seat);
  sqlite3_bind_text(statement, 4, choice->notation, -1, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 5, choice->by_bot);
  return end_change(store, made && finish(statement) && set_stamp(store, id, stamp));
}

bool store_keep_choices(struct store *store, const char *id, uint32_t count, uint64_t stamp) {
  bool made = begin_change(store);
  sqlite3_stmt *statement = begin(store, DROP_CHOICES, id);
  sqlite3_bind_int64(statement, 2, count);
  return end_change(store, made && finish(statement) && set_stamp(store, id, stamp));
}

bool store_each_choice(struct store *store, const char *id,
                       bool (*each)(void *context, const struct store_choice *choice), void *context) {
  bool goes_on = true;
  int status = SQLITE_DONE;
  pthread_mutex_lock(&store->lock);
  sqlite3_stmt *statement = begin(store, EACH_CHOICE, id);
  while (goes_on && (status = sqlite3_step(statement)) == SQLITE_ROW)
    goes_on = each(context, &(struct store_choice){ .number = (uint32_t)sqlite3_column_int64(statement, 0),
                                                    .seat = (uint32_t)sqlite3_column_int64(statement, 1),
                                                    .notation = text_of(statement, 2),
                                                    .by_bot = sqlite3_column_int(statement, 3) != 0 });
  sqlite3_reset(statement);
  pthread_mutex_unlock(&store->lock);
  return goes_on && status == SQLITE_DONE;
}
