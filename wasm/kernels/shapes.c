// The densities behind the parametric distributions. The variables u are chosen so that nothing cancels: gamma-like
// shapes use the logarithm of x over its mean, beta the logit, Student's t the inverse hyperbolic sine.
#include "shapes.h"

#include <math.h>

static const double HUGE_U = 1e6;

shape ux_describe_shape(int kind, double a, double b) {
  shape s = {kind, a, b, -HUGE_U, HUGE_U, 0, 1, 0};
  switch (kind) {
    case UX_PARAMETRIC_UNIFORM:
      s.low = 0, s.high = 1;
      break;
    case UX_PARAMETRIC_GAUSS:
    case UX_PARAMETRIC_LOGISTIC:
    case UX_PARAMETRIC_LAPLACE:
      s.low = 0, s.mirrored = 1;
      break;
    case UX_PARAMETRIC_STUDENTST:  // a: degrees of freedom
      s.low = 0, s.mirrored = 1, s.width = 1 / __builtin_sqrt(a);
      break;
    case UX_PARAMETRIC_EXPONENTIAL:
      s.low = 0;
      break;
    case UX_PARAMETRIC_BOUNDEDPARETO:  // a: shape, b: ln(max / min)
      s.low = 0, s.high = b, s.width = 1 / (a + 1 / b);
      break;
    case UX_PARAMETRIC_BETA:  // a, b
    case UX_PARAMETRIC_F:     // a, b: half the degrees of freedom
      s.width = __builtin_sqrt(1 / a + 1 / b);
      break;
    case UX_PARAMETRIC_GAMMA:         // a: shape; x over its mean
    case UX_PARAMETRIC_INVERSEGAMMA:  // a: shape; x·a
      s.width = 1 / __builtin_sqrt(a);
      break;
  }
  return s;
}

// Logarithm of cosh.
static double log_cosh(double u) {
  if (u > 20) return u - 0.69314718055994530942;
  double h = sinh(u);
  return 0.5 * log1p(h * h);
}

// ln of the density of ln(X/(1−X)), X beta(a, b), relative to its value at w = 0, the mean.
static double log_beta(double a, double b, double w) {
  double x0 = a / (a + b), y0 = b / (a + b);
  double sum = w > 30 ? w + log(x0 + y0 * exp(-w)) : w < -1 ? log(y0 + x0 * exp(w)) : log1p(x0 * expm1(w));
  return a * w - (a + b) * sum;
}

double ux_log_density(const shape *s, double u) {
  switch (s->kind) {
    case UX_PARAMETRIC_GAUSS:
    case UX_PARAMETRIC_LOGNORMAL:
      return -0.5 * u * u;
    case UX_PARAMETRIC_EXPONENTIAL:
    case UX_PARAMETRIC_LAPLACE:
      return -u;
    case UX_PARAMETRIC_LOGISTIC:
      return -u - 2 * log1p(exp(-u));
    case UX_PARAMETRIC_GUMBEL1:
    case UX_PARAMETRIC_GEV:
      return -u - exp(-u);
    case UX_PARAMETRIC_WEIBULL:  // u is the logarithm of a unit exponential
      return u - exp(u);
    case UX_PARAMETRIC_BOUNDEDPARETO:
      return -s->a * u;
    case UX_PARAMETRIC_BETA:
    case UX_PARAMETRIC_F:
      return log_beta(s->a, s->b, u);
    case UX_PARAMETRIC_GAMMA:
      return -s->a * (expm1(u) - u);
    case UX_PARAMETRIC_INVERSEGAMMA:
      return -s->a * (expm1(-u) + u);
    case UX_PARAMETRIC_STUDENTST:
      return -s->a * log_cosh(u);
  }
  return 0;
}

double ux_exponential_rate(const shape *s) {
  switch (s->kind) {
    case UX_PARAMETRIC_WEIBULL:
      return 1 / s->a;
    case UX_PARAMETRIC_LOGNORMAL:
      return s->a;
    case UX_PARAMETRIC_BOUNDEDPARETO:
    case UX_PARAMETRIC_F:
    case UX_PARAMETRIC_GAMMA:
    case UX_PARAMETRIC_INVERSEGAMMA:
      return 1;
  }
  return 0;
}

int ux_is_identity(const shape *s) {
  return s->kind != UX_PARAMETRIC_BETA && s->kind != UX_PARAMETRIC_STUDENTST &&
         !(s->kind == UX_PARAMETRIC_GEV && s->a != 0) && ux_exponential_rate(s) == 0;
}

double ux_position(const shape *s, double u) {
  double rate = ux_exponential_rate(s);
  if (rate != 0) return exp(rate * u);
  switch (s->kind) {
    case UX_PARAMETRIC_BETA: {
      double ratio = s->b / s->a;  // (1 − mean) / mean
      return u < 0 ? exp(u) / (exp(u) + ratio) : 1 / (1 + ratio * exp(-u));
    }
    case UX_PARAMETRIC_STUDENTST:
      return __builtin_sqrt(s->a) * sinh(u);
    case UX_PARAMETRIC_GEV:
      return s->a == 0 ? u : expm1(s->a * u) / s->a;
  }
  return u;
}

double ux_variable(const shape *s, double x) {
  double rate = ux_exponential_rate(s);
  if (rate != 0) return log(x) / rate;
  switch (s->kind) {
    case UX_PARAMETRIC_BETA:
      return log(x) - log1p(-x) + log(s->b / s->a);
    case UX_PARAMETRIC_STUDENTST:
      return asinh(x / __builtin_sqrt(s->a));
    case UX_PARAMETRIC_GEV:
      return s->a == 0 ? x : log1p(s->a * x) / s->a;
  }
  return x;
}

double ux_moment_density(const shape *s, double u) {
  double rate = ux_exponential_rate(s), log_density = ux_log_density(s, u);
  if (rate != 0) return exp(log_density + rate * u);
  if (s->kind == UX_PARAMETRIC_STUDENTST && u > 1)
    return 0.5 * __builtin_sqrt(s->a) * (exp(log_density + u) - exp(log_density - u));
  if (s->kind == UX_PARAMETRIC_GEV && __builtin_fabs(s->a * u) > 1)
    return (exp(log_density + s->a * u) - exp(log_density)) / s->a;
  return exp(log_density) * ux_position(s, u);
}

double ux_log_moment_density(const shape *s, double u) {
  double rate = ux_exponential_rate(s), log_density = ux_log_density(s, u);
  if (rate != 0) return log_density + rate * u;
  if (s->kind == UX_PARAMETRIC_STUDENTST) return log_density + __builtin_fabs(u);
  if (s->kind == UX_PARAMETRIC_GEV && s->a * u > 0) return log_density + s->a * u;
  return log_density;
}
