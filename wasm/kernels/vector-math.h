// Library functions over arrays, two numbers at a time. They answer 0, having done nothing, for operations that have
// no vector form.
#pragma once
#include <stddef.h>

int ux_map_vector(int operation, const double *source, size_t n, double *target);

// source[i] to the power y, for exponents that a few multiplications or a root give to within rounding.
int ux_map_power(const double *source, double y, size_t n, double *target);

// x[i·x_step] to the power y[i·y_step]; a step is 0 for a plain operand, else 1.
void ux_map_powers(const double *x, size_t x_step, const double *y, size_t y_step, size_t n, double *target);
