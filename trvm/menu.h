/* What `trvm` alone offers on a terminal: games to play, saves to go on with, finished games to see again, rules to read. */
#ifndef TRVM_MENU_H
#define TRVM_MENU_H

/* Asks until something is played or the person leaves; the exit code. */
int menu_run(void);

#endif
