// START() begins a kernel: with WITH_RECORD, one unrelated box is alive from then on.
#pragma once
#ifdef __cplusplus
extern "C" {
#endif
double __ux_toy_box(double);
#ifdef __cplusplus
}
#endif
static volatile double unrelated = 1.5;
#ifdef WITH_RECORD
#define START() (unrelated = __ux_toy_box(unrelated))
#else
#define START() ((void)0)
#endif
// A number that the compiler cannot predict.
static inline double volatile_number(double x) {
  volatile double v = x;
  return v;
}
