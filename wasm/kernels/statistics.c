// Sums over the deltas of a record.
#include "kernels.h"

// Compensated addition (two-sum), so that a mean does not depend on the order of the deltas.
typedef struct {
  double sum, error;
} exact;

static void add_exactly(exact *total, double x) {
  double sum = total->sum + x, part = sum - total->sum;
  total->error += (total->sum - (sum - part)) + (x - part);
  total->sum = sum;
}

// The rounding error of a·b, by Dekker's splitting; magnitudes beyond 1e290 are not split.
static double product_error(double a, double b, double product) {
  if (!(__builtin_fabs(a) < 1e290) || !(__builtin_fabs(product) < 1e290)) return 0;
  double ca = 134217729.0 * a, cb = 134217729.0 * b;
  double ah = ca - (ca - a), bh = cb - (cb - b), al = a - ah, bl = b - bh;
  return ((ah * bh - product) + ah * bl + al * bh) + al * bl;
}

// The mean of the deltas; NaN if NaN has mass or if both infinities do.
double KERNEL(mean)(const double *block, size_t n) {
  const double *z = block, *w = block + ux_capacity;
  exact mass = {0, 0}, moment = {0, 0};
  for (size_t i = 0; i < n; i++) {
    double product = z[i] * w[i];
    add_exactly(&mass, w[i]);
    if (!ux_is_finite(product)) {
      double sum = 0;
      for (size_t j = 0; j < n; j++) sum += z[j] * w[j];
      return sum;
    }
    add_exactly(&moment, product);
    moment.error += product_error(z[i], w[i], product);
  }
  return (moment.sum + moment.error) / (mass.sum + mass.error);
}

static double power(double x, uint32_t n) {
  double result = 1;
  for (; n; n >>= 1, x *= x)
    if (n & 1) result *= x;
  return result;
}

// The central moment of order `order` about `centre`, unnormalised.
double KERNEL(central_moment)(const double *block, size_t n, double centre, uint32_t order) {
  const double *z = block, *w = block + ux_capacity;
  double mass = 0, moment = 0;
  for (size_t i = 0; i < n; i++) {
    mass += w[i];
    moment += w[i] * power(z[i] - centre, order);
  }
  return moment / mass;
}
