// The library's <fenv.h>. WebAssembly rounds to nearest and has no exception flags. The macros for other modes are
// therefore undefined, so that programs that test for them with #ifdef work without them, and any other program gets an
// explanation.
#ifndef HAZE_FENV_H
#define HAZE_FENV_H

#include_next <fenv.h>

#define HAZE_NO_FLAG __attribute__((unavailable("WebAssembly has no flags for floating-point exceptions: test the result with isnan, isinf or a comparison")))
#define HAZE_NO_ROUNDING __attribute__((unavailable("WebAssembly rounds to nearest only")))
enum {
  FE_INVALID HAZE_NO_FLAG = 1,
  FE_DIVBYZERO HAZE_NO_FLAG = 4,
  FE_OVERFLOW HAZE_NO_FLAG = 8,
  FE_UNDERFLOW HAZE_NO_FLAG = 16,
  FE_INEXACT HAZE_NO_FLAG = 32,
  FE_DOWNWARD HAZE_NO_ROUNDING = 1024,
  FE_UPWARD HAZE_NO_ROUNDING = 2048,
  FE_TOWARDZERO HAZE_NO_ROUNDING = 3072
};
#undef HAZE_NO_FLAG
#undef HAZE_NO_ROUNDING

#endif  // HAZE_FENV_H
