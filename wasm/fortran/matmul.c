// MATMUL, except for small arrays of known shape in optimised programs, which contain the loops inline.
#include "fortran-runtime.h"

#define TIMES(x, y) ((x) * (y))

// Strides are in bytes. Values are summed in the same order as in the loops that the front end emits.
#define DEFINE_MATMUL(S, T, PRODUCT)                                                                                   \
  void f_matmul_##S(T *c, const char *a, int32_t a_row, int32_t a_column, const char *b, int32_t b_row, int32_t b_column, \
                    int32_t rows, int32_t columns, int32_t inner) {                                                    \
    for (int32_t j = 0; j < columns; j++) {                                                                            \
      T *restrict out = c + (ptrdiff_t)j * rows;                                                                       \
      for (int32_t i = 0; i < rows; i++) out[i] = 0;                                                                   \
      for (int32_t k = 0; k < inner; k++) {                                                                            \
        const T y = *(const T *)(b + (ptrdiff_t)k * b_row + (ptrdiff_t)j * b_column);                                  \
        const char *x = a + (ptrdiff_t)k * a_column;                                                                   \
        if (a_row == sizeof(T)) {                                                                                      \
          const T *restrict column = (const T *)x;                                                                     \
          for (int32_t i = 0; i < rows; i++) out[i] += PRODUCT(column[i], y);                                          \
        } else for (int32_t i = 0; i < rows; i++) out[i] += PRODUCT(*(const T *)(x + (ptrdiff_t)i * a_row), y);        \
      }                                                                                                                \
    }                                                                                                                  \
  }
DEFINE_MATMUL(i4, int32_t, TIMES)
DEFINE_MATMUL(i8, int64_t, TIMES)
DEFINE_MATMUL(r4, float, TIMES)
DEFINE_MATMUL(r8, double, TIMES)
DEFINE_MATMUL(c4, float _Complex, f_mul_c4)
DEFINE_MATMUL(c8, double _Complex, f_mul_c8)
