/* What is left behind at a terminal when a signal ends the process: keys as they were, pastes without marks, and nobody's
 * secrets on a screen that others see.
 *
 * Signals that can be waited for (tool_watch_interruptions) are none of this, until they come a second time. */
#ifndef TRVM_LEAVE_H
#define TRVM_LEAVE_H

#include <stdbool.h>
#include <termios.h>

/* From now on each signal that would end the process tidies up first, and ends it then; but for those that are ignored or
 * that somebody else has taken. */
void leave_watch(void);
/* The keys of the terminal come to this process, and pastes are marked; `before` is how it was. */
void leave_keys_taken(const struct termios *before);
void leave_keys_given_back(void);
/* Whether the screen shows what others must not see; it obeys the command that clears it. */
void leave_private(bool is_private);
/* Tidies up; safe in a signal handler. */
void leave_tidy(void);

#endif
