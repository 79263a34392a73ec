// acosh should be NaN below 1, but the C library returns numbers for large negative arguments.
#include <math.h>

#include "special.h"

double __ux_acosh(double x) { return x < 1 ? __builtin_nan("") : UX_LIBRARY(acosh)(x); }
