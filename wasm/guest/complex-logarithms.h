// Complex functions that preserve the accuracy of both parts: square root, logarithm, power and the inverse
// functions. The C library's functions suffer from cancellation, and its long double functions are accurate to only
// 53 bits. Included once for each type, by a file that defines:
//
// - REAL: the type of a part
// - F(name): the <math.h> function for this type
// - C(name): the name of our function
// - SIGN_OF(x): true if the sign bit of x is set
// - SPLIT: 2^h + 1, where h is half the number p of significand bits, rounded up
// - LARGE: 2^(h + 4); 1 is negligible compared with the square of such a number
// - VERY_LARGE: 2^(p + 3); pi is negligible compared with such a number
// - LOWER, RAISE: 2^-p and 2^(2p), with LOG2_OF_RAISE = 2p
// - NEAR_UNDERFLOW, NEAR_OVERFLOW: below the first, the last bits of squares may be lost; above the second, sums
// overflow
//
// Formulas: W. Kahan, Branch Cuts for Complex Elementary Functions, in The State of the Art in Numerical Analysis
// (1987). Results for signed zeros, infinities and NaN: ISO/IEC 9899, annex G.6.

typedef struct {
  REAL re, im;
} C(parts);

static const REAL C(ln2) = 0.693147180559945309417232121458176568075500134360255L;
static const REAL C(pi) = 3.14159265358979323846264338327950288419716939937511L;

static inline REAL C(size)(REAL x) { return SIGN_OF(x) ? -x : x; }
static inline int C(is_nan)(REAL x) { return x != x; }
static inline int C(is_finite)(REAL x) { return x - x == 0; }
static inline REAL C(signed_like)(REAL size, REAL sign) { return SIGN_OF(sign) ? -size : size; }

// ---- square root --------------------------------------------------------------------------------------------------
// Computes the larger part from |z| + |x|, which cannot cancel, and the smaller part by division.
static C(parts) C(root)(REAL x, REAL y) {
  REAL ax = C(size)(x), ay = C(size)(y), larger = ax > ay ? ax : ay;
  if (x == 0 && y == 0) return (C(parts)){0, y};
  if (ay - ay != 0 && !C(is_nan)(y)) return (C(parts)){ay, y};
  if (!C(is_finite)(x)) {
    if (C(is_nan)(x)) return (C(parts)){x, x};
    return x > 0 ? (C(parts)){x, C(is_nan)(y) ? y : C(signed_like)(0, y)}
                 : (C(parts)){C(is_nan)(y) ? y : 0, C(signed_like)(ax, y)};
  }
  REAL scale = larger > NEAR_OVERFLOW ? 0.25 : larger < NEAR_UNDERFLOW ? RAISE : 1, back = larger > NEAR_OVERFLOW ? 2 : larger < NEAR_UNDERFLOW ? LOWER : 1;
  ax *= scale, ay *= scale;
  REAL root = F(sqrt)((ax + F(hypot)(ax, ay)) / 2), other = ay / (2 * root);
  root *= back, other *= back;
  return x >= 0 ? (C(parts)){root, C(signed_like)(other, y)} : (C(parts)){other, C(signed_like)(root, y)};
}

// ---- logarithm ----------------------------------------------------------------------------------------------------
// Computes a + b and the square of x, both as the nearest number plus its error (Dekker, Numerische Mathematik 18,
// 1971).
static inline C(parts) C(exact_sum)(REAL a, REAL b) {
  REAL sum = a + b, part = sum - a;
  return (C(parts)){sum, (a - (sum - part)) + (b - part)};
}
static inline C(parts) C(exact_square)(REAL x) {
  REAL wide = x * SPLIT, high = wide - (wide - x), low = x - high, square = x * x;
  return (C(parts)){square, ((high * high - square) + 2 * high * low) + low * low};
}

