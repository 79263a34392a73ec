// Powers of complex doubles. The exponent multiplies any error in the logarithm, so the logarithm, the angle and their
// products with the exponent are sums of two doubles. Results are within 2 units in the last place of |z^w| for
// exponents up to 2^15.
#include <complex.h>
#include <math.h>

#include "complex-power.h"
#include "pair64.h"

// Numbers stay unchanged if their squares and the rounding errors of these squares are normal; other numbers are
// scaled.
#define SHIFT 600
static const ux_pair64 LOG_OF_SHIFT = {0x1.9fe3682cd3be4p8, 0x1.4aa84b6b3b125p-46};
#define SCALE 0x1p200
static const ux_pair64 LOG_OF_SCALE = {0x1.1542457337d43p7, -0x1.e3948c376279dp-49};

typedef struct {
  ux_pair64 size, angle;
} ux_logarithm64;

// Accepts any finite z other than 0.
static ux_logarithm64 __ux_logarithm64(double x, double y) {
  double ax = fabs(x), ay = fabs(y), larger = ax > ay ? ax : ay;
  int up = larger < 0x1p-400 ? 1 : larger > 0x1p400 ? -1 : 0;
  if (up != 0) ax = ldexp(ax, up * SHIFT), ay = ldexp(ay, up * SHIFT);
  ux_pair64 size = __ux_log_pair64(ux_add64(ux_product64(ax, ax), ux_product64(ay, ay)));
  size = (ux_pair64){size.high / 2, size.low / 2};
  if (up != 0) size = ux_add64(size, (ux_pair64){-up * LOG_OF_SHIFT.high, -up * LOG_OF_SHIFT.low});
  ux_pair64 angle;
  // The quotient is negligible compared with 1 and may even vanish.
  if (ay < ax * 0x1p-300) angle = (ux_pair64){ay / ax, 0};
  else if (ax < ay * 0x1p-300) angle = (ux_pair64){UX_PI_64 / 2, UX_PI_LOW_64 / 2};
  else angle = __ux_angle64((ux_pair64){ay, 0}, (ux_pair64){ax, 0});
  if (signbit(x)) angle = __ux_subtract_angle64(UX_PI_64, UX_PI_LOW_64, angle);
  return (ux_logarithm64){size, signbit(y) ? ux_negative64(angle) : angle};
}

static ux_pair64 __ux_scaled64(double factor, ux_pair64 a) {
  ux_pair64 product = ux_product64(factor, a.high);
  return ux_quick_sum64(product.high, product.low + factor * a.low);
}

static int __ux_is_usual_exponent(double x) { return fabs(x) < 0x1p60; }

int __ux_complex_power(double complex z, double complex exponent, double complex *result) {
  double x = creal(z), y = cimag(z), a = creal(exponent), b = cimag(exponent);
  if (x - x != 0 || y - y != 0 || (x == 0 && y == 0) || !__ux_is_usual_exponent(a) || !__ux_is_usual_exponent(b)) return 0;
  ux_logarithm64 logarithm = __ux_logarithm64(x, y);
  ux_pair64 power = ux_add64(__ux_scaled64(a, logarithm.size), ux_negative64(__ux_scaled64(b, logarithm.angle)));
  ux_pair64 turn = ux_add64(__ux_scaled64(a, logarithm.angle), __ux_scaled64(b, logarithm.size));
  // Even if an intermediate result overflows or has lost digits, the final component may be finite, so the scaling is
  // applied at the end.
  double scale = power.high > 690 ? SCALE : power.high < -690 ? 1 / SCALE : 1;
  if (scale > 1) power = ux_add64(power, ux_negative64(LOG_OF_SCALE));
  if (scale < 1) power = ux_add64(power, LOG_OF_SCALE);
  double size = exp(power.high), cosine = cos(turn.high), sine = sin(turn.high);
  if (size < INFINITY) size += size * power.low;
  double re = (cosine - turn.low * sine) * size * scale;
  // A number on the positive axis stays there; an infinite size must not be multiplied by 0.
  double im = turn.high == 0 ? turn.high : (sine + turn.low * cosine) * size * scale;
  *result = CMPLX(re, im);
  return 1;
}
