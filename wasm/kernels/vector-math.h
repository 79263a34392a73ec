// Library functions on arrays, several pairs of numbers at a time. If an operation has no vector form, they do nothing
// and return 0.
#pragma once
#include <stddef.h>

int ux_map_vector(int operation, const double *source, size_t n, double *target);

// Raises source[i] to the power y, for exponents for which a few multiplications or a square root yield the result to
// within rounding.
int ux_map_power(const double *source, double y, size_t n, double *target);

// Raises x[i·x_step] to the power y[i·y_step]; the step is 0 for a plain operand and 1 otherwise.
void ux_map_powers(const double *x, size_t x_step, const double *y, size_t y_step, size_t n, double *target);

// The parts of ux_map_vector: sin, cos and tan (vector-angles.c); functions that use rows of polynomials
// (vector-rows.c); functions derived from e^x; logarithms and powers (vector-power.c); and atan.
int ux_map_angles(int operation, const double *source, size_t n, double *target);
int ux_map_rows(int operation, const double *source, size_t n, double *target);
int ux_map_hyperbolic(int operation, const double *source, size_t n, double *target);
int ux_map_bases(int operation, const double *source, size_t n, double *target);
int ux_map_atan(const double *source, size_t n, double *target);
int ux_map_log1p(const double *source, size_t n, double *target);

// hypot(x[i·x_step], y[i·y_step]).
void ux_map_hypot(const double *x, size_t x_step, const double *y, size_t y_step, size_t n, double *target);

// atan2(y[i·y_step], x[i·x_step]).
void ux_map_atan2(const double *y, size_t y_step, const double *x, size_t x_step, size_t n, double *target);