// ln |z|
static REAL C(log_size)(REAL x, REAL y) {
  REAL ax = C(size)(x), ay = C(size)(y);
  if (ax < ay) {
    REAL kept = ax;
    ax = ay, ay = kept;
  }
  // Near the unit circle, computes the logarithm as that of 1 + (|z|^2 - 1).
  if (ax < 2 && ax * ax + ay * ay > 0.25 && ax * ax + ay * ay < 5) {
    C(parts) xx = C(exact_square)(ax), yy = C(exact_square)(ay);
    C(parts) less = C(exact_sum)(xx.re, -1), sum = C(exact_sum)(less.re, yy.re);
    C(parts) rest = C(exact_sum)(xx.im, yy.im);
    return F(log1p)(sum.re + (sum.im + less.im) + rest.re + rest.im) / 2;
  }
  if (C(is_finite)(ax) && C(is_finite)(ay)) {
    if (ax > NEAR_OVERFLOW) return F(log)(F(hypot)(ax / 4, ay / 4)) + 2 * C(ln2);
    if (ax > 0 && ax < NEAR_UNDERFLOW) return F(log)(F(hypot)(ax * RAISE, ay * RAISE)) - LOG2_OF_RAISE * C(ln2);
  }
  return F(log)(F(hypot)(ax, ay));
}

static C(parts) C(logarithm)(REAL x, REAL y) { return (C(parts)){C(log_size)(x, y), F(atan2)(y, x)}; }

// ---- inverse functions -----------------------------------------------------------------------------------------------
static int C(is_large)(REAL x) { return C(size)(x) > LARGE; }

static C(parts) C(arcsine)(REAL x, REAL y) {
  if (C(is_large)(x) || C(is_large)(y)) {
    REAL imaginary = C(log_size)(x, y) + C(ln2);
    return (C(parts)){F(atan2)(x, C(size)(y)), C(signed_like)(imaginary, y)};
  }
  if (C(is_nan)(x) || C(is_nan)(y)) return (C(parts)){x == 0 ? x : x + y, x + y};
  C(parts) below = C(root)(1 - x, -y), above = C(root)(1 + x, y);
  return (C(parts)){F(atan2)(x, below.re * above.re - below.im * above.im),
                    F(asinh)(below.re * above.im - below.im * above.re)};
}

static C(parts) C(arccosine)(REAL x, REAL y) {
  if (C(is_large)(x) || C(is_large)(y)) {
    REAL imaginary = C(log_size)(x, y) + C(ln2);
    return (C(parts)){F(atan2)(C(size)(y), x), C(signed_like)(imaginary, -y)};
  }
  if (C(is_nan)(x) || C(is_nan)(y)) return (C(parts)){x == 0 ? C(pi) / 2 : x + y, x + y};
  C(parts) below = C(root)(1 - x, -y), above = C(root)(1 + x, y);
  return (C(parts)){2 * F(atan2)(below.re, above.re), F(asinh)(above.re * below.im - above.im * below.re)};
}

static C(parts) C(arccosine_hyperbolic)(REAL x, REAL y) {
  C(parts) angle = C(arccosine)(x, y);
  return SIGN_OF(y) ? (C(parts)){angle.im, -angle.re} : (C(parts)){-angle.im, angle.re};
}

static C(parts) C(arctangent_hyperbolic)(REAL x, REAL y) {
  REAL ax = C(size)(x), ay = C(size)(y), re, im;
  if (C(is_nan)(x) || C(is_nan)(y)) {
    // The real part is 0 at 0 and at infinity, regardless of the other part.
    re = x == 0 ? ax : ax > VERY_LARGE && !C(is_finite)(ax) ? 0 : !C(is_finite)(ay) && !C(is_nan)(y) ? 0 : x + y;
    im = !C(is_nan)(y) && !C(is_finite)(ay) ? C(pi) / 2 : x + y;
  } else if (ax > VERY_LARGE || ay > VERY_LARGE) {
    REAL scale = ax > ay ? ax : ay, a = ax / scale, b = ay / scale;
    re = C(is_finite)(scale) ? a / (a * a + b * b) / scale : 0;
    im = C(pi) / 2;
  } else if (ax == 1 && ay < LOWER) {
    re = (C(ln2) - F(log)(ay)) / 2;
    im = ay == 0 ? 0 : F(atan2)(2, -ay) / 2;
  } else {
    REAL below = 1 - ax;
    re = F(log1p)(4 * ax / (below * below + ay * ay)) / 4;
    im = F(atan2)(2 * ay, below * (1 + ax) - ay * ay) / 2;
  }
  return (C(parts)){C(signed_like)(re, x), C(signed_like)(im, y)};
}

// Computes f(iz) / i for odd functions.
static inline C(parts) C(turned)(C(parts) value) { return (C(parts)){value.im, -value.re}; }
static C(parts) C(arcsine_hyperbolic)(REAL x, REAL y) { return C(turned)(C(arcsine)(-y, x)); }
static C(parts) C(arctangent)(REAL x, REAL y) { return C(turned)(C(arctangent_hyperbolic)(-y, x)); }
