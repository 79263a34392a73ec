// Standard shapes of the parametric distributions: the location is 0 and the scale 1, so that one shape serves for all
// locations and scales. Each shape is a smooth, unnormalised density exp(log_density(u)) over a variable u, in which it
// decays at least exponentially, with a monotone map from u to the position x.
#pragma once
#include "kernels.h"

typedef struct {
  ux_shape_kind kind;
  double a, b;  // shape parameters, which shapes.c explains
  double low, high;     // range of u
  double start, width;  // a point where the density is large, and the scale of the density in u
  int mirrored;         // symmetric about x = 0, so only u >= 0 is described
} shape;

// Traps on an invalid kind.
shape ux_describe_shape(ux_shape_kind kind, double a, double b);
double ux_log_density(const shape *s, double u);
double ux_position(const shape *s, double u);
// The rate for shapes with positions exp(rate·u), and 0 for other shapes.
double ux_exponential_rate(const shape *s);
// True if positions equal u.
int ux_is_identity(const shape *s);
// The inverse of ux_position.
double ux_variable(const shape *s, double x);
// Computes exp(log_density(u)) · position(u), without intermediate overflow.
double ux_moment_density(const shape *s, double u);
// Logarithm of an upper bound for |ux_moment_density|.
double ux_log_moment_density(const shape *s, double u);
// Logarithm of the derivative of the position x with respect to u.
double ux_log_stretch(const shape *s, double u, double x);
