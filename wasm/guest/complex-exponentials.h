// Complex long double functions built from exponentials, because the C library's versions are accurate to only 53 bits.
// Included after complex-logarithms.h, with the same names.

// The largest integer with a finite exponential. No factor of a part is smaller than the reciprocal of that
// exponential.
#define WHOLE_STEP 11356
#define LAST_STEP 4

// Computes e^x factor, even if e^x overflows, as long as the product does not.
static REAL C(scaled_exponential)(REAL x, REAL factor) {
  int steps = 0;
  for (; x > WHOLE_STEP && steps < LAST_STEP; steps++) x -= WHOLE_STEP;
  if (steps == 0) return F(exp)(x) * factor;
  REAL step = F(exp)(WHOLE_STEP);
  factor *= F(exp)(x);
  while (steps-- > 0) factor *= step;
  return factor;
}

// Computes r e^(iy) for an infinite or vanishing r.
static C(parts) C(direction)(REAL r, REAL y) {
  if (y == 0) return (C(parts)){r, y};
  return (C(parts)){r * F(cos)(y), r * F(sin)(y)};
}

static C(parts) C(exponential)(REAL x, REAL y) {
  if (!C(is_finite)(x) || !C(is_finite)(y)) {
    if (C(is_nan)(x)) return (C(parts)){x, y == 0 ? y : x};
    if (!C(is_finite)(x) && C(is_finite)(y)) return C(direction)(x < 0 ? 0 : x, y);
    return C(is_finite)(x) ? (C(parts)){y - y, y - y} : x < 0 ? (C(parts)){0, 0} : (C(parts)){x, y - y};
  }
  if (y == 0) return (C(parts)){F(exp)(x), y};
  REAL cosine = F(cos)(y), sine = F(sin)(y);
  return (C(parts)){C(scaled_exponential)(x, cosine), C(scaled_exponential)(x, sine)};
}

// sinh(x) factor and cosh(x) factor
static REAL C(scaled_sinh)(REAL x, REAL factor) {
  if (C(size)(x) < 100) return F(sinh)(x) * factor;
  REAL value = C(scaled_exponential)(C(size)(x), factor / 2);
  return SIGN_OF(x) ? -value : value;
}
static REAL C(scaled_cosh)(REAL x, REAL factor) {
  return C(size)(x) < 100 ? F(cosh)(x) * factor : C(scaled_exponential)(C(size)(x), factor / 2);
}

static C(parts) C(cosine_hyperbolic)(REAL x, REAL y) {
  if (!C(is_finite)(x) || !C(is_finite)(y)) {
    if (C(is_nan)(x)) return (C(parts)){x, y == 0 ? y : x};
    if (C(is_finite)(x)) return (C(parts)){y - y, x == 0 ? 0 : y - y};
    if (!C(is_finite)(y)) return (C(parts)){x * x, y - y};
    C(parts) value = C(direction)(x * x, y);
    return (C(parts)){value.re, SIGN_OF(x) ? -value.im : value.im};
  }
  REAL cosine = F(cos)(y), sine = F(sin)(y);
  return (C(parts)){C(scaled_cosh)(x, cosine), x == 0 || y == 0 ? x * sine : C(scaled_sinh)(x, sine)};
}

static C(parts) C(sine_hyperbolic)(REAL x, REAL y) {
  if (!C(is_finite)(x) || !C(is_finite)(y)) {
    if (C(is_nan)(x)) return (C(parts)){x, y == 0 ? y : x};
    if (C(is_finite)(x)) return (C(parts)){x == 0 ? x : y - y, y - y};
    if (!C(is_finite)(y)) return (C(parts)){x, y - y};
    C(parts) value = C(direction)(C(size)(x), y);
    return (C(parts)){SIGN_OF(x) ? -value.re : value.re, value.im};
  }
  if (y == 0) return (C(parts)){F(sinh)(x), y};
  return (C(parts)){x == 0 ? C(signed_like)(0 * F(cos)(y), x) : C(scaled_sinh)(x, F(cos)(y)), C(scaled_cosh)(x, F(sin)(y))};
}

// Computes (sinh x cosh x + i sin y cos y) / (sinh^2 x + cos^2 y), or the form with doubled angles if nothing cancels
// in it.
static C(parts) C(tangent_hyperbolic)(REAL x, REAL y) {
  if (C(is_nan)(x)) return (C(parts)){x, y == 0 ? y : x};
  if (!C(is_finite)(y) && C(is_finite)(x)) return (C(parts)){x == 0 ? x : y - y, y - y};
  if (!C(is_finite)(y)) return (C(parts)){C(signed_like)(1, x), 0};
  if (y == 0) return (C(parts)){F(tanh)(x), y};
  REAL ax = C(size)(x);
  if (ax > 0.75 && ax < 60 && C(size)(y) < NEAR_OVERFLOW) {
    REAL below = F(cosh)(2 * x) + F(cos)(2 * y);
    return (C(parts)){F(sinh)(2 * x) / below, F(sin)(2 * y) / below};
  }
  REAL cosine = F(cos)(y), sine = F(sin)(y);
  if (ax >= 60) {
    REAL small = F(exp)(-ax);
    return (C(parts)){C(signed_like)(1, x), 4 * sine * cosine * small * small};
  }
  REAL sinh_x = F(sinh)(x), cosh_x = F(cosh)(x), below = sinh_x * sinh_x + cosine * cosine;
  return (C(parts)){sinh_x * cosh_x / below, sine * cosine / below};
}

static C(parts) C(sine)(REAL x, REAL y) { return C(turned)(C(sine_hyperbolic)(-y, x)); }
static C(parts) C(cosine)(REAL x, REAL y) { return C(cosine_hyperbolic)(-y, x); }
static C(parts) C(tangent)(REAL x, REAL y) { return C(turned)(C(tangent_hyperbolic)(-y, x)); }
