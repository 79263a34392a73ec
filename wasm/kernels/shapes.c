// The densities behind the parametric distributions. The variables u are chosen so that nothing cancels: gamma-like
// shapes use the logarithm of x over its mean, beta uses the logit, and Student's t the inverse hyperbolic sine. No
// switch has a default, so a new shape does not compile until each switch has a case for it.
#include "shapes.h"

#include <math.h>

static const double HUGE_U = 1e6;

shape ux_describe_shape(ux_shape_kind kind, double a, double b) {
  shape s = {kind, a, b, -HUGE_U, HUGE_U, 0, 1, 0};
  switch (kind) {
    case UX_SHAPE_UNIFORM:
      s.low = 0, s.high = 1;
      return s;
    case UX_SHAPE_GAUSS:
    case UX_SHAPE_LOGISTIC:
    case UX_SHAPE_LAPLACE:
      s.low = 0, s.mirrored = 1;
      return s;
    case UX_SHAPE_STUDENTST:  // a: degrees of freedom
      s.low = 0, s.mirrored = 1, s.width = 1 / __builtin_sqrt(a);
      return s;
    case UX_SHAPE_EXPONENTIAL:
      s.low = 0;
      return s;
    case UX_SHAPE_BOUNDEDPARETO:  // a: shape, b: ln(max / min)
      s.low = 0, s.high = b, s.width = 1 / (a + 1 / b);
      return s;
    case UX_SHAPE_BETA:  // a, b
    case UX_SHAPE_F:     // a, b: half the degrees of freedom
      s.width = __builtin_sqrt(1 / a + 1 / b);
      return s;
    case UX_SHAPE_GAMMA:         // a: shape; x over its mean
    case UX_SHAPE_INVERSEGAMMA:  // a: shape; x·a
      s.width = 1 / __builtin_sqrt(a);
      return s;
    case UX_SHAPE_GUMBEL1:
    case UX_SHAPE_WEIBULL:    // a: shape
    case UX_SHAPE_LOGNORMAL:  // a: standard deviation of the logarithm
    case UX_SHAPE_GEV:        // a: shape
      return s;
  }
  __builtin_trap();
}

// Logarithm of cosh.
static double log_cosh(double u) {
  if (u > 20) return u - 0.69314718055994530942;
  double h = sinh(u);
  return 0.5 * log1p(h * h);
}

// Computes ln of the density of ln(X/(1−X)), where X is beta(a, b), relative to its value at w = 0, the mean.
static double log_beta(double a, double b, double w) {
  double x0 = a / (a + b), y0 = b / (a + b);
  double sum = w > 30 ? w + log(x0 + y0 * exp(-w)) : w < -1 ? log(y0 + x0 * exp(w)) : log1p(x0 * expm1(w));
  return a * w - (a + b) * sum;
}

double ux_log_density(const shape *s, double u) {
  switch (s->kind) {
    case UX_SHAPE_UNIFORM:
      return 0;
    case UX_SHAPE_GAUSS:
    case UX_SHAPE_LOGNORMAL:
      return -0.5 * u * u;
    case UX_SHAPE_EXPONENTIAL:
    case UX_SHAPE_LAPLACE:
      return -u;
    case UX_SHAPE_LOGISTIC:
      return -u - 2 * log1p(exp(-u));
    case UX_SHAPE_GUMBEL1:
    case UX_SHAPE_GEV:
      return -u - exp(-u);
    case UX_SHAPE_WEIBULL:  // u is the logarithm of a unit exponential variable
      return u - exp(u);
    case UX_SHAPE_BOUNDEDPARETO:
      return -s->a * u;
    case UX_SHAPE_BETA:
    case UX_SHAPE_F:
      return log_beta(s->a, s->b, u);
    case UX_SHAPE_GAMMA:
      return -s->a * (expm1(u) - u);
    case UX_SHAPE_INVERSEGAMMA:
      return -s->a * (expm1(-u) + u);
    case UX_SHAPE_STUDENTST:
      return -s->a * log_cosh(u);
  }
  __builtin_trap();
}

