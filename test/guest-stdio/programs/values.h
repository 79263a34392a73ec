// Creates a test's values: with the guest runtime, an uncertain value with the given particle; without it, the
// particle.
#pragma once
#ifdef HAZE
#ifdef __cplusplus
extern "C" {
#endif
__attribute__((import_module("ux"), import_name("parametric"))) unsigned test_make(int, double particle, double deltas, double);
double __ux_box64(unsigned handle, double particle);
float __ux_box32(unsigned handle, float particle);
#ifdef __cplusplus
}
#endif
static inline double uncertain(double particle, int deltas) { return __ux_box64(test_make(0, particle, deltas, 0), particle); }
static inline float uncertain_single(float particle, int deltas) {
  return __ux_box32(test_make(0, particle, deltas, 0), particle);
}
#else
static inline double uncertain(double particle, int deltas) { return (void)deltas, particle; }
static inline float uncertain_single(float particle, int deltas) { return (void)deltas, particle; }
#endif
