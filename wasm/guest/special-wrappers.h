// Wrappers of math functions: errors in errno, and library functions of one argument replaced with our own (special/).
#pragma once
#include <errno.h>

#include "box.h"
#include "special.h"

#define SINGLE UX_SINGLE_PRECISION

// Distinguishes operations of two arguments from those of one argument with the same number.
#define UX_OF_TWO(op) ((op) + SINGLE)
#define UX_CANNOT_FAIL(op)                                                                      \
  ((op) == UX_OF_TWO(UX_BINARY_COPYSIGN) || (op) == UX_OF_TWO(UX_BINARY_ATAN2) ||               \
   (op) == UX_OF_TWO(UX_BINARY_FMAX) || (op) == UX_OF_TWO(UX_BINARY_FMIN))
#define UX_UNDERFLOWS(op)                                                                       \
  (((op) >= UX_UNARY_ERFC && (op) <= UX_UNARY_EXP10) || (op) == UX_OF_TWO(UX_BINARY_LDEXP) ||   \
   (op) == UX_OF_TWO(UX_BINARY_POW))
#define UX_IS_PLAIN(op, r) (UX_CANNOT_FAIL(op) || ((r) - (r) == 0 && !(UX_UNDERFLOWS(op) && (r) == 0)))

// True for functions that call exp internally, where it may underflow without an error of the function.
#define UX_CALLS_EXP(op) ((op) == UX_UNARY_ERF || (op) == UX_UNARY_ERFC)

// Evaluates to `result`, and sets errno, as promised by math_errhandling, if the result is an error for the argument x.
#define UX_CHECKED(op, result, x)                                   \
  ({                                                                \
    const int before = UX_CALLS_EXP(op) ? errno : 0;                \
    __typeof__(result) checked = (result);                          \
    if (UX_CALLS_EXP(op)) errno = before;                           \
    if (!__builtin_expect(UX_IS_PLAIN(op, checked), 1)) {           \
      __typeof__(checked) from = (x);                               \
      if (checked != checked) {                                     \
        if (from == from) errno = EDOM;                             \
      } else if (from - from == 0 && (from != 0 || checked != 0)) { \
        errno = ERANGE;                                             \
      }                                                             \
    }                                                               \
    checked;                                                        \
  })
// An argument that is infinite or NaN, else the first argument.
#define UX_LEADING(x, y) ((x) == (x) && (y) - (y) != 0 ? (y) : (x))

#define SPECIAL(name, op, ours)                                                      \
  double __wrap_##name(double x) {                                                   \
    ux_handle h = __ux_handle64(x);                                                  \
    if (h) x = __ux_record_particle(h);                                              \
    double r = UX_CHECKED(op, ours(x), x);                                           \
    return h ? __ux_box64(__ux_core_unary(op, h, r), r) : r;                         \
  }                                                                                  \
  float __wrap_##name##f(float x) {                                                  \
    ux_handle h = __ux_handle32(x);                                                  \
    if (h) x = (float)__ux_record_particle(h);                                       \
    float r = UX_CHECKED(op, (float)ours(x), x);                                     \
    return h ? __ux_box32(__ux_core_unary((op) | SINGLE, h, r), r) : r;              \
  }
