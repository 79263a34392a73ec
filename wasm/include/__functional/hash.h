// The library's <__functional/hash.h>, modified so that a floating-point number is hashed by the value in its box:
// equal values have equal hashes, consistent with comparisons. It uses internal names of libc++ from the version that
// comes with our compiler.
#ifndef HAZE_FUNCTIONAL_HASH
#define HAZE_FUNCTIONAL_HASH
#pragma GCC system_header

#include <__config>
#include <__functional/unary_function.h>
#include <cstddef>

extern "C" {
long long __ux_i64_particle_bits_f64(double);
int __ux_i32_particle_bits_f32(float);
double __ux_particle_of(double);
int __ux_is_long_box(long double);
double __ux_double_of_long(long double);
}

_LIBCPP_BEGIN_NAMESPACE_STD

template <class, size_t>
struct __scalar_hash;

#define HAZE_HASH(__type)                                                                                \
  template <>                                                                                            \
  struct __scalar_hash<__type, sizeof(__type) / sizeof(size_t)> : public __unary_function<__type, size_t> { \
    _LIBCPP_HIDE_FROM_ABI size_t operator()(__type) const _NOEXCEPT;                                     \
  };
HAZE_HASH(float)
HAZE_HASH(double)
HAZE_HASH(long double)
#undef HAZE_HASH

_LIBCPP_END_NAMESPACE_STD

#include_next <__functional/hash.h>

_LIBCPP_BEGIN_NAMESPACE_STD

// Hashes a number by its bits, as the library does. If the bits differ between draws, the draws are followed.
#define HAZE_HASH(__type, __integer, __bits)                                                                         \
  inline size_t __scalar_hash<__type, sizeof(__type) / sizeof(size_t)>::operator()(__type __value) const _NOEXCEPT { \
    return __scalar_hash<__integer>()(static_cast<__integer>(__bits));                                              \
  }
_LIBCPP_HIDE_FROM_ABI inline __uint128_t __bits_of_long(long double __value) {
  if (__ux_is_long_box(__value)) {
    double __narrow = __ux_double_of_long(__value);
    (void)__ux_i64_particle_bits_f64(__narrow);
    __value = __ux_particle_of(__narrow);
  }
  __uint128_t __bits;
  __builtin_memcpy(&__bits, &__value, sizeof __bits);
  return __bits;
}
HAZE_HASH(float, unsigned int, __ux_i32_particle_bits_f32(__value))
HAZE_HASH(double, unsigned long long, __ux_i64_particle_bits_f64(__value))
HAZE_HASH(long double, __uint128_t, __bits_of_long(__value))
#undef HAZE_HASH

_LIBCPP_END_NAMESPACE_STD

#endif  // HAZE_FUNCTIONAL_HASH
