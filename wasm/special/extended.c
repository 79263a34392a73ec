// The logarithm and the exponential as sums of two long doubles. The C library's long double functions are accurate to
// only 53 bits.
#include <math.h>

#include "long-tables.h"

// The reciprocals 1 / n from n = 3 onwards.
static const ux_extended INVERSE_ODD[] = {1 / 3.0L,  1 / 5.0L,  1 / 7.0L,  1 / 9.0L,  1 / 11.0L,
                                          1 / 13.0L, 1 / 15.0L, 1 / 17.0L, 1 / 19.0L, 1 / 21.0L};

// Computes ln(c · (1 + t)/(1 − t) · 2^k), where c is the nearest 64th: t is below 1/160, and its series yields 2
// artanh(t) (Abramowitz and Stegun 4.1.27).
ux_pair __ux_log_pair(ux_pair x) {
  int exponent;
  ux_extended m = frexpl(x.high, &exponent);
  if (m < 0.70710678L) m *= 2, exponent--;
  ux_extended m_low = ldexpl(x.low, -exponent);
  int j = (int)(m * 64 + 0.5L);
  ux_extended c = j / 64.0L;
  ux_pair above = ux_sum(m - c, m_low), below = ux_sum(m, c);
  below.low += m_low;
  ux_extended inverse = 1 / below.high, t = above.high * inverse;
  ux_pair back = ux_product(t, below.high);
  ux_extended t_low = (((above.high - back.high) - back.low) + above.low - t * below.low) * inverse;
  ux_extended square = t * t, series = 0;
  for (int n = sizeof INVERSE_ODD / sizeof *INVERSE_ODD - 1; n >= 0; n--) series = series * square + INVERSE_ODD[n];
  ux_pair whole = {exponent * LN2.high, exponent * LN2.low};
  ux_pair sum = ux_add(whole, LOGS[j - FIRST_LOG]);
  ux_pair rest = ux_quick_sum(2 * t, 2 * (t_low + t * square * series));
  return ux_add(sum, rest);
}

// The reciprocals 1 / n! from n = 2 onwards.
static const ux_extended INVERSE_FACTORIALS[] = {
    1 / 2.0L, 1 / 6.0L, 1 / 24.0L, 1 / 120.0L, 1 / 720.0L, 1 / 5040.0L, 1 / 40320.0L, 1 / 362880.0L, 1 / 3628800.0L,
    1 / 39916800.0L, 1 / 479001600.0L, 1 / 6227020800.0L, 1 / 87178291200.0L, 1 / 1307674368000.0L,
    1 / 20922789888000.0L, 1 / 355687428096000.0L, 1 / 6402373705728000.0L, 1 / 121645100408832000.0L,
    1 / 2432902008176640000.0L, 1 / 51090942171709440000.0L, 1 / 1124000727777607680000.0L,
    1 / 25852016738884976640000.0L, 1 / 620448401733239439360000.0L, 1 / 15511210043330985984000000.0L,
};

ux_pair __ux_expm1_pair(ux_extended x) {
  ux_extended sum = 0;
  for (int n = sizeof INVERSE_FACTORIALS / sizeof *INVERSE_FACTORIALS - 1; n >= 1; n--)
    sum = sum * x + INVERSE_FACTORIALS[n];
  // Computes x + x²/2 + x³ (…): the low parts of the first two terms matter.
  ux_pair half = ux_product(x, x / 2);
  return ux_add((ux_pair){x, 0}, ux_quick_sum(half.high, half.low + x * x * x * sum));
}

ux_extended __ux_exp_pair(ux_pair x) {
  if (x.high > 11357) return 0x1p16383L * 0x1p16383L;
  if (x.high < -11600) return 0x1p-16382L * 0x1p-16382L;
  int k = (int)((double)x.high * 1.4426950408889634 + (x.high < 0 ? -0.5 : 0.5));
  ux_pair r = ux_sum(x.high - k * LN2.high, x.low - k * LN2.low);
  ux_pair m = __ux_expm1_pair(r.high);
  ux_pair sum = ux_sum(1, m.high);
  return ldexpl(sum.high + (sum.low + (m.low + r.low * sum.high)), k);
}

ux_extended __ux_extended_log(ux_extended x) { return __ux_log_pair((ux_pair){x, 0}).high; }
ux_extended __ux_extended_exp(ux_extended x) { return __ux_exp_pair((ux_pair){x, 0}); }
