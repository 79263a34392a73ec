// An operator new that throws std::bad_alloc, whereas the sysroot's version terminates the program. All versions are
// weak, since a program may define its own. operator delete still comes from libc++abi and calls free.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace ux {

namespace {

void *allocate(std::size_t size, std::size_t alignment) {
  if (size == 0) size = 1;
  if (alignment <= alignof(std::max_align_t)) return std::malloc(size);
  // aligned_alloc requires a multiple of the alignment.
  std::size_t rounded = (size + alignment - 1) & ~(alignment - 1);
  return rounded < size ? nullptr : std::aligned_alloc(alignment, rounded);
}

void *allocate_or_throw(std::size_t size, std::size_t alignment) {
  for (;;) {
    if (void *memory = allocate(size, alignment)) return memory;
    std::new_handler handler = std::get_new_handler();
    // clang requests this size if the length of an array is negative or its size overflows.
    if (!handler && size == SIZE_MAX) throw std::bad_array_new_length();
    if (!handler) throw std::bad_alloc();
    handler();
  }
}

}  // namespace

}  // namespace ux

#define UX_WEAK __attribute__((weak))

UX_WEAK void *operator new(std::size_t size) { return ux::allocate_or_throw(size, 1); }

UX_WEAK void *operator new[](std::size_t size) { return ::operator new(size); }

UX_WEAK void *operator new(std::size_t size, std::align_val_t alignment) {
  return ux::allocate_or_throw(size, static_cast<std::size_t>(alignment));
}

UX_WEAK void *operator new[](std::size_t size, std::align_val_t alignment) { return ::operator new(size, alignment); }

UX_WEAK void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
  try {
    return ::operator new(size);
  } catch (...) {
    return nullptr;
  }
}

UX_WEAK void *operator new[](std::size_t size, const std::nothrow_t &) noexcept {
  try {
    return ::operator new[](size);
  } catch (...) {
    return nullptr;
  }
}

UX_WEAK void *operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  try {
    return ::operator new(size, alignment);
  } catch (...) {
    return nullptr;
  }
}

UX_WEAK void *operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  try {
    return ::operator new[](size, alignment);
  } catch (...) {
    return nullptr;
  }
}
