/* Types: made from the tree, compared, measured, named in messages, described for the program. */
#ifndef TRV_COMPILER_TYPE_H
#define TRV_COMPILER_TYPE_H

#include "compiler/context.h"

struct type *type_new(struct compilation *c, enum type_kind kind);
struct type *type_of_symbol(struct compilation *c, enum type_kind kind, struct symbol *symbol);
struct type *type_optional(struct compilation *c, struct type *type);
struct type *type_required(struct compilation *c, struct type *type); /* the same without `or none` */
struct type *type_container(struct compilation *c, enum type_kind kind, struct type *element, int32_t bound);

/* The type a tree writes; reports unknown names. `deck_param` is the deck parameter in force, or NULL. */
struct type *type_resolve(struct compilation *c, struct tree *tree, struct symbol *deck_param);
/* The index type of one dimension: player, an enum or deck, or a range. */
struct type *type_dimension(struct compilation *c, struct tree *dim);

/* Number of values of a finite type (players: the most the game allows), or -1. */
int32_t type_count(const struct compilation *c, const struct type *type);
/* Number of places along a dimension: as type_count, but a range counts from its lower end. */
int32_t type_places(const struct compilation *c, const struct type *dim);
/* Slots in a frame; sets, bags, lists and arrays take an even number. */
int32_t type_slots(const struct compilation *c, const struct type *type);
int32_t type_words(const struct compilation *c, const struct type *type); /* 64-bit words of a set or bag */
bool type_is_multi(const struct type *type);                              /* takes more than one slot */
bool type_is_row(const struct type *type);                                /* of a table: no value, but with fields */
bool type_is_scalar(const struct type *type);                             /* one slot, can be stored */
/* Whether sets or bags of these values can be made: a small number of values, counted from 0. */
bool type_can_collect(const struct compilation *c, enum type_kind kind, const struct type *element);
int32_t type_none(const struct type *type); /* the slot value of `none` */

bool type_equal(const struct type *a, const struct type *b);
/* Whether a value of type `have` can stand where `want` is required. */
bool type_fits(const struct type *want, const struct type *have);
/* "player", "Place or none", "set of Terrain": as it is written in the rules; arena-owned. */
const char *type_name(struct compilation *c, const struct type *type);
/* The same in short, to compare: "int" for every range, without `or none`, the deck of a zone; NULL after an error. */
const char *type_plain_name(struct compilation *c, const struct type *type);
/* "a player", "a Place or none", "a number": as messages speak of a value; arena-owned. */
const char *type_phrase(struct compilation *c, const struct type *type);

/* The index of the type in the program's types. */
int32_t type_describe(struct compilation *c, struct type *type);

#endif
