// The hash of a string's bytes in C++. The rewriter cannot detect that the library computes with the bytes, because the
// library's code is not optimised. The hash is therefore computed from a copy in which boxes are replaced with their
// particles.
#include <stdlib.h>

#include "box.h"

#define HASH_MEMORY "_ZNSt3__213__hash_memoryEPKvm"

size_t __real_hash_memory(const void *bytes, size_t size) __asm__("__real_" HASH_MEMORY);
size_t __wrap_hash_memory(const void *bytes, size_t size) __asm__("__wrap_" HASH_MEMORY);

size_t __wrap_hash_memory(const void *bytes, size_t size) {
  void *copy = __ux_records_alive ? malloc(size) : NULL;
  if (!copy) return __real_hash_memory(bytes, size);
  __ux_copy_particles(copy, bytes, size);
  size_t hash = __real_hash_memory(copy, size);
  free(copy);
  return hash;
}
