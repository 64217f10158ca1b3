/* Constants: values known at compile time. */
#ifndef TRV_COMPILER_CONSTANT_H
#define TRV_COMPILER_CONSTANT_H

#include "compiler/context.h"

/* The int value of an expression at compile time; reports and returns false when it has none. */
bool constant_number(struct compilation *c, struct tree *expression, int32_t *value);
/* The slot value of an expression of type `want`, likewise. */
bool constant_value(struct compilation *c, struct tree *expression, struct type *want, int32_t *value);
/* Evaluates a checked expression; false (without a report) when it is not constant. */
bool constant_fold(struct compilation *c, const struct tree *expression, int32_t *value);
/* What an operator makes of two numbers or truths; false when nothing, as a division by 0. */
bool constant_operate(int32_t left, enum tree_operator operator, int32_t right, int32_t *value);
/* Makes sure that a const has its type and value. */
void constant_declare(struct compilation *c, struct symbol *symbol);

#endif
