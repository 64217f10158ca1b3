/* For C code that rules call with `extern fn` (docs/ffi.md). It can do without this header, which only lets it state the
 * types of its functions: the symbols of a library have none, so nobody else could notice that rules and C code differ.
 *
 *   TRV_EXTERN(best, "(list of int) -> int")
 *   int32_t best(const int32_t *xs, int32_t xs_count) { … }
 *
 * The text is that which `trvm check` prints for the function. It is compared when the library is loaded. */
#ifndef TRV_EXTERN_H
#define TRV_EXTERN_H

#include <stdint.h>

#ifdef __cplusplus
#define TRV_EXTERN(name, types) extern "C" const char name##_trv[]; extern "C" const char name##_trv[] = types;
#else
#define TRV_EXTERN(name, types) extern const char name##_trv[]; const char name##_trv[] = types;
#endif

#endif
