/* Parts of an instruction, each read from memory with one load where the byte order allows it; for the interpreter,
 * which does little else. All others take an instruction apart with the functions of program.h. */
#ifndef TRV_VM_FETCH_H
#define TRV_VM_FETCH_H

#include "vm/program.h"

#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define TRV_OPERANDS_IN_MEMORY 1
typedef uint16_t __attribute__((may_alias)) operand;
typedef int32_t __attribute__((may_alias)) long_operand;
static inline unsigned ins_op_at(const instruction *at) { return *(const uint8_t *)at; }
static inline unsigned ins_n_at(const instruction *at) { return ((const uint8_t *)at)[1]; }
static inline unsigned ins_a_at(const instruction *at) { return ((const operand *)at)[1]; }
static inline unsigned ins_b_at(const instruction *at) { return ((const operand *)at)[2]; }
static inline unsigned ins_c_at(const instruction *at) { return ((const operand *)at)[3]; }
static inline int32_t ins_bc_at(const instruction *at) { return ((const long_operand *)at)[1]; }
#else
#define TRV_OPERANDS_IN_MEMORY 0
static inline unsigned ins_n_at(const instruction *at) { return ins_n(*at); }
static inline unsigned ins_a_at(const instruction *at) { return ins_a(*at); }
static inline unsigned ins_b_at(const instruction *at) { return ins_b(*at); }
static inline unsigned ins_c_at(const instruction *at) { return ins_c(*at); }
#endif

#endif
