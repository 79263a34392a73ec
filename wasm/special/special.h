// The special functions in <math.h>, within 4 units in the last place even near their zeros, where the C library loses
// all digits. The runtime of programs and the core's kernels share them, so that the positions of a distribution agree
// with a program's own results.
#pragma once

// In programs, the library's names refer to the runtime's wrappers, which call these functions; the library's own
// functions are __real_…. If the program itself defines a function with one of these names, the corresponding __real_
// name does not exist, and the name itself refers to the program's function.
#ifdef HAZE_KERNELS
#define UX_LIBRARY(name) name
#else
#define UX_LIBRARY(name) (__real_##name ? __real_##name : name)
#define UX_BEHIND __attribute__((weak))
UX_BEHIND double __real_acosh(double), __real_j0(double), __real_j1(double), __real_y0(double), __real_y1(double);
UX_BEHIND double __real_jn(int, double), __real_yn(int, double), __real_lgamma_r(double, int *), __real_tgamma(double);
UX_BEHIND long double __real_tgammal(long double);
#endif

double __ux_acosh(double x);
double __ux_j0(double x);
double __ux_j1(double x);
double __ux_y0(double x);
double __ux_y1(double x);
double __ux_jn(int n, double x);
double __ux_yn(int n, double x);
// Computes log|Γ(x)|; stores the sign of Γ(x) in `sign`, like lgamma_r.
double __ux_lgamma(double x, int *sign);
double __ux_tgamma(double x);
// The same with 113 bits, because the C library's long double functions are accurate to only 53 bits.
long double __ux_lgamma_long(long double x, int *sign);
long double __ux_tgamma_long(long double x);
long double __ux_exp_long(long double x);
long double __ux_exp10_long(long double x);
long double __ux_expm1_long(long double x);
long double __ux_log_long(long double x);
long double __ux_log2_long(long double x);
long double __ux_log10_long(long double x);
long double __ux_log1p_long(long double x);
long double __ux_pow_long(long double x, long double y);
long double __ux_sinh_long(long double x);
long double __ux_cosh_long(long double x);
long double __ux_tanh_long(long double x);
long double __ux_asinh_long(long double x);
long double __ux_acosh_long(long double x);
long double __ux_atanh_long(long double x);
long double __ux_erf_long(long double x);
long double __ux_erfc_long(long double x);

// ---- internal: 113 bits, for cases in which 53 bits cancel --------------------------------------------------------
typedef long double ux_extended;
ux_extended __ux_extended_log(ux_extended x);
ux_extended __ux_extended_exp(ux_extended x);
