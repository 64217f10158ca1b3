/* The one place that writes to standard output and standard error.
 *
 * Whatever the source of a text (rules, compiled files, saves, bots, names of files, arguments, the system), nothing in
 * it commands a terminal: control characters of both sets become blanks; what is not UTF-8, and characters that turn or
 * hide other text, become U+FFFD. That holds for pipes and files, too, because people read these in terminals. Only
 * screen.c sends commands to a terminal, by output_command. No other file of the command prints by itself: the suite
 * `layers` looks. */
#ifndef TRVM_OUTPUT_H
#define TRVM_OUTPUT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A text in a line: line ends in it become blanks, too. */
void output_put(FILE *out, const char *text, size_t length);
/* As printf. The line ends of the format are kept; in what it is filled with, they become blanks. Written whole,
 * whatever other threads write. */
__attribute__((format(printf, 2, 3))) void output_format(FILE *out, const char *format, ...);
__attribute__((format(printf, 2, 0))) void output_format_list(FILE *out, const char *format, va_list values);
/* A text of several lines: line ends and tabs in it are kept. */
void output_lines(FILE *out, const char *text);
/* The same for what the library or a sheet (sheet.h) has coloured: its colours are kept, too. */
void output_coloured(FILE *out, const char *text);
/* A text of several lines as it would be shown, for documents that do not go to `out`; owned, NULL without memory. */
char *output_document(const char *text);
/* What only programs read, such as JSON or a formatted source: as it is, unless a terminal would get it. */
void output_data(FILE *out, const char *bytes, size_t length);
/* Whether what goes to standard output is dropped from now on; safe in a signal handler. */
void output_mute(bool is_muted);
/* Back to the start of an empty line, for progress that is told in place. */
void output_clear_line(FILE *out);
/* A command to the terminal. */
void output_command(FILE *out, const char *command);

/* ---- terminals that take nothing: stopped ones, and those whose other end nobody reads ---- */

/* Prepares for the following two; once, before signals are watched for. */
void output_watch_terminal(void);
/* From now on nothing that is written to the terminal is waited for; what it does not take is lost. False if it takes
 * nothing even now. Safe in a signal handler. */
bool output_wait_no_more(void);
/* A command to the terminal of standard output, ahead of what still waits to be written; never waits, and what is in the
 * way is dropped. Safe in a signal handler. */
void output_command_now(const char *command);

/* The character at `text` as it would be shown in a line, and its bytes in the text: who measures, measures this. */
size_t output_character(const char *text, size_t left, uint32_t *shown);
/* Whether a text of one line is shown as it is, so that it can be typed again. */
bool output_shows(const char *text);
/* The bytes of a text that are told where there is room for `most`: those of whole characters. */
size_t output_told(const char *text, size_t length, size_t most);

#endif