double ux_exponential_rate(const shape *s) {
  switch (s->kind) {
    case UX_SHAPE_WEIBULL:
      return 1 / s->a;
    case UX_SHAPE_LOGNORMAL:
      return s->a;
    case UX_SHAPE_BOUNDEDPARETO:
    case UX_SHAPE_F:
    case UX_SHAPE_GAMMA:
    case UX_SHAPE_INVERSEGAMMA:
      return 1;
    case UX_SHAPE_GAUSS:
    case UX_SHAPE_UNIFORM:
    case UX_SHAPE_EXPONENTIAL:
    case UX_SHAPE_GUMBEL1:
    case UX_SHAPE_LOGISTIC:
    case UX_SHAPE_LAPLACE:
    case UX_SHAPE_BETA:
    case UX_SHAPE_STUDENTST:
    case UX_SHAPE_GEV:
      return 0;
  }
  __builtin_trap();
}

// The map from u to positions, from which the functions below derive the properties of a shape.
typedef enum { IDENTITY, EXPONENTIAL, LOGIT, SINE, BOX_COX } map;

static map map_of(const shape *s) {
  switch (s->kind) {
    case UX_SHAPE_GAUSS:
    case UX_SHAPE_UNIFORM:
    case UX_SHAPE_EXPONENTIAL:
    case UX_SHAPE_GUMBEL1:
    case UX_SHAPE_LOGISTIC:
    case UX_SHAPE_LAPLACE:
      return IDENTITY;
    case UX_SHAPE_WEIBULL:
    case UX_SHAPE_LOGNORMAL:
    case UX_SHAPE_BOUNDEDPARETO:
    case UX_SHAPE_F:
    case UX_SHAPE_GAMMA:
    case UX_SHAPE_INVERSEGAMMA:
      return EXPONENTIAL;
    case UX_SHAPE_BETA:
      return LOGIT;
    case UX_SHAPE_STUDENTST:
      return SINE;
    case UX_SHAPE_GEV:
      return s->a == 0 ? IDENTITY : BOX_COX;
  }
  __builtin_trap();
}

int ux_is_identity(const shape *s) { return map_of(s) == IDENTITY; }

double ux_position(const shape *s, double u) {
  switch (map_of(s)) {
    case IDENTITY:
      return u;
    case EXPONENTIAL:
      return exp(ux_exponential_rate(s) * u);
    case LOGIT: {
      double ratio = s->b / s->a;  // (1 − mean) / mean
      return u < 0 ? exp(u) / (exp(u) + ratio) : 1 / (1 + ratio * exp(-u));
    }
    case SINE:
      return __builtin_sqrt(s->a) * sinh(u);
    case BOX_COX:
      return expm1(s->a * u) / s->a;
  }
  __builtin_trap();
}

double ux_variable(const shape *s, double x) {
  switch (map_of(s)) {
    case IDENTITY:
      return x;
    case EXPONENTIAL:
      return log(x) / ux_exponential_rate(s);
    case LOGIT:
      return log(x) - log1p(-x) + log(s->b / s->a);
    case SINE:
      return asinh(x / __builtin_sqrt(s->a));
    case BOX_COX:
      return log1p(s->a * x) / s->a;
  }
  __builtin_trap();
}

double ux_moment_density(const shape *s, double u) {
  double log_density = ux_log_density(s, u);
  switch (map_of(s)) {
    case EXPONENTIAL:
      return exp(log_density + ux_exponential_rate(s) * u);
    case SINE:
      if (u > 1) return 0.5 * __builtin_sqrt(s->a) * (exp(log_density + u) - exp(log_density - u));
      break;
    case BOX_COX:
      if (__builtin_fabs(s->a * u) > 1) return (exp(log_density + s->a * u) - exp(log_density)) / s->a;
      break;
    case IDENTITY:
    case LOGIT:
      break;
  }
  return exp(log_density) * ux_position(s, u);
}

double ux_log_moment_density(const shape *s, double u) {
  double log_density = ux_log_density(s, u);
  switch (map_of(s)) {
    case EXPONENTIAL:
      return log_density + ux_exponential_rate(s) * u;
    case SINE:
      return log_density + __builtin_fabs(u);
    case BOX_COX:
      return s->a * u > 0 ? log_density + s->a * u : log_density;
    case IDENTITY:
    case LOGIT:
      return log_density;
  }
  __builtin_trap();
}

double ux_log_stretch(const shape *s, double u, double x) {
  switch (map_of(s)) {
    case IDENTITY:
      return 0;
    case EXPONENTIAL: {
      double rate = ux_exponential_rate(s);
      return log(rate) + rate * u;
    }
    case LOGIT:
      return log(x) + log1p(-x);
    case SINE:
      return 0.5 * log(s->a) + log(cosh(u));
    case BOX_COX:
      return s->a * u;
  }
  __builtin_trap();
}
