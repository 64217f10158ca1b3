/* Files that are part of the library or the command: embed.awk turns a list of files into an array of these, ended by a NULL name. */
#ifndef TRV_BASE_EMBED_H
#define TRV_BASE_EMBED_H

struct embedded_file {
  const char *name; /* the path without embed.awk's prefix `strip` */
  const char *text;
};

#endif
