// Atomic access to types that are wider than the processor's own, such as `_Atomic long double` and structures. The
// compiler calls these functions, which its library lacks here. They do not lock anything, because there is only one
// thread.
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define UX_ATOMIC(name) __asm__("__atomic_" name)

void __ux_atomic_load(size_t size, const void *from, void *to, int order) UX_ATOMIC("load");
void __ux_atomic_load(size_t size, const void *from, void *to, int order) {
  (void)order;
  memcpy(to, from, size);
}

void __ux_atomic_store(size_t size, void *to, const void *from, int order) UX_ATOMIC("store");
void __ux_atomic_store(size_t size, void *to, const void *from, int order) {
  (void)order;
  memcpy(to, from, size);
}

void __ux_atomic_exchange(size_t size, void *object, const void *from, void *old, int order) UX_ATOMIC("exchange");
void __ux_atomic_exchange(size_t size, void *object, const void *from, void *old, int order) {
  (void)order;
  unsigned char *bytes = object, *before = old;
  const unsigned char *after = from;
  for (size_t i = 0; i < size; i++) {
    unsigned char byte = bytes[i];
    bytes[i] = after[i];
    before[i] = byte;
  }
}

bool __ux_atomic_compare_exchange(size_t size, void *object, void *expected, const void *desired, int success, int failure)
    UX_ATOMIC("compare_exchange");
bool __ux_atomic_compare_exchange(size_t size, void *object, void *expected, const void *desired, int success, int failure) {
  (void)success;
  (void)failure;
  bool equal = memcmp(object, expected, size) == 0;
  memcpy(equal ? object : expected, equal ? desired : object, size);
  return equal;
}

bool __ux_atomic_is_lock_free(size_t size, const volatile void *object) UX_ATOMIC("is_lock_free");
bool __ux_atomic_is_lock_free(size_t size, const volatile void *object) {
  (void)object;
  return size <= 8;
}
