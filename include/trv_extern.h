/* For C code that rules call with `extern fn` (docs/ffi.md). Optional: it lets C code state the types of its functions.
 * The symbols of a library have no types, so without it a difference between rules and C code goes unnoticed.
 *
 *   TRV_EXTERN(best, "(list of int) -> int")
 *   int32_t best(const int32_t *xs, int32_t xs_count) { … }
 *
 * The text is what `trvm check` prints for the function. It is compared when the library is loaded. */
#ifndef TRV_EXTERN_H
#define TRV_EXTERN_H

#include <stdint.h>

#ifdef __cplusplus
#define TRV_EXTERN(name, types) extern "C" const char name##_trv[]; extern "C" const char name##_trv[] = types;
#else
#define TRV_EXTERN(name, types) extern const char name##_trv[]; const char name##_trv[] = types;
#endif

#endif
