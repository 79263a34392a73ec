// Logarithm and exponential with 113 bits: those of the C library have 53 for this type.
#include <math.h>

#include "special.h"

static const ux_extended LN2 = 0.693147180559945309417232121458176568075500134360255L;

// ln(m 2^k) with m next to 1: 2 artanh((m - 1)/(m + 1)) by its series (Abramowitz and Stegun 4.1.27).
ux_extended __ux_extended_log(ux_extended x) {
  int exponent;
  ux_extended m = frexpl(x, &exponent);
  if (m < 0.70710678L) m *= 2, exponent--;
  ux_extended s = (m - 1) / (m + 1), square = s * s, power = s, sum = 0;
  for (int k = 1; k < 60; k += 2) {
    ux_extended term = power / k;
    sum += term;
    if (fabsl(term) < fabsl(sum) * 1e-36L) break;
    power *= square;
  }
  return exponent * LN2 + 2 * sum;
}

// e^x = (e^(r/64))^64 2^k with |r| below ln(2)/2, by Taylor's series.
ux_extended __ux_extended_exp(ux_extended x) {
  if (x > 12000) return (ux_extended)INFINITY;
  if (x < -12000) return 0;
  int k = (int)(x / LN2 + (x < 0 ? -0.5L : 0.5L));
  ux_extended r = (x - k * LN2) / 64, term = r, minus_one = r;
  for (int n = 2; n < 24; n++) {
    term *= r / n;
    minus_one += term;
  }
  // (1 + m)^2 - 1 keeps the digits of a small m.
  for (int n = 0; n < 6; n++) minus_one = minus_one * (2 + minus_one);
  return ldexpl(1 + minus_one, k);
}
