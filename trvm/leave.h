/* What is left behind at a terminal when a signal ends or stops the process: keys as they were, pastes without marks, and
 * nobody's secrets on a screen that others see.
 *
 * Signals that somebody waits for (tool_watch_interruptions) are none of this, until they come a second time. */
#ifndef TRVM_LEAVE_H
#define TRVM_LEAVE_H

#include <stdbool.h>
#include <termios.h>

/* From now on each signal that would end or stop the process tidies up first, and does so then; but for those that are
 * ignored or that somebody else has taken, and SIGKILL and SIGSTOP. */
void leave_watch(void);
/* The keys of the terminal come to this process, and pastes are marked; `before` is how it was, `taken` how it is now. */
void leave_keys_taken(const struct termios *before, const struct termios *taken);
void leave_keys_given_back(void);
/* The process goes on, and the shell has set the terminal back meanwhile. Safe in a signal handler, where it has to be
 * done: a read that has begun, or is about to, would wait for a whole line. */
void leave_take_keys_again(void);
/* The screen shows what others must not see until this is sent to it (screen_clearing; NULL: it shows nothing of that
 * kind, or nothing any more). */
void leave_private(const char *clearing);
/* The process was stopped, or goes on. While the screen is private, nothing more is shown then: whoever had it go on may be
 * somebody else. Safe in a signal handler. */
void leave_note_stop(void);
bool leave_was_stopped(void);
/* The screen is to be cleared, and then shows everything again. */
void leave_come_back(void);
/* Tidies up; safe in a signal handler. */
void leave_tidy(void);

#endif
