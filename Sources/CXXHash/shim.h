// On x86-64 the library picks the widest instructions at run time, by functions of other names.
#pragma once
#include <xxhash.h>
#if defined(__x86_64__) && __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h>
#undef XXH3_64bits_update
static inline XXH_errorcode sluice_hash(XXH3_state_t *state, const void *bytes, size_t count) {
  return XXH3_64bits_update_dispatch(state, bytes, count);
}
#else
static inline XXH_errorcode sluice_hash(XXH3_state_t *state, const void *bytes, size_t count) {
  return XXH3_64bits_update(state, bytes, count);
}
#endif
