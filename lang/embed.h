/* Files that are part of the library: embed.awk turns a list of files into an array of these, ended by a NULL name. */
#ifndef TRV_LANG_EMBED_H
#define TRV_LANG_EMBED_H

struct embedded_file {
  const char *name; /* the path without embed.awk's prefix `strip` */
  const char *text;
};

/* The pages of lang/explain, by file name ("E0101.md"). */
extern const struct embedded_file diag_explanations[];

#endif
